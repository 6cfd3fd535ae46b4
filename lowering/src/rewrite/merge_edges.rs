//! Blocks that only pass the same values to the same block.
//!
//! Rule: of several blocks that have no parameters and only jump to one block further down, with the same arguments, the
//! first stays, and what goes to the others goes there. Front ends split critical edges into such blocks, one an edge. Each
//! would fill the parameters with the same numbers. Without arguments they emit no code and are left alone. So are blocks that go
//! back to the header of a loop, which may be further down, too: together with one outside they would be a second entry.

use cranelift_entity::{SecondaryMap, packed_option::PackedOption};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use texvisa_ir::texture::cfg::ControlFlow;
use texvisa_ir::texture::{Block, BlockCall, InstData, InstId, Kernel};

use crate::remark::Remarks;

/// Merges such blocks.
pub fn merge_edges(kernel: &mut Kernel, remarks: &mut Remarks) {
    let mut position: SecondaryMap<Block, u32> = SecondaryMap::with_capacity(kernel.blocks.len());
    (0..).zip(&kernel.layout).for_each(|(number, block)| position[*block] = number);
    // By target: the blocks that stay, with their jumps.
    let mut kept: FxHashMap<Block, SmallVec<[(Block, InstId); 2]>> = FxHashMap::default();
    let mut instead: SecondaryMap<Block, PackedOption<Block>> = SecondaryMap::new();
    let mut any = false;
    let mut flow: Option<ControlFlow> = None;
    for block in kernel.layout.iter().skip(1) {
        let Some((jump, call)) = edge(kernel, *block) else { continue };
        if position[call.block] <= position[*block] || call.args.is_empty() {
            continue;
        }
        let kept = kept.entry(call.block).or_default();
        let args = |inst: InstId| {
            kernel.insts[inst].targets().first().map_or(&[][..], |call| call.args.as_slice(&kernel.lists))
        };
        match kept.iter().find(|(_, other)| args(*other) == args(jump)) {
            Some((same, other)) => {
                let flow = flow.get_or_insert_with(|| ControlFlow::new(kernel));
                if [*block, *same].into_iter().any(|block| flow.dominates(call.block, block)) {
                    continue;
                }
                instead[*block] = (*same).into();
                remarks.add(kernel, "merge_edges", *other, || "several edges pass these values".to_owned());
                any = true;
            }
            None => kept.push((*block, jump)),
        }
    }
    if !any {
        return;
    }
    kernel.layout.retain(|block| instead[*block].is_none());
    for index in 0..kernel.layout.len() {
        let Some(inst) = kernel.terminator(kernel.layout[index]) else { continue };
        let follow = |target: &mut BlockCall| target.block = instead[target.block].expand().unwrap_or(target.block);
        match &mut kernel.insts[inst] {
            InstData::Jump(target) => follow(target),
            InstData::Branch { targets, .. } => {
                targets.iter_mut().for_each(follow);
                let [yes, no] = *targets;
                if yes.block == no.block && yes.args.is_empty() && no.args.is_empty() {
                    kernel.insts[inst] = InstData::Jump(yes);
                }
            }
            _ => {}
        }
    }
}

/// The jump of a block that has nothing else.
fn edge(kernel: &Kernel, block: Block) -> Option<(InstId, BlockCall)> {
    let data = &kernel.blocks[block];
    match (data.params.is_empty(), &data.insts[..]) {
        (true, [inst]) => match kernel.insts[*inst] {
            InstData::Jump(call) => Some((*inst, call)),
            _ => None,
        },
        _ => None,
    }
}
