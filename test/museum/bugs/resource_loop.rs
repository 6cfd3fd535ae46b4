//! Lanes that name different surfaces or samplers are served one after the other, in a loop. The compiler lost the sampler,
//! or sent the index of the one as that of the other.

use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::visa::{Inst, PredicateOp, StateKind};
use texvisa::lowering::Lowered;

use crate::exhibit::{Bug, Check, Exhibit, Seed, Subject};

pub const BUG: Bug = Bug {
    name: "the loop over resources loses or mixes the indices of surface and sampler",
    reference: "intel-graphics-compiler d5665d452, 7a78d2db9, f17b225de",
    exhibits: &[
        Exhibit {
            seed: "lanes of the same surface are served whatever their sampler",
            on: Subject { source: SOURCE, target: Target::Tgllp, simd: SimdWidth::Simd16 },
            put: Seed::Emission(without_sampler),
            caught_by: &[Check::Symbolic, Check::Execution],
        },
        Exhibit {
            seed: "the sampler is set from the index of the surface",
            on: Subject { source: SOURCE, target: Target::Tgllp, simd: SimdWidth::Simd16 },
            put: Seed::Emission(|lowered| mixed(lowered, StateKind::Surface, StateKind::Sampler)),
            caught_by: &[Check::Symbolic, Check::Execution],
        },
        Exhibit {
            seed: "the surface is set from the index of the sampler",
            on: Subject { source: SOURCE, target: Target::Dg2, simd: SimdWidth::Simd32 },
            put: Seed::Emission(|lowered| mixed(lowered, StateKind::Sampler, StateKind::Surface)),
            caught_by: &[Check::Symbolic, Check::Execution],
        },
        Exhibit {
            seed: "the loop does not set the sampler",
            on: Subject { source: SOURCE, target: Target::Skl, simd: SimdWidth::Simd8 },
            put: Seed::Emission(not_set),
            caught_by: &[Check::Rules, Check::Symbolic, Check::Execution],
        },
    ],
};

const SOURCE: &str = "surface t: 2d f32 @ table
sampler s @ table
surface out: raw @ table 10
kernel @k(%x: i32, %u: f32, %v: f32) {
^entry:
  %surface = and i32 %x, 3
  %sampler = lshr i32 %x, 2
  %one = and i32 %sampler, 1
  %texel = sample t[%surface], s[%one] [u: %u, v: %v, lod: 0.0] -> f32x4
  %red = extract f32x4 %texel, 0
  %at = shl i32 %x, 2
  store_raw out [x: %at], f32 %red
  return
}";

fn without_sampler(lowered: &mut Lowered) {
    let mut both = lowered.kernel.insts.iter_mut().filter_map(|inst| match inst {
        Inst::Predicate { op: PredicateOp::And, srcs, .. } => Some(srcs),
        _ => None,
    });
    let srcs = both.next().expect("the lanes of a turn have both");
    srcs[1] = srcs[0];
}

/// The index that is set for the message in the loop: the last of its kind before the message.
fn set_in_loop(lowered: &Lowered, kind: StateKind) -> usize {
    let kernel = &lowered.kernel;
    let message = kernel.insts.iter().position(|inst| matches!(inst, Inst::Sampler(_))).expect("a message");
    let sets =
        |index: &usize| matches!(kernel.insts[*index], Inst::SetState { state, .. } if kernel.states[state] == kind);
    (0..message).rev().find(sets).expect("the state is set")
}

fn mixed(lowered: &mut Lowered, from: StateKind, to: StateKind) {
    let [from, to] = [from, to].map(|kind| set_in_loop(lowered, kind));
    let Inst::SetState { value: other, .. } = lowered.kernel.insts[from] else { panic!("it is one") };
    let Inst::SetState { value, .. } = &mut lowered.kernel.insts[to] else { panic!("it is one") };
    *value = other;
}

fn not_set(lowered: &mut Lowered) {
    let index = set_in_loop(lowered, StateKind::Sampler);
    crate::kernels::remove(lowered, index);
}
