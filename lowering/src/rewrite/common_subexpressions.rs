//! Operations that a block has twice, or both sides of a branch.
//!
//! Rules:
//!
//! - Of two operations of a block with the same operands, the second one's readers read the first. What LLVM moves out of
//!   loops after it has looked for these is there once for each place that it comes from, and takes registers as often.
//! - What both of two short sides of a branch compute is computed before it, but for what [`fuse_pairs`](super::fuse_pairs) may
//!   make one operation with its readers. Intel's finalizer makes predicates of the branches around a side that is short, but
//!   for one into which it has to put a conversion for all lanes.

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use texvisa_ir::texture::{Block, InstData, InstId, Kernel, Op, Type, Value, ValueDef};

/// An operation, its operands and the type of its result.
type Computation = (Op, [Value; 3], Type);

/// By a value: the one that is read in its place.
type Same = FxHashMap<Value, Value>;

/// How many instructions a short side of a branch has, at the most.
const SHORT_SIDE: usize = 8;

/// Reads the first of several equal operations of a block, or of two sides of a branch. The others, which nothing reads any
/// more, stay.
pub fn share_operations(kernel: &mut Kernel) {
    let mut same = Same::default();
    let mut known: FxHashMap<Computation, Value> = FxHashMap::default();
    for block in &kernel.layout {
        known.clear();
        for inst in &kernel.blocks[*block].insts {
            let Some((operation, result)) = operation(kernel, &same, *inst) else { continue };
            if let Some(first) = known.get(&operation) {
                same.insert(result, *first);
            } else {
                known.insert(operation, result);
            }
        }
    }
    share_sides(kernel, &mut same);
    if !same.is_empty() {
        for inst in kernel.insts.keys() {
            kernel.map_uses(inst, |value| read_instead(&same, value));
        }
    }
}

/// What is read in place of `value` in the end.
fn read_instead(same: &Same, value: Value) -> Value {
    std::iter::successors(Some(value), |value| same.get(value).copied()).last().unwrap_or(value)
}

/// The operation of an instruction with one result, unless it reads other lanes.
fn operation(kernel: &Kernel, same: &Same, inst: InstId) -> Option<(Computation, Value)> {
    let (InstData::Plain { op, args }, Some(result)) = (&kernel.insts[inst], kernel.result(inst)) else { return None };
    if op.result_count() != 1 || op.reads_other_lanes() {
        return None;
    }
    // Operands that the operation has not are the same for all.
    let mut operands = [Value::from_u32(0); 3];
    let read = args.iter().take(op.arity()).map(|arg| read_instead(same, *arg));
    operands.iter_mut().zip(read).for_each(|(operand, value)| *operand = value);
    Some(((*op, operands, kernel.ty(result)), result))
}

/// Moves what both sides of a branch compute before it, where both go on at one block. So both are in the loops that the
/// branch is in: what all lanes of a loop have alike is read outside of it by none that read it there before.
fn share_sides(kernel: &mut Kernel, same: &mut Same) {
    let mut edges: SecondaryMap<Block, u32> = SecondaryMap::new();
    for block in &kernel.layout {
        kernel.successors(*block).iter().for_each(|target| edges[target.block] += 1);
    }
    for number in 0..kernel.layout.len() {
        let block = kernel.layout[number];
        let Some(InstData::Branch { targets, .. }) = kernel.terminator(block).map(|inst| &kernel.insts[inst]) else {
            continue;
        };
        let sides = targets.map(|target| target.block);
        let is_short = |side: Block| edges[side] == 1 && kernel.blocks[side].insts.len() <= SHORT_SIDE;
        let [Some(first), Some(second)] = sides.map(|side| next(kernel, side)) else { continue };
        if first != second || !sides.iter().all(|side| is_short(*side)) {
            continue;
        }
        let mut shared = shared_of(kernel, same, sides);
        if shared.is_empty() {
            continue;
        }
        kernel.blocks[sides[0]].insts.retain(|inst| !shared.contains(inst));
        // What the block has already stays there.
        for inst in &kernel.blocks[block].insts {
            let Some((known, before)) = operation(kernel, same, *inst) else { continue };
            shared.retain(|inst| match operation(kernel, same, *inst) {
                Some((computation, result)) if computation == known => {
                    same.insert(result, before);
                    false
                }
                _ => true,
            });
        }
        let insts = &mut kernel.blocks[block].insts;
        let end = insts.len() - 1;
        insts.splice(end..end, shared);
    }
}

/// Where a block goes in any case.
fn next(kernel: &Kernel, block: Block) -> Option<Block> {
    match kernel.insts[kernel.terminator(block)?] {
        InstData::Jump(target) => Some(target.block),
        _ => None,
    }
}

/// The operations of the first side that the second has, too, of what neither defines.
fn shared_of(kernel: &Kernel, same: &mut Same, sides: [Block; 2]) -> SmallVec<[InstId; SHORT_SIDE]> {
    let [first, second] = sides.map(|side| &kernel.blocks[side].insts);
    let mut shared: SmallVec<[InstId; SHORT_SIDE]> = SmallVec::new();
    for inst in first {
        let Some((operation, result)) = operation(kernel, same, *inst) else { continue };
        let is_before = |value: &Value| match kernel.values[*value].def {
            ValueDef::Result(inst, _) => !first.contains(&inst) || shared.contains(&inst),
            ValueDef::Param(block, _) => !sides.contains(&block),
            _ => true,
        };
        let operands = &operation.1[..operation.0.arity()];
        let other = second.iter().find_map(|inst| {
            self::operation(kernel, same, *inst).filter(|(other, _)| *other == operation).map(|(_, result)| result)
        });
        // In each side a sum or product may be part of one operation with what reads it.
        let is_fused = matches!(operation.0, Op::Add | Op::Sub | Op::Mul | Op::FMul);
        if let Some(other) = other.filter(|_| !is_fused && operands.iter().all(is_before)) {
            same.insert(other, result);
            shared.push(*inst);
        }
    }
    shared
}
