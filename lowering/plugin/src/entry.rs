//! Where LLVM calls the plugin. Each of these functions is called by `plugin.cc` or by LLVM itself.
#![allow(unsafe_code)]

use std::ffi::{c_char, c_void};
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};
use inkwell::module::Module;
use inkwell::values::FunctionValue;
use texvisa::ir::target::{SimdWidth, Target};

use crate::legalize::legalize;
use crate::llvm::{Scope, report};
use crate::parameters::{Pass, PassParameters, PassRequest, usage};
use crate::print::print;
use crate::verify::verify;

/// `LLVM_PLUGIN_API_VERSION` of every release that is built for.
const API_VERSION: u32 = 1;

/// `llvm::PassPluginLibraryInfo`
#[repr(C)]
pub struct PassPluginLibraryInfo {
    api_version: u32,
    plugin_name: *const c_char,
    plugin_version: *const c_char,
    register_callbacks: unsafe extern "C" fn(*mut c_void),
}

/// A [`PassRequest`] as `plugin.cc` holds it.
#[repr(C)]
pub struct RawPassRequest {
    pass: u32,
    target: u32,
    lanes: u32,
}

unsafe extern "C" {
    fn texvisa_register(builder: *mut c_void);
}

/// What LLVM asks a pass plugin for.
// SAFETY: LLVM looks for this name, and the value has the layout of what it expects.
#[unsafe(no_mangle)]
pub extern "C" fn llvmGetPassPluginInfo() -> PassPluginLibraryInfo {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    PassPluginLibraryInfo {
        api_version: API_VERSION,
        plugin_name: c"texvisa".as_ptr(),
        plugin_version: VERSION.as_ptr().cast(),
        register_callbacks: texvisa_register,
    }
}

/// Reads an element of a pipeline. Returns whether it is one of these passes, with parameters that make sense; where
/// they do not, it says so on standard error, as there is no context yet, and LLVM then refuses the pipeline.
///
/// # Safety
///
/// `text` points at `length` bytes, and `request` at a place for the answer.
// SAFETY: the name is texvisa's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_parse_pass(text: *const u8, length: usize, request: *mut RawPassRequest) -> bool {
    if length == 0 {
        return false;
    }
    // SAFETY: the caller vouches for `text`.
    let text = unsafe { std::slice::from_raw_parts(text, length) };
    let parsed = catch_unwind(|| PassRequest::parse(&String::from_utf8_lossy(text)));
    match parsed {
        Ok(Ok(None)) | Err(_) => false,
        Ok(Err(error)) => {
            say_once(text.as_ptr().addr(), &error.to_string());
            false
        }
        Ok(Ok(Some(PassRequest { pass, parameters }))) => {
            let raw = RawPassRequest {
                pass: pass as u32,
                target: parameters.target as u32,
                lanes: parameters.simd.map_or(0, SimdWidth::lanes),
            };
            // SAFETY: the caller vouches for `request`.
            unsafe { request.write(raw) };
            true
        }
    }
}

/// Says what is wrong with the element of a pipeline at this address. LLVM asks for a pass over modules and then for one over
/// functions, with the same text, which is said once.
fn say_once(address: usize, message: &str) {
    static LAST: Mutex<Option<(usize, String)>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let said = (address, message.to_owned());
    if last.as_ref() == Some(&said) {
        *last = None;
    } else {
        eprintln!("{message}");
        *last = Some(said);
    }
}

/// Calls `each` with the usage of every pass, as `--print-passes` lists passes with parameters.
///
/// # Safety
///
/// `each` takes what it is given: a text and its length.
// SAFETY: the name is texvisa's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_each_pass(each: unsafe extern "C" fn(*const u8, usize)) {
    for pass in Pass::ALL {
        let usage = usage(pass);
        // SAFETY: the text is as long as it says, and the caller vouches for `each`.
        unsafe { each(usage.as_ptr(), usage.len()) }
    }
}

/// Runs a pass on a module, or on one function of it, which `is_verified` says LLVM's verifier has found valid. Returns whether it
/// was changed.
///
/// # Safety
///
/// `module` is a live module that nothing else uses in between, `function` null or a function of it, and `request` an answer
/// of [`texvisa_parse_pass`].
// SAFETY: the name is texvisa's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_run_pass(
    module: LLVMModuleRef,
    function: LLVMValueRef,
    request: *const RawPassRequest,
    is_verified: bool,
) -> bool {
    // SAFETY: the caller vouches for `request`.
    let request = unsafe { request.read() };
    // SAFETY: the module is live, and as this never drops it, it stays LLVM's.
    let module = ManuallyDrop::new(unsafe { Module::new(module) });
    // SAFETY: the function is null or live.
    let function = unsafe { FunctionValue::new(function) };
    let scope = Scope { module: &module, function, is_verified };
    let Some(target) = Target::ALL.get(request.target as usize).copied() else { return false };
    let Some(pass) = Pass::ALL.get(request.pass as usize).copied() else { return false };
    let parameters = PassParameters { target, simd: SimdWidth::from_lanes(request.lanes) };
    let run = || match pass {
        Pass::Legalize => legalize(&scope, parameters),
        Pass::Print => print(&scope, parameters),
        Pass::Verify => verify(&scope, parameters),
    };
    // A panic must not unwind through LLVM.
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(outcome) => {
            if let Some(error) = &outcome.error {
                report(&module, error);
            }
            outcome.changed
        }
        Err(_) => {
            report(&module, "texvisa: the pass panicked, which is a defect of texvisa");
            true
        }
    }
}
