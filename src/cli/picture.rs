//! Pictures as surfaces and surfaces as pictures.

use std::io::{BufRead, ErrorKind, Seek};
use std::path::Path;

use image::{
    DynamicImage, GrayImage, ImageBuffer, ImageError, ImageFormat, ImageReader, Limits, Rgba32FImage, RgbaImage,
    imageops,
};
use texvisa::emulator::unit::format::Numeric;
use texvisa::emulator::unit::{Channels, Format, Kind, MAX_SURFACE_BYTES, Surface, SurfaceKind, TexelPosition};

/// A picture, red first.
pub enum Picture {
    /// 8 bits a channel.
    Bytes(RgbaImage),
    /// Floats, as EXR files have them.
    Floats(Rgba32FImage),
}

/// The kinds of files that pictures are written to, by the ending of their names.
const WRITTEN: [(&str, ImageFormat); 2] = [("png", ImageFormat::Png), ("exr", ImageFormat::OpenExr)];

/// The most columns or rows of a picture, as a surface has.
const MAX_EXTENT: u32 = 16384;

impl Picture {
    /// Columns and rows.
    pub fn size(&self) -> [u32; 2] {
        let (width, height) = match self {
            Picture::Bytes(picture) => picture.dimensions(),
            Picture::Floats(picture) => picture.dimensions(),
        };
        [width, height]
    }

    /// The picture in another size.
    fn resized(&self, width: u32, height: u32) -> Picture {
        match self {
            Picture::Bytes(picture) => Picture::Bytes(imageops::thumbnail(picture, width, height)),
            Picture::Floats(picture) => Picture::Floats(imageops::thumbnail(picture, width, height)),
        }
    }

    /// The channels at a place as a surface takes them that delivers `kind`: of bytes fractions or integers, of floats
    /// themselves or the nearest integers.
    fn texel(&self, x: u32, y: u32, kind: Kind) -> Channels {
        match (self, kind) {
            (Picture::Bytes(picture), Kind::Float) => {
                picture.get_pixel(x, y).0.map(|channel| (f32::from(channel) / 255.0).to_bits())
            }
            (Picture::Bytes(picture), _) => picture.get_pixel(x, y).0.map(u32::from),
            (Picture::Floats(picture), Kind::Float) => picture.get_pixel(x, y).0.map(f32::to_bits),
            (Picture::Floats(picture), Kind::Uint) => picture.get_pixel(x, y).0.map(|channel| channel.round() as u32),
            (Picture::Floats(picture), Kind::Sint) => {
                picture.get_pixel(x, y).0.map(|channel| channel.round() as i32 as u32)
            }
        }
    }
}

/// Whether a file of that name is a picture where it is written.
pub fn is_written(path: &Path) -> bool {
    written_format(path).is_some()
}

fn written_format(path: &Path) -> Option<ImageFormat> {
    let extension = path.extension()?;
    WRITTEN.iter().find(|row| extension.eq_ignore_ascii_case(row.0)).map(|row| row.1)
}

/// Reads the picture of a file.
///
/// # Errors
///
/// There is no such file, or it holds no picture, or one that no surface is as large as.
pub fn read(path: &Path) -> Result<Picture, String> {
    let reader = ImageReader::open(path).map_err(|error| error.to_string())?;
    decode(reader)
}

fn decode(reader: ImageReader<impl BufRead + Seek>) -> Result<Picture, String> {
    let mut reader = reader.with_guessed_format().map_err(|error| error.to_string())?;
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(MAX_EXTENT), Some(MAX_EXTENT));
    limits.max_alloc = Some(MAX_SURFACE_BYTES);
    reader.limits(limits);
    let picture = reader.decode().map_err(|error| undecoded(&error))?;
    Ok(match picture {
        DynamicImage::ImageRgb32F(_) | DynamicImage::ImageRgba32F(_) => Picture::Floats(picture.into_rgba32f()),
        _ => Picture::Bytes(picture.into_rgba8()),
    })
}

/// What keeps a file from being a picture.
fn undecoded(error: &ImageError) -> String {
    match error {
        ImageError::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => {
            "the picture is truncated: the file ends within it; expected a whole PNG or EXR file".to_owned()
        }
        error => format!("expected a PNG or EXR picture: {error}"),
    }
}

/// Fills each level of a surface of one layer with the picture in its size, the same in all samples. Formats with the
/// sRGB curve store what the picture has, others take it for fractions or integers.
///
/// # Errors
///
/// A format that cannot be written.
pub fn fill(surface: &mut Surface, picture: &Picture) -> Result<(), String> {
    let format = surface.format();
    let refused = || format!("{} holds no picture; give a size and its bytes", format.name());
    let stored = match format.numeric() {
        Numeric::Srgb => format.name().strip_suffix("_SRGB").and_then(Format::from_name),
        _ => Some(format),
    };
    let stored = stored.filter(|stored| stored.is_writable()).ok_or_else(refused)?;
    for level in 0..surface.levels() {
        let [width, height, _] = surface.level_size(level);
        let smaller = (level > 0).then(|| picture.resized(width, height));
        let picture = smaller.as_ref().unwrap_or(picture);
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            let channels = picture.texel(x, y, stored.kind());
            for sample in 0..surface.samples() {
                let place = TexelPosition { level, x, y, layer: 0, sample };
                if let Some(texel) = surface.texel_mut(place) {
                    stored.encode(channels, 0xf, texel);
                }
            }
        }
    }
    Ok(())
}

/// Writes the first level, layer and sample of a surface: to a PNG in grey where it has one channel, otherwise in
/// colours, with numbers that are no fractions as they are, cut to 0..255; to an EXR all channels as floats.
///
/// # Errors
///
/// The surface has no such picture, or the file cannot be written.
pub fn write(path: &Path, surface: &Surface) -> Result<(), String> {
    let format = surface.format();
    if surface.kind() != SurfaceKind::D2 && surface.kind() != SurfaceKind::D2Array {
        return Err(format!(
            "a {} surface is no picture; expected a 2d surface or array, or a file of bytes",
            surface.kind().name()
        ));
    }
    if format.is_video() {
        return Err(format!("{} is not turned into a picture; expected a file of bytes", format.name()));
    }
    let [width, height, _] = surface.level_size(0);
    let texel = |x, y| {
        let texel = surface.texel(TexelPosition { x, y, ..TexelPosition::default() }).unwrap_or_default();
        format.decode(texel)
    };
    let channels = |x, y| {
        texel(x, y).map(|bits| match format.kind() {
            Kind::Float => (f32::from_bits(bits).clamp(0.0, 1.0) * 255.0).round() as u8,
            Kind::Sint => (bits as i32).clamp(0, 255) as u8,
            _ => bits.min(255) as u8,
        })
    };
    let floats = |x, y| {
        texel(x, y).map(|bits| match format.kind() {
            Kind::Float => f32::from_bits(bits),
            Kind::Sint => bits as i32 as f32,
            _ => bits as f32,
        })
    };
    let wanted = written_format(path).unwrap_or(ImageFormat::Png);
    let picture = if wanted == ImageFormat::OpenExr {
        DynamicImage::ImageRgba32F(Rgba32FImage::from_fn(width, height, |x, y| image::Rgba(floats(x, y))))
    } else if format.has_channel(1) {
        DynamicImage::ImageRgba8(RgbaImage::from_fn(width, height, |x, y| image::Rgba(channels(x, y))))
    } else {
        let grey: GrayImage = ImageBuffer::from_fn(width, height, |x, y| image::Luma([channels(x, y)[0]]));
        DynamicImage::ImageLuma8(grey)
    };
    picture.save_with_format(path, wanted).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn decoded(bytes: &[u8]) -> Result<Picture, String> {
        decode(ImageReader::new(Cursor::new(bytes)))
    }

    /// Every beginning of a file, and files with bytes that are others.
    #[test]
    fn damaged_pictures_are_refused_or_read_and_nothing_else() {
        let floats = Rgba32FImage::from_fn(9, 7, |x, y| image::Rgba([x as f32, y as f32, 0.5, 1.0]));
        let bytes = RgbaImage::from_fn(9, 7, |x, y| image::Rgba([x as u8, y as u8, 3, 255]));
        let mut rng = fastrand::Rng::with_seed(3);
        for (picture, format) in [
            (DynamicImage::ImageRgba32F(floats), ImageFormat::OpenExr),
            (DynamicImage::ImageRgba8(bytes), ImageFormat::Png),
        ] {
            let mut file = Cursor::new(Vec::new());
            picture.write_to(&mut file, format).expect("a vector takes all");
            let file = file.into_inner();
            assert_eq!(decoded(&file).map(|picture| picture.size()), Ok([9, 7]));
            // The last chunk of a PNG says nothing of the picture.
            for length in 0..file.len() - 12 {
                assert!(decoded(&file[..length]).is_err(), "{format:?} of {length} bytes");
            }
            for _ in 0..3000 {
                let mut damaged = file.clone();
                for _ in 0..rng.usize(1..4) {
                    let place = rng.usize(4..damaged.len());
                    damaged[place] = [0, 1, 0x7f, 0x80, 0xff, rng.u8(..)][rng.usize(..6)];
                }
                if let Ok(picture) = decoded(&damaged) {
                    assert!(picture.size().iter().all(|size| *size <= MAX_EXTENT));
                }
            }
        }
    }
}
