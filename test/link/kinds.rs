//! The kinds of lines and attributes in the vISA that Intel's compiler dumps, and their order, compared with ours of the
//! same kernel. Each kind is a row of [`KINDS`], with whether we write it and why not; each order a row of [`ORDERS`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use libtest_mimic::{Completion, Failed};
use texvisa::ir::target::Target;
use texvisa_test::harness;

/// The folder with kernels whose vISA is compared besides those of the repository: each in a folder of its own, `k.ll`
/// with `igc.TARGET.visaasm`.
const FOLDER: &str = "TEXVISA_DUMPS";

/// What we do about a kind of line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Treatment {
    /// We write it in the same kernels, with the same value.
    Same,
    /// We write it where our kernel has such a thing. Its names and numbers are ours.
    Written,
    /// We never write it, for this reason.
    Left(&'static str),
}

const PREDEFINED: &str =
    "a comment; every kernel has these variables, and the numbering from V32, T6 and S0 up that follows";
const NAME: &str = "a name for people; the assembler knows the variable by the name that follows `.decl`";
const NUMBER: &str = "a comment: the number of the instruction";

/// Every kind, as [`kinds`] spells it.
#[rustfmt::skip]
const KINDS: &[(&str, Treatment)] = &[
    (".version", Treatment::Same),
    (".kernel", Treatment::Same),
    (".decl G", Treatment::Written),
    (".decl G type", Treatment::Written),
    (".decl G num_elts", Treatment::Written),
    (".decl G align", Treatment::Written),
    (".decl G alias", Treatment::Written),
    (".decl P", Treatment::Written),
    (".decl P num_elts", Treatment::Written),
    (".decl P v_name", Treatment::Left(NAME)),
    (".decl S", Treatment::Written),
    (".decl S num_elts", Treatment::Written),
    (".decl S v_name", Treatment::Left(NAME)),
    (".decl T", Treatment::Written),
    (".decl T num_elts", Treatment::Written),
    (".decl T v_name", Treatment::Left(NAME)),
    (".input", Treatment::Same),
    (".kernel_attr Target", Treatment::Same),
    (".kernel_attr SimdSize", Treatment::Same),
    (".kernel_attr PerThreadInputSize", Treatment::Same),
    (".function", Treatment::Same),
    ("label", Treatment::Written),
    ("instruction", Treatment::Written),
    ("/// VISA Predefined Variables", Treatment::Left(PREDEFINED)),
    ("// .decl G v_name=%null", Treatment::Left(PREDEFINED)),
    ("// .decl G v_name=%thread_x", Treatment::Left(PREDEFINED)),
    ("// .decl G v_name=%thread_y", Treatment::Left(PREDEFINED)),
    ("// .decl G v_name=%group_id_x", Treatment::Left(PREDEFINED)),
    ("// .decl G v_name=%group_id_y", Treatment::Left(PREDEFINED)),
    ("// .decl G v_name=%group_id_z", Treatment::Left(PREDEFINED)),
    ("// .decl G v_name=%tsc", Treatment::Left(PREDEFINED)),
    ("// .decl G v_name=%r0", Treatment::Left(PREDEFINED)),
    ("// .decl G v_name=%arg", Treatment::Left(PREDEFINED)),
    ("// .decl G v_name=%retval", Treatment::Left(PREDEFINED)),
    ("// .decl G v_name=%sp", Treatment::Left(PREDEFINED)),
    ("// .decl G v_name=%fp", Treatment::Left(PREDEFINED)),
    ("// .decl G v_name=%hw_id", Treatment::Left(PREDEFINED)),
    ("// .decl G v_name=%sr0", Treatment::Left(PREDEFINED)),
    ("// .decl G v_name=%cr0", Treatment::Left(PREDEFINED)),
    ("// .decl G v_name=%ce0", Treatment::Left(PREDEFINED)),
    ("// .decl G v_name=%dbg0", Treatment::Left(PREDEFINED)),
    ("// .decl G v_name=%color", Treatment::Left(PREDEFINED)),
    ("// .decl G v_name=%impl_arg_buf_ptr", Treatment::Left(PREDEFINED)),
    ("// .decl G v_name=%local_id_buf_ptr", Treatment::Left(PREDEFINED)),
    ("// .decl G v_name=%msg0", Treatment::Left(PREDEFINED)),
    ("// .decl T v_name=%slm", Treatment::Left(PREDEFINED)),
    ("// .decl T v_name=T1", Treatment::Left(PREDEFINED)),
    ("// .decl T v_name=T2", Treatment::Left(PREDEFINED)),
    ("// .decl T v_name=TSS", Treatment::Left(PREDEFINED)),
    ("// .decl T v_name=%bss", Treatment::Left(PREDEFINED)),
    ("// .decl T v_name=%scratch", Treatment::Left(PREDEFINED)),
    ("/// $", Treatment::Left(NUMBER)),
];

/// An order of lines that all of Intel's dumps keep.
struct LineOrder {
    what: &'static str,
    /// Whether the lines of a text keep it.
    keeps: fn(&[Line]) -> bool,
    /// Why ours need not keep it; otherwise they do.
    ours: Option<&'static str>,
}

const ORDERS: &[LineOrder] = &[
    LineOrder {
        what: ".version, .kernel, .decl, .input, .kernel_attr, .function, its label, instructions",
        keeps: |lines| {
            let part = |line: &Line| match line.kind.split(' ').next().unwrap_or_default() {
                ".version" => Some(0),
                ".kernel" => Some(1),
                ".decl" => Some(2),
                ".input" => Some(3),
                ".kernel_attr" => Some(4),
                ".function" => Some(5),
                "label" | "instruction" => Some(6),
                _ => None,
            };
            rises(lines.iter().filter_map(part))
        },
        ours: None,
    },
    LineOrder {
        what: "variables, predicates, states",
        keeps: |lines| {
            rises(lines.iter().filter_map(|line| {
                Some(match line.kind.as_str() {
                    ".decl G" => 0,
                    ".decl P" => 1,
                    ".decl S" | ".decl T" => 2,
                    _ => return None,
                })
            }))
        },
        ours: None,
    },
    LineOrder {
        what: "samplers, surfaces",
        keeps: |lines| {
            let states = lines.iter().filter(|line| [".decl S", ".decl T"].contains(&line.kind.as_str()));
            rises(states.map(|line| u32::from(line.kind == ".decl T")))
        },
        ours: Some("both are numbered apart, and found by their names"),
    },
    LineOrder {
        what: "an alias behind what it is an alias of",
        keeps: |lines| {
            let mut declared = vec!["%r0", "%sr0", "%arg", "%retval"];
            lines.iter().filter(|line| line.kind == ".decl G").all(|line| {
                let base = line.text.split("alias=<").nth(1).and_then(|rest| rest.split(',').next());
                declared.push(line.text.split_whitespace().nth(1).unwrap_or_default());
                base.is_none_or(|base| declared.contains(&base))
            })
        },
        ours: None,
    },
    LineOrder {
        what: "inputs by rising offset, none over another",
        keeps: |lines| {
            let mut end = 0;
            lines.iter().filter(|line| line.kind == ".input").all(|line| {
                let number = |key| field(&line.text, key).and_then(|text| text.parse::<u32>().ok()).unwrap_or(0);
                let is_behind = number("offset=") >= end;
                end = number("offset=") + number("size=");
                is_behind
            })
        },
        ours: None,
    },
    LineOrder {
        what: "Target, SimdSize, PerThreadInputSize",
        keeps: |lines| {
            rises(lines.iter().filter_map(|line| match line.kind.strip_prefix(".kernel_attr ")? {
                "Target" => Some(0),
                "SimdSize" => Some(1),
                "PerThreadInputSize" => Some(2),
                _ => Some(3),
            }))
        },
        ours: None,
    },
    LineOrder {
        what: "the label of the function first behind `.function`",
        keeps: |lines| {
            let function = lines.iter().position(|line| line.kind == ".function");
            let names = function.and_then(|at| Some((lines[at].text.split('"').nth(1)?, lines.get(at + 1)?)));
            names.is_some_and(|(name, label)| label.text == format!("{name}:"))
        },
        ours: None,
    },
];

fn rises(mut numbers: impl Iterator<Item = u32>) -> bool {
    let mut last = 0;
    numbers.all(|number| std::mem::replace(&mut last, number) <= number)
}

/// A line that is not empty.
#[derive(Clone, Debug)]
struct Line {
    kind: String,
    text: String,
}

/// What follows `key` in a line, up to the next space.
fn field<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.split_whitespace().find_map(|word| word.strip_prefix(key))
}

fn lines(text: &str) -> Vec<Line> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|line| Line { kind: kind(line), text: line.to_owned() })
        .collect()
}

/// The kind of a line, without its attributes.
fn kind(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let file = || field(line, "v_type=").unwrap_or("?");
    match words[0] {
        ".decl" => format!(".decl {}", file()),
        "//" if words.get(1) == Some(&".decl") => {
            format!("// .decl {} v_name={}", file(), field(line, "v_name=").unwrap_or("?"))
        }
        "//" | "///" => line.to_owned(),
        ".kernel_attr" => {
            format!(".kernel_attr {}", words.get(1).and_then(|word| word.split('=').next()).unwrap_or("?"))
        }
        word if word.starts_with('.') => word.to_owned(),
        word if word.ends_with(':') && words.len() == 1 => "label".to_owned(),
        _ => "instruction".to_owned(),
    }
}

/// The kinds in a text, each with the values of its lines in order.
fn kinds(lines: &[Line]) -> BTreeMap<String, Vec<String>> {
    let mut kinds: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut add = |kind: &str, value: &str| kinds.entry(kind.to_owned()).or_default().push(value.to_owned());
    for Line { kind, text } in lines {
        match kind.as_str() {
            // Names differ, places do not.
            ".input" => add(kind, text.split_once("offset=").map_or("", |(_, place)| place)),
            kind if kind.starts_with(".decl") => {
                add(kind, "");
                let attributes = text.split_whitespace().skip(3).filter_map(|word| word.split_once('='));
                attributes.for_each(|(name, _)| add(&format!("{kind} {name}"), ""));
            }
            "instruction" => {
                add(kind, "");
                if text.contains("/// $") {
                    add("/// $", "");
                }
            }
            _ => add(kind, text),
        }
    }
    kinds
}

/// The kinds of Intel's dump are known, and its lines are ordered as the table says.
fn examine(intel: &[Line]) -> Result<(), Failed> {
    for kind in kinds(intel).keys() {
        let known = KINDS.iter().find(|(known, _)| known == kind);
        if known.is_none() {
            return Err(format!("Intel's dump has `{kind}`, which the table does not have").into());
        }
    }
    match ORDERS.iter().find(|order| !(order.keeps)(intel)) {
        None => Ok(()),
        Some(order) => Err(format!("Intel's dump does not keep the order: {}", order.what).into()),
    }
}

/// Compares the vISA of one kernel; adds the kinds that ours has to `written`.
fn compare(intel: &str, ours: &str, written: &mut BTreeMap<String, u64>) -> Result<(), Failed> {
    let (intel, ours) = (lines(intel), lines(ours));
    examine(&intel)?;
    if let Some(order) = ORDERS.iter().find(|order| order.ours.is_none() && !(order.keeps)(&ours)) {
        return Err(format!("ours does not keep the order: {}", order.what).into());
    }
    let (intel, ours) = (kinds(&intel), kinds(&ours));
    for (kind, values) in &ours {
        *written.entry(kind.clone()).or_default() += values.len() as u64;
        match KINDS.iter().find(|(known, _)| known == kind) {
            None => return Err(format!("ours has `{kind}`, which the table does not have").into()),
            Some((_, Treatment::Left(reason))) => {
                return Err(format!("ours has `{kind}`, left out because it is {reason}").into());
            }
            Some(_) => {}
        }
    }
    for (kind, _) in KINDS.iter().filter(|(_, row)| *row == Treatment::Same) {
        if intel.get(*kind) != ours.get(*kind) {
            return Err(format!("`{kind}`: Intel's {:?}, ours {:?}", intel.get(*kind), ours.get(*kind)).into());
        }
    }
    harness::count("kernels compared line kind by line kind", 1);
    Ok(())
}

/// Compiles the kernel that `intel` is vISA of, at its width.
fn ours(folder: &Path, llvm: &Path, intel: &str, target: Target) -> Result<Option<String>, Failed> {
    let name = intel.split('"').nth(1).unwrap_or_default();
    let simd = intel.split_once("SimdSize=").and_then(|(_, rest)| rest.split_whitespace().next()).unwrap_or_default();
    let llvm = llvm.to_string_lossy();
    let arguments = [
        "compile",
        &llvm,
        "--kernel",
        name,
        "--target",
        target.name(),
        "--simd",
        simd,
        "--no-check",
        "-o",
        "k.visaasm",
    ];
    let finished = crate::tool::texvisa(folder, &arguments)?;
    if !finished.status.is_success() {
        harness::count("kernels not compiled", 1);
        return Ok(None);
    }
    Ok(Some(std::fs::read_to_string(folder.join("k.visaasm"))?))
}

/// `own__2d_loop.tgllp.visaasm`, `igc.tgllp.visaasm`: the name and the target.
fn name_and_target(path: &Path) -> Option<(String, Target)> {
    let file = path.file_name()?.to_str()?.strip_suffix(".visaasm")?;
    let (name, target) = file.rsplit_once('.')?;
    Some((name.to_owned(), target.parse().ok()?))
}

fn visaasm_files(folder: &Path) -> Result<Vec<PathBuf>, Failed> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "visaasm") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The dumps in the repository: all are examined, and those whose LLVM IR is there, too, are compared.
pub fn of_repository() -> Result<Completion, Failed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir()?;
    let mut written = BTreeMap::new();
    for path in visaasm_files(&root.join("ir/tests/visa"))? {
        let intel = std::fs::read_to_string(&path)?;
        examine(&lines(&intel))
            .map_err(|failed| format!("{}: {}", path.display(), failed.message().unwrap_or_default()))?;
        harness::count("dumps of which every line kind is known", 1);
        let Some((name, target)) = name_and_target(&path) else { continue };
        let name = name.trim_start_matches("own__");
        let llvm =
            [root.join("test/corpus").join(name).join("k.ll"), root.join(format!("test/corpus/calls/{name}.ll"))];
        let Some(llvm) = llvm.iter().find(|path| path.exists()).filter(|_| cfg!(feature = "llvm")) else { continue };
        // Multisampled texels have another width of payload there; the module is TGLLP's.
        if target == Target::Skl && name.contains("ms_") {
            continue;
        }
        if let Some(ours) = ours(folder.path(), llvm, &intel, target)? {
            compare(&intel, &ours, &mut written)
                .map_err(|failed| format!("{}: {}", path.display(), failed.message().unwrap_or_default()))?;
        }
    }
    Ok(Completion::Completed)
}

/// The kernels that ocloc compiles for these tests. Every kind that the table says we write, we write in one of them.
pub fn of_kernels(compiled: &texvisa_test::ocloc::OclocProgram, target: Target) -> Result<Completion, Failed> {
    if !cfg!(feature = "llvm") {
        return texvisa_test::oracle::built_without_llvm();
    }
    let folder = tempfile::tempdir()?;
    let mut written = BTreeMap::new();
    for (kernel, dump) in &compiled.dumps {
        let llvm = folder.path().join("k.ll");
        std::fs::write(&llvm, compiled.llvm_of(kernel)?)?;
        if let Some(ours) = ours(folder.path(), &llvm, &dump.visa, target)? {
            compare(&dump.visa, &ours, &mut written)
                .map_err(|failed| format!("{kernel}: {}", failed.message().unwrap_or_default()))?;
        }
    }
    let loads = target.platform().loads_arguments;
    let is_here = |kind: &str| !kind.ends_with("PerThreadInputSize") || loads;
    let missing: Vec<&str> = (KINDS.iter())
        .filter(|(kind, row)| matches!(row, Treatment::Same | Treatment::Written) && is_here(kind))
        .map(|(kind, _)| *kind)
        .filter(|kind| !written.contains_key(*kind))
        .collect();
    if missing.is_empty() {
        Ok(Completion::Completed)
    } else {
        Err(format!("no kernel of ours has {missing:?}").into())
    }
}

/// The dumps of another folder, where one is named.
pub fn of_folder() -> Result<Completion, Failed> {
    let Some(root) = std::env::var_os(FOLDER).filter(|folder| !folder.is_empty()) else {
        return Ok(Completion::ignored_with(format!("{FOLDER} names no folder")));
    };
    let folder = tempfile::tempdir()?;
    let (mut written, mut wrong) = (BTreeMap::new(), Vec::new());
    for entry in std::fs::read_dir(root)? {
        let entry = entry?.path();
        if !entry.is_dir() {
            continue;
        }
        for path in visaasm_files(&entry)? {
            let Some((_, target)) = name_and_target(&path) else { continue };
            let intel = std::fs::read_to_string(&path)?;
            let own = entry.join(format!("k.{target}.ll"));
            let llvm = if own.exists() { own } else { entry.join("k.ll") };
            let ours = if cfg!(feature = "llvm") { ours(folder.path(), &llvm, &intel, target)? } else { None };
            let result = match ours {
                Some(ours) => compare(&intel, &ours, &mut written),
                None => examine(&lines(&intel)),
            };
            if let Err(failed) = result {
                wrong.push(format!("{}: {}", path.display(), failed.message().unwrap_or_default()));
            }
        }
    }
    if wrong.is_empty() { Ok(Completion::Completed) } else { Err(wrong.join("\n").into()) }
}
