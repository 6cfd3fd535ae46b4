//! Whether anything tells the two zeros apart that a value may be.
//!
//! Source: LLVM language reference, Fast-Math Flags, `nsz`: the sign of a zero operand or result does not count; and Function
//! Attributes, `no-signed-zeros-fp-math`: it counts nowhere in the function. With -cl-fast-relaxed-math kernels have that
//! attribute, and what they inline from Intel's library has no flags.
//!
//! Intel's compiler hands `-x` to code emission as `0.0 - x`, and emits every such difference as a negation: in its modules it is one,
//! so that zero and `-x` are right, and what a program writes as `0.0f - x` is as wrong as there (docs/found.md, Zero minus a zero).
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
    /// Whether `0.0 - x` is how the module writes `-x`.
    pub(crate) are_negated_by_difference: bool,
}

impl SignsOfZeros {
    /// Those of a function, of a module that Intel's compiler has made or another.
    pub(crate) fn of(function: FunctionValue<'_>, is_of_intels_compiler: bool) -> SignsOfZeros {
        let attribute = function.get_string_attribute(AttributeLoc::Function, "no-signed-zeros-fp-math");
        let anywhere = attribute.is_none_or(|attribute| attribute.get_string_value().to_bytes() != b"true");
        SignsOfZeros { anywhere, are_negated_by_difference: is_of_intels_compiler }
    }

    /// Whether anything that reads `value`, or `value` itself, may tell the two zeros apart.
    pub(crate) fn count(self, value: Val<'_>) -> bool {
        self.anywhere && self.counts_in(value, &mut FxHashSet::default())
    }

    fn counts_in<'c>(self, value: Val<'c>, asked: &mut FxHashSet<Val<'c>>) -> bool {
        !value.ignores_sign_of_zero()
            && value.users().into_iter().any(|user| self.tells_zeros_apart(value, user, asked))
    }

    /// Whether `user`, which reads `value`, or what reads `user`, may tell the two zeros apart. One that was `asked` already has no
    /// other answer.
    fn tells_zeros_apart<'c>(self, value: Val<'c>, user: Val<'c>, asked: &mut FxHashSet<Val<'c>>) -> bool {
        use LLVMOpcode as L;
        if user.ignores_sign_of_zero() || self.hides_sign(value, user) || !asked.insert(user) {
            return false;
        }
        if asked.len() > MAX_READERS {
            return true;
        }
        match user.opcode() {
            // -0.0 equals 0.0 and is the same integer.
            Some(L::LLVMFCmp | L::LLVMFPToSI | L::LLVMFPToUI) => false,
            // A zero of another sign gives the same result, or a zero of another sign.
            Some(L::LLVMFAdd | L::LLVMFSub | L::LLVMFMul | L::LLVMFNeg | L::LLVMSelect) => self.counts_in(user, asked),
            // It passes the value on.
            Some(L::LLVMPHI | L::LLVMInsertElement | L::LLVMExtractElement) => self.counts_in(user, asked),
            Some(L::LLVMCall) => {
                let passes_on = ["llvm.fma.", "llvm.maxnum.", "llvm.minnum."];
                let is_one = |name: &str| passes_on.iter().any(|start| name.starts_with(start));
                !user.callee().is_some_and(|callee| is_one(&callee.name_text())) || self.counts_in(user, asked)
            }
            _ => true,
        }
    }

    /// Whether `user` adds `value` to a float that is never -0.0, or subtracts it from one, so that the result is the same for both
    /// zeros.
    fn hides_sign<'c>(self, value: Val<'c>, user: Val<'c>) -> bool {
        use LLVMOpcode as L;
        let other = match user.opcode() {
            Some(L::LLVMFAdd) => user.operand(if user.operand(0) == Some(value) { 1 } else { 0 }),
            // 0.0 - 0.0 and 0.0 - -0.0 are +0.0, where it is no negation.
            Some(L::LLVMFSub) => user.operand(0).filter(|left| !(self.are_negated_by_difference && is_zero(*left))),
            // As a factor: the product is a zero of either sign, which is added to operand 2.
            Some(L::LLVMCall) if user.callee().is_some_and(|callee| callee.name_text().starts_with("llvm.fma.")) => {
                user.operand(2)
            }
            _ => None,
        };
        other.is_some_and(|other| other != value && NeverNegativeZero::of(other))
    }
}

/// Whether a float is the number +0.0.
fn is_zero(value: Val<'_>) -> bool {
    value.float_bits() == Some(0)
}
