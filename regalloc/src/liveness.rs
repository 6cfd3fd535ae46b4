//! When each unit is needed: as stretches of the text.
//!
//! A unit is *live* for a lane from its definition to its uses, along the ways that a lane can go. For the wave it is
//! needed wherever a lane that waits will read it: where lanes wait at a block into which the unit is live, it is
//! needed while everything runs that others may run meanwhile (see [`Flow`]).
//!
//! Instruction i reads at point 2i and writes at point 2i + 1. What an instruction reads is needed until it has
//! written, so that no destination overlaps a source, but for a copy, which may have both in one place.
//!
//! A write begins a life anew only where it leaves nothing of what was there: one of some of the bytes, or one that a
//! predicate keeps from some lanes, does so together with others before the first read.

use std::ops::Range;

use cranelift_entity::{EntityRef, EntitySet};
use texvisa_ir::visa::{AluOp, Inst, Kernel, Var, VarAccess};

use crate::events::{Event, Events, Life, VarCopy, has_gaps, is_predicated};
use crate::flow::{BlockIndex, Flow, MissingLabel};
use crate::units::Units;

/// A stretch of points, the last not included.
pub type Segment = (u32, u32);

/// When each unit is needed. It stays right when variables get other places, but not when instructions come, go or
/// move.
#[derive(Debug)]
pub struct Liveness {
    pub(crate) flow: Flow,
    pub(crate) units: Units,
    /// The copies, in their order.
    pub(crate) copies: Vec<VarCopy>,
    /// By variable.
    lives: Vec<Life>,
    /// Of each unit with a list: where its stretches of `segments` and of `writes` end. They begin where those of the one
    /// before it end.
    ends: Vec<(u32, u32)>,
    segments: Vec<Segment>,
    /// The instructions that write.
    writes: Vec<u32>,
}

impl Liveness {
    /// The liveness of the units of `kernel`.
    ///
    /// # Errors
    ///
    /// A branch to a label that is not in the kernel.
    pub fn new(kernel: &Kernel) -> Result<Liveness, MissingLabel> {
        let units = Units::new(kernel);
        let (events, flow) = Events::new(kernel, &units)?;
        let mut inputs = EntitySet::new();
        for input in &kernel.inputs {
            inputs.insert(kernel.unaliased(input.var));
        }
        let mut walk = Walk {
            kernel,
            flow: &flow,
            units: &units,
            live_in: vec![u32::MAX; flow.blocks.len()],
            stamp: 0,
            pending: Vec::new(),
            found: Vec::new(),
        };
        let mut ends = Vec::with_capacity(events.lists.len());
        let mut segments = Vec::with_capacity(events.lists.len());
        let mut writes = Vec::new();
        let mut own = Vec::new();
        for list in &events.lists {
            events.of(list, &mut own);
            if let Some(segment) = walk.within_block(list.unit, &own) {
                segments.push(segment);
            } else {
                walk.unit(list.unit, &own, inputs.contains(list.unit));
                segments.append(&mut walk.found);
            }
            writes.extend(own.iter().filter(|event| event.is_write()).map(|event| event.inst()));
            ends.push((segments.len() as u32, writes.len() as u32));
        }
        let Events { lives, copies, .. } = events;
        Ok(Liveness { flow, units, copies, lives, ends, segments, writes })
    }

    #[inline]
    fn life(&self, unit: Var) -> Life {
        self.lives.get(unit.index()).copied().unwrap_or_default()
    }

    /// When `unit` is needed: disjoint segments in order. Empty for a variable that is no unit, that nothing touches,
    /// or that has come since.
    #[inline]
    pub(crate) fn segments(&self, unit: Var) -> &[Segment] {
        let Some(life) = self.lives.get(unit.index()) else { return &[] };
        match (life.short(), life.list()) {
            (Some(segment), _) => std::slice::from_ref(segment),
            (None, Some(list)) => &self.segments[self.stretch(list, |ends| ends.0)],
            (None, None) => &[],
        }
    }

    /// From when to when each unit is needed, with all that is between, of those that are.
    #[inline]
    pub(crate) fn hulls(&self) -> impl Iterator<Item = (Var, Segment)> {
        self.lives.iter().enumerate().filter_map(|(unit, life)| {
            let hull = match life.short() {
                Some(segment) => *segment,
                None => {
                    let segments = &self.segments[self.stretch(life.list()?, |ends| ends.0)];
                    (segments.first()?.0, segments.last()?.1)
                }
            };
            Some((Var::new(unit), hull))
        })
    }

    /// Where the stretch of a list is, of which `end` is chosen.
    fn stretch(&self, list: u32, end: impl Fn(&(u32, u32)) -> u32) -> Range<usize> {
        let start = list.checked_sub(1).map_or(0, |before| end(&self.ends[before as usize]));
        start as usize..end(&self.ends[list as usize]) as usize
    }

    /// The instructions that write a unit with a list.
    fn writes(&self, list: u32) -> &[u32] {
        &self.writes[self.stretch(list, |ends| ends.1)]
    }

    /// The number of the copy that writes `unit`, if nothing else does. Found soonest where that is about `near`.
    pub(crate) fn only_copy(&self, unit: Var, near: u32) -> Option<u32> {
        let life = self.life(unit);
        let write = match (life.short(), life.list()) {
            (Some((start, _)), _) => start / 2,
            (None, Some(list)) => match self.writes(list) {
                [only] => *only,
                _ => return None,
            },
            (None, None) => return None,
        };
        let number = lower_bound(&self.copies, near as usize, |copy| copy.inst < write);
        self.copies.get(number).is_some_and(|copy| copy.inst == write).then_some(number as u32)
    }

    /// Whether `unit` is written at a point of `segment` after its first.
    #[inline]
    pub(crate) fn is_written_in(&self, unit: Var, segment: Segment) -> bool {
        let is_in = |write: u32| write * 2 >= segment.0 && write * 2 + 1 < segment.1;
        let life = self.life(unit);
        match (life.short(), life.list()) {
            (Some((start, _)), _) => is_in(start / 2),
            (None, Some(list)) => {
                let writes = self.writes(list);
                let first = writes.partition_point(|write| write * 2 < segment.0);
                writes.get(first).is_some_and(|write| is_in(*write))
            }
            (None, None) => false,
        }
    }
}

struct Walk<'a> {
    kernel: &'a Kernel,
    flow: &'a Flow,
    units: &'a Units,
    /// The unit, by its stamp, that was last found live into each block.
    live_in: Vec<u32>,
    stamp: u32,
    pending: Vec<BlockIndex>,
    found: Vec<Segment>,
}

impl Walk<'_> {
    /// The one segment of a unit that is defined and used up within a block, in which no lane waits. The simplest of
    /// these never come here: see [`events`](crate::events).
    fn within_block(&self, unit: Var, events: &[Event]) -> Option<Segment> {
        let (first, last) = (events.first()?, events.last()?);
        let block = self.flow.block_of(first.inst());
        let is_within = first.is_write() && self.flow.blocks[block as usize].end > last.inst();
        let begins = is_within && (self.flow.blocks[block as usize].depth == 0 || self.begins_anew(unit, events));
        begins.then(|| (first.inst() * 2 + 1, last.end()))
    }

    fn unit(&mut self, unit: Var, events: &[Event], is_input: bool) {
        self.found.clear();
        self.stamp += 1;
        self.blocks(unit, events);
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

    /// Whether the writes before the first read leave nothing of what was there.
    fn begins_anew(&self, unit: Var, events: &[Event]) -> bool {
        if events[0].is_whole() || !events[0].is_write() {
            return events[0].is_whole();
        }
        let mut left = vec![true; self.kernel.vars[unit].bytes() as usize];
        for event in events.iter().take_while(|event| event.is_write()) {
            let inst = &self.kernel.insts[event.inst() as usize];
            if event.is_whole() {
                return true;
            }
            if is_predicated(inst) {
                continue;
            }
            let mut clear = |access: VarAccess| {
                self.units.for_each(&access, |touched, start, end| {
                    if touched == unit {
                        left[start as usize..end as usize].fill(false);
                    }
                });
            };
            self.kernel.for_each_access(inst, |access| match inst {
                _ if !access.write => {}
                Inst::Alu(alu) if has_gaps(inst) => {
                    let element = self.kernel.vars[alu.dst.var].ty.bytes();
                    for lane in 0..u32::from(alu.exec.lanes) {
                        let start = access.start + lane * u32::from(alu.dst.stride) * element;
                        clear(VarAccess { start, end: start + element, ..access });
                        if alu.op == AluOp::Madw {
                            // The last lane's low half ends where the whole would without high halves.
                            let lanes = u32::from(alu.exec.lanes) - 1;
                            let bytes = (lanes * u32::from(alu.dst.stride) + 1) * element;
                            let high = start + self.kernel.grf().round_up(bytes);
                            clear(VarAccess { start: high, end: high + element, ..access });
                        }
                    }
                }
                // Taken to leave all bytes between as they were, which may be more than it leaves.
                _ if has_gaps(inst) => {}
                _ => clear(access),
            });
        }
        !left.contains(&true)
    }

    /// The segments within each block that touches the unit; the blocks into which it is live are left in `pending`.
    fn blocks(&mut self, unit: Var, events: &[Event]) {
        let mut index = 0;
        while index < events.len() {
            let block = self.flow.block_of(events[index].inst());
            let end = self.flow.blocks[block as usize].end;
            let count = events[index..].iter().take_while(|event| event.inst() < end).count();
            let own = &events[index..index + count];
            let start = match self.begins_anew(unit, own) {
                true => own[0].inst() * 2 + 1,
                false => {
                    self.mark(block);
                    self.flow.blocks[block as usize].start * 2
                }
            };
            // An instruction reads before it writes, so that the last event ends last.
            self.found.push((start, own[count - 1].end().max(start + 1)));
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
            let first = events.partition_point(|event| event.inst() < start);
            let mut own = events[first..].iter().take_while(|event| event.inst() < end);
            match own.find(|event| event.is_write()) {
                Some(write) => {
                    // Live out of a block that defines it: from the definition on, or from the start where an earlier
                    // read had it live in already.
                    self.found.push((write.inst() * 2 + 1, end * 2));
                }
                None => {
                    self.found.push((start * 2, end * 2));
                    self.mark(*from);
                }
            }
        }
        for (first, behind) in &data.meanwhile {
            let end = flow.blocks[*behind as usize - 1].end;
            self.found.push((flow.blocks[*first as usize].start * 2, end * 2));
        }
    }
}

/// How many elements are before a place, which is looked for in steps that grow from `near` on: that takes as long as it
/// is far from there, and touches memory that is near.
fn lower_bound<T>(elements: &[T], near: usize, is_before: impl Fn(&T) -> bool) -> usize {
    let near = near.min(elements.len());
    let (mut start, mut end) = (near, near);
    let mut step = 1;
    while end < elements.len() && is_before(&elements[end]) {
        start = end + 1;
        end = (end + step).min(elements.len());
        step *= 2;
    }
    while start > 0 && !is_before(&elements[start - 1]) {
        end = start - 1;
        start = start.saturating_sub(step);
        step *= 2;
    }
    start + elements[start..end].partition_point(is_before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{PARTING, kernel, var};

    /// When the variable of that name is needed. Instruction i reads at 2i and writes at 2i + 1.
    fn segments(declarations: &str, body: &str, name: &str) -> Vec<Segment> {
        let kernel = kernel(&[PARTING, declarations].concat(), body);
        let liveness = Liveness::new(&kernel).expect("every label is there");
        liveness.segments(var(&kernel, name)).to_vec()
    }

    #[test]
    fn a_source_is_needed_until_the_write_is_done_but_for_a_copy() {
        let body = |last: &str| format!("    mov (M1, 16) &A 0x1:d\n    mov (M1, 16) &C 0x2:d\n    {last}");
        let find = |last: &str, name: &str| segments("A:d16 B:d16 C:d16", &body(last), name);
        assert_eq!(find("add (M1, 16) &B $A $A", "A"), [(1, 6)]);
        assert_eq!(find("mov (M1, 16) &B $A", "A"), [(1, 5)]);
        // What changes a number is no copy.
        assert_eq!(find("mov (M1, 16) &B (-)$A", "A"), [(1, 6)]);
        // What nothing reads still takes its place while it is written.
        assert_eq!(find("mov (M1, 16) &B $A", "B"), [(5, 6)]);
        assert_eq!(find("mov (M1, 16) &B $A", "C"), [(3, 4)]);
    }

    #[test]
    fn an_input_is_needed_from_the_start_and_another_not() {
        let body = "    mov (M1, 16) &A 0x1:d\n    add (M1, 16) &A $A $X";
        assert_eq!(segments("A:d16", body, "X"), [(0, 4)]);
        assert_eq!(segments("A:d16", body, "N"), []);
    }

    /// The first side does not read A, but lanes with A wait while it runs.
    #[test]
    fn values_of_waiting_lanes_are_needed_while_others_run() {
        let sides = |predicate: &str, branch: &str| {
            let body = format!(
                "    cmp.lt (M1, 16) P $X 0x5:d
    cmp.lt (M1_NM, 16) U #N 0x5:d
    mov (M1, 16) &A 0x1:d
    (!{predicate}) {branch} else
    mov (M1, 16) &B 0x2:d
    add (M1, 16) &B $B $B
    {branch} end
else:
    add (M1, 16) &B $A $A
end:
    ret (M1, 1)"
            );
            ["A", "B"].map(|name| segments("A:d16 B:d16", &body, name))
        };
        let parted = sides("P", "goto (M1, 16)");
        // From its definition, instruction 2, through the first side to its use, instruction 8.
        assert_eq!(parted[0], [(5, 18)]);
        assert_eq!(parted[1], [(9, 12), (17, 18)]);
        let together = sides("U", "jmp (M1, 1)");
        assert_eq!(together[0], [(5, 8), (14, 18)]);
    }

    #[test]
    fn what_goes_around_a_loop_is_needed_in_all_of_it() {
        let body = "    mov (M1, 16) &A 0x0:d
loop:
    add (M1, 16) &B $A 0x1:d
    add (M1, 16) &C $B $B
    mov (M1, 16) &A $B
    cmp.lt (M1, 16) P $A $X
    (P) goto (M1, 16) loop
    ret (M1, 1)";
        // Read by instruction 2 in the next turn: until the way back, which ends before 7.
        assert_eq!(segments("A:d16 B:d16 C:d16", body, "A"), [(1, 14)]);
        assert_eq!(segments("A:d16 B:d16 C:d16", body, "B"), [(5, 9)]);
        assert_eq!(segments("A:d16 B:d16 C:d16", body, "X"), [(0, 14)]);
    }

    /// A is ready when lanes leave, and others go around above it and below.
    #[test]
    fn what_lanes_take_out_of_a_loop_is_needed_while_others_go_around_in_it() {
        let body = "    mov (M1, 16) &B 0x0:d
loop:
    add (M1, 16) &B $B 0x1:d
    add (M1, 16) &A $B $B
    cmp.lt (M1, 16) P $B $X
    (P) goto (M1, 16) out
    add (M1, 16) &B $B 0x1:d
    cmp.lt (M1_NM, 16) U #N 0x5:d
    (U) jmp (M1, 1) loop
    mov (M1, 16) &A 0x0:d
out:
    add (M1, 16) &B $A $A
    ret (M1, 1)";
        // From the header, instruction 1, to the use, instruction 11.
        assert_eq!(segments("A:d16 B:d16", body, "A"), [(2, 24)]);
    }

    /// The second block writes only some of A: the rest is still what the first block wrote.
    #[test]
    fn a_partial_write_does_not_begin_a_life_anew() {
        let find = |partial: &str| {
            let body = format!(
                "    mov (M1, 16) &A 0x1:d
    (U) jmp (M1, 1) next
    mov (M1, 16) &X 0x2:d
next:
    {partial}
    add (M1, 16) &B $A $A"
            );
            segments("A:d16 B:d16", &body, "A")
        };
        let whole = [(1, 2), (9, 12)];
        let carried = [(1, 12)];
        assert_eq!(find("mov (M1, 16) &A 0x3:d"), whole);
        assert_eq!(find("(P) sel (M1, 16) &A $X 0x3:d"), whole);
        assert_eq!(find("mov (M1, 8) &A 0x3:d"), carried);
        assert_eq!(find("(P) mov (M1, 16) &A 0x3:d"), carried);
    }

    #[test]
    fn partial_writes_that_make_up_the_whole_begin_a_life() {
        let find = |first: &str, second: &str| {
            let body = format!(
                "    mov (M1, 16) &A 0x1:d
    (U) jmp (M1, 1) next
    mov (M1, 16) &X 0x2:d
next:
    {first}
    {second}
    add (M1, 16) &B $A $A"
            );
            segments("A:d16 B:d16", &body, "A")
        };
        let low = "mov (M1, 8) &A 0x3:d";
        let high = "mov (M3, 8) A(1,0)<1> 0x3:d";
        assert_eq!(find(low, high), [(1, 2), (9, 14)]);
        assert_eq!(find(high, low), [(1, 2), (9, 14)]);
        assert_eq!(find(low, low), [(1, 14)]);
        // Every second element, which is a whole only with those in between.
        let [even, odd] = ["A(0,0)<2>", "A(0,1)<2>"].map(|dst| format!("mov (M1, 8) {dst} 0x3:d"));
        assert_eq!(find(&even, &odd), [(1, 2), (9, 14)]);
        assert_eq!(find(&even, &even), [(1, 14)]);
    }

    /// A is only known to be used in two blocks when the second is reached, B when it is written again.
    #[test]
    fn what_looked_as_if_it_lived_in_one_block_may_live_longer() {
        let body = "    mov (M1, 16) &A $X
    add (M1, 16) &B $A $A
    mov (M1, 16) &C $A
    (U) jmp (M1, 1) next
    add (M1, 16) &C $A $B
next:
    mov (M1, 16) &B $A
    mov (M1, 16) &C $A
    add (M1, 16) &C $B $B";
        assert_eq!(segments("A:d16 B:d16 C:d16", body, "A"), [(1, 15)]);
        assert_eq!(segments("A:d16 B:d16 C:d16", body, "B"), [(3, 10), (13, 18)]);
        assert_eq!(segments("A:d16 B:d16 C:d16", body, "X"), [(0, 1)]);
    }

    #[test]
    fn writes_and_copies_are_found_by_their_number_and_place() {
        let kernel = kernel(
            "A:d16 B:d16",
            "    mov (M1, 16) &A 0x1:d
    mov (M1, 16) &B $A
    add (M1, 16) &A $A $B",
        );
        let liveness = Liveness::new(&kernel).expect("there is no branch");
        let [a, b] = ["A", "B"].map(|name| var(&kernel, name));
        assert_eq!((liveness.only_copy(a, 0), liveness.only_copy(b, 0)), (None, Some(0)));
        assert!(liveness.is_written_in(a, (2, 6)) && !liveness.is_written_in(a, (2, 5)));
        assert!(!liveness.is_written_in(b, (4, 6)));
    }

    #[test]
    fn a_place_is_found_from_wherever_it_is_looked_for() {
        let numbers: Vec<u32> = (0..40).map(|number| number * 2).collect();
        for (wanted, near) in (0..82).flat_map(|wanted| (0..50).map(move |near| (wanted, near))) {
            let expected = numbers.iter().filter(|number| **number < wanted).count();
            assert_eq!(lower_bound(&numbers, near, |number| *number < wanted), expected, "{wanted} from {near}");
        }
        assert_eq!(lower_bound(&[], 3, |_: &u32| true), 0);
    }
}
