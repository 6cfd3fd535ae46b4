//! A list scheduler: orders the instructions of one block so that few registers are live.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use texvisa_ir::texture::{Block, InstId, Kernel, Value};

use super::block::{Change, GivenBlock, Now, Tables, WINDOW};
use super::effect::{Effect, Effects};
use super::forward;
use super::live::LiveValues;

/// With more registers too many than this, added up and shared among the instructions, values count whole: most are spilled
/// then, and which order has the fewest too many says little about their number.
pub const SHARED_UP_TO: u64 = 40;

/// How the instructions of a block are ordered.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ordering {
    /// From where.
    pub direction: Direction,
    /// Whether what takes no more registers than it frees follows at once what it reads: [`hastened`].
    pub hastens: bool,
    /// Whether the lower half of the lanes goes ahead of the upper one.
    pub halves_apart: bool,
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
/// live; and in one from its start, if that is asked for and has fewer. Where `ordering` hastens, a crowded block is hastened
/// after that choice, and may have more.
pub fn ordered(
    kernel: &Kernel,
    live: &LiveValues,
    effects: &Effects,
    block: Block,
    limit: u32,
    ordering: Ordering,
    tables: &mut Tables,
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
            let other = with_excess(Scheduler::new(&given, effects, choice, tables).run());
            if other.1 < backward.1 {
                backward = other;
            }
        }
    }
    let choices = if ordering.direction == Direction::Either && backward.1 > 0 { &forward::CHOICES[..] } else { &[] };
    let forward = choices.iter().map(|choice| with_excess(forward::order(&given, effects, *choice, tables)));
    let forward = forward.min_by_key(|order| order.1).filter(|order| order.1 < backward.1);
    let insts = |(order, excess): (Vec<u32>, u64)| {
        let is_crowded = excess > 0 || !order.is_sorted();
        let (order, excess) = match ordering.hastens && is_crowded {
            true => with_excess(hastened(&given, effects, &order)),
            false => (order, excess),
        };
        (order.into_iter().map(|place| given.insts[place as usize]).collect(), excess)
    };
    (insts(backward), forward.map(insts))
}

/// The same order, but that what takes no more registers than it frees follows what it reads at once: an instruction that
/// reads one value, or frees more. A texel that is converted is then one short variable and one long one, where it was two
/// long ones: Intel's finalizer spills variables that few instructions name first, which frees nothing where the other is
/// live.
fn hastened(given: &GivenBlock<'_>, effects: &Effects, order: &[u32]) -> Vec<u32> {
    let GivenBlock { kernel, live, insts, .. } = given;
    let (needs, behind) = (given.needs(effects), live.behind(given.block));
    // By value: how many readers are left, and where the last one stands.
    let mut readers: FxHashMap<Value, (u32, Stand)> = FxHashMap::default();
    given.reads.iter().flatten().for_each(|value| readers.entry(*value).or_default().0 += 1);
    // By place in the block.
    let mut stands = vec![Stand::default(); insts.len()];
    // By place in the order: what follows the instruction there.
    let mut followers: Vec<SmallVec<[u32; 2]>> = vec![SmallVec::new(); order.len()];
    for (at, place) in (0..).zip(order) {
        let (inst, reads) = (insts[*place as usize], &given.reads[*place as usize]);
        let mut earliest = needs[*place as usize].iter().map(|needed| stands[*needed as usize]).max();
        let mut free = 0;
        for value in reads {
            let (left, last) = readers.entry(*value).or_default();
            *left -= 1;
            if *left == 0 && !behind.contains(*value) {
                free += live.bytes[*value];
                earliest = earliest.map(|earliest| earliest.max(*last));
            }
        }
        let taken: u32 = kernel.results(inst).map(|result| live.bytes[result]).sum();
        let is_early = live.is_view(kernel, inst) || taken > 0 && (taken < free || taken == free && reads.len() == 1);
        let is_movable = is_early && effects.of(kernel, inst) == Effect::None && !kernel.insts[inst].is_terminator();
        let stand = match earliest.filter(|_| is_movable) {
            Some(Stand { at, .. }) => {
                let followers = &mut followers[at as usize];
                followers.push(*place);
                Stand { at, follower: followers.len() as u32 }
            }
            None => Stand { at, follower: 0 },
        };
        stands[*place as usize] = stand;
        for value in reads {
            let (_, last) = readers.entry(*value).or_default();
            *last = stand.max(*last);
        }
    }
    let mut hastened = Vec::with_capacity(order.len());
    for (place, followers) in order.iter().zip(&followers) {
        hastened.extend(Some(*place).filter(|place| stands[*place as usize].follower == 0));
        hastened.extend(followers);
    }
    hastened
}

/// Where an instruction stands: with that of the given order at a place, and as which of its followers, counted from 1.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
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
    /// For each instruction: how many of those that have to follow it do not stand yet.
    missing: Vec<u32>,
    /// The instructions that have to come before each one.
    needs: &'a [SmallVec<[u32; 4]>],
    /// Those that may come next.
    ready: BTreeSet<u32>,
    /// For each instruction: how many stood when it became one that may.
    ready_since: Vec<u32>,
    /// For each instruction that may come next: what it changes; none where something that it reads has become live since.
    changes: Vec<Option<Change>>,
    /// How many stand.
    standing: u32,
    /// The instructions that read each value, and, where values count in part, how many of them do not stand yet.
    tables: &'a mut Tables,
}

impl<'a> Scheduler<'a> {
    fn new(given: &'a GivenBlock<'a>, effects: &Effects, choice: Choice, tables: &'a mut Tables) -> Scheduler<'a> {
        let needs = given.needs(effects);
        let mut missing = vec![0; given.insts.len()];
        needs.iter().flatten().for_each(|needed| missing[*needed as usize] += 1);
        let ready_since = vec![0; given.insts.len()];
        let ready = BTreeSet::new();
        for (place, reads) in (0..).zip(&given.reads) {
            for value in reads {
                tables.readers[*value] += u32::from(choice.shared);
                tables.read_by[*value].push(place);
            }
        }
        let changes = vec![None; given.insts.len()];
        Scheduler {
            given,
            now: Now::new(given),
            choice,
            missing,
            needs,
            ready,
            ready_since,
            changes,
            standing: 0,
            tables,
        }
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
        self.tables.clear(self.given);
        order.reverse();
        order
    }

    /// What emits no code comes at once.
    fn next(&mut self) -> Option<u32> {
        let Scheduler { given, now, choice, ready, ready_since, changes, tables, .. } = self;
        ready.iter().rev().take(WINDOW).copied().min_by_key(|place| {
            let is_free = || given.live.is_view(given.kernel, given.insts[*place as usize]);
            let change = match &mut changes[*place as usize] {
                Some(change) => {
                    debug_assert_eq!(*change, now.change(*place, &tables.readers));
                    Some(*change)
                }
                None if is_free() => None,
                unknown => Some(*unknown.insert(now.change(*place, &tables.readers))),
            };
            let cost = change.map_or(i64::MIN, |change| now.cost(change));
            let cost = if choice.cheapest { cost } else { cost.min(0) };
            (cost, Reverse(if choice.depth_first { ready_since[*place as usize] } else { 0 }))
        })
    }

    fn put(&mut self, place: u32, order: &mut Vec<u32>) {
        order.push(place);
        self.standing += 1;
        let (changes, read_by) = (&mut self.changes, &self.tables.read_by);
        self.now.step_with(place, |value| {
            read_by[value].iter().for_each(|reader| changes[*reader as usize] = None);
        });
        if self.choice.shared {
            self.given.reads[place as usize].iter().for_each(|value| self.tables.readers[*value] -= 1);
        }
        for needed in &self.needs[place as usize] {
            let missing = &mut self.missing[*needed as usize];
            *missing -= 1;
            if *missing == 0 {
                self.ready.insert(*needed);
                self.ready_since[*needed as usize] = self.standing;
            }
        }
    }
}
