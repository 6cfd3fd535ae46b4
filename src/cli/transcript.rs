//! What a command has to say, held until it is its turn.

use std::fmt;
use std::io::{Write, stderr};

use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use texvisa::ir::source::Location;

use crate::diagnostic::{Problem, print_bytes};

/// What is written to the two streams, in order.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Transcript {
    entries: Vec<Entry>,
}

#[derive(Debug, Serialize, Deserialize)]
enum Entry {
    Output(ByteBuf),
    /// A line without its end.
    Diagnostic(String),
}

impl Transcript {
    /// Adds to standard output.
    pub fn print(&mut self, bytes: impl Into<Vec<u8>>) {
        self.entries.push(Entry::Output(ByteBuf::from(bytes.into())));
    }

    /// Adds something that is no error: `a.tex:3:5: remark: ...`.
    pub fn remark(&mut self, file: &str, location: Location, message: impl fmt::Display) {
        self.entries.push(Entry::Diagnostic(if location.is_known() {
            format!("{file}:{location}: remark: {message}")
        } else {
            format!("{file}: remark: {message}")
        }));
    }

    /// Adds an error.
    pub fn problem(&mut self, problem: &Problem) {
        self.entries.push(Entry::Diagnostic(problem.shown()));
    }

    /// Writes everything and forgets it. Where standard error cannot be written, there is nowhere to report it.
    ///
    /// # Errors
    ///
    /// Standard output cannot be written: the first error. Diagnostics are written all the same.
    pub fn write(&mut self) -> Result<(), Problem> {
        let mut result = Ok(());
        for entry in self.entries.drain(..) {
            match entry {
                Entry::Output(bytes) if result.is_ok() => result = print_bytes(&bytes),
                Entry::Output(_) => {}
                Entry::Diagnostic(line) => {
                    let _ = writeln!(stderr(), "{line}");
                }
            }
        }
        result
    }
}
