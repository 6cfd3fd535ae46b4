//! `.divS` says that lanes may name different samplers. The text reader of Intel's finalizer takes a sample without it
//! for one with it, and the other way round.

use texvisa::Compiled;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::visa::isa::{self, WriteOptions};
use texvisa_test::finalizer::{Finalizer, FinalizerOptions};
use texvisa_test::oracle::Oracle;

use crate::exhibit::{Bug, Check, Exhibit, Missing, Seed, Subject};

pub const BUG: Bug = Bug {
    name: "`.divS` is read upside down",
    reference: "GenX_IR, release 1.0.12504.6 (docs/known-deviations.md)",
    exhibits: &[Exhibit {
        seed: "the text has the flag as the document has it",
        on: Subject { source: SOURCE, target: Target::Tgllp, simd: SimdWidth::Simd16 },
        put: Seed::Suite(as_documented),
        caught_by: &[Check::TextAndBinary],
    }],
};

const SOURCE: &str = "surface t0: 2d f32 @ table 0
surface b0: raw @ table 1
sampler s0 @ 0
kernel @sample(%u: f32, %v: f32, %x: i32) {
^entry:
  %a = sample t0, s0 [u: %u, v: %v] -> f32x4
  %address = shl i32 %x, 4
  store_raw b0 [x: %address], f32x4 %a
  return
}";

fn as_documented(compiled: &Compiled) -> Result<[bool; 2], Missing> {
    let finalizer = Finalizer::find().ok_or(Missing::Oracle(Oracle::Finalizer))?;
    let kernel = &compiled.lowered.kernel;
    let right = finalizer.same_from_binary(kernel).is_err();
    let options = FinalizerOptions::default();
    let of_text = finalizer.finalize(&compiled.visaasm(), kernel.target, &options)?;
    let bytes = isa::write(kernel, &WriteOptions { as_compiled: true, ..WriteOptions::default() })?;
    let of_binary = finalizer.finalize_binary(&bytes, kernel.target, &options)?;
    Ok([right, of_text.binary.is_none() || of_text.binary != of_binary.binary])
}
