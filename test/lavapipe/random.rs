//! Random states of surfaces and samplers.

use fastrand::Rng;
use texvisa::emulator::unit::format::Numeric;
use texvisa::emulator::unit::{
    AddressMode, Compare, Description, Filter, Format, Kind, MipFilter, Reduction, Sampler, Select, Surface,
    SurfaceKind,
};
use texvisa::ir::target::{SimdWidth, Target};

use crate::emulated;
use crate::formats::is_depth;
use crate::points::points;
use crate::state::{Operation, State};
use crate::tolerance::{EXACT, Tolerance};

/// Points of a state.
const POINTS: usize = 96;

const EXTENTS: [u32; 14] = [1, 2, 3, 4, 5, 7, 8, 13, 16, 17, 31, 32, 33, 64];

impl State {
    /// The state of that seed. `has` says whether Vulkan's driver has such a surface, with a filter or without.
    pub fn new(
        operation: Operation,
        kind: SurfaceKind,
        seed: u64,
        has: impl Fn(&Description, bool) -> bool,
    ) -> Result<State, String> {
        let mut rng = Rng::with_seed(seed);
        let filtered = operation.is_sample() && rng.u8(..3) > 0;
        let description = description(&mut rng, operation, kind, filtered, has)?;
        let mut surface = Surface::new(description).map_err(|error| error.to_string())?;
        fill(&mut rng, &mut surface);
        let sampler = sampler(&mut rng, operation, &surface, filtered);
        let axes = if kind.is_cube() || sampler.unnormalized { 0 } else { kind.filtered_axes() };
        let mut offset = [0; 3];
        if !matches!(operation, Operation::LoadSample | Operation::Size | Operation::Samples) && rng.bool() {
            offset[..axes].fill_with(|| rng.i8(-8..8));
        }
        let has_offsets = operation.is_gather() && !kind.is_cube() && offset == [0; 3] && rng.bool();
        let channel = if operation == Operation::Gather { rng.u8(..4) } else { 0 };
        let has_level = matches!(operation, Operation::Load | Operation::SampleLod | Operation::SampleCompare);
        let is_level_zero = has_level && (sampler.unnormalized || rng.u8(..4) == 0);
        // What a level of 0 is without a bias is a matter of the message (`sample_lz`), not of Vulkan.
        let sampler = if is_level_zero { Sampler { lod_bias: 0.0, ..sampler } } else { sampler };
        let ways: Vec<(Target, SimdWidth)> = Target::ALL
            .into_iter()
            .filter(|target| target.platform().has_sampler)
            .flat_map(|target| [SimdWidth::Simd8, SimdWidth::Simd16].map(|simd| (target, simd)))
            .filter(|(target, simd)| simd.is_legal(*target))
            .collect();
        let first = rng.usize(..ways.len());
        let (target, simd) = ways[first];
        let mut state = State {
            operation,
            surface,
            sampler,
            offset,
            has_offsets,
            is_half: false,
            channel,
            is_level_zero,
            target,
            simd,
            points: Vec::new(),
        };
        // Not every platform has a message for offsets that are no constants.
        for step in 0..ways.len() {
            (state.target, state.simd) = ways[(first + step) % ways.len()];
            if emulated::has_message(&state).map_err(|error| format!("{error}: {}", state.title()))? {
                break;
            }
        }
        // What is rounded twice is not to be seen where it was not exact before.
        let returns_floats =
            state.surface.format().kind() == Kind::Float && !matches!(operation, Operation::Size | Operation::Samples);
        state.is_half = returns_floats && Tolerance::of(&state) == EXACT && rng.u8(..3) == 0;
        // Sizes do not depend on where they are asked.
        let count = if matches!(operation, Operation::Size | Operation::Samples) { 1 } else { POINTS };
        state.points = points(&mut rng, &state, count);
        Ok(state)
    }
}

/// How often a format is tried before none of those that are left can be had.
const TRIES: u32 = 1000;

fn description(
    rng: &mut Rng,
    operation: Operation,
    kind: SurfaceKind,
    filtered: bool,
    has: impl Fn(&Description, bool) -> bool,
) -> Result<Description, String> {
    let mut extent = || EXTENTS[rng.usize(..EXTENTS.len())];
    let [width, height, depth] = [extent(), extent(), extent()];
    let size = match kind.filtered_axes() {
        1 => [width, 1, 1],
        2 if kind.is_cube() => [width, width, 1],
        2 => [width, height, 1],
        _ => [width.min(17), height.min(17), depth.min(17)],
    };
    let mut description = Description::new(kind, Format::R8Unorm, size);
    match kind {
        SurfaceKind::D1Array | SurfaceKind::D2Array => description.layers = rng.u32(1..6),
        SurfaceKind::CubeArray => description.layers = 6 * rng.u32(1..4),
        _ => {}
    }
    if operation.is_multisampled() {
        description.samples = 4;
    } else {
        let most = 32 - size.into_iter().fold(0, u32::max).leading_zeros();
        description.levels = rng.u32(1..=most);
    }
    for _ in 0..TRIES {
        description.format = match rng.u8(..8) {
            0 => [Format::D16Unorm, Format::D24UnormX8, Format::D32Float][rng.usize(..3)],
            _ => Format::ALL[rng.usize(..Format::ALL.len())],
        };
        let fits = is_depth(description.format) || !operation.is_compared();
        if fits && has(&description, filtered && !operation.is_compared()) {
            // Vulkan compares without regard to the swizzle.
            if !operation.is_compared() && rng.bool() {
                let select = [0; 4].map(|_| match rng.u8(..6) {
                    0 => Select::Zero,
                    1 => Select::One,
                    channel => Select::Channel(channel - 2),
                });
                description.select = select;
            }
            return Ok(description);
        }
    }
    Err(format!("no format was found for {} of {}", operation.name(), kind.name()))
}

/// Random texels: of floats half of them in -2..2, the others any pattern of bits that is below 2.
fn fill(rng: &mut Rng, surface: &mut Surface) {
    let format = surface.format();
    let is_depth = is_depth(format);
    rng.fill(surface.bytes_mut());
    // The exponent's highest bit of each channel: without it values are below 2, and none is infinite or a NaN.
    let exponents: &[(usize, u32)] = match (format.numeric(), format) {
        (Numeric::Float, Format::Rg11B10Float) => &[(4, 1 << 10 | 1 << 21 | 1 << 31)],
        // Of a shared exponent of 5 bits.
        (Numeric::SharedExponent, _) => &[(4, 1 << 31)],
        (Numeric::Float, Format::R16Float | Format::Rg16Float | Format::Rgba16Float) => &[(2, 1 << 14)],
        (Numeric::Float, _) => &[(4, 1 << 30)],
        _ => &[],
    };
    for (bytes, mask) in exponents {
        for word in surface.bytes_mut().chunks_exact_mut(*bytes) {
            for (byte, mask) in word.iter_mut().zip(mask.to_le_bytes()) {
                *byte &= !mask;
            }
            if *bytes == 4 && *mask == 1 << 30 && (is_depth || rng.bool()) {
                let value = if is_depth { rng.f32() } else { rng.f32() * 4.0 - 2.0 };
                word.copy_from_slice(&value.to_le_bytes());
            }
        }
    }
}

fn sampler(rng: &mut Rng, operation: Operation, surface: &Surface, filtered: bool) -> Sampler {
    let format = surface.format();
    let kind = surface.kind();
    let mut sampler = Sampler { seamless_cube: true, ..Sampler::default() };
    if !operation.is_sample() && !operation.is_gather() {
        return sampler;
    }
    let mode = |rng: &mut Rng| {
        [AddressMode::Wrap, AddressMode::Mirror, AddressMode::Clamp, AddressMode::ClampBorder, AddressMode::MirrorOnce]
            [rng.usize(..5)]
    };
    sampler.address = [mode(rng), mode(rng), mode(rng)];
    sampler.border = border(rng, format);
    if kind.is_cube() {
        sampler.seamless_cube = rng.u8(..3) > 0;
    }
    if operation.is_compared() {
        sampler.compare = Compare::NAMES[rng.usize(..8)].0;
    }
    if operation.is_gather() {
        return sampler;
    }
    let filters = [Filter::Nearest, Filter::Linear];
    // Depths have no linear filter in lavapipe.
    if filtered && !operation.is_compared() {
        sampler.min = filters[rng.usize(..2)];
        sampler.mag = filters[rng.usize(..2)];
        sampler.mip = MipFilter::NAMES[rng.usize(..3)].0;
        if rng.u8(..5) == 0 {
            sampler.reduction = [Reduction::Minimum, Reduction::Maximum][rng.usize(..2)];
        }
    } else {
        sampler.mip = [MipFilter::None, MipFilter::Nearest][rng.usize(..2)];
    }
    sampler.lod_bias = f32::from(rng.i8(-32..33)) / 16.0;
    // Not at a half, where either level is the nearest (Vulkan, 'Image Level(s) Selection').
    sampler.min_lod = [0.0, 0.0, 0.625, 1.25][rng.usize(..4)];
    sampler.max_lod = [14.0, 14.0, 1.75, 2.0][rng.usize(..4)];
    if sampler.mip == MipFilter::None {
        // Vulkan has no such filter: there it is the nearest of levels 0 to 0.25.
        (sampler.min_lod, sampler.max_lod) = (0.0, 14.0);
    }
    let flat = matches!(kind, SurfaceKind::D1 | SurfaceKind::D2) && surface.levels() == 1;
    if flat && operation == Operation::SampleLod && rng.u8(..3) > 0 {
        let clamps = [AddressMode::Clamp, AddressMode::ClampBorder];
        sampler = Sampler {
            unnormalized: true,
            address: [0; 3].map(|_| clamps[rng.usize(..2)]),
            min: sampler.mag,
            mip: MipFilter::None,
            lod_bias: 0.0,
            reduction: Reduction::Average,
            ..sampler
        };
    }
    sampler
}

/// A border colour that the format can hold.
fn border(rng: &mut Rng, format: Format) -> [u32; 4] {
    [0; 4].map(|_| match format.numeric() {
        // 2 bits is the least that a channel has.
        Numeric::Uint => rng.u32(..4),
        Numeric::Sint => rng.i32(-100..100) as u32,
        Numeric::Snorm => (rng.f32() * 2.0 - 1.0).to_bits(),
        Numeric::Float if !is_depth(format) && format != Format::Rg11B10Float => (rng.f32() * 4.0 - 2.0).to_bits(),
        _ => rng.f32().to_bits(),
    })
}
