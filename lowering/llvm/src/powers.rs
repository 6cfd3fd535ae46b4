//! Powers with an integer exponent (`llvm.powi`).
//!
//! Those of floats (`llvm.pow`) are one operation, `fpow`, which is undefined for a negative base, though LLVM defines it for
//! integers. Intel's OpenCL library, of release 1.0.12504.6, calls it for `pow` with the magnitude of the base, and
//! gives the result its sign itself; for `powr` and `native_powr` OpenCL C leaves a negative base undefined (6.12.2). The LLVM
//! IR of others is to do likewise.
//!
//! Source: LLVM language reference, `llvm.powi.*`: the order in which the multiplications are evaluated is not defined; and
//! Fast-Math Flags, `afn`: a function may be approximated. Intel's compiler (release 1.0.12504.6) emits nothing for a call
//! with an exponent that is no constant, so that what it computes with the result is undefined.

use texvisa_ir::texture::{Op, Scalar, Type, Value};

use crate::kernel::{ImportResult, Importer, unsupported};
use crate::llvm::Val;
use crate::shape::ElementVec;

impl<'c> Importer<'c> {
    /// Imports a call of `llvm.powi`: a constant exponent as multiplications, another one as `fpow`, which is an
    /// approximation.
    pub(crate) fn power(&mut self, call: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let bases = self.operand(call, 0)?;
        if let Some(exponent) = call.operand(1).and_then(Val::int) {
            return Ok(bases.into_iter().map(|base| self.constant_power(base, exponent as u32 as i32)).collect());
        }
        if !call.allows_approximation() {
            return unsupported(
                "a power whose exponent is no constant is approximated, which the call does not allow; expected the flag \
                 `afn` (-cl-fast-relaxed-math, -cl-unsafe-math-optimizations) or a constant exponent",
            );
        }
        let exponent = self.scalar_operand(call, 1)?;
        Ok(bases.into_iter().map(|base| self.approximate_power(base, exponent)).collect())
    }

    /// `base` to the power of a constant: the squares of `base` whose exponents add up to it, multiplied.
    fn constant_power(&mut self, base: Value, exponent: i32) -> Value {
        let one = self.one(self.builder.kernel().ty(base));
        let (mut left, mut square, mut product) = (exponent.unsigned_abs(), base, None);
        loop {
            if left & 1 == 1 {
                product = Some(product.map_or(square, |product| self.operation(Op::FMul, &[product, square])));
            }
            left >>= 1;
            if left == 0 {
                break;
            }
            square = self.operation(Op::FMul, &[square, square]);
        }
        match product {
            None => one,
            Some(product) if exponent < 0 => self.operation(Op::FDiv, &[one, product]),
            Some(product) => product,
        }
    }

    /// `|base|` to the power of the exponent, with the sign of `base` where the exponent is odd: none, if it is a magnitude.
    fn approximate_power(&mut self, base: Value, exponent: Value) -> Value {
        let ty = self.builder.kernel().ty(base);
        let bits = if ty.scalar == Scalar::F16 { Type::I16 } else { Type::I32 };
        let number = self.convert(Op::SToF, exponent, ty);
        let power = self.operation(Op::FPow, &[base, number]);
        if matches!(self.operation_of(base), Some((Op::FAbs, _))) {
            return power;
        }
        let [sign, power] = [base, power].map(|value| self.convert(Op::Bitcast, value, bits));
        let parity = self.convert(Op::Trunc, exponent, bits);
        let high = self.builder.constant_int(bits, i64::from(bits.scalar.bits()) - 1);
        let parity = self.operation(Op::Shl, &[parity, high]);
        let sign = self.operation(Op::And, &[sign, parity]);
        let power = self.operation(Op::Xor, &[power, sign]);
        self.convert(Op::Bitcast, power, ty)
    }

    fn one(&mut self, ty: Type) -> Value {
        match ty.scalar {
            // 1.0 of 16 bits.
            Scalar::F16 => self.builder.constant_int(ty, 0x3c00),
            _ => self.builder.constant_f32(1.0),
        }
    }
}
