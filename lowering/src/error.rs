//! Why a kernel cannot be lowered.

use texvisa_ir::source::Location;
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{Inst, Kernel};

/// One reason, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct LowerError {
    /// The instruction, where the reason lies in one.
    pub inst: Option<Inst>,
    /// Where that instruction stands in the source.
    pub location: Location,
    /// The reason.
    pub reason: Reason,
}

impl LowerError {
    /// A reason that lies in `inst`.
    pub fn at(kernel: &Kernel, inst: Inst, reason: Reason) -> LowerError {
        LowerError { inst: Some(inst), location: kernel.location(inst), reason }
    }

    /// A reason that lies in the whole kernel.
    pub fn of_kernel(reason: Reason) -> LowerError {
        LowerError { inst: None, location: Location::UNKNOWN, reason }
    }
}

/// What stands in the way.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The target runs no kernels of the width.
    #[error("{target} runs no {simd} kernels; its narrowest width is simd{narrowest}")]
    IllegalWidth {
        /// The target.
        target: Target,
        /// The width that was asked for.
        simd: SimdWidth,
        /// The narrowest that it runs.
        narrowest: u32,
    },
    /// The target has no sampler.
    #[error("{0} has no sampler")]
    NoSampler(Target),
    /// A loop has two entries.
    #[error("a loop can be entered at two blocks; lowering needs loops with one header")]
    Irreducible,
    /// The arguments do not fit.
    #[error(transparent)]
    Arguments(#[from] texvisa_ir::visa::abi::TooManyArguments),
    /// No message does what the operation asks for.
    #[error("{target} has no message for `{operation}` with {with}")]
    NoMessage {
        /// The target.
        target: Target,
        /// The operation.
        operation: &'static str,
        /// What it asks for.
        with: String,
    },
    /// The message exists, on other targets.
    #[error("{target} has no {message}; it is on {}", .on.iter().map(|target| target.name()).collect::<Vec<_>>().join(", "))]
    NotOnTarget {
        /// The target.
        target: Target,
        /// The message, as the documents name it.
        message: &'static str,
        /// The targets that have it.
        on: Vec<Target>,
    },
    /// A place that must be the same in all lanes.
    #[error("`{role}` of `{operation}` differs between lanes; a block has one place for all of them")]
    Divergent {
        /// The operation.
        operation: &'static str,
        /// The parameter.
        role: &'static str,
    },
    /// An index that no descriptor can hold.
    #[error("`{name}` is at entry {given} of its table; a message can name {limit} entries")]
    TableEntry {
        /// The surface or sampler.
        name: String,
        /// Its entry.
        given: u32,
        /// How many entries there are.
        limit: u32,
    },
    /// The instruction has no vISA here.
    #[error("{what} cannot be lowered")]
    Unsupported {
        /// The instruction and what about it.
        what: String,
    },
}

impl Reason {
    /// [`Reason::Unsupported`] of that.
    pub fn unsupported(what: impl Into<String>) -> Reason {
        Reason::Unsupported { what: what.into() }
    }
}
