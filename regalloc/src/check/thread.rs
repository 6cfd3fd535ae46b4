//! How a hardware thread moves through a vISA kernel, read off the instructions alone.
//!
//! This is the check's own reading, on purpose: it takes nothing from the control flow and the divergent regions that
//! liveness works with, so that an error there cannot hide itself here.
//!
//! A block begins at a label that is written and after a branch or a return. *All* active lanes take a branch, *none*,
//! or *some* of them; [`Moves`] says which of the three can happen. A `jmp` is taken by all or none: the emulator stops
//! at one at which the active lanes would diverge. They can diverge at a `goto` unless its predicate is uniform.
//!
//! A predicate is uniform if all of its bits are equal whenever a branch reads them. That is so if the kernel writes
//! it, and every write covers all bits whatever the execution mask, with one result: a comparison of scalars, a
//! combination of uniform predicates, or a number with all 32 bits set or none. Instructions that follow each other and
//! differ only in their lanes count as one write, since nothing reads the predicate in between. What a kernel reads before
//! it has written it is not a matter of registers.

use cranelift_entity::{EntitySet, SecondaryMap};
use texvisa_ir::visa::{BranchKind, Exec, Inst, Label, LabelKind, Pred, Region, Src, VisaKernel};

/// The number of a block, in program order.
pub(super) type BlockId = u32;

/// Instructions that run from the first to the last.
#[derive(Clone, Copy, Debug)]
pub(super) struct ThreadBlock {
    /// The first instruction.
    pub start: u32,
    /// The instruction behind the last.
    pub end: u32,
    /// Where lanes go from the last.
    pub exit: Exit,
    /// Whether it is in a loop, so that it may run again.
    pub repeats: bool,
    /// The first instruction in program order that a lane at the block may execute from there on.
    pub earliest: u32,
}

/// Where the active lanes go at the end of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// To the next block.
    Next,
    /// To the target, as far as the branch moves them, and to the next block otherwise.
    Branch {
        /// The block that the branch leads to.
        target: BlockId,
        /// Which lanes it can move.
        moves: Moves,
    },
    /// Nowhere: the thread ends.
    Return,
}

/// Which of the active lanes a branch can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moves {
    /// All.
    All,
    /// All or none.
    AllOrNone,
    /// All, none, or some.
    Any,
}

/// The blocks of `kernel`, or `None` where a branch leads to a label that no block defines.
pub(super) fn blocks(kernel: &VisaKernel) -> Option<Vec<ThreadBlock>> {
    let mut blocks: Vec<ThreadBlock> = Vec::new();
    let mut defined: SecondaryMap<Label, Option<BlockId>> = SecondaryMap::new();
    let mut predicates = PredicateWrites::default();
    let mut is_open = false;
    for (index, inst) in (0..).zip(&kernel.insts) {
        let label = match inst {
            // Lanes run through one that is not written.
            Inst::Label(label) if kernel.labels[*label] != LabelKind::Unused => Some(*label),
            Inst::Compare { .. } | Inst::Predicate { .. } | Inst::SetPredicate { .. } => {
                predicates.add(kernel, index, inst);
                None
            }
            _ => None,
        };
        if !is_open || label.is_some() {
            blocks.push(ThreadBlock { start: index, end: index, exit: Exit::Next, repeats: false, earliest: index });
        }
        if let (Some(label), Some(block)) = (label, blocks.len().checked_sub(1)) {
            defined[label] = Some(block as BlockId);
        }
        is_open = !matches!(inst, Inst::Branch { .. } | Inst::Return);
        if let Some(block) = blocks.last_mut() {
            block.end = index + 1;
        }
    }
    let uniform = predicates.uniform(kernel);
    // Of each loop header: the number after the last block with a back edge to it; 0 for any other block.
    let mut back = vec![0; blocks.len()];
    for (number, block) in (0..).zip(&mut blocks) {
        block.exit = match &kernel.insts[block.end as usize - 1] {
            Inst::Branch { kind, exec, predicate, target } => {
                let target = defined[*target]?;
                if target <= number {
                    back[target as usize] = number + 1;
                }
                // One element decides for all lanes (GOTO and JMP, Notes).
                let decides_for_all = *kind == BranchKind::Jump || exec.lanes == 1;
                let is_for_all = decides_for_all || u32::from(exec.lanes) >= kernel.simd.lanes();
                let moves = match predicate {
                    None if is_for_all => Moves::All,
                    Some(_) if decides_for_all => Moves::AllOrNone,
                    Some(predicate) if is_for_all && uniform.contains(predicate.pred) => Moves::AllOrNone,
                    _ => Moves::Any,
                };
                Exit::Branch { target, moves }
            }
            Inst::Return => Exit::Return,
            _ => Exit::Next,
        };
    }
    let (mut end, mut earliest) = (0, 0);
    for ((number, block), back) in (0..).zip(&mut blocks).zip(back) {
        if number >= end {
            // Branches back from here on lead to this block or behind it.
            earliest = block.start;
        }
        end = end.max(back);
        block.repeats = number < end;
        block.earliest = earliest;
    }
    Some(blocks)
}

/// The writes to predicates, gathered in program order.
#[derive(Debug, Default)]
struct PredicateWrites {
    written: EntitySet<Pred>,
    divergent: EntitySet<Pred>,
    /// A predicate, and one that it is combined from.
    combined_from: Vec<(Pred, Pred)>,
    /// The write that the next instruction may go on with: its last instruction, its predicate, and the bits so far.
    open: Option<(u32, Pred, u64)>,
}

impl PredicateWrites {
    /// Adds an instruction that writes a predicate.
    fn add(&mut self, kernel: &VisaKernel, index: u32, inst: &Inst) {
        let (dst, exec) = match inst {
            Inst::Compare { dst, exec, srcs, .. } => {
                if srcs.iter().any(differs_between_lanes) {
                    self.divergent.insert(*dst);
                }
                (*dst, *exec)
            }
            Inst::Predicate { dst, exec, srcs, .. } => {
                self.combined_from.extend(srcs.iter().map(|src| (*dst, *src)));
                (*dst, *exec)
            }
            Inst::SetPredicate { dst, exec, src } => {
                if !matches!(src, Src::Immediate { bits, .. } if matches!(bits.get() as u32, 0 | u32::MAX)) {
                    self.divergent.insert(*dst);
                }
                (*dst, *exec)
            }
            _ => return,
        };
        self.written.insert(dst);
        if !exec.nomask {
            // Lanes that are not active keep their bits.
            self.divergent.insert(dst);
        }
        let lanes = ((1_u64 << exec.lanes) - 1) << exec.first;
        match &mut self.open {
            Some((last, _, bits))
                if *last + 1 == index && differ_in_lanes_only(&kernel.insts[*last as usize], inst) =>
            {
                *last = index;
                *bits |= lanes;
            }
            _ => {
                self.close(kernel);
                self.open = Some((index, dst, lanes));
            }
        }
    }

    /// Ends the open write: a predicate some of whose bits it leaves is not uniform.
    fn close(&mut self, kernel: &VisaKernel) {
        if let Some((_, pred, bits)) = self.open.take()
            && bits != (1_u64 << kernel.preds[pred]) - 1
        {
            self.divergent.insert(pred);
        }
    }

    /// The uniform predicates.
    fn uniform(mut self, kernel: &VisaKernel) -> EntitySet<Pred> {
        self.close(kernel);
        let mut uniform = self.written;
        self.divergent.iter().for_each(|pred| {
            uniform.remove(pred);
        });
        loop {
            let mut changed = false;
            for (pred, source) in &self.combined_from {
                if !uniform.contains(*source) {
                    changed |= uniform.remove(*pred);
                }
            }
            if !changed {
                return uniform;
            }
        }
    }
}

/// Whether lanes may read different bits.
fn differs_between_lanes(src: &Src) -> bool {
    match src {
        Src::Register { region, .. } => *region != Region::SCALAR,
        Src::Immediate { .. } => false,
        Src::Vector { .. } => true,
    }
}

/// Whether two writes to a predicate are the same but for the lanes that they are for.
fn differ_in_lanes_only(a: &Inst, b: &Inst) -> bool {
    let with_exec = |mut inst: Inst| {
        match &mut inst {
            Inst::Compare { exec, .. } | Inst::Predicate { exec, .. } | Inst::SetPredicate { exec, .. } => {
                *exec = Exec::SCALAR;
            }
            _ => {}
        }
        inst
    };
    with_exec(*a) == with_exec(*b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{BRANCH_OPERANDS, kernel};

    /// The exit of the first block, which ends with the given branch after these instructions.
    fn exit(before: &str, branch: &str) -> Exit {
        let body = format!("{before}    {branch} end\n    mov (M1, 16) &A 0x1:d\nend:\n    ret (M1, 1)");
        let kernel = kernel(&[BRANCH_OPERANDS, "A:d16"].concat(), &body);
        blocks(&kernel).expect("every label is defined")[0].exit
    }

    #[test]
    fn a_branch_moves_all_lanes_or_all_or_none_or_any() {
        let moves = |before: &str, branch: &str| match exit(before, branch) {
            Exit::Branch { target: 2, moves } => moves,
            exit => panic!("{exit:?}"),
        };
        let divergent = "    cmp.lt (M1, 16) P $X 0x5:d\n";
        let uniform = "    cmp.lt (M1_NM, 16) P #N 0x5:d\n";
        assert_eq!(moves("", "goto (M1, 16)"), Moves::All);
        assert_eq!(moves("", "jmp (M1, 1)"), Moves::All);
        assert_eq!(moves(divergent, "(P) jmp (M1, 1)"), Moves::AllOrNone);
        assert_eq!(moves(divergent, "(P) goto (M1, 16)"), Moves::Any);
        assert_eq!(moves(uniform, "(P) goto (M1, 16)"), Moves::AllOrNone);
        // Half of the lanes stay, whatever the predicate is.
        assert_eq!(moves(uniform, "(P) goto (M1, 8)"), Moves::Any);
        assert_eq!(moves("", "goto (M1, 8)"), Moves::Any);
    }

    #[test]
    fn a_predicate_is_uniform_if_each_write_gives_all_its_bits_one_value() {
        let is_uniform = |before: &str| {
            let moves = exit(before, "(P) goto (M1, 16)");
            moves == Exit::Branch { target: 2, moves: Moves::AllOrNone }
        };
        let scalar = "    cmp.lt (M1_NM, 16) P #N 0x5:d\n";
        assert!(is_uniform(scalar) && !is_uniform(""));
        assert!(!is_uniform("    cmp.lt (M1_NM, 16) P $X 0x5:d\n"));
        assert!(!is_uniform("    cmp.lt (M1, 16) P #N 0x5:d\n"));
        assert!(!is_uniform("    setp (M1_NM, 16) P #N\n"));
        assert!(is_uniform("    setp (M1_NM, 16) P 0x0:ud\n") && is_uniform("    setp (M1_NM, 16) P 0xffffffff:ud\n"));
        assert!(!is_uniform("    setp (M1_NM, 16) P 0xffff:ud\n") && !is_uniform("    setp (M1_NM, 8) P 0x0:ud\n"));
        assert!(!is_uniform("    setp (M1, 16) P 0x0:ud\n"));
        assert!(!is_uniform(&[scalar, "    cmp.lt (M1, 16) P $X 0x5:d\n"].concat()));
        let halves = |second: &str| format!("    cmp.lt (M1_NM, 8) P #N 0x5:d\n    {second}\n");
        assert!(is_uniform(&halves("cmp.lt (M3_NM, 8) P #N 0x5:d")));
        assert!(!is_uniform(&halves("cmp.lt (M3_NM, 8) P #N 0x6:d")));
        assert!(!is_uniform(&halves("cmp.lt (M1_NM, 8) P #N 0x5:d")));
        assert!(!is_uniform(&halves("mov (M1_NM, 1) &N 0x1:d\n    cmp.lt (M3_NM, 8) P #N 0x5:d")));
        let copied = |compare: &str| format!("    {compare}\n    and (M1_NM, 16) P U U\n");
        assert!(is_uniform(&copied("cmp.lt (M1_NM, 16) U #N 0x5:d")));
        assert!(!is_uniform(&copied("cmp.lt (M1_NM, 16) U $X 0x5:d")) && !is_uniform(&copied("")));
    }

    #[test]
    fn blocks_that_a_back_edge_leads_over_repeat() {
        let kernel = kernel(
            &[BRANCH_OPERANDS, "A:d16"].concat(),
            "    mov (M1, 16) &A 0x0:d
outer:
    mov (M1, 16) &A 0x1:d
inner:
    mov (M1, 16) &A 0x2:d
    (P) goto (M1, 16) inner
    (P) goto (M1, 16) outer
    mov (M1, 16) &A 0x3:d
    ret (M1, 1)",
        );
        let blocks = blocks(&kernel).expect("every label is defined");
        assert_eq!(blocks.iter().map(|block| block.earliest).collect::<Vec<_>>(), [0, 1, 1, 1, 7]);
        let found: Vec<_> = blocks.iter().map(|block| (block.start, block.end, block.repeats)).collect();
        assert_eq!(found, [(0, 1, false), (1, 3, true), (3, 6, true), (6, 7, true), (7, 9, false)]);
        assert_eq!(blocks[0].exit, Exit::Next);
        assert_eq!(blocks[4].exit, Exit::Return);
    }
}
