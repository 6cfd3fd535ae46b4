//! Surfaces, samplers and arguments.

use texvisa_ir::texture::{
    ArgumentRole, Binding, Builder, ConstantDecl, Dimension, Module, Role, SamplerAddress, SamplerDecl, SamplerFilter,
    SamplerId, SamplerState, Scalar, SurfaceDecl, SurfaceId, Type, Value,
};

use super::config::Config;
use super::names;
use super::pool::{Known, Pool};

/// The surfaces and samplers of a module, by use.
#[derive(Clone, Debug, Default)]
pub(super) struct Resources {
    /// Surfaces that are read as textures.
    pub textures: Vec<SurfaceId>,
    /// Raw surfaces that are written; not empty.
    pub raw: Vec<SurfaceId>,
    /// Typed surfaces that are written; not empty.
    pub typed: Vec<SurfaceId>,
    /// Samplers; not empty.
    pub samplers: Vec<SamplerId>,
}

/// What arguments are about, where they say it.
const ABOUT: &str = "image 0";

/// The coordinates that a surface of that dimension has, in the order of their roles.
pub(super) fn coordinates(dimension: Dimension) -> &'static [Role] {
    match dimension {
        Dimension::D1 | Dimension::Buffer => &[Role::U],
        Dimension::D1Array | Dimension::D2 | Dimension::D2Ms => &[Role::U, Role::V],
        Dimension::Any | Dimension::D2Array | Dimension::D3 | Dimension::Cube | Dimension::D2MsArray => {
            &[Role::U, Role::V, Role::R]
        }
        Dimension::CubeArray => &[Role::U, Role::V, Role::R, Role::Ai],
        Dimension::Raw => &[Role::X],
    }
}

/// Declares what the kernels of a module work on.
pub(super) fn declare(module: &mut Module, rng: &mut fastrand::Rng, config: &Config) -> Resources {
    let mut resources = Resources::default();
    if config.all_syntax {
        let bytes: Vec<u8> = (0..rng.u8(1..12)).map(|_| rng.u8(..)).collect();
        let is_variable = bytes.len().is_multiple_of(2);
        module.constants.push(ConstantDecl { symbol: ABOUT.to_owned(), bytes, is_variable });
    }
    let mut dimensions: Vec<Dimension> = Vec::new();
    // Every texture operation finds a surface that it accepts.
    for kind in &config.textures {
        if !dimensions.iter().any(|dimension| kind.surfaces().contains(*dimension)) {
            let accepted: Vec<_> =
                config.dimensions.iter().copied().filter(|it| kind.surfaces().contains(*it)).collect();
            dimensions.extend(rng.choice(&accepted).copied());
        }
    }
    for _ in 0..rng.u32(1..=3) {
        dimensions.extend(rng.choice(&config.dimensions).copied());
    }
    let mut declare = |rng: &mut fastrand::Rng, prefix: &str, dimension, element| {
        let index = module.surfaces.len() as u32;
        let binding = binding(rng, config, index);
        let argument = (config.all_syntax && rng.u8(..6) == 0).then(|| format!("image {index}"));
        module.surfaces.push(SurfaceDecl { name: format!("{prefix}{index}"), dimension, element, binding, argument })
    };
    for dimension in dimensions {
        let element = match rng.u8(..8) {
            0 => None,
            1 => Some(Scalar::I32),
            2 if config.all_syntax => Some(Scalar::ALL[rng.usize(..Scalar::ALL.len())]),
            _ => Some(Scalar::F32),
        };
        resources.textures.push(declare(rng, "t", dimension, element));
    }
    for _ in 0..rng.u32(1..=2) {
        resources.raw.push(declare(rng, "b", Dimension::Raw, None));
        let dimension = [Dimension::D2, Dimension::D2Array, Dimension::Buffer][rng.usize(..3)];
        let element = rng.choice([Scalar::F32, Scalar::I32]);
        resources.typed.push(declare(rng, "w", dimension, element));
    }
    for index in 0..rng.u32(1..=2) {
        let binding = binding(rng, config, index);
        let argument = (config.all_syntax && rng.u8(..6) == 0).then(|| format!("sampler {index}"));
        let state = if config.all_syntax { state(rng) } else { None };
        let decl = SamplerDecl { name: format!("s{index}"), binding, argument, state };
        resources.samplers.push(module.samplers.push(decl));
    }
    resources
}

/// None, or any.
fn state(rng: &mut fastrand::Rng) -> Option<SamplerState> {
    rng.bool().then(|| SamplerState {
        filter: rng.choice(SamplerFilter::NAMES).map_or(SamplerFilter::Nearest, |(filter, _)| filter),
        address: rng.choice(SamplerAddress::NAMES).map_or(SamplerAddress::Wrap, |(address, _)| address),
        unnormalized: rng.bool(),
    })
}

fn binding(rng: &mut fastrand::Rng, config: &Config, entry: u32) -> Binding {
    match rng.u8(..6) {
        0 if config.chosen_bindings => Binding::Indexed,
        1 if config.chosen_bindings => Binding::Bindless,
        _ => Binding::Table(entry),
    }
}

/// Declares the arguments of a kernel; all are certain. Returns the local id along x.
pub(super) fn arguments(builder: &mut Builder, pool: &mut Pool, rng: &mut fastrand::Rng, config: &Config) -> Value {
    let mut declare = |builder: &mut Builder, name: &str, ty: Type, uniform: bool, role: ArgumentRole| {
        let value = builder.argument_with_role(name, ty, uniform, role);
        pool.add(Known { value, ty, certain: true });
        value
    };
    let x = declare(builder, "x", Type::I16, false, ArgumentRole::LocalIdX);
    for (name, role) in [("y", ArgumentRole::LocalIdY), ("z", ArgumentRole::LocalIdZ)] {
        if rng.bool() {
            declare(builder, name, Type::I16, false, role);
        }
    }
    if rng.bool() {
        declare(builder, "r0", Type::vector(Scalar::I32, 8), true, ArgumentRole::R0);
    }
    for (prefix, uniform) in [("n", true), ("v", false)] {
        for index in 0..rng.u32(..=3) {
            let ty = if rng.bool() { Type::I32 } else { Type::F32 };
            declare(builder, &format!("{prefix}{index}"), ty, uniform, ArgumentRole::Plain);
        }
    }
    if config.all_syntax {
        odd_arguments(builder, pool, rng);
    }
    x
}

/// Arguments of every role and type, with what they are about, under names of all kinds.
fn odd_arguments(builder: &mut Builder, pool: &mut Pool, rng: &mut fastrand::Rng) {
    for _ in 0..rng.u32(..=4) {
        let roles: Vec<_> = ArgumentRole::all().collect();
        let role = roles[rng.usize(..roles.len())];
        let uniform = role.is_divergent().map_or_else(|| rng.bool(), |varies| !varies);
        let scalar = Scalar::ALL[rng.usize(1..Scalar::ALL.len())];
        let lanes = if uniform { rng.u8(1..=Type::MAX_ARGUMENT_LANES) } else { 1 };
        let ty = role.value_type().unwrap_or(Type::vector(scalar, lanes));
        let value = builder.argument_with_role(names::name(rng, true), ty, uniform, role);
        // An address of constant memory says of which.
        if role != ArgumentRole::Plain
            && (rng.bool() || role == ArgumentRole::Constant)
            && let Some(argument) = builder.kernel_mut().arguments.last_mut()
        {
            argument.about = Some(ABOUT.to_owned());
        }
        pool.add(Known { value, ty, certain: true });
    }
}
