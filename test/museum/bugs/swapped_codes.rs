//! The encoder and the decoder of a compiler had the codes of two messages exchanged, both alike, so that what the one
//! wrote the other read.

use texvisa::Compiled;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::visa::message::{MESSAGES, Message};

use crate::exhibit::{Bug, Check, Exhibit, Missing, Seed, Subject};
use crate::golden;

pub const BUG: Bug = Bug {
    name: "the codes of sample_d_c and sample_d_c_mlod are exchanged in encoder and decoder",
    reference: "intel-graphics-compiler d625c1945",
    exhibits: &[Exhibit {
        seed: "the table that both read has them exchanged",
        on: Subject { source: SOURCE, target: Target::Lnl, simd: SimdWidth::Simd16 },
        put: Seed::Suite(exchanged),
        caught_by: &[Check::GoldenRows],
    }],
};

const SOURCE: &str = "surface t0: 2d f32 @ table 0
surface b0: raw @ table 1
sampler s0 @ 0
kernel @sample(%u: f32, %v: f32, %g: f32, %ref: f32, %x: i32) {
^entry:
  %a = sample t0, s0 [u: %u, v: %v, ref: %ref, dudx: %g, dudy: %g, dvdx: %g, dvdy: %g] -> f32x4
  %b = sample t0, s0 [u: %u, v: %v, ref: %ref, dudx: %g, dudy: %g, dvdx: %g, dvdy: %g, min_lod: %v] -> f32x4
  %address = shl i32 %x, 5
  store_raw b0 [x: %address], f32x4 %a
  store_raw b0 [x: %address], f32x4 %b
  return
}";

fn exchanged(_: &Compiled) -> Result<[bool; 2], Missing> {
    let right: Vec<_> = MESSAGES.iter().map(golden::row).collect();
    let mut wrong = right.clone();
    let [one, other] = [Message::SampleDC, Message::SampleDCMlod].map(|message| message as usize);
    (wrong[one].2, wrong[other].2) = (right[other].2, right[one].2);
    Ok([right, wrong].map(|rows| !golden::mismatches(&rows).is_empty()))
}
