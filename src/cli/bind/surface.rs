//! What is bound to surfaces.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use image::RgbaImage;
use texvisa::emulator::environment::Resource;
use texvisa::emulator::unit::{
    Channels, Description, Format, MAX_SURFACE_BYTES, Select, Surface, SurfaceKind, TexelPlace, mcs,
};
use texvisa::ir::texture::{Dimension, Scalar, SurfaceDecl};

use super::sampler::LODS;
use super::setting::{COLOUR, Setting, apply, colour, within, written_range};
use crate::arguments::{extent, is_extent};
use crate::diagnostic::{Failure, Problem};
use crate::picture;

/// A surface as far as it was given.
pub struct Given {
    description: Description,
    texels: Option<Texels>,
    compression: Option<Compression>,
}

/// Where the texels of a surface come from that is no picture.
enum Texels {
    /// All are this.
    Same(Channels),
    /// The bytes of a file.
    File(PathBuf),
}

/// The compression words of a multisampled surface.
#[derive(Clone, Copy)]
enum Compression {
    /// Each sample is in the slice of its number.
    Identity,
    /// This word in every pixel.
    Word(u64),
}

const COMPRESSED: &str = "mcs";
const SELECT: &str = "four of RGBA01";
const QUILTS: RangeInclusive<u32> = 1..=32;
const PALETTES: RangeInclusive<u32> = 0..=7;
const LEVELS: RangeInclusive<u32> = 1..=15;

/// What can be said of a surface behind its size or picture.
pub static SETTINGS: &[Setting<Given>] = &[
    Setting {
        name: "levels",
        says: "levels of detail; those of a picture are the picture, smaller",
        values: || written_range(&LEVELS),
        set: |given, value| within(&LEVELS, value).map(|levels| given.description.levels = levels),
    },
    Setting {
        name: "fill",
        says: "every texel instead of zeros",
        values: || COLOUR.to_owned(),
        set: |given, value| {
            colour(given.description.format.kind(), value).map(|texel| given.texels = Some(Texels::Same(texel)))
        },
    },
    Setting {
        name: "bytes",
        says: "it has the bytes of all texels: levels, in each layers, in each samples, in each rows",
        values: || "FILE".to_owned(),
        set: |given, value| {
            given.texels = Some(Texels::File(value.into()));
            Some(())
        },
    },
    Setting {
        name: "",
        says: "compression words that leave each sample where it is",
        values: || COMPRESSED.to_owned(),
        set: |given, value| (value == COMPRESSED).then(|| given.compression = Some(Compression::Identity)),
    },
    Setting {
        name: COMPRESSED,
        says: "the compression word of every pixel",
        values: || "a number, as 0xe4".to_owned(),
        set: |given, value| {
            let word = match value.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16),
                None => value.parse(),
            };
            given.compression = Some(Compression::Word(word.ok()?));
            Some(())
        },
    },
    Setting {
        name: "clear",
        says: "what pixels have whose compression word says cleared",
        values: || COLOUR.to_owned(),
        set: |given, value| {
            colour(given.description.format.kind(), value).map(|clear| given.description.clear_color = clear)
        },
    },
    Setting {
        name: "select",
        says: "which channel each channel shows",
        values: || SELECT.to_owned(),
        set: |given, value| {
            Select::from_letters(&value.to_ascii_uppercase()).map(|select| given.description.select = select)
        },
    },
    Setting {
        name: "min_lod",
        says: "the least level of detail that is sampled",
        values: || written_range(&LODS),
        set: |given, value| within(&LODS, value).map(|lod| given.description.min_lod = lod),
    },
    Setting {
        name: "palette",
        says: "the index of the sample positions",
        values: || written_range(&PALETTES),
        set: |given, value| within(&PALETTES, value).map(|index| given.description.palette_index = index),
    },
    Setting {
        name: "quilt",
        says: "how often size queries see it along u and v",
        values: || format!("UxV, each {}", written_range(&QUILTS)),
        set: |given, value| {
            let (u, v) = value.split_once('x')?;
            given.description.quilt = [within(&QUILTS, u)?, within(&QUILTS, v)?];
            Some(())
        },
    },
];

/// The surface that is none.
pub const NULL: &str = "null";

/// The short names of all formats, those of the same channels together: `R8_UNORM|SNORM`.
pub fn formats() -> String {
    let mut result = String::new();
    let mut last = String::new();
    for format in Format::ALL {
        let name = format.short_name();
        let (channels, codes) = name.split_once('_').unwrap_or((&name, ""));
        if channels == last {
            result.push('|');
            result.push_str(codes);
        } else {
            let separator = if result.is_empty() { "" } else { ", " };
            result.push_str(separator);
            result.push_str(&name);
            last = channels.to_owned();
        }
    }
    result
}

/// What a surface starts with.
enum Content {
    /// So many texels.
    Size([u32; 3], usize),
    /// A picture.
    Picture(RgbaImage),
}

/// Makes what `value` says.
///
/// # Errors
///
/// A value that says no such surface, a file that cannot be read.
pub fn read(decl: &SurfaceDecl, given: &str, value: &str) -> Result<Resource, Failure> {
    if value == NULL {
        return Ok(Resource::Surface(Surface::null()));
    }
    if decl.dimension == Dimension::Raw {
        return buffer(given, value).map(Resource::Buffer);
    }
    let wrong = |what: String| Failure::usage(format!("--bind {given}: {what}"));
    // The name of a file may have any letter in it.
    let is_file = !is_extent(value) && Path::new(value).is_file();
    let (head, settings) = match value.split_once(',') {
        Some((head, settings)) if !is_file => (head, Some(settings)),
        _ => (value, None),
    };
    let (format, head) = match head.split_once(':') {
        Some((format, head)) if !is_file => (Some(named_format(given, format)?), head),
        _ => (None, head),
    };
    let format = format.unwrap_or(suggested_format(decl));
    let (head, samples) = match head.rsplit_once('@') {
        Some((size, samples)) if !is_file && (is_extent(size) || samples.parse::<u32>().is_ok()) => {
            let samples = samples.parse().map_err(|_| wrong(format!("`{samples}` is no number of samples")))?;
            (size, samples)
        }
        _ => (head, 1),
    };
    let content = if head.is_empty() {
        return Err(wrong("expected a size, as 640x480, or the file of a picture".to_owned()));
    } else if is_extent(head) {
        Content::Size(extent(head).map_err(wrong)?, head.split('x').count())
    } else if Format::from_name(head).is_some() && !Path::new(head).exists() {
        return Err(wrong(format!("a format and no size; give both: {head}:64x64")));
    } else {
        Content::Picture(read_picture(decl, given, head)?)
    };
    let mut wanted = Given { description: described(decl, format, &content), texels: None, compression: None };
    wanted.description.samples = samples;
    for word in settings.into_iter().flat_map(|settings| settings.split(',')) {
        apply(SETTINGS, &mut wanted, word).map_err(wrong)?;
    }
    let mut surface = Surface::new(wanted.description).map_err(|error| wrong(error.to_string()))?;
    if let Some(compression) = wanted.compression {
        compress(&mut surface, compression).map_err(wrong)?;
    }
    match (content, wanted.texels) {
        (Content::Picture(_), Some(_)) => return Err(wrong("a picture has its texels".to_owned())),
        (Content::Picture(picture), None) => picture::fill(&mut surface, &picture).map_err(wrong)?,
        (Content::Size(..), Some(Texels::Same(texel))) => fill(&mut surface, texel).map_err(wrong)?,
        (Content::Size(..), Some(Texels::File(path))) => fill_from(&mut surface, &path)?,
        (Content::Size(..), None) => {}
    }
    Ok(Resource::Surface(surface))
}

/// The bytes of a raw surface: so many zeros, or those of a file.
fn buffer(given: &str, value: &str) -> Result<Vec<u8>, Failure> {
    if value.is_empty() {
        return Err(Failure::usage(format!("--bind {given}: expected a number of bytes, or a file")));
    }
    if value.bytes().all(|digit| digit.is_ascii_digit()) {
        return match value.parse::<u64>() {
            Ok(bytes) if bytes <= MAX_SURFACE_BYTES => Ok(vec![0; bytes as usize]),
            _ => Err(Failure::usage(format!("--bind {given}: a buffer has at most {MAX_SURFACE_BYTES} bytes"))),
        };
    }
    std::fs::read(value).map_err(|error| no_file(value, error.to_string(), "number of bytes"))
}

/// A file that cannot be read; where there is none something else may have been meant.
fn no_file(file: &str, error: String, or: &str) -> Failure {
    let problem = Problem::new(format!("{file}: {error}"));
    let is_there = Path::new(file).exists();
    Failure::Input(vec![if is_there { problem } else { problem.help(format!("read as a file, as it is no {or}")) }])
}

fn named_format(given: &str, name: &str) -> Result<Format, Failure> {
    Format::from_name(name).ok_or_else(|| {
        let problem = Problem::new(format!("--bind {given}: unknown format `{name}`"));
        Failure::Usage(vec![problem.help(format!("known are {}", formats()))])
    })
}

/// What a picture has: eight bits a channel, as integers where the kernel wants such.
fn suggested_format(decl: &SurfaceDecl) -> Format {
    match decl.element {
        Some(Scalar::I32 | Scalar::I16) => Format::Rgba8Uint,
        _ => Format::Rgba8Unorm,
    }
}

fn read_picture(decl: &SurfaceDecl, given: &str, file: &str) -> Result<RgbaImage, Failure> {
    match decl.dimension {
        Dimension::Any | Dimension::D2 | Dimension::D2Ms | Dimension::D2Array | Dimension::D2MsArray => {
            picture::read(Path::new(file)).map_err(|error| no_file(file, error, "size, as 640x480 is"))
        }
        other => {
            let what = format!("--bind {given}: a {} surface is no picture", other.name());
            let help = "give its size: as many numbers as it has axes and layers, with x between them";
            Err(Failure::Usage(vec![Problem::new(what).help(help)]))
        }
    }
}

fn described(decl: &SurfaceDecl, format: Format, content: &Content) -> Description {
    let ([x, y, z], axes) = match content {
        Content::Size(size, axes) => (*size, *axes),
        Content::Picture(picture) => ([picture.width(), picture.height(), 1], 2),
    };
    let (kind, size, layers) = match decl.dimension {
        Dimension::D1 => (SurfaceKind::D1, [x, y, z], 1),
        Dimension::D1Array => (SurfaceKind::D1Array, [x, 1, z], y),
        Dimension::D2 | Dimension::D2Ms => (SurfaceKind::D2, [x, y, z], 1),
        Dimension::D2Array | Dimension::D2MsArray => (SurfaceKind::D2Array, [x, y, 1], z),
        Dimension::D3 => (SurfaceKind::D3, [x, y, z], 1),
        Dimension::Cube => (SurfaceKind::Cube, [x, y, z], 6),
        Dimension::CubeArray => (SurfaceKind::CubeArray, [x, y, 1], z),
        Dimension::Buffer => (SurfaceKind::Buffer, [x, y, z], 1),
        Dimension::Any | Dimension::Raw => {
            ([SurfaceKind::D1, SurfaceKind::D2, SurfaceKind::D3][axes.clamp(1, 3) - 1], [x, y, z], 1)
        }
    };
    Description { layers, ..Description::new(kind, format, size) }
}

fn compress(surface: &mut Surface, compression: Compression) -> Result<(), String> {
    let samples = surface.samples();
    if samples == 1 {
        return Err("a surface with one sample has no compression words; give it more, as in 64x64@4".to_owned());
    }
    let stored = mcs::stored_mask(samples);
    let word = match compression {
        Compression::Identity => mcs::identity(samples),
        Compression::Word(word) if word & !stored == 0 => word,
        Compression::Word(word) => {
            return Err(format!(
                "`{word:#x}` is no compression word of {samples} samples, which are up to {stored:#x}"
            ));
        }
    };
    surface.compress(|_: TexelPlace| word);
    Ok(())
}

fn fill(surface: &mut Surface, texel: Channels) -> Result<(), String> {
    let format = surface.format();
    if !format.is_writable() {
        return Err(format!("{} cannot be written; give its bytes", format.name()));
    }
    let mut bytes = vec![0; format.bytes()];
    format.encode(texel, 0xf, &mut bytes);
    surface.bytes_mut().chunks_exact_mut(bytes.len()).for_each(|place| place.copy_from_slice(&bytes));
    Ok(())
}

fn fill_from(surface: &mut Surface, path: &Path) -> Result<(), Failure> {
    let failed = |what: String| Failure::input(format!("{}: {what}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| failed(error.to_string()))?;
    let texels = surface.bytes_mut();
    if bytes.len() != texels.len() {
        return Err(failed(format!("{} bytes, where the surface has {}", bytes.len(), texels.len())));
    }
    texels.copy_from_slice(&bytes);
    Ok(())
}
