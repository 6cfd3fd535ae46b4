//! Which defs are stored, and where in scratch memory each register unit is.
//!
//! A register unit is stored behind a def if a load may read what was defined, on a way that the thread can take. A store has all of
//! the register unit, so that what was stored before counts no more.

use std::collections::BTreeMap;

use super::flow::Blocks;
use super::reg_units::{RegUnits, UnitId};
use super::select::{How, Position, Selection};
use crate::control_flow::BlockIndex;

/// The stores and the places in memory.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// The defs that are stored: an instruction and a register unit, in order. An argument is defined before all.
    pub stores: Vec<(Option<u32>, UnitId)>,
    /// The first byte of each register unit that is loaded, from `start` on.
    pub offsets: BTreeMap<UnitId, u32>,
    /// The byte behind the last.
    pub end: u32,
}

impl Memory {
    /// Finds what is stored for the loads of a selection, in registers of `grf` bytes, from byte `start` on.
    pub fn new(selection: &Selection, blocks: &Blocks, reg_units: &RegUnits, (grf, start): (u32, u32)) -> Memory {
        let mut loads: BTreeMap<UnitId, Vec<Position>> = BTreeMap::new();
        for reload in selection.reloads.iter().filter(|reload| matches!(reload.how, How::Load)) {
            loads.entry(reload.reg_unit).or_default().push(reload.position);
        }
        let mut memory = Memory { end: start, ..Memory::default() };
        for (reg_unit, positions) in &loads {
            memory.find_stores(*reg_unit, positions, blocks, reg_units);
        }
        memory.stores.sort_unstable();
        memory.place(loads.into_keys(), reg_units, (grf, start));
        memory
    }

    fn find_stores(&mut self, reg_unit: UnitId, loads: &[Position], blocks: &Blocks, reg_units: &RegUnits) {
        let count = blocks.ranges.len();
        // What happens to the register unit, in the order of the program: (instruction, whether it is loaded there or defined).
        let mut events: Vec<Vec<(u32, bool)>> = vec![Vec::new(); count];
        let block_of = |inst: u32| blocks.ranges.partition_point(|(start, _)| *start <= inst) - 1;
        for load in loads {
            match load {
                Position::Before(inst) => events[block_of(*inst)].push((*inst * 2, true)),
                Position::End(block) => events[*block as usize].push((u32::MAX, true)),
            }
        }
        for (block, (start, end)) in blocks.ranges.iter().enumerate() {
            let defs = (*start..*end)
                .filter(|inst| reg_units.uses(*inst).iter().any(|used| used.reg_unit == reg_unit && used.defines));
            events[block].extend(defs.map(|inst| (inst * 2 + 1, false)));
            events[block].sort_unstable();
        }
        // Whether a load may follow from the start of each block on.
        let mut needed = vec![false; count];
        let after = |needed: &[bool], block: usize| blocks.successors[block].iter().any(|to| needed[*to as usize]);
        let mut worklist: Vec<BlockIndex> = (0..count as BlockIndex).collect();
        while let Some(block) = worklist.pop() {
            let first = events[block as usize].first().map(|(_, is_load)| *is_load);
            let now = first.unwrap_or_else(|| after(&needed, block as usize));
            if now && !needed[block as usize] {
                needed[block as usize] = true;
                worklist.extend(&blocks.predecessors[block as usize]);
            }
        }
        for (block, events) in events.iter().enumerate() {
            for (index, (at, is_load)) in events.iter().enumerate() {
                let follows = events.get(index + 1).map_or_else(|| after(&needed, block), |next| next.1);
                if !is_load && follows {
                    self.stores.push((Some(at / 2), reg_unit));
                }
            }
        }
        if reg_units.all[reg_unit as usize].is_input && needed.first() == Some(&true) {
            self.stores.push((None, reg_unit));
        }
    }

    /// Gives each register unit a place. RegUnits that are never live at the same time share one.
    fn place(&mut self, spilled: impl Iterator<Item = UnitId>, reg_units: &RegUnits, (grf, start): (u32, u32)) {
        let mut taken: Vec<(u32, u32, UnitId)> = Vec::new();
        for id in spilled {
            let reg_unit = &reg_units.all[id as usize];
            let bytes = reg_unit.registers * grf;
            let mut others: Vec<(u32, u32)> = Vec::new();
            for (first, end, other) in &taken {
                if overlap(&reg_unit.segments, &reg_units.all[*other as usize].segments) {
                    others.push((*first, *end));
                }
            }
            others.sort_unstable();
            let mut offset = start;
            for (first, end) in others {
                if offset + bytes <= first {
                    break;
                }
                offset = offset.max(end);
            }
            taken.push((offset, offset + bytes, id));
            self.offsets.insert(id, offset);
            self.end = self.end.max(offset + bytes);
        }
    }
}

/// Whether two lists of segments, each in order, have a point in common.
fn overlap(a: &[(u32, u32)], b: &[(u32, u32)]) -> bool {
    let (mut left, mut right) = (a.iter().peekable(), b.iter().peekable());
    while let (Some(one), Some(other)) = (left.peek(), right.peek()) {
        if one.0 < other.1 && other.0 < one.1 {
            return true;
        }
        let _ = if one.1 <= other.1 { left.next() } else { right.next() };
    }
    false
}
