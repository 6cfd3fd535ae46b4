//! Every kernel of the corpus, for three platforms at each width.

use std::path::{Path, PathBuf};
use std::time::Duration;

use libtest_mimic::{Completion, Failed, Trial};
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::InstData;
use texvisa::ir::visa::Inst;
use texvisa::lowering::LowerError;
use texvisa::{CompileError, LoweringOptions, compile};
use texvisa_llvm::{ImportOptions, import_bytes_with};
use texvisa_test::harness;
use texvisa_test::oracle::Oracle;
use texvisa_test::plugin::{self, RELEASES, Release};
use texvisa_test::process::{Finished, Run, find_in_path};

use crate::message::Message;
use crate::{damaged, dumps, embedded};

const TARGETS: [Target; 3] = [Target::Skl, Target::Tgllp, Target::Dg2];

const LIMIT: Duration = Duration::from_secs(60);

/// What texture intrinsics begin with, behind `llvm.genx.GenISA.`
const TEXTURES: [&str; 9] =
    ["ldptr", "ldms", "ldmcs", "sample", "gather4", "resinfo", "lodptr", "simdMediaBlock", "MediaBlock"];

/// Two tests for each kernel, platform and width, and those that need a corpus or a plugin only; for the plugin of a release of
/// LLVM.
///
/// # Errors
///
/// The corpus cannot be read, or the plugin is not where it is said to be.
pub fn trials(release: &'static Release) -> Result<Vec<Trial>, String> {
    let plugin = release.plugin().map_err(|error| error.to_string())?;
    let is_first = *release == RELEASES[0];
    let prefix = if is_first { String::new() } else { format!("llvm{}/", release.number) };
    if plugin.is_none() && !is_first {
        let skip = || Ok(Completion::ignored_with(release.absence()));
        return Ok(vec![harness::test_or_skip(format!("llvm{}", release.number), skip)]);
    }
    let kernels = kernels()?;
    let paths = kernels.iter().map(|(_, path)| path.clone()).collect();
    let mut trials = vec![
        embedded::trial(format!("{prefix}embedded"), release, plugin.clone()),
        damaged::trial(format!("{prefix}damaged"), release, plugin.clone(), paths),
    ];
    trials.extend(dumps::trial(format!("{prefix}dumps"), release, plugin.clone()));
    for (name, path) in kernels {
        for target in TARGETS {
            for simd in SimdWidth::ALL {
                for (what, test) in [("messages", messages as Test), ("print", print)] {
                    let (case, plugin) = (Case { path: path.clone(), target, simd }, plugin.clone());
                    trials.push(harness::test_or_skip(format!("{prefix}{name}/{target}/{simd}/{what}"), move || {
                        let Some(plugin) = plugin else { return Oracle::Plugin.missing(plugin::ABSENCE) };
                        let Some(opt) = find_in_path(release.opt) else {
                            return Oracle::Llvm.missing(format!("{} is not installed", release.opt));
                        };
                        test(&case, &Tools { plugin, opt }).map(|()| Completion::Completed)
                    }));
                }
            }
        }
    }
    Ok(trials)
}

type Test = fn(&Case, &Tools) -> Result<(), Failed>;

/// What the library makes of a module.
struct Library {
    /// The messages in the order of LLVM's text.
    messages: Vec<Message>,
    /// The vISA.
    text: String,
}

/// Why the library refuses a module: what it says of an instruction, and whether that is a texture operation.
type Reasons = Vec<(String, bool)>;

struct Tools {
    plugin: PathBuf,
    opt: PathBuf,
}

struct Case {
    path: PathBuf,
    target: Target,
    simd: SimdWidth,
}

/// The modules of the corpus, by the names of their folders.
fn kernels() -> Result<Vec<(String, PathBuf)>, String> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("test/corpus");
    let failed = |error: std::io::Error| format!("{}: {error}", corpus.display());
    let mut found = Vec::new();
    for entry in std::fs::read_dir(&corpus).map_err(failed)? {
        let folder = entry.map_err(failed)?;
        let module = folder.path().join("k.ll");
        if module.is_file() {
            found.push((folder.file_name().to_string_lossy().into_owned(), module));
        }
    }
    found.sort();
    if found.is_empty() { Err(format!("{}: no folder has a k.ll", corpus.display())) } else { Ok(found) }
}

impl Case {
    /// Runs a pass, and whatever follows it in the pipeline.
    fn opt(&self, tools: &Tools, pass: &str, after: &str) -> Result<Finished, Failed> {
        let Case { path, target, simd } = self;
        let passes = format!("-passes={pass}<target={target};simd={}>{after}", simd.lanes());
        let load = format!("-load-pass-plugin={}", tools.plugin.display());
        let folder = tempfile::tempdir()?;
        let run = Run { program: &tools.opt, folder: folder.path(), input: b"", merge_stderr: false, limit: LIMIT };
        Ok(run.with([load, passes, "-S".to_owned(), path.display().to_string()])?)
    }

    /// What the library says.
    fn library(&self) -> Result<Result<Library, Reasons>, Failed> {
        let options = ImportOptions { sources: true, ..ImportOptions::default() };
        let import = import_bytes_with(&self.path.display().to_string(), &std::fs::read(&self.path)?, options)?;
        let mut messages = Vec::new();
        let mut text = String::new();
        for ((id, _), sources) in import.module.kernels.iter().zip(&import.sources) {
            let compiled = match compile(&import.module, id, self.target, self.simd, &LoweringOptions::default()) {
                Ok(compiled) => compiled,
                Err(CompileError::Lower(errors)) => {
                    let kernel = &import.module.kernels[id];
                    let data = |error: &LowerError| error.inst.and_then(|inst| kernel.insts.get(inst));
                    let is_other = |error| data(error).is_some_and(|data| !matches!(data, InstData::Texture(_)));
                    return Ok(Err(errors.iter().map(|error| (error.reason.to_string(), !is_other(error))).collect()));
                }
                Err(error) => return Err(error.into()),
            };
            text.push_str(&compiled.visaasm());
            let kernel = &compiled.lowered.kernel;
            let is_message = |inst: &&Inst| matches!(inst, Inst::Sampler(_) | Inst::Media(_));
            let insts: Vec<Inst> = kernel.insts.iter().filter(is_message).cloned().collect();
            let mut rest = &insts[..];
            let mut plans = Vec::new();
            for (inst, plan) in &compiled.lowered.plans(&import.module) {
                let call = sources.calls.iter().find(|(known, _)| known == inst);
                let call = call.ok_or_else(|| format!("{inst} came from no call"))?;
                plans.push((call.1.instruction, Message::of_plan(plan, kernel, &mut rest)?));
            }
            plans.sort_by_key(|(instruction, _)| *instruction);
            messages.extend(plans.into_iter().map(|(_, message)| message));
        }
        Ok(Ok(Library { messages, text }))
    }
}

fn messages(case: &Case, tools: &Tools) -> Result<(), Failed> {
    let finished = case.opt(tools, "texvisa-legalize", &format!(",verify,texvisa-verify<target={}>", case.target))?;
    // What is no texture operation is for others to select.
    let Some(Library { messages: expected, .. }) = agrees(case, &finished, |is_texture| is_texture)? else {
        return Ok(());
    };
    let text = String::from_utf8(finished.stdout)?;
    let mut found = Vec::new();
    for line in text.lines() {
        found.extend(Message::of_line(line)?);
        let is_texture = |name| line.contains(&format!("@llvm.genx.GenISA.{name}"));
        if line.contains(" call ") && TEXTURES.into_iter().any(is_texture) {
            return Err(format!("a texture call is left: {line}").into());
        }
    }
    if found == expected {
        return Ok(());
    }
    let list = |messages: &[Message]| messages.iter().map(|message| format!("  {message}\n")).collect::<String>();
    Err(format!("the plugin has\n{}and the library\n{}", list(&found), list(&expected)).into())
}

/// What the plugin says of a call: it does not change its host's module to print it, and so inlines nothing.
const OF_CALLS: &str = "a call of a function is not supported; inline it first";

fn print(case: &Case, tools: &Tools) -> Result<(), Failed> {
    let finished = case.opt(tools, "print<texvisa>", "")?;
    if std::fs::read_to_string(&case.path)?.contains("call spir_func") {
        let said = String::from_utf8_lossy(&finished.stderr);
        let is_refused = !finished.status.is_success() && said.contains(OF_CALLS);
        return if is_refused { Ok(()) } else { Err(format!("opt: {}: {said}", finished.status).into()) };
    }
    let Some(Library { text: expected, .. }) = agrees(case, &finished, |_| true)? else { return Ok(()) };
    // Later releases say that they have no code for the module's triple, for which they were not asked.
    let said = String::from_utf8(finished.stderr)?;
    let is_ours = |line: &&str| !line.contains("WARNING: failed to create target machine");
    let found: String = said.split_inclusive('\n').filter(is_ours).collect();
    if found == expected {
        Ok(())
    } else {
        Err(format!("the plugin prints\n{found}\nand the library\n{expected}").into())
    }
}

/// What the library says, where it and the plugin both compile the kernel; nothing where both refuse it for the same
/// reasons. `counts` says which reasons count, by whether they are about a texture operation.
fn agrees(case: &Case, finished: &Finished, counts: impl Fn(bool) -> bool) -> Result<Option<Library>, Failed> {
    let said = String::from_utf8_lossy(&finished.stderr);
    match (case.library()?, finished.status.is_success()) {
        (Ok(library), true) => Ok(Some(library)),
        (Ok(_), false) => Err(format!("opt: {}: {said}", finished.status).into()),
        (Err(reasons), is_success) => {
            let mut counted = reasons.iter().filter(|(_, is_texture)| counts(*is_texture)).map(|(reason, _)| reason);
            let is_refused = counted.clone().next().is_some();
            if is_refused != is_success && counted.all(|reason| said.contains(reason)) {
                return Ok(None);
            }
            Err(format!("the library refuses it: {reasons:?}; opt: {}: {said}", finished.status).into())
        }
    }
}
