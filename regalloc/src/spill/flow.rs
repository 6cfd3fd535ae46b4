//! Where the hardware thread goes from block to block, whichever lanes are pending.
//!
//! To spill code the thread is a sequential program: a value is in registers for all lanes, or it is in memory for all
//! lanes. So it matters where the *thread* goes, not where one lane does. At a branch forward that all lanes take, it goes
//! to the lowest block at which lanes are pending (GOTO, Notes).

use smallvec::SmallVec;

use crate::control_flow::{BlockIndex, ThreadFlow};

/// A loop: the blocks from its header to the last that leads back to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loop {
    /// Its last block.
    pub last: BlockIndex,
}

/// The blocks of a kernel, as the thread runs them.
#[derive(Debug)]
pub(super) struct Blocks {
    /// The first instruction of each, and the one behind its last.
    pub ranges: Vec<(u32, u32)>,
    pub successors: Vec<SmallVec<[BlockIndex; 4]>>,
    pub predecessors: Vec<SmallVec<[BlockIndex; 4]>>,
    /// By block: the loop that it is the header of.
    pub loops: Vec<Option<Loop>>,
    /// How many loops each is in.
    depth: Vec<u32>,
}

impl Blocks {
    pub fn new(flow: &ThreadFlow) -> Blocks {
        let count = flow.blocks.len();
        let mut blocks = Blocks {
            ranges: flow.blocks.iter().map(|block| (block.start, block.end)).collect(),
            successors: flow.blocks.iter().map(|block| block.successors.iter().copied().collect()).collect(),
            predecessors: vec![SmallVec::new(); count],
            loops: vec![None; count],
            depth: flow.blocks.iter().map(|block| block.depth).collect(),
        };
        for (at, block) in (0..).zip(&flow.blocks) {
            // While others run these blocks, lanes are pending here.
            for from in block.divergent_region.iter().flat_map(|(start, end)| *start..*end) {
                let successors = &mut blocks.successors[from as usize];
                // It goes here where all that run go further.
                if from < at && successors.iter().any(|to| *to > at) && !successors.contains(&at) {
                    successors.push(at);
                }
            }
        }
        for from in 0..count as BlockIndex {
            for to in blocks.successors[from as usize].clone() {
                blocks.predecessors[to as usize].push(from);
                if to <= from {
                    let last = blocks.loops[to as usize].map_or(from, |known| known.last.max(from));
                    blocks.loops[to as usize] = Some(Loop { last });
                }
            }
        }
        blocks
    }

    pub fn count(&self) -> BlockIndex {
        self.ranges.len() as BlockIndex
    }

    /// Whether an edge leaves a loop.
    pub fn leaves_loop(&self, from: BlockIndex, to: BlockIndex) -> bool {
        to > from && self.depth[to as usize] < self.depth[from as usize]
    }
}
