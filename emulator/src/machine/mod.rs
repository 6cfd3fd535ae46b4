//! Executes vISA from a byte-addressed register file.
//!
//! Every lane has a program counter; of the lanes of a wave those with the smallest run, which is how hardware runs a
//! wave along its text (GOTO, Notes). An instruction works on the lanes of its execution mask `Mk` that run, on all of
//! them with `NM`, and of these on those that its predicate leaves: combined first, then inverted (vISA operands,
//! 'Predication').
//!
//! Nothing is taken from lowering: parameters of messages are read from their registers through
//! [`decode`](crate::decode), and bytes that a message leaves undefined, registers that nothing wrote and lanes that do
//! not exist have bits of a [`Fill`], so that a program which depends on them gives other results with another fill.

mod alu;
mod data_port;
mod direct;

mod error;
mod groups;
mod media;
mod memory;
mod message;
mod operand;
mod rows;

use texvisa_ir::target::Target;
use texvisa_ir::texture::{KernelId, Module};
use texvisa_ir::visa::abi::Places;
use texvisa_ir::visa::{BranchKind, Combine, Exec, Inst, Kernel, PredicateOp, RegisterMap, Storage, Var};

use crate::dispatch::{Dispatch, DispatchError, Grid, Wave, check_bindings};
use crate::environment::Environment;
use crate::fill::Fill;
use crate::local::LOCAL_BYTES;
use crate::unit::{MAX_LANES, Parameters, Response};

pub use error::{Fault, MachineError, Trap};
use groups::Groups;
use memory::Memory;
pub use message::MessageEvent;
use operand::{Guard, Layout, Source};
use rows::Rows;

/// The most bytes of a register file: far above what any check needs.
pub const MAX_REGISTER_BYTES: u64 = 1 << 24;

/// Bits 5 and 4 of control register 0: the rounding mode, 0 for nearest even.
const ROUNDING_MODE: u32 = 0x30;

/// An instruction, resolved. Those that are rare and large are elsewhere, so that those of a loop stay in the cache.
#[derive(Clone, Debug)]
enum Step {
    /// Nothing: a label, a fence, or float controls that the emulator always obeys.
    Nothing,
    /// The row of that number, behind which `count - 1` others stand that are executed after it.
    Rows {
        first: usize,
        count: usize,
    },
    Alu(Box<alu::Arithmetic>),
    Compare {
        exec: Exec,
        dst: usize,
        comparison: Box<alu::Comparison>,
    },
    Predicate {
        op: PredicateOp,
        exec: Exec,
        dst: usize,
        srcs: [usize; 2],
    },
    SetPredicate {
        exec: Exec,
        dst: usize,
        src: Box<Source>,
    },
    /// A state variable becomes a number that is known.
    SetEntry {
        state: usize,
        entry: u32,
    },
    SetState {
        state: usize,
        value: Box<Source>,
    },
    Message(Box<message::Message>),
    DataPort(Box<data_port::Access>),
    Media(Box<media::Access>),
    Barrier,
    Branch {
        kind: BranchKind,
        exec: Exec,
        guard: Option<Guard>,
        target: usize,
    },
    Return,
}

/// Watches messages.
pub type Trace<'t> = dyn FnMut(&MessageEvent) + 't;

/// A kernel with its registers, checked and resolved once.
#[derive(Debug)]
pub struct Machine<'k> {
    kernel: &'k Kernel,
    map: &'k RegisterMap,
    steps: Vec<Step>,
    rows: Rows,
    file_bytes: usize,
    /// Whether it has barriers.
    waits: bool,
}

/// A wave at work.
struct Thread {
    wave: Wave,
    file: Vec<u8>,
    predicates: Vec<u32>,
    states: Vec<Option<u32>>,
    lanes: Lanes,
    /// How many instructions it has executed.
    executed: u64,
    has_ended: bool,
}

impl Thread {
    /// A thread that has not begun.
    fn new(kernel: &Kernel, wave: Wave, file: Vec<u8>) -> Thread {
        let (predicates, states) = (vec![0; kernel.preds.len()], vec![None; kernel.states.len()]);
        Thread { wave, file, predicates, states, lanes: Lanes::new(0), executed: 0, has_ended: false }
    }

    /// Begins at the first instruction, with the wave and the registers that it has.
    fn begin(&mut self, fill: &mut Fill) {
        self.predicates.fill_with(|| fill.next_bits() as u32);
        self.states.fill(None);
        self.lanes = Lanes::new(self.wave.active);
        self.executed = 0;
        self.has_ended = false;
    }
}

/// What all instructions use.
struct Engine<'e, 't> {
    memory: Memory<'e>,
    fill: Fill,
    trace: Option<&'e mut Trace<'t>>,
    /// The local memory of the group at work.
    local: Vec<u8>,
    /// The bytes of a media block.
    block: Vec<u8>,
    /// Threads that have ended, for their memory.
    spare: Vec<Thread>,
    /// What is known of messages.
    known: direct::Known,
    parameters: Parameters,
    response: Response,
}

/// Runs `kernel`, lowered from kernel `id` of `module`, on `environment`. The texture IR says which arguments there
/// are.
///
/// # Errors
///
/// See [`MachineError`]. Memory then holds what was written until then.
pub fn run(
    kernel: &Kernel,
    map: &RegisterMap,
    module: &Module,
    id: KernelId,
    environment: &mut Environment,
    grid: &Grid,
    fill: Fill,
) -> Result<(), MachineError> {
    Machine::new(kernel, map)?.run(module, id, environment, grid, fill, None)
}

impl<'e, 't> Engine<'e, 't> {
    fn new(memory: Memory<'e>, fill: Fill, trace: Option<&'e mut Trace<'t>>) -> Engine<'e, 't> {
        Engine {
            memory,
            fill,
            trace,
            local: Vec::new(),
            block: Vec::new(),
            spare: Vec::new(),
            known: direct::Known::new(),
            parameters: Parameters::new(),
            response: Response::new(),
        }
    }
}

impl<'k> Machine<'k> {
    /// Resolves the operands of `kernel` with the places that `map` gives its variables.
    ///
    /// # Errors
    ///
    /// Instructions that no machine could execute.
    pub fn new(kernel: &'k Kernel, map: &'k RegisterMap) -> Result<Machine<'k>, MachineError> {
        Machine::with_registers(kernel, map, kernel.grf_bytes())
    }

    /// The same on registers of `grf_bytes` (32 or 64), whichever the kernel's target has: where channels of a response
    /// begin depends on nothing else of it.
    ///
    /// # Errors
    ///
    /// As [`Machine::new`]; registers of another size.
    pub fn with_registers(
        kernel: &'k Kernel,
        map: &'k RegisterMap,
        grf_bytes: u32,
    ) -> Result<Machine<'k>, MachineError> {
        if !matches!(grf_bytes, 32 | 64) {
            return Err(MachineError::RegisterBytes { given: grf_bytes });
        }
        check_storage(kernel)?;
        // r0 is there whether or not the map says so.
        let bytes = u64::from(map.bytes).max(u64::from(grf_bytes));
        if bytes > MAX_REGISTER_BYTES {
            return Err(MachineError::RegisterFile { given: bytes, limit: MAX_REGISTER_BYTES });
        }
        let layout = Layout { kernel, map, grf_bytes, bytes };
        let labels = label_places(kernel);
        let mut rows = Rows::default();
        let resolve = |(index, inst)| {
            resolve(&layout, &labels, inst, &mut rows).map_err(|fault| MachineError::Illegal {
                index,
                inst: error::text(kernel, index),
                fault,
            })
        };
        let mut steps = kernel.insts.iter().enumerate().map(resolve).collect::<Result<Vec<_>, _>>()?;
        let mut behind = 0;
        for step in steps.iter_mut().rev() {
            behind = match step {
                Step::Rows { count, .. } => {
                    *count += behind;
                    *count
                }
                _ => 0,
            };
        }
        rows.find_alike();
        let waits = steps.iter().any(|step| matches!(step, Step::Barrier));
        Ok(Machine { kernel, map, steps, rows, file_bytes: bytes as usize, waits })
    }

    /// Runs the kernel, lowered from kernel `id` of `module`, on `environment`, and reports every message to `trace`.
    ///
    /// # Errors
    ///
    /// See [`MachineError`]. Memory then holds what was written until then.
    pub fn run(
        &self,
        module: &Module,
        id: KernelId,
        environment: &mut Environment,
        grid: &Grid,
        fill: Fill,
        trace: Option<&mut Trace<'_>>,
    ) -> Result<(), MachineError> {
        self.run_with_progress(module, id, environment, grid, fill, trace, &mut |_, _| ())
    }

    /// As [`Machine::run`]; now and then `progress` is called with the number of work items that are done and that
    /// there are.
    ///
    /// # Errors
    ///
    /// As [`Machine::run`].
    #[expect(clippy::too_many_arguments, reason = "a run with one more thing to watch it")]
    pub fn run_with_progress(
        &self,
        module: &Module,
        id: KernelId,
        environment: &mut Environment,
        grid: &Grid,
        fill: Fill,
        trace: Option<&mut Trace<'_>>,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<(), MachineError> {
        let Some(texture) = module.kernels.get(id) else {
            return Err(DispatchError::NoKernel.into());
        };
        check_bindings(module, texture, environment)?;
        let dispatch = Dispatch::new(module, texture, environment, grid, self.kernel.simd)?;
        let target: Target = self.kernel.target;
        let places = dispatch.places(target).map_err(DispatchError::from)?;
        self.check_inputs(&places)?;
        let items = grid.items.iter().map(|items| u64::from(*items)).product();
        let groups = Groups { machine: self, dispatch: &dispatch, places: &places, fill: &fill };
        groups.run(environment, trace, &mut |done| progress(done, items))
    }

    /// Runs one wave from a register file that the caller has filled, with the lanes that `wave` has active, which may
    /// be none; returns the register file. Bytes that `file` lacks are undefined. It is alone in its group, so that no
    /// barrier keeps it.
    ///
    /// # Errors
    ///
    /// See [`MachineError`].
    pub fn run_wave(
        &self,
        environment: &mut Environment,
        wave: &Wave,
        mut file: Vec<u8>,
        mut fill: Fill,
        trace: Option<&mut Trace<'_>>,
    ) -> Result<Vec<u8>, MachineError> {
        let given = file.len();
        file.resize(given.max(self.file_bytes), 0);
        fill.overwrite(&mut file[given..]);
        let mut engine = Engine::new(Memory::Direct(environment), fill, trace);
        let mut local = vec![0; LOCAL_BYTES];
        engine.fill.begin(&mut local);
        engine.local = local;
        let mut thread = Thread::new(self.kernel, wave.clone(), file);
        thread.begin(&mut engine.fill);
        while !thread.has_ended {
            self.go_on(&mut engine, &mut thread)?;
        }
        Ok(thread.file)
    }

    /// Whether every input is where the interface puts an argument, and the register map agrees.
    fn check_inputs(&self, places: &Places) -> Result<(), MachineError> {
        for (index, input) in self.kernel.inputs.iter().enumerate() {
            let (offset, bytes) = (u32::from(input.offset), u32::from(input.bytes));
            let address = self.map.address(self.kernel, input.var);
            let alike: Vec<u32> =
                places.places.iter().filter(|place| place.bytes == bytes).map(|place| place.offset).collect();
            if address != offset || !alike.contains(&offset) {
                return Err(MachineError::Input { index, offset, address, bytes, places: alike });
            }
        }
        Ok(())
    }

    /// Runs a thread to the next barrier or to its end.
    fn go_on(&self, engine: &mut Engine<'_, '_>, thread: &mut Thread) -> Result<(), MachineError> {
        let limit = engine.memory.environment().step_limit;
        while let Some(step) = self.steps.get(thread.lanes.counter).filter(|_| !thread.has_ended) {
            thread.executed += 1;
            if thread.executed > limit {
                return Err(MachineError::StepLimit { limit });
            }
            let lanes = &mut thread.lanes;
            let index = lanes.counter;
            let trapped = |trap| MachineError::Trapped { index, inst: error::text(self.kernel, index), trap };
            match step {
                Step::Branch { kind, exec, guard, target } => {
                    lanes.branch(&thread.predicates, *kind, *exec, *guard, *target).map_err(trapped)?;
                }
                Step::Barrier => {
                    lanes.advance(index + 1);
                    return Ok(());
                }
                Step::Return => {
                    let waiting = lanes.waiting_lanes();
                    if waiting != 0 {
                        return Err(trapped(Trap::ReturnWhileWaiting { lanes: waiting }));
                    }
                    break;
                }
                Step::Rows { first, count } => {
                    // As far as no other lane waits.
                    let count = (*count).min(lanes.next - index);
                    thread.executed += count as u64 - 1;
                    if thread.executed > limit {
                        return Err(MachineError::StepLimit { limit });
                    }
                    self.rows.execute(*first, count, &mut thread.file, &mut thread.predicates, lanes.active);
                    lanes.advance(index + count);
                }
                step => {
                    let active = lanes.active;
                    thread.execute(engine, step, index, active).map_err(trapped)?;
                    thread.lanes.advance(index + 1);
                }
            }
        }
        thread.has_ended = true;
        Ok(())
    }
}

/// Whether every variable lives in one that the kernel has, and at the end in itself.
fn check_storage(kernel: &Kernel) -> Result<(), MachineError> {
    for start in kernel.vars.keys() {
        let mut var: Var = start;
        // A chain longer than there are variables comes back to itself.
        let ends = (0..=kernel.vars.len()).any(|_| match kernel.vars.get(var).map(|decl| decl.storage) {
            Some(Storage::Own | Storage::R0 | Storage::Predefined(_)) => true,
            Some(Storage::Part { of, .. } | Storage::View { of }) => {
                var = of;
                false
            }
            None => false,
        });
        if !ends {
            return Err(MachineError::Storage { variable: start.as_u32() });
        }
    }
    for input in &kernel.inputs {
        if kernel.vars.get(input.var).is_none() {
            return Err(MachineError::Storage { variable: input.var.as_u32() });
        }
    }
    Ok(())
}

/// By label: its place among the instructions.
fn label_places(kernel: &Kernel) -> Vec<Option<usize>> {
    let mut places = vec![None; kernel.labels.len()];
    for (index, inst) in kernel.insts.iter().enumerate() {
        if let Inst::Label(label) = inst
            && let Some(place) = places.get_mut(label.as_u32() as usize)
        {
            *place = Some(index);
        }
    }
    places
}

/// Resolves an instruction, of which a row may go behind the `rows` of those before it.
fn resolve(layout: &Layout<'_>, labels: &[Option<usize>], inst: &Inst, rows: &mut Rows) -> Result<Step, Fault> {
    let row = |row| Step::Rows { first: rows.push(row), count: 1 };
    Ok(match inst {
        // Accesses are in order here.
        Inst::Label(_) | Inst::Fence(_) => Step::Nothing,
        Inst::Barrier => Step::Barrier,
        Inst::FloatControls(bits) if bits & ROUNDING_MODE == 0 => Step::Nothing,
        Inst::FloatControls(_) => return Err(Fault::NotEmulated("rounding other than to nearest even")),
        Inst::Alu(inst) => {
            let inst = alu::resolve(layout, inst)?;
            inst.row().map_or_else(|| Step::Alu(Box::new(inst)), row)
        }
        Inst::Compare { relation, exec, dst, srcs } => {
            layout.exec(*exec)?;
            let srcs = [layout.source(srcs[0], *exec)?, layout.source(srcs[1], *exec)?];
            let comparison = alu::resolve_comparison(*relation, srcs)?;
            let (exec, dst) = (*exec, layout.pred(*dst, *exec)?);
            let each = || Step::Compare { exec, dst, comparison: Box::new(comparison) };
            comparison.row(exec, dst).map_or_else(each, row)
        }
        Inst::Predicate { op, exec, dst, srcs } => {
            layout.exec(*exec)?;
            let srcs = [layout.pred(srcs[0], *exec)?, layout.pred(srcs[1], *exec)?];
            Step::Predicate { op: *op, exec: *exec, dst: layout.pred(*dst, *exec)?, srcs }
        }
        Inst::SetPredicate { exec, dst, src } => {
            layout.exec(*exec)?;
            let src = layout.source(*src, *exec)?;
            if src.ty.is_float() || src.ty.is_signed() {
                return Err(Fault::Types("setp takes UB, UW or UD (SETP, Src0)"));
            }
            Step::SetPredicate { exec: *exec, dst: layout.pred(*dst, *exec)?, src: Box::new(src) }
        }
        Inst::SetState { state, value } => {
            let value = layout.source(*value, Exec::SCALAR)?;
            if value.ty.is_float() {
                return Err(Fault::Types("movs takes UD (MOVS, Notes)"));
            }
            let state = layout.state(*state)?;
            match value.number() {
                Some(entry) => Step::SetEntry { state, entry: entry as u32 },
                None => Step::SetState { state, value: Box::new(value) },
            }
        }
        Inst::Sampler(message) => Step::Message(Box::new(message::resolve(layout, message)?)),
        Inst::DataPort(port) => Step::DataPort(Box::new(data_port::resolve(layout, port)?)),
        Inst::CompareInto { .. } => return Err(Fault::NotEmulated("a comparison into a variable")),
        Inst::BitFunction(_) => return Err(Fault::NotEmulated("bfn")),
        Inst::Carry(_) => return Err(Fault::NotEmulated("addc or subb")),
        Inst::Media(block) => Step::Media(Box::new(media::resolve(layout, block)?)),
        Inst::Branch { kind, exec, predicate, target } => {
            layout.exec(*exec)?;
            let target = labels.get(target.as_u32() as usize).copied().flatten();
            Step::Branch {
                kind: *kind,
                exec: *exec,
                guard: layout.guard(*predicate, *exec)?,
                target: target.ok_or(Fault::Unknown { what: "label" })?,
            }
        }
        Inst::Return => Step::Return,
    })
}

/// As many ones as there are lanes.
const fn bits(lanes: u32) -> u32 {
    if lanes >= 32 { u32::MAX } else { (1 << lanes) - 1 }
}

impl Guard {
    /// The lanes of `exec`, counted from its first, that the predicate leaves.
    #[inline]
    fn lanes(&self, predicates: &[u32], exec: Exec) -> u32 {
        let all = bits(u32::from(exec.lanes));
        let found = predicates[self.index] >> exec.first & all;
        let combined = match self.predicate.combine {
            Combine::None => found,
            Combine::Any if found != 0 => all,
            Combine::All if found == all => all,
            Combine::Any | Combine::All => 0,
        };
        if self.predicate.inverted { !combined & all } else { combined }
    }
}

/// The lanes of `exec`, counted from its first, that its execution mask leaves of the active ones.
const fn masked(exec: Exec, active: u32) -> u32 {
    let all = bits(exec.lanes as u32);
    if exec.nomask { all } else { active >> exec.first & all }
}

impl Thread {
    /// Executes an instruction that moves no lane.
    fn execute(&mut self, engine: &mut Engine<'_, '_>, step: &Step, index: usize, active: u32) -> Result<(), Trap> {
        let guarded = |predicates: &[u32], exec: Exec, guard: &Option<Guard>| {
            masked(exec, active) & guard.map_or(u32::MAX, |guard| guard.lanes(predicates, exec))
        };
        match step {
            Step::Alu(inst) => {
                // A select takes its predicate to choose, not to leave lanes out.
                let chosen = inst.guard.map_or(u32::MAX, |guard| guard.lanes(&self.predicates, inst.exec));
                let selects = inst.op == texvisa_ir::visa::AluOp::Sel;
                let mask = masked(inst.exec, active) & if selects { u32::MAX } else { chosen };
                inst.execute(&mut self.file, mask, chosen, &mut engine.fill);
            }
            Step::Compare { exec, dst, comparison } => {
                let mask = masked(*exec, active);
                let truth = comparison.truth(&self.file, exec.lanes.into());
                set_predicate(&mut self.predicates[*dst], *exec, mask, truth);
            }
            Step::Predicate { op, exec, dst, srcs } => {
                let [a, b] = srcs.map(|src| self.predicates[src] >> exec.first);
                let truth = match op {
                    PredicateOp::And => a & b,
                    PredicateOp::Or => a | b,
                    PredicateOp::Xor => a ^ b,
                    PredicateOp::Not => !a,
                };
                set_predicate(&mut self.predicates[*dst], *exec, masked(*exec, active), truth);
            }
            Step::SetPredicate { exec, dst, src } => {
                // A source that is the same for all lanes gives lane i its bit i, whatever the mask (SETP, Semantics).
                if src.is_scalar() {
                    let all = bits(u32::from(exec.lanes));
                    set_predicate(&mut self.predicates[*dst], *exec, all, src.bits(&self.file, 0) as u32);
                } else {
                    let mask = masked(*exec, active);
                    let lanes = 0..u32::from(exec.lanes);
                    let truth =
                        lanes.fold(0, |truth, lane| truth | (src.bits(&self.file, lane as usize) as u32 & 1) << lane);
                    set_predicate(&mut self.predicates[*dst], *exec, mask, truth);
                }
            }
            Step::SetEntry { state, entry } => self.states[*state] = Some(*entry),
            Step::SetState { state, value } => self.states[*state] = Some(value.bits(&self.file, 0) as u32),
            Step::Message(message) => {
                let enabled = guarded(&self.predicates, message.exec, &message.guard);
                message.execute(engine, self, index, enabled)?;
            }
            Step::DataPort(access) => {
                let enabled = guarded(&self.predicates, access.exec, &access.guard);
                access.execute(engine, self, enabled)?;
            }
            Step::Media(access) => access.execute(engine, self)?,
            Step::Nothing | Step::Rows { .. } | Step::Barrier | Step::Branch { .. } | Step::Return => {}
        }
        Ok(())
    }
}

/// Sets the bits of a predicate in the lanes of `mask`, counted from the first of `exec`.
fn set_predicate(predicate: &mut u32, exec: Exec, mask: u32, truth: u32) {
    let mask = mask << exec.first;
    *predicate = *predicate & !mask | truth << exec.first & mask;
}

/// Where a lane waits that does not.
const NOWHERE: usize = usize::MAX;

/// The lanes of a wave and where they are.
struct Lanes {
    /// The lanes that run, as bits.
    active: u32,
    /// The next instruction of these.
    counter: usize,
    /// By lane: where it waits.
    waiting: [usize; MAX_LANES],
    /// The nearest place at which a lane waits.
    next: usize,
}

impl Lanes {
    fn new(active: u32) -> Lanes {
        Lanes { active, counter: 0, waiting: [NOWHERE; MAX_LANES], next: NOWHERE }
    }

    fn waiting_lanes(&self) -> u32 {
        (0..MAX_LANES).filter(|lane| self.waiting[*lane] != NOWHERE).fold(0, |mask, lane| mask | 1 << lane)
    }

    fn wait(&mut self, lanes: u32, at: usize) {
        if lanes != 0 {
            self.active &= !lanes;
            (0..MAX_LANES).filter(|lane| lanes & 1 << lane != 0).for_each(|lane| self.waiting[lane] = at);
            self.next = self.next.min(at);
        }
    }

    /// The active lanes go to `counter`; lanes that wait there join them. Without active lanes the nearest that wait
    /// run.
    fn advance(&mut self, counter: usize) {
        self.counter = counter;
        if self.next == NOWHERE || self.active != 0 && self.next != counter {
            return;
        }
        self.counter = self.next;
        for lane in 0..MAX_LANES {
            if self.waiting[lane] == self.counter {
                self.waiting[lane] = NOWHERE;
                self.active |= 1 << lane;
            }
        }
        self.next = self.waiting.iter().copied().min().unwrap_or(NOWHERE);
    }

    /// Moves lanes as a branch at `counter` does.
    fn branch(
        &mut self,
        predicates: &[u32],
        kind: BranchKind,
        exec: Exec,
        guard: Option<Guard>,
        target: usize,
    ) -> Result<(), Trap> {
        let here = self.counter;
        let chosen = guard.map_or(u32::MAX, |guard| guard.lanes(predicates, exec));
        let taken = if exec.lanes == 1 {
            // The branch is uniform: the first element decides for all (GOTO and JMP, Notes).
            if chosen & 1 == 1 { self.active } else { 0 }
        } else {
            (masked(exec, u32::MAX) & chosen) << exec.first & self.active
        };
        match kind {
            BranchKind::Goto if target > here => {
                self.wait(taken, target);
                self.advance(here + 1);
            }
            BranchKind::Goto if taken != 0 => {
                self.wait(self.active & !taken, here + 1);
                self.advance(target);
            }
            BranchKind::Goto => self.advance(here + 1),
            BranchKind::Jump => {
                if taken != 0 && taken != self.active {
                    return Err(Trap::DivergentJump { taken, active: self.active });
                }
                // Without an active lane hardware still jumps where its predicate says so.
                let jumps = taken != 0 || self.active == 0 && chosen & bits(u32::from(exec.lanes)) != 0;
                if jumps && self.next < target {
                    let lanes = (0..MAX_LANES).filter(|lane| self.waiting[*lane] < target);
                    let lanes = lanes.fold(0, |mask, lane| mask | 1 << lane);
                    return Err(Trap::PassesWaitingLanes { lanes, at: self.next });
                }
                self.advance(if jumps { target } else { here + 1 });
            }
        }
        Ok(())
    }
}
