//! Machine code, and what it needs.

use super::relocations::Relocation;

/// What a kernel's code needs of a thread and of its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreadNeeds {
    /// Registers.
    pub grf_count: u32,
    /// Barriers.
    pub barrier_count: u32,
    /// Bytes of scratch memory; 0 for none.
    pub scratch_bytes: u32,
}

/// The machine code of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineCode {
    /// The code.
    pub bytes: Vec<u8>,
    /// The places that the loader fills; where they are not known, those of the program's kernel if the code is the
    /// same.
    pub relocations: Option<Vec<Relocation>>,
    /// What it needs; where that is not known, what the program's kernel needs.
    pub needs: Option<ThreadNeeds>,
}

impl MachineCode {
    /// Machine code of which no more is known: a `.dat` file of Intel's compiler.
    pub fn of_bytes(bytes: Vec<u8>) -> MachineCode {
        MachineCode { bytes, relocations: None, needs: None }
    }
}
