//! Words and bytes of dwords that sums, products and conversions to floats read.
//!
//! Rule: `and i32 %x, 65535` is the low word of x with zeros above, `lshr i32 %x, 16` the high one, and `ashr i32 %x, 16` that
//! with its sign; 255 and 24 leave bytes. As a move of the part it takes as many instructions, and Intel's finalizer lets sums,
//! products and conversions to floats read the part itself. Other instructions gain nothing or lose (GenX_IR, measured).

use cranelift_entity::EntitySet;
use texvisa_ir::texture::{InstData, InstId, Kernel, Op, Scalar, Type, Value};

use crate::insert::{plain, rebuild};
use crate::reads::Occurring;

/// What a mask or shift leaves of a dword.
struct KeptBits {
    dword: Value,
    /// The bit at which it begins.
    shift: u32,
    scalar: Scalar,
    extend: Op,
}

/// Reads parts where masks and shifts leave no more; returns whether there was one.
pub fn read_parts(kernel: &mut Kernel, occurring: Occurring) -> bool {
    if !occurring.any_op(&[Op::And, Op::ShrU, Op::ShrS]) {
        return false;
    }
    let mut any = false;
    let others = read_by_others(kernel);
    rebuild(kernel, |inserter, inst| {
        if let Some(KeptBits { dword, shift, scalar, extend }) = part(inserter.kernel, inst)
            && inserter.kernel.result(inst).is_some_and(|result| !others.contains(result))
        {
            let mut shifted = dword;
            if shift > 0 {
                let by = inserter.kernel.constant_value(Type::I32, u64::from(shift));
                shifted = inserter.op(Op::ShrU, &[dword, by], Type::I32);
            }
            let part = inserter.op(Op::Trunc, &[shifted], Type::scalar(scalar));
            inserter.kernel.insts[inst] = plain(extend, &[part]);
            any = true;
        }
        inserter.keep(inst);
    });
    any
}

/// What `inst` leaves, if it is a word or byte.
fn part(kernel: &Kernel, inst: InstId) -> Option<KeptBits> {
    let InstData::Plain { op: op @ (Op::And | Op::ShrU | Op::ShrS), args: [a, b, _] } = kernel.insts[inst] else {
        return None;
    };
    if kernel.ty(a) != Type::I32 {
        return None;
    }
    // A mask may be either operand.
    let (a, b) = if op == Op::And && kernel.constant(a).is_some() { (b, a) } else { (a, b) };
    let (shift, scalar) = match (op, kernel.constant(b)?) {
        (Op::And, 0xffff) => (0, Scalar::I16),
        (Op::And, 0xff) => (0, Scalar::I8),
        (Op::ShrU | Op::ShrS, 16) => (16, Scalar::I16),
        (Op::ShrU | Op::ShrS, 24) => (24, Scalar::I8),
        _ => return None,
    };
    Some(KeptBits { dword: a, shift, scalar, extend: if op == Op::ShrS { Op::SExt } else { Op::ZExt } })
}

/// What is read by anything but sums, products and conversions to floats.
fn read_by_others(kernel: &Kernel) -> EntitySet<Value> {
    let mut others = EntitySet::new();
    for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
        let InstData::Plain { op: Op::Add | Op::Sub | Op::Mul | Op::MulAdd | Op::UToF | Op::SToF, .. } =
            kernel.insts[*inst]
        else {
            kernel.for_each_use(*inst, |value| _ = others.insert(value));
            continue;
        };
    }
    others
}
