//! The number of lanes, and what is computed of it.
//!
//! Rule: `simd_size` is a constant at the width that is emitted, and so is an operation on dwords that are constants then.
//! The stride of private memory is one, which every access multiplies by an index: two multiplications of dwords for one
//! by a constant word.

use rustc_hash::FxHashMap;
use texvisa_ir::target::SimdWidth;
use texvisa_ir::texture::{InstData, InstId, Kernel, Op, Type, Value};

use super::constant_dwords::of_dwords;
use crate::reads::Occurring;

/// Reads constants in place of the number of lanes; returns whether anything read it. What nothing reads any more stays.
pub fn fold_simd_size(kernel: &mut Kernel, occurring: Occurring, simd: SimdWidth) -> bool {
    if !occurring.any_op(&[Op::SimdSize]) {
        return false;
    }
    let mut constants: FxHashMap<Value, Value> = FxHashMap::default();
    for block in kernel.layout.clone() {
        for index in 0..kernel.blocks[block].insts.len() {
            let inst = kernel.blocks[block].insts[index];
            kernel.map_uses(inst, |value| constants.get(&value).copied().unwrap_or(value));
            if let Some(result) = kernel.result(inst)
                && let Some(bits) = known(kernel, inst, simd)
            {
                let constant = kernel.constant_value(Type::I32, u64::from(bits));
                constants.insert(result, constant);
            }
        }
    }
    // A block may stand before one that dominates it.
    for inst in kernel.insts.keys() {
        kernel.map_uses(inst, |value| constants.get(&value).copied().unwrap_or(value));
    }
    true
}

/// The number that `inst` computes, if it is known at this width.
fn known(kernel: &Kernel, inst: InstId, simd: SimdWidth) -> Option<u32> {
    match &kernel.insts[inst] {
        InstData::Plain { op: Op::SimdSize, .. } => Some(simd.lanes()),
        InstData::Plain { op, args: [a, b, _] } if op.arity() == 2 && kernel.ty(*a) == Type::I32 => {
            let number = |value: &Value| kernel.constant(*value).map(|bits| bits as u32);
            of_dwords(*op, number(a)?, number(b)?)
        }
        _ => None,
    }
}
