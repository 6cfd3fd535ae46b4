//! Bitcode, whole and damaged: LLVM crashes on much of the latter, the tool on none.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use libtest_mimic::{Completion, Failed, Trial};
use texvisa_test::harness;
use texvisa_test::oracle::Oracle;
use texvisa_test::process::find_in_path;

/// What makes bitcode of text; it comes with LLVM 14.
const ASSEMBLER: &str = "llvm-as-14";

/// Modules with a few bytes changed.
const DAMAGED: u64 = 60;

pub fn trial() -> Trial {
    harness::test_or_skip("bitcode", || {
        let Some(assembler) = find_in_path(ASSEMBLER) else {
            return Oracle::Llvm.missing(format!("{ASSEMBLER} is not installed"));
        };
        let text = std::fs::read(super::kernels::path("2d_ld_r"))?;
        let bitcode = run(Command::new(assembler), &["-", "-o", "-"], &text)?.stdout;
        let compile = |bytes: &[u8]| {
            let tool = Command::new(env!("CARGO_BIN_EXE_texvisa"));
            run(tool, &["compile", "-", "--target", "tgllp", "--simd", "16", "--no-check"], bytes)
        };
        let whole = compile(&bitcode)?;
        if whole.status.code() != Some(0) || whole.stdout != compile(&text)?.stdout {
            return Err(format!("the text and its bitcode differ: {}", String::from_utf8_lossy(&whole.stderr)).into());
        }
        for seed in 0..DAMAGED {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut bytes = bitcode.clone();
            for _ in 0..random.usize(1..4) {
                // The first four say that it is bitcode.
                let place = random.usize(4..bytes.len());
                bytes[place] = random.u8(..);
            }
            let Output { status, stderr, .. } = compile(&bytes)?;
            let is_answer = status.code() == Some(0) || status.code() == Some(1) && !stderr.is_empty();
            if !is_answer {
                return Err(format!("seed {seed}: {status}: {}", String::from_utf8_lossy(&stderr)).into());
            }
        }
        Ok(Completion::Completed)
    })
}

fn run(mut program: Command, arguments: &[&str], input: &[u8]) -> Result<Output, Failed> {
    let pipes = program.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that ends early does not read to the end.
        let _ = stdin.write_all(input);
    }
    Ok(child.wait_with_output()?)
}
