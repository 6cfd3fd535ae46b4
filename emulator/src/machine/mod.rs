//! Executes vISA from a byte-addressed register file.
//!
//! Every lane has a program counter; of the lanes of a wave those with the smallest run, which is how hardware runs a
//! wave along its text (GOTO, Notes). An instruction works on the lanes of its execution mask `Mk` that run, on all of
//! them with `NM`, and of these on those that its predicate leaves: combined first, then inverted (vISA operands,
//! 'Predication').
//!
//! Nothing is taken from lowering: parameters of messages are read from their registers through
//! [`decode`](crate::decode), and bytes that a message leaves undefined, registers that nothing wrote and lanes that do
//! not exist have bits of a [`UndefBits`], so that a program which depends on them gives other results with another fill.

mod alu;
mod data_port;
mod direct;
mod error;
mod gang;
mod groups;
mod media;
mod memory;
mod message;
mod operand;
mod rows;
mod thread;

use texvisa_ir::paths::FastPath;
use texvisa_ir::target::Target;
use texvisa_ir::texture::{KernelId, Module};
use texvisa_ir::visa::abi::ArgumentLayout;
use texvisa_ir::visa::{BranchKind, Exec, Inst, Kernel, PredicateOp, RegisterMap, Storage, Var};

use crate::dispatch::{Dispatch, DispatchError, Grid, Wave, check_bindings};
use crate::environment::Environment;
use crate::local::LOCAL_BYTES;
use crate::undef_bits::UndefBits;
use crate::unit::{Parameters, Response, Stage};

pub use error::{Fault, MachineError, Trap};
use gang::Gang;
use groups::Groups;
use memory::Memory;
pub use message::MessageEvent;
use operand::{Guard, Layout, Source};
use rows::Rows;
use thread::Thread;

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
    /// Whether no wave reads what another writes, but for local memory.
    reads_nothing_it_writes: bool,
}

/// What all instructions use.
struct Engine<'e, 't> {
    memory: Memory<'e>,
    /// Whether writes wait in the logs of their threads.
    defers: bool,
    trace: Option<&'e mut Trace<'t>>,
    /// The local memory of the group at work.
    local: Vec<u8>,
    /// The bytes of a media block.
    block: Vec<u8>,
    /// Threads: those that have begun, then such that have ended.
    threads: Vec<Thread>,
    /// Their register files, one behind the other.
    files: Vec<u8>,
    /// How many have begun.
    begun: usize,
    /// What is known of messages.
    known: direct::Known,
    /// The lanes of messages that go straight.
    stage: Box<Stage>,
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
    fill: UndefBits,
) -> Result<(), MachineError> {
    Machine::new(kernel, map)?.run(module, id, environment, grid, fill, None)
}

impl<'e, 't> Engine<'e, 't> {
    fn new(memory: Memory<'e>, trace: Option<&'e mut Trace<'t>>) -> Engine<'e, 't> {
        Engine {
            memory,
            defers: false,
            trace,
            local: Vec::new(),
            block: Vec::new(),
            threads: Vec::new(),
            files: Vec::new(),
            begun: 0,
            known: direct::Known::new(),
            stage: Box::new(Stage::new()),
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
        let mut messages = 0;
        let resolve = |(index, inst)| {
            resolve(&layout, &labels, inst, &mut rows, &mut messages).map_err(|fault| MachineError::Illegal {
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
        let reads_nothing_it_writes = groups::reads_nothing_it_writes(kernel, &steps);
        Ok(Machine { kernel, map, steps, rows, file_bytes: bytes as usize, waits, reads_nothing_it_writes })
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
        fill: UndefBits,
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
        fill: UndefBits,
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
        file: Vec<u8>,
        fill: UndefBits,
        trace: Option<&mut Trace<'_>>,
    ) -> Result<Vec<u8>, MachineError> {
        let mut files = self.run_waves(environment, vec![(wave.clone(), file)], fill, trace)?;
        Ok(files.pop().unwrap_or_default())
    }

    /// Runs the waves of one group, each from its register file; returns these, of all waves in their order. Bytes that
    /// a file lacks are undefined, and so is local memory.
    ///
    /// # Errors
    ///
    /// See [`MachineError`].
    pub fn run_waves(
        &self,
        environment: &mut Environment,
        waves: Vec<(Wave, Vec<u8>)>,
        mut fill: UndefBits,
        trace: Option<&mut Trace<'_>>,
    ) -> Result<Vec<Vec<u8>>, MachineError> {
        let mut engine = Engine::new(Memory::Direct(environment), trace);
        engine.local.resize(LOCAL_BYTES, 0);
        fill.begin(&mut engine.local);
        // All files are as long as the longest.
        let lengths: Vec<usize> = waves.iter().map(|(_, file)| file.len().max(self.file_bytes)).collect();
        let stride = lengths.iter().copied().max().unwrap_or(self.file_bytes);
        let mut files = vec![0; stride * waves.len()];
        let mut threads = Vec::new();
        for (number, ((wave, given), file)) in waves.into_iter().zip(files.chunks_exact_mut(stride)).enumerate() {
            let mut fill = fill.part(number as u64);
            file[..given.len()].copy_from_slice(&given);
            fill.overwrite(&mut file[given.len()..]);
            let mut thread = Thread::new(self.kernel, wave, fill);
            thread.begin();
            threads.push(thread);
        }
        self.finish(&mut engine, Gang { threads: &mut threads, files: &mut files, stride })?;
        Ok(files.chunks_exact(stride).zip(lengths).map(|(file, length)| file[..length].to_vec()).collect())
    }

    /// Whether every input is where the interface puts an argument, and the register map agrees.
    fn check_inputs(&self, places: &ArgumentLayout) -> Result<(), MachineError> {
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
    fn go_on(&self, engine: &mut Engine<'_, '_>, thread: &mut Thread, file: &mut [u8]) -> Result<(), MachineError> {
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
                    self.rows.execute(*first, count, &mut Gang::one(thread, file));
                    thread.lanes.advance(index + count);
                }
                step => {
                    thread.execute(file, engine, step, index).map_err(trapped)?;
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
            Some(Storage::Subregister { of, .. } | Storage::Alias { of }) => {
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
fn resolve(
    layout: &Layout<'_>,
    labels: &[Option<usize>],
    inst: &Inst,
    rows: &mut Rows,
    messages: &mut usize,
) -> Result<Step, Fault> {
    let row = |row| Step::Rows { first: rows.push(row), count: 1 };
    Ok(match inst {
        // Accesses are in order here.
        Inst::Label(_) | Inst::Fence(_) => Step::Nothing,
        Inst::Barrier => Step::Barrier,
        Inst::FloatControls(bits) if bits & ROUNDING_MODE == 0 => Step::Nothing,
        Inst::FloatControls(_) => return Err(Fault::NotEmulated("rounding other than to nearest even")),
        Inst::Alu(alu) => {
            let inst = alu::resolve(layout, alu)?;
            // The text leaves it out, and so does a run: one that is wrongly left out shows.
            if layout.kernel.is_identity_copy(alu) {
                return Ok(Step::Nothing);
            }
            inst.row().filter(|_| FastPath::VectorAlu.is_on()).map_or_else(|| Step::Alu(Box::new(inst)), row)
        }
        Inst::Compare { relation, exec, dst, srcs } => {
            layout.exec(*exec)?;
            let srcs = [layout.source(srcs[0], *exec)?, layout.source(srcs[1], *exec)?];
            let comparison = alu::resolve_comparison(*relation, srcs)?;
            let (exec, dst) = (*exec, layout.pred(*dst, *exec)?);
            let each = || Step::Compare { exec, dst, comparison: Box::new(comparison) };
            comparison.row(exec, dst).filter(|_| FastPath::VectorAlu.is_on()).map_or_else(each, row)
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
        Inst::Sampler(message) => {
            let number = *messages;
            *messages += 1;
            Step::Message(Box::new(message::resolve(layout, message, number)?))
        }
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
