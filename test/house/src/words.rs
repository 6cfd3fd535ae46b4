//! Words that the glossary replaces. `test/house/words.txt` lists them, one entry a line:
//!
//! ```text
//! word wave, waves -> hardware thread
//! name Fill -> SlotSource, or UndefBits
//! phrase goes round, go round -> iterate
//! prose unit, units -> register unit | in regalloc/ | unless register unit, texture unit
//! ```
//!
//! A `word` is found in prose, as a part of an identifier (`wave_count`, `WaveCount`) and in file names; `prose` only in
//! prose; a `name` as a whole identifier of code, in prose between backticks; a `phrase` in prose, across the ends of lines. `in` keeps an
//! entry to paths that begin so, `unless` takes out the phrases that are meant to stay.

use std::path::Path;

use crate::finding::{Finding, HouseError};
use crate::text::{ProseWord, Text};
use crate::workspace::Workspace;

/// Where a pattern is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Word,
    Prose,
    Name,
    Phrase,
}

/// One entry of the list.
#[derive(Clone, Debug)]
struct Entry {
    kind: Kind,
    /// Words each; one, but for phrases.
    patterns: Vec<Vec<String>>,
    instead: String,
    folders: Vec<String>,
    unless: Vec<Vec<String>>,
}

fn words_of(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn comma_separated(text: &str) -> Vec<Vec<String>> {
    text.split(',').map(words_of).filter(|words| !words.is_empty()).collect()
}

impl Entry {
    fn parse(line: &str) -> Option<Entry> {
        let mut parts = line.split(" | ");
        let (left, instead) = parts.next()?.split_once(" -> ")?;
        let (kind, patterns) = left.split_once(' ')?;
        let kind = match kind {
            "word" => Kind::Word,
            "prose" => Kind::Prose,
            "name" => Kind::Name,
            "phrase" => Kind::Phrase,
            _ => return None,
        };
        let mut entry = Entry {
            kind,
            patterns: comma_separated(patterns),
            instead: instead.trim().to_owned(),
            folders: Vec::new(),
            unless: Vec::new(),
        };
        for part in parts {
            match part.trim().split_once(' ')? {
                ("in", folders) => entry.folders = words_of(folders),
                ("unless", phrases) => entry.unless = comma_separated(phrases),
                _ => return None,
            }
        }
        let is_single = kind == Kind::Phrase || entry.patterns.iter().all(|pattern| pattern.len() == 1);
        (is_single && !entry.patterns.is_empty()).then_some(entry)
    }

    fn is_about(&self, file: &Path) -> bool {
        self.folders.is_empty() || self.folders.iter().any(|folder| file.to_string_lossy().starts_with(folder))
    }

    /// The lines of what the entry finds in a text, with what is found.
    fn find(&self, text: &Text) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        for pattern in &self.patterns {
            if self.kind != Kind::Phrase {
                let matching =
                    text.identifiers.iter().filter(|identifier| self.is_in_identifier(pattern, &identifier.name));
                found.extend(matching.map(|identifier| (identifier.line, identifier.name.clone())));
            }
            for (index, word) in text.prose.iter().enumerate() {
                if self.is_in_prose(pattern, &text.prose, index) && !self.is_excused(pattern.len(), &text.prose, index)
                {
                    let end = index + pattern.len();
                    let written: Vec<&str> = text.prose[index..end].iter().map(|word| word.written.as_str()).collect();
                    found.push((word.line, written.join(" ")));
                }
            }
        }
        found
    }

    fn is_in_identifier(&self, pattern: &[String], name: &str) -> bool {
        match self.kind {
            Kind::Word => segments(name).any(|segment| segment == pattern[0]),
            Kind::Name => name == pattern[0],
            Kind::Prose | Kind::Phrase => false,
        }
    }

    fn is_in_prose(&self, pattern: &[String], prose: &[ProseWord], index: usize) -> bool {
        let word = &prose[index];
        match self.kind {
            Kind::Word => {
                word.word.split('_').any(|part| part == pattern[0] || part.strip_suffix("'s") == Some(&pattern[0]))
            }
            Kind::Prose => !word.is_code && word.word == pattern[0],
            Kind::Name => word.is_code && word.written == pattern[0],
            Kind::Phrase => is_phrase(pattern, prose, index),
        }
    }

    /// Whether the `length` words at `index` are part of a phrase that is meant to stay.
    fn is_excused(&self, length: usize, prose: &[ProseWord], index: usize) -> bool {
        self.unless.iter().any(|phrase| {
            let longest = phrase.len().saturating_sub(length);
            (index.saturating_sub(longest)..=index).any(|start| is_phrase(phrase, prose, start))
        })
    }
}

fn is_phrase(phrase: &[String], prose: &[ProseWord], index: usize) -> bool {
    prose.get(index..index + phrase.len()).is_some_and(|words| {
        words.iter().zip(phrase).all(|(word, expected)| word.word == *expected)
            && words.iter().skip(1).all(|word| !word.is_start)
    })
}

/// The words of an identifier, in lower case: `wave_count`, `WaveCount` and `WAVE_COUNT` have two.
fn segments(name: &str) -> impl Iterator<Item = String> {
    let is_constant = !name.chars().any(char::is_lowercase);
    name.split('_').flat_map(move |part| {
        let mut words = vec![String::new()];
        for c in part.chars() {
            if c.is_uppercase() && !is_constant {
                words.push(String::new());
            }
            words.last_mut().expect("there is one").extend(c.to_lowercase());
        }
        words
    })
}

/// The list of words.
#[derive(Debug)]
pub struct WordList {
    entries: Vec<Entry>,
}

impl WordList {
    /// Reads the list at `path`.
    ///
    /// # Errors
    ///
    /// It cannot be read, or a line is no entry.
    pub fn read(path: &Path) -> Result<WordList, HouseError> {
        let text =
            std::fs::read_to_string(path).map_err(|error| HouseError::Read { path: path.to_path_buf(), error })?;
        let mut entries = Vec::new();
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let Some(entry) = Entry::parse(line) else {
                let message = format!("`{line}` is no entry; expected `word|prose|name|phrase PATTERNS -> TERM`");
                return Err(HouseError::List { path: path.to_path_buf(), line: index + 1, message });
            };
            entries.push(entry);
        }
        Ok(WordList { entries })
    }

    /// The words of the list in one file.
    #[must_use]
    pub fn find(&self, file: &Path, text: &Text) -> Vec<Finding> {
        // The name of a file is read as the rest is.
        let mut named = Text::of_prose(&file.to_string_lossy().replace(['/', '-', '.'], " "));
        named.prose.iter_mut().for_each(|word| word.line = 0);
        let mut findings = Vec::new();
        for entry in self.entries.iter().filter(|entry| entry.is_about(file)) {
            for (line, found) in entry.find(text).into_iter().chain(entry.find(&named)) {
                let where_ = if line == 0 { "in the name of the file " } else { "" };
                let message = format!("{where_}`{found}`; use {}", entry.instead);
                let key = format!("{} {}", file.display(), entry.patterns[0].join(" "));
                findings.push(Finding { file: file.to_path_buf(), line, key, message });
            }
        }
        findings.sort();
        findings.dedup();
        findings
    }
}

/// The words of `test/house/words.txt` in every file that people read.
///
/// # Errors
///
/// The list or a file cannot be read.
pub fn of_workspace(workspace: &Workspace) -> Result<Vec<Finding>, HouseError> {
    let list = WordList::read(&workspace.root.join("test/house/words.txt"))?;
    let mut findings = Vec::new();
    for file in workspace.files()? {
        let path = workspace.root.join(&file);
        let read = || std::fs::read_to_string(&path).map_err(|error| HouseError::Read { path: path.clone(), error });
        // This package quotes the words; programs of others have their own.
        if file.starts_with("test/house")
            || file.starts_with("test/corpus") && file.extension().is_none_or(|e| e != "rs")
        {
            continue;
        }
        let text = match file.extension().and_then(|extension| extension.to_str()) {
            Some("rs") => Text::of_rust(&read()?),
            Some("md" | "tex" | "toml") => Text::of_prose(&read()?),
            Some("ll") => Text::of_comments(&read()?, ";"),
            Some("cc") => Text::of_comments(&read()?, "//"),
            None if file.file_name().is_some_and(|name| name == "x" || name == "run") => {
                Text::of_comments(&read()?, "#")
            }
            _ => Text::default(),
        };
        findings.extend(list.find(&file, &text));
    }
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(entry: &str, source: &str) -> Vec<(usize, String)> {
        Entry::parse(entry).expect("an entry").find(&Text::of_rust(source))
    }

    #[test]
    fn a_word_is_found_in_prose_and_in_identifiers() {
        let found =
            found("word wave, waves -> hardware thread", "// A Wave.\nlet (wave_count, WaveCount, WAVES, waver) = 0;");
        let expected = [(1, "Wave"), (2, "wave_count"), (2, "WaveCount"), (2, "WAVES")];
        for (line, name) in expected {
            assert!(found.contains(&(line, name.to_owned())), "{name}: {found:?}");
        }
        assert_eq!(found.len(), expected.len());
    }

    #[test]
    fn a_name_is_found_only_as_the_whole_identifier() {
        let found = found("name Row -> MessageRow", "/// A Row of `Row`s.\nstruct Row; struct MessageRow;");
        assert_eq!(found, [(2, "Row".to_owned()), (1, "Row".to_owned())]);
    }

    #[test]
    fn a_phrase_goes_across_lines_but_not_across_sentences() {
        let entry = "phrase goes round -> iterates";
        assert_eq!(found(entry, "// It goes\n// round."), [(1, "goes round".to_owned())]);
        assert_eq!(found(entry, "// Where it goes. Round it is."), []);
    }

    #[test]
    fn a_phrase_that_is_meant_to_stay_excuses_its_words() {
        let entry = "word unit -> register unit | in regalloc/ | unless register unit";
        assert_eq!(found(entry, "// A register unit, no other unit."), [(1, "unit".to_owned())]);
        let entry = Entry::parse(entry).expect("an entry");
        assert!(entry.is_about(Path::new("regalloc/src/flow.rs")) && !entry.is_about(Path::new("ir/src/lib.rs")));
    }
}
