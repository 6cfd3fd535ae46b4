//! Dwords made of bytes or words, and words made of bytes.
//!
//! Rules, for `or` of integers that are zero-extended to its type and shifted to places of their own, however they were joined:
//!
//! - Of two words, shifted by 0 and 16, or of two bytes of a word, it becomes `iconcat`, which is two moves. Intel's finalizer
//!   lets what computes the halves write them in place.
//! - Of two to four bytes of a dword, shifted by 0, 8, 16 and 24, it becomes three `iconcat`, which are four moves, if that is
//!   less than the row below. No move remains of what conversions from floats return, or of booleans that are sign-extended:
//!   Intel's finalizer lets these instructions write the bytes in place.
//! - Of other bytes of a dword it becomes a row of `mad`, from the highest byte on:
//!   ((b3 * 256 + b2) * 256 + b1) * 256 + b0. Each is one `mad` in place of a shift and an `or`, and Intel's finalizer lets
//!   it read the bytes themselves.
//!
//! A vector of bytes or half floats that is stored as a dword is written so in LLVM IR.

use cranelift_entity::EntitySet;
use smallvec::SmallVec;
use texvisa_ir::texture::{InstData, InstId, Kernel, Op, Scalar, Type, Value, ValueDef};

use crate::insert::{Inserter, rebuild};
use crate::parts::writes_bytes;
use crate::reads::Occurring;
use crate::remark::Remarks;

/// Of four bytes one `or` may read another, and that a third.
const DEPTH: u32 = 2;

/// An integer in a longer one.
#[derive(Clone, Copy)]
struct ShiftedInteger {
    narrow: Value,
    /// The same, zero-extended.
    wide: Value,
    /// By how many bits it is shifted left.
    shift: u64,
}

type ShiftedIntegers = SmallVec<[ShiftedInteger; 4]>;

/// Replaces integers made of bytes or words; returns whether there was one. What nothing reads any more stays.
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
    let packing_of = |kernel: &Kernel, inst| packing_of(kernel, inst, inner.contains(inst));
    let mut insts = kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts);
    if !insts.any(|inst| packing_of(kernel, *inst).is_some()) {
        return false;
    }
    rebuild(kernel, |inserter, inst| {
        let Some(packing) = packing_of(inserter.kernel, inst) else { return inserter.keep(inst) };
        let concat = |inserter: &mut Inserter, low, high, ty| inserter.op(Op::Concat, &[low, high], ty);
        let made_of = match packing {
            Packing::Pair { low, high, ty } => {
                concat(inserter, low, high, ty);
                if ty == Type::I32 { "two words make a dword" } else { "two bytes make a word" }.to_owned()
            }
            Packing::InPlace(mut bytes) => {
                bytes.resize(4, inserter.kernel.constant_value(Type::scalar(Scalar::I8), 0));
                let [low, high] = [[0, 1], [2, 3]].map(|[a, b]| concat(inserter, bytes[a], bytes[b], WORD));
                concat(inserter, low, high, Type::I32);
                "four bytes make a dword".to_owned()
            }
            Packing::Bytes(bytes) => {
                let above = bytes.iter().rev().map(|byte| byte.wide);
                let factor = inserter.kernel.constant_value(Type::I32, 256);
                above.reduce(|above, below| inserter.op(Op::MulAdd, &[above, factor, below], Type::I32));
                format!("{} bytes make a dword", bytes.len())
            }
        };
        inserter.replace_with_last(inst);
        remarks.add(inserter.kernel, "packed_integers", inst, || made_of);
        inserter.keep(inst);
    });
    true
}

/// What an `or` makes an integer of.
enum Packing {
    /// The two halves of an integer of type `ty`.
    Pair { low: Value, high: Value, ty: Type },
    /// Bytes of a dword, from the lowest one on, most of which the instructions that return them can write in place.
    InPlace(SmallVec<[Value; 4]>),
    /// Two to four bytes of a dword, from the lowest one on.
    Bytes(ShiftedIntegers),
}

const WORD: Type = Type::scalar(Scalar::I16);

fn packing_of(kernel: &Kernel, inst: InstId, is_inner: bool) -> Option<Packing> {
    let ty = kernel.ty(kernel.result(inst)?);
    let half = match ty {
        Type::I32 => Scalar::I16,
        WORD => Scalar::I8,
        _ => return None,
    };
    if let Some(halves) = row_of(kernel, inst, half) {
        let [low, high] = halves.as_slice() else { return None };
        return Some(Packing::Pair { low: low.narrow, high: high.narrow, ty });
    }
    if ty != Type::I32 || is_inner {
        return None;
    }
    let bytes = row_of(kernel, inst, Scalar::I8)?;
    // A move for each other byte, or a `mad` for each byte but one.
    let moved = bytes.iter().filter(|byte| !is_written_in_place(kernel, byte.narrow)).count() + 4 - bytes.len();
    if moved >= bytes.len() - 1 {
        return Some(Packing::Bytes(bytes));
    }
    Some(Packing::InPlace(bytes.iter().map(|byte| byte.narrow).collect()))
}

/// Whether a byte is a float converted, a boolean sign-extended, or the result of an operation on integers, before or after that was
/// widened.
fn is_written_in_place(kernel: &Kernel, byte: Value) -> bool {
    let plain = |value: Value| {
        let ValueDef::Result(inst, _) = kernel.values[value].def else { return None };
        let InstData::Plain { op, args } = kernel.insts[inst] else { return None };
        Some((op, args[0]))
    };
    let computes = |value: Value| plain(value).is_some_and(|(op, _)| writes_bytes(op, kernel.ty(value).scalar));
    match plain(byte) {
        Some((Op::SExt, boolean)) => kernel.ty(boolean).scalar == Scalar::I1,
        Some((Op::Trunc, of)) => computes(of),
        Some((Op::FToU | Op::FToS | Op::FToUClamped | Op::FToSClamped, _)) => true,
        _ => computes(byte),
    }
}

/// The integers of type `narrow` that an `or` makes an integer of, from the lowest one on, side by side.
fn row_of(kernel: &Kernel, inst: InstId, narrow: Scalar) -> Option<ShiftedIntegers> {
    let args = either_of(kernel, inst)?;
    let mut integers = SmallVec::new();
    let is_packed = args.iter().all(|arg| collect(kernel, *arg, narrow, &mut integers, DEPTH));
    integers.sort_by_key(|integer| integer.shift);
    let is_row =
        integers.iter().zip((0..).step_by(narrow.bits() as usize)).all(|(integer, shift)| integer.shift == shift);
    (is_packed && is_row).then_some(integers)
}

/// The operands of an `or` of dwords or words.
fn either_of(kernel: &Kernel, inst: InstId) -> Option<[Value; 2]> {
    match kernel.insts[inst] {
        InstData::Plain { op: Op::Or, args: [a, b, _] } if matches!(kernel.ty(a), Type::I32 | WORD) => Some([a, b]),
        _ => None,
    }
}

/// Adds the integers of type `narrow` that a dword or word is made of, at most as many as fit; whether it is made of them by at most
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
    let most = (kernel.ty(value).scalar.bits() / narrow.bits()) as usize;
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
