//! 64-bit arithmetic on halves: Intel's compiler rewrites it so for platforms without 64-bit integers
//! (Emu64OpsPass.cpp). A pair is the low half, then the high half.

use texvisa_ir::texture::{Op, Scalar, Type, Value};

use crate::kernel::{ImportResult, Importer, unsupported};
use crate::llvm::Val;
use crate::shape::ElementVec;

impl<'c> Importer<'c> {
    /// `add.pair`, `sub.pair` and `mul.pair`: operands are two pairs.
    pub(crate) fn pair_arithmetic(&mut self, call: Val<'c>, op: Op) -> ImportResult<ElementVec<Value>> {
        let operands: ImportResult<ElementVec<Value>> = (0..4).map(|index| self.scalar_operand(call, index)).collect();
        let [low, high, other_low, other_high] = operands?[..] else { return unsupported("expected four operands") };
        if op == Op::Mul {
            let product = self.operation(Op::Mul, &[low, other_low]);
            let mut above = self.operation(Op::MulHighU, &[low, other_low]);
            for (low, high) in [(low, other_high), (other_low, high)] {
                if self.builder.kernel().constant(high) != Some(0) {
                    let cross = self.operation(Op::Mul, &[low, high]);
                    above = self.operation(Op::Add, &[above, cross]);
                }
            }
            return Ok(ElementVec::from_slice(&[product, above]));
        }
        let with_carry = if op == Op::Add { Op::AddCarry } else { Op::SubBorrow };
        let result = self.operation(with_carry, &[low, other_low]);
        let Some(carry) = self.second_result(result) else { return unsupported("the carry has no value") };
        let is_zero = |importer: &Self, value| importer.builder.kernel().constant(value) == Some(0);
        let above = if is_zero(self, other_high) { high } else { self.operation(op, &[high, other_high]) };
        let above = if is_zero(self, above) && op == Op::Add { carry } else { self.operation(op, &[above, carry]) };
        Ok(ElementVec::from_slice(&[result, above]))
    }

    /// `pair.to.ptr(low, high)`. Where a pointer has 32 bits, it is the low half.
    pub(crate) fn pair_to_pointer(&mut self, call: Val<'c>) -> ImportResult<ElementVec<Value>> {
        if self.type_of(call)? == Type::I32 {
            return Ok(ElementVec::from_slice(&[self.scalar_operand(call, 0)?]));
        }
        let halves = [self.scalar_operand(call, 0)?, self.scalar_operand(call, 1)?];
        Ok(ElementVec::from_slice(&[self.join(&halves, Type::I64)]))
    }

    /// `ptr.to.pair(pointer)`
    pub(crate) fn pointer_to_pair(&mut self, call: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let [pointer] = self.kept_operand(call, 0)?[..] else { return unsupported("expected one pointer") };
        if self.builder.kernel().ty(pointer) == Type::I32 {
            return Ok(ElementVec::from_slice(&[pointer, self.builder.constant_int(Type::I32, 0)]));
        }
        self.reinterpret(&[pointer], &[Type::scalar(Scalar::I32); 2])
    }
}
