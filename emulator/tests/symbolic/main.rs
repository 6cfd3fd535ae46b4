//! The symbolic check passes what lowering makes, and nothing that is not that.

mod compiled;
mod generated;
mod mutations;
mod random;
