//! What Intel's OpenCL compiler, ocloc, hands to its code emission, the vISA that it emits, and the program.
//!
//! IGC dumps both where it is asked to (`IGC_ShaderDumpEnable`). For a kernel that spills it tries again from other IR; the
//! files of these tries have a number before the width (`_1_simd16_entry_0002`), and their IR has it, too (`_codegen_1.ll`).
//! texvisa is given the IR of the first. Which try of a kernel the program has, its machine code says.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use texvisa::ir::target::{SimdWidth, Target};
use texvisa_test::ocloc::{self, Invocation};

use crate::project::{files, kept, stem};

/// What IGC calls the input of its code emission.
const INPUT: &str = "_codegen.ll";
/// The same of a later try, before its number.
const LATER_INPUT: &str = "_codegen_";
/// Which files are kept. Dumps of another version are made anew.
const KEPT: u32 = 2;
/// The program, which says in `.ze_info` where kernels find their arguments.
const PROGRAM: &str = "program.bin";
/// Where the reason is kept for which ocloc does not compile a program.
const REFUSED: &str = "refused";

/// The dump of one program for one platform.
pub struct Dump {
    /// The LLVM IR that is handed to code emission.
    pub input: PathBuf,
    /// The vISA of the kernels: of each the widths of its first try, and what the program has of a later one.
    pub kernels: Vec<IntelKernel>,
    /// The program.
    pub program: PathBuf,
}

/// What Intel's compiler makes of a kernel.
pub struct IntelKernel {
    pub name: String,
    pub simd: SimdWidth,
    pub visaasm: PathBuf,
    /// Whether the program has the machine code that was made of it.
    pub is_in_program: bool,
    /// The LLVM IR that a later try was made of; the first is made of [`Dump::input`].
    pub later_input: Option<PathBuf>,
}

/// Why there is no dump of a program.
pub enum Failure {
    /// ocloc does not compile it.
    Refused(String),
    /// ocloc could not be run, or left no dump.
    Broken(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Broken(error.to_string())
    }
}

/// The dump of a program for a platform, made by ocloc unless an earlier run has. Of several files the first counts that
/// ocloc compiles.
///
/// # Errors
///
/// See [`Failure`].
pub fn dump(program: &Path, name: &str, sources: &[PathBuf], options: &str, target: Target) -> Result<Dump, Failure> {
    let mut hasher = DefaultHasher::new();
    (ocloc::ZEBIN, KEPT).hash(&mut hasher);
    options.hash(&mut hasher);
    for source in sources {
        std::fs::read(source)?.hash(&mut hasher);
        for header in headers(source.parent().unwrap_or(source)) {
            std::fs::read(header)?.hash(&mut hasher);
        }
    }
    let folder = kept().join(format!("dumps/{name}.{target}.{:016x}", hasher.finish()));
    if !folder.is_dir() {
        make(program, sources, options, target, &folder)?;
    }
    match std::fs::read_to_string(folder.join(REFUSED)) {
        Ok(reason) => Err(Failure::Refused(reason)),
        Err(_) => read(&folder),
    }
}

/// The headers in a folder, in the order of their names.
fn headers(folder: &Path) -> Vec<PathBuf> {
    let paths = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "h" || ending == "inc")).collect();
    found.sort();
    found
}

/// Runs ocloc and keeps of its dumps what is needed. The folder is there with all of it, or not at all.
fn make(program: &Path, sources: &[PathBuf], options: &str, target: Target, folder: &Path) -> Result<(), Failure> {
    let above = folder.parent().unwrap_or(folder);
    std::fs::create_dir_all(above)?;
    let work = tempfile::tempdir_in(above)?;
    let made = work.path().join("made");
    std::fs::create_dir(&made)?;
    let mut refused = None;
    for (index, source) in sources.iter().enumerate() {
        let run = work.path().join(index.to_string());
        std::fs::create_dir(&run)?;
        let further = ["-options", options];
        let invocation = Invocation { ocloc: program, file: source, target, internal: ocloc::ZEBIN, further: &further };
        match invocation.run_in(&run) {
            Ok(program) => {
                std::fs::rename(program, made.join(PROGRAM))?;
                let kept = files(&run.join(ocloc::DUMPS), &["dat", "ll", "visaasm"]);
                for path in kept.into_iter().filter(|path| is_kept(path)) {
                    std::fs::rename(&path, made.join(path.file_name().unwrap_or_default()))?;
                }
                refused = None;
                break;
            }
            Err(reason) => refused = refused.or(Some(reason)),
        }
    }
    if let Some(reason) = refused {
        std::fs::write(made.join(REFUSED), reason)?;
    }
    match std::fs::rename(&made, folder) {
        // Another process was faster.
        Err(_) if folder.is_dir() => Ok(()),
        result => Ok(result?),
    }
}

/// Whether a file is the input of code emission, or vISA or machine code.
fn is_kept(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    !name.ends_with(".ll") || name.ends_with(INPUT) || name.contains(LATER_INPUT)
}

/// The number of the try that a file of vISA is of: `OCL_asm45be9545de662601_1_simd32_entry_0001`, or 0 for the first.
fn attempt(name: &str) -> u32 {
    let before = name.split_once("_simd").map_or("", |(before, _)| before);
    before.rsplit_once('_').and_then(|(_, last)| last.parse().ok()).unwrap_or(0)
}

fn read(folder: &Path) -> Result<Dump, Failure> {
    let mut kernels = Vec::new();
    let program = folder.join(PROGRAM);
    let whole = std::fs::read(&program)?;
    let inputs = files(folder, &["ll"]);
    let ending = |ending: &str| inputs.iter().find(|path| path.to_string_lossy().ends_with(ending)).cloned();
    for visaasm in files(folder, &["visaasm"]) {
        let broken = || Failure::Broken(format!("{}: no vISA of a kernel", visaasm.display()));
        let file = stem(&visaasm);
        let lanes = file.split_once("_simd").and_then(|(_, rest)| rest.split('_').next()?.parse().ok());
        let simd = lanes.and_then(SimdWidth::from_lanes).ok_or_else(broken)?;
        let text = std::fs::read_to_string(&visaasm)?;
        let name =
            text.lines().find_map(|line| line.strip_prefix(".kernel \"")?.split('"').next()).ok_or_else(broken)?;
        if name == ocloc::NO_KERNEL {
            continue;
        }
        let code = std::fs::read(visaasm.with_extension("dat")).unwrap_or_default();
        let section = ocloc::section(&whole, &format!(".text.{name}")).map_err(Failure::Broken)?;
        let is_in_program = !code.is_empty() && section.starts_with(&code);
        let attempt = attempt(&file);
        if attempt > 0 && !is_in_program {
            continue;
        }
        let later_input = match attempt {
            0 => None,
            _ => Some(ending(&format!("{LATER_INPUT}{attempt}.ll")).ok_or_else(|| {
                Failure::Broken(format!("{}: ocloc has dumped no LLVM IR of this try", visaasm.display()))
            })?),
        };
        kernels.push(IntelKernel { name: name.to_owned(), simd, visaasm, is_in_program, later_input });
    }
    let input = ending(INPUT);
    let input = input.ok_or_else(|| Failure::Broken("ocloc has dumped no input of code emission".to_owned()))?;
    Ok(Dump { input, kernels, program })
}
