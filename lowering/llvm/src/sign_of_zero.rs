//! Whether anything tells the two zeros apart that a value may be.
//!
//! Source: LLVM language reference, Fast-Math Flags, `nsz`: the sign of a zero operand or result does not count; and Function
//! Attributes, `no-signed-zeros-fp-math`: it counts nowhere in the function. With -cl-fast-relaxed-math kernels have that
//! attribute, and what they inline from Intel's library has no flags.
//!
//! In a sum with a number that is never -0.0 the sign of a zero does not count either (IEEE 754, 6.3). A sum that begins with +0.0 is
//! never -0.0, so that the signs of zeros among the absolute values that a program sums up do not count. texvisa's vISA keeps
//! denormals, so that no sum becomes -0.0 because it is small.

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

/// How many operations that pass a float on are looked through for a product.
const MAX_DEPTH: u32 = 4;

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
    other.is_some_and(|other| other != value && NeverNegativeZero::default().holds(other))
}

/// The question whether a float is never -0.0.
#[derive(Default)]
struct NeverNegativeZero<'c> {
    /// Of these it is taken for granted while it is asked of what they are made of, which is so in a loop alone. If none of the rules fails,
    /// no iteration can be the first in which one of them is -0.0.
    granted: FxHashSet<Val<'c>>,
    /// Those that may be -0.0, even with all that was granted.
    denied: FxHashSet<Val<'c>>,
    /// How many floats were asked about.
    steps: usize,
}

impl<'c> NeverNegativeZero<'c> {
    fn holds(&mut self, value: Val<'c>) -> bool {
        if let Some(bits) = value.float_bits() {
            let sign = if matches!(value.ty().kind(), TyKind::Half) { 1 << 15 } else { 1 << 31 };
            return bits != sign;
        }
        if value.ignores_sign_of_zero() || self.denied.contains(&value) {
            return false;
        }
        if !self.granted.insert(value) {
            return true;
        }
        self.steps += 1;
        let holds = self.steps <= MAX_OPERANDS && self.follows(value);
        if !holds {
            self.denied.insert(value);
        }
        holds
    }

    /// Whether it follows from the operands of `value`. Of no difference, as the importer makes `0.0 - x` the opposite of `x` where the
    /// sign of a zero does not count.
    fn follows(&mut self, value: Val<'c>) -> bool {
        use LLVMOpcode as L;
        let operands = || (0..2).filter_map(|index| value.operand(index));
        match value.opcode() {
            Some(L::LLVMSIToFP | L::LLVMUIToFP) => true,
            // With a product it may become one operation, whose result is -0.0 if it is small.
            Some(L::LLVMFAdd) => {
                !operands().any(|operand| may_be_product(operand, MAX_DEPTH))
                    && operands().any(|operand| {
                        let before = self.granted.clone();
                        let holds = self.holds(operand);
                        if !holds {
                            // What was granted for this operand does not count for the other.
                            self.granted = before;
                        }
                        holds
                    })
            }
            Some(L::LLVMSelect) => (1..3).all(|index| value.operand(index).is_some_and(|operand| self.holds(operand))),
            Some(L::LLVMPHI) => {
                let incoming = value.incoming();
                !incoming.is_empty() && incoming.into_iter().all(|(from, _)| self.holds(from))
            }
            Some(L::LLVMCall) => value.callee().is_some_and(|callee| callee.name_text().starts_with("llvm.fabs.")),
            _ => false,
        }
    }
}

/// Whether a float is a product, or an operation of these few passes one on.
fn may_be_product(value: Val<'_>, depth: u32) -> bool {
    use LLVMOpcode as L;
    let passes_on = match value.opcode() {
        Some(L::LLVMFMul) => return true,
        Some(L::LLVMPHI) => value.incoming().len() == 1,
        Some(L::LLVMExtractElement | L::LLVMInsertElement | L::LLVMShuffleVector | L::LLVMFreeze | L::LLVMBitCast) => {
            true
        }
        _ => false,
    };
    let operands =
        || (0..2).filter_map(|index| value.operand(index)).chain(value.incoming().into_iter().map(|(from, _)| from));
    passes_on && (depth == 0 || operands().any(|operand| may_be_product(operand, depth - 1)))
}
