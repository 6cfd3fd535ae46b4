//! The builder, and what its parts share.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU32, Ordering};

use rustc_hash::FxHashMap;

use super::super::builder::Builder;
use super::super::entities::{Block, InstId, SamplerId, SurfaceId, Value};
use super::super::kernel::{ArgumentRole, InstData, Kernel, Module};
use super::super::types::Type;
use super::super::verify::verify_inst;
use super::error::BuildError;
use super::handles::{BuiltBlock, BuiltValue, LocalVariable};
use super::state::{BlockState, Phi};
use crate::source::Location;

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
    pub(super) module: Cow<'m, Module>,
    pub(super) builder: Builder,
    pub(super) owner: u32,
    pub(super) current: Option<Block>,
    pub(super) location: Location,
    pub(super) blocks: FxHashMap<Block, BlockState>,
    pub(super) types: Vec<Type>,
    /// The value of a variable at the end of a block, as it is so far.
    pub(super) values: FxHashMap<(Block, u32), Value>,
    pub(super) phis: Vec<Phi>,
    /// The number of each in `phis`.
    pub(super) phi_of: FxHashMap<Value, usize>,
}

impl<'m> FunctionBuilder<'m> {
    /// A builder of a kernel with this name, which uses the surfaces and samplers of `module`.
    pub fn new(module: &'m Module, name: impl Into<String>) -> FunctionBuilder<'m> {
        FunctionBuilder::of(Cow::Borrowed(module), name.into())
    }

    /// The same with declarations of its own, for a host that cannot keep a borrow.
    pub fn with_declarations(module: Module, name: impl Into<String>) -> FunctionBuilder<'static> {
        FunctionBuilder::of(Cow::Owned(module), name.into())
    }

    fn of(module: Cow<'m, Module>, name: String) -> FunctionBuilder<'m> {
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

    pub(super) fn kernel(&mut self) -> &mut Kernel {
        self.builder.kernel_mut()
    }

    pub(super) const fn built(&self, value: Value) -> BuiltValue {
        BuiltValue { value, owner: self.owner }
    }

    pub(super) fn value(&self, value: BuiltValue) -> Result<Value, BuildError> {
        if value.owner == self.owner { Ok(value.value) } else { Err(BuildError::Foreign { what: "value" }) }
    }

    pub(super) fn values(&self, values: &[BuiltValue]) -> Result<Vec<Value>, BuildError> {
        values.iter().map(|value| self.value(*value)).collect()
    }

    pub(super) fn own(&self, block: BuiltBlock) -> Result<Block, BuildError> {
        if block.owner == self.owner { Ok(block.block) } else { Err(BuildError::Foreign { what: "block" }) }
    }

    pub(super) fn number(&self, variable: LocalVariable) -> Result<u32, BuildError> {
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

    /// Appends an instruction; removes it again where it is not valid.
    pub(super) fn append(&mut self, data: InstData, results: &[Type]) -> Result<InstId, BuildError> {
        let block = self.current.ok_or(BuildError::NoBlock)?;
        let location = self.location;
        let kernel = self.kernel();
        let inst = kernel.push_inst(data);
        kernel.blocks[block].insts.push(inst);
        kernel.set_location(inst, location);
        for ty in results {
            kernel.push_result(inst, *ty);
        }
        let errors = verify_inst(&self.module, self.builder.kernel(), inst);
        if errors.is_empty() {
            return Ok(inst);
        }
        self.kernel().blocks[block].insts.pop();
        Err(BuildError::Invalid(errors))
    }

    /// Appends what `build` does, or nothing where it fails.
    pub(super) fn whole<T>(&mut self, build: impl FnOnce(&mut Self) -> Result<T, BuildError>) -> Result<T, BuildError> {
        let block = self.current.ok_or(BuildError::NoBlock)?;
        let before = self.builder.kernel().blocks[block].insts.len();
        let result = build(self);
        if result.is_err() {
            self.kernel().blocks[block].insts.truncate(before);
        }
        result
    }

    pub(super) fn result(&self, inst: InstId, index: usize) -> Option<BuiltValue> {
        self.builder.kernel().result_at(inst, index).map(|value| self.built(value))
    }

    pub(super) fn only_result(&self, inst: InstId) -> BuiltValue {
        // `append` has been given one type at least.
        self.result(inst, 0).unwrap_or(BuiltValue { value: Value::from_u32(0), owner: u32::MAX })
    }

    /// Whether the module declares these.
    pub(super) fn declared(&self, surface: Option<SurfaceId>, sampler: Option<SamplerId>) -> Result<(), BuildError> {
        if surface.is_some_and(|surface| self.module.surfaces.get(surface).is_none()) {
            return Err(BuildError::Foreign { what: "surface" });
        }
        if sampler.is_some_and(|sampler| self.module.samplers.get(sampler).is_none()) {
            return Err(BuildError::Foreign { what: "sampler" });
        }
        Ok(())
    }
}
