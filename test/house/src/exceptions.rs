//! Lists of exceptions: a key and the reason for it on each line, `key: reason`. A line that begins with `#` is a
//! comment. A key that ends with `*` has every key that begins so. An exception that nothing needs any more is an error, so that the lists can only get shorter.

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
        Exceptions::parse(path, &text)
    }

    fn parse(path: &Path, text: &str) -> Result<Exceptions, HouseError> {
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

    /// The findings that no exception covers.
    #[must_use]
    pub fn uncovered<'a>(&self, findings: &'a [Finding]) -> Vec<&'a Finding> {
        let is_covered = |finding: &&Finding| self.reasons.keys().any(|key| covers(key, finding));
        findings.iter().filter(|finding| !is_covered(finding)).collect()
    }

    /// The keys that no finding needs.
    #[must_use]
    pub fn unneeded(&self, findings: &[Finding]) -> Vec<&str> {
        let is_needed = |key: &&str| findings.iter().any(|finding| covers(key, finding));
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

fn covers(key: &str, finding: &Finding) -> bool {
    match key.strip_suffix('*') {
        Some(start) => finding.key.starts_with(start),
        None => finding.key == key,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exception_covers_its_key_and_is_needed() {
        let list = list_of("a/b.rs wave: quoted\na/c*: all of it\nd: nothing\n");
        let finding = |key: &str| Finding { file: "f".into(), line: 1, key: key.to_owned(), message: "m".to_owned() };
        let findings = [finding("a/b.rs wave"), finding("a/c.rs gang"), finding("a/b.rs gang")];
        assert_eq!(list.uncovered(&findings), [&findings[2]]);
        assert_eq!(list.unneeded(&findings), ["d"]);
        let report = list.judge(&findings).expect_err("one of each");
        assert_eq!(report.lines().count(), 2);
    }

    fn list_of(text: &str) -> Exceptions {
        Exceptions::parse(Path::new("list"), text).expect("a list")
    }
}
