//! The layer of an array shares a dword with texel offsets. The compiler clamped the layer as an unsigned number, so that a
//! negative one became the last layer, or poison, and not the first.

use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::visa::{AluOp, DataType, Src};
use texvisa::lowering::Lowered;

use crate::exhibit::{Bug, Check, Exhibit, Seed, Subject};
use crate::kernels::{alias, alu};

pub const BUG: Bug = Bug {
    name: "a negative layer is clamped as an unsigned number",
    reference: "intel-graphics-compiler c924164a4; the same in NAK (Mesa e87cca77179) and PowerVR (Mesa MR 41268)",
    exhibits: &[Exhibit {
        seed: "the layer becomes a signed integer, and the smaller of it and 4095 is unsigned",
        on: Subject { source: SOURCE, target: Target::Lnl, simd: SimdWidth::Simd16 },
        put: Seed::Emission(unsigned),
        caught_by: &[Check::Symbolic, Check::Execution],
    }],
};

const SOURCE: &str = "surface t0: 2d_array f32 @ table 0
surface b0: raw @ table 3
sampler s0 @ 0
kernel @gather(%u: f32, %v: f32, %layer: f32, %ref: f32, %i: i32, %j: i32, %x: i32) {
^entry:
  %a = gather4 t0, s0 [u: %u, v: %v, r: %layer, ref: %ref, offu: %i, offv: %j] -> f32x4
  %address = shl i32 %x, 4
  store_raw b0 [x: %address], f32x4 %a
  return
}";

fn unsigned(lowered: &mut Lowered) {
    let kernel = &mut lowered.kernel;
    let max = alu(kernel, 0, |_, alu| alu.op == AluOp::Max);
    max.op = AluOp::Mov;
    let integer = max.dst.var;
    kernel.vars[integer].ty = DataType::D;
    let bits = alias(kernel, integer, DataType::Ud);
    let min = alu(kernel, 0, |_, alu| alu.op == AluOp::Min);
    min.srcs[0] = Src::lanes(bits);
    min.srcs[1] = Src::immediate(DataType::Ud, 4095);
    let smaller = min.dst.var;
    kernel.vars[smaller].ty = DataType::Ud;
}
