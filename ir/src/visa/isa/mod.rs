//! The binary form of vISA, "common ISA": files that end in `.isa`.
//!
//! All numbers are little endian and nothing is padded. A file has a header with one entry for each kernel, and then
//! the kernels: strings, declarations, inputs, attributes and code. The format is that which Intel's finalizer, release
//! 1.0.12504.6, reads; the documents describe the instructions (the *Format* of each), not the file.
//!
//! Two versions are written: 3.6, whose sampler messages have an operation of 8 bits, and 4.1, where it has 16. They
//! differ in nothing else but the length field of the kernel's name. Read are 3.5 to 3.7 and 4.0 to 5.0.
//!
//! **Intel's own writer leaves operands out.** The release that reads these files writes, from text, files in which
//! each instruction with an execution size and a predicate lacks its last two operands, and each with an execution size
//! alone its last one, although the size of the code counts them. Such a file has no program; [`read`] refuses it
//! ([`ReadErrorKind::OperandsMissing`]).
//!
//! `code` has the operands of each instruction, for both directions; the byte that it begins with is one row of
//! `opcode`.
//!
//! # Example
//!
//! ```
//! use texvisa_ir::target::{SimdWidth, Target};
//! use texvisa_ir::visa::message::CodeNumbering;
//! use texvisa_ir::visa::{VisaKernel, isa};
//!
//! let kernel = VisaKernel::new("nothing", Target::Skl, SimdWidth::Simd8);
//! let options = isa::WriteOptions { version: isa::Version::V3_6, ..Default::default() };
//! let bytes = isa::write(&kernel, &options)?;
//! assert_eq!(&bytes[..4], b"CISA");
//! assert_eq!(isa::read(&bytes, Target::Skl, CodeNumbering::Finalizer)?.name, "nothing");
//! assert!(isa::read(&bytes[..10], Target::Skl, CodeNumbering::Finalizer).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blank;
mod code;
mod cursor;
mod error;
mod missing_operands;
mod opcode;
mod operand;
mod read;
mod read_code;
mod reader;
mod strings;
mod write_code;
mod writer;

pub use error::{ReadError, ReadErrorKind, WriteError};
pub use read::read;
pub use writer::{write, write_into};

use super::asm::{MAX_PARAMS, MAX_SAMPLERS, MAX_SURFACES};
use super::message::CodeNumbering;

/// A version of the format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Version {
    /// 3.6: the operation of a sampler message has 8 bits.
    V3_6,
    /// 4.1: it has 16 bits.
    #[default]
    V4_1,
}

impl Version {
    /// Every version with its text.
    pub const TEXT: [(Version, &'static str); 2] = [(Version::V3_6, "3.6"), (Version::V4_1, "4.1")];

    /// The text.
    pub const fn name(self) -> &'static str {
        Version::TEXT[self as usize].1
    }

    const fn number(self) -> VersionNumber {
        match self {
            Version::V3_6 => VersionNumber { major: 3, minor: 6 },
            Version::V4_1 => VersionNumber { major: 4, minor: 1 },
        }
    }
}

/// What a file is written with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// The version of the format.
    pub version: Version,
    /// The numbering of gather4_i and gather4_b.
    pub numbering: CodeNumbering,
    /// Whether the file has what [`asm::write`](super::asm::write) prints: nothing that is
    /// [omitted](super::VisaKernel::is_omitted), and aliases of backing variables. Otherwise it has the kernel as it is.
    pub as_compiled: bool,
}

/// A version as a file has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct VersionNumber {
    major: u8,
    minor: u8,
}

impl VersionNumber {
    /// The versions whose layout is known: identifiers of 32 bits came with 3.4, the count of inputs of 32 bits with
    /// 3.5.
    const FIRST: VersionNumber = VersionNumber { major: 3, minor: 5 };
    const LAST: VersionNumber = VersionNumber { major: 5, minor: 0 };

    /// Whether the operation of a sampler message has 16 bits.
    const fn wide_operation(self) -> bool {
        self.major >= 4
    }

    /// Whether the length of a kernel's name has 16 bits.
    const fn wide_name_length(self) -> bool {
        self.major >= 4 || self.minor >= 7
    }
}

/// The first four bytes of a file.
const MAGIC: [u8; 4] = *b"CISA";

/// Surfaces that every kernel has without declaring them; they come first.
const PREDEFINED_SURFACES: [&str; 6] = ["%slm", "T1", "T2", "TSS", "%bss", "%scratch"];

/// The sampler that every kernel has without declaring it.
const PREDEFINED_SAMPLER: &str = "S31";

/// The number of the first variable that a kernel declares.
const FIRST_VAR: u32 = 32;

/// The number of the first predicate that a kernel declares; a predicate's number has 12 bits.
const FIRST_PREDICATE: u32 = 1;
const PREDICATE_NUMBERS: u32 = 1 << 12;

/// Bytes that a name may have (`STRING_LEN`, which counts the byte behind it).
const MAX_NAME: usize = 1023;
