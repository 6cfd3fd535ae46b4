//! When each unit is needed: as stretches of the text.
//!
//! A unit is *live* for a lane from its definition to its uses, along the ways that a lane can go. For the wave it is
//! needed wherever a lane that waits will read it: where lanes wait at a block into which the unit is live, it is needed
//! while everything runs that others may run meanwhile (see [`Flow`]).
//!
//! Instruction i reads at point 2i and writes at point 2i + 1. What an instruction reads is needed until it has written, so
//! that no destination overlaps a source, but for a copy, which may have both in one place.

use cranelift_entity::SecondaryMap;
use texvisa_ir::visa::{Kernel, Var};

use crate::flow::{BlockIndex, Flow};
use crate::units::Units;

/// A stretch of points, the last not included.
pub type Segment = (u32, u32);

/// When each unit is needed.
#[derive(Debug)]
pub struct Liveness {
    /// The stretch of `segments` of each unit.
    ranges: SecondaryMap<Var, (u32, u32)>,
    segments: Vec<Segment>,
    events: Events,
}

/// Reads and writes of each unit, by rising instruction.
#[derive(Debug)]
struct Events {
    ranges: SecondaryMap<Var, (u32, u32)>,
    list: Vec<Event>,
}

#[derive(Clone, Copy, Debug)]
struct Event {
    inst: u32,
    write: bool,
}

impl Events {
    fn new(kernel: &Kernel, units: &Units) -> Events {
        let mut seen: Vec<(Var, Event)> = Vec::with_capacity(kernel.insts.len() * 3);
        let mut counts: SecondaryMap<Var, u32> = SecondaryMap::default();
        counts.resize(kernel.vars.len());
        for (index, inst) in kernel.insts.iter().enumerate() {
            kernel.for_each_access(inst, |access| {
                units.for_each(kernel, &access, |unit, _, _| {
                    seen.push((unit, Event { inst: index as u32, write: access.write }));
                    counts[unit] += 1;
                });
            });
        }
        let mut ranges: SecondaryMap<Var, (u32, u32)> = SecondaryMap::default();
        ranges.resize(kernel.vars.len());
        let mut next = 0;
        for (unit, count) in counts.iter() {
            ranges[unit] = (next, next);
            next += count;
        }
        let mut list = vec![Event { inst: 0, write: false }; seen.len()];
        for (unit, event) in seen {
            let (_, end) = &mut ranges[unit];
            list[*end as usize] = event;
            *end += 1;
        }
        Events { ranges, list }
    }

    fn of(&self, unit: Var) -> &[Event] {
        let (start, end) = self.ranges[unit];
        &self.list[start as usize..end as usize]
    }
}

impl Liveness {
    /// The liveness of the units of `kernel`.
    pub fn new(kernel: &Kernel, flow: &Flow, units: &Units) -> Liveness {
        let events = Events::new(kernel, units);
        let mut is_copy = vec![false; kernel.insts.len()];
        for (index, inst) in kernel.insts.iter().enumerate() {
            is_copy[index] = kernel.as_copy(inst).is_some();
        }
        let mut is_input: SecondaryMap<Var, bool> = SecondaryMap::default();
        for input in &kernel.inputs {
            is_input[kernel.viewed(input.var)] = true;
        }
        let mut walk = Walk {
            flow,
            is_copy: &is_copy,
            live_in: vec![u32::MAX; flow.blocks.len()],
            stamp: 0,
            pending: Vec::new(),
            found: Vec::new(),
        };
        let mut liveness = Liveness { ranges: SecondaryMap::default(), segments: Vec::new(), events };
        liveness.ranges.resize(kernel.vars.len());
        for unit in kernel.vars.keys() {
            let events = liveness.events.of(unit);
            if events.is_empty() {
                continue;
            }
            walk.unit(events, is_input[unit]);
            let start = liveness.segments.len() as u32;
            liveness.segments.append(&mut walk.found);
            liveness.ranges[unit] = (start, liveness.segments.len() as u32);
        }
        liveness
    }

    /// When `unit` is needed: disjoint segments in order. Empty for a variable that is no unit, or that nothing touches.
    pub fn segments(&self, unit: Var) -> &[Segment] {
        let (start, end) = self.ranges[unit];
        &self.segments[start as usize..end as usize]
    }

    /// The only instruction that writes `unit`, if there is just one.
    pub fn only_write(&self, unit: Var) -> Option<u32> {
        let mut writes = self.events.of(unit).iter().filter(|event| event.write);
        let only = writes.next()?;
        writes.next().is_none().then_some(only.inst)
    }

    /// Whether `unit` is written at a point of `segment` after its first.
    pub fn is_written_in(&self, unit: Var, segment: Segment) -> bool {
        let events = self.events.of(unit);
        let from = events.partition_point(|event| event.inst * 2 < segment.0);
        events[from..].iter().take_while(|event| event.inst * 2 + 1 < segment.1).any(|event| event.write)
    }
}

struct Walk<'a> {
    flow: &'a Flow,
    is_copy: &'a [bool],
    /// The unit, by its stamp, that was last found live into each block.
    live_in: Vec<u32>,
    stamp: u32,
    pending: Vec<BlockIndex>,
    found: Vec<Segment>,
}

impl Walk<'_> {
    /// The point behind a read.
    fn read_end(&self, inst: u32) -> u32 {
        if self.is_copy[inst as usize] { inst * 2 + 1 } else { inst * 2 + 2 }
    }

    fn unit(&mut self, events: &[Event], is_input: bool) {
        self.found.clear();
        self.stamp += 1;
        let first = self.flow.block_of(events[0].inst);
        let last = self.flow.block_of(events[events.len() - 1].inst);
        if events[0].write && first == last {
            // Most units: defined and used up within a block, in which no lane waits.
            let end = events[1..].iter().map(|event| self.end_of(*event)).max().unwrap_or(0);
            self.found.push((events[0].inst * 2 + 1, end.max(events[0].inst * 2 + 2)));
            return;
        }
        self.blocks(events);
        while let Some(block) = self.pending.pop() {
            self.live_into(block, events, is_input);
        }
        self.found.sort_unstable();
        let mut merged = 0;
        for index in 1..self.found.len() {
            let (start, end) = self.found[index];
            if start <= self.found[merged].1 {
                self.found[merged].1 = self.found[merged].1.max(end);
            } else {
                merged += 1;
                self.found[merged] = (start, end);
            }
        }
        self.found.truncate(merged + 1);
    }

    fn end_of(&self, event: Event) -> u32 {
        if event.write { event.inst * 2 + 2 } else { self.read_end(event.inst) }
    }

    /// The segments within each block that touches the unit; the blocks into which it is live are left in `pending`.
    fn blocks(&mut self, events: &[Event]) {
        let mut index = 0;
        while index < events.len() {
            let block = self.flow.block_of(events[index].inst);
            let count = events[index..].iter().take_while(|event| self.flow.block_of(event.inst) == block).count();
            let own = &events[index..index + count];
            let start = match own[0].write {
                true => own[0].inst * 2 + 1,
                false => {
                    self.mark(block);
                    self.flow.blocks[block as usize].start * 2
                }
            };
            let end = own.iter().map(|event| self.end_of(*event)).max().unwrap_or(start);
            self.found.push((start, end.max(start + 1)));
            index += count;
        }
    }

    fn mark(&mut self, block: BlockIndex) {
        if self.live_in[block as usize] != self.stamp {
            self.live_in[block as usize] = self.stamp;
            self.pending.push(block);
        }
    }

    /// Follows the unit from the start of a block back to its definitions.
    fn live_into(&mut self, block: BlockIndex, events: &[Event], is_input: bool) {
        let flow = self.flow;
        let data = &flow.blocks[block as usize];
        if block == 0 && is_input {
            self.found.push((0, 1));
        }
        for from in &data.predecessors {
            let above = &flow.blocks[*from as usize];
            let (start, end) = (above.start, above.end);
            let first = events.partition_point(|event| event.inst < start);
            let mut own = events[first..].iter().take_while(|event| event.inst < end);
            match own.find(|event| event.write) {
                Some(write) => {
                    // Live out of a block that defines it: from the definition on, or from the start where an earlier
                    // read had it live in already.
                    self.found.push((write.inst * 2 + 1, end * 2));
                }
                None => {
                    self.found.push((start * 2, end * 2));
                    self.mark(*from);
                }
            }
        }
        for (first, behind) in data.waits.iter().flat_map(|wait| &wait.meanwhile) {
            let end = flow.blocks[*behind as usize - 1].end;
            self.found.push((flow.blocks[*first as usize].start * 2, end * 2));
        }
    }
}
