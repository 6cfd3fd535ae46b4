//! Generated programs: executing the result equals interpreting the source, registers hold what they should, the
//! finalizer takes the text, and what no row or target has is refused.

use std::process::ExitCode;

use fastrand::Rng;
use libtest_mimic::Failed;
use texvisa::emulator::refine::Summary;
use texvisa::emulator::symbolic;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::{Module, TextureKind};
use texvisa::lowering::Reason;
use texvisa::{CompileError, Compiled, LoweringOptions, check, compile};
use texvisa_test::finalizer::{self, Finalizer, Verdict, compare};
use texvisa_test::generate::{Config, module};
use texvisa_test::harness;
use texvisa_test::reduce::reduce;

const TARGETS: [Target; 3] = [Target::Skl, Target::Tgllp, Target::Dg2];
/// Programs for each platform and width in `./x test` and in `./x world`, where the environment variable `TEXVISA_SEEDS`
/// does not say.
const SEEDS: [u64; 2] = [150, 4_000];
/// One of so many of these is given to the finalizer.
const FINALIZED: u64 = 6;
/// Programs of one test.
const BATCH: u64 = 25;

/// The counts: programs with whatever a module may have, for whatever target, and those for which lowering is complete.
const COMPILED: &str = "programs of any kind compiled";
const REFUSED: &str = "programs of any kind refused";
const EXECUTED: &str = "programs executed";
const NOT_LOWERED: &str = "programs refused";

fn main() -> ExitCode {
    let seeds = harness::size("TEXVISA_SEEDS", SEEDS[0], SEEDS[1]);
    let mut trials = Vec::new();
    for target in TARGETS {
        for simd in SimdWidth::ALL {
            for first in (0..seeds).step_by(BATCH as usize) {
                let name = format!("check/{target}/{simd}/{first}");
                trials.push(harness::test(name, move || {
                    (first..first + BATCH).try_for_each(|seed| execute(seed, target, simd))
                }));
            }
            trials.push(Finalizer::trial(&format!("finalizer/{target}/{simd}"), move |finalizer| {
                (0..seeds / FINALIZED).try_for_each(|seed| finalize(finalizer, seed, target, simd))
            }));
        }
    }
    for first in (0..8 * seeds).step_by(BATCH as usize) {
        let name = format!("compile/{first}");
        trials.push(harness::test(name, move || {
            for seed in first..first + BATCH {
                let is_compiled = compile_or_refuse(seed)?;
                harness::count(if is_compiled { COMPILED } else { REFUSED }, 1);
            }
            Ok(())
        }));
    }
    harness::run("generated", trials)
}

/// The one kernel of a module compiled; nothing where lowering says that it does not have an instruction.
fn compiled(module: &Module, target: Target, simd: SimdWidth) -> Result<Option<Compiled>, CompileError> {
    let Some(id) = module.kernels.keys().next() else { return Ok(None) };
    match compile(module, id, target, simd, &LoweringOptions::default()) {
        Ok(compiled) => Ok(Some(compiled)),
        Err(CompileError::Lower(errors))
            if errors.iter().all(|error| matches!(error.reason, Reason::Unsupported { .. })) =>
        {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Compiles and checks a module: what the check by execution saw, nothing where lowering refuses the module, or what is
/// wrong. Offsets that are added to coordinates may round, so coordinates stay away from edges.
fn checked(module: &Module, seed: u64, target: Target, simd: SimdWidth) -> Result<Option<Summary>, String> {
    let Some(id) = module.kernels.keys().next() else { return Ok(None) };
    let Some(compiled) = compiled(module, target, simd).map_err(|error| error.to_string())? else { return Ok(None) };
    let options = check::TrialOptions { seed, trials: 2, away_from_edges: true, ..check::TrialOptions::default() };
    let report = check(module, id, &compiled, &options).map_err(|error| error.to_string())?;
    Ok(Some(report.execution))
}

fn execute(seed: u64, target: Target, simd: SimdWidth) -> Result<(), Failed> {
    let module = module(seed, &Config::lowerable(target, simd));
    match checked(&module, seed, target, simd) {
        Ok(None) => harness::count(NOT_LOWERED, 1),
        Ok(Some(summary)) => {
            harness::count(EXECUTED, 1);
            harness::count_check(&summary);
        }
        Err(complaint) => {
            let reduced = reduce(&module, |module| checked(module, seed, target, simd).is_err());
            return Err(format!("seed {seed}: {complaint}\n{reduced}").into());
        }
    }
    Ok(())
}

/// Whatever a module has, on whatever target, lowering refuses it in words or what it makes is found right. Returns
/// whether it is not refused.
fn compile_or_refuse(seed: u64) -> Result<bool, Failed> {
    let mut random = Rng::with_seed(seed);
    let target = Target::ALL[random.usize(..Target::ALL.len())];
    let simd = SimdWidth::ALL[random.usize(..SimdWidth::ALL.len())];
    let mut config = Config::lowerable(target, simd);
    config.halves = random.bool();
    config.variable_offsets = random.bool();
    config.implicit_lod = random.bool();
    config.undefined = random.bool();
    config.inexact = random.bool();
    if random.bool() {
        config.textures.extend([TextureKind::MediaWrite, TextureKind::QueryLod]);
    }
    let compiles = |module: &Module| -> Result<bool, String> {
        let Some(id) = module.kernels.keys().next() else { return Ok(false) };
        match compile(module, id, target, simd, &LoweringOptions::default()) {
            Ok(Compiled { lowered, .. }) => {
                let found = symbolic::check(module, &lowered.texture, &lowered.kernel, &lowered.origins);
                found.map(|_| true).map_err(|wrong| wrong.iter().map(|mismatch| format!("{mismatch}\n")).collect())
            }
            Err(CompileError::Lower(_)) => Ok(false),
            Err(error) => Err(error.to_string()),
        }
    };
    let module = module(seed, &config);
    compiles(&module).map_err(|found| {
        let reduced = reduce(&module, |module| compiles(module).is_err());
        format!("seed {seed}, {target} {simd}: {found}\n{reduced}").into()
    })
}

/// Gives a program to the finalizer, and compares its sends with the model of descriptors.
fn finalize(finalizer: &Finalizer, seed: u64, target: Target, simd: SimdWidth) -> Result<(), Failed> {
    let module = module(seed, &Config::lowerable(target, simd));
    let Some(compiled) = compiled(&module, target, simd)? else { return Ok(()) };
    let text = compiled.visaasm();
    let outcome = finalizer.finalize(&text, target, &finalizer::FinalizerOptions::default())?;
    // What does not fit the registers is spilled, by messages that no source asked for.
    let spills = compiled.spill.is_some() || matches!(outcome.verdict, Verdict::Spill { .. });
    if spills {
        harness::count("programs spilled by the finalizer", 1);
        return Ok(());
    }
    if !outcome.is_clean() {
        return Err(format!("seed {seed}: {:?} {:?}\n{text}", outcome.verdict, outcome.complaints).into());
    }
    let listing = outcome.listing.as_ref().ok_or("the finalizer wrote no assembly")?;
    let comparison = compare(&compiled.lowered.kernel, listing);
    harness::count("messages finalized", comparison.compared as u64);
    if comparison.differences.is_empty() { Ok(()) } else { Err(format!("seed {seed}: {comparison:#?}").into()) }
}
