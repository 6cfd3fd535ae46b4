//! How MCS words are unpacked: the one place that says which element of an MCS vector has which bits.
//!
//! The MCS value of a multisampled pixel has 64 bits, which say where each of its samples is stored. `load_mcs` returns
//! it and `load_ms` takes it, in one of two forms (3D_LOAD, ld_mcs and ld2dms_w):
//!
//! | form | type | element i | slots of ld2dms_w |
//! |---|---|---|---|
//! | [`McsForm::Dwords`] | `i32x4`, and for `load_ms` any `i32` vector | 0 and 1: bits 32i+31 to 32i; others: zero, not read | `mcsl`, `mcsh` |
//! | [`McsForm::Words`] | `i16x4` | bits 16i+15 to 16i | `mcs0` to `mcs3` |
//!
//! A program is written with either form. Lowering chooses the one that costs less on a platform whose ld2dms_w takes
//! words, and makes dwords of words for any other.

use super::texture_op::ChannelMask;
use super::types::{Scalar, Type};

/// How a vector holds an MCS value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum McsForm {
    /// As two dwords, the low one first.
    Dwords,
    /// As four words, the lowest first.
    Words,
}

impl McsForm {
    /// The form that a vector of this type has, where it can hold an MCS value.
    pub fn of(ty: Type) -> Option<McsForm> {
        match ty.scalar {
            Scalar::I32 if ty.lanes >= 2 => Some(McsForm::Dwords),
            Scalar::I16 if ty.lanes == 4 => Some(McsForm::Words),
            _ => None,
        }
    }

    /// The type of an element.
    pub const fn element(self) -> Type {
        match self {
            McsForm::Dwords => Type::I32,
            McsForm::Words => Type::I16,
        }
    }

    /// The type that `load_mcs` returns in this form.
    pub const fn result(self) -> Type {
        Type::vector(self.element().scalar, 4)
    }

    /// How many elements hold bits of the value: the first ones.
    pub const fn count(self) -> u8 {
        (u64::BITS / self.element().scalar.bits()) as u8
    }

    /// The elements that hold bits of the value, as channels of the result.
    pub const fn read(self) -> ChannelMask {
        ChannelMask::from_bits((1 << self.count()) - 1)
    }

    /// The lowest bit of the value that element `index` holds.
    pub const fn first_bit(self, index: u8) -> u32 {
        index as u32 * self.element().scalar.bits()
    }

    /// The MCS value of which `element` gives the elements.
    pub fn unpack(self, element: impl Fn(u8) -> u64) -> u64 {
        let mask = self.element().scalar.mask();
        (0..self.count()).fold(0, |value, index| value | (element(index) & mask) << self.first_bit(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_hold_the_same_value() {
        let dwords = [0x3322_1100, 0x7766_5544, 9, 9];
        let words = [0x1100, 0x3322, 0x5544, 0x7766];
        let value = 0x7766_5544_3322_1100;
        assert_eq!(McsForm::Dwords.unpack(|index| dwords[usize::from(index)]), value);
        assert_eq!(McsForm::Words.unpack(|index| words[usize::from(index)]), value);
        assert_eq!((McsForm::Dwords.read().bits(), McsForm::Words.read().bits()), (0b0011, 0b1111));
    }

    #[test]
    fn vectors_of_other_types_hold_none() {
        for ty in [Type::I32, Type::vector(Scalar::I16, 2), Type::vector(Scalar::F32, 4)] {
            assert_eq!(McsForm::of(ty), None, "{ty}");
        }
        for form in [McsForm::Dwords, McsForm::Words] {
            assert_eq!(McsForm::of(form.result()), Some(form));
        }
    }
}
