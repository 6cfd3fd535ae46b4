//! A level of detail as numbers: where its texels are.

use crate::unit::types::description::SurfaceKind;
use crate::unit::types::surface::Surface;
use texvisa_ir::texture::Role;

/// Where the texels of a level are: the first byte, and how far apart neighbours are along each axis, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// Columns, rows, and slices of a volume.
    pub size: [u32; 3],
    /// Layers, or slices of a volume.
    pub layers: u32,
    pub first: u32,
    pub texel: u32,
    pub row: u32,
    pub layer: u32,
}

impl Level {
    /// A level that the surface has.
    pub fn of(surface: &Surface, level: u32, texel: u32) -> Option<Level> {
        let (first, size) = surface.level(level)?;
        let row = size[0] * texel;
        // A multisampled surface has its slices between layers.
        let layer = row * size[1] * surface.samples();
        Some(Level { size, layers: size[2].max(surface.layers()), first: first as u32, texel, row, layer })
    }
}

/// The parameter that an array's layer comes from.
pub(super) const fn layer_role(kind: SurfaceKind) -> Option<Role> {
    match kind {
        SurfaceKind::D1Array => Some(Role::V),
        SurfaceKind::D2Array | SurfaceKind::Cube | SurfaceKind::CubeArray => Some(Role::R),
        SurfaceKind::Null | SurfaceKind::Buffer | SurfaceKind::D1 | SurfaceKind::D2 | SurfaceKind::D3 => None,
    }
}
