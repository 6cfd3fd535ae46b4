//! pocl, an OpenCL of the processor that shares nothing with texvisa, as an oracle of what programs compute: the
//! programs of `test/corpus` are compiled by pocl from their `source.cl` and by texvisa from the `k.ll` that Intel's
//! compiler made of it, run on the same images, and their results are compared: bit for bit where integers are moved,
//! otherwise within 1/255. So are kernels of darktable and clij, within a tolerance that `kernels.txt` derives for each.
//!
//! Filters of the emulator are in its exact precision, which is what OpenCL C describes; Intel's own has fewer bits.

use std::process::ExitCode;

use libtest_mimic::Trial;
use texvisa_test::harness;

#[cfg(feature = "llvm")]
#[allow(dead_code, reason = "the measurements of all programs use the rest")]
#[path = "../programs/clij.rs"]
mod clij;
#[cfg(feature = "llvm")]
mod compare;
#[cfg(feature = "llvm")]
#[allow(dead_code, reason = "the measurements of all programs use the rest")]
#[path = "../programs/dump.rs"]
mod dump;
#[cfg(feature = "llvm")]
mod emulated;
#[cfg(feature = "llvm")]
mod oracle;
#[cfg(feature = "llvm")]
mod pictures;
#[cfg(feature = "llvm")]
mod programs;
#[cfg(feature = "llvm")]
#[allow(dead_code, reason = "the measurements of all programs use the rest")]
#[path = "../programs/project.rs"]
mod project;
#[cfg(feature = "llvm")]
mod real;
#[cfg(feature = "llvm")]
mod table;

fn main() -> ExitCode {
    #[cfg(feature = "llvm")]
    let given: Vec<String> = std::env::args().skip(1).collect();
    #[cfg(feature = "llvm")]
    if given.first().is_some_and(|first| first == oracle::ARGUMENT) {
        return oracle::serve(&given[1..], real::serve);
    }
    #[cfg(feature = "llvm")]
    let trials = compare::trials().into_iter().chain(real::trials()).collect();
    #[cfg(not(feature = "llvm"))]
    let trials = vec![harness::built_without_llvm("pocl")];
    let trials: Vec<Trial> = trials;
    harness::run_then("pocl", trials, |_| {
        #[cfg(feature = "llvm")]
        compare::summarize();
        #[cfg(feature = "llvm")]
        real::summarize();
        true
    })
}
