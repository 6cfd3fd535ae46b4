//! Queries: sizes and samples (INFO).

use texvisa_ir::texture::Role;

use crate::unit::types::description::SurfaceKind;
use crate::unit::types::format::Kind;
use crate::unit::types::request::{Elements, Request, Response};
use crate::unit::types::surface::Surface;

/// Width, height, depth or layers, and levels of a surface at a level, as resinfo returns them.
///
/// The document shifts its size fields; that no size falls below 1 is Vulkan's and D3D11's rule. Its row CUBE prints
/// the size of a buffer for the width: a row CUBE and a row BUFFER were merged (choice). A level that is not there has
/// no sizes (D3D11, resinfo).
pub fn size(surface: &Surface, level: u32) -> [u32; 4] {
    let description = surface.description();
    let levels = surface.levels();
    // These two have no levels, whichever is asked for.
    match surface.kind() {
        SurfaceKind::Buffer => return [description.width, 0, 0, 0],
        SurfaceKind::Null => return [0; 4],
        _ => {}
    }
    if level >= levels {
        return [0, 0, 0, levels];
    }
    let [width, height, depth] = surface.level_size(level);
    let [quilt_width, quilt_height] = description.quilt;
    let layers = surface.layers();
    // At most 2^14 times MAX_QUILT.
    let (tiled_width, tiled_height) = (width * quilt_width, height * quilt_height);
    match surface.kind() {
        SurfaceKind::Null | SurfaceKind::Buffer => [0; 4],
        SurfaceKind::D1 => [width, 0, 0, levels],
        SurfaceKind::D1Array => [width, layers, 0, levels],
        SurfaceKind::D2 => [tiled_width, tiled_height, 0, levels],
        SurfaceKind::D2Array => [tiled_width, tiled_height, layers, levels],
        SurfaceKind::D3 => [width, height, depth, levels],
        SurfaceKind::Cube | SurfaceKind::CubeArray => [width, height, layers / 6, levels],
    }
}

/// Serves [`Operation::Size`](crate::unit::Operation::Size).
pub(in crate::unit) fn sizes(request: &Request<'_>, response: &mut Response) {
    response.elements = Elements::Channels(Kind::Uint);
    for lane in request.each_lane() {
        let mut size = size(request.surface, request.parameters.uint(Role::Lod, lane));
        if request.semantics.d3d_cube_z0 && request.surface.kind() == SurfaceKind::Cube {
            size[2] = 0;
        }
        response.set(lane, size);
    }
}

/// Serves [`Operation::SampleInfo`](crate::unit::Operation::SampleInfo): samples, and one more than the palette index. Only
/// 2D surfaces have samples (INFO); what the document calls not applicable is 0 (choice).
pub(in crate::unit) fn samples(request: &Request<'_>, response: &mut Response) {
    response.elements = Elements::Channels(Kind::Uint);
    let surface = request.surface;
    let found = match surface.kind() {
        SurfaceKind::D2 | SurfaceKind::D2Array => [surface.samples(), 0, 0, surface.description().palette_index + 1],
        _ => [0; 4],
    };
    request.each_lane().for_each(|lane| response.set(lane, found));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::types::description::Description;
    use crate::unit::types::format::Format;

    fn surface(kind: SurfaceKind, size: [u32; 3], change: impl Fn(&mut Description)) -> Surface {
        let mut description = Description::new(kind, Format::R8Unorm, size);
        change(&mut description);
        Surface::new(description).expect("legal")
    }

    /// The rows of INFO's table, one by one.
    #[test]
    fn sizes_by_hand() {
        let row = surface(SurfaceKind::D1, [9, 1, 1], |d| d.levels = 3);
        assert_eq!(
            [0, 1, 2, 3].map(|level| size(&row, level)),
            [[9, 0, 0, 3], [4, 0, 0, 3], [2, 0, 0, 3], [0, 0, 0, 3]]
        );
        let rows = surface(SurfaceKind::D1Array, [9, 1, 1], |d| (d.levels, d.layers) = (2, 5));
        assert_eq!([size(&rows, 1), size(&rows, 2)], [[4, 5, 0, 2], [0, 0, 0, 2]]);
        let image = surface(SurfaceKind::D2, [9, 3, 1], |d| (d.levels, d.quilt) = (4, [2, 3]));
        assert_eq!([size(&image, 0), size(&image, 3)], [[18, 9, 0, 4], [2, 3, 0, 4]]);
        let images = surface(SurfaceKind::D2Array, [9, 3, 1], |d| d.layers = 7);
        assert_eq!(size(&images, 0), [9, 3, 7, 1]);
        let volume = surface(SurfaceKind::D3, [9, 3, 5], |d| d.levels = 2);
        assert_eq!(size(&volume, 1), [4, 1, 2, 2]);
        let cubes = surface(SurfaceKind::CubeArray, [8, 8, 1], |d| (d.levels, d.layers) = (2, 12));
        assert_eq!(size(&cubes, 1), [4, 4, 2, 2]);
        assert_eq!(size(&surface(SurfaceKind::Cube, [8, 8, 1], |_| {}), 0), [8, 8, 1, 1]);
        assert_eq!(size(&surface(SurfaceKind::Buffer, [99, 1, 1], |_| {}), 7), [99, 0, 0, 0]);
        assert_eq!([0, 1, u32::MAX].map(|level| size(&Surface::null(), level)), [[0; 4]; 3]);
        assert_eq!(size(&image, u32::MAX), [0, 0, 0, 4]);
    }
}
