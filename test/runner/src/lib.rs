//! Runs tests that are written down in the files they test, in the way of LLVM's lit.
//!
//! A test is a `.tex`, `.ll` or `.wgsl` file with directives in its comments (`;` or `//`). It is named by its path below the
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
//! | `texvisa` | the tool |
//! | `FileCheck` | [litcheck's](litcheck_filecheck), in process; LLVM's where the environment variable `FILECHECK` names it |
//! | `cat`, `cmp`, `diff` | files one after the other; equal bytes; equal lines |
//! | `opt-14`, `opt-15`, `opt-16`, `opt-19` | LLVM's optimizer, in tests that require `llvm` |
//! | `GenX_IR` | Intel's assembler and finalizer, in tests that require `finalizer` |
//!
//! | substitution | what replaces it |
//! |---|---|
//! | `%s`, `%S` | the test's file, and its folder |
//! | `%t` | a path in a folder of this test's own, in which its commands run; also `%t.isa` and so on |
//! | `%{name}` | what the suite defines under that name; `%{plugin}` is the LLVM pass plugin, in tests that require `plugin` |
//! | `%%` | `%` |
//!
//! Literal `-NEXT` lines are [updated](Suite::updating) where that is asked for.
//!
//! ```no_run
//! use texvisa_lit::{Choice, Suite};
//!
//! let is_good = Suite::new("tests", "texvisa").run(&Choice::default())?;
//! # Ok::<(), texvisa_lit::SuiteError>(())
//! ```

mod builtin;
mod directive;
mod execute;
mod feature;
mod filecheck;
pub mod process;
mod run;
mod shell;
mod suite;
mod test;
mod update;

pub use feature::Feature;
pub use run::{Choice, LitTest, SuiteError};
pub use suite::Suite;
pub use test::Outcome;
