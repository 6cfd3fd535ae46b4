//! The layer of an array has no gradient. The compiler took a derivative of it, like of a third coordinate.

use texvisa::ir::target::{SimdWidth, Target};
use texvisa::lowering::Lowered;

use crate::exhibit::{Bug, Check, Exhibit, Seed, Subject};
use crate::kernels::slot_source;

pub const BUG: Bug = Bug {
    name: "a derivative of the layer of an array is taken",
    reference: "Mesa 4a627af0e36",
    exhibits: &[
        Exhibit {
            seed: "a level that the program computes heeds the gradient of the layer",
            on: Subject { source: COMPUTED, target: Target::Tgllp, simd: SimdWidth::Simd8 },
            put: Seed::Source(WRONG),
            caught_by: &[Check::Execution],
        },
        Exhibit {
            seed: "the message has derivatives of r",
            on: Subject { source: SOURCE, target: Target::Tgllp, simd: SimdWidth::Simd8 },
            put: Seed::Emission(one_component_more),
            caught_by: &[Check::Symbolic, Check::Execution],
        },
    ],
};

const SOURCE: &str = "surface t0: 2d_array f32 @ table 0
surface b0: raw @ table 1
sampler s0 @ 0
kernel @sample(%u: f32, %v: f32, %layer: f32, %g: f32, %least: f32, %x: i32) {
^entry:
  %d = sample t0, s0 [u: %u, v: %v, r: %layer, dudx: %g, dudy: %g, dvdx: %g, dvdy: %g, min_lod: %least] -> f32x4
  %address = shl i32 %x, 4
  store_raw b0 [x: %address], f32x4 %d
  return
}";

const COMPUTED: &str = "surface t0: 2d_array f32 @ table 0
surface b0: raw @ table 1
sampler s0 @ 0
kernel @sample(%u: f32, %v: f32, %layer: f32, %du: f32, %dv: f32, %dlayer: f32, %x: i32) {
^entry:
  %along_u = fabs f32 %du
  %along_v = fabs f32 %dv
  %most = fmax f32 %along_u, %along_v
  %level = flog2 f32 %most
  %d = sample t0, s0 [u: %u, v: %v, r: %layer, lod: %level] -> f32x4
  %address = shl i32 %x, 4
  store_raw b0 [x: %address], f32x4 %d
  return
}";

const WRONG: &str = "surface t0: 2d_array f32 @ table 0
surface b0: raw @ table 1
sampler s0 @ 0
kernel @sample(%u: f32, %v: f32, %layer: f32, %du: f32, %dv: f32, %dlayer: f32, %x: i32) {
^entry:
  %along_u = fabs f32 %du
  %along_v = fabs f32 %dv
  %along_layer = fabs f32 %dlayer
  %of_two = fmax f32 %along_u, %along_v
  %most = fmax f32 %of_two, %along_layer
  %level = flog2 f32 %most
  %d = sample t0, s0 [u: %u, v: %v, r: %layer, lod: %level] -> f32x4
  %address = shl i32 %x, 4
  store_raw b0 [x: %address], f32x4 %d
  return
}";

fn one_component_more(lowered: &mut Lowered) {
    let gradient = *slot_source(&mut lowered.kernel, 0, 1);
    for slot in [7, 8] {
        *slot_source(&mut lowered.kernel, 0, slot) = gradient;
    }
}
