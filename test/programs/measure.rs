//! Takes one kernel through texvisa and through Intel's finalizer, beside what Intel's compiler makes of it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use texvisa::emulator::refine::Summary;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::{KernelId, Module};
use texvisa::{CompileError, LoweringOptions, check, compile};
use texvisa_test::finalizer::{Finalizer, FinalizerOptions, Listing};
use texvisa_test::harness;

use crate::outcome::{self, Outcome};
use crate::project;

/// The platforms of every program, each with the IR that Intel's compiler makes for it.
pub const TARGETS: [Target; 2] = [Target::Tgllp, Target::Dg2];
/// Random inputs for each kernel, platform and width.
const TRIALS: u32 = 12;
/// Further ones for a kernel that writes little in these.
const FURTHER: u32 = 3_000;
/// The same for a kernel of more vISA instructions than [`LARGE`].
const TRIALS_OF_LARGE: u32 = 4;
const LARGE: usize = 2_000;

/// One kernel for one platform at one width.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    pub project: String,
    /// The program's name in the project.
    pub source: String,
    pub kernel: String,
    pub target: Target,
    pub simd: SimdWidth,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measurement {
    pub key: Key,
    pub verdict: Verdict,
    /// Of texvisa's vISA, where the finalizer took it.
    pub ours: Option<Figures>,
    /// Of Intel's vISA, where Intel's compiler chose this width.
    pub intel: Option<Figures>,
    /// Whether Intel's vISA does what its source says, where Intel's program has one of this width.
    pub against: Option<Against>,
}

/// What came of executing Intel's vISA and its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Against {
    /// It does what its source says.
    Equal,
    /// It does not: the difference.
    Different(String),
    /// It does not, for the cause that [`DIFFERENT`] has.
    Known(String),
    /// Why the two cannot be compared.
    NotComparable(String),
}

impl Against {
    /// The name in the file of measurements, and the reason.
    pub fn parts(&self) -> (&'static str, &str) {
        match self {
            Against::Equal => ("equal", ""),
            Against::Different(reason) => ("different", reason),
            Against::Known(reason) => ("known", reason),
            Against::NotComparable(reason) => ("not comparable", reason),
        }
    }

    /// The outcome of that name.
    pub fn from_parts(name: &str, reason: &str) -> Option<Against> {
        let of = |make: fn(String) -> Against| Some(make(reason.to_owned()));
        match name {
            "equal" => Some(Against::Equal),
            "different" => of(Against::Different),
            "known" => of(Against::Known),
            "not comparable" => of(Against::NotComparable),
            _ => None,
        }
    }
}

/// Kernels by project, program and name, with a cause.
type KnownKernels = &'static [(&'static str, &'static str, &'static str, &'static str)];

/// Kernels of which too little can be compared.
pub const TOO_LITTLE: KnownKernels = &[
    (
        "darktable",
        "basic",
        "interpolation_resample",
        "too little is compared: of random sizes most have two work items write one place of local memory",
    ),
    (
        "clij",
        "buffer_ushort/pointindexlist_to_mesh_3d_x",
        "pointindexlist_to_mesh_3d",
        "too little is compared: few random points lie in the picture, and some lines between them do not end",
    ),
];

/// Kernels in which Intel's vISA differs from its source.
pub const DIFFERENT: KnownKernels =
    &[("clij", "buffer_ushort/power_images_3d_x", "power_images_3d", "`llvm.powi` is not computed (`docs/found.md`)")];

/// What Intel's program has of a kernel at one width.
#[derive(Clone, Copy)]
pub struct OfProgram<'a> {
    /// The vISA that its machine code was made of.
    pub visaasm: &'a Path,
    /// The program.
    pub program: &'a Path,
    /// What the vISA was made of, or why it is not imported.
    pub source: Result<(&'a Module, KernelId), &'a str>,
    /// Reads the text of the LLVM IR that it was made of.
    pub llvm: &'a dyn Fn() -> Option<String>,
}

/// How far a kernel came, with the reason for which it came no further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is not compiled.
    Refused(String),
    /// The check finds a difference.
    Differs(String),
    /// The finalizer objects to it, or sends other messages than the model says.
    Objected(String),
    /// The check compares nothing, or too little of what the kernel writes.
    NotCompared(String),
    /// It is taken; whether it spills, the figures say.
    Taken,
}

impl Verdict {
    /// The name in the file of measurements, and the reason.
    pub fn parts(&self) -> (&'static str, &str) {
        match self {
            Verdict::Refused(reason) => ("refused", reason),
            Verdict::Differs(reason) => ("differs", reason),
            Verdict::Objected(reason) => ("objected", reason),
            Verdict::NotCompared(reason) => ("not compared", reason),
            Verdict::Taken => ("taken", ""),
        }
    }

    /// The verdict of that name.
    pub fn from_parts(name: &str, reason: &str) -> Option<Verdict> {
        let of = |make: fn(String) -> Verdict| Some(make(reason.to_owned()));
        match name {
            "refused" => of(Verdict::Refused),
            "differs" => of(Verdict::Differs),
            "objected" => of(Verdict::Objected),
            "not compared" => of(Verdict::NotCompared),
            "taken" => Some(Verdict::Taken),
            _ => None,
        }
    }

    /// A defect, whichever kernel it is.
    pub fn is_fault(&self) -> bool {
        matches!(self, Verdict::Differs(_) | Verdict::Objected(_))
    }
}

/// Counts of machine code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Instructions but for those that only wait.
    pub instructions: u64,
    /// Instructions that only wait: `sync` and `nop`.
    pub waits: u64,
    pub moves: u64,
    pub sends: u64,
    /// The instructions, each counted ten times for each loop that it is in.
    pub by_loop_depth: u64,
    pub spill_bytes: u64,
}

impl Figures {
    fn of(listing: &Listing) -> Figures {
        Figures {
            instructions: u64::from(listing.instructions - listing.waits.min(listing.instructions)),
            waits: listing.waits.into(),
            moves: listing.moves.into(),
            sends: listing.sends.len() as u64,
            by_loop_depth: listing.by_loop_depth,
            spill_bytes: listing.spill_bytes.into(),
        }
    }

    /// The sum of both.
    pub fn plus(&self, other: &Figures) -> Figures {
        let (mut sum, others) = (self.numbers(), other.numbers());
        sum.iter_mut().zip(others).for_each(|(number, other)| *number += other);
        Figures::from_numbers(sum)
    }

    /// In a fixed order, for a file.
    pub fn numbers(&self) -> [u64; 6] {
        [self.instructions, self.waits, self.moves, self.sends, self.by_loop_depth, self.spill_bytes]
    }

    /// From [`numbers`](Figures::numbers).
    pub fn from_numbers([instructions, waits, moves, sends, by_loop_depth, spill_bytes]: [u64; 6]) -> Figures {
        Figures { instructions, waits, moves, sends, by_loop_depth, spill_bytes }
    }
}

impl Measurement {
    /// A kernel that the importer refuses.
    pub fn refused(key: Key, reason: &str, program: Option<OfProgram<'_>>) -> Measurement {
        let against = program.map(|program| against(&key, program));
        Measurement { key, verdict: Verdict::Refused(reason.to_owned()), ours: None, intel: None, against }
    }

    /// Whether Intel's vISA at this width does not spill, and ours does.
    pub fn spills_alone(&self) -> bool {
        let spills = |figures: &Figures| figures.spill_bytes > 0;
        self.ours.as_ref().is_some_and(spills) && self.intel.as_ref().is_some_and(|intel| !spills(intel))
    }
}

/// Compiles, checks and finalizes kernel `id` of `module`, beside the vISA that Intel's compiler has made of it at this
/// width in its first try, `intel`, and beside what Intel's program has. A panic is a defect of this kernel, and keeps no other from being measured.
pub fn measure(
    module: &Module,
    id: KernelId,
    key: Key,
    intel: Option<&Path>,
    program: Option<OfProgram<'_>>,
    finalizer: &Finalizer,
) -> Measurement {
    let against = program.map(|program| against(&key, program));
    let intel = intel.and_then(|visaasm| of_intel(visaasm, key.target, finalizer));
    let attempt = catch_unwind(AssertUnwindSafe(|| attempt(module, id, key.target, key.simd, finalizer)));
    let (verdict, ours) = attempt.unwrap_or_else(|_| (Verdict::Differs("a panic".to_owned()), None));
    Measurement { key, verdict, ours, intel, against }
}

/// Executes Intel's vISA of a kernel, and its source.
fn against(key: &Key, intel: OfProgram<'_>) -> Against {
    let (module, id) = match intel.source {
        Ok(source) => source,
        Err(reason) => return Against::NotComparable(format!("source: {reason}")),
    };
    let (visaasm, program) = match (std::fs::read_to_string(intel.visaasm), std::fs::read(intel.program)) {
        (Ok(visaasm), Ok(program)) => (visaasm, program),
        (Err(error), _) | (_, Err(error)) => return Against::NotComparable(error.to_string()),
    };
    let options = options(visaasm.lines().count());
    let compared = catch_unwind(AssertUnwindSafe(|| {
        outcome::compare(&program, module, id, &visaasm, key.target, &options, intel.llvm)
    }));
    let find = |table: KnownKernels| {
        let is_it = |(project, source, kernel, _): &&(&str, &str, &str, &str)| {
            *project == key.project && *source == key.source && *kernel == key.kernel
        };
        table.iter().find(is_it).map(|(.., cause)| *cause)
    };
    let known = || find(DIFFERENT);
    match compared {
        Ok(Outcome::Equal(summary)) => {
            harness::count("bytes of Intel's kernels compared", summary.compared_bytes);
            match known() {
                Some(cause) => Against::Different(format!("it no longer is: remove it from `DIFFERENT`: {cause}")),
                None => Against::Equal,
            }
        }
        Ok(Outcome::Different(difference)) => match known() {
            Some(cause) => Against::Known(cause.to_owned()),
            None => Against::Different(difference),
        },
        Ok(Outcome::TooLittle(compared)) => match find(TOO_LITTLE) {
            Some(cause) => Against::NotComparable(cause.to_owned()),
            None if project::KNOWN.contains(&key.project.as_str()) => {
                Against::Different(format!("too little is compared: {compared}"))
            }
            None => Against::NotComparable(format!("too little is compared: {compared}")),
        },
        Ok(Outcome::NotComparable(reason)) => Against::NotComparable(reason),
        Err(_) => Against::Different("a panic".to_owned()),
    }
}

/// Fewer trials for a kernel with many instructions.
fn options(instructions: usize) -> check::TrialOptions {
    let trials = if instructions > LARGE { TRIALS_OF_LARGE } else { TRIALS };
    check::TrialOptions { trials, further: FURTHER, ..check::TrialOptions::default() }
}

fn of_intel(path: &Path, target: Target, finalizer: &Finalizer) -> Option<Figures> {
    let text = std::fs::read_to_string(path).ok()?;
    let outcome = finalizer.finalize(&text, target, &FinalizerOptions::default()).ok()?;
    outcome.listing.as_ref().map(Figures::of)
}

fn attempt(
    module: &Module,
    id: KernelId,
    target: Target,
    simd: SimdWidth,
    finalizer: &Finalizer,
) -> (Verdict, Option<Figures>) {
    let compiled = match compile(module, id, target, simd, &LoweringOptions::default()) {
        Ok(compiled) => compiled,
        Err(CompileError::Lower(errors)) => {
            let reason = errors.first().map_or_else(String::new, |error| error.reason.to_string());
            return (Verdict::Refused(reason), None);
        }
        Err(error) => return (Verdict::Differs(error.to_string()), None),
    };
    let judgement = match finalizer.judge(&compiled.lowered.kernel, &compiled.visaasm()) {
        Ok(judgement) => judgement,
        Err(error) => return (Verdict::Objected(error.to_string()), None),
    };
    let figures = judgement.listing.as_ref().map(Figures::of);
    let options = options(compiled.lowered.kernel.insts.len());
    let execution = match check(module, id, &compiled, &options) {
        Ok(report) => report.execution,
        Err(error) => return (Verdict::Differs(error.to_string()), figures),
    };
    harness::count_check(&execution);
    let verdict = match (judgement.objection, execution.nothing_compared()) {
        (Some(objection), _) => Verdict::Objected(objection),
        (None, Some(nothing)) => Verdict::NotCompared(nothing.to_string()),
        (None, None) if execution.is_short() => {
            let Summary { compared_bytes, uncompared_bytes, .. } = &execution;
            Verdict::NotCompared(format!("{compared_bytes} bytes compared, {uncompared_bytes}"))
        }
        (None, None) => Verdict::Taken,
    };
    (verdict, figures)
}
