//! Generated programs: executing the result equals interpreting the source, registers hold what they should, the
//! finalizer takes the text, and what no row or target has is refused.

use std::process::ExitCode;

use fastrand::Rng;
use libtest_mimic::{Arguments, Failed, Trial};
use texvisa::emulator::symbolic;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::{Module, TextureKind};
use texvisa::lowering::Reason;
use texvisa::{CompileError, Compiled, Options, check, compile};
use texvisa_test::finalizer::{self, Finalizer, Verdict, compare};
use texvisa_test::generate::{Config, module};
use texvisa_test::reduce::reduce;

const TARGETS: [Target; 3] = [Target::Skl, Target::Tgllp, Target::Dg2];
/// Programs for each platform and width, where the environment variable `TEXVISA_SEEDS` does not say.
const SEEDS: u64 = 150;
/// Of these, those that the finalizer is given.
const WITNESSED: u64 = 25;
/// Programs of one test.
const BATCH: u64 = 25;

fn main() -> ExitCode {
    let mut trials = Vec::new();
    for target in TARGETS {
        for simd in SimdWidth::ALL {
            for first in (0..seeds()).step_by(BATCH as usize) {
                let name = format!("check/{target}/{simd}/{first}");
                trials.push(Trial::test(name, move || {
                    (first..first + BATCH).try_for_each(|seed| execute(seed, target, simd))
                }));
            }
            trials.push(Finalizer::trial(&format!("finalizer/{target}/{simd}"), move |finalizer| {
                (0..WITNESSED).try_for_each(|seed| witness(finalizer, seed, target, simd))
            }));
        }
    }
    for first in (0..8 * seeds()).step_by(BATCH as usize) {
        let name = format!("compile/{first}");
        trials.push(Trial::test(name, move || {
            let mut compiled = 0;
            for seed in first..first + BATCH {
                compiled += u64::from(compile_or_refuse(seed)?);
            }
            // About half of them are.
            if compiled > 0 { Ok(()) } else { Err("every program is refused".into()) }
        }));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn seeds() -> u64 {
    std::env::var("TEXVISA_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(SEEDS)
}

/// The one kernel of a module compiled; nothing where lowering says that it does not have an instruction.
fn compiled(module: &Module, target: Target, simd: SimdWidth) -> Result<Option<Compiled>, CompileError> {
    let Some(id) = module.kernels.keys().next() else { return Ok(None) };
    match compile(module, id, target, simd, &Options::default()) {
        Ok(compiled) => Ok(Some(compiled)),
        Err(CompileError::Lower(errors))
            if errors.iter().all(|error| matches!(error.reason, Reason::Unsupported { .. })) =>
        {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// What is wrong with what becomes of a module. Offsets that are added to coordinates may round, so coordinates stay
/// away from edges.
fn complaint(module: &Module, seed: u64, target: Target, simd: SimdWidth) -> Option<String> {
    let compiled = match compiled(module, target, simd) {
        Ok(compiled) => compiled?,
        Err(error) => return Some(error.to_string()),
    };
    let id = module.kernels.keys().next()?;
    let options = check::Options { seed, trials: 2, away_from_edges: true, ..check::Options::default() };
    check(module, id, &compiled, &options).err().map(|error| error.to_string())
}

fn execute(seed: u64, target: Target, simd: SimdWidth) -> Result<(), Failed> {
    let module = module(seed, &Config::lowerable(target, simd));
    match complaint(&module, seed, target, simd) {
        None => Ok(()),
        Some(complaint) => {
            let reduced = reduce(&module, |module| self::complaint(module, seed, target, simd).is_some());
            Err(format!("seed {seed}: {complaint}\n{reduced}").into())
        }
    }
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
        match compile(module, id, target, simd, &Options::default()) {
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

fn witness(finalizer: &Finalizer, seed: u64, target: Target, simd: SimdWidth) -> Result<(), Failed> {
    let module = module(seed, &Config::lowerable(target, simd));
    let Some(compiled) = compiled(&module, target, simd)? else { return Ok(()) };
    let text = compiled.visaasm();
    let outcome = finalizer.finalize(&text, target, &finalizer::Options::default())?;
    // What does not fit the registers is spilled, by messages that no source asked for.
    let spills = compiled.overflow.is_some() || matches!(outcome.verdict, Verdict::Spill { .. });
    if spills {
        return Ok(());
    }
    if !outcome.is_clean() {
        return Err(format!("seed {seed}: {:?} {:?}\n{text}", outcome.verdict, outcome.complaints).into());
    }
    let listing = outcome.listing.as_ref().ok_or("the finalizer wrote no assembly")?;
    let comparison = compare(&compiled.lowered.kernel, listing);
    if comparison.differences.is_empty() { Ok(()) } else { Err(format!("seed {seed}: {comparison:#?}").into()) }
}
