//! Calls of functions: who calls whom, and inlining.
#![allow(unsafe_code)]

use std::ffi::{c_char, c_void};

use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::values::{AsValueRef, FunctionValue};

use super::Val;

unsafe extern "C" {
    // inline.cc
    fn texvisa_called_functions(
        function: LLVMValueRef,
        calls: extern "C" fn(to: *mut c_void, callee: LLVMValueRef),
        to: *mut c_void,
    ) -> u64;
    fn texvisa_is_inlinable(function: LLVMValueRef) -> bool;
    fn texvisa_inline(function: LLVMValueRef, callees: *const LLVMValueRef, count: usize);
    // share.cc
    fn texvisa_share_call(function: LLVMValueRef, callee: LLVMValueRef) -> bool;
    // inline.cc
    fn texvisa_note_frame(
        function: LLVMValueRef,
        intrinsic: *const c_char,
        intrinsic_length: usize,
        name: *const c_char,
        name_length: usize,
        begin: u32,
        end: u32,
    );
    fn texvisa_drop_body(function: LLVMValueRef);
    fn texvisa_delete_unused(function: LLVMValueRef);
}

/// How many instructions a function has, without those for the types of pointers and for debuggers, and the function that each of its
/// calls calls.
pub(crate) fn calls(function: FunctionValue<'_>) -> (u64, Vec<Val<'_>>) {
    extern "C" fn push(to: *mut c_void, callee: LLVMValueRef) {
        // SAFETY: `to` is the list below, which nothing else uses while it is filled; `callee` is a function of its module.
        unsafe { (*to.cast::<Vec<Val<'_>>>()).push(Val::new(callee)) };
    }
    let mut callees: Vec<Val<'_>> = Vec::new();
    // SAFETY: the function is alive, and nothing is changed.
    let count = unsafe { texvisa_called_functions(function.as_value_ref(), push, (&raw mut callees).cast()) };
    (count, callees)
}

/// Whether LLVM can inline calls of a function with a body. It cannot if the function calls itself.
pub(crate) fn is_inlinable(function: FunctionValue<'_>) -> bool {
    // SAFETY: the function is alive.
    unsafe { texvisa_is_inlinable(function.as_value_ref()) }
}

/// Has LLVM inline the calls of `callees` in `function`, and those that come with them. No chain of calls leads from one of
/// `callees` by others of them to itself.
pub(crate) fn inline(function: FunctionValue<'_>, callees: &[FunctionValue<'_>]) {
    let callees: Vec<LLVMValueRef> = callees.iter().map(AsValueRef::as_value_ref).collect();
    // SAFETY: all are live functions of one module, whose instructions nothing else holds.
    unsafe { texvisa_inline(function.as_value_ref(), callees.as_ptr(), callees.len()) };
}

/// Has the calls of `callee` in `function` share one call; false where one of them is such that it cannot, and all are left.
pub(crate) fn share_call(function: FunctionValue<'_>, callee: FunctionValue<'_>) -> bool {
    // SAFETY: both are live functions of one module, whose instructions nothing else holds.
    unsafe { texvisa_share_call(function.as_value_ref(), callee.as_value_ref()) }
}

/// Attaches metadata of that name to each call of `intrinsic` in a function with a body: where the frame of the function begins and ends,
/// in bytes of each work item. Inlining keeps it.
pub(crate) fn note_frame(function: FunctionValue<'_>, intrinsic: &str, name: &str, [begin, end]: [u32; 2]) {
    let (of, raw) = (function.as_value_ref(), |text: &str| text.as_ptr().cast());
    // SAFETY: the function is alive, nothing else holds metadata of its instructions, and the texts are as long as they say.
    unsafe { texvisa_note_frame(of, raw(intrinsic), intrinsic.len(), raw(name), name.len(), begin, end) };
}

/// Deletes the bodies of those of `functions` that are known in their module alone, and what nothing uses then. None of them
/// may be used afterwards.
pub(crate) fn drop_bodies(functions: Vec<FunctionValue<'_>>) {
    // SAFETY: all are live functions with bodies, and none is deleted before all bodies are.
    functions.iter().for_each(|function| unsafe { texvisa_drop_body(function.as_value_ref()) });
    for function in functions.into_iter().filter(|function| function.count_basic_blocks() == 0) {
        // SAFETY: it is alive, and the caller does not use it any more.
        unsafe { texvisa_delete_unused(function.as_value_ref()) };
    }
}
