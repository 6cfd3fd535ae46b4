//! Which ways the branches of a kernel were taken.

use texvisa_ir::texture::Block;

/// The ways that lanes took at the end of each block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BranchDirections {
    /// By block: bit 0 where the condition was true in a lane, bit 1 where it was false.
    by_block: Vec<u8>,
}

impl BranchDirections {
    /// Notes the branch at the end of a block, with the lanes in which its condition was true and false.
    pub(crate) fn note(&mut self, block: Block, is_true: u32, is_false: u32) {
        let index = block.as_u32() as usize;
        if self.by_block.len() <= index {
            self.by_block.resize(index + 1, 0);
        }
        self.by_block[index] |= u8::from(is_true != 0) | u8::from(is_false != 0) << 1;
    }

    /// Adds those of another run.
    pub(crate) fn add(&mut self, other: &BranchDirections) {
        let count = self.by_block.len().max(other.by_block.len());
        self.by_block.resize(count, 0);
        self.by_block.iter_mut().zip(&other.by_block).for_each(|(ways, others)| *ways |= others);
    }

    /// Whether the condition at the end of a block was ever true, and whether it was ever false.
    pub fn of(&self, block: Block) -> [bool; 2] {
        let ways = self.by_block.get(block.as_u32() as usize).copied().unwrap_or(0);
        [ways & 1 != 0, ways & 2 != 0]
    }
}
