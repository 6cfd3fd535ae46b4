//! The command line.

use std::num::{IntErrorKind, ParseIntError};
use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgGroup, Args, Parser, Subcommand, ValueEnum};
use texvisa::emulator::unit::Precision;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::visa::isa;
use texvisa::ir::visa::message::CodeNumbering;
use texvisa::lowering::plan::ChannelChoice;

use crate::diagnostic::Look;
use crate::shard::Shard;
#[cfg(feature = "lit")]
use crate::tool_arguments::LitArguments;
use crate::tool_arguments::{CompletionsArguments, FmtArguments, ManArguments};
use crate::{bind, cases};

/// Lowers texture intrinsics to Intel vISA sampler messages, and checks every program that it emits.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 120)]
pub struct Tool {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Compiles kernels to vISA, and checks them
    Compile(CompileArguments),
    /// Checks that the vISA of kernels does what their source says
    Check(CheckArguments),
    /// Says which messages the texture operations of kernels become, and why
    Explain(ExplainArguments),
    /// Shows the messages, registers and costs of kernels on a page of HTML, which needs no network
    Report(ReportArguments),
    /// Runs the vISA of a kernel on the emulator
    #[command(after_help = bind::help())]
    Run(RunArguments),
    /// Runs sampler conformance cases on the emulator
    #[command(after_help = cases::help())]
    Cases(CasesArguments),
    /// Makes the binary form of vISA text
    Asm(AsmArguments),
    /// Makes vISA text of its binary form
    Dis(DisArguments),
    /// Puts the machine code of a kernel in place of a kernel's in a program that Intel's compiler made
    Link(LinkArguments),
    /// Puts the reports of shards together, and says what is missing
    Merge(MergeArguments),
    /// Lists the platforms
    Targets,
    /// Formats texture IR, and keeps its comments
    Fmt(FmtArguments),
    /// Makes a program smaller while something about it stays true
    Reduce(ReduceArguments),
    /// Runs tests that are written down in the comments of the files they test
    #[cfg(feature = "lit")]
    Lit(LitArguments),
    /// Prints what a shell completes
    Completions(CompletionsArguments),
    /// Writes manual pages
    Man(ManArguments),
    /// Makes text of the LLVM IR on standard input: how the tool itself reads it first, in a process that may crash
    #[cfg(feature = "llvm-any")]
    #[command(hide = true)]
    Disassemble,
}

impl Command {
    /// How it treats a folder, where it takes one.
    pub const fn batch(&self) -> Option<&BatchArguments> {
        match self {
            Command::Compile(arguments) => Some(&arguments.batch),
            Command::Check(arguments) => Some(&arguments.batch),
            Command::Explain(arguments) => Some(&arguments.batch),
            _ => None,
        }
    }
}

/// How a folder is treated.
#[derive(Debug, Args)]
pub struct BatchArguments {
    /// Only the I-th of N shards of a folder; the path of a file in it decides which shard it is of
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Write a line of JSON for each kernel to this file: docs/batches.md says what is in it
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// How to say it: as text, as one document in JSON (docs/json.md), or its diagnostics alone as a SARIF log
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: OutputFormat,
    /// Do it for whoever started this process, with such diagnostics
    #[arg(long = WORKER, hide = true)]
    pub worker: Option<Look>,
}

/// The option that a process which reads LLVM IR is started with.
pub const WORKER: &str = "worker";

#[derive(Debug, Args)]
pub struct MergeArguments {
    /// The reports of all shards
    #[arg(value_name = "REPORT", required = true)]
    pub inputs: Vec<PathBuf>,
    /// Where to write the report of the whole
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
}

/// What to compile, for what.
#[derive(Clone, Debug, Args)]
pub struct Selection {
    /// `.tex`, `.ll`, `.bc`, `.wgsl` or `.spv` files, `-` for standard input, folders for every kernel in them
    #[arg(value_name = "IN", required = true)]
    pub inputs: Vec<PathBuf>,
    /// The platform; by default the one that the file names
    #[arg(long, value_name = "T")]
    pub target: Option<Target>,
    /// Lanes of a thread: 8, 16 or 32; by default what the file says. With `auto`, for each kernel that asks for no width
    /// of its own, the widest for which the registers hold it
    #[arg(long, value_name = "N", value_parser = simd_choice)]
    pub simd: Option<SimdChoice>,
    /// Only the kernel of this name
    #[arg(long, value_name = "K")]
    pub kernel: Option<String>,
    /// When a sparse channel mask is sent: as Intel's compiler does it, or always
    #[arg(long, value_name = "CHOICE", default_value = "intel")]
    pub channels: ChannelsOption,
    /// Take LLVM IR as valid, and read it in this process: LLVM can crash on what is damaged, and ends the run then
    #[arg(long)]
    pub trusted: bool,
}

/// The files of a command that takes one.
fn one_file(inputs: Arg) -> Arg {
    inputs
        .num_args(1)
        .action(ArgAction::Set)
        .help("A `.tex`, `.ll`, `.bc`, `.wgsl` or `.spv` file, or `-` for standard input")
}

/// What `--simd` chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimdChoice {
    /// The widest for which the registers hold the kernel.
    Auto,
    /// That one.
    Lanes(SimdWidth),
}

#[derive(Debug, Args)]
pub struct CompileArguments {
    #[command(flatten)]
    pub selection: Selection,
    #[command(flatten)]
    pub batch: BatchArguments,
    /// What to write
    #[arg(long, value_name = "FORM", default_value = "visaasm")]
    pub emit: Emit,
    /// Where to write: a file, `-` for standard output, or for several kernels a folder
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    pub output: PathBuf,
    /// Say what each pass did
    #[arg(long)]
    pub remarks: bool,
    /// Do not execute the result to compare it with the source
    #[arg(long)]
    pub no_check: bool,
    #[command(flatten)]
    pub form: Form,
}

/// How binaries are written.
#[derive(Clone, Copy, Debug, Args)]
pub struct Form {
    /// The version of the binary form
    #[arg(long, value_name = "V", default_value = "4.1")]
    pub isa_version: IsaVersion,
    /// Whose codes gather4_i and gather4_b have
    #[arg(long, value_name = "WHOSE", default_value = "finalizer")]
    pub numbering: NumberingName,
}

#[derive(Debug, Args)]
#[command(mut_arg("inputs", one_file))]
#[command(group(ArgGroup::new("condition").required(true).args(["script", "compile_fails", "check_fails"])))]
pub struct ReduceArguments {
    #[command(flatten)]
    pub selection: Selection,
    /// Where to write the smaller program: a file, or `-` for standard output
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    pub output: PathBuf,
    /// A program that is given the path of a smaller one, and ends with status 0 where that is still of interest
    #[arg(long, value_name = "PROGRAM")]
    pub script: Option<PathBuf>,
    /// Of interest is what texvisa does not compile
    #[arg(long)]
    pub compile_fails: bool,
    /// Of interest is what a check finds wrong
    #[arg(long)]
    pub check_fails: bool,
    /// Only where this is in the message of texvisa
    #[arg(long, value_name = "TEXT", conflicts_with = "script")]
    pub message: Option<String>,
    /// Trials of differential execution for each smaller program
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pub trials: u32,
    /// How long the script may take each time; what takes longer is of no interest
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    pub time_limit: u64,
}

#[derive(Debug, Args)]
pub struct AsmArguments {
    /// vISA text, or `-` for standard input
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// Where to write: a file, or `-` for standard output
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    pub output: PathBuf,
    /// The platform that the text is for
    #[arg(long, value_name = "T")]
    pub target: Option<Target>,
    #[command(flatten)]
    pub form: Form,
}

#[derive(Debug, Args)]
pub struct DisArguments {
    /// A binary, or `-` for standard input
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// Where to write: a file, or `-` for standard output
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    pub output: PathBuf,
    /// The platform that the binary is for
    #[arg(long, value_name = "T")]
    pub target: Option<Target>,
    /// Whose codes gather4_i and gather4_b have
    #[arg(long, value_name = "WHOSE", default_value = "finalizer")]
    pub numbering: NumberingName,
}

#[derive(Debug, Args)]
pub struct LinkArguments {
    /// The kernel: vISA (`.visaasm`, `.isa`), which Intel's finalizer GenX_IR makes machine code of; machine code
    /// (`.dat`); or a source (`.tex`, `.ll`, `.bc`), which is compiled for the program's platform and width
    #[arg(value_name = "KERNEL")]
    pub input: PathBuf,
    /// The program: what `ocloc compile ... -internal_options -ze-allow-zebin` wrote for SKL, ICLLP, TGLLP or DG2
    #[arg(long, value_name = "PROGRAM")]
    pub into: PathBuf,
    /// Where to write the new program
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Which of the program's kernels it replaces; by default the one of its name, or the only one
    #[arg(long, value_name = "K")]
    pub kernel: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum IsaVersion {
    /// Operations of sampler messages have 8 bits
    #[value(name = "3.6")]
    V3_6,
    /// They have 16 bits
    #[value(name = "4.1")]
    V4_1,
}

impl From<IsaVersion> for isa::Version {
    fn from(version: IsaVersion) -> isa::Version {
        match version {
            IsaVersion::V3_6 => isa::Version::V3_6,
            IsaVersion::V4_1 => isa::Version::V4_1,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NumberingName {
    /// Those of Intel's header and finalizer
    Finalizer,
    /// Those of the documents
    Documented,
}

impl From<NumberingName> for CodeNumbering {
    fn from(name: NumberingName) -> CodeNumbering {
        match name {
            NumberingName::Finalizer => CodeNumbering::Finalizer,
            NumberingName::Documented => CodeNumbering::Documented,
        }
    }
}

#[derive(Debug, Args)]
pub struct CheckArguments {
    #[command(flatten)]
    pub selection: Selection,
    #[command(flatten)]
    pub batch: BatchArguments,
    /// Trials of differential execution, each on random inputs
    ///
    /// Up to thirty times as many are made for a kernel of which less than 64 bytes were compared.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub trials: u32,
    /// Check vISA that another compiler made of the kernel (`.visaasm`, `.isa`) instead of texvisa's own, by executing it
    #[arg(long, value_name = "FILE", requires = "program")]
    pub against: Option<PathBuf>,
    /// The program of that vISA, which says where the kernel finds its arguments: what
    /// `ocloc compile ... -internal_options -ze-allow-zebin` wrote
    #[arg(long, value_name = "PROGRAM", requires = "against")]
    pub program: Option<PathBuf>,
    /// List the branches of the source that were not taken both ways in the trials
    #[arg(long)]
    pub branches: bool,
    /// The seed of the first trial; a counterexample names the seed that repeats it
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub seed: u64,
    /// The arithmetic of filters
    #[arg(long, default_value = "exact")]
    pub precision: PrecisionName,
}

#[derive(Debug, Args)]
pub struct ExplainArguments {
    #[command(flatten)]
    pub selection: Selection,
    #[command(flatten)]
    pub batch: BatchArguments,
}

#[derive(Debug, Args)]
#[command(mut_arg("inputs", one_file))]
pub struct ReportArguments {
    #[command(flatten)]
    pub selection: Selection,
    /// Where to write the page: a file, or `-` for standard output
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// A second platform, which is shown beside the first
    #[arg(long, value_name = "T")]
    pub compare: Option<Target>,
}

#[derive(Debug, Args)]
#[command(mut_arg("inputs", one_file))]
pub struct RunArguments {
    #[command(flatten)]
    pub selection: Selection,
    /// Gives a surface, a sampler or an argument what it is: see below
    #[arg(long, value_name = "NAME=VALUE")]
    pub bind: Vec<String>,
    /// Writes a surface or buffer to a file afterwards: a picture to `.png` or `.exr`, its bytes to any other
    #[arg(long, value_name = "NAME=FILE")]
    pub output: Vec<String>,
    /// Work items along x, y and z
    #[arg(long, value_name = "XxYxZ", value_parser = extent)]
    pub grid: [u32; 3],
    /// Work items of a group; by default those that the kernel requires, or as many along x as a thread has lanes
    #[arg(long, value_name = "XxYxZ", value_parser = extent)]
    pub group: Option<[u32; 3]>,
    /// Print the payload and the response of every message
    #[arg(long)]
    pub trace: bool,
    /// The arithmetic of filters
    #[arg(long, default_value = "intel")]
    pub precision: PrecisionName,
    /// Chooses what the documents leave open: `texvisa help cases` lists what
    #[arg(long, value_name = "NAME=VALUE")]
    pub choice: Vec<String>,
}

#[derive(Debug, Args)]
pub struct CasesArguments {
    /// A document of cases in JSON, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub input: PathBuf,
    /// The arithmetic of filters
    #[arg(long, default_value = "exact")]
    pub precision: PrecisionName,
    /// Chooses what the documents leave open: see below
    #[arg(long, value_name = "NAME=VALUE")]
    pub choice: Vec<String>,
    /// How to say it: as text, as one document in JSON (docs/json.md), or its diagnostics alone as a SARIF log
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: OutputFormat,
}

/// How what a command has to say is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// Text, and diagnostics on standard error
    Text,
    /// One document, on standard output
    Json,
    /// A log of the diagnostics, on standard output
    Sarif,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// vISA, as Intel's assembler reads it
    Visaasm,
    /// vISA in its binary form
    Isa,
    /// Texture IR after its passes
    Tex,
    /// Texture IR as it was read: of LLVM IR, what was imported
    Source,
    /// The plan of each message, one a line
    Plan,
    /// The registers of each variable
    Regs,
    /// The descriptors, lengths and header of each message, one a line
    Messages,
}

impl Emit {
    /// The ending of a file that holds it.
    pub const fn extension(self) -> &'static str {
        match self {
            Emit::Visaasm => "visaasm",
            Emit::Isa => "isa",
            Emit::Tex => "tex",
            Emit::Source => "source.tex",
            Emit::Plan => "plan",
            Emit::Regs => "regs",
            Emit::Messages => "messages",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ChannelsOption {
    /// Where Intel's compiler does
    Intel,
    /// Always
    Exact,
}

impl From<ChannelsOption> for ChannelChoice {
    fn from(name: ChannelsOption) -> ChannelChoice {
        match name {
            ChannelsOption::Intel => ChannelChoice::Intel,
            ChannelsOption::Exact => ChannelChoice::Exact,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PrecisionName {
    /// Rounded once
    Exact,
    /// With the fractions of Intel's filters
    Intel,
}

impl From<PrecisionName> for Precision {
    fn from(name: PrecisionName) -> Precision {
        match name {
            PrecisionName::Exact => Precision::Exact,
            PrecisionName::Intel => Precision::Intel,
        }
    }
}

fn simd_choice(text: &str) -> Result<SimdChoice, String> {
    if text == "auto" {
        return Ok(SimdChoice::Auto);
    }
    let width = text.parse().ok().and_then(SimdWidth::from_lanes);
    width.map(SimdChoice::Lanes).ok_or_else(|| "a thread has 8, 16 or 32 lanes; `auto` chooses".to_owned())
}

/// Whether a text is written as a size: nothing but digits with x between them.
pub fn is_extent(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        && text.bytes().all(|letter| letter.is_ascii_digit() || letter == b'x')
}

/// Reads `640x480`, `64`, `4x4x4`.
pub fn extent(text: &str) -> Result<[u32; 3], String> {
    let mut extent = [1; 3];
    let mut parts = text.split('x');
    for (size, part) in extent.iter_mut().zip(&mut parts) {
        *size = part.parse().map_err(|error: ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow => format!("{part} is too large: a size is at most {}", u32::MAX),
            _ => "expected one to three numbers with x between them".to_owned(),
        })?;
    }
    match parts.next() {
        None => Ok(extent),
        Some(_) => Err("there are three axes".to_owned()),
    }
}
