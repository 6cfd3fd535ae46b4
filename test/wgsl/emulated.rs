//! What texvisa makes of a shader: interpreted as texture IR, and executed as vISA.

use texvisa::emulator::dispatch::Grid;
use texvisa::emulator::environment::{Environment, Resource};
use texvisa::emulator::machine::Machine;
use texvisa::emulator::unit::Precision;
use texvisa::emulator::{UndefBits, interp};
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::KernelId;
use texvisa::{LoweringOptions, compile};
use texvisa_naga::{BoundKind, FragmentOutput, ShaderImport};

use crate::fragment;
use crate::inputs::Input;
use crate::reflection::WantedVariable;

type Failed = Box<dyn std::error::Error>;

/// What undef values are.
const UNDEF: u64 = 0x5a5a_5a5a_5a5a_5a5a;

/// A kernel and how it runs.
pub struct Job<'a> {
    pub import: &'a ShaderImport,
    pub id: KernelId,
    pub variables: &'a [WantedVariable],
    pub inputs: &'a [Input],
    pub groups: [u32; 3],
}

impl Job<'_> {
    fn environment(&self) -> Result<Environment, Failed> {
        let mut environment = Environment::new();
        environment.precision = Precision::Exact;
        for (variable, input) in self.variables.iter().zip(self.inputs) {
            let entry = self.entry(variable)?;
            match input {
                Input::Buffer(bytes) => drop(environment.bind(entry, Resource::Buffer(bytes.clone()))),
                Input::Texture(surface) => {
                    drop(environment.bind(entry, Resource::Surface(surface.as_ref().clone())));
                }
                Input::Sampler(sampler) => drop(environment.bind_sampler(entry, *sampler)),
            }
        }
        let kernel = &self.import.module.kernels[self.id];
        if !self.import.outputs.is_empty() || !self.import.inputs.is_empty() {
            fragment::pass(self.import, kernel, fragment::size(self.groups), &mut environment);
        }
        Ok(environment)
    }

    fn entry(&self, variable: &WantedVariable) -> Result<u32, Failed> {
        if variable.group == fragment::OUTPUTS {
            let kernel = &self.import.module.kernels[self.id].name;
            let is_it = |output: &&FragmentOutput| {
                output.kernel == *kernel && output.location.unwrap_or(fragment::DEPTHS) == variable.binding
            };
            let found = self.import.outputs.iter().find(is_it);
            return Ok(found.ok_or_else(|| format!("`{}` has no entry", variable.name))?.entry);
        }
        let found = self.import.variables.iter().find(|bound| {
            bound.group == variable.group
                && bound.binding == variable.binding
                && (bound.kind == BoundKind::Sampler)
                    == matches!(variable.what, crate::reflection::Wanted::Sampler { .. })
        });
        Ok(found.ok_or_else(|| format!("`{}` has no entry", variable.name))?.entry)
    }

    fn grid(&self) -> Result<Grid, Failed> {
        let group = self.import.module.kernels[self.id].group_size.ok_or("the kernel has no group size")?;
        let items = [0, 1, 2].map(|axis| self.groups[axis] * group[axis]);
        Ok(Grid { items, group })
    }

    fn outputs(&self, environment: &Environment) -> Result<Vec<Vec<u8>>, Failed> {
        let mut outputs = Vec::new();
        for (variable, input) in self.variables.iter().zip(self.inputs) {
            let entry = self.entry(variable)?;
            outputs.push(match (input, environment.resource(entry)) {
                (Input::Sampler(_), _) => Vec::new(),
                (_, Some(resource)) => resource.bytes().to_vec(),
                (_, None) => return Err(format!("`{}` is gone", variable.name).into()),
            });
        }
        Ok(outputs)
    }

    /// What the interpreter leaves.
    pub fn interpreted(&self, simd: SimdWidth) -> Result<Vec<Vec<u8>>, Failed> {
        let mut environment = self.environment()?;
        let undef = UndefBits::constant(UNDEF);
        interp::run(&self.import.module, self.id, &mut environment, &self.grid()?, simd, undef)?;
        self.outputs(&environment)
    }

    /// What the machine leaves that executes the compiled kernel.
    pub fn executed(&self, target: Target, simd: SimdWidth) -> Result<Vec<Vec<u8>>, Failed> {
        let compiled = compile(&self.import.module, self.id, target, simd, &LoweringOptions::default())?;
        let mut environment = self.environment()?;
        let machine = Machine::new(&compiled.lowered.kernel, &compiled.registers)?;
        let undef = UndefBits::constant(UNDEF);
        machine.run(&self.import.module, self.id, &mut environment, &self.grid()?, undef, None)?;
        self.outputs(&environment)
    }
}
