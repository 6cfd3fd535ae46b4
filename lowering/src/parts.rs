//! Bytes and words that truncations read in place in dwords, and bytes in words: one move, without the shift before it. And
//! bytes that are written in place in dwords: one move, without the words between.
//!
//! Intel's finalizer lets what reads the byte or word read it from the whole itself, where it can. So are vectors of bytes and
//! half floats read that were loaded as dwords. It lets what computes a byte write it in place, if a byte is the destination:
//! so an operation writes the byte that it is truncated to, where nothing else reads either. A destination that is shorter
//! than the sources gets the low bits where the instruction does not saturate.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntitySet, SecondaryMap};
use texvisa_ir::texture::{Block, InstData, InstId, Kernel, Op, Scalar, Type, Value, ValueDef};
use texvisa_ir::visa::Modifier;

use crate::reads::Occurring;

/// What a truncation of `arg` to `to` reads: a dword or word, and the first byte of it. For an `arg` that is one shifted right
/// by whole bytes or words, this is what is shifted.
pub fn part_of(kernel: &Kernel, arg: Value, to: Scalar) -> (Value, u32) {
    let shifted = match kernel.values[arg].def {
        ValueDef::Result(inst, _) => match kernel.insts[inst] {
            InstData::Plain { op: Op::ShrU | Op::ShrS, args: [whole, by, _] } if has_parts(kernel.ty(whole)) => {
                kernel.constant(by).map(|by| (whole, by as u32))
            }
            _ => None,
        },
        _ => None,
    };
    match shifted {
        Some((whole, by)) if by < kernel.ty(whole).scalar.bits() && by.is_multiple_of(to.bits()) => (whole, by / 8),
        _ => (arg, 0),
    }
}

/// Whether what reads a result of an instruction may read the operands in its place: they have to be as they were there.
pub fn may_be_read_in_place(data: &InstData) -> bool {
    match data {
        InstData::Extract { .. } | InstData::Vector { .. } => true,
        InstData::Plain { op, .. } => {
            matches!(op, Op::Bitcast | Op::FNeg | Op::FAbs | Op::ShrU | Op::ShrS | Op::Concat)
        }
        _ => false,
    }
}

/// The operand and the modifier of a change of the sign of a dword, which sums read in place, or of its complement, which bitwise
/// operations do. Not of a word that was extended, as what reads that reads the word itself.
pub fn change_of_dword(kernel: &Kernel, data: &InstData) -> Option<(Value, Modifier)> {
    let (value, modifier) = match *data {
        InstData::Plain { op: Op::Sub, args: [zero, value, _] } if kernel.constant(zero) == Some(0) => {
            (value, Modifier::Negate)
        }
        InstData::Plain { op: Op::Abs, args: [value, ..] } => (value, Modifier::Abs),
        InstData::Plain { op: Op::Xor, args: [a, b, _] } => {
            let is_all_ones = |value| kernel.constant(value) == Some(u64::from(u32::MAX));
            let value = if is_all_ones(b) { a } else { b };
            (is_all_ones(a) != is_all_ones(b)).then_some((value, Modifier::Not))?
        }
        _ => return None,
    };
    let is_extended = match kernel.values[value].def {
        ValueDef::Result(inst, _) => matches!(kernel.insts[inst], InstData::Plain { op: Op::ZExt | Op::SExt, .. }),
        _ => false,
    };
    (kernel.ty(value) == Type::I32 && !is_extended).then_some((value, modifier))
}

/// Whether parts of a type are read in place.
pub fn has_parts(ty: Type) -> bool {
    ty == Type::I32 || ty == Type::scalar(Scalar::I16)
}

/// The bytes, from the lowest one on, of which `inst` makes a dword of two words of two bytes each.
pub fn bytes_of(kernel: &Kernel, inst: InstId) -> Option<[Value; 4]> {
    let halves_of = |inst: InstId, of: Scalar| match kernel.insts[inst] {
        InstData::Plain { op: Op::Concat, args: [low, high, _] } if kernel.ty(low).scalar == of => Some([low, high]),
        _ => None,
    };
    let word = |value: Value| match kernel.values[value].def {
        ValueDef::Result(inst, _) => halves_of(inst, Scalar::I8),
        _ => None,
    };
    let [low, high] = halves_of(inst, Scalar::I16)?.map(word);
    let ([a, b], [c, d]) = (low?, high?);
    Some([a, b, c, d])
}

/// The shifts that nothing but such truncations reads, and the words that nothing but dwords made of bytes read.
pub fn read_in_place(kernel: &Kernel, occurring: Occurring) -> EntitySet<Value> {
    let (mut in_place, mut stored) = (EntitySet::new(), EntitySet::new());
    let any_shift = occurring.any_op(&[Op::Trunc]) && occurring.any_op(&[Op::ShrU, Op::ShrS]);
    if !any_shift && !occurring.any_op(&[Op::Concat]) {
        return in_place;
    }
    for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
        let part = match kernel.insts[*inst] {
            InstData::Plain { op: Op::Concat, args: [low, high, _] } if bytes_of(kernel, *inst).is_some() => {
                in_place.extend([low, high]);
                continue;
            }
            InstData::Plain { op: Op::Trunc, args: [arg, ..] } => {
                let to = kernel.result(*inst).map(|result| kernel.ty(result).scalar);
                to.filter(|to| matches!(to, Scalar::I8 | Scalar::I16)).map(|to| (arg, part_of(kernel, arg, to)))
            }
            _ => None,
        };
        match part {
            Some((arg, (whole, _))) if whole != arg => _ = in_place.insert(arg),
            _ => kernel.for_each_use(*inst, |value| _ = stored.insert(value)),
        }
    }
    let mut unstored = EntitySet::new();
    unstored.extend(in_place.iter().filter(|value| !stored.contains(*value)));
    unstored
}

/// Whether `op` on integers of type `scalar` is one instruction, which may have a byte as its destination.
pub fn writes_bytes(op: Op, scalar: Scalar) -> bool {
    match op {
        Op::And | Op::Or | Op::Xor | Op::Select | Op::Add | Op::Sub | Op::Abs => true,
        Op::MinU | Op::MinS | Op::MaxU | Op::MaxS | Op::Shl | Op::ShrU | Op::ShrS => true,
        // A product of dwords is several instructions of the finalizer.
        Op::Mul => scalar != Scalar::I32,
        _ => false,
    }
}

/// By the results of operations: the bytes that these write instead, the truncations of them.
pub type Narrowed = SecondaryMap<Value, PackedOption<Value>>;

/// The bytes of dwords that operations write.
pub fn narrowed(kernel: &Kernel, occurring: Occurring) -> Narrowed {
    let mut narrowed = Narrowed::default();
    if !occurring.any_op(&[Op::Trunc]) || !occurring.any_op(&[Op::Concat]) || !occurring.any_scalar(&[Scalar::I8]) {
        return narrowed;
    }
    let insts = || kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts);
    let mut placed: EntitySet<Value> = EntitySet::new();
    insts().for_each(|inst| placed.extend(bytes_of(kernel, *inst).into_iter().flatten()));
    if placed.is_empty() {
        return narrowed;
    }
    let (mut read, mut shared) = (EntitySet::new(), EntitySet::new());
    for inst in insts() {
        kernel.for_each_use(*inst, |value| {
            if !read.insert(value) {
                shared.insert(value);
            }
        });
    }
    let mut home: SecondaryMap<InstId, PackedOption<Block>> = SecondaryMap::default();
    for block in &kernel.layout {
        for inst in &kernel.blocks[*block].insts {
            let (InstData::Plain { op, args: [of, ..] }, Some(result)) = (&kernel.insts[*inst], kernel.result(*inst))
            else {
                continue;
            };
            if writes_bytes(*op, kernel.ty(result).scalar) {
                home[*inst] = (*block).into();
            }
            if *op == Op::Trunc
                && placed.contains(result)
                && let ValueDef::Result(operation, 0) = kernel.values[*of].def
                && home[operation].expand() == Some(*block)
                && ![result, *of].iter().any(|value| shared.contains(*value))
                && part_of(kernel, *of, Scalar::I8) == (*of, 0)
            {
                narrowed[*of] = result.into();
            }
        }
    }
    narrowed
}
