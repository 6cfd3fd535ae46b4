//! The vISA instructions for each plain operation: one row an operation.

use texvisa_ir::texture::{Op, Scalar};
use texvisa_ir::visa::{AluOp, Modifier, PredicateOp, Relation};

/// The signedness with which an operation reads its operands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Signedness {
    /// As they are: signed integers, or floats.
    AsIs,
    /// As unsigned integers.
    Unsigned,
}

/// The vISA instructions for an operation.
pub(super) enum Selection {
    /// One instruction; the modifier is that of the last source.
    One(AluOp, Signedness, Modifier),
    /// One instruction whose result is clamped to 0..1.
    Saturated(AluOp),
    /// One comparison, and whether the result is its complement.
    Compare(Relation, Signedness, bool),
    /// Two comparisons of floats, how they are combined, and whether the result is the complement.
    CompareTwice([Relation; 2], PredicateOp, bool),
    /// A comparison of each operand with itself, which a NaN does not equal, and how the two are combined.
    CompareSelf(Relation, PredicateOp),
    /// Several instructions: see `Emitter::expand`.
    Own,
}

/// The vISA instructions for `op`.
#[inline]
pub(super) fn selection(op: Op) -> Selection {
    use AluOp as A;
    use Modifier::{Abs, Negate, None};
    use Relation as R;
    use Selection::{Compare, CompareSelf, CompareTwice, One, Own, Saturated};
    use Signedness::{AsIs, Unsigned};
    #[rustfmt::skip]
    let selection = match op {
        Op::Add       => One(A::Add, AsIs, None),
        Op::Sub       => One(A::Add, AsIs, Negate),
        Op::Mul       => One(A::Mul, AsIs, None),
        Op::MulAdd    => One(A::Mad, AsIs, None),
        Op::MulHighS  => One(A::Mulh, AsIs, None),
        Op::MulHighU  => One(A::Mulh, Unsigned, None),
        Op::DivS      => One(A::Div, AsIs, None),
        Op::DivU      => One(A::Div, Unsigned, None),
        Op::RemS      => One(A::Mod, AsIs, None),
        Op::RemU      => One(A::Mod, Unsigned, None),
        Op::MinS      => One(A::Min, AsIs, None),
        Op::MaxS      => One(A::Max, AsIs, None),
        Op::MinU      => One(A::Min, Unsigned, None),
        Op::MaxU      => One(A::Max, Unsigned, None),
        Op::Abs       => One(A::Mov, AsIs, Abs),
        Op::Shl       => One(A::Shl, AsIs, None),
        Op::ShrU      => One(A::Shr, Unsigned, None),
        Op::ShrS      => One(A::Asr, AsIs, None),
        Op::CountLeadingZeros => One(A::Lzd, Unsigned, None),
        Op::CountOnes   => One(A::Cbit, Unsigned, None),
        Op::ReverseBits => One(A::Bfrev, Unsigned, None),
        Op::FAdd      => One(A::Add, AsIs, None),
        Op::FSub      => One(A::Add, AsIs, Negate),
        Op::FMul      => One(A::Mul, AsIs, None),
        Op::Fma       => One(A::Mad, AsIs, None),
        Op::FMin      => One(A::Min, AsIs, None),
        Op::FMax      => One(A::Max, AsIs, None),
        Op::FNeg      => One(A::Mov, AsIs, Negate),
        Op::FAbs      => One(A::Mov, AsIs, Abs),
        Op::FSaturate => Saturated(A::Mov),
        Op::FAddZero  => One(A::Add, AsIs, None),
        Op::FMulZero  => One(A::Mul, AsIs, None),
        Op::FmaZero   => One(A::Mad, AsIs, None),
        Op::FSqrt     => One(A::Sqrt, AsIs, None),
        Op::FRsqrt    => One(A::Rsqrt, AsIs, None),
        Op::FExp2     => One(A::Exp, AsIs, None),
        Op::FLog2     => One(A::Log, AsIs, None),
        Op::FPow      => One(A::Pow, AsIs, None),
        Op::FSin      => One(A::Sin, AsIs, None),
        Op::FCos      => One(A::Cos, AsIs, None),
        Op::FFloor    => One(A::Rndd, AsIs, None),
        Op::FCeil     => One(A::Rndu, AsIs, None),
        Op::FTrunc    => One(A::Rndz, AsIs, None),
        Op::FRoundEven => One(A::Rnde, AsIs, None),
        Op::Eq        => Compare(R::Eq, AsIs, false),
        Op::Ne        => Compare(R::Ne, AsIs, false),
        Op::LtS       => Compare(R::Lt, AsIs, false),
        Op::LeS       => Compare(R::Le, AsIs, false),
        Op::GtS       => Compare(R::Gt, AsIs, false),
        Op::GeS       => Compare(R::Ge, AsIs, false),
        Op::LtU       => Compare(R::Lt, Unsigned, false),
        Op::LeU       => Compare(R::Le, Unsigned, false),
        Op::GtU       => Compare(R::Gt, Unsigned, false),
        Op::GeU       => Compare(R::Ge, Unsigned, false),
        // Comparisons with a NaN are false, except `ne`.
        Op::FEqO      => Compare(R::Eq, AsIs, false),
        Op::FLtO      => Compare(R::Lt, AsIs, false),
        Op::FLeO      => Compare(R::Le, AsIs, false),
        Op::FGtO      => Compare(R::Gt, AsIs, false),
        Op::FGeO      => Compare(R::Ge, AsIs, false),
        Op::FNeU      => Compare(R::Ne, AsIs, false),
        Op::FLtU      => Compare(R::Ge, AsIs, true),
        Op::FLeU      => Compare(R::Gt, AsIs, true),
        Op::FGtU      => Compare(R::Le, AsIs, true),
        Op::FGeU      => Compare(R::Lt, AsIs, true),
        Op::FNeO      => CompareTwice([R::Lt, R::Gt], PredicateOp::Or, false),
        Op::FEqU      => CompareTwice([R::Lt, R::Gt], PredicateOp::Or, true),
        Op::FOrd      => CompareSelf(R::Eq, PredicateOp::And),
        Op::FUno      => CompareSelf(R::Ne, PredicateOp::Or),
        // Several instructions, or those for the type; among them all that works across lanes.
        _ => Own,
    };
    selection
}

/// Whether `op` is one comparison, whose result is what the operation's is.
pub(crate) fn is_one_comparison(op: Op) -> bool {
    matches!(selection(op), Selection::Compare(_, _, false))
}

/// Whether `op` is done on half floats as they are (Supported Types of each vISA instruction). The others are done on floats
/// and rounded a second time: that is still correct, because floats have more than twice the digits of halves. They round
/// to integers, divide, or are a power, which GenX_IR makes from a logarithm, a product and `exp` on TGLLP and DG2: as halves,
/// these would lose most digits.
pub(super) fn works_on_halves(op: AluOp) -> bool {
    !matches!(op, AluOp::Rndd | AluOp::Rndu | AluOp::Rndz | AluOp::Rnde | AluOp::Div | AluOp::Pow)
}

/// Whether the arithmetic unit does `op` on words.
pub(super) fn works_on_words(op: AluOp) -> bool {
    use AluOp as A;
    matches!(
        op,
        A::Mov
            | A::Add
            | A::Mul
            | A::Mad
            | A::Min
            | A::Max
            | A::Sel
            | A::And
            | A::Or
            | A::Xor
            | A::Not
            | A::Shl
            | A::Shr
            | A::Asr
    )
}

/// Whether the instruction for `op` on operands of type `scalar` takes source modifiers.
pub(super) fn takes_modifiers(op: Op, scalar: Scalar) -> bool {
    match selection(op) {
        Selection::One(alu, ..) | Selection::Saturated(alu) => {
            scalar == Scalar::F32 || scalar == Scalar::F16 && works_on_halves(alu)
        }
        Selection::Compare(..) | Selection::CompareTwice(..) | Selection::CompareSelf(..) => true,
        Selection::Own => op == Op::Select || op == Op::FDiv && scalar == Scalar::F32,
    }
}
