//! Every program below `test/lit` and `examples` is checked on each platform at each width: all of `texvisa check`, and
//! Intel's finalizer as an oracle, which must take the text without a complaint, send each message as
//! `ir::visa::descriptor` says, and make the same machine code of the binary form. On all other targets it is compiled,
//! where they have its messages, and held to the rules of vISA.
//!
//! Programs that are wrong on purpose are in `test/lit/errors`. A line `; NOTE: only tgllp, dg2` says that a program is
//! for these platforms alone, of which Intel's finalizer sees those that it knows, and
//! `; NOTE: what it writes is undefined` that there is nothing to compare, and `; NOTE: the finalizer spills it` that it may.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};
use texvisa::emulator::refine::NothingCompared;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::{Module, parse};
use texvisa::ir::visa;
use texvisa::{CompileError, Compiled, LoweringOptions, check, compile};
use texvisa_test::finalizer::Finalizer;
use texvisa_test::harness;

/// The platforms on which everything is checked.
const TARGETS: [Target; 3] = [Target::Skl, Target::Tgllp, Target::Dg2];

/// Random inputs for each program, platform and width, in `./x test` and in `./x world`.
const TRIALS: [u64; 2] = [25, 400];
/// Further ones where less than 64 bytes were compared in these.
const FURTHER: u32 = 1_000;

fn main() -> ExitCode {
    let mut files = Vec::new();
    for folder in ["test/lit", "examples"] {
        collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut files);
    }
    files.sort();
    let trials = files.iter().flat_map(|file| trials(file)).collect();
    harness::run("checked", trials)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && !path.ends_with("errors") {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "tex") {
            files.push(path);
        }
    }
}

fn trials(file: &Path) -> Vec<Trial> {
    let relative = file.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(file).display().to_string();
    let read = std::fs::read_to_string(file).map_err(|error| error.to_string()).and_then(|text| {
        let only = targets(&text)?;
        let is_defined = !text.contains("; NOTE: what it writes is undefined");
        let may_spill = text.contains("; NOTE: the finalizer spills it");
        parse(&text)
            .map(|module| (Arc::new(module), only, is_defined, may_spill))
            .map_err(|errors| format!("{errors:?}"))
    });
    let (module, targets, is_defined, may_spill) = match read {
        Ok(read) => read,
        Err(error) => return vec![harness::test(relative, move || Err(error.into()))],
    };
    let count = harness::size("TEXVISA_TRIALS", TRIALS[0], TRIALS[1]) as u32;
    let mut trials = Vec::new();
    let ruled = Arc::clone(&module);
    trials.push(harness::test(format!("{relative}/rules"), move || keeps_to_rules(&ruled)));
    for target in targets {
        for simd in SimdWidth::ALL.into_iter().filter(|simd| simd.is_legal(target)) {
            let name = |what: &str| format!("{relative}/{target}/{simd}/{what}");
            let checked = Arc::clone(&module);
            trials.push(harness::test(name("check"), move || {
                each_kernel(&checked, target, simd, |module, id, compiled| {
                    let options =
                        check::TrialOptions { trials: count, further: FURTHER, ..check::TrialOptions::default() };
                    let report = check(module, id, compiled, &options)?;
                    harness::count_check(&report.execution);
                    let is_compared = match report.execution.nothing_compared() {
                        None => report.execution.compared_bytes > 0 && !report.execution.is_short(),
                        Some(NothingCompared::OnlyUndefined { .. }) => false,
                        Some(reason) => return Err(reason.to_string().into()),
                    };
                    if is_compared == is_defined {
                        Ok(())
                    } else {
                        Err(format!("what was compared is not what was expected: {report:?}").into())
                    }
                })
            }));
            if target.platform().finalizer.is_none() {
                continue;
            }
            let taken = Arc::clone(&module);
            trials.push(Finalizer::trial(&name("finalizer"), move |finalizer| {
                each_kernel(&taken, target, simd, |_, _, compiled| {
                    let (kernel, text) = (&compiled.lowered.kernel, compiled.visaasm());
                    if !may_spill {
                        return finalizer.accepts(kernel, &text);
                    }
                    let objection = finalizer.judge(kernel, &text)?.objection;
                    objection.map_or(Ok(()), |objection| Err(format!("{objection}\n{text}").into()))
                })
            }));
            let written = Arc::clone(&module);
            trials.push(Finalizer::trial(&name("binary"), move |finalizer| {
                each_kernel(&written, target, simd, |_, _, compiled| {
                    finalizer.same_from_binary(&compiled.lowered.kernel)
                })
            }));
        }
    }
    trials
}

/// What is compiled for any target at any width breaks no rule of vISA.
fn keeps_to_rules(module: &Module) -> Result<(), Failed> {
    let mut compiled = 0;
    for target in Target::ALL {
        for simd in SimdWidth::ALL {
            for id in module.kernels.keys() {
                match compile(module, id, target, simd, &LoweringOptions::default()) {
                    Ok(kernel) => {
                        compiled += 1;
                        let errors = visa::verify(&kernel.lowered.kernel);
                        if let Some(error) = errors.first() {
                            return Err(format!("{target} {simd}: {error}").into());
                        }
                    }
                    // The target lacks a message or the width.
                    Err(CompileError::Lower(_)) => {}
                    Err(error) => return Err(format!("{target} {simd}: {error}").into()),
                }
            }
        }
    }
    if compiled == 0 { Err("the program is for no target".into()) } else { Ok(()) }
}

/// The platforms of a program.
fn targets(text: &str) -> Result<Vec<Target>, String> {
    match text.lines().find_map(|line| line.strip_prefix("; NOTE: only ")) {
        None => Ok(TARGETS.to_vec()),
        Some(names) => names.split(',').map(|name| name.trim().parse().map_err(|error| format!("{error}"))).collect(),
    }
}

fn each_kernel(
    module: &Module,
    target: Target,
    simd: SimdWidth,
    visit: impl Fn(&Module, texvisa::ir::texture::KernelId, &Compiled) -> Result<(), Failed>,
) -> Result<(), Failed> {
    module.kernels.keys().try_for_each(|id| {
        let compiled = compile(module, id, target, simd, &LoweringOptions::default())?;
        visit(module, id, &compiled)
    })
}
