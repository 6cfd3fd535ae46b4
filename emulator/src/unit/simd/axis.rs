//! One axis of a filter in many lanes: coordinates, the texels around them, and the address modes that resolve these.
//!
//! The reference path serves lanes whose coordinates are far away or NaNs, so every number here fits an `i32` and a
//! binary64 exactly.

use super::lanes::each;
use crate::unit::types::address::AddressMode;
use crate::unit::types::request::Precision;

/// The reference path serves coordinates in texels from here on, and NaNs.
pub(super) const FAR: f64 = (1 << 22) as f64;

/// Adding this leaves no bits for a fraction, and the integer in the low bits of the sum: 2^52 + 2^51.
const NO_FRACTION: f64 = 6_755_399_441_055_744.0;

/// The nearest integer, ties to even, of a number below [`FAR`].
#[inline(always)]
pub(super) fn nearest(number: f64) -> i32 {
    (number + NO_FRACTION).to_bits() as i32
}

/// The greatest integer not above a number below [`FAR`], as both types.
#[inline(always)]
fn floor(number: f64) -> (i32, f64) {
    let sum = number + NO_FRACTION;
    let rounded = sum - NO_FRACTION;
    let is_above = rounded > number;
    (sum.to_bits() as i32 - i32::from(is_above), rounded - if is_above { 1.0 } else { 0.0 })
}

/// Coordinates in texels along one axis, by lane.
pub(super) struct AxisCoordinates<const N: usize>([f64; N]);

/// The first of the texels around coordinates and the weights of the second.
pub(super) struct AxisTexels<const N: usize, T> {
    pub first: [i32; N],
    pub fraction: [T; N],
}

impl<const N: usize> AxisCoordinates<N> {
    /// Coordinates from parameters that count `scale` texels each, and the lanes whose coordinates are served here, as bits.
    #[inline(always)]
    pub fn new(words: &[u32; N], scale: f64, mode: AddressMode, extent: u32) -> (AxisCoordinates<N>, u32) {
        let texels = each(words, |word| f64::from(f32::from_bits(word)) * scale);
        let is_near = |texel: f64| texel.abs() < FAR;
        let mut near = u32::MAX;
        if !texels.iter().fold(true, |all, texel| all & is_near(*texel)) {
            near = (0..N).filter(|lane| is_near(texels[*lane])).fold(0, |near, lane| near | 1 << lane);
        }
        // What is left out is a number all the same.
        let mut texels = each(&texels, |texel| if is_near(texel) { texel } else { 0.0 });
        if mode == AddressMode::HalfBorder {
            texels = each(&texels, |texel| mode.limit(texel, extent));
        }
        (AxisCoordinates(texels), near)
    }

    /// The texel that each coordinate is in.
    #[inline(always)]
    pub fn texels(&self) -> [i32; N] {
        each(&self.0, |texel| floor(texel).0)
    }

    /// The texels around each coordinate, with weights in 256ths.
    #[inline(always)]
    pub fn fixed(&self) -> AxisTexels<N, i32> {
        // From texels' edges to their centres: half of 256.
        let fixed = each(&self.0, |texel| nearest(texel * 256.0) - 128);
        AxisTexels { first: each(&fixed, |texel| texel >> 8), fraction: each(&fixed, |texel| texel & 0xff) }
    }

    /// The texels around each coordinate, with weights in the given precision.
    #[inline(always)]
    pub fn linear(&self, precision: Precision) -> AxisTexels<N, f64> {
        match precision {
            Precision::Exact => {
                let parts = each(&self.0, |texel| floor(texel - 0.5));
                let mut fraction = [0.0; N];
                for lane in 0..N {
                    fraction[lane] = (self.0[lane] - 0.5) - parts[lane].1;
                }
                AxisTexels { first: each(&parts, |part| part.0), fraction }
            }
            Precision::Intel => {
                let AxisTexels { first, fraction } = self.fixed();
                AxisTexels { first, fraction: each(&fraction, |part| f64::from(part) / 256.0) }
            }
        }
    }
}

/// Marks the border among resolved texels.
pub(super) const BORDER: i32 = -1;

/// Whether a mode may resolve to the border.
pub(super) const fn has_border(mode: AddressMode) -> bool {
    matches!(mode, AddressMode::ClampBorder | AddressMode::HalfBorder)
}

/// Resolves indices to texels by the address mode, on an axis of up to 2^14 texels.
#[inline(always)]
pub(super) fn resolve<const N: usize>(mode: AddressMode, indices: &[i32; N], extent: u32) -> [i32; N] {
    let count = extent as i32;
    let mirrored = |index: i32| if index >= 0 { index } else { -1 - index };
    match mode {
        AddressMode::Clamp | AddressMode::Cube => each(indices, |index| index.min(count - 1).max(0)),
        AddressMode::MirrorOnce => each(indices, |index| mirrored(index).min(count - 1)),
        AddressMode::ClampBorder | AddressMode::HalfBorder => {
            each(indices, |index| if (index as u32) < extent { index } else { BORDER })
        }
        AddressMode::Wrap | AddressMode::Mirror => {
            // Most coordinates are at most one surface away, which takes no division.
            let is_far = indices.iter().fold(false, |far, index| far | ((index + count) as u32 >= 3 * extent));
            if is_far {
                each(indices, |index| mode.resolve(index.into(), extent).map_or(BORDER, |texel| texel as i32))
            } else if mode == AddressMode::Wrap {
                each(indices, |index| {
                    let up = if index < 0 { count } else { 0 };
                    let down = if index >= count { count } else { 0 };
                    index + up - down
                })
            } else {
                each(indices, |index| {
                    let index = mirrored(index);
                    if index >= count { 2 * count - 1 - index } else { index }
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::reference::filter::Span;
    use crate::unit::types::sampler::Filter;

    #[test]
    fn footprints_are_the_reference_path() {
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..20_000 {
            let texel = match rng.u8(..4) {
                0 => f64::from(rng.i32(-1000..1000)) / 512.0,
                1 => f64::from(rng.f32()) * 1e-6 * f64::from(rng.i32(-1..2)),
                _ => (f64::from(rng.f32()) - 0.5) * 40.0,
            };
            let coordinates = AxisCoordinates([texel]);
            let span = Span::new(Filter::Nearest, texel, Precision::Exact);
            assert_eq!(coordinates.texels(), [span.first as i32], "{texel}");
            for precision in [Precision::Exact, Precision::Intel] {
                let span = Span::new(Filter::Linear, texel, precision);
                let found = coordinates.linear(precision);
                assert_eq!((found.first, found.fraction), ([span.first as i32], [span.fraction]), "{texel}");
            }
        }
    }

    #[test]
    fn indices_resolve_as_the_reference_path_has_it() {
        for (mode, _) in AddressMode::NAMES {
            for extent in [1, 2, 3, 4, 7, 16384] {
                for index in (-20..40).chain([16383, 16384, -16385, 1 << 22, -(1 << 22)]) {
                    let expected = mode.resolve(index.into(), extent).map_or(BORDER, |texel| texel as i32);
                    assert_eq!(resolve(mode, &[index; 4], extent), [expected; 4], "{mode:?} {index} of {extent}");
                }
            }
        }
    }
}
