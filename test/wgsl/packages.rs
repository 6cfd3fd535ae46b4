//! Compute shaders of packages of npm, which `./x world` fetches.
//!
//! A shader is a literal in a package's JavaScript in which `@compute` stands. What is assembled by interpolation is left
//! out. Babylon's shaders go through its preprocessor first, of which there is as much here as they need: an include is
//! the text of the module of that name, and nothing is defined.
//!
//! (three assembles all of its compute shaders by interpolation.)
//!
//! Every shader that naga reads is imported, compiled and checked. Those that work on textures alone run on lavapipe and
//! on texvisa like the suite's own: others may wait for each other for ever when buffers have random numbers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Completion, Failed};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use texvisa::check::TrialOptions;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::{LoweringOptions, check, compile};
use texvisa_test::harness;

use crate::directives::Directives;
use crate::oracle::{self, Presence};
use crate::trial;

/// A package at a version, and its licence, which its manifest must still name.
pub struct Package {
    pub name: &'static str,
    version: &'static str,
    licence: &'static str,
}

/// What is fetched.
pub const PACKAGES: [Package; 2] = [
    Package { name: "anime4k-webgpu", version: "1.0.0", licence: "MIT" },
    Package { name: "@babylonjs/core", version: "9.35.0", licence: "Apache-2.0" },
];

/// The first lines that a shader of a package does not have: networks add up to 150 products, in another order.
const DIRECTIVES: &str =
    "// size: 16 16 1\n// range: 0 1\n// tolerance: 64 0.004 sums of many products in another order\n";

/// Fetches a package into a folder.
fn fetch(package: &Package, folder: &Path) -> Result<PathBuf, String> {
    let name = format!("{}@{}", package.name, package.version);
    let packed = Command::new("npm").args(["pack", "--silent", &name]).current_dir(folder).output();
    let packed = packed.map_err(|error| format!("npm: {error}"))?;
    if !packed.status.success() {
        return Err(format!("npm pack {name}: {}", String::from_utf8_lossy(&packed.stderr).trim()));
    }
    let archive = String::from_utf8_lossy(&packed.stdout).trim().lines().last().unwrap_or_default().to_owned();
    let unpacked = Command::new("tar").args(["xzf", &archive]).current_dir(folder).status();
    match unpacked {
        Ok(status) if status.success() => Ok(folder.join("package")),
        Ok(status) => Err(format!("tar xzf {archive}: {status}")),
        Err(error) => Err(format!("tar: {error}")),
    }
}

fn scripts(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            scripts(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "js" || ending == "mjs") {
            files.push(path);
        }
    }
    Ok(())
}

/// The literals of a script that contain a word, with their escapes resolved. Those with interpolation are left out.
fn literals(script: &str, word: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut letters = script.char_indices().peekable();
    while let Some((_, quote)) = letters.next() {
        if !matches!(quote, '`' | '"' | '\'') {
            continue;
        }
        let mut literal = String::new();
        let mut is_whole = true;
        while let Some((_, letter)) = letters.next() {
            match letter {
                letter if letter == quote => break,
                // What was taken for a quote was an apostrophe of a comment.
                '\n' if quote != '`' => break,
                '\\' => match letters.next() {
                    Some((_, 'n')) => literal.push('\n'),
                    Some((_, 't')) => literal.push('\t'),
                    Some((_, 'r' | '\n')) | None => {}
                    Some((_, other)) => literal.push(other),
                },
                '$' if quote == '`' && letters.peek().is_some_and(|(_, next)| *next == '{') => is_whole = false,
                letter => literal.push(letter),
            }
        }
        if is_whole && literal.contains(word) {
            found.push(literal);
        }
    }
    found
}

/// What Babylon's preprocessor makes of a shader where nothing is defined.
fn preprocessed(text: &str, includes: &BTreeMap<String, String>, depth: u32) -> String {
    let mut result = String::new();
    // Whether lines count, for each condition that is open.
    let mut open: Vec<bool> = Vec::new();
    for line in text.lines() {
        let word = line.trim();
        if word.starts_with("#ifndef") {
            open.push(true);
        } else if word.starts_with("#if") {
            open.push(false);
        } else if word.starts_with("#else") {
            if let Some(last) = open.last_mut() {
                *last = !*last;
            }
        } else if word.starts_with("#endif") {
            open.pop();
        } else if !open.iter().all(|counts| *counts) || word.starts_with('#') && !word.starts_with("#include") {
        } else if let Some(name) = word.strip_prefix("#include<").and_then(|rest| rest.split('>').next()) {
            if let Some(included) = includes.get(name).filter(|_| depth < 8) {
                result.push_str(&preprocessed(included, includes, depth + 1));
            }
        } else {
            result.push_str(line);
            result.push('\n');
        }
    }
    result
}

/// Why shaders of a package did not become kernels.
#[derive(Default)]
struct Tally {
    shaders: u64,
    /// What naga does not read, with what it says.
    unread: Vec<String>,
    compiled: u64,
    checked: u64,
    compared: u64,
    wrong: Vec<String>,
}

/// Fetches a package and compiles its shaders.
pub fn run(package: &Package) -> Result<Completion, Failed> {
    let folder = tempfile::tempdir()?;
    let package_folder = match fetch(package, folder.path()) {
        Ok(folder) => folder,
        Err(reason) => return Ok(Completion::ignored_with(reason)),
    };
    let manifest = std::fs::read_to_string(package_folder.join("package.json"))?;
    let manifest: serde_json::Value = serde_json::from_str(&manifest)?;
    if manifest["license"] != package.licence {
        return Err(format!("the licence of {} is {}", package.name, manifest["license"]).into());
    }
    let mut files = Vec::new();
    scripts(&package_folder, &mut files)?;
    files.sort();
    let mut includes = BTreeMap::new();
    for file in files.iter().filter(|file| file.components().any(|part| part.as_os_str() == "ShadersInclude")) {
        let text = std::fs::read_to_string(file)?;
        let longest = literals(&text, "").into_iter().max_by_key(String::len);
        let name = file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        includes.insert(name, longest.unwrap_or_default());
    }
    let mut seen = std::collections::BTreeSet::new();
    let mut tally = Tally::default();
    for file in &files {
        let script = std::fs::read_to_string(file)?;
        for literal in literals(&script, "@compute") {
            if !seen.insert(literal.clone()) {
                continue;
            }
            let name = file.strip_prefix(&package_folder).unwrap_or(file).display().to_string();
            examine(&name, &preprocessed(&literal, &includes, 0), &mut tally);
        }
    }
    println!(
        "{} {} ({}): {} shaders, {} of them WGSL that naga reads, {} compiled, {} checked, {} compared with lavapipe",
        package.name,
        package.version,
        package.licence,
        tally.shaders,
        tally.shaders - tally.unread.len() as u64,
        tally.compiled,
        tally.checked,
        tally.compared
    );
    tally.unread.iter().for_each(|said| println!("  not read by naga: {said}"));
    harness::count("shaders of packages", tally.shaders);
    harness::count("shaders of packages compiled", tally.compiled);
    harness::count("shaders of packages checked", tally.checked);
    harness::count("shaders of packages compared", tally.compared);
    if tally.wrong.is_empty() { Ok(Completion::Completed) } else { Err(tally.wrong.join("\n").into()) }
}

/// Whether naga reads a shader and finds it valid; what it says otherwise.
fn read(text: &str) -> Result<(), String> {
    let module = naga::front::wgsl::parse_str(text).map_err(|error| error.message().to_owned())?;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    let line = |error: String| error.lines().rfind(|line| line.contains('`')).unwrap_or_default().to_owned();
    validator.validate(&module).map(drop).map_err(|error| line(error.emit_to_string(text)))
}

fn examine(name: &str, text: &str, tally: &mut Tally) {
    tally.shaders += 1;
    if let Err(said) = read(text) {
        return tally.unread.push(format!("{name}: {said}"));
    }
    let import = match texvisa_naga::import_wgsl(text) {
        Ok(import) => import,
        Err(error) => return tally.wrong.push(format!("{name}: {error}")),
    };
    tally.wrong.extend(import.refused.iter().map(|refused| format!("{name}: {refused}")));
    let (target, simd) = (Target::Tgllp, SimdWidth::Simd16);
    let mut is_checked = import.refused.is_empty();
    for id in import.module.kernels.keys() {
        let compiled = match compile(&import.module, id, target, simd, &LoweringOptions::default()) {
            Ok(compiled) => compiled,
            Err(error) => return tally.wrong.push(format!("{name}: {error}")),
        };
        let options = TrialOptions { trials: 2, ..TrialOptions::default() };
        if let Err(error) = check(&import.module, id, &compiled, &options) {
            is_checked = false;
            tally.wrong.push(format!("{name}: {error}"));
        }
    }
    tally.compiled += 1;
    tally.checked += u64::from(is_checked);
    if !text.contains("texture_storage") || text.contains("var<storage") || import.module.kernels.len() != 1 {
        return;
    }
    let Presence::Here(device) = oracle::presence() else { return };
    let outcome = Directives::of(DIRECTIVES)
        .map_err(Failed::from)
        .and_then(|directives| trial::compare_shader(device, text, &directives, 1, false));
    match outcome {
        Ok(_) => tally.compared += 1,
        Err(error) => tally.wrong.push(format!("{name}: {}", error.message().unwrap_or("it differs"))),
    }
}
