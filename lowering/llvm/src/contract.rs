//! Contraction: a sum of a product becomes one `fma`, where it may be rounded once.
//!
//! Sources: LLVM language reference, Fast-Math Flags, `contract`, which both instructions need; clang's option `-cl-mad-enable`,
//! for which the function has the attribute `less-precise-fpmad`; and OpenCL C, FP_CONTRACT, which is on unless a program
//! turns it off. Intel's compiler writes the latter two down as `MadEnable` and contracts by that alone
//! (PatternMatchPass.cpp, `m_AllowContractions`), without flags. A product with other uses is contracted too: it costs
//! nothing more, as the sum is an instruction anyway. Of two products the sum takes in the one that nothing else reads, and of
//! two such the left one, as Intel's compiler does: so their results have the same bits (`test/against`).

use texvisa_ir::texture::{Op, Type, Value, ValueDef};

use crate::kernel::{ImportResult, Importer};
use crate::llvm::Val;
use crate::shape::ElementVec;

impl<'c> Importer<'c> {
    /// Imports a product; its elements may become part of a sum.
    pub(crate) fn product(&mut self, value: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let operands = [self.operand(value, 0)?, self.operand(value, 1)?];
        let elements = self.elementwise(Op::FMul, &operands)?;
        if self.may_contract(value) {
            self.products.extend(&elements);
        }
        Ok(elements)
    }

    /// Imports `a + b` or, where `op` is a difference, `a - b`. `-0.0 - b` is `-b`, and so is `0.0 - b` where the sign of a
    /// zero does not count or the module writes `-b` so.
    pub(crate) fn sum(&mut self, value: Val<'c>, op: Op) -> ImportResult<ElementVec<Value>> {
        let operands = [self.operand(value, 0)?, self.operand(value, 1)?];
        // It takes a walk to find out, so that only what may be a negation is asked.
        let is_negation = |importer: &Self, left: Value| {
            importer.is_zero_of_sign(left, true)
                || importer.is_zero_of_sign(left, false)
                    && (importer.signs_of_zeros.are_negated_by_difference || !importer.signs_of_zeros.count(value))
        };
        let [left, right] = &operands;
        if left.len() != right.len() {
            return self.elementwise(op, &operands);
        }
        let pairs = left.iter().zip(right);
        let sum = |(left, right): (&Value, &Value)| match op {
            Op::FSub if is_negation(self, *left) => self.operation(Op::FNeg, &[*right]),
            _ => self.sum_of_elements(op, *left, *right, value),
        };
        Ok(pairs.map(sum).collect())
    }

    fn sum_of_elements(&mut self, op: Op, left: Value, right: Value, value: Val<'c>) -> Value {
        let is_difference = op == Op::FSub;
        let products = match self.may_contract(value) {
            true => [self.factors(left), self.factors(right)],
            false => [None, None],
        };
        let is_shared = |index| value.operand(index).is_some_and(|product| product.users().len() > 1);
        match products {
            [Some(_), Some([a, b])] if is_shared(0) && !is_shared(1) => self.fused(is_difference, [a, b], left),
            [Some([a, b]), _] => {
                let right = if is_difference { self.negated(right) } else { right };
                self.operation(Op::Fma, &[a, b, right])
            }
            [None, Some([a, b])] => self.fused(is_difference, [a, b], left),
            [None, None] => self.operation(op, &[left, right]),
        }
    }

    /// Whether a product or sum may be contracted.
    fn may_contract(&self, value: Val<'c>) -> bool {
        self.facts.may_contract || value.allows_contraction()
    }

    /// The sum of `left` and a product, or their difference.
    fn fused(&mut self, is_difference: bool, [a, b]: [Value; 2], left: Value) -> Value {
        let a = if is_difference { self.negated(a) } else { a };
        self.operation(Op::Fma, &[a, b, left])
    }

    /// The factors of a product that may be contracted.
    fn factors(&self, value: Value) -> Option<[Value; 2]> {
        match self.operation_of(value) {
            Some((Op::FMul, [a, b, _])) if self.products.contains(&value) => Some([a, b]),
            _ => None,
        }
    }

    fn negated(&mut self, value: Value) -> Value {
        let kernel = self.builder.kernel_mut();
        let ty = kernel.ty(value);
        match kernel.values[value].def {
            ValueDef::Constant(bits) => kernel.constant_value(ty, bits.get() ^ negative_zero(ty)),
            _ => self.operation(Op::FNeg, &[value]),
        }
    }

    fn is_zero_of_sign(&self, value: Value, is_negative: bool) -> bool {
        let kernel = self.builder.kernel();
        let zero = if is_negative { negative_zero(kernel.ty(value)) } else { 0 };
        kernel.constant(value) == Some(zero)
    }
}

/// The bits of -0.0: the sign alone.
fn negative_zero(ty: Type) -> u64 {
    1 << (ty.scalar.bits() - 1)
}
