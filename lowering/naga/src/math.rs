//! The functions of WGSL on numbers (WGSL, section 17.5).
//!
//! What texture IR has is that; the others are made of it as section 15.7.4 allows: a function whose accuracy is
//! inherited from an expression is that expression.

use naga::{Expression, Handle, MathFunction as M, ScalarKind};
use smallvec::smallvec;
use texvisa_ir::texture::{Op, Type, Value};

use crate::operand::Scalars;
use crate::refusal::Untranslatable;
use crate::shape::ValueShape;
use crate::translator::Translator;

/// Base-2 logarithm of e.
const LOG2_E: f32 = std::f32::consts::LOG2_E;

impl Translator<'_> {
    pub fn math(
        &mut self,
        function: M,
        argument: Handle<Expression>,
        others: [Option<Handle<Expression>>; 3],
    ) -> Result<Scalars, Untranslatable> {
        let shape = self.shape_of(argument)?;
        let kind = self.scalar_of(argument)?.kind;
        let mut all = vec![self.value(argument)?];
        for other in others.into_iter().flatten() {
            all.push(self.value(other)?);
        }
        let args: Vec<&[Value]> = all.iter().map(|scalars| &scalars[..]).collect();
        if let Some(result) = self.of_vectors(function, shape, kind, &args)? {
            return Ok(result);
        }
        if let Some(result) = self.packing(function, &args)? {
            return Ok(result);
        }
        let mut refusal = None;
        let results = self.each(&args, |translator, operands| match translator.of_scalars(function, kind, operands) {
            Ok(value) => value,
            Err(error) => {
                refusal = Some(error);
                operands[0]
            }
        });
        refusal.map_or(Ok(results), Err)
    }

    /// Functions that are not element by element.
    fn of_vectors(
        &mut self,
        function: M,
        shape: ValueShape,
        kind: ScalarKind,
        args: &[&[Value]],
    ) -> Result<Option<Scalars>, Untranslatable> {
        let is_float = kind == ScalarKind::Float;
        let first = args[0];
        let second = args.get(1).copied().unwrap_or_default();
        Ok(Some(match (function, self.types.resolve(shape)) {
            (M::Dot, _) => smallvec![self.dot(first, second, is_float)?],
            (M::Cross, _) => {
                let mut result = Scalars::new();
                for (a, b) in [(1, 2), (2, 0), (0, 1)] {
                    let plus = self.op(Op::FMul, &[first[a], second[b]]);
                    let minus = self.op(Op::FMul, &[first[b], second[a]]);
                    result.push(self.op(Op::FSub, &[plus, minus]));
                }
                result
            }
            (M::Length, _) => smallvec![self.length(first)?],
            (M::Distance, _) => {
                let difference = self.each_op(Op::FSub, &[first, second]);
                smallvec![self.length(&difference)?]
            }
            (M::Normalize, _) => {
                let square = self.dot(first, first, true)?;
                let scale = self.inverse_root(square);
                self.each_op(Op::FMul, &[first, &[scale]])
            }
            (M::Reflect, _) => {
                let dot = self.dot(second, first, true)?;
                let twice = self.op(Op::FAdd, &[dot, dot]);
                let part = self.each_op(Op::FMul, &[second, &[twice]]);
                self.each_op(Op::FSub, &[first, &part])
            }
            (M::FaceForward, _) => {
                let dot = self.dot(args[2], second, true)?;
                let zero = self.float(self.ty(dot), 0.0);
                let is_before = self.op(Op::FLtO, &[dot, zero]);
                let negated = self.each_op(Op::FNeg, &[first]);
                self.each(&[first, &negated], |translator, of| translator.select(is_before, of[0], of[1]))
            }
            (M::Refract, _) => self.refracted(first, second, args[2][0])?,
            (M::Outer, _) => {
                let mut result = Scalars::new();
                for column in second {
                    result.extend(self.each_op(Op::FMul, &[first, &[*column]]));
                }
                result
            }
            (M::Transpose, ValueShape::Matrix(_, rows, _)) => self.transposed(first, rows as usize),
            (M::Determinant, ValueShape::Matrix(columns, ..)) => smallvec![self.determinant(first, columns as usize)?],
            (M::Modf, _) => {
                let whole = self.each_op(Op::FTrunc, &[first]);
                let mut parts = self.each_op(Op::FSub, &[first, &whole]);
                parts.extend(whole);
                parts
            }
            (M::Frexp, _) => self.fraction_and_exponent(first),
            (M::Inverse, _) => {
                return Err(Untranslatable::new("the inverse of a matrix, which WGSL does not have either"));
            }
            (M::Transpose | M::Determinant, _) => return Err(Untranslatable::new("expected a matrix")),
            _ => return Ok(None),
        }))
    }

    fn length(&mut self, vector: &[Value]) -> Result<Value, Untranslatable> {
        if let [scalar] = vector {
            return Ok(self.op(Op::FAbs, &[*scalar]));
        }
        let square = self.dot(vector, vector, true)?;
        Ok(self.op(Op::FSqrt, &[square]))
    }

    fn inverse_root(&mut self, value: Value) -> Value {
        self.op(Op::FRsqrt, &[value])
    }

    /// `k = 1 - eta² (1 - (n·i)²)`: zero where that is negative, otherwise `eta i - (eta (n·i) + √k) n`.
    fn refracted(&mut self, incident: &[Value], normal: &[Value], eta: Value) -> Result<Scalars, Untranslatable> {
        let ty = self.ty(eta);
        let (one, zero) = (self.float(ty, 1.0), self.float(ty, 0.0));
        let dot = self.dot(normal, incident, true)?;
        let square = self.op(Op::FMul, &[dot, dot]);
        let rest = self.op(Op::FSub, &[one, square]);
        let eta_square = self.op(Op::FMul, &[eta, eta]);
        let part = self.op(Op::FMul, &[eta_square, rest]);
        let k = self.op(Op::FSub, &[one, part]);
        let is_total = self.op(Op::FLtO, &[k, zero]);
        let bounded = self.op(Op::FMax, &[k, zero]);
        let root = self.op(Op::FSqrt, &[bounded]);
        let along = self.op(Op::FMul, &[eta, dot]);
        let along = self.op(Op::FAdd, &[along, root]);
        let kept = self.each_op(Op::FMul, &[incident, &[eta]]);
        let taken = self.each_op(Op::FMul, &[normal, &[along]]);
        let refracted = self.each_op(Op::FSub, &[&kept, &taken]);
        Ok(self.each(&[&refracted], |translator, of| translator.select(is_total, zero, of[0])))
    }

    /// A fraction from 0.5 to 1 and an exponent of two, whose product is the number. Denormal numbers are made normal
    /// first.
    fn fraction_and_exponent(&mut self, numbers: &[Value]) -> Scalars {
        let mut exponents = Scalars::new();
        let mut fractions = Scalars::new();
        for number in numbers {
            let ty = self.ty(*number);
            let wide = self.float_as(*number, Type::F32);
            let scaled_by = self.builder.constant_f32(2f32.powi(32));
            let least = self.builder.constant_f32(f32::MIN_POSITIVE);
            let absolute = self.op(Op::FAbs, &[wide]);
            let is_small = self.op(Op::FLtO, &[absolute, least]);
            let scaled = self.op(Op::FMul, &[wide, scaled_by]);
            let normal = self.select(is_small, scaled, wide);
            let bits = self.builder.convert(Op::Bitcast, normal, Type::I32);
            let [mask, seven, bias, small_bias, keep, half] =
                [0xff, 23, 126, 126 + 32, 0x807f_ffff, 0x3f00_0000].map(|word| self.word(word));
            let shifted = self.op(Op::ShrU, &[bits, seven]);
            let raw = self.op(Op::And, &[shifted, mask]);
            let bias = self.select(is_small, small_bias, bias);
            let exponent = self.op(Op::Sub, &[raw, bias]);
            let kept = self.op(Op::And, &[bits, keep]);
            let fraction = self.op(Op::Or, &[kept, half]);
            let fraction = self.builder.convert(Op::Bitcast, fraction, Type::F32);
            let zero = self.builder.constant_f32(0.0);
            let no_exponent = self.word(0);
            let is_zero = self.op(Op::FEqO, &[wide, zero]);
            exponents.push(self.select(is_zero, no_exponent, exponent));
            let fraction = self.select(is_zero, wide, fraction);
            fractions.push(self.float_as(fraction, ty));
        }
        fractions.extend(exponents);
        fractions
    }

    /// A function of scalars.
    fn of_scalars(&mut self, function: M, kind: ScalarKind, args: &[Value]) -> Result<Value, Untranslatable> {
        if kind == ScalarKind::Float { self.of_floats(function, args) } else { self.of_integers(function, kind, args) }
    }

    fn of_floats(&mut self, function: M, args: &[Value]) -> Result<Value, Untranslatable> {
        let ty = self.ty(args[0]);
        let plain = match function {
            M::Abs => Op::FAbs,
            M::Min => Op::FMin,
            M::Max => Op::FMax,
            M::Saturate => Op::FSaturate,
            M::Ceil => Op::FCeil,
            M::Floor => Op::FFloor,
            M::Round => Op::FRoundEven,
            M::Trunc => Op::FTrunc,
            M::Sqrt => Op::FSqrt,
            M::Fma => Op::Fma,
            // Lowering has these of 32 bits alone.
            _ if ty == Type::F16 => {
                let wide: Scalars = args.iter().map(|arg| self.float_or_word(*arg)).collect();
                let result = self.of_wide_floats(function, &wide)?;
                return Ok(if self.ty(result) == Type::F32 { self.float_as(result, ty) } else { result });
            }
            _ => return self.of_wide_floats(function, args),
        };
        Ok(self.op(plain, args))
    }

    fn float_or_word(&mut self, value: Value) -> Value {
        if self.ty(value).scalar.is_float() { self.float_as(value, Type::F32) } else { value }
    }

    fn of_wide_floats(&mut self, function: M, args: &[Value]) -> Result<Value, Untranslatable> {
        let x = args[0];
        let at = |index: usize| args.get(index).copied().ok_or_else(|| Untranslatable::new("an argument is missing"));
        let one = self.builder.constant_f32(1.0);
        let zero = self.builder.constant_f32(0.0);
        Ok(match function {
            M::Clamp => {
                let least = self.op(Op::FMax, &[x, at(1)?]);
                self.op(Op::FMin, &[least, at(2)?])
            }
            M::Cos => self.op(Op::FCos, &[x]),
            M::Sin => self.op(Op::FSin, &[x]),
            M::Tan => {
                let (sine, cosine) = (self.op(Op::FSin, &[x]), self.op(Op::FCos, &[x]));
                self.op(Op::FDiv, &[sine, cosine])
            }
            M::Cosh | M::Sinh => {
                let up = self.exponential(x);
                let negated = self.op(Op::FNeg, &[x]);
                let down = self.exponential(negated);
                let both = self.op(if function == M::Cosh { Op::FAdd } else { Op::FSub }, &[up, down]);
                self.scaled(both, 0.5)
            }
            M::Tanh => {
                // From 10 on it is 1 to the last bit, and its exponentials do not become infinite.
                let (least, most) = (self.builder.constant_f32(-10.0), self.builder.constant_f32(10.0));
                let bounded = self.op(Op::FMax, &[x, least]);
                let bounded = self.op(Op::FMin, &[bounded, most]);
                let twice = self.scaled(bounded, 2.0);
                let power = self.exponential(twice);
                let (above, below) = (self.op(Op::FSub, &[power, one]), self.op(Op::FAdd, &[power, one]));
                self.op(Op::FDiv, &[above, below])
            }
            M::Acos | M::Asin => {
                let square = self.op(Op::FMul, &[x, x]);
                let rest = self.op(Op::FSub, &[one, square]);
                let bounded = self.op(Op::FMax, &[rest, zero]);
                let other = self.op(Op::FSqrt, &[bounded]);
                if function == M::Asin { self.arc_tangent(x, other) } else { self.arc_tangent(other, x) }
            }
            M::Atan => self.arc_tangent(x, one),
            M::Atan2 => self.arc_tangent(x, at(1)?),
            M::Asinh => {
                let absolute = self.op(Op::FAbs, &[x]);
                let square = self.op(Op::FMul, &[x, x]);
                let more = self.op(Op::FAdd, &[square, one]);
                let root = self.op(Op::FSqrt, &[more]);
                let sum = self.op(Op::FAdd, &[absolute, root]);
                let log = self.logarithm(sum);
                self.with_sign(log, x)
            }
            M::Acosh => {
                let square = self.op(Op::FMul, &[x, x]);
                let less = self.op(Op::FSub, &[square, one]);
                let root = self.op(Op::FSqrt, &[less]);
                let sum = self.op(Op::FAdd, &[x, root]);
                self.logarithm(sum)
            }
            M::Atanh => {
                let (above, below) = (self.op(Op::FAdd, &[one, x]), self.op(Op::FSub, &[one, x]));
                let quotient = self.op(Op::FDiv, &[above, below]);
                let log = self.logarithm(quotient);
                self.scaled(log, 0.5)
            }
            M::Radians => self.scaled(x, std::f32::consts::PI / 180.0),
            M::Degrees => self.scaled(x, 180.0 / std::f32::consts::PI),
            M::Fract => {
                let floor = self.op(Op::FFloor, &[x]);
                self.op(Op::FSub, &[x, floor])
            }
            M::Ldexp => self.times_power_of_two(x, at(1)?),
            M::Exp => self.exponential(x),
            M::Exp2 => self.op(Op::FExp2, &[x]),
            M::Log => self.logarithm(x),
            M::Log2 => self.op(Op::FLog2, &[x]),
            M::Pow => self.op(Op::FPow, &[x, at(1)?]),
            M::Sign => {
                let (is_above, is_below) = (self.op(Op::FGtO, &[x, zero]), self.op(Op::FLtO, &[x, zero]));
                let minus = self.builder.constant_f32(-1.0);
                let rest = self.select(is_below, minus, zero);
                self.select(is_above, one, rest)
            }
            M::Mix => {
                let (y, part) = (at(1)?, at(2)?);
                let rest = self.op(Op::FSub, &[one, part]);
                let first = self.op(Op::FMul, &[x, rest]);
                let second = self.op(Op::FMul, &[y, part]);
                self.op(Op::FAdd, &[first, second])
            }
            M::Step => {
                let is_behind = self.op(Op::FLeO, &[x, at(1)?]);
                self.select(is_behind, one, zero)
            }
            M::SmoothStep => {
                let (high, value) = (at(1)?, at(2)?);
                let (above, whole) = (self.op(Op::FSub, &[value, x]), self.op(Op::FSub, &[high, x]));
                let part = self.op(Op::FDiv, &[above, whole]);
                let part = self.op(Op::FSaturate, &[part]);
                let square = self.op(Op::FMul, &[part, part]);
                let twice = self.scaled(part, 2.0);
                let three = self.builder.constant_f32(3.0);
                let rest = self.op(Op::FSub, &[three, twice]);
                self.op(Op::FMul, &[square, rest])
            }
            M::InverseSqrt => self.inverse_root(x),
            M::QuantizeToF16 => {
                let half = self.float_as(x, Type::F16);
                self.float_as(half, Type::F32)
            }
            function => {
                return Err(Untranslatable::new(format!("{function:?} of floats, which texture IR does not have")));
            }
        })
    }

    pub fn scaled(&mut self, value: Value, factor: f32) -> Value {
        let factor = self.float(self.ty(value), factor);
        self.op(Op::FMul, &[value, factor])
    }

    fn exponential(&mut self, value: Value) -> Value {
        let scaled = self.scaled(value, LOG2_E);
        self.op(Op::FExp2, &[scaled])
    }

    fn logarithm(&mut self, value: Value) -> Value {
        let log = self.op(Op::FLog2, &[value]);
        self.scaled(log, std::f32::consts::LN_2)
    }

    /// A number that is not negative, with the sign of another.
    fn with_sign(&mut self, value: Value, sign: Value) -> Value {
        let (value, sign) = [value, sign].map(|value| self.builder.convert(Op::Bitcast, value, Type::I32)).into();
        let mask = self.word(1 << 31);
        let sign = self.op(Op::And, &[sign, mask]);
        let both = self.op(Op::Or, &[value, sign]);
        self.builder.convert(Op::Bitcast, both, Type::F32)
    }

    /// The angle of a direction. The arc tangent of the smaller part divided by the larger, which is at most 1, is the
    /// odd polynomial of degree 17 that deviates least (by Remez's algorithm: 1.5e-8 of it at most), and the octant says what is added.
    fn arc_tangent(&mut self, y: Value, x: Value) -> Value {
        const FACTORS: [f32; 9] = [
            1.0,
            -0.333_330_73,
            0.199_926_2,
            -0.142_036_44,
            0.106_409_34,
            -0.075_042_95,
            0.042_691_52,
            -0.016_068_63,
            0.002_849_889_8,
        ];
        let (ay, ax) = (self.op(Op::FAbs, &[y]), self.op(Op::FAbs, &[x]));
        let (most, least) = (self.op(Op::FMax, &[ay, ax]), self.op(Op::FMin, &[ay, ax]));
        let zero = self.builder.constant_f32(0.0);
        let one = self.builder.constant_f32(1.0);
        let is_zero = self.op(Op::FEqO, &[most, zero]);
        let divisor = self.select(is_zero, one, most);
        let part = self.op(Op::FDiv, &[least, divisor]);
        let square = self.op(Op::FMul, &[part, part]);
        let mut sum = self.builder.constant_f32(FACTORS[8]);
        for factor in FACTORS[..8].iter().rev() {
            let factor = self.builder.constant_f32(*factor);
            sum = self.op(Op::Fma, &[sum, square, factor]);
        }
        let angle = self.op(Op::FMul, &[sum, part]);
        let quarter = self.builder.constant_f32(std::f32::consts::FRAC_PI_2);
        let from_axis = self.op(Op::FSub, &[quarter, angle]);
        let is_steep = self.op(Op::FGtO, &[ay, ax]);
        let angle = self.select(is_steep, from_axis, angle);
        let half = self.builder.constant_f32(std::f32::consts::PI);
        let from_back = self.op(Op::FSub, &[half, angle]);
        let is_left = self.op(Op::FLtO, &[x, zero]);
        let angle = self.select(is_left, from_back, angle);
        self.with_sign(angle, y)
    }

    /// A float times a power of two: in two steps, so that no power is out of range that the result is not.
    fn times_power_of_two(&mut self, value: Value, exponent: Value) -> Value {
        let (least, most) = (self.word(-252_i32 as u32), self.word(254));
        let bounded = self.op(Op::MaxS, &[exponent, least]);
        let bounded = self.op(Op::MinS, &[bounded, most]);
        let one = self.word(1);
        let half = self.op(Op::ShrS, &[bounded, one]);
        let rest = self.op(Op::Sub, &[bounded, half]);
        let [first, second] = [half, rest].map(|exponent| {
            let (bias, digits) = (self.word(127), self.word(23));
            let biased = self.op(Op::Add, &[exponent, bias]);
            let bits = self.op(Op::Shl, &[biased, digits]);
            self.builder.convert(Op::Bitcast, bits, Type::F32)
        });
        let part = self.op(Op::FMul, &[value, first]);
        self.op(Op::FMul, &[part, second])
    }

    fn of_integers(&mut self, function: M, kind: ScalarKind, args: &[Value]) -> Result<Value, Untranslatable> {
        let x = args[0];
        let ty = self.ty(x);
        let bits = ty.scalar.bits();
        let is_signed = kind == ScalarKind::Sint;
        let by_sign = |signed, unsigned| if is_signed { signed } else { unsigned };
        let at = |index: usize| args.get(index).copied().ok_or_else(|| Untranslatable::new("an argument is missing"));
        Ok(match function {
            M::Abs if is_signed => self.op(Op::Abs, &[x]),
            M::Abs => x,
            M::Min => self.op(by_sign(Op::MinS, Op::MinU), &[x, at(1)?]),
            M::Max => self.op(by_sign(Op::MaxS, Op::MaxU), &[x, at(1)?]),
            M::Clamp => {
                let least = self.op(by_sign(Op::MaxS, Op::MaxU), &[x, at(1)?]);
                self.op(by_sign(Op::MinS, Op::MinU), &[least, at(2)?])
            }
            M::Sign => {
                let (least, most) = (self.int(ty, -1), self.int(ty, 1));
                let bounded = self.op(Op::MaxS, &[x, least]);
                self.op(Op::MinS, &[bounded, most])
            }
            M::CountTrailingZeros => self.op(Op::CountTrailingZeros, &[x]),
            M::CountLeadingZeros => self.op(Op::CountLeadingZeros, &[x]),
            M::CountOneBits => self.op(Op::CountOnes, &[x]),
            M::ReverseBits => self.op(Op::ReverseBits, &[x]),
            M::FirstTrailingBit => {
                let zero = self.int(ty, 0);
                let none = self.int(ty, -1);
                let is_zero = self.op(Op::Eq, &[x, zero]);
                let count = self.op(Op::CountTrailingZeros, &[x]);
                self.select(is_zero, none, count)
            }
            M::FirstLeadingBit => {
                let mut looked_at = x;
                if is_signed {
                    let amount = self.int(ty, i64::from(bits - 1));
                    let sign = self.op(Op::ShrS, &[x, amount]);
                    looked_at = self.op(Op::Xor, &[x, sign]);
                }
                // Of zero there are as many leading zeros as bits, which leaves -1.
                let count = self.op(Op::CountLeadingZeros, &[looked_at]);
                let last = self.int(ty, i64::from(bits - 1));
                self.op(Op::Sub, &[last, count])
            }
            M::ExtractBits => self.extracted_bits(x, at(1)?, at(2)?, is_signed),
            M::InsertBits => self.inserted_bits(x, at(1)?, at(2)?, at(3)?),
            function => {
                return Err(Untranslatable::new(format!("{function:?} of integers, which texture IR does not have")));
            }
        })
    }

    /// Where a field of bits begins and how many it has, both within 32.
    fn bit_field(&mut self, offset: Value, count: Value) -> (Value, Value) {
        let width = self.word(32);
        let offset = self.op(Op::MinU, &[offset, width]);
        let rest = self.op(Op::Sub, &[width, offset]);
        let count = self.op(Op::MinU, &[count, rest]);
        (offset, count)
    }

    /// An amount by which a word can be shifted, 32 as 0.
    fn word_shift(&mut self, op: Op, value: Value, amount: Value) -> Value {
        let mask = self.word(31);
        let amount = self.op(Op::And, &[amount, mask]);
        self.op(op, &[value, amount])
    }

    fn extracted_bits(&mut self, value: Value, offset: Value, count: Value, is_signed: bool) -> Value {
        let (offset, count) = self.bit_field(offset, count);
        let (width, zero) = (self.word(32), self.word(0));
        let after = self.op(Op::Sub, &[width, count]);
        let above = self.op(Op::Sub, &[after, offset]);
        let raised = self.word_shift(Op::Shl, value, above);
        let field = self.word_shift(if is_signed { Op::ShrS } else { Op::ShrU }, raised, after);
        let is_empty = self.op(Op::Eq, &[count, zero]);
        self.select(is_empty, zero, field)
    }

    fn inserted_bits(&mut self, value: Value, new: Value, offset: Value, count: Value) -> Value {
        let (offset, count) = self.bit_field(offset, count);
        let (width, zero, ones) = (self.word(32), self.word(0), self.word(u32::MAX));
        let after = self.op(Op::Sub, &[width, count]);
        let low = self.word_shift(Op::ShrU, ones, after);
        let mask = self.word_shift(Op::Shl, low, offset);
        let is_empty = self.op(Op::Eq, &[count, zero]);
        let mask = self.select(is_empty, zero, mask);
        let placed = self.word_shift(Op::Shl, new, offset);
        let inside = self.op(Op::And, &[placed, mask]);
        let others = self.inverted(mask);
        let outside = self.op(Op::And, &[value, others]);
        self.op(Op::Or, &[outside, inside])
    }
}
