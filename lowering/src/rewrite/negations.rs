//! Negations of negations.
//!
//! Rule: `fneg (fneg x)` is x. Emitted it would be a copy, which coalescing merges with x.

use rustc_hash::FxHashMap;
use texvisa_ir::texture::{InstData, Kernel, Op, Value, ValueDef};

use crate::reads::Occurring;

/// Reads x in place of its double negation; returns whether there was one. Negations that nothing reads any more stay.
pub fn cancel_negations(kernel: &mut Kernel, occurring: Occurring) -> bool {
    if !occurring.any_op(&[Op::FNeg]) {
        return false;
    }
    let negated = |kernel: &Kernel, value: Value| match kernel.values[value].def {
        ValueDef::Result(inst, _) => match kernel.insts[inst] {
            InstData::Plain { op: Op::FNeg, args } => Some(args[0]),
            _ => None,
        },
        _ => None,
    };
    let mut same: FxHashMap<Value, Value> = FxHashMap::default();
    for value in kernel.values.keys() {
        let mut operand = value;
        while let Some(inner) = negated(kernel, operand).and_then(|inner| negated(kernel, inner)) {
            operand = inner;
        }
        if operand != value {
            same.insert(value, operand);
        }
    }
    if !same.is_empty() {
        for inst in kernel.insts.keys() {
            kernel.map_uses(inst, |value| same.get(&value).copied().unwrap_or(value));
        }
    }
    !same.is_empty()
}
