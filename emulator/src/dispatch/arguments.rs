//! Which arguments of a kernel are passed, and what each of them is.

use smallvec::SmallVec;
use texvisa_ir::texture::{
    Argument, ArgumentRole, Binding, InstData, Kernel, Module, SamplerDecl, SurfaceDecl, Value, ValueDef,
};
use texvisa_ir::visa::abi::ArgumentRequest;

use super::error::DispatchError;
use super::grid::Grid;
use crate::environment::{ArgumentValue, Environment, Resource};
use crate::local::LOCAL_BYTES;
use crate::private::PRIVATE_START;
use crate::unit::Sampler;

/// To how many bytes arrays in local memory are aligned.
const LOCAL_ALIGN: usize = 16;

/// A value that an argument has, resolved.
#[derive(Clone, Debug)]
pub(super) enum Given {
    /// One for all work items; elements that mean nothing are absent.
    Uniform(SmallVec<[Option<u64>; 8]>),
    /// One for each work item of the grid.
    PerItem(Vec<u64>),
    /// The position in the group along this axis.
    LocalId(usize),
    /// The size of the thread's group along each axis.
    LocalSize,
    /// Register r0.
    R0,
}

/// What each argument is.
pub(super) fn requests(kernel: &Kernel) -> Vec<ArgumentRequest> {
    let request = |argument: &Argument| ArgumentRequest {
        role: argument.role,
        ty: kernel.ty(argument.value),
        uniform: argument.uniform,
    };
    kernel.arguments.iter().map(request).collect()
}

/// The arguments that are passed: all but offsets of buffers that nothing with an effect depends on.
pub(super) fn wanted(kernel: &Kernel) -> Vec<usize> {
    let live = live_values(kernel);
    let passed =
        kernel.arguments.iter().enumerate().filter(|(_, argument)| {
            argument.role != ArgumentRole::BufferOffset || live[argument.value.as_u32() as usize]
        });
    passed.map(|(index, _)| index).collect()
}

/// By value: whether a write, a branch or an argument of a branch depends on it.
fn live_values(kernel: &Kernel) -> Vec<bool> {
    let mut live = vec![false; kernel.values.len()];
    let mut pending: Vec<Value> = Vec::new();
    for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
        let has_effect = match &kernel.insts[*inst] {
            InstData::Plain { .. }
            | InstData::Vector { .. }
            | InstData::Extract { .. }
            | InstData::Element { .. }
            | InstData::Insert { .. } => false,
            InstData::Texture(id) => kernel.textures[*id].data.is_some(),
            InstData::Memory(id) => kernel.memories[*id].kind.access.writes(),
            InstData::Sync(_) | InstData::Jump(_) | InstData::Branch { .. } | InstData::Return => true,
        };
        if has_effect {
            kernel.for_each_use(*inst, |value| pending.push(value));
        }
    }
    while let Some(value) = pending.pop() {
        if !std::mem::replace(&mut live[value.as_u32() as usize], true)
            && let ValueDef::Result(inst, _) = kernel.values[value].def
        {
            kernel.for_each_use(inst, |value| pending.push(value));
        }
    }
    live
}

/// What the values of arguments are taken from.
pub(super) struct Resolver<'a> {
    pub module: &'a Module,
    pub kernel: &'a Kernel,
    pub environment: &'a Environment,
    pub grid: &'a Grid,
}

impl Resolver<'_> {
    /// The value of the argument with that number.
    pub fn resolve(&self, index: usize) -> Result<Given, DispatchError> {
        let argument = &self.kernel.arguments[index];
        let ty = self.kernel.ty(argument.value);
        let name = || self.kernel.value_name(argument.value).unwrap_or("?").to_owned();
        let wrong = |given, expected| DispatchError::WrongValue { name: name(), ty, given, expected };
        if let Some(value) = self.environment.argument(index) {
            let items = self.grid.items.iter().product::<u32>() as usize;
            return match value {
                ArgumentValue::Uniform(elements) if elements.len() != usize::from(ty.lanes) => {
                    Err(wrong(elements.len(), usize::from(ty.lanes)))
                }
                ArgumentValue::Uniform(elements) if argument.uniform => {
                    Ok(Given::Uniform(elements.iter().map(|bits| Some(bits & ty.scalar.mask())).collect()))
                }
                ArgumentValue::Uniform(elements) => Ok(Given::PerItem(vec![elements[0] & ty.scalar.mask(); items])),
                ArgumentValue::PerItem(values) if argument.uniform => Err(wrong(values.len(), usize::from(ty.lanes))),
                ArgumentValue::PerItem(values) if values.len() != items => Err(wrong(values.len(), items)),
                ArgumentValue::PerItem(values) => {
                    Ok(Given::PerItem(values.iter().map(|bits| bits & ty.scalar.mask()).collect()))
                }
            };
        }
        let no_value = || DispatchError::NoValue { name: name(), role: argument.role };
        let uniform = |values: &[u32]| Given::Uniform(values.iter().map(|value| Some(u64::from(*value))).collect());
        let about = argument.about.as_deref();
        let own_name = self.kernel.value_name(argument.value);
        let surface = || match self.bound(about.ok_or_else(no_value)?) {
            Some((_, Resource::Surface(surface))) => Ok(surface),
            _ => Err(no_value()),
        };
        let sampler = || about.and_then(|about| self.bound_sampler(about)).ok_or_else(no_value);
        Ok(match argument.role {
            ArgumentRole::Plain => return Err(no_value()),
            ArgumentRole::ImageDataType => uniform(&[surface()?.format().opencl().ok_or_else(no_value)?.data_type]),
            ArgumentRole::ImageOrder => uniform(&[surface()?.format().opencl().ok_or_else(no_value)?.order]),
            ArgumentRole::SamplerAddress => uniform(&[sampler()?.opencl_address()]),
            ArgumentRole::SamplerNormalized => uniform(&[sampler()?.opencl_normalized()]),
            // Where nothing says which sampler it is, there is none to be snapped.
            ArgumentRole::SamplerSnap => uniform(&[sampler().map_or(0, Sampler::opencl_snap)]),
            // A buffer is found by the name that its argument has, where nothing else is said.
            ArgumentRole::Pointer => match about.or(own_name).and_then(|about| self.bound(about)) {
                Some((entry, _)) => Given::Uniform(SmallVec::from_slice(&[Some(Environment::buffer_address(entry))])),
                None => return Err(no_value()),
            },
            ArgumentRole::Constant => match about.and_then(|about| self.environment.constant_address(about)) {
                Some(address) => Given::Uniform(SmallVec::from_slice(&[Some(address)])),
                None => return Err(no_value()),
            },
            ArgumentRole::PrivateBase => Given::Uniform(SmallVec::from_slice(&[Some(PRIVATE_START)])),
            ArgumentRole::R0 => Given::R0,
            // The global offset, then what nothing is documented of.
            ArgumentRole::PayloadHeader => uniform(&[0; 3]),
            // The arrays share the local memory, each as much of it.
            ArgumentRole::LocalPointer => {
                let is_local = |argument: &&Argument| argument.role == ArgumentRole::LocalPointer;
                let count = self.kernel.arguments.iter().filter(is_local).count();
                let before = self.kernel.arguments[..index].iter().filter(is_local).count();
                let bytes = LOCAL_BYTES / count / LOCAL_ALIGN * LOCAL_ALIGN;
                uniform(&[(before * bytes) as u32])
            }
            ArgumentRole::WorkDim => {
                uniform(&[self.grid.items.iter().rposition(|items| *items > 1).map_or(1, |axis| axis as u32 + 1)])
            }
            ArgumentRole::NumGroups => {
                uniform(&std::array::from_fn::<_, 3, _>(|axis| self.grid.items[axis].div_ceil(self.grid.group[axis])))
            }
            ArgumentRole::GlobalSize => uniform(&self.grid.items),
            ArgumentRole::LocalSize => Given::LocalSize,
            ArgumentRole::EnqueuedLocalSize => uniform(&self.grid.group),
            ArgumentRole::LocalIdX => Given::LocalId(0),
            ArgumentRole::LocalIdY => Given::LocalId(1),
            ArgumentRole::LocalIdZ => Given::LocalId(2),
            ArgumentRole::PixelX => self.positions(|[x, _]| x),
            ArgumentRole::PixelY => self.positions(|[_, y]| y),
            ArgumentRole::BufferOffset => uniform(&[0]),
            ArgumentRole::BufferSize => match about.and_then(|about| self.bound(about)) {
                Some((entry, Resource::Buffer(bytes))) => {
                    uniform(&[(self.environment.first_byte(entry) + bytes.len() as u64) as u32])
                }
                _ => return Err(no_value()),
            },
            ArgumentRole::ImageWidth => uniform(&[surface()?.description().width]),
            ArgumentRole::ImageHeight => uniform(&[surface()?.description().height]),
            ArgumentRole::ImageDepth => uniform(&[surface()?.description().depth]),
            ArgumentRole::ImageLevels => uniform(&[surface()?.levels()]),
            ArgumentRole::ImageArraySize => uniform(&[surface()?.layers()]),
            ArgumentRole::ImageSamples => uniform(&[surface()?.samples()]),
        })
    }

    /// What each work item has, by its position along x and y.
    fn positions(&self, of: impl Fn([u32; 2]) -> u32) -> Given {
        let [width, height, depth] = self.grid.items;
        let rows = (0..depth).flat_map(|_| 0..height);
        Given::PerItem(rows.flat_map(|y| (0..width).map(move |x| [x, y])).map(|item| of(item).into()).collect())
    }

    /// What is bound to the surface of that name, or to that which was passed as the argument of that name. Of several,
    /// as the kernels of one module can have, it is one that this kernel uses.
    fn bound(&self, name: &str) -> Option<(u32, &Resource)> {
        let named = |decl: &SurfaceDecl| decl.name == name || decl.argument.as_deref() == Some(name);
        let mut known = self.module.surfaces.iter().filter(|(_, decl)| named(decl)).peekable();
        let first = known.peek().map(|(_, decl)| decl.binding);
        let used = known.find(|(surface, _)| self.kernel.uses_surface(*surface)).map(|(_, decl)| decl.binding);
        match used.or(first)? {
            Binding::Table(entry) => self.environment.resource(entry).map(|resource| (entry, resource)),
            Binding::Indexed | Binding::Bindless => None,
        }
    }

    /// What is bound to the sampler of that name, likewise.
    fn bound_sampler(&self, name: &str) -> Option<&Sampler> {
        let named = |decl: &SamplerDecl| decl.name == name || decl.argument.as_deref() == Some(name);
        let mut known = self.module.samplers.iter().filter(|(_, decl)| named(decl)).peekable();
        let first = known.peek().map(|(_, decl)| decl.binding);
        let used = known.find(|(sampler, _)| self.kernel.uses_sampler(*sampler)).map(|(_, decl)| decl.binding);
        match used.or(first)? {
            Binding::Table(entry) => self.environment.sampler(entry).ok(),
            Binding::Indexed | Binding::Bindless => None,
        }
    }
}
