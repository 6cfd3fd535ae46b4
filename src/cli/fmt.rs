//! `texvisa fmt`.

use std::path::{Path, PathBuf};

use texvisa::ir::texture::{format, parse};

use crate::diagnostic::{Failure, Problem, print, say, source};
use crate::input;
use crate::tool_arguments::FmtArguments;

/// Runs the command.
pub fn run(arguments: &FmtArguments) -> Result<(), Failure> {
    let mut problems = Vec::new();
    let mut unformatted = 0_u64;
    for path in &arguments.inputs {
        let files = if path.is_dir() { texture_ir_in(path)? } else { vec![path.clone()] };
        for file in files {
            match one(&file, arguments.check) {
                Ok(is_formatted) => unformatted += u64::from(!is_formatted),
                Err(failure) => problems.extend_from_slice(failure.problems()),
            }
        }
    }
    if arguments.check && unformatted > 0 {
        let files = crate::diagnostic::counted(unformatted, "file is", "files are");
        problems.push(Problem::new(format!("{files} not formatted")).help("`texvisa fmt` formats them"));
    }
    if problems.is_empty() { Ok(()) } else { Err(Failure::Input(problems)) }
}

/// The files of texture IR in a folder and below.
fn texture_ir_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = input::find(folder)?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "tex"));
    if files.is_empty() {
        return Err(Failure::input(format!("{}: expected a folder with .tex files; found none", folder.display())));
    }
    Ok(files)
}

/// Formats a file, or only looks whether it is formatted; says whether it was.
fn one(path: &Path, is_check: bool) -> Result<bool, Failure> {
    let (name, bytes) = input::bytes(path)?;
    let text = input::text(&name, bytes)?;
    let formatted = format(&text).map_err(|errors| {
        let source = source(&name, text.clone());
        Failure::Input(errors.iter().map(|error| Problem::of_syntax(&source, error)).collect())
    })?;
    // What is written over is a source: it must be the same program.
    let program = |text: &str| parse(text).map(|module| module.to_string());
    if program(&text) != program(&formatted) {
        return Err(Failure::input(format!(
            "{name}: formatted it would be another program, a defect of texvisa to report"
        )));
    }
    let is_formatted = text == formatted;
    let is_standard_input = path == Path::new("-");
    match (is_check, is_standard_input) {
        (true, _) if !is_formatted => say(format_args!("{name}: not formatted")),
        (true, _) => {}
        (false, true) => print(&formatted).map_err(|problem| Failure::Input(vec![problem]))?,
        (false, false) if !is_formatted => {
            std::fs::write(path, formatted).map_err(|error| Failure::input(format!("{name}: {error}")))?;
        }
        (false, false) => {}
    }
    Ok(is_formatted)
}
