//! Random requests to the texture unit: every kind of surface, format, sampler and operation, with parameters that are
//! mostly where something changes.

use texvisa_emulator::unit::{
    AddressMode, Anisotropic, Compare, Description, Filter, Format, LodSource, MAX_LANES, MAX_PALETTE_INDEX, MAX_QUILT,
    Mcs16, MipFilter, NullPage, Operation, Parameters, Precision, Reduction, Request, Response, Ret16, Sampler, Select,
    Semantics, Surface, SurfaceKind, View, serve,
};
use texvisa_ir::texture::Role;

/// Words that mean much as floats or as integers.
const WORDS: [u32; 24] = [
    0,
    1,
    2,
    3,
    7,
    0x7fff_ffff,
    0x8000_0000,
    u32::MAX,
    u32::MAX - 1,
    0x3f80_0000, // 1.0
    0x3f00_0000, // 0.5
    0x3eff_ffff,
    0xbf80_0000,
    0x4000_0000,
    0x7f7f_ffff, // the greatest
    0xff7f_ffff,
    0x7f80_0000, // infinity
    0xff80_0000,
    0x7fc0_0000, // a NaN
    0xffa0_0001,
    0x0000_0001, // a denormal
    0x4f00_0000, // 2^31
    0xcf00_0001,
    0x7149_f2ca, // 1e30
];

/// What a response has before.
const SENTINEL: u32 = 0x5a5a_5a5a;

fn one_of<T: Copy>(rng: &mut fastrand::Rng, all: &[T]) -> T {
    all[rng.usize(..all.len())]
}

/// A name of a table.
fn row<T: Copy>(rng: &mut fastrand::Rng, rows: &[(T, &str)]) -> T {
    one_of(rng, rows).0
}

fn word(rng: &mut fastrand::Rng) -> u32 {
    match rng.u32(..4) {
        0 => one_of(rng, &WORDS),
        1 => rng.u32(..),
        // Coordinates in and around the surface.
        2 => (rng.f32() * 4.0 - 1.5).to_bits(),
        _ => rng.u32(..40).wrapping_sub(8),
    }
}

fn float(rng: &mut fastrand::Rng) -> f32 {
    f32::from_bits(word(rng))
}

fn surface(rng: &mut fastrand::Rng) -> Option<Surface> {
    let kind = row(rng, &SurfaceKind::NAMES);
    let size = |rng: &mut fastrand::Rng| {
        let end = if rng.u32(..8) == 0 { 40 } else { 10 };
        rng.u32(1..end)
    };
    let width = size(rng);
    let [height, depth] = match kind {
        SurfaceKind::D2 | SurfaceKind::D2Array => [size(rng), 1],
        SurfaceKind::Cube | SurfaceKind::CubeArray => [width, 1],
        SurfaceKind::D3 => [size(rng), size(rng)],
        _ => [1, 1],
    };
    let mut description = Description::new(kind, one_of(rng, Format::ALL), [width, height, depth]);
    let most = 32 - width.max(height).max(depth).leading_zeros();
    description.levels = if kind == SurfaceKind::Buffer { 1 } else { rng.u32(1..=most) };
    description.layers = match kind {
        SurfaceKind::D1Array | SurfaceKind::D2Array => rng.u32(1..5),
        SurfaceKind::CubeArray => 6 * rng.u32(1..4),
        _ => description.layers,
    };
    if matches!(kind, SurfaceKind::D2 | SurfaceKind::D2Array) && rng.bool() {
        (description.levels, description.samples) = (1, 1 << rng.u32(..5));
    }
    if rng.bool() {
        let letters: String = (0..4).map(|_| char::from(one_of(rng, b"RGBA01"))).collect();
        description.select = Select::from_letters(&letters)?;
    }
    description.clear_color = std::array::from_fn(|_| word(rng));
    description.min_lod = if rng.u32(..4) == 0 { float(rng) } else { 0.0 };
    description.palette_index = rng.u32(..=MAX_PALETTE_INDEX);
    description.quilt = [rng.u32(1..=MAX_QUILT), rng.u32(1..=MAX_QUILT)];
    description.null_pages = (0..rng.usize(..3))
        .map(|_| NullPage {
            level: rng.u32(..3),
            layer: rng.u32(..3),
            x: rng.u32(..4)..rng.u32(..9),
            y: rng.u32(..4)..rng.u32(..9),
        })
        .collect();
    let mut surface = Surface::new(description).ok()?;
    surface.bytes_mut().iter_mut().for_each(|byte| *byte = rng.u8(..));
    if surface.samples() > 1 && rng.bool() {
        let words: Vec<u64> = (0..7).map(|_| if rng.bool() { rng.u64(..) } else { u64::MAX }).collect();
        surface.compress(|place| words[(place.x + 3 * place.y) as usize % words.len()]);
    }
    if kind == SurfaceKind::Null || rng.u32(..3) > 0 {
        return Some(surface);
    }
    let view = View {
        first_level: rng.u32(..surface.levels()),
        levels: rng.u32(1..=surface.levels()),
        first_layer: rng.u32(..surface.layers()),
        layers: rng.u32(1..=surface.layers()),
        kind: if rng.bool() { kind } else { row(rng, &SurfaceKind::NAMES) },
    };
    // Mostly a view that there is not; the surface itself is as good.
    Some(surface.clone().view(view).unwrap_or(surface))
}

fn sampler(rng: &mut fastrand::Rng) -> Sampler {
    Sampler {
        address: std::array::from_fn(|_| row(rng, &AddressMode::NAMES)),
        min: row(rng, &Filter::NAMES),
        mag: row(rng, &Filter::NAMES),
        mip: row(rng, &MipFilter::NAMES),
        max_anisotropy: rng.u8(..),
        lod_bias: float(rng),
        min_lod: float(rng),
        max_lod: float(rng),
        compare: row(rng, &Compare::NAMES),
        border: std::array::from_fn(|_| word(rng)),
        reduction: row(rng, &Reduction::NAMES),
        unnormalized: rng.u32(..4) == 0,
        seamless_cube: rng.bool(),
    }
}

fn semantics(rng: &mut fastrand::Rng) -> Semantics {
    Semantics {
        anisotropic: [Anisotropic::Probes, Anisotropic::Linear][rng.usize(..2)],
        ret16: one_of(rng, &[Ret16::Saturate, Ret16::Truncate]),
        mcs16: one_of(rng, &[Mcs16::Words, Mcs16::LowHalves]),
        null_alpha1: rng.bool(),
        explicit_lod_bias: rng.bool(),
        mip_none_uses_minlod: rng.bool(),
        d3d_cube_z0: rng.bool(),
        poison: one_of(rng, &[None, Some(0xcd)]),
    }
}

const OPERATIONS: [Operation; 8] = [
    Operation::Load,
    Operation::LoadSample,
    Operation::LoadCompression,
    Operation::Sample,
    Operation::Gather,
    Operation::QueryLod,
    Operation::Size,
    Operation::SampleInfo,
];
const LODS: [LodSource; 4] = [LodSource::Zero, LodSource::Explicit, LodSource::Implicit, LodSource::Gradients];

/// What the unit has parameters for.
const ROLES: [Role; 19] = [
    Role::U,
    Role::V,
    Role::R,
    Role::Ai,
    Role::Lod,
    Role::Bias,
    Role::Ref,
    Role::MinLod,
    Role::DuDx,
    Role::DuDy,
    Role::DvDx,
    Role::DvDy,
    Role::DrDx,
    Role::DrDy,
    Role::Si,
    Role::Mcs,
    Role::OffU,
    Role::OffV,
    Role::OffR,
];

/// Asks the texture unit something at random.
///
/// # Errors
///
/// Lanes that did not ask got something, or asking twice gives two answers.
pub fn any_request(seed: u64) -> Result<(), String> {
    let rng = &mut fastrand::Rng::with_seed(seed);
    let Some(surface) = surface(rng) else { return Ok(()) };
    let sampler = sampler(rng);
    let mut parameters = Parameters::new();
    for role in ROLES {
        let is_given = rng.u32(..4) > 0;
        if let Some(words) = parameters.words_mut(role).filter(|_| is_given) {
            words.iter_mut().for_each(|lane| *lane = word(rng));
        }
    }
    parameters.mcs_high.iter_mut().for_each(|lane| *lane = word(rng));
    let request = Request {
        operation: one_of(rng, &OPERATIONS),
        lod: one_of(rng, &LODS),
        compare: rng.u32(..4) == 0,
        lanes: rng.u32(..),
        offset: std::array::from_fn(|_| rng.i8(..)),
        channel: rng.u8(..),
        parameters: &parameters,
        surface: &surface,
        sampler: (rng.u32(..16) > 0).then_some(&sampler),
        precision: one_of(rng, &[Precision::Exact, Precision::Intel]),
        semantics: semantics(rng),
    };
    let answer = || {
        let mut response = Response::new();
        response.channels = [[SENTINEL; MAX_LANES]; 4];
        serve(&request, &mut response).map(|()| response).map_err(|refused| refused.to_string())
    };
    let first = answer();
    let Ok(response) = &first else { return Ok(()) };
    for lane in 0..MAX_LANES {
        for channel in 0..4 {
            let (element, _) = (response.element32(channel, lane), response.element16(channel, lane));
            if request.lanes & 1 << lane == 0 && element != SENTINEL {
                return Err(format!("lane {lane} did not ask and got {element:#x} in channel {channel}: {request:?}"));
            }
        }
    }
    if response.resident | request.lanes != u32::MAX {
        return Err(format!("lanes that did not ask are not resident: {:#x}: {request:?}", response.resident));
    }
    let second = answer();
    let again = second.as_ref().map(|response| (response.channels, response.resident));
    if again != first.as_ref().map(|response| (response.channels, response.resident)) {
        return Err(format!("asked twice, answered differently: {request:?}"));
    }
    Ok(())
}
