//! Reads texture IR text.

use std::ops::Range;

use cranelift_entity::{EntityList, packed_option::PackedOption};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::kernel::{
    Argument, ArgumentRole, Binding, Block, BlockCall, BlockData, Dimension, InstData, Kernel, Module, Sampler,
    SamplerDecl, Surface, SurfaceDecl, Value, ValueData, ValueDef,
};
use super::lexer::{Lexer, Name, Token};
use super::literal;
use super::memory_op::{MemoryKind, MemoryOp};
use super::mnemonic::Mnemonic;
use super::ops::{Op, Results};
use super::print::literal_type;
use super::sampler_state::{SamplerAddress, SamplerFilter, SamplerState};
use super::texture_op::{ChannelMask, Field, Role, SamplerRef, SurfaceRef, TextureKind, TextureOp};
use super::types::{Scalar, Type};
use crate::source::{ParseError, ParseErrors};
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
        lexer: Lexer::new(text),
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
    /// It stands on the token that is next.
    lexer: Lexer<'t>,
    errors: Vec<ParseError>,
    module: Module,
    surfaces: FxHashMap<&'t [u8], Surface>,
    samplers: FxHashMap<&'t [u8], Sampler>,
}

/// The kernel that is being read, and what its names stand for.
struct Body<'t> {
    text: &'t str,
    kernel: Kernel,
    named: FxHashMap<&'t str, Value>,
    numbered: Vec<PackedOption<Value>>,
    /// Blocks by name, and whether that is a number instead of a name: `^0` is not `^"0"`.
    labels: FxHashMap<(&'t str, bool), Block>,
    /// Uses of values and blocks before their definitions.
    forward_values: Vec<(Value, Range<usize>)>,
    forward_blocks: Vec<(Block, Range<usize>)>,
    defined_blocks: FxHashSet<Block>,
}

impl<'t> Parser<'t> {
    #[inline]
    fn advance(&mut self) {
        if !self.lexer.advance() {
            self.skip_invalid();
        }
    }

    #[cold]
    fn skip_invalid(&mut self) {
        loop {
            self.error_at(self.lexer.span(), format!("`{}` is no token", self.lexer.slice()));
            if self.lexer.advance() {
                break;
            }
        }
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
        let found = match self.lexer.token {
            Token::End => "the end of the text".to_owned(),
            _ => format!("`{}`", self.lexer.slice()),
        };
        self.fail(self.lexer.span(), format!("expected {what}, found {found}"))
    }

    /// Skips what is left of the line in which the last error was found.
    fn recover(&mut self) {
        let from = self.errors.last().map_or(self.lexer.start, |error| error.span.start);
        let end = self.text[from..].find('\n').map_or(self.text.len(), |newline| from + newline);
        while self.lexer.token != Token::End && self.lexer.start < end {
            self.advance();
        }
    }

    #[inline]
    fn eat(&mut self, token: Token) -> bool {
        let found = self.lexer.token == token;
        if found {
            self.advance();
        }
        found
    }

    #[inline]
    fn expect(&mut self, token: Token, what: &str) -> Parsed<()> {
        if self.eat(token) { Ok(()) } else { self.expected(what) }
    }

    /// The next token, if it is a word.
    #[inline]
    fn next_word(&self) -> Option<&'t [u8]> {
        (self.lexer.token == Token::Word).then(|| self.lexer.bytes())
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.next_word() == Some(word.as_bytes());
        if found {
            self.advance();
        }
        found
    }

    fn word(&mut self, what: &str) -> Parsed<&'t str> {
        let (_, span) = self.look_up(what, |_, _| Some(()))?;
        Ok(&self.text[span])
    }

    /// What the next token, a word, stands for, if that is known, and its place.
    #[inline]
    fn look_up<T>(
        &mut self,
        what: &str,
        find: impl FnOnce(&Self, &[u8]) -> Option<T>,
    ) -> Parsed<(Option<T>, Range<usize>)> {
        let Some(word) = self.next_word() else { return self.expected(what) };
        let found = (find(self, word), self.lexer.span());
        self.advance();
        Ok(found)
    }

    fn eat_text(&mut self) -> Option<&'t str> {
        (self.lexer.token == Token::Text).then(|| {
            let text = self.lexer.slice();
            self.advance();
            &text[1..text.len() - 1]
        })
    }

    fn unsigned(&mut self, what: &str, limit: u32) -> Parsed<u32> {
        if self.lexer.token != Token::Number {
            return self.expected(what);
        }
        let digits = self.lexer.slice();
        match digits.parse::<u32>() {
            Ok(number) if number <= limit => {
                self.advance();
                Ok(number)
            }
            _ => self.fail(self.lexer.span(), format!("expected {what}, 0 to {limit}, found `{digits}`")),
        }
    }

    fn ty(&mut self) -> Parsed<Type> {
        match self.next_word().and_then(Type::from_name) {
            Some(ty) => {
                self.advance();
                Ok(ty)
            }
            None => self.expected("a type"),
        }
    }

    fn module(&mut self) {
        while self.lexer.token != Token::End && self.errors.len() < MAX_ERRORS {
            let item = match self.next_word() {
                Some(b"target") => self.target(),
                Some(b"surface") => self.surface(),
                Some(b"sampler") => self.sampler(),
                Some(b"kernel") => self.kernel(),
                _ => self.expected("`target`, `surface`, `sampler` or `kernel`"),
            };
            if item.is_err() {
                self.recover();
            }
        }
    }

    fn target(&mut self) -> Parsed<()> {
        self.advance();
        let span = self.lexer.span();
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
        if self.next_word().is_some_and(|word| word.starts_with(b"simd")) {
            let word = self.lexer.slice();
            match width(word) {
                Some(simd) => self.module.simd = Some(simd),
                None => {
                    return self
                        .fail(self.lexer.span(), format!("unknown width `{word}`; known are simd8, simd16, simd32"));
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
        let name_span = self.lexer.span();
        let name = self.word("the surface's name")?;
        self.expect(Token::Colon, "`:`")?;
        if self.lexer.token != Token::Word {
            return self.expected("a dimension");
        }
        let word = self.lexer.slice();
        let Some(dimension) = Dimension::from_name(word) else {
            let known: Vec<_> = Dimension::all().map(Dimension::name).collect();
            return self.fail(self.lexer.span(), format!("unknown dimension `{word}`; known are {}", known.join(", ")));
        };
        self.advance();
        let element = match self.lexer.token {
            Token::Word => {
                let span = self.lexer.span();
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
            match self.lexer.token {
                Token::Number => Binding::Table(self.unsigned("a binding table entry", u32::MAX)?),
                _ => Binding::Indexed,
            }
        } else {
            return self.expected("`table` or `bindless`");
        };
        let argument = self.argument_name()?;
        let decl = SurfaceDecl { name: name.to_owned(), dimension, element, binding, argument };
        let surface = self.module.surfaces.push(decl);
        if self.surfaces.insert(name.as_bytes(), surface).is_some() {
            return self.fail(name_span, format!("surface `{name}` is declared twice"));
        }
        Ok(())
    }

    fn sampler(&mut self) -> Parsed<()> {
        self.advance();
        let name_span = self.lexer.span();
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
        let state = if self.lexer.token == Token::Equals { Some(self.sampler_state()?) } else { None };
        let sampler = self.module.samplers.push(SamplerDecl { name: name.to_owned(), binding, argument, state });
        if self.samplers.insert(name.as_bytes(), sampler).is_some() {
            return self.fail(name_span, format!("sampler `{name}` is declared twice"));
        }
        Ok(())
    }

    fn sampler_state(&mut self) -> Parsed<SamplerState> {
        let filter = self.next_of("filter", &SamplerFilter::NAMES)?;
        let address = self.next_of("address mode", &SamplerAddress::NAMES)?;
        self.advance();
        Ok(SamplerState { filter, address, unnormalized: self.eat_word(SamplerState::UNNORMALIZED) })
    }

    /// The word of a table behind the next token, on its line: what begins another line is another declaration's.
    fn next_of<T: Copy>(&mut self, what: &str, names: &[(T, &'static str)]) -> Parsed<T> {
        let known = || names.iter().map(|(_, known)| *known).collect::<Vec<_>>().join(", ");
        let end = self.lexer.end;
        self.advance();
        if self.lexer.token != Token::End && self.text[end..self.lexer.start].contains('\n') {
            return self.fail(end..end, format!("expected one of {}, found the end of the line", known()));
        }
        if self.lexer.token != Token::Word {
            return self.expected(&format!("one of {}", known()));
        }
        let word = self.lexer.slice();
        let Some((value, _)) = names.iter().find(|(_, known)| *known == word) else {
            return self.fail(self.lexer.span(), format!("unknown {what} `{word}`; known are {}", known()));
        };
        Ok(*value)
    }

    fn kernel(&mut self) -> Parsed<()> {
        self.advance();
        let name_span = self.lexer.span();
        if self.lexer.token != Token::Global {
            return self.expected("the kernel's name, `@name`");
        }
        let name = name_of(self.lexer.slice());
        self.advance();
        if self.module.kernel(name).is_some() {
            self.error_at(name_span, format!("kernel `{name}` is defined twice"));
        }
        let mut body = Body {
            text: self.text,
            kernel: Kernel::new(name),
            named: FxHashMap::default(),
            numbered: Vec::new(),
            labels: FxHashMap::default(),
            forward_values: Vec::new(),
            forward_blocks: Vec::new(),
            defined_blocks: FxHashSet::default(),
        };
        self.expect(Token::Open, "`(` and the arguments")?;
        while self.lexer.token != Token::Close {
            self.argument(&mut body)?;
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::Close, "`,` or `)`")?;
        self.expect(Token::OpenBrace, "`{`")?;
        let insts = self.instructions_ahead();
        body.kernel.reserve(insts);
        body.numbered.reserve(insts);
        let mut block = None;
        // Statements that were not understood: what they define is not missing.
        let mut skipped: Vec<&str> = Vec::new();
        loop {
            let start = self.lexer.start;
            let line = match self.lexer.token {
                Token::End => return self.expected("an instruction, a block or `}`"),
                Token::CloseBrace => {
                    self.advance();
                    break;
                }
                Token::Label => self.block(&mut body).map(|label| block = Some(label)),
                _ => match block {
                    Some(block) => self.inst(&mut body, block),
                    None => self.expected("a block, `^name:`"),
                },
            };
            if line.is_err() {
                if self.errors.len() >= MAX_ERRORS {
                    return Err(Noted);
                }
                self.recover();
                skipped.push(&self.text[start..self.lexer.start]);
            }
        }
        let defines = |statement: &&str, mark: char, name: &str| {
            let defined = statement.split(['=', '(', ':']).next().unwrap_or_default();
            defined
                .split([' ', ','])
                .any(|word| word.strip_prefix(mark).is_some_and(|word| word.trim_matches('"') == name))
        };
        for (value, span) in std::mem::take(&mut body.forward_values) {
            let name = name_of(&self.text[span.clone()]);
            let is_skipped = || skipped.iter().any(|statement| defines(statement, '%', name));
            if body.kernel.values[value].def == ValueDef::Missing && !is_skipped() {
                self.error_at(span, format!("`%{name}` is not defined"));
            }
        }
        for (block, span) in std::mem::take(&mut body.forward_blocks) {
            let name = name_of(&self.text[span.clone()]);
            let is_skipped = || skipped.iter().any(|statement| defines(statement, '^', name));
            if !body.defined_blocks.contains(&block) && !is_skipped() {
                self.error_at(span, format!("block `^{name}` is not defined"));
            }
        }
        self.module.kernels.push(body.kernel);
        Ok(())
    }

    /// About as many instructions as the kernel has: its text goes on to the next `}`, and few take less than 32 bytes.
    fn instructions_ahead(&self) -> usize {
        let closes = |chunk: &&[u8]| chunk.iter().fold(false, |closes, byte| closes | (*byte == b'}'));
        let chunks = self.text.as_bytes()[self.lexer.start..].chunks(64);
        2 * chunks.take_while(|chunk| !closes(chunk)).count()
    }

    fn argument(&mut self, body: &mut Body<'t>) -> Parsed<()> {
        let name = self.value_name("an argument, `%name: type`")?;
        self.expect(Token::Colon, "`:`")?;
        let uniform = self.eat_word("uniform");
        let ty = self.ty()?;
        let mut role = ArgumentRole::Plain;
        let mut about = None;
        if self.eat(Token::Equals) {
            let span = self.lexer.span();
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
        let value = self.define(body, name)?;
        let index = body.kernel.arguments.len() as u32;
        body.kernel.values[value] = ValueData { ty, def: ValueDef::Argument(index) };
        body.kernel.arguments.push(Argument { value, uniform, role, about });
        Ok(())
    }

    /// The name of a value that is defined here.
    #[inline]
    fn value_name(&mut self, what: &str) -> Parsed<Name> {
        if self.lexer.token != Token::Value {
            return self.expected(what);
        }
        let name = self.lexer.name();
        self.advance();
        Ok(name)
    }

    /// The value of that name, new where nothing has used it; an error where it is defined already.
    #[inline]
    fn define(&mut self, body: &mut Body<'t>, name: Name) -> Parsed<Value> {
        let value = body.value(name, false);
        if body.kernel.values[value].def != ValueDef::Missing {
            return self.fail(name.span(), format!("`%{}` is defined twice", name_of(&self.text[name.span()])));
        }
        Ok(value)
    }

    fn block(&mut self, body: &mut Body<'t>) -> Parsed<Block> {
        let span = self.lexer.span();
        self.advance();
        let block = body.block(span.clone(), false);
        if !body.defined_blocks.insert(block) {
            let name = name_of(&self.text[span.clone()]);
            return self.fail(span, format!("block `^{name}` is defined twice"));
        }
        body.kernel.layout.push(block);
        if self.eat(Token::Open) {
            while self.lexer.token != Token::Close {
                let name = self.value_name("a parameter, `%name: type`")?;
                self.expect(Token::Colon, "`:`")?;
                let ty = self.ty()?;
                let value = self.define(body, name)?;
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
        let (mnemonic, span) = self.look_up("an instruction", |_, word| Mnemonic::from_name(word))?;
        let Some(mnemonic) = mnemonic else {
            return self.fail(span.clone(), format!("unknown instruction `{}`", &self.text[span]));
        };
        let (data, types) = self.operation(body, mnemonic, span.clone())?;
        let count = types.iter().flatten().count();
        if named > 0 && named != count {
            let mnemonic = &self.text[span.clone()];
            return self.fail(span, format!("`{mnemonic}` returns {count} values, {named} are named"));
        }
        let inst = body.kernel.push_inst(data);
        body.kernel.set_location(inst, location);
        body.kernel.blocks[block].insts.push(inst);
        for (ty, name) in types.into_iter().zip([first, second]) {
            let Some(ty) = ty else { break };
            if named == 0 {
                body.kernel.push_result(inst, ty);
            } else if name.number == body.numbered.len() {
                // Most are numbered in order, and not used before.
                body.numbered.push(body.kernel.push_result(inst, ty).into());
            } else {
                let value = self.define(body, name)?;
                body.kernel.define_result(inst, value, ty);
            }
        }
        Ok(())
    }

    /// What follows a mnemonic: the instruction, and the types of its results.
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
            Mnemonic::Extract => {
                let ty = self.ty()?;
                let vector = self.operand(body, Some(ty))?;
                self.expect(Token::Comma, "`,`")?;
                let index = self.unsigned("an element", u32::from(Type::MAX_LANES) - 1)? as u8;
                Ok((InstData::Extract { vector, index }, [Some(Type::scalar(ty.scalar)), None]))
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
        let mut args = EntityList::new();
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
        if !self.eat(Token::OpenBracket) {
            return Ok(None);
        }
        let index = self.operand(body, Some(Type::I32))?;
        self.expect(Token::CloseBracket, "`]`")?;
        Ok(Some(index))
    }

    fn surface_ref(&mut self, body: &mut Body<'t>) -> Parsed<SurfaceRef> {
        let (surface, span) = self.look_up("a surface", |parser, name| parser.surfaces.get(name).copied())?;
        let Some(surface) = surface else {
            return self.fail(span.clone(), format!("surface `{}` is not declared", &self.text[span]));
        };
        // `t0[%i] [u: ..]` has an index; `t0 [u: ..]` begins its parameters. They differ in the space.
        let adjacent = self.lexer.token == Token::OpenBracket && self.lexer.start == span.end;
        let index = if adjacent { self.index(body)? } else { None };
        Ok(SurfaceRef { surface, index })
    }

    fn sampler_ref(&mut self, body: &mut Body<'t>) -> Parsed<SamplerRef> {
        let (sampler, span) = self.look_up("a sampler", |parser, name| parser.samplers.get(name).copied())?;
        let Some(sampler) = sampler else {
            return self.fail(span.clone(), format!("sampler `{}` is not declared", &self.text[span]));
        };
        let adjacent = self.lexer.token == Token::OpenBracket && self.lexer.start == span.end;
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
        while self.lexer.token != Token::CloseBracket {
            let (role, span) = self.look_up("a parameter, `role: value`", |_, word| Role::from_name(word))?;
            let Some(role) = role else {
                let word = &self.text[span.clone()];
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
        self.params(body, |role| literal_type(kind, role), |role, value| params.push((role, value)))?;
        while let Some(word) = self.next_word() {
            let span = self.lexer.span();
            self.advance();
            match word {
                b"offset" => op.offset = self.offset()?,
                b"channel" => {
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
                b"mask" => {
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
                b"residency" => op.residency = true,
                b"implicit_lod" => op.implicit_lod = true,
                b"kill_pixel" => op.kill_pixel = true,
                b"width" => op.width = Some(self.unsigned("the columns", 64)? as u8),
                b"plane" => op.plane = self.unsigned("a plane", 3)? as u8,
                b"top" => op.field = Field::Top,
                b"bottom" => op.field = Field::Bottom,
                _ => {
                    return self.fail(span.clone(), format!("unknown modifier `{}`", &self.text[span]));
                }
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

/// The name in a token that is a mark and a name, which may have quotes.
fn name_of(token: &str) -> &str {
    let name = &token[1..];
    name.strip_prefix('"').map_or(name, |quoted| &quoted[..quoted.len() - 1])
}

impl<'t> Body<'t> {
    /// The value that the next token uses.
    #[inline]
    fn used_value(&mut self, lexer: &Lexer<'t>) -> Value {
        let numbered = self.numbered.get(lexer.number).and_then(|value| value.expand());
        numbered.unwrap_or_else(|| self.value(lexer.name(), true))
    }

    /// The value of that name. A use before the definition makes a value that is missing so far.
    fn value(&mut self, name: Name, is_use: bool) -> Value {
        let text = name_of(&self.text[name.span()]);
        // A name may be of digits alone where no text has so many values.
        let number = Some(name.number).filter(|number| *number < self.text.len());
        let known = match number {
            Some(number) => self.numbered.get(number).and_then(|value| value.expand()),
            None => self.named.get(text).copied(),
        };
        if let Some(value) = known {
            return value;
        }
        let value = self.kernel.values.push(ValueData { ty: Type::scalar(Scalar::I32), def: ValueDef::Missing });
        match number {
            Some(number) => {
                if number >= self.numbered.len() {
                    self.numbered.resize(number + 1, None.into());
                }
                self.numbered[number] = value.into();
            }
            None => {
                self.named.insert(text, value);
                self.kernel.set_value_name(value, text);
            }
        }
        if is_use {
            self.forward_values.push((value, name.span()));
        }
        value
    }

    /// The block that the token there names. A use before the definition makes a block.
    fn block(&mut self, span: Range<usize>, is_use: bool) -> Block {
        let token = &self.text[span.clone()];
        let is_number = token[1..].bytes().all(|byte| byte.is_ascii_digit());
        let name = name_of(token);
        if let Some(block) = self.labels.get(&(name, is_number)) {
            return *block;
        }
        let block = self.kernel.blocks.push(BlockData::default());
        self.labels.insert((name, is_number), block);
        if !is_number {
            self.kernel.set_block_name(block, name);
        }
        if is_use {
            self.forward_blocks.push((block, span));
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
