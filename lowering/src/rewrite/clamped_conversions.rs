//! Conversions of floats that were clamped to what the integer holds.
//!
//! Rule: `fptoui (fmax x, 0)` and, of 8 or 16 bits, `fptoui (fmin (fmax x, 0), m)` become `fptoui.sat x`, where m is the
//! largest integer of the result: a `mov.sat` clamps by itself, and makes 0 of a NaN as the maximum does. What is larger
//! without the minimum has no conversion. Of signed integers the maximum makes their least number of a NaN, so that they stay.
//! OpenCL's `convert_uchar4_sat` is written so in LLVM IR.

use texvisa_ir::texture::{InstData, InstId, Kernel, Op, Scalar, Value, ValueDef};

use crate::insert::plain;
use crate::reads::Occurring;
use crate::remark::Remarks;

/// Replaces conversions of what is clamped; returns whether there was one. Minima and maxima that nothing reads any more
/// stay.
pub fn clamp_by_conversion(kernel: &mut Kernel, occurring: Occurring, remarks: &mut Remarks) -> bool {
    if !occurring.any_op(&[Op::FToU]) || !occurring.any_op(&[Op::FMax]) {
        return false;
    }
    let mut any = false;
    for index in 0..kernel.insts.len() {
        let inst = InstId::from_u32(index as u32);
        if let Some(value) = clamped(kernel, inst) {
            kernel.insts[inst] = plain(Op::FToUClamped, &[value]);
            remarks.add(kernel, "clamped_conversions", inst, || "the conversion clamps".to_owned());
            any = true;
        }
    }
    any
}

/// What a conversion to an unsigned integer converts, before it is clamped to that integer.
fn clamped(kernel: &Kernel, inst: InstId) -> Option<Value> {
    let InstData::Plain { op: Op::FToU, args: [value, ..] } = kernel.insts[inst] else { return None };
    let bits = kernel.ty(kernel.result(inst)?).scalar.bits();
    if bits > 32 {
        return None;
    }
    // A float holds no 2^32 - 1, and a half float no 2^16 - 1.
    let most = match (kernel.ty(value).scalar, bits) {
        (Scalar::F32, 8 | 16) => Some(((1_u32 << bits) - 1) as f32).map(|most| u64::from(most.to_bits())),
        _ => None,
    };
    let below = most.and_then(|most| other_of(kernel, Op::FMin, value, most)).unwrap_or(value);
    other_of(kernel, Op::FMax, below, 0)
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
