//! Both compilers on calls: texvisa in process, and Intel's, whose vISA texvisa reads.

use std::path::Path;
use std::time::Duration;

use texvisa::ir::target::Target;
use texvisa::ir::visa::isa::{self, WriteOptions};
use texvisa::ir::visa::{VisaKernel, asm};
use texvisa::{LoweringOptions, check, compile};
use texvisa_llvm::ImportError;
use texvisa_test::finalizer::{Finalizer, FinalizerOptions};
use texvisa_test::process::{Run, RunError};

use crate::call::Call;
use crate::module::{Form, kernel_name, text};
use crate::observed::Observed;

/// How long ocloc may take for a module. It never ends for some calls.
const LIMIT: Duration = Duration::from_secs(20);

/// What texvisa makes of calls for a platform, checked symbolically; why it makes nothing of one.
///
/// # Errors
///
/// LLVM does not read the module.
pub fn ours(calls: &[Call], target: Target) -> Result<Vec<Result<Observed, String>>, String> {
    of_module(&text(calls, Form::Emission(target)), calls, target, None)
}

/// The same of a module that has the calls. With a finalizer, the instructions are counted.
fn of_module(
    ir: &str,
    calls: &[Call],
    target: Target,
    finalizer: Option<&Finalizer>,
) -> Result<Vec<Result<Observed, String>>, String> {
    let (import, refused) = match texvisa_llvm::import_bytes("calls", ir.as_bytes()) {
        Ok(import) => (import, Vec::new()),
        Err(ImportError::Unsupported(unsupported)) => (unsupported.rest, unsupported.diagnostics),
        Err(error) => return Err(error.to_string()),
    };
    let module = import.module;
    let each = |(index, call): (usize, &Call)| {
        let name = kernel_name(index);
        let Some(id) = module.kernel(&name) else {
            let said = refused.iter().find(|diagnostic| diagnostic.kernel == name);
            return Err(said.map_or_else(|| "it is not imported".to_owned(), |said| said.message.clone()));
        };
        let compiled =
            compile(&module, id, target, call.simd, &LoweringOptions::default()).map_err(|error| error.to_string())?;
        check::check_symbolically(&module, &compiled).map_err(|error| format!("`{call}`: {error}"))?;
        let mut observed = Observed::of(&compiled.lowered.kernel);
        if let Some(finalizer) = finalizer {
            observed.instructions = Some(instructions(&compiled.lowered.kernel, &compiled.visaasm(), true, finalizer)?);
        }
        Ok(observed)
    };
    Ok(calls.iter().enumerate().map(each).collect())
}

/// The instructions after the finalizer, but for those that only wait. It reads the binary form of what its assembler
/// does not read.
fn instructions(kernel: &VisaKernel, visaasm: &str, as_compiled: bool, finalizer: &Finalizer) -> Result<u32, String> {
    let options = FinalizerOptions::default();
    let mut outcome = finalizer.finalize(visaasm, kernel.target, &options).map_err(|error| error.to_string())?;
    if outcome.listing.is_none() {
        let binary = isa::write(kernel, &WriteOptions { as_compiled, ..WriteOptions::default() })
            .map_err(|error| error.to_string())?;
        outcome = finalizer.finalize_binary(&binary, kernel.target, &options).map_err(|error| error.to_string())?;
    }
    let listing =
        outcome.listing.ok_or_else(|| format!("the finalizer wrote no assembly: {:?}", outcome.complaints))?;
    Ok(listing.instructions - listing.waits.min(listing.instructions))
}

/// What Intel's compiler makes of calls, `None` where it makes nothing, and what texvisa makes of the same module as
/// Intel's compiler hands it to its code emission.
pub struct Observation {
    pub intel: Option<Observed>,
    pub ours: Result<Observed, String>,
}

/// Compiles calls with ocloc for a platform. Calls that are not compiled together are compiled one by one.
pub fn observe(
    ocloc: &Path,
    finalizer: &Finalizer,
    calls: &[Call],
    target: Target,
) -> Result<Vec<Observation>, String> {
    let system = |error: std::io::Error| error.to_string();
    let folder = tempfile::tempdir().map_err(system)?;
    let input = folder.path().join("k.ll");
    std::fs::write(&input, text(calls, Form::Program)).map_err(system)?;
    let dumps = folder.path().join("dumps");
    std::fs::create_dir(&dumps).map_err(system)?;
    let run = |program: &str, arguments: &[&str]| {
        let run =
            Run { program: Path::new(program), folder: folder.path(), input: &[], merge_stderr: true, limit: LIMIT };
        run.with(arguments)
    };
    let assembled = run("llvm-as-14", &["k.ll", "-o", "k.bc"]).map_err(|error| error.to_string())?;
    if !assembled.status.is_success() {
        return Err(String::from_utf8_lossy(&assembled.stdout).into_owned());
    }
    let place = format!("IGC_DumpToCustomDir={}", dumps.display());
    let ocloc = ocloc.display().to_string();
    let name = target.to_string();
    let words = ["IGC_ShaderDumpEnable=1", &place, &ocloc, "compile", "-llvm_input", "-file", "k.bc", "-device", &name];
    match run("env", &words) {
        Ok(_) | Err(RunError::TimeLimit { .. }) => {}
        Err(error) => return Err(error.to_string()),
    }
    let mut emission = None;
    let mut kernels = Vec::new();
    for entry in std::fs::read_dir(&dumps).map_err(system)?.flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        if file.ends_with("_codegen.ll") {
            emission = Some(std::fs::read_to_string(entry.path()).map_err(system)?);
        } else if file.ends_with(".visaasm") {
            kernels.push(std::fs::read_to_string(entry.path()).map_err(system)?);
        }
    }
    let of_kernel = |index: usize| {
        let head = format!(".kernel \"{}\"", kernel_name(index));
        kernels.iter().find(|text| text.lines().any(|line| line == head))
    };
    let is_whole = emission.is_some() && (0..calls.len()).all(|index| of_kernel(index).is_some());
    if !is_whole && calls.len() > 1 {
        let each = calls.iter().map(|call| observe(ocloc.as_ref(), finalizer, std::slice::from_ref(call), target));
        return Ok(each.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect());
    }
    let (Some(emission), true) = (emission, is_whole) else {
        return Ok(vec![Observation { intel: None, ours: Err("ocloc makes nothing of it".to_owned()) }]);
    };
    let ours = of_module(&emission, calls, target, Some(finalizer))?;
    let intel = calls.iter().enumerate().map(|(index, call)| {
        let visaasm = of_kernel(index).ok_or("there is no such kernel")?;
        let kernel = asm::parse(visaasm, target).map_err(|error| format!("`{call}`: {error}"))?;
        let instructions = instructions(&kernel, visaasm, false, finalizer)?;
        Ok(Observed { instructions: Some(instructions), ..Observed::of(&kernel) })
    });
    let intel = intel.collect::<Result<Vec<Observed>, String>>()?;
    Ok(intel.into_iter().zip(ours).map(|(intel, ours)| Observation { intel: Some(intel), ours }).collect())
}
