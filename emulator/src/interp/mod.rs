//! Executes texture IR directly, wave by wave, all lanes of a wave in lockstep.
//!
//! # Order
//!
//! Of the blocks at which lanes of a wave stand, the first in topological order runs next, with all lanes that stand
//! there; loops are contiguous in that order, and a lane that goes back to a header waits until every other lane of the
//! loop is there too or has left. So a block runs with all lanes that reach it in this iteration, which gives
//! operations across lanes (`shuffle`, implicit levels of detail) their meaning.
//!
//! # Undefined values
//!
//! What the operations leave undefined takes its bits from a [`UndefBits`]. Derivatives see the coordinates of all four
//! lanes of a quad; the coordinate of a lane that is not active counts only if that lane took part in the last
//! execution of what computed it, and is undefined otherwise.
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

mod media;
mod memory;
mod plain;
mod slots;
mod texture;

use texvisa_ir::source::Location;
use texvisa_ir::target::SimdWidth;
use texvisa_ir::texture::cfg::{ControlFlow, Loops};
use texvisa_ir::texture::{
    Binding, Block, BlockCall, Inst, InstData, Kernel, KernelId, MemorySpace, Module, SyncKind, Value, ValueDef,
    VerifyError, describe_inst, verify_kernel,
};

use crate::dispatch::{Dispatch, DispatchError, Grid, HardwareThread, check_bindings};
use crate::environment::{AccessError, Environment};
use crate::local::{LocalMemory, Race};
use crate::undef_bits::UndefBits;
use crate::unit::{MAX_LANES, Parameters, Response, Unsupported};

use slots::Slots;

/// A kernel that cannot be interpreted, or not to its end.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum InterpError {
    /// The kernel is wrong; the interpreter takes what [`verify_kernel()`] accepts.
    #[error("the kernel is wrong: {}", .0.first().map_or("", |error| error.message.as_str()))]
    Invalid(Vec<VerifyError>),
    /// The run cannot start.
    #[error(transparent)]
    Dispatch(#[from] DispatchError),
    /// A texture operation that has no meaning on what is bound.
    #[error("{location}: `{inst}`: {reason}")]
    Texture {
        /// Where it stands.
        location: Location,
        /// Its text.
        inst: String,
        /// Why.
        reason: Unsupported,
    },
    /// A memory access that its resource does not allow.
    #[error("{location}: `{inst}`: {reason}")]
    Access {
        /// Where it stands.
        location: Location,
        /// Its text.
        inst: String,
        /// Why.
        reason: AccessError,
    },
    /// What the program means depends on the order of its work items.
    #[error("{location}: `{inst}`: it overwrites what another work item has read, with no barrier between them")]
    Race {
        /// Where it stands.
        location: Location,
        /// Its text.
        inst: String,
    },
    /// A wave did not come to its end.
    #[error("a hardware thread executed {limit} instructions and did not end")]
    StepLimit {
        /// The limit.
        limit: u64,
    },
}

/// Why an instruction failed, before its place is added.
enum Failure {
    Texture(Unsupported),
    Access(AccessError),
    Race,
    StepLimit,
}

impl From<Race> for Failure {
    fn from(Race: Race) -> Failure {
        Failure::Race
    }
}

impl From<Unsupported> for Failure {
    fn from(reason: Unsupported) -> Failure {
        Failure::Texture(reason)
    }
}

impl From<AccessError> for Failure {
    fn from(reason: AccessError) -> Failure {
        Failure::Access(reason)
    }
}

/// The bits of one element of a value in each lane; those that its type does not have are zero.
type Lanes = [u64; MAX_LANES];

/// A place at which lanes stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    /// A block.
    Block(Block),
    /// The way back to the header at that place.
    Latch(u32),
}

/// Where no lane stands any more.
const ENDED: u32 = u32::MAX;

/// A kernel prepared for interpretation.
#[derive(Debug)]
pub struct Program<'m> {
    module: &'m Module,
    kernel: &'m Kernel,
    items: Vec<Item>,
    /// By block: its place among the items.
    place_of: Vec<u32>,
    /// By block: the place at which lanes wait that go back to it.
    latch_of: Vec<u32>,
    slots: Slots,
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
    fill: UndefBits,
) -> Result<(), InterpError> {
    Program::new(module, id)?.run(environment, grid, simd, fill).map(|_| ())
}

/// What a run that came to its end has met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// Whether a work item read local memory in which nothing is defined: bytes that none wrote, or that another wrote
    /// with no barrier between them.
    pub read_undefined: bool,
    /// Whether it took any bits of its [`UndefBits`]. Where it took none, it does the same with every other.
    pub took_undefined: bool,
}

impl<'m> Program<'m> {
    /// Prepares kernel `id` of `module`.
    ///
    /// # Errors
    ///
    /// A kernel in which [`verify_kernel()`] finds something wrong.
    pub fn new(module: &'m Module, id: KernelId) -> Result<Program<'m>, InterpError> {
        let kernel = module.kernels.get(id).ok_or(DispatchError::NoKernel)?;
        let errors = verify_kernel(module, id);
        if !errors.is_empty() {
            return Err(InterpError::Invalid(errors));
        }
        let mut program = Program {
            module,
            kernel,
            items: Vec::new(),
            place_of: vec![ENDED; kernel.blocks.len()],
            latch_of: vec![ENDED; kernel.blocks.len()],
            slots: Slots::new(kernel),
        };
        program.order();
        Ok(program)
    }

    /// Puts the blocks in order. Where a loop has two entries, and so no header, lanes go back without waiting.
    fn order(&mut self) {
        let flow = ControlFlow::new(self.kernel);
        let loops = Loops::new(&flow).ok();
        let position = |block: Block| flow.position(block).unwrap_or(usize::MAX);
        // A block's key is the headers of the loops around it, from the outside in, then itself: so loops are
        // contiguous where they begin, and every block of a loop stands behind its header.
        let mut keyed: Vec<(Vec<usize>, Block)> = flow
            .order
            .iter()
            .map(|block| {
                let around = loops.as_ref().map(|loops| {
                    let headers = loops.enclosing(loops.innermost(*block)).map(|id| position(loops.loops[id].header));
                    headers.collect::<Vec<_>>()
                });
                let mut key: Vec<usize> = around.unwrap_or_default();
                key.reverse();
                key.push(position(*block));
                (key, *block)
            })
            .collect();
        keyed.sort();
        let mut open: Vec<Block> = Vec::new();
        for (_, block) in keyed {
            if let Some(loops) = &loops {
                let headers: Vec<Block> =
                    loops.enclosing(loops.innermost(block)).map(|id| loops.loops[id].header).collect();
                while let Some(header) = open.pop_if(|header| !headers.contains(header)) {
                    self.close(header);
                }
                if headers.first() == Some(&block) {
                    open.push(block);
                }
            }
            self.place_of[block.as_u32() as usize] = self.items.len() as u32;
            self.items.push(Item::Block(block));
        }
        while let Some(header) = open.pop() {
            self.close(header);
        }
    }

    fn close(&mut self, header: Block) {
        let header = header.as_u32() as usize;
        self.latch_of[header] = self.items.len() as u32;
        self.items.push(Item::Latch(self.place_of[header]));
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
        mut fill: UndefBits,
    ) -> Result<Ended, InterpError> {
        check_bindings(self.module, self.kernel, environment)?;
        let dispatch = Dispatch::new(self.module, self.kernel, environment, grid, simd)?;
        let mut scratch = Scratch { parameters: Parameters::new(), response: Response::new() };
        let local = LocalMemory::absent();
        let mut engine = Engine { environment, fill: &mut fill, scratch: &mut scratch, local };
        let shares = self.has_local_memory();
        let mut read_undefined = false;
        for group in dispatch.groups() {
            if shares {
                read_undefined |= engine.local.read_undefined();
                engine.local = LocalMemory::new();
            }
            let mut waves = dispatch.threads(group).map(|wave| Run::new(self, &dispatch, wave, simd));
            if !self.has_barrier() {
                // One wave's values at a time.
                waves.try_for_each(|mut wave| self.go_on(&mut wave, &mut engine))?;
                continue;
            }
            let mut waves: Vec<Run<'_>> = waves.collect();
            // Each wave runs to the next barrier, and all wait there for one another.
            while waves.iter().any(|wave| !wave.has_ended()) {
                waves.iter_mut().try_for_each(|wave| self.go_on(wave, &mut engine))?;
                engine.local.barrier();
            }
        }
        let read_undefined = read_undefined || engine.local.read_undefined();
        Ok(Ended { read_undefined, took_undefined: fill.was_asked() })
    }

    fn has_local_memory(&self) -> bool {
        self.kernel.memories.values().any(|op| op.kind.space == MemorySpace::Local)
    }

    fn has_barrier(&self) -> bool {
        self.kernel.insts.values().any(|inst| matches!(inst, InstData::Sync(SyncKind::Barrier)))
    }

    /// Runs a wave to the next barrier or to the end.
    fn go_on(&self, wave: &mut Run<'_>, engine: &mut Engine<'_>) -> Result<(), InterpError> {
        wave.run(engine).map_err(|(inst, failure)| self.error(inst, failure, engine.environment))
    }

    fn error(&self, inst: Inst, failure: Failure, environment: &Environment) -> InterpError {
        let location = self.kernel.location(inst);
        let inst = describe_inst(self.module, self.kernel, inst);
        match failure {
            Failure::Texture(reason) => InterpError::Texture { location, inst, reason },
            Failure::Access(reason) => InterpError::Access { location, inst, reason },
            Failure::Race => InterpError::Race { location, inst },
            Failure::StepLimit => InterpError::StepLimit { limit: environment.step_limit },
        }
    }
}

/// What an instruction may use besides its wave's values.
struct Engine<'e> {
    environment: &'e mut Environment,
    fill: &'e mut UndefBits,
    scratch: &'e mut Scratch,
    local: LocalMemory,
}

/// Kept from one request to the next.
struct Scratch {
    parameters: Parameters,
    response: Response,
}

/// One wave at work.
struct Run<'p> {
    program: &'p Program<'p>,
    wave: HardwareThread,
    simd: SimdWidth,
    /// By place.
    values: Vec<Lanes>,
    /// By value: the lanes that took part in the last execution of what computed it.
    fresh: Vec<u32>,
    /// By lane: where it stands.
    at: [u32; MAX_LANES],
    /// The block that a barrier interrupted, the next instruction in it, and its lanes.
    interrupted: Option<(Block, usize, u32)>,
    steps: u64,
}

impl<'p> Run<'p> {
    fn new(program: &'p Program<'p>, dispatch: &Dispatch, wave: HardwareThread, simd: SimdWidth) -> Run<'p> {
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
                    fresh[value.as_u32() as usize] = if argument.uniform { u32::MAX } else { wave.active };
                    for element in 0..usize::from(data.ty.lanes) {
                        for (lane, place) in values[slot + element].iter_mut().enumerate() {
                            *place = dispatch.value(index as usize, &wave, lane, element).unwrap_or(0);
                        }
                    }
                }
                _ => {}
            }
        }
        let mut at = [ENDED; MAX_LANES];
        for (lane, place) in at.iter_mut().enumerate() {
            if wave.active & 1 << lane != 0 {
                *place = 0;
            }
        }
        Run { program, wave, simd, values, fresh, at, interrupted: None, steps: 0 }
    }

    /// The lanes that the wave has, with a work item or without.
    fn lanes(&self) -> u32 {
        u32::MAX >> (MAX_LANES as u32 - self.simd.lanes())
    }

    fn has_ended(&self) -> bool {
        self.interrupted.is_none() && self.at.iter().all(|place| *place == ENDED)
    }

    /// Runs to the next barrier or to the end.
    fn run(&mut self, engine: &mut Engine<'_>) -> Result<(), (Inst, Failure)> {
        if let Some((block, next, mask)) = self.interrupted.take()
            && self.block(engine, block, next, mask)?
        {
            return Ok(());
        }
        loop {
            let place = self.at.iter().copied().min().unwrap_or(ENDED);
            let Some(item) = self.program.items.get(place as usize) else { return Ok(()) };
            let mask = lanes_where(|lane| self.at[lane] == place);
            match *item {
                Item::Latch(header) => self.move_lanes(mask, header),
                Item::Block(block) => {
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

    fn move_lanes(&mut self, mask: u32, place: u32) {
        each_lane(mask).for_each(|lane| self.at[lane] = place);
    }

    /// Runs a block from instruction `next` on; whether a barrier interrupted it.
    fn block(
        &mut self,
        engine: &mut Engine<'_>,
        block: Block,
        next: usize,
        mask: u32,
    ) -> Result<bool, (Inst, Failure)> {
        let kernel = self.program.kernel;
        let insts = &kernel.blocks[block].insts;
        for (index, inst) in insts.iter().enumerate().skip(next) {
            self.steps += 1;
            if self.steps > engine.environment.step_limit {
                return Err((*inst, Failure::StepLimit));
            }
            for result in kernel.results(*inst) {
                self.fresh[result.as_u32() as usize] = mask;
            }
            match &kernel.insts[*inst] {
                InstData::Sync(SyncKind::Barrier) => {
                    self.interrupted = Some((block, index + 1, mask));
                    return Ok(true);
                }
                InstData::Sync(SyncKind::Fence | SyncKind::FenceLocal | SyncKind::FenceTyped) => {}
                InstData::Jump(target) => self.go(engine, block, target, mask),
                InstData::Branch { condition, targets } => {
                    let truth = self.read(engine, *condition, 0);
                    let taken = lanes_where(|lane| truth[lane] & 1 == 1) & mask;
                    // The lanes are disjoint, so neither sees what the other assigns.
                    self.go(engine, block, &targets[0], taken);
                    self.go(engine, block, &targets[1], mask & !taken);
                }
                InstData::Return => self.move_lanes(mask, ENDED),
                data => self.instruction(engine, *inst, data, mask).map_err(|failure| (*inst, failure))?,
            }
        }
        Ok(false)
    }

    /// Lanes go from `block` to a target and assign its parameters, all at once.
    fn go(&mut self, engine: &mut Engine<'_>, block: Block, target: &BlockCall, mask: u32) {
        if mask == 0 {
            return;
        }
        let program = self.program;
        let args = target.args.as_slice(&program.kernel.lists);
        let given: Vec<Lanes> = args.iter().map(|arg| self.read(engine, *arg, 0)).collect();
        for (param, lanes) in program.kernel.blocks[target.block].params.iter().zip(given) {
            self.assign(*param, 0, mask, &lanes);
        }
        let index = |block: Block| block.as_u32() as usize;
        let (from, to) = (program.place_of[index(block)], program.place_of[index(target.block)]);
        let latch = program.latch_of[index(target.block)];
        self.move_lanes(mask, if to <= from && latch != ENDED { latch } else { to });
    }

    fn instruction(&mut self, engine: &mut Engine<'_>, inst: Inst, data: &InstData, mask: u32) -> Result<(), Failure> {
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
            InstData::Texture(id) => self.texture(engine, inst, &kernel.textures[*id], mask)?,
            InstData::Memory(id) => self.memory(engine, inst, &kernel.memories[*id], mask)?,
            // Handled where the block is run.
            InstData::Sync(_) | InstData::Jump(_) | InstData::Branch { .. } | InstData::Return => {}
        }
        Ok(())
    }

    /// An element of a value in every lane. Of a value that is undefined, each use gets other bits.
    fn read(&self, engine: &mut Engine<'_>, value: Value, element: usize) -> Lanes {
        let data = self.program.kernel.values[value];
        match data.def {
            ValueDef::Undefined => undefined(engine.fill, data.ty.scalar.mask()),
            ValueDef::Argument(index) if self.is_undefined_argument(index as usize, element) => {
                undefined(engine.fill, data.ty.scalar.mask())
            }
            _ => self.values[self.program.slots.of(value) + element],
        }
    }

    /// Whether nothing says what an element of r0 or of the payload header is.
    fn is_undefined_argument(&self, index: usize, element: usize) -> bool {
        use texvisa_ir::texture::ArgumentRole::{PayloadHeader, R0};
        match self.program.kernel.arguments[index].role {
            R0 => !matches!(element, 1 | 6 | 7),
            PayloadHeader => element > 2,
            _ => false,
        }
    }

    /// Gives the lanes of `mask` their element of a value.
    fn assign(&mut self, value: Value, element: usize, mask: u32, lanes: &Lanes) {
        let place = &mut self.values[self.program.slots.of(value) + element];
        for lane in each_lane(mask) {
            place[lane] = lanes[lane];
        }
    }

    /// The table entry or handle of each lane.
    fn entries(&self, engine: &mut Engine<'_>, binding: Binding, index: Option<Value>) -> [u32; MAX_LANES] {
        match (binding, index) {
            (Binding::Table(entry), _) => [entry; MAX_LANES],
            (_, Some(index)) => self.read(engine, index, 0).map(|bits| bits as u32),
            (_, None) => [0; MAX_LANES],
        }
    }
}

/// Undefined bits in every lane.
fn undefined(fill: &mut UndefBits, mask: u64) -> Lanes {
    std::array::from_fn(|_| fill.next_bits() & mask)
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

/// The lanes that something is true of.
fn lanes_where(truth: impl Fn(usize) -> bool) -> u32 {
    (0..MAX_LANES).fold(0, |mask, lane| mask | u32::from(truth(lane)) << lane)
}
