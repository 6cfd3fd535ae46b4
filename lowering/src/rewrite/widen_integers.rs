//! Operations on integers that are too narrow for the arithmetic unit.
//!
//! Rule: the unit only moves, converts and compares bytes. It adds, subtracts, multiplies, shifts and selects words,
//! takes their minimum, maximum and absolute value, and computes `and`, `or` and `xor` of them. These operations on bytes
//! are done on words, which take half of the registers of dwords. Every other operation on bytes or words is done on 32
//! bits. Operands are sign-extended if the operation depends on the sign, otherwise zero-extended, and the result is
//! truncated. Where that is extended again in the same way, what was truncated is read. Operations that count zeros or
//! reverse bits are corrected for the 16 or 24 bits that were added.
//!
//! Source: the operand types of each instruction in the vISA documents.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use texvisa_ir::texture::{InstData, InstId, Kernel, Op, Operands, Results, Scalar, Type, Value};

use crate::insert::{Inserter, plain, rebuild};
use crate::reads::Occurring;
use crate::remark::Remarks;

/// Widens the operations on integers that are too narrow; returns whether there was one.
pub fn widen_integers(kernel: &mut Kernel, occurring: Occurring, remarks: &mut Remarks) -> bool {
    if !occurring.any_scalar(&[Scalar::I8, Scalar::I16])
        || !kernel.insts.keys().any(|inst| too_narrow(kernel, inst).is_some())
    {
        return false;
    }
    let mut widened = Widened::default();
    rebuild(kernel, |inserter, inst| {
        if let Some((op, args)) = too_narrow(inserter.kernel, inst)
            && !compares_bytes(inserter.kernel, &widened, op, &args[..op.arity()])
        {
            let ty = widen(inserter, &mut widened, inst, op, &args[..op.arity()]);
            remarks.add(inserter.kernel, "widen_integers", inst, || {
                format!("`{}` is done on {} bits", op.name(), ty.scalar.bits())
            });
        }
        inserter.keep(inst);
    });
    true
}

/// The operation and operands of `inst` if its integers are too narrow.
#[inline(always)]
fn too_narrow(kernel: &Kernel, inst: InstId) -> Option<(Op, [Value; 3])> {
    match &kernel.insts[inst] {
        InstData::Plain { op: Op::Shuffle, args } => {
            (kernel.ty(args[0]).scalar == Scalar::I8).then_some((Op::Shuffle, *args))
        }
        InstData::Plain { op: Op::Select, args } => {
            (kernel.ty(args[1]).scalar == Scalar::I8).then_some((Op::Select, *args))
        }
        InstData::Plain { op, args } if matches!(op.operands(), Operands::Int | Operands::Bits) => {
            let scalar = kernel.ty(args[0]).scalar;
            let moves = matches!(op.results(), Results::Stated);
            let narrow = match scalar {
                Scalar::I8 => !moves,
                Scalar::I16 => !moves && !works_on_words(*op),
                _ => false,
            };
            narrow.then_some((*op, *args))
        }
        _ => None,
    }
}

/// Whether an operation is a comparison of bytes as they are: not of what was truncated for nothing else, perhaps.
fn compares_bytes(kernel: &Kernel, widened: &Widened, op: Op, args: &[Value]) -> bool {
    let widening = widening_of(op);
    let is_wide = |arg: &Value| widened.get(arg).is_some_and(|(by, _)| *by == widening);
    op.results() == Results::Bool && kernel.ty(args[0]).scalar == Scalar::I8 && !args.iter().any(is_wide)
}

fn works_on_words(op: Op) -> bool {
    let op = op.across_lanes().map_or(op, |(_, combine)| combine);
    #[rustfmt::skip]
    let works = matches!(
        op,
        Op::Add | Op::Sub | Op::Mul | Op::MinS | Op::MaxS | Op::MinU | Op::MaxU | Op::Abs | Op::And | Op::Or | Op::Xor
            | Op::Shl | Op::ShrU | Op::ShrS | Op::Eq | Op::Ne | Op::LtS | Op::LeS | Op::GtS | Op::GeS | Op::LtU | Op::LeU
            | Op::GtU | Op::GeU
    );
    works
}

fn heeds_sign(op: Op) -> bool {
    let op = op.across_lanes().map_or(op, |(_, combine)| combine);
    #[rustfmt::skip]
    let heeds = matches!(
        op,
        Op::MulHighS | Op::DivS | Op::RemS | Op::MinS | Op::MaxS | Op::Abs | Op::ShrS | Op::LtS | Op::LeS | Op::GtS | Op::GeS
    );
    heeds
}

/// How an operation extends its operands.
fn widening_of(op: Op) -> Op {
    if heeds_sign(op) { Op::SExt } else { Op::ZExt }
}

/// Whether an operation on bytes is done on words.
fn does_bytes_on_words(op: Op) -> bool {
    op == Op::Select || works_on_words(op) && op.across_lanes().is_none()
}

/// Whether an operation on extended integers returns one that is extended in the same way.
fn keeps_extension(op: Op) -> bool {
    use Op as O;
    matches!(op, O::MinU | O::MaxU | O::MinS | O::MaxS | O::And | O::Or | O::Xor | O::ShrU | O::ShrS | O::Select)
}

/// What narrow values were truncated from that are the same once they are extended by the operation beside it.
type Widened = FxHashMap<Value, (Op, Value)>;

/// Puts the wide operation in front of `inst` and makes `inst` the last step; returns the type that it is done on.
fn widen(inserter: &mut Inserter<'_>, widened: &mut Widened, inst: InstId, op: Op, args: &[Value]) -> Type {
    let narrow = inserter.kernel.ty(if op == Op::Shuffle { args[0] } else { args[args.len() - 1] });
    let bits = narrow.scalar.bits();
    let widening = widening_of(op);
    let mut wide: SmallVec<[Value; 3]> = SmallVec::from_slice(args);
    let on_words = narrow.scalar == Scalar::I8 && does_bytes_on_words(op);
    let ty = if on_words { Type::scalar(Scalar::I16) } else { Type::I32 };
    for value in &mut wide {
        if inserter.kernel.ty(*value) == narrow {
            let number = inserter.kernel.constant(*value).filter(|_| narrow.lanes == 1);
            *value = match (widened.get(value), number) {
                (Some((by, wide)), _) if *by == widening && inserter.kernel.ty(*wide) == ty => *wide,
                (_, Some(number)) => {
                    let unused = 64 - bits;
                    let extended =
                        if widening == Op::SExt { (number << unused) as i64 >> unused } else { number as i64 };
                    inserter.kernel.constant_value(ty, extended as u64)
                }
                _ => inserter.op(widening, &[*value], ty),
            };
        }
    }
    let number = |inserter: &mut Inserter<'_>, value: u32| inserter.kernel.constant_value(Type::I32, u64::from(value));
    let result = match op {
        _ if op.results() == Results::Bool => {
            inserter.op(op, &wide, Type::I1);
            inserter.replace_with_last(inst);
            return ty;
        }
        Op::MulHighS | Op::MulHighU => {
            let product = inserter.op(Op::Mul, &wide, Type::I32);
            let shift = number(inserter, bits);
            inserter.op(Op::ShrU, &[product, shift], Type::I32)
        }
        Op::CountLeadingZeros => {
            let zeros = inserter.op(op, &wide, Type::I32);
            let more = number(inserter, 32 - bits);
            inserter.op(Op::Sub, &[zeros, more], Type::I32)
        }
        Op::CountTrailingZeros => {
            // A one behind the last bit ends the count there.
            let end = number(inserter, 1 << bits);
            let bounded = inserter.op(Op::Or, &[wide[0], end], Type::I32);
            inserter.op(op, &[bounded], Type::I32)
        }
        Op::ReverseBits => {
            let reversed = inserter.op(op, &wide, Type::I32);
            let shift = number(inserter, 32 - bits);
            inserter.op(Op::ShrU, &[reversed, shift], Type::I32)
        }
        Op::FunnelShl => {
            // Both halves fit one dword, whose upper half is what is left after the shift.
            let mask = number(inserter, bits - 1);
            let width = number(inserter, bits);
            let amount = inserter.op(Op::And, &[wide[2], mask], Type::I32);
            let high = inserter.op(Op::Shl, &[wide[0], width], Type::I32);
            let both = inserter.op(Op::Or, &[high, wide[1]], Type::I32);
            let shifted = inserter.op(Op::Shl, &[both, amount], Type::I32);
            inserter.op(Op::ShrU, &[shifted, width], Type::I32)
        }
        // The first lane has the identity, which is out of the narrow type's range.
        Op::ExclusiveMinS | Op::ExclusiveMaxS => {
            let combined = inserter.op(op, &wide, Type::I32);
            let combine = if op == Op::ExclusiveMinS { Op::MinS } else { Op::MaxS };
            let identity = combine.identity(narrow.scalar);
            let sign = 64 - bits;
            let limit = number(inserter, ((identity << sign) as i64 >> sign) as u32);
            inserter.op(combine, &[combined, limit], Type::I32)
        }
        Op::AddCarry | Op::SubBorrow => {
            with_carry(inserter, inst, op, &wide, narrow);
            return ty;
        }
        _ => inserter.op(op, &wide, ty),
    };
    inserter.op(Op::Trunc, &[result], narrow);
    inserter.replace_with_last(inst);
    if keeps_extension(op) {
        widened.extend(inserter.kernel.result(inst).map(|byte| (byte, (widening, result))));
    }
    ty
}

/// A sum or difference has its carry or borrow in the bit behind its last. The carry takes the place of the second
/// result, so the first one's users are given a new value.
fn with_carry(inserter: &mut Inserter<'_>, inst: InstId, op: Op, wide: &[Value], narrow: Type) {
    let wide_op = if op == Op::AddCarry { Op::Add } else { Op::Sub };
    let result = inserter.op(wide_op, wide, Type::I32);
    let width = inserter.kernel.constant_value(Type::I32, u64::from(narrow.scalar.bits()));
    let one = inserter.kernel.constant_value(Type::I32, 1);
    let above = inserter.op(Op::ShrU, &[result, width], Type::I32);
    let carry = inserter.op(Op::And, &[above, one], Type::I32);
    let low = inserter.kernel.push_inst(plain(Op::Trunc, &[result]));
    let results = inserter.kernel.take_results(inst);
    inserter.kernel.define_result(low, results[0], narrow);
    inserter.keep(low);
    inserter.kernel.insts[inst] = plain(Op::Trunc, &[carry]);
    if let Some(second) = results.get(1) {
        inserter.kernel.define_result(inst, *second, narrow);
    }
}
