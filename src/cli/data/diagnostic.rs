//! Diagnostics as data.

use serde::{Deserialize, Serialize};
use texvisa::ir::source::Location;

/// A diagnostic: an error, or a remark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DiagnosticRecord {
    /// How bad it is.
    pub severity: Severity,
    /// What kind of thing it is.
    pub rule: DiagnosticRule,
    /// What there is to say. For people: its wording may change.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The file, as the command line names it.
    pub file: Option<String>,
    /// The kernel, where it is about one.
    pub kernel: Option<String>,
    /// Where in the file.
    pub range: Option<RangeRecord>,
}

/// How bad something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// It keeps a kernel, a file or the run from succeeding.
    Error,
    /// It does not.
    Remark,
}

/// A character of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LocationRecord {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, counted in characters.
    pub column: u32,
}

impl LocationRecord {
    /// A location that is known.
    pub fn new(location: Location) -> Option<LocationRecord> {
        location.is_known().then_some(LocationRecord { line: location.line, column: location.column })
    }
}

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RangeRecord {
    /// Its first character.
    pub start: LocationRecord,
    /// The character behind its last; `start` itself where only that is known.
    pub end: LocationRecord,
}

impl RangeRecord {
    /// From one known location to another.
    pub fn new(start: Location, end: Location) -> RangeRecord {
        let [start, end] = [start, end].map(|Location { line, column }| LocationRecord { line, column });
        RangeRecord { start, end }
    }
}

macro_rules! rules {
    ($($(#[doc = $doc:literal])* $rule:ident $id:literal $says:literal,)*) => {
        /// The kinds of diagnostics.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        pub enum DiagnosticRule { $(#[doc = $says] #[serde(rename = $id)] $rule,)* }

        impl DiagnosticRule {
            /// Every kind, in the order of the table.
            pub const ALL: &'static [DiagnosticRule] = &[$(DiagnosticRule::$rule),*];

            /// Its name.
            pub const fn id(self) -> &'static str {
                match self { $(DiagnosticRule::$rule => $id),* }
            }

            /// What it means, in a sentence.
            pub const fn says(self) -> &'static str {
                match self { $(DiagnosticRule::$rule => $says),* }
            }
        }
    };
}

rules! {
    Syntax          "syntax"           "The text does not follow its grammar.",
    Invalid         "invalid"          "The module breaks a rule of its language.",
    Unsupported     "unsupported"      "texvisa does not compile this kernel for this platform.",
    Defect          "defect"           "texvisa or LLVM failed. Please report it with the source.",
    Difference      "difference"       "A check found that the result does not do what its source says, or could not execute it.",
    NothingCompared "nothing-compared" "A check compared nothing.",
    Case            "case"             "A conformance case cannot be read, or failed.",
    Input           "input"            "A file cannot be read or written.",
    CommandLine     "command-line"     "The command line asks for something that there is not.",
    Pass            "pass"             "A pass of the compiler changed this instruction.",
    Import          "import"           "The importer understood something in a way that is worth knowing.",
    Evidence        "evidence"         "The platform is known from its documents alone.",
    Spill           "spill"            "The kernel needs more registers than there are.",
    NotExecuted     "not-executed"     "The emulator cannot execute the kernel, so that it was checked symbolically alone.",
    Undefined       "undefined"        "The source does what has no defined result.",
    Override        "override"         "The command line overrides what the file says.",
}
