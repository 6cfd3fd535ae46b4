//! What the host of a fragment shader's kernel passes it, and where the kernel writes.

use std::collections::{BTreeMap, BTreeSet};

use naga::{Binding, BuiltIn, Function, Module, ShaderStage, TypeInner};
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
    /// The location in the shader; the depth of a pixel has none.
    pub location: Option<u32>,
    /// The entry of the binding table.
    pub entry: u32,
}

/// What an output is, in the order of the surfaces: colours, and then the depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum OutputIdentity {
    /// A colour: its location, and whether its texels are integers.
    Color(u32, bool),
    /// The depth.
    Depth,
}

impl OutputIdentity {
    /// That of a result of a fragment shader; nothing of one that is refused.
    pub fn of(module: &Module, binding: Option<&Binding>, ty: naga::Handle<naga::Type>) -> Option<OutputIdentity> {
        match binding {
            Some(Binding::Location { location, .. }) => {
                let kind = module.types[ty].inner.scalar_kind();
                let is_integer = matches!(kind, Some(naga::ScalarKind::Sint | naga::ScalarKind::Uint));
                Some(OutputIdentity::Color(*location, is_integer))
            }
            Some(Binding::BuiltIn(BuiltIn::FragDepth)) => Some(OutputIdentity::Depth),
            _ => None,
        }
    }

    /// Whether its texels are integers.
    pub const fn is_integer(self) -> bool {
        matches!(self, OutputIdentity::Color(_, true))
    }

    const fn location(self) -> Option<u32> {
        match self {
            OutputIdentity::Color(location, _) => Some(location),
            OutputIdentity::Depth => None,
        }
    }
}

/// The surfaces of the outputs of all fragment shaders of a module.
#[derive(Debug, Default)]
pub(crate) struct OutputSurfaces {
    /// The surface of each, its name and its entry.
    pub surfaces: BTreeMap<OutputIdentity, (SurfaceId, String, u32)>,
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

/// Declares the surfaces of outputs behind the shader's own, in the order of their locations, of one location floats first, and
/// behind them that of depths.
pub(crate) fn declare_outputs(module: &Module, target: &mut texvisa_ir::texture::Module, next: u32) -> OutputSurfaces {
    let mut wanted = BTreeSet::new();
    for entry in module.entry_points.iter().filter(|entry| entry.stage == ShaderStage::Fragment) {
        for (binding, ty) in results(module, &entry.function) {
            wanted.extend(OutputIdentity::of(module, binding.as_ref(), ty));
        }
    }
    let mut taken: FxHashSet<String> = target.surfaces.values().map(|decl| decl.name.clone()).collect();
    let mut surfaces = BTreeMap::new();
    for (entry, output) in (next..).zip(wanted) {
        let mut name = output.location().map_or_else(|| "depth".to_owned(), |location| format!("color{location}"));
        while !taken.insert(name.clone()) {
            name.push('_');
        }
        let element = if output.is_integer() { Scalar::I32 } else { Scalar::F32 };
        let surface = target.add_surface(name.clone(), Dimension::D2, Some(element), entry);
        surfaces.insert(output, (surface, name, entry));
    }
    OutputSurfaces { surfaces }
}

impl OutputSurfaces {
    /// The outputs of an entry point, for the host.
    pub fn of(&self, module: &Module, function: &Function, kernel: &str) -> Vec<FragmentOutput> {
        let results = results(module, function);
        let mut outputs: Vec<OutputIdentity> =
            results.iter().filter_map(|(binding, ty)| OutputIdentity::of(module, binding.as_ref(), *ty)).collect();
        outputs.sort();
        let of = |output: &OutputIdentity| {
            let (_, name, entry) = self.surfaces.get(output)?;
            let (kernel, name, location) = (kernel.to_owned(), name.clone(), output.location());
            Some(FragmentOutput { kernel, name, location, entry: *entry })
        };
        outputs.iter().filter_map(of).collect()
    }
}
