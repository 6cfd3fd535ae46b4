//! Executes vISA from a byte-addressed register file.
//!
//! Every lane has a program counter. Of the lanes of a hardware thread those with the lowest one run, as on hardware
//! (GOTO, Notes); the others are pending. An instruction works on the lanes of its execution mask `Mk` that run, or on
//! all of them with `NM`, and of these on those that its predicate leaves: combined first, then inverted (vISA
//! operands, 'Predication').
//!
//! Nothing is taken from lowering: parameters of messages are read from their registers through
//! [`decode`](crate::decode). Bytes that a message leaves undefined, registers that nothing wrote and lanes that do not
//! exist have bits of an [`UndefBits`], so that a program which depends on them gives other results with other bits.
//!
//! # Example
//!
//! ```
//! use texvisa_emulator::dispatch::Grid;
//! use texvisa_emulator::environment::{Environment, Resource};
//! use texvisa_emulator::{UndefBits, machine};
//! use texvisa_ir::target::{SimdWidth, Target};
//! use texvisa_ir::visa::RegisterMap;
//! use texvisa_lowering::{LoweringOptions, lower};
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
//! let kernel = module.kernels[id].clone();
//! let kernel = lower(&module, kernel, Target::Tgllp, SimdWidth::Simd16, &LoweringOptions::default()).expect("it can be lowered").kernel;
//! let registers = RegisterMap::unbounded(&kernel);
//! let mut environment = Environment::new();
//! environment.bind(0, Resource::Buffer(vec![0; 16]));
//! let grid = Grid { items: [4, 1, 1], group: [4, 1, 1] };
//! machine::run(&kernel, &registers, &module, id, &mut environment, &grid, UndefBits::constant(0))?;
//! let bytes = environment.resource(0).map(Resource::bytes);
//! assert_eq!(bytes, Some(&[0, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 9, 0, 0, 0][..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alu;
mod atomic;
mod data_port;
mod engine;
mod error;
mod event;
mod extended_alu;
mod float_mode;
mod groups;
mod indirect;
mod lockstep;
mod media;
mod memory;
mod message;
mod operand;
mod pointer;
mod registers;
mod run;
mod scratch;
mod step;
mod thread;
mod vector_alu;

use texvisa_ir::target::Target;
use texvisa_ir::texture::{KernelId, Module};
use texvisa_ir::visa::abi::ArgumentLayout;
use texvisa_ir::visa::{Inst, RegisterMap, Storage, Var, VisaKernel};

use crate::approximation::Approximation;
use crate::denormals::FlushedDenormals;
use crate::dispatch::{Dispatch, DispatchError, Grid, HardwareThread, check_bindings};
use crate::environment::Environment;
use crate::local::LOCAL_BYTES;
use crate::undef_bits::UndefBits;

use engine::Engine;
pub use error::{Fault, MachineError, Trap};
pub use event::{MessageEvent, Trace};
use float_mode::FloatMode;
use lockstep::LockstepGroup;
use memory::Memory;
use operand::{OperandLayout, STATE_BYTES, write_state_registers};
use step::Step;
use thread::Thread;
use vector_alu::VectorCode;

/// The most bytes of a register file: far above what any check needs.
pub const MAX_REGISTER_BYTES: u64 = 1 << 24;

/// A kernel with its registers, checked and resolved once.
#[derive(Debug)]
pub struct Machine<'k> {
    kernel: &'k VisaKernel,
    map: &'k RegisterMap,
    steps: Vec<Step>,
    vector_code: VectorCode,
    file_bytes: usize,
    /// Bytes of the state registers behind the register file; 0 where it reads none.
    state_bytes: usize,
    /// Whether it has barriers.
    has_barriers: bool,
    /// Whether no thread reads what another writes, local memory aside.
    reads_nothing_it_writes: bool,
    /// Which denormals are zeros at its end, where it keeps as many as anywhere.
    flushed_denormals: FlushedDenormals,
    /// Where it finds its arguments, if not where texvisa's own kernels do.
    arguments: Option<ArgumentLayout>,
}

/// Runs `kernel`, lowered from kernel `id` of `module`, on `environment`. The texture IR says which arguments there
/// are.
///
/// # Errors
///
/// See [`MachineError`]. Memory then holds what was written until then.
pub fn run(
    kernel: &VisaKernel,
    map: &RegisterMap,
    module: &Module,
    id: KernelId,
    environment: &mut Environment,
    grid: &Grid,
    fill: UndefBits,
) -> Result<(), MachineError> {
    Machine::new(kernel, map)?.run(module, id, environment, grid, fill, None)
}

impl<'k> Machine<'k> {
    /// Resolves the operands of `kernel` with the registers that `map` gives its variables.
    ///
    /// # Errors
    ///
    /// Instructions that no machine could execute.
    pub fn new(kernel: &'k VisaKernel, map: &'k RegisterMap) -> Result<Machine<'k>, MachineError> {
        Machine::resolve(kernel, map, kernel.grf_bytes(), Approximation::default())
    }

    /// The same with functions that hardware computes only nearly rounded otherwise.
    ///
    /// # Errors
    ///
    /// As [`Machine::new`].
    pub fn with_approximation(
        kernel: &'k VisaKernel,
        map: &'k RegisterMap,
        approximation: Approximation,
    ) -> Result<Machine<'k>, MachineError> {
        Machine::resolve(kernel, map, kernel.grf_bytes(), approximation)
    }

    /// The same on registers of `grf_bytes` (32 or 64), whichever the kernel's target has: where channels of a response
    /// begin depends on nothing else of it.
    ///
    /// # Errors
    ///
    /// As [`Machine::new`]; registers of another size.
    pub fn with_registers(
        kernel: &'k VisaKernel,
        map: &'k RegisterMap,
        grf_bytes: u32,
    ) -> Result<Machine<'k>, MachineError> {
        Machine::resolve(kernel, map, grf_bytes, Approximation::default())
    }

    fn resolve(
        kernel: &'k VisaKernel,
        map: &'k RegisterMap,
        grf_bytes: u32,
        approximation: Approximation,
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
        let layout = OperandLayout { kernel, map, grf_bytes, bytes };
        let labels = label_positions(kernel);
        let mut vector_code = VectorCode::default();
        let mut mode = FloatMode::new(approximation);
        let main_function = kernel.main_function();
        let resolve = |(index, inst): (usize, &Inst)| {
            let step = match inst {
                Inst::Return if !main_function.contains(&index) => Err(Fault::ReturnOutsideMain),
                inst => step::resolve(&layout, &labels, inst, &mut mode, &mut vector_code),
            };
            step.map_err(|fault| MachineError::Illegal { index, inst: error::text(kernel, index), fault })
        };
        let mut steps = kernel.insts.iter().enumerate().map(resolve).collect::<Result<Vec<_>, _>>()?;
        let mut behind = 0;
        for step in steps.iter_mut().rev() {
            behind = match step {
                Step::Vector { count, .. } => {
                    *count += behind;
                    *count
                }
                _ => 0,
            };
        }
        vector_code.find_alike();
        let reads_state = kernel.vars.values().any(|decl| matches!(decl.storage, Storage::Predefined(_)));
        let has_barriers = steps.iter().any(|step| matches!(step, Step::Barrier));
        let reads_nothing_it_writes = step::reads_nothing_it_writes(kernel, &steps);
        Ok(Machine {
            kernel,
            map,
            steps,
            vector_code,
            file_bytes: bytes as usize,
            state_bytes: if reads_state { STATE_BYTES as usize } else { 0 },
            has_barriers,
            reads_nothing_it_writes,
            flushed_denormals: mode.flushed_denormals(),
            arguments: None,
        })
    }

    /// The same with arguments where `arguments` says, each by its number in the texture IR: a kernel that texvisa has
    /// not compiled. Inputs need not be arguments each; what no argument covers is undefined.
    #[must_use]
    pub fn with_arguments(self, arguments: ArgumentLayout) -> Machine<'k> {
        Machine { arguments: Some(arguments), ..self }
    }

    /// Which denormals are zeros in the kernel.
    pub fn flushed_denormals(&self) -> FlushedDenormals {
        self.flushed_denormals
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
        let own;
        let places = match &self.arguments {
            Some(given) => given,
            None => {
                own = dispatch.argument_layout(target).map_err(DispatchError::from)?;
                self.check_inputs(&own)?;
                &own
            }
        };
        let items = grid.items.iter().map(|items| u64::from(*items)).product();
        self.run_groups(&dispatch, places, &fill, environment, trace, &mut |done| progress(done, items))
    }

    /// Runs one hardware thread from a register file that the caller has filled, with the lanes that `start` has active,
    /// which may be none; returns the register file. Bytes that `file` lacks are undefined. The thread is alone in its
    /// group, so no barrier stops it.
    ///
    /// # Errors
    ///
    /// See [`MachineError`].
    pub fn run_thread(
        &self,
        environment: &mut Environment,
        start: &HardwareThread,
        file: Vec<u8>,
        fill: UndefBits,
        trace: Option<&mut Trace<'_>>,
    ) -> Result<Vec<u8>, MachineError> {
        let mut files = self.run_threads(environment, vec![(start.clone(), file)], fill, trace)?;
        Ok(files.pop().unwrap_or_default())
    }

    /// Runs the threads of one group, each from its register file; returns these, in the order of the threads. Bytes
    /// that a file lacks are undefined, and so is local memory.
    ///
    /// # Errors
    ///
    /// See [`MachineError`].
    pub fn run_threads(
        &self,
        environment: &mut Environment,
        starts: Vec<(HardwareThread, Vec<u8>)>,
        mut fill: UndefBits,
        trace: Option<&mut Trace<'_>>,
    ) -> Result<Vec<Vec<u8>>, MachineError> {
        let mut engine = Engine::new(Memory::Direct(environment), trace);
        engine.local.resize(LOCAL_BYTES, 0);
        fill.begin(&mut engine.local);
        // All files are as long as the longest.
        let lengths: Vec<usize> = starts.iter().map(|(_, file)| file.len().max(self.file_bytes)).collect();
        let stride = lengths.iter().copied().max().unwrap_or(self.file_bytes) + self.state_bytes;
        let mut files = vec![0; stride * starts.len()];
        let mut threads = Vec::new();
        for (number, ((start, given), file)) in starts.into_iter().zip(files.chunks_exact_mut(stride)).enumerate() {
            let mut fill = fill.part(number as u64);
            file[..given.len()].copy_from_slice(&given);
            fill.overwrite(&mut file[given.len()..]);
            self.write_state(file);
            let mut thread = Thread::new(self.kernel, start, fill);
            thread.begin();
            threads.push(thread);
        }
        self.finish(&mut engine, LockstepGroup { threads: &mut threads, files: &mut files, stride })?;
        Ok(files.chunks_exact(stride).zip(lengths).map(|(file, length)| file[..length].to_vec()).collect())
    }

    /// Writes the state registers that the kernel reads to a thread's file.
    fn write_state(&self, file: &mut [u8]) {
        if self.state_bytes != 0 {
            write_state_registers(file, self.file_bytes);
        }
    }

    /// Whether every input is where the interface puts an argument, and the register map agrees.
    fn check_inputs(&self, places: &ArgumentLayout) -> Result<(), MachineError> {
        for (index, input) in self.kernel.inputs.iter().enumerate() {
            let (offset, bytes) = (u32::from(input.offset), u32::from(input.bytes));
            let address = self.map.address(self.kernel, input.var);
            let alike: Vec<u32> =
                places.arguments.iter().filter(|place| place.bytes == bytes).map(|place| place.offset).collect();
            if address != offset || !alike.contains(&offset) {
                return Err(MachineError::Input { index, offset, address, bytes, places: alike });
            }
        }
        Ok(())
    }
}

/// Whether every variable lives in one that the kernel has, and at the end in itself.
fn check_storage(kernel: &VisaKernel) -> Result<(), MachineError> {
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

/// By label: its position among the instructions.
fn label_positions(kernel: &VisaKernel) -> Vec<Option<usize>> {
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
