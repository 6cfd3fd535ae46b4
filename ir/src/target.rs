//! What the platforms differ in: one row a platform. Code reads the differences of platforms from the columns of this
//! table, never by comparing a [`Target`]. The exception is [`TargetSet`]: tables give the first or last platform that
//! has a message or instruction.
//!
//! A new platform is a row here, in the order of the generations. [`Target`], [`Target::ALL`] and every range that is
//! open at the end follow.
//!
//! The figures come from the platform table of Intel's graphics compiler, release 1.0.12504.6 (`Platform.hpp`,
//! `HWCaps.inc` and its workaround table), and, where a row says [`Evidence::Finalizer`], from runs of that release's
//! assembler and finalizer (GenX_IR).
//!
//! # Example
//!
//! ```
//! use texvisa_ir::target::{SimdWidth, Target};
//!
//! let target: Target = "tgllp".parse()?;
//! assert_eq!(target.platform().grf_bytes, 32);
//! assert_eq!(SimdWidth::Simd32.halves(target), 2);
//! assert!(!SimdWidth::Simd8.is_legal(Target::Lnl));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::str::FromStr;

use crate::expected_one_of;

/// What a platform's row rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Compared with the output of Intel's finalizer, release 1.0.12504.6.
    Finalizer,
    /// Taken from documents and sources; no tool that we have encodes for it.
    Documented,
}

/// What the extended descriptor of a `send` has, as Intel's finalizer prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtendedFields {
    /// Whether bits 3..0 name the unit. From TGLLP on the instruction does.
    pub unit: bool,
    /// Whether bits 10..6 have the length of the second payload part. From DG2 on the instruction has it.
    pub length: bool,
    /// The bit that compensates the level of detail for coarse pixel shading (3D_SAMPLE, Op bit 9: ICLLP and later).
    pub cps: Option<u32>,
}

impl ExtendedFields {
    const GEN9: ExtendedFields = ExtendedFields { unit: true, length: true, cps: None };
    const GEN11: ExtendedFields = ExtendedFields { cps: Some(31), ..ExtendedFields::GEN9 };
    const XE: ExtendedFields = ExtendedFields { unit: false, length: true, cps: Some(11) };
    const XE_HPG: ExtendedFields = ExtendedFields { length: false, ..ExtendedFields::XE };
}

/// The facts of one platform.
#[derive(Debug)]
#[non_exhaustive]
pub struct Platform {
    /// The platform.
    pub target: Target,
    /// Its name in texture IR and on the command line.
    pub name: &'static str,
    /// What it is called, and its generation: ` Tiger Lake (Gen12LP, Xe-LP).`
    pub product: &'static str,
    /// Its name on GenX_IR's command line, where that tool knows it.
    pub finalizer: Option<&'static str>,
    /// Bytes of one register of the general register file (GRF).
    pub grf_bytes: u32,
    /// Registers a thread has.
    pub grf_count: u32,
    /// Lanes of one register's worth of dwords: the narrowest sampler message.
    pub native_simd: u32,
    /// Whether the product has a sampler.
    pub has_sampler: bool,
    /// Whether Intel's finalizer encodes sampler messages for it. PVC: yes, although it has no sampler.
    pub encodes_sampler: bool,
    /// Whether sample_lz and sample_c_lz are usable. DG2: Wa_14013297064 (G10 steppings A0 to C0, G11 A0 to B0) forbids
    /// them; ocloc's `-device dg2` follows it, and so does texvisa. ld_lz is not affected.
    pub sample_lz: bool,
    /// Whether a sample of a cube must send u, v and r even where they are trailing zeros (Wa_14012688258).
    pub cube_full_coordinates: bool,
    /// Whether sample_d works on volumes and cubes (`supports3DAndCubeSampleD`).
    pub volume_gradients: bool,
    /// The longest payload of a sampler message in registers, header included. 11 is what Mesa takes for the limit of all
    /// its platforms (`MAX_SAMPLER_MESSAGE_SIZE`); since Xe2 sample_d_c_mlod has 12 parameters, so that there it is
    /// what the descriptor's field holds. GenX_IR says nothing against a longer one.
    pub sampler_payload: u32,
    /// Whether the response of a send may be in the last register of the file where it overlaps the payload ("r127 must
    /// not be used for return address when there is a src and dest overlap in send instruction", Broadwell PRM, volume 7,
    /// Send Message; Mesa's validator holds Gfx9 alone to it).
    pub last_register_response: bool,
    /// Whether the arithmetic unit divides integers. The finalizer refuses `div` and `mod` of integers where not.
    pub integer_divide: bool,
    /// Whether the arithmetic unit has functions of doubles: quotients, reciprocals and square roots. The finalizer
    /// refuses them where not; no source says so of the platforms that it does not know.
    pub double_functions: bool,
    /// Whether it has `rol` and `ror` (finalizer: "vISA instruction not supported on this platform").
    pub rotate: bool,
    /// Whether it has `mad` of integers. Where not, the finalizer makes a `mul` and an `add` of one; of the platforms that it does
    /// not know no source says so.
    pub integer_mad: bool,
    /// Whether it has `dp4a` (finalizer: as of `rol`).
    pub dp4a: bool,
    /// Whether it has `add3` and `bfn`. Where not, the finalizer writes machine code that iga64 does not read ("INVALID
    /// opcode").
    pub add3: bool,
    /// Whether it has `sad2` and `sad2add` (finalizer: "sad2/sad2add is not supported on Xe").
    pub sad2: bool,
    /// Whether a fence of local memory is a message. Where not, accesses of local memory are in order as they are.
    pub local_fence: bool,
    /// Whether atomic operations add floats in global memory. ocloc 22.43.24595.41 sends one for DG2 and a loop of
    /// compare-exchanges for SKL and TGLLP; of the others a later source of the compiler says so (`hasFP32GlobalAtomicAdd`).
    /// The finalizer encodes it for all.
    pub float_atomic_add: bool,
    /// Whether `oword_ld` reads local memory. ocloc 22.43.24595.41 sends it for ICLLP, TGLLP and DG2, and not for SKL; of
    /// the others no source says so.
    pub local_blocks: bool,
    /// Whether there is a first-level cache that a fence of memory has to invalidate.
    pub l1_fence: bool,
    /// Whether a fence of typed surfaces has to flush their cache.
    pub typed_fence_flushes: bool,
    /// Whether the kernel loads its own arguments, so that the prolog must be told the size of the data a thread has.
    pub loads_arguments: bool,
    /// How programs reach private memory.
    pub private: PrivateMemory,
    /// What the extended descriptors of its messages have.
    pub extended: ExtendedFields,
    /// What the row rests on.
    pub evidence: Evidence,
}

/// How programs reach the private memory of a hardware thread, as Intel's OpenCL compiler, release 1.0.12504.6, does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrivateMemory {
    /// Scratch memory by byte addresses, from dword 5 of r0. Arrays that are too large for it are behind the private base,
    /// and the number of the hardware thread is `%hw_id`.
    Scratch,
    /// Behind the private base alone. The number of the hardware thread is the low 14 bits of state register 0, without
    /// bits 3 and 6.
    Stateless,
    /// In a way that is not known.
    Unknown,
}

macro_rules! platforms {
    ($($(#[doc = $doc:literal])* $target:ident $name:literal $finalizer:expr, $grf:literal x $count:literal, $simd:literal, $has:ident $enc:ident, $lz:ident $cube:ident $grad:ident, $payload:literal $last:ident, $div:ident $double:ident $rotate:ident $mad:ident $dp4a:ident $add3:ident $sad2:ident $fadd:ident, $blocks:ident, $local:ident $l1:ident $typed:ident, $args:ident, $private:ident, $extended:ident, $evidence:ident;)*) => {
        /// A platform that texvisa compiles for. The order is the order of the generations.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Target { $($(#[doc = $doc])* $target,)* }

        impl Target {
            /// Every target, oldest first.
            pub const ALL: [Target; [$(Target::$target),*].len()] = [$(Target::$target),*];
        }

        static PLATFORMS: [Platform; Target::ALL.len()] = [$(Platform {
            target: Target::$target, name: $name, product: concat!($($doc),*), finalizer: $finalizer, grf_bytes: $grf, grf_count: $count, native_simd: $simd,
            has_sampler: $has, encodes_sampler: $enc, sample_lz: $lz, cube_full_coordinates: $cube,
            volume_gradients: $grad, sampler_payload: $payload, last_register_response: $last, integer_divide: $div,
            double_functions: $double, rotate: $rotate, integer_mad: $mad, dp4a: $dp4a, add3: $add3, sad2: $sad2,
            float_atomic_add: $fadd,
            local_blocks: $blocks, local_fence: $local, l1_fence: $l1, typed_fence_flushes: $typed, loads_arguments: $args,
            private: PrivateMemory::$private,
            extended: ExtendedFields::$extended, evidence: Evidence::$evidence,
        },)*];
    };
}

const YES: bool = true;
const NOT: bool = false;

#[rustfmt::skip]
platforms! {
// target  name       finalizer           GRF       native sampler  lz  cube 3D,  payload, div, df, rol, mad, dp4a, add3, sad2 fadd  blocks, fences  args private  extended evidence
    /// Skylake (Gen9).
    Skl     "skl"      Some("SKL"),        32 x 128, 8,     YES YES, YES NOT YES, 11 NOT, YES YES NOT NOT NOT NOT YES NOT, NOT, NOT NOT YES, NOT, Scratch,   GEN9,    Finalizer;
    /// Ice Lake (Gen11).
    Icllp   "icllp"    Some("ICLLP"),      32 x 128, 8,     YES YES, YES NOT YES, 11 YES, YES NOT YES YES NOT NOT YES NOT, YES, YES YES YES, NOT, Scratch,   GEN11,   Finalizer;
    /// Tiger Lake (Gen12LP, Xe-LP).
    Tgllp   "tgllp"    Some("TGLLP"),      32 x 128, 8,     YES YES, YES NOT YES, 11 YES, YES NOT YES YES YES NOT NOT NOT, YES, YES YES NOT, NOT, Scratch,   XE,      Finalizer;
    /// XeHP SDV (Xe-HP).
    XehpSdv "xehp_sdv" Some("XeHP_SDV"),   32 x 128, 8,     YES YES, YES YES NOT, 11 YES, NOT YES YES YES YES YES NOT YES, NOT, YES YES NOT, YES, Unknown,   XE,      Finalizer;
    /// DG2, Alchemist (Xe-HPG).
    Dg2     "dg2"      Some("DG2"),        32 x 128, 8,     YES YES, NOT YES NOT, 11 YES, NOT NOT YES YES YES YES NOT YES, YES, YES YES NOT, YES, Stateless, XE_HPG,  Finalizer;
    /// Meteor Lake (Xe-LPG).
    Mtl     "mtl"      Some("MTL"),        32 x 128, 8,     YES YES, YES NOT NOT, 11 YES, NOT NOT YES YES YES YES NOT YES, NOT, YES YES NOT, YES, Unknown,   XE_HPG,  Finalizer;
    /// Ponte Vecchio (Xe-HPC).
    Pvc     "pvc"      Some("PVC"),        64 x 128, 16,    NOT YES, YES NOT YES, 11 YES, NOT YES YES YES YES YES NOT YES, NOT, YES YES NOT, YES, Unknown,   XE_HPG,  Finalizer;
    /// Lunar Lake (Xe2).
    Lnl     "lnl"      None,               64 x 128, 16,    YES NOT, YES NOT NOT, 15 YES, NOT YES YES YES YES YES NOT YES, NOT, YES YES NOT, YES, Unknown,   XE_HPG,  Documented;
    /// Battlemage (Xe2).
    Bmg     "bmg"      None,               64 x 128, 16,    YES NOT, YES NOT NOT, 15 YES, NOT YES YES YES YES YES NOT YES, NOT, YES YES NOT, YES, Unknown,   XE_HPG,  Documented;
    /// Panther Lake (Xe3).
    Ptl     "ptl"      None,               64 x 128, 16,    YES NOT, YES NOT NOT, 15 YES, NOT YES YES YES YES YES NOT YES, NOT, YES YES NOT, YES, Unknown,   XE_HPG,  Documented;
}

impl Target {
    /// The oldest.
    pub const FIRST: Target = Target::ALL[0];

    /// The newest.
    pub const LAST: Target = Target::ALL[Target::ALL.len() - 1];

    /// The row of this platform.
    pub const fn platform(self) -> &'static Platform {
        &PLATFORMS[self as usize]
    }

    /// The name in texture IR and on the command line: `tgllp`.
    pub const fn name(self) -> &'static str {
        self.platform().name
    }

    /// The names of all targets, for messages: `skl, icllp, ...`.
    pub fn names() -> String {
        Target::ALL.map(Target::name).join(", ")
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no target has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown target \"{given}\"; {}", expected_one_of(given, Target::ALL.map(Target::name)))]
pub struct UnknownTarget {
    /// What was given.
    pub given: String,
}

impl FromStr for Target {
    type Err = UnknownTarget;

    /// Reads a target's name, in upper or lower case.
    fn from_str(name: &str) -> Result<Target, UnknownTarget> {
        Target::ALL
            .into_iter()
            .find(|target| target.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownTarget { given: name.to_owned() })
    }
}

/// The number of lanes that a thread runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SimdWidth {
    /// 8 lanes.
    Simd8,
    /// 16 lanes.
    Simd16,
    /// 32 lanes.
    Simd32,
}

impl SimdWidth {
    /// Every width, narrowest first.
    pub const ALL: [SimdWidth; 3] = [SimdWidth::Simd8, SimdWidth::Simd16, SimdWidth::Simd32];

    /// Lanes.
    pub const fn lanes(self) -> u32 {
        match self {
            SimdWidth::Simd8 => 8,
            SimdWidth::Simd16 => 16,
            SimdWidth::Simd32 => 32,
        }
    }

    /// The width of that many lanes.
    pub fn from_lanes(lanes: u32) -> Option<SimdWidth> {
        SimdWidth::ALL.into_iter().find(|width| width.lanes() == lanes)
    }

    /// How many instructions one operation on all lanes takes: two where the width is four times the native one,
    /// because an instruction has at most two registers a source. So a SIMD32 kernel has a lower half (M1, 16) and an
    /// upper half (M5, 16) on 32-byte registers, and one instruction on 64-byte registers.
    #[inline]
    pub const fn halves(self, target: Target) -> u32 {
        if self.lanes() > self.exec_lanes(target) { 2 } else { 1 }
    }

    /// Lanes of one such instruction.
    #[inline]
    pub const fn exec_lanes(self, target: Target) -> u32 {
        let widest = target.platform().native_simd * 2;
        if self.lanes() > widest { widest } else { self.lanes() }
    }

    /// Whether kernels of this width exist on the target: SIMD8 ends where the native width is 16.
    pub const fn is_legal(self, target: Target) -> bool {
        self.lanes() >= target.platform().native_simd
    }
}

impl fmt::Display for SimdWidth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "simd{}", self.lanes())
    }
}

/// A set of targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetSet(u16);

impl TargetSet {
    /// Every target.
    pub const ALL: TargetSet = TargetSet::since(Target::FIRST);

    /// No target.
    pub const NONE: TargetSet = TargetSet(0);

    /// `first` to `last`, both included.
    pub const fn range(first: Target, last: Target) -> TargetSet {
        TargetSet(((1u16 << (last as u16 + 1)) - 1) & !((1u16 << first as u16) - 1))
    }

    /// `first` and all after it.
    pub const fn since(first: Target) -> TargetSet {
        TargetSet::range(first, Target::LAST)
    }

    /// Whether `target` is in the set.
    pub const fn contains(self, target: Target) -> bool {
        self.0 & (1 << target as u16) != 0
    }

    /// Whether no target is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a target is in both sets.
    pub const fn intersects(self, other: TargetSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The targets in the set, oldest first.
    pub fn iter(self) -> impl Iterator<Item = Target> {
        Target::ALL.into_iter().filter(move |target| self.contains(*target))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_stands_at_its_targets_index() {
        for target in Target::ALL {
            assert_eq!(target.platform().target, target);
            assert_eq!(target.name().parse(), Ok(target));
            assert_eq!(target.name().to_uppercase().parse(), Ok(target));
        }
    }

    #[test]
    fn simd32_is_two_halves_only_where_registers_have_32_bytes() {
        assert_eq!(SimdWidth::Simd32.halves(Target::Tgllp), 2);
        assert_eq!(SimdWidth::Simd32.exec_lanes(Target::Tgllp), 16);
        assert_eq!(SimdWidth::Simd16.halves(Target::Tgllp), 1);
        assert_eq!(SimdWidth::Simd32.halves(Target::Lnl), 1);
        assert_eq!(SimdWidth::Simd32.exec_lanes(Target::Lnl), 32);
        assert!(!SimdWidth::Simd8.is_legal(Target::Pvc));
    }

    #[test]
    fn ranges_hold_their_ends() {
        let set = TargetSet::range(Target::Icllp, Target::Dg2);
        let inside: Vec<_> = set.iter().collect();
        assert_eq!(inside, [Target::Icllp, Target::Tgllp, Target::XehpSdv, Target::Dg2]);
        assert!(!set.contains(Target::Mtl));
        assert!(set.intersects(TargetSet::since(Target::Dg2)));
        assert!(!set.intersects(TargetSet::since(Target::Mtl)));
    }
}
