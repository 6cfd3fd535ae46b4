//! Reads LLVM bitcode. LLVM can crash on what is damaged, so a process of its own makes text of it first: this tool,
//! started again.

use std::io::{Read, Write, stdin};
use std::process::{Command, Stdio};

use crate::diagnostic::{Failure, print};

/// The command that the process is started with.
const COMMAND: &str = "disassemble";

/// Whether these bytes begin as bitcode does.
pub fn is_bitcode(bytes: &[u8]) -> bool {
    bytes.starts_with(b"BC\xc0\xde")
}

/// The module `bytes` as text.
///
/// # Errors
///
/// It is no module, or LLVM crashed while reading it.
pub fn text(name: &str, bytes: &[u8]) -> Result<Vec<u8>, Failure> {
    let failed = |error: std::io::Error| Failure::input(format!("{name}: the process that reads bitcode: {error}"));
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
        Some(0) => Ok(out.stdout),
        Some(1) => Err(Failure::input(said.trim().trim_start_matches("x ").replacen("<stdin>", name, 1))),
        _ => {
            let last = said.lines().map(str::trim).find(|line| line.starts_with("LLVM ERROR"));
            let why = last.map_or_else(|| out.status.to_string(), str::to_owned);
            Err(Failure::input(format!("{name}: LLVM crashed on this bitcode, which is damaged: {why}")))
        }
    }
}

/// Reads bitcode from standard input and writes its text to standard output.
pub fn disassemble() -> Result<(), Failure> {
    let mut bytes = Vec::new();
    stdin().read_to_end(&mut bytes).map_err(|error| Failure::input(format!("<stdin>: {error}")))?;
    let text = texvisa_llvm::disassemble("<stdin>", &bytes).map_err(Failure::input)?;
    print(&text).map_err(|problem| Failure::Input(vec![problem]))
}
