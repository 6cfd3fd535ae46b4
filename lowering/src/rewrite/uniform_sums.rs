//! Sums of dwords that add what all lanes have alike first.
//!
//! Rules:
//!
//! - `(u + v) + w` becomes `(u + w) + v` where all lanes have u and w alike. The inner sum is one instruction for all lanes
//!   then; the sum of values that differ is one for each half of them.
//! - `(u + v) + (w + x)` likewise becomes `(u + w) + (v + x)`.
//! - Nothing else reads an inner sum, and it is in the block of the outer one, so that nothing is moved into a loop.
//!
//! So a position in the grid is `(group * size + offset) + position`: of OpenCL's `get_global_id`, LLVM IR adds the offset last.

use cranelift_entity::EntitySet;
use texvisa_ir::texture::{InstData, InstId, Kernel, Op, Type, Value, ValueDef};

use super::uniform_values::UniformValues;
use crate::insert::{Inserter, plain, rebuild_blocks};
use crate::reads::{Occurring, count_uses};

/// Adds uniform values first; returns whether a sum changed.
pub fn add_uniform_first(kernel: &mut Kernel, occurring: Occurring, uniform: &UniformValues) -> bool {
    if !occurring.any_op(&[Op::Add]) {
        return false;
    }
    let uses = count_uses(kernel);
    let mut any = false;
    for block in kernel.layout.clone() {
        // The sums of this block so far that one instruction reads.
        let mut inner = EntitySet::new();
        rebuild_blocks(kernel, &[block], |inserter, inst| {
            if let Some([a, b]) = sum(inserter.kernel, inst) {
                any |= regroup(inserter, uniform, &inner, inst, [a, b]);
                if inserter.kernel.result(inst).is_some_and(|result| uses[result] == 1) {
                    inner.insert(inst);
                }
            }
            inserter.keep(inst);
        });
    }
    any
}

/// Groups the operands of the sum `inst` by whether they are uniform; returns whether it changed.
fn regroup(
    inserter: &mut Inserter<'_>,
    known: &UniformValues,
    inner: &EntitySet<InstId>,
    inst: InstId,
    operands: [Value; 2],
) -> bool {
    let kernel = &*inserter.kernel;
    // A uniform and another operand of an inner sum.
    let parts = |value: Value| {
        let ValueDef::Result(of, _) = kernel.values[value].def else { return None };
        let [a, b] = sum(kernel, of).filter(|_| inner.contains(of))?;
        match [a, b].map(|part| known.has(kernel, part)) {
            [true, false] => Some([a, b]),
            [false, true] => Some([b, a]),
            _ => None,
        }
    };
    let [a, b] = operands;
    let (uniform, others) = match (parts(a), parts(b)) {
        (Some([u, v]), Some([w, x])) => ([u, w], (v, Some(x))),
        (Some([u, v]), None) if known.has(kernel, b) => ([u, b], (v, None)),
        (None, Some([u, v])) if known.has(kernel, a) => ([u, a], (v, None)),
        _ => return false,
    };
    let uniform = inserter.op(Op::Add, &uniform, Type::I32);
    let other = match others {
        (v, Some(x)) => inserter.op(Op::Add, &[v, x], Type::I32),
        (v, None) => v,
    };
    inserter.kernel.insts[inst] = plain(Op::Add, &[other, uniform]);
    true
}

/// The operands of a sum of dwords.
pub(super) fn sum(kernel: &Kernel, inst: InstId) -> Option<[Value; 2]> {
    match kernel.insts[inst] {
        InstData::Plain { op: Op::Add, args: [a, b, _] } if kernel.ty(a) == Type::I32 => Some([a, b]),
        _ => None,
    }
}
