//! Orders the instructions of a block from its start on.
//!
//! From the end, a sum that is added up at once comes behind all that is added to it, as each of these makes one value live, and
//! what they are computed of takes more. From the start, what a value is computed for comes right behind it, as that makes it
//! free.
//!
//! Of the instructions that may come next, the one comes that leaves the fewest bytes live. Rules of [`Choice::Planned`]:
//!
//! - An instruction that leaves no more bytes live than before comes at once.
//! - If there is none, plans are made: what all readers of a live value need, and these. The plan that leaves the fewest bytes is
//!   begun, if it leaves fewer than before.
//! - Otherwise the plan of the next store, or other instruction without a result, is begun. Behind the last of these it is the plan
//!   that leaves the fewest bytes, though these are more.
//! - Of a plan comes what its first reader needs, of several instructions the one with the longest chain before it: so each
//!   stands near its own reader. Plans are made anew behind each instruction.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use cranelift_entity::EntitySet;
use smallvec::SmallVec;
use texvisa_ir::texture::Value;

use super::block::{GivenBlock, Tables, WINDOW};
use super::effect::Effects;

/// How many instructions the plan of a value has at the most.
const LONGEST_PLAN: usize = 48;

/// Which of the instructions that may come next does, of those that leave the fewest bytes live.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// The first.
    First,
    /// The one that may come for the shortest time.
    Newest,
    /// The same if it leaves no more bytes live than before; otherwise one that a plan begins with.
    Planned,
}

/// The choices that are tried. Of the sums of libxcam's pyramids the first two leave the fewest bytes live.
pub const CHOICES: [Choice; 3] = [Choice::First, Choice::Newest, Choice::Planned];

/// The places of the instructions of a block in an order from its start on.
pub fn order(given: &GivenBlock<'_>, effects: &Effects, choice: Choice, tables: &mut Tables) -> Vec<u32> {
    let Some(end) = (given.insts.len() as u32).checked_sub(1) else { return Vec::new() };
    let mut scheduler = Scheduler::new(given, effects, end, tables);
    while let Some(next) = scheduler.next(choice) {
        scheduler.put(next);
    }
    let mut order = scheduler.order;
    order.push(end);
    tables.clear(given);
    order
}

struct Scheduler<'a> {
    given: &'a GivenBlock<'a>,
    /// The last instruction, which stays there.
    end: u32,
    /// The instructions that have to come before each one, and those that have to follow it.
    needs: &'a [SmallVec<[u32; 4]>],
    needed_by: Vec<SmallVec<[u32; 4]>>,
    /// For each instruction: how many of those that it needs do not stand yet.
    missing: Vec<u32>,
    /// For each instruction: how many are in the longest chain of those that it needs.
    depth: Vec<u32>,
    tables: &'a mut Tables,
    /// The values with registers that are live, and how many of these are booleans.
    live: EntitySet<Value>,
    flags: u32,
    /// Those that may come next.
    ready: BTreeSet<u32>,
    /// For each instruction: how many stood when it became one that may.
    ready_since: Vec<usize>,
    stands: Vec<bool>,
    /// All before this one stand.
    first: u32,
    /// The instructions without a result that may not stand yet, the last one first.
    without_result: Vec<u32>,
    order: Vec<u32>,
    /// For each instruction: the last plan that it was in.
    plans: Vec<u32>,
}

impl<'a> Scheduler<'a> {
    fn new(given: &'a GivenBlock<'a>, effects: &Effects, end: u32, tables: &'a mut Tables) -> Scheduler<'a> {
        let needs = given.needs(effects);
        let count = given.insts.len();
        let mut needed_by: Vec<SmallVec<[u32; 4]>> = vec![SmallVec::new(); count];
        let mut depth: Vec<u32> = Vec::with_capacity(count);
        for (place, needs) in (0..).zip(needs) {
            needs.iter().for_each(|needed| needed_by[*needed as usize].push(place));
            depth.push(needs.iter().map(|needed| depth[*needed as usize] + 1).max().unwrap_or(0));
        }
        for (place, reads) in (0..).zip(&given.reads) {
            reads.iter().for_each(|value| tables.read_by[*value].push(place));
        }
        given.reads.iter().flatten().for_each(|value| tables.readers[*value] += 1);
        // What is live behind the block has one reader more, which is never put.
        given.live.behind(given.block).iter().for_each(|value| tables.readers[value] += 1);
        // Before the first instruction those values are live that no instruction of the block computes.
        let mut live: EntitySet<Value> = EntitySet::new();
        live.extend(given.live.behind(given.block).iter().chain(given.reads.iter().flatten().copied()));
        for result in given.insts.iter().flat_map(|inst| given.kernel.results(*inst)) {
            live.remove(result);
        }
        let missing: Vec<u32> = needs.iter().map(|needs| needs.len() as u32).collect();
        Scheduler {
            given,
            end,
            needed_by,
            depth,
            tables,
            flags: live.iter().filter(|value| given.live.is_flag(*value)).count() as u32,
            live,
            ready: (0..end).filter(|place| missing[*place as usize] == 0).collect(),
            ready_since: vec![0; count],
            stands: vec![false; count],
            first: 0,
            without_result: (0..end)
                .rev()
                .filter(|place| given.kernel.results(given.insts[*place as usize]).next().is_none())
                .collect(),
            order: Vec::with_capacity(count),
            plans: vec![0; count],
            needs,
            missing,
        }
    }

    fn put(&mut self, next: u32) {
        self.ready.remove(&next);
        self.order.push(next);
        self.stands[next as usize] = true;
        while self.stands.get(self.first as usize).is_some_and(|stands| *stands) {
            self.first += 1;
        }
        for value in &self.given.reads[next as usize] {
            self.tables.readers[*value] -= 1;
            if self.tables.readers[*value] == 0 {
                self.live.remove(*value);
                self.flags -= u32::from(self.given.live.is_flag(*value));
            }
        }
        for result in self.given.kernel.results(self.given.insts[next as usize]) {
            if self.tables.readers[result] > 0 {
                self.live.insert(result);
                self.flags += u32::from(self.given.live.is_flag(result));
            }
        }
        for by in std::mem::take(&mut self.needed_by[next as usize]) {
            let missing = &mut self.missing[by as usize];
            *missing -= 1;
            if *missing == 0 && by != self.end {
                self.ready.insert(by);
                self.ready_since[by as usize] = self.order.len();
            }
        }
    }

    fn next(&mut self, choice: Choice) -> Option<u32> {
        let (cost, next) = self.cheapest(choice)?;
        if choice != Choice::Planned || cost <= 0 {
            return Some(next);
        }
        let last = self.goal()?;
        Some(self.begin(last))
    }

    /// The instruction that leaves the fewest bytes live, and how many more than before. What emits no code comes at once.
    fn cheapest(&self, choice: Choice) -> Option<(i64, u32)> {
        let cost = |place: u32| match self.given.live.is_view(self.given.kernel, self.given.insts[place as usize]) {
            true => i64::MIN,
            false => self.cost(place),
        };
        let since = |place: u32| if choice == Choice::First { 0 } else { self.ready_since[place as usize] };
        let ready = self.ready.iter().take(WINDOW).map(|place| (cost(*place), *place));
        ready.min_by_key(|(cost, place)| (*cost, Reverse(since(*place))))
    }

    /// The first instruction that the plan which is begun ends with. None behind the last instruction but the end.
    fn goal(&mut self) -> Option<u32> {
        let first = (self.first..self.end).find(|place| !self.stands[*place as usize])?;
        while self.without_result.last().is_some_and(|place| self.stands[*place as usize]) {
            self.without_result.pop();
        }
        let next = self.without_result.last().copied();
        let most = if next.is_some() { -1 } else { i64::MAX };
        let live = self.live.iter().filter(|value| self.given.live.bytes[*value] > 0);
        let live: SmallVec<[Value; WINDOW]> = live.take(WINDOW).collect();
        let plans = live.into_iter().filter_map(|value| {
            let (bytes, insts) = self.plan(value)?;
            (bytes <= most).then_some((bytes, insts, value))
        });
        let best = plans.min_by_key(|(bytes, insts, _)| (*bytes, *insts));
        best.and_then(|(_, _, value)| self.left_readers(value).next()).or(next).or(Some(first))
    }

    /// Plans what the readers of `value` need. Returns how many bytes more are live behind them than before, and how many
    /// instructions it is; none if there is no such reader, if these are too many, or if something else will read the value.
    fn plan(&mut self, value: Value) -> Option<(i64, usize)> {
        self.tables.plan += 1;
        let plan = self.tables.plan;
        let mut open: SmallVec<[u32; 32]> = self.left_readers(value).collect();
        if open.is_empty() || self.tables.readers[value] as usize > open.len() {
            return None;
        }
        open.iter().for_each(|place| self.plans[*place as usize] = plan);
        let mut bytes = 0;
        let mut insts: SmallVec<[u32; LONGEST_PLAN]> = SmallVec::new();
        while let Some(place) = open.pop() {
            if insts.len() == LONGEST_PLAN {
                return None;
            }
            insts.push(place);
            for needed in &self.needs[place as usize] {
                let of = &mut self.plans[*needed as usize];
                if !self.stands[*needed as usize] && std::mem::replace(of, plan) != plan {
                    open.push(*needed);
                }
            }
            for value in &self.given.reads[place as usize] {
                let (last, reads) = &mut self.tables.plan_reads[*value];
                *reads = if *last == plan { *reads + 1 } else { 1 };
                *last = plan;
                if *reads == self.tables.readers[*value] {
                    bytes -= i64::from(self.given.live.bytes[*value]);
                }
            }
        }
        for result in insts.iter().flat_map(|place| self.given.kernel.results(self.given.insts[*place as usize])) {
            if self.tables.readers[result] > 0 {
                bytes += i64::from(self.given.live.bytes[result]);
            }
        }
        Some((bytes, insts.len()))
    }

    /// The readers of a value that do not stand yet, but for the end.
    fn left_readers(&self, value: Value) -> impl Iterator<Item = u32> + '_ {
        self.tables.read_by[value].iter().copied().filter(|place| !self.stands[*place as usize] && *place != self.end)
    }

    /// What comes first of `last` and the instructions that it needs.
    fn begin(&self, last: u32) -> u32 {
        let mut place = last;
        loop {
            let needs = self.needs[place as usize].iter().copied().filter(|needed| !self.stands[*needed as usize]);
            match needs.max_by_key(|needed| (self.depth[*needed as usize], Reverse(*needed))) {
                Some(needed) => place = needed,
                None => return place,
            }
        }
    }

    /// How many more bytes are live behind an instruction than before it.
    fn cost(&self, place: u32) -> i64 {
        let given = self.given;
        let (mut bytes, mut then) = (0, self.flags);
        for result in
            given.kernel.results(given.insts[place as usize]).filter(|result| self.tables.readers[*result] > 0)
        {
            bytes += i64::from(given.live.bytes[result]);
            then += u32::from(given.live.is_flag(result));
        }
        for value in given.reads[place as usize].iter().filter(|value| self.tables.readers[**value] == 1) {
            bytes -= i64::from(given.live.bytes[*value]);
            then -= u32::from(given.live.is_flag(*value));
        }
        bytes + i64::from(given.live.spilled_flags(then)) - i64::from(given.live.spilled_flags(self.flags))
    }
}
