//! What became of conformance cases, as data.

use serde::Serialize;
use texvisa::emulator::cases::{CaseDifference, CaseFailure};

/// A case that was run.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CaseRecord {
    /// Its name.
    pub id: String,
    /// Whether it returned what it expects.
    pub passed: bool,
    /// Why it could not be run, where it could not.
    pub error: Option<String>,
    /// Where its response is another than expected.
    pub differences: Vec<CaseDifferenceRecord>,
}

/// Where a response is another than expected.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CaseDifferenceRecord {
    /// The channel and the lane, the null mask, or a byte of the destination.
    pub place: String,
    /// What is expected there.
    pub expected: String,
    /// What is there.
    pub found: String,
}

impl CaseRecord {
    /// The case of that name, which has that result.
    pub fn new(id: &str, result: &Result<(), CaseFailure>) -> CaseRecord {
        let (error, differences) = match result {
            Ok(()) => (None, Vec::new()),
            Err(CaseFailure::Case(error)) => (Some(error.to_string()), Vec::new()),
            Err(CaseFailure::Differences(differences)) => (None, differences.iter().map(Into::into).collect()),
        };
        CaseRecord { id: id.to_owned(), passed: result.is_ok(), error, differences }
    }
}

impl From<&CaseDifference> for CaseDifferenceRecord {
    fn from(CaseDifference { place, expected, found }: &CaseDifference) -> CaseDifferenceRecord {
        CaseDifferenceRecord { place: place.clone(), expected: expected.clone(), found: found.clone() }
    }
}
