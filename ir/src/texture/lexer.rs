//! The tokens of texture IR text.

use std::ops::Range;

/// The line that is being read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Its number; the first is 1.
    pub number: u32,
    /// Where it begins.
    pub start: usize,
}

/// A token. `;` starts a comment that ends with its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// `%name` or `%"any name"`; without the mark and the quotes.
    Value(&'t str),
    /// `@name`
    Global(&'t str),
    /// `^name`
    Label(&'t str),
    /// A keyword, a mnemonic, a type, or the name of a surface or sampler: `[A-Za-z_][A-Za-z0-9_.]*`, `[0-9]d[a-z_]*`.
    Word(&'t str),
    /// An integer or a float: `-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?`, `0x[0-9a-fA-F]+`, `-inf`.
    Number(&'t str),
    /// `"text"`, without the quotes.
    Text(&'t str),
    /// `->`
    Arrow,
    /// `@`
    At,
    /// `=`
    Equals,
    /// `:`
    Colon,
    /// `,`
    Comma,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// What is none of these.
    Wrong,
    /// The end of the text.
    End,
}

/// What a byte may be part of, as bits.
type Classes = u8;

/// A name behind its mark.
const NAME: Classes = 1;
/// The first byte of a global's name.
const GLOBAL: Classes = 2;
/// A word.
const WORD: Classes = 4;
/// A decimal number.
const DIGIT: Classes = 8;
/// A hexadecimal number.
const HEX: Classes = 16;
/// A dimension, behind its digit and `d`.
const DIMENSION: Classes = 32;

/// The classes of every byte.
const CLASSES: [Classes; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'0'..=b'9' => NAME | WORD | DIGIT | HEX,
            b'a'..=b'f' => NAME | GLOBAL | WORD | HEX | DIMENSION,
            b'g'..=b'z' => NAME | GLOBAL | WORD | DIMENSION,
            b'A'..=b'F' => NAME | GLOBAL | WORD | HEX,
            b'G'..=b'Z' => NAME | GLOBAL | WORD,
            b'_' => NAME | GLOBAL | WORD | DIMENSION,
            b'$' => NAME | GLOBAL,
            b'.' => NAME | WORD,
            b'-' => NAME,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

/// Where the bytes of `class` end that stand in `bytes` from `at` on.
#[inline]
fn run(bytes: &[u8], at: usize, class: Classes) -> usize {
    let mut end = at;
    while end < bytes.len() && CLASSES[usize::from(bytes[end])] & class != 0 {
        end += 1;
    }
    end
}

#[inline]
fn is(bytes: &[u8], at: usize, class: Classes) -> bool {
    bytes.get(at).is_some_and(|byte| CLASSES[usize::from(*byte)] & class != 0)
}

/// Where the digits, the fraction and the exponent of a decimal number end, of which the first digit is at `at`.
fn number_end(bytes: &[u8], at: usize) -> usize {
    let mut end = run(bytes, at, DIGIT);
    if bytes.get(end) == Some(&b'.') && is(bytes, end + 1, DIGIT) {
        end = run(bytes, end + 1, DIGIT);
    }
    if let Some(b'e' | b'E') = bytes.get(end) {
        let digits = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if is(bytes, digits, DIGIT) {
            end = run(bytes, digits, DIGIT);
        }
    }
    end
}

/// Cuts a text into tokens.
pub(super) struct Lexer<'t> {
    text: &'t str,
    /// The token that was read last.
    start: usize,
    end: usize,
    line: Line,
}

impl<'t> Lexer<'t> {
    /// The tokens of `text`.
    pub fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text, start: 0, end: 0, line: Line { number: 1, start: 0 } }
    }

    /// The bytes of the last token.
    #[inline]
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    /// The line of the last token.
    #[inline]
    pub fn line(&self) -> Line {
        self.line
    }

    /// Reads the next token.
    pub fn next_token(&mut self) -> Token<'t> {
        let bytes = self.text.as_bytes();
        let mut start = self.end;
        let byte = loop {
            match bytes.get(start) {
                Some(b' ' | b'\t' | b'\r') => start += 1,
                Some(b'\n') => {
                    start += 1;
                    self.line = Line { number: self.line.number + 1, start };
                }
                Some(b';') => start = self.comment_end(start),
                Some(byte) => break *byte,
                None => {
                    (self.start, self.end) = (start, start);
                    return Token::End;
                }
            }
        };
        self.start = start;
        let punctuation = match byte {
            b'%' => return self.name(NAME).map_or_else(|| self.wrong(), Token::Value),
            b'^' => return self.name(NAME).map_or_else(|| self.wrong(), Token::Label),
            b'@' => match self.name(GLOBAL) {
                Some(name) => return Token::Global(name),
                None => Token::At,
            },
            b'"' => return self.quoted(start).map_or_else(|| self.wrong(), Token::Text),
            b'A'..=b'Z' | b'a'..=b'z' | b'_' => return Token::Word(self.until(run(bytes, start + 1, WORD))),
            b'0'..=b'9' => {
                return match bytes.get(start + 1) {
                    Some(b'd') => Token::Word(self.until(run(bytes, start + 2, DIMENSION))),
                    Some(b'x') if byte == b'0' && is(bytes, start + 2, HEX) => {
                        Token::Number(self.until(run(bytes, start + 2, HEX)))
                    }
                    _ => Token::Number(self.until(number_end(bytes, start))),
                };
            }
            b'-' => {
                return match bytes.get(start + 1) {
                    Some(b'>') => {
                        self.end = start + 2;
                        Token::Arrow
                    }
                    Some(b'0'..=b'9') => Token::Number(self.until(number_end(bytes, start + 1))),
                    _ if bytes[start..].starts_with(b"-inf") => Token::Number(self.until(start + 4)),
                    _ => self.wrong(),
                };
            }
            b'=' => Token::Equals,
            b':' => Token::Colon,
            b',' => Token::Comma,
            b'(' => Token::Open,
            b')' => Token::Close,
            b'[' => Token::OpenBracket,
            b']' => Token::CloseBracket,
            b'{' => Token::OpenBrace,
            b'}' => Token::CloseBrace,
            _ => return self.wrong(),
        };
        self.end = start + 1;
        punctuation
    }

    #[cold]
    fn comment_end(&self, start: usize) -> usize {
        self.text[start..].find('\n').map_or(self.text.len(), |length| start + length)
    }

    /// Ends the token at `end`, and returns its text.
    #[inline]
    fn until(&mut self, end: usize) -> &'t str {
        self.end = end;
        &self.text[self.start..end]
    }

    /// Ends the token with the name behind its mark: one that begins with a byte of class `first`, or a quoted one.
    #[inline]
    fn name(&mut self, first: Classes) -> Option<&'t str> {
        let bytes = self.text.as_bytes();
        let start = self.start + 1;
        if is(bytes, start, first) {
            self.end = run(bytes, start + 1, NAME);
            return Some(&self.text[start..self.end]);
        }
        if bytes.get(start) == Some(&b'"') { self.quoted(start) } else { None }
    }

    /// Ends the token with the second quote, which is on the line of the first at `at`, and returns the text between.
    #[cold]
    fn quoted(&mut self, at: usize) -> Option<&'t str> {
        let text = &self.text[at + 1..];
        let length = text.find(['"', '\n']).filter(|end| text.as_bytes()[*end] == b'"')?;
        self.end = at + 1 + length + 1;
        Some(&text[..length])
    }

    /// Ends what is no token: as much as could have become one, or else a character.
    #[cold]
    fn wrong(&mut self) -> Token<'t> {
        let rest = &self.text[self.start..];
        let line = rest.split('\n').next().unwrap_or(rest);
        let length = match line.as_bytes() {
            [b'"', ..] | [b'%' | b'^', b'"', ..] => line.len(),
            [b'-', b'i', b'n', ..] => 3,
            [b'-', b'i', ..] => 2,
            _ => rest.chars().next().map_or(0, char::len_utf8),
        };
        self.end = self.start + length;
        Token::Wrong
    }
}

/// Whether `name` can stand behind its mark without quotes. A name of digits alone cannot: those are the numbers of
/// values without a name.
pub(super) fn is_plain_name(name: &str) -> bool {
    !name.is_empty()
        && name.bytes().all(|byte| CLASSES[usize::from(byte)] & NAME != 0)
        && !name.bytes().all(|byte| byte.is_ascii_digit())
}
