//! `texvisa compile`.

use std::path::Path;

use texvisa::explain::Explanation;
use texvisa::ir::source::Location;
use texvisa::ir::target::Evidence;
use texvisa::ir::texture::{Kernel, Module};
use texvisa::{SpillFailure, SpilledForm, output};

use crate::arguments::{CompileArguments, Emit, Form, OutputFormat};
use crate::batch::{self, Output};
use crate::check::{execute_briefly, problem, symbolically_checked};
use crate::data::{DiagnosticRule, ExplainRecord, RunKind};
use crate::diagnostic::{Failure, Problem};
use crate::selection::{KernelFault, Selected, set_result};
use crate::transcript::Transcript;

/// Runs the command.
pub fn run(arguments: &CompileArguments) -> Result<(), Failure> {
    if arguments.batch.format == OutputFormat::Json && arguments.emit == Emit::Isa && arguments.output == Path::new("-")
    {
        let problem =
            Problem::new("--format json: a document has no room for a binary").of(DiagnosticRule::CommandLine);
        return Err(Failure::Usage(vec![problem.help("name a file for it with -o")]));
    }
    let output = Output { path: &arguments.output, extension: arguments.emit.extension() };
    batch::run(
        RunKind::Compile,
        &arguments.selection,
        &arguments.batch,
        arguments.remarks,
        Some(output),
        &|selected, transcript| {
            let spilled = spilled(selected, arguments)?;
            remark(selected, spilled.as_ref(), transcript);
            let emitted = symbolically_checked(selected, || emit(selected, spilled.as_ref(), arguments))?;
            if !arguments.no_check {
                execute_briefly(selected, spilled.as_ref(), transcript)?;
            }
            if arguments.batch.format == OutputFormat::Json && matches!(arguments.emit, Emit::Plan | Emit::Messages) {
                set_result(transcript, &ExplainRecord::new(selected))?;
            }
            emitted.map(Some)
        },
    )
}

/// Says what there is to say before the kernel is checked.
fn remark(selected: &Selected<'_>, spilled: Option<&SpilledForm>, transcript: &mut Transcript) {
    let file = &selected.input.name;
    for remark_of_pass in &selected.compiled.lowered.remarks {
        let message = format_args!("{}: {}", remark_of_pass.pass, remark_of_pass.message);
        transcript.remark(DiagnosticRule::Pass, file, remark_of_pass.location, message);
    }
    if selected.target.platform().evidence == Evidence::Documented {
        let message =
            format_args!("{} is known from its documents alone; no tool has seen this output", selected.target);
        transcript.remark(DiagnosticRule::Evidence, file, Location::UNKNOWN, message);
    }
    if let Some(spill) = &selected.compiled.spill {
        let costs = spilled.map_or_else(String::new, |spilled| format!("; it is spilled: {}", spilled.costs()));
        let message = format_args!("kernel `{}` needs more registers than there are: {spill}{costs}", selected.kernel);
        transcript.remark(DiagnosticRule::Spill, file, Location::UNKNOWN, message);
    }
}

/// The kernel with spill code, where its registers are listed and do not hold it.
fn spilled(selected: &Selected<'_>, arguments: &CompileArguments) -> Result<Option<SpilledForm>, KernelFault> {
    if selected.compiled.spill.is_none() || arguments.emit != Emit::Regs {
        return Ok(None);
    }
    selected.compiled.spilled().map(Some).map_err(|failure| {
        let message = format!("kernel `{}`: {failure}", selected.kernel);
        match failure {
            SpillFailure::Unfit { location, .. } => {
                KernelFault::refused(selected.input.problem(message, location).of(DiagnosticRule::Spill))
            }
            _ => KernelFault::failed(selected.input.problem(message, Location::UNKNOWN).of(DiagnosticRule::Defect)),
        }
    })
}

fn emit(
    selected: &Selected<'_>,
    spilled: Option<&SpilledForm>,
    arguments: &CompileArguments,
) -> Result<Vec<u8>, KernelFault> {
    let compiled = &selected.compiled;
    let module = &selected.input.module;
    let text = match arguments.emit {
        Emit::Isa => {
            let Form { isa_version, numbering } = arguments.form;
            let written = compiled.isa(isa_version.into(), numbering.into()).map_err(|error| {
                let message = format!("kernel `{}` has no binary form: {error}", selected.kernel);
                KernelFault::refused(selected.input.problem(message, Location::UNKNOWN).of(DiagnosticRule::Unsupported))
            })?;
            output::check_binary(compiled, &written, numbering.into())
                .map_err(|error| KernelFault::failed(problem(selected, &error.into())))?;
            return Ok(written);
        }
        Emit::Visaasm => {
            let text = compiled.visaasm();
            output::check_text(compiled, &text)
                .map_err(|error| KernelFault::failed(problem(selected, &error.into())))?;
            text
        }
        Emit::Tex => alone(selected, &compiled.lowered.texture),
        Emit::Source => alone(selected, &module.kernels[selected.id]),
        Emit::Plan => Explanation::new(module, compiled).plan_lines(),
        Emit::Regs => {
            spilled.map_or_else(|| Explanation::new(module, compiled).register_lines(), SpilledForm::register_lines)
        }
        Emit::Messages => Explanation::new(module, compiled).message_lines(),
    };
    Ok(text.into_bytes())
}

/// The text of `kernel` with the declarations of its module.
fn alone(selected: &Selected<'_>, kernel: &Kernel) -> String {
    let module = &selected.input.module;
    let (target, simd) = (Some(selected.target), Some(selected.simd));
    let (surfaces, samplers, constants) = (module.surfaces.clone(), module.samplers.clone(), module.constants.clone());
    Module { target, simd, surfaces, samplers, constants, kernels: [kernel.clone()].into_iter().collect() }.to_string()
}
