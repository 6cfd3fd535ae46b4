//! Orders the instructions of a block from its start on.
//!
//! From the end, a sum that is added up at once comes behind all that is added to it, as each of these makes one value live, and
//! what they are computed of takes more. From the start, what a value is computed for comes right behind it, as that makes it
//! free.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use cranelift_entity::{EntitySet, SecondaryMap};
use smallvec::SmallVec;
use texvisa_ir::texture::Value;

use super::block::{GivenBlock, WINDOW};
use super::effect::Effects;

/// The places of the instructions in an order in which, of those that may come next, the one comes that makes the fewest bytes
/// live; of equal ones the first, or the one that may come for the shortest time if that is `depth_first`.
pub fn order(given: &GivenBlock<'_>, effects: &Effects, depth_first: bool) -> Vec<u32> {
    let Some(end) = (given.insts.len() as u32).checked_sub(1) else { return Vec::new() };
    let needs = given.needs(effects);
    let mut needed_by: Vec<SmallVec<[u32; 4]>> = vec![SmallVec::new(); given.insts.len()];
    for (place, needs) in (0..).zip(&needs) {
        needs.iter().for_each(|needed| needed_by[*needed as usize].push(place));
    }
    let mut readers: SecondaryMap<Value, u32> = SecondaryMap::default();
    given.reads.iter().flatten().for_each(|value| readers[*value] += 1);
    // What is live behind the block has one reader more, which is never put.
    given.live.behind(given.block).iter().for_each(|value| readers[value] += 1);
    let mut missing: Vec<u32> = needs.iter().map(|needs| needs.len() as u32).collect();
    let mut ready: BTreeSet<u32> = (0..end).filter(|place| missing[*place as usize] == 0).collect();
    let mut ready_since = vec![0; given.insts.len()];
    // Before the first instruction those booleans are live that no instruction of the block computes.
    let mut live: EntitySet<Value> = EntitySet::new();
    live.extend(given.live.behind(given.block).iter().chain(given.reads.iter().flatten().copied()));
    for result in given.insts.iter().flat_map(|inst| given.kernel.results(*inst)) {
        live.remove(result);
    }
    let mut flags = live.iter().filter(|value| given.live.is_flag(*value)).count() as u32;
    let mut order = Vec::with_capacity(given.insts.len());
    loop {
        let next = ready.iter().take(WINDOW).copied().min_by_key(|place| {
            let is_free = given.live.is_view(given.kernel, given.insts[*place as usize]);
            let cost = if is_free { i64::MIN } else { cost(given, *place, &readers, flags) };
            (cost, Reverse(if depth_first { ready_since[*place as usize] } else { 0 }))
        });
        let Some(next) = next else { break };
        ready.remove(&next);
        order.push(next);
        for value in &given.reads[next as usize] {
            readers[*value] -= 1;
            flags -= u32::from(readers[*value] == 0 && given.live.is_flag(*value));
        }
        let results = given.kernel.results(given.insts[next as usize]);
        flags += results.filter(|result| given.live.is_flag(*result) && readers[*result] > 0).count() as u32;
        for by in std::mem::take(&mut needed_by[next as usize]) {
            let missing = &mut missing[by as usize];
            *missing -= 1;
            if *missing == 0 && by != end {
                ready.insert(by);
                ready_since[by as usize] = order.len();
            }
        }
    }
    order.push(end);
    order
}

/// How many more bytes are live behind an instruction than before it.
fn cost(given: &GivenBlock<'_>, place: u32, readers: &SecondaryMap<Value, u32>, flags: u32) -> i64 {
    let (mut bytes, mut then) = (0, flags);
    for result in given.kernel.results(given.insts[place as usize]).filter(|result| readers[*result] > 0) {
        bytes += i64::from(given.live.bytes[result]);
        then += u32::from(given.live.is_flag(result));
    }
    for value in given.reads[place as usize].iter().filter(|value| readers[**value] == 1) {
        bytes -= i64::from(given.live.bytes[*value]);
        then -= u32::from(given.live.is_flag(*value));
    }
    bytes + i64::from(given.live.spilled_flags(then)) - i64::from(given.live.spilled_flags(flags))
}
