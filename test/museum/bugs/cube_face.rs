//! The faces of a cube array are the layers of a 2D array, six a cube. The compiler subtracted six times the layer, and not
//! six times the cube, to have the face.

use texvisa::ir::target::{SimdWidth, Target};

use crate::exhibit::{Bug, Check, Exhibit, Seed, Subject};

pub const BUG: Bug = Bug {
    name: "the face of a cube is z - 6 z",
    reference: "Mesa 95db3e87fee",
    exhibits: &[Exhibit {
        seed: "the wrong factor of the product",
        on: Subject { source: SOURCE, target: Target::Tgllp, simd: SimdWidth::Simd16 },
        put: Seed::Source(WRONG),
        caught_by: &[Check::Execution],
    }],
};

const SOURCE: &str = "surface t0: 2d_array f32 @ table 0
surface b0: raw @ table 1
kernel @face(%x: i32, %y: i32, %z: i32) {
^entry:
  %cube = udiv i32 %z, 6
  %before = mul i32 %cube, 6
  %face = sub i32 %z, %before
  %texel = load t0 [u: %x, v: %y, r: %face, lod: 0] -> f32x4
  %address = shl i32 %x, 4
  store_raw b0 [x: %address], f32x4 %texel
  return
}";

const WRONG: &str = "surface t0: 2d_array f32 @ table 0
surface b0: raw @ table 1
kernel @face(%x: i32, %y: i32, %z: i32) {
^entry:
  %before = mul i32 %z, 6
  %face = sub i32 %z, %before
  %texel = load t0 [u: %x, v: %y, r: %face, lod: 0] -> f32x4
  %address = shl i32 %x, 4
  store_raw b0 [x: %address], f32x4 %texel
  return
}";
