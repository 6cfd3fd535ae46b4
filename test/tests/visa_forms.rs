//! Text and binary form of vISA: random kernels go through both and come back the same; texts and binaries that are nearly
//! right are refused or go through both.
//!
//! `TEXVISA_FORMS` is the number of random kernels, and of mutations of each kind; `TEXVISA_FIRST_FORM` the first seed.

use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use texvisa_ir::visa::{asm, isa};
use texvisa_test::visa::{any_binary, any_text, kernel, mutate, round_trip};

/// How many, where `TEXVISA_FORMS` does not say.
const SEEDS: u64 = 10_000;
/// Those of one test.
const BATCH: u64 = 2_500;

fn main() -> ExitCode {
    let number = |name: &str, default| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let first = number("TEXVISA_FIRST_FORM", 0);
    let seeds = number("TEXVISA_FORMS", SEEDS);
    let mut trials = Vec::new();
    for start in (first..first + seeds).step_by(BATCH as usize) {
        let range = start..(start + BATCH).min(first + seeds);
        for (name, test) in [
            ("random kernels", whole as fn(u64) -> Result<(), String>),
            ("mutated texts", text),
            ("mutated binaries", binary),
        ] {
            let range = range.clone();
            trials.push(Trial::test(format!("{name}/{start}"), move || {
                range
                    .clone()
                    .try_for_each(|seed| test(seed).map_err(|what| Failed::from(format!("seed {seed}: {what}"))))
            }));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn whole(seed: u64) -> Result<(), String> {
    round_trip(&kernel(seed))
}

fn text(seed: u64) -> Result<(), String> {
    let kernel = kernel(seed);
    let mut text = String::new();
    asm::write_all(&kernel, &mut text);
    let mut bytes = text.into_bytes();
    mutate(&mut bytes, &mut fastrand::Rng::with_seed(seed));
    any_text(&bytes, kernel.target)
}

fn binary(seed: u64) -> Result<(), String> {
    let kernel = kernel(seed);
    let version = isa::Version::TEXT[(seed % 2) as usize].0;
    let options = isa::Options { version, ..isa::Options::default() };
    // Not every message has a code in the older version.
    let Ok(mut bytes) = isa::write(&kernel, &options) else { return Ok(()) };
    mutate(&mut bytes, &mut fastrand::Rng::with_seed(seed));
    any_binary(&bytes, kernel.target)
}
