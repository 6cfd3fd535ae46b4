//! The programs in C and C++ below `examples` and in `docs/embedding.md` are compiled with all warnings and run, and have no
//! error that valgrind sees.

#![expect(clippy::expect_used, clippy::panic, reason = "a test says what is wrong by failing")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use libtest_mimic::{Completion, Trial};
use texvisa_test::harness;

/// Where cargo puts the library that the tests link with: beside them.
fn library() -> PathBuf {
    let test = std::env::current_exe().expect("a test knows its file");
    let folder = test.parent().expect("a file is in a folder").to_owned();
    let file = folder.join("libtexvisa.so");
    assert!(file.exists(), "{} is missing; `cargo build -p texvisa-capi` makes it", file.display());
    folder
}

fn works(command: &str) -> bool {
    Command::new(command).arg("--version").output().is_ok_and(|output| output.status.success())
}

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{stdout}\n{stderr}", output.status);
    output
}

/// Compiles a program and runs it, under valgrind where that is there; returns what it prints.
fn printed(source: &Path) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder for programs");
    let program = folder.path().join("program");
    let is_cpp = source.extension().is_some_and(|extension| extension == "cpp");
    let (compiler, standard) = if is_cpp { ("c++", "-std=c++17") } else { ("cc", "-std=c11") };
    let library = library();
    let mut command = Command::new(compiler);
    command.args([standard, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-g", "-I"]).arg(root.join("include"));
    command.arg(source).arg("-o").arg(&program).arg("-L").arg(&library).arg("-ltexvisa");
    command.arg(format!("-Wl,-rpath,{}", library.display()));
    run(&mut command);
    let mut command = if works("valgrind") {
        let mut command = Command::new("valgrind");
        command.args([
            "--quiet",
            "--leak-check=full",
            "--errors-for-leak-kinds=definite,indirect",
            "--error-exitcode=99",
        ]);
        command.arg(&program);
        command
    } else {
        Command::new(&program)
    };
    String::from_utf8(run(&mut command).stdout).expect("programs print text")
}

/// Compiles a program that a page shows, and runs it.
fn of_page(language: &str) -> Vec<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/embedding.md");
    let text = std::fs::read_to_string(&page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
    let fence = format!("```{language}\n");
    let folder = tempfile::tempdir().expect("a folder for programs");
    let programs = text.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap_or_default());
    let found: Vec<String> = programs
        .map(|program| {
            let file = folder.path().join(format!("program.{language}"));
            std::fs::write(&file, program).expect("a program can be written");
            printed(&file)
        })
        .collect();
    assert!(!found.is_empty(), "{} has no program in {language}", page.display());
    found
}

fn example(path: &str) -> String {
    printed(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(path))
}

fn kernels_compile_in_memory() {
    let printed = example("c/compile.c");
    // Only red is read, and level zero is implicit.
    assert!(printed.contains("load_lz.R (M1, 16)"), "{printed}");
    assert!(printed.contains("3:3: kind 1: "), "the misspelt return is on line 3: {printed}");
    assert!(printed.contains("unknown target \"gen42\" (expected one of skl, icllp"), "{printed}");
}

fn operations_are_lowered() {
    let printed = example("c/call.c");
    // 3D_LOAD: ld takes u, v and the level; u is sent by itself, the others follow one another in two registers each.
    let expected = ["r100: 128 bytes", "mov r100+0 r11", "mov r100+64 2", "ld.R [u: u, v: v, lod: lod]"];
    for line in expected {
        assert!(printed.lines().any(|found| found.starts_with(line) || found.contains(line)), "{line}: {printed}");
    }
}

fn kernels_are_built_call_by_call() {
    let printed = example("c/build.c");
    // A loop with one load, whose level zero is implicit; the store is the only other message.
    assert_eq!(printed.matches("load_lz.R (M1, 16)").count(), 1, "{printed}");
    assert_eq!(printed.matches("scatter").count(), 1, "{printed}");
    assert!(printed.starts_with("fadd: `fadd` has operands of type i32 (expected f16 or f32)\n"), "{printed}");
}

fn wrong_calls_of_a_builder_change_nothing() {
    let printed = printed(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c/wrong_calls.c"));
    let expected = [
        "newline: 1 \"a\\nb\" is not a valid name of a surface",
        "empty: 1 \"\" is not a valid name of a surface",
        "vector: 1 `element` is f32x4 | expected a scalar",
        "entry: 1 `entry` is 4000000000 | expected one of the 240 of the binding table",
        "image: 0 ",
        "output: 0 ",
        "twice: 1 surface `t1` is declared twice",
        "dimension: 1 unknown dimension \"2darray\" | did you mean `2d_array`?",
        "far sampler: 1 `entry` is 4096 | expected one of the 4096 of the sampler state table",
        "sampler: 0 ",
        "kernel: 1 \"a\\\"b\" is not a valid name of a kernel",
        "begin: 0 ",
        "read: 1 variable 1 is read, and on a path to there nothing is assigned to it",
        "roles: 1 `add` has no `roles`",
        "surface: 1 `add` has no `surface`",
        "result: 1 `add` has no `result`",
        "name: 1 unknown operation \"laod\" | did you mean \"load\"?",
        "add: 0 ",
        "case: 2 case 256 is no number of the selector's type i8",
        "finish: 2 block `^entry` has no terminator",
        "mended: 0 ",
        "begin: 0 ",
        "abandon: 0 ",
        "abandon: 1 no kernel is begun",
        "text: 0 ",
        "reread: 0",
    ];
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), expected.len(), "{printed}");
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(expected), "{line}\n{expected}");
    }
}

fn cpp_programs_compile_kernels() {
    let printed = example("cpp/compile.cpp");
    // sample_lz is not sent on DG2, and PVC has no sampler.
    let lines: Vec<&str> = printed.lines().collect();
    assert!(lines[0].starts_with("tgllp: sample_lz"), "{printed}");
    assert!(lines[1].starts_with("dg2: sample_l."), "{printed}");
    assert_eq!(lines[2], "pvc: pvc has no sampler (choose another target)");
}

/// The compiler that is missing, if one is.
fn missing() -> Option<&'static str> {
    ["cc", "c++"].into_iter().find(|command| !works(command))
}

fn main() -> std::process::ExitCode {
    let tests: [(&str, fn()); 7] = [
        ("kernels_compile_in_memory", kernels_compile_in_memory),
        ("operations_are_lowered", operations_are_lowered),
        ("kernels_are_built_call_by_call", kernels_are_built_call_by_call),
        ("wrong_calls_of_a_builder_change_nothing", wrong_calls_of_a_builder_change_nothing),
        ("cpp_programs_compile_kernels", cpp_programs_compile_kernels),
        ("the_page_has_a_program_in_c", || _ = of_page("c")),
        ("the_page_has_a_program_in_cpp", || _ = of_page("cpp")),
    ];
    let mut trials: Vec<Trial> = tests
        .into_iter()
        .map(|(name, test)| {
            harness::test_or_skip(name, move || match missing() {
                Some(compiler) => Ok(Completion::ignored_with(format!("{compiler} is not installed"))),
                None => {
                    test();
                    Ok(Completion::Completed)
                }
            })
        })
        .collect();
    // What the tests above look for with it.
    trials.push(harness::test_or_skip("valgrind_looks_for_errors", || match works("valgrind") {
        true => Ok(Completion::Completed),
        false => Ok(Completion::ignored_with("valgrind is not installed: programs in C and C++ run by themselves")),
    }));
    harness::run("capi", trials)
}
