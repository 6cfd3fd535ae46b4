//! Which vectors that loops index in registers are laid out before the loops.
//!
//! A block lays out the vectors that it indexes, and the copies of their elements are few where the layout coalesces them. It
//! cannot where several vectors have one element, or where a block that is run again lays it out again. So each element is
//! copied to its row where it is defined, if a loop reads the vector in which no element is defined. Elements that only the
//! vector reads are in the rows from the start then, where variables of few bytes would have a register each. Vectors of
//! numbers are laid out once for all readers, before the outermost loop around these.
//!
//! Intel's finalizer takes a variable that is indexed in a loop for live all around it, so that this costs no registers.
//!
//! `matching_valid` of silx compares 128 bytes with those of others in two loops: of 1,136 instructions at SIMD8 128 were
//! copies in the inner loop, and 5 registers were spilled. `refine_features` of FFmpeg reads 121 numbers in two blocks of two
//! loops: of 1,355 instructions at SIMD16 242 laid them out, twice, and 4 registers were spilled.

use cranelift_entity::PrimaryMap;
use cranelift_entity::packed_option::PackedOption;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use texvisa_ir::texture::cfg::ControlFlow;
use texvisa_ir::texture::{Block, InstData, InstId, Kernel, Value, ValueDef};

use super::leaf::{Leaves, leaf};
use crate::analyses::Analyses;

/// By the instruction that defines them: elements of vectors, each with the vector and its number there.
pub(super) type RowsBeforeLoops = FxHashMap<InstId, SmallVec<[(Value, u8); 1]>>;

/// The elements of `kernel` that are copied to rows where they are defined.
pub(super) fn rows_before_loops(kernel: &Kernel, analyses: &Analyses) -> RowsBeforeLoops {
    let Analyses { flow, loops, uniformity, .. } = analyses;
    let mut found = RowsBeforeLoops::default();
    let mut known: FxHashSet<Leaves> = FxHashSet::default();
    let mut blocks: PrimaryMap<InstId, PackedOption<Block>> = kernel.insts.keys().map(|_| None.into()).collect();
    for block in &flow.order {
        kernel.blocks[*block].insts.iter().for_each(|inst| blocks[*inst] = (*block).into());
    }
    let mut tables: FxHashMap<Leaves, Table> = FxHashMap::default();
    for block in &flow.order {
        let innermost = loops.innermost(*block);
        for inst in &kernel.blocks[*block].insts {
            let InstData::Element { vector, .. } = kernel.insts[*inst] else { continue };
            let leaves: Leaves = (0..kernel.ty(vector).lanes).map(|number| leaf(kernel, vector, number)).collect();
            let is_number = |(value, _): &(Value, u8)| kernel.constant(*value).is_some();
            if uniformity.is_uniform(vector) && leaves.iter().all(is_number) {
                let table = tables.entry(leaves).or_insert(Table { vector, at: *block, is_in_loop: false });
                table.at = common_dominator(flow, table.at, *block);
                table.is_in_loop |= innermost.is_some();
                continue;
            }
            let Some(innermost) = innermost else { continue };
            // A parameter of a block has no instruction behind which it could be copied.
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
    for Table { vector, mut at, .. } in tables.into_values().filter(|table| table.is_in_loop) {
        while let Some(id) = loops.innermost(at) {
            let entries = flow.predecessors(loops.loops[id].header);
            let outside = entries.iter().filter(|entry| !loops.contains(id, **entry)).copied();
            let Some(before) = outside.reduce(|one, other| common_dominator(flow, one, other)) else { break };
            at = before;
        }
        if let Some(last) = kernel.blocks[at].insts.last() {
            found.entry(*last).or_default().extend((0..kernel.ty(vector).lanes).map(|number| (vector, number)));
        }
    }
    found
}

/// A vector of numbers.
struct Table {
    vector: Value,
    /// The last block that all its readers are behind.
    at: Block,
    is_in_loop: bool,
}

/// The last block that every path to `one` and to `other` goes through.
fn common_dominator(flow: &ControlFlow, one: Block, other: Block) -> Block {
    if flow.dominates(one, other) {
        return one;
    }
    let dominates = |block: &&Block| flow.dominates(**block, one) && flow.dominates(**block, other);
    flow.order.iter().rev().find(dominates).copied().unwrap_or(one)
}
