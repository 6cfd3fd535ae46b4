//! `texvisa merge`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::arguments::MergeArguments;
use crate::destination::InputFiles;
use crate::diagnostic::{Failure, Problem, say};
use crate::report::{KernelLine, SummaryLine};

/// The most bytes of a report: lines of about a million kernels. What is read of them takes a few times as much memory.
const MAX_REPORT_BYTES: u64 = 1 << 28;

/// A line of a report.
enum Line {
    Kernel(Box<KernelLine>),
    Summary(SummaryLine),
}

/// What the reports say together.
struct Merged {
    summary: SummaryLine,
    /// In which report each shard is.
    shards: BTreeMap<u32, PathBuf>,
    lines: Vec<KernelLine>,
    problems: Vec<Problem>,
}

/// Runs the command.
pub fn run(arguments: &MergeArguments) -> Result<(), Failure> {
    let mut merged = Merged {
        summary: SummaryLine { shards: Vec::new(), of: 0, ..SummaryLine::new(None) },
        shards: BTreeMap::new(),
        lines: Vec::new(),
        problems: Vec::new(),
    };
    InputFiles::new(arguments.inputs.iter().map(|path| &**path)).spare(&arguments.output)?;
    for path in &arguments.inputs {
        merged.add(path)?;
    }
    merged.find_missing();
    // As one run has them: by file, and the kernels of a file in the order of its report.
    merged.lines.sort_by(|one, other| Path::new(&one.file).cmp(Path::new(&other.file)));
    merged.find_twice();
    let Merged { mut summary, shards, lines, problems, .. } = merged;
    lines.iter().for_each(|line| summary.count(line));
    summary.shards = shards.into_keys().collect();
    if !problems.is_empty() {
        summary.exit = summary.exit.max(1);
    }
    let output: &Path = &arguments.output;
    write(output, &lines, &summary).map_err(|error| Failure::input(format!("{}: {error}", output.display())))?;
    problems.iter().for_each(|problem| say(format_args!("{}", problem.shown())));
    say(format_args!("{}", summary.text(&output.display().to_string())));
    Failure::of_exit(summary.exit)
}

impl Merged {
    fn add(&mut self, path: &Path) -> Result<(), Failure> {
        let failed = |error: String| Failure::input(format!("{}: {error}", path.display()));
        let file = File::open(path).map_err(|error| failed(error.to_string()))?;
        let mut summary: Option<SummaryLine> = None;
        let mut left = MAX_REPORT_BYTES;
        for (number, line) in (1..).zip(BufReader::new(file.take(MAX_REPORT_BYTES + 1)).lines()) {
            let line = line.map_err(|error| failed(error.to_string()))?;
            left = left.checked_sub(line.len() as u64 + 1).ok_or_else(|| {
                failed(format!(
                    "more than {MAX_REPORT_BYTES} bytes, the most that are read of a report; use more shards"
                ))
            })?;
            match parse(&line) {
                Ok(Line::Kernel(line)) if summary.is_none() => self.lines.push(*line),
                Ok(Line::Summary(line)) if summary.is_none() => summary = Some(line),
                Ok(_) => return Err(failed(format!("line {number} comes after the summary; expected no more lines"))),
                // A run that is killed while it writes leaves half a line.
                Err(_) if number > 1 && !line.ends_with('}') => break,
                Err(error) => {
                    let message = format!("line {number} is no line of a report: {error}");
                    return Err(failed(format!("{message}; expected what --report writes")));
                }
            }
        }
        let Some(summary) = summary else {
            let message = format!("{}: the report has no summary: its run was cut short", path.display());
            self.problems.push(Problem::new(message).help("run that shard again"));
            return Ok(());
        };
        if self.summary.of == 0 {
            self.summary.of = summary.of;
        }
        if self.summary.of != summary.of {
            let message =
                format!("the report is of {} shards; expected {}, as the first has", summary.of, self.summary.of);
            return Err(failed(message));
        }
        for shard in summary.shards {
            if let Some(other) = self.shards.insert(shard, path.to_owned()) {
                let message = format!("{}: shard {shard} is in {} already", path.display(), other.display());
                self.problems.push(Problem::new(message).help("give one report of each shard"));
            }
        }
        self.summary.files += summary.files;
        self.summary.exit = self.summary.exit.max(summary.exit);
        Ok(())
    }

    fn find_missing(&mut self) {
        let missing: Vec<String> = (1..=self.summary.of)
            .filter(|shard| !self.shards.contains_key(shard))
            .map(|shard| shard.to_string())
            .collect();
        if !missing.is_empty() {
            let message = format!("no report of shard {} of {}", missing.join(", "), self.summary.of);
            self.problems.push(Problem::new(message).help("run it, and merge again"));
        }
    }

    /// Finds kernels that two lines are about.
    fn find_twice(&mut self) {
        let mut seen = BTreeSet::new();
        for line in &self.lines {
            if !seen.insert((&line.file, &line.kernel)) {
                let kernel = line.kernel.as_ref().map_or_else(String::new, |kernel| format!(" kernel `{kernel}`:"));
                let message = format!("{}:{kernel} two lines are about it", line.file);
                self.problems.push(Problem::new(message).help("give one report of each shard"));
            }
        }
    }
}

/// A kernel's line has its file, a summary has none.
fn parse(line: &str) -> Result<Line, serde_json::Error> {
    let value: serde_json::Value = serde_json::from_str(line)?;
    if value.get("file").is_some() {
        return serde_json::from_value(value).map(|line| Line::Kernel(Box::new(line)));
    }
    serde_json::from_value(value).map(Line::Summary)
}

fn write(path: &Path, lines: &[KernelLine], summary: &SummaryLine) -> std::io::Result<()> {
    fn line(file: &mut impl Write, line: &impl Serialize) -> std::io::Result<()> {
        serde_json::to_writer(&mut *file, line)?;
        writeln!(file)
    }
    let mut file = BufWriter::new(File::create(path)?);
    lines.iter().try_for_each(|kernel| line(&mut file, kernel))?;
    line(&mut file, summary)?;
    file.flush()
}
