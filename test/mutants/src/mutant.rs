//! Which mutants there are, as cargo-mutants lists them.

use std::path::Path;
use std::process::Command;

use serde::{Deserialize, Serialize};

use crate::error::MutantsError;

/// The sources that have mutants: the package and the folder of each.
pub const MUTATED: [(&str, &str); 4] = [
    ("texvisa-ir", "ir/src/visa/"),
    ("texvisa-lowering", "lowering/src/"),
    ("texvisa-llvm", "lowering/llvm/src/"),
    ("texvisa-regalloc", "regalloc/src/"),
];

/// What a mutant changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Genre {
    /// The body of a function becomes a value.
    FnValue,
    /// A binary operator becomes another.
    BinaryOperator,
    /// A unary operator goes away.
    UnaryOperator,
    /// An arm of a `match` goes away.
    MatchArm,
    /// A guard of an arm becomes `true` or `false`.
    MatchArmGuard,
    /// A field of a struct expression with a base goes away.
    StructField,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineColumn {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

/// A part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceSpan {
    /// Where it begins.
    pub start: LineColumn,
    /// The place behind it.
    pub end: LineColumn,
}

/// A mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mutant {
    /// Where it is and what it changes, in words.
    pub name: String,
    /// The package that it is in.
    pub package: String,
    /// The file, from the root of the repository.
    pub file: String,
    /// What it replaces.
    pub span: SourceSpan,
    /// By what.
    pub replacement: String,
    /// Which kind of change it is.
    pub genre: Genre,
}

impl Mutant {
    /// The bytes of `text`, which is that of its file, that it replaces; nothing where the file does not reach so far.
    #[must_use]
    pub fn bytes_in(&self, text: &str) -> Option<std::ops::Range<usize>> {
        Some(offset_of(text, self.span.start)?..offset_of(text, self.span.end)?)
    }

    /// `text` with it, as cargo-mutants would compile it.
    #[must_use]
    pub fn put_into(&self, text: &str) -> Option<String> {
        let mut text = text.to_owned();
        let bytes = self.bytes_in(&text)?;
        text.replace_range(bytes, &self.replacement);
        Some(text)
    }
}

fn offset_of(text: &str, place: LineColumn) -> Option<usize> {
    let mut line = 1;
    let mut start = 0;
    while line < place.line {
        start += text[start..].find('\n')? + 1;
        line += 1;
    }
    let mut column = text[start..].char_indices().map(|(offset, _)| offset).chain([text.len() - start]);
    Some(start + column.nth(place.column.checked_sub(1)?)?)
}

/// The version of cargo-mutants, where it is installed.
#[must_use]
pub fn version() -> Option<String> {
    let output = Command::new("cargo").args(["mutants", "--version"]).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// All mutants of [`MUTATED`], in cargo-mutants' order.
///
/// # Errors
///
/// cargo-mutants fails.
pub fn list(root: &Path) -> Result<Vec<Mutant>, MutantsError> {
    let mut command = Command::new("cargo");
    command.args(["mutants", "--list", "--json", "--no-config"]).current_dir(root);
    for (package, _) in MUTATED {
        command.args(["-p", package]);
    }
    let failed = |message: String| MutantsError::Command { command: "cargo mutants --list".to_owned(), message };
    let output = command.output().map_err(|error| failed(error.to_string()))?;
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let mut mutants: Vec<Mutant> = serde_json::from_slice(&output.stdout)
        .map_err(|error| MutantsError::Json { what: "cargo mutants --list --json".to_owned(), error })?;
    mutants.retain(|mutant| MUTATED.iter().any(|(_, folder)| mutant.file.starts_with(folder)));
    Ok(mutants)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_characters() {
        let place = |line, column| LineColumn { line, column };
        let mutant = Mutant {
            name: String::new(),
            package: String::new(),
            file: String::new(),
            span: SourceSpan { start: place(2, 3), end: place(2, 4) },
            replacement: "-".to_owned(),
            genre: Genre::BinaryOperator,
        };
        assert_eq!(mutant.put_into("a\nü + b\nc").as_deref(), Some("a\nü - b\nc"));
        assert_eq!(mutant.put_into("a\nü"), None);
    }
}
