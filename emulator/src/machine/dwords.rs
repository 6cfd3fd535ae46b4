//! Instructions on elements of 32 bits, all lanes at a time: what nearly every instruction of a kernel is.
//!
//! [`alu`](super::alu) says what an instruction computes, lane by lane and in wider numbers. What is here computes the
//! same: the low 32 bits of sums and products do not depend on the upper ones, and a sum, product, quotient or square
//! root of binary32 in binary64, rounded to binary32, is what binary32 arithmetic rounds to, as binary64 has more than
//! twice its bits and two.

#![expect(clippy::needless_range_loop, reason = "each lane is a place in several arrays")]

use std::collections::BTreeMap;

use texvisa_ir::visa::{AluOp, DataType, Exec, Modifier, Relation};

use super::operand::{Destination, Guard, Source, SourcePlace, read_words, write_words};
use super::{bits, masked, set_predicate};
use crate::float::canonical_f32;
use crate::unit::MAX_LANES;
use crate::vector::{self, Simd, WithSimd};

/// What is computed of the words of sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    /// The word itself.
    Copy,
    /// One of two, as the predicate says.
    Select,
    Float(Float),
    Integer(Integer),
    /// Signed and unsigned integers become floats, and floats become such integers.
    FromSigned,
    FromUnsigned,
    ToSigned,
    ToUnsigned,
}

/// Arithmetic on floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Float {
    Mov,
    Add,
    Mul,
    Mad,
    Div,
    Min,
    Max,
    Down,
    Up,
    Zero,
    Even,
    Inv,
    Sqrt,
}

/// Arithmetic on integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Integer {
    Add,
    Mul,
    Mad,
    And,
    Or,
    Xor,
    Not,
    Shl,
    Shr,
    Asr,
    MinSigned,
    MaxSigned,
    MinUnsigned,
    MaxUnsigned,
}

/// What words of both sources of a comparison are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compared {
    Signed,
    Unsigned,
    Floats,
}

/// Where the results go.
#[derive(Clone, Copy, Debug)]
enum Output {
    /// Packed elements from this address on.
    Words { op: Op, saturate: bool, address: usize },
    /// Bits of a predicate, by its number: whether the relation holds.
    Truth { relation: Relation, compared: Compared, predicate: usize },
}

/// An instruction on all its lanes: a row of words for each operand.
#[derive(Clone, Debug)]
pub(super) struct Row {
    exec: Exec,
    guard: Option<Guard>,
    inputs: [Input; 3],
    output: Output,
    /// How many rows from here on compute the same on as many lanes.
    alike: usize,
    plain: Option<Plain>,
}

/// A row without predicate, modifier and saturation whose sources are packed or numbers: all that most rows are.
#[derive(Clone, Copy, Debug)]
struct Plain {
    /// The lanes that must be active.
    active: u32,
    dst: usize,
    srcs: [Packed; 3],
}

/// The address of elements that are one behind the other.
#[derive(Clone, Copy, Debug)]
enum Packed {
    Register(usize),
    /// Among the [`Rows`]' numbers.
    Number(usize),
}

/// The rows of a kernel.
#[derive(Debug, Default)]
pub(super) struct Rows {
    rows: Vec<Row>,
    /// Each number that is a source, as often as a row may have lanes.
    numbers: Vec<u32>,
    /// Where they begin.
    places: BTreeMap<u32, usize>,
}

/// A source.
#[derive(Clone, Debug)]
struct Input {
    operand: Operand,
    change: Option<Change>,
}

#[derive(Clone, Debug)]
enum Operand {
    /// Elements one behind the other from an address on.
    Packed(usize),
    /// The element at an address, for all lanes.
    Scalar(usize),
    /// A number for all lanes.
    Number(u32),
    /// Any other region, and elements of fewer bits.
    Any(Box<Source>),
}

/// What a modifier makes of a word: `(word & keep ^ flip) + add`.
#[derive(Clone, Copy, Debug)]
struct Change {
    keep: u32,
    flip: u32,
    add: u32,
}

/// The sign of a float.
const SIGN: u32 = 1 << 31;

impl Change {
    /// That of a modifier; `Err` where it is another calculation.
    fn of(modifier: Modifier, is_float: bool) -> Result<Option<Change>, ()> {
        let change = |keep, flip, add| Ok(Some(Change { keep, flip, add }));
        match (modifier, is_float) {
            (Modifier::None, _) => Ok(None),
            (Modifier::Not, false) => change(u32::MAX, u32::MAX, 0),
            (Modifier::Negate, true) => change(u32::MAX, SIGN, 0),
            (Modifier::Abs, true) => change(!SIGN, 0, 0),
            (Modifier::NegateAbs, true) => change(!SIGN, SIGN, 0),
            (Modifier::Negate, false) => change(u32::MAX, u32::MAX, 1),
            (Modifier::Not, true) | (Modifier::Abs | Modifier::NegateAbs, false) => Err(()),
        }
    }
}

impl Input {
    fn of(src: &Source) -> Option<Input> {
        use DataType as T;
        let is_dword = matches!(src.ty, T::D | T::Ud | T::F);
        if !is_dword && !matches!(src.ty, T::W | T::Uw | T::B | T::Ub) {
            return None;
        }
        let operand = match src.place {
            SourcePlace::Register { address, .. } if is_dword && src.is_packed() => Operand::Packed(address),
            SourcePlace::Register { address, .. } if is_dword && src.is_scalar() => Operand::Scalar(address),
            SourcePlace::Number(_) => Operand::Number(src.word(&[], 0)),
            _ => Operand::Any(Box::new(*src)),
        };
        Some(Input { operand, change: Change::of(src.modifier, src.ty == T::F).ok()? })
    }

    /// The words that `N` lanes read.
    #[inline(always)]
    fn words<const N: usize>(&self, file: &[u8]) -> [u32; N] {
        let mut words = match &self.operand {
            Operand::Packed(address) => read_words(file, *address).unwrap_or([0; N]),
            Operand::Scalar(address) => read_words(file, *address).map_or([0; N], |[word]| [word; N]),
            Operand::Number(number) => [*number; N],
            Operand::Any(source) => {
                let mut words = [0; N];
                source.words(file, &mut words);
                words
            }
        };
        if let Some(Change { keep, flip, add }) = self.change {
            for lane in 0..N {
                words[lane] = (words[lane] & keep ^ flip).wrapping_add(add);
            }
        }
        words
    }
}

impl Op {
    /// What an instruction computes; `None` where lane by lane.
    fn of(op: AluOp, dst: DataType, srcs: &[Source], saturate: bool) -> Option<Op> {
        use AluOp as A;
        use DataType as T;
        let all = |ty| srcs.iter().all(|src| src.ty == ty);
        let is_plain = srcs.iter().all(|src| src.modifier == Modifier::None);
        if dst == T::F && all(T::F) {
            return Some(match op {
                A::Mov if saturate => Op::Float(Float::Mov),
                A::Mov => Op::Copy,
                A::Sel if !saturate => Op::Select,
                A::Add => Op::Float(Float::Add),
                A::Mul => Op::Float(Float::Mul),
                A::Mad => Op::Float(Float::Mad),
                A::Div => Op::Float(Float::Div),
                A::Min => Op::Float(Float::Min),
                A::Max => Op::Float(Float::Max),
                A::Rndd => Op::Float(Float::Down),
                A::Rndu => Op::Float(Float::Up),
                A::Rndz => Op::Float(Float::Zero),
                A::Rnde => Op::Float(Float::Even),
                A::Inv => Op::Float(Float::Inv),
                A::Sqrt => Op::Float(Float::Sqrt),
                _ => return None,
            });
        }
        if saturate {
            return None;
        }
        if op == A::Mov && (dst == T::F || srcs[0].ty == T::F) {
            return match (dst, srcs[0].ty) {
                (T::D, _) => Some(Op::ToSigned),
                (T::Ud, _) => Some(Op::ToUnsigned),
                (_, ty) if is_plain => Some(if ty.is_signed() { Op::FromSigned } else { Op::FromUnsigned }),
                _ => None,
            };
        }
        if dst == T::F || srcs.iter().any(|src| src.ty == T::F) {
            return None;
        }
        Some(Op::Integer(match op {
            A::Mov => return Some(Op::Copy),
            A::Sel => return Some(Op::Select),
            A::Add => Integer::Add,
            A::Mul => Integer::Mul,
            A::Mad => Integer::Mad,
            A::And => Integer::And,
            A::Or => Integer::Or,
            A::Xor => Integer::Xor,
            A::Not => Integer::Not,
            A::Shl => Integer::Shl,
            A::Shr if is_plain => Integer::Shr,
            A::Asr if is_plain => Integer::Asr,
            A::Min if is_plain && all(T::Ud) => Integer::MinUnsigned,
            A::Max if is_plain && all(T::Ud) => Integer::MaxUnsigned,
            A::Min if is_plain && all(T::D) => Integer::MinSigned,
            A::Max if is_plain && all(T::D) => Integer::MaxSigned,
            _ => return None,
        }))
    }
}

impl Row {
    /// An instruction as a row; `None` where it is executed lane by lane.
    pub fn of(
        op: AluOp,
        saturate: bool,
        exec: Exec,
        guard: Option<Guard>,
        dst: &Destination,
        srcs: &[Source],
    ) -> Option<Row> {
        use DataType as T;
        if !dst.is_packed() || !matches!(dst.ty, T::D | T::Ud | T::F) || !is_wide(exec) {
            return None;
        }
        let op = Op::of(op, dst.ty, srcs, saturate)?;
        let output = Output::Words { op, saturate, address: dst.address };
        Some(Row { exec, guard, inputs: inputs(srcs)?, output, alike: 1, plain: None })
    }

    /// A comparison as a row; `None` where it is executed lane by lane.
    pub fn of_comparison(relation: Relation, exec: Exec, predicate: usize, srcs: &[Source; 2]) -> Option<Row> {
        use DataType as T;
        let is_plain = srcs.iter().all(|src| src.modifier == Modifier::None);
        let compared = match srcs[0].ty {
            T::F => Compared::Floats,
            T::D if is_plain => Compared::Signed,
            T::Ud if is_plain => Compared::Unsigned,
            _ => return None,
        };
        if srcs[1].ty != srcs[0].ty || !is_wide(exec) {
            return None;
        }
        let output = Output::Truth { relation, compared, predicate };
        Some(Row { exec, guard: None, inputs: inputs(srcs)?, output, alike: 1, plain: None })
    }

    /// What it computes, and on how many lanes; `None` of a comparison.
    fn work(&self) -> Option<(Op, u8)> {
        match self.output {
            Output::Words { op, .. } => Some((op, self.exec.lanes)),
            Output::Truth { .. } => None,
        }
    }

    /// The lanes that a predicate chooses, of an instruction that has one.
    #[inline(always)]
    fn chosen(&self, predicates: &[u32]) -> u32 {
        self.guard.map_or(u32::MAX, |guard| guard.lanes(predicates, self.exec))
    }

    /// Puts the words of the lanes of `chosen` into their place.
    #[inline(always)]
    fn put<const N: usize>(&self, file: &mut [u8], mut words: [u32; N], active: u32, chosen: u32) {
        let Output::Words { saturate, address, .. } = self.output else { return };
        if saturate {
            for lane in 0..N {
                let value = f32::from_bits(words[lane]);
                words[lane] = (if value > 0.0 { value.min(1.0) } else { 0.0 }).to_bits();
            }
        }
        write_words(file, address, masked(self.exec, active) & chosen, &words);
    }
}

/// What rows work on.
struct Registers<'w> {
    file: &'w mut [u8],
    numbers: &'w [u32],
    predicates: &'w mut [u32],
    /// The lanes that are active.
    active: u32,
}

/// Rows of `N` lanes that all compute the same of the words of one, two or three sources, each a variable of its own,
/// so that words stay in registers.
macro_rules! rows {
    ($name:ident, $($source:literal $word:ident $of_lane:ty),+) => {
        struct $name<'w, 'r, const N: usize, F> {
            rows: &'w [Row],
            registers: &'w mut Registers<'r>,
            value: F,
        }

        impl<const N: usize, F: Fn($($of_lane),+) -> u32> WithSimd for $name<'_, '_, N, F> {
            type Output = ();

            #[inline(always)]
            fn with_simd<S: Simd>(self, _: S) {
                let Registers { file, numbers, predicates, active } = self.registers;
                for row in self.rows {
                    if let Some(plain) = row.plain.filter(|plain| *active & plain.active == plain.active)
                        $(&& let Some($word) = plain.srcs[$source].words::<N>(file, numbers))+
                    {
                        let mut out = [0; N];
                        for lane in 0..N {
                            out[lane] = (self.value)($($word[lane]),+);
                        }
                        write_words(file, plain.dst, u32::MAX >> (32 - N), &out);
                        continue;
                    }
                    $(let $word = row.inputs[$source].words::<N>(file);)+
                    let mut out = [0; N];
                    for lane in 0..N {
                        out[lane] = (self.value)($($word[lane]),+);
                    }
                    row.put(file, out, *active, row.chosen(predicates));
                }
            }
        }
    };
}

rows!(Unary, 0 x u32);
rows!(Binary, 0 x u32, 1 y u32);
rows!(Ternary, 0 x u32, 1 y u32, 2 z u32);

/// Selects of `N` lanes. They take their predicate to choose, not to leave lanes out.
struct Selects<'w, 'r, const N: usize> {
    rows: &'w [Row],
    registers: &'w mut Registers<'r>,
}

impl<const N: usize> WithSimd for Selects<'_, '_, N> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Registers { file, predicates, active, .. } = self.registers;
        for row in self.rows {
            let (x, y) = (row.inputs[0].words::<N>(file), row.inputs[1].words::<N>(file));
            let chosen = row.chosen(predicates);
            let mut out = [0; N];
            for lane in 0..N {
                out[lane] = if chosen >> lane & 1 == 1 { x[lane] } else { y[lane] };
            }
            row.put(file, out, *active, u32::MAX);
        }
    }
}

/// A comparison of `N` lanes: the lanes, as bits, in which it holds.
struct Comparison<'w, const N: usize, F> {
    row: &'w Row,
    file: &'w [u8],
    holds: F,
}

impl<const N: usize, F: Fn(u32, u32) -> bool> WithSimd for Comparison<'_, N, F> {
    type Output = u32;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> u32 {
        let inputs = &self.row.inputs;
        let (x, y) = (inputs[0].words::<N>(self.file), inputs[1].words::<N>(self.file));
        let mut truth = 0;
        for lane in 0..N {
            truth |= u32::from((self.holds)(x[lane], y[lane])) << lane;
        }
        truth
    }
}

/// Executes rows of `N` lanes that all compute the same.
fn compute<const N: usize>(op: Op, rows: &[Row], registers: &mut Registers<'_>) {
    // The operation is decided once. Each is compiled with all that goes before and behind it, so that words stay in
    // registers.
    macro_rules! each {
        (|$x:ident| $value:expr) => {
            vector::dispatch(Unary::<N, _> { rows, registers, value: |$x: u32| $value })
        };
        (|$x:ident, $y:ident| $value:expr) => {
            vector::dispatch(Binary::<N, _> { rows, registers, value: |$x: u32, $y: u32| $value })
        };
        (|$x:ident, $y:ident, $z:ident| $value:expr) => {
            vector::dispatch(Ternary::<N, _> { rows, registers, value: |$x: u32, $y: u32, $z: u32| $value })
        };
    }
    let float = f32::from_bits;
    match op {
        Op::Select => vector::dispatch(Selects::<N> { rows, registers }),
        Op::Copy => each!(|x| x),
        Op::Float(Float::Mov) => each!(|x| canonical_f32(float(x))),
        Op::Float(Float::Add) => each!(|x, y| canonical_f32(float(x) + float(y))),
        Op::Float(Float::Mul) => each!(|x, y| canonical_f32(float(x) * float(y))),
        Op::Float(Float::Mad) => each!(|x, y, z| canonical_f32(float(x).mul_add(float(y), float(z)))),
        Op::Float(Float::Div) => each!(|x, y| canonical_f32(float(x) / float(y))),
        Op::Float(Float::Min) => each!(|x, y| canonical_f32(minimum(float(x), float(y)))),
        Op::Float(Float::Max) => each!(|x, y| canonical_f32(-minimum(-float(x), -float(y)))),
        Op::Float(Float::Down) => each!(|x| canonical_f32(float(x).floor())),
        Op::Float(Float::Up) => each!(|x| canonical_f32(float(x).ceil())),
        Op::Float(Float::Zero) => each!(|x| canonical_f32(float(x).trunc())),
        Op::Float(Float::Even) => each!(|x| canonical_f32(float(x).round_ties_even())),
        Op::Float(Float::Inv) => each!(|x| canonical_f32(1.0 / float(x))),
        Op::Float(Float::Sqrt) => each!(|x| canonical_f32(float(x).sqrt())),
        Op::FromSigned => each!(|x| (x as i32 as f32).to_bits()),
        Op::FromUnsigned => each!(|x| (x as f32).to_bits()),
        Op::ToSigned => each!(|x| float(x) as i32 as u32),
        Op::ToUnsigned => each!(|x| float(x) as u32),
        Op::Integer(Integer::Add) => each!(|x, y| x.wrapping_add(y)),
        Op::Integer(Integer::Mul) => each!(|x, y| x.wrapping_mul(y)),
        Op::Integer(Integer::Mad) => each!(|x, y, z| x.wrapping_mul(y).wrapping_add(z)),
        Op::Integer(Integer::And) => each!(|x, y| x & y),
        Op::Integer(Integer::Or) => each!(|x, y| x | y),
        Op::Integer(Integer::Xor) => each!(|x, y| x ^ y),
        Op::Integer(Integer::Not) => each!(|x| !x),
        Op::Integer(Integer::Shl) => each!(|x, y| x << (y & 31)),
        Op::Integer(Integer::Shr) => each!(|x, y| x >> (y & 31)),
        Op::Integer(Integer::Asr) => each!(|x, y| (x as i32 >> (y & 31)) as u32),
        Op::Integer(Integer::MinSigned) => each!(|x, y| (x as i32).min(y as i32) as u32),
        Op::Integer(Integer::MaxSigned) => each!(|x, y| (x as i32).max(y as i32) as u32),
        Op::Integer(Integer::MinUnsigned) => each!(|x, y| x.min(y)),
        Op::Integer(Integer::MaxUnsigned) => each!(|x, y| x.max(y)),
    }
}

/// The lanes, as bits, in which a relation holds. With a NaN only `ne` does (CMP, Notes).
fn compare<const N: usize>(relation: Relation, compared: Compared, row: &Row, file: &[u8]) -> u32 {
    macro_rules! of {
        ($value:expr) => {{
            let value = $value;
            macro_rules! holds {
                ($relation:tt) => {
                    vector::dispatch(Comparison::<N, _> { row, file, holds: |x, y| value(x) $relation value(y) })
                };
            }
            match relation {
                Relation::Eq => holds!(==),
                Relation::Ne => holds!(!=),
                Relation::Gt => holds!(>),
                Relation::Ge => holds!(>=),
                Relation::Lt => holds!(<),
                Relation::Le => holds!(<=),
            }
        }};
    }
    match compared {
        Compared::Signed => of!(|word: u32| word as i32),
        Compared::Unsigned => of!(|word: u32| word),
        Compared::Floats => of!(f32::from_bits),
    }
}

/// Whether an instruction has the lanes of a message, or one: others are few.
fn is_wide(exec: Exec) -> bool {
    matches!(exec.lanes, 1 | 8 | 16 | 32)
}

/// The sources of an instruction, of which there are one to three.
fn inputs(srcs: &[Source]) -> Option<[Input; 3]> {
    let absent = || Input { operand: Operand::Number(0), change: None };
    let mut inputs = [absent(), absent(), absent()];
    for (input, src) in inputs.iter_mut().zip(srcs) {
        *input = Input::of(src)?;
    }
    Some(inputs)
}

/// The smaller number, as [`crate::float::minimum`] has it; the larger is the negative of the smaller of the negatives.
#[inline(always)]
fn minimum(a: f32, b: f32) -> f32 {
    if a.is_nan() || b < a || (a == b && b.is_sign_negative()) { b } else { a }
}

impl Packed {
    #[inline(always)]
    fn words<const N: usize>(self, file: &[u8], numbers: &[u32]) -> Option<[u32; N]> {
        match self {
            Packed::Register(address) => read_words(file, address),
            Packed::Number(place) => numbers.get(place..)?.first_chunk().copied(),
        }
    }
}

impl Rows {
    /// Adds a row behind the others; returns its number.
    pub fn push(&mut self, mut row: Row) -> usize {
        row.plain = self.plain(&row);
        self.rows.push(row);
        self.rows.len() - 1
    }

    fn plain(&mut self, row: &Row) -> Option<Plain> {
        let Output::Words { saturate: false, address, .. } = row.output else { return None };
        let is_changed = row.inputs.iter().any(|input| input.change.is_some());
        if row.guard.is_some() || is_changed {
            return None;
        }
        let mut srcs = [Packed::Register(0); 3];
        for (src, input) in srcs.iter_mut().zip(&row.inputs) {
            *src = match input.operand {
                Operand::Packed(address) => Packed::Register(address),
                Operand::Number(number) => {
                    let Rows { numbers, places, .. } = self;
                    Packed::Number(*places.entry(number).or_insert_with(|| {
                        numbers.resize(numbers.len() + MAX_LANES, number);
                        numbers.len() - MAX_LANES
                    }))
                }
                Operand::Scalar(_) | Operand::Any(_) => return None,
            };
        }
        let Exec { lanes, first, nomask } = row.exec;
        let active = if nomask { 0 } else { bits(lanes.into()) << first };
        Some(Plain { active, dst: address, srcs })
    }

    /// Finds which rows that are one behind the other compute the same, when all are there.
    pub fn find_alike(&mut self) {
        for index in (1..self.rows.len()).rev() {
            let (before, behind) = self.rows.split_at_mut(index);
            if let (Some(row), [next, ..]) = (before.last_mut(), behind)
                && row.work().is_some_and(|work| next.work() == Some(work))
            {
                row.alike = next.alike + 1;
            }
        }
    }

    /// Executes `count` rows from `first` on, one after the other, on the active lanes.
    pub fn execute(&self, first: usize, count: usize, file: &mut [u8], predicates: &mut [u32], active: u32) {
        fn lanes<const N: usize>(rows: &[Row], registers: &mut Registers<'_>) {
            let row = &rows[0];
            match row.output {
                Output::Words { op, .. } => compute::<N>(op, rows, registers),
                Output::Truth { relation, compared, predicate } => {
                    let truth = compare::<N>(relation, compared, row, registers.file);
                    let mask = masked(row.exec, registers.active);
                    set_predicate(&mut registers.predicates[predicate], row.exec, mask, truth);
                }
            }
        }
        let mut rows = &self.rows[first..first + count];
        let mut registers = Registers { file, numbers: &self.numbers, predicates, active };
        while let [row, ..] = rows {
            let (alike, behind) = rows.split_at(row.alike.min(rows.len()));
            match row.exec.lanes {
                1 => lanes::<1>(alike, &mut registers),
                8 => lanes::<8>(alike, &mut registers),
                16 => lanes::<16>(alike, &mut registers),
                _ => lanes::<32>(alike, &mut registers),
            }
            rows = behind;
        }
    }
}

#[cfg(test)]
mod tests {
    use texvisa_ir::target::{SimdWidth, Target};
    use texvisa_ir::visa::{Inst, RegisterMap, asm};

    use super::super::operand::Layout;
    use super::super::{alu, masked, set_predicate};
    use super::Rows;
    use crate::fill::Fill;

    /// Words that arithmetic trips over: zeros, ones, the extremes, a denormal, infinities, NaNs, small floats, ties.
    const WORDS: [u32; 16] = [
        0,
        1,
        31,
        32,
        0x7fff_ffff,
        0x8000_0000,
        0xffff_ffff,
        0x3f80_0000,
        0xbf80_0000,
        0x0000_1234,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0001,
        0x4b7f_ffff,
        0x4020_0000,
        0xbf00_0000,
    ];

    /// Instructions with as many sources as they take.
    const OPS: [(&str, usize); 29] = [
        ("mov", 1),
        ("mov.sat", 1),
        ("add", 2),
        ("add.sat", 2),
        ("mul", 2),
        ("mad", 3),
        ("div", 2),
        ("min", 2),
        ("max", 2),
        ("rndd", 1),
        ("rndu", 1),
        ("rndz", 1),
        ("rnde", 1),
        ("inv", 1),
        ("sqrt", 1),
        ("and", 2),
        ("or", 2),
        ("xor", 2),
        ("not", 1),
        ("shl", 2),
        ("shr", 2),
        ("asr", 2),
        ("sel", 2),
        ("cmp.eq", 2),
        ("cmp.ne", 2),
        ("cmp.gt", 2),
        ("cmp.ge", 2),
        ("cmp.lt", 2),
        ("cmp.le", 2),
    ];

    /// Every operation on mixes of types, modifiers, regions, numbers, masks and predicates, against the same lane by lane.
    #[test]
    fn all_lanes_at_a_time_are_lane_by_lane() {
        let mut rng = fastrand::Rng::with_seed(9);
        let (mut rows, mut seen) = ([0; OPS.len()], 0);
        for turn in 0..20_000 {
            let (op, sources) = OPS[turn % OPS.len()];
            let lanes = [1, 8, 16, 32][rng.usize(..4)];
            let dwords = ["d", "ud", "f"];
            let ty = dwords[rng.usize(..3)];
            let mut declared = String::new();
            let mut types = [ty; 3];
            for (name, ty) in ["A", "B", "C"].into_iter().zip(&mut types) {
                // Mostly of one type, or little would be legal.
                *ty = match rng.u8(..8) {
                    0 => ["w", "uw", "b", "ub"][rng.usize(..4)],
                    1 => dwords[rng.usize(..3)],
                    _ => *ty,
                };
                declared += &format!(".decl {name} v_type=G type={ty} num_elts=80 align=GRF\n");
            }
            let result = if rng.u8(..4) == 0 { dwords[rng.usize(..3)] } else { ty };
            let mut body = String::new();
            for place in 0..3 {
                let has_guard = op == "sel" || rng.bool() && !op.starts_with("cmp");
                let guards = ["(P1) ", "(!P1) ", "(P1.any) ", "(!P1.all) "];
                let guard = if has_guard { guards[rng.usize(..4)] } else { "" };
                let mask = if lanes == 32 { "M1" } else { ["M1", "M1", "M5", "M1_NM"][rng.usize(..4)] };
                let dst = if op.starts_with("cmp") { "P1".to_owned() } else { format!("R({place},1)<1>") };
                body += &format!("    {guard}{op} ({mask}, {lanes}) {dst}");
                for (name, ty) in ["A", "B", "C"].into_iter().zip(types).take(sources) {
                    let logic = matches!(op, "and" | "or" | "xor" | "not");
                    let negated = if logic { ["(~)", "(~)", "(~)"] } else { ["(-)", "(abs)", "(-abs)"] };
                    let modifier = if rng.u8(..3) == 0 { negated[rng.usize(..3)] } else { "" };
                    let region = ["<1;1,0>", "<0;1,0>", "<2;1,0>"][rng.usize(..3)];
                    body += &match rng.u8(..8) {
                        0 if ty.len() == 2 && ty != "ud" => format!(" 0x{:x}:{ty}", rng.u32(..100)),
                        0 => format!(" 0x{:x}:{ty}", WORDS[rng.usize(..16)]),
                        // Now and then what the one before has written.
                        1 if ty == result => format!(" R({},1)<1;1,0>", place.max(1) - 1),
                        _ => format!(" {modifier}{name}(0,{}){region}", rng.u8(..8)),
                    };
                }
                body += "\n";
            }
            let text = format!(
                ".version 4.1\n.kernel \"k\"\n{declared}.decl R v_type=G type={result} num_elts=80 align=GRF\n\
                 .decl P1 v_type=P num_elts=32\n.kernel_attr Target=\"3d\"\n\nL0:\n{body}    ret (M1, 1)\n",
            );
            let Ok(mut kernel) = asm::parse(&text, Target::Tgllp) else { continue };
            kernel.simd = SimdWidth::Simd32;
            let map = RegisterMap::unbounded(&kernel);
            let layout = Layout { kernel: &kernel, map: &map, grf_bytes: 32, bytes: u64::from(map.bytes) };
            let words = std::iter::repeat_with(|| if rng.u8(..4) == 0 { rng.u32(..) } else { WORDS[rng.usize(..16)] });
            let file: Vec<u8> = words.take(map.bytes as usize / 4).flat_map(u32::to_le_bytes).collect();
            let (active, predicate) = ([rng.u32(..), u32::MAX][rng.usize(..2)], rng.u32(..));
            let (mut expected, mut predicates) = (file.clone(), [predicate]);
            let mut together = Vec::new();
            for inst in kernel.insts.iter() {
                let row = match inst {
                    Inst::Alu(inst) => {
                        let Ok(inst) = alu::resolve(&layout, inst) else { break };
                        let chosen = inst.guard.map_or(u32::MAX, |guard| guard.lanes(&predicates, inst.exec));
                        let mask = masked(inst.exec, active) & if op == "sel" { u32::MAX } else { chosen };
                        inst.execute(&mut expected, mask, chosen, &mut Fill::constant(7));
                        inst.row()
                    }
                    Inst::Compare { relation, exec, srcs, .. } => {
                        let srcs = srcs.map(|src| layout.source(src, *exec).expect("in the registers"));
                        let Ok(comparison) = alu::resolve_comparison(*relation, srcs) else { break };
                        let truth = comparison.truth(&expected, lanes);
                        set_predicate(&mut predicates[0], *exec, masked(*exec, active), truth);
                        comparison.row(*exec, 0)
                    }
                    _ => continue,
                };
                together.extend(row);
            }
            seen += 1;
            if together.len() == 3 {
                rows[turn % OPS.len()] += 1;
                let mut all = Rows::default();
                together.into_iter().for_each(|row| _ = all.push(row));
                all.find_alike();
                let (mut file, mut found) = (file.clone(), [predicate]);
                all.execute(0, 3, &mut file, &mut found, active);
                assert!((file, found) == (expected, predicates), "{text}");
            }
        }
        assert!(rows.iter().all(|count| *count > 3) && rows.iter().sum::<i32>() > seen / 8, "{rows:?} of {seen}");
    }
}
