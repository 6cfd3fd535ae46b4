//! States of surfaces and samplers, and points at which they are asked.

use texvisa::emulator::unit::{Description, Sampler, Surface, SurfaceKind};
use texvisa::ir::target::{SimdWidth, Target};

/// What is asked. Each is an operation of texture IR and one of SPIR-V.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// OpImageFetch.
    Load,
    /// OpImageFetch of a sample.
    LoadSample,
    /// OpImageGather.
    Gather,
    /// OpImageDrefGather.
    GatherCompare,
    /// OpImageSampleExplicitLod with Lod.
    SampleLod,
    /// OpImageSampleExplicitLod with Grad.
    SampleGrad,
    /// OpImageSampleDrefExplicitLod with Lod.
    SampleCompare,
    /// OpImageQuerySizeLod and OpImageQueryLevels.
    Size,
    /// OpImageQuerySize and OpImageQuerySamples.
    Samples,
}

impl Operation {
    pub const ALL: [Operation; 9] = [
        Operation::Load,
        Operation::LoadSample,
        Operation::Gather,
        Operation::GatherCompare,
        Operation::SampleLod,
        Operation::SampleGrad,
        Operation::SampleCompare,
        Operation::Size,
        Operation::Samples,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Operation::Load => "load",
            Operation::LoadSample => "load_sample",
            Operation::Gather => "gather",
            Operation::GatherCompare => "gather_compare",
            Operation::SampleLod => "sample_lod",
            Operation::SampleGrad => "sample_grad",
            Operation::SampleCompare => "sample_compare",
            Operation::Size => "size",
            Operation::Samples => "samples",
        }
    }

    pub const fn is_compared(self) -> bool {
        matches!(self, Operation::GatherCompare | Operation::SampleCompare)
    }

    pub const fn is_gather(self) -> bool {
        matches!(self, Operation::Gather | Operation::GatherCompare)
    }

    pub const fn is_sample(self) -> bool {
        matches!(self, Operation::SampleLod | Operation::SampleGrad | Operation::SampleCompare)
    }

    pub const fn is_multisampled(self) -> bool {
        matches!(self, Operation::LoadSample | Operation::Samples)
    }
}

/// The kinds of surfaces that an operation works on in both. Vulkan fetches no texels of cubes, and compares none of
/// volumes.
pub fn kinds(operation: Operation) -> impl Iterator<Item = SurfaceKind> {
    use SurfaceKind::{Cube, CubeArray, D1, D1Array, D2, D2Array, D3};
    [D1, D1Array, D2, D2Array, D3, Cube, CubeArray].into_iter().filter(move |kind| match operation {
        Operation::Load => !kind.is_cube(),
        Operation::LoadSample | Operation::Samples => matches!(kind, D2 | D2Array),
        Operation::Gather | Operation::GatherCompare => matches!(kind, D2 | D2Array | Cube | CubeArray),
        Operation::SampleCompare => *kind != D3,
        Operation::SampleLod | Operation::SampleGrad | Operation::Size => true,
    })
}

/// One state, what is asked of it, and how texvisa is to compile that.
#[derive(Clone, Debug)]
pub struct State {
    pub operation: Operation,
    pub surface: Surface,
    pub sampler: Sampler,
    pub offset: [i8; 3],
    /// Whether the points have offsets of their own instead.
    pub has_offsets: bool,
    /// Whether the result has half floats.
    pub is_half: bool,
    /// The channel that is gathered.
    pub channel: u8,
    /// Whether the level is the constant 0, which other messages are for.
    pub is_level_zero: bool,
    pub target: Target,
    pub simd: SimdWidth,
    pub points: Vec<Point>,
}

impl State {
    /// In words, for failures.
    pub fn title(&self) -> String {
        let Description { kind, format, width, height, depth, layers, levels, samples, select, .. } =
            self.surface.description();
        format!(
            "{}{}{} of {} {} {width}x{height}x{depth}, {layers} layers, {levels} levels, {samples} samples, {select:?}, offset {}, \
             channel {}, for {} {}, {:?}",
            self.operation.name(),
            if self.is_level_zero { " of level 0" } else { "" },
            if self.is_half { " as halves" } else { "" },
            kind.name(),
            format.name(),
            if self.has_offsets { "of each point".to_owned() } else { format!("{:?}", self.offset) },
            self.channel,
            self.target,
            self.simd,
            self.sampler
        )
    }
}

/// The parameters of a point, as roles of texture IR have them: integers of loads and sizes, otherwise bits of floats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Point {
    /// u, v, r: coordinates; of cubes a direction. Those that are layers are 0 here.
    pub place: [u32; 3],
    /// The layer.
    pub layer: u32,
    /// The level of detail.
    pub level: u32,
    /// The sample.
    pub sample: u32,
    /// The reference of a comparison.
    pub reference: u32,
    /// Gradients along x, then along y.
    pub gradients: [[u32; 3]; 2],
    /// Texel offsets along u and v, where the state's are no constants.
    pub offsets: [u32; 2],
}

impl Point {
    /// The coordinates as floats.
    pub fn floats(&self) -> [f32; 3] {
        self.place.map(f32::from_bits)
    }
}
