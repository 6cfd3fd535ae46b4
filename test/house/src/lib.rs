//! Rules for texvisa's own sources, and the tools that find where they are broken.
//!
//! - [`workspace`] lists the packages and their targets, as cargo has them.
//! - [`source`] reads the modules of a target: what each defines, imports and names.
//! - [`cycles`] finds modules that use each other in a circle, and packages that use one above them.
//! - [`names`] finds two public types of one name.
//! - [`text`] divides a file into identifiers and prose.
//! - [`words`] finds words that the glossary replaces.
//! - [`tables`] finds platforms and messages that are named outside the tables.
//! - [`size`] counts the lines of non-test code.
//! - [`exceptions`] reads the lists of exceptions that each rule has, in `test/house/exceptions`.
//! - [`rule`] names the rules, [`finding`] what they find.
//!
//! The test target `house` holds the rules; the example `house` prints what breaks them, by folder:
//! `cargo run -p texvisa-house --example house`.

pub mod cycles;
pub mod exceptions;
pub mod finding;
pub mod names;
pub mod rule;
pub mod size;
pub mod source;
pub mod tables;
pub mod text;
pub mod words;
pub mod workspace;
