//! The values that a filter may meet.

use crate::unit::{Surface, TexelPosition};

/// The least and the greatest finite value of a surface's texels; infinity and its negative where there is none.
pub(super) fn of_texels(surface: &Surface) -> [f64; 2] {
    let mut range = NO_VALUES;
    let format = surface.format();
    let extent = format.block_extent();
    for offset in (0..surface.bytes().len()).step_by(format.bytes()) {
        let Some(place) = surface.position(offset) else { continue };
        let Some(bytes) = surface.texel(place) else { continue };
        for inside in 0..extent * extent {
            let TexelPosition { x, y, .. } = place;
            widen(&mut range, format.decode_at(bytes, x + inside % extent, y + inside / extent));
        }
    }
    range
}

const NO_VALUES: [f64; 2] = [f64::INFINITY, f64::NEG_INFINITY];

/// Widens a range by the finite ones of four values.
pub(super) fn widen(range: &mut [f64; 2], values: [u32; 4]) {
    for value in values.map(|bits| f64::from(f32::from_bits(bits))).into_iter().filter(|value| value.is_finite()) {
        *range = [range[0].min(value), range[1].max(value)];
    }
}
