//! Fuzz targets that run on stable Rust: every reader of what comes from outside, given inputs that are nearly right.
//!
//! Each target has a body, which takes any bytes and says what is wrong, and a folder of inputs in `fuzz/corpus`; that of
//! WGSL begins with the shaders of `test/wgsl`, too. The inputs are given to the body as they are, and then mutated: as often as the table of targets says, so that a run can be
//! repeated, and then as long as `TEXVISA_FUZZ_SECONDS` says:
//!
//! ```sh
//! TEXVISA_FUZZ_SECONDS=600 TEXVISA_FUZZ_SEED=7 cargo test --test fuzz -- dds
//! ```
//!
//! An input on which a body fails or panics is written to `fuzz/found`. With its cause mended, it moves into the corpus.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use libtest_mimic::Failed;
use texvisa::ir::target::Target;
use texvisa::ir::texture::{format as format_text, parse, verify};
use texvisa::link::{MachineCode, ThreadNeeds, Zebin};
use texvisa_test::harness;
use texvisa_test::process::Run;
use texvisa_test::texture_unit::any_document;
use texvisa_test::visa::{any_binary, any_text, mutate};

/// How long the tool may take for a file.
const LIMIT: Duration = Duration::from_secs(20);

/// What is wrong with what becomes of the bytes, if anything is.
type Body = fn(&[u8]) -> Result<(), String>;

/// The targets, named as their folders, with the least of their inputs: images and reports take a process each.
const TARGETS: &[(&str, u64, Body)] = &[
    ("texture_ir", 20_000, texture_ir),
    ("visa_text", 20_000, |bytes| any_text(bytes, target(bytes))),
    ("visa_binary", 20_000, |bytes| any_binary(bytes, target(bytes))),
    ("cases", 2_000, |bytes| {
        any_document(bytes);
        Ok(())
    }),
    ("report", 40, report),
    ("program", 20_000, program),
    ("dds", 40, |bytes| image(bytes, "dds")),
    ("ktx2", 40, |bytes| image(bytes, "ktx2")),
    #[cfg(feature = "naga")]
    ("wgsl", 4_000, |bytes| shader(texvisa_naga::import_wgsl(&String::from_utf8_lossy(bytes)))),
    #[cfg(feature = "naga")]
    ("spirv", 4_000, |bytes| shader(texvisa_naga::import_spirv(bytes))),
];

fn main() -> ExitCode {
    #[cfg(feature = "naga")]
    {
        // What naga panics with is a diagnostic.
        let default = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if std::thread::current().name() != Some(texvisa_naga::READER_THREAD) {
                default(info);
            }
        }));
    }
    let seconds = harness::size("TEXVISA_FUZZ_SECONDS", 0, 60);
    let seed = harness::size("TEXVISA_FUZZ_SEED", 0, 0);
    let trials = TARGETS
        .iter()
        .map(|(name, least, body)| harness::test(*name, move || fuzz(name, *least, *body, seconds, seed)))
        .collect();
    harness::run("fuzz", trials)
}

fn fuzz(name: &str, least: u64, body: Body, seconds: u64, seed: u64) -> Result<(), Failed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let mut paths: Vec<PathBuf> = Vec::new();
    let shaders = Path::new(env!("CARGO_MANIFEST_DIR")).join("test").join(name).join("shaders");
    for folder in [root.join("corpus").join(name), shaders].into_iter().filter(|folder| folder.is_dir()) {
        for entry in std::fs::read_dir(folder)? {
            paths.push(entry?.path());
        }
    }
    paths.sort();
    let corpus = paths.iter().map(std::fs::read).collect::<Result<Vec<_>, _>>()?;
    for (path, bytes) in paths.iter().zip(&corpus) {
        examine(body, bytes).map_err(|wrong| format!("{}: {wrong}", path.display()))?;
    }
    let mut random = fastrand::Rng::with_seed(seed);
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut inputs = 0;
    while inputs < least || Instant::now() < end {
        let mut bytes = random.choice(&corpus).ok_or("the corpus is empty")?.clone();
        mutate(&mut bytes, &mut random);
        if let Err(wrong) = examine(body, &bytes) {
            let found = root.join("found");
            std::fs::create_dir_all(&found)?;
            let path = found.join(format!("{name}-{seed}-{inputs}"));
            std::fs::write(&path, &bytes)?;
            return Err(format!("{}: {wrong}", path.display()).into());
        }
        inputs += 1;
    }
    harness::count("inputs", inputs);
    Ok(())
}

/// A report of a run is merged by the tool, or refused in words.
fn report(bytes: &[u8]) -> Result<(), String> {
    tool(bytes, "report.jsonl", |file| {
        let output = format!("{file}.merged");
        ["merge", file, "-o", &output].map(str::to_owned).to_vec()
    })
}

/// A program that is read takes its own code again, and more code that needs more; both can be read then.
fn program(bytes: &[u8]) -> Result<(), String> {
    let Ok(program) = Zebin::read(bytes) else { return Ok(()) };
    for kernel in program.kernels() {
        let Ok(code) = program.code(kernel) else { continue };
        let needs = ThreadNeeds { grf_count: 256, barrier_count: 1, scratch_bytes: 65536 };
        let longer = MachineCode { relocations: None, bytes: [code, &[0; 64]].concat(), needs: Some(needs) };
        for code in [MachineCode::of_bytes(code.to_vec()), longer] {
            let Ok(linked) = program.with_code(kernel, &code) else { continue };
            let again = Zebin::read(&linked).map_err(|error| format!("what was linked is not read: {error}"))?;
            if again.code(kernel).ok() != Some(&code.bytes)
                || code.needs.is_some_and(|needs| again.needs(kernel).ok() != Some(needs))
            {
                return Err(format!("kernel {kernel} has other code or other needs"));
            }
        }
    }
    Ok(())
}

/// Calls a body; a panic is an error, too.
fn examine(body: Body, bytes: &[u8]) -> Result<(), String> {
    catch_unwind(AssertUnwindSafe(|| body(bytes))).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!("panicked: {}", message.unwrap_or("without a message")))
    })
}

/// The target that bytes are read for: any, and always the same one.
fn target(bytes: &[u8]) -> Target {
    let sum = bytes.iter().fold(0usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(*byte)));
    Target::ALL[sum % Target::ALL.len()]
}

/// Text is refused with a reason, by the parser or by the verifier, or what it says is printed and read back as the same
/// text, which is valid again. Formatted it is the same program, and stays as it is. Of an invalid module there is not always such a text: it may state a type that its
/// operand does not have. It is printed all the same.
fn texture_ir(bytes: &[u8]) -> Result<(), String> {
    let module = match parse(&String::from_utf8_lossy(bytes)) {
        Err(errors) if errors.is_empty() => return Err("refused without a reason".to_owned()),
        Err(_) => return Ok(()),
        Ok(module) => module,
    };
    let text = module.to_string();
    let formatted =
        format_text(&String::from_utf8_lossy(bytes)).map_err(|errors| format!("not formatted: {errors}"))?;
    if parse(&formatted).map(|module| module.to_string()).as_ref() != Ok(&text) {
        return Err(format!("formatted as another program:\n{formatted}"));
    }
    if format_text(&formatted).as_ref() != Ok(&formatted) {
        return Err(format!("formatted differently the second time:\n{formatted}"));
    }
    if !verify(&module).is_empty() {
        return Ok(());
    }
    let again = parse(&text).map_err(|errors| format!("printed as what is refused, {errors:?}:\n{text}"))?;
    let found = verify(&again);
    if !found.is_empty() {
        return Err(format!("printed as what is invalid, {found:?}:\n{text}"));
    }
    if again.to_string() == text { Ok(()) } else { Err(format!("printed differently the second time:\n{text}")) }
}

/// A shader is refused with a reason, or becomes kernels that are valid. What naga does with it is naga's matter, as long as
/// the process goes on.
#[cfg(feature = "naga")]
fn shader(import: Result<texvisa_naga::ShaderImport, texvisa_naga::ShaderError>) -> Result<(), String> {
    let (module, refused) = match import {
        Ok(import) => (import.module, import.refused),
        Err(error) => (Default::default(), error.diagnostics),
    };
    if let Some(defect) = refused.iter().find(|refused| refused.message.contains("defect of texvisa")) {
        return Err(defect.to_string());
    }
    if module.kernels.is_empty() && refused.is_empty() {
        return Err("refused without a reason".to_owned());
    }
    let found = verify(&module);
    if !found.is_empty() {
        return Err(format!("imported as what is invalid, {found:?}:\n{module}"));
    }
    texture_ir(module.to_string().as_bytes())
}

/// An image in a file is read by the tool, or refused in words.
fn image(bytes: &[u8], ending: &str) -> Result<(), String> {
    tool(bytes, &format!("image.{ending}"), |file| {
        let source = format!("source={file}");
        let arguments = ["run", "examples/blur.tex", "--kernel", "blur_rows", "--grid", "4x4", "--bind", &source];
        let binds =
            ["--bind", "result=4x4", "--bind", "x=@x", "--bind", "y=@y", "--bind", "radius=0", "--bind", "falloff=0"];
        arguments.into_iter().chain(binds).map(str::to_owned).collect()
    })
}

/// The tool with what `arguments` makes of a file of that name with these bytes does not crash.
fn tool(bytes: &[u8], name: &str, arguments: impl Fn(&str) -> Vec<String>) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = folder.path().join(name);
    std::fs::write(&file, bytes).map_err(|error| error.to_string())?;
    let run = Run {
        program: Path::new(env!("CARGO_BIN_EXE_texvisa")),
        folder: Path::new(env!("CARGO_MANIFEST_DIR")),
        input: &[],
        merge_stderr: true,
        limit: LIMIT,
    };
    let finished = run.with(arguments(&file.display().to_string())).map_err(|error| error.to_string())?;
    if finished.status.is_crash() {
        return Err(format!("{}: {}", finished.status, String::from_utf8_lossy(&finished.stdout)));
    }
    Ok(())
}
