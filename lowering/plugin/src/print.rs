//! `print<texvisa>`: the vISA of each kernel on standard error, as LLVM's printers do. Every kernel
//! passes the symbolic check before it is printed.

use std::io::{Write, stderr};

use texvisa::{CompileError, LoweringOptions, check, compile};
use texvisa_llvm::ImportOptions;

use crate::kernels::{PassOutcome, about_kernel, about_lowering, import};
use crate::llvm::{Scope, instructions};
use crate::parameters::PassParameters;

/// Runs the pass.
pub fn print(scope: &Scope<'_>, parameters: PassParameters) -> PassOutcome {
    let mut imported = import(scope, ImportOptions { sources: true, ..ImportOptions::default() });
    let functions = scope.functions();
    let mut text = String::new();
    for (id, simd) in imported.kernels(parameters) {
        let whole = &imported.import.module;
        let sources = &imported.import.sources[id.as_u32() as usize];
        let Some(function) = functions.get(sources.function as usize).copied() else { continue };
        imported.remark_on_assumptions(id, function);
        let name = &whole.kernels[id].name;
        let result = compile(whole, id, parameters.target, simd, &LoweringOptions::default());
        let problems = match result {
            Ok(compiled) => match check::check_symbolically(whole, &compiled) {
                Ok(_) => {
                    text.push_str(&compiled.visaasm());
                    continue;
                }
                Err(error) => vec![about_kernel(name, error.to_string())],
            },
            Err(CompileError::Lower(errors)) => {
                let instructions = instructions(function);
                let about = |error| about_lowering(&imported.import, id, sources, &instructions, error);
                errors.iter().map(about).collect()
            }
            Err(error) => vec![about_kernel(name, error.to_string())],
        };
        imported.problems.extend(problems);
    }
    // Where standard error cannot be written, there is nowhere to report that.
    let _ = stderr().write_all(text.as_bytes());
    let what = format!("not compiled for {}", parameters.target);
    PassOutcome { changed: false, error: imported.error(scope, &what) }
}
