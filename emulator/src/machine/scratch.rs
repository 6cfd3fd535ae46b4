//! Moves of whole registers to and from scratch memory.

use texvisa_ir::target::PrivateMemory;
use texvisa_ir::visa::ScratchBlock;

use super::error::Fault;
use super::operand::OperandLayout;
use super::thread::Thread;

/// A move of registers, resolved.
#[derive(Clone, Debug)]
pub(super) struct Move {
    store: bool,
    /// The first byte of the first register, and how many there are.
    start: usize,
    bytes: usize,
    /// The first byte in scratch memory.
    offset: u64,
    /// Whether private memory is there, too.
    with_private: bool,
}

pub(super) fn resolve(layout: &OperandLayout<'_>, block: &ScratchBlock) -> Result<Move, Fault> {
    let grf = u64::from(layout.kernel.grf_bytes());
    let start = u64::from(layout.map.address(layout.kernel, block.var));
    let length = layout.kernel.vars.get(block.var).ok_or(Fault::Unknown { what: "variable" })?.bytes();
    let (first, end) = (start / grf * grf, (start + u64::from(length)).next_multiple_of(grf));
    if end > layout.bytes {
        return Err(Fault::OutsideRegisters { end, bytes: layout.bytes });
    }
    Ok(Move {
        store: block.store,
        start: first as usize,
        bytes: (end - first) as usize,
        offset: block.offset.into(),
        with_private: layout.kernel.target.platform().private == PrivateMemory::Scratch,
    })
}

impl Move {
    /// Moves the registers, whichever lanes are active.
    pub fn execute(&self, thread: &mut Thread, file: &mut [u8]) {
        let memory = if self.with_private { &mut thread.private } else { &mut thread.spilled };
        let Some(registers) = file.get_mut(self.start..self.start + self.bytes) else { return };
        for (offset, byte) in (self.offset..).zip(registers) {
            if !self.store {
                *byte = memory.get(offset).unwrap_or(0);
            } else if let Some(place) = memory.get_mut(offset) {
                *place = *byte;
            }
        }
    }
}
