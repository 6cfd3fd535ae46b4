//! Runs a command on a file, or on every file of a folder: on all cores, a few files at a time, with what is said and
//! written in the order of the files' names.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write, stderr};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::ScopeFifo;
use serde::Serialize;

use crate::arguments::{BatchArguments, Selection};
use crate::data::{DiagnosticRule, EmittedRecord, RunKind};
use crate::destination::{InputFiles, write_over};
use crate::diagnostic::{Failure, Problem, say};
use crate::file::{FileResult, Job, KernelResult, STACK, Task, process};
use crate::input;
#[cfg(feature = "llvm-any")]
use crate::input::Language;
use crate::report::{KernelLine, Status, SummaryLine};
use crate::run_document::RunDocument;
use crate::selection::nothing;
use crate::shard::Shard;
#[cfg(feature = "llvm-any")]
use crate::worker::{Workers, serve};

/// Where the outputs of kernels go.
#[derive(Clone, Copy)]
pub struct Output<'a> {
    /// A file, a folder, or `-`.
    pub path: &'a Path,
    /// The ending of a file in a folder.
    pub extension: &'a str,
}

/// Files for each thread that are begun, or wait for the files before them to be written. More would hold more memory.
const WINDOW: usize = 4;

/// Runs `job` on each kernel that `selection` selects. `remarks` says whether the passes say what they do; a job whose
/// results go to files has an `output`.
///
/// # Errors
///
/// Nothing is selected, or something was wrong; that is said already.
pub fn run(
    kind: RunKind,
    selection: &Selection,
    arguments: &BatchArguments,
    remarks: bool,
    output: Option<Output<'_>>,
    job: &Job<'_>,
) -> Result<(), Failure> {
    let task = Task { selection, remarks, job };
    // Only a second pool fails, and there is none.
    let _ = rayon::ThreadPoolBuilder::new().stack_size(STACK).build_global();
    #[cfg(feature = "llvm-any")]
    if arguments.worker.is_some() {
        // On a thread of the pool, which then goes on with the kernels of what it has read.
        return rayon::scope(|_| serve(task));
    }
    let mut document = RunDocument::new(kind, arguments.format);
    let result = run_files(task, arguments, output, &mut document);
    document.finish(result)
}

/// Does `task` with the files that the arguments choose.
fn run_files(
    task: Task<'_>,
    arguments: &BatchArguments,
    output: Option<Output<'_>>,
    document: &mut RunDocument,
) -> Result<(), Failure> {
    let files = files_of(&task.selection.inputs, arguments.shard)?;
    let mut sink = ReportSink::new(task, arguments, output, &files, document)?;
    let progress = sink.progress.clone();
    let threads = rayon::current_num_threads();
    #[cfg(feature = "llvm-any")]
    let workers = Workers::new((threads / files.len().clamp(1, threads)).max(1));
    let make = |index: usize| {
        let NamedFile { path: file, folder } = &files[index];
        let read = input::read(file).map(|mut source| {
            if let Some(folder) = folder {
                source.stem = folder.join(&source.stem).to_string_lossy().into_owned();
            }
            source
        });
        let result = match read {
            #[cfg(feature = "llvm-any")]
            Ok(source) if source.language == Language::Llvm && !(task.selection.trusted && is_typed(&source)) => {
                workers.process(task, source)
            }
            Ok(source) => process(task, source, &[], &|_, _| {}),
            Err(failure) => FileResult::unread(&file.display().to_string(), "", task, Status::Refused, &failure),
        };
        progress.inc(1);
        result
    };
    in_order(files.len(), threads * WINDOW, &make, &mut |result| sink.take(result));
    sink.finish()
}

/// A file to read.
struct NamedFile {
    path: PathBuf,
    /// The folder that its outputs go to in the folder of all outputs, where another file has its name: its own, as it is
    /// named or as it is below the folder that is.
    folder: Option<PathBuf>,
}

/// The files that are named, and those of the folders that are: each once, in the order in which they are named.
fn files_of(inputs: &[PathBuf], shard: Option<Shard>) -> Result<Vec<NamedFile>, Failure> {
    let mut files: Vec<NamedFile> = Vec::new();
    let mut known = BTreeSet::new();
    // How many files have a name, of all shards: all shards have to put their outputs into the same places.
    let mut names: BTreeMap<OsString, u32> = BTreeMap::new();
    for path in inputs {
        let is_folder = path.is_dir();
        let mut found = if is_folder { input::find(path)? } else { vec![path.clone()] };
        found.retain(|file| known.insert(file.clone()));
        for file in &found {
            *names.entry(file.file_stem().unwrap_or_default().to_owned()).or_default() += 1;
        }
        if let Some(shard) = shard {
            if !is_folder {
                let message = format!("{}: --shard divides the files of a folder; this is none", path.display());
                return Err(Failure::usage(message));
            }
            found.retain(|file| shard.takes(file.strip_prefix(path).unwrap_or(file)));
        }
        files.extend(found.into_iter().map(|file| {
            let below = if is_folder { file.strip_prefix(path).unwrap_or(&file) } else { &file };
            let folder = below.parent().map(Path::to_owned);
            NamedFile { path: file, folder }
        }));
    }
    for file in &mut files {
        let is_alone = file.path.file_stem().and_then(|stem| names.get(stem)).is_none_or(|count| *count < 2);
        // A folder such as `..` or `/` is none in the folder of outputs.
        file.folder = file.folder.take().filter(|folder| {
            !is_alone && folder.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
        });
    }
    Ok(files)
}

/// Whether it has typed pointers, as far as that can be seen. What has opaque ones is read in a process of its own at any
/// rate: the process that reads them reads all that comes after as opaque ones.
#[cfg(feature = "llvm-any")]
fn is_typed(source: &input::Source) -> bool {
    source.bytes.starts_with(input::BITCODE) || !texvisa_llvm::has_opaque_pointers(&source.bytes)
}

/// Makes the results of `0..count` on all cores and hands them to `take` in order. At most `window` are being made, or
/// wait for one before them.
fn in_order<T: Send>(
    count: usize,
    window: usize,
    make: &(impl Fn(usize) -> T + Sync),
    take: &mut (dyn FnMut(T) + Send),
) {
    let queue = Mutex::new(Queue { made: BTreeMap::new(), next: 0, started: 0, take });
    let ordered = Ordered { count, make, queue };
    rayon::scope_fifo(|scope| (0..window).for_each(|_| ordered.start(scope)));
}

struct Ordered<'f, T, M> {
    count: usize,
    make: &'f M,
    queue: Mutex<Queue<'f, T>>,
}

struct Queue<'f, T> {
    /// Results that wait for one before them.
    made: BTreeMap<usize, T>,
    /// The number of the result that is taken next.
    next: usize,
    /// How many were begun.
    started: usize,
    take: &'f mut (dyn FnMut(T) + Send),
}

impl<T: Send, M: Fn(usize) -> T + Sync> Ordered<'_, T, M> {
    /// Begins the next one, if there is one.
    fn start<'s>(&'s self, scope: &ScopeFifo<'s>) {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let index = queue.started;
        if index == self.count {
            return;
        }
        queue.started += 1;
        drop(queue);
        scope.spawn_fifo(move |scope| {
            let made = (self.make)(index);
            let mut guard = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
            let queue = &mut *guard;
            queue.made.insert(index, made);
            let mut taken = 0;
            while let Some(made) = queue.made.remove(&queue.next) {
                (queue.take)(made);
                queue.next += 1;
                taken += 1;
            }
            drop(guard);
            (0..taken).for_each(|_| self.start(scope));
        });
    }
}

/// Writes what was made: diagnostics, outputs, the report.
struct ReportSink<'a> {
    task: Task<'a>,
    document: &'a mut RunDocument,
    output: Option<Output<'a>>,
    /// What is read, and must not be written over.
    inputs: InputFiles,
    /// Whether a folder or several files are named.
    is_several: bool,
    progress: ProgressBar,
    report: Option<ReportFile>,
    /// What is counted for the summary and the report.
    summary: SummaryLine,
    /// The files of outputs.
    written: BTreeSet<PathBuf>,
    /// Names of kernels, for when none is selected.
    names: Vec<String>,
}

/// The file of the report.
struct ReportFile {
    path: PathBuf,
    file: BufWriter<File>,
}

impl ReportFile {
    fn create(path: &Path) -> Result<ReportFile, Failure> {
        match File::create(path) {
            Ok(file) => Ok(ReportFile { path: path.to_owned(), file: BufWriter::new(file) }),
            Err(error) => Err(Failure::in_file(path.display(), error)),
        }
    }

    /// Writes a line, and all lines to the file: what ends the run early must leave those.
    fn write(&mut self, lines: &[impl Serialize]) -> Result<(), Problem> {
        let ReportFile { path, file } = self;
        let written = lines.iter().try_for_each(|line| {
            serde_json::to_writer(&mut *file, line)?;
            writeln!(file)
        });
        written.and_then(|()| file.flush()).map_err(|error| Problem::new(error).in_file(path.display()))
    }
}

impl<'a> ReportSink<'a> {
    fn new(
        task: Task<'a>,
        arguments: &BatchArguments,
        output: Option<Output<'a>>,
        files: &[NamedFile],
        document: &'a mut RunDocument,
    ) -> Result<ReportSink<'a>, Failure> {
        let is_several = !matches!(&task.selection.inputs[..], [only] if !only.is_dir());
        let inputs = InputFiles::new(files.iter().map(|file| &*file.path));
        if let Some(Output { path, .. }) = output
            && path != Path::new("-")
        {
            inputs.spare(path)?;
            if is_several {
                create_folder(path)?;
            }
        }
        if let Some(report) = &arguments.report {
            inputs.spare(report)?;
        }
        let report = arguments.report.as_deref().map(ReportFile::create).transpose()?;
        let progress = if is_several { progress_bar(files.len() as u64) } else { ProgressBar::hidden() };
        let mut summary = SummaryLine::new(arguments.shard);
        summary.files = files.len() as u64;
        Ok(ReportSink {
            task,
            document,
            output,
            inputs,
            is_several,
            progress,
            report,
            summary,
            written: BTreeSet::new(),
            names: Vec::new(),
        })
    }

    /// Writes what was made of a file.
    fn take(&mut self, result: FileResult) {
        let progress = self.progress.clone();
        progress.suspend(|| self.write(result));
    }

    fn write(&mut self, mut result: FileResult) {
        self.document.transcript(&mut result.transcript, None);
        if self.task.selection.kernel.is_some() && self.summary.kernels == 0 {
            self.names.append(&mut result.names);
        }
        let outputs = result.kernels.iter().filter(|kernel| kernel.output.is_some()).count();
        let mut lines: Vec<KernelLine> = Vec::new();
        for mut kernel in result.kernels {
            let emitted = self.write_output(&result.stem, &mut kernel, outputs > 1).unwrap_or_else(|failure| {
                failure.problems().iter().for_each(|problem| kernel.problem(Status::Refused, failure.exit(), problem));
                None
            });
            self.document.kernel(&kernel.line, emitted, &mut kernel.transcript);
            self.summary.exit = self.summary.exit.max(kernel.exit);
            self.summary.count(&kernel.line);
            lines.push(kernel.line);
        }
        if let Some(report) = &mut self.report {
            let written = report.write(&lines);
            if written.is_err() {
                self.report = None;
            }
            self.check_report(written);
        }
    }

    fn check_report(&mut self, written: Result<(), Problem>) {
        if let Err(problem) = written {
            self.document.problems(&[problem]);
            self.summary.exit = self.summary.exit.max(1);
        }
    }

    /// Writes what goes to a file of its own, or to standard output: what there is to say of that in a document.
    fn write_output(
        &mut self,
        stem: &str,
        kernel: &mut KernelResult,
        has_others: bool,
    ) -> Result<Option<EmittedRecord>, Failure> {
        let (Some(Output { path, extension }), Some(bytes)) = (self.output, kernel.output.take()) else {
            return Ok(None);
        };
        if path == Path::new("-") {
            if self.document.is_text() {
                kernel.transcript.print(bytes.into_vec());
                return Ok(None);
            }
            // A document has room for text alone; what a log has no room for is no part of it.
            return Ok(String::from_utf8(bytes.into_vec())
                .ok()
                .map(|text| EmittedRecord { path: None, text: Some(text) }));
        }
        let mut place = path.to_owned();
        if self.is_several || has_others || path.is_dir() {
            if !self.is_several {
                create_folder(path)?;
            }
            let name = kernel.line.kernel.as_deref().unwrap_or_default();
            // A kernel may have any name, a file may not.
            let name = name.replace(|letter: char| !letter.is_alphanumeric() && !"_-.".contains(letter), "_");
            place = path.join(format!("{stem}.{name}.{extension}"));
            if !self.written.insert(place.clone()) {
                let problem = Problem::new("two kernels would go there").of(DiagnosticRule::CommandLine);
                let problem = problem.in_file(place.display()).help(
                    "rename a kernel or a file, compile the folder that both are in, or compile their files one by one",
                );
                return Err(Failure::Usage(vec![problem]));
            }
        }
        self.inputs.spare(&place)?;
        if let Some(folder) = place.parent().filter(|folder| place != path && *folder != path) {
            create_folder(folder)?;
        }
        write_over(&place, &bytes).map_err(|error| Failure::in_file(place.display(), error))?;
        Ok(Some(EmittedRecord { path: Some(place.display().to_string()), text: None }))
    }

    /// Says how it went.
    fn finish(mut self) -> Result<(), Failure> {
        self.progress.finish_and_clear();
        if self.document.is_output_broken() {
            self.summary.exit = self.summary.exit.max(1);
        }
        let is_whole = self.summary.of == 1;
        let is_nothing = is_whole && self.summary.kernels == 0 && self.summary.exit == 0;
        let nothing = is_nothing.then(|| nothing(self.task.selection, &self.names));
        if let Some(nothing) = &nothing {
            self.summary.exit = nothing.exit();
        }
        if let Some(report) = &mut self.report {
            let written = report.write(&[&self.summary]);
            self.check_report(written);
        }
        self.document.set_summary(&self.summary);
        if let Some(nothing) = nothing {
            return Err(nothing);
        }
        if self.is_several && self.document.is_text() {
            say(format_args!("{}", self.summary.text(&self.task.selection.shown_inputs())));
        }
        Failure::of_exit(self.summary.exit)
    }
}

fn create_folder(path: &Path) -> Result<(), Failure> {
    if path.is_file() {
        return Err(Failure::usage(format!(
            "{}: several kernels do not go into one file; name a folder, or one kernel with --kernel",
            path.display()
        )));
    }
    std::fs::create_dir_all(path).map_err(|error| Failure::in_file(path.display(), error))
}

/// A bar on standard error, where that is a terminal.
fn progress_bar(files: u64) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(files);
    match ProgressStyle::with_template("{bar:40} {pos} of {len} files, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::in_order;

    #[test]
    fn results_are_taken_in_order_and_few_are_held() {
        for (count, window) in [(0, 3), (1, 3), (200, 1), (200, 7), (5, 100)] {
            let held = AtomicUsize::new(0);
            let most = AtomicUsize::new(0);
            let taken = Mutex::new(Vec::new());
            let make = |index: usize| {
                most.fetch_max(held.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                // Those that come later are ready sooner.
                std::thread::sleep(std::time::Duration::from_micros(if index.is_multiple_of(5) { 100 } else { 0 }));
                rayon::join(|| (), || index).1
            };
            in_order(count, window, &make, &mut |index| {
                held.fetch_sub(1, Ordering::SeqCst);
                taken.lock().expect("no panic").push(index);
            });
            assert_eq!(*taken.lock().expect("no panic"), (0..count).collect::<Vec<_>>());
            assert!(most.into_inner() <= window, "{count} {window}");
        }
    }
}
