//! What ocloc makes of the kernels: the program, and the dumps of each kernel.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use libtest_mimic::{Completion, Failed, Trial};
use object::{Object, ObjectSection};
use texvisa::ir::target::Target;
use texvisa_test::harness;
use texvisa_test::oracle::Oracle;
use texvisa_test::process::{Run, find_in_path};

/// The platforms whose programs ocloc writes in this form.
pub const TARGETS: [Target; 4] = [Target::Skl, Target::Icllp, Target::Tgllp, Target::Dg2];

/// The kernels, and the same with the images of one in another order.
pub const KERNELS: &str = include_str!("kernels.cl");

/// How long ocloc may take.
const LIMIT: Duration = Duration::from_secs(300);

/// What Intel's compiler dumped of one kernel.
#[derive(Clone, Debug, Default)]
pub struct Dump {
    /// The machine code.
    pub code: Vec<u8>,
    /// The vISA.
    pub visa: String,
}

/// A program with its dumps.
#[derive(Clone, Debug)]
pub struct OclocProgram {
    /// The program.
    pub program: Vec<u8>,
    /// By the names of the kernels.
    pub dumps: BTreeMap<String, Dump>,
    /// The LLVM IR that the kernels were made of.
    pub llvm: Vec<Vec<u8>>,
}

impl OclocProgram {
    /// The LLVM IR that has a kernel.
    pub fn llvm_of(&self, kernel: &str) -> Result<&[u8], Failed> {
        let has = |text: &&Vec<u8>| String::from_utf8_lossy(text).contains(&format!("@{kernel}("));
        Ok(self.llvm.iter().find(has).ok_or("there is no LLVM IR")?)
    }
}

/// A test that needs what ocloc makes of [`KERNELS`] for `target`, skipped with the reason where ocloc is missing.
pub fn trial(
    name: &str,
    target: Target,
    test: impl FnOnce(&OclocProgram, Target) -> Result<Completion, Failed> + Send + 'static,
) -> Trial {
    harness::test_or_skip(format!("{name}/{target}"), move || match find_in_path("ocloc") {
        None => Oracle::Ocloc.missing("ocloc is not installed"),
        Some(ocloc) => test(kernels(&ocloc, target)?, target),
    })
}

/// What ocloc makes of [`KERNELS`], once a target.
fn kernels(ocloc: &Path, target: Target) -> Result<&'static OclocProgram, Failed> {
    static MADE: [OnceLock<Result<OclocProgram, String>>; TARGETS.len()] = [const { OnceLock::new() }; TARGETS.len()];
    let index = TARGETS.iter().position(|known| *known == target).ok_or("not a target of ocloc's")?;
    MADE[index].get_or_init(|| compile(ocloc, KERNELS, target)).as_ref().map_err(|error| error.clone().into())
}

/// What ocloc makes of `source`.
pub fn compile(ocloc: &Path, source: &str, target: Target) -> Result<OclocProgram, String> {
    let told = |error: std::io::Error| error.to_string();
    let folder = tempfile::tempdir().map_err(told)?;
    let dumps = folder.path().join("dumps");
    std::fs::create_dir(&dumps).map_err(told)?;
    std::fs::write(folder.path().join("k.cl"), source).map_err(told)?;
    let dump_option = format!("IGC_DumpToCustomDir={}", dumps.display());
    let ocloc = ocloc.display().to_string();
    let env = find_in_path("env").ok_or("env is not installed")?;
    let run = Run { program: &env, folder: folder.path(), input: &[], merge_stderr: true, limit: LIMIT };
    let program =
        ["IGC_ShaderDumpEnable=1", &dump_option, &ocloc, "compile", "-file", "k.cl", "-device", target.name()];
    let options = ["-internal_options", "-ze-allow-zebin", "-output", "k"];
    let finished = run.with(program.iter().chain(&options)).map_err(|error| error.to_string())?;
    if !finished.status.is_success() {
        return Err(format!("ocloc: {}: {}", finished.status, String::from_utf8_lossy(&finished.stdout)));
    }
    let ending = |path: &Path, ending: &str| path.to_string_lossy().ends_with(ending);
    let files = |folder: &Path| -> Result<Vec<_>, String> {
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(told)? {
            paths.push(entry.map_err(told)?.path());
        }
        paths.sort();
        Ok(paths)
    };
    let made = files(folder.path())?;
    let program = made.iter().find(|path| ending(path, ".bin")).ok_or("ocloc has made no program")?;
    let mut compiled =
        OclocProgram { program: std::fs::read(program).map_err(told)?, dumps: BTreeMap::new(), llvm: Vec::new() };
    for path in files(&dumps)? {
        if path.to_string_lossy().contains("_codegen") && ending(&path, ".ll") {
            compiled.llvm.push(std::fs::read(&path).map_err(told)?);
        }
        if !ending(&path, ".visaasm") {
            continue;
        }
        let visa = std::fs::read_to_string(&path).map_err(told)?;
        let code = std::fs::read(path.with_extension("dat")).unwrap_or_default();
        let name = visa.split('"').nth(1).unwrap_or_default().to_owned();
        // Of a kernel that is compiled more than once, for widths that spill, the program has one.
        let section = section(&compiled.program, &format!(".text.{name}"))?;
        if !code.is_empty() && section.starts_with(&code) {
            compiled.dumps.insert(name, Dump { code, visa });
        }
    }
    Ok(compiled)
}

/// The bytes of a section, as the reader of another crate finds them.
pub fn section(program: &[u8], name: &str) -> Result<Vec<u8>, String> {
    let file = object::File::parse(program).map_err(|error| error.to_string())?;
    let section = file.section_by_name(name).ok_or_else(|| format!("there is no section {name}"))?;
    Ok(section.data().map_err(|error| error.to_string())?.to_vec())
}
