//! Products with a dword that all lanes have alike.
//!
//! Rules, where an instruction has more lanes than `mach` takes and `mad` of integers exists:
//!
//! - `mul a, b` becomes `a * low(b) + (a << 16) * high(b)`, where low and high are the words of a uniform b: a shift, a `mul` and a
//!   `mad`. Intel's finalizer makes two instructions of eight lanes each, `mul` and `mach`, of a product of dwords.
//! - If only a sum in the same block reads the product, the sum takes both in: a shift and two `mad` for five instructions.
//! - A product that another block reads stays as it is: with these, `statistics_per_label` of clij at SIMD32 spilled 3,200 bytes
//!   for 2,848 (GenX_IR).
//! - A factor of 16 bits is left to the finalizer.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntitySet, SecondaryMap};
use rustc_hash::{FxHashMap, FxHashSet};
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{Block, InstData, InstId, Kernel, Op, Type, Value};

use super::uniform_sums::sum;
use super::uniform_values::UniformValues;
use super::word_factors::{is_short, word};
use crate::insert::{Inserter, plain, rebuild_blocks};
use crate::reads::{Occurring, count_uses};
use crate::remark::Remarks;

/// Splits uniform factors of dwords into words; returns whether there was one.
pub fn split_factors(
    kernel: &mut Kernel,
    occurring: Occurring,
    uniform: &UniformValues,
    target: Target,
    simd: SimdWidth,
    remarks: &mut Remarks,
) -> bool {
    let platform = target.platform();
    if !platform.integer_mad || simd.lanes() <= platform.native_simd || !occurring.any_op(&[Op::Mul]) {
        return false;
    }
    let mut insts = kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts);
    if !insts.any(|inst| factors(kernel, uniform, *inst).is_some()) {
        return false;
    }
    let uses = Uses::of(kernel);
    let mut any = false;
    for block in kernel.layout.clone() {
        // By its result: a product that a sum of this block takes in.
        let mut taken_in: FxHashMap<Value, [Value; 2]> = FxHashMap::default();
        let sums = kernel.blocks[block].insts.iter().filter_map(|inst| sum(kernel, *inst));
        let summed: FxHashSet<Value> = sums.flatten().filter(|value| uses.count[*value] == 1).collect();
        rebuild_blocks(kernel, &[block], |inserter, inst| {
            if let Some(factors) = factors(inserter.kernel, uniform, inst)
                && let Some(result) = inserter.kernel.result(inst)
            {
                if uses.elsewhere.contains(result) {
                    return inserter.keep(inst);
                }
                any = true;
                remarks.add(inserter.kernel, "wide_factors", inst, || "a factor is multiplied by words".to_owned());
                if summed.contains(&result) {
                    taken_in.insert(result, factors);
                    return;
                }
                inserter.kernel.insts[inst] = product(inserter, factors, None);
            } else if let Some(operands) = sum(inserter.kernel, inst)
                && let Some(index) = operands.iter().position(|operand| taken_in.contains_key(operand))
                && let Some(factors) = taken_in.remove(&operands[index])
            {
                let mut added = operands[1 - index];
                if let Some(others) = taken_in.remove(&added) {
                    let other = product(inserter, others, None);
                    added = inserter.append(other, Type::I32);
                }
                inserter.kernel.insts[inst] = product(inserter, factors, Some(added));
            }
            inserter.keep(inst);
        });
    }
    any
}

/// How values are read.
struct Uses {
    /// How many operands each is.
    count: SecondaryMap<Value, u32>,
    /// Those that another block reads than the one that computes them.
    elsewhere: EntitySet<Value>,
}

impl Uses {
    fn of(kernel: &Kernel) -> Uses {
        let mut home: SecondaryMap<Value, PackedOption<Block>> = SecondaryMap::with_capacity(kernel.values.len());
        let insts =
            || kernel.layout.iter().flat_map(|block| kernel.blocks[*block].insts.iter().map(|inst| (*block, *inst)));
        insts().for_each(|(block, inst)| kernel.results(inst).for_each(|result| home[result] = block.into()));
        let mut elsewhere = EntitySet::new();
        for (block, inst) in insts() {
            kernel.for_each_use(inst, |value| {
                if home[value] != block.into() {
                    elsewhere.insert(value);
                }
            });
        }
        Uses { count: count_uses(kernel), elsewhere }
    }
}

/// The last step of a product, of which the last factor is uniform, and `added`. The first factor is shifted after it was multiplied,
/// so that it needs no second register where nothing reads it later.
fn product(inserter: &mut Inserter<'_>, [a, b]: [Value; 2], added: Option<Value>) -> InstData {
    let low = word(inserter, b);
    let lower = match added {
        Some(added) if inserter.kernel.constant(added).is_none() => {
            inserter.op(Op::MulAdd, &[a, low, added], Type::I32)
        }
        Some(number) => {
            let lower = inserter.op(Op::Mul, &[a, low], Type::I32);
            inserter.op(Op::Add, &[lower, number], Type::I32)
        }
        None => inserter.op(Op::Mul, &[a, low], Type::I32),
    };
    let sixteen = inserter.kernel.constant_value(Type::I32, 16);
    let shifted = inserter.op(Op::Shl, &[a, sixteen], Type::I32);
    let high = inserter.op(Op::ShrU, &[b, sixteen], Type::I32);
    let high = word(inserter, high);
    plain(Op::MulAdd, &[shifted, high, lower])
}

/// The factors of a product of dwords, of which the last one is uniform and the other one is not.
fn factors(kernel: &Kernel, uniform: &UniformValues, inst: InstId) -> Option<[Value; 2]> {
    let InstData::Plain { op: Op::Mul, args: [a, b, _] } = kernel.insts[inst] else { return None };
    if kernel.ty(a) != Type::I32 || [a, b].iter().any(|factor| is_short(kernel, *factor)) {
        return None;
    }
    match [a, b].map(|factor| uniform.has(kernel, factor)) {
        [false, true] => Some([a, b]),
        [true, false] => Some([b, a]),
        _ => None,
    }
}
