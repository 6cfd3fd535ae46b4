//! Runs a program to its end: input from bytes, output into bytes, within a time limit.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use wait_timeout::ChildExt;

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// By itself, with this exit status.
    Exited(i32),
    /// By a signal of this number.
    Signalled(i32),
}

impl Status {
    /// The exit status of a Rust program that panicked.
    const PANIC: i32 = 101;

    /// Whether it says that all is well.
    pub fn is_success(self) -> bool {
        self == Status::Exited(0)
    }

    /// Whether the program came to its end by an error of its own: a signal, or a panic.
    pub fn is_crash(self) -> bool {
        matches!(self, Status::Signalled(_) | Status::Exited(Status::PANIC))
    }

    #[cfg(unix)]
    fn of(status: ExitStatus) -> Status {
        use std::os::unix::process::ExitStatusExt;
        match (status.code(), status.signal()) {
            (Some(code), _) => Status::Exited(code),
            (None, signal) => Status::Signalled(signal.unwrap_or_default()),
        }
    }

    #[cfg(not(unix))]
    fn of(status: ExitStatus) -> Status {
        Status::Exited(status.code().unwrap_or(1))
    }
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Status::Exited(code) => write!(f, "exit status {code}"),
            Status::Signalled(signal) => write!(f, "signal {signal}"),
        }
    }
}

/// What a program said, and how it ended.
#[derive(Clone, Debug)]
pub struct Finished {
    /// How it ended.
    pub status: Status,
    /// What it wrote to standard output; with [`Run::merge_stderr`], to both, in the order of writing.
    pub stdout: Vec<u8>,
    /// What it wrote to standard error.
    pub stderr: Vec<u8>,
}

/// Why a program could not be run to its end.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The system did not start it, or its input and output could not be written and read.
    #[error("`{program}` could not be run: {source}")]
    System {
        /// The program.
        program: String,
        /// What the system said.
        source: io::Error,
    },
    /// It was ended after the time that it was given.
    #[error("`{program}` was ended after {} seconds", limit.as_secs())]
    TimeLimit {
        /// The program.
        program: String,
        /// The time that it was given.
        limit: Duration,
    },
}

/// A program to run, and with what.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The program.
    pub program: &'a Path,
    /// The folder that it works in.
    pub folder: &'a Path,
    /// What it reads from standard input.
    pub input: &'a [u8],
    /// Whether what it writes to standard error goes where standard output goes.
    pub merge_stderr: bool,
    /// How long it may take.
    pub limit: Duration,
}

impl Run<'_> {
    /// Runs the program with these arguments.
    ///
    /// # Errors
    ///
    /// A program that cannot be started, or that takes longer than the limit. How it ended is no error.
    pub fn with(&self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Result<Finished, RunError> {
        let program = || self.program.display().to_string();
        match self.wait(arguments) {
            Ok(Some(finished)) => Ok(finished),
            Ok(None) => Err(RunError::TimeLimit { program: program(), limit: self.limit }),
            Err(source) => Err(RunError::System { program: program(), source }),
        }
    }

    /// `None` where the time limit was reached. Input and output go through files, so that no pipe can fill up.
    fn wait(&self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> io::Result<Option<Finished>> {
        let mut input = tempfile::tempfile()?;
        input.write_all(self.input)?;
        input.rewind()?;
        let mut stdout = tempfile::tempfile()?;
        let mut stderr = tempfile::tempfile()?;
        let errors = if self.merge_stderr { &stdout } else { &stderr };
        let mut child = Command::new(self.program)
            .args(arguments)
            .current_dir(self.folder)
            .stdin(input)
            .stdout(stdout.try_clone()?)
            .stderr(Stdio::from(errors.try_clone()?))
            .spawn()?;
        let Some(status) = child.wait_timeout(self.limit)? else {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        };
        Ok(Some(Finished {
            status: Status::of(status),
            stdout: read_from_start(&mut stdout)?,
            stderr: read_from_start(&mut stderr)?,
        }))
    }
}

fn read_from_start(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The program of that name in one of the folders of `PATH`.
pub fn find_in_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|program| program.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, input: &[u8], merge_stderr: bool) -> Result<Finished, RunError> {
        let folder = std::env::temp_dir();
        let limit = Duration::from_millis(500);
        Run { program: Path::new("/bin/sh"), folder: &folder, input, merge_stderr, limit }.with(["-c", script])
    }

    #[test]
    fn input_output_and_status_are_passed_on() {
        let found = shell("cat; echo oops >&2; exit 3", b"text", false).expect("the shell runs");
        assert_eq!(
            (found.status, &found.stdout[..], &found.stderr[..]),
            (Status::Exited(3), &b"text"[..], &b"oops\n"[..])
        );
        let merged = shell("echo a; echo b >&2; echo c", b"", true).expect("the shell runs");
        assert_eq!((&merged.stdout[..], &merged.stderr[..]), (&b"a\nb\nc\n"[..], &b""[..]));
    }

    #[test]
    fn signals_and_panics_are_crashes_and_statuses_are_not() {
        let killed = shell("kill -SEGV $$", b"", false).expect("the shell runs");
        assert_eq!(killed.status, Status::Signalled(11));
        assert!(killed.status.is_crash() && Status::Exited(101).is_crash() && !Status::Exited(1).is_crash());
    }

    #[test]
    fn what_takes_too_long_is_ended() {
        assert!(matches!(shell("exec sleep 60", b"", false), Err(RunError::TimeLimit { .. })));
        let missing = Run {
            program: Path::new("/nowhere/program"),
            folder: Path::new("/"),
            input: b"",
            merge_stderr: false,
            limit: Duration::from_secs(1),
        };
        assert!(matches!(missing.with([""; 0]), Err(RunError::System { .. })));
    }
}
