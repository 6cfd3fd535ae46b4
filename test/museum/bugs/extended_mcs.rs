//! The words of an MCS value are bits, of which two make a dword. The compiler widened them with their signs, so that
//! the lower word overwrote the upper one.

use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::visa::{Alu, AluOp, Region, Src};
use texvisa::lowering::Lowered;

use crate::exhibit::{Bug, Check, Exhibit, Seed, Subject};
use crate::kernels::alu;

pub const BUG: Bug = Bug {
    name: "words of an MCS value are widened with their signs",
    reference: "intel-graphics-compiler f43626faa",
    exhibits: &[
        Exhibit {
            seed: "the upper word of the first dword is moved over the lower one",
            on: Subject { source: SOURCE, target: Target::Skl, simd: SimdWidth::Simd8 },
            put: Seed::Emission(overwritten),
            caught_by: &[Check::Symbolic, Check::Execution],
        },
        Exhibit {
            seed: "the lower word of the first dword is read for the upper one",
            on: Subject { source: DWORDS, target: Target::Tgllp, simd: SimdWidth::Simd16 },
            put: Seed::Emission(lower),
            caught_by: &[Check::Symbolic, Check::Execution],
        },
    ],
};

/// Eight samples have 3 bits each of one dword, so that words matter to samples from 5 on.
const DWORDS: &str = "surface t0: 2d_ms_array f32 @ table 0
surface b0: raw @ table 1
kernel @fetch(%m: i32, %s: i32, %x: i32, %y: i32) {
^entry:
  %mixed = mul i32 %m, 1640531527
  %value = or i32 %mixed, 32768
  %mcs = vec i32 [%value, 0, 0, 0]
  %sample = and i32 %s, 7
  %u = and i32 %x, 1
  %v = and i32 %y, 1
  %layer = and i32 %s, 1
  %texel = load_ms t0 [si: %sample, mcs: %mcs, u: %u, v: %v, r: %layer] -> f32x4
  %address = shl i32 %x, 4
  store_raw b0 [x: %address], f32x4 %texel
  return
}";

fn lower(lowered: &mut Lowered) {
    let is_upper = |src: Src| matches!(src, Src::Register { offset: 2, region, .. } if region == Region::strided(2));
    let upper = alu(&mut lowered.kernel, 0, |_, alu| alu.op == AluOp::Mov && is_upper(alu.srcs[0]));
    if let Src::Register { offset, .. } = &mut upper.srcs[0] {
        *offset = 0;
    }
}

const SOURCE: &str = "surface t0: 2d_ms f32 @ table 0
surface b0: raw @ table 1
kernel @fetch(%m0: i16, %m1: i16, %s: i32, %x: i32, %y: i32) {
^entry:
  %negative = or i16 %m0, -32768
  %words = vec i16 [%negative, %m1, 0, 0]
  %u = and i32 %x, 1
  %v = and i32 %y, 1
  %sample = and i32 %s, 7
  %texel = load_ms t0 [si: %sample, mcs: %words, u: %u, v: %v] -> f32x4
  %address = shl i32 %x, 4
  store_raw b0 [x: %address], f32x4 %texel
  return
}";

fn overwritten(lowered: &mut Lowered) {
    let is_upper = |alu: &Alu| alu.op == AluOp::Mov && (alu.dst.offset, alu.dst.stride) == (2, 2);
    alu(&mut lowered.kernel, 0, |_, alu| is_upper(alu)).dst.offset = 0;
}
