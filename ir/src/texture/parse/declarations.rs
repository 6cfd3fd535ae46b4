//! Parses what is outside of kernels: the target, surfaces, samplers and constant memory.

use super::super::declarations::{Binding, ConstantDecl, Dimension, SamplerDecl, SurfaceDecl};
use super::super::lexer::Token;
use super::super::sampler_state::{SamplerAddress, SamplerFilter, SamplerState};
use super::super::word::Word;
use super::{Parsed, Parser};
use crate::expected_one_of;
use crate::target::{SimdWidth, Target};

fn unknown_width(word: &str) -> String {
    let known = SimdWidth::ALL.map(|width| width.to_string());
    format!("unknown width `{word}`; {}", expected_one_of(word, known.iter().map(String::as_str)))
}

impl Parser<'_> {
    pub(super) fn target(&mut self) -> Parsed<()> {
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
                None => self.fail(span, unknown_width(word)),
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
                None => return self.fail(self.lexer.span(), unknown_width(word)),
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

    pub(super) fn surface(&mut self) -> Parsed<()> {
        self.advance();
        let name_span = self.lexer.span();
        let name = self.word("the surface's name")?;
        self.expect(Token::Colon, "`:`")?;
        if self.lexer.token != Token::Word {
            return self.expected("a dimension");
        }
        let word = self.lexer.slice();
        let Some(dimension) = Dimension::from_name(word) else {
            let known = expected_one_of(word, Dimension::all().map(Dimension::name));
            return self.fail(self.lexer.span(), format!("unknown dimension `{word}`; {known}"));
        };
        self.advance();
        let element = match self.lexer.token {
            Token::Word => {
                let span = self.lexer.span();
                let ty = self.ty()?;
                if !ty.is_scalar() {
                    return self.fail(span, format!("expected a scalar type, found `{ty}`"));
                }
                Some(ty.scalar)
            }
            _ => None,
        };
        self.lexer.split_at();
        self.expect(Token::At, "`@` and where the surface is found")?;
        let binding = if self.eat_word("bindless") {
            Binding::Bindless
        } else if self.eat_word("table") {
            match self.lexer.token {
                Token::Number => Binding::Table(self.unsigned("a binding table entry", u32::MAX)?),
                _ => Binding::Indexed,
            }
        } else {
            return self.expected_near("`table` or `bindless`", &["table", "bindless"]);
        };
        let argument = self.argument_name()?;
        let decl = SurfaceDecl { name: name.to_owned(), dimension, element, binding, argument };
        let surface = self.module.surfaces.push(decl);
        if self.surfaces.insert(Word::of(name.as_bytes()), surface).is_some() {
            return self.fail(name_span, format!("surface `{name}` is declared twice; rename one"));
        }
        Ok(())
    }

    pub(super) fn sampler(&mut self) -> Parsed<()> {
        self.advance();
        let name_span = self.lexer.span();
        let name = self.word("the sampler's name")?;
        self.lexer.split_at();
        self.expect(Token::At, "`@` and where the sampler is found")?;
        let binding = if self.eat_word("bindless") {
            Binding::Bindless
        } else if self.eat_word("table") {
            Binding::Indexed
        } else if self.lexer.token == Token::Word {
            return self.expected_near("a sampler table entry, `table` or `bindless`", &["table", "bindless"]);
        } else {
            Binding::Table(self.unsigned("a sampler table entry, `table` or `bindless`", u32::MAX)?)
        };
        let argument = self.argument_name()?;
        let state = if self.lexer.token == Token::Equals { Some(self.sampler_state()?) } else { None };
        let sampler = self.module.samplers.push(SamplerDecl { name: name.to_owned(), binding, argument, state });
        if self.samplers.insert(Word::of(name.as_bytes()), sampler).is_some() {
            return self.fail(name_span, format!("sampler `{name}` is declared twice; rename one"));
        }
        Ok(())
    }

    /// `constant ".str" = "0102 03"`, `variable "count" = "00000000"`
    pub(super) fn constant_memory(&mut self, is_variable: bool) -> Parsed<()> {
        self.advance();
        let Some(symbol) = self.eat_text() else {
            return self.expected("the name of constant memory or of a global variable in quotes");
        };
        self.expect(Token::Equals, "`=`")?;
        let span = self.lexer.span();
        let Some(text) = self.eat_text() else {
            return self.expected("its bytes in quotes, two hexadecimal digits each");
        };
        let digits: Option<Vec<u8>> = text
            .bytes()
            .filter(|byte| *byte != b' ')
            .map(|byte| char::from(byte).to_digit(16).map(|digit| digit as u8))
            .collect();
        let Some(digits) = digits.filter(|digits| digits.len().is_multiple_of(2)) else {
            return self.fail(span, "expected bytes, two hexadecimal digits each; blanks may stand between them");
        };
        let bytes = digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect();
        self.module.constants.push(ConstantDecl { symbol: symbol.to_owned(), bytes, is_variable });
        Ok(())
    }

    fn sampler_state(&mut self) -> Parsed<SamplerState> {
        let filter = self.next_of("filter", &SamplerFilter::NAMES)?;
        let address = self.next_of("address mode", &SamplerAddress::NAMES)?;
        self.advance();
        Ok(SamplerState { filter, address, unnormalized: self.eat_word(SamplerState::UNNORMALIZED) })
    }

    /// The row of a table that the word behind the next token names; the word must be on the same line.
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
            let known = expected_one_of(word, names.iter().map(|(_, known)| *known));
            return self.fail(self.lexer.span(), format!("unknown {what} `{word}`; {known}"));
        };
        Ok(*value)
    }
}
