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

use cranelift_entity::{EntityRef, SecondaryMap};
use texvisa_ir::visa::{Access, AluOp, Dst, Exec, Inst, Kernel, Var};

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
    /// Where in `segments` those of each unit begin; they end where the next unit's begin.
    starts: Vec<u32>,
    segments: Vec<Segment>,
    events: Events,
    /// The copies, in their order.
    pub(crate) copies: Vec<VarCopy>,
}

/// Reads and writes of each unit, by rising instruction.
#[derive(Debug)]
struct Events {
    /// Where in `list` those of each unit begin; they end where the next unit's begin.
    starts: Vec<u32>,
    list: Vec<Event>,
}

/// An instruction, and in the three lowest bits whether it is a copy, whether it writes, and whether that leaves nothing
/// of what was there.
#[derive(Clone, Copy, Debug)]
struct Event(u32);

impl Event {
    fn new(inst: usize, is_copy: bool, is_write: bool, is_whole: bool) -> Event {
        Event((inst as u32) << 3 | u32::from(is_copy) << 2 | u32::from(is_write) << 1 | u32::from(is_whole))
    }

    fn inst(self) -> u32 {
        self.0 >> 3
    }

    fn is_copy(self) -> bool {
        self.0 & 4 != 0
    }

    fn is_write(self) -> bool {
        self.0 & 2 != 0
    }

    fn is_whole(self) -> bool {
        self.0 & 1 != 0
    }

    /// The point behind it.
    fn end(self) -> u32 {
        let is_read_of_copy = self.is_copy() && !self.is_write();
        self.inst() * 2 + if is_read_of_copy { 1 } else { 2 }
    }
}

/// An instruction that moves a unit into another as it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VarCopy {
    pub inst: u32,
    pub to: Var,
    pub from: Var,
}

/// Whether `inst` leaves lanes that it is executed for as they are.
fn is_predicated(inst: &Inst) -> bool {
    match inst {
        Inst::Alu(alu) => alu.op != AluOp::Sel && alu.predicate.is_some(),
        Inst::Sampler(message) => message.predicate.is_some(),
        Inst::DataPort(access) => access.predicate.is_some(),
        Inst::BitFunction(inst) => inst.predicate.is_some(),
        Inst::Carry(inst) => inst.predicate.is_some(),
        _ => false,
    }
}

/// Whether `inst` writes only some of the bytes from its first to its last.
fn has_gaps(inst: &Inst) -> bool {
    let strided = |dst: &Dst, exec: &Exec| dst.stride > 1 && exec.lanes > 1;
    match inst {
        // The high halves begin at the next register.
        Inst::Alu(alu) => alu.op == AluOp::Madw || strided(&alu.dst, &alu.exec),
        Inst::CompareInto { dst, exec, .. } => strided(dst, exec),
        Inst::BitFunction(inst) => strided(&inst.dst, &inst.exec),
        Inst::Carry(inst) => strided(&inst.dst, &inst.exec) || strided(&inst.carry, &inst.exec),
        Inst::Media(block) => u32::from(block.width) != block.shape().pitch(),
        _ => false,
    }
}

impl Events {
    /// The events of `kernel`, and its copies.
    fn new(kernel: &Kernel, units: &Units) -> (Events, Vec<VarCopy>) {
        let mut copies = Vec::with_capacity(kernel.insts.len() / 2);
        // Counted one place behind, so that filling moves each start to where it belongs.
        let mut starts = vec![0; kernel.vars.len() + 2];
        let mut seen: Vec<(Var, Event)> = Vec::with_capacity(kernel.insts.len() * 3);
        for (index, inst) in kernel.insts.iter().enumerate() {
            let copy = kernel.as_copy(inst);
            if let Some((to, from)) = copy {
                copies.push(VarCopy { inst: index as u32, to: kernel.viewed(to), from: kernel.viewed(from) });
            }
            let leaves_some = is_predicated(inst) || has_gaps(inst);
            kernel.for_each_access(inst, |access| {
                units.for_each(&access, |unit, start, end| {
                    let covers = start == 0 && end >= units.bytes(unit);
                    let is_whole = access.write && covers && !leaves_some;
                    seen.push((unit, Event::new(index, copy.is_some(), access.write, is_whole)));
                    starts[unit.index() + 2] += 1;
                });
            });
        }
        let mut next = 0;
        for start in &mut starts {
            next += *start;
            *start = next;
        }
        let mut list = vec![Event(0); seen.len()];
        for (unit, event) in seen {
            let place = &mut starts[unit.index() + 1];
            list[*place as usize] = event;
            *place += 1;
        }
        (Events { starts, list }, copies)
    }

    fn of(&self, unit: Var) -> &[Event] {
        stretch(&self.starts, &self.list, unit)
    }
}

/// The part of `list` from the start of `var` to that of the next; nothing for a variable that has come since.
fn stretch<'a, T>(starts: &[u32], list: &'a [T], var: Var) -> &'a [T] {
    match starts.get(var.index()..var.index() + 2) {
        Some(&[start, end]) => &list[start as usize..end as usize],
        _ => &[],
    }
}

impl Liveness {
    /// The liveness of the units of `kernel`.
    ///
    /// # Errors
    ///
    /// A branch to a label that is not in the kernel.
    pub fn new(kernel: &Kernel) -> Result<Liveness, MissingLabel> {
        let flow = Flow::new(kernel)?;
        let units = Units::new(kernel);
        let (events, copies) = Events::new(kernel, &units);
        let mut is_input: SecondaryMap<Var, bool> = SecondaryMap::default();
        for input in &kernel.inputs {
            is_input[kernel.viewed(input.var)] = true;
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
        let mut starts = Vec::with_capacity(kernel.vars.len() + 1);
        let mut segments = Vec::with_capacity(kernel.vars.len());
        for unit in kernel.vars.keys() {
            starts.push(segments.len() as u32);
            let events = events.of(unit);
            if let Some(segment) = walk.within_block(unit, events) {
                segments.push(segment);
            } else if !events.is_empty() {
                walk.unit(unit, events, is_input[unit]);
                segments.append(&mut walk.found);
            }
        }
        starts.push(segments.len() as u32);
        Ok(Liveness { flow, units, starts, segments, events, copies })
    }

    /// When `unit` is needed: disjoint segments in order. Empty for a variable that is no unit, that nothing touches,
    /// or that has come since.
    pub(crate) fn segments(&self, unit: Var) -> &[Segment] {
        stretch(&self.starts, &self.segments, unit)
    }

    /// The only instruction that writes `unit`, if there is just one.
    pub(crate) fn only_write(&self, unit: Var) -> Option<u32> {
        let mut writes = self.events.of(unit).iter().filter(|event| event.is_write());
        let only = writes.next()?;
        writes.next().is_none().then_some(only.inst())
    }

    /// Whether `unit` is written at a point of `segment` after its first.
    pub(crate) fn is_written_in(&self, unit: Var, segment: Segment) -> bool {
        let events = self.events.of(unit);
        let from = events.partition_point(|event| event.inst() * 2 < segment.0);
        events[from..].iter().take_while(|event| event.inst() * 2 + 1 < segment.1).any(|event| event.is_write())
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
    /// The one segment of most units: those that are defined and used up within a block, in which no lane waits.
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
            let mut clear = |access: Access| {
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
                        clear(Access { start, end: start + element, ..access });
                        if alu.op == AluOp::Madw {
                            // The last lane's low half ends where the whole would without high halves.
                            let lanes = u32::from(alu.exec.lanes) - 1;
                            let bytes = (lanes * u32::from(alu.dst.stride) + 1) * element;
                            let high = start + bytes.next_multiple_of(self.kernel.grf_bytes());
                            clear(Access { start: high, end: high + element, ..access });
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
            let count = events[index..].iter().take_while(|event| self.flow.block_of(event.inst()) == block).count();
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

    #[test]
    fn writes_are_found_by_their_number_and_place() {
        let kernel = kernel(
            "A:d16 B:d16",
            "    mov (M1, 16) &A 0x1:d
    mov (M1, 16) &B 0x1:d
    add (M1, 16) &A $A $B",
        );
        let liveness = Liveness::new(&kernel).expect("there is no branch");
        let [a, b] = ["A", "B"].map(|name| var(&kernel, name));
        assert_eq!((liveness.only_write(a), liveness.only_write(b)), (None, Some(1)));
        assert!(liveness.is_written_in(a, (2, 6)) && !liveness.is_written_in(a, (2, 5)));
        assert!(!liveness.is_written_in(b, (4, 6)));
    }
}
