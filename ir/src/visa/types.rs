//! Element types, execution sizes and regions.

use std::fmt;

/// A name of at most eight bytes as a number, which is compared at once; of longer ones one that no name has.
#[inline]
pub(super) const fn name_key(name: &str) -> u64 {
    let name = name.as_bytes();
    if name.len() > 8 {
        return u64::MAX;
    }
    let (mut key, mut at) = (0, 0);
    while at < name.len() {
        key = key << 8 | name[at] as u64;
        at += 1;
    }
    key
}

/// The type of a variable's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DataType {
    /// Unsigned dword.
    Ud,
    /// Dword.
    D,
    /// Unsigned word.
    Uw,
    /// Word.
    W,
    /// Unsigned byte.
    Ub,
    /// Byte.
    B,
    /// Float.
    F,
    /// Half float.
    Hf,
    /// Double float.
    Df,
    /// Unsigned qword.
    Uq,
    /// Qword.
    Q,
}

impl DataType {
    const TABLE: [(DataType, &'static str, u32); 11] = [
        (DataType::Ud, "ud", 4),
        (DataType::D, "d", 4),
        (DataType::Uw, "uw", 2),
        (DataType::W, "w", 2),
        (DataType::Ub, "ub", 1),
        (DataType::B, "b", 1),
        (DataType::F, "f", 4),
        (DataType::Hf, "hf", 2),
        (DataType::Df, "df", 8),
        (DataType::Uq, "uq", 8),
        (DataType::Q, "q", 8),
    ];

    /// The last column alone, which is asked for more often than any other fact.
    const BYTES: [u8; DataType::TABLE.len()] = {
        let mut bytes = [0; DataType::TABLE.len()];
        let mut row = 0;
        while row < bytes.len() {
            bytes[row] = DataType::TABLE[row].2 as u8;
            row += 1;
        }
        bytes
    };

    /// Every type.
    pub fn all() -> impl Iterator<Item = DataType> {
        DataType::TABLE.into_iter().map(|row| row.0)
    }

    /// The name in vISA text.
    pub const fn name(self) -> &'static str {
        DataType::TABLE[self as usize].1
    }

    /// Bytes of an element.
    #[inline]
    pub const fn bytes(self) -> u32 {
        DataType::BYTES[self as usize] as u32
    }

    /// How many whole elements are in so many bytes. An element has a power of two of them, and a shift is cheap.
    #[inline]
    pub const fn elements_in(self, bytes: u32) -> u32 {
        bytes >> self.bytes().trailing_zeros()
    }

    /// The type of that name.
    pub fn from_name(name: &str) -> Option<DataType> {
        const KEYS: [u64; DataType::TABLE.len()] = {
            let mut keys = [0; DataType::TABLE.len()];
            let mut row = 0;
            while row < keys.len() {
                keys[row] = name_key(DataType::TABLE[row].1);
                row += 1;
            }
            keys
        };
        let key = name_key(name);
        KEYS.iter().position(|known| *known == key).map(|row| DataType::TABLE[row].0)
    }

    /// Whether it is a float type.
    pub const fn is_float(self) -> bool {
        matches!(self, DataType::F | DataType::Hf | DataType::Df)
    }

    /// Whether it is an integer type with a sign.
    pub const fn is_signed(self) -> bool {
        matches!(self, DataType::D | DataType::W | DataType::B | DataType::Q)
    }
}

impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The type of a vector immediate: small numbers packed in one dword of an instruction, one for each lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VectorType {
    /// Eight of 4 bits, with a sign.
    V,
    /// Eight of 4 bits, without.
    Uv,
    /// Four floats of 8 bits: a sign, an exponent of 3 bits and a fraction of 4.
    Vf,
}

impl VectorType {
    /// Every type with its name in vISA text.
    pub const TEXT: [(VectorType, &'static str); 3] =
        [(VectorType::V, "v"), (VectorType::Uv, "uv"), (VectorType::Vf, "vf")];

    /// The name in vISA text.
    pub const fn name(self) -> &'static str {
        VectorType::TEXT[self as usize].1
    }

    /// The type of that name.
    pub fn from_name(name: &str) -> Option<VectorType> {
        let key = name_key(name);
        VectorType::TEXT.iter().find(|row| name_key(row.1) == key).map(|row| row.0)
    }

    /// The type that an instruction reads them as (Gen instruction set, immediate operands).
    pub const fn element(self) -> DataType {
        match self {
            VectorType::V => DataType::W,
            VectorType::Uv => DataType::Uw,
            VectorType::Vf => DataType::F,
        }
    }

    /// The number of `lane` in `bits`, as bits of its [element](VectorType::element). Lanes behind the last number
    /// begin again with the first.
    pub const fn number(self, bits: u32, lane: u32) -> u64 {
        let nibble = bits >> (lane % 8 * 4) & 0xf;
        match self {
            VectorType::V => (((nibble << 28) as i32 >> 28) as u16) as u64,
            VectorType::Uv => nibble as u64,
            VectorType::Vf => {
                let byte = bits >> (lane % 4 * 8) & 0xff;
                let sign = (byte & 0x80) << 24;
                // The exponent has a bias of 3, that of a float one of 127; the fraction begins at bit 19 there. Zero
                // is no power of two.
                let magnitude = if byte & 0x7f == 0 { 0 } else { ((byte >> 4 & 7) + 124) << 23 | (byte & 0xf) << 19 };
                (sign | magnitude) as u64
            }
        }
    }
}

impl fmt::Display for VectorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Where a variable may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Align {
    /// At a byte.
    Byte,
    /// At 2 bytes.
    Word,
    /// At 4 bytes.
    Dword,
    /// At 8 bytes.
    Qword,
    /// At 16 bytes.
    Oword,
    /// At 32 bytes.
    Hword,
    /// At 64 bytes.
    Hword2,
    /// At 128 bytes.
    Hword4,
    /// At a register.
    Grf,
    /// At a register with an even number.
    Grf2,
}

impl Align {
    const NAMES: [(Align, &'static str); 10] = [
        (Align::Byte, "byte"),
        (Align::Word, "word"),
        (Align::Dword, "dword"),
        (Align::Qword, "qword"),
        (Align::Oword, "oword"),
        (Align::Hword, "hword"),
        (Align::Hword2, "32word"),
        (Align::Hword4, "64word"),
        (Align::Grf, "GRF"),
        (Align::Grf2, "2GRF"),
    ];

    /// The name in vISA text.
    pub const fn name(self) -> &'static str {
        Align::NAMES[self as usize].1
    }

    /// What the dumps of Intel's compiler call two of them.
    const NAMES_OF_DUMPS: [(Align, &'static str); 2] = [(Align::Hword2, "wordx32"), (Align::Hword4, "wordx64")];

    /// The alignment of that name.
    pub fn from_name(name: &str) -> Option<Align> {
        if name == Align::Grf.name() {
            return Some(Align::Grf);
        }
        Align::NAMES.iter().chain(&Align::NAMES_OF_DUMPS).find(|row| row.1 == name).map(|row| row.0)
    }

    /// In bytes, with registers of `grf_bytes`.
    pub const fn bytes(self, grf_bytes: u32) -> u32 {
        match self {
            Align::Grf => grf_bytes,
            Align::Grf2 => 2 * grf_bytes,
            align => 1 << align as u32,
        }
    }
}

/// Which lanes an instruction works on: `(M5, 16)` or `(M1_NM, 1)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exec {
    /// How many: 1, 2, 4, 8, 16 or 32.
    pub lanes: u8,
    /// The first lane, a multiple of 4: mask Mk begins at lane 4(k-1).
    pub first: u8,
    /// Whether the execution mask is ignored.
    pub nomask: bool,
}

impl Exec {
    /// One lane whatever the execution mask: how values that all lanes share are computed.
    pub const SCALAR: Exec = Exec { lanes: 1, first: 0, nomask: true };

    /// The lanes from `first`, where they are active.
    pub const fn masked(lanes: u32, first: u32) -> Exec {
        Exec { lanes: lanes as u8, first: first as u8, nomask: false }
    }

    /// The lanes from `first`, active or not.
    pub const fn all(lanes: u32, first: u32) -> Exec {
        Exec { lanes: lanes as u8, first: first as u8, nomask: true }
    }

    /// The lanes as bits.
    pub const fn lane_mask(self) -> u32 {
        let ones = if self.lanes >= 32 { u32::MAX } else { (1 << self.lanes) - 1 };
        ones << self.first
    }

    /// The number in the mask's name, 1 to 8.
    pub const fn mask_number(self) -> u8 {
        self.first / 4 + 1
    }
}

impl fmt::Display for Exec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(M{}{}, {})", self.mask_number(), if self.nomask { "_NM" } else { "" }, self.lanes)
    }
}

/// How a source operand steps through its variable: `<vertical stride; width, horizontal stride>` in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// Elements from the start of one row to the start of the next.
    pub vertical: u8,
    /// Elements in a row.
    pub width: u8,
    /// Elements from one to the next in a row.
    pub horizontal: u8,
}

impl Region {
    /// The same element for every lane.
    pub const SCALAR: Region = Region { vertical: 0, width: 1, horizontal: 0 };
    /// One element after the other.
    pub const CONTIGUOUS: Region = Region { vertical: 1, width: 1, horizontal: 0 };

    /// Two elements that follow each other, again and again.
    pub const PAIR: Region = Region { vertical: 0, width: 2, horizontal: 1 };

    /// Every `stride`-th element.
    pub const fn strided(stride: u8) -> Region {
        Region { vertical: stride, width: 1, horizontal: 0 }
    }

    /// The element that lane `lane` reads, counted from the operand's start.
    #[inline]
    pub const fn element(self, lane: u32) -> u32 {
        // Of the regions that are written, nearly all: a division is slow.
        if self.width <= 1 {
            return lane * self.vertical as u32;
        }
        let width = self.width as u32;
        lane / width * self.vertical as u32 + lane % width * self.horizontal as u32
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{};{},{}>", self.vertical, self.width, self.horizontal)
    }
}

/// What is done to a source operand before it is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Modifier {
    /// Nothing.
    #[default]
    None,
    /// Negation.
    Negate,
    /// Absolute value.
    Abs,
    /// Negated absolute value.
    NegateAbs,
    /// Bitwise complement.
    Not,
}

impl Modifier {
    /// Every modifier with its text.
    pub const TEXT: [(Modifier, &'static str); 5] = [
        (Modifier::None, ""),
        (Modifier::Negate, "(-)"),
        (Modifier::Abs, "(abs)"),
        (Modifier::NegateAbs, "(-abs)"),
        (Modifier::Not, "(~)"),
    ];

    /// The modifier that does what `inner` does, then what this one does. A complement goes with no other.
    #[must_use]
    pub const fn after(self, inner: Modifier) -> Modifier {
        match (self, inner) {
            (Modifier::None, _) => inner,
            (Modifier::Negate, Modifier::Negate) | (Modifier::Not, Modifier::Not) => Modifier::None,
            (Modifier::Negate, Modifier::Abs) => Modifier::NegateAbs,
            (Modifier::Negate, Modifier::NegateAbs) => Modifier::Abs,
            _ => self,
        }
    }

    /// The text in front of an operand.
    pub const fn text(self) -> &'static str {
        Modifier::TEXT[self as usize].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_stand_at_their_index() {
        for ty in DataType::all() {
            assert_eq!(DataType::from_name(ty.name()), Some(ty));
        }
        for (index, (align, name)) in Align::NAMES.into_iter().enumerate() {
            assert_eq!((align as usize, Align::from_name(name)), (index, Some(align)));
        }
        for (index, (modifier, _)) in Modifier::TEXT.into_iter().enumerate() {
            assert_eq!(modifier as usize, index);
        }
    }

    #[test]
    fn the_second_half_of_simd32_begins_at_m5() {
        let exec = Exec::masked(16, 16);
        assert_eq!(exec.to_string(), "(M5, 16)");
        assert_eq!(exec.lane_mask(), 0xffff_0000);
        assert_eq!(Exec::SCALAR.to_string(), "(M1_NM, 1)");
        assert_eq!(Exec::all(32, 0).lane_mask(), u32::MAX);
    }

    #[test]
    fn regions_step_through_their_elements() {
        let strided = Region { vertical: 8, width: 4, horizontal: 2 };
        assert_eq!([0, 1, 3, 4, 5].map(|lane| strided.element(lane)), [0, 2, 6, 8, 10]);
        assert_eq!([0, 9].map(|lane| Region::SCALAR.element(lane)), [0, 0]);
        assert_eq!([0, 9].map(|lane| Region::CONTIGUOUS.element(lane)), [0, 9]);
    }

    /// 3D graphics hardware's restricted floats: the exponent has a bias of 3, so that 0x30 is 1.0 and 0x48 is 1.5 * 2.
    #[test]
    fn small_numbers_are_read_as_their_elements() {
        let numbers = |ty: VectorType, bits| [0, 1, 2, 3, 8, 9].map(|lane| ty.number(bits, lane));
        assert_eq!(numbers(VectorType::V, 0x7654_f81f), [0xffff, 1, 0xfff8, 0xffff, 0xffff, 1]);
        assert_eq!(numbers(VectorType::Uv, 0x7654_f81f), [15, 1, 8, 15, 15, 1]);
        let floats = [0.0_f32, -1.0, 1.0, 3.0, 0.0, -1.0].map(|number| u64::from(number.to_bits()));
        assert_eq!(numbers(VectorType::Vf, 0x4830_b000), floats);
        assert_eq!(VectorType::Vf.number(0x80, 0), u64::from((-0.0_f32).to_bits()));
        for (ty, name) in VectorType::TEXT {
            assert_eq!((ty.name(), VectorType::from_name(name)), (name, Some(ty)));
        }
    }
}
