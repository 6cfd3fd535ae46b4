//! Modules in, texture IR out.
#![allow(clippy::expect_used, clippy::panic)]

mod arguments;
mod constants;
mod corpus;
mod denormals;
mod elements;
mod hostile;
mod in_memory;
mod inlined;
mod instructions;
mod loops;
mod memory;
#[cfg(feature = "llvm19")]
mod newer;
mod samplers;
mod sources;
mod texture_calls;
mod zeros;

use texvisa_ir::texture::{parse, verify};
use texvisa_llvm::{Import, ImportError, ImportOptions, LLVM_RELEASE, import_bytes_with};

/// A type of a text with typed pointers as LLVM prints it: later releases have opaque ones alone.
fn printed(pointer: &str) -> String {
    let Some(typed) = pointer.strip_suffix('*').filter(|_| !["14", "15"].contains(&LLVM_RELEASE)) else {
        return pointer.to_owned();
    };
    typed.find(" addrspace(").map_or_else(|| "ptr".to_owned(), |start| format!("ptr{}", &typed[start..]))
}

/// What `text` becomes. The result holds what every result holds.
fn try_import(text: &str) -> Result<Import, ImportError> {
    import_bytes_with("test.ll", text.as_bytes(), ImportOptions { sources: true, ..ImportOptions::default() })
}

fn import(text: &str) -> Import {
    let import = try_import(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    check(&import);
    import
}

fn check(import: &Import) {
    assert_eq!(verify(&import.module), []);
    let text = import.module.to_string();
    assert_eq!(parse(&text).expect("the text follows the grammar").to_string(), text);
    assert_eq!(import.widths.len(), import.module.kernels.len());
    assert_eq!(import.sources.len(), import.module.kernels.len());
}

/// Why `text` is not imported.
fn refusals(text: &str) -> Vec<String> {
    match try_import(text) {
        Ok(import) => panic!("{}", import.module),
        Err(ImportError::Unsupported(unsupported)) => {
            check(&unsupported.rest);
            unsupported.diagnostics.iter().map(ToString::to_string).collect()
        }
        Err(error) => panic!("{error}\n{text}"),
    }
}

/// A module with a kernel @k of these parameters and instructions, and these declarations.
fn module(parameters: &str, instructions: &str, declarations: &str) -> String {
    format!("define spir_kernel void @k({parameters}) {{\n{instructions}\n  ret void\n}}\n{declarations}\n")
}

/// A declaration for each intrinsic that `text` calls, with the types of the operands there.
fn declare(text: &str) -> String {
    let mut declarations = String::new();
    for line in text.lines().filter(|line| line.contains("call ")) {
        let (_, call) = line.split_once("call ").expect("a call");
        let call = call.strip_prefix("afn ").unwrap_or(call);
        let (result, rest) = call.split_once(" @").expect("a callee");
        let (name, operands) = rest.split_once('(').expect("operands");
        let operands = operands.trim_end().strip_suffix(')').expect("the end of the operands");
        let types: Vec<&str> =
            split_operands(operands).map(|operand| operand.rsplit_once(' ').expect("a type").0).collect();
        let declaration = format!("declare {result} @{name}({})\n", types.join(", "));
        if !declarations.contains(&declaration) {
            declarations.push_str(&declaration);
        }
    }
    declarations
}

/// The operands of a call, which may have commas between brackets.
fn split_operands(operands: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    operands
        .split(move |c: char| {
            depth += i32::from("<({".contains(c)) - i32::from(">)}".contains(c));
            c == ',' && depth == 0
        })
        .map(str::trim)
        .filter(|operand| !operand.is_empty())
}

/// The instructions of the only block of @k, without the return.
fn body(text: &str) -> Vec<String> {
    let text = import(text).module.to_string();
    let lines = text.lines().skip_while(|line| !line.starts_with('^')).skip(1);
    lines.take_while(|line| *line != "  return").map(|line| line.trim().to_owned()).collect()
}
