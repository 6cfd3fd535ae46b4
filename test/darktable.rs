//! Kernels of a real program: `sharpen.cl`, `soften.cl` and `highpass.cl` of darktable, a photo editor, through Intel's
//! compiler and then through texvisa, kernel by kernel.
//!
//! The sources are darktable's (GPL) and no part of this repository: they are fetched from Debian when the suite runs,
//! and kept in the build folder. Where they cannot be fetched, or Intel's compiler is not there, each test is ignored
//! with the reason.

use std::process::ExitCode;

#[cfg(not(feature = "llvm"))]
fn main() -> ExitCode {
    use libtest_mimic::{Arguments, Completion, Trial};
    let trial = Trial::ignorable_test("darktable", || {
        Ok(Completion::ignored_with("built without LLVM: cargo test --features llvm"))
    });
    libtest_mimic::run(&Arguments::from_args(), vec![trial]).exit_code()
}

#[cfg(feature = "llvm")]
fn main() -> ExitCode {
    suite::main()
}

#[cfg(feature = "llvm")]
mod suite {
    use std::path::{Path, PathBuf};
    use std::process::ExitCode;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use libtest_mimic::{Arguments, Completion, Failed, Trial};
    use texvisa::ir::target::{SimdWidth, Target};
    use texvisa::ir::texture::{KernelId, Module};
    use texvisa::{Options, check, compile};
    use texvisa_test::finalizer::Finalizer;
    use texvisa_test::process::{Run, find_in_path};

    /// The files, without `.cl`.
    const FILES: [&str; 3] = ["sharpen", "soften", "highpass"];
    const TARGETS: [Target; 4] = [Target::Skl, Target::Icllp, Target::Tgllp, Target::Dg2];
    /// Random inputs for each kernel, platform and width.
    const TRIALS: u32 = 12;
    /// How long fetching or compiling may take.
    const LIMIT: Duration = Duration::from_secs(120);

    /// Kernels that were compiled in every way, and all of them.
    static GOOD: AtomicUsize = AtomicUsize::new(0);
    static ALL: AtomicUsize = AtomicUsize::new(0);
    /// The sources, or why there are none.
    static SOURCES: OnceLock<Result<PathBuf, String>> = OnceLock::new();

    pub fn main() -> ExitCode {
        let trials = FILES.map(|file| Trial::ignorable_test(file, move || whole_file(file)));
        let conclusion = libtest_mimic::run(&Arguments::from_args(), trials.into());
        let (good, all) = (GOOD.load(Ordering::Relaxed), ALL.load(Ordering::Relaxed));
        let finalizer = if Finalizer::find().is_some() { "" } else { ", GenX_IR unasked: it is not installed" };
        println!(
            "darktable: {good} of {all} kernels compile for {} platforms at every width and pass{finalizer}",
            TARGETS.len()
        );
        conclusion.exit_code()
    }

    /// Takes every kernel of a file through texvisa; fails with what each that does not pass says.
    fn whole_file(file: &str) -> Result<Completion, Failed> {
        let kernels = match SOURCES.get_or_init(sources) {
            Ok(kernels) => kernels,
            Err(reason) => return Ok(Completion::ignored_with(reason.clone())),
        };
        let Some(ocloc) = find_in_path("ocloc") else {
            return Ok(Completion::ignored_with("ocloc (Debian package intel-opencl-icd) is not installed"));
        };
        let module = texvisa_llvm::import_bytes(file, &code_generation_input(&ocloc, kernels, file)?)?.module;
        let mut faults = Vec::new();
        for (id, kernel) in module.kernels.iter() {
            ALL.fetch_add(1, Ordering::Relaxed);
            match every_way(&module, id) {
                Ok(()) => drop(GOOD.fetch_add(1, Ordering::Relaxed)),
                Err(failed) => faults.push(format!("{}: {}", kernel.name, failed.message().unwrap_or_default())),
            }
        }
        if module.kernels.is_empty() {
            Err("there is no kernel".into())
        } else if faults.is_empty() {
            Ok(Completion::Completed)
        } else {
            Err(faults.join("\n").into())
        }
    }

    fn every_way(module: &Module, id: KernelId) -> Result<(), Failed> {
        let finalizer = Finalizer::find();
        for target in TARGETS {
            for simd in SimdWidth::ALL.into_iter().filter(|simd| simd.is_legal(target)) {
                one_way(module, id, target, simd, finalizer.as_ref()).map_err(|failed| {
                    Failed::from(format!("{target} {simd}: {}", failed.message().unwrap_or_default()))
                })?;
            }
        }
        Ok(())
    }

    fn one_way(
        module: &Module,
        id: KernelId,
        target: Target,
        simd: SimdWidth,
        finalizer: Option<&Finalizer>,
    ) -> Result<(), Failed> {
        let compiled = compile(module, id, target, simd, &Options::default())?;
        let report = check(module, id, &compiled, &check::Options { trials: TRIALS, ..check::Options::default() })?;
        if report.execution.compared_bytes == 0 {
            return Err("nothing was compared".into());
        }
        match finalizer {
            Some(finalizer) => finalizer.witness(&compiled.lowered.kernel, &compiled.visaasm()),
            None => Ok(()),
        }
    }

    /// The folder of darktable's kernels, fetched unless an earlier run has done it.
    fn sources() -> Result<PathBuf, String> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("darktable");
        let kernels = folder.join("root/usr/share/darktable/kernels");
        let is_there = |file: &str| kernels.join(format!("{file}.cl")).is_file();
        if FILES.iter().all(|file| is_there(file)) {
            return Ok(kernels);
        }
        std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        run(&folder, "apt-get", &["download", "darktable"])?;
        let package = std::fs::read_dir(&folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .find(|path| path.extension().is_some_and(|extension| extension == "deb"))
            .ok_or("apt-get has downloaded no package of darktable")?;
        run(&folder, "dpkg", &["-x", &package.display().to_string(), "root"])?;
        let missing: Vec<&str> = FILES.iter().copied().filter(|file| !is_there(file)).collect();
        if missing.is_empty() { Ok(kernels) } else { Err(format!("Debian's darktable has no {missing:?}")) }
    }

    /// Runs a program of the system; what it says where it fails is a reason not to go on.
    fn run(folder: &Path, program: &str, arguments: &[&str]) -> Result<(), String> {
        let path = find_in_path(program).ok_or_else(|| format!("{program} is not installed"))?;
        let run = Run { program: &path, folder, input: &[], merge_stderr: true, limit: LIMIT };
        let finished = run.with(arguments).map_err(|error| error.to_string())?;
        if finished.status.is_success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&finished.stdout);
        Err(format!("{program} {}: {}: {}", arguments.join(" "), finished.status, said.trim()))
    }

    /// The LLVM IR that Intel's compiler hands to its code emission for TGLLP. It serves every platform.
    fn code_generation_input(ocloc: &Path, kernels: &Path, file: &str) -> Result<Vec<u8>, Failed> {
        let folder = tempfile::tempdir()?;
        let dumps = folder.path().join("dumps");
        std::fs::create_dir(&dumps)?;
        let arguments = [
            "IGC_ShaderDumpEnable=1".to_owned(),
            format!("IGC_DumpToCustomDir={}", dumps.display()),
            ocloc.display().to_string(),
            "compile".to_owned(),
            "-file".to_owned(),
            kernels.join(format!("{file}.cl")).display().to_string(),
            "-device".to_owned(),
            "tgllp".to_owned(),
            "-options".to_owned(),
            format!("-cl-fast-relaxed-math -I{}", kernels.display()),
        ];
        run(folder.path(), "env", &arguments.each_ref().map(String::as_str))?;
        let mut found = std::fs::read_dir(&dumps)?.flatten().map(|entry| entry.path());
        let dump = found.find(|path| path.to_string_lossy().ends_with("_codegen.ll"));
        Ok(std::fs::read(dump.ok_or("ocloc has dumped no input of code emission")?)?)
    }
}
