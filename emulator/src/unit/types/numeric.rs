//! How the code that a texel stores becomes the number that a program gets, and back.
//!
//! Conversions are those of Vulkan ('Conversion from/to Normalized Fixed-Point', 'Texel Output Format Conversion') and
//! D3D11. Writes convert as SCATTER4_TYPED's notes say: to nearest even, clamped to what the format holds.

use super::semantics::Ret16;
use crate::float::{SmallFloat, narrow_f32, round_f32, widen_f16};

/// What a format's channels are to a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Floats: fixed-point and float formats.
    Float,
    /// Unsigned integers.
    Uint,
    /// Signed integers.
    Sint,
}

impl Kind {
    /// The bits of the number one.
    pub const fn one(self) -> u32 {
        match self {
            Kind::Float => 0x3f80_0000,
            Kind::Uint | Kind::Sint => 1,
        }
    }
}

/// How a stored code becomes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numeric {
    /// `code / (2^n - 1)`.
    Unorm,
    /// `max(code / (2^(n-1) - 1), -1)`.
    Snorm,
    /// The code.
    Uint,
    /// The code, with its sign.
    Sint,
    /// A float of 32, 16, 11 or 10 bits.
    Float,
    /// Unorm; colour, not alpha, through the sRGB curve.
    Srgb,
    /// Mantissas of 9 bits with one exponent: `m * 2^(e - 24)`.
    SharedExponent,
}

/// The bytes of a texel as one number.
pub(in crate::unit) struct Stored128(pub u128);

impl Stored128 {
    /// That of the first 16 bytes; missing ones count as zero.
    pub fn read(bytes: &[u8]) -> Stored128 {
        let mut padded = [0; 16];
        let count = bytes.len().min(16);
        padded[..count].copy_from_slice(&bytes[..count]);
        Stored128(u128::from_le_bytes(padded))
    }

    /// The code of `bits` bits, 1 to 32, from bit `shift` on.
    pub const fn field(&self, shift: u32, bits: u32) -> u32 {
        (self.0 >> shift) as u32 & ones(bits)
    }

    /// Puts a code there.
    pub fn set(&mut self, shift: u32, bits: u32, code: u32) {
        let mask = u128::from(ones(bits));
        self.0 = self.0 & !(mask << shift) | (u128::from(code) & mask) << shift;
    }
}

/// A number of `bits` ones, 1 to 32.
const fn ones(bits: u32) -> u32 {
    u32::MAX >> (32 - bits)
}

/// The code with its sign, of `bits` bits.
const fn sign_extend(code: u32, bits: u32) -> i32 {
    (code << (32 - bits)) as i32 >> (32 - bits)
}

impl Numeric {
    /// What a channel of such codes is to a program.
    pub(in crate::unit) const fn kind(self) -> Kind {
        match self {
            Numeric::Uint => Kind::Uint,
            Numeric::Sint => Kind::Sint,
            _ => Kind::Float,
        }
    }

    /// The channel as a program gets it.
    pub(in crate::unit) fn value_bits(self, code: u32, bits: u32, channel: usize, texel: &Stored128) -> u32 {
        match (self, bits) {
            (Numeric::Uint, _) => code,
            (Numeric::Sint, _) => sign_extend(code, bits) as u32,
            // Floats pass unaltered, NaNs and denormals included (D3D11, gather4_po).
            (Numeric::Float, 32) => code,
            (Numeric::Float, 16) => widen_f16(code as u16),
            _ => round_f32(self.value(code, bits, channel, texel)),
        }
    }

    /// The channel before it is rounded to binary32.
    pub(in crate::unit) fn value(self, code: u32, bits: u32, channel: usize, texel: &Stored128) -> f64 {
        match (self, bits) {
            (Numeric::Unorm, _) => f64::from(code) / f64::from(ones(bits)),
            (Numeric::Srgb, _) if channel == 3 => f64::from(code) / f64::from(ones(bits)),
            (Numeric::Srgb, _) => linear_from_srgb(f64::from(code) / f64::from(ones(bits))),
            (Numeric::Snorm, _) => (f64::from(sign_extend(code, bits)) / f64::from(ones(bits - 1))).max(-1.0),
            (Numeric::Uint, _) => f64::from(code),
            (Numeric::Sint, _) => f64::from(sign_extend(code, bits)),
            (Numeric::Float, 11) => SmallFloat::FLOAT11.decode(code),
            (Numeric::Float, 10) => SmallFloat::FLOAT10.decode(code),
            (Numeric::Float, 16) => SmallFloat::HALF.decode(code),
            (Numeric::Float, _) => f64::from(f32::from_bits(code)),
            (Numeric::SharedExponent, _) => f64::from(code) * f64::from(texel.field(27, 5) as i32 - 15 - 9).exp2(),
        }
    }

    /// The code nearest to a channel that a program writes.
    pub(in crate::unit) fn code(self, value: u32, bits: u32) -> u32 {
        let float = f64::from(f32::from_bits(value));
        match (self, bits) {
            (Numeric::Uint, _) => value.min(ones(bits)),
            (Numeric::Sint, _) => {
                let most = (ones(bits) >> 1) as i32;
                (value as i32).clamp(-most - 1, most) as u32
            }
            // A NaN becomes 0: the conversion of one to an integer saturates to it.
            (Numeric::Unorm, _) => (float.clamp(0.0, 1.0) * f64::from(ones(bits))).round_ties_even() as u32,
            (Numeric::Snorm, _) => {
                ((float.clamp(-1.0, 1.0) * f64::from(ones(bits - 1))).round_ties_even() as i32) as u32
            }
            (Numeric::Float, 32) => value,
            (Numeric::Float, 16) => u32::from(narrow_f32(value)),
            (Numeric::Float, 11) => SmallFloat::FLOAT11.encode(float),
            (Numeric::Float, _) => SmallFloat::FLOAT10.encode(float),
            // Not writable: whoever writes asks before.
            (Numeric::Srgb | Numeric::SharedExponent, _) => 0,
        }
    }
}

/// The linear value of an sRGB-encoded one, both 0 to 1.
pub(in crate::unit) fn linear_from_srgb(value: f64) -> f64 {
    if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// The elements of a response that has 16 bits an element. Floats round to nearest even; what becomes of integers the
/// documents do not say.
pub(crate) fn narrow_result(kind: Kind, integers: Ret16, value: u32) -> u16 {
    match kind {
        Kind::Float => narrow_f32(value),
        _ if integers == Ret16::Truncate => value as u16,
        Kind::Uint => value.min(u32::from(u16::MAX)) as u16,
        Kind::Sint => (value as i32).clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as u16,
    }
}

#[cfg(test)]
mod tests {
    use super::super::format::Format;
    use super::*;

    #[test]
    fn the_srgb_curve_has_its_line_and_its_power() {
        // 10/255 is below the knee: 10 / 255 / 12.92; 0.5 decodes to 0.2140411.
        assert_eq!(f32::from_bits(Format::Rgba8Srgb.decode(&[10, 0, 0, 0])[0]), (10.0 / 255.0 / 12.92) as f32);
        assert!((linear_from_srgb(0.5) - 0.214_041_14).abs() < 1e-8);
    }

    #[test]
    fn results_of_sixteen_bits_saturate() {
        let narrow = |kind, value| narrow_result(kind, Ret16::Saturate, value);
        assert_eq!(narrow(Kind::Uint, 70000), 65535);
        assert_eq!(narrow(Kind::Sint, -70000i32 as u32), 0x8000);
        assert_eq!(narrow(Kind::Sint, 40000), 0x7fff);
        assert_eq!(narrow(Kind::Float, 1.0f32.to_bits()), 0x3c00);
        assert_eq!(narrow(Kind::Float, 0x7f80_0001), 0x7e00);
        // 70000 is 0x11170, -70000 is 0xfffe_ee90.
        let cut = |kind, value| narrow_result(kind, Ret16::Truncate, value);
        assert_eq!([cut(Kind::Uint, 70000), cut(Kind::Sint, -70000i32 as u32)], [0x1170, 0xee90]);
        assert_eq!(cut(Kind::Float, 1.0f32.to_bits()), 0x3c00);
    }
}
