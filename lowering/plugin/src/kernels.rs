//! The kernels of a module, and their errors.

use inkwell::values::FunctionValue;
use texvisa::ir::source::Location;
use texvisa::ir::target::SimdWidth;
use texvisa::ir::texture::{InstId, KernelId};
use texvisa::lowering::LowerError;
use texvisa_llvm::{
    Diagnostic, Import, ImportError, ImportOptions, SourceMap, SourceValue, import_function, import_module,
};

use crate::llvm::{Handle, RemarkKind, Scope, remark_on_function};
use crate::parameters::PassParameters;

/// The outcome of a pass.
pub struct PassOutcome {
    /// Whether the module was changed.
    pub changed: bool,
    /// All errors of its kernels as one message, because LLVM may end the process at the first.
    pub error: Option<String>,
}

/// The imported kernels of a module, and the errors of the others.
pub struct ImportedKernels {
    /// The kernels without errors.
    pub import: Import,
    /// The errors of the others.
    pub problems: Vec<Diagnostic>,
}

/// Imports the kernels among the functions that a pass runs on; there may well be none.
pub fn import(scope: &Scope<'_>, options: ImportOptions) -> ImportedKernels {
    let refused = |message| ImportedKernels { import: Import::default(), problems: vec![about_kernel("", message)] };
    // The importer relies on the verifier, which a pipeline may disable.
    if let Err(message) = scope.verify() {
        return refused(message);
    }
    let imported = match scope.function {
        Some(function) => import_function(&scope.name(), scope.module, function, options),
        None => import_module(&scope.name(), scope.module, options),
    };
    match imported {
        Ok(import) => ImportedKernels { import, problems: Vec::new() },
        Err(ImportError::NoKernel { .. }) => ImportedKernels { import: Import::default(), problems: Vec::new() },
        Err(ImportError::Unsupported(unsupported)) => {
            ImportedKernels { import: unsupported.rest, problems: unsupported.diagnostics }
        }
        Err(error) => refused(error.to_string()),
    }
}

impl ImportedKernels {
    /// The kernels, each with the width that it is for.
    pub fn kernels(&mut self, parameters: PassParameters) -> Vec<(KernelId, SimdWidth)> {
        let mut kernels = Vec::new();
        for ((id, kernel), own) in self.import.module.kernels.iter().zip(&self.import.widths) {
            let target = parameters.target;
            match parameters.simd.or(*own) {
                Some(simd) if simd.is_legal(target) => kernels.push((id, simd)),
                Some(simd) => {
                    let message =
                        format!("the kernel asks for {simd}, which {target} does not run; {}", choices(parameters));
                    self.problems.push(about_kernel(&kernel.name, message));
                }
                None => {
                    let message =
                        format!("the kernel asks for no width and the pass has none; {}", choices(parameters));
                    self.problems.push(about_kernel(&kernel.name, message));
                }
            }
        }
        kernels
    }

    /// Says what was assumed of a kernel, which is `function`.
    pub fn remark_on_assumptions(&self, id: KernelId, function: FunctionValue<'_>) {
        let name = &self.import.module.kernels[id].name;
        for remark in self.import.remarks.iter().filter(|remark| remark.kernel == *name) {
            let text = match &remark.instruction {
                Some(instruction) => format!("{}: {instruction}", remark.message),
                None => remark.message.clone(),
            };
            remark_on_function(function, RemarkKind::Assumed, &text);
        }
    }

    /// The problems as one message.
    pub fn error(&self, scope: &Scope<'_>, what: &str) -> Option<String> {
        joined(scope, what, &self.problems)
    }
}

/// Problems of a module as one message; nothing where there are none.
pub fn joined(scope: &Scope<'_>, what: &str, problems: &[Diagnostic]) -> Option<String> {
    if problems.is_empty() {
        return None;
    }
    let mut text = format!("{}: {what}:", scope.name());
    for problem in problems {
        text.push('\n');
        text.push_str(&problem.to_string());
    }
    Some(text)
}

fn choices(parameters: PassParameters) -> String {
    let legal = SimdWidth::ALL.into_iter().filter(|simd| simd.is_legal(parameters.target));
    let legal: Vec<String> = legal.map(|simd| simd.lanes().to_string()).collect();
    format!("choose one with simd={}", legal.join("|"))
}

/// Something about a kernel as a whole, or about the module where `kernel` is empty.
pub fn about_kernel(kernel: &str, message: String) -> Diagnostic {
    Diagnostic { kernel: kernel.to_owned(), instruction: None, location: Location::UNKNOWN, is_defect: false, message }
}

/// Why lowering refuses a kernel, with the instruction of LLVM's that is the reason.
pub fn about_lowering(
    import: &Import,
    id: KernelId,
    sources: &SourceMap,
    instructions: &[Handle<'_>],
    error: &LowerError,
) -> Diagnostic {
    let kernel = &import.module.kernels[id];
    let number = error.inst.and_then(|inst| instruction_of(import, id, sources, inst));
    Diagnostic {
        kernel: kernel.name.clone(),
        instruction: number.and_then(|number| instructions.get(number as usize)).map(|found| found.text()),
        location: error.location,
        is_defect: false,
        message: error.reason.to_string(),
    }
}

/// The number of the instruction that `inst` came from.
fn instruction_of(import: &Import, id: KernelId, sources: &SourceMap, inst: InstId) -> Option<u32> {
    if let Some((_, call)) = sources.calls.iter().find(|(known, _)| *known == inst) {
        return Some(call.instruction);
    }
    let kernel = &import.module.kernels[id];
    // An instruction that lowering has put there has no result in the kernel that was imported.
    let result = kernel.insts.is_valid(inst).then(|| kernel.result(inst)).flatten()?;
    sources.values.iter().find(|(value, _)| *value == result).and_then(|(_, place)| match place.source {
        SourceValue::Instruction(number) => Some(number),
        SourceValue::Argument(_) => None,
    })
}
