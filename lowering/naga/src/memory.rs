//! Variables and memory: pointers, loads, stores and atomic operations.
//!
//! Variables of a function and private ones are no memory but values, and an index that is no constant chooses among
//! them. From [`MAX_CHOSEN`] scalars on they are in scratch memory. What an index chooses is clamped to the elements of
//! variables and of local memory; buffers have bounds of their own, and outside of them loads give 0 and stores are
//! dropped (GATHER4_SCALED, Out-of-bound Access), which WGSL allows (section 14.5.2).

use naga::{AddressSpace, ArraySize, AtomicFunction, Expression, GlobalVariable, Handle, ScalarKind, TypeInner};
use smallvec::{SmallVec, smallvec};
use texvisa_ir::texture::{
    Aligned, ArgumentRole, AtomicOp, MemoryAccess, MemoryKind, MemoryOp, MemorySpace, Op, Role, Scalar, SyncKind, Type,
    Value,
};

use crate::operand::{Index, Operand, Pointee, Pointer, Scalars, Space};
use crate::refusal::Untranslatable;
use crate::shape::{Leaf, ValueShape, scalar_type};
use crate::ssa::Variables;
use crate::translator::{JumpLabel, Translator};

/// The most scalars of a variable that an index chooses among by selects.
const MAX_CHOSEN: u32 = 64;

/// The most bytes of local memory of a group (SLM, Intel's open-source PRM, "Shared Local Memory": 64 KB).
const MAX_LOCAL_BYTES: u32 = 64 << 10;

impl Translator<'_> {
    /// A variable of a function, with its first value.
    pub fn local(&mut self, shape: ValueShape, init: Option<Handle<Expression>>) -> Result<Operand, Untranslatable> {
        let first = match init {
            Some(init) => self.value(init)?,
            None => self.zeros(shape)?,
        };
        if self.types.scalars(shape)? > MAX_CHOSEN {
            return self.scratch(shape, init.map(|_| first));
        }
        let (variable, count) = self.declare(shape)?;
        for (index, value) in (0..count).zip(first) {
            self.write_variable(Variables::following(variable, index), value);
        }
        let pointee = Pointee::Variables { first: variable, offset: 0, indices: SmallVec::new() };
        Ok(Operand::Pointer(Pointer { shape, pointee }))
    }

    /// Bytes of a type in memory, to a multiple of 16.
    fn bytes(&self, shape: ValueShape) -> Result<u32, Untranslatable> {
        let leaves = self.types.leaves(shape)?;
        let end = leaves.last().map_or(0, |leaf| leaf.bytes + u32::from(leaf.scalar.width));
        Ok(end.next_multiple_of(16))
    }

    /// A variable in scratch memory: of the lane's own bytes of the thread's.
    fn scratch(&mut self, shape: ValueShape, first: Option<Scalars>) -> Result<Operand, Untranslatable> {
        let bytes = self.bytes(shape)?;
        let offset = self.scratch_bytes;
        let most = texvisa_ir::texture::MAX_SCRATCH_BYTES;
        self.scratch_bytes = offset.checked_add(bytes).filter(|bytes| *bytes <= most).ok_or_else(|| {
            Untranslatable::new(format!("the variables of a lane have more than {most} bytes; make arrays smaller"))
        })?;
        let r0 = self.role(ArgumentRole::R0);
        let word = self.builder.extract(r0, 5);
        let mask = self.word(!0x3ff);
        let start = self.op(Op::And, &[word, mask]);
        // Bytes of all variables of a lane are known in the end alone: each variable has those of all lanes.
        let lane = self.builder.op(Op::LaneId, Type::I32, &[]);
        let lanes = self.builder.op(Op::SimdSize, Type::I32, &[]);
        let before = self.times(lanes, offset);
        let own = self.times(lane, bytes);
        let start = self.sum(start, before);
        let start = self.sum(start, own);
        let pointer =
            Pointer { shape, pointee: Pointee::Memory { space: Space::Scratch, offset: 0, moved: Some(start) } };
        match first {
            Some(first) => self.store(&pointer, &first)?,
            None => {
                let zero = self.word(0);
                let zeros = self.builder.vector(&[zero; 4]);
                self.counted_loop(bytes / 16, |translator, number| {
                    let at = translator.times(number, 16);
                    let at = translator.sum(start, at);
                    translator.store_scalar(Space::Scratch, at, zeros);
                });
            }
        }
        Ok(Operand::Pointer(pointer))
    }

    /// The pointer that a variable of the module is.
    pub fn global_pointer(&mut self, handle: Handle<GlobalVariable>) -> Result<Operand, Untranslatable> {
        if let Some(operand) = self.globals.get(&handle) {
            return Ok(operand.clone());
        }
        let variable = &self.source.module.global_variables[handle];
        let shape = ValueShape::Named(variable.ty);
        let operand = match variable.space {
            AddressSpace::Private => {
                let first = match variable.init {
                    Some(init) => self.global_expression(init)?,
                    None => self.zeros(shape)?,
                };
                let count = self.types.scalars(shape)?;
                if count > 4 * MAX_CHOSEN {
                    return Err(Untranslatable::new(format!(
                        "a private variable of {count} scalars; expected at most {}; make it a variable of a function",
                        4 * MAX_CHOSEN
                    )));
                }
                let (variable, count) = self.declare(shape)?;
                // Its first value is a constant, which is there from the start.
                let entry = self.order[0];
                for (index, value) in (0..count).zip(first) {
                    self.variables.write(Variables::following(variable, index), entry, value);
                }
                let pointee = Pointee::Variables { first: variable, offset: 0, indices: SmallVec::new() };
                Operand::Pointer(Pointer { shape, pointee })
            }
            AddressSpace::Uniform | AddressSpace::Storage { .. } => {
                let surface = self.source.bindings.surfaces.get(&handle).copied();
                let surface = surface.ok_or_else(|| Untranslatable::new("a buffer without a group and a binding"))?;
                let pointee = Pointee::Memory { space: Space::Raw(surface), offset: 0, moved: None };
                Operand::Pointer(Pointer { shape, pointee })
            }
            AddressSpace::WorkGroup => {
                return Err(Untranslatable::new("a variable of the group that its entry point does not use"));
            }
            space => {
                return Err(Untranslatable::new(format!(
                    "a variable of the address space {space:?}; expected function, private, workgroup, uniform or storage"
                )));
            }
        };
        self.globals.insert(handle, operand.clone());
        Ok(operand)
    }

    /// Gives the variables of the group that a kernel uses their bytes of local memory, and clears those: they are zero
    /// when a group begins (WGSL, section 7.3).
    pub fn clear_group_memory(&mut self, info: &naga::valid::FunctionInfo) -> Result<(), Untranslatable> {
        for (handle, variable) in self.source.module.global_variables.iter() {
            if variable.space != AddressSpace::WorkGroup || info[handle].is_empty() {
                continue;
            }
            let shape = ValueShape::Named(variable.ty);
            let layout = self.bytes_in_memory(variable.ty)?;
            let offset = self.local_bytes;
            let end = offset.checked_add(layout).filter(|end| *end <= MAX_LOCAL_BYTES);
            self.local_bytes = end.ok_or_else(|| {
                Untranslatable::new(format!(
                    "the variables of a group have more than {MAX_LOCAL_BYTES} bytes; make them smaller"
                ))
            })?;
            let pointee = Pointee::Memory { space: Space::Local, offset, moved: None };
            self.globals.insert(handle, Operand::Pointer(Pointer { shape, pointee }));
        }
        if self.local_bytes == 0 {
            return Ok(());
        }
        let items: u32 = self.group_size.iter().product();
        let words = self.local_bytes / 4;
        let zero = self.word(0);
        let index = self.local_index();
        let own = self.times(index, 4);
        if words > items {
            let turns = words / items;
            self.counted_loop(turns, |translator, number| {
                let before = translator.times(number, 4 * items);
                let at = translator.sum(own, before);
                translator.store_scalar(Space::Local, at, zero);
            });
        }
        let rest = if words > items { words % items } else { words };
        if rest > 0 {
            let first = self.word(4 * (words - rest));
            let at = self.sum(own, first);
            let most = self.word(rest);
            let is_one = self.op(Op::LtU, &[index, most]);
            let (store, next) = (self.create_block(), self.create_block());
            self.branch(is_one, store, next);
            self.start_label(JumpLabel(Some(store)));
            self.store_scalar(Space::Local, at, zero);
            self.jump(next);
            self.start_label(JumpLabel(Some(next)));
        }
        self.builder.sync(SyncKind::FenceLocal);
        self.builder.sync(SyncKind::Barrier);
        Ok(())
    }

    /// Bytes of a type, which may have more scalars than a value.
    fn bytes_in_memory(&self, ty: Handle<naga::Type>) -> Result<u32, Untranslatable> {
        let size = self.types.inner(ty).try_size(self.source.module.to_ctx());
        let size = size.and_then(|size| size.checked_next_multiple_of(16));
        size.ok_or_else(|| Untranslatable::new("a type without a size"))
    }

    /// A pointer to element or member `index`.
    pub fn step(&mut self, pointer: &Pointer, index: u32) -> Result<Pointer, Untranslatable> {
        let element = self.types.element(pointer.shape, index)?;
        let pointee = match &pointer.pointee {
            Pointee::Variables { first, offset, indices } => {
                Pointee::Variables { first: *first, offset: offset + element.scalars, indices: indices.clone() }
            }
            Pointee::Memory { space, offset, moved } => {
                let offset = offset.checked_add(element.bytes);
                let offset = offset.ok_or_else(|| Untranslatable::new("an element beyond 4 GB"))?;
                Pointee::Memory { space: *space, offset, moved: *moved }
            }
        };
        Ok(Pointer { shape: element.shape, pointee })
    }

    /// A pointer to the element that an index chooses.
    pub fn step_by(&mut self, pointer: &Pointer, index: Value) -> Result<Pointer, Untranslatable> {
        let row = self.types.row(pointer.shape)?;
        if let (Some(bits), Some(count)) = (self.constant(index), row.count) {
            return self.step(pointer, (bits as u32).min(count.saturating_sub(1)));
        }
        let pointee = match &pointer.pointee {
            Pointee::Variables { first, offset, indices } => {
                let count = row.count.ok_or_else(|| Untranslatable::new("an array without a size"))?;
                let mut indices = indices.clone();
                let value = self.clamped(index, count);
                indices.push(Index { value, count, stride: row.scalars });
                Pointee::Variables { first: *first, offset: *offset, indices }
            }
            Pointee::Memory { space, offset, moved } => {
                let index = match (space, row.count) {
                    (Space::Local | Space::Scratch, Some(count)) => self.clamped(index, count),
                    _ => index,
                };
                let by = self.times(index, row.bytes);
                let moved = match moved {
                    Some(moved) => self.sum(*moved, by),
                    None => by,
                };
                Pointee::Memory { space: *space, offset: *offset, moved: Some(moved) }
            }
        };
        Ok(Pointer { shape: row.element, pointee })
    }

    /// What is at a place.
    pub fn load(&mut self, pointer: &Pointer) -> Result<Scalars, Untranslatable> {
        match &pointer.pointee {
            Pointee::Variables { first, offset, indices } => {
                let count = self.types.scalars(pointer.shape)?;
                let mut read = |translator: &mut Self, at: u32| -> Scalars {
                    (at..at + count)
                        .map(|index| translator.read_variable(Variables::following(*first, index)))
                        .collect()
                };
                Ok(self.load_chosen(*offset, indices, &mut read))
            }
            Pointee::Memory { space, offset, moved } => {
                let leaves = self.types.leaves(pointer.shape)?;
                let mut scalars = Scalars::new();
                for run in runs(&leaves) {
                    let at = self.address(*moved, *offset, run[0].bytes);
                    self.load_run(*space, at, run, &mut scalars)?;
                }
                Ok(scalars)
            }
        }
    }

    fn load_chosen(
        &mut self,
        offset: u32,
        indices: &[Index],
        read: &mut impl FnMut(&mut Self, u32) -> Scalars,
    ) -> Scalars {
        let Some((index, rest)) = indices.split_first() else { return read(self, offset) };
        let elements: Vec<Scalars> =
            (0..index.count).map(|number| self.load_chosen(offset + number * index.stride, rest, read)).collect();
        let elements: Vec<&[Value]> = elements.iter().map(|element| &element[..]).collect();
        self.chosen(index.value, &elements)
    }

    /// Stores scalars at a place.
    pub fn store(&mut self, pointer: &Pointer, scalars: &[Value]) -> Result<(), Untranslatable> {
        match &pointer.pointee {
            Pointee::Variables { first, offset, indices } => {
                self.store_chosen(*first, *offset, indices, None, scalars);
                Ok(())
            }
            Pointee::Memory { space, offset, moved } => {
                let leaves = self.types.leaves(pointer.shape)?;
                let mut next = 0;
                for run in runs(&leaves) {
                    let at = self.address(*moved, *offset, run[0].bytes);
                    let values = scalars.get(next..next + run.len());
                    let values = values.ok_or_else(|| Untranslatable::new("a value of another type"))?;
                    let values: Scalars = values.iter().map(|value| self.in_memory(*value)).collect();
                    let value = match values.as_slice() {
                        [value] => *value,
                        values => self.builder.vector(values),
                    };
                    self.store_scalar(*space, at, value);
                    next += run.len();
                }
                Ok(())
            }
        }
    }

    fn store_chosen(
        &mut self,
        first: crate::ssa::Variable,
        offset: u32,
        indices: &[Index],
        condition: Option<Value>,
        scalars: &[Value],
    ) {
        let Some((index, rest)) = indices.split_first() else {
            for (at, value) in (offset..).zip(scalars) {
                let variable = Variables::following(first, at);
                let value = match condition {
                    Some(condition) => {
                        let old = self.read_variable(variable);
                        self.select(condition, *value, old)
                    }
                    None => *value,
                };
                self.write_variable(variable, value);
            }
            return;
        };
        for number in 0..index.count {
            let wanted = self.word(number);
            let mut is_it = self.op(Op::Eq, &[index.value, wanted]);
            if let Some(condition) = condition {
                is_it = self.op(Op::And, &[condition, is_it]);
            }
            self.store_chosen(first, offset + number * index.stride, rest, Some(is_it), scalars);
        }
    }

    fn address(&mut self, moved: Option<Value>, offset: u32, bytes: u32) -> Value {
        let fixed = self.word(offset.wrapping_add(bytes));
        match moved {
            Some(moved) => self.sum(moved, fixed),
            None => fixed,
        }
    }

    /// Booleans in memory are bytes.
    fn in_memory(&mut self, value: Value) -> Value {
        if self.ty(value) == Type::I1 { self.builder.convert(Op::ZExt, value, Type::I8) } else { value }
    }

    fn load_run(&mut self, space: Space, at: Value, run: &[Leaf], scalars: &mut Scalars) -> Result<(), Untranslatable> {
        let ty = scalar_type(run[0].scalar)?;
        let in_memory = if ty == Type::I1 { Scalar::I8 } else { ty.scalar };
        let whole = Type::vector(in_memory, run.len() as u8);
        let op = memory_op(space, MemoryAccess::Load, at, &[]);
        let loaded =
            self.builder.memory(op, Some(whole)).ok_or_else(|| Untranslatable::new("a load without a result"))?;
        for index in 0..run.len() {
            let value = if run.len() == 1 { loaded } else { self.builder.extract(loaded, index as u8) };
            scalars.push(if ty == Type::I1 {
                let zero = self.int(Type::I8, 0);
                self.op(Op::Ne, &[value, zero])
            } else {
                value
            });
        }
        Ok(())
    }

    /// Stores a scalar or a short vector at an address.
    pub fn store_scalar(&mut self, space: Space, at: Value, value: Value) {
        self.builder.memory(memory_op(space, MemoryAccess::Store, at, &[value]), None);
    }

    /// An atomic operation.
    pub fn atomic(
        &mut self,
        pointer: Handle<Expression>,
        fun: &AtomicFunction,
        value: Handle<Expression>,
        result: Option<Handle<Expression>>,
    ) -> Result<(), Untranslatable> {
        let scalar = self.scalar_of(value)?;
        let pointer = self.pointer(pointer)?;
        let Pointee::Memory { space, offset, moved } = pointer.pointee else {
            return Err(Untranslatable::new(
                "an atomic operation on a variable; expected one of the group or a buffer",
            ));
        };
        let (op, compare) = self.atomic_op(fun, scalar)?;
        let mut values: SmallVec<[Value; 2]> = SmallVec::new();
        if let Some(compare) = compare {
            values.push(compare);
        }
        values.push(self.scalar(value)?);
        let ty = scalar_type(scalar)?;
        if ty != Type::I32 && !op.is_float() {
            return Err(Untranslatable::new(format!("an atomic operation on {ty}; expected 32 bits")));
        }
        let at = self.address(moved, offset, 0);
        let operation = memory_op(space, MemoryAccess::Atomic(op), at, &values);
        let old = self.unless_discarded(|translator| Ok(translator.builder.memory(operation, Some(ty))))?;
        let old = old.ok_or_else(|| Untranslatable::new("an atomic operation without a result"))?;
        let Some(result) = result else { return Ok(()) };
        let mut scalars: Scalars = smallvec![old];
        if let Some(compare) = compare {
            scalars.push(self.op(Op::Eq, &[old, compare]));
        }
        self.define(result, Operand::Value(scalars))
    }

    /// The operation of texture IR, and what is compared with.
    pub fn atomic_op(
        &mut self,
        fun: &AtomicFunction,
        scalar: naga::Scalar,
    ) -> Result<(AtomicOp, Option<Value>), Untranslatable> {
        let is_float = scalar.kind == ScalarKind::Float;
        let is_signed = scalar.kind == ScalarKind::Sint;
        let op = match fun {
            AtomicFunction::Exchange { compare: Some(compare) } => {
                let compare = self.scalar(*compare)?;
                return Ok((AtomicOp::CompareExchange, Some(compare)));
            }
            AtomicFunction::Min if is_float => AtomicOp::MinF,
            AtomicFunction::Max if is_float => AtomicOp::MaxF,
            _ if is_float => {
                return Err(Untranslatable::new(
                    "an atomic operation on floats; texture IR has their minimum and maximum",
                ));
            }
            AtomicFunction::Add => AtomicOp::Add,
            AtomicFunction::Subtract => AtomicOp::Sub,
            AtomicFunction::And => AtomicOp::And,
            AtomicFunction::ExclusiveOr => AtomicOp::Xor,
            AtomicFunction::InclusiveOr => AtomicOp::Or,
            AtomicFunction::Min if is_signed => AtomicOp::MinS,
            AtomicFunction::Min => AtomicOp::MinU,
            AtomicFunction::Max if is_signed => AtomicOp::MaxS,
            AtomicFunction::Max => AtomicOp::MaxU,
            AtomicFunction::Exchange { compare: None } => AtomicOp::Exchange,
        };
        Ok((op, None))
    }

    /// The elements that fit in a buffer behind where an array without a size starts. How large the buffer is the
    /// program passes.
    pub fn array_length(&mut self, pointer: Handle<Expression>) -> Result<Scalars, Untranslatable> {
        let pointer = self.pointer(pointer)?;
        let (Pointee::Memory { space: Space::Raw(surface), offset, .. }, ValueShape::Named(ty)) =
            (pointer.pointee, pointer.shape)
        else {
            return Err(Untranslatable::new("the length of an array that is in no buffer"));
        };
        let TypeInner::Array { size: ArraySize::Dynamic, stride, .. } = *self.types.inner(ty) else {
            return Err(Untranslatable::new("the length of an array that has a size"));
        };
        let bytes = self.buffer_bytes(surface)?;
        let first = self.word(offset);
        let behind = self.op(Op::Sub, &[bytes, first]);
        let stride = self.word(stride.max(1));
        Ok(smallvec![self.op(Op::DivU, &[behind, stride])])
    }
}

/// Scalars that one message loads or stores: neighbours of one type, at most four, as one of 64 bits alone.
fn runs(leaves: &[Leaf]) -> impl Iterator<Item = &[Leaf]> {
    let mut rest = leaves;
    std::iter::from_fn(move || {
        let first = rest.first()?;
        let width = u32::from(first.scalar.width);
        let is_alone = width != 4;
        let count = rest
            .iter()
            .enumerate()
            .take(if is_alone { 1 } else { 4 })
            .take_while(|(index, leaf)| {
                leaf.scalar == first.scalar && leaf.bytes == first.bytes + *index as u32 * width
            })
            .count();
        let (run, others) = rest.split_at(count.max(1));
        rest = others;
        Some(run)
    })
}

fn memory_op(space: Space, access: MemoryAccess, at: Value, values: &[Value]) -> MemoryOp {
    let (space, surface) = match space {
        Space::Raw(surface) => (MemorySpace::Raw, Some(surface.into())),
        Space::Local => (MemorySpace::Local, None),
        Space::Scratch => (MemorySpace::Scratch, None),
    };
    MemoryOp {
        kind: MemoryKind { space, access },
        surface,
        address: [(Role::X, at)].into(),
        values: values.into(),
        aligned: Aligned::Dword,
    }
}
