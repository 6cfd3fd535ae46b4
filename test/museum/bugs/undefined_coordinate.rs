//! A load of a 1D surface is sent with v, which is zero, because the level follows it. The compiler counted v, and left it
//! undefined.

use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::visa::{Inst, Src};
use texvisa::lowering::Lowered;

use crate::exhibit::{Bug, Check, Exhibit, Seed, Subject};
use crate::kernels::params_of;

pub const BUG: Bug = Bug {
    name: "a load of a 1D surface counts v and leaves it undefined",
    reference: "Mesa 0195299c868",
    exhibits: &[Exhibit {
        seed: "nothing writes the slot of v",
        on: Subject { source: SOURCE, target: Target::Tgllp, simd: SimdWidth::Simd16 },
        put: Seed::Emission(unwritten),
        caught_by: &[Check::Symbolic, Check::Execution],
    }],
};

const SOURCE: &str = "surface t0: 1d f32 @ table 0
surface b0: raw @ table 1
kernel @fetch(%x: i32, %level: i32) {
^entry:
  %texel = load t0 [u: %x, lod: %level] -> f32x4
  %address = shl i32 %x, 4
  store_raw b0 [x: %address], f32x4 %texel
  return
}";

fn unwritten(lowered: &mut Lowered) {
    let second = params_of(&mut lowered.kernel, 0)[1].var;
    let writes = |inst: &Inst| matches!(inst, Inst::Alu(alu) if alu.dst.var == second && matches!(alu.srcs[0], Src::Immediate { .. }));
    let index = lowered.kernel.insts.iter().position(writes).expect("v is zero");
    crate::kernels::remove(lowered, index);
}
