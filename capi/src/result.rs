//! What functions of the interface return.

use std::ffi::CString;

use compiler::ir::source::Location;

use crate::types::{
    TEXVISA_ARGUMENT, TEXVISA_BUG, TEXVISA_DEFECT, TEXVISA_INPUT, TEXVISA_MISUSE, TEXVISA_OK, TEXVISA_REMARK,
    TexvisaStatus,
};

/// What a function returns besides its status. Only functions of this interface look into it.
pub struct TexvisaResult {
    pub(crate) diagnostics: Vec<OwnedDiagnostic>,
    pub(crate) text: Vec<u8>,
    pub(crate) binary: Vec<u8>,
    pub(crate) plan: Option<OwnedPlan>,
}

/// A diagnostic that a result owns.
pub struct OwnedDiagnostic {
    pub kind: u32,
    pub location: Location,
    pub message: CString,
    pub help: CString,
}

impl OwnedDiagnostic {
    /// A diagnostic; what stands behind the first semicolon of `message` is its help.
    pub fn new(kind: u32, location: Location, message: &str) -> OwnedDiagnostic {
        let (message, help) = message.split_once("; ").unwrap_or((message, ""));
        OwnedDiagnostic { kind, location, message: c_string(message), help: c_string(help) }
    }
}

/// The plan that a result owns.
pub struct OwnedPlan {
    pub name: CString,
    pub slots: CString,
    pub notes: CString,
    pub messages: u32,
    pub returned: u32,
}

/// Why there is nothing to return.
pub struct Refusal(pub Vec<OwnedDiagnostic>);

impl Refusal {
    /// What a caller passed that is not allowed.
    pub fn misuse(message: impl AsRef<str>) -> Refusal {
        Refusal(vec![OwnedDiagnostic::new(TEXVISA_MISUSE, Location::UNKNOWN, message.as_ref())])
    }

    /// One diagnostic without a location.
    pub fn of(kind: u32, message: impl AsRef<str>) -> Refusal {
        Refusal(vec![OwnedDiagnostic::new(kind, Location::UNKNOWN, message.as_ref())])
    }
}

impl TexvisaResult {
    /// One with nothing but diagnostics.
    pub fn of_diagnostics(diagnostics: Vec<OwnedDiagnostic>) -> TexvisaResult {
        TexvisaResult { diagnostics, text: vec![0], binary: vec![0], plan: None }
    }

    /// The status that goes with it.
    pub fn status(&self) -> TexvisaStatus {
        let has = |kind: u32| self.diagnostics.iter().any(|diagnostic| diagnostic.kind == kind);
        if has(TEXVISA_BUG) {
            TEXVISA_DEFECT
        } else if has(TEXVISA_MISUSE) {
            TEXVISA_ARGUMENT
        } else if self.diagnostics.iter().any(|diagnostic| diagnostic.kind != TEXVISA_REMARK) {
            TEXVISA_INPUT
        } else {
            TEXVISA_OK
        }
    }
}

/// The bytes, with a zero byte behind them.
pub fn terminated(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.push(0);
    bytes
}

/// Text for the caller, up to its first zero byte.
pub fn c_string(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}
