//! What is bound to surfaces.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use texvisa::emulator::environment::Resource;
use texvisa::emulator::unit::{
    BoundaryMode, Channels, Description, Format, MAX_PALETTE_INDEX, MAX_QUILT, MAX_SURFACE_BYTES, Select, Surface,
    SurfaceKind, TexelPosition, View, mcs,
};
use texvisa::ir::nearest;
use texvisa::ir::texture::{Dimension, Scalar, SurfaceDecl};

use super::formula::{self, Formula};
use super::sampler::LODS;
use super::setting::{COLOUR, Setting, apply, colour, within, written_range};
use crate::arguments::{extent, is_extent};
use crate::diagnostic::{Failure, Problem};
use crate::input::file_bytes;
use crate::picture::{self, Picture};
use crate::texture_file::{self, Texture};

/// A surface as far as it was given.
pub struct Given {
    description: Description,
    texels: Option<Texels>,
    compression: Option<Compression>,
    levels: Option<u32>,
    layers: Option<u32>,
    first_level: u32,
    first_layer: u32,
}

/// Where the texels of a surface come from that is no picture.
enum Texels {
    /// All are this.
    Same(Channels),
    /// What this says.
    Formula(Formula),
    /// The bytes of a file.
    File(PathBuf),
}

/// The MCS values of a multisampled surface.
#[derive(Clone, Copy)]
enum Compression {
    /// Each sample is in the slice of its number.
    Identity,
    /// This word in every pixel.
    Word(u64),
}

const COMPRESSED: &str = "mcs";
const SELECT: &str = "four of RGBA01";
const QUILTS: RangeInclusive<u32> = 1..=MAX_QUILT;
const PALETTES: RangeInclusive<u32> = 0..=MAX_PALETTE_INDEX;
const LEVELS: RangeInclusive<u32> = 1..=15;
const FIRST_LEVELS: RangeInclusive<u32> = 0..=14;
const LAYERS: RangeInclusive<u32> = 1..=2048;
const FIRST_LAYERS: RangeInclusive<u32> = 0..=2047;

/// What can be said of a surface behind its size or picture.
pub static SETTINGS: &[Setting<Given>] = &[
    Setting {
        name: "levels",
        says: "levels of detail; those of a picture are the picture, smaller, and a texture file has its own",
        values: || written_range(&LEVELS),
        set: |given, value| within(&LEVELS, value).map(|levels| given.levels = Some(levels)),
    },
    Setting {
        name: "first_level",
        says: "the first level that is seen",
        values: || written_range(&FIRST_LEVELS),
        set: |given, value| within(&FIRST_LEVELS, value).map(|level| given.first_level = level),
    },
    Setting {
        name: "first_layer",
        says: "the first layer or face that is seen",
        values: || written_range(&FIRST_LAYERS),
        set: |given, value| within(&FIRST_LAYERS, value).map(|layer| given.first_layer = layer),
    },
    Setting {
        name: "layers",
        says: "how many layers or faces are seen from there on; by default the rest, or what one image or cube takes",
        values: || written_range(&LAYERS),
        set: |given, value| within(&LAYERS, value).map(|layers| given.layers = Some(layers)),
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
        name: "formula",
        says: "every channel of every texel by its place",
        values: || formula::WRITTEN.to_owned(),
        set: |given, value| Formula::parse(value).map(|formula| given.texels = Some(Texels::Formula(formula))),
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
        says: "MCS values that leave each sample where it is",
        values: || COMPRESSED.to_owned(),
        set: |given, value| (value == COMPRESSED).then(|| given.compression = Some(Compression::Identity)),
    },
    Setting {
        name: COMPRESSED,
        says: "the MCS value of every pixel",
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
        says: "what pixels have whose MCS value says cleared",
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
        name: "boundary",
        says: "which row a media block has in the place of one outside",
        values: || BoundaryMode::NAMES.map(|row| row.1.to_lowercase()).join("|"),
        set: |given, value| {
            BoundaryMode::from_name(&value.to_ascii_uppercase()).map(|mode| given.description.boundary = mode)
        },
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
    Picture(Picture),
    /// The texture of a file.
    Texture(Box<Texture>),
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
    let (head, samples) = match head.rsplit_once('@') {
        Some((size, samples)) if !is_file && (is_extent(size) || samples.parse::<u32>().is_ok()) => {
            let samples = samples
                .parse()
                .map_err(|_| wrong(format!("`{samples}` is no number of samples; expected 1, 2, 4, 8 or 16")))?;
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
        read_file(decl, given, head)?
    };
    let description = described(decl, format, &content).map_err(wrong)?;
    let mut wanted = Given {
        description: Description { samples, ..description },
        texels: None,
        compression: None,
        levels: None,
        layers: None,
        first_level: 0,
        first_layer: 0,
    };
    for word in settings.into_iter().flat_map(|settings| settings.split(',')) {
        apply(SETTINGS, &mut wanted, word).map_err(wrong)?;
    }
    let view = wanted.view(decl, &content).map_err(wrong)?;
    let mut surface = Surface::new(wanted.description).map_err(|error| wrong(error.to_string()))?;
    if let Some(compression) = wanted.compression {
        compress(&mut surface, compression).map_err(wrong)?;
    }
    match (content, wanted.texels) {
        (Content::Picture(_) | Content::Texture(_), Some(_)) => {
            return Err(wrong("the texels of a picture and others; expected one of the two".to_owned()));
        }
        (Content::Picture(picture), None) => picture::fill(&mut surface, &picture).map_err(wrong)?,
        (Content::Texture(texture), None) if texture.bytes().len() == surface.bytes().len() => {
            surface.bytes_mut().copy_from_slice(texture.bytes());
        }
        (Content::Texture(_), None) => {
            return Err(wrong(
                "a texture file has one sample for each pixel; expected it without @ and a number".to_owned(),
            ));
        }
        (Content::Size(..), Some(Texels::Same(texel))) => fill(&mut surface, texel).map_err(wrong)?,
        (Content::Size(..), Some(Texels::Formula(formula))) => {
            check_writable(surface.format()).map_err(wrong)?;
            formula.fill(&mut surface);
        }
        (Content::Size(..), Some(Texels::File(path))) => fill_from(&mut surface, &path)?,
        (Content::Size(..), None) => {}
    }
    surface.view(view).map(Resource::Surface).map_err(|error| wrong(error.to_string()))
}

impl Given {
    /// What is seen of the surface, whose levels are thereby known.
    fn view(&mut self, decl: &SurfaceDecl, content: &Content) -> Result<View, String> {
        let levels = match (content, self.levels) {
            (Content::Texture(texture), Some(levels)) if levels > texture.levels() => {
                return Err(format!("levels={levels}; expected at most {}, those of the file", texture.levels()));
            }
            (Content::Texture(texture), levels) => levels.unwrap_or(texture.levels()),
            (_, levels) => {
                self.description.levels = levels.unwrap_or(1);
                self.description.levels
            }
        };
        if levels <= self.first_level {
            return Err(format!("first_level={}; expected 0 to {}", self.first_level, levels - 1));
        }
        let all = self.description.layers;
        if self.first_layer >= all.max(1) {
            let has = if all > 1 { format!("layers 0 to {}", all - 1) } else { "one layer, 0".to_owned() };
            return Err(format!("first_layer is {}; the texture has {has}", self.first_layer));
        }
        let kind = kind_of(decl.dimension).unwrap_or(self.description.kind);
        let rest = self.description.layers.saturating_sub(self.first_layer);
        let layers = self.layers.unwrap_or(match kind {
            SurfaceKind::D1 | SurfaceKind::D2 => 1,
            SurfaceKind::Cube => 6,
            _ => rest,
        });
        let (first_level, first_layer) = (self.first_level, self.first_layer);
        Ok(View { first_level, levels: levels - first_level, first_layer, layers, kind })
    }
}

/// The kind of surface that a declaration asks for; `None` where it leaves that open.
const fn kind_of(dimension: Dimension) -> Option<SurfaceKind> {
    Some(match dimension {
        Dimension::D1 => SurfaceKind::D1,
        Dimension::D1Array => SurfaceKind::D1Array,
        Dimension::D2 | Dimension::D2Ms => SurfaceKind::D2,
        Dimension::D2Array | Dimension::D2MsArray => SurfaceKind::D2Array,
        Dimension::D3 => SurfaceKind::D3,
        Dimension::Cube => SurfaceKind::Cube,
        Dimension::CubeArray => SurfaceKind::CubeArray,
        Dimension::Buffer => SurfaceKind::Buffer,
        Dimension::Any | Dimension::Raw => return None,
    })
}

/// The bytes of a raw surface: so many zeros, or those of a file.
///
/// # Errors
///
/// Neither a number nor a file that can be read.
pub fn buffer(given: &str, value: &str) -> Result<Vec<u8>, Failure> {
    if value.is_empty() {
        return Err(Failure::usage(format!("--bind {given}: expected a number of bytes, or a file")));
    }
    if value.bytes().all(|digit| digit.is_ascii_digit()) {
        return match value.parse::<u64>() {
            Ok(bytes) if bytes <= MAX_SURFACE_BYTES => Ok(vec![0; bytes as usize]),
            _ => Err(Failure::usage(format!("--bind {given}: `{value}` bytes; expected at most {MAX_SURFACE_BYTES}"))),
        };
    }
    file_bytes(Path::new(value), MAX_SURFACE_BYTES)
        .map_err(|error| no_file(value, error.to_string(), "number of bytes"))
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
        let short: Vec<String> = Format::ALL.iter().map(|format| format.short_name().to_string()).collect();
        let names = Format::ALL.iter().map(|format| format.name()).chain(short.iter().map(String::as_str));
        let near = nearest(name, names);
        let near = near.map_or_else(String::new, |near| format!("did you mean `{near}`? "));
        Failure::Usage(vec![problem.help(format!("{near}known are {}", formats()))])
    })
}

/// What a picture has: eight bits a channel, as integers where the kernel wants such, or floats.
fn suggested_format(decl: &SurfaceDecl, content: &Content) -> Format {
    match (decl.element, content) {
        (Some(Scalar::I32 | Scalar::I16), _) => Format::Rgba8Uint,
        (_, Content::Picture(Picture::Floats(_))) => Format::Rgba32Float,
        _ => Format::Rgba8Unorm,
    }
}

/// The texture or picture of a file.
fn read_file(decl: &SurfaceDecl, given: &str, file: &str) -> Result<Content, Failure> {
    let path = Path::new(file);
    let failed = |error| no_file(file, error, "size, as 640x480 is");
    if let Some(texture) = texture_file::read(path).map_err(failed)? {
        return Ok(Content::Texture(Box::new(texture)));
    }
    match decl.dimension {
        Dimension::Any | Dimension::D2 | Dimension::D2Ms | Dimension::D2Array | Dimension::D2MsArray => {
            picture::read(path).map(Content::Picture).map_err(failed)
        }
        other => {
            let what = format!("--bind {given}: a {} surface is no picture", other.name());
            let help =
                "give its size: as many numbers as it has axes and layers, with x between them; or a DDS or KTX2 file";
            Err(Failure::Usage(vec![Problem::new(what).help(help)]))
        }
    }
}

/// What the surface is made from, of the format that was given.
fn described(decl: &SurfaceDecl, format: Option<Format>, content: &Content) -> Result<Description, String> {
    let ([x, y, z], axes) = match content {
        Content::Size(size, axes) => (*size, *axes),
        Content::Picture(picture) => {
            let [width, height] = picture.size();
            ([width, height, 1], 2)
        }
        Content::Texture(texture) => {
            let stored = texture.format();
            let format = format.unwrap_or(stored);
            // Bytes may be taken for another format of the same size.
            let alike = |format: Format| (format.bytes(), format.block_extent());
            if alike(format) != alike(stored) {
                return Err(format!(
                    "the file has {}, which is not as large as {}; expected a format of the same size",
                    stored.name(),
                    format.name()
                ));
            }
            return Ok(Description { format, ..texture.description().clone() });
        }
    };
    let format = format.unwrap_or(suggested_format(decl, content));
    let kind = kind_of(decl.dimension);
    let kind = kind.unwrap_or([SurfaceKind::D1, SurfaceKind::D2, SurfaceKind::D3][axes.clamp(1, 3) - 1]);
    let (size, layers) = match kind {
        SurfaceKind::D1Array => ([x, 1, z], y),
        SurfaceKind::D2Array | SurfaceKind::CubeArray => ([x, y, 1], z),
        SurfaceKind::Cube => ([x, y, z], 6),
        _ => ([x, y, z], 1),
    };
    Ok(Description { layers, ..Description::new(kind, format, size) })
}

fn compress(surface: &mut Surface, compression: Compression) -> Result<(), String> {
    let samples = surface.samples();
    if samples == 1 {
        return Err("a surface with one sample has no MCS values; give it more, as in 64x64@4".to_owned());
    }
    let stored = mcs::stored_mask(samples);
    let word = match compression {
        Compression::Identity => mcs::identity(samples),
        Compression::Word(word) if word & !stored == 0 => word,
        Compression::Word(word) => {
            return Err(format!("`{word:#x}` is no MCS value of {samples} samples; expected at most {stored:#x}"));
        }
    };
    surface.compress(|_: TexelPosition| word);
    Ok(())
}

fn check_writable(format: Format) -> Result<(), String> {
    if format.is_writable() { Ok(()) } else { Err(format!("{} cannot be written; give its bytes", format.name())) }
}

fn fill(surface: &mut Surface, texel: Channels) -> Result<(), String> {
    let format = surface.format();
    check_writable(format)?;
    let mut bytes = vec![0; format.bytes()];
    format.encode(texel, 0xf, &mut bytes);
    surface.bytes_mut().chunks_exact_mut(bytes.len()).for_each(|place| place.copy_from_slice(&bytes));
    Ok(())
}

fn fill_from(surface: &mut Surface, path: &Path) -> Result<(), Failure> {
    let failed = |what: String| Failure::input(format!("{}: {what}", path.display()));
    let bytes = file_bytes(path, MAX_SURFACE_BYTES).map_err(|error| failed(error.to_string()))?;
    let texels = surface.bytes_mut();
    if bytes.len() != texels.len() {
        return Err(failed(format!("{} bytes; expected {}, those of the surface", bytes.len(), texels.len())));
    }
    texels.copy_from_slice(&bytes);
    Ok(())
}
