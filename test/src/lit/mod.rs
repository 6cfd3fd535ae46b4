//! Runs tests that are written down in the files they test, in the way of LLVM's lit.
//!
//! A test is a `.tex` or `.ll` file with directives in its comments (`;` or `//`). It is named by its path below the
//! root of the suite, and runs beside others.
//!
//! | directive | meaning |
//! |---|---|
//! | `RUN: commands` | Runs the commands; at least one such line, in order, until one fails. `\` at the end continues the line in the next `RUN:` line |
//! | `REQUIRES: feature, ...` | The test is skipped, with the reason, where a feature is missing |
//! | `UNSUPPORTED: feature, ...` | The test is skipped where a feature is there |
//! | `XFAIL: *` | The test is expected to fail; where it passes, it has failed |
//! | `CHECK: ...` and so on | FileCheck's, for the prefixes that a `RUN:` line names |
//!
//! Any other word in capitals with a colon at the start of a comment is an error, so that no misspelt check is passed
//! over; `COM:` and `NOTE:` are there for prose.
//!
//! Commands are read by this library, no shell is started: `a | b`, `a && b`, `not a`, quotes, `> %t`, `2> %t`, `2>&1`.
//! A pipeline fails where one of its commands fails. `not` turns the exit status round, but a crash stays a failure.
//!
//! | command | what it is |
//! |---|---|
//! | `texvisa` | the tool that was built with the tests |
//! | `FileCheck` | [litcheck's](litcheck_filecheck), in process; LLVM's where the environment variable `FILECHECK` names it |
//! | `cat`, `cmp`, `diff` | files one after the other; equal bytes; equal lines |
//! | `%{opt}`, `opt-14` | LLVM's optimizer of each [release](crate::plugin::RELEASES), or of one, in tests that require `llvm` |
//! | `GenX_IR` | Intel's assembler and finalizer, in tests that require `finalizer` |
//!
//! | substitution | what replaces it |
//! |---|---|
//! | `%s`, `%S` | the test's file, and its folder |
//! | `%t` | a path in a folder of this test's own, in which its commands run; also `%t.isa` and so on |
//! | `%{name}` | what the suite defines under that name; `%{plugin}` is the LLVM pass plugin, in tests that require `plugin`; `%{pointers}` an option that makes pointers opaque |
//! | `%%` | `%` |

//!
//! `./x test --bless` updates literal `-NEXT` lines where the output has changed.
//!
//! A test target with a harness of its own runs a suite:
//!
//! ```no_run
//! # use std::path::Path;
//! use texvisa_test::lit::{Feature, Suite};
//!
//! # use libtest_mimic::Trial;
//! fn trials() -> Result<Vec<Trial>, texvisa_test::lit::SuiteError> {
//!     # let (root, texvisa, llvm) = (Path::new(""), Path::new(""), false);
//!     // root: concat!(env!("CARGO_MANIFEST_DIR"), "/test/lit"); texvisa: env!("CARGO_BIN_EXE_texvisa");
//!     // llvm: cfg!(feature = "llvm")
//!     Suite::new(root, texvisa).feature(Feature::Llvm, llvm).plugin(None).trials()
//! }
//! ```

mod bless;
mod builtin;
mod directive;
mod execute;
mod feature;
mod filecheck;
mod run;
mod shell;
mod suite;
mod test;

pub use feature::Feature;
pub use run::SuiteError;
pub use suite::Suite;
