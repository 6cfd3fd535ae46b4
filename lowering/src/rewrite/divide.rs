//! Integer division where the arithmetic unit has none: of 64-bit integers, and of others on XeHP_SDV and later (the
//! finalizer rejects `div` and `mod` there).
//!
//! Rule: an unsigned quotient x / y of n bits is estimated through floats and corrected:
//!
//! 1. z = floor(2^n (1 - e) / y), by the float reciprocal of y. The factor 2^n (1 - e) is a float some steps below 2^n, so
//!    that z is never too large although the divisor is rounded to a float and the reciprocal may be wrong by one unit in the
//!    last place besides its own rounding.
//! 2. Newton steps in integers: z += mulh(z, -y * z), where -y * z is what z misses, modulo 2^n.
//! 3. q = mulh(x, z) is the quotient or up to two less; r = x - q * y. Twice: if r >= y then q += 1, r -= y.
//!
//! One step is enough for 32 bits, and two for 64. Be u = y / 2^64. The part of 2^64 / y that z misses is less than e0 = 2^-20 +
//! u at first, as z is an integer, and less than e1 = e0^2 + u and e2 = e1^2 + u after the steps. So x z / 2^64 misses less than
//! e2 / u = e1^2 / u + 1 of the quotient. For u below 1/4 that is less than 1.4: the quotient is at most two less. For larger u
//! the quotient is at most 3, and then z is at least 2, so that q is at least 1.
//!
//! Signed division divides the magnitudes and then gives the quotient the product of the signs and the remainder the
//! sign of the dividend. Narrower integers are widened first.

use rustc_hash::FxHashMap;
use texvisa_ir::target::Target;
use texvisa_ir::texture::{InstData, Kernel, Op, Scalar, Type, Value};

use crate::insert::{Inserter, rebuild_blocks};
use crate::reads::Occurring;
use crate::remark::Remarks;

const DIVISIONS: [Op; 4] = [Op::DivS, Op::DivU, Op::RemS, Op::RemU];

/// How integers of a width are divided.
struct Division {
    ty: Type,
    /// 2^n (1 - e), the factor of the reciprocal.
    scale: f32,
    /// How many Newton steps.
    steps: u32,
}

const OF_DWORDS: Division = Division { ty: Type::I32, scale: 4_294_966_272.0, steps: 1 };
const OF_QWORDS: Division = Division { ty: Type::I64, scale: 18_446_735_277_616_529_408.0, steps: 2 };

/// Expands divisions and remainders of integers of up to 32 bits if `target` has no instruction for them; returns whether
/// there was one.
pub fn expand_divisions(kernel: &mut Kernel, occurring: Occurring, target: Target, remarks: &mut Remarks) -> bool {
    if target.platform().integer_divide || !occurring.any_op(&DIVISIONS) {
        return false;
    }
    expand_all(kernel, &OF_DWORDS, |ty| ty != Type::I64, || format!("{target} does not divide integers"), remarks);
    true
}

/// Expands divisions and remainders of 64-bit integers; returns whether there was one.
pub fn expand_wide_divisions(kernel: &mut Kernel, occurring: Occurring, remarks: &mut Remarks) -> bool {
    if !occurring.any_op(&DIVISIONS) || !occurring.any_scalar(&[Scalar::I64]) {
        return false;
    }
    let why = || "no platform divides 64-bit integers".to_owned();
    expand_all(kernel, &OF_QWORDS, |ty| ty == Type::I64, why, remarks);
    true
}

fn expand_all(
    kernel: &mut Kernel,
    division: &Division,
    is_meant: impl Fn(Type) -> bool,
    why: impl Fn() -> String,
    remarks: &mut Remarks,
) {
    for block in kernel.layout.clone() {
        // The quotients and remainders of this block, by operands and signedness: a program often asks for both.
        let mut known: FxHashMap<(Value, Value, bool), [Value; 2]> = FxHashMap::default();
        rebuild_blocks(kernel, &[block], |inserter, inst| {
            if let InstData::Plain { op, args: [x, y, _] } = inserter.kernel.insts[inst]
                && DIVISIONS.contains(&op)
                && is_meant(inserter.kernel.ty(x))
            {
                let signed = matches!(op, Op::DivS | Op::RemS);
                let both = *known.entry((x, y, signed)).or_insert_with(|| division.expand(inserter, x, y, signed));
                let answer = both[usize::from(matches!(op, Op::RemS | Op::RemU))];
                let narrow = inserter.kernel.ty(x);
                let last = if narrow == division.ty { Op::Bitcast } else { Op::Trunc };
                inserter.op(last, &[answer], narrow);
                inserter.replace_with_last(inst);
                remarks.add(inserter.kernel, "divide", inst, &why);
            }
            inserter.keep(inst);
        });
    }
}

impl Division {
    /// The quotient and the remainder. Of one of them that is not read nothing is left in the end.
    fn expand(&self, inserter: &mut Inserter<'_>, x: Value, y: Value, signed: bool) -> [Value; 2] {
        let ty = self.ty;
        let (mut x, mut y) = (x, y);
        if inserter.kernel.ty(x) != ty {
            let widen = if signed { Op::SExt } else { Op::ZExt };
            x = inserter.op(widen, &[x], ty);
            y = inserter.op(widen, &[y], ty);
        }
        if !signed {
            return self.divide_unsigned(inserter, x, y);
        }
        let last = inserter.kernel.constant_value(ty, u64::from(ty.scalar.bits() - 1));
        let x_sign = inserter.op(Op::ShrS, &[x, last], ty);
        let y_sign = inserter.op(Op::ShrS, &[y, last], ty);
        let [x, y] = [(x, x_sign), (y, y_sign)].map(|(value, sign)| self.apply_sign(inserter, value, sign));
        let [quotient, remainder] = self.divide_unsigned(inserter, x, y);
        let sign = inserter.op(Op::Xor, &[x_sign, y_sign], ty);
        [(quotient, sign), (remainder, x_sign)].map(|(value, sign)| self.apply_sign(inserter, value, sign))
    }

    /// `value`, negated where `sign` is -1 instead of 0.
    fn apply_sign(&self, inserter: &mut Inserter<'_>, value: Value, sign: Value) -> Value {
        let flipped = inserter.op(Op::Xor, &[value, sign], self.ty);
        inserter.op(Op::Sub, &[flipped, sign], self.ty)
    }

    fn divide_unsigned(&self, inserter: &mut Inserter<'_>, x: Value, y: Value) -> [Value; 2] {
        let ty = self.ty;
        let float_one = inserter.kernel.constant_value(Type::F32, u64::from(1.0f32.to_bits()));
        let scale = inserter.kernel.constant_value(Type::F32, u64::from(self.scale.to_bits()));
        let zero = inserter.kernel.constant_value(ty, 0);
        let one = inserter.kernel.constant_value(ty, 1);
        let divisor = inserter.op(Op::UToF, &[y], Type::F32);
        let reciprocal = inserter.op(Op::FDiv, &[float_one, divisor], Type::F32);
        let scaled = inserter.op(Op::FMul, &[reciprocal, scale], Type::F32);
        let mut inverse = inserter.op(Op::FToU, &[scaled], ty);
        let negated = inserter.op(Op::Sub, &[zero, y], ty);
        for _ in 0..self.steps {
            let missing = inserter.op(Op::Mul, &[negated, inverse], ty);
            let correction = inserter.op(Op::MulHighU, &[inverse, missing], ty);
            inverse = inserter.op(Op::Add, &[inverse, correction], ty);
        }
        let mut quotient = inserter.op(Op::MulHighU, &[x, inverse], ty);
        let product = inserter.op(Op::Mul, &[quotient, y], ty);
        let mut remainder = inserter.op(Op::Sub, &[x, product], ty);
        for _ in 0..2 {
            let too_small = inserter.op(Op::GeU, &[remainder, y], Type::I1);
            let next = inserter.op(Op::Add, &[quotient, one], ty);
            quotient = inserter.op(Op::Select, &[too_small, next, quotient], ty);
            let next = inserter.op(Op::Sub, &[remainder, y], ty);
            remainder = inserter.op(Op::Select, &[too_small, next, remainder], ty);
        }
        [quotient, remainder]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expansion in plain arithmetic of so many bits, with the reciprocal off by `ulps`.
    fn divide(division: &Division, bits: u32, x: u64, y: u64, ulps: i32) -> (u64, u64) {
        let mask = u64::MAX >> (64 - bits);
        let reciprocal = f32::from_bits((1.0 / y as f32).to_bits().wrapping_add_signed(ulps));
        let high = |a: u64, b: u64| ((u128::from(a) * u128::from(b)) >> bits) as u64;
        // As a conversion of that width, which gives the greatest number where the float is greater.
        let mut inverse = ((reciprocal * division.scale) as u64).min(mask);
        for _ in 0..division.steps {
            let missing = 0u64.wrapping_sub(y).wrapping_mul(inverse) & mask;
            inverse = inverse.wrapping_add(high(inverse, missing)) & mask;
        }
        let mut quotient = high(x, inverse);
        let mut remainder = x.wrapping_sub(quotient.wrapping_mul(y)) & mask;
        for _ in 0..2 {
            if remainder >= y {
                quotient += 1;
                remainder -= y;
            }
        }
        (quotient, remainder)
    }

    /// The rule in prose, at its edges and over a walk of both operands, with the reciprocal that hardware may return.
    #[test]
    fn two_corrections_are_enough_with_a_reciprocal_wrong_by_one_unit() {
        let mut edges = vec![1, 2, 3, 5, 7, 9, 10, 255, 256, 257, 641, 65535, 65536, 65537, 0x7fff_ffff, 0x8000_0000];
        edges.extend((0..32).flat_map(|bit| [1u32 << bit, (1u32 << bit).wrapping_sub(1), (1 << bit) + 1]));
        edges.extend((0..2000u32).map(|step| step.wrapping_mul(2_654_435_761)));
        edges.extend([u32::MAX, u32::MAX - 1]);
        for x in edges.iter().copied().chain([0]) {
            for y in edges.iter().copied().filter(|y| *y != 0) {
                for ulps in [-1, 0, 1] {
                    let (x, y) = (u64::from(x), u64::from(y));
                    assert_eq!(divide(&OF_DWORDS, 32, x, y, ulps), (x / y, x % y), "{x} / {y} with {ulps}");
                }
            }
        }
    }

    #[test]
    fn two_steps_and_two_corrections_are_enough_for_64_bits() {
        let mut edges = vec![1, 3, 5, 7, 10, 641, 1_000_000_007, 0x5555_5555_5555_5555, 0x3333_3333_3333_3333];
        edges.extend((0..64).flat_map(|bit| [1u64 << bit, (1u64 << bit).wrapping_sub(1), (1 << bit) + 1]));
        edges.extend((1..8).flat_map(|part| [u64::MAX / part, (u64::MAX / part).wrapping_add(1), u64::MAX / part - 1]));
        let walk = |step: u64| step.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        edges.extend((0..1200u64).map(|step| walk(step) >> (step % 64)));
        for x in edges.iter().copied().chain([0]) {
            for y in edges.iter().copied().filter(|y| *y != 0) {
                for ulps in [-2, 0, 2] {
                    assert_eq!(divide(&OF_QWORDS, 64, x, y, ulps), (x / y, x % y), "{x} / {y} with {ulps}");
                }
            }
        }
    }
}
