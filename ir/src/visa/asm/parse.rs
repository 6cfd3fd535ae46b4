//! Reads vISA text: everything that this crate prints.

use std::ops::Range;

use logos::{Lexer, Logos};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::lexer::Token;
use super::{LOCAL, VERSION, first};
use crate::source::{ParseError, ParseErrors};
use crate::target::{SimdWidth, Target};
use crate::texture::ChannelMask;
use crate::visa::message::{Class, MESSAGES, Message, Response};
use crate::visa::{
    Align, Alu, AluOp, BranchKind, Combine, DataPort, DataPortOp, DataType, Dst, Exec, Fence, Input, Inst, Kernel,
    Label, Modifier, Pred, Predicate, PredicateOp, Raw, Region, Relation, SamplerMessage, Src, State, StateKind,
    Storage, Var, VarDecl,
};

/// After this many errors the rest of the text is not read.
const MAX_ERRORS: usize = 50;

/// Reads one kernel. What a mnemonic means depends on the target, which the text does not name.
///
/// # Errors
///
/// Every line that does not follow the grammar, in the order of the text.
pub fn parse(text: &str, target: Target) -> Result<Kernel, ParseErrors> {
    let mut parser = Parser {
        text,
        tokens: Token::lexer(text),
        token: None,
        span: 0..0,
        errors: Vec::new(),
        kernel: Kernel::new("", target, SimdWidth::Simd8),
        vars: FxHashMap::default(),
        preds: FxHashMap::default(),
        states: FxHashMap::default(),
        labels: FxHashMap::default(),
        placed: FxHashSet::default(),
    };
    parser.advance();
    parser.lines();
    for (name, label) in &parser.labels {
        if !parser.placed.contains(label) && parser.errors.len() < MAX_ERRORS {
            let at = text.find(name).unwrap_or(0);
            parser.errors.push(ParseError::new(text, at..at + name.len(), format!("label `{name}` is nowhere")));
        }
    }
    if parser.errors.is_empty() { Ok(parser.kernel) } else { Err(ParseErrors(parser.errors)) }
}

/// The error has been noted; the caller goes on with the next line.
struct Noted;

type Parsed<T> = Result<T, Noted>;

struct Parser<'t> {
    text: &'t str,
    tokens: Lexer<'t, Token<'t>>,
    token: Option<Token<'t>>,
    span: Range<usize>,
    errors: Vec<ParseError>,
    kernel: Kernel,
    vars: FxHashMap<&'t str, Var>,
    preds: FxHashMap<&'t str, Pred>,
    states: FxHashMap<&'t str, State>,
    labels: FxHashMap<&'t str, Label>,
    placed: FxHashSet<Label>,
}

impl<'t> Parser<'t> {
    fn advance(&mut self) {
        loop {
            self.token = match self.tokens.next() {
                Some(Err(())) => {
                    let span = self.tokens.span();
                    let what = self.text.get(span.clone()).unwrap_or_default();
                    self.note(span, format!("`{what}` is no token"));
                    continue;
                }
                Some(Ok(token)) => Some(token),
                None => None,
            };
            break;
        }
        self.span = self.tokens.span();
    }

    fn note(&mut self, span: Range<usize>, message: impl Into<String>) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(ParseError::new(self.text, span, message));
        }
    }

    fn fail<T>(&mut self, span: Range<usize>, message: impl Into<String>) -> Parsed<T> {
        self.note(span, message);
        Err(Noted)
    }

    fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let found = match self.token {
            Some(Token::Newline) => "the end of the line".to_owned(),
            Some(_) => format!("`{}`", &self.text[self.span.clone()]),
            None => "the end of the text".to_owned(),
        };
        self.fail(self.span.clone(), format!("expected {what}, found {found}"))
    }

    fn eat(&mut self, token: Token<'_>) -> bool {
        let found = self.token == Some(token);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, token: Token<'_>, what: &str) -> Parsed<()> {
        if self.eat(token) { Ok(()) } else { self.expected(what) }
    }

    fn word(&mut self, what: &str) -> Parsed<&'t str> {
        match self.token {
            Some(Token::Word(word)) => {
                self.advance();
                Ok(word)
            }
            _ => self.expected(what),
        }
    }

    fn key(&mut self, key: &str) -> Parsed<()> {
        if self.eat(Token::Word(key)) && self.eat(Token::Equals) { Ok(()) } else { self.expected(&format!("`{key}=`")) }
    }

    fn bits(&mut self, what: &str) -> Parsed<u64> {
        let Some(Token::Number(digits)) = self.token else { return self.expected(what) };
        let number = match digits.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16),
            None => digits.parse(),
        };
        match number {
            Ok(number) => {
                self.advance();
                Ok(number)
            }
            Err(_) => self.fail(self.span.clone(), format!("expected {what}, found `{digits}`")),
        }
    }

    fn number(&mut self, what: &str, limit: u64) -> Parsed<u64> {
        let span = self.span.clone();
        let number = self.bits(what)?;
        if number > limit {
            return self.fail(span, format!("expected {what}, 0 to {limit}, found {number}"));
        }
        Ok(number)
    }

    fn lines(&mut self) {
        while self.token.is_some() && self.errors.len() < MAX_ERRORS {
            if self.eat(Token::Newline) {
                continue;
            }
            let line = match self.token {
                Some(Token::Directive(directive)) => {
                    let span = self.span.clone();
                    self.advance();
                    self.directive(directive, span)
                }
                _ => self.inst(),
            };
            if line.is_ok() && !matches!(self.token, None | Some(Token::Newline)) {
                let span = self.span.clone();
                self.note(span, "expected the end of the line");
            }
            while !matches!(self.token, None | Some(Token::Newline)) {
                self.advance();
            }
        }
    }

    fn directive(&mut self, directive: &str, span: Range<usize>) -> Parsed<()> {
        match directive {
            "version" => match self.token {
                Some(Token::Number(VERSION)) => {
                    self.advance();
                    Ok(())
                }
                _ => self.expected(&format!("version {VERSION}")),
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
                let var = self.var()?;
                self.key("offset")?;
                let offset = self.number("an offset", u64::from(u16::MAX))? as u16;
                self.key("size")?;
                let bytes = self.number("a size", u64::from(u16::MAX))? as u16;
                self.kernel.inputs.push(Input { var, offset, bytes });
                Ok(())
            }
            "kernel_attr" => self.attribute(),
            _ => self.fail(span, format!("unknown directive `.{directive}`")),
        }
    }

    fn attribute(&mut self) -> Parsed<()> {
        let span = self.span.clone();
        let name = self.word("an attribute")?;
        self.expect(Token::Equals, "`=`")?;
        match name {
            "Target" if self.eat(Token::Text("3d")) => Ok(()),
            "Target" => self.expected("`\"3d\"`"),
            "SimdSize" => {
                let span = self.span.clone();
                let lanes = self.number("a width", 32)? as u32;
                match SimdWidth::from_lanes(lanes) {
                    Some(simd) => self.kernel.simd = simd,
                    None => return self.fail(span, "expected a width, 8, 16 or 32"),
                }
                Ok(())
            }
            "PerThreadInputSize" => {
                self.kernel.per_thread_bytes = Some(self.number("a size", u64::from(u16::MAX))? as u32);
                Ok(())
            }
            _ => self.fail(span, format!("unknown attribute `{name}`")),
        }
    }

    fn declaration(&mut self) -> Parsed<()> {
        let span = self.span.clone();
        let name = self.word("a name")?;
        self.key("v_type")?;
        let fresh = match self.word("G, P, T or S")? {
            "G" => return self.general(name, span),
            "P" => {
                self.key("num_elts")?;
                let lanes = self.number("a number of bits", 32)? as u16;
                let pred = self.kernel.preds.push(lanes);
                if name != format!("P{}", first::PRED + pred.as_u32()) {
                    self.kernel.names.set_pred(pred, name);
                }
                self.preds.insert(name, pred).is_none()
            }
            kind @ ("T" | "S") => {
                self.key("num_elts")?;
                self.number("one element", 1)?;
                let (state_kind, mark, start) = match kind {
                    "T" => (StateKind::Surface, 'T', first::SURFACE),
                    _ => (StateKind::Sampler, 'S', first::SAMPLER),
                };
                let number = self.kernel.states.values().filter(|other| **other == state_kind).count() as u32;
                let state = self.kernel.states.push(state_kind);
                if name != format!("{mark}{}", start + number) {
                    self.kernel.names.set_state(state, name);
                }
                self.states.insert(name, state).is_none()
            }
            _ => return self.fail(span, "expected v_type=G, P, T or S"),
        };
        if fresh { Ok(()) } else { self.fail(span, format!("`{name}` is declared twice")) }
    }

    fn general(&mut self, name: &'t str, span: Range<usize>) -> Parsed<()> {
        self.key("type")?;
        let word_span = self.span.clone();
        let word = self.word("a type")?;
        let Some(ty) = DataType::from_name(word) else {
            return self.fail(word_span, format!("unknown type `{word}`"));
        };
        self.key("num_elts")?;
        let elements = self.number("a number of elements", u64::from(u16::MAX))? as u16;
        self.key("align")?;
        let word_span = self.span.clone();
        let word = self.word("an alignment")?;
        let Some(align) = Align::from_name(word) else {
            return self.fail(word_span, format!("unknown alignment `{word}`"));
        };
        let mut storage = Storage::Own;
        if self.eat(Token::Word("alias")) {
            self.expect(Token::Equals, "`=`")?;
            self.expect(Token::Less, "`<`")?;
            let r0 = self.eat(Token::Word("%r0"));
            let of = if r0 { None } else { Some(self.var()?) };
            self.expect(Token::Comma, "`,`")?;
            let offset = self.number("an offset", u64::from(u16::MAX))? as u16;
            self.expect(Token::Greater, "`>`")?;
            let bytes = ty.bytes() * u32::from(elements);
            storage = match of {
                None if offset == 0 => Storage::R0,
                None => return self.fail(span, "r0 is named from its start"),
                Some(of) if offset == 0 && self.kernel.vars[of].bytes() == bytes => Storage::View { of },
                Some(of) => Storage::Part { of, offset },
            };
        }
        let var = self.kernel.vars.push(VarDecl { ty, elements, align, storage });
        if name != format!("V{}", first::VAR + var.as_u32()) {
            self.kernel.names.set_var(var, name);
        }
        if self.vars.insert(name, var).is_some() {
            return self.fail(span, format!("`{name}` is declared twice"));
        }
        Ok(())
    }

    fn var(&mut self) -> Parsed<Var> {
        let span = self.span.clone();
        let name = self.word("a variable")?;
        match self.vars.get(name) {
            Some(var) => Ok(*var),
            None => self.fail(span, format!("variable `{name}` is not declared")),
        }
    }

    fn pred(&mut self) -> Parsed<Pred> {
        let span = self.span.clone();
        let name = self.word("a predicate")?;
        match self.preds.get(name) {
            Some(pred) => Ok(*pred),
            None => self.fail(span, format!("predicate `{name}` is not declared")),
        }
    }

    fn state(&mut self, kind: StateKind) -> Parsed<State> {
        let span = self.span.clone();
        let name = self.word("a surface or sampler")?;
        match self.states.get(name) {
            Some(state) if self.kernel.states[*state] == kind => Ok(*state),
            Some(_) => self.fail(span, format!("`{name}` is of the other kind")),
            None => self.fail(span, format!("`{name}` is not declared")),
        }
    }

    /// A surface, or local memory.
    fn memory(&mut self) -> Parsed<State> {
        if self.token != Some(Token::Word(LOCAL)) {
            return self.state(StateKind::Surface);
        }
        self.advance();
        Ok(*self.states.entry(LOCAL).or_insert_with(|| self.kernel.states.push(StateKind::Local)))
    }

    fn label(&mut self, name: &'t str) -> Label {
        if let Some(label) = self.labels.get(name) {
            return *label;
        }
        let label = self.kernel.labels.push(());
        self.labels.insert(name, label);
        label
    }

    /// `(M1_NM, 16)`, or `(16)` for the first lanes.
    fn exec(&mut self) -> Parsed<Exec> {
        self.expect(Token::Open, "`(` and the lanes")?;
        let mut exec = Exec::masked(1, 0);
        if let Some(Token::Word(word)) = self.token {
            let mask = word.strip_suffix("_NM");
            exec.nomask = mask.is_some();
            let number = mask.unwrap_or(word).strip_prefix('M').and_then(|digits| digits.parse::<u8>().ok());
            match number {
                Some(number @ 1..=8) => exec.first = (number - 1) * 4,
                _ => return self.fail(self.span.clone(), format!("expected a mask, M1 to M8_NM, found `{word}`")),
            }
            self.advance();
            self.expect(Token::Comma, "`,`")?;
        }
        let span = self.span.clone();
        let lanes = self.number("an execution size", 32)? as u8;
        if !lanes.is_power_of_two() {
            return self.fail(span, format!("expected an execution size, 1, 2, 4, 8, 16 or 32, found {lanes}"));
        }
        exec.lanes = lanes;
        self.expect(Token::Close, "`)`")?;
        Ok(exec)
    }

    fn predicate(&mut self) -> Parsed<Option<Predicate>> {
        if !self.eat(Token::Open) {
            return Ok(None);
        }
        let inverted = self.eat(Token::Bang);
        let span = self.span.clone();
        let word = self.word("a predicate")?;
        let (name, combine) = match word.split_once('.') {
            None => (word, Combine::None),
            Some((name, "any")) => (name, Combine::Any),
            Some((name, "all")) => (name, Combine::All),
            Some(_) => return self.fail(span, format!("expected a predicate, found `{word}`")),
        };
        let Some(pred) = self.preds.get(name).copied() else {
            return self.fail(span, format!("predicate `{name}` is not declared"));
        };
        self.expect(Token::Close, "`)`")?;
        Ok(Some(Predicate { pred, inverted, combine }))
    }

    /// `(row,column)` in bytes.
    fn position(&mut self, var: Var) -> Parsed<u16> {
        let span = self.span.clone();
        self.expect(Token::Open, "`(`")?;
        let row = self.number("a register", 255)? as u32;
        self.expect(Token::Comma, "`,`")?;
        let column = self.number("an element", 63)? as u32;
        self.expect(Token::Close, "`)`")?;
        let bytes = row * self.kernel.grf_bytes() + column * self.kernel.vars[var].ty.bytes();
        u16::try_from(bytes).or_else(|_| self.fail(span, "the position is behind every variable"))
    }

    fn dst(&mut self) -> Parsed<Dst> {
        let var = self.var()?;
        let offset = self.position(var)?;
        self.expect(Token::Less, "`<`")?;
        let stride = self.number("a stride", 4)? as u8;
        self.expect(Token::Greater, "`>`")?;
        Ok(Dst { var, offset, stride })
    }

    fn src(&mut self) -> Parsed<Src> {
        if let Some(Token::Number(_)) = self.token {
            let bits = self.bits("a number")?;
            self.expect(Token::Colon, "`:` and a type")?;
            let span = self.span.clone();
            let word = self.word("a type")?;
            return match DataType::from_name(word) {
                Some(ty) if ty.bytes() == 8 || bits >> (8 * ty.bytes()) == 0 => Ok(Src::Immediate { ty, bits }),
                Some(ty) => self.fail(span, format!("{bits:#x} does not fit {ty}")),
                None => self.fail(span, format!("unknown type `{word}`")),
            };
        }
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
        let var = self.var()?;
        let offset = self.position(var)?;
        self.expect(Token::Less, "`<`")?;
        let vertical = self.number("a vertical stride", 32)? as u8;
        self.expect(Token::Semicolon, "`;`")?;
        let width = self.number("a width", 16)? as u8;
        self.expect(Token::Comma, "`,`")?;
        let horizontal = self.number("a horizontal stride", 4)? as u8;
        self.expect(Token::Greater, "`>`")?;
        Ok(Src::Register { var, offset, region: Region { vertical, width, horizontal }, modifier })
    }

    /// `V40.64`; `None` for `%null.0`.
    fn raw(&mut self) -> Parsed<Option<Raw>> {
        let span = self.span.clone();
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
        match self.vars.get(name) {
            Some(var) => Ok(Some(Raw { var: *var, offset })),
            None => self.fail(span, format!("variable `{name}` is not declared")),
        }
    }

    fn some_raw(&mut self) -> Parsed<Raw> {
        let span = self.span.clone();
        match self.raw()? {
            Some(raw) => Ok(raw),
            None => self.fail(span, "expected a variable"),
        }
    }

    fn channels(&mut self, letters: Option<&str>, span: Range<usize>) -> Parsed<ChannelMask> {
        match letters.and_then(ChannelMask::from_letters) {
            Some(mask) => Ok(mask),
            None => self.fail(span, "expected channels, letters of RGBA in order"),
        }
    }

    fn inst(&mut self) -> Parsed<()> {
        let predicate = self.predicate()?;
        let span = self.span.clone();
        let word = self.word("an instruction or a label")?;
        if predicate.is_none() && self.eat(Token::Colon) {
            let label = self.label(word);
            if !self.placed.insert(label) {
                return self.fail(span, format!("label `{word}` stands twice"));
            }
            if word != format!("L{}", label.as_u32()) {
                self.kernel.names.set_label(label, word);
            }
            self.kernel.insts.push(Inst::Label(label));
            return Ok(());
        }
        let inst = self.instruction(predicate, word, span)?;
        self.kernel.insts.push(inst);
        Ok(())
    }

    fn instruction(&mut self, predicate: Option<Predicate>, word: &'t str, span: Range<usize>) -> Parsed<Inst> {
        let (mnemonic, flags) = word.split_once('.').map_or((word, None), |(name, flags)| (name, Some(flags)));
        match mnemonic {
            "goto" | "jmp" => {
                let kind = if mnemonic == "goto" { BranchKind::Goto } else { BranchKind::Jump };
                let exec = self.exec()?;
                let name = self.word("a label")?;
                let target = self.label(name);
                return Ok(Inst::Branch { kind, exec, predicate, target });
            }
            "ret" => {
                self.exec()?;
                return Ok(Inst::Return);
            }
            "barrier" if flags.is_none() => return Ok(Inst::Barrier),
            _ if let Some((fence, _)) = Fence::TEXT.into_iter().find(|(_, text)| *text == word) => {
                return Ok(Inst::Fence(fence));
            }
            "movs" => {
                self.exec()?;
                let kind = match self.token {
                    Some(Token::Word(name)) => self.states.get(name).map(|state| self.kernel.states[*state]),
                    _ => None,
                };
                let state = self.state(kind.unwrap_or(StateKind::Surface))?;
                self.expect(Token::Open, "`(0)`")?;
                self.number("element 0", 0)?;
                self.expect(Token::Close, "`)`")?;
                return Ok(Inst::SetState { state, value: self.src()? });
            }
            "cmp" => {
                let relation = Relation::TEXT.into_iter().find(|(_, name)| Some(*name) == flags);
                let Some((relation, _)) = relation else {
                    return self.fail(span, "expected a relation, cmp.eq, ne, gt, ge, lt or le");
                };
                let exec = self.exec()?;
                let dst = self.pred()?;
                return Ok(Inst::Compare { relation, exec, dst, srcs: [self.src()?, self.src()?] });
            }
            "setp" => {
                let exec = self.exec()?;
                let dst = self.pred()?;
                return Ok(Inst::SetPredicate { exec, dst, src: self.src()? });
            }
            _ => {}
        }
        if let Some((op, _)) = DataPortOp::TEXT.into_iter().find(|(_, name)| *name == mnemonic) {
            return self.data_port(op, predicate, flags, span);
        }
        if MESSAGES.iter().any(|row| row.mnemonic == mnemonic) {
            return self.sampler(mnemonic, predicate, flags, span);
        }
        let Some(op) = AluOp::from_name(mnemonic) else {
            return self.fail(span, format!("unknown instruction `{word}`"));
        };
        self.alu(op, predicate, flags, span)
    }

    fn alu(
        &mut self,
        op: AluOp,
        predicate: Option<Predicate>,
        flags: Option<&str>,
        span: Range<usize>,
    ) -> Parsed<Inst> {
        let saturate = match flags {
            None => false,
            Some("sat") => true,
            Some(flags) => return self.fail(span, format!("unknown flag `.{flags}`")),
        };
        let exec = self.exec()?;
        if let Some(Token::Word("%cr0")) = self.token {
            return self.float_controls(op, span);
        }
        if let Some(Token::Word(name)) = self.token
            && self.preds.contains_key(name)
            && let Some((op, _)) = PredicateOp::TEXT.into_iter().find(|(_, known)| *known == op.name())
        {
            let dst = self.pred()?;
            let source = self.pred()?;
            let second = if op.sources() == 2 { self.pred()? } else { source };
            return Ok(Inst::Predicate { op, exec, dst, srcs: [source, second] });
        }
        let dst = self.dst()?;
        let mut srcs = [Src::immediate(DataType::Ud, 0); 3];
        for src in &mut srcs[..op.sources()] {
            *src = self.src()?;
        }
        Ok(Inst::Alu(Alu { op, saturate, exec, predicate, dst, srcs }))
    }

    /// `or (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> 0x4c0:ud`
    fn float_controls(&mut self, op: AluOp, span: Range<usize>) -> Parsed<Inst> {
        if op != AluOp::Or {
            return self.fail(span, "control register 0 is only changed by `or`");
        }
        use Token::{Close, Comma, Greater, Less, Number, Open, Semicolon, Word};
        let position = [Word("%cr0"), Open, Number("0"), Comma, Number("0"), Close, Less];
        let scalar = [Number("0"), Semicolon, Number("1"), Comma, Number("0"), Greater];
        let frame = position.into_iter().chain([Number("1"), Greater]).chain(position).chain(scalar);
        for token in frame {
            self.expect(token, "`%cr0(0,0)<1> %cr0(0,0)<0;1,0>` and a number")?;
        }
        match self.src()? {
            Src::Immediate { bits, .. } => Ok(Inst::FloatControls(bits as u32)),
            Src::Register { .. } => self.fail(span, "expected a number"),
        }
    }

    fn data_port(
        &mut self,
        op: DataPortOp,
        predicate: Option<Predicate>,
        flags: Option<&str>,
        span: Range<usize>,
    ) -> Parsed<Inst> {
        let (mut channels, mut bytes) = (ChannelMask::EMPTY, 0);
        if op.is_bytes() {
            bytes = match flags {
                Some("1") => 1,
                Some("2") => 2,
                Some("4") => 4,
                _ => return self.fail(span, "expected the bytes of a lane, .1, .2 or .4"),
            };
        } else {
            channels = self.channels(flags, span)?;
        }
        let exec = self.exec()?;
        let surface = if op.is_typed() { self.state(StateKind::Surface)? } else { self.memory()? };
        let mut address = [None; 4];
        if op.is_typed() {
            for raw in &mut address {
                *raw = self.raw()?;
            }
        } else {
            let span = self.span.clone();
            if self.src()? != Src::immediate(DataType::Ud, 0) {
                return self.fail(span, "expected the offset of all lanes, 0x0:ud");
            }
            address[0] = self.raw()?;
        }
        let data = self.some_raw()?;
        Ok(Inst::DataPort(DataPort { op, exec, predicate, channels, bytes, surface, address, data }))
    }

    fn sampler(
        &mut self,
        mnemonic: &str,
        predicate: Option<Predicate>,
        flags: Option<&str>,
        span: Range<usize>,
    ) -> Parsed<Inst> {
        let null_mask = flags.is_some_and(|flags| flags.starts_with("pixel_null_mask"));
        let letters = flags.map(|flags| flags.strip_prefix("pixel_null_mask.").unwrap_or(flags));
        let channels = self.channels(letters, span.clone())?;
        let exec = self.exec()?;
        // Rows of one mnemonic do not differ in their class.
        let class = MESSAGES.iter().find(|row| row.mnemonic == mnemonic).map_or(Class::Load, |row| row.class);
        let offset = if class.has_modifiers() { self.src()? } else { Src::immediate(DataType::Uw, 0) };
        let sampler = if class.has_sampler() { Some(self.state(StateKind::Sampler)?) } else { None };
        let surface = self.state(StateKind::Surface)?;
        let mut operands: SmallVec<[Option<Raw>; 16]> = SmallVec::new();
        while let Some(Token::Word(_)) = self.token {
            operands.push(self.raw()?);
        }
        let dst = match class {
            Class::Info => operands.pop(),
            _ if operands.is_empty() => None,
            _ => Some(operands.remove(0)),
        };
        let Some(dst) = dst else { return self.fail(span, "expected a destination") };
        let Some(params) = operands.into_iter().collect::<Option<SmallVec<[Raw; 16]>>>() else {
            return self.fail(span, "a parameter is a variable");
        };
        let bytes = params.first().map_or(4, |raw| self.kernel.vars[raw.var].ty.bytes());
        let target = self.kernel.target;
        let Some(message) = Message::from_mnemonic(mnemonic, target, bytes) else {
            return self.fail(span, format!("{target} has no `{mnemonic}` with parameters of {bytes} bytes"));
        };
        let slots = message.row().slots.len();
        if params.len() > slots {
            return self.fail(span, format!("`{mnemonic}` has {slots} parameters, {} are given", params.len()));
        }
        if message.row().response == Response::Texels && channels.count() != 1 {
            return self.fail(span, "a gather has one channel");
        }
        let params = self.kernel.push_raws(&params);
        let message =
            SamplerMessage { message, exec, predicate, null_mask, channels, offset, sampler, surface, dst, params };
        Ok(Inst::Sampler(message))
    }
}

#[cfg(test)]
mod tests {
    use cranelift_entity::EntityRef;

    use super::super::write;
    use super::*;

    fn round_trip(text: &str) -> Kernel {
        let kernel = parse(text, Target::Tgllp).unwrap_or_else(|errors| panic!("{errors:?}"));
        let mut printed = String::new();
        write(&kernel, &mut printed);
        assert_eq!(printed, text);
        kernel
    }

    const TEXT: &str = r#".version 4.1
.kernel "k"
.decl V32 v_type=G type=d num_elts=16 align=GRF
.decl Payload v_type=G type=f num_elts=48 align=GRF
.decl V36 v_type=G type=f num_elts=64 align=GRF
.decl V37 v_type=G type=d num_elts=1 align=dword
.decl V38 v_type=G type=d num_elts=8 align=GRF alias=<%r0, 0>
.decl V33 v_type=G type=ud num_elts=16 align=GRF alias=<V32, 0>
.decl V35 v_type=G type=f num_elts=16 align=GRF alias=<Payload, 64>
.decl P1 v_type=P num_elts=16
.decl Q v_type=P num_elts=16
.decl T6 v_type=T num_elts=1
.decl S0 v_type=S num_elts=1
.input V32 offset=32 size=64
.input V37 offset=96 size=4
.kernel_attr Target="3d"
.kernel_attr SimdSize=16
.kernel_attr PerThreadInputSize=64

L0:
    or (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> 0x4c0:ud
    mov.sat (M1, 16) V35(0,0)<1> (-abs)V36(2,0)<1;1,0>
    (!P1) add (M1, 16) V32(0,0)<1> V32(0,0)<1;1,0> (-)V37(0,0)<0;1,0>
    cmp.lt (M1, 16) P1 V33(0,0)<1;1,0> V38(0,6)<0;1,0>
    (P1) sel (M1, 16) V32(0,0)<1> V32(0,0)<1;1,0> 0xffffffff:d
    and (M1, 16) Q P1 P1
    not (M1, 16) Q P1
    setp (M1_NM, 16) Q V37(0,0)<0;1,0>
    movs (M1_NM, 1) S0(0) 0x3:ud
    movs (M1_NM, 1) T6(0) 0x5:ud
    (Q.any) sample_l.pixel_null_mask.RGA (M1, 16) 0x1f0:uw S0 T6 V36.0 V35.0 Payload.0 Payload.64
    load_lz.R (M1_NM, 8) 0x0:uw T6 %null.0 V32.0
    resinfo.RGBA (M1, 16) T6 V32.0 V36.0
    sampleinfo.R (M1, 16) T6 V36.0
    scatter4_scaled.RG (M1, 16) T6 0x0:ud V33.0 V36.0
    gather_scaled.2 (M1, 16) T6 0x0:ud V33.0 V32.0
    scatter4_typed.RGBA (M3, 8) T6 V32.32 %null.0 %null.0 %null.0 V36.0
    scatter_scaled.4 (M1, 16) %slm 0x0:ud V33.0 V32.0
    fence_local.E
    fence_global.EL1
    fence_sw
    barrier
    gather4_scaled.R (M1, 16) %slm 0x0:ud V33.0 V32.0
    (P1) goto (M1, 16) loop
    jmp (M1, 1) L0

loop:
    ret (M1, 1)
"#;

    #[test]
    fn every_kind_of_line_is_read_back() {
        let kernel = round_trip(TEXT);
        assert_eq!(kernel.insts.len(), 28);
        assert_eq!(kernel.place(Var::new(6)), (Var::new(1), 64));
    }

    #[test]
    fn the_type_of_the_parameters_decides_the_row() {
        let words = TEXT.replace(
            "    load_lz.R (M1_NM, 8) 0x0:uw T6 %null.0 V32.0\n",
            "    load_2dms_w.R (M1, 8) 0x0:uw T6 %null.0 V39.0\n",
        );
        let words = words.replace(".decl P1", ".decl V39 v_type=G type=uw num_elts=16 align=GRF\n.decl P1");
        let kernel = parse(&words, Target::Tgllp).unwrap_or_else(|errors| panic!("{errors:?}"));
        let messages: Vec<_> = kernel
            .insts
            .iter()
            .filter_map(|inst| match inst {
                Inst::Sampler(message) => Some(message.message),
                _ => None,
            })
            .collect();
        assert_eq!(messages[1], Message::Ld2dmsWWord);
        let errors = parse(&words, Target::Skl).expect_err("SKL has no such layout");
        assert!(errors[0].message.contains("skl has no `load_2dms_w` with parameters of 2 bytes"), "{}", errors[0]);
    }

    #[test]
    fn wrong_lines_are_all_reported_with_their_place() {
        let text = TEXT
            .replace("cmp.lt (M1, 16) P1", "cmp.xx (M1, 16) P1")
            .replace("load_lz.R (M1_NM, 8)", "load_lz.R (M9_NM, 8)")
            .replace("goto (M1, 16) loop", "goto (M1, 16) nowhere")
            .replace("setp (M1_NM, 16) Q", "setp (M1_NM, 3) Q");
        let errors = parse(&text, Target::Tgllp).expect_err("four lines are wrong");
        let found: Vec<_> = errors.iter().map(|error| (error.location.line, error.message.as_str())).collect();
        assert_eq!(found[0], (24, "expected a relation, cmp.eq, ne, gt, ge, lt or le"));
        assert_eq!(found[1], (28, "expected an execution size, 1, 2, 4, 8, 16 or 32, found 3"));
        assert_eq!(found[2], (32, "expected a mask, M1 to M8_NM, found `M9_NM`"));
        assert_eq!(found[3].1, "label `nowhere` is nowhere");
    }
}
