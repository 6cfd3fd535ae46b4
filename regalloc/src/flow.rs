//! The control flow of a vISA kernel: for one lane, and for the wave.
//!
//! A lane goes from a block to its successors. The wave runs the text in order: lanes that a `goto` sends ahead *wait* at
//! their target while others run what lies between, and lanes that leave a loop wait while others go around in it. A
//! waiting lane still owns its values, so everything that others write meanwhile matters to it.

use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use texvisa_ir::visa::{BranchKind, Inst, Kernel, Label};

/// The number of a block, in the order of the text.
pub type BlockIndex = u32;

/// A stretch of instructions that runs from its first to its last.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Its first instruction.
    pub start: u32,
    /// The instruction behind its last.
    pub end: u32,
    /// Where a lane may go.
    pub successors: SmallVec<[BlockIndex; 2]>,
    /// Where a lane may come from.
    pub predecessors: SmallVec<[BlockIndex; 2]>,
    /// Edges that lead here and on which lanes wait: where from, and the first block that others may run meanwhile.
    pub waits: SmallVec<[(BlockIndex, BlockIndex); 2]>,
    /// How many loops it is in.
    pub depth: u32,
}

/// The control flow of a kernel.
#[derive(Debug)]
pub struct Flow {
    /// The blocks in the order of the text.
    pub blocks: Vec<Block>,
    /// The loops, outer ones before inner ones.
    pub loops: Vec<Loop>,
    block_of: Vec<BlockIndex>,
    /// The innermost loop of each block.
    innermost: Vec<Option<u32>>,
}

/// A loop: the blocks from its first to its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loop {
    /// Where it begins.
    pub first: BlockIndex,
    /// The block from which it last goes back.
    pub last: BlockIndex,
    /// The number of the loop around it.
    pub parent: Option<u32>,
}

/// A label that stands in a branch and nowhere in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is nowhere in the kernel")]
pub struct MissingLabel(pub Label);

impl Flow {
    /// The control flow of `kernel`.
    ///
    /// # Errors
    ///
    /// A branch to a label that is not in the kernel.
    pub fn new(kernel: &Kernel) -> Result<Flow, MissingLabel> {
        let mut flow = Flow {
            blocks: Vec::new(),
            loops: Vec::new(),
            block_of: Vec::with_capacity(kernel.insts.len()),
            innermost: Vec::new(),
        };
        let mut label_at: SecondaryMap<Label, BlockIndex> = SecondaryMap::with_default(BlockIndex::MAX);
        let mut open = false;
        for (index, inst) in kernel.insts.iter().enumerate() {
            if !open || matches!(inst, Inst::Label(_)) {
                if let Some(last) = flow.blocks.last_mut() {
                    last.end = index as u32;
                }
                flow.blocks.push(Block { start: index as u32, ..Block::default() });
                open = true;
            }
            let block = flow.blocks.len() as BlockIndex - 1;
            flow.block_of.push(block);
            match inst {
                Inst::Label(label) => label_at[*label] = block,
                Inst::Branch { .. } | Inst::Return => open = false,
                _ => {}
            }
        }
        if let Some(last) = flow.blocks.last_mut() {
            last.end = kernel.insts.len() as u32;
        }
        flow.connect(kernel, &label_at)?;
        Ok(flow)
    }

    /// The block that instruction `index` is in.
    pub fn block_of(&self, index: u32) -> BlockIndex {
        self.block_of[index as usize]
    }

    fn connect(
        &mut self,
        kernel: &Kernel,
        label_at: &SecondaryMap<Label, BlockIndex>,
    ) -> Result<(), MissingLabel> {
        let count = self.blocks.len() as BlockIndex;
        let mut waiting: Vec<(BlockIndex, BlockIndex)> = Vec::new();
        for index in 0..count {
            let last = self.blocks[index as usize].end.checked_sub(1).map(|last| &kernel.insts[last as usize]);
            let next = index + 1;
            let mut successors: SmallVec<[BlockIndex; 2]> = SmallVec::new();
            match last {
                Some(Inst::Branch { kind, predicate, target, .. }) => {
                    let to = label_at[*target];
                    if to == BlockIndex::MAX {
                        return Err(MissingLabel(*target));
                    }
                    successors.push(to);
                    if predicate.is_some() && next < count && next != to {
                        successors.push(next);
                    }
                    if to <= index {
                        self.loops.push(Loop { first: to, last: index, parent: None });
                    }
                    if *kind == BranchKind::Goto {
                        if to > next {
                            waiting.push((index, to));
                        } else if to <= index && predicate.is_some() && next < count {
                            waiting.push((index, next));
                        }
                    }
                }
                Some(Inst::Return) => {}
                _ if next < count => successors.push(next),
                _ => {}
            }
            for to in &successors {
                self.blocks[*to as usize].predecessors.push(index);
            }
            self.blocks[index as usize].successors = successors;
        }
        self.nest_loops();
        for (from, to) in waiting {
            // The outermost loop that holds the branch and not its target: others may go around in it.
            let left = self.enclosing(from).take_while(|around| !(around.first..=around.last).contains(&to)).last();
            self.blocks[to as usize].waits.push((from, left.map_or(from + 1, |around| around.first)));
        }
        Ok(())
    }

    /// The loops that `block` is in, from the inside out.
    pub fn enclosing(&self, block: BlockIndex) -> impl Iterator<Item = Loop> + '_ {
        std::iter::successors(self.innermost[block as usize], |id| self.loops[*id as usize].parent)
            .map(|id| self.loops[id as usize])
    }

    /// Makes one loop of all branches that go back to one block, and finds which loop is in which.
    fn nest_loops(&mut self) {
        self.loops.sort_unstable_by_key(|around| (around.first, std::cmp::Reverse(around.last)));
        self.loops.dedup_by_key(|around| around.first);
        let mut open: Vec<u32> = Vec::new();
        let mut next = 0;
        for (index, block) in self.blocks.iter_mut().enumerate() {
            while open.last().is_some_and(|id| (self.loops[*id as usize].last as usize) < index) {
                open.pop();
            }
            while self.loops.get(next).is_some_and(|around| around.first as usize == index) {
                self.loops[next].parent = open.last().copied();
                open.push(next as u32);
                next += 1;
            }
            self.innermost.push(open.last().copied());
            block.depth = open.len() as u32;
        }
    }
}
