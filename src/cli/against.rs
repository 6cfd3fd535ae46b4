//! `texvisa check --against`: checks vISA that another compiler made of a kernel.

use std::path::Path;

use texvisa::check::{CheckError, execute_foreign};
use texvisa::link::Zebin;

use crate::arguments::{CheckArguments, OutputFormat, Selection};
use crate::check::{executed, options};
use crate::data::{CheckRecord, DiagnosticRule, KernelRecord, RunKind};
use crate::diagnostic::{Failure, Problem};
use crate::report::Status;
use crate::run_document::RunDocument;
use crate::transcript::Transcript;
use crate::{input, link, selection};

/// Executes the vISA in `file` and the selected kernel, and compares. `program` says where the vISA finds its arguments.
///
/// # Errors
///
/// A difference, and whatever keeps the two from being compared.
pub fn run(arguments: &CheckArguments, file: &Path, program: &Path) -> Result<(), Failure> {
    let mut document = RunDocument::new(RunKind::Check, arguments.batch.format);
    let result = run_against(arguments, file, program, &mut document);
    document.finish(result)
}

fn run_against(
    arguments: &CheckArguments,
    file: &Path,
    program: &Path,
    document: &mut RunDocument,
) -> Result<(), Failure> {
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
    let title = format!("kernel {name} for {} {}", visa.target, visa.simd);
    let checked = execute_foreign(&source.module, id, &visa, layout, &options(arguments)).map_err(CheckError::from);
    let executed = match &checked {
        Ok(summary) => executed(summary, &source, name, arguments.branches),
        Err(error) => {
            Err(Problem::new(format!("{title}: {error}")).of(DiagnosticRule::Difference).in_file(file.display()))
        }
    };
    if arguments.batch.format == OutputFormat::Json {
        document.write_kernel(&KernelRecord {
            file: file.display().to_string(),
            kernel: Some(name.clone()),
            target: Some(visa.target.to_string()),
            simd: Some(visa.simd.lanes()),
            status: if executed.is_ok() { Status::Ok } else { Status::Failed },
            size: None,
            output: None,
            result: Some(match &checked {
                Ok(summary) => CheckRecord::new(None, summary),
                Err(error) => CheckRecord::of_error(error),
            }),
        });
    }
    let executed = executed.map_err(|problem| Failure::Input(vec![problem]))?;
    transcript.print(format!("{}: {title}: no difference\n{executed}", file.display()));
    document.transcript(&mut transcript, Some(name));
    Ok(())
}
