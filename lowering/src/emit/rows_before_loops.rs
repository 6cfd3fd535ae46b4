//! Which vectors that loops index in registers are laid out before the loops.
//!
//! A block lays out the vectors that it indexes, and the copies of their elements are few where the layout coalesces them. It
//! cannot where several vectors have one element, or where a block that is run again lays it out again. So each element is
//! copied to its row where it is defined, if a loop reads the vector in which no element is defined. Elements that only the
//! vector reads are in the rows from the start then, where variables of few bytes would have a register each.
//!
//! `matching_valid` of silx compares 128 bytes with those of others in two loops: of 1,136 instructions at SIMD8 128 were
//! copies in the inner loop, and 5 registers were spilled.

use cranelift_entity::PrimaryMap;
use cranelift_entity::packed_option::PackedOption;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use texvisa_ir::texture::{Block, InstData, InstId, Kernel, Value, ValueDef};

use super::leaf::{Leaves, leaf};
use crate::analyses::Analyses;

/// By the instruction that defines them: elements of vectors, each with the vector and its number there.
pub(super) type RowsBeforeLoops = FxHashMap<InstId, SmallVec<[(Value, u8); 1]>>;

/// The elements of `kernel` that are copied to rows where they are defined.
pub(super) fn rows_before_loops(kernel: &Kernel, analyses: &Analyses) -> RowsBeforeLoops {
    let Analyses { flow, loops, .. } = analyses;
    let mut found = RowsBeforeLoops::default();
    let mut known: FxHashSet<Leaves> = FxHashSet::default();
    let mut blocks: PrimaryMap<InstId, PackedOption<Block>> = kernel.insts.keys().map(|_| None.into()).collect();
    for block in &flow.order {
        kernel.blocks[*block].insts.iter().for_each(|inst| blocks[*inst] = (*block).into());
    }
    for block in &flow.order {
        let Some(innermost) = loops.innermost(*block) else { continue };
        for inst in &kernel.blocks[*block].insts {
            let InstData::Element { vector, .. } = kernel.insts[*inst] else { continue };
            let leaves: Leaves = (0..kernel.ty(vector).lanes).map(|number| leaf(kernel, vector, number)).collect();
            // A number or a parameter of a block has no instruction behind which it could be copied.
            let definitions: Option<SmallVec<[InstId; 16]>> = leaves
                .iter()
                .map(|(value, _)| match kernel.values[*value].def {
                    ValueDef::Result(inst, _) => Some(inst),
                    _ => None,
                })
                .collect();
            let Some(definitions) = definitions else { continue };
            let is_before = |inst: &InstId| blocks[*inst].expand().is_some_and(|at| !loops.contains(innermost, at));
            if definitions.iter().all(is_before) && known.insert(leaves) {
                for (number, inst) in (0..).zip(definitions) {
                    found.entry(inst).or_default().push((vector, number));
                }
            }
        }
    }
    found
}
