//! Modules that no compiler writes: kernels of the corpus with operands exchanged for others. Whatever LLVM's verifier
//! lets pass, the plugin handles or refuses.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use libtest_mimic::{Completion, Failed, Trial};
use texvisa_test::harness;
use texvisa_test::oracle::Oracle;
use texvisa_test::plugin::{self, Release};
use texvisa_test::process::{Finished, Run, Status, find_in_path};

/// Modules to make.
const MODULES: u64 = 200;

/// Of these so many must be valid, or the test shows nothing.
const LEAST: u32 = 30;

/// Operands that make a difference.
const OPERANDS: [&str; 8] = ["0", "1", "-1", "8", "65536", "undef", "poison", "null"];

/// The test, on these kernels.
pub fn trial(name: String, release: &'static Release, plugin: Option<PathBuf>, kernels: Vec<PathBuf>) -> Trial {
    harness::test_or_skip(name, move || {
        let Some(plugin) = plugin else { return Oracle::Plugin.missing(plugin::ABSENCE) };
        let Some(opt) = find_in_path(release.opt) else {
            return Oracle::Llvm.missing(format!("{} is not installed", release.opt));
        };
        run(&opt, &plugin, &kernels).map(|()| Completion::Completed)
    })
}

fn run(opt: &Path, plugin: &Path, kernels: &[PathBuf]) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let load = format!("-load-pass-plugin={}", plugin.display());
    let start = |passes: &str, module: &str| -> Result<Finished, Failed> {
        let limit = Duration::from_secs(60);
        let run = Run { program: opt, folder: folder.path(), input: module.as_bytes(), merge_stderr: false, limit };
        Ok(run.with([&load, &format!("-passes={passes}"), "-disable-output", "-"])?)
    };
    let mut valid = 0;
    let mut failures = String::new();
    for seed in 0..MODULES {
        let mut random = fastrand::Rng::with_seed(seed);
        let module = damage(&std::fs::read_to_string(&kernels[random.usize(..kernels.len())])?, &mut random);
        if !start("verify", &module)?.status.is_success() {
            continue;
        }
        valid += 1;
        for passes in ["texvisa-legalize<target=tgllp;simd=16>,verify", "print<texvisa><target=skl;simd=32>"] {
            let Finished { status, stderr, .. } = start(passes, &module)?;
            let said = String::from_utf8_lossy(&stderr);
            let is_answer = match status {
                Status::Exited(0) => true,
                Status::Exited(1) => said.contains("kernel ") && !said.contains("defect"),
                _ => false,
            };
            if !is_answer {
                // Writing into a string does not fail.
                let _ = writeln!(failures, "seed {seed}, {passes}: {status}: {said}");
            }
        }
    }
    if !failures.is_empty() {
        return Err(failures.into());
    }
    if valid < LEAST { Err(format!("only {valid} of {MODULES} modules are valid").into()) } else { Ok(()) }
}

/// `text` with a few operands of instructions exchanged for others.
fn damage(text: &str, random: &mut fastrand::Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let names: Vec<String> =
        lines.iter().filter_map(|line| Some(line.split_once(" = ")?.0.trim().to_owned())).collect();
    let names: Vec<&String> = names.iter().filter(|name| name.starts_with('%')).collect();
    let is_instruction = |line: &&mut String| line.starts_with("  ") && line.contains(", ");
    for _ in 0..random.usize(1..4) {
        let mut instructions: Vec<&mut String> = lines.iter_mut().filter(is_instruction).collect();
        let chosen = random.usize(..instructions.len());
        let line = &mut *instructions[chosen];
        let ends: Vec<usize> = line.match_indices([',', ')']).map(|(end, _)| end).collect();
        let end = ends[random.usize(..ends.len())];
        let Some(start) = line[..end].rfind(' ').map(|blank| blank + 1) else { continue };
        let other = match random.usize(..OPERANDS.len() + names.len().min(8)) {
            constant if constant < OPERANDS.len() => OPERANDS[constant],
            _ => names[random.usize(..names.len())],
        };
        line.replace_range(start..end, other);
    }
    lines.join("\n")
}
