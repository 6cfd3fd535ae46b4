//! A sampler that returns integers of 16 bits clamps them. The compiler let it, where the program cuts an integer of 32
//! bits to its low half.

use texvisa::ir::target::{SimdWidth, Target};

use crate::exhibit::{Bug, Check, Exhibit, Seed, Subject};

pub const BUG: Bug = Bug {
    name: "a truncation becomes a return of 16 bits, which clamps",
    reference: "intel-graphics-compiler b8ae9b505; the same in ir3 (Mesa MR 20396)",
    exhibits: &[Exhibit {
        seed: "the load returns i16, and its result is not truncated",
        on: Subject { source: SOURCE, target: Target::Tgllp, simd: SimdWidth::Simd16 },
        put: Seed::Source(FOLDED),
        caught_by: &[Check::Execution],
    }],
};

const SOURCE: &str = "surface t0: 2d i32 @ table 0
surface b0: raw @ table 1
kernel @fetch(%x: i32, %y: i32) {
^entry:
  %texel = load t0 [u: %x, v: %y, lod: 0] -> i32x4
  %red = extract i32x4 %texel, 0
  %low = trunc i32 %red -> i16
  %address = shl i32 %x, 2
  store_raw b0 [x: %address], i16 %low
  return
}";

const FOLDED: &str = "surface t0: 2d i32 @ table 0
surface b0: raw @ table 1
kernel @fetch(%x: i32, %y: i32) {
^entry:
  %texel = load t0 [u: %x, v: %y, lod: 0] -> i16x4
  %low = extract i16x4 %texel, 0
  %address = shl i32 %x, 2
  store_raw b0 [x: %address], i16 %low
  return
}";
