//! Products with a dword that all lanes have alike.
//!
//! Rules, where an instruction has more lanes than `mach` takes and `mad` of integers exists:
//!
//! - `mul a, b` becomes `a * low(b) + (a << 16) * high(b)`, where low and high are the words of a uniform b: a shift, a `mul` and a
//!   `mad`. Intel's finalizer makes two instructions of eight lanes each, `mul` and `mach`, of a product of dwords.
//! - If only a sum in the same block reads the product, the sum takes both in: a shift and two `mad` for five instructions.
//! - A factor of 16 bits is left to the finalizer.

use cranelift_entity::SecondaryMap;
use rustc_hash::{FxHashMap, FxHashSet};
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{InstData, InstId, Kernel, Op, Type, Value};

use super::uniform_sums::{is_uniform, sum};
use super::word_factors::is_short;
use crate::insert::{Inserter, plain, rebuild_blocks};
use crate::reads::Occurring;
use crate::remark::Remarks;

/// Splits uniform factors of dwords into words; returns whether there was one.
pub fn split_factors(
    kernel: &mut Kernel,
    occurring: Occurring,
    target: Target,
    simd: SimdWidth,
    remarks: &mut Remarks,
) -> bool {
    let platform = target.platform();
    if !platform.integer_mad || simd.lanes() <= platform.native_simd || !occurring.any_op(&[Op::Mul]) {
        return false;
    }
    let mut uses: SecondaryMap<Value, u32> = SecondaryMap::with_capacity(kernel.values.len());
    for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
        kernel.for_each_use(*inst, |value| uses[value] += 1);
    }
    let mut any = false;
    for block in kernel.layout.clone() {
        let mut shifted = FxHashMap::default();
        // By its result: a product that a sum of this block takes in.
        let mut taken_in: FxHashMap<Value, [Value; 2]> = FxHashMap::default();
        let sums = kernel.blocks[block].insts.iter().filter_map(|inst| sum(kernel, *inst));
        let summed: FxHashSet<Value> = sums.flatten().filter(|value| uses[*value] == 1).collect();
        rebuild_blocks(kernel, &[block], |inserter, inst| {
            if let Some(factors) = factors(inserter.kernel, inst)
                && let Some(result) = inserter.kernel.result(inst)
            {
                any = true;
                remarks.add(inserter.kernel, "wide_factors", inst, || "a factor is multiplied by words".to_owned());
                if summed.contains(&result) {
                    taken_in.insert(result, factors);
                    return;
                }
                let upper = upper_product(inserter, &mut shifted, factors, None);
                inserter.kernel.insts[inst] = lower_product(inserter, factors, upper);
            } else if let Some(operands) = sum(inserter.kernel, inst)
                && let Some(index) = operands.iter().position(|operand| taken_in.contains_key(operand))
                && let Some(factors) = taken_in.remove(&operands[index])
            {
                let mut added = operands[1 - index];
                if let Some(others) = taken_in.remove(&added) {
                    let upper = upper_product(inserter, &mut shifted, others, None);
                    let product = lower_product(inserter, others, upper);
                    added = inserter.append(product, Type::I32);
                }
                let upper = upper_product(inserter, &mut shifted, factors, Some(added));
                inserter.kernel.insts[inst] = lower_product(inserter, factors, upper);
            }
            inserter.keep(inst);
        });
    }
    any
}

/// The first factor times the upper word of the second one, which is uniform, and `added`. `shifted` holds the first factors of the
/// block that are shifted already.
fn upper_product(
    inserter: &mut Inserter<'_>,
    shifted: &mut FxHashMap<Value, Value>,
    [a, b]: [Value; 2],
    added: Option<Value>,
) -> Value {
    let sixteen = inserter.kernel.constant_value(Type::I32, 16);
    let shifted = *shifted.entry(a).or_insert_with(|| inserter.op(Op::Shl, &[a, sixteen], Type::I32));
    let upper = inserter.op(Op::ShrU, &[b, sixteen], Type::I32);
    let upper = word(inserter, upper);
    match added {
        Some(added) if inserter.kernel.constant(added).is_none() => {
            inserter.op(Op::MulAdd, &[shifted, upper, added], Type::I32)
        }
        Some(number) => {
            let product = inserter.op(Op::Mul, &[shifted, upper], Type::I32);
            inserter.op(Op::Add, &[product, number], Type::I32)
        }
        None => inserter.op(Op::Mul, &[shifted, upper], Type::I32),
    }
}

/// The first factor times the lower word of the second one, and `upper`.
fn lower_product(inserter: &mut Inserter<'_>, [a, b]: [Value; 2], upper: Value) -> InstData {
    let lower = word(inserter, b);
    plain(Op::MulAdd, &[a, lower, upper])
}

/// The low word of a dword, extended.
fn word(inserter: &mut Inserter<'_>, dword: Value) -> Value {
    let word = inserter.op(Op::Trunc, &[dword], Type::I16);
    inserter.op(Op::ZExt, &[word], Type::I32)
}

/// The factors of a product of dwords, of which the last one is uniform and the other one is not.
fn factors(kernel: &Kernel, inst: InstId) -> Option<[Value; 2]> {
    let InstData::Plain { op: Op::Mul, args: [a, b, _] } = kernel.insts[inst] else { return None };
    if kernel.ty(a) != Type::I32 || [a, b].iter().any(|factor| is_short(kernel, *factor)) {
        return None;
    }
    match [a, b].map(|factor| is_uniform(kernel, factor)) {
        [false, true] => Some([a, b]),
        [true, false] => Some([b, a]),
        _ => None,
    }
}
