//! Words that are factors of dwords, extended in the block that multiplies them.
//!
//! Rule: a factor that is a word, extended in another block, is extended once more in front of the first product of the block. Intel's
//! finalizer reads the word itself where both are in one block, and multiplies by it in one instruction, `mul` or `mad`; by a
//! dword it takes two or more of eight lanes each (`mul` and `mach`). Not: behind the loop that the extension is in, as lanes leave
//! that at different times, and the word would no longer be one for all lanes.

use rustc_hash::FxHashMap;
use texvisa_ir::texture::cfg::{ControlFlow, Loops};
use texvisa_ir::texture::{Block, InstData, InstId, Kernel, Op, Scalar, Type, Value};

use super::products::is_within;
use crate::insert::{plain, rebuild_blocks};
use crate::reads::Occurring;

/// Extends such factors where they are multiplied; returns whether there was one.
pub fn extend_near_products(kernel: &mut Kernel, occurring: Occurring) -> bool {
    if !occurring.any_scalar(&[Scalar::I16]) || !occurring.any_op(&[Op::Mul, Op::MulAdd, Op::Shl]) {
        return false;
    }
    let extensions = extensions(kernel);
    let blocks: Vec<Block> =
        kernel.layout.iter().copied().filter(|block| has_far_factor(kernel, &extensions, *block)).collect();
    if blocks.is_empty() {
        return false;
    }
    let loops = Loops::new(&ControlFlow::new(kernel)).ok();
    let mut any = false;
    for block in blocks {
        let mut near: FxHashMap<Value, Value> = FxHashMap::default();
        rebuild_blocks(kernel, &[block], |inserter, inst| {
            if let Some((op, mut args)) = product(inserter.kernel, inst) {
                for factor in &mut args[..2] {
                    let Some(extension) = extensions.get(factor).filter(|extension| extension.home != block) else {
                        continue;
                    };
                    if is_within(loops.as_ref(), extension.home, block) {
                        let copy = || inserter.op(extension.op, &[extension.word], Type::I32);
                        *factor = *near.entry(*factor).or_insert_with(copy);
                        any = true;
                    }
                }
                inserter.kernel.insts[inst] = plain(op, &args[..op.arity()]);
            }
            inserter.keep(inst);
        });
    }
    any
}

/// What extends a word to a dword.
struct Extension {
    home: Block,
    op: Op,
    word: Value,
}

/// The extensions of words, by their results.
fn extensions(kernel: &Kernel) -> FxHashMap<Value, Extension> {
    let mut found = FxHashMap::default();
    for block in &kernel.layout {
        for inst in &kernel.blocks[*block].insts {
            if let InstData::Plain { op: op @ (Op::ZExt | Op::SExt), args: [word, ..] } = kernel.insts[*inst]
                && kernel.ty(word) == Type::I16
                && let Some(result) = kernel.result(*inst)
            {
                found.insert(result, Extension { home: *block, op, word });
            }
        }
    }
    found
}

fn has_far_factor(kernel: &Kernel, extensions: &FxHashMap<Value, Extension>, block: Block) -> bool {
    let is_far = |factor: &Value| extensions.get(factor).is_some_and(|extension| extension.home != block);
    let mut products = kernel.blocks[block].insts.iter().filter_map(|inst| product(kernel, *inst));
    products.any(|(_, args)| args[..2].iter().any(is_far))
}

/// The operation and operands of a product of dwords, also one that a sum has taken in.
fn product(kernel: &Kernel, inst: InstId) -> Option<(Op, [Value; 3])> {
    match kernel.insts[inst] {
        InstData::Plain { op: op @ (Op::Mul | Op::MulAdd), args } if kernel.ty(args[0]) == Type::I32 => {
            Some((op, args))
        }
        _ => None,
    }
}
