//! Dwords made of bytes.
//!
//! Rule: `or` of bytes that are zero-extended to dwords and shifted by 0, 8, 16 and 24 becomes a row of `sh8add`, from the
//! highest byte on: ((b3 * 256 + b2) * 256 + b1) * 256 + b0. Each is one `mad` in place of a shift and an `or`, and Intel's
//! finalizer lets it read the bytes themselves. A vector of bytes that is stored as a dword is written so in LLVM IR.

use cranelift_entity::EntitySet;
use smallvec::SmallVec;
use texvisa_ir::texture::{InstData, InstId, Kernel, Op, Scalar, Type, Value, ValueDef};

use crate::insert::rebuild;
use crate::reads::Occurring;
use crate::remark::Remarks;

/// Of four bytes one `or` may read another, and that a third.
const DEPTH: u32 = 2;

/// A byte in a dword.
#[derive(Clone, Copy)]
struct ShiftedByte {
    /// The byte, zero-extended.
    wide: Value,
    /// By how many bits it is shifted left.
    shift: u64,
}

/// Replaces dwords made of two to four bytes; returns whether there was one. What nothing reads any more stays.
pub fn pack_bytes(kernel: &mut Kernel, occurring: Occurring, remarks: &mut Remarks) -> bool {
    if !occurring.any_op(&[Op::Or]) || !occurring.any_op(&[Op::ZExt]) || !occurring.any_scalar(&[Scalar::I8]) {
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
    let bytes_of = |kernel: &Kernel, inst: InstId| {
        let [a, b] = either_of(kernel, inst)?;
        let mut bytes = SmallVec::new();
        let is_packed = !inner.contains(inst) && [a, b].iter().all(|arg| collect(kernel, *arg, &mut bytes, DEPTH));
        bytes.sort_by_key(|byte| byte.shift);
        let is_row = bytes.iter().zip((0..).step_by(8)).all(|(byte, shift)| byte.shift == shift);
        (is_packed && is_row).then_some(bytes)
    };
    let mut insts = kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts);
    if !insts.any(|inst| bytes_of(kernel, *inst).is_some()) {
        return false;
    }
    rebuild(kernel, |inserter, inst| {
        if let Some(bytes) = bytes_of(inserter.kernel, inst) {
            let above = bytes.iter().rev().map(|byte| byte.wide);
            above.reduce(|above, below| inserter.op(Op::ShiftAdd, &[above, below], Type::I32));
            inserter.replace_with_last(inst);
            remarks.add(inserter.kernel, "packed_bytes", inst, || format!("{} bytes make a dword", bytes.len()));
        }
        inserter.keep(inst);
    });
    true
}

/// The operands of an `or` of dwords.
fn either_of(kernel: &Kernel, inst: InstId) -> Option<[Value; 2]> {
    match kernel.insts[inst] {
        InstData::Plain { op: Op::Or, args: [a, b, _] } if kernel.ty(a) == Type::I32 => Some([a, b]),
        _ => None,
    }
}

/// Adds the bytes that a dword is made of, at most four; whether it is made of bytes by at most `depth` times `or`, one of
/// the other.
fn collect(kernel: &Kernel, value: Value, bytes: &mut SmallVec<[ShiftedByte; 4]>, depth: u32) -> bool {
    let ValueDef::Result(inst, _) = kernel.values[value].def else { return false };
    if let Some(args) = either_of(kernel, inst) {
        return depth > 0 && args.iter().all(|arg| collect(kernel, *arg, bytes, depth - 1));
    }
    let byte = match kernel.insts[inst] {
        InstData::Plain { op: Op::Shl, args: [shifted, by, _] } => {
            kernel.constant(by).map(|shift| ShiftedByte { wide: shifted, shift })
        }
        _ => Some(ShiftedByte { wide: value, shift: 0 }),
    };
    let byte = byte.filter(|byte| bytes.len() < 4 && is_wide_byte(kernel, byte.wide));
    bytes.extend(byte);
    byte.is_some()
}

/// Whether a value is a zero-extended byte.
fn is_wide_byte(kernel: &Kernel, value: Value) -> bool {
    let ValueDef::Result(inst, _) = kernel.values[value].def else { return false };
    let InstData::Plain { op: Op::ZExt, args: [byte, ..] } = kernel.insts[inst] else { return false };
    kernel.ty(byte) == Type::I8
}
