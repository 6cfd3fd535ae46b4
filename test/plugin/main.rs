//! The LLVM pass plugin. In opt, on the kernels of `test/corpus`: what it makes of each is valid, has exactly the
//! messages that the library plans, and prints what the library compiles. On damaged kernels: it answers. In a compiler
//! that embeds it: what it refuses it leaves as it is. Each with every release of LLVM that there is a plugin for.

use std::process::ExitCode;

use libtest_mimic::Trial;
use texvisa_test::harness;
#[cfg(feature = "llvm")]
use texvisa_test::plugin::RELEASES;

#[cfg(feature = "llvm")]
mod corpus;
#[cfg(feature = "llvm")]
mod damaged;
#[cfg(feature = "llvm")]
mod dumps;
#[cfg(feature = "llvm")]
mod embedded;
#[cfg(feature = "llvm")]
mod message;

fn main() -> ExitCode {
    #[cfg(feature = "llvm")]
    let trials: Result<Vec<Trial>, String> = RELEASES
        .iter()
        .map(corpus::trials)
        .collect::<Result<Vec<_>, _>>()
        .map(|trials| trials.into_iter().flatten().collect());
    #[cfg(not(feature = "llvm"))]
    let trials: Result<Vec<Trial>, String> = Ok(vec![harness::built_without_llvm("plugin")]);
    match trials {
        Ok(trials) => harness::run("plugin", trials),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
