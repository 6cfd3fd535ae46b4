//! A sampler takes payloads of at most eleven registers. A sample with gradients, a lower bound of the level and a header
//! has twelve. The compiler sent them.

use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::ChannelMask;

use crate::exhibit::{Bug, Check, Exhibit, Seed, Subject};
use crate::kernels::message;

pub const BUG: Bug = Bug {
    name: "a header, gradients and a lower bound of the level exceed eleven registers",
    reference: "Mesa 2edf29b9335, 5c96120b5ce",
    exhibits: &[
        Exhibit {
            seed: "the mask is sparse, for which there is a header",
            on: Subject { source: SOURCE, target: Target::Tgllp, simd: SimdWidth::Simd8 },
            put: Seed::Emission(|lowered| message(&mut lowered.kernel, 0).channels = ChannelMask::from_bits(0b1110)),
            caught_by: &[Check::Rules, Check::Registers, Check::Symbolic, Check::Execution],
        },
        Exhibit {
            seed: "the finalizer splits the message, and each half has a header",
            on: Subject { source: SOURCE, target: Target::Dg2, simd: SimdWidth::Simd16 },
            put: Seed::Emission(|lowered| message(&mut lowered.kernel, 0).channels = ChannelMask::from_bits(0b1110)),
            caught_by: &[Check::Rules, Check::Symbolic, Check::Execution],
        },
    ],
};

/// Blue alone would be a sparse mask, which is not worth what cannot be sent.
const SOURCE: &str = "surface t0: 2d f32 @ table 0
surface b0: raw @ table 1
sampler s0 @ 0
kernel @sample(%u: f32, %v: f32, %g: f32, %least: f32, %x: i32) {
^entry:
  %d = sample t0, s0 [u: %u, v: %v, min_lod: %least, dudx: %g, dudy: %g, dvdx: %g, dvdy: %g] -> f32x4
  %blue = extract f32x4 %d, 2
  %address = shl i32 %x, 4
  store_raw b0 [x: %address], f32 %blue
  return
}";
