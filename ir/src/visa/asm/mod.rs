//! vISA text as Intel's assembler (GenX_IR) reads it.
//!
//! A kernel is printed as `.version`, `.kernel`, declarations, inputs, attributes, and instructions one a line.
//! [`write()`] omits [identity copies and unused labels](super::VisaKernel::is_omitted); [`write_all`] prints
//! everything.
//!
//! The parser (feature `parse-visa`) also reads what Intel's compiler prints: comments with predefined variables and instruction ids, `v_name`,
//! which is ignored, `.function` before the label that it names, and `.illegal` for the channel of a gather whose
//! channel its text has lost. A kernel that was read and printed is read as the same kernel.
//!
//! # Example
//!
//! ```
//! use texvisa_ir::target::Target;
//! use texvisa_ir::visa::{Inst, asm};
//!
//! let text = r#".version 4.1
//! .kernel "red"
//! .decl V32 v_type=G type=d num_elts=16 align=GRF
//! .decl V33 v_type=G type=f num_elts=16 align=GRF
//! .decl T6 v_type=T num_elts=1
//! .input V32 offset=32 size=64
//! .kernel_attr Target="3d"
//! .kernel_attr SimdSize=16
//!     movs (M1_NM, 1) T6(0) 0x0:ud
//!     load_lz.R (M1, 16) 0x0:uw T6 V33.0 V32.0
//!     ret (M1, 1)
//! "#;
//! let kernel = asm::parse(text, Target::Tgllp)?;
//! assert!(matches!(kernel.insts[1], Inst::Sampler(_)));
//! let mut printed = String::new();
//! asm::write_inst(&kernel, &kernel.insts[1], &mut printed);
//! assert_eq!(printed.trim(), "load_lz.R (M1, 16) 0x0:uw T6 V33.0 V32.0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod buffer;
pub(crate) mod names;
#[cfg(feature = "parse-visa")]
mod parse;
mod print;
#[cfg(feature = "parse-visa")]
mod scan;

#[cfg(feature = "parse-visa")]
pub use parse::parse;
pub use print::{write, write_all, write_inst, write_var};

/// The version that texts name. GenX_IR takes 2.0 to 5.0 and always writes 4.1.
pub const VERSION: &str = "4.1";

/// The channel that the text of Intel's compiler has for a gather without one.
const NO_CHANNEL: &str = "illegal";

/// Surfaces and samplers that a kernel may declare, and parameters that a message may have: what the binary form holds.
pub(crate) const MAX_SURFACES: usize = 249;
pub(crate) const MAX_SAMPLERS: usize = 31;
pub(crate) const MAX_PARAMS: usize = 15;

/// Numbers of the first variable of each kind that a program may declare; those below are predefined.
mod first {
    pub const VAR: u32 = 32;
    pub const PRED: u32 = 1;
    pub const ADDRESS: u32 = 0;
    pub const SURFACE: u32 = 6;
    pub const SAMPLER: u32 = 0;
}
