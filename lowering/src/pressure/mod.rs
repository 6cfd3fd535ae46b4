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

use std::rc::Rc;

use cranelift_entity::{EntitySet, SecondaryMap, packed_option::PackedOption};
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{Block, Kernel, Module, Scalar, Value};

use crate::analyses::Analyses;
use crate::reads::Reads;
use crate::remark::Remarks;
use block::Numbers;
use effect::Effects;
pub use list::Direction;
use list::OrderedBlock;
use live::{LiveValues, Placement};
use place::{Placer, Sinking};

/// The registers that a kernel has.
#[derive(Clone, Copy)]
pub struct RegisterFile {
    pub target: Target,
    pub simd: SimdWidth,
    /// How many there are.
    pub registers: u32,
}

impl RegisterFile {
    fn bytes(self) -> u32 {
        self.registers * self.target.platform().grf_bytes
    }
}

/// A kernel whose instructions may be placed and ordered so that fewer registers are live.
pub struct GivenKernel<'a> {
    kernel: &'a Kernel,
    analyses: &'a Analyses,
    live: Rc<LiveValues>,
    file: RegisterFile,
    /// How many bytes of registers more than the file has are live at its instructions, added up.
    pub excess: u64,
}

impl<'a> GivenKernel<'a> {
    /// Finds what is live in `kernel`.
    pub fn new(kernel: &'a Kernel, analyses: &'a Analyses, reads: &Reads, file: RegisterFile) -> GivenKernel<'a> {
        let live = Rc::new(LiveValues::new(kernel, analyses, reads, file.target, file.simd));
        let mut numbers = Numbers::default();
        let blocks = analyses.flow.order.iter();
        let excess = blocks.map(|block| list::excess(kernel, &live, *block, file.bytes(), &mut numbers)).sum();
        GivenKernel { kernel, analyses, live, file, excess }
    }

    /// How its instructions are placed and ordered so that fewer registers are live where more than the file has are: in blocks
    /// ordered from their ends, and, if that is asked for and leaves fewer too many, from either side.
    pub fn relieve(&self, module: &Module, direction: Direction) -> (Ordered, Option<Ordered>) {
        let GivenKernel { kernel, analyses, file, excess: as_given, .. } = *self;
        let as_it_is = || Ordered { orders: Vec::new(), excess: as_given, live: Rc::clone(&self.live) };
        if as_given == 0 {
            return (as_it_is(), None);
        }
        let effects = Effects::new(module, kernel);
        let blocks = &analyses.flow.order;
        let insts: usize = blocks.iter().map(|block| kernel.blocks[*block].insts.len()).sum();
        let shared_up_to = list::SHARED_UP_TO * u64::from(file.target.platform().grf_bytes) * insts as u64;
        let mut best: (Option<Ordered>, Option<Ordered>) = (None, None);
        let orderer = Orderer { kernel, analyses, effects: &effects, limit: file.bytes(), direction };
        let placer = Placer::new(kernel, analyses, &self.live, &effects);
        let mut placed: Vec<Placed> = Vec::new();
        for (placer, sinking) in placer.iter().flat_map(|placer| Sinking::ALL.map(|sinking| (placer, sinking))) {
            let excess = best.0.as_ref().map_or(as_given, |best| best.excess);
            if excess == 0 || sinking.shared && excess > shared_up_to {
                continue;
            }
            let placement = placer.placed(sinking);
            if !placed.iter().any(|before| before.placement == placement) {
                let excess = |best: &Option<Ordered>| best.as_ref().map_or(as_given, |best| best.excess);
                let most = (excess(&best.0), excess(&best.1));
                let live = Rc::new(self.live.of(kernel, analyses, &placement));
                let mut moved = Placed { placement, live, orders: Vec::new() };
                let (backward, either) = orderer.of(&mut moved, &placed, most);
                best = (backward.or(best.0), either.or(best.1));
                placed.push(moved);
            }
        }
        let given = |most| {
            let live = Rc::clone(&self.live);
            let mut placement = Placement::default();
            blocks.iter().for_each(|block| placement[*block].clone_from(&kernel.blocks[*block].insts));
            orderer.of(&mut Placed { placement, live, orders: Vec::new() }, &placed, most)
        };
        let (backward, either) = match best {
            (Some(backward), Some(either)) => (backward, Some(either)),
            (Some(backward), None) => {
                let (_, either) = given((0, backward.excess));
                (backward, either)
            }
            (None, either) => {
                let (backward, given) = given((u64::MAX, u64::MAX));
                (backward.unwrap_or_else(as_it_is), either.or(given))
            }
        };
        let either = either.filter(|either| either.excess < backward.excess);
        (backward, either)
    }
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
    let live = LiveValues::new(kernel, analyses, reads, file.target, file.simd);
    rematerialize::rematerialize(kernel, analyses, &live, file.bytes(), remarks)
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
    let mut numbers = Numbers::default();
    let flags = analyses.flow.order.iter().map(|block| list::most_flags(kernel, &live, *block, &mut numbers));
    let flags = flags.max().unwrap_or(0);
    flags.saturating_sub(live.held_flags())
}

/// An order of the instructions of each block.
#[derive(Clone)]
pub struct Ordered {
    orders: Vec<(Block, OrderedBlock)>,
    /// How many bytes of registers too many are live in it, added up over the instructions.
    pub excess: u64,
    live: Rc<LiveValues>,
}

impl Ordered {
    /// The same order of the instructions of `kernel`, but that what takes no more registers than it frees follows at once what it
    /// reads. Intel's finalizer spills less then.
    pub fn hastened(mut self, module: &Module, kernel: &Kernel, file: RegisterFile) -> Ordered {
        let (effects, mut numbers) = (Effects::new(module, kernel), Numbers::default());
        for (block, order) in &mut self.orders {
            order.hasten(kernel, &self.live, &effects, *block, file.bytes(), &mut numbers);
        }
        self.excess = self.orders.iter().map(|(_, order)| order.excess).sum();
        self
    }

    /// Puts the instructions of `kernel` in this order.
    pub fn put(self, kernel: &mut Kernel, remarks: &mut Remarks) {
        for (block, order) in self.orders {
            let insts = order.insts;
            if let Some(first) = insts.first().filter(|_| insts != kernel.blocks[block].insts) {
                remarks.add(kernel, "pressure", *first, || "instructions are ordered for fewer registers".to_owned());
            }
            kernel.blocks[block].insts = insts;
        }
    }
}

/// The instructions of a kernel placed in blocks.
struct Placed {
    placement: Placement,
    live: Rc<LiveValues>,
    /// How the first blocks are ordered: from their ends, and from their starts where that is better.
    orders: Vec<(OrderedBlock, Option<OrderedBlock>)>,
}

impl Placed {
    /// How the block at `position` is ordered, if that is known, and if it is the same in `other`.
    fn order_in(&self, other: &Placed, position: usize, block: Block) -> Option<&(OrderedBlock, Option<OrderedBlock>)> {
        let is_same =
            self.placement[block] == other.placement[block] && self.live.behind(block) == other.live.behind(block);
        self.orders.get(position).filter(|_| is_same)
    }
}

/// What orders the blocks of a kernel.
struct Orderer<'a> {
    kernel: &'a Kernel,
    analyses: &'a Analyses,
    effects: &'a Effects,
    limit: u32,
    direction: Direction,
}

impl Orderer<'_> {
    /// The instructions of each block from its end, and from either side; none where `most` bytes of registers or more are too
    /// many in an order. What was found for the same block of one of the `others` is taken.
    fn of(&self, placed: &mut Placed, others: &[Placed], most: (u64, u64)) -> (Option<Ordered>, Option<Ordered>) {
        let mut backward = Ordered { orders: Vec::new(), excess: 0, live: Rc::clone(&placed.live) };
        let mut either = backward.clone();
        let mut numbers = Numbers::default();
        for (position, block) in self.analyses.flow.order.iter().enumerate() {
            let known = others.iter().find_map(|other| other.order_in(placed, position, *block));
            let order = known.cloned().unwrap_or_else(|| {
                let Orderer { kernel, effects, limit, direction, .. } = self;
                let insts = (*block, &placed.placement[*block][..]);
                list::ordered(kernel, &placed.live, effects, insts, *limit, *direction, &mut numbers)
            });
            let (from_end, from_start) = &order;
            let best = from_start.as_ref().unwrap_or(from_end);
            backward.orders.push((*block, from_end.clone()));
            backward.excess += from_end.excess;
            either.orders.push((*block, best.clone()));
            either.excess += best.excess;
            placed.orders.push(order);
            if backward.excess >= most.0 && either.excess >= most.1 {
                break;
            }
        }
        let (is_backward, is_either) = (backward.excess < most.0, either.excess < most.1);
        (is_backward.then_some(backward), is_either.then_some(either))
    }
}
