//! Choices between what is compared: minima and maxima of integers.
//!
//! Rule: `select (a > b), a, b` becomes the maximum of a and b, and likewise for the other relations and the other order.
//! Where b is a constant, the one beside it may be chosen as well: `select (a > 4), a, 5` is the maximum of a and 5. The
//! comparison goes if nothing else reads it. Floats stay, because the choice tells a NaN and the zeros apart.

use texvisa_ir::texture::{InstData, InstId, Kernel, Op, Scalar, Value, ValueDef};

use crate::insert::plain;
use crate::reads::Occurring;
use crate::remark::Remarks;

/// Replaces choices between integers that are compared; returns whether there was one. A comparison that nothing reads
/// any more stays.
pub fn choose_extrema(kernel: &mut Kernel, occurring: Occurring, remarks: &mut Remarks) -> bool {
    if !occurring.any_op(&[Op::Select]) {
        return false;
    }
    let mut any = false;
    for index in 0..kernel.insts.len() {
        let inst = InstId::from_u32(index as u32);
        if let Some((op, a, b)) = extremum(kernel, inst) {
            kernel.insts[inst] = plain(op, &[a, b]);
            remarks.add(kernel, "extrema", inst, || format!("`{}` of what is compared", op.name()));
            any = true;
        }
    }
    any
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
