//! From groups and bindings of a shader to entries of the binding table and of the sampler table.
//!
//! The rule: textures and buffers in the order of their group and then of their binding are entries 0, 1, 2 and so on of
//! the binding table, samplers in the same order are entries 0, 1, 2 and so on of the sampler table. All variables of
//! the module count, whether a kernel uses them or not. Variables with one group and binding have one entry.

use std::collections::BTreeMap;

use naga::{AddressSpace, GlobalVariable, Handle, ImageClass, ImageDimension, ScalarKind, TypeInner};
use rustc_hash::{FxHashMap, FxHashSet};
use texvisa_ir::texture::{Dimension, Module, SamplerId, Scalar, SurfaceId};

/// What a variable with a binding is to a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundKind {
    /// A texture that is read by loads, samples and gathers.
    Texture,
    /// A texture that is read and written by coordinates.
    StorageTexture,
    /// A buffer that is only read.
    UniformBuffer,
    /// A buffer.
    StorageBuffer,
    /// A sampler.
    Sampler,
}

/// A variable of a shader that has a group and a binding, and the entry that it became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundVariable {
    /// Its name in texture IR, which is that of the shader where that is one.
    pub name: String,
    /// Its group.
    pub group: u32,
    /// Its binding.
    pub binding: u32,
    /// The entry of the binding table, of a sampler that of the sampler table.
    pub entry: u32,
    /// What it is.
    pub kind: BoundKind,
}

/// The surfaces and samplers of a module.
#[derive(Debug, Default)]
pub(crate) struct Bindings {
    pub surfaces: FxHashMap<Handle<GlobalVariable>, SurfaceId>,
    pub samplers: FxHashMap<Handle<GlobalVariable>, SamplerId>,
    pub names: FxHashMap<Handle<GlobalVariable>, String>,
    pub variables: Vec<BoundVariable>,
}

fn kind(module: &naga::Module, variable: &GlobalVariable) -> Option<BoundKind> {
    variable.binding?;
    match (variable.space, &module.types[variable.ty].inner) {
        (AddressSpace::Uniform, _) => Some(BoundKind::UniformBuffer),
        (AddressSpace::Storage { .. }, _) => Some(BoundKind::StorageBuffer),
        (_, TypeInner::Sampler { .. }) => Some(BoundKind::Sampler),
        (_, TypeInner::Image { class: ImageClass::Storage { .. }, .. }) => Some(BoundKind::StorageTexture),
        (_, TypeInner::Image { .. }) => Some(BoundKind::Texture),
        _ => None,
    }
}

/// The dimension of a texture.
pub(crate) fn dimension(dim: ImageDimension, arrayed: bool, class: ImageClass) -> Dimension {
    match (dim, arrayed, class.is_multisampled()) {
        (ImageDimension::D1, false, _) => Dimension::D1,
        (ImageDimension::D1, true, _) => Dimension::D1Array,
        (ImageDimension::D2, false, false) => Dimension::D2,
        (ImageDimension::D2, true, false) => Dimension::D2Array,
        (ImageDimension::D2, false, true) => Dimension::D2Ms,
        (ImageDimension::D2, true, true) => Dimension::D2MsArray,
        (ImageDimension::D3, ..) => Dimension::D3,
        (ImageDimension::Cube, false, _) => Dimension::Cube,
        (ImageDimension::Cube, true, _) => Dimension::CubeArray,
    }
}

/// What the channels of a texture are in texture IR.
pub(crate) fn texel(class: ImageClass) -> Scalar {
    let kind = match class {
        ImageClass::Sampled { kind, .. } => kind,
        ImageClass::Storage { format, .. } => naga::Scalar::from(format).kind,
        ImageClass::Depth { .. } | ImageClass::External => ScalarKind::Float,
    };
    if matches!(kind, ScalarKind::Sint | ScalarKind::Uint) { Scalar::I32 } else { Scalar::F32 }
}

/// A name that texture IR takes and that no other has: of letters, digits and `_`.
fn name(wanted: Option<&str>, what: char, group: u32, binding: u32, taken: &mut FxHashSet<String>) -> String {
    let is_plain = |name: &&str| {
        name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    };
    let mut name = wanted.filter(is_plain).map_or_else(|| format!("{what}{group}_{binding}"), str::to_owned);
    while !taken.insert(name.clone()) {
        name.push('_');
    }
    name
}

/// Declares the surfaces and samplers of a shader.
pub(crate) fn declare(module: &naga::Module, target: &mut Module) -> Bindings {
    let mut bindings = Bindings::default();
    let mut bound: Vec<_> = module
        .global_variables
        .iter()
        .filter_map(|(handle, variable)| {
            let at = variable.binding?;
            Some((at.group, at.binding, handle, kind(module, variable)?))
        })
        .collect();
    bound.sort_by_key(|(group, binding, handle, _)| (*group, *binding, handle.index()));
    let mut entries: [BTreeMap<(u32, u32), u32>; 2] = Default::default();
    let mut taken: [FxHashSet<String>; 2] = Default::default();
    for (group, binding, handle, kind) in bound {
        let variable = &module.global_variables[handle];
        let table = usize::from(kind == BoundKind::Sampler);
        let next = entries[table].len() as u32;
        let entry = *entries[table].entry((group, binding)).or_insert(next);
        let letter = if kind == BoundKind::Sampler { 's' } else { 't' };
        let name = name(variable.name.as_deref(), letter, group, binding, &mut taken[table]);
        if kind == BoundKind::Sampler {
            bindings.samplers.insert(handle, target.add_sampler(name.clone(), entry));
        } else {
            let (dimension, element) = match module.types[variable.ty].inner {
                TypeInner::Image { dim, arrayed, class } => (dimension(dim, arrayed, class), Some(texel(class))),
                _ => (Dimension::Raw, None),
            };
            bindings.surfaces.insert(handle, target.add_surface(name.clone(), dimension, element, entry));
        }
        bindings.names.insert(handle, name.clone());
        bindings.variables.push(BoundVariable { name, group, binding, entry, kind });
    }
    bindings
}

/// The surfaces and samplers of a module that was made of `original`, whose variables are some of its variables.
pub(crate) fn rebound(original: &naga::Module, changed: &naga::Module, target: &Module) -> Bindings {
    let of_original = declare(original, &mut Module::default());
    let mut bindings = Bindings::default();
    for (handle, variable) in changed.global_variables.iter() {
        let is_same = |(_, other): &(Handle<GlobalVariable>, &GlobalVariable)| {
            other.name == variable.name && other.binding == variable.binding && other.space == variable.space
        };
        let Some((before, _)) = original.global_variables.iter().find(is_same) else { continue };
        if let Some(surface) = of_original.surfaces.get(&before).filter(|surface| target.surfaces.is_valid(**surface)) {
            bindings.surfaces.insert(handle, *surface);
        }
        if let Some(sampler) = of_original.samplers.get(&before) {
            bindings.samplers.insert(handle, *sampler);
        }
        if let Some(name) = of_original.names.get(&before) {
            bindings.names.insert(handle, name.clone());
        }
    }
    bindings
}
