//! Reads texture IR text.

use std::ops::Range;

use cranelift_entity::{EntityList, packed_option::PackedOption};
use logos::{Lexer, Logos};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::kernel::{
    Argument, ArgumentRole, Binding, Block, BlockCall, BlockData, Dimension, InstData, Kernel, Module, Sampler,
    SamplerDecl, Surface, SurfaceDecl, Value, ValueData, ValueDef,
};
use super::lexer::Token;
use super::literal;
use super::memory_op::{MemoryKind, MemoryOp, SyncKind};
use super::ops::{Op, Results};
use super::print::literal_type;
use super::sampler_state::{SamplerAddress, SamplerFilter, SamplerState};
use super::texture_op::{ChannelMask, Field, Role, SamplerRef, SurfaceRef, TextureKind, TextureOp};
use super::types::{Scalar, Type};
use crate::source::{Location, ParseError, ParseErrors};
use crate::target::{SimdWidth, Target};

/// After this many errors the rest of the text is not read.
const MAX_ERRORS: usize = 50;

/// Reads a module. After an error the next line is read on, so that one run reports every wrong line.
///
/// # Errors
///
/// Everything that does not follow the grammar, in the order of the text. Whether the module makes sense is
/// [`verify`](super::verify())'s to say.
pub fn parse(text: &str) -> Result<Module, ParseErrors> {
    let mut parser = Parser {
        text,
        tokens: Token::lexer(text),
        token: None,
        span: 0..0,
        previous_end: 0,
        errors: Vec::new(),
        module: Module::default(),
        surfaces: FxHashMap::default(),
        samplers: FxHashMap::default(),
    };
    parser.advance();
    parser.module();
    parser.errors.sort_by_key(|error| error.span.start);
    if parser.errors.is_empty() { Ok(parser.module) } else { Err(ParseErrors(parser.errors)) }
}

/// The error has been noted; the caller goes on with the next line.
struct Noted;

type Parsed<T> = Result<T, Noted>;

/// The types of an instruction's results.
type ResultTypes = [Option<Type>; 2];

struct Parser<'t> {
    text: &'t str,
    tokens: Lexer<'t, Token<'t>>,
    /// The token that is next, if any is left.
    token: Option<Token<'t>>,
    span: Range<usize>,
    previous_end: usize,
    errors: Vec<ParseError>,
    module: Module,
    surfaces: FxHashMap<&'t str, Surface>,
    samplers: FxHashMap<&'t str, Sampler>,
}

/// The kernel that is being read, and what its names stand for.
struct Body<'t> {
    kernel: Kernel,
    named: FxHashMap<&'t str, Value>,
    numbered: Vec<PackedOption<Value>>,
    /// Blocks by name, and whether that is a number instead of a name: `^0` is not `^"0"`.
    labels: FxHashMap<(&'t str, bool), Block>,
    /// Uses of values and blocks before their definitions.
    forward_values: Vec<(Value, &'t str, Range<usize>)>,
    forward_blocks: Vec<(Block, &'t str, Range<usize>)>,
    defined_blocks: FxHashSet<Block>,
    /// Numbers of values below this are looked up by index: no text has more values than bytes.
    max_numbered: usize,
}

impl<'t> Parser<'t> {
    fn advance(&mut self) {
        self.previous_end = self.span.end;
        loop {
            self.token = match self.tokens.next() {
                None => None,
                Some(Ok(token)) => Some(token),
                Some(Err(())) => {
                    self.span = self.tokens.span();
                    let what = self.text.get(self.span.clone()).unwrap_or_default();
                    self.error_at(self.span.clone(), format!("`{what}` is no token"));
                    continue;
                }
            };
            break;
        }
        self.span = self.tokens.span();
    }

    fn error_at(&mut self, span: Range<usize>, message: impl Into<String>) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(ParseError::new(self.text, span, message));
        }
    }

    #[cold]
    fn fail<T>(&mut self, span: Range<usize>, message: impl Into<String>) -> Parsed<T> {
        self.error_at(span, message);
        Err(Noted)
    }

    #[cold]
    fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let found = match self.token {
            Some(_) => format!("`{}`", &self.text[self.span.clone()]),
            None => "the end of the text".to_owned(),
        };
        self.fail(self.span.clone(), format!("expected {what}, found {found}"))
    }

    /// Skips what is left of the line in which the last error was found.
    fn recover(&mut self) {
        let from = self.errors.last().map_or(self.previous_end, |error| error.span.start);
        let end = self.text[from..].find('\n').map_or(self.text.len(), |newline| from + newline);
        while self.token.is_some() && self.span.start < end {
            self.advance();
        }
    }

    /// The place of the next token.
    fn location(&self) -> Location {
        let line = self.tokens.extras;
        // Every byte begins a character but for those that UTF-8 goes on with.
        let before = &self.text.as_bytes()[line.start..self.span.start];
        let column = before.iter().filter(|byte| **byte & 0xc0 != 0x80).count() as u32 + 1;
        Location { line: line.number, column }
    }

    #[inline]
    fn eat(&mut self, token: Token<'_>) -> bool {
        let found = self.token == Some(token);
        if found {
            self.advance();
        }
        found
    }

    #[inline]
    fn expect(&mut self, token: Token<'_>, what: &str) -> Parsed<()> {
        if self.eat(token) { Ok(()) } else { self.expected(what) }
    }

    /// Whether the next token, a mark and `name`, has quotes around the name.
    fn is_quoted(&self, name: &str) -> bool {
        self.span.len() > name.len() + 1
    }

    fn eat_word(&mut self, word: &str) -> bool {
        self.eat(Token::Word(word))
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

    fn eat_text(&mut self) -> Option<&'t str> {
        match self.token {
            Some(Token::Text(text)) => {
                self.advance();
                Some(text)
            }
            _ => None,
        }
    }

    fn unsigned(&mut self, what: &str, limit: u32) -> Parsed<u32> {
        let Some(Token::Number(digits)) = self.token else { return self.expected(what) };
        match digits.parse::<u32>() {
            Ok(number) if number <= limit => {
                self.advance();
                Ok(number)
            }
            _ => self.fail(self.span.clone(), format!("expected {what}, 0 to {limit}, found `{digits}`")),
        }
    }

    fn ty(&mut self) -> Parsed<Type> {
        let Some(Token::Word(word)) = self.token else { return self.expected("a type") };
        match Type::from_name(word) {
            Some(ty) => {
                self.advance();
                Ok(ty)
            }
            None => self.expected("a type"),
        }
    }

    fn module(&mut self) {
        while self.token.is_some() && self.errors.len() < MAX_ERRORS {
            let item = match self.token {
                Some(Token::Word("target")) => self.target(),
                Some(Token::Word("surface")) => self.surface(),
                Some(Token::Word("sampler")) => self.sampler(),
                Some(Token::Word("kernel")) => self.kernel(),
                _ => self.expected("`target`, `surface`, `sampler` or `kernel`"),
            };
            if item.is_err() {
                self.recover();
            }
        }
    }

    fn target(&mut self) -> Parsed<()> {
        self.advance();
        let span = self.span.clone();
        let word = self.word("a target")?;
        let width =
            |word: &str| word.strip_prefix("simd").and_then(|lanes| lanes.parse().ok()).and_then(SimdWidth::from_lanes);
        if word.starts_with("simd") {
            return match width(word) {
                Some(simd) => {
                    self.module.simd = Some(simd);
                    Ok(())
                }
                None => self.fail(span, format!("unknown width `{word}`; known are simd8, simd16, simd32")),
            };
        }
        match word.parse::<Target>() {
            Ok(target) => self.module.target = Some(target),
            Err(error) => return self.fail(span, error.to_string()),
        }
        if let Some(Token::Word(word)) = self.token
            && word.starts_with("simd")
        {
            match width(word) {
                Some(simd) => self.module.simd = Some(simd),
                None => {
                    return self
                        .fail(self.span.clone(), format!("unknown width `{word}`; known are simd8, simd16, simd32"));
                }
            }
            self.advance();
        }
        Ok(())
    }

    fn argument_name(&mut self) -> Parsed<Option<String>> {
        if !self.eat_word("arg") {
            return Ok(None);
        }
        match self.eat_text() {
            Some(name) => Ok(Some(name.to_owned())),
            None => self.expected("the argument's name in quotes"),
        }
    }

    fn surface(&mut self) -> Parsed<()> {
        self.advance();
        let name_span = self.span.clone();
        let name = self.word("the surface's name")?;
        self.expect(Token::Colon, "`:`")?;
        let Some(Token::Word(word)) = self.token else { return self.expected("a dimension") };
        let Some(dimension) = Dimension::from_name(word) else {
            let known: Vec<_> = Dimension::all().map(Dimension::name).collect();
            return self.fail(self.span.clone(), format!("unknown dimension `{word}`; known are {}", known.join(", ")));
        };
        self.advance();
        let element = match self.token {
            Some(Token::Word(_)) => {
                let span = self.span.clone();
                let ty = self.ty()?;
                if !ty.is_scalar() {
                    return self.fail(span, "expected a scalar type");
                }
                Some(ty.scalar)
            }
            _ => None,
        };
        self.expect(Token::At, "`@` and where the surface is found")?;
        let binding = if self.eat_word("bindless") {
            Binding::Bindless
        } else if self.eat_word("table") {
            match self.token {
                Some(Token::Number(_)) => Binding::Table(self.unsigned("a binding table entry", u32::MAX)?),
                _ => Binding::Indexed,
            }
        } else {
            return self.expected("`table` or `bindless`");
        };
        let argument = self.argument_name()?;
        let decl = SurfaceDecl { name: name.to_owned(), dimension, element, binding, argument };
        let surface = self.module.surfaces.push(decl);
        if self.surfaces.insert(name, surface).is_some() {
            return self.fail(name_span, format!("surface `{name}` is declared twice"));
        }
        Ok(())
    }

    fn sampler(&mut self) -> Parsed<()> {
        self.advance();
        let name_span = self.span.clone();
        let name = self.word("the sampler's name")?;
        self.expect(Token::At, "`@` and where the sampler is found")?;
        let binding = if self.eat_word("bindless") {
            Binding::Bindless
        } else if self.eat_word("table") {
            Binding::Indexed
        } else {
            Binding::Table(self.unsigned("a sampler table entry, `table` or `bindless`", u32::MAX)?)
        };
        let argument = self.argument_name()?;
        let state = if self.eat(Token::Equals) { Some(self.sampler_state()?) } else { None };
        let sampler = self.module.samplers.push(SamplerDecl { name: name.to_owned(), binding, argument, state });
        if self.samplers.insert(name, sampler).is_some() {
            return self.fail(name_span, format!("sampler `{name}` is declared twice"));
        }
        Ok(())
    }

    fn sampler_state(&mut self) -> Parsed<SamplerState> {
        let filter = self.one_of("filter", &SamplerFilter::NAMES)?;
        let address = self.one_of("address mode", &SamplerAddress::NAMES)?;
        Ok(SamplerState { filter, address, unnormalized: self.eat_word(SamplerState::UNNORMALIZED) })
    }

    /// A word of a table, on the line of the token before it: what begins the next line is another declaration's.
    fn one_of<T: Copy>(&mut self, what: &str, names: &[(T, &'static str)]) -> Parsed<T> {
        let known = || names.iter().map(|(_, known)| *known).collect::<Vec<_>>().join(", ");
        if self.token.is_some() && self.text[self.previous_end..self.span.start].contains('\n') {
            let end = self.previous_end..self.previous_end;
            return self.fail(end, format!("expected one of {}, found the end of the line", known()));
        }
        let Some(Token::Word(word)) = self.token else { return self.expected(&format!("one of {}", known())) };
        let Some((value, _)) = names.iter().find(|(_, known)| *known == word) else {
            return self.fail(self.span.clone(), format!("unknown {what} `{word}`; known are {}", known()));
        };
        self.advance();
        Ok(*value)
    }

    fn kernel(&mut self) -> Parsed<()> {
        self.advance();
        let name_span = self.span.clone();
        let Some(Token::Global(name)) = self.token else { return self.expected("the kernel's name, `@name`") };
        self.advance();
        if self.module.kernel(name).is_some() {
            self.error_at(name_span, format!("kernel `{name}` is defined twice"));
        }
        let mut body = Body {
            kernel: Kernel::new(name),
            named: FxHashMap::default(),
            numbered: Vec::new(),
            labels: FxHashMap::default(),
            forward_values: Vec::new(),
            forward_blocks: Vec::new(),
            defined_blocks: FxHashSet::default(),
            max_numbered: self.text.len(),
        };
        self.expect(Token::Open, "`(` and the arguments")?;
        while self.token != Some(Token::Close) {
            self.argument(&mut body)?;
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::Close, "`,` or `)`")?;
        self.expect(Token::OpenBrace, "`{`")?;
        let mut block = None;
        // Statements that were not understood: what they define is not missing.
        let mut skipped: Vec<&str> = Vec::new();
        loop {
            let start = self.span.start;
            let line = match self.token {
                None => return self.expected("an instruction, a block or `}`"),
                Some(Token::CloseBrace) => {
                    self.advance();
                    break;
                }
                Some(Token::Label(_)) => self.block(&mut body).map(|label| block = Some(label)),
                Some(_) => match block {
                    Some(block) => self.inst(&mut body, block),
                    None => self.expected("a block, `^name:`"),
                },
            };
            if line.is_err() {
                if self.errors.len() >= MAX_ERRORS {
                    return Err(Noted);
                }
                self.recover();
                skipped.push(&self.text[start..self.span.start]);
            }
        }
        let defines = |statement: &&str, mark: char, name: &str| {
            let defined = statement.split(['=', '(', ':']).next().unwrap_or_default();
            defined
                .split([' ', ','])
                .any(|word| word.strip_prefix(mark).is_some_and(|word| word.trim_matches('"') == name))
        };
        for (value, name, span) in std::mem::take(&mut body.forward_values) {
            let is_skipped = || skipped.iter().any(|statement| defines(statement, '%', name));
            if body.kernel.values[value].def == ValueDef::Missing && !is_skipped() {
                self.error_at(span, format!("`%{name}` is not defined"));
            }
        }
        for (block, name, span) in std::mem::take(&mut body.forward_blocks) {
            let is_skipped = || skipped.iter().any(|statement| defines(statement, '^', name));
            if !body.defined_blocks.contains(&block) && !is_skipped() {
                self.error_at(span, format!("block `^{name}` is not defined"));
            }
        }
        self.module.kernels.push(body.kernel);
        Ok(())
    }

    fn argument(&mut self, body: &mut Body<'t>) -> Parsed<()> {
        let span = self.span.clone();
        let Some(Token::Value(name)) = self.token else { return self.expected("an argument, `%name: type`") };
        let quoted = self.is_quoted(name);
        self.advance();
        self.expect(Token::Colon, "`:`")?;
        let uniform = self.eat_word("uniform");
        let ty = self.ty()?;
        let mut role = ArgumentRole::Plain;
        let mut about = None;
        if self.eat(Token::Equals) {
            let span = self.span.clone();
            let word = self.word("what the argument is for")?;
            match ArgumentRole::from_name(word) {
                Some(known) => role = known,
                None => {
                    let known: Vec<_> = ArgumentRole::all().map(ArgumentRole::name).collect();
                    return self.fail(span, format!("unknown use `{word}`; known are {}", known.join(", ")));
                }
            }
            about = self.eat_text().map(str::to_owned);
        }
        let value = self.define(body, name, quoted, span)?;
        let index = body.kernel.arguments.len() as u32;
        body.kernel.values[value] = ValueData { ty, def: ValueDef::Argument(index) };
        body.kernel.arguments.push(Argument { value, uniform, role, about });
        Ok(())
    }

    /// The value of that name, new where nothing has used it; an error where it is defined already.
    fn define(&mut self, body: &mut Body<'t>, name: &'t str, quoted: bool, span: Range<usize>) -> Parsed<Value> {
        let value = body.value(name, quoted, None);
        if body.kernel.values[value].def != ValueDef::Missing {
            return self.fail(span, format!("`%{name}` is defined twice"));
        }
        Ok(value)
    }

    fn block(&mut self, body: &mut Body<'t>) -> Parsed<Block> {
        let span = self.span.clone();
        let Some(Token::Label(name)) = self.token else { return self.expected("a block, `^name:`") };
        let quoted = self.is_quoted(name);
        self.advance();
        let block = body.block(name, quoted, None);
        if !body.defined_blocks.insert(block) {
            return self.fail(span, format!("block `^{name}` is defined twice"));
        }
        body.kernel.layout.push(block);
        if self.eat(Token::Open) {
            while self.token != Some(Token::Close) {
                let span = self.span.clone();
                let Some(Token::Value(name)) = self.token else {
                    return self.expected("a parameter, `%name: type`");
                };
                let quoted = self.is_quoted(name);
                self.advance();
                self.expect(Token::Colon, "`:`")?;
                let ty = self.ty()?;
                let value = self.define(body, name, quoted, span)?;
                body.kernel.define_param(block, value, ty);
                if !self.eat(Token::Comma) {
                    break;
                }
            }
            self.expect(Token::Close, "`,` or `)`")?;
        }
        self.expect(Token::Colon, "`:`")?;
        Ok(block)
    }

    fn inst(&mut self, body: &mut Body<'t>, block: Block) -> Parsed<()> {
        let location = self.location();
        let mut results: SmallVec<[(&'t str, bool, Range<usize>); 2]> = SmallVec::new();
        while let Some(Token::Value(name)) = self.token {
            let quoted = self.is_quoted(name);
            results.push((name, quoted, self.span.clone()));
            self.advance();
            if !self.eat(Token::Comma) {
                break;
            }
        }
        if !results.is_empty() {
            self.expect(Token::Equals, "`=`")?;
        }
        let span = self.span.clone();
        let Some(Token::Word(mnemonic)) = self.token else { return self.expected("an instruction") };
        self.advance();
        let (data, types) = self.operation(body, mnemonic, span.clone())?;
        let count = types.iter().flatten().count();
        if results.len() > count || (results.len() < count && !results.is_empty()) {
            return self.fail(span, format!("`{mnemonic}` returns {count} values, {} are named", results.len()));
        }
        let inst = body.kernel.push_inst(data);
        body.kernel.set_location(inst, location);
        body.kernel.blocks[block].insts.push(inst);
        for (index, ty) in types.into_iter().flatten().enumerate() {
            match results.get(index) {
                Some((name, quoted, span)) => {
                    let value = self.define(body, name, *quoted, span.clone())?;
                    body.kernel.define_result(inst, value, ty);
                }
                None => {
                    body.kernel.push_result(inst, ty);
                }
            }
        }
        Ok(())
    }

    /// What follows a mnemonic: the instruction, and the types of its results.
    fn operation(
        &mut self,
        body: &mut Body<'t>,
        mnemonic: &'t str,
        span: Range<usize>,
    ) -> Parsed<(InstData, ResultTypes)> {
        let none = [None, None];
        match mnemonic {
            "vec" => {
                let ty = self.ty()?;
                self.expect(Token::OpenBracket, "`[`")?;
                let mut elements = EntityList::new();
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
                    return self.fail(span, format!("a vector has 2 to {} scalars", Type::MAX_LANES));
                }
                let result = Type::vector(ty.scalar, count as u8);
                Ok((InstData::Vector { elements }, [Some(result), None]))
            }
            "extract" => {
                let ty = self.ty()?;
                let vector = self.operand(body, Some(ty))?;
                self.expect(Token::Comma, "`,`")?;
                let index = self.unsigned("an element", u32::from(Type::MAX_LANES) - 1)? as u8;
                Ok((InstData::Extract { vector, index }, [Some(Type::scalar(ty.scalar)), None]))
            }
            "jump" => Ok((InstData::Jump(self.call(body)?), none)),
            "branch" => {
                let condition = self.operand(body, Some(Type::I1))?;
                self.expect(Token::Comma, "`,`")?;
                let then = self.call(body)?;
                self.expect(Token::Comma, "`,`")?;
                let otherwise = self.call(body)?;
                Ok((InstData::Branch { condition, targets: [then, otherwise] }, none))
            }
            "return" => Ok((InstData::Return, none)),
            _ => {
                if let Some(op) = Op::from_name(mnemonic) {
                    return self.plain(body, op);
                }
                if let Some(kind) = TextureKind::from_name(mnemonic) {
                    return self.texture(body, kind);
                }
                if let Some(kind) = MemoryKind::from_name(mnemonic) {
                    return self.memory(body, kind);
                }
                if let Some(kind) = SyncKind::ALL.into_iter().find(|kind| kind.name() == mnemonic) {
                    return Ok((InstData::Sync(kind), none));
                }
                self.fail(span, format!("unknown instruction `{mnemonic}`"))
            }
        }
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
            Results::Stated => {
                self.expect(Token::Arrow, "`->` and the result's type")?;
                [Some(self.ty()?), None]
            }
        };
        Ok((InstData::Plain { op, args }, results))
    }

    /// A value, or a constant: with its type in front, or of the type that the place has.
    fn operand(&mut self, body: &mut Body<'t>, expected: Option<Type>) -> Parsed<Value> {
        if let Some(Token::Value(name)) = self.token {
            let quoted = self.is_quoted(name);
            let span = self.span.clone();
            self.advance();
            return Ok(body.value(name, quoted, Some(span)));
        }
        let stated = match self.token {
            Some(Token::Word(word)) => Type::from_name(word),
            _ => None,
        };
        if stated.is_some() {
            self.advance();
        }
        let Some(ty) = stated.or(expected) else { return self.expected("a value, or a type and a constant") };
        let span = self.span.clone();
        let text = match self.token {
            Some(Token::Word("undef")) => {
                self.advance();
                return Ok(body.kernel.undefined(ty));
            }
            Some(Token::Number(text)) => text,
            Some(Token::Word(text @ ("true" | "false" | "inf"))) => text,
            _ => return self.expected(&format!("a value or a constant of type {ty}")),
        };
        if !ty.is_scalar() {
            return self.fail(span, format!("expected a value of type {ty}; constants are scalars"));
        }
        match literal::read(ty.scalar, text) {
            Ok(bits) => {
                self.advance();
                Ok(body.kernel.constant_value(ty, bits))
            }
            Err(message) => self.fail(span, message),
        }
    }

    fn call(&mut self, body: &mut Body<'t>) -> Parsed<BlockCall> {
        let span = self.span.clone();
        let Some(Token::Label(name)) = self.token else { return self.expected("a block, `^name`") };
        let quoted = self.is_quoted(name);
        self.advance();
        let block = body.block(name, quoted, Some(span));
        let mut args = EntityList::new();
        if self.eat(Token::Open) {
            while self.token != Some(Token::Close) {
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
        if !self.eat(Token::OpenBracket) {
            return Ok(None);
        }
        let index = self.operand(body, Some(Type::I32))?;
        self.expect(Token::CloseBracket, "`]`")?;
        Ok(Some(index))
    }

    fn surface_ref(&mut self, body: &mut Body<'t>) -> Parsed<SurfaceRef> {
        let span = self.span.clone();
        let name = self.word("a surface")?;
        let Some(surface) = self.surfaces.get(name).copied() else {
            return self.fail(span, format!("surface `{name}` is not declared"));
        };
        // `t0[%i] [u: ..]` has an index; `t0 [u: ..]` begins its parameters. They differ in the space.
        let adjacent = self.token == Some(Token::OpenBracket) && self.span.start == span.end;
        let index = if adjacent { self.index(body)? } else { None };
        Ok(SurfaceRef { surface, index })
    }

    fn sampler_ref(&mut self, body: &mut Body<'t>) -> Parsed<SamplerRef> {
        let span = self.span.clone();
        let name = self.word("a sampler")?;
        let Some(sampler) = self.samplers.get(name).copied() else {
            return self.fail(span, format!("sampler `{name}` is not declared"));
        };
        let adjacent = self.token == Some(Token::OpenBracket) && self.span.start == span.end;
        let index = if adjacent { self.index(body)? } else { None };
        Ok(SamplerRef { sampler, index })
    }

    fn params(
        &mut self,
        body: &mut Body<'t>,
        ty: impl Fn(Role) -> Type,
        mut push: impl FnMut(Role, Value),
    ) -> Parsed<()> {
        self.expect(Token::OpenBracket, "`[` and the parameters")?;
        while self.token != Some(Token::CloseBracket) {
            let span = self.span.clone();
            let word = self.word("a parameter, `role: value`")?;
            let Some(role) = Role::from_name(word) else {
                return self.fail(span, format!("unknown role `{word}`; roles are {}", Role::names()));
            };
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
            let Some(Token::Number(text)) = self.token else { return self.expected("an offset") };
            *part = match text.parse::<i8>() {
                Ok(value) if (-8..=7).contains(&value) => value,
                _ => return self.fail(self.span.clone(), format!("expected an offset, -8 to 7, found `{text}`")),
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
        self.params(body, |role| literal_type(kind, role), |role, value| params.push((role, value)))?;
        while let Some(Token::Word(word)) = self.token {
            let span = self.span.clone();
            self.advance();
            match word {
                "offset" => op.offset = self.offset()?,
                "channel" => {
                    let span = self.span.clone();
                    let letter = self.word("a channel")?;
                    op.channel = match letter {
                        "r" => 0,
                        "g" => 1,
                        "b" => 2,
                        "a" => 3,
                        _ => return self.fail(span, format!("expected r, g, b or a, found `{letter}`")),
                    };
                }
                "mask" => {
                    let span = self.span.clone();
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
                "residency" => op.residency = true,
                "implicit_lod" => op.implicit_lod = true,
                "kill_pixel" => op.kill_pixel = true,
                "width" => op.width = Some(self.unsigned("the columns", 64)? as u8),
                "plane" => op.plane = self.unsigned("a plane", 3)? as u8,
                "top" => op.field = Field::Top,
                "bottom" => op.field = Field::Bottom,
                _ => return self.fail(span, format!("unknown modifier `{word}`")),
            }
        }
        if self.eat(Token::Comma) {
            let ty = self.ty()?;
            op.data = Some(self.operand(body, Some(ty))?);
        }
        let mut results = [None, None];
        if self.eat(Token::Arrow) {
            results = [Some(self.ty()?), op.has_status().then_some(Type::I1)];
        }
        Ok((InstData::Texture(body.kernel.textures.push(op)), results))
    }

    fn memory(&mut self, body: &mut Body<'t>, kind: MemoryKind) -> Parsed<(InstData, ResultTypes)> {
        let surface = if kind.place.has_surface() { Some(self.surface_ref(body)?) } else { None };
        let mut op = MemoryOp { kind, surface, address: SmallVec::new(), values: SmallVec::new() };
        let address = &mut op.address;
        self.params(body, |_| kind.place.address_type(), |role, value| address.push((role, value)))?;
        while self.eat(Token::Comma) {
            let ty = self.ty()?;
            op.values.push(self.operand(body, Some(ty))?);
        }
        let result = if self.eat(Token::Arrow) { Some(self.ty()?) } else { None };
        Ok((InstData::Memory(body.kernel.memories.push(op)), [result, None]))
    }
}

/// The number of a value without a name; `None` for a name, which may be of digits alone where no text has so many
/// values.
fn number(name: &str) -> Option<usize> {
    if name.len() > 9 {
        return None;
    }
    let mut number = 0;
    for byte in name.bytes() {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = number * 10 + usize::from(digit);
    }
    Some(number)
}

impl<'t> Body<'t> {
    /// The value of that name. A use, which has a span, before the definition makes a value that is missing so far.
    fn value(&mut self, name: &'t str, quoted: bool, use_span: Option<Range<usize>>) -> Value {
        let number = if quoted { None } else { number(name).filter(|number| *number < self.max_numbered) };
        let known = match number {
            Some(number) => self.numbered.get(number).and_then(|value| value.expand()),
            None => self.named.get(name).copied(),
        };
        if let Some(value) = known {
            return value;
        }
        let value = self.kernel.values.push(ValueData { ty: Type::scalar(Scalar::I32), def: ValueDef::Missing });
        match number {
            Some(number) => {
                if number == self.numbered.len() {
                    self.numbered.push(value.into());
                } else {
                    self.numbered.resize(self.numbered.len().max(number + 1), None.into());
                    self.numbered[number] = value.into();
                }
            }
            None => {
                self.named.insert(name, value);
                self.kernel.set_value_name(value, name);
            }
        }
        if let Some(span) = use_span {
            self.forward_values.push((value, name, span));
        }
        value
    }

    fn block(&mut self, name: &'t str, quoted: bool, use_span: Option<Range<usize>>) -> Block {
        let is_number = !quoted && name.bytes().all(|byte| byte.is_ascii_digit());
        if let Some(block) = self.labels.get(&(name, is_number)) {
            return *block;
        }
        let block = self.kernel.blocks.push(BlockData::default());
        self.labels.insert((name, is_number), block);
        if !is_number {
            self.kernel.set_block_name(block, name);
        }
        if let Some(span) = use_span {
            self.forward_blocks.push((block, name, span));
        }
        block
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(text: &str) -> Vec<String> {
        parse(text).expect_err("the text is wrong").iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_a_statement_that_is_not_understood_defines_is_not_missing() {
        let text = "surface t0: 2d f32 @ table 0
kernel @k(%x: i32) {
^entry:
  %texel = load t0 [u: %y, level: %x] -> f32x4
  %red = extract f32x4 %texel, 0
  %sum = fadd f32 %red, %green
  jump ^nowhere
}
";
        let roles = Role::names();
        assert_eq!(
            complaints(text),
            [
                "4:24: `%y` is not defined".to_owned(),
                format!("4:28: unknown role `level`; roles are {roles}"),
                "6:25: `%green` is not defined".to_owned(),
                "7:8: block `^nowhere` is not defined".to_owned(),
            ]
        );
    }

    #[test]
    fn samplers_have_the_state_that_the_program_gives_them() {
        let text = "sampler s0 @ 0 = linear clamp_border unnormalized
sampler s1 @ bindless arg \"smooth\" = nearest mirror
sampler s2 @ 2
";
        let module = parse(text).expect("the text follows the grammar");
        assert_eq!(module.to_string(), text);
        let states: Vec<_> = module.samplers.values().map(|sampler| sampler.state).collect();
        let (linear, nearest) = (SamplerFilter::Linear, SamplerFilter::Nearest);
        let (border, mirror) = (SamplerAddress::ClampBorder, SamplerAddress::Mirror);
        assert_eq!(
            states,
            [
                Some(SamplerState { filter: linear, address: border, unnormalized: true }),
                Some(SamplerState { filter: nearest, address: mirror, unnormalized: false }),
                None
            ]
        );
        for filter in SamplerFilter::NAMES.map(|row| row.0) {
            for address in SamplerAddress::NAMES.map(|row| row.0) {
                let state = SamplerState { filter, address, unnormalized: false };
                let module = parse(&format!("sampler s @ 0 = {state}")).expect("its own text");
                assert_eq!(module.samplers.values().next().and_then(|sampler| sampler.state), Some(state));
            }
        }
    }

    #[test]
    fn a_state_that_is_none_is_answered_with_those_that_there_are() {
        let rows = [
            ("cubic wrap", "1:18: unknown filter `cubic`; known are nearest, linear"),
            ("linear edge", "1:25: unknown address mode `edge`; known are wrap, mirror, clamp, clamp_border"),
            ("", "1:18: expected one of nearest, linear, found the end of the text"),
            ("linear 7", "1:25: expected one of wrap, mirror, clamp, clamp_border, found `7`"),
            (
                "linear\nsampler s1 @ 1",
                "1:24: expected one of wrap, mirror, clamp, clamp_border, found the end of the line",
            ),
        ];
        for (state, complaint) in rows {
            assert_eq!(complaints(&format!("sampler s0 @ 0 = {state}")), [complaint]);
        }
    }
}
