//! What the tests of the engines share: both engines on one grid, and the buffers that they leave.

#![allow(dead_code)]

use texvisa_emulator::UndefBits;
use texvisa_emulator::dispatch::Grid;
use texvisa_emulator::environment::{ArgumentValue, Environment, Resource};
use texvisa_emulator::interp::{self, InterpError};
use texvisa_emulator::machine::{self, MachineError};
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{KernelId, Module, parse};
use texvisa_ir::visa::{RegisterMap, VisaKernel, asm};

/// The fill of runs in which nothing is undefined.
pub const FILL: u64 = 0xa5a5_a5a5_a5a5_a5a5;

/// A module of texture IR text with one kernel.
pub fn module(text: &str) -> (Module, KernelId) {
    let module = parse(text).unwrap_or_else(|errors| panic!("{errors:?}"));
    let id = module.kernels.keys().next().expect("a kernel");
    (module, id)
}

/// A kernel of vISA text, with the part of it that every kernel has in common.
pub fn kernel(target: Target, declarations: &str, body: &str) -> VisaKernel {
    let text = format!(
        ".version 4.1\n.kernel \"k\"\n.decl T6 v_type=T num_elts=1\n.decl S0 v_type=S num_elts=1\n{declarations}\n\
         .kernel_attr Target=\"3d\"\n\n.function \"_main_0\"\n{body}\n"
    );
    asm::parse(&text, target).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// One row of work items, in one group.
pub fn row(items: u32) -> Grid {
    Grid { items: [items, 1, 1], group: [items, 1, 1] }
}

/// An environment with a buffer of `words` zeros at entry 0.
pub fn buffer(words: usize) -> Environment {
    let mut environment = Environment::new();
    environment.bind(0, Resource::Buffer(vec![0; 4 * words]));
    environment
}

/// The environment with one more value a work item.
pub fn with_argument(mut environment: Environment, index: usize, values: &[u32]) -> Environment {
    let values = values.iter().map(|value| u64::from(*value)).collect();
    environment.set_argument(index, ArgumentValue::PerItem(values));
    environment
}

/// The words of the buffer at entry 0.
pub fn words(environment: &Environment) -> Vec<u32> {
    let bytes = environment.resource(0).expect("bound").bytes();
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

/// What the interpreter leaves at entry 0.
pub fn interpret(text: &str, environment: &Environment, grid: &Grid, fill: UndefBits) -> Result<Vec<u32>, InterpError> {
    let (module, id) = module(text);
    let mut environment = environment.clone();
    interp::run(&module, id, &mut environment, grid, SimdWidth::Simd8, fill)?;
    Ok(words(&environment))
}

/// What the machine leaves at entry 0.
pub fn execute(
    kernel: &VisaKernel,
    text: &str,
    environment: &Environment,
    grid: &Grid,
) -> Result<Vec<u32>, MachineError> {
    let (module, id) = module(text);
    let map = RegisterMap::unbounded(kernel);
    let mut environment = environment.clone();
    machine::run(kernel, &map, &module, id, &mut environment, grid, UndefBits::constant(FILL))?;
    Ok(words(&environment))
}
