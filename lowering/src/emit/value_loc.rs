//! The location of each value after lowering, and how values are read and written there.
//!
//! Rules:
//!
//! - A divergent value has one variable for each element and half; a uniform value has one variable for each element; a
//!   boolean (`i1`) has a predicate.
//! - An `extract` emits no code: its result has the location that the element has in the vector.
//! - A `vec` and a `bitcast` emit no code and have no location: a reader reads the values they are made of.

use texvisa_ir::visa::{Exec, Pred, Var};

/// The location of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueLoc {
    /// No location: a constant, an undefined value, a `vec` or `bitcast` of other values, or not computed yet.
    None,
    /// Variables with one element a lane: element e of half h is in variable `first + e * halves + h`. What comes back of a
    /// texture or of memory has only the elements of `mask`, and e counts those.
    Divergent { first: Var, mask: u8 },
    /// Halves of qwords: element e is every other dword of variables, from byte `behind + 4 * e` on. That of half h of the lanes is
    /// `first + h`.
    EveryOther { first: Var, behind: u16 },
    /// Variables whose first element all lanes read: element e is in `first + e`, counted as above.
    Uniform { first: Var, mask: u8 },
    /// One lane of a variable, at byte `offset`, which all lanes read. See [`lanes_in_place`](super::lanes_in_place).
    Lane { of: Var, offset: u16 },
    /// One variable that holds the elements of a uniform vector one after the other.
    UniformVector(Var),
    /// Variables with the value negated: one a half of the lanes, or one for all lanes. See [`negated_carries`](super::negated_carries).
    Negated { first: Var, uniform: bool },
    /// A predicate.
    Predicate(Pred),
}

/// The mask of a value that has all its elements.
pub(super) const ALL_ELEMENTS: u8 = 0xff;

/// The instructions that define a value: an iterator over their execution size, destination and half.
#[derive(Clone, Copy)]
pub(super) struct HalfDefs {
    pub first: Var,
    pub half: u32,
    pub halves: u32,
    pub lanes: u32,
    pub nomask: bool,
}

impl Iterator for HalfDefs {
    type Item = (Exec, Var, u32);

    #[inline]
    fn next(&mut self) -> Option<(Exec, Var, u32)> {
        if self.half == self.halves {
            return None;
        }
        let half = self.half;
        self.half += 1;
        let exec = Exec { lanes: self.lanes as u8, first: (half * self.lanes) as u8, nomask: self.nomask };
        Some((exec, nth(self.first, half), half))
    }
}

/// Variable `number` of a run of variables that were declared one after the other.
#[inline]
pub(super) fn nth(first: Var, number: u32) -> Var {
    Var::from_u32(first.as_u32() + number)
}

/// The position of `element` among the elements of `mask`; `None` if the mask lacks it.
#[inline]
pub(super) fn rank(mask: u8, element: u8) -> Option<u32> {
    if mask == ALL_ELEMENTS {
        return Some(u32::from(element));
    }
    (mask & (1 << element) != 0).then(|| (mask & ((1 << element) - 1)).count_ones())
}
