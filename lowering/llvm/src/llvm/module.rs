//! Reads a module from text or bitcode, and has LLVM verify it.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_void};

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::context::Context;
use inkwell::llvm_sys::core::{LLVMContextSetDiagnosticHandler, LLVMDisposeMessage, LLVMGetDiagInfoDescription};
use inkwell::llvm_sys::prelude::LLVMDiagnosticInfoRef;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;

/// Why there is no module; the text is LLVM's.
#[derive(Debug)]
pub(crate) enum ReadFailure {
    /// The bytes are neither IR text nor bitcode.
    Syntax(String),
    /// The verifier refuses the module.
    Verifier(String),
}

#[cfg(typed_pointers)]
pub(crate) use pointers::{admit_opaque_pointers, admits_opaque_pointers};

/// The kind of pointers of a whole process, which only the oldest release has.
#[cfg(typed_pointers)]
mod pointers {
    use std::ffi::c_int;
    use std::sync::Once;

    use inkwell::llvm_sys::support::LLVMParseCommandLineOptions;

    static ADMITTED: Once = Once::new();

    /// Whether contexts have opaque pointers.
    pub(crate) fn admits_opaque_pointers() -> bool {
        ADMITTED.is_completed()
    }

    /// Lets contexts that are made from now on have opaque pointers. LLVM 14 decides that for the whole process, for good;
    /// typed pointers become opaque ones then.
    pub(crate) fn admit_opaque_pointers() {
        ADMITTED.call_once(|| {
            let arguments = [c"texvisa".as_ptr(), c"-opaque-pointers".as_ptr()];
            // SAFETY: both are C strings that live for the call, whose count is right; LLVM copies what it keeps. The
            // option is one that LLVM 14 has, and is given once, which is as often as LLVM takes it.
            unsafe { LLVMParseCommandLineOptions(arguments.len() as c_int, arguments.as_ptr(), c"".as_ptr()) };
        });
    }
}

/// The module that `bytes` are, and what LLVM says about it besides (debug information of another version, for one). Where it
/// `is_verified`, LLVM's verifier is not asked.
pub(crate) fn read<'c>(
    context: &'c Context,
    name: &str,
    bytes: &[u8],
    is_verified: bool,
) -> Result<(Module<'c>, Vec<String>), ReadFailure> {
    let mut notes: Vec<String> = Vec::new();
    // Without a handler LLVM writes to standard error and, for an error, ends the process.
    // SAFETY: the context is alive, the handler has the type that LLVM asks for, and `notes` outlives its registration,
    // which ends below on the only way out of this function.
    unsafe { LLVMContextSetDiagnosticHandler(context.raw(), Some(note), (&raw mut notes).cast::<c_void>()) };
    let buffer = MemoryBuffer::create_from_memory_range_copy(bytes, name);
    let result = match context.create_module_from_ir(buffer) {
        Err(message) => Err(ReadFailure::Syntax(text(message.to_bytes()))),
        Ok(module) if is_verified => Ok(module),
        Ok(module) => {
            mend_attributes(&module);
            match module.verify() {
                Err(message) => Err(ReadFailure::Verifier(text(message.to_bytes()))),
                Ok(()) => Ok(module),
            }
        }
    };
    // SAFETY: the context is alive; no handler is a value that LLVM admits.
    unsafe { LLVMContextSetDiagnosticHandler(context.raw(), None, std::ptr::null_mut()) };
    result.map(|module| (module, notes))
}

/// Takes off functions the attributes that Intel's compiler gives them against LLVM's rules, where a program is built with
/// `-cl-opt-disable`: `builtin` is for calls, and `optnone` needs `noinline`. Neither says anything about what a function does.
fn mend_attributes(module: &Module<'_>) {
    let kinds = ["builtin", "optnone"].map(Attribute::get_named_enum_kind_id);
    for function in module.get_functions() {
        kinds.iter().for_each(|kind| function.remove_enum_attribute(AttributeLoc::Function, *kind));
    }
}

fn text(message: &[u8]) -> String {
    String::from_utf8_lossy(message).trim_end().to_owned()
}

/// Notes what LLVM says.
extern "C" fn note(info: LLVMDiagnosticInfoRef, notes: *mut c_void) {
    // SAFETY: LLVM calls this only while `read` has it registered, with the information it speaks of and the address of
    // that function's `notes`, which nothing else uses in between. The description is a C string that we own.
    unsafe {
        let description = LLVMGetDiagInfoDescription(info);
        (*notes.cast::<Vec<String>>()).push(text(CStr::from_ptr(description).to_bytes()));
        LLVMDisposeMessage(description);
    }
}
