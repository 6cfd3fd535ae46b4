//! What leaves the tool as JSON. `docs/json.md` describes it; `docs/json.schema.json` is its JSON Schema, generated from these
//! types.
//!
//! Every document has a `version`. A field is never absent: where there is nothing to say, it is `null` or an empty list.

mod cases;
mod check;
mod cost;
mod diagnostic;
mod document;
mod kernel;
mod operation;
mod sarif;

pub use cases::CaseRecord;
pub use check::CheckRecord;
pub use cost::CostRecord;
pub use diagnostic::{DiagnosticRecord, DiagnosticRule, LocationRecord, RangeRecord, Severity};
pub use document::RunKind;
pub use kernel::{EmittedRecord, KernelRecord};
pub use operation::{ExplainRecord, OperationRecord, SendRecord, SourceRecord};
pub use sarif::log;

/// The version of every document. Fields are only added within a version.
pub const VERSION: u32 = 1;

#[cfg(test)]
mod schema;
