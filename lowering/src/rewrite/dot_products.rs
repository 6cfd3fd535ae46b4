//! Sums of products of bytes, on platforms that have `dp4a` (Tiger Lake and later).
//!
//! Rules:
//!
//! - Four products of bytes that a sum of dwords adds, one after the other, are one `dp4a`. The bytes of one factor are those of a
//!   dword, and so are the others. All bytes of a factor have a sign, or none has.
//! - Bytes that are no dword become one, which is a move each. It is made once in a block for all products with it, and only if
//!   the `dp4a` of the block that need such dwords save more than these moves: each is one instruction in place of eight.
//! - Nothing else reads the products and the inner sums, and they are in the block of the outer one, so that nothing is moved
//!   into a loop.
//!
//! On other platforms `dp4a` becomes such a sum. Intel's compiler has the same rule (PatternMatchPass.cpp, MatchDp4a).

use cranelift_entity::{EntitySet, SecondaryMap};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use texvisa_ir::target::Target;
use texvisa_ir::texture::{Block, InstData, InstId, Kernel, Op, Scalar, Type, Value, ValueDef};

use super::uniform_sums::sum;
use crate::insert::{Inserter, plain, rebuild, rebuild_blocks};
use crate::parts::part_of;
use crate::reads::{Occurring, count_uses};
use crate::remark::Remarks;

/// How many instructions a `dp4a` saves: four products and sums, less itself.
const SAVED: usize = 7;
/// How many make a dword of bytes.
const MOVES: usize = 4;

const DOT_PRODUCTS: [Op; 3] = [Op::DotS, Op::DotU, Op::DotSU];

/// Makes `dp4a` of sums where `target` has it, and sums of `dp4a` where not; returns whether there was one.
pub fn dot_products(kernel: &mut Kernel, occurring: Occurring, target: Target, remarks: &mut Remarks) -> bool {
    if !target.platform().dp4a {
        return occurring.any_op(&DOT_PRODUCTS) && expand(kernel);
    }
    let mut insts = kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts);
    if !occurring.any_op(&[Op::Mul]) || !insts.any(|inst| product(kernel, *inst).is_some()) {
        return false;
    }
    let uses = count_uses(kernel);
    let mut any = false;
    for block in kernel.layout.clone() {
        let mut sums = sums(kernel, &uses, block);
        let packing = || sums.values().flat_map(|sum| &sum.dots).filter(|dot| dot.is_packed());
        let packed: FxHashSet<[Value; 4]> = packing().flat_map(|dot| dot.factors).filter_map(Factor::packed).collect();
        if packing().count() * SAVED <= packed.len() * MOVES {
            sums.values_mut().for_each(Sum::unpack);
        }
        let mut dwords: FxHashMap<[Value; 4], Value> = FxHashMap::default();
        rebuild_blocks(kernel, &[block], |inserter, inst| {
            if let Some(sum) = sums.remove(&inst)
                && let Some(last) = sum.emit(inserter, &mut dwords)
            {
                inserter.kernel.insts[inst] = last;
                remarks.add(inserter.kernel, "dot_products", inst, || format!("{target} has `dp4a`"));
                any = true;
            }
            inserter.keep(inst);
        });
    }
    any
}

/// A sum with products of bytes.
struct Sum {
    dots: Vec<Dot>,
    /// What else it adds.
    others: SmallVec<[Value; 4]>,
}

impl Sum {
    /// Leaves the products as they are whose bytes are no dwords.
    fn unpack(&mut self) {
        let packed = self.dots.iter().filter(|dot| dot.is_packed());
        self.others.extend(packed.flat_map(|dot| dot.products));
        self.dots.retain(|dot| !dot.is_packed());
    }

    /// Appends all but the last `dp4a`, which is returned.
    fn emit(&self, inserter: &mut Inserter<'_>, dwords: &mut FxHashMap<[Value; 4], Value>) -> Option<InstData> {
        let (last, dots) = self.dots.split_last()?;
        let mut others = self.others.iter().copied();
        let first = others.next().unwrap_or_else(|| inserter.kernel.constant_value(Type::I32, 0));
        let mut added = others.fold(first, |sum, other| inserter.op(Op::Add, &[sum, other], Type::I32));
        for dot in dots {
            let inst = dot.emit(inserter, added, dwords);
            added = inserter.append(inst, Type::I32);
        }
        Some(last.emit(inserter, added, dwords))
    }
}

/// A dword of bytes, the lowest first.
fn dword(inserter: &mut Inserter<'_>, [a, b, c, d]: [Value; 4]) -> Value {
    let word = Type::scalar(Scalar::I16);
    let halves = [[a, b], [c, d]].map(|bytes| inserter.op(Op::Concat, &bytes, word));
    inserter.op(Op::Concat, &halves, Type::I32)
}

/// A `dp4a` without what is added to it.
struct Dot {
    op: Op,
    factors: [Factor; 2],
    /// What it does in place of these.
    products: [Value; 4],
}

impl Dot {
    /// Whether the bytes of a factor are no dword yet.
    fn is_packed(&self) -> bool {
        self.factors.into_iter().any(|factor| factor.packed().is_some())
    }

    /// Appends what makes the dwords of its factors that `dwords` has not; returns the instruction, which is not appended.
    fn emit(&self, inserter: &mut Inserter<'_>, added: Value, dwords: &mut FxHashMap<[Value; 4], Value>) -> InstData {
        let [b, c] = self.factors.map(|factor| match factor {
            Factor::Dword(dword) => dword,
            Factor::Bytes(bytes) => *dwords.entry(bytes).or_insert_with(|| dword(inserter, bytes)),
        });
        plain(self.op, &[added, b, c])
    }
}

/// Four bytes that are multiplied.
#[derive(Clone, Copy)]
enum Factor {
    /// Those of a dword.
    Dword(Value),
    /// These.
    Bytes([Value; 4]),
}

impl Factor {
    fn packed(self) -> Option<[Value; 4]> {
        match self {
            Factor::Dword(_) => None,
            Factor::Bytes(bytes) => Some(bytes),
        }
    }
}

/// A byte that is a dword.
#[derive(Clone, Copy)]
struct Byte {
    value: Value,
    is_signed: bool,
    /// The dword that it is part of, and its place there.
    part: Option<(Value, u32)>,
}

fn byte(kernel: &Kernel, value: Value) -> Option<Byte> {
    let ValueDef::Result(inst, _) = kernel.values[value].def else { return None };
    let InstData::Plain { op: op @ (Op::ZExt | Op::SExt), args: [value, ..] } = kernel.insts[inst] else { return None };
    let part = match kernel.values[value].def {
        ValueDef::Result(inst, _) => match kernel.insts[inst] {
            InstData::Plain { op: Op::Trunc, args: [arg, ..] } => Some(part_of(kernel, arg, Scalar::I8)),
            _ => None,
        },
        _ => None,
    };
    let part = part.filter(|(dword, _)| kernel.ty(*dword) == Type::I32);
    (kernel.ty(value).scalar == Scalar::I8).then_some(Byte { value, is_signed: op == Op::SExt, part })
}

/// The factors of a product of bytes.
fn product(kernel: &Kernel, inst: InstId) -> Option<[Byte; 2]> {
    match kernel.insts[inst] {
        InstData::Plain { op: Op::Mul, args: [a, b, _] } => Some([byte(kernel, a)?, byte(kernel, b)?]),
        _ => None,
    }
}

/// The sums of a block that have products for a `dp4a`, by their last instructions.
fn sums(kernel: &Kernel, uses: &SecondaryMap<Value, u32>, block: Block) -> FxHashMap<InstId, Sum> {
    let insts = &kernel.blocks[block].insts;
    let mut here: EntitySet<InstId> = EntitySet::new();
    here.extend(insts.iter().copied());
    // The instruction of this block that computes a value which nothing else reads.
    let inner = |value: Value| match kernel.values[value].def {
        ValueDef::Result(inst, _) if uses[value] == 1 && here.contains(inst) => Some(inst),
        _ => None,
    };
    let operands = insts.iter().filter_map(|inst| sum(kernel, *inst)).flatten();
    let mut within: EntitySet<InstId> = EntitySet::new();
    within.extend(operands.filter_map(inner));
    let outer = insts.iter().filter(|inst| !within.contains(**inst));
    let mut found = FxHashMap::default();
    for inst in outer {
        let Some([a, b]) = sum(kernel, *inst) else { continue };
        let mut products: Vec<(Value, [Byte; 2])> = Vec::new();
        let mut others = SmallVec::new();
        let mut open: SmallVec<[Value; 16]> = SmallVec::from_slice(&[b, a]);
        while let Some(value) = open.pop() {
            let by = inner(value);
            if let Some([a, b]) = by.and_then(|inst| sum(kernel, inst)) {
                open.extend([b, a]);
            } else if let Some(factors) = by.and_then(|inst| product(kernel, inst)) {
                products.push((value, factors));
            } else {
                others.push(value);
            }
        }
        let mut dots = Vec::new();
        while let Some((count, dot)) = next_dot(&products) {
            others.extend(products.drain(..count).take(count - 4).map(|(value, _)| value));
            dots.push(dot);
        }
        others.extend(products.into_iter().map(|(value, _)| value));
        if !dots.is_empty() {
            found.insert(*inst, Sum { dots, others });
        }
    }
    found
}

/// The first four products in a row that are one `dp4a` of two dwords, or else the first that are one of bytes; and how many
/// products there are up to these and with them.
fn next_dot(products: &[(Value, [Byte; 2])]) -> Option<(usize, Dot)> {
    let mut dots = products.windows(4).zip(4..).filter_map(|(four, count)| Some((count, dot_of(four)?)));
    let first = dots.next()?;
    if !first.1.is_packed() {
        return Some(first);
    }
    Some(dots.find(|(_, dot)| !dot.is_packed()).unwrap_or(first))
}

/// The `dp4a` that four products are.
fn dot_of(four: &[(Value, [Byte; 2])]) -> Option<Dot> {
    let &[a, b, c, d] = four else { return None };
    let products = [a, b, c, d].map(|(product, _)| product);
    let mut bytes = [a, b, c, d].map(|(_, factors)| factors);
    let [first, others @ ..] = &mut bytes;
    for other in others {
        if !is_alike(*first, *other) {
            other.swap(0, 1);
        }
        if !is_alike(*first, *other) {
            return None;
        }
    }
    // The order in a dword is that of both.
    let side = [0, 1].into_iter().find(|side| bytes.iter().all(|pair| pair[*side].part.is_some()));
    if let Some(side) = side {
        bytes.sort_by_key(|pair| pair[side].part.map(|(_, place)| place));
    }
    let factor = |side: usize| {
        let of = bytes.map(|pair| pair[side]);
        let dword = of[0].part.map(|(dword, _)| dword)?;
        let is_whole = (0..4).zip(of).all(|(place, byte)| byte.part == Some((dword, place)));
        is_whole.then_some(Factor::Dword(dword))
    };
    let factors = [0, 1].map(|side| factor(side).unwrap_or(Factor::Bytes(bytes.map(|pair| pair[side].value))));
    let [b, c] = factors;
    let (op, factors) = match bytes[0].map(|byte| byte.is_signed) {
        [true, true] => (Op::DotS, [b, c]),
        [false, false] => (Op::DotU, [b, c]),
        [true, false] => (Op::DotSU, [b, c]),
        [false, true] => (Op::DotSU, [c, b]),
    };
    Some(Dot { op, factors, products })
}

/// Whether two products have factors of the same dwords, if any, with the same signs.
fn is_alike(first: [Byte; 2], other: [Byte; 2]) -> bool {
    first.iter().zip(other).all(|(first, other)| {
        first.is_signed == other.is_signed && first.part.map(|(dword, _)| dword) == other.part.map(|(dword, _)| dword)
    })
}

/// Makes sums of products of all `dp4a`.
fn expand(kernel: &mut Kernel) -> bool {
    rebuild(kernel, |inserter, inst| {
        if let InstData::Plain { op, args: [mut added, b, c] } = inserter.kernel.insts[inst]
            && let Some(extensions) = extensions(op)
        {
            for place in 0..4 {
                let [b, c] = [(b, extensions[0]), (c, extensions[1])].map(|(dword, extend)| {
                    let by = inserter.kernel.constant_value(Type::I32, 8 * place);
                    let shifted = if place == 0 { dword } else { inserter.op(Op::ShrU, &[dword, by], Type::I32) };
                    let byte = inserter.op(Op::Trunc, &[shifted], Type::scalar(Scalar::I8));
                    inserter.op(extend, &[byte], Type::I32)
                });
                let product = inserter.op(Op::Mul, &[b, c], Type::I32);
                added = inserter.op(Op::Add, &[added, product], Type::I32);
            }
            inserter.replace_with_last(inst);
        }
        inserter.keep(inst);
    });
    true
}

/// What makes dwords of the bytes of both factors.
fn extensions(op: Op) -> Option<[Op; 2]> {
    match op {
        Op::DotS => Some([Op::SExt, Op::SExt]),
        Op::DotU => Some([Op::ZExt, Op::ZExt]),
        Op::DotSU => Some([Op::SExt, Op::ZExt]),
        _ => None,
    }
}
