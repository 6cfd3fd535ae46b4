//! `texvisa check`.

use texvisa::SpilledForm;
use texvisa::check::{self, CheckError};
use texvisa::emulator::refine::{RefineError, Summary};
use texvisa::ir::source::Location;

use crate::arguments::{CheckArguments, OutputFormat};
use crate::batch;
use crate::data::{CheckRecord, DiagnosticRule, RunKind};
use crate::diagnostic::{Failure, Problem, counted};
use crate::input::Input;
use crate::selection::{KernelFault, Selected, set_result};
use crate::transcript::Transcript;

/// Runs the command.
pub fn run(arguments: &CheckArguments) -> Result<(), Failure> {
    let options = options(arguments);
    batch::run(RunKind::Check, &arguments.selection, &arguments.batch, false, None, &|selected, transcript| {
        let checked = check::check(&selected.input.module, selected.id, &selected.compiled, &options);
        if arguments.batch.format == OutputFormat::Json {
            let record = match &checked {
                Ok(report) => CheckRecord::new(Some(&report.symbolic), &report.execution),
                Err(error) => CheckRecord::of_error(error),
            };
            set_result(transcript, &record)?;
        }
        let report = checked.map_err(|error| KernelFault::failed(problem(selected, &error)))?;
        let execution = executed(&report.execution, selected.input, selected.kernel, arguments.branches)
            .map_err(KernelFault::failed)?;
        let symbolic = report.symbolic;
        let text = format!(
            "{}: no difference
  symbolic: {} with {}, {}, {} on edges
{execution}",
            selected.title(),
            counted(symbolic.messages as u64, "message", "messages"),
            counted(symbolic.slots as u64, "parameter", "parameters"),
            counted(symbolic.accesses as u64, "access", "accesses"),
            counted(symbolic.edge_copies as u64, "copy", "copies"),
        );
        transcript.print(text);
        Ok(None)
    })
}

/// The trials that a command line asks for.
pub fn options(arguments: &CheckArguments) -> check::TrialOptions {
    check::TrialOptions {
        seed: arguments.seed,
        trials: arguments.trials,
        further: arguments.trials.saturating_mul(FURTHER),
        precision: arguments.precision.into(),
        ..check::TrialOptions::default()
    }
}

/// What differential execution of a kernel of `input` compared, as lines; with `branches` those that were not taken both ways.
///
/// # Errors
///
/// It compared nothing.
pub fn executed(execution: &Summary, input: &Input, kernel: &str, branches: bool) -> Result<String, Problem> {
    if let Some(reason) = execution.nothing_compared() {
        let message = format!("kernel `{kernel}`: {reason}");
        let help = "give it other inputs with --seed, or more with --trials; `texvisa run` takes inputs of your own";
        return Err(input.problem(message, Location::UNKNOWN).of(DiagnosticRule::NothingCompared).help(help));
    }
    let seen = if execution.writes {
        format!("{} compared, {}", counted(execution.compared_bytes, "byte", "bytes"), execution.uncompared_bytes)
    } else {
        "the kernel writes nothing".to_owned()
    };
    let uncompared: String = execution.uncompared.iter().map(|trials| format!("  not compared: {trials}\n")).collect();
    let omitted = match execution.omitted_trials {
        0 => String::new(),
        count => format!("  not made: {}, as the others took long\n", counted(count.into(), "trial", "trials")),
    };
    let trials = |count: u32| counted(count.into(), "trial", "trials");
    let partial = match execution.partial_trials {
        0 => String::new(),
        count => format!(", not all of them in {}", trials(count)),
    };
    let stores = counted(execution.compared_stores, "store", "stores");
    let asks = counted(execution.compared_messages, "lane of a message", "lanes of messages");
    let accesses = format!("  on the way: {stores} and {asks} compared{partial}\n");
    let branches = if branches { self::branches(execution) } else { String::new() };
    Ok(format!("  execution: {}, {seen}\n{accesses}{omitted}{uncompared}{branches}", trials(execution.trials)))
}

/// How many branches were taken both ways, and which were not, as lines.
fn branches(execution: &Summary) -> String {
    let (count, one_way) = (execution.branches, &execution.one_way);
    let both = count.saturating_sub(one_way.len() as u64);
    let lines: String = one_way.iter().map(|branch| format!("  not both ways: {branch}\n")).collect();
    format!("  branches: {both} of {count} taken both ways\n{lines}")
}

/// The result of `make`, if the symbolic check of the selected kernel succeeds, as it must for every output.
pub fn symbolically_checked<T: Send>(
    selected: &Selected<'_>,
    make: impl FnOnce() -> T + Send,
) -> Result<T, KernelFault> {
    check::symbolically_checked(&selected.input.module, &selected.compiled, make)
        .map_err(|error| KernelFault::failed(problem(selected, &error)))
}

/// Executes the result in a few trials, as `texvisa compile` does by default, after the symbolic check. A kernel that the
/// emulator cannot interpret is no error here, nor is one of which nothing could be compared: a remark says so.
/// With `spilled` what spilling made of the kernel is executed.
pub fn execute_briefly(
    selected: &Selected<'_>,
    spilled: Option<&SpilledForm>,
    transcript: &mut Transcript,
) -> Result<(), KernelFault> {
    let options = check::TrialOptions { trials: COMPILE_TRIALS, ..check::TrialOptions::default() };
    let (module, id) = (&selected.input.module, selected.id);
    let executed = match spilled {
        Some(spilled) => check::execute_spilled(module, id, spilled, &options),
        None => check::execute(module, id, &selected.compiled, &options),
    };
    match executed {
        Ok(summary) => {
            if let Some(reason) = summary.nothing_compared() {
                let message = format_args!("kernel `{}`: {reason}", selected.kernel);
                transcript.remark(DiagnosticRule::NothingCompared, &selected.input.name, Location::UNKNOWN, message);
            }
            Ok(())
        }
        Err(RefineError::Interpreter(error)) => {
            let message = format_args!("not executed: {error}");
            transcript.remark(DiagnosticRule::NotExecuted, &selected.input.name, Location::UNKNOWN, message);
            Ok(())
        }
        Err(error) => Err(KernelFault::failed(problem(selected, &error.into()))),
    }
}

/// By how many times the trials may become more for a kernel that writes little.
const FURTHER: u32 = 29;

/// Enough trials to notice a wrong message, and few enough to take little time.
const COMPILE_TRIALS: u32 = 4;

pub fn problem(selected: &Selected<'_>, error: &CheckError) -> Problem {
    Problem::new(format!("{}: {error}", selected.kernel_title()))
        .of(DiagnosticRule::Difference)
        .in_file(&selected.input.name)
}
