//! A kernel whose results are denormals, compiled with and without -cl-denorms-are-zero.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use texvisa::ir::target::Target;
use texvisa_test::ocloc;

use crate::outcome::Outcome;
use crate::subject::Subject;
use crate::suite::{self, TARGETS};

const SOURCE: &str = include_str!("denormals.cl");

pub fn trials() -> Vec<Trial> {
    TARGETS
        .into_iter()
        .map(|target| suite::trial(format!("denormals/{target}"), move |ocloc| compare(ocloc, target)))
        .collect()
}

/// Both vISA do what the source allows. Intel's, which then takes denormals for zeros, does not where the source has to keep
/// them.
fn compare(ocloc: &Path, target: Target) -> Result<(), Failed> {
    for (options, flushes) in [("", false), ("-cl-denorms-are-zero", true)] {
        let program = ocloc::compile(ocloc, ocloc::Source::OpenCl { text: SOURCE, options }, target)?;
        let mut subject = Subject::new(program, "denormals", target)?;
        for (name, outcome) in [("Intel's", subject.intels()?), ("texvisa's", subject.own()?)] {
            if !matches!(outcome, Outcome::Equal(_)) {
                return Err(format!("{name} vISA with `{options}`: {outcome:?}").into());
            }
        }
        let (module, id) = &mut subject.compared;
        if module.kernels[*id].may_flush_denormals != flushes {
            return Err(format!("with `{options}` the import says otherwise").into());
        }
        module.kernels[*id].may_flush_denormals = false;
        if matches!(subject.intels()?, Outcome::Different(_)) != flushes {
            return Err(format!("with `{options}`, held to denormals: expected a difference {flushes}").into());
        }
    }
    Ok(())
}
