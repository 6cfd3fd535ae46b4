//! Compiles the kernels that a command line selects.

use std::path::Path;

use texvisa::ir::source::Location;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::{KernelId, describe_inst};
use texvisa::{CompileError, Compiled, LoweringOptions, compile};

use crate::arguments::Selection;
use crate::diagnostic::{Failure, Problem, counted, remark, say};
use crate::input::{self, Input};

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
        format!("{}: kernel {} for {} {}", self.input.name, self.kernel, self.target, self.simd)
    }
}

/// Compiles each kernel that is selected and hands it on. All are tried; what is wrong with any of them is collected.
///
/// # Errors
///
/// The selection selects nothing, or something was wrong.
pub fn for_each(
    selection: &Selection,
    remarks: bool,
    mut visit: impl FnMut(&Selected<'_>) -> Result<(), Vec<Problem>>,
) -> Result<(), Failure> {
    let read = input::read(&selection.input)?;
    let mut problems = read.problems;
    let (mut found, mut good) = (0u64, 0u64);
    // Whether the command line leaves something open that a file does not say.
    let mut unchosen = false;
    for input in &read.inputs {
        let is_selected = |kernel: &str| selection.kernel.as_ref().is_none_or(|wanted| wanted == kernel);
        let mut refused = "";
        for (kernel, problem) in input.refused.iter().filter(|(kernel, _)| is_selected(kernel)) {
            found += u64::from(refused != kernel);
            refused = kernel;
            problems.push(problem.clone());
        }
        for (index, (id, kernel)) in input.module.kernels.iter().enumerate() {
            if !is_selected(&kernel.name) {
                continue;
            }
            found += 1;
            let chosen = target(selection, input)
                .and_then(|target| Ok((target, width(selection, input, input.widths[index], target)?)));
            let (target, simd) = match chosen {
                Ok(chosen) => chosen,
                Err(problem) => {
                    unchosen = true;
                    // What the file leaves open is the same for all of its kernels.
                    problems.push(problem);
                    break;
                }
            };
            let options = LoweringOptions { channels: selection.channels.into(), remarks };
            let result = compile(&input.module, id, target, simd, &options)
                .map_err(|error| describe(input, id, error))
                .and_then(|compiled| visit(&Selected { input, id, kernel: &kernel.name, target, simd, compiled }));
            match result {
                Ok(()) => good += 1,
                Err(more) => problems.extend(more),
            }
        }
    }
    if found == 0 && problems.is_empty() {
        return Err(nothing(selection, &read.inputs));
    }
    if read.is_folder {
        let unread = match read.unread {
            0 => String::new(),
            unread => format!("; {} could not be read", counted(unread as u64, "file", "files")),
        };
        let found = counted(found, "kernel", "kernels");
        say(format_args!("{}: {good} of {found} succeeded{unread}", selection.input.display()));
    }
    match (problems.is_empty(), unchosen) {
        (true, _) => Ok(()),
        (false, true) => Err(Failure::Usage(problems)),
        (false, false) => Err(Failure::Input(problems)),
    }
}

fn nothing(selection: &Selection, inputs: &[Input]) -> Failure {
    let path: &Path = &selection.input;
    match &selection.kernel {
        None => Failure::input(format!("{}: there is no kernel; expected at least one", path.display())),
        Some(wanted) => {
            let names: Vec<String> = inputs
                .iter()
                .flat_map(|input| input.module.kernels.values())
                .map(|kernel| format!("`{}`", kernel.name))
                .collect();
            let there = match &names[..] {
                [] => "there is none".to_owned(),
                [only] => format!("there is {only}"),
                names => format!("there are {}", names.join(", ")),
            };
            Failure::Usage(vec![Problem::new(format!("{}: there is no kernel `{wanted}`", path.display())).help(there)])
        }
    }
}

fn target(selection: &Selection, input: &Input) -> Result<Target, Problem> {
    match (selection.target, input.module.target) {
        (Some(flag), Some(file)) if flag != file => {
            remark(&input.name, Location::UNKNOWN, format_args!("--target {flag} overrides {file}"));
            Ok(flag)
        }
        (Some(target), _) | (None, Some(target)) => Ok(target),
        (None, None) => Err(Problem::new(format!("{}: the file names no target", input.name))
            .help(format!("choose one with --target: {}", Target::names()))),
    }
}

fn width(selection: &Selection, input: &Input, own: Option<SimdWidth>, target: Target) -> Result<SimdWidth, Problem> {
    let legal: Vec<String> =
        SimdWidth::ALL.iter().filter(|width| width.is_legal(target)).map(|width| width.lanes().to_string()).collect();
    let choose = format!("choose one with --simd: {}", legal.join(", "));
    let file = own.or(input.module.simd);
    let simd = match (selection.simd, file) {
        (Some(flag), Some(file)) if flag != file => {
            remark(&input.name, Location::UNKNOWN, format_args!("--simd {} overrides {file}", flag.lanes()));
            flag
        }
        (Some(simd), _) | (None, Some(simd)) => simd,
        (None, None) => {
            let problem = Problem::new(format!("{}: the file names no width", input.name));
            return Err(problem.help(choose));
        }
    };
    if simd.is_legal(target) {
        Ok(simd)
    } else {
        Err(Problem::new(format!("{}: {target} runs no {simd} kernels", input.name)).help(choose))
    }
}

fn describe(input: &Input, id: KernelId, error: CompileError) -> Vec<Problem> {
    let texture = &input.module.kernels[id];
    let kernel = &texture.name;
    match error {
        CompileError::Lower(errors) => errors
            .iter()
            .map(|error| match error.inst {
                // A location in a text shows the instruction; elsewhere its own text has to, unless a pass has made it.
                Some(inst) if input.text.is_none() => {
                    let inst = texture.insts.get(inst).map(|_| describe_inst(&input.module, texture, inst));
                    let inst = inst.map_or(String::new(), |inst| format!(": `{inst}`"));
                    input.problem(format!("kernel `{kernel}`: {}{inst}", error.reason), error.location)
                }
                Some(_) => input.problem(&error.reason, error.location),
                None => input.problem(format!("kernel `{kernel}`: {}", error.reason), error.location),
            })
            .collect(),
        // An input has been verified when it was read.
        error => vec![input.problem(format!("kernel `{kernel}`: {error}"), Location::UNKNOWN)],
    }
}
