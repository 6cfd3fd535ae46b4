//! Values that are computed again where they are read, rather than kept in registers.
//!
//! Rules:
//!
//! - A block is crowded if more registers are live in it than there are. A value that is live through it, and read elsewhere
//!   alone, can be computed again where it is read.
//! - One to four instructions of integers or floats compute it. What they read is live there all the same, or uniform, or
//!   serves so many such values that it takes fewer registers than they do. They are put before the first reader of a block,
//!   for all readers of that block.
//! - Bytes and words are read again in the dwords that they are parts of, where those are live all the same or take fewer
//!   registers than they do: a register holds no bytes but those of one value.
//! - Those come first that take the fewest instructions for the registers that they free, one in a loop counting for ten
//!   outside of it, until no block is crowded or none is left. What they read is not computed again itself.
//! - A uniform value is not read outside of its loop: it would be divergent (temporal divergence).
//!
//! Intel's finalizer does the same for what it would spill, if an instruction has at most six readers
//! (Rematerialization of its register allocator). It does not see what comes of others.

use cranelift_entity::{EntitySet, SecondaryMap, packed_option::PackedOption};
use smallvec::SmallVec;
use texvisa_ir::texture::{Block, InstData, InstId, Kernel, Op, Rounding, Scalar, Value, ValueDef};

use super::block::Numbers;
use super::list;
use super::live::LiveValues;
use crate::analyses::Analyses;
use crate::remark::Remarks;

/// How many times a loop runs.
const RUNS: u64 = 10;

/// How many instructions compute a value again, at the most.
const MOST_INSTS: usize = 4;

/// How many blocks read a value that is computed again, at the most.
const MOST_READERS: usize = 10;

/// How many blocks read what is computed of a byte or word again, at the most: there are many of these.
const MOST_READERS_OF_PARTS: usize = 1;

/// How many of the values that are computed again must be of one for that to stay in registers instead.
const SHARED: u32 = 4;

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
    let mut numbers = Numbers::default();
    for block in blocks {
        let peak = list::peak(kernel, live, *block, &mut numbers);
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
        replaced.insert(candidate.value);
        for (block, over) in &mut crowded {
            if candidate.passes(live, *block) {
                *over = over.saturating_sub(live.bytes[candidate.value]);
            }
            let longer = candidate.operands.iter().filter(|operand| !kept.contains(**operand));
            let bytes = |operand: &Value| if live.behind(*block).contains(*operand) { 0 } else { live.bytes[*operand] };
            *over += longer.map(bytes).sum::<u32>();
        }
        kept.extend(candidate.operands.iter().copied());
        remarks.add(kernel, "pressure", candidate.insts[candidate.insts.len() - 1], || {
            "computed again where it is read, for fewer registers".to_owned()
        });
        candidate.compute_again(kernel);
        changed = true;
    }
    changed
}

/// What reads a value in other blocks than its own: the blocks, each with its first reader.
type Readers = SmallVec<[(Block, InstId); 4]>;

/// A value that may be computed again.
struct Candidate {
    value: Value,
    /// The instructions that compute it, each behind what it reads: the last is its own.
    insts: SmallVec<[InstId; MOST_INSTS]>,
    readers: Readers,
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
            let mut again: SmallVec<[(Value, Value); MOST_INSTS]> = SmallVec::new();
            let mut own = std::mem::take(&mut kernel.blocks[*block].insts);
            let at = own.iter().position(|inst| inst == first).unwrap_or(0);
            let readers = own.split_off(at);
            for inst in &self.insts {
                let Some(old) = kernel.result(*inst) else { continue };
                let copy = kernel.push_inst(kernel.insts[*inst].clone());
                kernel.set_location(copy, kernel.location(*inst));
                kernel.map_uses(copy, |value| replaced(&again, value));
                let new = kernel.push_result(copy, kernel.ty(old));
                again.push((old, new));
                own.push(copy);
            }
            // The other values are computed for this one alone.
            again.retain(|(old, _)| *old == self.value);
            readers.iter().for_each(|inst| kernel.map_uses(*inst, |value| replaced(&again, value)));
            own.extend(readers);
            kernel.blocks[*block].insts = own;
        }
    }
}

fn replaced(again: &[(Value, Value)], value: Value) -> Value {
    again.iter().find(|(old, _)| *old == value).map_or(value, |(_, new)| *new)
}

struct Candidates<'a> {
    kernel: &'a Kernel,
    analyses: &'a Analyses,
    live: &'a LiveValues,
    /// The blocks that define the results of instructions.
    home: SecondaryMap<Value, PackedOption<Block>>,
    /// The values that are not live where they are read again, by how many candidates would.
    shared: SecondaryMap<Value, u32>,
    /// By a dword: the registers of the bytes and words that would be read in it instead. While they are counted there is none,
    /// and each of them is a candidate.
    of_parts: Option<SecondaryMap<Value, u32>>,
    list: Vec<Candidate>,
}

impl<'a> Candidates<'a> {
    fn new(kernel: &'a Kernel, analyses: &'a Analyses, live: &'a LiveValues) -> Candidates<'a> {
        let mut home: SecondaryMap<Value, PackedOption<Block>> = SecondaryMap::default();
        // What instructions without code of their own read, the readers of these read.
        let mut viewed: EntitySet<Value> = EntitySet::new();
        let mut readers: SecondaryMap<Value, Readers> = SecondaryMap::default();
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
        let mut candidates = Candidates {
            kernel,
            analyses,
            live,
            home,
            shared: SecondaryMap::default(),
            of_parts: None,
            list: Vec::new(),
        };
        let insts = || analyses.flow.order.iter().flat_map(|block| &kernel.blocks[*block].insts);
        let given = |inst: &InstId| {
            let value = kernel.result(*inst)?;
            let is_kept = readers[value].len() <= MOST_READERS
                && !viewed.contains(value)
                && live.registers(value) > 0
                && !live.is_flag(value);
            (is_kept && !readers[value].is_empty()).then_some(value)
        };
        // First without values that many read, to count those.
        let mut read_again: Vec<Value> = Vec::new();
        let mut of_parts: SecondaryMap<Value, u32> = SecondaryMap::default();
        for inst in insts() {
            if let Some(value) = given(inst)
                && let Some(candidate) = candidates.candidate(*inst, value, &readers[value])
            {
                let inner = &candidate.insts[..candidate.insts.len() - 1];
                read_again.extend(inner.iter().filter_map(|inst| kernel.result(*inst)));
                let wholes = candidate.insts.iter().filter_map(|inst| live.whole_of(kernel, *inst));
                wholes.for_each(|whole| of_parts[whole] += live.registers(value));
            }
        }
        read_again.iter().for_each(|value| candidates.shared[*value] += 1);
        candidates.of_parts = Some(of_parts);
        for inst in insts() {
            if let Some(value) = given(inst)
                && let Some(candidate) = candidates.candidate(*inst, value, &readers[value])
            {
                candidates.list.push(candidate);
            }
        }
        candidates
    }

    fn candidate(&self, inst: InstId, value: Value, readers: &Readers) -> Option<Candidate> {
        let (mut insts, mut operands) = (SmallVec::new(), SmallVec::new());
        self.collect(inst, readers, &mut insts, &mut operands)?;
        let loops = &self.analyses.loops;
        let runs = |block: &Block| RUNS.pow(loops.innermost(*block).map_or(0, |id| loops.loops[id].depth.min(8)));
        let cost = readers.iter().map(|(block, _)| runs(block)).sum::<u64>() * insts.len() as u64;
        Some(Candidate { value, insts, readers: readers.clone(), operands, cost })
    }

    /// Adds `inst` and what computes its operands, unless these may be read where they are; none if that takes too many
    /// instructions, or others than those that are computed again.
    fn collect(
        &self,
        inst: InstId,
        readers: &Readers,
        insts: &mut SmallVec<[InstId; MOST_INSTS]>,
        operands: &mut SmallVec<[Value; 3]>,
    ) -> Option<()> {
        let InstData::Plain { op, args } = &self.kernel.insts[inst] else { return None };
        if let Some(whole) = self.live.whole_of(self.kernel, inst) {
            let is_live = readers.iter().all(|(block, _)| self.live.behind(*block).contains(whole));
            let serves = |of_parts: &SecondaryMap<Value, u32>| of_parts[whole] > self.live.registers(whole);
            // The copy names what it truncates, also where that is a shift which is read in place.
            let leaves_loop = [whole, args[0]].iter().any(|value| self.leaves_loop(*value, readers));
            if readers.len() > MOST_READERS_OF_PARTS || leaves_loop {
                return None;
            }
            if !(is_live || self.of_parts.as_ref().is_none_or(serves)) {
                return None;
            }
            if !operands.contains(&whole) {
                operands.push(whole);
            }
            insts.push(inst);
            return (insts.len() <= MOST_INSTS).then_some(());
        }
        let args = &args[..op.arity()];
        let is_boolean = |value: &Value| self.kernel.ty(*value).scalar == Scalar::I1;
        if !is_cheap(*op) || args.iter().any(is_boolean) || self.live.is_view(self.kernel, inst) {
            return None;
        }
        for arg in args {
            // What is live behind a block that it is not defined in is live in all of it.
            let is_live = || readers.iter().all(|(block, _)| self.live.behind(*block).contains(*arg));
            let is_free = || self.live.bytes[*arg] > 0 && self.live.registers(*arg) == 0;
            match self.kernel.values[*arg].def {
                ValueDef::Constant(_) | ValueDef::Undefined => {}
                _ if operands.contains(arg) => {}
                _ if self.leaves_loop(*arg, readers) => return None,
                _ if is_live() || is_free() || self.shared[*arg] >= SHARED => operands.push(*arg),
                ValueDef::Result(inner, _) if insts.contains(&inner) => {}
                ValueDef::Result(inner, _) => self.collect(inner, readers, insts, operands)?,
                _ => return None,
            }
        }
        insts.push(inst);
        (insts.len() <= MOST_INSTS).then_some(())
    }

    /// Whether a reader of a uniform value would be outside of the loop that defines it. There it may differ between lanes,
    /// and it would do so in the loop.
    fn leaves_loop(&self, value: Value, readers: &Readers) -> bool {
        let Analyses { loops, uniformity, .. } = self.analyses;
        let home = match self.kernel.values[value].def {
            ValueDef::Param(block, _) => Some(block),
            _ => self.home[value].expand(),
        };
        uniformity.is_uniform(value)
            && home
                .and_then(|home| loops.innermost(home))
                .is_some_and(|id| !readers.iter().all(|(block, _)| loops.contains(id, *block)))
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
