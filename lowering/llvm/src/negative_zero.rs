//! Which floats are never -0.0, whatever a program is given.
//!
//! Integers become no -0.0, nor does a magnitude. A sum is -0.0 only if both operands are (IEEE 754, 6.3), so that one that begins
//! with +0.0 never is, whatever a loop adds to it. texvisa's vISA keeps denormals, so that no sum becomes -0.0 because it is small.

use inkwell::llvm_sys::LLVMOpcode;
use rustc_hash::FxHashSet;

use crate::llvm::{TyKind, Val};

/// How many operands are followed before the answer is that a float may be -0.0.
const MAX_OPERANDS: usize = 256;

/// How many operations that pass a float on are looked through for a product.
const MAX_DEPTH: u32 = 4;

/// What is known of the floats that another is made of.
#[derive(Default)]
pub(crate) struct NeverNegativeZero<'c> {
    /// Of these it is taken for granted while it is asked of what they are made of, which is so in a loop alone. If none of the rules fails,
    /// no iteration can be the first in which one of them is -0.0.
    granted: FxHashSet<Val<'c>>,
    /// Those that may be -0.0, even with all that was granted.
    denied: FxHashSet<Val<'c>>,
    /// How many floats were asked about.
    steps: usize,
}

impl<'c> NeverNegativeZero<'c> {
    /// Whether `value`, a half or a float, is never -0.0.
    pub fn of(value: Val<'c>) -> bool {
        NeverNegativeZero::default().holds(value)
    }

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
    /// sign of a zero does not count, and in modules of Intel's compiler.
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
