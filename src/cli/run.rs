//! `texvisa run`.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use texvisa::emulator::dispatch::{Grid, MAX_ITEMS};
use texvisa::emulator::environment::Environment;
use texvisa::emulator::machine::{Machine, MessageEvent};
use texvisa::ir::target::SimdWidth;
use texvisa::ir::texture::Kernel;
use texvisa::ir::visa::{Inst, VisaKernel};

use crate::arguments::RunArguments;
use crate::diagnostic::{Failure, Problem};
use crate::selection::{self, Selected};
use crate::{bind, cases};

/// Runs the command.
pub fn run(arguments: &RunArguments) -> Result<(), Failure> {
    let path: &Path = &arguments.selection.input;
    if path.is_dir() {
        return Err(Failure::usage(format!("{}: a folder; name one file, and one kernel of it", path.display())));
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
    let items: u64 = grid.items.iter().map(|items| u64::from(*items)).product();
    if items > MAX_ITEMS {
        return Err(Failure::usage(format!("--grid: {items} work items; expected at most {MAX_ITEMS}")));
    }
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
    let failed = |error| Failure::Input(vec![Problem::new(format!("{}: {error}", selected.title()))]);
    let machine = Machine::new(visa, &selected.compiled.registers).map_err(|error| failed(error.to_string()))?;
    let progress = progress_bar(items);
    let mut print = |event: &MessageEvent| print_message(visa, event);
    let trace: Option<&mut (dyn FnMut(&MessageEvent) + '_)> = if arguments.trace { Some(&mut print) } else { None };
    machine
        .run_with_progress(module, selected.id, &mut environment, &grid, fill, trace, &mut |done, _| {
            progress.set_position(done)
        })
        .map_err(|error| failed(error.to_string()))?;
    progress.finish_and_clear();
    arguments.output.iter().try_for_each(|given| bind::write(module, kernel, given, &environment))
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
