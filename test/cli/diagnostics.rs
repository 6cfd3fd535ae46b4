//! What a stranger stumbles on: each diagnostic says what is wrong, where, what was given, what is allowed, what to do.

use predicates::prelude::PredicateBooleanExt;
use predicates::prelude::predicate::str::contains;

use super::{PROGRAM, folder, given, shown, texvisa};

/// Compiles `bytes` as a file of that name, which fails, and returns what is said.
fn said_of(name: &str, bytes: &[u8]) -> String {
    let folder = folder();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).expect("it is written");
    let run = texvisa(&["compile", shown(&path), "--target", "tgllp", "--simd", "16"]).assert().code(1);
    let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(said.len() < 2000, "{} bytes for one mistake", said.len());
    said
}

/// What the tool says about a text that it does not compile.
fn said(text: &str) -> String {
    let run = given(text, &["compile", "-"]).assert().code(1);
    String::from_utf8_lossy(&run.get_output().stderr).into_owned()
}

#[test]
fn a_file_that_is_no_program_is_said_to_be_what_it_is() {
    for (name, bytes, is, help) in [
        ("a.tex", &b"\x89PNG\r\n\x1a\n\0"[..], "a PNG picture, not a program", "texvisa run --bind NAME=FILE"),
        ("a.tex", b"\x7fELF\x02\x01\x01\0", "an ELF file, not a program", "texvisa link --into"),
        ("a.isa", b"CISA\x04\x01\x01\0", "vISA in its binary form, not a program", "`texvisa dis` makes its text"),
        ("a.tex", b".version 4.1\n.kernel \"k\"\n", "vISA as text, not a program", "`texvisa asm` makes its binary"),
        ("a.tex", b"\x1f\x8b\x08", "compressed with gzip, not a program", "decompress it first"),
        ("a", b"CISA\x04\x01\x01\0", "vISA in its binary form", "expected .tex"),
    ] {
        let said = said_of(name, bytes);
        assert!(said.contains(&format!("{name}: {is}")) && said.contains(help), "{said}");
    }
}

#[cfg(feature = "llvm")]
#[test]
fn the_language_of_a_file_is_that_of_what_is_in_it() {
    let llvm = "; ModuleID = 'k'\ntarget datalayout = \"e-p:64:64:64\"\ndefine void @f() {\n  ret void\n}\n";
    for name in ["k.cl", "k"] {
        // It is read as LLVM IR, which has no kernel.
        let said = said_of(name, llvm.as_bytes());
        assert!(said.contains("has no kernel; expected a function"), "{said}");
    }
    let said = said_of("k.spv", llvm.as_bytes());
    assert!(said.contains("k.spv: LLVM IR, in a file that ends in .spv"), "{said}");
    assert!(said.contains("let its name end in .ll or .bc"), "{said}");
    let said = said_of("k.cl", b"kernel void k(global int *p) { *p = 1; }");
    assert!(said.contains("k.cl: no program that is known; expected .tex, .ll, .bc"), "{said}");
    let folder = folder();
    let path = folder.path().join("k");
    std::fs::write(&path, format!("; a comment\n\n{PROGRAM}")).expect("it is written");
    texvisa(&["compile", shown(&path)]).assert().code(0);
}

#[test]
fn a_declaration_with_a_mistake_is_one_error() {
    let said = said(&PROGRAM.replace("surface t0: 2d f32", "surface t0: 2e f32"));
    assert!(said.contains("unknown dimension `2e`") || said.contains("expected a dimension"), "{said}");
    assert!(!said.contains("not declared"), "{said}");
}

#[test]
fn every_kind_of_name_is_answered_with_the_nearest_that_is_known() {
    for (right, wrong, near) in [
        ("= load", "= laod", "`load`"),
        ("lod: 0", "lodd: 0", "`lod`"),
        ("lod: 0]", "lod: 0] offsets(1, 1, 1)", "`offset`"),
        ("lod: 0]", "lod: 0] maks rg", "`mask`"),
        ("2d f32 @ table 0", "2d_aray f32 @ table 0", "`2d_array`"),
        ("tgllp", "tglpl", "`tgllp`"),
        ("simd16", "simd12", "`simd16`"),
        ("%x: i32,", "%x: i32 = work_din,", "`work_dim`"),
        ("load t0", "load tO", "`t0`"),
        ("f32x4 %texel", "f32x4 %texl", "`%texel`"),
        ("u: %x", "u: %xx", "`%x`"),
        ("2d f32 @ table 0", "2d f23 @ table 0", "`f32`"),
        ("kernel @copy", "kernl @copy", "`kernel`"),
        ("@ table 0", "@ tabel 0", "`table`"),
        (") {", ") scrach 64 {", "`scratch`"),
    ] {
        assert!(PROGRAM.contains(right), "{right}");
        let said = said(&PROGRAM.replacen(right, wrong, 1));
        assert!(said.contains(&format!("did you mean {near}?")), "{wrong}: {said}");
    }
    for (arguments, near) in [
        (&["compile", "-", "--target", "tgl"][..], "did you mean `tgllp`?"),
        (&["compile", "-", "--kernel", "cpy"], "did you mean `copy`?"),
        (&["compile", "-", "--emt", "isa"], "a similar argument exists: '--emit'"),
        (&["compil", "-"], "'compile'"),
        (&["run", "-", "--grid", "4", "--bind", "t1=4x4"], "did you mean `t0`?"),
        (&["run", "-", "--grid", "4", "--bind", "t0=R32_FLOT:4x4"], "did you mean `R32_FLOAT`?"),
        (&["run", "-", "--grid", "4", "--bind", "t0=RGBA8_UNROM:4x4"], "did you mean `RGBA8_UNORM`?"),
        (&["run", "-", "--grid", "4", "--bind", "t0=4x4,levls=2"], "did you mean `levels=2`?"),
        (&["run", "-", "--grid", "4", "--choice", "ret6=saturate"], "did you mean `ret16`?"),
    ] {
        given(PROGRAM, arguments).assert().code(2).stderr(contains(near));
    }
}

#[test]
fn a_value_that_is_used_too_soon_and_a_bad_branch_are_shown_with_their_lines() {
    let text = PROGRAM.replace("%texel = load", "%sum = add i32 %next, 1\n  %next = add i32 %x, 1\n  %texel = load");
    let said_of_use = said(&text);
    assert!(said_of_use.contains("`%next` is used before it is defined"), "{said_of_use}");
    assert!(said_of_use.contains("7:3") && said_of_use.contains(":6:18"), "{said_of_use}");
    let said_of_jump = said(&PROGRAM.replace("  return", "  jump ^entry"));
    assert!(said_of_jump.contains(":8:8") && said_of_jump.contains("put the loop in a block behind"), "{said_of_jump}");
    let said_of_end = said(&PROGRAM.replace("  return\n", ""));
    assert!(said_of_end.contains("end it with `jump`, `branch` or `return`"), "{said_of_end}");
}

/// The part of a statement that is marked, as the mark stands below it.
fn marked(said: &str) -> String {
    let lines: Vec<&str> = said.lines().collect();
    let mark = lines.iter().position(|line| line.trim_start().starts_with(": ") && line.contains('^')).expect("a mark");
    let columns: Vec<usize> =
        lines[mark].char_indices().filter(|(_, letter)| *letter == '^').map(|(at, _)| at).collect();
    lines[mark - 1].chars().skip(columns[0]).take(columns.len()).collect()
}

#[test]
fn what_is_marked_is_what_is_wrong() {
    for (right, wrong, part) in [
        ("-> f32x4", "-> f32x5", "f32x5"),
        ("lod: 0]", "lod: 0, r: %x]", "r"),
        ("v: %y, lod", "v: f32 1.0, lod", "v"),
        ("%x: i32, %y", "%x: i32, %y: i32, %texel", "%texel"),
    ] {
        let said = said(&PROGRAM.replacen(right, wrong, 1));
        assert_eq!(marked(&said), part, "{said}");
    }
    let cubes = PROGRAM
        .replace("2d f32 @ table 0", "cube_array f32 @ table 0\nsampler s0 @ 0")
        .replace("%x: i32", "%u: f32, %x: i32")
        .replace("load t0 [u: %x, v: %y, lod: 0]", "gather4 t0, s0 [u: %u, v: %u, r: %u, ai: %u, offu: %x, offv: %y]");
    let said = said(&cubes);
    assert!(said.contains("cubes take no texel offsets"), "{said}");
    assert_eq!(marked(&said), "offu", "{said}");
}

#[test]
fn what_run_lacks_is_said_with_the_option_that_gives_it() {
    let run = |binds: &[&str]| {
        let mut arguments = vec!["run", "-", "--grid", "4"];
        binds.iter().for_each(|bind| arguments.extend(["--bind", bind]));
        given(PROGRAM, &arguments).assert().code(1)
    };
    run(&["t0=4x4", "w0=4x4", "x=@x"])
        .stderr(contains("argument `y` has no value; give it one"))
        .stderr(contains("add --bind y=VALUE, where VALUE is @x (the position of the work item) or a number"));
    run(&["t0=4x4", "x=@x", "y=@x"])
        .stderr(contains("add --bind w0=VALUE, where VALUE is a size, as 64x64, or a file"));
    let layers = PROGRAM.replace("t0: 2d f32", "t0: 2d_array f32");
    given(&layers, &["run", "-", "--grid", "4", "--bind", "t0=4x4x4,first_layer=2047"])
        .assert()
        .code(2)
        .stderr(contains("first_layer is 2047; the texture has layers 0 to 3"));
}

#[test]
fn a_truncated_picture_is_said_to_be_truncated() {
    let folder = folder();
    let path = folder.path().join("picture.png");
    image::RgbaImage::from_fn(64, 64, |x, y| image::Rgba([x as u8, y as u8, 7, 255])).save(&path).expect("written");
    let whole = std::fs::read(&path).expect("it is there");
    std::fs::write(&path, &whole[..whole.len() / 2]).expect("written");
    given(PROGRAM, &["run", "-", "--grid", "4", "--bind", &format!("t0={}", shown(&path))])
        .assert()
        .code(1)
        .stderr(contains("picture.png: the picture is truncated"));
}

#[test]
fn a_shift_that_is_always_undefined_is_remarked_at_its_line() {
    let text = PROGRAM.replace("%texel = load", "%far = shl i32 %x, 200\n  %texel = load").replace("u: %x", "u: %far");
    for command in ["check", "compile", "explain"] {
        let run = given(&text, &[command, "-"]).assert();
        run.stderr(contains("<stdin>:6:3: remark: `shl` of an i32 by 200 is undefined; expected 0 to 31"));
    }
}

#[test]
fn explain_names_values_as_the_file_does() {
    let text = PROGRAM.replace("%x", "%5").replace("%y", "%9").replace("%texel", "%12");
    let text =
        text.replace("  %12 =", "  %70 = add i32 %5, %5\n  %12 =").replace("u: %5, v: %9, lod", "u: %70, v: %9, lod");
    given(&text, &["explain", "-"])
        .assert()
        .code(0)
        .stdout(contains("%12 = load t0 [u: %70, v: %9, lod: 0]").and(contains("    u: %70, v: %9\n")));
}

/// 2^31 times 2^31 times 4 is 0 in 64 bits.
#[test]
fn a_grid_is_counted_without_wrapping() {
    for (grid, items) in [
        ("2147483648x2147483648x4", "18446744073709551616"),
        ("4294967295x4294967295x4294967295", "79228162458924105385300197375"),
        ("16777217", "16777217"),
        ("0x4", "0"),
    ] {
        given(PROGRAM, &["run", "-", "--grid", grid])
            .assert()
            .code(2)
            .stderr(contains(format!("{items} work items; expected 1 to 16777216")));
    }
    let run = ["run", "-", "--grid", "4", "--bind", "t0=4x4", "--bind", "w0=4x4", "--bind", "x=@x", "--bind", "y=0"];
    given(PROGRAM, &[&run[..], &["--group", "65536x65536x65536"]].concat())
        .assert()
        .code(1)
        .stderr(contains("a group of 65536 x 65536 x 65536 work items; expected 1 to 1024"));
}

#[test]
fn control_characters_of_an_input_are_escaped() {
    let document = r#"{"cases": [{"id": "a\u001b[31m\nb", "op": "ld"}]}"#;
    let run = given(document, &["cases", "-"]).assert().code(1);
    let said = [&run.get_output().stdout[..], &run.get_output().stderr].concat();
    assert!(!said.contains(&0x1b), "{}", String::from_utf8_lossy(&said));
    assert!(String::from_utf8_lossy(&said).contains("a\\u{1b}[31m\\nb: failed"), "{}", String::from_utf8_lossy(&said));
    // Neither in the message nor in the line that is shown.
    let said = said_of("a.tex", PROGRAM.replace("lod: 0", "lod: \u{1b}[2J").as_bytes());
    assert!(!said.contains('\u{1b}') && said.contains("unexpected `\\u{1b}`"), "{said}");
    assert!(said.contains("lod: ?[2J]"), "{said}");
}
