//! `texvisa asm` and `texvisa dis`.

use std::path::Path;
use std::sync::Arc;

use miette::NamedSource;
use texvisa::ir::target::Target;
use texvisa::ir::visa::{asm, isa};

use crate::arguments::{AsmArguments, DisArguments};
use crate::destination::InputFiles;
use crate::diagnostic::{Failure, Problem, print_bytes};
use crate::input;

/// Makes a binary of a text.
pub fn assemble(arguments: &AsmArguments) -> Result<(), Failure> {
    let target = named_target(arguments.target, "text")?;
    InputFiles::new([&*arguments.input]).spare(&arguments.output)?;
    let (name, bytes) = input::bytes(&arguments.input)?;
    let text = input::text(&name, bytes)?;
    let kernel = asm::parse(&text, target).map_err(|errors| {
        let source = Arc::new(NamedSource::new(&name, Arc::from(text.as_str())));
        Failure::Input(errors.iter().map(|error| Problem::of_syntax(&source, error)).collect())
    })?;
    let options = isa::WriteOptions {
        version: arguments.form.isa_version.into(),
        numbering: arguments.form.numbering.into(),
        as_compiled: false,
    };
    let bytes = isa::write(&kernel, &options).map_err(|error| Failure::input(format!("{name}: {error}")))?;
    write(&arguments.output, &bytes)
}

/// Makes a text of a binary.
pub fn disassemble(arguments: &DisArguments) -> Result<(), Failure> {
    let target = named_target(arguments.target, "binary")?;
    InputFiles::new([&*arguments.input]).spare(&arguments.output)?;
    let (name, bytes) = input::bytes(&arguments.input)?;
    let kernel = isa::read(&bytes, target, arguments.numbering.into())
        .map_err(|error| Failure::input(format!("{name}: {error}")))?;
    let mut text = String::new();
    asm::write_all(&kernel, &mut text);
    write(&arguments.output, text.as_bytes())
}

fn named_target(target: Option<Target>, what: &str) -> Result<Target, Failure> {
    target.ok_or_else(|| Failure::usage(format!("a {what} names no target: give --target, one of {}", Target::names())))
}

/// Writes to a file, or to standard output.
fn write(output: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if output == Path::new("-") {
        return print_bytes(bytes).map_err(|problem| Failure::Input(vec![problem]));
    }
    std::fs::write(output, bytes).map_err(|error| Failure::input(format!("{}: {error}", output.display())))
}
