//! The lit tests below `test/lit`: see `test/lit/readme.tex`. Those of the LLVM pass plugin run once for each release of LLVM
//! that a plugin was built for.

use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Completion, Trial};
use texvisa_lit::{Feature, Suite};
use texvisa_test::plugin::{RELEASES, Release};
use texvisa_test::{harness, lit};

fn main() -> ExitCode {
    match trials() {
        Ok(trials) => harness::run("lit", trials),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The suite, with the plugin for a release of LLVM.
fn suite(release: &Release, plugin: Option<&Path>) -> Suite {
    Suite::new(concat!(env!("CARGO_MANIFEST_DIR"), "/test/lit"), env!("CARGO_BIN_EXE_texvisa"))
        .feature(Feature::Llvm, cfg!(feature = "llvm"))
        .plugin(plugin)
        .substitution("opt", release.opt)
        .substitution("pointers", release.opaque_pointers)
}

fn trials() -> Result<Vec<Trial>, Box<dyn std::error::Error>> {
    let (first, others) = RELEASES.split_at(1);
    let mut trials = lit::trials(suite(&first[0], first[0].plugin()?.as_deref()))?;
    for release in others {
        let name = format!("llvm{}", release.number);
        match release.plugin()? {
            Some(plugin) => trials.extend(lit::trials(suite(release, Some(&plugin)).variant(&name, "%{opt}"))?),
            None => trials.push(harness::test_or_skip(name, || Ok(Completion::ignored_with(release.absence())))),
        }
    }
    Ok(trials)
}
