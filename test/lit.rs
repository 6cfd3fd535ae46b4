//! The lit tests below `test/lit`: see `test/lit/readme.tex`. Those of the LLVM pass plugin run once for each release of LLVM
//! that a plugin was built for.

use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Completion, Trial};
use texvisa_test::harness;
use texvisa_test::lit::{Feature, Suite};
use texvisa_test::plugin::RELEASES;

fn main() -> ExitCode {
    match trials() {
        Ok(trials) => harness::run("lit", trials),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn trials() -> Result<Vec<Trial>, Box<dyn std::error::Error>> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/test/lit"));
    let suite =
        || Suite::new(root, Path::new(env!("CARGO_BIN_EXE_texvisa"))).feature(Feature::Llvm, cfg!(feature = "llvm"));
    let (first, others) = RELEASES.split_at(1);
    let mut trials = suite().plugin(first[0].plugin()?.as_deref()).trials()?;
    for release in others {
        match release.plugin()? {
            Some(plugin) => trials.extend(suite().release(release).plugin(Some(&plugin)).trials()?),
            None => {
                let skip = || Ok(Completion::ignored_with(release.absence()));
                trials.push(harness::test_or_skip(format!("llvm{}", release.number), skip));
            }
        }
    }
    Ok(trials)
}
