//! The two representations that texvisa works on, and the facts about platforms.
//!
//! - [`texture`]: an SSA representation of one kernel as each lane sees it. Its texture operations say what the program
//!   means, not which message it becomes.
//! - [`visa`]: a kernel of Intel's virtual ISA, with the table of every sampler message, its text form, where a kernel
//!   finds its arguments, and what a message becomes in hardware terms.
//! - [`target`]: one row a platform.
//!
//! This crate depends on no other package of texvisa and takes no decision of lowering, allocation or sampling.
//!
//! # Building a kernel
//!
//! ```
//! use texvisa_ir::texture::{Builder, Dimension, Module, Op, Role, Scalar, TextureKind, Type};
//!
//! let mut module = Module::default();
//! let image = module.add_surface("t0", Dimension::D2, Some(Scalar::F32), 0);
//! let output = module.add_surface("b0", Dimension::Raw, None, 1);
//!
//! let mut builder = Builder::new("fetch");
//! let x = builder.argument("x", Type::I32, false);
//! let y = builder.argument("y", Type::I32, false);
//! let entry = builder.create_block("entry");
//! builder.switch_to(entry);
//! let zero = builder.constant_int(Type::I32, 0);
//! let texel = builder.texture(TextureKind::Load, image).param(Role::U, x).param(Role::V, y).param(Role::Lod, zero)
//!     .result(Scalar::F32);
//! let red = builder.extract(texel, 0);
//! let two = builder.constant_int(Type::I32, 2);
//! let address = builder.op(Op::Shl, Type::I32, &[x, two]);
//! builder.store_raw(output, address, red);
//! builder.ret();
//! module.add_kernel(builder.finish());
//!
//! assert!(texvisa_ir::texture::verify(&module).is_empty());
//! assert!(module.to_string().contains("load t0 [u: %x, v: %y, lod: 0] -> f32x4"));
//! ```

mod bits;
pub mod collections;
mod entity;
mod known_names;
#[doc(hidden)]
pub mod paths;
mod small_float;
pub mod source;
pub mod target;
pub mod texture;
pub mod visa;

pub use bits::Bits;
pub use known_names::{expected_one_of, nearest};
pub use small_float::SmallFloat;
