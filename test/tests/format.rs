//! Formatting of texture IR text: comments stay, the program stays, and what is formatted stays as it is.

#![allow(clippy::expect_used)]

use std::path::{Path, PathBuf};

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{format, parse};
use texvisa_test::generate::{Config, benchmark, module};

/// What is wrong with how a text is formatted.
fn wrong(text: &str) -> Option<String> {
    let formatted = match format(text) {
        Ok(formatted) => formatted,
        Err(errors) => return Some(errors.to_string()),
    };
    let program = |text: &str| parse(text).map(|module| module.to_string());
    if program(text) != program(&formatted) {
        return Some(format!("another program:\n{formatted}"));
    }
    if comments(text) != comments(&formatted) {
        return Some(format!("other comments:\n{formatted}"));
    }
    if format(&formatted).as_ref() != Ok(&formatted) {
        return Some(format!("not stable:\n{formatted}"));
    }
    let is_untidy = |line: &str| line.ends_with(' ') || line.contains('\t') && !line.contains(';');
    if formatted.contains("\n\n\n") || formatted.lines().any(is_untidy) {
        return Some(format!("untidy:\n{formatted}"));
    }
    None
}

/// The comments of a text in their order. A semicolon in quotes begins none.
fn comments(text: &str) -> Vec<&str> {
    let comment = |line: &'_ str| {
        let mut is_quoted = false;
        line.char_indices().find_map(|(at, letter)| {
            is_quoted ^= letter == '"';
            (letter == ';' && !is_quoted).then_some(at)
        })
    };
    text.lines().filter_map(|line| Some(line[comment(line)?..].trim())).collect()
}

fn tex_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !path.ends_with("target") && !path.ends_with("corpus") {
            tex_files(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "tex") {
            files.push(path);
        }
    }
}

#[test]
fn files_of_the_repository_keep_what_they_say() {
    let mut files = Vec::new();
    tex_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &mut files);
    let mut formatted = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).expect("text");
        // Some are about errors.
        if parse(&text).is_ok() {
            formatted += 1;
            assert_eq!(wrong(&text), None, "{}", file.display());
        }
    }
    assert!(formatted > 100, "{formatted}");
}

/// A program as it is printed is formatted already; with other blanks and comments at its token borders it keeps them.
#[test]
fn random_programs_keep_what_they_say_however_they_are_written() {
    let mut random = fastrand::Rng::with_seed(7);
    for seed in 0..200 {
        let printed = module(seed, &Config::syntax()).to_string();
        assert_eq!(format(&printed).as_ref(), Ok(&printed), "{seed}");
        let text = scattered(&printed, &mut random);
        assert_eq!(wrong(&text), None, "{seed}:\n{text}");
    }
    let long = benchmark(500, Target::Tgllp, SimdWidth::Simd16).to_string();
    assert_eq!(format(&long).as_ref(), Ok(&long));
}

/// The text with other blanks where it has blanks, and comments at ends of lines and on lines of their own.
fn scattered(text: &str, random: &mut fastrand::Rng) -> String {
    let mut scattered = String::new();
    let mut comments = 0;
    for line in text.lines() {
        let mut is_quoted = false;
        for letter in line.chars() {
            is_quoted ^= letter == '"';
            if letter != ' ' || is_quoted {
                scattered.push(letter);
                continue;
            }
            // A sampler's state is on one line.
            let choices = if line.starts_with("sampler") { 3 } else { 5 };
            match random.u32(..choices) {
                0 => scattered.push_str("\t "),
                3 => scattered.push_str("\r\n\n"),
                4 => {
                    comments += 1;
                    scattered.push_str(&format!(" ; within {comments}\n"));
                }
                _ => scattered.push(' '),
            }
        }
        match random.u32(..6) {
            0 => scattered.push_str(&format!(";behind {line}\n")),
            1 => scattered.push_str("\n   \n\n"),
            2 => scattered.push_str("\n      ; alone \n\n;; twice"),
            _ => {}
        }
        scattered.push('\n');
    }
    scattered
}
