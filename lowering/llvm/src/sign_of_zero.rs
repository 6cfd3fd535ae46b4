//! Whether anything tells the two zeros apart that a value may be.
//!
//! Source: LLVM language reference, Fast-Math Flags, `nsz`: the sign of a zero operand or result does not count; and Function
//! Attributes, `no-signed-zeros-fp-math`: it counts nowhere in the function. With -cl-fast-relaxed-math kernels have that
//! attribute, and what they inline from Intel's library has no flags.
//!
//! In a sum with a number that is never -0.0 ([`NeverNegativeZero`]) the sign of a zero does not count either (IEEE 754, 6.3): so it
//! does not among the absolute values that a program sums up.

use inkwell::attributes::AttributeLoc;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::values::FunctionValue;
use rustc_hash::FxHashSet;

use crate::llvm::Val;
use crate::negative_zero::NeverNegativeZero;

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
    !value.ignores_sign_of_zero() && value.users().into_iter().any(|user| tells_zeros_apart(value, user, asked))
}

/// Whether `user`, which reads `value`, or what reads `user`, may tell the two zeros apart. One that was `asked` already has no
/// other answer.
fn tells_zeros_apart<'c>(value: Val<'c>, user: Val<'c>, asked: &mut FxHashSet<Val<'c>>) -> bool {
    use LLVMOpcode as L;
    if user.ignores_sign_of_zero() || hides_sign(value, user) || !asked.insert(user) {
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

/// Whether `user` adds `value` to a float that is never -0.0, or subtracts it from one, so that the result is the same for both
/// zeros.
fn hides_sign<'c>(value: Val<'c>, user: Val<'c>) -> bool {
    use LLVMOpcode as L;
    let other = match user.opcode() {
        Some(L::LLVMFAdd) => user.operand(if user.operand(0) == Some(value) { 1 } else { 0 }),
        // 0.0 - 0.0 and 0.0 - -0.0 are +0.0.
        Some(L::LLVMFSub) => user.operand(0),
        // As a factor: the product is a zero of either sign, which is added to operand 2.
        Some(L::LLVMCall) if user.callee().is_some_and(|callee| callee.name_text().starts_with("llvm.fma.")) => {
            user.operand(2)
        }
        _ => None,
    };
    other.is_some_and(|other| other != value && NeverNegativeZero::of(other))
}
