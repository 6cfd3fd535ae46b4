//! Lines, columns and spans in text, and errors that point at them.
//!
//! # Example
//!
//! ```
//! use texvisa_ir::source::Location;
//!
//! let errors = texvisa_ir::texture::parse("kernel @k() {\n^entry:\n  retrun\n}").unwrap_err();
//! assert_eq!(errors[0].location, Location { line: 3, column: 3 });
//! ```

use std::fmt;
use std::ops::{Deref, Range};

/// A line and a column, both counted from 1; columns count characters. Line 0 means that nothing is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl Location {
    /// An unknown location.
    pub const UNKNOWN: Location = Location { line: 0, column: 0 };

    /// The location of byte `offset` of `text`.
    pub fn of(text: &str, offset: usize) -> Location {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
        let line = before.iter().filter(|byte| **byte == b'\n').count() as u32 + 1;
        let column = text.get(start..before.len()).map_or(before.len() - start, |line| line.chars().count()) as u32 + 1;
        Location { line, column }
    }

    /// Whether the location is known.
    pub const fn is_known(self) -> bool {
        self.line != 0
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_known() { write!(f, "{}:{}", self.line, self.column) } else { f.write_str("?") }
    }
}

/// Text that does not follow its grammar.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{location}: {message}")]
pub struct ParseError {
    /// What was expected and what was found instead.
    pub message: String,
    /// Line and column of the start.
    pub location: Location,
    /// The span in bytes from the start of the text.
    pub span: Range<usize>,
}

impl ParseError {
    /// An error at `span` of `text`.
    pub fn new(text: &str, span: Range<usize>, message: impl Into<String>) -> ParseError {
        ParseError { message: message.into(), location: Location::of(text, span.start), span }
    }
}

/// Everything in a text that does not follow its grammar, in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseErrors(pub Vec<ParseError>);

impl Deref for ParseErrors {
    type Target = [ParseError];

    fn deref(&self) -> &[ParseError] {
        &self.0
    }
}

impl fmt::Display for ParseErrors {
    /// One line an error.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            write!(f, "{}{error}", if index > 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for ParseErrors {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_start_at_one() {
        let text = "ab\nçd\n";
        assert_eq!(Location::of(text, 0), Location { line: 1, column: 1 });
        assert_eq!(Location::of(text, 5), Location { line: 2, column: 2 });
        assert_eq!(Location::of(text, 99), Location { line: 3, column: 1 });
    }
}
