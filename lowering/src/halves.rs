//! The order of the instructions of both halves of the lanes, in a kernel that needs more registers than there are.
//!
//! At SIMD32 on 32-byte registers nearly every instruction is there twice, one behind the other: for the lower and for the
//! upper half of the lanes. What one of them computes in between takes registers while the other does the same. If the lower
//! half goes ahead, the upper one finds these free.
//!
//! The lower half goes ahead up to a label, a branch, a copy of an edge, another block of the source, and up to what reads or
//! overwrites something that the upper half has not come to yet, such as a write of memory. What is uniform goes with it. Each half
//! keeps its order. A predicate that both halves write becomes two, since one would be live from the lower half to the upper one.
//!
//! Intel's finalizer orders instructions for fewer registers, too, if fewer are live at the most then (vISA, G4_Sched). It
//! did so with `Conv2D1x1GS3D_CB2` of TNN in the order of the source, and not in that of [`pressure`](crate::pressure), which spilled
//! more so.

use std::collections::VecDeque;

use cranelift_entity::{SecondaryMap, packed_option::PackedOption};
use texvisa_ir::texture::{self, Block, InstId};
use texvisa_ir::visa::origin::{Origin, Origins};
use texvisa_ir::visa::{Exec, Inst, MemoryEffect, Pred, Var, VisaKernel};

/// Lets the lower half go ahead of the upper one where `kernel`, emitted for `texture`, has both.
pub fn put_apart(texture: &texture::Kernel, kernel: &mut VisaKernel, origins: &mut Origins) {
    if kernel.simd.halves(kernel.target) != 2 {
        return;
    }
    let blocks = Blocks::new(texture);
    split_predicates(kernel, origins, &blocks);
    let order = order(kernel, origins, &blocks);
    kernel.insts = order.iter().map(|inst| kernel.insts[*inst as usize]).collect();
    origins.insts = order.iter().map(|inst| origins.insts[*inst as usize]).collect();
}

/// The block of each instruction of the texture IR.
struct Blocks(SecondaryMap<InstId, PackedOption<Block>>);

impl Blocks {
    fn new(texture: &texture::Kernel) -> Blocks {
        let mut blocks = SecondaryMap::new();
        for block in &texture.layout {
            texture.blocks[*block].insts.iter().for_each(|inst| blocks[*inst] = (*block).into());
        }
        Blocks(blocks)
    }

    fn of(&self, origin: Origin) -> Option<Block> {
        let Origin::Inst(inst) = origin else { return None };
        self.0[inst].expand()
    }
}

/// What an instruction works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WorksOn {
    /// Lanes of the lower half.
    Lower,
    /// Lanes of the upper half.
    Upper,
    /// What is uniform, or lanes of both halves: it goes with the lower half.
    Both,
    /// It keeps its place among all.
    Fixed,
}

impl WorksOn {
    fn of(kernel: &VisaKernel, inst: &Inst, origin: Origin) -> WorksOn {
        let moves = match inst {
            Inst::Alu(_) | Inst::Compare { .. } | Inst::CompareInto { .. } | Inst::BitFunction(_) => true,
            Inst::Predicate { .. } | Inst::SetPredicate { .. } | Inst::SetState { .. } => true,
            _ => matches!(inst, Inst::Sampler(_) | Inst::DataPort(_)),
        };
        if !moves || matches!(origin, Origin::Edge(..)) {
            return WorksOn::Fixed;
        }
        let exec = inst.exec().unwrap_or(Exec::SCALAR);
        let half = kernel.simd.exec_lanes(kernel.target);
        match (u32::from(exec.first), u32::from(exec.lanes)) {
            (first, _) if first >= half => WorksOn::Upper,
            (_, lanes) if lanes == half => WorksOn::Lower,
            _ => WorksOn::Both,
        }
    }
}

/// The order in which the lower half goes ahead.
fn order(kernel: &VisaKernel, origins: &Origins, blocks: &Blocks) -> Vec<u32> {
    let mut order = Vec::with_capacity(kernel.insts.len());
    let mut upper = Waiting::default();
    let mut current = None;
    for (number, (inst, origin)) in (0..).zip(kernel.insts.iter().zip(&origins.insts)) {
        if let Some(block) = blocks.of(*origin)
            && current.replace(block) != Some(block)
        {
            upper.all(&mut order);
        }
        match WorksOn::of(kernel, inst, *origin) {
            WorksOn::Upper => {
                upper.uses(kernel, inst, |last, is_write| last[usize::from(is_write)] = number + 1);
                upper.insts.push_back(number);
                continue;
            }
            WorksOn::Lower | WorksOn::Both => {
                // What it reads must have been written, and what it writes have been read, too.
                let mut needed = 0;
                upper.uses(kernel, inst, |[read, written], is_write| {
                    needed = needed.max(if is_write { (*read).max(*written) } else { *written });
                });
                upper.before(needed, &mut order);
            }
            WorksOn::Fixed => upper.all(&mut order),
        }
        order.push(number);
    }
    upper.all(&mut order);
    order
}

/// The last instruction of the upper half that reads something, and the last that writes it: one more than its number.
type LastUses = [u32; 2];

/// The instructions of the upper half that wait for the lower one.
#[derive(Default)]
struct Waiting {
    insts: VecDeque<u32>,
    /// Of each variable with bytes of its own.
    vars: SecondaryMap<Var, LastUses>,
    preds: SecondaryMap<Pred, LastUses>,
    memory: LastUses,
    /// Surfaces and samplers.
    states: LastUses,
}

impl Waiting {
    /// Calls `visit` with the last uses of each thing that `inst` reads or writes, and whether it writes it.
    fn uses(&mut self, kernel: &VisaKernel, inst: &Inst, mut visit: impl FnMut(&mut LastUses, bool)) {
        kernel.for_each_access(inst, |access| visit(&mut self.vars[kernel.backing(access.var).0], access.write));
        inst.for_each_pred(|pred, is_write| visit(&mut self.preds[pred], is_write));
        if let Some(effect) = inst.memory_effect() {
            visit(&mut self.memory, effect == MemoryEffect::WritesOrOrders);
            visit(&mut self.states, false);
        }
        if let Inst::SetState { .. } = inst {
            visit(&mut self.states, true);
        }
    }

    /// Takes what is before an instruction.
    fn before(&mut self, end: u32, order: &mut Vec<u32>) {
        while let Some(first) = self.insts.front().filter(|first| **first < end) {
            order.push(*first);
            self.insts.pop_front();
        }
    }

    fn all(&mut self, order: &mut Vec<u32>) {
        self.before(u32::MAX, order);
    }
}

/// Gives the upper half predicates of its own, where the instructions of one block alone name a predicate, each for one half.
fn split_predicates(kernel: &mut VisaKernel, origins: &mut Origins, blocks: &Blocks) {
    let mut users: SecondaryMap<Pred, Users> = SecondaryMap::new();
    for (inst, origin) in kernel.insts.iter().zip(&origins.insts) {
        let (works_on, block) = (WorksOn::of(kernel, inst, *origin), blocks.of(*origin));
        inst.for_each_pred(|pred, _| users[pred].add(works_on, block));
    }
    let mut own: SecondaryMap<Pred, PackedOption<Pred>> = SecondaryMap::new();
    let all: Vec<Pred> = kernel.preds.keys().collect();
    for pred in all.into_iter().filter(|pred| matches!(users[*pred], Users::OfBlock(_))) {
        let new = kernel.preds.push(kernel.preds[pred]);
        if let Some(value) = origins.pred(pred) {
            origins.set_pred(new, value);
        }
        own[pred] = new.into();
    }
    for at in 0..kernel.insts.len() {
        if WorksOn::of(kernel, &kernel.insts[at], origins.insts[at]) == WorksOn::Upper {
            kernel.insts[at].rename_preds(|pred| own[pred].expand().unwrap_or(pred));
        }
    }
}

/// What names a predicate.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Users {
    #[default]
    None,
    /// Instructions of that block, each for one half.
    OfBlock(Block),
    /// Others.
    Others,
}

impl Users {
    fn add(&mut self, works_on: WorksOn, block: Option<Block>) {
        let block = block.filter(|_| matches!(works_on, WorksOn::Lower | WorksOn::Upper));
        *self = match (*self, block) {
            (Users::None, Some(block)) => Users::OfBlock(block),
            (Users::OfBlock(known), Some(block)) if known == block => *self,
            _ => Users::Others,
        };
    }
}
