//! What bytes of the register file stand for.

use texvisa_ir::texture::{Inst, Value};
use texvisa_ir::visa::Exec;

/// What each of some elements is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// Nothing that is known.
    Unknown,
    /// An element of a value that no other value is made of.
    Value { value: Value, element: u8 },
    /// A value of 8 or 16 bits in the low bits of an unsigned dword, as the data port has it.
    Widened { value: Value },
    /// These bits.
    Constant(u64),
    /// What a parameter becomes at the end of the edge that is being written.
    Next(Value),
    /// A bit a lane that says whether every texel of this operation was resident.
    Residency(Inst),
    /// An operand of this instruction, converted.
    Operand { inst: Inst, operand: u8 },
    /// Something that this instruction computed.
    Work(Inst),
}

/// In which lanes elements are what they are said to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// Element i is that of lane `first + i`, where the lane was active.
    Lanes { first: u8 },
    /// Element i is that of all lanes, and was written where lane `first + i` was active.
    Spread { first: u8 },
    /// Every element is that of all lanes, and was written whatever lanes were active.
    Everywhere,
}

/// What some elements that follow each other are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Content {
    pub what: What,
    pub scope: Scope,
    /// Bytes of an element.
    pub bytes: u8,
}

impl Scope {
    /// The scope of what begins `elements` later.
    pub fn after(self, elements: u32) -> Scope {
        let later = |first: u8| first.wrapping_add(elements as u8);
        match self {
            Scope::Lanes { first } => Scope::Lanes { first: later(first) },
            Scope::Spread { first } => Scope::Spread { first: later(first) },
            Scope::Everywhere => Scope::Everywhere,
        }
    }

    /// Whether an instruction that works on `exec` finds in each of its lanes what belongs there.
    pub fn serves(self, exec: Exec) -> bool {
        match self {
            Scope::Everywhere => true,
            Scope::Lanes { first } | Scope::Spread { first } => !exec.nomask && first == exec.first,
        }
    }

    /// The scope of what an instruction computes lane by lane from sources of this scope.
    pub fn written(self, exec: Exec) -> Scope {
        match self {
            _ if !self.serves(exec) => Scope::Lanes { first: u8::MAX },
            Scope::Everywhere if exec.nomask => Scope::Everywhere,
            Scope::Everywhere => Scope::Spread { first: exec.first },
            other => other,
        }
    }
}

impl Content {
    /// Nothing that is known.
    pub const UNKNOWN: Content = Content { what: What::Unknown, scope: Scope::Everywhere, bytes: 0 };

    /// A number, the same for all.
    pub fn number(bits: u64, bytes: u32) -> Content {
        Content { what: What::Constant(bits & ones(bytes)), scope: Scope::Everywhere, bytes: bytes as u8 }
    }
}

/// As many ones as `bytes` have bits.
pub(super) const fn ones(bytes: u32) -> u64 {
    if bytes == 0 || bytes >= 8 { u64::MAX } else { (1 << (8 * bytes)) - 1 }
}
