//! The types of values.

use std::fmt;

/// A scalar type. Integers have no sign; operations do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scalar {
    /// A boolean.
    I1,
    /// 8 bits.
    I8,
    /// 16 bits.
    I16,
    /// 32 bits.
    I32,
    /// 64 bits.
    I64,
    /// IEEE binary16.
    F16,
    /// IEEE binary32.
    F32,
}

impl Scalar {
    /// Every scalar type.
    pub const ALL: [Scalar; 7] =
        [Scalar::I1, Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64, Scalar::F16, Scalar::F32];

    /// The name in texture IR.
    pub const fn name(self) -> &'static str {
        match self {
            Scalar::I1 => "i1",
            Scalar::I8 => "i8",
            Scalar::I16 => "i16",
            Scalar::I32 => "i32",
            Scalar::I64 => "i64",
            Scalar::F16 => "f16",
            Scalar::F32 => "f32",
        }
    }

    /// Bits of a value.
    pub const fn bits(self) -> u32 {
        match self {
            Scalar::I1 => 1,
            Scalar::I8 => 8,
            Scalar::I16 | Scalar::F16 => 16,
            Scalar::I32 | Scalar::F32 => 32,
            Scalar::I64 => 64,
        }
    }

    /// Bytes of a value in memory; a boolean has none.
    pub const fn bytes(self) -> u32 {
        self.bits() / 8
    }

    /// Whether it is `f16` or `f32`.
    pub const fn is_float(self) -> bool {
        matches!(self, Scalar::F16 | Scalar::F32)
    }

    /// Whether it is an integer of at least 8 bits.
    pub const fn is_int(self) -> bool {
        !self.is_float() && !matches!(self, Scalar::I1)
    }

    /// A mask of the bits that a value of this type has.
    pub const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The type of a value: a scalar, or a short vector of scalars. Vectors are what texture and memory operations
/// return, kernel arguments that arrive as a block, and what [`vec`](super::Builder::vector) builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Type {
    /// The type of each element.
    pub scalar: Scalar,
    /// Elements: 1 for a scalar, otherwise 2 to [`Type::MAX_LANES`].
    pub lanes: u8,
}

impl Type {
    /// The integer twice as wide; of `i64`, which has none, and of other types the same.
    pub const fn twice_as_wide(self) -> Type {
        let scalar = match self.scalar {
            Scalar::I8 => Scalar::I16,
            Scalar::I16 => Scalar::I32,
            Scalar::I32 => Scalar::I64,
            scalar => scalar,
        };
        Type { scalar, ..self }
    }

    /// The longest vector.
    pub const MAX_LANES: u8 = 128;
    /// The longest vector of `i64`, which has as many dwords as others may have elements.
    pub const MAX_WIDE_LANES: u8 = 64;
    /// The longest vector that is an argument.
    pub const MAX_ARGUMENT_LANES: u8 = 32;
    /// The longest vector that is a media block, with an element a row.
    pub const MAX_ROWS: u8 = 8;
    /// `i1`.
    pub const I1: Type = Type::scalar(Scalar::I1);
    /// `i8`.
    pub const I8: Type = Type::scalar(Scalar::I8);
    /// `i16`.
    pub const I16: Type = Type::scalar(Scalar::I16);
    /// `i32`.
    pub const I32: Type = Type::scalar(Scalar::I32);
    /// `i64`.
    pub const I64: Type = Type::scalar(Scalar::I64);
    /// `f16`.
    pub const F16: Type = Type::scalar(Scalar::F16);
    /// `f32`.
    pub const F32: Type = Type::scalar(Scalar::F32);

    /// A scalar.
    pub const fn scalar(scalar: Scalar) -> Type {
        Type { scalar, lanes: 1 }
    }

    /// A vector of `lanes` elements, a scalar if that is 1.
    pub const fn vector(scalar: Scalar, lanes: u8) -> Type {
        Type { scalar, lanes }
    }

    /// Every type that texts write: scalars, and vectors of as many elements as operations return.
    pub(super) fn written() -> impl Iterator<Item = String> {
        let lengths = ["", "x2", "x3", "x4", "x8", "x16", "x32"];
        lengths.into_iter().flat_map(|lanes| Scalar::ALL.map(|scalar| format!("{scalar}{lanes}")))
    }

    /// Whether it has one element.
    pub const fn is_scalar(self) -> bool {
        self.lanes == 1
    }

    /// Reads `f32`, `i32x4`.
    pub fn from_name(name: impl AsRef<[u8]>) -> Option<Type> {
        let (scalar, lanes) = match name.as_ref() {
            [b'f', b'3', b'2', lanes @ ..] => (Scalar::F32, lanes),
            [b'f', b'1', b'6', lanes @ ..] => (Scalar::F16, lanes),
            [b'i', b'3', b'2', lanes @ ..] => (Scalar::I32, lanes),
            [b'i', b'1', b'6', lanes @ ..] => (Scalar::I16, lanes),
            [b'i', b'6', b'4', lanes @ ..] => (Scalar::I64, lanes),
            [b'i', b'8', lanes @ ..] => (Scalar::I8, lanes),
            b"i1" => return Some(Type::I1),
            _ => return None,
        };
        match lanes {
            [] => Some(Type::scalar(scalar)),
            [b'x', lanes @ b'2'..=b'9'] => Some(Type::vector(scalar, lanes - b'0')),
            [b'x', tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => {
                let lanes = 10 * (tens - b'0') + (ones - b'0');
                Some(Type::vector(scalar, lanes))
            }
            [b'x', b'1', tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => {
                let lanes = 100 + 10 * (tens - b'0') + (ones - b'0');
                (lanes <= Type::MAX_LANES).then(|| Type::vector(scalar, lanes))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.scalar.name())?;
        if self.lanes != 1 { write!(f, "x{}", self.lanes) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for scalar in Scalar::ALL {
            for lanes in 1..=Type::MAX_LANES {
                let ty = Type::vector(scalar, lanes);
                let expected = (lanes == 1 || scalar != Scalar::I1).then_some(ty);
                assert_eq!(Type::from_name(ty.to_string()), expected);
            }
        }
        for wrong in ["i1x2", "f32x1", "f32x129", "f32x08", "f64", "x4", "i32x", "i32x04x2", ""] {
            assert_eq!(Type::from_name(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn masks_have_as_many_ones_as_bits() {
        for scalar in Scalar::ALL {
            assert_eq!(scalar.mask().count_ones(), scalar.bits());
        }
    }
}
