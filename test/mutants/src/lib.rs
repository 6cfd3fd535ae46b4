//! Mutants: small changes of texvisa's sources, made without knowing what the sources are for, and the tests that notice
//! each.
//!
//! cargo-mutants says which mutants there are ([`mutant`]). It compiles each by itself, which takes a minute or two here. So
//! this package puts many into one copy of the sources below `target/mutants` ([`copy`]), each behind a switch
//! ([`switch`]), compiles the copy once ([`compile`]), and runs the test programs with one switch on
//! ([`program`], [`judge`]). The shipped sources have nothing of it.

pub mod compile;
pub mod copy;
pub mod error;
pub mod judge;
pub mod mutant;
pub mod program;
pub mod report;
pub mod select;
pub mod switch;
