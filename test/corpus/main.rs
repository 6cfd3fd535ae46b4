//! Kernels as Intel's own compiler hands them to its code emission (`test/corpus`, release 1.0.12504.6), through all of
//! texvisa: import, compilation at each width, both halves of the check, the finalizer, and for those that a person can
//! work out the values that the program's OpenCL source says.
//!
//! Five are whole programs of one or two kernels, with a `source.cl` that pocl runs too (`test/pocl`); `make` makes all
//! of these modules again.

use std::process::ExitCode;

use libtest_mimic::Trial;
use texvisa_test::harness;

#[cfg(feature = "llvm")]
mod bitcode;
#[cfg(feature = "llvm")]
mod calls;
#[cfg(feature = "llvm")]
mod kernels;
#[cfg(feature = "llvm")]
mod programs;

fn main() -> ExitCode {
    #[cfg(feature = "llvm")]
    let trials = (kernels::trials().into_iter().chain(calls::trials()))
        .chain(programs::trials())
        .chain([bitcode::trial()])
        .collect();
    #[cfg(not(feature = "llvm"))]
    let trials = vec![harness::built_without_llvm("corpus")];
    let trials: Vec<Trial> = trials;
    harness::run("corpus", trials)
}
