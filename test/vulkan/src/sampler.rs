//! Sampler states.

/// How texels around a coordinate become one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// The nearest.
    Nearest,
    /// The weighted mean of two an axis.
    Linear,
}

/// What is outside of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Address {
    /// The image again.
    Repeat,
    /// The image again, every second time mirrored.
    MirroredRepeat,
    /// The texel at the edge.
    ClampToEdge,
    /// The border colour.
    ClampToBorder,
    /// The image mirrored once, then the texel at the edge.
    MirrorClampToEdge,
}

/// A comparison of the reference with a texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// False.
    Never,
    /// The reference is less.
    Less,
    /// They are equal.
    Equal,
    /// The reference is less or equal.
    LessOrEqual,
    /// The reference is greater.
    Greater,
    /// They are not equal.
    NotEqual,
    /// The reference is greater or equal.
    GreaterOrEqual,
    /// True.
    Always,
}

/// What a filter makes of its texels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// The weighted mean.
    WeightedAverage,
    /// The least.
    Min,
    /// The greatest.
    Max,
}

/// The state of a sampler.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampler {
    /// What is outside along each axis.
    pub address: [Address; 3],
    /// The filter where the image is minified.
    pub min: Filter,
    /// The filter where it is magnified.
    pub mag: Filter,
    /// How levels become one value.
    pub mip: Filter,
    /// Added to the level of detail.
    pub lod_bias: f32,
    /// The least level of detail.
    pub min_lod: f32,
    /// The greatest.
    pub max_lod: f32,
    /// What a comparison is, where the sampler compares.
    pub compare: Option<Compare>,
    /// The border colour: bits of floats or integers, as the format has.
    pub border: [u32; 4],
    /// What a filter makes of its texels.
    pub reduction: Reduction,
    /// Whether coordinates count texels.
    pub unnormalized: bool,
    /// Whether filters continue on the neighbouring face of a cube.
    pub seamless_cube: bool,
}

impl Default for Sampler {
    /// The nearest texel of any level, repeating.
    fn default() -> Sampler {
        Sampler {
            address: [Address::Repeat; 3],
            min: Filter::Nearest,
            mag: Filter::Nearest,
            mip: Filter::Nearest,
            lod_bias: 0.0,
            min_lod: 0.0,
            max_lod: 16.0,
            compare: None,
            border: [0; 4],
            reduction: Reduction::WeightedAverage,
            unnormalized: false,
            seamless_cube: true,
        }
    }
}
