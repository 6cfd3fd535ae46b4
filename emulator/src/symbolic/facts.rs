//! What the source says: where each instruction stands, and what each value is made of.

use std::ops::Range;

use texvisa_ir::texture::{Block, BlockCall, Inst, InstData, Kernel, Op, TextureKind, Value, ValueDef};

use super::content::{Content, What, ones};

/// What an element of a value is, at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaf {
    /// These bits.
    Constant(u64),
    /// Anything.
    Undefined,
    /// An element of an argument, a parameter or a result.
    Value { value: Value, element: u8 },
}

/// The source, indexed once.
pub(super) struct Facts<'k> {
    pub kernel: &'k Kernel,
    /// By instruction: its number among those that the entry reaches, counted from 1, block after block; 0 for others.
    numbers: Vec<u32>,
    /// The blocks that the entry reaches, each with the number of its first instruction, which rise.
    first_inst: Vec<(u32, Block)>,
    reachable: Vec<bool>,
    /// By block: the number of its first parameter.
    first_param: Vec<u32>,
    /// How many parameters there are.
    pub params: usize,
    /// By number of a parameter: what every edge assigns to it. It is read where no way leads back past the definition
    /// of that but through the parameter's own block, so that both are the same wherever it is read.
    same: Vec<Incoming>,
}

/// What the edges to a block assign to a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Incoming {
    /// Nothing, as far as is known.
    None,
    /// All of them this.
    One(Leaf),
    /// One this and another that.
    Several,
}

impl<'k> Facts<'k> {
    pub fn new(kernel: &'k Kernel) -> Facts<'k> {
        let mut facts = Facts {
            kernel,
            numbers: vec![0; kernel.insts.len()],
            first_inst: Vec::with_capacity(kernel.blocks.len()),
            reachable: vec![false; kernel.blocks.len()],
            first_param: Vec::with_capacity(kernel.blocks.len()),
            params: 0,
            same: Vec::new(),
        };
        for block in kernel.blocks.values() {
            facts.first_param.push(facts.params as u32);
            facts.params += block.params.len();
        }
        facts.same = vec![Incoming::None; facts.params];
        let mut pending: Vec<Block> = kernel.entry().into_iter().collect();
        let mut number = 1;
        while let Some(block) = pending.pop() {
            if std::mem::replace(&mut facts.reachable[block.as_u32() as usize], true) {
                continue;
            }
            facts.first_inst.push((number, block));
            for inst in &kernel.blocks[block].insts {
                facts.numbers[inst.as_u32() as usize] = number;
                number += 1;
            }
            for call in kernel.successors(block) {
                facts.comes_in(call);
                pending.push(call.block);
            }
        }
        facts.follow_incoming();
        facts
    }

    /// Notes what an edge assigns to parameters.
    fn comes_in(&mut self, call: &BlockCall) {
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

    /// Replaces parameters that are assigned to others by what every edge assigns to them.
    fn follow_incoming(&mut self) {
        let kernel = self.kernel;
        let mut same = std::mem::take(&mut self.same);
        // What is assigned may itself be such a parameter; blocks that come before others in the text are settled
        // first, so that no chain is long.
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

    /// The blocks that the entry reaches.
    pub fn blocks(&self) -> impl Iterator<Item = Block> {
        self.kernel.layout.iter().copied().filter(|block| self.is_reachable(*block))
    }

    pub fn is_reachable(&self, block: Block) -> bool {
        self.reachable.get(block.as_u32() as usize) == Some(&true)
    }

    /// The number of an instruction: in a block they rise along it. 0 for one that the entry does not reach.
    #[inline]
    pub fn number(&self, inst: Inst) -> u32 {
        self.numbers.get(inst.as_u32() as usize).copied().unwrap_or(0)
    }

    /// The block in which the instruction of a number is, and the numbers of all that are there.
    pub fn block_of(&self, number: u32) -> Option<(Block, Range<u32>)> {
        let behind = self.first_inst.partition_point(|(first, _)| *first <= number);
        let (first, block) = *self.first_inst.get(behind.checked_sub(1)?)?;
        Some((block, first..first + self.kernel.blocks[block].insts.len() as u32))
    }

    /// What an element of a value is, through vectors, their elements, bit casts, and parameters that every edge
    /// assigns the same.
    #[inline]
    pub fn leaf(&self, value: Value, element: u8) -> Leaf {
        match self.kernel.values[value].def {
            ValueDef::Constant(bits) => return Leaf::Constant(bits.get()),
            ValueDef::Argument(_) => return Leaf::Value { value, element },
            ValueDef::Result(inst, _) => {
                if let InstData::Plain { op, .. } = self.kernel.insts[inst]
                    && op != Op::Bitcast
                {
                    return Leaf::Value { value, element };
                }
            }
            _ => {}
        }
        self.resolve(value, element)
    }

    /// Whether `what` is a value, as one look at the value's definition shows: a content never names a value that is made
    /// of others.
    #[inline(always)]
    pub fn is_plainly(&self, value: Value, what: What) -> bool {
        let What::Value { value: found, element } = what else { return false };
        if found == value {
            return element == 0;
        }
        match self.kernel.values[value].def {
            ValueDef::Result(inst, _) => match self.kernel.insts[inst] {
                InstData::Extract { vector, index } => (vector, index) == (found, element),
                _ => false,
            },
            _ => false,
        }
    }

    fn resolve(&self, value: Value, element: u8) -> Leaf {
        match self.made_of(value, element) {
            Leaf::Value { value, element } => match self.param(value).and_then(|number| self.same.get(number)) {
                Some(Incoming::One(leaf)) => *leaf,
                _ => Leaf::Value { value, element },
            },
            leaf => leaf,
        }
    }

    /// The same, but parameters are themselves.
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
                        let counts = op.kind == TextureKind::Gather4 || op.mask.contains(element & 3);
                        return if counts { Leaf::Value { value, element } } else { Leaf::Undefined };
                    }
                    _ => return Leaf::Value { value, element },
                },
            }
        }
    }

    /// The number of a parameter among those of all blocks.
    pub fn param(&self, value: Value) -> Option<usize> {
        match self.kernel.values.get(value)?.def {
            ValueDef::Param(block, index) => {
                self.first_param.get(block.as_u32() as usize).map(|first| (first + index) as usize)
            }
            _ => None,
        }
    }

    /// The instruction that a value is a result of.
    pub fn definition(&self, value: Value) -> Option<Inst> {
        match self.kernel.values.get(value)?.def {
            ValueDef::Result(inst, _) => Some(inst),
            _ => None,
        }
    }

    /// Whether a value is the number zero or may be anything, so that a message need not carry it ("the missing
    /// parameters will have a value of 0", 3D_LOAD, Notes). -0.0 is another number.
    pub fn is_absent(&self, value: Value) -> bool {
        matches!(self.leaf(value, 0), Leaf::Undefined | Leaf::Constant(0))
    }
}

impl Leaf {
    /// Whether elements of that content are this, whatever their lanes.
    pub fn is(self, content: Content) -> bool {
        match (self, content.what) {
            (Leaf::Undefined, _) => true,
            (Leaf::Constant(bits), What::Constant(found)) => bits & ones(u32::from(content.bytes)) == found.get(),
            (Leaf::Value { value, element }, What::Value { value: found, element: of }) => {
                (value, element) == (found, of)
            }
            _ => false,
        }
    }
}
