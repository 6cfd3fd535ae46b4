//! The symbolic check accepts what lowering emits, and reports every fault.

mod compiled;
mod generated;
mod halves;
mod media;
mod mutations;
mod random;
