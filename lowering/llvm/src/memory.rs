//! Loads and stores of buffers and of memory, and the typed accesses of images.
//!
//! A message moves up to four elements of 32 bits; lowering splits those that are not aligned where lanes differ. Shorter
//! elements are combined to dwords; what is left of them is a word, a byte or both. A value that needs several messages is
//! split; a load of 8, 16 or 32 dwords, through a pointer of 8, is left whole, as lowering sends one message for it where all
//! lanes load the same.

use smallvec::SmallVec;
use texvisa_ir::collections::ShortList;
use texvisa_ir::texture::{
    Aligned, AtomicOp, InstData, MemoryAccess, MemoryKind, MemoryOp, MemorySpace, Op, Role, Scalar, SurfaceRef, Type,
    Value, ValueDef,
};

use crate::address_space::{Space, SurfaceBinding};
use crate::inline::FRAME;
use crate::kernel::{ImportResult, Importer, unsupported};
use crate::llvm::{Node, Val};
use crate::shape::{self, ElementVec};

/// Bits that one message moves a lane.
const MESSAGE_BITS: usize = 128;

/// Where bytes are loaded from or stored to.
#[derive(Clone, Copy)]
pub(crate) struct MemoryTarget {
    /// Which memory it is.
    space: MemorySpace,
    /// The surface, where that has one.
    surface: Option<SurfaceRef>,
    /// The byte offset, or the address.
    address: Value,
}

impl<'c> Importer<'c> {
    pub(crate) fn load(&mut self, value: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let target = self.target_of_pointer(value, 0)?;
        let types = self.types_of(value)?;
        self.load_elements(value, target, &types, plain_alignment(value)?)
    }

    pub(crate) fn store(&mut self, value: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let elements = self.kept_operand(value, 0)?;
        let target = self.target_of_pointer(value, 1)?;
        self.store_elements(target, &elements, plain_alignment(value)?)
    }

    /// Where operand `index` of `value`, a pointer, points.
    fn target_of_pointer(&mut self, value: Val<'c>, index: u32) -> ImportResult<MemoryTarget> {
        match self.space_of_operand(value, index)? {
            Space::Surface(place @ SurfaceBinding::Numbered(..), _) => {
                let address = self.scalar_operand(value, index)?;
                Ok(MemoryTarget { space: MemorySpace::Raw, surface: Some(self.resources.raw(place).into()), address })
            }
            space @ (Space::Memory | Space::Generic) => {
                if space == Space::Generic {
                    self.generic_access()?;
                }
                let address = self.scalar_operand(value, index)?;
                Ok(MemoryTarget { space: MemorySpace::Pointer, surface: None, address })
            }
            Space::Local => {
                let address = self.scalar_operand(value, index)?;
                Ok(MemoryTarget { space: MemorySpace::Local, surface: None, address })
            }
            Space::Private if self.facts.uses_scratch => {
                let pointer = self.scalar_operand(value, index)?;
                let address = self.scratch_address(pointer);
                self.builder.kernel_mut().scratch_bytes = self.facts.private_bytes;
                Ok(MemoryTarget { space: MemorySpace::Scratch, surface: None, address })
            }
            Space::Private => {
                let address = self.scalar_operand(value, index)?;
                Ok(MemoryTarget { space: MemorySpace::Pointer, surface: None, address })
            }
            Space::Surface(..) => unsupported(
                "an access through an indexed or bindless pointer is not supported; expected one at a fixed table entry",
            ),
            Space::Sampler(_) => unsupported("an access of a sampler is not supported; expected one of a buffer"),
            Space::Other(what) => unsupported(format!(
                "an access of {what} is not supported; expected one of a buffer or of local memory"
            )),
        }
    }

    /// `StackAlloca(offset)`, a pointer into the frame of a function. The frames of a hardware thread are behind each other in private
    /// memory, that of the kernel first (EmitVISAPass.cpp, `InitializeKernelStack`). Refused where they have more bytes than the kernel.
    pub(crate) fn stack_pointer(&mut self, call: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let Some(stack_bytes) = self.facts.stack_bytes else {
            return unsupported(
                "nothing says how much private memory the kernel and what it calls have; expected it in PrivateMemoryPerFG of \
                 !IGCMetadata",
            );
        };
        let noted = Node::attached(call, FRAME);
        let bytes = |index| noted.and_then(|node| node.operand(index)?.int());
        let (frame, end) = (bytes(0).unwrap_or(0), bytes(1).unwrap_or(u64::from(self.facts.private_bytes)));
        if end > u64::from(stack_bytes) {
            return unsupported(format!(
                "the function and those that call it have {end} bytes of private memory; expected at most the {stack_bytes} of \
                 PrivateMemoryPerFG in !IGCMetadata"
            ));
        }
        let ty = self.type_of(call)?;
        if self.facts.uses_scratch || ty != Type::I64 {
            return unsupported(
                "a frame in scratch memory is not supported; expected private memory behind the private base",
            );
        }
        let base = self.implicit_value("privateBase")?;
        let mut offset = self.scalar_operand(call, 0)?;
        let lanes = self.operation(Op::SimdSize, &[]);
        if frame > 0 {
            let frame = self.builder.constant_int(Type::I32, frame as i64);
            let before = self.operation(Op::Mul, &[lanes, frame]);
            offset = self.operation(Op::Add, &[offset, before]);
        }
        let thread = self.operation(Op::HardwareThreadId, &[]);
        let stack_bytes = self.builder.constant_int(Type::I32, i64::from(stack_bytes));
        let size = self.operation(Op::Mul, &[lanes, stack_bytes]);
        let stack = self.operation(Op::Mul, &[thread, size]);
        let [stack, offset] = [stack, offset].map(|bytes| self.convert(Op::ZExt, bytes, ty));
        let start = self.operation(Op::Add, &[base[0], stack]);
        Ok(ElementVec::from_slice(&[self.operation(Op::Add, &[start, offset])]))
    }

    /// The low half of a pointer to scratch memory: of an integer that was widened, that integer.
    fn scratch_address(&mut self, pointer: Value) -> Value {
        let kernel = self.builder.kernel();
        if let ValueDef::Result(inst, _) = kernel.values[pointer].def
            && let InstData::Plain { op: Op::ZExt, args } = &kernel.insts[inst]
            && kernel.ty(args[0]) == Type::I32
        {
            return args[0];
        }
        self.convert(Op::Trunc, pointer, Type::I32)
    }

    /// The place at a byte offset of a resource: operands `surface` and `offset` of `call`.
    fn target_of_offset(&mut self, call: Val<'c>, surface: u32, offset: u32) -> ImportResult<MemoryTarget> {
        if self.space_of_operand(call, surface)? == Space::Local {
            // The pointer says no more than this: the offset counts from the start of the local memory.
            let address = self.scalar_operand(call, offset)?;
            return Ok(MemoryTarget { space: MemorySpace::Local, surface: None, address });
        }
        let (place, _, index) = self.surface_operand(call, surface)?;
        let surface = SurfaceRef { surface: self.resources.raw(place), index };
        Ok(MemoryTarget {
            space: MemorySpace::Raw,
            surface: Some(surface),
            address: self.scalar_operand(call, offset)?,
        })
    }

    fn load_elements(
        &mut self,
        value: Val<'c>,
        target: MemoryTarget,
        types: &[Type],
        alignment: u32,
    ) -> ImportResult<ElementVec<Value>> {
        let mut elements = ElementVec::new();
        let longest = match target.space {
            MemorySpace::Raw | MemorySpace::Local | MemorySpace::Scratch => 32,
            MemorySpace::Pointer => 8,
            MemorySpace::Typed => 0,
        };
        for run in runs(types, alignment)? {
            let run = run.in_dwords_of_one_access(longest);
            let mut units = ElementVec::new();
            for (offset, lanes) in run.messages(longest) {
                let ty = Type::vector(run.unit, lanes);
                let Some(loaded) = self.access(target, MemoryAccess::Load, &run, offset, ShortList::new(), Some(ty))
                else {
                    return unsupported("a load returns nothing");
                };
                if ty.is_scalar() {
                    units.push(loaded);
                } else {
                    self.name(loaded, value);
                    units.extend((0..lanes).map(|lane| self.builder.extract(loaded, lane)));
                }
            }
            let types = types.get(elements.len()..elements.len() + run.elements).unwrap_or_default();
            elements.extend(self.reinterpret(&units, types)?);
        }
        Ok(elements)
    }

    fn store_elements(
        &mut self,
        target: MemoryTarget,
        elements: &[Value],
        alignment: u32,
    ) -> ImportResult<ElementVec<Value>> {
        let types: ElementVec<Type> = elements.iter().map(|element| self.builder.kernel().ty(*element)).collect();
        let mut left = elements;
        for run in runs(&types, alignment)? {
            let Some((elements, rest)) = left.split_at_checked(run.elements) else { break };
            left = rest;
            let unit_types: ElementVec<Type> = (0..run.count).map(|_| Type::scalar(run.unit)).collect();
            let units = self.reinterpret(elements, &unit_types)?;
            let mut rest = units.as_slice();
            for (offset, lanes) in run.messages(0) {
                let Some((now, later)) = rest.split_at_checked(lanes.into()) else { break };
                rest = later;
                let whole = self.whole(now);
                self.access(target, MemoryAccess::Store, &run, offset, std::iter::once(whole).collect(), None);
            }
        }
        Ok(ElementVec::new())
    }

    fn access(
        &mut self,
        target: MemoryTarget,
        access: MemoryAccess,
        run: &Run,
        offset: usize,
        values: ShortList<Value, 2>,
        result: Option<Type>,
    ) -> Option<Value> {
        let address = self.moved(target.address, offset as i64);
        let ty = result.or_else(|| values.first().map(|value| self.builder.kernel().ty(*value)));
        let is_qword = |ty: Type| u32::from(ty.lanes) * ty.scalar.bits() == u64::BITS;
        let is_multiple = |of: u32| run.alignment >= of && offset.is_multiple_of(of as usize);
        let op = memory_op(target, access, address, values);
        let aligned = match target.space {
            _ if run.unaligned => Aligned::Byte,
            MemorySpace::Pointer if ty.is_some_and(is_qword) && is_multiple(8) => Aligned::Qword,
            _ if ty.is_some_and(|ty| op.kind.may_be_oword_aligned(ty)) && is_multiple(16) => Aligned::Oword,
            _ => Aligned::Dword,
        };
        let op = MemoryOp { aligned, ..op };
        self.builder.memory(op, result)
    }

    /// The address `bytes` behind `address`.
    fn moved(&mut self, address: Value, bytes: i64) -> Value {
        let kernel = self.builder.kernel();
        let ty = kernel.ty(address);
        match kernel.constant(address) {
            _ if bytes == 0 => address,
            Some(constant) => self.builder.constant_int(ty, (constant as i64).wrapping_add(bytes)),
            None => {
                let bytes = self.builder.constant_int(ty, bytes);
                self.operation(Op::Add, &[address, bytes])
            }
        }
    }

    /// One value of these elements: a scalar, the vector that they are all elements of, or a new vector.
    pub(crate) fn whole(&mut self, elements: &[Value]) -> Value {
        match elements {
            [scalar] => *scalar,
            _ => self.vector_of(elements).unwrap_or_else(|| self.builder.vector(elements)),
        }
    }

    /// `ldraw_indexed(buffer, offset, alignment, volatile)`, also of vectors.
    pub(crate) fn load_raw_indexed(&mut self, call: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let target = self.target_of_offset(call, 0, 1)?;
        let types = self.types_of(call)?;
        self.load_elements(call, target, &types, constant_alignment(call, 2)?)
    }

    /// `storeraw_indexed(buffer, offset, value, alignment, volatile)`, also of vectors.
    pub(crate) fn store_raw_indexed(&mut self, call: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let elements = self.operand(call, 2)?;
        let target = self.target_of_offset(call, 0, 1)?;
        self.store_elements(target, &elements, constant_alignment(call, 3)?)
    }

    /// `simdBlockRead(pointer)`: element e of lane l is element e * lanes + l of the block (`EmitPass::emitSimdBlockRead`).
    /// Where no one operation does that, the lanes are accessed on their own.
    pub(crate) fn block_read(&mut self, call: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let target = self.target_of_pointer(call, 0)?;
        let types = self.types_of(call)?;
        let mut elements = ElementVec::new();
        if let Some(ty) = block_type(target, &types)
            && let op = memory_op(target, MemoryAccess::LoadBlock, target.address, ShortList::new())
            && let Some(block) = self.builder.memory(op, Some(ty))
        {
            if ty.is_scalar() {
                elements.push(block);
            } else {
                self.name(block, call);
                elements.extend((0..ty.lanes).map(|lane| self.builder.extract(block, lane)));
            }
            return Ok(elements);
        }
        for (index, ty) in types.into_iter().enumerate() {
            let place = self.block_element(target, ty, index);
            elements.extend(self.load_elements(call, place, &[ty], ty.scalar.bytes())?);
        }
        Ok(elements)
    }

    /// `simdBlockWrite(pointer, value)`, likewise.
    pub(crate) fn block_write(&mut self, call: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let target = self.target_of_pointer(call, 0)?;
        let elements = self.operand(call, 1)?;
        let types: ElementVec<Type> = elements.iter().map(|element| self.builder.kernel().ty(*element)).collect();
        if block_type(target, &types).is_some() {
            let whole = self.whole(&elements);
            let values = std::iter::once(whole).collect();
            self.builder.memory(memory_op(target, MemoryAccess::StoreBlock, target.address, values), None);
            return Ok(ElementVec::new());
        }
        for (index, element) in elements.into_iter().enumerate() {
            let ty = self.builder.kernel().ty(element);
            let place = self.block_element(target, ty, index);
            self.store_elements(place, &[element], ty.scalar.bytes())?;
        }
        Ok(ElementVec::new())
    }

    /// Where element `index` of the own lane is in a block.
    fn block_element(&mut self, target: MemoryTarget, ty: Type, index: usize) -> MemoryTarget {
        let lane = self.operation(Op::LaneId, &[]);
        let element = if index == 0 {
            lane
        } else {
            let lanes = self.operation(Op::SimdSize, &[]);
            let number = self.builder.constant_int(Type::I32, index as i64);
            let before = self.operation(Op::Mul, &[lanes, number]);
            self.operation(Op::Add, &[before, lane])
        };
        let bytes = self.builder.constant_int(Type::I32, i64::from(ty.scalar.bytes()));
        let offset = self.operation(Op::Mul, &[element, bytes]);
        let offset = self.convert(Op::ZExt, offset, self.builder.kernel().ty(target.address));
        MemoryTarget { address: self.operation(Op::Add, &[target.address, offset]), ..target }
    }

    /// `typedread(image, u, v, r, lod)`
    pub(crate) fn typed_read(&mut self, call: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let op = self.typed(call, MemoryAccess::Load, ShortList::new())?;
        let ty = self.type_of(call)?;
        let Some(texel) = self.builder.memory(op, Some(Type::vector(ty.scalar, 4))) else {
            return unsupported("a read returns nothing");
        };
        self.name(texel, call);
        Ok((0..4).map(|index| self.builder.extract(texel, index)).collect())
    }

    /// `typedwrite(image, u, v, r, lod, x, y, z, w)`
    pub(crate) fn typed_write(&mut self, call: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let channels: ImportResult<ElementVec<Value>> = (5..9).map(|index| self.scalar_operand(call, index)).collect();
        let texel = self.whole(&channels?);
        let op = self.typed(call, MemoryAccess::Store, std::iter::once(texel).collect())?;
        self.builder.memory(op, None);
        Ok(ElementVec::new())
    }

    fn typed(&mut self, call: Val<'c>, access: MemoryAccess, values: ShortList<Value, 2>) -> ImportResult<MemoryOp> {
        self.typed_at(call, access, &[(Role::U, 1), (Role::V, 2), (Role::R, 3), (Role::Lod, 4)], values)
    }

    /// An access of the element of an image whose coordinates are these operands.
    fn typed_at(
        &mut self,
        call: Val<'c>,
        access: MemoryAccess,
        coordinates: &[(Role, u32)],
        values: ShortList<Value, 2>,
    ) -> ImportResult<MemoryOp> {
        let (place, dimension, index) = self.surface_operand(call, 0)?;
        let surface = SurfaceRef { surface: self.resources.image(place, dimension, None, None), index };
        let mut address = ShortList::new();
        for (role, operand) in coordinates {
            address.push((*role, self.scalar_operand(call, *operand)?));
        }
        let kind = MemoryKind { space: MemorySpace::Typed, access };
        Ok(MemoryOp { kind, surface: Some(surface), address, values, aligned: Aligned::Dword })
    }

    /// `intatomicraw(buffer, offset, value, operation)` and, where `memory`, `intatomicrawA64(buffer, address, value,
    /// operation)`; likewise of floats.
    pub(crate) fn atomic(&mut self, call: Val<'c>, memory: bool) -> ImportResult<ElementVec<Value>> {
        let (op, value) = self.atomic_operation(call, 2)?;
        self.atomic_access(call, memory, op, &[value])
    }

    /// `intatomictyped(image, u, v, r, value, operation)`.
    pub(crate) fn atomic_typed(&mut self, call: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let (op, value) = self.atomic_operation(call, 4)?;
        works_on(op, MemorySpace::Typed)?;
        let ty = self.type_of(call)?;
        let values = std::iter::once(value).collect();
        let coordinates = [(Role::U, 1), (Role::V, 2), (Role::R, 3)];
        let op = self.typed_at(call, MemoryAccess::Atomic(op), &coordinates, values)?;
        Ok(self.builder.memory(op, Some(ty)).into_iter().collect())
    }

    /// The operation of an atomic call, and the value that it works with: operands `value` and the next.
    fn atomic_operation(&mut self, call: Val<'c>, value: u32) -> ImportResult<(AtomicOp, Value)> {
        let Some(operation) = call.operand(value + 1).and_then(Val::int) else {
            return unsupported("the atomic operation is not a constant; expected one");
        };
        let value = self.scalar_operand(call, value)?;
        let ty = self.builder.kernel().ty(value);
        match atomic_operation(operation).filter(|(op, _)| op.is_float() == ty.scalar.is_float()) {
            Some((op, None)) => Ok((op, value)),
            Some((op, Some(constant))) => Ok((op, self.builder.constant_int(ty, constant))),
            None => unsupported(format!(
                "atomic operation {operation} on {ty} is not supported; write the kernel without it"
            )),
        }
    }

    /// `icmpxchgatomicraw(buffer, offset, compared, value)` and likewise `icmpxchgatomicrawA64` and those of floats, the
    /// order as atomics.cl and ResolveOCLAtomics.cpp have it.
    pub(crate) fn compare_exchange(&mut self, call: Val<'c>, memory: bool) -> ImportResult<ElementVec<Value>> {
        let compared = self.scalar_operand(call, 2)?;
        let value = self.scalar_operand(call, 3)?;
        let is_float = self.builder.kernel().ty(value).scalar.is_float();
        let op = if is_float { AtomicOp::CompareExchangeF } else { AtomicOp::CompareExchange };
        self.atomic_access(call, memory, op, &[compared, value])
    }

    fn atomic_access(
        &mut self,
        call: Val<'c>,
        memory: bool,
        op: AtomicOp,
        values: &[Value],
    ) -> ImportResult<ElementVec<Value>> {
        let target = if memory { self.target_of_pointer(call, 1)? } else { self.target_of_offset(call, 0, 1)? };
        let ty = self.type_of(call)?;
        works_on(op, target.space)?;
        let op = memory_op(target, MemoryAccess::Atomic(op), target.address, values.into());
        let found = self.builder.memory(op, Some(ty));
        Ok(found.into_iter().collect())
    }
}

/// Refuses an atomic operation that a memory has not.
fn works_on(op: AtomicOp, space: MemorySpace) -> ImportResult<()> {
    if op.works_on(space) {
        return Ok(());
    }
    let name = MemoryKind { space, access: MemoryAccess::Atomic(op) }.name().concat();
    unsupported(format!("there is no `{name}`; write the operation as a loop of compare-exchanges"))
}

/// The operation of that number (CodeGenPublicEnums.h, `AtomicOp`), and the value that it works with if it has a
/// certain one. Those for 64 bits follow from number 25, in the same order, without the floats.
fn atomic_operation(number: u64) -> Option<(AtomicOp, Option<i64>)> {
    let number = if number >= 25 && number - 25 < 16 { number - 25 } else { number };
    Some(match number {
        0 => (AtomicOp::Add, None),
        1 => (AtomicOp::Sub, None),
        2 => (AtomicOp::Add, Some(1)),
        3 => (AtomicOp::Sub, Some(1)),
        6 => (AtomicOp::Exchange, None),
        8 => (AtomicOp::And, None),
        9 => (AtomicOp::Or, None),
        10 => (AtomicOp::Xor, None),
        11 => (AtomicOp::MinS, None),
        12 => (AtomicOp::MaxS, None),
        13 => (AtomicOp::MaxU, None),
        14 => (AtomicOp::MinU, None),
        16 => (AtomicOp::MinF, None),
        17 => (AtomicOp::MaxF, None),
        19 => (AtomicOp::AddF, None),
        _ => return None,
    })
}

/// The type of a block with elements of `types`, if one operation accesses it there.
fn block_type(target: MemoryTarget, types: &[Type]) -> Option<Type> {
    let ty = shape::common(types)?;
    let lanes = u8::try_from(types.len()).ok().filter(|lanes| *lanes <= 16)?;
    let is_known = target.space == MemorySpace::Raw && matches!(ty.scalar.bits(), 8 | 16 | 32);
    is_known.then_some(Type::vector(ty.scalar, lanes))
}

/// An aligned operation on `target`, at `address`.
fn memory_op(target: MemoryTarget, access: MemoryAccess, address: Value, values: ShortList<Value, 2>) -> MemoryOp {
    let kind = MemoryKind { space: target.space, access };
    let address = std::iter::once((Role::X, address)).collect();
    MemoryOp { kind, surface: target.surface, address, values, aligned: Aligned::Dword }
}

/// Elements of a value that messages move in one way.
struct Run {
    /// What one element of a message is.
    unit: Scalar,
    /// How many of them the elements of the value are.
    count: usize,
    /// How many elements of the value.
    elements: usize,
    /// The byte of the value that they begin at.
    start: usize,
    /// Whether they may be at any byte, and a message moves one of them alone, but for what all lanes load or store alike.
    unaligned: bool,
    /// Of how many bytes the address of the value is a multiple.
    alignment: u32,
}

/// The runs of a value of elements of `types` at that alignment in bytes: the longest elements first. Intel's compiler
/// makes the same of them: of three bytes a word and a byte, of three words a dword and a word.
fn runs(types: &[Type], alignment: u32) -> ImportResult<SmallVec<[Run; 3]>> {
    let Some(element) = shape::common(types).filter(|ty| *ty != Type::I1) else {
        return unsupported("no message moves values of this type; expected elements of 8 to 64 bits");
    };
    let element = element.scalar;
    let bytes = element.bytes() as usize;
    let mut runs = SmallVec::new();
    let mut start = 0;
    for unit in [Scalar::I64, Scalar::I32, Scalar::I16, Scalar::I8] {
        // Elements of 64 bits are moved by messages of dwords, which need no more than their alignment.
        if unit == Scalar::I64 && (element.bits() < 64 || alignment < unit.bytes()) {
            continue;
        }
        let left = types.len() * bytes - start;
        let count = left / unit.bytes() as usize;
        if count == 0 {
            continue;
        }
        let length = count * unit.bytes() as usize;
        let unit = if unit.bits() == element.bits() { element } else { unit };
        let unaligned = unit.bits() == 32 && alignment < unit.bytes();
        runs.push(Run { unit, count, elements: length / bytes, start, unaligned, alignment });
        start += length;
    }
    Ok(runs)
}

impl Run {
    /// Its dwords instead of qwords, where these are one access: of so many dwords, if that is not more than `longest`.
    fn in_dwords_of_one_access(self, longest: usize) -> Run {
        let dwords = self.count * 2;
        match self.unit.bits() {
            64 if matches!(dwords, 8 | 16 | 32) && dwords <= longest => {
                Run { unit: Scalar::I32, count: dwords, ..self }
            }
            _ => self,
        }
    }

    /// Byte offset in the value and number of elements of each access; one of 8, 16 or 32 dwords if that is not more than
    /// `longest`, of 8 where they may be at any byte.
    fn messages(&self, longest: usize) -> impl Iterator<Item = (usize, u8)> + use<> {
        let is_dwords = self.unit.bits() == 32;
        let most = match self.count {
            8 | 16 | 32 if is_dwords && self.unaligned && longest >= 8 => 8,
            8 | 16 | 32 if is_dwords && !self.unaligned && self.count <= longest => self.count,
            _ if is_dwords || self.unit.bits() == 64 => MESSAGE_BITS / self.unit.bits() as usize,
            _ => 1,
        };
        let (start, bytes, count) = (self.start, self.unit.bytes() as usize, self.count);
        (0..count).step_by(most).map(move |first| (start + first * bytes, most.min(count - first) as u8))
    }
}

fn plain_alignment(value: Val<'_>) -> ImportResult<u32> {
    match value.access() {
        Some((alignment, false)) => Ok(alignment),
        _ => unsupported("an atomic access is not supported; write the kernel without it"),
    }
}

fn constant_alignment(call: Val<'_>, index: u32) -> ImportResult<u32> {
    match call.operand(index).and_then(Val::int).and_then(|alignment| u32::try_from(alignment).ok()) {
        Some(alignment) => Ok(alignment),
        None => unsupported("the alignment is not a constant; expected one"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The messages of a value of `count` elements: byte offset, type, and whether it may be at any byte.
    fn messages(scalar: Scalar, count: usize, alignment: u32) -> Option<Vec<(usize, Type, bool)>> {
        let runs = runs(&vec![Type::scalar(scalar); count], alignment).ok()?;
        let of = |run: &Run| {
            let (unit, unaligned) = (run.unit, run.unaligned);
            run.messages(0).map(move |(offset, lanes)| (offset, Type::vector(unit, lanes), unaligned))
        };
        Some(runs.iter().flat_map(of).collect())
    }

    #[test]
    fn aligned_values_are_moved_in_the_widest_elements() {
        let aligned = |types: &[(usize, Type)]| types.iter().map(|(offset, ty)| (*offset, *ty, false)).collect();
        let f32x = |lanes| Type::vector(Scalar::F32, lanes);
        let i32x = |lanes| Type::vector(Scalar::I32, lanes);
        /// A scalar, how many of it, their alignment, and the byte offset and type of each message.
        type Example<'e> = (Scalar, usize, u32, &'e [(usize, Type)]);
        let rows: [Example<'_>; 8] = [
            (Scalar::F32, 4, 16, &[(0, f32x(4))]),
            (Scalar::I32, 8, 4, &[(0, i32x(4)), (16, i32x(4))]),
            (Scalar::F32, 3, 4, &[(0, f32x(3))]),
            (Scalar::I8, 4, 4, &[(0, Type::I32)]),
            (Scalar::I16, 8, 16, &[(0, i32x(4))]),
            (Scalar::F16, 1, 2, &[(0, Type::F16)]),
            (Scalar::I64, 2, 8, &[(0, Type::vector(Scalar::I64, 2))]),
            (Scalar::I64, 1, 4, &[(0, i32x(2))]),
        ];
        for (scalar, count, alignment, expected) in rows {
            assert_eq!(messages(scalar, count, alignment), Some(aligned(expected)), "{count} {scalar:?}");
        }
        assert_eq!(messages(Scalar::I1, 1, 1), None);
    }

    /// As Intel's compiler loads `<8 x i32>` of alignment 1 that all lanes read alike, `gather_scaled.4 (M1_NM, 8)`.
    #[test]
    fn eight_dwords_at_any_byte_are_one_load() {
        for (count, longest, expected) in [
            (8, 32, vec![(0, 8)]),
            (16, 8, vec![(0, 8), (32, 8)]),
            (7, 32, vec![(0, 4), (16, 3)]),
            (8, 0, vec![(0, 4), (16, 4)]),
        ] {
            let runs = runs(&vec![Type::scalar(Scalar::I32); count], 1).ok().unwrap_or_default();
            let messages: Vec<(usize, u8)> = runs.iter().flat_map(|run| run.messages(longest)).collect();
            assert_eq!(messages, expected, "{count} dwords, at most {longest}");
        }
    }

    /// As Intel's compiler loads `<4 x i64>` that all lanes read alike, `svm_block_ld (2)` or `oword_ld (2)`.
    #[test]
    fn qwords_are_loaded_as_the_dwords_of_one_access() {
        for (count, longest, expected) in
            [(4, 8, (Scalar::I32, 8)), (8, 8, (Scalar::I64, 8)), (2, 32, (Scalar::I64, 2))]
        {
            let run = runs(&vec![Type::scalar(Scalar::I64); count], 8).ok().and_then(|runs| runs.into_iter().next());
            let in_dwords = run.map(|run| run.in_dwords_of_one_access(longest));
            assert_eq!(in_dwords.map(|run| (run.unit, run.count)), Some(expected));
        }
    }

    /// As ocloc's vISA has them for packed structures, vload and vstore, where all lanes access the same, on SKL, ICLLP, TGLLP and DG2:
    /// `gather_scaled.4` of a dword a lane. What lanes access otherwise is split by lowering.
    #[test]
    fn dwords_that_are_not_aligned_are_moved_together() {
        let (i8, i16) = (Type::scalar(Scalar::I8), Type::I16);
        for alignment in [1, 2] {
            let of = |scalar, count| messages(scalar, count, alignment);
            assert_eq!(of(Scalar::F32, 1), Some(vec![(0, Type::F32, true)]));
            assert_eq!(of(Scalar::F32, 2), Some(vec![(0, Type::vector(Scalar::F32, 2), true)]));
            assert_eq!(of(Scalar::I64, 1), Some(vec![(0, Type::vector(Scalar::I32, 2), true)]));
            assert_eq!(of(Scalar::I16, 4), Some(vec![(0, Type::vector(Scalar::I32, 2), true)]));
            assert_eq!(of(Scalar::I16, 3), Some(vec![(0, Type::I32, true), (4, i16, false)]));
            assert_eq!(of(Scalar::I16, 1), Some(vec![(0, i16, false)]));
            assert_eq!(of(Scalar::I8, 3), Some(vec![(0, i16, false), (2, i8, false)]));
            assert_eq!(of(Scalar::F16, 1), Some(vec![(0, Type::F16, false)]));
        }
    }
}
