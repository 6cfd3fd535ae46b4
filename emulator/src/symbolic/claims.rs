//! What variables are claimed to hold, from one stretch of straight code to another.
//!
//! A value is defined in one block, which comes before every block that reads it, and within a loop once a turn. So a
//! variable that is claimed to hold a value, that is written with nothing else anywhere, and that is written whole
//! where the value is defined, holds it wherever it may be read. A copy made elsewhere may be of an earlier turn: it
//! counts only in the stretch that made it.

use texvisa_ir::texture::{ArgumentRole, Inst, Scalar, Value, ValueDef};
use texvisa_ir::visa::abi::{self, Wanted};
use texvisa_ir::visa::{DataType, Storage, Var, VarDecl};

use super::content::{Content, Scope, What, ones};
use super::facts::Leaf;
use super::{Checker, Meaning};

/// A variable that is written.
#[derive(Clone, Copy)]
pub(super) struct Target<'k> {
    pub var: Var,
    pub decl: &'k VarDecl,
    pub claim: Meaning,
}

impl<'k> Checker<'k> {
    /// What a variable is claimed to hold: a view is claimed to hold what the variable under it is.
    #[inline]
    pub(super) fn claim(&self, var: Var) -> Meaning {
        match self.origins.var(var) {
            Meaning::Temporary => self.origins.var(self.kernel.viewed(var)),
            claim => claim,
        }
    }

    /// What `count` elements of `var` from byte `at` on are, where they were written in another stretch.
    pub(super) fn home(&self, var: Var, at: u32, count: u32) -> Content {
        let Meaning::Value { value, element, half } = self.claim(var) else { return Content::UNKNOWN };
        if !self.facts.kernel.values.is_valid(value) {
            return Content::UNKNOWN;
        }
        let leaf = self.facts.leaf(value, element);
        let decl = self.kernel.vars[var];
        let bytes = decl.ty.bytes();
        let content = |later: u32, scope| {
            let what = match leaf {
                Leaf::Value { value, element } => What::Value { value, element: element + later as u8 },
                Leaf::Constant(bits) => What::number(bits & ones(bytes)),
                Leaf::Undefined => return Content::UNKNOWN,
            };
            Content { what, scope, bytes: bytes as u8 }
        };
        let (elements, lanes) = (u32::from(decl.elements), self.half_lanes);
        let in_lanes = Scope::Lanes { first: (u32::from(half) * lanes + at / bytes) as u8 };
        if self.runs.covered(self.kernel.viewed(var)) >= decl.bytes() {
            return match self.facts.kernel.values[value].def {
                // Several elements are several of the argument's, and not one that all lanes share.
                ValueDef::Argument(number) if self.is_shared_argument(number) => {
                    if count == 1 || elements == 1 {
                        content(at / bytes, Scope::Everywhere)
                    } else {
                        Content::UNKNOWN
                    }
                }
                _ if elements == 1 => content(0, Scope::Everywhere),
                _ if elements >= lanes => content(0, in_lanes),
                _ => Content::UNKNOWN,
            };
        }
        let response = self.facts.definition(value).and_then(|inst| {
            let first = (u32::from(half) * lanes) as u8;
            self.responses.find(inst, self.kernel.place(var), element, first, bytes, elements)
        });
        match response {
            Some(shared) if shared => content(0, Scope::Everywhere),
            Some(_) => content(0, in_lanes),
            None => Content::UNKNOWN,
        }
    }

    fn is_shared_argument(&self, number: u32) -> bool {
        self.facts.kernel.arguments.get(number as usize).is_some_and(|argument| argument.uniform)
    }

    /// A variable that is written, if it is one.
    #[inline]
    pub(super) fn target(&self, var: Var) -> Option<Target<'k>> {
        Some(Target { var, decl: self.kernel.vars.get(var)?, claim: self.claim(var) })
    }

    /// Writes `count` elements of that content from byte `offset` of a variable on, which must not belie what it is
    /// claimed to hold.
    pub(super) fn write(&mut self, dst: Target<'_>, offset: u32, count: u32, mut content: Content) {
        if self.keeps(dst, offset, content) {
            if self.defines(dst, content) {
                self.runs.cover(self.kernel.viewed(dst.var), count * u32::from(content.bytes));
            }
        } else {
            self.belies(dst, content);
            content.what = What::Unknown;
        }
        self.runs.write(dst.var, offset, count, content);
    }

    /// Reports a variable that is written with something else than it is claimed to hold.
    #[cold]
    fn belies(&mut self, dst: Target<'_>, content: Content) {
        let expected = match dst.claim {
            Meaning::Value { value, element, half } => {
                format!("{}, half {half}", self.describe_value(value, element))
            }
            Meaning::Constant { bits } => format!("{:#x}", bits.get()),
            Meaning::Temporary => "anything".to_owned(),
        };
        let found = self.describe(content);
        self.wrong(|| format!("a variable written with {expected}"), || found);
    }

    /// Whether elements of that content, written from byte `offset` of a variable on, are what it is claimed to hold.
    #[inline]
    fn keeps(&self, dst: Target<'_>, offset: u32, content: Content) -> bool {
        let number = |bits| content.what == What::number(bits & ones(dst.decl.ty.bytes()));
        match dst.claim {
            Meaning::Temporary => true,
            Meaning::Constant { bits } => number(bits.get()),
            Meaning::Value { value, element, half } => {
                let is = |value, element| {
                    let is_next = element == 0 && content.what == What::Next(value);
                    let is_itself = is_next || content.what == What::Value { value, element };
                    is_itself && self.fits(dst, offset, content, half, value)
                };
                // Most claims name what no other value is made of.
                is(value, element)
                    || self.facts.kernel.values.is_valid(value)
                        && match self.facts.leaf(value, element) {
                            Leaf::Undefined => true,
                            Leaf::Constant(bits) => number(bits),
                            Leaf::Value { value, element } => is(value, element),
                        }
            }
        }
    }

    /// Whether elements of that content belong where they are written, byte `offset` of a variable that is claimed to
    /// hold that half of `value`, and are as wide as the value; truth values come to a block as dwords.
    #[inline]
    fn fits(&self, dst: Target<'_>, offset: u32, content: Content, half: u8, value: Value) -> bool {
        let bytes = dst.decl.ty.bytes();
        let (elements, lanes) = (u32::from(dst.decl.elements), self.half_lanes);
        let shape = match content.scope {
            Scope::Everywhere => true,
            _ if elements == 1 => false,
            Scope::Lanes { first } | Scope::Copied { first } | Scope::Spread { first } => {
                let start = u32::from(half) * lanes + (offset >> bytes.trailing_zeros());
                if elements >= lanes { u32::from(first) == start } else { u32::from(first) / lanes == u32::from(half) }
            }
        };
        let wanted = match self.facts.kernel.ty(value).scalar {
            Scalar::I1 => 4,
            scalar => scalar.bytes(),
        };
        shape && u32::from(content.bytes) == bytes && bytes == wanted
    }

    /// Whether elements of that content are written where their value is defined, so that they are read anywhere.
    fn defines(&self, dst: Target<'_>, content: Content) -> bool {
        match content.what {
            What::Next(_) => true,
            What::Value { value, .. } if !self.edges.is_open() => {
                let here = self.facts.definition(value).is_some_and(|inst| self.is_here(inst));
                // What all lanes share must be so for every element.
                here && (dst.decl.elements > 1 || content.scope == Scope::Everywhere)
            }
            _ => false,
        }
    }

    /// Whether an instruction of the source is in the block that is being walked.
    #[inline]
    fn is_here(&self, inst: Inst) -> bool {
        match self.source {
            Some(source) if source == inst => self.is_reached,
            _ => self.block.is_some() && self.facts.place(inst).map(|(block, _)| block) == self.block,
        }
    }

    /// Whether the arguments are where the interface has them, and which variables these are.
    pub(super) fn inputs(&mut self) {
        let texture = self.facts.kernel;
        let mut is_read = vec![false; texture.values.len()];
        if texture.arguments.iter().any(|argument| argument.role == ArgumentRole::BufferOffset) {
            for inst in texture.layout.iter().flat_map(|block| &texture.blocks[*block].insts) {
                texture.for_each_use(*inst, |value| is_read[value.as_u32() as usize] = true);
            }
        }
        // The offset of a buffer that nothing uses is not passed.
        let passed: Vec<_> = texture
            .arguments
            .iter()
            .filter(|argument| argument.role != ArgumentRole::BufferOffset || is_read[argument.value.as_u32() as usize])
            .collect();
        let wanted: Vec<Wanted> = passed
            .iter()
            .map(|argument| Wanted { role: argument.role, ty: texture.ty(argument.value), uniform: argument.uniform })
            .collect();
        let places = match abi::place(&wanted, self.kernel.target, self.kernel.simd) {
            Ok(places) => places,
            Err(error) => return self.out.add(None, None, || "arguments that fit".to_owned(), || error.to_string()),
        };
        let mut inputs = self.kernel.inputs.iter();
        for place in &places.places {
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
                    self.runs.cover(input.var, place.bytes);
                    self.summary.inputs += 1;
                }
                _ => {
                    let name = self.describe_value(argument.value, 0);
                    let expected = || format!("an input at byte {} for {name}, half {}", place.offset, place.half);
                    self.out.add(None, None, expected, || "none or another".to_owned());
                }
            }
        }
        if inputs.next().is_some() {
            self.out.add(None, None, || "inputs for the arguments".to_owned(), || "one more".to_owned());
        }
        for (var, decl) in &self.kernel.vars {
            if decl.storage == Storage::R0
                && passed
                    .iter()
                    .any(|argument| argument.role == ArgumentRole::R0 && self.claims_argument(var, argument.value, 0))
            {
                self.runs.cover(var, decl.bytes());
            }
        }
    }

    fn claims_argument(&self, var: Var, argument: Value, half: u32) -> bool {
        let scalar = self.facts.kernel.ty(argument).scalar;
        let fits = self.kernel.vars[var].ty.bytes() == scalar.bytes();
        fits && self.claim(var) == Meaning::Value { value: argument, element: 0, half: half as u8 }
    }
}

/// What a move makes of some elements: they stay what they are where it neither changes nor cuts their bits.
#[inline]
pub(super) fn moved(content: Content, from: DataType, to: DataType) -> Content {
    if from == to {
        return Content { bytes: to.bytes() as u8, ..content };
    }
    converted(content, from, to)
}

/// What a move makes of elements of another type.
fn converted(content: Content, from: DataType, to: DataType) -> Content {
    let alike = !from.is_float() && !to.is_float();
    let what = match content.what {
        what if alike && from.bytes() == to.bytes() => what,
        What::Value { value, element } if alike && !from.is_signed() && from.bytes() < 4 && to.bytes() == 4 => {
            What::Widened { value, element }
        }
        What::Widened { value, element } if alike && to.bytes() < from.bytes() => What::Value { value, element },
        What::Constant(number) if alike && !from.is_signed() => What::number(number.get() & ones(to.bytes())),
        What::Constant(number) if alike => {
            let unused = 64 - 8 * from.bytes();
            What::number(((number.get() << unused).cast_signed() >> unused) as u64 & ones(to.bytes()))
        }
        _ => What::Unknown,
    };
    Content { what, bytes: to.bytes() as u8, ..content }
}
