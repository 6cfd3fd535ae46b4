//! Writes a kernel instruction by instruction, for compilers that embed texvisa.

use super::entities::{Block, SurfaceId, Value};
use super::kernel::{Argument, ArgumentRole, BlockCall, BlockData, InstData, Kernel, ValueData, ValueDef};
use super::memory_op::{Aligned, MemoryAccess, MemoryKind, MemoryOp, MemorySpace, SyncKind};
use super::ops::{Op, Results};
use super::texture_op::{ChannelMask, Role, SamplerRef, SurfaceRef, TextureKind, TextureOp};
use super::types::{Scalar, Type};
use super::value_list::ValueList;
use crate::source::Location;

/// Builds one [`Kernel`]. It checks nothing; [`verify`](super::verify()) reports everything that is wrong with the result. A
/// front end that wants to know at the call what is wrong with it, or has variables, uses
/// [`FunctionBuilder`](super::FunctionBuilder).
///
/// # Panics
///
/// Instructions are appended to the block of the last [`Builder::switch_to`]; without one, appending panics.
#[derive(Clone, Debug)]
pub struct Builder {
    kernel: Kernel,
    block: Option<Block>,
    location: Location,
}

impl Builder {
    /// A builder of a kernel with this name.
    pub fn new(name: impl Into<String>) -> Builder {
        Builder { kernel: Kernel::new(name), block: None, location: Location::UNKNOWN }
    }

    /// The kernel as it is so far.
    pub fn kernel(&self) -> &Kernel {
        &self.kernel
    }

    /// The kernel as it is so far.
    pub fn kernel_mut(&mut self) -> &mut Kernel {
        &mut self.kernel
    }

    /// The finished kernel.
    pub fn finish(self) -> Kernel {
        self.kernel
    }

    /// Appends an argument that the program passes.
    pub fn argument(&mut self, name: &str, ty: Type, uniform: bool) -> Value {
        self.argument_with_role(name, ty, uniform, ArgumentRole::Plain)
    }

    /// Appends an argument.
    pub fn argument_with_role(&mut self, name: &str, ty: Type, uniform: bool, role: ArgumentRole) -> Value {
        let index = self.kernel.arguments.len() as u32;
        let value = self.kernel.values.push(ValueData { ty, def: ValueDef::Argument(index) });
        self.kernel.arguments.push(Argument { value, uniform, role, about: None });
        self.name(value, name);
        value
    }

    /// Appends a block, named unless the name is empty.
    pub fn create_block(&mut self, name: &str) -> Block {
        let block = self.kernel.blocks.push(BlockData::default());
        self.kernel.layout.push(block);
        if !name.is_empty() {
            self.kernel.set_block_name(block, name);
        }
        block
    }

    /// Appends a parameter to `block`.
    pub fn block_param(&mut self, block: Block, name: &str, ty: Type) -> Value {
        let value = self.kernel.push_param(block, ty);
        self.name(value, name);
        value
    }

    /// Makes `block` the one to which instructions are appended.
    pub fn switch_to(&mut self, block: Block) {
        self.block = Some(block);
    }

    /// Sets the source location of the instructions that follow.
    pub fn set_location(&mut self, location: Location) {
        self.location = location;
    }

    /// Names `value`, unless the name is empty.
    pub fn name(&mut self, value: Value, name: &str) {
        if !name.is_empty() {
            self.kernel.set_value_name(value, name);
        }
    }

    /// An integer or boolean; bits that the type does not have are dropped.
    pub fn constant_int(&mut self, ty: Type, value: i64) -> Value {
        self.kernel.constant_value(ty, value as u64)
    }

    /// An `f32`.
    pub fn constant_f32(&mut self, value: f32) -> Value {
        self.kernel.constant_value(Type::F32, u64::from(value.to_bits()))
    }

    /// An undef value: anything, at each use anew.
    pub fn undefined(&mut self, ty: Type) -> Value {
        self.kernel.undefined(ty)
    }

    fn append(&mut self, data: InstData) -> super::InstId {
        let block = self.block.expect("switch_to comes before the first instruction");
        let inst = self.kernel.push_inst(data);
        self.kernel.blocks[block].insts.push(inst);
        self.kernel.set_location(inst, self.location);
        inst
    }

    fn append_with_result(&mut self, data: InstData, ty: Type) -> Value {
        let inst = self.append(data);
        self.kernel.push_result(inst, ty)
    }

    /// Appends a plain operation on [`Op::arity`] operands of type `ty`; returns its first result. One with another number of
    /// operands has operands that are defined nowhere.
    /// For an operation that states its result, use [`Builder::convert`].
    pub fn op(&mut self, op: Op, ty: Type, args: &[Value]) -> Value {
        let result = match op.results() {
            Results::Same | Results::SameTwice | Results::Stated => ty,
            Results::Bool => Type::I1,
            Results::I32 => Type::I32,
            Results::TwiceAsWide => ty.twice_as_wide(),
        };
        let value = self.plain(op, args, result);
        if let (Results::SameTwice, ValueDef::Result(inst, _)) = (op.results(), self.kernel.values[value].def) {
            self.kernel.push_result(inst, ty);
        }
        value
    }

    /// Appends a conversion of `value` to another type.
    pub fn convert(&mut self, op: Op, value: Value, to: Type) -> Value {
        self.plain(op, &[value], to)
    }

    fn plain(&mut self, op: Op, args: &[Value], result: Type) -> Value {
        let mut operands = [args.first().copied().unwrap_or(Value::from_u32(0)); 3];
        for (operand, arg) in operands.iter_mut().zip(args) {
            *operand = *arg;
        }
        if args.len() != op.arity() {
            // The verifier reports values that are defined nowhere.
            let data = ValueData { ty: result, def: ValueDef::Missing };
            operands = [self.kernel.values.push(data); 3];
        }
        self.append_with_result(InstData::Plain { op, args: operands }, result)
    }

    /// Appends a vector of at least two values of one scalar type.
    pub fn vector(&mut self, elements: &[Value]) -> Value {
        let ty = Type::vector(self.kernel.ty(elements[0]).scalar, elements.len() as u8);
        let elements = ValueList::from_slice(elements, &mut self.kernel.lists);
        self.append_with_result(InstData::Vector { elements }, ty)
    }

    /// Appends a read of element `index` of a vector.
    pub fn extract(&mut self, vector: Value, index: u8) -> Value {
        let ty = Type::scalar(self.kernel.ty(vector).scalar);
        self.append_with_result(InstData::Extract { vector, index }, ty)
    }

    /// Appends a read of the element of a vector that `index` names, an `i32`.
    pub fn element(&mut self, vector: Value, index: Value) -> Value {
        let ty = Type::scalar(self.kernel.ty(vector).scalar);
        self.append_with_result(InstData::Element { vector, index }, ty)
    }

    /// Appends the vector in which the element that `index` names, an `i32`, is `element`.
    pub fn insert(&mut self, vector: Value, index: Value, element: Value) -> Value {
        let ty = self.kernel.ty(vector);
        self.append_with_result(InstData::Insert { vector, index, element }, ty)
    }

    /// Starts a texture operation.
    pub fn texture(&mut self, kind: TextureKind, surface: impl Into<SurfaceRef>) -> TextureBuilder<'_> {
        let op = TextureOp::new(kind, surface.into());
        TextureBuilder { builder: self, op }
    }

    /// Appends a complete texture operation. `result` is the type of what it returns, absent where it returns nothing.
    pub fn texture_op(&mut self, op: TextureOp, result: Option<Type>) -> super::InstId {
        let returns_residency = op.returns_residency();
        let id = self.kernel.textures.push(op);
        let inst = self.append(InstData::Texture(id));
        if let Some(ty) = result {
            self.kernel.push_result(inst, ty);
            if returns_residency {
                self.kernel.push_result(inst, Type::I1);
            }
        }
        inst
    }

    /// Appends a complete memory operation; returns its result where its kind has one.
    pub fn memory(&mut self, op: MemoryOp, result: Option<Type>) -> Option<Value> {
        let id = self.kernel.memories.push(op);
        let inst = self.append(InstData::Memory(id));
        result.map(|ty| self.kernel.push_result(inst, ty))
    }

    /// Appends a load of a value of type `ty` from byte `offset` of a raw surface.
    pub fn load_raw(&mut self, surface: SurfaceId, offset: Value, ty: Type) -> Value {
        let op = raw(surface, MemoryAccess::Load, offset, &[]);
        let id = self.kernel.memories.push(op);
        self.append_with_result(InstData::Memory(id), ty)
    }

    /// Appends a store of `value` to byte `offset` of a raw surface.
    pub fn store_raw(&mut self, surface: SurfaceId, offset: Value, value: Value) {
        self.memory(raw(surface, MemoryAccess::Store, offset, &[value]), None);
    }

    /// Appends a write of a vector of four to the element of a typed surface at `coordinates`.
    pub fn write(&mut self, surface: SurfaceId, coordinates: &[(Role, Value)], value: Value) {
        let kind = MemoryKind { space: MemorySpace::Typed, access: MemoryAccess::Store };
        let op = MemoryOp {
            kind,
            surface: Some(surface.into()),
            address: coordinates.into(),
            values: std::iter::once(value).collect(),
            aligned: Aligned::Dword,
        };
        self.memory(op, None);
    }

    /// Appends a barrier or a fence.
    pub fn sync(&mut self, kind: SyncKind) {
        self.append(InstData::Sync(kind));
    }

    fn call(&mut self, block: Block, args: &[Value]) -> BlockCall {
        BlockCall { block, args: ValueList::from_slice(args, &mut self.kernel.lists) }
    }

    /// Ends the block with a jump to `block`.
    pub fn jump(&mut self, block: Block, args: &[Value]) {
        let target = self.call(block, args);
        self.append(InstData::Jump(target));
    }

    /// Ends the block with a branch: lanes whose `condition` is true go to `then`, the others to `otherwise`.
    pub fn branch(&mut self, condition: Value, then: (Block, &[Value]), otherwise: (Block, &[Value])) {
        let targets = [self.call(then.0, then.1), self.call(otherwise.0, otherwise.1)];
        self.append(InstData::Branch { condition, targets });
    }

    /// Ends the block with a return, which ends the lane.
    pub fn ret(&mut self) {
        self.append(InstData::Return);
    }
}

fn raw(surface: SurfaceId, access: MemoryAccess, offset: Value, values: &[Value]) -> MemoryOp {
    MemoryOp {
        kind: MemoryKind { space: MemorySpace::Raw, access },
        surface: Some(surface.into()),
        address: std::iter::once((Role::X, offset)).collect(),
        values: values.into(),
        aligned: Aligned::Dword,
    }
}

/// A texture operation that is being written; [`TextureBuilder::result`] appends it.
#[derive(Debug)]
#[must_use = "the operation is appended by `result`"]
pub struct TextureBuilder<'a> {
    builder: &'a mut Builder,
    op: TextureOp,
}

impl TextureBuilder<'_> {
    /// Sets the sampler.
    pub fn sampler(mut self, sampler: impl Into<SamplerRef>) -> Self {
        self.op.sampler = Some(sampler.into());
        self
    }

    /// Adds a parameter.
    pub fn param(mut self, role: Role, value: Value) -> Self {
        self.op.params.push((role, value));
        self
    }

    /// Sets constant texel offsets along u, v and r.
    pub fn offset(mut self, offset: [i8; 3]) -> Self {
        self.op.offset = offset;
        self
    }

    /// Sets the channel that a gather returns, 0 to 3.
    pub fn channel(mut self, channel: u8) -> Self {
        self.op.channel = channel;
        self
    }

    /// Sets which channels of the result are read.
    pub fn mask(mut self, mask: ChannelMask) -> Self {
        self.op.mask = mask;
        self
    }

    /// Appends the operation; its result has four elements of this type.
    pub fn result(self, scalar: Scalar) -> Value {
        let inst = self.builder.texture_op(self.op, Some(Type::vector(scalar, 4)));
        self.builder.kernel.result(inst).expect("an operation with a result type has a result")
    }

    /// Appends the operation; returns its four elements, and whether every texel was resident.
    pub fn result_with_residency(mut self, scalar: Scalar) -> (Value, Value) {
        self.op.residency = true;
        let inst = self.builder.texture_op(self.op, Some(Type::vector(scalar, 4)));
        let kernel = &self.builder.kernel;
        (
            kernel.result_at(inst, 0).expect("an operation with a result type has a result"),
            kernel.result_at(inst, 1).expect("an operation with residency has two results"),
        )
    }
}
