//! A message is sent in two halves, and each returns residency of its lanes. The compiler kept that of one half for both.

use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::visa::Inst;
use texvisa::lowering::Lowered;

use crate::exhibit::{Bug, Check, Exhibit, Seed, Subject};

pub const BUG: Bug = Bug {
    name: "residency of one half of a split message is lost",
    reference: "intel-graphics-compiler 07613f041",
    exhibits: &[
        Exhibit {
            seed: "the predicate of the upper half is set from the response of the lower half",
            on: Subject { source: SOURCE, target: Target::Tgllp, simd: SimdWidth::Simd32 },
            put: Seed::Emission(one_for_both),
            caught_by: &[Check::Symbolic, Check::Execution],
        },
        Exhibit {
            seed: "the predicate of the upper half is not set",
            on: Subject { source: SOURCE, target: Target::Tgllp, simd: SimdWidth::Simd32 },
            put: Seed::Emission(not_combined),
            caught_by: &[Check::Symbolic, Check::Execution],
        },
    ],
};

const SOURCE: &str = "surface t0: 2d f32 @ table 0
surface b0: raw @ table 1
kernel @fetch(%x: i32, %y: i32) {
^entry:
  %texel, %resident = load t0 [u: %x, v: %y, lod: 0] residency -> f32x4
  %flag = zext i1 %resident -> i32
  %address = shl i32 %x, 2
  store_raw b0 [x: %address], i32 %flag
  return
}";

fn set_predicates(lowered: &Lowered) -> Vec<usize> {
    let insts = lowered.kernel.insts.iter().enumerate();
    insts.filter(|(_, inst)| matches!(inst, Inst::SetPredicate { .. })).map(|(index, _)| index).collect()
}

fn one_for_both(lowered: &mut Lowered) {
    let [lower, upper] = set_predicates(lowered)[..] else { panic!("two halves") };
    let Inst::SetPredicate { src: of_lower, .. } = lowered.kernel.insts[lower] else { panic!("it is one") };
    let Inst::SetPredicate { src, .. } = &mut lowered.kernel.insts[upper] else { panic!("it is one") };
    *src = of_lower;
}

fn not_combined(lowered: &mut Lowered) {
    let [_, upper] = set_predicates(lowered)[..] else { panic!("two halves") };
    crate::kernels::remove(lowered, upper);
}
