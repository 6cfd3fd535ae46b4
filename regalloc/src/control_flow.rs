//! The control flow of a vISA kernel: of one lane, and of the hardware thread that runs it.
//!
//! A lane goes from a block to its successors. The thread runs those of its lanes that have the lowest program counter
//! (GOTO, Notes). Lanes that branch forward by a `goto` are *pending* at its target while the others run blocks before
//! it, and lanes that leave a loop are pending after it while the others iterate. The blocks that others may run while
//! lanes are pending at the end of an edge are the *divergent region* of the edge. The divergent region of a block is
//! the union of those of the edges at whose end lanes are pending there. A pending lane still owns its values, so
//! liveness asks for these regions.
//!
//! If lanes can diverge at the `goto`, those that do not take it continue at the next block, or at the loop header if
//! the `goto` is a back edge and the others leave the loop. Lanes that are pending already at a block before the target
//! continue at that block. Lanes can diverge at a `goto` unless its predicate is *uniform*: written from scalars alone,
//! in all of its bits at once.

use std::collections::BTreeMap;

use cranelift_entity::{EntitySet, SecondaryMap};
use smallvec::SmallVec;
use texvisa_ir::visa::{BranchKind, Inst, Label, LabelKind, Pred, Region, Src, VisaKernel};

use crate::ranges::join_touching;

/// The number of a block, in program order.
pub type BlockIndex = u32;

/// Instructions that run from the first to the last.
#[derive(Clone, Debug, Default)]
pub struct FlowBlock {
    /// The first instruction.
    pub start: u32,
    /// The instruction behind the last.
    pub end: u32,
    /// Where a lane may go.
    pub successors: SmallVec<[BlockIndex; 2]>,
    /// Where a lane may come from.
    pub predecessors: SmallVec<[BlockIndex; 2]>,
    /// The divergent region of the block: the union of those of the edges at whose end lanes are pending here.
    pub divergent_region: BlockRanges,
    /// How many loops it is in.
    pub depth: u32,
}

/// A set of blocks, as rising ranges that do not touch each other. The end of each is not included.
pub type BlockRanges = Vec<(BlockIndex, BlockIndex)>;

/// The control flow of a kernel.
#[derive(Debug)]
pub struct ThreadFlow {
    /// The blocks in program order.
    pub blocks: Vec<FlowBlock>,
}

/// A `goto` that leaves lanes pending: those that branch forward, or those that do not take a back edge.
#[derive(Clone, Copy, Debug)]
struct Goto {
    from: BlockIndex,
    /// Where lanes are pending.
    to: BlockIndex,
    /// Where the other lanes go, if those that come to the `goto` can diverge at it.
    others: Option<BlockIndex>,
}

/// A search for the blocks that lanes may run before they come to a block.
struct Reach<'a> {
    blocks: &'a [FlowBlock],
    /// The search that last found each block.
    seen: Vec<u32>,
    stamp: u32,
    found: Vec<BlockIndex>,
}

impl Reach<'_> {
    /// The blocks that lanes run from `starts` on until all of them are at `until` or after it. For one block this may
    /// be `known` already.
    fn ranges(
        &mut self,
        starts: impl IntoIterator<Item = BlockIndex>,
        until: BlockIndex,
        known: Option<(BlockIndex, &BlockRanges)>,
    ) -> BlockRanges {
        self.stamp += 1;
        self.found.clear();
        for start in starts {
            self.find(start, until);
        }
        let mut ranges = BlockRanges::new();
        let mut next = 0;
        while next < self.found.len() {
            let block = self.found[next];
            match known {
                Some((start, known)) if block == start => ranges.clone_from(known),
                _ => {
                    for successor in &self.blocks[block as usize].successors {
                        self.find(*successor, until);
                    }
                }
            }
            next += 1;
        }
        ranges.extend(self.found.iter().map(|block| (*block, block + 1)));
        join_touching(&mut ranges);
        ranges
    }

    fn find(&mut self, block: BlockIndex, until: BlockIndex) {
        if block < until && self.seen[block as usize] != self.stamp {
            self.seen[block as usize] = self.stamp;
            self.found.push(block);
        }
    }
}

/// The uniform predicates: written only from scalars, from each other, and from numbers with all 32 bits set or none, and only
/// in all their bits at once. Two instructions that write one half each count as one write where they follow each other.
/// `written` lists the instructions that write a predicate.
fn uniform_predicates(kernel: &VisaKernel, written: &[usize]) -> EntitySet<Pred> {
    let mut uniform = EntitySet::with_capacity(kernel.preds.len());
    for pred in kernel.preds.keys() {
        uniform.insert(pred);
    }
    let is_scalar = |src: &Src| match src {
        Src::Register { region, .. } => *region == Region::SCALAR,
        Src::Immediate { .. } => true,
        Src::Vector { .. } => false,
    };
    let is_all_or_none =
        |src: &Src| matches!(src, Src::Immediate { bits, .. } if matches!(bits.get() as u32, 0 | u32::MAX));
    let halves = |a: &usize, b: &usize| a + 1 == *b && is_same_write(&kernel.insts[*a], &kernel.insts[*b]);
    let all: Vec<&[Inst]> =
        written.chunk_by(halves).map(|places| &kernel.insts[places[0]..places[0] + places.len()]).collect();
    loop {
        let mut changed = false;
        for writes in &all {
            let mut covered = 0;
            let is_whole = writes.iter().all(|write| match write {
                Inst::Compare { exec, .. } | Inst::Predicate { exec, .. } | Inst::SetPredicate { exec, .. } => {
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
                Inst::SetPredicate { dst, src, .. } => (!covers(*dst) || !is_all_or_none(src)).then_some(*dst),
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
        (Inst::SetPredicate { dst, src, exec: _ }, Inst::SetPredicate { dst: other, src: other_src, exec: _ }) => {
            dst == other && src == other_src
        }
        _ => false,
    }
}

/// A label that a branch names and no block defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no block defines {0}, to which a branch leads; expected a label at which a block begins")]
pub struct MissingLabel(pub Label);

/// Finds the control flow in program order. A walk along the instructions of a long kernel brings all of them from
/// memory, so that one walk serves both this and whoever calls.
#[derive(Debug)]
pub struct ThreadFlowBuilder {
    blocks: Vec<FlowBlock>,
    label_at: SecondaryMap<Label, BlockIndex>,
    predicate_writes: Vec<usize>,
    /// Whether the next instruction goes on with the last block.
    open: bool,
    /// The first instruction of the last block.
    start: u32,
}

impl Default for ThreadFlowBuilder {
    fn default() -> ThreadFlowBuilder {
        let label_at = SecondaryMap::with_default(BlockIndex::MAX);
        ThreadFlowBuilder { blocks: Vec::new(), label_at, predicate_writes: Vec::new(), open: false, start: 0 }
    }
}

impl ThreadFlowBuilder {
    /// Adds the next instruction of `kernel`; returns the first of its block.
    #[inline]
    pub fn instruction(&mut self, kernel: &VisaKernel, index: u32, inst: &Inst) -> u32 {
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

    fn note(&mut self, kernel: &VisaKernel, index: u32, inst: &Inst) {
        let label = match inst {
            // No branch leads to one that is not written.
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
        self.blocks.push(FlowBlock { start, ..FlowBlock::default() });
        self.open = true;
        self.start = start;
    }

    /// The control flow of `kernel`, whose instructions have all been added.
    ///
    /// # Errors
    ///
    /// A branch to a label that no block defines.
    pub fn finish(self, kernel: &VisaKernel) -> Result<ThreadFlow, MissingLabel> {
        let (mut flow, gotos) = self.connect(kernel)?;
        for (goto, region) in gotos.iter().zip(flow.divergent_regions(&gotos)) {
            flow.blocks[goto.to as usize].divergent_region.extend(region);
        }
        flow.blocks.iter_mut().for_each(|block| join_touching(&mut block.divergent_region));
        Ok(flow)
    }

    /// Connects the blocks, and finds every `goto` that may leave lanes pending, in program order.
    fn connect(mut self, kernel: &VisaKernel) -> Result<(ThreadFlow, Vec<Goto>), MissingLabel> {
        if let Some(last) = self.blocks.last_mut() {
            last.end = kernel.insts.len() as u32;
        }
        let uniform = uniform_predicates(kernel, &self.predicate_writes);
        let mut blocks = self.blocks;
        let count = blocks.len() as BlockIndex;
        let mut gotos: Vec<Goto> = Vec::new();
        // Of each loop header: the number after the last block with a back edge to it; 0 for any other block.
        let mut loop_ends = vec![0; blocks.len()];
        for index in 0..count {
            let last = blocks[index as usize].end.checked_sub(1).map(|last| &kernel.insts[last as usize]);
            let next = index + 1;
            let mut successors: SmallVec<[BlockIndex; 2]> = SmallVec::new();
            match last {
                Some(Inst::Branch { kind, predicate, target, .. }) => {
                    let to = self.label_at[*target];
                    if to == BlockIndex::MAX {
                        return Err(MissingLabel(*target));
                    }
                    successors.push(to);
                    if predicate.is_some() && next < count && next != to {
                        successors.push(next);
                    }
                    if to <= index {
                        loop_ends[to as usize] = next;
                    }
                    if *kind == BranchKind::Goto {
                        let diverges = predicate.is_some_and(|predicate| !uniform.contains(predicate.pred));
                        if to > next {
                            gotos.push(Goto { from: index, to, others: diverges.then_some(next) });
                        } else if to <= index && diverges && next < count {
                            gotos.push(Goto { from: index, to: next, others: Some(to) });
                        }
                    }
                }
                Some(Inst::Return) => {}
                _ if next < count => successors.push(next),
                _ => {}
            }
            for to in &successors {
                blocks[*to as usize].predecessors.push(index);
            }
            blocks[index as usize].successors = successors;
        }
        // The ends of the loops around a block. All branches back to one block are one loop.
        let mut open: Vec<u32> = Vec::new();
        for (index, (block, loop_end)) in (0..).zip(blocks.iter_mut().zip(loop_ends)) {
            open.retain(|end| *end > index);
            if loop_end > index {
                open.push(loop_end);
            }
            block.depth = open.len() as u32;
        }
        Ok((ThreadFlow { blocks }, gotos))
    }
}

impl ThreadFlow {
    /// The block that instruction `index` is in.
    pub fn block_of(&self, index: u32) -> BlockIndex {
        self.blocks.partition_point(|block| block.start <= index) as BlockIndex - 1
    }

    /// The outermost loops: of each the first instruction and the one behind its last, in program order.
    pub fn outermost_loops(&self) -> Vec<(u32, u32)> {
        let mut loops: Vec<(u32, u32)> = Vec::new();
        for (index, block) in (0..).zip(&self.blocks) {
            let heads = block.successors.iter().filter(|head| **head <= index);
            loops.extend(heads.map(|head| (self.blocks[*head as usize].start, block.end)));
        }
        loops.sort_unstable();
        loops.dedup_by(|next, last| {
            let is_within = next.0 < last.1;
            last.1 = if is_within { last.1.max(next.1) } else { last.1 };
            is_within
        });
        loops
    }

    /// Finds the divergent region of each `goto`: what other lanes run from the blocks that they are at. These are the
    /// block that the `goto` leaves some of them at, and the blocks before its target at which some are pending
    /// already. The latter depend on the regions of other edges, so that regions grow until nothing changes.
    fn divergent_regions(&self, gotos: &[Goto]) -> Vec<BlockRanges> {
        let mut reach = Reach { blocks: &self.blocks, seen: vec![0; self.blocks.len()], stamp: 0, found: Vec::new() };
        let mut regions: Vec<BlockRanges> = vec![BlockRanges::new(); gotos.len()];
        let mut starts: Vec<SmallVec<[BlockIndex; 4]>> = vec![SmallVec::new(); gotos.len()];
        loop {
            // The ends of the ranges of blocks during which lanes are pending at a block.
            let mut ends: Vec<(BlockIndex, bool, BlockIndex)> = Vec::new();
            for (goto, region) in gotos.iter().zip(&regions) {
                for (start, end) in region {
                    ends.extend([(*start, true, goto.to), (*end, false, goto.to)]);
                }
            }
            ends.sort_unstable();
            let mut ends = ends.into_iter().peekable();
            let mut pending: BTreeMap<BlockIndex, u32> = BTreeMap::new();
            let mut changed: SmallVec<[usize; 4]> = SmallVec::new();
            for (index, (goto, starts)) in gotos.iter().zip(&mut starts).enumerate() {
                while let Some((_, is_start, at)) = ends.next_if(|(block, ..)| *block <= goto.from) {
                    let count = pending.entry(at).or_default();
                    *count = if is_start { *count + 1 } else { *count - 1 };
                    if *count == 0 {
                        pending.remove(&at);
                    }
                }
                let before_target = pending.range(goto.from + 1..goto.to).map(|(at, _)| *at);
                let now: SmallVec<[BlockIndex; 4]> = goto.others.into_iter().chain(before_target).collect();
                if now != *starts {
                    *starts = now;
                    changed.push(index);
                }
            }
            if changed.is_empty() {
                return regions;
            }
            // A region contains those of gotos to the same target that it comes to, which are further down.
            let mut below: Vec<Option<(BlockIndex, usize)>> = vec![None; self.blocks.len()];
            for index in (0..gotos.len()).rev() {
                let to = gotos[index].to;
                if changed.last() == Some(&index) {
                    changed.pop();
                    let known = below[to as usize].map(|(start, index)| (start, &regions[index]));
                    regions[index] = reach.ranges(starts[index].iter().copied(), to, known);
                }
                if let [start] = starts[index][..] {
                    below[to as usize] = Some((start, index));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{BRANCH_OPERANDS, kernel};

    /// X differs between lanes and N does not; P and U are predicates of theirs.
    const COMPARE: &str = "
    cmp.lt (M1, 16) P $X 0x5:d
    cmp.lt (M1_NM, 16) U #N 0x5:d";

    fn builder(kernel: &VisaKernel) -> ThreadFlowBuilder {
        let mut builder = ThreadFlowBuilder::default();
        for (index, inst) in (0..).zip(&kernel.insts) {
            builder.instruction(kernel, index, inst);
        }
        builder
    }

    fn flow(body: &str) -> ThreadFlow {
        let kernel = kernel(&[BRANCH_OPERANDS, "A:d16"].concat(), body);
        builder(&kernel).finish(&kernel).expect("every label is defined")
    }

    /// Lanes from the first block are pending at the second while others run the ranges.
    type Edge = (BlockIndex, BlockIndex, BlockRanges);

    fn divergent_edges(kernel: &VisaKernel) -> Vec<Edge> {
        let (flow, gotos) = builder(kernel).connect(kernel).expect("every label is defined");
        let regions = flow.divergent_regions(&gotos);
        let edges = gotos.iter().zip(regions).map(|(goto, region)| (goto.from, goto.to, region));
        let mut edges: Vec<Edge> = edges.filter(|(.., region)| !region.is_empty()).collect();
        edges.sort_by_key(|(from, to, _)| (*to, *from));
        edges
    }

    fn edges_after_compare(body: &str) -> Vec<Edge> {
        divergent_edges(&kernel(&[BRANCH_OPERANDS, "A:d16"].concat(), &[COMPARE, body].concat()))
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
    fn lanes_sent_ahead_are_pending_while_others_run_the_blocks_between() {
        let found = edges_after_compare(
            "
    (P) goto (M1, 16) end
    mov (M1, 16) &A 0x1:d
end:
    ret (M1, 1)",
        );
        assert_eq!(found, [(0, 2, vec![(1, 2)])]);
    }

    #[test]
    fn no_lane_is_pending_at_the_next_instruction() {
        assert_eq!(edges_after_compare("\n    (P) goto (M1, 16) end\nend:\n    ret (M1, 1)"), []);
    }

    #[test]
    fn the_region_of_each_goto_to_one_label_begins_behind_it() {
        let found = edges_after_compare(
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

    #[test]
    fn the_region_of_a_goto_has_every_block_on_the_way_to_another_to_the_same_label() {
        let found = edges_after_compare(
            "
    (P) goto (M1, 16) end
    mov (M1, 16) &A 0x1:d
    jmp (M1, 1) over
    mov (M1, 16) &A 0x2:d
over:
    mov (M1, 16) &A 0x3:d
    (!P) goto (M1, 16) end
    mov (M1, 16) &A 0x4:d
end:
    ret (M1, 1)",
        );
        assert_eq!(found, [(0, 5, vec![(1, 2), (3, 5)]), (3, 5, vec![(4, 5)])]);
    }

    /// At the end of the then side all its lanes go ahead, and those that are pending at the else side run it.
    #[test]
    fn lanes_that_all_go_ahead_are_pending_while_lanes_pending_before_them_run() {
        let sides = |predicate: &str| {
            edges_after_compare(&format!(
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
    fn lanes_that_do_not_go_back_are_pending_behind_the_loop() {
        let found = edges_after_compare(
            "
loop:
    mov (M1, 16) &A 0x1:d
    (P) goto (M1, 16) loop
    ret (M1, 1)",
        );
        assert_eq!(found, [(1, 2, vec![(1, 2)])]);
    }

    /// Their region is the whole loop, also the blocks before the exit.
    #[test]
    fn lanes_that_leave_a_loop_are_pending_while_others_iterate() {
        let found = edges_after_compare(
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
    fn a_predicate_is_uniform_if_scalars_give_all_its_bits_at_once() {
        let diverges = |declarations: &str, compare: &str| {
            let body =
                format!("{compare}\n    (Q) goto (M1, 16) end\n    mov (M1, 16) &A 0x1:d\nend:\n    ret (M1, 1)");
            let kernel = kernel(&[BRANCH_OPERANDS, "A:d16 M:d1 ", declarations].concat(), &body);
            let found = divergent_edges(&kernel);
            assert!(found.is_empty() || found == [(0, 2, vec![(1, 2)])], "{found:?}");
            !found.is_empty()
        };
        let narrow = |compare: &str| diverges("Q:p16", compare);
        assert!(!narrow("cmp.lt (M1_NM, 16) Q #N 0x5:d"));
        assert!(narrow("cmp.lt (M1_NM, 16) Q $X 0x5:d"));
        // Lanes that are not active keep what they had.
        assert!(narrow("cmp.lt (M1, 16) Q #N 0x5:d"));
        assert!(narrow("cmp.lt (M1_NM, 8) Q #N 0x5:d"));
        assert!(narrow("setp (M1_NM, 16) Q #N"));
        assert!(!narrow("setp (M1_NM, 16) Q 0x0:ud") && !narrow("setp (M1_NM, 16) Q 0xffffffff:ud"));
        assert!(narrow("setp (M1_NM, 16) Q 0xffff:ud") && narrow("setp (M1, 16) Q 0x0:ud"));
        assert!(!diverges("Q:p32", "setp (M1_NM, 16) Q 0x0:ud\n    setp (M5_NM, 16) Q 0x0:ud"));
        assert!(narrow("cmp.lt (M1_NM, 16) Q #N 0x5:d\n    cmp.lt (M1, 16) Q $X 0x5:d"));
        let copied = |source: &str| format!("{COMPARE}\n    and (M1_NM, 16) Q U {source}");
        assert!(!narrow(&copied("U")) && narrow(&copied("P")));
        assert!(narrow(&copied("U").replace("and (M1_NM, 16)", "and (M1, 16)")));
        assert!(narrow("and (M1_NM, 16) Q P P\n    cmp.lt (M1, 16) P $X 0x5:d"));
        // Halves are one write where they follow each other and decide alike.
        let halves = |between: &str, second: &str| {
            let compare = format!("cmp.lt (M1_NM, 16) Q #N 0x5:d\n{between}    cmp.lt (M5_NM, 16) Q {second}");
            diverges("Q:p32", &compare)
        };
        assert!(!halves("", "#N 0x5:d"));
        assert!(halves("", "#M 0x5:d") && halves("", "#N 0x6:d"));
        assert!(halves("    mov (M1_NM, 1) &N 0x1:d\n", "#N 0x5:d"));
        assert!(diverges("Q:p32", "cmp.lt (M1_NM, 16) Q #N 0x5:d"));
        let combined = |second: &str| {
            let whole = |name: &str| {
                format!("    cmp.lt (M1_NM, 16) {name} #N 0x5:d\n    cmp.lt (M5_NM, 16) {name} #N 0x5:d\n")
            };
            let compare = [whole("V"), whole("W"), format!("    and (M1_NM, 16) Q V W\n    {second}")].concat();
            diverges("Q:p32 V:p32 W:p32", &compare)
        };
        assert!(!combined("and (M5_NM, 16) Q V W"));
        assert!(combined("and (M5_NM, 16) Q V V") && combined("or (M5_NM, 16) Q V W"));
        assert!(combined("and (M5_NM, 16) V V W"));
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
    fn back_edges_to_one_label_are_one_loop_and_loops_nest() {
        let depths: Vec<u32> = flow(NESTED).blocks.iter().map(|block| block.depth).collect();
        assert_eq!(depths, [0, 1, 2, 2, 1, 1, 0]);
    }

    /// A label is an instruction: `outer` is the second, and `last` the tenth.
    #[test]
    fn an_outermost_loop_has_the_loops_in_it_and_not_the_one_behind_it() {
        assert_eq!(flow(NESTED).outermost_loops(), [(1, 9), (9, 11)]);
    }

    /// Lanes leave the then side for the end, while others are pending at the else side. These run before the end, too.
    #[test]
    fn lanes_already_pending_before_the_target_belong_to_the_region() {
        let found = edges_after_compare(
            "
    (P) goto (M1, 16) else
    mov (M1, 16) &A 0x1:d
    (!P) goto (M1, 16) end
    goto (M1, 16) join
else:
    mov (M1, 16) &A 0x2:d
join:
    mov (M1, 16) &A 0x3:d
end:
    ret (M1, 1)",
        );
        assert_eq!(found, [(0, 3, vec![(1, 3)]), (2, 4, vec![(3, 4)]), (1, 5, vec![(2, 5)])]);
    }

    #[test]
    fn a_label_that_the_text_leaves_out_begins_no_block() {
        let body = "    mov (M1, 16) &A 0x1:d\nlabel:\n    mov (M1, 16) &A 0x2:d";
        let mut kernel = kernel("A:d16", body);
        let starts = |kernel: &VisaKernel| -> Vec<u32> {
            let flow = builder(kernel).finish(kernel).expect("there is no branch");
            flow.blocks.iter().map(|block| block.start).collect()
        };
        assert_eq!(starts(&kernel), [0, 1]);
        let Inst::Label(label) = kernel.insts[1] else { panic!("`label` is defined there") };
        kernel.labels[label] = LabelKind::Unused;
        assert_eq!(starts(&kernel), [0]);
    }

    /// No lane is pending at the end when all lanes go to the other side.
    #[test]
    fn lanes_on_a_side_that_others_never_reach_are_not_pending() {
        let found = edges_after_compare(
            "
    (U) jmp (M1, 1) other
    (P) goto (M1, 16) end
    mov (M1, 16) &A 0x1:d
    jmp (M1, 1) end
other:
    (P) goto (M1, 16) far
    jmp (M1, 1) far
end:
    mov (M1, 16) &A 0x2:d
far:
    ret (M1, 1)",
        );
        assert_eq!(found, [(1, 5, vec![(2, 3)]), (3, 6, vec![(4, 5)])]);
    }

    #[test]
    fn a_branch_to_a_label_that_no_block_defines_is_an_error() {
        let mut kernel = kernel(&[BRANCH_OPERANDS, "A:d16"].concat(), NESTED);
        let Inst::Label(gone) = kernel.insts.remove(3) else { panic!("`inner` is defined there") };
        assert_eq!(builder(&kernel).finish(&kernel).expect_err("two branches lead to it"), MissingLabel(gone));
    }
}
