//! Why a kernel cannot be lowered.

use texvisa_ir::source::Location;
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{InstId, Kernel};

/// One reason, with its instruction and location.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct LowerError {
    /// The instruction, if the reason is about one.
    pub inst: Option<InstId>,
    /// Where that instruction stands in the source.
    pub location: Location,
    /// The reason.
    pub reason: Reason,
}

impl LowerError {
    /// A reason about `inst`.
    pub fn at(kernel: &Kernel, inst: InstId, reason: Reason) -> LowerError {
        LowerError { inst: Some(inst), location: kernel.location(inst), reason }
    }

    /// A reason about the whole kernel.
    pub fn of_kernel(reason: Reason) -> LowerError {
        LowerError { inst: None, location: Location::UNKNOWN, reason }
    }
}

/// Why a kernel cannot be lowered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The target runs no kernels of the width.
    #[error("{target} runs no {simd} kernels; expected one of {}", widths(*.target))]
    IllegalWidth {
        /// The target.
        target: Target,
        /// The width that was asked for.
        simd: SimdWidth,
    },
    /// The target has no sampler.
    #[error("{0} has no sampler; choose another target")]
    NoSampler(Target),
    /// A loop has two entries.
    #[error("a loop can be entered at two blocks; make all entries branch to one header")]
    Irreducible,
    /// The arguments do not fit.
    #[error(transparent)]
    Arguments(#[from] texvisa_ir::visa::abi::TooManyArguments),
    /// Texel offsets at run time differ between lanes.
    #[error(
        "`offsets` of `{operation}` is divergent; expected a uniform value, as a message has one header for all lanes"
    )]
    DivergentOffsets {
        /// The operation.
        operation: &'static str,
    },
    /// The target has no message for the operation.
    #[error("{target} has no message for `{operation}` with {with}; expected parameters that one message has")]
    NoMessage {
        /// The target.
        target: Target,
        /// The operation.
        operation: &'static str,
        /// The parameters and modifiers that no message has together.
        with: String,
    },
    /// The message exists, on other targets.
    #[error("{target} has no {message}; choose a target that has it: {}", .on.iter().map(|target| target.name()).collect::<Vec<_>>().join(", "))]
    NotOnTarget {
        /// The target.
        target: Target,
        /// The message, as the documents name it.
        message: &'static str,
        /// The targets that have it.
        on: Vec<Target>,
    },
    /// The payload of the message would be longer than the sampler takes.
    #[error(
        "`{operation}` takes a payload of {given} registers, and {target} samplers take at most {most}; leave out its offset, its residency or its least level of detail"
    )]
    LongPayload {
        /// The target.
        target: Target,
        /// The operation.
        operation: &'static str,
        /// Registers of the payload, header included.
        given: u32,
        /// The most.
        most: u32,
    },
    /// A parameter that must be uniform.
    #[error(
        "`{role}` of `{operation}` is divergent; expected a uniform value, as a block has one position for all lanes"
    )]
    Divergent {
        /// The operation.
        operation: &'static str,
        /// The parameter.
        role: &'static str,
    },
    /// An index of a surface or sampler that must be uniform.
    #[error(
        "the index of `{name}` is divergent; expected a uniform value, as a message names one entry for all lanes: branch on \
         the index, so that each entry has a message of its own"
    )]
    DivergentIndex {
        /// The surface or sampler.
        name: String,
    },
    /// An index that no descriptor can hold.
    #[error("`{name}` is at entry {given} of its table; expected an entry below {limit}")]
    TableEntry {
        /// The surface or sampler.
        name: String,
        /// Its entry.
        given: u32,
        /// One more than the last entry that a message can name.
        limit: u32,
    },
    /// More scratch memory than a hardware thread can have.
    #[error(
        "{simd} threads need {given} bytes of scratch memory each; expected at most {}, so choose a narrower width",
        texvisa_ir::texture::MAX_THREAD_SCRATCH_BYTES
    )]
    Scratch {
        /// The width.
        simd: SimdWidth,
        /// Bytes of a thread.
        given: u32,
    },
    /// The target reaches private memory in another way.
    #[error("how {target} does `{what}` is not known; choose a target of which it is: {}", .on.iter().map(|target| target.name()).collect::<Vec<_>>().join(", "))]
    Private {
        /// The target.
        target: Target,
        /// The operation.
        what: String,
        /// The targets of which it is known.
        on: Vec<Target>,
    },
    /// The instruction is not supported.
    #[error("{what} cannot be lowered; write the kernel without it")]
    Unsupported {
        /// The instruction and what about it.
        what: String,
    },
}

/// The widths of the kernels that `target` runs.
fn widths(target: Target) -> String {
    SimdWidth::ALL
        .into_iter()
        .filter(|simd| simd.is_legal(target))
        .map(|simd| simd.to_string())
        .collect::<Vec<_>>()
        .join(", ")
}

impl Reason {
    /// [`Reason::Unsupported`] of that.
    pub fn unsupported(what: impl Into<String>) -> Reason {
        Reason::Unsupported { what: what.into() }
    }
}
