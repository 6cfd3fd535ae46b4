//! The file in which finished tests are written down.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use super::counts::Counts;

/// The outcome of a test that need not run again.
pub(super) const PASSED: &str = "passed";

/// A finished test.
pub(super) struct Line<'a> {
    /// `passed`, `failed` or `skipped`.
    pub outcome: &'static str,
    pub test: &'a str,
    pub milliseconds: u128,
    pub counts: Counts,
}

/// The record of one target.
#[derive(Debug)]
pub(super) struct Record {
    target: &'static str,
    file: Mutex<File>,
    /// The tests that passed in an earlier run, with their counts; none unless the run resumes it.
    passed: BTreeMap<String, Counts>,
}

impl Record {
    /// The record that the environment names.
    ///
    /// # Errors
    ///
    /// The file cannot be read or written.
    pub fn of_environment(target: &'static str) -> Result<Option<Record>, String> {
        let Some(path) = std::env::var_os("TEXVISA_RECORD") else { return Ok(None) };
        let error = |error| format!("`{}`, which TEXVISA_RECORD names: {error}", path.display());
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(error)?;
        let passed = match std::env::var_os("TEXVISA_RESUME") {
            Some(_) => passed(target, &std::fs::read_to_string(&path).map_err(error)?),
            None => BTreeMap::new(),
        };
        Ok(Some(Record { target, file: Mutex::new(file), passed }))
    }

    /// The counts of a test that passed in the run that is resumed.
    pub fn passed(&self, test: &str) -> Option<&Counts> {
        self.passed.get(test)
    }

    /// Appends a test. Targets append to one file at the same time, a whole line at once.
    pub fn append(&self, line: &Line<'_>) -> Result<(), String> {
        let counts = line.counts.iter().map(|(name, number)| format!("{name}={number}")).collect::<Vec<_>>().join(";");
        let text = format!("{}\t{}\t{}\t{}\t{counts}\n", line.outcome, self.target, line.test, line.milliseconds);
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(text.as_bytes()).map_err(|error| format!("the record of tests cannot be written: {error}"))
    }
}

/// The tests of `target` that passed. A line that was not written to its end is no test.
fn passed(target: &str, text: &str) -> BTreeMap<String, Counts> {
    let whole = text.rsplit_once('\n').map_or("", |(lines, _)| lines);
    let read = |line: &str| {
        let mut fields = line.split('\t');
        if (fields.next()?, fields.next()?) != (PASSED, target) {
            return None;
        }
        let test = fields.next()?.to_owned();
        let counts = fields.nth(1)?.split(';').map(|count| {
            let (name, number) = count.split_once('=')?;
            Some((name.to_owned(), number.parse().ok()?))
        });
        Some((test, counts.collect::<Option<Counts>>()?))
    };
    whole.lines().filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_lines_of_tests_that_passed_are_resumed() {
        let text = "passed\tlit\ta\t12\ttests=1\nfailed\tlit\tb\t1\t\npassed\tother\tc\t1\ttests=1\n\
                    passed\tlit\td\t3\tbytes compared=40;tests=1\npassed\tlit\te\t3\tbytes compared=4";
        let found = passed("lit", text);
        assert_eq!(found.keys().collect::<Vec<_>>(), ["a", "d"]);
        assert_eq!(found["d"], Counts::from([("bytes compared".to_owned(), 40), ("tests".to_owned(), 1)]));
    }
}
