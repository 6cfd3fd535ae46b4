//! Random OpenCL programs of [`texvisa_test::opencl`]: Intel's vISA against the LLVM IR that it was made of, and texvisa's
//! own vISA of the same LLVM IR, at the width that Intel's compiler chose.
//!
//! `TEXVISA_OPENCL` is the number of programs, `TEXVISA_FIRST_OPENCL` the seed of the first. Each is compiled for one
//! platform, which its seed chooses.

use std::collections::BTreeMap;
use std::path::Path;

use libtest_mimic::{Failed, Trial};
use rayon::prelude::*;
use texvisa::ir::target::Target;
use texvisa_test::opencl::{KERNEL, program};
use texvisa_test::{harness, ocloc};

use crate::outcome::Outcome;
use crate::subject::Subject;
use crate::suite::{self, TARGETS};

/// How many in `./x test` and in `./x world`, where `TEXVISA_OPENCL` does not say.
const PROGRAMS: [u64; 2] = [20, 300];
/// Those of one test.
const BATCH: u64 = 20;

/// What programs are compiled with, and what each fourth has besides, where hardware takes denormals for zeros.
const OPTIONS: &str = "-cl-std=CL2.0";
const FLUSHING: &str = "-cl-std=CL2.0 -cl-denorms-are-zero";

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
    let options = if seed % 4 == 3 { FLUSHING } else { OPTIONS };
    let made = ocloc::compile(ocloc, ocloc::Source::OpenCl { text: &source, options }, target);
    let outcomes = match made.and_then(|program| Subject::new(program, KERNEL, target)) {
        Ok(subject) => [subject.intels(), subject.own()].map(|result| result.unwrap_or_else(Outcome::NotComparable)),
        Err(reason) => [Outcome::NotComparable(reason.clone()), Outcome::NotComparable(reason)],
    };
    Comparison { seed, source, outcomes }
}
