//! Imports blocks, phis and terminators. A phi becomes a block parameter, a phi of a vector one parameter an element. A
//! switch becomes a chain of comparisons.

use inkwell::basic_block::BasicBlock;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::values::{FunctionValue, InstructionValue};
use rustc_hash::FxHashSet;
use texvisa_ir::texture::{Block, Op, Value};

use crate::blocks::Phi;
use crate::elements::Indices;
use crate::kernel::{ImportResult, Importer, unsupported};
use crate::llvm::Val;
use crate::names::printable;
use crate::shape::{self, ElementVec};

/// The target of an edge and its block arguments.
type Edge = (Block, Vec<Value>);

impl<'c> Importer<'c> {
    /// Creates the blocks that the entry reaches, in the order of the function, and appends what follows to the entry.
    /// Returns them in an order in which every block comes after those that dominate it.
    pub(crate) fn create_blocks(&mut self, function: FunctionValue<'c>) -> Vec<BasicBlock<'c>> {
        let order = reverse_postorder(function);
        let reached: FxHashSet<BasicBlock<'c>> = order.iter().copied().collect();
        for (index, block) in function.get_basic_block_iter().enumerate() {
            let name = printable(block.get_name().to_string_lossy());
            if !reached.contains(&block) {
                let name = if name.is_empty() { format!("number {index}") } else { name };
                self.remark(format!("block {name} is unreachable and not imported"));
                continue;
            }
            let created = self.builder.create_block(&name);
            if index == 0 {
                self.builder.switch_to(created);
            }
            self.flow.blocks.insert(block, created);
            self.flow.phis.insert(block, phis(block));
        }
        order
    }

    /// Imports the instructions of the blocks.
    pub(crate) fn import_blocks(&mut self, order: &[BasicBlock<'c>]) {
        for block in order {
            let Some(created) = self.flow.blocks.get(block).copied() else { continue };
            self.builder.switch_to(created);
            self.indices = Indices::default();
            self.import_phis(*block, created);
            for instruction in block.get_instructions() {
                if is_phi(instruction) {
                    continue;
                }
                if instruction.is_terminator() {
                    self.enter(instruction);
                    if let Err(fault) = self.terminator(*block, created, instruction) {
                        self.fail(instruction.into(), instruction, fault);
                    }
                    self.leave(Some(instruction.into()));
                } else {
                    self.import_instruction(instruction);
                }
            }
        }
        self.place_chains();
    }

    fn import_phis(&mut self, block: BasicBlock<'c>, created: Block) {
        let phis: Vec<_> = self.flow.phis.get(&block).into_iter().flatten().map(|phi| phi.instruction).collect();
        for instruction in phis {
            let value = Val::from(instruction);
            if !self.wants(value) {
                continue;
            }
            match self.types_of(value) {
                Ok(types) => {
                    let name = printable(value.name());
                    let is_scalar = types.len() == 1;
                    let params = types.into_iter().enumerate().map(|(index, ty)| {
                        let suffixed =
                            if is_scalar || name.is_empty() { name.clone() } else { format!("{name}.{index}") };
                        self.builder.block_param(created, &suffixed, ty)
                    });
                    let params: ElementVec<Value> = params.collect();
                    self.define(value, params);
                }
                // What reads such a phi is unknown, too.
                Err(_) if self.options.textures_alone => self.define_failed(value),
                Err(fault) => self.fail(value, instruction, fault),
            }
        }
    }

    /// The way from `from` to `to`.
    fn edge(&mut self, from: BasicBlock<'c>, to: BasicBlock<'c>) -> ImportResult<Edge> {
        let Some(target) = self.flow.blocks.get(&to).copied() else {
            return unsupported("the target is a block of another function");
        };
        let phis = self.flow.phis.get(&to).into_iter().flatten();
        let wanted =
            phis.filter(|phi| !self.options.textures_alone || shape::elements(Val::from(phi.instruction).ty()).is_ok());
        let incoming = wanted.filter_map(|phi| Some((Val::from(phi.instruction), phi.incoming.get(&from).copied()?)));
        let incoming: Vec<(Val<'c>, Val<'c>)> = incoming.collect();
        let mut args = Vec::new();
        for (phi, value) in incoming {
            if !self.wants(phi) {
                self.read_for(phi, value);
                continue;
            }
            match self.elements(value) {
                Err(_) if self.options.textures_alone => {
                    let types = self.types_of(value)?;
                    args.extend(self.unknown(&types));
                }
                elements => args.extend(elements?),
            }
        }
        Ok((target, args))
    }

    fn terminator(
        &mut self,
        block: BasicBlock<'c>,
        created: Block,
        instruction: InstructionValue<'c>,
    ) -> ImportResult<()> {
        let value = Val::from(instruction);
        let successors = value.successors();
        match (value.opcode(), successors.as_slice()) {
            (Some(LLVMOpcode::LLVMRet), _) if value.operand(0).is_some() => {
                return unsupported("the kernel returns a value; expected `ret void`");
            }
            (Some(LLVMOpcode::LLVMRet | LLVMOpcode::LLVMUnreachable), _) => self.builder.ret(),
            (Some(LLVMOpcode::LLVMBr), [target]) => {
                let (target, args) = self.edge(block, *target)?;
                self.builder.jump(target, &args);
            }
            (Some(LLVMOpcode::LLVMBr), [then, otherwise]) => {
                let condition = self.scalar_operand(value, 0);
                // Both edges are imported before the condition, so that all their errors are reported.
                let then = self.edge(block, *then)?;
                let otherwise = self.edge(block, *otherwise)?;
                self.builder.branch(condition?, (then.0, &then.1), (otherwise.0, &otherwise.1));
            }
            (Some(LLVMOpcode::LLVMSwitch), [default, cases @ ..]) => {
                self.switch(block, created, value, *default, cases)?;
            }
            _ => return unsupported("the instruction is not supported; write the kernel without it"),
        }
        Ok(())
    }

    fn switch(
        &mut self,
        block: BasicBlock<'c>,
        created: Block,
        switch: Val<'c>,
        default: BasicBlock<'c>,
        cases: &[BasicBlock<'c>],
    ) -> ImportResult<()> {
        let condition = self.scalar_operand(switch, 0)?;
        let otherwise = self.edge(block, default)?;
        let name = self.builder.kernel().block_name(created).unwrap_or_default().to_owned();
        for (index, target) in cases.iter().enumerate() {
            let case = self.scalar_operand(switch, 2 + 2 * index as u32)?;
            let is_case = self.compare(Op::Eq, condition, case);
            let target = self.edge(block, *target)?;
            if index + 1 == cases.len() {
                self.builder.branch(is_case, (target.0, &target.1), (otherwise.0, &otherwise.1));
                return Ok(());
            }
            let next_name = if name.is_empty() { String::new() } else { format!("{name}.case{}", index + 1) };
            let next = self.builder.create_block(&next_name);
            self.flow.chains.entry(created).or_default().push(next);
            self.builder.branch(is_case, (target.0, &target.1), (next, &[]));
            self.builder.switch_to(next);
        }
        self.builder.jump(otherwise.0, &otherwise.1);
        Ok(())
    }

    /// Puts the blocks of switches behind the block of their switch.
    fn place_chains(&mut self) {
        let layout = std::mem::take(&mut self.builder.kernel_mut().layout);
        let chained: FxHashSet<Block> = self.flow.chains.values().flatten().copied().collect();
        let mut placed = Vec::with_capacity(layout.len());
        for block in layout {
            if !chained.contains(&block) {
                placed.push(block);
                placed.extend(self.flow.chains.get(&block).into_iter().flatten());
            }
        }
        self.builder.kernel_mut().layout = placed;
    }
}

fn is_phi(instruction: InstructionValue<'_>) -> bool {
    Val::from(instruction).opcode() == Some(LLVMOpcode::LLVMPHI)
}

fn phis(block: BasicBlock<'_>) -> Vec<Phi<'_>> {
    block
        .get_instructions()
        .take_while(|instruction| is_phi(*instruction))
        .map(|instruction| {
            let incoming = Val::from(instruction).incoming().into_iter().map(|(value, from)| (from, value)).collect();
            Phi { instruction, incoming }
        })
        .collect()
}

/// The blocks that the entry reaches, each after all that lead to it but for the edges that close loops.
fn reverse_postorder<'c>(function: FunctionValue<'c>) -> Vec<BasicBlock<'c>> {
    let mut order = Vec::new();
    let mut seen = FxHashSet::default();
    // The way to the block that is looked at, and where each block on it leads besides.
    let mut path: Vec<(BasicBlock<'c>, Vec<BasicBlock<'c>>)> = Vec::new();
    let mut next = function.get_first_basic_block();
    loop {
        if let Some(block) = next.filter(|block| seen.insert(*block)) {
            let terminator = block.get_terminator();
            path.push((block, terminator.map(|last| Val::from(last).successors()).unwrap_or_default()));
        }
        let Some((block, rest)) = path.last_mut() else { break };
        next = rest.pop();
        if next.is_none() {
            order.push(*block);
            path.pop();
        }
    }
    order.reverse();
    order
}
