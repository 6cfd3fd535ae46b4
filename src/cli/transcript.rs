//! What a command has to say, held until it is its turn.

use std::fmt;
use std::io::{Write, stderr};

use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use texvisa::ir::source::Location;

use crate::data::{DiagnosticRecord, DiagnosticRule, LocationRecord, RangeRecord, Severity};
use crate::diagnostic::{Problem, print_bytes};

/// What is written to the two streams, in order, and what the command found out as data.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Transcript {
    entries: Vec<Entry>,
    /// JSON.
    result: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
enum Entry {
    Output(ByteBuf),
    /// Without the end of its line, and as data.
    Diagnostic(String, Box<DiagnosticRecord>),
}

impl Transcript {
    /// Adds to standard output.
    pub fn print(&mut self, bytes: impl Into<Vec<u8>>) {
        self.entries.push(Entry::Output(ByteBuf::from(bytes.into())));
    }

    /// Adds something that is no error: `a.tex:3:5: remark: ...`.
    pub fn remark(&mut self, rule: DiagnosticRule, file: &str, location: Location, message: impl fmt::Display) {
        let message = message.to_string();
        let shown = if location.is_known() {
            format!("{file}:{location}: remark: {message}")
        } else {
            format!("{file}: remark: {message}")
        };
        let data = DiagnosticRecord {
            severity: Severity::Remark,
            rule,
            message,
            help: None,
            file: Some(file.to_owned()),
            kernel: None,
            range: LocationRecord::new(location).map(|start| RangeRecord { start, end: start }),
        };
        self.entries.push(Entry::Diagnostic(shown, Box::new(data)));
    }

    /// Adds an error.
    pub fn problem(&mut self, problem: &Problem) {
        self.entries.push(Entry::Diagnostic(problem.shown(), Box::new(problem.data())));
    }

    /// Sets what the command found out.
    ///
    /// # Errors
    ///
    /// It cannot be said in JSON.
    pub fn set_result(&mut self, result: &impl Serialize) -> Result<(), serde_json::Error> {
        self.result = Some(serde_json::to_string(result)?);
        Ok(())
    }

    /// What the command found out, as JSON.
    pub const fn take_result(&mut self) -> Option<String> {
        self.result.take()
    }

    /// The diagnostics as data; everything is forgotten.
    pub fn take_diagnostics(&mut self) -> impl Iterator<Item = DiagnosticRecord> {
        self.entries.drain(..).filter_map(|entry| match entry {
            Entry::Output(_) => None,
            Entry::Diagnostic(_, data) => Some(*data),
        })
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
                Entry::Diagnostic(line, _) => {
                    let _ = writeln!(stderr(), "{line}");
                }
            }
        }
        result
    }
}
