//! Runs the tests of a folder.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use libtest_mimic::Trial;

use super::suite::Suite;
use super::test;
use crate::harness;

/// The endings of files that are tests.
const ENDINGS: [&str; 2] = ["tex", "ll"];

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
    #[error("`{}` and the folders in it have no file that ends in .tex or .ll", folder.display())]
    Empty {
        /// The folder.
        folder: PathBuf,
    },
}

impl Suite {
    /// The tests, each named by its path below the root with `/` between the parts, in the order of their names.
    ///
    /// # Errors
    ///
    /// A folder that cannot be read, or no test.
    pub fn trials(self) -> Result<Vec<Trial>, SuiteError> {
        let mut files = Vec::new();
        collect(&self.root, &mut files)?;
        if self.release.is_some() {
            // What cannot be read is left for the test to say.
            files.retain(|file| std::fs::read_to_string(file).is_ok_and(|text| text.contains("%{opt}")));
        }
        files.sort();
        if files.is_empty() {
            return Err(SuiteError::Empty { folder: self.root });
        }
        let suite = Arc::new(self);
        let trial = |file: PathBuf| {
            let below = file.strip_prefix(&suite.root).unwrap_or(&file);
            let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
            let release = suite.release.map_or_else(String::new, |release| format!("llvm{}/", release.number));
            let suite = Arc::clone(&suite);
            harness::test_or_skip(release + &parts.join("/"), move || test::run(&suite, &file))
        };
        Ok(files.into_iter().map(trial).collect())
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

    use libtest_mimic::Completion;

    use super::*;
    use crate::lit::Feature;

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
            Ok(Completion::Completed) => Ok(None),
            Ok(Completion::Ignored { reason }) => Ok(reason),
            Err(failed) => {
                let message = failed.message().unwrap_or_default();
                // Where the environment requires every oracle, what would be skipped fails for the same reason.
                match message.split_once("; TEXVISA_REQUIRE requires") {
                    Some((reason, _)) => Ok(Some(reason.to_owned())),
                    None => Err(message.to_owned()),
                }
            }
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
        assert_eq!(skipped, Ok(Some(crate::plugin::ABSENCE.to_owned())));
    }

    #[test]
    fn what_is_unknown_is_an_error_with_its_line() {
        let known = "texvisa, FileCheck, not, cat, cmp, diff, opt-14, opt-15, opt-16, opt-19, GenX_IR";
        assert_eq!(fails("\n; RUN: rm %t"), format!("line 2: unknown command `rm`; known are {known}"));
        assert!(fails("; RUN: cat %s\n; CHEKC: a").starts_with("line 2: unknown directive `CHEKC:`"));
        assert!(fails("; RUN: cat %s\n; CHECK: a").starts_with("line 2: unknown directive `CHECK:`"));
        assert_eq!(fails("; no commands"), "line 1: the test has no `RUN:` line");
        assert_eq!(fails("; RUN: GenX_IR %s"), "line 1: `GenX_IR` runs in tests that have `REQUIRES: finalizer`");
        assert_eq!(fails("; RUN: cat %{plugin}"), "line 1: `%{plugin}` stands in tests that have `REQUIRES: plugin`");
        assert!(fails("; RUN: cat 'a").starts_with("line 1: a quote is not closed"));
        assert!(fails("; RUN: FileCheck --nonsense %s").starts_with("line 1: error: unexpected argument '--nonsense'"));
    }

    #[test]
    fn what_takes_too_long_fails() {
        assert!(fails("; RUN: not texvisa -c 'exec sleep 60'").contains("was ended after 2 seconds"));
    }

    #[test]
    fn tests_are_named_by_their_path() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let suite = || Suite::new(folder.path(), "/bin/sh");
        assert!(matches!(suite().trials(), Err(SuiteError::Empty { .. })));
        std::fs::create_dir_all(folder.path().join("load/deep")).expect("the folder takes folders");
        for name in ["load/trim.tex", "load/deep/b.ll", "a.tex", "load/notes.txt"] {
            std::fs::write(folder.path().join(name), "").expect("the folder takes files");
        }
        let trials = suite().trials().expect("there are three tests");
        let names: Vec<_> = trials.iter().map(Trial::name).collect();
        assert_eq!(names, ["a.tex", "load/deep/b.ll", "load/trim.tex"]);
        let nowhere = Suite::new(folder.path().join("nowhere"), "/bin/sh");
        assert!(matches!(nowhere.trials(), Err(SuiteError::Folder { .. })));
    }
}
