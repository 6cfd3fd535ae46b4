//! Conversions of floats that were clamped to what the integer holds.
//!
//! Rule: `fptoui (fmax x, 0)` and, of 8 or 16 bits, `fptoui (fmin (fmax x, 0), m)` become `fptoui.sat x`, where m is the
//! largest integer of the result: a `mov.sat` clamps by itself, and makes 0 of a NaN as the maximum does. What is larger
//! without the minimum has no conversion. Of a signed integer the maximum makes the least number of a NaN, and so does either
//! if the minimum is inside: `fptosi (fmin (fmax x, n), m)` and these become a conversion with `.sat` where x is no NaN
//! ([`FloatFacts`]). OpenCL's `convert_uchar4_sat` and `convert_short_sat` are written so in LLVM IR.

use texvisa_ir::texture::{InstData, InstId, Kernel, Op, Scalar, Value, ValueDef};

use super::float_facts::FloatFacts;
use crate::insert::plain;
use crate::reads::Occurring;
use crate::remark::Remarks;

/// Replaces conversions of what is clamped; returns whether there was one. Minima and maxima that nothing reads any more
/// stay.
pub fn clamp_by_conversion(kernel: &mut Kernel, occurring: Occurring, remarks: &mut Remarks) -> bool {
    if !occurring.any_op(&[Op::FToU, Op::FToS]) || !occurring.any_op(&[Op::FMax]) {
        return false;
    }
    let mut any = false;
    for index in 0..kernel.insts.len() {
        let inst = InstId::from_u32(index as u32);
        if let Some((op, value)) = clamped(kernel, inst) {
            kernel.insts[inst] = plain(op, &[value]);
            remarks.add(kernel, "clamped_conversions", inst, || "the conversion clamps".to_owned());
            any = true;
        }
    }
    any
}

/// The conversion that clamps like what an instruction converts, and what that is before it is clamped.
fn clamped(kernel: &Kernel, inst: InstId) -> Option<(Op, Value)> {
    let InstData::Plain { op, args: [value, ..] } = kernel.insts[inst] else { return None };
    let clamps = match op {
        Op::FToU => Op::FToUClamped,
        Op::FToS => Op::FToSClamped,
        _ => return None,
    };
    let bits = kernel.ty(kernel.result(inst)?).scalar.bits();
    // A float holds no 2^32 - 1, and a half float no 2^16 - 1.
    let limits = match (kernel.ty(value).scalar, bits) {
        (Scalar::F32, 8 | 16) if op == Op::FToU => Some((0.0, ((1_u32 << bits) - 1) as f32)),
        (Scalar::F32, 8 | 16) => Some((-((1_u32 << (bits - 1)) as f32), ((1_u32 << (bits - 1)) - 1) as f32)),
        _ => None,
    };
    let limits = limits.map(|(least, most)| [least, most].map(|limit| u64::from(limit.to_bits())));
    if op == Op::FToU && bits <= 32 {
        let below = limits.and_then(|[_, most]| other_of(kernel, Op::FMin, value, most)).unwrap_or(value);
        if let Some(given) = other_of(kernel, Op::FMax, below, 0) {
            return Some((clamps, given));
        }
    }
    let [least, most] = limits?;
    let orders = [[(Op::FMin, most), (Op::FMax, least)], [(Op::FMax, least), (Op::FMin, most)]];
    let given = orders.into_iter().find_map(|[(outer, limit), (inner, other)]| {
        other_of(kernel, inner, other_of(kernel, outer, value, limit)?, other)
    })?;
    FloatFacts::of(kernel, given).is_number.then_some((clamps, given))
}

/// The operand beside a constant of such an operation.
fn other_of(kernel: &Kernel, op: Op, value: Value, constant: u64) -> Option<Value> {
    let ValueDef::Result(inst, _) = kernel.values[value].def else { return None };
    let InstData::Plain { op: found, args: [a, b, _] } = kernel.insts[inst] else { return None };
    match () {
        () if found != op => None,
        () if kernel.constant(b) == Some(constant) => Some(a),
        () if kernel.constant(a) == Some(constant) => Some(b),
        () => None,
    }
}
