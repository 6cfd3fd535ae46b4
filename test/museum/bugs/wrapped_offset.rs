//! An immediate offset has four bits. The compiler cut constant offsets outside of -8 to 7 to these bits, and did not
//! send them as a parameter.

use texvisa::ir::target::{SimdWidth, Target};

use crate::exhibit::{Bug, Check, Exhibit, Seed, Subject};

pub const BUG: Bug = Bug {
    name: "constant offsets outside of -8 to 7 are cut to four bits",
    reference: "intel-graphics-compiler c3dc14989",
    exhibits: &[Exhibit {
        seed: "9 becomes the immediate offset -7",
        on: Subject { source: SOURCE, target: Target::Tgllp, simd: SimdWidth::Simd16 },
        put: Seed::Source(WRAPPED),
        caught_by: &[Check::Execution],
    }],
};

const SOURCE: &str = "surface t0: 2d f32 @ table 0
surface b0: raw @ table 3
sampler s0 @ 0
kernel @gather(%u: f32, %v: f32, %x: i32) {
^entry:
  %a = gather4 t0, s0 [u: %u, v: %v, offu: 9, offv: -3] -> f32x4
  %address = shl i32 %x, 4
  store_raw b0 [x: %address], f32x4 %a
  return
}";

const WRAPPED: &str = "surface t0: 2d f32 @ table 0
surface b0: raw @ table 3
sampler s0 @ 0
kernel @gather(%u: f32, %v: f32, %x: i32) {
^entry:
  %a = gather4 t0, s0 [u: %u, v: %v] offset(-7, -3, 0) -> f32x4
  %address = shl i32 %x, 4
  store_raw b0 [x: %address], f32x4 %a
  return
}";
