//! Branches over branches, once copies are gone.
//!
//! The assignments on an edge stand between a conditional branch around them and a branch to their target. Where the
//! layout has made all of them idle, nothing is left to branch around:
//!
//! ```text
//!     (!P) goto after             (P) goto loop
//!     goto loop             -->   after:
//! after:
//! ```
//!
//! Lanes that do not go wait at the next instruction, which is where they went before (GOTO, Notes).

use cranelift_entity::EntitySet;
use texvisa_ir::visa::origin::{Origin, Origins};
use texvisa_ir::visa::{BranchKind, Exec, Inst, Kernel, Label, LabelKind};

/// Makes one branch of every conditional one that only leads around another; run after the layout. `origins` are those
/// of the kernel. Nothing moves: an unused label takes the place of what is not needed any more.
pub fn shorten_branches(kernel: &mut Kernel, origins: &Origins) {
    debug_assert_eq!(kernel.insts.len(), origins.insts.len());
    let mut used = EntitySet::<Label>::with_capacity(kernel.labels.len());
    // Origins are looked at first, as they are much smaller than instructions. All branches are of the frame.
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

/// Turns the branch around which that at `first` leads, if it does, into a conditional one that does what both do.
fn shorten(kernel: &mut Kernel, first: usize) -> bool {
    let Inst::Branch { kind, exec, predicate: Some(predicate), target } = kernel.insts[first] else { return false };
    let idle = kernel.insts[first + 1..].iter().take_while(|inst| kernel.is_omitted(inst)).count();
    let second = first + 1 + idle;
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
    let predicate = texvisa_ir::visa::Predicate { inverted: !predicate.inverted, ..predicate };
    kernel.insts[second] = Inst::Branch { kind, exec, predicate: Some(predicate), target: *beyond };
    true
}

fn stands_next(kernel: &Kernel, from: usize, label: Label) -> bool {
    kernel.insts[from..]
        .iter()
        .map_while(|inst| match inst {
            Inst::Label(label) => Some(*label),
            _ => None,
        })
        .any(|found| found == label)
}
