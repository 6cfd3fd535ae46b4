//! What a rule finds, and why a source cannot be read.

use std::fmt;
use std::path::{Path, PathBuf};

/// A place where a rule is broken.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The file, from the root of the repository.
    pub file: PathBuf,
    /// Its line, from 1; 0 where the finding is about the whole file.
    pub line: usize,
    /// What an entry of the list of exceptions names: a word, a name, a folder.
    pub key: String,
    /// What is wrong and what to do.
    pub message: String,
}

impl Finding {
    /// The folder that the file is in, by which findings are grouped.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.file.parent().unwrap_or(Path::new(""))
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file.display(), self.message),
            line => write!(f, "{}:{line}: {}", self.file.display(), self.message),
        }
    }
}

/// A source that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum HouseError {
    /// A file could not be read.
    #[error("cannot read `{}`: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A file is not Rust as `syn` reads it.
    #[error("{}:{}: not read as Rust: {error}", path.display(), error.span().start().line)]
    Syntax {
        /// The file.
        path: PathBuf,
        /// Where, and what was expected.
        error: syn::Error,
    },
    /// A command failed.
    #[error("`{command}` failed: {message}")]
    Command {
        /// The command.
        command: String,
        /// What it printed.
        message: String,
    },
    /// A list under `test/house` has a line that is not an entry.
    #[error("{}:{line}: {message}", path.display())]
    List {
        /// The list.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong, and what is expected.
        message: String,
    },
}
