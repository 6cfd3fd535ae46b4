//! Whether anything tells the two zeros apart that a value may be.
//!
//! Source: LLVM language reference, Fast-Math Flags, `nsz`: the sign of a zero operand or result does not count.

use inkwell::llvm_sys::LLVMOpcode;

use crate::llvm::Val;

/// How many operations the sign of a zero is followed through.
const MAX_STEPS: u32 = 8;

/// Whether anything that reads `value`, or `value` itself, tells the two zeros apart.
pub(crate) fn counts_sign_of_zero(value: Val<'_>) -> bool {
    counts(value, MAX_STEPS)
}

fn counts(value: Val<'_>, steps: u32) -> bool {
    !value.ignores_sign_of_zero() && value.users().into_iter().any(|user| tells_zeros_apart(user, steps))
}

/// Whether `user`, or what reads it, tells the two zeros apart.
fn tells_zeros_apart(user: Val<'_>, steps: u32) -> bool {
    use LLVMOpcode as L;
    if user.ignores_sign_of_zero() {
        return false;
    }
    match user.opcode() {
        // -0.0 equals 0.0 and is the same integer.
        Some(L::LLVMFCmp | L::LLVMFPToSI | L::LLVMFPToUI) => false,
        // A zero of another sign gives the same result, or a zero of another sign.
        Some(L::LLVMFAdd | L::LLVMFSub | L::LLVMFMul | L::LLVMFNeg | L::LLVMSelect) => follow(user, steps),
        Some(L::LLVMCall) => {
            let keeps_zeros = user.callee().is_none_or(|callee| !callee.name().starts_with("llvm.fma."));
            keeps_zeros || follow(user, steps)
        }
        _ => true,
    }
}

fn follow(user: Val<'_>, steps: u32) -> bool {
    steps == 0 || counts(user, steps - 1)
}
