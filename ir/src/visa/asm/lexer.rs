//! The tokens of vISA text.

use logos::Logos;

/// A token. `//` starts a comment that ends with its line.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t]+", skip(r"//[^\n]*", allow_greedy = true))]
pub(super) enum Token<'t> {
    /// The end of a line.
    #[regex(r"\r?\n")]
    Newline,
    /// `.version`, `.decl`, `.input` ...
    #[regex(r"\.[a-z_]+", |lex| &lex.slice()[1..])]
    Directive(&'t str),
    /// A mnemonic with its flags, a name, or a raw operand: `load_lz.RGBA`, `V40`, `V40.64`, `%r0`.
    #[regex(r"[A-Za-z_%][A-Za-z0-9_.+]*")]
    Word(&'t str),
    /// A decimal or hexadecimal number.
    #[regex(r"[0-9]+(\.[0-9]+)?")]
    #[regex(r"0x[0-9a-fA-F]+")]
    Number(&'t str),
    /// `"text"`, without the quotes.
    #[regex(r#""[^"\n]*""#, |lex| &lex.slice()[1..lex.slice().len() - 1])]
    Text(&'t str),
    /// `(`
    #[token("(")]
    Open,
    /// `)`
    #[token(")")]
    Close,
    /// `<`
    #[token("<")]
    Less,
    /// `>`
    #[token(">")]
    Greater,
    /// `{`
    #[token("{")]
    OpenBrace,
    /// `}`
    #[token("}")]
    CloseBrace,
    /// `[`
    #[token("[")]
    OpenBracket,
    /// `]`
    #[token("]")]
    CloseBracket,
    /// `&`
    #[token("&")]
    Ampersand,
    /// `,`
    #[token(",")]
    Comma,
    /// `;`
    #[token(";")]
    Semicolon,
    /// `:`
    #[token(":")]
    Colon,
    /// `=`
    #[token("=")]
    Equals,
    /// `-`
    #[token("-")]
    Minus,
    /// `~`
    #[token("~")]
    Tilde,
    /// `!`
    #[token("!")]
    Bang,
}
