//! The fields of a document of cases, with their types and defaults.
//!
//! Names of formats, kinds of surfaces, address modes and the like are read by the tables of the texture unit, and an
//! unknown one is answered with those that there are.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::{Deserializer, Error};
use texvisa_ir::expected_one_of;
use texvisa_ir::texture::ChannelMask;
use texvisa_ir::visa::{Combine, DataType};

use super::number::{Number, hexadecimal, optional_word, word};
use crate::unit::{AddressMode, Compare, Filter, Format, MAX_ANISOTROPY, MipFilter, Reduction, Select, SurfaceKind};

/// Fields that say something about an entry and nothing of what it is.
pub(super) const ANNOTATIONS: [&str; 8] =
    ["oracle", "note", "notes", "comment", "description", "source", "tags", "section"];

const fn one() -> u32 {
    1
}

/// A name of a table, or those that there are.
fn named<'de, D: Deserializer<'de>, T: Copy>(
    deserializer: D,
    what: &str,
    rows: impl Iterator<Item = (T, &'static str)> + Clone,
) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    let found = rows.clone().find(|row| row.1.eq_ignore_ascii_case(&text)).map(|row| row.0);
    found.ok_or_else(|| {
        let known = expected_one_of(&text, rows.map(|row| row.1));
        D::Error::custom(format!("unknown {what} `{text}`; {known}"))
    })
}

fn surface_kind<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SurfaceKind, D::Error> {
    named(deserializer, "type of surface", SurfaceKind::NAMES.into_iter())
}

fn format<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Format>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let found = Format::from_name(&text);
    found.map(Some).ok_or_else(|| {
        let known = expected_one_of(&text, Format::ALL.iter().map(|format| format.name()));
        D::Error::custom(format!("unknown format `{text}`; {known}"))
    })
}

fn swizzle<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<[Select; 4]>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let found = Select::from_letters(&text);
    found.map(Some).ok_or_else(|| D::Error::custom(format!("`{text}` is no swizzle: four letters of RGBA01")))
}

/// A surface.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SurfaceEntry {
    #[serde(rename = "type", deserialize_with = "surface_kind")]
    pub kind: SurfaceKind,
    #[serde(default = "one", deserialize_with = "word")]
    pub width: u32,
    #[serde(default = "one", deserialize_with = "word")]
    pub height: u32,
    #[serde(default = "one", deserialize_with = "word")]
    pub depth: u32,
    #[serde(default, deserialize_with = "optional_word")]
    pub layers: Option<u32>,
    #[serde(default = "one", deserialize_with = "word")]
    pub levels: u32,
    /// The first level of the view.
    #[serde(default, deserialize_with = "word")]
    pub surf_min_lod: u32,
    /// Its first layer.
    #[serde(default, deserialize_with = "word")]
    pub min_array_element: u32,
    #[serde(default = "one", deserialize_with = "word")]
    pub samples: u32,
    #[serde(default, deserialize_with = "format")]
    pub format: Option<Format>,
    #[serde(default, deserialize_with = "swizzle")]
    pub swizzle: Option<[Select; 4]>,
    pub fill: Option<FillEntry>,
    pub mcs: Option<McsEntry>,
    pub clear_color: Option<[Number; 4]>,
    #[serde(default)]
    pub null_pages: Vec<PageEntry>,
    #[serde(default = "one", deserialize_with = "word")]
    pub quilt_width: u32,
    #[serde(default = "one", deserialize_with = "word")]
    pub quilt_height: u32,
    #[serde(default, deserialize_with = "word")]
    pub palette_index: u32,
    #[serde(default)]
    pub resource_min_lod: f64,
    pub boundary_mode: Option<String>,
}

/// How a surface is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum FillKind {
    AffineRaw,
    AffineFloat,
    Bytes,
}

/// What the texels of a surface are. Media surfaces have no kind of fill.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FillEntry {
    pub kind: Option<FillKind>,
    #[serde(default)]
    pub cx: f64,
    #[serde(default)]
    pub cy: f64,
    #[serde(default)]
    pub cz: f64,
    #[serde(default)]
    pub cl: f64,
    #[serde(default)]
    pub cs: f64,
    #[serde(default)]
    pub cc: f64,
    #[serde(default)]
    pub cp: f64,
    #[serde(default)]
    pub k: f64,
    #[serde(rename = "mod")]
    pub modulus: Option<f64>,
    pub scale: Option<f64>,
    pub bias: Option<f64>,
    #[serde(alias = "levels")]
    pub bytes: Option<LevelBytes>,
}

/// Hexadecimal text for each level, or for the only one.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "hexadecimal text, or a list of it, one a level")]
pub(super) enum LevelBytes {
    Only(String),
    Levels(Vec<String>),
}

impl LevelBytes {
    /// The text of each level.
    pub fn levels(&self) -> &[String] {
        match self {
            LevelBytes::Only(text) => std::slice::from_ref(text),
            LevelBytes::Levels(levels) => levels,
        }
    }
}

/// The MCS values of a multisampled surface.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct McsEntry {
    #[serde(default)]
    pub cx: f64,
    #[serde(default)]
    pub cy: f64,
    #[serde(default)]
    pub cz: f64,
    #[serde(default)]
    pub k: f64,
    #[serde(rename = "mod")]
    pub modulus: Option<f64>,
    pub table: McsTable,
}

/// Words by index.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "a list of words, or an object of words by index")]
pub(super) enum McsTable {
    List(Vec<Number>),
    Object(BTreeMap<String, Number>),
}

/// Texels without memory: columns x0 to x1 and rows y0 to y1, without the last.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PageEntry {
    #[serde(default, deserialize_with = "word")]
    pub level: u32,
    #[serde(default, deserialize_with = "word")]
    pub z: u32,
    #[serde(default, deserialize_with = "word")]
    pub x0: u32,
    #[serde(deserialize_with = "word")]
    pub x1: u32,
    #[serde(default, deserialize_with = "word")]
    pub y0: u32,
    #[serde(default = "last", deserialize_with = "word")]
    pub y1: u32,
}

const fn last() -> u32 {
    u32::MAX
}

fn address<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[AddressMode; 3], D::Error> {
    struct Mode(AddressMode);
    impl<'de> Deserialize<'de> for Mode {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Mode, D::Error> {
            named(deserializer, "address mode", AddressMode::NAMES.into_iter()).map(Mode)
        }
    }
    <[Mode; 3]>::deserialize(deserializer).map(|modes| modes.map(|mode| mode.0))
}

fn filter<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Filter, D::Error> {
    named(deserializer, "filter", Filter::NAMES.into_iter())
}

fn mip_filter<'de, D: Deserializer<'de>>(deserializer: D) -> Result<MipFilter, D::Error> {
    named(deserializer, "mip filter", MipFilter::NAMES.into_iter())
}

fn comparison<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Compare, D::Error> {
    named(deserializer, "comparison", Compare::NAMES.into_iter())
}

fn reduction<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Reduction, D::Error> {
    // Cases call the weighted mean STD.
    named(deserializer, "reduction", [(Reduction::Average, "STD")].into_iter().chain(Reduction::NAMES))
}

const fn wrap() -> [AddressMode; 3] {
    [AddressMode::Wrap; 3]
}

const fn nearest_level() -> MipFilter {
    MipFilter::Nearest
}

const fn most_anisotropy() -> u8 {
    MAX_ANISOTROPY
}

fn anisotropy<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    let given = f64::deserialize(deserializer)?;
    let ratio = given as u8;
    let is_ratio = f64::from(ratio) == given && (1..=MAX_ANISOTROPY).contains(&ratio);
    let wrong = || D::Error::custom(format!("{given} is no ratio: 1 to {MAX_ANISOTROPY}, without a fraction"));
    is_ratio.then_some(ratio).ok_or_else(wrong)
}

const fn most_lod() -> f64 {
    14.0
}

const fn yes() -> bool {
    true
}

/// A sampler. What it and `sampler_defaults` leave out is as in the development cases' `sampler_defaults`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SamplerEntry {
    #[serde(default = "wrap", deserialize_with = "address")]
    pub addr: [AddressMode; 3],
    #[serde(default, deserialize_with = "filter")]
    pub min: Filter,
    #[serde(default, deserialize_with = "filter")]
    pub mag: Filter,
    #[serde(default = "nearest_level", deserialize_with = "mip_filter")]
    pub mip: MipFilter,
    #[serde(default = "most_anisotropy", deserialize_with = "anisotropy")]
    pub max_anisotropy: u8,
    #[serde(default)]
    pub lod_bias: f64,
    #[serde(default)]
    pub min_lod: f64,
    #[serde(default = "most_lod")]
    pub max_lod: f64,
    #[serde(default, deserialize_with = "comparison")]
    pub compare: Compare,
    pub border: Option<[Number; 4]>,
    #[serde(default, deserialize_with = "reduction")]
    pub reduction: Reduction,
    #[serde(default)]
    pub unnormalized: bool,
    #[serde(default = "yes")]
    pub seamless: bool,
}

/// An execution mask: `M1`, `M5_NM`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mask {
    /// The first lane of it.
    pub first: u8,
    /// Whether it leaves no lane out.
    pub nomask: bool,
}

impl<'de> Deserialize<'de> for Mask {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Mask, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (name, nomask) = match text.strip_suffix("_NM") {
            Some(name) => (name, true),
            None => (text.as_str(), false),
        };
        match name.as_bytes() {
            [b'M', digit @ b'1'..=b'8'] => Ok(Mask { first: 4 * (digit - b'1'), nomask }),
            _ => Err(D::Error::custom(format!("`{text}` is no execution mask: M1 to M8, each also with _NM behind"))),
        }
    }
}

fn combine<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Combine, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    match text.as_deref() {
        None | Some("none" | "") => Ok(Combine::None),
        Some("any") => Ok(Combine::Any),
        Some("all") => Ok(Combine::All),
        Some(other) => {
            let known = expected_one_of(other, ["none", "any", "all"]);
            Err(D::Error::custom(format!("unknown control `{other}`; {known}")))
        }
    }
}

/// A predicate: one bit per lane of the thread.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PredicateEntry {
    #[serde(deserialize_with = "word")]
    pub value: u32,
    #[serde(default)]
    pub invert: bool,
    #[serde(default, deserialize_with = "combine")]
    pub ctrl: Combine,
}

fn data_type<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DataType, D::Error> {
    use DataType as T;
    let rows = [(T::F, "F"), (T::Hf, "HF"), (T::Ud, "UD"), (T::D, "D"), (T::Uw, "UW"), (T::W, "W")];
    named(deserializer, "type", rows.into_iter())
}

fn channel_mask<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<ChannelMask>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let mask = ChannelMask::from_letters(&text).filter(|mask| mask.bits() != 0);
    mask.map(Some).ok_or_else(|| D::Error::custom(format!("`{text}` names no channels: one to four letters of RGBA")))
}

/// The channel that a gather takes: a letter of `RGBA`, or 0 to 3.
fn source_channel<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "a letter of RGBA, or a number from 0 to 3")]
    enum Given {
        Number(u8),
        Text(String),
    }
    let found = match Given::deserialize(deserializer)? {
        Given::Number(number) => (number < 4).then_some(number),
        Given::Text(text) => match text.as_bytes() {
            [letter] => b"RGBA".iter().position(|known| known == letter).map(|channel| channel as u8),
            _ => None,
        },
    };
    found.ok_or_else(|| D::Error::custom("no channel; a gather takes one letter of RGBA, or a number from 0 to 3"))
}

const fn dword() -> DataType {
    DataType::Ud
}

const fn all_lanes() -> u32 {
    u32::MAX
}

/// The execution mask of a case that says none.
pub(super) const FIRST_MASK: Mask = Mask { first: 0, nomask: false };

const fn first_mask() -> Mask {
    FIRST_MASK
}

/// The lanes of a message of a case that says no number.
pub(super) const DEFAULT_EXEC_SIZE: u32 = 8;

const fn eight() -> u32 {
    DEFAULT_EXEC_SIZE
}

const fn register() -> u32 {
    32
}

/// A case.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CaseEntry {
    pub id: String,
    pub op: String,
    pub surface: String,
    pub sampler: Option<String>,
    #[serde(default = "eight", deserialize_with = "word")]
    pub exec_size: u32,
    #[serde(default = "register", deserialize_with = "word")]
    pub grf_bytes: u32,
    #[serde(default = "first_mask")]
    pub mask: Mask,
    #[serde(default = "all_lanes", deserialize_with = "word")]
    pub em: u32,
    pub pred: Option<PredicateEntry>,
    #[serde(default = "dword", deserialize_with = "data_type")]
    pub dst_type: DataType,
    #[serde(default, deserialize_with = "channel_mask")]
    pub channels: Option<ChannelMask>,
    #[serde(default, deserialize_with = "source_channel")]
    pub src_channel: u8,
    #[serde(default, deserialize_with = "word")]
    pub aoffimmi: u32,
    #[serde(default = "dword", deserialize_with = "data_type")]
    pub param_type: DataType,
    #[serde(default)]
    pub param_names: Vec<String>,
    #[serde(default)]
    pub params: Vec<Vec<Number>>,
    #[serde(default)]
    pub pixel_null_mask: bool,
    pub x_offset: Option<Number>,
    pub y_offset: Option<Number>,
    #[serde(default, deserialize_with = "optional_word")]
    pub block_width: Option<u32>,
    #[serde(default, deserialize_with = "optional_word")]
    pub block_height: Option<u32>,
    pub modifier: Option<serde_json::Value>,
    #[serde(default, deserialize_with = "optional_word")]
    pub plane: Option<u32>,
    pub expect: Expectation,
    #[serde(default)]
    pub compare: CompareRule,
}

/// How far a response may be from what is expected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum CompareRule {
    /// Not at all.
    #[default]
    Exact,
    /// One unit in the last place.
    Ulp1,
    /// What filters may differ by.
    Filter,
    /// What decoders of the sRGB curve may differ by.
    UlpSrgb,
    /// What decoders of compressed blocks may differ by.
    Bc,
}

/// What a case expects: any of the three, and all that is there.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Expectation {
    /// By channel the bits of each lane, absent for lanes that are not enabled.
    pub channels: Option<ChannelElements>,
    /// The destination, filled with 0xcd before.
    #[serde(default, deserialize_with = "destination")]
    pub dst: Option<Vec<Expected>>,
    /// The dword of the null mask.
    #[serde(default, deserialize_with = "maybe_word")]
    pub pixel_null_mask: Option<u32>,
}

fn maybe_word<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    match Option::<Number>::deserialize(deserializer)? {
        None => Ok(None),
        Some(number) => match number.integer(32).and_then(|value| u32::try_from(value).ok()) {
            Some(word) => Ok(Some(word)),
            None => Err(D::Error::custom(format!("{number} is no number of 32 bits"))),
        },
    }
}

/// Elements by channel.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChannelElements {
    #[serde(rename = "R")]
    pub red: Option<Vec<Option<Number>>>,
    #[serde(rename = "G")]
    pub green: Option<Vec<Option<Number>>>,
    #[serde(rename = "B")]
    pub blue: Option<Vec<Option<Number>>>,
    #[serde(rename = "A")]
    pub alpha: Option<Vec<Option<Number>>>,
}

impl ChannelElements {
    /// Those of each channel, R first.
    pub fn each(&self) -> [Option<&[Option<Number>]>; 4] {
        [&self.red, &self.green, &self.blue, &self.alpha].map(Option::as_deref)
    }
}

/// A byte of a destination; `None` for one that is not defined.
pub(super) type Expected = Option<u8>;

fn destination<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<Expected>>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    if text.len() % 2 != 0 {
        return Err(D::Error::custom(format!("{} digits; a byte has two", text.len())));
    }
    let byte = |(index, pair): (usize, &[u8])| match pair {
        b"??" => Ok(None),
        pair => match std::str::from_utf8(pair).ok().and_then(hexadecimal) {
            Some(byte) => Ok(Some(byte as u8)),
            None => {
                let shown = String::from_utf8_lossy(pair);
                Err(D::Error::custom(format!("byte {index} is `{shown}`; expected two hexadecimal digits, or ??")))
            }
        },
    };
    text.as_bytes().chunks_exact(2).enumerate().map(byte).collect::<Result<_, _>>().map(Some)
}
