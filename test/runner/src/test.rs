//! One test, from its file to its verdict.

use std::cell::RefCell;
use std::path::Path;

use super::directive::{Directives, RunLine};
use super::execute::{Executor, Program};
use super::feature::Feature;
use super::filecheck;
use super::shell::{self, Pipeline, Substitutions};
use super::suite::Suite;
use super::update::rewritten;
use crate::process::find_in_path;

/// How often a test is updated: two commands may disagree about the same lines.
const MOST_UPDATES: u32 = 4;

/// How a test ended that has not failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It passed.
    Passed,
    /// It was not run.
    Skipped {
        /// Why.
        reason: String,
        /// The feature that it lacks, where it lacks one.
        missing: Option<Feature>,
    },
}

impl Outcome {
    fn without(feature: Feature, reason: impl Into<String>) -> Outcome {
        Outcome::Skipped { reason: reason.into(), missing: Some(feature) }
    }
}

/// The pipelines of each `RUN:` line.
type Runs<'d> = Vec<(&'d RunLine, Vec<Pipeline>)>;

/// Runs the test in `file`.
///
/// # Errors
///
/// The test failed, or makes no sense; the message says where and why.
pub(super) fn run(suite: &Suite, file: &Path) -> Result<Outcome, String> {
    run_and_update(suite, file, MOST_UPDATES)
}

/// Runs the test. Where that is asked for, its checks are updated at most `updates` times.
fn run_and_update(suite: &Suite, file: &Path, updates: u32) -> Result<Outcome, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let directives = Directives::read(&text).map_err(|error| error.to_string())?;
    let temporary = tempfile::tempdir().map_err(|error| format!("a temporary folder: {error}"))?;
    let stem = file.file_stem().map_or("test".into(), |stem| stem.to_string_lossy());
    let substitutions = Substitutions {
        file: file.display().to_string(),
        folder: file.parent().unwrap_or(Path::new(".")).display().to_string(),
        temporary: temporary.path().join(&*stem).display().to_string(),
        named: suite.substitutions.clone(),
    };
    let mut runs = Runs::new();
    for run in &directives.runs {
        let pipelines = shell::parse(&run.text, &substitutions)
            .map_err(|error| format!("line {}: {error}: {}", run.line, run.text))?;
        runs.push((run, pipelines));
    }
    let missing_program = check_commands(&directives, &runs)?;
    if let Some(feature) = directives.requires.iter().find(|feature| !suite.has(**feature)) {
        return Ok(Outcome::without(*feature, feature.absence()));
    }
    if let Some(feature) = directives.unsupported.iter().find(|feature| suite.has(**feature)) {
        let reason = format!("not for machines with {}", feature.name());
        return Ok(Outcome::Skipped { reason, missing: None });
    }
    if let Some((name, feature)) = missing_program {
        return Ok(Outcome::without(feature, format!("`{name}` is not installed")));
    }
    let mismatch = RefCell::new(None);
    let executor =
        Executor { texvisa: &suite.texvisa, folder: temporary.path(), limit: suite.limit, mismatch: &mismatch };
    let failure = runs.iter().find_map(|(run, pipelines)| {
        let failure = pipelines.iter().find_map(|pipeline| executor.run(pipeline).err())?;
        Some(format!("{}:{}: RUN: {}\n{failure}", file.display(), run.line, run.text))
    });
    match (failure, directives.expected_failure) {
        (None, false) | (Some(_), true) => Ok(Outcome::Passed),
        (Some(failure), false) => {
            let found = mismatch.take().filter(|found| found.checks == file);
            match found.and_then(|found| rewritten(&text, &found.prefixes, &found.text)) {
                Some(rewritten) if suite.is_updating && updates > 0 => {
                    std::fs::write(file, rewritten).map_err(|error| format!("{}: {error}", file.display()))?;
                    // Another command of the test may fail now.
                    run_and_update(suite, file, updates - 1)
                }
                Some(_) => Err(format!("{failure}the `-NEXT` lines of the test differ; {}", suite.how_to_update)),
                None => Err(failure),
            }
        }
        (None, true) => Err("the test passed, but is expected to fail (XFAIL)".into()),
    }
}

/// Looks at every command before the first is run. Returns a program that the test may run and that is not installed,
/// with the feature that it belongs to.
///
/// # Errors
///
/// An unknown command, one that the test's `REQUIRES:` does not allow, or a check whose prefix no command names.
fn check_commands(directives: &Directives, runs: &Runs<'_>) -> Result<Option<(&'static str, Feature)>, String> {
    let mut prefixes = Vec::new();
    let mut missing = None;
    if let Some((run, _)) = runs.iter().find(|(run, _)| run.text.contains("%{plugin}"))
        && !directives.requires.contains(&Feature::Plugin)
    {
        return Err(format!("line {}: `%{{plugin}}` stands in tests that have `REQUIRES: plugin`", run.line));
    }
    let commands = runs.iter().flat_map(|(run, pipelines)| pipelines.iter().flatten().map(move |it| (run.line, it)));
    for (line, command) in commands {
        let at_line = |message: String| format!("line {line}: {message}");
        match Program::named(&command.words[0]).map_err(at_line)? {
            Program::FileCheck => prefixes.extend(filecheck::prefixes(&command.words[1..]).map_err(at_line)?),
            Program::External(name, feature) => {
                if !directives.requires.contains(&feature) {
                    let feature = feature.name();
                    return Err(at_line(format!("`{name}` runs in tests that have `REQUIRES: {feature}`")));
                }
                if find_in_path(name).is_none() {
                    missing = Some((name, feature));
                }
            }
            Program::Texvisa | Program::Builtin(_) => {}
        }
    }
    prefixes.sort();
    prefixes.dedup();
    directives.expect_prefixes(&prefixes).map_err(|error| error.to_string())?;
    Ok(missing)
}
