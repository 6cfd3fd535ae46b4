//! Filtered texels and the four texels of a gather (3D_SAMPLE, 3D_SAMPLE4).

use texvisa_ir::texture::Role;

use super::Unsupported;
use super::address::AddressMode;
use super::cube::Face;
use super::filter::{self, Span, Taps};
use super::format::Kind;
use super::lod;
use super::request::{Elements, LodSource, Request, Response};
use super::sampler::{Filter, MipFilter, Reduction, Sampler};
use super::surface::{Select, Surface, SurfaceKind, TexelPlace};
use crate::float::round_f32;

/// Bits of a texel offset that a sample's parameter has, and of a gather's.
const SAMPLE_OFFSET_BITS: u32 = 4;
const GATHER_OFFSET_BITS: u32 = 6;

impl Request<'_> {
    /// The first three coordinates of a lane.
    pub(super) fn coordinates(&self, lane: usize) -> [f64; 3] {
        [Role::U, Role::V, Role::R].map(|role| self.parameters.float(role, lane))
    }

    /// The layer of a lane: the array index rounded to the nearest, ties to even, and clamped (Vulkan, 'Layer
    /// Selection'); for a cube the first face of it.
    fn layer(&self, lane: usize) -> u32 {
        let (role, faces) = match self.surface.kind() {
            SurfaceKind::D1Array => (Role::V, 1),
            SurfaceKind::D2Array => (Role::R, 1),
            SurfaceKind::CubeArray => (Role::Ai, 6),
            _ => return 0,
        };
        let last = f64::from((self.surface.layers() / faces).saturating_sub(1));
        // A NaN becomes layer 0 in the conversion.
        let layer = self.parameters.float(role, lane).round_ties_even().clamp(0.0, last) as u32;
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

fn spot(request: &Request<'_>, sampler: &Sampler, lane: usize, level: u32) -> Spot {
    let surface = request.surface;
    let size = surface.level_size(level);
    let mut layer = request.layer(lane);
    let mut coordinates = request.coordinates(lane);
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

fn push_level(
    taps: &mut Taps,
    request: &Request<'_>,
    sampler: &Sampler,
    lane: usize,
    level: u32,
    filter: Filter,
    weight: f64,
) {
    if weight == 0.0 {
        return;
    }
    let spot = spot(request, sampler, lane, level);
    let modes = match filter {
        Filter::Nearest => sampler.address.map(AddressMode::for_nearest),
        Filter::Linear => sampler.address,
    };
    let offset = request.offset_of(lane, SAMPLE_OFFSET_BITS);
    let spans = spans(request, &spot, filter, modes, offset);
    match (spot.face, filter) {
        (Some(face), Filter::Linear) if is_seamless(sampler) => {
            for (j, weight_t) in spans[1].texels() {
                for (i, weight_s) in spans[0].texels() {
                    let total = weight * weight_s * weight_t;
                    if total != 0.0 {
                        push_cube_texel(taps, request.surface, &spot, face, i, j, total);
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

/// Serves [`Operation::Sample`](super::Operation::Sample).
pub(super) fn sample(request: &Request<'_>, sampler: &Sampler, response: &mut Response) -> Result<(), Unsupported> {
    let surface = request.surface;
    response.elements = Elements::Channels(surface.value_kind());
    if surface.kind() == SurfaceKind::Null {
        request.each_lane().for_each(|lane| response.set(lane, [0; 4]));
        return Ok(());
    }
    check(request)?;
    let filters = sampler.min == Filter::Linear || sampler.mag == Filter::Linear || sampler.mip == MipFilter::Linear;
    if filters && surface.value_kind() != Kind::Float {
        return Err(Unsupported::FilteredIntegers { format: surface.format() });
    }
    for lane in request.each_lane() {
        let lambda = lod::clamped(lod::unclamped(request, sampler, lane), request, sampler, lane);
        let chosen = lod::select(lambda, sampler, surface, request.precision);
        let mut taps = Taps::new();
        push_level(&mut taps, request, sampler, lane, chosen.levels[0], chosen.filter, 1.0 - chosen.fraction);
        push_level(&mut taps, request, sampler, lane, chosen.levels[1], chosen.filter, chosen.fraction);
        let texel = if request.compare {
            // The result of a comparison is (D, 0, 0, 1) (Vulkan, 'Depth Compare Operation').
            let result = filter::reduce_comparison(surface, sampler, &taps, request.reference(lane));
            [result, 0, 0, Kind::Float.one()]
        } else {
            filter::reduce(surface, sampler, &taps)
        };
        response.set(lane, surface.select(texel));
        if !filter::is_resident(surface, &taps) {
            response.resident &= !(1 << lane);
        }
    }
    Ok(())
}

/// The texels of a gather in the order of the response: lower left, lower right, upper right, upper left (3D_SAMPLE4,
/// Dst).
const GATHER_ORDER: [[usize; 2]; 4] = [[0, 1], [1, 1], [1, 0], [0, 0]];

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
        let spot = spot(request, sampler, lane, level);
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
        let clamped = lod::reported(lod::clamped(unclamped, request, sampler, lane), sampler, surface);
        response.set(lane, [round_f32(clamped), round_f32(unclamped), 0, 0]);
    }
    Ok(())
}
