//! `texvisa link`.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use miette::NamedSource;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::visa::message::CodeNumbering;
use texvisa::ir::visa::{VisaKernel, asm, isa};
use texvisa::link::{LinkError, MachineCode, Visa, Zebin, finalize, finalize_compiled};

use crate::arguments::{ChannelsOption, LinkArguments, Selection, SimdChoice};
use crate::check::{execute_briefly, symbolically_checked};
use crate::destination::InputFiles;
use crate::diagnostic::{Failure, Problem};
use crate::report::Status;
use crate::selection::KernelFault;
use crate::{input, selection};

/// Puts a kernel's code in place of a program's.
pub fn run(arguments: &LinkArguments) -> Result<(), Failure> {
    InputFiles::new([&*arguments.input, &*arguments.into]).spare(&arguments.output)?;
    let (into, bytes) = input::bytes(&arguments.into)?;
    let program = Zebin::read(&bytes).map_err(|error| failure(&into, &error))?;
    let (name, code) = match arguments.input.extension().and_then(OsStr::to_str) {
        Some("visaasm") => of_text(arguments, &program)?,
        Some("isa") => of_binary(arguments, &program)?,
        Some("dat") => {
            let (_, code) = input::bytes(&arguments.input)?;
            let name = match &arguments.kernel {
                Some(name) => name,
                None => program.only_kernel().map_err(|error| failure(&into, &error))?,
            };
            (name.to_owned(), MachineCode::of_bytes(code))
        }
        Some("tex" | "ll" | "bc") => of_source(arguments, &program, &into)?,
        _ => {
            let given = arguments.input.display();
            return Err(Failure::usage(format!(
                "{given}: the ending does not say what it is; expected .visaasm, .isa, .dat (machine code), .tex, .ll or .bc"
            )));
        }
    };
    let linked = program.with_code(&name, &code).map_err(|error| failure(&into, &error))?;
    let output: &Path = &arguments.output;
    std::fs::write(output, linked).map_err(|error| Failure::input(format!("{}: {error}", output.display())))
}

/// The vISA of a file, in either form, whose ending says which.
///
/// # Errors
///
/// It cannot be read.
pub fn read_visa(path: &Path, target: Target) -> Result<VisaKernel, Failure> {
    let (file, bytes) = input::bytes(path)?;
    match path.extension().and_then(OsStr::to_str) {
        Some("visaasm") => parse_visa(&file, &input::text(&file, bytes)?, target),
        Some("isa") => parse_binary(&file, &bytes, target),
        _ => Err(Failure::usage(format!("{file}: the ending does not say what it is; expected .visaasm or .isa"))),
    }
}

fn parse_visa(file: &str, text: &str, target: Target) -> Result<VisaKernel, Failure> {
    asm::parse(text, target).map_err(|errors| {
        let source = Arc::new(NamedSource::new(file, Arc::from(text)));
        Failure::Input(errors.iter().map(|error| Problem::of_syntax(&source, error)).collect())
    })
}

fn parse_binary(file: &str, bytes: &[u8], target: Target) -> Result<VisaKernel, Failure> {
    isa::read(bytes, target, CodeNumbering::default()).map_err(|error| Failure::input(format!("{file}: {error}")))
}

/// Something that is wrong with a program or with a kernel for it.
pub fn failure(file: &str, error: &LinkError) -> Failure {
    let problem = |message: &dyn std::fmt::Display| {
        let problem = Problem::new(format!("{file}: {message}"));
        match error.help() {
            Some(help) => problem.help(help),
            None => problem,
        }
    };
    Failure::Input(match error {
        LinkError::Arguments(mismatches) => mismatches.iter().map(|mismatch| problem(mismatch)).collect(),
        error => vec![problem(error)],
    })
}

fn of_text(arguments: &LinkArguments, program: &Zebin<'_>) -> Result<(String, MachineCode), Failure> {
    let (file, bytes) = input::bytes(&arguments.input)?;
    let text = input::text(&file, bytes)?;
    let kernel = parse_visa(&file, &text, program.target())?;
    let name = arguments.kernel.clone().unwrap_or_else(|| kernel.name.clone());
    let code = finalize(program, &name, &kernel, Visa::Text(&text)).map_err(|error| failure(&file, &error))?;
    Ok((name, code))
}

fn of_binary(arguments: &LinkArguments, program: &Zebin<'_>) -> Result<(String, MachineCode), Failure> {
    let (file, bytes) = input::bytes(&arguments.input)?;
    let kernel = parse_binary(&file, &bytes, program.target())?;
    let name = arguments.kernel.clone().unwrap_or_else(|| kernel.name.clone());
    let code = finalize(program, &name, &kernel, Visa::Binary(&bytes)).map_err(|error| failure(&file, &error))?;
    Ok((name, code))
}

/// Compiles a source for the program's platform and width, and checks it as `texvisa compile` does.
fn of_source(arguments: &LinkArguments, program: &Zebin<'_>, into: &str) -> Result<(String, MachineCode), Failure> {
    let name = match &arguments.kernel {
        Some(name) => name.clone(),
        None => program.only_kernel().map_err(|error| failure(into, &error))?.to_owned(),
    };
    let lanes = program.lanes(&name).map_err(|error| failure(into, &error))?;
    let simd = SimdWidth::from_lanes(lanes);
    if simd.is_none() {
        return Err(Failure::input(format!(
            "{into}: kernel `{name}` has {lanes} lanes a thread; expected 8, 16 or 32"
        )));
    }
    let target: Target = program.target();
    let selection = Selection {
        inputs: vec![arguments.input.clone()],
        target: Some(target),
        simd: simd.map(SimdChoice::Lanes),
        kernel: Some(name.clone()),
        channels: ChannelsOption::Intel,
        trusted: false,
    };
    let mut made = None;
    selection::for_each(&selection, |selected, transcript| {
        let linked = symbolically_checked(selected, || {
            let (module, file) = (&selected.input.module, &selected.input.name);
            finalize_compiled(program, &name, module, &selected.compiled).map_err(|error| KernelFault {
                status: Status::Refused,
                problems: failure(file, &error).problems().to_vec(),
            })
        })?;
        execute_briefly(selected, None, transcript)?;
        made = Some(linked?);
        Ok(())
    })?;
    let made = made.ok_or_else(|| Failure::input(format!("{}: there is no kernel", arguments.input.display())))?;
    Ok((name, made))
}
