//! The pass `texvisa-legalize` beside those of `-O1`, in instructions under valgrind: `./x bench plugin [DIR] [COUNT]`.
//!
//! DIR has modules of LLVM IR that call texture intrinsics, by default `test/corpus`; COUNT of them are taken, evenly spread, by default
//! 16. For each release of LLVM that there is a plugin for, opt reads each module, and these are counted:
//!
//! - what runs inside the pass. LLVM has verified the module right before, as opt always does, so that the pass does not;
//! - the process of `opt -O1`, which writes text;
//! - what the passes of `-O1` take: the process without output, without what one without passes takes.
//!
//! Modules that a release does not read, or whose texture calls the pass does not replace, are left out, in words.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use texvisa_test::plugin::RELEASES;
use texvisa_test::process::find_in_path;

mod valgrind;

type Failed = Box<dyn std::error::Error>;

const LEGALIZE: &str = "-passes=texvisa-legalize<target=tgllp;simd=16>";
const NO_PASS: &str = "-passes=no-op-module";

/// Instructions of the processes of all modules.
#[derive(Default)]
struct Instructions {
    inside: f64,
    without_passes: f64,
    optimizing: f64,
    writing: f64,
}

fn main() -> Result<(), Failed> {
    let given: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let count = given.iter().find_map(|word| word.parse().ok()).unwrap_or(16);
    let folder = given.iter().find(|word| word.parse::<usize>().is_err());
    let folder = folder.map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("test/corpus"), PathBuf::from);
    let mut modules = Vec::new();
    find(&folder, &mut modules)?;
    modules.sort();
    let taken: Vec<&PathBuf> = modules.iter().step_by(modules.len().div_ceil(count).max(1)).collect();
    println!(
        "million instructions a module\n\n\
         | LLVM | modules | `opt -O1`, reads and writes | passes of `-O1` | `texvisa-legalize` | of the process | of the passes |\n\
         | --- | --- | --- | --- | --- | --- | --- |"
    );
    for release in &RELEASES {
        let (Some(opt), Some(plugin)) = (find_in_path(release.opt), release.plugin()?) else {
            println!("left out: LLVM {}, as {} or its plugin is missing", release.number, release.opt);
            continue;
        };
        let load = format!("-load-pass-plugin={}", plugin.display());
        let (mut sum, mut measured) = (Instructions::default(), 0);
        for module in &taken {
            if !reads(&opt, &load, module)? {
                println!("not read by LLVM {}: {}", release.number, module.display());
                continue;
            }
            let run = |options: &[&str]| {
                valgrind::instructions(&opt, |command| _ = command.args(options).arg(module.as_path()))
            };
            sum.inside += valgrind::instructions_inside("texvisa_run_pass", &opt, |command| {
                command.args([&load, LEGALIZE, "-disable-output"]).arg(module.as_path());
            })?;
            sum.without_passes += run(&[NO_PASS, "-disable-output"])?;
            sum.optimizing += run(&["-O1", "-disable-output"])?;
            sum.writing += run(&["-O1", "-S", "-o", "/dev/null"])?;
            measured += 1;
        }
        let each = |instructions: f64| format!("{:.3}", instructions / f64::from(measured.max(1)) / 1e6);
        let (pass, passes) = (sum.inside, sum.optimizing - sum.without_passes);
        let share = |of: f64| format!("{:.1}%", 100.0 * pass / of);
        println!(
            "| {} | {measured} | {} | {} | {} | {} | {} |",
            release.number,
            each(sum.writing),
            each(passes),
            each(pass),
            share(sum.writing),
            share(passes)
        );
    }
    Ok(())
}

/// Whether LLVM reads a module, and the pass replaces its texture calls.
fn reads(opt: &Path, load: &str, module: &Path) -> Result<bool, Failed> {
    let mut command = Command::new(opt);
    command.args([load, LEGALIZE, "-disable-output"]).arg(module);
    Ok(command.stdout(Stdio::null()).stderr(Stdio::null()).status()?.success())
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "ll") {
            files.push(path);
        }
    }
    Ok(())
}
