//! Shortens branches over branches after copies were coalesced.
//!
//! Rule: the copies of an edge are between a conditional branch around them and a branch to their target. If coalescing
//! has made identity copies of all of them, the two branches become one:
//!
//! ```text
//!     (!P) goto after             (P) goto loop
//!     goto loop             -->   after:
//! after:
//! ```
//!
//! Lanes that do not take the branch continue at the next instruction, where the first branch sent them before (vISA
//! GOTO, Notes).

use cranelift_entity::EntitySet;
use texvisa_ir::visa::origin::{Origin, Origins};
use texvisa_ir::visa::{BranchKind, Exec, Inst, Label, LabelKind, VisaKernel};

/// Merges every conditional branch around another branch with that one; run it after coalescing. `origins` are those of
/// the kernel. Positions of instructions do not change: an unused label replaces the removed branch.
pub fn shorten_branches(kernel: &mut VisaKernel, origins: &Origins) {
    debug_assert_eq!(kernel.insts.len(), origins.insts.len());
    let mut used = EntitySet::<Label>::with_capacity(kernel.labels.len());
    // Origins are much smaller than instructions, so they are tested first. All branches have the origin `Frame`.
    for (index, origin) in origins.insts.iter().enumerate() {
        if *origin != Origin::Frame {
            debug_assert!(!matches!(kernel.insts[index], Inst::Branch { .. }), "a branch of {origin:?}");
            continue;
        }
        let Inst::Branch { target, .. } = kernel.insts[index] else { continue };
        if shorten(kernel, index) {
            kernel.insts[index] = Inst::Label(kernel.labels.push(LabelKind::Unused));
        } else {
            used.insert(target);
        }
    }
    // Labels that nothing branches to any more would only end a block.
    for (label, kind) in kernel.labels.iter_mut() {
        if *kind == LabelKind::Block && !used.contains(label) {
            *kind = LabelKind::Unused;
        }
    }
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

fn stands_next(kernel: &VisaKernel, from: usize, label: Label) -> bool {
    kernel.insts[from..]
        .iter()
        .map_while(|inst| match inst {
            Inst::Label(label) => Some(*label),
            _ => None,
        })
        .any(|found| found == label)
}
