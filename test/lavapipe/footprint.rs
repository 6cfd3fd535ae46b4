//! Which levels a point reads, and whether it reads beyond the edges of a cube's face: so much of Vulkan's rules again
//! as says where the two may not agree.

use texvisa::emulator::unit::{Filter, MipFilter, Surface};

use crate::state::{Operation, Point, State};

/// The magnitude of the greatest coordinate of a direction, its sign, and which it is.
fn major(direction: [f64; 3]) -> (f64, f64, usize) {
    let mut axis = 0;
    for other in 1..3 {
        if direction[other].abs() >= direction[axis].abs() {
            axis = other;
        }
    }
    (direction[axis].abs(), direction[axis].signum(), axis)
}

/// Where on its face a direction meets a cube: two coordinates of 0 to 1, in any order and orientation.
fn on_face(direction: [f64; 3]) -> [f64; 2] {
    let (length, _, axis) = major(direction);
    [1, 2].map(|step| (direction[(axis + step) % 3] / length + 1.0) / 2.0)
}

/// How far a gradient goes on the face of a direction (Vulkan, 'Cube Map Derivative Transformation').
fn along_face(direction: [f64; 3], gradient: [f64; 3]) -> f64 {
    let (length, sign, axis) = major(direction);
    let part = |step: usize| {
        let other = (axis + step) % 3;
        (length * gradient[other] - direction[other] * sign * gradient[axis]) / (2.0 * length * length)
    };
    part(1).hypot(part(2))
}

/// The level of detail of gradients, without a bias (Vulkan, 'Scale Factor Operation').
pub fn level_of_gradients(surface: &Surface, place: [f64; 3], gradients: [[f64; 3]; 2]) -> f64 {
    let size = surface.level_size(0).map(f64::from);
    let length = |gradient: [f64; 3]| {
        if surface.kind().is_cube() {
            along_face(place, gradient) * size[0]
        } else {
            let axes = surface.kind().filtered_axes();
            (0..axes).map(|axis| (gradient[axis] * size[axis]).powi(2)).sum::<f64>().sqrt()
        }
    };
    length(gradients[0]).max(length(gradients[1])).log2()
}

/// The clamped level of detail of a sample, and the filter within a level.
fn sampled_level(state: &State, point: &Point) -> (f64, Filter) {
    let sampler = &state.sampler;
    let base = if state.operation == Operation::SampleGrad {
        let place = point.floats().map(f64::from);
        level_of_gradients(
            &state.surface,
            place,
            point.gradients.map(|gradient| gradient.map(f32::from_bits).map(f64::from)),
        )
    } else {
        f64::from(f32::from_bits(point.level))
    };
    let level = (base + f64::from(sampler.lod_bias)).max(f64::from(sampler.min_lod)).min(f64::from(sampler.max_lod));
    (level, if level <= 0.0 { sampler.mag } else { sampler.min })
}

/// How far levels computed from gradients may be apart.
const LEVEL_CLEARANCE: f64 = 1.0 / 16.0;

/// Whether a point reads two levels in either.
pub fn reads_two_levels(state: &State, point: &Point) -> bool {
    if !state.operation.is_sample() || state.sampler.mip != MipFilter::Linear {
        return false;
    }
    let (level, _) = sampled_level(state, point);
    let last = f64::from(state.surface.levels() - 1);
    if state.operation == Operation::SampleGrad {
        return level > -LEVEL_CLEARANCE && level < last + LEVEL_CLEARANCE;
    }
    level > 0.0 && level < last && level.fract() != 0.0
}

/// Whether a point takes the nearest texel where the sampler's other filter is linear.
pub fn takes_nearest_of_two_filters(state: &State, point: &Point) -> bool {
    let differ = state.sampler.min != state.sampler.mag;
    state.operation.is_sample() && differ && sampled_level(state, point).1 == Filter::Nearest
}

/// The levels of a surface that a point may read.
fn levels(state: &State, point: &Point) -> Vec<u32> {
    if !state.operation.is_sample() || state.sampler.mip == MipFilter::None {
        return vec![0];
    }
    let (level, _) = sampled_level(state, point);
    let last = state.surface.levels() - 1;
    let first = (level.max(0.0) as u32).min(last);
    vec![first, (first + 1).min(last)]
}

/// Along how many axes, at the most, a point on a cube reads beyond the edge of its face.
pub fn edges_met(state: &State, point: &Point) -> usize {
    let filters =
        state.operation.is_gather() || state.operation.is_sample() && sampled_level(state, point).1 == Filter::Linear;
    if !state.surface.kind().is_cube() || !filters {
        return 0;
    }
    let place = on_face(point.floats().map(f64::from));
    let beyond = |level: &u32| {
        let size = f64::from(state.surface.level_size(*level)[0]);
        place.iter().filter(|place| **place * size < 0.5 || **place * size > size - 0.5).count()
    };
    levels(state, point).iter().map(beyond).max().unwrap_or(0)
}
