//! Blocks, and what ends them.

use std::collections::BTreeMap;

use super::super::entities::{Block, InstId, Value};
use super::super::kernel::{BlockCall, InstData};
use super::super::ops::Op;
use super::super::types::Type;
use super::super::value_list::ValueList;
use super::builder::FunctionBuilder;
use super::error::{BuildError, invalid};
use super::handles::{BuiltBlock, BuiltValue};
use super::state::{BlockState, Edge};

impl FunctionBuilder<'_> {
    /// Appends a block, named unless the name is empty. The first is the entry.
    pub fn block(&mut self, name: &str) -> BuiltBlock {
        let block = self.builder.create_block(name);
        let sealed = self.blocks.is_empty();
        self.blocks.insert(block, BlockState { sealed, ..BlockState::default() });
        BuiltBlock { block, owner: self.owner }
    }

    /// Appends a parameter to a block, before anything goes to it.
    ///
    /// # Errors
    ///
    /// The block is of another builder, or an edge goes to it already.
    pub fn block_param(&mut self, block: BuiltBlock, name: &str, ty: Type) -> Result<BuiltValue, BuildError> {
        let block = self.own(block)?;
        if self.blocks.get(&block).is_some_and(|state| !state.edges.is_empty() || state.sealed) {
            return Err(BuildError::Sealed);
        }
        let value = self.builder.block_param(block, name, ty);
        Ok(self.built(value))
    }

    /// Makes `block` the one to which instructions are appended.
    ///
    /// # Errors
    ///
    /// The block is of another builder, or has its terminator.
    pub fn switch_to(&mut self, block: BuiltBlock) -> Result<(), BuildError> {
        let block = self.own(block)?;
        if self.blocks.get(&block).is_none_or(|state| state.ended) {
            return Err(BuildError::NoBlock);
        }
        self.current = Some(block);
        self.builder.switch_to(block);
        Ok(())
    }

    /// Says that all predecessors of `block` have their terminators.
    ///
    /// # Errors
    ///
    /// It is of another builder, or a variable that was read in it has no value on an edge.
    pub fn seal(&mut self, block: BuiltBlock) -> Result<(), BuildError> {
        let block = self.own(block)?;
        self.seal_block(block)
    }

    pub(super) fn seal_block(&mut self, block: Block) -> Result<(), BuildError> {
        let Some(state) = self.blocks.get_mut(&block) else { return Ok(()) };
        state.sealed = true;
        for phi in std::mem::take(&mut state.pending) {
            self.fill(phi)?;
        }
        Ok(())
    }

    /// Ends the block with a jump.
    ///
    /// # Errors
    ///
    /// The arguments, a sealed block, or a handle of another builder.
    pub fn jump(&mut self, block: BuiltBlock, args: &[BuiltValue]) -> Result<(), BuildError> {
        let target = self.edge(block, args)?;
        self.end(InstData::Jump(target)).map(|_| ())
    }

    /// Ends the block with a branch: lanes whose `condition` is true go to `then`, the others to `otherwise`.
    ///
    /// # Errors
    ///
    /// Those of [`jump`](FunctionBuilder::jump), or the condition is no `i1`.
    pub fn branch(
        &mut self,
        condition: BuiltValue,
        then: (BuiltBlock, &[BuiltValue]),
        otherwise: (BuiltBlock, &[BuiltValue]),
    ) -> Result<(), BuildError> {
        let ty = self.ty(condition)?;
        if ty != Type::I1 {
            return Err(invalid(format!("the condition has type {ty}; expected i1")));
        }
        let condition = self.value(condition)?;
        let targets = [self.edge(then.0, then.1)?, self.edge(otherwise.0, otherwise.1)?];
        self.end(InstData::Branch { condition, targets }).map(|_| ())
    }

    /// Ends the block with a choice by number: a chain of branches. None of the blocks has parameters.
    ///
    /// # Errors
    ///
    /// Those of [`branch`](FunctionBuilder::branch), or a number is given twice or is none that the selector's type has,
    /// with a sign or without.
    pub fn switch(
        &mut self,
        selector: BuiltValue,
        cases: &[(i64, BuiltBlock)],
        otherwise: BuiltBlock,
    ) -> Result<(), BuildError> {
        let ty = self.ty(selector)?;
        if !ty.is_scalar() || !ty.scalar.is_int() || ty == Type::I1 {
            return Err(invalid(format!("the selector has type {ty}; expected an integer")));
        }
        let mut numbers = BTreeMap::new();
        for (number, block) in cases {
            self.edge(*block, &[])?;
            let unused = 64 - ty.scalar.bits();
            let is_signed = number << unused >> unused == *number;
            if !is_signed && *number as u64 & !ty.scalar.mask() != 0 {
                return Err(invalid(format!("case {number} is no number of the selector's type {ty}; remove it")));
            }
            if numbers.insert(*number as u64 & ty.scalar.mask(), *block).is_some() {
                return Err(invalid(format!("case {number} is given twice; remove one")));
            }
        }
        self.edge(otherwise, &[])?;
        for (index, (number, block)) in cases.iter().enumerate() {
            let number = self.int(ty, *number);
            let is_it = self.op(Op::Eq, &[selector, number])?;
            if index + 1 == cases.len() {
                return self.branch(is_it, (*block, &[]), (otherwise, &[]));
            }
            let next = self.block("");
            self.branch(is_it, (*block, &[]), (next, &[]))?;
            self.seal(next)?;
            self.switch_to(next)?;
        }
        self.jump(otherwise, &[])
    }

    /// Ends the block with a return, which ends the lane.
    ///
    /// # Errors
    ///
    /// There is no block to end.
    pub fn ret(&mut self) -> Result<(), BuildError> {
        self.end(InstData::Return).map(|_| ())
    }

    /// An edge to a block, with arguments for its parameters.
    fn edge(&mut self, block: BuiltBlock, args: &[BuiltValue]) -> Result<BlockCall, BuildError> {
        self.current.ok_or(BuildError::NoBlock)?;
        let (block, args) = (self.own(block)?, self.values(args)?);
        if self.blocks.get(&block).is_none_or(|state| state.sealed) {
            return Err(BuildError::Sealed);
        }
        let kernel = self.builder.kernel();
        let is_own = |value: &&Value| !self.phi_of.contains_key(*value);
        let params: Vec<Value> = kernel.blocks[block].params.iter().filter(is_own).copied().collect();
        let types = |values: &[Value]| values.iter().map(|value| kernel.ty(*value).to_string()).collect::<Vec<_>>();
        let (given, expected) = (types(&args), types(&params));
        if given != expected {
            return Err(BuildError::BlockArguments { given: given.join(", "), expected: expected.join(", ") });
        }
        let args = ValueList::from_slice(&args, &mut self.kernel().lists);
        Ok(BlockCall { block, args })
    }

    fn end(&mut self, data: InstData) -> Result<InstId, BuildError> {
        let from = self.current.take().ok_or(BuildError::NoBlock)?;
        let location = self.location;
        let kernel = self.kernel();
        let terminator = kernel.push_inst(data);
        kernel.blocks[from].insts.push(terminator);
        kernel.set_location(terminator, location);
        let targets: Vec<Block> = kernel.insts[terminator].targets().iter().map(|call| call.block).collect();
        for (target, to) in targets.into_iter().enumerate() {
            self.blocks.entry(to).or_default().edges.push(Edge { from, terminator, target });
        }
        self.blocks.entry(from).or_default().ended = true;
        Ok(terminator)
    }
}
