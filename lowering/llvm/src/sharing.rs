//! Which functions may have one body for several of their calls.
//!
//! The lanes of several calls execute such a body together, and do not wait for each other behind it: those of one call may be in the
//! body again while those of another have not gone on. So no operation of the kernel may be one of several lanes together. Nor may an
//! operation be in the body that names a surface or a sampler: those are numbers, and the calls may pass different ones.

use texvisa_ir::texture::{DerivesLevel, Role};

use crate::implicit;
use crate::texture_table::{self, CallOperand, GENISA_PREFIX, Intrinsic, IntrinsicVariant, root};

/// Where an operation may be in a kernel in which calls share a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sharing {
    /// Nowhere: several lanes execute it together.
    Never,
    /// In the kernel, but not in such a body.
    OutsideOfBody,
    /// Anywhere.
    Always,
}

/// Intel's intrinsics that each lane executes on its own, besides those that have tables elsewhere.
const OF_A_LANE: [(&str, Sharing); 39] = [
    ("CatchAllDebugLine", Sharing::Always),
    ("ROUNDNE", Sharing::Always),
    ("StackAlloca", Sharing::Always),
    ("add", Sharing::Always),
    ("bfrev", Sharing::Always),
    ("dp4a", Sharing::Always),
    ("eu.thread.pause", Sharing::Always),
    ("fcmpxchgatomicrawA64", Sharing::Always),
    ("floatatomicrawA64", Sharing::Always),
    ("fma", Sharing::Always),
    ("fsat", Sharing::Always),
    ("ftof", Sharing::Always),
    ("hw.thread.id.alloca", Sharing::Always),
    ("icmpxchgatomicrawA64", Sharing::Always),
    ("imulH", Sharing::Always),
    ("intatomicrawA64", Sharing::Always),
    ("itof", Sharing::Always),
    ("mul", Sharing::Always),
    ("pair", Sharing::Always),
    ("ptr", Sharing::Always),
    ("simdLaneId", Sharing::Always),
    ("simdSize", Sharing::Always),
    ("sub", Sharing::Always),
    ("uaddc", Sharing::Always),
    ("uitof", Sharing::Always),
    ("umulH", Sharing::Always),
    ("usubb", Sharing::Always),
    ("GetBufferPtr", Sharing::OutsideOfBody),
    ("fcmpxchgatomicraw", Sharing::OutsideOfBody),
    ("floatatomicraw", Sharing::OutsideOfBody),
    ("icmpxchgatomicraw", Sharing::OutsideOfBody),
    ("intatomicraw", Sharing::OutsideOfBody),
    ("intatomictyped", Sharing::OutsideOfBody),
    ("ldraw", Sharing::OutsideOfBody),
    ("ldrawvector", Sharing::OutsideOfBody),
    ("storeraw", Sharing::OutsideOfBody),
    ("storerawvector", Sharing::OutsideOfBody),
    ("typedread", Sharing::OutsideOfBody),
    ("typedwrite", Sharing::OutsideOfBody),
];

/// Where the operation may be that a function of that name is.
pub(crate) fn sharing_of(name: &str) -> Sharing {
    let Some(name) = name.strip_prefix(GENISA_PREFIX) else { return Sharing::Always };
    if let Some(texture) = root(name, texture_table::intrinsic) {
        return if derives_level(texture) { Sharing::Never } else { Sharing::OutsideOfBody };
    }
    if root(name, implicit::read_by).is_some() {
        return Sharing::Always;
    }
    let row = |root: &str| OF_A_LANE.iter().find(|row| row.0 == root).map(|row| row.1);
    root(name, row).unwrap_or(Sharing::Never)
}

/// Whether a texture intrinsic has its level of detail from neighbouring lanes.
fn derives_level(texture: &Intrinsic) -> bool {
    let has = |role: Role| texture.operands.contains(&CallOperand::Param(role));
    match texture.kind.level() {
        DerivesLevel::Never => false,
        DerivesLevel::Otherwise => !has(Role::Lod) && !has(Role::DuDx),
        DerivesLevel::OnRequest => texture.variant == IntrinsicVariant::ImplicitLod || has(Role::Bias),
        DerivesLevel::Always => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lanes_do_together_has_no_place() {
        let sharing = |name: &str| sharing_of(&format!("{GENISA_PREFIX}{name}"));
        for name in [
            "WaveAll.i32",
            "simdBlockRead.v4i32.p1i32",
            "threadgroupbarrier",
            "sampleptr.v4f32.f32.p196608f32",
            "simdShuffleDown.i32",
            "unheard.of",
        ] {
            assert_eq!(sharing(name), Sharing::Never, "{name}");
        }
        for name in [
            "sampleLptr.v4f32.f32.p196608f32.p589824i32",
            "ldptr.v4i32.p196608f32",
            "gather4ptr.v4f32",
            "ldrawvector.indexed.v4i32.p131072i32",
            "intatomicraw.i32.p3i32.p3i32",
        ] {
            assert_eq!(sharing(name), Sharing::OutsideOfBody, "{name}");
        }
        for name in ["uaddc", "mul.pair", "getLocalID.X.i16", "intatomicrawA64.i32.p1i32.p1i32", "dp4a.ss.i32"] {
            assert_eq!(sharing(name), Sharing::Always, "{name}");
        }
        assert_eq!(sharing_of("llvm.fma.f32"), Sharing::Always);
        assert_eq!(sharing_of("helper"), Sharing::Always);
    }
}
