//! Wrong rules, tables and steps in texvisa itself, and the tests that notice each.
//!
//! A fault is a change of a few lines of the sources, made in a copy of them below `target/museum`, where all faults are put in
//! at once and the environment variable `TEXVISA_FAULT` switches one on. The copy is compiled once; then each fault is
//! a run of the tests that should notice it. So the shipped sources have nothing of the faults: no feature, no switch, no
//! branch that a benchmark measures. What this costs: a change that moves the lines of a fault has to move them here, too
//! (`./x test` says so, in no time), and compiling all of the copy takes minutes. So `./x test` compiles one package of it,
//! `texvisa-ir`, and puts the faults in that its tests notice; all of them run in `./x museum faults` and in `./x world`.

mod fault;
mod list;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, OnceLock, PoisonError};

use libtest_mimic::{Completion, Failed, Trial};
use texvisa_test::harness;
use texvisa_test::oracle::Oracle;

use fault::{Edit, Fault, Suite};
use list::FAULTS;

/// How cargo is asked for the tests of the copy that notice a sample of the faults.
const SAMPLE: [&[&str]; 1] = [&["-p", "texvisa-ir", "--lib", "--tests"]];

/// How cargo is asked for all of them.
const BUILDS: [&[&str]; 3] = [
    &["--features", "llvm", "--test", "lit", "--test", "checked", "--test", "museum", "--test", "against"],
    &[
        "-p",
        "texvisa-ir",
        "-p",
        "texvisa-lowering",
        "-p",
        "texvisa-regalloc",
        "-p",
        "texvisa-emulator",
        "--lib",
        "--tests",
    ],
    &["-p", "texvisa-llvm", "--lib", "--test", "import"],
];

/// The function that every change asks, at the end of `ir/src/lib.rs`.
const SWITCH: &str = "
/// Whether `TEXVISA_FAULT` names this fault.
pub fn fault(number: u32) -> bool {
    static CHOSEN: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    let chosen = || std::env::var(\"TEXVISA_FAULT\").ok().and_then(|text| text.parse().ok()).unwrap_or_default();
    *CHOSEN.get_or_init(chosen) == number
}
";

/// The lines of the report, by the number of the fault.
static REPORT: Mutex<Vec<(u32, String)>> = Mutex::new(Vec::new());

/// The tests: that the lines of each fault are there, that nothing of them is in the sources, and, where it is asked for,
/// each fault.
pub fn trials() -> Vec<Trial> {
    let mut trials = vec![
        harness::test("the lines of each fault are in the sources", places),
        harness::test("the sources have nothing of the faults", no_trace),
    ];
    trials.push(test("fault/none".to_owned(), sound));
    let is_run = |fault: &&Fault| takes_all() || fault.caught_by.iter().any(|(suite, _)| *suite == Suite::Ir);
    trials.extend(
        (FAULTS.iter().filter(is_run))
            .map(|fault| test(format!("fault/{}: {}", fault.number, fault.name), move |built| caught(fault, built))),
    );
    trials
}

/// Whether all faults are put in, and not a sample.
fn takes_all() -> bool {
    harness::is_world() || std::env::var_os("TEXVISA_FAULTS").is_some()
}

/// Prints what notices each fault that was put in.
pub fn print_report() {
    let mut lines = std::mem::take(&mut *REPORT.lock().unwrap_or_else(PoisonError::into_inner));
    lines.sort();
    lines.iter().for_each(|(_, line)| println!("{line}"));
}

/// A test that needs the copy, and so LLVM where that is compiled as a whole.
fn test(name: String, body: impl FnOnce(&Built) -> Result<(), Failed> + Send + 'static) -> Trial {
    harness::test_or_skip(name, move || {
        if takes_all() && !cfg!(feature = "llvm") {
            return Oracle::Llvm.missing("the faults are compiled with LLVM");
        }
        static BUILT: OnceLock<Result<Built, String>> = OnceLock::new();
        match BUILT.get_or_init(build) {
            Ok(built) => body(built).map(|()| Completion::Completed),
            Err(error) => Err(error.into()),
        }
    })
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn edits() -> impl Iterator<Item = (&'static Fault, &'static Edit)> {
    FAULTS.iter().flat_map(|fault| fault.edits.iter().map(move |edit| (fault, edit)))
}

fn places() -> Result<(), Failed> {
    let mut wrong = Vec::new();
    for (Fault { number, name, .. }, Edit { file, from, .. }) in edits() {
        let found = std::fs::read_to_string(root().join(file)).map_or(0, |text| text.matches(from).count());
        if found != 1 {
            wrong.push(format!("fault {number}, {name}: {file} has {found} times\n{from}"));
        }
    }
    let numbers: BTreeSet<u32> = FAULTS.iter().map(|fault| fault.number).collect();
    if numbers.len() != FAULTS.len() {
        wrong.push("two faults have one number".to_owned());
    }
    if wrong.is_empty() {
        return Ok(());
    }
    let advice = "find where these lines are now, and change test/museum/faults/list.rs";
    Err(format!("{advice}:\n{}", wrong.join("\n")).into())
}

fn no_trace() -> Result<(), Failed> {
    for file in files()?.iter().filter(|file| file.extension().is_some_and(|extension| extension == "rs")) {
        let is_test = file.components().any(|part| ["test", "tests"].iter().any(|name| part.as_os_str() == *name));
        let text = std::fs::read_to_string(root().join(file))?;
        if !is_test && (text.contains("TEXVISA_FAULT") || text.contains("fn fault(")) {
            return Err(format!("{} has a switch of a fault", file.display()).into());
        }
    }
    Ok(())
}

/// The files of the repository.
fn files() -> Result<Vec<PathBuf>, Failed> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()?;
    if !listed.status.success() {
        return Err(format!("git lists no files: {}", String::from_utf8_lossy(&listed.stderr)).into());
    }
    let names = String::from_utf8_lossy(&listed.stdout);
    let files = names.split('\0').filter(|name| !name.is_empty()).map(PathBuf::from);
    Ok(files.filter(|file| root().join(file).is_file()).collect())
}

/// The tests of the copy.
struct Built {
    /// The folder of each package, and its test programs by their targets.
    programs: BTreeMap<Suite, Vec<(PathBuf, PathBuf)>>,
}

/// Makes the copy and compiles it. A file that is there as it has to be is left alone, so that cargo does not compile it again.
fn build() -> Result<Built, String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let museum = target.join("museum");
    let tree = museum.join("tree");
    let files = files().map_err(|error| error.message().unwrap_or("git lists no files").to_owned())?;
    for file in &files {
        let text = std::fs::read(root().join(file)).map_err(|error| format!("{}: {error}", file.display()))?;
        put(&tree.join(file), seeded(file, text)?)?;
    }
    let mut programs: BTreeMap<Suite, Vec<(PathBuf, PathBuf)>> = BTreeMap::new();
    // In a folder of its own: cargo knows a package by its path in the workspace, so that it would take what is compiled here
    // for the packages of the repository.
    let (builds, into) = (if takes_all() { &BUILDS[..] } else { &SAMPLE[..] }, museum.join("build"));
    for arguments in builds {
        let output = Command::new(env!("CARGO"))
            .args(["test", "--no-run", "--message-format=json-render-diagnostics"])
            .args(*arguments)
            .current_dir(&tree)
            .env("CARGO_TARGET_DIR", &into)
            .output()
            .map_err(|error| format!("cargo: {error}"))?;
        if !output.status.success() {
            return Err(format!(
                "the copy with the faults is not compiled:\n{}",
                String::from_utf8_lossy(&output.stderr)
            ));
        }
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let Ok(message) = serde_json::from_str::<serde_json::Value>(line) else { continue };
            let (Some(program), Some(manifest)) = (message["executable"].as_str(), message["manifest_path"].as_str())
            else {
                continue;
            };
            if message["profile"]["test"] != true {
                continue;
            }
            let folder = Path::new(manifest).parent().unwrap_or(&tree).to_owned();
            let name = message["target"]["name"].as_str().unwrap_or_default();
            let package = package_in(&folder)?;
            for (suite, of, only) in Suite::NAMES {
                if of == package && only.is_none_or(|only| only == name) {
                    programs.entry(suite).or_default().push((folder.clone(), program.into()));
                }
            }
        }
    }
    Ok(Built { programs })
}

impl Built {
    /// The tests that notice a fault, of those that are compiled.
    fn noticed_by(&self, fault: &Fault) -> impl Iterator<Item = (Suite, &'static str)> {
        fault.caught_by.iter().copied().filter(|(suite, _)| self.programs.contains_key(suite))
    }
}

/// The name of the package whose manifest is in a folder.
fn package_in(folder: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(folder.join("Cargo.toml")).map_err(|error| error.to_string())?;
    let mut names = text.lines().filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
    names.next().map(str::to_owned).ok_or_else(|| format!("{}: a package without a name", folder.display()))
}

/// A file with every fault.
fn seeded(file: &Path, bytes: Vec<u8>) -> Result<Vec<u8>, String> {
    let is_switch = file == Path::new("ir/src/lib.rs");
    if !is_switch && edits().all(|(_, edit)| Path::new(edit.file) != file) {
        return Ok(bytes);
    }
    let mut text = String::from_utf8(bytes).map_err(|error| format!("{}: {error}", file.display()))?;
    for (fault, edit) in edits().filter(|(_, edit)| Path::new(edit.file) == file) {
        if !text.contains(edit.from) {
            return Err(format!("fault {}: another fault has changed its lines in {}", fault.number, edit.file));
        }
        text = text.replacen(edit.from, edit.to, 1);
    }
    if is_switch {
        text += SWITCH;
    }
    Ok(text.into_bytes())
}

fn put(path: &Path, bytes: Vec<u8>) -> Result<(), String> {
    if std::fs::read(path).is_ok_and(|known| known == bytes) {
        return Ok(());
    }
    let error = |error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(error)?;
    }
    std::fs::write(path, bytes).map_err(error)
}

/// How tests went: how many passed, and the names of those that failed.
#[derive(Default)]
struct Went {
    passed: u64,
    failed: Vec<String>,
}

/// Runs the tests of a suite whose names have `filter`, with a fault.
fn run(built: &Built, suite: Suite, filter: &str, fault: u32) -> Result<Went, Failed> {
    let mut went = Went::default();
    for (folder, program) in built.programs.get(&suite).ok_or_else(|| format!("{suite:?} was not compiled"))? {
        let output = Command::new(program)
            .args(if filter.is_empty() { &[][..] } else { std::slice::from_ref(&filter) })
            .current_dir(folder)
            .env("TEXVISA_FAULT", fault.to_string())
            .env_remove("TEXVISA_FAULTS")
            .env_remove("TEXVISA_RECORD")
            .env_remove("TEXVISA_WORLD")
            .output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let failed = text.lines().filter_map(|line| {
            line.strip_prefix("test ")?.split_once(" ...").filter(|(_, how)| how.contains("FAILED"))
        });
        let before = went.failed.len();
        went.failed.extend(failed.map(|(name, _)| name.trim().to_owned()));
        let result = text.lines().rfind(|line| line.starts_with("test result:"));
        let passed = result.and_then(|line| line.split(". ").nth(1)?.split(' ').next()?.parse::<u64>().ok());
        went.passed += passed.unwrap_or_default();
        if !output.status.success() && went.failed.len() == before {
            // The process ended, or a count is below its floor.
            went.failed.push(program.file_name().unwrap_or_default().to_string_lossy().into_owned());
        }
    }
    Ok(went)
}

/// Without a fault every test passes that notices one, and there are such tests.
fn sound(built: &Built) -> Result<(), Failed> {
    let asked: BTreeSet<(Suite, &str)> = FAULTS.iter().flat_map(|fault| built.noticed_by(fault)).collect();
    let mut wrong = Vec::new();
    for (suite, filter) in asked {
        let went = run(built, suite, filter, 0)?;
        if went.passed == 0 || !went.failed.is_empty() {
            wrong.push(format!("{}, `{filter}`: {} passed, failed {:?}", suite.name(), went.passed, went.failed));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

fn caught(fault: &Fault, built: &Built) -> Result<(), Failed> {
    let (mut said, mut blind) = (Vec::new(), Vec::new());
    for (suite, filter) in built.noticed_by(fault) {
        let went = run(built, suite, filter, fault.number)?;
        match went.failed.as_slice() {
            [] => blind.push(format!("{}, `{filter}`", suite.name())),
            [one] => said.push(format!("{}: {one}", suite.name())),
            [one, rest @ ..] => said.push(format!("{}: {one} and {} more", suite.name(), rest.len())),
        }
    }
    let mut line = format!("{}. {}: {}", fault.number, fault.name, said.join("; "));
    if said.is_empty() {
        line += "NOT CAUGHT";
    }
    REPORT.lock().unwrap_or_else(PoisonError::into_inner).push((fault.number, line));
    if !blind.is_empty() {
        return Err(format!("not noticed by {}; by {}", blind.join("; "), said.join("; ")).into());
    }
    harness::count("faults caught", 1);
    Ok(())
}
