//! Inlines the functions that kernels call, as there are no calls in texture IR.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::module::Module;

/// The number of the calling convention `spir_kernel`.
pub(crate) const SPIR_KERNEL: u32 = 76;

/// Attributes that forbid what is to be done.
const FORBIDDING: [&str; 2] = ["noinline", "optnone"];

/// Has LLVM inline every function of `module` with a body that is no kernel. One that calls itself stays, and its call is
/// refused.
pub(crate) fn inline_functions(module: &Module<'_>) {
    let functions = module.get_functions();
    let mut called = functions
        .filter(|function| function.count_basic_blocks() > 0 && function.get_call_conventions() != SPIR_KERNEL)
        .peekable();
    if called.peek().is_none() {
        return;
    }
    let always = module.get_context().create_enum_attribute(Attribute::get_named_enum_kind_id("alwaysinline"), 0);
    for function in called {
        for name in FORBIDDING {
            function.remove_enum_attribute(AttributeLoc::Function, Attribute::get_named_enum_kind_id(name));
        }
        function.add_attribute(AttributeLoc::Function, always);
    }
    crate::llvm::inline_always(module);
}
