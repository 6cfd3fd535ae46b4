//! Intel's assembler and finalizer, GenX_IR, as an oracle: what it says about a program, and what it makes of each
//! message.
//!
//! GenX_IR is in Debian's package libigc-tools (release 1.0.12504.6 in bookworm). What it does is in no document and
//! differs from release to release; the statements in this module were measured with that release.
//!
//! - [`Finalizer`] runs it, and [`Outcome`] says what came of it. Its exit status alone lies: it is 0 after a failed
//!   assertion, and 1 for a program that is complete but needs scratch memory.
//! - [`Listing`] reads the Gen assembly that it writes, and [`Send`] every message in it.
//! - [`compare()`] lines up a kernel's messages with the sends that they became, and says where
//!   [`descriptor`](texvisa_ir::visa::descriptor) predicts something else.
//! - [`Finalizer::conform`] does so for kernels with every form of every message that a target has, which [`sweep()`]
//!   makes, and [`ENCODING_DEVIATIONS`] lists where the finalizer is wrong.
//! - [`Finalizer::same_from_binary`] compares what becomes of a kernel's text with what becomes of its binary form.
//! - [`PROGRAM_DEVIATIONS`] lists what it does that no program can want.
//!
//! ```no_run
//! use texvisa_ir::target::Target;
//! use texvisa_test::finalizer::{Finalizer, FinalizerOptions, Verdict};
//!
//! let text = ".version 4.1\n.kernel \"k\"\n.function \"_main_0\"\n    ret (M1, 1)\n";
//! if let Some(finalizer) = Finalizer::find() {
//!     let outcome = finalizer.finalize(text, Target::Tgllp, &FinalizerOptions::default()).expect("it runs");
//!     assert_eq!(outcome.verdict, Verdict::Accepted);
//! }
//! ```

mod binary;
mod compare;
mod conformance;
mod encoding_deviation;
mod end;
mod instruction;
mod known;
mod listing;
mod media;
mod outcome;
mod probe;
mod product;
mod program_deviation;
mod registers;
mod run;
mod send;
mod sweep;

pub use compare::{Comparison, Difference, Field, compare};
pub use conformance::Tally;
pub use encoding_deviation::{ENCODING_DEVIATIONS, EncodingDeviation};
pub use end::UnendedPath;
pub use known::{is_encoded, probe, reads};
pub use listing::{Declare, Listing, ListingError, VariableLocation};
pub use outcome::{Outcome, Verdict};
pub use probe::program;
pub use product::Product;
pub use program_deviation::{PROGRAM_DEVIATIONS, ProgramDeviation};
pub use run::{Finalizer, FinalizerError, FinalizerOptions, Judgement};
pub use send::{Function, Send, Word};
pub use sweep::sweep;
