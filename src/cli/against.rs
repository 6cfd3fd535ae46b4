//! `texvisa check --against`: checks vISA that another compiler made of a kernel.

use std::path::Path;

use texvisa::check::execute_foreign;
use texvisa::link::Zebin;

use crate::arguments::{CheckArguments, Selection};
use crate::check::{executed, options};
use crate::diagnostic::{Failure, Problem};
use crate::transcript::Transcript;
use crate::{input, link, selection};

/// Executes the vISA in `file` and the selected kernel, and compares. `program` says where the vISA finds its arguments.
///
/// # Errors
///
/// A difference, and whatever keeps the two from being compared.
pub fn run(arguments: &CheckArguments, file: &Path, program: &Path) -> Result<(), Failure> {
    let selection = &arguments.selection;
    let (program_name, bytes) = input::bytes(program)?;
    let program = Zebin::read(&bytes).map_err(|error| link::failure(&program_name, &error))?;
    let visa = link::read_visa(file, program.target())?;
    let mut transcript = Transcript::default();
    let source = selection::import(selection, &mut transcript)?;
    let name = selection.kernel.as_ref().unwrap_or(&visa.name);
    let refused: Vec<Problem> = source
        .refused
        .iter()
        .filter(|refusal| refusal.kernel == *name)
        .map(|refusal| refusal.problem.clone())
        .collect();
    if !refused.is_empty() {
        return Err(Failure::Input(refused));
    }
    let Some(id) = source.module.kernel(name) else {
        let names: Vec<String> = source.module.kernels.values().map(|kernel| kernel.name.clone()).collect();
        return Err(selection::nothing(&Selection { kernel: Some(name.clone()), ..selection.clone() }, &names));
    };
    let layout = program
        .argument_layout(name, &source.module, id, &visa)
        .map_err(|error| link::failure(&file.display().to_string(), &error))?;
    let title = format!("{}: kernel {name} for {} {}", file.display(), visa.target, visa.simd);
    let summary = execute_foreign(&source.module, id, &visa, layout, &options(arguments))
        .map_err(|error| Failure::Input(vec![Problem::new(format!("{title}: {error}"))]))?;
    let executed =
        executed(&summary, &source, name, arguments.branches).map_err(|problem| Failure::Input(vec![problem]))?;
    transcript.print(format!("{title}: no difference\n{executed}"));
    transcript.write().map_err(|problem| Failure::Input(vec![problem]))
}
