//! Variables, which become values and block parameters.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::entities::{Block, Value};
use super::super::kernel::{InstData, Kernel, ValueDef};
use super::super::types::Type;
use super::super::verify::verify_new;
use super::builder::FunctionBuilder;
use super::error::BuildError;
use super::handles::{BuiltValue, LocalVariable};
use super::state::{Edge, Phi};

impl FunctionBuilder<'_> {
    /// A variable of a scalar type, which has no value yet.
    pub fn variable(&mut self, ty: Type) -> LocalVariable {
        self.types.push(ty);
        LocalVariable { number: self.types.len() as u32 - 1, owner: self.owner }
    }

    /// Gives a variable a value from here on.
    ///
    /// # Errors
    ///
    /// Their types, or a handle of another builder.
    pub fn assign(&mut self, variable: LocalVariable, value: BuiltValue) -> Result<(), BuildError> {
        let block = self.current.ok_or(BuildError::NoBlock)?;
        let (number, given) = (self.number(variable)?, self.ty(value)?);
        let expected = self.types[number as usize];
        if given != expected {
            return Err(BuildError::VariableType { given, expected });
        }
        self.values.insert((block, number), value.value);
        Ok(())
    }

    /// The value that a variable has here.
    ///
    /// # Errors
    ///
    /// It has none on a path to here: here or, where predecessors are not known yet, when they are.
    pub fn read(&mut self, variable: LocalVariable) -> Result<BuiltValue, BuildError> {
        let block = self.current.ok_or(BuildError::NoBlock)?;
        let number = self.number(variable)?;
        let value = self.read_at(number, block)?;
        Ok(self.built(value))
    }

    /// The value of a variable at the end of `block`. Goes back over single predecessors without recursion; parameters that
    /// are made on the way are filled one after the other.
    fn read_at(&mut self, variable: u32, block: Block) -> Result<Value, BuildError> {
        let before = self.phis.len();
        let value = self.look_up(variable, block)?;
        let mut next = before;
        while next < self.phis.len() {
            let Phi { block, given, .. } = &self.phis[next];
            let state = &self.blocks[block];
            if state.sealed && given.is_empty() && !state.edges.is_empty() {
                self.fill_one(next)?;
            }
            next += 1;
        }
        Ok(value)
    }

    /// Gives a parameter its values, and those that are made for that theirs.
    pub(super) fn fill(&mut self, phi: usize) -> Result<(), BuildError> {
        let mut next = self.phis.len();
        self.fill_one(phi)?;
        while next < self.phis.len() {
            if self.blocks[&self.phis[next].block].sealed && self.phis[next].given.is_empty() {
                self.fill_one(next)?;
            }
            next += 1;
        }
        Ok(())
    }

    fn fill_one(&mut self, phi: usize) -> Result<(), BuildError> {
        let Phi { variable, block, .. } = self.phis[phi];
        let from: Vec<Block> = self.blocks[&block].edges.iter().map(|edge| edge.from).collect();
        let mut given = Vec::with_capacity(from.len());
        for from in from {
            given.push(self.look_up(variable, from)?);
        }
        self.phis[phi].given = given;
        Ok(())
    }

    /// The value of a variable at the end of `block`, or a new parameter that is not filled.
    fn look_up(&mut self, variable: u32, block: Block) -> Result<Value, BuildError> {
        let (mut at, mut path) = (block, Vec::new());
        let mut passed = FxHashSet::default();
        let value = loop {
            if let Some(value) = self.values.get(&(at, variable)) {
                break *value;
            }
            path.push(at);
            let Some(state) = self.blocks.get(&at) else { return Err(BuildError::Unassigned { number: variable }) };
            match (&state.edges[..], state.sealed) {
                // The entry, or a block that nothing reaches.
                ([], true) if self.builder.kernel().entry() == Some(at) => {
                    return Err(BuildError::Unassigned { number: variable });
                }
                ([], true) => {
                    let ty = self.types[variable as usize];
                    break self.kernel().undefined(ty);
                }
                ([edge], true) if passed.insert(edge.from) => at = edge.from,
                // Blocks that only follow each other are reached by nothing.
                ([_], true) => {
                    let ty = self.types[variable as usize];
                    break self.kernel().undefined(ty);
                }
                (_, sealed) => {
                    let ty = self.types[variable as usize];
                    let value = self.kernel().push_param(at, ty);
                    let phi = self.phis.len();
                    self.phis.push(Phi { variable, block: at, value, given: Vec::new() });
                    self.phi_of.insert(value, phi);
                    if !sealed && let Some(state) = self.blocks.get_mut(&at) {
                        state.pending.push(phi);
                    }
                    break value;
                }
            }
        };
        for block in path {
            self.values.insert((block, variable), value);
        }
        Ok(value)
    }

    /// The kernel as [`finish`](FunctionBuilder::finish) makes it of what was appended so far. The builder stays, so that what is
    /// missing can still be appended.
    ///
    /// # Errors
    ///
    /// Those of [`finish`](FunctionBuilder::finish).
    pub fn finished_copy(&self) -> Result<Kernel, BuildError> {
        let copy = FunctionBuilder {
            module: Cow::Borrowed(&*self.module),
            builder: self.builder.clone(),
            owner: self.owner,
            current: self.current,
            location: self.location,
            blocks: self.blocks.clone(),
            types: self.types.clone(),
            values: self.values.clone(),
            phis: self.phis.clone(),
            phi_of: self.phi_of.clone(),
        };
        copy.finish()
    }

    /// The finished kernel.
    ///
    /// # Errors
    ///
    /// A block without a terminator, a variable without a value, or whatever else is wrong with the whole.
    pub fn finish(mut self) -> Result<Kernel, BuildError> {
        let blocks: Vec<Block> = self.builder.kernel().layout.to_vec();
        for block in blocks {
            self.seal_block(block)?;
        }
        let replaced = self.replaced();
        let FunctionBuilder { module, builder, blocks, phis, phi_of, .. } = self;
        let mut kernel = builder.finish();
        let resolve = |mut value: Value| {
            while let Some(by) = replaced.get(&value) {
                value = *by;
            }
            value
        };
        for block in kernel.layout.clone() {
            for inst in kernel.blocks[block].insts.clone() {
                kernel.map_uses(inst, resolve);
            }
        }
        // Kept parameters stand behind those that the caller has made, and so do their arguments.
        for (block, state) in &blocks {
            let (made, mut params): (Vec<Value>, Vec<Value>) =
                kernel.blocks[*block].params.iter().copied().partition(|value| phi_of.contains_key(value));
            for phi in made.iter().map(|value| &phis[phi_of[value]]) {
                if replaced.contains_key(&phi.value) {
                    kernel.values[phi.value].def = ValueDef::Missing;
                    continue;
                }
                params.push(phi.value);
                for (edge, value) in state.edges.iter().zip(&phi.given) {
                    push_argument(&mut kernel, *edge, resolve(*value));
                }
            }
            for (index, value) in params.iter().enumerate() {
                kernel.values[*value].def = ValueDef::Param(*block, index as u32);
            }
            kernel.blocks[*block].params = params.into_iter().collect();
        }
        let errors = verify_new(&module, &kernel);
        if errors.is_empty() { Ok(kernel) } else { Err(BuildError::Invalid(errors)) }
    }

    /// The parameters that are always given one value, or themselves, each with that value or another such parameter.
    fn replaced(&self) -> FxHashMap<Value, Value> {
        let mut replaced: FxHashMap<Value, Value> = FxHashMap::default();
        let resolve = |replaced: &FxHashMap<Value, Value>, mut value: Value| {
            while let Some(by) = replaced.get(&value) {
                value = *by;
            }
            value
        };
        let number = &self.phi_of;
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); self.phis.len()];
        for (index, phi) in self.phis.iter().enumerate() {
            for given in phi.given.iter().filter_map(|given| number.get(given)) {
                users[*given].push(index);
            }
        }
        let mut work: Vec<usize> = (0..self.phis.len()).rev().collect();
        while let Some(index) = work.pop() {
            let phi = &self.phis[index];
            if replaced.contains_key(&phi.value) {
                continue;
            }
            let mut only = None;
            let is_copy = phi
                .given
                .iter()
                .map(|given| resolve(&replaced, *given))
                .all(|given| given == phi.value || *only.get_or_insert(given) == given);
            if let (true, Some(by)) = (is_copy, only) {
                replaced.insert(phi.value, by);
                // Who reads it reads that now.
                let readers = std::mem::take(&mut users[index]);
                work.extend(&readers);
                if let Some(by) = number.get(&by) {
                    users[*by].extend(readers);
                }
            }
        }
        replaced
    }
}

fn push_argument(kernel: &mut Kernel, edge: Edge, value: Value) {
    let call = match &mut kernel.insts[edge.terminator] {
        InstData::Jump(call) => call,
        InstData::Branch { targets, .. } => &mut targets[edge.target],
        _ => return,
    };
    call.args.push(value, &mut kernel.lists);
}
