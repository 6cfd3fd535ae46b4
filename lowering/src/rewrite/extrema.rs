//! Choices between what is compared: minima and maxima, and absolute values of floats.
//!
//! Rule: `select (a > b), a, b` becomes the maximum of a and b, and likewise for the other relations and the other order.
//! Where b is a constant, the one beside it may be chosen as well: `select (a > 4), a, 5` is the maximum of a and 5. The
//! comparison goes if nothing else reads it. The choice tells a NaN and the zeros apart: floats become a minimum or maximum
//! where both are numbers and neither is -0.0 ([`FloatFacts`]).
//!
//! Rule: `select (x > 0), x, 0 - x` becomes the absolute value of x, and so does `select (x >= 0), x, 0 - x` or `-x` where x is
//! not -0.0, and no NaN with a sign that counts. Nor does it matter where nothing reads that sign ([`SignReads`]).

use texvisa_ir::texture::{InstData, InstId, Kernel, Op, Scalar, Value, ValueDef};

use super::float_facts::FloatFacts;
use super::unread_signs::SignReads;
use crate::insert::plain;
use crate::reads::Occurring;
use crate::remark::Remarks;

/// Replaces choices between what is compared; returns whether there was one. A comparison that nothing reads any more stays.
pub fn choose_extrema(kernel: &mut Kernel, occurring: Occurring, remarks: &mut Remarks) -> bool {
    if !occurring.any_op(&[Op::Select]) {
        return false;
    }
    let mut any = false;
    // Of what is rewritten since, no more signs are read than before.
    let mut signs: Option<SignReads> = None;
    for index in 0..kernel.insts.len() {
        let inst = InstId::from_u32(index as u32);
        let data = match of_floats(kernel, inst, &mut signs) {
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
fn of_floats(kernel: &Kernel, inst: InstId, signs: &mut Option<SignReads>) -> Option<InstData> {
    let InstData::Plain { op: Op::Select, args: [condition, then, otherwise] } = kernel.insts[inst] else {
        return None;
    };
    let defined_by = |value: Value| match kernel.values[value].def {
        ValueDef::Result(inst, _) => Some(&kernel.insts[inst]),
        _ => None,
    };
    let InstData::Plain { op, args: [a, b, _] } = *defined_by(condition)? else { return None };
    let (is_greater, or_equal, is_unordered) = match op {
        Op::FGtO => (true, false, false),
        Op::FGtU => (true, false, true),
        Op::FGeO => (true, true, false),
        Op::FGeU => (true, true, true),
        Op::FLtO => (false, false, false),
        Op::FLtU => (false, false, true),
        Op::FLeO => (false, true, false),
        Op::FLeU => (false, true, true),
        _ => return None,
    };
    let is_zero = |value: Value| kernel.constant(value) == Some(0);
    // What is chosen where a is the larger one, and what otherwise.
    let (larger, smaller) = if is_greater { (then, otherwise) } else { (otherwise, then) };
    if larger == a && is_zero(b) {
        // 0 - x is +0.0 of either zero, x is not of -0.0, and -x not of +0.0. Of a NaN 0 - x is any NaN; x and -x have its sign,
        // which may be any if an operation makes it.
        let negates_zero = is_greater != or_equal;
        let negates_nan = is_greater != is_unordered;
        let is_difference = match defined_by(smaller) {
            Some(InstData::Plain { op: Op::FSub, args }) if is_zero(args[0]) && args[1] == a => true,
            Some(InstData::Plain { op: Op::FNeg, args }) if args[0] == a => false,
            _ => return None,
        };
        let computes = |op: Op| matches!(op, Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::Fma);
        let is_computed = matches!(defined_by(a), Some(InstData::Plain { op, .. }) if computes(*op));
        let FloatFacts { is_number, is_no_negative_zero, .. } = FloatFacts::of(kernel, a);
        let of_zeros = if negates_zero { is_difference } else { is_no_negative_zero };
        let of_nans = is_number || is_computed || is_difference && negates_nan;
        let is_unread = |result| !signs.get_or_insert_with(|| SignReads::of(kernel)).contains(result);
        return (of_zeros && of_nans || kernel.result(inst).is_some_and(is_unread)).then(|| plain(Op::FAbs, &[a]));
    }
    let is_safe = |value: Value| {
        let FloatFacts { is_number, is_no_negative_zero, .. } = FloatFacts::of(kernel, value);
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
