//! Operations on memory.

use super::super::declarations::{Binding, Dimension};
use super::super::entities::SurfaceId;
use super::super::kernel::InstData;
use super::super::memory_op::{Aligned, MemoryAccess, MemoryKind, MemoryOp, MemorySpace, SyncKind};
use super::super::ops::Op;
use super::super::texture_op::Role;
use super::super::types::{Scalar, Type};
use super::builder::FunctionBuilder;
use super::error::{BuildError, invalid};
use super::handles::BuiltValue;
use super::vectors::BuiltMatrix;

impl FunctionBuilder<'_> {
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
        let op = MemoryOp { kind, surface: surface.map(Into::into), address, values, aligned: Aligned::Dword };
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

    /// The buffer that is bound at this entry of the binding table.
    ///
    /// # Errors
    ///
    /// The module declares no raw surface there.
    pub fn buffer_at(&self, binding: u32) -> Result<SurfaceId, BuildError> {
        let mut buffers = self.module.surfaces.iter().filter(|(_, surface)| surface.dimension == Dimension::Raw);
        let found = buffers.find(|(_, surface)| surface.binding == Binding::Table(binding));
        found.map(|(id, _)| id).ok_or(BuildError::NoBuffer { binding })
    }

    /// Appends the offset of an element of an array in a buffer, in bytes: `index` times `stride` behind `base`, or behind
    /// the buffer's first byte.
    ///
    /// # Errors
    ///
    /// `index` or `base` is no `i32`, or of another builder.
    pub fn element_offset(
        &mut self,
        base: Option<BuiltValue>,
        index: BuiltValue,
        stride: u32,
    ) -> Result<BuiltValue, BuildError> {
        self.whole(|builder| {
            let stride = builder.int(Type::I32, i64::from(stride));
            let offset = builder.op(Op::Mul, &[index, stride])?;
            base.map_or(Ok(offset), |base| builder.op(Op::Add, &[base, offset]))
        })
    }

    /// The offset of a member: `offset` bytes behind `base`, or behind the buffer's first byte.
    fn member(&mut self, base: Option<BuiltValue>, offset: u32) -> Result<BuiltValue, BuildError> {
        let constant = self.int(Type::I32, i64::from(offset));
        match base {
            Some(base) if offset != 0 => self.op(Op::Add, &[base, constant]),
            Some(base) => Ok(base),
            None => Ok(constant),
        }
    }

    /// Appends a load of a member of a structure in a buffer: a value of type `ty`, `offset` bytes behind the
    /// structure's first byte `base`, or behind the buffer's.
    ///
    /// # Errors
    ///
    /// Those of [`memory`](FunctionBuilder::memory).
    pub fn load_member(
        &mut self,
        buffer: SurfaceId,
        base: Option<BuiltValue>,
        offset: u32,
        ty: Type,
    ) -> Result<BuiltValue, BuildError> {
        self.whole(|builder| {
            let offset = builder.member(base, offset)?;
            builder.load_raw(buffer, offset, ty)
        })
    }

    /// Appends a store of a member of a structure in a buffer.
    ///
    /// # Errors
    ///
    /// Those of [`memory`](FunctionBuilder::memory).
    pub fn store_member(
        &mut self,
        buffer: SurfaceId,
        base: Option<BuiltValue>,
        offset: u32,
        value: BuiltValue,
    ) -> Result<(), BuildError> {
        self.whole(|builder| {
            let offset = builder.member(base, offset)?;
            builder.store_raw(buffer, offset, value)
        })
    }

    /// Appends the loads of a matrix of `columns` columns of `rows` elements of type `scalar`. A column begins `stride`
    /// bytes behind the one before it: 16 for `mat3x3<f32>` of WGSL.
    ///
    /// # Errors
    ///
    /// Those of [`load_member`](FunctionBuilder::load_member) and of [`matrix`](FunctionBuilder::matrix).
    pub fn load_matrix(
        &mut self,
        buffer: SurfaceId,
        base: Option<BuiltValue>,
        offset: u32,
        (columns, rows): (u8, u8),
        scalar: Scalar,
        stride: u32,
    ) -> Result<BuiltMatrix, BuildError> {
        let ty = Type::vector(scalar, rows);
        self.whole(|builder| {
            let columns: Vec<BuiltValue> = (0..u32::from(columns))
                .map(|column| builder.load_member(buffer, base, offset.wrapping_add(column.wrapping_mul(stride)), ty))
                .collect::<Result<_, _>>()?;
            builder.matrix(&columns)
        })
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
}
