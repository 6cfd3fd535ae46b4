//! The vectorised ALU: executes instructions on elements of 32 bits, which nearly all are, for all lanes at a time.
//!
//! [`alu`](super::alu) is the reference path: it computes lane by lane and in wider numbers. This path computes
//! the same. The low 32 bits of sums and products do not depend on the upper ones. A sum, product, quotient or square
//! root of binary32 that is computed in binary64 and rounded to binary32 is what binary32 arithmetic gives, because
//! binary64 has more than twice its bits and two.

mod compute;
mod inst;

use std::collections::BTreeMap;

use texvisa_ir::visa::Exec;

use super::lockstep::LockstepGroup;
use super::thread::bits;
use crate::unit::MAX_LANES;

use compute::{compare, compute};
pub(super) use inst::VectorInst;
use inst::{Operand, Output, PackedSource, SimpleInst};

/// The instructions of a kernel that the vectorised ALU executes.
#[derive(Debug, Default)]
pub(super) struct VectorCode {
    insts: Vec<VectorInst>,
    /// Each number that is a source, as often as an instruction may have lanes.
    numbers: Vec<u32>,
    /// Where they begin.
    places: BTreeMap<u32, usize>,
}

impl VectorCode {
    /// Adds an instruction behind the others; returns its number.
    pub fn push(&mut self, mut inst: VectorInst) -> usize {
        inst.simple = self.simple(&inst);
        self.insts.push(inst);
        self.insts.len() - 1
    }

    fn simple(&mut self, inst: &VectorInst) -> Option<SimpleInst> {
        let Output::Words { saturate: false, address, .. } = inst.output else { return None };
        let is_changed = inst.inputs.iter().any(|input| input.change.is_some());
        if inst.guard.is_some() || is_changed {
            return None;
        }
        let mut srcs = [PackedSource::Register(0); 3];
        for (src, input) in srcs.iter_mut().zip(&inst.inputs) {
            *src = match input.operand {
                Operand::Packed(address) => PackedSource::Register(address),
                Operand::Number(number) => {
                    let VectorCode { numbers, places, .. } = self;
                    PackedSource::Number(*places.entry(number).or_insert_with(|| {
                        numbers.resize(numbers.len() + MAX_LANES, number);
                        numbers.len() - MAX_LANES
                    }))
                }
                Operand::Scalar(_) | Operand::Any(_) => return None,
            };
        }
        let Exec { lanes, first, nomask } = inst.exec;
        let active = if nomask { 0 } else { bits(lanes.into()) << first };
        Some(SimpleInst { active, dst: address, srcs })
    }

    /// Finds which instructions that are one behind the other compute the same, when all are there.
    pub fn find_alike(&mut self) {
        for index in (1..self.insts.len()).rev() {
            let (before, behind) = self.insts.split_at_mut(index);
            if let (Some(inst), [next, ..]) = (before.last_mut(), behind)
                && inst.work().is_some_and(|work| next.work() == Some(work))
            {
                inst.alike = next.alike + 1;
            }
        }
    }

    /// Executes `count` instructions from `first` on, one after the other, on the active lanes of each thread
    /// of a lockstep group.
    pub fn execute(&self, first: usize, count: usize, lockstep: &mut LockstepGroup<'_>) {
        let mut insts = &self.insts[first..first + count];
        while let [inst, ..] = insts {
            let (alike, behind) = insts.split_at(inst.alike.min(insts.len()));
            match inst.exec.lanes {
                1 => self.execute_alike::<1>(alike, lockstep),
                8 => self.execute_alike::<8>(alike, lockstep),
                16 => self.execute_alike::<16>(alike, lockstep),
                _ => self.execute_alike::<32>(alike, lockstep),
            }
            insts = behind;
        }
    }

    fn execute_alike<const N: usize>(&self, insts: &[VectorInst], lockstep: &mut LockstepGroup<'_>) {
        match insts[0].output {
            Output::Words { op, .. } => compute::<N>(op, insts, lockstep, &self.numbers),
            Output::Predicate(result) => compare::<N>(result, &insts[0], lockstep),
        }
    }
}

#[cfg(test)]
mod tests {
    use texvisa_ir::target::{SimdWidth, Target};
    use texvisa_ir::visa::{AluOp, Inst, RegisterMap, asm};

    use super::super::alu;
    use super::super::float_mode::FloatMode;
    use super::super::lockstep::LockstepGroup;
    use super::super::operand::OperandLayout;
    use super::super::thread::{Lanes, Thread, masked, set_predicate};
    use super::VectorCode;
    use crate::dispatch::HardwareThread;
    use crate::undef_bits::UndefBits;
    use crate::unit::MAX_LANES;

    /// Words that arithmetic trips over: zeros, ones, the extremes, a denormal, infinities, NaNs, small floats, ties.
    const WORDS: [u32; 16] = [
        0,
        1,
        31,
        32,
        0x7fff_ffff,
        0x8000_0000,
        0xffff_ffff,
        0x3f80_0000,
        0xbf80_0000,
        0x0000_1234,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0001,
        0x4b7f_ffff,
        0x4020_0000,
        0xbf00_0000,
    ];

    /// The bits of control register 0 that every kernel sets.
    const KEEP_DENORMALS: u32 = 0x4c0;

    /// Instructions with as many sources as they take.
    const OPS: [(&str, usize); 29] = [
        ("mov", 1),
        ("mov.sat", 1),
        ("add", 2),
        ("add.sat", 2),
        ("mul", 2),
        ("mad", 3),
        ("div", 2),
        ("min", 2),
        ("max", 2),
        ("rndd", 1),
        ("rndu", 1),
        ("rndz", 1),
        ("rnde", 1),
        ("inv", 1),
        ("sqrt", 1),
        ("and", 2),
        ("or", 2),
        ("xor", 2),
        ("not", 1),
        ("shl", 2),
        ("shr", 2),
        ("asr", 2),
        ("sel", 2),
        ("cmp.eq", 2),
        ("cmp.ne", 2),
        ("cmp.gt", 2),
        ("cmp.ge", 2),
        ("cmp.lt", 2),
        ("cmp.le", 2),
    ];

    /// Every operation on mixes of types, modifiers, regions, numbers, masks and predicates in two threads, against the
    /// same lane by lane.
    #[test]
    fn all_lanes_at_a_time_are_lane_by_lane() {
        let mut rng = fastrand::Rng::with_seed(9);
        let (mut insts, mut seen) = ([0; OPS.len()], 0);
        for turn in 0..20_000 {
            let (op, sources) = OPS[turn % OPS.len()];
            let lanes = [1, 8, 16, 32][rng.usize(..4)];
            let dwords = ["d", "ud", "f"];
            let ty = dwords[rng.usize(..3)];
            let mut declared = String::new();
            let mut types = [ty; 3];
            for (name, ty) in ["A", "B", "C"].into_iter().zip(&mut types) {
                // Mostly of one type, or little would be legal.
                *ty = match rng.u8(..8) {
                    0 => ["w", "uw", "b", "ub"][rng.usize(..4)],
                    1 => dwords[rng.usize(..3)],
                    _ => *ty,
                };
                declared += &format!(".decl {name} v_type=G type={ty} num_elts=80 align=GRF\n");
            }
            let result = if rng.u8(..4) == 0 { dwords[rng.usize(..3)] } else { ty };
            let mut body = String::new();
            for place in 0..3 {
                // The last is another operation now and then, so that no more goes together than is the same.
                let (op, sources) = if place == 2 && rng.bool() { OPS[rng.usize(..OPS.len())] } else { (op, sources) };
                let has_guard = op == "sel" || rng.bool() && !op.starts_with("cmp");
                let guards = ["(P1) ", "(!P1) ", "(P1.any) ", "(!P1.all) "];
                let guard = if has_guard { guards[rng.usize(..4)] } else { "" };
                let mask = if lanes == 32 { "M1" } else { ["M1", "M1", "M5", "M1_NM"][rng.usize(..4)] };
                let dst = if op.starts_with("cmp") { "P1".to_owned() } else { format!("R({place},1)<1>") };
                body += &format!("    {guard}{op} ({mask}, {lanes}) {dst}");
                for (name, ty) in ["A", "B", "C"].into_iter().zip(types).take(sources) {
                    let logic = matches!(op, "and" | "or" | "xor" | "not");
                    let negated = if logic { ["(~)", "(~)", "(~)"] } else { ["(-)", "(abs)", "(-abs)"] };
                    let modifier = if rng.u8(..3) == 0 { negated[rng.usize(..3)] } else { "" };
                    let region = ["<1;1,0>", "<0;1,0>", "<2;1,0>"][rng.usize(..3)];
                    body += &match rng.u8(..8) {
                        0 if ty.len() == 2 && ty != "ud" => format!(" 0x{:x}:{ty}", rng.u32(..100)),
                        0 => format!(" 0x{:x}:{ty}", WORDS[rng.usize(..16)]),
                        // Now and then what the one before has written.
                        1 if ty == result => format!(" R({},1)<1;1,0>", place.max(1) - 1),
                        _ => format!(" {modifier}{name}(0,{}){region}", rng.u8(..8)),
                    };
                }
                body += "\n";
            }
            let text = format!(
                ".version 4.1\n.kernel \"k\"\n{declared}.decl R v_type=G type={result} num_elts=80 align=GRF\n\
                 .decl P1 v_type=P num_elts=32\n.kernel_attr Target=\"3d\"\n\n.function \"_main_0\"\n{body}    ret (M1, 1)\n",
            );
            let Ok(mut kernel) = asm::parse(&text, Target::Tgllp) else { continue };
            kernel.simd = SimdWidth::Simd32;
            let map = RegisterMap::unbounded(&kernel);
            let layout = OperandLayout { kernel: &kernel, map: &map, grf_bytes: 32, bytes: u64::from(map.bytes) };
            let words = std::iter::repeat_with(|| if rng.u8(..4) == 0 { rng.u32(..) } else { WORDS[rng.usize(..16)] });
            let mut files: Vec<u8> = words.take(map.bytes as usize / 2).flat_map(u32::to_le_bytes).collect();
            let start = HardwareThread { group: [0; 3], active: 0, items: [0; MAX_LANES], local: [[0; 3]; MAX_LANES] };
            let mut threads = [(); 2].map(|()| Thread::new(&kernel, start.clone(), UndefBits::constant(7)));
            for thread in &mut threads {
                thread.lanes = Lanes::new([rng.u32(..), u32::MAX][rng.usize(..2)]);
                thread.predicates[0] = rng.u32(..);
            }
            let alone = files.chunks(map.bytes as usize).zip(&threads);
            let mut alone: Vec<_> = alone.map(|(file, thread)| (file.to_vec(), thread.predicates.clone())).collect();
            let mut together = Vec::new();
            let mut mode = FloatMode::default();
            mode.set(KEEP_DENORMALS, false);
            for inst in kernel.insts.iter() {
                let vector = match inst {
                    Inst::Alu(inst) => {
                        let Ok(inst) = alu::resolve(&layout, inst, mode) else { break };
                        for ((file, predicates), thread) in alone.iter_mut().zip(&threads) {
                            let chosen = inst.guard.map_or(u32::MAX, |guard| guard.lanes(predicates, inst.exec));
                            let leaves_out = if inst.op == AluOp::Sel { u32::MAX } else { chosen };
                            let mask = masked(inst.exec, thread.lanes.active) & leaves_out;
                            inst.execute(file, mask, chosen, &mut UndefBits::constant(7));
                        }
                        inst.vector()
                    }
                    Inst::Compare { relation, exec, srcs, .. } => {
                        let srcs = srcs.map(|src| layout.source(src, *exec).expect("in the registers"));
                        let Ok(comparison) = alu::resolve_comparison(*relation, srcs, mode) else { break };
                        for ((file, predicates), thread) in alone.iter_mut().zip(&threads) {
                            let values = comparison.holding_lanes(file, lanes);
                            set_predicate(&mut predicates[0], *exec, masked(*exec, thread.lanes.active), values);
                        }
                        comparison.vector(*exec, 0)
                    }
                    _ => continue,
                };
                together.extend(vector);
            }
            seen += 1;
            if together.len() == 3 {
                insts[turn % OPS.len()] += 1;
                let mut all = VectorCode::default();
                together.into_iter().for_each(|inst| _ = all.push(inst));
                all.find_alike();
                let mut lockstep =
                    LockstepGroup { threads: &mut threads, files: &mut files, stride: map.bytes as usize };
                all.execute(0, 3, &mut lockstep);
                let found = lockstep.each().map(|(thread, file)| (file.to_vec(), thread.predicates.clone()));
                assert!(found.eq(alone), "{text}");
            }
        }
        assert!(insts.iter().all(|count| *count > 3) && insts.iter().sum::<i32>() > seen / 8, "{insts:?} of {seen}");
    }
}
