//! `texvisa reduce`.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use texvisa::check::{self, CheckError, TrialOptions};
use texvisa::emulator::refine::RefineError;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::{KernelId, Module, parse};
use texvisa::{CompileError, LoweringOptions, compile};
use texvisa_reduce::reduce;
use wait_timeout::ChildExt;

use crate::arguments::ReduceArguments;
use crate::crash::isolated;
use crate::destination::InputFiles;
use crate::diagnostic::{Failure, Problem, counted, print, say};
use crate::input::Input;
use crate::selection;
use crate::transcript::Transcript;

/// Runs the command.
pub fn run(arguments: &ReduceArguments) -> Result<(), Failure> {
    let selection = &arguments.selection;
    let path = selection.only_input()?;
    InputFiles::new(std::iter::once(path).chain(arguments.script.as_deref())).spare(&arguments.output)?;
    let mut transcript = Transcript::default();
    let input = selection::import(selection, &mut transcript)?;
    let selected = input.module.kernels.values().position(|kernel| selection.selects(&kernel.name));
    let Some(index) = selected else {
        if let Some(failure) = refused_on_import(&input, arguments) {
            return Err(failure);
        }
        let names: Vec<String> = input.module.kernels.values().map(|kernel| kernel.name.clone()).collect();
        return Err(selection::nothing(selection, &names));
    };
    let chosen = selection.choose(&input, index, &mut transcript).map_err(|problem| Failure::Usage(vec![problem]))?;
    transcript.write().map_err(|problem| Failure::Input(vec![problem]))?;
    let mut options = LoweringOptions::default();
    options.channels = selection.channels.into();
    let folder = tempfile::tempdir().map_err(|error| Failure::input(format!("a temporary folder: {error}")))?;
    let stem = path.file_stem().map_or_else(|| "program".into(), |stem| stem.to_string_lossy());
    let mut module = input.module.clone();
    (module.target, module.simd) = (Some(chosen.target), chosen.widths.first().copied());
    let mut condition = Condition {
        arguments,
        target: chosen.target,
        simd: chosen.widths.first().copied().unwrap_or(SimdWidth::Simd16),
        options,
        file: folder.path().join(format!("{stem}.tex")),
        asked: 0,
        obstacle: None,
    };
    if !condition.holds(&module) {
        condition.obstacle()?;
        if let Some(failure) = refused_on_import(&input, arguments) {
            return Err(failure);
        }
        let problem = Problem::new(format!("{}: nothing to reduce: {}", input.name, condition.missed()));
        return Err(Failure::Input(vec![problem.help("see that the whole program is of interest first")]));
    }
    let smallest = reduce(&module, |candidate| condition.holds(candidate));
    condition.obstacle()?;
    let text = smallest.to_string();
    // What is written is what was asked about, not the module in memory.
    let is_same = parse(&text).is_ok_and(|written| condition.holds(&written));
    condition.obstacle()?;
    if !is_same {
        let what =
            "the smaller program is of interest no more once it is written; the script may depend on more than it";
        return Err(Failure::input(format!("{}: {what}", input.name)));
    }
    if arguments.output == Path::new("-") {
        print(&text).map_err(|problem| Failure::Input(vec![problem]))?;
    } else {
        let output = &arguments.output;
        std::fs::write(output, text).map_err(|error| Failure::input(format!("{}: {error}", output.display())))?;
    }
    let (before, after) = (instructions(&module), instructions(&smallest));
    let asked = counted(condition.asked, "program was", "programs were");
    say(format_args!("{}: {before} instructions became {after}; {asked} tried", input.name));
    Ok(())
}

/// What to say of a kernel that does not compile because it was refused while the file was read: of that one there is no
/// texture IR, which is what gets smaller.
fn refused_on_import(input: &Input, arguments: &ReduceArguments) -> Option<Failure> {
    let refusal = input.refused.iter().find(|refusal| arguments.selection.selects(&refusal.kernel))?;
    let problem = Problem::new(format!(
        "{}: nothing to reduce: kernel `{}` is refused while it is imported, and texture IR is what gets smaller",
        input.name, refusal.kernel
    ));
    let problem =
        problem.help("take what the message below names out of the source, or make the source smaller by hand");
    Some(Failure::Input(vec![problem, refusal.problem.clone()]))
}

fn instructions(module: &Module) -> usize {
    let blocks = module.kernels.values().flat_map(|kernel| kernel.layout.iter().map(|block| &kernel.blocks[*block]));
    blocks.map(|block| block.insts.len()).sum()
}

/// When a program is of interest.
struct Condition<'a> {
    arguments: &'a ReduceArguments,
    target: Target,
    simd: SimdWidth,
    options: LoweringOptions,
    /// Where a script finds the program.
    file: std::path::PathBuf,
    /// How many programs were tried.
    asked: u64,
    /// Why a script could not be run.
    obstacle: Option<String>,
}

impl Condition<'_> {
    /// What keeps the condition from being asked at all.
    fn obstacle(&mut self) -> Result<(), Failure> {
        self.obstacle.take().map_or(Ok(()), |obstacle| Err(Failure::usage(obstacle)))
    }

    /// What does not hold, for a message.
    fn missed(&self) -> String {
        let with = self.arguments.message.as_ref().map_or_else(String::new, |text| format!(" with `{text}`"));
        match &self.arguments.script {
            Some(script) => format!("{} does not end with status 0 for it", script.display()),
            None if self.arguments.compile_fails => {
                format!("it compiles, or fails without{}", if with.is_empty() { " a message" } else { &with })
            }
            None => format!("a check finds nothing wrong with it{with}"),
        }
    }

    fn holds(&mut self, module: &Module) -> bool {
        if self.obstacle.is_some() {
            return false;
        }
        self.asked += 1;
        if let Some(script) = &self.arguments.script {
            return match self.script(script, module) {
                Ok(is_interesting) => is_interesting,
                Err(error) => {
                    self.obstacle = Some(format!("--script {}: {error}", script.display()));
                    false
                }
            };
        }
        let selects = |name: &str| self.arguments.selection.selects(name);
        let kernels = module.kernels.iter().filter(|(_, kernel)| selects(&kernel.name));
        kernels
            .filter_map(|(id, _)| self.failure(module, id))
            .any(|message| self.arguments.message.as_ref().is_none_or(|text| message.contains(text)))
    }

    /// What fails for a kernel, where that is what is asked for.
    fn failure(&self, module: &Module, id: KernelId) -> Option<String> {
        let work = || {
            let compiled = match compile(module, id, self.target, self.simd, &self.options) {
                Ok(compiled) => compiled,
                Err(error @ (CompileError::Registers(_) | CompileError::Emitted(_))) => return Some(error.to_string()),
                Err(error) => return self.arguments.compile_fails.then(|| error.to_string()),
            };
            if self.arguments.compile_fails {
                return None;
            }
            let trials = TrialOptions { trials: self.arguments.trials, ..TrialOptions::default() };
            match check::check(module, id, &compiled, &trials) {
                // A loop without an end, say, is not what a check finds.
                Ok(_) | Err(CheckError::Execution(RefineError::Interpreter(_))) => None,
                Err(error) => Some(error.to_string()),
            }
        };
        isolated(work).unwrap_or_else(Some)
    }

    /// Whether a script ends with status 0 in time.
    fn script(&self, script: &Path, module: &Module) -> std::io::Result<bool> {
        std::fs::write(&self.file, module.to_string())?;
        let mut child = Command::new(script)
            .arg(&self.file)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        match child.wait_timeout(Duration::from_secs(self.arguments.time_limit))? {
            Some(status) => Ok(status.success()),
            None => {
                child.kill()?;
                child.wait()?;
                Ok(false)
            }
        }
    }
}
