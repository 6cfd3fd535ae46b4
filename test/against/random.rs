//! Random OpenCL programs of [`texvisa_test::opencl`]: Intel's vISA against the LLVM IR that it was made of, and texvisa's
//! own vISA of the same LLVM IR, at the width that Intel's compiler chose.
//!
//! `TEXVISA_OPENCL` is the number of programs, `TEXVISA_FIRST_OPENCL` the seed of the first. Each is compiled for one
//! platform, which its seed chooses.

use std::collections::BTreeMap;
use std::path::Path;

use libtest_mimic::{Failed, Trial};
use rayon::prelude::*;
use texvisa::check::{CheckError, TrialOptions, check, execute_foreign};
use texvisa::emulator::refine::{RefineError, Summary};
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::{KernelId, Module};
use texvisa::ir::visa::asm;
use texvisa::link::Zebin;
use texvisa::{LoweringOptions, compile};
use texvisa_llvm::{ImportError, ImportOptions};
use texvisa_test::harness;
use texvisa_test::ocloc::{self, OclocProgram};
use texvisa_test::opencl::{KERNEL, program};

use crate::contraction;
use crate::outcome::Outcome;
use crate::suite::{self, TARGETS};

/// How many in `./x test` and in `./x world`, where `TEXVISA_OPENCL` does not say.
const PROGRAMS: [u64; 2] = [20, 300];
/// Those of one test.
const BATCH: u64 = 20;
/// Trials of each of the two checks of a program.
const TRIALS: u32 = 8;

/// What programs are compiled with.
const OPTIONS: &str = "-cl-std=CL2.0";

pub fn trials() -> Vec<Trial> {
    let first = harness::size("TEXVISA_FIRST_OPENCL", 0, 0);
    let end = first + harness::size("TEXVISA_OPENCL", PROGRAMS[0], PROGRAMS[1]);
    (first..end)
        .step_by(BATCH as usize)
        .map(|start| {
            let seeds = start..(start + BATCH).min(end);
            suite::trial(format!("random_programs/{start}"), move |ocloc| compare_all(ocloc, seeds))
        })
        .collect()
}

fn target_of(seed: u64) -> Target {
    TARGETS[(seed % TARGETS.len() as u64) as usize]
}

fn options() -> TrialOptions {
    TrialOptions { trials: TRIALS, further: 4 * TRIALS, ..TrialOptions::default() }
}

/// What came of a program.
struct Comparison {
    seed: u64,
    source: String,
    /// Of Intel's vISA, and of texvisa's own.
    outcomes: [Outcome; 2],
}

/// Compares the programs of these seeds.
fn compare_all(ocloc: &Path, seeds: std::ops::Range<u64>) -> Result<(), Failed> {
    let seeds: Vec<u64> = seeds.collect();
    let results: Vec<Comparison> = seeds.par_iter().map(|seed| compare(ocloc, *seed)).collect();
    let mut reasons: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    let mut failures = Vec::new();
    let mut equal = [0; 2];
    for Comparison { seed, source, outcomes } in &results {
        for (name, outcome) in ["Intel's vISA", "texvisa's own vISA"].into_iter().zip(outcomes) {
            match outcome {
                Outcome::Equal(summary) => {
                    harness::count_check(summary);
                    harness::count("random programs: stores compared", summary.compared_stores);
                    harness::count("random programs: messages compared", summary.compared_messages);
                }
                Outcome::Different(difference) => {
                    let target = target_of(*seed);
                    failures.push(format!("seed {seed} for {target}, {name}: {difference}\n{source}"));
                }
                Outcome::TooLittle(reason) | Outcome::NotComparable(reason) => {
                    reasons.entry(format!("{name}: {reason}")).or_default().push(*seed);
                }
            }
        }
        let [intels, own] = outcomes.each_ref().map(|outcome| matches!(outcome, Outcome::Equal(_)));
        equal[0] += u32::from(intels);
        equal[1] += u32::from(own);
        let both = intels && own;
        harness::count("random programs: equal both ways", both.into());
    }
    println!(
        "{} random programs: Intel's vISA equal {}, texvisa's own equal {}, {} different",
        results.len(),
        equal[0],
        equal[1],
        failures.len()
    );
    for (reason, seeds) in &reasons {
        println!("  not comparable: {} programs (seeds {seeds:?}): {reason}", seeds.len());
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n\n").into()) }
}

fn compare(ocloc: &Path, seed: u64) -> Comparison {
    let (target, source) = (target_of(seed), program(seed));
    let made = ocloc::compile(ocloc, ocloc::Source::OpenCl { text: &source, options: OPTIONS }, target);
    let outcomes = match made.and_then(|program| Subject::new(program, target)) {
        Ok(subject) => [subject.intels(), subject.own()].map(|result| result.unwrap_or_else(Outcome::NotComparable)),
        Err(reason) => [Outcome::NotComparable(reason.clone()), Outcome::NotComparable(reason)],
    };
    Comparison { seed, source, outcomes }
}

/// A program with the texture IR of its kernel.
struct Subject {
    program: OclocProgram,
    target: Target,
    module: Module,
    id: KernelId,
    /// The kernel that Intel's vISA is compared with.
    compared: (Module, KernelId),
}

impl Subject {
    fn new(program: OclocProgram, target: Target) -> Result<Subject, String> {
        let ir = program.llvm_of(KERNEL).map_err(|_| "Intel's compiler dumped no LLVM IR of it".to_owned())?;
        let ir = with_negations(&String::from_utf8_lossy(ir));
        let import = |options| match texvisa_llvm::import_bytes_with("dump", ir.as_bytes(), options) {
            Ok(import) => {
                let id = import.module.kernel(KERNEL).ok_or("it is not imported")?;
                Ok((import.module, id))
            }
            Err(ImportError::Unsupported(unsupported)) => {
                let said = unsupported.diagnostics.first();
                Err(format!("source: {}", said.map_or("cannot be imported", |said| &said.message)))
            }
            Err(error) => Err(format!("source: {error}")),
        };
        let (module, id) = import(ImportOptions::default())?;
        Ok(Subject { program, target, module, id, compared: import(contraction::IMPORT)? })
    }

    /// Intel's vISA against the source.
    fn intels(&self) -> Result<Outcome, String> {
        let dump = self.program.dumps.get(KERNEL).ok_or("Intel's compiler dumped no vISA of it")?;
        let visa = asm::parse(&dump.visa, self.target).map_err(|errors| format!("vISA: {}", errors[0]))?;
        let zebin = Zebin::read(&self.program.program).map_err(|error| error.to_string())?;
        let (module, id) = &self.compared;
        let layout =
            zebin.argument_layout(KERNEL, module, *id, &visa).map_err(|error| format!("arguments: {error}"))?;
        came_of(execute_foreign(module, *id, &visa, layout, &options()))
    }

    /// texvisa's own against it.
    fn own(&self) -> Result<Outcome, String> {
        let zebin = Zebin::read(&self.program.program).map_err(|error| error.to_string())?;
        let lanes = zebin.lanes(KERNEL).map_err(|error| error.to_string())?;
        let simd = SimdWidth::from_lanes(lanes).ok_or_else(|| format!("there is no width of {lanes} lanes"))?;
        let compiled = compile(&self.module, self.id, self.target, simd, &LoweringOptions::default())
            .map_err(|error| format!("not compiled: {error}"))?;
        match check(&self.module, self.id, &compiled, &options()) {
            Ok(report) => came_of(Ok(report.execution)),
            Err(CheckError::Execution(error)) => came_of(Err(error)),
            Err(error) => Ok(Outcome::Different(error.to_string())),
        }
    }
}

/// LLVM IR in which a subtraction from zero is a negation: code emission takes it for one, although its result for a zero
/// is another (docs/found.md), and all negations of the source are such subtractions by then.
fn with_negations(ir: &str) -> String {
    let mut text = String::with_capacity(ir.len());
    for line in ir.split_inclusive('\n') {
        let subtraction = ["fsub float 0.000000e+00, ", "fsub half 0xH0000, "]
            .into_iter()
            .find_map(|zero| Some((line.split_once(zero)?, zero.split(' ').nth(1)?)));
        match subtraction {
            Some(((before, after), ty)) => text.extend([before, "fneg ", ty, " ", after]),
            None => text.push_str(line),
        }
    }
    text
}

fn came_of(result: Result<Summary, RefineError>) -> Result<Outcome, String> {
    match result {
        Ok(summary) => match summary.nothing_compared() {
            None => Ok(Outcome::Equal(Box::new(summary))),
            Some(nothing) => Err(nothing.to_string()),
        },
        Err(RefineError::Differs(difference)) => Ok(Outcome::Different(difference.to_string())),
        Err(error) => Err(error.to_string()),
    }
}
