//! Which lanes what reads a shuffle reads in place.
//!
//! Rule: a shuffle of a lane that is known emits no code where arithmetic alone reads the result, in the loop that it is in: an
//! operand reads one lane of the variable for all lanes. Behind the loop a later iteration may have written it. A parameter of a
//! block may be written before that: by lanes that go on to the next iteration, while others are still pending. So one of a
//! parameter has its readers in its block.
//!
//! Intel's compiler reads `V(0,2)<0;1,0>`, too, and its finalizer does not put the operand of a move in place of the moved value
//! here: of 3,367 instructions of `kernel_3d_denoise` of libxcam at SIMD16 for tgllp 1,088 were such moves.

use cranelift_entity::{EntitySet, SecondaryMap, packed_option::PackedOption};
use texvisa_ir::texture::{Block, InstData, Kernel, Op, Results, Scalar, Value, ValueDef};

use super::leaf::leaf;

use crate::analyses::Analyses;
use crate::reads::Occurring;

/// The results of shuffles that have no variable.
pub(super) fn lanes_in_place(kernel: &Kernel, analyses: &Analyses, occurring: Occurring) -> EntitySet<Value> {
    let Analyses { loops, uniformity, .. } = analyses;
    let mut in_place = EntitySet::new();
    if !occurring.any_op(&[Op::Shuffle]) {
        return in_place;
    }
    let mut home: SecondaryMap<Value, PackedOption<Block>> = SecondaryMap::default();
    // The results of shuffles of parameters.
    let mut of_param: EntitySet<Value> = EntitySet::new();
    for block in &kernel.layout {
        for inst in &kernel.blocks[*block].insts {
            if let (InstData::Plain { op: Op::Shuffle, args: [value, lane, _] }, Some(result)) =
                (&kernel.insts[*inst], kernel.result(*inst))
                && kernel.constant(*lane).is_some()
                && matches!(kernel.ty(result).scalar, Scalar::I32 | Scalar::F32)
                && !uniformity.is_uniform(*value)
            {
                home[result] = (*block).into();
                in_place.insert(result);
                let (source, _) = leaf(kernel, *value, 0);
                if matches!(kernel.values[source].def, ValueDef::Param(..)) {
                    of_param.insert(result);
                }
            }
        }
    }
    for block in &kernel.layout {
        for inst in &kernel.blocks[*block].insts {
            let reads_lanes = matches!(kernel.insts[*inst], InstData::Plain { op, .. } if reads_lanes(op));
            kernel.for_each_use(*inst, |value| {
                let Some(home) = home[value].expand() else { return };
                let is_behind_loop = loops.innermost(home).is_some_and(|id| !loops.contains(id, *block));
                let is_elsewhere = home != *block && of_param.contains(value);
                if !reads_lanes || is_behind_loop || is_elsewhere {
                    in_place.remove(value);
                }
            });
        }
    }
    in_place
}

/// Whether an operation reads its operands with regions.
fn reads_lanes(op: Op) -> bool {
    let is_arithmetic =
        matches!(op, Op::FAdd | Op::FSub | Op::FMul | Op::Fma | Op::FMin | Op::FMax | Op::Add | Op::Sub);
    is_arithmetic || op.results() == Results::Bool
}
