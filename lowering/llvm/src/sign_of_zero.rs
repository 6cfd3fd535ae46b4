//! Whether anything tells the two zeros apart that a value may be.
//!
//! Source: LLVM language reference, Fast-Math Flags, `nsz`: the sign of a zero operand or result does not count; and Function
//! Attributes, `no-signed-zeros-fp-math`: it counts nowhere in the function. With -cl-fast-relaxed-math kernels have that
//! attribute, and what they inline from Intel's library has no flags.
//!
//! In a sum with what is not -0.0 the sign of a zero does not count either (IEEE 754, 6.3). A sum that begins with +0.0 is never
//! -0.0, so that of the absolute values that a program sums up the signs do not count. texvisa's vISA keeps denormals, so that no
//! sum becomes -0.0 because it is small.

use inkwell::attributes::AttributeLoc;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::values::FunctionValue;
use rustc_hash::FxHashSet;

use crate::llvm::{TyKind, Val};

/// How many readers are asked before the answer is that one may tell the zeros apart. Their number grows with every
/// operation that the sign passes through, and so it is bounded.
const MAX_READERS: usize = 64;

/// How many operands are followed before the answer is that a float may be -0.0.
const MAX_OPERANDS: usize = 256;

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

/// Whether `user` is a sum, or a difference from what it is not, that has the same result for both zeros `value` may be.
fn hides_sign<'c>(value: Val<'c>, user: Val<'c>) -> bool {
    use LLVMOpcode as L;
    let other = match user.opcode() {
        Some(L::LLVMFAdd) => user.operand(if user.operand(0) == Some(value) { 1 } else { 0 }),
        // 0.0 - 0.0 and 0.0 - -0.0 are +0.0.
        Some(L::LLVMFSub) => user.operand(0),
        // In a product, as its sign is that of a zero that is added.
        Some(L::LLVMCall) if is_fma(user) => user.operand(2),
        _ => None,
    };
    other.is_some_and(|other| other != value && is_no_negative_zero(other, &mut FxHashSet::default()))
}

fn is_product(value: Val<'_>) -> bool {
    value.opcode() == Some(LLVMOpcode::LLVMFMul)
}

/// Whether a call is `llvm.fma`.
fn is_fma(call: Val<'_>) -> bool {
    call.callee().is_some_and(|callee| callee.name_text().starts_with("llvm.fma."))
}

/// Whether a float is never -0.0. Of one that is `asked` already, which is so in a loop alone, it is taken for granted: the first that is
/// -0.0 would be one for which another rule fails.
fn is_no_negative_zero<'c>(value: Val<'c>, asked: &mut FxHashSet<Val<'c>>) -> bool {
    use LLVMOpcode as L;
    if let Some(bits) = value.float_bits() {
        let sign = if matches!(value.ty().kind(), TyKind::Half) { 1 << 15 } else { 1 << 31 };
        return bits != sign;
    }
    if !asked.insert(value) {
        return true;
    }
    if asked.len() > MAX_OPERANDS {
        return false;
    }
    let mut is_none = |index: u32| value.operand(index).is_some_and(|operand| is_no_negative_zero(operand, asked));
    match value.opcode() {
        Some(L::LLVMSIToFP | L::LLVMUIToFP) => true,
        // With a product it may become one operation, whose result is -0.0 if it is small.
        Some(L::LLVMFAdd | L::LLVMFSub) if (0..2).filter_map(|index| value.operand(index)).any(is_product) => false,
        Some(L::LLVMFAdd) => {
            // What was granted for the first operand holds only if that is no -0.0.
            let before = asked.clone();
            value.operand(0).is_some_and(|operand| is_no_negative_zero(operand, asked)) || {
                *asked = before;
                value.operand(1).is_some_and(|operand| is_no_negative_zero(operand, asked))
            }
        }
        Some(L::LLVMFSub) => is_none(0),
        Some(L::LLVMSelect) => is_none(1) && is_none(2),
        Some(L::LLVMPHI) => {
            let incoming = value.incoming();
            !incoming.is_empty() && incoming.into_iter().all(|(from, _)| is_no_negative_zero(from, asked))
        }
        Some(L::LLVMCall) => value.callee().is_some_and(|callee| callee.name_text().starts_with("llvm.fabs.")),
        _ => false,
    }
}
