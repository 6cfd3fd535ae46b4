//! Has a process of its own read a module of LLVM IR first, on which LLVM can crash: for commands of one kernel, which do
//! their work in this process.

use std::borrow::Cow;
use std::io::{Write, stdin};
use std::process::{Command, Stdio};

use crate::diagnostic::{Failure, print};
use crate::input::{MAX_INPUT_BYTES, read_to_end};

/// The command that the process is started with.
const COMMAND: &str = "disassemble";

/// Text that LLVM reads without a crash, though it may find it wrong: `bytes` itself, but where these are bitcode the
/// text of that. Where no process can be started, text is taken as it is.
///
/// # Errors
///
/// LLVM crashed while reading it; or it is bitcode, and of no module, or no process can be started.
pub fn text<'b>(name: &str, bytes: &'b [u8], is_text: bool) -> Result<Cow<'b, [u8]>, Failure> {
    let failed = |error: String| Failure::in_file(name, format!("the process that reads LLVM IR: {error}"));
    let start = |program| {
        let stdout = if is_text { Stdio::null() } else { Stdio::piped() };
        Command::new(program).arg(COMMAND).stdin(Stdio::piped()).stdout(stdout).stderr(Stdio::piped()).spawn()
    };
    let mut child = match std::env::current_exe().and_then(start) {
        Ok(child) => child,
        Err(_) if is_text => return Ok(Cow::Borrowed(bytes)),
        Err(error) => return Err(failed(error.to_string())),
    };
    let input = child.stdin.take();
    let out = std::thread::scope(|scope| {
        // A process that ends early does not read to the end, and says why.
        scope.spawn(move || input.map(|mut input| input.write_all(bytes)));
        child.wait_with_output()
    })
    .map_err(|error| failed(error.to_string()))?;
    let said = String::from_utf8_lossy(&out.stderr);
    let crashed = |why| Err(Failure::in_file(name, format!("LLVM crashed on this module: {why}")));
    match (last_words(&said), out.status.code()) {
        (Some(why), _) => crashed(why),
        (None, None) => crashed(out.status.to_string()),
        (None, Some(0 | 1)) if is_text => Ok(Cow::Borrowed(bytes)),
        (None, Some(0)) => Ok(Cow::Owned(out.stdout)),
        (None, Some(1)) => Err(Failure::input(said.trim().trim_start_matches("x ").replacen("<stdin>", name, 1))),
        (None, Some(_)) => Err(failed(format!("{}: {}", out.status, said.trim()))),
    }
}

/// What LLVM gave up with and the first of what it had to say before, or Rust, in one line.
pub fn last_words(said: &str) -> Option<String> {
    if let Some(line) = said.lines().find(|line| line.contains("has overflowed its stack")) {
        return Some(line.trim().to_owned());
    }
    let reason = said.lines().find_map(|line| line.strip_prefix("LLVM ERROR: "))?.trim();
    let before = said.lines().take_while(|line| !line.starts_with("LLVM ERROR: ")).map(str::trim);
    let before: Vec<&str> = before.filter(|line| !line.is_empty()).take(3).collect();
    Some(if before.is_empty() { reason.to_owned() } else { format!("{reason} ({})", before.join("; ")) })
}

/// Reads a module from standard input and writes its text to standard output.
pub fn disassemble() -> Result<(), Failure> {
    let bytes =
        read_to_end(stdin(), 0, MAX_INPUT_BYTES).map_err(|error| Failure::input(format!("<stdin>: {error}")))?;
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
        assert_eq!(last_words("  | ; LLVM ERROR: a line of the input\nSegmentation fault"), None);
        let said = "\nthread '<unnamed>' has overflowed its stack\nfatal runtime error: stack overflow";
        assert_eq!(last_words(said), Some("thread '<unnamed>' has overflowed its stack".to_owned()));
    }
}
