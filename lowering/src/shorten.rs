//! Shortens branches to branches, and over branches, after copies were coalesced.
//!
//! The copies of an edge are in front of a branch to their target, or of the target itself. If coalescing has made identity
//! copies of all of them, the edge does nothing. Rules:
//!
//! - What branches forward to a branch without predicate further down goes to the target of that one:
//!
//!   ```text
//!       (P) goto edge               (P) goto target
//!       ...                         ...
//!   edge:                     -->   edge:
//!       goto target                 goto target
//!   ```
//!
//!   What branches to identity copies that fall through to another label goes to that label. Its lanes are pending at the
//!   target then, where they were pending at the edge before. A `jmp` to an edge at which lanes can be pending stays: it would
//!   skip them.
//! - A branch to which no lane comes is removed: a branch without predicate stands before it, and no label between them.
//! - A branch to the label behind it is removed, and one in front of a branch without predicate to the same target.
//! - A conditional branch around another branch becomes one with it:
//!
//!   ```text
//!       (!P) goto after             (P) goto target
//!       goto target           -->   after:
//!   after:
//!   ```
//!
//!   Lanes that do not take the branch continue at the next instruction, where the first branch sent them before (vISA
//!   GOTO, Notes).

use std::ops::Range;

use cranelift_entity::{EntitySet, SecondaryMap};
use texvisa_ir::visa::origin::{Origin, Origins};
use texvisa_ir::visa::{BranchKind, Exec, Inst, Label, LabelKind, VisaKernel};

/// Which edges branches skip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkippedEdges {
    /// Those with identity copies, too, which are put before each branch that skips them. Pending lanes hold the variables of
    /// block parameters then, and no longer those of their arguments; the check of registers can lose track of these, and
    /// refuse the kernel.
    WithCopies,
    /// Those that have nothing but a branch.
    WithoutCopies,
}

/// Shortens the branches; run it after coalescing. `origins` are those of the kernel. An unused label replaces a branch
/// that is removed. Returns whether copies were put before a branch.
pub fn shorten_branches(kernel: &mut VisaKernel, origins: &mut Origins, which: SkippedEdges) -> bool {
    debug_assert_eq!(kernel.insts.len(), origins.insts.len());
    let are_copied = skip_edges(kernel, origins, which);
    drop_labels(kernel, origins);
    drop_unreached(kernel, origins);
    for index in frame(origins).rev() {
        if is_needless(kernel, index) {
            kernel.insts[index] = Inst::Label(kernel.labels.push(LabelKind::Unused));
        }
    }
    for index in frame(origins) {
        if shorten(kernel, index) {
            kernel.insts[index] = Inst::Label(kernel.labels.push(LabelKind::Unused));
        }
    }
    drop_labels(kernel, origins);
    are_copied
}

/// The positions of what comes from no instruction: of all branches and labels among them.
// Origins are much smaller than instructions, so they are tested first.
fn frame(origins: &Origins) -> impl DoubleEndedIterator<Item = usize> {
    origins.insts.iter().enumerate().filter(|(_, origin)| **origin == Origin::Frame).map(|(index, _)| index)
}

/// Whether an instruction is a copy of an edge.
fn is_of_edge(origins: &Origins, index: usize) -> bool {
    matches!(origins.insts[index], Origin::Edge(..))
}

/// Makes labels unused that nothing branches to any more: they would only end a block.
fn drop_labels(kernel: &mut VisaKernel, origins: &Origins) {
    let mut used = EntitySet::<Label>::with_capacity(kernel.labels.len());
    for index in frame(origins) {
        if let Inst::Branch { target, .. } = kernel.insts[index] {
            used.insert(target);
        }
    }
    for (label, kind) in kernel.labels.iter_mut() {
        if *kind == LabelKind::Block && !used.contains(label) {
            *kind = LabelKind::Unused;
        }
    }
}

/// Lets what branches forward to another branch go to where that one leads; returns whether copies were put before one.
fn skip_edges(kernel: &mut VisaKernel, origins: &mut Origins, which: SkippedEdges) -> bool {
    let mut edges = Edges::default();
    for index in frame(origins) {
        if let Inst::Branch { kind: BranchKind::Goto, target, .. } = kernel.insts[index] {
            edges.joins.insert(target);
        }
    }
    for index in frame(origins).rev() {
        match kernel.insts[index] {
            Inst::Branch { kind, exec, predicate, target } => {
                if let Some(edge) = &edges.below[target]
                    && (kind == BranchKind::Goto || edge.jumps && !edges.joins.contains(target))
                {
                    kernel.insts[index] = Inst::Branch { kind, exec, predicate, target: edge.to };
                    edges.skips.push((index, edge.copies.clone()));
                }
            }
            Inst::Label(label) => {
                let edge = edges
                    .behind(kernel, origins, index)
                    .filter(|edge| which == SkippedEdges::WithCopies || edge.copies.is_empty());
                edges.below[label] = Some(edge.unwrap_or(Edge { jumps: true, to: label, copies: 0..0 }));
            }
            _ => {}
        }
    }
    let Edges { copies, skips, .. } = edges;
    put_before(kernel, origins, &copies, skips)
}

/// What the labels below stand before.
#[derive(Default)]
struct Edges {
    /// Labels where lanes can be pending.
    joins: EntitySet<Label>,
    below: SecondaryMap<Label, Option<Edge>>,
    /// The copies of all edges, by their positions.
    copies: Vec<u32>,
    /// The branches that skip edges, from the last on, and the copies of these.
    skips: Vec<(usize, Range<usize>)>,
}

/// Where lanes go that come to a label: to that label, or behind identity copies and a branch without predicate to another
/// further down.
#[derive(Clone)]
struct Edge {
    /// Whether a `jmp` to the label skips no pending lanes on its way, but for those at the label.
    jumps: bool,
    to: Label,
    /// Which of the copies.
    copies: Range<usize>,
}

impl Edges {
    /// Where lanes go from the label at `index`, if to another one.
    fn behind(&mut self, kernel: &VisaKernel, origins: &Origins, index: usize) -> Option<Edge> {
        let first = self.copies.len();
        let mut jumps = true;
        for at in index + 1..kernel.insts.len() {
            let inst = &kernel.insts[at];
            let (to, copies) = match *inst {
                Inst::Label(next) if self.copies.len() == first => {
                    jumps &= !self.joins.contains(next);
                    continue;
                }
                // The copies are all that stands before the next label.
                Inst::Label(next) => {
                    let edge = self.below[next].as_ref()?;
                    jumps &= edge.to == next || edge.jumps && !self.joins.contains(next);
                    (edge.to, edge.copies.clone())
                }
                Inst::Branch { kind, predicate: None, target, .. } => {
                    self.below[target].as_ref()?;
                    jumps &= kind == BranchKind::Jump;
                    let skipped = self.skips.last().filter(|(branch, _)| *branch == at);
                    (target, skipped.map_or(0..0, |(_, copies)| copies.clone()))
                }
                Inst::Alu(alu) if kernel.is_identity_copy(&alu) && is_of_edge(origins, at) => {
                    self.copies.push(at as u32);
                    continue;
                }
                _ => return None,
            };
            self.copies.extend_from_within(copies);
            return Some(Edge { jumps, to, copies: first..self.copies.len() });
        }
        None
    }
}

/// Puts the copies before the branches that skip them, which come in reverse program order: registers are checked by
/// variables, and the target reads those that the copies write. Returns whether there were any.
fn put_before(
    kernel: &mut VisaKernel,
    origins: &mut Origins,
    copies: &[u32],
    skips: Vec<(usize, Range<usize>)>,
) -> bool {
    if skips.iter().all(|(_, range)| range.is_empty()) {
        return false;
    }
    let insts = std::mem::take(&mut kernel.insts);
    let from = std::mem::take(&mut origins.insts);
    let mut skips = skips.into_iter().rev().peekable();
    for (index, inst) in insts.iter().enumerate() {
        if let Some((_, range)) = skips.next_if(|(at, _)| *at == index) {
            for copy in &copies[range] {
                kernel.insts.push(insts[*copy as usize]);
                origins.insts.push(from[*copy as usize]);
            }
        }
        kernel.insts.push(*inst);
        origins.insts.push(from[index]);
    }
    true
}

/// Removes what no lane comes to any more: identity copies and branches between a branch without predicate and the next
/// label.
fn drop_unreached(kernel: &mut VisaKernel, origins: &mut Origins) {
    let mut unreached = false;
    for index in 0..kernel.insts.len() {
        match &kernel.insts[index] {
            Inst::Branch { predicate, .. } if !unreached => {
                unreached = predicate.is_none();
                continue;
            }
            Inst::Branch { .. } => {}
            inst if kernel.is_omitted(inst) => {}
            _ => unreached = false,
        }
        if unreached {
            kernel.insts[index] = Inst::Label(kernel.labels.push(LabelKind::Unused));
            origins.insts[index] = Origin::Frame;
        }
    }
}

/// Whether there is a branch at `index`, and its lanes go to its target without it.
fn is_needless(kernel: &VisaKernel, index: usize) -> bool {
    let Inst::Branch { target, .. } = kernel.insts[index] else { return false };
    let next = kernel.insts[index + 1..].iter().find(|inst| !matches!(inst, Inst::Label(_)));
    let same = matches!(next, Some(Inst::Branch { predicate: None, target: other, .. }) if *other == target);
    same || stands_next(kernel, index + 1, target)
}

/// If the branch at `first` leads around another, gives that one its inverted predicate; returns whether it did.
fn shorten(kernel: &mut VisaKernel, first: usize) -> bool {
    let Inst::Branch { kind, exec, predicate: Some(predicate), target } = kernel.insts[first] else { return false };
    let omitted = kernel.insts[first + 1..].iter().take_while(|inst| kernel.is_omitted(inst)).count();
    let second = first + 1 + omitted;
    let Some(Inst::Branch { kind: other, exec: around, predicate: None, target: beyond }) = kernel.insts.get(second)
    else {
        return false;
    };
    if !stands_next(kernel, second + 1, target) {
        return false;
    }
    let (kind, exec): (BranchKind, Exec) = match (kind, other) {
        (BranchKind::Jump, BranchKind::Jump) => (kind, exec),
        (BranchKind::Goto, _) => (kind, exec),
        (BranchKind::Jump, BranchKind::Goto) => (*other, *around),
    };
    if kernel.preds[predicate.pred] < u16::from(exec.lanes) {
        return false;
    }
    let predicate = texvisa_ir::visa::Predicate { inverted: !predicate.inverted, ..predicate };
    kernel.insts[second] = Inst::Branch { kind, exec, predicate: Some(predicate), target: *beyond };
    true
}

/// Whether `label` stands at `from`.
fn stands_next(kernel: &VisaKernel, from: usize, label: Label) -> bool {
    kernel.insts[from..]
        .iter()
        .take_while(|inst| matches!(inst, Inst::Label(_)))
        .any(|inst| matches!(inst, Inst::Label(found) if *found == label))
}
