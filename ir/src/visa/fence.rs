//! Fences, and which of them orders what on a platform.

use crate::target::Platform;
use crate::texture::SyncKind;

/// A fence, by the memory accesses that it waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fence {
    /// Nothing: no instruction moves over it.
    Software,
    /// Local memory.
    Local,
    /// Memory.
    Global,
    /// Memory; the first-level cache forgets what it has.
    GlobalL1,
    /// Memory, and the cache of typed surfaces is flushed.
    GlobalTyped,
    /// Memory, and the cache of typed surfaces is flushed; the first-level cache forgets what it has.
    GlobalTypedL1,
}

impl Fence {
    /// Every fence with its text. `E` waits for the commit, `R` flushes the cache that is read and written, `L1`
    /// invalidates the first-level cache.
    pub const TEXT: [(Fence, &'static str); 6] = [
        (Fence::Software, "fence_sw"),
        (Fence::Local, "fence_local.E"),
        (Fence::Global, "fence_global.E"),
        (Fence::GlobalL1, "fence_global.EL1"),
        (Fence::GlobalTyped, "fence_global.ER"),
        (Fence::GlobalTypedL1, "fence_global.ERL1"),
    ];

    /// The text.
    pub const fn name(self) -> &'static str {
        Fence::TEXT[self as usize].1
    }

    /// The mask of the instruction (FENCE, Mask): bit 0 waits for the commit, bit 4 flushes the cache that is read and
    /// written, bit 5 is for local memory alone, bit 6 flushes the first-level cache, bit 7 is for no hardware.
    pub const fn bits(self) -> u8 {
        match self {
            Fence::Software => 0x80,
            Fence::Local => 0x21,
            Fence::Global => 0x01,
            Fence::GlobalL1 => 0x41,
            Fence::GlobalTyped => 0x11,
            Fence::GlobalTypedL1 => 0x51,
        }
    }

    /// The fence of that mask.
    pub fn from_bits(bits: u8) -> Option<Fence> {
        Fence::TEXT.into_iter().map(|row| row.0).find(|fence| fence.bits() == bits)
    }

    /// The fence that carries out `kind` on a platform; none for a barrier, which orders no memory by itself. As
    /// Intel's compiler emits them for SKL, ICLLP, TGLLP and DG2 (ocloc, `atomic_work_item_fence` and `barrier` of each
    /// memory).
    pub const fn of(kind: SyncKind, platform: &Platform) -> Option<Fence> {
        Some(match kind {
            SyncKind::Barrier => return None,
            SyncKind::FenceLocal if platform.local_fence => Fence::Local,
            SyncKind::FenceLocal => Fence::Software,
            SyncKind::FenceTyped if platform.typed_fence_flushes && platform.l1_fence => Fence::GlobalTypedL1,
            SyncKind::FenceTyped if platform.typed_fence_flushes => Fence::GlobalTyped,
            SyncKind::Fence | SyncKind::FenceTyped if platform.l1_fence => Fence::GlobalL1,
            SyncKind::Fence | SyncKind::FenceTyped => Fence::Global,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Target;

    /// What ocloc emits for `barrier(CLK_LOCAL_MEM_FENCE)`, `barrier(CLK_GLOBAL_MEM_FENCE)` and
    /// `work_group_barrier(CLK_IMAGE_MEM_FENCE)`.
    #[test]
    fn fences_are_those_of_intels_compiler() {
        let rows = [
            (Target::Skl, ["fence_sw", "fence_global.E", "fence_global.ER"]),
            (Target::Icllp, ["fence_local.E", "fence_global.EL1", "fence_global.ERL1"]),
            (Target::Tgllp, ["fence_local.E", "fence_global.EL1", "fence_global.EL1"]),
            (Target::Dg2, ["fence_local.E", "fence_global.EL1", "fence_global.EL1"]),
        ];
        for (target, expected) in rows {
            let kinds = [SyncKind::FenceLocal, SyncKind::Fence, SyncKind::FenceTyped];
            let found = kinds.map(|kind| Fence::of(kind, target.platform()).map(Fence::name));
            assert_eq!(found, expected.map(Some), "{target}");
        }
        assert_eq!(Fence::of(SyncKind::Barrier, Target::Skl.platform()), None);
    }
}
