//! Inlines the functions that kernels call, as there are no calls in texture IR.

use inkwell::module::Module;

/// The number of the calling convention `spir_kernel`.
pub(crate) const SPIR_KERNEL: u32 = 76;

/// Has LLVM inline every function of `module` with a body that is no kernel. One that calls itself stays, and its call is
/// refused.
pub(crate) fn inline_functions(module: &Module<'_>) {
    crate::llvm::inline_calls(
        module
            .get_functions()
            .filter(|function| function.count_basic_blocks() > 0 && function.get_call_conventions() != SPIR_KERNEL),
    );
}
