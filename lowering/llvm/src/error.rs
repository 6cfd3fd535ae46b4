//! What goes wrong, and what the importer has to say.

use std::fmt;
use std::io;
use std::path::PathBuf;

use texvisa_ir::source::Location;

use crate::Import;

/// Something about a module: why part of it is not imported, or what was assumed in importing it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kernel, empty where it is about the module.
    pub kernel: String,
    /// The instruction as IR text has it, where it is about one.
    pub instruction: Option<String>,
    /// Where that instruction stands in the source, by its debug information.
    pub location: Location,
    /// What there is to say.
    pub message: String,
}

impl fmt::Display for Diagnostic {
    /// `12:5: kernel k: no operation for this: %x = frem float %a, %b`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.location.is_known() {
            write!(f, "{}: ", self.location)?;
        }
        if !self.kernel.is_empty() {
            write!(f, "kernel {}: ", self.kernel)?;
        }
        f.write_str(&self.message)?;
        match &self.instruction {
            Some(instruction) => write!(f, ": {instruction}"),
            None => Ok(()),
        }
    }
}

/// Why a module is not imported, or not all of it.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The bytes are neither IR text nor bitcode of LLVM 14.
    #[error("{name}: LLVM cannot read it: {message}")]
    Parse {
        /// The name that the bytes were given.
        name: String,
        /// What LLVM says.
        message: String,
    },
    /// LLVM's verifier refuses the module.
    #[error("{name}: LLVM's verifier refuses the module: {message}")]
    Invalid {
        /// The name that the bytes were given.
        name: String,
        /// What LLVM says.
        message: String,
    },
    /// No function is a kernel.
    #[error("{name}: no function of the module has the calling convention spir_kernel")]
    NoKernel {
        /// The name that the bytes were given.
        name: String,
    },
    /// At least one kernel has something that texvisa does not import.
    #[error(transparent)]
    Unsupported(Box<UnsupportedKernels>),
}

/// Everything that is not imported, and what is.
#[derive(Debug, thiserror::Error)]
pub struct UnsupportedKernels {
    /// The name that the bytes were given.
    pub name: String,
    /// The reasons, in the order of the module; at least one.
    pub diagnostics: Vec<Diagnostic>,
    /// The kernels that nothing stands against.
    pub rest: Import,
}

impl fmt::Display for UnsupportedKernels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: not imported:", self.name)?;
        self.diagnostics.iter().try_for_each(|diagnostic| write!(f, "\n{diagnostic}"))
    }
}
