//! The texture IR: one kernel as each lane sees it, in static single assignment form.
//!
//! Blocks have parameters instead of phis. Texture operations carry the *message's* parameter roles (u, v, r, ai, lod
//! ...), which need no dimension, and say what the program means, not which message it becomes.
//!
//! ```text
//! target tgllp simd16
//! surface t0: 2d_array f32 @ table 0
//! sampler s0 @ 0 = linear clamp_border
//!
//! kernel @blend(%x: i32, %y: i32, %u: f32, %v: f32, %layer: uniform i32) {
//! ^entry:
//!   %a = load t0 [u: %x, v: %y, r: %layer, lod: 0] offset(1, -2, 0) -> f32x4
//!   %g = gather4 t0, s0 [u: %u, v: %v, r: 0.0] channel g -> f32x4
//!   return
//! }
//! ```
//!
//! [`parse`] and [`Module`]'s `Display` are inverse to each other; [`verify()`] says everything that is wrong with a
//! module, and where.
//!
//! # Example
//!
//! ```
//! use texvisa_ir::texture::{parse, verify};
//!
//! let text = "surface t0: 2d f32 @ table 0
//!
//! kernel @k(%x: i32) {
//! ^entry:
//!   %texel = load t0 [u: %x, v: %x, lod: 0] -> f32x4
//!   return
//! }
//! ";
//! let module = parse(text)?;
//! assert_eq!(module.to_string(), text);
//! assert_eq!(verify(&module), []);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod builder;
pub mod cfg;
mod declarations;
mod entities;
mod format;
mod function_builder;
mod kernel;
mod lexer;
mod literal;
mod mcs;
mod memory_op;
mod mnemonic;
mod names;
mod ops;
mod parse;
mod print;
mod sampler_state;
mod texture_op;
mod types;
mod undefined;
mod value_list;
mod verify;
mod word;

pub use builder::{Builder, TextureBuilder};
pub use declarations::{Binding, ConstantDecl, Dimension, MAX_CONSTANT_BYTES, SamplerDecl, SurfaceDecl};
pub use entities::{Block, ConstantId, InstId, KernelId, MemoryId, SamplerId, SurfaceId, TextureId, Value};
pub use format::format;
pub use function_builder::{BuildError, BuiltBlock, BuiltMatrix, BuiltValue, FunctionBuilder, LocalVariable};
pub use kernel::{
    Argument, ArgumentRole, BlockCall, BlockData, InstData, Kernel, MAX_GROUP_ITEMS, Module, ValueData, ValueDef,
    is_group_size, wrong_group_size,
};
pub use mcs::McsForm;
pub use memory_op::{
    Aligned, AtomicOp, MAX_SCRATCH_BYTES, MAX_THREAD_SCRATCH_BYTES, MemoryAccess, MemoryKind, MemoryOp, MemorySpace,
    SyncKind,
};
pub use ops::{CombinedLanes, Op, Operands, Results, Rounding};
pub use parse::parse;
pub use print::{Printer, describe_inst};
pub use sampler_state::{SamplerAddress, SamplerFilter, SamplerState};
pub use texture_op::{
    ChannelMask, Coordinates, DerivesLevel, FIXED_TYPE_ROLES, MULTISAMPLED_LOADS, MediaField, Returns, Role, RoleSet,
    SamplerRef, SurfaceClass, SurfaceRef, TextureKind, TextureModifier, TextureOp,
};
pub use types::{Scalar, Type};
pub use undefined::undefined_operations;
pub use value_list::{ValueList, ValueLists};
pub use verify::{
    VerifyError, is_forbidden_in_names, is_quotable, suits_dimension, verify, verify_kernel, wrong_sampler_name,
    wrong_surface_name,
};
