//! Where values are, and how they are read and written there.
//!
//! Each value has a *home*: variables of its own for each element and half, one variable where all lanes share it, or a
//! predicate for a truth value. What is taken out of a vector has the home that it has there; vectors that are only put
//! together, and bit casts, have none: whoever reads them reads what they are made of.

use smallvec::SmallVec;
use texvisa_ir::Bits;
use texvisa_ir::texture::{self, InstData, Op, Value, ValueDef};
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{DataType, Exec, Pred, Src, Storage, Var};

use super::{Emitter, data_type};

/// Where a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Home {
    /// Nowhere: it is a constant or undefined, is put together from other values, or has not been computed.
    None,
    /// Variables with an element for each lane: element e of half h in the variable `first + e * halves + h`. Of a
    /// texture operation's result only the elements of `mask` are there, and e counts these.
    Lanes { first: Var, mask: u8 },
    /// Variables of which the first element is everybody's: element e in `first + e`, counted as above.
    Shared { first: Var, mask: u8 },
    /// One variable with one element after the other, each of which is everybody's.
    Block(Var),
    /// A predicate.
    Flag(Pred),
}

/// All elements.
pub(super) const EVERY: u8 = 0xff;

/// The instructions that compute a value: for each its lanes, its destination and which half it is.
#[derive(Clone, Copy)]
pub(super) struct Pieces {
    first: Var,
    half: u32,
    halves: u32,
    lanes: u32,
    nomask: bool,
}

impl Iterator for Pieces {
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

impl Emitter<'_> {
    /// Gives a new value variables of its own, which these instructions compute.
    #[inline]
    pub(super) fn define(&mut self, value: Value) -> Pieces {
        let ty = data_type(self.kernel.ty(value).scalar);
        let meaning = |half: u32| Meaning::Value { value, element: 0, half: half as u8 };
        let uniform = self.is_uniform(value);
        let first = if uniform { self.single(ty, meaning(0)) } else { self.lanes(ty, meaning(0)) };
        let pieces = self.pieces_from(first, uniform);
        (1..pieces.halves).for_each(|half| {
            self.lanes(ty, meaning(half));
        });
        let mask = EVERY;
        self.homes[value] = if uniform { Home::Shared { first, mask } } else { Home::Lanes { first, mask } };
        pieces
    }

    /// What computes a value in variables of which this is the first.
    pub(super) fn pieces_from(&self, first: Var, uniform: bool) -> Pieces {
        let (lanes, halves) = if uniform { (1, 1) } else { (self.half_lanes, self.halves) };
        Pieces { first, half: 0, halves, lanes, nomask: uniform }
    }

    /// For each instruction that computes the truth value `value`: its lanes and which half it is. A truth value that
    /// all lanes share is computed for all, active or not, so that any instruction may be predicated by it.
    pub(super) fn flag_pieces(&self, value: Value) -> SmallVec<[(Exec, u32); 2]> {
        let uniform = self.is_uniform(value);
        let exec = |half| if uniform { self.whole_half(half) } else { self.half(half) };
        (0..self.halves).map(|half| (exec(half), half)).collect()
    }

    /// The variable of a value that [`Emitter::define`] has given one; of its first half where it is not shared.
    pub(super) fn home_var(&self, value: Value) -> Option<Var> {
        match self.homes[value] {
            Home::Lanes { first, .. } | Home::Shared { first, .. } => Some(first),
            _ => None,
        }
    }

    /// Gives the result of `inst` the home of the element of `vector` that it is, where that has one.
    pub(super) fn extract(&mut self, inst: texture::Inst, vector: Value, element: u8) {
        let Some(result) = self.kernel.result(inst) else { return };
        let found = match self.homes[vector] {
            Home::Lanes { first, mask } => {
                rank(mask, element).map(|rank| Home::Lanes { first: nth(first, rank * self.halves), mask: EVERY })
            }
            Home::Shared { first, mask } => {
                rank(mask, element).map(|rank| Home::Shared { first: nth(first, rank), mask: EVERY })
            }
            _ => None,
        };
        self.homes[result] = found.unwrap_or(Home::None);
    }

    /// An element of a value as the source of a copy to type `ty`, or as a parameter of that type. Between integers of one
    /// size both take the bits as they are, so that the variable needs no other type.
    #[inline]
    pub(super) fn bits_source(&mut self, value: Value, element: u8, half: u32, ty: DataType) -> Src {
        self.read(value, element, half, ty, !ty.is_float())
    }

    /// An element of a value as a source of the lanes of `half`, as type `ty`.
    #[inline]
    pub(super) fn source(&mut self, value: Value, element: u8, half: u32, ty: DataType) -> Src {
        self.read(value, element, half, ty, false)
    }

    /// The same; `any_integer` where lanes of any integer type of that size will do.
    #[inline]
    fn read(&mut self, value: Value, element: u8, half: u32, ty: DataType, any_integer: bool) -> Src {
        match self.plain_lanes(value, element, half, ty) {
            Some(var) => Src::lanes(var),
            None => self.read_other(value, element, half, ty, any_integer),
        }
    }

    /// The variable with an element of a value for each lane of `half`, where it is of type `ty` and the value has
    /// variables of its own. So has most of what is read.
    #[inline(always)]
    pub(super) fn plain_lanes(&self, value: Value, element: u8, half: u32, ty: DataType) -> Option<Var> {
        let Home::Lanes { first, mask: EVERY } = self.homes[value] else { return None };
        let var = nth(first, u32::from(element) * self.halves + half);
        (self.out.vars[var].ty == ty).then_some(var)
    }

    fn read_other(&mut self, value: Value, element: u8, half: u32, ty: DataType, any_integer: bool) -> Src {
        let has_variables = !matches!(self.homes[value], Home::None | Home::Flag(_));
        let (value, element) = if has_variables { (value, element) } else { self.leaf(value, element) };
        match self.homes[value] {
            Home::Lanes { first, mask } => match rank(mask, element) {
                Some(rank) => {
                    let var = nth(first, rank * self.halves + half);
                    let suits = any_integer && !self.out.vars[var].ty.is_float();
                    Src::lanes(if suits { var } else { self.view(var, ty) })
                }
                None => Src::immediate(ty, 0),
            },
            Home::Shared { first, mask } => match rank(mask, element) {
                Some(rank) => Src::scalar(self.view(nth(first, rank), ty)),
                None => Src::immediate(ty, 0),
            },
            Home::Block(var) => Src::scalar(self.view(var, ty)).at(u16::from(element) * ty.bytes() as u16),
            Home::Flag(_) | Home::None => match self.kernel.values[value].def {
                ValueDef::Constant(bits) => Src::Immediate { ty, bits },
                ValueDef::Undefined => Src::immediate(ty, 0),
                _ => {
                    // Truth values are read through `flag`, and every other value has a home when its use comes, but
                    // for results of what could not be lowered.
                    debug_assert!(!self.errors.is_empty(), "{value} has no variable");
                    Src::immediate(ty, 0)
                }
            },
        }
    }

    /// Declares a variable that is to be filled with an element of a value, with its [meaning](Emitter::meaning).
    #[inline]
    pub(super) fn declare_filled(&mut self, ty: DataType, lanes: u32, storage: Storage, of: (Value, u8, u32)) -> Var {
        let (value, element, half) = of;
        // The meaning is not asked for, but written where it stands: see `begin_alu`.
        let (leaf, element) = self.leaf(value, element);
        match self.kernel.values[leaf].def {
            ValueDef::Constant(bits) => self.declare(ty, lanes, storage, Meaning::Constant { bits }),
            ValueDef::Undefined => self.declare(ty, lanes, storage, Meaning::Constant { bits: Bits::ZERO }),
            _ => self.declare(ty, lanes, storage, Meaning::Value { value: leaf, element, half: half as u8 }),
        }
    }

    /// What a variable holds that is filled with an element of a value.
    pub(super) fn meaning(&self, value: Value, element: u8, half: u32) -> Meaning {
        let (leaf, element) = self.leaf(value, element);
        match self.kernel.values[leaf].def {
            ValueDef::Constant(bits) => Meaning::Constant { bits },
            ValueDef::Undefined => Meaning::Constant { bits: Bits::ZERO },
            _ => Meaning::Value { value: leaf, element, half: half as u8 },
        }
    }

    /// The bits of an element where it is a constant; zero where it is undefined.
    pub(super) fn constant(&self, value: Value, element: u8) -> Option<u64> {
        let (value, _) = self.leaf(value, element);
        match self.kernel.values[value].def {
            ValueDef::Constant(bits) => Some(bits.get()),
            ValueDef::Undefined => Some(0),
            _ => None,
        }
    }

    /// The value and element that an element of `value` is made of.
    pub(super) fn leaf(&self, mut value: Value, mut element: u8) -> (Value, u8) {
        while let ValueDef::Result(inst, _) = self.kernel.values[value].def {
            match &self.kernel.insts[inst] {
                InstData::Vector { elements } => {
                    value = elements.as_slice(&self.kernel.lists)[usize::from(element)];
                    element = 0;
                }
                InstData::Extract { vector, index } => {
                    value = *vector;
                    element = *index;
                }
                InstData::Plain { op: Op::Bitcast, args } => value = args[0],
                _ => break,
            }
        }
        (value, element)
    }
}

/// The variable of that number, of variables that were declared one after the other.
#[inline]
pub(super) fn nth(first: Var, number: u32) -> Var {
    Var::from_u32(first.as_u32() + number)
}

/// The place of `element` among the elements of `mask`.
#[inline]
pub(super) fn rank(mask: u8, element: u8) -> Option<u32> {
    if mask == EVERY {
        return Some(u32::from(element));
    }
    (mask & (1 << element) != 0).then(|| (mask & ((1 << element) - 1)).count_ones())
}
