//! What a run says at its end, and the page `docs/kernels.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use texvisa::ir::target::{SimdWidth, Target};
use texvisa_test::bless;
use texvisa_test::harness::{self, RunState};

use crate::measure::{Against, Figures, Measurement, TARGETS, Verdict};
use crate::project::{Project, run};

/// How many of the longest, beside Intel's, the page lists.
const WORST: usize = 10;
/// The longest reason on the page.
const REASON: usize = 160;

/// Counts what was measured, prints it, and compares the page with it or writes it.
pub fn report(projects: &[Project], measurements: &[Measurement], state: RunState) -> bool {
    let mut measured: Vec<&Measurement> = measurements
        .iter()
        .filter(|it| TARGETS.contains(&it.key.target) && projects.iter().any(|project| project.name == it.key.project))
        .collect();
    for project in projects {
        let totals = Totals::of(measured.iter().copied().filter(|it| it.key.project == project.name));
        println!("  {}: {totals}", project.name);
        if project.is_known() {
            totals.count(&project.name);
        }
        let of = measured.iter().copied().filter(|it| it.key.project == project.name);
        let against = Comparisons::of(of);
        println!("  {}: Intel's vISA: {against}", project.name);
        if project.is_known() {
            let name = format!("{}: kernels of Intel's equal to their source", project.name);
            harness::count_of_target(&name, against.equal);
        }
    }
    let (given, fetched): (Vec<&Project>, Vec<&Project>) = projects.iter().partition(|project| !project.is_known());
    for project in given {
        // Of a folder that was given by hand, only this says which programs are behind the counts.
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}.md", project.name));
        let of: Vec<_> = measured.iter().copied().filter(|it| it.key.project == project.name).collect();
        match std::fs::write(&path, page(&[project], &of)) {
            Ok(()) => println!("  {}: {} lists them", project.name, path.display()),
            Err(error) => eprintln!("  {}: `{}` cannot be written: {error}", project.name, path.display()),
        }
    }
    if !harness::is_world() || !state.is_whole {
        return true;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/kernels.md");
    measured.retain(|it| fetched.iter().any(|project| project.name == it.key.project));
    let made = page(&fetched, &measured);
    match bless::expect(&path, &made) {
        Ok(()) => true,
        // The floors hold what matters; the figures change with every change of lowering.
        Err(_) if !bless::is_asked() => {
            println!("  docs/kernels.md has other figures; `./x world --bless` updates it");
            true
        }
        Err(error) => {
            eprintln!("error: {error}");
            false
        }
    }
}

/// Sums over kernels, platforms and widths.
#[derive(Clone, Debug, Default)]
struct Totals {
    kernels: BTreeSet<(String, String)>,
    programs: u64,
    compiled: u64,
    checked: u64,
    taken: u64,
    /// Programs of which Intel's compiler made vISA at the same width.
    pairs: u64,
    ours: Figures,
    intel: Figures,
    /// Sums of logarithms of ratios over the pairs.
    instructions: f64,
    by_loop_depth: f64,
    more_sends: u64,
    spill_alone: u64,
    /// At widths that Intel's compiler did not choose.
    spill_unpaired: u64,
    worst: f64,
}

impl Totals {
    fn of<'a>(measurements: impl Iterator<Item = &'a Measurement>) -> Totals {
        let mut totals = Totals::default();
        measurements.for_each(|measurement| totals.add(measurement));
        totals
    }

    fn add(&mut self, measurement: &Measurement) {
        let Measurement { key, verdict, ours, intel, .. } = measurement;
        self.kernels.insert((key.source.clone(), key.kernel.clone()));
        self.programs += 1;
        let spills_alone = measurement.spills_alone();
        self.compiled += u64::from(!matches!(verdict, Verdict::Refused(_)));
        self.checked += u64::from(matches!(verdict, Verdict::Taken | Verdict::Objected(_)));
        self.taken += u64::from(*verdict == Verdict::Taken && !spills_alone);
        self.spill_alone += u64::from(spills_alone);
        let Some(ours) = ours else { return };
        let Some(intel) = intel else {
            self.spill_unpaired += u64::from(ours.spill_bytes > 0);
            return;
        };
        self.pairs += 1;
        let ratio = ratio(ours.instructions, intel.instructions);
        self.instructions += ratio.ln();
        self.by_loop_depth += self::ratio(ours.by_loop_depth, intel.by_loop_depth).ln();
        self.worst = self.worst.max(ratio);
        self.more_sends += u64::from(ours.sends > intel.sends);
        self.ours = self.ours.plus(ours);
        self.intel = self.intel.plus(intel);
    }

    /// The geometric mean of a sum of logarithms.
    fn mean(&self, logarithms: f64) -> f64 {
        if self.pairs == 0 { 1.0 } else { (logarithms / self.pairs as f64).exp() }
    }

    /// Adds the counts for which `test/floors.txt` has floors.
    fn count(&self, project: &str) {
        let per_thousand = |logarithms| (1000.0 / self.mean(logarithms)) as u64;
        for (name, number) in [
            ("kernels", self.kernels.len() as u64),
            ("programs", self.programs),
            ("programs compiled", self.compiled),
            ("programs checked", self.checked),
            ("programs taken", self.taken),
            ("programs beside Intel's", self.pairs),
            ("programs that do not spill where Intel's do not", self.programs - self.spill_alone),
            ("programs with no more sends than Intel's", self.pairs - self.more_sends),
            ("instructions of Intel's for 1000 of ours", per_thousand(self.instructions)),
            ("instructions of Intel's for 1000 of ours, by loop depth", per_thousand(self.by_loop_depth)),
        ] {
            harness::count_of_target(&format!("{project}: {name}"), number);
        }
    }

    fn cells(&self) -> Vec<String> {
        let number = |number: u64| number.to_string();
        let mut cells: Vec<String> =
            [self.programs, self.compiled, self.checked, self.taken, self.pairs].map(number).into();
        if self.pairs == 0 {
            cells.extend(std::iter::repeat_n("-".to_owned(), 6));
        } else {
            let of = |field: fn(&Figures) -> u64| decimal(ratio(field(&self.ours), field(&self.intel)));
            cells.extend([
                decimal(self.mean(self.instructions)),
                decimal(self.mean(self.by_loop_depth)),
                decimal(self.worst),
                of(|figures| figures.moves),
                of(|figures| figures.sends),
                of(|figures| figures.waits),
            ]);
        }
        cells.extend([self.more_sends, self.spill_alone, self.spill_unpaired].map(number));
        cells
    }
}

impl std::fmt::Display for Totals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} kernels, {} programs, {} compiled, {} checked, {} taken; instructions {} times Intel's in {} programs",
            self.kernels.len(),
            self.programs,
            self.compiled,
            self.checked,
            self.taken,
            decimal(self.mean(self.instructions)),
            self.pairs
        )
    }
}

/// Counts of Intel's kernels that were executed against their source.
#[derive(Clone, Copy, Debug, Default)]
struct Comparisons {
    equal: u64,
    different: u64,
    not_comparable: u64,
}

impl Comparisons {
    fn of<'a>(measurements: impl Iterator<Item = &'a Measurement>) -> Comparisons {
        let mut counts = Comparisons::default();
        for against in measurements.filter_map(|measurement| measurement.against.as_ref()) {
            match against {
                Against::Equal => counts.equal += 1,
                Against::Different(_) | Against::Known(_) => counts.different += 1,
                Against::NotComparable(_) => counts.not_comparable += 1,
            }
        }
        counts
    }
}

impl std::fmt::Display for Comparisons {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Comparisons { equal, different, not_comparable } = self;
        write!(f, "{equal} equal to the source, {different} different, {not_comparable} not comparable")
    }
}

/// The ratio of two counts, of which either may be zero.
fn ratio(ours: u64, intel: u64) -> f64 {
    ours.max(1) as f64 / intel.max(1) as f64
}

fn decimal(ratio: f64) -> String {
    format!("{ratio:.3}")
}

const COLUMNS: [&str; 16] = [
    "platform",
    "width",
    "programs",
    "compiled",
    "checked",
    "taken",
    "pairs",
    "instructions",
    "by loop depth",
    "worst",
    "moves",
    "sends",
    "sync, nop",
    "more sends",
    "spill, Intel's not",
    "spill, no pair",
];

const TITLE: &str = "# Real kernels

What texvisa makes of the OpenCL kernels of projects that are no part of it, beside what Intel's compiler makes of them. The page is
generated: `./x world --bless` measures everything and writes it.

";

const MEANING: &str = "
- A *program* is one kernel for one platform at one width: SIMD16, SIMD32, and each width that Intel's compiler chose. The platforms are
  TGLLP and DG2; for each, ocloc compiles the source, and texvisa gets the LLVM IR that ocloc's code emission got.
- *Compiled*: texvisa makes vISA of it. *Checked*: `texvisa check` finds no difference, and compared at least 64 bytes of a kernel that writes as many, and
  something of each. *Taken*: besides,
  Intel's finalizer says nothing against it, sends the messages that the descriptor model predicts, every path ends the thread, and it
  spills no register unless Intel's vISA at that width does, or there is none at that width.
- A *pair* is a program with Intel's vISA at the same width; only the first try of Intel's compiler counts, as later ones are made of
  other IR. The same finalizer makes machine code of both. *Instructions* is the geometric mean of the ratios ours to Intel's, without
  `sync` and `nop`; *by loop depth* the same with every instruction counted ten times for each loop that it is in. Moves, sends, and
  `sync` and `nop` are ratios of sums. *More sends* counts pairs in which ours has more sends of any kind, spills included.
- `test/floors.txt` has a floor for each count.
";

/// What the page says of Intel's vISA.
const OF_INTEL: &str =
    "Each program of Intel's compiler is executed on random inputs, and so is the LLVM IR that it was made of: [what is
compared](checks.md#another-compilers-visa). Its arguments are where `.ze_info` has them. Where Intel's compiler gave a try up because it
spills, what the program has instead is compared, with the LLVM IR of its own try: a narrower width or a later try.
";

fn page(projects: &[&Project], measured: &[&Measurement]) -> String {
    let mut page = TITLE.to_owned();
    line(&mut page, format_args!("{}", versions()));
    page.push_str(MEANING);
    line(&mut page, format_args!("\n## Projects\n"));
    row(&mut page, &["project", "source", "files", "compiled by ocloc", "kernels"]);
    row(&mut page, &["---"; 5]);
    for project in projects {
        let of = measured.iter().copied().filter(|it| it.key.project == project.name);
        let [files, compiled] = [project.sources.len(), project.compiled].map(|number| number.to_string());
        let kernels = Totals::of(of).kernels.len().to_string();
        row(&mut page, &[&project.name, &project.origin, &files, &compiled, &kernels]);
    }
    line(&mut page, format_args!("\n## Counts"));
    for project in projects {
        let of: Vec<_> = measured.iter().copied().filter(|it| it.key.project == project.name).collect();
        line(&mut page, format_args!("\n### {}\n", project.name));
        counts(&mut page, &of);
    }
    if projects.len() > 1 {
        line(&mut page, format_args!("\n### All projects\n"));
        counts(&mut page, measured);
    }
    of_intel(&mut page, projects, measured);
    let reasons = |it: &Measurement| match &it.verdict {
        Verdict::Refused(reason) => Some(reason.clone()),
        _ => None,
    };
    list(&mut page, "Refused", measured, reasons);
    let reasons = |it: &Measurement| match &it.verdict {
        Verdict::Differs(reason) | Verdict::NotCompared(reason) => Some(reason.clone()),
        _ => None,
    };
    list(&mut page, "Not checked", measured, reasons);
    let reasons = |it: &Measurement| match &it.verdict {
        Verdict::Objected(reason) => Some(reason.clone()),
        _ => None,
    };
    list(&mut page, "Not taken by the finalizer", measured, reasons);
    line(&mut page, format_args!("\n## Spills where Intel's vISA does not\n"));
    let spilled: Vec<String> = measured.iter().filter(|it| it.spills_alone()).map(|it| name(it)).collect();
    if spilled.is_empty() {
        line(&mut page, format_args!("None."));
    }
    spilled.iter().for_each(|name| line(&mut page, format_args!("- {name}")));
    worst(&mut page, measured);
    page
}

fn counts(page: &mut String, measured: &[&Measurement]) {
    row(page, &COLUMNS);
    row(page, &["---"; COLUMNS.len()]);
    let mut total = |target: Option<Target>, simd: Option<SimdWidth>| {
        let is_of = |it: &&&Measurement| {
            target.is_none_or(|target| it.key.target == target) && simd.is_none_or(|simd| it.key.simd == simd)
        };
        let totals = Totals::of(measured.iter().filter(is_of).copied());
        if totals.programs > 0 {
            let mut cells = vec![
                target.map_or_else(|| "all".to_owned(), |target| target.to_string()),
                simd.map_or_else(|| "all".to_owned(), |simd| simd.to_string()),
            ];
            cells.extend(totals.cells());
            row(page, &cells);
        }
    };
    for target in TARGETS {
        for simd in SimdWidth::ALL {
            total(Some(target), Some(simd));
        }
        total(Some(target), None);
    }
    total(None, None);
}

/// The sections about Intel's vISA against its source.
fn of_intel(page: &mut String, projects: &[&Project], measured: &[&Measurement]) {
    line(page, format_args!("\n## Intel's vISA against its source\n"));
    line(page, format_args!("{OF_INTEL}"));
    row(page, &["project", "platform", "programs", "equal", "different", "not comparable"]);
    row(page, &["---"; 6]);
    for project in projects {
        for target in TARGETS {
            let is_of = |it: &&&Measurement| it.key.project == project.name && it.key.target == target;
            let counts = Comparisons::of(measured.iter().filter(is_of).copied());
            let Comparisons { equal, different, not_comparable } = counts;
            let programs = equal + different + not_comparable;
            let numbers = [programs, equal, different, not_comparable].map(|number| number.to_string());
            let mut cells = vec![project.name.clone(), target.to_string()];
            cells.extend(numbers);
            row(page, &cells);
        }
    }
    let reasons = |it: &Measurement| match &it.against {
        Some(Against::Different(reason) | Against::Known(reason)) => Some(reason.clone()),
        _ => None,
    };
    list(page, "Intel's vISA different from its source", measured, reasons);
    let reasons = |it: &Measurement| match &it.against {
        Some(Against::NotComparable(reason)) => Some(reason.clone()),
        _ => None,
    };
    list(page, "Intel's vISA not comparable with its source", measured, reasons);
}

/// A section with kernels by reason, the commonest first.
fn list(page: &mut String, title: &str, measured: &[&Measurement], reason: impl Fn(&Measurement) -> Option<String>) {
    line(page, format_args!("\n## {title}\n"));
    // By reason and kernel: the platforms and widths.
    let mut reasons: BTreeMap<String, BTreeMap<String, Vec<String>>> = BTreeMap::new();
    for measurement in measured {
        if let Some(reason) = reason(measurement) {
            let key = &measurement.key;
            let kernels = reasons.entry(plain(&reason)).or_default();
            let kernel = format!("{}/{}/{}", key.project, key.source, key.kernel);
            kernels.entry(kernel).or_default().push(format!("{} {}", key.target, key.simd));
        }
    }
    if reasons.is_empty() {
        line(page, format_args!("None."));
        return;
    }
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    let programs = |kernels: &BTreeMap<String, Vec<String>>| kernels.values().map(Vec::len).sum::<usize>();
    reasons.sort_by_key(|(_, kernels)| std::cmp::Reverse(programs(kernels)));
    row(page, &["programs", "reason", "which"]);
    row(page, &["---"; 3]);
    for (reason, kernels) in reasons {
        let which: Vec<String> =
            kernels.iter().map(|(kernel, forms)| format!("{kernel} ({})", forms.join(", "))).collect();
        row(page, &[&programs(&kernels).to_string(), &reason, &which.join(", ")]);
    }
}

fn worst(page: &mut String, measured: &[&Measurement]) {
    line(page, format_args!("\n## The most instructions beside Intel's\n"));
    row(page, &["program", "ratio", "ours", "Intel's"]);
    row(page, &["---"; 4]);
    let pair = |it: &&Measurement| Some((name(it), it.ours?.instructions, it.intel?.instructions));
    let mut pairs: Vec<_> = measured.iter().filter_map(pair).collect();
    pairs.sort_by(|a, b| ratio(b.1, b.2).total_cmp(&ratio(a.1, a.2)));
    for (name, ours, intel) in pairs.into_iter().take(WORST) {
        row(page, &[&name, &decimal(ratio(ours, intel)), &ours.to_string(), &intel.to_string()]);
    }
}

/// `darktable/basic/sharpen (tgllp simd32)`
fn name(measurement: &Measurement) -> String {
    let key = &measurement.key;
    format!("{}/{}/{} ({} {})", key.project, key.source, key.kernel, key.target, key.simd)
}

/// A reason as the cell of a table.
fn plain(reason: &str) -> String {
    let line = reason.lines().next().unwrap_or_default();
    let text: String = line.chars().filter(|c| !matches!(c, '`' | '|' | '*' | '<' | '>' | '[' | ']')).collect();
    text.chars().take(REASON).collect()
}

/// The packages of Intel's tools and texvisa's own release.
fn versions() -> String {
    let version = |package: &str| {
        let said = run(Path::new("/"), "dpkg-query", &["-W", "-f", "${Version}", package]);
        said.unwrap_or_else(|_| "of unknown version".to_owned())
    };
    format!(
        "Measured with texvisa {}, ocloc from Debian's package intel-opencl-icd {}, and GenX_IR from libigc-tools {}.",
        env!("CARGO_PKG_VERSION"),
        version("intel-opencl-icd"),
        version("libigc-tools")
    )
}

/// Writing to a string does not fail.
fn line(page: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = page.write_fmt(text);
    page.push('\n');
}

fn row(page: &mut String, cells: &[impl AsRef<str>]) {
    let cells: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
    line(page, format_args!("| {} |", cells.join(" | ")));
}
