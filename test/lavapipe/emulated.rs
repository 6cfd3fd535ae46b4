//! What texvisa answers: a kernel of one texture operation, compiled, and executed from its registers.

use texvisa::emulator::UndefBits;
use texvisa::emulator::dispatch::Grid;
use texvisa::emulator::environment::{ArgumentValue, Environment, Resource};
use texvisa::emulator::machine::Machine;
use texvisa::emulator::unit::{Kind, Precision, SurfaceKind};
use texvisa::ir::texture::{Builder, Dimension, Module, Op, Role, Scalar, TextureKind, Type, Value};
use texvisa::lowering::Reason;
use texvisa::{CompileError, LoweringOptions, compile};

use crate::state::{Operation, Point, State};

type Failed = Box<dyn std::error::Error>;

/// A parameter of the kernel: its role, its type, and where a point has it.
struct Parameter {
    role: Role,
    ty: Type,
    of: fn(&Point) -> u32,
}

const fn parameter(role: Role, ty: Type, of: fn(&Point) -> u32) -> Parameter {
    Parameter { role, ty, of }
}

/// The parameters that an operation on such a surface has, coordinates first.
fn parameters(state: &State) -> Vec<Parameter> {
    let is_load = matches!(state.operation, Operation::Load | Operation::LoadSample);
    let ty = if is_load { Type::I32 } else { Type::F32 };
    let u = parameter(Role::U, ty, |point| point.place[0]);
    let v = parameter(Role::V, ty, |point| point.place[1]);
    let r = parameter(Role::R, ty, |point| point.place[2]);
    let layer = |role| parameter(role, ty, |point| point.layer);
    let mut all = match state.surface.kind() {
        _ if matches!(state.operation, Operation::Size | Operation::Samples) => vec![],
        SurfaceKind::Null | SurfaceKind::Buffer => vec![],
        SurfaceKind::D1 => vec![u],
        SurfaceKind::D1Array => vec![u, layer(Role::V)],
        SurfaceKind::D2 => vec![u, v],
        SurfaceKind::D2Array => vec![u, v, layer(Role::R)],
        SurfaceKind::D3 | SurfaceKind::Cube => vec![u, v, r],
        SurfaceKind::CubeArray => vec![u, v, r, layer(Role::Ai)],
    };
    match state.operation {
        Operation::Load if !state.is_level_zero => all.push(parameter(Role::Lod, Type::I32, |point| point.level)),
        Operation::Size => all.push(parameter(Role::Lod, Type::I32, |point| point.level)),
        Operation::SampleLod | Operation::SampleCompare if !state.is_level_zero => {
            all.push(parameter(Role::Lod, Type::F32, |point| point.level));
        }
        Operation::LoadSample => all.push(parameter(Role::Si, Type::I32, |point| point.sample)),
        Operation::SampleGrad => {
            let gradients: [Parameter; 6] = [
                parameter(Role::DuDx, Type::F32, |point| point.gradients[0][0]),
                parameter(Role::DuDy, Type::F32, |point| point.gradients[1][0]),
                parameter(Role::DvDx, Type::F32, |point| point.gradients[0][1]),
                parameter(Role::DvDy, Type::F32, |point| point.gradients[1][1]),
                parameter(Role::DrDx, Type::F32, |point| point.gradients[0][2]),
                parameter(Role::DrDy, Type::F32, |point| point.gradients[1][2]),
            ];
            let axes = if state.surface.kind().is_cube() { 3 } else { state.surface.kind().filtered_axes() };
            all.extend(gradients.into_iter().take(2 * axes));
        }
        _ => {}
    }
    if state.operation.is_compared() {
        all.push(parameter(Role::Ref, Type::F32, |point| point.reference));
    }
    if state.has_offsets {
        all.push(parameter(Role::OffU, Type::I32, |point| point.offsets[0]));
        all.push(parameter(Role::OffV, Type::I32, |point| point.offsets[1]));
    }
    all
}

const SURFACE: u32 = 0;
const ANSWERS: u32 = 1;
const SAMPLER: u32 = 0;

fn dimension(state: &State) -> Dimension {
    match state.surface.kind() {
        SurfaceKind::Null => Dimension::Any,
        SurfaceKind::D1 => Dimension::D1,
        SurfaceKind::D1Array => Dimension::D1Array,
        SurfaceKind::D2 if state.surface.samples() > 1 => Dimension::D2Ms,
        SurfaceKind::D2 => Dimension::D2,
        SurfaceKind::D2Array if state.surface.samples() > 1 => Dimension::D2MsArray,
        SurfaceKind::D2Array => Dimension::D2Array,
        SurfaceKind::D3 => Dimension::D3,
        SurfaceKind::Cube => Dimension::Cube,
        SurfaceKind::CubeArray => Dimension::CubeArray,
        SurfaceKind::Buffer => Dimension::Buffer,
    }
}

/// The kernel: its first argument is the number of the work item, the others are the parameters.
fn module(state: &State, parameters: &[Parameter]) -> Module {
    let mut module = Module::default();
    let scalar = match state.surface.format().kind() {
        Kind::Float => Scalar::F32,
        Kind::Uint | Kind::Sint => Scalar::I32,
    };
    let surface = module.add_surface("surface", dimension(state), Some(scalar), SURFACE);
    let answers = module.add_surface("answers", Dimension::Raw, None, ANSWERS);
    let sampler = module.add_sampler("sampler", SAMPLER);
    let mut builder = Builder::new("ask");
    let item = builder.argument("item", Type::I32, false);
    let mut given: Vec<(Role, Value)> = parameters
        .iter()
        .map(|parameter| (parameter.role, builder.argument(parameter.role.name(), parameter.ty, false)))
        .collect();
    let entry = builder.create_block("entry");
    builder.switch_to(entry);
    let zero = builder.constant_int(Type::I32, 0);
    let kind = match state.operation {
        Operation::Load => TextureKind::Load,
        Operation::LoadSample => TextureKind::LoadMs,
        Operation::Gather | Operation::GatherCompare => TextureKind::Gather4,
        Operation::SampleLod | Operation::SampleGrad | Operation::SampleCompare => TextureKind::Sample,
        Operation::Size | Operation::Samples => TextureKind::Size,
    };
    if state.is_level_zero {
        let level = if kind == TextureKind::Load { zero } else { builder.constant_f32(0.0) };
        given.push((Role::Lod, level));
    }
    if state.operation == Operation::Samples {
        given.push((Role::Lod, zero));
    }
    if state.operation == Operation::LoadSample {
        let mut words = builder.texture(TextureKind::LoadMcs, surface);
        for (role, value) in given.iter().filter(|(role, _)| *role != Role::Si) {
            words = words.param(*role, *value);
        }
        let words = words.result(Scalar::I32);
        given.push((Role::Mcs, words));
    }
    let mut operation = builder.texture(kind, surface).offset(state.offset).channel(state.channel);
    if kind.has_sampler() {
        operation = operation.sampler(sampler);
    }
    for (role, value) in given {
        operation = operation.param(role, value);
    }
    let scalar = match kind {
        TextureKind::Size => Scalar::I32,
        _ if state.is_half => Scalar::F16,
        _ => scalar,
    };
    let answer = operation.result(scalar);
    let samples = (state.operation == Operation::Samples).then(|| {
        let info = builder.texture(TextureKind::SampleInfo, surface).result(Scalar::I32);
        builder.extract(info, 0)
    });
    let sixteen = builder.constant_int(Type::I32, 16);
    let first = builder.op(Op::Mul, Type::I32, &[item, sixteen]);
    for element in 0..4u8 {
        let value = match samples {
            Some(samples) if element == 3 => samples,
            _ => builder.extract(answer, element),
        };
        let value = if state.is_half { builder.convert(Op::FExtTo, value, Type::F32) } else { value };
        let bytes = builder.constant_int(Type::I32, 4 * i64::from(element));
        let place = builder.op(Op::Add, Type::I32, &[first, bytes]);
        builder.store_raw(answers, place, value);
    }
    builder.ret();
    module.add_kernel(builder.finish());
    module
}

/// Whether the state's target has the message that is needed.
pub fn has_message(state: &State) -> Result<bool, Failed> {
    let module = module(state, &parameters(state));
    let id = module.kernel("ask").ok_or("the kernel is gone")?;
    match compile(&module, id, state.target, state.simd, &LoweringOptions::default()) {
        Ok(_) => Ok(true),
        Err(CompileError::Lower(errors))
            if errors
                .iter()
                .all(|error| matches!(error.reason, Reason::NotOnTarget { .. } | Reason::Unsupported { .. })) =>
        {
            Ok(false)
        }
        Err(error) => Err(error.into()),
    }
}

/// The answer at each point.
pub fn answers(state: &State) -> Result<Vec<[u32; 4]>, Failed> {
    let parameters = parameters(state);
    let module = module(state, &parameters);
    let id = module.kernel("ask").ok_or("the kernel is gone")?;
    let compiled = compile(&module, id, state.target, state.simd, &LoweringOptions::default())?;
    let mut environment = Environment::new();
    environment.precision = Precision::Exact;
    environment.bind(SURFACE, Resource::Surface(state.surface.clone()));
    environment.bind(ANSWERS, Resource::Buffer(vec![0xcd; 16 * state.points.len()]));
    environment.bind_sampler(SAMPLER, state.sampler);
    let count = state.points.len() as u32;
    environment.set_argument(0, ArgumentValue::PerItem((0..u64::from(count)).collect()));
    for (index, parameter) in parameters.iter().enumerate() {
        let values = state.points.iter().map(|point| u64::from((parameter.of)(point))).collect();
        environment.set_argument(index + 1, ArgumentValue::PerItem(values));
    }
    // No multiple of a hardware thread.
    let grid = Grid { items: [count, 1, 1], group: [61, 1, 1] };
    let machine = Machine::new(&compiled.lowered.kernel, &compiled.registers)?;
    machine.run(&module, id, &mut environment, &grid, UndefBits::constant(0x5a5a_5a5a_5a5a_5a5a), None)?;
    let bytes = environment.resource(ANSWERS).ok_or("the answers are gone")?.bytes();
    let word = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    Ok(bytes.chunks_exact(16).map(|bytes| [0, 4, 8, 12].map(|word_at| word(&bytes[word_at..]))).collect())
}
