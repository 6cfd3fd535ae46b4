//! Interprets texture IR: one hardware thread after the other, all lanes of a thread in lockstep.
//!
//! # Order
//!
//! The lanes of a thread may be at different blocks. The first of these blocks in topological order runs next, for all
//! lanes that are there. Loops are contiguous in this order, and a lane that takes a back edge is pending at the latch
//! until every other lane of the loop is there too or has left the loop. So a block runs with all lanes that reach it
//! in this iteration, which defines operations across lanes (`shuffle`, implicit LOD).
//!
//! # Undefined values
//!
//! Undefined results take their bits from [`UndefBits`]. Derivatives read the coordinates of all four lanes of a quad.
//! The coordinate of an inactive lane is defined only if the lane was active at the last execution of its definition.
//!
//! # Example
//!
//! ```
//! use texvisa_emulator::dispatch::Grid;
//! use texvisa_emulator::environment::{Environment, Resource};
//! use texvisa_emulator::{UndefBits, interp};
//! use texvisa_ir::target::SimdWidth;
//!
//! let module = texvisa_ir::texture::parse("surface b0: raw @ table 0
//! kernel @squares(%x: i16 = local_id_x) {
//! ^entry:
//!   %i = zext i16 %x -> i32
//!   %square = mul i32 %i, %i
//!   %to = shl i32 %i, 2
//!   store_raw b0 [x: %to], i32 %square
//!   return
//! }")?;
//! let id = module.kernel("squares").ok_or("no kernel")?;
//! let mut environment = Environment::new();
//! environment.bind(0, Resource::Buffer(vec![0; 16]));
//! let grid = Grid { items: [4, 1, 1], group: [4, 1, 1] };
//! interp::run(&module, id, &mut environment, &grid, SimdWidth::Simd16, UndefBits::constant(0))?;
//! let bytes = environment.resource(0).map(Resource::bytes);
//! assert_eq!(bytes, Some(&[0, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 9, 0, 0, 0][..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod branches;
mod error;
mod lane_order;
mod media;
mod memory;
mod plain;
mod sampler_cache;
mod schedule;
mod taint;
mod texture;
mod value_slots;

use texvisa_ir::target::SimdWidth;
use texvisa_ir::texture::{
    Binding, Block, BlockCall, InstData, InstId, Kernel, KernelId, MemorySpace, Module, SyncKind, Value, ValueDef,
    describe_inst, verify_kernel,
};

use crate::approximation::Approximation;
use crate::denormals::FlushedDenormals;
use crate::dispatch::{Dispatch, DispatchError, Grid, HardwareThread, check_bindings};
use crate::environment::Environment;
use crate::local::LocalMemory;
use crate::private::{SCRATCH_LOW_BITS, ThreadPrivateMemory};
use crate::taint::Taint;
use crate::undef_bits::UndefBits;
use crate::unit::{MAX_LANES, Parameters, Response};

pub use branches::BranchDirections;
pub use error::InterpError;

use error::Failure;
pub(crate) use lane_order::LaneOrder;
use sampler_cache::{UnflushedTexels, samples_what_it_writes};
use schedule::{ENDED, Schedule, ScheduleItem};
use value_slots::ValueSlots;

/// The bits of one element of a value in each lane. Bits above its type are zero.
type Lanes = [u64; MAX_LANES];

/// A kernel prepared for interpretation.
#[derive(Debug)]
pub struct Program<'m> {
    module: &'m Module,
    kernel: &'m Kernel,
    schedule: Schedule,
    slots: ValueSlots,
    /// Whether it may sample a surface that it writes.
    samples_what_it_writes: bool,
    /// How floats are computed where the kernel leaves that open.
    rules: FloatRules,
}

/// How floats are computed where a kernel leaves that open.
#[derive(Clone, Copy, Debug, Default)]
struct FloatRules {
    /// How functions are rounded that hardware computes only nearly.
    approximation: Approximation,
    /// Which denormal operands and results are zeros.
    flushed: FlushedDenormals,
}

/// Runs kernel `id` of `module` on `environment`.
///
/// # Errors
///
/// See [`InterpError`]. Memory then holds what was written until then.
pub fn run(
    module: &Module,
    id: KernelId,
    environment: &mut Environment,
    grid: &Grid,
    simd: SimdWidth,
    undef: UndefBits,
) -> Result<(), InterpError> {
    Program::new(module, id)?.run(environment, grid, simd, undef).map(|_| ())
}

/// What a run met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// Whether a work item read undefined local memory: bytes that none wrote, or that another wrote with no barrier
    /// between them; or undefined private memory.
    pub read_undefined: bool,
    /// Whether it used any of its [`UndefBits`]. If not, its result is the same with any others.
    pub took_undefined: bool,
    /// Which ways branches were taken.
    pub branches: BranchDirections,
}

impl<'m> Program<'m> {
    /// Prepares kernel `id` of `module`.
    ///
    /// # Errors
    ///
    /// [`InterpError::Invalid`], if [`verify_kernel()`] reports errors.
    pub fn new(module: &'m Module, id: KernelId) -> Result<Program<'m>, InterpError> {
        let kernel = module.kernels.get(id).ok_or(DispatchError::NoKernel)?;
        let errors = verify_kernel(module, id);
        if !errors.is_empty() {
            return Err(InterpError::Invalid(errors));
        }
        Ok(Program {
            module,
            kernel,
            schedule: Schedule::new(kernel),
            slots: ValueSlots::new(kernel),
            samples_what_it_writes: samples_what_it_writes(module, kernel),
            rules: FloatRules::default(),
        })
    }

    /// The same with functions that hardware computes only nearly rounded otherwise.
    #[must_use]
    pub fn with_approximation(self, approximation: Approximation) -> Program<'m> {
        Program { rules: FloatRules { approximation, ..self.rules }, ..self }
    }

    /// The same with denormals as zeros, where the kernel allows that.
    #[must_use]
    pub fn with_flushed_denormals(self, flushed: FlushedDenormals) -> Program<'m> {
        let flushed = if self.kernel.may_flush_denormals { flushed } else { FlushedDenormals::default() };
        Program { rules: FloatRules { flushed, ..self.rules }, ..self }
    }

    /// Runs the kernel on `environment`.
    ///
    /// # Errors
    ///
    /// See [`InterpError`]. Memory then holds what was written until then.
    pub fn run(
        &self,
        environment: &mut Environment,
        grid: &Grid,
        simd: SimdWidth,
        undef: UndefBits,
    ) -> Result<Ended, InterpError> {
        self.run_in_order(environment, grid, simd, undef, LaneOrder::default(), &mut 0)
    }

    /// Runs the kernel with the work items of atomic operations in that order. Adds the instructions that its hardware
    /// threads executed to `executed`, where it fails, too.
    pub(crate) fn run_in_order(
        &self,
        environment: &mut Environment,
        grid: &Grid,
        simd: SimdWidth,
        undef: UndefBits,
        order: LaneOrder,
        executed: &mut u64,
    ) -> Result<Ended, InterpError> {
        self.run_with(environment, grid, simd, undef, (order, None), executed).map(|(ended, _)| ended)
    }

    /// Runs the kernel and says what depends on undefined values, on undefined bytes of local and private memory, and on what
    /// `start` says besides. Adds the instructions that its hardware threads executed to `executed`.
    pub(crate) fn taint(
        &self,
        environment: &mut Environment,
        grid: &Grid,
        simd: SimdWidth,
        undef: UndefBits,
        start: Taint,
        executed: &mut u64,
    ) -> Result<Taint, InterpError> {
        let mode = (LaneOrder::default(), Some(start));
        let (_, taint) = self.run_with(environment, grid, simd, undef, mode, executed)?;
        Ok(taint.unwrap_or_default())
    }

    fn run_with(
        &self,
        environment: &mut Environment,
        grid: &Grid,
        simd: SimdWidth,
        mut undef: UndefBits,
        (order, taint): (LaneOrder, Option<Taint>),
        executed: &mut u64,
    ) -> Result<(Ended, Option<Taint>), InterpError> {
        check_bindings(self.module, self.kernel, environment)?;
        let dispatch = Dispatch::new(self.module, self.kernel, environment, grid, simd)?;
        let mut scratch = Scratch { parameters: Parameters::new(), response: Response::new() };
        let local = LocalMemory::absent();
        let tracks = taint.is_some();
        let mut engine = Engine {
            order,
            environment,
            undef: &mut undef,
            scratch: &mut scratch,
            local,
            unflushed: UnflushedTexels::default(),
            branches: BranchDirections::default(),
            taint,
            met_undefined: false,
            executed,
        };
        let has_local_memory = self.has_local_memory();
        let mut read_undefined = false;
        for group in order.arranged(dispatch.groups()) {
            engine.taint.iter_mut().for_each(Taint::begin_group);
            if has_local_memory {
                read_undefined |= engine.local.read_undefined();
                engine.local = LocalMemory::new();
            }
            let threads = order.arranged(dispatch.threads(group)).into_iter();
            let mut threads = threads.map(|thread| InterpretedThread::new(self, &dispatch, thread, simd, tracks));
            if !self.has_barrier() {
                // Only one thread's values are in memory at a time.
                threads.try_for_each(|mut thread| {
                    let result = self.run_to_barrier(&mut thread, &mut engine);
                    read_undefined |= thread.private.read_undefined();
                    result
                })?;
                continue;
            }
            let mut threads: Vec<InterpretedThread<'_>> = threads.collect();
            // Each thread runs to the next barrier; then all continue.
            while threads.iter().any(|thread| !thread.has_ended()) {
                threads.iter_mut().try_for_each(|thread| self.run_to_barrier(thread, &mut engine))?;
                engine.local.barrier();
            }
            read_undefined |= threads.iter().any(|thread| thread.private.read_undefined());
        }
        let read_undefined = read_undefined || engine.local.read_undefined();
        let (branches, taint) = (engine.branches, engine.taint);
        Ok((Ended { read_undefined, took_undefined: undef.was_asked(), branches }, taint))
    }

    /// Whether it has an atomic operation. What that finds depends on the order of work items.
    pub(crate) fn has_atomics(&self) -> bool {
        self.kernel.memories.values().any(|op| op.kind.access.atomic().is_some())
    }

    fn has_local_memory(&self) -> bool {
        self.kernel.memories.values().any(|op| op.kind.space == MemorySpace::Local)
    }

    pub(crate) fn has_barrier(&self) -> bool {
        self.kernel.insts.values().any(|inst| matches!(inst, InstData::Sync(SyncKind::Barrier)))
    }

    /// Runs a thread to the next barrier or to its end.
    fn run_to_barrier(&self, thread: &mut InterpretedThread<'_>, engine: &mut Engine<'_>) -> Result<(), InterpError> {
        thread.run(engine).map_err(|(inst, failure)| self.error(inst, failure, engine.environment))
    }

    fn error(&self, inst: InstId, failure: Failure, environment: &Environment) -> InterpError {
        let location = self.kernel.location(inst);
        let inst = describe_inst(self.module, self.kernel, inst);
        match failure {
            Failure::Texture(reason) => InterpError::Texture { location, inst, reason },
            Failure::Access(reason) => InterpError::Access { location, inst, reason },
            Failure::Race => InterpError::Race { location, inst },
            Failure::Clobber => InterpError::Clobber { location, inst },
            Failure::StepLimit => InterpError::StepLimit { limit: environment.step_limit },
        }
    }
}

/// What an instruction uses besides its thread's values.
struct Engine<'e> {
    /// In which order lanes execute an atomic operation.
    order: LaneOrder,
    environment: &'e mut Environment,
    undef: &'e mut UndefBits,
    scratch: &'e mut Scratch,
    local: LocalMemory,
    /// Texels that the sampler need not see yet.
    unflushed: UnflushedTexels,
    /// Which ways branches were taken.
    branches: BranchDirections,
    /// What depends on undefined bytes, where the run tracks it.
    taint: Option<Taint>,
    /// Whether undefined bytes of local or private memory were read since someone made it false.
    met_undefined: bool,
    /// How many instructions hardware threads have executed.
    executed: &'e mut u64,
}

/// Buffers that are reused from one request to the next.
struct Scratch {
    parameters: Parameters,
    response: Response,
}

/// The state of one hardware thread.
struct InterpretedThread<'p> {
    program: &'p Program<'p>,
    thread: HardwareThread,
    simd: SimdWidth,
    /// By slot.
    values: Vec<Lanes>,
    /// By value: the lanes that were active at the last execution of its definition.
    fresh: Vec<u32>,
    /// By lane: its position in the schedule.
    positions: [u32; MAX_LANES],
    /// After a barrier: its block, the index of the next instruction in it, and its lanes.
    at_barrier: Option<(Block, usize, u32)>,
    private: ThreadPrivateMemory,
    /// By value: the lanes in which it depends on undefined bytes; empty where the run does not track it.
    tainted: Vec<u32>,
    /// The lanes in which the instruction at work has read such bytes.
    loaded_taint: u32,
    steps: u64,
}

impl<'p> InterpretedThread<'p> {
    fn new(
        program: &'p Program<'p>,
        dispatch: &Dispatch,
        thread: HardwareThread,
        simd: SimdWidth,
        tracks_taint: bool,
    ) -> InterpretedThread<'p> {
        let kernel = program.kernel;
        let mut values = vec![[0; MAX_LANES]; program.slots.count()];
        let mut fresh = vec![0; kernel.values.len()];
        for (value, data) in &kernel.values {
            let slot = program.slots.of(value);
            match data.def {
                ValueDef::Constant(bits) => {
                    values[slot] = [bits.get(); MAX_LANES];
                    fresh[value.as_u32() as usize] = u32::MAX;
                }
                ValueDef::Argument(index) => {
                    let argument = &kernel.arguments[index as usize];
                    fresh[value.as_u32() as usize] = if argument.uniform { u32::MAX } else { thread.active };
                    for element in 0..usize::from(data.ty.lanes) {
                        for (lane, place) in values[slot + element].iter_mut().enumerate() {
                            *place = dispatch.value(index as usize, &thread, lane, element).unwrap_or(0);
                        }
                    }
                }
                _ => {}
            }
        }
        let mut positions = [ENDED; MAX_LANES];
        for (lane, place) in positions.iter_mut().enumerate() {
            if thread.active & 1 << lane != 0 {
                *place = 0;
            }
        }
        let private = ThreadPrivateMemory::new();
        let is_undefined = |value| matches!(kernel.values[value].def, ValueDef::Undefined);
        let own = |value| if is_undefined(value) { u32::MAX } else { 0 };
        let tainted = if tracks_taint { kernel.values.keys().map(own).collect() } else { Vec::new() };
        InterpretedThread {
            program,
            thread,
            simd,
            values,
            fresh,
            positions,
            at_barrier: None,
            private,
            tainted,
            loaded_taint: 0,
            steps: 0,
        }
    }

    /// All lanes of the thread, with a work item or without.
    fn lanes(&self) -> u32 {
        u32::MAX >> (MAX_LANES as u32 - self.simd.lanes())
    }

    fn has_ended(&self) -> bool {
        self.at_barrier.is_none() && self.positions.iter().all(|place| *place == ENDED)
    }

    /// Runs to the next barrier or to the end.
    fn run(&mut self, engine: &mut Engine<'_>) -> Result<(), (InstId, Failure)> {
        if let Some((block, next, mask)) = self.at_barrier.take()
            && self.block(engine, block, next, mask)?
        {
            return Ok(());
        }
        loop {
            let place = self.positions.iter().copied().min().unwrap_or(ENDED);
            let Some(item) = self.program.schedule.items.get(place as usize) else { return Ok(()) };
            let mask = lanes_where(|lane| self.positions[lane] == place);
            match *item {
                ScheduleItem::Latch(header) => self.move_lanes(mask, header),
                ScheduleItem::Block(block) => {
                    for param in &self.program.kernel.blocks[block].params {
                        self.fresh[param.as_u32() as usize] = mask;
                    }
                    if self.block(engine, block, 0, mask)? {
                        return Ok(());
                    }
                }
            }
        }
    }

    fn move_lanes(&mut self, mask: u32, position: u32) {
        each_lane(mask).for_each(|lane| self.positions[lane] = position);
    }

    /// Runs a block from instruction `next` on. Returns whether it stopped at a barrier.
    fn block(
        &mut self,
        engine: &mut Engine<'_>,
        block: Block,
        next: usize,
        mask: u32,
    ) -> Result<bool, (InstId, Failure)> {
        let kernel = self.program.kernel;
        let insts = &kernel.blocks[block].insts;
        for (index, inst) in insts.iter().enumerate().skip(next) {
            self.steps += 1;
            *engine.executed += 1;
            if self.steps > engine.environment.step_limit {
                return Err((*inst, Failure::StepLimit));
            }
            for result in kernel.results(*inst) {
                self.fresh[result.as_u32() as usize] = mask;
            }
            match &kernel.insts[*inst] {
                InstData::Sync(SyncKind::Barrier) => {
                    self.at_barrier = Some((block, index + 1, mask));
                    return Ok(true);
                }
                InstData::Sync(SyncKind::FenceTyped) => engine.unflushed.flush(self.thread.items[0]),
                InstData::Sync(SyncKind::Fence | SyncKind::FenceLocal) => {}
                InstData::Jump(target) => self.take_edge(engine, block, target, mask),
                InstData::Branch { condition, targets } => {
                    self.pass_taint(engine, *inst, mask);
                    let condition = self.read(engine, *condition, 0);
                    let taken = lanes_where(|lane| condition[lane] & 1 == 1) & mask;
                    engine.branches.note(block, taken, mask & !taken);
                    // The lanes are disjoint, so neither call reads what the other assigns.
                    self.take_edge(engine, block, &targets[0], taken);
                    self.take_edge(engine, block, &targets[1], mask & !taken);
                }
                InstData::Return => self.move_lanes(mask, ENDED),
                data => {
                    self.instruction(engine, *inst, data, mask).map_err(|failure| (*inst, failure))?;
                    self.pass_taint(engine, *inst, mask);
                }
            }
        }
        Ok(false)
    }

    /// Moves lanes along an edge from `block` and assigns the block parameters, all at once.
    fn take_edge(&mut self, engine: &mut Engine<'_>, block: Block, target: &BlockCall, mask: u32) {
        if mask == 0 {
            return;
        }
        let program = self.program;
        let args = target.args.as_slice(&program.kernel.lists);
        let mut given: Vec<Lanes> = args.iter().map(|arg| self.read(engine, *arg, 0)).collect();
        self.choose_undefined(engine, args, &mut given);
        self.pass_taint_along(target, mask);
        for (param, lanes) in program.kernel.blocks[target.block].params.iter().zip(given) {
            self.assign(*param, 0, mask, &lanes);
        }
        let index = |block: Block| block.as_u32() as usize;
        let Schedule { position_of, latch_of, .. } = &program.schedule;
        let (from, to) = (position_of[index(block)], position_of[index(target.block)]);
        let latch = latch_of[index(target.block)];
        self.move_lanes(mask, if to <= from && latch != ENDED { latch } else { to });
    }

    /// Gives undefined arguments the values of others of the edge in some runs: random bits seldom equal these, and lowering may
    /// read one parameter for the other.
    fn choose_undefined(&self, engine: &mut Engine<'_>, args: &[Value], given: &mut [Lanes]) {
        let kernel = self.program.kernel;
        let is_undefined = |arg: Value| matches!(kernel.values[arg].def, ValueDef::Undefined);
        for (number, arg) in args.iter().enumerate().filter(|(_, arg)| is_undefined(**arg)) {
            let is_alike = |other: Value| !is_undefined(other) && kernel.ty(other) == kernel.ty(*arg);
            let count = args.iter().filter(|other| is_alike(**other)).count();
            let chosen = engine.undef.next_choice(count);
            if let Some(other) = chosen.and_then(|chosen| (0..args.len()).filter(|at| is_alike(args[*at])).nth(chosen))
            {
                given[number] = given[other];
            }
        }
    }

    fn instruction(
        &mut self,
        engine: &mut Engine<'_>,
        inst: InstId,
        data: &InstData,
        mask: u32,
    ) -> Result<(), Failure> {
        let kernel = self.program.kernel;
        match data {
            InstData::Plain { op, args } => self.plain(engine, inst, *op, &args[..op.arity()], mask),
            InstData::Vector { elements } => {
                if let Some(result) = kernel.result(inst) {
                    for (index, element) in elements.as_slice(&kernel.lists).iter().enumerate() {
                        let lanes = self.read(engine, *element, 0);
                        self.assign(result, index, mask, &lanes);
                    }
                }
            }
            InstData::Extract { vector, index } => {
                if let Some(result) = kernel.result(inst) {
                    let lanes = self.read(engine, *vector, usize::from(*index));
                    self.assign(result, 0, mask, &lanes);
                }
            }
            InstData::Element { vector, index } => self.element(engine, inst, *vector, *index, mask),
            InstData::Insert { vector, index, element } => {
                self.insert(engine, inst, [*vector, *index, *element], mask);
            }
            InstData::Texture(id) => self.texture(engine, inst, &kernel.textures[*id], mask)?,
            InstData::Memory(id) => self.memory(engine, inst, &kernel.memories[*id], mask)?,
            // Handled by the caller.
            InstData::Sync(_) | InstData::Jump(_) | InstData::Branch { .. } | InstData::Return => {}
        }
        Ok(())
    }

    /// The element that an index names; undefined where there is none.
    fn element(&mut self, engine: &mut Engine<'_>, inst: InstId, vector: Value, index: Value, mask: u32) {
        let kernel = self.program.kernel;
        let Some(result) = kernel.result(inst) else { return };
        let ty = kernel.ty(vector);
        let mut found = undefined(engine.undef, ty.scalar.mask());
        let indices = self.read(engine, index, 0);
        for element in 0..usize::from(ty.lanes) {
            let lanes = self.read(engine, vector, element);
            for lane in each_lane(mask).filter(|lane| indices[*lane] == element as u64) {
                found[lane] = lanes[lane];
            }
        }
        self.assign(result, 0, mask, &found);
    }

    /// The vector with another element where an index names one; poison where there is none.
    fn insert(&mut self, engine: &mut Engine<'_>, inst: InstId, operands: [Value; 3], mask: u32) {
        let [vector, index, element] = operands;
        let kernel = self.program.kernel;
        let Some(result) = kernel.result(inst) else { return };
        let ty = kernel.ty(vector);
        let (indices, inserted) = (self.read(engine, index, 0), self.read(engine, element, 0));
        for element in 0..usize::from(ty.lanes) {
            let (mut lanes, undefined) =
                (self.read(engine, vector, element), undefined(engine.undef, ty.scalar.mask()));
            for lane in each_lane(mask) {
                match indices[lane] {
                    index if index == element as u64 => lanes[lane] = inserted[lane],
                    index if index >= ty.lanes.into() => lanes[lane] = undefined[lane],
                    _ => {}
                }
            }
            self.assign(result, element, mask, &lanes);
        }
    }

    /// An element of a value in every lane. Each use of an undefined value gets different bits.
    fn read(&self, engine: &mut Engine<'_>, value: Value, element: usize) -> Lanes {
        let data = self.program.kernel.values[value];
        match data.def {
            ValueDef::Undefined => undefined(engine.undef, data.ty.scalar.mask()),
            ValueDef::Argument(index) if let Some(bits) = self.undefined_of_argument(index as usize, element) => {
                let defined = self.values[self.program.slots.of(value) + element];
                let undefined = undefined(engine.undef, bits & data.ty.scalar.mask());
                std::array::from_fn(|lane| defined[lane] & !bits | undefined[lane])
            }
            _ => self.values[self.program.slots.of(value) + element],
        }
    }

    /// The bits of an element of r0 or of the payload header that are undefined, if some are.
    fn undefined_of_argument(&self, index: usize, element: usize) -> Option<u64> {
        use texvisa_ir::texture::ArgumentRole::{PayloadHeader, R0};
        match (self.program.kernel.arguments[index].role, element) {
            (R0, 1 | 6 | 7) | (PayloadHeader, 0..=2) => None,
            (R0, 5) => Some(SCRATCH_LOW_BITS.into()),
            (R0 | PayloadHeader, _) => Some(u64::MAX),
            _ => None,
        }
    }

    /// Assigns an element of a value in the lanes of `mask`.
    fn assign(&mut self, value: Value, element: usize, mask: u32, lanes: &Lanes) {
        let place = &mut self.values[self.program.slots.of(value) + element];
        for lane in each_lane(mask) {
            place[lane] = lanes[lane];
        }
    }

    /// The binding table entry or handle of each lane.
    fn entries(&self, engine: &mut Engine<'_>, binding: Binding, index: Option<Value>) -> [u32; MAX_LANES] {
        match (binding, index) {
            (Binding::Table(entry), _) => [entry; MAX_LANES],
            (_, Some(index)) => self.read(engine, index, 0).map(|bits| bits as u32),
            (_, None) => [0; MAX_LANES],
        }
    }
}

/// Undefined bits in every lane.
fn undefined(undef: &mut UndefBits, mask: u64) -> Lanes {
    std::array::from_fn(|_| undef.next_bits() & mask)
}

/// The lanes of a mask, lowest first.
fn each_lane(mask: u32) -> impl Iterator<Item = usize> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let lane = rest.trailing_zeros() as usize;
        rest &= rest.wrapping_sub(1);
        (lane < MAX_LANES).then_some(lane)
    })
}

/// The lanes for which `predicate` holds.
fn lanes_where(predicate: impl Fn(usize) -> bool) -> u32 {
    (0..MAX_LANES).fold(0, |mask, lane| mask | u32::from(predicate(lane)) << lane)
}
