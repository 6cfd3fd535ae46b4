//! How texels of ordinary formats are decoded, many at a time.
//!
//! [`Format`] says what a texel is. A [`TexelLayout`] says the same in a form in which a loop over lanes takes no
//! decision. A test decodes every code of every format both ways.

use std::sync::LazyLock;

use super::lanes::each;
use crate::float::NAN_F32;
use crate::unit::types::description::{Description, Select, SurfaceKind};
use crate::unit::types::format::{Channels, Format, Numeric};
use crate::unit::types::surface::Surface;

/// Where the channels of a surface's texels come from, after channel select.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TexelLayout {
    /// Bytes of a texel: 1, 2, 4, 8 or 16.
    pub(super) bytes: u32,
    /// The channels that a program gets.
    pub(super) channels: [ChannelSource; 4],
}

/// The source of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChannelSource {
    /// It is the same in every texel.
    Constant(u32),
    /// Bits of the texel.
    Field(Field),
}

/// A channel as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field {
    /// The dword of the texel.
    pub word: u32,
    /// Its lowest bit in that.
    pub shift: u32,
    /// How many bits it has.
    bits: u32,
    /// What they mean.
    code: Code,
    /// The channel of the format, 0 to 3.
    channel: usize,
}

/// How a code becomes a value: the variants of [`Numeric`] that need nothing but the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Code {
    Unorm,
    Snorm,
    Uint,
    Sint,
    Half,
    Single,
    Srgb,
}

/// The values of the 256 codes of a colour channel with the sRGB curve.
static SRGB: LazyLock<[f64; 256]> =
    LazyLock::new(|| std::array::from_fn(|code| Format::Rgba8Srgb.decode_exact(&[code as u8], 0, 0)[0]));

/// By format: the layout of its texels before channel select. `None` for those that the reference path decodes:
/// compressed ones, those of 12 bytes, floats of 11 and 10 bits, and formats of media blocks.
static STORED: LazyLock<Vec<Option<TexelLayout>>> =
    LazyLock::new(|| Format::ALL.iter().map(|format| TexelLayout::stored(*format)).collect());

impl TexelLayout {
    /// The layout of a surface; `None` where the reference path decodes its texels: see [`STORED`], and surfaces with
    /// null pages.
    #[inline]
    pub fn of(surface: &Surface) -> Option<TexelLayout> {
        let Description { kind, format, select, null_pages, .. } = surface.description();
        if *kind == SurfaceKind::Null || !null_pages.is_empty() {
            return None;
        }
        let stored = STORED.get(*format as usize)?.as_ref()?;
        if *select == Select::IDENTITY {
            return Some(*stored);
        }
        let channels = select.map(|select| match select {
            Select::Zero => ChannelSource::Constant(0),
            Select::One => ChannelSource::Constant(format.kind().one()),
            Select::Channel(channel) => stored.channels[usize::from(channel & 3)],
        });
        Some(TexelLayout { channels, ..*stored })
    }

    fn stored(format: Format) -> Option<TexelLayout> {
        let bytes = format.bytes();
        if format.block_extent() != 1 || format.is_video() || !bytes.is_power_of_two() {
            return None;
        }
        let mut channels = format.with_defaults([0; 4]).map(ChannelSource::Constant);
        let mut start = 0;
        for (channel, bits) in format.stored_channels() {
            if let Some(origin) = channels.get_mut(channel) {
                let code = match (format.numeric(), bits) {
                    (Numeric::Srgb, 8) if channel < 3 => Code::Srgb,
                    (Numeric::Unorm | Numeric::Srgb, 1..=24) => Code::Unorm,
                    (Numeric::Snorm, 2..=16) => Code::Snorm,
                    (Numeric::Uint, _) => Code::Uint,
                    (Numeric::Sint, _) => Code::Sint,
                    (Numeric::Float, 32) => Code::Single,
                    (Numeric::Float, 16) => Code::Half,
                    _ => return None,
                };
                *origin = ChannelSource::Field(Field { word: start / 32, shift: start % 32, bits, code, channel });
            }
            start += bits;
        }
        Some(TexelLayout { bytes: bytes as u32, channels })
    }

    /// Whether every channel that is stored is an unsigned fixed-point number of 8 bits.
    pub fn is_unorm8(&self) -> bool {
        self.channels.iter().all(|origin| match origin {
            ChannelSource::Constant(_) => true,
            ChannelSource::Field(field) => field.code == Code::Unorm && field.bits == 8,
        })
    }

    /// Whether a channel may be an infinity, a NaN or a zero with a sign.
    pub fn has_floats(&self) -> bool {
        let is_float = |field: &Field| matches!(field.code, Code::Half | Code::Single);
        self.channels.iter().any(|origin| matches!(origin, ChannelSource::Field(field) if is_float(field)))
    }
}

impl ChannelSource {
    /// The channel of a texel whose stored channels are `present`.
    pub fn of(self, present: &Channels) -> u32 {
        match self {
            ChannelSource::Constant(value) => value,
            ChannelSource::Field(field) => present[field.channel],
        }
    }
}

/// `code / most` without a division: the quotient is the sum of two products, of which the first is exact. For every
/// code below 2^24 that sum rounds to what the division rounds to, as a test shows.
struct Reciprocal {
    high: f64,
    low: f64,
}

impl Reciprocal {
    #[inline(always)]
    fn of(most: u32) -> Reciprocal {
        let whole = 1.0 / f64::from(most);
        // A code has at most 24 bits, so that 29 are left.
        let high = f64::from_bits(whole.to_bits() & !((1 << 24) - 1));
        // What `high` lacks: the remainder 1 - high * most is exact.
        let low = (1.0 - high * f64::from(most)) / f64::from(most);
        Reciprocal { high, low }
    }

    #[inline(always)]
    fn times(&self, code: f64) -> f64 {
        code * self.high + code * self.low
    }
}

impl Field {
    /// The codes of the channel, from the dword that it is in.
    #[inline(always)]
    pub fn codes<const N: usize>(self, words: &[u32; N]) -> [u32; N] {
        each(words, |word| self.code(word))
    }

    /// The code of one texel.
    #[inline(always)]
    pub fn code(self, word: u32) -> u32 {
        word >> self.shift & u32::MAX >> (32 - self.bits)
    }

    /// The codes with their sign.
    #[inline(always)]
    fn signed<const N: usize>(self, words: &[u32; N]) -> [i32; N] {
        let above = 32 - self.bits;
        each(&self.codes(words), |code| (code << above) as i32 >> above)
    }

    /// The code of the greatest value.
    #[inline(always)]
    pub fn most(self) -> u32 {
        match self.code {
            Code::Snorm => u32::MAX >> (33 - self.bits),
            _ => u32::MAX >> (32 - self.bits),
        }
    }

    /// The channel as a program gets it.
    #[inline(always)]
    pub fn bits<const N: usize>(self, words: &[u32; N]) -> [u32; N] {
        match self.code {
            // Codes of up to 24 bits and their quotient's rounding are those of binary32.
            Code::Unorm => {
                let most = self.most() as f32;
                each(&self.codes(words), |code| (code as i32 as f32 / most).to_bits())
            }
            Code::Snorm => {
                let most = self.most() as f32;
                each(&self.signed(words), |code| (code as f32 / most).max(-1.0).to_bits())
            }
            Code::Uint | Code::Single => self.codes(words),
            Code::Sint => each(&self.signed(words), |code| code as u32),
            Code::Half => each(&self.codes(words), widen),
            Code::Srgb => {
                let table = &*SRGB;
                each(&self.codes(words), |code| (table[(code & 0xff) as usize] as f32).to_bits())
            }
        }
    }

    /// The channel before it is rounded to binary32, as filters want it. Integers are meaningless here.
    #[inline(always)]
    pub fn values<const N: usize>(self, words: &[u32; N]) -> [f64; N] {
        match self.code {
            Code::Unorm => {
                let reciprocal = Reciprocal::of(self.most());
                each(&self.codes(words), |code| reciprocal.times(f64::from(code as i32)))
            }
            Code::Snorm => {
                let reciprocal = Reciprocal::of(self.most());
                each(&self.signed(words), |code| reciprocal.times(f64::from(code)).max(-1.0))
            }
            Code::Uint | Code::Single => each(&self.codes(words), |code| f64::from(f32::from_bits(code))),
            Code::Sint => each(&self.signed(words), f64::from),
            Code::Half => each(&self.codes(words), |code| f64::from(f32::from_bits(widen(code)))),
            Code::Srgb => {
                let table = &*SRGB;
                each(&self.codes(words), |code| table[(code & 0xff) as usize])
            }
        }
    }
}

/// The binary32 with the value of a binary16; a NaN keeps its sign and payload.
#[inline(always)]
fn widen(half: u32) -> u32 {
    let magnitude = half & 0x7fff;
    // Exponents differ by 112; the product is exact, of denormals too.
    let scale = f32::from_bits((127 + 112) << 23);
    let number = (f32::from_bits(magnitude << 13) * scale).to_bits();
    let infinite = NAN_F32 & 0x7f80_0000 | (magnitude & 0x3ff) << 13;
    (if magnitude >= 0x7c00 { infinite } else { number }) | (half & 0x8000) << 16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::float::widen_f16;
    use crate::unit::types::format::Kind;

    #[test]
    fn sums_of_products_are_quotients() {
        for bits in 1..=16 {
            let most = u32::MAX >> (32 - bits);
            let reciprocal = Reciprocal::of(most);
            for code in 0..=most {
                assert_eq!(
                    reciprocal.times(f64::from(code)),
                    f64::from(code) / f64::from(most),
                    "{code} of {bits} bits"
                );
                assert_eq!(
                    reciprocal.times(-f64::from(code)),
                    -f64::from(code) / f64::from(most),
                    "{code} of {bits} bits"
                );
            }
        }
        let reciprocal = Reciprocal::of(0xff_ffff);
        for code in (0..0x0100_0000).step_by(7) {
            assert_eq!(reciprocal.times(f64::from(code)), f64::from(code) / f64::from(0xff_ffff), "{code} of 24 bits");
        }
    }

    #[test]
    fn halves_widen_as_the_formats_table_has_it() {
        for half in 0..=u16::MAX {
            assert_eq!(widen(u32::from(half)), widen_f16(half), "{half:#x}");
        }
    }

    /// Texels of random bits, and with every code of 8 bits in every byte.
    #[test]
    fn every_layout_decodes_as_its_format() {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut known = 0;
        for format in Format::ALL {
            let Some(layout) = TexelLayout::stored(*format) else { continue };
            known += 1;
            for turn in 0..2000 {
                let mut bytes = [0; 16];
                bytes.fill_with(|| if turn < 256 { turn as u8 } else { rng.u8(..) });
                let expected = format.decode(&bytes[..format.bytes()]);
                let exact = format.decode_exact(&bytes[..format.bytes()], 0, 0);
                for (channel, origin) in layout.channels.iter().enumerate() {
                    let ChannelSource::Field(field) = origin else {
                        assert_eq!(origin.of(&[9; 4]), expected[channel], "{}", format.name());
                        continue;
                    };
                    let at = 4 * field.word as usize;
                    let mut word = [0; 4];
                    word[..format.bytes().min(4)].copy_from_slice(&bytes[at..at + format.bytes().min(4)]);
                    let words = [u32::from_le_bytes(word)];
                    assert_eq!(field.bits(&words), [expected[channel]], "{} {bytes:x?}", format.name());
                    if format.kind() == Kind::Float {
                        let [value] = field.values(&words);
                        assert!(
                            value.to_bits() == exact[channel].to_bits() || value.is_nan() && exact[channel].is_nan()
                        );
                    }
                }
            }
        }
        // All but 12-byte texels, small floats, the shared exponent, blocks, and what only media blocks read.
        let video = Format::ALL.iter().filter(|format| format.is_video()).count();
        assert_eq!(known, Format::ALL.len() - 3 - 1 - 1 - 10 - video);
    }
}
