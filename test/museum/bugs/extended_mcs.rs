//! The words of an MCS value are bits, of which two make a dword. The compiler widened them with their signs, so that
//! the lower word overwrote the upper one.

use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::visa::{AluOp, DataType, Src};
use texvisa::lowering::Lowered;

use crate::exhibit::{Bug, Check, Exhibit, Seed, Subject};
use crate::kernels::{alias, alu};

pub const BUG: Bug = Bug {
    name: "words of an MCS value are widened with their signs",
    reference: "intel-graphics-compiler f43626faa",
    exhibits: &[
        Exhibit {
            seed: "the lower word of the first dword is moved from a signed type",
            on: Subject { source: SOURCE, target: Target::Skl, simd: SimdWidth::Simd8 },
            put: Seed::Emission(extended),
            caught_by: &[Check::Execution],
        },
        Exhibit {
            seed: "the upper word of the first dword begins at bit 15",
            on: Subject { source: DWORDS, target: Target::Tgllp, simd: SimdWidth::Simd16 },
            put: Seed::Emission(shifted),
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

fn shifted(lowered: &mut Lowered) {
    alu(&mut lowered.kernel, 0, |_, alu| alu.op == AluOp::Shr).srcs[1] = Src::immediate(DataType::Ud, 15);
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

fn extended(lowered: &mut Lowered) {
    let kernel = &mut lowered.kernel;
    let widened = alu(kernel, 0, |kernel, alu| {
        let is_word = |src: Src| matches!(src, Src::Register { var, .. } if kernel.vars[var].ty == DataType::Uw);
        alu.op == AluOp::Mov && is_word(alu.srcs[0]) && kernel.vars[alu.dst.var].ty.bytes() == 4
    });
    let Src::Register { var, .. } = widened.srcs[0] else { panic!("it is a register") };
    let signed = alias(kernel, var, DataType::W);
    alu(kernel, 0, |_, alu| alu.op == AluOp::Mov && alu.srcs[0] == Src::lanes(var)).srcs[0] = Src::lanes(signed);
}
