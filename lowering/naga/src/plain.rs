//! Operators and conversions, element by element.
//!
//! WGSL gives meaning to what texture IR leaves undefined, and so do these: a quotient by zero is the dividend and the
//! remainder zero, the same for the least integer divided by -1 (section 8.7), shifts take their amount modulo the width
//! (section 8.9), and a float that does not fit an integer becomes the nearest that does (section 15.7.6).

use naga::{BinaryOperator as B, Expression, Handle, RelationalFunction, ScalarKind, UnaryOperator};
use smallvec::smallvec;
use texvisa_ir::texture::{Op, Scalar, Type, Value};

use crate::operand::Scalars;
use crate::refusal::Untranslatable;
use crate::shape::{ValueShape, scalar_type};
use crate::translator::Translator;

impl Translator<'_> {
    /// The same plain operation on the scalars of each operand; one scalar counts for all.
    pub fn each(&mut self, args: &[&[Value]], mut make: impl FnMut(&mut Self, &[Value]) -> Value) -> Scalars {
        let count = args.iter().map(|scalars| scalars.len()).max().unwrap_or(0);
        let mut results = Scalars::with_capacity(count);
        let mut operands = Scalars::new();
        for index in 0..count {
            operands.clear();
            operands.extend(args.iter().filter_map(|scalars| {
                if scalars.len() == 1 { scalars.first().copied() } else { scalars.get(index).copied() }
            }));
            results.push(make(self, &operands));
        }
        results
    }

    pub fn each_op(&mut self, op: Op, args: &[&[Value]]) -> Scalars {
        self.each(args, |translator, operands| translator.op(op, operands))
    }

    pub fn unary(&mut self, op: UnaryOperator, expression: Handle<Expression>) -> Result<Scalars, Untranslatable> {
        let kind = self.scalar_of(expression)?.kind;
        let value = self.value(expression)?;
        Ok(match op {
            UnaryOperator::Negate if kind == ScalarKind::Float => self.each_op(Op::FNeg, &[&value]),
            UnaryOperator::Negate => self.each(&[&value], |translator, operands| {
                let zero = translator.int(translator.ty(operands[0]), 0);
                translator.op(Op::Sub, &[zero, operands[0]])
            }),
            UnaryOperator::LogicalNot => self.each(&[&value], |translator, operands| translator.not(operands[0])),
            UnaryOperator::BitwiseNot => self.each(&[&value], |translator, operands| translator.inverted(operands[0])),
        })
    }

    /// All bits the other way.
    pub fn inverted(&mut self, value: Value) -> Value {
        let ones = self.int(self.ty(value), -1);
        self.op(Op::Xor, &[value, ones])
    }

    pub fn binary(
        &mut self,
        op: B,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Result<Scalars, Untranslatable> {
        let scalar = self.scalar_of(left)?;
        if op == B::Multiply
            && let (Ok(a), Ok(b)) = (self.shape_of(left), self.shape_of(right))
        {
            let (a, b) = (self.types.resolve(a), self.types.resolve(b));
            if matches!(a, ValueShape::Matrix(..)) || matches!(b, ValueShape::Matrix(..)) {
                let (left, right) = (self.value(left)?, self.value(right)?);
                return self.product(a, &left, b, &right);
            }
        }
        let (left, right) = (self.value(left)?, self.value(right)?);
        Ok(self.each(&[&left, &right], |translator, operands| {
            translator.binary_scalar(op, scalar.kind, operands[0], operands[1])
        }))
    }

    fn binary_scalar(&mut self, op: B, kind: ScalarKind, left: Value, right: Value) -> Value {
        let args = [left, right];
        let by_kind = |float, signed, unsigned| match kind {
            ScalarKind::Float => float,
            ScalarKind::Sint => signed,
            _ => unsigned,
        };
        let plain = match (op, kind) {
            (B::Equal, ScalarKind::Bool) => {
                let differ = self.op(Op::Xor, &args);
                return self.not(differ);
            }
            (B::NotEqual, ScalarKind::Bool) => Op::Xor,
            (B::Divide | B::Modulo, ScalarKind::Sint | ScalarKind::Uint) => {
                return self.quotient(op == B::Divide, kind == ScalarKind::Sint, left, right);
            }
            (B::Modulo, _) => {
                let quotient = self.op(Op::FDiv, &args);
                let whole = self.op(Op::FTrunc, &[quotient]);
                let product = self.op(Op::FMul, &[whole, right]);
                return self.op(Op::FSub, &[left, product]);
            }
            (B::ShiftLeft | B::ShiftRight, _) => {
                let op = if op == B::ShiftLeft { Op::Shl } else { by_kind(Op::ShrU, Op::ShrS, Op::ShrU) };
                let amount = self.shift_amount(right, self.ty(left));
                return self.op(op, &[left, amount]);
            }
            (B::Add, _) => by_kind(Op::FAdd, Op::Add, Op::Add),
            (B::Subtract, _) => by_kind(Op::FSub, Op::Sub, Op::Sub),
            (B::Multiply, _) => by_kind(Op::FMul, Op::Mul, Op::Mul),
            (B::Divide, _) => Op::FDiv,
            (B::Equal, _) => by_kind(Op::FEqO, Op::Eq, Op::Eq),
            (B::NotEqual, _) => by_kind(Op::FNeU, Op::Ne, Op::Ne),
            (B::Less, _) => by_kind(Op::FLtO, Op::LtS, Op::LtU),
            (B::LessEqual, _) => by_kind(Op::FLeO, Op::LeS, Op::LeU),
            (B::Greater, _) => by_kind(Op::FGtO, Op::GtS, Op::GtU),
            (B::GreaterEqual, _) => by_kind(Op::FGeO, Op::GeS, Op::GeU),
            (B::And | B::LogicalAnd, _) => Op::And,
            (B::InclusiveOr | B::LogicalOr, _) => Op::Or,
            (B::ExclusiveOr, _) => Op::Xor,
        };
        self.op(plain, &args)
    }

    /// A quotient or a remainder of integers.
    fn quotient(&mut self, is_quotient: bool, is_signed: bool, left: Value, right: Value) -> Value {
        let ty = self.ty(left);
        let mask = ty.scalar.mask();
        let one = self.int(ty, 1);
        let divisor = match self.constant(right) {
            Some(bits) if bits != 0 && (!is_signed || bits != mask) => right,
            _ => {
                let zero = self.int(ty, 0);
                let mut is_wrong = self.op(Op::Eq, &[right, zero]);
                if is_signed {
                    let least = self.int(ty, (-1_i64) << (ty.scalar.bits() - 1));
                    let minus_one = self.int(ty, -1);
                    let is_least = self.op(Op::Eq, &[left, least]);
                    let is_minus_one = self.op(Op::Eq, &[right, minus_one]);
                    let overflows = self.op(Op::And, &[is_least, is_minus_one]);
                    is_wrong = self.op(Op::Or, &[is_wrong, overflows]);
                }
                self.select(is_wrong, one, right)
            }
        };
        let op = match (is_quotient, is_signed) {
            (true, true) => Op::DivS,
            (true, false) => Op::DivU,
            (false, true) => Op::RemS,
            (false, false) => Op::RemU,
        };
        self.op(op, &[left, divisor])
    }

    /// An amount of type `i32`, modulo the width of a type, as one of that type.
    fn shift_amount(&mut self, amount: Value, ty: Type) -> Value {
        let width = ty.scalar.bits();
        let amount = match self.constant(amount) {
            Some(bits) => self.word(bits as u32 & (width - 1)),
            None => {
                let mask = self.int(self.ty(amount), i64::from(width - 1));
                self.op(Op::And, &[amount, mask])
            }
        };
        self.resized(amount, ty, false)
    }

    /// An integer as one of another width.
    pub fn resized(&mut self, value: Value, ty: Type, is_signed: bool) -> Value {
        let from = self.ty(value);
        match from.scalar.bits().cmp(&ty.scalar.bits()) {
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Less => self.builder.convert(if is_signed { Op::SExt } else { Op::ZExt }, value, ty),
            std::cmp::Ordering::Greater => self.builder.convert(Op::Trunc, value, ty),
        }
    }

    pub fn relational(
        &mut self,
        function: RelationalFunction,
        argument: Handle<Expression>,
    ) -> Result<Scalars, Untranslatable> {
        let value = self.value(argument)?;
        let op = match function {
            RelationalFunction::All => Op::And,
            RelationalFunction::Any => Op::Or,
            RelationalFunction::IsNan => {
                return Ok(self.each(&[&value], |translator, of| translator.op(Op::FUno, &[of[0], of[0]])));
            }
            RelationalFunction::IsInf => {
                return Ok(self.each(&[&value], |translator, of| {
                    let infinity = translator.float(translator.ty(of[0]), f32::INFINITY);
                    let absolute = translator.op(Op::FAbs, &[of[0]]);
                    translator.op(Op::FEqO, &[absolute, infinity])
                }));
            }
        };
        let mut scalars = value.into_iter();
        let first = scalars.next().ok_or_else(|| Untranslatable::new("a vector without elements"))?;
        Ok(smallvec![scalars.fold(first, |all, next| self.op(op, &[all, next]))])
    }

    /// A conversion by value, or with no width of the bits.
    pub fn convert_as(
        &mut self,
        expression: Handle<Expression>,
        kind: ScalarKind,
        width: Option<u8>,
    ) -> Result<Scalars, Untranslatable> {
        let from = self.scalar_of(expression)?;
        let to = naga::Scalar { kind, width: width.unwrap_or(from.width) };
        let ty = scalar_type(to)?;
        let value = self.value(expression)?;
        Ok(self.each(&[&value], |translator, operands| {
            if width.is_some() {
                translator.converted(operands[0], from, to, ty)
            } else if translator.ty(operands[0]) == ty {
                operands[0]
            } else {
                translator.builder.convert(Op::Bitcast, operands[0], ty)
            }
        }))
    }

    fn converted(&mut self, value: Value, from: naga::Scalar, to: naga::Scalar, ty: Type) -> Value {
        use ScalarKind as K;
        match (from.kind, to.kind) {
            (K::Bool, K::Bool) => value,
            (K::Bool, K::Float) => {
                let (one, zero) = (self.float(ty, 1.0), self.float(ty, 0.0));
                self.select(value, one, zero)
            }
            (K::Bool, _) => self.builder.convert(Op::ZExt, value, ty),
            (K::Float, K::Bool) => {
                let zero = self.float(self.ty(value), 0.0);
                self.op(Op::FNeU, &[value, zero])
            }
            (_, K::Bool) => {
                let zero = self.int(self.ty(value), 0);
                self.op(Op::Ne, &[value, zero])
            }
            (K::Float, K::Float) => self.float_as(value, ty),
            (K::Float, _) => self.float_to_int(value, ty, to.kind == K::Sint),
            (K::Sint, K::Float) => self.builder.convert(Op::SToF, value, ty),
            (_, K::Float) => self.builder.convert(Op::UToF, value, ty),
            _ => self.resized(value, ty, from.kind == K::Sint),
        }
    }

    /// A float as one of another width.
    pub fn float_as(&mut self, value: Value, ty: Type) -> Value {
        match (self.ty(value).scalar, ty.scalar) {
            (Scalar::F32, Scalar::F16) => self.builder.convert(Op::FTruncTo, value, ty),
            (Scalar::F16, Scalar::F32) => self.builder.convert(Op::FExtTo, value, ty),
            _ => value,
        }
    }

    /// The integer nearest to a float's whole part.
    pub fn float_to_int(&mut self, value: Value, ty: Type, is_signed: bool) -> Value {
        // Of a half float the bounds of words are infinite.
        let wide = self.float_as(value, Type::F32);
        let (least, most) = float_bounds(ty.scalar.bits(), is_signed);
        let (least, most) = (self.builder.constant_f32(least), self.builder.constant_f32(most));
        let bounded = self.op(Op::FMax, &[wide, least]);
        let bounded = self.op(Op::FMin, &[bounded, most]);
        self.builder.convert(if is_signed { Op::FToS } else { Op::FToU }, bounded, ty)
    }
}

/// The least and the greatest `f32` that an integer of so many bits can have.
fn float_bounds(bits: u32, is_signed: bool) -> (f32, f32) {
    let digits = if is_signed { bits - 1 } else { bits };
    let end = (digits as f32).exp2();
    // The float before a power of two from 2^24 on is less than it by 2^-24 of it.
    let most = if digits > 24 { end - end * 2f32.powi(-24) } else { end - 1.0 };
    (if is_signed { -end } else { 0.0 }, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_the_outermost_floats_that_fit() {
        assert_eq!(float_bounds(32, true), (-2147483648.0, 2147483520.0));
        assert_eq!(float_bounds(32, false), (0.0, 4294967040.0));
        assert_eq!(float_bounds(16, true), (-32768.0, 32767.0));
    }
}
