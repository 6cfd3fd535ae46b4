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

use texvisa_ir::visa::origin::Origins;
use texvisa_ir::visa::{BranchKind, Exec, Inst, Kernel, Label};

/// Makes one branch of every conditional one that only leads around another; run after the layout.
pub fn shorten_branches(kernel: &mut Kernel, origins: &mut Origins) {
    let is_place = |inst: &Inst| matches!(inst, Inst::Label(_) | Inst::Branch { .. });
    let mut gone: Vec<usize> = (0..kernel.insts.len()).filter(|index| is_place(&kernel.insts[*index])).collect();
    let mut used = cranelift_entity::EntitySet::<Label>::with_capacity(kernel.labels.len());
    gone.retain(|index| match kernel.insts[*index] {
        Inst::Branch { target, .. } => {
            let shortened = shorten(kernel, *index);
            if !shortened {
                used.insert(target);
            }
            shortened
        }
        _ => true,
    });
    // Labels that nothing branches to any more would only end a block for whoever reads the text.
    gone.retain(|index| !matches!(kernel.insts[*index], Inst::Label(label) if used.contains(label)));
    remove(&mut kernel.insts, &gone);
    remove(&mut origins.insts, &gone);
}

/// Turns the branch around which that at `first` leads, if it does, into a conditional one that takes its place.
fn shorten(kernel: &mut Kernel, first: usize) -> bool {
    let Inst::Branch { kind, exec, predicate: Some(predicate), target } = kernel.insts[first] else { return false };
    let idle = kernel.insts[first + 1..].iter().take_while(|inst| kernel.is_idle(inst)).count();
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

/// Removes the elements at these rising places.
fn remove<T: Copy>(list: &mut Vec<T>, places: &[usize]) {
    let Some(first) = places.first() else { return };
    let mut kept = *first;
    for (index, place) in places.iter().enumerate() {
        let stay = place + 1..places.get(index + 1).copied().unwrap_or(list.len());
        let count = stay.len();
        list.copy_within(stay, kept);
        kept += count;
    }
    list.truncate(kept);
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
