//! The check on generated kernels, and on the same with a variable moved to the registers of another.

use texvisa_emulator::refine::{self, RefineError, refine};
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{KernelId, Module};
use texvisa_ir::visa::{Inst, RegisterMap, Storage, Var, VisaKernel};
use texvisa_lowering::{LoweringOptions, SkippedEdges, lower, shorten_branches};
use texvisa_regalloc::{Liveness, assign, check, coalesce};
use texvisa_test::generate::{Config, module};

const WIDTHS: [(Target, SimdWidth); 3] =
    [(Target::Tgllp, SimdWidth::Simd8), (Target::Tgllp, SimdWidth::Simd16), (Target::Dg2, SimdWidth::Simd32)];

/// A generated kernel with its registers, which the check accepts.
struct Sample {
    module: Module,
    id: KernelId,
    kernel: VisaKernel,
    map: RegisterMap,
}

/// Kernels of generated programs, without those that do not fit the registers.
fn samples(count: u64) -> impl Iterator<Item = Sample> {
    let made = (0..count).flat_map(|seed| WIDTHS.map(|(target, simd)| (seed, target, simd)));
    made.filter_map(|(seed, target, simd)| {
        let module = module(seed, &Config::lowerable(target, simd));
        let id = module.kernels.keys().next().expect("one kernel is generated");
        let mut lowered = lower(&module, module.kernels[id].clone(), target, simd, &LoweringOptions::default())
            .unwrap_or_else(|errors| panic!("{errors:?}"));
        let liveness = Liveness::new(&lowered.kernel).expect("every label is defined");
        coalesce(&mut lowered.kernel, &liveness);
        let map = assign(&lowered.kernel, &liveness, target.platform().grf_count).ok()?;
        shorten_branches(&mut lowered.kernel, &mut lowered.origins, SkippedEdges::WithoutCopies);
        assert_eq!(check(&lowered.kernel, &map), Ok(()), "seed {seed}, {target}, {simd}");
        Some(Sample { module, id, kernel: lowered.kernel, map })
    })
}

/// Pairs of variables that cannot share a register, whatever happens elsewhere: between a def of the first and the next
/// use of it, all in one block, the second is defined by something else than a copy.
fn interfering_pairs(kernel: &VisaKernel) -> Vec<(Var, Var)> {
    let ends_block = |inst: &Inst| matches!(inst, Inst::Label(_) | Inst::Branch { .. } | Inst::Return);
    let mut pairs = Vec::new();
    for block in kernel.insts.split(ends_block) {
        for (at, inst) in block.iter().enumerate() {
            let Some(kept) = written(kernel, inst) else { continue };
            let mut others = Vec::new();
            for later in &block[at + 1..] {
                let mut reads = false;
                let mut writes = false;
                kernel.for_each_access(later, |access| {
                    let touched = kernel.unaliased(access.var) == kernel.unaliased(kept);
                    reads |= touched && !access.write;
                    writes |= touched && access.write;
                });
                if reads {
                    pairs.extend(others.iter().map(|other| (kept, *other)));
                    break;
                }
                if writes {
                    break;
                }
                let other = written(kernel, later).filter(|_| kernel.as_copy(later).is_none());
                others.extend(other.filter(|other| kernel.backing(*other).0 != kernel.backing(kept).0));
            }
        }
    }
    pairs
}

/// The variable that an arithmetic instruction defines.
fn written(kernel: &VisaKernel, inst: &Inst) -> Option<Var> {
    match inst {
        Inst::Alu(alu) if alu.dst.offset == 0 && !kernel.is_omitted(inst) => Some(alu.dst.var),
        _ => None,
    }
}

/// `map` with `moved` in the registers of `other`, if these are in the file and `moved` is no argument.
fn with_moved(kernel: &VisaKernel, map: &RegisterMap, other: Var, moved: Var) -> Option<RegisterMap> {
    let (root, offset) = kernel.backing(moved);
    let is_input = kernel.inputs.iter().any(|input| kernel.backing(input.var).0 == root);
    let address = map.address(kernel, other).checked_sub(offset)?;
    let fits = address + kernel.vars[root].bytes() <= map.bytes;
    (!is_input && kernel.vars[root].storage != Storage::R0 && fits).then(|| {
        let mut map = map.clone();
        map.set(root, address);
        map
    })
}

#[test]
fn a_variable_in_the_registers_of_another_that_is_still_read_is_found() {
    let mut tried = 0;
    for sample in samples(15) {
        let Sample { kernel, map, .. } = &sample;
        for (kept, moved) in interfering_pairs(kernel) {
            let Some(mutated) = with_moved(kernel, map, kept, moved) else { continue };
            assert!(check(kernel, &mutated).is_err(), "{moved} in the registers of {kept}\n{}", sample.module);
            tried += 1;
        }
    }
    assert!(tried > 1000, "{tried} pairs");
}

/// Moves any variable to the registers of any other. What the check accepts gives the same results.
#[test]
fn what_the_check_accepts_runs_right() {
    let mut rng = fastrand::Rng::with_seed(1);
    let (mut taken, mut refused) = (0, 0);
    let options = refine::TrialOptions { trials: 2, ..refine::TrialOptions::default() };
    for sample in samples(5) {
        let Sample { module, id, kernel, map } = &sample;
        if refine(module, *id, kernel, map, &options).is_err() {
            continue;
        }
        let own: Vec<Var> = kernel.vars.keys().filter(|var| kernel.vars[*var].storage == Storage::Own).collect();
        for _ in 0..20 {
            let [other, moved] = [0, 1].map(|_| own[rng.usize(..own.len())]);
            let Some(mutated) = with_moved(kernel, map, other, moved) else { continue };
            if mutated == *map {
                continue;
            }
            if check(kernel, &mutated).is_err() {
                refused += 1;
                continue;
            }
            taken += 1;
            match refine(module, *id, kernel, &mutated, &options) {
                Err(RefineError::Differs(report)) => panic!("{moved} in the registers of {other}: {report}\n{module}"),
                Err(error) => panic!("{moved} in the registers of {other}: {error}\n{module}"),
                Ok(_) => {}
            }
        }
    }
    assert!(taken > 20 && refused > 20, "{taken} taken, {refused} refused");
}
