//! `texvisa compile`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use texvisa::explain::Explanation;
use texvisa::ir::source::Location;
use texvisa::ir::target::Evidence;
use texvisa::ir::texture::{Kernel, Module};

use crate::arguments::{CompileArguments, Emit, Form};
use crate::check::{execute_briefly, symbolically_checked};
use crate::diagnostic::{Failure, Problem, print_bytes, remark};
use crate::selection::{self, Selected};

/// What was made: a text, or a binary.
struct Made {
    stem: String,
    kernel: String,
    bytes: Vec<u8>,
}

/// Runs the command.
pub fn run(arguments: &CompileArguments) -> Result<(), Failure> {
    let mut made = Vec::new();
    let result = selection::for_each(&arguments.selection, arguments.remarks, |selected| {
        for remark_of_pass in &selected.compiled.lowered.remarks {
            let message = format_args!("{}: {}", remark_of_pass.pass, remark_of_pass.message);
            remark(&selected.input.name, remark_of_pass.location, message);
        }
        if selected.target.platform().evidence == Evidence::Documented {
            let message =
                format_args!("{} is known from its documents alone; no tool has seen this output", selected.target);
            remark(&selected.input.name, Location::UNKNOWN, message);
        }
        if let Some(spill) = &selected.compiled.spill {
            let message = format!("kernel `{}` needs more registers than there are: {spill}", selected.kernel);
            if arguments.emit == Emit::Regs {
                return Err(vec![selected.input.problem(message, Location::UNKNOWN)]);
            }
            remark(&selected.input.name, Location::UNKNOWN, message);
        }
        let emitted = symbolically_checked(selected, || emit(selected, arguments))?;
        if !arguments.no_check {
            execute_briefly(selected)?;
        }
        let bytes = emitted?;
        let (stem, kernel) = (selected.input.stem.clone(), selected.kernel.to_owned());
        made.push(Made { stem, kernel, bytes });
        Ok(())
    });
    match (result, write(&made, arguments)) {
        (Err(failure), Err(other)) => Err(failure.and(other)),
        (result, written) => result.and(written),
    }
}

fn emit(selected: &Selected<'_>, arguments: &CompileArguments) -> Result<Vec<u8>, Vec<Problem>> {
    let compiled = &selected.compiled;
    let module = &selected.input.module;
    let text = match arguments.emit {
        Emit::Isa => {
            let Form { isa_version, numbering } = arguments.form;
            let written = compiled.isa(isa_version.into(), numbering.into());
            return written.map_err(|error| {
                let message = format!("kernel `{}` has no binary form: {error}", selected.kernel);
                vec![selected.input.problem(message, Location::UNKNOWN)]
            });
        }
        Emit::Visaasm => compiled.visaasm(),
        Emit::Tex => alone(selected, &compiled.lowered.texture),
        Emit::Source => alone(selected, &module.kernels[selected.id]),
        Emit::Plan => Explanation::new(module, compiled).plan_lines(),
        Emit::Regs => Explanation::new(module, compiled).register_lines(),
        Emit::Messages => Explanation::new(module, compiled).message_lines(),
    };
    Ok(text.into_bytes())
}

/// The text of `kernel` with the declarations of its module.
fn alone(selected: &Selected<'_>, kernel: &Kernel) -> String {
    let module = &selected.input.module;
    let (target, simd) = (Some(selected.target), Some(selected.simd));
    let (surfaces, samplers) = (module.surfaces.clone(), module.samplers.clone());
    Module { target, simd, surfaces, samplers, kernels: [kernel.clone()].into_iter().collect() }.to_string()
}

fn write(made: &[Made], arguments: &CompileArguments) -> Result<(), Failure> {
    let output: &Path = &arguments.output;
    let cannot_write = |path: &Path, error: std::io::Error| Failure::input(format!("{}: {error}", path.display()));
    if output == Path::new("-") {
        return made
            .iter()
            .try_for_each(|made| print_bytes(&made.bytes))
            .map_err(|problem| Failure::Input(vec![problem]));
    }
    let is_folder = output.is_dir() || made.len() > 1 || arguments.selection.input.is_dir();
    if !is_folder {
        return made
            .iter()
            .try_for_each(|made| std::fs::write(output, &made.bytes))
            .map_err(|error| cannot_write(output, error));
    }
    if output.is_file() {
        return Err(Failure::usage(format!(
            "{}: several kernels do not go into one file; name a folder, or one kernel with --kernel",
            output.display()
        )));
    }
    std::fs::create_dir_all(output).map_err(|error| cannot_write(output, error))?;
    for (path, bytes) in places(made, output, arguments.emit)? {
        std::fs::write(&path, bytes).map_err(|error| cannot_write(&path, error))?;
    }
    Ok(())
}

/// The file of each result in a folder: named for the file that it came from and for its kernel.
fn places<'a>(made: &'a [Made], folder: &Path, form: Emit) -> Result<BTreeMap<PathBuf, &'a [u8]>, Failure> {
    let mut places = BTreeMap::new();
    for Made { stem, kernel, bytes } in made {
        // A kernel may have any name, a file may not.
        let kernel = kernel.replace(|letter: char| !letter.is_alphanumeric() && !"_-.".contains(letter), "_");
        let path = folder.join(format!("{stem}.{kernel}.{}", form.extension()));
        if places.insert(path.clone(), bytes.as_slice()).is_some() {
            let problem = Problem::new(format!("{}: two kernels would go there", path.display()));
            return Err(Failure::Usage(vec![problem.help("compile their files one by one")]));
        }
    }
    Ok(places)
}
