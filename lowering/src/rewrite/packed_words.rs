//! Dwords made of words.
//!
//! Rule: `or` of one word that is zero-extended and another that is besides shifted left by 16 becomes `iconcat`, which is two
//! moves. A dword of two half floats that is stored is written so in LLVM IR, and Intel's finalizer writes the words in place.

use texvisa_ir::texture::{InstData, InstId, Kernel, Op, Scalar, Type, Value, ValueDef};

use crate::insert::rebuild;
use crate::reads::Occurring;
use crate::remark::Remarks;

/// By how many bits the high word is shifted.
const WORD: u64 = 16;

/// Replaces dwords made of words; returns whether there was one. What nothing reads any more stays.
pub fn pack_words(kernel: &mut Kernel, occurring: Occurring, remarks: &mut Remarks) -> bool {
    if !occurring.any_op(&[Op::ZExt]) || !occurring.any_op(&[Op::Or]) || !occurring.any_scalar(&[Scalar::I16]) {
        return false;
    }
    let mut insts = kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts);
    if !insts.any(|inst| words_of(kernel, *inst).is_some()) {
        return false;
    }
    rebuild(kernel, |inserter, inst| {
        if let Some(words) = words_of(inserter.kernel, inst) {
            inserter.op(Op::Concat, &words, Type::I32);
            inserter.replace_with_last(inst);
            remarks.add(inserter.kernel, "packed_words", inst, || "two words make a dword".to_owned());
        }
        inserter.keep(inst);
    });
    true
}

/// The low and the high word that an `or` makes a dword of.
fn words_of(kernel: &Kernel, inst: InstId) -> Option<[Value; 2]> {
    let InstData::Plain { op: Op::Or, args: [a, b, _] } = kernel.insts[inst] else { return None };
    let words = |low, high| Some([word_of(kernel, low)?, word_of(kernel, shifted(kernel, high)?)?]);
    words(a, b).or_else(|| words(b, a))
}

/// The dword that is shifted left by a word.
fn shifted(kernel: &Kernel, value: Value) -> Option<Value> {
    let ValueDef::Result(inst, _) = kernel.values[value].def else { return None };
    match kernel.insts[inst] {
        InstData::Plain { op: Op::Shl, args: [dword, by, _] } => {
            (kernel.ty(dword) == Type::I32 && kernel.constant(by) == Some(WORD)).then_some(dword)
        }
        _ => None,
    }
}

/// The word that a dword is zero-extended from.
fn word_of(kernel: &Kernel, value: Value) -> Option<Value> {
    let ValueDef::Result(inst, _) = kernel.values[value].def else { return None };
    match kernel.insts[inst] {
        InstData::Plain { op: Op::ZExt, args: [word, ..] } => {
            (kernel.ty(word).scalar == Scalar::I16 && kernel.ty(value) == Type::I32).then_some(word)
        }
        _ => None,
    }
}
