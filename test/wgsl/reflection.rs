//! What a shader is bound to, by its own declarations.

use naga::{
    AddressSpace, ArraySize, Handle, ImageClass, ImageDimension, Module, ScalarKind, StorageFormat, Type, TypeInner,
};
use texvisa::emulator::unit::{Format as Ours, SurfaceKind};
use texvisa_vulkan::{Format as Theirs, Shape};

/// A number in a buffer.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    pub offset: usize,
    pub kind: ScalarKind,
    pub bytes: usize,
}

/// A texture without its texels.
#[derive(Clone, Copy, Debug)]
pub struct TextureShape {
    pub kind: SurfaceKind,
    pub shape: Shape,
    pub ours: Ours,
    pub theirs: Theirs,
    pub is_multisampled: bool,
}

/// What a variable is.
#[derive(Clone, Debug)]
pub enum Wanted {
    Buffer { is_uniform: bool, bytes: usize, numbers: Vec<Number> },
    Texture { shape: TextureShape, is_storage: bool },
    Sampler { compares: bool },
}

/// A variable.
#[derive(Clone, Debug)]
pub struct WantedVariable {
    pub name: String,
    pub group: u32,
    pub binding: u32,
    pub what: Wanted,
}

/// The variables of a shader that have a group and a binding.
pub fn variables(module: &Module, elements: u32) -> Result<Vec<WantedVariable>, String> {
    let mut variables = Vec::new();
    for (_, variable) in module.global_variables.iter() {
        let Some(at) = variable.binding else { continue };
        let what = match (variable.space, &module.types[variable.ty].inner) {
            (AddressSpace::Uniform | AddressSpace::Storage { .. }, _) => {
                let mut numbers = Vec::new();
                let bytes = layout(module, variable.ty, 0, elements, &mut numbers)?;
                Wanted::Buffer { is_uniform: variable.space == AddressSpace::Uniform, bytes, numbers }
            }
            (_, TypeInner::Sampler { comparison }) => Wanted::Sampler { compares: *comparison },
            (_, TypeInner::Image { dim, arrayed, class }) => Wanted::Texture {
                shape: texture(*dim, *arrayed, *class)?,
                is_storage: matches!(class, ImageClass::Storage { .. }),
            },
            (space, inner) => return Err(format!("a variable in {space:?} of type {inner:?}")),
        };
        let name = variable.name.clone().unwrap_or_default();
        variables.push(WantedVariable { name, group: at.group, binding: at.binding, what });
    }
    Ok(variables)
}

/// Adds the numbers of a type at an offset; how many bytes it has.
fn layout(
    module: &Module,
    ty: Handle<Type>,
    offset: usize,
    elements: u32,
    numbers: &mut Vec<Number>,
) -> Result<usize, String> {
    let mut add = |scalar: naga::Scalar, at: usize| {
        numbers.push(Number { offset: offset + at, kind: scalar.kind, bytes: scalar.width.into() });
    };
    Ok(match &module.types[ty].inner {
        TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => {
            add(*scalar, 0);
            scalar.width.into()
        }
        TypeInner::Vector { size, scalar } => {
            let (count, width) = (*size as usize, usize::from(scalar.width));
            (0..count).for_each(|index| add(*scalar, index * width));
            count * width
        }
        TypeInner::Matrix { columns, rows, scalar } => {
            let width = usize::from(scalar.width);
            let stride = if *rows as usize == 2 { 2 } else { 4 } * width;
            for column in 0..*columns as usize {
                (0..*rows as usize).for_each(|row| add(*scalar, column * stride + row * width));
            }
            stride * *columns as usize
        }
        TypeInner::Array { base, size, stride } => {
            let count = match size {
                ArraySize::Constant(count) => count.get(),
                ArraySize::Dynamic => elements,
                ArraySize::Pending(_) => return Err("an array whose size is an override".to_owned()),
            };
            for index in 0..count {
                layout(module, *base, offset + (index * stride) as usize, elements, numbers)?;
            }
            (count * stride) as usize
        }
        TypeInner::Struct { members, span } => {
            let mut end = *span as usize;
            for member in members {
                let bytes = layout(module, member.ty, offset + member.offset as usize, elements, numbers)?;
                end = end.max(member.offset as usize + bytes);
            }
            end
        }
        inner => return Err(format!("no layout of {inner:?}")),
    })
}

fn texture(dim: ImageDimension, arrayed: bool, class: ImageClass) -> Result<TextureShape, String> {
    let (kind, shape) = match (dim, arrayed) {
        (ImageDimension::D1, false) => (SurfaceKind::D1, Shape::D1),
        (ImageDimension::D1, true) => (SurfaceKind::D1Array, Shape::D1Array),
        (ImageDimension::D2, false) => (SurfaceKind::D2, Shape::D2),
        (ImageDimension::D2, true) => (SurfaceKind::D2Array, Shape::D2Array),
        (ImageDimension::D3, _) => (SurfaceKind::D3, Shape::D3),
        (ImageDimension::Cube, false) => (SurfaceKind::Cube, Shape::Cube),
        (ImageDimension::Cube, true) => (SurfaceKind::CubeArray, Shape::CubeArray),
    };
    let is_multisampled = class.is_multisampled();
    let (ours, theirs) = match class {
        ImageClass::Sampled { kind: ScalarKind::Uint, .. } => (Ours::Rgba16Uint, Theirs::Rgba16Uint),
        ImageClass::Sampled { kind: ScalarKind::Sint, .. } => (Ours::Rgba16Sint, Theirs::Rgba16Sint),
        // What is multisampled is written as words.
        ImageClass::Sampled { multi: true, .. } => (Ours::Rgba32Float, Theirs::Rgba32Float),
        ImageClass::Sampled { .. } => (Ours::Rgba16Float, Theirs::Rgba16Float),
        ImageClass::Depth { multi: true } => (Ours::R32Float, Theirs::R32Float),
        ImageClass::Depth { .. } => (Ours::D32Float, Theirs::D32Float),
        ImageClass::Storage { format, .. } => storage(format)?,
        ImageClass::External => return Err("an external texture".to_owned()),
    };
    Ok(TextureShape { kind, shape, ours, theirs, is_multisampled })
}

fn storage(format: StorageFormat) -> Result<(Ours, Theirs), String> {
    Ok(match format {
        StorageFormat::Rgba8Unorm => (Ours::Rgba8Unorm, Theirs::Rgba8Unorm),
        StorageFormat::Rgba8Snorm => (Ours::Rgba8Snorm, Theirs::Rgba8Snorm),
        StorageFormat::Rgba8Uint => (Ours::Rgba8Uint, Theirs::Rgba8Uint),
        StorageFormat::Rgba8Sint => (Ours::Rgba8Sint, Theirs::Rgba8Sint),
        StorageFormat::Rgba16Float => (Ours::Rgba16Float, Theirs::Rgba16Float),
        StorageFormat::Rgba16Uint => (Ours::Rgba16Uint, Theirs::Rgba16Uint),
        StorageFormat::Rgba16Sint => (Ours::Rgba16Sint, Theirs::Rgba16Sint),
        StorageFormat::R32Uint => (Ours::R32Uint, Theirs::R32Uint),
        StorageFormat::R32Sint => (Ours::R32Sint, Theirs::R32Sint),
        StorageFormat::R32Float => (Ours::R32Float, Theirs::R32Float),
        StorageFormat::Rg32Uint => (Ours::Rg32Uint, Theirs::Rg32Uint),
        StorageFormat::Rg32Float => (Ours::Rg32Float, Theirs::Rg32Float),
        StorageFormat::Rgba32Uint => (Ours::Rgba32Uint, Theirs::Rgba32Uint),
        StorageFormat::Rgba32Sint => (Ours::Rgba32Sint, Theirs::Rgba32Sint),
        StorageFormat::Rgba32Float => (Ours::Rgba32Float, Theirs::Rgba32Float),
        other => return Err(format!("the storage format {other:?}, which this suite does not use yet")),
    })
}
