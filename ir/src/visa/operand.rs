//! The operands of instructions.

use cranelift_entity::packed_option::ReservedValue;

use super::entities::{Pred, Var};
use super::types::{DataType, Modifier, Region, VectorType};
use crate::Bits;

/// A destination: elements of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dst {
    /// The variable.
    pub var: Var,
    /// Bytes from its start, a multiple of its element size.
    pub offset: u16,
    /// Elements from one lane's to the next's.
    pub stride: u8,
}

impl Dst {
    /// The whole of `var` from its start.
    pub const fn whole(var: Var) -> Dst {
        Dst { var, offset: 0, stride: 1 }
    }
}

/// A source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Src {
    /// Elements of a variable.
    Register {
        /// The variable.
        var: Var,
        /// Bytes from its start, a multiple of its element size.
        offset: u16,
        /// How the lanes step through it.
        region: Region,
        /// What is done to each element.
        modifier: Modifier,
    },
    /// A number, the same in all lanes.
    Immediate {
        /// Its type.
        ty: DataType,
        /// Its bits.
        bits: Bits,
    },
    /// A small number for each lane.
    Vector {
        /// Their type.
        ty: VectorType,
        /// Their bits, the first lane's lowest.
        bits: u32,
    },
}

impl Src {
    /// One element of `var` for each lane.
    pub const fn lanes(var: Var) -> Src {
        Src::Register { var, offset: 0, region: Region::CONTIGUOUS, modifier: Modifier::None }
    }

    /// The first element of `var` for all lanes.
    pub const fn scalar(var: Var) -> Src {
        Src::Register { var, offset: 0, region: Region::SCALAR, modifier: Modifier::None }
    }

    /// A number.
    pub const fn immediate(ty: DataType, bits: u64) -> Src {
        Src::Immediate { ty, bits: Bits::new(bits) }
    }

    /// The same source from `bytes` further on; a number is everywhere the same.
    #[must_use]
    pub const fn at(self, bytes: u16) -> Src {
        match self {
            Src::Register { var, offset, region, modifier } => {
                Src::Register { var, offset: offset + bytes, region, modifier }
            }
            number => number,
        }
    }

    /// Where the element is that all lanes read unmodified.
    pub(super) const fn as_scalar(self) -> Option<Raw> {
        match self {
            Src::Register { var, offset, region: Region::SCALAR, modifier: Modifier::None } => {
                Some(Raw { var, offset })
            }
            _ => None,
        }
    }

    /// The same source, modified; a number stays.
    #[must_use]
    pub const fn modified(self, modifier: Modifier) -> Src {
        match self {
            Src::Register { var, offset, region, .. } => Src::Register { var, offset, region, modifier },
            number => number,
        }
    }
}

/// The bytes of a variable from an offset on, as messages take and return them: `V40.64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Raw {
    /// The variable.
    pub var: Var,
    /// Bytes from its start.
    pub offset: u16,
}

impl Raw {
    /// The variable from its start.
    pub const fn whole(var: Var) -> Raw {
        Raw { var, offset: 0 }
    }
}

impl ReservedValue for Raw {
    fn reserved_value() -> Raw {
        Raw::whole(Var::reserved_value())
    }

    fn is_reserved_value(&self) -> bool {
        self.var.is_reserved_value()
    }
}

/// How the bits of a predicate are combined before they are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Combine {
    /// Each lane has its own.
    #[default]
    None,
    /// Whether one is set.
    Any,
    /// Whether all are set.
    All,
}

/// The use of a predicate: combined first, then inverted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Predicate {
    /// The predicate.
    pub pred: Pred,
    /// Whether its complement is meant.
    pub inverted: bool,
    /// How its bits are combined.
    pub combine: Combine,
}

impl Predicate {
    /// `pred` as it is, or its complement.
    pub const fn of(pred: Pred, inverted: bool) -> Predicate {
        Predicate { pred, inverted, combine: Combine::None }
    }
}

/// A range of [`VisaKernel::raws`](super::VisaKernel::raws()).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RawList {
    pub(super) start: u32,
    pub(super) count: u8,
}
