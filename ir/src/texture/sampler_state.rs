//! The state of a sampler that the program itself defines, as a constant `sampler_t` of OpenCL is.
//!
//! It has what OpenCL's constants can say (OpenCL C 3.0, section 6.15.15.1): one filter, one address mode for all axes,
//! and whether coordinates run from 0 to 1. Such samplers take the first level, and their border is 0 in all channels.

use std::fmt;

/// How the texels around a coordinate become one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SamplerFilter {
    /// The texel that the coordinate is in.
    Nearest,
    /// The weighted mean of two texels an axis.
    Linear,
}

impl SamplerFilter {
    /// Every filter with its name in texture IR.
    pub const NAMES: [(SamplerFilter, &'static str); 2] =
        [(SamplerFilter::Nearest, "nearest"), (SamplerFilter::Linear, "linear")];
}

/// What is outside of the surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SamplerAddress {
    /// The surface again (OpenCL: repeat).
    Wrap,
    /// The surface again, every second time mirrored (OpenCL: mirrored repeat).
    Mirror,
    /// The texel at the edge (OpenCL: clamp to edge).
    Clamp,
    /// The border colour (OpenCL: clamp).
    ClampBorder,
}

impl SamplerAddress {
    /// Every mode with its name in texture IR.
    pub const NAMES: [(SamplerAddress, &'static str); 4] = [
        (SamplerAddress::Wrap, "wrap"),
        (SamplerAddress::Mirror, "mirror"),
        (SamplerAddress::Clamp, "clamp"),
        (SamplerAddress::ClampBorder, "clamp_border"),
    ];
}

/// The state of a sampler. Its text is `linear clamp_border unnormalized`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SamplerState {
    /// The filter.
    pub filter: SamplerFilter,
    /// The address mode along all axes.
    pub address: SamplerAddress,
    /// Whether coordinates count texels.
    pub unnormalized: bool,
}

impl SamplerState {
    /// The word for coordinates that count texels.
    pub const UNNORMALIZED: &'static str = "unnormalized";
}

impl fmt::Display for SamplerState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", SamplerFilter::NAMES[self.filter as usize].1)?;
        f.write_str(SamplerAddress::NAMES[self.address as usize].1)?;
        if self.unnormalized { write!(f, " {}", SamplerState::UNNORMALIZED) } else { Ok(()) }
    }
}
