//! How accurate a quotient, a root and other functions have to be.
//!
//! Hardware's quotient and square root may be a unit in the last place off, its other functions more. LLVM allows that with
//! the flag `afn`, and up to an error with `!fpmath` (LLVM language reference, Fast-Math Flags, and 'fpmath' Metadata);
//! otherwise a quotient and a root are correctly rounded, and other functions are what the C library returns, for which
//! there is no instruction. Intel's compiler hands on neither to its code emission for all of them: OpenCL's own
//! bounds hold there (OpenCL C 3.0, section 7.4: 2.5 units for a quotient, 3 for a square root), and what a program wants
//! correctly rounded is a library function by then. So all of them may be approximated in its modules.

use texvisa_ir::texture::{Op, Scalar, Type, Value};

use crate::kernel::{ImportResult, Importer, unsupported};
use crate::llvm::Val;
use crate::shape::ElementVec;

/// Units in the last place by which hardware's quotient and square root may be off.
const HARDWARE_ERROR: f32 = 1.0;

impl<'c> Importer<'c> {
    /// Imports a quotient.
    pub(crate) fn quotient(&mut self, value: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let operands = [self.operand(value, 0)?, self.operand(value, 1)?];
        if value.allows_approximation()
            && let Some(reciprocals) = self.reciprocal_roots(&operands)
        {
            return Ok(reciprocals);
        }
        if self.may_approximate(value) || value.allowed_error() >= HARDWARE_ERROR {
            return self.elementwise(Op::FDiv, &operands);
        }
        let [left, right] = &operands;
        if left.len() != right.len() {
            return self.elementwise(Op::FDiv, &operands);
        }
        let pairs = left.iter().zip(right);
        Ok(pairs
            .map(|(left, right)| match self.exact_reciprocal(*right) {
                Some(reciprocal) => self.operation(Op::FMul, &[*left, reciprocal]),
                None => self.correctly_rounded(Op::FDivRounded, &[*left, *right]),
            })
            .collect())
    }

    /// Imports a call of a function that is one operation.
    ///
    /// # Errors
    ///
    /// There is none as accurate as the call asks for.
    pub(crate) fn function(&mut self, call: Val<'c>, op: Op) -> ImportResult<ElementVec<Value>> {
        let may_approximate = self.may_approximate(call);
        match op {
            Op::FSqrt if !may_approximate && call.allowed_error() < HARDWARE_ERROR => {
                let operand = self.operand(call, 0)?;
                Ok(operand.into_iter().map(|element| self.correctly_rounded(Op::FSqrtRounded, &[element])).collect())
            }
            Op::FExp2 | Op::FLog2 | Op::FPow | Op::FSin | Op::FCos if !may_approximate => unsupported(
                "the function is approximated, which the call does not allow; expected the flag `afn` \
                 (-cl-fast-relaxed-math, -cl-unsafe-math-optimizations)",
            ),
            op => self.one_operation(call, op),
        }
    }

    /// Whether any error of an instruction is allowed.
    fn may_approximate(&self, value: Val<'c>) -> bool {
        self.facts.is_of_intels_compiler || value.allows_approximation()
    }

    /// An operation that is rounded correctly; of halves by floats, which have more than twice their digits, so that
    /// rounding twice does not matter.
    fn correctly_rounded(&mut self, op: Op, args: &[Value]) -> Value {
        let ty = args.first().map_or(Type::F32, |arg| self.builder.kernel().ty(*arg));
        if ty.scalar != Scalar::F16 {
            return self.operation(op, args);
        }
        let args: ElementVec<Value> = args.iter().map(|arg| self.convert(Op::FExtTo, *arg, Type::F32)).collect();
        let rounded = self.operation(op, &args);
        self.convert(Op::FTruncTo, rounded, ty)
    }

    /// The reciprocals of square roots that may be approximated, if that is what the quotients are.
    fn reciprocal_roots(&mut self, [left, right]: &[ElementVec<Value>; 2]) -> Option<ElementVec<Value>> {
        let roots: Option<ElementVec<Value>> = left
            .iter()
            .zip(right)
            .map(|(left, right)| match self.operation_of(*right) {
                Some((Op::FSqrt, [root, ..])) if self.is_one(*left) => Some(root),
                _ => None,
            })
            .collect();
        Some(roots?.into_iter().map(|root| self.operation(Op::FRsqrt, &[root])).collect())
    }

    fn is_one(&self, value: Value) -> bool {
        let kernel = self.builder.kernel();
        let one = if kernel.ty(value).scalar == Scalar::F16 { 0x3c00 } else { u64::from(1.0f32.to_bits()) };
        kernel.constant(value) == Some(one)
    }

    /// The reciprocal of a constant power of two of `f32`, where both are normal numbers: a product with it is the quotient.
    fn exact_reciprocal(&mut self, value: Value) -> Option<Value> {
        let kernel = self.builder.kernel();
        let bits = kernel.constant(value).filter(|_| kernel.ty(value) == Type::F32)?;
        let number = f32::from_bits(bits as u32);
        let reciprocal = 1.0 / number;
        let is_power = bits & 0x007f_ffff == 0 && number.is_normal() && reciprocal.is_normal();
        is_power.then(|| self.builder.constant_f32(reciprocal))
    }
}
