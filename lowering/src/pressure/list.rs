//! A list scheduler: orders the instructions of one block so that few registers are live.

use std::collections::BTreeSet;

use cranelift_entity::{EntitySet, SecondaryMap};
use smallvec::SmallVec;
use texvisa_ir::texture::{Block, InstId, Kernel, Value};

use super::effect::{Effect, effect};
use super::live::{LiveValues, for_each_read, is_view};

/// How many of the instructions that may come next are compared; of the others those at the end of the block come first.
const WINDOW: usize = 64;

/// The instructions of `block` in the order, of several, in which the fewest bytes of registers beyond `limit` are live,
/// added up over the instructions; and how many these are.
pub fn ordered(kernel: &Kernel, live: &LiveValues, block: Block, limit: u32) -> (Vec<InstId>, u64) {
    let insts = &kernel.blocks[block].insts;
    let mut best = (insts.clone(), excess(kernel, live, block, insts, limit));
    for choice in [Choice::Near, Choice::Cheapest] {
        if best.1 > 0 {
            let order = Scheduler::new(kernel, live, block, choice).run();
            debug_assert_eq!(order.len(), insts.len());
            let excess = excess(kernel, live, block, &order, limit);
            if excess < best.1 {
                best = (order, excess);
            }
        }
    }
    best
}

/// Which of the instructions that may come next does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    /// One that makes fewer bytes live; if none does, the last in the block.
    Near,
    /// The one that makes the fewest live.
    Cheapest,
}

/// How many bytes of registers more than `limit` are live at the instructions of `block` in this order, added up.
fn excess(kernel: &Kernel, live: &LiveValues, block: Block, order: &[InstId], limit: u32) -> u64 {
    let mut now = Now::new(live, block);
    let each = order.iter().rev().map(|inst| u64::from(now.step(kernel, *inst).1.saturating_sub(limit)));
    each.sum()
}

/// What is live at a point of a walk from the end of a block to its beginning.
struct Now<'a> {
    live: &'a LiveValues,
    values: EntitySet<Value>,
    bytes: u32,
}

impl<'a> Now<'a> {
    fn new(live: &'a LiveValues, block: Block) -> Now<'a> {
        let values = live.behind(block).clone();
        let bytes = values.iter().map(|value| live.bytes[value]).sum();
        Now { live, values, bytes }
    }

    /// Puts an instruction before the others. Returns the bytes that are live before it, and at it.
    fn step(&mut self, kernel: &Kernel, inst: InstId) -> (u32, u32) {
        let mut during = self.bytes;
        for result in kernel.results(inst) {
            if self.values.remove(result) {
                self.bytes -= self.live.bytes[result];
            } else {
                // It is written all the same.
                during += self.live.bytes[result];
            }
        }
        for_each_read(kernel, inst, |value| {
            if self.values.insert(value) {
                self.bytes += self.live.bytes[value];
            }
        });
        (self.bytes, during.max(self.bytes))
    }

    /// How many more bytes are live before an instruction than behind it.
    fn cost(&self, kernel: &Kernel, inst: InstId) -> i64 {
        let bytes = |value| i64::from(self.live.bytes[value]);
        let freed: i64 = kernel.results(inst).filter(|result| self.values.contains(*result)).map(bytes).sum();
        let mut seen: SmallVec<[Value; 8]> = SmallVec::new();
        for_each_read(kernel, inst, |value| {
            if !self.values.contains(value) && !seen.contains(&value) {
                seen.push(value);
            }
        });
        seen.into_iter().map(bytes).sum::<i64>() - freed
    }
}

struct Scheduler<'a> {
    kernel: &'a Kernel,
    now: Now<'a>,
    choice: Choice,
    insts: &'a [InstId],
    /// For each instruction of the block: how many of those that have to follow it do not stand yet.
    missing: Vec<u32>,
    /// The instructions that have to come before each one.
    before: Vec<SmallVec<[u32; 4]>>,
    /// Those that may come next, by their place in the block.
    ready: BTreeSet<u32>,
}

impl<'a> Scheduler<'a> {
    fn new(kernel: &'a Kernel, live: &'a LiveValues, block: Block, choice: Choice) -> Scheduler<'a> {
        let insts = &kernel.blocks[block].insts;
        let mut defined: SecondaryMap<Value, u32> = SecondaryMap::with_default(NOT_HERE);
        let mut missing = vec![0; insts.len()];
        let mut before: Vec<SmallVec<[u32; 4]>> = Vec::with_capacity(insts.len());
        let mut last_write = NOT_HERE;
        let mut reads_since: Vec<u32> = Vec::new();
        for (place, inst) in (0..).zip(insts) {
            let mut needs: SmallVec<[u32; 4]> = SmallVec::new();
            let mut add = |needed: u32| {
                if needed != NOT_HERE && !needs.contains(&needed) {
                    needs.push(needed);
                }
            };
            kernel.for_each_use(*inst, |value| add(defined[value]));
            match effect(kernel, *inst) {
                Effect::None => {}
                Effect::Read => {
                    add(last_write);
                    reads_since.push(place);
                }
                Effect::Write => {
                    add(last_write);
                    reads_since.drain(..).for_each(&mut add);
                    last_write = place;
                }
            }
            needs.iter().for_each(|needed| missing[*needed as usize] += 1);
            before.push(needs);
            kernel.results(*inst).for_each(|result| defined[result] = place);
        }
        Scheduler { kernel, now: Now::new(live, block), choice, insts, missing, before, ready: BTreeSet::new() }
    }

    fn run(mut self) -> Vec<InstId> {
        let Some(end) = self.insts.len().checked_sub(1) else { return Vec::new() };
        let mut order = Vec::with_capacity(self.insts.len());
        self.put(end as u32, &mut order);
        self.ready.extend((0..end as u32).filter(|place| self.missing[*place as usize] == 0));
        while let Some(next) = self.next() {
            self.ready.remove(&next);
            self.put(next, &mut order);
        }
        order.reverse();
        order
    }

    fn next(&self) -> Option<u32> {
        let cost = |place: u32| self.now.cost(self.kernel, self.insts[place as usize]);
        // Of equal ones, the last.
        self.ready.iter().rev().take(WINDOW).copied().min_by_key(|place| {
            let is_free = is_view(&self.kernel.insts[self.insts[*place as usize]]);
            match self.choice {
                _ if is_free => i64::MIN,
                Choice::Near => cost(*place).min(0),
                Choice::Cheapest => cost(*place),
            }
        })
    }

    fn put(&mut self, place: u32, order: &mut Vec<InstId>) {
        let inst = self.insts[place as usize];
        order.push(inst);
        self.now.step(self.kernel, inst);
        for needed in std::mem::take(&mut self.before[place as usize]) {
            let missing = &mut self.missing[needed as usize];
            *missing -= 1;
            if *missing == 0 {
                self.ready.insert(needed);
            }
        }
    }
}

/// No place in the block.
const NOT_HERE: u32 = u32::MAX;
