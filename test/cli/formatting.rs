//! `texvisa fmt`.

use predicates::prelude::PredicateBooleanExt;
use predicates::prelude::predicate::str::{contains, is_empty};

use super::{PROGRAM, folder, given, shown, texvisa};

/// The program in an untidy form, with comments.
fn untidy() -> String {
    let text =
        PROGRAM.replace("  %texel = load t0 [u: %x, v: %y, lod: 0]", "; a texel\n%texel=load t0 [u:%x ,v:%y,lod:0]");
    text.replace("  return", "       return   ; the end")
        .replace("target tgllp simd16\n", "target   tgllp\tsimd16 ; both\r\n\r\n\r\n")
}

const TIDY: &str = "target tgllp simd16 ; both

surface t0: 2d f32 @ table 0
surface w0: 2d f32 @ table 1

kernel @copy(%x: i32, %y: i32) {
^entry:
  ; a texel
  %texel = load t0 [u: %x, v: %y, lod: 0] -> f32x4
  write w0 [u: %x, v: %y], f32x4 %texel
  return ; the end
}
";

#[test]
fn files_are_formatted_in_place_and_comments_stay() {
    let folder = folder();
    std::fs::create_dir(folder.path().join("inner")).expect("a folder");
    let files = ["a.tex", "inner/b.tex"].map(|name| folder.path().join(name));
    for file in &files {
        std::fs::write(file, untidy()).expect("written");
    }
    texvisa(&["fmt", "--check", shown(folder.path())])
        .assert()
        .code(1)
        .stderr(contains("a.tex: not formatted").and(contains("2 files are not formatted")));
    assert_eq!(std::fs::read_to_string(&files[0]).expect("read"), untidy());
    texvisa(&["fmt", shown(folder.path())]).assert().code(0).stdout(is_empty()).stderr(is_empty());
    for file in &files {
        assert_eq!(std::fs::read_to_string(file).expect("read"), TIDY);
    }
    texvisa(&["fmt", "--check", shown(&files[0]), shown(&files[1])]).assert().code(0).stderr(is_empty());
}

#[test]
fn standard_input_goes_to_standard_output() {
    given(&untidy(), &["fmt", "-"]).assert().code(0).stdout(TIDY);
    given(TIDY, &["fmt", "-"]).assert().code(0).stdout(TIDY);
}

#[test]
fn what_is_no_texture_ir_stays_as_it_is() {
    let folder = folder();
    let file = folder.path().join("a.tex");
    let text = untidy().replace("return", "retrun");
    std::fs::write(&file, &text).expect("written");
    texvisa(&["fmt", shown(&file)]).assert().code(1).stderr(contains("did you mean `return`?"));
    assert_eq!(std::fs::read_to_string(&file).expect("read"), text);
    texvisa(&["fmt", shown(&folder.path().join("none.tex"))]).assert().code(1).stderr(contains("No such file"));
}
