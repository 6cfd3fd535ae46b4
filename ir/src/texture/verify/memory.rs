//! Verifies operations of memory: addresses, surface, data.

use super::KernelVerifier;
use crate::texture::declarations::Dimension;
use crate::texture::entities::InstId;
use crate::texture::memory_op::{Aligned, MemoryAccess, MemoryOp, MemorySpace};
use crate::texture::texture_op::{Role, RoleSet};
use crate::texture::types::{Scalar, Type};

impl KernelVerifier<'_> {
    pub(super) fn memory(&mut self, inst: InstId, op: &MemoryOp) {
        let [first, second, third] = op.kind.name();
        let name = [first, second, third].concat();
        let (required, optional) = match op.kind.space {
            MemorySpace::Typed => (RoleSet::of(&[Role::U]), RoleSet::of(&[Role::V, Role::R, Role::Lod])),
            MemorySpace::Pointer if op.address(Role::X).is_none() => {
                (RoleSet::of(&[Role::Low, Role::High]), RoleSet::default())
            }
            _ => (RoleSet::of(&[Role::X]), RoleSet::default()),
        };
        self.roles(&name, &op.address, required, optional);
        for (role, value) in &op.address {
            self.expect_type(*value, op.kind.space.address_type(*role), "address");
        }
        if op.kind.space == MemorySpace::Scratch && self.kernel.scratch_bytes == 0 {
            self.error(format!(
                "`{name}` needs scratch memory; write `scratch` and the bytes of a lane behind the arguments"
            ));
        }
        match (op.kind.space, op.surface) {
            (space, Some(_)) if !space.has_surface() => self.error(format!("`{name}` takes no surface; remove it")),
            (space, None) if !space.has_surface() => {}
            (_, None) => self.error(format!("`{name}` needs a surface; add one, `{name} t0`")),
            (space, Some(surface)) => {
                let Some(dimension) = self.surface(surface) else { return };
                let is_raw = dimension == Dimension::Raw;
                if dimension != Dimension::Any && is_raw != (space == MemorySpace::Raw) {
                    let known = if is_raw { "an image or a typed buffer" } else { "raw" };
                    let dimension = dimension.name();
                    self.error(format!(
                        "`{name}` does not work on a surface of dimension {dimension}; expected {known}"
                    ));
                }
            }
        }
        if op.kind.access.atomic().is_some_and(|atomic| !atomic.works_on(op.kind.space)) {
            self.error(format!("there is no `{name}`; write the operation as a loop of compare-exchanges"));
        }
        let is_aligned = op.kind.access.is_block() || matches!(op.kind.access, MemoryAccess::Atomic(_));
        if op.is_unaligned() && (op.kind.space == MemorySpace::Typed || is_aligned) {
            self.error(format!("`{name}` cannot be `unaligned`; remove the word"));
        }
        if op.values.len() != op.kind.values() {
            self.error(format!("`{name}` has {} data values; expected {}", op.values.len(), op.kind.values()));
        }
        let result = self.kernel.result(inst).map(|value| self.kernel.ty(value));
        if result.is_some() != op.kind.has_result() {
            let mend = if op.kind.has_result() { "has a result; add" } else { "has no result; remove" };
            self.error(format!("`{name}` {mend} `-> type`"));
        }
        let values: smallvec::SmallVec<[Type; 3]> =
            result.into_iter().chain(op.values.iter().map(|value| self.kernel.ty(*value))).collect();
        for ty in values {
            let (fits, known) = match (op.kind.space, op.kind.access) {
                (_, MemoryAccess::Atomic(op)) if op.is_float() => (ty == Type::F32, "f32"),
                (MemorySpace::Typed, MemoryAccess::Atomic(_)) => (ty == Type::I32, "i32"),
                (_, MemoryAccess::AtomicOnce(_)) => (ty == Type::I32, "i32"),
                (_, MemoryAccess::Atomic(_)) => (ty == Type::I32 || ty == Type::I64, "i32 or i64"),
                (MemorySpace::Typed, _) => (ty.lanes == 4 && ty.scalar.bits() == 32, "i32x4 or f32x4"),
                (_, MemoryAccess::LoadBlock | MemoryAccess::StoreBlock) => (
                    matches!(ty.scalar.bits(), 8 | 16 | 32) && matches!(ty.lanes, 1..=16),
                    "1 to 16 elements of 8, 16 or 32 bits",
                ),
                (MemorySpace::Raw | MemorySpace::Local | MemorySpace::Scratch, MemoryAccess::Load) => (
                    ty.scalar != Scalar::I1
                        && (matches!(ty.lanes, 1..=4) || ty.scalar.bits() == 32 && matches!(ty.lanes, 8 | 16 | 32)),
                    "1 to 4 elements of a type other than i1, or 8, 16 or 32 of i32 or f32",
                ),
                (MemorySpace::Pointer, MemoryAccess::Load) => (
                    ty.scalar != Scalar::I1 && (matches!(ty.lanes, 1..=4) || ty.scalar.bits() == 32 && ty.lanes == 8),
                    "1 to 4 elements of a type other than i1, or 8 of i32 or f32",
                ),
                _ => (ty.scalar != Scalar::I1 && matches!(ty.lanes, 1..=4), "1 to 4 elements of a type other than i1"),
            };
            if !fits {
                self.error(format!("`{name}` has data of type {ty}; expected {known}"));
            }
            let has_qword = op.kind.space == MemorySpace::Pointer
                && matches!(op.kind.access, MemoryAccess::Load | MemoryAccess::Store)
                && u32::from(ty.lanes) * ty.scalar.bits() == 64;
            if op.aligned == Aligned::Qword && !has_qword {
                self.error(format!(
                    "`{name}` is `qword_aligned` and has data of type {ty}; expected `load_ptr` or `store_ptr` of 64 bits"
                ));
            }
            if op.aligned == Aligned::Oword && !op.kind.may_be_oword_aligned(ty) {
                self.error(format!(
                    "`{name}` is `oword_aligned` and has data of type {ty}; expected `load_local` of 4, 8, 16 or 32 elements of \
                     i32 or f32"
                ));
            }
            if op.is_unaligned() && !(matches!(ty.lanes, 1..=4 | 8) && ty.scalar.bits() == 32) {
                self.error(format!(
                    "`{name}` is `unaligned` and has data of type {ty}; expected 1 to 4 elements of i32 or f32, or 8 of a load"
                ));
            }
        }
    }
}
