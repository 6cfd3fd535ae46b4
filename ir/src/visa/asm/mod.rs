//! vISA text as Intel's assembler (GenX_IR) reads it.
//!
//! A kernel is printed as `.version`, `.kernel`, declarations, inputs, attributes, and instructions one a line.
//! [`write`] leaves out what does [nothing](super::Kernel::is_omitted): copies between variables that have one place, and
//! unused labels; [`write_all`] prints everything.
//!
//! Read is also what Intel's compiler prints: comments with predefined variables and instruction ids, `v_name`, which
//! says nothing, `.function` before the label that it names, and `.illegal` for the channel of a gather whose channel
//! its text has lost. A kernel that was read and printed is read as the same kernel.

mod buffer;
mod lexer;
pub(crate) mod names;
mod parse;
mod print;

pub use parse::parse;
pub use print::{write, write_all, write_inst, write_var};

/// The version that texts name. GenX_IR takes 2.0 to 5.0 and always writes 4.1.
pub const VERSION: &str = "4.1";

/// What stands for the channel of a gather in the text of Intel's compiler where its channel is none.
const NO_CHANNEL: &str = "illegal";

/// Surfaces and samplers that a kernel may declare, and parameters that a message may have: what the binary form holds.
pub(crate) const MAX_SURFACES: usize = 249;
pub(crate) const MAX_SAMPLERS: usize = 31;
pub(crate) const MAX_PARAMS: usize = 15;

/// The name of a group's local memory.
const LOCAL: &str = "%slm";

/// Numbers of the first variable of each kind that a program may declare; those below are predefined.
mod first {
    pub const VAR: u32 = 32;
    pub const PRED: u32 = 1;
    pub const SURFACE: u32 = 6;
    pub const SAMPLER: u32 = 0;
}
