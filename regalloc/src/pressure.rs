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
pub struct Crowded<'a> {
    /// For each instruction, how many before it are crowded.
    before: Vec<u32>,
    /// How many registers are taken at one of them, at the most.
    most: u32,
    /// How many times the limit that is, rounded down; of variables that are written in parts, loops do not count.
    pub times: u32,
    /// How many registers more than the limit are taken, added up over the instructions.
    pub excess: u64,
    in_parts: InParts<'a>,
}

/// Where a variable that is written in parts has its registers.
#[derive(Debug)]
enum InParts<'a> {
    /// Where one of the parts is live.
    WhereLive,
    /// From its first instruction to its last.
    FirstToLast,
    /// The same, and if those are in two blocks, throughout the outermost loops that they are in.
    Loops { flow: &'a ThreadFlow, outermost: Vec<(u32, u32)> },
}

impl<'a> Crowded<'a> {
    /// Finds the instructions of `kernel` at which more than `limit` registers are taken. Uniform values, several of
    /// which share a register, do not count.
    pub fn new(kernel: &VisaKernel, liveness: &'a Liveness, limit: u32) -> Crowded<'a> {
        let whole = Crowded::count(kernel, liveness, limit, InParts::FirstToLast);
        if whole.times >= 2 {
            return Crowded::count(kernel, liveness, limit, InParts::WhereLive);
        }
        match InParts::loops(&liveness.flow) {
            Some(loops) => Crowded { times: whole.times, ..Crowded::count(kernel, liveness, limit, loops) },
            None => whole,
        }
    }

    fn count(kernel: &VisaKernel, liveness: &Liveness, limit: u32, in_parts: InParts<'a>) -> Crowded<'a> {
        let (grf, insts) = (kernel.grf(), kernel.insts.len());
        let mut live: Vec<(Var, Segment)> = Vec::new();
        let mut written_in_parts: EntitySet<Var> = EntitySet::new();
        for (reg_unit, _) in liveness.extents() {
            let root = kernel.backing(reg_unit).0;
            let decl = &kernel.vars[root];
            if decl.align == Align::Grf && decl.storage != Storage::R0 {
                live.extend(liveness.segments(reg_unit).iter().map(|segment| (root, *segment)));
                if is_part(kernel, reg_unit, root) {
                    written_in_parts.insert(root);
                }
            }
        }
        live.sort_unstable();
        // By instruction: registers that are taken from there on, less those that are free from there on.
        let mut change = vec![0_i32; insts + 2];
        for of_one in live.chunk_by(|a, b| a.0 == b.0) {
            let root = of_one[0].0;
            let registers = grf.holding(kernel.vars[root].bytes()) as i32;
            let segments = of_one.iter().map(|(_, segment)| *segment);
            for (first, end) in in_parts.joined(segments, written_in_parts.contains(root)) {
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
        Crowded { before, most, times: most / limit.max(1), excess, in_parts }
    }

    /// Whether more than one instruction of `part` is crowded.
    pub fn is_more_than_one_of(&self, part: usize) -> bool {
        self.before.last().is_some_and(|count| *count as usize * part > self.before.len())
    }

    /// At how many of them a variable has its registers, of which these are the segments of the parts that are live; `is_in_parts`
    /// says that it is written in parts.
    pub fn count_in(&self, segments: &mut [Segment], is_in_parts: bool) -> u32 {
        segments.sort_unstable();
        self.in_parts
            .joined(segments.iter().copied(), is_in_parts)
            .map(|(first, end)| self.before[end as usize] - self.before[first as usize])
            .sum()
    }
}

impl<'a> InParts<'a> {
    /// The view in which loops count, if there are some.
    fn loops(flow: &'a ThreadFlow) -> Option<InParts<'a>> {
        let outermost = flow.outermost_loops();
        (!outermost.is_empty()).then_some(InParts::Loops { flow, outermost })
    }

    /// The instructions at which a variable has its registers, as runs of which each has a first one and one behind its last. Its
    /// segments come by rising start.
    fn joined(&self, segments: impl Iterator<Item = Segment>, is_in_parts: bool) -> impl Iterator<Item = (u32, u32)> {
        let is_whole = is_in_parts && !matches!(self, InParts::WhereLive);
        let mut runs = segments.map(|(start, end)| (start / 2, end.div_ceil(2))).peekable();
        std::iter::from_fn(move || {
            let (first, mut end) = runs.next()?;
            while let Some((_, next)) = runs.next_if(|run| is_whole || run.0 <= end) {
                end = end.max(next);
            }
            Some(if is_in_parts { self.with_loops((first, end)) } else { (first, end) })
        })
    }

    /// The run of a variable that is written in parts with the loops around its ends, if these count.
    fn with_loops(&self, (first, end): (u32, u32)) -> (u32, u32) {
        let InParts::Loops { flow, outermost } = self else { return (first, end) };
        let last = end.saturating_sub(1).max(first);
        if flow.block_of(first) == flow.block_of(last) {
            return (first, end);
        }
        let around = |inst: u32| {
            let before = outermost.partition_point(|(start, _)| *start <= inst);
            outermost[..before].last().filter(|(_, end)| inst < *end)
        };
        (around(first).map_or(first, |(start, _)| *start), around(last).map_or(end, |(_, behind)| end.max(*behind)))
    }
}

/// Whether `reg_unit` has fewer registers than the variable that backs it.
fn is_part(kernel: &VisaKernel, reg_unit: Var, root: Var) -> bool {
    let grf = kernel.grf();
    grf.holding(kernel.vars[reg_unit].bytes()) < grf.holding(kernel.vars[root].bytes())
}

/// How many registers more than `limit` are taken, added up over the instructions, if every backing variable has its own
/// wherever one of its parts is live. `liveness` may be that of the kernel before its copies were coalesced.
pub fn excess(kernel: &VisaKernel, liveness: &Liveness, limit: u32) -> u64 {
    Crowded::count(kernel, liveness, limit, InParts::WhereLive).excess
}

/// How many registers are taken at one instruction, at the most, as Intel's finalizer sees variables that several blocks write in
/// parts. None for a kernel without one in a loop, where [`assign`](crate::assign()) sees as much. `liveness` may be that of the kernel
/// before its copies were coalesced.
pub fn most_taken(kernel: &VisaKernel, liveness: &Liveness) -> Option<u32> {
    let loops = InParts::loops(&liveness.flow)?;
    let mut wholes: SecondaryMap<Var, Segment> = SecondaryMap::with_default((u32::MAX, 0));
    for (reg_unit, (start, end)) in liveness.extents() {
        let root = kernel.backing(reg_unit).0;
        if is_part(kernel, reg_unit, root) {
            let whole = &mut wholes[root];
            *whole = (whole.0.min(start), whole.1.max(end));
        }
    }
    let mut runs = wholes.values().filter(|whole| whole.1 > 0).map(|whole| (whole.0 / 2, whole.1.div_ceil(2)));
    let is_longer = runs.any(|run| loops.with_loops(run) != run);
    is_longer.then(|| Crowded::count(kernel, liveness, i32::MAX as u32, loops).most)
}
