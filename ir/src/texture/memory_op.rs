//! Operations on buffers, typed surfaces and pointers, and what orders them.

use smallvec::SmallVec;

use super::kernel::Value;
use super::texture_op::{Role, SurfaceRef};

/// Where a memory operation works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemoryPlace {
    /// Bytes of a raw surface, from an `i32` offset.
    Raw,
    /// An element of a typed surface, by integer coordinates.
    Typed,
    /// Bytes of the address space, from an `i64` address.
    Pointer,
}

/// What a memory operation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemoryAccess {
    /// Returns what is there.
    Load,
    /// Writes its value there.
    Store,
    /// Returns what was there, and leaves the result of an operation on it and its value.
    Atomic(AtomicOp),
}

macro_rules! atomics {
    ($($(#[$doc:meta])* $op:ident $name:literal;)*) => {
        /// What an atomic operation leaves in memory.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum AtomicOp { $($(#[$doc])* $op,)* }

        impl AtomicOp {
            /// Every atomic operation.
            pub const ALL: &'static [AtomicOp] = &[$(AtomicOp::$op,)*];

            /// The name in texture IR, without its place.
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
}

impl AtomicOp {
    /// How many values it takes.
    pub const fn values(self) -> usize {
        if matches!(self, AtomicOp::CompareExchange) { 2 } else { 1 }
    }
}

/// What a memory operation does, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemoryKind {
    /// Where.
    pub place: MemoryPlace,
    /// What.
    pub access: MemoryAccess,
}

impl MemoryKind {
    /// The kinds that load or store, with their names in texture IR. The atomic ones are
    /// `atomic_add`, `atomic_smin_ptr` and so on: see [`MemoryKind::name`].
    const PLAIN: [(&'static str, MemoryPlace, MemoryAccess); 6] = [
        ("load_raw", MemoryPlace::Raw, MemoryAccess::Load),
        ("store_raw", MemoryPlace::Raw, MemoryAccess::Store),
        ("read", MemoryPlace::Typed, MemoryAccess::Load),
        ("write", MemoryPlace::Typed, MemoryAccess::Store),
        ("load_ptr", MemoryPlace::Pointer, MemoryAccess::Load),
        ("store_ptr", MemoryPlace::Pointer, MemoryAccess::Store),
    ];

    /// Every kind.
    pub fn all() -> impl Iterator<Item = MemoryKind> {
        let plain = MemoryKind::PLAIN.into_iter().map(|(_, place, access)| MemoryKind { place, access });
        let atomic = [MemoryPlace::Raw, MemoryPlace::Pointer].into_iter().flat_map(|place| {
            AtomicOp::ALL.iter().map(move |op| MemoryKind { place, access: MemoryAccess::Atomic(*op) })
        });
        plain.chain(atomic)
    }

    /// The name in texture IR, in two parts that follow each other.
    pub fn name(self) -> [&'static str; 3] {
        match self.access {
            MemoryAccess::Atomic(op) => {
                ["atomic_", op.name(), if self.place == MemoryPlace::Pointer { "_ptr" } else { "" }]
            }
            access => {
                let row = MemoryKind::PLAIN.iter().find(|(_, place, known)| (*place, *known) == (self.place, access));
                [row.map_or("", |row| row.0), "", ""]
            }
        }
    }

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<MemoryKind> {
        if let Some(op) = name.strip_prefix("atomic_") {
            let (op, place) = match op.strip_suffix("_ptr") {
                Some(op) => (op, MemoryPlace::Pointer),
                None => (op, MemoryPlace::Raw),
            };
            let op = AtomicOp::ALL.iter().find(|known| known.name() == op)?;
            return Some(MemoryKind { place, access: MemoryAccess::Atomic(*op) });
        }
        let row = MemoryKind::PLAIN.iter().find(|row| row.0 == name)?;
        Some(MemoryKind { place: row.1, access: row.2 })
    }

    /// How many values it takes.
    pub const fn values(self) -> usize {
        match self.access {
            MemoryAccess::Load => 0,
            MemoryAccess::Store => 1,
            MemoryAccess::Atomic(op) => op.values(),
        }
    }

    /// Whether it returns what it found.
    pub const fn has_result(self) -> bool {
        !matches!(self.access, MemoryAccess::Store)
    }
}

/// One memory operation.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryOp {
    /// What it does, and where.
    pub kind: MemoryKind,
    /// The surface; absent for [`MemoryPlace::Pointer`].
    pub surface: Option<SurfaceRef>,
    /// The byte offset or address under [`Role::X`], or the coordinates of a typed element (u, v, r, lod).
    pub address: SmallVec<[(Role, Value); 4]>,
    /// What is stored or combined.
    pub values: SmallVec<[Value; 2]>,
}

impl MemoryOp {
    /// The part of the address with that role.
    pub fn address(&self, role: Role) -> Option<Value> {
        self.address.iter().find(|(candidate, _)| *candidate == role).map(|(_, value)| *value)
    }
}

/// An instruction that orders others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SyncKind {
    /// Waits until every thread of the group arrives.
    Barrier,
    /// Orders the memory accesses before it and after it.
    Fence,
}

impl SyncKind {
    /// Both kinds.
    pub const ALL: [SyncKind; 2] = [SyncKind::Barrier, SyncKind::Fence];

    /// The name in texture IR.
    pub const fn name(self) -> &'static str {
        match self {
            SyncKind::Barrier => "barrier",
            SyncKind::Fence => "fence",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for kind in MemoryKind::all() {
            assert_eq!(MemoryKind::from_name(&kind.name().concat()), Some(kind));
        }
        assert_eq!(MemoryKind::all().count(), 6 + 2 * AtomicOp::ALL.len());
    }
}
