//! The sources, and what Intel's compiler makes of each kernel of them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use texvisa::check::TrialOptions;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::link::{ArgumentMismatch, LinkError, Zebin, compare_arguments};
use texvisa::{LoweringOptions, compile};
use texvisa_llvm::{Import, ImportError};
use texvisa_test::ocloc::{self, OclocProgram};

use crate::contraction;
use crate::outcome::{self, Outcome};

/// A source file.
pub struct Source {
    /// What tests call it: the name of its folder.
    pub name: String,
    path: PathBuf,
}

/// What all OpenCL sources are compiled with.
const OPTIONS: &str = "-cl-std=CL2.0 -Dcl_intel_media_block_io -Dcl_intel_subgroups_char";

/// The sources in the folders below `folder`, in the order of their names.
pub fn find(folder: &Path) -> Vec<Source> {
    let mut sources = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let paths = ["source.cl", "source.ll"].map(|file| entry.path().join(file));
        if let Some(path) = paths.into_iter().find(|path| path.is_file()) {
            sources.push(Source { name: entry.file_name().to_string_lossy().into_owned(), path });
        }
    }
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    sources
}

impl Source {
    /// One file.
    pub fn file(name: &str, path: PathBuf) -> Source {
        Source { name: name.to_owned(), path }
    }

    /// What ocloc makes of it.
    pub fn compile(&self, ocloc: &Path, target: Target) -> Result<OclocProgram, String> {
        let text = std::fs::read_to_string(&self.path).map_err(|error| error.to_string())?;
        let source = if self.path.extension().is_some_and(|ending| ending == "ll") {
            ocloc::Source::Llvm { text: &text }
        } else {
            ocloc::Source::OpenCl { text: &text, options: OPTIONS }
        };
        ocloc::compile(ocloc, source, target)
    }

    /// Compares every kernel of `program`, made of this source, with what the LLVM IR says that Intel's compiler handed to
    /// its code emission.
    pub fn outcomes(&self, program: &OclocProgram, target: Target, options: &TrialOptions) -> Vec<(String, Outcome)> {
        let each =
            |kernel: &String| (format!("{}/{kernel}", self.name), self.outcome(program, kernel, target, options));
        program.dumps.keys().map(each).collect()
    }

    fn outcome(&self, program: &OclocProgram, kernel: &str, target: Target, options: &TrialOptions) -> Outcome {
        match self.compare(program, kernel, &program.dumps[kernel].visa, target, options) {
            Ok(outcome) => outcome,
            Err(reason) => Outcome::NotComparable(reason),
        }
    }

    /// Compares `visa` with the source of `kernel`.
    pub fn compare(
        &self,
        program: &OclocProgram,
        kernel: &str,
        visa: &str,
        target: Target,
        options: &TrialOptions,
    ) -> Result<Outcome, String> {
        let ir = program.llvm_of(kernel).map_err(|_| "Intel's compiler dumped no LLVM IR of it".to_owned())?;
        let import = self.import(ir, kernel)?;
        let id = import.module.kernel(kernel).ok_or("it is not imported")?;
        Ok(outcome::compare(&program.program, &import.module, id, visa, target, options, || {
            Some(String::from_utf8_lossy(ir).into_owned())
        }))
    }

    /// The roles of the arguments of texvisa's own vISA of a kernel, which are where the program has them, and are for what
    /// it says; nothing where texvisa refuses the kernel.
    pub fn own_arguments(
        &self,
        program: &OclocProgram,
        kernel: &str,
        target: Target,
    ) -> Result<BTreeSet<String>, String> {
        let zebin = Zebin::read(&program.program).map_err(|error| error.to_string())?;
        let ir = program.llvm_of(kernel).map_err(|_| "Intel's compiler dumped no LLVM IR of it".to_owned())?;
        let lanes = zebin.lanes(kernel).map_err(|error| error.to_string())?;
        let (Ok(import), Some(simd)) = (self.import(ir, kernel), SimdWidth::from_lanes(lanes)) else {
            return Ok(BTreeSet::new());
        };
        let Some(id) = import.module.kernel(kernel) else { return Ok(BTreeSet::new()) };
        let Ok(compiled) = compile(&import.module, id, target, simd, &LoweringOptions::default()) else {
            return Ok(BTreeSet::new());
        };
        let result = compare_arguments(&zebin, kernel, &import.module, &compiled);
        let mismatches = match result {
            Ok(()) => Vec::new(),
            // A sampler that the intrinsic names by its number is none of the program's.
            Err(LinkError::Arguments(mismatches)) => mismatches
                .into_iter()
                .filter(|mismatch| !matches!(mismatch, ArgumentMismatch::NoEntry { table: "sampler table", .. }))
                .collect(),
            Err(error) => return Err(error.to_string()),
        };
        match mismatches.first() {
            Some(mismatch) => Err(format!("{}/{kernel}: {mismatch}", self.name)),
            None => {
                Ok(compiled.lowered.texture.arguments.iter().map(|argument| argument.role.name().to_string()).collect())
            }
        }
    }

    /// The module of the LLVM IR in a dump. LLVM does not read some dumps of MSAA kernels; what Intel's compiler handed to
    /// code emission for another platform stands beside their sources.
    fn import(&self, ir: &[u8], kernel: &str) -> Result<Import, String> {
        let taken = |result| match result {
            Ok(import) => Ok(import),
            Err(ImportError::Unsupported(unsupported)) => {
                let mut said = unsupported.diagnostics.iter().filter(|diagnostic| diagnostic.kernel == kernel);
                said.next().map_or(Ok(unsupported.rest.clone()), |said| Err(format!("source: {}", said.message)))
            }
            Err(error) => Err(format!("source: {error}")),
        };
        let import = |name, bytes| texvisa_llvm::import_bytes_with(name, bytes, contraction::IMPORT);
        let result = import("dump", ir);
        match (result, std::fs::read(self.path.with_file_name("k.ll"))) {
            (Err(error), Ok(beside)) if !matches!(error, ImportError::Unsupported(_)) => taken(import("k.ll", &beside)),
            (result, _) => taken(result),
        }
    }
}
