//! Names that texture IR's text can hold.

use texvisa_ir::texture::{is_forbidden_in_names, is_quotable};

/// `name` with what cannot stand in quotes replaced.
pub(crate) fn printable(name: impl AsRef<str> + Into<String>) -> String {
    if is_quotable(name.as_ref()) { name.into() } else { name.as_ref().replace(is_forbidden_in_names, "_") }
}

/// `name`, or if that is taken the first of `name.2`, `name.3` and so on that is not.
pub(crate) fn unique(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    if !is_taken(name) {
        return name.to_owned();
    }
    let mut number = 2u32;
    loop {
        let candidate = format!("{name}.{number}");
        if !is_taken(&candidate) {
            return candidate;
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_quoted_is_replaced() {
        for (name, expected) in
            [("a.b c", "a.b c"), ("a\"b", "a_b"), ("a\\", "a_"), ("zähler\n", "zähler_"), ("\u{7f}", "_")]
        {
            assert_eq!(printable(name), expected);
        }
    }

    #[test]
    fn taken_names_are_numbered() {
        assert_eq!(unique("t0", |_| false), "t0");
        assert_eq!(unique("t0", |name| ["t0", "t0.2"].contains(&name)), "t0.3");
    }
}
