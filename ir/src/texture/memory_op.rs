//! Operations on buffers, typed surfaces and pointers, and what orders them.

use super::entities::Value;
use super::ops::Op;
use super::texture_op::{Role, SurfaceRef};
use super::types::Type;
use crate::collections::ShortList;

/// The most bytes of scratch memory that a lane can have: what a thread can have, shared by the fewest lanes.
pub const MAX_SCRATCH_BYTES: u32 = MAX_THREAD_SCRATCH_BYTES / 8;

/// The most bytes of scratch memory that a hardware thread can have (Intel's open-source PRM, "Per Thread Scratch Space":
/// 1 KB to 2 MB).
pub const MAX_THREAD_SCRATCH_BYTES: u32 = 1 << 21;

/// Where a memory operation works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemorySpace {
    /// Bytes of a raw surface, from an `i32` offset.
    Raw,
    /// An element of a typed surface, by integer coordinates.
    Typed,
    /// Bytes of the address space, from an `i64` address, or from its halves under [`Role::Low`] and [`Role::High`].
    Pointer,
    /// Bytes that a group's work items share, from an `i32` offset.
    Local,
    /// Bytes of the hardware thread's scratch memory, from an `i32` address: it begins at element 5 of r0 without its ten
    /// low bits (Intel's open-source PRM, R0 of the thread payload: "Scratch Space Pointer"), and each lane has those that
    /// the program says. What other lanes write is undefined.
    Scratch,
}

impl MemorySpace {
    /// Whether one atomic operation may serve all lanes.
    pub const fn has_atomic_once(self) -> bool {
        matches!(self, MemorySpace::Raw | MemorySpace::Pointer | MemorySpace::Local)
    }

    /// Every space that has atomic operations, with what stands behind their names.
    const ATOMIC: [(MemorySpace, &'static str); 4] = [
        (MemorySpace::Raw, ""),
        (MemorySpace::Pointer, "_ptr"),
        (MemorySpace::Local, "_local"),
        (MemorySpace::Typed, "_typed"),
    ];

    /// Whether an access of it names a surface.
    pub const fn has_surface(self) -> bool {
        matches!(self, MemorySpace::Raw | MemorySpace::Typed)
    }

    /// The type of the part of an address that has this role.
    pub const fn address_type(self, role: Role) -> Type {
        match (self, role) {
            (MemorySpace::Pointer, Role::X) => Type::I64,
            _ => Type::I32,
        }
    }
}

/// What a memory operation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemoryAccess {
    /// Returns what is there.
    Load,
    /// Writes its value there.
    Store,
    /// Returns a row of the hardware thread's lanes for each element: element e of lane l is the element e * lanes + l from
    /// the address of lane 0 on. OpenCL calls it a block read of a subgroup (cl_intel_subgroups), of which all work items have
    /// to execute it.
    LoadBlock,
    /// Writes such rows from the address of lane 0 on, which is a multiple of 16 bytes. What lanes without a work item write
    /// is open.
    StoreBlock,
    /// Returns what was there, and leaves the result of an operation on it and its value.
    Atomic(AtomicOp),
    /// The same once for all active lanes, by the address and the value of the first of them: each gets what was there.
    /// Lowering makes it, and takes it where both are the same in all lanes.
    AtomicOnce(AtomicOp),
}

impl MemoryAccess {
    /// The operation of an atomic access, for each lane or once for all.
    pub const fn atomic(self) -> Option<AtomicOp> {
        match self {
            MemoryAccess::Atomic(op) | MemoryAccess::AtomicOnce(op) => Some(op),
            MemoryAccess::Load | MemoryAccess::Store | MemoryAccess::LoadBlock | MemoryAccess::StoreBlock => None,
        }
    }

    /// Whether it has a row of the lanes for each element.
    pub const fn is_block(self) -> bool {
        matches!(self, MemoryAccess::LoadBlock | MemoryAccess::StoreBlock)
    }

    /// Whether it leaves something else in memory.
    pub const fn writes(self) -> bool {
        !matches!(self, MemoryAccess::Load | MemoryAccess::LoadBlock)
    }
}

macro_rules! atomics {
    ($($(#[doc = $doc:literal])* $op:ident $name:literal;)*) => {
        /// What an atomic operation leaves in memory.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum AtomicOp { $($(#[doc = $doc])* $op,)* }

        impl AtomicOp {
            /// Every atomic operation.
            pub const ALL: &'static [AtomicOp] = &[$(AtomicOp::$op,)*];

            /// What it leaves in memory, in the words of its row.
            pub const fn summary(self) -> &'static str {
                match self { $(AtomicOp::$op => concat!($($doc),*),)* }
            }

            /// The name in texture IR, without its space.
            pub const fn name(self) -> &'static str {
                match self { $(AtomicOp::$op => $name,)* }
            }
        }
    };
}

#[rustfmt::skip]
atomics! {
    /// The sum.
    Add "add";
    /// The difference.
    Sub "sub";
    /// Bitwise and.
    And "and";
    /// Bitwise or.
    Or "or";
    /// Bitwise exclusive or.
    Xor "xor";
    /// The smaller, signed.
    MinS "smin";
    /// The larger, signed.
    MaxS "smax";
    /// The smaller, unsigned.
    MinU "umin";
    /// The larger, unsigned.
    MaxU "umax";
    /// The value.
    Exchange "xchg";
    /// The second value, where the first equals what is there.
    CompareExchange "cmpxchg";
    /// The smaller float.
    MinF "fmin";
    /// The larger float.
    MaxF "fmax";
    /// The second value, where the first equals what is there, as floats.
    CompareExchangeF "fcmpxchg";
    /// The sum of floats, where the platform has it.
    AddF "fadd";
}

impl AtomicOp {
    /// How many values it takes.
    pub const fn values(self) -> usize {
        if matches!(self, AtomicOp::CompareExchange | AtomicOp::CompareExchangeF) { 2 } else { 1 }
    }

    /// Whether it works on floats.
    pub const fn is_float(self) -> bool {
        use AtomicOp as A;
        matches!(self, A::MinF | A::MaxF | A::CompareExchangeF | A::AddF)
    }

    /// Whether that memory has it. Typed surfaces have none on floats (DWORD_ATOMIC, table of operations: Message Type), and
    /// local memory has no sum of floats: Intel's compiler makes a loop of compare-exchanges of one (atomics.cl).
    pub const fn works_on(self, space: MemorySpace) -> bool {
        match space {
            MemorySpace::Typed => !self.is_float(),
            MemorySpace::Local => !matches!(self, AtomicOp::AddF),
            MemorySpace::Raw | MemorySpace::Pointer | MemorySpace::Scratch => true,
        }
    }

    /// The plain operation by which the values of several lanes become one value that leaves the same: sums of what is
    /// added or subtracted, and the operation itself where it is associative and commutes. A sum of floats depends on its
    /// order, and an exchange on which lane is the last.
    pub const fn combining(self) -> Option<Op> {
        Some(match self {
            AtomicOp::Add | AtomicOp::Sub => Op::Add,
            AtomicOp::And => Op::And,
            AtomicOp::Or => Op::Or,
            AtomicOp::Xor => Op::Xor,
            AtomicOp::MinS => Op::MinS,
            AtomicOp::MaxS => Op::MaxS,
            AtomicOp::MinU => Op::MinU,
            AtomicOp::MaxU => Op::MaxU,
            AtomicOp::Exchange
            | AtomicOp::CompareExchange
            | AtomicOp::MinF
            | AtomicOp::MaxF
            | AtomicOp::CompareExchangeF
            | AtomicOp::AddF => return None,
        })
    }
}

/// What a memory operation does, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemoryKind {
    /// Where.
    pub space: MemorySpace,
    /// What.
    pub access: MemoryAccess,
}

impl MemoryKind {
    /// Whether data of type `ty` may be [`Aligned::Oword`]: what all lanes load alike is one block then (OWORD_LD).
    pub fn may_be_oword_aligned(self, ty: Type) -> bool {
        let is_load = (self.space, self.access) == (MemorySpace::Local, MemoryAccess::Load);
        is_load && ty.lanes >= 4 && ty.scalar.bits() == 32
    }

    /// The kinds that load or store, with their names in texture IR. The atomic ones are
    /// `atomic_add`, `atomic_smin_ptr` and so on: see [`MemoryKind::name`].
    const PLAIN: [(&'static str, MemorySpace, MemoryAccess); 12] = [
        ("load_raw", MemorySpace::Raw, MemoryAccess::Load),
        ("store_raw", MemorySpace::Raw, MemoryAccess::Store),
        ("load_block", MemorySpace::Raw, MemoryAccess::LoadBlock),
        ("store_block", MemorySpace::Raw, MemoryAccess::StoreBlock),
        ("read", MemorySpace::Typed, MemoryAccess::Load),
        ("write", MemorySpace::Typed, MemoryAccess::Store),
        ("load_ptr", MemorySpace::Pointer, MemoryAccess::Load),
        ("store_ptr", MemorySpace::Pointer, MemoryAccess::Store),
        ("load_local", MemorySpace::Local, MemoryAccess::Load),
        ("store_local", MemorySpace::Local, MemoryAccess::Store),
        ("load_scratch", MemorySpace::Scratch, MemoryAccess::Load),
        ("store_scratch", MemorySpace::Scratch, MemoryAccess::Store),
    ];

    /// Every kind.
    pub fn all() -> impl Iterator<Item = MemoryKind> {
        let plain = MemoryKind::PLAIN.into_iter().map(|(_, space, access)| MemoryKind { space, access });
        let atomic = MemorySpace::ATOMIC.into_iter().flat_map(|(space, _)| {
            let has = move |op: &&AtomicOp| op.works_on(space);
            let access = |op: &AtomicOp| MemoryAccess::Atomic(*op);
            AtomicOp::ALL.iter().filter(has).map(move |op| MemoryKind { space, access: access(op) })
        });
        let once =
            MemorySpace::ATOMIC.into_iter().filter(|(space, _)| space.has_atomic_once()).flat_map(|(space, _)| {
                let access = |op: &AtomicOp| MemoryAccess::AtomicOnce(*op);
                let has = |op: &&AtomicOp| op.combining().is_some();
                AtomicOp::ALL.iter().filter(has).map(move |op| MemoryKind { space, access: access(op) })
            });
        plain.chain(atomic).chain(once)
    }

    /// The name in texture IR, in three parts that follow each other.
    pub fn name(self) -> [&'static str; 3] {
        match self.access {
            MemoryAccess::Atomic(op) | MemoryAccess::AtomicOnce(op) => {
                let row = MemorySpace::ATOMIC.iter().find(|(space, _)| *space == self.space);
                let is_once = matches!(self.access, MemoryAccess::AtomicOnce(_));
                let first = if is_once { "atomic_once_" } else { "atomic_" };
                [first, op.name(), row.map_or("", |row| row.1)]
            }
            access => {
                let row = MemoryKind::PLAIN.iter().find(|(_, space, known)| (*space, *known) == (self.space, access));
                [row.map_or("", |row| row.0), "", ""]
            }
        }
    }

    /// How many values it takes.
    pub const fn values(self) -> usize {
        match self.access {
            MemoryAccess::Load | MemoryAccess::LoadBlock => 0,
            MemoryAccess::Store | MemoryAccess::StoreBlock => 1,
            MemoryAccess::Atomic(op) | MemoryAccess::AtomicOnce(op) => op.values(),
        }
    }

    /// Whether it returns what it found.
    pub const fn has_result(self) -> bool {
        !matches!(self.access, MemoryAccess::Store | MemoryAccess::StoreBlock)
    }
}

/// One memory operation.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryOp {
    /// What it does, and where.
    pub kind: MemoryKind,
    /// The surface, where the [space](MemorySpace::has_surface) has one.
    pub surface: Option<SurfaceRef>,
    /// The byte offset or address under [`Role::X`], the halves of an address, or the coordinates of a typed element
    /// (u, v, r, lod).
    pub address: ShortList<(Role, Value), 4>,
    /// What is stored or combined.
    pub values: ShortList<Value, 2>,
    /// What is known of the address.
    pub aligned: Aligned,
}

/// What is known of the address of a memory operation, besides what its elements ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Aligned {
    /// Elements of 32 bits may be at any byte. Loads and stores of up to four such elements may have it, and loads of eight.
    Byte,
    /// Nothing more.
    #[default]
    Dword,
    /// It is a multiple of eight. Loads and stores of 64 bits through a pointer may have it.
    Qword,
    /// It is a multiple of 16. Loads from local memory of at least four elements of 32 bits may have it.
    Oword,
}

impl Aligned {
    /// Every one with its word in text; the usual one has none.
    pub const TEXT: [(Aligned, &'static str); 3] =
        [(Aligned::Byte, "unaligned"), (Aligned::Qword, "qword_aligned"), (Aligned::Oword, "oword_aligned")];
}

impl MemoryOp {
    /// Whether its elements of 32 bits may be at any byte.
    pub fn is_unaligned(&self) -> bool {
        self.aligned == Aligned::Byte
    }

    /// The part of the address with that role.
    pub fn address(&self, role: Role) -> Option<Value> {
        self.address.iter().find(|(candidate, _)| *candidate == role).map(|(_, value)| *value)
    }

    /// Of how many bytes the address has to be a multiple for elements of `bytes` bytes; elsewhere nothing is known of
    /// what is accessed. Messages of bytes and words take any address (GATHER_SCALED), and so does an [unaligned]
    /// access; those of dwords take multiples of four (GATHER4_SCALED, OWORD_LD_UNALIGNED), those of qwords, which
    /// [`Aligned::Qword`] allows, multiples of eight (SVM_GATHER), blocks of local memory, which [`Aligned::Oword`] allows,
    /// are read at multiples of 16 (OWORD_LD), blocks are written to them (OWORD_ST), and atomic operations take elements of
    /// their size.
    ///
    /// [unaligned]: Aligned::Byte
    pub fn alignment(&self, bytes: u32) -> u32 {
        match self.kind.access {
            MemoryAccess::Atomic(_) if bytes < 4 => bytes,
            MemoryAccess::Load | MemoryAccess::Store if bytes < 4 || self.is_unaligned() => 1,
            MemoryAccess::Load | MemoryAccess::Store if self.aligned == Aligned::Qword => 8,
            MemoryAccess::Load if self.aligned == Aligned::Oword => 16,
            MemoryAccess::StoreBlock => 16,
            _ => 4,
        }
    }
}

/// An instruction that orders others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SyncKind {
    /// Waits until every thread of the group arrives.
    Barrier,
    /// Orders accesses of buffers and memory before it and after it.
    Fence,
    /// Orders accesses of local memory.
    FenceLocal,
    /// Orders accesses of typed surfaces.
    FenceTyped,
}

impl SyncKind {
    /// Every kind.
    pub const ALL: [SyncKind; 4] = [SyncKind::Barrier, SyncKind::Fence, SyncKind::FenceLocal, SyncKind::FenceTyped];

    /// The name in texture IR.
    pub const fn name(self) -> &'static str {
        match self {
            SyncKind::Barrier => "barrier",
            SyncKind::Fence => "fence",
            SyncKind::FenceLocal => "fence_local",
            SyncKind::FenceTyped => "fence_typed",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_memory_but_scratch_has_every_atomic_operation_but_those_on_floats() {
        // Loads and stores of five memories, and of blocks. One for all lanes: three memories, nine operations. Typed surfaces
        // have none of the four on floats, and local memory not their sum.
        assert_eq!(MemoryKind::all().count(), 12 + 4 * 15 - 4 - 1 + 3 * 9);
    }
}
