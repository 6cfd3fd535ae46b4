//! The plain operations: arithmetic, comparison, conversion and the like. One row an operation; the parser, the
//! printer, the verifier and the generators read the table.

use std::fmt;

use super::types::{Scalar, Type};

/// The types that the operands of an operation may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operands {
    /// Integers of 8 to 64 bits, all of one type.
    Int,
    /// Integers of 8 to 32 bits, all of one type.
    Narrow,
    /// `i32`.
    Dword,
    /// Integers or booleans, all of one type.
    Bits,
    /// Floats, all of one type.
    Float,
    /// `f32`.
    Single,
    /// Any scalar, all of one type.
    Any,
    /// A boolean, then two of any one scalar type.
    Choice,
    /// `i1`.
    Bool,
    /// Any scalar but `i1`, then an `i32`.
    AnyAndLane,
    /// No operand.
    None,
}

impl fmt::Display for Operands {
    /// The types, for diagnostics.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Operands::Int => "i8, i16, i32 or i64",
            Operands::Narrow => "i8, i16 or i32",
            Operands::Dword => "i32",
            Operands::Bits => "i1, i8, i16, i32 or i64",
            Operands::Float => "f16 or f32",
            Operands::Single => "f32",
            Operands::Any | Operands::Choice => "a scalar",
            Operands::Bool => "i1",
            Operands::AnyAndLane => "a scalar other than i1",
            Operands::None => "no operand",
        })
    }
}

/// How a float is rounded to fewer digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rounding {
    /// To the nearest, and to the even one of two.
    #[default]
    Nearest,
    /// In the direction of zero.
    Zero,
    /// In the direction of positive infinity.
    Up,
    /// In the direction of negative infinity.
    Down,
}

/// The type of what an operation returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Results {
    /// The operands' type.
    Same,
    /// The operands' type, twice.
    SameTwice,
    /// `i1`.
    Bool,
    /// `i32`.
    I32,
    /// An integer twice as wide as the operands.
    TwiceAsWide,
    /// The type that the instruction states, which must be admitted by [`Op::converts`].
    Stated,
}

/// Which lanes an operation across the lanes of a thread combines. Lanes that are not active count as the
/// [identity](Op::identity).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CombinedLanes {
    /// All of them: lane i with lane i + n, for n from half the lanes of a thread down to 1.
    All,
    /// Those up to the own one: lane i with lane i - n, for n from 1 up, doubled each time.
    UpToOwn,
    /// Those before the own one, combined in the same way; the first lane has the identity.
    BeforeOwn,
}

macro_rules! operations {
    (
        $($(#[doc = $doc:literal])* $op:ident $name:literal $arity:literal $operands:ident $results:ident;)*
        @across_lanes
        $($reduce:ident $inclusive:ident $exclusive:ident $base:ident $base_name:literal $base_operands:ident;)*
    ) => {
        /// A plain operation. Integer arithmetic wraps; float arithmetic is IEEE 754, rounds to nearest even where
        /// nothing else is said, and keeps denormals where the [kernel](super::Kernel::may_flush_denormals) does not leave that
        /// open.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Op {
            $($(#[doc = $doc])* $op,)*
            $(
                #[doc = concat!("`", $base_name, "` of all lanes: see [`CombinedLanes::All`].")]
                $reduce,
                #[doc = concat!("`", $base_name, "` of the lanes up to the own: see [`CombinedLanes::UpToOwn`].")]
                $inclusive,
                #[doc = concat!("`", $base_name, "` of the lanes before the own: see [`CombinedLanes::BeforeOwn`].")]
                $exclusive,
            )*
        }

        impl Op {
            /// Every operation.
            pub const ALL: &'static [Op] = &[$(Op::$op,)* $(Op::$reduce, Op::$inclusive, Op::$exclusive,)*];

            /// The name in texture IR.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Op::$op => $name,)*
                    $(
                        Op::$reduce => concat!("reduce.", $base_name),
                        Op::$inclusive => concat!("scan_inclusive.", $base_name),
                        Op::$exclusive => concat!("scan_exclusive.", $base_name),
                    )*
                }
            }

            /// What it computes, in the words of its row.
            pub const fn summary(self) -> &'static str {
                match self {
                    $(Op::$op => concat!($($doc),*),)*
                    $(
                        Op::$reduce => concat!(" `", $base_name, "` of all lanes."),
                        Op::$inclusive => concat!(" `", $base_name, "` of the lanes up to the own."),
                        Op::$exclusive => concat!(" `", $base_name, "` of the lanes before the own."),
                    )*
                }
            }

            /// How many operands it has.
            #[inline(always)]
            pub const fn arity(self) -> usize {
                match self { $(Op::$op => $arity,)* $(Op::$reduce | Op::$inclusive | Op::$exclusive => 1,)* }
            }

            /// What its operands may be.
            #[inline(always)]
            pub const fn operands(self) -> Operands {
                match self {
                    $(Op::$op => Operands::$operands,)*
                    $(Op::$reduce | Op::$inclusive | Op::$exclusive => Operands::$base_operands,)*
                }
            }

            /// What it returns.
            #[inline(always)]
            pub const fn results(self) -> Results {
                match self {
                    $(Op::$op => Results::$results,)*
                    $(Op::$reduce | Op::$inclusive | Op::$exclusive => Results::Same,)*
                }
            }

            /// For an operation across the lanes of a thread: which lanes it combines, and by which operation.
            #[inline]
            pub const fn across_lanes(self) -> Option<(CombinedLanes, Op)> {
                match self {
                    $(
                        Op::$reduce => Some((CombinedLanes::All, Op::$base)),
                        Op::$inclusive => Some((CombinedLanes::UpToOwn, Op::$base)),
                        Op::$exclusive => Some((CombinedLanes::BeforeOwn, Op::$base)),
                    )*
                    _ => None,
                }
            }

            /// Whether it reads what other lanes of the thread have, so that its result depends on which are active.
            #[inline]
            pub const fn reads_other_lanes(self) -> bool {
                matches!(self, Op::Shuffle | Op::Ballot) || self.across_lanes().is_some()
            }

            /// For an operation of three that is one of two of whose first operand is another: these, the inner one first.
            pub const fn bitwise_pair(self) -> Option<[Op; 2]> {
                match self {
                    Op::AndThree => Some([Op::And, Op::And]),
                    Op::OrThree => Some([Op::Or, Op::Or]),
                    Op::XorThree => Some([Op::Xor, Op::Xor]),
                    Op::AndOr => Some([Op::And, Op::Or]),
                    Op::AndXor => Some([Op::And, Op::Xor]),
                    Op::OrAnd => Some([Op::Or, Op::And]),
                    Op::OrXor => Some([Op::Or, Op::Xor]),
                    Op::XorAnd => Some([Op::Xor, Op::And]),
                    Op::XorOr => Some([Op::Xor, Op::Or]),
                    _ => None,
                }
            }

            /// The operation that combines these lanes by `self`, where there is one.
            pub fn combining(self, lanes: CombinedLanes) -> Option<Op> {
                Op::ALL.iter().copied().find(|op| op.across_lanes() == Some((lanes, self)))
            }
        }
    };
}

#[rustfmt::skip]
operations! {
    /// `a + b`
    Add "add" 2 Int Same;
    /// `a - b`
    Sub "sub" 2 Int Same;
    /// `a + b + c`
    AddThree "add3" 3 Int Same;
    /// The low half of `a * b + c`.
    MulAdd "mad" 3 Int Same;
    /// The low half of `a * b`.
    Mul "mul" 2 Int Same;
    /// `a` and the four products of a byte of `b` and the same byte of `c`, all signed, added up.
    DotS "dp4a.s" 3 Dword Same;
    /// `a` and the four products of a byte of `b` and the same byte of `c`, all unsigned, added up.
    DotU "dp4a.u" 3 Dword Same;
    /// `a` and the four products of a signed byte of `b` and the same byte of `c`, unsigned, added up.
    DotSU "dp4a.su" 3 Dword Same;
    /// The high half of the signed product.
    MulHighS "mulh.s" 2 Int Same;
    /// The high half of the unsigned product.
    MulHighU "mulh.u" 2 Int Same;
    /// Signed quotient, rounded to zero; undefined for a zero divisor, and for the least integer divided by -1.
    DivS "sdiv" 2 Int Same;
    /// Unsigned quotient; undefined for a zero divisor.
    DivU "udiv" 2 Int Same;
    /// Signed remainder, with the dividend's sign; undefined where [`Op::DivS`] is.
    RemS "srem" 2 Int Same;
    /// Unsigned remainder; undefined for a zero divisor.
    RemU "urem" 2 Int Same;
    /// `a` in the low and `b` in the high half of an integer twice as wide.
    Concat "iconcat" 2 Narrow TwiceAsWide;
    /// `a + b` and its carry, 0 or 1.
    AddCarry "addc" 2 Int SameTwice;
    /// `a - b` and its borrow, 0 or 1.
    SubBorrow "subb" 2 Int SameTwice;
    /// The smaller, signed.
    MinS "smin" 2 Int Same;
    /// The larger, signed.
    MaxS "smax" 2 Int Same;
    /// The smaller, unsigned.
    MinU "umin" 2 Int Same;
    /// The larger, unsigned.
    MaxU "umax" 2 Int Same;
    /// `|a|`; the least integer gives itself.
    Abs "abs" 1 Int Same;
    /// Bitwise and.
    And "and" 2 Bits Same;
    /// Bitwise or.
    Or "or" 2 Bits Same;
    /// Bitwise exclusive or.
    Xor "xor" 2 Bits Same;
    /// Bitwise and of three.
    AndThree "and3" 3 Int Same;
    /// Bitwise or of three.
    OrThree "or3" 3 Int Same;
    /// Bitwise exclusive or of three.
    XorThree "xor3" 3 Int Same;
    /// Bitwise or of `a & b` and `c`.
    AndOr "andor" 3 Int Same;
    /// Bitwise exclusive or of `a & b` and `c`.
    AndXor "andxor" 3 Int Same;
    /// Bitwise and of the or of `a` and `b`, and `c`.
    OrAnd "orand" 3 Int Same;
    /// Bitwise exclusive or of the or of `a` and `b`, and `c`.
    OrXor "orxor" 3 Int Same;
    /// Bitwise and of the exclusive or of `a` and `b`, and `c`.
    XorAnd "xorand" 3 Int Same;
    /// Bitwise or of the exclusive or of `a` and `b`, and `c`.
    XorOr "xoror" 3 Int Same;
    /// Shift left; undefined where the amount is not below the width.
    Shl "shl" 2 Int Same;
    /// Logical shift right; undefined where the amount is not below the width.
    ShrU "lshr" 2 Int Same;
    /// Arithmetic shift right; undefined where the amount is not below the width.
    ShrS "ashr" 2 Int Same;
    /// The high half of `a:b` shifted left by `c` modulo the width.
    FunnelShl "fshl" 3 Int Same;
    /// Leading zeros; the width for zero.
    CountLeadingZeros "ctlz" 1 Int Same;
    /// Trailing zeros; the width for zero.
    CountTrailingZeros "cttz" 1 Int Same;
    /// Ones.
    CountOnes "ctpop" 1 Int Same;
    /// The bits in reverse.
    ReverseBits "bitreverse" 1 Int Same;
    /// `a + b`
    FAdd "fadd" 2 Float Same;
    /// `a - b`
    FSub "fsub" 2 Float Same;
    /// `a * b`
    FMul "fmul" 2 Float Same;
    /// `a + b`, rounded to zero.
    FAddZero "fadd.rtz" 2 Single Same;
    /// `a * b`, rounded to zero.
    FMulZero "fmul.rtz" 2 Single Same;
    /// `a * b + c`, rounded once, to zero.
    FmaZero "fma.rtz" 3 Single Same;
    /// `a / b`; either float next to the exact quotient.
    FDiv "fdiv" 2 Float Same;
    /// `a / b`, correctly rounded.
    FDivRounded "fdiv.rte" 2 Single Same;
    /// `a * b + c`, rounded once.
    Fma "fma" 3 Float Same;
    /// The smaller; the other operand where one is a NaN.
    FMin "fmin" 2 Float Same;
    /// The larger; the other operand where one is a NaN.
    FMax "fmax" 2 Float Same;
    /// `-a`, also of a NaN.
    FNeg "fneg" 1 Float Same;
    /// `|a|`, also of a NaN.
    FAbs "fabs" 1 Float Same;
    /// Clamped to 0..1; 0 for a NaN.
    FSaturate "fsat" 1 Float Same;
    /// Square root; either float next to the exact one.
    FSqrt "fsqrt" 1 Float Same;
    /// `1 / b` for a float `b` next to the exact square root; either float next to that.
    FRsqrt "frsqrt" 1 Float Same;
    /// Square root, correctly rounded.
    FSqrtRounded "fsqrt.rte" 1 Single Same;
    /// `2^a`
    FExp2 "fexp2" 1 Float Same;
    /// Base-2 logarithm.
    FLog2 "flog2" 1 Float Same;
    /// `a^b` as `2^(b * log2(a))`; undefined for a negative `a`, as in D3D and GLSL.
    FPow "fpow" 2 Float Same;
    /// Sine of radians.
    FSin "fsin" 1 Float Same;
    /// Cosine of radians.
    FCos "fcos" 1 Float Same;
    /// Rounded down.
    FFloor "ffloor" 1 Float Same;
    /// Rounded up.
    FCeil "fceil" 1 Float Same;
    /// Rounded to zero.
    FTrunc "ftrunc" 1 Float Same;
    /// Rounded to nearest, ties to even.
    FRoundEven "froundeven" 1 Float Same;
    /// `a == b`
    Eq "icmp.eq" 2 Int Bool;
    /// `a != b`
    Ne "icmp.ne" 2 Int Bool;
    /// `a < b`, signed.
    LtS "icmp.slt" 2 Int Bool;
    /// `a <= b`, signed.
    LeS "icmp.sle" 2 Int Bool;
    /// `a > b`, signed.
    GtS "icmp.sgt" 2 Int Bool;
    /// `a >= b`, signed.
    GeS "icmp.sge" 2 Int Bool;
    /// `a < b`, unsigned.
    LtU "icmp.ult" 2 Int Bool;
    /// `a <= b`, unsigned.
    LeU "icmp.ule" 2 Int Bool;
    /// `a > b`, unsigned.
    GtU "icmp.ugt" 2 Int Bool;
    /// `a >= b`, unsigned.
    GeU "icmp.uge" 2 Int Bool;
    /// Equal and neither a NaN.
    FEqO "fcmp.oeq" 2 Float Bool;
    /// Unequal and neither a NaN.
    FNeO "fcmp.one" 2 Float Bool;
    /// Less and neither a NaN.
    FLtO "fcmp.olt" 2 Float Bool;
    /// Less or equal and neither a NaN.
    FLeO "fcmp.ole" 2 Float Bool;
    /// Greater and neither a NaN.
    FGtO "fcmp.ogt" 2 Float Bool;
    /// Greater or equal and neither a NaN.
    FGeO "fcmp.oge" 2 Float Bool;
    /// Neither is a NaN.
    FOrd "fcmp.ord" 2 Float Bool;
    /// Equal or one a NaN.
    FEqU "fcmp.ueq" 2 Float Bool;
    /// Unequal or one a NaN.
    FNeU "fcmp.une" 2 Float Bool;
    /// Less or one a NaN.
    FLtU "fcmp.ult" 2 Float Bool;
    /// Less or equal or one a NaN.
    FLeU "fcmp.ule" 2 Float Bool;
    /// Greater or one a NaN.
    FGtU "fcmp.ugt" 2 Float Bool;
    /// Greater or equal or one a NaN.
    FGeU "fcmp.uge" 2 Float Bool;
    /// One is a NaN.
    FUno "fcmp.uno" 2 Float Bool;
    /// `b` where `a` is true, otherwise `c`.
    Select "select" 3 Choice Same;
    /// Narrowed: the low bits.
    Trunc "trunc" 1 Int Stated;
    /// Widened with zeros.
    ZExt "zext" 1 Bits Stated;
    /// Widened with the sign.
    SExt "sext" 1 Bits Stated;
    /// Signed integer to float.
    SToF "sitofp" 1 Int Stated;
    /// Unsigned integer to float.
    UToF "uitofp" 1 Int Stated;
    /// Signed integer to `f32`, rounded to zero.
    SToFZero "sitofp.rtz" 1 Int Stated;
    /// Unsigned integer to `f32`, rounded to zero.
    UToFZero "uitofp.rtz" 1 Int Stated;
    /// Signed integer to `f32`, rounded up.
    SToFUp "sitofp.rtp" 1 Int Stated;
    /// Unsigned integer to `f32`, rounded up.
    UToFUp "uitofp.rtp" 1 Int Stated;
    /// Signed integer to `f32`, rounded down.
    SToFDown "sitofp.rtn" 1 Int Stated;
    /// Unsigned integer to `f32`, rounded down.
    UToFDown "uitofp.rtn" 1 Int Stated;
    /// Float to signed integer, rounded to zero; undefined for what does not fit.
    FToS "fptosi" 1 Float Stated;
    /// Float to unsigned integer, rounded to zero; undefined for what does not fit.
    FToU "fptoui" 1 Float Stated;
    /// Float to signed integer of at most 32 bits, rounded to zero and clamped to what it holds; 0 for a NaN.
    FToSClamped "fptosi.sat" 1 Float Stated;
    /// Float to unsigned integer of at most 32 bits, rounded to zero and clamped to what it holds; 0 for a NaN.
    FToUClamped "fptoui.sat" 1 Float Stated;
    /// Float to a narrower float.
    FTruncTo "fptrunc" 1 Float Stated;
    /// Float to a narrower float, rounded to zero.
    FTruncToZero "fptrunc.rtz" 1 Float Stated;
    /// Float to a narrower float, rounded up.
    FTruncToUp "fptrunc.rtp" 1 Float Stated;
    /// Float to a narrower float, rounded down.
    FTruncToDown "fptrunc.rtn" 1 Float Stated;
    /// Float to a wider float.
    FExtTo "fpext" 1 Float Stated;
    /// The same bits as another type of the same width.
    Bitcast "bitcast" 1 Any Stated;
    /// The value that the lane of that number has; undefined where that lane is not active.
    Shuffle "shuffle" 2 AnyAndLane Same;
    /// The active lanes of the thread that have true, one bit for each.
    Ballot "ballot" 1 Bool I32;
    /// The number of this lane in its thread.
    LaneId "lane_id" 0 None I32;
    /// The lanes that a thread has.
    SimdSize "simd_size" 0 None I32;
    /// The number of the hardware thread among those that run at the same time.
    HardwareThreadId "hw_thread_id" 0 None I32;
    @across_lanes
    ReduceAdd  InclusiveAdd  ExclusiveAdd  Add  "add"  Int;
    ReduceMul  InclusiveMul  ExclusiveMul  Mul  "mul"  Int;
    ReduceMinS InclusiveMinS ExclusiveMinS MinS "smin" Int;
    ReduceMaxS InclusiveMaxS ExclusiveMaxS MaxS "smax" Int;
    ReduceMinU InclusiveMinU ExclusiveMinU MinU "umin" Int;
    ReduceMaxU InclusiveMaxU ExclusiveMaxU MaxU "umax" Int;
    ReduceAnd  InclusiveAnd  ExclusiveAnd  And  "and"  Int;
    ReduceOr   InclusiveOr   ExclusiveOr   Or   "or"   Int;
    ReduceXor  InclusiveXor  ExclusiveXor  Xor  "xor"  Int;
    ReduceFAdd InclusiveFAdd ExclusiveFAdd FAdd "fadd" Float;
    ReduceFMul InclusiveFMul ExclusiveFMul FMul "fmul" Float;
    ReduceFMin InclusiveFMin ExclusiveFMin FMin "fmin" Float;
    ReduceFMax InclusiveFMax ExclusiveFMax FMax "fmax" Float;
}

impl Op {
    /// Whether denormal operands and results count where they are floats: of everything but what moves bits alone. What
    /// hardware does with denormals by its control register, it does here.
    pub const fn heeds_denormals(self) -> bool {
        !matches!(self, Op::Select | Op::Bitcast | Op::FNeg | Op::FAbs | Op::Shuffle)
    }

    /// Whether the instruction names the type of its result: [`Results::Stated`].
    pub const fn states_result(self) -> bool {
        matches!(self.results(), Results::Stated)
    }

    /// How many results it has.
    pub const fn result_count(self) -> usize {
        if matches!(self.results(), Results::SameTwice) { 2 } else { 1 }
    }

    /// The type that operand `index` must have where the instruction states `ty`.
    #[inline]
    pub const fn operand_type(self, ty: Type, index: usize) -> Type {
        match (self.operands(), index) {
            (Operands::Choice | Operands::Bool, 0) => Type::I1,
            (Operands::AnyAndLane, 1) => Type::I32,
            _ => ty,
        }
    }

    /// Whether `ty` may be stated as its operands' type.
    pub const fn admits(self, ty: Type) -> bool {
        let scalar = ty.scalar;
        ty.is_scalar()
            && match self.operands() {
                Operands::Int => scalar.is_int(),
                Operands::Narrow => scalar.is_int() && !matches!(scalar, Scalar::I64),
                Operands::Dword => matches!(scalar, Scalar::I32),
                Operands::Bits => scalar.is_int() || matches!(scalar, Scalar::I1),
                Operands::Float => scalar.is_float(),
                Operands::Single => matches!(scalar, Scalar::F32),
                Operands::Any | Operands::Choice => true,
                Operands::Bool => matches!(scalar, Scalar::I1),
                Operands::AnyAndLane => !matches!(scalar, Scalar::I1),
                Operands::None => false,
            }
    }

    /// The bits that an operation across lanes takes for a lane that is not active: combining with them changes nothing,
    /// but for the sign of a zero and for a NaN.
    pub const fn identity(self, scalar: Scalar) -> u64 {
        let half = matches!(scalar, Scalar::F16);
        match self {
            Op::Mul => 1,
            Op::And | Op::MinU => scalar.mask(),
            Op::MinS => scalar.mask() >> 1,
            Op::MaxS => (scalar.mask() >> 1) + 1,
            Op::FMul => {
                if half {
                    0x3c00
                } else {
                    0x3f80_0000
                }
            }
            Op::FMin => {
                if half {
                    0x7c00
                } else {
                    0x7f80_0000
                }
            }
            Op::FMax => {
                if half {
                    0xfc00
                } else {
                    0xff80_0000
                }
            }
            _ => 0,
        }
    }

    /// How its result is rounded, where it is.
    pub const fn rounding(self) -> Rounding {
        match self {
            Op::FAddZero | Op::FMulZero | Op::FmaZero | Op::SToFZero | Op::UToFZero | Op::FTruncToZero => {
                Rounding::Zero
            }
            Op::SToFUp | Op::UToFUp | Op::FTruncToUp => Rounding::Up,
            Op::SToFDown | Op::UToFDown | Op::FTruncToDown => Rounding::Down,
            _ => Rounding::Nearest,
        }
    }

    /// For an operation with a stated result: whether it converts `from` to `to`.
    pub fn converts(self, from: Scalar, to: Scalar) -> bool {
        match self {
            Op::Trunc => from.is_int() && !to.is_float() && to.bits() < from.bits(),
            Op::ZExt | Op::SExt => to.is_int() && to.bits() > from.bits(),
            Op::SToF | Op::UToF => from.is_int() && to.is_float(),
            Op::SToFZero | Op::UToFZero | Op::SToFUp | Op::UToFUp | Op::SToFDown | Op::UToFDown => {
                from.is_int() && to == Scalar::F32
            }
            Op::FToS | Op::FToU => from.is_float() && to.is_int(),
            Op::FToSClamped | Op::FToUClamped => from.is_float() && to.is_int() && to.bits() <= 32,
            Op::FTruncTo | Op::FTruncToZero | Op::FTruncToUp | Op::FTruncToDown => {
                from.is_float() && to.is_float() && to.bits() < from.bits()
            }
            Op::FExtTo => from.is_float() && to.is_float() && to.bits() > from.bits(),
            Op::Bitcast => from.bits() == to.bits() && from != Scalar::I1,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_conversion_converts_something_and_nothing_else_does() {
        for op in Op::ALL {
            let converts = Scalar::ALL.into_iter().any(|from| Scalar::ALL.into_iter().any(|to| op.converts(from, to)));
            assert_eq!(converts, op.states_result(), "{}", op.name());
        }
    }
}
