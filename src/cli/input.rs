//! Reads modules: texture IR, LLVM IR where the tool was built with LLVM, from a file, a folder or standard input.

use std::ffi::OsStr;
use std::io::{Read, stdin};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use miette::NamedSource;
use texvisa::ir::source::Location;
use texvisa::ir::target::SimdWidth;
use texvisa::ir::texture::{Module, VerifyError, parse, verify};

use crate::diagnostic::{Failure, Problem, SourceText};

/// A module that was read.
#[derive(Debug)]
pub struct Input {
    /// The file, as the user named it.
    pub name: String,
    /// The file's name without folder and ending.
    pub stem: String,
    /// The text that locations are in, where it is texture IR.
    pub text: Option<SourceText>,
    /// The module.
    pub module: Module,
    /// For each kernel the width that it asks for on its own.
    pub widths: Vec<Option<SimdWidth>>,
    /// What is wrong with kernels that the module lacks for it: the kernel, and what.
    pub refused: Vec<(String, Problem)>,
}

impl Input {
    /// A problem at a location in this input.
    pub fn problem(&self, message: impl ToString, location: Location) -> Problem {
        match &self.text {
            Some(text) => Problem::new(message).at_location(text, location),
            None if location.is_known() => Problem::new(format!("{}: {location}: {}", self.name, message.to_string())),
            None => Problem::new(format!("{}: {}", self.name, message.to_string())),
        }
    }
}

/// The modules that a path names, and what is wrong with those that could not be read.
pub struct InputFiles {
    /// In the order of their names.
    pub inputs: Vec<Input>,
    /// What is wrong with others.
    pub problems: Vec<Problem>,
    /// How many could not be read.
    pub unread: usize,
    /// Whether the path is a folder.
    pub is_folder: bool,
}

/// Reads the modules that `path` names: a file, or every file of a folder.
///
/// # Errors
///
/// Nothing is there.
pub fn read(path: &Path) -> Result<InputFiles, Failure> {
    let mut result = InputFiles { inputs: Vec::new(), problems: Vec::new(), unread: 0, is_folder: path.is_dir() };
    if result.is_folder {
        let mut files = Vec::new();
        find_modules(path, &mut files).map_err(|error| cannot_read(path, &error))?;
        files.sort();
        if files.is_empty() {
            return Err(Failure::input(format!(
                "{}: expected a folder with {} files; found none",
                path.display(),
                kinds()
            )));
        }
        for file in files {
            match read_file(&file) {
                Ok(input) => result.inputs.push(input),
                Err(Failure::Input(problems) | Failure::Usage(problems)) => {
                    result.problems.extend(problems);
                    result.unread += 1;
                }
            }
        }
    } else {
        result.inputs.push(read_file(path)?);
    }
    Ok(result)
}

const fn kinds() -> &'static str {
    if cfg!(feature = "llvm") { ".tex, .ll or .bc" } else { ".tex" }
}

fn find_modules(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find_modules(&path, files)?;
        } else if is_texture_ir(&path) || (cfg!(feature = "llvm") && is_llvm(&path)) {
            files.push(path);
        }
    }
    Ok(())
}

fn is_texture_ir(path: &Path) -> bool {
    path.extension() == Some(OsStr::new("tex"))
}

fn is_llvm(path: &Path) -> bool {
    matches!(path.extension().and_then(OsStr::to_str), Some("ll" | "bc"))
}

fn cannot_read(path: &Path, error: &std::io::Error) -> Failure {
    Failure::input(format!("{}: {error}", path.display()))
}

/// What some editors begin every text with.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The bytes of a file, or of standard input for `-`, and what messages call it.
///
/// # Errors
///
/// It cannot be read.
pub fn bytes(path: &Path) -> Result<(String, Vec<u8>), Failure> {
    let is_standard_input = path == Path::new("-");
    let bytes = if is_standard_input {
        let mut bytes = Vec::new();
        stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    let name = if is_standard_input { "<stdin>".to_owned() } else { path.display().to_string() };
    bytes.map(|bytes| (name, bytes)).map_err(|error| cannot_read(path, &error))
}

/// Makes text of a file's bytes.
///
/// # Errors
///
/// They are no UTF-8.
pub fn text(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    let mut text = String::from_utf8(bytes).map_err(|error| {
        Failure::input(format!("{name}: byte {} is not UTF-8; expected text", error.utf8_error().valid_up_to()))
    })?;
    if text.starts_with(BYTE_ORDER_MARK) {
        text.drain(..BYTE_ORDER_MARK.len_utf8());
    }
    Ok(text)
}

fn read_file(path: &Path) -> Result<Input, Failure> {
    let is_standard_input = path == Path::new("-");
    let (name, bytes) = bytes(path)?;
    let stem = path.file_stem().map_or_else(|| "kernel".to_owned(), |stem| stem.to_string_lossy().into_owned());
    let stem = if is_standard_input { "stdin".to_owned() } else { stem };
    if is_llvm(path) || (is_standard_input && looks_like_llvm(&bytes)) {
        return read_llvm(name, stem, &bytes);
    }
    let text = text(&name, bytes)?;
    read_texture_ir(name, stem, text)
}

fn read_texture_ir(name: String, stem: String, text: String) -> Result<Input, Failure> {
    let parsed = parse(&text);
    let text: SourceText = Arc::new(NamedSource::new(&name, Arc::from(text)));
    let module = parsed
        .map_err(|errors| Failure::Input(errors.iter().map(|error| Problem::of_syntax(&text, error)).collect()))?;
    let widths = vec![None; module.kernels.len()];
    verified(Input { name, stem, text: Some(text), module, widths, refused: Vec::new() })
}

fn verified(input: Input) -> Result<Input, Failure> {
    let errors = verify(&input.module);
    if errors.is_empty() {
        return Ok(input);
    }
    let problem = |error: &VerifyError| {
        let kernel = error.kernel.map(|id| &input.module.kernels[id].name);
        match kernel {
            Some(kernel) if error.inst.is_none() => {
                input.problem(format!("kernel `{kernel}`: {}", error.message), error.location)
            }
            _ => input.problem(&error.message, error.location),
        }
    };
    Err(Failure::Input(errors.iter().map(problem).collect()))
}

/// What bitcode begins with.
const BITCODE: &[u8] = b"BC\xc0\xde";

/// Bitcode, or text that begins a line as only LLVM IR does.
fn looks_like_llvm(bytes: &[u8]) -> bool {
    let starts = [&b"; ModuleID"[..], b"define ", b"source_filename ", b"target triple", b"target datalayout"];
    bytes.starts_with(BITCODE)
        || bytes.split(|byte| *byte == b'\n').any(|line| starts.iter().any(|start| line.starts_with(start)))
}

#[cfg(feature = "llvm")]
fn read_llvm(name: String, stem: String, bytes: &[u8]) -> Result<Input, Failure> {
    use texvisa_llvm::{Diagnostic, ImportError, import_bytes};

    let text = crate::llvm_input::text(&name, bytes, !bytes.starts_with(BITCODE))?;
    let (import, refused) = match import_bytes(&name, &text) {
        Ok(import) => (import, Vec::new()),
        // One kernel does not keep the others from being compiled.
        Err(ImportError::Unsupported(unsupported)) => {
            let problem =
                |diagnostic: &Diagnostic| (diagnostic.kernel.clone(), Problem::new(format!("{name}: {diagnostic}")));
            let refused = unsupported.diagnostics.iter().map(problem).collect();
            (unsupported.rest, refused)
        }
        Err(error) => return Err(Failure::input(error)),
    };
    for diagnostic in &import.remarks {
        crate::diagnostic::remark(&name, Location::UNKNOWN, diagnostic);
    }
    verified(Input { name, stem, text: None, module: import.module, widths: import.widths, refused })
}

#[cfg(not(feature = "llvm"))]
fn read_llvm(name: String, _stem: String, _bytes: &[u8]) -> Result<Input, Failure> {
    let problem = Problem::new(format!("{name}: this texvisa was built without LLVM, which reads .ll and .bc"));
    Err(Failure::Usage(vec![problem.help("build it with `cargo build --features llvm`")]))
}
