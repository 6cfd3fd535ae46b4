//! Kernels of OpenCL programs through the tool, against Intel's compiler on the same programs: `./x bench kernels [DIR]`.
//!
//! DIR has the programs (`.cl`, with their headers beside them); by default it is `test/corpus`. ocloc compiles each for
//! TGLLP, and hands texvisa's input out on the way. Measured is the time of the processor, user and system, of
//!
//! - ocloc on each program;
//! - the tool on the folder of LLVM IR, in one run: as it is, with `--trusted`, and with the trials of execution that
//!   `texvisa compile` makes by default;
//! - the same on a folder of the same modules as bitcode, which `llvm-as` of LLVM 14 makes;
//! - this process, which calls the libraries: LLVM reading the modules, as text and as bitcode, the import without that,
//!   and what follows it up to the text. The register check and the symbolic check are in it. What a compiler pays that
//!   has the module in memory is the last two.
//!
//! Of the tool the least of several runs counts. In process it is their mean: Linux advances the clock of a thread in
//! steps of milliseconds, so that the least of short times is nothing.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::visa::Inst;
use texvisa::{LoweringOptions, check, compile_verified};
use texvisa_allocator::MiMalloc;
use texvisa_llvm::ImportError;
use texvisa_test::process::find_in_path;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

type Failed = Box<dyn std::error::Error>;

const TARGET: Target = Target::Tgllp;
const SIMD: SimdWidth = SimdWidth::Simd16;
/// How often each run is repeated; ocloc, which takes long, runs once.
const RUNS: usize = 10;

fn main() -> Result<(), Failed> {
    texvisa_allocator::keep_memory();
    let given = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let programs = given.map_or_else(|| root.join("test/corpus"), PathBuf::from);
    let Some(ocloc) = find_in_path("ocloc") else {
        println!("left out: ocloc (Debian package intel-opencl-icd) is not installed, which makes the LLVM IR");
        return Ok(());
    };
    let mut files = Vec::new();
    find(&programs, &mut files)?;
    files.sort();
    let folder = tempfile::tempdir()?;
    // The benchmark of memory reads them there.
    let modules = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kernels");
    if modules.exists() {
        std::fs::remove_dir_all(&modules)?;
    }
    std::fs::create_dir_all(&modules)?;
    let mut theirs = 0.0;
    let mut refused = 0;
    for (number, file) in files.iter().enumerate() {
        match intel(&ocloc, file, folder.path()) {
            Ok((seconds, module)) => {
                theirs += seconds;
                std::fs::write(modules.join(format!("m{number:04}.ll")), module)?;
            }
            Err(error) => {
                refused += 1;
                eprintln!("{}: {error}", file.display());
            }
        }
    }
    let bitcode = folder.path().join("bitcode");
    let has_bitcode = assemble(&modules, &bitcode)?;
    let ours = Measured::of(&modules)?;
    let Measured { kernels, unread, instructions, .. } = ours;
    println!(
        "{} programs for {TARGET}, {refused} of which ocloc refuses; {kernels} kernels at {SIMD}, {unread} refused; \
         {instructions} instructions of vISA\n",
        files.len()
    );
    println!("| what | seconds | of ocloc's |\n| --- | --- | --- |");
    let row = |what: &str, seconds: f64| println!("| {what} | {seconds:.3} | {:.2}% |", 100.0 * seconds / theirs);
    row("ocloc, program by program", theirs);
    let out = folder.path().join("out");
    for (what, more) in [
        ("tool on the folder", &["--no-check"][..]),
        ("tool on the folder, `--trusted`", &["--no-check", "--trusted"]),
        ("tool on the folder, with execution", &[]),
    ] {
        row(what, least(|| tool(&modules, &out, more))?);
    }
    if has_bitcode {
        row("tool on the folder of bitcode", least(|| tool(&bitcode, &out, &["--no-check"]))?);
        row(
            "tool on the folder of bitcode, `--trusted`",
            least(|| tool(&bitcode, &out, &["--no-check", "--trusted"]))?,
        );
    }
    row("in process: LLVM reads and verifies text", ours.read);
    let compact = if has_bitcode { Some(Measured::of(&bitcode)?) } else { None };
    if let Some(compact) = &compact {
        row("in process: LLVM reads and verifies bitcode", compact.read);
    }
    let own = ours.import - ours.read + ours.compile;
    row("in process: import, without that", ours.import - ours.read);
    row("in process: compile, check, print", ours.compile);
    row("in process, of a module in memory", own);
    if let Some(compact) = &compact {
        row("in process, of bitcode", compact.read + own);
    }
    row("in process, of text", ours.read + own);
    Ok(())
}

/// Makes bitcode of each module, and says whether there is a program that does.
fn assemble(modules: &Path, to: &Path) -> Result<bool, Failed> {
    let Some(assembler) = find_in_path("llvm-as-14") else {
        println!("left out: bitcode, as llvm-as-14 (Debian package llvm-14) is not installed");
        return Ok(false);
    };
    std::fs::create_dir(to)?;
    for file in std::fs::read_dir(modules)? {
        let file = file?.path();
        let bitcode = to.join(file.with_extension("bc").file_name().ok_or("a module has a name")?);
        let status = Command::new(&assembler).arg(&file).arg("-o").arg(&bitcode).status()?;
        if !status.success() {
            return Err(format!("{}: llvm-as-14 does not read it", file.display()).into());
        }
    }
    Ok(true)
}

/// The least of several measurements.
fn least(mut run: impl FnMut() -> Result<f64, Failed>) -> Result<f64, Failed> {
    (0..RUNS).try_fold(f64::INFINITY, |least, _| Ok(run()?.min(least)))
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "cl") {
            files.push(path);
        }
    }
    Ok(())
}

/// Seconds of the processor that a command takes, by the shell's own clock, and whether it succeeds.
fn seconds(folder: &Path, variables: &[(&str, &str)], words: &[&str]) -> Result<(f64, bool), Failed> {
    let mut command = Command::new("bash");
    command.args(["-c", "TIMEFORMAT='%U %S'; time \"$@\" >/dev/null 2>/dev/null", "time"]).args(words);
    let output = command.envs(variables.iter().copied()).current_dir(folder).stdout(Stdio::null()).output()?;
    let report = String::from_utf8_lossy(&output.stderr);
    let line = report.lines().last().ok_or("the shell measures nothing")?;
    let seconds = line.split_whitespace().map(str::parse::<f64>).sum::<Result<f64, _>>()?;
    Ok((seconds, output.status.success()))
}

/// What ocloc takes for a program, and what it hands to its code emission.
fn intel(ocloc: &Path, file: &Path, folder: &Path) -> Result<(f64, Vec<u8>), Failed> {
    let file = file.canonicalize()?;
    let headers = file.parent().unwrap_or(Path::new(".")).display();
    let options = format!("-cl-fast-relaxed-math -I{headers}");
    let (ocloc, file) = (ocloc.display().to_string(), file.display().to_string());
    let words = [&ocloc, "compile", "-file", &file, "-device", "tgllp", "-options", &options];
    let (time, is_good) = seconds(folder, &[], &words)?;
    if !is_good {
        return Err("ocloc does not compile it".into());
    }
    // Again, as the dumps take time.
    let dumps = folder.join("dumps");
    if dumps.exists() {
        std::fs::remove_dir_all(&dumps)?;
    }
    std::fs::create_dir(&dumps)?;
    let place = dumps.display().to_string();
    seconds(folder, &[("IGC_ShaderDumpEnable", "1"), ("IGC_DumpToCustomDir", &place)], &words)?;
    let mut found = std::fs::read_dir(&dumps)?.flatten().map(|entry| entry.path());
    let dump = found.find(|path| path.to_string_lossy().ends_with("_codegen.ll"));
    Ok((time, std::fs::read(dump.ok_or("ocloc has dumped no input of code emission")?)?))
}

/// What the tool takes for the folder. A kernel that it refuses is no error here.
fn tool(modules: &Path, out: &Path, more: &[&str]) -> Result<f64, Failed> {
    let place = out.display().to_string();
    let (modules, lanes) = (modules.display().to_string(), SIMD.lanes().to_string());
    let target = TARGET.to_string();
    let common =
        [env!("CARGO_BIN_EXE_texvisa"), "compile", &modules, "--target", &target, "--simd", &lanes, "-o", &place];
    Ok(seconds(Path::new("."), &[], &[&common, more].concat())?.0)
}

/// What this process takes for the modules.
struct Measured {
    kernels: usize,
    unread: usize,
    instructions: usize,
    read: f64,
    import: f64,
    compile: f64,
}

impl Measured {
    fn of(modules: &Path) -> Result<Measured, Failed> {
        let mut files: Vec<PathBuf> = std::fs::read_dir(modules)?.flatten().map(|entry| entry.path()).collect();
        files.sort();
        let mut all = Measured { kernels: 0, unread: 0, instructions: 0, read: 0.0, import: 0.0, compile: 0.0 };
        for file in files {
            let bytes = std::fs::read(&file)?;
            for _ in 0..RUNS {
                let run = Measured::once(&bytes)?;
                all.kernels += run.kernels;
                all.unread += run.unread;
                all.instructions += run.instructions;
                all.read += run.read / RUNS as f64;
                all.import += run.import / RUNS as f64;
                all.compile += run.compile / RUNS as f64;
            }
        }
        // Every run counts the same.
        all.kernels /= RUNS;
        all.unread /= RUNS;
        all.instructions /= RUNS;
        Ok(all)
    }

    fn once(bytes: &[u8]) -> Result<Measured, Failed> {
        let start = cpu()?;
        texvisa_llvm::read_only("module", bytes)?;
        let read = cpu()? - start;
        let start = cpu()?;
        let (import, refused) = match texvisa_llvm::import_bytes("module", bytes) {
            Ok(import) => (import, 0),
            Err(ImportError::Unsupported(unsupported)) => {
                let mut names: Vec<&String> =
                    unsupported.diagnostics.iter().map(|diagnostic| &diagnostic.kernel).collect();
                names.sort();
                names.dedup();
                (unsupported.rest.clone(), names.len())
            }
            Err(error) => return Err(error.into()),
        };
        let imported = cpu()? - start;
        let mut measured =
            Measured { kernels: refused, unread: refused, instructions: 0, read, import: imported, compile: 0.0 };
        let start = cpu()?;
        for id in import.module.kernels.keys() {
            measured.kernels += 1;
            match compile_verified(&import.module, id, TARGET, SIMD, &LoweringOptions::default()) {
                Ok(compiled) => {
                    check::check_symbolically(&import.module, &compiled)?;
                    std::hint::black_box(compiled.visaasm());
                    let insts = &compiled.lowered.kernel.insts;
                    measured.instructions += insts.iter().filter(|inst| !matches!(inst, Inst::Label(_))).count();
                }
                Err(_) => measured.unread += 1,
            }
        }
        measured.compile = cpu()? - start;
        Ok(measured)
    }
}

/// Seconds that this thread was on a processor: the first field of Linux's `schedstat`, in nanoseconds.
fn cpu() -> Result<f64, Failed> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds: f64 = text.split_whitespace().next().ok_or("schedstat is empty")?.parse()?;
    Ok(nanoseconds / 1e9)
}
