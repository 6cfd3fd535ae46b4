//! Register pressure: how many registers are taken at each instruction if every backing variable has its own.
//!
//! A backing variable has all of its registers wherever one of its register units is live, as an allocator sees it that
//! does not split variables.

use texvisa_ir::visa::{Align, Storage, Var, VisaKernel};

use crate::liveness::Liveness;
use crate::uses_defs::Segment;

/// The instructions at which more registers are taken than a limit.
#[derive(Debug)]
pub struct Crowded {
    /// For each instruction, how many before it are crowded.
    before: Vec<u32>,
    /// How many times the limit are taken at the most, rounded down.
    pub times: u32,
    /// How many registers more than the limit are taken, added up over the instructions.
    pub excess: u64,
}

impl Crowded {
    /// Finds the instructions of `kernel` at which more than `limit` registers are taken. Uniform values, several of
    /// which share a register, do not count.
    pub fn new(kernel: &VisaKernel, liveness: &Liveness, limit: u32) -> Crowded {
        let (grf, insts) = (kernel.grf(), kernel.insts.len());
        let mut live: Vec<(Var, Segment)> = Vec::new();
        for (reg_unit, _) in liveness.extents() {
            let root = kernel.backing(reg_unit).0;
            let decl = &kernel.vars[root];
            if decl.align == Align::Grf && decl.storage != Storage::R0 {
                live.extend(liveness.segments(reg_unit).iter().map(|segment| (root, *segment)));
            }
        }
        live.sort_unstable();
        // By instruction: registers that are taken from there on, less those that are free from there on.
        let mut change = vec![0_i32; insts + 2];
        for of_one in live.chunk_by(|a, b| a.0 == b.0) {
            let registers = grf.holding(kernel.vars[of_one[0].0].bytes()) as i32;
            for (first, end) in joined(of_one.iter().map(|(_, segment)| *segment)) {
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
        Crowded { before, times: most.unsigned_abs() / limit.max(1), excess }
    }

    /// Whether more than one instruction of `part` is crowded.
    pub fn is_more_than_one_of(&self, part: usize) -> bool {
        self.before.last().is_some_and(|count| *count as usize * part > self.before.len())
    }

    /// At how many of them one of the segments is live.
    pub fn count_in(&self, segments: &mut [Segment]) -> u32 {
        segments.sort_unstable();
        joined(segments.iter().copied())
            .map(|(first, end)| self.before[end as usize] - self.before[first as usize])
            .sum()
    }
}

/// The instructions in segments that come by rising start, each once: the first of a run and the one behind its last.
fn joined(segments: impl Iterator<Item = Segment>) -> impl Iterator<Item = (u32, u32)> {
    let mut runs = segments.map(|(start, end)| (start / 2, end.div_ceil(2))).peekable();
    std::iter::from_fn(move || {
        let (first, mut end) = runs.next()?;
        while let Some((_, next)) = runs.next_if(|run| run.0 <= end) {
            end = end.max(next);
        }
        Some((first, end))
    })
}

/// How many registers more than `limit` are taken, added up over the instructions, if every backing variable has its own
/// wherever one of its parts is live. `liveness` may be that of the kernel before its copies were coalesced.
pub fn excess(kernel: &VisaKernel, liveness: &Liveness, limit: u32) -> u64 {
    Crowded::new(kernel, liveness, limit).excess
}
