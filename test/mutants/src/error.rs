//! What keeps mutants from being judged.

use std::path::PathBuf;

/// An error of `./x mutants`.
#[derive(Debug, thiserror::Error)]
pub enum MutantsError {
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A command cannot be run, or fails.
    #[error("`{command}` failed: {message}")]
    Command {
        /// The command.
        command: String,
        /// What it said.
        message: String,
    },
    /// A document is not what it should be.
    #[error("{what}: {error}")]
    Json {
        /// What was read.
        what: String,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// A source is not Rust.
    #[error("{}:{}: {error}", path.display(), error.span().start().line)]
    Syntax {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: syn::Error,
    },
    /// A test fails without a mutant.
    #[error("`{program}` fails without a mutant: {test}")]
    Unsound {
        /// The test program.
        program: String,
        /// The first test that fails.
        test: String,
    },
    /// Results of another run are where this one would write.
    #[error("{}: results of another seed, count or state of the sources; run without --resume", .0.display())]
    OtherRun(PathBuf),
    /// The copy is not compiled, and no mutant is the cause.
    #[error("the copy with the mutants is not compiled:\n{0}")]
    NotCompiled(String),
}

impl MutantsError {
    /// For `map_err` on what is done with a file.
    pub fn file(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> MutantsError {
        let path = path.into();
        move |error| MutantsError::File { path, error }
    }
}
