//! Changes of sign: a negation or an absolute value of a float becomes a modifier of the sources that read it, and so does that of
//! a dword in a sum, and the complement of a dword in a bitwise operation (vISA, AND, OR and XOR: the source modifier of logic).
//!
//! A change of sign gets a variable, and a `mov`, only if an instruction without source modifiers reads it: a message, a
//! branch, a vector, a conversion; a complement gets one with any other reader, too.

use cranelift_entity::EntitySet;
use texvisa_ir::texture::{self, InstData, Op, Type, Value, ValueDef};
use texvisa_ir::visa::{Modifier, Src};

use super::selection::takes_modifiers;
use crate::parts::change_of_dword;
use crate::reads::Occurring;

/// The operand and the modifier of a change of sign.
pub(super) fn change_of_sign(kernel: &texture::Kernel, value: Value) -> Option<(Value, Modifier)> {
    let ValueDef::Result(inst, _) = kernel.values[value].def else { return None };
    match &kernel.insts[inst] {
        InstData::Plain { op: Op::FNeg, args } => Some((args[0], Modifier::Negate)),
        InstData::Plain { op: Op::FAbs, args } => Some((args[0], Modifier::Abs)),
        data => change_of_dword(kernel, data),
    }
}

const fn is_sum(op: Op) -> bool {
    matches!(op, Op::Add | Op::Sub | Op::AddThree)
}

const fn is_bitwise(op: Op) -> bool {
    matches!(op, Op::And | Op::Or | Op::Xor)
}

/// The changes of sign that need no variable.
pub(crate) fn changes_in_place(kernel: &texture::Kernel, occurring: Occurring) -> EntitySet<Value> {
    let (mut changes, mut stored) = (EntitySet::new(), EntitySet::new());
    if !occurring.any_op(&[Op::FNeg, Op::FAbs, Op::AddThree, Op::Abs, Op::Xor]) {
        return changes;
    }
    for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
        changes.extend(kernel.result(*inst).filter(|result| change_of_sign(kernel, *result).is_some()));
        match &kernel.insts[*inst] {
            InstData::Plain { op, args } if kernel.ty(args[0]) == Type::I32 && (is_sum(*op) || is_bitwise(*op)) => {
                let is_complement = |arg: &Value| matches!(change_of_sign(kernel, *arg), Some((_, Modifier::Not)));
                stored.extend(args[..op.arity()].iter().filter(|arg| is_complement(arg) != is_bitwise(*op)).copied());
            }
            InstData::Plain { op, args } => {
                let args = &args[..op.arity()];
                let takes = args.last().is_some_and(|arg| takes_modifiers(*op, kernel.ty(*arg).scalar));
                let of_float = |arg: &Value| kernel.ty(*arg).scalar.is_float();
                stored.extend(args.iter().filter(|arg| !takes || !of_float(arg)).copied());
            }
            _ => kernel.for_each_use(*inst, |value| _ = stored.insert(value)),
        }
    }
    stored.iter().for_each(|value| _ = changes.remove(value));
    changes
}

/// A source with one more modifier. The modifier is applied to an immediate, because that has none.
pub(super) fn modified(src: Src, modifier: Modifier) -> Src {
    let (ty, bits) = match src {
        Src::Register { modifier: inner, .. } => return src.modified(modifier.after(inner)),
        Src::Vector { .. } => return src,
        Src::Immediate { ty, bits } => (ty, bits.get()),
    };
    let sign = 1u64 << (ty.bytes() * 8 - 1);
    let mask = u64::MAX >> (64 - ty.bytes() * 8);
    let bits = match (modifier, ty.is_float()) {
        (Modifier::None, _) => bits,
        (Modifier::Not, _) => !bits & mask,
        (Modifier::Negate, true) => bits ^ sign,
        (Modifier::Abs, true) => bits & !sign,
        (Modifier::NegateAbs, true) => bits | sign,
        (Modifier::Negate, false) => bits.wrapping_neg() & mask,
        (Modifier::Abs, false) if bits & sign != 0 => bits.wrapping_neg() & mask,
        (Modifier::NegateAbs, false) if bits & sign == 0 => bits.wrapping_neg() & mask,
        (Modifier::Abs | Modifier::NegateAbs, false) => bits,
    };
    Src::immediate(ty, bits)
}

#[cfg(test)]
mod tests {
    use texvisa_ir::visa::DataType;

    use super::*;

    #[test]
    fn modifiers_are_applied_to_immediates() {
        let number = |ty, bits| Src::immediate(ty, bits);
        assert_eq!(modified(number(DataType::F, 0x3f80_0000), Modifier::Negate), number(DataType::F, 0xbf80_0000));
        assert_eq!(modified(number(DataType::D, 5), Modifier::Negate), number(DataType::D, 0xffff_fffb));
        assert_eq!(modified(number(DataType::W, 0xffff), Modifier::Abs), number(DataType::W, 1));
        assert_eq!(modified(number(DataType::Hf, 0xbc00), Modifier::Abs), number(DataType::Hf, 0x3c00));
        for (given, [abs, negated]) in [(5i16, [5, -5]), (-5, [5, -5]), (0, [0, 0])] {
            let word = |value: i16| number(DataType::W, u64::from(value as u16));
            assert_eq!(modified(word(given), Modifier::Abs), word(abs));
            assert_eq!(modified(word(given), Modifier::NegateAbs), word(negated));
        }
    }
}
