//! `texvisa check`.

use texvisa::check::{self, CheckError};
use texvisa::emulator::refine::RefineError;
use texvisa::ir::source::Location;

use crate::arguments::CheckArguments;
use crate::diagnostic::{Failure, Problem, counted, print, remark};
use crate::selection::{self, Selected};

/// Runs the command.
pub fn run(arguments: &CheckArguments) -> Result<(), Failure> {
    let options = check::TrialOptions {
        seed: arguments.seed,
        trials: arguments.trials,
        precision: arguments.precision.into(),
        ..check::TrialOptions::default()
    };
    selection::for_each(&arguments.selection, false, |selected| {
        let report = check::check(&selected.input.module, selected.id, &selected.compiled, &options)
            .map_err(|error| vec![problem(selected, &error)])?;
        let execution = report.execution;
        if let Some(reason) = execution.nothing_compared() {
            let message = format!("kernel `{}`: {reason}", selected.kernel);
            let help =
                "give it other inputs with --seed, or more with --trials; `texvisa run` takes inputs of your own";
            return Err(vec![selected.input.problem(message, Location::UNKNOWN).help(help)]);
        }
        let symbolic = report.symbolic;
        let seen = if execution.writes {
            format!("{} compared, {}", counted(execution.compared_bytes, "byte", "bytes"), execution.uncompared_bytes)
        } else {
            "the kernel writes nothing".to_owned()
        };
        let uncompared: String =
            execution.uncompared.iter().map(|trials| format!("  not compared: {trials}\n")).collect();
        let text = format!(
            "{}: no difference
  symbolic: {} with {}, {}, {} on edges
  execution: {}, {seen}
{uncompared}",
            selected.title(),
            counted(symbolic.messages as u64, "message", "messages"),
            counted(symbolic.slots as u64, "parameter", "parameters"),
            counted(symbolic.accesses as u64, "access", "accesses"),
            counted(symbolic.edge_copies as u64, "copy", "copies"),
            counted(execution.trials.into(), "trial", "trials"),
        );
        print(&text).map_err(|problem| vec![problem])
    })
}

/// The result of `make`, if the symbolic check of the selected kernel succeeds, as it must for every output.
pub fn symbolically_checked<T: Send>(
    selected: &Selected<'_>,
    make: impl FnOnce() -> T + Send,
) -> Result<T, Vec<Problem>> {
    check::symbolically_checked(&selected.input.module, &selected.compiled, make)
        .map_err(|error| vec![problem(selected, &error)])
}

/// Executes the result in a few trials, as `texvisa compile` does by default, after the symbolic check. A kernel that the
/// emulator cannot interpret is no error here, nor is one of which nothing could be compared: a remark says so.
pub fn execute_briefly(selected: &Selected<'_>) -> Result<(), Vec<Problem>> {
    let options = check::TrialOptions { trials: COMPILE_TRIALS, ..check::TrialOptions::default() };
    match check::execute(&selected.input.module, selected.id, &selected.compiled, &options) {
        Ok(summary) => {
            if let Some(reason) = summary.nothing_compared() {
                let message = format_args!("kernel `{}`: {reason}", selected.kernel);
                remark(&selected.input.name, Location::UNKNOWN, message);
            }
            Ok(())
        }
        Err(RefineError::Interpreter(error)) => {
            remark(&selected.input.name, Location::UNKNOWN, format_args!("not executed: {error}"));
            Ok(())
        }
        Err(error) => Err(vec![problem(selected, &error.into())]),
    }
}

/// Enough trials to notice a wrong message, and few enough to take little time.
const COMPILE_TRIALS: u32 = 4;

fn problem(selected: &Selected<'_>, error: &CheckError) -> Problem {
    Problem::new(format!("{}: {error}", selected.title()))
}
