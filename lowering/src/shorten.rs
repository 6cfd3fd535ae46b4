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
    let mut keep = vec![true; kernel.insts.len()];
    for (first, keep) in keep.iter_mut().enumerate() {
        let Inst::Branch { kind, exec, predicate: Some(predicate), target } = kernel.insts[first] else { continue };
        let idle = kernel.insts[first + 1..].iter().take_while(|inst| kernel.is_idle(inst)).count();
        let second = first + 1 + idle;
        let Some(Inst::Branch { kind: other, exec: around, predicate: None, target: beyond }) =
            kernel.insts.get(second)
        else {
            continue;
        };
        if !stands_next(kernel, second + 1, target) {
            continue;
        }
        let (kind, exec): (BranchKind, Exec) = match (kind, other) {
            (BranchKind::Jump, BranchKind::Jump) => (kind, exec),
            (BranchKind::Goto, _) => (kind, exec),
            (BranchKind::Jump, BranchKind::Goto) => (*other, *around),
        };
        let predicate = texvisa_ir::visa::Predicate { inverted: !predicate.inverted, ..predicate };
        kernel.insts[second] = Inst::Branch { kind, exec, predicate: Some(predicate), target: *beyond };
        *keep = false;
    }
    find_unused_labels(kernel, &mut keep);
    let mut kept = keep.iter();
    kernel.insts.retain(|_| kept.next().copied().unwrap_or(true));
    let mut kept = keep.iter();
    origins.insts.retain(|_| kept.next().copied().unwrap_or(true));
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

/// Labels that no instruction that is kept branches to would only end a block for whoever reads the text.
fn find_unused_labels(kernel: &Kernel, keep: &mut [bool]) {
    let mut used = cranelift_entity::EntitySet::<Label>::with_capacity(kernel.labels.len());
    for (inst, keep) in kernel.insts.iter().zip(&*keep) {
        if let Inst::Branch { target, .. } = inst
            && *keep
        {
            used.insert(*target);
        }
    }
    for (inst, keep) in kernel.insts.iter().zip(keep) {
        if let Inst::Label(label) = inst {
            *keep &= used.contains(*label);
        }
    }
}
