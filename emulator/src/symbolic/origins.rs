//! What variables hold across basic blocks, by their origins.
//!
//! A value is defined in one block, which dominates every use, and in a loop once an iteration. So a variable holds a
//! value at every use if its origin claims the value, all writes agree with the claim, and the variable is completely
//! written where the value is defined. A copy made elsewhere may be of an earlier iteration: it counts only in the
//! basic block that makes it.

use texvisa_ir::texture::cfg::{ControlFlow, Loops};
use texvisa_ir::texture::{Argument, ArgumentRole, Block, InstId, Scalar, Value, ValueDef};
use texvisa_ir::visa::abi::{self, ArgumentRequest};
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{DataType, Dst, Storage, Symbol, Var, VarDecl};

use super::checker::Checker;
use super::register_contents::RootByte;
use super::source_index::Leaf;
use super::symbolic_value::{Scope, SymbolicValue, Term, ones};

/// Bytes of the address of constant memory.
const ADDRESS_BYTES: u32 = 8;

/// A variable that an instruction writes.
#[derive(Clone, Copy)]
pub(super) struct Destination<'k> {
    pub var: Var,
    pub decl: &'k VarDecl,
    /// Its first byte.
    pub place: RootByte,
    /// The size of an element in bytes.
    pub bytes: u32,
    pub claim: &'k Meaning,
}

impl<'k> Checker<'k> {
    /// The origin of a variable. An alias without an origin of its own has that of the variable under it.
    #[inline]
    pub(super) fn claim(&self, var: Var) -> &'k Meaning {
        let claims = &self.origins.vars;
        match claims.get(var) {
            Some(Meaning::Temporary) | None => claims.get(self.kernel.unaliased(var)).unwrap_or(&Meaning::Temporary),
            Some(claim) => claim,
        }
    }

    /// The symbolic value of `count` elements of `var` from byte `at` on that were written in another basic block.
    pub(super) fn value_elsewhere(&self, var: Var, at: u32, count: u32) -> SymbolicValue {
        let Meaning::Value { value, element, half } = *self.claim(var) else { return self.number_elsewhere(var) };
        let Some(data) = self.source_index.kernel.values.get(value) else { return SymbolicValue::UNKNOWN };
        let decl = &self.kernel.vars[var];
        let bytes = decl.ty.bytes();
        let (elements, lanes) = (u32::from(decl.elements), self.half_lanes);
        let behind = at >> bytes.trailing_zeros();
        let in_lanes = Scope::Lanes { first: (u32::from(half) * lanes + behind) as u8 };
        let (later, scope) = if self.registers.defined_bytes(self.kernel.unaliased(var)) >= decl.bytes() {
            match data.def {
                ValueDef::Argument(number) if self.is_uniform_argument(number) => match (count, elements) {
                    (1, _) | (_, 1) => (behind, Scope::Uniform),
                    // Several elements of a uniform argument are different elements of it.
                    _ => return SymbolicValue::UNKNOWN,
                },
                _ if elements == 1 => (0, Scope::Uniform),
                _ if elements >= lanes => (0, in_lanes),
                _ => return SymbolicValue::UNKNOWN,
            }
        } else {
            let response = self.source_index.definition(value).and_then(|inst| {
                let first = (u32::from(half) * lanes) as u8;
                self.responses.find(inst, self.registers.root_byte(var, decl, 0), element, first, bytes, elements)
            });
            match response {
                Some(true) => (0, Scope::Uniform),
                Some(false) => (0, in_lanes),
                None => return SymbolicValue::UNKNOWN,
            }
        };
        let term = match self.source_index.leaf(value, element) {
            Leaf::Value { value, element } => Term::Value { value, element: element + later as u8 },
            Leaf::Constant(bits) => Term::constant(bits & ones(bytes)),
            Leaf::Undefined => return SymbolicValue::UNKNOWN,
        };
        SymbolicValue { term, scope, bytes: bytes as u8 }
    }

    /// The number that `var` holds since a block that dominates the current one.
    fn number_elsewhere(&self, var: Var) -> SymbolicValue {
        let decl = &self.kernel.vars[var];
        let Meaning::Constant { bits } = *self.claim(var) else { return SymbolicValue::UNKNOWN };
        let unaliased = self.kernel.unaliased(var);
        if decl.elements != 1 || self.registers.defined_bytes(unaliased) < decl.bytes() {
            return SymbolicValue::UNKNOWN;
        }
        if let Some(block) = self.numbers.get(&unaliased) {
            let (flow, _) = self.flow();
            if !self.current_block().is_some_and(|current| flow.dominates(*block, current)) {
                return SymbolicValue::UNKNOWN;
            }
        }
        let bytes = decl.ty.bytes();
        SymbolicValue { term: Term::constant(bits.get() & ones(bytes)), scope: Scope::Uniform, bytes: bytes as u8 }
    }

    fn is_uniform_argument(&self, number: u32) -> bool {
        self.source_index.kernel.arguments.get(number as usize).is_some_and(|argument| argument.uniform)
    }

    /// The destination variable, if it is declared.
    #[inline]
    pub(super) fn destination(&self, var: Var) -> Option<Destination<'k>> {
        let decl = self.kernel.vars.get(var)?;
        Some(Destination {
            var,
            decl,
            place: self.registers.root_byte(var, decl, 0),
            bytes: decl.ty.bytes(),
            claim: self.claim(var),
        })
    }

    /// Writes `count` elements from byte `offset` of a variable on. Reports content that disagrees with the origin.
    #[inline(always)]
    pub(super) fn write(&mut self, dst: &Destination<'_>, offset: u32, count: u32, mut content: SymbolicValue) {
        let length = count * u32::from(content.bytes);
        if self.agrees_with_claim(dst, offset, content) {
            self.define(dst, offset, length, content);
        } else {
            self.wrong_write(dst, content);
            content = SymbolicValue::UNKNOWN;
        }
        self.registers.write_at(RootByte { byte: dst.place.byte + offset, ..dst.place }, length, content);
    }

    /// Reports a write that disagrees with the origin of the variable.
    #[cold]
    fn wrong_write(&mut self, dst: &Destination<'_>, content: SymbolicValue) {
        let expected = match *dst.claim {
            Meaning::Value { value, element, half } => {
                format!("{}, half {half}", self.describe_value(value, element))
            }
            Meaning::Constant { bits } => format!("{:#x}", bits.get()),
            Meaning::Qwords { .. } => "halves of qwords in every other dword".to_owned(),
            Meaning::Temporary => "any value".to_owned(),
        };
        let found = self.describe(content);
        self.wrong(|| format!("a variable written with {expected}"), || found);
    }

    /// Whether content written from byte `offset` of a variable on agrees with its origin.
    fn agrees_with_claim(&self, dst: &Destination<'_>, offset: u32, content: SymbolicValue) -> bool {
        let number = |bits| content.term == Term::constant(bits & ones(dst.bytes));
        match *dst.claim {
            Meaning::Temporary => true,
            Meaning::Qwords { .. } => false,
            Meaning::Constant { bits } => number(bits.get()),
            Meaning::Value { value, .. } if !self.source_index.kernel.values.is_valid(value) => false,
            Meaning::Value { value, element, half } => {
                let leaf = self.source_index.leaf(value, element);
                let found = match content.term {
                    Term::Value { value, element } => Leaf::Value { value, element },
                    Term::NextParam(value) => Leaf::Value { value, element: 0 },
                    Term::Constant(_) if matches!(leaf, Leaf::Constant(bits) if number(bits)) => return true,
                    _ => return leaf == Leaf::Undefined,
                };
                let named = Leaf::Value { value, element };
                leaf == Leaf::Undefined
                    || (found == named || found == leaf) && self.fits(dst, offset, content, half, value)
            }
        }
    }

    /// Whether content belongs at byte `offset` of a variable that holds that half of `value`, and has the width of the
    /// value. A boolean that is a block parameter is a dword.
    #[inline]
    pub(super) fn fits(
        &self,
        dst: &Destination<'_>,
        offset: u32,
        content: SymbolicValue,
        half: u8,
        value: Value,
    ) -> bool {
        let bytes = dst.bytes;
        let (elements, lanes) = (u32::from(dst.decl.elements), self.half_lanes);
        let shape = match content.scope {
            Scope::Uniform => true,
            _ if elements == 1 => false,
            Scope::Lanes { first } | Scope::Copied { first } | Scope::Broadcast { first } => {
                let start = u32::from(half) * lanes + (offset >> bytes.trailing_zeros());
                if elements >= lanes { u32::from(first) == start } else { u32::from(first) / lanes == u32::from(half) }
            }
        };
        let wanted = match self.source_index.kernel.ty(value).scalar {
            Scalar::I1 => 4,
            scalar => scalar.bytes(),
        };
        shape && u32::from(content.bytes) == bytes && bytes == wanted
    }

    /// Counts `length` bytes from byte `offset` of a variable on as defined, if this is where their value is defined.
    #[inline]
    fn define(&mut self, dst: &Destination<'_>, offset: u32, length: u32, content: SymbolicValue) {
        let defines = match content.term {
            Term::NextParam(_) => true,
            Term::Constant(_) => {
                let is_claimed = matches!(dst.claim, Meaning::Constant { .. }) && content.scope == Scope::Uniform;
                is_claimed && (self.is_entry || self.defines_number(dst.var))
            }
            Term::Value { value, .. } if !self.edges.is_open() => {
                let here = self.source_index.definition(value).is_some_and(|inst| self.is_here(inst));
                here && is_for_all(dst, content)
            }
            _ => false,
        };
        if defines {
            self.registers.add_defined(self.kernel.unaliased(dst.var), offset, length);
        }
    }

    /// Whether no other block than the current one has defined the number that `var` claims.
    fn defines_number(&mut self, var: Var) -> bool {
        let var = self.kernel.unaliased(var);
        let Some(block) = self.current_block() else { return false };
        match self.numbers.get(&var) {
            Some(known) => *known == block,
            None if self.registers.defined_bytes(var) > 0 => false,
            None => {
                self.numbers.insert(var, block);
                true
            }
        }
    }

    fn flow(&self) -> &(ControlFlow, Option<Loops>) {
        self.flow.get_or_init(|| {
            let flow = ControlFlow::new(self.source_index.kernel);
            let loops = Loops::new(&flow).ok();
            (flow, loops)
        })
    }

    /// Whether the walk is behind an instruction of the source that reads `value`, where no lane has gone on to another `value`:
    /// in the same iteration of the loops around it and, if lanes that go on write it, in the same block.
    pub(super) fn is_in_iteration_of(&self, inst: InstId, value: Value) -> bool {
        let home = self.source_index.block_of(self.source_index.number(inst));
        let (Some((home, _)), Some(current)) = (home, self.current_block()) else { return false };
        if home == current {
            return true;
        }
        let is_param = match self.source_index.leaf(value, 0) {
            Leaf::Value { value, .. } => matches!(self.source_index.kernel.values[value].def, ValueDef::Param(..)),
            Leaf::Constant(_) | Leaf::Undefined => false,
        };
        if is_param {
            return false;
        }
        let (flow, loops) = self.flow();
        let Some(loops) = loops else { return false };
        flow.dominates(home, current) && loops.innermost(home).is_none_or(|id| loops.contains(id, current))
    }

    /// The block of the source that the walk is in.
    fn current_block(&self) -> Option<Block> {
        let is_in_block = !self.block_insts.is_empty();
        is_in_block.then(|| self.source_index.block_of(self.block_insts.start)).flatten().map(|(block, _)| block)
    }

    /// Whether an instruction of the source is in the current block.
    #[inline]
    fn is_here(&self, inst: InstId) -> bool {
        self.block_insts.contains(&self.source_index.number(inst))
    }

    /// Checks that arguments are where the interface passes them, and marks their variables as defined.
    pub(super) fn inputs(&mut self) {
        let texture = self.source_index.kernel;
        let mut is_read = vec![false; texture.values.len()];
        if texture.arguments.iter().any(|argument| argument.role == ArgumentRole::BufferOffset) {
            for inst in texture.layout.iter().flat_map(|block| &texture.blocks[*block].insts) {
                texture.for_each_use(*inst, |value| is_read[value.as_u32() as usize] = true);
            }
        }
        // The offset of an unused buffer is not passed.
        let passed: Vec<_> = texture
            .arguments
            .iter()
            .filter(|argument| argument.role != ArgumentRole::BufferOffset || is_read[argument.value.as_u32() as usize])
            .collect();
        let wanted: Vec<ArgumentRequest> = passed
            .iter()
            .map(|argument| ArgumentRequest {
                role: argument.role,
                ty: texture.ty(argument.value),
                uniform: argument.uniform,
            })
            .collect();
        let places = match abi::lay_out(&wanted, self.kernel.target, self.kernel.simd) {
            Ok(places) => places,
            Err(error) => {
                return self.mismatches.add(
                    None,
                    None,
                    || "arguments within the payload".to_owned(),
                    || error.to_string(),
                );
            }
        };
        let mut inputs = self.kernel.inputs.iter();
        for place in &places.arguments {
            let argument = passed[place.argument];
            if argument.role == ArgumentRole::R0 {
                continue;
            }
            let var = inputs.next().filter(|input| {
                (u32::from(input.offset), u32::from(input.bytes)) == (place.offset, place.bytes)
                    && self.kernel.vars.get(input.var).is_some_and(|decl| decl.bytes() == place.bytes)
            });
            match var {
                Some(input) if self.claims_argument(input.var, argument.value, place.half) => {
                    self.registers.add_defined(input.var, 0, place.bytes);
                    self.summary.inputs += 1;
                }
                _ => {
                    let name = self.describe_value(argument.value, 0);
                    let expected = || format!("an input at byte {} for {name}, half {}", place.offset, place.half);
                    self.mismatches.add(None, None, expected, || "no input there, or another".to_owned());
                }
            }
        }
        if inputs.next().is_some() {
            self.mismatches.add(
                None,
                None,
                || "inputs for the arguments".to_owned(),
                || "an additional input".to_owned(),
            );
        }
        for argument in passed.iter().filter(|argument| argument.role == ArgumentRole::R0) {
            for (var, decl) in &self.kernel.vars {
                if decl.storage == Storage::R0 && self.claims_argument(var, argument.value, 0) {
                    self.registers.add_defined(var, 0, decl.bytes());
                }
            }
        }
    }

    /// Checks that a variable gets the address that it is claimed to have.
    pub(super) fn constant_address(&mut self, dst: Dst, symbol: Symbol) {
        let kernel = self.kernel;
        let root = kernel.unaliased(dst.var);
        let symbol = &kernel.symbols[symbol];
        let names = |argument: &Argument| {
            argument.role == ArgumentRole::Constant && argument.about.as_deref() == Some(symbol.as_str())
        };
        let source = self.source_index.kernel;
        let is_address = dst.offset == 0
            && source.arguments.iter().filter(|argument| names(argument)).any(|argument| {
                self.claims_argument(root, argument.value, 0) && kernel.vars[root].bytes() == ADDRESS_BYTES
            });
        if is_address {
            self.registers.add_defined(root, 0, ADDRESS_BYTES);
        } else {
            self.wrong(
                || "the address of constant memory in the variable of its argument".to_owned(),
                || format!("the address of `{symbol}` in another"),
            );
        }
    }

    fn claims_argument(&self, var: Var, argument: Value, half: u32) -> bool {
        let scalar = self.source_index.kernel.ty(argument).scalar;
        let fits = self.kernel.vars[var].ty.bytes() == scalar.bytes();
        fits && *self.claim(var) == Meaning::Value { value: argument, element: 0, half: half as u8 }
    }
}

/// Whether content serves every use of a variable: a single element must be uniform.
#[inline]
fn is_for_all(dst: &Destination<'_>, content: SymbolicValue) -> bool {
    dst.decl.elements > 1 || content.scope == Scope::Uniform
}

/// The result of a move between types. Elements stay what they are if the move keeps their bits.
#[inline]
pub(super) fn moved(content: SymbolicValue, from: DataType, to: DataType) -> SymbolicValue {
    if from == to {
        return SymbolicValue { bytes: to.bytes() as u8, ..content };
    }
    converted(content, from, to)
}

/// The result of a move between two different types.
fn converted(content: SymbolicValue, from: DataType, to: DataType) -> SymbolicValue {
    let alike = !from.is_float() && !to.is_float();
    let term = match content.term {
        term if alike && from.bytes() == to.bytes() => term,
        Term::Value { value, element } if alike && !from.is_signed() && from.bytes() < 4 && to.bytes() == 4 => {
            Term::Widened { value, element }
        }
        Term::Widened { value, element } if alike && to.bytes() < from.bytes() => Term::Value { value, element },
        Term::Constant(number) if alike && !from.is_signed() => Term::constant(number.get() & ones(to.bytes())),
        Term::Constant(number) if alike => {
            let unused = 64 - 8 * from.bytes();
            Term::constant(((number.get() << unused).cast_signed() >> unused) as u64 & ones(to.bytes()))
        }
        _ => Term::Unknown,
    };
    SymbolicValue { term, bytes: to.bytes() as u8, ..content }
}
