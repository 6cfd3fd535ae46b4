//! What a reader of a file reads: identifiers, and prose in comments, documentation and strings.

/// An identifier of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identifier {
    /// It.
    pub name: String,
    /// Its line, from 1.
    pub line: usize,
}

/// A word of prose. A run of letters, digits, underscores and apostrophes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProseWord {
    /// It, in lower case.
    pub word: String,
    /// It, as it is written.
    pub written: String,
    /// Its line, from 1.
    pub line: usize,
    /// Whether it stands between backticks or in other code.
    pub is_code: bool,
    /// Whether a sentence ends before it, so that no phrase goes across.
    pub is_start: bool,
}

/// A file, as read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// Its identifiers, where it is code.
    pub identifiers: Vec<Identifier>,
    /// Its prose.
    pub prose: Vec<ProseWord>,
}

impl Text {
    /// Reads a file that is prose from end to end.
    #[must_use]
    pub fn of_prose(text: &str) -> Text {
        let mut read = Text::default();
        read.add_prose(text, 1);
        read
    }

    /// Reads the lines of `text` that begin with `mark`, the comments of a language.
    #[must_use]
    pub fn of_comments(text: &str, mark: &str) -> Text {
        let mut read = Text::default();
        for (index, line) in text.lines().enumerate() {
            if let Some(comment) = line.trim_start().strip_prefix(mark) {
                read.add_prose(comment, index + 1);
            }
        }
        read
    }

    /// Reads Rust.
    #[must_use]
    pub fn of_rust(source: &str) -> Text {
        let mut reader = Reader { rest: source, line: 1, text: Text::default() };
        while reader.step() {}
        reader.text
    }

    fn add_prose(&mut self, text: &str, first_line: usize) {
        let mut line = first_line;
        let mut is_start = true;
        let mut is_code = false;
        let mut rest = text;
        while let Some(next) = rest.chars().next() {
            let length = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
            if length > 0 {
                let written = rest[..length].trim_matches('\'').to_owned();
                if !written.is_empty() {
                    let word = written.to_lowercase();
                    self.prose.push(ProseWord { word, written, line, is_code, is_start });
                    is_start = false;
                }
                rest = &rest[length..];
                continue;
            }
            match next {
                '\n' => line += 1,
                '`' => is_code = !is_code,
                '.' | ';' | ':' | '!' | '?' | '(' | ')' => is_start = true,
                _ => {}
            }
            rest = &rest[next.len_utf8()..];
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '\''
}

/// Divides Rust into code, comments and strings.
struct Reader<'a> {
    rest: &'a str,
    line: usize,
    text: Text,
}

impl<'a> Reader<'a> {
    /// The next `length` bytes.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    /// Reads one comment, string, identifier or character; whether there was one.
    fn step(&mut self) -> bool {
        let Some(next) = self.rest.chars().next() else { return false };
        if self.rest.starts_with("//") {
            self.line_comments();
        } else if self.rest.starts_with("/*") {
            let length = block_comment(self.rest);
            self.prose(length, 2, 2);
        } else if next == '"' {
            let length = string(self.rest);
            self.prose(length, 1, 1);
        } else if let Some((open, length)) = raw_string(self.rest) {
            self.prose(length, open, open - 1);
        } else if next == '\'' {
            let length = character_or_lifetime(self.rest);
            self.take(length);
        } else if next.is_alphabetic() || next == '_' {
            let length = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len());
            let line = self.line;
            let name = self.take(length).to_owned();
            self.text.identifiers.push(Identifier { name, line });
        } else if next.is_ascii_digit() {
            let length = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len());
            self.take(length);
        } else {
            self.take(next.len_utf8());
        }
        true
    }

    /// Comments of whole lines that follow each other are one text: a phrase may go across their ends.
    fn line_comments(&mut self) {
        let first_line = self.line;
        let mut prose = String::new();
        while self.rest.starts_with("//") {
            let length = self.rest.find('\n').unwrap_or(self.rest.len());
            let comment = self.take(length);
            prose.push_str(comment.trim_start_matches(['/', '!']));
            prose.push('\n');
            let blank = self.rest.len() - self.rest.trim_start().len();
            if !self.rest[blank..].starts_with("//") || self.rest[..blank].matches('\n').count() > 1 {
                break;
            }
            self.take(blank);
        }
        self.text.add_prose(&prose, first_line);
    }

    /// The next `length` bytes are prose, but for their first `open` and last `close`.
    fn prose(&mut self, length: usize, open: usize, close: usize) {
        let line = self.line;
        let taken = self.take(length);
        let inner = taken.get(open..length.saturating_sub(close).max(open)).unwrap_or("");
        // An escape is no letter of the word behind it.
        let mut prose = String::with_capacity(inner.len());
        let mut characters = inner.chars();
        while let Some(c) = characters.next() {
            match c {
                '\\' => prose.push(if characters.next() == Some('\n') { '\n' } else { ' ' }),
                c => prose.push(c),
            }
        }
        self.text.add_prose(&prose, line);
    }
}

/// The length of the block comment at the start of `text`; they nest.
fn block_comment(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest.starts_with(b"*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                break;
            }
        } else {
            at += 1;
        }
    }
    at.min(text.len())
}

/// The length of the string at the start of `text`.
fn string(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The lengths of the opening and of the whole raw or byte string at the start of `text`, where there is one.
fn raw_string(text: &str) -> Option<(usize, usize)> {
    let prefix = ["r", "br", "cr"]
        .into_iter()
        .find(|prefix| text.strip_prefix(*prefix).is_some_and(|rest| rest.trim_start_matches('#').starts_with('"')))?;
    let hashes = text[prefix.len()..].find('"')?;
    let open = prefix.len() + hashes + 1;
    let end = format!("\"{}", "#".repeat(hashes));
    let length = text[open..].find(&end).map_or(text.len(), |at| open + at + end.len());
    Some((open, length))
}

/// The length of the character or lifetime at the start of `text`.
fn character_or_lifetime(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    match characters.next() {
        Some((_, '\\')) => {
            characters.next();
            text[1..]
                .find('\'')
                .map_or(text.len(), |_| characters.find(|(_, c)| *c == '\'').map_or(text.len(), |(at, _)| at + 1))
        }
        Some((at, c)) => {
            let end = at + c.len_utf8();
            if text[end..].starts_with('\'') {
                return end + 1;
            }
            text[1..].find(|c: char| !c.is_alphanumeric() && c != '_').map_or(text.len(), |length| 1 + length.max(1))
        }
        None => text.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &Text) -> Vec<(&str, usize)> {
        text.prose.iter().map(|word| (word.word.as_str(), word.line)).collect()
    }

    #[test]
    fn comments_strings_and_code_are_told_apart() {
        let source = "// One\n// two.\nfn f<'a>(x: &'a str) -> char { g(\"three \\n four\", 'x', '\\'', b'\\\\', r#\"a \"five\"\"#) }\n/* six /* seven */ */ h";
        let text = Text::of_rust(source);
        let expected =
            [("one", 1), ("two", 2), ("three", 3), ("four", 3), ("a", 3), ("five", 3), ("six", 4), ("seven", 4)];
        assert_eq!(words(&text), expected);
        let names: Vec<&str> = text.identifiers.iter().map(|identifier| identifier.name.as_str()).collect();
        assert_eq!(names, ["fn", "f", "x", "str", "char", "g", "b", "h"]);
    }

    #[test]
    fn a_sentence_ends_a_phrase_and_backticks_make_code() {
        let text = Text::of_prose("It goes\nround. `Way` back");
        let starts: Vec<bool> = text.prose.iter().map(|word| word.is_start).collect();
        assert_eq!(starts, [true, false, false, true, false]);
        assert_eq!(words(&text)[2], ("round", 2));
        assert!(text.prose[3].is_code && !text.prose[4].is_code);
    }
}
