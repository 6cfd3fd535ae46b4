//! Float formats narrower than binary32, which constants of texture IR and texels have.

/// A binary float format of at most 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmallFloat {
    exponent_bits: u32,
    mantissa_bits: u32,
    signed: bool,
}

impl SmallFloat {
    /// IEEE binary16.
    pub const HALF: SmallFloat = SmallFloat { exponent_bits: 5, mantissa_bits: 10, signed: true };
    /// The unsigned 11-bit float of R11G11B10_FLOAT.
    pub const FLOAT11: SmallFloat = SmallFloat { exponent_bits: 5, mantissa_bits: 6, signed: false };
    /// The unsigned 10-bit float of R11G11B10_FLOAT.
    pub const FLOAT10: SmallFloat = SmallFloat { exponent_bits: 5, mantissa_bits: 5, signed: false };

    const fn bias(self) -> i32 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    const fn infinity(self) -> u32 {
        ((1 << self.exponent_bits) - 1) << self.mantissa_bits
    }

    /// The value of an encoding, exactly.
    #[inline]
    pub fn decode(self, code: u32) -> f64 {
        let mantissa = code & ((1 << self.mantissa_bits) - 1);
        let exponent = code >> self.mantissa_bits & ((1 << self.exponent_bits) - 1);
        let negative = self.signed && code >> (self.mantissa_bits + self.exponent_bits) & 1 == 1;
        let least = 1 - self.bias() - self.mantissa_bits as i32;
        let magnitude = if exponent == (1 << self.exponent_bits) - 1 {
            if mantissa == 0 { f64::INFINITY } else { f64::NAN }
        } else if exponent == 0 {
            f64::from(mantissa) * power_of_two(least)
        } else {
            f64::from(mantissa | 1 << self.mantissa_bits) * power_of_two(least + exponent as i32 - 1)
        };
        if negative { -magnitude } else { magnitude }
    }

    /// The nearest encoding of a value, ties to even; infinity above the range; 0 below the range of a format without a
    /// sign.
    #[inline]
    pub fn encode(self, value: f64) -> u32 {
        let quiet = self.infinity() | 1 << (self.mantissa_bits - 1);
        if value.is_nan() {
            return quiet;
        }
        let negative = value.is_sign_negative();
        if negative && !self.signed {
            return 0;
        }
        let sign = u32::from(negative) << (self.mantissa_bits + self.exponent_bits);
        let magnitude = value.abs();
        if magnitude.is_infinite() {
            return sign | self.infinity();
        }
        let least = 1 - self.bias();
        let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(least);
        if exponent > self.bias() {
            return sign | self.infinity();
        }
        // The scale is a power of two and the quotient at most 2^(mantissa + 1), so the division is exact.
        let quotient = (magnitude / power_of_two(exponent - self.mantissa_bits as i32)).round_ties_even() as u32;
        // The implicit bit of a normal number, and a carry out of the mantissa, count the exponent up by themselves.
        let code = (((exponent - least) as u32) << self.mantissa_bits) + quotient;
        sign | code.min(self.infinity())
    }
}

/// `2^exponent`, for exponents of normal numbers.
const fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_floats_of_the_packed_format() {
        // 1.0 is exponent 15; the largest 11-bit float is 65024, the largest 10-bit one 64512.
        assert_eq!(SmallFloat::FLOAT11.decode(15 << 6), 1.0);
        assert_eq!(SmallFloat::FLOAT10.decode(15 << 5), 1.0);
        assert_eq!(SmallFloat::FLOAT11.decode((30 << 6) | 63), 65024.0);
        assert_eq!(SmallFloat::FLOAT10.decode((30 << 5) | 31), 64512.0);
        assert_eq!(SmallFloat::FLOAT11.decode(1), 2f64.powi(-20));
        assert!(SmallFloat::FLOAT11.decode((31 << 6) | 1).is_nan());
        assert_eq!(SmallFloat::FLOAT11.encode(-3.0), 0);
        assert_eq!(SmallFloat::FLOAT11.encode(f64::INFINITY), 31 << 6);
        for code in 0..31 << 6 {
            assert_eq!(SmallFloat::FLOAT11.encode(SmallFloat::FLOAT11.decode(code)), code);
        }
    }

    #[test]
    fn halves_are_those_of_the_half_crate() {
        for bits in 0..=u16::MAX {
            let expected = half::f16::from_bits(bits);
            let value = SmallFloat::HALF.decode(bits.into());
            assert!(value.to_bits() == expected.to_f64().to_bits() || value.is_nan() && expected.is_nan(), "{bits:#x}");
            // Each number, the middle between it and its neighbour, and what is near; nearer than 2^-20 of it the crate
            // rounds a tie.
            let next = SmallFloat::HALF.decode((bits ^ 1).into());
            for at in [value, (value + next) / 2.0].into_iter().filter(|at| at.is_normal()) {
                for near in [at.to_bits() - (1 << 32), at.to_bits(), at.to_bits() + (1 << 32)].map(f64::from_bits) {
                    let expected = half::f16::from_f64(near);
                    if !expected.is_nan() {
                        assert_eq!(SmallFloat::HALF.encode(near), u32::from(expected.to_bits()), "{near:e}");
                    }
                }
            }
        }
        assert_eq!(SmallFloat::HALF.encode(f64::from_bits(2f64.powi(-25).to_bits() + 1)), 1);
        assert_eq!(SmallFloat::HALF.encode(f64::NAN), 0x7e00);
        assert_eq!([SmallFloat::HALF.encode(0.0), SmallFloat::HALF.encode(-0.0)], [0, 0x8000]);
    }
}
