//! The errors of an import.

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::diagnostic::Diagnostic;
use crate::import::Import;
use crate::release::LLVM_RELEASE;

/// Why a module is not imported, or not all of it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The bytes are neither IR text nor bitcode of this release of LLVM.
    #[error(
        "{name}: LLVM {LLVM_RELEASE} cannot read it: {message}; expected IR text or bitcode that LLVM {LLVM_RELEASE} or an older \
         release wrote"
    )]
    Parse {
        /// The name that the bytes were given.
        name: String,
        /// What LLVM says.
        message: String,
    },
    /// LLVM's verifier rejects the module.
    #[error("{name}: LLVM's verifier rejects the module: {message}")]
    Invalid {
        /// The name that the bytes were given.
        name: String,
        /// What LLVM says.
        message: String,
    },
    /// No function is a kernel.
    #[error("{name}: the module has no kernel; expected a function with a body and the calling convention spir_kernel")]
    NoKernel {
        /// The name that the bytes were given.
        name: String,
    },
    /// At least one kernel has an instruction or argument that texvisa cannot import.
    #[error(transparent)]
    Unsupported(Box<UnsupportedKernels>),
}

/// The reasons why kernels are not imported, and the kernels that are.
#[derive(Debug, thiserror::Error)]
pub struct UnsupportedKernels {
    /// The name that the bytes were given.
    pub name: String,
    /// The reasons, in the order of the module; at least one.
    pub diagnostics: Vec<Diagnostic>,
    /// The kernels that are imported.
    pub rest: Import,
}

impl fmt::Display for UnsupportedKernels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: cannot be imported:", self.name)?;
        self.diagnostics.iter().try_for_each(|diagnostic| write!(f, "\n{diagnostic}"))
    }
}
