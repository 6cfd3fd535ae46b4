//! Elements that an index names which is a value: by a chain of selects where that takes fewer instructions, or where
//! there is no indirect form.
//!
//! Rules:
//!
//! - A vector that is read at an index is laid out in registers, one element behind the other, and the element is moved from
//!   where an address points. That takes three instructions, one more for each lane's own address into a vector that
//!   differs between lanes, and a copy of each element that is not there yet. A chain takes a comparison and a select for
//!   each element. [`FEWEST`] is where the first is shorter.
//! - A tree of selects by the bits of the index takes a comparison for each bit. It is shorter than a chain from
//!   [`FEWEST_OF_TREE`] elements on, unless an insertion compares the same index with each number in any case.
//! - A destination has one address for all lanes (vISA, Operands, Indirect Operands): where lanes insert at different
//!   indices, they move lane by lane. That is shorter than a chain from [`FEWEST_BY_LANE`] elements on.
//! - What is inserted where there is no element may be anything, but the program may go on without it: the index is kept
//!   within the vector, so that no other register is written.
//! - Rows follow each other closely, so that those of bytes share registers: a value is computed in its row there, too. 32 vectors of
//!   four bytes, each of them in registers of its own, had 976 instructions of GenX_IR and 139 messages at SIMD16 in matching_valid of
//!   silx, for 861 and 86.
//! - An instruction has at most [`MAX_ADDRESSES`] addresses, as the address register has words.
//! - Registers of 64 bytes are left to chains: no oracle shows what their finalizer makes of addresses.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{Block, InstData, InstId, Kernel, Op, Type, Value, ValueDef, ValueList};
use texvisa_ir::visa::Grf;

use crate::analyses::control_flow_of;
use crate::flags::FLAG_LANES;
use crate::insert::{Inserter, rebuild_blocks};
use crate::remark::Remarks;
use crate::uniformity::Uniformity;

/// The fewest elements of a vector that is indexed in registers. GenX_IR 1.0.12504.6 makes of a uniform index into three
/// elements as many instructions in either form.
const FEWEST: u8 = 4;

/// The fewest elements of which a tree of selects chooses one.
const FEWEST_OF_TREE: usize = 8;

/// The fewest elements of a vector into which lanes insert at indices of their own. With four predicates, addresses and limits
/// for them, 16 lanes have 24 instructions of GenX_IR, and a chain two for each element.
const FEWEST_BY_LANE: u8 = 13;

/// The most addresses of an instruction: one a lane.
const MAX_ADDRESSES: u32 = 16;

/// The bytes of registers that an indexed vector may have: half of those that there are. With 36 floats at SIMD16 more,
/// orientation_cpu of silx has 3,194 instructions and 459 messages for 2,780 and 167.
const MAX_BYTES: u32 = 2048;

/// Makes chains of selects of the elements that are not indexed in registers.
pub fn choose_elements(
    kernel: &mut Kernel,
    target: Target,
    simd: SimdWidth,
    per_lane: bool,
    selects: bool,
    remarks: &mut Remarks,
) {
    // A kernel without headers of its loops is refused later; its operations may be either.
    let Ok((_, _, uniformity)) = control_flow_of(kernel, target, simd, per_lane) else { return };
    let mut pass = Pass {
        uniformity,
        target,
        simd,
        selects,
        words: FxHashMap::default(),
        equal: FxHashMap::default(),
        bits: FxHashMap::default(),
        compared: Vec::new(),
    };
    for block in kernel.layout.clone() {
        pass.words.clear();
        pass.equal.clear();
        pass.bits.clear();
        pass.compared = pass.compared_in(kernel, block);
        rebuild_blocks(kernel, &[block], |inserter, inst| pass.visit(inserter, inst, remarks));
    }
}

struct Pass {
    uniformity: Uniformity,
    target: Target,
    simd: SimdWidth,
    /// Whether selects choose what lanes have in registers of their own at indices of their own.
    selects: bool,
    /// By index: the word of it, in this block.
    words: FxHashMap<Value, Value>,
    /// By index and number: whether they are equal, in this block.
    equal: FxHashMap<(Value, u16), Value>,
    /// By index and bit: whether it is 1, in this block.
    bits: FxHashMap<(Value, u32), Value>,
    /// The indices that insertions of this block compare with each number.
    compared: Vec<Value>,
}

impl Pass {
    fn visit(&mut self, inserter: &mut Inserter<'_>, inst: InstId, remarks: &mut Remarks) {
        match inserter.kernel.insts[inst] {
            InstData::Element { vector, index } if !self.reads_rows(inserter.kernel, vector, index) => {
                let elements = elements(inserter, vector);
                let ty = Type::scalar(inserter.kernel.ty(vector).scalar);
                let is_compared = self.compared.contains(&less_constant(inserter.kernel, index).0);
                if elements.len() >= FEWEST_OF_TREE && !is_compared {
                    self.choose_by_bits(inserter, inst, index, &elements);
                    remarks.add(inserter.kernel, "choose_elements", inst, || {
                        "the element is chosen by the bits of the index".to_owned()
                    });
                    inserter.keep(inst);
                    return;
                }
                let mut chosen = elements[0];
                for (number, element) in (0..).zip(&elements).skip(1) {
                    let is_here = self.names(inserter, index, number);
                    chosen = inserter.op(Op::Select, &[is_here, *element, chosen], ty);
                }
                inserter.replace_with_last(inst);
                remarks.add(inserter.kernel, "choose_elements", inst, || "the element is chosen by selects".to_owned());
            }
            InstData::Insert { vector, index, element } if !self.writes_rows(inserter.kernel, inst, index) => {
                let ty = Type::scalar(inserter.kernel.ty(vector).scalar);
                let elements = elements(inserter, vector);
                let chosen: SmallVec<[Value; 16]> = (0..)
                    .zip(elements)
                    .map(|(number, old)| {
                        let is_here = self.names(inserter, index, number);
                        inserter.op(Op::Select, &[is_here, element, old], ty)
                    })
                    .collect();
                let elements = ValueList::from_slice(&chosen, &mut inserter.kernel.lists);
                inserter.kernel.insts[inst] = InstData::Vector { elements };
                remarks.add(inserter.kernel, "choose_elements", inst, || "the element is chosen by selects".to_owned());
            }
            InstData::Insert { vector, index, element } => {
                let last = u64::from(inserter.kernel.ty(vector).lanes) - 1;
                if !is_at_most(inserter.kernel, index, last) {
                    let last = inserter.kernel.constant_value(Type::I32, last);
                    let index = inserter.op(Op::MinU, &[index, last], Type::I32);
                    inserter.kernel.insts[inst] = InstData::Insert { vector, index, element };
                }
            }
            _ => {}
        }
        inserter.keep(inst);
    }

    /// The indices that insertions of `block` compare with each number.
    fn compared_in(&self, kernel: &Kernel, block: Block) -> Vec<Value> {
        let insts = kernel.blocks[block].insts.iter();
        let compared = insts.filter_map(|inst| match kernel.insts[*inst] {
            InstData::Insert { index, .. } if !self.writes_rows(kernel, *inst, index) => {
                Some(less_constant(kernel, index).0)
            }
            _ => None,
        });
        compared.collect()
    }

    /// Makes `inst` the last of the selects that choose one of `elements` by the bits of `index`. As many bits are used at a
    /// time as flag registers hold.
    fn choose_by_bits(&mut self, inserter: &mut Inserter<'_>, inst: InstId, index: Value, elements: &[Value]) {
        let at_once = (FLAG_LANES / self.simd.lanes()).max(1);
        let mut left: SmallVec<[Value; 16]> = elements.into();
        let mut bit = 0;
        while left.len() > 1 {
            let group = 1 << at_once;
            left = left.chunks(group).map(|group| self.choose_of_group(inserter, index, bit, group)).collect();
            bit += at_once;
        }
        inserter.replace_with_last(inst);
    }

    /// The one of `group`, of at most two to the power of the bits above `bit`, that the bits from `bit` on name.
    fn choose_of_group(&mut self, inserter: &mut Inserter<'_>, index: Value, bit: u32, group: &[Value]) -> Value {
        let [first, _, ..] = *group else { return group[0] };
        let half = group.len().next_power_of_two() / 2;
        let low = self.choose_of_group(inserter, index, bit, &group[..half]);
        let high = self.choose_of_group(inserter, index, bit, &group[half..]);
        let is_high = self.has_bit(inserter, index, bit + half.trailing_zeros());
        let ty = inserter.kernel.ty(first);
        inserter.op(Op::Select, &[is_high, high, low], ty)
    }

    /// Whether a bit of `index` is 1.
    fn has_bit(&mut self, inserter: &mut Inserter<'_>, index: Value, bit: u32) -> Value {
        if let Some(known) = self.bits.get(&(index, bit)) {
            return *known;
        }
        let word = self.word(inserter, index);
        let mask = inserter.kernel.constant_value(Type::I16, 1 << bit);
        let zero = inserter.kernel.constant_value(Type::I16, 0);
        let masked = inserter.op(Op::And, &[word, mask], Type::I16);
        let is_one = inserter.op(Op::Ne, &[masked, zero], Type::I1);
        self.bits.insert((index, bit), is_one);
        is_one
    }

    /// The low word of `index`.
    fn word(&mut self, inserter: &mut Inserter<'_>, index: Value) -> Value {
        *self.words.entry(index).or_insert_with(|| match extended(inserter.kernel, index) {
            Some(word) => word,
            None => inserter.op(Op::Trunc, &[index], Type::I16),
        })
    }

    /// Whether a read has an indirect form, and that is shorter.
    fn reads_rows(&self, kernel: &Kernel, vector: Value, index: Value) -> bool {
        let (has_one_address, is_shared) = (self.uniformity.is_uniform(index), self.uniformity.is_uniform(vector));
        (has_one_address || self.has_addresses() && (is_shared || !self.selects)) && self.has_rows(kernel, vector)
    }

    /// Whether an insertion has an indirect form, and that is shorter.
    fn writes_rows(&self, kernel: &Kernel, inst: InstId, index: Value) -> bool {
        kernel.result(inst).is_some_and(|result| {
            let is_shorter = self.has_addresses() && kernel.ty(result).lanes >= FEWEST_BY_LANE;
            (self.uniformity.is_uniform(index) || is_shorter) && self.has_rows(kernel, result)
        })
    }

    /// Whether lanes may have addresses of their own.
    fn has_addresses(&self) -> bool {
        self.simd.exec_lanes(self.target) <= MAX_ADDRESSES
    }

    /// Whether `vector` may be laid out in rows.
    fn has_rows(&self, kernel: &Kernel, vector: Value) -> bool {
        let count = kernel.ty(vector).lanes;
        let bytes = u32::from(count) * self.row_bytes(kernel, vector);
        self.target.platform().grf_bytes == 32 && count >= FEWEST && bytes <= MAX_BYTES
    }

    /// The bytes from one row of `vector` to the next.
    fn row_bytes(&self, kernel: &Kernel, vector: Value) -> u32 {
        let ty = kernel.ty(vector);
        match self.uniformity.is_uniform(vector) {
            true => ty.scalar.bytes(),
            false => row_bytes(ty.scalar.bytes() * self.simd.exec_lanes(self.target)),
        }
    }

    /// Whether `index` names element `number`. Words are compared for 32 lanes at once, and dwords for 16.
    fn names(&mut self, inserter: &mut Inserter<'_>, index: Value, number: u8) -> Value {
        let (index, less) = less_constant(inserter.kernel, index);
        let number = u16::from(number).wrapping_add(less);
        if let Some(known) = self.equal.get(&(index, number)) {
            return *known;
        }
        let word = self.word(inserter, index);
        let number_of = inserter.kernel.constant_value(Type::I16, number.into());
        let is_here = inserter.op(Op::Eq, &[word, number_of], Type::I1);
        self.equal.insert((index, number), is_here);
        is_here
    }
}

/// The bytes from one row of a vector to the next, where a row has `bytes` for the lanes of a half. Values are coalesced with rows that
/// are pieces of registers apart, and no less.
pub(crate) fn row_bytes(bytes: u32) -> u32 {
    bytes.next_multiple_of(Grf::PIECE_BYTES)
}

/// The value that `index` is less a number, and the low word of that: so that indices that differ by a number share their
/// comparisons.
fn less_constant(kernel: &Kernel, index: Value) -> (Value, u16) {
    let ValueDef::Result(inst, _) = kernel.values[index].def else { return (index, 0) };
    match kernel.insts[inst] {
        InstData::Plain { op: op @ (Op::Add | Op::Sub), args: [value, number, _] } => match kernel.constant(number) {
            Some(number) if op == Op::Add => (value, (number as u16).wrapping_neg()),
            Some(number) => (value, number as u16),
            None => (index, 0),
        },
        _ => (index, 0),
    }
}

/// Whether an index is seen to be no more than `last`.
fn is_at_most(kernel: &Kernel, index: Value, last: u64) -> bool {
    let constant = |value| kernel.constant(value).is_some_and(|number| number <= last);
    match kernel.values[index].def {
        ValueDef::Result(inst, _) => match kernel.insts[inst] {
            InstData::Plain { op: Op::And | Op::MinU, args: [a, b, _] } => constant(a) || constant(b),
            _ => false,
        },
        _ => constant(index),
    }
}

/// The word that `index` is the extension of.
fn extended(kernel: &Kernel, index: Value) -> Option<Value> {
    let ValueDef::Result(inst, _) = kernel.values[index].def else { return None };
    match kernel.insts[inst] {
        InstData::Plain { op: Op::ZExt | Op::SExt, args: [word, ..] } if kernel.ty(word) == Type::I16 => Some(word),
        _ => None,
    }
}

/// The elements of a vector.
fn elements(inserter: &mut Inserter<'_>, vector: Value) -> SmallVec<[Value; 16]> {
    let kernel = &*inserter.kernel;
    let ty = kernel.ty(vector);
    if let ValueDef::Result(inst, _) = kernel.values[vector].def
        && let InstData::Vector { elements } = &kernel.insts[inst]
    {
        return elements.as_slice(&kernel.lists).into();
    }
    let scalar = Type::scalar(ty.scalar);
    (0..ty.lanes).map(|index| inserter.append(InstData::Extract { vector, index }, scalar)).collect()
}
