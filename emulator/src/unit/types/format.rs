//! Texel formats: one row a format, decoded and encoded from the row alone.
//!
//! What a channel's code means is [`Numeric`]; missing colour channels are 0 and missing alpha is 1 (Vulkan and D3D11).

use smallvec::SmallVec;

use super::block::{self, BlockCompression};
pub use super::numeric::{Kind, Numeric};
use super::numeric::{Stored128, linear_from_srgb};
use crate::float::round_f32;

/// Four channels, R first. Of a [`Kind::Float`] format each is the bits of a binary32, otherwise an integer.
pub type Channels = [u32; 4];

/// A channel of a texel as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stored {
    R,
    G,
    B,
    A,
    /// The shared exponent.
    E,
    /// Nothing.
    X,
}

/// A row of the table of formats.
#[derive(Debug)]
struct FormatRow {
    name: &'static str,
    numeric: Numeric,
    /// Channels and their bits, from bit 0 up; of a block the channels alone.
    fields: &'static [(Stored, u32)],
    /// How texels are compressed, where they are.
    block: Option<BlockCompression>,
    /// The planes of a video format.
    planes: &'static [Plane],
}

/// A plane of a video format, which only media blocks read and write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plane {
    /// Pixels along a row that one unit of the plane is for.
    pub along: u32,
    /// Rows of pixels that one of its rows is for.
    pub across: u32,
    /// Bytes of a unit.
    pub bytes: u32,
    /// Where the unit is that of two pixels, which share a colour: the first byte that is a pixel's own; the other
    /// pixel's is two bytes further on.
    pub own: Option<u32>,
}

impl Plane {
    /// The bytes that it takes of a picture of that size.
    pub fn bytes(&self, width: u32, height: u32) -> u64 {
        u64::from(width / self.along) * u64::from(height / self.across) * u64::from(self.bytes)
    }
}

/// A plane with a unit of `bytes` for each `along` by `across` pixels.
const fn plane(along: u32, across: u32, bytes: u32) -> Plane {
    Plane { along, across, bytes, own: None }
}

/// Two pixels in four bytes; the brightness of the first is byte `own`, that of the second two further on.
const fn pair(own: u32) -> Plane {
    Plane { along: 2, across: 1, bytes: 4, own: Some(own) }
}

macro_rules! formats {
    (
        texels { $($format:ident $name:literal $numeric:ident [$($stored:ident $bits:literal)*];)* }
        blocks { $($packed:ident $packed_name:literal $packed_numeric:ident [$($channel:ident)*] $block:ident;)* }
        video { $($video:ident $video_name:literal [$($plane:expr),*];)* }
    ) => {
        /// The format of a surface's texels.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Format { $(#[doc = $name] $format,)* $(#[doc = $packed_name] $packed,)* $(#[doc = $video_name] $video,)* }

        impl Format {
            /// Every format.
            pub const ALL: &'static [Format] = &[$(Format::$format,)* $(Format::$packed,)* $(Format::$video,)*];
        }

        static ROWS: &[FormatRow] = &[
            $(FormatRow {
                name: $name, numeric: Numeric::$numeric, fields: &[$((Stored::$stored, $bits)),*], block: None, planes: &[],
            },)*
            $(FormatRow {
                name: $packed_name, numeric: Numeric::$packed_numeric, fields: &[$((Stored::$channel, 0)),*],
                block: Some(BlockCompression::$block), planes: &[],
            },)*
            $(FormatRow { name: $video_name, numeric: Numeric::Unorm, fields: &[], block: None, planes: &[$($plane),*] },)*
        ];
    };
}

#[rustfmt::skip]
formats! {
    texels {
    R8Unorm        "R8_UNORM"             Unorm [R 8];
    R8Snorm        "R8_SNORM"             Snorm [R 8];
    R8Uint         "R8_UINT"              Uint  [R 8];
    R8Sint         "R8_SINT"              Sint  [R 8];
    A8Unorm        "A8_UNORM"             Unorm [A 8];
    Rg8Unorm       "R8G8_UNORM"           Unorm [R 8 G 8];
    Rg8Snorm       "R8G8_SNORM"           Snorm [R 8 G 8];
    Rg8Uint        "R8G8_UINT"            Uint  [R 8 G 8];
    Rg8Sint        "R8G8_SINT"            Sint  [R 8 G 8];
    Rgba8Unorm     "R8G8B8A8_UNORM"       Unorm [R 8 G 8 B 8 A 8];
    Rgba8Snorm     "R8G8B8A8_SNORM"       Snorm [R 8 G 8 B 8 A 8];
    Rgba8Uint      "R8G8B8A8_UINT"        Uint  [R 8 G 8 B 8 A 8];
    Rgba8Sint      "R8G8B8A8_SINT"        Sint  [R 8 G 8 B 8 A 8];
    Rgba8Srgb      "R8G8B8A8_UNORM_SRGB"  Srgb  [R 8 G 8 B 8 A 8];
    Bgra8Unorm     "B8G8R8A8_UNORM"       Unorm [B 8 G 8 R 8 A 8];
    Bgra8Srgb      "B8G8R8A8_UNORM_SRGB"  Srgb  [B 8 G 8 R 8 A 8];
    R16Unorm       "R16_UNORM"            Unorm [R 16];
    R16Snorm       "R16_SNORM"            Snorm [R 16];
    R16Uint        "R16_UINT"             Uint  [R 16];
    R16Sint        "R16_SINT"             Sint  [R 16];
    R16Float       "R16_FLOAT"            Float [R 16];
    Rg16Unorm      "R16G16_UNORM"         Unorm [R 16 G 16];
    Rg16Snorm      "R16G16_SNORM"         Snorm [R 16 G 16];
    Rg16Uint       "R16G16_UINT"          Uint  [R 16 G 16];
    Rg16Sint       "R16G16_SINT"          Sint  [R 16 G 16];
    Rg16Float      "R16G16_FLOAT"         Float [R 16 G 16];
    Rgba16Unorm    "R16G16B16A16_UNORM"   Unorm [R 16 G 16 B 16 A 16];
    Rgba16Snorm    "R16G16B16A16_SNORM"   Snorm [R 16 G 16 B 16 A 16];
    Rgba16Uint     "R16G16B16A16_UINT"    Uint  [R 16 G 16 B 16 A 16];
    Rgba16Sint     "R16G16B16A16_SINT"    Sint  [R 16 G 16 B 16 A 16];
    Rgba16Float    "R16G16B16A16_FLOAT"   Float [R 16 G 16 B 16 A 16];
    R32Uint        "R32_UINT"             Uint  [R 32];
    R32Sint        "R32_SINT"             Sint  [R 32];
    R32Float       "R32_FLOAT"            Float [R 32];
    Rg32Uint       "R32G32_UINT"          Uint  [R 32 G 32];
    Rg32Sint       "R32G32_SINT"          Sint  [R 32 G 32];
    Rg32Float      "R32G32_FLOAT"         Float [R 32 G 32];
    Rgb32Uint      "R32G32B32_UINT"       Uint  [R 32 G 32 B 32];
    Rgb32Sint      "R32G32B32_SINT"       Sint  [R 32 G 32 B 32];
    Rgb32Float     "R32G32B32_FLOAT"      Float [R 32 G 32 B 32];
    Rgba32Uint     "R32G32B32A32_UINT"    Uint  [R 32 G 32 B 32 A 32];
    Rgba32Sint     "R32G32B32A32_SINT"    Sint  [R 32 G 32 B 32 A 32];
    Rgba32Float    "R32G32B32A32_FLOAT"   Float [R 32 G 32 B 32 A 32];
    Rgb10A2Unorm   "R10G10B10A2_UNORM"    Unorm [R 10 G 10 B 10 A 2];
    Rgb10A2Uint    "R10G10B10A2_UINT"     Uint  [R 10 G 10 B 10 A 2];
    Bgr10A2Unorm   "B10G10R10A2_UNORM"    Unorm [B 10 G 10 R 10 A 2];
    Rg11B10Float   "R11G11B10_FLOAT"      Float [R 11 G 11 B 10];
    Rgb9E5Float    "R9G9B9E5_SHAREDEXP"   SharedExponent [R 9 G 9 B 9 E 5];
    B5G6R5Unorm    "B5G6R5_UNORM"         Unorm [B 5 G 6 R 5];
    B5G5R5A1Unorm  "B5G5R5A1_UNORM"       Unorm [B 5 G 5 R 5 A 1];
    D16Unorm       "D16_UNORM"            Unorm [R 16];
    D24UnormX8     "D24_UNORM_X8"         Unorm [R 24 X 8];
    D32Float       "D32_FLOAT"            Float [R 32];
    D32FloatX8X24  "D32_FLOAT_X8X24"      Float [R 32 X 32];
    }
    blocks {
    Bc1Unorm       "BC1_UNORM"            Unorm [R G B A] Bc1;
    Bc1Srgb        "BC1_UNORM_SRGB"       Srgb  [R G B A] Bc1;
    Bc2Unorm       "BC2_UNORM"            Unorm [R G B A] Bc2;
    Bc2Srgb        "BC2_UNORM_SRGB"       Srgb  [R G B A] Bc2;
    Bc3Unorm       "BC3_UNORM"            Unorm [R G B A] Bc3;
    Bc3Srgb        "BC3_UNORM_SRGB"       Srgb  [R G B A] Bc3;
    Bc4Unorm       "BC4_UNORM"            Unorm [R]       Bc4;
    Bc4Snorm       "BC4_SNORM"            Snorm [R]       Bc4Signed;
    Bc5Unorm       "BC5_UNORM"            Unorm [R G]     Bc5;
    Bc5Snorm       "BC5_SNORM"            Snorm [R G]     Bc5Signed;
    }
    // Brightness Y and colours U and V; in this order in memory, but for the order of a pair's bytes: Y0 U Y1 V, Y0 V
    // Y1 U, U Y0 V Y1 and V Y0 U Y1. Of planar formats the colours have half the columns and rows, in NV12 and P010 U
    // and V in pairs.
    video {
    YcrcbNormal    "YCRCB_NORMAL"  [pair(0)];
    YcrcbSwapuv    "YCRCB_SWAPUV"  [pair(0)];
    YcrcbSwapy     "YCRCB_SWAPY"   [pair(1)];
    YcrcbSwapuvy   "YCRCB_SWAPUVY" [pair(1)];
    Nv12           "NV12"          [plane(1, 1, 1), plane(2, 2, 2)];
    P010           "P010"          [plane(1, 1, 2), plane(2, 2, 4)];
    I420           "I420"          [plane(1, 1, 1), plane(2, 2, 1), plane(2, 2, 1)];
    Imc3           "IMC3"          [plane(1, 1, 1), plane(2, 2, 1), plane(2, 2, 1)];
    }
}

impl Stored {
    /// The channel of a decoded texel, where it is one.
    const fn channel(self) -> Option<usize> {
        match self {
            Stored::R => Some(0),
            Stored::G => Some(1),
            Stored::B => Some(2),
            Stored::A => Some(3),
            Stored::E | Stored::X => None,
        }
    }
}

impl Format {
    fn row(self) -> &'static FormatRow {
        &ROWS[self as usize]
    }

    /// The name, as Intel's surface formats are called: `R8G8B8A8_UNORM`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The name with bits that channels share said once: `RGBA8_UNORM`.
    pub fn short_name(self) -> String {
        let (channels, codes) = self.name_parts();
        if self.is_video() { self.name().to_owned() } else { format!("{}_{codes}", shortened(channels)) }
    }

    /// The format of that name in either form and in any case. Without its codes (`RGBA8`, `R32`) the first format with
    /// such channels is meant that delivers floats; `_UNORM_SRGB` may be `_SRGB`.
    pub fn from_name(name: &str) -> Option<Format> {
        let wanted = name.to_ascii_uppercase();
        let is_named = |format: &Format| {
            let (channels, codes) = format.name_parts();
            [channels, &shortened(channels)].into_iter().any(|channels| {
                let Some(rest) = wanted.strip_prefix(channels) else { return false };
                match rest.strip_prefix('_') {
                    Some(given) if !codes.is_empty() => given == codes || codes.strip_prefix("UNORM_") == Some(given),
                    Some(_) => false,
                    None => rest.is_empty() && format.is_plain(),
                }
            })
        };
        Format::ALL.iter().copied().find(is_named)
    }

    /// What its channels are called, and what their codes are.
    fn name_parts(self) -> (&'static str, &'static str) {
        self.name().split_once('_').unwrap_or((self.name(), ""))
    }

    /// Whether a name without codes can mean it.
    fn is_plain(self) -> bool {
        matches!(self.numeric(), Numeric::Unorm | Numeric::Float | Numeric::SharedExponent)
            && (!self.is_video() || self.name_parts().1.is_empty())
    }

    /// The planes of a video format, which only media blocks read and write; of any other there are none.
    pub fn planes(self) -> &'static [Plane] {
        self.row().planes
    }

    /// Whether only media blocks read and write it.
    pub fn is_video(self) -> bool {
        !self.planes().is_empty()
    }

    /// Bytes of a texel, or of a block of texels, 1 to 16; of a video format in its first plane.
    pub fn bytes(self) -> usize {
        if let Some(plane) = self.planes().first() {
            return (plane.bytes / plane.along) as usize;
        }
        match self.row().block {
            Some(block) => block.bytes(),
            None => (self.row().fields.iter().map(|(_, bits)| bits).sum::<u32>() / 8) as usize,
        }
    }

    /// Texels along each edge of a block that is stored as one: 1, or 4 where they are compressed.
    pub fn block_extent(self) -> u32 {
        if self.row().block.is_some() { block::EXTENT } else { 1 }
    }

    /// What its channels are.
    pub fn kind(self) -> Kind {
        self.row().numeric.kind()
    }

    /// How its codes become values.
    pub fn numeric(self) -> Numeric {
        self.row().numeric
    }

    /// Whether its values are fixed-point numbers of a bounded range, to which reference values are clamped.
    pub fn is_normalized(self) -> bool {
        matches!(self.row().numeric, Numeric::Unorm | Numeric::Snorm | Numeric::Srgb)
    }

    /// Whether typed writes can store to it. Those with the sRGB curve or a shared exponent, and compressed ones, are
    /// read only in every API; video formats have no texels.
    pub fn is_writable(self) -> bool {
        let row = self.row();
        row.block.is_none() && row.planes.is_empty() && !matches!(row.numeric, Numeric::Srgb | Numeric::SharedExponent)
    }

    /// Whether atomic operations work on its elements: integers of 32 bits.
    pub fn is_atomic(self) -> bool {
        matches!(self, Format::R32Uint | Format::R32Sint)
    }

    /// Whether the texels have `channel` (0 to 3).
    pub fn has_channel(self, channel: usize) -> bool {
        self.row().fields.iter().any(|(stored, _)| stored.channel() == Some(channel))
    }

    /// The channel that comparing messages compare: red, or where a texel has alpha alone, that (Intel's
    /// SHADOW_FUNCTION).
    pub(crate) fn compared_channel(self) -> usize {
        if self.has_channel(3) && !self.has_channel(0) { 3 } else { 0 }
    }

    /// A texel whose present channels are those of `present` and whose missing ones have their defaults.
    pub fn with_defaults(self, present: Channels) -> Channels {
        let mut result = [0, 0, 0, self.kind().one()];
        for (channel, value) in present.into_iter().enumerate() {
            if self.has_channel(channel) {
                result[channel] = value;
            }
        }
        result
    }

    /// The texel stored in `bytes`, of which there are [`Format::bytes`]; missing ones count as zero. Of a block the
    /// first.
    pub fn decode(self, bytes: &[u8]) -> Channels {
        self.decode_at(bytes, 0, 0)
    }

    /// The texel at (`x`, `y`) of a surface, stored in `bytes`, or in the block that these are.
    pub(crate) fn decode_at(self, bytes: &[u8], x: u32, y: u32) -> Channels {
        let row = self.row();
        if row.block.is_some() {
            return self.decode_exact(bytes, x, y).map(round_f32);
        }
        let mut result = [0, 0, 0, row.numeric.kind().one()];
        let stored = Stored128::read(bytes);
        let mut shift = 0;
        for (name, bits) in row.fields {
            if let Some(channel) = name.channel() {
                result[channel] = row.numeric.value_bits(stored.field(shift, *bits), *bits, channel, &stored);
            }
            shift += bits;
        }
        result
    }

    /// The same before it is rounded to binary32, as filters want it. Integers are meaningless here.
    pub(crate) fn decode_exact(self, bytes: &[u8], x: u32, y: u32) -> [f64; 4] {
        let row = self.row();
        if let Some(block) = row.block {
            let [red, green, blue, alpha] = block.decode(bytes, x, y);
            let curve = |channel| if row.numeric == Numeric::Srgb { linear_from_srgb(channel) } else { channel };
            return [curve(red), curve(green), curve(blue), alpha];
        }
        let mut result = [0.0, 0.0, 0.0, 1.0];
        let stored = Stored128::read(bytes);
        let mut shift = 0;
        for (name, bits) in row.fields {
            if let Some(channel) = name.channel() {
                result[channel] = row.numeric.value(stored.field(shift, *bits), *bits, channel, &stored);
            }
            shift += bits;
        }
        result
    }

    /// Stores the channels of `mask` (bit 0 is R) of `texel` in `bytes`; the others keep what they are.
    pub fn encode(self, texel: Channels, mask: u8, bytes: &mut [u8]) {
        let row = self.row();
        let mut stored = Stored128::read(bytes);
        let mut shift = 0;
        for (name, bits) in row.fields {
            if let Some(channel) = name.channel()
                && mask & 1 << channel != 0
            {
                stored.set(shift, *bits, row.numeric.code(texel[channel], *bits));
            }
            shift += bits;
        }
        let count = bytes.len().min(self.bytes());
        bytes[..count].copy_from_slice(&stored.0.to_le_bytes()[..count]);
    }

    /// The channels and their bits in the order in which they are stored, from bit 0 up: 0 to 3 for R to A, 4 for an
    /// exponent, 5 for bits that mean nothing. A block has no such bits.
    pub fn stored_channels(self) -> impl Iterator<Item = (usize, u32)> {
        let fields = self.row().fields.iter().filter(|(_, bits)| *bits > 0);
        fields.map(|(stored, bits)| (*stored as usize, *bits))
    }
}

/// How OpenCL names a format (`cl.h`, `cl_channel_order` and `cl_channel_type`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenClFormat {
    pub order: u32,
    pub data_type: u32,
}

impl Format {
    /// What OpenCL calls it; `None` of a format that it does not have.
    pub(crate) fn opencl(self) -> Option<OpenClFormat> {
        let fields = self.row().fields;
        let (_, bits) = *fields.first()?;
        if self.is_video() || fields.iter().any(|(_, other)| *other != bits) {
            return None;
        }
        let stored: SmallVec<[Stored; 4]> = fields.iter().map(|(stored, _)| *stored).collect();
        use Stored::{A, B, G, R};
        let order = match (stored.as_slice(), self.numeric()) {
            ([R, G, B, A], Numeric::Srgb) => 0x10c1,
            ([B, G, R, A], Numeric::Srgb) => 0x10c2,
            (_, Numeric::Srgb) => return None,
            ([R], _) => 0x10b0,
            ([A], _) => 0x10b1,
            ([R, G], _) => 0x10b2,
            ([R, G, B], _) => 0x10b4,
            ([R, G, B, A], _) => 0x10b5,
            ([B, G, R, A], _) => 0x10b6,
            _ => return None,
        };
        let data_type = match (self.numeric(), bits) {
            (Numeric::Snorm, 8) => 0x10d0,
            (Numeric::Snorm, 16) => 0x10d1,
            (Numeric::Unorm | Numeric::Srgb, 8) => 0x10d2,
            (Numeric::Unorm, 16) => 0x10d3,
            (Numeric::Sint, 8) => 0x10d7,
            (Numeric::Sint, 16) => 0x10d8,
            (Numeric::Sint, 32) => 0x10d9,
            (Numeric::Uint, 8) => 0x10da,
            (Numeric::Uint, 16) => 0x10db,
            (Numeric::Uint, 32) => 0x10dc,
            (Numeric::Float, 16) => 0x10dd,
            (Numeric::Float, 32) => 0x10de,
            _ => return None,
        };
        Some(OpenClFormat { order, data_type })
    }
}

/// Channels with the bits that neighbours share said once: `RGB10A2` for `R10G10B10A2`.
fn shortened(channels: &str) -> String {
    let starts = channels.match_indices(|letter: char| letter.is_ascii_alphabetic()).map(|(start, _)| start);
    let ends = starts.clone().skip(1).chain([channels.len()]);
    let parts: Vec<&str> = starts.zip(ends).map(|(start, end)| &channels[start..end]).collect();
    let bits = |index: usize| parts.get(index).map(|part| &part[1..]);
    let mut result = String::new();
    for (index, part) in parts.iter().enumerate() {
        result.push_str(if bits(index) == bits(index + 1) { &part[..1] } else { part });
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floats(format: Format, bytes: &[u8]) -> [f32; 4] {
        format.decode(bytes).map(f32::from_bits)
    }

    /// Each row by a hand-worked texel: bytes, then the channels as floats or integers.
    #[test]
    fn every_row_decodes_a_texel_worked_by_hand() {
        use Format as F;
        let float_rows: &[(Format, &[u8], [f32; 4])] = &[
            (F::R8Unorm, &[51], [0.2, 0.0, 0.0, 1.0]),
            (F::R8Snorm, &[0x80], [-1.0, 0.0, 0.0, 1.0]),
            (F::A8Unorm, &[255], [0.0, 0.0, 0.0, 1.0]),
            (F::Rg8Unorm, &[0, 255], [0.0, 1.0, 0.0, 1.0]),
            (F::Rg8Snorm, &[0x81, 0x7f], [-1.0, 1.0, 0.0, 1.0]),
            (F::Rgba8Unorm, &[0, 51, 102, 255], [0.0, 0.2, 0.4, 1.0]),
            (F::Rgba8Snorm, &[0, 127, 0x81, 0x80], [0.0, 1.0, -1.0, -1.0]),
            (F::Rgba8Srgb, &[0, 255, 0, 51], [0.0, 1.0, 0.0, 0.2]),
            (F::Bgra8Unorm, &[0, 51, 255, 102], [1.0, 0.2, 0.0, 0.4]),
            (F::Bgra8Srgb, &[255, 0, 0, 0], [0.0, 0.0, 1.0, 0.0]),
            (F::R16Unorm, &[0xff, 0xff], [1.0, 0.0, 0.0, 1.0]),
            (F::R16Snorm, &[0x00, 0x80], [-1.0, 0.0, 0.0, 1.0]),
            (F::R16Float, &[0x00, 0xc2], [-3.0, 0.0, 0.0, 1.0]),
            (F::Rg16Unorm, &[0, 0, 0xff, 0xff], [0.0, 1.0, 0.0, 1.0]),
            (F::Rg16Snorm, &[0xff, 0x7f, 1, 0x80], [1.0, -1.0, 0.0, 1.0]),
            (F::Rg16Float, &[0, 0x3c, 1, 0], [1.0, 5.960_464_5e-8, 0.0, 1.0]),
            (F::Rgba16Unorm, &[0x33, 0x33, 0xff, 0xff, 0, 0, 0x66, 0x66], [0.2, 1.0, 0.0, 0.4]),
            (F::Rgba16Snorm, &[0, 0, 0xff, 0x7f, 1, 0x80, 0, 0x80], [0.0, 1.0, -1.0, -1.0]),
            (F::Rgba16Float, &[0, 0x3c, 0, 0x40, 0, 0x42, 0, 0x44], [1.0, 2.0, 3.0, 4.0]),
            (F::R32Float, &[0, 0, 0x80, 0x3f], [1.0, 0.0, 0.0, 1.0]),
            (F::Rg32Float, &[0, 0, 0x80, 0x3f, 0, 0, 0, 0x40], [1.0, 2.0, 0.0, 1.0]),
            (F::Rgb32Float, &[0, 0, 0x80, 0x3f, 0, 0, 0, 0x40, 0, 0, 0x40, 0x40], [1.0, 2.0, 3.0, 1.0]),
            (
                F::Rgba32Float,
                &[0, 0, 0x80, 0x3f, 0, 0, 0, 0x40, 0, 0, 0x40, 0x40, 0, 0, 0x80, 0x40],
                [1.0, 2.0, 3.0, 4.0],
            ),
            // R = 1023, G = 0, B = 341, A = 1: bits 9..0, 19..10, 29..20, 31..30.
            (F::Rgb10A2Unorm, &0x5550_03ffu32.to_le_bytes(), [1.0, 0.0, 1.0 / 3.0, 1.0 / 3.0]),
            (F::Bgr10A2Unorm, &0x5550_03ffu32.to_le_bytes(), [1.0 / 3.0, 0.0, 1.0, 1.0 / 3.0]),
            // R = 1.0 (exponent 15), G = 2.0, B = 0.5.
            (F::Rg11B10Float, &(15 << 6 | 16 << 17 | 14u32 << 27).to_le_bytes(), [1.0, 2.0, 0.5, 1.0]),
            // Exponent 24: mantissas count ones.
            (F::Rgb9E5Float, &(3 | 5 << 9 | 511 << 18 | 24u32 << 27).to_le_bytes(), [3.0, 5.0, 511.0, 1.0]),
            // B = 31, G = 21, R = 0.
            (F::B5G6R5Unorm, &(31u16 | 21 << 5).to_le_bytes(), [0.0, 1.0 / 3.0, 1.0, 1.0]),
            (F::B5G5R5A1Unorm, &(31u16 << 10).to_le_bytes(), [1.0, 0.0, 0.0, 0.0]),
            (F::D16Unorm, &[0xff, 0xff], [1.0, 0.0, 0.0, 1.0]),
            (F::D24UnormX8, &[0xff, 0xff, 0xff, 0x12], [1.0, 0.0, 0.0, 1.0]),
            (F::D32Float, &[0, 0, 0, 0x3f], [0.5, 0.0, 0.0, 1.0]),
            (F::D32FloatX8X24, &[0, 0, 0, 0x3f, 9, 9, 9, 9], [0.5, 0.0, 0.0, 1.0]),
        ];
        for (format, bytes, expected) in float_rows {
            assert_eq!(floats(*format, bytes), *expected, "{}", format.name());
            assert_eq!(format.bytes(), bytes.len(), "{}", format.name());
        }
        let minus = |n: i32| n as u32;
        let int_rows: &[(Format, &[u8], Channels)] = &[
            (F::R8Uint, &[255], [255, 0, 0, 1]),
            (F::R8Sint, &[255], [minus(-1), 0, 0, 1]),
            (F::Rg8Uint, &[1, 2], [1, 2, 0, 1]),
            (F::Rg8Sint, &[1, 0x80], [1, minus(-128), 0, 1]),
            (F::Rgba8Uint, &[1, 2, 3, 4], [1, 2, 3, 4]),
            (F::Rgba8Sint, &[1, 2, 3, 0xfc], [1, 2, 3, minus(-4)]),
            (F::R16Uint, &[0xfe, 0xff], [0xfffe, 0, 0, 1]),
            (F::R16Sint, &[0xfe, 0xff], [minus(-2), 0, 0, 1]),
            (F::Rg16Uint, &[1, 0, 2, 0], [1, 2, 0, 1]),
            (F::Rg16Sint, &[1, 0, 0xff, 0xff], [1, minus(-1), 0, 1]),
            (F::Rgba16Uint, &[1, 0, 2, 0, 3, 0, 4, 0x80], [1, 2, 3, 0x8004]),
            (F::Rgba16Sint, &[1, 0, 2, 0, 3, 0, 0, 0x80], [1, 2, 3, minus(-32768)]),
            (F::R32Uint, &[1, 2, 3, 4], [0x0403_0201, 0, 0, 1]),
            (F::R32Sint, &[255; 4], [minus(-1), 0, 0, 1]),
            (F::Rg32Uint, &[1, 0, 0, 0, 2, 0, 0, 0], [1, 2, 0, 1]),
            (F::Rg32Sint, &[255, 255, 255, 255, 2, 0, 0, 0], [minus(-1), 2, 0, 1]),
            (F::Rgb32Uint, &[1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0], [1, 2, 3, 1]),
            (F::Rgb32Sint, &[255, 255, 255, 255, 2, 0, 0, 0, 3, 0, 0, 0], [minus(-1), 2, 3, 1]),
            (F::Rgba32Uint, &[1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0], [1, 2, 3, 4]),
            (F::Rgba32Sint, &[255, 255, 255, 255, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0], [minus(-1), 2, 3, 4]),
            (F::Rgb10A2Uint, &0x5550_03ffu32.to_le_bytes(), [1023, 0, 341, 1]),
        ];
        for (format, bytes, expected) in int_rows {
            assert_eq!(format.decode(bytes), *expected, "{}", format.name());
            assert_eq!(format.bytes(), bytes.len(), "{}", format.name());
        }
        let plain = Format::ALL.iter().filter(|format| format.block_extent() == 1 && !format.is_video()).count();
        assert_eq!(float_rows.len() + int_rows.len(), plain);
    }

    #[test]
    fn names_are_unique_and_read_back() {
        for format in Format::ALL {
            assert_eq!(Format::from_name(format.name()), Some(*format));
            assert_eq!(Format::from_name(&format.short_name().to_lowercase()), Some(*format));
        }
        let plain = [
            ("R8", Format::R8Unorm),
            ("rgba8", Format::Rgba8Unorm),
            ("R16", Format::R16Unorm),
            ("R32", Format::R32Float),
            ("R32G32", Format::Rg32Float),
            ("RGBA8_SRGB", Format::Rgba8Srgb),
            ("R9G9B9E5", Format::Rgb9E5Float),
            ("D24", Format::D24UnormX8),
            ("D32", Format::D32Float),
            ("bc1_srgb", Format::Bc1Srgb),
            ("nv12", Format::Nv12),
            ("ycrcb_swapy", Format::YcrcbSwapy),
        ];
        for (name, format) in plain {
            assert_eq!(Format::from_name(name), Some(format), "{name}");
        }
        for name in ["", "R", "R8_", "R8_FLOAT", "R8G8B8A8UNORM", "RGBA9", "D", "YCRCB", "NV12_"] {
            assert_eq!(Format::from_name(name), None, "{name}");
        }
    }

    #[test]
    fn shared_bits_are_said_once() {
        let short = |format: Format| format.short_name();
        assert_eq!(short(Format::R8Unorm), "R8_UNORM");
        assert_eq!(short(Format::Rgba8Srgb), "RGBA8_UNORM_SRGB");
        assert_eq!(short(Format::Rgb10A2Uint), "RGB10A2_UINT");
        assert_eq!(short(Format::Rg11B10Float), "RG11B10_FLOAT");
        assert_eq!(short(Format::B5G5R5A1Unorm), "BGR5A1_UNORM");
        assert_eq!(short(Format::B5G6R5Unorm), "B5G6R5_UNORM");
        assert_eq!(short(Format::Bc1Unorm), "BC1_UNORM");
    }

    #[test]
    fn floats_pass_with_all_their_bits() {
        for bits in [0x7f80_0001u32, 0xffc1_2345, 0x8000_0000, 1, 0x7f80_0000] {
            assert_eq!(Format::R32Float.decode(&bits.to_le_bytes())[0], bits);
        }
        assert_eq!(Format::R16Float.decode(&[1, 0xfc])[0], 0xff80_2000);
    }

    #[test]
    fn what_is_encoded_decodes_to_the_same() {
        for format in Format::ALL.iter().filter(|format| format.is_writable()) {
            let texel = match format.kind() {
                Kind::Float => [0.0f32, 1.0, 1.0, 0.0].map(f32::to_bits),
                Kind::Uint => [3, 2, 1, 3],
                Kind::Sint => [-1i32 as u32, 5, -7i32 as u32, 9],
            };
            let mut bytes = [0; 16];
            let bytes = &mut bytes[..format.bytes()];
            format.encode(texel, 0xf, bytes);
            assert_eq!(format.decode(bytes), format.with_defaults(texel), "{}", format.name());
        }
    }

    #[test]
    fn writes_clamp_and_round_to_even() {
        let encoded = |format: Format, value: u32| {
            let mut bytes = [0; 16];
            format.encode([value; 4], 1, &mut bytes[..format.bytes()]);
            u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
        };
        let float = |format, value: f32| encoded(format, value.to_bits());
        assert_eq!(float(Format::R8Unorm, 2.0), 255);
        assert_eq!(float(Format::R8Unorm, -1.0), 0);
        assert_eq!(float(Format::R8Unorm, f32::NAN), 0);
        // 0.5 * 255 is a tie.
        assert_eq!(float(Format::R8Unorm, 0.5), 128);
        assert_eq!(float(Format::R8Snorm, -1.0), 0x81);
        assert_eq!(float(Format::R16Float, 65520.0), 0x7c00);
        assert_eq!(encoded(Format::R8Uint, 256), 255);
        assert_eq!(encoded(Format::R8Sint, -200i32 as u32), 0x80);
        assert_eq!(encoded(Format::R8Sint, 200), 0x7f);
        assert_eq!(encoded(Format::R16Uint, 70000), 0xffff);
    }

    #[test]
    fn channels_outside_the_mask_keep_their_bits() {
        let mut bytes = [1, 2, 3, 4];
        Format::Rgba8Uint.encode([9, 9, 9, 9], 0b0101, &mut bytes);
        assert_eq!(bytes, [9, 2, 9, 4]);
    }
}
