//! Test programs, and how one is run.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::compile::Compiled;
use crate::error::MutantsError;

/// The most memory that a test program may have, in kilobytes: a mutant may fill whatever there is.
const MOST_MEMORY: u64 = 6_000_000;
/// The signals that end a program at its limit of processor time.
const SIGNALS_OF_LIMIT: [i32; 2] = [9, 24];

/// Programs that are run in another way: the package, the target (any where it is empty), and the tests that are left out
/// (all where it is empty).
const LEFT_OUT: [(&str, &str, &str); 3] = [
    // Tests of the sources, which differ in the copy.
    ("texvisa-house", "", ""),
    ("texvisa-mutants", "", ""),
    // They copy the sources once more.
    ("texvisa", "museum", "fault"),
];

/// A test program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TestProgram {
    /// What the results call it: its package and target.
    pub name: String,
    /// Its package.
    pub package: String,
    /// The folder that it runs in.
    pub folder: PathBuf,
    /// The program.
    pub path: PathBuf,
    /// When it was compiled, in nanoseconds.
    pub built: u64,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The processor time that it takes without a mutant, in seconds.
    pub seconds: f64,
    /// The mutants whose switches it asks.
    pub reached: BTreeSet<u32>,
}

/// How a test program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All of its tests pass.
    Passed,
    /// A test fails, or the program does.
    Failed(String),
    /// It was at its limit of processor time, or of time.
    AtLimit,
}

impl TestProgram {
    /// The test program that was compiled, unless it is left out.
    #[must_use]
    pub fn of(compiled: Compiled) -> Option<TestProgram> {
        let Compiled { package, target, folder, path } = compiled;
        let mut arguments = vec!["--test-threads=1".to_owned()];
        for (of, only, tests) in LEFT_OUT {
            if of == package && (only.is_empty() || only == target) {
                if tests.is_empty() {
                    return None;
                }
                arguments.extend(["--skip".to_owned(), tests.to_owned()]);
            }
        }
        let name = format!("{package} {target}");
        Some(TestProgram { name, package, folder, path, built: 0, arguments, seconds: 0.0, reached: BTreeSet::new() })
    }

    /// Runs it without a mutant for `most` seconds of processor time at most: its time, and what it reaches.
    ///
    /// # Errors
    ///
    /// It cannot be run.
    pub fn measure(&mut self, record: &Path, most: f64) -> Result<Ended, MutantsError> {
        drop(std::fs::remove_file(record));
        let (ended, seconds) =
            self.run(Duration::from_secs_f64(most).as_secs(), &[("TEXVISA_REACHED", record.as_os_str().to_owned())])?;
        let text = std::fs::read_to_string(record).unwrap_or_default();
        self.reached = text.lines().filter_map(|line| line.parse().ok()).collect();
        self.seconds = seconds;
        Ok(ended)
    }

    /// Runs it with a mutant.
    ///
    /// # Errors
    ///
    /// It cannot be run.
    pub fn run_with(&self, mutant: u32) -> Result<Ended, MutantsError> {
        let limit = Duration::from_secs_f64(self.seconds * 4.0 + 5.0).as_secs();
        Ok(self.run(limit, &[("TEXVISA_MUTANT", mutant.to_string().into())])?.0)
    }

    fn run(&self, limit: u64, environment: &[(&str, std::ffi::OsString)]) -> Result<(Ended, f64), MutantsError> {
        let before = seconds_of_children();
        let failed =
            |error: std::io::Error| MutantsError::Command { command: self.name.clone(), message: error.to_string() };
        let mut child = Command::new("sh")
            .args(["-c", &format!("ulimit -c 0; ulimit -v {MOST_MEMORY}; ulimit -t {limit}; exec \"$0\" \"$@\"")])
            .arg(&self.path)
            .args(&self.arguments)
            .current_dir(&self.folder)
            .env("CARGO_MANIFEST_DIR", &self.folder)
            .env("RAYON_NUM_THREADS", "1")
            .env("RUST_BACKTRACE", "0")
            .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1")
            .env("PROPTEST_RNG_SEED", "1")
            .env_remove("TEXVISA_RECORD")
            .env_remove("TEXVISA_WORLD")
            .env_remove("TEXVISA_BLESS")
            .env_remove("TEXVISA_FAULTS")
            .env_remove("TEXVISA_REACHED")
            .env_remove("TEXVISA_MUTANT")
            .envs(environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .map_err(failed)?;
        let group = format!("-{}", child.id());
        let kill = {
            let group = group.clone();
            move || drop(Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status())
        };
        // Where it waits for something, it takes no processor time.
        let (ended, wait) = mpsc::channel::<()>();
        let most = Duration::from_secs(limit * 6 + 30);
        let watch = std::thread::spawn({
            let kill = kill.clone();
            move || {
                let is_late = wait.recv_timeout(most) == Err(mpsc::RecvTimeoutError::Timeout);
                if is_late {
                    kill();
                }
                is_late
            }
        });
        let mut failing = None;
        let output = child.stdout.take().map(BufReader::new);
        for line in output.into_iter().flat_map(|output| output.split(b'\n')).map_while(Result::ok) {
            failing = failed_test(&String::from_utf8_lossy(&line));
            if failing.is_some() {
                kill();
                break;
            }
        }
        let status = child.wait().map_err(failed)?;
        drop(ended);
        let is_late = watch.join().unwrap_or(false);
        let seconds = seconds_of_children() - before;
        Ok((
            match failing {
                Some(test) => Ended::Failed(test),
                None if status.success() => Ended::Passed,
                None if is_late || status.signal().is_some_and(|signal| SIGNALS_OF_LIMIT.contains(&signal)) => {
                    Ended::AtLimit
                }
                None => Ended::Failed(match status.signal() {
                    Some(signal) => format!("ended by signal {signal}"),
                    None => "the program as a whole".to_owned(),
                }),
            },
            seconds,
        ))
    }
}

/// The test that a line of output says has failed.
fn failed_test(line: &str) -> Option<String> {
    let (name, outcome) = line.strip_prefix("test ")?.split_once(" ...")?;
    outcome.contains("FAILED").then(|| name.trim().to_owned())
}

/// The processor time of all processes that this one has waited for, in seconds; 0 where there is no `/proc`.
fn seconds_of_children() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = text.rsplit(") ").next().unwrap_or_default();
    // cutime and cstime, in hundredths.
    fields.split(' ').skip(13).take(2).filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() / 100.0
}
