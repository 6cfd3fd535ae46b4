//! The kernels of the corpus: OpenCL programs and single calls that were compiled by Intel's compiler, each for several
//! platforms. `corpus.txt` has what was observed of each: `kernel platform lanes | observed`.
//!
//! The modules of many are in `test/corpus`, and are compiled in every run. `TEXVISA_CORPUS` names a folder that has all of
//! them: a folder for each kernel, with the module `k.ll` and Intel's vISA, `igc.PLATFORM.visaasm`. With it all are
//! compiled, and `./x world --bless` writes the table.

use std::path::{Path, PathBuf};

use libtest_mimic::Failed;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::visa::asm;
use texvisa::{LoweringOptions, compile};
use texvisa_test::{bless, harness};

use crate::observed::{Class, Observed};

/// The folder with all kernels.
const FOLDER: &str = "TEXVISA_CORPUS";

/// Why our messages are dearer than Intel's, or different: part of a kernel's name, the platform where it is for one only,
/// and the reason.
const REASONS: &[(&str, Option<Target>, &str)] = &[
    ("sg_block_read_ui8", None, "two blocks of 64 by 4 bytes move as much as two of 32 by 8"),
    (
        "_chalf_",
        Some(Target::Skl),
        "the module is TGLLP's; for SKL Intel's compiler widens halves before code emission",
    ),
    ("ldmcsptr", Some(Target::Skl), "the module is TGLLP's, where an MCS value comes in words"),
    (
        "ldmsptr16bit",
        Some(Target::Skl),
        "Intel's compiler sends words to a platform that takes dwords (3D_LOAD, ld2dms_w)",
    ),
    ("sampleKillPix", None, "nothing reads the kill mask, so that texvisa sends the message without it"),
    ("POptr_v_v4f32_d2_off", None, "a gather takes its offsets as numbers or as values; texvisa refuses both at once"),
    (
        "gather4Cptr_v_v4f32_d2_ch",
        None,
        "a gather that compares has no channel but red (3D_SAMPLE4, Ref); texvisa refuses it",
    ),
    ("gather4Cptr_v_v4f32_d2_off_ch", None, "likewise, with offsets"),
    ("gather4POCptr_v_v4f32_d2_ch", None, "likewise, with offsets as values"),
    ("gather4POCptr_v_v4f32_d2_off_ch", None, "likewise, with both"),
];

/// A kernel with what Intel's compiler made of it for a platform.
struct ObservedKernel {
    name: String,
    target: Target,
    simd: SimdWidth,
    intel: Observed,
}

/// The files of the table and of a kernel's module, if it is there.
fn table() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("test/calls/corpus.txt")
}

fn module(name: &str) -> Option<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("test/corpus");
    let short = name.split_once("__").map_or(name, |(_, short)| short);
    let places = [corpus.join(short).join("k.ll"), corpus.join("calls").join(format!("{short}.ll"))];
    let given = std::env::var_os(FOLDER).map(|folder| Path::new(&folder).join(name).join("k.ll"));
    places.into_iter().chain(given).find(|path| path.is_file())
}

fn read() -> Result<Vec<ObservedKernel>, String> {
    let path = table();
    let text = std::fs::read_to_string(&path).map_err(|error| format!("`{}`: {error}", path.display()))?;
    let line = |line: &str| {
        let (kernel, intel) = line.split_once(" | ")?;
        let [name, target, lanes] = kernel.split_whitespace().collect::<Vec<_>>().try_into().ok()?;
        Some(ObservedKernel {
            name: name.to_owned(),
            target: target.parse().ok()?,
            simd: SimdWidth::from_lanes(lanes.parse().ok()?)?,
            intel: Observed::read(intel)?,
        })
    };
    let numbered = text.lines().enumerate();
    numbered
        .map(|(index, text)| {
            line(text).ok_or_else(|| format!("{}:{}: no kernel and its messages", path.display(), index + 1))
        })
        .collect()
}

/// Writes the table from the folder that the environment names.
pub fn observe(targets: &[Target]) -> Result<(), Failed> {
    let Some(folder) = std::env::var_os(FOLDER) else { return Ok(()) };
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    let mut text = String::new();
    for entry in entries {
        let name = entry.file_name().unwrap_or_default().to_string_lossy();
        for target in targets {
            let Ok(visaasm) = std::fs::read_to_string(entry.join(format!("igc.{target}.visaasm"))) else { continue };
            let kernel = asm::parse(&visaasm, *target).map_err(|error| format!("{name}: {error}"))?;
            text += &format!("{name} {target} {} | {}\n", kernel.simd.lanes(), Observed::of(&kernel));
        }
    }
    Ok(bless::expect(&table(), &text)?)
}

/// What texvisa makes of the only kernel of a module, or why it makes nothing.
fn ours(path: &Path, target: Target, simd: SimdWidth) -> Result<Observed, String> {
    let module = texvisa_llvm::import_file(path).map_err(|error| error.to_string())?.module;
    let id = module.kernels.keys().next().ok_or("there is no kernel")?;
    let compiled =
        compile(&module, id, target, simd, &LoweringOptions::default()).map_err(|error| error.to_string())?;
    Ok(Observed::of(&compiled.lowered.kernel))
}

/// Compares the messages of the kernels whose modules are there.
pub fn replay() -> Result<(), Failed> {
    let mut faults = Vec::new();
    let mut counts = [0; 4];
    let mut absent = 0;
    // Whether a kernel with this reason was compared, and whether one needs it.
    let mut used = [(false, false); REASONS.len()];
    for ObservedKernel { name, target, simd, intel } in read()? {
        let Some(path) = module(&name) else {
            absent += 1;
            continue;
        };
        let ours = ours(&path, target, simd);
        let class = ours.as_ref().map_or(Class::Different, |ours| ours.compare(&intel));
        counts[class as usize] += 1;
        let is_fault = matches!(class, Class::Dearer | Class::Different);
        let reason =
            REASONS.iter().position(|(part, only, _)| name.contains(part) && only.is_none_or(|only| only == target));
        match reason {
            Some(reason) => used[reason] = (true, used[reason].1 || is_fault),
            None if is_fault => {
                let ours = ours.map_or_else(|reason| format!("refused: {reason}"), |ours| ours.to_string());
                faults.push(format!("{}: {name} {target} {simd}\n    intel: {intel}\n    ours:  {ours}", class.name()));
            }
            None => {}
        }
    }
    let classes = Class::ALL.map(|class| format!("{} {}", counts[class as usize], class.name())).join(", ");
    println!(
        "corpus, messages: {classes}; {absent} not compared: the modules are elsewhere ({FOLDER} names the folder)"
    );
    harness::count("kernels of the corpus compared", counts.iter().sum::<u64>());
    for (reason, _) in REASONS.iter().zip(used).filter(|(_, used)| *used == (true, false)) {
        faults.push(format!("no kernel needs the reason of `{}` any more: {}", reason.0, reason.2));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n  ").into()) }
}
