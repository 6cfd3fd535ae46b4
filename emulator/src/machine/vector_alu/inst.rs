//! What an instruction on elements of 32 bits becomes, where all its lanes are computed at a time.

#![expect(clippy::needless_range_loop, reason = "each lane is a place in several arrays")]

use texvisa_ir::visa::{AluOp, DataType, Exec, Modifier, Relation};

use super::super::operand::{Destination, Guard, Source, SourceOperand};
use super::super::registers::{read_words, write_words};
use super::super::thread::masked;

/// What is computed of the words of sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VectorOp {
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
pub(super) enum Float {
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
pub(super) enum Integer {
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
pub(super) enum Compared {
    Signed,
    Unsigned,
    Floats,
}

/// Where the results go.
#[derive(Clone, Copy, Debug)]
pub(super) enum Output {
    /// Packed elements from this address on.
    Words { op: VectorOp, saturate: bool, address: usize },
    /// Bits of a predicate.
    Predicate(PredicateResult),
}

/// Whether a relation holds, for a predicate by its number.
#[derive(Clone, Copy, Debug)]
pub(super) struct PredicateResult {
    pub relation: Relation,
    pub compared: Compared,
    pub predicate: usize,
}

/// An instruction of the vectorised ALU: it works on the words of all lanes of each operand.
#[derive(Clone, Debug)]
pub(in crate::machine) struct VectorInst {
    pub(super) exec: Exec,
    pub(super) guard: Option<Guard>,
    pub(super) inputs: [Input; 3],
    pub(super) output: Output,
    /// How many instructions from here on compute the same on as many lanes.
    pub(super) alike: usize,
    pub(super) simple: Option<SimpleInst>,
}

/// An instruction without predicate, modifier and saturation whose sources are packed or numbers, as most are.
#[derive(Clone, Copy, Debug)]
pub(super) struct SimpleInst {
    /// The lanes that must be active.
    pub active: u32,
    pub dst: usize,
    pub srcs: [PackedSource; 3],
}

/// The address of elements that are one behind the other.
#[derive(Clone, Copy, Debug)]
pub(super) enum PackedSource {
    Register(usize),
    /// Among the numbers of the [`VectorCode`](super::VectorCode).
    Number(usize),
}

/// A source.
#[derive(Clone, Debug)]
pub(super) struct Input {
    pub operand: Operand,
    pub change: Option<Change>,
}

#[derive(Clone, Debug)]
pub(super) enum Operand {
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
pub(super) struct Change {
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
            SourceOperand::Register { address, .. } if is_dword && src.is_packed() => Operand::Packed(address),
            SourceOperand::Register { address, .. } if is_dword && src.is_scalar() => Operand::Scalar(address),
            SourceOperand::Number(_) => Operand::Number(src.word(&[], 0)),
            _ => Operand::Any(Box::new(*src)),
        };
        Some(Input { operand, change: Change::of(src.modifier, src.ty == T::F).ok()? })
    }

    /// The words that `N` lanes read.
    #[inline(always)]
    pub(super) fn words<const N: usize>(&self, file: &[u8]) -> [u32; N] {
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

impl VectorOp {
    /// What an instruction computes; `None` where lane by lane.
    fn of(op: AluOp, dst: DataType, srcs: &[Source], saturate: bool) -> Option<VectorOp> {
        use AluOp as A;
        use DataType as T;
        let all = |ty| srcs.iter().all(|src| src.ty == ty);
        let is_plain = srcs.iter().all(|src| src.modifier == Modifier::None);
        if dst == T::F && all(T::F) {
            return Some(match op {
                A::Mov if saturate => VectorOp::Float(Float::Mov),
                A::Mov => VectorOp::Copy,
                A::Sel if !saturate => VectorOp::Select,
                A::Add => VectorOp::Float(Float::Add),
                A::Mul => VectorOp::Float(Float::Mul),
                A::Mad => VectorOp::Float(Float::Mad),
                A::Div => VectorOp::Float(Float::Div),
                A::Min => VectorOp::Float(Float::Min),
                A::Max => VectorOp::Float(Float::Max),
                A::Rndd => VectorOp::Float(Float::Down),
                A::Rndu => VectorOp::Float(Float::Up),
                A::Rndz => VectorOp::Float(Float::Zero),
                A::Rnde => VectorOp::Float(Float::Even),
                A::Inv => VectorOp::Float(Float::Inv),
                A::Sqrt => VectorOp::Float(Float::Sqrt),
                _ => return None,
            });
        }
        if saturate {
            return None;
        }
        if op == A::Mov && (dst == T::F || srcs[0].ty == T::F) {
            return match (dst, srcs[0].ty) {
                (T::D, _) => Some(VectorOp::ToSigned),
                (T::Ud, _) => Some(VectorOp::ToUnsigned),
                (_, ty) if is_plain => Some(if ty.is_signed() { VectorOp::FromSigned } else { VectorOp::FromUnsigned }),
                _ => None,
            };
        }
        if dst == T::F || srcs.iter().any(|src| src.ty == T::F) {
            return None;
        }
        Some(VectorOp::Integer(match op {
            A::Mov => return Some(VectorOp::Copy),
            A::Sel => return Some(VectorOp::Select),
            A::Add => Integer::Add,
            A::Mul => Integer::Mul,
            A::Mad => Integer::Mad,
            A::And => Integer::And,
            A::Or => Integer::Or,
            A::Xor => Integer::Xor,
            A::Not => Integer::Not,
            A::Shl => Integer::Shl,
            A::Shr if is_plain => Integer::Shr,
            A::Asr if is_plain && srcs[0].ty.is_signed() => Integer::Asr,
            A::Asr if is_plain => Integer::Shr,
            A::Min if is_plain && all(T::Ud) => Integer::MinUnsigned,
            A::Max if is_plain && all(T::Ud) => Integer::MaxUnsigned,
            A::Min if is_plain && all(T::D) => Integer::MinSigned,
            A::Max if is_plain && all(T::D) => Integer::MaxSigned,
            _ => return None,
        }))
    }
}

impl VectorInst {
    /// An instruction; `None` where it is executed lane by lane.
    pub fn of(
        op: AluOp,
        saturate: bool,
        exec: Exec,
        guard: Option<Guard>,
        dst: &Destination,
        srcs: &[Source],
    ) -> Option<VectorInst> {
        use DataType as T;
        if !dst.is_packed() || !matches!(dst.ty, T::D | T::Ud | T::F) || !is_wide(exec) {
            return None;
        }
        let op = VectorOp::of(op, dst.ty, srcs, saturate)?;
        let output = Output::Words { op, saturate, address: dst.address };
        Some(VectorInst { exec, guard, inputs: inputs(srcs)?, output, alike: 1, simple: None })
    }

    /// A comparison; `None` where it is executed lane by lane.
    pub fn of_comparison(relation: Relation, exec: Exec, predicate: usize, srcs: &[Source; 2]) -> Option<VectorInst> {
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
        let output = Output::Predicate(PredicateResult { relation, compared, predicate });
        Some(VectorInst { exec, guard: None, inputs: inputs(srcs)?, output, alike: 1, simple: None })
    }

    /// What it computes, and on how many lanes; `None` of a comparison.
    pub(super) fn work(&self) -> Option<(VectorOp, u8)> {
        match self.output {
            Output::Words { op, .. } => Some((op, self.exec.lanes)),
            Output::Predicate(_) => None,
        }
    }

    /// The lanes that a predicate chooses, of an instruction that has one.
    #[inline(always)]
    pub(super) fn chosen(&self, predicates: &[u32]) -> u32 {
        self.guard.map_or(u32::MAX, |guard| guard.lanes(predicates, self.exec))
    }

    /// Puts the words of the lanes of `chosen` into their place.
    #[inline(always)]
    pub(super) fn put<const N: usize>(&self, file: &mut [u8], mut words: [u32; N], active: u32, chosen: u32) {
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

impl PackedSource {
    #[inline(always)]
    pub(super) fn words<const N: usize>(self, file: &[u8], numbers: &[u32]) -> Option<[u32; N]> {
        match self {
            PackedSource::Register(address) => read_words(file, address),
            PackedSource::Number(place) => numbers.get(place..)?.first_chunk().copied(),
        }
    }
}
