//! How many messages Intel's finalizer likely makes of a kernel whose registers are too few.
//!
//! GenX_IR spills a variable everywhere: it stores it behind each instruction that writes it, and loads it before each that reads it.
//! It spills first what few instructions name, those of a loop ten times, and what is live with many others. Of two ways to coalesce
//! the copies of a kernel this tells which is better. How many registers are too many does not: what is spilled may be named often.
//!
//! It is no model of the finalizer, which assigns registers anew after each time that it spills: 876 programs that GenX_IR
//! 1.0.12504.6 spills have 483,830 messages coalesced in one way, 471,953 where this estimate chooses between two, and 456,475 if the
//! better were known.

use cranelift_entity::SecondaryMap;
use texvisa_ir::visa::{Align, Storage, Var, VisaKernel};

use crate::liveness::Liveness;
use crate::uses_defs::Segment;
use crate::vector_rows::indexed_vectors;

/// How many times a loop runs, as far as the choice of what is spilled is concerned.
const TURNS: f64 = 10.0;

/// Loops in more loops than these count like those in so many.
const MOST_LOOPS: u32 = 6;

/// A variable that may be spilled.
struct Candidate {
    registers: u32,
    /// Where it is live: instructions, the second of each run not included.
    runs: Vec<(u32, u32)>,
    /// How many times instructions name it, and the same with those of loops for each turn.
    names: u32,
    weight: f64,
}

/// How many messages the spill code of a kernel likely has, if there are so many registers. `liveness` may be that of the kernel before
/// its copies were coalesced.
pub fn spill_messages(kernel: &VisaKernel, liveness: &Liveness, registers: u32) -> u64 {
    let (candidates, mut taken) = candidates(kernel, liveness);
    let mut ranked: Vec<(f64, &Candidate)> = ranks(&candidates, taken.len()).zip(&candidates).collect();
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut messages = 0;
    for (_, candidate) in ranked {
        let runs = || candidate.runs.iter().map(|(first, end)| *first as usize..*end as usize);
        if runs().flatten().any(|inst| taken[inst] > registers) {
            messages += u64::from(candidate.names);
            runs().flatten().for_each(|inst| taken[inst] -= candidate.registers);
        }
    }
    messages
}

/// The variables that may be spilled, and how many registers are taken at each instruction.
fn candidates(kernel: &VisaKernel, liveness: &Liveness) -> (Vec<Candidate>, Vec<u32>) {
    let grf = kernel.grf();
    let mut live: Vec<(Var, Segment)> = Vec::new();
    for (reg_unit, _) in liveness.extents() {
        let root = kernel.backing(reg_unit).0;
        let decl = &kernel.vars[root];
        // Several uniform values share a register.
        if decl.align == Align::Grf && decl.storage != Storage::R0 {
            live.extend(liveness.segments(reg_unit).iter().map(|segment| (root, *segment)));
        }
    }
    live.sort_unstable();
    let (names, indexed) = (names(kernel, liveness), indexed_vectors(kernel));
    let mut candidates = Vec::new();
    let mut taken = vec![0; kernel.insts.len() + 2];
    for of_one in live.chunk_by(|a, b| a.0 == b.0) {
        let root = of_one[0].0;
        let (names, weight) = names[root];
        let registers = grf.holding(kernel.vars[root].bytes());
        let candidate = Candidate { registers, runs: runs(of_one), names, weight };
        for (first, end) in &candidate.runs {
            taken[*first as usize..*end as usize].iter_mut().for_each(|taken| *taken += registers);
        }
        // The finalizer does not spill what has an address.
        if !indexed.contains(root) {
            candidates.push(candidate);
        }
    }
    (candidates, taken)
}

/// The runs of instructions of these segments, which come by rising start.
fn runs(segments: &[(Var, Segment)]) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for (_, (start, end)) in segments {
        let (first, end) = (start / 2, end.div_ceil(2));
        match runs.last_mut() {
            Some(last) if first <= last.1 => last.1 = last.1.max(end),
            _ => runs.push((first, end)),
        }
    }
    runs
}

/// How many times instructions name each variable, and the same with those of loops for each turn.
fn names(kernel: &VisaKernel, liveness: &Liveness) -> SecondaryMap<Var, (u32, f64)> {
    let mut names: SecondaryMap<Var, (u32, f64)> = SecondaryMap::new();
    for block in &liveness.flow.blocks {
        let weight = TURNS.powf(block.depth.min(MOST_LOOPS).into());
        let insts = &kernel.insts[block.start as usize..block.end as usize];
        for inst in insts.iter().filter(|inst| !kernel.is_omitted(inst)) {
            kernel.for_each_access(inst, |access| {
                let (count, sum) = &mut names[kernel.backing(access.var).0];
                *count += 1;
                *sum += weight;
            });
        }
    }
    names
}

/// The rank of each variable in a kernel of so many instructions: what has the least is spilled first. It is the third power of how
/// often it is named, by the square of how many registers are live with it, from its first instruction to its last (vISA, GraphColor).
fn ranks(candidates: &[Candidate], insts: usize) -> impl Iterator<Item = f64> {
    let extent = |candidate: &Candidate| Some((candidate.runs.first()?.0 as usize, candidate.runs.last()?.1 as usize));
    // The registers of those that begin before each instruction, and of those that end before it.
    let (mut begun, mut ended) = (vec![0_u64; insts + 1], vec![0_u64; insts + 1]);
    for (candidate, (first, end)) in candidates.iter().filter_map(|candidate| Some((candidate, extent(candidate)?))) {
        begun[first + 1] += u64::from(candidate.registers);
        ended[end] += u64::from(candidate.registers);
    }
    for inst in 1..=insts {
        begun[inst] += begun[inst - 1];
        ended[inst] += ended[inst - 1];
    }
    candidates.iter().map(move |candidate| {
        let (first, end) = extent(candidate).unwrap_or_default();
        let others = (begun[end] - ended[first]) as f64 + 1.0;
        candidate.weight.powi(3) / (others * others)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{BRANCH_OPERANDS, kernel};

    /// X, A, B and C have two registers each and are live together. A is named twice, B and C more often, and X at the end, too.
    #[test]
    fn what_few_instructions_name_is_spilled_first() {
        let body = [
            "    add (M1, 16) &A $X 0x1:d\n    add (M1, 16) &B $X 0x2:d\n",
            &"    add (M1, 16) &C $B $X\n    add (M1, 16) &B $C $X\n".repeat(4),
            "    add (M1, 16) &D $A $X\n    add (M1, 16) &D $D $B\n",
        ];
        let kernel = kernel(&[BRANCH_OPERANDS, "A:d16 B:d16 C:d16 D:d16"].concat(), &body.concat());
        let liveness = Liveness::new(&kernel).expect("there is no branch");
        assert_eq!([8, 6].map(|registers| spill_messages(&kernel, &liveness, registers)), [0, 2]);
    }

    /// A is named five times, three of them in a loop, and C seven times outside of it. D is named three times, and is live with all
    /// others at one instruction.
    #[test]
    fn what_a_loop_names_is_spilled_later() {
        let body = [
            "    add (M1, 16) &A $X 0x1:d\n    add (M1, 16) &C $X 0x2:d\n    add (M1, 16) &C $C $C\n",
            "    add (M1, 16) &C $C $X\n",
            "again:\n    add (M1, 16) &A $A $X\n    cmp.lt (M1, 16) P $A 0x5:d\n    (P) goto (M1, 16) again\n",
            "    add (M1, 16) &D $A $X\n    add (M1, 16) &D $D $C\n",
        ];
        let kernel = kernel(&[BRANCH_OPERANDS, "A:d16 C:d16 D:d16"].concat(), &body.concat());
        let liveness = Liveness::new(&kernel).expect("every label is defined");
        assert_eq!(spill_messages(&kernel, &liveness, 4), 3 + 7);
    }
}
