//! The symbolic check accepts what lowering emits, and reports every fault.

mod compiled;
mod generated;
mod media;
mod mutations;
mod parts;
mod qwords;
mod random;
mod rows;
