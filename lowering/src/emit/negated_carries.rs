//! Which carries are kept negated, as all ones or 0.

use cranelift_entity::{EntitySet, SecondaryMap};
use texvisa_ir::texture::{InstData, InstId, Kernel, Op, Scalar, Value};

use crate::reads::Occurring;

/// The operations with a carry or a borrow.
const WITH_CARRY: [Op; 2] = [Op::AddCarry, Op::SubBorrow];

/// The carries that nothing reads but sums and differences of their block.
pub(super) fn negated_carries(kernel: &Kernel, occurring: Occurring) -> EntitySet<Value> {
    let mut negated = EntitySet::new();
    if !occurring.any_op(&WITH_CARRY) {
        return negated;
    }
    let carry_of = |inst: InstId| match kernel.insts[inst] {
        InstData::Plain { op, .. } if WITH_CARRY.contains(&op) => {
            kernel.result_at(inst, 1).filter(|carry| kernel.ty(*carry).scalar == Scalar::I32)
        }
        _ => None,
    };
    // How many reads there are, less those that a negated carry serves.
    let mut others: SecondaryMap<Value, i32> = SecondaryMap::default();
    for block in &kernel.layout {
        let mut of_block: EntitySet<Value> = EntitySet::new();
        for inst in &kernel.blocks[*block].insts {
            kernel.for_each_use(*inst, |value| others[value] += 1);
            if let InstData::Plain { op: op @ (Op::Add | Op::Sub | Op::AddThree), args } = &kernel.insts[*inst] {
                args[..op.arity()].iter().filter(|arg| of_block.contains(**arg)).for_each(|arg| others[*arg] -= 1);
            }
            if let Some(carry) = carry_of(*inst) {
                of_block.insert(carry);
                negated.insert(carry);
            }
        }
    }
    let read_otherwise: Vec<Value> = negated.keys().filter(|carry| others[*carry] != 0).collect();
    read_otherwise.into_iter().for_each(|carry| _ = negated.remove(carry));
    negated
}
