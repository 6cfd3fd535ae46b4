//! Real programs, kernel by kernel: through Intel's compiler where they are OpenCL, then imported, compiled for each
//! platform at each width, checked, and given to Intel's finalizer beside the vISA that Intel's compiler makes.
//!
//! - The kernels of `sharpen.cl`, `soften.cl` and `highpass.cl` of darktable, a photo editor: nothing may be said against
//!   them. `./x world` takes every file of darktable.
//! - In `./x world`, the kernels of clij, for a few kinds of pictures.
//! - In `./x world DIR...`, every `.ll`, `.bc` and `.cl` file below these folders. `project::folder` says which options a
//!   `.cl` file is compiled with.
//!
//! Of the kernels that `./x world` adds, one that texvisa refuses in words is counted with the reason. A check that finds a
//! difference, and anything that Intel's finalizer objects to, is a failure everywhere. `docs/kernels.md` says what came of
//! all of them; `./x world --bless` writes it.
//!
//! Besides, Intel's vISA of each kernel is executed against the source, as `test/against` does it: where it differs for no
//! known cause, that is a failure too.
//!
//! The sources (darktable: GPL, clij: BSD) are no part of this repository: they are fetched when the tests run, and kept
//! in the build folder with what ocloc made of them. Where they cannot be fetched, or Intel's tools are not there, the
//! tests are skipped with the reason.

use std::process::ExitCode;

#[cfg(feature = "llvm")]
mod clij;
#[cfg(feature = "llvm")]
#[path = "../against/contraction.rs"]
mod contraction;
#[cfg(feature = "llvm")]
mod dump;
#[cfg(feature = "llvm")]
mod measure;
#[cfg(feature = "llvm")]
#[path = "../against/outcome.rs"]
mod outcome;
#[cfg(feature = "llvm")]
mod project;
#[cfg(feature = "llvm")]
mod report;
#[cfg(feature = "llvm")]
mod store;
#[cfg(feature = "llvm")]
mod suite;

#[cfg(feature = "llvm")]
fn main() -> ExitCode {
    suite::main()
}

#[cfg(not(feature = "llvm"))]
fn main() -> ExitCode {
    use texvisa_test::harness;

    harness::run("programs", vec![harness::built_without_llvm("programs")])
}
