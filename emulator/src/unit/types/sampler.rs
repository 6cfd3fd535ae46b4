//! Sampler states.

use texvisa_ir::texture::{SamplerAddress, SamplerFilter, SamplerState};

use super::address::AddressMode;
use super::format::Channels;

/// How texels around a coordinate become one value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Filter {
    /// The texel that the coordinate is in.
    #[default]
    Nearest,
    /// The weighted mean of two texels an axis.
    Linear,
    /// The mean of several linear samples along what a pixel covers; one where there are no derivatives to tell that
    /// by.
    Anisotropic,
}

impl Filter {
    /// Every filter with its name.
    pub const NAMES: [(Filter, &'static str); 3] =
        [(Filter::Nearest, "NEAREST"), (Filter::Linear, "LINEAR"), (Filter::Anisotropic, "ANISOTROPIC")];
}

/// The largest ratio of an anisotropic filter: Intel's field n means 2(n + 1):1 and has three bits.
pub const MAX_ANISOTROPY: u8 = 16;

/// How levels of detail are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MipFilter {
    /// The first level.
    #[default]
    None,
    /// The nearest level.
    Nearest,
    /// The weighted mean of two levels.
    Linear,
}

impl MipFilter {
    /// Every choice with its name.
    pub const NAMES: [(MipFilter, &'static str); 3] =
        [(MipFilter::None, "NONE"), (MipFilter::Nearest, "NEAREST"), (MipFilter::Linear, "LINEAR")];
}

/// A comparison of the reference value with a texel, as APIs mean it: `reference OP texel`. Intel's shadow function is
/// the inverse of it with its operands swapped (Mesa's iris driver).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Compare {
    /// False.
    #[default]
    Never,
    /// The reference is less.
    Less,
    /// They are equal.
    Equal,
    /// The reference is less or equal.
    LessEqual,
    /// The reference is greater.
    Greater,
    /// They are not equal, or one is a NaN.
    NotEqual,
    /// The reference is greater or equal.
    GreaterEqual,
    /// True.
    Always,
}

impl Compare {
    /// Every comparison with its name.
    pub const NAMES: [(Compare, &'static str); 8] = [
        (Compare::Never, "NEVER"),
        (Compare::Less, "LESS"),
        (Compare::Equal, "EQUAL"),
        (Compare::LessEqual, "LEQUAL"),
        (Compare::Greater, "GREATER"),
        (Compare::NotEqual, "NOTEQUAL"),
        (Compare::GreaterEqual, "GEQUAL"),
        (Compare::Always, "ALWAYS"),
    ];

    /// The comparison of that name.
    pub fn from_name(name: &str) -> Option<Compare> {
        Compare::NAMES.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// Whether it holds.
    pub(crate) fn holds(self, reference: f64, texel: f64) -> bool {
        match self {
            Compare::Never => false,
            Compare::Less => reference < texel,
            Compare::Equal => reference == texel,
            Compare::LessEqual => reference <= texel,
            Compare::Greater => reference > texel,
            Compare::NotEqual => reference != texel,
            Compare::GreaterEqual => reference >= texel,
            Compare::Always => true,
        }
    }
}

/// What a filter makes of its texels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// The weighted mean.
    #[default]
    Average,
    /// The least of those with a weight, channel by channel.
    Minimum,
    /// The greatest.
    Maximum,
}

impl Reduction {
    /// Every reduction with its name.
    pub const NAMES: [(Reduction, &'static str); 3] =
        [(Reduction::Average, "AVERAGE"), (Reduction::Minimum, "MIN"), (Reduction::Maximum, "MAX")];
}

/// The state of a sampler.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampler {
    /// What happens outside the surface along u, v and r.
    pub address: [AddressMode; 3],
    /// The filter where the surface is minified.
    pub min: Filter,
    /// The filter where it is magnified.
    pub mag: Filter,
    /// How levels are chosen.
    pub mip: MipFilter,
    /// How many times longer than wide the footprint of an anisotropic filter counts at most, 1 to [`MAX_ANISOTROPY`];
    /// what is outside counts as the nearer of them. Intel's state says even ratios only, Vulkan's any.
    pub max_anisotropy: u8,
    /// Added to every level of detail but that of messages without one (`sample_lz`).
    pub lod_bias: f32,
    /// The least level of detail, 0 to 14.
    pub min_lod: f32,
    /// The greatest.
    pub max_lod: f32,
    /// What comparing messages compare with.
    pub compare: Compare,
    /// The border colour, bits of floats or integers as the surface's format delivers.
    pub border: Channels,
    /// What a filter makes of its texels.
    pub reduction: Reduction,
    /// Whether coordinates count texels.
    pub unnormalized: bool,
    /// Whether filters continue on the neighbouring face at the edge of a cube's face, whatever the address modes say.
    pub seamless_cube: bool,
}

impl Default for Sampler {
    /// Nearest texels of the first level, repeating.
    fn default() -> Sampler {
        Sampler {
            address: [AddressMode::Wrap; 3],
            min: Filter::Nearest,
            mag: Filter::Nearest,
            mip: MipFilter::None,
            // All that the state can say, where nothing is said (choice).
            max_anisotropy: MAX_ANISOTROPY,
            lod_bias: 0.0,
            min_lod: 0.0,
            max_lod: 14.0,
            compare: Compare::Never,
            border: [0; 4],
            reduction: Reduction::Average,
            unnormalized: false,
            seamless_cube: true,
        }
    }
}

impl Sampler {
    /// The ratio up to which footprints count as longer than wide. It is 1 without an anisotropic filter; one for what
    /// is minified or magnified is enough, as which it is depends on the ratio (choice).
    pub(crate) fn anisotropy(&self) -> f64 {
        let is_anisotropic = [self.min, self.mag].contains(&Filter::Anisotropic);
        if is_anisotropic { f64::from(self.max_anisotropy.clamp(1, MAX_ANISOTROPY)) } else { 1.0 }
    }
}

/// What Intel's OpenCL runtime passes to kernels that ask what a sampler is (compute-runtime, `sampler_patch_value.h`).
impl Sampler {
    /// Its address mode along u: `CLK_ADDRESS_...` as the runtime numbers them.
    pub(crate) fn opencl_address(&self) -> u32 {
        match self.address[0] {
            AddressMode::ClampBorder | AddressMode::HalfBorder => 1,
            AddressMode::Clamp => 2,
            AddressMode::Wrap => 3,
            AddressMode::Mirror => 4,
            AddressMode::MirrorOnce => 5,
            // OpenCL has no cubes.
            AddressMode::Cube => 0,
        }
    }

    /// Whether its coordinates run from 0 to 1: `CLK_NORMALIZED_COORDS_...`, 8 or 0.
    pub(crate) fn opencl_normalized(&self) -> u32 {
        if self.unnormalized { 0 } else { 8 }
    }

    /// Whether coordinates below 0 have to be moved away from texel 0, to which they would be rounded: all bits or
    /// none. That is so of nearest texels with a border (`Sampler::getSnapWaValue`).
    pub(crate) fn opencl_snap(&self) -> u32 {
        if self.opencl_address() == 1 && self.min == Filter::Nearest { u32::MAX } else { 0 }
    }
}

/// The first level, and a border of zeros.
impl From<SamplerState> for Sampler {
    fn from(state: SamplerState) -> Sampler {
        let filter = match state.filter {
            SamplerFilter::Nearest => Filter::Nearest,
            SamplerFilter::Linear => Filter::Linear,
        };
        let address = match state.address {
            SamplerAddress::Wrap => AddressMode::Wrap,
            SamplerAddress::Mirror => AddressMode::Mirror,
            SamplerAddress::Clamp => AddressMode::Clamp,
            SamplerAddress::ClampBorder => AddressMode::ClampBorder,
        };
        let unnormalized = state.unnormalized;
        Sampler { address: [address; 3], min: filter, mag: filter, unnormalized, ..Sampler::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns: reference 1 against texel 2, 1, 0 and a NaN.
    #[test]
    fn comparisons_put_the_reference_first() {
        let expected = [
            (Compare::Never, [false, false, false, false]),
            (Compare::Less, [true, false, false, false]),
            (Compare::Equal, [false, true, false, false]),
            (Compare::LessEqual, [true, true, false, false]),
            (Compare::Greater, [false, false, true, false]),
            (Compare::NotEqual, [true, false, true, true]),
            (Compare::GreaterEqual, [false, true, true, false]),
            (Compare::Always, [true, true, true, true]),
        ];
        for (compare, row) in expected {
            assert_eq!([2.0, 1.0, 0.0, f64::NAN].map(|texel| compare.holds(1.0, texel)), row, "{compare:?}");
        }
        assert_eq!(expected.len(), Compare::NAMES.len());
    }
}
