//! How far the next use of each register unit is, along the flow: the distance that the rule of choice compares.
//!
//! The distance is counted in instructions. An edge that leaves a loop is as long as [`LEAVING_A_LOOP`] of them, so that what
//! is used in the loop is nearer than all that is used behind it (Braun and Hack, section 4.1).

use rustc_hash::FxHashMap;

use super::flow::Blocks;
use super::reg_units::{RegUnits, UnitId};
use crate::control_flow::BlockIndex;

/// The length of an edge that leaves a loop.
pub(super) const LEAVING_A_LOOP: u32 = 100_000;

/// Where there is no use.
pub(super) const NEVER: u32 = u32::MAX;

/// The next uses from each block on.
#[derive(Debug)]
pub(super) struct NextUses {
    /// By block: the distance from its start, where the register unit is live there.
    at_start: Vec<FxHashMap<UnitId, u32>>,
    /// The same from its end.
    at_end: Vec<FxHashMap<UnitId, u32>>,
}

impl NextUses {
    pub fn new(blocks: &Blocks, reg_units: &RegUnits) -> NextUses {
        let count = blocks.ranges.len();
        let mut found =
            NextUses { at_start: vec![FxHashMap::default(); count], at_end: vec![FxHashMap::default(); count] };
        // What each block does first with a register unit: the distance of a need, or NEVER where it defines it anew.
        let first: Vec<FxHashMap<UnitId, u32>> = blocks
            .ranges
            .iter()
            .map(|(start, end)| {
                let mut first = FxHashMap::default();
                for inst in *start..*end {
                    for used in reg_units.uses(inst) {
                        first.entry(used.reg_unit).or_insert(if used.needed { inst - start } else { NEVER });
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
                    for (reg_unit, distance) in &found.at_start[*to as usize] {
                        let least = at_end.entry(*reg_unit).or_insert(NEVER);
                        *least = distance.saturating_add(edge).min(*least);
                    }
                }
                let (start, end) = blocks.ranges[block];
                let is_live = |reg_unit: &UnitId| reg_units.is_live(*reg_unit, start * 2);
                let mut at_start: FxHashMap<UnitId, u32> = FxHashMap::default();
                at_start.extend(first[block].iter().filter(|(reg_unit, inst)| **inst != NEVER && is_live(reg_unit)));
                for (reg_unit, distance) in &at_end {
                    if !first[block].contains_key(reg_unit) && is_live(reg_unit) {
                        at_start.insert(*reg_unit, distance.saturating_add(end - start));
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
    pub fn at_start(&self, block: BlockIndex, reg_unit: UnitId) -> u32 {
        self.at_start[block as usize].get(&reg_unit).copied().unwrap_or(NEVER)
    }

    /// The distance from an instruction of a block, whose own needs do not count unless `own`.
    pub fn from(
        &self,
        blocks: &Blocks,
        reg_units: &RegUnits,
        block: BlockIndex,
        inst: u32,
        reg_unit: UnitId,
        own: bool,
    ) -> u32 {
        let needed = &reg_units.all[reg_unit as usize].needed;
        let end = blocks.ranges[block as usize].1;
        let next = needed.partition_point(|at| if own { *at < inst } else { *at <= inst });
        match needed.get(next) {
            Some(at) if *at < end => at - inst,
            _ => {
                self.at_end[block as usize].get(&reg_unit).map_or(NEVER, |distance| distance.saturating_add(end - inst))
            }
        }
    }
}
