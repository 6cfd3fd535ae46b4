//! Many texture operations an invocation, for measuring how fast they are.

use rspirv::dr::Operand;
use rspirv::spirv::ImageOperands;

use super::builder::{Builder, Built, Use};
use super::{Shader, Viewed};

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Texels at integer coordinates (OpImageFetch).
    Fetch,
    /// Filtered texels of level 0 (OpImageSampleExplicitLod).
    Sample,
    /// Gathers of the red channel (OpImageGather).
    Gather,
}

/// Operations of an invocation.
pub const OPERATIONS: u32 = 16;

/// Invocation `n` stands at column `x = n mod columns` of row `y = n / columns`, and goes on from there diagonally,
/// [`OPERATIONS`] times: to texels (x + i, y + i), or to points (x + i + 0.3, y + i + 0.6) over the image's size. What
/// it reads it sums up, channel by channel, and writes.
pub(crate) fn rate(viewed: Viewed, access: Access, columns: u32, [width, height]: [u32; 2]) -> Built<Shader> {
    let mut b = Builder::new(viewed, Use::Sampled)?;
    let (float, int, uint) = (b.float, b.int, b.uint);
    let four = b.code.type_vector(float, 4);
    let columns = b.constant(columns);
    let x = b.code.u_mod(uint, None, b.index, columns)?;
    let y = b.code.u_div(uint, None, b.index, columns)?;
    let zero = b.code.constant_bit32(int, 0);
    let float_zero = b.code.constant_bit32(float, 0);
    let mut sum = None;
    let image = b.image()?;
    let [step_u, step_v] = [width, height].map(|size| (1.0 / size as f32).to_bits());
    let [first_u, first_v] = [0.3 / width as f32, 0.6 / height as f32].map(f32::to_bits);
    let [step_u, step_v, first_u, first_v] =
        [step_u, step_v, first_u, first_v].map(|bits| b.code.constant_bit32(float, bits));
    let column = b.code.convert_u_to_f(float, None, x)?;
    let column = b.code.f_mul(float, None, column, step_u)?;
    let mut u = b.code.f_add(float, None, column, first_u)?;
    let row = b.code.convert_u_to_f(float, None, y)?;
    let row = b.code.f_mul(float, None, row, step_v)?;
    let mut v = b.code.f_add(float, None, row, first_v)?;
    let mut column = b.code.bitcast(int, None, x)?;
    let mut row = b.code.bitcast(int, None, y)?;
    let one = b.code.constant_bit32(int, 1);
    for _ in 0..OPERATIONS {
        let texel = match access {
            Access::Fetch => {
                let at = b.vector(int, &[column, row])?;
                column = b.code.i_add(int, None, column, one)?;
                row = b.code.i_add(int, None, row, one)?;
                b.code.image_fetch(four, None, image, at, Some(ImageOperands::LOD), [Operand::IdRef(zero)])?
            }
            Access::Sample | Access::Gather => {
                let at = b.vector(float, &[u, v])?;
                u = b.code.f_add(float, None, u, step_u)?;
                v = b.code.f_add(float, None, v, step_v)?;
                if access == Access::Gather {
                    let red = b.constant(0);
                    b.code.image_gather(four, None, b.bound, at, red, None, [])?
                } else {
                    let level = [Operand::IdRef(float_zero)];
                    b.code.image_sample_explicit_lod(four, None, b.bound, at, ImageOperands::LOD, level)?
                }
            }
        };
        sum = Some(match sum {
            None => texel,
            Some(sum) => b.code.f_add(four, None, sum, texel)?,
        });
    }
    if let Some(sum) = sum {
        for word in 0..4 {
            let value = b.code.composite_extract(float, None, sum, [word])?;
            b.write(4, word as usize, value, float)?;
        }
    }
    b.finish(0, 4)
}
