//! Writes the kernels of a random module.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{Block, Builder, Kernel, Module, Op, Scalar, Type, Value};

use super::config::Config;
use super::declarations::{self, Resources};
use super::names;
use super::pool::{Known, Pool};

/// A random module, which has nothing that [`verify`](texvisa_ir::texture::verify()) would report.
pub fn module(seed: u64, config: &Config) -> Module {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut module = Module::default();
    match config.target {
        Some((target, simd)) => (module.target, module.simd) = (Some(target), Some(simd)),
        None => {
            module.target = rng.bool().then(|| Target::ALL[rng.usize(..Target::ALL.len())]);
            module.simd = rng.bool().then(|| SimdWidth::ALL[rng.usize(..SimdWidth::ALL.len())]);
        }
    }
    let resources = declarations::declare(&mut module, &mut rng, config);
    for index in 0..rng.u32(config.kernels.clone()) {
        let odd = names::name(&mut rng, config.all_syntax);
        let name = if odd.is_empty() { format!("k{index}") } else { format!("{odd}{index}") };
        let kernel = Generator::kernel(&name, &module, &resources, &mut rng, config);
        module.add_kernel(kernel);
    }
    module
}

/// A kernel that is being written.
pub(super) struct Generator<'a> {
    pub config: &'a Config,
    pub module: &'a Module,
    pub resources: &'a Resources,
    pub rng: &'a mut fastrand::Rng,
    pub builder: Builder,
    pub pool: Pool,
    /// Operations that are still to be written.
    pub budget: u32,
    /// Conditionals and loops that may still be written.
    pub branches: u32,
    /// Stores that were written.
    pub slot: u32,
    /// The lane's local id, as `i32`.
    pub x: Value,
    /// Sixteen times that.
    pub base: Value,
}

impl<'a> Generator<'a> {
    fn kernel(
        name: &str,
        module: &'a Module,
        resources: &'a Resources,
        rng: &'a mut fastrand::Rng,
        config: &'a Config,
    ) -> Kernel {
        let mut builder = Builder::new(name);
        let mut pool = Pool::default();
        let local_id = declarations::arguments(&mut builder, &mut pool, rng, config);
        let entry = builder.create_block(if rng.bool() { "entry" } else { "" });
        builder.switch_to(entry);
        let x = builder.convert(Op::ZExt, local_id, Type::I32);
        let four = builder.constant_int(Type::I32, 4);
        let base = builder.op(Op::Shl, Type::I32, &[x, four]);
        let (budget, branches) = (rng.u32(config.operations.clone()), config.branches);
        let mut generator =
            Generator { config, module, resources, rng, builder, pool, budget, branches, slot: 0, x, base };
        // Arguments need not be used; what is computed from them is stored where nothing uses it.
        let entered = generator.pool.enter();
        generator.define(x, Type::I32, true);
        generator.region(0, None);
        generator.store_unused(entered);
        generator.builder.ret();
        if config.all_syntax && generator.rng.u8(..4) == 0 {
            generator.unreachable_block();
        }
        generator.builder.finish()
    }

    /// A block that nothing reaches, and that uses what it likes.
    fn unreachable_block(&mut self) {
        let block = self.new_block();
        let param = self.builder.block_param(block, "", Type::I32);
        self.builder.switch_to(block);
        self.define(param, Type::I32, true);
        self.operation();
        let again = self.builder.constant_int(Type::I1, 1);
        self.builder.branch(again, (block, &[param]), (block, &[param]));
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.rng.u32(..n) == 0
    }

    /// A new block at the end of the kernel, mostly without a name.
    pub fn new_block(&mut self) -> Block {
        let name = names::name(self.rng, self.config.all_syntax);
        self.builder.create_block(name)
    }

    /// Brings a value into scope, sometimes with a name.
    pub fn define(&mut self, value: Value, ty: Type, certain: bool) -> Known {
        let name = names::name(self.rng, self.config.all_syntax);
        self.builder.name(value, name);
        let known = Known { value, ty, certain };
        self.pool.add(known);
        known
    }

    /// Writes one operation.
    pub fn operation(&mut self) {
        let percent = self.rng.u32(..100);
        if percent < self.config.texture_percent {
            self.texture();
        } else if self.config.memory && percent >= 90 {
            self.memory();
        } else if percent.is_multiple_of(10) {
            self.store_something();
        } else {
            self.plain();
        }
    }

    /// A value of that type: one in scope, a constant, where the configuration allows it an undefined one.
    pub fn operand(&mut self, ty: Type) -> Known {
        if self.config.undefined && self.one_in(40) {
            return Known { value: self.builder.undefined(ty), ty, certain: false };
        }
        self.some(ty, false)
    }

    /// A certain value of that type.
    pub fn certain(&mut self, ty: Type) -> Value {
        self.some(ty, true).value
    }

    fn some(&mut self, ty: Type, certain: bool) -> Known {
        if !self.one_in(4)
            && let Some(known) = self.pool.pick(self.rng, ty, certain)
        {
            return known;
        }
        if ty.is_scalar() {
            return Known { value: self.constant(ty.scalar), ty, certain: true };
        }
        let element = Type::scalar(ty.scalar);
        let elements: Vec<_> = (0..ty.lanes).map(|_| self.some(element, certain)).collect();
        let values: Vec<_> = elements.iter().map(|known| known.value).collect();
        let vector = self.builder.vector(&values);
        Known { value: vector, ty, certain: elements.iter().all(|known| known.certain) }
    }

    /// A constant, often one at an edge.
    pub fn constant(&mut self, scalar: Scalar) -> Value {
        let ty = Type::scalar(scalar);
        let bits = match scalar {
            Scalar::F32 => u64::from(self.float().to_bits()),
            Scalar::F16 => u64::from(f16_bits(self.rng, self.config.all_syntax)),
            _ => {
                let edges = [0, 1, u64::MAX, 1 << (scalar.bits() - 1), (1 << (scalar.bits() - 1)) - 1];
                match self.rng.u8(..4) {
                    0 => edges[self.rng.usize(..edges.len())],
                    1 => self.rng.u64(..),
                    _ => self.rng.u64(..32),
                }
            }
        };
        self.builder.kernel_mut().constant_value(ty, bits)
    }

    fn float(&mut self) -> f32 {
        const EDGES: [f32; 6] = [0.0, -0.0, 1.0, 0.5, -1.0, 1.5];
        const ODD: [f32; 6] = [f32::INFINITY, f32::NEG_INFINITY, f32::NAN, f32::MIN_POSITIVE, 1e-45, f32::MAX];
        match self.rng.u8(..6) {
            0..=2 => EDGES[self.rng.usize(..EDGES.len())],
            3 if self.config.all_syntax => ODD[self.rng.usize(..ODD.len())],
            4 if self.config.all_syntax => f32::from_bits(self.rng.u32(..)),
            _ => self.rng.i32(-64..192) as f32 / 32.0,
        }
    }
}

/// Bits of a half float: all of them, or those of small numbers.
fn f16_bits(rng: &mut fastrand::Rng, all: bool) -> u16 {
    if all { rng.u16(..) } else { 0x3000 + rng.u16(..0x1000) }
}
