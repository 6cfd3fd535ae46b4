//! The commands of a `RUN:` line: a small part of the shell's language.

use std::collections::BTreeMap;
use std::path::PathBuf;

use texvisa_ir::expected_one_of;

/// Commands that do not follow the grammar.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(super) struct ShellError(String);

fn error<T>(message: impl Into<String>) -> Result<T, ShellError> {
    Err(ShellError(message.into()))
}

/// What replaces the words that begin with `%`.
#[derive(Clone, Debug)]
pub(super) struct Substitutions {
    /// `%s`
    pub file: String,
    /// `%S`
    pub folder: String,
    /// `%t`
    pub temporary: String,
    /// `%{name}`
    pub named: BTreeMap<String, String>,
}

/// Where a command writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sink {
    /// To the next command of the pipeline.
    Pipe,
    /// Nowhere but into the message of a failure.
    Report,
    /// Into a file.
    File(PathBuf),
}

/// One command of a pipeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Command {
    /// Its name and arguments; at least the name.
    pub words: Vec<String>,
    /// Whether `not` stands before it.
    pub inverted: bool,
    /// Where standard output goes.
    pub stdout: Sink,
    /// Where standard error goes.
    pub stderr: Sink,
}

/// Commands each of which reads what the one before it writes.
pub(super) type Pipeline = Vec<Command>;

/// Reads pipelines that `&&` connects.
///
/// # Errors
///
/// What is outside the grammar, and what a shell would do but this does not: each is named.
pub(super) fn parse(text: &str, substitutions: &Substitutions) -> Result<Vec<Pipeline>, ShellError> {
    let mut pipelines = vec![Vec::new()];
    let mut command = Unfinished::default();
    let lexer = Lexer { rest: text, substitutions };
    for token in lexer.tokens()? {
        match token {
            Token::Word(word) => command.word(word, substitutions)?,
            Token::Into(stream) => command.redirect(stream)?,
            Token::ErrorsToOutput => command.stderr = Some(command.stdout.clone().unwrap_or(Sink::Pipe)),
            Token::Pipe | Token::And => {
                let last = pipelines.last_mut().into_iter();
                let finished = std::mem::take(&mut command).finish()?;
                last.for_each(|pipeline| pipeline.push(finished.clone()));
                if token == Token::And {
                    pipelines.push(Vec::new());
                }
            }
        }
    }
    let finished = command.finish()?;
    pipelines.last_mut().into_iter().for_each(|pipeline| pipeline.push(finished.clone()));
    Ok(pipelines)
}

/// A command whose end has not been reached.
#[derive(Default)]
struct Unfinished {
    words: Vec<String>,
    inverted: bool,
    stdout: Option<Sink>,
    stderr: Option<Sink>,
    expects_file: Option<Stream>,
}

impl Unfinished {
    fn word(&mut self, word: String, substitutions: &Substitutions) -> Result<(), ShellError> {
        if let Some(stream) = self.expects_file.take() {
            if !word.starts_with(&substitutions.temporary) {
                return error(format!("output goes to `%t` or a name that begins with it, not to `{word}`"));
            }
            let sink = Some(Sink::File(PathBuf::from(word)));
            match stream {
                Stream::Output => self.stdout = sink,
                Stream::Errors => self.stderr = sink,
            }
        } else if word == "not" && self.words.is_empty() {
            if self.inverted {
                return error("`not not` is no command");
            }
            self.inverted = true;
        } else {
            self.words.push(word);
        }
        Ok(())
    }

    fn redirect(&mut self, stream: Stream) -> Result<(), ShellError> {
        if self.expects_file.replace(stream).is_some() {
            return error("`>` is followed by a file");
        }
        Ok(())
    }

    fn finish(self) -> Result<Command, ShellError> {
        if self.expects_file.is_some() {
            return error("`>` is followed by a file");
        }
        if self.words.is_empty() {
            return error("a command is missing");
        }
        Ok(Command {
            words: self.words,
            inverted: self.inverted,
            stdout: self.stdout.unwrap_or(Sink::Pipe),
            stderr: self.stderr.unwrap_or(Sink::Report),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stream {
    Output,
    Errors,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Pipe,
    And,
    Into(Stream),
    ErrorsToOutput,
}

/// What a shell gives a meaning that this does not.
const UNSUPPORTED: &str = ";$`()<&*?~#";

struct Lexer<'a> {
    rest: &'a str,
    substitutions: &'a Substitutions,
}

impl Lexer<'_> {
    fn tokens(mut self) -> Result<Vec<Token>, ShellError> {
        let mut tokens = Vec::new();
        loop {
            self.rest = self.rest.trim_start();
            if self.rest.is_empty() {
                return Ok(tokens);
            }
            let token = if self.eat("&&") {
                Token::And
            } else if self.rest.starts_with("||") || self.rest.starts_with(">>") || self.rest.starts_with("2>>") {
                return error(format!(
                    "`{}` is not known here",
                    self.rest.split_whitespace().next().unwrap_or_default()
                ));
            } else if self.eat("|") {
                Token::Pipe
            } else if self.eat("2>&1") {
                Token::ErrorsToOutput
            } else if self.eat("2>") {
                Token::Into(Stream::Errors)
            } else if self.eat(">") {
                Token::Into(Stream::Output)
            } else {
                Token::Word(self.word()?)
            };
            tokens.push(token);
        }
    }

    fn eat(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn next(&mut self) -> Option<char> {
        let next = self.rest.chars().next()?;
        self.rest = &self.rest[next.len_utf8()..];
        Some(next)
    }

    fn word(&mut self) -> Result<String, ShellError> {
        let mut word = String::new();
        let mut quote = None;
        loop {
            let at_end = self.rest.chars().next().is_none_or(|next| next.is_whitespace() || "|>".contains(next));
            if at_end && quote.is_none() {
                return Ok(word);
            }
            let Some(next) = self.next() else {
                return error(format!("a quote is not closed: {word}"));
            };
            match (next, quote) {
                ('%', _) => self.substitute(&mut word)?,
                ('\'' | '"', None) => quote = Some(next),
                (next, Some(open)) if next == open => quote = None,
                ('\\', Some('"')) if self.rest.starts_with(['"', '\\']) => word.extend(self.next()),
                ('\\', None) => return error("a backslash outside quotes is not known here"),
                (next, None) if UNSUPPORTED.contains(next) => {
                    return error(format!("`{next}` outside quotes is not known here"));
                }
                (next, _) => word.push(next),
            }
        }
    }

    /// What follows a `%`.
    fn substitute(&mut self, word: &mut String) -> Result<(), ShellError> {
        let substitutions = self.substitutions;
        match self.next() {
            Some('s') => word.push_str(&substitutions.file),
            Some('S') => word.push_str(&substitutions.folder),
            Some('t') => word.push_str(&substitutions.temporary),
            Some('%') => word.push('%'),
            Some('{') => {
                let Some((name, rest)) = self.rest.split_once('}') else {
                    return error("`%{` is followed by a name and `}`");
                };
                let Some(value) = substitutions.named.get(name) else {
                    let known = expected_one_of(name, substitutions.named.keys().map(String::as_str));
                    return error(format!("unknown substitution `%{{{name}}}`; {known}"));
                };
                word.push_str(value);
                self.rest = rest;
            }
            next => {
                let next = next.map(String::from).unwrap_or_default();
                return error(format!("unknown substitution `%{next}`; expected one of %s, %S, %t, %{{name}}, %%"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Result<Vec<Pipeline>, ShellError> {
        let named = BTreeMap::from([("plugin".to_owned(), "/p.so".to_owned())]);
        let [file, folder, temporary] = ["/suite/a b.tex", "/suite", "/scratch/a"].map(str::to_owned);
        parse(text, &Substitutions { file, folder, temporary, named })
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in r#"([a-z%{}'"|&>2\\ é]|%s|%\{plugin\}| not | > %t|2>&1){0,20}"#) {
            let _ = read(&text);
        }

        #[test]
        fn quoted_words_are_passed_on(words in prop::collection::vec("[^'%]{1,8}", 1..4)) {
            let text: Vec<_> = words.iter().map(|word| format!("'{word}'")).collect();
            let found = read(&format!("a {}", text.join(" "))).expect("the commands are right");
            prop_assert_eq!(&found[0][0].words[1..], &words[..]);
        }
    }

    fn message(text: &str) -> String {
        read(text).expect_err("the commands are wrong").to_string()
    }

    fn plain(words: &[&str]) -> Command {
        Command {
            words: words.iter().map(|word| (*word).to_owned()).collect(),
            inverted: false,
            stdout: Sink::Pipe,
            stderr: Sink::Report,
        }
    }

    #[test]
    fn pipelines_are_connected_and_words_substituted() {
        let found =
            read(r#"a %s -x=%S/b|not c "%t.isa" 'd "e%%' "f\"g" && h %{plugin}"#).expect("the commands are right");
        let second = Command { inverted: true, ..plain(&["c", "/scratch/a.isa", "d \"e%", "f\"g"]) };
        assert_eq!(found, [vec![plain(&["a", "/suite/a b.tex", "-x=/suite/b"]), second], vec![plain(&["h", "/p.so"])]]);
    }

    #[test]
    fn redirections_are_followed_in_order() {
        let sinks = |text: &str| {
            let found = read(text).expect("the commands are right");
            (found[0][0].stdout.clone(), found[0][0].stderr.clone())
        };
        let file = |name: &str| Sink::File(PathBuf::from(name));
        assert_eq!(sinks("a 2>&1"), (Sink::Pipe, Sink::Pipe));
        assert_eq!(sinks("a > %t 2>&1"), (file("/scratch/a"), file("/scratch/a")));
        assert_eq!(sinks("a 2>&1 >%t"), (file("/scratch/a"), Sink::Pipe));
        assert_eq!(sinks("a 2> %t.err > %t.out"), (file("/scratch/a.out"), file("/scratch/a.err")));
    }

    #[test]
    fn what_a_shell_would_do_is_refused_by_name() {
        assert_eq!(message("a; b"), "`;` outside quotes is not known here");
        assert_eq!(message("a $HOME"), "`$` outside quotes is not known here");
        assert_eq!(message("a || b"), "`||` is not known here");
        assert_eq!(message("a >> %t"), "`>>` is not known here");
        assert_eq!(message("a & b"), "`&` outside quotes is not known here");
        assert_eq!(message("a \\b"), "a backslash outside quotes is not known here");
        assert_eq!(message("a > %s"), "output goes to `%t` or a name that begins with it, not to `/suite/a b.tex`");
        assert_eq!(message("a >"), "`>` is followed by a file");
        assert_eq!(message("a | | b"), "a command is missing");
        assert_eq!(message("not"), "a command is missing");
        assert_eq!(message("a 'b"), "a quote is not closed: b");
        assert_eq!(message("a %q"), "unknown substitution `%q`; expected one of %s, %S, %t, %{name}, %%");
        assert_eq!(message("a %{x}"), "unknown substitution `%{x}`; expected plugin");
    }
}
