//! What is wrong with a document.

use std::collections::BTreeMap;

/// Something wrong with a document, at the place that it has in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct CaseProblem {
    /// A path of JSON: `cases[3].params[1][2]`, behind it the name of the case.
    pub place: String,
    /// What was given, and what is allowed.
    pub what: String,
}

impl CaseProblem {
    pub(super) fn new(place: impl Into<String>, what: impl ToString) -> CaseProblem {
        CaseProblem { place: place.into(), what: what.to_string() }
    }
}

/// The entries of one kind: each by its name, or what is wrong with it.
pub(super) type Entries<T> = BTreeMap<String, Result<T, CaseProblem>>;
