//! Why a kernel cannot take the place of one in a program.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use texvisa_ir::target::Target;

use super::platforms;

/// Why a kernel cannot take the place of one in a program.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LinkError {
    /// The program is no ELF file, or a damaged one.
    #[error("the program is no ELF file that can be read: {0}")]
    Elf(#[from] object::read::Error),
    /// A field of the ELF file leads out of it.
    #[error("the program's ELF file is damaged: an offset, a size or a name leads out of it")]
    Damaged,
    /// The ELF file is for another machine.
    #[error("the program is for machine {given} of ELF, expected {allowed} (Intel GPU)")]
    Machine {
        /// What was given.
        given: u16,
        /// What is allowed.
        allowed: u16,
    },
    /// The ELF file has program headers.
    #[error("the program has program headers, which a program of ocloc has not: it was linked already")]
    ProgramHeaders,
    /// Two sections share bytes.
    #[error("the program's ELF file is damaged: `{name}` overlaps what is before it")]
    Overlap {
        /// The section that begins too early.
        name: String,
    },
    /// A section is missing.
    #[error("the program has no section `{name}`")]
    NoSection {
        /// Its name.
        name: String,
    },
    /// A section is there twice.
    #[error("the program has two sections `{name}`")]
    TwoSections {
        /// Its name.
        name: String,
    },
    /// The program is for a platform that nothing is known of.
    #[error("the program is for product family {given:#x}, expected one of {}", platforms::known_products())]
    Platform {
        /// The number of the product family.
        given: u32,
    },
    /// `.ze_info` is no YAML.
    #[error("`.ze_info` line {line}, column {column}: {message}")]
    Yaml {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// `.ze_info` lacks something, or has something else there.
    #[error("`.ze_info` line {line}: expected {expected}")]
    ZeInfo {
        /// The line, from 1.
        line: usize,
        /// What should be there.
        expected: String,
    },
    /// There is no kernel of that name.
    #[error("the program has no kernel `{given}`; it has {known}")]
    NoKernel {
        /// The name.
        given: String,
        /// The names that there are.
        known: String,
    },
    /// Nothing says which kernel is replaced.
    #[error("nothing says which kernel of the program is replaced; it has {known}")]
    WhichKernel {
        /// The names that there are.
        known: String,
    },
    /// The kernel's code has relocations.
    #[error("the program's kernel `{kernel}` has relocations (section `{section}`), whose places are in the old code")]
    Relocations {
        /// The kernel.
        kernel: String,
        /// Their section.
        section: String,
    },
    /// The finalizer's code does not say where which address stands.
    #[error(
        "the kernel takes {wanted} addresses of constant memory, and the finalizer's code has {given} places for halves of them; it does not say which is which"
    )]
    AddressPlaces {
        /// The addresses.
        wanted: usize,
        /// The places.
        given: usize,
    },
    /// An address that the program does not have.
    #[error("the kernel takes the address of `{symbol}`, which the program does not have")]
    NoAddress {
        /// Its name.
        symbol: String,
    },
    /// Addresses for a kernel of the program that takes none.
    #[error("the kernel takes addresses of constant memory, and the program's kernel `{kernel}` has no relocations")]
    NoRelocations {
        /// The kernel.
        kernel: String,
    },
    /// The symbols do not say how long the kernel's code is.
    #[error("the program has no function symbol `{symbol}` in section `{section}` that is inside of it")]
    NoSymbol {
        /// The symbol.
        symbol: String,
        /// The section.
        section: String,
    },
    /// The new code is no sequence of whole instructions.
    #[error("the machine code of {bytes} bytes ends within an instruction")]
    CutOff {
        /// How many bytes there are.
        bytes: usize,
    },
    /// There is no machine code.
    #[error("the machine code has no bytes")]
    Empty,
    /// The width of the kernel is not the program's.
    #[error("the kernel is SIMD{given}, the program's kernel `{kernel}` is SIMD{allowed}")]
    Width {
        /// The kernel in the program.
        kernel: String,
        /// The lanes of the given kernel.
        given: u32,
        /// The lanes of the program's.
        allowed: u32,
    },
    /// The kernel has no main function.
    #[error("the kernel has no `.function`, so that its `ret` would return to a caller that does not exist")]
    NoMainFunction,
    /// The kernel expects other arguments than the loader passes.
    #[error("{}", joined(.0))]
    Arguments(Vec<ArgumentMismatch>),
    /// The instructions that load the payload are not those of the program.
    #[error(
        "the code begins with other instructions than the program's kernel `{kernel}`, whose first {bytes} bytes load the payload"
    )]
    Prologue {
        /// The kernel in the program.
        kernel: String,
        /// How many bytes the program's prologue has.
        bytes: u64,
    },
    /// What was written is not what was meant.
    #[error("`.ze_info` of kernel `{kernel}` has a form in which its fields cannot be changed in place")]
    Form {
        /// The kernel.
        kernel: String,
    },
    /// The finalizer is not installed.
    #[error("GenX_IR is not in PATH; it makes machine code of vISA")]
    NoFinalizer,
    /// The finalizer could not be run.
    #[error("`{}`: {source}", path.display())]
    System {
        /// The program or file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The finalizer took too long.
    #[error("GenX_IR was ended after {} seconds", limit.as_secs())]
    TimeLimit {
        /// The time that it was given.
        limit: Duration,
    },
    /// The finalizer refuses the kernel.
    #[error("GenX_IR refuses the kernel for {target}: {}", messages.join("; "))]
    Refused {
        /// The platform.
        target: Target,
        /// What it said.
        messages: Vec<String>,
    },
}

impl LinkError {
    /// What to do about it, where that is known.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            LinkError::Elf(_) | LinkError::Machine { .. } | LinkError::NoSection { .. } => {
                "make the program with `ocloc compile ... -internal_options -ze-allow-zebin`".to_owned()
            }
            LinkError::ProgramHeaders => "link into the program as ocloc wrote it".to_owned(),
            LinkError::NoKernel { .. } | LinkError::WhichKernel { .. } => "name one with --kernel".to_owned(),
            LinkError::Relocations { .. } => "give the kernel as source or vISA, so that the places in the new code are known".to_owned(),
            LinkError::NoAddress { .. } | LinkError::NoRelocations { .. } | LinkError::AddressPlaces { .. } => {
                "compile the kernel of the same source as the program".to_owned()
            }
            LinkError::Width { allowed, .. } => format!("compile it with --simd {allowed}"),
            LinkError::NoMainFunction => "write `.function \"_main_0\"` before the first label".to_owned(),
            LinkError::Arguments(_) => {
                "compile the kernel of the same source, and for the same platform and width, as the program".to_owned()
            }
            LinkError::Prologue { .. } => {
                "give the kernel as vISA, so that it is finalized with the options of the program's platform; its inputs \
                 must end in the same register as the program's payload"
                    .to_owned()
            }
            LinkError::NoFinalizer => {
                "install it (Debian: libigc-tools), or give machine code (`.dat`)".to_owned()
            }
            _ => return None,
        })
    }
}

/// Something that the kernel expects and the loader does not supply.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArgumentMismatch {
    /// An input has bytes that no argument has.
    NoArgument {
        /// The input.
        input: String,
        /// Its first byte in the register file.
        offset: u32,
        /// Its size.
        bytes: u32,
        /// The arguments next to it.
        near: String,
    },
    /// An input has bytes of more than one argument, or of one and of none.
    Straddles {
        /// The input.
        input: String,
        /// Its first byte in the register file.
        offset: u32,
        /// Its size.
        bytes: u32,
        /// The argument in which it begins.
        first: String,
    },
    /// The kernel's inputs and the program's payload need different numbers of registers.
    PerThread {
        /// What the kernel has.
        given: u32,
        /// What the loader supplies.
        allowed: u32,
    },
    /// A message uses an entry of a table that the loader does not fill.
    NoEntry {
        /// The table.
        table: &'static str,
        /// The entry.
        entry: u32,
        /// The entries that are filled.
        known: String,
    },
    /// The kernel reaches private memory behind the private base, and the loader allocates none.
    NoPrivateMemory,
    /// An input is an argument of the program that the source does not have.
    NotOfSource {
        /// The input.
        input: String,
        /// What the program has there.
        passed: String,
    },
    /// An argument is something else in the program.
    Role {
        /// What the source has there.
        given: String,
        /// Where: a payload offset or a table entry.
        place: String,
        /// What the program has there.
        allowed: String,
    },
}

impl fmt::Display for ArgumentMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArgumentMismatch::NotOfSource { input, passed } => {
                write!(f, "input `{input}` is {passed}; the source has no such argument")
            }
            ArgumentMismatch::NoArgument { input, offset, bytes, near } => {
                write!(
                    f,
                    "input {input} (offset={offset} size={bytes}): the loader passes nothing there; it passes {near}"
                )
            }
            ArgumentMismatch::Straddles { input, offset, bytes, first } => {
                write!(f, "input {input} (offset={offset} size={bytes}) begins in {first} and ends behind it")
            }
            ArgumentMismatch::PerThread { given, allowed } => {
                write!(f, "the kernel takes {given} bytes that each thread has of its own, the loader passes {allowed}")
            }
            ArgumentMismatch::NoPrivateMemory => {
                f.write_str("the kernel reaches private memory behind the private base, and the loader allocates none")
            }
            ArgumentMismatch::NoEntry { table, entry, known } => {
                write!(
                    f,
                    "a message uses entry {entry} of the {table}, which the loader leaves empty; it fills {known}"
                )
            }
            ArgumentMismatch::Role { given, place, allowed } => {
                write!(f, "{place} is {given} in the source, and {allowed} in the program")
            }
        }
    }
}

fn joined(mismatches: &[ArgumentMismatch]) -> String {
    mismatches.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
