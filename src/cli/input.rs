//! Reads modules: texture IR, LLVM IR where the tool was built with LLVM, WGSL and SPIR-V where it was with naga, from a
//! file or standard input.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{Error, ErrorKind, Read, stdin};
use std::path::{Path, PathBuf};
use std::sync::Arc;
#[cfg(feature = "llvm-any")]
use std::sync::atomic::{AtomicUsize, Ordering};

use miette::NamedSource;
use texvisa::emulator::unit::MAX_SURFACE_BYTES;
use texvisa::ir::source::Location;
use texvisa::ir::target::SimdWidth;
use texvisa::ir::texture::{Module, VerifyError, parse, verify};

use crate::data::DiagnosticRule;
use crate::diagnostic::{Failure, Problem, SourceText};
use crate::transcript::Transcript;

/// A module that was read.
#[derive(Debug)]
pub struct Input {
    /// The file, as the user named it.
    pub name: String,
    /// The text that locations are in, where it is texture IR.
    pub text: Option<SourceText>,
    /// The module.
    pub module: Module,
    /// For each kernel the width that it asks for on its own.
    pub widths: Vec<Option<SimdWidth>>,
    /// The bytes of the program's constants, which a kernel is passed the address of.
    pub constants: Vec<u8>,
    /// What is wrong with kernels that the module lacks for it, kernel by kernel.
    pub refused: Vec<Refusal>,
}

/// Why a module lacks a kernel.
#[derive(Debug)]
pub struct Refusal {
    /// The kernel.
    pub kernel: String,
    /// Whether texvisa is at fault.
    pub is_defect: bool,
    /// What is wrong.
    pub problem: Problem,
}

impl Input {
    /// The lines of its text, where it is text.
    pub fn lines(&self) -> Vec<&str> {
        self.text.as_ref().map_or_else(Vec::new, |text| text.inner().lines().collect())
    }

    /// A problem at a location in this input.
    pub fn problem(&self, message: impl ToString, location: Location) -> Problem {
        match &self.text {
            Some(text) => Problem::new(message).at_location(text, location),
            None => Problem::new(message).in_file(&self.name),
        }
    }
}

/// A file that was read, and not understood yet.
#[derive(Debug)]
pub struct Source {
    /// The file, as the user named it.
    pub name: String,
    /// The file's name without folder and ending.
    pub stem: String,
    /// What is in it.
    pub bytes: Vec<u8>,
    /// What language that is.
    pub language: Language,
}

/// The language of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Texture IR.
    TextureIr,
    /// LLVM IR, as text or bitcode.
    Llvm,
    /// Shaders in WGSL.
    Wgsl,
    /// Shaders in SPIR-V.
    SpirV,
}

impl Language {
    /// The language of a file by its ending.
    fn of_ending(path: &Path) -> Option<Language> {
        Some(match path.extension().and_then(OsStr::to_str)? {
            "tex" => Language::TextureIr,
            "ll" | "bc" => Language::Llvm,
            "wgsl" => Language::Wgsl,
            "spv" => Language::SpirV,
            _ => return None,
        })
    }

    /// The language of what is in a file, as far as that can be seen.
    fn of_bytes(bytes: &[u8]) -> Option<Language> {
        if looks_like_llvm(bytes) {
            Some(Language::Llvm)
        } else if bytes.starts_with(SPIRV) {
            Some(Language::SpirV)
        } else if bytes.split(|byte| *byte == b'\n').any(|line| line.trim_ascii_start().starts_with(b"@compute")) {
            Some(Language::Wgsl)
        } else if looks_like_texture_ir(bytes) {
            Some(Language::TextureIr)
        } else {
            None
        }
    }

    /// What it is, and the endings of files in it.
    const fn described(self) -> (&'static str, &'static str) {
        match self {
            Language::TextureIr => ("texture IR", ".tex"),
            Language::Llvm => ("LLVM IR", ".ll or .bc"),
            Language::Wgsl => ("WGSL", ".wgsl"),
            Language::SpirV => ("SPIR-V", ".spv"),
        }
    }

    /// Whether this tool was built to read it.
    const fn is_read(self) -> bool {
        match self {
            Language::TextureIr => true,
            Language::Llvm => cfg!(feature = "llvm-any"),
            Language::Wgsl | Language::SpirV => cfg!(feature = "naga"),
        }
    }
}

/// The files of modules in a folder and below, in the order of their names.
///
/// # Errors
///
/// The folder cannot be read, or there are none.
pub fn find(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    find_modules(folder, &mut files).map_err(|error| cannot_read(folder, &error))?;
    files.sort();
    if files.is_empty() {
        let message = format!("expected a folder with {} files; found none", kinds());
        return Err(Failure::in_file(folder.display(), message));
    }
    Ok(files)
}

const fn kinds() -> &'static str {
    match (cfg!(feature = "llvm-any"), cfg!(feature = "naga")) {
        (true, true) => ".tex, .ll, .bc, .wgsl or .spv",
        (true, false) => ".tex, .ll or .bc",
        (false, true) => ".tex, .wgsl or .spv",
        (false, false) => ".tex",
    }
}

fn find_modules(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find_modules(&path, files)?;
        } else if Language::of_ending(&path).is_some_and(Language::is_read) {
            files.push(path);
        }
    }
    Ok(())
}

fn cannot_read(path: &Path, error: &Error) -> Failure {
    Failure::in_file(path.display(), error)
}

/// What some editors begin every text with.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The most bytes of a program or document. What is read of one takes many times as much memory, so that a file without
/// an end must not be read to it; real ones have up to 2 MB.
pub const MAX_INPUT_BYTES: u64 = 32 << 20;

/// The most bytes of a file of texels: those of the largest surface, and what describes them.
pub const MAX_TEXEL_FILE_BYTES: u64 = MAX_SURFACE_BYTES + (1 << 20);

/// All bytes that are left to read, of which about `expected` are known to be there.
///
/// # Errors
///
/// They cannot be read, or are more than `limit`.
pub fn read_to_end(from: impl Read, expected: u64, limit: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(expected.min(limit) as usize + 1);
    from.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let what = format!("more than {limit} bytes, the most that are read; split it");
        return Err(Error::new(ErrorKind::FileTooLarge, what));
    }
    Ok(bytes)
}

/// The bytes of a file.
///
/// # Errors
///
/// It cannot be read, or has more than `limit` bytes.
pub fn file_bytes(path: &Path, limit: u64) -> std::io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let expected = file.metadata()?.len();
    read_to_end(file, expected, limit)
}

/// The bytes of a file, or of standard input for `-`, and what messages call it.
///
/// # Errors
///
/// It cannot be read, or has more than [`MAX_INPUT_BYTES`].
pub fn bytes(path: &Path) -> Result<(String, Vec<u8>), Failure> {
    let is_standard_input = path == Path::new("-");
    let bytes =
        if is_standard_input { read_to_end(stdin(), 0, MAX_INPUT_BYTES) } else { file_bytes(path, MAX_INPUT_BYTES) };
    let name = if is_standard_input { "<stdin>".to_owned() } else { path.display().to_string() };
    bytes.map_err(|error| Failure::in_file(&name, error)).map(|bytes| (name, bytes))
}

/// Makes text of a file's bytes.
///
/// # Errors
///
/// They are no UTF-8.
pub fn text(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        Failure::in_file(name, format!("byte {valid} is not UTF-8; expected text"))
    })?;
    if text.starts_with(BYTE_ORDER_MARK) {
        text.drain(..BYTE_ORDER_MARK.len_utf8());
    }
    Ok(text)
}

/// Reads a file, or standard input for `-`.
///
/// # Errors
///
/// It cannot be read.
pub fn read(path: &Path) -> Result<Source, Failure> {
    let is_standard_input = path == Path::new("-");
    let (name, bytes) = bytes(path)?;
    let stem = path.file_stem().map_or_else(|| "kernel".to_owned(), |stem| stem.to_string_lossy().into_owned());
    let stem = if is_standard_input { "stdin".to_owned() } else { stem };
    let language = language(path, &name, &bytes, is_standard_input)?;
    Ok(Source { name, stem, bytes, language })
}

/// The language of a file: that of its ending, where what is in it is not another; without a known ending what is in it
/// decides.
fn language(path: &Path, name: &str, bytes: &[u8], is_standard_input: bool) -> Result<Language, Failure> {
    if let Some(kind) = FileKind::of_bytes(bytes) {
        let problem = Problem::new(format!("{name}: {}, not a program; expected {}", kind.is, kinds()));
        return Err(Failure::Input(vec![match kind.help {
            Some(help) => problem.help(help),
            None => problem,
        }]));
    }
    let seen = Language::of_bytes(bytes);
    match (Language::of_ending(path), seen) {
        // Texture IR and WGSL may have anything in their comments.
        (Some(ending), Some(seen @ (Language::Llvm | Language::SpirV))) if ending != seen => {
            let ((is, ending), (_, expected)) = (seen.described(), ending.described());
            let problem = Problem::new(format!("{name}: {is}, in a file that ends in {expected}"));
            Err(Failure::Input(vec![problem.help(format!("let its name end in {ending}"))]))
        }
        (Some(language), _) | (None, Some(language)) => Ok(language),
        (None, None) if is_standard_input => Ok(Language::TextureIr),
        (None, None) => {
            let problem = Problem::new(format!("{name}: no program that is known; expected {}", kinds()));
            Err(Failure::Input(vec![problem.help("the ending of its name says what language it is in")]))
        }
    }
}

/// A kind of files that are no programs.
struct FileKind {
    /// What they begin with.
    starts: &'static [u8],
    /// What one of them is.
    is: &'static str,
    /// What can be done with one.
    help: Option<&'static str>,
}

impl FileKind {
    const ALL: &[FileKind] = &[
        FileKind {
            starts: b"CISA",
            is: "vISA in its binary form",
            help: Some("`texvisa dis` makes its text; `texvisa check --against` compares it with its source"),
        },
        FileKind { starts: b".version ", is: "vISA as text", help: Some("`texvisa asm` makes its binary form") },
        FileKind {
            starts: b"\x7fELF",
            is: "an ELF file",
            help: Some("`texvisa link --into` takes a program of Intel's compiler"),
        },
        FileKind {
            starts: b"\x89PNG",
            is: "a PNG picture",
            help: Some("`texvisa run --bind NAME=FILE` binds a picture"),
        },
        FileKind {
            starts: b"\x76\x2f\x31\x01",
            is: "an EXR picture",
            help: Some("`texvisa run --bind NAME=FILE` binds a picture"),
        },
        FileKind { starts: b"DDS ", is: "a DDS texture", help: Some("`texvisa run --bind NAME=FILE` binds a texture") },
        FileKind {
            starts: b"\xabKTX 20\xbb",
            is: "a KTX2 texture",
            help: Some("`texvisa run --bind NAME=FILE` binds a texture"),
        },
        FileKind { starts: b"\x1f\x8b", is: "compressed with gzip", help: Some("decompress it first") },
    ];

    fn of_bytes(bytes: &[u8]) -> Option<&'static FileKind> {
        FileKind::ALL.iter().find(|kind| bytes.starts_with(kind.starts))
    }
}

/// How LLVM IR is imported.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "llvm-any"), expect(dead_code))]
pub struct Reading {
    /// That of the importer's options.
    pub undefined_outside: bool,
    /// Whether LLVM is not asked if it is valid.
    pub is_trusted: bool,
}

/// The module of a file. LLVM, which can crash on what is damaged, reads LLVM IR in this process.
///
/// # Errors
///
/// What is wrong with all of it.
pub fn import(source: Source, reading: Reading, transcript: &mut Transcript) -> Result<Input, Failure> {
    let Source { name, bytes, language, .. } = source;
    match language {
        Language::Llvm => return import_llvm(name, &bytes, reading, transcript),
        Language::Wgsl | Language::SpirV => return import_shader(name, bytes, language),
        Language::TextureIr => {}
    }
    let text = text(&name, bytes)?;
    let parsed = parse(&text);
    let text: SourceText = Arc::new(NamedSource::new(&name, Arc::from(text)));
    let module = parsed
        .map_err(|errors| Failure::Input(errors.iter().map(|error| Problem::of_syntax(&text, error)).collect()))?;
    let widths = vec![None; module.kernels.len()];
    verified(Input { name, text: Some(text), module, widths, constants: Vec::new(), refused: Vec::new() })
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
        .of(DiagnosticRule::Invalid)
    };
    Err(Failure::Input(errors.iter().map(problem).collect()))
}

/// What bitcode begins with.
pub const BITCODE: &[u8] = b"BC\xc0\xde";

/// What SPIR-V begins with (SPIR-V, section 2.3).
const SPIRV: &[u8] = b"\x03\x02\x23\x07";

/// Bitcode, or text that begins a line as only LLVM IR does.
fn looks_like_llvm(bytes: &[u8]) -> bool {
    let starts = [&b"; ModuleID"[..], b"define ", b"source_filename ", b"target triple", b"target datalayout"];
    bytes.starts_with(BITCODE)
        || bytes.split(|byte| *byte == b'\n').any(|line| starts.iter().any(|start| line.starts_with(start)))
}

/// Text whose first word that is no comment begins a declaration or a kernel.
fn looks_like_texture_ir(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.into_iter().find(|line| !line.is_empty() && !line.starts_with(b";"));
    let words = [&b"target "[..], b"surface ", b"sampler ", b"constant \"", b"variable \"", b"kernel @"];
    first.is_some_and(|line| words.iter().any(|word| line.starts_with(word)))
}

/// What an instruction of LLVM IR is an example of: the function that it calls, or its opcode.
#[cfg(feature = "llvm-any")]
fn construct(instruction: &str) -> &str {
    let operation = match instruction.trim_start().split_once(" = ") {
        Some((result, operation)) if result.starts_with('%') => operation,
        _ => instruction.trim_start(),
    };
    let called = operation.split_once("call ").and_then(|(_, call)| call.split_once('@')).map(|(_, name)| name);
    let called = called.and_then(|name| name.split_once('(')).map(|(name, _)| name);
    called.or_else(|| operation.split_whitespace().next()).unwrap_or(operation)
}

/// How many bytes of LLVM's modules were read.
#[cfg(feature = "llvm-any")]
static READ: AtomicUsize = AtomicUsize::new(0);

/// The bytes of modules whose memory in LLVM is not freed before the tool ends. It is some ten times as much, and so it
/// is freed where there are more.
#[cfg(feature = "llvm-any")]
const MOST_KEPT: usize = 8 << 20;

#[cfg(feature = "llvm-any")]
fn import_llvm(name: String, bytes: &[u8], reading: Reading, transcript: &mut Transcript) -> Result<Input, Failure> {
    use texvisa_llvm::{Diagnostic, Import, ImportError, ImportOptions, import_bytes_with};

    use crate::diagnostic::{first_of, first_of_each, without_names};

    let keeps_module = READ.fetch_add(bytes.len(), Ordering::Relaxed) + bytes.len() <= MOST_KEPT;
    let Reading { undefined_outside, is_trusted: is_verified } = reading;
    let options = ImportOptions { undefined_outside, keeps_module, is_verified, ..ImportOptions::default() };
    let (import, refused) = match import_bytes_with(&name, bytes, options) {
        Ok(import) => (import, Vec::new()),
        // One kernel does not keep the others from being compiled.
        Err(ImportError::Unsupported(unsupported)) => {
            let construct = |diagnostic: &Diagnostic| {
                let instruction = diagnostic.instruction.as_deref().map(construct);
                (diagnostic.kernel.clone(), without_names(&diagnostic.message), instruction.map(str::to_owned))
            };
            let refusal = |(diagnostic, count): (Diagnostic, u64)| Refusal {
                problem: Problem::new(format!("{diagnostic}{}", first_of(count)))
                    .of(if diagnostic.is_defect { DiagnosticRule::Defect } else { DiagnosticRule::Unsupported })
                    .in_file(&name),
                kernel: diagnostic.kernel,
                is_defect: diagnostic.is_defect,
            };
            let refused = first_of_each(unsupported.diagnostics, construct).into_iter().map(refusal).collect();
            (unsupported.rest, refused)
        }
        Err(error) => return Err(Failure::input(error)),
    };
    for diagnostic in &import.remarks {
        transcript.remark(DiagnosticRule::Import, &name, Location::UNKNOWN, diagnostic);
    }
    let Import { module, widths, constants, .. } = import;
    // What was imported is verified already.
    Ok(Input { name, text: None, module, widths, constants, refused })
}

#[cfg(not(feature = "llvm-any"))]
fn import_llvm(name: String, _bytes: &[u8], _reading: Reading, _transcript: &mut Transcript) -> Result<Input, Failure> {
    let problem = Problem::new("this texvisa was built without LLVM, which reads .ll and .bc").in_file(name);
    Err(Failure::Usage(vec![problem.help("build it with `cargo build --features llvm`")]))
}

#[cfg(feature = "naga")]
fn import_shader(name: String, bytes: Vec<u8>, language: Language) -> Result<Input, Failure> {
    use texvisa_naga::{ShaderDiagnostic, ShaderImport, import_spirv, import_wgsl};

    let (imported, text) = if language == Language::SpirV {
        (import_spirv(&bytes), None)
    } else {
        let text = text(&name, bytes)?;
        (import_wgsl(&text), Some(crate::diagnostic::source(&name, text)))
    };
    let problem = |diagnostic: &ShaderDiagnostic| {
        let what = match &diagnostic.kernel {
            Some(kernel) => format!("kernel `{kernel}`: {}", diagnostic.message),
            None => diagnostic.message.clone(),
        };
        match &text {
            Some(text) => Problem::new(what).at_location(text, diagnostic.location),
            None => Problem::new(what).in_file(&name),
        }
        .of(DiagnosticRule::Unsupported)
    };
    let ShaderImport { module, refused, .. } =
        imported.map_err(|error| Failure::Input(error.diagnostics.iter().map(problem).collect()))?;
    let refused = refused
        .iter()
        .map(|diagnostic| Refusal {
            kernel: diagnostic.kernel.clone().unwrap_or_default(),
            is_defect: false,
            problem: problem(diagnostic),
        })
        .collect();
    let widths = vec![None; module.kernels.len()];
    // What was imported is verified already.
    Ok(Input { name, text, module, widths, constants: Vec::new(), refused })
}

#[cfg(not(feature = "naga"))]
fn import_shader(name: String, _bytes: Vec<u8>, _language: Language) -> Result<Input, Failure> {
    let problem = Problem::new("this texvisa was built without naga, which reads .wgsl and .spv").in_file(name);
    Err(Failure::Usage(vec![problem.help("build it with `cargo build --features naga`")]))
}
