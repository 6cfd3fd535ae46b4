//! `texvisa run`.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use texvisa::emulator::dispatch::{DispatchError, Grid, MAX_ITEMS, item_count};
use texvisa::emulator::environment::Environment;
use texvisa::emulator::machine::{Machine, MachineError, MessageEvent};
use texvisa::ir::target::SimdWidth;
use texvisa::ir::texture::{Argument, ArgumentRole, Kernel, Module, SamplerDecl};
use texvisa::ir::visa::{Inst, VisaKernel};

use crate::arguments::RunArguments;
use crate::destination::InputFiles;
use crate::diagnostic::{Failure, Problem};
use crate::selection::{self, Selected};
use crate::{bind, cases};

/// Runs the command.
pub fn run(arguments: &RunArguments) -> Result<(), Failure> {
    let path = arguments.selection.only_input()?;
    let bound = arguments.bind.iter().filter_map(|given| bound_file(given));
    let inputs = InputFiles::new(std::iter::once(path).chain(bound));
    for given in &arguments.output {
        let file = given.split_once('=').map_or("", |(_, file)| file);
        inputs.spare(Path::new(file))?;
    }
    let mut result = Ok(());
    selection::for_each(&arguments.selection, |selected, _| {
        let is_only = arguments.selection.kernel.is_some() || selected.input.module.kernels.len() == 1;
        if is_only {
            result = run_kernel(arguments, selected);
        } else if result.is_ok() {
            result = Err(Failure::usage(format!("{}: several kernels; choose one with --kernel", selected.input.name)));
        }
        Ok(())
    })?;
    result
}

fn run_kernel(arguments: &RunArguments, selected: &Selected<'_>) -> Result<(), Failure> {
    let module = &selected.input.module;
    let kernel = &module.kernels[selected.id];
    let grid = Grid { items: arguments.grid, group: group(arguments, kernel, selected.simd)? };
    let [x, y, z] = grid.items;
    let items = match u64::try_from(item_count(grid.items)) {
        Ok(items @ 1..=MAX_ITEMS) => items,
        _ => {
            let what = format!("--grid {x}x{y}x{z}: {} work items; expected 1 to {MAX_ITEMS}", item_count(grid.items));
            return Err(Failure::usage(what));
        }
    };
    let mut environment = Environment::new();
    environment.precision = arguments.precision.into();
    cases::choose(&arguments.choice, &mut environment.semantics)?;
    let fill = environment.semantics.fill();
    environment.bind_constant_samplers(module, kernel);
    for given in &arguments.bind {
        bind::bind(module, kernel, given, grid.items, &mut environment)?;
    }
    bind::bind_memory_of_runtime(module, kernel, &selected.input.constants, &mut environment);
    environment.bind_constants(module);
    for given in &arguments.output {
        bind::check_output(module, kernel, given)?;
    }
    let visa = &selected.compiled.lowered.kernel;
    let failed = |error: MachineError| {
        let problem = Problem::new(format!("{}: {error}", selected.title()));
        match what_to_bind(module, kernel, &error) {
            Some(help) => Failure::Input(vec![problem.help(help)]),
            None => Failure::Input(vec![problem]),
        }
    };
    let machine = Machine::new(visa, &selected.compiled.registers).map_err(failed)?;
    let progress = progress_bar(items);
    let mut print = |event: &MessageEvent| print_message(visa, event);
    let trace: Option<&mut (dyn FnMut(&MessageEvent) + '_)> = if arguments.trace { Some(&mut print) } else { None };
    machine
        .run_with_progress(module, selected.id, &mut environment, &grid, fill, trace, &mut |done, _| {
            progress.set_position(done)
        })
        .map_err(failed)?;
    progress.finish_and_clear();
    arguments.output.iter().try_for_each(|given| bind::write(module, kernel, given, &environment))
}

/// The file that the value of a `--bind` names: all of it, or a part of what it says of a surface.
fn bound_file(given: &str) -> Option<&Path> {
    let (_, value) = given.split_once('=')?;
    let parts = value.split(',').flat_map(|part| {
        let behind = |mark| part.split_once(mark).map(|(_, behind)| behind);
        [Some(part), behind(':'), behind('=')]
    });
    std::iter::once(Some(value)).chain(parts).flatten().map(Path::new).find(|path| path.is_file())
}

/// The option that gives what a run cannot start without, if one does.
fn what_to_bind(module: &Module, kernel: &Kernel, error: &MachineError) -> Option<String> {
    let MachineError::Dispatch(error) = error else { return None };
    let (name, value) = match error {
        DispatchError::NoValue { name, role: ArgumentRole::Pointer } => (name, "4096 (bytes of zeros) or a file"),
        DispatchError::NoValue { name, role: ArgumentRole::Plain } => {
            let is_it = |argument: &&Argument| kernel.value_name(argument.value) == Some(name);
            let argument = kernel.arguments.iter().find(is_it);
            let is_item = argument.is_some_and(|argument| !argument.uniform && kernel.ty(argument.value).is_scalar());
            (
                name,
                if is_item {
                    "@x (the position of the work item) or a number"
                } else {
                    "a number, or numbers with commas"
                },
            )
        }
        DispatchError::Unbound { name, .. } => {
            let is_it = |decl: &SamplerDecl| decl.argument.as_ref().unwrap_or(&decl.name) == name;
            let is_sampler = module.samplers.values().any(is_it);
            (name, if is_sampler { "its state, as linear or nearest,clamp" } else { "a size, as 64x64, or a file" })
        }
        _ => return None,
    };
    Some(format!("add --bind {name}=VALUE, where VALUE is {value}; `texvisa help run` lists more"))
}

/// The work items of a group: those that the kernel requires, and no other.
fn group(arguments: &RunArguments, kernel: &Kernel, simd: SimdWidth) -> Result<[u32; 3], Failure> {
    let Some(required) = kernel.group_size else { return Ok(arguments.group.unwrap_or([simd.lanes(), 1, 1])) };
    let shown = |[x, y, z]: [u32; 3]| format!("{x}x{y}x{z}");
    let wants = format!("kernel `{}` requires groups of {}", kernel.name, shown(required));
    if let Some(given) = arguments.group.filter(|given| *given != required) {
        let problem = Problem::new(format!("--group {}: {wants}", shown(given)));
        return Err(Failure::Usage(vec![problem.help("leave --group out")]));
    }
    let is_whole = arguments.grid.iter().zip(required).all(|(items, group)| items.is_multiple_of(group));
    if !is_whole {
        let problem = Problem::new(format!("--grid {}: {wants}, and has no smaller ones", shown(arguments.grid)));
        return Err(Failure::Usage(vec![problem.help("give a multiple of it along each axis")]));
    }
    Ok(required)
}

fn progress_bar(items: u64) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {percent}% of {len} work items, {eta} left");
    match style {
        Ok(style) => ProgressBar::new(items).with_style(style),
        Err(_) => ProgressBar::new(items),
    }
}

/// One message of one hardware thread: what it is, each parameter and each channel with its elements by lane.
fn print_message(kernel: &VisaKernel, event: &MessageEvent) {
    let mut out = stdout().lock();
    let name = match &kernel.insts[event.index] {
        Inst::Sampler(message) => message.message.row().name,
        _ => "",
    };
    let [x, y, z] = event.group;
    let sampler = event.sampler.map_or_else(String::new, |sampler| format!(", sampler {sampler}"));
    // Whoever reads standard output may have left.
    let _ = writeln!(
        out,
        "group {x},{y},{z} item {}: {name} {} enabled {:#x}, surface {}{sampler}",
        event.first_item, event.exec, event.enabled, event.surface
    );
    for (parameter, elements) in &event.payload {
        let words: Vec<String> = elements.iter().map(|word| format!("{word:08x}")).collect();
        let _ = writeln!(out, "  {parameter:>6} {}", words.join(" "));
    }
    for (channel, elements) in &event.response {
        let letter = ["R", "G", "B", "A"].get(usize::from(*channel)).unwrap_or(&"?");
        let word = |word: &Option<u32>| word.map_or_else(|| "--------".to_owned(), |word| format!("{word:08x}"));
        let words: Vec<String> = elements.iter().map(word).collect();
        let _ = writeln!(out, "  -> {letter:>3} {}", words.join(" "));
    }
}
