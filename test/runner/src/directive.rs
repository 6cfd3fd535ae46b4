//! The directives in a test's comments.

use texvisa_ir::expected_one_of;

use super::feature::Feature;

/// A directive that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub(super) struct DirectiveError {
    /// Where it stands, counted from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub message: String,
}

/// The commands of one `RUN:` directive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RunLine {
    /// Where it begins, counted from 1.
    pub line: usize,
    /// The commands, lines that continue it included.
    pub text: String,
}

/// What a test's directives say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Directives {
    /// What to run, in order; not empty.
    pub runs: Vec<RunLine>,
    /// Features without which the test is skipped.
    pub requires: Vec<Feature>,
    /// Features with which it is skipped.
    pub unsupported: Vec<Feature>,
    /// Whether it is expected to fail.
    pub expected_failure: bool,
    /// The other words in capitals that a comment begins with, and where.
    others: Vec<(usize, String)>,
}

/// Words in capitals that introduce prose.
const PROSE: [&str; 2] = ["COM", "NOTE"];

/// What FileCheck allows between a prefix and its colon.
const SUFFIXES: [&str; 7] = ["-NEXT", "-SAME", "-NOT", "-DAG", "-LABEL", "-EMPTY", "-COUNT"];

impl Directives {
    /// Reads the directives of a test.
    ///
    /// # Errors
    ///
    /// A directive without meaning, or a test without `RUN:` line.
    pub fn read(text: &str) -> Result<Directives, DirectiveError> {
        let mut directives = Directives::default();
        let mut continued = false;
        for (index, content) in text.lines().enumerate() {
            let line = index + 1;
            let at_line = |message: String| DirectiveError { line, message };
            let error = |message: String| Err(at_line(message));
            let Some((word, value)) = directive(content) else { continue };
            if continued && word != "RUN" {
                return error("the `RUN:` line before is to be continued here".to_owned());
            }
            match word {
                "RUN" => {
                    let (value, continues) = match value.strip_suffix('\\') {
                        Some(value) => (value.trim_end(), true),
                        None => (value, false),
                    };
                    match directives.runs.last_mut().filter(|_| continued) {
                        Some(run) => {
                            run.text.push(' ');
                            run.text.push_str(value);
                        }
                        None => directives.runs.push(RunLine { line, text: value.to_owned() }),
                    }
                    continued = continues;
                }
                "REQUIRES" => directives.requires.extend(Feature::list(value).map_err(at_line)?),
                "UNSUPPORTED" => directives.unsupported.extend(Feature::list(value).map_err(at_line)?),
                "XFAIL" if value == "*" => directives.expected_failure = true,
                "XFAIL" => return error(format!("`XFAIL: {value}`: only `XFAIL: *` is known")),
                word if PROSE.contains(&word) => {}
                word => directives.others.push((line, word.to_owned())),
            }
        }
        match directives.runs.last() {
            None => Err(DirectiveError { line: 1, message: "the test has no `RUN:` line".to_owned() }),
            Some(run) if continued => {
                let message = "the last `RUN:` line ends in `\\`, and nothing follows".to_owned();
                Err(DirectiveError { line: run.line, message })
            }
            Some(_) => Ok(directives),
        }
    }

    /// Checks that every other word in capitals belongs to FileCheck under one of `prefixes`.
    ///
    /// # Errors
    ///
    /// The first that does not.
    pub fn expect_prefixes(&self, prefixes: &[String]) -> Result<(), DirectiveError> {
        let known = |word: &str| {
            prefixes.iter().any(|prefix| {
                word.strip_prefix(prefix.as_str()).is_some_and(|rest| {
                    let rest = rest.trim_end_matches(|digit: char| digit.is_ascii_digit());
                    let rest = rest.strip_suffix('-').unwrap_or(rest);
                    rest.is_empty() || SUFFIXES.contains(&rest)
                })
            })
        };
        match self.others.iter().find(|(_, word)| !known(word)) {
            None => Ok(()),
            Some((line, word)) => {
                let own = ["RUN", "REQUIRES", "UNSUPPORTED", "XFAIL"].into_iter().chain(PROSE);
                let known = expected_one_of(word, own.chain(prefixes.iter().map(String::as_str)));
                let message = format!("unknown directive `{word}:`; {known}");
                Err(DirectiveError { line: *line, message })
            }
        }
    }
}

/// The word in capitals that a comment begins with, and what follows its colon.
pub(super) fn directive(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    let comment = line.strip_prefix("//").or_else(|| line.starts_with(';').then(|| line.trim_start_matches(';')))?;
    let comment = comment.trim_start();
    let end = comment.find(|letter: char| !(letter.is_ascii_alphanumeric() || "-_".contains(letter)))?;
    let (word, rest) = comment.split_at(end);
    let rest = rest.strip_prefix("{LITERAL}").unwrap_or(rest);
    let value = rest.strip_prefix(':')?;
    let in_capitals = word.len() > 1
        && word.starts_with(|letter: char| letter.is_ascii_uppercase())
        && !word.contains(|letter: char| letter.is_ascii_lowercase());
    in_capitals.then(|| (word, value.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        Directives::read(text).expect_err("the directives are wrong").to_string()
    }

    #[test]
    fn run_lines_are_joined_where_they_continue() {
        let text = "; RUN: a \\\n;; RUN:   | b\n// RUN: c\ncode ; RUN: none\n; REQUIRES: llvm, finalizer\n; XFAIL: *\n";
        let found = Directives::read(text).expect("the directives are right");
        let run = |line, text: &str| RunLine { line, text: text.to_owned() };
        assert_eq!(found.runs, [run(1, "a | b"), run(3, "c")]);
        assert_eq!(found.requires, [Feature::Llvm, Feature::Finalizer]);
        assert!(found.expected_failure);
    }

    #[test]
    fn wrong_directives_are_named_with_their_line() {
        assert_eq!(message("code\n"), "line 1: the test has no `RUN:` line");
        assert_eq!(
            message("; RUN: a\n; REQUIRES: gpu"),
            "line 2: unknown feature `gpu`; expected one of llvm, finalizer, plugin"
        );
        assert_eq!(message("; RUN: a \\\n; CHECK: b"), "line 2: the `RUN:` line before is to be continued here");
        assert_eq!(message("; RUN: a \\\n"), "line 1: the last `RUN:` line ends in `\\`, and nothing follows");
        assert_eq!(message("; RUN: a\n; XFAIL: skl"), "line 2: `XFAIL: skl`: only `XFAIL: *` is known");
    }

    #[test]
    fn words_in_capitals_belong_to_a_prefix() {
        let text = "; RUN: a\n; COM: b\n; CHECK: c\n; CHECK-COUNT-2: d\n; TGL-NEXT: e\n; CHECK-DAG{LITERAL}: f\n\
                    ; Prose: g\n; CHECKS: h\n";
        let found = Directives::read(text).expect("the directives are right");
        let prefixes = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let error = found.expect_prefixes(&prefixes(&["CHECK"])).expect_err("TGL is unknown");
        assert_eq!(error.line, 5);
        let error = found.expect_prefixes(&prefixes(&["CHECK", "TGL"])).expect_err("CHECKS is unknown");
        let known = "RUN, REQUIRES, UNSUPPORTED, XFAIL, COM, NOTE, CHECK, TGL";
        assert_eq!(
            error.to_string(),
            format!("line 8: unknown directive `CHECKS:`; did you mean `CHECK`? Expected one of {known}")
        );
        assert_eq!(found.expect_prefixes(&prefixes(&["CHECK", "TGL", "CHECKS"])), Ok(()));
    }
}
