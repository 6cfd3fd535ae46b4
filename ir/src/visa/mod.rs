//! Intel's virtual ISA: the table of messages, kernels, their text, where they find their arguments, and what a message
//! becomes.

pub mod abi;
pub mod asm;
pub mod descriptor;
mod inst;
mod kernel;
pub mod message;
pub mod message_shape;
pub mod origin;
mod registers;
mod types;
pub mod verify;

pub use inst::{
    Alu, AluOp, BranchKind, Combine, DataPort, DataPortOp, Dst, Fence, Inst, Predicate, PredicateOp, Raw, RawList,
    Relation, SamplerMessage, Src,
};
pub use kernel::{Access, Input, Kernel, Label, Names, Pred, State, StateKind, Storage, Var, VarDecl};
pub use registers::RegisterMap;
pub use types::{Align, DataType, Exec, Modifier, Region};
pub use verify::verify;
