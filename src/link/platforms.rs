//! The platforms whose programs kernels are linked into, one row each.

use texvisa_ir::target::Target;

/// A platform whose programs kernels are linked into.
struct ProgramPlatform {
    target: Target,
    /// The number in the program's note of type 1: what ocloc writes for `-device skl` and so on.
    product: u32,
    /// Options of GenX_IR beside the number of registers.
    options: &'static [&'static str],
}

/// The options are those of the line `//.full_options` in the listings that ocloc (release 1.0.12504.6) dumps, without
/// what does not change code, and without what only chooses another order of instructions (`-presched-ctrl`,
/// `-presched-rp`, `-nodpsendreorder`, `-dontUseMultiThreadedLatencies`).
///
/// What the loader relies on: `-useInlineData` (the first 32 bytes of the payload arrive in r1, and the prologue loads
/// the others) or `-noLoadPayload` (the hardware loads all), and `-enablePreemption` (r0 is kept where the handler of
/// preemption looks for it). The others are workarounds of the hardware: flushes before the thread ends, and hazards that
/// only some programs meet.
#[rustfmt::skip]
const PLATFORMS: [ProgramPlatform; 4] = [
    ProgramPlatform { target: Target::Skl, product: 0x12, options: &["-enablePreemption", "-noLoadPayload", "-hasRNEandDenorm", "-boundsChecking", "-enableStructurizer"] },
    ProgramPlatform { target: Target::Icllp, product: 0x1a, options: &["-enablePreemption", "-noLoadPayload", "-hasRNEandDenorm", "-boundsChecking", "-enableStructurizer", "-noSendSrcDstOverlap"] },
    ProgramPlatform { target: Target::Tgllp, product: 0x1d, options: &["-enablePreemption", "-noLoadPayload", "-hasRNEandDenorm", "-boundsChecking", "-enableStructurizer", "-noScalarJmp", "-waClearHDCWrite", "-noMaskWA", "-insertRSDummyMov"] },
    ProgramPlatform { target: Target::Dg2, product: 0x4f6, options: &["-enablePreemption", "-useInlineData", "-hasRNEandDenorm", "-boundsChecking", "-LSCBackupMode", "-waClearHDCWrite", "-cloneEvaluateSampleInst", "-insertRSDummyMov"] },
];

/// Options of GenX_IR for a platform.
pub(super) fn finalizer_options(target: Target) -> &'static [&'static str] {
    PLATFORMS.iter().find(|row| row.target == target).map_or(&[], |row| row.options)
}

/// The platform of a product family.
pub(super) fn target_of(product: u32) -> Option<Target> {
    PLATFORMS.iter().find(|row| row.product == product).map(|row| row.target)
}

/// The product families that are known, for messages.
pub(super) fn known_products() -> String {
    PLATFORMS.map(|row| format!("{:#x} ({})", row.product, row.target)).join(", ")
}
