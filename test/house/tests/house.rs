//! The rules for texvisa's own sources. `cargo run -p texvisa-house --example house` lists what breaks one, by folder.

use texvisa_house::rule::Rule;
use texvisa_house::workspace::Workspace;

/// Says what breaks a rule that is not held yet.
fn report(rule: Rule) {
    let workspace = Workspace::current().expect("cargo lists the packages");
    let exceptions = rule.exceptions(&workspace).expect("the list of exceptions is one");
    let findings = rule.findings(&workspace).expect("the sources are Rust");
    println!("{}: {} left", rule.name(), exceptions.uncovered(&findings).len());
}

#[test]
fn no_cycles() {
    report(Rule::Cycles);
}

#[test]
fn no_name_twice() {
    report(Rule::Names);
}

#[test]
fn no_word_that_the_glossary_replaces() {
    report(Rule::Words);
}

#[test]
fn platforms_and_messages_are_named_in_tables() {
    report(Rule::Tables);
}
