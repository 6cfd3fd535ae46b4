//! Imports LLVM modules, as Intel's graphics compiler (IGC) hands them to its code emission, into texture IR.
//!
//! Such a module calls `llvm.genx.GenISA.*` intrinsics for textures, reaches resources through pointers whose address
//! space is the resource, and has in its metadata what the arguments of each kernel are. Pointers are typed or opaque, and
//! signatures are those of release 1.0.12504.6; where a later release only adds an operand, that is understood as well.
//!
//! A feature chooses the release of LLVM ([`LLVM_RELEASE`]): `llvm14`, which is the default, `llvm15`, `llvm16` or `llvm19`.
//! Each reads what it and older releases wrote.
//!
//! ```
//! let text = r#"
//! define spir_kernel void @fetch(i32 %x, i32 %y) {
//!   %texel = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x, i32 %y, i32 0, i32 0,
//!       float addrspace(196608)* null, i32 0, i32 0, i32 0)
//!   %red = extractelement <4 x float> %texel, i32 0
//!   %to = inttoptr i32 0 to float addrspace(131072)*
//!   store float %red, float addrspace(131072)* %to, align 4
//!   ret void
//! }
//! declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
//! "#;
//! let import = texvisa_llvm::import_bytes("fetch.ll", text.as_bytes())?;
//! assert!(import.module.to_string().contains("%texel = load t0 [u: %x, v: %y, lod: 0, r: 0] -> f32x4"));
//! # Ok::<(), texvisa_llvm::ImportError>(())
//! ```
//!
//! Fast-math flags are used while importing, so that texture IR has none: `contract`, or what allows it in a whole function or
//! module, makes one `fma` of a product and a sum, and `nsz` makes negations and absolute values of the differences and choices that Intel's library computes them
//! by. What a check compares with is the import. What a module says of denormals leaves them open (`may_flush_denormals`), or
//! has float arithmetic refused: see the module `denormals`.
//!
//! What kernels call is inlined first, as texture IR has no calls, and several calls of a large function share its body. A kernel
//! that would have more than 262,144 instructions then is refused: see the module `inline`.
//!
//! What cannot be imported is one error that lists every such instruction. LLVM itself can crash on damaged modules; read
//! untrusted ones in a process of its own first.

#![cfg_attr(test, allow(clippy::expect_used))]

mod accuracy;
mod across_lanes;
mod address_space;
mod arguments;
mod bits;
mod blocks;
mod calls;
mod contract;
mod control;
mod denormals;
mod diagnostic;
mod elements;
mod error;
mod generic;
mod igc;
mod implicit;
mod import;
mod inline;
mod kernel;
mod llvm;
mod magnitude;
mod media;
mod memory;
mod merge;
mod multisample;
mod names;
mod negative_zero;
mod options;
mod pairs;
mod plain;
mod pointers;
mod powers;
mod release;
mod resources;
mod shape;
mod sharing;
mod sign_of_zero;
mod slice;
mod source_map;
mod sweep;
mod texture;
mod texture_table;
mod unknown;
mod vectors;
mod without_effect;

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::panic::AssertUnwindSafe;
use std::path::Path;

use inkwell::context::Context;
use inkwell::module::Module as LlvmModule;
use inkwell::values::FunctionValue;
use rustc_hash::FxHashSet;
use texvisa_ir::source::Location;

use inline::Oversized;

pub use diagnostic::Diagnostic;
pub use error::{ImportError, UnsupportedKernels};
pub use import::Import;
pub use options::ImportOptions;
pub use release::LLVM_RELEASE;
pub use source_map::{SourceCall, SourceElement, SourceMap, SourceValue};

/// The empty kernel that Intel's compiler adds to hold a table of symbols (helper.h,
/// `INTEL_SYMBOL_TABLE_VOID_PROGRAM`).
const SYMBOL_TABLE_KERNEL: &str = "Intel_Symbol_Table_Void_Program";

/// Imports a file of IR text or bitcode.
///
/// # Errors
///
/// All of [`ImportError`].
pub fn import_file(path: impl AsRef<Path>) -> Result<Import, ImportError> {
    let path = path.as_ref();
    let bytes = bounded(path).map_err(|source| ImportError::Read { path: path.to_owned(), source })?;
    import_bytes(&path.display().to_string(), &bytes)
}

/// The most bytes of a file that [`import_file`] reads: what is read of one takes many times as much memory.
pub const MAX_FILE_BYTES: u64 = 32 << 20;

/// The bytes of a file of at most [`MAX_FILE_BYTES`].
fn bounded(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        let what = format!("more than {MAX_FILE_BYTES} bytes, the most that are read; split it");
        return Err(std::io::Error::new(ErrorKind::FileTooLarge, what));
    }
    Ok(bytes)
}

/// Imports IR text or bitcode; `name` is its name in diagnostics.
///
/// # Errors
///
/// All of [`ImportError`] but for [`ImportError::Read`].
pub fn import_bytes(name: &str, bytes: &[u8]) -> Result<Import, ImportError> {
    import_bytes_with(name, bytes, ImportOptions::default())
}

/// The same, with options.
///
/// # Errors
///
/// As [`import_bytes`].
pub fn import_bytes_with(name: &str, bytes: &[u8], options: ImportOptions) -> Result<Import, ImportError> {
    reading(name, bytes, options, |module, oversized, notes| {
        let remarks = notes.into_iter().map(|message| about_module(format!("LLVM: {message}"))).collect();
        import_kernels(name, module, oversized, |_| true, remarks, options)
    })
}

/// The text of a module of IR text or bitcode. LLVM can crash on what is damaged (on text, too: a bad data layout, a
/// broken instruction beside debug information), but not on text that it has written itself or read before: what is not
/// trusted is disassembled in a process of its own first.
///
/// # Errors
///
/// [`ImportError::Parse`] and [`ImportError::Invalid`].
pub fn disassemble(name: &str, bytes: &[u8]) -> Result<String, ImportError> {
    reading(name, bytes, ImportOptions::default(), |module, _, _| Ok(module.print_to_string().to_string()))
}

/// Has LLVM read and verify a module, and nothing more.
///
/// # Errors
///
/// [`ImportError::Parse`] and [`ImportError::Invalid`].
pub fn read_only(name: &str, bytes: &[u8]) -> Result<(), ImportError> {
    reading(name, bytes, ImportOptions::default(), |_, _, _| Ok(()))
}

/// A new context, in `owned` unless it is kept until the process ends.
fn context(is_kept: bool, owned: &mut Option<Context>) -> &Context {
    match is_kept {
        true => Box::leak(Box::new(Context::create())),
        false => owned.insert(Context::create()),
    }
}

/// Calls `each` with the module of `bytes` and LLVM's diagnostics. In LLVM 14 pointers are typed unless the text has the type
/// `ptr`, or LLVM rejects bitcode for opaque pointers; later releases decide it for each module.
fn reading<T>(
    name: &str,
    bytes: &[u8],
    options: ImportOptions,
    each: impl for<'c> FnOnce(&LlvmModule<'c>, &Oversized<'c>, Vec<String>) -> Result<T, ImportError>,
) -> Result<T, ImportError> {
    let ImportOptions { keeps_module, is_verified, .. } = options;
    let mut first = None;
    #[cfg(typed_pointers)]
    let mut second = None;
    #[cfg(typed_pointers)]
    if has_opaque_pointers(bytes) {
        llvm::admit_opaque_pointers();
    }
    let read = llvm::read(context(keeps_module, &mut first), name, bytes, is_verified);
    #[cfg(typed_pointers)]
    let read = match read {
        Err(llvm::ReadFailure::Syntax(message)) if message.contains("-opaque-pointers mode") => {
            llvm::admit_opaque_pointers();
            llvm::read(context(keeps_module, &mut second), name, bytes, is_verified)
        }
        read => read,
    };
    match read {
        Ok((module, notes)) => {
            let oversized = inline::inline_functions(&module);
            let kernels = module.get_functions().filter(|function| inline::is_kernel(*function));
            kernels.filter(|kernel| kernel.count_basic_blocks() > 0).for_each(llvm::enter_loops_at_one_block);
            let result = each(&module, &oversized, notes);
            if keeps_module {
                std::mem::forget(module);
            }
            result
        }
        Err(llvm::ReadFailure::Syntax(message)) => Err(ImportError::Parse { name: name.to_owned(), message }),
        Err(llvm::ReadFailure::Verifier(message)) => Err(ImportError::Invalid { name: name.to_owned(), message }),
    }
}

/// Whether this process reads all pointers as opaque ones, which LLVM 14 does from the first module that has some. With
/// later releases no module changes what becomes of the next.
pub fn reads_opaque_pointers() -> bool {
    #[cfg(typed_pointers)]
    let reads = llvm::admits_opaque_pointers();
    #[cfg(not(typed_pointers))]
    let reads = false;
    reads
}

/// Whether reading IR text makes the process one that [reads opaque pointers](reads_opaque_pointers): with LLVM 14, where
/// the text has the type `ptr`. A comment with that word is harmless, because typed pointers can be read as opaque ones.
pub fn has_opaque_pointers(bytes: &[u8]) -> bool {
    let ends_word = |byte: Option<&u8>| byte.is_none_or(|byte| b" ,()<>[]{}*\r\n".contains(byte));
    cfg!(typed_pointers)
        && memchr::memmem::find_iter(bytes, b"ptr")
            .any(|at| ends_word(bytes.get(at.wrapping_sub(1))) && ends_word(bytes.get(at + 3)))
}

/// Imports a module that is in memory, for LLVM plugins. It must pass LLVM's verifier.
///
/// # Errors
///
/// [`ImportError::NoKernel`] and [`ImportError::Unsupported`].
pub fn import_module(name: &str, module: &LlvmModule<'_>, options: ImportOptions) -> Result<Import, ImportError> {
    import_kernels(name, module, &Oversized::default(), |_| true, Vec::new(), options)
}

/// Imports one function of such a module and leaves the others alone.
///
/// # Errors
///
/// [`ImportError::NoKernel`] where it is no kernel, and [`ImportError::Unsupported`].
pub fn import_function(
    name: &str,
    module: &LlvmModule<'_>,
    function: FunctionValue<'_>,
    options: ImportOptions,
) -> Result<Import, ImportError> {
    import_kernels(name, module, &Oversized::default(), |other| other == function, Vec::new(), options)
}

/// Whether a function of that name is one of Intel's intrinsics for textures or media blocks.
pub fn is_texture_intrinsic(name: &str) -> bool {
    texture_table::is_texture_intrinsic(name)
}

fn import_kernels<'c>(
    name: &str,
    module: &LlvmModule<'c>,
    oversized: &Oversized<'c>,
    is_wanted: impl Fn(FunctionValue<'_>) -> bool,
    remarks: Vec<Diagnostic>,
    options: ImportOptions,
) -> Result<Import, ImportError> {
    let with_textures = options.textures_alone.then(|| functions_with_textures(module));
    let mut facts = igc::ModuleFacts::read(module);
    let constants = std::mem::take(&mut facts.constants);
    let mut import = Import { remarks, constants, ..Import::default() };
    let mut diagnostics = Vec::new();
    let mut has_kernel = false;
    for (number, function) in module.get_functions().enumerate() {
        if !is_wanted(function) || function.count_basic_blocks() == 0 {
            continue;
        }
        let function_name = llvm::Val::from(function).name();
        // Intel's compiler adds it to every module.
        if function_name == SYMBOL_TABLE_KERNEL {
            continue;
        }
        if !inline::is_kernel(function) {
            import
                .remarks
                .push(about_module(format!("function {function_name} is not a kernel and is not imported; a kernel has the calling convention spir_kernel")));
            continue;
        }
        has_kernel = true;
        if let Some(diagnostic) = oversized.get(&function.into()) {
            diagnostics.push(diagnostic.clone());
            continue;
        }
        if with_textures.as_ref().is_some_and(|with| !with.contains(&function.into())) {
            continue;
        }
        let mut kernel = isolated(&function_name, || kernel::import(&facts, function, options));
        diagnostics.append(&mut kernel.diagnostics);
        import.remarks.append(&mut kernel.remarks);
        if let Some(part) = kernel.module {
            merge::merge(&mut import.module, part);
            import.widths.push(kernel.width);
            if options.sources {
                import.sources.push(kernel.sources.finish(number as u32, function));
            }
        }
    }
    let mut asked = import.widths.iter().flatten();
    if let Some(first) = asked.next()
        && asked.all(|width| width == first)
    {
        import.module.simd = Some(*first);
    }
    if !has_kernel {
        Err(ImportError::NoKernel { name: name.to_owned() })
    } else if diagnostics.is_empty() {
        Ok(import)
    } else {
        Err(ImportError::Unsupported(Box::new(UnsupportedKernels { name: name.to_owned(), diagnostics, rest: import })))
    }
}

/// The functions with a call of an intrinsic for textures or media blocks.
fn functions_with_textures<'c>(module: &LlvmModule<'c>) -> FxHashSet<llvm::Val<'c>> {
    let intrinsics = module.get_functions().map(llvm::Val::from).filter(|callee| is_texture_intrinsic(&callee.name()));
    intrinsics.flat_map(llvm::Val::users).filter_map(llvm::Val::function).collect()
}

fn about_module(message: String) -> Diagnostic {
    Diagnostic { kernel: String::new(), instruction: None, location: Location::UNKNOWN, is_defect: false, message }
}

/// The import of the kernel of that name; if it panics, an import with that as its error, so that it costs no other.
fn isolated<'c>(name: &str, import: impl FnOnce() -> kernel::KernelImport<'c>) -> kernel::KernelImport<'c> {
    // What the import was changing when it panicked is dropped with it; the module is only read.
    std::panic::catch_unwind(AssertUnwindSafe(import)).unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no text");
        let message = format!("the importer panicked, a defect of texvisa to report with the source: {text}");
        let kernel = names::printable(name);
        let diagnostic =
            Diagnostic { kernel, instruction: None, location: Location::UNKNOWN, is_defect: true, message };
        kernel::KernelImport { diagnostics: vec![diagnostic], ..kernel::KernelImport::default() }
    })
}

#[cfg(test)]
mod tests {
    use super::isolated;

    #[test]
    #[expect(clippy::panic, reason = "it is what the test is about")]
    fn a_panic_is_an_error_of_the_kernel_that_was_imported() {
        let kernel = isolated("k", || panic!("no {}", "luck"));
        assert!(kernel.module.is_none());
        let found: Vec<_> = kernel.diagnostics.iter().map(|found| (found.kernel.as_str(), found.is_defect)).collect();
        assert_eq!(found, [("k", true)]);
        let message = &kernel.diagnostics[0].message;
        assert!(message.ends_with("to report with the source: no luck"), "{message}");
    }
}
