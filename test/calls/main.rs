//! Generated texture calls, one a kernel, beside what Intel's compiler makes of them.
//!
//! The tables, one a platform, have what ocloc was observed to make of each call: the messages, how many other messages
//! the kernel sends, and its instructions. A row is `call | observed | reason`, as [`call`] and [`observed`] write them;
//! the reason is there where texvisa needs more instructions for the same messages, which only a run with the finalizer
//! sees.
//!
//! - Every run compiles all calls of the tables in process, and compares the messages.
//! - Every run observes a sample of the calls anew where ocloc is installed, and counts instructions. `TEXVISA_CALLS_SEED`
//!   chooses another sample.
//! - `./x world` observes all of them anew. `./x world --bless` makes the tables; with `TEXVISA_BLESS` alone, the calls that
//!   have a reason are observed, and those that need none any more lose it.
//!
//! `corpus.txt` has the same of kernels that Intel's compiler made once: see [`corpus`].
//!
//! Each call for which texvisa's messages are dearer or different has a reason in [`reasons`]; so has each that needs more
//! instructions. A reason that no call needs is an error, and so are reasons for more than [`MOST`] of the calls.

use std::process::ExitCode;

use libtest_mimic::Trial;
use texvisa_test::harness;

#[cfg(feature = "llvm")]
mod call;
#[cfg(feature = "llvm")]
mod compilers;
#[cfg(feature = "llvm")]
mod corpus;
#[cfg(feature = "llvm")]
mod module;
#[cfg(feature = "llvm")]
mod observed;
#[cfg(feature = "llvm")]
mod reasons;
#[cfg(feature = "llvm")]
mod suite;
#[cfg(feature = "llvm")]
mod table;

fn main() -> ExitCode {
    #[cfg(feature = "llvm")]
    let trials: Vec<Trial> = suite::trials();
    #[cfg(not(feature = "llvm"))]
    let trials: Vec<Trial> = vec![harness::built_without_llvm("calls")];
    harness::run("calls", trials)
}
