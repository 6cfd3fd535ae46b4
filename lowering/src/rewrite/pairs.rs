//! Operations of three integers that are two of two, on platforms that have them (XeHP_SDV and later).
//!
//! Rule: `add (add a, b), c` becomes `add3 a, b, c` if nothing else reads the inner sum and both are in one block, so
//! that no addition is moved into a loop. A third sum in a row begins the next three. So do the bitwise operations that
//! [`Op::bitwise_pair`] lists, which the platform has as functions of three bits. The instructions take a constant of 16 bits
//! as their first or last source; an operation with a larger one stays as it is.

use cranelift_entity::{EntitySet, SecondaryMap};
use texvisa_ir::target::Target;
use texvisa_ir::texture::{InstData, InstId, Kernel, Op, Type, Value, ValueDef};

use crate::insert::plain;
use crate::reads::Occurring;
use crate::remark::Remarks;

/// The operations that may become one with another.
const FUSED: [Op; 4] = [Op::Add, Op::And, Op::Or, Op::Xor];

/// Fuses operations where `target` has those of three integers; returns whether there was one.
pub fn fuse_pairs(kernel: &mut Kernel, occurring: Occurring, target: Target, remarks: &mut Remarks) -> bool {
    if !target.platform().add3 || !occurring.any_op(&FUSED) {
        return false;
    }
    let mut uses: SecondaryMap<Value, u32> = SecondaryMap::with_capacity(kernel.values.len());
    for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
        kernel.for_each_use(*inst, |value| uses[value] += 1);
    }
    let mut any = false;
    let mut fused: EntitySet<InstId> = EntitySet::new();
    for index in 0..kernel.layout.len() {
        let block = kernel.layout[index];
        // The operations of two in this block so far.
        let mut before: EntitySet<InstId> = EntitySet::new();
        let mut insts = std::mem::take(&mut kernel.blocks[block].insts);
        for inst in &insts {
            let Some((outer, args)) = of_two(kernel, *inst) else { continue };
            let found = (0..2).find_map(|index| {
                let ValueDef::Result(inner, _) = kernel.values[args[index]].def else { return None };
                let (op, [a, b]) =
                    of_two(kernel, inner).filter(|_| uses[args[index]] == 1 && before.contains(inner))?;
                let op = of_three(op, outer)?;
                Some((inner, op, constants_apart(kernel, op, [a, b, args[1 - index]])?))
            });
            match found {
                Some((inner, op, args)) => {
                    kernel.insts[*inst] = plain(op, &args);
                    fused.insert(inner);
                    before.remove(inner);
                    any = true;
                    remarks.add(kernel, "pairs", *inst, || format!("{target} has `{}`", op.name()));
                }
                None => _ = before.insert(*inst),
            }
        }
        insts.retain(|inst| !fused.contains(*inst));
        kernel.blocks[block].insts = insts;
    }
    any
}

/// An operation of two dwords that may become one with another, and its operands.
fn of_two(kernel: &Kernel, inst: InstId) -> Option<(Op, [Value; 2])> {
    match kernel.insts[inst] {
        InstData::Plain { op, args: [a, b, _] } if FUSED.contains(&op) && kernel.ty(a) == Type::I32 => {
            Some((op, [a, b]))
        }
        _ => None,
    }
}

/// The operation that is `outer` of the result of `inner` and a third operand.
fn of_three(inner: Op, outer: Op) -> Option<Op> {
    match (inner, outer) {
        (Op::Add, Op::Add) => Some(Op::AddThree),
        _ => Op::ALL.iter().copied().find(|op| op.bitwise_pair() == Some([inner, outer])),
    }
}

/// The operands with a constant in front of or behind the others; `None` if one is too large for the instruction, or if
/// there are two.
fn constants_apart(kernel: &Kernel, op: Op, mut args: [Value; 3]) -> Option<[Value; 3]> {
    let constant = |value: &Value| kernel.constant(*value).map(|bits| bits as u32 as i32);
    // Bits above the 16 are those of a number without sign.
    let least = if op == Op::AddThree { i16::MIN.into() } else { 0 };
    let mut constants = args.iter().filter_map(constant);
    let fits = constants.next().is_none_or(|number| (least..=i16::MAX.into()).contains(&number));
    if !fits || constants.next().is_some() {
        return None;
    }
    match op.bitwise_pair() {
        Some([inner, outer]) if inner != outer => args[..2].sort_by_key(|arg| constant(arg).is_none()),
        _ => args.sort_by_key(|arg| constant(arg).is_some()),
    }
    Some(args)
}
