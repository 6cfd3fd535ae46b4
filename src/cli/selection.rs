//! Compiles the kernels that a command line selects.

use std::path::Path;

use serde::Serialize;
use texvisa::ir::nearest;
use texvisa::ir::source::Location;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::{KernelId, describe_inst};
use texvisa::{CompileError, Compiled, LoweringOptions, compile_verified};

use crate::arguments::{Selection, SimdChoice};
use crate::crash::isolated;
use crate::data::DiagnosticRule;
use crate::diagnostic::{Failure, Problem, first_of, first_of_each, without_names};
use crate::input::{self, Input, Reading, Source};
use crate::report::Status;
use crate::transcript::Transcript;

/// A kernel that was compiled.
pub struct Selected<'a> {
    /// Where it comes from.
    pub input: &'a Input,
    /// Which kernel of it.
    pub id: KernelId,
    /// Its name.
    pub kernel: &'a str,
    /// For what.
    pub target: Target,
    /// With how many lanes.
    pub simd: SimdWidth,
    /// What became of it.
    pub compiled: Compiled,
}

impl Selected<'_> {
    /// The kernel and what it was compiled for, for messages.
    pub fn title(&self) -> String {
        format!("{}: {}", self.input.name, self.kernel_title())
    }

    /// The same without the file.
    pub fn kernel_title(&self) -> String {
        format!("kernel {} for {} {}", self.kernel, self.target, self.simd)
    }
}

/// Why a command did not succeed for a kernel.
#[derive(Debug)]
pub struct KernelFault {
    /// Whose fault it is.
    pub status: Status,
    /// Everything that is wrong.
    pub problems: Vec<Problem>,
}

impl KernelFault {
    /// The input is at fault, or something is not supported.
    pub fn refused(problem: Problem) -> KernelFault {
        KernelFault { status: Status::Refused, problems: vec![problem] }
    }

    /// A check has found something.
    pub fn failed(problem: Problem) -> KernelFault {
        KernelFault { status: Status::Failed, problems: vec![problem] }
    }

    /// A crash while `kernel` was worked on, and what to say of it.
    pub fn crashed(input: &Input, kernel: &str, message: &str) -> KernelFault {
        let problem = input.problem(format!("kernel `{kernel}`: {message}"), Location::UNKNOWN);
        KernelFault::failed(problem.of(DiagnosticRule::Defect))
    }

    /// The result of `work` on `kernel`; that it panics is a fault of this kernel alone.
    pub fn isolated<T>(
        input: &Input,
        kernel: &str,
        work: impl FnOnce() -> Result<T, KernelFault>,
    ) -> Result<T, KernelFault> {
        isolated(work).unwrap_or_else(|message| Err(KernelFault::crashed(input, kernel, &message)))
    }
}

/// What a kernel is compiled for.
pub struct Chosen {
    /// The platform.
    pub target: Target,
    /// The widths to try, the one that is liked best first: the first for which the registers hold the kernel is taken.
    pub widths: Vec<SimdWidth>,
}

impl Selection {
    /// The file that is named, for a command that takes one.
    ///
    /// # Errors
    ///
    /// Several are named, or a folder is.
    pub fn only_input(&self) -> Result<&Path, Failure> {
        match &self.inputs[..] {
            [only] if only.is_dir() => {
                Err(Failure::usage(format!("{}: a folder; name one file, and one kernel of it", only.display())))
            }
            [only] => Ok(only),
            several => {
                Err(Failure::usage(format!("{} files are named; name one, and one kernel of it", several.len())))
            }
        }
    }

    /// What is named, for messages about all of it.
    pub fn shown_inputs(&self) -> String {
        match &self.inputs[..] {
            [only] => only.display().to_string(),
            several => format!("{} inputs", several.len()),
        }
    }

    /// Whether it selects the kernel of that name.
    pub fn selects(&self, kernel: &str) -> bool {
        self.kernel.as_ref().is_none_or(|wanted| wanted == kernel)
    }

    /// What the kernel at `index` of `input` is compiled for.
    ///
    /// # Errors
    ///
    /// Neither the command line nor the file says it, or the platform does not run that width. It is the same for all
    /// kernels of the file.
    pub fn choose(&self, input: &Input, index: usize, transcript: &mut Transcript) -> Result<Chosen, Problem> {
        let target = self.choose_target(input, transcript)?;
        let widths = self.choose_widths(input, input.widths[index], target, transcript)?;
        Ok(Chosen { target, widths })
    }

    fn choose_target(&self, input: &Input, transcript: &mut Transcript) -> Result<Target, Problem> {
        match (self.target, input.module.target) {
            (Some(flag), Some(file)) if flag != file => {
                let message = format_args!("--target {flag} overrides {file}");
                transcript.remark(DiagnosticRule::Override, &input.name, Location::UNKNOWN, message);
                Ok(flag)
            }
            (Some(target), _) | (None, Some(target)) => Ok(target),
            (None, None) => Err(Problem::new("the file names no target")
                .of(DiagnosticRule::CommandLine)
                .in_file(&input.name)
                .help(format!("choose one with --target: {}", Target::names()))),
        }
    }

    fn choose_widths(
        &self,
        input: &Input,
        own: Option<SimdWidth>,
        target: Target,
        transcript: &mut Transcript,
    ) -> Result<Vec<SimdWidth>, Problem> {
        let legal = || SimdWidth::ALL.iter().copied().filter(|width| width.is_legal(target));
        let names: Vec<String> = legal().map(|width| width.lanes().to_string()).collect();
        let choose = format!("choose one with --simd: {}", names.join(", "));
        let file = own.or(input.module.simd);
        let simd = match (self.simd, file) {
            // A kernel that asks for a width of its own may compute something else at another.
            (Some(SimdChoice::Auto), _) if own.is_none() => {
                let mut widths: Vec<SimdWidth> = legal().collect();
                widths.sort_by_key(|width| std::cmp::Reverse(width.lanes()));
                return Ok(widths);
            }
            (Some(SimdChoice::Lanes(flag)), Some(file)) if flag != file => {
                let message = format_args!("--simd {} overrides {file}", flag.lanes());
                transcript.remark(DiagnosticRule::Override, &input.name, Location::UNKNOWN, message);
                flag
            }
            (Some(SimdChoice::Lanes(simd)), _) | (_, Some(simd)) => simd,
            (Some(SimdChoice::Auto) | None, None) => {
                let problem = Problem::new("the file names no width").of(DiagnosticRule::CommandLine);
                return Err(problem.in_file(&input.name).help(choose));
            }
        };
        if simd.is_legal(target) {
            Ok(vec![simd])
        } else {
            let problem = Problem::new(format!("{target} runs no {simd} kernels")).of(DiagnosticRule::CommandLine);
            Err(problem.in_file(&input.name).help(choose))
        }
    }

    /// Compiles kernel `id` of `input`. Where several widths are to be tried and it spills at all, it is the narrowest.
    ///
    /// # Errors
    ///
    /// It does not compile at any of the widths: what is wrong at the last.
    pub fn compile<'a>(
        &self,
        input: &'a Input,
        id: KernelId,
        chosen: &Chosen,
        remarks: bool,
    ) -> Result<Selected<'a>, KernelFault> {
        let kernel = &input.module.kernels[id].name;
        let target = chosen.target;
        let mut options = LoweringOptions::default();
        options.channels = self.channels.into();
        options.remarks = remarks;
        let mut spilled = None;
        let mut fault = None;
        for &simd in &chosen.widths {
            match compile_verified(&input.module, id, target, simd, &options) {
                Ok(compiled) => {
                    let selected = Selected { input, id, kernel, target, simd, compiled };
                    if selected.compiled.spill.is_none() {
                        return Ok(selected);
                    }
                    spilled = Some(selected);
                }
                Err(error) => fault = Some(describe(input, id, error)),
            }
        }
        let nothing = || KernelFault::refused(input.problem(format!("{target} runs no kernels"), Location::UNKNOWN));
        spilled.ok_or_else(|| fault.unwrap_or_else(nothing))
    }
}

/// Compiles each kernel of one file that is selected, one after the other, and hands it on. All are tried; what is wrong
/// with any of them is collected.
///
/// # Errors
///
/// The selection selects nothing, or something was wrong.
pub fn for_each(
    selection: &Selection,
    mut visit: impl FnMut(&Selected<'_>, &mut Transcript) -> Result<(), KernelFault>,
) -> Result<(), Failure> {
    let mut transcript = Transcript::default();
    let result = each_kernel(selection, &mut transcript, &mut visit);
    transcript.write().map_err(|problem| Failure::Input(vec![problem]))?;
    result
}

fn each_kernel(
    selection: &Selection,
    transcript: &mut Transcript,
    visit: &mut dyn FnMut(&Selected<'_>, &mut Transcript) -> Result<(), KernelFault>,
) -> Result<(), Failure> {
    let input = import(selection, transcript)?;
    let mut found = false;
    let mut problems = Vec::new();
    for refusal in input.refused.iter().filter(|refusal| selection.selects(&refusal.kernel)) {
        found = true;
        problems.push(refusal.problem.clone());
    }
    for (index, (id, kernel)) in input.module.kernels.iter().enumerate() {
        if !selection.selects(&kernel.name) {
            continue;
        }
        found = true;
        let chosen = selection
            .choose(&input, index, transcript)
            .map_err(|problem| Failure::Usage([&problems[..], &[problem]].concat()))?;
        let selected = selection.compile(&input, id, &chosen, false);
        if let Err(fault) = selected.and_then(|selected| visit(&selected, transcript)) {
            problems.extend(fault.problems);
        }
    }
    if !found {
        let names: Vec<String> = input.module.kernels.values().map(|kernel| kernel.name.clone()).collect();
        return Err(nothing(selection, &names));
    }
    if problems.is_empty() { Ok(()) } else { Err(Failure::Input(problems)) }
}

/// The module of the file that is selected, for a comparison with what another compiler made of it.
///
/// # Errors
///
/// It cannot be read.
pub fn import(selection: &Selection, transcript: &mut Transcript) -> Result<Input, Failure> {
    let source = read_first_elsewhere(input::read(selection.only_input()?)?, selection.trusted)?;
    input::import(source, Reading { undefined_outside: true, is_trusted: selection.trusted }, transcript)
}

/// The same source, which LLVM does not crash on.
///
/// # Errors
///
/// LLVM crashes on it.
pub fn read_first_elsewhere(source: Source, is_trusted: bool) -> Result<Source, Failure> {
    #[cfg(feature = "llvm-any")]
    if source.language == input::Language::Llvm && !is_trusted {
        let is_text = !source.bytes.starts_with(input::BITCODE);
        let bytes = crate::llvm_input::text(&source.name, &source.bytes, is_text)?.into_owned();
        return Ok(Source { bytes, ..source });
    }
    let _ = is_trusted;
    Ok(source)
}

/// The error that nothing is selected, where `names` are the kernels that there are.
pub fn nothing(selection: &Selection, names: &[String]) -> Failure {
    let inputs = selection.shown_inputs();
    match &selection.kernel {
        None => Failure::in_file(&inputs, "there is no kernel; expected at least one"),
        Some(wanted) => {
            let near = nearest(wanted, names.iter().map(String::as_str));
            let near = near.map_or_else(String::new, |near| format!("did you mean `{near}`? "));
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            let there = match &names[..] {
                [] => "there is none".to_owned(),
                [only] => format!("{near}there is {only}"),
                names => format!("{near}there are {}", names.join(", ")),
            };
            let problem = Problem::new(format!("there is no kernel `{wanted}`")).of(DiagnosticRule::CommandLine);
            Failure::Usage(vec![problem.in_file(&inputs).help(there)])
        }
    }
}

fn describe(input: &Input, id: KernelId, error: CompileError) -> KernelFault {
    let texture = &input.module.kernels[id];
    let kernel = &texture.name;
    let status = match &error {
        CompileError::Registers(_) | CompileError::Emitted(_) => Status::Failed,
        _ => Status::Refused,
    };
    let problems = match error {
        CompileError::Lower(errors) => first_of_each(errors, |error| without_names(&error.reason.to_string()))
            .into_iter()
            .map(|(error, count)| {
                let count = first_of(count);
                let message = match error.inst {
                    // A location in a text shows the instruction; elsewhere its own text has to, unless a pass has made
                    // it.
                    Some(inst) if input.text.is_none() => {
                        let inst = texture.insts.get(inst).map(|_| describe_inst(&input.module, texture, inst));
                        let inst = inst.map_or(String::new(), |inst| format!(": `{inst}`"));
                        format!("kernel `{kernel}`: {}{inst}{count}", error.reason)
                    }
                    Some(_) => format!("{}{count}", error.reason),
                    None => format!("kernel `{kernel}`: {}{count}", error.reason),
                };
                input.problem(message, error.location)
            })
            .collect(),
        // An input has been verified when it was read.
        error => vec![input.problem(format!("kernel `{kernel}`: {error}"), Location::UNKNOWN)],
    };
    let rule = if status == Status::Failed { DiagnosticRule::Defect } else { DiagnosticRule::Unsupported };
    KernelFault { status, problems: problems.into_iter().map(|problem: Problem| problem.of(rule)).collect() }
}

/// Sets what a command found out of a kernel.
///
/// # Errors
///
/// It cannot be said in JSON: a defect.
pub fn set_result(transcript: &mut Transcript, result: &impl Serialize) -> Result<(), KernelFault> {
    let defect = |error| KernelFault::failed(Problem::new(format!("no JSON: {error}")).of(DiagnosticRule::Defect));
    transcript.set_result(result).map_err(defect)
}

#[cfg(test)]
mod tests {
    use super::KernelFault;
    use crate::input::{Language, Reading, Source, import};
    use crate::report::Status;
    use crate::transcript::Transcript;

    /// `report`, `compile` and the others do their work on a kernel in here.
    #[test]
    fn a_panic_is_a_fault_of_one_kernel() {
        crate::crash::install();
        let text = b"kernel @k() {\n^entry:\n  return\n}\n".to_vec();
        let source =
            Source { name: "k.tex".to_owned(), stem: "k".to_owned(), bytes: text, language: Language::TextureIr };
        let reading = Reading { undefined_outside: false, is_trusted: false };
        let input = import(source, reading, &mut Transcript::default()).expect("a valid module");
        let fault =
            KernelFault::isolated(&input, "k", || -> Result<(), KernelFault> { panic!("one register too few") });
        let fault = fault.expect_err("it panicked");
        assert_eq!(fault.status, Status::Failed);
        let said = fault.problems[0].line();
        assert!(said.contains("kernel `k`") && said.contains("one register too few"), "{said}");
        assert_eq!(KernelFault::isolated(&input, "k", || Ok(7)).expect("no panic"), 7);
    }
}
