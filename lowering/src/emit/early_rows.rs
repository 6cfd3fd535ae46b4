//! Which vectors that are indexed in registers are laid out before the blocks that index them.
//!
//! A block lays out the vectors that it indexes, and the copies of their elements are few where the layout coalesces them. It
//! cannot where several vectors have one element, or where a block that is run again lays it out again. So:
//!
//! - If a loop reads a vector in which no element is defined, each element is copied to its row where it is defined. Elements
//!   that only the vector reads are in the rows from the start then, where variables of few bytes would have a register each.
//! - The same is done for what several blocks read, unless an element is defined in a loop which the last block before all of
//!   them is not in.
//! - Vectors of numbers are laid out once for all readers: by the first one, where that is before the others, or at the end of
//!   the last block before all of them and the loops around them.
//!
//! Intel's finalizer takes a variable that is indexed in a loop for live all around it, so that this costs no registers there.
//! Intel's compiler, too, keeps a vector in one variable from where its last element is inserted.
//!
//! `matching_valid` of silx compares 128 bytes with those of others in two loops: of 1,136 instructions at SIMD8 128 were
//! copies in the inner loop, and 5 registers were spilled. `refine_features` of FFmpeg reads 121 numbers in two blocks of two
//! loops: of 1,355 instructions at SIMD16 242 laid them out, twice, and 4 registers were spilled.

use cranelift_entity::PrimaryMap;
use cranelift_entity::packed_option::PackedOption;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use texvisa_ir::texture::cfg::{ControlFlow, LoopId, Loops};
use texvisa_ir::texture::{Block, InstData, InstId, Kernel, Value, ValueDef};

use super::leaf::{Leaves, leaves};
use crate::analyses::Analyses;

/// The vectors that are laid out before the blocks that index them.
#[derive(Default)]
pub(super) struct EarlyRows {
    /// By the instruction behind which they are copied, or the terminator before which: elements of vectors, each with the
    /// vector and its number there.
    pub(super) copies: FxHashMap<InstId, SmallVec<[(Value, u8); 1]>>,
    /// The readers whose layout serves later blocks.
    pub(super) first_readers: FxHashSet<InstId>,
}

/// A vector, and who reads it.
struct Readers {
    vector: Value,
    leaves: Leaves,
    /// The first reader, and its block.
    first: InstId,
    block: Block,
    /// The last block that is before all of them, or has the first.
    at: Block,
    are_in_several_blocks: bool,
    /// The innermost loops around them.
    loops: SmallVec<[LoopId; 2]>,
}

/// What is laid out early in `kernel`.
pub(super) fn early_rows(kernel: &Kernel, analyses: &Analyses) -> EarlyRows {
    let Analyses { flow, loops, uniformity, .. } = analyses;
    let mut blocks: PrimaryMap<InstId, PackedOption<Block>> = kernel.insts.keys().map(|_| None.into()).collect();
    for block in &flow.order {
        kernel.blocks[*block].insts.iter().for_each(|inst| blocks[*inst] = (*block).into());
    }
    let mut found = EarlyRows::default();
    for readers in readers_of_vectors(kernel, flow, loops) {
        let Readers { vector, leaves, first, block, at, are_in_several_blocks, loops: around } = readers;
        let elements = (0..).zip(&leaves).filter_map(|(number, leaf)| Some(((vector, number), (*leaf)?.0)));
        let is_number = |value| kernel.constant(value).is_some();
        if uniformity.is_uniform(vector) && elements.clone().all(|(_, value)| is_number(value)) {
            let at = before_loops(flow, loops, at);
            if at == block && (are_in_several_blocks || !around.is_empty()) {
                found.first_readers.insert(first);
            } else if at != block
                && let Some(last) = kernel.terminator(at)
            {
                found
                    .copies
                    .entry(last)
                    .or_default()
                    .extend((0..kernel.ty(vector).lanes).map(|number| (vector, number)));
            }
            continue;
        }
        // A parameter of a block has no instruction behind which it could be copied.
        let definition = |value: Value| match kernel.values[value].def {
            ValueDef::Result(inst, _) => blocks[inst].expand().map(|block| (inst, block)),
            _ => None,
        };
        let are_all = |is_right: &dyn Fn(Block) -> bool| {
            elements.clone().all(|(_, value)| definition(value).is_some_and(|(_, block)| is_right(block)))
        };
        let is_run_as_often = |block: Block| loops.innermost(block).is_none_or(|around| loops.contains(around, at));
        let is_before_a_loop = around.iter().any(|around| are_all(&|block| !loops.contains(*around, block)));
        if is_before_a_loop || are_in_several_blocks && are_all(&is_run_as_often) {
            let behind = |value: Value| definition(value).map(|(inst, _)| inst);
            // What is undefined is copied with another: a register must have been written before it is read.
            let any = elements.clone().find_map(|(_, value)| behind(value));
            for (number, leaf) in (0..).zip(&leaves) {
                if let Some(inst) = leaf.map_or(any, |(value, _)| behind(value)) {
                    found.copies.entry(inst).or_default().push((vector, number));
                }
            }
        }
    }
    found
}

/// The readers of each vector that is indexed, equal vectors being one.
fn readers_of_vectors(kernel: &Kernel, flow: &ControlFlow, loops: &Loops) -> Vec<Readers> {
    let mut numbers: FxHashMap<Leaves, usize> = FxHashMap::default();
    let mut all: Vec<Readers> = Vec::new();
    for block in &flow.order {
        let around = loops.innermost(*block);
        for inst in &kernel.blocks[*block].insts {
            let InstData::Element { vector, .. } = kernel.insts[*inst] else { continue };
            let leaves = leaves(kernel, vector);
            match numbers.get(&leaves).and_then(|number| all.get_mut(*number)) {
                Some(readers) => {
                    readers.are_in_several_blocks |= readers.block != *block;
                    readers.at = flow.common_dominator(readers.at, *block);
                    readers.loops.extend(around.filter(|around| !readers.loops.contains(around)));
                }
                None => {
                    numbers.insert(leaves.clone(), all.len());
                    all.push(Readers {
                        vector,
                        leaves,
                        first: *inst,
                        block: *block,
                        at: *block,
                        are_in_several_blocks: false,
                        loops: around.into_iter().collect(),
                    });
                }
            }
        }
    }
    all
}

/// The last block before the outermost loop around `block`, or `block` where there is none.
fn before_loops(flow: &ControlFlow, loops: &Loops, mut block: Block) -> Block {
    while let Some(around) = loops.innermost(block)
        && let Some(above) = flow.immediate_dominator(loops.loops[around].header)
    {
        block = above;
    }
    block
}
