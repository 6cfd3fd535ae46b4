//! Magnitudes: a choice between a float and its opposite, by its sign, is an absolute value.
//!
//! Intel's library computes `fabs` as `x >= 0 ? x : 0 - x`. For x = -0.0 this returns -0.0, and fabs returns +0.0. So
//! this select becomes fabs only if nothing that reads it tells the two zeros apart (see `sign_of_zero`). Otherwise
//! `0 - x`, which is chosen only where x is not zero, becomes `fneg x`, a source modifier and no instruction.
//! `x > 0 ? x : 0 - x` is always fabs, as `0 - x` is +0.0 for both zeros, unless the module writes `-x` so.

use inkwell::llvm_sys::{LLVMOpcode, LLVMRealPredicate};
use texvisa_ir::texture::{Op, Value};

use crate::kernel::{ImportResult, Importer};
use crate::llvm::Val;

/// A choice between a float and its opposite by a comparison of the float with zero.
struct Magnitude<'c> {
    float: Val<'c>,
    /// Whether the opposite is chosen where the float is zero.
    negates_zero: bool,
    /// Whether the opposite is `0.0 - x`, which is +0.0 for both zeros.
    is_difference: bool,
    /// Whether the opposite is chosen where the condition is true.
    negates_where_true: bool,
}

impl<'c> Importer<'c> {
    /// Imports a select of a magnitude; returns nothing for another select.
    pub(crate) fn magnitude(&mut self, select: Val<'c>) -> ImportResult<Option<Value>> {
        let Some(magnitude) = magnitude(select) else { return Ok(None) };
        let float = self.elements(magnitude.float)?;
        let &[float] = float.as_slice() else { return Ok(None) };
        let is_difference = magnitude.is_difference && !self.signs_of_zeros.are_negated_by_difference;
        let is_positive_zero = magnitude.negates_zero && is_difference;
        if is_positive_zero || !self.signs_of_zeros.count(select) {
            return Ok(Some(self.operation(Op::FAbs, &[float])));
        }
        if magnitude.negates_zero {
            return Ok(None);
        }
        let condition = self.scalar_operand(select, 0)?;
        let opposite = self.operation(Op::FNeg, &[float]);
        let [then, otherwise] = if magnitude.negates_where_true { [opposite, float] } else { [float, opposite] };
        Ok(Some(self.operation(Op::Select, &[condition, then, otherwise])))
    }
}

fn magnitude(select: Val<'_>) -> Option<Magnitude<'_>> {
    use LLVMRealPredicate as P;
    let [condition, then, otherwise] = [select.operand(0)?, select.operand(1)?, select.operand(2)?];
    let (negates_where_true, negates_zero) = match condition.float_predicate()? {
        P::LLVMRealOGE | P::LLVMRealUGE => (false, false),
        P::LLVMRealOGT | P::LLVMRealUGT => (false, true),
        P::LLVMRealOLT | P::LLVMRealULT => (true, false),
        P::LLVMRealOLE | P::LLVMRealULE => (true, true),
        _ => return None,
    };
    let (float, opposite) = if negates_where_true { (otherwise, then) } else { (then, otherwise) };
    let is_magnitude = condition.operand(0)? == float && is_zero(condition.operand(1)?);
    let is_difference = match opposite.opcode()? {
        LLVMOpcode::LLVMFNeg if opposite.operand(0)? == float => false,
        LLVMOpcode::LLVMFSub if opposite.operand(1)? == float && is_zero(opposite.operand(0)?) => {
            opposite.operand(0)?.is_zero()
        }
        _ => return None,
    };
    is_magnitude.then_some(Magnitude { float, negates_zero, is_difference, negates_where_true })
}

/// Whether a constant is a zero of either sign.
fn is_zero(value: Val<'_>) -> bool {
    value.is_zero()
        || value.float_bits().is_some_and(|bits| bits != 0 && bits & (bits - 1) == 0 && is_sign(value, bits))
}

/// Whether `bits` is the sign bit of the type of `value`.
fn is_sign(value: Val<'_>, bits: u64) -> bool {
    crate::shape::elements(value.ty())
        .is_ok_and(|types| matches!(types.as_slice(), [ty] if bits == 1 << (ty.scalar.bits() - 1)))
}
