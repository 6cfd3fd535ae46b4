//! What Intel's OpenCL compiler, ocloc, makes of a source: the program, and the dumps of each kernel.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use libtest_mimic::Failed;
use object::{Object, ObjectSection};
use texvisa_ir::target::Target;

use crate::process::{Run, find_in_path};

/// The platforms whose programs ocloc writes in this form.
pub const TARGETS: [Target; 4] = [Target::Skl, Target::Icllp, Target::Tgllp, Target::Dg2];

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
    ///
    /// # Errors
    ///
    /// No dump has it.
    pub fn llvm_of(&self, kernel: &str) -> Result<&[u8], Failed> {
        let has = |text: &&Vec<u8>| String::from_utf8_lossy(text).contains(&format!("@{kernel}("));
        Ok(self.llvm.iter().find(has).ok_or("there is no LLVM IR")?)
    }
}

/// A source.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// OpenCL C, with options of the compiler.
    OpenCl {
        /// The text.
        text: &'a str,
        /// The options; none where it is empty.
        options: &'a str,
    },
    /// LLVM IR as text, which `llvm-as-14` makes bitcode of.
    Llvm {
        /// The text.
        text: &'a str,
    },
}

/// The extensions that the corpus uses and a device need not have.
const EXTENSIONS: &str = "-ze-allow-zebin \
     -cl-ext=+cl_khr_gl_msaa_sharing,+cl_khr_gl_depth_images,+cl_khr_depth_images,+cl_khr_mipmap_image";

/// What ocloc makes of `source`.
///
/// # Errors
///
/// ocloc cannot be run, does not compile it or leaves no program.
pub fn compile(ocloc: &Path, source: Source<'_>, target: Target) -> Result<OclocProgram, String> {
    let told = |error: std::io::Error| error.to_string();
    let folder = tempfile::tempdir().map_err(told)?;
    let dumps = folder.path().join("dumps");
    std::fs::create_dir(&dumps).map_err(told)?;
    let run_in = |program: &Path, arguments: &[&str]| {
        let run = Run { program, folder: folder.path(), input: &[], merge_stderr: true, limit: LIMIT };
        let finished = run.with(arguments).map_err(|error| error.to_string())?;
        let said = String::from_utf8_lossy(&finished.stdout).into_owned();
        if finished.status.is_success() {
            Ok(())
        } else {
            Err(format!("{}: {}: {said}", program.display(), finished.status))
        }
    };
    let (file, text, of_source) = match &source {
        Source::OpenCl { text, options } => ("k.cl", text, vec!["-options", options]),
        Source::Llvm { text } => ("k.ll", text, vec!["-llvm_input"]),
    };
    std::fs::write(folder.path().join(file), text).map_err(told)?;
    let file = match &source {
        Source::OpenCl { options: "", .. } => (file, Vec::new()),
        Source::OpenCl { .. } => (file, of_source),
        Source::Llvm { .. } => {
            let assembler = find_in_path("llvm-as-14").ok_or("llvm-as-14 is not installed")?;
            run_in(&assembler, &[file, "-o", "k.bc"])?;
            ("k.bc", of_source)
        }
    };
    let dump_option = format!("IGC_DumpToCustomDir={}", dumps.display());
    let ocloc = ocloc.display().to_string();
    let env = find_in_path("env").ok_or("env is not installed")?;
    let mut arguments = vec!["IGC_ShaderDumpEnable=1", &dump_option, &ocloc, "compile", "-file", file.0];
    arguments.extend(["-device", target.name(), "-internal_options", EXTENSIONS, "-output", "k"]);
    arguments.extend(file.1);
    run_in(&env, &arguments)?;
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
///
/// # Errors
///
/// It is no object file, or has no such section.
pub fn section(program: &[u8], name: &str) -> Result<Vec<u8>, String> {
    let file = object::File::parse(program).map_err(|error| error.to_string())?;
    let section = file.section_by_name(name).ok_or_else(|| format!("there is no section {name}"))?;
    Ok(section.data().map_err(|error| error.to_string())?.to_vec())
}
