//! Parses instructions.

use std::ops::Range;

use super::super::entities::{Block, InstId, Value};
use super::super::kernel::{BlockCall, InstData};
use super::super::lexer::{Token, ValueName};
use super::super::literal;
use super::super::memory_op::{Aligned, MemoryKind, MemoryOp};
use super::super::mnemonic::Mnemonic;
use super::super::ops::{Op, Results};
use super::super::texture_op::{
    ChannelMask, MediaField, Role, SamplerRef, SurfaceRef, TextureKind, TextureModifier, TextureOp,
};
use super::super::types::Type;
use super::super::value_list::ValueList;
use super::super::word::Word;
use super::body::Body;
use super::{Parsed, Parser};
use crate::collections::ShortList;
use crate::{expected_one_of, nearest};

/// The types of an instruction's results.
type ResultTypes = [Option<Type>; 2];

impl<'t> Parser<'t> {
    pub(super) fn inst(&mut self, body: &mut Body<'t>, block: Block) -> Parsed<()> {
        let location = self.lexer.location();
        let first = self.lexer.name();
        let mut second = first;
        let mut named = 0;
        while self.lexer.token == Token::Value {
            if named == 1 {
                second = self.lexer.name();
            }
            named += 1;
            self.advance();
            if !self.eat(Token::Comma) {
                break;
            }
        }
        if named > 0 {
            self.expect(Token::Equals, "`=`")?;
        }
        let span = self.lexer.span();
        let find = |_: &Self, word: &[u8]| Mnemonic::from_name(Word::of(word));
        let mnemonic = self.look_up("an instruction", find, |_, word| Mnemonic::unknown(word))?;
        let (data, types) = self.operation(body, mnemonic, span.clone())?;
        match types {
            // Most have one result, which is numbered in order and not used before.
            [Some(ty), None] if named == 1 && body.is_next(first.number) => {
                let result = body.push_with_result(block, data, ty, location);
                body.numbered.push(result.into());
                Ok(())
            }
            _ => {
                let inst = body.push(block, data, location);
                self.results(body, inst, span, types, &[first, second][..named.min(2)], named)
            }
        }
    }

    /// Defines the results of `inst`, all of them named or none.
    fn results(
        &mut self,
        body: &mut Body<'t>,
        inst: InstId,
        mnemonic: Range<usize>,
        types: ResultTypes,
        names: &[ValueName],
        named: usize,
    ) -> Parsed<()> {
        let count = types.iter().flatten().count();
        if named > 0 && named != count {
            let name = &self.text[mnemonic.clone()];
            return self.fail(mnemonic, format!("`{name}` has {count} results, {named} are named; name all or none"));
        }
        for (index, ty) in types.into_iter().flatten().enumerate() {
            match names.get(index) {
                Some(name) => {
                    let value = self.define(body, *name)?;
                    body.kernel.define_result(inst, value, ty);
                }
                None => {
                    body.kernel.push_result(inst, ty);
                }
            }
        }
        Ok(())
    }

    /// Parses what follows a mnemonic; returns the instruction and the types of its results.
    fn operation(
        &mut self,
        body: &mut Body<'t>,
        mnemonic: Mnemonic,
        span: Range<usize>,
    ) -> Parsed<(InstData, ResultTypes)> {
        let none = [None, None];
        match mnemonic {
            Mnemonic::Vector => {
                let ty = self.ty()?;
                self.expect(Token::OpenBracket, "`[`")?;
                let mut elements = ValueList::new();
                loop {
                    let element = self.operand(body, Some(ty))?;
                    elements.push(element, &mut body.kernel.lists);
                    if !self.eat(Token::Comma) {
                        break;
                    }
                }
                self.expect(Token::CloseBracket, "`,` or `]`")?;
                let count = elements.len(&body.kernel.lists);
                if !(2..=usize::from(Type::MAX_LANES)).contains(&count) || !ty.is_scalar() {
                    let most = Type::MAX_LANES;
                    return self
                        .fail(span, format!("`vec` has {count} elements of type {ty}; expected 2 to {most} scalars"));
                }
                let result = Type::vector(ty.scalar, count as u8);
                Ok((InstData::Vector { elements }, [Some(result), None]))
            }
            Mnemonic::Extract => {
                let (ty, vector) = self.indexed(body)?;
                let index = self.unsigned("an element", u32::from(Type::MAX_LANES) - 1)? as u8;
                Ok((InstData::Extract { vector, index }, [Some(Type::scalar(ty.scalar)), None]))
            }
            Mnemonic::Element => {
                let (ty, vector) = self.indexed(body)?;
                let index = self.operand(body, Some(Type::I32))?;
                Ok((InstData::Element { vector, index }, [Some(Type::scalar(ty.scalar)), None]))
            }
            Mnemonic::Insert => {
                let (ty, vector) = self.indexed(body)?;
                let index = self.operand(body, Some(Type::I32))?;
                self.expect(Token::Comma, "`,`")?;
                let element = self.operand(body, Some(Type::scalar(ty.scalar)))?;
                Ok((InstData::Insert { vector, index, element }, [Some(ty), None]))
            }
            Mnemonic::Jump => Ok((InstData::Jump(self.call(body)?), none)),
            Mnemonic::Branch => {
                let condition = self.operand(body, Some(Type::I1))?;
                self.expect(Token::Comma, "`,`")?;
                let then = self.call(body)?;
                self.expect(Token::Comma, "`,`")?;
                let otherwise = self.call(body)?;
                Ok((InstData::Branch { condition, targets: [then, otherwise] }, none))
            }
            Mnemonic::Return => Ok((InstData::Return, none)),
            Mnemonic::Plain(op) => self.plain(body, op),
            Mnemonic::Texture(kind) => self.texture(body, kind),
            Mnemonic::Memory(kind) => self.memory(body, kind),
            Mnemonic::Sync(kind) => Ok((InstData::Sync(kind), none)),
        }
    }

    /// Parses the vector of which one element is meant, with its type and the comma behind it.
    fn indexed(&mut self, body: &mut Body<'t>) -> Parsed<(Type, Value)> {
        let ty = self.ty()?;
        let vector = self.operand(body, Some(ty))?;
        self.expect(Token::Comma, "`,`")?;
        Ok((ty, vector))
    }

    fn plain(&mut self, body: &mut Body<'t>, op: Op) -> Parsed<(InstData, ResultTypes)> {
        let mut args = [Value::from_u32(0); 3];
        let mut ty = Type::I32;
        if op.arity() > 0 {
            ty = self.ty()?;
            for (index, arg) in args.iter_mut().take(op.arity()).enumerate() {
                if index > 0 {
                    self.expect(Token::Comma, "`,`")?;
                }
                *arg = self.operand(body, Some(op.operand_type(ty, index)))?;
            }
        }
        let results = match op.results() {
            Results::Same => [Some(ty), None],
            Results::SameTwice => [Some(ty), Some(ty)],
            Results::Bool => [Some(Type::I1), None],
            Results::I32 => [Some(Type::I32), None],
            Results::TwiceAsWide => [Some(ty.twice_as_wide()), None],
            Results::Stated => {
                self.expect(Token::Arrow, "`->` and the result's type")?;
                [Some(self.ty()?), None]
            }
        };
        Ok((InstData::Plain { op, args }, results))
    }

    /// A value, or a constant, with its type before it or of type `expected`.
    #[inline]
    fn operand(&mut self, body: &mut Body<'t>, expected: Option<Type>) -> Parsed<Value> {
        if self.lexer.token == Token::Value {
            let value = body.used_value(&self.lexer);
            self.advance();
            return Ok(value);
        }
        self.constant(body, expected)
    }

    #[inline(never)]
    fn constant(&mut self, body: &mut Body<'t>, expected: Option<Type>) -> Parsed<Value> {
        let stated = self.next_word().and_then(Type::from_name);
        if stated.is_some() {
            self.advance();
        }
        let Some(ty) = stated.or(expected) else { return self.expected("a value, or a type and a constant") };
        let span = self.lexer.span();
        match (self.lexer.token, self.lexer.bytes()) {
            (Token::Word, b"undef") => {
                self.advance();
                return Ok(body.kernel.undefined(ty));
            }
            (Token::Number, _) | (Token::Word, b"true" | b"false" | b"inf") => {}
            _ => return self.expected(&format!("a value or a constant of type {ty}")),
        }
        if !ty.is_scalar() {
            return self.fail(span, format!("expected a value of type {ty}; constants are scalars"));
        }
        match literal::read(ty.scalar, self.lexer.slice()) {
            Ok(bits) => {
                self.advance();
                Ok(body.kernel.constant_value(ty, bits))
            }
            Err(message) => self.fail(span, message),
        }
    }

    fn call(&mut self, body: &mut Body<'t>) -> Parsed<BlockCall> {
        let span = self.lexer.span();
        if self.lexer.token != Token::Label {
            return self.expected("a block, `^name`");
        }
        self.advance();
        let block = body.block(span, true);
        let mut args = ValueList::new();
        if self.eat(Token::Open) {
            while self.lexer.token != Token::Close {
                let arg = self.operand(body, None)?;
                args.push(arg, &mut body.kernel.lists);
                if !self.eat(Token::Comma) {
                    break;
                }
            }
            self.expect(Token::Close, "`,` or `)`")?;
        }
        Ok(BlockCall { block, args })
    }

    fn index(&mut self, body: &mut Body<'t>) -> Parsed<Option<Value>> {
        if self.lexer.token != Token::OpenBracket || !self.lexer.begins_index() {
            return Ok(None);
        }
        self.advance();
        let index = self.operand(body, Some(Type::I32))?;
        self.expect(Token::CloseBracket, "`]`")?;
        Ok(Some(index))
    }

    fn surface_ref(&mut self, body: &mut Body<'t>) -> Parsed<SurfaceRef> {
        let find = |parser: &Self, name: &[u8]| parser.surfaces.get(&Word::of(name)).copied();
        let surface = self.look_up("a surface", find, |parser, name| {
            let near = nearest(name, parser.module.surfaces.values().map(|decl| decl.name.as_str()));
            let near = near.map_or_else(String::new, |near| format!("did you mean `{near}`? Otherwise "));
            format!("surface `{name}` is not declared; {near}add `surface {name}: 2d @ table 0` above the kernel")
        })?;
        let index = self.index(body)?;
        Ok(SurfaceRef { surface, index })
    }

    fn sampler_ref(&mut self, body: &mut Body<'t>) -> Parsed<SamplerRef> {
        let find = |parser: &Self, name: &[u8]| parser.samplers.get(&Word::of(name)).copied();
        let sampler = self.look_up("a sampler", find, |parser, name| {
            let near = nearest(name, parser.module.samplers.values().map(|decl| decl.name.as_str()));
            let near = near.map_or_else(String::new, |near| format!("did you mean `{near}`? Otherwise "));
            format!("sampler `{name}` is not declared; {near}add `sampler {name} @ 0` above the kernel")
        })?;
        let index = self.index(body)?;
        Ok(SamplerRef { sampler, index })
    }

    fn params(
        &mut self,
        body: &mut Body<'t>,
        ty: impl Fn(Role) -> Type,
        mut push: impl FnMut(Role, Value),
    ) -> Parsed<()> {
        self.expect(Token::OpenBracket, "`[` and the parameters")?;
        while self.lexer.token != Token::CloseBracket {
            let find = |_: &Self, word: &[u8]| Role::from_name(Word::of(word));
            let unknown = |_: &Self, word: &str| {
                format!("unknown role `{word}`; {}", expected_one_of(word, Role::all().map(Role::name)))
            };
            let role = self.look_up("a parameter, `role: value`", find, unknown)?;
            self.expect(Token::Colon, "`:`")?;
            push(role, self.operand(body, Some(ty(role)))?);
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::CloseBracket, "`,` or `]`")
    }

    fn offset(&mut self) -> Parsed<[i8; 3]> {
        let mut offset = [0; 3];
        self.expect(Token::Open, "`(`")?;
        for (index, part) in offset.iter_mut().enumerate() {
            if index > 0 {
                self.expect(Token::Comma, "`,`")?;
            }
            if self.lexer.token != Token::Number {
                return self.expected("an offset");
            }
            let text = self.lexer.slice();
            *part = match text.parse::<i8>() {
                Ok(value) if (-8..=7).contains(&value) => value,
                _ => return self.fail(self.lexer.span(), format!("expected an offset, -8 to 7, found `{text}`")),
            };
            self.advance();
        }
        self.expect(Token::Close, "`)`")?;
        Ok(offset)
    }

    fn texture(&mut self, body: &mut Body<'t>, kind: TextureKind) -> Parsed<(InstData, ResultTypes)> {
        let surface = self.surface_ref(body)?;
        let mut op = TextureOp::new(kind, surface);
        if self.eat(Token::Comma) {
            op.sampler = Some(self.sampler_ref(body)?);
        }
        let params = &mut op.params;
        self.params(body, |role| kind.literal_type(role), |role, value| params.push((role, value)))?;
        while let Some(word) = self.next_word() {
            let span = self.lexer.span();
            self.advance();
            let Some(modifier) = TextureModifier::from_name(word) else {
                let word = &self.text[span.clone()];
                let known = expected_one_of(word, kind.modifiers().iter().map(|modifier| modifier.name()));
                return self.fail(span, format!("unknown modifier `{word}`; {known}"));
            };
            match modifier {
                TextureModifier::Offset => op.offset = self.offset()?,
                TextureModifier::Channel => {
                    let span = self.lexer.span();
                    let letter = self.word("a channel")?;
                    op.channel = match letter {
                        "r" => 0,
                        "g" => 1,
                        "b" => 2,
                        "a" => 3,
                        _ => return self.fail(span, format!("expected r, g, b or a, found `{letter}`")),
                    };
                }
                TextureModifier::Mask => {
                    let span = self.lexer.span();
                    let letters = self.word("the channels")?;
                    op.mask = match letters {
                        "none" => ChannelMask::EMPTY,
                        _ => match ChannelMask::from_letters(letters) {
                            Some(mask) => mask,
                            None => {
                                return self
                                    .fail(span, format!("expected letters of rgba in order, found `{letters}`"));
                            }
                        },
                    };
                }
                TextureModifier::Residency => op.residency = true,
                TextureModifier::ImplicitLod => op.implicit_lod = true,
                TextureModifier::KillPixel => op.kill_pixel = true,
                TextureModifier::Width => op.width = Some(self.unsigned("the columns", 64)? as u8),
                TextureModifier::Plane => op.plane = self.unsigned("a plane", 3)? as u8,
                TextureModifier::Top => op.field = MediaField::Top,
                TextureModifier::Bottom => op.field = MediaField::Bottom,
            }
        }
        if self.eat(Token::Comma) {
            let ty = self.ty()?;
            op.data = Some(self.operand(body, Some(ty))?);
        }
        let mut results = [None, None];
        if self.eat(Token::Arrow) {
            results = [Some(self.ty()?), op.returns_residency().then_some(Type::I1)];
        }
        Ok((InstData::Texture(body.kernel.textures.push(op)), results))
    }

    fn memory(&mut self, body: &mut Body<'t>, kind: MemoryKind) -> Parsed<(InstData, ResultTypes)> {
        let surface = if kind.space.has_surface() { Some(self.surface_ref(body)?) } else { None };
        let mut op =
            MemoryOp { kind, surface, address: ShortList::new(), values: ShortList::new(), aligned: Aligned::Dword };
        let address = &mut op.address;
        self.params(body, |role| kind.space.address_type(role), |role, value| address.push((role, value)))?;
        let aligned = Aligned::TEXT.into_iter().find(|(_, word)| self.eat_word(word));
        op.aligned = aligned.map_or(Aligned::Dword, |(aligned, _)| aligned);
        while self.eat(Token::Comma) {
            let ty = self.ty()?;
            op.values.push(self.operand(body, Some(ty))?);
        }
        let result = if self.eat(Token::Arrow) { Some(self.ty()?) } else { None };
        Ok((InstData::Memory(body.kernel.memories.push(op)), [result, None]))
    }
}
