//! What the host of a fragment shader's kernel passes it, and where the kernel writes.

use std::collections::BTreeMap;

use naga::{Binding, Function, Module, ShaderStage, TypeInner};
use rustc_hash::FxHashSet;
use texvisa_ir::texture::{Dimension, Scalar, SurfaceId};

/// How the host makes an input of a pixel of what vertices have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputInterpolation {
    /// Linear in space: the default.
    Perspective,
    /// Linear on the picture.
    Linear,
    /// The same for a whole primitive.
    Flat,
}

/// A scalar of an input of a fragment shader, which is an argument of its kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FragmentInput {
    /// The kernel.
    pub kernel: String,
    /// The name of the argument.
    pub argument: String,
    /// The location in the shader.
    pub location: u32,
    /// Which scalar of the input.
    pub component: u32,
    /// How it is interpolated.
    pub interpolation: InputInterpolation,
}

/// An output of a fragment shader, which is a surface that its kernel writes texels of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FragmentOutput {
    /// The kernel.
    pub kernel: String,
    /// The name of the surface.
    pub name: String,
    /// The location in the shader.
    pub location: u32,
    /// The entry of the binding table.
    pub entry: u32,
}

/// The surfaces of the outputs of all fragment shaders of a module.
#[derive(Debug, Default)]
pub(crate) struct OutputSurfaces {
    /// By location, and whether the texels are integers: the surface, its name and its entry.
    pub surfaces: BTreeMap<(u32, bool), (SurfaceId, String, u32)>,
}

/// The bindings of a function's result with their types.
pub(crate) fn results(module: &Module, function: &Function) -> Vec<(Option<Binding>, naga::Handle<naga::Type>)> {
    let Some(result) = &function.result else { return Vec::new() };
    match (&result.binding, &module.types[result.ty].inner) {
        (None, TypeInner::Struct { members, .. }) => {
            members.iter().map(|member| (member.binding.clone(), member.ty)).collect()
        }
        (binding, _) => vec![(binding.clone(), result.ty)],
    }
}

pub(crate) fn is_integer(module: &Module, ty: naga::Handle<naga::Type>) -> bool {
    let kind = module.types[ty].inner.scalar_kind();
    matches!(kind, Some(naga::ScalarKind::Sint | naga::ScalarKind::Uint))
}

/// Declares the surfaces of outputs behind the shader's own, in the order of their locations; of one location floats first.
pub(crate) fn declare_outputs(module: &Module, target: &mut texvisa_ir::texture::Module, next: u32) -> OutputSurfaces {
    let mut wanted = BTreeMap::new();
    for entry in module.entry_points.iter().filter(|entry| entry.stage == ShaderStage::Fragment) {
        for (binding, ty) in results(module, &entry.function) {
            if let Some(Binding::Location { location, .. }) = binding {
                wanted.insert((location, is_integer(module, ty)), ());
            }
        }
    }
    let mut taken: FxHashSet<String> = target.surfaces.values().map(|decl| decl.name.clone()).collect();
    let mut surfaces = BTreeMap::new();
    for (entry, ((location, is_integer), ())) in (next..).zip(wanted) {
        let mut name = format!("color{location}");
        while !taken.insert(name.clone()) {
            name.push('_');
        }
        let element = if is_integer { Scalar::I32 } else { Scalar::F32 };
        let surface = target.add_surface(name.clone(), Dimension::D2, Some(element), entry);
        surfaces.insert((location, is_integer), (surface, name, entry));
    }
    OutputSurfaces { surfaces }
}

impl OutputSurfaces {
    /// The outputs of an entry point, for the host.
    pub fn of(&self, module: &Module, function: &Function, kernel: &str) -> Vec<FragmentOutput> {
        let mut outputs: Vec<FragmentOutput> = results(module, function)
            .into_iter()
            .filter_map(|(binding, ty)| {
                let Some(Binding::Location { location, .. }) = binding else { return None };
                let (_, name, entry) = self.surfaces.get(&(location, is_integer(module, ty)))?;
                Some(FragmentOutput { kernel: kernel.to_owned(), name: name.clone(), location, entry: *entry })
            })
            .collect();
        outputs.sort_by_key(|output| output.location);
        outputs
    }
}
