//! Constants as text. What is printed is read back as the same bits.

use std::fmt;

use super::types::Scalar;
use crate::SmallFloat;

/// Writes the constant with these bits.
///
/// Integers are signed decimals; floats the shortest decimal that is read back as the same value, `inf`, `-inf`, or,
/// for a NaN, the encoding in hexadecimal.
pub(super) fn write(f: &mut dyn fmt::Write, scalar: Scalar, bits: u64) -> fmt::Result {
    match scalar {
        Scalar::I1 => f.write_str(if bits & 1 == 1 { "true" } else { "false" }),
        Scalar::I8 => write!(f, "{}", bits as i8),
        Scalar::I16 => write!(f, "{}", bits as i16),
        Scalar::I32 => write!(f, "{}", bits as i32),
        Scalar::I64 => write!(f, "{}", bits as i64),
        Scalar::F16 => {
            let value = SmallFloat::HALF.decode(bits as u32) as f32;
            if value.is_nan() { write!(f, "{bits:#x}") } else { write!(f, "{value:?}") }
        }
        Scalar::F32 => {
            let value = f32::from_bits(bits as u32);
            if value.is_nan() { write!(f, "{bits:#x}") } else { write!(f, "{value:?}") }
        }
    }
}

/// Parses a constant of that type. Hexadecimal digits are the bits, also of a float.
///
/// # Errors
///
/// The text is no constant of that type, with what is expected.
pub(super) fn read(scalar: Scalar, text: &str) -> Result<u64, String> {
    if scalar == Scalar::I1 {
        return match text {
            "true" => Ok(1),
            "false" => Ok(0),
            _ => Err(format!("expected `true` or `false`, found `{text}`")),
        };
    }
    let out_of_range = || match scalar.is_float() {
        true => format!("`{text}` does not fit {scalar}; expected at most {} hexadecimal digits", scalar.bits() / 4),
        false => {
            let least = -1_i64 << (scalar.bits() - 1);
            format!("`{text}` does not fit {scalar}; expected {least} to {}", scalar.mask())
        }
    };
    if let Some(digits) = text.strip_prefix("0x") {
        let bits = u64::from_str_radix(digits, 16).map_err(|_| out_of_range())?;
        return if bits & !scalar.mask() == 0 { Ok(bits) } else { Err(out_of_range()) };
    }
    match scalar {
        Scalar::F16 => {
            let value: f64 = text.parse().map_err(|_| format!("expected a number, found `{text}`"))?;
            Ok(u64::from(SmallFloat::HALF.encode(value)))
        }
        Scalar::F32 => {
            let value: f32 = text.parse().map_err(|_| format!("expected a number, found `{text}`"))?;
            Ok(u64::from(value.to_bits()))
        }
        _ => {
            let is_long = scalar == Scalar::I64;
            let least = -1_i64 << (scalar.bits() - 1);
            match text.parse::<i64>() {
                Ok(value) if is_long || value >= least && value <= scalar.mask() as i64 => {
                    Ok(value as u64 & scalar.mask())
                }
                Err(_) if text.contains(['.', 'e', 'i', 'n']) => {
                    Err(format!("expected an integer for {scalar}, found `{text}`"))
                }
                // Those that only an unsigned number of 64 bits can be.
                Err(_) if is_long => text.parse().map_err(|_| out_of_range()),
                _ => Err(out_of_range()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn round_trip(scalar: Scalar, bits: u64) {
        let mut text = String::new();
        write(&mut text, scalar, bits).expect("strings take everything");
        assert_eq!(read(scalar, &text), Ok(bits), "{scalar} {text}");
    }

    #[test]
    fn every_half_float_is_read_back() {
        (0..=0xffff).for_each(|bits| round_trip(Scalar::F16, bits));
    }

    proptest! {
        #[test]
        fn constants_are_read_back(index in 0..Scalar::ALL.len(), bits: u64) {
            round_trip(Scalar::ALL[index], bits & Scalar::ALL[index].mask());
        }
    }

    #[test]
    fn signs_of_zero_are_kept() {
        assert_eq!(read(Scalar::F32, "-0.0"), Ok(0x8000_0000));
        assert_eq!(read(Scalar::F32, "0"), Ok(0));
    }

    #[test]
    fn ranges_are_those_of_signed_and_unsigned_numbers() {
        assert_eq!(read(Scalar::I8, "255"), Ok(255));
        assert_eq!(read(Scalar::I8, "-128"), Ok(128));
        assert_eq!(read(Scalar::I64, "18446744073709551615"), Ok(u64::MAX));
        assert_eq!(read(Scalar::I64, "-9223372036854775808"), Ok(1 << 63));
        for wrong in ["18446744073709551616", "-9223372036854775809"] {
            assert!(read(Scalar::I64, wrong).is_err(), "{wrong}");
        }
        for wrong in ["256", "-129", "0x100", "1.5"] {
            assert!(read(Scalar::I8, wrong).is_err(), "{wrong}");
        }
        assert!(read(Scalar::F16, "0x10000").is_err());
        assert!(read(Scalar::I1, "1").is_err());
    }
}
