//! Reads what instructions name.

use std::ops::Range;

use super::super::lexer::Token;
use super::{NamedEntity, Parsed, Parser};
use crate::expected_one_of;
use crate::texture::ChannelMask;
use crate::visa::{
    AddressElement, Combine, DataType, Dst, Exec, Indirect, IndirectRegion, Label, LabelKind, Modifier, MoveDst,
    MoveSrc, Pred, Predefined, Predicate, Raw, Region, Src, State, StateKind, Var, VectorType,
};

fn unknown_type(word: &str) -> String {
    format!("unknown type `{word}`; {}", expected_one_of(word, DataType::all().map(DataType::name)))
}

impl<'t> Parser<'t> {
    pub(super) fn var(&mut self) -> Parsed<Var> {
        let span = self.span();
        let name = self.word("a variable")?;
        self.named_var(name, span)
    }

    pub(super) fn named_var(&mut self, name: &str, span: Range<usize>) -> Parsed<Var> {
        if let Some(NamedEntity::Var(var)) = self.names.get(name) {
            return Ok(*var);
        }
        match Predefined::from_name(name) {
            Some(predefined) => Ok(self.predefined(predefined)),
            None => self.fail(span, format!("variable `{name}` is not declared")),
        }
    }

    /// A variable that every kernel has.
    pub(super) fn predefined(&mut self, predefined: Predefined) -> Var {
        if let Some(NamedEntity::Var(var)) = self.names.get(predefined.name()) {
            return *var;
        }
        let var = self.kernel.predefined(predefined);
        self.names.insert(predefined.name(), NamedEntity::Var(var));
        var
    }

    pub(super) fn pred(&mut self) -> Parsed<Pred> {
        let span = self.span();
        let name = self.word("a predicate")?;
        match self.names.get(name) {
            Some(NamedEntity::Pred(pred)) => Ok(*pred),
            _ => self.fail(span, format!("predicate `{name}` is not declared")),
        }
    }

    /// A surface or a sampler, or the one of that kind that is given by its handle.
    pub(super) fn state(&mut self, kind: StateKind) -> Parsed<State> {
        let bindless = if kind.is_sampler() { StateKind::BindlessSampler } else { StateKind::BindlessSurface };
        if let Some(state) = self.predefined_state(|kind| kind == bindless) {
            return Ok(state);
        }
        let span = self.span();
        let name = self.word("a surface or sampler")?;
        match self.names.get(name) {
            Some(NamedEntity::State(state)) if self.kernel.states[*state] == kind => Ok(*state),
            Some(NamedEntity::State(_)) => self.fail(span, format!("`{name}` is of the other kind")),
            _ => self.fail(span, format!("`{name}` is not declared")),
        }
    }

    /// A surface, local memory or scratch memory.
    pub(super) fn memory(&mut self) -> Parsed<State> {
        match self.predefined_state(StateKind::is_memory) {
            Some(state) => Ok(state),
            None => self.state(StateKind::Surface),
        }
    }

    /// The next word, where it is the name of a state of such a kind that every kernel has.
    fn predefined_state(&mut self, is_wanted: impl Fn(StateKind) -> bool) -> Option<State> {
        let mut rows = StateKind::PREDEFINED.into_iter();
        let (kind, name, _) = rows.find(|row| is_wanted(row.0) && self.token == Some(Token::Word(row.1)))?;
        self.advance();
        if let Some(NamedEntity::State(state)) = self.names.get(name) {
            return Some(*state);
        }
        let known = self.kernel.states.iter().find(|(_, other)| **other == kind).map(|(state, _)| state);
        let state = known.unwrap_or_else(|| self.kernel.states.push(kind));
        // A variable may have the same name.
        self.names.entry(name).or_insert(NamedEntity::State(state));
        Some(state)
    }

    pub(super) fn label(&mut self, name: &'t str) -> Label {
        if let Some(label) = self.labels.get(name) {
            return *label;
        }
        let label = self.kernel.labels.push(LabelKind::Block);
        self.labels.insert(name, label);
        self.kernel.name_label(label, name);
        label
    }

    /// `(M1_NM, 16)`, or `(16)` for the first lanes.
    pub(super) fn exec(&mut self) -> Parsed<Exec> {
        self.expect(Token::Open, "`(` and the lanes")?;
        let mut exec = Exec::masked(1, 0);
        if let Some(Token::Word(word)) = self.token {
            let mask = word.strip_suffix("_NM");
            exec.nomask = mask.is_some();
            let number = mask.unwrap_or(word).strip_prefix('M').and_then(|digits| digits.parse::<u8>().ok());
            match number {
                Some(number @ 1..=8) => exec.first = (number - 1) * 4,
                _ => return self.fail(self.span(), format!("expected a mask, M1 to M8_NM, found `{word}`")),
            }
            self.advance();
            self.expect(Token::Comma, "`,`")?;
        }
        let span = self.span();
        let lanes = self.number("an execution size", 32)? as u8;
        if !lanes.is_power_of_two() {
            return self.fail(span, format!("expected an execution size, 1, 2, 4, 8, 16 or 32, found {lanes}"));
        }
        exec.lanes = lanes;
        self.expect(Token::Close, "`)`")?;
        Ok(exec)
    }

    pub(super) fn predicate(&mut self) -> Parsed<Option<Predicate>> {
        if !self.eat(Token::Open) {
            return Ok(None);
        }
        let inverted = self.eat(Token::Bang);
        let span = self.span();
        let word = self.word("a predicate")?;
        let (name, combine) = match word.split_once('.') {
            None => (word, Combine::None),
            Some((name, "any")) => (name, Combine::Any),
            Some((name, "all")) => (name, Combine::All),
            Some(_) => return self.fail(span, format!("expected a predicate, found `{word}`")),
        };
        let Some(NamedEntity::Pred(pred)) = self.names.get(name).copied() else {
            return self.fail(span, format!("predicate `{name}` is not declared"));
        };
        self.expect(Token::Close, "`)`")?;
        Ok(Some(Predicate { pred, inverted, combine }))
    }

    /// `(row,column)` in bytes.
    fn position(&mut self, var: Var) -> Parsed<u16> {
        let span = self.span();
        self.expect(Token::Open, "`(`")?;
        let row = self.number("a register", 255)? as u32;
        self.expect(Token::Comma, "`,`")?;
        let column = self.number("an element", 63)? as u32;
        self.expect(Token::Close, "`)`")?;
        let registers = self.kernel.grf_bytes();
        let bytes = row * registers + column * self.kernel.vars[var].ty.bytes();
        // The last elements may reach into a register that has no number.
        match u16::try_from(bytes) {
            Ok(bytes) if u32::from(bytes) / registers <= 255 => Ok(bytes),
            _ => self.fail(span, "the position is behind every variable"),
        }
    }

    /// 0 or a power of two.
    pub(super) fn stride(&mut self, what: &str, most: u64) -> Parsed<u8> {
        let span = self.span();
        match self.number(what, most)? {
            number if number == 0 || number.is_power_of_two() => Ok(number as u8),
            number => self.fail(span, format!("expected {what}, 0 or a power of two, found {number}")),
        }
    }

    pub(super) fn dst(&mut self) -> Parsed<Dst> {
        let var = self.var()?;
        let offset = self.position(var)?;
        self.expect(Token::Less, "`<`")?;
        let stride = self.stride("a stride", 4)?;
        self.expect(Token::Greater, "`>`")?;
        Ok(Dst { var, offset, stride })
    }

    pub(super) fn src(&mut self) -> Parsed<Src> {
        if let Some(Token::Number(_)) = self.token {
            let bits = self.bits("a number")?;
            self.expect(Token::Colon, "`:` and a type")?;
            let span = self.span();
            let word = self.word("a type")?;
            if let Some(ty) = VectorType::from_name(word) {
                return match u32::try_from(bits) {
                    Ok(bits) => Ok(Src::Vector { ty, bits }),
                    Err(_) => self.fail(span, format!("{bits:#x} does not fit {ty}")),
                };
            }
            return match DataType::from_name(word) {
                Some(ty) if ty.bytes() == 8 || bits >> (8 * ty.bytes()) == 0 => Ok(Src::immediate(ty, bits)),
                // Intel's compiler prints a negative number of a smaller type with the 32 bits that it is passed in.
                Some(ty)
                    if ty.is_signed()
                        && ty.bytes() < 4
                        && bits as i32 as i64 as u64 & 0xffff_ffff == bits
                        && (bits as i32) >> (8 * ty.bytes() - 1) == -1 =>
                {
                    Ok(Src::immediate(ty, bits & ((1 << (8 * ty.bytes())) - 1)))
                }
                Some(ty) => self.fail(span, format!("{bits:#x} does not fit {ty}")),
                None => self.fail(span, unknown_type(word)),
            };
        }
        let modifier = self.modifier()?;
        let var = self.var()?;
        let offset = self.position(var)?;
        Ok(Src::Register { var, offset, region: self.region()?, modifier })
    }

    /// A source modifier, where there is one.
    fn modifier(&mut self) -> Parsed<Modifier> {
        let mut modifier = Modifier::None;
        if self.eat(Token::Open) {
            let negated = self.eat(Token::Minus);
            modifier = match (negated, self.token) {
                (false, Some(Token::Tilde)) => Modifier::Not,
                (negated, Some(Token::Word("abs"))) => {
                    if negated {
                        Modifier::NegateAbs
                    } else {
                        Modifier::Abs
                    }
                }
                (true, _) => Modifier::Negate,
                _ => return self.expected("a source modifier, (-), (abs), (-abs) or (~)"),
            };
            if modifier != Modifier::Negate {
                self.advance();
            }
            self.expect(Token::Close, "`)`")?;
        }
        Ok(modifier)
    }

    /// `<8;8,1>`
    fn region(&mut self) -> Parsed<Region> {
        self.expect(Token::Less, "`<`")?;
        let vertical = self.stride("a vertical stride", 32)?;
        self.expect(Token::Semicolon, "`;`")?;
        let (width, horizontal) = self.row()?;
        Ok(Region { vertical, width, horizontal })
    }

    /// `8,1>`
    fn row(&mut self) -> Parsed<(u8, u8)> {
        let width = self.stride("a width", 16)?;
        self.expect(Token::Comma, "`,`")?;
        let horizontal = self.stride("a horizontal stride", 4)?;
        self.expect(Token::Greater, "`>`")?;
        Ok((width, horizontal))
    }

    /// `A0(3)`
    pub(super) fn address_element(&mut self) -> Parsed<AddressElement> {
        let span = self.span();
        let name = self.word("an address variable")?;
        let Some(NamedEntity::Address(address)) = self.names.get(name).copied() else {
            return self.fail(span, format!("address variable `{name}` is not declared"));
        };
        self.expect(Token::Open, "`(`")?;
        let span = self.span();
        let element = self.number("an element", 255)? as u8;
        let elements = self.kernel.addresses[address];
        if u16::from(element) >= elements {
            return self.fail(span, format!("element {element} of an address variable of {elements} elements"));
        }
        self.expect(Token::Close, "`)`")?;
        Ok(AddressElement { address, element })
    }

    /// Whether the next operand is an indirect one.
    fn is_indirect(&self) -> bool {
        self.token == Some(Token::Word("r")) && self.following() == Some(Token::OpenBracket)
    }

    /// `r[A0(3),4]`, whose type stands behind the region.
    fn indirect_place(&mut self) -> Parsed<(AddressElement, i16)> {
        self.advance();
        self.advance();
        let at = self.address_element()?;
        self.expect(Token::Comma, "`,`")?;
        let negative = self.eat(Token::Minus);
        // The range is that of the documents (Indirect Operands, indirect_offset).
        let offset = self.number("an offset in bytes", if negative { 512 } else { 511 })? as i16;
        self.expect(Token::CloseBracket, "`]`")?;
        Ok((at, if negative { -offset } else { offset }))
    }

    /// `:f`
    fn indirect_type(&mut self) -> Parsed<DataType> {
        self.expect(Token::Colon, "`:` and a type")?;
        let span = self.span();
        let word = self.word("a type")?;
        match DataType::from_name(word) {
            Some(ty) => Ok(ty),
            None => self.fail(span, unknown_type(word)),
        }
    }

    /// The destination of a move: `V32(0,0)<1>` or `r[A0(3),4]<1>:f`.
    pub(super) fn move_dst(&mut self) -> Parsed<MoveDst> {
        if !self.is_indirect() {
            return Ok(MoveDst::Direct(self.dst()?));
        }
        let (at, offset) = self.indirect_place()?;
        self.expect(Token::Less, "`<`")?;
        let stride = self.stride("a stride", 4)?;
        self.expect(Token::Greater, "`>`")?;
        Ok(MoveDst::Indirect(Indirect { at, offset, ty: self.indirect_type()? }, stride))
    }

    /// The source of a move: what any source is, or `r[A0(3),4]<8;8,1>:f`, or with an address of each row
    /// `r[A0(3),4]<1,0>:f`.
    pub(super) fn move_src(&mut self) -> Parsed<MoveSrc> {
        if let Some(Token::Number(_)) = self.token {
            return Ok(MoveSrc::Direct(self.src()?));
        }
        let modifier = self.modifier()?;
        if !self.is_indirect() {
            let var = self.var()?;
            let offset = self.position(var)?;
            return Ok(MoveSrc::Direct(Src::Register { var, offset, region: self.region()?, modifier }));
        }
        let (at, offset) = self.indirect_place()?;
        let has_rows = self.tokens.clone().nth(1) == Some(Ok(Token::Comma));
        let region = if has_rows {
            self.expect(Token::Less, "`<`")?;
            let (width, horizontal) = self.row()?;
            IndirectRegion::EachRow { width, horizontal }
        } else {
            IndirectRegion::One(self.region()?)
        };
        Ok(MoveSrc::Indirect(Indirect { at, offset, ty: self.indirect_type()? }, region, modifier))
    }

    /// `&V32`, or `&V32[4]` for bytes from its start.
    pub(super) fn address_of(&mut self) -> Parsed<Raw> {
        self.expect(Token::Ampersand, "`&` and a variable")?;
        let var = self.var()?;
        let mut offset = 0;
        if self.eat(Token::OpenBracket) {
            offset = self.number("an offset in bytes", u64::from(u16::MAX))? as u16;
            self.expect(Token::CloseBracket, "`]`")?;
        }
        Ok(Raw { var, offset })
    }

    /// `V40.64`; `None` for `%null.0`.
    pub(super) fn raw(&mut self) -> Parsed<Option<Raw>> {
        let span = self.span();
        let word = self.word("a variable and an offset, `V40.64`")?;
        let Some((name, offset)) = word.rsplit_once('.') else {
            return self.fail(span, format!("expected a variable and an offset, `V40.64`, found `{word}`"));
        };
        let Ok(offset) = offset.parse::<u16>() else {
            return self.fail(span, format!("expected an offset in bytes, found `{offset}`"));
        };
        if name == "%null" {
            return Ok(None);
        }
        let var = self.named_var(name, span)?;
        Ok(Some(Raw { var, offset }))
    }

    pub(super) fn some_raw(&mut self) -> Parsed<Raw> {
        let span = self.span();
        match self.raw()? {
            Some(raw) => Ok(raw),
            None => self.fail(span, "expected a variable"),
        }
    }

    pub(super) fn channels(&mut self, letters: Option<&str>, span: Range<usize>) -> Parsed<ChannelMask> {
        match letters.and_then(ChannelMask::from_letters) {
            Some(mask) => Ok(mask),
            None => self.fail(span, "expected channels, letters of RGBA in order"),
        }
    }
}
