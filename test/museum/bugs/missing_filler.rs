//! A sample with gradients has the lower bound of its level behind the coordinates that its surface lacks, which are sent as
//! zero. The compiler left these out, so that the bound was taken for r.

use texvisa::ir::target::{SimdWidth, Target};
use texvisa::lowering::Lowered;

use crate::exhibit::{Bug, Check, Exhibit, Seed, Subject};
use crate::kernels::{params, slot_source};

pub const BUG: Bug = Bug {
    name: "sample_d on DG2 lacks a filler before the lower bound of the level",
    reference: "Mesa c08302670bd, 7fd1955412e",
    exhibits: &[
        Exhibit {
            seed: "r is not sent",
            on: Subject { source: SOURCE, target: Target::Dg2, simd: SimdWidth::Simd8 },
            put: Seed::Emission(one_less),
            caught_by: &[Check::Symbolic, Check::Execution],
        },
        Exhibit {
            seed: "r, its derivatives and the layer of a cube array are not sent",
            on: Subject { source: SOURCE, target: Target::Dg2, simd: SimdWidth::Simd16 },
            put: Seed::Emission(|lowered| params(&mut lowered.kernel, 0, |raws| drop(raws.drain(6..10)))),
            caught_by: &[Check::Symbolic, Check::Execution],
        },
    ],
};

const SOURCE: &str = "surface t0: 2d f32 @ table 0
surface b0: raw @ table 1
sampler s0 @ 0
kernel @sample(%u: f32, %v: f32, %g: f32, %least: f32, %x: i32) {
^entry:
  %d = sample t0, s0 [u: %u, v: %v, min_lod: %least, dudx: %g, dudy: %g, dvdx: %g, dvdy: %g] -> f32x4
  %address = shl i32 %x, 4
  store_raw b0 [x: %address], f32x4 %d
  return
}";

/// The lower bound is in the slot before its own, and the message ends there.
fn one_less(lowered: &mut Lowered) {
    let bound = *slot_source(&mut lowered.kernel, 0, 10);
    *slot_source(&mut lowered.kernel, 0, 9) = bound;
    params(&mut lowered.kernel, 0, |raws| raws.truncate(10));
}
