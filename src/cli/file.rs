//! Does the work of a command on one file: on all of its kernels, in parallel. Results are in the kernels' order.

use std::time::Instant;

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use texvisa::ir::texture::{KernelId, undefined_operations};
use texvisa::ir::visa::Inst;

use crate::arguments::Selection;
use crate::crash::isolated;
use crate::data::DiagnosticRule;
use crate::diagnostic::{Failure, Problem};
use crate::input::{self, Input, Reading, Source};
use crate::report::{KernelLine, Seconds, Status};
use crate::selection::{Chosen, KernelFault, Selected};
use crate::transcript::Transcript;

/// What a command does with a kernel that was compiled: says something, and returns what goes to a file of its own.
pub type Job<'j> = dyn Fn(&Selected<'_>, &mut Transcript) -> Result<Option<Vec<u8>>, KernelFault> + Sync + 'j;

/// What is done with every file.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// Which kernels, for what.
    pub selection: &'a Selection,
    /// Whether the passes say what they do.
    pub remarks: bool,
    /// The command.
    pub job: &'a Job<'a>,
}

/// A kernel that a process crashed on: its name, and what to say of it.
pub type Crashed = (String, String);

/// What became of a file.
#[derive(Debug, Serialize, Deserialize)]
pub struct FileResult {
    /// The file's name without folder and ending.
    pub stem: String,
    /// What there is to say of the file before its kernels.
    pub transcript: Transcript,
    /// Its kernels that are selected, those that were refused while reading first; or one line for the file, if it could
    /// not be read.
    pub kernels: Vec<KernelResult>,
    /// The names of its kernels, selected or not.
    pub names: Vec<String>,
}

/// What became of a kernel.
#[derive(Debug, Serialize, Deserialize)]
pub struct KernelResult {
    /// What there is to say of it.
    pub transcript: Transcript,
    /// What goes to a file of its own.
    pub output: Option<ByteBuf>,
    /// Its line of the report.
    pub line: KernelLine,
    /// The exit status that it asks for.
    pub exit: u8,
}

impl KernelResult {
    fn new(name: &str, kernel: Option<&str>, task: Task<'_>) -> KernelResult {
        let line = KernelLine {
            file: name.to_owned(),
            kernel: kernel.map(ToOwned::to_owned),
            target: task.selection.target.map(|target| target.to_string()),
            simd: None,
            status: Status::Ok,
            reason: None,
            instructions: None,
            messages: None,
            registers: None,
            spill: None,
            seconds: Seconds::default(),
        };
        KernelResult { transcript: Transcript::default(), output: None, line, exit: 0 }
    }

    /// Adds something that is wrong.
    pub fn problem(&mut self, status: Status, exit: u8, problem: &Problem) {
        self.transcript.problem(problem);
        self.line.status = status;
        self.line.reason.get_or_insert_with(|| problem.line());
        self.exit = self.exit.max(exit);
    }

    /// Adds why the command did not succeed.
    fn say_fault(&mut self, fault: &KernelFault) {
        fault.problems.iter().for_each(|problem| self.problem(fault.status, 1, problem));
    }
}

impl FileResult {
    /// The result of a file of which nothing could be read.
    pub fn unread(name: &str, stem: &str, task: Task<'_>, status: Status, failure: &Failure) -> FileResult {
        let mut file = KernelResult::new(name, None, task);
        failure.problems().iter().for_each(|problem| file.problem(status, failure.exit(), problem));
        let (transcript, names) = (Transcript::default(), Vec::new());
        FileResult { stem: stem.to_owned(), transcript, kernels: vec![file], names }
    }
}

/// Bytes of the stack of each thread that works on files: LLVM's parser and passes go deeper than the threads of a pool
/// expect.
pub const STACK: usize = 16 << 20;

/// Does `task` with the file. `watch` is told of each kernel that is begun (`true`) and ended; the kernels of `crashed`
/// are left out, as failed.
pub fn process(task: Task<'_>, source: Source, crashed: &[Crashed], watch: &(dyn Fn(&str, bool) + Sync)) -> FileResult {
    let (name, stem) = (source.name.clone(), source.stem.clone());
    let mut transcript = Transcript::default();
    let start = Instant::now();
    let reading = Reading { undefined_outside: false, is_trusted: task.selection.trusted };
    let input = match isolated(|| input::import(source, reading, &mut transcript)) {
        Ok(Ok(input)) => input,
        Ok(Err(failure)) => return FileResult::unread(&name, &stem, task, Status::Refused, &failure),
        Err(message) => {
            let problem = Problem::new(message).of(DiagnosticRule::Defect).in_file(&name);
            let failure = Failure::Input(vec![problem]);
            return FileResult::unread(&name, &stem, task, Status::Failed, &failure);
        }
    };
    let read = seconds(start);
    let mut kernels: Vec<KernelResult> = Vec::new();
    for refusal in input.refused.iter().filter(|refusal| task.selection.selects(&refusal.kernel)) {
        if kernels.last().is_none_or(|last| last.line.kernel.as_deref() != Some(&refusal.kernel)) {
            kernels.push(KernelResult::new(&name, Some(&refusal.kernel), task));
        }
        let status = if refusal.is_defect { Status::Failed } else { Status::Refused };
        if let Some(last) = kernels.last_mut() {
            last.problem(status, 1, &refusal.problem);
        }
    }
    let selected =
        input.module.kernels.iter().enumerate().filter(|(_, (_, kernel))| task.selection.selects(&kernel.name));
    let selected: Vec<(usize, KernelId)> = selected.map(|(index, (id, _))| (index, id)).collect();
    let one = |(index, id): (usize, KernelId)| {
        let kernel = &input.module.kernels[id].name;
        let mut result = KernelResult::new(&name, Some(kernel), task);
        if let Some((_, message)) = crashed.iter().find(|(other, _)| other == kernel) {
            result.say_fault(&KernelFault::crashed(&input, kernel, message));
            return Some(result);
        }
        match task.selection.choose(&input, index, &mut result.transcript) {
            Ok(chosen) => {
                watch(kernel, true);
                one_kernel(task, &input, id, &chosen, &mut result);
                watch(kernel, false);
            }
            // What the file leaves open is the same for all of its kernels: the first says it.
            Err(problem) if selected.first() == Some(&(index, id)) => result.problem(Status::Refused, 2, &problem),
            Err(_) => return None,
        }
        Some(result)
    };
    kernels.extend(selected.clone().into_par_iter().filter_map(one).collect::<Vec<_>>());
    kernels.iter_mut().for_each(|kernel| kernel.line.seconds.read = read);
    let names = input.module.kernels.values().map(|kernel| kernel.name.clone()).collect();
    FileResult { stem, transcript, kernels, names }
}

fn one_kernel(task: Task<'_>, input: &Input, id: KernelId, chosen: &Chosen, result: &mut KernelResult) {
    result.line.target = Some(chosen.target.to_string());
    if let [only] = chosen.widths[..] {
        result.line.simd = Some(only.lanes());
    }
    let kernel = &input.module.kernels[id].name;
    let done = KernelFault::isolated(input, kernel, || {
        let source = &input.module.kernels[id];
        for (inst, what) in undefined_operations(source) {
            result.transcript.remark(DiagnosticRule::Undefined, &input.name, source.location(inst), what);
        }
        let start = Instant::now();
        let selected = task.selection.compile(input, id, chosen, task.remarks);
        result.line.seconds.compile = seconds(start);
        let selected = selected?;
        measure(&selected, &mut result.line);
        let start = Instant::now();
        let output = (task.job)(&selected, &mut result.transcript);
        result.line.seconds.check = seconds(start);
        output
    });
    match done {
        Ok(output) => result.output = output.map(ByteBuf::from),
        Err(fault) => result.say_fault(&fault),
    }
}

/// Seconds since then, in whole microseconds.
fn seconds(start: Instant) -> f64 {
    start.elapsed().as_micros() as f64 / 1e6
}

fn measure(selected: &Selected<'_>, line: &mut KernelLine) {
    let kernel = &selected.compiled.lowered.kernel;
    let is_message = |inst: &&Inst| matches!(inst, Inst::Sampler(_) | Inst::DataPort(_) | Inst::Media(_));
    line.simd = Some(selected.simd.lanes());
    line.instructions = Some(kernel.insts.iter().filter(|inst| !matches!(inst, Inst::Label(_))).count() as u64);
    line.messages = Some(kernel.insts.iter().filter(is_message).count() as u64);
    line.spill = selected.compiled.spill.as_ref().map(ToString::to_string);
    if line.spill.is_none() {
        let registers = &selected.compiled.registers;
        let backing = kernel.vars.iter().filter(|(var, _)| kernel.backing(*var).0 == *var);
        let used = backing.map(|(var, decl)| registers.address(kernel, var) + decl.bytes()).max();
        line.registers = Some(used.unwrap_or(0).div_ceil(kernel.grf_bytes()));
    }
}
