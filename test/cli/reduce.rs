//! `texvisa reduce`.

use std::path::{Path, PathBuf};

#[cfg(feature = "naga")]
use predicates::prelude::PredicateBooleanExt;
use predicates::prelude::predicate::str::contains;
use texvisa::ir::texture::{parse, verify};

use super::{PROGRAM, folder, shown, texvisa};

/// A kernel with a gather among much else.
const LONG: &str = "target tgllp simd16
surface t0: 2d f32 @ table 0
surface b0: raw @ table 1
surface b1: raw @ table 2
sampler s0 @ 0

kernel @other(%x: i32) {
^entry:
  store_raw b1 [x: %x], i32 7
  return
}

kernel @long(%x: i32, %u: f32) {
^entry:
  %c = icmp.slt i32 %x, 4
  branch %c, ^then, ^done
^then:
  %g = gather4 t0, s0 [u: %u, v: %u] offset(1, -2, 0) channel g -> f32x4
  %red = extract f32x4 %g, 0
  %four = shl i32 %x, 2
  store_raw b0 [x: %four], f32 %red
  jump ^done
^done:
  return
}
";

fn program(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("long.tex");
    std::fs::write(&path, text).expect("written");
    path
}

/// A script with the text behind its first line.
#[cfg(unix)]
fn script(folder: &Path, text: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join("interesting.sh");
    std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("written");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("its own file");
    path
}

#[cfg(unix)]
#[test]
fn a_script_says_what_is_of_interest() {
    let folder = folder();
    let long = program(folder.path(), LONG);
    let script = script(folder.path(), "grep -q 'offset(1, -2, 0)' \"$1\"");
    let output = folder.path().join("short.tex");
    texvisa(&["reduce", shown(&long), "--script", shown(&script), "-o", shown(&output)])
        .assert()
        .code(0)
        .stderr(contains("long.tex: 10 instructions became 2; "));
    let text = std::fs::read_to_string(&output).expect("the output");
    let expected = "target tgllp simd16
surface t0: 2d f32 @ table 0
sampler s0 @ 0

kernel @long() {
^0:
  %0 = gather4 t0, s0 [u: 0.0, v: 0.0] offset(1, -2, 0) channel r -> f32x4
  return
}
";
    assert_eq!(text, expected);
    assert_eq!(std::fs::read_to_string(&long).expect("the input"), LONG);
    // Nothing smaller is of interest, and nothing is lost.
    texvisa(&["reduce", shown(&output), "--script", shown(&script)]).assert().code(0).stdout(expected);
}

/// 64-bit atomic operations are compiled by pointer alone (docs/texture-ir.md).
#[test]
fn what_does_not_compile_is_reduced_to_why() {
    let folder = folder();
    let text = LONG.replace(
        "  %four =",
        "  %wide = zext i32 %x -> i64\n  %old = atomic_add_local [x: %x], i64 %wide -> i64\n  %four =",
    );
    let long = program(folder.path(), &text);
    let run = texvisa(&["reduce", shown(&long), "--compile-fails", "--message", "atomic_add_local"]).assert().code(0);
    let short = String::from_utf8(run.get_output().stdout.clone()).expect("text");
    let module = parse(&short).expect("it follows the grammar");
    assert!(verify(&module).is_empty(), "{short}");
    assert!(short.contains("atomic_add_local"), "{short}");
    let instructions = short.lines().filter(|line| line.starts_with("  ")).count();
    assert_eq!(instructions, 2, "{short}");
}

#[test]
fn what_is_of_no_interest_at_first_is_said() {
    let folder = folder();
    let long = program(folder.path(), PROGRAM);
    texvisa(&["reduce", shown(&long), "--check-fails"])
        .assert()
        .code(1)
        .stderr(contains("nothing to reduce: a check finds nothing wrong with it"));
    texvisa(&["reduce", shown(&long), "--compile-fails"])
        .assert()
        .code(1)
        .stderr(contains("nothing to reduce: it compiles"));
    texvisa(&["reduce", shown(&long)]).assert().code(2).stderr(contains("--script <PROGRAM>"));
    texvisa(&["reduce", shown(&long), "--script", "/no/such/script"])
        .assert()
        .code(2)
        .stderr(contains("--script /no/such/script: No such file"));
    texvisa(&["reduce", shown(&long), "--check-fails", "-o", shown(&long)])
        .assert()
        .code(2)
        .stderr(contains("written over its own input"));
    texvisa(&["reduce", shown(&long), "--check-fails", "--kernel", "cpy"])
        .assert()
        .code(2)
        .stderr(contains("did you mean `copy`?"));
}

#[cfg(unix)]
#[test]
fn a_script_that_does_not_end_is_ended() {
    let folder = folder();
    let long = program(folder.path(), PROGRAM);
    let script = script(folder.path(), "exec sleep 60");
    texvisa(&["reduce", shown(&long), "--script", shown(&script), "--time-limit", "1"])
        .assert()
        .code(1)
        .stderr(contains("interesting.sh does not end with status 0 for it"));
}

#[cfg(feature = "naga")]
#[test]
fn a_kernel_that_is_refused_on_import_is_said_to_be() {
    let folder = folder();
    let shader = folder.path().join("two.wgsl");
    let text = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(8) fn good() { out[0] = 1; }
@compute @workgroup_size(4096) fn bad() { out[0] = 1; }
";
    std::fs::write(&shader, text).expect("written");
    for kernel in [&["--kernel", "bad"][..], &[]] {
        let mut command = texvisa(&["reduce", "--compile-fails", "--target", "tgllp", "--simd", "16", shown(&shader)]);
        command
            .args(kernel)
            .assert()
            .failure()
            .stderr(contains("nothing to reduce: kernel `bad` is refused while it is imported").and(contains("4096")));
    }
}

#[test]
fn one_program_is_taken() {
    let folder = folder();
    let long = program(folder.path(), LONG);
    for command in ["reduce", "report", "run"] {
        let usage = texvisa(&[command, "--help"]).assert().success().get_output().stdout.clone();
        let usage = String::from_utf8_lossy(&usage).into_owned();
        assert!(usage.contains("<IN>\n") && !usage.contains("<IN>..."), "{usage}");
        texvisa(&[command, shown(&long), shown(&long)]).assert().code(2).stderr(contains("unexpected argument"));
    }
}
