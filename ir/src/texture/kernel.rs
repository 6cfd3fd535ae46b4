//! Modules, kernels and their parts. Every part is an index into an arena of its owner; nothing is reference counted.

use std::ops::Range;

use cranelift_entity::{SecondaryMap, packed_option::PackedOption};
use rustc_hash::FxHashMap;

use super::declarations::{Binding, ConstantDecl, Dimension, SamplerDecl, SurfaceDecl};
use super::entities::{Block, ConstantId, InstId, KernelId, MemoryId, SamplerId, SurfaceId, TextureId, Value};
use super::memory_op::{MemoryOp, SyncKind};
use super::ops::Op;
use super::texture_op::{SamplerRef, SurfaceRef, TextureOp};
use super::types::{Scalar, Type};
use super::value_list::{ValueList, ValueLists};
use crate::Bits;
use crate::collections::{Arena, ShortList};
use crate::source::Location;
use crate::target::{SimdWidth, Target};

/// The role of a kernel argument, which decides its payload offset: see [`abi`](crate::visa::abi).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ArgumentRole {
    /// A value that the program passes.
    #[default]
    Plain,
    /// The address of a buffer.
    Pointer,
    /// Where in the group's local memory an array of the program is: a byte offset.
    LocalPointer,
    /// The address of the private memory of all hardware threads.
    PrivateBase,
    /// Register r0, as `i32x8`; elements 1, 6 and 7 are the group's position, element 5 without its
    /// ten low bits is where scratch memory begins.
    R0,
    /// The payload header, as `i32x8`; elements 0, 1 and 2 are the global offset.
    PayloadHeader,
    /// How many axes the grid has.
    WorkDim,
    /// How many groups there are along each axis, as `i32x3`.
    NumGroups,
    /// The size of the grid, as `i32x3`.
    GlobalSize,
    /// The size of the group itself, which at the far edges of the grid may be smaller, as `i32x3`.
    LocalSize,
    /// The size that a group was given, as `i32x3`.
    EnqueuedLocalSize,
    /// A lane's position in its group along x, as `i16`.
    LocalIdX,
    /// Along y.
    LocalIdY,
    /// Along z.
    LocalIdZ,
    /// Bytes from a buffer's base to where its argument points.
    BufferOffset,
    /// Height of an image.
    ImageHeight,
    /// Width of an image.
    ImageWidth,
    /// Depth of an image.
    ImageDepth,
    /// Levels of an image.
    ImageLevels,
    /// Layers of an image.
    ImageArraySize,
    /// Samples of an image.
    ImageSamples,
    /// Whether a sampler needs its coordinates snapped to texels.
    SamplerSnap,
    /// The type of an image's channels, as OpenCL numbers them.
    ImageDataType,
    /// The order of an image's channels, likewise.
    ImageOrder,
    /// How a sampler addresses texels outside of an image, likewise.
    SamplerAddress,
    /// Whether a sampler's coordinates are normalized.
    SamplerNormalized,
    /// The address of the constant memory or global variable that it is about. It is not passed: the loader of the program
    /// puts it into the machine code.
    Constant,
    /// Bytes of a buffer.
    BufferSize,
    /// The column of a lane's pixel, of a kernel whose lanes are pixels: lanes 4q to 4q + 3 are a quad, first its upper row.
    PixelX,
    /// Its row, likewise.
    PixelY,
}

impl ArgumentRole {
    /// Every role with its name in texture IR.
    const NAMES: [(ArgumentRole, &'static str); 30] = [
        (ArgumentRole::Plain, "plain"),
        (ArgumentRole::Pointer, "pointer"),
        (ArgumentRole::LocalPointer, "local_pointer"),
        (ArgumentRole::PrivateBase, "private_base"),
        (ArgumentRole::R0, "r0"),
        (ArgumentRole::PayloadHeader, "payload_header"),
        (ArgumentRole::WorkDim, "work_dim"),
        (ArgumentRole::NumGroups, "num_groups"),
        (ArgumentRole::GlobalSize, "global_size"),
        (ArgumentRole::LocalSize, "local_size"),
        (ArgumentRole::EnqueuedLocalSize, "enqueued_local_size"),
        (ArgumentRole::LocalIdX, "local_id_x"),
        (ArgumentRole::LocalIdY, "local_id_y"),
        (ArgumentRole::LocalIdZ, "local_id_z"),
        (ArgumentRole::BufferOffset, "buffer_offset"),
        (ArgumentRole::ImageHeight, "image_height"),
        (ArgumentRole::ImageWidth, "image_width"),
        (ArgumentRole::ImageDepth, "image_depth"),
        (ArgumentRole::ImageLevels, "image_levels"),
        (ArgumentRole::ImageArraySize, "image_array_size"),
        (ArgumentRole::ImageSamples, "image_samples"),
        (ArgumentRole::SamplerSnap, "sampler_snap"),
        (ArgumentRole::ImageDataType, "image_data_type"),
        (ArgumentRole::ImageOrder, "image_order"),
        (ArgumentRole::SamplerAddress, "sampler_address"),
        (ArgumentRole::SamplerNormalized, "sampler_normalized"),
        (ArgumentRole::Constant, "constant"),
        (ArgumentRole::BufferSize, "buffer_size"),
        (ArgumentRole::PixelX, "pixel_x"),
        (ArgumentRole::PixelY, "pixel_y"),
    ];

    /// The elements of [`ArgumentRole::R0`] that are the group's position along x, y and z.
    pub const GROUP_ELEMENTS: [u8; 3] = [1, 6, 7];

    /// Every role.
    pub fn all() -> impl Iterator<Item = ArgumentRole> {
        ArgumentRole::NAMES.into_iter().map(|(role, _)| role)
    }

    /// The name in texture IR.
    pub const fn name(self) -> &'static str {
        ArgumentRole::NAMES[self as usize].1
    }

    /// The role of that name.
    pub fn from_name(name: &str) -> Option<ArgumentRole> {
        ArgumentRole::NAMES.iter().find(|(_, known)| *known == name).map(|(role, _)| *role)
    }

    /// The one type that an argument of this role has, if it must have a certain one.
    pub const fn value_type(self) -> Option<Type> {
        Some(match self {
            ArgumentRole::Plain => return None,
            ArgumentRole::Pointer | ArgumentRole::PrivateBase | ArgumentRole::Constant => Type::I64,
            ArgumentRole::R0 | ArgumentRole::PayloadHeader => Type::vector(Scalar::I32, 8),
            ArgumentRole::NumGroups
            | ArgumentRole::GlobalSize
            | ArgumentRole::LocalSize
            | ArgumentRole::EnqueuedLocalSize => Type::vector(Scalar::I32, 3),
            ArgumentRole::LocalIdX | ArgumentRole::LocalIdY | ArgumentRole::LocalIdZ => Type::I16,
            _ => Type::I32,
        })
    }

    /// Whether the caller passes an argument of this role.
    pub const fn is_passed(self) -> bool {
        !matches!(self, ArgumentRole::Constant)
    }

    /// Whether an argument of this role is divergent; `None` if the role permits both.
    pub const fn is_divergent(self) -> Option<bool> {
        match self {
            ArgumentRole::Plain => None,
            ArgumentRole::LocalIdX
            | ArgumentRole::LocalIdY
            | ArgumentRole::LocalIdZ
            | ArgumentRole::PixelX
            | ArgumentRole::PixelY => Some(true),
            _ => Some(false),
        }
    }
}

/// An argument of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its value.
    pub value: Value,
    /// Whether it is uniform.
    pub uniform: bool,
    /// Its role.
    pub role: ArgumentRole,
    /// The surface, argument, constant memory or global variable that it describes: the image of a size, the buffer of an
    /// offset.
    pub about: Option<String>,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueDef {
    /// Argument `0` of the kernel.
    Argument(u32),
    /// A parameter of a block.
    Param(Block, u32),
    /// A result of an instruction.
    Result(InstId, u32),
    /// These bits; for a float its encoding.
    Constant(Bits),
    /// Anything, at each use anew.
    Undefined,
    /// Named, but defined nowhere. Only an incomplete kernel has such values; the verifier reports them.
    Missing,
}

/// Type and definition of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueData {
    /// The type.
    pub ty: Type,
    /// What it is.
    pub def: ValueDef,
}

/// A block to go to, and the values of its parameters.
#[derive(Clone, Copy, Debug)]
pub struct BlockCall {
    /// The block.
    pub block: Block,
    /// One value a parameter; in [`Kernel::lists`].
    pub args: ValueList,
}

/// An instruction.
#[derive(Clone, Debug)]
pub enum InstData {
    /// A plain operation; the operands after its arity are not used.
    Plain {
        /// What it does.
        op: Op,
        /// Its operands.
        args: [Value; 3],
    },
    /// A vector of these elements.
    Vector {
        /// The elements; in [`Kernel::lists`].
        elements: ValueList,
    },
    /// One element of a vector.
    Extract {
        /// The vector.
        vector: Value,
        /// The element's index.
        index: u8,
    },
    /// The element of a vector that a value names, as an unsigned number; undefined where there is none.
    Element {
        /// The vector.
        vector: Value,
        /// An `i32`.
        index: Value,
    },
    /// The vector in which that element is another; poison where there is none.
    Insert {
        /// The vector.
        vector: Value,
        /// An `i32`.
        index: Value,
        /// What the element becomes.
        element: Value,
    },
    /// A texture operation.
    Texture(TextureId),
    /// A memory operation.
    Memory(MemoryId),
    /// Ordering.
    Sync(SyncKind),
    /// Goes to a block.
    Jump(BlockCall),
    /// Goes to the first block where the condition is true, otherwise to the second.
    Branch {
        /// An `i1`.
        condition: Value,
        /// Where to.
        targets: [BlockCall; 2],
    },
    /// Ends the lane.
    Return,
}

impl InstData {
    /// Whether it ends a block.
    pub const fn is_terminator(&self) -> bool {
        matches!(self, InstData::Jump(_) | InstData::Branch { .. } | InstData::Return)
    }

    /// Where it may go.
    pub fn targets(&self) -> &[BlockCall] {
        match self {
            InstData::Jump(target) => std::slice::from_ref(target),
            InstData::Branch { targets, .. } => targets,
            _ => &[],
        }
    }
}

/// A block: parameters, and instructions of which the last and only the last is a terminator.
#[derive(Clone, Debug, Default)]
pub struct BlockData {
    /// The parameters.
    pub params: ShortList<Value, 4>,
    /// The instructions in order.
    pub insts: Vec<InstId>,
}

/// The most work items of a group.
pub const MAX_GROUP_ITEMS: u32 = 1024;

/// Whether a group can have so many work items along x, y and z.
pub fn is_group_size(size: [u32; 3]) -> bool {
    let items = size.iter().try_fold(1u32, |items, size| items.checked_mul(*size));
    items.is_some_and(|items| (1..=MAX_GROUP_ITEMS).contains(&items))
}

/// What is wrong with a group size for which [`is_group_size`] does not hold.
pub fn wrong_group_size(size: [impl std::fmt::Display; 3]) -> String {
    let [x, y, z] = size;
    format!(
        "a group of {x} x {y} x {z} work items; expected at least 1 along each axis and at most {MAX_GROUP_ITEMS} in all"
    )
}

/// One kernel, in static single assignment form with block parameters.
#[derive(Clone, Debug, Default)]
pub struct Kernel {
    /// The name.
    pub name: String,
    /// The arguments.
    pub arguments: Vec<Argument>,
    /// Bytes of scratch memory that each lane has.
    pub scratch_bytes: u32,
    /// Work items of a group along x, y and z, where the program requires a number (OpenCL C, reqd_work_group_size). The
    /// program may rely on it: Intel's compiler puts the number in place of the enqueued local size. No group has fewer,
    /// not even at the edge of the grid (OpenCL 1.2, clEnqueueNDRangeKernel: the grid is a multiple); only a long trial of
    /// differential execution has the first hardware thread alone.
    pub group_size: Option<[u32; 3]>,
    /// Whether arithmetic on floats and half floats may take denormal operands and results for zeros of their sign (OpenCL
    /// 1.2, section 5.6.4.2, -cl-denorms-are-zero). It never has to: a kernel that keeps them does what this one asks.
    pub may_flush_denormals: bool,
    /// The blocks.
    pub blocks: Arena<Block, BlockData>,
    /// The blocks in the order of the text; the first is the entry, which has no parameters and no predecessors.
    pub layout: Vec<Block>,
    /// The instructions.
    pub insts: Arena<InstId, InstData>,
    /// The texture operations.
    pub textures: Arena<TextureId, TextureOp>,
    /// The memory operations.
    pub memories: Arena<MemoryId, MemoryOp>,
    /// The values.
    pub values: Arena<Value, ValueData>,
    /// Where operand lists live.
    pub lists: ValueLists,
    results: Arena<InstId, [PackedOption<Value>; 2]>,
    locations: Arena<InstId, Location>,
    constants: FxHashMap<(Type, u64), Value>,
    value_names: SecondaryMap<Value, NameSpan>,
    block_names: SecondaryMap<Block, NameSpan>,
    names: String,
    /// The values without a name by the numbers that they have in the text that was parsed.
    numbers: Vec<PackedOption<Value>>,
}

/// A range of the kernel's string of names; empty for no name.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct NameSpan {
    start: u32,
    length: u32,
}

impl NameSpan {
    fn range(self) -> Range<usize> {
        self.start as usize..(self.start + self.length) as usize
    }
}

impl Kernel {
    /// A kernel without blocks.
    pub fn new(name: impl Into<String>) -> Kernel {
        Kernel { name: name.into(), ..Kernel::default() }
    }

    /// Whether every work group runs on one hardware thread of `lanes` lanes, so that its barriers have nothing to wait
    /// for: where the size that the program requires is at most the lanes.
    pub fn fits_one_thread(&self, lanes: u32) -> bool {
        self.group_size.is_some_and(|size| is_group_size(size) && size.iter().product::<u32>() <= lanes)
    }

    /// The entry block, if there is a block.
    pub fn entry(&self) -> Option<Block> {
        self.layout.first().copied()
    }

    /// The type of `value`.
    #[inline]
    pub fn ty(&self, value: Value) -> Type {
        self.values[value].ty
    }

    /// The results of `inst`.
    #[inline]
    pub fn results(&self, inst: InstId) -> impl Iterator<Item = Value> + use<> {
        self.results[inst].into_iter().filter_map(|result| result.expand())
    }

    /// The first result of `inst`.
    #[inline]
    pub fn result(&self, inst: InstId) -> Option<Value> {
        self.results[inst][0].expand()
    }

    /// Result `index` of `inst`.
    #[inline]
    pub fn result_at(&self, inst: InstId, index: usize) -> Option<Value> {
        self.results[inst].get(index).and_then(|result| result.expand())
    }

    /// The bits of `value` where it is a constant.
    #[inline]
    pub fn constant(&self, value: Value) -> Option<u64> {
        match self.values[value].def {
            ValueDef::Constant(bits) => Some(bits.get()),
            _ => None,
        }
    }

    /// The location of `inst` in the source.
    #[inline]
    pub fn location(&self, inst: InstId) -> Location {
        self.locations[inst]
    }

    /// Sets the location of `inst` in the source.
    pub fn set_location(&mut self, inst: InstId, location: Location) {
        self.locations[inst] = location;
    }

    /// The name of `value`, where it has one.
    pub fn value_name(&self, value: Value) -> Option<&str> {
        let name = self.value_names[value];
        (name.length > 0).then(|| &self.names[name.range()])
    }

    /// The values without a name by the numbers that they have in the text that the kernel was parsed from. Printed, they
    /// are numbered anew in their order.
    pub fn numbers(&self) -> impl Iterator<Item = (u32, Value)> {
        let numbered = (0..).zip(&self.numbers);
        numbered.filter_map(|(number, value)| Some((number, value.expand()?)))
    }

    /// Sets those of a kernel that was parsed.
    pub(super) fn set_numbers(&mut self, numbers: Vec<PackedOption<Value>>) {
        self.numbers = numbers;
    }

    /// The name of `block`, where it has one.
    pub fn block_name(&self, block: Block) -> Option<&str> {
        let name = self.block_names[block];
        (name.length > 0).then(|| &self.names[name.range()])
    }

    /// Names `value`.
    pub fn set_value_name(&mut self, value: Value, name: &str) {
        self.value_names[value] = self.intern(name);
    }

    /// Names `block`.
    pub fn set_block_name(&mut self, block: Block, name: &str) {
        self.block_names[block] = self.intern(name);
    }

    fn intern(&mut self, name: &str) -> NameSpan {
        let start = self.names.len() as u32;
        self.names.push_str(name);
        NameSpan { start, length: name.len() as u32 }
    }

    /// The constant with these bits, of which those that the type does not have are dropped.
    pub fn constant_value(&mut self, ty: Type, bits: u64) -> Value {
        let bits = bits & ty.scalar.mask();
        let values = &mut self.values;
        *self
            .constants
            .entry((ty, bits))
            .or_insert_with(|| values.push(ValueData { ty, def: ValueDef::Constant(bits.into()) }))
    }

    /// A new undefined value.
    pub fn undefined(&mut self, ty: Type) -> Value {
        self.values.push(ValueData { ty, def: ValueDef::Undefined })
    }

    /// Makes room for about that many instructions, with one result each.
    pub fn reserve(&mut self, insts: usize) {
        self.insts.reserve(insts);
        self.results.reserve(insts);
        self.locations.reserve(insts);
        self.values.reserve(insts);
        // Texture operations are large, and every fourth instruction of a kernel that does little else.
        self.textures.reserve(insts / 4);
    }

    /// A new instruction, in no block.
    #[inline]
    pub fn push_inst(&mut self, data: InstData) -> InstId {
        self.push_inst_at(data, Location::UNKNOWN)
    }

    /// A new instruction, in no block, with its location in the source.
    #[inline]
    pub(super) fn push_inst_at(&mut self, data: InstData, location: Location) -> InstId {
        self.results.push(Default::default());
        self.locations.push(location);
        self.insts.push(data)
    }

    /// A new instruction like that, and its new result.
    #[inline(always)]
    pub(super) fn push_inst_with_result(&mut self, data: InstData, ty: Type, location: Location) -> (InstId, Value) {
        let def = ValueDef::Result(self.insts.next_key(), 0);
        let result = self.values.push(ValueData { ty, def });
        self.results.push([result.into(), None.into()]);
        self.locations.push(location);
        (self.insts.push(data), result)
    }

    /// A new result of `inst`.
    #[inline]
    pub fn push_result(&mut self, inst: InstId, ty: Type) -> Value {
        let data = self.next_result(inst, self.values.next_key(), ty);
        self.values.push(data)
    }

    /// Makes `value`, so far [missing](ValueDef::Missing), the next result of `inst`.
    #[inline]
    pub fn define_result(&mut self, inst: InstId, value: Value, ty: Type) {
        self.values[value] = self.next_result(inst, value, ty);
    }

    /// What `value` is as the next result of `inst`.
    #[inline]
    fn next_result(&mut self, inst: InstId, value: Value, ty: Type) -> ValueData {
        let results = &mut self.results[inst];
        let index = usize::from(results[0].is_some());
        debug_assert!(results[index].is_none(), "an instruction has at most two results");
        results[index] = value.into();
        ValueData { ty, def: ValueDef::Result(inst, index as u32) }
    }

    /// Takes the results from `inst`, so that others, or the same in another order, can be defined. Until then the
    /// values are [missing](ValueDef::Missing).
    pub fn take_results(&mut self, inst: InstId) -> ShortList<Value, 2> {
        let results: ShortList<Value, 2> = self.results(inst).collect();
        for result in &results {
            self.values[*result].def = ValueDef::Missing;
        }
        self.results[inst] = Default::default();
        results
    }

    /// Takes the second result away from `inst`, for an operation with two results that becomes one with a single
    /// result. Nothing may use it any more.
    pub fn drop_second_result(&mut self, inst: InstId) {
        self.results[inst][1] = None.into();
    }

    /// A new parameter of `block`.
    pub fn push_param(&mut self, block: Block, ty: Type) -> Value {
        let value = self.values.push(ValueData { ty, def: ValueDef::Missing });
        self.define_param(block, value, ty);
        value
    }

    /// Makes `value`, so far [missing](ValueDef::Missing), the next parameter of `block`.
    pub fn define_param(&mut self, block: Block, value: Value, ty: Type) {
        let params = &mut self.blocks[block].params;
        self.values[value] = ValueData { ty, def: ValueDef::Param(block, params.len() as u32) };
        params.push(value);
    }

    /// The surface and the sampler of every operation that is in a block, in the order of the text; an operation
    /// without either is left out.
    pub fn references(&self) -> impl Iterator<Item = (Option<SurfaceRef>, Option<SamplerRef>)> + '_ {
        let insts = self.layout.iter().flat_map(|block| &self.blocks[*block].insts);
        insts.filter_map(|inst| match &self.insts[*inst] {
            InstData::Texture(id) => Some((Some(self.textures[*id].surface), self.textures[*id].sampler)),
            InstData::Memory(id) => self.memories[*id].surface.map(|surface| (Some(surface), None)),
            _ => None,
        })
    }

    /// Whether an operation that is in a block is on `surface`.
    pub fn uses_surface(&self, surface: SurfaceId) -> bool {
        self.references().any(|(used, _)| used.is_some_and(|used| used.surface == surface))
    }

    /// Whether an operation that is in a block reads through `sampler`.
    pub fn uses_sampler(&self, sampler: SamplerId) -> bool {
        self.references().any(|(_, used)| used.is_some_and(|used| used.sampler == sampler))
    }

    /// Calls `visit` with every value that `inst` uses, in the order of the text.
    #[inline]
    pub fn for_each_use(&self, inst: InstId, mut visit: impl FnMut(Value)) {
        match &self.insts[inst] {
            InstData::Plain { op, args } => args[..op.arity()].iter().copied().for_each(visit),
            InstData::Vector { elements } => elements.as_slice(&self.lists).iter().copied().for_each(visit),
            InstData::Extract { vector, .. } => visit(*vector),
            InstData::Element { vector, index } => [*vector, *index].into_iter().for_each(visit),
            InstData::Insert { vector, index, element } => [*vector, *index, *element].into_iter().for_each(visit),
            InstData::Texture(id) => {
                let texture = &self.textures[*id];
                texture.surface.index.into_iter().for_each(&mut visit);
                texture.sampler.and_then(|sampler| sampler.index).into_iter().for_each(&mut visit);
                texture.params.iter().for_each(|(_, value)| visit(*value));
                texture.data.into_iter().for_each(visit);
            }
            InstData::Memory(id) => {
                let memory = &self.memories[*id];
                memory.surface.and_then(|surface| surface.index).into_iter().for_each(&mut visit);
                memory.address.iter().for_each(|(_, value)| visit(*value));
                memory.values.iter().copied().for_each(visit);
            }
            InstData::Sync(_) | InstData::Return => {}
            InstData::Jump(target) => target.args.as_slice(&self.lists).iter().copied().for_each(visit),
            InstData::Branch { condition, targets } => {
                visit(*condition);
                for target in targets {
                    target.args.as_slice(&self.lists).iter().copied().for_each(&mut visit);
                }
            }
        }
    }

    /// Replaces each operand of `inst` by what `map` makes of it.
    pub fn map_uses(&mut self, inst: InstId, mut map: impl FnMut(Value) -> Value) {
        let mut map = |value: &mut Value| *value = map(*value);
        match &mut self.insts[inst] {
            InstData::Plain { op, args } => args[..op.arity()].iter_mut().for_each(map),
            InstData::Vector { elements } => elements.as_mut_slice(&mut self.lists).iter_mut().for_each(map),
            InstData::Extract { vector, .. } => map(vector),
            InstData::Element { vector, index } => [vector, index].into_iter().for_each(map),
            InstData::Insert { vector, index, element } => [vector, index, element].into_iter().for_each(map),
            InstData::Texture(id) => {
                let texture = &mut self.textures[*id];
                texture.surface.index.iter_mut().for_each(&mut map);
                texture.sampler.iter_mut().filter_map(|sampler| sampler.index.as_mut()).for_each(&mut map);
                texture.params.iter_mut().for_each(|(_, value)| map(value));
                texture.data.iter_mut().for_each(map);
            }
            InstData::Memory(id) => {
                let memory = &mut self.memories[*id];
                memory.surface.iter_mut().filter_map(|surface| surface.index.as_mut()).for_each(&mut map);
                memory.address.iter_mut().for_each(|(_, value)| map(value));
                memory.values.iter_mut().for_each(map);
            }
            InstData::Sync(_) | InstData::Return => {}
            InstData::Jump(target) => target.args.as_mut_slice(&mut self.lists).iter_mut().for_each(map),
            InstData::Branch { condition, targets } => {
                map(condition);
                for target in targets {
                    target.args.as_mut_slice(&mut self.lists).iter_mut().for_each(&mut map);
                }
            }
        }
    }

    /// The last instruction of `block`, where that is a terminator.
    #[inline]
    pub fn terminator(&self, block: Block) -> Option<InstId> {
        self.blocks[block].insts.last().copied().filter(|inst| self.insts[*inst].is_terminator())
    }

    /// Where `block` may go.
    pub fn successors(&self, block: Block) -> &[BlockCall] {
        self.terminator(block).map_or(&[], |inst| self.insts[inst].targets())
    }
}

/// Surfaces, samplers and the kernels that use them.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The target that the text names.
    pub target: Option<Target>,
    /// The width that the text names.
    pub simd: Option<SimdWidth>,
    /// The surfaces.
    pub surfaces: Arena<SurfaceId, SurfaceDecl>,
    /// The samplers.
    pub samplers: Arena<SamplerId, SamplerDecl>,
    /// The constant memory and the global variables.
    pub constants: Arena<ConstantId, ConstantDecl>,
    /// The kernels.
    pub kernels: Arena<KernelId, Kernel>,
}

impl Module {
    /// Declares a surface at an entry of the binding table.
    pub fn add_surface(
        &mut self,
        name: impl Into<String>,
        dimension: Dimension,
        element: Option<Scalar>,
        entry: u32,
    ) -> SurfaceId {
        let binding = Binding::Table(entry);
        self.surfaces.push(SurfaceDecl { name: name.into(), dimension, element, binding, argument: None })
    }

    /// Declares a sampler at an entry of the sampler state table.
    pub fn add_sampler(&mut self, name: impl Into<String>, entry: u32) -> SamplerId {
        self.samplers.push(SamplerDecl {
            name: name.into(),
            binding: Binding::Table(entry),
            argument: None,
            state: None,
        })
    }

    /// The constant memory or global variable whose address is `symbol`.
    pub fn constant(&self, symbol: &str) -> Option<ConstantId> {
        self.constants.iter().find(|(_, decl)| decl.symbol == symbol).map(|(id, _)| id)
    }

    /// Adds a kernel.
    pub fn add_kernel(&mut self, kernel: Kernel) -> KernelId {
        self.kernels.push(kernel)
    }

    /// The kernel of that name.
    pub fn kernel(&self, name: &str) -> Option<KernelId> {
        self.kernels.iter().find(|(_, kernel)| kernel.name == name).map(|(id, _)| id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_names_stand_at_their_index() {
        for (index, role) in ArgumentRole::all().enumerate() {
            assert_eq!(role as usize, index);
            assert_eq!(ArgumentRole::from_name(role.name()), Some(role));
        }
    }

    #[test]
    fn an_instruction_can_lose_its_second_result() {
        let mut kernel = Kernel::new("k");
        let one = kernel.constant_value(Type::I32, 1);
        let inst = kernel.push_inst(InstData::Plain { op: Op::AddCarry, args: [one; 3] });
        let sum = kernel.push_result(inst, Type::I32);
        kernel.push_result(inst, Type::I32);
        kernel.drop_second_result(inst);
        assert_eq!(kernel.results(inst).collect::<Vec<_>>(), [sum]);
    }

    #[test]
    fn constants_are_shared_and_cut_to_their_type() {
        let mut kernel = Kernel::new("k");
        let minus_one = kernel.constant_value(Type::I8, u64::MAX);
        assert_eq!(kernel.constant_value(Type::I8, 0xff), minus_one);
        assert_ne!(kernel.constant_value(Type::I16, 0xff), minus_one);
        assert_eq!(kernel.constant(minus_one), Some(0xff));
    }
}
