//! Which elements of a vector an index that is not constant may mean.
//!
//! A loop that is unrolled four times writes elements i, i | 1, i | 2 and i | 3, where i is a multiple of four: each
//! write meets a quarter of the vector. What is known of the bits of an index says so. Indices of one block that differ
//! by a constant are compared as the first of them, so that `i | 1` is 5 where i is 4, which was compared already.

use inkwell::llvm_sys::LLVMOpcode;
use rustc_hash::FxHashMap;
use texvisa_ir::texture::Value;

use crate::llvm::{TyKind, Val};

/// How many values are looked at for what is known of one index.
const MAX_VALUES: u32 = 256;

/// How deep the sums and products are that an index is taken apart into.
const MAX_DEPTH: u32 = 8;

/// The indices of the current block, and the comparisons of them.
#[derive(Default)]
pub(crate) struct Indices<'c> {
    seen: Vec<(Sum<'c>, Value)>,
    /// Whether an index is a number.
    pub(crate) comparisons: FxHashMap<(Value, u32), Value>,
    /// An index less a number, divided by another.
    pub(crate) numbers: FxHashMap<(Value, u32, usize), Value>,
}

/// An index as it is compared: it means the element whose number is `value` plus `offset`, modulo 2^32.
#[derive(Clone, Copy)]
pub(crate) struct Index {
    value: Value,
    offset: u32,
    known: Known,
}

impl<'c> Indices<'c> {
    /// The index that `index` is; `number` makes the dword that it is, where none was seen that differs from
    /// it by a constant.
    pub(crate) fn index(&mut self, index: Val<'c>, number: impl FnOnce() -> Value) -> Index {
        let known = known_index_bits(index);
        let mut sum = Sum::default();
        // The sum of a narrower index begins again before the dword does.
        let is_whole = mask(index) >= u32::MAX.into();
        sum.add(index, 1, if is_whole { MAX_DEPTH } else { 0 });
        sum.terms.retain(|(_, factor)| *factor != 0);
        let same = |(seen, _): &&(Sum<'c>, Value)| seen.terms == sum.terms;
        if let Some((seen, value)) = self.seen.iter().find(same) {
            return Index { value: *value, offset: sum.constant.wrapping_sub(seen.constant) as u32, known };
        }
        let value = number();
        self.seen.push((sum, value));
        Index { value, offset: 0, known }
    }
}

/// Whether an element of `vector`, of `count`, is read or replaced at an index that may mean any of them.
pub(crate) fn is_named_throughout(vector: Val<'_>, count: usize) -> bool {
    vector.users().into_iter().any(|user| {
        let index = match user.opcode() {
            Some(LLVMOpcode::LLVMExtractElement) => user.operand(1),
            Some(LLVMOpcode::LLVMInsertElement) if user.operand(0) == Some(vector) => user.operand(2),
            _ => None,
        };
        index.filter(|index| index.int().is_none()).is_some_and(|index| {
            let known = known_index_bits(index);
            (0..count).all(|element| element as u64 & known.bits == known.ones)
        })
    })
}

/// What is known of an index. It is unsigned (LLVM language reference, extractelement).
fn known_index_bits(index: Val<'_>) -> Known {
    let mut left = MAX_VALUES;
    let known = known_bits(index, &mut FxHashMap::default(), &mut left).unwrap_or_default();
    Known::new(known.bits | !mask(index), known.ones)
}

impl Index {
    /// Whether what is known of the index lets it mean element `element`.
    pub(crate) fn may_be(self, element: usize) -> bool {
        element as u64 & self.known.bits == self.known.ones
    }

    /// The elements, of `count`, that the index may mean, and those between that are as far apart, by a power of two.
    /// `None` where it can mean none.
    pub(crate) fn progression(self, count: usize) -> Option<impl Iterator<Item = usize> + use<>> {
        let step = 1_usize << self.known.bits.trailing_ones().min(usize::BITS - 1);
        let may_be = |element: &usize| self.may_be(*element);
        let (first, last) = (0..count).find(may_be).zip((0..count).rev().find(may_be))?;
        Some((first..=last).step_by(step))
    }

    /// What the dword is compared with, to see whether the index means element `element`.
    pub(crate) fn comparand(self, element: usize) -> (Value, u32) {
        (self.value, (element as u32).wrapping_sub(self.offset))
    }
}

/// A sum of values, each multiplied by a constant, and of a constant, modulo 2^64.
#[derive(Default)]
struct Sum<'c> {
    terms: Vec<(Val<'c>, u64)>,
    constant: u64,
}

impl<'c> Sum<'c> {
    /// Adds `value` times `factor`.
    fn add(&mut self, value: Val<'c>, factor: u64, depth: u32) {
        use LLVMOpcode as L;
        if let Some(constant) = value.int() {
            self.constant = self.constant.wrapping_add(constant.wrapping_mul(factor));
            return;
        }
        if let (Some(left), Some(right), Some(depth)) = (value.operand(0), value.operand(1), depth.checked_sub(1)) {
            let factor_of = |shift: bool| {
                let constant = right.int()?;
                if shift { 1_u64.checked_shl(constant.try_into().ok()?) } else { Some(constant) }
            };
            match value.opcode() {
                Some(L::LLVMOr) if !have_common_bits(left, right) => {
                    self.add(left, factor, depth);
                    return self.add(right, factor, depth);
                }
                Some(L::LLVMAdd) => {
                    self.add(left, factor, depth);
                    return self.add(right, factor, depth);
                }
                Some(L::LLVMSub) => {
                    self.add(left, factor, depth);
                    return self.add(right, factor.wrapping_neg(), depth);
                }
                Some(op @ (L::LLVMShl | L::LLVMMul)) => {
                    if let Some(times) = factor_of(op == L::LLVMShl) {
                        return self.add(left, factor.wrapping_mul(times), depth);
                    }
                }
                _ => {}
            }
        }
        match self.terms.iter_mut().find(|(term, _)| *term == value) {
            Some((_, sum)) => *sum = sum.wrapping_add(factor),
            None => self.terms.push((value, factor)),
        }
    }
}

/// Whether a bit may be 1 in both values.
fn have_common_bits(left: Val<'_>, right: Val<'_>) -> bool {
    let zeros = |value| {
        let mut left = MAX_VALUES;
        known_bits(value, &mut FxHashMap::default(), &mut left).unwrap_or_default().zeros()
    };
    zeros(left) | zeros(right) | !mask(left) != u64::MAX
}

/// What is known of the bits of an integer.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Known {
    /// The bits that are known.
    bits: u64,
    /// The known bits that are 1.
    ones: u64,
}

impl Known {
    fn new(bits: u64, ones: u64) -> Known {
        Known { bits, ones: ones & bits }
    }

    fn zeros(self) -> u64 {
        self.bits & !self.ones
    }

    /// The low bits that are all known, as a mask.
    fn low(self) -> u64 {
        mask_of(self.bits.trailing_ones())
    }

    /// What both say.
    fn meet(self, other: Known) -> Known {
        Known::new(self.bits & other.bits & !(self.ones ^ other.ones), self.ones)
    }
}

/// The bits that the integer `value` has; none for other types.
fn mask(value: Val<'_>) -> u64 {
    match value.ty().kind() {
        TyKind::Int(bits) => mask_of(bits),
        _ => 0,
    }
}

fn mask_of(bits: u32) -> u64 {
    1_u64.checked_shl(bits).map_or(u64::MAX, |bit| bit - 1)
}

/// What is known of `value`. Nothing is returned where that is left open by a phi of `phis` which nothing has been
/// assumed of yet: such a value agrees with any. `left` is how many values may still be looked at.
fn known_bits<'c>(value: Val<'c>, phis: &mut FxHashMap<Val<'c>, Option<Known>>, left: &mut u32) -> Option<Known> {
    use LLVMOpcode as L;
    if let Some(constant) = value.int() {
        return Some(Known::new(mask(value), constant));
    }
    let Some(rest) = left.checked_sub(1) else { return Some(Known::default()) };
    *left = rest;
    if let Some(assumed) = phis.get(&value) {
        return *assumed;
    }
    let (first, second) = (value.operand(0), value.operand(1));
    let (Some(first), Some(op)) = (first, value.opcode()) else { return Some(Known::default()) };
    if op == L::LLVMPHI {
        return known_of_phi(value, phis, left);
    }
    if !matches!(
        op,
        L::LLVMAnd
            | L::LLVMOr
            | L::LLVMXor
            | L::LLVMAdd
            | L::LLVMSub
            | L::LLVMMul
            | L::LLVMShl
            | L::LLVMZExt
            | L::LLVMTrunc
    ) {
        return Some(Known::default());
    }
    let a = known_bits(first, phis, left)?;
    let b = match second {
        Some(second) => known_bits(second, phis, left)?,
        None => Known::default(),
    };
    let low = a.low() & b.low();
    let known = match op {
        L::LLVMAnd => Known::new(a.bits & b.bits | a.zeros() | b.zeros(), a.ones & b.ones),
        L::LLVMOr => Known::new(a.bits & b.bits | a.ones | b.ones, a.ones | b.ones),
        L::LLVMXor => Known::new(a.bits & b.bits, a.ones ^ b.ones),
        L::LLVMAdd => Known::new(low, a.ones.wrapping_add(b.ones)),
        L::LLVMSub => Known::new(low, a.ones.wrapping_sub(b.ones)),
        L::LLVMMul => Known::new(low, a.ones.wrapping_mul(b.ones)),
        L::LLVMShl => match second.and_then(Val::int) {
            Some(by) if by < 64 => Known::new(a.bits << by | mask_of(by as u32), a.ones << by),
            _ => Known::default(),
        },
        L::LLVMZExt => Known::new(a.bits | !mask(first), a.ones),
        L::LLVMTrunc => a,
        _ => Known::default(),
    };
    Some(Known::new(known.bits & mask(value), known.ones))
}

/// What is known of a phi: what all that enters it agrees on. That of a loop depends on the phi itself, so that all
/// that enters before is assumed of it first, and then less until what follows from the assumption is the assumption.
fn known_of_phi<'c>(phi: Val<'c>, phis: &mut FxHashMap<Val<'c>, Option<Known>>, left: &mut u32) -> Option<Known> {
    let incoming = phi.incoming();
    let mut assumed: Option<Known> = None;
    loop {
        phis.insert(phi, assumed);
        let mut found = assumed;
        for (value, _) in &incoming {
            let known = known_bits(*value, phis, left);
            found = match (found, known) {
                (Some(found), Some(known)) => Some(found.meet(known)),
                (found, known) => found.or(known),
            };
        }
        if found == assumed {
            phis.remove(&phi);
            return found;
        }
        assumed = found;
    }
}
