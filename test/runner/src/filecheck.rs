//! The command `FileCheck`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use litcheck_filecheck::litcheck::diagnostics::{DefaultSourceManager, FileName, Report, SourceFile, SourceLanguage};
use litcheck_filecheck::litcheck::reporting::PrintDiagnostic;
use litcheck_filecheck::{Config, Options, Test};

use crate::process::{Finished, Run, RunError, Status};

/// The environment variable that names LLVM's FileCheck.
const EXTERNAL: &str = "FILECHECK";

/// What FileCheck is told.
#[derive(Parser)]
#[command(name = "FileCheck", no_binary_name = true, disable_help_flag = true, disable_version_flag = true)]
struct Arguments {
    /// The file with the checks.
    checks: PathBuf,
    /// The file that is checked, instead of standard input.
    #[arg(long)]
    input_file: Option<PathBuf>,
    #[command(flatten)]
    options: Options,
}

/// LLVM's tools take long options with one dash as well.
fn with_two_dashes(argument: &String) -> String {
    let is_long = argument.starts_with('-') && !argument.starts_with("--") && !argument.starts_with("-D");
    if is_long && argument.len() > 2 { format!("-{argument}") } else { argument.clone() }
}

/// The prefixes that these arguments name.
///
/// # Errors
///
/// Arguments that FileCheck does not know.
pub(super) fn prefixes(arguments: &[String]) -> Result<Vec<String>, String> {
    let read = Arguments::try_parse_from(arguments.iter().map(with_two_dashes)).map_err(|error| error.to_string())?;
    Ok(read.options.check_prefixes().iter().map(|prefix| prefix.as_str().to_owned()).collect())
}

/// What a command of FileCheck compares.
pub(super) struct CheckedText {
    /// The file with the checks.
    pub checks: PathBuf,
    /// The prefixes of the checks that count.
    pub prefixes: Vec<String>,
    /// What they are compared with.
    pub text: String,
}

/// What a command with these arguments compares; `None` where it cannot be read.
pub(super) fn checked_text(arguments: &[String], input: &[u8], folder: &Path) -> Option<CheckedText> {
    let prefixes = prefixes(arguments).ok()?;
    let read = Arguments::try_parse_from(arguments.iter().map(with_two_dashes)).ok()?;
    let text = match read.input_file {
        Some(file) => std::fs::read(folder.join(file)).ok()?,
        None => input.to_vec(),
    };
    Some(CheckedText { checks: folder.join(read.checks), prefixes, text: String::from_utf8(text).ok()? })
}

/// Checks `input`, in process unless the environment names LLVM's FileCheck.
///
/// # Errors
///
/// LLVM's FileCheck could not be run.
pub(super) fn run(
    arguments: &[String],
    input: &[u8],
    folder: &Path,
    external: Option<OsString>,
    limit: Duration,
) -> Result<Finished, RunError> {
    if let Some(program) = external {
        let program = PathBuf::from(program);
        return Run { program: &program, folder, input, merge_stderr: false, limit }.with(arguments);
    }
    let (code, stderr) = match check(arguments, input, folder) {
        Ok(()) => (0, String::new()),
        Err(complaint) => (1, complaint),
    };
    Ok(Finished { status: Status::Exited(code), stdout: Vec::new(), stderr: stderr.into_bytes() })
}

/// LLVM's FileCheck, where the environment names it.
pub(super) fn external() -> Option<OsString> {
    std::env::var_os(EXTERNAL).filter(|program| !program.is_empty())
}

/// What FileCheck has to say against the input, the checks or its arguments.
fn check(arguments: &[String], input: &[u8], folder: &Path) -> Result<(), String> {
    let arguments =
        Arguments::try_parse_from(arguments.iter().map(with_two_dashes)).map_err(|error| error.to_string())?;
    arguments.options.validate().map_err(render)?;
    let config = Config { source_manager: Arc::new(DefaultSourceManager::default()), options: arguments.options };
    let checks = load(&config, &folder.join(&arguments.checks))?;
    let input = match arguments.input_file {
        Some(file) => load(&config, &folder.join(file))?,
        None => {
            let text = String::from_utf8(input.to_vec()).map_err(|error| format!("standard input: {error}\n"))?;
            source(&config, "<stdin>".to_owned(), text)
        }
    };
    Test::new(checks, &config).verify(input).map(|_| ()).map_err(render)
}

fn load(config: &Config, path: &Path) -> Result<Arc<SourceFile>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}\n", path.display()))?;
    Ok(source(config, path.display().to_string(), text))
}

/// Text under that name. As LLVM's FileCheck does and litcheck's does not, blanks that follow one another become one
/// space, in the checks and in what is checked.
fn source(config: &Config, name: String, text: String) -> Arc<SourceFile> {
    let text = if config.options.strict_whitespace { text } else { with_single_blanks(&text) };
    config.source_manager().load(SourceLanguage::Unknown, FileName::from(name), text)
}

fn with_single_blanks(text: &str) -> String {
    let mut after_blank = false;
    let mut single = String::with_capacity(text.len());
    for letter in text.chars() {
        let is_blank = matches!(letter, ' ' | '\t');
        if !(is_blank && after_blank) {
            single.push(if is_blank { ' ' } else { letter });
        }
        after_blank = is_blank;
    }
    single
}

fn render(report: Report) -> String {
    PrintDiagnostic::new_without_color(report).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks `input` against `checks` and returns what FileCheck has to say.
    fn verdict(checks: &str, arguments: &[&str], input: &str) -> Result<(), String> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("checks"), checks).expect("the folder takes files");
        let arguments: Vec<_> = arguments.iter().chain(&["checks"]).map(|word| (*word).to_owned()).collect();
        check(&arguments, input.as_bytes(), folder.path())
    }

    #[test]
    fn the_options_that_tests_use_are_there() {
        assert_eq!(verdict("CHECK: a\nCHECK-NEXT: b", &[], "x a\ny b\n"), Ok(()));
        assert_eq!(verdict("A: a\nB: b", &["--check-prefixes=A,B"], "a b\n"), Ok(()));
        assert_eq!(verdict("A: a\nB: b", &["-check-prefix=A", "-check-prefix=B"], "a b\n"), Ok(()));
        assert_eq!(verdict("A: a", &["--check-prefix", "A"], "a\n"), Ok(()));
        assert_eq!(verdict("CHECK: [[W]] x", &["-DW=16"], "16 x"), Ok(()));
        assert_eq!(verdict("CHECK: [[W]] x", &["-D", "W=16"], "16 x"), Ok(()));
        assert!(verdict("CHECK: a", &["--allow-empty"], "").is_err());
        assert_eq!(verdict("CHECK-NOT: a", &["--allow-empty"], ""), Ok(()));
        assert_eq!(verdict("CHECK: a", &["--match-full-lines"], "  a\n"), Ok(()));
        assert_eq!(verdict("CHECK: a b  c", &[], "a \t b c\n"), Ok(()));
    }

    #[test]
    fn what_does_not_match_is_shown() {
        let complaint = verdict("CHECK: a\nCHECK: b", &[], "a\nc\n").expect_err("there is no b");
        assert!(complaint.contains("CHECK: b"), "{complaint}");
        for (checks, arguments, input) in [
            ("CHECK: a", &["--match-full-lines"][..], "a b\n"),
            ("CHECK: a  b", &["--strict-whitespace"], "a b\n"),
            ("CHECK: a", &["--implicit-check-not=warning"], "a\nwarning\n"),
            ("CHECK-NOT: a", &[], ""),
            ("CHECK: [[W]] x", &["-DW=16"], "8 x"),
            ("A: a\nB: b", &["--check-prefixes=A,B"], "a\n"),
            ("CHECK: a", &["--no-such-option"], "a\n"),
            ("", &[], "a\n"),
        ] {
            assert!(verdict(checks, arguments, input).is_err(), "{checks} {arguments:?} {input}");
        }
    }

    #[test]
    fn an_external_filecheck_gets_the_same_arguments_and_input() {
        let folder = std::env::temp_dir();
        let arguments = ["-c", "cat >&2; exit $0", "3"].map(str::to_owned);
        let found = run(&arguments, b"text", &folder, Some("/bin/sh".into()), Duration::from_secs(9)).expect("it runs");
        assert_eq!((found.status, &found.stderr[..]), (Status::Exited(3), &b"text"[..]));
    }

    #[test]
    fn the_input_may_be_a_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("checks"), "CHECK: a").expect("the folder takes files");
        std::fs::write(folder.path().join("input"), "a").expect("the folder takes files");
        let arguments = ["checks", "--input-file", "input"].map(str::to_owned);
        assert_eq!(check(&arguments, b"", folder.path()), Ok(()));
        let arguments = ["checks", "--input-file=nothing"].map(str::to_owned);
        assert!(check(&arguments, b"", folder.path()).is_err());
    }
}
