//! How values are defined and read at their locations: see [`value_loc`](super::value_loc).

use smallvec::SmallVec;
use texvisa_ir::Bits;
use texvisa_ir::texture::{self, Value, ValueDef};
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{DataType, Exec, Modifier, Region, Src, Storage, Var};

use super::leaf::leaf;
use super::sign::{change_of_sign, modified};
use super::value_loc::{ALL_ELEMENTS, HalfDefs, ValueLoc, nth, rank};
use super::{Emitter, data_type};

impl Emitter<'_> {
    /// Declares the variables of a new value; returns the instructions that must define it.
    #[inline]
    pub(super) fn define(&mut self, value: Value) -> HalfDefs {
        self.define_as(value, |half| Meaning::Value { value, element: 0, half: half as u8 })
    }

    /// The same for variables of that meaning, each of a half of the lanes.
    #[inline]
    pub(super) fn define_as(&mut self, value: Value, meaning: impl Fn(u32) -> Meaning) -> HalfDefs {
        let ty = data_type(self.kernel.ty(value).scalar);
        let uniform = self.is_uniform(value);
        let first = if uniform { self.single(ty, meaning(0)) } else { self.lanes(ty, meaning(0)) };
        let defs = self.half_defs(first, uniform);
        (1..defs.halves).for_each(|half| {
            self.lanes(ty, meaning(half));
        });
        let mask = ALL_ELEMENTS;
        self.locs[value] =
            if uniform { ValueLoc::Uniform { first, mask } } else { ValueLoc::Divergent { first, mask } };
        defs
    }

    /// The instructions that define a value whose first variable is `first`.
    pub(super) fn half_defs(&self, first: Var, uniform: bool) -> HalfDefs {
        let (lanes, halves) = if uniform { (1, 1) } else { (self.half_lanes, self.halves) };
        HalfDefs { first, half: 0, halves, lanes, nomask: uniform }
    }

    /// The instructions that define the boolean `value`: their execution size and half. A uniform boolean is defined for
    /// all lanes, active or not, so that any instruction may be predicated by it, or in one bit where that is enough.
    pub(super) fn predicate_halves(&self, value: Value) -> SmallVec<[(Exec, u32); 2]> {
        if self.booleans.scalar.contains(value) {
            return SmallVec::from_slice(&[(Exec::SCALAR, 0)]);
        }
        let uniform = self.is_uniform(value);
        let exec = |half| if uniform { self.whole_half(half) } else { self.half(half) };
        (0..self.halves).map(|half| (exec(half), half)).collect()
    }

    /// The first variable of a value that [`Emitter::define`] has defined.
    pub(super) fn var_of(&self, value: Value) -> Option<Var> {
        match self.locs[value] {
            ValueLoc::Divergent { first, .. } | ValueLoc::Uniform { first, .. } => Some(first),
            _ => None,
        }
    }

    /// Gives the result of `inst`, an extract, the location of the element of `vector`.
    pub(super) fn extract(&mut self, inst: texture::InstId, vector: Value, element: u8) {
        let Some(result) = self.kernel.result(inst) else { return };
        let found = match self.locs[vector] {
            ValueLoc::Divergent { first, mask } => rank(mask, element)
                .map(|rank| ValueLoc::Divergent { first: nth(first, rank * self.halves), mask: ALL_ELEMENTS }),
            ValueLoc::Uniform { first, mask } => {
                rank(mask, element).map(|rank| ValueLoc::Uniform { first: nth(first, rank), mask: ALL_ELEMENTS })
            }
            ValueLoc::EveryOther { first, behind } => {
                Some(ValueLoc::EveryOther { first, behind: behind + behind_low(element) })
            }
            _ => None,
        };
        self.locs[result] = found.unwrap_or(ValueLoc::None);
    }

    /// An element of a value as the source of a copy to type `ty`, or as a message parameter of that type. Integers of
    /// one size have the same bits, so that such a source needs no alias of another integer type.
    #[inline]
    pub(super) fn bits_source(&mut self, value: Value, element: u8, half: u32, ty: DataType) -> Src {
        self.read(value, element, half, ty, !ty.is_float())
    }

    /// An element of a value as a source operand of type `ty` for the lanes of `half`.
    #[inline]
    pub(super) fn source(&mut self, value: Value, element: u8, half: u32, ty: DataType) -> Src {
        self.read(value, element, half, ty, false)
    }

    /// The same; with `any_integer`, a variable of any integer type of that size is read without an alias.
    #[inline]
    fn read(&mut self, value: Value, element: u8, half: u32, ty: DataType, any_integer: bool) -> Src {
        match self.plain_lanes(value, element, half, ty) {
            Some(var) => Src::lanes(var),
            None => self.read_other(value, element, half, ty, any_integer),
        }
    }

    /// The variable that holds an element of a divergent value for the lanes of `half`, if it has all elements and type
    /// `ty`. This is the common case, tried first.
    #[inline(always)]
    pub(super) fn plain_lanes(&self, value: Value, element: u8, half: u32, ty: DataType) -> Option<Var> {
        let ValueLoc::Divergent { first, mask: ALL_ELEMENTS } = self.locs[value] else { return None };
        let var = nth(first, u32::from(element) * self.halves + half);
        (self.out.vars[var].ty == ty).then_some(var)
    }

    fn read_other(&mut self, value: Value, element: u8, half: u32, ty: DataType, any_integer: bool) -> Src {
        let has_variables = !matches!(self.locs[value], ValueLoc::None | ValueLoc::Predicate(_));
        let (value, element) = if has_variables { (value, element) } else { self.leaf(value, element) };
        match self.locs[value] {
            ValueLoc::Divergent { first, mask } => match rank(mask, element) {
                Some(rank) => {
                    let var = nth(first, rank * self.halves + half);
                    let suits = any_integer && !self.out.vars[var].ty.is_float();
                    Src::lanes(if suits { var } else { self.alias(var, ty) })
                }
                None => Src::immediate(ty, 0),
            },
            ValueLoc::Uniform { first, mask } => match rank(mask, element) {
                Some(rank) => Src::scalar(self.alias(nth(first, rank), ty)),
                None => Src::immediate(ty, 0),
            },
            ValueLoc::EveryOther { first, behind } => {
                let var = nth(first, half);
                let var = if any_integer { var } else { self.alias(var, ty) };
                let offset = behind + behind_low(element);
                Src::Register { var, offset, region: Region::strided(2), modifier: Modifier::None }
            }
            ValueLoc::Lane { of, offset } => Src::scalar(self.alias(of, ty)).at(offset),
            ValueLoc::UniformVector(var) => Src::scalar(self.alias(var, ty)).at(u16::from(element) * ty.bytes() as u16),
            ValueLoc::Predicate(_) | ValueLoc::Negated { .. } | ValueLoc::None => match self.kernel.values[value].def {
                ValueDef::Constant(bits) => Src::Immediate { ty, bits },
                ValueDef::Undefined => Src::immediate(ty, 0),
                _ => {
                    // Booleans are read through `predicate`, and negated carries in `modified_source`. Every other value has a location before its first use,
                    // except the results of instructions that could not be lowered.
                    debug_assert!(!self.errors.is_empty(), "{value} has no variable");
                    Src::immediate(ty, 0)
                }
            },
        }
    }

    /// Declares a variable for a copy of an element of a value, with its [meaning](Emitter::meaning).
    #[inline]
    pub(super) fn declare_copy(&mut self, ty: DataType, lanes: u32, storage: Storage, of: (Value, u8, u32)) -> Var {
        let (value, element, half) = of;
        // Each arm declares the variable itself, so that the meaning is not copied: see `begin_alu`.
        let (leaf, element) = self.leaf(value, element);
        match self.kernel.values[leaf].def {
            ValueDef::Constant(bits) => self.declare(ty, lanes, storage, Meaning::Constant { bits }),
            ValueDef::Undefined => self.declare(ty, lanes, storage, Meaning::Constant { bits: Bits::ZERO }),
            _ => self.declare(ty, lanes, storage, Meaning::Value { value: leaf, element, half: half as u8 }),
        }
    }

    /// The meaning of a variable that holds a copy of an element of a value.
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

    /// The value and element that an element of `value` is: see [`leaf`].
    pub(super) fn leaf(&self, value: Value, element: u8) -> (Value, u8) {
        leaf(self.kernel, value, element)
    }

    /// A scalar as a source operand of type `ty` for the lanes of `half`, in an instruction that takes modifiers.
    pub(super) fn modified_source(&mut self, value: Value, half: u32, ty: DataType) -> Src {
        if matches!(self.locs[value], ValueLoc::None)
            && let Some((operand, modifier)) = change_of_sign(self.kernel, value)
        {
            return modified(self.modified_source(operand, half, ty), modifier);
        }
        if let ValueLoc::Negated { first, uniform } = self.locs[value] {
            let src = match uniform {
                true => Src::scalar(self.alias(first, ty)),
                false => Src::lanes(self.alias(nth(first, half), ty)),
            };
            return modified(src, Modifier::Negate);
        }
        self.source(value, 0, half, ty)
    }
}

/// How many bytes behind the low half of a qword the half is that is this element of a vector.
fn behind_low(element: u8) -> u16 {
    u16::from(element) * DataType::Ud.bytes() as u16
}
