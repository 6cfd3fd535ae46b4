//! `texvisa check`.

use texvisa::check::{self, CheckError};
use texvisa::emulator::refine::RefineError;
use texvisa::ir::source::Location;

use crate::arguments::CheckArguments;
use crate::diagnostic::{Failure, Problem, counted, print, remark};
use crate::selection::{self, Selected};

/// Runs the command.
pub fn run(arguments: &CheckArguments) -> Result<(), Failure> {
    let options = check::Options {
        seed: arguments.seed,
        rounds: arguments.rounds,
        precision: arguments.precision.into(),
        ..check::Options::default()
    };
    selection::for_each(&arguments.selection, false, |selected| {
        let report = check::check(&selected.input.module, selected.id, &selected.compiled, &options)
            .map_err(|error| vec![problem(selected, &error)])?;
        let execution = report.execution;
        if let Some(shortcoming) = execution.shortcoming() {
            let message = format!("kernel `{}`: {shortcoming}", selected.kernel);
            return Err(vec![selected.input.problem(message, Location::UNKNOWN)]);
        }
        let symbolic = report.symbolic;
        let seen = if execution.writes {
            format!("{} compared, {}", counted(execution.compared, "byte", "bytes"), execution.undefined)
        } else {
            "the kernel writes nothing".to_owned()
        };
        let skipped: String = execution.skipped.iter().map(|skipped| format!("  skipped: {skipped}\n")).collect();
        let text = format!(
            "{}: no difference
  symbolic: {} with {}, {}, {} on edges
  execution: {}, {seen}
{skipped}",
            selected.title(),
            counted(symbolic.messages as u64, "message", "messages"),
            counted(symbolic.slots as u64, "parameter", "parameters"),
            counted(symbolic.accesses as u64, "access", "accesses"),
            counted(symbolic.edge_copies as u64, "copy", "copies"),
            counted(execution.rounds.into(), "input", "inputs"),
        );
        print(&text).map_err(|problem| vec![problem])
    })
}

/// What `make` makes of a result, if its messages are proved, as those of every output are.
pub fn proved<T: Send>(selected: &Selected<'_>, make: impl FnOnce() -> T + Send) -> Result<T, Vec<Problem>> {
    let proved = check::proved(&selected.input.module, &selected.compiled, make);
    proved.map_err(|error| vec![problem(selected, &error)])
}

/// Executes the result, which is proved, a few times, as `texvisa compile` does by default. A kernel that the emulator
/// cannot interpret is no error here, nor is one of which nothing could be compared; a remark says so.
pub fn execute_briefly(selected: &Selected<'_>) -> Result<(), Vec<Problem>> {
    let options = check::Options { rounds: COMPILE_ROUNDS, ..check::Options::default() };
    match check::execute(&selected.input.module, selected.id, &selected.compiled, &options) {
        Ok(summary) => {
            if let Some(shortcoming) = summary.shortcoming() {
                let message = format_args!("kernel `{}`: {shortcoming}", selected.kernel);
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

/// Enough to see a wrong message, few enough not to be noticed.
const COMPILE_ROUNDS: u32 = 4;

fn problem(selected: &Selected<'_>, error: &CheckError) -> Problem {
    Problem::new(format!("{}: {error}", selected.title()))
}
