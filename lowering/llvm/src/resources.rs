//! The surfaces and samplers of a kernel.
//!
//! An entry of the binding table: `COpenCLKernel` (OpenCLKernelCodeGen.cpp, release 1.0.12504.6) gives the first
//! entries to surfaces that are only read, in the order of their numbers, and those after them to buffers and to images
//! that are written. So `RESOURCE` n is entry n, and `UAV` n is entry n + the number of read-only surfaces, which the
//! metadata of the kernel has (`srvsNumType`). The numbers themselves are those of `ResourceAllocator`, which the
//! metadata has for each argument. A sampler's number is its entry. (A kernel that was compiled for Intel's debugger
//! has its tables shifted by one; the module does not say so.)
//!
//! A surface's name has its number: `t2` is `RESOURCE` 2, `b2` is `UAV` 2 as a buffer, `u2` is `UAV` 2 as an image.

use texvisa_ir::texture::{
    Binding, Dimension, Kernel, Module, Returns, SamplerDecl, SamplerId, SamplerState, Scalar, SurfaceDecl, SurfaceId,
    TextureKind,
};

use crate::address_space::{Numbering, SamplerBinding, SurfaceBinding};
use crate::igc::{Allocation, KernelFacts};
use crate::merge::renumber;
use crate::names::{printable, unique};

/// How a surface is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum SurfaceAccess {
    /// As texels.
    Image,
    /// As bytes.
    Raw,
}

/// A surface that the kernel uses.
#[derive(Debug)]
struct SurfaceUse {
    place: SurfaceBinding,
    access: SurfaceAccess,
    /// What the address space says.
    dimension: Option<Dimension>,
    kinds: Vec<TextureKind>,
    results: Vec<Scalar>,
}

/// The surfaces and samplers that a kernel uses, numbered as they are met.
#[derive(Debug, Default)]
pub(crate) struct Resources {
    surfaces: Vec<SurfaceUse>,
    samplers: Vec<SamplerBinding>,
}

impl Resources {
    /// The surface at `place` as texels, for an operation of that kind, if it is one, with elements of that type.
    pub(crate) fn image(
        &mut self,
        place: SurfaceBinding,
        dimension: Option<Dimension>,
        kind: Option<TextureKind>,
        result: Option<Scalar>,
    ) -> SurfaceId {
        let index = self.find(place, SurfaceAccess::Image, dimension);
        let known = &mut self.surfaces[index];
        if let Some(kind) = kind
            && !known.kinds.contains(&kind)
        {
            known.kinds.push(kind);
        }
        // Intel's library reads the samples of any multisampled image as integers, so that these say nothing.
        if let Some(scalar) =
            result.filter(|scalar| kind.is_none_or(|kind| !kind.is_multisampled()) || scalar.is_float())
            && is_texel(kind)
            && !known.results.contains(&scalar)
        {
            known.results.push(scalar);
        }
        SurfaceId::from_u32(index as u32)
    }

    /// The surface at `place` as bytes.
    pub(crate) fn raw(&mut self, place: SurfaceBinding) -> SurfaceId {
        SurfaceId::from_u32(self.find(place, SurfaceAccess::Raw, None) as u32)
    }

    fn find(&mut self, place: SurfaceBinding, access: SurfaceAccess, dimension: Option<Dimension>) -> usize {
        let known = self.surfaces.iter().position(|known| (known.place, known.access) == (place, access));
        let index = known.unwrap_or_else(|| {
            self.surfaces.push(SurfaceUse { place, access, dimension, kinds: Vec::new(), results: Vec::new() });
            self.surfaces.len() - 1
        });
        let surface = &mut self.surfaces[index];
        surface.dimension = surface.dimension.or(dimension);
        index
    }

    /// The sampler at `place`.
    pub(crate) fn sampler(&mut self, place: SamplerBinding) -> SamplerId {
        let known = self.samplers.iter().position(|known| *known == place);
        let index = known.unwrap_or_else(|| {
            self.samplers.push(place);
            self.samplers.len() - 1
        });
        SamplerId::from_u32(index as u32)
    }

    /// Declares them in `module`, in the order of their tables, and makes `kernel` use the declarations. Returns the
    /// assumptions.
    pub(crate) fn declare(self, facts: &KernelFacts, kernel: &mut Kernel, module: &mut Module) -> Vec<String> {
        let mut remarks = Vec::new();
        let resource_count = self.resource_count(facts, &mut remarks);
        let mut surfaces = vec![SurfaceId::from_u32(0); self.surfaces.len()];
        let mut order: Vec<usize> = (0..self.surfaces.len()).collect();
        order.sort_by_key(|index| (self.surfaces[*index].place, self.surfaces[*index].access));
        for index in order {
            let known = &self.surfaces[index];
            let argument = argument_of(known.place, facts);
            let name = unique(&known.name(), |name| module.surfaces.values().any(|surface| surface.name == name));
            let decl = SurfaceDecl {
                dimension: known.dimension(argument, facts, &mut remarks),
                element: if let [scalar] = known.results.as_slice() { Some(*scalar) } else { None },
                binding: match known.place {
                    SurfaceBinding::Numbered(Numbering::Resource, number) => Binding::Table(number),
                    SurfaceBinding::Numbered(Numbering::Uav, number) => Binding::Table(resource_count + number),
                    SurfaceBinding::Indexed(_) => Binding::Indexed,
                    SurfaceBinding::Bindless => Binding::Bindless,
                },
                argument: argument_name(argument, facts, &name),
                name,
            };
            surfaces[index] = module.surfaces.push(decl);
        }
        let mut samplers = vec![SamplerId::from_u32(0); self.samplers.len()];
        let mut order: Vec<usize> = (0..self.samplers.len()).collect();
        order.sort_by_key(|index| self.samplers[*index]);
        for index in order {
            let (name, binding, argument) = match self.samplers[index] {
                SamplerBinding::Numbered(number) => {
                    let wanted = Some(Allocation::Sampler(number));
                    let argument = facts.allocations.iter().position(|allocation| *allocation == wanted);
                    (format!("s{number}"), Binding::Table(number), argument)
                }
                SamplerBinding::Indexed => ("s_indexed".to_owned(), Binding::Indexed, None),
                SamplerBinding::Bindless => ("s_bindless".to_owned(), Binding::Bindless, None),
            };
            let state = match (self.samplers[index], argument) {
                (SamplerBinding::Numbered(number), None) => constant_state(number, facts, &name, &mut remarks),
                _ => None,
            };
            let argument = argument_name(argument, facts, &name);
            samplers[index] = module.samplers.push(SamplerDecl { name, binding, argument, state });
        }
        renumber(kernel, &surfaces, &samplers);
        remarks
    }

    /// How many entries of the binding table come before those of `UAV`s.
    fn resource_count(&self, facts: &KernelFacts, remarks: &mut Vec<String>) -> u32 {
        if let Some(count) = facts.resource_count {
            return count.into();
        }
        let used = self.surfaces.iter().filter_map(|surface| match surface.place {
            SurfaceBinding::Numbered(Numbering::Resource, number) => Some(number + 1),
            _ => None,
        });
        let count = used.max().unwrap_or(0);
        let has_uav = |place| matches!(place, SurfaceBinding::Numbered(Numbering::Uav, _));
        if self.surfaces.iter().any(|surface| has_uav(surface.place)) {
            remarks.push(format!(
                "`!IGCMetadata` lacks the number of read-only surfaces; assumed {count}, by those that the kernel uses"
            ));
        }
        count
    }
}

impl SurfaceUse {
    fn name(&self) -> String {
        let letter = match (self.access, self.place) {
            (SurfaceAccess::Raw, _) => 'b',
            (
                SurfaceAccess::Image,
                SurfaceBinding::Numbered(Numbering::Uav, _) | SurfaceBinding::Indexed(Numbering::Uav),
            ) => 'u',
            (SurfaceAccess::Image, _) => 't',
        };
        match self.place {
            SurfaceBinding::Numbered(_, number) => format!("{letter}{number}"),
            SurfaceBinding::Indexed(_) => format!("{letter}_indexed"),
            SurfaceBinding::Bindless => format!("{letter}_bindless"),
        }
    }

    /// The dimension by the address space, or by the type of the argument, unless an operation cannot work on it: a
    /// program that calls the intrinsics itself is not bound to what OpenCL says.
    fn dimension(&self, argument: Option<usize>, facts: &KernelFacts, remarks: &mut Vec<String>) -> Dimension {
        if self.access == SurfaceAccess::Raw {
            return Dimension::Raw;
        }
        let ty = argument.and_then(|argument| facts.types.get(argument)).map_or("", String::as_str);
        let Some(dimension) = self.dimension.or_else(|| opencl_dimension(ty)) else { return Dimension::Any };
        match self.kinds.iter().find(|kind| !kind.surfaces().contains(dimension)) {
            Some(kind) => {
                remarks.push(format!(
                    "surface {} has dimension {} by its type, on which {} does not work; its dimension is left open",
                    self.name(),
                    dimension.name(),
                    kind.name()
                ));
                Dimension::Any
            }
            None => dimension,
        }
    }
}

/// Whether results of that operation have the type of the surface's format.
fn is_texel(kind: Option<TextureKind>) -> bool {
    kind.is_some_and(|kind| matches!(kind.returns(), Returns::Texel | Returns::Gathered))
}

/// The number of the argument that `place` was allocated for.
fn argument_of(place: SurfaceBinding, facts: &KernelFacts) -> Option<usize> {
    let wanted = match place {
        SurfaceBinding::Numbered(Numbering::Resource, number) => Allocation::Resource(number),
        SurfaceBinding::Numbered(Numbering::Uav, number) => Allocation::Uav(number),
        SurfaceBinding::Indexed(_) | SurfaceBinding::Bindless => return None,
    };
    facts.allocations.iter().position(|allocation| *allocation == Some(wanted))
}

/// The state of a sampler that the program defines.
fn constant_state(number: u32, facts: &KernelFacts, name: &str, remarks: &mut Vec<String>) -> Option<SamplerState> {
    let (_, state) = facts.constant_samplers.iter().find(|(index, _)| *index == number)?;
    if state.is_none() {
        remarks.push(format!("sampler {name} is a constant sampler whose state is not in the metadata"));
    }
    *state
}

/// The name of an argument, where it differs from the name of the declaration.
fn argument_name(argument: Option<usize>, facts: &KernelFacts, name: &str) -> Option<String> {
    let argument = printable(facts.names.get(argument?)?);
    (!argument.is_empty() && argument != name).then_some(argument)
}

/// The dimension of an image of that type in OpenCL.
fn opencl_dimension(ty: &str) -> Option<Dimension> {
    Some(match ty {
        "image1d_t" => Dimension::D1,
        "image1d_array_t" => Dimension::D1Array,
        "image1d_buffer_t" => Dimension::Buffer,
        "image2d_t" | "image2d_depth_t" => Dimension::D2,
        "image2d_array_t" | "image2d_array_depth_t" => Dimension::D2Array,
        "image2d_msaa_t" | "image2d_msaa_depth_t" => Dimension::D2Ms,
        "image2d_array_msaa_t" | "image2d_array_msaa_depth_t" => Dimension::D2MsArray,
        "image3d_t" => Dimension::D3,
        _ => return None,
    })
}
