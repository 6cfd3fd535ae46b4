//! The tokens of texture IR text.
//!
//! Blanks and comments, `;` to the end of the line, separate tokens. The longest token wins. The lexer is written by hand,
//! because the first byte decides most tokens and parsing a kernel is mostly reading its tokens.

use std::ops::Range;

use super::types::Type;
use crate::source::Location;

/// The kind of a token. `name` consists of letters, digits and `_.$-`. Tokens of one byte that begins no other token come
/// first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
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
    /// `%name` or `%"any name"`
    Value,
    /// `@name`, which does not begin with a digit, `.` or `-`, or `@"any name"`
    Global,
    /// `^name` or `^"any name"`
    Label,
    /// A keyword, a mnemonic, a type, or the name of a surface or sampler: `[A-Za-z_][A-Za-z0-9_.]*`, and the
    /// dimensions `[0-9]d[a-z_]*`.
    Word,
    /// An integer or a float: `-?[0-9]+(\.[0-9]+)?([eE][+\-]?[0-9]+)?`, `0x[0-9a-fA-F]+` or `-inf`.
    Number,
    /// `"text"`
    Text,
    /// `->`
    Arrow,
    /// `@`
    At,
    /// An invalid token: a name with other characters, the beginning of a token, or a single character.
    Invalid,
    /// The end of the text.
    End,
}

impl Token {
    /// Whether it is one byte that begins no other token.
    #[inline]
    const fn is_mark(self) -> bool {
        self as u8 <= Token::CloseBrace as u8
    }
}

/// The tokens that a byte may begin or continue.
#[derive(Clone, Copy)]
#[repr(align(4))]
struct ByteClass {
    /// The token, or one of the tokens, that it begins.
    begins: Token,
    /// Whether it may continue a word.
    in_word: bool,
    /// Whether it may be in a name behind `%`, `@` or `^`.
    in_name: bool,
}

impl ByteClass {
    const fn of(byte: u8) -> ByteClass {
        let begins = match byte {
            b'%' => Token::Value,
            b'@' => Token::Global,
            b'^' => Token::Label,
            b'A'..=b'Z' | b'a'..=b'z' | b'_' => Token::Word,
            b'0'..=b'9' => Token::Number,
            b'"' => Token::Text,
            b'-' => Token::Arrow,
            b'=' => Token::Equals,
            b':' => Token::Colon,
            b',' => Token::Comma,
            b'(' => Token::Open,
            b')' => Token::Close,
            b'[' => Token::OpenBracket,
            b']' => Token::CloseBracket,
            b'{' => Token::OpenBrace,
            b'}' => Token::CloseBrace,
            _ => Token::Invalid,
        };
        let in_word = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
        ByteClass { begins, in_word, in_name: in_word || matches!(byte, b'$' | b'-') }
    }
}

static BYTES: [ByteClass; 256] = {
    let mut classes = [ByteClass::of(0); 256];
    let mut byte = 0;
    while byte < classes.len() {
        classes[byte] = ByteClass::of(byte as u8);
        byte += 1;
    }
    classes
};

/// A number that no value has.
pub(super) const NO_NUMBER: usize = usize::MAX;

/// Names of more digits are not read as numbers: no text has so many values.
const MAX_DIGITS: usize = 9;

/// The name of a value in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueName {
    /// Where the token begins.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// Of a value without a name its number; otherwise [`NO_NUMBER`].
    pub number: usize,
}

impl ValueName {
    /// Where the token is.
    pub fn span(self) -> Range<usize> {
        self.start..self.end
    }
}

/// Whether a word begins an operand: a constant, or the type of one.
fn is_operand(word: &[u8]) -> bool {
    matches!(word, b"undef" | b"true" | b"false" | b"inf") || Type::from_name(word).is_some()
}

/// Reads the tokens of a text; its fields describe the last token that it read.
pub(super) struct Lexer<'t> {
    text: &'t str,
    /// The kind of the token.
    pub token: Token,
    /// Where it begins.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// Of a value without a name its number, of another value [`NO_NUMBER`].
    pub number: usize,
    /// The number of the line; the first is 1.
    line: u32,
    /// How far the characters of the line are counted, and how many they are.
    counted: usize,
    columns: u32,
}

impl<'t> Lexer<'t> {
    /// A lexer before the first token.
    pub fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text, token: Token::End, start: 0, end: 0, number: NO_NUMBER, line: 1, counted: 0, columns: 0 }
    }

    /// Where the token is.
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    /// The token as the name of a value, which it is if it is a [`Token::Value`].
    #[inline]
    pub fn name(&self) -> ValueName {
        ValueName { start: self.start, end: self.end, number: self.number }
    }

    /// The bytes of the token.
    #[inline]
    pub fn bytes(&self) -> &'t [u8] {
        &self.text.as_bytes()[self.start..self.end]
    }

    /// The token as it stands in the text.
    #[inline]
    pub fn slice(&self) -> &'t str {
        &self.text[self.start..self.end]
    }

    /// The text from the token on.
    pub fn rest(&self) -> &'t [u8] {
        &self.text.as_bytes()[self.start..]
    }

    /// Whether `[`, which the token is, begins the index of a surface or sampler, `[%i]`, and no parameters, `[u: %x]` or
    /// `[]`.
    #[inline]
    pub fn begins_index(&self) -> bool {
        let bytes = self.text.as_bytes();
        let start = skip(bytes, self.end, |byte| byte == b' ');
        match byte_at(bytes, start) {
            b'%' | b'0'..=b'9' | b'-' => true,
            b'A'..=b'Z' | b'a'..=b'z' | b'_' => {
                let end = skip(bytes, start + 1, |byte| BYTES[usize::from(byte)].in_word);
                is_operand(&bytes[start..end])
            }
            b'\t' | b'\r' | b'\n' | b';' => self.begins_index_behind_blanks(),
            _ => false,
        }
    }

    #[cold]
    fn begins_index_behind_blanks(&self) -> bool {
        let mut next = Lexer { end: self.end, ..Lexer::new(self.text) };
        next.advance();
        match next.token {
            Token::Value | Token::Number => true,
            Token::Word => is_operand(next.bytes()),
            _ => false,
        }
    }

    /// Makes the token `@` where that stands before a word without a blank: where no name with this mark is expected, it is
    /// a token of its own.
    pub fn split_at(&mut self) {
        if self.token == Token::Global {
            self.set(Token::At, self.start, self.start + 1);
        }
    }

    /// The position of the token.
    #[inline]
    pub fn location(&mut self) -> Location {
        // Mostly only blanks stand before, of which each is a character, and which are counted already.
        if self.start != self.counted {
            self.columns += self.text[self.counted..self.start].chars().count() as u32;
            self.counted = self.start;
        }
        Location { line: self.line, column: self.columns + 1 }
    }

    /// Reads the next token.
    #[inline(never)]
    pub fn advance(&mut self) {
        let bytes = self.text.as_bytes();
        // Most tokens have one blank before them at most.
        let start = self.end + usize::from(byte_at(bytes, self.end) == b' ');
        match BYTES[usize::from(byte_at(bytes, start))].begins {
            mark if mark.is_mark() => self.set(mark, start, start + 1),
            Token::Word => self.read_word(start),
            Token::Value => self.read_value(start),
            Token::Number => self.read_number(start),
            _ => self.read_other(start),
        }
    }

    #[inline]
    fn set(&mut self, token: Token, start: usize, end: usize) {
        (self.token, self.start, self.end) = (token, start, end);
    }

    fn read_word(&mut self, start: usize) {
        let end = skip(self.text.as_bytes(), start + 1, |byte| BYTES[usize::from(byte)].in_word);
        self.set(Token::Word, start, end)
    }

    /// Reads a value. Not inlined, like all that [`advance`](Lexer::advance) calls, so that `advance` saves no registers.
    #[inline(never)]
    fn read_value(&mut self, start: usize) {
        let bytes = self.text.as_bytes();
        if byte_at(bytes, start + 1).is_ascii_digit()
            && let Some((number, digits)) = leading_number(&bytes[start + 1..])
        {
            let end = start + 1 + digits;
            if !BYTES[usize::from(byte_at(bytes, end))].in_name {
                self.number = number as usize;
                return self.set(Token::Value, start, end);
            }
        }
        self.number = NO_NUMBER;
        self.read_name(Token::Value, start)
    }

    /// Reads a name behind its mark.
    #[inline(never)]
    fn read_name(&mut self, token: Token, start: usize) {
        let bytes = self.text.as_bytes();
        if byte_at(bytes, start + 1) == b'"' {
            return self.read_quoted(token, start, start + 1);
        }
        let end = skip(bytes, start + 1, |byte| BYTES[usize::from(byte)].in_name);
        if byte_at(bytes, end).is_ascii() {
            return self.set(if end > start + 1 { token } else { Token::Invalid }, start, end);
        }
        // A name with other letters is one token, so that it is one error.
        let end = skip(bytes, end, |byte| BYTES[usize::from(byte)].in_name || !byte.is_ascii());
        self.set(Token::Invalid, start, end)
    }

    /// Reads a token that ends with text in quotes, the first of them at `quote`.
    fn read_quoted(&mut self, token: Token, start: usize, quote: usize) {
        let bytes = self.text.as_bytes();
        let end = skip(bytes, quote + 1, |byte| byte != b'"' && byte != b'\n');
        match byte_at(bytes, end) {
            b'"' => self.set(token, start, end + 1),
            _ if token == Token::Global => self.set(Token::At, start, start + 1),
            _ => self.set(Token::Invalid, start, end),
        }
    }

    /// Reads the token that begins at `start`, or behind the blanks and comments there.
    #[inline(never)]
    fn read_other(&mut self, mut start: usize) {
        let bytes = self.text.as_bytes();
        loop {
            let byte = byte_at(bytes, start);
            return match BYTES[usize::from(byte)].begins {
                Token::Value => self.read_value(start),
                Token::Word => self.read_word(start),
                Token::Number => self.read_number(start),
                Token::Arrow => self.read_minus(start),
                Token::Global => match byte_at(bytes, start + 1) {
                    b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'$' | b'"' => self.read_name(Token::Global, start),
                    _ => self.set(Token::At, start, start + 1),
                },
                Token::Label => self.read_name(Token::Label, start),
                Token::Text => self.read_quoted(Token::Text, start, start),
                mark if mark.is_mark() => self.set(mark, start, start + 1),
                _ => {
                    match byte {
                        b' ' | b'\t' | b'\r' => start += 1,
                        b'\n' => {
                            start += 1;
                            self.line += 1;
                            let blanks = skip(bytes, start, |byte| byte == b' ');
                            (self.counted, self.columns) = (blanks, (blanks - start) as u32);
                            start = blanks;
                        }
                        b';' => start = skip(bytes, start, |byte| byte != b'\n'),
                        _ if start == bytes.len() => return self.set(Token::End, start, start),
                        _ => return self.set(Token::Invalid, start, self.text.ceil_char_boundary(start + 1)),
                    }
                    continue;
                }
            };
        }
    }

    /// Reads what begins with a digit.
    #[inline(never)]
    fn read_number(&mut self, start: usize) {
        let bytes = self.text.as_bytes();
        match bytes[start..] {
            [b'0', b'x', digit, ..] if digit.is_ascii_hexdigit() => {
                self.set(Token::Number, start, skip(bytes, start + 3, |byte| byte.is_ascii_hexdigit()));
            }
            [_, b'd', ..] => {
                let end = skip(bytes, start + 2, |byte| byte.is_ascii_lowercase() || byte == b'_');
                self.set(Token::Word, start, end);
            }
            _ => self.set(Token::Number, start, decimal_end(bytes, start + 1)),
        }
    }

    /// Reads what begins with `-`.
    fn read_minus(&mut self, start: usize) {
        let bytes = self.text.as_bytes();
        let (token, end) = match bytes[start + 1..] {
            [b'>', ..] => (Token::Arrow, start + 2),
            [b'0'..=b'9', ..] => (Token::Number, decimal_end(bytes, start + 2)),
            [b'i', b'n', b'f', ..] => (Token::Number, start + 4),
            [b'i', b'n', ..] => (Token::Invalid, start + 3),
            [b'i', ..] => (Token::Invalid, start + 2),
            _ => (Token::Invalid, start + 1),
        };
        self.set(token, start, end);
    }
}

/// The byte at `position`; 0 behind the end of the text.
#[inline]
fn byte_at(bytes: &[u8], position: usize) -> u8 {
    bytes.get(position).copied().unwrap_or(0)
}

/// The first position from `position` on whose byte does not `belong`.
#[inline]
fn skip(bytes: &[u8], mut position: usize, belongs: impl Fn(u8) -> bool) -> usize {
    while bytes.get(position).is_some_and(|byte| belongs(*byte)) {
        position += 1;
    }
    position
}

/// The number in the first digits and their count; `None` for no digit or more than [`MAX_DIGITS`].
#[inline]
fn leading_number(bytes: &[u8]) -> Option<(u32, usize)> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let (mut number, mut count) = (0, 0);
    // Eight bytes at once: it takes as long as two digits do one after the other.
    if let Some(chunk) = bytes.first_chunk() {
        let digits = u64::from_le_bytes(*chunk) ^ (ONES * u64::from(b'0'));
        // The high bit of a byte says that it is above 9, as far as the bytes before it are not.
        let others = (digits.wrapping_add(ONES * 0x76) | digits) & (ONES * 0x80);
        count = others.trailing_zeros() as usize / 8;
        // The digits with zeros before them; then numbers of two, of four and of eight digits.
        let digits = digits.checked_shl(64 - 8 * count as u32).unwrap_or(0);
        let pairs = (digits.wrapping_mul(1 + (10 << 8)) >> 8) & 0x00ff_00ff_00ff_00ff;
        let fours = (pairs.wrapping_mul(1 + (100 << 16)) >> 16) & 0x0000_ffff_0000_ffff;
        number = (fours.wrapping_mul(1 + (10_000 << 32)) >> 32) as u32;
        if (1..8).contains(&count) {
            return Some((number, count));
        }
    }
    while let Some(digit @ b'0'..=b'9') = bytes.get(count) {
        number = number.wrapping_mul(10).wrapping_add(u32::from(digit - b'0'));
        count += 1;
    }
    (1..=MAX_DIGITS).contains(&count).then_some((number, count))
}

/// Where the decimal number ends whose first digit is before `position`.
#[inline]
fn decimal_end(bytes: &[u8], position: usize) -> usize {
    let digits = |position| skip(bytes, position, |byte| byte.is_ascii_digit());
    let mut end = digits(position);
    if byte_at(bytes, end) == b'.' && byte_at(bytes, end + 1).is_ascii_digit() {
        end = digits(end + 2);
    }
    if matches!(byte_at(bytes, end), b'e' | b'E') {
        let sign = usize::from(matches!(byte_at(bytes, end + 1), b'+' | b'-'));
        if byte_at(bytes, end + 1 + sign).is_ascii_digit() {
            end = digits(end + 2 + sign);
        }
    }
    end
}

/// Whether `name` can stand behind its mark without quotes. A name of digits alone cannot: those are the numbers of
/// values without a name.
pub(super) fn is_plain_name(name: &str) -> bool {
    !name.is_empty()
        && name.bytes().all(|byte| BYTES[usize::from(byte)].in_name)
        && !name.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<(Token, &str)> {
        let mut lexer = Lexer::new(text);
        std::iter::from_fn(|| {
            lexer.advance();
            (lexer.token != Token::End).then(|| (lexer.token, lexer.slice()))
        })
        .collect()
    }

    #[test]
    fn the_longest_token_is_read() {
        use Token::{Arrow, At, Global, Invalid, Number, Text, Value, Word};
        let rows: [(&str, &[(Token, &str)]); 16] = [
            ("2d_array 12d", &[(Word, "2d_array"), (Number, "12"), (Word, "d")]),
            ("2dX 3d4", &[(Word, "2d"), (Word, "X"), (Word, "3d"), (Number, "4")]),
            ("0x1f 0xg", &[(Number, "0x1f"), (Number, "0"), (Word, "xg")]),
            (
                "-1.5e+3 1.e 2e-",
                &[
                    (Number, "-1.5e+3"),
                    (Number, "1"),
                    (Invalid, "."),
                    (Word, "e"),
                    (Number, "2"),
                    (Word, "e"),
                    (Invalid, "-"),
                ],
            ),
            ("-inf -infinity", &[(Number, "-inf"), (Number, "-inf"), (Word, "inity")]),
            ("-in -i -", &[(Invalid, "-in"), (Invalid, "-i"), (Invalid, "-")]),
            ("->-", &[(Arrow, "->"), (Invalid, "-")]),
            ("%a-b.$ % %\"a b\"", &[(Value, "%a-b.$"), (Invalid, "%"), (Value, "%\"a b\"")]),
            ("%\"a\n^", &[(Invalid, "%\"a"), (Invalid, "^")]),
            ("@a @1 @$", &[(Global, "@a"), (At, "@"), (Number, "1"), (Global, "@$")]),
            ("@\"a\" @\"a", &[(Global, "@\"a\""), (At, "@"), (Invalid, "\"a")]),
            ("\"a;b\" ;\"c\"", &[(Text, "\"a;b\"")]),
            ("a.b_1$", &[(Word, "a.b_1"), (Invalid, "$")]),
            ("é#", &[(Invalid, "é"), (Invalid, "#")]),
            ("\0", &[(Invalid, "\0")]),
            (" \t\r\n; nothing", &[]),
        ];
        for (text, expected) in rows {
            assert_eq!(tokens(text), expected, "{text:?}");
        }
    }

    #[test]
    fn values_without_a_name_have_their_number() {
        let number = |text| {
            let mut lexer = Lexer::new(text);
            lexer.advance();
            assert_eq!((lexer.token, lexer.slice()), (Token::Value, text));
            lexer.number
        };
        assert_eq!(["%0", "%012", "%999999999"].map(number), [0, 12, 999_999_999]);
        assert_eq!(["", "a1", "1234567890"].map(|text| leading_number(text.as_bytes())), [None; 3]);
        for digits in 1..=9 {
            let expected = 123_456_789 / 10_u32.pow(9 - digits);
            for behind in ["", "/345678", ":345678", " 345678", "\u{7f}\u{ff}\u{ff}\u{ff}"] {
                let text = format!("{expected}{behind}");
                assert_eq!(leading_number(text.as_bytes()), Some((expected, digits as usize)), "{text}");
            }
        }
        assert_eq!(["%1000000000", "%1a", "%a", "%\"1\""].map(number), [NO_NUMBER; 4]);
    }
}
