//! Factors of dwords that fit a word.
//!
//! Rule: where one factor of a product of dwords is below 65,536, whatever the kernel is called with, the product reads its low
//! word. Intel's finalizer multiplies a dword by a word in one instruction and by a dword in two or more (`mul` and `mach`, of
//! eight lanes each). The other factor stays as it is; a constant factor is left to the finalizer, which knows its size.

use texvisa_ir::texture::{ArgumentRole, InstData, InstId, Kernel, MAX_GROUP_ITEMS, Op, Type, Value, ValueDef};

use crate::insert::{Inserter, plain, rebuild};
use crate::reads::Occurring;

/// How many operations deep a bound is looked for.
const DEPTH: u32 = 4;

/// No image has more rows, slices, layers or levels (RENDER_SURFACE_STATE: Height has 14 bits, Depth 11, and each is one less than
/// the size).
const LARGEST_IMAGE: u32 = 1 << 14;

/// Lets products read words of the factors that fit one; returns whether there was one.
pub fn multiply_by_words(kernel: &mut Kernel, occurring: Occurring) -> bool {
    if !occurring.any_op(&[Op::Mul]) {
        return false;
    }
    let mut any = false;
    rebuild(kernel, |inserter, inst| {
        if let Some([dword, factor]) = factors(inserter.kernel, inst) {
            let factor = word(inserter, factor);
            inserter.kernel.insts[inst] = plain(Op::Mul, &[dword, factor]);
            any = true;
        }
        inserter.keep(inst);
    });
    any
}

/// The low word of a dword, extended, as a product reads it.
pub(super) fn word(inserter: &mut Inserter<'_>, dword: Value) -> Value {
    let word = inserter.op(Op::Trunc, &[dword], Type::I16);
    inserter.op(Op::ZExt, &[word], Type::I32)
}

/// The factors of a product of dwords, the one that fits a word last.
fn factors(kernel: &Kernel, inst: InstId) -> Option<[Value; 2]> {
    let InstData::Plain { op: Op::Mul, args: [a, b, _] } = kernel.insts[inst] else { return None };
    if kernel.ty(a) != Type::I32 || [a, b].iter().any(|factor| is_short(kernel, *factor)) {
        return None;
    }
    let fits = |factor| most(kernel, factor, DEPTH) <= u32::from(u16::MAX);
    match (fits(b), fits(a)) {
        (true, _) => Some([a, b]),
        (false, true) => Some([b, a]),
        (false, false) => None,
    }
}

/// Whether Intel's finalizer sees itself how large the factor is: it is a constant, or a word or byte that was extended.
pub(super) fn is_short(kernel: &Kernel, factor: Value) -> bool {
    match kernel.values[factor].def {
        ValueDef::Constant(_) => true,
        ValueDef::Result(inst, _) => matches!(kernel.insts[inst], InstData::Plain { op: Op::ZExt | Op::SExt, .. }),
        _ => false,
    }
}

/// What no run exceeds: the largest unsigned integer that `value` of dwords or less may be.
fn most(kernel: &Kernel, value: Value, depth: u32) -> u32 {
    let scalar = kernel.ty(value).scalar;
    let whole = u32::MAX.checked_shr(32 - scalar.bits().min(32)).unwrap_or(0);
    let inst = match kernel.values[value].def {
        ValueDef::Constant(_) => return kernel.constant(value).map_or(whole, |bits| bits.min(u64::from(whole)) as u32),
        ValueDef::Result(inst, _) if depth > 0 => inst,
        ValueDef::Argument(_) => return of_argument(kernel, value).unwrap_or(whole),
        _ => return whole,
    };
    let of = |value| most(kernel, value, depth - 1);
    let bound = match kernel.insts[inst] {
        InstData::Extract { vector, .. } => of_argument(kernel, vector).unwrap_or(whole),
        InstData::Plain { op, args: [a, b, c] } => match op {
            Op::And | Op::MinU => of(a).min(of(b)),
            Op::MaxU => of(a).max(of(b)),
            Op::Select => of(b).max(of(c)),
            Op::ZExt => of(a),
            Op::DivU => of(a),
            Op::RemU => of(a).min(of(b)),
            Op::ShrU => kernel.constant(b).map_or(whole, |by| of(a).checked_shr(by as u32).unwrap_or(0)),
            Op::Shl => match kernel.constant(b) {
                Some(by) if by < u64::from(scalar.bits()) => u32::try_from(u64::from(of(a)) << by).unwrap_or(whole),
                _ => whole,
            },
            Op::Add => of(a).checked_add(of(b)).unwrap_or(whole),
            Op::Or | Op::Xor => u32::MAX.checked_shr((of(a) | of(b)).leading_zeros()).unwrap_or(0),
            Op::Mul => of(a).checked_mul(of(b)).unwrap_or(whole),
            Op::CountOnes | Op::CountLeadingZeros | Op::CountTrailingZeros => scalar.bits(),
            Op::LaneId => 31,
            _ => whole,
        },
        _ => whole,
    };
    bound.min(whole)
}

/// The same of an argument, or of each element of one.
fn of_argument(kernel: &Kernel, value: Value) -> Option<u32> {
    let ValueDef::Argument(index) = kernel.values[value].def else { return None };
    match kernel.arguments[index as usize].role {
        ArgumentRole::LocalSize | ArgumentRole::EnqueuedLocalSize => Some(MAX_GROUP_ITEMS),
        ArgumentRole::ImageHeight
        | ArgumentRole::ImageDepth
        | ArgumentRole::ImageArraySize
        | ArgumentRole::ImageLevels
        | ArgumentRole::ImageSamples => Some(LARGEST_IMAGE),
        _ => None,
    }
}
