//! Textures in KTX2 files (Khronos, 'KTX File Format Specification 2.0'): level after level, in each its layers, faces
//! and slices.

use ktx2::{Header, LevelIndex};
use texvisa::emulator::unit::SurfaceKind;

use super::format;
use super::shape::{Shape, Texture, image_bytes, images, place, surface};

/// Reads a file's header and levels. `ktx2::Reader` would read the data format descriptor too, which nothing here needs,
/// and panics on some (0.5.0, `dfd::Basic::parse`: a block of 256 texels).
pub fn read(file: Vec<u8>) -> Result<Texture, String> {
    let header = file.first_chunk().ok_or_else(|| {
        format!("it has {} bytes; expected at least the {} bytes of a header", file.len(), Header::LENGTH)
    })?;
    let header = Header::from_bytes(header).map_err(|error| error.to_string())?;
    if let Some(scheme) = header.supercompression_scheme {
        return Err(format!("it is packed by {scheme:?}; unpack it first"));
    }
    let shape = shape(&header)?;
    let levels = (0..shape.levels).map(|level| level_bytes(&file, level)).collect::<Result<Vec<_>, _>>()?;
    let available = levels.iter().map(|bytes| bytes.len()).fold(0usize, usize::saturating_add);
    let mut surface = surface(&shape, available)?;
    for (level, layer) in images(&surface) {
        let image = image_bytes(&surface, level);
        let start = image * layer as usize;
        let bytes = levels.get(level as usize).and_then(|bytes| bytes.get(start..start + image));
        let bytes =
            bytes.ok_or_else(|| format!("level {level} has fewer bytes than {} images take", surface.layers()))?;
        place(&mut surface, level, layer, bytes);
    }
    Ok(surface)
}

/// The bytes of a level, which the index behind the header names ('Level Index').
fn level_bytes(file: &[u8], level: u32) -> Result<&[u8], String> {
    let entry = Header::LENGTH + LevelIndex::LENGTH * level as usize;
    let entry = file
        .get(entry..)
        .and_then(<[u8]>::first_chunk)
        .ok_or_else(|| format!("it ends before the {} bytes that say where level {level} is", LevelIndex::LENGTH))?;
    let LevelIndex { byte_offset: start, byte_length: length, .. } = LevelIndex::from_bytes(entry);
    let range = || Some(usize::try_from(start).ok()?..usize::try_from(start.checked_add(length)?).ok()?);
    range()
        .and_then(|range| file.get(range))
        .ok_or_else(|| format!("level {level} has {length} bytes from byte {start} on; the file has {}", file.len()))
}

fn shape(header: &Header) -> Result<Shape, String> {
    let (format, select) = match header.format {
        None => return Err("it names no format; transcode it first".to_owned()),
        Some(vulkan) => {
            format::of_vulkan(vulkan).ok_or_else(|| format!("its format {vulkan:?} is none of a surface"))?
        }
    };
    let &Header { pixel_width, pixel_height, pixel_depth, layer_count, face_count, .. } = header;
    let is_array = layer_count > 0;
    let kind = match (pixel_height, pixel_depth, face_count) {
        (0, 0, 1) if is_array => SurfaceKind::D1Array,
        (0, 0, 1) => SurfaceKind::D1,
        (_, 0, 1) if is_array => SurfaceKind::D2Array,
        (_, 0, 1) => SurfaceKind::D2,
        (_, 0, 6) if is_array => SurfaceKind::CubeArray,
        (_, 0, 6) => SurfaceKind::Cube,
        (_, _, 1) if !is_array => SurfaceKind::D3,
        _ => {
            return Err(format!(
                "{pixel_width} x {pixel_height} x {pixel_depth} texels, {layer_count} layers and {face_count} faces are none of \
                 a surface"
            ));
        }
    };
    let layers = layer_count.max(1).checked_mul(face_count).ok_or_else(|| format!("{layer_count} cubes"))?;
    let size = [pixel_width, pixel_height.max(1), pixel_depth.max(1)];
    Ok(Shape { kind, format, select, size, layers, levels: header.level_count.max(1) })
}
