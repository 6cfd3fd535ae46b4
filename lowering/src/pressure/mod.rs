//! The order of instructions in a kernel that needs more registers than there are, and what is computed again in it
//! ([`mod@rematerialize`]).
//!
//! The order is changed only where the caller asks for it, as a kernel that fits has nothing to win. Rules:
//!
//! - Instructions without effect are moved to other blocks ([`place`]).
//! - In a block in which too many registers are live, instructions are ordered anew, from its end on: of those whose
//!   readers stand already, the one comes next (before them) that makes the fewest registers live. So a value is
//!   computed near its readers, and what reads several values for the last time comes early. Or they are ordered from its start
//!   on ([`forward`]).
//! - What reads one value may share what it costs to keep it live, so that all of it comes near its own readers where each
//!   alone would not: the floats of sixteen bytes take four times the registers of the bytes.
//! - What writes memory, barriers and fences keep their order, and what reads keeps its place among them. Texels of a
//!   surface that the kernel does not write are the same on both sides of a write: only barriers and fences keep those
//!   reads in their place. Intel's finalizer moves sampler messages across writes of other surfaces, too.
//! - What does not need fewer registers than before stays as it was.

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
use effect::Effects;
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

/// From where the instructions of a block are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// From its end.
    #[default]
    Backward,
    /// From its end or from its start, whichever leaves fewer registers too many.
    Either,
}

/// Places and orders the instructions of `kernel` so that fewer registers are live where more than the `file` has are; returns
/// how many bytes of registers are too many, added up over the instructions.
pub fn relieve(
    module: &Module,
    kernel: &mut Kernel,
    analyses: &Analyses,
    reads: &Reads,
    file: RegisterFile,
    direction: Direction,
    remarks: &mut Remarks,
) -> u64 {
    let RegisterFile { target, simd, registers } = file;
    let limit = registers * target.platform().grf_bytes;
    let live = LiveValues::new(kernel, analyses, reads, target, simd);
    let effects = Effects::new(module, kernel);
    let blocks = &analyses.flow.order;
    let as_given: u64 = blocks.iter().map(|block| list::excess(kernel, &live, *block, limit)).sum();
    let insts: usize = blocks.iter().map(|block| kernel.blocks[*block].insts.len()).sum();
    let shared_up_to = list::SHARED_UP_TO * u64::from(target.platform().grf_bytes) * insts as u64;
    let mut best: Option<Ordered> = None;
    for sinking in Sinking::ALL {
        let excess = best.as_ref().map_or(as_given, |best| best.excess);
        let mut moved = kernel.clone();
        if excess > 0
            && (!sinking.shared || excess <= shared_up_to)
            && place::place(&mut moved, analyses, &live, &effects, sinking)
        {
            let live = live.of(&moved, analyses);
            let ordered = order_blocks(&moved, analyses, &live, &effects, limit, direction);
            best = Some(ordered).filter(|ordered| ordered.excess < excess).or(best);
        }
    }
    let best = best.unwrap_or_else(|| order_blocks(kernel, analyses, &live, &effects, limit, direction));
    for (block, order) in best.orders {
        if let Some(first) = order.first().filter(|_| order != kernel.blocks[block].insts) {
            remarks.add(kernel, "pressure", *first, || "instructions are ordered for fewer registers".to_owned());
        }
        kernel.blocks[block].insts = order;
    }
    best.excess
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
struct Ordered {
    orders: Vec<(Block, Vec<InstId>)>,
    /// How many bytes of registers too many are live in it, added up over the instructions.
    excess: u64,
}

fn order_blocks(
    kernel: &Kernel,
    analyses: &Analyses,
    live: &LiveValues,
    effects: &Effects,
    limit: u32,
    direction: Direction,
) -> Ordered {
    let mut excess: u64 = 0;
    let order = |block: &Block| {
        let (order, of_block) = list::ordered(kernel, live, effects, *block, limit, direction);
        excess += of_block;
        (*block, order)
    };
    let orders = analyses.flow.order.iter().map(order).collect();
    Ordered { orders, excess }
}
