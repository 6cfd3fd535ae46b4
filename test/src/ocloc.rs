//! What Intel's OpenCL compiler, ocloc, makes of a source: the program, and the dumps of each kernel.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
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
    /// The LLVM IR that the vISA was made of: a kernel that spills is tried again, from other IR.
    pub llvm: Vec<u8>,
}

/// A kernel without a source that a program has for global variables and for texts that it prints.
pub const NO_KERNEL: &str = "Intel_Symbol_Table_Void_Program";

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
    /// The LLVM IR that the kernel of the program was made of, or any that has it.
    ///
    /// # Errors
    ///
    /// No dump has it.
    pub fn llvm_of(&self, kernel: &str) -> Result<&[u8], Failed> {
        if let Some(dump) = self.dumps.get(kernel).filter(|dump| !dump.llvm.is_empty()) {
            return Ok(&dump.llvm);
        }
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
const EXTENSIONS: &str =
    "-cl-ext=+cl_khr_gl_msaa_sharing,+cl_khr_gl_depth_images,+cl_khr_depth_images,+cl_khr_mipmap_image";

/// How ocloc is told to write a program that has `.ze_info`.
pub const ZEBIN: &str = "-ze-allow-zebin";

/// One run of ocloc.
#[derive(Clone, Copy, Debug)]
pub struct Invocation<'a> {
    /// The program ocloc.
    pub ocloc: &'a Path,
    /// The source, as seen from the folder of the run.
    pub file: &'a Path,
    /// The platform.
    pub target: Target,
    /// Options of the compiler that are no part of OpenCL, such as [`ZEBIN`].
    pub internal: &'a str,
    /// Further arguments of ocloc.
    pub further: &'a [&'a str],
}

impl Invocation<'_> {
    /// Runs ocloc in `folder`, which then has the program, and the dumps of all kernels in the folder `dumps`. Returns the
    /// path of the program.
    ///
    /// # Errors
    ///
    /// ocloc cannot be run, does not compile the source or leaves no program.
    pub fn run_in(&self, folder: &Path) -> Result<PathBuf, String> {
        let dumps = folder.join(DUMPS);
        std::fs::create_dir_all(&dumps).map_err(|error| error.to_string())?;
        let dump_option = format!("IGC_DumpToCustomDir={}", dumps.display());
        let (ocloc, file) = (self.ocloc.display().to_string(), self.file.display().to_string());
        let mut arguments = vec!["IGC_ShaderDumpEnable=1", &dump_option, &ocloc, "compile", "-file", &file];
        arguments.extend(["-device", self.target.name(), "-internal_options", self.internal, "-output", "k"]);
        arguments.extend(self.further);
        let env = find_in_path("env").ok_or("env is not installed")?;
        run_in(folder, &env, &arguments)?;
        let made = sorted(folder)?.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "bin"));
        made.ok_or_else(|| "ocloc has made no program".to_owned())
    }
}

/// The folder of the dumps in the folder of a run.
pub const DUMPS: &str = "dumps";

fn run_in(folder: &Path, program: &Path, arguments: &[&str]) -> Result<(), String> {
    let run = Run { program, folder, input: &[], merge_stderr: true, limit: LIMIT };
    let finished = run.with(arguments).map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&finished.stdout);
    let said = said.trim();
    if finished.status.is_success() {
        Ok(())
    } else {
        Err(format!("{}: {}: {said}", program.display(), finished.status))
    }
}

/// The paths in a folder, in their order.
fn sorted(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let told = |error: std::io::Error| error.to_string();
    let entries = std::fs::read_dir(folder).map_err(told)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = entries.collect::<Result<Vec<_>, _>>().map_err(told)?;
    paths.sort();
    Ok(paths)
}

/// What ocloc makes of `source`.
///
/// # Errors
///
/// ocloc cannot be run, does not compile it or leaves no program.
pub fn compile(ocloc: &Path, source: Source<'_>, target: Target) -> Result<OclocProgram, String> {
    let told = |error: std::io::Error| error.to_string();
    let folder = tempfile::tempdir().map_err(told)?;
    let (file, text) = match &source {
        Source::OpenCl { text, .. } => ("k.cl", text),
        Source::Llvm { text } => ("k.ll", text),
    };
    std::fs::write(folder.path().join(file), text).map_err(told)?;
    let (file, further) = match &source {
        Source::OpenCl { options: "", .. } => (file, Vec::new()),
        Source::OpenCl { options, .. } => (file, vec!["-options", options]),
        Source::Llvm { .. } => {
            let assembler = find_in_path("llvm-as-14").ok_or("llvm-as-14 is not installed")?;
            run_in(folder.path(), &assembler, &[file, "-o", "k.bc"])?;
            ("k.bc", vec!["-llvm_input"])
        }
    };
    let internal = format!("{ZEBIN} {EXTENSIONS}");
    let invocation = Invocation { ocloc, file: Path::new(file), target, internal: &internal, further: &further };
    let program = invocation.run_in(folder.path())?;
    let ending = |path: &Path, ending: &str| path.to_string_lossy().ends_with(ending);
    let mut compiled =
        OclocProgram { program: std::fs::read(program).map_err(told)?, dumps: BTreeMap::new(), llvm: Vec::new() };
    for path in sorted(&folder.path().join(DUMPS))? {
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
        if name != NO_KERNEL && !code.is_empty() && section.starts_with(&code) {
            let llvm = std::fs::read(llvm_of_visa(&path)).unwrap_or_default();
            compiled.dumps.insert(name, Dump { code, visa, llvm });
        }
    }
    Ok(compiled)
}

/// Where the LLVM IR is that a dump of vISA was made of: `OCL_asm1_codegen.ll` for `OCL_asm1_simd32_entry_0001.visaasm`, and
/// `OCL_asm1_codegen_1.ll` for the second try, `OCL_asm1_1_simd32_entry_0001.visaasm`.
fn llvm_of_visa(visa: &Path) -> PathBuf {
    let name = visa.file_name().unwrap_or_default().to_string_lossy();
    let program = name.split("_simd").next().unwrap_or_default();
    let llvm = match program.rsplit_once('_') {
        Some((program, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("{program}_codegen_{number}.ll")
        }
        _ => format!("{program}_codegen.ll"),
    };
    visa.with_file_name(llvm)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Names that release 1.0.12504.6 gave.
    #[test]
    fn each_try_of_a_kernel_has_its_own_ir() {
        for (visa, llvm) in [
            ("OCL_asm5babfebfc6b94650_simd32_entry_0001.visaasm", "OCL_asm5babfebfc6b94650_codegen.ll"),
            ("OCL_asm5babfebfc6b94650_1_simd32_entry_0001.visaasm", "OCL_asm5babfebfc6b94650_codegen_1.ll"),
        ] {
            assert_eq!(llvm_of_visa(&Path::new("dumps").join(visa)), Path::new("dumps").join(llvm));
        }
    }
}
