//! The control flow of a vISA kernel: for one lane, and for the wave.
//!
//! A lane goes from a block to its successors. The wave runs the text in order: lanes that a `goto` sends ahead *wait*
//! at their target while others run what lies between, and lanes that leave a loop wait while others go around in it. A
//! waiting lane still owns its values, so everything that others write meanwhile matters to it.
//!
//! Others run meanwhile what they were sent to: by a branch that parts the lanes, what lies behind it; by one that
//! takes all along, the places where lanes have been waiting all the while. Whether a branch parts lanes is read off
//! its predicate: one that is only written from scalars, in all its bits at once, is the same for all lanes.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use cranelift_entity::{EntitySet, SecondaryMap};
use smallvec::SmallVec;
use texvisa_ir::visa::{BranchKind, Inst, Kernel, Label, LabelKind, Pred, Region, Src};

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
    /// Edges that lead here and on which lanes wait, by the block that they come from.
    pub waits: Vec<Wait>,
    /// What others may run while lanes wait here, wherever they come from.
    pub meanwhile: Stretches,
    /// How many loops it is in.
    pub depth: u32,
}

/// Blocks, as rising stretches apart from each other; the last block of each is not included.
pub type Stretches = Vec<(BlockIndex, BlockIndex)>;

/// That lanes wait for others.
#[derive(Clone, Debug)]
pub struct Wait {
    /// The block that they come from.
    pub from: BlockIndex,
    /// The blocks that others may run meanwhile.
    pub meanwhile: Stretches,
}

/// Orders stretches, and makes one of those that touch.
fn join_stretches(stretches: &mut Stretches) {
    stretches.sort_unstable();
    stretches.dedup_by(|next, last| {
        let touches = next.0 <= last.1;
        if touches {
            last.1 = last.1.max(next.1);
        }
        touches
    });
}

/// The control flow of a kernel.
#[derive(Debug)]
pub struct Flow {
    /// The blocks in the order of the text.
    pub blocks: Vec<Block>,
    /// The loops, outer ones before inner ones.
    pub loops: Vec<Loop>,
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

/// A `goto` that leaves lanes waiting: those that it moves ahead, or, where it leads back, those that it does not move.
#[derive(Clone, Copy)]
struct Goto {
    from: BlockIndex,
    /// Where they wait.
    to: BlockIndex,
    /// Where the others go, if it can part the lanes that come to it.
    others: Option<BlockIndex>,
}

/// A search for the blocks that lanes may run before the text comes to a block.
struct Reach<'a> {
    blocks: &'a [Block],
    /// The search that last found each block.
    seen: Vec<u32>,
    stamp: u32,
    found: Vec<BlockIndex>,
}

impl Reach<'_> {
    /// The blocks that lanes run from `starts` on until all of them are at `until` or behind it. Of one block it may be
    /// known already which they are.
    fn stretches(
        &mut self,
        starts: impl IntoIterator<Item = BlockIndex>,
        until: BlockIndex,
        known: Option<(BlockIndex, &Stretches)>,
    ) -> Stretches {
        self.stamp += 1;
        self.found.clear();
        for start in starts {
            self.find(start, until);
        }
        let mut stretches = Stretches::new();
        let mut next = 0;
        while next < self.found.len() {
            let block = self.found[next];
            match known {
                Some((start, known)) if block == start => stretches.clone_from(known),
                _ => {
                    for successor in &self.blocks[block as usize].successors {
                        self.find(*successor, until);
                    }
                }
            }
            next += 1;
        }
        stretches.extend(self.found.iter().map(|block| (*block, block + 1)));
        join_stretches(&mut stretches);
        stretches
    }

    fn find(&mut self, block: BlockIndex, until: BlockIndex) {
        if block < until && self.seen[block as usize] != self.stamp {
            self.seen[block as usize] = self.stamp;
            self.found.push(block);
        }
    }
}

/// The predicates that are always the same for all lanes: written only from scalars and from each other, and only in
/// all their bits at once. A write in halves is one write where the halves follow each other. The instructions at
/// `written` are those that write a predicate.
fn uniform_predicates(kernel: &Kernel, written: &[usize]) -> EntitySet<Pred> {
    let mut uniform = EntitySet::with_capacity(kernel.preds.len());
    for pred in kernel.preds.keys() {
        uniform.insert(pred);
    }
    let is_scalar = |src: &Src| match src {
        Src::Register { region, .. } => *region == Region::SCALAR,
        Src::Immediate { .. } => true,
        Src::Vector { .. } => false,
    };
    let halves = |a: &usize, b: &usize| a + 1 == *b && is_same_write(&kernel.insts[*a], &kernel.insts[*b]);
    let all: Vec<&[Inst]> =
        written.chunk_by(halves).map(|places| &kernel.insts[places[0]..places[0] + places.len()]).collect();
    loop {
        let mut changed = false;
        for writes in &all {
            let mut covered = 0;
            let is_whole = writes.iter().all(|write| match write {
                Inst::Compare { exec, .. } | Inst::Predicate { exec, .. } => {
                    let follows = exec.nomask && u16::from(exec.first) == covered;
                    covered += u16::from(exec.lanes);
                    follows
                }
                _ => false,
            });
            let covers = |pred: Pred| is_whole && covered == kernel.preds[pred];
            let varies = match &writes[0] {
                Inst::Compare { dst, srcs, .. } => (!covers(*dst) || !srcs.iter().all(is_scalar)).then_some(*dst),
                Inst::Predicate { dst, srcs, .. } => {
                    (!covers(*dst) || !srcs.iter().all(|src| uniform.contains(*src))).then_some(*dst)
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

/// Whether two instructions write a predicate alike, but for which lanes.
fn is_same_write(a: &Inst, b: &Inst) -> bool {
    match (a, b) {
        (
            Inst::Compare { relation, dst, srcs, exec: _ },
            Inst::Compare { relation: other_relation, dst: other, srcs: other_srcs, exec: _ },
        ) => relation == other_relation && dst == other && srcs == other_srcs,
        (
            Inst::Predicate { op, dst, srcs, exec: _ },
            Inst::Predicate { op: other_op, dst: other, srcs: other_srcs, exec: _ },
        ) => op == other_op && dst == other && srcs == other_srcs,
        _ => false,
    }
}

/// A label that stands in a branch and nowhere in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is nowhere in the kernel")]
pub struct MissingLabel(pub Label);

/// Finds the control flow along the text: of a long kernel, each walk along the instructions brings all of them from
/// memory again, so that one walk should serve whatever needs one.
#[derive(Debug)]
pub struct FlowBuilder {
    blocks: Vec<Block>,
    label_at: SecondaryMap<Label, BlockIndex>,
    predicate_writes: Vec<usize>,
    /// Whether the next instruction goes on with the last block.
    open: bool,
    /// The first instruction of the last block.
    start: u32,
}

impl Default for FlowBuilder {
    fn default() -> FlowBuilder {
        let label_at = SecondaryMap::with_default(BlockIndex::MAX);
        FlowBuilder { blocks: Vec::new(), label_at, predicate_writes: Vec::new(), open: false, start: 0 }
    }
}

impl FlowBuilder {
    /// Adds the next instruction of `kernel`; returns the first of its block.
    #[inline]
    pub fn instruction(&mut self, kernel: &Kernel, index: u32, inst: &Inst) -> u32 {
        let matters = matches!(
            inst,
            Inst::Label(_)
                | Inst::Branch { .. }
                | Inst::Return
                | Inst::Compare { .. }
                | Inst::Predicate { .. }
                | Inst::SetPredicate { .. }
        );
        if matters || !self.open {
            self.note(kernel, index, inst);
        }
        self.start
    }

    fn note(&mut self, kernel: &Kernel, index: u32, inst: &Inst) {
        let label = match inst {
            // One that is not written is no place to branch to.
            Inst::Label(label) if kernel.labels[*label] != LabelKind::Unused => Some(*label),
            _ => None,
        };
        if !self.open || label.is_some() {
            self.begin_block(index);
        }
        if let Some(label) = label {
            self.label_at[label] = self.blocks.len() as BlockIndex - 1;
        }
        match inst {
            Inst::Branch { .. } | Inst::Return => self.open = false,
            Inst::Compare { .. } | Inst::Predicate { .. } | Inst::SetPredicate { .. } => {
                self.predicate_writes.push(index as usize);
            }
            _ => {}
        }
    }

    fn begin_block(&mut self, start: u32) {
        if let Some(last) = self.blocks.last_mut() {
            last.end = start;
        }
        self.blocks.push(Block { start, ..Block::default() });
        self.open = true;
        self.start = start;
    }

    /// The control flow of `kernel`, whose instructions have all been added.
    ///
    /// # Errors
    ///
    /// A branch to a label that is not in the kernel.
    pub fn finish(mut self, kernel: &Kernel) -> Result<Flow, MissingLabel> {
        if let Some(last) = self.blocks.last_mut() {
            last.end = kernel.insts.len() as u32;
        }
        let mut flow = Flow { blocks: self.blocks, loops: Vec::new(), innermost: Vec::new() };
        flow.connect(kernel, &self.label_at, &uniform_predicates(kernel, &self.predicate_writes))?;
        Ok(flow)
    }
}

impl Flow {
    /// The control flow of `kernel`.
    ///
    /// # Errors
    ///
    /// A branch to a label that is not in the kernel.
    pub fn new(kernel: &Kernel) -> Result<Flow, MissingLabel> {
        let mut builder = FlowBuilder::default();
        for (index, inst) in kernel.insts.iter().enumerate() {
            builder.instruction(kernel, index as u32, inst);
        }
        builder.finish(kernel)
    }

    /// The block that instruction `index` is in.
    pub fn block_of(&self, index: u32) -> BlockIndex {
        self.blocks.partition_point(|block| block.start <= index) as BlockIndex - 1
    }

    fn connect(
        &mut self,
        kernel: &Kernel,
        label_at: &SecondaryMap<Label, BlockIndex>,
        uniform: &EntitySet<Pred>,
    ) -> Result<(), MissingLabel> {
        let count = self.blocks.len() as BlockIndex;
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
                        self.loops.push(Loop { first: to, last: index, parent: None });
                    }
                    if *kind == BranchKind::Goto {
                        let parts = predicate.is_some_and(|predicate| !uniform.contains(predicate.pred));
                        if to > next {
                            gotos.push(Goto { from: index, to, others: parts.then_some(next) });
                        } else if to <= index && parts && next < count {
                            gotos.push(Goto { from: index, to: next, others: Some(to) });
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

    /// Finds on which edges lanes wait, and for what. Where a `goto` takes all lanes along, that depends on where
    /// others have been waiting already, which depends on the other edges: the answer grows until it is complete.
    fn find_waits(&mut self, gotos: &[Goto]) {
        let mut reach = Reach { blocks: &self.blocks, seen: vec![0; self.blocks.len()], stamp: 0, found: Vec::new() };
        let mut meanwhile: Vec<Stretches> = vec![Stretches::new(); gotos.len()];
        // Of gotos to one place, those further up come to what those further down have been found to come to.
        let mut below: Vec<Option<(BlockIndex, usize)>> = vec![None; self.blocks.len()];
        for index in (0..gotos.len()).rev() {
            let goto = gotos[index];
            if let Some(others) = goto.others {
                let known = below[goto.to as usize].replace((others, index));
                let known = known.map(|(start, index)| (start, &meanwhile[index]));
                meanwhile[index] = reach.stretches([others], goto.to, known);
            }
        }
        let mut by_block: Vec<usize> = (0..gotos.len()).filter(|goto| gotos[*goto].others.is_none()).collect();
        by_block.sort_unstable_by_key(|goto| gotos[*goto].from);
        loop {
            // Where lanes wait, from the start to the end of each stretch.
            let mut events: Vec<(BlockIndex, bool, BlockIndex)> = Vec::new();
            for (goto, stretches) in gotos.iter().zip(&meanwhile) {
                for (start, end) in stretches {
                    events.extend([(*start, true, goto.to), (*end, false, goto.to)]);
                }
            }
            events.sort_unstable();
            let mut events = events.into_iter().peekable();
            let mut waiting: BTreeMap<BlockIndex, u32> = BTreeMap::new();
            let mut starts: Vec<SmallVec<[BlockIndex; 4]>> = Vec::with_capacity(by_block.len());
            for index in &by_block {
                let goto = gotos[*index];
                while let Some((_, begins, at)) = events.next_if(|(block, ..)| *block <= goto.from) {
                    let count = waiting.entry(at).or_default();
                    *count = if begins { *count + 1 } else { *count - 1 };
                    if *count == 0 {
                        waiting.remove(&at);
                    }
                }
                starts.push(waiting.range(goto.from + 1..goto.to).map(|(at, _)| *at).collect());
            }
            let mut changed = false;
            below.fill(None);
            for (index, starts) in by_block.iter().zip(&starts).rev() {
                let to = gotos[*index].to;
                let known = below[to as usize].map(|(start, index)| (start, &meanwhile[index]));
                let stretches = reach.stretches(starts.iter().copied(), to, known);
                changed |= stretches != meanwhile[*index];
                meanwhile[*index] = stretches;
                if let [start] = starts[..] {
                    below[to as usize] = Some((start, *index));
                }
            }
            if !changed {
                break;
            }
        }
        for (goto, meanwhile) in gotos.iter().zip(meanwhile) {
            if !meanwhile.is_empty() {
                self.blocks[goto.to as usize].waits.push(Wait { from: goto.from, meanwhile });
            }
        }
        for block in &mut self.blocks {
            block.meanwhile = block.waits.iter().flat_map(|wait| &wait.meanwhile).copied().collect();
            join_stretches(&mut block.meanwhile);
        }
    }

    /// The loops that `block` is in, from the inside out.
    pub fn enclosing(&self, block: BlockIndex) -> impl Iterator<Item = Loop> + '_ {
        std::iter::successors(self.innermost[block as usize], |id| self.loops[*id as usize].parent)
            .map(|id| self.loops[id as usize])
    }

    /// Makes one loop of all branches that go back to one block, and finds which loop is in which.
    fn nest_loops(&mut self) {
        self.loops.sort_unstable_by_key(|around| (around.first, Reverse(around.last)));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{PARTING, kernel};

    /// X differs between lanes and N does not; P and U are predicates of theirs.
    const COMPARE: &str = "
    cmp.lt (M1, 16) P $X 0x5:d
    cmp.lt (M1_NM, 16) U #N 0x5:d";

    fn flow(body: &str) -> Flow {
        let kernel = kernel(&[PARTING, "A:d16"].concat(), body);
        Flow::new(&kernel).expect("every label is there")
    }

    /// Lanes that come from the first block wait at the second while others run the stretches.
    type Found = (BlockIndex, BlockIndex, Vec<(BlockIndex, BlockIndex)>);

    fn waits(flow: &Flow) -> Vec<Found> {
        let waits_at = |(at, block): (usize, &Block)| {
            let mut found: Vec<Found> =
                block.waits.iter().map(|wait| (wait.from, at as BlockIndex, wait.meanwhile.clone())).collect();
            found.sort();
            found
        };
        flow.blocks.iter().enumerate().flat_map(waits_at).collect()
    }

    fn waits_after_compare(body: &str) -> Vec<Found> {
        waits(&flow(&[COMPARE, body].concat()))
    }

    #[test]
    fn blocks_begin_at_labels_and_behind_branches_and_lead_on() {
        let flow = flow(
            "
    cmp.lt (M1, 16) P $X 0x5:d
    (P) goto (M1, 16) end
    mov (M1, 16) &A 0x1:d
    jmp (M1, 1) end
    mov (M1, 16) &A 0x2:d
end:
    ret (M1, 1)
    mov (M1, 16) &A 0x3:d",
        );
        let blocks: Vec<_> =
            flow.blocks.iter().map(|block| (block.start, block.end, block.successors.to_vec())).collect();
        assert_eq!(blocks, [(0, 2, vec![3, 1]), (2, 4, vec![3]), (4, 5, vec![3]), (5, 7, vec![]), (7, 8, vec![])]);
        assert_eq!(flow.blocks[3].predecessors.to_vec(), [0, 1, 2]);
        assert_eq!([0, 1, 2, 4, 6, 7].map(|inst| flow.block_of(inst)), [0, 0, 1, 2, 3, 4]);
    }

    #[test]
    fn lanes_sent_ahead_wait_while_others_run_what_lies_between() {
        let found = waits_after_compare(
            "
    (P) goto (M1, 16) end
    mov (M1, 16) &A 0x1:d
end:
    ret (M1, 1)",
        );
        assert_eq!(found, [(0, 2, vec![(1, 2)])]);
    }

    #[test]
    fn nobody_waits_for_the_next_instruction() {
        assert_eq!(waits_after_compare("\n    (P) goto (M1, 16) end\nend:\n    ret (M1, 1)"), []);
    }

    #[test]
    fn each_of_several_gotos_to_one_label_waits_for_what_follows_it() {
        let found = waits_after_compare(
            "
    (P) goto (M1, 16) end
    mov (M1, 16) &A 0x1:d
    (!P) goto (M1, 16) end
    mov (M1, 16) &A 0x2:d
end:
    ret (M1, 1)",
        );
        assert_eq!(found, [(0, 3, vec![(1, 3)]), (1, 3, vec![(2, 3)])]);
    }

    /// At the end of the first side all its lanes go ahead, and those that have waited at the second run it.
    #[test]
    fn lanes_that_all_go_ahead_wait_for_those_that_have_been_waiting_in_between() {
        let sides = |predicate: &str| {
            waits_after_compare(&format!(
                "
    (!{predicate}) goto (M1, 16) else
    mov (M1, 16) &A 0x1:d
    goto (M1, 16) end
else:
    mov (M1, 16) &A 0x2:d
end:
    ret (M1, 1)"
            ))
        };
        assert_eq!(sides("P"), [(0, 2, vec![(1, 2)]), (1, 3, vec![(2, 3)])]);
        assert_eq!(sides("U"), []);
    }

    #[test]
    fn lanes_that_do_not_go_back_wait_behind_the_loop_for_those_that_do() {
        let found = waits_after_compare(
            "
loop:
    mov (M1, 16) &A 0x1:d
    (P) goto (M1, 16) loop
    ret (M1, 1)",
        );
        assert_eq!(found, [(1, 2, vec![(1, 2)])]);
    }

    /// They wait for everything in the loop, also for what stands before the place where they left.
    #[test]
    fn lanes_that_leave_a_loop_wait_for_those_that_go_around_in_it() {
        let found = waits_after_compare(
            "
loop:
    mov (M1, 16) &A 0x1:d
    (P) goto (M1, 16) out
    mov (M1, 16) &A 0x2:d
    (U) jmp (M1, 1) loop
    mov (M1, 16) &A 0x3:d
out:
    ret (M1, 1)",
        );
        assert_eq!(found, [(1, 4, vec![(1, 4)])]);
    }

    #[test]
    fn a_predicate_of_scalars_parts_nobody_if_all_its_bits_are_written_at_once() {
        let parts = |declarations: &str, compare: &str| {
            let body =
                format!("{compare}\n    (Q) goto (M1, 16) end\n    mov (M1, 16) &A 0x1:d\nend:\n    ret (M1, 1)");
            let kernel = kernel(&[PARTING, "A:d16 M:d1 ", declarations].concat(), &body);
            let found = waits(&Flow::new(&kernel).expect("every label is there"));
            assert!(found.is_empty() || found == [(0, 2, vec![(1, 2)])], "{found:?}");
            !found.is_empty()
        };
        let narrow = |compare: &str| parts("Q:p16", compare);
        assert!(!narrow("cmp.lt (M1_NM, 16) Q #N 0x5:d"));
        assert!(narrow("cmp.lt (M1_NM, 16) Q $X 0x5:d"));
        // Lanes that are not active keep what they had.
        assert!(narrow("cmp.lt (M1, 16) Q #N 0x5:d"));
        assert!(narrow("cmp.lt (M1_NM, 8) Q #N 0x5:d"));
        assert!(narrow("setp (M1_NM, 16) Q #N"));
        assert!(narrow("cmp.lt (M1_NM, 16) Q #N 0x5:d\n    cmp.lt (M1, 16) Q $X 0x5:d"));
        let copied = |source: &str| format!("{COMPARE}\n    and (M1_NM, 16) Q U {source}");
        assert!(!narrow(&copied("U")) && narrow(&copied("P")));
        assert!(narrow(&copied("U").replace("and (M1_NM, 16)", "and (M1, 16)")));
        // Halves are one write where they follow each other and decide alike.
        let halves = |between: &str, second: &str| {
            let compare = format!("cmp.lt (M1_NM, 16) Q #N 0x5:d\n{between}    cmp.lt (M5_NM, 16) Q {second}");
            parts("Q:p32", &compare)
        };
        assert!(!halves("", "#N 0x5:d"));
        assert!(halves("", "#M 0x5:d") && halves("", "#N 0x6:d"));
        assert!(halves("    mov (M1_NM, 1) &N 0x1:d\n", "#N 0x5:d"));
        assert!(parts("Q:p32", "cmp.lt (M1_NM, 16) Q #N 0x5:d"));
    }

    const NESTED: &str = "
    mov (M1, 16) &A 0x0:d
outer:
    mov (M1, 16) &A 0x1:d
inner:
    mov (M1, 16) &A 0x2:d
    (P) goto (M1, 16) inner
    (U) goto (M1, 16) inner
    mov (M1, 16) &A 0x3:d
    (P) goto (M1, 16) outer
last:
    (P) goto (M1, 16) last
    ret (M1, 1)";

    #[test]
    fn ways_back_to_one_label_are_one_loop_and_loops_nest() {
        let flow = flow(NESTED);
        let ends: Vec<_> = flow.loops.iter().map(|around| (around.first, around.last, around.parent)).collect();
        assert_eq!(ends, [(1, 4, None), (2, 3, Some(0)), (5, 5, None)]);
        assert_eq!(flow.blocks.iter().map(|block| block.depth).collect::<Vec<_>>(), [0, 1, 2, 2, 1, 1, 0]);
        assert_eq!(flow.enclosing(3).collect::<Vec<_>>(), [flow.loops[1], flow.loops[0]]);
        assert_eq!(flow.enclosing(6).count(), 0);
    }

    #[test]
    fn a_branch_to_a_label_that_stands_nowhere_is_an_error() {
        let mut kernel = kernel(&[PARTING, "A:d16"].concat(), NESTED);
        let Inst::Label(gone) = kernel.insts.remove(3) else { panic!("`inner` stands there") };
        assert_eq!(Flow::new(&kernel).expect_err("two branches lead to it"), MissingLabel(gone));
    }
}
