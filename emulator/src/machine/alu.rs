//! Arithmetic, logic and moves.
//!
//! Integers are computed exactly and cut to the destination ("extra precision is provided within the hardware", vISA
//! data types, 'Type Conversion'). Floats are computed in binary64 and rounded once to the destination; F and HF may be
//! mixed. Denormals are zeros where the control register does not keep them. What a document leaves undefined takes its bits
//! from the fill.

use texvisa_ir::visa::{Alu, AluOp, DataType, Exec, Modifier, Relation};

use super::error::Fault;
use super::float_mode::{FloatMode, flushed};
use super::operand::{Destination, Guard, OperandLayout, Source};
use super::vector_alu::VectorInst;
use crate::approximation::{Approximation, Function};
use crate::float::{
    Rounding, canonical_f32, f16_value, integer_to_odd, maximum, minimum, round_f16, round_f16_by, round_f32,
    round_f32_by, saturate, sum_to_odd,
};
use crate::undef_bits::UndefBits;
use crate::unit::MAX_LANES;

/// An arithmetic instruction, resolved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arithmetic {
    pub op: AluOp,
    pub saturate: bool,
    pub exec: Exec,
    pub guard: Option<Guard>,
    dst: Destination,
    srcs: [Source; 3],
    work: Work,
    /// How what is rounded by the mode is.
    rounding: Rounding,
    mode: FloatMode,
}

/// How an instruction computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    /// The bits of a source, with the sign of a float changed.
    Copy,
    /// On integers.
    Integers,
    /// On floats.
    Floats,
    /// From floats to integers.
    ToIntegers,
    /// From integers to floats.
    ToFloats,
}

/// Whether the machine has no such instruction: neither lowering nor Intel's compiler, as far as seen, emits any of them.
fn is_unknown(op: AluOp) -> bool {
    use AluOp as A;
    matches!(
        op,
        A::Avg | A::Fbh | A::Bfe | A::Dp2 | A::Dp3 | A::Dp4 | A::Dph | A::Line | A::Plane | A::Sad2 | A::Sad2Add
    )
}

/// Resolves an instruction where floats are treated as `mode` says. The rounding mode is that of sums, products and
/// conversions.
pub(super) fn resolve(layout: &OperandLayout<'_>, alu: &Alu, mode: FloatMode) -> Result<Arithmetic, Fault> {
    if is_unknown(alu.op) {
        return Err(Fault::NotEmulated(alu.op.name()));
    }
    layout.exec(alu.exec)?;
    let dst = layout.destination(alu.dst, alu.exec)?;
    let count = alu.op.sources();
    let first = layout.source(alu.srcs[0], alu.exec)?;
    let mut srcs = [first; 3];
    for (source, src) in srcs.iter_mut().zip(&alu.srcs[..count]) {
        *source = layout.source(*src, alu.exec)?;
    }
    let guard = layout.guard(alu.predicate, alu.exec)?;
    if alu.op == AluOp::Sel && guard.is_none() {
        return Err(Fault::NoPredicate);
    }
    let work = work(alu, &dst, &srcs[..count])?;
    let rounds = match work {
        Work::Floats if alu.op == AluOp::Mov => srcs[0].ty != dst.ty,
        Work::Floats => matches!(alu.op, AluOp::Add | AluOp::Mul | AluOp::Mad),
        Work::ToFloats => true,
        Work::Copy | Work::Integers | Work::ToIntegers => false,
    };
    // DIVM, SQRTM, Notes.
    if matches!(alu.op, AluOp::Divm | AluOp::Sqrtm) && !mode.keeps_denormals(dst.ty) {
        return Err(Fault::NotEmulated("divm and sqrtm where control register 0 does not keep denormals"));
    }
    let rounding = if rounds { mode.rounding() } else { Rounding::Nearest };
    let is_known = match rounding {
        Rounding::Nearest => true,
        _ if alu.saturate => false,
        _ if alu.op == AluOp::Mov => matches!(dst.ty, DataType::F | DataType::Hf),
        rounding => rounding == Rounding::Zero && dst.ty == DataType::F,
    };
    if !is_known {
        return Err(Fault::NotEmulated("a result of this type that is not rounded to nearest even"));
    }
    Ok(Arithmetic { op: alu.op, saturate: alu.saturate, exec: alu.exec, guard, dst, srcs, work, rounding, mode })
}

/// How the instruction computes, where its documents allow these types at all.
fn work(alu: &Alu, dst: &Destination, srcs: &[Source]) -> Result<Work, Fault> {
    use AluOp as A;
    let floats = srcs.iter().filter(|src| src.ty.is_float()).count();
    let is_logic = matches!(alu.op, A::And | A::Or | A::Xor | A::Not);
    if srcs.iter().any(|src| src.modifier == Modifier::Not && !is_logic) {
        return Err(Fault::Types("only logic takes the complement of a source"));
    }
    let integers_only = is_logic
        || matches!(
            alu.op,
            A::Add3
                | A::Dp4a
                | A::Mulh
                | A::Mod
                | A::Shl
                | A::Shr
                | A::Asr
                | A::Rol
                | A::Ror
                | A::Lzd
                | A::Fbl
                | A::Cbit
                | A::Bfrev
        );
    let floats_only = matches!(
        alu.op,
        A::Rndd
            | A::Rndu
            | A::Rndz
            | A::Rnde
            | A::Inv
            | A::Sqrt
            | A::Rsqrt
            | A::Exp
            | A::Log
            | A::Pow
            | A::Sin
            | A::Cos
            | A::Frc
            | A::Lrp
            | A::Sqrtm
            | A::Divm
    );
    match (floats, dst.ty.is_float()) {
        (0, false) if !floats_only => {
            integer_types(alu.op, dst, srcs)?;
            Ok(Work::Integers)
        }
        (0, true) if alu.op == A::Mov => Ok(Work::ToFloats),
        (count, true) if count == srcs.len() && !integers_only => {
            let copies = matches!(alu.op, A::Mov | A::Sel) && !alu.saturate;
            let alike = srcs.iter().all(|src| src.ty == dst.ty);
            Ok(if copies && alike { Work::Copy } else { Work::Floats })
        }
        (1, false) if alu.op == A::Mov => Ok(Work::ToIntegers),
        (0, _) if floats_only => Err(Fault::Types("it works on floats")),
        (_, _) if integers_only => Err(Fault::Types("it works on integers")),
        _ => Err(Fault::Types("integers and floats are converted by mov alone")),
    }
}

fn integer_types(op: AluOp, dst: &Destination, srcs: &[Source]) -> Result<(), Fault> {
    use AluOp as A;
    let dword = |ty: DataType| ty.bytes() == 4;
    match op {
        A::Mulh if !srcs.iter().all(|src| dword(src.ty)) || !dword(dst.ty) => {
            Err(Fault::Types("mulh works on dwords (MULH, Supported Types)"))
        }
        A::Dp4a if !srcs.iter().all(|src| dword(src.ty)) || !dword(dst.ty) => {
            Err(Fault::Types("dp4a works on dwords (DP4A, Supported Types)"))
        }
        A::Lzd | A::Fbl | A::Bfrev if !dword(srcs[0].ty) => {
            Err(Fault::Types("it works on dwords (LZD, Supported Types)"))
        }
        A::Add3 if !srcs.iter().map(|src| src.ty).chain([dst.ty]).all(|ty| matches!(ty.bytes(), 2 | 4)) => {
            Err(Fault::Types("add3 works on words and dwords"))
        }
        A::Rol | A::Ror if srcs[0].ty.bytes() != dst.ty.bytes() || !matches!(dst.ty.bytes(), 2 | 4) => {
            Err(Fault::Types("rol and ror work on words or on dwords (ROL, Supported Types)"))
        }
        // Intel's compiler keeps to neither SHR nor ASR, Notes: its shr has results with a sign, which changes none of
        // their bits, and its asr has sources without, which have no sign to spread.
        A::Shr if srcs[0].ty.is_signed() => Err(Fault::Types("shr works on unsigned integers (SHR, Notes)")),
        _ => Ok(()),
    }
}

impl Arithmetic {
    /// The same for all lanes at a time, where that is possible.
    pub fn vector(&self) -> Option<VectorInst> {
        let approximates = matches!(self.op, AluOp::Inv | AluOp::Div | AluOp::Sqrt)
            && self.mode.approximation != Approximation::Nearest
            && self.work == Work::Floats;
        if self.rounding != Rounding::Nearest || approximates || self.flushes() {
            return None;
        }
        let srcs = &self.srcs[..self.op.sources()];
        VectorInst::of(self.op, self.saturate, self.exec, self.guard, &self.dst, srcs)
    }

    /// Whether a denormal is a zero, as an operand or as the result.
    fn flushes(&self) -> bool {
        let mut types = self.srcs[..self.op.sources()].iter().map(|src| src.ty).chain([self.dst.ty]);
        self.work == Work::Floats && types.any(|ty| !self.mode.keeps_denormals(ty))
    }

    /// Executes the instruction for the lanes of `mask`; `chosen` are the lanes of a select that take the first source.
    pub fn execute(&self, file: &mut [u8], mask: u32, chosen: u32, fill: &mut UndefBits) {
        let mut results = [0; MAX_LANES];
        let mut lanes = mask;
        // Every source is read before anything is written.
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let takes_first = chosen & 1 << lane != 0;
            results[lane] = match self.work {
                Work::Copy => {
                    let source = if self.op == AluOp::Mov || takes_first { &self.srcs[0] } else { &self.srcs[1] };
                    float_bits(source, file, lane)
                }
                Work::Integers => {
                    let values = self.srcs.map(|source| integer(&source, file, lane));
                    let result = self.integer(values, takes_first);
                    result.map_or_else(|| fill.next_bits(), |result| self.narrow(result))
                }
                Work::Floats => {
                    let values = self.srcs.map(|source| float_operand(&source, file, lane, self.mode));
                    match self.rounding {
                        Rounding::Nearest => self.round(self.float(values, takes_first)),
                        _ => self.directed(values),
                    }
                }
                Work::ToIntegers => to_integer(float_value(&self.srcs[0], file, lane), self.dst.ty),
                Work::ToFloats if self.rounding != Rounding::Nearest => {
                    self.round_in_direction(integer_to_odd(integer(&self.srcs[0], file, lane)))
                }
                Work::ToFloats => from_integer(integer(&self.srcs[0], file, lane), self.dst.ty, self.saturate),
            };
        }
        self.dst.write(file, mask, &results);
    }

    /// The exact result; `None` where it is undefined.
    fn integer(&self, [a, b, c]: [i128; 3], takes_first: bool) -> Option<i128> {
        use AluOp as A;
        let amount = (b as u32) & if self.dst.ty.bytes() == 8 { 63 } else { 31 };
        let dword = a as u32;
        Some(match self.op {
            A::Mov => a,
            A::Add => a + b,
            A::Add3 => a + b + c,
            A::Mul => a.wrapping_mul(b),
            A::Mad => a.wrapping_mul(b).wrapping_add(c),
            A::Mulh => (a * b) >> 32,
            A::Dp4a => {
                let [bs, cs] = [(b, 1), (c, 2)].map(|(value, source)| bytes(value, self.srcs[source].ty));
                bs.into_iter().zip(cs).fold(a, |sum, (b, c)| sum + b * c)
            }
            // Nothing says what a division by zero gives.
            A::Div => return a.checked_div(b),
            A::Mod => return a.checked_rem(b),
            A::Min => a.min(b),
            A::Max => a.max(b),
            A::Sel => {
                if takes_first {
                    a
                } else {
                    b
                }
            }
            A::And => a & b,
            A::Or => a | b,
            A::Xor => a ^ b,
            A::Not => !a,
            A::Shl => a << amount,
            A::Shr | A::Asr => a >> amount,
            // By as many bits as the source has numbers for (ROL and ROR, Semantics).
            A::Rol if self.srcs[0].ty.bytes() == 2 => (a as u16).rotate_left(amount & 15).into(),
            A::Rol => dword.rotate_left(amount).into(),
            A::Ror if self.srcs[0].ty.bytes() == 2 => (a as u16).rotate_right(amount & 15).into(),
            A::Ror => dword.rotate_right(amount).into(),
            A::Lzd => i128::from(dword.leading_zeros()),
            A::Fbl if dword == 0 => 0xffff_ffff,
            A::Fbl => i128::from(dword.trailing_zeros()),
            // A negative source counts the ones of its own width.
            A::Cbit => (a & ones(self.srcs[0].ty)).count_ones().into(),
            A::Bfrev => i128::from(dword.reverse_bits()),
            _ => return None,
        })
    }

    fn narrow(&self, result: i128) -> u64 {
        if !self.saturate {
            return result as u64;
        }
        let (least, most) = range(self.dst.ty);
        result.clamp(least, most) as u64
    }

    fn float(&self, [a, b, c]: [f64; 3], takes_first: bool) -> f64 {
        use AluOp as A;
        let nearly = |function, a, b| self.mode.approximation.of(function, a, b);
        match self.op {
            A::Mov => a,
            A::Add => a + b,
            A::Mul => a * b,
            // The product of two F is exact in binary64, its sum with a third is not: that one is fused.
            A::Mad if self.dst.ty == DataType::F && self.srcs.iter().all(|src| src.ty == DataType::F) => {
                f64::from((a as f32).mul_add(b as f32, c as f32))
            }
            A::Mad => a.mul_add(b, c),
            A::Div => nearly(Function::Quotient, a, b),
            A::Divm => a / b,
            A::Min => minimum(a, b),
            A::Max => maximum(a, b),
            A::Sel => {
                if takes_first {
                    a
                } else {
                    b
                }
            }
            A::Frc => a - a.floor(),
            A::Rndd => a.floor(),
            A::Rndu => a.ceil(),
            A::Rndz => a.trunc(),
            A::Rnde => a.round_ties_even(),
            // No document says where it is rounded on the way.
            A::Lrp => a * b + (1.0 - a) * c,
            A::Inv => nearly(Function::Quotient, 1.0, a),
            A::Sqrt => nearly(Function::Root, a, 0.0),
            A::Sqrtm => a.sqrt(),
            A::Rsqrt => self.mode.approximation.reciprocal_root(a),
            A::Exp => nearly(Function::Exp2, a, 0.0),
            A::Log => nearly(Function::Log2, a, 0.0),
            A::Pow => nearly(Function::Power, a.abs(), b),
            A::Sin => nearly(Function::Sine, a, 0.0),
            A::Cos => nearly(Function::Cosine, a, 0.0),
            _ => f64::NAN,
        }
    }

    /// The result where it is not rounded to nearest even.
    fn directed(&self, [a, b, c]: [f64; 3]) -> u64 {
        let result = match self.op {
            AluOp::Add => sum_to_odd(a, b),
            AluOp::Mul => a * b,
            AluOp::Mad => sum_to_odd(a * b, c),
            _ => a,
        };
        let rounded = self.round_in_direction(result);
        if self.flushes() { self.flush(rounded) } else { rounded }
    }

    fn round_in_direction(&self, value: f64) -> u64 {
        match self.dst.ty {
            DataType::Hf => round_f16_by(self.rounding, value).into(),
            _ => round_f32_by(self.rounding, value).into(),
        }
    }

    fn round(&self, result: f64) -> u64 {
        let result = if self.saturate { saturate(result) } else { result };
        let bits = encode(result, self.dst.ty);
        if self.flushes() { self.flush(bits) } else { bits }
    }

    /// The bits of a result, or those of a zero where it is a denormal that the control register does not keep.
    fn flush(&self, bits: u64) -> u64 {
        let ty = self.dst.ty;
        if self.mode.keeps_denormals(ty) { bits } else { encode(flushed(decode(bits, ty), ty), ty) }
    }
}

/// The bytes of a dword, with a sign where its type has one.
fn bytes(dword: i128, ty: DataType) -> [i128; 4] {
    let bytes = (dword as u32).to_le_bytes();
    bytes.map(|byte| if ty.is_signed() { i128::from(byte as i8) } else { i128::from(byte) })
}

/// All ones, of the width of a type.
fn ones(ty: DataType) -> i128 {
    i128::from(u64::MAX >> (64 - 8 * ty.bytes()))
}

/// The least and the greatest value of an integer type.
fn range(ty: DataType) -> (i128, i128) {
    let bits = 8 * ty.bytes();
    if ty.is_signed() { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}

/// The nearest float of a type; a NaN as arithmetic makes it.
fn encode(value: f64, ty: DataType) -> u64 {
    match ty {
        DataType::Hf => u64::from(round_f16(value)),
        DataType::F => u64::from(round_f32(value)),
        _ if value.is_nan() => 0x7ff8_0000_0000_0000,
        _ => value.to_bits(),
    }
}

/// The bits of a float source, its sign changed as the modifier says.
fn float_bits(source: &Source, file: &[u8], lane: usize) -> u64 {
    let bits = source.bits(file, lane);
    let sign = 1 << (8 * source.ty.bytes() - 1);
    match source.modifier {
        Modifier::None | Modifier::Not => bits,
        Modifier::Negate => bits ^ sign,
        Modifier::Abs => bits & !sign,
        Modifier::NegateAbs => bits | sign,
    }
}

/// The exact value of a float source.
fn float_value(source: &Source, file: &[u8], lane: usize) -> f64 {
    decode(float_bits(source, file, lane), source.ty)
}

/// The same, or a zero where it is a denormal that the control register does not keep.
fn float_operand(source: &Source, file: &[u8], lane: usize, mode: FloatMode) -> f64 {
    let value = float_value(source, file, lane);
    if mode.keeps_denormals(source.ty) { value } else { flushed(value, source.ty) }
}

/// The exact value of a float of a type.
fn decode(bits: u64, ty: DataType) -> f64 {
    match ty {
        DataType::Hf => f16_value(bits as u16),
        DataType::F => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}

/// The exact value of an integer source.
pub(super) fn integer(source: &Source, file: &[u8], lane: usize) -> i128 {
    let bits = source.bits(file, lane);
    let unused = 64 - 8 * source.ty.bytes();
    let value = if source.ty.is_signed() { i128::from((bits << unused) as i64 >> unused) } else { i128::from(bits) };
    match source.modifier {
        Modifier::None => value,
        Modifier::Negate => -value,
        Modifier::Abs => value.abs(),
        Modifier::NegateAbs => -value.abs(),
        Modifier::Not => !value,
    }
}

/// Rounded to zero and clamped to the type; 0 for a NaN (vISA data types, 'Float to Integer'), so that saturation
/// changes nothing.
fn to_integer(value: f64, ty: DataType) -> u64 {
    let (least, most) = range(ty);
    (value as i128).clamp(least, most) as u64
}

fn from_integer(value: i128, ty: DataType, saturated: bool) -> u64 {
    match ty {
        _ if saturated => encode(saturate(value as f64), ty),
        // Straight to binary32: binary64 would round a qword first.
        DataType::F => u64::from(canonical_f32(value as f32)),
        // Out of the range of binary16 before binary64 rounds anything.
        _ => encode(value as f64, ty),
    }
}

/// A comparison, resolved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comparison {
    relation: Relation,
    srcs: [Source; 2],
    floats: bool,
    mode: FloatMode,
}

/// Resolves a comparison.
pub(super) fn resolve_comparison(relation: Relation, srcs: [Source; 2], mode: FloatMode) -> Result<Comparison, Fault> {
    let floats = srcs.map(|src| src.ty.is_float());
    if floats[0] != floats[1] {
        return Err(Fault::Types("integers and floats are not compared"));
    }
    if srcs.iter().any(|src| src.modifier == Modifier::Not) {
        return Err(Fault::Types("only logic takes the complement of a source"));
    }
    Ok(Comparison { relation, srcs, floats: floats[0], mode })
}

impl Comparison {
    /// The same for all lanes at a time, where that is possible; the holding goes to a predicate, by its number.
    pub fn vector(&self, exec: Exec, predicate: usize) -> Option<VectorInst> {
        let flushes = self.floats && self.srcs.iter().any(|src| !self.mode.keeps_denormals(src.ty));
        if flushes {
            return None;
        }
        VectorInst::of_comparison(self.relation, exec, predicate, &self.srcs)
    }

    /// The lanes of `lanes` in which it holds, as bits.
    pub fn holding_lanes(&self, file: &[u8], lanes: u32) -> u32 {
        (0..lanes).filter(|lane| self.holds(file, *lane as usize)).fold(0, |holding, lane| holding | 1 << lane)
    }

    /// Whether it holds in a lane. With a NaN only `ne` does (CMP, Notes).
    pub fn holds(&self, file: &[u8], lane: usize) -> bool {
        fn decide<T: PartialOrd>(relation: Relation, a: T, b: T) -> bool {
            match relation {
                Relation::Eq => a == b,
                Relation::Ne => a != b,
                Relation::Gt => a > b,
                Relation::Ge => a >= b,
                Relation::Lt => a < b,
                Relation::Le => a <= b,
            }
        }
        if self.floats {
            let [a, b] = self.srcs.map(|source| float_operand(&source, file, lane, self.mode));
            decide(self.relation, a, b)
        } else {
            let [a, b] = self.srcs.map(|source| integer(&source, file, lane));
            decide(self.relation, a, b)
        }
    }
}
