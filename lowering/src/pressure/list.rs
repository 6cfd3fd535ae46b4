//! A list scheduler: orders the instructions of one block so that few registers are live.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use cranelift_entity::{EntitySet, SecondaryMap};
use smallvec::SmallVec;
use texvisa_ir::texture::{Block, InstId, Kernel, Value};

use super::Direction;
use super::effect::{Effect, Effects};
use super::forward;
use super::live::LiveValues;

/// How many of the instructions that may come next are compared; of the others those at the end of the block come first.
/// Above the multiplications of a convolution there are the texels of its weights, which become free with the last of them.
pub const WINDOW: usize = 64;

/// With more registers too many than this, added up and shared among the instructions, values count whole: most are spilled
/// then, and which order has the fewest too many says little about their number.
pub const SHARED_UP_TO: u64 = 40;

/// How many bytes of registers beyond `limit` are live at the instructions of `block`, added up.
pub fn excess(kernel: &Kernel, live: &LiveValues, block: Block, limit: u32) -> u64 {
    let given = GivenBlock::new(kernel, live, block);
    given.excess(&given.order(), limit)
}

/// How many bytes of registers are live at one instruction of `block`, at the most. A boolean that flag registers do not hold
/// takes two registers: Intel's finalizer keeps it in one, and needs others near each reader.
pub fn peak(kernel: &Kernel, live: &LiveValues, block: Block) -> u32 {
    let mut most = 0;
    each_instruction(kernel, live, block, |bytes, flags| {
        let bytes = bytes.saturating_sub(live.spilled_flags(flags));
        let held = flags.min(live.held_flags());
        most = most.max((bytes + flags * live.grf_bytes).saturating_sub(2 * held * live.grf_bytes));
    });
    most
}

/// How many booleans are live before one instruction of `block`, at the most.
pub fn most_flags(kernel: &Kernel, live: &LiveValues, block: Block) -> u32 {
    let mut most = 0;
    each_instruction(kernel, live, block, |_, flags| most = most.max(flags));
    most
}

/// Calls `visit` with the bytes of registers that are live at each instruction of `block`, the last one first, and the booleans.
fn each_instruction(kernel: &Kernel, live: &LiveValues, block: Block, mut visit: impl FnMut(u32, u32)) {
    let given = GivenBlock::new(kernel, live, block);
    let mut now = Now::new(&given);
    for place in given.order().into_iter().rev() {
        let bytes = now.step(place);
        visit(bytes, now.flags);
    }
}

/// The instructions of a block in an order, and how many bytes of registers beyond a limit are live in it, added up over them.
pub type OrderedBlock = (Vec<InstId>, u64);

/// The instructions of `block` in the order, of several from its end, in which the fewest bytes of registers beyond `limit` are
/// live; and in one from its start, if that is asked for and has fewer.
pub fn ordered(
    kernel: &Kernel,
    live: &LiveValues,
    effects: &Effects,
    block: Block,
    limit: u32,
    direction: Direction,
) -> (OrderedBlock, Option<OrderedBlock>) {
    let given = GivenBlock::new(kernel, live, block);
    let with_excess = |order: Vec<u32>| {
        debug_assert_eq!(order.len(), given.insts.len());
        let excess = given.excess(&order, limit);
        (order, excess)
    };
    let mut backward = with_excess(given.order());
    for choice in CHOICES {
        if choice.may_be_better(backward.1, u64::from(live.grf_bytes) * given.insts.len() as u64) {
            let other = with_excess(Scheduler::new(&given, effects, choice).run());
            if other.1 < backward.1 {
                backward = other;
            }
        }
    }
    let both = if direction == Direction::Either && backward.1 > 0 { &[false, true][..] } else { &[] };
    let forward = both.iter().map(|depth_first| with_excess(forward::order(&given, effects, *depth_first)));
    let forward = forward.min_by_key(|order| order.1).filter(|order| order.1 < backward.1);
    let insts = |(order, excess): (Vec<u32>, u64)| {
        (order.into_iter().map(|place| given.insts[place as usize]).collect(), excess)
    };
    (insts(backward), forward.map(insts))
}

/// Which of the instructions that may come next does: the one that makes the most bytes free, if one does.
#[derive(Clone, Copy)]
struct Choice {
    /// Of the others the one that makes the fewest bytes live. Otherwise they are equal.
    cheapest: bool,
    /// Of equal ones the one of which the last reader was put last, so that one tree of values is computed after the other.
    /// Otherwise the last in the block.
    depth_first: bool,
    /// A value that becomes live counts in part: its bytes by the number of its readers that do not stand yet.
    shared: bool,
}

impl Choice {
    /// Whether it is tried where `excess` bytes are too many in the best order so far; `one_each` is one register at each
    /// instruction.
    fn may_be_better(self, excess: u64, one_each: u64) -> bool {
        // With less than one register too many at an instruction, the count says little: those that are free are not in a
        // row.
        let least = if self.depth_first { one_each } else { 0 };
        excess > least && (!self.shared || excess <= SHARED_UP_TO * one_each)
    }
}

/// The choices that are tried.
const CHOICES: [Choice; 6] = [
    Choice { cheapest: false, depth_first: false, shared: false },
    Choice { cheapest: true, depth_first: false, shared: false },
    Choice { cheapest: false, depth_first: true, shared: false },
    Choice { cheapest: true, depth_first: true, shared: false },
    Choice { cheapest: false, depth_first: false, shared: true },
    Choice { cheapest: true, depth_first: false, shared: true },
];

/// A block, whose instructions are known by their places in it.
pub struct GivenBlock<'a> {
    pub kernel: &'a Kernel,
    pub live: &'a LiveValues,
    pub block: Block,
    pub insts: &'a [InstId],
    /// The values with registers that each instruction reads, each once.
    pub reads: Vec<SmallVec<[Value; 4]>>,
}

impl<'a> GivenBlock<'a> {
    fn new(kernel: &'a Kernel, live: &'a LiveValues, block: Block) -> GivenBlock<'a> {
        let insts = &kernel.blocks[block].insts;
        let reads = insts.iter().map(|inst| {
            let mut reads: SmallVec<[Value; 4]> = SmallVec::new();
            live.for_each_read(kernel, *inst, |value| {
                if !reads.contains(&value) {
                    reads.push(value);
                }
            });
            reads
        });
        GivenBlock { kernel, live, block, insts, reads: reads.collect() }
    }

    fn order(&self) -> Vec<u32> {
        (0..self.insts.len() as u32).collect()
    }

    /// How many bytes of registers more than `limit` are live at the instructions in this order, added up.
    fn excess(&self, order: &[u32], limit: u32) -> u64 {
        let mut now = Now::new(self);
        order.iter().rev().map(|place| u64::from(now.step(*place).saturating_sub(limit))).sum()
    }

    /// For each instruction those that have to come before it.
    pub fn needs(&self, effects: &Effects) -> Vec<SmallVec<[u32; 4]>> {
        let mut defined: SecondaryMap<Value, u32> = SecondaryMap::with_default(NOT_HERE);
        // By place: the last instruction that needs it.
        let mut needed_by = vec![NOT_HERE; self.insts.len()];
        let (mut last_write, mut last_order) = (NOT_HERE, NOT_HERE);
        // Those that read since the last write, and those that only read since what orders.
        let mut reads: Vec<u32> = Vec::new();
        let mut read_onlys: Vec<u32> = Vec::new();
        let needs = (0..).zip(self.insts).map(|(place, inst)| {
            let mut needs: SmallVec<[u32; 4]> = SmallVec::new();
            let mut add = |needed: u32| {
                if let Some(by) = needed_by.get_mut(needed as usize)
                    && std::mem::replace(by, place) != place
                {
                    needs.push(needed);
                }
            };
            self.kernel.for_each_use(*inst, |value| add(defined[value]));
            match effects.of(self.kernel, *inst) {
                Effect::None => {}
                Effect::ReadOnly => {
                    add(last_order);
                    read_onlys.push(place);
                }
                Effect::Read => {
                    add(last_write);
                    reads.push(place);
                }
                effect @ (Effect::Write | Effect::Order) => {
                    add(last_write);
                    reads.drain(..).for_each(&mut add);
                    last_write = place;
                    if effect == Effect::Order {
                        read_onlys.drain(..).for_each(&mut add);
                        last_order = place;
                    }
                }
            }
            self.kernel.results(*inst).for_each(|result| defined[result] = place);
            needs
        });
        needs.collect()
    }
}

/// What is live at a point of a walk from the end of a block to its beginning.
struct Now<'a> {
    given: &'a GivenBlock<'a>,
    values: EntitySet<Value>,
    bytes: u32,
    flags: u32,
}

impl<'a> Now<'a> {
    fn new(given: &'a GivenBlock<'a>) -> Now<'a> {
        let values = given.live.behind(given.block).clone();
        let bytes = values.iter().map(|value| given.live.bytes[value]).sum();
        let flags = values.iter().filter(|value| given.live.is_flag(*value)).count() as u32;
        Now { given, values, bytes, flags }
    }

    /// Puts an instruction before the others; returns the bytes that are live at it.
    fn step(&mut self, place: u32) -> u32 {
        let GivenBlock { kernel, live, .. } = self.given;
        let mut during = self.bytes + live.spilled_flags(self.flags);
        for result in kernel.results(self.given.insts[place as usize]) {
            if self.values.remove(result) {
                self.bytes -= live.bytes[result];
                self.flags -= u32::from(live.is_flag(result));
            } else {
                // It is written all the same.
                during += live.bytes[result];
            }
        }
        for value in &self.given.reads[place as usize] {
            if self.values.insert(*value) {
                self.bytes += live.bytes[*value];
                self.flags += u32::from(live.is_flag(*value));
            }
        }
        during.max(self.bytes + live.spilled_flags(self.flags))
    }

    /// How many more bytes are live before an instruction than behind it.
    fn cost(&self, place: u32, readers: &SecondaryMap<Value, u32>) -> i64 {
        let GivenBlock { kernel, live, .. } = self.given;
        let (mut bytes, mut flags) = (0, self.flags);
        for result in kernel.results(self.given.insts[place as usize]).filter(|result| self.values.contains(*result)) {
            bytes -= i64::from(live.bytes[result]);
            flags -= u32::from(live.is_flag(result));
        }
        for value in self.given.reads[place as usize].iter().filter(|value| !self.values.contains(**value)) {
            bytes += i64::from(live.bytes[*value]) / i64::from(readers[*value].max(1));
            flags += u32::from(live.is_flag(*value));
        }
        bytes + i64::from(live.spilled_flags(flags)) - i64::from(live.spilled_flags(self.flags))
    }
}

struct Scheduler<'a> {
    given: &'a GivenBlock<'a>,
    now: Now<'a>,
    choice: Choice,
    /// For each instruction: how many of those that have to follow it do not stand yet.
    missing: Vec<u32>,
    /// The instructions that have to come before each one.
    needs: Vec<SmallVec<[u32; 4]>>,
    /// Those that may come next.
    ready: BTreeSet<u32>,
    /// For each instruction: how many stood when it became one that may.
    ready_since: Vec<u32>,
    /// How many stand.
    standing: u32,
    /// For each value: how many of its readers do not stand yet; none where values do not count in part.
    readers: SecondaryMap<Value, u32>,
}

impl<'a> Scheduler<'a> {
    fn new(given: &'a GivenBlock<'a>, effects: &Effects, choice: Choice) -> Scheduler<'a> {
        let needs = given.needs(effects);
        let mut missing = vec![0; given.insts.len()];
        needs.iter().flatten().for_each(|needed| missing[*needed as usize] += 1);
        let ready_since = vec![0; given.insts.len()];
        let ready = BTreeSet::new();
        let mut readers = SecondaryMap::default();
        if choice.shared {
            given.reads.iter().flatten().for_each(|value| readers[*value] += 1);
        }
        Scheduler { given, now: Now::new(given), choice, missing, needs, ready, ready_since, standing: 0, readers }
    }

    fn run(mut self) -> Vec<u32> {
        let Some(end) = (self.given.insts.len() as u32).checked_sub(1) else { return Vec::new() };
        let mut order = Vec::with_capacity(self.given.insts.len());
        let others = (0..end).filter(|place| self.missing[*place as usize] == 0);
        self.ready.extend(others);
        self.put(end, &mut order);
        while let Some(next) = self.next() {
            self.ready.remove(&next);
            self.put(next, &mut order);
        }
        order.reverse();
        order
    }

    /// What emits no code comes at once.
    fn next(&self) -> Option<u32> {
        self.ready.iter().rev().take(WINDOW).copied().min_by_key(|place| {
            let is_free = self.given.live.is_view(self.given.kernel, self.given.insts[*place as usize]);
            let cost = match self.choice.cheapest {
                _ if is_free => i64::MIN,
                true => self.now.cost(*place, &self.readers),
                false => self.now.cost(*place, &self.readers).min(0),
            };
            (cost, Reverse(if self.choice.depth_first { self.ready_since[*place as usize] } else { 0 }))
        })
    }

    fn put(&mut self, place: u32, order: &mut Vec<u32>) {
        order.push(place);
        self.standing += 1;
        self.now.step(place);
        if self.choice.shared {
            self.given.reads[place as usize].iter().for_each(|value| self.readers[*value] -= 1);
        }
        for needed in std::mem::take(&mut self.needs[place as usize]) {
            let missing = &mut self.missing[needed as usize];
            *missing -= 1;
            if *missing == 0 {
                self.ready.insert(needed);
                self.ready_since[needed as usize] = self.standing;
            }
        }
    }
}

/// No place in the block.
const NOT_HERE: u32 = u32::MAX;
