//! Reductions and prefixes of what all lanes have alike.
//!
//! Rules:
//!
//! - A sum is the value times the number of lanes: of the active ones, or of those of them up to or before the own. Intel's
//!   compiler has the same rule for atomic operations whose result nothing reads.
//! - What `and`, `or`, minima and maxima make of one value several times, they make of it once.

use texvisa_ir::texture::{CombinedLanes, InstData, InstId, Kernel, Op, Scalar, Type, Value};

use super::word_factors::word;
use crate::insert::{Inserter, plain, rebuild_blocks};
use crate::remark::Remarks;
use crate::uniformity::analyze_alone;

/// Replaces reductions and prefixes of uniform integers; returns whether there was one.
pub fn reduce_uniform(kernel: &mut Kernel, remarks: &mut Remarks) -> bool {
    let mut insts = kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts);
    if !insts.any(|inst| reduction(kernel, *inst).is_some()) {
        return false;
    }
    let Some(uniformity) = analyze_alone(kernel) else { return false };
    let mut any = false;
    for block in kernel.layout.clone() {
        // All instructions of a block have the same active lanes.
        let mut active = None;
        rebuild_blocks(kernel, &[block], |inserter, inst| {
            if let Some(reduction) = reduction(inserter.kernel, inst)
                && uniformity.is_uniform(reduction.value)
            {
                reduce(inserter, inst, &reduction, &mut active);
                remarks.add(inserter.kernel, "reduce_uniform", inst, || "all lanes have one value".to_owned());
                any = true;
            }
            inserter.keep(inst);
        });
    }
    any
}

/// An operation across lanes on an integer.
struct AcrossLanes {
    lanes: CombinedLanes,
    /// What combines two lanes.
    combine: Op,
    value: Value,
}

fn reduction(kernel: &Kernel, inst: InstId) -> Option<AcrossLanes> {
    let InstData::Plain { op, args: [value, ..] } = kernel.insts[inst] else { return None };
    let (lanes, combine) = op.across_lanes()?;
    let of_all = lanes == CombinedLanes::All;
    let takes = match combine {
        Op::Add => kernel.ty(value) == Type::I32,
        Op::And | Op::Or | Op::MinS | Op::MaxS | Op::MinU | Op::MaxU => {
            of_all && kernel.ty(value).scalar != Scalar::I64
        }
        _ => false,
    };
    takes.then_some(AcrossLanes { lanes, combine, value })
}

/// Replaces a reduction of a uniform value. `active` is the active lanes of the block, as bits, once they are computed.
fn reduce(inserter: &mut Inserter<'_>, inst: InstId, of: &AcrossLanes, active: &mut Option<Value>) {
    let AcrossLanes { lanes, combine, value } = *of;
    if combine != Op::Add {
        inserter.kernel.insts[inst] = plain(combine, &[value, value]);
        return;
    }
    let every = inserter.kernel.constant_value(Type::I1, 1);
    let active = *active.get_or_insert_with(|| inserter.op(Op::Ballot, &[every], Type::I32));
    // The bit behind the last lane that counts.
    let behind = match lanes {
        CombinedLanes::All => None,
        CombinedLanes::UpToOwn => Some(2),
        CombinedLanes::BeforeOwn => Some(1),
    };
    let counted = behind.map_or(active, |bit| {
        let [bit, less] = [bit, u64::from(u32::MAX)].map(|bits| inserter.kernel.constant_value(Type::I32, bits));
        let own = inserter.op(Op::LaneId, &[], Type::I32);
        let behind = inserter.op(Op::Shl, &[bit, own], Type::I32);
        let lanes = inserter.op(Op::Add, &[behind, less], Type::I32);
        inserter.op(Op::And, &[active, lanes], Type::I32)
    });
    inserter.kernel.insts[inst] = if inserter.kernel.constant(value) == Some(1) {
        plain(Op::CountOnes, &[counted])
    } else {
        let count = inserter.op(Op::CountOnes, &[counted], Type::I32);
        let count = word(inserter, count);
        plain(Op::Mul, &[value, count])
    };
}
