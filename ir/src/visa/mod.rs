//! Intel's virtual ISA: the table of messages, kernels, their text, where they find their arguments, and what a message
//! becomes.
//!
//! # Example
//!
//! ```
//! use texvisa_ir::target::{SimdWidth, Target};
//! use texvisa_ir::visa::{VisaKernel, asm, isa};
//!
//! let kernel = VisaKernel::new("nothing", Target::Tgllp, SimdWidth::Simd16);
//! let mut text = String::new();
//! asm::write(&kernel, &mut text);
//! let binary = isa::write(&kernel, &isa::WriteOptions::default())?;
//! assert_eq!(asm::parse(&text, Target::Tgllp)?.name, "nothing");
//! assert_eq!(isa::read(&binary, Target::Tgllp, Default::default())?.name, "nothing");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod abi;
mod access;
mod address;
pub mod asm;
mod atomic;
mod attribute;
mod data_port;
pub mod descriptor;
mod entities;
mod fence;
mod grf;
mod inst;
pub mod isa;
mod kernel;
mod media;
pub mod message;
pub mod message_shape;
mod operand;
pub mod origin;
mod predefined;
mod registers;
mod rename;
mod reread;
mod scratch;
mod types;
pub mod verify;

pub use access::{LaneBytes, VarAccess};
pub use address::{AddressAdd, AddressElement, Indirect, IndirectMove, IndirectRegion, MoveDst, MoveSrc};
pub use atomic::{Atomic, AtomicForm, AtomicFunction};
pub use attribute::{Attribute, AttributeKind, AttributeOwner, AttributeValue, Attributes, ProgramKind};
pub use data_port::{DataPort, DataPortOp};
pub use entities::{AddressVar, Label, Pred, State, Symbol, Var};
pub use fence::Fence;
pub use grf::Grf;
pub use inst::{Alu, AluOp, BitFunction, BranchKind, Carry, Inst, MemoryEffect, PredicateOp, Relation, SamplerMessage};
pub use kernel::{AliasBase, EntityNames, LabelKind, StateInput, StateKind, Storage, VarDecl, VarInput, VisaKernel};
pub use media::{MediaBlock, MediaModifier};
pub use operand::{Combine, Dst, Predicate, Raw, RawList, Src};
pub use predefined::Predefined;
pub use registers::RegisterMap;
pub use reread::ReadDifference;
pub use scratch::ScratchBlock;
pub use types::{Align, DataType, Exec, Modifier, Region, VectorType};
pub use verify::verify;
