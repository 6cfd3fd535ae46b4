//! Pointers. One into a surface is the byte offset, one to memory the address, and one that chooses a surface or a
//! sampler is its index or handle: which it is, its address space says.

use texvisa_ir::texture::{Dimension, Op, SamplerRef, Type, Value, ValueDef};

use crate::address_space::{Numbering, SamplerBinding, Space, SurfaceBinding};
use crate::generic::LOCAL_TAG;
use crate::kernel::{ImportResult, Importer, unsupported};
use crate::llvm::{Node, TyKind, Val};
use crate::shape::ElementVec;

/// The buffer types that `GetBufferPtr` is called with (CodeGenPublicEnums.h, `BufferType`).
const UAV: u64 = 1;
const RESOURCE: u64 = 2;
const SAMPLER: u64 = 8;

/// The metadata of a cast to a generic pointer that nothing accesses memory by: it gets no tag
/// (InsertGenericPtrArithmeticMetadata.cpp).
const ONLY_ARITHMETIC: &str = "generic.arith";

impl<'c> Importer<'c> {
    /// Imports inttoptr and ptrtoint: what a pointer is becomes as wide as the result.
    pub(crate) fn pointer_cast(&mut self, value: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let types = self.types_of(value)?;
        let operand = self.operand(value, 0)?;
        Ok(operand.into_iter().zip(types).map(|(element, ty)| self.resize(element, ty)).collect())
    }

    /// Imports addrspacecast. A generic pointer is an address in global memory, or an offset in local memory below the tag
    /// of local memory, by which Intel's compiler tells them apart wherever it must (`EmitPass::emitAddrSpaceCast`).
    pub(crate) fn address_space_cast(&mut self, value: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let types = self.types_of(value)?;
        let operand = self.operand(value, 0)?;
        let source = value.operand(0).filter(|source| !source.is_zero());
        let spaces = (source.and_then(|source| self.space(source)), self.space(value));
        match spaces {
            (Some(Space::Local), Some(Space::Generic)) => {
                let is_tagged = Node::attached(value, ONLY_ARITHMETIC).is_none();
                if is_tagged {
                    self.generic.may_be_local = true;
                    self.expect_resolved()?;
                }
                let high = self.builder.constant_int(Type::I32, if is_tagged { LOCAL_TAG } else { 0 });
                return Ok(operand.into_iter().map(|offset| self.join(&[offset, high], Type::I64)).collect());
            }
            (Some(Space::Generic), Some(Space::Local)) => {}
            (Some(Space::Private), Some(Space::Generic)) | (Some(Space::Generic), Some(Space::Private))
                if self.facts.uses_scratch =>
            {
                return unsupported(
                    "a generic pointer to scratch memory is not supported; expected one to global or local memory",
                );
            }
            _ => {
                let kernel = self.builder.kernel();
                if source.is_some() && operand.iter().zip(&types).any(|(from, to)| kernel.ty(*from) != *to) {
                    return unsupported("the cast changes the width of the pointer; expected the same width");
                }
            }
        }
        Ok(operand.into_iter().zip(types).map(|(element, ty)| self.resize(element, ty)).collect())
    }

    /// Accesses global memory by a generic pointer.
    pub(crate) fn generic_access(&mut self) -> ImportResult<()> {
        self.generic.are_accessed = true;
        self.expect_resolved()
    }

    fn expect_resolved(&self) -> ImportResult<()> {
        if self.generic.are_unresolved() {
            return unsupported(
                "a generic pointer may be to local memory here; branch on which memory it is to, and cast it, as Intel's compiler does",
            );
        }
        Ok(())
    }

    /// A getelementptr to the very start of something is the pointer itself. Intel's compiler makes arithmetic of all
    /// others (GEPLowering.cpp).
    pub(crate) fn element_pointer(&mut self, value: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let mut index = 1;
        while let Some(operand) = value.operand(index) {
            if !operand.is_zero() {
                return unsupported(
                    "the getelementptr has a nonzero index; lower it to arithmetic first, as Intel's compiler does",
                );
            }
            index += 1;
        }
        self.operand(value, 0)
    }

    /// An integer with as many bits as `ty`: cut, or widened with zeros.
    fn resize(&mut self, value: Value, ty: Type) -> Value {
        let from = self.builder.kernel().ty(value).scalar.bits();
        let op = if from > ty.scalar.bits() { Op::Trunc } else { Op::ZExt };
        self.convert(op, value, ty)
    }

    /// What operand `index` of `value`, a pointer, points at.
    pub(crate) fn space_of_operand(&self, value: Val<'c>, index: u32) -> ImportResult<Space> {
        match value.operand(index).map(|operand| operand.ty().kind()) {
            Some(TyKind::Pointer(space)) => Ok(Space::decode(space)),
            _ => unsupported(format!("operand {index} is not a pointer; expected one")),
        }
    }

    /// The surface that operand `index` of `value` is, and its index or handle if it has one.
    pub(crate) fn surface_operand(
        &mut self,
        value: Val<'c>,
        index: u32,
    ) -> ImportResult<(SurfaceBinding, Option<Dimension>, Option<Value>)> {
        let (place, dimension) = match self.space_of_operand(value, index)? {
            Space::Surface(place, dimension) => (place, dimension),
            Space::Memory | Space::Generic => {
                return unsupported(format!("operand {index} is a pointer to memory, not a surface"));
            }
            Space::Private => {
                return unsupported(format!("operand {index} is a pointer to private memory, not a surface"));
            }
            Space::Local => return unsupported(format!("operand {index} is a pointer to local memory, not a surface")),
            Space::Sampler(_) => return unsupported(format!("operand {index} is a sampler, not a surface")),
            Space::Other(what) => return unsupported(format!("operand {index} is a pointer to {what}, not a surface")),
        };
        let pointer = self.scalar_operand(value, index)?;
        match place {
            SurfaceBinding::Numbered(..) => {
                self.expect_null(pointer, index)?;
                Ok((place, dimension, None))
            }
            SurfaceBinding::Indexed(_) | SurfaceBinding::Bindless => Ok((place, dimension, Some(pointer))),
        }
    }

    /// The sampler that operand `index` of `value` is.
    pub(crate) fn sampler_operand(&mut self, value: Val<'c>, index: u32) -> ImportResult<SamplerRef> {
        let Space::Sampler(place) = self.space_of_operand(value, index)? else {
            return unsupported(format!("operand {index} is not a sampler; expected one"));
        };
        let pointer = self.scalar_operand(value, index)?;
        let chosen = match place {
            SamplerBinding::Numbered(_) => {
                self.expect_null(pointer, index)?;
                None
            }
            SamplerBinding::Indexed | SamplerBinding::Bindless => Some(pointer),
        };
        Ok(SamplerRef { sampler: self.resources.sampler(place), index: chosen })
    }

    fn expect_null(&self, pointer: Value, index: u32) -> ImportResult<()> {
        let kernel = self.builder.kernel();
        if matches!(kernel.constant(pointer), Some(0)) || kernel.values[pointer].def == ValueDef::Undefined {
            Ok(())
        } else {
            unsupported(format!("operand {index} is a pointer into a resource; expected null, the resource itself"))
        }
    }

    /// `GetBufferPtr(index, buffer type)`: the pointer to the resource of that number
    /// (`EmitPass::emitGetBufferPtr`). Where the address space has the number, the pointer is null.
    pub(crate) fn buffer_pointer(&mut self, call: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let TyKind::Pointer(space) = call.ty().kind() else {
            return unsupported("the call does not return a pointer; declare it as Intel's compiler does");
        };
        let Some(buffer_type) = call.operand(1).and_then(Val::int) else {
            return unsupported("the buffer type is not a constant; expected one");
        };
        let number = self.scalar_operand(call, 0)?;
        let pointer = match (Space::decode(space), buffer_type) {
            (Space::Surface(SurfaceBinding::Numbered(..), _), UAV | RESOURCE)
            | (Space::Sampler(SamplerBinding::Numbered(_)), SAMPLER) => self.builder.constant_int(Type::I32, 0),
            (Space::Surface(SurfaceBinding::Indexed(Numbering::Resource), _), RESOURCE)
            | (Space::Sampler(SamplerBinding::Indexed), SAMPLER) => number,
            (Space::Surface(SurfaceBinding::Indexed(Numbering::Uav), _), UAV) => {
                let Some(first) = self.facts.resource_count else {
                    return unsupported(
                        "`!IGCMetadata` lacks the number of read-only surfaces, behind which UAVs are numbered; keep the metadata of Intel's compiler",
                    );
                };
                let first = self.builder.constant_int(Type::I32, first.into());
                self.operation(Op::Add, &[number, first])
            }
            _ => {
                return unsupported(
                    "the buffer type does not match the address space; expected the type that the address space encodes",
                );
            }
        };
        Ok(ElementVec::from_slice(&[pointer]))
    }
}
