//! Whether anything tells the two zeros apart that a value may be.
//!
//! Source: LLVM language reference, Fast-Math Flags, `nsz`: the sign of a zero operand or result does not count; and Function
//! Attributes, `no-signed-zeros-fp-math`: it counts nowhere in the function. With -cl-fast-relaxed-math kernels have that
//! attribute, and what they inline from Intel's library has no flags.

use inkwell::attributes::AttributeLoc;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::values::FunctionValue;
use rustc_hash::FxHashSet;

use crate::llvm::Val;

/// How many readers are asked before the answer is that one may tell the zeros apart. Their number grows with every
/// operation that the sign passes through, and so it is bounded.
const MAX_READERS: usize = 64;

/// Whether the signs of zeros count in a function.
#[derive(Clone, Copy)]
pub(crate) struct SignsOfZeros {
    /// Whether they count anywhere.
    anywhere: bool,
}

impl SignsOfZeros {
    pub(crate) fn of(function: FunctionValue<'_>) -> SignsOfZeros {
        let attribute = function.get_string_attribute(AttributeLoc::Function, "no-signed-zeros-fp-math");
        let anywhere = attribute.is_none_or(|attribute| attribute.get_string_value().to_bytes() != b"true");
        SignsOfZeros { anywhere }
    }

    /// Whether anything that reads `value`, or `value` itself, may tell the two zeros apart.
    pub(crate) fn count(self, value: Val<'_>) -> bool {
        self.anywhere && counts(value, &mut FxHashSet::default())
    }
}

fn counts<'c>(value: Val<'c>, asked: &mut FxHashSet<Val<'c>>) -> bool {
    !value.ignores_sign_of_zero() && value.users().into_iter().any(|user| tells_zeros_apart(user, asked))
}

/// Whether `user`, or what reads it, may tell the two zeros apart. One that was `asked` already has no other answer.
fn tells_zeros_apart<'c>(user: Val<'c>, asked: &mut FxHashSet<Val<'c>>) -> bool {
    use LLVMOpcode as L;
    if user.ignores_sign_of_zero() || !asked.insert(user) {
        return false;
    }
    if asked.len() > MAX_READERS {
        return true;
    }
    match user.opcode() {
        // -0.0 equals 0.0 and is the same integer.
        Some(L::LLVMFCmp | L::LLVMFPToSI | L::LLVMFPToUI) => false,
        // A zero of another sign gives the same result, or a zero of another sign.
        Some(L::LLVMFAdd | L::LLVMFSub | L::LLVMFMul | L::LLVMFNeg | L::LLVMSelect) => counts(user, asked),
        // It passes the value on.
        Some(L::LLVMPHI | L::LLVMInsertElement | L::LLVMExtractElement) => counts(user, asked),
        Some(L::LLVMCall) => {
            let passes_on = ["llvm.fma.", "llvm.maxnum.", "llvm.minnum."];
            let is_one = |name: &str| passes_on.iter().any(|start| name.starts_with(start));
            !user.callee().is_some_and(|callee| is_one(&callee.name_text())) || counts(user, asked)
        }
        _ => true,
    }
}
