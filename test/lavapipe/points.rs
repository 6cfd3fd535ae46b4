//! Where a state is asked: random places, and places at the edges of texels and surfaces.
//!
//! Coordinates are such that both sides can hold them, and their products with sizes, exactly, and keep away from where
//! a nearest texel or level changes (sampler semantics: 2^-9 of a texel, 0.1 of a computed level), unless they are
//! beyond doubt there.

use fastrand::Rng;
use texvisa::emulator::unit::{Filter, Format, Reduction, Surface, SurfaceKind};

use crate::footprint::level_of_gradients;
use crate::state::{Operation, Point, State};

/// Coordinates are multiples of this.
const STEP: f64 = 1.0 / 4096.0;
/// How near a coordinate in texels may be to where another texel is the nearest, or another four the gathered.
const CLEARANCE: f64 = 1.0 / 512.0;

pub fn points(rng: &mut Rng, state: &State, count: usize) -> Vec<Point> {
    (0..count).map(|_| point(rng, state)).collect()
}

fn point(rng: &mut Rng, state: &State) -> Point {
    let surface = &state.surface;
    let mut point = Point { layer: layer(rng, state), level: level(rng, state), ..Point::default() };
    let axes = surface.kind().filtered_axes();
    match state.operation {
        Operation::Load | Operation::LoadSample => {
            let size = surface.level_size(point.level.min(surface.levels() - 1));
            for (axis, extent) in size[..axes].iter().enumerate() {
                let beyond = if rng.bool() { 2 } else { 0 };
                let to = rng.i32(-beyond..*extent as i32 + beyond);
                point.place[axis] = (to - i32::from(state.offset[axis])) as u32;
            }
            if state.operation == Operation::LoadSample {
                point.sample = rng.u32(..surface.samples());
            }
        }
        _ if surface.kind().is_cube() => point.place = direction(rng, state).map(f32::to_bits),
        _ => {
            for axis in 0..axes {
                point.place[axis] = coordinate(rng, state, axis).to_bits();
            }
        }
    }
    if state.operation.is_compared() {
        point.reference = reference(rng, surface).to_bits();
    }
    if state.has_offsets {
        // Such a layer is a whole number, as some messages have it in one word with the offsets.
        point.layer = f32::from_bits(point.layer).round_ties_even().max(0.0).to_bits();
        point.offsets = [rng.i32(-32..32) as u32, rng.i32(-32..32) as u32];
    }
    if state.operation == Operation::SampleGrad {
        point.gradients = gradients(rng, state, point.floats().map(f64::from));
    }
    point
}

/// A coordinate with all its levels' texels clear of their edges.
fn coordinate(rng: &mut Rng, state: &State, axis: usize) -> f32 {
    let levels = state.surface.levels();
    let sizes: Vec<u32> = if state.sampler.unnormalized {
        vec![1]
    } else {
        (0..levels).map(|level| state.surface.level_size(level)[axis]).collect()
    };
    let first = f64::from(state.surface.level_size(0)[axis]);
    let span = if state.sampler.unnormalized { first } else { 1.0 };
    let mut chosen = 0.0;
    for _ in 0..1000 {
        chosen = match rng.u8(..4) {
            // Beyond the edges, as far again as the surface.
            0 => (rng.f64() * 3.0 - 1.0) * span,
            // Around a texel's centre or edge.
            1 => (rng.i32(-1..first as i32 + 2) as f64 * 0.5 + f64::from(rng.i8(-2..3)) / 128.0) / first * span,
            _ => rng.f64() * span,
        };
        chosen = (chosen / STEP).round() * STEP;
        if sizes.iter().all(|size| is_clear(state, chosen * f64::from(*size))) {
            break;
        }
    }
    chosen as f32
}

/// Whether a coordinate in texels is clear of the edges that matter.
fn is_clear(state: &State, texels: f64) -> bool {
    let from_edge = (texels - texels.round()).abs();
    let from_centre = (texels - texels.floor() - 0.5).abs();
    let sampler = &state.sampler;
    let filters = [sampler.min, sampler.mag];
    // A minimum takes in a texel from the first bit of its weight on.
    let by_centre =
        state.operation.is_gather() || sampler.reduction != Reduction::Average && filters.contains(&Filter::Linear);
    let by_edge = !state.operation.is_gather() && filters.contains(&Filter::Nearest);
    (!by_centre || from_centre >= CLEARANCE) && (!by_edge || from_edge >= CLEARANCE)
}

/// A direction whose greatest coordinate is a power of two, so that projections are exact.
fn direction(rng: &mut Rng, state: &State) -> [f32; 3] {
    let major = rng.usize(..3);
    let scale = [0.5, 1.0, 4.0][rng.usize(..3)];
    let mut direction = [0.0; 3];
    for (axis, place) in direction.iter_mut().enumerate() {
        if axis == major {
            *place = if rng.bool() { scale } else { -scale };
            continue;
        }
        for _ in 0..1000 {
            let part = if rng.u8(..4) == 0 { 1.0 - rng.f64() / 16.0 } else { rng.f64() };
            let part = (part * 2047.0).floor() / 2048.0 * if rng.bool() { 1.0 } else { -1.0 };
            *place = (part * f64::from(scale)) as f32;
            let clear = |level| {
                let size = f64::from(state.surface.level_size(level)[0]);
                [part, -part].into_iter().all(|part| is_clear(state, (part + 1.0) / 2.0 * size))
            };
            if (0..state.surface.levels()).all(clear) {
                break;
            }
        }
    }
    direction
}

fn layers(surface: &Surface) -> u32 {
    if surface.kind().is_cube() { surface.layers() / 6 } else { surface.layers() }
}

fn layer(rng: &mut Rng, state: &State) -> u32 {
    let is_array = matches!(state.surface.kind(), SurfaceKind::D1Array | SurfaceKind::D2Array | SurfaceKind::CubeArray);
    if !is_array {
        return 0;
    }
    let count = layers(&state.surface) as i32;
    match state.operation {
        Operation::Load if rng.u8(..8) == 0 => rng.i32(-2..count + 2) as u32,
        Operation::Load | Operation::LoadSample => rng.i32(0..count) as u32,
        Operation::Size | Operation::Samples => 0,
        // Quarters and halves, which are rounded to even, also where there is no layer.
        _ => (rng.i32(-4..4 * count + 4) as f32 / 4.0).to_bits(),
    }
}

fn level(rng: &mut Rng, state: &State) -> u32 {
    let levels = state.surface.levels();
    match state.operation {
        _ if state.is_level_zero => 0,
        Operation::Load if rng.u8(..8) == 0 => rng.i32(-1..levels as i32 + 2) as u32,
        Operation::Load | Operation::Size => rng.u32(..levels),
        Operation::SampleLod | Operation::SampleCompare => loop {
            let level = f64::from(rng.i32(-512..(levels as i32 + 1) * 256)) / 256.0;
            let total = level + f64::from(state.sampler.lod_bias);
            // Halves are where another level is the nearest.
            if (total - total.floor() - 0.5).abs() > 1.0 / 64.0 {
                return (level as f32).to_bits();
            }
        },
        _ => 0,
    }
}

/// A value that is a texel's where texels are floats, or any.
fn reference(rng: &mut Rng, surface: &Surface) -> f32 {
    let texels = surface.bytes();
    if surface.format() == Format::D32Float && rng.bool() {
        let texel = 4 * rng.usize(..texels.len() / 4);
        return f32::from_le_bytes([texels[texel], texels[texel + 1], texels[texel + 2], texels[texel + 3]]);
    }
    rng.f32() * 1.25 - 0.125
}

/// Gradients whose level of detail is clear of halves and of 0.
fn gradients(rng: &mut Rng, state: &State, place: [f64; 3]) -> [[u32; 3]; 2] {
    let surface = &state.surface;
    let is_cube = surface.kind().is_cube();
    let axes = if is_cube { 3 } else { surface.kind().filtered_axes() };
    // Half of a face is as long as its direction's greatest coordinate.
    let unit = if is_cube { 2.0 * place.iter().fold(0.0, |most: f64, part| most.max(part.abs())) } else { 1.0 };
    let size = surface.level_size(0);
    loop {
        let scale = unit * 2f64.powf(rng.f64() * (f64::from(surface.levels()) + 1.0) - 1.5);
        let gradients: [[f32; 3]; 2] = [(); 2].map(|()| {
            std::array::from_fn(|axis| {
                let extent = f64::from(if is_cube { size[0] } else { size[axis] });
                let part = (rng.f64() * 2.0 - 1.0) * scale / extent;
                if axis < axes { part as f32 } else { 0.0 }
            })
        });
        let level = level_of_gradients(surface, place, gradients.map(|gradient| gradient.map(f64::from)))
            + f64::from(state.sampler.lod_bias);
        if (level - level.floor() - 0.5).abs() > 0.1 && level.abs() > 0.1 {
            return gradients.map(|gradient| gradient.map(f32::to_bits));
        }
    }
}
