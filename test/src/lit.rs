//! Tests that are written down in the comments of files, as tests of a target: `texvisa-lit` runs them.

use libtest_mimic::{Completion, Failed, Trial};
use texvisa_lit::{Feature, LitTest, Outcome, Suite, SuiteError};

use crate::oracle::Oracle;
use crate::{bless, harness};

/// The tests of a suite.
///
/// # Errors
///
/// Those of [`Suite::tests`].
pub fn trials(suite: Suite) -> Result<Vec<Trial>, SuiteError> {
    Ok(suite.updating(bless::is_asked(), bless::HOW).tests()?.into_iter().map(trial).collect())
}

fn trial(test: LitTest) -> Trial {
    harness::test_or_skip(test.name().to_owned(), move || completion(test.run()))
}

/// What a test target says of a test that ended so. What the environment requires must not be missing.
fn completion(outcome: Result<Outcome, String>) -> Result<Completion, Failed> {
    match outcome? {
        Outcome::Passed => Ok(Completion::Completed),
        Outcome::Skipped { reason, missing: Some(feature) } => oracle(feature).missing(reason),
        Outcome::Skipped { reason, missing: None } => Ok(Completion::ignored_with(reason)),
    }
}

/// The oracle that a feature is.
const fn oracle(feature: Feature) -> Oracle {
    match feature {
        Feature::Llvm => Oracle::Llvm,
        Feature::Finalizer => Oracle::Finalizer,
        Feature::Plugin => Oracle::Plugin,
    }
}
