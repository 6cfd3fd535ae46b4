//! Values that are computed again where they are read, rather than kept in registers.
//!
//! Rules:
//!
//! - A block is crowded if more registers are live in it than there are. What is live through it, and read elsewhere, can be
//!   computed again by those that read it.
//! - One instruction of integers or floats is, of operands that are live there all the same. It is put before the first
//!   reader of a block, for all readers of that block.
//! - Those come first that take the fewest instructions for the registers that they free, one in a loop counting for ten
//!   outside of it, until no block is crowded or none is left. A value that is an operand then stays.
//!
//! Intel's finalizer does the same for what it would spill, if an instruction has at most six readers
//! (Rematerialization of its register allocator). It does not see what comes of others.

use cranelift_entity::{EntitySet, SecondaryMap, packed_option::PackedOption};
use smallvec::SmallVec;
use texvisa_ir::texture::{Block, InstData, InstId, Kernel, Op, Rounding, Scalar, Value, ValueDef};

use super::list;
use super::live::LiveValues;
use crate::analyses::Analyses;
use crate::remark::Remarks;

/// How many times a loop runs.
const RUNS: u64 = 10;

/// Computes values of `kernel` again where more than `limit` bytes of registers are live; returns whether there was one.
pub fn rematerialize(
    kernel: &mut Kernel,
    analyses: &Analyses,
    live: &LiveValues,
    limit: u32,
    remarks: &mut Remarks,
) -> bool {
    let blocks = &analyses.flow.order;
    let mut crowded: Vec<(Block, u32)> = Vec::new();
    for block in blocks {
        let peak = list::peak(kernel, live, *block);
        if peak > limit {
            crowded.push((*block, peak - limit));
        }
    }
    if crowded.is_empty() {
        return false;
    }
    let mut candidates = Candidates::new(kernel, analyses, live).list;
    candidates.retain(|candidate| crowded.iter().any(|(block, _)| candidate.passes(live, *block)));
    candidates.sort_by_key(|candidate| (candidate.cost * 64 / u64::from(live.bytes[candidate.value]), candidate.value));
    let mut kept: EntitySet<Value> = EntitySet::new();
    let mut replaced: EntitySet<Value> = EntitySet::new();
    let mut changed = false;
    for candidate in &candidates {
        let helps = |(block, over): &(Block, u32)| *over > 0 && candidate.passes(live, *block);
        let reads_replaced = candidate.operands.iter().any(|operand| replaced.contains(*operand));
        if kept.contains(candidate.value) || reads_replaced || !crowded.iter().any(helps) {
            continue;
        }
        kept.extend(candidate.operands.iter().copied());
        replaced.insert(candidate.value);
        for (block, over) in &mut crowded {
            if candidate.passes(live, *block) {
                *over = over.saturating_sub(live.bytes[candidate.value]);
            }
        }
        remarks.add(kernel, "pressure", candidate.inst, || {
            "computed again where it is read, for fewer registers".to_owned()
        });
        candidate.compute_again(kernel);
        changed = true;
    }
    changed
}

/// A value that may be computed again.
struct Candidate {
    value: Value,
    /// The instruction that computes it.
    inst: InstId,
    /// The blocks that read it, but for its own, each with its first reader.
    readers: SmallVec<[(Block, InstId); 4]>,
    /// What it is computed of.
    operands: SmallVec<[Value; 3]>,
    /// The instructions that this takes, each as often as it is run.
    cost: u64,
}

impl Candidate {
    /// Whether the value is live through `block`, and not read there.
    fn passes(&self, live: &LiveValues, block: Block) -> bool {
        live.behind(block).contains(self.value) && !self.readers.iter().any(|(reader, _)| *reader == block)
    }

    fn compute_again(&self, kernel: &mut Kernel) {
        for (block, first) in &self.readers {
            let inst = kernel.push_inst(kernel.insts[self.inst].clone());
            kernel.set_location(inst, kernel.location(self.inst));
            let again = kernel.push_result(inst, kernel.ty(self.value));
            let mut insts = std::mem::take(&mut kernel.blocks[*block].insts);
            let at = insts.iter().position(|inst| inst == first).unwrap_or(0);
            insts.insert(at, inst);
            for inst in &insts[at + 1..] {
                kernel.map_uses(*inst, |value| if value == self.value { again } else { value });
            }
            kernel.blocks[*block].insts = insts;
        }
    }
}

struct Candidates<'a> {
    kernel: &'a Kernel,
    analyses: &'a Analyses,
    live: &'a LiveValues,
    list: Vec<Candidate>,
}

impl<'a> Candidates<'a> {
    fn new(kernel: &'a Kernel, analyses: &'a Analyses, live: &'a LiveValues) -> Candidates<'a> {
        let mut home: SecondaryMap<Value, PackedOption<Block>> = SecondaryMap::default();
        // What instructions without code of their own read, the readers of these read.
        let mut viewed: EntitySet<Value> = EntitySet::new();
        let mut readers: SecondaryMap<Value, SmallVec<[(Block, InstId); 4]>> = SecondaryMap::default();
        for block in &analyses.flow.order {
            for inst in &kernel.blocks[*block].insts {
                kernel.results(*inst).for_each(|result| home[result] = (*block).into());
                kernel.for_each_use(*inst, |value| {
                    if live.is_view(kernel, *inst) {
                        viewed.insert(value);
                    }
                    let known = &mut readers[value];
                    if home[value].expand() != Some(*block) && known.last().is_none_or(|(last, _)| last != block) {
                        known.push((*block, *inst));
                    }
                });
            }
        }
        let mut candidates = Candidates { kernel, analyses, live, list: Vec::new() };
        for block in &analyses.flow.order {
            for inst in &kernel.blocks[*block].insts {
                if let Some(value) = kernel.result(*inst)
                    && !viewed.contains(value)
                    && live.registers(value) > 0
                    && !live.is_flag(value)
                {
                    candidates.add(*inst, value, std::mem::take(&mut readers[value]));
                }
            }
        }
        candidates
    }

    fn add(&mut self, inst: InstId, value: Value, readers: SmallVec<[(Block, InstId); 4]>) {
        let InstData::Plain { op, args } = &self.kernel.insts[inst] else { return };
        let args = &args[..op.arity()];
        let is_boolean = |value: &Value| self.kernel.ty(*value).scalar == Scalar::I1;
        if readers.is_empty() || !is_cheap(*op) || args.iter().any(is_boolean) {
            return;
        }
        let is_given =
            |arg: &Value| matches!(self.kernel.values[*arg].def, ValueDef::Constant(_) | ValueDef::Undefined);
        let operands: SmallVec<[Value; 3]> = args.iter().copied().filter(|arg| !is_given(arg)).collect();
        // What is live behind a block that it is not defined in is live in all of it.
        let is_live = |operand: &Value| readers.iter().all(|(block, _)| self.live.behind(*block).contains(*operand));
        if !operands.iter().all(is_live) {
            return;
        }
        let loops = &self.analyses.loops;
        let runs = |block: &Block| RUNS.pow(loops.innermost(*block).map_or(0, |id| loops.loops[id].depth.min(8)));
        let cost = readers.iter().map(|(block, _)| runs(block)).sum();
        self.list.push(Candidate { value, inst, readers, operands, cost });
    }
}

/// Whether an operation is one instruction that is no longer than a move.
fn is_cheap(op: Op) -> bool {
    let is_of_integers = matches!(
        op,
        Op::Add
            | Op::Sub
            | Op::And
            | Op::Or
            | Op::Xor
            | Op::Shl
            | Op::ShrU
            | Op::ShrS
            | Op::MinS
            | Op::MaxS
            | Op::MinU
            | Op::MaxU
    );
    let is_of_floats = matches!(op, Op::FAdd | Op::FSub | Op::FMul | Op::FMin | Op::FMax);
    let converts = matches!(op, Op::ZExt | Op::SExt | Op::SToF | Op::UToF);
    (is_of_integers || is_of_floats || converts) && op.rounding() == Rounding::Nearest
}
