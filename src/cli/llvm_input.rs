//! Reads modules of LLVM IR. LLVM can crash on what is damaged, bitcode or text, so a process of its own reads it first:
//! this tool, started again.

use std::borrow::Cow;
use std::io::{Read, Write, stdin};
use std::process::{Command, Stdio};

use crate::diagnostic::{Failure, print};

/// The command that the process is started with.
const COMMAND: &str = "disassemble";

/// The text of a module that LLVM can read: `bytes` itself but where these are bitcode. Whether it is right as text is
/// not said here.
///
/// # Errors
///
/// It is bitcode of no module, or LLVM crashed while reading it.
pub fn text<'b>(name: &str, bytes: &'b [u8]) -> Result<Cow<'b, [u8]>, Failure> {
    let failed = |error: std::io::Error| Failure::input(format!("{name}: the process that reads LLVM IR: {error}"));
    let program = std::env::current_exe().map_err(failed)?;
    let mut child = Command::new(program)
        .arg(COMMAND)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let input = child.stdin.take();
    let out = std::thread::scope(|scope| {
        // A process that ends early does not read to the end, and says why.
        scope.spawn(move || input.map(|mut input| input.write_all(bytes)));
        child.wait_with_output()
    })
    .map_err(failed)?;
    let said = String::from_utf8_lossy(&out.stderr);
    match out.status.code() {
        Some(0 | 1) if !is_bitcode(bytes) => Ok(Cow::Borrowed(bytes)),
        Some(0) => Ok(Cow::Owned(out.stdout)),
        Some(1) => Err(Failure::input(said.trim().trim_start_matches("x ").replacen("<stdin>", name, 1))),
        _ => {
            let why = last_words(&said).unwrap_or_else(|| out.status.to_string());
            Err(Failure::input(format!("{name}: LLVM crashed on this module, which is damaged: {why}")))
        }
    }
}

/// Whether these bytes begin as bitcode does.
fn is_bitcode(bytes: &[u8]) -> bool {
    bytes.starts_with(b"BC\xc0\xde")
}

/// What LLVM gave up with, and what it had to say before, in one line.
fn last_words(said: &str) -> Option<String> {
    let (before, reason) = said.split_once("LLVM ERROR: ")?;
    let reason = reason.lines().next().unwrap_or_default().trim();
    let before: Vec<&str> = before.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    Some(if before.is_empty() { reason.to_owned() } else { format!("{reason} ({})", before.join("; ")) })
}

/// Reads a module from standard input and writes its text to standard output.
pub fn disassemble() -> Result<(), Failure> {
    let mut bytes = Vec::new();
    stdin().read_to_end(&mut bytes).map_err(|error| Failure::input(format!("<stdin>: {error}")))?;
    let text = texvisa_llvm::disassemble("<stdin>", &bytes).map_err(Failure::input)?;
    print(&text).map_err(|problem| Failure::Input(vec![problem]))
}

#[cfg(test)]
mod tests {
    use super::last_words;

    #[test]
    fn last_words_are_one_line() {
        assert_eq!(last_words("LLVM ERROR: no layout\nPLEASE submit a report\n"), Some("no layout".to_owned()));
        assert_eq!(last_words("bad use\n  %a\nLLVM ERROR: broken"), Some("broken (bad use; %a)".to_owned()));
        assert_eq!(last_words("Segmentation fault"), None);
    }
}
