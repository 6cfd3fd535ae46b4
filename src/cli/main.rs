//! The command-line tool. Text goes to standard output and diagnostics to standard error; the exit status is 0 where
//! all is well, 1 where the input is at fault, 2 where the command line is.

mod against;
mod arguments;
mod assemble;
mod batch;
mod bind;
mod cases;
mod check;
mod compile;
mod crash;
mod data;
mod destination;
mod diagnostic;
mod explain;
mod file;
mod fmt;
mod html;
mod input;
mod link;
#[cfg(feature = "lit")]
mod lit;
mod live_map;
#[cfg(feature = "llvm-any")]
mod llvm_input;
mod merge;
mod picture;
mod reduce;
mod report;
mod run;
mod run_document;
mod selection;
mod shard;
mod shell;
mod targets;
mod texture_file;
mod tool_arguments;
mod transcript;
#[cfg(feature = "llvm-any")]
mod worker;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Command, Tool};
use diagnostic::Look;
use texvisa_allocator::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    texvisa_allocator::keep_memory();
    crash::install();
    match crash::isolated(run) {
        Ok(status) => status,
        Err(message) => {
            diagnostic::say(format_args!("error: {message}"));
            // What a panic ends a program with.
            ExitCode::from(101)
        }
    }
}

fn run() -> ExitCode {
    let command = Tool::parse().command;
    diagnostic::install(command.batch().and_then(|batch| batch.worker).unwrap_or_else(Look::of_standard_error));
    let result = match command {
        Command::Compile(arguments) => compile::run(&arguments),
        Command::Check(arguments) => match (&arguments.against, &arguments.program) {
            (Some(file), Some(program)) => against::run(&arguments, file, program),
            _ => check::run(&arguments),
        },
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Report(arguments) => html::run(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Cases(arguments) => cases::run(&arguments),
        Command::Asm(arguments) => assemble::assemble(&arguments),
        Command::Dis(arguments) => assemble::disassemble(&arguments),
        Command::Link(arguments) => link::run(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Targets => targets::run(),
        Command::Fmt(arguments) => fmt::run(&arguments),
        Command::Reduce(arguments) => reduce::run(&arguments),
        #[cfg(feature = "lit")]
        Command::Lit(arguments) => lit::run(&arguments),
        Command::Completions(arguments) => shell::completions(&arguments),
        Command::Man(arguments) => shell::man(&arguments),
        #[cfg(feature = "llvm-any")]
        Command::Disassemble => llvm_input::disassemble(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.report();
            ExitCode::from(failure.exit())
        }
    }
}
