//! The shape of a file's texture, and where its images go in the surface that is made of it.

use texvisa::emulator::unit::{Description, Format, Select, Surface, SurfaceKind, TexelPosition};

/// A texture that was read: a surface with its texels.
pub type Texture = Surface;

/// What the header of a file says of its texture.
pub struct Shape {
    pub kind: SurfaceKind,
    pub format: Format,
    pub select: [Select; 4],
    pub size: [u32; 3],
    /// Layers, or the faces of all cubes.
    pub layers: u32,
    pub levels: u32,
}

/// The images of a surface in the order of its bytes: level and layer, with all slices of a volume.
pub fn images(surface: &Surface) -> Vec<(u32, u32)> {
    (0..surface.levels()).flat_map(|level| (0..surface.layers()).map(move |layer| (level, layer))).collect()
}

/// Bytes of an image of a level.
pub fn image_bytes(surface: &Surface, level: u32) -> usize {
    let extent = surface.format().block_extent();
    let [width, height, depth] = surface.level_size(level).map(|size| size as usize);
    let [columns, rows] = [width, height].map(|size| size.div_ceil(extent as usize));
    columns * rows * depth * surface.format().bytes()
}

/// Makes the surface of a shape, whose texels a file of `available` bytes holds. Nothing is allocated that the file
/// does not have.
pub fn surface(shape: &Shape, available: usize) -> Result<Surface, String> {
    let description = Description {
        layers: shape.layers,
        levels: shape.levels,
        select: shape.select,
        ..Description::new(shape.kind, shape.format, shape.size)
    };
    let bytes = Surface::bytes_of(&description).map_err(|error| error.to_string())?;
    if bytes > available as u64 {
        return Err(format!("its texels take {bytes} bytes, and {available} are there"));
    }
    Surface::new(description).map_err(|error| error.to_string())
}

/// Copies an image to its place.
pub fn place(surface: &mut Surface, level: u32, layer: u32, image: &[u8]) {
    let start = surface.offset(TexelPosition { level, layer, ..TexelPosition::default() });
    let range = start.map(|start| start..start + image.len());
    if let Some(place) = range.and_then(|range| surface.bytes_mut().get_mut(range)) {
        place.copy_from_slice(image);
    }
}
