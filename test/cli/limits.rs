//! Files that are too long to be read, of every kind that the tool reads.

use std::fs::File;
use std::path::Path;

use predicates::prelude::predicate;

use super::{PROGRAM, folder, given, shown, texvisa};

/// A file of so many bytes, all zero.
fn long(path: &Path, bytes: u64) {
    File::create(path).and_then(|file| file.set_len(bytes)).expect("a file without blocks");
}

/// What is parsed: 32 MiB, which is 16 times the longest program that was seen.
#[test]
fn programs_and_documents_have_a_longest() {
    let folder = folder();
    let one_more = (32 << 20) + 1;
    for (file, arguments) in [
        ("cases.json", &["cases"][..]),
        ("kernel.tex", &["compile"]),
        ("kernel.ll", &["compile"]),
        ("kernel.bc", &["explain"]),
        ("kernel.visaasm", &["asm", "--target", "tgllp"]),
        ("kernel.isa", &["dis", "--target", "tgllp"]),
        ("kernel.dat", &["link", "--into"]),
    ] {
        let path = folder.path().join(file);
        long(&path, one_more);
        let mut arguments = arguments.to_vec();
        arguments.push(shown(&path));
        if arguments.contains(&"link") {
            arguments.extend(["-o", "-", shown(&path)]);
        }
        let says = format!("{file}: more than 33554432 bytes, the most that are read; split it");
        texvisa(&arguments).assert().code(1).stderr(predicate::str::contains(says));
    }
    let endless = given(&" ".repeat(one_more as usize), &["cases", "-"]).assert().code(1);
    endless.stderr(predicate::str::contains("<stdin>: more than 33554432 bytes, the most that are read"));
    // One byte less is read, and is no document.
    let path = folder.path().join("shorter.json");
    long(&path, 32 << 20);
    texvisa(&["cases", shown(&path)]).assert().code(1).stderr(predicate::str::contains("expected JSON"));
}

/// A line of a report has no end of its own.
#[test]
fn reports_have_a_longest() {
    let folder = folder();
    let path = folder.path().join("report.jsonl");
    long(&path, (1 << 28) + 1);
    texvisa(&["merge", shown(&path), "-o", shown(&folder.path().join("all.jsonl"))]).assert().code(1).stderr(
        predicate::str::contains("more than 268435456 bytes, the most that are read of a report; use more shards"),
    );
}

/// What is bound: as much as the largest surface has.
#[test]
fn texels_have_a_longest_file() {
    let folder = folder();
    let program = folder.path().join("copy.tex");
    std::fs::write(&program, PROGRAM).expect("it is written");
    let raw = folder.path().join("buffer.tex");
    std::fs::write(&raw, PROGRAM.replace("surface t0: 2d f32", "surface b0: raw @ table 2\nsurface t0: 2d f32"))
        .expect("it is written");
    let bytes = folder.path().join("texels.bin");
    long(&bytes, (1 << 28) + 1);
    let texture = folder.path().join("texels.dds");
    std::fs::write(&texture, b"DDS ").expect("it is written");
    File::options().append(true).open(&texture).and_then(|file| file.set_len((1 << 28) + (1 << 20) + 1)).expect("long");
    for (program, bind, limit) in [
        (&raw, format!("b0={}", shown(&bytes)), "268435456"),
        (&program, format!("t0={}", shown(&texture)), "269484032"),
    ] {
        let says = format!("more than {limit} bytes, the most that are read");
        texvisa(&[
            "run",
            shown(program),
            "--grid",
            "4",
            "--bind",
            &bind,
            "--bind",
            "w0=4x4",
            "--bind",
            "x=0",
            "--bind",
            "y=0",
        ])
        .assert()
        .code(1)
        .stderr(predicate::str::contains(says));
    }
}
