//! Static single assignment form of variables that are assigned more than once.
//!
//! The algorithm is that of Braun and others ("Simple and Efficient Construction of Static Single Assignment Form",
//! 2013) in an order of its own: where a block has one predecessor, a variable has its value at the end of that.
//! Anywhere else it becomes a parameter of the block. What predecessors give for it is looked up when all blocks are
//! there, and a parameter that is always given one value is replaced by that value.

use rustc_hash::FxHashMap;
use texvisa_ir::texture::{Block, InstData, InstId, Kernel, Type, Value, ValueDef};

/// A variable of a scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Variable(u32);

/// An edge: the terminator that it leaves by, and which of its targets it is.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: Block,
    terminator: InstId,
    target: usize,
}

/// What is known of a block.
#[derive(Default)]
struct Predecessors {
    edges: Vec<Edge>,
    /// Whether no more will come.
    is_sealed: bool,
}

/// A variable that is a parameter of a block.
struct BlockParameter {
    block: Block,
    variable: Variable,
    value: Value,
    /// What it is given, by edge.
    given: Vec<Value>,
}

/// The variables of a kernel.
#[derive(Default)]
pub(crate) struct Variables {
    types: Vec<Type>,
    values: FxHashMap<(Block, Variable), Value>,
    blocks: FxHashMap<Block, Predecessors>,
    parameters: Vec<BlockParameter>,
}

impl Variables {
    /// A new variable; it is zero until it is assigned.
    pub fn declare(&mut self, ty: Type) -> Variable {
        self.types.push(ty);
        Variable(self.types.len() as u32 - 1)
    }

    /// The `count` variables from `first` on, which were declared one after the other.
    pub fn following(first: Variable, index: u32) -> Variable {
        Variable(first.0 + index)
    }

    /// Notes that `terminator` of block `from` goes to `to`, as its target of that number.
    pub fn add_edge(&mut self, from: Block, terminator: InstId, target: usize, to: Block) {
        self.blocks.entry(to).or_default().edges.push(Edge { from, terminator, target });
    }

    /// Notes that all edges to `block` have been added.
    pub fn seal(&mut self, block: Block) {
        self.blocks.entry(block).or_default().is_sealed = true;
    }

    pub fn write(&mut self, variable: Variable, block: Block, value: Value) {
        self.values.insert((block, variable), value);
    }

    /// The value of a variable at the end of `block`, as it is so far.
    pub fn read(&mut self, kernel: &mut Kernel, variable: Variable, block: Block) -> Value {
        let mut at = block;
        let mut path = vec![block];
        let value = loop {
            if let Some(value) = self.values.get(&(at, variable)) {
                break *value;
            }
            match self.blocks.get(&at) {
                Some(Predecessors { edges, is_sealed: true }) if edges.is_empty() => {
                    break kernel.constant_value(self.types[variable.0 as usize], 0);
                }
                Some(Predecessors { edges, is_sealed: true }) if edges.len() == 1 => {
                    at = edges[0].from;
                    path.push(at);
                }
                _ => {
                    let value = kernel.push_param(at, self.types[variable.0 as usize]);
                    self.parameters.push(BlockParameter { block: at, variable, value, given: Vec::new() });
                    break value;
                }
            }
        };
        for block in path {
            self.values.insert((block, variable), value);
        }
        value
    }

    /// Gives parameters their values, and removes those that are always given one.
    pub fn finish(mut self, kernel: &mut Kernel) {
        let mut next = 0;
        while next < self.parameters.len() {
            let BlockParameter { block, variable, .. } = self.parameters[next];
            let from: Vec<Block> =
                self.blocks.get(&block).map_or(Vec::new(), |known| known.edges.iter().map(|edge| edge.from).collect());
            let given = from.into_iter().map(|from| self.read(kernel, variable, from)).collect();
            self.parameters[next].given = given;
            next += 1;
        }
        let mut replaced = self.replace_copies();
        let all: Vec<Value> = replaced.keys().copied().collect();
        for value in all {
            shorten(&mut replaced, value);
        }
        for inst in kernel.insts.keys() {
            kernel.map_uses(inst, |value| resolve(&replaced, value));
        }
        let mut kept: FxHashMap<Block, u32> = FxHashMap::default();
        for BlockParameter { block, value, given, .. } in &self.parameters {
            if replaced.contains_key(value) {
                kernel.values[*value].def = ValueDef::Missing;
                continue;
            }
            let index = kept.entry(*block).or_default();
            kernel.values[*value].def = ValueDef::Param(*block, *index);
            *index += 1;
            let edges = self.blocks.get(block).map_or(&[][..], |known| &known.edges);
            for (edge, value) in edges.iter().zip(given) {
                let value = resolve(&replaced, *value);
                let call = match &mut kernel.insts[edge.terminator] {
                    InstData::Jump(call) => call,
                    InstData::Branch { targets, .. } => &mut targets[edge.target],
                    _ => continue,
                };
                call.args.push(value, &mut kernel.lists);
            }
        }
        for BlockParameter { block, .. } in &self.parameters {
            kernel.blocks[*block].params.retain(|value| !replaced.contains_key(value));
        }
    }

    /// The parameters that are always given one value, each with that value or with another such parameter.
    fn replace_copies(&self) -> FxHashMap<Value, Value> {
        let number: FxHashMap<Value, usize> =
            self.parameters.iter().enumerate().map(|(index, parameter)| (parameter.value, index)).collect();
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); self.parameters.len()];
        for (index, parameter) in self.parameters.iter().enumerate() {
            for given in &parameter.given {
                if let Some(of) = number.get(given) {
                    users[*of].push(index);
                }
            }
        }
        let mut replaced: FxHashMap<Value, Value> = FxHashMap::default();
        let mut pending: Vec<usize> = (0..self.parameters.len()).rev().collect();
        while let Some(index) = pending.pop() {
            let BlockParameter { value, given, .. } = &self.parameters[index];
            if replaced.contains_key(value) {
                continue;
            }
            let mut others = given.iter().map(|given| shorten(&mut replaced, *given)).filter(|given| given != value);
            let Some(first) = others.next() else { continue };
            let is_one = others.all(|other| other == first);
            if is_one {
                replaced.insert(*value, first);
                // What was given this parameter may now be given one value.
                pending.extend(&users[index]);
                if let Some(of) = number.get(&first) {
                    let moved = std::mem::take(&mut users[index]);
                    users[*of].extend(moved);
                }
            }
        }
        replaced
    }
}

/// What a value was replaced by in the end, which is noted for all values on the way there.
fn shorten(replaced: &mut FxHashMap<Value, Value>, value: Value) -> Value {
    let end = resolve(replaced, value);
    let mut at = value;
    while let Some(by) = replaced.get_mut(&at) {
        at = std::mem::replace(by, end);
    }
    end
}

/// What a value was replaced by in the end.
fn resolve(replaced: &FxHashMap<Value, Value>, mut value: Value) -> Value {
    while let Some(by) = replaced.get(&value) {
        value = *by;
    }
    value
}
