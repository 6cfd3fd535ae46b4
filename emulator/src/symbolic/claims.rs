//! What variables are claimed to hold, from one stretch of straight code to another.
//!
//! A value is defined in one block, which comes before every block that reads it, and within a loop once a turn. So a
//! variable that is claimed to hold a value, that is written with nothing else anywhere, and that is written whole
//! where the value is defined, holds it wherever it may be read. A copy made elsewhere may be of an earlier turn: it
//! counts only in the stretch that made it.

use texvisa_ir::texture::{ArgumentRole, Inst, Scalar, Value, ValueDef};
use texvisa_ir::visa::abi::{self, ArgumentRequest};
use texvisa_ir::visa::{DataType, Exec, Storage, Var, VarDecl};

use super::content::{Content, Scope, What, ones};
use super::facts::Leaf;
use super::runs::Place;
use super::{Checker, Meaning};

/// A variable that is written.
#[derive(Clone, Copy)]
pub(super) struct Target<'k> {
    pub var: Var,
    pub decl: &'k VarDecl,
    /// Where it begins.
    pub place: Place,
    /// Bytes of an element.
    pub bytes: u32,
    pub claim: &'k Meaning,
}

impl<'k> Checker<'k> {
    /// What a variable is claimed to hold: a view is claimed to hold what the variable under it is.
    #[inline]
    pub(super) fn claim(&self, var: Var) -> &'k Meaning {
        let claims = &self.origins.vars;
        match claims.get(var) {
            Some(Meaning::Temporary) | None => claims.get(self.kernel.unaliased(var)).unwrap_or(&Meaning::Temporary),
            Some(claim) => claim,
        }
    }

    /// What `count` elements of `var` from byte `at` on are, where they were written in another stretch.
    pub(super) fn home(&self, var: Var, at: u32, count: u32) -> Content {
        let Meaning::Value { value, element, half } = *self.claim(var) else { return Content::UNKNOWN };
        let Some(data) = self.facts.kernel.values.get(value) else { return Content::UNKNOWN };
        let decl = &self.kernel.vars[var];
        let bytes = decl.ty.bytes();
        let (elements, lanes) = (u32::from(decl.elements), self.half_lanes);
        let behind = at >> bytes.trailing_zeros();
        let in_lanes = Scope::Lanes { first: (u32::from(half) * lanes + behind) as u8 };
        let (later, scope) = if self.runs.covered(self.kernel.unaliased(var)) >= decl.bytes() {
            match data.def {
                ValueDef::Argument(number) if self.is_shared_argument(number) => match (count, elements) {
                    (1, _) | (_, 1) => (behind, Scope::Everywhere),
                    // Several elements are several of the argument's, and not one that all lanes share.
                    _ => return Content::UNKNOWN,
                },
                _ if elements == 1 => (0, Scope::Everywhere),
                _ if elements >= lanes => (0, in_lanes),
                _ => return Content::UNKNOWN,
            }
        } else {
            let response = self.facts.definition(value).and_then(|inst| {
                let first = (u32::from(half) * lanes) as u8;
                self.responses.find(inst, self.runs.place(var, decl, 0), element, first, bytes, elements)
            });
            match response {
                Some(true) => (0, Scope::Everywhere),
                Some(false) => (0, in_lanes),
                None => return Content::UNKNOWN,
            }
        };
        let what = match self.facts.leaf(value, element) {
            Leaf::Value { value, element } => What::Value { value, element: element + later as u8 },
            Leaf::Constant(bits) => What::number(bits & ones(bytes)),
            Leaf::Undefined => return Content::UNKNOWN,
        };
        Content { what, scope, bytes: bytes as u8 }
    }

    /// Whether the whole of `var`, which is at that place, was written in another stretch with `value`, in the lanes of
    /// `exec` and no others.
    pub(super) fn is_home(&self, var: Var, decl: &VarDecl, place: Place, exec: Exec, value: Value) -> bool {
        let Meaning::Value { value: claimed, element: 0, half } = *self.claim(var) else { return false };
        let lanes = self.half_lanes;
        let is_whole = u32::from(decl.elements) == lanes && u32::from(exec.lanes) == lanes;
        let is_half = u32::from(exec.first) == u32::from(half) * lanes && !exec.nomask;
        if claimed != value || !is_whole || !is_half || !self.runs.is_elsewhere(place, decl.bytes()) {
            return false;
        }
        let is_own = match self.facts.kernel.values[value].def {
            ValueDef::Argument(number) => !self.is_shared_argument(number),
            _ => matches!(self.facts.leaf(value, 0), Leaf::Value { .. }),
        };
        is_own && self.runs.covered(self.kernel.unaliased(var)) >= decl.bytes()
    }

    fn is_shared_argument(&self, number: u32) -> bool {
        self.facts.kernel.arguments.get(number as usize).is_some_and(|argument| argument.uniform)
    }

    /// A variable that is written, if it is one.
    #[inline]
    pub(super) fn target(&self, var: Var) -> Option<Target<'k>> {
        let decl = self.kernel.vars.get(var)?;
        Some(Target { var, decl, place: self.runs.place(var, decl, 0), bytes: decl.ty.bytes(), claim: self.claim(var) })
    }

    /// Writes `count` elements of that content from byte `offset` of a variable on, which must not belie what it is
    /// claimed to hold.
    #[inline(always)]
    pub(super) fn write(&mut self, dst: &Target<'_>, offset: u32, count: u32, mut content: Content) {
        let length = count * u32::from(content.bytes);
        if self.keeps(dst, offset, content) {
            self.define(dst, offset, length, content);
        } else {
            self.belies(dst, content);
            content = Content::UNKNOWN;
        }
        self.runs.write_at(Place { byte: dst.place.byte + offset, ..dst.place }, length, content);
    }

    /// Whether a copy of a whole variable to its own place leaves all that is known as it is: what is there was written
    /// at a time, and is what the variable is claimed to hold.
    #[inline]
    pub(super) fn stays(&mut self, dst: &Target<'_>, exec: Exec) -> bool {
        let length = dst.decl.bytes();
        let Some(content) = self.runs.whole(dst.place, length).copied() else { return false };
        let is_read = exec.lanes > 1 && u32::from(content.bytes) == dst.bytes;
        let stays = is_read && content.scope.copied(exec).is_some() && self.keeps(dst, 0, content);
        if stays {
            self.define(dst, 0, length, content);
        }
        stays
    }

    /// Reports a variable that is written with something else than it is claimed to hold.
    #[cold]
    fn belies(&mut self, dst: &Target<'_>, content: Content) {
        let expected = match *dst.claim {
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
    #[inline(always)]
    fn keeps(&self, dst: &Target<'_>, offset: u32, content: Content) -> bool {
        // Most claims name what no other value is made of.
        self.keeps_plainly(dst, offset, content) || self.keeps_resolved(dst, offset, content)
    }

    /// Whether nothing is claimed, or they are an element of the very value that is named, or its next.
    #[inline(always)]
    fn keeps_plainly(&self, dst: &Target<'_>, offset: u32, content: Content) -> bool {
        let Meaning::Value { value, element, half } = *dst.claim else { return *dst.claim == Meaning::Temporary };
        let is_itself = match content.what {
            What::Value { value: found, element: of } => (found, of) == (value, element),
            What::Next(found) => (found, 0) == (value, element),
            _ => false,
        };
        is_itself && self.fits(dst, offset, content, half, value)
    }

    /// Whether they are a number as claimed, or what the value that is named is made of.
    #[inline(never)]
    fn keeps_resolved(&self, dst: &Target<'_>, offset: u32, content: Content) -> bool {
        let number = |bits| content.what == What::number(bits & ones(dst.bytes));
        match *dst.claim {
            Meaning::Temporary => true,
            Meaning::Constant { bits } => number(bits.get()),
            Meaning::Value { value, .. } if !self.facts.kernel.values.is_valid(value) => false,
            Meaning::Value { value, element, half } => match self.facts.leaf(value, element) {
                Leaf::Undefined => true,
                Leaf::Constant(bits) => number(bits),
                Leaf::Value { value, element } => {
                    let claim = &Meaning::Value { value, element, half };
                    self.keeps_plainly(&Target { claim, ..*dst }, offset, content)
                }
            },
        }
    }

    /// Whether elements of that content belong where they are written, byte `offset` of a variable that is claimed to
    /// hold that half of `value`, and are as wide as the value; truth values come to a block as dwords.
    #[inline]
    pub(super) fn fits(&self, dst: &Target<'_>, offset: u32, content: Content, half: u8, value: Value) -> bool {
        let bytes = dst.bytes;
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

    /// Counts `length` bytes of that content from byte `offset` of a variable on as written if they are where their
    /// value is defined, so that they are read anywhere.
    #[inline]
    fn define(&mut self, dst: &Target<'_>, offset: u32, length: u32, content: Content) {
        let defines = match content.what {
            What::Next(_) => true,
            What::Value { value, .. } if !self.edges.is_open() => {
                let here = self.facts.definition(value).is_some_and(|inst| self.is_here(inst));
                here && is_for_all(dst, content)
            }
            _ => false,
        };
        if defines {
            self.runs.cover(self.kernel.unaliased(dst.var), offset, length);
        }
    }

    /// Writes `length` bytes of that content, which the variable is claimed to hold, where its value is defined.
    #[inline]
    pub(super) fn hold(&mut self, dst: &Target<'_>, offset: u32, length: u32, content: Content) {
        if is_for_all(dst, content) {
            self.runs.cover(self.kernel.unaliased(dst.var), offset, length);
        }
        self.runs.write_at(Place { byte: dst.place.byte + offset, ..dst.place }, length, content);
    }

    /// Whether an instruction of the source is in the block that is being walked.
    #[inline]
    fn is_here(&self, inst: Inst) -> bool {
        // Most instructions write what they compute.
        self.source == Some(inst) && self.is_reached || self.here.contains(&self.facts.number(inst))
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
                    self.runs.cover(input.var, 0, place.bytes);
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
        for argument in passed.iter().filter(|argument| argument.role == ArgumentRole::R0) {
            for (var, decl) in &self.kernel.vars {
                if decl.storage == Storage::R0 && self.claims_argument(var, argument.value, 0) {
                    self.runs.cover(var, 0, decl.bytes());
                }
            }
        }
    }

    fn claims_argument(&self, var: Var, argument: Value, half: u32) -> bool {
        let scalar = self.facts.kernel.ty(argument).scalar;
        let fits = self.kernel.vars[var].ty.bytes() == scalar.bytes();
        fits && *self.claim(var) == Meaning::Value { value: argument, element: 0, half: half as u8 }
    }
}

/// Whether whoever reads a variable finds that content: what all lanes share must be so for every element.
#[inline]
fn is_for_all(dst: &Target<'_>, content: Content) -> bool {
    dst.decl.elements > 1 || content.scope == Scope::Everywhere
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
