//! The bytes of types, regions, masks and modifiers.

use crate::visa::{Align, Combine, DataType, Exec, Modifier, VectorType};

/// Operand classes: bits 2..0 of the byte that a vector operand begins with.
pub(super) mod class {
    pub const GENERAL: u8 = 0;
    pub const ADDRESS: u8 = 1;
    pub const PREDICATE: u8 = 2;
    pub const INDIRECT: u8 = 3;
    pub const ADDRESS_OF: u8 = 4;
    pub const IMMEDIATE: u8 = 5;
    pub const STATE: u8 = 6;
    pub const MASK: u8 = 7;
}

/// Bits 5..3 of that byte, where the destination is clamped.
pub(super) const SATURATE: u8 = 4 << 3;

/// What Intel's compiler (release 1.0.12504.6) has for the width of the addresses that ADDR_ADD writes, which is that of one
/// whatever the execution size, and for the region of what it takes the address of.
pub(super) const ADDRESS_WIDTH: u8 = 0;
pub(super) const ADDRESS_OF_REGION: u16 = 0x121;

/// The classes of state operands.
pub(super) const STATE_SURFACE: u8 = 0;
pub(super) const STATE_SAMPLER: u8 = 1;

const TYPES: [(DataType, u8); 11] = [
    (DataType::Ud, 0),
    (DataType::D, 1),
    (DataType::Uw, 2),
    (DataType::W, 3),
    (DataType::Ub, 4),
    (DataType::B, 5),
    (DataType::Df, 6),
    (DataType::F, 7),
    (DataType::Uq, 11),
    (DataType::Q, 13),
    (DataType::Hf, 14),
];

const VECTOR_TYPES: [(VectorType, u8); 3] = [(VectorType::V, 8), (VectorType::Uv, 12), (VectorType::Vf, 9)];

/// The names of the types that no variable here has, by code.
pub(super) const OTHER_TYPES: [(u8, &str); 5] = [(8, "v"), (9, "vf"), (10, "bool"), (12, "uv"), (15, "bf")];

pub(super) const fn vector_code(ty: VectorType) -> u8 {
    VECTOR_TYPES[ty as usize].1
}

pub(super) fn vector_of(code: u8) -> Option<VectorType> {
    VECTOR_TYPES.iter().find(|row| row.1 == code).map(|row| row.0)
}

pub(super) fn type_code(ty: DataType) -> u8 {
    const CODES: [u8; TYPES.len()] = {
        let mut codes = [0; TYPES.len()];
        let mut row = 0;
        while row < TYPES.len() {
            codes[TYPES[row].0 as usize] = TYPES[row].1;
            row += 1;
        }
        codes
    };
    CODES[ty as usize]
}

pub(super) fn type_of(code: u8) -> Option<DataType> {
    const FOUND: [Option<DataType>; 16] = {
        let mut found = [None; 16];
        let mut row = 0;
        while row < TYPES.len() {
            found[TYPES[row].1 as usize] = Some(TYPES[row].0);
            row += 1;
        }
        found
    };
    FOUND.get(usize::from(code)).copied().flatten()
}

const ALIGNS: [(Align, u8); 10] = [
    (Align::Byte, 0),
    (Align::Word, 1),
    (Align::Dword, 2),
    (Align::Qword, 3),
    (Align::Oword, 4),
    (Align::Grf, 5),
    (Align::Grf2, 6),
    (Align::Hword, 7),
    (Align::Hword2, 8),
    (Align::Hword4, 9),
];

pub(super) fn align_code(align: Align) -> u8 {
    ALIGNS.iter().find(|row| row.0 == align).map_or(0, |row| row.1)
}

pub(super) fn align_of(code: u8) -> Option<Align> {
    ALIGNS.iter().find(|row| row.1 == code).map(|row| row.0)
}

/// Strides and widths, by code from 1 on; 0 for none.
const REGION: [u8; 7] = [0, 1, 2, 4, 8, 16, 32];

/// The code of a stride or width; `None` where it is none of those that have one.
pub(super) fn region_code(number: u8) -> Option<u16> {
    match number {
        0 => Some(1),
        1 | 2 | 4 | 8 | 16 | 32 => Some(number.trailing_zeros() as u16 + 2),
        _ => None,
    }
}

/// The stride or width of that code.
pub(super) fn region_number(code: u16) -> Option<u8> {
    REGION.get(usize::from(code).checked_sub(1)?).copied()
}

/// An execution size and mask: the exponent of the lanes, then the mask from M1 on, M1_NM being 8. `None` for lanes or
/// a first lane that have no code.
pub(super) fn exec_byte(exec: Exec) -> Option<u8> {
    let legal = exec.lanes.is_power_of_two() && exec.lanes <= 32 && exec.first.is_multiple_of(4) && exec.first < 32;
    legal.then(|| exec.lanes.trailing_zeros() as u8 | (exec.first / 4) << 4 | u8::from(exec.nomask) << 7)
}

/// The execution size and mask of that byte.
pub(super) fn exec_of(byte: u8) -> Option<Exec> {
    let exponent = byte & 0xf;
    (exponent <= 5).then(|| Exec { lanes: 1 << exponent, first: (byte >> 4 & 7) * 4, nomask: byte & 0x80 != 0 })
}

/// Bits 5..3 of a source's first byte.
pub(super) const fn modifier_code(modifier: Modifier) -> u8 {
    match modifier {
        Modifier::None => 0,
        Modifier::Abs => 1 << 3,
        Modifier::Negate => 2 << 3,
        Modifier::NegateAbs => 3 << 3,
        Modifier::Not => 5 << 3,
    }
}

/// The modifier in a source's first byte.
pub(super) const fn modifier_of(tag: u8) -> Option<Modifier> {
    match tag >> 3 & 7 {
        0 => Some(Modifier::None),
        1 => Some(Modifier::Abs),
        2 => Some(Modifier::Negate),
        3 => Some(Modifier::NegateAbs),
        5 => Some(Modifier::Not),
        _ => None,
    }
}

/// Bits 14..13 of a predicate.
pub(super) const fn combine_code(combine: Combine) -> u16 {
    match combine {
        Combine::None => 0,
        Combine::Any => 1 << 13,
        Combine::All => 2 << 13,
    }
}

/// How a predicate's bits are combined.
pub(super) const fn combine_of(word: u16) -> Option<Combine> {
    match word >> 13 & 3 {
        0 => Some(Combine::None),
        1 => Some(Combine::Any),
        2 => Some(Combine::All),
        _ => None,
    }
}

/// The bit of a predicate that is inverted.
pub(super) const INVERTED: u16 = 1 << 15;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_what_they_stand_for_belong_together() {
        for ty in DataType::all() {
            assert_eq!(type_of(type_code(ty)), Some(ty));
        }
        assert!((0..16).all(|code| type_of(code).is_some() != OTHER_TYPES.iter().any(|row| row.0 == code)));
        for (align, code) in ALIGNS {
            assert_eq!((align_code(align), align_of(code)), (code, Some(align)));
        }
        for (index, number) in REGION.into_iter().enumerate() {
            assert_eq!(region_code(number), Some(index as u16 + 1));
            assert_eq!(region_number(index as u16 + 1), Some(number));
        }
        assert_eq!((region_code(3), region_number(0), region_number(8)), (None, None, None));
        for modifier in Modifier::TEXT.map(|row| row.0) {
            assert_eq!(modifier_of(modifier_code(modifier)), Some(modifier));
        }
    }

    /// Values of the documents (ADDC, Exec_size): 8 lanes are 3, M1_NM is 8, M5 is 4.
    #[test]
    fn execution_sizes_are_those_of_the_documents() {
        assert_eq!(exec_byte(Exec::masked(8, 0)), Some(0x03));
        assert_eq!(exec_byte(Exec::SCALAR), Some(0x80));
        assert_eq!(exec_byte(Exec::masked(16, 16)), Some(0x44));
        assert_eq!(exec_byte(Exec::all(8, 24)), Some(0xe3));
        assert_eq!(exec_byte(Exec::masked(3, 0)), None);
        for byte in 0..=255 {
            assert!(exec_of(byte).is_none_or(|exec| exec_byte(exec) == Some(byte)));
        }
    }
}
