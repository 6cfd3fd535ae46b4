//! Programs as authors of image processing write them, with all their kernels. What they compute is compared with pocl
//! in `test/pocl`; here they are compiled, checked and given to Intel's finalizer.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::{KernelId, Module};
use texvisa::{Compiled, LoweringOptions, check, compile};
use texvisa_test::finalizer::Finalizer;
use texvisa_test::harness;

/// Each program and its kernels, in their order.
const PROGRAMS: [(&str, &[&str]); 8] = [
    ("copy", &["copy"]),
    ("gaussian", &["gaussian_rows", "gaussian_columns"]),
    ("lut3d", &["lut3d"]),
    ("median", &["median"]),
    ("rank", &["rank"]),
    ("rotate", &["rotate_bordered", "rotate_sampled"]),
    ("scramble", &["scramble"]),
    ("sobel", &["sobel"]),
];

const TARGETS: [Target; 4] = [Target::Skl, Target::Icllp, Target::Tgllp, Target::Dg2];

/// Random inputs for each kernel.
const TRIALS: u32 = 12;

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (program, kernels) in PROGRAMS {
        trials.push(harness::test(format!("{program}/kernels"), move || {
            for file in ["k.ll", "k.skl.ll"] {
                let module = import(program, file)?;
                let found: Vec<&str> = module.kernels.values().map(|kernel| kernel.name.as_str()).collect();
                if found != kernels {
                    return Err(format!("{file} has {found:?}").into());
                }
            }
            Ok(())
        }));
        for &kernel in kernels {
            for target in TARGETS {
                for simd in SimdWidth::ALL {
                    let title = |what: &str| format!("{kernel}/{target}/{simd}/{what}");
                    trials.push(harness::test(title("check"), move || {
                        let (module, id, compiled) = compiled(program, kernel, target, simd)?;
                        let options = check::TrialOptions { trials: TRIALS, ..check::TrialOptions::default() };
                        let report = check(&module, id, &compiled, &options)?;
                        harness::judge_check(&report.execution)
                    }));
                    trials.push(Finalizer::trial(&title("finalizer"), move |finalizer| {
                        let compiled = compiled(program, kernel, target, simd)?.2;
                        finalizer.accepts(&compiled.lowered.kernel, &compiled.visaasm())
                    }));
                }
            }
        }
    }
    trials
}

fn import(program: &str, file: &str) -> Result<Module, Failed> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("test/corpus").join(program).join(file);
    Ok(texvisa_llvm::import_file(path)?.module)
}

/// A kernel of what Intel's compiler made of a program: for SKL its own module, otherwise that for TGLLP.
fn compiled(
    program: &str,
    kernel: &str,
    target: Target,
    simd: SimdWidth,
) -> Result<(Module, KernelId, Compiled), Failed> {
    let file = match target {
        Target::Skl => "k.skl.ll",
        Target::Dg2 if program == "rank" => "k.dg2.ll",
        _ => "k.ll",
    };
    let module = import(program, file)?;
    let id = module.kernel(kernel).ok_or("there is no such kernel")?;
    let compiled = compile(&module, id, target, simd, &LoweringOptions::default())?;
    Ok((module, id, compiled))
}
