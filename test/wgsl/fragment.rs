//! What a fragment shader gets of its pixel and where it writes: the vertex shader of lavapipe, which interpolates, and the
//! same numbers for texvisa.
//!
//! Each scalar of an input is a linear function of the place of the pixel, with coefficients that are powers of two or sums of few, so
//! that what is interpolated is exact. What is not interpolated has one value.

use std::fmt::Write;

use naga::{Binding, BuiltIn, EntryPoint, Module, ScalarKind, TypeInner};
use texvisa::emulator::environment::{ArgumentValue, Environment};
use texvisa::emulator::unit::{Description, Format as Ours, Surface, SurfaceKind};
use texvisa::ir::texture::Kernel;
use texvisa_naga::{FragmentInput, InputInterpolation, ShaderImport};
use texvisa_vulkan::{Format as Theirs, Shape};

use crate::inputs::Input;
use crate::reflection::{TextureShape, Wanted, WantedVariable};

/// The pixels of a group.
const GROUP: [u32; 2] = [8, 4];

/// The size of a picture of so many groups.
pub fn size([columns, rows, _]: [u32; 3]) -> [u32; 2] {
    [columns * GROUP[0], rows * GROUP[1]]
}

/// The group that outputs have among the variables: no shader has as many.
pub const OUTPUTS: u32 = u32::MAX;

/// The binding that the depths have among the outputs.
pub const DEPTHS: u32 = u32::MAX;

/// What the built-in values are that are the same for the whole picture.
const BUILTINS: [(&str, u32); 5] = [
    ("front_facing", 1),
    ("sample_index", 0),
    ("primitive_index", 0),
    ("position.z", 0.25f32.to_bits()),
    ("position.w", 1f32.to_bits()),
];

/// An input or output of the shader.
struct Attribute {
    location: u32,
    binding: Binding,
    kind: ScalarKind,
    width: usize,
}

fn attribute(
    module: &Module,
    binding: Option<&Binding>,
    ty: naga::Handle<naga::Type>,
) -> Result<Option<Attribute>, String> {
    let Some(binding @ Binding::Location { location, .. }) = binding else { return Ok(None) };
    let (width, scalar) = match module.types[ty].inner {
        TypeInner::Scalar(scalar) => (1, scalar),
        TypeInner::Vector { size, scalar } => (size as usize, scalar),
        ref inner => return Err(format!("an input or output of type {inner:?}")),
    };
    if scalar.width != 4 {
        return Err("an input or output of other than 32 bits".to_owned());
    }
    Ok(Some(Attribute { location: *location, binding: binding.clone(), kind: scalar.kind, width }))
}

fn attributes<'m>(
    module: &'m Module,
    of: impl Iterator<Item = (Option<&'m Binding>, naga::Handle<naga::Type>)>,
) -> Result<Vec<Attribute>, String> {
    let mut attributes = Vec::new();
    for (binding, ty) in of {
        match &module.types[ty].inner {
            TypeInner::Struct { members, .. } if binding.is_none() => {
                for member in members {
                    attributes.extend(attribute(module, member.binding.as_ref(), member.ty)?);
                }
            }
            _ => attributes.extend(attribute(module, binding, ty)?),
        }
    }
    attributes.sort_by_key(|attribute| attribute.location);
    Ok(attributes)
}

fn inputs(module: &Module, entry: &EntryPoint) -> Result<Vec<Attribute>, String> {
    attributes(module, entry.function.arguments.iter().map(|argument| (argument.binding.as_ref(), argument.ty)))
}

/// What is interpolated: at (x, y) on the picture the sum of these times 1, x and y.
fn coefficients(location: u32, component: u32, [width, height]: [u32; 2]) -> [f32; 3] {
    let [across, down] = [1.0 / width as f32, 1.0 / height as f32];
    match (location + component) % 4 {
        0 => [0.0, across, 0.0],
        1 => [0.0, 0.0, down],
        2 => [-0.5, 2.0 * across, down],
        _ => [0.25, -across, 0.5 * down],
    }
}

/// What is not interpolated.
fn flat(location: u32, component: u32) -> u32 {
    5 + 2 * location + component
}

/// The value of a scalar of an input at a pixel: bits.
fn value(input: &FragmentInput, is_float: bool, size: [u32; 2], [x, y]: [u32; 2]) -> u32 {
    if input.interpolation == InputInterpolation::Flat {
        let number = flat(input.location, input.component);
        return if is_float { (number as f32).to_bits() } else { number };
    }
    let [one, across, down] = coefficients(input.location, input.component, size);
    (one + across * (x as f32 + 0.5) + down * (y as f32 + 0.5)).to_bits()
}

/// Gives a kernel what it has of each pixel.
pub fn pass(import: &ShaderImport, kernel: &Kernel, size: [u32; 2], environment: &mut Environment) {
    for (index, argument) in kernel.arguments.iter().enumerate() {
        let Some(name) = kernel.value_name(argument.value) else { continue };
        let is_it = |input: &&FragmentInput| input.kernel == kernel.name && input.argument == name;
        if let Some(input) = import.inputs.iter().find(is_it) {
            let is_float = kernel.ty(argument.value).scalar.is_float();
            let pixels = (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| [x, y]));
            let values = pixels.map(|pixel| value(input, is_float, size, pixel).into()).collect();
            environment.set_argument(index, ArgumentValue::PerItem(values));
        } else if let Some((_, bits)) = BUILTINS.iter().find(|(known, _)| *known == name) {
            environment.set_argument(index, ArgumentValue::uniform((*bits).into()));
        }
    }
}

/// The vertex shader that a fragment shader's inputs come from: three vertices around the picture, clockwise.
pub fn vertex_shader(module: &Module, entry: &EntryPoint, size: [u32; 2]) -> Result<String, String> {
    let (mut members, mut values) = (String::new(), String::new());
    for Attribute { location, binding, kind, width } in inputs(module, entry)? {
        let Binding::Location { interpolation, .. } = binding else { continue };
        let is_flat = interpolation == Some(naga::Interpolation::Flat);
        let scalar = match kind {
            ScalarKind::Float => "f32",
            ScalarKind::Sint => "i32",
            _ => "u32",
        };
        let ty = if width == 1 { scalar.to_owned() } else { format!("vec{width}<{scalar}>") };
        let how = match interpolation {
            Some(naga::Interpolation::Flat) => "@interpolate(flat) ",
            Some(naga::Interpolation::Linear) => "@interpolate(linear) ",
            _ => "",
        };
        let of = |component| {
            if is_flat {
                return format!("{scalar}({})", flat(location, component));
            }
            let [one, across, down] = coefficients(location, component, size);
            format!("{one:?} + {across:?} * place.x + {down:?} * place.y")
        };
        let components: Vec<String> = (0..width as u32).map(of).collect();
        let wrote = writeln!(members, "  @location({location}) {how}a{location}: {ty},")
            .and_then(|()| writeln!(values, "  out.a{location} = {ty}({});", components.join(", ")));
        wrote.map_err(|error| error.to_string())?;
    }
    let [width, height] = size;
    Ok(format!(
        "struct Out {{
  @builtin(position) position: vec4f,
{members}}}
@vertex
fn place(@builtin(vertex_index) index: u32) -> Out {{
  let place = vec2f(select(0.0, {}.0, index == 1u), select(0.0, {}.0, index == 2u));
  var out: Out;
  out.position = vec4f(place.x / {width}.0 * 2.0 - 1.0, 1.0 - place.y / {height}.0 * 2.0, 0.25, 1.0);
{values}  return out;
}}
",
        2 * width,
        2 * height
    ))
}

fn writes_depths(module: &Module, entry: &EntryPoint) -> bool {
    let is_depth = |binding: &Option<Binding>| *binding == Some(Binding::BuiltIn(BuiltIn::FragDepth));
    entry.function.result.as_ref().is_some_and(|result| match &module.types[result.ty].inner {
        TypeInner::Struct { members, .. } => members.iter().any(|member| is_depth(&member.binding)),
        _ => is_depth(&result.binding),
    })
}

/// The outputs of a fragment shader, with what is there before.
pub fn outputs(
    module: &Module,
    entry: &EntryPoint,
    size: [u32; 2],
) -> Result<(Vec<WantedVariable>, Vec<Input>), String> {
    let result = entry.function.result.iter().map(|result| (result.binding.as_ref(), result.ty));
    let (mut variables, mut before) = (Vec::new(), Vec::new());
    for (number, Attribute { location, kind, width, .. }) in attributes(module, result)?.into_iter().enumerate() {
        if location as usize != number {
            return Err(format!("an output at location {location}; this suite draws to {number} first"));
        }
        // What an output does not have is undefined in Vulkan.
        let (ours, theirs) = match (kind, width) {
            (ScalarKind::Float, 1) => (Ours::R32Float, Theirs::R32Float),
            (ScalarKind::Float, 2) => (Ours::Rg32Float, Theirs::Rg32Float),
            (ScalarKind::Float, 4) => (Ours::Rgba32Float, Theirs::Rgba32Float),
            (ScalarKind::Uint, 1) => (Ours::R32Uint, Theirs::R32Uint),
            (ScalarKind::Uint, 4) => (Ours::Rgba32Uint, Theirs::Rgba32Uint),
            (ScalarKind::Sint, 1) => (Ours::R32Sint, Theirs::R32Sint),
            (ScalarKind::Sint, 4) => (Ours::Rgba32Sint, Theirs::Rgba32Sint),
            other => return Err(format!("an output {other:?}, which this suite does not draw to yet")),
        };
        let shape = TextureShape { kind: SurfaceKind::D2, shape: Shape::D2, ours, theirs, is_multisampled: false };
        let description = Description::new(SurfaceKind::D2, ours, [size[0], size[1], 1]);
        let mut surface = Surface::new(description).map_err(|error| error.to_string())?;
        // A number that no shader writes, so that a pixel that is left out is seen.
        for word in surface.bytes_mut().chunks_exact_mut(4) {
            word.copy_from_slice(&(-77.0f32).to_bits().to_le_bytes());
        }
        variables.push(WantedVariable {
            name: format!("output {location}"),
            group: OUTPUTS,
            binding: location,
            what: Wanted::Texture { shape, is_storage: true },
        });
        before.push(Input::Texture(Box::new(surface)));
    }
    if writes_depths(module, entry) {
        let (ours, theirs) = (Ours::R32Float, Theirs::D32Float);
        let shape = TextureShape { kind: SurfaceKind::D2, shape: Shape::D2, ours, theirs, is_multisampled: false };
        let description = Description::new(SurfaceKind::D2, ours, [size[0], size[1], 1]);
        let mut surface = Surface::new(description).map_err(|error| error.to_string())?;
        // Depths are between 0 and 1.
        for word in surface.bytes_mut().chunks_exact_mut(4) {
            word.copy_from_slice(&0.8125_f32.to_le_bytes());
        }
        variables.push(WantedVariable {
            name: "depths".to_owned(),
            group: OUTPUTS,
            binding: DEPTHS,
            what: Wanted::Texture { shape, is_storage: true },
        });
        before.push(Input::Texture(Box::new(surface)));
    }
    Ok((variables, before))
}
