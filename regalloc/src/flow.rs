//! The control flow of a vISA kernel: for one lane, and for the wave.
//!
//! A lane goes from a block to its successors. The wave runs the text in order: lanes that a `goto` sends ahead *wait* at
//! their target while others run what lies between, and lanes that leave a loop wait while others go around in it. A
//! waiting lane still owns its values, so everything that others write meanwhile matters to it.
//!
//! Others run meanwhile what they were sent to: by a branch that parts the lanes, what lies behind it; by one that takes
//! all along, the places where lanes have been waiting all the while. Whether a branch parts lanes is read off its
//! predicate: one that is only written from scalars, in all its bits at once, is the same for all lanes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use cranelift_entity::{EntitySet, SecondaryMap};
use smallvec::SmallVec;
use texvisa_ir::visa::{BranchKind, Exec, Inst, Kernel, Label, Pred, Region, Src};

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
    /// The block from which it first goes back.
    pub first_back: BlockIndex,
    /// The number of the loop around it.
    pub parent: Option<u32>,
}

impl Loop {
    fn holds(&self, block: BlockIndex) -> bool {
        (self.first..=self.last).contains(&block)
    }
}

/// A `goto` that leaves lanes waiting: those that it moves ahead, or, where it leads back, those that it does not move.
#[derive(Clone, Copy)]
struct Goto {
    from: BlockIndex,
    /// Where they wait.
    to: BlockIndex,
    /// Whether it can part the lanes that come to it.
    parts: bool,
}

/// The predicates that are always the same for all lanes.
fn uniform_predicates(kernel: &Kernel) -> EntitySet<Pred> {
    let mut uniform = EntitySet::with_capacity(kernel.preds.len());
    for pred in kernel.preds.keys() {
        uniform.insert(pred);
    }
    let is_whole =
        |exec: &Exec, pred: Pred| exec.nomask && exec.first == 0 && u16::from(exec.lanes) == kernel.preds[pred];
    let is_scalar = |src: &Src| match src {
        Src::Register { region, .. } => *region == Region::SCALAR,
        Src::Immediate { .. } => true,
    };
    loop {
        let mut changed = false;
        for inst in &kernel.insts {
            let varies = match inst {
                Inst::Compare { exec, dst, srcs, .. } => {
                    (!is_whole(exec, *dst) || !srcs.iter().all(is_scalar)).then_some(*dst)
                }
                Inst::Predicate { exec, dst, srcs, .. } => {
                    (!is_whole(exec, *dst) || !srcs.iter().all(|src| uniform.contains(*src))).then_some(*dst)
                }
                Inst::SetPredicate { dst, .. } => Some(*dst),
                _ => None,
            };
            changed |= varies.is_some_and(|pred| uniform.remove(pred));
        }
        if !changed {
            return uniform;
        }
    }
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

    fn connect(&mut self, kernel: &Kernel, label_at: &SecondaryMap<Label, BlockIndex>) -> Result<(), MissingLabel> {
        let count = self.blocks.len() as BlockIndex;
        let uniform = uniform_predicates(kernel);
        let mut gotos: Vec<Goto> = Vec::new();
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
                        self.loops.push(Loop { first: to, last: index, first_back: index, parent: None });
                    }
                    if *kind == BranchKind::Goto {
                        let parts = predicate.is_some_and(|predicate| !uniform.contains(predicate.pred));
                        if to > next {
                            gotos.push(Goto { from: index, to, parts });
                        } else if to <= index && parts && next < count {
                            gotos.push(Goto { from: index, to: next, parts });
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
        self.find_waits(&gotos);
        Ok(())
    }

    /// Finds on which edges lanes wait, and for what. Where a `goto` takes all lanes along, that depends on where others
    /// have been waiting already, which depends on the other edges: the answer grows until it is complete.
    fn find_waits(&mut self, gotos: &[Goto]) {
        let count = self.blocks.len();
        // For each block the first one behind it at which lanes may be waiting while it runs.
        let mut first_waiting: Vec<BlockIndex> = vec![BlockIndex::MAX; count];
        let mut starts: Vec<Option<BlockIndex>> = vec![None; gotos.len()];
        loop {
            let mut changed = false;
            for (goto, start) in gotos.iter().zip(&mut starts) {
                let new = self.meanwhile(*goto, first_waiting[goto.from as usize]);
                changed |= new != *start;
                *start = new;
            }
            if !changed {
                break;
            }
            let mut waits: Vec<(BlockIndex, BlockIndex)> =
                gotos.iter().zip(&starts).filter_map(|(goto, start)| Some(((*start)?, goto.to))).collect();
            waits.sort_unstable();
            let mut waits = waits.into_iter().peekable();
            let mut active: BinaryHeap<Reverse<BlockIndex>> = BinaryHeap::new();
            for block in 0..count as BlockIndex {
                while let Some((_, at)) = waits.next_if(|(start, _)| *start <= block) {
                    active.push(Reverse(at));
                }
                while active.peek().is_some_and(|at| at.0 <= block) {
                    active.pop();
                }
                first_waiting[block as usize] = active.peek().map_or(BlockIndex::MAX, |at| at.0);
            }
        }
        for (goto, start) in gotos.iter().zip(starts) {
            if let Some(start) = start {
                self.blocks[goto.to as usize].waits.push((goto.from, start));
            }
        }
    }

    /// The first block that others may run while the lanes that `goto` moves wait, if they may run any; `waiting` is the
    /// first block behind it at which lanes have been waiting.
    fn meanwhile(&self, goto: Goto, waiting: BlockIndex) -> Option<BlockIndex> {
        let first = if goto.parts { goto.from + 1 } else { waiting };
        // Those that are inside a loop go around in it before they come to what is behind it.
        let left = self
            .enclosing(goto.from)
            .take_while(|around| !around.holds(goto.to))
            .filter(|around| around.holds(first) || (goto.parts && around.last == goto.from));
        let first = left.map(|around| around.first).fold(first, BlockIndex::min);
        // A loop that goes back in several places can be gone around before its later part is come to.
        let inner = self.enclosing(goto.to).filter(|around| around.first_back < goto.to && first < goto.to);
        let first = inner.map(|around| around.first).fold(first, BlockIndex::min);
        (first < goto.to).then_some(first)
    }

    /// The loops that `block` is in, from the inside out.
    pub fn enclosing(&self, block: BlockIndex) -> impl Iterator<Item = Loop> + '_ {
        std::iter::successors(self.innermost[block as usize], |id| self.loops[*id as usize].parent)
            .map(|id| self.loops[id as usize])
    }

    /// Makes one loop of all branches that go back to one block, and finds which loop is in which.
    fn nest_loops(&mut self) {
        self.loops.sort_unstable_by_key(|around| (around.first, Reverse(around.last)));
        self.loops.dedup_by(|other, kept| {
            let same = other.first == kept.first;
            if same {
                kept.first_back = kept.first_back.min(other.first_back);
            }
            same
        });
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
