//! No false alarms: the symbolic check accepts lowered random programs.

use texvisa_emulator::refine::{RefineError, TrialOptions, refine};
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::visa::RegisterMap;
use texvisa_ir::visa::origin::Origin;
use texvisa_test::generate::{Config, module};

use crate::compiled::Compiled;

/// The number of seeds, if `TEXVISA_SEEDS` does not give one.
pub fn seeds() -> u64 {
    std::env::var("TEXVISA_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(40)
}

/// Whether the upper half of the lanes has an instruction behind one that the lower half has of a later operation.
fn is_ahead(compiled: &Compiled) -> bool {
    let Compiled { texture, kernel, origins, .. } = compiled;
    let half = kernel.simd.exec_lanes(kernel.target);
    let mut last = None;
    kernel.insts.iter().zip(&origins.insts).any(|(inst, origin)| {
        let (Some(exec), Origin::Inst(source)) = (inst.exec(), origin) else { return false };
        let place = texture.layout.iter().enumerate().find_map(|(number, block)| {
            Some((number, texture.blocks[*block].insts.iter().position(|inst| inst == source)?))
        });
        let is_upper = u32::from(exec.first) >= half;
        let is_behind = is_upper && place.is_some() && place < last;
        last = if is_upper { last } else { place };
        is_behind
    })
}

#[test]
fn generated_kernels_pass() {
    let (mut passed, mut messages, mut alarms) = (0, 0, Vec::new());
    for seed in 0..seeds() {
        for target in [Target::Skl, Target::Tgllp, Target::Dg2] {
            for simd in SimdWidth::ALL {
                let compiled = Compiled::new(module(seed, &Config::lowerable(target, simd)), target, simd)
                    .unwrap_or_else(|error| panic!("{seed} {target} {simd}: {error}"));
                match compiled.check() {
                    Ok(summary) => messages += summary.messages,
                    Err(found) => alarms.push(format!("{seed} {target} {simd}: {}", found[0])),
                }
                passed += 1;
            }
        }
    }
    println!("{passed} passed with {messages} messages");
    assert!(alarms.is_empty(), "{} false alarms\n{}", alarms.len(), alarms[..alarms.len().min(20)].join("\n"));
}

/// Instructions that are moved and ordered for few registers compute what they computed, and registers that several values
/// have one after the other hold them; also where one half of the lanes goes ahead of the other.
#[test]
fn kernels_for_few_registers_refine_their_source() {
    let (mut moved, mut apart, mut wrong) = (0, 0, Vec::new());
    for seed in 0..seeds() {
        let target = [Target::Skl, Target::Tgllp, Target::Dg2][seed as usize % 3];
        let simd = SimdWidth::ALL[seed as usize / 3 % 3];
        let given = || module(seed, &Config::lowerable(target, simd));
        let plain = Compiled::new(given(), target, simd).unwrap_or_else(|error| panic!("{seed}: {error}"));
        let id = plain.module.kernels.keys().next().expect("a kernel");
        for (registers, is_spilled) in [(1, false), (1, true), (16, false), (16, true)] {
            let found = Compiled::with_registers(given(), target, simd, Some((registers, is_spilled)))
                .unwrap_or_else(|error| panic!("{seed}: {error}"));
            let order = |compiled: &Compiled| -> Vec<_> {
                let texture = &compiled.texture;
                texture.layout.iter().map(|block| texture.blocks[*block].insts.clone()).collect()
            };
            moved += usize::from(order(&found) != order(&plain));
            apart += usize::from(is_ahead(&found));
            let what = format!("{seed} {target} {simd} {registers} {is_spilled}");
            if let Err(found) = found.check() {
                wrong.push(format!("{what}: {}", found[0]));
            }
            let map = RegisterMap::unbounded(&found.kernel);
            if let Err(found) = texvisa_regalloc::check(&found.kernel, &map) {
                wrong.push(format!("{what}: {}", found[0]));
            }
            let options = TrialOptions { seed, trials: 4, away_from_edges: true, ..TrialOptions::default() };
            if let Err(RefineError::Differs(error)) = refine(&found.module, id, &found.kernel, &map, &options) {
                wrong.push(format!("{what}: {error}"));
            }
        }
    }
    assert!(moved > seeds() as usize, "{moved} kernels were ordered anew");
    assert!(apart > seeds() as usize / 4, "in {apart} kernels one half of the lanes is ahead");
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
}
