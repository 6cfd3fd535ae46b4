//! The texture unit answers or refuses random requests, and documents of cases that are nearly right are read or
//! refused: no panic, nothing for lanes that did not ask.
//!
//! `TEXVISA_REQUESTS` is the number of random requests, `TEXVISA_DOCUMENTS` of documents; `TEXVISA_FIRST_REQUEST` the
//! first seed.

use std::process::ExitCode;

use libtest_mimic::Failed;
use texvisa_test::harness;
use texvisa_test::texture_unit::{any_document, any_request, mutated};
use texvisa_test::visa::mutate;

const CASES: &str = include_str!("../../emulator/tests/data/sampler_cases.json");

/// How many requests in `./x test` and in `./x world`, where `TEXVISA_REQUESTS` does not say.
const REQUESTS: [u64; 2] = [40_000, 1_000_000];
/// How many documents, where `TEXVISA_DOCUMENTS` does not say.
const DOCUMENTS: [u64; 2] = [400, 10_000];
/// Those of one test, of either.
const BATCHES: u64 = 4;

fn main() -> ExitCode {
    let first = harness::size("TEXVISA_FIRST_REQUEST", 0, 0);
    let requests = harness::size("TEXVISA_REQUESTS", REQUESTS[0], REQUESTS[1]);
    let documents = harness::size("TEXVISA_DOCUMENTS", DOCUMENTS[0], DOCUMENTS[1]);
    let mut trials = Vec::new();
    for (name, count, body) in [
        ("random requests", requests, any_request as fn(u64) -> Result<(), String>),
        ("mutated documents", documents, document),
        ("mutated texts", documents, text),
    ] {
        let batch = count.div_ceil(BATCHES).max(1);
        for start in (first..first + count).step_by(batch as usize) {
            let range = start..(start + batch).min(first + count);
            trials.push(harness::test(format!("{name}/{start}"), move || {
                let mut range = range.clone();
                range.try_for_each(|seed| body(seed).map_err(|what| Failed::from(format!("seed {seed}: {what}"))))
            }));
        }
    }
    harness::run("texture_unit", trials)
}

fn document(seed: u64) -> Result<(), String> {
    let document = serde_json::from_str(CASES).map_err(|error| error.to_string())?;
    let mutated = mutated(&document, &mut fastrand::Rng::with_seed(seed));
    any_document(mutated.to_string().as_bytes());
    Ok(())
}

fn text(seed: u64) -> Result<(), String> {
    let mut bytes = CASES.as_bytes().to_vec();
    mutate(&mut bytes, &mut fastrand::Rng::with_seed(seed));
    any_document(&bytes);
    Ok(())
}
