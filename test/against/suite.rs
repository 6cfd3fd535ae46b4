//! The tests.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use libtest_mimic::{Completion, Failed, Trial};
use rayon::prelude::*;
use texvisa::check::TrialOptions;
use texvisa::ir::target::Target;
use texvisa_test::harness;
use texvisa_test::ocloc;
use texvisa_test::oracle::Oracle;
use texvisa_test::process::find_in_path;

use crate::contraction;
use crate::outcome::{self, Outcome};
use crate::source::{Source, find};

/// The platforms that both the corpus and programs of this form exist for.
pub const TARGETS: [Target; 3] = [Target::Skl, Target::Tgllp, Target::Dg2];

/// Trials of a kernel: enough to take its branches both ways.
const TRIALS: u32 = 30;

/// The share of the kernels of a folder that must be compared, in percent.
const COMPARED: usize = 95;

/// Kernels of the corpus in which Intel's vISA does not do what its source does, by a part of the name, with the cause.
pub const DIFFERENT: &[(&str, &str)] = &[];

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for target in TARGETS {
        trials
            .push(trial(format!("intels_visa_does_what_its_source_says/{target}"), move |ocloc| sample(ocloc, target)));
        trials.push(trial(format!("changed_instructions_are_noticed/{target}"), move |ocloc| changed(ocloc, target)));
        trials
            .push(trial(format!("wrong_contractions_are_noticed/{target}"), move |ocloc| contractions(ocloc, target)));
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/dev");
        if harness::is_world() && corpus.is_dir() {
            trials.push(trial(format!("corpus/{target}"), move |ocloc| folder(ocloc, &corpus, target)));
        }
    }
    trials
}

/// A test that needs Intel's compiler.
pub fn trial(name: String, test: impl FnOnce(&Path) -> Result<(), Failed> + Send + 'static) -> Trial {
    harness::test_or_skip(name, move || match (find_in_path("ocloc"), find_in_path("llvm-as-14")) {
        (Some(ocloc), Some(_)) => test(&ocloc).map(|()| Completion::Completed),
        _ => Oracle::Ocloc.missing("ocloc or llvm-as-14 is not installed"),
    })
}

fn options() -> TrialOptions {
    TrialOptions { trials: TRIALS, further: 29 * TRIALS, ..TrialOptions::default() }
}

fn in_repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The file with kernels of many roles of arguments.
fn of_arguments() -> Source {
    Source::file("link", in_repository("test/link/kernels.cl"))
}

/// What came of many kernels.
#[derive(Default)]
struct Tally {
    equal: usize,
    bytes: u64,
    /// Branches of the sources of those that are equal, and which of them no trial took both ways.
    branches: u64,
    one_way: Vec<String>,
    different: Vec<(String, String)>,
    /// Kernels of which too little was compared, and how much.
    too_little: Vec<String>,
    reasons: BTreeMap<String, Vec<String>>,
    /// The roles that arguments of texvisa's own vISA of the kernels have.
    roles: BTreeSet<String>,
    /// Arguments of it that are not where the program has them.
    misplaced: Vec<String>,
}

impl Tally {
    /// Compares every kernel of the sources.
    fn of(ocloc: &Path, sources: &[Source], target: Target) -> Tally {
        let each = |source: &Source| match source.compile(ocloc, target) {
            Ok(program) => {
                let own = program.dumps.keys().map(|kernel| source.own_arguments(&program, kernel, target)).collect();
                (source.outcomes(&program, target, &options()), own)
            }
            Err(error) => {
                let said = error.lines().find(|line| line.contains("error:")).unwrap_or(&error);
                (vec![(source.name.clone(), Outcome::NotComparable(said.to_owned()))], Vec::new())
            }
        };
        let mut tally = Tally::default();
        let found: Vec<(Vec<_>, Vec<_>)> = sources.par_iter().map(each).collect();
        for own in found.iter().flat_map(|(_, own)| own) {
            match own {
                Ok(roles) => tally.roles.extend(roles.iter().cloned()),
                Err(mismatch) => tally.misplaced.push(mismatch.clone()),
            }
        }
        for (name, outcome) in found.into_iter().flat_map(|(outcomes, _)| outcomes) {
            match outcome {
                Outcome::Equal(summary) => {
                    harness::count_check(&summary);
                    tally.equal += 1;
                    tally.bytes += summary.compared_bytes;
                    tally.branches += summary.branches;
                    tally.one_way.extend(summary.one_way.iter().map(|branch| format!("{name}: {branch}")));
                }
                Outcome::Different(difference) => tally.different.push((name, difference)),
                Outcome::TooLittle(compared) => tally.too_little.push(format!("{name}: {compared}")),
                Outcome::NotComparable(reason) => tally.reasons.entry(reason).or_default().push(name),
            }
        }
        tally
    }

    fn not_comparable(&self) -> usize {
        self.reasons.values().map(Vec::len).sum()
    }

    /// Whether the arguments of texvisa's own vISA are where the programs have them.
    fn arguments(&self) -> Result<(), Failed> {
        if self.misplaced.is_empty() { Ok(()) } else { Err(self.misplaced.join("\n  ").into()) }
    }

    /// Whether of no kernel too little was compared.
    fn floors(&self) -> Result<(), Failed> {
        if self.too_little.is_empty() {
            return Ok(());
        }
        Err(format!("too little was compared:\n  {}", self.too_little.join("\n  ")).into())
    }

    /// Prints and counts what was compared.
    fn report(&self, target: Target) {
        harness::count("kernels of Intel's compiler equal to their source", self.equal as u64);
        harness::count("roles of arguments where .ze_info has them", self.roles.len() as u64);
        println!(
            "{target}: {} kernels equal in {} bytes, {} different, {} not comparable",
            self.equal,
            self.bytes,
            self.different.len(),
            self.not_comparable()
        );
        for (name, difference) in &self.different {
            println!("  different: {name}: {difference}");
        }
        for (reason, names) in &self.reasons {
            println!("  not comparable: {}: {reason}", names.join(", "));
        }
        println!("  {} of {} branches taken both ways", self.branches - self.one_way.len() as u64, self.branches);
        for branch in &self.one_way {
            println!("  not both ways: {branch}");
        }
        println!("  roles of arguments: {:?}", self.roles);
    }
}

fn sample(ocloc: &Path, target: Target) -> Result<(), Failed> {
    let mut sources = find(&in_repository("test/corpus"));
    sources.push(of_arguments());
    for name in ["arguments", "arrays", "atomics", "bitwise", "blocks", "lanes", "loops", "pointers", "rotations"] {
        sources.push(Source::file(name, in_repository(&format!("test/against/{name}.cl"))));
    }
    let tally = Tally::of(ocloc, &sources, target);
    tally.report(target);
    tally.arguments()?;
    tally.floors()?;
    if tally.equal < sources.len() || !tally.different.is_empty() || !tally.reasons.is_empty() {
        return Err("every kernel must be compared and equal".into());
    }
    Ok(())
}

fn folder(ocloc: &Path, corpus: &Path, target: Target) -> Result<(), Failed> {
    let tally = Tally::of(ocloc, &find(corpus), target);
    tally.report(target);
    tally.arguments()?;
    tally.floors()?;
    let compared = tally.equal + tally.different.len();
    if compared * 100 < COMPARED * (compared + tally.not_comparable()) {
        return Err(format!("{compared} kernels were compared; expected {COMPARED} of 100").into());
    }
    let cause = |name: &str| DIFFERENT.iter().find(|(part, _)| name.contains(part));
    match tally.different.iter().find(|(name, _)| cause(name).is_none()) {
        Some((name, difference)) => Err(format!("{name} differs for no known cause: {difference}").into()),
        None => Ok(()),
    }
}

/// A change of the operands of a product, and of those of the sum behind it that takes in another one and adds this.
type Change = fn(product: &mut [String], sum: &mut [String]);

/// Sums that take in the other product are no difference, sums of something else are one, and so is every sum that takes in
/// a product where the source does not allow it (`sums.cl`).
fn contractions(ocloc: &Path, target: Target) -> Result<(), Failed> {
    const OTHER_PRODUCT: Change = |product, sum| {
        let (factors, others) = (&mut product[1..3], &mut sum[1..3]);
        factors.swap_with_slice(others);
    };
    const CHANGES: [(&str, Change, bool); 4] = [
        ("the other product", OTHER_PRODUCT, true),
        (
            "the other product, subtracted",
            |product, sum| {
                OTHER_PRODUCT(product, sum);
                sum[3].insert_str(0, "(-)");
            },
            false,
        ),
        ("a factor for the product", |_, sum| sum[3] = sum[1].clone(), false),
        ("a product with itself", |_, sum| sum[2] = sum[1].clone(), false),
    ];
    let text = std::fs::read_to_string(in_repository("test/against/sums.cl"))?;
    let source = ocloc::Source::OpenCl { text: &text, options: "-cl-fast-relaxed-math" };
    let program = ocloc::compile(ocloc, source, target)?;
    let visa = &program.dumps.get("sums").ok_or("there is no such dump")?.visa;
    let ir = String::from_utf8_lossy(program.llvm_of("sums")?).into_owned();
    let compare = |ir: &str, visa: &str| -> Result<Outcome, Failed> {
        let module = texvisa_llvm::import_bytes_with("sums", ir.as_bytes(), contraction::IMPORT)?.module;
        let id = module.kernel("sums").ok_or("it is not imported")?;
        let llvm = || Some(ir.to_owned());
        Ok(outcome::compare(&program.program, &module, id, visa, target, &options(), llvm))
    };
    for (name, change, is_contraction) in CHANGES {
        let (changed, count) = with_changed_sums(visa, change);
        // Three sums, each in two halves.
        if count != 6 {
            return Err(format!("{count} sums take in a product; expected 6:\n{visa}").into());
        }
        match compare(&ir, &changed)? {
            Outcome::NotComparable(reason) if is_contraction && reason == outcome::CONTRACTION => {}
            Outcome::Different(_) if !is_contraction => {}
            Outcome::Equal(_) => return Err(format!("{name}: equal").into()),
            Outcome::Different(what) | Outcome::TooLittle(what) | Outcome::NotComparable(what) => {
                return Err(format!("{name}: {what}").into());
            }
        }
        // No sum may take in a product, so that none of these is a choice.
        let strict = contraction::by_flags_alone(&ir).replace(" fast ", " ");
        if !matches!(compare(&strict, &changed)?, Outcome::Different(_)) {
            return Err(format!("{name}, which the source does not allow: not different").into());
        }
    }
    harness::count("wrong contractions noticed", CHANGES.len() as u64);
    Ok(())
}

/// vISA text in which each product and the sum of it are changed, and how many were.
fn with_changed_sums(visa: &str, change: Change) -> (String, usize) {
    let operands = |line: &str, op: &str| -> Option<Vec<String>> {
        let rest = line.strip_prefix("    ")?.strip_prefix(op)?.strip_prefix(" (")?.split_once(") ")?.1;
        let operands = rest.split("///").next()?.split_whitespace().map(str::to_owned).collect();
        Some(operands).filter(|operands: &Vec<String>| operands.iter().all(|operand| operand.starts_with('V')))
    };
    let var = |operand: &str| operand.split('(').next().map(str::to_owned);
    let mut lines: Vec<String> = visa.lines().map(str::to_owned).collect();
    let mut count = 0;
    for at in 0..lines.len() {
        let Some(mut sum) = operands(&lines[at], "mad").filter(|sum| sum.len() == 4) else { continue };
        let is_added = |product: &Vec<String>| product.len() == 3 && var(&product[0]) == var(&sum[3]);
        let before = (0..at).rev().find_map(|at| Some((at, operands(&lines[at], "mul").filter(is_added)?)));
        let Some((product_at, mut product)) = before else { continue };
        change(&mut product, &mut sum);
        for (at, operands) in [(product_at, product), (at, sum)] {
            let head = lines[at].split_once(") ").map_or("", |(head, _)| head).to_owned();
            lines[at] = format!("{head}) {}", operands.join(" "));
        }
        count += 1;
    }
    (lines.iter().map(|line| format!("{line}\n")).collect(), count)
}

/// Instructions with the same operands, and what each is changed to.
const CHANGES: [(&str, &str); 6] = [
    (" add (", " mul ("),
    (" mul (", " add ("),
    (" shl (", " asr ("),
    (" and (", " or ("),
    (" min (", " max ("),
    (" max (", " min ("),
];

/// Changes each instruction in turn.
fn changed(ocloc: &Path, target: Target) -> Result<(), Failed> {
    let source = of_arguments();
    let program = source.compile(ocloc, target)?;
    let mut mutants: Vec<(&str, usize, String)> = Vec::new();
    for kernel in ["corner", "mix_images", "scaled"] {
        let visa = &program.dumps.get(kernel).ok_or("there is no such dump")?.visa;
        for (index, line) in visa.lines().enumerate() {
            for (from, to) in CHANGES {
                if line.starts_with("    ") && line.contains(from) {
                    let lines = visa.lines().enumerate();
                    let text = lines.map(|(at, line)| {
                        let line = if at == index { line.replacen(from, to, 1) } else { line.to_owned() };
                        line + "\n"
                    });
                    mutants.push((kernel, index, text.collect()));
                }
            }
        }
    }
    let unnoticed: Vec<String> = (mutants.par_iter())
        .filter_map(|(kernel, index, text)| match source.compare(&program, kernel, text, target, &options()) {
            Ok(Outcome::Different(_)) => None,
            // What is refused was not noticed by the comparison.
            _ => Some(format!("{kernel}, line {}: {}", index + 1, text.lines().nth(*index).unwrap_or_default())),
        })
        .collect();
    println!("{target}: {} of {} changes noticed", mutants.len() - unnoticed.len(), mutants.len());
    harness::count("changes of Intel's vISA noticed", (mutants.len() - unnoticed.len()) as u64);
    if mutants.len() < 10 || !unnoticed.is_empty() {
        return Err(format!("not noticed:\n  {}", unnoticed.join("\n  ")).into());
    }
    Ok(())
}
