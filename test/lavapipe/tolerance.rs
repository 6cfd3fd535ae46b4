//! How far answers may be apart. Everything that is not in the table must be the same to the last bit.

use texvisa::emulator::unit::format::Numeric;
use texvisa::emulator::unit::{Filter, Format, Kind, MipFilter, Reduction};

use crate::formats::is_depth;
use crate::state::{Operation, State};

/// How far two floats may be apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// So much,
    pub absolute: f64,
    /// and so many units in the last place of a binary32.
    pub ulps: u32,
}

/// Not at all.
pub const EXACT: Tolerance = Tolerance { absolute: 0.0, ulps: 0 };

/// Multiplies by the rounded reciprocal of the largest code where the unit divides by it.
const NORMALIZED: Tolerance = Tolerance { absolute: 0.0, ulps: 1 };
/// Decodes sRGB by a polynomial; 1.2e-3 was seen.
const SRGB: Tolerance = Tolerance { absolute: 1.0 / 512.0, ulps: 0 };
/// Decodes blocks to bytes: widens endpoints to them, and interpolates with divisions that are cut off, so that both
/// errors together come to less than two steps; 1.5 were seen. (Sampler semantics has one step, of fewer blocks.)
const BLOCK_STEPS: f64 = 2.0;
/// The steepest slope of the sRGB curve, at 1.
const SRGB_SLOPE: f64 = 2.4 / 1.055;
/// Filters in binary32, where the unit rounds once at the end: of the format's range.
const FILTERED: f64 = 1.0 / 65536.0;
/// A level of detail from gradients, by a logarithm that is right to 4 bits after the point, which is what lavapipe
/// promises (mipmapPrecisionBits): of the difference of two levels.
const LEVEL: f64 = 1.0 / 16.0;

/// The difference of the largest and the least value that a texel or border has here.
fn range(format: Format) -> f64 {
    match format.numeric() {
        Numeric::Unorm | Numeric::Srgb => 1.0,
        Numeric::Snorm => 2.0,
        Numeric::Float if is_depth(format) => 1.0,
        Numeric::Float | Numeric::SharedExponent | Numeric::Uint | Numeric::Sint => 4.0,
    }
}

impl Tolerance {
    /// That of a state (sampler semantics, comparison with lavapipe).
    pub fn of(state: &State) -> Tolerance {
        let format = state.surface.format();
        let is_block = format.block_extent() > 1;
        let absolute = |absolute| Tolerance { absolute, ulps: 0 };
        let decoded = match format.numeric() {
            _ if state.operation.is_compared() => EXACT,
            Numeric::Srgb if is_block => absolute(SRGB.absolute + SRGB_SLOPE * BLOCK_STEPS / 255.0),
            Numeric::Snorm if is_block => absolute(BLOCK_STEPS / 127.0),
            _ if is_block => absolute(BLOCK_STEPS / 255.0),
            Numeric::Srgb => SRGB,
            Numeric::Unorm | Numeric::Snorm => NORMALIZED,
            Numeric::Uint | Numeric::Sint | Numeric::Float | Numeric::SharedExponent => EXACT,
        };
        let sampler = &state.sampler;
        let is_filtered = state.operation.is_sample()
            && ([sampler.min, sampler.mag].contains(&Filter::Linear) || sampler.mip == MipFilter::Linear)
            && sampler.reduction == Reduction::Average;
        // The fourth texel at a corner is the mean of three.
        let has_corners =
            state.operation == Operation::Gather && state.surface.kind().is_cube() && sampler.seamless_cube;
        let is_float = format.kind() == Kind::Float && !state.operation.is_compared();
        if !(is_filtered || has_corners && is_float) {
            return decoded;
        }
        let mut absolute = decoded.absolute + FILTERED * range(format);
        if state.operation == Operation::SampleGrad && sampler.mip == MipFilter::Linear {
            absolute += LEVEL * range(format);
        }
        Tolerance { absolute, ulps: decoded.ulps.max(2) }
    }

    /// Whether two elements, floats or integers, are near enough.
    pub fn allows(self, ours: u32, theirs: u32, is_float: bool) -> bool {
        if ours == theirs {
            return true;
        }
        if !is_float || self == EXACT {
            return false;
        }
        let [a, b] = [ours, theirs].map(|bits| f64::from(f32::from_bits(bits)));
        (a - b).abs() <= self.absolute || ulps(ours).abs_diff(ulps(theirs)) <= u64::from(self.ulps)
    }
}

/// The place of a binary32 among all, zeros together.
fn ulps(bits: u32) -> i64 {
    let magnitude = i64::from(bits & 0x7fff_ffff);
    if bits >> 31 == 1 { -magnitude } else { magnitude }
}
