//! `texvisa check --against ... --format json`, held to its schema: of a kernel that Intel's compiler made, and of the same with
//! another number in an instruction.

use std::path::Path;
use std::time::Duration;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;
use texvisa::ir::target::Target;
use texvisa_test::ocloc::{self, Source};
use texvisa_test::process::{Finished, Run};

use crate::schema::{SCHEMA, hold};
use crate::suite;

const KERNEL: &str = "kernel void sum(global int *to, int by) { to[get_global_id(0)] = by + 77; }";

/// The test.
pub fn trial() -> Trial {
    suite::trial("json/tgllp".to_owned(), run)
}

fn run(ocloc: &Path) -> Result<(), Failed> {
    let program = ocloc::compile(ocloc, Source::OpenCl { text: KERNEL, options: "" }, Target::Tgllp)?;
    let visa = &program.dumps.get("sum").ok_or("there is no vISA")?.visa;
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("k.ll"), program.llvm_of("sum")?)?;
    std::fs::write(folder.path().join("program.bin"), &program.program)?;

    std::fs::write(folder.path().join("same.visaasm"), visa)?;
    let same = document(folder.path(), "same.visaasm", 0)?;
    let kernel = &same["kernels"][0];
    assert_eq!(
        (&kernel["kernel"], &kernel["status"], &kernel["target"]),
        (&"sum".into(), &"ok".into(), &"tgllp".into())
    );
    let result = &kernel["result"];
    assert_eq!((&result["symbolic"], &result["execution"]["trials"]), (&Value::Null, &5.into()), "{same:#}");
    assert!(result["execution"]["compared_bytes"].as_u64().is_some_and(|bytes| bytes > 0), "{same:#}");
    assert_eq!((&result["counterexample"], &same["diagnostics"]), (&Value::Null, &Value::Array(Vec::new())));

    // 77 and 78, as Intel's compiler writes them.
    let changed = visa.replace("0x4d:", "0x4e:");
    assert_ne!(visa, &changed, "{visa}");
    std::fs::write(folder.path().join("changed.visaasm"), changed)?;
    let changed = document(folder.path(), "changed.visaasm", 1)?;
    let kernel = &changed["kernels"][0];
    assert_eq!((&kernel["status"], &kernel["result"]["execution"]), (&"failed".into(), &Value::Null), "{changed:#}");
    let difference = &kernel["result"]["counterexample"]["differences"][0];
    let number = |bytes: &Value| {
        let bytes = bytes.as_array().into_iter().flatten().rev();
        bytes.fold(0, |number: u32, byte| number << 8 | byte.as_u64().unwrap_or(0) as u32)
    };
    let [expected, found] = [&difference["expected"], &difference["found"][0]].map(number);
    assert_eq!(expected.wrapping_add(1), found, "{changed:#}");
    assert_eq!(changed["diagnostics"][0]["rule"], "difference", "{changed:#}");
    Ok(())
}

/// What the tool writes of `visa`, with that exit status.
fn document(folder: &Path, visa: &str, exit: i32) -> Result<Value, Failed> {
    let program = Path::new(env!("CARGO_BIN_EXE_texvisa"));
    let run = Run { program, folder, input: &[], merge_stderr: true, limit: Duration::from_secs(300) };
    let arguments = ["check", "k.ll", "--against", visa, "--program", "program.bin"];
    let Finished { stdout, .. } = run.with([&arguments[..], &["--trials", "5", "--format", "json"]].concat())?;
    let document: Value =
        serde_json::from_slice(&stdout).map_err(|error| format!("{error}: {}", String::from_utf8_lossy(&stdout)))?;
    hold(&SCHEMA, &document);
    assert_eq!((&document["exit"], &document["summary"]), (&exit.into(), &Value::Null), "{document:#}");
    Ok(document)
}
