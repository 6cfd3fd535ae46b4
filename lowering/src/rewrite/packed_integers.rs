//! Dwords made of bytes or words.
//!
//! Rules, for `or` of integers that are zero-extended to dwords and shifted to places of their own, however they were joined:
//!
//! - Of two to four bytes, shifted by 0, 8, 16 and 24, it becomes a row of `sh8add`, from the highest byte on:
//!   ((b3 * 256 + b2) * 256 + b1) * 256 + b0. Each is one `mad` in place of a shift and an `or`, and Intel's finalizer lets
//!   it read the bytes themselves.
//! - Of two words, shifted by 0 and 16, it becomes `iconcat`, which is two moves. Intel's finalizer lets what computes the
//!   words write them in place.
//!
//! A vector of bytes or half floats that is stored as a dword is written so in LLVM IR.

use cranelift_entity::EntitySet;
use smallvec::SmallVec;
use texvisa_ir::texture::{InstData, InstId, Kernel, Op, Scalar, Type, Value, ValueDef};

use crate::insert::rebuild;
use crate::reads::Occurring;
use crate::remark::Remarks;

/// Of four bytes one `or` may read another, and that a third.
const DEPTH: u32 = 2;

/// An integer in a dword.
#[derive(Clone, Copy)]
struct ShiftedInteger {
    narrow: Value,
    /// The same, zero-extended.
    wide: Value,
    /// By how many bits it is shifted left.
    shift: u64,
}

type ShiftedIntegers = SmallVec<[ShiftedInteger; 4]>;

/// Replaces dwords made of bytes or words; returns whether there was one. What nothing reads any more stays.
pub fn pack_integers(kernel: &mut Kernel, occurring: Occurring, remarks: &mut Remarks) -> bool {
    let are_narrow = occurring.any_scalar(&[Scalar::I8, Scalar::I16]);
    if !are_narrow || !occurring.any_op(&[Op::Or]) || !occurring.any_op(&[Op::ZExt]) {
        return false;
    }
    // An `or` whose result another one reads is a part of that.
    let mut inner: EntitySet<InstId> = EntitySet::new();
    for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
        for arg in either_of(kernel, *inst).into_iter().flatten() {
            if let ValueDef::Result(of, _) = kernel.values[arg].def {
                inner.insert(of);
            }
        }
    }
    let bytes_of = |kernel: &Kernel, inst| row_of(kernel, inst, Scalar::I8).filter(|_| !inner.contains(inst));
    let words_of = |kernel: &Kernel, inst| row_of(kernel, inst, Scalar::I16);
    let mut insts = kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts);
    if !insts.any(|inst| bytes_of(kernel, *inst).is_some() || words_of(kernel, *inst).is_some()) {
        return false;
    }
    rebuild(kernel, |inserter, inst| {
        let made_of = if let Some(bytes) = bytes_of(inserter.kernel, inst) {
            let above = bytes.iter().rev().map(|byte| byte.wide);
            above.reduce(|above, below| inserter.op(Op::ShiftAdd, &[above, below], Type::I32));
            format!("{} bytes", bytes.len())
        } else if let Some(words) = words_of(inserter.kernel, inst) {
            let words: SmallVec<[Value; 2]> = words.iter().map(|word| word.narrow).collect();
            inserter.op(Op::Concat, &words, Type::I32);
            "two words".to_owned()
        } else {
            return inserter.keep(inst);
        };
        inserter.replace_with_last(inst);
        remarks.add(inserter.kernel, "packed_integers", inst, || format!("{made_of} make a dword"));
        inserter.keep(inst);
    });
    true
}

/// The integers of type `narrow` that an `or` makes a dword of, from the lowest one on, side by side.
fn row_of(kernel: &Kernel, inst: InstId, narrow: Scalar) -> Option<ShiftedIntegers> {
    let args = either_of(kernel, inst)?;
    let mut integers = SmallVec::new();
    let is_packed = args.iter().all(|arg| collect(kernel, *arg, narrow, &mut integers, DEPTH));
    integers.sort_by_key(|integer| integer.shift);
    let is_row =
        integers.iter().zip((0..).step_by(narrow.bits() as usize)).all(|(integer, shift)| integer.shift == shift);
    (is_packed && is_row).then_some(integers)
}

/// The operands of an `or` of dwords.
fn either_of(kernel: &Kernel, inst: InstId) -> Option<[Value; 2]> {
    match kernel.insts[inst] {
        InstData::Plain { op: Op::Or, args: [a, b, _] } if kernel.ty(a) == Type::I32 => Some([a, b]),
        _ => None,
    }
}

/// Adds the integers of type `narrow` that a dword is made of, at most as many as fit; whether it is made of them by at most
/// `depth` times `or`, one of the other.
fn collect(kernel: &Kernel, value: Value, narrow: Scalar, integers: &mut ShiftedIntegers, depth: u32) -> bool {
    let ValueDef::Result(inst, _) = kernel.values[value].def else { return false };
    if let Some(args) = either_of(kernel, inst) {
        return depth > 0 && args.iter().all(|arg| collect(kernel, *arg, narrow, integers, depth - 1));
    }
    let (wide, shift) = match kernel.insts[inst] {
        InstData::Plain { op: Op::Shl, args: [shifted, by, _] } => (shifted, kernel.constant(by)),
        _ => (value, Some(0)),
    };
    let most = (Scalar::I32.bits() / narrow.bits()) as usize;
    let integer = match (shift, zero_extended(kernel, wide, narrow)) {
        (Some(shift), Some(narrow)) if integers.len() < most => Some(ShiftedInteger { narrow, wide, shift }),
        _ => None,
    };
    integers.extend(integer);
    integer.is_some()
}

/// The integer of type `narrow` that `wide` is zero-extended from.
fn zero_extended(kernel: &Kernel, wide: Value, narrow: Scalar) -> Option<Value> {
    let ValueDef::Result(inst, _) = kernel.values[wide].def else { return None };
    let InstData::Plain { op: Op::ZExt, args: [value, ..] } = kernel.insts[inst] else { return None };
    (kernel.ty(value) == Type::scalar(narrow)).then_some(value)
}
