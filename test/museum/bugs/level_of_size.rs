//! The size of a surface is that of one of its levels. The compiler asked for the size without the level.

use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::visa::{DataType, Inst, Src};
use texvisa::lowering::Lowered;

use crate::exhibit::{Bug, Check, Exhibit, Seed, Subject};
use crate::kernels::{params, params_of};

pub const BUG: Bug = Bug {
    name: "a query of the size has no level",
    reference: "Mesa 3503b2714b9",
    exhibits: &[
        Exhibit {
            seed: "the level is zero",
            on: Subject { source: SOURCE, target: Target::Dg2, simd: SimdWidth::Simd16 },
            put: Seed::Emission(zero),
            caught_by: &[Check::Symbolic, Check::Execution],
        },
        Exhibit {
            seed: "the level is not sent",
            on: Subject { source: SOURCE, target: Target::Skl, simd: SimdWidth::Simd8 },
            put: Seed::Emission(|lowered| params(&mut lowered.kernel, 0, Vec::clear)),
            caught_by: &[Check::Rules, Check::Symbolic, Check::Execution],
        },
    ],
};

const SOURCE: &str = "surface t0: 2d_array f32 @ table 7
surface b0: raw @ table 1
kernel @query(%level: i32, %x: i32) {
^entry:
  %half = and i32 %level, 3
  %size = size t0 [lod: %half] -> i32x4
  %address = shl i32 %x, 4
  store_raw b0 [x: %address], i32x4 %size
  return
}";

fn zero(lowered: &mut Lowered) {
    let level = params_of(&mut lowered.kernel, 0)[0].var;
    let root = lowered.kernel.backing(level).0;
    let backing = |lowered: &Lowered, inst: &Inst| matches!(inst, Inst::Alu(alu) if lowered.kernel.backing(alu.dst.var).0 == root);
    let index = (0..lowered.kernel.insts.len())
        .rev()
        .find(|index| backing(lowered, &lowered.kernel.insts[*index]))
        .expect("the level is computed");
    let Inst::Alu(alu) = &mut lowered.kernel.insts[index] else { panic!("it is one") };
    alu.op = texvisa::ir::visa::AluOp::Mov;
    alu.srcs[0] = Src::immediate(DataType::Ud, 0);
}
