//! Instructions that a process executes, for machines that are too busy for clocks.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

/// Counts the instructions of `program` under valgrind's cachegrind; `prepare` gives the command its arguments.
pub fn instructions(
    program: impl AsRef<OsStr>,
    prepare: impl FnOnce(&mut Command),
) -> Result<f64, Box<dyn std::error::Error>> {
    count(&["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"], program, prepare)
}

/// The same of what runs inside calls of `function` alone, under callgrind.
#[allow(dead_code, reason = "each benchmark is a program of its own")]
pub fn instructions_inside(
    function: &str,
    program: impl AsRef<OsStr>,
    prepare: impl FnOnce(&mut Command),
) -> Result<f64, Box<dyn std::error::Error>> {
    let inside = format!("--toggle-collect={function}");
    count(&["--tool=callgrind", "--callgrind-out-file=/dev/null", &inside], program, prepare)
}

fn count(
    options: &[&str],
    program: impl AsRef<OsStr>,
    prepare: impl FnOnce(&mut Command),
) -> Result<f64, Box<dyn std::error::Error>> {
    let mut command = Command::new("valgrind");
    command.args(options).arg(program);
    prepare(&mut command);
    let output = command.stdout(Stdio::null()).output()?;
    let report = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{command:?}: {report}").into());
    }
    let line = report.lines().find_map(|line| line.split_once(" refs:")).ok_or("valgrind counts nothing")?;
    Ok(line.1.replace(',', "").trim().parse()?)
}
