//! What is there about the tool itself: platforms, completions, manual pages.

use predicates::prelude::PredicateBooleanExt;
use predicates::prelude::predicate::str::contains;
use texvisa::ir::target::Target;

use super::{folder, shown, texvisa};

#[test]
fn every_platform_is_listed_with_what_it_has() {
    let run = texvisa(&["targets"]).assert().code(0);
    let text = String::from_utf8(run.get_output().stdout.clone()).expect("text");
    let names: Vec<&str> = text.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, Target::ALL.map(Target::name));
    let row = |name: &str| text.lines().find(|line| line.starts_with(name)).expect("a row").to_owned();
    for part in ["Tiger Lake (Gen12LP, Xe-LP)", "8, 16, 32", "128 x 32 bytes", "yes", "TGLLP", "Intel's finalizer"] {
        assert!(row("tgllp").contains(part), "{}", row("tgllp"));
    }
    // It has no sampler, and no SIMD8.
    for part in ["Ponte Vecchio", "  16, 32  ", "128 x 64 bytes", "  no  ", "PVC"] {
        assert!(row("pvc").contains(part), "{}", row("pvc"));
    }
    assert!(row("ptl").contains("documents"), "{}", row("ptl"));
}

#[test]
fn shells_complete_commands_and_options() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        texvisa(&["completions", shell])
            .assert()
            .code(0)
            .stdout(contains("compile").and(contains("emit")).and(contains("reduce")));
    }
    texvisa(&["completions", "cmd"]).assert().code(2).stderr(contains("possible values: bash"));
}

/// bash itself reads them, and completes.
#[test]
fn bash_takes_its_completions() {
    let Some(bash) = texvisa_test::process::find_in_path("bash") else {
        return eprintln!("skipped: bash is not installed");
    };
    let script = "source <(\"$0\" completions bash)
        COMP_WORDS=(texvisa compile --em); COMP_CWORD=2; _texvisa texvisa --em compile; echo \"${COMPREPLY[@]}\"";
    let tool = env!("CARGO_BIN_EXE_texvisa");
    let run = std::process::Command::new(bash).args(["-c", script, tool]).output().expect("bash runs");
    assert_eq!(String::from_utf8_lossy(&run.stdout).trim(), "--emit", "{}", String::from_utf8_lossy(&run.stderr));
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = folder();
    let man = folder.path().join("man");
    texvisa(&["man", shown(&man)]).assert().code(0);
    let help = String::from_utf8(texvisa(&["help"]).assert().get_output().stdout.clone()).expect("text");
    let (_, commands) = help.split_once("Commands:\n").expect("commands");
    let commands = commands.lines().take_while(|line| !line.is_empty());
    let names: Vec<&str> = commands
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.len() > 12, "{names:?}");
    for name in names.iter().filter(|name| **name != "help") {
        let page = std::fs::read_to_string(man.join(format!("texvisa-{name}.1"))).expect("a page");
        assert!(page.contains(".SH SYNOPSIS") && page.contains(&format!("texvisa\\-{name}")), "{page}");
    }
    let page = std::fs::read_to_string(man.join("texvisa.1")).expect("the page of the tool");
    assert!(page.contains("texvisa\\-compile"), "{page}");
    // What is hidden has none.
    assert!(!man.join("texvisa-disassemble.1").exists());
}
