//! Bytes and words of dwords that truncations read in place: one move, without the shift before it.
//!
//! Intel's finalizer lets what reads the byte or word read it from the dword itself, where it can. So are vectors of bytes and
//! half floats read that were loaded as dwords.

use cranelift_entity::EntitySet;
use texvisa_ir::texture::{InstData, Kernel, Op, Scalar, Type, Value, ValueDef};

use crate::reads::Occurring;

/// What a truncation of `arg` to `to` reads: the dword, and the first byte of it. For an `arg` that is a dword shifted right
/// by whole bytes or words, this is that dword.
pub(super) fn part_of(kernel: &Kernel, arg: Value, to: Scalar) -> (Value, u32) {
    let shifted = match kernel.values[arg].def {
        ValueDef::Result(inst, _) => match kernel.insts[inst] {
            InstData::Plain { op: Op::ShrU | Op::ShrS, args: [dword, by, _] } if kernel.ty(dword) == Type::I32 => {
                kernel.constant(by).map(|by| (dword, by as u32))
            }
            _ => None,
        },
        _ => None,
    };
    match shifted {
        Some((dword, by)) if by < Scalar::I32.bits() && by.is_multiple_of(to.bits()) => (dword, by / 8),
        _ => (arg, 0),
    }
}

/// The shifts of dwords that nothing but such truncations reads.
pub(super) fn shifts_read_in_place(kernel: &Kernel, occurring: Occurring) -> EntitySet<Value> {
    let (mut in_place, mut stored) = (EntitySet::new(), EntitySet::new());
    if !occurring.any_op(&[Op::Trunc]) || !occurring.any_op(&[Op::ShrU, Op::ShrS]) {
        return in_place;
    }
    for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
        let part = match kernel.insts[*inst] {
            InstData::Plain { op: Op::Trunc, args: [arg, ..] } => {
                let to = kernel.result(*inst).map(|result| kernel.ty(result).scalar);
                to.filter(|to| matches!(to, Scalar::I8 | Scalar::I16)).map(|to| (arg, part_of(kernel, arg, to)))
            }
            _ => None,
        };
        match part {
            Some((arg, (dword, _))) if dword != arg => _ = in_place.insert(arg),
            _ => kernel.for_each_use(*inst, |value| _ = stored.insert(value)),
        }
    }
    let mut unstored = EntitySet::new();
    unstored.extend(in_place.iter().filter(|shift| !stored.contains(*shift)));
    unstored
}
