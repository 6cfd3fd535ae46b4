//! vISA text as Intel's assembler (GenX_IR) reads it.
//!
//! A kernel is printed as `.version`, `.kernel`, declarations, attributes, inputs, and instructions one a line. Copies
//! between variables that have one place are not printed: they do nothing.

mod lexer;
mod parse;
mod print;

pub use parse::parse;
pub use print::{write, write_inst, write_var};

/// The version that texts name. GenX_IR takes 2.0 to 5.0 and always writes 4.1.
pub const VERSION: &str = "4.1";

/// The name of a group's local memory.
const LOCAL: &str = "%slm";

/// Numbers of the first variable of each kind that a program may declare; those below are predefined.
mod first {
    pub const VAR: u32 = 32;
    pub const PRED: u32 = 1;
    pub const SURFACE: u32 = 6;
    pub const SAMPLER: u32 = 0;
}
