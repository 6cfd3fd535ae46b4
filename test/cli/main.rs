//! The tool as its user sees it: exit status, what it says and where it says it.

mod batch;
mod cases;
mod check;
mod destinations;
mod diagnostics;
mod formatting;
mod forms;
mod groups;
mod inputs;
mod json;
mod limits;
mod link;
mod lit;
#[cfg(feature = "llvm")]
mod llvm;
mod reduce;
mod run;
mod schema;
#[cfg(feature = "naga")]
mod shaders;
mod shell;
mod textures;

use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::{PredicateBooleanExt, predicate};
use tempfile::TempDir;

const PROGRAM: &str = "target tgllp simd16
surface t0: 2d f32 @ table 0
surface w0: 2d f32 @ table 1
kernel @copy(%x: i32, %y: i32) {
^entry:
  %texel = load t0 [u: %x, v: %y, lod: 0] -> f32x4
  write w0 [u: %x, v: %y], f32x4 %texel
  return
}
";

fn texvisa(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_texvisa"));
    command.args(arguments);
    command
}

/// The tool with that program as its standard input.
fn given(text: &str, arguments: &[&str]) -> Command {
    let mut command = texvisa(arguments);
    command.write_stdin(text);
    command
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn shown(path: &Path) -> &str {
    path.to_str().expect("temporary folders have ordinary names")
}

#[test]
fn a_good_program_is_written_to_standard_output_and_nothing_to_standard_error() {
    given(PROGRAM, &["compile", "-"])
        .assert()
        .code(0)
        .stdout(predicate::str::contains("load_lz.RGBA (M1, 16)"))
        .stderr(predicate::str::is_empty());
}

#[test]
fn malformed_text_is_shown_with_its_line_and_what_was_expected() {
    let text = PROGRAM.replace("lod: 0", "level: 0").replace("  return", "  retrun");
    given(&text, &["compile", "-"])
        .assert()
        .code(1)
        .stdout(predicate::str::is_empty())
        .stderr(predicate::str::contains("<stdin>:6:35").and(predicate::str::contains("unknown role `level`")))
        .stderr(predicate::str::contains("%texel = load t0 [u: %x, v: %y, level: 0] -> f32x4"))
        .stderr(predicate::str::contains("<stdin>:8:3").and(predicate::str::contains("retrun")))
        .stderr(predicate::str::contains("not defined").not());
}

#[test]
fn everything_that_is_wrong_with_a_module_is_said_with_its_location() {
    let text = PROGRAM.replace("v: %y, lod: 0", "lod: %missing").replace("w0 [u", "t9 [u");
    given(&text, &["compile", "-"]).assert().code(1).stderr(predicate::str::contains("t9"));
    let text = PROGRAM.replace("v: %y, lod: 0", "lod: %missing");
    given(&text, &["compile", "-"]).assert().code(1).stderr(predicate::str::contains("missing"));
}

#[test]
fn an_unknown_target_is_answered_with_those_that_are_known() {
    given(PROGRAM, &["compile", "-", "--target", "gen42"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("unknown target \"gen42\"; expected one of skl, icllp, tgllp, xehp_sdv, dg2"));
    let text = PROGRAM.replace("tgllp", "gen42");
    given(&text, &["compile", "-"]).assert().code(1).stderr(predicate::str::contains("gen42"));
}

#[test]
fn a_missing_target_or_width_is_answered_with_the_choices() {
    let text = PROGRAM.replace("target tgllp simd16\n", "");
    given(&text, &["compile", "-"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("choose one with --target: skl, icllp, tgllp"));
    given(&text, &["compile", "-", "--target", "pvc"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("choose one with --simd: 16, 32"));
}

#[test]
fn an_illegal_width_is_a_mistake_of_whoever_asks_for_it() {
    given(PROGRAM, &["compile", "-", "--simd", "12"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("a thread has 8, 16 or 32 lanes"));
    given(PROGRAM, &["compile", "-", "--target", "pvc", "--simd", "8"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("pvc runs no simd8 kernels"));
    let text = PROGRAM.replace("simd16", "simd12");
    given(&text, &["compile", "-"]).assert().code(1).stderr(predicate::str::contains("simd12"));
}

#[test]
fn a_flag_that_overrides_the_file_is_remarked() {
    given(PROGRAM, &["compile", "-", "--target", "skl", "--simd", "8"])
        .assert()
        .code(0)
        .stdout(predicate::str::contains("(M1, 8)"))
        .stderr(predicate::str::contains("remark: --target skl overrides tgllp"))
        .stderr(predicate::str::contains("remark: --simd 8 overrides simd16"));
}

#[test]
fn a_missing_file_and_a_missing_kernel_are_named() {
    texvisa(&["compile", "no/such/file.tex"])
        .assert()
        .code(1)
        .stderr(predicate::str::contains("no/such/file.tex: No such file or directory"));
    given(PROGRAM, &["compile", "-", "--kernel", "paste"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("there is no kernel `paste`").and(predicate::str::contains("copy")));
}

#[test]
fn bytes_that_are_no_text_are_no_panic() {
    let mut command = texvisa(&["compile", "-"]);
    command.write_stdin(b"target tgllp\n\xff\xfe".to_vec());
    command.assert().code(1).stderr(predicate::str::contains("byte 13 is not UTF-8"));
}

#[test]
fn an_instruction_without_visa_is_named_with_its_location() {
    let text = PROGRAM.replace("  return", "  %q = reduce.add i64 1\n  store_raw b0 [x: %x], i64 %q\n  return");
    let text = text.replace("kernel @", "surface b0: raw @ table 2\nkernel @");
    given(&text, &["compile", "-"])
        .assert()
        .code(1)
        .stderr(predicate::str::contains("<stdin>:9:3").and(predicate::str::contains("reduce.add")));
}

#[cfg(not(feature = "llvm"))]
#[test]
fn without_llvm_its_input_is_answered_with_what_to_do() {
    let folder = folder();
    let path = folder.path().join("k.ll");
    std::fs::write(&path, "define void @k() {\n  ret void\n}\n").expect("a file");
    texvisa(&["compile", shown(&path), "--target", "skl"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("cargo build --features llvm"));
}

#[test]
fn a_folder_compiles_into_a_folder_and_loses_nothing() {
    let folder = folder();
    let [input, output] = ["in", "out"].map(|name| folder.path().join(name));
    std::fs::create_dir_all(input.join("deep")).expect("folders");
    std::fs::write(input.join("a.tex"), PROGRAM).expect("a file");
    std::fs::write(input.join("deep/b.tex"), PROGRAM).expect("a file");
    std::fs::write(input.join("broken.tex"), "kernel").expect("a file");
    texvisa(&["compile", shown(&input), "-o", shown(&output)])
        .assert()
        .code(1)
        .stderr(predicate::str::contains("2 of 2 kernels succeeded").and(predicate::str::contains("broken.tex:1:7")));
    for file in ["a.copy.visaasm", "b.copy.visaasm"] {
        let text = std::fs::read_to_string(output.join(file)).expect("an output for each good kernel");
        assert!(text.contains("load_lz.RGBA"), "{file}");
    }
}

#[test]
fn explain_shows_the_source_the_message_and_why() {
    given(PROGRAM, &["explain", "-"])
        .assert()
        .code(0)
        .stdout(predicate::str::contains("<stdin>:6:3: %texel = load t0 [u: %x, v: %y, lod: 0] -> f32x4"))
        .stdout(predicate::str::contains("ld_lz.RGBA of ud"))
        .stdout(predicate::str::contains("the LOD is zero"))
        // Message 0x1a, 16 lanes, 8 registers back, 2 of 4 in the first part: by hand from the descriptor's fields.
        .stdout(predicate::str::contains("(M1, 16): descriptor 0x0485a000, payload 2 + 2, response 8, no header"));
}

#[test]
fn one_is_no_plural() {
    given(PROGRAM, &["check", "-", "--trials", "1"])
        .assert()
        .code(0)
        .stdout(predicate::str::contains("symbolic: 1 message with 2 parameters, 2 accesses, 0 copies on edges"))
        .stdout(predicate::str::contains("execution: 1 trial, "));
    given(PROGRAM, &["compile", "-", "--kernel", "paste"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("there is `copy`"));
    run::refused(PROGRAM, "x=1,2", &["2 values for an argument of type i32; expected 1 value"]);
    let folder = folder();
    std::fs::write(folder.path().join("a.tex"), PROGRAM).expect("a file");
    texvisa(&["compile", shown(folder.path()), "-o", shown(&folder.path().join("out"))])
        .assert()
        .code(0)
        .stderr(predicate::str::contains("1 of 1 kernel succeeded"));
}

#[test]
fn files_of_a_folder_that_leave_something_open_keep_nothing_from_the_others() {
    let folder = folder();
    std::fs::write(folder.path().join("a.tex"), PROGRAM.replace("target tgllp simd16\n", "")).expect("written");
    std::fs::write(folder.path().join("b.tex"), PROGRAM.replace("return", "retrun")).expect("written");
    std::fs::write(folder.path().join("c.tex"), PROGRAM).expect("written");
    let out = self::folder();
    texvisa(&["compile", shown(folder.path()), "-o", shown(out.path())])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("a.tex: the file names no target"))
        .stderr(predicate::str::contains("b.tex:8:3").and(predicate::str::contains("retrun")))
        .stderr(predicate::str::contains("1 of 2 kernels succeeded; 1 file could not be read"));
    assert!(out.path().join("c.copy.visaasm").is_file());
}

#[test]
fn two_kernels_with_one_place_hide_no_other_fault() {
    let folder = folder();
    // A file may not have any name.
    let other = PROGRAM[PROGRAM.find("kernel").expect("it has one")..].replace("@copy", "@a_b");
    let both = PROGRAM.replace("@copy", "@\"a b\"") + &other;
    std::fs::write(folder.path().join("a.tex"), both).expect("written");
    std::fs::write(folder.path().join("b.tex"), PROGRAM.replace("return", "retrun")).expect("written");
    texvisa(&["compile", shown(folder.path()), "-o", shown(self::folder().path())])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("two kernels would go there"))
        .stderr(predicate::str::contains("retrun"));
}

/// `/dev/full` takes nothing.
#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error_of_every_command() {
    for command in ["compile", "check", "explain"] {
        let full = || std::fs::File::create("/dev/full").expect("every Linux has it");
        let mut tool = std::process::Command::new(env!("CARGO_BIN_EXE_texvisa"));
        let folder = folder();
        let file = folder.path().join("k.tex");
        std::fs::write(&file, PROGRAM).expect("written");
        let run = tool.args([command, shown(&file)]).stdout(full()).output().expect("the tool runs");
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(1), "{command}: {said}");
        assert!(said.contains("<stdout>: No space left on device"), "{command}: {said}");
        // And a standard error that takes nothing changes nothing.
        let wrong = PROGRAM.replace("return", "retrun");
        std::fs::write(&file, wrong).expect("written");
        let mut tool = std::process::Command::new(env!("CARGO_BIN_EXE_texvisa"));
        let status = tool.args([command, shown(&file)]).stderr(full()).status().expect("the tool runs");
        assert_eq!(status.code(), Some(1), "{command}");
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_text() {
    given(&format!("\u{feff}{PROGRAM}"), &["compile", "-"]).assert().code(0);
    given(&format!("\u{feff}{PROGRAM}").replace("return", "retrun"), &["compile", "-"])
        .assert()
        .code(1)
        .stderr(predicate::str::contains("<stdin>:8:3"));
}

#[test]
fn a_platform_that_no_tool_has_seen_is_remarked() {
    given(PROGRAM, &["compile", "-", "--target", "lnl"])
        .assert()
        .code(0)
        .stderr(predicate::str::contains("remark: lnl is known from its documents alone"));
    given(PROGRAM, &["compile", "-", "--target", "dg2"])
        .assert()
        .code(0)
        .stderr(predicate::str::contains("known").not());
}
