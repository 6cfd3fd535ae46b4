//! Comparisons that stand before the logic which combines them.
//!
//! Rule: a comparison that only `and` or `or` of its block reads moves down to that logic. Intel's finalizer predicates a
//! comparison by the boolean that it is combined with, in place of the logic, if that boolean is known before it: in
//! `(a and b) or c` the comparison `c` has to stand behind the `and`. The flag registers hold fewer booleans at once then,
//! too.
//!
//! Source: `foldPseudoAndOr` of IGC's finalizer, measured with GenX_IR: four comparisons in a row and their logic take 27
//! instructions at SIMD32, each before the logic that reads it 17.

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use texvisa_ir::texture::{Block, InstData, InstId, Kernel, Op, Scalar, Value};

use crate::reads::Occurring;

/// Moves comparisons down to the logic that reads them.
pub fn sink_comparisons(kernel: &mut Kernel, occurring: Occurring) {
    if !occurring.any_op(&[Op::And, Op::Or]) || !occurring.any_scalar(&[Scalar::I1]) {
        return;
    }
    let mut readers: SecondaryMap<Value, Readers> = SecondaryMap::default();
    let mut any = false;
    for block in &kernel.layout {
        for inst in &kernel.blocks[*block].insts {
            let logic = is_logic(kernel, *inst);
            any |= logic;
            kernel.for_each_use(*inst, |value| {
                let readers = &mut readers[value];
                *readers = match readers {
                    Readers::None if logic => Readers::Logic(*block),
                    _ => Readers::Others,
                };
            });
        }
    }
    if !any {
        return;
    }
    let mut comparisons: SecondaryMap<Value, PackedOption<InstId>> = SecondaryMap::default();
    for block in kernel.layout.clone() {
        let insts = std::mem::take(&mut kernel.blocks[block].insts);
        let mut ordered = Vec::with_capacity(insts.len());
        for inst in insts {
            match kernel.result(inst) {
                Some(result) if is_comparison(kernel, inst) && readers[result] == Readers::Logic(block) => {
                    comparisons[result] = inst.into();
                }
                _ => {
                    if is_logic(kernel, inst) {
                        kernel.for_each_use(inst, |value| ordered.extend(comparisons[value].take()));
                    }
                    ordered.push(inst);
                }
            }
        }
        kernel.blocks[block].insts = ordered;
    }
}

/// What reads a value.
#[derive(Clone, Copy, Default, PartialEq)]
enum Readers {
    #[default]
    None,
    /// Logic in this block, once.
    Logic(Block),
    /// Something else, or more than one instruction.
    Others,
}

/// Whether `inst` is `and` or `or` of booleans.
fn is_logic(kernel: &Kernel, inst: InstId) -> bool {
    matches!(kernel.insts[inst], InstData::Plain { op: Op::And | Op::Or, .. }) && is_boolean(kernel, inst)
}

/// Whether `inst` makes a boolean of something else.
fn is_comparison(kernel: &Kernel, inst: InstId) -> bool {
    let InstData::Plain { op, args } = &kernel.insts[inst] else { return false };
    let is_number = |arg: &Value| kernel.ty(*arg).scalar != Scalar::I1;
    is_boolean(kernel, inst) && args[..op.arity()].iter().all(is_number)
}

fn is_boolean(kernel: &Kernel, inst: InstId) -> bool {
    kernel.result(inst).is_some_and(|result| kernel.ty(result).scalar == Scalar::I1)
}
