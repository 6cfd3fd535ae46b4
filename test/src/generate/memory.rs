//! Stores, and for texts everything else that works on memory.

use texvisa_ir::texture::{
    Aligned, Binding, Dimension, MAX_SCRATCH_BYTES, MemoryAccess, MemoryKind, MemoryOp, MemorySpace, Op, Role, Scalar,
    SurfaceId, SurfaceRef, SyncKind, Type, Value,
};

use super::declarations::coordinates;
use super::generator::Generator;
use super::pool::Known;

/// Stores of a kernel that go to places of their own; those after them begin again with the first place.
pub const SLOTS: u32 = 60;

/// Bytes from one slot to the next: 16 a lane, for 64 lanes.
const SLOT_BYTES: u32 = 1024;

impl Generator<'_> {
    /// A surface, with the index or handle that its declaration asks for.
    pub fn surface(&mut self, surface: SurfaceId) -> SurfaceRef {
        let index = match self.module.surfaces[surface].binding {
            Binding::Table(_) => None,
            Binding::Indexed | Binding::Bindless => Some(self.certain(Type::I32)),
        };
        SurfaceRef { surface, index }
    }

    /// Stores every value that came into scope since and that nothing used.
    pub fn store_unused(&mut self, entered: usize) {
        for known in self.pool.unused_since(entered) {
            self.store(known);
        }
    }

    /// Stores a value of a common type.
    pub fn store_something(&mut self) {
        let types = [Type::I32, Type::F32, Type::vector(Scalar::F32, 4), Type::vector(Scalar::I32, 3)];
        let ty = types[self.rng.usize(..types.len())];
        let known = self.operand(ty);
        self.store(known);
    }

    /// Stores a value where it can be seen.
    fn store(&mut self, known: Known) {
        let Known { value, ty, .. } = known;
        match (ty.scalar, ty.lanes) {
            (Scalar::I1, _) => self.store_as(value, Op::ZExt, Type::I32),
            (Scalar::I16 | Scalar::I8, 1) if !self.config.all_syntax => self.store_as(value, Op::SExt, Type::I32),
            (Scalar::F16, 1) if !self.config.all_syntax => self.store_as(value, Op::FExtTo, Type::F32),
            (scalar, 2..=4) if scalar.bits() != 32 && !self.config.all_syntax => self.store_elements(value, ty),
            (_, 5..) => self.store_elements(value, ty),
            (scalar, 4) if scalar.bits() == 32 && self.rng.bool() => self.write_typed(value),
            _ => {
                let mut address = self.slot_address();
                let kind = MemoryKind { space: MemorySpace::Raw, access: MemoryAccess::Store };
                let mut aligned = self.any_alignment(kind, ty);
                // The elements are still inside the lane's place.
                if ty.lanes == 4 && aligned == Aligned::Byte {
                    aligned = Aligned::Dword;
                }
                if aligned == Aligned::Byte {
                    let bytes = self.rng.i64(1..4);
                    let bytes = self.builder.constant_int(Type::I32, bytes);
                    address = self.builder.op(Op::Add, Type::I32, &[address, bytes]);
                }
                let surface = self.any_of(|resources| &resources.raw);
                self.memory_op(kind, Some(surface), &[(Role::X, address)], &[value], None, aligned);
            }
        }
    }

    fn store_as(&mut self, value: Value, op: Op, ty: Type) {
        let value = self.builder.convert(op, value, ty);
        self.store(Known { value, ty, certain: false });
    }

    fn store_elements(&mut self, value: Value, ty: Type) {
        for index in 0..ty.lanes {
            let element = self.builder.extract(value, index);
            self.store(Known { value: element, ty: Type::scalar(ty.scalar), certain: false });
        }
    }

    /// The lane's place in the next slot.
    fn slot_address(&mut self) -> Value {
        let slot = self.next_slot();
        if slot == 0 {
            return self.base;
        }
        let start = self.builder.constant_int(Type::I32, i64::from(slot * SLOT_BYTES));
        self.builder.op(Op::Add, Type::I32, &[self.base, start])
    }

    fn next_slot(&mut self) -> u32 {
        let slot = self.slot % SLOTS;
        self.slot += 1;
        slot
    }

    fn write_typed(&mut self, value: Value) {
        let surface = self.any_of(|resources| &resources.typed);
        let slot = self.next_slot();
        let dimension = self.module.surfaces[surface].dimension;
        let mut address = vec![(Role::U, self.x)];
        if coordinates(dimension).len() == 1 {
            let start = self.builder.constant_int(Type::I32, i64::from(64 * slot));
            address[0].1 = self.builder.op(Op::Add, Type::I32, &[self.x, start]);
        } else {
            address.push((Role::V, self.builder.constant_int(Type::I32, i64::from(slot))));
        }
        if dimension == Dimension::D2Array {
            address.push((Role::R, self.builder.constant_int(Type::I32, 0)));
        }
        let kind = MemoryKind { space: MemorySpace::Typed, access: MemoryAccess::Store };
        self.memory_op(kind, Some(surface), &address, &[value], None, Aligned::Dword);
    }

    fn any_of(&mut self, choose: impl Fn(&super::declarations::Resources) -> &Vec<SurfaceId>) -> SurfaceId {
        let surfaces = choose(self.resources);
        surfaces[self.rng.usize(..surfaces.len())]
    }

    /// What is known of the address of a value of type `ty`: of some of those of elements of 32 bits less than usual, and of
    /// 64 bits by pointer more.
    fn any_alignment(&mut self, kind: MemoryKind, ty: Type) -> Aligned {
        let bits = u32::from(ty.lanes) * ty.scalar.bits();
        let is_unaligned = |ty: Type| ty.scalar.bits() == 32 && ty.lanes <= 4;
        match (kind.space, bits) {
            _ if self.config.unaligned && is_unaligned(ty) && self.one_in(4) => Aligned::Byte,
            (MemorySpace::Pointer, 64) if self.rng.bool() => Aligned::Qword,
            _ => Aligned::Dword,
        }
    }

    fn memory_op(
        &mut self,
        kind: MemoryKind,
        surface: Option<SurfaceId>,
        address: &[(Role, Value)],
        values: &[Value],
        result: Option<Type>,
        aligned: Aligned,
    ) {
        let surface = surface.map(|surface| self.surface(surface));
        let op = MemoryOp { kind, surface, address: address.into(), values: values.into(), aligned };
        if let (Some(value), Some(ty)) = (self.builder.memory(op, result), result) {
            self.define(value, ty, false);
        }
    }

    /// Writes a memory operation of any kind, a barrier or a fence.
    pub fn memory(&mut self) {
        if self.one_in(6) {
            let kind = SyncKind::ALL[self.rng.usize(..SyncKind::ALL.len())];
            self.builder.sync(kind);
            return;
        }
        let kinds: Vec<MemoryKind> = MemoryKind::all().collect();
        let MemoryKind { space, access } = kinds[self.rng.usize(..kinds.len())];
        let surface = match space {
            MemorySpace::Raw => Some(self.any_of(|resources| &resources.raw)),
            MemorySpace::Typed => Some(self.any_of(|resources| &resources.typed)),
            MemorySpace::Pointer | MemorySpace::Local | MemorySpace::Scratch => None,
        };
        let address: Vec<(Role, Value)> = match space {
            MemorySpace::Pointer if self.rng.bool() => {
                [Role::Low, Role::High].map(|role| (role, self.certain(space.address_type(role)))).into()
            }
            MemorySpace::Raw | MemorySpace::Pointer | MemorySpace::Local | MemorySpace::Scratch => {
                vec![(Role::X, self.certain(space.address_type(Role::X)))]
            }
            MemorySpace::Typed => {
                let roles = [Role::U, Role::V, Role::R, Role::Lod];
                let count = self.rng.usize(1..=roles.len());
                roles[..count].iter().map(|role| (*role, self.certain(Type::I32))).collect()
            }
        };
        let ty = match (space, access) {
            (_, MemoryAccess::Atomic(op)) if op.is_float() => Type::F32,
            (MemorySpace::Typed, MemoryAccess::Atomic(_)) => Type::I32,
            (_, MemoryAccess::AtomicOnce(_)) => Type::I32,
            (_, MemoryAccess::Atomic(_)) => [Type::I32, Type::I64][self.rng.usize(..2)],
            (MemorySpace::Typed, _) => Type::vector([Scalar::I32, Scalar::F32][self.rng.usize(..2)], 4),
            (_, access) if access.is_block() => {
                let scalars = [Scalar::I8, Scalar::I16, Scalar::I32, Scalar::F16, Scalar::F32];
                Type::vector(scalars[self.rng.usize(..scalars.len())], self.rng.u8(1..=16))
            }
            // Booleans are not stored.
            _ => Type::vector(Scalar::ALL[self.rng.usize(1..Scalar::ALL.len())], self.rng.u8(1..=4)),
        };
        if space == MemorySpace::Scratch {
            self.builder.kernel_mut().scratch_bytes = self.rng.u32(1..=MAX_SCRATCH_BYTES);
        }
        let kind = MemoryKind { space, access };
        let values: Vec<Value> = (0..kind.values()).map(|_| self.operand(ty).value).collect();
        let is_plain = space != MemorySpace::Typed && !access.is_block() && !matches!(access, MemoryAccess::Atomic(_));
        let aligned = if is_plain { self.any_alignment(kind, ty) } else { Aligned::Dword };
        self.memory_op(kind, surface, &address, &values, kind.has_result().then_some(ty), aligned);
    }
}
