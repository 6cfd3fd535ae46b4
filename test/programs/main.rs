//! Real programs, file by file: through Intel's compiler where they are OpenCL, then imported, compiled for each platform
//! at each width, checked, and given to Intel's finalizer.
//!
//! - `sharpen.cl`, `soften.cl` and `highpass.cl` of darktable, a photo editor: every kernel has to pass. `./x world` takes
//!   all files of darktable.
//! - Every `.ll`, `.bc` and `.cl` file below the folder that `TEXVISA_PROGRAMS` names (`./x world DIR`).
//!
//! Of the files that `./x world` adds, a kernel that texvisa refuses in words is counted with the reason. A check that
//! fails, and anything that Intel's finalizer complains about, is a failure everywhere.
//!
//! The sources of darktable (GPL) are no part of this repository: they are fetched from Debian when the tests run, and
//! kept in the build folder. Where they cannot be fetched, or Intel's compiler is not there, each test is skipped with
//! the reason.

use std::process::ExitCode;

#[cfg(feature = "llvm")]
mod darktable;
#[cfg(feature = "llvm")]
mod intel_compiler;
#[cfg(feature = "llvm")]
mod suite;

#[cfg(feature = "llvm")]
fn main() -> ExitCode {
    suite::main()
}

#[cfg(not(feature = "llvm"))]
fn main() -> ExitCode {
    use texvisa_test::harness;
    use texvisa_test::oracle::Oracle;

    let trial =
        harness::test_or_skip("programs", || Oracle::Llvm.missing("built without LLVM: cargo test --features llvm"));
    harness::run("programs", vec![trial])
}
