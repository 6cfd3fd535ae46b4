//! Lists of exceptions: a key and the reason for it on each line, `key: reason`. A line that begins with `#` is a
//! comment. An exception that nothing needs any more is an error, so that the lists can only get shorter.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::finding::{Finding, HouseError};

/// The exceptions of one rule.
#[derive(Debug)]
pub struct Exceptions {
    path: PathBuf,
    reasons: BTreeMap<String, String>,
}

impl Exceptions {
    /// Reads the list at `path`.
    ///
    /// # Errors
    ///
    /// It cannot be read, or a line of it has no key or no reason.
    pub fn read(path: &Path) -> Result<Exceptions, HouseError> {
        let text =
            std::fs::read_to_string(path).map_err(|error| HouseError::Read { path: path.to_path_buf(), error })?;
        let mut reasons = BTreeMap::new();
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let entry = line.split_once(": ").filter(|(key, reason)| !key.is_empty() && !reason.trim().is_empty());
            let Some((key, reason)) = entry else {
                let message = format!("`{line}` is no entry; expected `key: reason`");
                return Err(HouseError::List { path: path.to_path_buf(), line: index + 1, message });
            };
            reasons.insert(key.to_owned(), reason.to_owned());
        }
        Ok(Exceptions { path: path.to_path_buf(), reasons })
    }

    /// Whether the list has `key`.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.reasons.contains_key(key)
    }

    /// The findings that no exception covers.
    #[must_use]
    pub fn uncovered<'a>(&self, findings: &'a [Finding]) -> Vec<&'a Finding> {
        findings.iter().filter(|finding| !self.has(&finding.key)).collect()
    }

    /// The keys that no finding needs.
    #[must_use]
    pub fn unneeded(&self, findings: &[Finding]) -> Vec<&str> {
        let is_needed = |key: &&str| findings.iter().any(|finding| finding.key == **key);
        self.reasons.keys().map(String::as_str).filter(|key| !is_needed(key)).collect()
    }

    /// What is wrong: findings without an exception, and exceptions without a finding. Nothing is no error.
    ///
    /// # Errors
    ///
    /// Both, a line each.
    pub fn judge(&self, findings: &[Finding]) -> Result<(), String> {
        let mut report = String::new();
        for finding in self.uncovered(findings) {
            let _ = writeln!(report, "{finding}");
        }
        for key in self.unneeded(findings) {
            let _ = writeln!(report, "{}: nothing needs the exception `{key}`: delete its line", self.path.display());
        }
        if report.is_empty() { Ok(()) } else { Err(report) }
    }
}
