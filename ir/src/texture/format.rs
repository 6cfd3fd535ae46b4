//! Texture IR text in the one form that the printer gives it too, with its comments, names and line breaks.
//!
//! A statement has a line of its own; where it was broken, the rest is indented. Tokens have one blank between them or
//! none. At most one empty line is kept between statements, and one stands before each kernel.

use super::lexer::{Lexer, Token};
use super::parse::{StatementKind, parse_statements};
use super::types::Type;
use crate::source::ParseErrors;

/// Formats a module.
///
/// ```
/// use texvisa_ir::texture::format;
///
/// let text = "target   tgllp simd16 ; both\nkernel @k( %x:i32 ){\n; here\n^entry :\n%y=add i32 %x,1\nreturn }";
/// let expected = "target tgllp simd16 ; both\n\nkernel @k(%x: i32) {\n; here\n^entry:\n  %y = add i32 %x, 1\n  return\n}\n";
/// assert_eq!(format(text)?, expected);
/// assert_eq!(format(expected)?, expected);
/// # Ok::<(), texvisa_ir::source::ParseErrors>(())
/// ```
///
/// # Errors
///
/// Those of [`parse`](super::parse()).
pub fn format(text: &str) -> Result<String, ParseErrors> {
    let (module, statements) = parse_statements(text, Some(Vec::new()));
    module?;
    let mut writer = FormatWriter { written: String::with_capacity(text.len()), indentation: 0, is_empty_asked: false };
    let mut statements = statements.into_iter().peekable();
    let mut lexer = Lexer::new(text);
    let mut end = 0;
    let mut before: Option<(Token, StatementKind)> = None;
    loop {
        lexer.advance();
        let gap = &text[end..lexer.start];
        let statement = statements.next_if(|(start, _)| *start == lexer.start).map(|(_, kind)| kind);
        if statement.is_none() && before.is_some_and(|(_, kind)| kind == StatementKind::Declaration) {
            lexer.split_at();
        }
        let is_last = lexer.token == Token::End;
        // Comments on the line of the token before stay there, others come before what follows.
        writer.comments(gap, statement.or(is_last.then_some(StatementKind::Declaration)), before);
        if is_last {
            break;
        }
        match (statement, before) {
            (Some(kind), _) => writer.begin(kind, before.map(|(_, kind)| kind)),
            (None, Some((last, _))) => {
                if writer.is_at_line_start() || gap.contains('\n') {
                    writer.continue_statement();
                } else if is_spaced(last, &text[..end], &lexer) {
                    writer.written.push(' ');
                }
            }
            (None, None) => {}
        }
        writer.written.push_str(lexer.slice());
        end = lexer.end;
        let kind = statement.or(before.map(|(_, kind)| kind)).unwrap_or(StatementKind::Declaration);
        before = Some((lexer.token, kind));
    }
    writer.end_line();
    Ok(writer.written)
}

/// Whether a blank stands between two tokens of a line: the last one of `before`, and that of the lexer. No blank stands
/// before an index: `t0[%i] [u: ..]`.
fn is_spaced(last: Token, before: &str, next: &Lexer<'_>) -> bool {
    match (last, next.token) {
        (_, Token::Comma | Token::Colon | Token::Close | Token::CloseBracket | Token::Open) => false,
        (Token::Open | Token::OpenBracket, _) => false,
        (Token::CloseBracket, Token::OpenBracket) => true,
        (Token::Word, Token::OpenBracket) => {
            let is_word = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.');
            let word = before.rsplit(|letter| !is_word(letter)).next().unwrap_or_default();
            // `group [8, 4, 1]` and `vec i32 [%a, %b]` have no index.
            word == "group" || Type::from_name(word).is_some() || !next.begins_index()
        }
        _ => true,
    }
}

struct FormatWriter {
    written: String,
    /// Blanks before the statement.
    indentation: usize,
    /// Whether the text has an empty line before what comes next.
    is_empty_asked: bool,
}

/// Blanks before the comments that stand before a statement: those of the statement itself, or of what a kernel ends in.
const fn comment_indentation(next: StatementKind) -> usize {
    match next {
        StatementKind::Instruction | StatementKind::End => 2,
        StatementKind::Declaration | StatementKind::Kernel | StatementKind::Label => 0,
    }
}

/// Blanks before the rest of a statement that was broken.
const CONTINUED: usize = 4;

impl FormatWriter {
    fn is_at_line_start(&self) -> bool {
        self.written.is_empty() || self.written.ends_with('\n')
    }

    fn end_line(&mut self) {
        if !self.is_at_line_start() {
            self.written.push('\n');
        }
    }

    fn indent(&mut self, blanks: usize) {
        self.written.extend(std::iter::repeat_n(' ', blanks));
    }

    /// Writes the comments of a gap. `next` is the kind of the statement that begins behind it; `before` the token before
    /// it, and the kind of that token's statement.
    fn comments(&mut self, gap: &str, next: Option<StatementKind>, before: Option<(Token, StatementKind)>) {
        let mut lines = gap.split('\n');
        if let Some(comment) = lines.next().map(str::trim).filter(|comment| comment.starts_with(';')) {
            if !self.is_at_line_start() {
                self.written.push(' ');
            }
            self.written.push_str(comment);
            self.written.push('\n');
        }
        let mut empty = 0;
        let mut rest = lines.peekable();
        while let Some(line) = rest.next() {
            let comment = line.trim();
            // The last part is the beginning of the line of the token.
            if comment.is_empty() {
                empty += u32::from(rest.peek().is_some());
                continue;
            }
            self.end_line();
            match next {
                Some(kind) => self.separate(kind, empty > 0, before.map(|(_, kind)| kind)),
                None => self.indent(self.indentation + CONTINUED),
            }
            empty = 0;
            if let Some(kind) = next {
                self.indent(comment_indentation(kind));
            }
            self.written.push_str(comment);
            self.written.push('\n');
        }
        self.is_empty_asked = empty > 0;
    }

    /// Begins a statement behind one of the kind `before`, on a line of its own.
    fn begin(&mut self, kind: StatementKind, before: Option<StatementKind>) {
        self.end_line();
        let is_empty_asked = std::mem::take(&mut self.is_empty_asked);
        self.separate(kind, is_empty_asked, before);
        self.indentation = if kind == StatementKind::Instruction { comment_indentation(kind) } else { 0 };
        self.indent(self.indentation);
    }

    /// Writes the empty line before a statement or its comments, where there is one: before each kernel, and where the text
    /// has one that is neither the first nor the last of a kernel.
    fn separate(&mut self, kind: StatementKind, is_empty_asked: bool, before: Option<StatementKind>) {
        let follows_comment = self.last_line().is_some_and(|line| line.trim_start().starts_with(';'));
        let is_wanted = match kind {
            StatementKind::Kernel => !follows_comment || is_empty_asked,
            StatementKind::End => false,
            _ => is_empty_asked,
        };
        let is_first = before == Some(StatementKind::Kernel) && !follows_comment;
        if is_wanted && !is_first && !self.written.is_empty() && !self.written.ends_with("\n\n") {
            self.written.push('\n');
        }
    }

    fn last_line(&self) -> Option<&str> {
        self.written.strip_suffix('\n').map(|text| text.rsplit('\n').next().unwrap_or(text))
    }

    /// Goes on with a statement on a line of its own.
    fn continue_statement(&mut self) {
        self.end_line();
        self.indent(self.indentation + CONTINUED);
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse::parse;
    use super::*;

    const TEXT: &str = "; a file
; of its own

target   tgllp
  simd16
surface t0:2d   f32@ table 0;the image
surface t1 : 2d @ table


sampler s0@0=linear   wrap



; the kernel
kernel @k(%x : i32 ,
   %r0: uniform i32x8=r0 ; the header
   )scratch 64{

; first
^entry:

; here
    %a, %ok = gather4 t1[%x], s0 [u : 1.0,v:%f] offset( 1,-2,0 )channel g residency->f32x4
  %v = vec i32[%x,%x]
; of the constant
%f = fadd f32 -1.0  ,  2.0 jump ^next( %f )


^next( %g:f32 ):
return ; done

; no more
}
; the end
kernel @l(){^e: return}
";

    const FORMATTED: &str = "; a file
; of its own

target tgllp
    simd16
surface t0: 2d f32 @ table 0 ;the image
surface t1: 2d @ table

sampler s0 @ 0 = linear wrap

; the kernel
kernel @k(%x: i32,
    %r0: uniform i32x8 = r0 ; the header
    ) scratch 64 {
; first
^entry:

  ; here
  %a, %ok = gather4 t1[%x], s0 [u: 1.0, v: %f] offset(1, -2, 0) channel g residency -> f32x4
  %v = vec i32 [%x, %x]
  ; of the constant
  %f = fadd f32 -1.0, 2.0
  jump ^next(%f)

^next(%g: f32):
  return ; done
  ; no more
}

; the end
kernel @l() {
^e:
  return
}
";

    #[test]
    fn a_text_has_one_form_with_its_comments() {
        assert_eq!(format(TEXT).expect("it follows the grammar"), FORMATTED);
        assert_eq!(format(FORMATTED).expect("it does still"), FORMATTED);
        let printed = |text| parse(text).expect("it follows the grammar").to_string();
        assert_eq!(printed(FORMATTED), printed(TEXT));
        assert_eq!(format(&printed(TEXT)).expect("what is printed"), printed(TEXT));
    }

    #[test]
    fn small_texts() {
        for (text, formatted) in [
            ("", ""),
            ("\n\n", ""),
            ("; alone", "; alone\n"),
            ("\n\n; alone\n\n\n;two\n\n", "; alone\n\n;two\n"),
            ("target skl\r\n\r\n", "target skl\n"),
            ("kernel @k() {\n}", "kernel @k() {\n}\n"),
            ("kernel @k() {\n; empty\n}", "kernel @k() {\n  ; empty\n}\n"),
            (
                "target skl ; why\n; and\nsurface a: raw @ table 0\n",
                "target skl ; why\n; and\nsurface a: raw @ table 0\n",
            ),
            ("target skl ; why\nkernel @k() {\n}", "target skl ; why\n\nkernel @k() {\n}\n"),
        ] {
            assert_eq!(format(text).as_deref(), Ok(formatted), "{text:?}");
            assert_eq!(format(formatted).as_deref(), Ok(formatted), "{formatted:?}");
        }
        assert!(format("kernel").is_err());
    }
}
