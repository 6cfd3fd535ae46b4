//! What bytes of the register file stand for.

use texvisa_ir::Bits;
use texvisa_ir::texture::{Inst, Value};
use texvisa_ir::visa::Exec;

/// What each of some elements is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// Nothing that is known.
    Unknown,
    /// An element of a value that no other value is made of.
    Value { value: Value, element: u8 },
    /// An element of 8 or 16 bits in the low bits of an unsigned dword, as the data port has it.
    Widened { value: Value, element: u8 },
    /// These bits.
    Constant(Bits),
    /// An element of a value, and a number more.
    Sum { value: Value, element: u8, addend: u32 },
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
    /// Element i is that of lane `first + i`, where the lane was active when the value was computed.
    Lanes { first: u8 },
    /// The same, where the lane was active when the value was copied as well.
    Copied { first: u8 },
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

impl What {
    /// These bits.
    pub const fn number(bits: u64) -> What {
        What::Constant(Bits::new(bits))
    }
}

impl Scope {
    /// The scope of what begins `elements` later.
    pub fn after(self, elements: u32) -> Scope {
        let later = |first: u8| first.wrapping_add(elements as u8);
        match self {
            Scope::Lanes { first } => Scope::Lanes { first: later(first) },
            Scope::Copied { first } => Scope::Copied { first: later(first) },
            Scope::Spread { first } => Scope::Spread { first: later(first) },
            Scope::Everywhere => Scope::Everywhere,
        }
    }

    /// Whether an instruction that works on `exec` finds in each of its lanes what belongs there.
    pub fn serves(self, exec: Exec) -> bool {
        match self {
            Scope::Everywhere => true,
            Scope::Lanes { first } | Scope::Copied { first } | Scope::Spread { first } => {
                !exec.nomask && first == exec.first
            }
        }
    }

    /// Whether a message on `exec` that looks at lanes which are not enabled finds in them all that there is.
    pub fn serves_neighbours(self, exec: Exec) -> bool {
        match self {
            Scope::Everywhere => true,
            Scope::Lanes { first } => first == exec.first,
            Scope::Copied { .. } | Scope::Spread { .. } => false,
        }
    }

    /// The scope of a copy of elements of this scope, if each lane of `exec` copies its own.
    pub fn copied(self, exec: Exec) -> Option<Scope> {
        match self {
            Scope::Everywhere if exec.nomask => Some(Scope::Everywhere),
            Scope::Everywhere => Some(Scope::Spread { first: exec.first }),
            Scope::Lanes { first } if first == exec.first => {
                Some(if exec.nomask { self } else { Scope::Copied { first } })
            }
            other => other.serves(exec).then_some(other),
        }
    }
}

impl Content {
    /// What lies so many bytes behind; `None` where no element begins there.
    pub fn after(self, bytes: u32) -> Option<Content> {
        let elements = bytes.checked_div(self.bytes.into())?;
        (bytes == elements * u32::from(self.bytes)).then(|| Content { scope: self.scope.after(elements), ..self })
    }

    /// What this and `next` are together, which begins so many bytes behind its start, if it goes on as this does. One
    /// that was copied makes both copied.
    pub fn followed(self, next: Content, bytes: u32) -> Option<Content> {
        let expected = self.after(bytes)?;
        if next == expected {
            return Some(self);
        }
        let rest = Content { scope: expected.scope, ..next };
        match (self.scope, expected.scope, next.scope) {
            _ if rest != expected => None,
            (Scope::Lanes { first }, Scope::Lanes { first: due }, Scope::Copied { first: found }) if due == found => {
                Some(Content { scope: Scope::Copied { first }, ..self })
            }
            (_, Scope::Copied { first: due }, Scope::Lanes { first: found }) if due == found => Some(self),
            _ => None,
        }
    }

    /// Nothing that is known.
    pub const UNKNOWN: Content = Content { what: What::Unknown, scope: Scope::Everywhere, bytes: 0 };

    /// A number, the same for all.
    pub fn number(bits: u64, bytes: u32) -> Content {
        Content { what: What::number(bits & ones(bytes)), scope: Scope::Everywhere, bytes: bytes as u8 }
    }
}

/// As many ones as `bytes` have bits.
pub(super) const fn ones(bytes: u32) -> u64 {
    if bytes == 0 || bytes >= 8 { u64::MAX } else { (1 << (8 * bytes)) - 1 }
}
