//! Sums of dwords and words that take in a product, on platforms that have `mad` of integers (Ice Lake and later).
//!
//! Rules:
//!
//! - `add (mul a, b), c` becomes `mad a, b, c` where b is a uniform word that was extended, or a number of 16 bits; and so does
//!   `add (shl a, n), c`, with 2^n for b. Intel's finalizer makes one instruction of it then, of dwords and of words that each
//!   lane has its own of several. Where all three are words, b is any.
//! - Every reader of the product is such a sum, so that the product itself goes. The sums may be in other blocks, but not behind
//!   the loop that the product is in: lanes leave that at different times, and each would need its own copy of what is multiplied.
//! - c is no number: the finalizer makes a `mul` and an `add` of two numbers in one `mad`. And a is no byte, which it would move
//!   to a word first; c may be one.
//! - Where sums of three are one instruction ([`pairs`](super::pairs)), a product of uniform values stays out of a sum that could
//!   be one of them: it is one instruction for all lanes, the sum one for each half of them. Those sums are of dwords.

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use texvisa_ir::target::Target;
use texvisa_ir::texture::cfg::{ControlFlow, Loops};
use texvisa_ir::texture::{Block, InstData, InstId, Kernel, Op, Scalar, Type, Value, ValueDef};

use super::uniform_values::UniformValues;
use crate::insert::plain;
use crate::reads::{Occurring, count_uses};
use crate::remark::Remarks;

/// What reads each value.
struct Readers {
    /// How many operands of instructions it is.
    counts: SecondaryMap<Value, u32>,
    /// The sums that read it, with their blocks.
    sums: FxHashMap<Value, SmallVec<[(InstId, Block); 2]>>,
}

impl Readers {
    fn new(kernel: &Kernel) -> Readers {
        let mut readers = Readers { counts: count_uses(kernel), sums: FxHashMap::default() };
        for block in &kernel.layout {
            for inst in &kernel.blocks[*block].insts {
                let args = addends(kernel, *inst).into_iter().flatten();
                args.for_each(|arg| readers.sums.entry(arg).or_default().push((*inst, *block)));
            }
        }
        readers
    }

    /// The sums that read a value, if nothing else does.
    fn sums_alone(&self, value: Value) -> Option<&[(InstId, Block)]> {
        let sums = self.sums.get(&value)?;
        (sums.len() == self.counts[value] as usize).then_some(sums)
    }
}

/// Fuses products with the sums that read them; returns whether there was one.
pub fn fuse_products(
    kernel: &mut Kernel,
    occurring: Occurring,
    uniform: &UniformValues,
    target: Target,
    remarks: &mut Remarks,
) -> bool {
    if !target.platform().integer_mad || !occurring.any_op(&[Op::Add]) || !occurring.any_op(&[Op::Mul, Op::Shl]) {
        return false;
    }
    let mut products: Vec<(InstId, Block, [Value; 2])> = Vec::new();
    for index in 0..kernel.layout.len() {
        let block = kernel.layout[index];
        for place in 0..kernel.blocks[block].insts.len() {
            let inst = kernel.blocks[block].insts[place];
            products.extend(factors(kernel, uniform, inst).map(|factors| (inst, block, factors)));
        }
    }
    if products.is_empty() {
        return false;
    }
    let readers = Readers::new(kernel);
    let mut loops = None;
    let mut any = false;
    for (product, home, [a, b]) in products {
        let Some(result) = kernel.result(product) else { continue };
        let Some(sums) = readers.sums_alone(result) else { continue };
        let stays_out = target.platform().add3 && kernel.ty(result) == Type::I32 && uniform.has(kernel, result);
        let mut fuses = |&(sum, block): &(InstId, Block)| {
            let added = addend(kernel, sum, result);
            added.is_some_and(|added| !(stays_out && is_of_three(kernel, uniform, &readers, sum, added)))
                && (block == home || is_within(loops.get_or_insert_with(|| loops_of(kernel)).as_ref(), home, block))
        };
        if !sums.iter().all(&mut fuses) {
            continue;
        }
        for (sum, _) in sums {
            if let Some(c) = addend(kernel, *sum, result) {
                kernel.insts[*sum] = plain(Op::MulAdd, &[a, b, c]);
                remarks.add(kernel, "products", *sum, || format!("{target} has `mad` of integers"));
                any = true;
            }
        }
    }
    any
}

fn loops_of(kernel: &Kernel) -> Option<Loops> {
    Loops::new(&ControlFlow::new(kernel)).ok()
}

/// Whether the innermost loop around `home` is around `block`, too.
pub(super) fn is_within(loops: Option<&Loops>, home: Block, block: Block) -> bool {
    loops.is_some_and(|loops| loops.innermost(home).is_none_or(|around| loops.contains(around, block)))
}

/// What `inst` adds to `product`, if the two become one instruction.
fn addend(kernel: &Kernel, inst: InstId, product: Value) -> Option<Value> {
    let [a, b] = addends(kernel, inst)?;
    let other = if a == product { b } else { a };
    (other != product && kernel.constant(other).is_none()).then_some(other)
}

/// Whether a sum of a product and `added` is part of one of three that is not uniform.
fn is_of_three(kernel: &Kernel, uniform: &UniformValues, readers: &Readers, inst: InstId, added: Value) -> bool {
    let is_inner = |value: Value| readers.sums_alone(value).is_some_and(|sums| sums.len() == 1);
    let is_sum = match kernel.values[added].def {
        ValueDef::Result(of, _) => addends(kernel, of).is_some() && is_inner(added),
        _ => false,
    };
    !uniform.has(kernel, added) && (is_sum || kernel.result(inst).is_some_and(is_inner))
}

/// The operands of a sum of dwords or words.
fn addends(kernel: &Kernel, inst: InstId) -> Option<[Value; 2]> {
    match kernel.insts[inst] {
        InstData::Plain { op: Op::Add, args: [a, b, _] } if is_fused(kernel.ty(a)) => Some([a, b]),
        _ => None,
    }
}

fn is_fused(ty: Type) -> bool {
    ty == Type::I32 || ty == Type::I16
}

/// The factors of a product of dwords or words, the word or number last.
fn factors(kernel: &mut Kernel, uniform: &UniformValues, inst: InstId) -> Option<[Value; 2]> {
    let InstData::Plain { op: op @ (Op::Mul | Op::Shl), args: [a, b, _] } = kernel.insts[inst] else { return None };
    let ty = kernel.ty(a);
    if !is_fused(ty) {
        return None;
    }
    let [a, b] = match op {
        Op::Mul if ty == Type::I16 && !is_extended(kernel, b, Scalar::I8) => {
            if kernel.constant(a).is_some() {
                [b, a]
            } else {
                [a, b]
            }
        }
        Op::Mul if ty == Type::I16 => return None,
        Op::Mul if is_word(kernel, uniform, b) => [a, b],
        Op::Mul if is_word(kernel, uniform, a) => [b, a],
        Op::Shl => {
            let amount = kernel.constant(b).filter(|amount| (1..15).contains(amount))?;
            [a, kernel.constant_value(ty, 1 << amount)]
        }
        _ => return None,
    };
    (kernel.constant(a).is_none() && !is_extended(kernel, a, Scalar::I8)).then_some([a, b])
}

/// Whether a factor is a number of 16 bits, or a uniform word that was extended.
fn is_word(kernel: &Kernel, uniform: &UniformValues, factor: Value) -> bool {
    match kernel.constant(factor) {
        Some(bits) => i16::try_from(bits as u32 as i32).is_ok(),
        None => is_extended(kernel, factor, Scalar::I16) && uniform.has(kernel, factor),
    }
}

fn is_extended(kernel: &Kernel, value: Value, from: Scalar) -> bool {
    let ValueDef::Result(inst, _) = kernel.values[value].def else { return false };
    match kernel.insts[inst] {
        InstData::Plain { op: Op::ZExt | Op::SExt, args: [narrow, ..] } => kernel.ty(narrow).scalar == from,
        _ => false,
    }
}
