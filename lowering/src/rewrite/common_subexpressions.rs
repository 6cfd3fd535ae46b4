//! Operations that a block has twice.
//!
//! Rule: of two operations of a block with the same operands, the second one's readers read the first. What LLVM moves out of
//! loops after it has looked for these is there once for each place that it comes from, and takes registers as often.

use rustc_hash::FxHashMap;
use texvisa_ir::texture::{InstData, Kernel, Op, Type, Value};

/// Reads the first of several equal operations of a block. The others, which nothing reads any more, stay.
pub fn share_operations(kernel: &mut Kernel) {
    let mut same: FxHashMap<Value, Value> = FxHashMap::default();
    let mut known: FxHashMap<(Op, [Value; 3], Type), Value> = FxHashMap::default();
    for block in &kernel.layout {
        known.clear();
        for inst in &kernel.blocks[*block].insts {
            let (InstData::Plain { op, args }, Some(result)) = (&kernel.insts[*inst], kernel.result(*inst)) else {
                continue;
            };
            let of_one_lane = op.across_lanes().is_none() && *op != Op::Shuffle;
            if op.result_count() != 1 || !of_one_lane {
                continue;
            }
            // Operands that the operation has not are the same for all.
            let mut operands = [Value::from_u32(0); 3];
            let read = args.iter().take(op.arity()).map(|arg| same.get(arg).copied().unwrap_or(*arg));
            operands.iter_mut().zip(read).for_each(|(operand, value)| *operand = value);
            if let Some(first) = known.get(&(*op, operands, kernel.ty(result))) {
                same.insert(result, *first);
            } else {
                known.insert((*op, operands, kernel.ty(result)), result);
            }
        }
    }
    if !same.is_empty() {
        for inst in kernel.insts.keys() {
            kernel.map_uses(inst, |value| same.get(&value).copied().unwrap_or(value));
        }
    }
}
