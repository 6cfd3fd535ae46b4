//! Nothing is written over what it is made of.

use std::path::Path;

use predicates::prelude::predicate::str::contains;

use super::{PROGRAM, folder, shown, texvisa};

/// Runs the tool, which refuses to write over `input`, and looks whether it is as it was.
fn kept(input: &Path, arguments: &[&str]) {
    let before = std::fs::read(input).expect("it is there");
    texvisa(arguments).assert().code(2).stderr(contains("the output would be written over its own input"));
    assert_eq!(std::fs::read(input).expect("it is there still"), before, "{arguments:?}");
}

#[test]
fn an_output_that_is_the_input_is_refused_by_whatever_path() {
    let folder = folder();
    let program = folder.path().join("copy.tex");
    std::fs::write(&program, PROGRAM).expect("written");
    let path = shown(&program);
    let other = format!(
        "{}/../{}/copy.tex",
        shown(folder.path()),
        folder.path().file_name().expect("a name").to_string_lossy()
    );
    let link = folder.path().join("link.visaasm");
    std::fs::hard_link(&program, &link).expect("a file system with links");
    for output in [path, &other, shown(&link)] {
        kept(&program, &["compile", path, "-o", output]);
        kept(&program, &["compile", path, "--report", output]);
    }
    let text = folder.path().join("copy.visaasm");
    texvisa(&["compile", path, "-o", shown(&text)]).assert().code(0);
    kept(&text, &["asm", shown(&text), "--target", "tgllp", "-o", shown(&text)]);
    let binary = folder.path().join("copy.isa");
    texvisa(&["asm", shown(&text), "--target", "tgllp", "-o", shown(&binary)]).assert().code(0);
    kept(&binary, &["dis", shown(&binary), "--target", "tgllp", "-o", shown(&binary)]);
    kept(&binary, &["link", shown(&text), "--into", shown(&binary), "-o", shown(&binary)]);
    let report = folder.path().join("report.jsonl");
    texvisa(&["compile", path, "--report", shown(&report)]).assert().code(0);
    kept(&report, &["merge", shown(&report), "-o", shown(&report)]);
    let texels = folder.path().join("texels.bin");
    std::fs::write(&texels, [0; 64]).expect("written");
    let bind = format!("t0=R32_FLOAT:4x4,bytes={}", shown(&texels));
    let picture = folder.path().join("picture.png");
    image::RgbaImage::new(4, 4).save(&picture).expect("written");
    let picture_bind = format!("t0={}", shown(&picture));
    for (bind, file) in [(&bind, &texels), (&picture_bind, &picture), (&picture_bind, &program)] {
        let output = format!("w0={}", shown(file));
        let run = ["run", path, "--grid", "4", "--bind", bind, "--bind", "w0=4x4", "--bind", "x=@x", "--bind", "y=0"];
        kept(file, &[&run[..], &["--output", &output]].concat());
    }
    // Another file is written, whether it is there or not.
    texvisa(&["compile", path, "-o", shown(&text)]).assert().code(0);
}

#[test]
fn outputs_in_a_folder_spare_the_inputs_there() {
    let folder = folder();
    let program = folder.path().join("a.tex");
    std::fs::write(&program, PROGRAM).expect("written");
    // What the kernel `copy` of a.tex would go to.
    let victim = folder.path().join("a.copy.tex");
    std::fs::write(&victim, PROGRAM.replace("@copy", "@other")).expect("written");
    kept(&victim, &["compile", shown(folder.path()), "--emit", "tex", "-o", shown(folder.path())]);
}

#[test]
fn the_root_folder_is_no_place_for_outputs() {
    let folder = folder();
    let program = folder.path().join("copy.tex");
    std::fs::write(&program, PROGRAM).expect("written");
    texvisa(&["compile", shown(&program), "-o", "/"]).assert().code(2).stderr(contains("/: the root folder"));
}

#[test]
fn nothing_is_left_of_what_was_in_an_output_before() {
    let folder = folder();
    let program = folder.path().join("copy.tex");
    std::fs::write(&program, PROGRAM).expect("written");
    let output = folder.path().join("copy.visaasm");
    let compile = || {
        texvisa(&["compile", shown(&program), "-o", shown(&output)]).assert().code(0);
        std::fs::read_to_string(&output).expect("it is there")
    };
    let whole = compile();
    for before in ["", "short", &whole.repeat(3)] {
        std::fs::write(&output, before).expect("written");
        assert_eq!(compile(), whole);
    }
    texvisa(&["compile", shown(&program), "-o", "/dev/null"]).assert().code(0);
}
