//! Float encodings and rounding that the interpreter, the machine and the texture unit share.
//!
//! Every conversion to a narrower format goes through one rounding, to nearest even, from an `f64` that holds the exact
//! value or, where that is wider, its rounding to odd. A NaN that arithmetic or a conversion makes is always
//! [`NAN_F32`], in binary16 0x7e00: which payload and sign hardware gives is documented nowhere, and lowering may write
//! `a - b` as `a + (-b)`, so that no choice would survive it. Copies keep the bits of a NaN.

pub(crate) use texvisa_ir::SmallFloat;
pub(crate) use texvisa_ir::texture::Rounding;

/// The sum of two values of which binary64 has the nearest, rounded to odd: a narrower format that it is rounded to
/// then gets what it would get of the exact sum.
pub(crate) fn sum_to_odd(a: f64, b: f64) -> f64 {
    let sum = a + b;
    if !sum.is_finite() {
        return sum;
    }
    // What the sum misses, exactly (Knuth's two-sum).
    let from_b = sum - a;
    let missed = (a - (sum - from_b)) + (b - from_b);
    if missed == 0.0 || sum.to_bits() & 1 == 1 {
        return sum;
    }
    let away = (missed > 0.0) == (sum > 0.0);
    f64::from_bits(if away { sum.to_bits() + 1 } else { sum.to_bits() - 1 })
}

/// An integer of up to 64 bits, rounded to odd where binary64 is too narrow for it.
pub(crate) fn integer_to_odd(value: i128) -> f64 {
    let (high, low) = (value >> 32, value & 0xffff_ffff);
    sum_to_odd(high as f64 * 4_294_967_296.0, low as f64)
}

/// The binary32 float that a value is rounded to.
pub(crate) fn round_f32_by(rounding: Rounding, value: f64) -> u32 {
    if value.is_nan() {
        return NAN_F32;
    }
    let nearest = value as f32;
    directed(rounding, nearest.to_bits(), f64::from(nearest), value)
}

/// The binary16 float that a value is rounded to.
pub(crate) fn round_f16_by(rounding: Rounding, value: f64) -> u16 {
    let nearest = round_f16(value);
    if value.is_nan() { nearest } else { directed(rounding, nearest.into(), f16_value(nearest), value) as u16 }
}

/// The bits of a value's neighbour in a direction, of which the nearest float and its bits are given. The magnitudes of
/// floats have the order of their bits, and a float on the wrong side of the value has its sign, or both are zeros.
fn directed(rounding: Rounding, bits: u32, nearest: f64, value: f64) -> u32 {
    let is_wrong = match rounding {
        Rounding::Nearest => false,
        Rounding::Zero => nearest.abs() > value.abs(),
        Rounding::Up => nearest < value,
        Rounding::Down => nearest > value,
    };
    match nearest.abs() > value.abs() {
        _ if !is_wrong => bits,
        true => bits - 1,
        false => bits + 1,
    }
}

/// The NaN that arithmetic makes in binary32.
pub(crate) const NAN_F32: u32 = 0x7fc0_0000;

/// The smaller of two binary32 floats; the number where one is a NaN, and the first where they are equal.
pub(crate) fn smaller_f32(a: u32, b: u32) -> u32 {
    if f32::from_bits(b) < f32::from_bits(a) || is_nan_f32(a) { b } else { a }
}

/// The larger of two binary32 floats, likewise.
pub(crate) fn larger_f32(a: u32, b: u32) -> u32 {
    if f32::from_bits(b) > f32::from_bits(a) || is_nan_f32(a) { b } else { a }
}

/// The bits of the nearest binary32.
pub(crate) fn round_f32(value: f64) -> u32 {
    canonical_f32(value as f32)
}

/// The bits of a binary32 result of arithmetic.
pub(crate) fn canonical_f32(value: f32) -> u32 {
    // By its bits: optimized, `x.sqrt().is_nan()` is false for a signalling x (rustc 1.95).
    let bits = value.to_bits();
    // Compared as signed numbers, as vectors are.
    if (bits & 0x7fff_ffff) as i32 > f32::INFINITY.to_bits() as i32 { NAN_F32 } else { bits }
}

/// Whether these are the bits of a NaN in binary32.
pub(crate) const fn is_nan_f32(bits: u32) -> bool {
    bits & !0x8000_0000 > NAN_F32 & 0x7f80_0000
}

/// The bits of the nearest binary16.
pub(crate) fn round_f16(value: f64) -> u16 {
    SmallFloat::HALF.encode(value) as u16
}

/// The value of a binary16, exactly.
pub(crate) fn f16_value(bits: u16) -> f64 {
    SmallFloat::HALF.decode(u32::from(bits))
}

/// The binary32 with the value of a binary16; a NaN keeps its sign and payload, as texels do.
pub(crate) fn widen_f16(bits: u16) -> u32 {
    let value = f16_value(bits);
    if value.is_nan() {
        return u32::from(bits & 0x8000) << 16 | 0x7f80_0000 | u32::from(bits & 0x3ff) << 13;
    }
    (value as f32).to_bits()
}

/// The binary16 nearest to a binary32.
pub(crate) fn narrow_f32(bits: u32) -> u16 {
    round_f16(f64::from(f32::from_bits(bits)))
}

/// The smaller; the other where one is a NaN; -0 is smaller than +0 (IEEE 754-2019 minimumNumber).
pub(crate) fn minimum(a: f64, b: f64) -> f64 {
    if a.is_nan() || b < a || (a == b && b.is_sign_negative()) { b } else { a }
}

/// The larger; the other where one is a NaN; +0 is larger than -0 (IEEE 754-2019 maximumNumber).
pub(crate) fn maximum(a: f64, b: f64) -> f64 {
    if a.is_nan() || b > a || (a == b && a.is_sign_negative()) { b } else { a }
}

/// Clamped to 0..1; 0 for a NaN and for -0 (vISA data types, 'Saturation').
pub(crate) fn saturate(value: f64) -> f64 {
    if value > 0.0 { value.min(1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: what is lost of a sum, a product or an integer never makes the result larger.
    #[test]
    fn rounding_to_zero_drops_what_is_lost() {
        let round_f32_to_zero = |value| round_f32_by(Rounding::Zero, value);
        let tiny = 2f64.powi(-100);
        let next_below_one = 0x3f7f_ffff;
        assert_eq!(round_f32_to_zero(sum_to_odd(1.0, tiny)), 0x3f80_0000);
        assert_eq!(round_f32_to_zero(sum_to_odd(1.0, -tiny)), next_below_one);
        assert_eq!(round_f32_to_zero(sum_to_odd(-1.0, tiny)), next_below_one | 1 << 31);
        assert_eq!(round_f32_to_zero(sum_to_odd(1.0, -1.0)), 0);
        let most = f64::from(f32::MAX);
        assert_eq!(round_f32_to_zero(sum_to_odd(most, most)), 0x7f7f_ffff);
        assert_eq!(round_f32_to_zero(-most * most), 0xff7f_ffff);
        assert_eq!(round_f32_to_zero(f64::INFINITY), 0x7f80_0000);
        assert_eq!(round_f32_to_zero(f64::NAN), NAN_F32);
        // 3 * 2^-150 is between the least denormal float and twice that.
        assert_eq!(round_f32_to_zero(3.0 * 2f64.powi(-150)), 1);
        assert_eq!(round_f32_to_zero(integer_to_odd(0xffff_ffff)), 0x4f7f_ffff);
        // -(2^32 + 511): the last place there is 512.
        assert_eq!(round_f32_to_zero(integer_to_odd(-0x1_0000_01ff)), 0xcf80_0000);
        assert_eq!(round_f32_to_zero(integer_to_odd(u64::MAX.into())), 0x5f7f_ffff);
    }

    /// By hand: 2^24 + 1 is between 2^24 and 2^24 + 2, 2049 between 2048 and 2050, 65510 between the greatest half and
    /// infinity, and the least double between zero and the least denormal.
    #[test]
    fn directions_are_those_of_the_number_line() {
        use Rounding::{Down, Up, Zero};
        let whole = 16_777_217.0;
        let floats = [
            (Up, whole, 0x4b80_0001),
            (Down, whole, 0x4b80_0000),
            (Up, -whole, 0xcb80_0000),
            (Down, -whole, 0xcb80_0001),
        ];
        for (rounding, value, expected) in floats {
            assert_eq!(round_f32_by(rounding, value), expected, "{value} {rounding:?}");
        }
        let tiny = f64::from_bits(1);
        for (rounding, value, expected) in [
            (Up, 2049.0, 0x6801),
            (Down, 2049.0, 0x6800),
            (Zero, -2049.0, 0xe800),
            (Down, -2049.0, 0xe801),
            (Up, 65510.0, 0x7c00),
            (Down, 65510.0, 0x7bff),
            (Zero, 1e9, 0x7bff),
            (Up, -1e9, 0xfbff),
            (Down, -1e9, 0xfc00),
            (Up, tiny, 1),
            (Down, tiny, 0),
            (Up, -tiny, 0x8000),
            (Down, -tiny, 0x8001),
            (Zero, -tiny, 0x8000),
            (Down, f64::INFINITY, 0x7c00),
            (Up, f64::NAN, 0x7e00),
            (Down, 0.5, 0x3800),
        ] {
            assert_eq!(round_f16_by(rounding, value), expected, "{value} {rounding:?}");
        }
    }

    #[test]
    fn every_half_decodes_as_the_half_crate_has_it() {
        for bits in 0..=u16::MAX {
            let expected = half::f16::from_bits(bits);
            let value = f16_value(bits);
            assert!(value == expected.to_f64() || value.is_nan() && expected.is_nan(), "{bits:#x}");
            if !expected.is_nan() {
                assert_eq!(value.is_sign_negative(), expected.is_sign_negative(), "{bits:#x}");
                assert_eq!(round_f16(value), bits);
                assert_eq!(widen_f16(bits), expected.to_f32().to_bits());
            }
        }
        assert_eq!(widen_f16(0xfe01), 0xffc0_2000);
    }

    #[test]
    fn halves_round_to_nearest_even_once() {
        let ulp = 2f64.powi(-10);
        assert_eq!(round_f16(1.0 + ulp / 2.0), 0x3c00);
        assert_eq!(round_f16(1.0 + ulp * 1.5), 0x3c02);
        // Just above a tie, by less than a binary32 could say.
        assert_eq!(round_f16(1.0 + ulp / 2.0 + 2f64.powi(-40)), 0x3c01);
        assert_eq!(round_f16(65519.999), 0x7bff);
        assert_eq!(round_f16(65520.0), 0x7c00);
        assert_eq!(round_f16(-1e300), 0xfc00);
        assert_eq!(round_f16(2f64.powi(-25)), 0);
        assert_eq!(round_f16(2f64.powi(-25) * 1.0001), 1);
        assert_eq!(round_f16(-2f64.powi(-1074)), 0x8000);
        assert_eq!(round_f16(f64::NAN), 0x7e00);
        // The largest denormal rounds up to the least normal number.
        assert_eq!(round_f16(2f64.powi(-14) * (1.0 - 2f64.powi(-12))), 0x0400);
    }

    #[test]
    fn minima_prefer_numbers_and_order_zeros() {
        assert_eq!(minimum(f64::NAN, 1.0), 1.0);
        assert_eq!(minimum(1.0, f64::NAN), 1.0);
        assert!(minimum(0.0, -0.0).is_sign_negative() && minimum(-0.0, 0.0).is_sign_negative());
        assert!(maximum(0.0, -0.0).is_sign_positive() && maximum(-0.0, 0.0).is_sign_positive());
        assert!(minimum(f64::NAN, f64::NAN).is_nan());
        assert_eq!(maximum(2.0, 3.0), 3.0);
        assert_eq!(
            [saturate(f64::NAN), saturate(-0.0).to_bits() as f64, saturate(7.0), saturate(0.25)],
            [0.0, 0.0, 1.0, 0.25]
        );
    }

    #[test]
    fn infinities_are_no_nans() {
        assert!(is_nan_f32(0x7f80_0001) && is_nan_f32(0xffff_ffff) && !is_nan_f32(0xff80_0000));
    }
}
