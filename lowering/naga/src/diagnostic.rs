//! What is wrong with a shader, and where.

use std::fmt;

use naga::Span;
use texvisa_ir::source::Location;

/// What is wrong with a shader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShaderDiagnostic {
    /// The entry point that cannot be translated; none where the whole shader cannot be read.
    pub kernel: Option<String>,
    /// Where in the text of WGSL; unknown in SPIR-V, whose diagnostics name the byte.
    pub location: Location,
    /// What was found, and what is expected.
    pub message: String,
}

impl fmt::Display for ShaderDiagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.location.is_known() {
            write!(f, "{}: ", self.location)?;
        }
        if let Some(kernel) = &self.kernel {
            write!(f, "kernel `{kernel}`: ")?;
        }
        f.write_str(&self.message)
    }
}

/// Where spans of a shader are.
#[derive(Debug)]
pub(crate) enum SourceSpans {
    /// In WGSL: the text, and where each line starts.
    Text { text: String, lines: Vec<usize> },
    /// In SPIR-V: bytes.
    Bytes,
}

impl SourceSpans {
    pub fn of_text(text: &str) -> SourceSpans {
        let starts = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(index, _)| index + 1);
        SourceSpans::Text { text: text.to_owned(), lines: std::iter::once(0).chain(starts).collect() }
    }

    /// Line and column of the start of a span.
    pub fn location(&self, span: Span) -> Location {
        let (SourceSpans::Text { text, lines }, Some(range)) = (self, span.to_range()) else {
            return Location::UNKNOWN;
        };
        let line = lines.partition_point(|start| *start <= range.start);
        let start = lines.get(line.wrapping_sub(1)).copied().unwrap_or(0);
        let before = text.get(start..range.start);
        let column = before.map_or(range.start - start, |before| before.chars().count());
        Location { line: line as u32, column: column as u32 + 1 }
    }

    /// Where WGSL has the function of that name; what naga says of a function's inputs has no span.
    pub fn function(&self, name: &str) -> Span {
        let SourceSpans::Text { text, .. } = self else { return Span::UNDEFINED };
        let mut rest = text.match_indices(name);
        let found = rest.find(|(at, _)| {
            let before = text[..*at].trim_end();
            let after = text[at + name.len()..].trim_start();
            before.len() < *at && before.ends_with("fn") && after.starts_with('(')
        });
        found.map_or(Span::UNDEFINED, |(at, _)| Span::new(at as u32, (at + name.len()) as u32))
    }

    /// What is written in WGSL at a span, as far as its first line and 60 characters.
    pub fn excerpt(&self, span: Span) -> Option<String> {
        let (SourceSpans::Text { text, .. }, Some(range)) = (self, span.to_range()) else { return None };
        let whole = text.get(range)?;
        let line = whole.lines().next().unwrap_or_default();
        let short: String = line.chars().take(60).collect();
        Some(if short.len() < whole.len() { short + " ..." } else { short })
    }

    /// The message with what is written at the span in front of it.
    pub fn message(&self, span: Span, message: &str) -> String {
        match (self, self.excerpt(span), span.to_range()) {
            (_, Some(excerpt), _) => format!("`{excerpt}`: {message}"),
            (SourceSpans::Bytes, None, Some(range)) => format!("byte {}: {message}", range.start),
            (_, None, _) => message.to_owned(),
        }
    }
}
