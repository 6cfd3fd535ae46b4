//! The source kernel: where each instruction is, and to which leaf each value resolves.

use std::ops::Range;

use texvisa_ir::texture::{Block, BlockCall, InstData, InstId, Kernel, Op, Returns, Value, ValueDef};

use super::symbolic_value::{SymbolicValue, Term, ones};

/// What an element of a value resolves to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaf {
    /// A constant.
    Constant(u64),
    /// Undefined.
    Undefined,
    /// An element of an argument, a block parameter or a result.
    Value { value: Value, element: u8 },
}

/// Indices of the source kernel.
pub(super) struct SourceIndex<'k> {
    pub kernel: &'k Kernel,
    /// By instruction: its number among the reachable ones, from 1, block by block; 0 if unreachable.
    numbers: Vec<u32>,
    /// The reachable blocks with the number of their first instruction, in rising order.
    first_inst: Vec<(u32, Block)>,
    reachable: Vec<bool>,
    /// By block: the number of its first parameter.
    first_param: Vec<u32>,
    /// The number of block parameters.
    pub params: usize,
    /// By parameter: the value that every edge assigns. No path leads from its definition to a use of the parameter
    /// except through the parameter's block, so both are equal at every use.
    same: Vec<Incoming>,
}

/// What the edges to a block assign to a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Incoming {
    /// No edge so far.
    None,
    /// All edges assign this.
    One(Leaf),
    /// Edges assign different values.
    Several,
}

impl<'k> SourceIndex<'k> {
    pub fn new(kernel: &'k Kernel) -> SourceIndex<'k> {
        let mut source_index = SourceIndex {
            kernel,
            numbers: vec![0; kernel.insts.len()],
            first_inst: Vec::with_capacity(kernel.blocks.len()),
            reachable: vec![false; kernel.blocks.len()],
            first_param: Vec::with_capacity(kernel.blocks.len()),
            params: 0,
            same: Vec::new(),
        };
        for block in kernel.blocks.values() {
            source_index.first_param.push(source_index.params as u32);
            source_index.params += block.params.len();
        }
        source_index.same = vec![Incoming::None; source_index.params];
        let mut pending: Vec<Block> = kernel.entry().into_iter().collect();
        let mut number = 1;
        while let Some(block) = pending.pop() {
            if std::mem::replace(&mut source_index.reachable[block.as_u32() as usize], true) {
                continue;
            }
            source_index.first_inst.push((number, block));
            for inst in &kernel.blocks[block].insts {
                source_index.numbers[inst.as_u32() as usize] = number;
                number += 1;
            }
            for call in kernel.successors(block) {
                source_index.add_incoming(call);
                pending.push(call.block);
            }
        }
        source_index.follow_incoming();
        source_index
    }

    /// Adds the arguments of an edge.
    fn add_incoming(&mut self, call: &BlockCall) {
        let args = call.args.as_slice(&self.kernel.lists);
        for (param, arg) in self.kernel.blocks[call.block].params.iter().zip(args) {
            let leaf = self.made_of(*arg, 0);
            let Some(number) = self.param(*param) else { continue };
            let known = &mut self.same[number];
            *known = match *known {
                known if leaf == (Leaf::Value { value: *param, element: 0 }) => known,
                Incoming::None if leaf != Leaf::Undefined => Incoming::One(leaf),
                Incoming::One(before) if before == leaf => Incoming::One(leaf),
                _ => Incoming::Several,
            };
        }
    }

    /// Resolves parameters that are assigned to other parameters.
    fn follow_incoming(&mut self) {
        let kernel = self.kernel;
        let mut same = std::mem::take(&mut self.same);
        // The argument may itself be such a parameter. Blocks are visited in text order, so that chains are short.
        for block in &kernel.layout {
            for param in &kernel.blocks[*block].params {
                let Some(number) = self.param(*param) else { continue };
                let Incoming::One(mut leaf) = same[number] else { continue };
                let mut steps = 0;
                while let Leaf::Value { value, .. } = leaf
                    && let Some(Incoming::One(next)) = self.param(value).and_then(|number| same.get(number).copied())
                    && steps < 8
                {
                    leaf = next;
                    steps += 1;
                }
                same[number] = Incoming::One(leaf);
            }
        }
        self.same = same;
    }

    /// The reachable blocks.
    pub fn blocks(&self) -> impl Iterator<Item = Block> {
        self.kernel.layout.iter().copied().filter(|block| self.is_reachable(*block))
    }

    pub fn is_reachable(&self, block: Block) -> bool {
        self.reachable.get(block.as_u32() as usize) == Some(&true)
    }

    /// The number of an instruction, which rises along its block; 0 if unreachable.
    #[inline]
    pub fn number(&self, inst: InstId) -> u32 {
        self.numbers.get(inst.as_u32() as usize).copied().unwrap_or(0)
    }

    /// The block of the instruction with that number, and the numbers of all its instructions.
    pub fn block_of(&self, number: u32) -> Option<(Block, Range<u32>)> {
        let behind = self.first_inst.partition_point(|(first, _)| *first <= number);
        let (first, block) = *self.first_inst.get(behind.checked_sub(1)?)?;
        Some((block, first..first + self.kernel.blocks[block].insts.len() as u32))
    }

    /// Resolves an element of a value through vectors, extractions, bit casts, and parameters to which every edge
    /// assigns the same.
    #[inline]
    pub fn leaf(&self, value: Value, element: u8) -> Leaf {
        match self.made_of(value, element) {
            Leaf::Value { value, element } => match self.param(value).and_then(|number| self.same.get(number)) {
                Some(Incoming::One(leaf)) => *leaf,
                _ => Leaf::Value { value, element },
            },
            leaf => leaf,
        }
    }

    /// The same, but does not resolve parameters.
    pub fn made_of(&self, mut value: Value, mut element: u8) -> Leaf {
        let kernel = self.kernel;
        loop {
            match kernel.values[value].def {
                ValueDef::Constant(bits) => return Leaf::Constant(bits.get()),
                ValueDef::Undefined | ValueDef::Missing => return Leaf::Undefined,
                ValueDef::Argument(_) | ValueDef::Param(..) => return Leaf::Value { value, element },
                ValueDef::Result(inst, index) => match &kernel.insts[inst] {
                    InstData::Vector { elements } => {
                        match elements.as_slice(&kernel.lists).get(usize::from(element)) {
                            Some(made_of) => value = *made_of,
                            None => return Leaf::Undefined,
                        }
                        element = 0;
                    }
                    InstData::Extract { vector, index } => {
                        value = *vector;
                        element = *index;
                    }
                    InstData::Plain { op: Op::Bitcast, args } => value = args[0],
                    InstData::Texture(id) if index == 0 => {
                        let op = &kernel.textures[*id];
                        let counts = op.kind.returns() == Returns::Gathered || op.mask.contains(element & 3);
                        return if counts { Leaf::Value { value, element } } else { Leaf::Undefined };
                    }
                    _ => return Leaf::Value { value, element },
                },
            }
        }
    }

    /// The number of a block parameter in the kernel.
    pub fn param(&self, value: Value) -> Option<usize> {
        match self.kernel.values.get(value)?.def {
            ValueDef::Param(block, index) => {
                self.first_param.get(block.as_u32() as usize).map(|first| (first + index) as usize)
            }
            _ => None,
        }
    }

    /// The instruction that defines a value.
    pub fn definition(&self, value: Value) -> Option<InstId> {
        match self.kernel.values.get(value)?.def {
            ValueDef::Result(inst, _) => Some(inst),
            _ => None,
        }
    }

    /// Whether a value is zero or undefined, so that its parameter can be trimmed ("the missing parameters will have a
    /// value of 0", 3D_LOAD, Notes). -0.0 is not zero.
    pub fn is_absent(&self, value: Value) -> bool {
        matches!(self.leaf(value, 0), Leaf::Undefined | Leaf::Constant(0))
    }

    /// Whether a level of detail is zero, of either sign, or undefined: it is compared and clamped, which no sign of zero
    /// changes.
    pub fn is_level_zero(&self, value: Value) -> bool {
        let scalar = self.kernel.ty(value).scalar;
        let sign = 1 << (scalar.bits() - 1);
        self.is_absent(value)
            || scalar.is_float() && matches!(self.leaf(value, 0), Leaf::Constant(bits) if bits & scalar.mask() == sign)
    }

    /// Whether a value is undefined.
    pub fn is_undefined(&self, value: Value) -> bool {
        matches!(self.leaf(value, 0), Leaf::Undefined)
    }
}

impl Leaf {
    /// Whether content is this leaf, for any lanes.
    pub fn is(self, content: SymbolicValue) -> bool {
        match (self, content.term) {
            (Leaf::Undefined, _) => true,
            (Leaf::Constant(bits), Term::Constant(found)) => bits & ones(u32::from(content.bytes)) == found.get(),
            (Leaf::Value { value, element }, Term::Value { value: found, element: of }) => {
                (value, element) == (found, of)
            }
            _ => false,
        }
    }
}
