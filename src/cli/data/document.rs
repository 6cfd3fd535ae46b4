//! The document of a run.

use serde::Serialize;

#[cfg(test)]
use super::{cases::CaseRecord, diagnostic::DiagnosticRecord, kernel::KernelRecord};
#[cfg(test)]
use crate::report::SummaryLine;

/// The commands that write documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum RunKind {
    /// `texvisa compile`.
    Compile,
    /// `texvisa check`.
    Check,
    /// `texvisa explain`.
    Explain,
    /// `texvisa cases`.
    Cases,
}

impl RunKind {
    /// The command's name.
    pub const fn name(self) -> &'static str {
        match self {
            RunKind::Compile => "compile",
            RunKind::Check => "check",
            RunKind::Explain => "explain",
            RunKind::Cases => "cases",
        }
    }
}

/// The document of a run: one for each call of the tool. `RunDocument` writes it piece by piece.
#[cfg(test)]
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct Document<R> {
    /// The version of the form, 1.
    pub version: u32,
    /// The version of texvisa.
    pub texvisa: &'static str,
    /// The command.
    pub command: RunKind,
    /// The kernels that it worked on, in the order of the files' names; none of `cases`.
    pub kernels: Vec<KernelRecord<R>>,
    /// The cases that were run; none of other commands.
    pub cases: Vec<CaseRecord>,
    /// What there is to say, in the same order.
    pub diagnostics: Vec<DiagnosticRecord>,
    /// What is counted; `null` of `cases`, of `check --against`, and of a run that could not begin.
    pub summary: Option<SummaryLine>,
    /// The exit status.
    pub exit: u8,
}
