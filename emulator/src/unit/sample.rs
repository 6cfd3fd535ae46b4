//! Filtered texels and the four texels of a gather (3D_SAMPLE, 3D_SAMPLE4).

use texvisa_ir::texture::Role;

use super::Unsupported;
use super::address::AddressMode;
use super::cube::Face;
use super::description::{Select, SurfaceKind};
use super::filter::{self, Span, Taps};
use super::footprint::{Footprint, Probes};
use super::format::Kind;
use super::lod::{self, Levels};
use super::request::{Elements, LodSource, Request, Response};
use super::sampler::{Filter, MipFilter, Reduction, Sampler};
use super::semantics::Anisotropic;
use super::surface::{Surface, TexelPlace};
use crate::float::round_f32;

/// Bits of a texel offset that a sample's parameter has, and of a gather's.
pub(super) const SAMPLE_OFFSET_BITS: u32 = 4;
pub(super) const GATHER_OFFSET_BITS: u32 = 6;

impl Request<'_> {
    /// The first three coordinates of a lane.
    pub(super) fn coordinates(&self, lane: usize) -> [f64; 3] {
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
    fn reference(&self, lane: usize) -> f64 {
        let reference = self.parameters.float(Role::Ref, lane);
        if self.surface.format().is_normalized() { reference.clamp(0.0, 1.0) } else { reference }
    }
}

/// Where a lane reads on one level: face or layer, and its coordinates in texels.
struct Spot {
    base: TexelPlace,
    face: Option<Face>,
    texels: [f64; 3],
}

fn spot(request: &Request<'_>, sampler: &Sampler, lane: usize, mut coordinates: [f64; 3], level: u32) -> Spot {
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
    Spot { base: TexelPlace { level, layer, ..TexelPlace::default() }, face, texels }
}

/// The spans of a spot along each axis, one texel along those that are not filtered.
fn spans(request: &Request<'_>, spot: &Spot, filter: Filter, modes: [AddressMode; 3], offset: [i64; 3]) -> [Span; 3] {
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
fn is_seamless(sampler: &Sampler) -> bool {
    sampler.seamless_cube || sampler.address[..2].contains(&AddressMode::Cube)
}

/// Adds the texel at (`i`, `j`) of a face, which may be beyond one edge or beyond a corner.
fn push_cube_texel(taps: &mut Taps, surface: &Surface, spot: &Spot, face: Face, i: i64, j: i64, weight: f64) {
    let extent = surface.level_size(spot.base.level)[0];
    let first_layer = spot.base.layer - face.layer();
    let mut push = |i, j, weight| {
        let (face, x, y) = face.fold(i, j, extent);
        taps.push(Some(TexelPlace { x, y, layer: first_layer + face.layer(), ..spot.base }), weight);
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

/// What a surface must be for a filter or comparison to have a meaning.
fn check(request: &Request<'_>) -> Result<(), Unsupported> {
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

/// Serves [`Operation::Sample`](super::Operation::Sample).
pub(super) fn sample(request: &Request<'_>, sampler: &Sampler, response: &mut Response) -> Result<(), Unsupported> {
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

/// The texels of a gather in the order of the response: lower left, lower right, upper right, upper left (3D_SAMPLE4,
/// Dst).
pub(super) const GATHER_ORDER: [[usize; 2]; 4] = [[0, 1], [1, 1], [1, 0], [0, 0]];

/// Serves [`Operation::Gather`](super::Operation::Gather).
pub(super) fn gather(request: &Request<'_>, sampler: &Sampler, response: &mut Response) -> Result<(), Unsupported> {
    let surface = request.surface;
    response.elements = Elements::Channels(surface.value_kind());
    if surface.kind() == SurfaceKind::Null {
        request.each_lane().for_each(|lane| response.set(lane, [0; 4]));
        return Ok(());
    }
    check(request)?;
    if surface.kind().filtered_axes() != 2 {
        let kind = surface.kind();
        return Err(Unsupported::Surface { operation: request.operation, kind, samples: surface.samples() });
    }
    for lane in request.each_lane() {
        // Without a level of detail it is the base level, whatever the sampler's bounds (D3D11, gather4_po); otherwise
        // always one level, the nearest (choice).
        let level = match request.lod {
            LodSource::Zero => 0,
            _ => lod::nearest(lod::clamped(lod::unclamped(request, sampler, lane), request, sampler, lane), surface),
        };
        let spot = spot(request, sampler, lane, request.coordinates(lane), level);
        let modes = sampler.address;
        // Only the integer part matters, and no texel is left out at a texel's centre.
        let spans = spans(request, &spot, Filter::Linear, modes, request.offset_of(lane, GATHER_OFFSET_BITS));
        let size = surface.level_size(level);
        let mut texels = [0; 4];
        for (texel, [along_u, along_v]) in texels.iter_mut().zip(GATHER_ORDER) {
            let [i, j] = [spans[0].texels()[along_u].0, spans[1].texels()[along_v].0];
            let mut taps = Taps::new();
            match spot.face {
                Some(face) if is_seamless(sampler) => {
                    push_cube_texel(&mut taps, surface, &spot, face, i, j, 1.0);
                }
                _ => {
                    let inside = modes[0].resolve(i, size[0]).zip(modes[1].resolve(j, size[1]));
                    taps.push(inside.map(|(x, y)| TexelPlace { x, y, ..spot.base }), 1.0);
                }
            }
            if !filter::is_resident(surface, &taps) {
                response.resident &= !(1 << lane);
            }
            *texel = gathered(request, sampler, &taps, lane);
        }
        response.set(lane, texels);
    }
    Ok(())
}

/// What a gather returns of one texel.
fn gathered(request: &Request<'_>, sampler: &Sampler, taps: &Taps, lane: usize) -> u32 {
    let surface = request.surface;
    // The corner of a cube is the mean of three texels; the sampler's reduction is that of filters.
    let sampler = Sampler { reduction: Reduction::Average, ..*sampler };
    if request.compare {
        return filter::reduce_comparison(surface, &sampler, taps, request.reference(lane));
    }
    let texel = filter::reduce(surface, &sampler, taps);
    match surface.description().select[usize::from(request.channel & 3)] {
        Select::Zero => 0,
        Select::One => surface.value_kind().one(),
        Select::Channel(channel) => texel[usize::from(channel & 3)],
    }
}

/// Serves [`Operation::QueryLod`](super::Operation::QueryLod): the level of detail that would be used in R, the one
/// before any bound in G (3D_SAMPLE, LOD; values after Vulkan, OpImageQueryLod).
pub(super) fn query_lod(request: &Request<'_>, sampler: &Sampler, response: &mut Response) -> Result<(), Unsupported> {
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
    use super::super::description::{Description, NullPage};
    use super::super::format::Format;
    use super::super::{Compare, Operation, Parameters, Precision, Semantics, serve};
    use super::*;

    /// A surface of floats whose texel at (x, y, layer) of level l is `x + 10 y + 100 layer + 1000 l`.
    fn numbered(kind: SurfaceKind, size: [u32; 3], change: impl Fn(&mut Description)) -> Surface {
        let mut description = Description::new(kind, Format::R32Float, size);
        change(&mut description);
        let mut surface = Surface::new(description).expect("legal");
        for offset in (0..surface.bytes().len()).step_by(4) {
            let TexelPlace { level, x, y, layer, .. } = surface.place(offset).expect("inside");
            let value = (x + 10 * y + 100 * layer + 1000 * level) as f32;
            surface.bytes_mut()[offset..offset + 4].copy_from_slice(&value.to_le_bytes());
        }
        surface
    }

    struct Ask<'a> {
        operation: Operation,
        lod: LodSource,
        compare: bool,
        offset: [i8; 3],
        channel: u8,
        surface: &'a Surface,
        sampler: Sampler,
        semantics: Semantics,
    }

    impl Ask<'_> {
        fn response(&self, given: &[(Role, f32)]) -> Result<Response, Unsupported> {
            let mut parameters = Parameters::new();
            for (role, value) in given {
                parameters.words_mut(*role).expect("a role of the unit")[0] = value.to_bits();
            }
            let mut response = Response::new();
            let request = Request {
                operation: self.operation,
                lod: self.lod,
                compare: self.compare,
                lanes: 1,
                offset: self.offset,
                channel: self.channel,
                parameters: &parameters,
                surface: self.surface,
                sampler: Some(&self.sampler),
                precision: Precision::Exact,
                semantics: self.semantics,
            };
            serve(&request, &mut response)?;
            Ok(response)
        }

        fn floats(&self, given: &[(Role, f32)]) -> [f32; 4] {
            let response = self.response(given).unwrap_or_else(|error| panic!("{error}"));
            [0, 1, 2, 3].map(|channel| f32::from_bits(response.element32(channel, 0)))
        }
    }

    fn sampled(surface: &Surface, sampler: Sampler) -> Ask<'_> {
        let (operation, lod) = (Operation::Sample, LodSource::Explicit);
        let semantics = Semantics::default();
        Ask { operation, lod, compare: false, offset: [0; 3], channel: 0, surface, sampler, semantics }
    }

    fn linear(mode: AddressMode) -> Sampler {
        let (min, mag) = (Filter::Linear, Filter::Linear);
        Sampler { address: [mode; 3], min, mag, mip: MipFilter::Linear, ..Sampler::default() }
    }

    use Role::{Ai, Lod, R, Ref, U, V};

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
    fn gathers_return_their_texels_from_the_lower_left_on() {
        let image = numbered(SurfaceKind::D2, [4, 4, 1], |d| d.levels = 3);
        let ask = Ask { operation: Operation::Gather, lod: LodSource::Zero, ..sampled(&image, Sampler::default()) };
        // Between columns 1 and 2, rows 1 and 2.
        assert_eq!(ask.floats(&[(U, 0.5), (V, 0.5)]), [21.0, 22.0, 12.0, 11.0]);
        // At a texel's centre none is left out; each wraps on its own.
        assert_eq!(ask.floats(&[(U, 0.875), (V, 0.875)]), [3.0, 0.0, 30.0, 33.0]);
        let moved = Ask { offset: [1, -2, 0], sampler: Sampler { min_lod: 2.0, ..Sampler::default() }, ..ask };
        assert_eq!(moved.floats(&[(U, 0.5), (V, 0.5)]), [2.0, 3.0, 33.0, 32.0]);
        let leveled = Ask { lod: LodSource::Explicit, offset: [0; 3], ..moved };
        assert_eq!(leveled.floats(&[(U, 0.5), (V, 0.5), (Lod, 0.0)]), [2000.0; 4]);
        let alpha = Ask { channel: 3, ..leveled };
        assert_eq!(alpha.floats(&[(U, 0.5), (V, 0.5), (Lod, 0.0)]), [1.0; 4]);
    }

    #[test]
    fn comparisons_return_one_where_they_hold() {
        let image = numbered(SurfaceKind::D2, [4, 4, 1], |_| {});
        let sampler = Sampler { compare: Compare::LessEqual, ..linear(AddressMode::Clamp) };
        let ask = Ask { compare: true, ..sampled(&image, sampler) };
        // 11 <= 11, 12, 21 and 22, of which the first has a quarter; 12 is more than 11.
        assert_eq!(ask.floats(&[(U, 0.5), (V, 0.5), (Ref, 11.0)]), [1.0, 0.0, 0.0, 1.0]);
        assert_eq!(ask.floats(&[(U, 0.5), (V, 0.5), (Ref, 12.0)]), [0.75, 0.0, 0.0, 1.0]);
        let gather = Ask { operation: Operation::Gather, lod: LodSource::Zero, ..ask };
        assert_eq!(gather.floats(&[(U, 0.5), (V, 0.5), (Ref, 12.0)]), [1.0, 1.0, 1.0, 0.0]);
        // The reference is clamped where texels cannot be outside 0 to 1.
        let mut depth = Surface::new(Description::new(SurfaceKind::D2, Format::D16Unorm, [1, 1, 1])).expect("legal");
        depth.bytes_mut().fill(0xff);
        let clamped =
            Ask { surface: &depth, sampler: Sampler { compare: Compare::Equal, ..Sampler::default() }, ..gather };
        assert_eq!(clamped.floats(&[(Ref, 7.0)]), [1.0; 4]);
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

    #[test]
    fn no_surface_has_the_alpha_that_was_chosen() {
        let null = Surface::null();
        let with = |operation, channel, null_alpha1| {
            let ask = Ask { operation, channel, ..sampled(&null, Sampler::default()) };
            Ask { semantics: Semantics { null_alpha1, ..ask.semantics }, ..ask }.floats(&[])
        };
        for operation in [Operation::Load, Operation::LoadSample, Operation::Sample] {
            assert_eq!(with(operation, 0, false), [0.0; 4]);
            assert_eq!(with(operation, 0, true), [0.0, 0.0, 0.0, 1.0]);
        }
        assert_eq!([with(Operation::Gather, 3, true), with(Operation::Gather, 3, false)], [[1.0; 4], [0.0; 4]]);
        assert_eq!(with(Operation::Gather, 0, true), [0.0; 4]);
        assert_eq!([Operation::QueryLod, Operation::Size].map(|operation| with(operation, 0, true)), [[0.0; 4]; 2]);
        let texel = numbered(SurfaceKind::D2, [1, 1, 1], |_| {});
        let ask = sampled(&texel, Sampler::default());
        let there = Ask { semantics: Semantics { null_alpha1: true, ..ask.semantics }, ..ask };
        assert_eq!(there.floats(&[(Lod, 0.0)]), [0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn channels_without_a_meaning_are_poisoned_where_that_is_chosen() {
        let image = numbered(SurfaceKind::D2, [1, 1, 1], |d| d.samples = 2);
        let plain = numbered(SurfaceKind::D2, [1, 1, 1], |_| {});
        let with = |surface, operation, poison| {
            let ask = Ask { operation, ..sampled(surface, Sampler::default()) };
            let ask = Ask { semantics: Semantics { poison, ..ask.semantics }, ..ask };
            let response = ask.response(&[]).expect("supported");
            [0, 1, 2, 3].map(|channel| response.element32(channel, 0))
        };
        let bad = 0xcdcd_cdcd;
        assert_eq!(with(&image, Operation::SampleInfo, None), [2, 0, 0, 1]);
        assert_eq!(with(&image, Operation::SampleInfo, Some(0xcd)), [2, bad, bad, 1]);
        assert_eq!(with(&image, Operation::LoadCompression, Some(0xcd)), [0, 0, bad, bad]);
        assert_eq!(with(&image, Operation::LoadCompression, None), [0; 4]);
        assert_eq!(with(&plain, Operation::QueryLod, Some(0xcd)), [0, 0, bad, bad]);
        let of_texel = [Operation::Load, Operation::Sample, Operation::Size]
            .map(|operation| (with(&plain, operation, Some(0xcd)), with(&plain, operation, None)));
        assert!(of_texel.iter().all(|(poisoned, plain)| poisoned == plain));
    }

    #[test]
    fn cubes_have_the_depth_that_was_chosen() {
        let sizes = |kind, layers, d3d_cube_z0| {
            let cube = numbered(kind, [4, 4, 1], |d| d.layers = layers);
            let ask = Ask { operation: Operation::Size, ..sampled(&cube, Sampler::default()) };
            let ask = Ask { semantics: Semantics { d3d_cube_z0, ..ask.semantics }, ..ask };
            let response = ask.response(&[]).expect("supported");
            [0, 1, 2, 3].map(|channel| response.element32(channel, 0))
        };
        assert_eq!([false, true].map(|z0| sizes(SurfaceKind::Cube, 6, z0)), [[4, 4, 1, 1], [4, 4, 0, 1]]);
        assert_eq!(sizes(SurfaceKind::CubeArray, 12, true), [4, 4, 2, 1]);
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
        let volume = numbered(SurfaceKind::D3, [4, 4, 4], |_| {});
        let gather = Ask { operation: Operation::Gather, ..sampled(&volume, Sampler::default()) };
        assert!(matches!(refused(gather), Unsupported::Surface { .. }));
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

    use Role::{DuDx, DuDy, DvDy};

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
        // Around +Z's right edge two samples at a third of a step of 1.5: (0.75, 0, 1), at s = 7/8, the centre of column 3, and
        // (1.25, 0, 1), which meets +X at s = (1 - 0.8) / 2, so 0.4 of a texel: column 0. Rows 1 and 2 of each.
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
