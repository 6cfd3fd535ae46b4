//! The main function of test targets that make their tests at run time.
//!
//! It runs the tests as every test target of cargo does (`libtest-mimic`), and besides:
//!
//! - It times each test.
//! - A test may [`count`] what it compared. The counts of a target are printed, and the target fails where one is below
//!   its floor in `test/floors.txt`. Floors hold for whole runs: not with a filter, and not where the environment
//!   chose another size.
//! - `TEXVISA_RECORD` names a file to which each finished test appends a line: outcome, target, test, milliseconds,
//!   counts, with tabs between them. With `TEXVISA_RESUME`, a test that passed according to that file is not run
//!   again, and its counts are taken from there.
//! - `TEXVISA_WORLD` chooses the large [`size`] of each target: `./x world` instead of `./x test`.

mod counts;
mod floors;
mod record;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Instant;

use libtest_mimic::{Arguments, Completion, Conclusion, Failed, Trial};

use texvisa_emulator::refine::Summary;

use crate::oracle;
use counts::Counts;
use record::{Line, Record};

/// The count of a target's tests that passed, which every target has.
const TESTS: &str = "tests";

static RECORD: OnceLock<Record> = OnceLock::new();
static TOTAL: Mutex<Counts> = Mutex::new(BTreeMap::new());
/// Whether the target has another size than its floors are for.
static IS_RESIZED: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// What the test of this thread has counted so far.
    static CURRENT: RefCell<Counts> = const { RefCell::new(BTreeMap::new()) };
}

/// Whether this run is `./x world`.
pub fn is_world() -> bool {
    std::env::var_os("TEXVISA_WORLD").is_some()
}

/// How many seeds, inputs or states a target takes: `sample` in `./x test`, `world` in `./x world`, unless the
/// environment variable `variable` has a number.
pub fn size(variable: &str, sample: u64, world: u64) -> u64 {
    match std::env::var(variable).ok().and_then(|text| text.parse().ok()) {
        Some(size) => {
            resize();
            size
        }
        None if is_world() => world,
        None => sample,
    }
}

/// Says that this run is not the whole target, so that its counts are not held to their floors.
pub fn resize() {
    IS_RESIZED.store(true, Ordering::Relaxed);
}

/// Adds to a count of the target. It belongs to the test that runs on this thread.
pub fn count(name: &str, number: u64) {
    CURRENT.with_borrow_mut(|counts| *counts.entry(name.to_owned()).or_default() += number);
}

/// Adds to a count of the target what no test of its own has counted, once all have ended: see [`run_then`].
pub fn count_of_target(name: &str, number: u64) {
    add(&Counts::from([(name.to_owned(), number)]));
}

/// Counts what a check by differential execution compared, and what it did not.
pub fn count_check(summary: &Summary) {
    count("trials compared", summary.trials.into());
    count("trials not compared", summary.uncompared_trials().into());
    count("bytes compared", summary.compared_bytes);
    count("bytes not compared", summary.uncompared_bytes.total());
    count("stores compared", summary.compared_stores);
    count("messages compared", summary.compared_messages);
    count("trials with stores or messages not compared", summary.partial_trials.into());
}

/// Counts a check.
///
/// # Errors
///
/// It compared nothing, or less than [`FEW_BYTES`](texvisa_emulator::refine::FEW_BYTES) of a kernel that wrote as many.
pub fn judge_check(summary: &Summary) -> Result<(), Failed> {
    count_check(summary);
    let Summary { compared_bytes, uncompared_bytes, .. } = summary;
    match summary.is_short() || *compared_bytes == 0 {
        true => Err(format!("{compared_bytes} bytes were compared, {uncompared_bytes}").into()),
        false => Ok(()),
    }
}

/// A test.
pub fn test(name: impl Into<String>, body: impl FnOnce() -> Result<(), Failed> + Send + 'static) -> Trial {
    test_or_skip(name, move || body().map(|()| Completion::Completed))
}

/// A test that may find that it cannot run on this machine: see [`Oracle::missing`](crate::oracle::Oracle::missing).
pub fn test_or_skip(
    name: impl Into<String>,
    body: impl FnOnce() -> Result<Completion, Failed> + Send + 'static,
) -> Trial {
    let name = name.into();
    let title = name.clone();
    Trial::ignorable_test(name, move || timed(&title, body))
}

/// The only test of a target that is built without the feature `llvm` and does nothing without it: it is skipped.
pub fn built_without_llvm(target: &str) -> Trial {
    test_or_skip(target, oracle::built_without_llvm)
}

fn timed(test: &str, body: impl FnOnce() -> Result<Completion, Failed>) -> Result<Completion, Failed> {
    if let Some(counts) = RECORD.get().and_then(|record| record.passed(test)) {
        add(counts);
        return Ok(Completion::Completed);
    }
    CURRENT.take();
    let start = Instant::now();
    let result = body();
    let mut counts = CURRENT.take();
    let outcome = match &result {
        Ok(Completion::Completed) => record::PASSED,
        Ok(Completion::Ignored { .. }) => "skipped",
        Err(_) => "failed",
    };
    if outcome == record::PASSED {
        counts.insert(TESTS.to_owned(), 1);
    }
    add(&counts);
    if let Some(record) = RECORD.get() {
        record.append(&Line { outcome, test, milliseconds: start.elapsed().as_millis(), counts })?;
    }
    result
}

fn add(counts: &Counts) {
    let mut total = TOTAL.lock().unwrap_or_else(PoisonError::into_inner);
    counts.iter().for_each(|(name, number)| *total.entry(name.clone()).or_default() += number);
}

/// How a run went, for what a target says at its end.
#[derive(Clone, Copy, Debug)]
pub struct RunState {
    /// Every test ran, with the inputs that the target has by default.
    pub is_whole: bool,
    /// A test failed.
    pub has_failed: bool,
}

/// Runs the tests of `target` that the command line asks for, and says how to exit.
pub fn run(target: &'static str, trials: Vec<Trial>) -> ExitCode {
    run_then(target, trials, |_| true)
}

/// Like [`run`]. `summarize` is called after the last test, unless tests are only listed; where it returns `false`, the
/// target has failed.
pub fn run_then(target: &'static str, trials: Vec<Trial>, summarize: impl FnOnce(RunState) -> bool) -> ExitCode {
    let arguments = Arguments::from_args();
    match start(target).map(|()| finish(target, &arguments, libtest_mimic::run(&arguments, trials), summarize)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn start(target: &'static str) -> Result<(), String> {
    oracle::required()?;
    if let Some(record) = Record::of_environment(target)? {
        // A process has one target.
        let _ = RECORD.set(record);
    }
    Ok(())
}

fn finish(
    target: &str,
    arguments: &Arguments,
    conclusion: Conclusion,
    summarize: impl FnOnce(RunState) -> bool,
) -> bool {
    let has_failed = conclusion.has_failed();
    if arguments.list {
        return !has_failed;
    }
    let is_filtered = arguments.filter.is_some() || !arguments.skip.is_empty() || arguments.ignored;
    let is_whole = !is_filtered && !IS_RESIZED.load(Ordering::Relaxed);
    let is_good = summarize(RunState { is_whole, has_failed });
    let total = TOTAL.lock().unwrap_or_else(PoisonError::into_inner);
    let (report, is_enough) = floors::judge(target, &total, is_whole, is_world());
    println!("{report}");
    // A test that failed counted nothing: the failure is what there is to say.
    is_good && !has_failed && is_enough
}
