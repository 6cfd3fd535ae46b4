//! What `--bind NAME=VALUE` means.

use std::path::Path;

use texvisa::emulator::environment::{ArgumentValue, Environment, Resource};
use texvisa::emulator::unit::{AddressMode, Description, Filter, Format, Sampler, Surface, SurfaceKind};
use texvisa::ir::texture::{Binding, Dimension, Kernel, Module, Scalar, SurfaceDecl, Type};

use crate::arguments::extent;
use crate::diagnostic::{Failure, Problem};
use crate::picture;

/// What a name stands for.
enum Named<'a> {
    Surface(&'a SurfaceDecl),
    Sampler(Binding),
    Argument(usize),
}

fn find<'a>(module: &'a Module, kernel: &Kernel, name: &str) -> Result<Named<'a>, Failure> {
    let is = |own: &str, argument: &Option<String>| own == name || argument.as_deref() == Some(name);
    if let Some(surface) = module.surfaces.values().find(|decl| is(&decl.name, &decl.argument)) {
        return Ok(Named::Surface(surface));
    }
    if let Some(sampler) = module.samplers.values().find(|decl| is(&decl.name, &decl.argument)) {
        return Ok(Named::Sampler(sampler.binding));
    }
    let is_named = |argument: &texvisa::ir::texture::Argument| kernel.value_name(argument.value) == Some(name);
    if let Some(index) = kernel.arguments.iter().position(is_named) {
        return Ok(Named::Argument(index));
    }
    let surfaces = module.surfaces.values().map(|decl| decl.name.as_str());
    let samplers = module.samplers.values().map(|decl| decl.name.as_str());
    let arguments = kernel.arguments.iter().filter_map(|argument| kernel.value_name(argument.value));
    let names: Vec<&str> = surfaces.chain(samplers).chain(arguments).collect();
    Err(Failure::Usage(vec![
        Problem::new(format!("kernel `{}` knows no `{name}`", kernel.name))
            .help(format!("it knows {}", names.join(", "))),
    ]))
}

fn split<'a>(option: &str, given: &'a str) -> Result<(&'a str, &'a str), Failure> {
    given.split_once('=').ok_or_else(|| Failure::usage(format!("{option} {given}: expected NAME=VALUE")))
}

fn entry(name: &str, binding: Binding) -> Result<u32, Failure> {
    match binding {
        Binding::Table(entry) => Ok(entry),
        Binding::Indexed | Binding::Bindless => Err(Failure::usage(format!("`{name}` is at no entry of its own"))),
    }
}

/// Binds what `--bind given` says.
///
/// # Errors
///
/// A name that nothing has, a value that is none, a file that cannot be read.
pub fn bind(
    module: &Module,
    kernel: &Kernel,
    given: &str,
    grid: [u32; 3],
    environment: &mut Environment,
) -> Result<(), Failure> {
    let (name, value) = split("--bind", given)?;
    let wrong = |what: String| Failure::usage(format!("--bind {given}: {what}"));
    match find(module, kernel, name)? {
        Named::Surface(decl) => {
            environment.bind(entry(name, decl.binding)?, resource(decl, given, value)?);
        }
        Named::Sampler(binding) => {
            environment.bind_sampler(entry(name, binding)?, sampler(value).map_err(wrong)?);
        }
        Named::Argument(index) => {
            let argument = &kernel.arguments[index];
            let ty = kernel.ty(argument.value);
            let value = match value.strip_prefix('@') {
                Some(_) if argument.uniform => return Err(wrong("the argument is the same for all work items".into())),
                Some(axis) => position(ty, axis, grid).map_err(wrong)?,
                None => numbers(ty, value).map_err(wrong)?,
            };
            environment.set_argument(index, value);
        }
    }
    Ok(())
}

/// Writes what `--output given` names.
///
/// # Errors
///
/// A name that no surface has, a surface that is no picture, a file that cannot be written.
pub fn write(module: &Module, kernel: &Kernel, given: &str, environment: &Environment) -> Result<(), Failure> {
    let (name, file) = split("--output", given)?;
    let Named::Surface(decl) = find(module, kernel, name)? else {
        return Err(Failure::usage(format!("--output {given}: `{name}` is no surface")));
    };
    let path = Path::new(file);
    let failed = |what: String| Failure::input(format!("{file}: {what}"));
    let is_picture = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
    match environment.resource(entry(name, decl.binding)?) {
        None => Err(Failure::usage(format!("--output {given}: nothing is bound to `{name}`"))),
        Some(Resource::Surface(surface)) if is_picture => picture::write(path, surface).map_err(failed),
        Some(Resource::Buffer(_)) if is_picture => {
            Err(Failure::usage(format!("--output {given}: bytes are no picture")))
        }
        Some(resource) => std::fs::write(path, resource.bytes()).map_err(|error| failed(error.to_string())),
    }
}

/// Checks that an `--output` names a surface, before anything is run.
///
/// # Errors
///
/// It does not.
pub fn check_output(module: &Module, kernel: &Kernel, given: &str) -> Result<(), Failure> {
    let (name, _) = split("--output", given)?;
    match find(module, kernel, name)? {
        Named::Surface(_) => Ok(()),
        _ => Err(Failure::usage(format!("--output {given}: `{name}` is no surface"))),
    }
}

fn resource(decl: &SurfaceDecl, given: &str, value: &str) -> Result<Resource, Failure> {
    if decl.dimension == Dimension::Raw {
        return match value.parse::<u32>() {
            Ok(bytes) if bytes <= MAX_BUFFER_BYTES => Ok(Resource::Buffer(vec![0; bytes as usize])),
            Ok(_) => Err(Failure::usage(format!("--bind {given}: a buffer has at most {MAX_BUFFER_BYTES} bytes"))),
            Err(_) => {
                std::fs::read(value).map(Resource::Buffer).map_err(|error| Failure::input(format!("{value}: {error}")))
            }
        };
    }
    let (format, value) = match value.split_once(':').map(|(format, rest)| (Format::from_name(format), rest)) {
        Some((Some(format), rest)) => (Some(format), rest),
        _ => (None, value),
    };
    // What a picture has: eight bits a channel, as integers where the kernel wants such.
    let suggested = match decl.element {
        Some(Scalar::I32 | Scalar::I16) => Format::Rgba8Uint,
        _ => Format::Rgba8Unorm,
    };
    let format = format.unwrap_or(suggested);
    let (value, samples) = match value.rsplit_once('@').map(|(value, samples)| (value, samples.parse())) {
        Some((value, Ok(samples))) => (value, samples),
        _ => (value, 1),
    };
    match extent(value) {
        Ok(size) => blank(decl.dimension, format, size, value.split('x').count(), samples)
            .map_err(|error| Failure::usage(format!("--bind {given}: {error}"))),
        Err(_) => {
            let kind = match decl.dimension {
                Dimension::Any | Dimension::D2 | Dimension::D2Ms => SurfaceKind::D2,
                Dimension::D2Array | Dimension::D2MsArray => SurfaceKind::D2Array,
                other => {
                    let what = format!("--bind {given}: a {} surface is no picture", other.name());
                    let help = "give its size: as many numbers as it has axes and layers, with x between them";
                    return Err(Failure::Usage(vec![Problem::new(what).help(help)]));
                }
            };
            picture::read(Path::new(value), kind, format, samples)
                .map_err(|error| Failure::input(format!("{value}: {error}")))
        }
    }
    .map(Resource::Surface)
}

/// The most bytes of a buffer: the most of a surface.
const MAX_BUFFER_BYTES: u32 = texvisa::emulator::unit::MAX_SURFACE_BYTES as u32;

fn blank(
    dimension: Dimension,
    format: Format,
    size: [u32; 3],
    axes: usize,
    samples: u32,
) -> Result<Surface, texvisa::emulator::unit::SurfaceError> {
    let [x, y, z] = size;
    let (kind, size, layers) = match dimension {
        Dimension::D1 => (SurfaceKind::D1, [x, y, z], 1),
        Dimension::D1Array => (SurfaceKind::D1Array, [x, 1, z], y),
        Dimension::D2 | Dimension::D2Ms => (SurfaceKind::D2, [x, y, z], 1),
        Dimension::D2Array | Dimension::D2MsArray => (SurfaceKind::D2Array, [x, y, 1], z),
        Dimension::D3 => (SurfaceKind::D3, [x, y, z], 1),
        Dimension::Cube => (SurfaceKind::Cube, [x, y, z], 6),
        Dimension::CubeArray => (SurfaceKind::CubeArray, [x, y, 1], z),
        Dimension::Buffer => (SurfaceKind::Buffer, [x, y, z], 1),
        Dimension::Any | Dimension::Raw => {
            ([SurfaceKind::D1, SurfaceKind::D2, SurfaceKind::D3][axes.clamp(1, 3) - 1], [x, y, z], 1)
        }
    };
    Surface::new(Description { layers, samples, ..Description::new(kind, format, size) })
}

fn sampler(value: &str) -> Result<Sampler, String> {
    let mut sampler = Sampler::default();
    for word in value.split(',') {
        let address = AddressMode::from_name(&word.to_ascii_uppercase());
        match (word, address) {
            ("nearest", _) => (sampler.min, sampler.mag) = (Filter::Nearest, Filter::Nearest),
            ("linear", _) => (sampler.min, sampler.mag) = (Filter::Linear, Filter::Linear),
            ("unnormalized", _) => sampler.unnormalized = true,
            (_, Some(address)) => sampler.address = [address; 3],
            _ => {
                let modes: Vec<String> = AddressMode::NAMES.iter().map(|row| row.1.to_ascii_lowercase()).collect();
                return Err(format!("`{word}` is none of nearest, linear, unnormalized, {}", modes.join(", ")));
            }
        }
    }
    Ok(sampler)
}

fn numbers(ty: Type, value: &str) -> Result<ArgumentValue, String> {
    let elements: Vec<&str> = value.split(',').collect();
    if elements.len() != usize::from(ty.lanes) {
        return Err(format!("an argument of type {ty} has {} values", ty.lanes));
    }
    let bits = elements.iter().map(|element| number(ty.scalar, element));
    bits.collect::<Result<_, _>>().map(ArgumentValue::Uniform)
}

fn number(scalar: Scalar, text: &str) -> Result<u64, String> {
    let none = || format!("`{text}` is no {scalar}");
    if scalar.is_float() {
        return text.parse::<f32>().map(|value| float_bits(scalar, value)).map_err(|_| none());
    }
    let value = match text.strip_prefix("0x") {
        Some(digits) => i128::from_str_radix(digits, 16),
        None => text.parse::<i128>(),
    };
    let range = -(1i128 << (scalar.bits() - 1))..1i128 << scalar.bits();
    value.ok().filter(|value| range.contains(value)).map(|value| value as u64 & scalar.mask()).ok_or_else(none)
}

fn float_bits(scalar: Scalar, value: f32) -> u64 {
    match scalar {
        Scalar::F16 => u64::from(half::f16::from_f32(value).to_bits()),
        _ => u64::from(value.to_bits()),
    }
}

/// The position of each work item along an axis.
fn position(ty: Type, axis: &str, grid: [u32; 3]) -> Result<ArgumentValue, String> {
    let axes = ["x", "y", "z", "u", "v", "w"];
    let Some(index) = axes.iter().position(|known| *known == axis) else {
        return Err(format!("`@{axis}` is none of @x, @y, @z, @u, @v, @w"));
    };
    if !ty.is_scalar() || (index >= 3 && !ty.scalar.is_float()) {
        return Err(format!("`@{axis}` is no value of type {ty}"));
    }
    let along = |item: [u32; 3]| {
        let at = item[index % 3];
        match (ty.scalar.is_float(), index < 3) {
            (false, _) => u64::from(at),
            (true, true) => float_bits(ty.scalar, at as f32),
            (true, false) => float_bits(ty.scalar, ((f64::from(at) + 0.5) / f64::from(grid[index % 3])) as f32),
        }
    };
    let items = (0..grid[2]).flat_map(|z| (0..grid[1]).flat_map(move |y| (0..grid[0]).map(move |x| [x, y, z])));
    Ok(ArgumentValue::Varying(items.map(along).collect()))
}
