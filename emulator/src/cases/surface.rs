//! Surfaces and samplers of cases.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use texvisa_ir::expected_one_of;

use super::number::{Number, hexadecimal};
use super::problem::{CaseProblem, Entries};
use super::range;
use super::schema::{FillEntry, FillKind, McsEntry, McsTable, SamplerEntry, SurfaceEntry};
use crate::float::{SmallFloat, round_f16};
use crate::unit::format::Numeric;
use crate::unit::{
    BoundaryMode, Channels, Description, Format, Kind, NullPage, Sampler, Select, Surface, SurfaceKind, TexelPosition,
    View, mcs,
};

/// The most bytes of a surface of a case: far above what shows a rule, and filled in a moment.
pub const MAX_CASE_SURFACE_BYTES: usize = 1 << 26;

/// The most bytes of a document's surfaces that are kept for the next case.
const MAX_KEPT_BYTES: u64 = 2 * MAX_CASE_SURFACE_BYTES as u64;

/// A surface of a document, which is made once where several cases need it.
#[derive(Clone, Debug)]
pub(super) struct SharedSurface {
    entry: SurfaceEntry,
    /// Whether it is kept for the next case.
    is_kept: bool,
    /// As messages see it, and as media blocks, for which it may be filled by its bytes.
    made: [OnceLock<Result<Arc<MadeSurface>, CaseProblem>>; 2],
}

/// A surface with its texels.
#[derive(Clone, Debug)]
pub(super) struct MadeSurface {
    /// The surface.
    pub surface: Surface,
    /// The least and the greatest finite value of its texels, where that was asked for.
    range: OnceLock<[f64; 2]>,
}

impl MadeSurface {
    pub fn new(surface: Surface) -> MadeSurface {
        MadeSurface { surface, range: OnceLock::new() }
    }

    /// The least and the greatest finite value of its texels; an empty range where there is none.
    pub fn range(&self) -> [f64; 2] {
        *self.range.get_or_init(|| range::of_texels(&self.surface))
    }
}

impl SharedSurface {
    pub fn new(entry: SurfaceEntry) -> SharedSurface {
        SharedSurface { entry, is_kept: false, made: Default::default() }
    }

    /// The surface, which has that name; for a media block it may be filled by its bytes.
    pub fn make(&self, name: &str, is_media: bool) -> Result<Arc<MadeSurface>, CaseProblem> {
        let make = || {
            let surface = surface(name, &self.entry, is_media)?;
            Ok(Arc::new(MadeSurface::new(surface)))
        };
        if self.is_kept { self.made[usize::from(is_media)].get_or_init(make).clone() } else { make() }
    }
}

/// Keeps those that several cases need, as far as they have at most [`MAX_KEPT_BYTES`] in both their forms. `uses` has for each
/// name the number of its cases.
pub(super) fn keep(surfaces: &mut Entries<SharedSurface>, uses: &HashMap<String, usize>) {
    let mut left = MAX_KEPT_BYTES;
    for (name, surface) in surfaces {
        let Ok(surface) = surface else { continue };
        if uses.get(name).is_none_or(|uses| *uses < 2) {
            continue;
        }
        // What cannot be made takes no memory, and is said to each case.
        let bytes = describe(name, &surface.entry).map_or(0, |(description, _)| bytes(&description));
        if let Some(rest) = left.checked_sub(bytes.saturating_mul(2)) {
            (left, surface.is_kept) = (rest, true);
        }
    }
}

/// Bytes of the texels; 0 where there is no such surface.
fn bytes(description: &Description) -> u64 {
    Surface::bytes_of(description).unwrap_or(0)
}

/// What the surface of that name is before a view of it is taken, and the number of layers of that.
fn describe(name: &str, entry: &SurfaceEntry) -> Result<(Description, u32), CaseProblem> {
    let wrong = |field: &str, what: String| CaseProblem::new(format!("surfaces.{name}{field}"), what);
    let kind = entry.kind;
    let format = entry.format.ok_or_else(|| wrong("", "missing field `format`".to_owned()))?;
    let mut description = Description::new(kind, format, [entry.width, entry.height, entry.depth]);
    // A plain cube has its six faces, whether they are counted or the cube is.
    let layers = match (kind, entry.layers) {
        (SurfaceKind::Cube, Some(1)) | (_, None) => description.layers,
        (_, Some(layers)) => layers,
    };
    // Levels and layers are those of the view; before it lie others.
    description.layers = entry.min_array_element.saturating_add(layers);
    description.levels = entry.surf_min_lod.saturating_add(entry.levels);
    description.samples = entry.samples;
    description.select = entry.swizzle.unwrap_or(Select::IDENTITY);
    description.palette_index = entry.palette_index;
    description.quilt = [entry.quilt_width, entry.quilt_height];
    description.min_lod = entry.resource_min_lod as f32;
    let page = |page: &super::schema::PageEntry| NullPage {
        level: page.level,
        layer: page.z,
        x: page.x0..page.x1,
        y: page.y0..page.y1,
    };
    if let Some(mode) = &entry.boundary_mode {
        description.boundary = BoundaryMode::from_name(&mode.to_ascii_uppercase()).ok_or_else(|| {
            let known = expected_one_of(mode, BoundaryMode::NAMES.map(|row| row.1));
            wrong(".boundary_mode", format!("unknown mode `{mode}`; {known}"))
        })?;
    }
    description.null_pages = entry.null_pages.iter().map(page).collect();
    if let Some(color) = &entry.clear_color {
        description.clear_color = channels(color, format.kind())
            .ok_or_else(|| wrong(".clear_color", format!("no colour of {}", format.name())))?;
    }
    Ok((description, layers))
}

/// Makes the surface of that name; for a media block it may be filled by its bytes.
fn surface(name: &str, entry: &SurfaceEntry, is_media: bool) -> Result<Surface, CaseProblem> {
    let wrong = |field: &str, what: String| CaseProblem::new(format!("surfaces.{name}{field}"), what);
    let kind = entry.kind;
    if kind == SurfaceKind::Null {
        return Ok(Surface::null());
    }
    let (description, layers) = describe(name, entry)?;
    let bytes = Surface::bytes_of(&description).map_err(|error| wrong("", error.to_string()))?;
    if bytes > MAX_CASE_SURFACE_BYTES as u64 {
        return Err(wrong("", format!("the texels take {bytes} bytes; a case has at most {MAX_CASE_SURFACE_BYTES}")));
    }
    let mut surface = Surface::new(description).map_err(|error| wrong("", error.to_string()))?;
    if let Some(entry) = &entry.fill {
        let is_of_planes = is_media && entry.kind.is_none() && entry.bytes.is_none();
        let filled = if is_of_planes { fill_planes(&mut surface, entry) } else { fill(&mut surface, entry) };
        filled.map_err(|what| wrong(".fill", what))?;
    }
    let view = View {
        first_level: entry.surf_min_lod,
        levels: entry.levels,
        first_layer: entry.min_array_element,
        layers,
        kind,
    };
    if let Some(entry) = &entry.mcs {
        let words = CompressionWords::new(entry, surface.samples()).map_err(|what| wrong(".mcs", what))?;
        surface.compress(|place| words.of(place));
    }
    surface.view(view).map_err(|error| wrong("", error.to_string()))
}

/// The MCS values of a surface: a table, and which of it a pixel has.
struct CompressionWords<'a> {
    entry: &'a McsEntry,
    modulus: f64,
    table: Vec<u64>,
    stored: u64,
}

impl<'a> CompressionWords<'a> {
    fn new(entry: &'a McsEntry, samples: u32) -> Result<CompressionWords<'a>, String> {
        let whole = |number: &Number| number.integer(64).ok_or_else(|| format!("{number} is no word of 64 bits"));
        let table: Vec<u64> = match &entry.table {
            McsTable::List(words) => words.iter().map(whole).collect::<Result<_, _>>()?,
            McsTable::Object(words) => {
                let mut table = vec![0; words.len()];
                for (index, word) in words {
                    let place = index.parse::<usize>().ok().and_then(|index| table.get_mut(index));
                    let count = words.len();
                    *place.ok_or_else(|| format!("table has {count} words, so that `{index}` is no index of one"))? =
                        whole(word)?;
                }
                table
            }
        };
        let modulus = entry.modulus.unwrap_or(table.len() as f64);
        if modulus.fract() != 0.0 || modulus < 1.0 || modulus > table.len() as f64 {
            return Err(format!("mod {modulus}; a table of {} words allows 1 to {}", table.len(), table.len()));
        }
        Ok(CompressionWords { entry, modulus, table, stored: mcs::stored_mask(samples) })
    }

    fn of(&self, place: TexelPosition) -> u64 {
        let McsEntry { cx, cy, cz, k, .. } = self.entry;
        let index = cx * f64::from(place.x) + cy * f64::from(place.y) + cz * f64::from(place.layer) + k;
        self.table.get(index.rem_euclid(self.modulus) as usize).map_or(0, |word| word & self.stored)
    }
}

/// Four channels as the bits that a format of that kind delivers.
fn channels(values: &[Number; 4], kind: Kind) -> Option<Channels> {
    let mut result = [0; 4];
    for (channel, value) in result.iter_mut().zip(values) {
        *channel = match kind {
            Kind::Float => value.float()?,
            _ => value.integer(32)? as u32,
        };
    }
    Some(result)
}

fn fill(surface: &mut Surface, entry: &FillEntry) -> Result<(), String> {
    let format = surface.format();
    let kind = match &entry.bytes {
        Some(_) => FillKind::Bytes,
        None => entry.kind.ok_or("missing field `kind`: affine_raw, affine_float or bytes")?,
    };
    if kind == FillKind::Bytes {
        let bytes = entry.bytes.as_ref().ok_or("missing field `bytes`, hexadecimal text a level")?;
        return fill_bytes(surface, bytes.levels());
    }
    stores_texels(format)?;
    if kind == FillKind::AffineFloat && format.numeric() != Numeric::Float {
        return Err(format!("{} stores no floats; affine_raw gives its codes", format.name()));
    }
    if entry.modulus.is_some_and(|modulus| !(modulus > 0.0 && modulus.is_finite())) {
        return Err("`mod` is a number above 0".to_owned());
    }
    let bytes = format.bytes();
    for offset in (0..surface.bytes().len()).step_by(bytes) {
        let Some(place) = surface.position(offset) else { continue };
        let texel = texel(format, entry, kind, place);
        surface.bytes_mut()[offset..offset + bytes].copy_from_slice(&texel.to_le_bytes()[..bytes]);
    }
    Ok(())
}

/// Whether a formula can give what a format stores.
fn stores_texels(format: Format) -> Result<(), String> {
    match format.block_extent() {
        1 => Ok(()),
        _ => Err(format!("{} is stored in blocks, which are filled by `bytes`", format.name())),
    }
}

/// The bytes of each plane, affine in their column, row and plane.
fn fill_planes(surface: &mut Surface, entry: &FillEntry) -> Result<(), String> {
    stores_texels(surface.format())?;
    let FillEntry { cx, cy, cp, k, .. } = entry;
    for index in 0..surface.format().planes().len().max(1) as u8 {
        let Some(plane) = surface.plane(index) else { continue };
        for row in 0..plane.rows {
            for x in 0..plane.row_bytes {
                let byte = cx * f64::from(x) + cy * f64::from(row) + cp * f64::from(index) + k;
                let at = plane.offset + row as usize * plane.row_bytes as usize + x as usize;
                surface.bytes_mut()[at] = byte.rem_euclid(256.0) as u8;
            }
        }
    }
    Ok(())
}

/// The bytes of each level from its text: all of them, as the schema has a string a level and nothing for what it
/// lacks.
fn fill_bytes(surface: &mut Surface, levels: &[String]) -> Result<(), String> {
    if levels.len() != surface.levels() as usize {
        return Err(format!("bytes of {} levels; the surface has {}", levels.len(), surface.levels()));
    }
    for (level, digits) in (0..).zip(levels) {
        if digits.len() % 2 != 0 {
            return Err(format!("level {level} has {} digits; a byte has two", digits.len()));
        }
        let end = surface.bytes().len();
        let [start, next] = [level, level + 1]
            .map(|level| surface.offset(TexelPosition { level, ..TexelPosition::default() }).unwrap_or(end));
        let (given, needed) = (digits.len() / 2, next - start);
        if given != needed {
            return Err(format!("level {level} is given {given} bytes; {needed} are needed"));
        }
        for (index, pair) in digits.as_bytes().chunks_exact(2).enumerate() {
            let byte = std::str::from_utf8(pair).ok().and_then(hexadecimal);
            let byte = byte.ok_or_else(|| format!("byte {index} of level {level} is not hexadecimal"))?;
            surface.bytes_mut()[start + index] = byte as u8;
        }
    }
    Ok(())
}

/// The bits of a texel: each channel's code is affine in its place.
fn texel(format: Format, entry: &FillEntry, kind: FillKind, place: TexelPosition) -> u128 {
    let FillEntry { cx, cy, cz, cl, cs, cc, k, .. } = entry;
    let [x, y, z] = [place.x, place.y, place.layer].map(f64::from);
    let base = cx * x + cy * y + cz * z + cl * f64::from(place.level) + cs * f64::from(place.sample) + k;
    let mut shift = 0;
    let mut stored = 0;
    for (channel, bits) in format.stored_channels() {
        let sum = base + cc * channel as f64;
        let value = entry.modulus.map_or(sum, |modulus| sum.rem_euclid(modulus));
        let code = match kind {
            FillKind::AffineFloat => {
                let value = value * entry.scale.unwrap_or(1.0) + entry.bias.unwrap_or(0.0);
                match bits {
                    32 => (value as f32).to_bits(),
                    16 => round_f16(value).into(),
                    11 => SmallFloat::FLOAT11.encode(value),
                    _ => SmallFloat::FLOAT10.encode(value),
                }
            }
            _ => value as i64 as u32,
        };
        stored |= (u128::from(code) & (u128::MAX >> (128 - bits))) << shift;
        shift += bits;
    }
    stored
}

/// Makes the sampler of that name, for a surface whose texels are of `kind`.
pub(super) fn sampler(name: &str, entry: &SamplerEntry, kind: Kind) -> Result<Sampler, CaseProblem> {
    let border = entry.border.as_ref().map_or(Some([0; 4]), |border| channels(border, kind)).ok_or_else(|| {
        CaseProblem::new(format!("samplers.{name}.border"), "no colour of the surface: integers where it has such")
    })?;
    Ok(Sampler {
        address: entry.addr,
        min: entry.min,
        mag: entry.mag,
        mip: entry.mip,
        max_anisotropy: entry.max_anisotropy,
        lod_bias: entry.lod_bias as f32,
        min_lod: entry.min_lod as f32,
        max_lod: entry.max_lod as f32,
        compare: entry.compare,
        border,
        reduction: entry.reduction,
        unnormalized: entry.unnormalized,
        seamless_cube: entry.seamless,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surfaces(entries: &[(&str, u32)]) -> Entries<SharedSurface> {
        let entry = |(name, width): &(&str, u32)| {
            let text = format!(r#"{{"type": "2D", "width": {width}, "height": 1024, "format": "RGBA8_UINT"}}"#);
            ((*name).to_owned(), Ok(SharedSurface::new(serde_json::from_str(&text).expect("a surface"))))
        };
        entries.iter().map(entry).collect()
    }

    fn is_made_once(surfaces: &Entries<SharedSurface>, name: &str) -> bool {
        let make = || surfaces[name].as_ref().expect("read").make(name, false).expect("made");
        Arc::ptr_eq(&make(), &make())
    }

    #[test]
    fn a_surface_is_made_once_where_cases_share_it() {
        let mut known = surfaces(&[("lonely", 1), ("shared", 1), ("unused", 1)]);
        let uses = [("lonely".to_owned(), 1), ("shared".to_owned(), 2)].into_iter().collect();
        keep(&mut known, &uses);
        assert_eq!(["lonely", "shared", "unused"].map(|name| is_made_once(&known, name)), [false, true, false]);
        // A media block sees other bytes where the fill is one of bytes.
        let shared = known["shared"].as_ref().expect("read");
        let [texels, block] = [false, true].map(|is_media| shared.make("shared", is_media).expect("made"));
        assert!(!Arc::ptr_eq(&texels, &block));
    }

    /// 2 * 32 MiB twice; a third would be more than is kept.
    #[test]
    fn what_is_kept_has_a_limit() {
        let names = ["a", "b", "c", "small"];
        let mut known = surfaces(&[("a", 8192), ("b", 8192), ("c", 8192), ("small", 0)]);
        let uses = names.map(|name| (name.to_owned(), 9)).into_iter().collect();
        keep(&mut known, &uses);
        let kept = names.map(|name| known[name].as_ref().expect("read").is_kept);
        assert_eq!(kept, [true, true, false, true]);
        // What cannot be made is the same problem for each case.
        let problem = known["small"].as_ref().expect("read").make("small", false).expect_err("no width");
        assert!(problem.what.contains("width 0"), "{problem}");
    }
}
