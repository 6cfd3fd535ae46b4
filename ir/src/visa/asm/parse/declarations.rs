//! Reads directives: declarations, attributes, inputs.

use std::ops::Range;

use super::super::lexer::Token;
use super::super::{MAX_SAMPLERS, MAX_SURFACES, names};
use super::{NamedEntity, Parsed, Parser};
use crate::expected_one_of;
use crate::target::SimdWidth;
use crate::visa::address::MAX_ADDRESSES;
use crate::visa::{
    Align, Attribute, AttributeKind, AttributeOwner, AttributeValue, DataType, LabelKind, Predefined, ProgramKind,
    StateInput, StateKind, Storage, VarDecl, VarInput,
};

impl<'t> Parser<'t> {
    pub(super) fn directive(&mut self, directive: &str, span: Range<usize>) -> Parsed<()> {
        match directive {
            "version" => match self.token {
                // The assembler takes all of these, and makes no difference.
                Some(Token::Number(version))
                    if version.split_once('.').is_some_and(|(major, minor)| {
                        matches!(major.parse(), Ok(2..=4)) && minor.len() == 1 || version == "5.0"
                    }) =>
                {
                    self.advance();
                    Ok(())
                }
                _ => self.expected("version 2.0 to 5.0"),
            },
            "kernel" => {
                let Some(Token::Text(name)) = self.token else { return self.expected("the kernel's name in quotes") };
                if !self.kernel.name.is_empty() {
                    return self.fail(span, "a text has one kernel");
                }
                self.kernel.name = name.to_owned();
                self.advance();
                Ok(())
            }
            "decl" => self.declaration(),
            "input" => {
                let state = match self.token {
                    Some(Token::Word(name)) => match self.names.get(name) {
                        Some(NamedEntity::State(state)) => Some(*state),
                        _ => None,
                    },
                    _ => None,
                };
                let var =
                    if state.is_some() { self.word("a surface or sampler").map(|_| None)? } else { Some(self.var()?) };
                self.key("offset")?;
                let offset = self.number("an offset", i16::MAX as u64)? as u16;
                self.key("size")?;
                let bytes = self.number("a size", u64::from(u16::MAX))? as u16;
                match (var, state) {
                    (Some(var), _) => self.kernel.inputs.push(VarInput { var, offset, bytes }),
                    (None, Some(state)) => self.kernel.state_inputs.push(StateInput { state, offset, bytes }),
                    (None, None) => {}
                }
                Ok(())
            }
            "function" => {
                let name_span = self.span();
                let Some(Token::Text(name)) = self.token else { return self.expected("a function's name in quotes") };
                if !names::is_name(name) {
                    return self
                        .fail(name_span, format!("`{name}` cannot name a function; expected letters, digits and `_`"));
                }
                let label = self.label(name);
                self.kernel.labels[label] = LabelKind::Function;
                self.advance();
                self.place(label, name, name_span)
            }
            "kernel_attr" => self.attribute(),
            _ => {
                let known =
                    expected_one_of(directive, ["version", "kernel", "decl", "input", "function", "kernel_attr"]);
                self.fail(span, format!("unknown directive `.{directive}`; {known}"))
            }
        }
    }

    fn attribute(&mut self) -> Parsed<()> {
        let span = self.span();
        let name = self.word("an attribute")?;
        if !matches!(name, "Target" | "SimdSize" | "PerThreadInputSize") {
            let value = self.attribute_value(name, span)?;
            self.attributes.push(Attribute { owner: AttributeOwner::Kernel, name: name.into(), value });
            return Ok(());
        }
        self.expect(Token::Equals, "`=`")?;
        match name {
            "Target" => {
                let program = match self.token {
                    Some(Token::Text(text)) => ProgramKind::TEXT.into_iter().find(|(_, name)| *name == text),
                    _ => None,
                };
                let Some((program, _)) = program else { return self.expected("`\"3d\"` or `\"cm\"`") };
                self.advance();
                self.kernel.program = Some(program);
                Ok(())
            }
            "SimdSize" => {
                let span = self.span();
                let lanes = self.number("a width", 32)? as u32;
                match SimdWidth::from_lanes(lanes) {
                    Some(simd) => (self.kernel.simd, self.kernel.simd_stated) = (simd, true),
                    None => return self.fail(span, "expected a width, 8, 16 or 32"),
                }
                Ok(())
            }
            _ => {
                self.kernel.per_thread_bytes = Some(self.number("a size", u64::from(u16::MAX))? as u32);
                Ok(())
            }
        }
    }

    /// What follows the name of an attribute.
    fn attribute_value(&mut self, name: &str, span: Range<usize>) -> Parsed<AttributeValue> {
        match AttributeKind::of(name) {
            Some(AttributeKind::Flag) => Ok(AttributeValue::Flag),
            Some(AttributeKind::Number) => {
                self.expect(Token::Equals, "`=`")?;
                let negative = self.eat(Token::Minus);
                let span = self.span();
                let number = self.bits("a number")? as i128;
                match i32::try_from(if negative { -number } else { number }) {
                    Ok(number) => Ok(AttributeValue::Number(number)),
                    Err(_) => self.fail(span, "the number has more than 32 bits"),
                }
            }
            Some(AttributeKind::Text) => {
                self.expect(Token::Equals, "`=`")?;
                let Some(Token::Text(text)) = self.token else { return self.expected("text in quotes") };
                if text.len() > 255 {
                    return self.fail(self.span(), "the text has more than 255 bytes");
                }
                self.advance();
                Ok(AttributeValue::Text(text.into()))
            }
            None => self.fail(span, format!("unknown attribute `{name}`")),
        }
    }

    /// The optional end of a declaration: ` v_name=S000`, which is ignored, and ` attrs={Output, Scope=1}`.
    fn rest_of_declaration(&mut self, owner: AttributeOwner) -> Parsed<()> {
        if self.eat(Token::Word("v_name")) {
            self.expect(Token::Equals, "`=`")?;
            self.word("a name")?;
        }
        if !self.eat(Token::Word("attrs")) {
            return Ok(());
        }
        self.expect(Token::Equals, "`=`")?;
        self.expect(Token::OpenBrace, "`{`")?;
        let mut count = 0;
        loop {
            let span = self.span();
            let name = self.word("an attribute")?;
            let value = self.attribute_value(name, span.clone())?;
            self.attributes.push(Attribute { owner, name: name.into(), value });
            count += 1;
            if count > 255 {
                return self.fail(span, "a declaration has at most 255 attributes");
            }
            if !self.eat(Token::Comma) {
                return self.expect(Token::CloseBrace, "`,` or `}`");
            }
        }
    }

    /// Takes a name for what is declared, which nothing else has: variables, predicates, address variables, surfaces and samplers share
    /// theirs.
    fn declare(&mut self, name: &'t str, span: &Range<usize>) -> Parsed<()> {
        if !names::is_name(name) {
            return self.fail(span.clone(), format!("`{name}` cannot be a name; expected letters, digits and `_`"));
        }
        if self.names.contains_key(name) {
            return self.fail(span.clone(), format!("`{name}` is declared twice"));
        }
        Ok(())
    }

    fn declaration(&mut self) -> Parsed<()> {
        let span = self.span();
        let name = self.word("a name")?;
        self.declare(name, &span)?;
        self.key("v_type")?;
        match self.word("G, A, P, T or S")? {
            "G" => self.general(name),
            "P" => {
                self.key("num_elts")?;
                let lanes = self.number("a number of bits", 32)? as u16;
                let pred = self.kernel.preds.push(lanes);
                self.kernel.name_pred(pred, name);
                self.names.insert(name, NamedEntity::Pred(pred));
                Ok(())
            }
            "A" => {
                self.key("num_elts")?;
                let elements = self.number("a number of elements", MAX_ADDRESSES.into())? as u16;
                let address = self.kernel.addresses.push(elements);
                self.kernel.name_address(address, name);
                self.names.insert(name, NamedEntity::Address(address));
                Ok(())
            }
            kind @ ("T" | "S") => {
                self.key("num_elts")?;
                self.number("one element", 1)?;
                let (state_kind, what, most) = match kind {
                    "T" => (StateKind::Surface, "surfaces", MAX_SURFACES),
                    _ => (StateKind::Sampler, "samplers", MAX_SAMPLERS),
                };
                if self.kernel.states.values().filter(|other| **other == state_kind).count() == most {
                    return self.fail(span, format!("a kernel has at most {most} {what}"));
                }
                let state = self.kernel.states.push(state_kind);
                self.kernel.name_state(state, name);
                self.names.insert(name, NamedEntity::State(state));
                self.rest_of_declaration(AttributeOwner::State(state))
            }
            _ => self.fail(span, "expected v_type=G, A, P, T or S"),
        }
    }

    fn align(&mut self) -> Parsed<Align> {
        self.key("align")?;
        let word_span = self.span();
        if let Some(Token::Number(_)) = self.token {
            // `2GRF`, `32word`
            self.advance();
        }
        let end = self.span().end;
        self.word("an alignment")?;
        let word = &self.text[word_span.start..end];
        match Align::from_name(word) {
            Some(align) => Ok(align),
            None => self.fail(word_span, format!("unknown alignment `{word}`")),
        }
    }

    fn general(&mut self, name: &'t str) -> Parsed<()> {
        self.key("type")?;
        let word_span = self.span();
        let word = self.word("a type")?;
        let Some(ty) = DataType::from_name(word) else {
            let known = expected_one_of(word, DataType::all().map(DataType::name));
            return self.fail(word_span, format!("unknown type `{word}`; {known}"));
        };
        self.key("num_elts")?;
        let elements = self.number("a number of elements", u64::from(u16::MAX))? as u16;
        // Intel's compiler leaves the alignment of bytes out.
        let align =
            if ty.bytes() > 1 || self.token == Some(Token::Word("align")) { self.align()? } else { Align::Byte };
        let mut storage = Storage::Own;
        if self.eat(Token::Word("alias")) {
            self.expect(Token::Equals, "`=`")?;
            self.expect(Token::Less, "`<`")?;
            let from_start = matches!(self.token, Some(Token::Word("%r0")));
            let of = if from_start { self.word("%r0").map(|_| None)? } else { Some(self.var()?) };
            self.expect(Token::Comma, "`,`")?;
            let offset = self.number("an offset", u64::from(u16::MAX))? as u16;
            self.expect(Token::Greater, "`>`")?;
            let bytes = ty.bytes() * u32::from(elements);
            let of = match of {
                Some(of) => Some(of),
                None if offset == 0 => None,
                None => Some(self.predefined(Predefined::R0)),
            };
            storage = of.map_or(Storage::R0, |of| self.kernel.alias_storage(of, offset, bytes));
        }
        let var = self.kernel.vars.push(VarDecl { ty, elements, align, storage });
        self.kernel.name_var(var, name);
        self.names.insert(name, NamedEntity::Var(var));
        self.rest_of_declaration(AttributeOwner::Var(var))
    }
}
