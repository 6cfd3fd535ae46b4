//! The rules for texvisa's own sources. `cargo run -p texvisa-house --example house` lists what breaks one, by folder.

use texvisa_house::rule::Rule;
use texvisa_house::workspace::Workspace;

/// Fails where a rule is broken and no exception says why, or where an exception is not needed any more.
fn holds(rule: Rule) {
    let workspace = Workspace::current().expect("cargo lists the packages");
    let exceptions = rule.exceptions(&workspace).expect("the list of exceptions can be read");
    let findings = rule.findings(&workspace).expect("the sources are Rust");
    if let Err(report) = exceptions.judge(&findings) {
        panic!("{} places break the rule `{}`:\n{report}", report.lines().count(), rule.name());
    }
}

#[test]
fn no_module_uses_another_in_a_circle() {
    holds(Rule::Cycles);
}

#[test]
fn no_public_name_is_given_twice() {
    holds(Rule::Names);
}

#[test]
fn no_word_that_the_glossary_replaces() {
    holds(Rule::Words);
}

#[test]
fn platforms_and_messages_are_named_in_tables() {
    holds(Rule::Tables);
}
