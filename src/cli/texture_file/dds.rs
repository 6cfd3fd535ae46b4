//! Textures in DDS files (Microsoft's 'DDS File Layout for Textures'): layer after layer, in each its levels.

use ddsfile::{Caps2, D3D10ResourceDimension, Dds, MiscFlag, PixelFormat};
use texvisa::emulator::unit::{Format, Select, SurfaceKind};

use super::format;
use super::shape::{Shape, Texture, image_bytes, place, surface};

pub fn read(bytes: Vec<u8>) -> Result<Texture, String> {
    let file = Dds::read(bytes.as_slice()).map_err(|error| error.to_string())?;
    let shape = shape(&file)?;
    let mut surface = surface(&shape, file.data.len())?;
    let mut rest = file.data.as_slice();
    for layer in 0..surface.layers() {
        for level in 0..surface.levels() {
            let (image, behind) = rest.split_at_checked(image_bytes(&surface, level)).ok_or("it ends early")?;
            place(&mut surface, level, layer, image);
            rest = behind;
        }
    }
    Ok(surface)
}

fn shape(file: &Dds) -> Result<Shape, String> {
    let header = &file.header;
    let (format, select) = stored_format(file)?;
    let (kind, layers) = match &file.header10 {
        Some(header) => {
            let count = header.array_size.max(1);
            let is_cube = header.misc_flag.contains(MiscFlag::TEXTURECUBE);
            let is_array = count > 1;
            match (header.resource_dimension, is_cube) {
                (D3D10ResourceDimension::Texture1D, false) if is_array => (SurfaceKind::D1Array, count),
                (D3D10ResourceDimension::Texture1D, false) => (SurfaceKind::D1, 1),
                (D3D10ResourceDimension::Texture2D, true) => {
                    let faces = count.checked_mul(6).ok_or_else(|| format!("{count} cubes"))?;
                    (if is_array { SurfaceKind::CubeArray } else { SurfaceKind::Cube }, faces)
                }
                (D3D10ResourceDimension::Texture2D, false) if is_array => (SurfaceKind::D2Array, count),
                (D3D10ResourceDimension::Texture2D, false) => (SurfaceKind::D2, 1),
                (D3D10ResourceDimension::Texture3D, false) => (SurfaceKind::D3, 1),
                (other, _) => return Err(format!("a resource of dimension {other:?}, cube: {is_cube}")),
            }
        }
        None if header.caps2.contains(Caps2::CUBEMAP) => {
            if !header.caps2.contains(Caps2::CUBEMAP_ALLFACES) {
                return Err("a cube that lacks faces".to_owned());
            }
            (SurfaceKind::Cube, 6)
        }
        None if header.caps2.contains(Caps2::VOLUME) => (SurfaceKind::D3, 1),
        None => (SurfaceKind::D2, 1),
    };
    let depth = if kind == SurfaceKind::D3 { header.depth.unwrap_or(1) } else { 1 };
    let levels = header.mip_map_count.unwrap_or(1).max(1);
    Ok(Shape { kind, format, select, size: [header.width, header.height, depth], layers, levels })
}

/// The format. Files without the newer header name those of D3D9, of which the block-compressed ones say nothing of the
/// sRGB curve.
fn stored_format(file: &Dds) -> Result<(Format, [Select; 4]), String> {
    let old = if file.header10.is_none() { file.get_d3d_format() } else { None };
    let found = match (old, file.get_dxgi_format()) {
        (Some(d3d9), _) => (format::of_d3d9(d3d9), format!("{d3d9:?}")),
        (None, Some(dxgi)) => (format::of_dxgi(dxgi), format!("{dxgi:?}")),
        (None, None) => (None, unknown(&file.header.spf)),
    };
    found.0.ok_or_else(|| format!("its format {} is none of a surface", found.1))
}

/// An unknown pixel format as text: its code, or its masks.
fn unknown(format: &PixelFormat) -> String {
    match &format.fourcc {
        Some(code) => code.0.to_le_bytes().escape_ascii().to_string(),
        None => {
            let masks = [format.r_bit_mask, format.g_bit_mask, format.b_bit_mask, format.a_bit_mask];
            let masks = masks.map(|mask| format!("{:#x}", mask.unwrap_or(0)));
            format!("of {} bits with the masks {}", format.rgb_bit_count.unwrap_or(0), masks.join(", "))
        }
    }
}
