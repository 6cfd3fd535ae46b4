//! Carries out the commands of a test.

use std::cell::RefCell;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use texvisa_ir::expected_one_of;

use super::builtin::Builtin;
use super::feature::Feature;
use super::filecheck;
use super::shell::{Command, Pipeline, Sink};
use crate::process::{Finished, Run, RunError, find_in_path};

/// Programs that are not part of texvisa, and the feature that a test which runs them must require.
const EXTERNAL: [(&str, Feature); 5] = [
    ("opt-14", Feature::Llvm),
    ("opt-15", Feature::Llvm),
    ("opt-16", Feature::Llvm),
    ("opt-19", Feature::Llvm),
    ("GenX_IR", Feature::Finalizer),
];

/// What a command's name means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Program {
    /// The tool.
    Texvisa,
    /// FileCheck.
    FileCheck,
    /// A command of this library's own.
    Builtin(Builtin),
    /// A program in one of the folders of `PATH`, and the feature that it belongs to.
    External(&'static str, Feature),
}

impl Program {
    /// The program of that name.
    ///
    /// # Errors
    ///
    /// An unknown name; the message lists those that are known.
    pub fn named(name: &str) -> Result<Program, String> {
        if let Some(builtin) = Builtin::from_name(name) {
            return Ok(Program::Builtin(builtin));
        }
        match name {
            "texvisa" => return Ok(Program::Texvisa),
            "FileCheck" => return Ok(Program::FileCheck),
            _ => {}
        }
        let external = EXTERNAL.iter().find(|row| row.0 == name);
        external.map(|(name, feature)| Program::External(name, *feature)).ok_or_else(|| {
            let own = ["texvisa", "FileCheck", "not", "cat", "cmp", "diff"].into_iter();
            format!("unknown command `{name}`; {}", expected_one_of(name, own.chain(EXTERNAL.map(|row| row.0))))
        })
    }
}

/// Where the commands of a test run, and with what.
#[derive(Clone, Copy)]
pub(super) struct Executor<'a> {
    /// The built tool.
    pub texvisa: &'a Path,
    /// The folder of this test's own.
    pub folder: &'a Path,
    /// How long each command may take.
    pub limit: Duration,
    /// What the last FileCheck that failed compared.
    pub mismatch: &'a RefCell<Option<filecheck::CheckedText>>,
}

impl Executor<'_> {
    /// Carries out a pipeline.
    ///
    /// # Errors
    ///
    /// The commands that failed or could not be run, with what they said.
    pub fn run(&self, pipeline: &Pipeline) -> Result<(), String> {
        let mut input = Vec::new();
        let mut failures = String::new();
        for command in pipeline {
            match self.command(command, &input) {
                Err(failure) => return Err(failures + &failure),
                Ok((output, failure)) => {
                    input = output;
                    failures += &failure.unwrap_or_default();
                }
            }
        }
        if failures.is_empty() { Ok(()) } else { Err(failures) }
    }

    /// What the command hands on, and the message where it failed; an error where it could not be run.
    fn command(&self, command: &Command, input: &[u8]) -> Result<(Vec<u8>, Option<String>), String> {
        let Some((name, arguments)) = command.words.split_first() else { return Ok((Vec::new(), None)) };
        let merged = command.stderr == command.stdout;
        let started = self.start(&Program::named(name)?, arguments, input, merged);
        let finished = started.map_err(|error| format!("{error}\n"))?;
        let failed = if command.inverted {
            finished.status.is_success() || finished.status.is_crash()
        } else {
            !finished.status.is_success()
        };
        let failure = failed.then(|| describe(command, &finished, merged));
        if failed && name == "FileCheck" {
            *self.mismatch.borrow_mut() = filecheck::checked_text(arguments, input, self.folder);
        }
        let mut output = Vec::new();
        let mut streams = vec![(finished.stdout, &command.stdout)];
        if !merged {
            streams.push((finished.stderr, &command.stderr));
        }
        for (bytes, sink) in streams {
            match sink {
                Sink::Report => {}
                Sink::Pipe => output.extend(bytes),
                Sink::File(path) => std::fs::write(path, bytes)
                    .map_err(|error| format!("`{}` cannot be written: {error}\n", path.display()))?,
            }
        }
        Ok((output, failure))
    }

    fn start(
        &self,
        program: &Program,
        arguments: &[String],
        input: &[u8],
        merge_stderr: bool,
    ) -> Result<Finished, RunError> {
        let run = |program: &Path| {
            Run { program, folder: self.folder, input, merge_stderr, limit: self.limit }.with(arguments)
        };
        match program {
            Program::Texvisa => run(self.texvisa),
            Program::External(name, _) => run(&find_in_path(name).unwrap_or_else(|| PathBuf::from(name))),
            Program::Builtin(builtin) => Ok(merge(builtin.run(arguments, input, self.folder), merge_stderr)),
            Program::FileCheck => {
                let external = filecheck::external();
                let finished = filecheck::run(arguments, input, self.folder, external, self.limit)?;
                Ok(merge(finished, merge_stderr))
            }
        }
    }
}

fn merge(mut finished: Finished, merge_stderr: bool) -> Finished {
    if merge_stderr {
        finished.stdout.append(&mut finished.stderr);
    }
    finished
}

/// The command, how it ended, and what it said.
fn describe(command: &Command, finished: &Finished, merged: bool) -> String {
    let mut text = format!("command: {}{}\n", if command.inverted { "not " } else { "" }, command.words.join(" "));
    let expected = if command.inverted { ", where `not` expects a failure that is no crash" } else { "" };
    // Writing into a string does not fail.
    let _ = writeln!(text, "ended with: {}{expected}", finished.status);
    let (what, said) =
        if merged { ("output and errors", &finished.stdout) } else { ("standard error", &finished.stderr) };
    match String::from_utf8_lossy(said).trim_end() {
        "" => text + what + ": (empty)\n",
        said => text + what + ":\n" + said + "\n",
    }
}
