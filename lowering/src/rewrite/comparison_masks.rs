//! Comparisons whose results are added: as masks of all ones or 0.
//!
//! Rule: a comparison of dwords that differs between lanes, and that only its block reads, only as dwords of 1 or 0 that are added
//! or subtracted and to choose between a dword and 0, is extended by its sign once. The dword of 1 or 0 becomes the negation of
//! that mask, which Intel's finalizer makes a modifier of the sum, and the choice an `and`. The comparison writes the mask to a
//! variable then. Each dword of 1 or 0 was a `sel`, and a boolean that is read behind the next comparisons kept a flag register,
//! which the finalizer saves and restores.
//!
//! If the program extends the comparison by its sign itself, the mask is there anyway. Then other blocks may read it, too, and
//! anything may read the dwords of 1 or 0; what is chosen may be a float. Kernels without a dword of 1 or 0 are left as they are.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntitySet, SecondaryMap};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use texvisa_ir::texture::{Block, InstData, InstId, Kernel, Op, Scalar, Type, Value, ValueDef};

use super::uniform_values::UniformValues;
use crate::emit::is_one_comparison;
use crate::insert::{plain, rebuild_blocks};
use crate::reads::Occurring;

/// Makes masks of such comparisons; returns whether there was one.
pub fn mask_comparisons(kernel: &mut Kernel, occurring: Occurring, uniform: &UniformValues) -> bool {
    if !occurring.any_scalar(&[Scalar::I1]) || !occurring.any_op(&[Op::ZExt]) {
        return false;
    }
    let numbers = numbers(kernel);
    if numbers.is_empty() {
        return false;
    }
    let comparisons = comparisons(kernel, uniform, &added(kernel, numbers));
    let mut blocks: EntitySet<Block> = EntitySet::new();
    for comparison in comparisons.values().filter(|comparison| comparison.is_masked()) {
        blocks.extend(comparison.home.expand());
        blocks.extend(comparison.elsewhere.iter().copied());
    }
    let blocks: Vec<Block> = kernel.layout.iter().copied().filter(|block| blocks.contains(*block)).collect();
    let mut masks: SecondaryMap<Value, Option<Value>> = SecondaryMap::new();
    // By sign extension: the mask that is read in its place.
    let mut same: FxHashMap<Value, Value> = FxHashMap::default();
    rebuild_blocks(kernel, &blocks, |inserter, inst| {
        let read = Reader::of(inserter.kernel, inst);
        match read.and_then(|(boolean, reader)| Some((masks[boolean]?, reader))) {
            Some((mask, Reader::Mask(extended))) => {
                same.insert(extended, mask);
                return;
            }
            Some((mask, Reader::Number(_))) => {
                let zero = inserter.kernel.constant_value(Type::I32, 0);
                inserter.kernel.insts[inst] = plain(Op::Sub, &[zero, mask]);
            }
            Some((mask, Reader::Choice(chosen))) if inserter.kernel.ty(chosen) == Type::I32 => {
                inserter.kernel.insts[inst] = plain(Op::And, &[mask, chosen]);
            }
            Some((mask, Reader::Choice(chosen))) => {
                let bits = inserter.op(Op::Bitcast, &[chosen], Type::I32);
                let both = inserter.op(Op::And, &[mask, bits], Type::I32);
                inserter.kernel.insts[inst] = plain(Op::Bitcast, &[both]);
            }
            None => {}
        }
        inserter.keep(inst);
        if let Some(result) = inserter.kernel.result(inst)
            && comparisons[result].is_masked()
        {
            masks[result] = Some(inserter.op(Op::SExt, &[result], Type::I32));
        }
    });
    if !same.is_empty() {
        for inst in kernel.insts.keys() {
            kernel.map_uses(inst, |value| same.get(&value).copied().unwrap_or(value));
        }
    }
    !blocks.is_empty()
}

/// A comparison of dwords, and what reads it.
#[derive(Clone, Default)]
struct Comparison {
    /// Its block; none where it is no such comparison, or something reads it that cannot read a mask.
    home: PackedOption<Block>,
    /// The other blocks that read it.
    elsewhere: SmallVec<[Block; 2]>,
    /// Whether a sum reads it as a dword of 1 or 0.
    is_added: bool,
    /// Whether an instruction other than a sum reads it as such a dword, or a float is chosen by it.
    is_read_otherwise: bool,
    /// Whether the program extends it by its sign.
    is_extended: bool,
}

impl Comparison {
    /// Whether a mask takes its place.
    fn is_masked(&self) -> bool {
        let is_read_otherwise = self.is_read_otherwise || !self.elsewhere.is_empty();
        let is_read_well = match self.is_extended {
            true => self.is_added || is_read_otherwise,
            false => self.is_added && !is_read_otherwise,
        };
        is_read_well && self.home.is_some()
    }
}

/// What may read a mask in place of a boolean.
enum Reader {
    /// An extension to a dword of 1 or 0, which is this.
    Number(Value),
    /// An extension by the sign to this dword.
    Mask(Value),
    /// A choice between this dword or float and 0.
    Choice(Value),
}

impl Reader {
    /// The boolean that `inst` reads so.
    fn of(kernel: &Kernel, inst: InstId) -> Option<(Value, Reader)> {
        let InstData::Plain { op, args: [boolean, chosen, other] } = kernel.insts[inst] else { return None };
        let number = || kernel.result(inst).filter(|number| kernel.ty(*number) == Type::I32);
        let reader = match op {
            Op::ZExt if kernel.ty(boolean) == Type::I1 => Reader::Number(number()?),
            Op::SExt if kernel.ty(boolean) == Type::I1 => Reader::Mask(number()?),
            Op::Select if may_be_masked(kernel, chosen) && kernel.constant(other) == Some(0) => Reader::Choice(chosen),
            _ => return None,
        };
        Some((boolean, reader))
    }
}

/// Whether an `and` takes `value`: a dword, or a float that is no sign change of another, which `sel` has as a modifier.
fn may_be_masked(kernel: &Kernel, value: Value) -> bool {
    match (kernel.ty(value), kernel.values[value].def) {
        (Type::F32, ValueDef::Result(inst, _)) => {
            !matches!(kernel.insts[inst], InstData::Plain { op: Op::FNeg | Op::FAbs, .. })
        }
        (ty, _) => matches!(ty, Type::I32 | Type::F32),
    }
}

/// The comparisons of dwords, by their results. `added` are the dwords of 1 or 0 that are added alone.
fn comparisons(kernel: &Kernel, uniform: &UniformValues, added: &EntitySet<Value>) -> SecondaryMap<Value, Comparison> {
    let mut found: SecondaryMap<Value, Comparison> = SecondaryMap::new();
    for block in &kernel.layout {
        for inst in &kernel.blocks[*block].insts {
            let reader = Reader::of(kernel, *inst);
            kernel.for_each_use(*inst, |value| {
                if kernel.ty(value) != Type::I1 {
                    return;
                }
                let comparison = &mut found[value];
                if comparison.home.expand() != Some(*block) && !comparison.elsewhere.contains(block) {
                    comparison.elsewhere.push(*block);
                }
                match &reader {
                    Some((boolean, Reader::Number(number))) if *boolean == value => {
                        let is_added = added.contains(*number);
                        comparison.is_added |= is_added;
                        comparison.is_read_otherwise |= !is_added;
                    }
                    Some((boolean, Reader::Mask(_))) if *boolean == value => comparison.is_extended = true,
                    Some((boolean, Reader::Choice(chosen))) if *boolean == value => {
                        comparison.is_read_otherwise |= kernel.ty(*chosen) != Type::I32;
                    }
                    _ => comparison.home = None.into(),
                }
            });
            if let InstData::Plain { op, args } = &kernel.insts[*inst]
                && is_one_comparison(*op)
                && matches!(kernel.ty(args[0]), Type::I32 | Type::F32)
                && let Some(result) = kernel.result(*inst).filter(|result| !uniform.has(kernel, *result))
            {
                // A block that reads it and is listed before its own would be rebuilt before there is a mask.
                found[result].home = Some(*block).filter(|_| found[result].elsewhere.is_empty()).into();
            }
        }
    }
    found
}

/// The dwords of 1 or 0 that booleans are extended to.
fn numbers(kernel: &Kernel) -> EntitySet<Value> {
    let mut numbers = EntitySet::new();
    let insts = kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts);
    numbers.extend(insts.filter_map(|inst| match Reader::of(kernel, *inst) {
        Some((_, Reader::Number(number))) => Some(number),
        _ => None,
    }));
    numbers
}

/// Those of the `numbers` that nothing but sums and differences reads.
fn added(kernel: &Kernel, mut numbers: EntitySet<Value>) -> EntitySet<Value> {
    for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
        if !matches!(kernel.insts[*inst], InstData::Plain { op: Op::Add | Op::Sub, .. }) {
            kernel.for_each_use(*inst, |value| _ = numbers.remove(value));
        }
    }
    numbers
}
