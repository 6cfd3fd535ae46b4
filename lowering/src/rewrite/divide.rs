//! Integer division on platforms whose arithmetic unit has none (XeHP_SDV and later: the finalizer rejects `div` and
//! `mod` there).
//!
//! Rule: an unsigned quotient x / y is estimated through floats and corrected:
//!
//! 1. z = floor(2^32 (1 - 2^-22) / y), by the float reciprocal of y. The factor, 4294966272, is the float below 2^32 by
//!    four steps, so that z is never too large although the divisor is rounded to a float and the reciprocal may be
//!    wrong by one unit in the last place besides its own rounding.
//! 2. One Newton step in integers: z += mulh(z, -y * z), where -y * z is what z misses, modulo 2^32.
//! 3. q = mulh(x, z) is the quotient or up to two less; r = x - q * y. Twice: if r >= y then q += 1, r -= y.
//!
//! Signed division divides the magnitudes and then gives the quotient the product of the signs and the remainder the
//! sign of the dividend. Narrower integers are widened first.

use texvisa_ir::target::Target;
use texvisa_ir::texture::{InstData, InstId, Kernel, Op, Scalar, Type, Value};

use crate::insert::{Inserter, rebuild};
use crate::reads::Occurring;
use crate::remark::Remarks;

/// The factor of the reciprocal: 2^32 - 1024.
const SCALE: f32 = 4_294_966_272.0;

/// Expands divisions and remainders of integers if `target` has no instruction for them; returns whether there was one.
pub fn expand_divisions(kernel: &mut Kernel, occurring: Occurring, target: Target, remarks: &mut Remarks) -> bool {
    const DIVISIONS: [Op; 4] = [Op::DivS, Op::DivU, Op::RemS, Op::RemU];
    let divides = |inst: &InstData| match inst {
        InstData::Plain { op, args: [x, y, _] } if DIVISIONS.contains(op) => Some((*op, *x, *y)),
        _ => None,
    };
    if target.platform().integer_divide || !occurring.any_op(&DIVISIONS) {
        return false;
    }
    rebuild(kernel, |inserter, inst| {
        if let Some((op, x, y)) = divides(&inserter.kernel.insts[inst])
            && inserter.kernel.ty(x).scalar != Scalar::I64
        {
            expand(inserter, inst, op, x, y);
            remarks.add(inserter.kernel, "divide", inst, || format!("{target} does not divide integers"));
        }
        inserter.keep(inst);
    });
    true
}

/// Puts the expansion in front of `inst` and makes `inst` its last operation.
fn expand(inserter: &mut Inserter<'_>, inst: InstId, op: Op, x: Value, y: Value) {
    let narrow = inserter.kernel.ty(x);
    let signed = matches!(op, Op::DivS | Op::RemS);
    let widen = if signed { Op::SExt } else { Op::ZExt };
    let (mut x, mut y) = (x, y);
    if narrow != Type::I32 {
        x = inserter.op(widen, &[x], Type::I32);
        y = inserter.op(widen, &[y], Type::I32);
    }
    let wants_quotient = matches!(op, Op::DivS | Op::DivU);
    let answer = if signed {
        let thirty_one = inserter.kernel.constant_value(Type::I32, 31);
        let x_sign = inserter.op(Op::ShrS, &[x, thirty_one], Type::I32);
        let y_sign = inserter.op(Op::ShrS, &[y, thirty_one], Type::I32);
        let magnitudes = [(x, x_sign), (y, y_sign)].map(|(value, sign)| apply_sign(inserter, value, sign));
        let magnitude = divide_unsigned(inserter, magnitudes[0], magnitudes[1], wants_quotient);
        let sign = if wants_quotient { inserter.op(Op::Xor, &[x_sign, y_sign], Type::I32) } else { x_sign };
        apply_sign(inserter, magnitude, sign)
    } else {
        divide_unsigned(inserter, x, y, wants_quotient)
    };
    if narrow != Type::I32 {
        inserter.op(Op::Trunc, &[answer], narrow);
    }
    inserter.replace_with_last(inst);
}

/// `value`, negated where `sign` is -1 instead of 0.
fn apply_sign(inserter: &mut Inserter<'_>, value: Value, sign: Value) -> Value {
    let flipped = inserter.op(Op::Xor, &[value, sign], Type::I32);
    inserter.op(Op::Sub, &[flipped, sign], Type::I32)
}

fn divide_unsigned(inserter: &mut Inserter<'_>, x: Value, y: Value, wants_quotient: bool) -> Value {
    let float_one = inserter.kernel.constant_value(Type::F32, u64::from(1.0f32.to_bits()));
    let scale = inserter.kernel.constant_value(Type::F32, u64::from(SCALE.to_bits()));
    let zero = inserter.kernel.constant_value(Type::I32, 0);
    let one = inserter.kernel.constant_value(Type::I32, 1);
    let divisor = inserter.op(Op::UToF, &[y], Type::F32);
    let reciprocal = inserter.op(Op::FDiv, &[float_one, divisor], Type::F32);
    let scaled = inserter.op(Op::FMul, &[reciprocal, scale], Type::F32);
    let estimate = inserter.op(Op::FToU, &[scaled], Type::I32);
    let negated = inserter.op(Op::Sub, &[zero, y], Type::I32);
    let missing = inserter.op(Op::Mul, &[negated, estimate], Type::I32);
    let correction = inserter.op(Op::MulHighU, &[estimate, missing], Type::I32);
    let inverse = inserter.op(Op::Add, &[estimate, correction], Type::I32);
    let mut quotient = inserter.op(Op::MulHighU, &[x, inverse], Type::I32);
    let product = inserter.op(Op::Mul, &[quotient, y], Type::I32);
    let mut remainder = inserter.op(Op::Sub, &[x, product], Type::I32);
    for round in 0..2 {
        let too_small = inserter.op(Op::GeU, &[remainder, y], Type::I1);
        if wants_quotient {
            let next = inserter.op(Op::Add, &[quotient, one], Type::I32);
            quotient = inserter.op(Op::Select, &[too_small, next, quotient], Type::I32);
        }
        // The quotient's last round leaves no remainder that anything reads.
        if !wants_quotient || round == 0 {
            let next = inserter.op(Op::Sub, &[remainder, y], Type::I32);
            remainder = inserter.op(Op::Select, &[too_small, next, remainder], Type::I32);
        }
    }
    if wants_quotient { quotient } else { remainder }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expansion in plain arithmetic, with the reciprocal off by `ulps`.
    fn divide(x: u32, y: u32, ulps: i32) -> (u32, u32) {
        let reciprocal = f32::from_bits((1.0 / y as f32).to_bits().wrapping_add_signed(ulps));
        let estimate = (reciprocal * SCALE) as u32;
        let missing = 0u32.wrapping_sub(y).wrapping_mul(estimate);
        let high = |a: u32, b: u32| ((u64::from(a) * u64::from(b)) >> 32) as u32;
        let inverse = estimate.wrapping_add(high(estimate, missing));
        let mut quotient = high(x, inverse);
        let mut remainder = x.wrapping_sub(quotient.wrapping_mul(y));
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
                    assert_eq!(divide(x, y, ulps), (x / y, x % y), "{x} / {y} with {ulps}");
                }
            }
        }
    }
}
