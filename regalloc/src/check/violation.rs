//! The rules that registers can break, as diagnostics.

use texvisa_ir::visa::Var;

/// A rule that the registers of a kernel break.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("instruction {inst}: {kind}")]
pub struct Violation {
    /// The instruction; 0 where the whole kernel is concerned.
    pub inst: u32,
    /// The rule.
    pub kind: ViolationKind,
}

/// The rules that registers can break.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ViolationKind {
    /// The registers of a variable hold something else.
    #[error("{variable} is read from register {register}, dword {dword}, which holds {}; expected {variable}, so nothing else may write there from its def to this use", name(*.found))]
    Clobbered {
        /// The variable that is read.
        variable: Var,
        /// The register.
        register: u32,
        /// The dword in it.
        dword: u32,
        /// The variable that the dword holds instead, if one is known.
        found: Option<Var>,
    },
    /// A variable is outside the register file, or begins where its alignment does not allow.
    #[error("{variable} begins at byte {address}; expected a multiple of {align} with room before byte {end}")]
    Misplaced {
        /// The variable.
        variable: Var,
        /// The byte at which it begins.
        address: u32,
        /// The bytes of which its first must be a multiple.
        align: u32,
        /// The size of the register file in bytes.
        end: u32,
    },
    /// An argument is not where it arrives.
    #[error("argument {variable} begins at byte {address}; expected byte {arrives}, where the thread payload has it")]
    ArgumentMoved {
        /// The variable.
        variable: Var,
        /// The byte at which it begins.
        address: u32,
        /// The byte at which it arrives.
        arrives: u32,
    },
    /// Parameters that are sent as one payload are not in consecutive registers.
    #[error("parameter {parameter} of the message does not follow the one before it; expected it at the next register")]
    SplitPayload {
        /// The number of the parameter, counted from 0.
        parameter: u32,
    },
    /// The response of a send is in the last register of the file, and overlaps what is sent.
    #[error(
        "the response {response} is in the last register and overlaps the payload, in {parameter}; expected it elsewhere, as this target may not write there what it reads"
    )]
    LastRegister {
        /// The response.
        response: Var,
        /// What is sent.
        parameter: Var,
    },
    /// The value of a variable is in two places of scratch memory.
    #[error(
        "{variable} begins at byte {offset} of scratch memory; expected byte {expected}, where other moves have it"
    )]
    ScratchMoved {
        /// The variable.
        variable: Var,
        /// Where it begins here.
        offset: i64,
        /// Where it begins elsewhere.
        expected: i64,
    },
    /// A kernel without its spill code is another than the one that was spilled.
    #[error("{found}; expected {expected}, as the kernel has without its spill code")]
    OtherKernel {
        /// What is there.
        found: String,
        /// What was before the kernel was spilled.
        expected: String,
    },
    /// A value is computed again that may have changed.
    #[error(
        "{variable} is computed again otherwise than by its only def, or from what may have changed; expected that def, from numbers, r0 and arguments"
    )]
    ComputedAgain {
        /// The variable.
        variable: Var,
    },
    /// An indirect operand is to point into a variable, and its address is that of another place.
    #[error(
        "the address of an indirect operand is not taken of {variable} before it in the block; expected that it is"
    )]
    Address {
        /// The variable.
        variable: Var,
    },
    /// A branch leads to a label that no block defines.
    #[error("a branch leads to a label that no block defines; expected a label at which a block begins")]
    MissingLabel,
}

fn name(variable: Option<Var>) -> String {
    variable.map_or_else(|| "no known value".to_owned(), |variable| variable.to_string())
}
