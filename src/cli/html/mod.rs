//! `texvisa report`: one file of HTML that shows a kernel's messages, registers and costs, and needs no network.

mod page;
mod view;

use std::path::Path;

use texvisa::ir::texture::KernelId;

use crate::arguments::{ReportArguments, Selection};
use crate::check::symbolically_checked;
use crate::destination::InputFiles;
use crate::diagnostic::{Failure, Problem};
use crate::input::{self, Input, Reading};
use crate::selection::{self, KernelFault, Selected};
use crate::transcript::Transcript;
use view::KernelView;

/// Runs the command.
pub fn run(arguments: &ReportArguments) -> Result<(), Failure> {
    let path = arguments.selection.only_input()?;
    let mut transcript = Transcript::default();
    let page = make(arguments, &mut transcript);
    transcript.write().map_err(|problem| Failure::Input(vec![problem]))?;
    let Page { html, problems } = page?;
    let output: &Path = &arguments.output;
    InputFiles::new([path]).spare(output)?;
    if output == Path::new("-") {
        crate::diagnostic::print(&html).map_err(|problem| Failure::Input(vec![problem]))?;
    } else {
        std::fs::write(output, html).map_err(|error| Failure::in_file(output.display(), error))?;
    }
    if problems.is_empty() { Ok(()) } else { Err(Failure::Input(problems)) }
}

/// The page, and what is wrong with the kernels that it lacks.
struct Page {
    html: String,
    problems: Vec<Problem>,
}

fn make(arguments: &ReportArguments, transcript: &mut Transcript) -> Result<Page, Failure> {
    let selection = &arguments.selection;
    let source = selection::read_first_elsewhere(input::read(selection.only_input()?)?, selection.trusted)?;
    let reading = Reading { undefined_outside: false, is_trusted: selection.trusted };
    let input = input::import(source, reading, transcript)?;
    let refused = input.refused.iter().filter(|refusal| selection.selects(&refusal.kernel));
    let mut problems: Vec<Problem> = refused.map(|refusal| refusal.problem.clone()).collect();
    let mut views = Vec::new();
    for (index, (id, kernel)) in input.module.kernels.iter().enumerate() {
        if !selection.selects(&kernel.name) {
            continue;
        }
        let mut targets = vec![compiled(selection, &input, index, id, transcript)];
        if let Some(other) = arguments.compare {
            let selection = Selection { target: Some(other), ..selection.clone() };
            // That it is another platform than the file's goes without saying.
            targets.push(compiled(&selection, &input, index, id, &mut Transcript::default()));
        }
        let mut selected = Vec::new();
        for target in targets {
            match target? {
                Ok(kernel) => selected.push(kernel),
                Err(fault) => problems.extend(fault.problems),
            }
        }
        if !selected.is_empty() {
            match KernelFault::isolated(&input, &kernel.name, || Ok(KernelView::new(&selected))) {
                Ok(view) => views.push(view),
                Err(fault) => problems.extend(fault.problems),
            }
        }
    }
    if views.is_empty() && problems.is_empty() {
        let names: Vec<String> = input.module.kernels.values().map(|kernel| kernel.name.clone()).collect();
        return Err(selection::nothing(selection, &names));
    }
    if views.is_empty() {
        return Err(Failure::Input(problems));
    }
    Ok(Page { html: page::page(&input.name, &views), problems })
}

/// A kernel that is compiled for what `selection` says, and checked symbolically.
fn compiled<'a>(
    selection: &Selection,
    input: &'a Input,
    index: usize,
    id: KernelId,
    transcript: &mut Transcript,
) -> Result<Result<Selected<'a>, KernelFault>, Failure> {
    let chosen = selection.choose(input, index, transcript).map_err(|problem| Failure::Usage(vec![problem]))?;
    Ok(KernelFault::isolated(input, &input.module.kernels[id].name, || {
        let selected = selection.compile(input, id, &chosen, true)?;
        symbolically_checked(&selected, || ())?;
        Ok(selected)
    }))
}
