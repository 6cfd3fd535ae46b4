//! Surfaces and samplers of cases.

use serde_json::Value;
use texvisa_emulator::unit::format::Numeric;
use texvisa_emulator::unit::{
    AddressMode, Compare, Description, Filter, Format, Kind, MipFilter, NullPage, Reduction, Sampler, Select, Surface,
    SurfaceKind, TexelPlace, mcs,
};

use super::number;

/// `cx * x + cy * y + ... + k`, modulo `mod` where that is given.
fn affine(fill: &Value, terms: &[(&str, u64)]) -> i64 {
    let coefficient = |name: &str| fill[name].as_i64().unwrap_or(0);
    let sum = terms.iter().fold(coefficient("k"), |sum, (name, value)| sum + coefficient(name) * *value as i64);
    match fill["mod"].as_i64() {
        Some(modulus) => sum.rem_euclid(modulus),
        None => sum,
    }
}

/// The surface; `None` where the table of formats does not have its format.
pub fn surface(value: &Value) -> Option<Surface> {
    let size = |name: &str| number(&value[name], 1) as u32;
    let kind = SurfaceKind::from_name(value["type"].as_str().expect("type")).expect("a kind of surface");
    let format = match value["format"].as_str() {
        Some(name) => Format::from_name(name)?,
        None => Format::Rgba8Unorm,
    };
    if kind == SurfaceKind::Null {
        return Some(Surface::null());
    }
    let range = |page: &Value, low: &str, high: &str| number(&page[low], 0) as u32..number(&page[high], 0) as u32;
    let null_pages = value["null_pages"].as_array().map_or(Vec::new(), |pages| {
        pages
            .iter()
            .map(|page| NullPage {
                level: number(&page["level"], 0) as u32,
                layer: number(&page["z"], 0) as u32,
                x: range(page, "x0", "x1"),
                y: range(page, "y0", "y1"),
            })
            .collect()
    });
    let mut description = Description::new(kind, format, [size("width"), size("height"), size("depth")]);
    description.layers = size("layers");
    description.levels = size("levels");
    description.samples = size("samples");
    description.select = value["swizzle"]
        .as_str()
        .map_or(Select::IDENTITY, |letters| Select::from_letters(letters).expect("letters of RGBA01"));
    description.palette_index = number(&value["palette_index"], 0) as u32;
    description.quilt = [size("quilt_width"), size("quilt_height")];
    description.min_lod = value["resource_min_lod"].as_f64().unwrap_or(0.0) as f32;
    description.null_pages = null_pages;
    if let Some(color) = value["clear_color"].as_array() {
        description.clear_color = channels(color, format.kind());
    }
    let mut surface = Surface::new(description).expect("a surface");
    fill(&mut surface, &value["fill"]);
    if let Some(table) = value["mcs"]["table"].as_object() {
        surface.compress(|place| {
            let index = affine(&value["mcs"], &[("cx", place.x.into()), ("cy", place.y.into())]);
            number(&table[&index.to_string()], 0) & mcs::stored_mask(size("samples"))
        });
    }
    Some(surface)
}

/// Four channels as the bits that a format of that kind delivers.
fn channels(values: &[Value], kind: Kind) -> [u32; 4] {
    std::array::from_fn(|channel| match kind {
        Kind::Float => (values[channel].as_f64().expect("a number") as f32).to_bits(),
        _ => number(&values[channel], 0) as u32,
    })
}

fn fill(surface: &mut Surface, fill: &Value) {
    if fill["kind"].as_str() == Some("bytes") {
        // One string of digits a level, which lie one behind the other.
        let levels = fill["bytes"].as_array().or(fill["levels"].as_array()).expect("a list of levels");
        let digits: String = levels.iter().map(|level| level.as_str().expect("digits")).collect();
        for (byte, pair) in surface.bytes_mut().iter_mut().zip(digits.as_bytes().chunks_exact(2)) {
            *byte = u8::from_str_radix(std::str::from_utf8(pair).expect("digits"), 16).expect("a byte");
        }
        return;
    }
    let format = surface.format();
    let bytes = format.bytes();
    for offset in (0..surface.bytes().len()).step_by(bytes) {
        let place = surface.place(offset).expect("a texel");
        let texel = texel(format, fill, place);
        surface.bytes_mut()[offset..offset + bytes].copy_from_slice(&texel.to_le_bytes()[..bytes]);
    }
}

/// The bits of a texel.
fn texel(format: Format, fill: &Value, place: TexelPlace) -> u128 {
    let TexelPlace { level, x, y, layer, sample } = place;
    let mut shift = 0;
    let mut stored = 0;
    for (channel, bits) in format.stored_channels() {
        let terms = [("cx", x), ("cy", y), ("cz", layer), ("cl", level), ("cs", sample), ("cc", channel as u32)];
        let raw = affine(fill, &terms.map(|(name, value)| (name, u64::from(value))));
        let code = match fill["kind"].as_str() {
            Some("affine_raw") => raw as u64,
            Some("affine_float") => {
                let scale = fill["scale"].as_f64().unwrap_or(1.0);
                let value = raw as f64 * scale + fill["bias"].as_f64().unwrap_or(0.0);
                assert_eq!(format.numeric(), Numeric::Float, "a float format");
                match bits {
                    16 => half::f16::from_f32(value as f32).to_bits().into(),
                    _ => (value as f32).to_bits().into(),
                }
            }
            other => panic!("a fill of kind {other:?}"),
        };
        stored |= (u128::from(code) & (u128::MAX >> (128 - bits))) << shift;
        shift += bits;
    }
    stored
}

/// The sampler, with what it does not say from the defaults.
pub fn sampler(value: &Value, defaults: &Value, kind: Kind) -> Sampler {
    let field = |name: &str| if value[name].is_null() { &defaults[name] } else { &value[name] };
    let text = |name: &str| field(name).as_str().expect("text");
    let filter = |name: &str| match text(name) {
        "NEAREST" => Filter::Nearest,
        "LINEAR" => Filter::Linear,
        other => panic!("filter {other}"),
    };
    let float = |name: &str| field(name).as_f64().expect("a number") as f32;
    Sampler {
        address: std::array::from_fn(|axis| {
            AddressMode::from_name(field("addr")[axis].as_str().expect("a mode")).expect("an address mode")
        }),
        min: filter("min"),
        mag: filter("mag"),
        mip: match text("mip") {
            "NONE" => MipFilter::None,
            "NEAREST" => MipFilter::Nearest,
            "LINEAR" => MipFilter::Linear,
            other => panic!("mip filter {other}"),
        },
        lod_bias: float("lod_bias"),
        min_lod: float("min_lod"),
        max_lod: float("max_lod"),
        compare: Compare::from_name(text("compare")).expect("a comparison"),
        border: channels(field("border").as_array().expect("a colour"), kind),
        reduction: match text("reduction") {
            "MIN" => Reduction::Minimum,
            "MAX" => Reduction::Maximum,
            _ => Reduction::Average,
        },
        unnormalized: field("unnormalized").as_bool().unwrap_or(false),
        seamless_cube: field("seamless").as_bool().unwrap_or(true),
    }
}
