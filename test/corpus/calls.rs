//! Kernels with one texture call each, `test/corpus/calls/*.ll`: OpenCL kernels as Intel's compiler hands them to code
//! emission for TGLLP. Each is compiled for every platform below at every width that is legal there; all of it is
//! checked, and given to the finalizer. What came of each stands in `test/corpus/calls/README.md`, which these tests
//! keep current.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use libtest_mimic::{Failed, Trial};
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::{InstData, Kernel, MemoryAccess, Module};
use texvisa::{LoweringOptions, check, compile};
use texvisa_test::finalizer::Finalizer;
use texvisa_test::{bless, harness};

const TARGETS: [Target; 4] = [Target::Skl, Target::Icllp, Target::Tgllp, Target::Dg2];

/// Random inputs for each kernel, platform and width.
const TRIALS: u32 = 12;

/// What the list says of a kernel with which all is well.
const PASSES: &str = "passes";

pub fn trials() -> Vec<Trial> {
    let rows = match rows() {
        Ok(rows) => rows,
        Err(reason) => return vec![harness::test("calls/README.md", move || Err(reason.into()))],
    };
    let mut trials = Vec::new();
    let kernels = kernels();
    let mut unlisted: Vec<String> = Vec::new();
    for (name, path) in &kernels {
        let Some(row) = rows.get(name).cloned() else {
            unlisted.push(name.clone());
            continue;
        };
        let (owned, file) = (name.clone(), path.clone());
        if row.ends_with(&format!("| {PASSES} |")) {
            let (owned, file) = (name.clone(), path.clone());
            trials.push(Finalizer::trial(&format!("calls/{name}/finalizer"), move |finalizer| {
                let module = import(&owned, &file)?;
                every_way(|target, simd| {
                    for id in module.kernels.keys() {
                        let compiled = compile(&module, id, target, simd, &LoweringOptions::default())?;
                        finalizer.accepts(&compiled.lowered.kernel, &compiled.visaasm())?;
                    }
                    Ok(())
                })
            }));
        }
        trials.push(harness::test(format!("calls/{name}/check"), move || {
            let found = described(&owned, &file)?;
            if found == row {
                return Ok(());
            }
            if bless::is_asked() {
                return change_list(|text| text.replace(&row, &found));
            }
            Err(format!("the list has\n{row}\nand should have\n{found}\n{}", bless::HOW).into())
        }));
    }
    let gone: Vec<String> = rows.keys().filter(|name| !kernels.contains_key(*name)).cloned().collect();
    trials.push(harness::test("calls/README.md", move || {
        let missing: Vec<String> = unlisted
            .iter()
            .map(|name| described(name, &folder().join(format!("{name}.ll"))))
            .collect::<Result<_, _>>()?;
        if bless::is_asked() && !(missing.is_empty() && gone.is_empty()) {
            let stays = |line: &&str| !gone.iter().any(|name| line.starts_with(&format!("| `{name}` ")));
            return change_list(|text| {
                let kept: String = text.lines().filter(stays).map(|line| format!("{line}\n")).collect();
                kept + &missing.iter().map(|row| format!("{row}\n")).collect::<String>()
            });
        }
        let faults: Vec<String> = (missing.iter().map(|row| format!("the list lacks\n{row}")))
            .chain(gone.iter().map(|name| format!("the list has `{name}`, which is gone")))
            .collect();
        if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
    }));
    trials
}

/// Updates the list. Tests run beside others, one at a time changes it.
fn change_list(change: impl FnOnce(String) -> String) -> Result<(), Failed> {
    static LIST: Mutex<()> = Mutex::new(());
    let _guard = LIST.lock().map_err(|_| "another test failed")?;
    let path = folder().join("README.md");
    Ok(bless::expect(&path, &change(std::fs::read_to_string(&path)?))?)
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("test/corpus/calls")
}

/// The kernels by their names.
fn kernels() -> BTreeMap<String, PathBuf> {
    let entries = std::fs::read_dir(folder()).into_iter().flatten().flatten().map(|entry| entry.path());
    let modules = entries.filter(|path| path.extension().is_some_and(|extension| extension == "ll"));
    modules
        .filter_map(|path| path.file_stem().map(|stem| (stem.to_string_lossy().into_owned(), path.clone())))
        .collect()
}

/// The rows of the list by the name of their kernel.
fn rows() -> Result<BTreeMap<String, String>, String> {
    let path = folder().join("README.md");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut rows = BTreeMap::new();
    for line in text.lines() {
        let Some(name) = line.strip_prefix("| `").and_then(|rest| rest.split_once('`')).map(|parts| parts.0) else {
            continue;
        };
        if rows.insert(name.to_owned(), line.to_owned()).is_some() {
            return Err(format!("{}: `{name}` stands twice", path.display()));
        }
    }
    if rows.is_empty() { Err(format!("{}: there are no rows", path.display())) } else { Ok(rows) }
}

fn import(name: &str, path: &Path) -> Result<Module, Failed> {
    Ok(texvisa_llvm::import_bytes(name, &std::fs::read(path)?)?.module)
}

/// Calls `each` with every platform and width that is legal there.
fn every_way(mut each: impl FnMut(Target, SimdWidth) -> Result<(), Failed>) -> Result<(), Failed> {
    for target in TARGETS {
        for simd in SimdWidth::ALL.into_iter().filter(|simd| simd.is_legal(target)) {
            each(target, simd).map_err(|failed| {
                Failed::from(format!("{target} {simd}: {}", failed.message().unwrap_or("no reason is given")))
            })?;
        }
    }
    Ok(())
}

/// The row that a kernel should have.
fn described(name: &str, path: &Path) -> Result<String, Failed> {
    let module = import(name, path)?;
    let mut operations: Vec<String> = Vec::new();
    module.kernels.values().flat_map(operations_of).for_each(|operation| {
        if !operations.contains(&operation) {
            operations.push(operation);
        }
    });
    let outcome = match every_way(|target, simd| checked(&module, target, simd)) {
        Ok(()) => PASSES.to_owned(),
        Err(failed) => failed.message().unwrap_or("no reason is given").lines().next().unwrap_or_default().to_owned(),
    };
    Ok(format!("| `{name}` | {} | {outcome} |", operations.join(", ")))
}

/// The texture operations, typed accesses and stores of a kernel, in order.
fn operations_of(kernel: &Kernel) -> Vec<String> {
    let insts = kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts);
    let named = insts.filter_map(|inst| match &kernel.insts[*inst] {
        InstData::Texture(id) => Some(kernel.textures[*id].kind.name().to_owned()),
        InstData::Memory(id) => {
            let kind = kernel.memories[*id].kind;
            let counts = kind.access == MemoryAccess::Store || kernel.memories[*id].surface.is_some();
            counts.then(|| kind.name().concat())
        }
        _ => None,
    });
    named.collect()
}

fn checked(module: &Module, target: Target, simd: SimdWidth) -> Result<(), Failed> {
    for id in module.kernels.keys() {
        let compiled = compile(module, id, target, simd, &LoweringOptions::default())?;
        let options = check::TrialOptions { trials: TRIALS, ..check::TrialOptions::default() };
        let report = check(module, id, &compiled, &options)?;
        if report.execution.compared_bytes == 0 {
            return Err("nothing was compared".into());
        }
    }
    Ok(())
}
