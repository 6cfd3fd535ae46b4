//! The order of instructions in a kernel that needs more registers than there are, and what is computed again in it
//! ([`mod@rematerialize`]).
//!
//! The order is changed only where the caller asks for it, as a kernel that fits has nothing to win. Rules:
//!
//! - Instructions without effect are moved to other blocks ([`place`]).
//! - In a block in which too many registers are live, instructions are ordered anew, from its end on: of those whose
//!   readers stand already, the one comes next (before them) that makes the fewest registers live. So a value is
//!   computed near its readers, and what reads several values for the last time comes early. Or they are ordered from its start
//!   on, also by what all readers of one value need ([`forward`]).
//! - What reads one value may share what it costs to keep it live, so that all of it comes near its own readers where each
//!   alone would not: the floats of sixteen bytes take four times the registers of the bytes.
//! - What writes memory, barriers and fences keep their order, and what reads keeps its place among them. Texels of a
//!   surface that the kernel does not write are the same on both sides of a write: only barriers and fences keep those
//!   reads in their place. Intel's finalizer moves sampler messages across writes of other surfaces, too.
//! - Where a kernel is spilled all the same, what takes no more registers than it frees follows at once what it reads.
//! - What does not need fewer registers than before stays as it was, but for what is hastened.

mod block;
mod effect;
mod forward;
mod list;
mod live;
mod place;
mod rematerialize;

use cranelift_entity::{EntitySet, SecondaryMap, packed_option::PackedOption};
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{Block, InstId, Kernel, Module, Scalar, Value};

use crate::analyses::Analyses;
use crate::reads::Reads;
use crate::remark::Remarks;
use block::Tables;
use effect::Effects;
pub use list::{Direction, Ordering};
use live::LiveValues;
use place::Sinking;

/// The registers that a kernel has.
#[derive(Clone, Copy)]
pub struct RegisterFile {
    pub target: Target,
    pub simd: SimdWidth,
    /// How many there are.
    pub registers: u32,
}

/// How the instructions of `kernel` are placed and ordered so that fewer registers are live where more than the `file` has are:
/// in blocks ordered from their ends, and, if that is asked for and leaves fewer too many, from either side.
pub fn relieve(
    module: &Module,
    kernel: &Kernel,
    analyses: &Analyses,
    reads: &Reads,
    file: RegisterFile,
    ordering: Ordering,
) -> (Ordered, Option<Ordered>) {
    let RegisterFile { target, simd, registers } = file;
    let limit = registers * target.platform().grf_bytes;
    let live = LiveValues::new(kernel, analyses, reads, target, simd);
    let effects = Effects::new(module, kernel);
    let blocks = &analyses.flow.order;
    let as_given: u64 = blocks.iter().map(|block| list::excess(kernel, &live, *block, limit)).sum();
    let insts: usize = blocks.iter().map(|block| kernel.blocks[*block].insts.len()).sum();
    let shared_up_to = list::SHARED_UP_TO * u64::from(target.platform().grf_bytes) * insts as u64;
    let mut best: (Option<Ordered>, Option<Ordered>) = (None, None);
    let mut placed: Vec<Kernel> = Vec::new();
    for sinking in Sinking::ALL {
        let excess = best.0.as_ref().map_or(as_given, |best| best.excess);
        if excess == 0 || sinking.shared && excess > shared_up_to {
            continue;
        }
        let Some(moved) = place::placed(kernel, analyses, &live, &effects, sinking) else { break };
        let is_moved =
            |before: &Kernel| blocks.iter().all(|block| before.blocks[*block].insts == moved.blocks[*block].insts);
        if !placed.iter().any(is_moved) {
            let live = live.of(&moved, analyses);
            let (backward, either) = order_blocks(&moved, analyses, &live, &effects, limit, ordering);
            best = (less(best.0, backward, as_given), less(best.1, either, as_given));
            placed.push(moved);
        }
    }
    let (backward, either) = match best {
        (Some(backward), Some(either)) => (backward, either),
        (None, None) => order_blocks(kernel, analyses, &live, &effects, limit, ordering),
        (backward, either) => {
            let given = order_blocks(kernel, analyses, &live, &effects, limit, ordering);
            (backward.unwrap_or(given.0), either.unwrap_or(given.1))
        }
    };
    let either = Some(either).filter(|either| either.excess < backward.excess);
    (backward, either)
}

/// The one of two orders in which fewer bytes of registers are too many, if these are fewer than `given`.
fn less(best: Option<Ordered>, other: Ordered, given: u64) -> Option<Ordered> {
    let excess = best.as_ref().map_or(given, |best| best.excess);
    Some(other).filter(|other| other.excess < excess).or(best)
}

/// Computes values again where they are read, if more registers are live between than the `file` has; returns whether there
/// was one.
pub fn rematerialize(
    kernel: &mut Kernel,
    analyses: &Analyses,
    reads: &Reads,
    file: RegisterFile,
    remarks: &mut Remarks,
) -> bool {
    let RegisterFile { target, simd, registers } = file;
    let live = LiveValues::new(kernel, analyses, reads, target, simd);
    rematerialize::rematerialize(kernel, analyses, &live, registers * target.platform().grf_bytes, remarks)
}

/// How many booleans are read in other blocks than their own.
pub fn flags_of_several_blocks(kernel: &Kernel) -> u32 {
    let mut home: SecondaryMap<Value, PackedOption<Block>> = SecondaryMap::default();
    let mut found: EntitySet<Value> = EntitySet::new();
    let is_flag = |value: &Value| kernel.ty(*value).scalar == Scalar::I1;
    for block in &kernel.layout {
        for inst in &kernel.blocks[*block].insts {
            kernel.results(*inst).filter(is_flag).for_each(|result| home[result] = (*block).into());
        }
    }
    for block in &kernel.layout {
        for inst in &kernel.blocks[*block].insts {
            kernel.for_each_use(*inst, |value| {
                if is_flag(&value) && home[value].expand() != Some(*block) {
                    found.insert(value);
                }
            });
        }
    }
    found.iter().count() as u32
}

/// How many booleans are live at one instruction that flag registers do not hold, at the most: each has a register then.
pub fn flags_in_registers(kernel: &Kernel, analyses: &Analyses, reads: &Reads, target: Target, simd: SimdWidth) -> u32 {
    let live = LiveValues::new(kernel, analyses, reads, target, simd);
    let flags = analyses.flow.order.iter().map(|block| list::most_flags(kernel, &live, *block)).max().unwrap_or(0);
    flags.saturating_sub(live.held_flags())
}

/// An order of the instructions of each block.
#[derive(Clone)]
pub struct Ordered {
    orders: Vec<(Block, Vec<InstId>)>,
    /// How many bytes of registers too many are live in it, added up over the instructions.
    pub excess: u64,
}

impl Ordered {
    /// Puts the instructions of `kernel` in this order.
    pub fn put(self, kernel: &mut Kernel, remarks: &mut Remarks) {
        for (block, order) in self.orders {
            if let Some(first) = order.first().filter(|_| order != kernel.blocks[block].insts) {
                remarks.add(kernel, "pressure", *first, || "instructions are ordered for fewer registers".to_owned());
            }
            kernel.blocks[block].insts = order;
        }
    }
}

/// The instructions of each block from its end, and from either side.
fn order_blocks(
    kernel: &Kernel,
    analyses: &Analyses,
    live: &LiveValues,
    effects: &Effects,
    limit: u32,
    ordering: Ordering,
) -> (Ordered, Ordered) {
    let mut backward = Ordered { orders: Vec::new(), excess: 0 };
    let mut either = backward.clone();
    let mut tables = Tables::default();
    for block in &analyses.flow.order {
        let (order, forward) = list::ordered(kernel, live, effects, *block, limit, ordering, &mut tables);
        let (best, excess) = forward.unwrap_or_else(|| order.clone());
        backward.orders.push((*block, order.0));
        backward.excess += order.1;
        either.orders.push((*block, best));
        either.excess += excess;
    }
    (backward, either)
}
