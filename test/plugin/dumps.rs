//! Every module of LLVM IR below the folders that `TEXVISA_PROGRAMS` names (`./x world DIR`): what the plugin makes of it is
//! valid, and the plugin's own verifier says so too. Modules that LLVM does not read are named.

use std::path::{Path, PathBuf};
use std::time::Duration;

use libtest_mimic::{Completion, Failed, Trial};
use texvisa_test::harness;
use texvisa_test::plugin::Release;
use texvisa_test::process::{Run, find_in_path};

/// The folders, with colons between them.
const VARIABLE: &str = "TEXVISA_PROGRAMS";

/// The pipeline; the width is one that every platform has.
const PASSES: &str = "texvisa-legalize<target=tgllp;simd=16>,verify,texvisa-verify<target=tgllp;simd=16>";

/// The test, where folders are named.
pub fn trial(name: String, release: &'static Release, plugin: Option<PathBuf>) -> Option<Trial> {
    let folders = std::env::var_os(VARIABLE)?;
    Some(harness::test_or_skip(name, move || {
        let Some(plugin) = plugin else { return Ok(Completion::ignored_with(release.absence())) };
        let opt = find_in_path(release.opt).ok_or_else(|| format!("{} is not installed", release.opt))?;
        run(&opt, &plugin, std::env::split_paths(&folders))?;
        Ok(Completion::Completed)
    }))
}

fn run(opt: &Path, plugin: &Path, folders: impl Iterator<Item = PathBuf>) -> Result<(), Failed> {
    let mut modules = Vec::new();
    folders.for_each(|folder| collect(&folder, &mut modules));
    modules.sort();
    let folder = tempfile::tempdir()?;
    let load = format!("-load-pass-plugin={}", plugin.display());
    let start = |passes: &str, module: &Path| {
        let limit = Duration::from_secs(120);
        let run = Run { program: opt, folder: folder.path(), input: b"", merge_stderr: false, limit };
        run.with([&load, &format!("-passes={passes}"), "-disable-output", &module.display().to_string()])
    };
    let (mut valid, mut failures) = (0, String::new());
    let mut unread = Vec::new();
    for module in &modules {
        if !start("verify", module)?.status.is_success() {
            unread.push(module.display().to_string());
            continue;
        }
        let finished = start(PASSES, module)?;
        let said = String::from_utf8_lossy(&finished.stderr);
        match finished.status.is_success() {
            true => valid += 1,
            false => failures += &format!("{}: {}: {said}\n", module.display(), finished.status),
        }
    }
    println!("{}: {valid} modules are valid", opt.display());
    unread.iter().for_each(|module| println!("not read: {module}"));
    if failures.is_empty() { Ok(()) } else { Err(failures.into()) }
}

fn collect(folder: &Path, modules: &mut Vec<PathBuf>) {
    // A folder that cannot be read has no modules.
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, modules);
        } else if path.extension().is_some_and(|extension| extension == "ll") {
            modules.push(path);
        }
    }
}
