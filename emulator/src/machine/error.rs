//! What is wrong with a kernel, or with a run of it.

use texvisa_ir::visa::VisaKernel;
use texvisa_ir::visa::asm::write_inst;

use crate::dispatch::DispatchError;
use crate::environment::AccessError;
use crate::unit::Unsupported;

/// A kernel that the machine cannot run, or not to its end.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MachineError {
    /// An instruction that no machine could execute, found before anything ran.
    #[error("instruction {index}, `{inst}`: {fault}")]
    Illegal {
        /// Its position in the kernel.
        index: usize,
        /// Its text.
        inst: String,
        /// What is wrong.
        fault: Fault,
    },
    /// An instruction that failed when it was executed.
    #[error("instruction {index}, `{inst}`: {trap}")]
    Trapped {
        /// Its position in the kernel.
        index: usize,
        /// Its text.
        inst: String,
        /// What happened.
        trap: Trap,
    },
    /// The run cannot start.
    #[error(transparent)]
    Dispatch(#[from] DispatchError),
    /// A variable that lives in itself, or in one that the kernel does not have.
    #[error(
        "variable {variable} is an alias of itself or of no variable; expected a variable that the kernel declares"
    )]
    Storage {
        /// Its number.
        variable: u32,
    },
    /// Registers of a size that no target has.
    #[error("registers of {given} bytes; expected 32 or 64")]
    RegisterBytes {
        /// What was given.
        given: u32,
    },
    /// A register file larger than any check needs.
    #[error("the register map takes {given} bytes; expected at most {limit}")]
    RegisterFile {
        /// What it takes.
        given: u64,
        /// The limit.
        limit: u64,
    },
    /// An input that is not where the interface puts an argument.
    #[error(
        "input {index} is declared at byte {offset} and lies at {address}; expected one of {places:?}, where arguments of {bytes} bytes arrive"
    )]
    Input {
        /// Which of the kernel's inputs.
        index: usize,
        /// Where it is declared.
        offset: u32,
        /// Where the register map has it.
        address: u32,
        /// Its size.
        bytes: u32,
        /// Where arguments of that size are.
        places: Vec<u32>,
    },
    /// A hardware thread that executed the last instruction without ending.
    #[error("a hardware thread runs past the last instruction; end every path of the main function with `ret`")]
    NoReturn,
    /// A hardware thread that did not come to its end.
    #[error("a hardware thread did not end within {limit} instructions; mend the loop, if it has no end")]
    StepLimit {
        /// The limit.
        limit: u64,
    },
}

/// What is wrong with an instruction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A variable, predicate, state variable or label that the kernel does not have.
    #[error("it names a {what} that the kernel does not have; declare it")]
    Unknown {
        /// What.
        what: &'static str,
    },
    /// Lanes that are no group of the hardware thread (vISA execution model, 'Execution Mask').
    #[error("{lanes} lanes from lane {first}; expected an aligned group of the {width} lanes of the thread")]
    Lanes {
        /// How many.
        lanes: u8,
        /// The first.
        first: u8,
        /// Lanes of the thread.
        width: u32,
    },
    /// An execution size that messages do not have.
    #[error("message of {given} lanes; expected 8, 16 or 32")]
    MessageLanes {
        /// What was given.
        given: u8,
    },
    /// An operand outside the register file.
    #[error("an operand ends at byte {end}; expected byte {bytes} at the most, where the register file ends")]
    OutsideRegisters {
        /// Where it ends.
        end: u64,
        /// The size of the register file.
        bytes: u64,
    },
    /// Elements that an address variable does not have.
    #[error("addresses up to element {end}; expected at most {elements}, as many as the address variable has")]
    OutsideAddresses {
        /// The element after the last.
        end: u32,
        /// How many there are.
        elements: u16,
    },
    /// Types that the instruction does not take.
    #[error("it does not take operands of these types: {0}")]
    Types(&'static str),
    /// A predicate with fewer bits than the instruction has lanes.
    #[error("the predicate has {bits} bits; expected one for each lane up to {lane}")]
    PredicateBits {
        /// Its bits.
        bits: u16,
        /// The last lane.
        lane: u32,
    },
    /// A select without a predicate.
    #[error("select without a predicate; expected one")]
    NoPredicate,
    /// A message that the decoding table does not have.
    #[error("the target has no such message with parameters of {bytes} bytes; expected one that it has")]
    NoMessage {
        /// Bytes of an element of its parameters.
        bytes: u32,
    },
    /// Too few or too many parameters.
    #[error("{given} parameters; expected {least} to {most}")]
    Parameters {
        /// How many.
        given: usize,
        /// The least.
        least: usize,
        /// The most.
        most: usize,
    },
    /// Parameters of different sizes, or results that have no size a response can have.
    #[error("element of {given} bytes; expected {expected}")]
    ElementBytes {
        /// What was given.
        given: u32,
        /// What is possible.
        expected: &'static str,
    },
    /// No channel, or for a gather several.
    #[error("channels {given:#06b}; expected one or more of RGBA, for a gather one")]
    Channels {
        /// The mask.
        given: u8,
    },
    /// A media block that no message carries (MEDIA_LD, legal width and height combinations; Plane).
    #[error(
        "media block of {width} bytes by {height} rows of plane {plane}; expected rows of 1 to 64 bytes, 256 bytes in all, and planes 0 to 3"
    )]
    Block {
        /// Bytes of a row.
        width: u8,
        /// Rows.
        height: u8,
        /// The plane.
        plane: u8,
    },
    /// A sampler message without a sampler.
    #[error("it names no sampler; expected a sampler operand")]
    NoSampler,
    /// A return to a caller that there is none of ([`VisaKernel::main_function`]).
    #[error(
        "`ret` outside the main function returns to no caller and the thread never ends; begin the main function with `.function \"_main_0\"`"
    )]
    ReturnOutsideMain,
    /// An instruction that is not emulated.
    #[error("{0} is not emulated; execute a kernel without it")]
    NotEmulated(&'static str),
    /// An operand that must be there.
    #[error("it has no {0}; expected one")]
    Missing(&'static str),
}

/// What happened to an instruction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trap {
    /// A jump over a join point at which lanes are pending: hardware would never run them again.
    #[error(
        "it jumps over instruction {at}, at which lanes {lanes:#010x} are pending; expected a target at or before it"
    )]
    PassesPendingLanes {
        /// The lanes, as bits.
        lanes: u32,
        /// The join point.
        at: usize,
    },
    /// A jump whose predicate is not the same for all active lanes.
    #[error("lanes {taken:#010x} of {active:#010x} would jump; expected all or none, use `goto` where lanes diverge")]
    DivergentJump {
        /// The lanes that would jump.
        taken: u32,
        /// The active lanes.
        active: u32,
    },
    /// A return while lanes are pending.
    #[error("the thread ends while lanes {lanes:#010x} are pending; let them reconverge before `ret`")]
    ReturnWhilePending {
        /// The lanes, as bits.
        lanes: u32,
    },
    /// The address of a symbol that nothing is bound to.
    #[error("the program has no constant memory `{name}`; bind the constants of the module that has it")]
    NoSymbol {
        /// The symbol.
        name: String,
    },
    /// A message through a state variable that was never set.
    #[error("its {what} was never set; expected a `movs` before it")]
    StateNotSet {
        /// Surface or sampler.
        what: &'static str,
    },
    /// Texel offsets with bits that are reserved (3D_LOAD, Aoffimmi).
    #[error("texel offsets {given:#06x}; expected 12 bits, 4 each for u, v and r")]
    ReservedOffset {
        /// The word.
        given: u16,
    },
    /// A sampler that a descriptor cannot name, without the bit that has the header name it.
    #[error("sampler {given} of a message whose texel offsets lack bit 15; expected a sampler below 16")]
    FarSampler {
        /// The number of the sampler.
        given: u32,
    },
    /// A message that has no meaning on what is bound.
    #[error(transparent)]
    Texture(#[from] Unsupported),
    /// An access that its resource does not allow.
    #[error(transparent)]
    Access(#[from] AccessError),
}

/// The text of instruction `index`.
pub(super) fn text(kernel: &VisaKernel, index: usize) -> String {
    let mut text = String::new();
    if let Some(inst) = kernel.insts.get(index) {
        write_inst(kernel, inst, &mut text);
    }
    text
}
