//! What can be wrong with a binary, and with a kernel that cannot become one.

use std::fmt;

use crate::target::Target;

/// Bytes that are no binary of vISA, or one that cannot be expressed here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {offset:#x}: {kind}")]
pub struct ReadError {
    /// Where, in bytes from the start of the file.
    pub offset: usize,
    /// What.
    pub kind: ReadErrorKind,
}

/// What is wrong with a binary.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The bytes end too early.
    #[error("the file ends in {what}, which has {needed} bytes; {left} are left")]
    Ended {
        /// What was to be read.
        what: &'static str,
        /// How many bytes it has.
        needed: usize,
        /// How many there are.
        left: usize,
    },
    /// A number that means nothing here.
    #[error("expected {what}, {allowed}, found {given}")]
    Range {
        /// What the number is.
        what: &'static str,
        /// The number.
        given: u64,
        /// What is allowed.
        allowed: Allowed,
    },
    /// Something else than what the format has there.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What the format has there.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// An instruction, an operand or a declaration that vISA has and this crate has not.
    #[error("{0} is not supported: remove it from the program")]
    Unsupported(String),
    /// A name that is declared twice.
    #[error("`{0}` is declared twice; expected one declaration for each name")]
    DeclaredTwice(String),
    /// A message that the target has not.
    #[error("{class} message {code:#x} with parameters of {bytes} bytes; expected a message that {target} has")]
    NoMessage {
        /// The target that the file is read for.
        target: Target,
        /// The kind of message.
        class: &'static str,
        /// Its code.
        code: u16,
        /// Bytes of an element of its first parameter.
        bytes: u32,
    },
    /// The code was written by Intel's compiler or by GenX_IR from text.
    #[error(
        "the last operands of the instructions are missing: this file was written by GenX_IR or Intel's compiler, \
         whose writer (release 1.0.12504.6) leaves them out; nothing can read it, assemble the text instead"
    )]
    OperandsMissing,
}

/// Which numbers are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// The numbers from one to another, both included.
    Between(u64, u64),
    /// One of a few.
    OneOf(&'static [u64]),
    /// None: nothing of the kind is declared.
    Nothing,
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Allowed::Between(least, most) if least == most => write!(f, "{least}"),
            Allowed::Between(least, most) => write!(f, "{least} to {most}"),
            Allowed::OneOf(numbers) => {
                for (index, number) in numbers.iter().enumerate() {
                    let between = match index {
                        0 => "",
                        _ if index + 1 == numbers.len() => " or ",
                        _ => ", ",
                    };
                    write!(f, "{between}{number}")?;
                }
                Ok(())
            }
            Allowed::Nothing => f.write_str("of which the kernel has none"),
        }
    }
}

/// A kernel that has no binary form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// More than a field holds, or a number that has no code.
    #[error("{position}{what}: {given}; expected {allowed}")]
    Limit {
        /// The instruction, where it is about one.
        position: InstPosition,
        /// What the number is.
        what: &'static str,
        /// The number.
        given: u64,
        /// What is allowed.
        allowed: Allowed,
    },
    /// A name that cannot be written.
    #[error("name `{0}`; expected letters, digits and _, with no digit first")]
    Name(String),
    /// A symbol that cannot be written.
    #[error("symbol {0:?}; expected 1 to 1023 bytes without quotes, line breaks and zeros")]
    Symbol(String),
    /// A message that the version has no code for.
    #[error("{position}version {version} has 5 bits for the operation; {message} has code {code:#x}")]
    NarrowOperation {
        /// The instruction, where it is about one.
        position: InstPosition,
        /// The version.
        version: &'static str,
        /// The message.
        message: &'static str,
        /// Its code.
        code: u8,
    },
    /// Spill code, which vISA does not have.
    #[error(
        "{position}a move to or from scratch memory, which vISA does not have; write the kernel as it was before it was spilled"
    )]
    Spilled {
        /// The instruction.
        position: InstPosition,
    },
    /// Something that the format has no field for in this instruction.
    #[error("{position}{what}; expected none, as this instruction has no field for it")]
    NoField {
        /// The instruction, where it is about one.
        position: InstPosition,
        /// What it is.
        what: &'static str,
    },
    /// A gather without a channel. Intel's compiler prints one as `.illegal` for sample4_po and sample4_po_c on targets
    /// later than TGLLP, where its text has lost the channel.
    #[error("{position}gather with {count} channels; expected one")]
    GatherChannel {
        /// The instruction, where it is about one.
        position: InstPosition,
        /// How many channels it has.
        count: u32,
    },
}

/// The instruction that an error is about, where it is about one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstPosition(pub Option<usize>);

impl fmt::Display for InstPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(index) => write!(f, "instruction {index}: "),
            None => Ok(()),
        }
    }
}
