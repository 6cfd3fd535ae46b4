//! The blocks and phis of the function that is being imported.

use inkwell::basic_block::BasicBlock;
use inkwell::values::InstructionValue;
use rustc_hash::FxHashMap;
use texvisa_ir::texture::Block;

use crate::llvm::Val;

/// The blocks of texture IR that the blocks of a function became.
#[derive(Default)]
pub(crate) struct FunctionBlocks<'c> {
    pub(crate) blocks: FxHashMap<BasicBlock<'c>, Block>,
    pub(crate) phis: FxHashMap<BasicBlock<'c>, Vec<Phi<'c>>>,
    /// The additional blocks of a switch, by the block that they follow.
    pub(crate) chains: FxHashMap<Block, Vec<Block>>,
}

/// A phi, and its incoming value from each predecessor.
pub(crate) struct Phi<'c> {
    pub(crate) instruction: InstructionValue<'c>,
    pub(crate) incoming: FxHashMap<BasicBlock<'c>, Val<'c>>,
}
