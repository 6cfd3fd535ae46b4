//! `texvisa lit`: the tests of a project of one's own.

use predicates::prelude::PredicateBooleanExt;
use predicates::prelude::predicate::str::contains;

use super::{PROGRAM, folder, shown, texvisa};

const PASSES: &str = "; RUN: texvisa compile %s | FileCheck %s
; RUN: not texvisa compile %s --target %{wrong} 2>&1 | FileCheck %s --check-prefix=WRONG
; CHECK: .kernel \"copy\"
; CHECK: load_lz.RGBA (M1, 16)
; WRONG: unknown target
";

#[test]
fn a_folder_outside_is_tested_with_this_tool() {
    let folder = folder();
    let deep = folder.path().join("deep");
    std::fs::create_dir(&deep).expect("a folder");
    std::fs::write(folder.path().join("passes.tex"), format!("{PASSES}{PROGRAM}")).expect("written");
    std::fs::write(deep.join("plugin.tex"), "; REQUIRES: plugin\n; RUN: cat %{plugin}\n").expect("written");
    let define = ["--define", "wrong=gen42"];
    texvisa(&[&["lit", shown(folder.path())][..], &define].concat())
        .assert()
        .code(0)
        .stdout(contains("test passes.tex").and(contains("1 passed; 0 failed; 1 ignored")));
    texvisa(&[&["lit", shown(folder.path()), "--list"][..], &define].concat())
        .assert()
        .code(0)
        .stdout(contains("deep/plugin.tex").and(contains("passes.tex")));
    let fails = PASSES.replace("load_lz.RGBA", "load_lz.RG ");
    std::fs::write(deep.join("fails.tex"), format!("{fails}{PROGRAM}")).expect("written");
    texvisa(&[&["lit", shown(folder.path()), "-j", "1"][..], &define].concat())
        .assert()
        .code(1)
        .stdout(
            contains("deep/fails.tex:1: RUN: texvisa compile %s | FileCheck %s").and(contains("1 passed; 1 failed")),
        )
        .stderr(contains("a test failed"));
    texvisa(&[&["lit", shown(folder.path()), "passes"][..], &define].concat()).assert().code(0);
    texvisa(&[&["lit", shown(folder.path()), "nowhere"][..], &define].concat())
        .assert()
        .code(1)
        .stderr(contains("no test has `nowhere` in its path"));
}

#[test]
fn literal_checks_are_updated_where_that_is_asked_for() {
    let folder = folder();
    let file = folder.path().join("a.tex");
    let head = "; RUN: texvisa compile %s --emit plan | FileCheck %s\n; CHECK: 10:3: ld_lz.RGBA\n; CHECK-NEXT: ";
    let text = |next: &str| {
        format!("{head}{next}\n{}", PROGRAM.replace("  write", "  %b = load t0 [u: %y, v: %x, lod: 0] -> f32x4\n  %r = extract f32x4 %b, 0\n  store_raw b0 [x: %x], f32 %r\n  write").replace("kernel", "surface b0: raw @ table 2\nkernel"))
    };
    std::fs::write(&file, text("11:3: nothing")).expect("written");
    texvisa(&["lit", shown(folder.path())])
        .assert()
        .code(1)
        .stdout(contains("the `-NEXT` lines of the test differ; `texvisa lit --update` updates them"));
    texvisa(&["lit", shown(folder.path()), "--update"]).assert().code(0);
    let updated = std::fs::read_to_string(&file).expect("read");
    assert!(updated.contains("; CHECK-NEXT: 11:3: ld_lz.R ud"), "{updated}");
}

#[test]
fn what_is_no_suite_is_said() {
    let folder = folder();
    texvisa(&["lit", shown(folder.path())])
        .assert()
        .code(1)
        .stderr(contains("no file that ends in .tex, .ll or .wgsl"));
    texvisa(&["lit", shown(&folder.path().join("none"))]).assert().code(1).stderr(contains("none: No such file"));
    std::fs::write(folder.path().join("a.tex"), "; RUN: texvisa --version\n").expect("written");
    texvisa(&["lit", shown(folder.path()), "-D", "x"])
        .assert()
        .code(2)
        .stderr(contains("--define x: expected NAME=VALUE"));
}
