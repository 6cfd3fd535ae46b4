//! What rows compute. Each operation is a function of its own, compiled for the vector instructions at hand with all
//! that goes before and behind it, so that words stay in registers.

use texvisa_ir::visa::Relation;

use super::super::gang::Gang;
use super::super::registers::{read_words, write_words};
use super::super::thread::{Lanes, Thread, masked, set_predicate};
use super::row::{Compared, Float, Integer, Op, Packed, Row, Truth};
use crate::float::canonical_f32;
use crate::vector::{self, Simd, WithSimd};

/// Rows of `N` lanes that all compute the same of the words of one, two or three sources, each a variable of its own,
/// so that words stay in registers.
macro_rules! rows {
    ($name:ident, $($source:literal $word:ident $of_lane:ty),+) => {
        struct $name<'w, 'g, const N: usize, F> {
            rows: &'w [Row],
            gang: &'w mut Gang<'g>,
            numbers: &'w [u32],
            value: F,
        }

        impl<const N: usize, F: Fn($($of_lane),+) -> u32> WithSimd for $name<'_, '_, N, F> {
            type Output = ();

            #[inline(always)]
            fn with_simd<S: Simd>(self, _: S) {
                let Self { rows, gang, numbers, value } = self;
                for row in rows {
                    let plain = row.plain.as_ref();
                    // What most rows are, of waves that are whole. All files are of one length, so that one question
                    // whether words are in them answers for all.
                    if let Some(plain) = plain
                        $(&& let Packed::Register($word) = plain.srcs[$source])+
                        && gang.threads.iter().all(|thread| thread.lanes.active & plain.active == plain.active)
                    {
                        for file in gang.files() {
                            $(let $word = read_words::<N>(file, $word).unwrap_or([0; N]);)+
                            let mut out = [0; N];
                            for lane in 0..N {
                                out[lane] = value($($word[lane]),+);
                            }
                            write_words(file, plain.dst, u32::MAX >> (32 - N), &out);
                        }
                        continue;
                    }
                    for (thread, file) in gang.each() {
                        let Thread { predicates, lanes: Lanes { active, .. }, .. } = thread;
                        if let Some(plain) = plain
                            && *active & plain.active == plain.active
                            $(&& let Some($word) = plain.srcs[$source].words::<N>(file, numbers))+
                        {
                            let mut out = [0; N];
                            for lane in 0..N {
                                out[lane] = value($($word[lane]),+);
                            }
                            write_words(file, plain.dst, u32::MAX >> (32 - N), &out);
                            continue;
                        }
                        $(let $word = row.inputs[$source].words::<N>(file);)+
                        let mut out = [0; N];
                        for lane in 0..N {
                            out[lane] = value($($word[lane]),+);
                        }
                        row.put(file, out, *active, row.chosen(predicates));
                    }
                }
            }
        }
    };
}

rows!(Unary, 0 x u32);
rows!(Binary, 0 x u32, 1 y u32);
rows!(Ternary, 0 x u32, 1 y u32, 2 z u32);

/// Selects of `N` lanes. They take their predicate to choose, not to leave lanes out.
struct Selects<'w, 'g, const N: usize> {
    rows: &'w [Row],
    gang: &'w mut Gang<'g>,
}

impl<const N: usize> WithSimd for Selects<'_, '_, N> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for row in self.rows {
            for (thread, file) in self.gang.each() {
                let Thread { predicates, lanes: Lanes { active, .. }, .. } = thread;
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
}

/// A comparison of `N` lanes.
struct Comparison<'w, 'g, const N: usize, F> {
    row: &'w Row,
    /// The number of the predicate that becomes its truth.
    predicate: usize,
    gang: &'w mut Gang<'g>,
    holds: F,
}

impl<const N: usize, F: Fn(u32, u32) -> bool> WithSimd for Comparison<'_, '_, N, F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Row { exec, inputs, .. } = self.row;
        for (thread, file) in self.gang.each() {
            let (x, y) = (inputs[0].words::<N>(file), inputs[1].words::<N>(file));
            let mut truth = 0;
            for lane in 0..N {
                truth |= u32::from((self.holds)(x[lane], y[lane])) << lane;
            }
            set_predicate(&mut thread.predicates[self.predicate], *exec, masked(*exec, thread.lanes.active), truth);
        }
    }
}

/// Executes rows of `N` lanes that all compute the same, on words of registers and of `numbers`.
pub(super) fn compute<const N: usize>(op: Op, rows: &[Row], gang: &mut Gang<'_>, numbers: &[u32]) {
    macro_rules! each {
        (|$x:ident| $value:expr) => {
            vector::dispatch(Unary::<N, _> { rows, gang, numbers, value: |$x: u32| $value })
        };
        (|$x:ident, $y:ident| $value:expr) => {
            vector::dispatch(Binary::<N, _> { rows, gang, numbers, value: |$x: u32, $y: u32| $value })
        };
        (|$x:ident, $y:ident, $z:ident| $value:expr) => {
            vector::dispatch(Ternary::<N, _> { rows, gang, numbers, value: |$x: u32, $y: u32, $z: u32| $value })
        };
    }
    let float = f32::from_bits;
    match op {
        Op::Select => vector::dispatch(Selects::<N> { rows, gang }),
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

/// Executes a comparison of `N` lanes. With a NaN only `ne` holds (CMP, Notes).
pub(super) fn compare<const N: usize>(truth: Truth, row: &Row, gang: &mut Gang<'_>) {
    let Truth { relation, compared, predicate } = truth;
    macro_rules! of {
        ($value:expr) => {{
            let value = $value;
            macro_rules! holds {
                ($relation:tt) => {
                    vector::dispatch(Comparison::<N, _> { row, predicate, gang, holds: |x, y| value(x) $relation value(y) })
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

/// The smaller number, as [`crate::float::minimum`] has it; the larger is the negative of the smaller of the negatives.
#[inline(always)]
fn minimum(a: f32, b: f32) -> f32 {
    if a.is_nan() || b < a || (a == b && b.is_sign_negative()) { b } else { a }
}
