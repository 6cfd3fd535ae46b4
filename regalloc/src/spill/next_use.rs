//! How far the next use of each unit is, along the flow: the distance that the rule of choice compares.
//!
//! The distance is counted in instructions. An edge that leaves a loop is as long as [`LEAVING_A_LOOP`] of them, so that what
//! is used in the loop is nearer than all that is used behind it (Braun and Hack, section 4.1).

use rustc_hash::FxHashMap;

use super::flow::Blocks;
use super::units::{UnitId, Units};
use crate::control_flow::BlockIndex;

/// The length of an edge that leaves a loop.
pub(super) const LEAVING_A_LOOP: u32 = 100_000;

/// Where there is no use.
pub(super) const NEVER: u32 = u32::MAX;

/// The next uses from each block on.
#[derive(Debug)]
pub(super) struct NextUses {
    /// By block: the distance from its start, where the unit is live there.
    at_start: Vec<FxHashMap<UnitId, u32>>,
    /// The same from its end.
    at_end: Vec<FxHashMap<UnitId, u32>>,
}

impl NextUses {
    pub fn new(blocks: &Blocks, units: &Units) -> NextUses {
        let count = blocks.ranges.len();
        let mut found =
            NextUses { at_start: vec![FxHashMap::default(); count], at_end: vec![FxHashMap::default(); count] };
        // What each block does first with a unit: the distance of a need, or NEVER where it defines it anew.
        let first: Vec<FxHashMap<UnitId, u32>> = blocks
            .ranges
            .iter()
            .map(|(start, end)| {
                let mut first = FxHashMap::default();
                for inst in *start..*end {
                    for used in units.uses(inst) {
                        first.entry(used.unit).or_insert(if used.needs { inst - start } else { NEVER });
                    }
                }
                first
            })
            .collect();
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for block in (0..count).rev() {
                let mut at_end: FxHashMap<UnitId, u32> = FxHashMap::default();
                for to in &blocks.successors[block] {
                    let edge = if blocks.leaves_loop(block as BlockIndex, *to) { LEAVING_A_LOOP } else { 0 };
                    for (unit, distance) in &found.at_start[*to as usize] {
                        let least = at_end.entry(*unit).or_insert(NEVER);
                        *least = distance.saturating_add(edge).min(*least);
                    }
                }
                let (start, end) = blocks.ranges[block];
                let is_live = |unit: &UnitId| units.is_live(*unit, start * 2);
                let mut at_start: FxHashMap<UnitId, u32> = FxHashMap::default();
                at_start.extend(first[block].iter().filter(|(unit, inst)| **inst != NEVER && is_live(unit)));
                for (unit, distance) in &at_end {
                    if !first[block].contains_key(unit) && is_live(unit) {
                        at_start.insert(*unit, distance.saturating_add(end - start));
                    }
                }
                has_changed |= at_start != found.at_start[block];
                found.at_start[block] = at_start;
                found.at_end[block] = at_end;
            }
        }
        found
    }

    /// The distance from the start of a block.
    pub fn from_start(&self, block: BlockIndex, unit: UnitId) -> u32 {
        self.at_start[block as usize].get(&unit).copied().unwrap_or(NEVER)
    }

    /// The distance from an instruction of a block, whose own needs do not count unless `own`.
    pub fn from(&self, blocks: &Blocks, units: &Units, block: BlockIndex, inst: u32, unit: UnitId, own: bool) -> u32 {
        let needs = &units.all[unit as usize].needs;
        let end = blocks.ranges[block as usize].1;
        let next = needs.partition_point(|need| if own { *need < inst } else { *need <= inst });
        match needs.get(next) {
            Some(need) if *need < end => need - inst,
            _ => self.at_end[block as usize].get(&unit).map_or(NEVER, |distance| distance.saturating_add(end - inst)),
        }
    }
}
