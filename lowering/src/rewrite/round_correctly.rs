//! Correctly rounded quotients and square roots. Hardware's are off by up to a unit in the last place, and only some
//! platforms have instructions for correctly rounded ones (DIVM, SQRTM).
//!
//! Rule, for a quotient a / b of numbers that are not special:
//!
//! 1. Both become significands in 1..2 and exponents; denormals are multiplied by 2^24 first. Where the significand of a is
//!    less than that of b, it is doubled, so that the quotient of the significands is in 1..2.
//! 2. That quotient is estimated by hardware's reciprocal, and corrected once by what it misses, which `fma` gives: it is then
//!    off by less than a unit.
//! 3. What it misses now is exact where it is compared with half a unit: the quotient is one unit more, one less, or this
//!    one. A tie does not occur: a quotient between two neighbours in the middle would have more digits than a.
//! 4. The exponent is put back. Where the result is a denormal, two more bits say whether the exact quotient is above or
//!    below the rounded one, and both are rounded to the fewer digits at once.
//!
//! For zeros, infinities and NaNs hardware's reciprocal and product are right; ones take the place of other operands there.
//!
//! A square root is likewise that of a significand in 1..4, with half of the even exponent; it never is a denormal.

use texvisa_ir::texture::{InstData, InstId, Kernel, Op, Value};

use super::steps::Steps;
use crate::insert::{Inserter, rebuild};
use crate::reads::Occurring;
use crate::remark::Remarks;

const SIGN: u32 = 1 << 31;
const INFINITY: u32 = 0x7f80_0000;
/// The digits behind the first one of a significand.
const FRACTION: u32 = 0x007f_ffff;
const BIAS: u32 = 127;
/// The float below 2.
const BELOW_TWO: f32 = f32::from_bits(0x3fff_ffff);
/// A unit in the last place of a significand in 1..2.
const UNIT: f32 = 1.0 / 8_388_608.0;

/// Expands quotients and square roots that are to be rounded correctly; returns whether there was one.
pub fn round_correctly(kernel: &mut Kernel, occurring: Occurring, remarks: &mut Remarks) -> bool {
    const ROUNDED: [Op; 2] = [Op::FDivRounded, Op::FSqrtRounded];
    if !occurring.any_op(&ROUNDED) {
        return false;
    }
    rebuild(kernel, |inserter, inst| {
        match inserter.kernel.insts[inst] {
            InstData::Plain { op: Op::FDivRounded, args: [a, b, _] } => {
                quotient(&mut Steps(inserter), a, b);
                end(inserter, inst, remarks);
            }
            InstData::Plain { op: Op::FSqrtRounded, args: [a, ..] } => {
                root(&mut Steps(inserter), a);
                end(inserter, inst, remarks);
            }
            _ => {}
        }
        inserter.keep(inst);
    });
    true
}

fn end(inserter: &mut Inserter<'_>, inst: InstId, remarks: &mut Remarks) {
    inserter.replace_with_last(inst);
    remarks.add(inserter.kernel, "round_correctly", inst, || "hardware may be a unit off".to_owned());
}

/// A float taken apart. What is special has a significand and an exponent that say nothing.
struct SplitFloat {
    /// Its bits.
    bits: Value,
    /// The significand, in 1..2.
    significand: Value,
    /// The exponent and [`BIAS`].
    exponent: Value,
}

fn split_float(steps: &mut Steps<'_, '_>, value: Value) -> SplitFloat {
    let bits = steps.int(Op::Bitcast, &[value]);
    let magnitude = steps.with(Op::And, bits, !SIGN);
    let least_normal = steps.bits(FRACTION + 1);
    let is_denormal = steps.test(Op::LtU, &[magnitude, least_normal]);
    let scaled = steps.float(Op::Bitcast, &[magnitude]);
    let scaled = steps.times(scaled, 16_777_216.0);
    let scaled = steps.int(Op::Bitcast, &[scaled]);
    let normal = steps.int(Op::Select, &[is_denormal, scaled, magnitude]);
    let exponent = steps.with(Op::ShrU, normal, 23);
    let less = steps.with(Op::Sub, exponent, 24);
    let exponent = steps.int(Op::Select, &[is_denormal, less, exponent]);
    let fraction = steps.with(Op::And, normal, FRACTION);
    let significand = steps.with(Op::Or, fraction, 1.0f32.to_bits());
    SplitFloat { bits, significand: steps.float(Op::Bitcast, &[significand]), exponent }
}

/// The significand `estimate` in 1..2, one unit more or one less: by what it misses, beside `half`, which is what half a
/// unit is of that. `is_less` compares for one unit less.
fn nearest(steps: &mut Steps<'_, '_>, estimate: Value, missing: Value, half: Value, is_less: Op) -> Value {
    let above = steps.test(Op::FGtO, &[missing, half]);
    let half = steps.float(Op::FNeg, &[half]);
    let below = steps.test(is_less, &[missing, half]);
    let [above, below] = [above, below].map(|condition| steps.one_if(condition));
    let bits = steps.int(Op::Bitcast, &[estimate]);
    let bits = steps.int(Op::Add, &[bits, above]);
    steps.int(Op::Sub, &[bits, below])
}

/// An estimate of a significand, within 1..2.
fn bounded(steps: &mut Steps<'_, '_>, estimate: Value) -> Value {
    let [one, most] = [steps.number(1.0), steps.number(BELOW_TWO)];
    let estimate = steps.float(Op::FMax, &[estimate, one]);
    steps.float(Op::FMin, &[estimate, most])
}

fn quotient(steps: &mut Steps<'_, '_>, a: Value, b: Value) {
    let [dividend, divisor] = [a, b].map(|value| split_float(steps, value));
    let b_significand = divisor.significand;
    let is_less = steps.test(Op::FLtO, &[dividend.significand, b_significand]);
    let doubled = steps.times(dividend.significand, 2.0);
    let a_significand = steps.float(Op::Select, &[is_less, doubled, dividend.significand]);
    let exponent = steps.int(Op::Sub, &[dividend.exponent, divisor.exponent]);
    let less = steps.one_if(is_less);
    let exponent = steps.int(Op::Sub, &[exponent, less]);
    let exponent = steps.with(Op::Add, exponent, BIAS);

    let reciprocal = steps.reciprocal(b_significand);
    let negated = steps.float(Op::FNeg, &[b_significand]);
    let estimate = steps.float(Op::FMul, &[a_significand, reciprocal]);
    let missing = steps.float(Op::Fma, &[negated, estimate, a_significand]);
    let estimate = steps.float(Op::Fma, &[missing, reciprocal, estimate]);
    let estimate = bounded(steps, estimate);
    let missing = steps.float(Op::Fma, &[negated, estimate, a_significand]);
    let half = steps.times(b_significand, UNIT / 2.0);
    let significand = nearest(steps, estimate, missing, half, Op::FLtO);

    let fraction = steps.with(Op::And, significand, FRACTION);
    let normal = steps.with(Op::Shl, exponent, 23);
    let normal = steps.int(Op::Or, &[normal, fraction]);
    let denormal = denormal(steps, [a_significand, negated], significand, fraction, exponent);
    let least = steps.bits(1);
    let is_denormal = steps.test(Op::LtS, &[exponent, least]);
    let magnitude = steps.int(Op::Select, &[is_denormal, denormal, normal]);
    let most = steps.bits(2 * BIAS);
    let overflows = steps.test(Op::GtS, &[exponent, most]);
    let infinity = steps.bits(INFINITY);
    let magnitude = steps.int(Op::Select, &[overflows, infinity, magnitude]);
    let sign = steps.int(Op::Xor, &[dividend.bits, divisor.bits]);
    let sign = steps.with(Op::And, sign, SIGN);
    let bits = steps.int(Op::Or, &[sign, magnitude]);
    let number = steps.float(Op::Bitcast, &[bits]);

    let [(is_a_special, a), (is_b_special, b)] =
        [(a, dividend.bits), (b, divisor.bits)].map(|(value, bits)| special(steps, value, bits));
    let reciprocal = steps.reciprocal(b);
    let of_specials = steps.float(Op::FMul, &[a, reciprocal]);
    let is_special = steps.test(Op::Or, &[is_a_special, is_b_special]);
    steps.float(Op::Select, &[is_special, of_specials, number]);
}

/// A quotient that is a denormal: its significand with two more bits, which say on which side of it the exact one is, rounded
/// to the digits that it has there.
fn denormal(
    steps: &mut Steps<'_, '_>,
    [dividend, negated_divisor]: [Value; 2],
    significand: Value,
    fraction: Value,
    exponent: Value,
) -> Value {
    let quotient = steps.float(Op::Bitcast, &[significand]);
    let missing = steps.float(Op::Fma, &[negated_divisor, quotient, dividend]);
    let zero = steps.number(0.0);
    let [above, below] = [Op::FGtO, Op::FLtO].map(|op| {
        let condition = steps.test(op, &[missing, zero]);
        steps.one_if(condition)
    });
    let whole = steps.with(Op::Or, fraction, FRACTION + 1);
    let whole = steps.with(Op::Shl, whole, 2);
    let whole = steps.int(Op::Add, &[whole, above]);
    let whole = steps.int(Op::Sub, &[whole, below]);
    // Both bits, and as many digits as the exponent is below 1. Exponents of normal numbers give some number, too.
    let three = steps.bits(3);
    let amount = steps.int(Op::Sub, &[three, exponent]);
    let amount = steps.with(Op::MinU, amount, 31);
    let amount = steps.with(Op::MaxU, amount, 1);
    let one = steps.bits(1);
    let less = steps.int(Op::Sub, &[amount, one]);
    let half = steps.int(Op::Shl, &[one, less]);
    let half = steps.int(Op::Sub, &[half, one]);
    let last = steps.int(Op::ShrU, &[whole, amount]);
    let last = steps.with(Op::And, last, 1);
    let rounded = steps.int(Op::Add, &[whole, half]);
    let rounded = steps.int(Op::Add, &[rounded, last]);
    steps.int(Op::ShrU, &[rounded, amount])
}

/// Whether a value is a zero, an infinity or a NaN, and it or otherwise a one of its sign.
fn special(steps: &mut Steps<'_, '_>, value: Value, bits: Value) -> (Value, Value) {
    let magnitude = steps.with(Op::And, bits, !SIGN);
    let before = steps.with(Op::Sub, magnitude, 1);
    let infinity = steps.bits(INFINITY - 1);
    let is_special = steps.test(Op::GeU, &[before, infinity]);
    let sign = steps.with(Op::And, bits, SIGN);
    let one = steps.with(Op::Or, sign, 1.0f32.to_bits());
    let one = steps.float(Op::Bitcast, &[one]);
    (is_special, steps.float(Op::Select, &[is_special, value, one]))
}

fn root(steps: &mut Steps<'_, '_>, value: Value) {
    let SplitFloat { bits, significand, exponent } = split_float(steps, value);
    let exponent = steps.with(Op::Sub, exponent, BIAS);
    let is_odd = steps.with(Op::And, exponent, 1);
    let zero = steps.bits(0);
    let is_odd = steps.test(Op::Ne, &[is_odd, zero]);
    let doubled = steps.times(significand, 2.0);
    let square = steps.float(Op::Select, &[is_odd, doubled, significand]);
    let exponent = steps.with(Op::ShrS, exponent, 1);

    let estimate = steps.float(Op::FSqrt, &[square]);
    let reciprocal = steps.reciprocal(estimate);
    let reciprocal = steps.times(reciprocal, 0.5);
    let negated = steps.float(Op::FNeg, &[estimate]);
    let missing = steps.float(Op::Fma, &[negated, estimate, square]);
    let estimate = steps.float(Op::Fma, &[missing, reciprocal, estimate]);
    let estimate = bounded(steps, estimate);
    let negated = steps.float(Op::FNeg, &[estimate]);
    let missing = steps.float(Op::Fma, &[negated, estimate, square]);
    // The square of half a unit more misses that much and a quarter of a unit's square, of which both are multiples.
    let half = steps.times(estimate, UNIT);
    let root = nearest(steps, estimate, missing, half, Op::FLeO);
    let exponent = steps.with(Op::Shl, exponent, 23);
    let root = steps.int(Op::Add, &[root, exponent]);
    let root = steps.float(Op::Bitcast, &[root]);

    // Negative numbers are special, too: they have no root.
    let before = steps.with(Op::Sub, bits, 1);
    let infinity = steps.bits(INFINITY - 1);
    let is_special = steps.test(Op::GeU, &[before, infinity]);
    let of_specials = steps.float(Op::FSqrt, &[value]);
    steps.float(Op::Select, &[is_special, of_specials, root]);
}
