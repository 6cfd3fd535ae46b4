//! What an exhibit is, and which checks report it.

use std::fmt;

use texvisa::check::{TrialOptions, execute};
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::{KernelId, Module, parse, verify};
use texvisa::ir::visa::{RegisterMap, verify as verify_visa};
use texvisa::lowering::{Lowered, SkippedEdges, lower, shorten_branches};
use texvisa::regalloc::{CoalesceReport, Liveness, assign, check as check_registers, coalesce};
use texvisa::{Compiled, LoweringOptions, emulator::symbolic};
use texvisa_test::oracle::Oracle;

/// What reports a bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// The rules of texture IR (`texvisa_ir::texture::verify`).
    SourceRules,
    /// The rules of vISA (`texvisa_ir::visa::verify`).
    Rules,
    /// The register check.
    Registers,
    /// The symbolic check.
    Symbolic,
    /// Differential execution.
    Execution,
    /// The rows that tests have typed in from the documents (`ir/tests/golden`).
    GoldenRows,
    /// What Intel's finalizer makes of each message, beside the descriptors that texvisa says
    /// (`descriptor_conformance`).
    Descriptors,
    /// What Intel's finalizer makes of a kernel's text and of its binary form (`isa`).
    TextAndBinary,
    /// What is read of a binary that was written (`ir/tests/isa.rs`).
    ReadBack,
}

impl Check {
    /// Every one.
    pub const ALL: [Check; 9] = [
        Check::SourceRules,
        Check::Rules,
        Check::Registers,
        Check::Symbolic,
        Check::Execution,
        Check::GoldenRows,
        Check::Descriptors,
        Check::TextAndBinary,
        Check::ReadBack,
    ];
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Check::SourceRules => "rules of texture IR",
            Check::Rules => "rules of vISA",
            Check::Registers => "register check",
            Check::Symbolic => "symbolic check",
            Check::Execution => "differential execution",
            Check::GoldenRows => "rows typed in from the documents",
            Check::Descriptors => "Intel's finalizer, message by message",
            Check::ReadBack => "the binary, read back",
            Check::TextAndBinary => "Intel's finalizer, text beside binary",
        })
    }
}

/// A bug that a compiler shipped.
pub struct Bug {
    /// What happened, in a line.
    pub name: &'static str,
    /// Where that is told.
    pub reference: &'static str,
    /// The ways in which it shows.
    pub exhibits: &'static [Exhibit],
}

/// One way in which a bug shows.
pub struct Exhibit {
    /// What is wrong.
    pub seed: &'static str,
    /// What it is put into.
    pub on: Subject,
    /// How it is put in.
    pub put: Seed,
    /// What reports it.
    pub caught_by: &'static [Check],
}

/// A kernel, and what it is compiled for.
#[derive(Clone, Copy)]
pub struct Subject {
    /// Texture IR with one kernel.
    pub source: &'static str,
    pub target: Target,
    pub simd: SimdWidth,
}

/// How a bug is put into a kernel.
pub enum Seed {
    /// The texture IR that is compiled instead.
    Source(&'static str),
    /// Changes the vISA before its registers are assigned.
    Emission(fn(&mut Lowered)),
    /// Changes the compiled kernel.
    Layout(fn(&mut Compiled)),
    /// Asks another suite's rule about something changed. Whether it reports the right one and the wrong one, or the
    /// oracle that is missing.
    Suite(fn(&Compiled) -> Result<[bool; 2], Missing>),
}

/// Why a rule could not be asked.
pub enum Missing {
    /// The oracle is not installed.
    Oracle(Oracle),
    /// It could not be asked.
    Failed(String),
}

impl<E: fmt::Display> From<E> for Missing {
    fn from(error: E) -> Missing {
        Missing::Failed(error.to_string())
    }
}

/// What the checks say of a seed.
pub struct Verdict {
    /// Those that report it.
    pub caught_by: Vec<Check>,
    /// What the first of them says.
    pub said: String,
}

/// Asks every check about the kernel without the bug, and then about the kernel with it.
///
/// # Errors
///
/// The kernel without the bug is reported, or there is nothing to ask.
pub fn examine(exhibit: &Exhibit) -> Result<Verdict, Missing> {
    let Subject { source, target, simd } = exhibit.on;
    let (module, id) = read(source)?;
    let lowered = lowered(&module, id, target, simd)?;
    let right = match laid_out(lowered) {
        Ok(compiled) => compiled,
        Err(said) => return Err(format!("the kernel without the bug: {said}").into()),
    };
    let sound = ask(&module, &module, id, &right);
    if let Some(check) = sound.caught_by.first() {
        return Err(format!("the kernel without the bug: {check}: {}", sound.said).into());
    }
    let of = |check: Check, said: String| Verdict { caught_by: vec![check], said };
    match exhibit.put {
        Seed::Source(wrong) => {
            let wrong = parse(wrong).map_err(|errors| format!("{}", errors[0]))?;
            if let Some(error) = verify(&wrong).first() {
                return Ok(of(Check::SourceRules, error.to_string()));
            }
            let lowered = self::lowered(&wrong, id, target, simd)?;
            match laid_out(lowered) {
                Ok(compiled) => Ok(ask(&module, &wrong, id, &compiled)),
                Err(said) => Ok(of(Check::Registers, said)),
            }
        }
        Seed::Emission(change) => {
            let mut lowered = self::lowered(&module, id, target, simd)?;
            change(&mut lowered);
            match laid_out(lowered) {
                Ok(compiled) => Ok(ask(&module, &module, id, &compiled)),
                Err(said) => Ok(of(Check::Registers, said)),
            }
        }
        Seed::Layout(change) => {
            let mut compiled = right;
            change(&mut compiled);
            Ok(ask(&module, &module, id, &compiled))
        }
        Seed::Suite(asked) => {
            let [right, wrong] = asked(&right)?;
            if right {
                return Err("the suite reports the right one".into());
            }
            Ok(Verdict { caught_by: if wrong { exhibit.caught_by.to_vec() } else { Vec::new() }, said: String::new() })
        }
    }
}

fn read(source: &str) -> Result<(Module, KernelId), Missing> {
    let module = parse(source).map_err(|errors| format!("{}", errors[0]))?;
    if let Some(error) = verify(&module).first() {
        return Err(error.into());
    }
    let id = module.kernels.keys().next().ok_or("there is no kernel")?;
    Ok((module, id))
}

fn lowered(module: &Module, id: KernelId, target: Target, simd: SimdWidth) -> Result<Lowered, Missing> {
    lower(module, module.kernels[id].clone(), target, simd, &LoweringOptions::default())
        .map_err(|errors| format!("it is not lowered: {}", errors[0].reason).into())
}

/// The kernel with its registers: what [`texvisa::compile()`] does behind lowering, but for the register check, which is
/// asked like the others. A layout that is not found is a violation of the register check.
fn laid_out(mut lowered: Lowered) -> Result<Compiled, String> {
    let liveness = Liveness::new(&lowered.kernel).map_err(|error| error.to_string())?;
    let coalesced: CoalesceReport = coalesce(&mut lowered.kernel, &liveness);
    let assigned = assign(&lowered.kernel, &liveness, lowered.kernel.target.platform().grf_count);
    let (registers, spill) = match assigned {
        Ok(registers) => (registers, None),
        Err(spill) => (RegisterMap::unbounded(&lowered.kernel), Some(spill)),
    };
    shorten_branches(&mut lowered.kernel, &mut lowered.origins, SkippedEdges::WithCopies);
    Ok(Compiled { lowered, registers, spill, coalesced, unshortened: None })
}

/// Asks each check about `compiled`: execution compares with kernel `id` of `module`, the symbolic check with that which
/// `given` became.
fn ask(module: &Module, given: &Module, id: KernelId, compiled: &Compiled) -> Verdict {
    let lowered = &compiled.lowered;
    let mut found: Vec<(Check, String)> = Vec::new();
    let mut note = |check: Check, said: Option<String>| found.extend(said.map(|said| (check, said)));
    note(Check::Rules, verify_visa(&lowered.kernel).first().map(ToString::to_string));
    let violations = check_registers(&lowered.kernel, &compiled.registers).err();
    note(Check::Registers, violations.and_then(|all| all.first().map(ToString::to_string)));
    let mismatches = symbolic::check(given, &lowered.texture, &lowered.kernel, &lowered.origins).err();
    note(Check::Symbolic, mismatches.and_then(|all| all.first().map(ToString::to_string)));
    let options = TrialOptions { trials: TRIALS, ..TrialOptions::default() };
    note(
        Check::Execution,
        match execute(module, id, compiled, &options) {
            Ok(_) => None,
            Err(error) => Some(error.to_string()),
        },
    );
    let said = found.first().map(|(_, said)| said.clone()).unwrap_or_default();
    Verdict { caught_by: found.into_iter().map(|(check, _)| check).collect(), said }
}

/// Trials of a kernel.
const TRIALS: u32 = 40;
