//! Dead code elimination.
//!
//! Rule: an instruction without a side effect is removed if nothing reads its results. Texture operations that only
//! read are among these, because a message costs the sampler's time even if nothing reads its response.

use texvisa_ir::texture::{InstData, InstId, Kernel};

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
