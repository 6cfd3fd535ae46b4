//! Parses texture IR text.

mod body;
mod declarations;
mod instructions;

use std::ops::Range;

use rustc_hash::FxHashMap;

use self::body::{Body, name_of};
use super::entities::{Block, SamplerId, SurfaceId, Value};
use super::kernel::{
    Argument, ArgumentRole, MAX_GROUP_ITEMS, Module, ValueData, ValueDef, is_group_size, wrong_group_size,
};
use super::lexer::{Lexer, Token, ValueName};
use super::memory_op::MAX_SCRATCH_BYTES;
use super::types::Type;
use super::word::Word;
use crate::source::{ParseError, ParseErrors};
use crate::{expected_one_of, nearest};

/// After this many errors the parser stops.
const MAX_ERRORS: usize = 50;

/// What a declaration or a kernel begins with.
const DECLARATIONS: [&str; 6] = ["target", "surface", "sampler", "constant", "variable", "kernel"];
/// What may stand behind the arguments of a kernel, in this order.
const CLAUSES: [&str; 3] = ["scratch", "group", "may_flush_denormals"];

/// Parses a module. After an error the parser continues with the next line, so that one run reports every wrong line.
///
/// # Errors
///
/// Everything that does not follow the grammar, in the order of the text. [`verify`](super::verify()) then checks types,
/// roles and modifiers.
pub fn parse(text: &str) -> Result<Module, ParseErrors> {
    parse_statements(text, None).0
}

/// The kind of a statement of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StatementKind {
    /// The target, or a declaration.
    Declaration,
    /// What stands before the blocks of a kernel.
    Kernel,
    /// The label of a block.
    Label,
    /// An instruction.
    Instruction,
    /// The end of a kernel, `}`.
    End,
}

/// Where a statement begins, and its kind.
pub(super) type Statement = (usize, StatementKind);

/// Parses a module, and says where each statement begins where `statements` takes it.
pub(super) fn parse_statements(
    text: &str,
    statements: Option<Vec<Statement>>,
) -> (Result<Module, ParseErrors>, Vec<Statement>) {
    let mut parser = Parser {
        text,
        lexer: Lexer::new(text),
        errors: Vec::new(),
        module: Module::default(),
        surfaces: FxHashMap::default(),
        samplers: FxHashMap::default(),
        statements,
    };
    parser.advance();
    parser.module();
    parser.errors.sort_by_key(|error| error.span.start);
    let result = if parser.errors.is_empty() { Ok(parser.module) } else { Err(ParseErrors(parser.errors)) };
    (result, parser.statements.unwrap_or_default())
}

/// The question after the near one of `names`, which have that mark, behind a message about `name`.
fn did_you_mean<'n>(name: &str, mark: char, names: impl IntoIterator<Item = &'n str>) -> String {
    nearest(name, names).map_or_else(String::new, |near| format!("; did you mean `{mark}{near}`?"))
}

/// The error is recorded; the caller continues with the next line.
struct Noted;

type Parsed<T> = Result<T, Noted>;

struct Parser<'t> {
    text: &'t str,
    /// The lexer, at the next token.
    lexer: Lexer<'t>,
    errors: Vec<ParseError>,
    module: Module,
    surfaces: FxHashMap<Word<'t>, SurfaceId>,
    samplers: FxHashMap<Word<'t>, SamplerId>,
    /// The statements so far, where they are asked for.
    statements: Option<Vec<Statement>>,
}

impl<'t> Parser<'t> {
    #[inline]
    fn advance(&mut self) {
        self.lexer.advance();
        if self.lexer.token == Token::Invalid {
            self.skip_invalid();
        }
    }

    #[cold]
    fn skip_invalid(&mut self) {
        while self.lexer.token == Token::Invalid {
            let word = self.lexer.slice();
            // A name with other characters is an error once, and then a name like any other.
            let name = match word.as_bytes() {
                [b'%', _, ..] => Some(Token::Value),
                [b'@', _, ..] => Some(Token::Global),
                [b'^', _, ..] => Some(Token::Label),
                _ => None,
            };
            let message = match name {
                Some(_) => {
                    format!("invalid name `{word}`; expected A-Z, a-z, 0-9, `_`, `.`, `$`, `-`, or a name in quotes")
                }
                None => format!("unexpected `{word}`; remove it"),
            };
            if !self.errors.iter().any(|error| name.is_some() && error.message == message) {
                self.error_at(self.lexer.span(), message);
            }
            match name {
                Some(name) => self.lexer.token = name,
                None => self.lexer.advance(),
            }
        }
    }

    /// Notes that a statement begins at the token.
    #[inline]
    fn begin(&mut self, kind: StatementKind) {
        if let Some(statements) = &mut self.statements {
            statements.push((self.lexer.start, kind));
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

    /// The same with the nearest of these words, where one is near.
    #[cold]
    fn expected_near<T>(&mut self, what: &str, words: &[&str]) -> Parsed<T> {
        let found = self.lexer.slice();
        let near = (self.lexer.token == Token::Word).then(|| nearest(found, words.iter().copied())).flatten();
        match near {
            Some(near) => {
                self.fail(self.lexer.span(), format!("expected {what}, found `{found}`; did you mean `{near}`?"))
            }
            None => self.expected(what),
        }
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
        if self.lexer.token != Token::Word {
            return self.expected(what);
        }
        let word = self.lexer.slice();
        self.advance();
        Ok(word)
    }

    /// What the next token, a word, names.
    #[inline]
    fn look_up<T>(
        &mut self,
        what: &str,
        find: impl FnOnce(&Self, &[u8]) -> Option<T>,
        unknown: impl FnOnce(&Self, &str) -> String,
    ) -> Parsed<T> {
        let Some(word) = self.next_word() else { return self.expected(what) };
        let found = find(self, word);
        let span = self.lexer.span();
        self.advance();
        match found {
            Some(found) => Ok(found),
            None => {
                let message = unknown(self, &self.text[span.clone()]);
                self.fail(span, message)
            }
        }
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

    /// `[8, 4, 1]`: the work items of a group.
    fn group_size(&mut self) -> Parsed<[u32; 3]> {
        let start = self.lexer.span();
        self.expect(Token::OpenBracket, "`[` and the work items of a group along x, y and z")?;
        let mut size = [0; 3];
        for (axis, items) in size.iter_mut().enumerate() {
            if axis > 0 {
                self.expect(Token::Comma, "`,` and the work items along the next axis")?;
            }
            *items = self.unsigned("work items of a group", MAX_GROUP_ITEMS)?;
        }
        self.expect(Token::CloseBracket, "`]`")?;
        if is_group_size(size) { Ok(size) } else { self.fail(start, wrong_group_size(size)) }
    }

    fn ty(&mut self) -> Parsed<Type> {
        match self.next_word().and_then(Type::from_name) {
            Some(ty) => {
                self.advance();
                Ok(ty)
            }
            None => {
                let types: Vec<String> = Type::written().collect();
                self.expected_near("a type", &types.iter().map(String::as_str).collect::<Vec<_>>())
            }
        }
    }

    fn module(&mut self) {
        while self.lexer.token != Token::End && self.errors.len() < MAX_ERRORS {
            let start = self.lexer.start;
            let is_kernel = self.next_word() == Some(b"kernel");
            self.begin(if is_kernel { StatementKind::Kernel } else { StatementKind::Declaration });
            let item = match self.next_word() {
                Some(b"target") => self.target(),
                Some(b"surface") => self.surface(),
                Some(b"sampler") => self.sampler(),
                Some(b"constant") => self.constant_memory(false),
                Some(b"variable") => self.constant_memory(true),
                Some(b"kernel") => self.kernel(),
                _ => self
                    .expected_near("`target`, `surface`, `sampler`, `constant`, `variable` or `kernel`", &DECLARATIONS),
            };
            if item.is_err() {
                self.recover();
                // What else stands in a kernel without a header says nothing.
                let skipped = &self.text[start..self.lexer.start];
                if (is_kernel || skipped.contains('{')) && !skipped.contains('}') {
                    self.skip_kernel();
                }
                self.declare_skipped(&self.text[start..self.lexer.start]);
            }
        }
    }

    /// Skips what is left of a kernel: to behind its `}`, or to the next kernel.
    fn skip_kernel(&mut self) {
        while self.lexer.token != Token::End && self.next_word() != Some(b"kernel") {
            if self.eat(Token::CloseBrace) {
                return;
            }
            self.lexer.advance();
        }
    }

    /// Declares the surface or sampler of a declaration with an error, so that its uses are no further errors.
    fn declare_skipped(&mut self, declaration: &'t str) {
        let mut words = declaration.split([' ', ':', '@', '\n']).filter(|word| !word.is_empty());
        match (words.next(), words.next()) {
            (Some("surface"), Some(name)) => {
                self.surfaces.entry(Word::of(name.as_bytes())).or_insert(SurfaceId::from_u32(0));
            }
            (Some("sampler"), Some(name)) => {
                self.samplers.entry(Word::of(name.as_bytes())).or_insert(SamplerId::from_u32(0));
            }
            _ => {}
        }
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
            self.error_at(name_span, format!("kernel `{name}` is defined twice; rename one"));
        }
        let mut body = Body::new(self.text, name);
        self.expect(Token::Open, "`(` and the arguments")?;
        while self.lexer.token != Token::Close {
            self.argument(&mut body)?;
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::Close, "`,` or `)`")?;
        if self.eat_word("scratch") {
            body.kernel.scratch_bytes = self.unsigned("bytes of scratch memory of a lane", MAX_SCRATCH_BYTES)?;
        }
        if self.eat_word("group") {
            body.kernel.group_size = Some(self.group_size()?);
        }
        body.kernel.may_flush_denormals = self.eat_word("may_flush_denormals");
        if self.lexer.token == Token::Word {
            let (order, word) = (CLAUSES.join("`, `"), self.lexer.slice());
            if CLAUSES.contains(&word) {
                let message =
                    format!("`{word}` stands behind what follows it, or is there twice; the order is `{order}`");
                return self.fail(self.lexer.span(), message);
            }
            return self.expected_near(&format!("`{order}` or `{{`"), &CLAUSES);
        }
        self.expect(Token::OpenBrace, "`{`")?;
        let insts = self.instructions_ahead();
        body.kernel.reserve(insts);
        body.numbered.reserve(insts);
        let mut block = None;
        // Statements with errors: the values and blocks that they define are not reported as undefined.
        let mut skipped: Vec<&str> = Vec::new();
        loop {
            let start = self.lexer.start;
            self.begin(match self.lexer.token {
                Token::CloseBrace => StatementKind::End,
                Token::Label => StatementKind::Label,
                _ => StatementKind::Instruction,
            });
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
                let names =
                    body.kernel.values.keys().filter(|known| body.kernel.values[*known].def != ValueDef::Missing);
                let near = did_you_mean(name, '%', names.filter_map(|known| body.kernel.value_name(known)));
                self.error_at(span, format!("`%{name}` is not defined{near}"));
            }
        }
        for (block, span) in std::mem::take(&mut body.forward_blocks) {
            let name = name_of(&self.text[span.clone()]);
            let is_skipped = || skipped.iter().any(|statement| defines(statement, '^', name));
            if !body.defined_blocks.contains(&block) && !is_skipped() {
                let names = body.kernel.layout.iter().filter_map(|block| body.kernel.block_name(*block));
                let near = did_you_mean(name, '^', names);
                self.error_at(span, format!("block `^{name}` is not defined{near}"));
            }
        }
        body.kernel.set_numbers(body.numbered);
        self.module.kernels.push(body.kernel);
        Ok(())
    }

    /// An estimate of the number of instructions: the kernel ends at the next `}`, and few instructions have less than 32
    /// bytes.
    fn instructions_ahead(&self) -> usize {
        let (chunks, _) = self.lexer.rest().as_chunks::<64>();
        let closes = |chunk: &&[u8; 64]| chunk.iter().fold(false, |closes, byte| closes | (*byte == b'}'));
        2 * chunks.iter().take_while(|chunk| !closes(chunk)).count()
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
            let word = self.word("an argument role")?;
            match ArgumentRole::from_name(word) {
                Some(known) => role = known,
                None => {
                    let known = expected_one_of(word, ArgumentRole::all().map(ArgumentRole::name));
                    return self.fail(span, format!("unknown role `{word}`; {known}"));
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
    fn value_name(&mut self, what: &str) -> Parsed<ValueName> {
        if self.lexer.token != Token::Value {
            return self.expected(what);
        }
        let name = self.lexer.name();
        self.advance();
        Ok(name)
    }

    /// The value of that name, new if nothing has used it; an error if it is defined already.
    #[inline]
    fn define(&mut self, body: &mut Body<'t>, name: ValueName) -> Parsed<Value> {
        let value = body.value(name, false);
        if body.kernel.values[value].def != ValueDef::Missing {
            return self
                .fail(name.span(), format!("`%{}` is defined twice; rename one", name_of(&self.text[name.span()])));
        }
        Ok(value)
    }

    fn block(&mut self, body: &mut Body<'t>) -> Parsed<Block> {
        let span = self.lexer.span();
        self.advance();
        let block = body.block(span.clone(), false);
        if !body.defined_blocks.insert(block) {
            let name = name_of(&self.text[span.clone()]);
            return self.fail(span, format!("block `^{name}` is defined twice; rename one"));
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
}

#[cfg(test)]
mod tests {
    use super::super::sampler_state::{SamplerAddress, SamplerFilter, SamplerState};
    use super::super::texture_op::Role;
    use super::*;

    fn complaints(text: &str) -> Vec<String> {
        parse(text).expect_err("the text is wrong").iter().map(ToString::to_string).collect()
    }

    #[test]
    fn definitions_in_statements_with_errors_are_not_reported_as_missing() {
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
                format!("4:28: unknown role `level`; expected one of {roles}"),
                "6:25: `%green` is not defined".to_owned(),
                "7:8: block `^nowhere` is not defined".to_owned(),
            ]
        );
    }

    #[test]
    fn names_of_digits_are_numbers_where_the_text_may_have_so_many_values() {
        let text = |last: usize| {
            let next = last + 1;
            format!(
                "kernel @k(%x: i32) {{\n^e:\n  %{next} = add i32 %{last}, 0\n  %{last} = add i32 %x, 1\n  return\n}}\n"
            )
        };
        let length = text(10).len();
        let module = parse(&text(length - 1)).expect("the text follows the grammar");
        let kernel = module.kernels.values().next().expect("a kernel");
        let names: Vec<_> = kernel.insts.keys().flat_map(|inst| kernel.results(inst)).collect();
        assert_eq!(kernel.value_name(names[0]), Some(length.to_string().as_str()));
        assert_eq!(kernel.value_name(names[1]), None);
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
    fn a_wrong_declaration_or_name_is_one_error() {
        let text = "surface t0: 2d f99 @ table 0
kernel @k(%x: i32) {
^entry:
  %téxel = load t0 [u: %x] -> f32x4
  %a = extract f32x4 %téxel, 0
  return
}
";
        let complaints = complaints(text);
        assert_eq!(complaints.len(), 2, "{complaints:?}");
        assert!(complaints[1].starts_with("4:3: invalid name `%téxel`; expected A-Z"), "{complaints:?}");
    }

    #[test]
    fn a_name_whose_quotes_do_not_end_may_end_in_any_letter() {
        let text = "surface t0: 2d f32 @ table 0
kernel @k(%x: i32) {
^entry:
  %a = load t0 [u: %x, v: %\"y] -> f32x\u{fffd}
  return
}
";
        let complaints = complaints(text);
        assert!(complaints.iter().any(|complaint| complaint.starts_with("4:")), "{complaints:?}");
    }

    #[test]
    fn an_unknown_word_is_answered_with_the_nearest_that_is_known() {
        let unknown = |line: &str| {
            complaints(&format!("surface t0: 2d f32 @ table 0\nkernel @k(%x: i32) {{\n^e:\n  {line}\n  return\n}}\n"))
        };
        assert_eq!(unknown("%a = add i32 %xx, 1"), ["4:16: `%xx` is not defined; did you mean `%x`?"]);
        assert_eq!(unknown("%a = fadd f23 1.0, 1.0"), ["4:13: expected a type, found `f23`; did you mean `f32`?"]);
        assert_eq!(unknown("%a = LOAD t0 [u: %x] -> f32x4"), ["4:8: unknown instruction `LOAD`; did you mean `load`?"]);
        assert_eq!(
            unknown("%a = load t0 [u: %x] offsets(1, 0, 0) -> f32x4"),
            ["4:24: unknown modifier `offsets`; did you mean `offset`? Expected one of offset, mask, residency"]
        );
    }

    #[test]
    fn a_wrong_header_is_one_error() {
        const BODY: &str = " {\n^e:\n  %y = add i32 %x, 1\n  return\n}\n";
        let header = |header: &str| complaints(&format!("{header}{BODY}surfac t0: 2d @ table 0\n"));
        let last = "6:1: expected `target`, `surface`, `sampler`, `constant`, `variable` or `kernel`, found `surfac`; did you mean `surface`?";
        let declarations = "expected `target`, `surface`, `sampler`, `constant`, `variable` or `kernel`";
        let clauses = "expected `scratch`, `group`, `may_flush_denormals` or `{`";
        for (text, expected) in [
            ("kernl @k(%x: i32)", format!("1:1: {declarations}, found `kernl`; did you mean `kernel`?")),
            ("kernel k(%x: i32)", "1:8: expected the kernel's name, `@name`, found `k`".to_owned()),
            ("kernel @k(%x: i23)", "1:15: expected a type, found `i23`; did you mean `i32`?".to_owned()),
            ("kernel @k(%x: i32) scrach 64", format!("1:20: {clauses}, found `scrach`; did you mean `scratch`?")),
            ("kernel @k(%x: i32) fast", format!("1:20: {clauses}, found `fast`")),
            (
                "kernel @k(%x: i32) group [8, 1, 1] scratch 64",
                "1:36: `scratch` stands behind what follows it, or is there twice; the order is `scratch`, `group`, `may_flush_denormals`"
                    .to_owned(),
            ),
        ] {
            assert_eq!(header(text), [expected, last.to_owned()]);
        }
        for (text, expected) in [
            ("surface t0: 2d @ tabel 0", "1:18: expected `table` or `bindless`, found `tabel`; did you mean `table`?"),
            (
                "sampler s0 @ tabel",
                "1:14: expected a sampler table entry, `table` or `bindless`, found `tabel`; did you mean `table`?",
            ),
        ] {
            assert_eq!(complaints(text), [expected]);
        }
    }

    #[test]
    fn blanks_are_not_needed_between_tokens_and_mean_nothing() {
        let text = "surface t0:2d f32@table
surface b0:raw@table 1
sampler s0@table
kernel@k(%x:i32,%i:uniform i32){
^e:
%t=sample t0[%i],s0[%i][u:1.0,v:2.0]->f32x4
%l=load t0 [ %i ]
 [ u : %x ] -> f32x4
%m=load t0[
 i32 3][u:%x]->f32x4
%r=load_raw b0[x:%x]->i32
store_raw b0 [ x: %x ], i32 %r
return
}";
        let expected = "surface t0: 2d f32 @ table
surface b0: raw @ table 1
sampler s0 @ table

kernel @k(%x: i32, %i: uniform i32) {
^e:
  %t = sample t0[%i], s0[%i] [u: 1.0, v: 2.0] -> f32x4
  %l = load t0[%i] [u: %x] -> f32x4
  %m = load t0[3] [u: %x] -> f32x4
  %r = load_raw b0 [x: %x] -> i32
  store_raw b0 [x: %x], i32 %r
  return
}
";
        assert_eq!(parse(text).expect("a module").to_string(), expected);
        let one_line = "surface t0:2d f32@table 0\nkernel@k(%x:i32){\n^e:\n%t=load t0[u:%x]->f32x4\nreturn\n}";
        let formatted = super::super::format(one_line).expect("a module");
        assert_eq!(formatted, parse(one_line).expect("a module").to_string());
    }

    #[test]
    fn an_unknown_sampler_state_is_answered_with_the_known_ones() {
        let rows = [
            ("cubic wrap", "1:18: unknown filter `cubic`; expected one of nearest, linear"),
            ("linear edge", "1:25: unknown address mode `edge`; expected one of wrap, mirror, clamp, clamp_border"),
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

    #[test]
    fn denormals_that_may_be_zeros_are_read_and_written() {
        let text = "kernel @k() scratch 64 group [8, 4, 1] may_flush_denormals {\n^entry:\n  return\n}\n";
        let module = parse(text).expect("a kernel");
        assert!(module.kernels.values().all(|kernel| kernel.may_flush_denormals));
        assert_eq!(module.to_string(), text);
    }

    #[test]
    fn sizes_of_groups_are_read_and_written() {
        let kernel = |behind: &str| format!("kernel @k(){behind} {{\n^entry:\n  return\n}}\n");
        for (behind, size) in
            [("", None), (" group [8, 4, 1]", Some([8, 4, 1])), (" scratch 64 group [1, 1, 1024]", Some([1, 1, 1024]))]
        {
            let module = parse(&kernel(behind)).expect("a kernel");
            let (id, _) = module.kernels.iter().next().expect("one");
            assert_eq!(module.kernels[id].group_size, size);
            assert_eq!(module.to_string(), kernel(behind));
        }
        let said = |behind: &str| parse(&kernel(behind)).expect_err("no group")[0].message.clone();
        let wrong = "work items; expected at least 1 along each axis and at most 1024 in all";
        assert_eq!(said(" group [8, 0, 1]"), format!("a group of 8 x 0 x 1 {wrong}"));
        assert_eq!(said(" group [32, 33, 1]"), format!("a group of 32 x 33 x 1 {wrong}"));
        assert!(
            said(" group [1025, 1, 1]").starts_with("expected work items of a group, 0 to 1024"),
            "{}",
            said(" group [1025, 1, 1]")
        );
        assert!(said(" group [8, 4]").contains("`,` and the work items along the next axis"));
        assert!(said(" group 8").contains("`[` and the work items of a group along x, y and z"));
    }
}
