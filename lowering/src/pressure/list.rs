//! A list scheduler: orders the instructions of one block so that few registers are live.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use texvisa_ir::texture::{Block, InstId, Kernel};

use super::block::{Change, Dependences, GivenBlock, LocalValue, Now, Numbers, WINDOW};
use super::effect::{Effect, Effects};
use super::forward;
use super::live::LiveValues;

/// With more registers too many than this, added up and shared among the instructions, values count whole: most are spilled
/// then, and which order has the fewest too many says little about their number.
pub const SHARED_UP_TO: u64 = 40;

/// From where the instructions of a block are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// From its end.
    #[default]
    Backward,
    /// From its end or from its start, whichever leaves fewer registers too many.
    Either,
}

/// How many bytes of registers beyond `limit` are live at the instructions of `block`, added up.
pub fn excess(kernel: &Kernel, live: &LiveValues, block: Block, limit: u32, numbers: &mut Numbers) -> u64 {
    let given = GivenBlock::new(kernel, live, block, &kernel.blocks[block].insts, numbers);
    given.excess(&given.order(), limit)
}

/// How many bytes of registers are live at one instruction of `block`, at the most. A boolean that flag registers do not hold
/// takes two registers: Intel's finalizer keeps it in one, and needs others near each reader.
pub fn peak(kernel: &Kernel, live: &LiveValues, block: Block, numbers: &mut Numbers) -> u32 {
    let mut most = 0;
    each_instruction(kernel, live, block, numbers, |bytes, flags| {
        let bytes = bytes.saturating_sub(live.spilled_flags(flags));
        let held = flags.min(live.held_flags());
        most = most.max((bytes + flags * live.grf_bytes).saturating_sub(2 * held * live.grf_bytes));
    });
    most
}

/// How many booleans are live before one instruction of `block`, at the most.
pub fn most_flags(kernel: &Kernel, live: &LiveValues, block: Block, numbers: &mut Numbers) -> u32 {
    let mut most = 0;
    each_instruction(kernel, live, block, numbers, |_, flags| most = most.max(flags));
    most
}

/// Calls `visit` with the bytes of registers that are live at each instruction of `block`, the last one first, and the booleans.
fn each_instruction(
    kernel: &Kernel,
    live: &LiveValues,
    block: Block,
    numbers: &mut Numbers,
    mut visit: impl FnMut(u32, u32),
) {
    let given = GivenBlock::new(kernel, live, block, &kernel.blocks[block].insts, numbers);
    let mut now = Now::new(&given);
    for place in given.order().into_iter().rev() {
        let bytes = now.step(place);
        visit(bytes, now.flags);
    }
}

/// The instructions of a block in an order.
#[derive(Clone, Debug)]
pub struct OrderedBlock {
    pub insts: Vec<InstId>,
    /// How many bytes of registers beyond a limit are live in it, added up over the instructions.
    pub excess: u64,
    /// Whether there are such bytes, or were in the order that it was given in.
    pub is_crowded: bool,
}

impl OrderedBlock {
    /// Lets what takes no more registers than it frees follow at once what it reads, where the block is crowded. More bytes beyond the
    /// limit may be live then.
    pub fn hasten(
        &mut self,
        kernel: &Kernel,
        live: &LiveValues,
        effects: &Effects,
        block: Block,
        limit: u32,
        numbers: &mut Numbers,
    ) {
        if !self.is_crowded {
            return;
        }
        let given = GivenBlock::new(kernel, live, block, &self.insts, numbers);
        let order = hastened(&given, effects);
        self.excess = given.excess(&order, limit);
        self.insts = order.into_iter().map(|place| given.insts[place as usize]).collect();
    }
}

/// The instructions `insts` of `block` in the order, of several from its end, in which the fewest bytes of registers beyond
/// `limit` are live; and in one from its start, if that is asked for and has fewer.
pub fn ordered(
    kernel: &Kernel,
    live: &LiveValues,
    effects: &Effects,
    (block, insts): (Block, &[InstId]),
    limit: u32,
    direction: Direction,
    numbers: &mut Numbers,
) -> (OrderedBlock, Option<OrderedBlock>) {
    let given = GivenBlock::new(kernel, live, block, insts, numbers);
    let with_excess = |order: Vec<u32>| {
        debug_assert_eq!(order.len(), given.insts.len());
        let excess = given.excess(&order, limit);
        (order, excess)
    };
    let mut backward = with_excess(given.order());
    let is_crowded = backward.1 > 0;
    for choice in CHOICES {
        if choice.may_be_better(backward.1, u64::from(live.grf_bytes) * given.insts.len() as u64)
            && let Some(better) = Scheduler::new(&given, effects, choice).run(limit, backward.1)
        {
            debug_assert_eq!(with_excess(better.0.clone()), better);
            backward = better;
        }
    }
    let mut forward: Option<(Vec<u32>, u64)> = None;
    if direction == Direction::Either {
        for choice in forward::CHOICES {
            let best = forward.as_ref().map_or(backward.1, |order| order.1);
            if let Some(better) = forward::order(&given, effects, choice, limit, best) {
                debug_assert_eq!(with_excess(better.0.clone()), better);
                forward = Some(better);
            }
        }
    }
    let ordered = |(order, excess): (Vec<u32>, u64)| {
        let insts = order.into_iter().map(|place| given.insts[place as usize]).collect();
        OrderedBlock { insts, excess, is_crowded }
    };
    (ordered(backward), forward.map(ordered))
}

/// The order of the block, but that what takes no more registers than it frees follows what it reads at once: an instruction that
/// reads one value, or frees more. A texel that is converted is then one short variable and one long one, where it was two
/// long ones: Intel's finalizer spills variables that few instructions name first, which frees nothing where the other is
/// live.
fn hastened(given: &GivenBlock<'_>, effects: &Effects) -> Vec<u32> {
    let GivenBlock { kernel, insts, values, .. } = given;
    let needs = &given.dependences(effects).needs;
    // By value: how many readers are left, and where the last one stands.
    let mut readers: SecondaryMap<LocalValue, (u32, Stand)> = SecondaryMap::with_capacity(values.len());
    given.reads.iter().flatten().for_each(|value| readers[*value].0 += 1);
    // By place.
    let mut stands: Vec<Stand> = Vec::with_capacity(insts.len());
    let mut followers: Vec<SmallVec<[u32; 2]>> = vec![SmallVec::new(); insts.len()];
    for (place, inst) in (0..).zip(*insts) {
        let reads = &given.reads[place as usize];
        let mut earliest = needs[place as usize].iter().map(|needed| stands[*needed as usize]).max();
        let mut free = 0;
        for value in reads {
            let (left, last) = &mut readers[*value];
            *left -= 1;
            if *left == 0 && !values[*value].is_behind {
                free += values[*value].bytes;
                earliest = earliest.map(|earliest| earliest.max(*last));
            }
        }
        let taken: u32 = given.results[place as usize].iter().map(|result| values[*result].bytes).sum();
        let is_early = given.is_view(place) || taken > 0 && (taken < free || taken == free && reads.len() == 1);
        let is_movable = is_early && effects.of(kernel, *inst) == Effect::None && !kernel.insts[*inst].is_terminator();
        let stand = match earliest.filter(|_| is_movable) {
            Some(Stand { at, .. }) => {
                let followers = &mut followers[at as usize];
                followers.push(place);
                Stand { at, follower: followers.len() as u32 }
            }
            None => Stand { at: place, follower: 0 },
        };
        stands.push(stand);
        for value in reads {
            let (_, last) = &mut readers[*value];
            *last = stand.max(*last);
        }
    }
    let mut hastened = Vec::with_capacity(insts.len());
    for (place, followers) in (0..).zip(&followers) {
        hastened.extend(Some(place).filter(|_| stands[place as usize].follower == 0));
        hastened.extend(followers);
    }
    hastened
}

/// Where an instruction stands: with that of the given order at a place, and as which of its followers, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Stand {
    at: u32,
    follower: u32,
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

struct Scheduler<'a> {
    given: &'a GivenBlock<'a>,
    now: Now<'a>,
    choice: Choice,
    dependences: &'a Dependences,
    /// The instructions that read each value.
    read_by: &'a SecondaryMap<LocalValue, SmallVec<[u32; 4]>>,
    /// How many of these do not stand yet, where values count in part.
    readers: SecondaryMap<LocalValue, u32>,
    /// For each instruction: how many of those that have to follow it do not stand yet.
    missing: Vec<u32>,
    /// Those that may come next.
    ready: BTreeSet<u32>,
    /// For each instruction: how many stood when it became one that may.
    ready_since: Vec<u32>,
    /// For each instruction that may come next: what it changes; none where something that it reads has become live since.
    changes: Vec<Option<Change>>,
    /// The instructions that stand, the last of the block first.
    order: Vec<u32>,
}

impl<'a> Scheduler<'a> {
    fn new(given: &'a GivenBlock<'a>, effects: &Effects, choice: Choice) -> Scheduler<'a> {
        let (dependences, read_by) = (given.dependences(effects), given.read_by());
        let mut readers = SecondaryMap::new();
        if choice.shared {
            given.values.keys().for_each(|value| readers[value] = read_by[value].len() as u32);
        }
        let count = given.insts.len();
        Scheduler {
            given,
            now: Now::new(given),
            choice,
            dependences,
            read_by,
            readers,
            missing: dependences.needed_by.iter().map(|by| by.len() as u32).collect(),
            ready: BTreeSet::new(),
            ready_since: vec![0; count],
            changes: vec![None; count],
            order: Vec::with_capacity(count),
        }
    }

    /// The order, and how many bytes more than `limit` are live in it, if these are fewer than `most`.
    fn run(mut self, limit: u32, most: u64) -> Option<(Vec<u32>, u64)> {
        let end = (self.given.insts.len() as u32).checked_sub(1)?;
        let others = (0..end).filter(|place| self.missing[*place as usize] == 0);
        self.ready.extend(others);
        let mut excess = 0;
        let mut next = Some(end);
        while let Some(place) = next {
            self.ready.remove(&place);
            excess += u64::from(self.put(place).saturating_sub(limit));
            if excess >= most {
                return None;
            }
            next = self.next();
        }
        self.order.reverse();
        Some((self.order, excess))
    }

    /// What emits no code comes at once.
    fn next(&mut self) -> Option<u32> {
        let Scheduler { given, now, choice, ready, ready_since, changes, readers, .. } = self;
        let parts = |value: LocalValue| if choice.shared { readers[value].max(1) } else { 1 };
        ready.iter().rev().take(WINDOW).copied().min_by_key(|place| {
            let change = match &mut changes[*place as usize] {
                Some(change) => {
                    debug_assert_eq!(*change, now.change(*place, parts));
                    Some(*change)
                }
                None if given.is_view(*place) => None,
                unknown => Some(*unknown.insert(now.change(*place, parts))),
            };
            let cost = change.map_or(i64::MIN, |change| now.cost(change));
            let cost = if choice.cheapest { cost } else { cost.min(0) };
            (cost, Reverse(if choice.depth_first { ready_since[*place as usize] } else { 0 }))
        })
    }

    /// Puts an instruction before those that stand; returns the bytes that are live at it.
    fn put(&mut self, place: u32) -> u32 {
        self.order.push(place);
        let (changes, read_by) = (&mut self.changes, self.read_by);
        let bytes = self.now.step_with(place, |value| {
            read_by[value].iter().for_each(|reader| changes[*reader as usize] = None);
        });
        if self.choice.shared {
            self.given.reads[place as usize].iter().for_each(|value| self.readers[*value] -= 1);
        }
        for needed in &self.dependences.needs[place as usize] {
            let missing = &mut self.missing[*needed as usize];
            *missing -= 1;
            if *missing == 0 {
                self.ready.insert(*needed);
                self.ready_since[*needed as usize] = self.order.len() as u32;
            }
        }
        bytes
    }
}
