//! The tests: one a file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use libtest_mimic::{Completion, Failed, Trial};
use texvisa::emulator::refine::NothingCompared;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::{KernelId, Module};
use texvisa::{CompileError, LoweringOptions, check, compile};
use texvisa_llvm::ImportError;
use texvisa_test::finalizer::Finalizer;
use texvisa_test::harness;
use texvisa_test::oracle::Oracle;
use texvisa_test::process::{Run, find_in_path};

use crate::darktable;
use crate::intel_compiler::{self, code_generation_input};

const TARGETS: [Target; 4] = [Target::Skl, Target::Icllp, Target::Tgllp, Target::Dg2];
/// Random inputs for each kernel, platform and width.
const TRIALS: u32 = 12;
/// How long LLVM may take to read a file.
const LIMIT: Duration = Duration::from_secs(60);
/// The folder of `./x world DIR`.
const PROGRAMS: &str = "TEXVISA_PROGRAMS";
/// The reasons for which kernels were refused that are printed.
const SHOWN: usize = 20;

/// How often each reason kept a kernel, on some platform at some width, from being compiled or compared.
static REASONS: Mutex<BTreeMap<String, u64>> = Mutex::new(BTreeMap::new());

/// A file, and whether every kernel of it has to pass.
#[derive(Clone, Copy)]
struct Subject<'a> {
    path: &'a Path,
    is_strict: bool,
}

pub fn main() -> ExitCode {
    let mut trials: Vec<Trial> = darktable::SAMPLE.iter().map(|file| darktable_file(file, true)).collect();
    if harness::is_world() {
        let others = darktable::folder().map_or_else(|_| Vec::new(), files);
        let names = others.iter().filter(|path| path.extension().is_some_and(|ending| ending == "cl"));
        let names = names.filter_map(|path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        trials.extend(
            names.filter(|name| !darktable::SAMPLE.contains(&name.as_str())).map(|name| darktable_file(&name, false)),
        );
    }
    if let Some(root) = std::env::var_os(PROGRAMS).map(PathBuf::from) {
        let found = files(&root);
        if found.is_empty() {
            eprintln!("error: `{}`, which {PROGRAMS} names, has no file that ends in .ll, .bc or .cl", root.display());
            return ExitCode::FAILURE;
        }
        for path in found {
            // The whole path, so that a resumed run does not take a file of another folder for this one.
            let name = path.display().to_string();
            trials.push(harness::test_or_skip(name, move || file(Subject { path: &path, is_strict: false })));
        }
    }
    harness::run_then("programs", trials, |_| {
        let reasons = REASONS.lock().unwrap_or_else(PoisonError::into_inner);
        let mut reasons: Vec<_> = reasons.iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let [shown, rest] = [reasons.len().min(SHOWN), reasons.len().saturating_sub(SHOWN)];
        reasons[..shown].iter().for_each(|(reason, count)| println!("  {count} times: {reason}"));
        if rest > 0 {
            println!("  and {rest} other reasons");
        }
        true
    })
}

fn darktable_file(name: &str, is_strict: bool) -> Trial {
    let path = format!("{name}.cl");
    harness::test_or_skip(format!("darktable/{name}"), move || match darktable::folder() {
        Ok(folder) => file(Subject { path: &folder.join(path), is_strict }),
        Err(reason) => Ok(Completion::ignored_with(reason)),
    })
}

/// The programs below a folder, in the order of their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ["ll", "bc", "cl"].iter().any(|known| ending == *known)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Takes every kernel of a file through texvisa; fails with what is wrong with each.
fn file(subject: Subject<'_>) -> Result<Completion, Failed> {
    let Subject { path, is_strict } = subject;
    let bytes = if path.extension().is_some_and(|ending| ending == "cl") {
        let Some(ocloc) = find_in_path("ocloc") else { return Oracle::Ocloc.missing("ocloc is not installed") };
        match code_generation_input(&ocloc, path) {
            Ok(bytes) => bytes,
            Err(intel_compiler::Failure::Refused(reason)) if !is_strict => {
                return Ok(Completion::ignored_with(first_line(&reason)));
            }
            Err(intel_compiler::Failure::Refused(reason) | intel_compiler::Failure::Broken(reason)) => {
                return Err(reason.into());
            }
        }
    } else {
        std::fs::read(path)?
    };
    let text = match disassemble(&bytes)? {
        Ok(text) => text,
        Err(reason) => return Ok(Completion::ignored_with(first_line(&reason))),
    };
    let (module, unsupported) = match texvisa_llvm::import_bytes(&path.display().to_string(), &text) {
        Ok(import) => (import.module, Vec::new()),
        Err(ImportError::Unsupported(unsupported)) if !is_strict => (unsupported.rest.module, unsupported.diagnostics),
        Err(error @ ImportError::NoKernel { .. }) if !is_strict => return Ok(Completion::ignored_with(error)),
        Err(error) => return Err(error.into()),
    };
    let kernels: BTreeSet<&str> = unsupported.iter().map(|diagnostic| diagnostic.kernel.as_str()).collect();
    harness::count("kernels", kernels.len() as u64);
    harness::count("kernels not imported", kernels.len() as u64);
    unsupported.iter().for_each(|diagnostic| refused(&diagnostic.message));
    let mut faults = Vec::new();
    for (id, kernel) in module.kernels.iter() {
        harness::count("kernels", 1);
        match every_way(&module, id, is_strict) {
            Ok(true) => harness::count("kernels that pass for every platform and width", 1),
            Ok(false) => {}
            Err(failed) => faults.push(format!("{}: {}", kernel.name, failed.message().unwrap_or_default())),
        }
    }
    if faults.is_empty() { Ok(Completion::Completed) } else { Err(faults.join("\n").into()) }
}

/// The text of a module, from a process of its own, as LLVM crashes on some; or why LLVM does not read it.
fn disassemble(bytes: &[u8]) -> Result<Result<Vec<u8>, String>, Failed> {
    let program = Path::new(env!("CARGO_BIN_EXE_texvisa"));
    let run = Run { program, folder: Path::new("."), input: bytes, merge_stderr: false, limit: LIMIT };
    let finished = run.with(["disassemble"])?;
    if finished.status.is_success() {
        return Ok(Ok(finished.stdout));
    }
    Ok(Err(String::from_utf8_lossy(&finished.stderr).into_owned()))
}

fn first_line(text: &str) -> String {
    text.lines().find(|line| !line.trim().is_empty()).unwrap_or("no reason was given").trim().to_owned()
}

fn refused(reason: &str) {
    *REASONS.lock().unwrap_or_else(PoisonError::into_inner).entry(first_line(reason)).or_default() += 1;
}

/// Whether a kernel passes for every platform at every width. Unless it is `strict`, it may be refused in words, and may
/// have nothing to compare.
fn every_way(module: &Module, id: KernelId, is_strict: bool) -> Result<bool, Failed> {
    let finalizer = Finalizer::find();
    let mut passes = true;
    for target in TARGETS {
        for simd in SimdWidth::ALL.into_iter().filter(|simd| simd.is_legal(target)) {
            let reason = one_way(module, id, target, simd, finalizer.as_ref())
                .map_err(|failed| Failed::from(format!("{target} {simd}: {}", failed.message().unwrap_or_default())))?;
            match reason {
                None => {}
                Some(reason) if is_strict => return Err(format!("{target} {simd}: {reason}").into()),
                Some(reason) => {
                    passes = false;
                    refused(&reason);
                }
            }
        }
    }
    Ok(passes)
}

/// Compiles and checks a kernel; returns why it was refused, or why nothing was compared.
fn one_way(
    module: &Module,
    id: KernelId,
    target: Target,
    simd: SimdWidth,
    finalizer: Option<&Finalizer>,
) -> Result<Option<String>, Failed> {
    let compiled = match compile(module, id, target, simd, &LoweringOptions::default()) {
        Ok(compiled) => compiled,
        Err(error @ CompileError::Lower(_)) => {
            harness::count("programs refused", 1);
            return Ok(Some(error.to_string()));
        }
        Err(error) => return Err(error.into()),
    };
    let execution =
        check(module, id, &compiled, &check::TrialOptions { trials: TRIALS, ..check::TrialOptions::default() })?
            .execution;
    harness::count("programs checked", 1);
    harness::count_check(&execution);
    if compiled.spill.is_some() {
        harness::count("programs that do not fit the registers", 1);
    } else if let Some(finalizer) = finalizer {
        finalizer.accepts(&compiled.lowered.kernel, &compiled.visaasm())?;
    }
    let nothing_written = || "nothing was compared: no operation of the kernel writes".to_owned();
    let reason = execution.nothing_compared().as_ref().map(NothingCompared::to_string);
    Ok(reason.or_else(|| (execution.compared_bytes == 0).then(nothing_written)))
}
