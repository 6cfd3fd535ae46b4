//! How far a response may be from what a case expects.

use super::range::widen;
use super::schema::CompareRule;
use super::surface::MadeSurface;
use crate::float::f16_value;
use crate::unit::{Filter, Kind, MipFilter, Precision, Sampler};

/// How far a decoded sRGB value may be from the curve: 2^-13, the bound of sampler semantics, section 8, for other oracles
/// than lavapipe. The 2^-9 that stand there are the error of lavapipe's polynomial, and `test/lavapipe/tolerance.rs` has
/// them. A case names no implementation, and what it expects is the curve's value (sections 2.3 and 9), so that the error
/// of one implementation is none that a case may admit: at the dark end a step of 8 bits is 1/(255 * 12.92), of which 2^-9
/// are more than six and 2^-13 less than a half.
const SRGB: f64 = 1.0 / 8192.0;

/// What elements may differ by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tolerance {
    /// Units in the last place of a binary32.
    ulps: u32,
    /// As values.
    absolute: f64,
    /// Whether elements are floats; integers never differ.
    are_floats: bool,
}

impl Tolerance {
    /// After the table of how sampler results are compared with an independent implementation. UNORM and SNORM differ
    /// by 1 ulp, as one may multiply by a rounded reciprocal. Filters differ by 2^-16 of the range of values, and by 2
    /// ulp; with Intel's fractions of 8 bits by 2^-7 of it an axis, and by 2^-8 between levels. The sRGB curve differs
    /// by [`SRGB`], decoders of blocks by a unit of 8 bits. A comparison filters zeros and ones, and a level of detail
    /// counts levels.
    pub fn of(
        rule: CompareRule,
        made: &MadeSurface,
        sampler: Option<&Sampler>,
        precision: Precision,
        kind: Kind,
        is_of_texels: bool,
    ) -> Tolerance {
        let are_floats = kind == Kind::Float;
        let with = |ulps, absolute| Tolerance { ulps, absolute, are_floats };
        match rule {
            CompareRule::Exact => with(0, 0.0),
            CompareRule::Ulp1 => with(1, 0.0),
            CompareRule::UlpSrgb => with(1, SRGB),
            CompareRule::Bc => with(1, 1.0 / 255.0),
            CompareRule::Filter => {
                // A filter may meet the border, too.
                let mut values = if is_of_texels && are_floats { made.range() } else { [0.0, 1.0] };
                if is_of_texels && are_floats {
                    sampler.into_iter().for_each(|sampler| widen(&mut values, sampler.border));
                }
                let range = (values[1] - values[0]).max(0.0);
                let is_linear = |sampler: &Sampler| sampler.min != Filter::Nearest || sampler.mag != Filter::Nearest;
                let axes = if sampler.is_some_and(is_linear) { made.surface.kind().filtered_axes() } else { 0 };
                let levels = u8::from(sampler.is_some_and(|sampler| sampler.mip == MipFilter::Linear));
                let share = match precision {
                    Precision::Exact => 2f64.powi(-16),
                    Precision::Intel => (2 * axes + usize::from(levels)) as f64 * 2f64.powi(-8) + 2f64.powi(-16),
                };
                with(2, share * range)
            }
        }
    }

    /// Whether elements are floats.
    pub const fn are_floats(self) -> bool {
        self.are_floats
    }

    /// Whether an element of `bytes` (2 or 4) may be `found` where `expected` is. A NaN may have any payload.
    pub fn admits(self, bytes: usize, expected: u32, found: u32) -> bool {
        if expected == found {
            return true;
        }
        if !self.are_floats {
            return false;
        }
        let is_exact = self.ulps == 0 && self.absolute == 0.0;
        let value = |bits: u32| if bytes == 2 { f16_value(bits as u16) } else { f64::from(f32::from_bits(bits)) };
        let [a, b] = [value(expected), value(found)];
        if a.is_nan() || b.is_nan() {
            return a.is_nan() && b.is_nan();
        }
        // Zeros of either sign are the same value in other bits.
        if is_exact {
            return false;
        }
        // A result of 16 bits is rounded from one that may differ, and compared as it is.
        let ulps = if bytes == 4 { self.ulps } else { 0 };
        ordinal(expected).abs_diff(ordinal(found)) <= u64::from(ulps) && bytes == 4
            || self.absolute > 0.0 && (a - b).abs() <= self.absolute
    }
}

/// The place of a binary32 among all in the order of their values; both zeros have one.
fn ordinal(bits: u32) -> i64 {
    let magnitude = i64::from(bits & 0x7fff_ffff);
    if bits >> 31 == 1 { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::{Description, Format, Surface, SurfaceKind};

    fn surface() -> MadeSurface {
        let mut surface = Surface::new(Description::new(SurfaceKind::D2, Format::R8Unorm, [2, 1, 1])).expect("legal");
        surface.bytes_mut().copy_from_slice(&[0, 255]);
        MadeSurface::new(surface)
    }

    fn admits(rule: CompareRule, precision: Precision, expected: f32, found: f32) -> bool {
        let sampler = Sampler { min: Filter::Linear, mag: Filter::Linear, ..Sampler::default() };
        let tolerance = Tolerance::of(rule, &surface(), Some(&sampler), precision, Kind::Float, true);
        tolerance.admits(4, expected.to_bits(), found.to_bits())
    }

    /// `value` and the next of its neighbours, so many on.
    fn next(value: f32, ulps: u32) -> f32 {
        f32::from_bits(value.to_bits() + ulps)
    }

    #[test]
    fn each_rule_admits_what_it_says_and_no_more() {
        use CompareRule as C;
        let exact = |rule, expected, found| admits(rule, Precision::Exact, expected, found);
        assert!(exact(C::Exact, 1.0, 1.0) && !exact(C::Exact, 1.0, next(1.0, 1)));
        assert!(!exact(C::Exact, 0.0, f32::MIN_POSITIVE));
        assert!(!exact(C::Exact, 0.0, -0.0) && exact(C::Ulp1, 0.0, -0.0));
        assert!(exact(C::Ulp1, 1.0, next(1.0, 1)) && !exact(C::Ulp1, 1.0, next(1.0, 2)));
        assert!(exact(C::Ulp1, f32::from_bits(1), -0.0) && !exact(C::Ulp1, f32::from_bits(1), -f32::from_bits(1)));
        // The range of the surface is 1.
        let unit = 2f32.powi(-16);
        assert!(exact(C::Filter, 0.5, 0.5 + unit) && !exact(C::Filter, 0.5, 0.5 + 1.01 * unit));
        assert!(exact(C::UlpSrgb, 0.5, 0.5 + 2f32.powi(-13)) && !exact(C::UlpSrgb, 0.5, 0.5 + 2f32.powi(-12)));
        // The codes 0 and 1, and 1 and 2, of 8 bits.
        let code = |code: f32| code / 255.0 / 12.92;
        assert!(!exact(C::UlpSrgb, 0.0, code(1.0)) && !exact(C::UlpSrgb, code(1.0), code(2.0)));
        assert!(exact(C::Bc, 0.5, 0.5 + 0.0039) && !exact(C::Bc, 0.5, 0.5 + 0.004));
        // Two axes at 2^-7 each.
        let intel = |found| admits(C::Filter, Precision::Intel, 0.5, found);
        assert!(intel(0.5 + 2f32.powi(-6)) && !intel(0.5 + 2f32.powi(-5)));
    }

    #[test]
    fn a_nan_is_any_nan_and_integers_are_themselves() {
        let of = |kind| Tolerance::of(CompareRule::Ulp1, &surface(), None, Precision::Exact, kind, true);
        assert!(of(Kind::Float).admits(4, 0x7fc0_0000, 0xffff_ffff));
        assert!(!of(Kind::Float).admits(4, 0x7fc0_0000, 0x7f80_0000));
        assert!(of(Kind::Float).admits(2, 0x7e00, 0xfe01) && !of(Kind::Float).admits(2, 0x3c00, 0x3c01));
        assert!(!of(Kind::Uint).admits(4, 5, 6) && !of(Kind::Uint).admits(4, 0x7fc0_0000, 0xffff_ffff));
    }
}
