//! Dead code elimination.
//!
//! Rules:
//!
//! - An instruction without a side effect is removed if nothing reads its results. Texture operations that only
//!   read are among these, because a message costs the sampler's time even if nothing reads its response.
//! - A block parameter is removed if no effect and no branch depends on it: each edge would write it.

use cranelift_entity::{EntitySet, SecondaryMap};
use smallvec::SmallVec;
use texvisa_ir::texture::{Block, InstData, InstId, Kernel, Value, ValueDef, ValueList};

use crate::reads::Reads;
use crate::remark::Remarks;

/// Removes dead instructions; returns what the others read of each value. A cycle of loop parameters that only feed each
/// other stays.
pub fn remove_dead(kernel: &mut Kernel, remarks: &mut Remarks) -> Reads {
    let mut reads = Reads::none(kernel);
    // A backward walk over the blocks visits uses before definitions, except along back edges. Those uses are arguments
    // of branches, which are always live, so they are added first.
    for block in &kernel.layout {
        if let Some(inst) = kernel.terminator(*block) {
            reads.add(kernel, inst);
        }
    }
    // If a block is listed before one that dominates it, a use is visited after its definition, and another walk follows.
    loop {
        let mut too_late = false;
        let mut any_dead = false;
        reads.operations.clear();
        for block in kernel.layout.iter().rev() {
            for inst in kernel.blocks[*block].insts.iter().rev() {
                if is_live(kernel, *inst, &reads) {
                    too_late |= reads.add(kernel, *inst);
                } else {
                    any_dead = true;
                    reads.pass_unread(kernel, *inst);
                }
            }
        }
        if !any_dead {
            return reads;
        }
        if !too_late {
            break;
        }
    }
    for index in 0..kernel.layout.len() {
        let block = kernel.layout[index];
        let mut insts = std::mem::take(&mut kernel.blocks[block].insts);
        insts.retain(|inst| {
            let keep = is_live(kernel, *inst, &reads);
            if !keep && matches!(kernel.insts[*inst], InstData::Texture(_)) {
                remarks.add(kernel, "dead", *inst, || "nothing reads the result; no message is sent".to_owned());
            }
            keep
        });
        kernel.blocks[block].insts = insts;
    }
    reads
}

/// Removes the block parameters that nothing depends on; whether there are any. What only they are made of stays.
pub fn remove_dead_params(kernel: &mut Kernel) -> bool {
    let params = || kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].params);
    let mut read: EntitySet<Value> = EntitySet::with_capacity(kernel.values.len());
    for_each_inst(kernel, |inst| for_each_operand(kernel, inst, |value| _ = read.insert(value)));
    if params().all(|param| read.contains(*param)) {
        return false;
    }
    let mut live: EntitySet<Value> = EntitySet::with_capacity(kernel.values.len());
    let mut due: Vec<Value> = Vec::new();
    let mut edges: SecondaryMap<Block, SmallVec<[(InstId, usize); 2]>> = SecondaryMap::default();
    for_each_inst(kernel, |inst| {
        let data = &kernel.insts[inst];
        if has_effect(kernel, data) {
            for_each_operand(kernel, inst, |value| due.push(value));
        }
        data.targets().iter().enumerate().for_each(|(target, call)| edges[call.block].push((inst, target)));
    });
    while let Some(value) = due.pop() {
        if !live.insert(value) {
            continue;
        }
        match kernel.values[value].def {
            ValueDef::Result(inst, _) => for_each_operand(kernel, inst, |value| due.push(value)),
            ValueDef::Param(block, index) => due.extend(edges[block].iter().filter_map(|(inst, target)| {
                kernel.insts[*inst].targets()[*target].args.get(index as usize, &kernel.lists)
            })),
            _ => {}
        }
    }
    if params().all(|param| live.contains(*param)) {
        return false;
    }
    for block in kernel.layout.clone() {
        let params = std::mem::take(&mut kernel.blocks[block].params);
        for (inst, target) in &edges[block] {
            let args = kernel.insts[*inst].targets()[*target].args.as_slice(&kernel.lists);
            let kept: SmallVec<[Value; 8]> =
                args.iter().zip(&params).filter(|(_, param)| live.contains(**param)).map(|(arg, _)| *arg).collect();
            let args = ValueList::from_slice(&kept, &mut kernel.lists);
            match &mut kernel.insts[*inst] {
                InstData::Jump(call) => call.args = args,
                InstData::Branch { targets, .. } => targets[*target].args = args,
                _ => {}
            }
        }
        let mut index = 0;
        for param in &params {
            kernel.values[*param].def = if live.contains(*param) {
                index += 1;
                ValueDef::Param(block, index - 1)
            } else {
                ValueDef::Missing
            };
        }
        kernel.blocks[block].params = params.into_iter().filter(|param| live.contains(*param)).collect();
    }
    true
}

fn for_each_inst(kernel: &Kernel, mut visit: impl FnMut(InstId)) {
    kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts).for_each(|inst| visit(*inst));
}

/// What an instruction reads itself: not what it passes to the parameters of a block.
fn for_each_operand(kernel: &Kernel, inst: InstId, mut visit: impl FnMut(Value)) {
    match &kernel.insts[inst] {
        InstData::Jump(_) => {}
        InstData::Branch { condition, .. } => visit(*condition),
        _ => kernel.for_each_use(inst, visit),
    }
}

fn is_live(kernel: &Kernel, inst: InstId, reads: &Reads) -> bool {
    kernel.results(inst).any(|result| reads.is_read(result)) || has_effect(kernel, &kernel.insts[inst])
}

fn has_effect(kernel: &Kernel, inst: &InstData) -> bool {
    match inst {
        InstData::Plain { .. }
        | InstData::Vector { .. }
        | InstData::Extract { .. }
        | InstData::Element { .. }
        | InstData::Insert { .. } => false,
        InstData::Texture(id) => kernel.textures[*id].kind.writes(),
        InstData::Memory(id) => kernel.memories[*id].kind.access.writes(),
        InstData::Sync(_) | InstData::Jump(_) | InstData::Branch { .. } | InstData::Return => true,
    }
}
