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

use cranelift_entity::{EntitySet, SecondaryMap};
use smallvec::SmallVec;

use super::block::{Dependences, GivenBlock, LocalData, LocalValue, WINDOW};
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

/// The places of the instructions of a block in an order from its start on, and how many bytes more than `limit` are live in it,
/// if these are fewer than `most`.
pub fn order(
    given: &GivenBlock<'_>,
    effects: &Effects,
    choice: Choice,
    limit: u32,
    most: u64,
) -> Option<(Vec<u32>, u64)> {
    if most == 0 {
        return None;
    }
    let end = (given.insts.len() as u32).checked_sub(1)?;
    let mut scheduler = Scheduler::new(given, effects, end);
    let mut excess = 0;
    loop {
        let next = scheduler.next(choice).unwrap_or(end);
        excess += u64::from(scheduler.put(next).saturating_sub(limit));
        if excess >= most {
            return None;
        }
        if next == end {
            return Some((scheduler.order, excess));
        }
    }
}

struct Scheduler<'a> {
    given: &'a GivenBlock<'a>,
    /// The last instruction, which stays there.
    end: u32,
    dependences: &'a Dependences,
    /// The instructions that read each value.
    read_by: &'a SecondaryMap<LocalValue, SmallVec<[u32; 4]>>,
    /// How many of these do not stand yet; what is live behind the block has one reader more.
    readers: SecondaryMap<LocalValue, u32>,
    /// For each instruction: how many of those that it needs do not stand yet.
    missing: Vec<u32>,
    /// For each instruction: how many are in the longest chain of those that it needs.
    depth: Vec<u32>,
    /// The values that are live, but for those that no instruction of the block names.
    live: EntitySet<LocalValue>,
    /// The bytes of registers that are live, and the booleans.
    bytes: u32,
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
    /// Which plan was made last: no two have the same number.
    plan: u32,
    /// For each instruction: the last plan that it was in.
    plans: Vec<u32>,
    /// The last plan that read a value, and how many instructions of that do.
    plan_reads: SecondaryMap<LocalValue, (u32, u32)>,
}

impl<'a> Scheduler<'a> {
    fn new(given: &'a GivenBlock<'a>, effects: &Effects, end: u32) -> Scheduler<'a> {
        let (dependences, read_by) = (given.dependences(effects), given.read_by());
        let (count, values) = (given.insts.len(), given.values.len());
        let mut depth: Vec<u32> = Vec::with_capacity(count);
        for needs in &dependences.needs {
            depth.push(needs.iter().map(|needed| depth[*needed as usize] + 1).max().unwrap_or(0));
        }
        // Before the first instruction those values are live that no instruction of the block computes.
        let (mut live, mut readers) = (EntitySet::with_capacity(values), SecondaryMap::with_capacity(values));
        let (mut bytes, mut flags) = given.behind;
        for (value, LocalData { bytes: size, is_flag, is_behind }) in &given.values {
            readers[value] = read_by[value].len() as u32 + u32::from(*is_behind);
            live.insert(value);
            if !is_behind {
                bytes += size;
                flags += u32::from(*is_flag);
            }
        }
        for result in given.results.iter().flatten() {
            if live.remove(*result) {
                let LocalData { bytes: size, is_flag, .. } = given.values[*result];
                bytes -= size;
                flags -= u32::from(is_flag);
            }
        }
        let missing: Vec<u32> = dependences.needs.iter().map(|needs| needs.len() as u32).collect();
        let has_result = |place: &u32| given.kernel.results(given.insts[*place as usize]).next().is_some();
        Scheduler {
            given,
            end,
            dependences,
            read_by,
            readers,
            depth,
            live,
            bytes,
            flags,
            ready: (0..end).filter(|place| missing[*place as usize] == 0).collect(),
            ready_since: vec![0; count],
            stands: vec![false; count],
            first: 0,
            without_result: (0..end).rev().filter(|place| !has_result(place)).collect(),
            order: Vec::with_capacity(count),
            plan: 0,
            plans: vec![0; count],
            plan_reads: SecondaryMap::with_capacity(values),
            missing,
        }
    }

    /// Puts an instruction behind those that stand; returns the bytes that are live at it.
    fn put(&mut self, next: u32) -> u32 {
        let GivenBlock { live, values, reads, results, .. } = self.given;
        self.ready.remove(&next);
        self.order.push(next);
        self.stands[next as usize] = true;
        while self.stands.get(self.first as usize).is_some_and(|stands| *stands) {
            self.first += 1;
        }
        let before = self.bytes + live.spilled_flags(self.flags);
        for value in &reads[next as usize] {
            self.readers[*value] -= 1;
            if self.readers[*value] == 0 {
                let LocalData { bytes, is_flag, .. } = values[*value];
                self.live.remove(*value);
                self.bytes -= bytes;
                self.flags -= u32::from(is_flag);
            }
        }
        // What is not read is written all the same.
        let mut unread = 0;
        for result in &results[next as usize] {
            let LocalData { bytes, is_flag, .. } = values[*result];
            if self.readers[*result] > 0 {
                self.live.insert(*result);
                self.bytes += bytes;
                self.flags += u32::from(is_flag);
            } else {
                unread += bytes;
            }
        }
        for by in &self.dependences.needed_by[next as usize] {
            let missing = &mut self.missing[*by as usize];
            *missing -= 1;
            if *missing == 0 && *by != self.end {
                self.ready.insert(*by);
                self.ready_since[*by as usize] = self.order.len();
            }
        }
        before.max(self.bytes + live.spilled_flags(self.flags) + unread)
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
        let cost = |place: u32| if self.given.is_view(place) { i64::MIN } else { self.cost(place) };
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
        let live = self.live.iter().filter(|value| self.given.values[*value].bytes > 0);
        let live: SmallVec<[LocalValue; WINDOW]> = live.take(WINDOW).collect();
        let plans = live.into_iter().filter_map(|value| {
            let (bytes, insts) = self.plan(value)?;
            (bytes <= most).then_some((bytes, insts, value))
        });
        let best = plans.min_by_key(|(bytes, insts, _)| (*bytes, *insts));
        best.and_then(|(_, _, value)| self.left_readers(value).next()).or(next).or(Some(first))
    }

    /// Plans what the readers of `value` need. Returns how many bytes more are live behind them than before, and how many
    /// instructions it is; none if there is no such reader, if these are too many, or if something else will read the value.
    fn plan(&mut self, value: LocalValue) -> Option<(i64, usize)> {
        self.plan += 1;
        let plan = self.plan;
        let mut open: SmallVec<[u32; 32]> = self.left_readers(value).collect();
        if open.is_empty() || self.readers[value] as usize > open.len() {
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
            for needed in &self.dependences.needs[place as usize] {
                let of = &mut self.plans[*needed as usize];
                if !self.stands[*needed as usize] && std::mem::replace(of, plan) != plan {
                    open.push(*needed);
                }
            }
            for value in &self.given.reads[place as usize] {
                let (last, reads) = &mut self.plan_reads[*value];
                *reads = if *last == plan { *reads + 1 } else { 1 };
                *last = plan;
                if *reads == self.readers[*value] {
                    bytes -= i64::from(self.given.values[*value].bytes);
                }
            }
        }
        for result in insts.iter().flat_map(|place| &self.given.results[*place as usize]) {
            if self.readers[*result] > 0 {
                bytes += i64::from(self.given.values[*result].bytes);
            }
        }
        Some((bytes, insts.len()))
    }

    /// The readers of a value that do not stand yet, but for the end.
    fn left_readers(&self, value: LocalValue) -> impl Iterator<Item = u32> + '_ {
        self.read_by[value].iter().copied().filter(|place| !self.stands[*place as usize] && *place != self.end)
    }

    /// What comes first of `last` and the instructions that it needs.
    fn begin(&self, last: u32) -> u32 {
        let mut place = last;
        loop {
            let needs =
                self.dependences.needs[place as usize].iter().copied().filter(|needed| !self.stands[*needed as usize]);
            match needs.max_by_key(|needed| (self.depth[*needed as usize], Reverse(*needed))) {
                Some(needed) => place = needed,
                None => return place,
            }
        }
    }

    /// How many more bytes are live behind an instruction than before it.
    fn cost(&self, place: u32) -> i64 {
        let GivenBlock { live, values, reads, results, .. } = self.given;
        let (mut bytes, mut then) = (0, self.flags);
        for result in results[place as usize].iter().filter(|result| self.readers[**result] > 0) {
            bytes += i64::from(values[*result].bytes);
            then += u32::from(values[*result].is_flag);
        }
        for value in reads[place as usize].iter().filter(|value| self.readers[**value] == 1) {
            bytes -= i64::from(values[*value].bytes);
            then -= u32::from(values[*value].is_flag);
        }
        bytes + i64::from(live.spilled_flags(then)) - i64::from(live.spilled_flags(self.flags))
    }
}
