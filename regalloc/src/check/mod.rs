//! Checks that the registers of a kernel hold its values.
//!
//! # Definition of correct
//!
//! Follow one lane, whichever it is. Whenever the lane reads a variable, the registers of that variable hold what the
//! lane last wrote to it. While the lane is active, only the instructions that it executes change registers. While it
//! is *pending* at a join point, the active lanes of the thread run other blocks, and every write in these blocks
//! counts.
//!
//! Also checked: variables lie in the register file and begin where their alignment allows; arguments are where the
//! thread payload has them; the parameters of a payload are in consecutive registers; on targets that ask for it, no
//! response overlaps its payload in the last register.
//!
//! Not checked: predicates, which Intel's finalizer assigns; that the bytes which a partial def does not write still
//! hold the variable; that a lane has the same bytes of a variable under each of its aliases; that instructions compute
//! the right values.
//!
//! # How lanes move
//!
//! The check knows one rule about threads: *of the lanes of a thread, those with the lowest program counter run* (vISA,
//! GOTO, Notes). The emulator executes the same rule. The check takes nothing from the control flow, the divergent
//! regions, the uniform predicates or the register units that [`Liveness`](crate::Liveness) is made of: an error there
//! gives wrong registers, and here it is found.
//!
//! The check interprets the kernel abstractly. A *configuration* is a pair of blocks, W and L: the thread runs W, and
//! the followed lane is at L. The lane is active if W = L and pending if W < L; the rule excludes W > L. By symmetry,
//! every block L in a configuration (W, L) is also one at which *some* lane may be pending while the thread runs W.
//! Configurations follow each other at the end of W, where the active lanes fall through to the next block N or take a
//! branch to its target T:
//!
//! - *All fall through*, or W ends without a branch: the thread runs N. From (W, W) follows (N, N), from (W, L) follows
//!   (N, L).
//! - *Some branch forward*, T > N: the thread runs N. The followed lane falls through, as above, or branches: from
//!   (W, W) follows (N, T).
//! - *All branch forward*, T > N: no lane is left at N, so that the thread runs the lowest block Q at which a lane is
//!   pending: T, or any pending block before T. From (W, W) follows (Q, T), and from (W, L) follows (Q, L) for each L ≥
//!   Q.
//! - *All take a back edge*, T ≤ W: the thread runs T. From (W, W) follows (T, T), from (W, L) follows (T, L).
//! - *Some take a back edge*: the thread runs T, and those that fall through are pending at N: from (W, W) follows
//!   (T, N) as well.
//!
//! The lists of two ways to W are joined, so that (W, L) and (W, Q) may never hold together. Where the check would refuse
//! a kernel, it runs again with the *pairs* of blocks at which lanes may be pending together ([`pairs`]): from (W, L)
//! then follows (Q, L) only if L and Q are one.
//!
//! Which of these a branch can do is read off its kind and its predicate: see [`Moves`].
//!
//! # The state of a configuration
//!
//! Each configuration has a map from the dwords of the register file to *value sets*. Dword d *holds* v if the followed
//! lane's part of d is what that lane last wrote to v. A variable has one address, so the pair (v, d) determines which
//! bytes of v. If an instruction names the enclosing variable, itself or by an alias, then its aliases, its channels
//! and its parameters are tracked as that variable, otherwise by themselves. The lattice is ordered by inclusion of the
//! sets; top is every variable in every dword; the meet of two states intersects their sets. The transfer functions
//! are, for an active lane,
//!
//! - a *use* of v: no change. It is right if each dword that it reads holds v, or if nothing writes v: then v is
//!   undefined, and any dword will do;
//! - a *def* of v: each dword that it writes holds v alone, whether or not the instruction heeds the execution mask;
//! - a *move of `%null`* to v, for which no text is written: each dword that it would write holds v as well, as what is there is
//!   then the undefined value of v;
//! - an *identity copy* of v to u, for which no text is written: of the dwords that it would write, each that holds v
//!   holds u as well, and any other does not hold u.
//!
//! The state at the entry has the arguments where they arrive. The kernel is right if every use is right in the
//! greatest fixpoint.
//!
//! # What a pending lane may lose
//!
//! While a lane is pending, the transfer function of a def that the others execute is another one:
//!
//! - a *def* of v that heeds the execution mask: each dword that it writes holds at the most v, and the variables that
//!   have the same *lanes* as v in that piece of a register ([`lanes`]), which has 16 bytes: every instruction that touches them
//!   there does so under the mask, and gives each lane the same bytes. What the active lanes write to v are bytes of their own
//!   under each of these variables. The pending lane keeps its bytes of them, and loses what else was in these pieces;
//! - a *def* that ignores the mask: each dword that it writes holds nothing, whichever variable it is of.
//!
//! A pending lane may lose any value that it does not use later. The check rejects a kernel in which a lane uses a lost
//! value. Of variables that no instruction names from the pending lane's block on, or from the loop around that on, it
//! takes any value for lost that something is written over, so that it need not ask for their lanes.
//!
//! # Spill code
//!
//! [`check_spilled()`] takes a kernel with moves to and from scratch memory, and the kernel before it was spilled. Memory is
//! part of the state, and a variable has several places: see [`spilled`].
//!
//! # Why this is sound
//!
//! Take any execution that the machine completes, and any lane of it. By induction over its instructions, the pair of
//! the thread's block and the lane's block is a configuration that the list above has, and each value set of its state
//! contains only variables that the lane's part of the dword really holds. The lane's part of a variable that has lanes
//! are the bytes that they give this lane; no use of the lane reads others. The list has every outcome of every branch
//! (in *all branch forward*, each block at which any lane may be pending is tried as the lowest), a transfer function
//! adds a variable only where the lane itself has just written or copied it, and meets only remove. So where the check
//! finds every use right, no execution reads anything else. The check may refuse a correct kernel, because it follows
//! combinations of three and more pending lanes that cannot occur together; it does not accept a wrong one.

mod lanes;
mod pairs;
mod register_state;
mod spilled;
mod thread;
mod value_set;
mod violation;

use cranelift_entity::{EntitySet, PrimaryMap};
use texvisa_ir::visa::message_shape::MessageShape;
use texvisa_ir::visa::{AddressVar, Align, Inst, RegisterMap, SamplerMessage, Storage, Var, VarAccess, VisaKernel};

use lanes::{Lanes, Mentions, PIECE_BYTES, Variables};
use pairs::Pairs;
use register_state::{RegisterState, dwords};
use spilled::{HeldVariables, SpillFacts};
use thread::{BlockId, Exit, Moves, ThreadBlock};
use value_set::{ValueSet, ValueSets};

pub use violation::{Violation, ViolationKind};

use crate::spill::SpilledKernel;

/// After this many violations no more are looked for.
const MAX_VIOLATIONS: usize = 20;

/// Checks the registers that `map` gives the variables of `kernel`.
///
/// # Errors
///
/// The first violations, in program order.
pub fn check(kernel: &VisaKernel, map: &RegisterMap) -> Result<(), Vec<Violation>> {
    run(kernel, map, None)
}

/// Checks the registers that `map` gives a kernel with spill code, and that the kernel without it is `before`.
///
/// # Errors
///
/// The first violations, in program order.
pub fn check_spilled(before: &VisaKernel, code: &SpilledKernel, map: &RegisterMap) -> Result<(), Vec<Violation>> {
    spilled::same_kernel(before, code)?;
    run(&code.kernel, map, Some((before, code)))
}

fn run(
    kernel: &VisaKernel,
    map: &RegisterMap,
    spilled: Option<(&VisaKernel, &SpilledKernel)>,
) -> Result<(), Vec<Violation>> {
    let Some(blocks) = thread::blocks(kernel) else {
        return Err(vec![Violation { inst: 0, kind: ViolationKind::MissingLabel }]);
    };
    let mut checker = Checker::new(kernel, map, &blocks);
    if let Some((before, code)) = spilled {
        let held = HeldVariables { map, addresses: &checker.addresses, held_as: &checker.held_as };
        let (facts, moved) = SpillFacts::new(before, code, &held);
        checker.spilled = Some(facts);
        moved.into_iter().for_each(|(index, kind)| checker.violate(index, kind));
        checker.have_values_of(before, code);
    }
    checker.check_addresses();
    checker.check_payloads();
    checker.check_pointers();
    checker.check_last_register();
    if checker.violations.is_empty() {
        checker.run(Pairs::Any);
        if !checker.violations.is_empty() {
            checker.start_again();
            checker.run(Pairs::none());
        }
    }
    let mut violations = checker.violations;
    violations.sort_by_key(|violation| violation.inst);
    if violations.is_empty() { Ok(()) } else { Err(violations) }
}

/// The states with which a thread comes to a block.
#[derive(Clone, Debug)]
struct Arrival {
    /// The state of a lane that is active in the block.
    active: RegisterState,
    /// The states of lanes that are pending at later blocks, by rising block.
    pending: Vec<(BlockId, RegisterState)>,
    /// Which of these blocks have lanes pending together.
    pairs: Pairs,
}

impl Arrival {
    /// The blocks at which lanes are pending, by rising block.
    fn pending_at(&self) -> impl Iterator<Item = BlockId> {
        self.pending.iter().map(|(at, _)| *at)
    }

    /// Adds the state of a lane that is pending at block `at`; whether that takes something from what was known.
    fn add_pending(&mut self, at: BlockId, state: &RegisterState, sets: &mut ValueSets) -> bool {
        match self.pending.binary_search_by_key(&at, |(at, _)| *at) {
            Ok(found) => self.pending[found].1.meet(state, sets),
            Err(position) => {
                self.pending.insert(position, (at, state.clone()));
                true
            }
        }
    }
}

struct Checker<'a> {
    kernel: &'a VisaKernel,
    map: &'a RegisterMap,
    blocks: &'a [ThreadBlock],
    /// The byte at which each variable begins.
    addresses: PrimaryMap<Var, u32>,
    /// As which variable the bytes of each are held.
    held_as: PrimaryMap<Var, Var>,
    /// The variables that instructions name, themselves or by an alias, and the arguments of which they name a part.
    named: PrimaryMap<Var, bool>,
    /// The variables, as they are held, that have a value: those that an instruction writes, and the arguments.
    defined: EntitySet<Var>,
    /// Where each variable is named, itself or in part.
    mentions: PrimaryMap<Var, Mentions>,
    lanes: Lanes,
    sets: ValueSets,
    /// By block; `None` for one at which no thread has come, or which does not run again.
    arrivals: Vec<Option<Arrival>>,
    /// The blocks that are to be run with what has arrived since they last were, and the first of them.
    is_due: Vec<bool>,
    first_due: BlockId,
    violations: Vec<Violation>,
    /// The dwords of a register.
    grf_dwords: u32,
    /// The facts of spill code, where there is some.
    spilled: Option<SpillFacts>,
}

impl<'a> Checker<'a> {
    fn new(kernel: &'a VisaKernel, map: &'a RegisterMap, blocks: &'a [ThreadBlock]) -> Checker<'a> {
        let mut named: PrimaryMap<Var, bool> = std::iter::repeat_n(false, kernel.vars.len()).collect();
        let mut mentions: PrimaryMap<Var, Mentions> = PrimaryMap::with_capacity(kernel.vars.len());
        mentions.extend(kernel.vars.values().map(|_| 0..0));
        let mut written = named.clone();
        for (index, inst) in (0..).zip(&kernel.insts) {
            kernel.for_each_access(inst, |access| {
                let mut var = access.var;
                named[var] = true;
                written[var] |= access.write;
                mention(&mut mentions[var], index..index + 1);
                // Who names an alias names the variable: another alias of it has the same value.
                while let Storage::Alias { of } = kernel.vars[var].storage {
                    named[of] = true;
                    var = of;
                }
            });
        }
        let mut arrives = EntitySet::new();
        for var in arguments(kernel) {
            arrives.insert(var);
        }
        let mut addresses: PrimaryMap<Var, u32> = PrimaryMap::with_capacity(kernel.vars.len());
        let mut held_as: PrimaryMap<Var, Var> = PrimaryMap::with_capacity(kernel.vars.len());
        let mut named_in_part = Vec::new();
        for (var, decl) in &kernel.vars {
            addresses.push(match decl.storage.within() {
                Some((of, offset)) if of < var => addresses[of].saturating_add(u32::from(offset)),
                _ => map.address(kernel, var),
            });
            let around = std::iter::successors(Some(var), |inner| Some(kernel.vars[*inner].storage.within()?.0));
            let outermost = around.filter(|around| named[*around] || arrives.contains(*around)).last();
            if outermost != Some(var) && named[var] {
                named_in_part.extend(outermost);
            }
            let held = outermost.unwrap_or(var);
            held_as.push(held);
            if held != var {
                let part = mentions[var].clone();
                mention(&mut mentions[held], part);
            }
        }
        named_in_part.into_iter().for_each(|var| {
            named[var] = true;
        });
        let mut defined = EntitySet::with_capacity(kernel.vars.len());
        for var in kernel.vars.keys().filter(|var| written[*var] || arrives.contains(*var)) {
            defined.insert(held_as[var]);
        }
        Checker {
            kernel,
            map,
            blocks,
            addresses,
            held_as,
            named,
            defined,
            mentions,
            lanes: Lanes::new(kernel.insts.len()),
            sets: ValueSets::default(),
            arrivals: std::iter::repeat_with(|| None).take(blocks.len()).collect(),
            is_due: vec![false; blocks.len()],
            first_due: 0,
            violations: Vec::new(),
            grf_dwords: kernel.grf_bytes() / 4,
            spilled: None,
        }
    }

    /// What has a value is what had one `before`, and its other places.
    fn have_values_of(&mut self, before: &VisaKernel, code: &SpilledKernel) {
        let earlier = Checker::new(before, self.map, &[]);
        let had_value = |of: Var| earlier.defined.contains(earlier.held_as[of]);
        for var in before.vars.keys().filter(|var| had_value(*var)) {
            self.defined.insert(self.held_as[var]);
        }
        for var in code.kernel.vars.keys() {
            match code.copy_of[var].expand() {
                Some(of) if had_value(of) => drop(self.defined.insert(self.held_as[var])),
                Some(_) => drop(self.defined.remove(self.held_as[var])),
                None => {}
            }
        }
    }

    fn violate(&mut self, inst: u32, kind: ViolationKind) {
        // A block that runs again may show the same once more.
        let is_new = self.violations.iter().all(|violation| violation.inst != inst || violation.kind != kind);
        if is_new && self.violations.len() < MAX_VIOLATIONS {
            self.violations.push(Violation { inst, kind });
        }
    }

    /// Checks where variables are. One that nothing names may be anywhere.
    fn check_addresses(&mut self) {
        let (kernel, end) = (self.kernel, self.map.bytes);
        for (var, decl) in &kernel.vars {
            if !self.named[var] {
                continue;
            }
            let address = self.addresses[var];
            let align = match decl.align {
                // The start of a register is asked for by what is sent; single elements go anywhere.
                Align::Grf => Align::Grf.bytes(kernel.grf_bytes()),
                align => align.bytes(kernel.grf_bytes()).min(4),
            };
            let is_outside = u64::from(address) + u64::from(decl.bytes()) > u64::from(end);
            if is_outside || !address.is_multiple_of(align) {
                self.violate(0, ViolationKind::Misplaced { variable: var, address, align, end });
            }
            if decl.storage == Storage::R0 && address != 0 {
                self.violate(0, ViolationKind::ArgumentMoved { variable: var, address, arrives: 0 });
            }
        }
        for input in &kernel.inputs {
            let (address, arrives) = (self.addresses[input.var], u32::from(input.offset));
            if address != arrives && self.named[input.var] {
                self.violate(0, ViolationKind::ArgumentMoved { variable: input.var, address, arrives });
            }
        }
    }

    /// Checks that the parameters of each payload are consecutive: the first parameter is sent alone, or the header is,
    /// and the rest follow each other. The finalizer copies what it splits.
    fn check_payloads(&mut self) {
        for (index, inst) in (0..).zip(&self.kernel.insts) {
            if let Inst::Sampler(message) = inst {
                self.check_payload(index, message);
            }
        }
    }

    fn check_payload(&mut self, index: u32, message: &SamplerMessage) {
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
            self.violate(index, ViolationKind::SplitPayload { parameter: parameter as u32 });
        }
    }

    /// Checks that indirect operands point into the variables that they are said to: the last instruction before them in
    /// their block that sets the address takes it there. What an address adds is not checked here.
    fn check_pointers(&mut self) {
        let kernel = self.kernel;
        // By address variable: where the variable begins of which it is an address.
        let mut points_at: PrimaryMap<AddressVar, Option<u32>> =
            std::iter::repeat_n(None, kernel.addresses.len()).collect();
        for (index, inst) in (0..).zip(&kernel.insts) {
            match inst {
                Inst::Label(_) | Inst::Branch { .. } => points_at.values_mut().for_each(|at| *at = None),
                Inst::AddressAdd(add) => {
                    let base = self.addresses[add.base.var] + u32::from(add.base.offset);
                    points_at[add.dst.address] = Some(base);
                }
                Inst::IndirectMove(inst) => {
                    for operand in inst.indirect() {
                        let Some(variable) = operand.of.expand() else { continue };
                        if points_at[operand.at.address] != Some(self.addresses[variable]) {
                            self.violate(index, ViolationKind::Address { variable });
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Checks that no response overlaps its payload in the last register, where the target asks for it
    /// ([`last_register_response`](texvisa_ir::target::Platform::last_register_response)).
    fn check_last_register(&mut self) {
        let kernel = self.kernel;
        let platform = kernel.target.platform();
        if platform.last_register_response {
            return;
        }
        let last = (platform.grf_count - 1) * platform.grf_bytes;
        for (index, inst) in (0..).zip(&kernel.insts) {
            if !matches!(inst, Inst::Sampler(_) | Inst::DataPort(_) | Inst::Atomic(_) | Inst::Media(_)) {
                continue;
            }
            let bytes = |access: &VarAccess| {
                let address = self.addresses[access.var];
                address + access.start..address + access.end
            };
            let mut response = None;
            kernel.for_each_access(inst, |access| {
                if access.write && bytes(&access).end > last {
                    response = Some((access.var, bytes(&access)));
                }
            });
            let Some((response, written)) = response else { continue };
            let mut overlapped = None;
            kernel.for_each_access(inst, |access| {
                let read = bytes(&access);
                if !access.write && read.start < written.end && written.start < read.end {
                    overlapped = overlapped.or(Some(access.var));
                }
            });
            if let Some(parameter) = overlapped {
                self.violate(index, ViolationKind::LastRegister { response, parameter });
            }
        }
    }

    /// Forgets what has arrived and what was found.
    fn start_again(&mut self) {
        self.arrivals.fill_with(|| None);
        self.is_due.fill(false);
        self.violations.clear();
    }

    /// Runs blocks until no state changes any more. Of those that are due the first comes first, so that a loop is done
    /// before what follows it. `pairs` are those with which the thread begins.
    fn run(&mut self, pairs: Pairs) {
        if self.blocks.is_empty() {
            return;
        }
        self.first_due = 0;
        let active = self.entry();
        self.run_next(0, Arrival { active, pending: Vec::new(), pairs });
        while self.violations.len() < MAX_VIOLATIONS {
            let due = self.is_due[self.first_due as usize..].iter().position(|is_due| *is_due);
            let Some(block) = due.map(|due| self.first_due + due as BlockId) else { break };
            self.is_due[block as usize] = false;
            self.first_due = block;
            self.run_block(block);
        }
    }

    /// The state in which a thread begins.
    fn entry(&mut self) -> RegisterState {
        let kernel = self.kernel;
        // Scratch memory is behind the registers.
        let of_scratch = self.spilled.as_ref().map_or(0, SpillFacts::dwords);
        let dwords = kernel.grf().round_up(self.map.bytes) / 4 + of_scratch;
        let mut entry = RegisterState::empty(dwords as usize, self.grf_dwords);
        let mut reached = 0;
        for var in arguments(kernel) {
            let start = self.addresses[var];
            let end = (start + kernel.vars[var].bytes()).min(self.map.bytes);
            let held = self.held_as[var];
            for dword in start / 4..end.div_ceil(4) {
                // Arguments of fewer bytes than a dword has can be in one.
                let is_shared = dword == start / 4 && !start.is_multiple_of(4) && start >= reached;
                let sets = &mut self.sets;
                let arrive = |before| if is_shared { sets.with(before, held) } else { ValueSet::one(held) };
                entry.change_one(dword as usize, arrive);
            }
            reached = reached.max(end);
        }
        entry
    }

    /// Runs a block with what has arrived at it, and passes the states on.
    fn run_block(&mut self, number: BlockId) {
        let block = self.blocks[number as usize];
        let slot = &mut self.arrivals[number as usize];
        let arrival = if block.repeats { slot.clone() } else { slot.take() };
        let Some(mut arrival) = arrival else { return };
        for index in block.start..block.end {
            self.instruction(index, &mut arrival);
        }
        let next = number + 1;
        match block.exit {
            Exit::Next => self.run_next(next, arrival),
            Exit::Return => {}
            // All go there, whether they are moved or not.
            Exit::Branch { target, .. } if target == next => self.run_next(next, arrival),
            Exit::Branch { target, moves } if target <= number => {
                self.pass_on(target, target, &arrival);
                if moves == Moves::Any {
                    let mut pairs = arrival.pairs.clone();
                    pairs.add(next, arrival.pending_at());
                    self.arrive(target, next, &arrival.active);
                    self.arrive_pairs(target, pairs);
                }
                if moves != Moves::All {
                    self.run_next(next, arrival);
                }
            }
            Exit::Branch { target, moves } => {
                // If all go, the lowest block at which a lane is pending runs.
                for lowest in arrival.pending_at().take_while(|at| *at < target).chain([target]) {
                    self.pass_on(lowest, target, &arrival);
                }
                if moves == Moves::Any {
                    let Arrival { pending, pairs, .. } = &mut arrival;
                    pairs.add(target, pending.iter().map(|(at, _)| *at));
                    arrival.add_pending(target, &arrival.active.clone(), &mut self.sets);
                }
                if moves != Moves::All {
                    self.run_next(next, arrival);
                }
            }
        }
    }

    /// Has the thread run block `thread`. The lanes that were active are at block `active`, the others are pending
    /// where they were, if lanes may be at `thread` together with them.
    fn pass_on(&mut self, thread: BlockId, active: BlockId, arrival: &Arrival) {
        let is_left = |at| at >= thread && (active == thread || arrival.pairs.may_be(at, thread));
        let pending = || arrival.pending.iter().filter(|(at, _)| is_left(*at));
        // Those that are active in the block come first.
        if active == thread {
            self.arrive(thread, active, &arrival.active);
        }
        pending().for_each(|(at, state)| self.arrive(thread, *at, state));
        let is_pending = |at| at > thread && is_left(at);
        let mut pairs = arrival.pairs.among(is_pending);
        if active != thread {
            self.arrive(thread, active, &arrival.active);
            pairs.add(active, arrival.pending_at().filter(|at| is_pending(*at)));
        }
        self.arrive_pairs(thread, pairs);
    }

    /// Has the thread run block `next` with all lanes that were active and the others where they were.
    fn run_next(&mut self, next: BlockId, arrival: Arrival) {
        match self.arrivals.get_mut(next as usize) {
            Some(slot @ None) if arrival.pending.first().is_none_or(|(at, _)| *at > next) => {
                *slot = Some(arrival);
                self.set_due(next);
            }
            _ => self.pass_on(next, next, &arrival),
        }
    }

    /// Has the thread run block `thread` with the followed lane at block `lane`. A thread that leaves the text ends.
    fn arrive(&mut self, thread: BlockId, lane: BlockId, state: &RegisterState) {
        let Some(slot) = self.arrivals.get_mut(thread as usize) else { return };
        let has_changed = match slot {
            None => {
                debug_assert_eq!(thread, lane, "a thread runs a block in which a lane is active");
                *slot = Some(Arrival { active: state.clone(), pending: Vec::new(), pairs: Pairs::none() });
                true
            }
            Some(arrival) if thread == lane => arrival.active.meet(state, &mut self.sets),
            Some(arrival) => arrival.add_pending(lane, state, &mut self.sets),
        };
        if has_changed {
            self.set_due(thread);
        }
    }

    /// Has lanes that are pending while the thread runs block `thread`, where some have arrived, be pending together.
    fn arrive_pairs(&mut self, thread: BlockId, pairs: Pairs) {
        if let Some(Some(arrival)) = self.arrivals.get_mut(thread as usize)
            && arrival.pairs.join(pairs)
        {
            self.set_due(thread);
        }
    }

    fn set_due(&mut self, block: BlockId) {
        self.is_due[block as usize] = true;
        self.first_due = self.first_due.min(block);
    }

    /// Executes an instruction of the block that runs.
    fn instruction(&mut self, index: u32, arrival: &mut Arrival) {
        let spilled = self.spilled.as_ref();
        let Checker { kernel, blocks, addresses, held_as, defined, mentions, lanes, sets, grf_dwords, .. } = self;
        let variables = Variables { kernel, addresses, held_as, mentions };
        let Arrival { active, pending, .. } = arrival;
        let inst = &kernel.insts[index as usize];
        if let (Inst::Scratch(block), Some(facts)) = (inst, spilled) {
            let registers = spilled::registers(kernel, addresses[block.var], block.var);
            let states = pending.iter_mut().map(|(_, state)| state).chain([active]);
            states.for_each(|state| facts.apply(block, &registers, state, &mut *sets));
            return;
        }
        // The text leaves it out, so that it moves nothing: its source has to be there already.
        let identity_copy = kernel.as_copy(inst).filter(|_| kernel.is_omitted(inst));
        let copied = identity_copy.map(|(_, from)| held_as[from]);
        let is_undefined = matches!(inst, Inst::Alu(alu) if kernel.is_undefined(alu));
        let mut clobbered: Option<ViolationKind> = None;
        // All uses come before the defs.
        kernel.for_each_access(inst, |access| {
            let held = held_as[access.var];
            let dwords = dwords(addresses[access.var], access.start, access.end);
            if !access.write {
                if clobbered.is_none()
                    && defined.contains(held)
                    && let Some(dword) = active.first_without(dwords, held, sets)
                {
                    let found = sets.variables(active.get(dword)).first().copied();
                    let (register, dword) = (dword as u32 / *grf_dwords, dword as u32 % *grf_dwords);
                    clobbered = Some(ViolationKind::Clobbered { variable: access.var, register, dword, found });
                }
            } else if let Some(from) = copied {
                active.change(dwords.clone(), |_, before| {
                    if sets.contains(before, from) {
                        sets.with(before, held)
                    } else {
                        sets.retain(before, |other| other != held)
                    }
                });
                // What is computed again is what its places hold.
                if let Some(facts) = spilled.filter(|facts| !facts.computes(index)) {
                    facts.redefine(held, &dwords, active, sets);
                }
            } else if is_undefined {
                for dword in dwords.clone() {
                    active.change_one(dword, |before| sets.with(before, held));
                }
                if let Some(facts) = spilled {
                    facts.redefine(held, &dwords, active, sets);
                }
            } else if spilled.is_some_and(|facts| facts.computes(index)) {
                // The same for each lane, whenever it is computed.
                pending.iter_mut().for_each(|(_, state)| state.write(dwords.clone(), held));
                active.write(dwords, held);
            } else {
                for (at, state) in &mut *pending {
                    // Behind the last block no lane executes anything.
                    let next = blocks.get(*at as usize).map_or(u32::MAX, |block| block.earliest);
                    state.change(dwords.clone(), |dword, before| {
                        let piece = dword as u32 * 4 / PIECE_BYTES;
                        sets.retain(before, |other| {
                            // A value that no instruction names further on may be lost, whatever it is.
                            access.masked
                                && (other == held
                                    || mentions[other].end > next && lanes.agree(variables, piece, [held, other]))
                        })
                    });
                }
                active.write(dwords.clone(), held);
                if let Some(facts) = spilled {
                    facts.redefine(held, &dwords, active, sets);
                }
            }
        });
        if let Some(kind) = clobbered {
            self.violate(index, kind);
        }
    }
}

/// Adds instructions to those that name a variable.
#[inline]
fn mention(mentions: &mut Mentions, insts: Mentions) {
    if mentions.end == 0 {
        *mentions = insts;
    } else if insts.end != 0 {
        *mentions = mentions.start.min(insts.start)..mentions.end.max(insts.end);
    }
}

/// The variables that have a value when a thread begins.
fn arguments(kernel: &VisaKernel) -> impl Iterator<Item = Var> {
    let r0 = kernel.vars.iter().filter(|(_, decl)| decl.storage == Storage::R0).map(|(var, _)| var);
    kernel.inputs.iter().map(|input| input.var).chain(r0)
}
