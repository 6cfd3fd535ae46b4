//! What texvisa's lowering of the programs makes of them, on the emulator.

use std::path::Path;
use std::time::Duration;

use texvisa::emulator::UndefBits;
use texvisa::emulator::dispatch::Grid;
use texvisa::emulator::environment::{ArgumentValue, Environment, Resource};
use texvisa::emulator::machine::Machine;
use texvisa::emulator::unit::{AddressMode, Description, Format, Precision, Sampler, Surface, SurfaceKind};
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::{Binding, Kernel, KernelId, Module, parse};
use texvisa::{Compiled, LoweringOptions, compile};
use texvisa_opencl::{Address, Filter, Image, Texel};
use texvisa_test::process::Run as Process;

use crate::programs::{Given, Run, Subject};

type Failed = Box<dyn std::error::Error>;

/// A kernel, compiled.
pub struct Emulated {
    module: Module,
    id: KernelId,
    compiled: Compiled,
}

impl Emulated {
    /// Compiles the kernel of a subject from what Intel's compiler made of its source.
    pub fn new(subject: &Subject, target: Target, simd: SimdWidth) -> Result<Emulated, Failed> {
        // What Intel's compiler hands to its code emission differs between generations.
        let file = match target {
            Target::Skl => "k.skl.ll",
            Target::Dg2 if subject.program == "rank" => "k.dg2.ll",
            _ => "k.ll",
        };
        let path = Path::new("test/corpus").join(subject.program).join(file);
        let module = import(&path, subject.kernel)?;
        let id = module.kernel(subject.kernel).ok_or("there is no such kernel")?;
        let compiled = compile(&module, id, target, simd, &LoweringOptions::default())?;
        Ok(Emulated { module, id, compiled })
    }

    /// The images that a run writes, in the order of the arguments.
    pub fn run(&self, run: &Run) -> Result<Vec<Image>, Failed> {
        let kernel = &self.module.kernels[self.id];
        let mut environment = Environment::new();
        environment.precision = Precision::Exact;
        environment.bind_constant_samplers(&self.module, kernel);
        environment.bind_constants(&self.module);
        let mut results = Vec::new();
        for (name, given) in &run.arguments {
            match given {
                Given::Source(image) => {
                    environment.bind(self.surface(kernel, name)?, Resource::Surface(surface(image)?));
                }
                Given::Result(image) => {
                    let entry = self.surface(kernel, name)?;
                    environment.bind(entry, Resource::Surface(surface(image)?));
                    results.push((entry, image));
                }
                Given::Sampler(filter, address) => {
                    environment.bind_sampler(self.sampler(kernel, name)?, sampler(*filter, *address));
                }
                Given::Words(words) if is_structure(kernel, name) => {
                    for (index, bits) in fields(kernel, name, words) {
                        environment.set_argument(index, ArgumentValue::uniform(bits));
                    }
                }
                Given::Words(words) => {
                    let is_named = |value| kernel.value_name(value) == Some(name);
                    let index = kernel.arguments.iter().position(|argument| is_named(argument.value));
                    let bits = words.iter().map(|word| u64::from(*word)).collect();
                    let index = index.ok_or_else(|| format!("there is no argument `{name}`"))?;
                    environment.set_argument(index, ArgumentValue::Uniform(bits));
                }
            }
        }
        let grid = Grid { items: [run.items[0], run.items[1], 1], group: GROUP };
        let machine = Machine::new(&self.compiled.lowered.kernel, &self.compiled.registers)?;
        machine.run(
            &self.module,
            self.id,
            &mut environment,
            &grid,
            UndefBits::constant(0x5a5a_5a5a_5a5a_5a5a),
            None,
        )?;
        let read = |(entry, like): (u32, &Image)| {
            let bytes = environment.resource(entry).ok_or("a result is gone")?.bytes().to_vec();
            Ok(Image { bytes, ..like.clone() })
        };
        results.into_iter().map(read).collect()
    }

    fn surface(&self, kernel: &Kernel, name: &str) -> Result<u32, Failed> {
        let mut known = self.module.surfaces.iter().filter(|(surface, _)| kernel.uses_surface(*surface));
        let decl = known.find(|(_, decl)| decl.argument.as_deref().unwrap_or(&decl.name) == name);
        entry(decl.map(|(_, decl)| decl.binding), name)
    }

    fn sampler(&self, kernel: &Kernel, name: &str) -> Result<u32, Failed> {
        let mut known = self.module.samplers.iter().filter(|(sampler, _)| kernel.uses_sampler(*sampler));
        let decl = known.find(|(_, decl)| decl.argument.as_deref().unwrap_or(&decl.name) == name);
        entry(decl.map(|(_, decl)| decl.binding), name)
    }
}

/// The offsets of the fields of a structure that is passed by value, with the arguments that they are: `settings.4`.
fn field_offsets<'k>(kernel: &'k Kernel, name: &'k str) -> impl Iterator<Item = (usize, usize)> + 'k {
    let offset = move |value| kernel.value_name(value)?.strip_prefix(name)?.strip_prefix('.')?.parse().ok();
    let arguments = kernel.arguments.iter().enumerate();
    arguments.filter_map(move |(index, argument)| Some((index, offset(argument.value)?)))
}

fn is_structure(kernel: &Kernel, name: &str) -> bool {
    field_offsets(kernel, name).next().is_some()
}

/// The fields of a structure in memory: which arguments they are, and their bits.
fn fields(kernel: &Kernel, name: &str, words: &[u32]) -> Vec<(usize, u64)> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let bits = |index: usize, offset: usize| {
        let size = kernel.ty(kernel.arguments[index].value).scalar.bytes() as usize;
        let field = bytes.get(offset..offset + size).unwrap_or_default();
        field.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))
    };
    field_offsets(kernel, name).map(|(index, offset)| (index, bits(index, offset))).collect()
}

/// What the tool imports of a file: in a process of its own, as this one must hold no LLVM (see [`oracle`](crate::oracle)).
fn import(path: &Path, kernel: &str) -> Result<Module, Failed> {
    let run = Process {
        program: Path::new(env!("CARGO_BIN_EXE_texvisa")),
        folder: Path::new(env!("CARGO_MANIFEST_DIR")),
        input: &[],
        merge_stderr: false,
        limit: Duration::from_secs(60),
    };
    let path = path.display().to_string();
    let how = ["--target", "tgllp", "--simd", "8", "--emit", "source", "--no-check"];
    let finished = run.with(["compile", &path, "--kernel", kernel].iter().chain(&how))?;
    if !finished.status.is_success() {
        return Err(String::from_utf8_lossy(&finished.stderr).into());
    }
    let text = String::from_utf8(finished.stdout)?;
    parse(&text).map_err(|errors| format!("{errors:?}").into())
}

/// No multiple of a hardware thread, and the grid no multiple of it.
const GROUP: [u32; 3] = [11, 5, 1];

fn entry(binding: Option<Binding>, name: &str) -> Result<u32, Failed> {
    match binding {
        Some(Binding::Table(entry)) => Ok(entry),
        other => Err(format!("`{name}` is bound as {other:?}").into()),
    }
}

fn surface(image: &Image) -> Result<Surface, Failed> {
    let format = match image.texel {
        Texel::Unorm8 => Format::Rgba8Unorm,
        Texel::Uint8 => Format::Rgba8Uint,
        Texel::Uint16 => Format::Rgba16Uint,
        Texel::Float => Format::Rgba32Float,
        Texel::RUint8 => Format::R8Uint,
        Texel::RFloat => Format::R32Float,
    };
    let (width, height, depth) = image.size;
    let kind = if depth.is_some() { SurfaceKind::D3 } else { SurfaceKind::D2 };
    let mut surface = Surface::new(Description::new(kind, format, [width, height, depth.unwrap_or(1)]))?;
    surface.bytes_mut().copy_from_slice(&image.bytes);
    Ok(surface)
}

fn sampler(filter: Filter, address: Address) -> Sampler {
    let filter = match filter {
        Filter::Nearest => texvisa::emulator::unit::Filter::Nearest,
        Filter::Linear => texvisa::emulator::unit::Filter::Linear,
    };
    let address = match address {
        Address::Repeat => AddressMode::Wrap,
        Address::MirroredRepeat => AddressMode::Mirror,
        Address::ClampToEdge => AddressMode::Clamp,
        Address::Clamp => AddressMode::ClampBorder,
    };
    Sampler { address: [address; 3], min: filter, mag: filter, ..Sampler::default() }
}
