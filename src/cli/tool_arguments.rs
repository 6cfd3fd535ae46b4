//! The arguments of the commands around compiling: formatting, testing, what shells and readers of manuals need.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

#[derive(Debug, Args)]
pub struct FmtArguments {
    /// `.tex` files, folders for every one in them, or `-` for standard input, which is written to standard output
    #[arg(value_name = "IN", required = true)]
    pub inputs: Vec<PathBuf>,
    /// Write nothing, and fail where a file is not formatted
    #[arg(long)]
    pub check: bool,
}

#[cfg(feature = "lit")]
#[derive(Debug, Args)]
pub struct LitArguments {
    /// The folder of the tests: `.tex`, `.ll` and `.wgsl` files with `RUN:` lines in their comments
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Only tests with this in their path below the folder
    #[arg(value_name = "FILTER")]
    pub filter: Option<String>,
    /// Tests at a time; by default one a core
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Only list them
    #[arg(long)]
    pub list: bool,
    /// Write what was printed into literal `-NEXT` lines that differ
    #[arg(long)]
    pub update: bool,
    /// What replaces `%{NAME}` in commands
    #[arg(short = 'D', long = "define", value_name = "NAME=VALUE")]
    pub defines: Vec<String>,
    /// The LLVM pass plugin of texvisa, for tests that require `plugin`
    #[arg(long, value_name = "FILE")]
    pub plugin: Option<PathBuf>,
    /// How long a command may take
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    pub time_limit: u64,
}

#[derive(Debug, Args)]
pub struct CompletionsArguments {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

#[derive(Debug, Args)]
pub struct ManArguments {
    /// The folder for the pages, one a command
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}
