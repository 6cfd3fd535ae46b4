//! Pictures as surfaces and surfaces as pictures.

use std::path::Path;

use image::{DynamicImage, GrayImage, ImageBuffer, ImageReader, RgbaImage, imageops};
use texvisa::emulator::unit::format::Numeric;
use texvisa::emulator::unit::{Format, Kind, Surface, SurfaceKind, TexelPlace};

/// Reads the picture of a file, red first, 8 bits a channel.
///
/// # Errors
///
/// There is no such file, or it holds no picture.
pub fn read(path: &Path) -> Result<RgbaImage, String> {
    let reader =
        ImageReader::open(path).and_then(ImageReader::with_guessed_format).map_err(|error| error.to_string())?;
    let picture = reader.decode().map_err(|error| format!("this is no picture: {error}"))?;
    Ok(picture.into_rgba8())
}

/// Fills each level of a surface of one layer with the picture in its size, the same in all samples. Formats with the sRGB
/// curve store what the picture has, others take it for fractions or integers.
///
/// # Errors
///
/// A format that cannot be written.
pub fn fill(surface: &mut Surface, picture: &RgbaImage) -> Result<(), String> {
    let format = surface.format();
    let refused = || format!("{} holds no picture; give a size and its bytes", format.name());
    let stored = match format.numeric() {
        Numeric::Srgb => format.name().strip_suffix("_SRGB").and_then(Format::from_name),
        _ => Some(format),
    };
    let stored = stored.filter(|stored| stored.is_writable()).ok_or_else(refused)?;
    let encoded = |channels: [u8; 4]| match stored.kind() {
        Kind::Float => channels.map(|channel| (f32::from(channel) / 255.0).to_bits()),
        _ => channels.map(u32::from),
    };
    for level in 0..surface.levels() {
        let [width, height, _] = surface.level_size(level);
        let smaller = (level > 0).then(|| imageops::thumbnail(picture, width, height));
        for (x, y, pixel) in smaller.as_ref().unwrap_or(picture).enumerate_pixels() {
            for sample in 0..surface.samples() {
                let place = TexelPlace { level, x, y, layer: 0, sample };
                if let Some(texel) = surface.texel_mut(place) {
                    stored.encode(encoded(pixel.0), 0xf, texel);
                }
            }
        }
    }
    Ok(())
}

/// Writes the first level, layer and sample of a surface as a PNG: in grey where it has one channel, otherwise in colours.
/// Numbers that are no fractions are written as they are, cut to 0..255.
///
/// # Errors
///
/// The surface has no such picture, or the file cannot be written.
pub fn write(path: &Path, surface: &Surface) -> Result<(), String> {
    let format = surface.format();
    if surface.kind() != SurfaceKind::D2 && surface.kind() != SurfaceKind::D2Array {
        return Err(format!("a {} surface is no picture", surface.kind().name()));
    }
    let [width, height, _] = surface.level_size(0);
    let channels = |x, y| {
        let texel = surface.texel(TexelPlace { x, y, ..TexelPlace::default() }).unwrap_or_default();
        format.decode(texel).map(|bits| match format.kind() {
            Kind::Float => (f32::from_bits(bits).clamp(0.0, 1.0) * 255.0).round() as u8,
            Kind::Sint => (bits as i32).clamp(0, 255) as u8,
            _ => bits.min(255) as u8,
        })
    };
    let picture = if format.has_channel(1) {
        DynamicImage::ImageRgba8(RgbaImage::from_fn(width, height, |x, y| image::Rgba(channels(x, y))))
    } else {
        let grey: GrayImage = ImageBuffer::from_fn(width, height, |x, y| image::Luma([channels(x, y)[0]]));
        DynamicImage::ImageLuma8(grey)
    };
    picture.save_with_format(path, image::ImageFormat::Png).map_err(|error| error.to_string())
}
