//! Conversions between 64-bit integers and floats, as operations on 64-bit integers and dwords: the first are
//! [split](super::split_integers) later.
//!
//! Rules:
//!
//! - To `f32`: the integer is shifted left until its first digit is the first of the upper dword, behind the sign if it has
//!   one. What the lower dword holds then only says whether the number is one of the upper dwords or lies between two; the
//!   lowest bit of the upper one says the same, as a float has eight digits less. So that dword is rounded as the number is,
//!   and multiplied by a power of two.
//! - To `f16`: what is no dword is infinite, as the largest dword is.
//! - From `f32`: x * 2^-32 without its fraction is the upper dword of the magnitude, x without that the lower one; both are
//!   exact. A magnitude is negated afterwards.
//! - From `f16`: what is finite is a dword.

use texvisa_ir::texture::{InstData, InstId, Kernel, Op, Scalar, Type, Value};

use super::steps::Steps;
use crate::insert::rebuild;
use crate::reads::Occurring;
use crate::remark::Remarks;

const TO_FLOAT: [Op; 8] =
    [Op::SToF, Op::UToF, Op::SToFZero, Op::UToFZero, Op::SToFUp, Op::UToFUp, Op::SToFDown, Op::UToFDown];
const FROM_FLOAT: [Op; 2] = [Op::FToS, Op::FToU];
/// 2^32.
const DWORDS: f32 = 4_294_967_296.0;
/// The exponent bits of 2^32 in a float.
const EXPONENT_OF_DWORDS: u32 = 127 + 32;

/// Expands conversions between 64-bit integers and floats; returns whether there was one.
pub fn convert_wide(kernel: &mut Kernel, occurring: Occurring, remarks: &mut Remarks) -> bool {
    if !occurring.any_op(&TO_FLOAT) && !occurring.any_op(&FROM_FLOAT) {
        return false;
    }
    let is_wide = |kernel: &Kernel, inst: InstId| match kernel.insts[inst] {
        InstData::Plain { op, args } if TO_FLOAT.contains(&op) => kernel.ty(args[0]) == Type::I64,
        InstData::Plain { op, .. } if FROM_FLOAT.contains(&op) => {
            kernel.result(inst).is_some_and(|result| kernel.ty(result) == Type::I64)
        }
        _ => false,
    };
    if !kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts).any(|inst| is_wide(kernel, *inst)) {
        return false;
    }
    rebuild(kernel, |inserter, inst| {
        if is_wide(inserter.kernel, inst)
            && let InstData::Plain { op, args: [value, ..] } = inserter.kernel.insts[inst]
            && let Some(result) = inserter.kernel.result(inst)
        {
            let half = [value, result].iter().any(|value| inserter.kernel.ty(*value).scalar == Scalar::F16);
            let mut steps = Steps(inserter);
            match (TO_FLOAT.contains(&op), half) {
                (true, false) => to_float(&mut steps, op, value),
                (true, true) => to_half(&mut steps, op, value),
                (false, false) => from_float(&mut steps, op, value),
                (false, true) => from_half(&mut steps, op, value),
            }
            inserter.replace_with_last(inst);
            let what = || format!("`{}` of 64-bit integers is done on dwords", op.name());
            remarks.add(inserter.kernel, "convert_wide", inst, what);
        }
        inserter.keep(inst);
    });
    true
}

fn to_float(steps: &mut Steps<'_, '_>, op: Op, value: Value) {
    let signed = matches!(op, Op::SToF | Op::SToFZero | Op::SToFUp | Op::SToFDown);
    // Zeros before the first digit that is not the sign's; of zero, and of -1, as of one.
    let digits = if signed {
        let sign = steps.wide_with(Op::ShrS, value, 63);
        steps.wide(Op::Xor, &[value, sign])
    } else {
        value
    };
    let digits = steps.wide_with(Op::Or, digits, 1);
    let zeros = steps.wide(Op::CountLeadingZeros, &[digits]);
    let zeros = steps.int(Op::Trunc, &[zeros]);
    let amount = if signed { steps.with(Op::Sub, zeros, 1) } else { zeros };
    let wide_amount = steps.wide(Op::ZExt, &[amount]);
    let shifted = steps.wide(Op::Shl, &[value, wide_amount]);
    let low = steps.int(Op::Trunc, &[shifted]);
    let high = steps.wide_with(Op::ShrU, shifted, 32);
    let high = steps.int(Op::Trunc, &[high]);
    let rest = steps.with(Op::MinU, low, 1);
    let dword = steps.int(Op::Or, &[high, rest]);
    let number = steps.float(op, &[dword]);
    let exponent = steps.bits(EXPONENT_OF_DWORDS);
    let exponent = steps.int(Op::Sub, &[exponent, amount]);
    let scale = steps.with(Op::Shl, exponent, 23);
    let scale = steps.float(Op::Bitcast, &[scale]);
    steps.float(Op::FMul, &[number, scale]);
}

/// Only rounding to the nearest has halves for results.
fn to_half(steps: &mut Steps<'_, '_>, op: Op, value: Value) {
    let bounded = if op == Op::SToF {
        let bounded = steps.wide_with(Op::MinS, value, i64::from(i32::MAX) as u64);
        steps.wide_with(Op::MaxS, bounded, i64::from(i32::MIN) as u64)
    } else {
        steps.wide_with(Op::MinU, value, u64::from(u32::MAX))
    };
    let dword = steps.int(Op::Trunc, &[bounded]);
    steps.0.op(op, &[dword], Type::scalar(Scalar::F16));
}

fn from_float(steps: &mut Steps<'_, '_>, op: Op, value: Value) {
    let signed = op == Op::FToS;
    let magnitude = if signed { steps.float(Op::FAbs, &[value]) } else { value };
    let scaled = steps.times(magnitude, 1.0 / DWORDS);
    let high = steps.int(Op::FToU, &[scaled]);
    let whole = steps.float(Op::UToF, &[high]);
    let whole = steps.float(Op::FNeg, &[whole]);
    let dwords = steps.number(DWORDS);
    let rest = steps.float(Op::Fma, &[whole, dwords, magnitude]);
    let low = steps.int(Op::FToU, &[rest]);
    let [low, high] = [low, high].map(|dword| steps.wide(Op::ZExt, &[dword]));
    let high = steps.wide_with(Op::Shl, high, 32);
    let integer = steps.wide(Op::Or, &[high, low]);
    if signed {
        let bits = steps.int(Op::Bitcast, &[value]);
        let sign = steps.with(Op::ShrS, bits, 31);
        let sign = steps.wide(Op::SExt, &[sign]);
        let flipped = steps.wide(Op::Xor, &[integer, sign]);
        steps.wide(Op::Sub, &[flipped, sign]);
    }
}

fn from_half(steps: &mut Steps<'_, '_>, op: Op, value: Value) {
    let dword = steps.int(op, &[value]);
    steps.wide(if op == Op::FToS { Op::SExt } else { Op::ZExt }, &[dword]);
}
