//! Why a kernel cannot be interpreted, or not to its end.

use texvisa_ir::source::Location;
use texvisa_ir::texture::VerifyError;
#[cfg(doc)]
use texvisa_ir::texture::verify_kernel;

use crate::dispatch::DispatchError;
use crate::environment::AccessError;
use crate::local::Race;
use crate::private::Clobber;
use crate::unit::Unsupported;

/// Why a kernel cannot be interpreted, or not to its end.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InterpError {
    /// The kernel is invalid: what [`verify_kernel()`] reports.
    #[error("the kernel is wrong: {}", .0.first().map_or("", |error| error.message.as_str()))]
    Invalid(Vec<VerifyError>),
    /// The kernel cannot be dispatched on this environment.
    #[error(transparent)]
    Dispatch(#[from] DispatchError),
    /// A texture operation that the bound resource does not allow.
    #[error("{location}: `{inst}`: {reason}")]
    Texture {
        /// Its location in the source.
        location: Location,
        /// Its text.
        inst: String,
        /// The reason.
        reason: Unsupported,
    },
    /// A memory access that its resource does not allow.
    #[error("{location}: `{inst}`: {reason}")]
    Access {
        /// Its location in the source.
        location: Location,
        /// Its text.
        inst: String,
        /// The reason.
        reason: AccessError,
    },
    /// The result of the program depends on the order of its work items.
    #[error(
        "{location}: `{inst}`: it overwrites what another work item has read, with no barrier between them; put one there"
    )]
    Race {
        /// Its location in the source.
        location: Location,
        /// Its text.
        inst: String,
    },
    /// A lane overwrites private memory that another lane of its thread has written and read.
    #[error("{location}: `{inst}`: it overwrites private memory of another work item; keep the index inside the array")]
    Clobber {
        /// Its location in the source.
        location: Location,
        /// Its text.
        inst: String,
    },
    /// A hardware thread reached the step limit.
    #[error("a hardware thread executed {limit} instructions and did not end; mend the loop, if it has no end")]
    StepLimit {
        /// The limit.
        limit: u64,
    },
}

/// Why an instruction failed, without its location.
pub(super) enum Failure {
    Texture(Unsupported),
    Access(AccessError),
    Race,
    Clobber,
    StepLimit,
}

impl From<Race> for Failure {
    fn from(Race: Race) -> Failure {
        Failure::Race
    }
}

impl From<Clobber> for Failure {
    fn from(Clobber: Clobber) -> Failure {
        Failure::Clobber
    }
}

impl From<Unsupported> for Failure {
    fn from(reason: Unsupported) -> Failure {
        Failure::Texture(reason)
    }
}

impl From<AccessError> for Failure {
    fn from(reason: AccessError) -> Failure {
        Failure::Access(reason)
    }
}
