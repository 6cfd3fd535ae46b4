//! The LLVM pass plugin. In opt, on the kernels of `test/corpus`: what it makes of each is valid, has exactly the
//! messages that the library plans, and prints what the library compiles. On damaged kernels: it answers. In a compiler
//! that embeds it: what it refuses it leaves as it is.

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

#[cfg(feature = "llvm")]
mod corpus;
#[cfg(feature = "llvm")]
mod damaged;
#[cfg(feature = "llvm")]
mod embedded;
#[cfg(feature = "llvm")]
mod message;

fn main() -> ExitCode {
    #[cfg(feature = "llvm")]
    let trials: Result<Vec<Trial>, String> = corpus::trials();
    #[cfg(not(feature = "llvm"))]
    let trials: Result<Vec<Trial>, String> = Ok(vec![Trial::ignorable_test("plugin", || {
        Ok(libtest_mimic::Completion::ignored_with("built without LLVM: cargo test --features llvm"))
    })]);
    match trials {
        Ok(trials) => libtest_mimic::run(&Arguments::from_args(), trials).exit_code(),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
