//! Register pressure: how many registers are taken at each instruction if every backing variable has its own.
//!
//! A backing variable has all of its registers wherever one of its register units is live, as an allocator sees it that
//! does not split variables.
//!
//! One that is written in parts has them from its first instruction to its last, if fewer than twice the registers are taken
//! then. Where lanes can diverge, Intel's finalizer keeps variables apart from their first instruction to their last if their
//! elements have different widths, and holes in a row of eight registers serve few others. In `kernel_gemm_noshuffle_q4_0_f32` of
//! ggml, a loop and the way around it write the rows of eight payloads: with these in place, GenX_IR 1.0.12504.6 spilled 1,664
//! bytes of what the loop sums up; as 32 variables that are copied to the payloads, nothing. Where more are taken, the copies
//! are spilled as well: the same kernels had up to a fifth more messages with them at SIMD32.
//!
//! If several blocks write its parts, and a loop has one of them, it has its registers throughout the outermost loop: no
//! instruction writes all of it, so that Intel's finalizer takes it for live at the head of the loop. The nine inner loops of
//! `kFindOverlappingPairs` of bullet3 each wrote a payload of eight registers in place: GenX_IR spilled 9,440 bytes, and spills
//! nothing where they are copied.

use cranelift_entity::{EntitySet, SecondaryMap};
use texvisa_ir::visa::{Align, Storage, Var, VisaKernel};

use crate::control_flow::ThreadFlow;
use crate::liveness::Liveness;
use crate::uses_defs::Segment;

/// The instructions at which more registers are taken than a limit.
#[derive(Debug)]
pub struct Crowded {
    /// For each instruction, how many before it are crowded.
    before: Vec<u32>,
    /// How many are taken at one of them, at the most.
    most: u32,
    /// How many times the limit that is, rounded down.
    pub times: u32,
    /// How many registers more than the limit are taken, added up over the instructions.
    pub excess: u64,
    /// Whether variables that are written in parts have registers from their first instruction to their last.
    is_whole: bool,
    loops: OutermostLoops,
}

impl Crowded {
    /// Finds the instructions of `kernel` at which more than `limit` registers are taken. Uniform values, several of
    /// which share a register, do not count.
    pub fn new(kernel: &VisaKernel, liveness: &Liveness, limit: u32) -> Crowded {
        let whole = Crowded::count(kernel, liveness, limit, true, OutermostLoops::default());
        if whole.times >= 2 {
            return Crowded::count(kernel, liveness, limit, false, whole.loops);
        }
        let loops = OutermostLoops::new(&liveness.flow);
        if loops.loops.is_empty() {
            return whole;
        }
        Crowded { times: whole.times, ..Crowded::count(kernel, liveness, limit, true, loops) }
    }

    fn count(kernel: &VisaKernel, liveness: &Liveness, limit: u32, is_whole: bool, loops: OutermostLoops) -> Crowded {
        let (grf, insts) = (kernel.grf(), kernel.insts.len());
        let mut live: Vec<(Var, Segment)> = Vec::new();
        let mut in_parts: EntitySet<Var> = EntitySet::new();
        for (reg_unit, _) in liveness.extents() {
            let root = kernel.backing(reg_unit).0;
            let decl = &kernel.vars[root];
            if decl.align == Align::Grf && decl.storage != Storage::R0 {
                live.extend(liveness.segments(reg_unit).iter().map(|segment| (root, *segment)));
                if grf.holding(kernel.vars[reg_unit].bytes()) < grf.holding(decl.bytes()) {
                    in_parts.insert(root);
                }
            }
        }
        live.sort_unstable();
        // By instruction: registers that are taken from there on, less those that are free from there on.
        let mut change = vec![0_i32; insts + 2];
        for of_one in live.chunk_by(|a, b| a.0 == b.0) {
            let registers = grf.holding(kernel.vars[of_one[0].0].bytes()) as i32;
            let segments = of_one.iter().map(|(_, segment)| *segment);
            for (first, end) in loops.joined(segments, is_whole && in_parts.contains(of_one[0].0)) {
                change[first as usize] += registers;
                change[end as usize] -= registers;
            }
        }
        let (mut taken, mut most, mut crowded, mut excess) = (0, 0, 0, 0);
        let mut before = Vec::with_capacity(insts + 2);
        for change in change {
            before.push(crowded);
            taken += change;
            most = most.max(taken);
            crowded += u32::from(taken > limit as i32);
            excess += u64::from(taken.saturating_sub_unsigned(limit).max(0).unsigned_abs());
        }
        let most = most.unsigned_abs();
        Crowded { before, most, times: most / limit.max(1), excess, is_whole, loops }
    }

    /// Whether more than one instruction of `part` is crowded.
    pub fn is_more_than_one_of(&self, part: usize) -> bool {
        self.before.last().is_some_and(|count| *count as usize * part > self.before.len())
    }

    /// At how many of them one of the segments of a variable is live, which may be written in parts.
    pub fn count_in(&self, segments: &mut [Segment], in_parts: bool) -> u32 {
        segments.sort_unstable();
        self.loops
            .joined(segments.iter().copied(), self.is_whole && in_parts)
            .map(|(first, end)| self.before[end as usize] - self.before[first as usize])
            .sum()
    }
}

/// The outermost loops of a kernel.
#[derive(Debug, Default)]
struct OutermostLoops {
    /// The first instruction of each and the one behind its last, by rising place.
    loops: Vec<(u32, u32)>,
    /// The first instruction of each block.
    starts: Vec<u32>,
}

impl OutermostLoops {
    fn new(flow: &ThreadFlow) -> OutermostLoops {
        let mut loops: Vec<(u32, u32)> = Vec::new();
        for (index, block) in (0..).zip(&flow.blocks) {
            for head in block.successors.iter().filter(|head| **head <= index) {
                loops.push((flow.blocks[*head as usize].start, block.end));
            }
        }
        loops.sort_unstable();
        loops.dedup_by(|next, last| {
            let is_within = next.0 < last.1;
            if is_within {
                last.1 = last.1.max(next.1);
            }
            is_within
        });
        OutermostLoops { loops, starts: flow.blocks.iter().map(|block| block.start).collect() }
    }

    /// The loop around an instruction.
    fn around(&self, inst: u32) -> Option<(u32, u32)> {
        let before = self.loops.partition_point(|(start, _)| *start <= inst);
        self.loops[..before].last().copied().filter(|(_, end)| inst < *end)
    }

    /// The instructions in segments that come by rising start, each once: the first of a run and the one behind its last. Those of
    /// a variable that is written in parts are one run, and if that is of several blocks, it has the loops that it begins and ends in.
    fn joined(&self, segments: impl Iterator<Item = Segment>, in_parts: bool) -> impl Iterator<Item = (u32, u32)> {
        let mut runs = segments.map(|(start, end)| (start / 2, end.div_ceil(2))).peekable();
        std::iter::from_fn(move || {
            let (mut first, mut end) = runs.next()?;
            while let Some((_, next)) = runs.next_if(|run| in_parts || run.0 <= end) {
                end = end.max(next);
            }
            if in_parts && !self.loops.is_empty() {
                let block_of = |inst: u32| self.starts.partition_point(|start| *start <= inst);
                let last = end.saturating_sub(1).max(first);
                if block_of(first) != block_of(last) {
                    end = self.around(last).map_or(end, |(_, behind)| end.max(behind));
                    first = self.around(first).map_or(first, |(start, _)| start);
                }
            }
            Some((first, end))
        })
    }
}

/// How many registers more than `limit` are taken, added up over the instructions, if every backing variable has its own
/// wherever one of its parts is live. `liveness` may be that of the kernel before its copies were coalesced.
pub fn excess(kernel: &VisaKernel, liveness: &Liveness, limit: u32) -> u64 {
    Crowded::count(kernel, liveness, limit, false, OutermostLoops::default()).excess
}

/// How many registers are taken at one instruction, at the most, as Intel's finalizer sees variables that several blocks write in
/// parts. None for a kernel without one in a loop, where [`assign`](crate::assign()) sees as much. `liveness` may be that of the kernel
/// before its copies were coalesced.
pub fn most_taken(kernel: &VisaKernel, liveness: &Liveness) -> Option<u32> {
    let loops = OutermostLoops::new(&liveness.flow);
    if loops.loops.is_empty() {
        return None;
    }
    let grf = kernel.grf();
    let mut in_parts: SecondaryMap<Var, Segment> = SecondaryMap::with_default((u32::MAX, 0));
    for (reg_unit, extent) in liveness.extents() {
        let root = kernel.backing(reg_unit).0;
        if grf.holding(kernel.vars[reg_unit].bytes()) < grf.holding(kernel.vars[root].bytes()) {
            let whole = &mut in_parts[root];
            *whole = (whole.0.min(extent.0), whole.1.max(extent.1));
        }
    }
    let is_longer =
        |whole: &Segment| loops.joined(std::iter::once(*whole), true).ne(loops.joined(std::iter::once(*whole), false));
    let any = in_parts.values().filter(|whole| whole.1 > 0).any(is_longer);
    any.then(|| Crowded::count(kernel, liveness, u32::MAX >> 1, true, loops).most)
}
