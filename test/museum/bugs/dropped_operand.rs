//! A sample with a bias and offsets becomes a message that has both in one dword, in place of the bias. The compiler
//! left out the operand behind the bias.

use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::visa::Src;
use texvisa::ir::visa::origin::Meaning;
use texvisa::lowering::Lowered;

use crate::exhibit::{Bug, Check, Exhibit, Seed, Subject};
use crate::kernels::slot_source;

pub const BUG: Bug = Bug {
    name: "sample_b with offsets becomes sample_po_b without another operand",
    reference: "intel-graphics-compiler a2fdff699",
    exhibits: &[Exhibit {
        seed: "the bias stays, and u is left out",
        on: Subject { source: SOURCE, target: Target::Lnl, simd: SimdWidth::Simd16 },
        put: Seed::Emission(off_by_one),
        caught_by: &[Check::Symbolic, Check::Execution],
    }],
};

const SOURCE: &str = "surface t0: 2d f32 @ table 0
surface b0: raw @ table 3
sampler s0 @ 0
kernel @sample(%u: f32, %v: f32, %bias: f32, %i: i32, %x: i32) {
^entry:
  %a = sample t0, s0 [u: %u, v: %v, bias: %bias, offu: %i, offv: %i] -> f32x4
  %address = shl i32 %x, 4
  store_raw b0 [x: %address], f32x4 %a
  return
}";

fn off_by_one(lowered: &mut Lowered) {
    let bias = lowered.texture.arguments[2].value;
    let meaning = Meaning::Value { value: bias, element: 0, half: 0 };
    let var = lowered.kernel.vars.keys().find(|var| lowered.origins.var(*var) == meaning).expect("the bias");
    *slot_source(&mut lowered.kernel, 0, 1) = Src::lanes(var);
}
