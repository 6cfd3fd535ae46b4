//! Where each unit is read and written, found in one walk along the text.
//!
//! Nearly every unit is *short*: it is written once, as a whole, and read in the same block, behind the write. All that
//! matters of it is where it is written and where it is used last. Of every other unit there is a list of what happens to
//! it, with the last alone of reads that follow each other in a block.

use cranelift_entity::EntityRef;
use texvisa_ir::visa::{Alu, AluOp, Dst, Exec, Inst, Kernel, Src, Var, VarAccess};

use crate::flow::{Flow, FlowBuilder, MissingLabel};
use crate::liveness::Segment;
use crate::units::Units;

/// An instruction, and in the three lowest bits whether it is a copy, which matters to a read, whether it writes, and
/// whether that leaves nothing of what was there.
#[derive(Clone, Copy, Debug)]
pub struct Event(u32);

impl Event {
    fn new(inst: u32, is_copy: bool, is_write: bool, is_whole: bool) -> Event {
        Event(inst << 3 | u32::from(is_copy) << 2 | u32::from(is_write) << 1 | u32::from(is_whole))
    }

    /// The instruction.
    pub fn inst(self) -> u32 {
        self.0 >> 3
    }

    fn is_copy(self) -> bool {
        self.0 & 4 != 0
    }

    /// Whether it writes.
    pub fn is_write(self) -> bool {
        self.0 & 2 != 0
    }

    /// Whether it writes, and leaves nothing of what was there.
    pub fn is_whole(self) -> bool {
        self.0 & 1 != 0
    }

    /// The point behind it.
    pub fn end(self) -> u32 {
        let is_read_of_copy = self.is_copy() && !self.is_write();
        self.inst() * 2 + if is_read_of_copy { 1 } else { 2 }
    }
}

/// An instruction that moves a unit into another as it is.
#[derive(Clone, Copy, Debug)]
pub struct VarCopy {
    /// The instruction.
    pub inst: u32,
    /// What it writes.
    pub to: Var,
    /// What it reads.
    pub from: Var,
}

/// What happens to a unit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Life {
    /// Of a short unit: from the point at which it is written, which is not 0, to that behind its last use. Of one with
    /// a list, 0 and one more than the number of the list; 0 and 0 where nothing happens.
    segment: Segment,
}

impl Life {
    /// When a short unit is needed.
    #[inline]
    pub fn short(&self) -> Option<&Segment> {
        (self.segment.0 != 0).then_some(&self.segment)
    }

    /// The number of the list of any other unit, if anything happens to it.
    #[inline]
    pub fn list(&self) -> Option<u32> {
        if self.segment.0 == 0 { self.segment.1.checked_sub(1) } else { None }
    }

    /// Whether the unit is short so far, and written behind `point`, at which a block begins.
    #[inline]
    fn is_short_in(&self, point: u32) -> bool {
        self.segment.0 > point
    }
}

/// The list of a unit, from the last event back to the first.
#[derive(Debug)]
pub struct List {
    /// The unit.
    pub unit: Var,
    /// The place of the last event in [`Events::events`].
    last: u32,
}

/// The place of what comes before the first event of a list.
const NO_EVENT: u32 = u32::MAX;

/// What happens to the units of a kernel.
#[derive(Debug)]
pub struct Events {
    /// By variable; nothing happens to one that is no unit.
    pub lives: Vec<Life>,
    /// The units that are not short.
    pub lists: Vec<List>,
    /// The copies, in their order.
    pub copies: Vec<VarCopy>,
    /// Events in lists, each with the place of the one before it in the same list.
    events: Vec<(Event, u32)>,
}

/// Whether `inst` leaves lanes that it is executed for as they are.
pub fn is_predicated(inst: &Inst) -> bool {
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
pub fn has_gaps(inst: &Inst) -> bool {
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

/// A walk along the text that notes events.
struct Recorder<'a> {
    kernel: &'a Kernel,
    units: &'a Units,
    events: Events,
    flow: FlowBuilder,
    /// The instruction at which it is.
    index: u32,
    is_copy: bool,
    /// Whether it may leave some of what it writes as it was.
    is_partial: bool,
    /// The point at which its block begins.
    block: u32,
}

impl Recorder<'_> {
    /// Goes to an instruction.
    #[inline(always)]
    fn go_to(&mut self, index: u32, inst: &Inst) {
        // Before anything is stored: what kind of instruction it is, is not asked again then.
        let is_partial = is_predicated(inst) || has_gaps(inst);
        self.block = self.flow.instruction(self.kernel, index, inst) * 2;
        (self.index, self.is_copy, self.is_partial) = (index, false, is_partial);
    }

    /// Notes what the instruction does at which it is, an arithmetic one. Nearly all that it reads is short: then it
    /// does not matter which bytes those are.
    #[inline]
    fn arithmetic(&mut self, alu: &Alu) {
        if let Some((to, from)) = self.kernel.alu_as_copy(alu) {
            let [to, from] = [to, from].map(|var| self.kernel.unaliased(var));
            self.events.copies.push(VarCopy { inst: self.index, to, from });
            self.is_copy = true;
        }
        for src in &alu.srcs[..alu.op.sources()] {
            if let Src::Register { var, .. } = *src
                && !self.read_short(var)
                && let Some(access) = self.kernel.source_access(*src, alu.exec)
            {
                self.access(access);
            }
        }
        let write = self.kernel.destination_access(alu.dst, alu.exec, alu.op);
        match self.units.is_unit(write.var) {
            true => self.write(write.var, write.start, write.end),
            false => self.access(write),
        }
    }

    /// Notes an access to each of the units of a variable.
    #[inline(never)]
    fn access(&mut self, access: VarAccess) {
        self.units.for_each(&access, |unit, start, end| match access.write {
            true => self.write(unit, start, end),
            false => self.read(unit),
        });
    }

    #[inline]
    fn read(&mut self, unit: Var) {
        if !self.read_short(unit) {
            self.events.add_to_list(unit, Event::new(self.index, self.is_copy, false, false), self.block / 2);
        }
    }

    /// Notes that a variable is read, if it is a unit that is short so far and written in this block.
    #[inline]
    fn read_short(&mut self, var: Var) -> bool {
        let life = &mut self.events.lives[var.index()];
        let is_short = life.is_short_in(self.block);
        if is_short {
            life.segment.1 = self.index * 2 + if self.is_copy { 1 } else { 2 };
        }
        is_short
    }

    /// Notes a write to the bytes from `start` to `end` of `unit`.
    #[inline(always)]
    fn write(&mut self, unit: Var, start: u32, end: u32) {
        let covers = start == 0 && end >= self.kernel.vars[unit].bytes();
        let is_whole = covers && !self.is_partial;
        let life = &mut self.events.lives[unit.index()];
        if is_whole && life.segment == (0, 0) {
            life.segment = (self.index * 2 + 1, self.index * 2 + 2);
        } else {
            self.events.add_to_list(unit, Event::new(self.index, self.is_copy, true, is_whole), self.block / 2);
        }
    }
}

impl Events {
    /// The events of `kernel`, and its control flow.
    ///
    /// # Errors
    ///
    /// A branch to a label that is not in the kernel.
    pub fn new(kernel: &Kernel, units: &Units) -> Result<(Events, Flow), MissingLabel> {
        let events = Events {
            lives: vec![Life::default(); kernel.vars.len()],
            lists: Vec::new(),
            copies: Vec::new(),
            events: Vec::new(),
        };
        let flow = FlowBuilder::default();
        let mut recorder =
            Recorder { kernel, units, events, flow, index: 0, is_copy: false, is_partial: false, block: 0 };
        for (index, inst) in (0..).zip(&kernel.insts) {
            // Most are of this kind, of which nothing is asked again where it is told apart first.
            if let Inst::Alu(alu) = inst {
                recorder.go_to(index, inst);
                recorder.arithmetic(alu);
            } else {
                recorder.go_to(index, inst);
                kernel.for_each_access(inst, |access| recorder.access(access));
            }
        }
        Ok((recorder.events, recorder.flow.finish(kernel)?))
    }

    /// Adds an event to the list of `unit`, which is made where there is none yet. Of reads that follow each other in a
    /// block, which began at instruction `block`, the last is kept.
    fn add_to_list(&mut self, unit: Var, event: Event, block: u32) {
        let life = &mut self.lives[unit.index()];
        let number = match life.list() {
            Some(number) => number as usize,
            None => {
                let was = std::mem::replace(life, Life { segment: (0, self.lists.len() as u32 + 1) });
                self.lists.push(List { unit, last: NO_EVENT });
                if let Some((start, end)) = was.short() {
                    let write = Event::new(start / 2, false, true, true);
                    self.push(self.lists.len() - 1, write);
                    if *end > write.end() {
                        // The last read: a copy reads until it writes.
                        self.push(self.lists.len() - 1, Event::new((end - 1) / 2, end % 2 == 1, false, false));
                    }
                }
                self.lists.len() - 1
            }
        };
        match self.events.get_mut(self.lists[number].last as usize) {
            Some((last, _)) if !event.is_write() && !last.is_write() && last.inst() >= block => *last = event,
            _ => self.push(number, event),
        }
    }

    fn push(&mut self, list: usize, event: Event) {
        let last = std::mem::replace(&mut self.lists[list].last, self.events.len() as u32);
        self.events.push((event, last));
    }

    /// Puts the events of `list` into `found`, in their order.
    pub fn of(&self, list: &List, found: &mut Vec<Event>) {
        found.clear();
        let mut next = list.last;
        while let Some((event, before)) = self.events.get(next as usize) {
            found.push(*event);
            next = *before;
        }
        found.reverse();
    }
}
