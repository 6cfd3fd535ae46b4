//! The tool as its user sees it: exit status, what it says and where it says it.

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
fn everything_that_is_wrong_with_a_module_is_said_with_its_place() {
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
        .stderr(predicate::str::contains("unknown target `gen42`; known are skl, icllp, tgllp, xehp_sdv, dg2"));
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
fn an_instruction_without_visa_is_named_with_its_place() {
    let text = PROGRAM.replace("  return", "  %q = lane_id\n  store_raw b0 [x: %q], i32 %q\n  return");
    let text = text.replace("kernel @", "surface b0: raw @ table 2\nkernel @");
    given(&text, &["compile", "-"])
        .assert()
        .code(1)
        .stderr(predicate::str::contains("<stdin>:9:3").and(predicate::str::contains("lane_id")));
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
fn check_says_what_it_has_seen() {
    given(PROGRAM, &["check", "-", "--rounds", "20"])
        .assert()
        .code(0)
        .stdout(predicate::str::contains("kernel copy for tgllp simd16: no difference"))
        .stdout(predicate::str::contains("execution: 20 inputs"));
}

/// A kernel that stores what `body` makes of its arguments, `%x` and `%v`, and calls `%value`.
fn storing(body: &str) -> String {
    format!(
        "target tgllp simd16
surface b0: raw @ table 0
kernel @k(%x: i32, %v: i32) {{
^entry:
  %address = shl i32 %x, 2
{body}
  store_raw b0 [x: %address], i32 %value
  return
}}
"
    )
}

/// A kernel that counts to a number and stores it.
fn counting(turns: u32) -> String {
    storing(&format!(
        "  jump ^loop(i32 0)
^loop(%i: i32):
  %value = add i32 %i, 1
  %more = icmp.slt i32 %value, {turns}
  branch %more, ^loop(%value), ^done
^done:"
    ))
}

#[test]
fn a_check_that_compared_nothing_is_no_success() {
    let undefined = storing("  %value = shl i32 %v, -3");
    given(&undefined, &["check", "-"])
        .assert()
        .code(1)
        .stdout(predicate::str::is_empty())
        .stderr(predicate::str::contains("nothing was compared").and(predicate::str::contains(" in value")));
    given(&undefined, &["compile", "-"])
        .assert()
        .code(0)
        .stdout(predicate::str::contains("scatter4_scaled"))
        .stderr(predicate::str::contains("<stdin>: remark: kernel `k`: nothing was compared"));
    let unaligned = storing("  %value = add i32 %v, 0\n  %odd = or i32 %address, 1\n  store_raw b0 [x: %odd], i32 %v")
        .replace("[x: %address], i32 %value", "[x: %odd], i32 %value");
    given(&unaligned, &["check", "-"])
        .assert()
        .code(1)
        .stdout(predicate::str::is_empty())
        .stderr(predicate::str::contains("by unaligned accesses)"));
    let never = storing("  %value = add i32 %v, 0\n  branch false, ^store, ^end\n^end:\n  return\n^store:");
    given(&never, &["check", "-"])
        .assert()
        .code(1)
        .stdout(predicate::str::is_empty())
        .stderr(predicate::str::contains("100 inputs were executed, and they write nothing"));
}

#[test]
fn a_kernel_without_a_store_is_said_to_write_nothing() {
    let text = PROGRAM.replace("  write w0 [u: %x, v: %y], f32x4 %texel\n", "");
    given(&text, &["check", "-"])
        .assert()
        .code(0)
        .stdout(predicate::str::contains("execution: 100 inputs, the kernel writes nothing"));
    given(&text, &["compile", "-"]).assert().code(0).stderr(predicate::str::is_empty());
}

#[test]
fn a_loop_of_thousands_of_turns_is_executed() {
    for turns in [4_000, 6_000] {
        given(&counting(turns), &["check", "-", "--rounds", "20"])
            .assert()
            .code(0)
            .stdout(predicate::str::contains("execution: 20 inputs"));
    }
    given(&counting(6_000), &["compile", "-"]).assert().code(0).stderr(predicate::str::is_empty());
}

#[test]
fn inputs_that_are_skipped_are_shown_with_their_cause() {
    let endless = counting(2_000_000_000);
    let cause = "the kernel does not end within the step limit (seed 0: a wave executed ";
    given(&endless, &["check", "-"])
        .assert()
        .code(1)
        .stdout(predicate::str::is_empty())
        .stderr(predicate::str::contains(format!("nothing was executed; skipped 100 inputs: {cause}")));
    given(&endless, &["compile", "-"]).assert().code(0).stdout(predicate::str::contains("scatter4_scaled")).stderr(
        predicate::str::contains(format!(
            "<stdin>: remark: kernel `k`: nothing was executed; skipped 4 inputs: {cause}"
        )),
    );
    let some = endless.replace("%v: i32", "%v: uniform i32").replace("%value, 2000000000", "%value, %v");
    given(&some, &["check", "-"]).assert().code(0).stdout(
        predicate::str::is_match("skipped: [0-9]+ inputs: the kernel does not end within the step limit")
            .expect("legal"),
    );
}

#[test]
fn declarations_of_one_entry_that_nothing_fits_are_named() {
    let text = PROGRAM
        .replace("surface w0: 2d f32 @ table 1", "surface w0: raw @ table 0\nsurface w1: 2d f32 @ table 0")
        .replace(
            "  write w0 [u: %x, v: %y], f32x4 %texel",
            "  store_raw w0 [x: i32 0], f32x4 %texel\n  write w1 [u: %x, v: %y], f32x4 %texel",
        );
    given(&text, &["check", "-"]).assert().code(1).stderr(
        predicate::str::contains("declarations of one table entry ask for different resources")
            .and(predicate::str::contains("entry 0 is `t0` and `w0` and `w1`; ")),
    );
}

#[test]
fn explain_shows_the_source_the_message_and_why() {
    given(PROGRAM, &["explain", "-"])
        .assert()
        .code(0)
        .stdout(predicate::str::contains("<stdin>:6:3: %texel = load t0 [u: %x, v: %y, lod: 0] -> f32x4"))
        .stdout(predicate::str::contains("ld_lz.RGBA of ud"))
        .stdout(predicate::str::contains("the level of detail is zero"))
        // Message 0x1a, 16 lanes, 8 registers back, 2 of 4 in the first part: by hand from the descriptor's fields.
        .stdout(predicate::str::contains("(M1, 16): descriptor 0x0485a000, payload 2 + 2, response 8, no header"));
}

/// A picture of 5 x 3 pixels, each another.
fn picture(path: &Path) -> image::RgbaImage {
    let picture = image::RgbaImage::from_fn(5, 3, |x, y| {
        image::Rgba([x as u8 * 50, y as u8 * 100, (x * y) as u8, 255 - x as u8])
    });
    picture.save(path).expect("a picture");
    picture
}

#[test]
fn run_reads_and_writes_pictures() {
    let folder = folder();
    let [input, output] = ["in.png", "out.png"].map(|name| folder.path().join(name));
    let expected = picture(&input);
    given(
        PROGRAM,
        &[
            "run",
            "-",
            "--grid",
            "5x3",
            "--bind",
            &format!("t0={}", shown(&input)),
            "--bind",
            "w0=5x3",
            "--bind",
            "x=@x",
            "--bind",
            "y=@y",
            "--output",
            &format!("w0={}", shown(&output)),
        ],
    )
    .assert()
    .code(0)
    .stderr(predicate::str::is_empty());
    let found = image::open(&output).expect("the output is a picture").into_rgba8();
    assert_eq!(found, expected);
}

#[test]
fn run_traces_each_message() {
    let folder = folder();
    let input = folder.path().join("in.png");
    picture(&input);
    let bind = format!("t0={}", shown(&input));
    let arguments =
        ["run", "-", "--grid", "5x1", "--bind", &bind, "--bind", "w0=5x3", "--bind", "x=@x", "--bind", "y=1"];
    given(PROGRAM, &[&arguments[..], &["--trace"]].concat())
        .assert()
        .code(0)
        .stdout(predicate::str::contains("ld_lz (M1, 16) enabled 0x1f, surface 0"))
        .stdout(predicate::str::contains("u 00000000 00000001 00000002 00000003 00000004"))
        // Green is 100 of 255 in the second row.
        .stdout(predicate::str::contains(format!("G {:08x} ", (100.0f32 / 255.0).to_bits())));
}

#[test]
fn a_picture_that_is_none_is_named() {
    let folder = folder();
    let [text, missing] = ["text.png", "missing.png"].map(|name| folder.path().join(name));
    std::fs::write(&text, "no picture").expect("a file");
    let run = |bind: &str| {
        given(
            PROGRAM,
            &["run", "-", "--grid", "1", "--bind", bind, "--bind", "w0=1x1", "--bind", "x=0", "--bind", "y=0"],
        )
        .assert()
        .code(1)
    };
    run(&format!("t0={}", shown(&text)))
        .stderr(predicate::str::contains("text.png").and(predicate::str::contains("this is no picture")));
    run(&format!("t0={}", shown(&missing)))
        .stderr(predicate::str::contains("missing.png").and(predicate::str::contains("No such file")));
}

#[test]
fn what_cannot_be_bound_is_a_mistake_of_whoever_asks_for_it() {
    let run = |bind: &str, says: &str| {
        given(PROGRAM, &["run", "-", "--grid", "1", "--bind", bind])
            .assert()
            .code(2)
            .stderr(predicate::str::contains(says));
    };
    run("t9=1x1", "kernel `copy` knows no `t9`");
    run("t9=1x1", "it knows t0, w0, x, y");
    run("t0", "expected NAME=VALUE");
    run("t0=0x1", "width 0");
    run("x=1.5", "`1.5` is no i32");
    run("x=@q", "`@q` is none of @x, @y, @z");
    given(PROGRAM, &["run", "-", "--grid", "1x2x3x4"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("there are three axes"));
}

#[test]
fn what_a_run_lacks_is_named() {
    given(PROGRAM, &["run", "-", "--grid", "1", "--bind", "x=0", "--bind", "y=0"])
        .assert()
        .code(1)
        .stderr(predicate::str::contains("nothing is bound to entry 0, which the kernel calls `t0`"));
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
    std::fs::create_dir(folder.path().join("inner")).expect("a folder");
    std::fs::write(folder.path().join("a.tex"), PROGRAM).expect("written");
    std::fs::write(folder.path().join("inner/a.tex"), PROGRAM).expect("written");
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
