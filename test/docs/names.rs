//! What pages name exists: files, folders, links to pages and their headings, and items of the sources.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use crate::page::{Page, root};

/// Folders of the repository that hold no sources.
const SKIPPED: [&str; 3] = ["target", "demo-out", ".git"];

/// Names that the sources do not have and pages may: of other programs.
const FOREIGN: [&str; 1] = ["FileCheck"];

/// The files of the repository, and every identifier in its code.
pub struct Identifiers {
    words: HashSet<String>,
    files: HashSet<String>,
}

impl Identifiers {
    /// Reads all sources.
    pub fn of_sources() -> Identifiers {
        let mut found = Identifiers { words: HashSet::new(), files: HashSet::new() };
        let mut folders = vec![root().to_path_buf()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("folders of the repository are readable") {
                let path = entry.expect("folders of the repository are readable").path();
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                if path.is_dir() {
                    if !SKIPPED.contains(&name.as_str()) {
                        found.words.insert(name);
                        folders.push(path);
                    }
                    continue;
                }
                if let Some(module) = name.strip_suffix(".rs") {
                    found.words.insert(module.to_owned());
                    found.read(&path);
                }
                found.files.insert(name);
            }
        }
        found
    }

    fn read(&mut self, path: &Path) {
        let text = fs::read_to_string(path).expect("sources are readable");
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let words = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            for word in words.filter(|word| !word.is_empty()) {
                if !self.words.contains(word) {
                    self.words.insert(word.to_owned());
                }
            }
        }
    }

    fn has(&self, word: &str) -> bool {
        self.words.contains(word) || word.starts_with("texvisa") || matches!(word, "std" | "crate")
    }
}

/// What `page` names and there is not.
pub fn check(page: &Page, pages: &[Page], identifiers: &Identifiers) -> Vec<String> {
    let mut problems = Vec::new();
    for link in &page.links {
        if let Some(problem) = broken_link(page, link, pages) {
            problems.push(format!("{}: link to {link}: {problem}", page.name));
        }
    }
    // What has been removed since is named where changes are listed.
    if page.name == "CHANGELOG.md" {
        return problems;
    }
    for (line, span) in &page.spans {
        if let Some(problem) = unknown_span(span, identifiers) {
            problems.push(format!("{}:{line}: `{span}`: {problem}", page.name));
        }
    }
    problems
}

fn broken_link(page: &Page, link: &str, pages: &[Page]) -> Option<String> {
    if link.starts_with("http") {
        return None;
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let folder = Path::new(&page.name).parent().unwrap_or(Path::new(""));
    let target = if path.is_empty() { page.name.clone() } else { normal(&folder.join(path)) };
    if !root().join(&target).exists() {
        return Some("no such file".to_owned());
    }
    // The book holds nothing from outside its folder.
    if page.name.starts_with("docs/") && !target.starts_with("docs/") {
        return Some("leads out of the book; name the path in backticks".to_owned());
    }
    let linked = pages.iter().find(|page| page.name == target)?;
    (!anchor.is_empty() && !linked.anchors.iter().any(|known| known == anchor)).then(|| "no such heading".to_owned())
}

/// A path without `..`.
fn normal(path: &Path) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.iter().filter_map(|part| part.to_str()) {
        if part == ".." {
            parts.pop();
        } else if part != "." {
            parts.push(part);
        }
    }
    parts.join("/")
}

/// Why a code span that looks like a path or an item is none.
fn unknown_span(span: &str, identifiers: &Identifiers) -> Option<String> {
    let is_path = |c: char| c.is_ascii_alphanumeric() || "/._-*{},".contains(c);
    if span.chars().all(is_path) {
        let path = span.trim_start_matches("./").trim_end_matches('/');
        let first = path.split('/').next().unwrap_or_default();
        if path.contains('/') && !first.is_empty() && root().join(first).exists() && !SKIPPED.contains(&first) {
            let missing: Vec<String> = alternatives(path).into_iter().filter(|path| !exists(path)).collect();
            return (!missing.is_empty()).then(|| format!("no such path: {}", missing.join(", ")));
        }
        let is_source = [".rs", ".md", ".tex", ".cc", ".toml"].iter().any(|end| path.ends_with(end));
        if is_source && !path.contains(['/', '*', '{']) && path.contains(|c: char| c != '.') && !path.starts_with('.') {
            let known = identifiers.files.contains(path) || is_example(path);
            return (!known).then(|| "no file has this name".to_owned());
        }
    }
    let item = span.trim_end_matches("()");
    let is_item = item.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == ':');
    if !is_item || item.is_empty() || FOREIGN.contains(&item) {
        return None;
    }
    if item.contains("::") || item != span || is_camel_case(item) {
        let unknown = item.split("::").find(|word| !identifiers.has(word))?;
        return Some(format!("no code has `{unknown}`"));
    }
    None
}

/// Files that examples of pages are called.
fn is_example(name: &str) -> bool {
    name.ends_with(".tex")
}

/// Whether a word has a capital and then a small letter, as types have.
fn is_camel_case(word: &str) -> bool {
    let mut letters = word.chars();
    let starts = letters.next().is_some_and(|c| c.is_ascii_uppercase());
    starts && !word.contains('_') && letters.next().is_some_and(|c| c.is_ascii_lowercase())
}

/// The paths that `a/{b,c}.rs` means.
fn alternatives(path: &str) -> Vec<String> {
    let Some((before, rest)) = path.split_once('{') else { return vec![path.to_owned()] };
    let Some((choices, after)) = rest.split_once('}') else { return vec![path.to_owned()] };
    choices.split(',').flat_map(|choice| alternatives(&format!("{before}{choice}{after}"))).collect()
}

/// Whether the repository has a path, whose last part may have a `*`.
fn exists(path: &str) -> bool {
    let Some((before, after)) = path.split_once('*') else { return root().join(path).exists() };
    let (folder, start) = before.rsplit_once('/').unwrap_or(("", before));
    let Ok(mut entries) = fs::read_dir(root().join(folder)) else { return false };
    entries.any(|entry| {
        let name = entry.map(|entry| entry.file_name().to_string_lossy().into_owned()).unwrap_or_default();
        name.starts_with(start) && name.ends_with(after)
    })
}
