//! Comparisons whose results are added: as masks of all ones or 0.
//!
//! Rule: a comparison of dwords that differs between lanes, and that only its block reads, only as dwords of 1 or 0 that are added
//! or subtracted and to choose between a dword and 0, is extended by its sign once. The dword of 1 or 0 becomes the negation of
//! that mask, which Intel's finalizer makes a modifier of the sum, and the choice an `and`. The comparison writes the mask to a
//! variable then. Each dword of 1 or 0 was a `sel`, and a boolean that is read behind the next comparisons kept a flag register,
//! which the finalizer saves and restores.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntitySet, SecondaryMap};
use texvisa_ir::texture::{Block, InstData, InstId, Kernel, Op, Scalar, Type, Value};

use super::uniform_values::UniformValues;
use crate::emit::is_one_comparison;
use crate::insert::{plain, rebuild_blocks};
use crate::reads::Occurring;

/// Makes masks of such comparisons; returns whether there was one.
pub fn mask_comparisons(kernel: &mut Kernel, occurring: Occurring, uniform: &UniformValues) -> bool {
    if !occurring.any_scalar(&[Scalar::I1]) || !occurring.any_op(&[Op::ZExt]) {
        return false;
    }
    let comparisons = comparisons(kernel, uniform);
    let mut homes: EntitySet<Block> = EntitySet::new();
    homes.extend(comparisons.values().filter_map(Comparison::mask_home));
    let blocks: Vec<Block> = kernel.layout.iter().copied().filter(|block| homes.contains(*block)).collect();
    let mut masks: SecondaryMap<Value, Option<Value>> = SecondaryMap::new();
    rebuild_blocks(kernel, &blocks, |inserter, inst| {
        let kernel = &mut *inserter.kernel;
        if let InstData::Plain { op: op @ (Op::ZExt | Op::Select), args: [boolean, chosen, _] } = kernel.insts[inst]
            && let Some(mask) = masks[boolean]
        {
            let zero = kernel.constant_value(Type::I32, 0);
            kernel.insts[inst] =
                if op == Op::ZExt { plain(Op::Sub, &[zero, mask]) } else { plain(Op::And, &[mask, chosen]) };
        }
        inserter.keep(inst);
        if let Some(result) = inserter.kernel.result(inst)
            && comparisons[result].mask_home().is_some()
        {
            masks[result] = Some(inserter.op(Op::SExt, &[result], Type::I32));
        }
    });
    !blocks.is_empty()
}

/// A comparison of dwords, and what reads it.
#[derive(Clone, Copy, Default)]
struct Comparison {
    /// Its block; none where it is no such comparison, or something else reads it.
    home: PackedOption<Block>,
    /// Whether a sum reads it as a dword of 1 or 0.
    is_added: bool,
}

impl Comparison {
    /// The block in which a mask takes its place.
    fn mask_home(&self) -> Option<Block> {
        self.home.expand().filter(|_| self.is_added)
    }
}

/// The comparisons of dwords, by their results.
fn comparisons(kernel: &Kernel, uniform: &UniformValues) -> SecondaryMap<Value, Comparison> {
    let mut found: SecondaryMap<Value, Comparison> = SecondaryMap::new();
    let not_added = read_by_others(kernel);
    for block in &kernel.layout {
        for inst in &kernel.blocks[*block].insts {
            let as_dword = is_extension(kernel, *inst).filter(|extended| !not_added.contains(*extended));
            let chosen_by = chooses_or_zero(kernel, *inst);
            let mut reads = 0;
            kernel.for_each_use(*inst, |value| {
                let comparison = &mut found[value];
                reads += u32::from(comparison.home.is_some());
                let fits = as_dword.is_some() || chosen_by == Some(value) && reads == 1;
                if comparison.home.expand() != Some(*block) || !fits {
                    comparison.home = None.into();
                }
                comparison.is_added |= as_dword.is_some();
            });
            if let InstData::Plain { op, args } = &kernel.insts[*inst]
                && is_one_comparison(*op)
                && matches!(kernel.ty(args[0]), Type::I32 | Type::F32)
                && let Some(result) = kernel.result(*inst).filter(|result| !uniform.has(kernel, *result))
            {
                found[result].home = (*block).into();
            }
        }
    }
    found
}

/// The values that something else than a sum or a difference reads.
fn read_by_others(kernel: &Kernel) -> EntitySet<Value> {
    let mut others = EntitySet::new();
    for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
        if !matches!(kernel.insts[*inst], InstData::Plain { op: Op::Add | Op::Sub, .. }) {
            kernel.for_each_use(*inst, |value| _ = others.insert(value));
        }
    }
    others
}

/// The dword that `inst` extends a boolean to.
fn is_extension(kernel: &Kernel, inst: InstId) -> Option<Value> {
    let InstData::Plain { op: Op::ZExt, args } = kernel.insts[inst] else { return None };
    kernel.result(inst).filter(|result| kernel.ty(args[0]) == Type::I1 && kernel.ty(*result) == Type::I32)
}

/// The boolean by which `inst` chooses between a dword and 0.
fn chooses_or_zero(kernel: &Kernel, inst: InstId) -> Option<Value> {
    let InstData::Plain { op: Op::Select, args: [boolean, chosen, other] } = kernel.insts[inst] else { return None };
    (kernel.ty(chosen) == Type::I32 && kernel.constant(other) == Some(0)).then_some(boolean)
}
