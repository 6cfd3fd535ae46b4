//! Words that are factors of dwords, extended in the block that multiplies them.
//!
//! Rule: a factor that is a word, extended in another block, is extended once more in front of the first product of the block. Intel's
//! finalizer reads the word itself where both are in one block, and multiplies by it in one instruction, `mul` or `mad`; by a
//! dword it takes two or more of eight lanes each (`mul` and `mach`).

use rustc_hash::FxHashMap;
use texvisa_ir::texture::{InstData, Kernel, Op, Scalar, Type, Value, ValueDef};

use crate::insert::{plain, rebuild_blocks};
use crate::reads::Occurring;

/// Extends such factors where they are multiplied; returns whether there was one.
pub fn extend_near_products(kernel: &mut Kernel, occurring: Occurring) -> bool {
    if !occurring.any_scalar(&[Scalar::I16]) || !occurring.any_op(&[Op::Mul, Op::Shl]) {
        return false;
    }
    let mut any = false;
    // The extensions of the block, by those that products read.
    let mut near: FxHashMap<Value, Value> = FxHashMap::default();
    for block in kernel.layout.clone() {
        near.clear();
        rebuild_blocks(kernel, &[block], |inserter, inst| {
            let kernel = &mut *inserter.kernel;
            match kernel.insts[inst] {
                InstData::Plain { op: Op::ZExt | Op::SExt, .. } => {
                    near.extend(kernel.result(inst).map(|result| (result, result)));
                }
                InstData::Plain { op: op @ (Op::Mul | Op::MulAdd), mut args } if kernel.ty(args[0]) == Type::I32 => {
                    for factor in &mut args[..2] {
                        let Some((extension, word)) = extended_word(inserter.kernel, *factor) else { continue };
                        *factor = *near.entry(*factor).or_insert_with(|| {
                            any = true;
                            inserter.op(extension, &[word], Type::I32)
                        });
                    }
                    inserter.kernel.insts[inst] = plain(op, &args[..op.arity()]);
                }
                _ => {}
            }
            inserter.keep(inst);
        });
    }
    any
}

/// The extension and the word that make up a factor.
fn extended_word(kernel: &Kernel, factor: Value) -> Option<(Op, Value)> {
    let ValueDef::Result(inst, _) = kernel.values[factor].def else { return None };
    match kernel.insts[inst] {
        InstData::Plain { op: op @ (Op::ZExt | Op::SExt), args } if kernel.ty(args[0]) == Type::I16 => {
            Some((op, args[0]))
        }
        _ => None,
    }
}
