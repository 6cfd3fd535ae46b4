//! AddressVar variables, and moves of the elements that they point to.
//!
//! Arrays in registers are indexed with them.

use cranelift_entity::packed_option::PackedOption;

use super::entities::{AddressVar, Var};
use super::operand::{Dst, Predicate, Raw, Src};
use super::types::{DataType, Exec, Modifier, Region};

/// The most elements of an address variable: as many as operands name (Address Operands, width and offset).
pub(crate) const MAX_ADDRESSES: u16 = 255;

/// An element of an address variable: `A0(3)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AddressElement {
    /// The variable.
    pub address: AddressVar,
    /// The number of the element.
    pub element: u8,
}

/// Takes the address of a variable and adds a number of bytes to it, for each lane (ADDR_ADD).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AddressAdd {
    /// Which lanes it works on.
    pub exec: Exec,
    /// The element of the first lane; those of the others follow it.
    pub dst: AddressElement,
    /// What the address is of: a variable, and bytes from its start.
    pub base: Raw,
    /// The bytes to add, of type UW.
    pub src: Src,
}

/// What an address points to: `r[A0(3),4]` and a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Indirect {
    /// The address, or the first of several.
    pub at: AddressElement,
    /// Bytes to add to each address, -512 to 511.
    pub offset: i16,
    /// The type of the elements.
    pub ty: DataType,
    /// The variable into which the addresses point, as far as who made the instruction says: no text and no binary does.
    pub of: PackedOption<Var>,
    /// Bytes from one row of that variable to the next, where a row has an element for each lane of a half; else 0.
    pub row: u16,
}

impl Indirect {
    /// What text and binary say of it.
    #[must_use]
    pub fn written(self) -> Indirect {
        Indirect { of: None.into(), row: 0, ..self }
    }
}

/// How the lanes step through what addresses point to (Operands, Region Interpretation for Indirect Operands).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IndirectRegion {
    /// From one address on.
    One(Region),
    /// Each row of `width` elements has an address of its own, one behind the other.
    EachRow {
        /// Elements of a row.
        width: u8,
        /// Elements from one of a row to the next.
        horizontal: u8,
    },
}

/// The destination of an [`IndirectMove`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveDst {
    /// Elements of a variable.
    Direct(Dst),
    /// Elements from one address on, so many from one lane's to the next's.
    Indirect(Indirect, u8),
}

/// The source of an [`IndirectMove`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveSrc {
    /// A variable or a number.
    Direct(Src),
    /// What addresses point to.
    Indirect(Indirect, IndirectRegion, Modifier),
}

/// A move of which one operand at least is indirect. Intel's compiler has such operands in no other instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IndirectMove {
    /// Whether a float result is clamped to 0..1.
    pub saturate: bool,
    /// Which lanes it works on.
    pub exec: Exec,
    /// The predicate that disables lanes.
    pub predicate: Option<Predicate>,
    /// Where the result goes.
    pub dst: MoveDst,
    /// What is moved.
    pub src: MoveSrc,
}

impl IndirectMove {
    /// Its indirect operands.
    pub fn indirect(&self) -> impl Iterator<Item = Indirect> {
        let dst = match self.dst {
            MoveDst::Indirect(operand, _) => Some(operand),
            MoveDst::Direct(_) => None,
        };
        let src = match self.src {
            MoveSrc::Indirect(operand, ..) => Some(operand),
            MoveSrc::Direct(_) => None,
        };
        dst.into_iter().chain(src)
    }
}
