//! What instructions of the vectorised ALU compute. Each operation is a function of its own, compiled for the vector
//! instructions at hand with all that goes before and behind it, so that words stay in registers.

use texvisa_ir::visa::Relation;

use super::super::lockstep::LockstepGroup;
use super::super::registers::{read_words, write_words};
use super::super::thread::{Lanes, Thread, masked, set_predicate};
use super::inst::{Compared, Float, Integer, PackedSource, PredicateResult, VectorInst, VectorOp};
use crate::float::canonical_f32;
use crate::vector::{self, Simd, WithSimd};

/// Instructions of `N` lanes that all compute the same of the words of one, two or three sources, each a variable of its
/// own, so that words stay in registers.
macro_rules! operations {
    ($name:ident, $($source:literal $word:ident $of_lane:ty),+) => {
        struct $name<'w, 'g, const N: usize, F> {
            insts: &'w [VectorInst],
            lockstep: &'w mut LockstepGroup<'g>,
            numbers: &'w [u32],
            value: F,
        }

        impl<const N: usize, F: Fn($($of_lane),+) -> u32> WithSimd for $name<'_, '_, N, F> {
            type Output = ();

            #[inline(always)]
            fn with_simd<S: Simd>(self, _: S) {
                let Self { insts, lockstep, numbers, value } = self;
                for inst in insts {
                    let simple = inst.simple.as_ref();
                    // What most instructions are, of threads whose lanes are all active. All files are of one length,
                    // so that one question whether words are in them answers for all.
                    if let Some(simple) = simple
                        $(&& let PackedSource::Register($word) = simple.srcs[$source])+
                        && lockstep.threads.iter().all(|thread| thread.lanes.active & simple.active == simple.active)
                    {
                        for file in lockstep.files() {
                            $(let $word = read_words::<N>(file, $word).unwrap_or([0; N]);)+
                            let mut out = [0; N];
                            for lane in 0..N {
                                out[lane] = value($($word[lane]),+);
                            }
                            write_words(file, simple.dst, u32::MAX >> (32 - N), &out);
                        }
                        continue;
                    }
                    for (thread, file) in lockstep.each() {
                        let Thread { predicates, lanes: Lanes { active, .. }, .. } = thread;
                        if let Some(simple) = simple
                            && *active & simple.active == simple.active
                            $(&& let Some($word) = simple.srcs[$source].words::<N>(file, numbers))+
                        {
                            let mut out = [0; N];
                            for lane in 0..N {
                                out[lane] = value($($word[lane]),+);
                            }
                            write_words(file, simple.dst, u32::MAX >> (32 - N), &out);
                            continue;
                        }
                        $(let $word = inst.inputs[$source].words::<N>(file);)+
                        let mut out = [0; N];
                        for lane in 0..N {
                            out[lane] = value($($word[lane]),+);
                        }
                        inst.put(file, out, *active, inst.chosen(predicates));
                    }
                }
            }
        }
    };
}

operations!(Unary, 0 x u32);
operations!(Binary, 0 x u32, 1 y u32);
operations!(Ternary, 0 x u32, 1 y u32, 2 z u32);

/// Selects of `N` lanes. They take their predicate to choose, not to leave lanes out.
struct Selects<'w, 'g, const N: usize> {
    insts: &'w [VectorInst],
    lockstep: &'w mut LockstepGroup<'g>,
}

impl<const N: usize> WithSimd for Selects<'_, '_, N> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for inst in self.insts {
            for (thread, file) in self.lockstep.each() {
                let Thread { predicates, lanes: Lanes { active, .. }, .. } = thread;
                let (x, y) = (inst.inputs[0].words::<N>(file), inst.inputs[1].words::<N>(file));
                let chosen = inst.chosen(predicates);
                let mut out = [0; N];
                for lane in 0..N {
                    out[lane] = if chosen >> lane & 1 == 1 { x[lane] } else { y[lane] };
                }
                inst.put(file, out, *active, u32::MAX);
            }
        }
    }
}

/// A comparison of `N` lanes.
struct Comparison<'w, 'g, const N: usize, F> {
    inst: &'w VectorInst,
    /// The number of the predicate that takes the result.
    predicate: usize,
    lockstep: &'w mut LockstepGroup<'g>,
    holds: F,
}

impl<const N: usize, F: Fn(u32, u32) -> bool> WithSimd for Comparison<'_, '_, N, F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let VectorInst { exec, inputs, .. } = self.inst;
        for (thread, file) in self.lockstep.each() {
            let (x, y) = (inputs[0].words::<N>(file), inputs[1].words::<N>(file));
            let mut values = 0;
            for lane in 0..N {
                values |= u32::from((self.holds)(x[lane], y[lane])) << lane;
            }
            set_predicate(&mut thread.predicates[self.predicate], *exec, masked(*exec, thread.lanes.active), values);
        }
    }
}

/// Executes instructions of `N` lanes that all compute the same, on words of registers and of `numbers`.
pub(super) fn compute<const N: usize>(
    op: VectorOp,
    insts: &[VectorInst],
    lockstep: &mut LockstepGroup<'_>,
    numbers: &[u32],
) {
    macro_rules! each {
        (|$x:ident| $value:expr) => {
            vector::dispatch(Unary::<N, _> { insts, lockstep, numbers, value: |$x: u32| $value })
        };
        (|$x:ident, $y:ident| $value:expr) => {
            vector::dispatch(Binary::<N, _> { insts, lockstep, numbers, value: |$x: u32, $y: u32| $value })
        };
        (|$x:ident, $y:ident, $z:ident| $value:expr) => {
            vector::dispatch(Ternary::<N, _> { insts, lockstep, numbers, value: |$x: u32, $y: u32, $z: u32| $value })
        };
    }
    let float = f32::from_bits;
    match op {
        VectorOp::Select => vector::dispatch(Selects::<N> { insts, lockstep }),
        VectorOp::Copy => each!(|x| x),
        VectorOp::Float(Float::Mov) => each!(|x| canonical_f32(float(x))),
        VectorOp::Float(Float::Add) => each!(|x, y| canonical_f32(float(x) + float(y))),
        VectorOp::Float(Float::Mul) => each!(|x, y| canonical_f32(float(x) * float(y))),
        VectorOp::Float(Float::Mad) => each!(|x, y, z| canonical_f32(float(x).mul_add(float(y), float(z)))),
        VectorOp::Float(Float::Div) => each!(|x, y| canonical_f32(float(x) / float(y))),
        VectorOp::Float(Float::Min) => each!(|x, y| canonical_f32(minimum(float(x), float(y)))),
        VectorOp::Float(Float::Max) => each!(|x, y| canonical_f32(-minimum(-float(x), -float(y)))),
        VectorOp::Float(Float::Down) => each!(|x| canonical_f32(float(x).floor())),
        VectorOp::Float(Float::Up) => each!(|x| canonical_f32(float(x).ceil())),
        VectorOp::Float(Float::Zero) => each!(|x| canonical_f32(float(x).trunc())),
        VectorOp::Float(Float::Even) => each!(|x| canonical_f32(float(x).round_ties_even())),
        VectorOp::Float(Float::Inv) => each!(|x| canonical_f32(1.0 / float(x))),
        VectorOp::Float(Float::Sqrt) => each!(|x| canonical_f32(float(x).sqrt())),
        VectorOp::FromSigned => each!(|x| (x as i32 as f32).to_bits()),
        VectorOp::FromUnsigned => each!(|x| (x as f32).to_bits()),
        VectorOp::ToSigned => each!(|x| float(x) as i32 as u32),
        VectorOp::ToUnsigned => each!(|x| float(x) as u32),
        VectorOp::Integer(Integer::Add) => each!(|x, y| x.wrapping_add(y)),
        VectorOp::Integer(Integer::Mul) => each!(|x, y| x.wrapping_mul(y)),
        VectorOp::Integer(Integer::Mad) => each!(|x, y, z| x.wrapping_mul(y).wrapping_add(z)),
        VectorOp::Integer(Integer::And) => each!(|x, y| x & y),
        VectorOp::Integer(Integer::Or) => each!(|x, y| x | y),
        VectorOp::Integer(Integer::Xor) => each!(|x, y| x ^ y),
        VectorOp::Integer(Integer::Not) => each!(|x| !x),
        VectorOp::Integer(Integer::Shl) => each!(|x, y| x << (y & 31)),
        VectorOp::Integer(Integer::Shr) => each!(|x, y| x >> (y & 31)),
        VectorOp::Integer(Integer::Asr) => each!(|x, y| (x as i32 >> (y & 31)) as u32),
        VectorOp::Integer(Integer::MinSigned) => each!(|x, y| (x as i32).min(y as i32) as u32),
        VectorOp::Integer(Integer::MaxSigned) => each!(|x, y| (x as i32).max(y as i32) as u32),
        VectorOp::Integer(Integer::MinUnsigned) => each!(|x, y| x.min(y)),
        VectorOp::Integer(Integer::MaxUnsigned) => each!(|x, y| x.max(y)),
    }
}

/// Executes a comparison of `N` lanes. With a NaN only `ne` holds (CMP, Notes).
pub(super) fn compare<const N: usize>(result: PredicateResult, inst: &VectorInst, lockstep: &mut LockstepGroup<'_>) {
    let PredicateResult { relation, compared, predicate } = result;
    macro_rules! of {
        ($value:expr) => {{
            let value = $value;
            macro_rules! holds {
                ($relation:tt) => {
                    vector::dispatch(Comparison::<N, _> { inst, predicate, lockstep, holds: |x, y| value(x) $relation value(y) })
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
