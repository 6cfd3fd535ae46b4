//! Writes the texels of a multisampled image, which no copy does.

use rspirv::dr::Operand;
use rspirv::spirv::ImageOperands;

use super::builder::{Builder, Built, Use};
use super::{Shader, Viewed};

/// The shader that writes each sample of `samples` of an image of `width` and `height` from its `words` words. Its
/// invocations are numbered as samples lie in memory: layers, in each its samples, in each its rows. Those beyond the
/// last of `count` write it again.
pub(crate) fn fill(viewed: Viewed, words: usize, [width, height, samples]: [u32; 3], count: u32) -> Built<Shader> {
    let mut b = Builder::new(viewed, Use::Written)?;
    let (int, uint) = (b.int, b.uint);
    let last = b.constant(count.saturating_sub(1));
    let boolean = b.code.type_bool();
    let is_beyond = b.code.u_greater_than(boolean, None, b.index, last)?;
    b.index = b.code.select(uint, None, is_beyond, last, b.index)?;
    let mut rest = b.index;
    let mut digits = Vec::new();
    for base in [width, height, samples] {
        let base = b.constant(base);
        digits.push(b.code.u_mod(uint, None, rest, base)?);
        rest = b.code.u_div(uint, None, rest, base)?;
    }
    let mut place = vec![digits[0], digits[1]];
    if viewed.shape.is_array() {
        place.push(rest);
    }
    for part in &mut place {
        *part = b.code.bitcast(int, None, *part)?;
    }
    let at = b.vector(int, &place)?;
    let sample = b.code.bitcast(int, None, digits[2])?;
    let mut texel = Vec::new();
    for word in 0..4 {
        texel.push(if word < words { b.read(words, word, uint)? } else { b.constant(0) });
    }
    let texel = b.vector(uint, &texel)?;
    b.code.image_write(b.bound, at, texel, Some(ImageOperands::SAMPLE), [Operand::IdRef(sample)])?;
    b.finish(words, 0)
}
