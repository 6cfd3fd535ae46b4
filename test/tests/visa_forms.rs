//! Text and binary form of vISA: random kernels go through both and come back the same; texts and binaries that are
//! nearly right are refused or go through both.
//!
//! `TEXVISA_FORMS` is the number of random kernels, and of mutations of each kind; `TEXVISA_FIRST_FORM` the first seed.

use std::process::ExitCode;

use libtest_mimic::Failed;
use texvisa_ir::visa::message::CodeNumbering;
use texvisa_ir::visa::{asm, isa};
use texvisa_test::harness;
use texvisa_test::visa::{any_binary, any_text, kernel, mutate, round_trip};

/// How many in `./x test` and in `./x world`, where `TEXVISA_FORMS` does not say.
const SEEDS: [u64; 2] = [10_000, 200_000];
/// Those of one test.
const BATCH: u64 = 2_500;

fn main() -> ExitCode {
    let first = harness::size("TEXVISA_FIRST_FORM", 0, 0);
    let seeds = harness::size("TEXVISA_FORMS", SEEDS[0], SEEDS[1]);
    let mut trials = Vec::new();
    for start in (first..first + seeds).step_by(BATCH as usize) {
        let range = start..(start + BATCH).min(first + seeds);
        for (name, test) in [
            ("random kernels", whole as fn(u64) -> Result<(), String>),
            ("mutated texts", text),
            ("mutated binaries", binary),
            ("binaries with an unknown instruction", unknown),
        ] {
            let range = range.clone();
            trials.push(harness::test(format!("{name}/{start}"), move || {
                range
                    .clone()
                    .try_for_each(|seed| test(seed).map_err(|what| Failed::from(format!("seed {seed}: {what}"))))
            }));
        }
    }
    harness::run("visa_forms", trials)
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
    let options = isa::WriteOptions { version, ..isa::WriteOptions::default() };
    // Not every message has a code in the older version.
    let Ok(mut bytes) = isa::write(&kernel, &options) else { return Ok(()) };
    mutate(&mut bytes, &mut fastrand::Rng::with_seed(seed));
    any_binary(&bytes, kernel.target)
}

/// A whole file with an unknown instruction is not taken for one of a writer that leaves operands out.
fn unknown(seed: u64) -> Result<(), String> {
    let kernel = kernel(seed);
    let Ok(mut bytes) = isa::write(&kernel, &isa::WriteOptions::default()) else { return Ok(()) };
    // Behind the name stand the offset and the size of the kernel, and the offset of its inputs; behind those, of nine
    // bytes each, the size of the code, which is the last thing of the file.
    let read = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    let size_at = 14 + kernel.name.len();
    let inputs_at = read(size_at + 4) as usize;
    let code_size_at = inputs_at + 4 + 9 * read(inputs_at) as usize;
    for (at, size) in [(size_at, read(size_at)), (code_size_at, read(code_size_at))] {
        bytes[at..at + 4].copy_from_slice(&(size + 1).to_le_bytes());
    }
    bytes.push(0xff);
    match isa::read(&bytes, kernel.target, CodeNumbering::Finalizer) {
        Err(error) if error.offset == bytes.len() - 1 => Ok(()),
        other => Err(format!("{other:?}")),
    }
}
