//! Builds a kernel call by call: what is wrong with a call is its error.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};

use cranelift_entity::EntityList;
use rustc_hash::{FxHashMap, FxHashSet};

use super::builder::Builder;
use super::entities::{Block, InstId, SamplerId, SurfaceId, Value};
use super::kernel::{ArgumentRole, BlockCall, InstData, Kernel, Module, ValueDef};
use super::mcs::McsForm;
use super::memory_op::{MemoryAccess, MemoryKind, MemoryOp, MemorySpace, SyncKind};
use super::ops::{Op, Results};
use super::texture_op::{MULTISAMPLED_LOADS, Role, TextureKind, TextureOp, lacking_roles};
use super::types::{Scalar, Type};
use super::verify::{VerifyError, has_no_use, verify_inst, verify_new};
use crate::source::Location;

/// Why a call of a [`FunctionBuilder`] has done nothing.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// An operation has another number of operands.
    #[error("`{}` is given {given} operands; expected {}", .op.name(), .op.arity())]
    Arity {
        /// The operation.
        op: Op,
        /// How many operands it was given.
        given: usize,
    },
    /// A value, block or variable of another builder, or a surface or sampler of another module.
    #[error(
        "the {what} is of another kernel; expected one that this builder has returned, or that its module declares"
    )]
    Foreign {
        /// What it is.
        what: &'static str,
    },
    /// The instruction is not valid: everything that is wrong with it.
    #[error("{}", joined(.0))]
    Invalid(Vec<VerifyError>),
    /// No block was chosen, or it has its terminator.
    #[error("there is no block to append to; call `switch_to` with a block that has no terminator")]
    NoBlock,
    /// A block that is given arguments of other types than it has parameters.
    #[error("the block is given ({given}); expected ({expected})")]
    BlockArguments {
        /// The types that it was given.
        given: String,
        /// The types of its parameters.
        expected: String,
    },
    /// An edge to a block that was said to have no more.
    #[error("the block is sealed; seal it after its last predecessor has its terminator")]
    Sealed,
    /// A value of another type than that of the variable.
    #[error("the variable has type {expected} and the value {given}; expected one type for both")]
    VariableType {
        /// The type of the value.
        given: Type,
        /// The type of the variable.
        expected: Type,
    },
    /// A variable that is read where it has no value.
    #[error("variable {number} is read, and on a path to there nothing is assigned to it; assign a value first")]
    Unassigned {
        /// Its number, in the order in which variables were made.
        number: u32,
    },
}

fn joined(errors: &[VerifyError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// A value of a [`FunctionBuilder`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BuiltValue {
    value: Value,
    owner: u32,
}

/// A block of a [`FunctionBuilder`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BuiltBlock {
    block: Block,
    owner: u32,
}

/// A variable of a [`FunctionBuilder`], which may be assigned more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LocalVariable {
    number: u32,
    owner: u32,
}

/// An edge: the terminator of `from`, and which of its targets it goes to.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: Block,
    terminator: InstId,
    target: usize,
}

/// What is known of a block.
#[derive(Clone, Debug, Default)]
struct BlockState {
    edges: Vec<Edge>,
    sealed: bool,
    ended: bool,
    /// The parameters that variables have become before all edges were known.
    pending: Vec<usize>,
}

/// A parameter that a variable has become.
#[derive(Clone, Debug)]
struct Phi {
    variable: u32,
    block: Block,
    value: Value,
    /// What it is given, an edge each.
    given: Vec<Value>,
}

/// Builds one [`Kernel`] of a module whose surfaces and samplers are declared. Each call is checked: one that is wrong returns
/// an error and appends nothing.
///
/// Variables become values and block parameters by the algorithm of Braun and others ("Simple and Efficient Construction of
/// Static Single Assignment Form", 2013). A block is sealed when all its predecessors have their terminators;
/// [`finish`](FunctionBuilder::finish) seals the rest.
///
/// # Example
///
/// ```
/// use texvisa_ir::texture::{Dimension, FunctionBuilder, Module, Op, Role, Scalar, TextureKind, Type};
///
/// let mut module = Module::default();
/// let image = module.add_surface("t0", Dimension::D2, Some(Scalar::F32), 0);
/// let output = module.add_surface("b0", Dimension::Raw, None, 1);
/// let mut builder = FunctionBuilder::new(&module, "column");
/// let x = builder.argument("x", Type::I32, false);
/// let [entry, body, end] = ["entry", "body", "end"].map(|name| builder.block(name));
/// let (y, sum) = (builder.variable(Type::I32), builder.variable(Type::F32));
/// let [zero, one, rows] = [0, 1, 16].map(|number| builder.int(Type::I32, number));
/// let nothing = builder.float(0.0);
///
/// builder.switch_to(entry)?;
/// builder.assign(y, zero)?;
/// builder.assign(sum, nothing)?;
/// builder.jump(body, &[])?;
/// builder.switch_to(body)?;
/// let row = builder.read(y)?;
/// let texel = builder.texture(TextureKind::Load, image, None, &[(Role::U, x), (Role::V, row)], Scalar::F32)?;
/// let red = builder.extract(texel, 0)?;
/// let so_far = builder.read(sum)?;
/// let total = builder.op(Op::FAdd, &[so_far, red])?;
/// builder.assign(sum, total)?;
/// let next = builder.op(Op::Add, &[row, one])?;
/// builder.assign(y, next)?;
/// let more = builder.op(Op::LtU, &[next, rows])?;
/// builder.branch(more, (body, &[]), (end, &[]))?;
/// builder.switch_to(end)?;
/// let total = builder.read(sum)?;
/// builder.store_raw(output, x, total)?;
/// builder.ret()?;
/// // What is wrong is said at the call.
/// let mut wrong = FunctionBuilder::new(&module, "wrong");
/// let block = wrong.block("entry");
/// wrong.switch_to(block)?;
/// let number = wrong.int(Type::I32, 1);
/// assert_eq!(wrong.op(Op::Sub, &[number]).unwrap_err().to_string(), "`sub` is given 1 operands; expected 2");
/// assert!(wrong.op(Op::Sub, &[number, x]).is_err(), "`x` is a value of the other builder");
///
/// let kernel = builder.finish()?;
/// module.add_kernel(kernel);
/// assert!(texvisa_ir::texture::verify(&module).is_empty());
/// # Ok::<(), texvisa_ir::texture::BuildError>(())
/// ```
#[derive(Debug)]
pub struct FunctionBuilder<'m> {
    module: &'m Module,
    builder: Builder,
    owner: u32,
    current: Option<Block>,
    location: Location,
    blocks: FxHashMap<Block, BlockState>,
    types: Vec<Type>,
    /// The value of a variable at the end of a block, as it is so far.
    values: FxHashMap<(Block, u32), Value>,
    phis: Vec<Phi>,
    /// The number of each in `phis`.
    phi_of: FxHashMap<Value, usize>,
}

impl<'m> FunctionBuilder<'m> {
    /// A builder of a kernel with this name, which uses the surfaces and samplers of `module`.
    pub fn new(module: &'m Module, name: impl Into<String>) -> FunctionBuilder<'m> {
        static OWNERS: AtomicU32 = AtomicU32::new(0);
        FunctionBuilder {
            module,
            builder: Builder::new(name),
            owner: OWNERS.fetch_add(1, Ordering::Relaxed),
            current: None,
            location: Location::UNKNOWN,
            blocks: FxHashMap::default(),
            types: Vec::new(),
            values: FxHashMap::default(),
            phis: Vec::new(),
            phi_of: FxHashMap::default(),
        }
    }

    fn kernel(&mut self) -> &mut Kernel {
        self.builder.kernel_mut()
    }

    const fn built(&self, value: Value) -> BuiltValue {
        BuiltValue { value, owner: self.owner }
    }

    fn value(&self, value: BuiltValue) -> Result<Value, BuildError> {
        if value.owner == self.owner { Ok(value.value) } else { Err(BuildError::Foreign { what: "value" }) }
    }

    fn values(&self, values: &[BuiltValue]) -> Result<Vec<Value>, BuildError> {
        values.iter().map(|value| self.value(*value)).collect()
    }

    fn own(&self, block: BuiltBlock) -> Result<Block, BuildError> {
        if block.owner == self.owner { Ok(block.block) } else { Err(BuildError::Foreign { what: "block" }) }
    }

    fn number(&self, variable: LocalVariable) -> Result<u32, BuildError> {
        if variable.owner == self.owner { Ok(variable.number) } else { Err(BuildError::Foreign { what: "variable" }) }
    }

    /// The type of a value.
    ///
    /// # Errors
    ///
    /// It is of another builder.
    pub fn ty(&self, value: BuiltValue) -> Result<Type, BuildError> {
        Ok(self.builder.kernel().ty(self.value(value)?))
    }

    /// Appends an argument that the program passes.
    pub fn argument(&mut self, name: &str, ty: Type, uniform: bool) -> BuiltValue {
        let value = self.builder.argument(name, ty, uniform);
        self.built(value)
    }

    /// Appends an argument with a role: an id of the lane, a size.
    pub fn argument_with_role(&mut self, name: &str, ty: Type, uniform: bool, role: ArgumentRole) -> BuiltValue {
        let value = self.builder.argument_with_role(name, ty, uniform, role);
        self.built(value)
    }

    /// An integer or boolean; bits that the type does not have are dropped.
    pub fn int(&mut self, ty: Type, value: i64) -> BuiltValue {
        let value = self.builder.constant_int(ty, value);
        self.built(value)
    }

    /// An `f32`.
    pub fn float(&mut self, value: f32) -> BuiltValue {
        let value = self.builder.constant_f32(value);
        self.built(value)
    }

    /// An undef value.
    pub fn undef(&mut self, ty: Type) -> BuiltValue {
        let value = self.builder.undefined(ty);
        self.built(value)
    }

    /// Sets the source location of the instructions that follow.
    pub fn set_location(&mut self, location: Location) {
        self.location = location;
        self.builder.set_location(location);
    }

    /// Appends a block, named unless the name is empty. The first is the entry.
    pub fn block(&mut self, name: &str) -> BuiltBlock {
        let block = self.builder.create_block(name);
        let sealed = self.blocks.is_empty();
        self.blocks.insert(block, BlockState { sealed, ..BlockState::default() });
        BuiltBlock { block, owner: self.owner }
    }

    /// Appends a parameter to a block, before anything goes to it.
    ///
    /// # Errors
    ///
    /// The block is of another builder, or an edge goes to it already.
    pub fn block_param(&mut self, block: BuiltBlock, name: &str, ty: Type) -> Result<BuiltValue, BuildError> {
        let block = self.own(block)?;
        if self.blocks.get(&block).is_some_and(|state| !state.edges.is_empty() || state.sealed) {
            return Err(BuildError::Sealed);
        }
        let value = self.builder.block_param(block, name, ty);
        Ok(self.built(value))
    }

    /// Makes `block` the one to which instructions are appended.
    ///
    /// # Errors
    ///
    /// The block is of another builder, or has its terminator.
    pub fn switch_to(&mut self, block: BuiltBlock) -> Result<(), BuildError> {
        let block = self.own(block)?;
        if self.blocks.get(&block).is_none_or(|state| state.ended) {
            return Err(BuildError::NoBlock);
        }
        self.current = Some(block);
        self.builder.switch_to(block);
        Ok(())
    }

    /// Says that all predecessors of `block` have their terminators.
    ///
    /// # Errors
    ///
    /// It is of another builder, or a variable that was read in it has no value on an edge.
    pub fn seal(&mut self, block: BuiltBlock) -> Result<(), BuildError> {
        let block = self.own(block)?;
        self.seal_block(block)
    }

    fn seal_block(&mut self, block: Block) -> Result<(), BuildError> {
        let Some(state) = self.blocks.get_mut(&block) else { return Ok(()) };
        state.sealed = true;
        for phi in std::mem::take(&mut state.pending) {
            self.fill(phi)?;
        }
        Ok(())
    }

    /// Appends an instruction; removes it again where it is not valid.
    fn append(&mut self, data: InstData, results: &[Type]) -> Result<InstId, BuildError> {
        let block = self.current.ok_or(BuildError::NoBlock)?;
        let location = self.location;
        let kernel = self.kernel();
        let inst = kernel.push_inst(data);
        kernel.blocks[block].insts.push(inst);
        kernel.set_location(inst, location);
        for ty in results {
            kernel.push_result(inst, *ty);
        }
        let errors = verify_inst(self.module, self.builder.kernel(), inst);
        if errors.is_empty() {
            return Ok(inst);
        }
        self.kernel().blocks[block].insts.pop();
        Err(BuildError::Invalid(errors))
    }

    fn result(&self, inst: InstId, index: usize) -> Option<BuiltValue> {
        self.builder.kernel().result_at(inst, index).map(|value| self.built(value))
    }

    fn only_result(&self, inst: InstId) -> BuiltValue {
        // `append` has been given one type at least.
        self.result(inst, 0).unwrap_or(BuiltValue { value: Value::from_u32(0), owner: u32::MAX })
    }

    /// Appends a plain operation; returns its first result. Of one that states the type of its result, see
    /// [`convert`](FunctionBuilder::convert).
    ///
    /// # Errors
    ///
    /// The number of operands, their types, or an operand of another builder.
    pub fn op(&mut self, op: Op, args: &[BuiltValue]) -> Result<BuiltValue, BuildError> {
        let inst = self.plain(op, args, None)?;
        Ok(self.only_result(inst))
    }

    /// Appends a plain operation with two results, such as a sum with its carry.
    ///
    /// # Errors
    ///
    /// Those of [`op`](FunctionBuilder::op), or it has one result.
    pub fn op_pair(&mut self, op: Op, args: &[BuiltValue]) -> Result<[BuiltValue; 2], BuildError> {
        if op.result_count() != 2 {
            return Err(invalid(format!("`{}` has one result; use an operation with two", op.name())));
        }
        let inst = self.plain(op, args, None)?;
        Ok([self.only_result(inst), self.result(inst, 1).unwrap_or(self.only_result(inst))])
    }

    /// Appends a conversion of `value` to another type.
    ///
    /// # Errors
    ///
    /// Those of [`op`](FunctionBuilder::op).
    pub fn convert(&mut self, op: Op, value: BuiltValue, to: Type) -> Result<BuiltValue, BuildError> {
        let inst = self.plain(op, &[value], Some(to))?;
        Ok(self.only_result(inst))
    }

    fn plain(&mut self, op: Op, args: &[BuiltValue], to: Option<Type>) -> Result<InstId, BuildError> {
        let values = self.values(args)?;
        if values.len() != op.arity() || values.len() > 3 {
            return Err(BuildError::Arity { op, given: args.len() });
        }
        let typed = if op == Op::Shuffle { values.first() } else { values.last() };
        let ty = typed.map_or(Type::I32, |value| self.builder.kernel().ty(*value));
        let result = match (op.results(), to) {
            (Results::Stated, Some(to)) => to,
            (Results::Stated, None) => {
                return Err(invalid(format!("`{}` states the type of its result; use `convert`", op.name())));
            }
            (_, Some(_)) => return Err(invalid(format!("`{}` converts nothing; use `op`", op.name()))),
            (Results::Same | Results::SameTwice, None) => ty,
            (Results::Bool, None) => Type::I1,
            (Results::I32, None) => Type::I32,
        };
        let mut operands = [values.first().copied().unwrap_or(Value::from_u32(0)); 3];
        operands.iter_mut().zip(&values).for_each(|(operand, value)| *operand = *value);
        self.append(InstData::Plain { op, args: operands }, &[result; 2][..op.result_count().clamp(1, 2)])
    }

    /// Appends a vector of at least two values of one scalar type.
    ///
    /// # Errors
    ///
    /// Their number or types.
    pub fn vector(&mut self, elements: &[BuiltValue]) -> Result<BuiltValue, BuildError> {
        let values = self.values(elements)?;
        let scalar = values.first().map_or(Scalar::I32, |value| self.builder.kernel().ty(*value).scalar);
        if !(2..=usize::from(Type::MAX_LANES)).contains(&values.len()) {
            let given = values.len();
            return Err(invalid(format!("`vec` has {given} elements; expected 2 to {}", Type::MAX_LANES)));
        }
        let elements = EntityList::from_slice(&values, &mut self.kernel().lists);
        let inst = self.append(InstData::Vector { elements }, &[Type::vector(scalar, values.len() as u8)])?;
        Ok(self.only_result(inst))
    }

    /// Appends a read of an element of a vector.
    ///
    /// # Errors
    ///
    /// It has no such element.
    pub fn extract(&mut self, vector: BuiltValue, index: u8) -> Result<BuiltValue, BuildError> {
        let vector = self.value(vector)?;
        let ty = Type::scalar(self.builder.kernel().ty(vector).scalar);
        let inst = self.append(InstData::Extract { vector, index }, &[ty])?;
        Ok(self.only_result(inst))
    }

    /// Appends a texture operation, whose result has four elements of type `scalar`.
    ///
    /// # Errors
    ///
    /// A role that the operation or the surface's dimension does not have, a type, a handle of another builder or module.
    pub fn texture(
        &mut self,
        kind: TextureKind,
        surface: SurfaceId,
        sampler: Option<SamplerId>,
        params: &[(Role, BuiltValue)],
        scalar: Scalar,
    ) -> Result<BuiltValue, BuildError> {
        Ok(self.texture_with(kind, surface, sampler, params, scalar, |_| {})?.0)
    }

    /// Appends a texture operation with what `modify` sets of it: offsets, the channel of a gather. The second value is
    /// residency, where that was asked for.
    ///
    /// # Errors
    ///
    /// Those of [`texture`](FunctionBuilder::texture).
    pub fn texture_with(
        &mut self,
        kind: TextureKind,
        surface: SurfaceId,
        sampler: Option<SamplerId>,
        params: &[(Role, BuiltValue)],
        scalar: Scalar,
        modify: impl FnOnce(&mut TextureOp),
    ) -> Result<(BuiltValue, Option<BuiltValue>), BuildError> {
        self.declared(Some(surface), sampler)?;
        // Stricter than a text, in which what a dimension lacks may be zero.
        let dimension = self.module.surfaces[surface].dimension;
        let lacking = lacking_roles(dimension);
        if let Some((role, _)) = params.iter().find(|(role, _)| lacking.contains(*role)) {
            return Err(invalid(has_no_use(kind, *role, dimension)));
        }
        let mut op = TextureOp::new(kind, surface.into());
        op.sampler = sampler.map(Into::into);
        modify(&mut op);
        op.params.clear();
        for (role, value) in params {
            op.params.push((*role, self.value(*value)?));
        }
        let residency = op.returns_residency();
        let textures = &mut self.kernel().textures;
        let id = textures.push(op);
        let results = [Type::vector(scalar, 4), Type::I1];
        let inst = self.append(InstData::Texture(id), &results[..if residency { 2 } else { 1 }])?;
        Ok((self.only_result(inst), self.result(inst, 1)))
    }

    /// Appends a load of one sample of a multisampled surface, with the load of its MCS value before it.
    ///
    /// # Errors
    ///
    /// Those of [`texture`](FunctionBuilder::texture).
    pub fn load_ms(
        &mut self,
        surface: SurfaceId,
        coordinates: &[(Role, BuiltValue)],
        sample: BuiltValue,
        scalar: Scalar,
    ) -> Result<BuiltValue, BuildError> {
        self.value(sample)?;
        let [load_mcs, load_ms] = MULTISAMPLED_LOADS;
        let mcs = self.texture(load_mcs, surface, None, coordinates, McsForm::Dwords.element().scalar)?;
        let params: Vec<(Role, BuiltValue)> =
            coordinates.iter().copied().chain([(Role::Si, sample), (Role::Mcs, mcs)]).collect();
        self.texture(load_ms, surface, None, &params, scalar)
    }

    /// Whether the module declares these.
    fn declared(&self, surface: Option<SurfaceId>, sampler: Option<SamplerId>) -> Result<(), BuildError> {
        if surface.is_some_and(|surface| self.module.surfaces.get(surface).is_none()) {
            return Err(BuildError::Foreign { what: "surface" });
        }
        if sampler.is_some_and(|sampler| self.module.samplers.get(sampler).is_none()) {
            return Err(BuildError::Foreign { what: "sampler" });
        }
        Ok(())
    }

    /// Appends a memory operation; returns its result where its kind has one, of type `result`.
    ///
    /// # Errors
    ///
    /// A part of the address, a type, or a handle of another builder or module.
    pub fn memory(
        &mut self,
        kind: MemoryKind,
        surface: Option<SurfaceId>,
        address: &[(Role, BuiltValue)],
        values: &[BuiltValue],
        result: Option<Type>,
    ) -> Result<Option<BuiltValue>, BuildError> {
        self.declared(surface, None)?;
        let address = address.iter().map(|(role, value)| Ok((*role, self.value(*value)?)));
        let address = address.collect::<Result<_, BuildError>>()?;
        let values = self.values(values)?.into_iter().collect();
        let op = MemoryOp { kind, surface: surface.map(Into::into), address, values, unaligned: false };
        let memories = &mut self.kernel().memories;
        let id = memories.push(op);
        let inst = self.append(InstData::Memory(id), result.as_slice())?;
        Ok(self.result(inst, 0))
    }

    /// Appends a load of a value of type `ty` from byte `offset` of a raw surface.
    ///
    /// # Errors
    ///
    /// Those of [`memory`](FunctionBuilder::memory).
    pub fn load_raw(&mut self, surface: SurfaceId, offset: BuiltValue, ty: Type) -> Result<BuiltValue, BuildError> {
        let kind = MemoryKind { space: MemorySpace::Raw, access: MemoryAccess::Load };
        let loaded = self.memory(kind, Some(surface), &[(Role::X, offset)], &[], Some(ty))?;
        loaded.ok_or_else(|| invalid("a load has no result; give its type"))
    }

    /// Appends a store of `value` to byte `offset` of a raw surface.
    ///
    /// # Errors
    ///
    /// Those of [`memory`](FunctionBuilder::memory).
    pub fn store_raw(&mut self, surface: SurfaceId, offset: BuiltValue, value: BuiltValue) -> Result<(), BuildError> {
        let kind = MemoryKind { space: MemorySpace::Raw, access: MemoryAccess::Store };
        self.memory(kind, Some(surface), &[(Role::X, offset)], &[value], None).map(|_| ())
    }

    /// Appends a write of a vector of four to the element of a typed surface at `coordinates`.
    ///
    /// # Errors
    ///
    /// Those of [`memory`](FunctionBuilder::memory).
    pub fn write(
        &mut self,
        surface: SurfaceId,
        coordinates: &[(Role, BuiltValue)],
        value: BuiltValue,
    ) -> Result<(), BuildError> {
        let kind = MemoryKind { space: MemorySpace::Typed, access: MemoryAccess::Store };
        self.memory(kind, Some(surface), coordinates, &[value], None).map(|_| ())
    }

    /// Appends a barrier or a fence.
    ///
    /// # Errors
    ///
    /// There is no block to append to.
    pub fn sync(&mut self, kind: SyncKind) -> Result<(), BuildError> {
        self.append(InstData::Sync(kind), &[]).map(|_| ())
    }

    /// Ends the block with a jump.
    ///
    /// # Errors
    ///
    /// The arguments, a sealed block, or a handle of another builder.
    pub fn jump(&mut self, block: BuiltBlock, args: &[BuiltValue]) -> Result<(), BuildError> {
        let target = self.edge(block, args)?;
        self.end(InstData::Jump(target)).map(|_| ())
    }

    /// Ends the block with a branch: lanes whose `condition` is true go to `then`, the others to `otherwise`.
    ///
    /// # Errors
    ///
    /// Those of [`jump`](FunctionBuilder::jump), or the condition is no `i1`.
    pub fn branch(
        &mut self,
        condition: BuiltValue,
        then: (BuiltBlock, &[BuiltValue]),
        otherwise: (BuiltBlock, &[BuiltValue]),
    ) -> Result<(), BuildError> {
        let ty = self.ty(condition)?;
        if ty != Type::I1 {
            return Err(invalid(format!("the condition has type {ty}; expected i1")));
        }
        let condition = self.value(condition)?;
        let targets = [self.edge(then.0, then.1)?, self.edge(otherwise.0, otherwise.1)?];
        self.end(InstData::Branch { condition, targets }).map(|_| ())
    }

    /// Ends the block with a choice by number: a chain of branches. None of the blocks has parameters.
    ///
    /// # Errors
    ///
    /// Those of [`branch`](FunctionBuilder::branch), or a number is given twice.
    pub fn switch(
        &mut self,
        selector: BuiltValue,
        cases: &[(i64, BuiltBlock)],
        otherwise: BuiltBlock,
    ) -> Result<(), BuildError> {
        let ty = self.ty(selector)?;
        if !ty.is_scalar() || !ty.scalar.is_int() || ty == Type::I1 {
            return Err(invalid(format!("the selector has type {ty}; expected an integer")));
        }
        let mut numbers = BTreeMap::new();
        for (number, block) in cases {
            self.edge(*block, &[])?;
            if numbers.insert(*number as u64 & ty.scalar.mask(), *block).is_some() {
                return Err(invalid(format!("case {number} is given twice; remove one")));
            }
        }
        self.edge(otherwise, &[])?;
        for (index, (number, block)) in cases.iter().enumerate() {
            let number = self.int(ty, *number);
            let is_it = self.op(Op::Eq, &[selector, number])?;
            if index + 1 == cases.len() {
                return self.branch(is_it, (*block, &[]), (otherwise, &[]));
            }
            let next = self.block("");
            self.branch(is_it, (*block, &[]), (next, &[]))?;
            self.seal(next)?;
            self.switch_to(next)?;
        }
        self.jump(otherwise, &[])
    }

    /// Ends the block with a return, which ends the lane.
    ///
    /// # Errors
    ///
    /// There is no block to end.
    pub fn ret(&mut self) -> Result<(), BuildError> {
        self.end(InstData::Return).map(|_| ())
    }

    /// An edge to a block, with arguments for its parameters.
    fn edge(&mut self, block: BuiltBlock, args: &[BuiltValue]) -> Result<BlockCall, BuildError> {
        self.current.ok_or(BuildError::NoBlock)?;
        let (block, args) = (self.own(block)?, self.values(args)?);
        if self.blocks.get(&block).is_none_or(|state| state.sealed) {
            return Err(BuildError::Sealed);
        }
        let kernel = self.builder.kernel();
        let is_own = |value: &&Value| !self.phi_of.contains_key(*value);
        let params: Vec<Value> = kernel.blocks[block].params.iter().filter(is_own).copied().collect();
        let types = |values: &[Value]| values.iter().map(|value| kernel.ty(*value).to_string()).collect::<Vec<_>>();
        let (given, expected) = (types(&args), types(&params));
        if given != expected {
            return Err(BuildError::BlockArguments { given: given.join(", "), expected: expected.join(", ") });
        }
        let args = EntityList::from_slice(&args, &mut self.kernel().lists);
        Ok(BlockCall { block, args })
    }

    fn end(&mut self, data: InstData) -> Result<InstId, BuildError> {
        let from = self.current.take().ok_or(BuildError::NoBlock)?;
        let location = self.location;
        let kernel = self.kernel();
        let terminator = kernel.push_inst(data);
        kernel.blocks[from].insts.push(terminator);
        kernel.set_location(terminator, location);
        let targets: Vec<Block> = kernel.insts[terminator].targets().iter().map(|call| call.block).collect();
        for (target, to) in targets.into_iter().enumerate() {
            self.blocks.entry(to).or_default().edges.push(Edge { from, terminator, target });
        }
        self.blocks.entry(from).or_default().ended = true;
        Ok(terminator)
    }

    /// A variable of a scalar type, which has no value yet.
    pub fn variable(&mut self, ty: Type) -> LocalVariable {
        self.types.push(ty);
        LocalVariable { number: self.types.len() as u32 - 1, owner: self.owner }
    }

    /// Gives a variable a value from here on.
    ///
    /// # Errors
    ///
    /// Their types, or a handle of another builder.
    pub fn assign(&mut self, variable: LocalVariable, value: BuiltValue) -> Result<(), BuildError> {
        let block = self.current.ok_or(BuildError::NoBlock)?;
        let (number, given) = (self.number(variable)?, self.ty(value)?);
        let expected = self.types[number as usize];
        if given != expected {
            return Err(BuildError::VariableType { given, expected });
        }
        self.values.insert((block, number), value.value);
        Ok(())
    }

    /// The value that a variable has here.
    ///
    /// # Errors
    ///
    /// It has none on a path to here: here or, where predecessors are not known yet, when they are.
    pub fn read(&mut self, variable: LocalVariable) -> Result<BuiltValue, BuildError> {
        let block = self.current.ok_or(BuildError::NoBlock)?;
        let number = self.number(variable)?;
        let value = self.read_at(number, block)?;
        Ok(self.built(value))
    }

    /// The value of a variable at the end of `block`. Goes back over single predecessors without recursion; parameters that
    /// are made on the way are filled one after the other.
    fn read_at(&mut self, variable: u32, block: Block) -> Result<Value, BuildError> {
        let before = self.phis.len();
        let value = self.look_up(variable, block)?;
        let mut next = before;
        while next < self.phis.len() {
            let Phi { block, given, .. } = &self.phis[next];
            let state = &self.blocks[block];
            if state.sealed && given.is_empty() && !state.edges.is_empty() {
                self.fill_one(next)?;
            }
            next += 1;
        }
        Ok(value)
    }

    /// Gives a parameter its values, and those that are made for that theirs.
    fn fill(&mut self, phi: usize) -> Result<(), BuildError> {
        let mut next = self.phis.len();
        self.fill_one(phi)?;
        while next < self.phis.len() {
            if self.blocks[&self.phis[next].block].sealed && self.phis[next].given.is_empty() {
                self.fill_one(next)?;
            }
            next += 1;
        }
        Ok(())
    }

    fn fill_one(&mut self, phi: usize) -> Result<(), BuildError> {
        let Phi { variable, block, .. } = self.phis[phi];
        let from: Vec<Block> = self.blocks[&block].edges.iter().map(|edge| edge.from).collect();
        let mut given = Vec::with_capacity(from.len());
        for from in from {
            given.push(self.look_up(variable, from)?);
        }
        self.phis[phi].given = given;
        Ok(())
    }

    /// The value of a variable at the end of `block`, or a new parameter that is not filled.
    fn look_up(&mut self, variable: u32, block: Block) -> Result<Value, BuildError> {
        let (mut at, mut path) = (block, Vec::new());
        let mut passed = FxHashSet::default();
        let value = loop {
            if let Some(value) = self.values.get(&(at, variable)) {
                break *value;
            }
            path.push(at);
            let Some(state) = self.blocks.get(&at) else { return Err(BuildError::Unassigned { number: variable }) };
            match (&state.edges[..], state.sealed) {
                // The entry, or a block that nothing reaches.
                ([], true) if self.builder.kernel().entry() == Some(at) => {
                    return Err(BuildError::Unassigned { number: variable });
                }
                ([], true) => {
                    let ty = self.types[variable as usize];
                    break self.kernel().undefined(ty);
                }
                ([edge], true) if passed.insert(edge.from) => at = edge.from,
                // Blocks that only follow each other are reached by nothing.
                ([_], true) => {
                    let ty = self.types[variable as usize];
                    break self.kernel().undefined(ty);
                }
                (_, sealed) => {
                    let ty = self.types[variable as usize];
                    let value = self.kernel().push_param(at, ty);
                    let phi = self.phis.len();
                    self.phis.push(Phi { variable, block: at, value, given: Vec::new() });
                    self.phi_of.insert(value, phi);
                    if !sealed && let Some(state) = self.blocks.get_mut(&at) {
                        state.pending.push(phi);
                    }
                    break value;
                }
            }
        };
        for block in path {
            self.values.insert((block, variable), value);
        }
        Ok(value)
    }

    /// The finished kernel.
    ///
    /// # Errors
    ///
    /// A block without a terminator, a variable without a value, or whatever else is wrong with the whole.
    pub fn finish(mut self) -> Result<Kernel, BuildError> {
        let blocks: Vec<Block> = self.builder.kernel().layout.to_vec();
        for block in blocks {
            self.seal_block(block)?;
        }
        let replaced = self.replaced();
        let FunctionBuilder { module, builder, blocks, phis, phi_of, .. } = self;
        let mut kernel = builder.finish();
        let resolve = |mut value: Value| {
            while let Some(by) = replaced.get(&value) {
                value = *by;
            }
            value
        };
        for block in kernel.layout.clone() {
            for inst in kernel.blocks[block].insts.clone() {
                kernel.map_uses(inst, resolve);
            }
        }
        // Kept parameters stand behind those that the caller has made, and so do their arguments.
        for (block, state) in &blocks {
            let (made, mut params): (Vec<Value>, Vec<Value>) =
                kernel.blocks[*block].params.iter().copied().partition(|value| phi_of.contains_key(value));
            for phi in made.iter().map(|value| &phis[phi_of[value]]) {
                if replaced.contains_key(&phi.value) {
                    kernel.values[phi.value].def = ValueDef::Missing;
                    continue;
                }
                params.push(phi.value);
                for (edge, value) in state.edges.iter().zip(&phi.given) {
                    push_argument(&mut kernel, *edge, resolve(*value));
                }
            }
            for (index, value) in params.iter().enumerate() {
                kernel.values[*value].def = ValueDef::Param(*block, index as u32);
            }
            kernel.blocks[*block].params = params.into_iter().collect();
        }
        let errors = verify_new(module, &kernel);
        if errors.is_empty() { Ok(kernel) } else { Err(BuildError::Invalid(errors)) }
    }

    /// The parameters that are always given one value, or themselves, each with that value or another such parameter.
    fn replaced(&self) -> FxHashMap<Value, Value> {
        let mut replaced: FxHashMap<Value, Value> = FxHashMap::default();
        let resolve = |replaced: &FxHashMap<Value, Value>, mut value: Value| {
            while let Some(by) = replaced.get(&value) {
                value = *by;
            }
            value
        };
        let number = &self.phi_of;
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); self.phis.len()];
        for (index, phi) in self.phis.iter().enumerate() {
            for given in phi.given.iter().filter_map(|given| number.get(given)) {
                users[*given].push(index);
            }
        }
        let mut work: Vec<usize> = (0..self.phis.len()).rev().collect();
        while let Some(index) = work.pop() {
            let phi = &self.phis[index];
            if replaced.contains_key(&phi.value) {
                continue;
            }
            let mut only = None;
            let is_copy = phi
                .given
                .iter()
                .map(|given| resolve(&replaced, *given))
                .all(|given| given == phi.value || *only.get_or_insert(given) == given);
            if let (true, Some(by)) = (is_copy, only) {
                replaced.insert(phi.value, by);
                // Who reads it reads that now.
                let readers = std::mem::take(&mut users[index]);
                work.extend(&readers);
                if let Some(by) = number.get(&by) {
                    users[*by].extend(readers);
                }
            }
        }
        replaced
    }
}

fn push_argument(kernel: &mut Kernel, edge: Edge, value: Value) {
    let call = match &mut kernel.insts[edge.terminator] {
        InstData::Jump(call) => call,
        InstData::Branch { targets, .. } => &mut targets[edge.target],
        _ => return,
    };
    call.args.push(value, &mut kernel.lists);
}

fn invalid(message: impl fmt::Display) -> BuildError {
    BuildError::Invalid(vec![VerifyError {
        kernel: None,
        inst: None,
        location: Location::UNKNOWN,
        message: message.to_string(),
    }])
}
