//! What the importer sees of LLVM, and the only place in this package with unsafe code.
//!
//! inkwell owns contexts, buffers and modules, and walks functions, blocks and instructions. Values, types and metadata
//! are read here through LLVM's C interface instead, because inkwell's typed values panic on what any valid module may
//! hold (metadata operands, tokens, x86_mmx), crash on vector constants with undefined elements and on metadata with
//! null operands, and have no accessor for some of it (shuffle masks, constant expressions, the bits of a float).

mod calls;
mod constant;
mod global;
mod loops;
mod metadata;
mod module;
mod ty;
mod value;

pub(crate) use calls::{calls, drop_bodies, inline, is_inlinable, note_frame, share_call};
pub(crate) use loops::enter_loops_at_one_block;
pub(crate) use metadata::{Metadata, Node, named};
pub(crate) use module::{ReadFailure, read};
#[cfg(typed_pointers)]
pub(crate) use module::{admit_opaque_pointers, admits_opaque_pointers};
pub(crate) use ty::{Ty, TyKind};
pub(crate) use value::Val;
