//! `texvisa completions` and `texvisa man`: what shells and readers of manuals need, from the command line itself.

use clap::CommandFactory;

use crate::arguments::Tool;
use crate::diagnostic::{Failure, print_bytes};
use crate::tool_arguments::{CompletionsArguments, ManArguments};

/// Prints the completions of a shell.
pub fn completions(arguments: &CompletionsArguments) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Tool::command(), "texvisa", &mut script);
    print_bytes(&script).map_err(|problem| Failure::Input(vec![problem]))
}

/// Writes the manual pages to a folder.
pub fn man(arguments: &ManArguments) -> Result<(), Failure> {
    let folder = &arguments.folder;
    let failed = |error: std::io::Error| Failure::input(format!("{}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(Tool::command().name("texvisa"), folder).map_err(failed)
}
