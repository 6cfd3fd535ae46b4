//! What an expression of a shader is in a translation.

use naga::{GlobalVariable, Handle};
use smallvec::SmallVec;
use texvisa_ir::texture::{SurfaceId, Value};

use crate::shape::ValueShape;
use crate::ssa::Variable;

/// The scalars of a value.
pub(crate) type Scalars = SmallVec<[Value; 4]>;

/// A value, or what is none in texture IR.
#[derive(Clone, Debug)]
pub(crate) enum Operand {
    Value(Scalars),
    Pointer(Pointer),
    /// A texture or a sampler.
    Resource(Handle<GlobalVariable>),
    /// A value of a loop's body that a `continue` before it leaves out, as variables, in the loop's continuing block.
    Late(Variable, u32),
    /// A pointer that a `continue` leaves out likewise.
    LeftOut,
}

/// Where a pointer points.
#[derive(Clone, Debug)]
pub(crate) struct Pointer {
    pub shape: ValueShape,
    pub pointee: Pointee,
}

/// A place: of variables, or of memory.
#[derive(Clone, Debug)]
pub(crate) enum Pointee {
    /// Scalars of a variable that is no memory: from scalar `offset` on, moved by each index times its stride.
    Variables { first: Variable, offset: u32, indices: SmallVec<[Index; 2]> },
    /// Bytes: from `offset` on, moved by a number of bytes.
    Memory { space: Space, offset: u32, moved: Option<Value> },
}

impl Pointee {
    /// Whether where it is depends on a value.
    pub fn is_moved(&self) -> bool {
        match self {
            Pointee::Variables { indices, .. } => !indices.is_empty(),
            Pointee::Memory { moved, .. } => moved.is_some(),
        }
    }

    /// Whether other lanes and the host see what is there.
    pub fn is_shared(&self) -> bool {
        matches!(self, Pointee::Memory { space: Space::Raw(_) | Space::Local, .. })
    }
}

/// An index that is no constant, below `count`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Index {
    pub value: Value,
    pub count: u32,
    pub stride: u32,
}

/// A memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    /// A buffer.
    Raw(SurfaceId),
    /// What the work items of a group share.
    Local,
    /// What a lane has for itself.
    Scratch,
}
