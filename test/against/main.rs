//! Intel's vISA against the source that it was made of, as `texvisa check --against` compares them: by execution, with the
//! arguments where the program's own `.ze_info` has them.
//!
//! - The OpenCL sources of `test/corpus`, of `test/link` and of this folder: every kernel must be compared and equal.
//! - In `./x world`, those of `../shared/corpus/dev`, where it is: 95 of 100 kernels must be compared, and those that
//!   differ are the ones in [`suite::DIFFERENT`].
//! - Random OpenCL programs ([`random`]), where texvisa's own vISA is checked, too.
//! - A kernel whose results are denormals ([`denormals`]), with and without -cl-denorms-are-zero.
//! - What the tool writes of a kernel as JSON ([`json`]).
//! - Kernels of which one instruction was changed must differ, or the comparison shows nothing.

use std::process::ExitCode;

use libtest_mimic::Trial;
use texvisa_test::harness;

#[cfg(feature = "llvm")]
mod contraction;
#[cfg(feature = "llvm")]
mod denormals;
#[cfg(feature = "llvm")]
mod json;
#[cfg(feature = "llvm")]
mod outcome;
#[cfg(feature = "llvm")]
mod random;
#[cfg(feature = "llvm")]
#[path = "../cli/schema.rs"]
mod schema;
#[cfg(feature = "llvm")]
mod source;
#[cfg(feature = "llvm")]
mod subject;
#[cfg(feature = "llvm")]
mod suite;

fn main() -> ExitCode {
    #[cfg(feature = "llvm")]
    let trials = suite::trials().into_iter().chain(denormals::trials()).chain(random::trials());
    #[cfg(feature = "llvm")]
    let trials: Vec<Trial> = trials.chain([json::trial()]).collect();
    #[cfg(not(feature = "llvm"))]
    let trials: Vec<Trial> = vec![harness::built_without_llvm("against")];
    harness::run("against", trials)
}
