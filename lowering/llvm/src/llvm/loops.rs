//! Loops that can be entered at several blocks.
#![allow(unsafe_code)]

use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::values::{AsValueRef, FunctionValue};

unsafe extern "C" {
    // loops.cc
    fn texvisa_enter_loops_at_one_block(function: LLVMValueRef);
}

/// Has LLVM give each loop of a function with a body one block at which it is entered, which texture IR asks for: where it is
/// entered at several, a block before it chooses.
pub(crate) fn enter_loops_at_one_block(function: FunctionValue<'_>) {
    // SAFETY: the function is alive, and nothing holds its blocks or instructions.
    unsafe { texvisa_enter_loops_at_one_block(function.as_value_ref()) };
}
