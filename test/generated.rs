//! Generated programs: executing the result equals interpreting the source, registers hold what they should, the
//! finalizer takes the text, and what no row or target has is refused.

use std::process::ExitCode;

use fastrand::Rng;
use libtest_mimic::Failed;
use texvisa::emulator::refine::Summary;
use texvisa::emulator::symbolic;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::{KernelId, Module, TextureKind};
use texvisa::ir::visa::message::Message;
use texvisa::{CompileError, Compiled, LoweringOptions, check, compile};
use texvisa_reduce::reduce;
use texvisa_test::finalizer::{self, Finalizer, Verdict, compare};
use texvisa_test::generate::{Config, module};
use texvisa_test::harness;

const TARGETS: [Target; 3] = [Target::Skl, Target::Tgllp, Target::Dg2];
/// Programs for each platform and width in `./x test` and in `./x world`, where the environment variable `TEXVISA_SEEDS`
/// does not say. `TEXVISA_FIRST_SEED` is the first of their seeds.
const SEEDS: [u64; 2] = [150, 4_000];
/// One of so many of these is given to the finalizer.
const FINALIZED: u64 = 6;
/// Programs of one test.
const BATCH: u64 = 25;

/// What programs are made of that can be compiled for the target.
fn config(target: Target, simd: SimdWidth) -> Config {
    Config { unaligned: true, ..Config::lowerable(target, simd) }
}

/// One of so many programs of any kind may ask for what its target lacks.
const CARELESS: u64 = 10;

/// The counts: programs with whatever a target has, and those among them that may ask for more.
const COMPILED: &str = "programs of any kind compiled";
const CARELESS_COMPILED: &str = "programs that ask for anything compiled";
const CARELESS_REFUSED: &str = "programs that ask for anything refused";
const EXECUTED: &str = "programs executed";

fn main() -> ExitCode {
    let seeds = harness::size("TEXVISA_SEEDS", SEEDS[0], SEEDS[1]);
    let start = harness::size("TEXVISA_FIRST_SEED", 0, 0);
    let mut trials = Vec::new();
    for target in TARGETS {
        for simd in SimdWidth::ALL {
            for first in (start..start + seeds).step_by(BATCH as usize) {
                let name = format!("check/{target}/{simd}/{first}");
                trials.push(harness::test(name, move || {
                    (first..first + BATCH).try_for_each(|seed| execute(seed, target, simd))
                }));
            }
            trials.push(Finalizer::trial(&format!("finalizer/{target}/{simd}"), move |finalizer| {
                (start..start + seeds / FINALIZED).try_for_each(|seed| finalize(finalizer, seed, target, simd))
            }));
        }
    }
    for first in (start..start + 8 * seeds).step_by(BATCH as usize) {
        let name = format!("compile/{first}");
        trials.push(harness::test(name, move || {
            for seed in first..first + BATCH {
                harness::count(compile_or_refuse(seed)?, 1);
            }
            Ok(())
        }));
    }
    harness::run("generated", trials)
}

/// The one kernel of a module.
fn kernel(module: &Module) -> Result<KernelId, String> {
    module.kernels.keys().next().ok_or_else(|| "the module has no kernel".to_owned())
}

/// Compiles and checks a module: what the check by execution saw, or what is wrong. Offsets that are added to
/// coordinates may round, so coordinates stay away from edges.
fn checked(module: &Module, seed: u64, target: Target, simd: SimdWidth) -> Result<Summary, String> {
    let id = kernel(module)?;
    let compiled = compile(module, id, target, simd, &LoweringOptions::default()).map_err(|error| error.to_string())?;
    let options = check::TrialOptions { seed, trials: 2, away_from_edges: true, ..check::TrialOptions::default() };
    let report = check(module, id, &compiled, &options).map_err(|error| error.to_string())?;
    Ok(report.execution)
}

fn execute(seed: u64, target: Target, simd: SimdWidth) -> Result<(), Failed> {
    let module = module(seed, &config(target, simd));
    match checked(&module, seed, target, simd) {
        Ok(summary) => {
            harness::count(EXECUTED, 1);
            harness::count_check(&summary);
        }
        Err(complaint) => {
            let reduced =
                reduce(&module, |module| kernel(module).is_ok() && checked(module, seed, target, simd).is_err());
            return Err(format!("seed {seed}: {complaint}\n{reduced}").into());
        }
    }
    Ok(())
}

/// Whatever a module has that its target has, lowering makes of it what is found right. A module that may ask for
/// anything, on any target and at any width, is refused in words, or likewise. Returns what to count it as.
fn compile_or_refuse(seed: u64) -> Result<&'static str, Failed> {
    let mut random = Rng::with_seed(seed);
    let is_careless = seed.is_multiple_of(CARELESS);
    let runs = |(target, simd): &(Target, SimdWidth)| target.platform().has_sampler && simd.is_legal(*target);
    let all = Target::ALL.into_iter().flat_map(|target| SimdWidth::ALL.map(|simd| (target, simd)));
    let targets: Vec<(Target, SimdWidth)> = all.filter(|pair| is_careless || runs(pair)).collect();
    let &(target, simd) = random.choice(&targets).ok_or("no target has a sampler")?;
    let mut config = config(target, simd);
    config.of_target = !is_careless;
    config.halves = random.bool();
    config.variable_offsets = random.bool();
    config.implicit_lod = random.bool();
    config.undefined = random.bool();
    config.inexact = random.bool();
    if random.bool() {
        let has_blocks = is_careless || Message::MediaSt.row().is_usable(target);
        config
            .textures
            .extend(has_blocks.then_some(TextureKind::MediaWrite).into_iter().chain([TextureKind::QueryLod]));
    }
    let compiles = |module: &Module| -> Result<&'static str, String> {
        match compile(module, kernel(module)?, target, simd, &LoweringOptions::default()) {
            Ok(Compiled { lowered, .. }) => {
                let found = symbolic::check(module, &lowered.texture, &lowered.kernel, &lowered.origins);
                found.map_err(|wrong| wrong.iter().map(|mismatch| format!("{mismatch}\n")).collect::<String>())?;
                Ok(if is_careless { CARELESS_COMPILED } else { COMPILED })
            }
            Err(CompileError::Lower(_)) if is_careless => Ok(CARELESS_REFUSED),
            Err(error) => Err(error.to_string()),
        }
    };
    let module = module(seed, &config);
    compiles(&module).map_err(|found| {
        let reduced = reduce(&module, |module| kernel(module).is_ok() && compiles(module).is_err());
        format!("seed {seed}, {target} {simd}: {found}\n{reduced}").into()
    })
}

/// Gives a program to the finalizer, and compares its sends with the model of descriptors.
fn finalize(finalizer: &Finalizer, seed: u64, target: Target, simd: SimdWidth) -> Result<(), Failed> {
    let module = module(seed, &config(target, simd));
    let compiled = compile(&module, kernel(&module)?, target, simd, &LoweringOptions::default())?;
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
