//! Symbolic values of bytes in the register file.

use texvisa_ir::Bits;
use texvisa_ir::texture::{InstId, Value};
use texvisa_ir::visa::Exec;

/// Bytes of a dword: of a channel, of a coordinate of an address, and of half a qword.
pub(super) const DWORD: u32 = 4;

/// The symbolic value of one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    /// Unknown.
    Unknown,
    /// An element of a leaf value: an argument, a parameter or a result.
    Value { value: Value, element: u8 },
    /// An element of 8 or 16 bits in the low bits of a dword, zero-extended, as data port messages have it.
    Widened { value: Value, element: u8 },
    /// A constant with these bits.
    Constant(Bits),
    /// All ones where this carry is 1, and 0 elsewhere: the carry negated.
    Negated(Value),
    /// An element of a value plus a constant.
    Sum { value: Value, element: u8, addend: u32 },
    /// The new value of a block parameter on the edge that is being written.
    NextParam(Value),
    /// Residency of this operation: one bit for each lane.
    Residency(InstId),
    /// A converted operand of this instruction.
    Operand { inst: InstId, operand: u8 },
    /// An intermediate or final result of this instruction.
    Intermediate(InstId),
    /// An element of a value times a power of two, and the lanes before times `by_lane` bytes.
    Offset { value: Value, element: u8, shift: u8, by_lane: u8 },
    /// The number of the lane in its half times a power of two.
    LaneBytes { shift: u8 },
    /// A part of the addresses of dwords that follow each other, of this load.
    Spread { inst: InstId, part: SpreadPart },
}

/// What the address of dword i behind a pointer or an offset is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpreadPart {
    /// i.
    Number,
    /// 4 i.
    Bytes,
    /// The low half of the pointer and 4 i.
    Low,
    /// All ones where that sum carries, 0 elsewhere.
    Carries,
    /// The high half of the pointer and the carry of the low one.
    High,
    /// The offset and number i of these, of four bits each.
    Partial(u32),
    /// The offset and 4 i.
    Offset,
}

/// For which lanes elements are valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// Element i is the value of lane `first + i`, if that lane was active at the definition.
    Lanes { first: u8 },
    /// The same, if the lane was also active at a copy.
    Copied { first: u8 },
    /// Each element is the uniform value, and element i was written only if lane `first + i` was active.
    Broadcast { first: u8 },
    /// Each element is the uniform value, and was written for all lanes.
    Uniform,
}

/// The symbolic value of consecutive elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SymbolicValue {
    pub term: Term,
    pub scope: Scope,
    /// The size of an element in bytes.
    pub bytes: u8,
}

impl Term {
    /// A constant with these bits.
    pub const fn constant(bits: u64) -> Term {
        Term::Constant(Bits::new(bits))
    }
}

impl Scope {
    /// The scope from element `elements` on.
    pub fn after(self, elements: u32) -> Scope {
        let later = |first: u8| first.wrapping_add(elements as u8);
        match self {
            Scope::Lanes { first } => Scope::Lanes { first: later(first) },
            Scope::Copied { first } => Scope::Copied { first: later(first) },
            Scope::Broadcast { first } => Scope::Broadcast { first: later(first) },
            Scope::Uniform => Scope::Uniform,
        }
    }

    /// Whether each lane of `exec` finds its own element.
    pub fn serves(self, exec: Exec) -> bool {
        match self {
            Scope::Uniform => true,
            Scope::Lanes { first } | Scope::Copied { first } | Scope::Broadcast { first } => {
                !exec.nomask && first == exec.first
            }
        }
    }

    /// Whether a message on `exec` that also reads inactive lanes finds the elements of all lanes that have one.
    pub fn serves_inactive_lanes(self, exec: Exec) -> bool {
        match self {
            Scope::Uniform => true,
            Scope::Lanes { first } => first == exec.first,
            Scope::Copied { .. } | Scope::Broadcast { .. } => false,
        }
    }

    /// The scope of a copy in which each lane of `exec` copies its element.
    pub fn copied(self, exec: Exec) -> Option<Scope> {
        match self {
            Scope::Uniform if exec.nomask => Some(Scope::Uniform),
            Scope::Uniform => Some(Scope::Broadcast { first: exec.first }),
            Scope::Lanes { first } if first == exec.first => {
                Some(if exec.nomask { self } else { Scope::Copied { first } })
            }
            other => other.serves(exec).then_some(other),
        }
    }
}

impl SymbolicValue {
    /// The value from byte `bytes` on; `None` if no element begins there.
    pub fn after(self, bytes: u32) -> Option<SymbolicValue> {
        let elements = bytes.checked_div(self.bytes.into())?;
        (bytes == elements * u32::from(self.bytes)).then(|| SymbolicValue { scope: self.scope.after(elements), ..self })
    }

    /// The joint value of this and `next`, which begins `bytes` bytes later, if `next` continues it. If either is a
    /// copy, so are both.
    pub fn followed(self, next: SymbolicValue, bytes: u32) -> Option<SymbolicValue> {
        let expected = self.after(bytes)?;
        if next == expected {
            return Some(self);
        }
        let rest = SymbolicValue { scope: expected.scope, ..next };
        match (self.scope, expected.scope, next.scope) {
            _ if rest != expected => None,
            (Scope::Lanes { first }, Scope::Lanes { first: due }, Scope::Copied { first: found }) if due == found => {
                Some(SymbolicValue { scope: Scope::Copied { first }, ..self })
            }
            (_, Scope::Copied { first: due }, Scope::Lanes { first: found }) if due == found => Some(self),
            _ => None,
        }
    }

    /// Unknown.
    pub const UNKNOWN: SymbolicValue = SymbolicValue { term: Term::Unknown, scope: Scope::Uniform, bytes: 0 };

    /// A uniform constant.
    pub fn constant(bits: u64, bytes: u32) -> SymbolicValue {
        SymbolicValue { term: Term::constant(bits & ones(bytes)), scope: Scope::Uniform, bytes: bytes as u8 }
    }
}

/// A mask of `bytes` bytes.
pub(super) const fn ones(bytes: u32) -> u64 {
    if bytes == 0 || bytes >= 8 { u64::MAX } else { (1 << (8 * bytes)) - 1 }
}
