//! Runs the tests of a folder.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use libtest_mimic::{Arguments, Completion, Trial};

use super::suite::Suite;
use super::test::{self, Outcome};

/// The endings of files that are tests.
const ENDINGS: [&str; 3] = ["tex", "ll", "wgsl"];

/// Tests that could not be found.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// The folder cannot be read.
    #[error("`{}` cannot be read: {source}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// There is no test.
    #[error("`{}` and the folders in it have no file that ends in .tex, .ll or .wgsl", folder.display())]
    Empty {
        /// The folder.
        folder: PathBuf,
    },
}

/// One test of a suite.
#[derive(Clone, Debug)]
pub struct LitTest {
    suite: Arc<Suite>,
    file: PathBuf,
    name: String,
}

impl LitTest {
    /// Its path below the root, with `/` between the parts.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Runs it.
    ///
    /// # Errors
    ///
    /// It failed, or makes no sense; the message says where and why.
    pub fn run(&self) -> Result<Outcome, String> {
        test::run(&self.suite, &self.file)
    }
}

/// Which tests of a suite are run, and how.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Only those with this in their names.
    pub filter: Option<String>,
    /// How many at a time; one a core without a number.
    pub threads: Option<usize>,
    /// Whether they are listed instead.
    pub is_listing: bool,
}

impl Suite {
    /// The tests in the order of their names.
    ///
    /// # Errors
    ///
    /// A folder that cannot be read, or no test.
    pub fn tests(self) -> Result<Vec<LitTest>, SuiteError> {
        let mut files = Vec::new();
        collect(&self.root, &mut files)?;
        if let Some(word) = &self.word {
            files.retain(|file| std::fs::read_to_string(file).is_ok_and(|text| text.contains(word.as_str())));
        }
        files.sort();
        if files.is_empty() {
            return Err(SuiteError::Empty { folder: self.root });
        }
        let suite = Arc::new(self);
        let test = |file: PathBuf| {
            let below = file.strip_prefix(&suite.root).unwrap_or(&file);
            let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
            LitTest { name: suite.prefix.clone() + &parts.join("/"), suite: Arc::clone(&suite), file }
        };
        Ok(files.into_iter().map(test).collect())
    }

    /// Runs tests, prints how each ended, and says whether none failed and at least one was run or listed.
    ///
    /// # Errors
    ///
    /// Those of [`Suite::tests`].
    pub fn run(self, choice: &Choice) -> Result<bool, SuiteError> {
        let Choice { filter, threads, is_listing } = choice.clone();
        let tests = self.tests()?;
        let is_any = tests.iter().any(|test| filter.as_ref().is_none_or(|filter| test.name.contains(filter)));
        let trials = tests.into_iter().map(|test| {
            Trial::ignorable_test(test.name.clone(), move || match test.run()? {
                Outcome::Passed => Ok(Completion::Completed),
                Outcome::Skipped { reason, .. } => Ok(Completion::ignored_with(reason)),
            })
        });
        let arguments = Arguments { filter, test_threads: threads, list: is_listing, ..Arguments::default() };
        Ok(!libtest_mimic::run(&arguments, trials.collect()).has_failed() && is_any)
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), SuiteError> {
    let failed = |source| SuiteError::Folder { folder: folder.to_owned(), source };
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known)) {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::Feature;

    /// Runs a test with this text; the command `texvisa` is a shell, which can play any part.
    fn verdict(text: &str) -> Result<Option<String>, String> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("fake.tex");
        std::fs::write(&file, text).expect("the folder takes files");
        let suite = Suite::new(folder.path(), "/bin/sh")
            .feature(Feature::Finalizer, true)
            .feature(Feature::Llvm, false)
            .substitution("greeting", "hello")
            .plugin(None)
            .time_limit(Duration::from_secs(2));
        match test::run(&suite, &file) {
            Ok(Outcome::Passed) => Ok(None),
            Ok(Outcome::Skipped { reason, .. }) => Ok(Some(reason)),
            Err(message) => Err(message),
        }
    }

    fn passes(text: &str) {
        assert_eq!(verdict(text), Ok(None), "{text}");
    }

    fn fails(text: &str) -> String {
        verdict(text).expect_err(text)
    }

    #[test]
    fn an_exit_status_decides_and_not_turns_it_round() {
        passes("; RUN: texvisa -c 'exit 0'");
        let failure = fails("; RUN: texvisa -c 'exit 0'\n; RUN: texvisa -c 'echo broken >&2; exit 3'");
        assert!(failure.contains(":2: RUN: texvisa -c 'echo broken >&2; exit 3'"), "{failure}");
        assert!(failure.contains("ended with: exit status 3\nstandard error:\nbroken\n"), "{failure}");
        passes("; RUN: not texvisa -c 'exit 3'");
        assert!(fails("; RUN: not texvisa -c 'exit 0'").contains("where `not` expects a failure"));
        assert!(fails("; RUN: not texvisa -c 'exit 101'").contains("that is no crash"));
        assert!(fails("; RUN: not texvisa -c 'kill -SEGV $$'").contains("signal 11"));
    }

    #[test]
    fn a_pipeline_fails_where_one_of_its_commands_does() {
        passes("; RUN: texvisa -c 'echo a' | cat | FileCheck %s\n; CHECK: a");
        let failure = fails("; RUN: texvisa -c 'echo a; exit 1' | FileCheck %s\n; CHECK: a");
        assert!(failure.contains("ended with: exit status 1") && !failure.contains("FileCheck /"), "{failure}");
        passes("; RUN: not texvisa -c 'echo a; exit 1' | FileCheck %s\n; CHECK: a");
        passes("; RUN: not texvisa -c 'echo a >&2; exit 1' 2>&1 | FileCheck %s\n; CHECK: a");
        assert!(fails("; RUN: texvisa -c 'exit 1' && texvisa -c 'exit 2'").contains("exit status 1"));
        assert!(fails("; RUN: texvisa -c 'exit 0' && texvisa -c 'exit 2'").contains("exit status 2"));
    }

    #[test]
    fn a_mismatch_shows_filechecks_own_words() {
        let failure = fails("; RUN: texvisa -c 'echo abc' | FileCheck %s\n; CHECK: abd");
        assert!(failure.contains("command: FileCheck") && failure.contains("CHECK: abd"), "{failure}");
    }

    #[test]
    fn variables_and_prefixes_reach_filecheck() {
        let text =
            "; RUN: texvisa -c 'echo width 16' | FileCheck %s -DW=16 --check-prefixes=A,B\n; A: width\n; B: [[W]]";
        passes(text);
        fails(&text.replace("-DW=16", "-DW=8"));
        fails(&text.replace("A,B", "A,C"));
        let two = "; RUN: texvisa -c 'echo a' | FileCheck %s --check-prefix=A\n\
                   ; RUN: texvisa -c 'echo b' | FileCheck %s --check-prefix=B\n; A: a\n; B: b";
        passes(two);
        fails(&two.replace("; B: b", "; B: c"));
    }

    #[test]
    fn files_of_the_tests_own_take_output() {
        passes("; RUN: texvisa -c 'echo a' > %t && cat %t | FileCheck %s\n; CHECK: a");
        passes(
            "; RUN: texvisa -c 'echo a; echo b >&2' > %t.out 2> %t.err\n; RUN: cat %t.out > %t.x\n\
                ; RUN: cmp %t.out %t.x && not cmp %t.out %t.err && not diff %t.out %t.err",
        );
        passes(
            "; RUN: texvisa -c 'echo b >&2; echo a' > %t 2>&1 && FileCheck %s --input-file %t\n; CHECK: b\n; CHECK: a",
        );
        passes("; RUN: texvisa -c 'true' > %t 2>&1 && cat %t");
        passes(
            "; RUN: texvisa -c 'echo %%{greeting} %{greeting} 100%%' | FileCheck %s\n; CHECK: {{^}}%{greeting} hello 100%{{$}}",
        );
        passes("; RUN: cat %s | FileCheck %s\n; CHECK: RUN");
    }

    #[test]
    fn an_expected_failure_that_passes_has_failed() {
        passes("; XFAIL: *\n; RUN: texvisa -c 'exit 1'");
        assert_eq!(fails("; XFAIL: *\n; RUN: texvisa -c 'exit 0'"), "the test passed, but is expected to fail (XFAIL)");
        // A test that makes no sense is not what was expected.
        assert!(fails("; XFAIL: *\n; RUN: frobnicate").contains("unknown command"));
    }

    #[test]
    fn a_missing_feature_skips_with_its_reason() {
        let skipped = verdict("; REQUIRES: llvm\n; RUN: texvisa -c 'exit 1'");
        assert_eq!(skipped, Ok(Some("the tool was built without its feature `llvm`".to_owned())));
        let skipped = verdict("; UNSUPPORTED: finalizer\n; RUN: texvisa -c 'exit 1'");
        assert_eq!(skipped, Ok(Some("not for machines with finalizer".to_owned())));
        passes("; REQUIRES: finalizer\n; UNSUPPORTED: llvm\n; RUN: texvisa -c 'exit 0'");
        let skipped = verdict("; REQUIRES: plugin\n; RUN: texvisa -c 'exit 1' %{plugin}");
        assert_eq!(skipped, Ok(Some("there is no LLVM pass plugin".to_owned())));
    }

    #[test]
    fn what_is_unknown_is_an_error_with_its_line() {
        let known = "texvisa, FileCheck, not, cat, cmp, diff, opt-14, opt-15, opt-16, opt-19, GenX_IR";
        assert_eq!(fails("\n; RUN: rm %t"), format!("line 2: unknown command `rm`; expected one of {known}"));
        assert!(fails("; RUN: cat %s\n; CHEKC: a").starts_with("line 2: unknown directive `CHEKC:`"));
        assert!(fails("; RUN: cat %s\n; CHECK: a").starts_with("line 2: unknown directive `CHECK:`"));
        assert_eq!(fails("; no commands"), "line 1: the test has no `RUN:` line");
        assert_eq!(fails("; RUN: GenX_IR %s"), "line 1: `GenX_IR` runs in tests that have `REQUIRES: finalizer`");
        assert_eq!(fails("; RUN: cat %{plugin}"), "line 1: `%{plugin}` stands in tests that have `REQUIRES: plugin`");
        assert!(fails("; RUN: cat 'a").starts_with("line 1: a quote is not closed"));
        assert!(fails("; RUN: FileCheck --nonsense %s").starts_with("line 1: error: unexpected argument '--nonsense'"));
    }

    #[test]
    fn literal_checks_are_updated_where_that_is_asked_for() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("a.tex");
        let text = "; RUN: texvisa -c 'printf \"a\\nb\\n\"' | FileCheck %s\n; CHECK: a\n; CHECK-NEXT: ";
        std::fs::write(&file, format!("{text}c\n")).expect("the folder takes files");
        let suite = Suite::new(folder.path(), "/bin/sh");
        let failure = test::run(&suite, &file).expect_err("the lines differ");
        assert!(
            failure.ends_with("the `-NEXT` lines of the test differ; `texvisa lit --update` updates them"),
            "{failure}"
        );
        assert_eq!(test::run(&suite.updating(true, ""), &file), Ok(Outcome::Passed));
        assert_eq!(std::fs::read_to_string(&file).expect("it is there"), format!("{text}b\n"));
    }

    #[test]
    fn a_choice_without_tests_is_no_success() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("a.tex"), "; RUN: cat %s").expect("the folder takes files");
        let suite = || Suite::new(folder.path(), "/bin/sh");
        let choice = |filter: &str| Choice { filter: Some(filter.to_owned()), is_listing: true, ..Choice::default() };
        assert!(matches!(suite().run(&choice("a.t")), Ok(true)));
        assert!(matches!(suite().run(&choice("b.t")), Ok(false)));
    }

    #[test]
    fn what_takes_too_long_fails() {
        assert!(fails("; RUN: not texvisa -c 'exec sleep 60'").contains("was ended after 2 seconds"));
    }

    #[test]
    fn tests_are_named_by_their_path() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let suite = || Suite::new(folder.path(), "/bin/sh");
        assert!(matches!(suite().tests(), Err(SuiteError::Empty { .. })));
        std::fs::create_dir_all(folder.path().join("load/deep")).expect("the folder takes folders");
        for name in ["load/trim.tex", "load/deep/b.ll", "a.tex", "load/notes.txt"] {
            std::fs::write(folder.path().join(name), "").expect("the folder takes files");
        }
        let tests = suite().tests().expect("there are three tests");
        let names: Vec<_> = tests.iter().map(LitTest::name).collect();
        assert_eq!(names, ["a.tex", "load/deep/b.ll", "load/trim.tex"]);
        let nowhere = Suite::new(folder.path().join("nowhere"), "/bin/sh");
        assert!(matches!(nowhere.tests(), Err(SuiteError::Folder { .. })));
    }
}
