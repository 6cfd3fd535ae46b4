//! Puts many mutants of a file into its text at once, each behind a switch.
//!
//! A switch asks the function [`FUNCTION`], which is added to `texvisa-ir` in the copy:
//!
//! | change | with a switch |
//! |---|---|
//! | the body of a function becomes a value | `if on(1) { return value; }` before it |
//! | an operator becomes another, or goes away | `(if on(1) { a - b } else { a + b })` |
//! | an arm goes away | `pattern if !on(1) => ..` |
//! | a guard becomes `true` or `false` | `if on(1) \|\| (guard)`, `if !on(1) && (guard)` |
//! | a field goes away | `(if on(1) { S { ..base } } else { S { field: a, ..base } })` |
//!
//! cargo-mutants changes text, so that an operator that binds more loosely takes in more: `a & b == c` is what becomes of
//! `a | b == c`. To be the same, a switch has the whole chain of binary operators that its operator is in.

mod spans;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use crate::error::MutantsError;
use crate::mutant::{Genre, Mutant};
use spans::Spans;

/// The function that each switch asks.
pub const FUNCTION: &str = "is_mutant_on";

/// What is added to the library that all mutated packages use, before and behind it: the function that switches ask. It is
/// `const`, as functions with mutants are; in a constant no mutant is on.
pub const SUPPORT: [&str; 2] = [
    "#![feature(core_intrinsics, const_eval_select)]\n#![allow(internal_features)]\n",
    r#"
/// Whether `TEXVISA_MUTANT` has this number. Where `TEXVISA_REACHED` names a file, the numbers asked for are written to it.
pub const fn is_mutant_on(number: u32) -> bool {
    core::intrinsics::const_eval_select((number,), mutant_of_constant, mutant_at_run_time)
}
const fn mutant_of_constant(_: u32) -> bool {
    false
}
static MUTANT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(u32::MAX);
#[inline]
fn mutant_at_run_time(number: u32) -> bool {
    let on = MUTANT.load(std::sync::atomic::Ordering::Relaxed);
    on == number || on >= u32::MAX - 1 && unknown_mutant(number)
}
#[cold]
fn unknown_mutant(number: u32) -> bool {
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, Ordering};
    static REACHED: [AtomicBool; 16384] = [const { AtomicBool::new(false) }; 16384];
    if let Some(path) = std::env::var_os("TEXVISA_REACHED") {
        MUTANT.store(u32::MAX - 1, Ordering::Relaxed);
        if !REACHED[number as usize].swap(true, Ordering::Relaxed) {
            let file = std::fs::OpenOptions::new().append(true).create(true).open(path);
            file.and_then(|mut file| file.write_all(format!("{number}\n").as_bytes())).expect("a record of mutants");
        }
        return false;
    }
    let on = std::env::var("TEXVISA_MUTANT").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    MUTANT.store(on, Ordering::Relaxed);
    on == number
}
"#,
];

/// Parts of a text, each with the mutant that it is there for.
pub type Regions = Vec<(Range<usize>, u32)>;

/// A file with the switches of mutants.
#[derive(Clone, Debug, Default)]
pub struct Switched {
    /// Its text.
    pub text: String,
    /// The parts of the text that a mutant adds, and the mutant.
    pub added: Regions,
    /// The parts of the text that are there for a mutant and without it, such as the operands of its operator.
    pub around: Regions,
    /// Mutants that have no switch, and why.
    pub left_out: Vec<(u32, &'static str)>,
    /// Mutants in a `const fn`, which are off where the compiler evaluates it.
    pub in_const_fn: Vec<u32>,
}

/// A part of the text that is written in another way.
#[derive(Default)]
struct Rewritten {
    /// What stands around it: the mutant, before, behind.
    wraps: Vec<(u32, String, String)>,
    /// What may stand in its place: the mutant, and what is there instead of a part of it.
    choices: Vec<(u32, Range<usize>, String)>,
}

/// Parts by where they begin and end, outer ones first.
type Parts = BTreeMap<(usize, Reverse<usize>), Rewritten>;

/// Puts `mutants` of the file at `path` into `text`, each with its number.
///
/// # Errors
///
/// The text is not Rust.
pub fn switch(path: &Path, text: &str, mutants: &[(u32, &Mutant)]) -> Result<Switched, MutantsError> {
    let file = syn::parse_file(text).map_err(|error| MutantsError::Syntax { path: path.to_owned(), error })?;
    let spans = Spans::of(&file);
    let function =
        if path.starts_with("ir/") { format!("crate::{FUNCTION}") } else { format!("::texvisa_ir::{FUNCTION}") };
    let mut switched = Switched::default();
    let mut parts = Parts::new();
    for &(number, mutant) in mutants {
        let Some(bytes) = mutant.bytes_in(text) else {
            switched.left_out.push((number, "its place is not in the file"));
            continue;
        };
        if spans.is_constant(bytes.start) {
            switched.left_out.push((number, "it is in a constant"));
            continue;
        }
        let Some(change) = change(&spans, mutant, bytes, &format!("{function}({number})")) else {
            switched.left_out.push((number, "the syntax tree has nothing of its kind there"));
            continue;
        };
        let (Change::Wrap(range, ..) | Change::Choice(range, ..)) = &change;
        if spans.is_in_const_fn(range.start) {
            switched.in_const_fn.push(number);
        }
        let part = parts.entry((range.start, Reverse(range.end))).or_default();
        match change {
            Change::Wrap(_, before, behind) => part.wraps.push((number, before, behind)),
            Change::Choice(_, of, by) => part.choices.push((number, of, by)),
        }
    }
    let mut writer = Writer { text, function: &function, parts: &parts, switched };
    writer.write_inside(0..text.len(), None, None);
    Ok(writer.switched)
}

enum Change {
    /// What stands before and behind a part.
    Wrap(Range<usize>, String, String),
    /// A part, and the text of it that is another.
    Choice(Range<usize>, Range<usize>, String),
}

fn change(spans: &Spans, mutant: &Mutant, bytes: Range<usize>, on: &str) -> Option<Change> {
    let value = &mutant.replacement;
    let wrap =
        |range: &Range<usize>, before: String, behind: &str| Change::Wrap(range.clone(), before, behind.to_owned());
    Some(match mutant.genre {
        Genre::FnValue => wrap(&bytes, format!("if {on} {{ return {value}; }} "), ""),
        Genre::BinaryOperator | Genre::UnaryOperator => {
            Change::Choice(spans.operators.get(&bytes.start)?.clone(), bytes, value.clone())
        }
        Genre::StructField => Change::Choice(spans.fields.get(&bytes.start)?.clone(), bytes, value.clone()),
        Genre::MatchArm => {
            let arm = spans.arms.get(&bytes.start)?;
            match &arm.guard {
                None => Change::Wrap(arm.pattern.clone(), String::new(), format!(" if !{on}")),
                Some(guard) if arm.has_let => wrap(guard, format!("!{on} && "), ""),
                Some(guard) => wrap(guard, format!("!{on} && ("), ")"),
            }
        }
        Genre::MatchArmGuard if spans.let_guards.contains(&bytes.start) => return None,
        Genre::MatchArmGuard if value == "true" => wrap(&bytes, format!("{on} || ("), ")"),
        Genre::MatchArmGuard => wrap(&bytes, format!("!{on} && ("), ")"),
    })
}

struct Writer<'a> {
    text: &'a str,
    function: &'a str,
    parts: &'a Parts,
    switched: Switched,
}

impl Writer<'_> {
    fn push(&mut self, text: &str) {
        self.switched.text.push_str(text);
    }

    /// Writes a part of the text with the parts inside of it, and with another text in place of a piece of it.
    fn write_inside(
        &mut self,
        range: Range<usize>,
        this: Option<(usize, Reverse<usize>)>,
        edit: Option<(&Range<usize>, &str)>,
    ) {
        let mut at = range.start;
        let mut edit = edit;
        let parts = self.parts;
        for (&key, part) in parts.range((range.start, Reverse(usize::MAX))..(range.end, Reverse(usize::MAX))) {
            let (start, Reverse(end)) = key;
            if let Some((of, by)) = edit.take_if(|(of, _)| of.start <= start && Some(key) != this) {
                self.write_edit(&mut at, of, by);
            }
            let is_outside = end > range.end || this.is_some_and(|this| key <= this);
            if !is_outside && start >= at {
                self.push(&self.text[at..start]);
                self.write_part(key, part);
                at = end;
            }
        }
        if let Some((of, by)) = edit {
            self.write_edit(&mut at, of, by);
        }
        self.push(&self.text[at..range.end]);
    }

    fn write_edit(&mut self, at: &mut usize, of: &Range<usize>, by: &str) {
        self.push(&self.text[*at..of.start]);
        self.push(by);
        *at = of.end;
    }

    fn write_part(&mut self, key: (usize, Reverse<usize>), part: &Rewritten) {
        let range = key.0..key.1.0;
        let whole = self.switched.text.len();
        for (number, before, _) in &part.wraps {
            self.write_added(*number, |writer| writer.push(before));
        }
        let start = self.switched.text.len();
        if !part.choices.is_empty() {
            self.push("(");
        }
        for (number, of, by) in &part.choices {
            let on = format!("if {}({number}) {{ ", self.function);
            self.write_added(*number, |writer| {
                writer.push(&on);
                writer.write_inside(range.clone(), Some(key), Some((of, by)));
                writer.push(" } else ");
            });
        }
        if part.choices.is_empty() {
            self.write_inside(range, Some(key), None);
        } else {
            self.push("{ ");
            self.write_inside(range, Some(key), None);
            self.push(" })");
            let all = start..self.switched.text.len();
            self.switched.around.extend(part.choices.iter().map(|(number, ..)| (all.clone(), *number)));
        }
        for (number, _, behind) in part.wraps.iter().rev() {
            self.write_added(*number, |writer| writer.push(behind));
        }
        let whole = whole..self.switched.text.len();
        self.switched.around.extend(part.wraps.iter().map(|(number, ..)| (whole.clone(), *number)));
    }

    fn write_added(&mut self, number: u32, write: impl FnOnce(&mut Self)) {
        let start = self.switched.text.len();
        write(self);
        let end = self.switched.text.len();
        if start < end {
            self.switched.added.push((start..end, number));
        }
    }
}

#[cfg(test)]
mod tests;
