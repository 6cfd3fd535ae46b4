//! What keeps a kernel from being run on a grid.

use texvisa_ir::texture::{ArgumentRole, Type};
use texvisa_ir::visa::abi::TooManyArguments;

/// That a role gives no value, where it might have.
fn unless_plain(role: ArgumentRole) -> String {
    match role {
        ArgumentRole::Plain => String::new(),
        role => format!(", and its role `{}` gives it none", role.name()),
    }
}

/// A run that cannot start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DispatchError {
    /// A grid or group of no or too many work items.
    #[error("{what} of {} x {} x {} work items; expected 1 to {limit}", given[0], given[1], given[2])]
    Size {
        /// Whether it is the grid or the group.
        what: &'static str,
        /// What was given.
        given: [u32; 3],
        /// The most.
        limit: u64,
    },
    /// A kernel that the module does not have.
    #[error("the module has no such kernel; expected the number of one of its kernels")]
    NoKernel,
    /// An argument without a value.
    #[error("argument `{name}` has no value{}; give it one", unless_plain(*role))]
    NoValue {
        /// Its name.
        name: String,
        /// Its role.
        role: ArgumentRole,
    },
    /// An argument whose value has another shape.
    #[error("argument `{name}` of type {ty} has {given} values; expected {expected}")]
    WrongValue {
        /// Its name.
        name: String,
        /// Its type.
        ty: Type,
        /// How many elements, or values one a work item, were given.
        given: usize,
        /// How many it has.
        expected: usize,
    },
    /// A surface or sampler that the kernel names and nothing is bound to.
    #[error("nothing is bound to entry {entry}, which the kernel calls `{name}`; bind a resource to it")]
    Unbound {
        /// The name of the argument that it was passed as, or its own.
        name: String,
        /// The entry.
        entry: u32,
    },
    /// Arguments that do not fit the register file.
    #[error(transparent)]
    TooManyArguments(#[from] TooManyArguments),
}
