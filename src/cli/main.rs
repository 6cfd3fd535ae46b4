//! The command-line tool. Text goes to standard output and diagnostics to standard error; the exit status is 0 where
//! all is well, 1 where the input is at fault, 2 where the command line is.

mod arguments;
mod assemble;
mod bind;
mod cases;
mod check;
mod compile;
mod diagnostic;
mod explain;
mod input;
mod link;
#[cfg(feature = "llvm")]
mod llvm_input;
mod picture;
mod run;
mod selection;
mod texture_file;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Command, Tool};
use diagnostic::Failure;
use texvisa_allocator::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    texvisa_allocator::keep_memory();
    diagnostic::install();
    let result = match Tool::parse().command {
        Command::Compile(arguments) => compile::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Cases(arguments) => cases::run(&arguments),
        Command::Asm(arguments) => assemble::assemble(&arguments),
        Command::Dis(arguments) => assemble::disassemble(&arguments),
        Command::Link(arguments) => link::run(&arguments),
        #[cfg(feature = "llvm")]
        Command::Disassemble => llvm_input::disassemble(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.report();
            ExitCode::from(match failure {
                Failure::Input(_) => 1,
                Failure::Usage(_) => 2,
            })
        }
    }
}
