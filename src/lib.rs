//! Lowers texture intrinsics to Intel vISA sampler messages, and checks the result.
//!
//! A kernel is texture IR ([`ir::texture`]). It is read from text, imported from LLVM IR by `texvisa-llvm`, or built with
//! [`ir::texture::Builder`]. [`compile()`] lowers it to vISA, lays out the payloads, assigns registers and checks them.
//! [`check()`] follows every value to the message that it is sent in, then executes source and result on random inputs
//! and compares memory, stores and messages. [`explain`] says which message each operation became, and why.
//!
//! ```
//! use texvisa::ir::target::{SimdWidth, Target};
//! use texvisa::{LoweringOptions, check, compile};
//!
//! let module = texvisa::ir::texture::parse("surface t0: 2d f32 @ table 0
//! surface b0: raw @ table 1
//! kernel @red(%x: i32, %y: i32) {
//! ^entry:
//!   %texel = load t0 [u: %x, v: %y, lod: 0] -> f32x4
//!   %red = extract f32x4 %texel, 0
//!   %to = shl i32 %x, 2
//!   store_raw b0 [x: %to], f32 %red
//!   return
//! }")?;
//! assert_eq!(texvisa::ir::texture::verify(&module), []);
//! let id = module.kernel("red").ok_or("there is no such kernel")?;
//! let compiled = compile(&module, id, Target::Tgllp, SimdWidth::Simd16, &LoweringOptions::default())?;
//!
//! // Only red is read, and a level of detail of zero needs no parameter.
//! assert!(compiled.visaasm().contains("load_lz.R (M1, 16)"));
//!
//! let report = check(&module, id, &compiled, &check::TrialOptions::default())?;
//! assert!(report.execution.compared_bytes > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The decisions are in the packages that this one puts together: [`lowering`] chooses messages, [`regalloc`] layouts
//! and registers, [`emulator`] executes. All work on the data of [`ir`]. The book in `docs/` explains them with examples.

#![forbid(unsafe_code)]

/// The examples of the pages are compiled with the tests.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../README.md")]
    mod readme {}
    #[doc = include_str!("../docs/add-front-end.md")]
    mod add_front_end {}
}

pub mod call;
#[cfg(feature = "check")]
pub mod check;
mod compile;
pub mod explain;
#[cfg(feature = "cli")]
pub mod link;
#[cfg(feature = "check")]
pub mod output;
mod spill;

#[cfg(feature = "check")]
pub use texvisa_emulator as emulator;
pub use texvisa_ir as ir;
pub use texvisa_lowering as lowering;
pub use texvisa_regalloc as regalloc;

#[cfg(feature = "check")]
pub use check::check;
pub use compile::{CompileError, Compiled, compile, compile_verified};
pub use spill::{SpillFailure, SpilledForm};
pub use texvisa_lowering::LoweringOptions;
