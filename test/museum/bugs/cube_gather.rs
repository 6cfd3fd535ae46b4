//! A gather of a cube has a direction of three parts, and in an array the layer behind it. On Intel a gather of a cube read
//! the wrong face, and one of a cube array the first layer always.

use texvisa::ir::target::{SimdWidth, Target};
use texvisa::lowering::Lowered;

use crate::exhibit::{Bug, Check, Exhibit, Seed, Subject};
use crate::kernels::{params, slot_source};

pub const BUG: Bug = Bug {
    name: "a gather of a cube reads another face, of a cube array the first layer",
    reference: "gpuweb/gpuweb#4857",
    exhibits: &[
        Exhibit {
            seed: "two parts of the direction are exchanged",
            on: Subject { source: SOURCE, target: Target::Tgllp, simd: SimdWidth::Simd8 },
            put: Seed::Emission(exchanged),
            caught_by: &[Check::Symbolic, Check::Execution],
        },
        Exhibit {
            seed: "the layer is trimmed",
            on: Subject { source: SOURCE, target: Target::Tgllp, simd: SimdWidth::Simd8 },
            put: Seed::Emission(|lowered: &mut Lowered| params(&mut lowered.kernel, 0, |raws| raws.truncate(3))),
            caught_by: &[Check::Symbolic, Check::Execution],
        },
    ],
};

const SOURCE: &str = "surface t0: cube_array f32 @ table 0
surface b0: raw @ table 3
sampler s0 @ 0
kernel @gather(%u: f32, %v: f32, %r: f32, %layer: f32, %x: i32) {
^entry:
  %a = gather4 t0, s0 [u: %u, v: %v, r: %r, ai: %layer] -> f32x4
  %address = shl i32 %x, 4
  store_raw b0 [x: %address], f32x4 %a
  return
}";

fn exchanged(lowered: &mut Lowered) {
    let [second, third] = [1, 2].map(|slot| *slot_source(&mut lowered.kernel, 0, slot));
    *slot_source(&mut lowered.kernel, 0, 1) = third;
    *slot_source(&mut lowered.kernel, 0, 2) = second;
}
