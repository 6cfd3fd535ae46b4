//! What a pixel covers of a surface, and where an anisotropic filter samples it.
//!
//! After Vulkan ('Derivative Image Operations', 'Scale Factor Operation', 'Texel Anisotropic Filtering'), whose
//! anisotropic filter is described but not required. What Intel's hardware does is not documented, so both precisions do
//! as Vulkan describes (choice). A quad has one derivative, from its first lane: lanes 4q to 4q+3 are the pixels
//! (x, y), (x+1, y), (x, y+1), (x+1, y+1) (choice: coarse derivatives).

use texvisa_ir::texture::Role;

use super::cube::Face;
use crate::unit::types::request::{LodSource, Request};
use crate::unit::types::sampler::Sampler;
use crate::unit::types::surface::Surface;

/// How coordinates change from a pixel to its neighbours along x and y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::unit) struct Footprint {
    /// What is added to the coordinates, of a cube to the direction.
    steps: [[f64; 3]; 2],
    /// Texels of level 0 that each step goes over.
    scales: [f64; 2],
}

impl Footprint {
    /// The footprint of a lane; `None` where its level of detail comes from no derivatives.
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

    /// The scale factor that the level of detail is the logarithm of: the longer of both without anisotropy, otherwise
    /// that divided by the ratio of both, up to `anisotropy`.
    pub fn scale(&self, anisotropy: f64) -> f64 {
        let [along_x, along_y] = self.scales;
        along_x.min(along_y).max(along_x.max(along_y) / anisotropy)
    }

    /// Where an anisotropic filter samples: as many times as the footprint is longer than wide, rounded up, along the
    /// step that is longer. One that is within a texel, or has no end, is sampled once (choice; Vulkan allows less of
    /// small ones).
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
pub(in crate::unit) struct Probes {
    count: u32,
    step: [f64; 3],
}

impl Probes {
    /// The one sample of an isotropic filter.
    pub const ONE: Probes = Probes { count: 1, step: [0.0; 3] };

    /// How many samples.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The coordinates of each: `count` + 1 equal parts of the step lie between its ends, which are half a step from
    /// `coordinates`. On volumes the step has three components, on cubes every probe is a direction with a face of its
    /// own (choice: Vulkan describes images of two axes).
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
    use Role::{DuDx, DuDy, DvDy, Lod, R, Ref, U, V};

    use super::*;
    use crate::unit::tests::{Ask, linear, numbered, sampled};
    use crate::unit::{
        AddressMode, Anisotropic, Compare, Filter, MipFilter, Operation, Parameters, Precision, Reduction, Response,
        Semantics, SurfaceKind, serve,
    };

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

    /// Columns hold the squares of their index.
    fn squares(width: u32) -> Surface {
        let mut row = numbered(SurfaceKind::D2, [width, 1, 1], |_| {});
        for (column, texel) in row.bytes_mut().chunks_exact_mut(4).enumerate() {
            texel.copy_from_slice(&((column * column) as f32).to_le_bytes());
        }
        row
    }

    fn anisotropic(max_anisotropy: u8) -> Sampler {
        let (min, mag) = (Filter::Anisotropic, Filter::Anisotropic);
        Sampler { min, mag, max_anisotropy, mip: MipFilter::None, ..linear(AddressMode::Clamp) }
    }

    #[test]
    fn an_anisotropic_filter_is_the_mean_of_samples_along_the_footprint() {
        let row = squares(32);
        let ask = Ask { lod: LodSource::Gradients, ..sampled(&row, anisotropic(16)) };
        // 5 texels long and 1.25 wide: four samples a texel apart, around the edge of columns 15 and 16.
        let long = |role| [(U, 0.5), (V, 0.5), (role, 5.0 / 32.0), (DvDy, 1.25)];
        let four = (14.0 * 14.0 + 15.0 * 15.0 + 16.0 * 16.0 + 17.0 * 17.0) / 4.0;
        assert_eq!(ask.floats(&long(DuDx)), [four, 0.0, 0.0, 1.0]);
        // One linear sample, where that is chosen.
        let semantics = Semantics { anisotropic: Anisotropic::Linear, ..ask.semantics };
        assert_eq!(Ask { semantics, ..ask }.floats(&long(DuDx))[0], (15.0 * 15.0 + 16.0 * 16.0) / 2.0);
        // A line of 17 texels along y: sixteen samples, columns 8 to 23.
        let ask = Ask { lod: LodSource::Gradients, ..sampled(&row, anisotropic(16)) };
        assert_eq!(ask.floats(&[(U, 0.5), (V, 0.5), (DuDy, 17.0 / 32.0)])[0], 4184.0 / 16.0);
        // No more samples than the state says: two, 6 / 3 texels apart, around the centre of column 16.
        let two = Ask { sampler: anisotropic(2), ..ask };
        assert_eq!(two.floats(&[(U, 16.5 / 32.0), (V, 0.5), (DuDx, 6.0 / 32.0)])[0], (15.0 * 15.0 + 17.0 * 17.0) / 2.0);
        let extremes =
            |reduction| Ask { lod: LodSource::Gradients, ..sampled(&row, Sampler { reduction, ..anisotropic(16) }) };
        assert_eq!(extremes(Reduction::Minimum).floats(&long(DuDx))[0], 14.0 * 14.0);
        assert_eq!(extremes(Reduction::Maximum).floats(&long(DuDx))[0], 17.0 * 17.0);
    }

    #[test]
    fn anisotropic_comparisons_are_made_before_the_mean() {
        let row = squares(32);
        let sampler = Sampler { compare: Compare::Less, ..anisotropic(16) };
        let ask = Ask { compare: true, lod: LodSource::Gradients, ..sampled(&row, sampler) };
        // 225 is less than 256 and 289 of the four.
        let given = [(U, 0.5), (V, 0.5), (DuDx, 5.0 / 32.0), (DvDy, 1.25), (Ref, 225.0)];
        assert_eq!(ask.floats(&given), [0.5, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn the_level_of_an_anisotropic_filter_is_that_of_the_width() {
        let image = numbered(SurfaceKind::D2, [16, 16, 1], |d| d.levels = 5);
        let query = |max_anisotropy, width: f32| {
            let sampler = Sampler { mip: MipFilter::Linear, ..anisotropic(max_anisotropy) };
            let ask = Ask { operation: Operation::QueryLod, lod: LodSource::Gradients, ..sampled(&image, sampler) };
            ask.floats(&[(DuDx, 0.5), (DvDy, width / 16.0)])[0]
        };
        // 8 texels long.
        assert_eq!([query(16, 2.0), query(4, 2.0), query(2, 2.0), query(1, 2.0)], [1.0, 1.0, 2.0, 3.0]);
        assert_eq!([query(16, 0.0), query(2, 0.0), query(16, 8.0)], [0.0, 2.0, 3.0]);
    }

    #[test]
    fn without_a_long_footprint_an_anisotropic_filter_is_linear() {
        let image = numbered(SurfaceKind::D2, [16, 16, 1], |d| d.levels = 5);
        let both = |lod, given: &[(Role, f32)]| {
            [anisotropic(16), linear(AddressMode::Clamp)].map(|sampler| {
                let sampler = Sampler { mip: MipFilter::Linear, ..sampler };
                Ask { lod, ..sampled(&image, sampler) }.floats(given)
            })
        };
        let at = [(U, 0.3), (V, 0.7)];
        let with = |given: &[(Role, f32)]| [&at[..], given].concat();
        for (lod, given) in [
            (LodSource::Zero, with(&[])),
            (LodSource::Explicit, with(&[(Lod, 1.25)])),
            (LodSource::Gradients, with(&[(DuDx, 0.2), (DvDy, 0.2)])),
            // Within a texel, along one axis or both.
            (LodSource::Gradients, with(&[(DuDx, 0.06), (DvDy, 0.01)])),
            (LodSource::Gradients, with(&[(DuDx, 0.06)])),
        ] {
            let [found, expected] = both(lod, &given);
            assert_eq!(found, expected, "{lod:?} {given:?}");
        }
    }

    #[test]
    fn a_constant_surface_stays_constant_under_any_footprint() {
        let mut rng = fastrand::Rng::with_seed(7);
        let kinds = [
            (SurfaceKind::D1, [8, 1, 1], 1),
            (SurfaceKind::D1Array, [8, 1, 1], 3),
            (SurfaceKind::D2, [8, 8, 1], 1),
            (SurfaceKind::D3, [8, 8, 8], 1),
            (SurfaceKind::CubeArray, [8, 8, 1], 12),
        ];
        for (kind, size, layers) in kinds {
            let mut surface = numbered(kind, size, |d| (d.layers, d.levels) = (layers, 4));
            surface.bytes_mut().chunks_exact_mut(4).for_each(|texel| texel.copy_from_slice(&0.1f32.to_le_bytes()));
            for _ in 0..200 {
                let sampler = Sampler { mip: MipFilter::Linear, ..anisotropic(rng.u8(1..=16)) };
                let ask = Ask { lod: LodSource::Gradients, ..sampled(&surface, sampler) };
                let mut float = || rng.f32() * 4.0 - 2.0;
                let roles = [U, V, R, DuDx, Role::DvDx, Role::DrDx, DuDy, DvDy, Role::DrDy];
                let given = roles.map(|role| (role, float()));
                assert_eq!(ask.floats(&given), [0.1, 0.0, 0.0, 1.0], "{kind:?} {given:?}");
            }
        }
    }

    #[test]
    fn probes_of_a_cube_have_faces_of_their_own() {
        let cube = numbered(SurfaceKind::Cube, [4, 4, 1], |d| d.layers = 6);
        let sampler = Sampler { seamless_cube: false, ..anisotropic(2) };
        let ask = Ask { lod: LodSource::Gradients, ..sampled(&cube, sampler) };
        // Around +Z's right edge two samples at a third of a step of 1.5: (0.75, 0, 1), at s = 7/8, the centre of
        // column 3, and (1.25, 0, 1), which meets +X at s = (1 - 0.8) / 2, so 0.4 of a texel: column 0. Rows 1 and 2 of
        // each.
        let found = ask.floats(&[(U, 1.0), (R, 1.0), (DuDx, 1.5)])[0];
        assert_eq!(found, ((413.0 + 423.0) / 2.0 + (10.0 + 20.0) / 2.0) / 2.0);
    }

    #[test]
    fn quads_tell_the_footprint_where_nothing_else_does() {
        let row = squares(32);
        let mut parameters = Parameters::new();
        let mut give = |role, values: [f32; 4]| {
            parameters.words_mut(role).expect("a role of the unit")[..4].copy_from_slice(&values.map(f32::to_bits));
        };
        // 5 texels to the right and 1.25 down. The last lane, four texels on, has the footprint of the first.
        give(U, [0.5, 0.5 + 5.0 / 32.0, 0.5, 0.5 + 4.0 / 32.0]);
        give(V, [0.5, 0.5, 1.75, 0.5]);
        let sampler = anisotropic(16);
        let request = Request {
            operation: Operation::Sample,
            lod: LodSource::Implicit,
            compare: false,
            lanes: 0b1001,
            offset: [0; 3],
            channel: 0,
            parameters: &parameters,
            surface: &row,
            sampler: Some(&sampler),
            precision: Precision::Exact,
            semantics: Semantics::default(),
        };
        let mut response = Response::new();
        serve(&request, &mut response).expect("supported");
        let red = |lane| f32::from_bits(response.element32(0, lane));
        let mean = |columns: [f32; 4]| columns.map(|column| column * column).iter().sum::<f32>() / 4.0;
        assert_eq!([red(0), red(3)], [mean([14.0, 15.0, 16.0, 17.0]), mean([18.0, 19.0, 20.0, 21.0])]);
    }
}
