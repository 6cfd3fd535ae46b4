//! Filtered texels (3D_SAMPLE), and the level of detail that a filter would take.

use texvisa_ir::texture::Role;

use super::cube::Face;
use super::filter::{self, Span, Taps};
use super::footprint::{Footprint, Probes};
use super::lod::{self, Levels};
use crate::float::round_f32;
use crate::unit::types::address::AddressMode;
use crate::unit::types::description::SurfaceKind;
use crate::unit::types::format::Kind;
use crate::unit::types::request::{Elements, Request, Response};
use crate::unit::types::sampler::{Filter, MipFilter, Sampler};
use crate::unit::types::semantics::Anisotropic;
use crate::unit::types::surface::{Surface, TexelPosition};
use crate::unit::types::unsupported::Unsupported;

/// Bits of a texel offset that a parameter has.
pub(in crate::unit) const SAMPLE_OFFSET_BITS: u32 = 4;

impl Request<'_> {
    /// The first three coordinates of a lane.
    pub(in crate::unit) fn coordinates(&self, lane: usize) -> [f64; 3] {
        [Role::U, Role::V, Role::R].map(|role| self.parameters.float(role, lane))
    }

    /// The layer of a lane: the array index rounded to the nearest, ties to even, and clamped (Vulkan, 'Layer
    /// Selection'); for a cube the first face of it.
    fn layer(&self, lane: usize) -> u32 {
        let (index, faces) = match self.surface.kind() {
            SurfaceKind::D1Array => (self.parameters.float(Role::V, lane), 1),
            SurfaceKind::D2Array => (self.parameters.array_index(lane), 1),
            SurfaceKind::CubeArray => (self.parameters.float(Role::Ai, lane), 6),
            _ => return 0,
        };
        let last = f64::from((self.surface.layers() / faces).saturating_sub(1));
        // A NaN becomes layer 0 in the conversion.
        let layer = index.round_ties_even().clamp(0.0, last) as u32;
        layer * faces
    }

    /// The reference value, clamped to 0..1 where the texels cannot be outside (Vulkan, 'Depth Compare Operation').
    pub(in crate::unit) fn reference(&self, lane: usize) -> f64 {
        let reference = self.parameters.float(Role::Ref, lane);
        if self.surface.format().is_normalized() { reference.clamp(0.0, 1.0) } else { reference }
    }
}

/// Where a lane reads on one level: face or layer, and its coordinates in texels.
pub(in crate::unit) struct Spot {
    pub base: TexelPosition,
    pub face: Option<Face>,
    texels: [f64; 3],
}

/// The spot of a lane that reads at those coordinates.
pub(in crate::unit) fn spot(
    request: &Request<'_>,
    sampler: &Sampler,
    lane: usize,
    mut coordinates: [f64; 3],
    level: u32,
) -> Spot {
    let surface = request.surface;
    let size = surface.level_size(level);
    let mut layer = request.layer(lane);
    let mut face = None;
    if surface.kind().is_cube() {
        let met = Face::of(coordinates);
        let [s, t] = met.project(coordinates);
        coordinates = [s, t, 0.0];
        layer += met.layer();
        face = Some(met);
    }
    let texels = std::array::from_fn(|axis| {
        if sampler.unnormalized && face.is_none() {
            coordinates[axis]
        } else {
            coordinates[axis] * f64::from(size[axis])
        }
    });
    Spot { base: TexelPosition { level, layer, ..TexelPosition::default() }, face, texels }
}

/// The spans of a spot along each axis, one texel along those that are not filtered.
pub(in crate::unit) fn spans(
    request: &Request<'_>,
    spot: &Spot,
    filter: Filter,
    modes: [AddressMode; 3],
    offset: [i64; 3],
) -> [Span; 3] {
    let axes = request.surface.kind().filtered_axes();
    let size = request.surface.level_size(spot.base.level);
    std::array::from_fn(|axis| {
        if axis >= axes {
            return Span::ONE;
        }
        let coordinate = modes[axis].limit(spot.texels[axis], size[axis]);
        let span = Span::new(filter, coordinate, request.precision);
        // Cubes take no offsets (Vulkan, OpImageSample*: Offset).
        if spot.face.is_some() { span } else { span.shifted(offset[axis]) }
    })
}

/// Whether texels beyond the edge of a face are those of its neighbour.
pub(in crate::unit) fn is_seamless(sampler: &Sampler) -> bool {
    sampler.seamless_cube || sampler.address[..2].contains(&AddressMode::Cube)
}

/// Adds the texel at (`i`, `j`) of a face, which may be beyond one edge or beyond a corner.
pub(in crate::unit) fn push_cube_texel(
    taps: &mut Taps,
    surface: &Surface,
    spot: &Spot,
    face: Face,
    i: i64,
    j: i64,
    weight: f64,
) {
    let extent = surface.level_size(spot.base.level)[0];
    let first_layer = spot.base.layer - face.layer();
    let mut push = |i, j, weight| {
        let (face, x, y) = face.fold(i, j, extent);
        taps.push(Some(TexelPosition { x, y, layer: first_layer + face.layer(), ..spot.base }), weight);
    };
    let inside = |index: i64| index.clamp(0, i64::from(extent) - 1);
    if inside(i) == i || inside(j) == j {
        push(i, j, weight);
    } else if surface.value_kind() != Kind::Float {
        // Integers have no mean; the texel of this face is as good as any (choice).
        push(inside(i), inside(j), weight);
    } else {
        // Three faces meet in the corner; the texel that is missing is the mean of their three (Vulkan).
        push(inside(i), inside(j), weight / 3.0);
        push(i, inside(j), weight / 3.0);
        push(inside(i), j, weight / 3.0);
    }
}

/// The texels that a lane reads at those coordinates.
fn taps(request: &Request<'_>, sampler: &Sampler, lane: usize, coordinates: [f64; 3], chosen: &Levels) -> Taps {
    let mut taps = Taps::new();
    for (level, weight) in chosen.levels.into_iter().zip([1.0 - chosen.fraction, chosen.fraction]) {
        if weight != 0.0 {
            let spot = spot(request, sampler, lane, coordinates, level);
            push_level(&mut taps, request, sampler, lane, &spot, chosen.filter, weight);
        }
    }
    taps
}

fn push_level(
    taps: &mut Taps,
    request: &Request<'_>,
    sampler: &Sampler,
    lane: usize,
    spot: &Spot,
    filter: Filter,
    weight: f64,
) {
    let modes = match filter {
        Filter::Nearest => sampler.address.map(AddressMode::for_nearest),
        Filter::Linear | Filter::Anisotropic => sampler.address,
    };
    let offset = request.offset_of(lane, SAMPLE_OFFSET_BITS);
    let spans = spans(request, spot, filter, modes, offset);
    match (spot.face, filter) {
        (Some(face), Filter::Linear | Filter::Anisotropic) if is_seamless(sampler) => {
            for (j, weight_t) in spans[1].texels() {
                for (i, weight_s) in spans[0].texels() {
                    let total = weight * weight_s * weight_t;
                    if total != 0.0 {
                        push_cube_texel(taps, request.surface, spot, face, i, j, total);
                    }
                }
            }
        }
        // A nearest texel is clamped to its face (Vulkan, 'Cube Map Edge Handling').
        (Some(_), Filter::Nearest) if is_seamless(sampler) => {
            filter::push_level(taps, request.surface, spot.base, spans, [AddressMode::Clamp; 3], weight);
        }
        _ => filter::push_level(taps, request.surface, spot.base, spans, modes, weight),
    }
}

/// Refuses surfaces that no filter or comparison works on.
pub(in crate::unit) fn check(request: &Request<'_>) -> Result<(), Unsupported> {
    let surface = request.surface;
    let kind = surface.kind();
    if kind == SurfaceKind::Buffer || surface.samples() > 1 {
        return Err(Unsupported::Surface { operation: request.operation, kind, samples: surface.samples() });
    }
    if request.compare && surface.value_kind() != Kind::Float {
        return Err(Unsupported::ComparedIntegers { format: surface.format() });
    }
    Ok(())
}

/// Where a lane samples with the filter that was chosen for it.
fn probes(request: &Request<'_>, sampler: &Sampler, lane: usize, filter: Filter) -> Probes {
    if filter != Filter::Anisotropic || request.semantics.anisotropic == Anisotropic::Linear {
        return Probes::ONE;
    }
    let footprint = Footprint::of(request, sampler, lane);
    footprint.map_or(Probes::ONE, |footprint| footprint.probes(sampler.anisotropy()))
}

/// Serves [`Operation::Sample`](crate::unit::Operation::Sample).
pub(in crate::unit) fn sample(
    request: &Request<'_>,
    sampler: &Sampler,
    response: &mut Response,
) -> Result<(), Unsupported> {
    let surface = request.surface;
    response.elements = Elements::Channels(surface.value_kind());
    if surface.kind() == SurfaceKind::Null {
        request.each_lane().for_each(|lane| response.set(lane, [0; 4]));
        return Ok(());
    }
    check(request)?;
    let filters = sampler.min != Filter::Nearest || sampler.mag != Filter::Nearest || sampler.mip == MipFilter::Linear;
    if filters && surface.value_kind() != Kind::Float {
        return Err(Unsupported::FilteredIntegers { format: surface.format() });
    }
    for lane in request.each_lane() {
        let lambda = lod::clamped(lod::unclamped(request, sampler, lane), request, sampler, lane);
        let chosen = lod::select(lambda, sampler, request);
        let probes = probes(request, sampler, lane, chosen.filter);
        let mut is_resident = true;
        let mut taps_at = |coordinates| {
            let taps = taps(request, sampler, lane, coordinates, &chosen);
            is_resident &= filter::is_resident(surface, &taps);
            taps
        };
        let coordinates = request.coordinates(lane);
        let texel = if request.compare {
            // The result of a comparison is (D, 0, 0, 1) (Vulkan, 'Depth Compare Operation').
            let samples = probes.places(coordinates).map(taps_at);
            let result = filter::reduce_compared_probes(surface, sampler, samples, request.reference(lane));
            [result, 0, 0, Kind::Float.one()]
        } else if probes.count() == 1 {
            filter::reduce(surface, sampler, &taps_at(coordinates))
        } else {
            filter::reduce_probes(surface, sampler, probes.places(coordinates).map(taps_at))
        };
        response.set(lane, surface.select(texel));
        if !is_resident {
            response.resident &= !(1 << lane);
        }
    }
    Ok(())
}

/// Serves [`Operation::QueryLod`](crate::unit::Operation::QueryLod): the level of detail that would be used in R, the one
/// before any bound in G (3D_SAMPLE, LOD; values after Vulkan, OpImageQueryLod).
pub(in crate::unit) fn query_lod(
    request: &Request<'_>,
    sampler: &Sampler,
    response: &mut Response,
) -> Result<(), Unsupported> {
    response.elements = Elements::Channels(Kind::Float);
    let surface = request.surface;
    if surface.kind() == SurfaceKind::Null {
        request.each_lane().for_each(|lane| response.set(lane, [0; 4]));
        return Ok(());
    }
    check(request)?;
    for lane in request.each_lane() {
        let unclamped = lod::unclamped(request, sampler, lane);
        let clamped = lod::reported(lod::clamped(unclamped, request, sampler, lane), sampler, request);
        response.set(lane, [round_f32(clamped), round_f32(unclamped), 0, 0]);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use Role::{Ai, Lod, R, Ref, U, V};

    use super::*;
    use crate::unit::tests::{Ask, linear, numbered, sampled};
    use crate::unit::types::description::{Description, NullPage};
    use crate::unit::types::format::Format;
    use crate::unit::types::request::LodSource;
    use crate::unit::{Compare, Operation};

    #[test]
    fn each_kind_of_surface_is_filtered_along_its_axes() {
        let clamp = linear(AddressMode::Clamp);
        let red = |surface: &Surface, given: &[(Role, f32)]| sampled(surface, clamp).floats(given)[0];
        let row = numbered(SurfaceKind::D1, [4, 1, 1], |_| {});
        assert_eq!(red(&row, &[(U, 0.3125), (V, 9.0)]), 0.75);
        let rows = numbered(SurfaceKind::D1Array, [4, 1, 1], |d| d.layers = 3);
        // Layers are rounded to even and clamped: 1.5 is layer 2.
        assert_eq!(red(&rows, &[(U, 0.5), (V, 1.5)]), 201.5);
        assert_eq!(red(&rows, &[(U, 0.5), (V, 0.5)]), 1.5);
        assert_eq!(red(&rows, &[(U, 0.5), (V, 99.0)]), 201.5);
        assert_eq!(red(&rows, &[(U, 0.5), (V, f32::NAN)]), 1.5);
        let image = numbered(SurfaceKind::D2, [4, 4, 1], |d| d.levels = 3);
        assert_eq!(red(&image, &[(U, 0.5), (V, 0.5)]), 16.5);
        // Between level 0 and level 1, whose mean is 1005.5.
        assert_eq!(red(&image, &[(U, 0.5), (V, 0.5), (Lod, 0.25)]), 0.75 * 16.5 + 0.25 * 1005.5);
        assert_eq!(red(&image, &[(U, 0.5), (V, 0.5), (Lod, 7.0)]), 2000.0);
        let images = numbered(SurfaceKind::D2Array, [4, 4, 1], |d| d.layers = 3);
        assert_eq!(red(&images, &[(U, 0.5), (V, 0.5), (R, 1.0)]), 116.5);
        let volume = numbered(SurfaceKind::D3, [4, 4, 4], |_| {});
        assert_eq!(red(&volume, &[(U, 0.5), (V, 0.5), (R, 0.5)]), 166.5);
    }

    #[test]
    fn address_modes_apply_to_each_texel() {
        let row = numbered(SurfaceKind::D1, [4, 1, 1], |_| {});
        let red = |mode, u| {
            let sampler = Sampler { border: [8.0f32.to_bits(); 4], ..linear(mode) };
            sampled(&row, sampler).floats(&[(U, u)])[0]
        };
        // At the left edge texels -1 and 0 are mixed.
        assert_eq!(red(AddressMode::Wrap, 0.0), 1.5);
        assert_eq!(red(AddressMode::Mirror, 0.0), 0.0);
        assert_eq!(red(AddressMode::Clamp, 0.0), 0.0);
        assert_eq!(red(AddressMode::ClampBorder, 0.0), 4.0);
        assert_eq!(red(AddressMode::ClampBorder, -1.0), 8.0);
        // Half border never has more than half of the border.
        assert_eq!(red(AddressMode::HalfBorder, -1.0), 4.0);
        assert_eq!(red(AddressMode::HalfBorder, 2.0), 5.5);
        assert_eq!(red(AddressMode::MirrorOnce, -0.5), 1.5);
        assert_eq!(red(AddressMode::MirrorOnce, -9.0), 3.0);
        let point = Sampler { address: [AddressMode::HalfBorder; 3], ..Sampler::default() };
        assert_eq!(sampled(&row, point).floats(&[(U, 7.0)])[0], 3.0);
    }

    #[test]
    fn unnormalized_coordinates_count_texels() {
        let image = numbered(SurfaceKind::D2, [4, 4, 1], |_| {});
        let sampler = Sampler { unnormalized: true, ..linear(AddressMode::Clamp) };
        assert_eq!(sampled(&image, sampler).floats(&[(U, 1.75), (V, 2.5)])[0], 21.25);
    }

    #[test]
    fn comparisons_return_one_where_they_hold() {
        let image = numbered(SurfaceKind::D2, [4, 4, 1], |_| {});
        let sampler = Sampler { compare: Compare::LessEqual, ..linear(AddressMode::Clamp) };
        let ask = Ask { compare: true, ..sampled(&image, sampler) };
        // 11 <= 11, 12, 21 and 22, of which the first has a quarter; 12 is more than 11.
        assert_eq!(ask.floats(&[(U, 0.5), (V, 0.5), (Ref, 11.0)]), [1.0, 0.0, 0.0, 1.0]);
        assert_eq!(ask.floats(&[(U, 0.5), (V, 0.5), (Ref, 12.0)]), [0.75, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn a_format_of_alpha_alone_compares_alpha_as_it_is_decoded() {
        let mut alpha = Surface::new(Description::new(SurfaceKind::D2, Format::A8Unorm, [1, 1, 1])).expect("legal");
        alpha.bytes_mut().fill(51);
        let sampler = Sampler { compare: Compare::Equal, border: [0; 4], ..Sampler::default() };
        let ask = Ask { compare: true, ..sampled(&alpha, sampler) };
        // 51 / 255 is 0.2 in binary32; red is 0.
        assert_eq!(ask.floats(&[(Ref, 0.2)]), [1.0, 0.0, 0.0, 1.0]);
        assert_eq!(ask.floats(&[(Ref, 0.0)]), [0.0, 0.0, 0.0, 1.0]);
    }

    /// Faces are 100 apart. From +Z's right column to +X's left: the same row.
    #[test]
    fn filters_continue_on_the_neighbouring_face() {
        let cubes = numbered(SurfaceKind::CubeArray, [4, 4, 1], |d| d.layers = 12);
        let ask = sampled(&cubes, linear(AddressMode::Clamp));
        // The centre of +Z: texels 411, 412, 421, 422.
        assert_eq!(ask.floats(&[(R, 1.0)])[0], 416.5);
        assert_eq!(ask.floats(&[(R, 1.0), (Ai, 1.0)])[0], 1016.5);
        // The right edge of +Z in the middle: its texels 413 and 423, +X's 10 and 20.
        let edge = [(U, 0.999_999_94), (R, 1.0)];
        let found = ask.floats(&edge)[0];
        assert!((found - (413.0 + 423.0 + 10.0 + 20.0) / 4.0).abs() < 0.001, "{found}");
        let apart = Ask { sampler: Sampler { seamless_cube: false, ..ask.sampler }, ..sampled(&cubes, ask.sampler) };
        let found = apart.floats(&edge)[0];
        assert!((found - 418.0).abs() < 0.001, "{found}");
        // In a corner the texel that is missing is the mean of the other three: +Z's 403, +X's 0, +Y's 233.
        let corner = [(U, 0.999_999_9), (V, 0.999_999_9), (R, 1.0)];
        let found = ask.floats(&corner)[0];
        assert!((found - (403.0 + 0.0 + 233.0) / 3.0).abs() < 0.01, "{found}");
    }

    #[test]
    fn texels_without_memory_read_as_zero_and_are_reported() {
        let page = NullPage { level: 0, layer: 0, x: 2..4, y: 0..4 };
        let image = numbered(SurfaceKind::D2, [4, 4, 1], |d| d.null_pages = vec![page.clone()]);
        let ask = sampled(&image, linear(AddressMode::Clamp));
        let response = |u| ask.response(&[(U, u), (V, 0.125)]).expect("supported");
        let found =
            [0.375, 0.5, 0.625].map(|u| (f32::from_bits(response(u).element32(0, 0)), response(u).resident & 1));
        // A texel with weight 0 is not touched.
        assert_eq!(found, [(1.0, 1), (0.5, 0), (0.0, 0)]);
    }

    #[test]
    fn what_has_no_meaning_is_refused() {
        let refused = |ask: Ask<'_>| ask.response(&[]).expect_err("no meaning");
        let buffer = numbered(SurfaceKind::Buffer, [4, 1, 1], |_| {});
        assert!(matches!(refused(sampled(&buffer, Sampler::default())), Unsupported::Surface { .. }));
        let samples = numbered(SurfaceKind::D2, [4, 4, 1], |d| d.samples = 4);
        assert!(matches!(refused(sampled(&samples, Sampler::default())), Unsupported::Surface { samples: 4, .. }));
        let integers = Surface::new(Description::new(SurfaceKind::D2, Format::R32Uint, [4, 4, 1])).expect("legal");
        let filtered = refused(sampled(&integers, linear(AddressMode::Clamp)));
        assert!(matches!(filtered, Unsupported::FilteredIntegers { .. }));
        let compared = refused(Ask { compare: true, ..sampled(&integers, Sampler::default()) });
        assert!(matches!(compared, Unsupported::ComparedIntegers { .. }));
        let null = Surface::null();
        assert_eq!(sampled(&null, linear(AddressMode::Clamp)).floats(&[]), [0.0; 4]);
    }

    #[test]
    fn queries_return_the_bounded_and_the_unbounded_level() {
        let image = numbered(SurfaceKind::D2, [8, 8, 1], |d| d.levels = 4);
        let sampler = Sampler { max_lod: 2.0, ..linear(AddressMode::Clamp) };
        let ask = Ask { operation: Operation::QueryLod, lod: LodSource::Implicit, ..sampled(&image, sampler) };
        // Lane 0 alone is at (1, 0): 8 texels from its neighbours, level 3.
        assert_eq!(ask.floats(&[(U, 1.0)]), [2.0, 3.0, 0.0, 0.0]);
    }
}
