//! Plain operations, as the rows of `texvisa_ir::texture::Op` define them.

use texvisa_ir::texture::{CombinedLanes, InstId, Op, Results, Scalar, Value};

use super::{Engine, FloatRules, InterpretedThread, each_lane};
use crate::approximation::{Approximation, Function};
use crate::float::{
    canonical_f32, f16_value, integer_to_odd, maximum, minimum, round_f16, round_f16_by, round_f32, round_f32_by,
    saturate, sum_to_odd,
};
use crate::private::HARDWARE_THREAD;
use crate::unit::MAX_LANES;

impl InterpretedThread<'_> {
    pub(super) fn plain(&mut self, engine: &mut Engine<'_>, inst: InstId, op: Op, args: &[Value], mask: u32) {
        let kernel = self.program.kernel;
        let Some(result) = kernel.result(inst) else { return };
        let mut operands = [[0; MAX_LANES]; 3];
        for (operand, arg) in operands.iter_mut().zip(args) {
            *operand = self.read(engine, *arg, 0);
        }
        let typed = if op == Op::Shuffle { args.first() } else { args.last() };
        let scalar = typed.map_or(Scalar::I32, |value| kernel.ty(*value).scalar);
        let to = kernel.ty(result).scalar;
        let [mut first, mut second] = [[0; MAX_LANES]; 2];
        match op {
            Op::LaneId => first = std::array::from_fn(|lane| lane as u64),
            Op::SimdSize => first = [u64::from(self.simd.lanes()); MAX_LANES],
            Op::HardwareThreadId => first = [u64::from(HARDWARE_THREAD); MAX_LANES],
            Op::Ballot => {
                let voted = each_lane(mask).filter(|lane| operands[0][*lane] & 1 == 1);
                first = [voted.fold(0, |bits, lane| bits | 1 << lane); MAX_LANES];
            }
            Op::Shuffle => {
                for lane in each_lane(mask) {
                    let from = operands[1][lane] as usize;
                    let is_active = from < MAX_LANES && mask & 1 << from != 0;
                    first[lane] = if is_active { operands[0][from] } else { engine.undef.next_bits() & scalar.mask() };
                }
            }
            _ if let Some((lanes, combine)) = op.across_lanes() => {
                let given = operands[0];
                let active = |lane: usize| if mask & 1 << lane == 0 { combine.identity(scalar) } else { given[lane] };
                let count = self.simd.lanes() as usize;
                first = across_lanes(self.program.rules, lanes, combine, scalar, count, std::array::from_fn(active));
            }
            _ => {
                for lane in each_lane(mask) {
                    let [a, b, c] = [operands[0][lane], operands[1][lane], operands[2][lane]];
                    let computed = if op.results() == Results::SameTwice {
                        let (low, high) = with_carry(op, scalar, a, b);
                        second[lane] = high;
                        Some(low)
                    } else {
                        evaluate(self.program.rules, op, scalar, to, [a, b, c])
                    };
                    first[lane] = computed
                        .unwrap_or_else(|| engine.undef.next_result(|| likely(self.program.rules, op, scalar, a, b)))
                        & to.mask();
                }
            }
        }
        self.assign(result, 0, mask, &first);
        if let Some(carry) = kernel.result_at(inst, 1) {
            self.assign(carry, 0, mask, &second);
        }
    }
}

/// The results of an operation across `count` lanes.
fn across_lanes(
    rules: FloatRules,
    lanes: CombinedLanes,
    op: Op,
    scalar: Scalar,
    count: usize,
    mut numbers: [u64; MAX_LANES],
) -> [u64; MAX_LANES] {
    let combine = |a, b| evaluate(rules, op, scalar, scalar, [a, b, 0]).unwrap_or(0) & scalar.mask();
    if lanes == CombinedLanes::All {
        let mut left = count / 2;
        while left > 0 {
            (0..left).for_each(|lane| numbers[lane] = combine(numbers[lane], numbers[lane + left]));
            left /= 2;
        }
        return [numbers[0]; MAX_LANES];
    }
    let mut distance = 1;
    while distance < count {
        let before = |lane: usize| lane.checked_sub(distance).map_or(op.identity(scalar), |lane| numbers[lane]);
        numbers = std::array::from_fn(|lane| combine(numbers[lane], before(lane)));
        distance *= 2;
    }
    if lanes == CombinedLanes::BeforeOwn {
        numbers.rotate_right(1);
        numbers[0] = op.identity(scalar);
    }
    numbers
}

/// Sum and carry, difference and borrow.
fn with_carry(op: Op, scalar: Scalar, a: u64, b: u64) -> (u64, u64) {
    let mask = scalar.mask();
    match op {
        Op::AddCarry => {
            let sum = u128::from(a) + u128::from(b);
            (sum as u64 & mask, u64::from(sum > u128::from(mask)))
        }
        _ => (a.wrapping_sub(b) & mask, u64::from(a < b)),
    }
}

/// Sign-extends a number.
fn signed(scalar: Scalar, bits: u64) -> i64 {
    let unused = 64 - scalar.bits();
    (bits << unused) as i64 >> unused
}

/// The value of a float, exactly.
fn float_value(scalar: Scalar, bits: u64) -> f64 {
    match scalar {
        Scalar::F16 => f16_value(bits as u16),
        _ => f64::from(f32::from_bits(bits as u32)),
    }
}

/// The nearest float of the type.
fn round(scalar: Scalar, value: f64) -> u64 {
    match scalar {
        Scalar::F16 => u64::from(round_f16(value)),
        _ => u64::from(round_f32(value)),
    }
}

/// What hardware is likely to return where the result is undefined: of a shift, that by the amount's low bits; of a
/// power, that of the magnitude; of other operations, the first operand.
fn likely(rules: FloatRules, op: Op, scalar: Scalar, a: u64, b: u64) -> u64 {
    let amount = b % u64::from(scalar.bits());
    let result = match op {
        Op::Shl | Op::ShrU | Op::ShrS => evaluate(rules, op, scalar, scalar, [a, amount, 0]),
        Op::FPow => evaluate(rules, op, scalar, scalar, [a & (scalar.mask() >> 1), b, 0]),
        _ => None,
    };
    result.unwrap_or(a)
}

/// The result of an operation in one lane; bits above its type are arbitrary. `None` if the operation is undefined.
fn evaluate(rules: FloatRules, op: Op, scalar: Scalar, to: Scalar, args: [u64; 3]) -> Option<u64> {
    if !rules.flushed.any() || !op.heeds_denormals() {
        return compute(rules.approximation, op, scalar, to, args);
    }
    let args = args.map(|bits| rules.flushed.flush(scalar, bits));
    compute(rules.approximation, op, scalar, to, args).map(|bits| rules.flushed.flush(to, bits))
}

/// The same where denormals are kept.
///
/// Float arithmetic is computed in binary64 and rounded once. Sums, products, quotients and square roots of binary32
/// and binary16 are correctly rounded this way, as binary64 has more than twice their digits; those that hardware computes
/// only nearly are rounded as `approximation` says.
fn compute(approximation: Approximation, op: Op, scalar: Scalar, to: Scalar, [a, b, c]: [u64; 3]) -> Option<u64> {
    let width = scalar.bits();
    let mask = scalar.mask();
    let s = |bits| signed(scalar, bits);
    let f = |bits| float_value(scalar, bits);
    let unary = |function: fn(f64) -> f64| Some(round(scalar, function(f(a))));
    let directed = |value| Some(round_f32_by(op.rounding(), value).into());
    let nearly = |function| Some(round(scalar, approximation.of(function, f(a), f(b))));
    let boolean = |boolean: bool| Some(u64::from(boolean));
    // Not both ordered: one is a NaN.
    let unordered = || f(a).is_nan() || f(b).is_nan();
    match op {
        Op::Add => Some(a.wrapping_add(b)),
        Op::AddThree => Some(a.wrapping_add(b).wrapping_add(c)),
        Op::MulAdd => Some(a.wrapping_mul(b).wrapping_add(c)),
        Op::DotS | Op::DotU | Op::DotSU => {
            let signed = |byte: u8| i64::from(byte as i8);
            let unsigned = |byte: u8| i64::from(byte);
            let b_bytes =
                (b as u32).to_le_bytes().map(|byte| if op == Op::DotU { unsigned(byte) } else { signed(byte) });
            let c_bytes =
                (c as u32).to_le_bytes().map(|byte| if op == Op::DotS { signed(byte) } else { unsigned(byte) });
            let products = b_bytes.into_iter().zip(c_bytes).map(|(b, c)| b * c);
            Some(a.wrapping_add(products.sum::<i64>() as u64))
        }
        Op::AndThree => Some(a & b & c),
        Op::OrThree => Some(a | b | c),
        Op::XorThree => Some(a ^ b ^ c),
        Op::AndOr => Some(a & b | c),
        Op::AndXor => Some(a & b ^ c),
        Op::OrAnd => Some((a | b) & c),
        Op::OrXor => Some((a | b) ^ c),
        Op::XorAnd => Some((a ^ b) & c),
        Op::XorOr => Some(a ^ b | c),
        Op::Sub => Some(a.wrapping_sub(b)),
        Op::Mul => Some(a.wrapping_mul(b)),
        Op::MulHighS => Some(((i128::from(s(a)) * i128::from(s(b))) >> width) as u64),
        Op::MulHighU => Some(((u128::from(a) * u128::from(b)) >> width) as u64),
        Op::DivS | Op::RemS => {
            let overflows = s(b) == -1 && a == 1 << (width - 1);
            if b == 0 || overflows {
                return None;
            }
            Some(if op == Op::DivS { s(a) / s(b) } else { s(a) % s(b) } as u64)
        }
        Op::DivU => a.checked_div(b),
        Op::RemU => a.checked_rem(b),
        Op::MinS => Some(s(a).min(s(b)) as u64),
        Op::MaxS => Some(s(a).max(s(b)) as u64),
        Op::MinU => Some(a.min(b)),
        Op::MaxU => Some(a.max(b)),
        Op::Abs => Some(s(a).unsigned_abs()),
        Op::And => Some(a & b),
        Op::Or => Some(a | b),
        Op::Xor => Some(a ^ b),
        Op::Shl => (b < u64::from(width)).then(|| a << b),
        Op::ShrU => (b < u64::from(width)).then(|| a >> b),
        Op::ShrS => (b < u64::from(width)).then(|| (s(a) >> b) as u64),
        Op::FunnelShl => {
            let amount = c % u64::from(width);
            let both = (u128::from(a) << width | u128::from(b)) << amount;
            Some((both >> width) as u64)
        }
        Op::CountLeadingZeros => Some(u64::from(a.leading_zeros() - (64 - width))),
        Op::CountTrailingZeros => Some(u64::from(a.trailing_zeros().min(width))),
        Op::CountOnes => Some(u64::from(a.count_ones())),
        Op::ReverseBits => Some(a.reverse_bits() >> (64 - width)),
        Op::FAdd => Some(round(scalar, f(a) + f(b))),
        Op::FSub => Some(round(scalar, f(a) - f(b))),
        Op::FMul => Some(round(scalar, f(a) * f(b))),
        Op::FDiv => nearly(Function::Quotient),
        Op::FDivRounded => Some(round(scalar, f(a) / f(b))),
        Op::Fma if scalar == Scalar::F32 => {
            let [a, b, c] = [a, b, c].map(|bits| f32::from_bits(bits as u32));
            Some(u64::from(canonical_f32(a.mul_add(b, c))))
        }
        Op::FAddZero => directed(sum_to_odd(f(a), f(b))),
        // The product of two binary32 is exact in binary64.
        Op::FMulZero => directed(f(a) * f(b)),
        Op::FmaZero => directed(sum_to_odd(f(a) * f(b), f(c))),
        // The product of two binary16 is exact in binary64. Where the sum is not, one part is too small to matter to
        // any rounding of the other.
        Op::Fma => Some(round(scalar, f(a) * f(b) + f(c))),
        Op::FMin => Some(round(scalar, minimum(f(a), f(b)))),
        Op::FMax => Some(round(scalar, maximum(f(a), f(b)))),
        Op::FNeg => Some(a ^ 1 << (width - 1)),
        Op::FAbs => Some(a & (mask >> 1)),
        Op::FSaturate => unary(saturate),
        Op::FSqrt => nearly(Function::Root),
        Op::FRsqrt => Some(round(scalar, approximation.reciprocal_root(f(a)))),
        Op::FSqrtRounded => unary(f64::sqrt),
        Op::FExp2 => nearly(Function::Exp2),
        Op::FLog2 => nearly(Function::Log2),
        Op::FPow if f(a) < 0.0 => None,
        Op::FPow => nearly(Function::Power),
        Op::FSin => nearly(Function::Sine),
        Op::FCos => nearly(Function::Cosine),
        Op::FFloor => unary(f64::floor),
        Op::FCeil => unary(f64::ceil),
        Op::FTrunc => unary(f64::trunc),
        Op::FRoundEven => unary(f64::round_ties_even),
        Op::Eq => boolean(a == b),
        Op::Ne => boolean(a != b),
        Op::LtS => boolean(s(a) < s(b)),
        Op::LeS => boolean(s(a) <= s(b)),
        Op::GtS => boolean(s(a) > s(b)),
        Op::GeS => boolean(s(a) >= s(b)),
        Op::LtU => boolean(a < b),
        Op::LeU => boolean(a <= b),
        Op::GtU => boolean(a > b),
        Op::GeU => boolean(a >= b),
        Op::FEqO => boolean(f(a) == f(b)),
        Op::FNeO => boolean(!unordered() && f(a) != f(b)),
        Op::FLtO => boolean(f(a) < f(b)),
        Op::FLeO => boolean(f(a) <= f(b)),
        Op::FGtO => boolean(f(a) > f(b)),
        Op::FGeO => boolean(f(a) >= f(b)),
        Op::FOrd => boolean(!unordered()),
        Op::FEqU => boolean(unordered() || f(a) == f(b)),
        Op::FNeU => boolean(f(a) != f(b)),
        Op::FLtU => boolean(unordered() || f(a) < f(b)),
        Op::FLeU => boolean(unordered() || f(a) <= f(b)),
        Op::FGtU => boolean(unordered() || f(a) > f(b)),
        Op::FGeU => boolean(unordered() || f(a) >= f(b)),
        Op::FUno => boolean(unordered()),
        Op::Select => Some(if a & 1 == 1 { b } else { c }),
        Op::Trunc | Op::ZExt | Op::Bitcast => Some(a),
        Op::Concat => Some(a & mask | b << width),
        Op::SExt => Some(s(a) as u64),
        // A binary16 overflows before binary64 rounds any integer.
        Op::SToF if to == Scalar::F16 => Some(round(to, s(a) as f64)),
        Op::SToF => Some(u64::from((s(a) as f32).to_bits())),
        Op::UToF if to == Scalar::F16 => Some(round(to, a as f64)),
        Op::UToF => Some(u64::from((a as f32).to_bits())),
        // Where binary64 is too narrow for the integer it is rounded to odd first.
        Op::SToFZero | Op::SToFUp | Op::SToFDown => directed(integer_to_odd(s(a).into())),
        Op::UToFZero | Op::UToFUp | Op::UToFDown => directed(integer_to_odd(a.into())),
        Op::FToS => {
            let limit = 2f64.powi(to.bits() as i32 - 1);
            let value = f(a).trunc();
            (value >= -limit && value < limit).then_some(value as i64 as u64)
        }
        Op::FToU => {
            let value = f(a).trunc();
            (value >= 0.0 && value < 2f64.powi(to.bits() as i32)).then_some(value as u64)
        }
        // `as` clamps, and makes 0 of a NaN.
        Op::FToSClamped => {
            let limit = 1_i64 << (to.bits() - 1);
            Some((f(a) as i64).clamp(-limit, limit - 1) as u64)
        }
        Op::FToUClamped => Some((f(a) as u64).min(to.mask())),
        Op::FTruncToZero | Op::FTruncToUp | Op::FTruncToDown => Some(round_f16_by(op.rounding(), f(a)).into()),
        Op::FTruncTo | Op::FExtTo => Some(round(to, f(a))),
        // Lanes and carries are seen to where the instruction is: these are `addc`, `subb`, `shuffle`, `lane_id` and the
        // like, and all that works across lanes.
        _ => None,
    }
}

/// The result of an operation on operands of type `scalar`, by the same code as a run.
#[cfg(test)]
pub(super) fn result(op: Op, scalar: Scalar, to: Scalar, args: [u64; 3]) -> Option<u64> {
    evaluate(FloatRules::default(), op, scalar, to, args).map(|bits| bits & to.mask())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use texvisa_ir::texture::Scalar::{F16, F32, I1, I8, I16, I32, I64};

    use super::*;

    fn same(op: Op, scalar: Scalar, args: [u64; 3]) -> Option<u64> {
        result(op, scalar, scalar, args)
    }

    fn int(op: Op, scalar: Scalar, a: i64, b: i64) -> Option<u64> {
        same(op, scalar, [a as u64 & scalar.mask(), b as u64 & scalar.mask(), 0])
    }

    #[test]
    fn integers_wrap_in_their_own_width() {
        assert_eq!(int(Op::Add, I8, 200, 100), Some(44));
        assert_eq!(same(Op::AddThree, I8, [200, 100, 255]), Some(43));
        assert_eq!(same(Op::OrThree, I8, [0xc0, 0x0c, 0x05]), Some(0xcd));
        assert_eq!(same(Op::XorThree, I8, [0xf0, 0xcc, 0xaa]), Some(0x96));
        assert_eq!(same(Op::AndOr, I8, [0xf0, 0xcc, 0x03]), Some(0xc3));
        assert_eq!(same(Op::OrAnd, I8, [0xf0, 0x0c, 0x18]), Some(0x18));
        assert_eq!(same(Op::AndThree, I8, [0xf0, 0xcc, 0xaa]), Some(0x80));
        assert_eq!(same(Op::AndXor, I8, [0xf0, 0xcc, 0xaa]), Some(0x6a));
        assert_eq!(same(Op::OrXor, I8, [0xf0, 0xcc, 0xaa]), Some(0x56));
        assert_eq!(same(Op::XorAnd, I8, [0xf0, 0xcc, 0xaa]), Some(0x28));
        assert_eq!(same(Op::XorOr, I8, [0xf0, 0xcc, 0xaa]), Some(0xbe));
        assert_eq!(same(Op::MulAdd, I32, [0x8012_3456, 256, 0xff]), Some(0x1234_56ff));
        assert_eq!(same(Op::MulAdd, I8, [100, 3, 5]), Some(49));
        // 2 * 3 + 255 * 1 + 128 * 2 + 1 * 255, and with a sign 2 * 3 - 1 * 1 - 128 * 2 - 1 * 1; of both 2 * 3 - 1 - 128 * 2 + 255.
        assert_eq!(same(Op::DotU, I32, [10, 0x0180_ff02, 0xff02_0103]), Some(10 + 6 + 255 + 256 + 255));
        assert_eq!(
            same(Op::DotS, I32, [10, 0x0180_ff02, 0xff02_0103]),
            Some(10u64.wrapping_add_signed(6 - 1 - 256 - 1) & 0xffff_ffff)
        );
        assert_eq!(same(Op::DotSU, I32, [10, 0x0180_ff02, 0xff02_0103]), Some(10 + 6 - 1 + 255 - 256));
        assert_eq!(int(Op::Sub, I16, 0, 1), Some(0xffff));
        assert_eq!(int(Op::Mul, I32, 0x1_0001, 0x1_0001), Some(0x2_0001));
        assert_eq!(int(Op::MulHighS, I32, -2, 3), Some(0xffff_ffff));
        assert_eq!(int(Op::MulHighU, I32, -2, 3), Some(2));
        assert_eq!(int(Op::MulHighS, I64, -2, 3), Some(u64::MAX));
        assert_eq!(int(Op::MulHighU, I8, 255, 255), Some(254));
        assert_eq!(int(Op::Abs, I8, -128, 0), Some(128));
        assert_eq!(int(Op::MinS, I8, -1, 1), Some(255));
        assert_eq!(int(Op::MinU, I8, -1, 1), Some(1));
        assert_eq!(int(Op::MaxS, I64, -1, 1), Some(1));
    }

    #[test]
    fn quotients_are_undefined_for_zero_and_overflow() {
        assert_eq!(int(Op::DivS, I32, -7, 2), Some(-3i32 as u32 as u64));
        assert_eq!(int(Op::RemS, I32, -7, 2), Some(-1i32 as u32 as u64));
        assert_eq!(int(Op::DivU, I32, -7, 2), Some(0x7fff_fffc));
        assert_eq!(int(Op::DivS, I32, 7, 0), None);
        assert_eq!(int(Op::RemU, I32, 7, 0), None);
        assert_eq!(int(Op::DivS, I8, -128, -1), None);
        assert_eq!(int(Op::RemS, I64, i64::MIN, -1), None);
        assert_eq!(int(Op::DivS, I16, -128, -1), Some(128));
    }

    #[test]
    fn shifts_are_undefined_from_their_width_on() {
        assert_eq!(int(Op::Shl, I8, 0x81, 1), Some(2));
        assert_eq!(int(Op::ShrU, I8, 0x81, 7), Some(1));
        assert_eq!(int(Op::ShrS, I8, 0x81, 7), Some(0xff));
        assert_eq!(int(Op::Shl, I32, 1, 32), None);
        assert_eq!(int(Op::ShrS, I64, 1, 64), None);
        assert_eq!(same(Op::FunnelShl, I32, [0x1234_5678, 0x9abc_def0, 8]), Some(0x3456_789a));
        assert_eq!(same(Op::FunnelShl, I32, [0x1234_5678, 0x9abc_def0, 32]), Some(0x1234_5678));
        assert_eq!(same(Op::FunnelShl, I64, [1, 1 << 63, 65]), Some(3));
    }

    #[test]
    fn undefined_results_are_likely_what_hardware_returns() {
        assert_eq!(likely(FloatRules::default(), Op::Shl, I32, 3, 33), 6);
        assert_eq!(likely(FloatRules::default(), Op::ShrS, I32, 0x8000_0000, 63) as u32, u32::MAX);
        assert_eq!(likely(FloatRules::default(), Op::DivU, I32, 7, 0), 7);
        let [two, minus_three, nine] = [2.0f32, -3.0, 9.0].map(|number| u64::from(number.to_bits()));
        assert_eq!(likely(FloatRules::default(), Op::FPow, F32, minus_three, two), nine);
    }

    #[test]
    fn bits_are_counted_in_their_width() {
        assert_eq!(int(Op::CountLeadingZeros, I16, 1, 0), Some(15));
        assert_eq!(int(Op::CountLeadingZeros, I8, 0, 0), Some(8));
        assert_eq!(int(Op::CountTrailingZeros, I32, 0, 0), Some(32));
        assert_eq!(int(Op::CountTrailingZeros, I32, 8, 0), Some(3));
        assert_eq!(int(Op::CountOnes, I8, -1, 0), Some(8));
        assert_eq!(int(Op::ReverseBits, I8, 1, 0), Some(0x80));
    }

    #[test]
    fn carries() {
        assert_eq!(with_carry(Op::AddCarry, I8, 200, 100), (44, 1));
        assert_eq!(with_carry(Op::AddCarry, I64, u64::MAX, 1), (0, 1));
        assert_eq!(with_carry(Op::SubBorrow, I32, 1, 2), (0xffff_ffff, 1));
        assert_eq!(with_carry(Op::SubBorrow, I32, 2, 1), (1, 0));
    }

    fn float(op: Op, a: f32, b: f32) -> u32 {
        same(op, F32, [u64::from(a.to_bits()), u64::from(b.to_bits()), 0]).expect("defined") as u32
    }

    #[test]
    fn floats_are_ieee_with_one_nan() {
        assert_eq!(float(Op::FSub, f32::INFINITY, f32::INFINITY), 0x7fc0_0000);
        assert_eq!(float(Op::FMul, -1.0, f32::NAN), 0x7fc0_0000);
        assert_eq!(float(Op::FNeg, f32::from_bits(0x7f80_0001), 0.0), 0xff80_0001);
        assert_eq!(float(Op::FAbs, f32::from_bits(0xff80_0001), 0.0), 0x7f80_0001);
        assert_eq!(float(Op::FMin, f32::NAN, 2.0), 2.0f32.to_bits());
        assert_eq!(float(Op::FSaturate, f32::NAN, 0.0), 0);
        assert_eq!(float(Op::FRoundEven, 2.5, 0.0), 2.0f32.to_bits());
        assert_eq!(float(Op::FRoundEven, -0.5, 0.0), 0x8000_0000);
        let negative = [u64::from((-2.0f32).to_bits()), u64::from(2.0f32.to_bits()), 0];
        assert_eq!(same(Op::FPow, F32, negative), None);
        assert_eq!(float(Op::FPow, f32::NAN, 2.0), 0x7fc0_0000);
        assert_eq!(float(Op::FPow, 2.0, 10.0), 1024.0f32.to_bits());
        assert_eq!(float(Op::FDiv, 1.0, 3.0), (1.0f32 / 3.0).to_bits());
        assert_eq!(float(Op::FMul, 1e-30, 1e-15), 1e-45f32.to_bits());
    }

    #[test]
    fn halves_are_rounded_once() {
        let half = |value: f64| u64::from(round_f16(value));
        // 1 + 2^-11 is a tie that goes down; with anything more it goes up.
        assert_eq!(same(Op::Fma, F16, [half(1.0), half(1.0), half(2f64.powi(-11))]), Some(half(1.0)));
        let above = [half(1.0 + 2f64.powi(-10)), half(2f64.powi(-11)), half(1.0)];
        assert_eq!(same(Op::Fma, F16, above), Some(half(1.0 + 2f64.powi(-10))));
        assert_eq!(same(Op::FAdd, F16, [half(60000.0), half(60000.0), 0]), Some(0x7c00));
    }

    #[test]
    fn comparisons_of_nans() {
        let (nan, one) = (u64::from(f32::NAN.to_bits()), u64::from(1.0f32.to_bits()));
        let with = |op, a, b| same(op, F32, [a, b, 0]) == Some(1);
        let ordered = [Op::FEqO, Op::FNeO, Op::FLtO, Op::FLeO, Op::FGtO, Op::FGeO, Op::FOrd];
        let unordered = [Op::FEqU, Op::FNeU, Op::FLtU, Op::FLeU, Op::FGtU, Op::FGeU, Op::FUno];
        assert!(ordered.iter().all(|op| !with(*op, nan, one) && !with(*op, one, nan)));
        assert!(unordered.iter().all(|op| with(*op, nan, one) && with(*op, one, nan)));
        let equal = [Op::FEqO, Op::FEqU, Op::FLeO, Op::FLeU, Op::FGeO, Op::FGeU, Op::FOrd];
        for op in ordered.into_iter().chain(unordered) {
            assert_eq!(with(op, one, one), equal.contains(&op), "{}", op.name());
        }
    }

    #[test]
    fn conversions_say_what_does_not_fit() {
        let f32_bits = |value: f32| [u64::from(value.to_bits()), 0, 0];
        assert_eq!(result(Op::FToS, F32, I8, f32_bits(-128.9)), Some(0x80));
        assert_eq!(result(Op::FToS, F32, I8, f32_bits(-129.0)), None);
        assert_eq!(result(Op::FToS, F32, I32, f32_bits(2147483648.0)), None);
        assert_eq!(result(Op::FToU, F32, I8, f32_bits(-0.9)), Some(0));
        assert_eq!(result(Op::FToU, F32, I8, f32_bits(256.0)), None);
        assert_eq!(result(Op::FToU, F32, I64, f32_bits(f32::NAN)), None);
        let clamped = [(-129.0, 0x80, 0), (-0.9, 0, 0), (127.9, 127, 127), (300.0, 127, 255), (f32::NAN, 0, 0)];
        for (value, signed, unsigned) in clamped {
            assert_eq!(result(Op::FToSClamped, F32, I8, f32_bits(value)), Some(signed), "{value}");
            assert_eq!(result(Op::FToUClamped, F32, I8, f32_bits(value)), Some(unsigned), "{value}");
        }
        assert_eq!(result(Op::FToSClamped, F32, I32, f32_bits(3e9)), Some(0x7fff_ffff));
        assert_eq!(result(Op::FToUClamped, F32, I32, f32_bits(5e9)), Some(0xffff_ffff));
        assert_eq!(result(Op::SToF, I32, F32, [0xffff_ffff, 0, 0]), Some(u64::from((-1.0f32).to_bits())));
        assert_eq!(result(Op::UToF, I64, F32, [u64::MAX, 0, 0]), Some(u64::from(18446744073709551615.0f32.to_bits())));
        assert_eq!(result(Op::UToF, I64, F16, [65520, 0, 0]), Some(0x7c00));
        assert_eq!(result(Op::SExt, I1, I32, [1, 0, 0]), Some(0xffff_ffff));
        assert_eq!(result(Op::Trunc, I32, I1, [2, 0, 0]), Some(0));
        assert_eq!(result(Op::Concat, I16, I32, [0xffff, 0x1234, 0]), Some(0x1234_ffff));
        assert_eq!(result(Op::Concat, I32, I64, [u64::MAX, 1, 0]), Some(0x1_ffff_ffff));
        assert_eq!(result(Op::FTruncTo, F32, F16, f32_bits(65520.0)), Some(0x7c00));
        assert_eq!(result(Op::FExtTo, F16, F32, [1, 0, 0]), Some(u64::from(2f32.powi(-24).to_bits())));
    }

    proptest! {
        /// Through binary64 and back is what the processor does in binary32.
        #[test]
        fn arithmetic_of_binary32_is_the_processors(a: u32, b: u32) {
            let (x, y) = (f32::from_bits(a), f32::from_bits(b));
            let with = |op| same(op, F32, [u64::from(a), u64::from(b), 0]).expect("defined") as u32;
            prop_assert_eq!(with(Op::FAdd), canonical_f32(x + y));
            prop_assert_eq!(with(Op::FSub), canonical_f32(x - y));
            prop_assert_eq!(with(Op::FMul), canonical_f32(x * y));
            prop_assert_eq!(with(Op::FDiv), canonical_f32(x / y));
            prop_assert_eq!(with(Op::FSqrt), canonical_f32(x.sqrt()));
        }

        #[test]
        fn arithmetic_of_i32_is_the_processors(a: i32, b: i32) {
            let with = |op| int(op, I32, i64::from(a), i64::from(b)).map(|bits| bits as i32);
            prop_assert_eq!(with(Op::Add), Some(a.wrapping_add(b)));
            prop_assert_eq!(with(Op::Mul), Some(a.wrapping_mul(b)));
            prop_assert_eq!(with(Op::DivS), a.checked_div(b));
            prop_assert_eq!(with(Op::RemS), a.checked_rem(b));
            prop_assert_eq!(with(Op::DivU), (a as u32).checked_div(b as u32).map(|quotient| quotient as i32));
            prop_assert_eq!(with(Op::ShrS), u32::try_from(b).ok().and_then(|b| a.checked_shr(b)));
            prop_assert_eq!(with(Op::MulHighS), Some(((i64::from(a) * i64::from(b)) >> 32) as i32));
        }
    }
}
