//! What it means that places and registers are right, and whether they are.
//!
//! # The idea
//!
//! Follow one lane, whichever it is. Whenever it reads a unit (a stretch of variables that lives as one), the registers
//! of that unit must still hold what the lane last wrote there as that unit. While the lane runs, only what it executes
//! changes registers. While it waits, others run, and everything that they write in the meantime counts against it.
//!
//! # Definition
//!
//! The state at a point is a map from dwords of the register file to sets of units. The meaning of *d holds u* is: the
//! lane's part of d is what the lane last wrote as u. The order is by inclusion of these sets, top is every unit
//! everywhere, and the meet of two states intersects their sets. The state at the entry has the arguments where they
//! arrive; several in one dword where they have fewer bytes.
//!
//! - *Read* of u at the dwords D: right if every d in D holds u.
//! - *Write* of u at D: every d in D holds u and nothing else, whether or not the execution mask is heeded.
//! - *Idle copy* (a copy both of whose sides have one place) of v to u: every d that holds v holds u as well, and v
//!   still.
//! - *Edge* that the lane takes at once: the state stays.
//! - *Edge on which the lane waits*, while others run some blocks: every d that one of them writes as u holds at the
//!   most u afterwards, if all such writes heed the execution mask: a masked write as u leaves the waiting lane's part
//!   of u alone. A write that does not heed the mask leaves nothing.
//!
//! The kernel is right if every read is right in the greatest fixpoint of these equations. It is found by going through
//! the text, and through a loop again whenever the way back takes something from the state at its header.
//!
//! Also checked: that variables lie inside the register file and begin where their type may, that arguments are where
//! they arrive, and that each part of a payload is one run of registers.
//!
//! Not checked: predicates, which Intel's finalizer assigns; that what a predicated write leaves of a unit, or one that
//! steps over parts of dwords, was still there; that instructions compute the right values, which is not a matter of
//! registers.

use std::ops::Range;

use cranelift_entity::{PrimaryMap, SecondaryMap, packed_option::PackedOption};
use texvisa_ir::visa::message_shape::MessageShape;
use texvisa_ir::visa::{Align, Inst, Kernel, RegisterMap, SamplerMessage, Storage, Var};

use crate::contents::Contents;
use crate::flow::{BlockIndex, Flow, Wait};
use crate::holders::{Holders, Sets};
use crate::units::Units;

/// After this many violations no more are looked for.
const MAX_VIOLATIONS: usize = 20;

/// Something that is wrong with places or registers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("instruction {inst}: {kind}")]
pub struct Violation {
    /// The instruction; 0 where the whole kernel is concerned.
    pub inst: u32,
    /// What is wrong.
    pub kind: ViolationKind,
}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ViolationKind {
    /// The registers of a unit hold something else.
    #[error("{unit} is read at register {register} dword {dword}, which holds {}", found(*.holds))]
    Lost {
        /// The unit that is read.
        unit: Var,
        /// The register.
        register: u32,
        /// The dword in it.
        dword: u32,
        /// What is there instead, if that is known.
        holds: Option<Var>,
    },
    /// A variable is not where its type or its alignment allows, or outside the register file.
    #[error("{variable} is at byte {address}, which is no place for it")]
    Misplaced {
        /// The variable.
        variable: Var,
        /// Where it is.
        address: u32,
    },
    /// An argument is not where it arrives.
    #[error("argument {variable} is at byte {address} and arrives at byte {arrives}")]
    ArgumentMoved {
        /// The variable.
        variable: Var,
        /// Where it is.
        address: u32,
        /// Where it arrives.
        arrives: u32,
    },
    /// Parameters that are sent as one do not follow each other.
    #[error("parameter {parameter} of the message does not follow the one before it")]
    BrokenRun {
        /// The number of the parameter, counted from 0.
        parameter: u32,
    },
    /// A branch leads nowhere.
    #[error("a branch leads to a label that is not in the kernel")]
    MissingLabel,
}

fn found(unit: Option<Var>) -> String {
    unit.map_or_else(|| "nothing that is known".to_owned(), |unit| unit.to_string())
}

/// Checks the places of `kernel` in the registers of `map`.
///
/// # Errors
///
/// The first violations in the order of the text.
pub fn check(kernel: &Kernel, map: &RegisterMap) -> Result<(), Vec<Violation>> {
    let Ok(flow) = Flow::new(kernel) else {
        return Err(vec![Violation { inst: 0, kind: ViolationKind::MissingLabel }]);
    };
    let units = Units::new(kernel);
    let mut checker = Checker::new(kernel, map, &flow, &units);
    checker.places();
    checker.look_ahead();
    if checker.violations.is_empty() {
        checker.run();
    }
    if checker.violations.is_empty() { Ok(()) } else { Err(checker.violations) }
}

/// What has been written to a register or a dword, by static position: the number of the instruction after it.
#[derive(Clone, Copy, Default)]
struct Written {
    /// The last write, and as which unit.
    last: u32,
    unit: PackedOption<Var>,
    /// The last write as another unit.
    other: u32,
    /// The last write that heeds no execution mask.
    unmasked: u32,
}

impl Written {
    #[inline]
    fn note(&mut self, position: u32, unit: Var, masked: bool) {
        if self.unit != unit.into() {
            self.other = self.last;
            self.unit = unit.into();
        }
        self.last = position;
        if !masked {
            self.unmasked = position;
        }
    }

    /// Whether a write since `position` leaves nothing of a waiting lane's part of `unit`.
    fn destroys(&self, unit: Var, position: u32) -> bool {
        self.unmasked > position || if self.unit == unit.into() { self.other > position } else { self.last > position }
    }
}

/// What has been written: to whole registers, and to dwords otherwise.
#[derive(Clone)]
struct Writes {
    registers: Box<[Written]>,
    dwords: Box<[Written]>,
}

/// An edge on which lanes wait, with the state in which they left.
struct Waiting<'a> {
    wait: &'a Wait,
    state: Contents,
}

struct Checker<'a> {
    kernel: &'a Kernel,
    map: &'a RegisterMap,
    flow: &'a Flow,
    units: &'a Units,
    sets: Sets,
    state: Contents,
    incoming: Vec<Option<Contents>>,
    waiting: Vec<Vec<Waiting<'a>>>,
    writes: Writes,
    /// The writes before each loop that is being gone through.
    writes_before: Vec<Option<Writes>>,
    violations: Vec<Violation>,
    /// Where each variable is.
    addresses: PrimaryMap<Var, u32>,
    /// The last instruction in a loop that writes each unit.
    last_write: SecondaryMap<Var, u32>,
    /// The dwords that each block of a loop changes, one bit each: `words` words a block.
    block_writes: Vec<u64>,
    words: usize,
    grf_dwords: u32,
}

impl<'a> Checker<'a> {
    fn new(kernel: &'a Kernel, map: &'a RegisterMap, flow: &'a Flow, units: &'a Units) -> Checker<'a> {
        let grf_dwords = kernel.grf_bytes() / 4;
        let dwords = (kernel.grf().round_up(map.bytes) / 4) as usize;
        let blocks = flow.blocks.len();
        Checker {
            kernel,
            map,
            flow,
            units,
            sets: Sets::default(),
            state: Contents::nothing(dwords, grf_dwords),
            incoming: std::iter::repeat_with(|| None).take(blocks).collect(),
            waiting: std::iter::repeat_with(Vec::new).take(blocks).collect(),
            writes: Writes {
                registers: vec![Written::default(); dwords / grf_dwords as usize].into(),
                dwords: vec![Written::default(); dwords].into(),
            },
            writes_before: std::iter::repeat_with(|| None).take(blocks).collect(),
            violations: Vec::new(),
            addresses: PrimaryMap::with_capacity(kernel.vars.len()),
            last_write: SecondaryMap::default(),
            block_writes: vec![0; blocks * dwords.div_ceil(64)],
            words: dwords.div_ceil(64),
            grf_dwords,
        }
    }

    fn violate(&mut self, inst: u32, kind: ViolationKind) {
        if self.violations.len() < MAX_VIOLATIONS {
            self.violations.push(Violation { inst, kind });
        }
    }

    /// Finds where variables are, and checks what does not depend on the order of instructions.
    fn places(&mut self) {
        let kernel = self.kernel;
        for (var, decl) in &kernel.vars {
            let address = match decl.storage.within() {
                Some((of, offset)) if of < var => self.addresses[of].saturating_add(u32::from(offset)),
                _ => self.map.address(kernel, var),
            };
            self.addresses.push(address);
        }
        let mut wrong = Vec::new();
        for (var, decl) in &kernel.vars {
            let address = self.addresses[var];
            let align = match decl.align {
                // The start of a register is asked for by what is sent; single elements go anywhere.
                Align::Grf => Align::Grf.bytes(kernel.grf_bytes()),
                align => align.bytes(kernel.grf_bytes()).min(4),
            };
            let outside = u64::from(address) + u64::from(decl.bytes()) > u64::from(self.map.bytes);
            if outside || !address.is_multiple_of(align) {
                wrong.push((var, ViolationKind::Misplaced { variable: var, address }));
            }
            if decl.storage == Storage::R0 && address != 0 {
                wrong.push((var, ViolationKind::ArgumentMoved { variable: var, address, arrives: 0 }));
            }
        }
        for input in &kernel.inputs {
            let address = self.addresses[input.var];
            let arrives = u32::from(input.offset);
            if address != arrives {
                wrong.push((input.var, ViolationKind::ArgumentMoved { variable: input.var, address, arrives }));
            }
        }
        if wrong.is_empty() {
            return;
        }
        // What no instruction names may be anywhere.
        let mut used: SecondaryMap<Var, bool> = SecondaryMap::default();
        kernel.insts.iter().for_each(|inst| kernel.for_each_access(inst, |access| used[access.var] = true));
        for (var, kind) in wrong {
            if used[var] {
                self.violate(0, kind);
            }
        }
    }

    /// Each part of a payload is one run: the first parameter alone or the header, and the rest. What is cut in halves
    /// is copied anyway.
    fn runs(&mut self, index: u32, message: &SamplerMessage) {
        let shape: MessageShape = self.kernel.shape(message);
        if shape.is_split() {
            return;
        }
        let first = if shape.needs_header() { 0 } else { 1 };
        let params = self.kernel.raws(message.params);
        let step = shape.param_registers() * shape.grf_bytes;
        let address = |number: usize| self.addresses[params[number].var] + u32::from(params[number].offset);
        let broken: Vec<usize> =
            (first + 1..params.len()).filter(|number| address(*number) != address(number - 1) + step).collect();
        for parameter in broken {
            self.violate(index, ViolationKind::BrokenRun { parameter: parameter as u32 });
        }
    }

    fn run(&mut self) {
        let kernel = self.kernel;
        let mut entry = self.state.clone();
        let arguments = kernel.inputs.iter().map(|input| kernel.unaliased(input.var));
        let r0 = kernel.vars.iter().filter(|(_, decl)| decl.storage == Storage::R0).map(|(var, _)| var);
        let mut reached = 0;
        for unit in arguments.chain(r0) {
            let start = self.addresses[unit];
            let end = (start + kernel.vars[unit].bytes()).min(self.map.bytes);
            for dword in start / 4..end.div_ceil(4) {
                // Arguments of fewer bytes than a dword has can be in one.
                let is_shared = dword == start / 4 && !start.is_multiple_of(4) && start >= reached;
                let sets = &mut self.sets;
                let arrive = |held| if is_shared { sets.with(held, unit) } else { Holders::one(unit) };
                entry.change_one(dword as usize, arrive);
            }
            reached = reached.max(end);
        }
        if let Some(first) = self.incoming.first_mut() {
            *first = Some(entry);
        }
        let mut block = 0;
        while (block as usize) < self.flow.blocks.len() && self.violations.len() < MAX_VIOLATIONS {
            block = self.block(block);
        }
    }

    /// Checks payloads, and finds what [`expect_loop`](Self::expect_loop) asks for.
    fn look_ahead(&mut self) {
        let kernel = self.kernel;
        for (number, block) in self.flow.blocks.iter().enumerate() {
            for index in block.start..block.end {
                let inst = &kernel.insts[index as usize];
                if let Inst::Sampler(message) = inst {
                    self.runs(index, message);
                }
                // Places that are wrong may be outside of the registers.
                if block.depth > 0 && self.violations.is_empty() {
                    self.note_in_loop(number, index, inst);
                }
            }
        }
    }

    fn note_in_loop(&mut self, block: usize, index: u32, inst: &Inst) {
        let Checker { kernel, units, addresses, last_write, block_writes, words, .. } = self;
        let written = &mut block_writes[block * *words..][..*words];
        let idle = kernel.is_omitted(inst);
        kernel.for_each_access(inst, |access| {
            if !access.write {
                return;
            }
            units.for_each(&access, |unit, start, end| {
                last_write[unit] = index + 1;
                if !idle {
                    let dwords = dwords(addresses[unit], start, end);
                    dwords.for_each(|dword| written[dword / 64] |= 1 << (dword % 64));
                }
            });
        });
    }

    /// Goes through a block; returns the block to go through next.
    fn block(&mut self, block: BlockIndex) -> BlockIndex {
        let flow = self.flow;
        let data = &flow.blocks[block as usize];
        for waiting in std::mem::take(&mut self.waiting[block as usize]) {
            let state = self.after_wait(block, waiting);
            self.meet(block, state);
        }
        let around = flow.enclosing(block).next().filter(|around| around.first == block);
        if let Some(around) = around
            && self.writes_before[block as usize].is_none()
        {
            self.writes_before[block as usize] = Some(self.writes.clone());
            self.expect_loop(block, around.last);
        }
        let Some(incoming) = self.incoming[block as usize].take() else { return block + 1 };
        self.state.clone_from(&incoming);
        // The state at a header is met again on the way back.
        self.incoming[block as usize] = around.map(|_| incoming);
        for index in data.start..data.end {
            self.instruction(index);
        }
        let mut next = block + 1;
        for to in data.successors.iter().copied() {
            let waits = &flow.blocks[to as usize].waits;
            match waits.binary_search_by_key(&block, |wait| wait.from).ok().map(|found| &waits[found]) {
                Some(wait) => {
                    let waiting = &mut self.waiting[to as usize];
                    // Going through a loop again only takes from the state: the last time counts.
                    waiting.retain(|other| other.wait.from != block);
                    waiting.push(Waiting { wait, state: self.state.clone() });
                }
                None if to <= block => {
                    if self.meet(to, self.state.clone()) {
                        next = to;
                    }
                }
                None => {
                    self.meet(to, self.state.clone());
                }
            }
        }
        if next <= block {
            // What this loop and those within it have written before it is gone through again.
            if let Some(writes) = &self.writes_before[next as usize] {
                self.writes.clone_from(writes);
            }
            for inner in next + 1..=block {
                self.writes_before[inner as usize] = None;
            }
        }
        next
    }

    /// The state at `block` of a lane that has waited there.
    fn after_wait(&mut self, block: BlockIndex, waiting: Waiting<'_>) -> Contents {
        let Waiting { wait, mut state } = waiting;
        let flow = self.flow;
        if let [(first, behind)] = *wait.meanwhile
            && behind == block
        {
            // All that has been written since.
            let position = flow.blocks[first as usize].start;
            let (writes, sets, count) = (&self.writes, &mut self.sets, self.grf_dwords as usize);
            for (register, (all, each)) in writes.registers.iter().zip(writes.dwords.chunks(count)).enumerate() {
                let dwords = register * count..(register + 1) * count;
                if each.iter().any(|dword| dword.last > position) {
                    for (dword, one) in dwords.zip(each) {
                        let stays = |unit| !all.destroys(unit, position) && !one.destroys(unit, position);
                        state.change_one(dword, |holders| sets.retain(holders, stays));
                    }
                } else if all.last > position {
                    state.change(dwords, |holders| sets.retain(holders, |unit| !all.destroys(unit, position)));
                }
            }
            return state;
        }
        for (first, behind) in &wait.meanwhile {
            for index in flow.blocks[*first as usize].start..flow.blocks[*behind as usize - 1].end {
                let inst = &self.kernel.insts[index as usize];
                if self.kernel.is_omitted(inst) {
                    continue;
                }
                let sets = &mut self.sets;
                self.kernel.for_each_access(inst, |access| {
                    if !access.write {
                        return;
                    }
                    self.units.for_each(&access, |unit, start, end| {
                        let dwords = dwords(self.addresses[unit], start, end);
                        state.change(dwords, |held| sets.retain(held, |held| access.masked && held == unit));
                    });
                });
            }
        }
        state
    }

    /// Drops from the state at a header what the loop overwrites with other units, so that going through it once will
    /// do. Only speed depends on this: what is dropped is not right in the end.
    fn expect_loop(&mut self, first: BlockIndex, last: BlockIndex) {
        let mut written = vec![0u64; self.words];
        for writes in self.block_writes[first as usize * self.words..][..(last - first + 1) as usize * self.words]
            .chunks(self.words)
        {
            written.iter_mut().zip(writes).for_each(|(all, block)| *all |= block);
        }
        let start = self.flow.blocks[first as usize].start;
        let Some(state) = &mut self.incoming[first as usize] else { return };
        let is_written = |dword: &usize| written[dword / 64] >> (dword % 64) & 1 == 1;
        for register in 0..self.writes.registers.len() {
            let dwords = register * self.grf_dwords as usize..(register + 1) * self.grf_dwords as usize;
            let mut overwrite = |holders| self.sets.retain(holders, |unit| self.last_write[unit] > start);
            if dwords.clone().all(|dword| is_written(&dword)) {
                state.change(dwords, overwrite);
            } else {
                dwords.filter(is_written).for_each(|dword| state.change_one(dword, &mut overwrite));
            }
        }
    }

    /// Meets the state at the start of a block with `state`; whether that took something from it.
    fn meet(&mut self, block: BlockIndex, state: Contents) -> bool {
        match &mut self.incoming[block as usize] {
            Some(own) => own.meet(&state, &mut self.sets),
            none => {
                *none = Some(state);
                true
            }
        }
    }

    fn instruction(&mut self, index: u32) {
        let Checker { kernel, addresses, units, sets, state, writes, grf_dwords, .. } = self;
        let inst = &kernel.insts[index as usize];
        // What is left out where the kernel is written moves nothing: here, too, its source has to lie there already.
        let idle = kernel.as_copy(inst).filter(|_| kernel.is_omitted(inst));
        let copied = idle.map(|(_, from)| kernel.unaliased(from));
        let mut lost: Option<ViolationKind> = None;
        // All that it reads comes before what it writes.
        kernel.for_each_access(inst, |access| {
            units.for_each(&access, |unit, start, end| {
                let dwords = dwords(addresses[unit], start, end);
                if !access.write {
                    if let Some(dword) = state.first_without(dwords, unit, sets)
                        && lost.is_none()
                    {
                        let holds = sets.units(state.get(dword)).first().copied();
                        let (register, dword) = (dword as u32 / *grf_dwords, dword as u32 % *grf_dwords);
                        lost = Some(ViolationKind::Lost { unit, register, dword, holds });
                    }
                } else if let Some(from) = copied {
                    state.change(dwords, |held| {
                        if sets.contains(held, from) {
                            sets.with(held, unit)
                        } else {
                            sets.retain(held, |held| held != unit)
                        }
                    });
                } else {
                    let written = match state.registers(&dwords) {
                        Some(registers) => &mut writes.registers[registers],
                        None => &mut writes.dwords[dwords.clone()],
                    };
                    written.iter_mut().for_each(|written| written.note(index + 1, unit, access.masked));
                    state.write(dwords, unit);
                }
            });
        });
        if let Some(kind) = lost {
            self.violate(index, kind);
        }
    }
}

/// The dwords of bytes `start` to `end`, not included, of a unit at `address`.
fn dwords(address: u32, start: u32, end: u32) -> Range<usize> {
    (address + start) as usize / 4..(address + end).div_ceil(4) as usize
}
