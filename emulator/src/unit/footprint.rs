//! What a pixel covers of a surface, and where an anisotropic filter samples it.
//!
//! After Vulkan ('Derivative Image Operations', 'Scale Factor Operation', 'Texel Anisotropic Filtering'), whose anisotropic filter
//! is one that it describes and not one that it demands; what Intel's hardware does is not documented, so both precisions do as
//! Vulkan says (choice). Derivatives are one a quad, from its first lane: lanes 4q to 4q+3 are the pixels (x, y), (x+1, y),
//! (x, y+1), (x+1, y+1) (choice: coarse derivatives).

use texvisa_ir::texture::Role;

use super::cube::Face;
use super::request::{LodSource, Request};
use super::sampler::Sampler;
use super::surface::Surface;

/// How coordinates change from a pixel to its neighbours along x and y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Footprint {
    /// What is added to the coordinates, of a cube to the direction.
    steps: [[f64; 3]; 2],
    /// Texels of level 0 that each step goes over.
    scales: [f64; 2],
}

impl Footprint {
    /// That of a lane; `None` where its level of detail comes from no derivatives.
    pub fn of(request: &Request<'_>, sampler: &Sampler, lane: usize) -> Option<Footprint> {
        let (steps, flat) = match request.lod {
            LodSource::Zero | LodSource::Explicit => return None,
            LodSource::Implicit => of_quad(request, lane),
            LodSource::Gradients => of_gradients(request, lane),
        };
        let extents = extents(request.surface, sampler);
        let scales = flat.map(|step| {
            // An axis without texels to filter does not count, not even where its coordinate is a NaN.
            let along = |axis: usize| if extents[axis] == 0.0 { 0.0 } else { step[axis] * extents[axis] };
            [0, 1, 2].map(along).iter().map(|part| part * part).sum::<f64>().sqrt()
        });
        Some(Footprint { steps, scales })
    }

    /// The scale factor that the level of detail is the logarithm of: the longer of both without anisotropy, otherwise that
    /// divided by the ratio of both, up to `anisotropy`.
    pub fn scale(&self, anisotropy: f64) -> f64 {
        let [along_x, along_y] = self.scales;
        along_x.min(along_y).max(along_x.max(along_y) / anisotropy)
    }

    /// Where an anisotropic filter samples: as many times as the footprint is longer than wide, rounded up, along the step that
    /// is longer. One that is within a texel, or has no end, is sampled once (choice; Vulkan allows less of small ones).
    pub fn probes(&self, anisotropy: f64) -> Probes {
        let [along_x, along_y] = self.scales;
        let longest = along_x.max(along_y);
        if !(longest > 1.0 && longest.is_finite()) {
            return Probes::ONE;
        }
        let ratio = (longest / along_x.min(along_y)).min(anisotropy);
        if ratio <= 1.0 {
            return Probes::ONE;
        }
        Probes { count: ratio.ceil() as u32, step: self.steps[usize::from(along_x <= along_y)] }
    }
}

/// The samples that an anisotropic filter takes the mean of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Probes {
    count: u32,
    step: [f64; 3],
}

impl Probes {
    /// The one of an isotropic filter.
    pub const ONE: Probes = Probes { count: 1, step: [0.0; 3] };

    /// How many.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The coordinates of each: `count` + 1 equal parts of the step lie between its ends, which are half a step from
    /// `coordinates`. On volumes the step has three components, on cubes every probe is a direction with a face of its own
    /// (choice: Vulkan describes images of two axes).
    pub fn places(&self, coordinates: [f64; 3]) -> impl Iterator<Item = [f64; 3]> + use<> {
        let Probes { count, step } = *self;
        (1..=count).map(move |probe| {
            let share = f64::from(probe) / f64::from(count + 1) - 0.5;
            std::array::from_fn(|axis| coordinates[axis] + share * step[axis])
        })
    }
}

/// Texels of level 0 that a coordinate of 1 covers on each filtered axis; 0 for the other axes.
fn extents(surface: &Surface, sampler: &Sampler) -> [f64; 3] {
    let axes = surface.kind().filtered_axes();
    let mut extents = surface.level_size(0).map(|size| if sampler.unnormalized { 1.0 } else { f64::from(size) });
    extents[axes..].fill(0.0);
    extents
}

/// Steps of coordinates, and the same on the face of a cube.
type Steps = ([[f64; 3]; 2], [[f64; 3]; 2]);

fn of_quad(request: &Request<'_>, lane: usize) -> Steps {
    let first = lane & !3;
    let corners = [first, first + 1, first + 2].map(|corner| request.coordinates(corner));
    let steps = |[origin, right, below]: [[f64; 3]; 3]| {
        [right, below].map(|to| std::array::from_fn(|axis| to[axis] - origin[axis]))
    };
    let whole = steps(corners);
    if !request.surface.kind().is_cube() {
        return (whole, whole);
    }
    // The quad is projected on the face of its first lane (choice).
    let face = Face::of(corners[0]);
    let projected = corners.map(|corner| {
        let [s, t] = face.project(corner);
        [s, t, 0.0]
    });
    (whole, steps(projected))
}

fn of_gradients(request: &Request<'_>, lane: usize) -> Steps {
    let gradients = [[Role::DuDx, Role::DvDx, Role::DrDx], [Role::DuDy, Role::DvDy, Role::DrDy]]
        .map(|roles| roles.map(|role| request.parameters.float(role, lane)));
    if !request.surface.kind().is_cube() {
        return (gradients, gradients);
    }
    let direction = request.coordinates(lane);
    let face = Face::of(direction);
    let projected = gradients.map(|gradient| {
        let [s, t] = face.project_gradient(direction, gradient);
        [s, t, 0.0]
    });
    (gradients, projected)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn footprint(along_x: f64, along_y: f64) -> Footprint {
        // Steps that tell which is which.
        Footprint { steps: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], scales: [along_x, along_y] }
    }

    #[test]
    fn levels_come_from_the_length_divided_by_the_ratio() {
        assert_eq!(footprint(8.0, 2.0).scale(1.0), 8.0);
        assert_eq!(footprint(8.0, 2.0).scale(16.0), 2.0);
        assert_eq!(footprint(2.0, 8.0).scale(2.0), 4.0);
        assert_eq!(footprint(8.0, 3.0).scale(16.0), 3.0);
        assert_eq!(footprint(0.0, 32.0).scale(16.0), 2.0);
        assert_eq!(footprint(0.0, 0.0).scale(16.0), 0.0);
    }

    #[test]
    fn ratios_are_rounded_up_and_bounded() {
        let count = |along_x, along_y, anisotropy| footprint(along_x, along_y).probes(anisotropy).count();
        assert_eq!([count(8.0, 2.0, 16.0), count(9.0, 2.0, 16.0), count(2.0, 9.0, 16.0)], [4, 5, 5]);
        assert_eq!([count(8.0, 2.0, 2.0), count(8.0, 0.0, 16.0), count(8.0, 0.0, 1.0)], [2, 16, 1]);
        // Round, within a texel, a point, and what no ratio has.
        assert_eq!([count(8.0, 8.0, 16.0), count(1.0, 0.0, 16.0), count(0.0, 0.0, 16.0)], [1; 3]);
        let (no_number, no_end) = (f64::NAN, f64::INFINITY);
        assert_eq!([count(no_number, 8.0, 16.0), count(8.0, no_number, 16.0), count(no_end, 1.0, 16.0)], [1; 3]);
    }

    #[test]
    fn probes_lie_evenly_along_the_longer_step() {
        let places =
            |along_x, along_y| -> Vec<_> { footprint(along_x, along_y).probes(16.0).places([2.0; 3]).collect() };
        // A third and two thirds of a step that ends half of it on either side.
        let [near, far] = [2.0 + (1.0 / 3.0 - 0.5), 2.0 + (2.0 / 3.0 - 0.5)];
        assert_eq!(places(4.0, 2.0), [[near, 2.0, 2.0], [far, 2.0, 2.0]]);
        assert_eq!(places(2.0, 4.0), [[2.0, near, 2.0], [2.0, far, 2.0]]);
        assert_eq!(places(4.0, 4.0), [[2.0; 3]]);
    }
}
