//! Choices between what is compared: minima and maxima, and absolute values of floats.
//!
//! Rule: `select (a > b), a, b` becomes the maximum of a and b, and likewise for the other relations and the other order.
//! Where b is a constant, the one beside it may be chosen as well: `select (a > 4), a, 5` is the maximum of a and 5. The
//! comparison goes if nothing else reads it. The choice tells a NaN and the zeros apart: floats become a minimum or maximum
//! where both are numbers and neither is -0.0 ([`FloatFacts`]).
//!
//! Rule: `select (x > 0), x, 0 - x` becomes the absolute value of x where that is a number, and so does `select (x >= 0)` where
//! it is not -0.0 either.

use texvisa_ir::texture::{InstData, InstId, Kernel, Op, Scalar, Value, ValueDef};

use super::float_facts::FloatFacts;
use crate::insert::plain;
use crate::reads::Occurring;
use crate::remark::Remarks;

/// Replaces choices between what is compared; returns whether there was one. A comparison that nothing reads any more stays.
pub fn choose_extrema(kernel: &mut Kernel, occurring: Occurring, remarks: &mut Remarks) -> bool {
    if !occurring.any_op(&[Op::Select]) {
        return false;
    }
    let mut any = false;
    for index in 0..kernel.insts.len() {
        let inst = InstId::from_u32(index as u32);
        let data = match of_floats(kernel, inst) {
            Some(data) => Some(data),
            None => extremum(kernel, inst).map(|(op, a, b)| plain(op, &[a, b])),
        };
        if let Some(data @ InstData::Plain { op, .. }) = data {
            kernel.insts[inst] = data;
            remarks.add(kernel, "extrema", inst, || format!("`{}` of what is compared", op.name()));
            any = true;
        }
    }
    any
}

/// The operation that a choice between floats is.
fn of_floats(kernel: &Kernel, inst: InstId) -> Option<InstData> {
    let InstData::Plain { op: Op::Select, args: [condition, then, otherwise] } = kernel.insts[inst] else {
        return None;
    };
    let compare = |value: Value| match kernel.values[value].def {
        ValueDef::Result(inst, _) => Some(&kernel.insts[inst]),
        _ => None,
    };
    let InstData::Plain { op, args: [a, b, _] } = *compare(condition)? else { return None };
    let (is_greater, or_equal) = match op {
        Op::FGtO | Op::FGtU => (true, false),
        Op::FGeO | Op::FGeU => (true, true),
        Op::FLtO | Op::FLtU => (false, false),
        Op::FLeO | Op::FLeU => (false, true),
        _ => return None,
    };
    let facts = |value: Value| FloatFacts::of(kernel, value);
    let is_zero = |value: Value| kernel.constant(value) == Some(0);
    // What is chosen where a is the larger one, and what otherwise.
    let (larger, smaller) = if is_greater { (then, otherwise) } else { (otherwise, then) };
    // 0 - x is +0.0 of either zero, x is not of -0.0, and -x not of +0.0.
    let negates_zero = is_greater != or_equal;
    let is_negated = match compare(smaller) {
        Some(InstData::Plain { op: Op::FSub, args }) => is_zero(args[0]) && args[1] == a,
        Some(InstData::Plain { op: Op::FNeg, args }) => !negates_zero && args[0] == a,
        _ => false,
    };
    if larger == a && is_negated && is_zero(b) {
        let FloatFacts { is_number, is_no_negative_zero, .. } = facts(a);
        return (is_number && (negates_zero || is_no_negative_zero)).then(|| plain(Op::FAbs, &[a]));
    }
    let is_safe = |value: Value| {
        let FloatFacts { is_number, is_no_negative_zero, .. } = facts(value);
        is_number && is_no_negative_zero
    };
    let op = match () {
        () if (larger, smaller) == (a, b) => Op::FMax,
        () if (larger, smaller) == (b, a) => Op::FMin,
        () => return None,
    };
    (is_safe(a) && is_safe(b)).then(|| plain(op, &[a, b]))
}

/// The operation that a choice is, and its operands.
fn extremum(kernel: &Kernel, inst: InstId) -> Option<(Op, Value, Value)> {
    let InstData::Plain { op: Op::Select, args: [condition, then, otherwise] } = kernel.insts[inst] else {
        return None;
    };
    let ValueDef::Result(compare, _) = kernel.values[condition].def else { return None };
    let InstData::Plain { op, args: [a, b, _] } = kernel.insts[compare] else { return None };
    // What is chosen if the first is the larger one, and otherwise.
    let (is_greater, is_signed) = match op {
        Op::GtS | Op::GeS => (true, true),
        Op::LtS | Op::LeS => (false, true),
        Op::GtU | Op::GeU => (true, false),
        Op::LtU | Op::LeU => (false, false),
        _ => return None,
    };
    let scalar = kernel.ty(then).scalar;
    if !matches!(scalar, Scalar::I8 | Scalar::I16 | Scalar::I32) || kernel.ty(a) != kernel.ty(then) {
        return None;
    }
    let (other, takes_first) = match () {
        () if then == a => (otherwise, true),
        () if otherwise == a => (then, false),
        () => return None,
    };
    if other != b {
        // a > 4 is a >= 5: the choice between a and 5 by either is the same.
        let number = |value: Value| {
            let bits = kernel.constant(value)?;
            let unused = 64 - scalar.bits();
            Some(if is_signed { i128::from((bits << unused) as i64 >> unused) } else { i128::from(bits) })
        };
        let (limit, chosen) = (number(b)?, number(other)?);
        let beside = match op {
            Op::GtS | Op::GtU => limit + 1,
            Op::GeS | Op::GeU => limit - 1,
            Op::LtS | Op::LtU => limit - 1,
            _ => limit + 1,
        };
        if chosen != beside {
            return None;
        }
    }
    let op = match (is_greater == takes_first, is_signed) {
        (true, true) => Op::MaxS,
        (true, false) => Op::MaxU,
        (false, true) => Op::MinS,
        (false, false) => Op::MinU,
    };
    Some((op, a, other))
}
