//! Moves of whole registers to and from the scratch memory of a hardware thread.

use super::entities::Var;

/// A move of the registers that a variable is in, of all lanes, between the register file and the scratch memory of the
/// hardware thread. Register assignment makes it where registers are scarce; vISA has no such instruction, and neither
/// text nor binary is ever written with one.
///
/// It is what Intel's finalizer inserts where it spills. On the platforms before XeHP that is a scratch block message: its
/// header is r0, element 5 of which says where scratch memory begins, and its descriptor has the offset in blocks of 32
/// bytes (Skylake PRM, volume 7, Scratch Block Read and Write). It heeds no execution mask, so that lanes which are pending
/// keep what they have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScratchBlock {
    /// Whether registers are stored; otherwise they are loaded.
    pub store: bool,
    /// The variable in the register file. All registers that it is in are moved as a whole.
    pub var: Var,
    /// The variable whose value is moved: `var`, or the variable that `var` is another place of.
    pub of: Var,
    /// Where these registers are: bytes from the start of scratch memory, a multiple of those of a register.
    pub offset: u32,
}

impl ScratchBlock {
    /// The most registers of one variable that are moved (Skylake PRM, as above: Block Size).
    pub const MAX_REGISTERS: u32 = 8;

    /// The most bytes of scratch memory that spill code reaches: 4,096 blocks of 32 bytes (as above: Scratch Block Offset).
    pub const MAX_BYTES: u32 = 4096 * 32;

    /// How many messages move so many registers: each moves 1, 2, 4 or 8.
    pub const fn messages(registers: u32) -> u32 {
        registers.count_ones()
    }
}
