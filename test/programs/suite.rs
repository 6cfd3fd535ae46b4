//! The tests: one a kernel.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use libtest_mimic::{Completion, Failed, Trial};
use rayon::prelude::*;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::{KernelId, Module};
use texvisa_llvm::{Diagnostic, Import, ImportError, ImportOptions};
use texvisa_test::finalizer::Finalizer;
use texvisa_test::harness;
use texvisa_test::oracle::Oracle;
use texvisa_test::process::{Run, find_in_path};

use crate::contraction;
use crate::dump::{Dump, Failure, IntelKernel, dump};
use crate::measure::{Against, Key, Measurement, OfProgram, TARGETS, Verdict, measure};
use crate::project::{self, Input, Project, Source};
use crate::report;
use crate::store::Store;

/// The platforms of the sample besides [`TARGETS`].
const OTHER_TARGETS: [Target; 2] = [Target::Skl, Target::Icllp];
/// The widths of every kernel that does not ask for one, besides those that Intel's compiler chooses.
const WIDTHS: [SimdWidth; 2] = [SimdWidth::Simd16, SimdWidth::Simd32];
/// How long LLVM may take to read a file.
const LIMIT: Duration = Duration::from_secs(60);
/// The folders of `./x world DIR...`, with colons between them.
const PROGRAMS: &str = "TEXVISA_PROGRAMS";

/// The module of a program for a platform.
struct Program {
    target: Target,
    input: PathBuf,
    intel: Vec<IntelKernel>,
    /// What ocloc made of it, where it made it.
    whole: Option<PathBuf>,
    /// The import, once a kernel has needed it.
    import: OnceLock<Result<Imported, String>>,
    /// The import that Intel's vISA is compared with, likewise.
    compared: OnceLock<Result<Imported, String>>,
}

/// What was imported of a module, and why the rest was not.
struct Imported {
    import: Import,
    refused: Vec<Diagnostic>,
}

/// A kernel with the modules that have it.
struct Kernel {
    project: String,
    source: String,
    name: String,
    programs: Vec<Arc<Program>>,
    /// Whether nothing may be said against it.
    is_strict: bool,
}

pub fn main() -> ExitCode {
    let (Some(ocloc), Some(finalizer)) = (find_in_path("ocloc"), Finalizer::find()) else {
        let missing = harness::test_or_skip("programs", || Oracle::Ocloc.missing("ocloc or GenX_IR is not installed"));
        return harness::run("programs", vec![missing]);
    };
    match trials(&ocloc, &finalizer) {
        Ok((trials, projects, store)) => {
            harness::run_then("programs", trials, move |state| report::report(&projects, &store.all(), state))
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

type Made = (Vec<Trial>, Vec<Project>, Arc<Store>);

/// The tests, the projects that they belong to, and where they write what they measure.
fn trials(ocloc: &Path, finalizer: &Finalizer) -> Result<Made, String> {
    let store = Arc::new(Store::open()?);
    let is_world = harness::is_world();
    let mut trials = Vec::new();
    let mut projects = Vec::new();
    for project in fetched(is_world)? {
        let mut project = match project {
            Ok(project) => project,
            Err((name, reason)) => {
                trials.push(harness::test_or_skip(name, move || Ok(Completion::ignored_with(reason))));
                continue;
            }
        };
        let dumped: Vec<_> = project.sources.par_iter().map(|source| dumps(ocloc, &project.name, source)).collect();
        for (source, dumped) in project.sources.iter().zip(dumped) {
            let dumped = dumped?;
            project.compiled += usize::from(dumped.iter().all(Result::is_ok));
            trials.extend(of_source(&project.name, source, dumped, finalizer, &store));
        }
        projects.push(project);
    }
    Ok((trials, projects, store))
}

/// A project, or its name with the reason why it is not there.
type Fetched = Result<Project, (&'static str, String)>;

fn fetched(is_world: bool) -> Result<Vec<Fetched>, String> {
    let mut projects = vec![project::darktable(!is_world).map_err(|reason| ("darktable", reason))];
    if is_world {
        projects.push(project::clij().map_err(|reason| ("clij", reason)));
    }
    let folders = std::env::var_os(PROGRAMS).unwrap_or_default();
    for root in std::env::split_paths(&folders).filter(|root| !root.as_os_str().is_empty()) {
        let project = project::folder(&root);
        if project.sources.is_empty() {
            let root = root.display();
            return Err(format!("`{root}`, which {PROGRAMS} names, has no file that ends in .ll, .bc or .cl"));
        }
        projects.push(Ok(project));
    }
    Ok(projects)
}

/// The modules of a program; a reason in place of one that ocloc refuses.
type Dumped = Vec<Result<Arc<Program>, String>>;

fn dumps(ocloc: &Path, project: &str, source: &Source) -> Result<Dumped, String> {
    let targets = || TARGETS.into_iter().chain(OTHER_TARGETS.into_iter().filter(|_| is_strict(project, source)));
    let program = |target, input: PathBuf, intel, whole| {
        Arc::new(Program { target, input, intel, whole, import: OnceLock::new(), compared: OnceLock::new() })
    };
    targets()
        .map(|target| match &source.input {
            Input::Module(path) => Ok(Ok(program(target, path.clone(), Vec::new(), None))),
            Input::OpenCl { files, options } => {
                match dump(ocloc, &format!("{project}/{}", source.name), files, options, target) {
                    Ok(Dump { input, kernels, program: whole }) => Ok(Ok(program(target, input, kernels, Some(whole)))),
                    Err(Failure::Refused(reason)) => {
                        let line = first_line(&reason);
                        let said = line.split_once(": error: ").map_or(line.as_str(), |(_, said)| said);
                        Ok(Err(format!("ocloc refuses it for {target}: {said}")))
                    }
                    Err(Failure::Broken(reason)) => Err(format!("{project}/{}: {reason}", source.name)),
                }
            }
        })
        .collect()
}

fn is_strict(project: &str, source: &Source) -> bool {
    project == "darktable" && project::SAMPLE.contains(&source.name.as_str())
}

/// A test for each kernel of a program, and one that is skipped for each platform for which ocloc refuses it.
fn of_source(project: &str, source: &Source, dumped: Dumped, finalizer: &Finalizer, store: &Arc<Store>) -> Vec<Trial> {
    let title = format!("{project}/{}", source.name);
    let mut trials = Vec::new();
    let mut kernels: BTreeMap<String, Vec<Arc<Program>>> = BTreeMap::new();
    for program in dumped {
        let names = match program.as_ref().map(|program| (program, names(program))) {
            Err(reason) => Err(reason.clone()),
            Ok((program, Ok(names))) => Ok((program, names)),
            Ok((_, Err(reason))) => Err(reason),
        };
        match names {
            Ok((program, names)) => {
                for name in names {
                    kernels.entry(name).or_default().push(program.clone());
                }
            }
            Err(reason) => trials.push(harness::test_or_skip(title.clone(), || Ok(Completion::ignored_with(reason)))),
        }
    }
    for (name, programs) in kernels {
        let (finalizer, store) = (finalizer.clone(), store.clone());
        let kernel = Kernel {
            project: project.to_owned(),
            source: source.name.clone(),
            name: name.clone(),
            programs,
            is_strict: is_strict(project, source),
        };
        let test = move || kernel.test(&finalizer, &store).map(|()| Completion::Completed);
        trials.push(harness::test_or_skip(format!("{title}/{name}"), test));
    }
    trials
}

/// The names of a program's kernels: those that Intel's compiler made, or where there are none those of the module.
fn names(program: &Program) -> Result<Vec<String>, String> {
    if !program.intel.is_empty() {
        let mut names: Vec<String> = program.intel.iter().map(|kernel| kernel.name.clone()).collect();
        names.sort();
        names.dedup();
        return Ok(names);
    }
    let imported = program.imported().as_ref().map_err(Clone::clone)?;
    let refused = imported.refused.iter().map(|diagnostic| diagnostic.kernel.clone());
    let mut names: Vec<String> =
        imported.import.module.kernels.values().map(|kernel| kernel.name.clone()).chain(refused).collect();
    names.sort();
    names.dedup();
    Ok(names)
}

impl Program {
    fn imported(&self) -> &Result<Imported, String> {
        self.import.get_or_init(|| import(&self.input, ImportOptions::default()))
    }

    fn compared(&self) -> &Result<Imported, String> {
        self.compared.get_or_init(|| import(&self.input, contraction::IMPORT))
    }
}

fn import(path: &Path, options: ImportOptions) -> Result<Imported, String> {
    let text = disassemble(path)?;
    match texvisa_llvm::import_bytes_with(&path.display().to_string(), &text, options) {
        Ok(import) => Ok(Imported { import, refused: Vec::new() }),
        Err(ImportError::Unsupported(unsupported)) => {
            Ok(Imported { import: unsupported.rest, refused: unsupported.diagnostics })
        }
        Err(error) => Err(first_line(&error.to_string())),
    }
}

/// The text of a module, from a process of its own, as LLVM crashes on some; or why LLVM does not read it.
fn disassemble(path: &Path) -> Result<Vec<u8>, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let program = Path::new(env!("CARGO_BIN_EXE_texvisa"));
    let run = Run { program, folder: Path::new("."), input: &bytes, merge_stderr: false, limit: LIMIT };
    let finished = run.with(["disassemble"]).map_err(|error| error.to_string())?;
    if finished.status.is_success() {
        return Ok(finished.stdout);
    }
    Err(first_line(&String::from_utf8_lossy(&finished.stderr)))
}

fn first_line(text: &str) -> String {
    text.lines().find(|line| !line.trim().is_empty()).unwrap_or("no reason was given").trim().to_owned()
}

impl Kernel {
    /// Measures the kernel for each platform at each width.
    fn test(&self, finalizer: &Finalizer, store: &Store) -> Result<(), Failed> {
        let mut faults = Vec::new();
        for program in &self.programs {
            for measurement in self.measure(program, finalizer)? {
                let Measurement { key, verdict, against, .. } = &measurement;
                let is_good = *verdict == Verdict::Taken && !measurement.spills_alone();
                if verdict.is_fault() || self.is_strict && !is_good {
                    let (name, reason) = verdict.parts();
                    faults.push(format!("{} {}: {name}: {reason}", key.target, key.simd));
                }
                if let Some(Against::Different(difference)) = against {
                    faults.push(format!("{} {}: Intel's vISA is different: {difference}", key.target, key.simd));
                }
                store.add(measurement)?;
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
    }

    fn measure(&self, program: &Program, finalizer: &Finalizer) -> Result<Vec<Measurement>, Failed> {
        let imported = program.imported();
        let module = imported.as_ref().ok().map(|imported| (imported, &imported.import.module));
        let id = module.and_then(|(_, module)| module.kernel(&self.name));
        let asked = module.and_then(|(imported, module)| {
            let number = module.kernels.keys().position(|kernel| Some(kernel) == id)?;
            imported.import.widths.get(number).copied().flatten()
        });
        let mine = || program.intel.iter().filter(|kernel| kernel.name == self.name);
        let first = |simd| mine().find(|kernel| kernel.simd == simd && kernel.later_input.is_none());
        let of_program = |simd| mine().find(|kernel| kernel.simd == simd && kernel.is_in_program);
        let is_measured = |simd: &SimdWidth| match asked {
            Some(asked) => *simd == asked,
            None => WIDTHS.contains(simd) || first(*simd).is_some() || of_program(*simd).is_some(),
        };
        let widths = SimdWidth::ALL.into_iter().filter(|simd| simd.is_legal(program.target)).filter(is_measured);
        let measured = widths.map(|simd| {
            let key = Key {
                project: self.project.clone(),
                source: self.source.clone(),
                kernel: self.name.clone(),
                target: program.target,
                simd,
            };
            let intel = of_program(simd).zip(program.whole.as_deref());
            let later = intel.and_then(|(kernel, _)| kernel.later_input.as_deref());
            let later = later.map(|input| (input, import(input, contraction::IMPORT)));
            let (input, of_intel) = match &later {
                Some((input, imported)) => (*input, imported),
                None => (program.input.as_path(), program.compared()),
            };
            let llvm = || disassemble(input).ok().and_then(|text| String::from_utf8(text).ok());
            let source = self.source(of_intel);
            let source = source.as_ref().map(|source| *source).map_err(String::as_str);
            let intel = intel.map(|(kernel, whole)| OfProgram {
                visaasm: &kernel.visaasm,
                program: whole,
                source,
                llvm: &llvm,
            });
            match self.source(imported) {
                Err(reason) => Measurement::refused(key, &reason, intel),
                Ok((module, id)) => {
                    let first = first(simd).map(|kernel| kernel.visaasm.as_path());
                    measure(module, id, key, first, intel, finalizer)
                }
            }
        });
        Ok(measured.collect())
    }

    /// The kernel of an import, or why it is not there.
    fn source<'i>(&self, imported: &'i Result<Imported, String>) -> Result<(&'i Module, KernelId), String> {
        let imported = imported.as_ref().map_err(Clone::clone)?;
        let module = &imported.import.module;
        let id = module.kernel(&self.name).ok_or_else(|| reason(imported, &self.name))?;
        Ok((module, id))
    }
}

/// Why a kernel is not imported: the first reason, with the function where it is about a call.
fn reason(imported: &Imported, kernel: &str) -> String {
    let Some(diagnostic) = imported.refused.iter().find(|diagnostic| diagnostic.kernel == kernel) else {
        return "the module has no such kernel".to_owned();
    };
    let called = diagnostic.instruction.as_ref().and_then(|text| text.split_once('@')?.1.split('(').next());
    match called {
        Some(function) => format!("{}: {function}", diagnostic.message),
        None => diagnostic.message.clone(),
    }
}
