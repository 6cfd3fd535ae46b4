//! Kernels with a random fault.
//!
//! A change may have no effect: two variables can hold one value. A kernel that the check accepts is executed and must
//! refine its source.

use fastrand::Rng;
use texvisa_emulator::refine::{RefineError, TrialOptions, refine};
use texvisa_ir::Bits;
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{ChannelMask, InstData};
use texvisa_ir::visa::origin::Origin;
use texvisa_ir::visa::{AluOp, Inst, Raw, RegisterMap, Src, Var};
use texvisa_test::generate::{Config, module};

use crate::compiled::Compiled;
use crate::generated::seeds;

/// Another variable with as many elements of that size.
fn other(compiled: &Compiled, random: &mut Rng, var: Var) -> Option<Var> {
    let vars = &compiled.kernel.vars;
    let decl = vars[var];
    (0..50).map(|_| Var::from_u32(random.u32(..vars.len() as u32))).find(|candidate| {
        let found = vars[*candidate];
        let alike = (found.ty.bytes(), found.elements) == (decl.ty.bytes(), decl.elements);
        alike && compiled.kernel.backing(*candidate) != compiled.kernel.backing(var)
    })
}

fn redirect(compiled: &Compiled, random: &mut Rng, src: &mut Src) -> bool {
    match src {
        Src::Register { var, .. } => match other(compiled, random, *var) {
            Some(found) => {
                *var = found;
                true
            }
            None => false,
        },
        Src::Immediate { bits, .. } => {
            *bits = Bits::new(bits.get() ^ 1 << random.u32(..8));
            true
        }
        Src::Vector { bits, .. } => {
            *bits ^= 1 << random.u32(..8);
            true
        }
    }
}

fn redirect_raw(compiled: &Compiled, random: &mut Rng, raw: &mut Raw) -> bool {
    other(compiled, random, raw.var).map(|found| raw.var = found).is_some()
}

/// Changes one instruction; `None` if that was not possible.
fn mutate(compiled: &mut Compiled, random: &mut Rng) -> Option<&'static str> {
    let index = random.usize(..compiled.kernel.insts.len());
    let mut inst = compiled.kernel.insts[index];
    let what = match &mut inst {
        Inst::Alu(alu) if alu.op == AluOp::Mov => match random.u32(..4) {
            0 if !compiled.kernel.is_omitted(&compiled.kernel.insts[index]) => {
                compiled.kernel.insts.remove(index);
                compiled.origins.insts.remove(index);
                return Some("a copy removed");
            }
            0 | 1 => {
                let given = alu.dst.var;
                alu.dst.var = other(compiled, random, given)?;
                "a copy to elsewhere"
            }
            _ if redirect(compiled, random, &mut alu.srcs[0]) => "a copy from elsewhere",
            _ => return None,
        },
        Inst::Alu(alu) => {
            let number = random.usize(..alu.op.sources());
            redirect(compiled, random, &mut alu.srcs[number]).then_some("a source of arithmetic")?
        }
        Inst::Compare { srcs, .. } => {
            let number = random.usize(..2);
            redirect(compiled, random, &mut srcs[number]).then_some("a source of a comparison")?
        }
        Inst::SetState { value, .. } => redirect(compiled, random, value).then_some("a table entry")?,
        Inst::Sampler(message) => match random.u32(..8) {
            0 => {
                message.offset = Src::immediate(texvisa_ir::visa::DataType::Uw, random.u64(..0x1000));
                "a texel offset"
            }
            1 => {
                message.channels = ChannelMask::from_bits(random.u8(1..16));
                "channels"
            }
            2 => {
                let mut dst = message.dst?;
                redirect_raw(compiled, random, &mut dst).then_some(())?;
                message.dst = Some(dst);
                "where a response goes"
            }
            _ => {
                let mut raws = compiled.kernel.raws(message.params).to_vec();
                let number = random.usize(..raws.len().max(1));
                redirect_raw(compiled, random, raws.get_mut(number)?).then_some(())?;
                message.params = compiled.kernel.push_raws(&raws);
                "a slot"
            }
        },
        Inst::DataPort(port) => {
            let number = random.usize(..5);
            let mut raw = port.address.get(number).map_or(Some(port.data), |raw| raw.expand())?;
            redirect_raw(compiled, random, &mut raw).then_some(())?;
            match port.address.get_mut(number) {
                Some(part) => *part = raw.into(),
                None => port.data = raw,
            }
            "an address or data"
        }
        _ => return None,
    };
    if compiled.kernel.insts[index] == inst {
        return None;
    }
    compiled.kernel.insts[index] = inst;
    Some(what)
}

/// Whether the instruction that differs combines what the lanes have: which lane each step reads is not followed.
fn is_across_lanes(broken: &Compiled, compiled: &Compiled) -> bool {
    let differs = |at: &usize| broken.kernel.insts[*at] != compiled.kernel.insts[*at];
    let origin = (0..broken.kernel.insts.len()).find(differs).map(|at| compiled.origins.insts[at]);
    let Some(Origin::Inst(inst)) = origin else { return false };
    matches!(broken.texture.insts[inst], InstData::Plain { op, .. } if op.across_lanes().is_some())
}

#[test]
fn accepted_kernels_refine_their_source() {
    let (mut caught, mut overwritten, mut alike, mut arithmetic, mut across_lanes) = (0, 0, 0, 0, 0);
    let mut missed = Vec::new();
    for seed in 0..seeds() {
        let target = [Target::Skl, Target::Tgllp, Target::Dg2][seed as usize % 3];
        let simd = SimdWidth::ALL[seed as usize / 3 % 3];
        let compiled = Compiled::new(module(seed, &Config::lowerable(target, simd)), target, simd)
            .unwrap_or_else(|error| panic!("{seed} {target} {simd}: {error}"));
        let mut random = Rng::with_seed(seed);
        for _ in 0..60 {
            let mut broken = compiled.clone();
            let Some(what) = mutate(&mut broken, &mut random) else { continue };
            if broken.check().is_err() {
                caught += 1;
                continue;
            }
            // That bytes last from one basic block to another is shown by the register check.
            let map = RegisterMap::unbounded(&broken.kernel);
            if texvisa_regalloc::check(&broken.kernel, &map).is_err() {
                overwritten += 1;
                continue;
            }
            let id = broken.module.kernels.keys().next().expect("a kernel");
            let options = TrialOptions { seed, trials: 4, away_from_edges: true, ..TrialOptions::default() };
            match refine(&broken.module, id, &broken.kernel, &map, &options) {
                // What several instructions compute together is not checked.
                Err(RefineError::Differs(_) | RefineError::Machine { .. }) if what.starts_with("a source") => {
                    if is_across_lanes(&broken, &compiled) {
                        across_lanes += 1;
                    } else {
                        arithmetic += 1;
                    }
                }
                Err(RefineError::Differs(_) | RefineError::Machine { .. }) => {
                    missed.push(format!("{seed} {target} {simd}: {what}"));
                }
                _ => alike += 1,
            }
        }
    }
    println!(
        "{caught} caught, {overwritten} overwrite, {alike} change nothing, {arithmetic} in arithmetic, {across_lanes} \
         across lanes, {} missed",
        missed.len()
    );
    assert!(arithmetic * 1000 <= caught, "{arithmetic} of {caught}");
    assert!(across_lanes * 500 <= caught, "{across_lanes} of {caught}");
    assert!(missed.is_empty(), "{} missed\n{}", missed.len(), missed.join("\n"));
}
