//! Texels at integer coordinates (3D_LOAD), and typed reads and writes by the same coordinates.

use texvisa_ir::texture::Role;

use super::mcs::{self, Slice};
use crate::unit::types::description::SurfaceKind;
use crate::unit::types::format::Channels;
use crate::unit::types::request::{Elements, Parameters, Request, Response};
use crate::unit::types::surface::{Surface, TexelPosition};

/// The texel that integer coordinates mean, where there is one. Coordinates count as signed, so that a negative one is
/// outside; the array index of a 1D array is v, of any other array r (3D_LOAD, Notes); a cube is an array of its faces
/// (choice). Offsets never apply to an array index or to a buffer (D3D11, ld).
pub(in crate::unit) fn place(
    surface: &Surface,
    parameters: &Parameters,
    lane: usize,
    offset: [i8; 3],
) -> Option<TexelPosition> {
    let coordinate = |role, along: usize| parameters.int(role, lane).wrapping_add(i32::from(offset[along]));
    let (u, v, r) = (Role::U, Role::V, Role::R);
    let layer = |role| parameters.int(role, lane);
    let (x, y, layer) = match surface.kind() {
        SurfaceKind::Null => return None,
        SurfaceKind::Buffer => (parameters.int(u, lane), 0, 0),
        SurfaceKind::D1 => (coordinate(u, 0), 0, 0),
        SurfaceKind::D1Array => (coordinate(u, 0), 0, layer(v)),
        SurfaceKind::D2 => (coordinate(u, 0), coordinate(v, 1), 0),
        SurfaceKind::D2Array | SurfaceKind::Cube | SurfaceKind::CubeArray => {
            (coordinate(u, 0), coordinate(v, 1), layer(r))
        }
        SurfaceKind::D3 => (coordinate(u, 0), coordinate(v, 1), coordinate(r, 2)),
    };
    // A buffer has no levels; the parameter is ignored.
    let level = if surface.kind() == SurfaceKind::Buffer { 0 } else { parameters.uint(Role::Lod, lane) };
    let place = TexelPosition {
        level,
        x: u32::try_from(x).ok()?,
        y: u32::try_from(y).ok()?,
        layer: u32::try_from(layer).ok()?,
        sample: 0,
    };
    surface.offset(place).map(|_| place)
}

/// What a program gets of the texel at `place`, and whether that has memory behind it.
fn fetch(surface: &Surface, place: Option<TexelPosition>) -> (Channels, bool) {
    match place {
        Some(place) if surface.is_null_page(place) => (surface.absent_texel(), false),
        Some(place) => {
            let texel =
                surface.texel(place).map(|bytes| surface.select(surface.format().decode_at(bytes, place.x, place.y)));
            (texel.unwrap_or(surface.absent_texel()), true)
        }
        None => (surface.absent_texel(), true),
    }
}

/// Serves [`Operation::Load`](crate::unit::Operation::Load). Of a multisampled surface it reads the first slice (choice).
pub(in crate::unit) fn load(request: &Request<'_>, response: &mut Response) {
    let surface = request.surface;
    response.elements = Elements::Channels(surface.value_kind());
    for lane in request.each_lane() {
        let (texel, resident) = fetch(surface, place(surface, request.parameters, lane, request.offset));
        response.set(lane, texel);
        if !resident {
            response.resident &= !(1 << lane);
        }
    }
}

/// Serves [`Operation::LoadSample`](crate::unit::Operation::LoadSample). The sample index is clamped (3D_LOAD, Si). Outside
/// the surface comes before cleared (choice); without compression the slice is the sample (choice, after Mesa's comment
/// on uncompressed multisampled surfaces).
pub(in crate::unit) fn load_sample(request: &Request<'_>, response: &mut Response) {
    let surface = request.surface;
    response.elements = Elements::Channels(surface.value_kind());
    for lane in request.each_lane() {
        let parameters = request.parameters;
        let sample = parameters.uint(Role::Si, lane).min(surface.samples().saturating_sub(1));
        let place = place(surface, parameters, lane, request.offset);
        let slice = if surface.is_compressed() {
            mcs::slice(surface.samples(), parameters.compression(lane), sample)
        } else {
            Slice::Stored(sample)
        };
        let (texel, resident) = match (place, slice) {
            (Some(_), Slice::Cleared) => (surface.select(surface.description().clear_color), true),
            (Some(place), Slice::Stored(sample)) => fetch(surface, Some(TexelPosition { sample, ..place })),
            (None, _) => fetch(surface, None),
        };
        response.set(lane, texel);
        if !resident {
            response.resident &= !(1 << lane);
        }
    }
}

/// Serves [`Operation::LoadCompression`](crate::unit::Operation::LoadCompression). 0 outside and without compression, and in
/// what the surface does not store (choices).
pub(in crate::unit) fn load_compression(request: &Request<'_>, response: &mut Response) {
    let surface = request.surface;
    response.elements = Elements::Compression;
    for lane in request.each_lane() {
        let word = place(surface, request.parameters, lane, request.offset)
            .and_then(|place| surface.compression_word(place))
            .map_or(0, |word| word & mcs::stored_mask(surface.samples()));
        response.set(lane, [word as u32, (word >> 32) as u32, 0, 0]);
    }
}

/// The element of a typed surface at the integer coordinates of a lane. Outside: 0, and 1 in the alpha channel
/// (GATHER4_TYPED, Out-of-bound Access).
pub(crate) fn typed_read(surface: &Surface, parameters: &Parameters, lane: usize) -> Channels {
    match place(surface, parameters, lane, [0; 3]) {
        Some(place) => fetch(surface, Some(place)).0,
        None if surface.kind() == SurfaceKind::Null => [0; 4],
        None => [0, 0, 0, surface.value_kind().one()],
    }
}

/// The first byte of the element of a typed surface at the integer coordinates of a lane, where there is one.
pub(crate) fn typed_offset(surface: &Surface, parameters: &Parameters, lane: usize) -> Option<usize> {
    surface.offset(place(surface, parameters, lane, [0; 3])?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::types::description::Description;
    use crate::unit::types::format::Format;
    use crate::unit::{LodSource, Operation, Precision, Semantics};

    /// A surface whose texel at (x, y, layer, sample) of level l is `x + 10 y + 100 layer + 1000 sample + 10000 l + 1`.
    fn numbered(kind: SurfaceKind, size: [u32; 3], change: impl Fn(&mut Description)) -> Surface {
        let mut description = Description::new(kind, Format::R32Uint, size);
        change(&mut description);
        let mut surface = Surface::new(description).expect("legal");
        for offset in (0..surface.bytes().len()).step_by(4) {
            let TexelPosition { level, x, y, layer, sample } = surface.position(offset).expect("inside");
            let value = x + 10 * y + 100 * layer + 1000 * sample + 10000 * level + 1;
            surface.bytes_mut()[offset..offset + 4].copy_from_slice(&value.to_le_bytes());
        }
        surface
    }

    fn ask(surface: &Surface, operation: Operation, given: &[(Role, u32)], offset: [i8; 3]) -> [u32; 4] {
        let mut parameters = Parameters::new();
        for (role, value) in given {
            parameters.words_mut(*role).expect("a role of the unit")[0] = *value;
        }
        let request = Request {
            operation,
            lod: LodSource::Zero,
            compare: false,
            lanes: 1,
            offset,
            channel: 0,
            parameters: &parameters,
            surface,
            sampler: None,
            precision: Precision::Exact,
            semantics: Semantics::default(),
        };
        let mut response = Response::new();
        crate::unit::serve(&request, &mut response).expect("loads are supported");
        [0, 1, 2, 3].map(|channel| response.element32(channel, 0))
    }

    const NEGATIVE: u32 = u32::MAX;

    #[test]
    fn each_kind_of_surface_takes_its_coordinates_from_the_documents_roles() {
        let red = |surface: &Surface, given: &[(Role, u32)]| ask(surface, Operation::Load, given, [0; 3])[0];
        let (u, v, r, lod) = (Role::U, Role::V, Role::R, Role::Lod);
        let row = numbered(SurfaceKind::D1, [5, 1, 1], |d| d.levels = 2);
        assert_eq!(red(&row, &[(u, 1), (v, 9), (r, 9), (lod, 1)]), 10002);
        let rows = numbered(SurfaceKind::D1Array, [5, 1, 1], |d| d.layers = 3);
        assert_eq!(red(&rows, &[(u, 4), (v, 2), (r, 9)]), 205);
        assert_eq!(red(&rows, &[(u, 4), (v, 3)]), 0);
        let image = numbered(SurfaceKind::D2, [5, 3, 1], |d| d.levels = 3);
        assert_eq!(red(&image, &[(u, 4), (v, 2), (r, 9)]), 25);
        assert_eq!(red(&image, &[(u, 0), (v, 0), (lod, 2)]), 20001);
        assert_eq!(red(&image, &[(lod, 3)]), 0);
        assert_eq!(red(&image, &[(lod, NEGATIVE)]), 0);
        assert_eq!(red(&image, &[(u, NEGATIVE)]), 0);
        assert_eq!(red(&image, &[(u, 1), (lod, 2)]), 0);
        let images = numbered(SurfaceKind::D2Array, [5, 3, 1], |d| d.layers = 3);
        assert_eq!(red(&images, &[(u, 4), (v, 2), (r, 2)]), 225);
        let volume = numbered(SurfaceKind::D3, [5, 3, 4], |d| d.levels = 2);
        assert_eq!(red(&volume, &[(u, 1), (v, 0), (r, 1), (lod, 1)]), 10102);
        let cube = numbered(SurfaceKind::Cube, [3, 3, 1], |_| {});
        assert_eq!(red(&cube, &[(u, 1), (v, 2), (r, 5)]), 522);
        let buffer = numbered(SurfaceKind::Buffer, [7, 1, 1], |_| {});
        assert_eq!(red(&buffer, &[(u, 6), (v, 9), (r, 9), (lod, 9)]), 7);
        assert_eq!(red(&buffer, &[(u, 7)]), 0);
    }

    #[test]
    fn offsets_reach_coordinates_and_never_layers() {
        let red = |surface: &Surface, given: &[(Role, u32)], offset| ask(surface, Operation::Load, given, offset)[0];
        let image = numbered(SurfaceKind::D2Array, [5, 3, 1], |d| d.layers = 3);
        assert_eq!(red(&image, &[(Role::U, 1), (Role::V, 1), (Role::R, 1)], [2, -1, 1]), 104);
        assert_eq!(red(&image, &[(Role::U, NEGATIVE)], [1, 0, 0]), 1);
        let rows = numbered(SurfaceKind::D1Array, [5, 1, 1], |d| d.layers = 3);
        assert_eq!(red(&rows, &[(Role::V, 1)], [1, 1, 1]), 102);
        let volume = numbered(SurfaceKind::D3, [5, 3, 4], |_| {});
        assert_eq!(red(&volume, &[], [1, 1, 1]), 112);
        let buffer = numbered(SurfaceKind::Buffer, [7, 1, 1], |_| {});
        assert_eq!(red(&buffer, &[(Role::U, 3)], [1, 1, 1]), 4);
        // i32::MAX + 1 wraps to a negative coordinate.
        assert_eq!(red(&image, &[(Role::U, i32::MAX as u32)], [1, 0, 0]), 0);
    }

    #[test]
    fn samples_follow_the_compression_word_that_is_given() {
        let mut surface = numbered(SurfaceKind::D2, [2, 2, 1], |d| (d.samples, d.clear_color) = (4, [78, 1, 2, 3]));
        let sample = |surface: &Surface, si, mcs, u| {
            ask(surface, Operation::LoadSample, &[(Role::Si, si), (Role::Mcs, mcs), (Role::U, u)], [0; 3])
        };
        assert_eq!(sample(&surface, 2, 0xff, 0)[0], 2001);
        surface.compress(|place| if place.x == 0 { 0xffff_ff50 } else { 0xe4 });
        assert_eq!(sample(&surface, 1, 0x50, 1)[0], 2);
        assert_eq!(sample(&surface, 3, 0x50, 1)[0], 1002);
        assert_eq!(sample(&surface, 99, 0xe4, 1)[0], 3002);
        assert_eq!(sample(&surface, 0, 0xff, 0), [78, 1, 2, 3]);
        assert_eq!(sample(&surface, 0, 0xff, 2), [0, 0, 0, 1]);
        let words = |u| ask(&surface, Operation::LoadCompression, &[(Role::U, u)], [0; 3]);
        assert_eq!(words(0), [0x50, 0, 0, 0]);
        assert_eq!(words(1), [0xe4, 0, 0, 0]);
        assert_eq!(words(2), [0; 4]);
    }

    #[test]
    fn typed_accesses_outside_read_alpha_one() {
        let image = numbered(SurfaceKind::D2, [5, 3, 1], |_| {});
        let mut parameters = Parameters::new();
        parameters.words_mut(Role::U).expect("a role of the unit")[..2].copy_from_slice(&[4, 5]);
        assert_eq!(typed_read(&image, &parameters, 0), [5, 0, 0, 1]);
        assert_eq!(typed_read(&image, &parameters, 1), [0, 0, 0, 1]);
        assert_eq!(typed_offset(&image, &parameters, 0), Some(16));
        assert_eq!(typed_offset(&image, &parameters, 1), None);
        assert_eq!(typed_read(&Surface::null(), &parameters, 0), [0; 4]);
    }
}
