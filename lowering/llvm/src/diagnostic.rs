//! Diagnostics of the importer: errors and remarks about one kernel or instruction.

use std::fmt;

use texvisa_ir::source::Location;

/// Something about a module: why part of it is not imported, or what was assumed in importing it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kernel, empty where it is about the module.
    pub kernel: String,
    /// The instruction as IR text has it, where it is about one.
    pub instruction: Option<String>,
    /// Where that instruction stands in the source, by its debug information.
    pub location: Location,
    /// Whether texvisa is at fault, not the module.
    pub is_defect: bool,
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
