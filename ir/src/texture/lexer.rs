//! The tokens of texture IR text.

use logos::{Lexer, Logos};

/// The line that is being read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Its number; the first is 1.
    pub number: u32,
    /// Where it begins.
    pub start: usize,
}

impl Default for Line {
    fn default() -> Line {
        Line { number: 1, start: 0 }
    }
}

fn begin_line<'t>(lexer: &mut Lexer<'t, Token<'t>>) {
    lexer.extras = Line { number: lexer.extras.number + 1, start: lexer.span().end };
}

/// A token. `;` starts a comment that ends with its line.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(extras = Line)]
#[logos(skip r"[ \t\r]+")]
#[logos(skip(r"\n", begin_line))]
#[logos(skip(r";[^\n]*", allow_greedy = true))]
pub(super) enum Token<'t> {
    /// `%name` or `%"any name"`; without the mark and the quotes.
    #[regex(r"%[A-Za-z0-9_.$\-]+", |lex| &lex.slice()[1..])]
    #[regex(r#"%"[^"\n]*""#, |lex| &lex.slice()[2..lex.slice().len() - 1])]
    Value(&'t str),
    /// `@name`
    #[regex(r"@[A-Za-z_$][A-Za-z0-9_.$\-]*", |lex| &lex.slice()[1..])]
    #[regex(r#"@"[^"\n]*""#, |lex| &lex.slice()[2..lex.slice().len() - 1])]
    Global(&'t str),
    /// `^name`
    #[regex(r"\^[A-Za-z0-9_.$\-]+", |lex| &lex.slice()[1..])]
    #[regex(r#"\^"[^"\n]*""#, |lex| &lex.slice()[2..lex.slice().len() - 1])]
    Label(&'t str),
    /// A keyword, a mnemonic, a type, or the name of a surface or sampler.
    #[regex(r"[A-Za-z_][A-Za-z0-9_.]*")]
    #[regex(r"[0-9]d[a-z_]*")]
    Word(&'t str),
    /// An integer or a float.
    #[regex(r"-?[0-9]+(\.[0-9]+)?([eE][+\-]?[0-9]+)?")]
    #[regex(r"0x[0-9a-fA-F]+")]
    #[token("-inf")]
    Number(&'t str),
    /// `"text"`, without the quotes.
    #[regex(r#""[^"\n]*""#, |lex| &lex.slice()[1..lex.slice().len() - 1])]
    Text(&'t str),
    /// `->`
    #[token("->")]
    Arrow,
    /// `@`
    #[token("@")]
    At,
    /// `=`
    #[token("=")]
    Equals,
    /// `:`
    #[token(":")]
    Colon,
    /// `,`
    #[token(",")]
    Comma,
    /// `(`
    #[token("(")]
    Open,
    /// `)`
    #[token(")")]
    Close,
    /// `[`
    #[token("[")]
    OpenBracket,
    /// `]`
    #[token("]")]
    CloseBracket,
    /// `{`
    #[token("{")]
    OpenBrace,
    /// `}`
    #[token("}")]
    CloseBrace,
}

/// Whether `name` can stand behind its mark without quotes. A name of digits alone cannot: those are the numbers of
/// values without a name.
pub(super) fn is_plain_name(name: &str) -> bool {
    !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.$-".contains(&byte))
        && !name.bytes().all(|byte| byte.is_ascii_digit())
}
