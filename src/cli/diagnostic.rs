//! Messages for whoever runs the tool.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::ops::Range;
use std::sync::Arc;

use clap::ValueEnum;
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, Report, SourceCode, SourceSpan};
use texvisa::ir::source::{Location, ParseError};

use crate::data::{DiagnosticRecord, DiagnosticRule, RangeRecord, Severity};

/// Why a command did not succeed.
#[derive(Debug)]
pub enum Failure {
    /// The input is at fault: everything that is wrong with it.
    Input(Vec<Problem>),
    /// The command line is, whatever else is.
    Usage(Vec<Problem>),
}

impl Failure {
    /// An input of which one thing can be said.
    pub fn input(message: impl ToString) -> Failure {
        Failure::Input(vec![Problem::new(message)])
    }

    /// A command line of which one thing can be said.
    pub fn usage(message: impl ToString) -> Failure {
        Failure::Usage(vec![Problem::new(message).of(DiagnosticRule::CommandLine)])
    }

    /// A file of which one thing can be said.
    pub fn in_file(file: impl ToString, message: impl ToString) -> Failure {
        Failure::Input(vec![Problem::new(message).in_file(file)])
    }

    /// Everything that is wrong.
    pub fn problems(&self) -> &[Problem] {
        let (Failure::Input(problems) | Failure::Usage(problems)) = self;
        problems
    }

    /// The exit status that it asks for.
    pub const fn exit(&self) -> u8 {
        match self {
            Failure::Input(_) => 1,
            Failure::Usage(_) => 2,
        }
    }

    /// The failure of a run whose problems have been said, if that has not the exit status 0.
    ///
    /// # Errors
    ///
    /// It has another.
    pub fn of_exit(exit: u8) -> Result<(), Failure> {
        match exit {
            0 => Ok(()),
            1 => Err(Failure::Input(Vec::new())),
            _ => Err(Failure::Usage(Vec::new())),
        }
    }

    /// Prints it.
    pub fn report(&self) {
        self.problems().iter().for_each(Problem::report);
    }
}

/// Text that diagnostics show lines of.
pub type SourceText = Arc<NamedSource<Arc<str>>>;

/// The text of the file of that name.
pub fn source(name: &str, text: String) -> SourceText {
    Arc::new(NamedSource::new(name, Arc::from(text)))
}

/// Bytes of the longest line that is shown. A longer line fills the screen, and `miette` draws no mark beyond column
/// 65,535.
const LONGEST_LINE: usize = 1000;

/// Something that is wrong.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.line())]
pub struct Problem {
    rule: DiagnosticRule,
    message: String,
    help: Option<String>,
    /// The file that it is about, where that is known apart from the message.
    file: Option<String>,
    /// Where in the file.
    range: Option<RangeRecord>,
    /// The text whose line is shown, and which part of it; without one the file and the location stand before the message.
    excerpt: Option<(SourceText, SourceSpan)>,
}

impl Problem {
    /// What is wrong, in a line, behind the file and the location where no line of text shows them.
    pub fn line(&self) -> String {
        let file = self.file.as_ref().map(|file| printable(file, false));
        match (file, self.range) {
            (Some(_), _) if self.excerpt.is_some() => self.message.clone(),
            (Some(file), Some(RangeRecord { start, .. })) => {
                format!("{file}:{}:{}: {}", start.line, start.column, self.message)
            }
            (Some(file), None) => format!("{file}: {}", self.message),
            (None, _) => self.message.clone(),
        }
    }

    /// One without a location.
    pub fn new(message: impl ToString) -> Problem {
        Problem {
            rule: DiagnosticRule::Input,
            message: printable(&message.to_string(), true),
            help: None,
            file: None,
            range: None,
            excerpt: None,
        }
    }

    /// One in text that was not understood.
    pub fn of_syntax(file: &SourceText, error: &ParseError) -> Problem {
        // A span at the end of the text still needs a character to point at.
        let length = error.span.len().max(1);
        Problem::new(&error.message).of(DiagnosticRule::Syntax).at(file, error.span.start, length)
    }

    /// The same of another rule.
    pub fn of(self, rule: DiagnosticRule) -> Problem {
        Problem { rule, ..self }
    }

    /// The same about the file of that name.
    pub fn in_file(self, file: impl ToString) -> Problem {
        Problem { file: Some(file.to_string()), ..self }
    }

    /// One at a location in a text, pointing at what the message says is wrong in the rest of its line, or at all of that;
    /// without a location it names the file.
    pub fn at_location(self, file: &SourceText, location: Location) -> Problem {
        let text = file.inner();
        let line_number = (location.line as usize).wrapping_sub(1);
        let Some(line) = text.lines().nth(line_number) else { return self.in_file(file.name()) };
        let start = line.as_ptr() as usize - text.as_ptr() as usize;
        let column: usize = line.chars().take(location.column as usize - 1).map(char::len_utf8).sum();
        let end = line.find(';').unwrap_or(line.len()).max(column);
        let statement = line[column..end].trim_end();
        let part = self.wrong_part(statement).unwrap_or(0..statement.len().max(1));
        self.at(file, start + column + part.start, part.len())
    }

    /// The first name or type of the message that is in the statement, but for its mnemonic. What is behind a semicolon
    /// says what would be right.
    fn wrong_part(&self, statement: &str) -> Option<Range<usize>> {
        let wrong = self.message.split(';').next()?;
        let quoted = wrong.split('`').skip(1).step_by(2);
        let types = wrong.split("type ").skip(1).filter_map(|rest| rest.split_whitespace().next());
        let (_, operation) = statement.split_once(" = ").unwrap_or(("", statement));
        let mnemonic = operation.split_whitespace().next();
        let is_name = |letter: char| letter.is_alphanumeric() || "_.$%^@~".contains(letter);
        quoted.chain(types).filter(|word| Some(*word) != mnemonic).find_map(|word| {
            let found = statement.match_indices(word).map(|(at, _)| at..at + word.len());
            let is_whole = |range: &Range<usize>| {
                let (before, behind) = (&statement[..range.start], &statement[range.end..]);
                !word.is_empty() && !before.ends_with(is_name) && !behind.starts_with(is_name)
            };
            found.into_iter().find(is_whole)
        })
    }

    /// What to do about it.
    pub fn help(self, help: impl ToString) -> Problem {
        Problem { help: Some(help.to_string()), ..self }
    }

    fn at(self, file: &SourceText, start: usize, length: usize) -> Problem {
        let text = file.inner();
        let [start_at, end] = [start, start + length].map(|offset| Location::of(text, offset));
        let problem = Problem { range: Some(RangeRecord::new(start_at, end)), ..self.in_file(file.name()) };
        let line_start = text[..start].rfind('\n').map_or(0, |end| end + 1);
        if text[line_start..].lines().next().is_some_and(|line| line.len() > LONGEST_LINE) {
            return problem;
        }
        Problem { excerpt: Some((without_controls(file), SourceSpan::from((start, length)))), ..problem }
    }

    /// As it is printed.
    pub fn shown(&self) -> String {
        format!("{:?}", Report::new(self.clone()))
    }

    /// As it leaves as data, without the kernel that it is about.
    pub fn data(&self) -> DiagnosticRecord {
        DiagnosticRecord {
            severity: Severity::Error,
            rule: self.rule,
            message: self.message.clone(),
            help: self.help.clone(),
            file: self.file.clone(),
            kernel: None,
            range: self.range,
        }
    }

    fn report(&self) {
        say(format_args!("{}", self.shown()));
    }
}

impl miette::Diagnostic for Problem {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.excerpt.as_ref().map(|(text, _)| text as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.excerpt.as_ref().map(|(_, span)| LabeledSpan::new_with_span(None, *span));
        span.map(|span| Box::new(std::iter::once(span)) as Box<dyn Iterator<Item = LabeledSpan>>)
    }
}

/// A text of whoever wrote the input without its control characters, which a terminal would obey; ends of lines may stay.
pub fn printable(text: &str, has_lines: bool) -> String {
    let mut written = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' | '\t' if has_lines => written.push(letter),
            letter if letter.is_control() => written.extend(letter.escape_default()),
            letter => written.push(letter),
        }
    }
    written
}

/// The text with a mark for each byte of a character that a terminal would obey, so that all places stay.
fn without_controls(file: &SourceText) -> SourceText {
    let is_obeyed = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\r' | '\t');
    let text = file.inner();
    if !text.contains(is_obeyed) {
        return Arc::clone(file);
    }
    let shown = |letter: char| if is_obeyed(letter) { "?".repeat(letter.len_utf8()) } else { letter.to_string() };
    source(file.name(), text.chars().map(shown).collect())
}

/// A number with the noun that it wants: `1 message`, `2 messages`.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// The first of the items that have one key, in their order, each with how many have it.
pub fn first_of_each<T, K: Ord>(items: impl IntoIterator<Item = T>, key: impl Fn(&T) -> K) -> Vec<(T, u64)> {
    let mut found = BTreeMap::new();
    let mut firsts: Vec<(T, u64)> = Vec::new();
    for item in items {
        match found.entry(key(&item)) {
            Entry::Vacant(entry) => {
                entry.insert(firsts.len());
                firsts.push((item, 1));
            }
            Entry::Occupied(entry) => firsts[*entry.get()].1 += 1,
        }
    }
    firsts
}

/// What follows the first of that many of one kind: nothing where it is the only one.
pub fn first_of(count: u64) -> String {
    if count == 1 { String::new() } else { format!(" (and {} more like it)", count - 1) }
}

/// A message without names of values and numbers, in which messages about one construct differ.
pub fn without_names(message: &str) -> String {
    let is_name = |word: &&str| word.starts_with('%') || word.starts_with("`%") || word.parse::<f64>().is_ok();
    message.split_whitespace().filter(|word| !is_name(word)).collect::<Vec<_>>().join(" ")
}

/// Writes a line to standard error. Where that cannot be written, there is nowhere to report it.
pub fn say(line: fmt::Arguments<'_>) {
    let _ = writeln!(stderr(), "{line}");
}

/// Writes to standard output.
///
/// # Errors
///
/// It cannot be written: a full disk, a reader that has left.
pub fn print(text: &str) -> Result<(), Problem> {
    print_bytes(text.as_bytes())
}

/// Writes bytes to standard output.
///
/// # Errors
///
/// Those of [`print`].
pub fn print_bytes(bytes: &[u8]) -> Result<(), Problem> {
    stdout().lock().write_all(bytes).map_err(|error| Problem::new(format!("<stdout>: {error}")))
}

/// Whether diagnostics have colours and lines, which are for a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Look {
    /// They have.
    Terminal,
    /// They are plain characters.
    Plain,
}

impl Look {
    /// That of diagnostics on standard error.
    pub fn of_standard_error() -> Look {
        if stderr().is_terminal() { Look::Terminal } else { Look::Plain }
    }
}

/// Chooses how diagnostics look.
pub fn install(look: Look) {
    let theme = match look {
        Look::Terminal => GraphicalTheme::unicode(),
        Look::Plain => GraphicalTheme::none(),
    };
    // Only a second call fails, and there is none.
    let _ = miette::set_hook(Box::new(move |_| {
        Box::new(GraphicalReportHandler::new_themed(theme.clone()).with_context_lines(1).with_wrap_lines(false))
    }));
}
