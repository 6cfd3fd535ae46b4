//! The pieces of vISA text: words, numbers, signs, names in quotes.
//!
//! The parser asks for the piece that it expects, so that each is looked at once. Only where it finds another, the piece
//! is found whatever it is, for the diagnostic.

use std::ops::Range;

/// Where the next piece begins. Blanks and comments before it have been passed: `//` starts one that ends with its line.
#[derive(Clone, Copy)]
pub(super) struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

/// What a byte can be part of.
const FIRST: u8 = 1;
const REST: u8 = 2;
const DIGIT: u8 = 4;
/// A blank, or what may start a comment.
const BLANK: u8 = 8;

/// A word begins with a letter, `_` or `%`; digits, `.` and `+` can follow: `load_lz.RGBA`, `V40`, `V40.64`, `%r0`.
const CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let letter = byte as u8;
        if letter.is_ascii_alphabetic() || letter == b'_' {
            class[byte] = FIRST | REST;
        } else if letter.is_ascii_digit() {
            class[byte] = REST | DIGIT;
        }
        byte += 1;
    }
    class[b'%' as usize] = FIRST;
    class[b'.' as usize] = REST;
    class[b'+' as usize] = REST;
    class[b' ' as usize] = BLANK;
    class[b'\t' as usize] = BLANK;
    class[b'/' as usize] = BLANK;
    class
};

impl<'t> Scanner<'t> {
    pub fn new(text: &'t str) -> Scanner<'t> {
        let mut scanner = Scanner { text, at: 0 };
        scanner.pass_blanks();
        scanner
    }

    /// Where the next piece begins.
    #[inline(always)]
    pub fn at(&self) -> usize {
        self.at
    }

    /// The text from the next piece on.
    #[inline(always)]
    pub fn rest(&self) -> &'t [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// How many bytes its last piece ends behind `before`.
    pub fn bytes_behind(&self, before: &Scanner<'t>) -> usize {
        let passed = self.text.get(before.at..self.at).unwrap_or_default();
        passed.trim_end_matches([' ', '\t']).len()
    }

    /// Passes pieces that have so many bytes together, where no word goes on behind them.
    #[inline(always)]
    pub fn pass_pieces(&mut self, bytes: usize) -> bool {
        let is_whole = !self.is(self.at + bytes, REST);
        if is_whole {
            self.at += bytes;
            self.pass_blanks();
        }
        is_whole
    }

    #[inline(always)]
    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    #[inline(always)]
    fn is(&self, at: usize, class: u8) -> bool {
        self.byte(at).is_some_and(|byte| CLASS[usize::from(byte)] & class != 0)
    }

    #[inline(always)]
    fn pass_blanks(&mut self) {
        while self.is(self.at, BLANK) {
            if !self.is_sign(b'/') {
                self.at += 1;
            } else if self.byte(self.at + 1) == Some(b'/') {
                self.pass_comment();
            } else {
                break;
            }
        }
    }

    #[cold]
    fn pass_comment(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
    }

    /// Goes on behind the piece that ends there, and says what it was.
    #[inline(always)]
    fn pass(&mut self, end: usize) -> &'t str {
        let piece = self.text.get(self.at..end).unwrap_or_default();
        self.at = end;
        self.pass_blanks();
        piece
    }

    /// Whether the next piece is that sign.
    #[inline(always)]
    pub fn is_sign(&self, sign: u8) -> bool {
        self.byte(self.at) == Some(sign)
    }

    /// Passes that sign, where it is next.
    #[inline(always)]
    pub fn eat(&mut self, sign: u8) -> bool {
        let found = self.is_sign(sign);
        if found {
            self.at += 1;
            self.pass_blanks();
        }
        found
    }

    #[inline(always)]
    fn word_end(&self) -> Option<usize> {
        if !self.is(self.at, FIRST) {
            return None;
        }
        let mut end = self.at + 1;
        while self.is(end, REST) {
            end += 1;
        }
        Some(end)
    }

    /// Passes a word, where one is next.
    #[inline(always)]
    pub fn word(&mut self) -> Option<&'t str> {
        let end = self.word_end()?;
        Some(self.pass(end))
    }

    /// The next piece, where it is a word.
    #[inline]
    pub fn next_word(&self) -> Option<&'t str> {
        self.text.get(self.at..self.word_end()?)
    }

    /// Whether the next piece is a word.
    #[inline(always)]
    pub fn is_word(&self) -> bool {
        self.is(self.at, FIRST)
    }

    /// Passes that word, where it is next.
    #[inline(always)]
    pub fn eat_word(&mut self, word: &str) -> bool {
        let end = self.at + word.len();
        let found = self.text.as_bytes().get(self.at..end) == Some(word.as_bytes()) && !self.is(end, REST);
        if found {
            self.at = end;
            self.pass_blanks();
        }
        found
    }

    /// Passes a word of a capital letter and a number, as `V40`, where one is next: the letter, counted from `A`, and the
    /// number as it is printed, without zeros before it and with at most seven digits.
    #[inline(always)]
    pub fn numbered(&mut self) -> Option<(usize, usize)> {
        let (letter, number, end) = self.letter_and_number()?;
        if self.is(end, REST) {
            return None;
        }
        self.at = end;
        self.pass_blanks();
        Some((letter, number))
    }

    /// The same with `.` and a number behind it, as `V40.64`: the last number is of at most 16 bits.
    #[inline(always)]
    pub fn numbered_part(&mut self) -> Option<(usize, usize, u16)> {
        let (letter, number, end) = self.letter_and_number()?;
        if self.byte(end) != Some(b'.') {
            return None;
        }
        let (part, end) = self.digits(end + 1)?;
        let part = u16::try_from(part).ok()?;
        if self.is(end, REST) {
            return None;
        }
        self.at = end;
        self.pass_blanks();
        Some((letter, number, part))
    }

    #[inline(always)]
    fn letter_and_number(&self) -> Option<(usize, usize, usize)> {
        let letter = self.byte(self.at)?.wrapping_sub(b'A');
        if letter >= 26 {
            return None;
        }
        let (number, end) = self.digits(self.at + 1)?;
        let has_zeros = self.byte(self.at + 1) == Some(b'0') && end > self.at + 2;
        (!has_zeros).then_some((usize::from(letter), number, end))
    }

    /// One digit to seven, and where they end.
    #[inline(always)]
    fn digits(&self, start: usize) -> Option<(usize, usize)> {
        let (mut number, mut end) = (0, start);
        while let Some(digit) = self.byte(end).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10) {
            number = number * 10 + usize::from(digit);
            end += 1;
            if end > start + 7 {
                return None;
            }
        }
        (end > start).then_some((number, end))
    }

    /// Whether the next piece is a number.
    #[inline(always)]
    pub fn is_number(&self) -> bool {
        self.is(self.at, DIGIT)
    }

    /// Passes a decimal or hexadecimal number, where one of at most 64 bits is next.
    #[inline(always)]
    pub fn number(&mut self) -> Option<u64> {
        if !self.is_number() {
            return None;
        }
        let mut end = self.at;
        let mut number = 0_u64;
        if !self.is(end + 1, REST) {
            number = u64::from(self.byte(end)? - b'0');
            self.at += 1;
            self.pass_blanks();
            return Some(number);
        }
        if self.byte(end + 1) == Some(b'x') && self.byte(end) == Some(b'0') {
            return self.hexadecimal();
        }
        while let Some(digit) = self.byte(end).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10) {
            number = number.checked_mul(10)?.checked_add(u64::from(digit))?;
            end += 1;
        }
        if self.byte(end) == Some(b'.') && self.is(end + 1, DIGIT) {
            return None;
        }
        self.at = end;
        self.pass_blanks();
        Some(number)
    }

    #[inline(never)]
    fn hexadecimal(&mut self) -> Option<u64> {
        let mut end = self.at + 2;
        let mut number = 0_u64;
        while let Some(digit) = self.byte(end).and_then(|byte| char::from(byte).to_digit(16)) {
            if number >> 60 != 0 {
                return None;
            }
            number = number << 4 | u64::from(digit);
            end += 1;
        }
        if end == self.at + 2 {
            // A zero, and a word behind it.
            end = self.at + 1;
        }
        self.pass(end);
        Some(number)
    }

    /// Passes a version, as `4.1`, or any number, where one is next.
    pub fn version(&mut self) -> Option<&'t str> {
        self.is_number().then(|| self.pass(self.piece(self.at).end))
    }

    /// Passes `.version`, `.decl`, `.input` and so on, where one is next.
    pub fn directive(&mut self) -> Option<&'t str> {
        let end = self.directive_end(self.at)?;
        self.pass(end).strip_prefix('.')
    }

    fn directive_end(&self, at: usize) -> Option<usize> {
        let rest = self.text.as_bytes().get(at..)?.strip_prefix(b".")?;
        let letters = rest.iter().take_while(|byte| byte.is_ascii_lowercase() || **byte == b'_').count();
        (letters > 0).then_some(at + 1 + letters)
    }

    /// The next piece, where it is text in quotes, without them.
    pub fn next_quoted(&self) -> Option<&'t str> {
        let piece = self.text.get(self.at..self.quoted_end(self.at)?)?;
        piece.strip_prefix('"')?.strip_suffix('"')
    }

    fn quoted_end(&self, at: usize) -> Option<usize> {
        let rest = self.text.as_bytes().get(at..)?.strip_prefix(b"\"")?;
        let end = rest.iter().position(|byte| matches!(byte, b'"' | b'\n'))?;
        (rest[end] == b'"').then_some(at + end + 2)
    }

    /// Whether nothing is left of the line.
    #[inline(always)]
    pub fn is_end_of_line(&self) -> bool {
        match self.byte(self.at) {
            None | Some(b'\n') => true,
            Some(b'\r') => self.byte(self.at + 1) == Some(b'\n'),
            _ => false,
        }
    }

    /// Whether nothing is left of the text.
    #[inline(always)]
    pub fn is_end(&self) -> bool {
        self.at >= self.text.len()
    }

    /// Passes a line end, where one is next.
    #[inline(always)]
    pub fn end_of_line(&mut self) -> bool {
        let found = self.is_end_of_line() && !self.is_end();
        if found {
            self.at += if self.byte(self.at) == Some(b'\r') { 2 } else { 1 };
            self.pass_blanks();
        }
        found
    }

    /// Passes the next piece, whatever it is.
    pub fn any(&mut self) {
        self.pass(self.piece(self.at).end);
    }

    /// Whether a piece of vISA begins there.
    pub fn is_piece(&self, at: usize) -> bool {
        match self.byte(at) {
            None => true,
            Some(b'.') => self.directive_end(at).is_some(),
            Some(b'"') => self.quoted_end(at).is_some(),
            Some(b'\r') => self.byte(at + 1) == Some(b'\n'),
            Some(byte) => CLASS[usize::from(byte)] & (FIRST | DIGIT) != 0 || b"\n()<>{}[]&,;:=-~!".contains(&byte),
        }
    }

    /// The piece that begins there: its bytes, or those of a character that is part of none.
    pub fn piece(&self, at: usize) -> Range<usize> {
        let digits = |from: usize| (from..).take_while(|at| self.is(*at, DIGIT)).count();
        let end = match self.byte(at) {
            None => at,
            Some(b'.') => self.directive_end(at).unwrap_or(at + 1),
            Some(b'"') => self.quoted_end(at).unwrap_or(at + 1),
            Some(b'\r') if self.is_piece(at) => at + 2,
            Some(b'0') if self.byte(at + 1) == Some(b'x') => {
                let hexadecimal = |at: &usize| self.byte(*at).is_some_and(|byte| byte.is_ascii_hexdigit());
                match (at + 2..).take_while(hexadecimal).count() {
                    0 => at + 1,
                    count => at + 2 + count,
                }
            }
            Some(b'0'..=b'9') => {
                let end = at + digits(at);
                match digits(end + 1) {
                    count if count > 0 && self.byte(end) == Some(b'.') => end + 1 + count,
                    _ => end,
                }
            }
            Some(_) => match (Scanner { at, ..*self }).word_end() {
                Some(end) => end,
                None => at + self.text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8),
            },
        };
        at..end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<&str> {
        let mut scanner = Scanner::new(text);
        let mut pieces = Vec::new();
        while !scanner.is_end() {
            pieces.push(&text[scanner.piece(scanner.at())]);
            scanner.any();
        }
        pieces
    }

    #[test]
    fn a_line_is_cut_into_its_pieces() {
        let line = "(!P1.any) load_lz.RGBA (M1_NM, 16)\t0x1f:uw 2GRF %null.0 <0;1,0> 4.1 .decl \"a b\" // \"\r\n&V-~";
        let expected = [
            "(",
            "!",
            "P1.any",
            ")",
            "load_lz.RGBA",
            "(",
            "M1_NM",
            ",",
            "16",
            ")",
            "0x1f",
            ":",
            "uw",
            "2",
            "GRF",
            "%null.0",
            "<",
            "0",
            ";",
            "1",
            ",",
            "0",
            ">",
            "4.1",
            ".decl",
            "\"a b\"",
            "\n",
            "&",
            "V",
            "-",
            "~",
        ];
        assert_eq!(pieces(line), expected);
        assert_eq!(pieces("a\r\nb\r"), ["a", "\r\n", "b", "\r"]);
        assert_eq!(pieces("0xg 0x 1. \"open\nä/"), ["0", "xg", "0", "x", "1", ".", "\"", "open", "\n", "ä", "/"]);
        for (text, is_piece) in [("ä", false), ("\r", false), ("\r\n", true), (".", false), (".x", true), ("\"", false)]
        {
            assert_eq!(Scanner::new(text).is_piece(0), is_piece, "{text:?}");
        }
    }

    #[test]
    fn numbers_have_at_most_64_bits() {
        fn number(text: &str) -> (Option<u64>, &str) {
            let mut scanner = Scanner::new(text);
            (scanner.number(), &text[scanner.at()..])
        }
        assert_eq!(number("0"), (Some(0), ""));
        assert_eq!(number("0018 x"), (Some(18), "x"));
        assert_eq!(number("0x00fF:ud"), (Some(255), ":ud"));
        assert_eq!(number("0xg"), (Some(0), "xg"));
        assert_eq!(number("18446744073709551615,"), (Some(u64::MAX), ","));
        assert_eq!(number("0xffffffffffffffff,"), (Some(u64::MAX), ","));
        for text in ["18446744073709551616", "184467440737095516150", "0x10000000000000000", "1.5", "x", "", "-1"] {
            assert_eq!(number(text), (None, text));
        }
    }

    #[test]
    fn a_word_is_passed_as_a_whole() {
        let mut scanner = Scanner::new("align=GRF");
        assert!(!scanner.eat_word("alig") && !scanner.eat_word("align=GRF_") && scanner.eat_word("align"));
        assert!(scanner.eat(b'=') && scanner.next_word() == Some("GRF") && scanner.word() == Some("GRF"));
        assert!(scanner.is_end() && scanner.is_end_of_line() && !scanner.end_of_line());
    }
}
