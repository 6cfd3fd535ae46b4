//! What ocloc makes of the kernels, and Intel's finalizer.

use std::path::Path;
use std::sync::OnceLock;

use libtest_mimic::{Completion, Failed, Trial};
use object::{Object, ObjectSection, ObjectSymbol};
use texvisa::ir::target::Target;
use texvisa_test::finalizer::Finalizer;
use texvisa_test::harness;
use texvisa_test::ocloc::{self, Dump, OclocProgram, Source, TARGETS};
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

/// The dump of a kernel.
pub fn dump<'a>(compiled: &'a OclocProgram, kernel: &str) -> Result<&'a Dump, Failed> {
    let dump = compiled.dumps.get(kernel);
    dump.ok_or_else(|| format!("no dump of {kernel}; there are {:?}", compiled.dumps.keys()).into())
}

/// Where the code of a kernel begins behind its prologue, by the symbols.
pub fn entry(program: &[u8], kernel: &str) -> Result<u64, Failed> {
    let file = object::File::parse(program)?;
    let section = file.section_by_name(&format!(".text.{kernel}")).ok_or("no section")?.index();
    let mut symbols = file.symbols();
    let entry = symbols.find(|symbol| symbol.section_index() == Some(section) && symbol.name() == Ok("_entry"));
    Ok(entry.ok_or("no symbol `_entry`")?.address())
}

/// Runs a test that needs Intel's finalizer, skipped with the reason where that is missing.
pub fn with_finalizer(test: impl FnOnce(&Finalizer) -> Result<(), Failed>) -> Result<Completion, Failed> {
    match Finalizer::find() {
        Some(finalizer) => test(&finalizer).map(|()| Completion::Completed),
        None => Oracle::Finalizer.missing("GenX_IR is not installed"),
    }
}
