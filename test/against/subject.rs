//! A kernel of a program that ocloc compiled: Intel's vISA against the LLVM IR that it was made of, and texvisa's own.

use texvisa::check::{CheckError, TrialOptions, check, execute_foreign};
use texvisa::emulator::refine::{RefineError, Summary};
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::{KernelId, Module};
use texvisa::ir::visa::asm;
use texvisa::link::Zebin;
use texvisa::{LoweringOptions, compile};
use texvisa_llvm::{ImportError, ImportOptions};
use texvisa_test::ocloc::OclocProgram;

use crate::contraction;
use crate::outcome::Outcome;

/// Trials of each of the two checks of a kernel.
const TRIALS: u32 = 8;

fn options() -> TrialOptions {
    TrialOptions { trials: TRIALS, further: 4 * TRIALS, ..TrialOptions::default() }
}

/// A program with the texture IR of its kernel.
pub struct Subject {
    program: OclocProgram,
    kernel: &'static str,
    target: Target,
    /// The texture IR that texvisa compiles.
    module: Module,
    id: KernelId,
    /// The kernel that Intel's vISA is compared with.
    pub compared: (Module, KernelId),
}

impl Subject {
    /// What ocloc made of a program for a platform.
    ///
    /// # Errors
    ///
    /// The kernel was not dumped, or cannot be imported.
    pub fn new(program: OclocProgram, kernel: &'static str, target: Target) -> Result<Subject, String> {
        let ir = program.llvm_of(kernel).map_err(|_| "Intel's compiler dumped no LLVM IR of it".to_owned())?;
        let import = |options| match texvisa_llvm::import_bytes_with("dump", ir, options) {
            Ok(import) => {
                let id = import.module.kernel(kernel).ok_or("it is not imported")?;
                Ok((import.module, id))
            }
            Err(ImportError::Unsupported(unsupported)) => {
                let said = unsupported.diagnostics.first();
                Err(format!("source: {}", said.map_or("cannot be imported", |said| &said.message)))
            }
            Err(error) => Err(format!("source: {error}")),
        };
        let (module, id) = import(ImportOptions::default())?;
        let compared = import(contraction::IMPORT)?;
        Ok(Subject { program, kernel, target, module, id, compared })
    }

    /// Intel's vISA against the source.
    ///
    /// # Errors
    ///
    /// Why they cannot be compared.
    pub fn intels(&self) -> Result<Outcome, String> {
        let dump = self.program.dumps.get(self.kernel).ok_or("Intel's compiler dumped no vISA of it")?;
        let visa = asm::parse(&dump.visa, self.target).map_err(|errors| format!("vISA: {}", errors[0]))?;
        let zebin = Zebin::read(&self.program.program).map_err(|error| error.to_string())?;
        let (module, id) = &self.compared;
        let layout =
            zebin.argument_layout(self.kernel, module, *id, &visa).map_err(|error| format!("arguments: {error}"))?;
        came_of(execute_foreign(module, *id, &visa, layout, &options()))
    }

    /// texvisa's own against it.
    ///
    /// # Errors
    ///
    /// Why they cannot be compared.
    pub fn own(&self) -> Result<Outcome, String> {
        let zebin = Zebin::read(&self.program.program).map_err(|error| error.to_string())?;
        let lanes = zebin.lanes(self.kernel).map_err(|error| error.to_string())?;
        let simd = SimdWidth::from_lanes(lanes).ok_or_else(|| format!("there is no width of {lanes} lanes"))?;
        let compiled = compile(&self.module, self.id, self.target, simd, &LoweringOptions::default())
            .map_err(|error| format!("not compiled: {error}"))?;
        match check(&self.module, self.id, &compiled, &options()) {
            Ok(report) => came_of(Ok(report.execution)),
            Err(CheckError::Execution(error)) => came_of(Err(error)),
            Err(error) => Ok(Outcome::Different(error.to_string())),
        }
    }
}

fn came_of(result: Result<Summary, RefineError>) -> Result<Outcome, String> {
    match result {
        Ok(summary) => match summary.nothing_compared() {
            None => Ok(Outcome::Equal(Box::new(summary))),
            Some(nothing) => Err(nothing.to_string()),
        },
        Err(RefineError::Differs(difference)) => Ok(Outcome::Different(difference.to_string())),
        Err(error) => Err(error.to_string()),
    }
}
