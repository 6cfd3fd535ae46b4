//! `texvisa cases`.

use std::fmt::{Display, Write};

use texvisa::emulator::cases::{CaseFailure, CaseOptions, DocumentError, Suite};
use texvisa::emulator::unit::Semantics;
use texvisa::ir::source::Location;

use crate::arguments::CasesArguments;
use crate::data::{CaseRecord, DiagnosticRule, RunKind};
use crate::diagnostic::{self, Failure, Problem, printable};
use crate::input;
use crate::run_document::RunDocument;

/// The help on `--choice`; that of `cases` ends in it.
pub fn help() -> String {
    let mut text =
        "Values of --choice, the default first (of mcs16 and anisotropic that of `run`; cases are written for low_halves and \
         linear):"
            .to_owned();
    for (name, values, says) in Semantics::choices() {
        text.push_str(&format!("\n  {name:<22}{values}: {says}"));
    }
    text
}

/// Applies every `--choice`.
///
/// # Errors
///
/// What is no choice.
pub fn choose(given: &[String], semantics: &mut Semantics) -> Result<(), Failure> {
    for choice in given {
        let wrong = |what: String| Failure::usage(format!("--choice {choice}: {what}"));
        let (name, value) = choice.split_once('=').ok_or_else(|| wrong("expected NAME=VALUE".to_owned()))?;
        semantics.set(name, value).map_err(|error| wrong(error.to_string()))?;
    }
    Ok(())
}

/// Differences of one case that are shown; the rest is counted.
const SHOWN: usize = 8;

/// Runs the command.
pub fn run(arguments: &CasesArguments) -> Result<(), Failure> {
    let mut document = RunDocument::new(RunKind::Cases, arguments.format);
    let result = run_cases(arguments, &mut document);
    document.finish(result)
}

fn run_cases(arguments: &CasesArguments, document: &mut RunDocument) -> Result<(), Failure> {
    let (name, bytes) = input::bytes(&arguments.input)?;
    let text = input::text(&name, bytes)?;
    let suite = Suite::read(&text).map_err(|error| unread(&name, text, &error))?;
    let mut options = CaseOptions { precision: arguments.precision.into(), ..CaseOptions::default() };
    choose(&arguments.choice, &mut options.semantics)?;
    // They fail those cases that need what they are about, and no other.
    let of_case = |problem: &dyn Display| Problem::new(problem).of(DiagnosticRule::Case).in_file(&name);
    let problems: Vec<Problem> = suite.problems().map(|problem| of_case(problem)).collect();
    document.problems(&problems);
    let (mut passed, mut failed) = (0u64, 0u64);
    let mut report = String::new();
    for case in suite.cases() {
        let result = case.run(&options);
        *if result.is_ok() { &mut passed } else { &mut failed } += 1;
        if !document.is_text() {
            document.case(CaseRecord::new(case.id(), &result));
        }
        if let Err(failure) = result {
            describe(&mut report, case.id(), &failure);
            if document.is_text() {
                diagnostic::print(&report).map_err(|problem| Failure::Input(vec![problem]))?;
            } else {
                document.problems(&[of_case(&report.trim_end())]);
            }
            report.clear();
        }
    }
    if document.is_text() {
        diagnostic::print(&format!("{passed} passed, {failed} failed\n"))
            .map_err(|problem| Failure::Input(vec![problem]))?;
    }
    if failed == 0 {
        return Ok(());
    }
    let of = diagnostic::counted(passed + failed, "case", "cases");
    Err(Failure::Input(vec![of_case(&format_args!("{failed} of {of} failed"))]))
}

/// A text without cases, with the span of it that shows that.
fn unread(name: &str, text: String, error: &DocumentError) -> Failure {
    let problem = Problem::new(error).of(DiagnosticRule::Case);
    Failure::Input(vec![match error {
        DocumentError::Syntax { line, column, .. } => {
            let [line, column] = [*line, (*column).max(1)].map(|place| u32::try_from(place).unwrap_or(u32::MAX));
            problem.at_location(&diagnostic::source(name, text), Location { line, column })
        }
        _ => problem.in_file(name),
    }])
}

/// The case and why it failed, a line a difference.
fn describe(report: &mut String, id: &str, failure: &CaseFailure) {
    let id = printable(id, false);
    // Writing to a string cannot fail.
    let _ = match failure {
        CaseFailure::Case(error) => writeln!(report, "{id}: failed\n  {}", printable(&error.to_string(), false)),
        CaseFailure::Differences(differences) => {
            let shown: String = differences.iter().take(SHOWN).map(|difference| format!("  {difference}\n")).collect();
            let more = differences.len().saturating_sub(SHOWN);
            let rest = if more > 0 { format!("  and {more} more\n") } else { String::new() };
            write!(report, "{id}: failed\n{shown}{rest}")
        }
    };
}
