//! Rewrites the literal checks of a test.
//!
//! Blessable are `-NEXT` lines without patterns: they and the line before them that they follow (`CHECK:`,
//! `CHECK-LABEL:`) have neither `{{` nor `[[`. Everything else is written by hand, as it says what the author meant.

use super::directive::directive;

/// A check line of a prefix.
struct Check<'t> {
    /// The index of its line in the test.
    line: usize,
    /// What follows the prefix: empty, `-NEXT`, `-NOT` and so on.
    suffix: &'t str,
    text: &'t str,
}

fn is_literal(text: &str) -> bool {
    !text.contains("{{") && !text.contains("[[")
}

/// FileCheck takes blanks that follow one another as one.
fn normal(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The test with its literal `-NEXT` lines of these prefixes as `output` has them; `None` where that changes nothing.
pub(super) fn rewritten(test: &str, prefixes: &[String], output: &str) -> Option<String> {
    let output: Vec<String> = output.lines().map(normal).collect();
    let lines: Vec<&str> = test.lines().collect();
    let checks: Vec<Check<'_>> = lines
        .iter()
        .enumerate()
        .filter_map(|(line, content)| {
            let (word, text) = directive(content)?;
            let suffix = prefixes.iter().filter_map(|prefix| word.strip_prefix(prefix.as_str()));
            let suffix = suffix.into_iter().find(|suffix| suffix.is_empty() || suffix.starts_with('-'))?;
            Some(Check { line, suffix, text })
        })
        .collect();
    let mut written: Vec<Option<String>> = lines.iter().map(|line| Some((*line).to_owned())).collect();
    let mut next = 0;
    let mut is_changed = false;
    for (index, anchor) in checks.iter().enumerate() {
        if !matches!(anchor.suffix, "" | "-LABEL") || !is_literal(anchor.text) {
            continue;
        }
        let wanted = normal(anchor.text);
        let Some(at) = (next..output.len()).find(|at| output[*at].contains(&wanted)) else { continue };
        next = at + 1;
        let chain = checks[index + 1..].iter().take_while(|check| check.suffix == "-NEXT");
        let chain: Vec<&Check<'_>> = chain.collect();
        let Some(last) = chain.last().filter(|_| chain.iter().all(|check| is_literal(check.text))) else { continue };
        let holds = |(offset, check): (usize, &&Check<'_>)| {
            output.get(next + offset).is_some_and(|line| line.contains(&normal(check.text)))
        };
        if chain.iter().enumerate().all(holds) {
            next += chain.len();
            continue;
        }
        // As far as the line that the chain ends with, where it is near; otherwise as many lines as there were.
        let near = output.len().min(next + 2 * chain.len() + 8);
        let end =
            (next..near).find(|at| output[*at].contains(&normal(last.text))).map_or(next + chain.len(), |at| at + 1);
        let found = output.get(next..end)?;
        if found.iter().any(|line| line.is_empty() || !is_literal(line)) {
            continue;
        }
        let head = lines[chain[0].line].split_once("-NEXT:")?.0;
        let block: Vec<String> = found.iter().map(|line| format!("{head}-NEXT: {line}")).collect();
        chain.iter().for_each(|check| written[check.line] = None);
        written[chain[0].line] = Some(block.join("\n"));
        next = end;
        is_changed = true;
    }
    is_changed.then(|| written.into_iter().flatten().map(|line| line + "\n").collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bless(test: &str, output: &str) -> Option<String> {
        rewritten(test, &["CHECK".to_owned()], output)
    }

    #[test]
    fn literal_chains_become_what_was_printed() {
        let test = "; CHECK: a\n; CHECK-NEXT: b\n; CHECK-NEXT: d\ncode\n";
        assert_eq!(bless(test, "a\nb\n  d\n"), None, "nothing differs");
        assert_eq!(
            bless(test, "x\na\nc\nd\n").as_deref(),
            Some("; CHECK: a\n; CHECK-NEXT: c\n; CHECK-NEXT: d\ncode\n")
        );
        let longer = "; CHECK: a\n; CHECK-NEXT: b\n; CHECK-NEXT: c\n; CHECK-NEXT: d\ncode\n";
        assert_eq!(bless(test, "a\nb\nc\nd\n").as_deref(), Some(longer));
        assert_eq!(bless(longer, "a\nb\nd\n").as_deref(), Some(test));
    }

    #[test]
    fn what_is_not_literal_or_not_found_is_left() {
        assert_eq!(bless("; CHECK: a\n; CHECK-NEXT: {{b}}\n; CHECK-NEXT: c\n", "a\nx\ny\n"), None);
        assert_eq!(bless("; CHECK: [[A:a]]\n; CHECK-NEXT: b\n", "a\nx\n"), None);
        assert_eq!(bless("; CHECK: z\n; CHECK-NEXT: b\n", "a\nx\n"), None);
        assert_eq!(bless("; CHECK: a\n; CHECK-NEXT: b\n", "a\n\n"), None, "an empty line has a directive of its own");
        assert_eq!(bless("; OTHER: a\n; OTHER-NEXT: b\n", "a\nx\n"), None, "another prefix");
    }

    #[test]
    fn chains_are_looked_for_in_their_order() {
        let test = "; CHECK: a\n; CHECK-NEXT: b\n; CHECK: a\n; CHECK-NEXT: b\n";
        let expected = "; CHECK: a\n; CHECK-NEXT: b\n; CHECK: a\n; CHECK-NEXT: c\n";
        assert_eq!(bless(test, "a\nb\na\nc\n").as_deref(), Some(expected));
    }
}
