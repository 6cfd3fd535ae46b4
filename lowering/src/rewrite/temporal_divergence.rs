//! Uniform numbers that leave a loop with a divergent exit.
//!
//! Rule: each lane has the number of its last iteration, so that outside of the loop it is divergent (LLVM's temporal
//! divergence). In the loop the lanes that are left agree on it. It is copied there for every lane, and what is outside
//! reads the copy: the number stays uniform, and with it the loads and the branches that depend on it, or several operations
//! where each takes an instruction for each half of the lanes. Where none does, the copy would be all that is new, and the
//! number is computed in every lane.

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::cfg::{ControlFlow, Loops};
use texvisa_ir::texture::{Block, InstData, InstId, Kernel, Op, Value, ValueDef};

use crate::insert::{Inserter, rebuild};
use crate::remark::Remarks;
use crate::uniformity::{WithCopies, copied_as};

/// How many operations at least have to become uniform, if none of them is a load or a branch and an operation in every
/// lane takes more than one instruction.
const WORTH_A_COPY: u32 = 4;

/// Copies what leaves loops with a divergent exit, where the copy makes something uniform; returns whether it does.
pub fn copy_leaving(kernel: &mut Kernel, target: Target, simd: SimdWidth, remarks: &mut Remarks) -> bool {
    let flow = ControlFlow::new(kernel);
    let Ok(loops) = Loops::new(&flow) else { return false };
    if loops.loops.is_empty() {
        return false;
    }
    let analysis = WithCopies::new(kernel, &flow, &loops);
    let copied = worth_copying(kernel, &flow, &analysis, simd.halves(target) > 1);
    if copied.is_empty() {
        return false;
    }
    let reads = reads_outside(kernel, &flow, &analysis, &copied);
    let copies = insert_copies(kernel, &copied, remarks);
    let of = |value: Value| copied.iter().position(|copied| *copied == value).map_or(value, |index| copies[index]);
    for read in reads {
        match read {
            Read::By(inst, value) => kernel.map_uses(inst, |used| if used == value { of(used) } else { used }),
            Read::OnEdge(inst, target, index) => {
                let mut args = kernel.insts[inst].targets()[target].args;
                let arg = &mut args.as_mut_slice(&mut kernel.lists)[index];
                *arg = of(*arg);
            }
        }
    }
    true
}

/// Of the numbers that would be copied those that make a load or a branch uniform, or many operations.
fn worth_copying(kernel: &Kernel, flow: &ControlFlow, analysis: &WithCopies<'_>, is_halved: bool) -> Vec<Value> {
    let mut copied = analysis.copied();
    copied.truncate(u64::BITS as usize);
    if copied.is_empty() {
        return copied;
    }
    // The numbers on which each uniform value depends, one bit each.
    let mut depends: SecondaryMap<Value, u64> = SecondaryMap::default();
    for (index, value) in copied.iter().enumerate() {
        depends[*value] = 1 << index;
    }
    let mut changed = true;
    while std::mem::take(&mut changed) {
        let mut add = |depends: &mut SecondaryMap<Value, u64>, value: Value, on: u64| {
            if on & !depends[value] != 0 && analysis.is_uniform(value) {
                depends[value] |= on;
                changed = true;
            }
        };
        for block in &flow.order {
            for inst in &kernel.blocks[*block].insts {
                let on = read_by(kernel, analysis, &depends, *inst, *block);
                kernel.results(*inst).for_each(|result| add(&mut depends, result, on));
            }
            for call in kernel.successors(*block) {
                let args = call.args.as_slice(&kernel.lists);
                for (param, arg) in kernel.blocks[call.block].params.iter().zip(args) {
                    if !analysis.reads_copy(*arg, call.block) {
                        let on = depends[*arg];
                        add(&mut depends, *param, on);
                    }
                }
            }
        }
    }
    let mut needed = 0;
    let mut operations = vec![0; copied.len()];
    for block in &flow.order {
        for inst in &kernel.blocks[*block].insts {
            match &kernel.insts[*inst] {
                InstData::Branch { condition, .. } => {
                    needed |= depends[*condition];
                }
                data => {
                    let on = kernel.result(*inst).map_or(0, |result| depends[result]);
                    if matches!(data, InstData::Memory(_)) {
                        needed |= on;
                    } else {
                        let counts = operations.iter_mut().enumerate();
                        counts.filter(|(index, _)| on >> index & 1 != 0).for_each(|(_, count)| *count += 1);
                    }
                }
            }
        }
    }
    let mut index = 0;
    copied.retain(|_| {
        let is_needed = needed >> index & 1 != 0 || is_halved && operations[index] >= WORTH_A_COPY;
        index += 1;
        is_needed
    });
    copied
}

/// On which numbers `inst` depends, unless it reads a copy.
fn read_by(
    kernel: &Kernel,
    analysis: &WithCopies<'_>,
    depends: &SecondaryMap<Value, u64>,
    inst: InstId,
    block: Block,
) -> u64 {
    let mut on = 0;
    kernel.for_each_use(inst, |value| {
        if depends[value] != 0 && !analysis.reads_copy(value, block) {
            on |= depends[value];
        }
    });
    on
}

/// A place outside of the loop that reads a number.
enum Read {
    /// An operand of an instruction.
    By(InstId, Value),
    /// The argument of that index on the way to the target of that index.
    OnEdge(InstId, usize, usize),
}

/// The places that read copies of `copied`.
fn reads_outside(kernel: &Kernel, flow: &ControlFlow, analysis: &WithCopies<'_>, copied: &[Value]) -> Vec<Read> {
    let reads_copy = |value: Value, block: Block| copied.contains(&value) && analysis.reads_copy(value, block);
    let mut reads = Vec::new();
    for block in &flow.order {
        for inst in &kernel.blocks[*block].insts {
            let data = &kernel.insts[*inst];
            if !data.is_terminator() {
                kernel.for_each_use(*inst, |value| {
                    if reads_copy(value, *block) {
                        reads.push(Read::By(*inst, value));
                    }
                });
            }
            for (target, call) in data.targets().iter().enumerate() {
                for (index, arg) in call.args.as_slice(&kernel.lists).iter().enumerate() {
                    if reads_copy(*arg, call.block) {
                        reads.push(Read::OnEdge(*inst, target, index));
                    }
                }
            }
        }
    }
    reads
}

/// Copies each of `copied` for every lane behind its definition; returns the copies in the same order.
fn insert_copies(kernel: &mut Kernel, copied: &[Value], remarks: &mut Remarks) -> Vec<Value> {
    // The instruction before or behind which each copy stands.
    let mut before: FxHashMap<InstId, SmallVec<[usize; 2]>> = FxHashMap::default();
    let mut behind: FxHashMap<InstId, SmallVec<[usize; 2]>> = FxHashMap::default();
    for (index, value) in copied.iter().enumerate() {
        match kernel.values[*value].def {
            ValueDef::Result(inst, _) => behind.entry(inst).or_default().push(index),
            ValueDef::Param(block, _) => before.entry(kernel.blocks[block].insts[0]).or_default().push(index),
            _ => {}
        }
    }
    let mut copies = copied.to_vec();
    rebuild(kernel, |inserter, inst| {
        let mut insert = |inserter: &mut Inserter<'_>, indices: Option<&SmallVec<[usize; 2]>>| {
            for index in indices.into_iter().flatten() {
                copies[*index] = copy(inserter, copied[*index]);
                remarks.add(inserter.kernel, "temporal_divergence", inst, || "a copy leaves the loop".to_owned());
            }
        };
        insert(inserter, before.get(&inst));
        inserter.keep(inst);
        insert(inserter, behind.get(&inst));
    });
    copies
}

/// A copy of a number.
fn copy(inserter: &mut Inserter<'_>, value: Value) -> Value {
    let ty = inserter.kernel.ty(value);
    let integer = copied_as(ty).unwrap_or(ty);
    let bits = if ty == integer { value } else { inserter.op(Op::Bitcast, &[value], integer) };
    let copy = inserter.op(Op::Or, &[bits, bits], integer);
    if ty == integer { copy } else { inserter.op(Op::Bitcast, &[copy], ty) }
}
