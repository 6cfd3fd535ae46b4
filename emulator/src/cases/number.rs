//! Numbers as cases write them: decimal, or hexadecimal text.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, Unexpected, Visitor};

/// A number of a case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    /// Hexadecimal text, `0x3f800000`: bits, whatever they mean.
    Bits(u64),
    /// A number.
    Real(f64),
}

impl Number {
    /// The integer, where it is one of `bits` bits: unsigned, or signed in two's complement.
    pub fn integer(self, bits: u32) -> Option<u64> {
        match self {
            Number::Bits(value) => (value <= u64::MAX >> (64 - bits)).then_some(value),
            Number::Real(value) => {
                // Numbers of cases have at most 32 bits, those of 64 are text, so that a binary64 holds each.
                let [least, end] = [-(2f64.powi(bits as i32 - 1)), 2f64.powi(bits as i32)];
                let fits = value.fract() == 0.0 && (least..end).contains(&value);
                fits.then(|| (value as i128) as u64 & u64::MAX >> (64 - bits))
            }
        }
    }

    /// The bits of the binary32: those of the text, or of the number that is nearest.
    pub fn float(self) -> Option<u32> {
        match self {
            Number::Bits(value) => u32::try_from(value).ok(),
            Number::Real(value) => Some((value as f32).to_bits()),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Bits(bits) => write!(f, "{bits:#x}"),
            Number::Real(value) => write!(f, "{value}"),
        }
    }
}

/// Reads hexadecimal digits, with `0x` before them or without.
pub(super) fn hexadecimal(text: &str) -> Option<u64> {
    let digits = text.strip_prefix("0x").or(text.strip_prefix("0X")).unwrap_or(text);
    // `from_str_radix` would take a sign.
    digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| u64::from_str_radix(digits, 16).ok())?
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, or a string of hexadecimal digits of at most 64 bits")
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Number, E> {
        Ok(if value > 1 << 53 { Number::Bits(value) } else { Number::Real(value as f64) })
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Number, E> {
        Ok(Number::Real(value as f64))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Number, E> {
        Ok(Number::Real(value))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Number, E> {
        hexadecimal(text).map(Number::Bits).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        deserializer.deserialize_any(NumberVisitor)
    }
}

/// An unsigned number of at most 32 bits, decimal or hexadecimal.
pub(super) fn word<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let number = Number::deserialize(deserializer)?;
    let word = match number {
        Number::Real(value) if value < 0.0 => None,
        number => number.integer(32).and_then(|value| u32::try_from(value).ok()),
    };
    word.ok_or_else(|| D::Error::custom(format!("{number} is no number from 0 to {}", u32::MAX)))
}

/// The same, where it may be absent.
pub(super) fn optional_word<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    word(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_decimal_or_hexadecimal_and_have_a_range() {
        let read = |text: &str| serde_json::from_str::<Number>(text).map_err(|error| error.to_string());
        assert_eq!(read("\"0x1F0\""), Ok(Number::Bits(0x1f0)));
        assert_eq!(read("\"ff\""), Ok(Number::Bits(255)));
        assert_eq!(read("-1"), Ok(Number::Real(-1.0)));
        assert_eq!(read("18446744073709551615"), Ok(Number::Bits(u64::MAX)));
        for wrong in ["\"0x\"", "\"+1\"", "\"0x10000000000000000\"", "\"one\"", "true", "null", "[1]"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert_eq!(Number::Real(-1.0).integer(32), Some(0xffff_ffff));
        assert_eq!(Number::Real(4_294_967_295.0).integer(32), Some(0xffff_ffff));
        assert_eq!(
            [4_294_967_296.0, 0.5, -2_147_483_649.0, f64::NAN].map(|value| Number::Real(value).integer(32)),
            [None; 4]
        );
        assert_eq!(Number::Bits(0x1_0000).integer(16), None);
        assert_eq!(Number::Real(-32768.0).integer(16), Some(0x8000));
        assert_eq!([Number::Real(1.0).float(), Number::Bits(7).float()], [Some(0x3f80_0000), Some(7)]);
    }
}
