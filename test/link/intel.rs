//! What ocloc makes of the kernels.

use std::path::Path;
use std::sync::OnceLock;

use libtest_mimic::{Completion, Failed, Trial};
use texvisa::ir::target::Target;
use texvisa_test::harness;
use texvisa_test::ocloc::{self, OclocProgram, Source, TARGETS};
use texvisa_test::oracle::Oracle;
use texvisa_test::process::find_in_path;

/// The kernels, and the same with the images of one in another order.
pub const KERNELS: &str = include_str!("kernels.cl");

/// What ocloc makes of OpenCL C.
pub fn compile(ocloc: &Path, text: &str, target: Target) -> Result<OclocProgram, String> {
    ocloc::compile(ocloc, Source::OpenCl { text, options: "" }, target)
}

/// A test that needs what ocloc makes of [`KERNELS`] for `target`, skipped with the reason where ocloc is missing.
pub fn trial(
    name: &str,
    target: Target,
    test: impl FnOnce(&OclocProgram, Target) -> Result<Completion, Failed> + Send + 'static,
) -> Trial {
    harness::test_or_skip(format!("{name}/{target}"), move || match find_in_path("ocloc") {
        None => Oracle::Ocloc.missing("ocloc is not installed"),
        Some(ocloc) => test(kernels(&ocloc, target)?, target),
    })
}

/// What ocloc makes of [`KERNELS`], once a target.
fn kernels(ocloc: &Path, target: Target) -> Result<&'static OclocProgram, Failed> {
    static MADE: [OnceLock<Result<OclocProgram, String>>; TARGETS.len()] = [const { OnceLock::new() }; TARGETS.len()];
    let index = TARGETS.iter().position(|known| *known == target).ok_or("not a target of ocloc's")?;
    MADE[index].get_or_init(|| compile(ocloc, KERNELS, target)).as_ref().map_err(|error| error.clone().into())
}
