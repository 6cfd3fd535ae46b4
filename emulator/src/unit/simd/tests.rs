//! What is served for all lanes at a time against the reference path, on random requests.

use fastrand::Rng;
use texvisa_ir::texture::Role;

use super::serve;
use crate::unit::reference;
use crate::unit::{
    AddressMode, Description, Format, Kind, LodSource, MAX_LANES, MipFilter, NullPage, Operation, Parameters,
    Precision, Reduction, Request, Response, Sampler, Select, Semantics, Surface, SurfaceKind,
};
use crate::unit::{Compare, Filter};

/// A surface of any kind and format, small, with any bytes.
fn any_surface(rng: &mut Rng) -> Surface {
    let kind = rng.choice(SurfaceKind::NAMES).expect("there are some").0;
    let sampled: Vec<Format> = Format::ALL.iter().copied().filter(|format| !format.is_video()).collect();
    let format = rng.choice(sampled).expect("there are some");
    surface(rng, kind, format)
}

/// A picture of four bytes a texel.
fn picture(rng: &mut Rng) -> Surface {
    let formats = [Format::Rgba8Unorm, Format::Bgra8Unorm];
    let format = formats[rng.usize(..2)];
    surface(rng, SurfaceKind::D2, format)
}

fn surface(rng: &mut Rng, kind: SurfaceKind, format: Format) -> Surface {
    let mut size = [rng.u32(1..20), rng.u32(1..20), rng.u32(1..6)];
    match kind.filtered_axes() {
        1 => size = [size[0], 1, 1],
        2 => size[2] = 1,
        _ => {}
    }
    if kind.is_cube() {
        size[1] = size[0];
    }
    let mut description = Description::new(kind, format, size);
    if matches!(kind, SurfaceKind::D1Array | SurfaceKind::D2Array) {
        description.layers = rng.u32(1..5);
    }
    if kind != SurfaceKind::Buffer && rng.bool() {
        let most = 32 - size.into_iter().max().unwrap_or(1).leading_zeros();
        description.levels = rng.u32(1..=most);
    }
    if matches!(kind, SurfaceKind::D2 | SurfaceKind::D2Array) && description.levels == 1 && rng.u8(..8) == 0 {
        description.samples = 4;
    }
    if rng.u8(..4) == 0 {
        let any =
            [Select::Zero, Select::One, Select::Channel(0), Select::Channel(1), Select::Channel(2), Select::Channel(3)];
        description.select = std::array::from_fn(|_| any[rng.usize(..any.len())]);
    }
    if rng.u8(..16) == 0 {
        description.null_pages = vec![NullPage { level: 0, layer: 0, x: 0..3, y: 0..2 }];
    }
    if rng.u8(..8) == 0 {
        description.min_lod = rng.f32() * 3.0;
    }
    let mut surface = Surface::new(description).expect("legal");
    match rng.u8(..3) {
        // Floats of this size are numbers, and zeros of both signs are frequent.
        0 => {
            surface.bytes_mut().chunks_mut(2).for_each(|word| word.fill_with(|| [0, 0x80, 0x3c, 0x41][rng.usize(..4)]))
        }
        _ => surface.bytes_mut().fill_with(|| rng.u8(..)),
    }
    surface
}

fn sampler(rng: &mut Rng, kind: Kind) -> Sampler {
    let mut mode = || rng.choice(AddressMode::NAMES).expect("there are some").0;
    let address = [mode(), mode(), mode()];
    let linear = kind == Kind::Float && rng.bool();
    let filter = |rng: &mut Rng| match rng.u8(..16) {
        4..15 if linear => Filter::Linear,
        15 if linear => Filter::Anisotropic,
        _ => Filter::Nearest,
    };
    let mip = match rng.u8(..3) {
        0 => MipFilter::None,
        1 => MipFilter::Nearest,
        _ if kind == Kind::Float => MipFilter::Linear,
        _ => MipFilter::None,
    };
    let any = [0, 1.0f32.to_bits(), 0.3f32.to_bits(), f32::NAN.to_bits(), f32::INFINITY.to_bits(), (-0.0f32).to_bits()];
    Sampler {
        address,
        min: filter(rng),
        mag: filter(rng),
        mip,
        max_anisotropy: rng.u8(1..=16),
        lod_bias: if rng.bool() { 0.0 } else { rng.f32() - 0.5 },
        min_lod: if rng.bool() { 0.0 } else { rng.f32() * 2.0 },
        max_lod: if rng.bool() { 14.0 } else { rng.f32() * 4.0 },
        compare: Compare::LessEqual,
        border: std::array::from_fn(|_| any[rng.usize(..any.len())]),
        reduction: if rng.u8(..8) == 0 { Reduction::Minimum } else { Reduction::Average },
        unnormalized: rng.u8(..6) == 0,
        seamless_cube: rng.bool(),
    }
}

/// What programs trip over among floats that count about `extent`.
fn float(rng: &mut Rng, extent: f32) -> f32 {
    match rng.u8(..40) {
        0 => f32::NAN,
        1 => f32::INFINITY,
        2 => -f32::INFINITY,
        3 => 3e9,
        4 => -1e30,
        5 => -0.0,
        6 => 1e-40,
        7..15 => rng.i32(-8..24) as f32 / 8.0 * extent,
        15..20 => (rng.f32() - 0.5) * 40.0 * extent,
        _ => rng.f32() * extent,
    }
}

fn parameters(rng: &mut Rng, operation: Operation, lod: LodSource, unnormalized: bool) -> Parameters {
    use Role as Ro;
    let mut parameters = Parameters::new();
    let same = rng.bool();
    let extent = if unnormalized { 9.0 } else { 1.0 };
    let mut put = |rng: &mut Rng, role: Role, value: &mut dyn FnMut(&mut Rng) -> u32| {
        let words = parameters.words_mut(role).expect("a role of the unit");
        words.fill_with(|| value(rng));
    };
    if operation == Operation::Load {
        for role in [Ro::U, Ro::V, Ro::R] {
            put(rng, role, &mut |rng| if rng.u8(..30) == 0 { rng.u32(..) } else { rng.i32(-1..12) as u32 });
        }
        if lod == LodSource::Explicit {
            let level = rng.u32(..3);
            put(rng, Ro::Lod, &mut |rng| if same { level } else { rng.u32(..4) });
        }
        return parameters;
    }
    for role in [Ro::U, Ro::V, Ro::R] {
        if rng.u8(..8) > 0 {
            put(rng, role, &mut |rng| float(rng, extent).to_bits());
        }
    }
    let level = rng.f32() * 4.0 - 1.0;
    for role in [Ro::Lod, Ro::Bias, Ro::MinLod, Ro::DuDx, Ro::DvDy] {
        if rng.bool() {
            put(rng, role, &mut |rng| if same { level.to_bits() } else { float(rng, 1.0).to_bits() });
        }
    }
    for role in [Ro::OffU, Ro::OffV] {
        if rng.u8(..4) == 0 {
            put(rng, role, &mut |rng| rng.u32(..));
        }
    }
    parameters
}

#[test]
fn all_lanes_at_a_time_are_the_reference_path() {
    // Not few, though every kind of surface and format is as frequent as any other.
    compare(60_000, 11, any_surface, 20);
}

#[test]
fn pictures_of_four_bytes_a_texel_are_the_reference_path() {
    compare(60_000, 12, picture, 3);
}

/// Compares random requests on random surfaces; of the lanes of each operation at least one of `share` is served.
fn compare(turns: usize, seed: u64, surface: fn(&mut Rng) -> Surface, share: u32) {
    let mut rng = Rng::with_seed(seed);
    let (mut served, mut asked) = ([0u32; 3], [0u32; 3]);
    for turn in 0..turns {
        let surface = surface(&mut rng);
        let sampler = sampler(&mut rng, surface.value_kind());
        let (number, operation) = [Operation::Load, Operation::Sample, Operation::Gather]
            .into_iter()
            .enumerate()
            .nth(turn % 3)
            .expect("one of three");
        let lods = [LodSource::Zero, LodSource::Explicit, LodSource::Implicit, LodSource::Gradients];
        let lod = match operation {
            Operation::Load => lods[rng.usize(..2)],
            Operation::Gather if rng.bool() => LodSource::Zero,
            _ => lods[rng.usize(..4)],
        };
        let parameters = parameters(&mut rng, operation, lod, sampler.unnormalized);
        let lanes = [0xff, 0xffff, u32::MAX, rng.u32(..), rng.u32(..) & 0xff, 1, 0][rng.usize(..7)];
        let request = Request {
            operation,
            lod,
            compare: rng.u8(..16) == 0,
            lanes,
            offset: if rng.bool() { [0; 3] } else { std::array::from_fn(|_| rng.i8(-8..8)) },
            channel: rng.u8(..4),
            parameters: &parameters,
            surface: &surface,
            sampler: Some(&sampler),
            precision: if rng.bool() { Precision::Exact } else { Precision::Intel },
            semantics: Semantics {
                mip_none_uses_minlod: rng.bool(),
                explicit_lod_bias: rng.bool(),
                ..Semantics::default()
            },
        };
        let mut expected = Response::new();
        expected.channels.iter_mut().flatten().for_each(|word| *word = rng.u32(..));
        let mut found = expected.clone();
        let is_supported = reference::serve(&request, &mut expected).is_ok();
        let done = serve(&request, &mut found);
        assert!(is_supported || done == 0, "{request:?}");
        assert_eq!(done & !lanes, 0);
        asked[number] += u32::from(is_supported) * lanes.count_ones();
        served[number] += done.count_ones();
        if done == 0 {
            continue;
        }
        assert_eq!(found.elements, expected.elements);
        for lane in (0..MAX_LANES).filter(|lane| done >> lane & 1 == 1 || lanes >> lane & 1 == 0) {
            let [found, expected] =
                [&found, &expected].map(|response| [0, 1, 2, 3].map(|channel| response.element32(channel, lane)));
            let u = f32::from_bits(parameters.words(Role::U)[lane]);
            assert_eq!(
                found,
                expected,
                "turn {turn}, lane {lane} at {u}: {:?} {sampler:?} {request:?}",
                surface.description()
            );
        }
        assert_eq!(expected.resident | !done, u32::MAX);
    }
    for (served, asked) in served.into_iter().zip(asked) {
        assert!(served > asked / share, "{served} of {asked}");
    }
}
