//! The compiler took a response for shorter than it is, by a wrong mask or a wrong type, so that other variables were
//! in the registers that the message writes.

use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::ChannelMask;
use texvisa::ir::visa::{DataType, Inst};
use texvisa::lowering::Lowered;

use crate::exhibit::{Bug, Check, Exhibit, Seed, Subject};
use crate::kernels::message;

pub const BUG: Bug = Bug {
    name: "a response is longer than the registers that it was given",
    reference: "intel-graphics-compiler 3a2caa7df, d22564f8e",
    exhibits: &[
        Exhibit {
            seed: "the message returns four channels to a variable of two",
            on: Subject { source: SOURCE, target: Target::Tgllp, simd: SimdWidth::Simd16 },
            put: Seed::Emission(|lowered| message(&mut lowered.kernel, 0).channels = ChannelMask::RGBA),
            caught_by: &[Check::Rules, Check::Registers, Check::Symbolic, Check::Execution],
        },
        Exhibit {
            seed: "the variable of the response has half floats, and the message returns floats",
            on: Subject { source: SOURCE, target: Target::Tgllp, simd: SimdWidth::Simd16 },
            put: Seed::Emission(half_as_long),
            caught_by: &[Check::Rules, Check::Symbolic],
        },
        Exhibit {
            seed: "the message returns red alone, and green is read",
            on: Subject { source: SOURCE, target: Target::Tgllp, simd: SimdWidth::Simd16 },
            put: Seed::Emission(|lowered| message(&mut lowered.kernel, 0).channels = ChannelMask::from_bits(1)),
            caught_by: &[Check::Registers, Check::Symbolic, Check::Execution],
        },
    ],
};

const SOURCE: &str = "surface t0: 2d f32 @ table 0
surface b0: raw @ table 1
kernel @fetch(%x: i32, %y: i32, %a: f32, %b: f32) {
^entry:
  %product = fmul f32 %a, %b
  %texel = load t0 [u: %x, v: %y, lod: 0] -> f32x4
  %red = extract f32x4 %texel, 0
  %green = extract f32x4 %texel, 1
  %sum = fadd f32 %red, %green
  %all = fadd f32 %sum, %product
  %address = shl i32 %x, 2
  store_raw b0 [x: %address], f32 %all
  return
}";

fn half_as_long(lowered: &mut Lowered) {
    let response = message(&mut lowered.kernel, 0).dst.expect("a response").var;
    assert_eq!(lowered.kernel.vars[response].ty, DataType::F);
    lowered.kernel.vars[response].elements /= 2;
    debug_assert!(lowered.kernel.insts.iter().any(|inst| matches!(inst, Inst::Sampler(_))));
}
