//! A museum of texture bugs that other compilers shipped: each is put into a kernel that texvisa compiled, and a check
//! has to report it.
//!
//! A file of `bugs` is a bug: what happened, where that is told, the kernels that show it, and for each the checks that
//! report it. [`exhibit::examine`] asks all checks of texvisa, one by one, and the answer must be the very list of the
//! file, so that a check that has become blind is noticed, even where another still sees. Each kernel is checked before
//! the bug is put in, too, and nothing may be reported then.
//!
//! # How a bug is put in
//!
//! Nothing of texvisa is built in another way for this: the bug is put into data. Each is one of these
//! ([`exhibit::Seed`]):
//!
//! - *Another source*: the texture IR that a wrong pass, a wrong importer or a wrong front end leaves is compiled, and
//!   compared with the right one.
//! - *Another emission*: the vISA is changed as a wrong emission would have left it, before its registers are assigned.
//!   So the register allocator sees the bug as it would have seen it.
//! - *Another layout*: the kernel or the registers are changed at the end.
//! - *Another table or file*: what comes of it is compared with what the documents, or Intel's finalizer, say.
//!
//! A switch in the code that is wrong where a bug was (`if fault(7) { .. }`, by a feature of cargo) would put the bug
//! where a compiler has it. But a reader of the code would read the bugs as well, the benchmarks would measure the
//! switches, and a build with another feature compiles all of texvisa once more, so that it would not be in `./x test`.
//! A wrong result is all that a check sees of a bug, and data can be that. The faults of [`faults`], which are wrong
//! tables and functions of texvisa's own, are put into a copy of its sources.

mod bugs;
mod exhibit;
mod faults;
#[path = "../../ir/tests/golden/mod.rs"]
mod golden;
mod kernels;

use std::process::ExitCode;

use texvisa_test::harness;

fn main() -> ExitCode {
    let trials = bugs::trials().into_iter().chain(faults::trials()).collect();
    harness::run_then("museum", trials, |_| {
        bugs::print_report();
        faults::print_report();
        true
    })
}
