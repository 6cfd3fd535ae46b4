//! The symbolic check passes what lowering makes, and nothing that is not that.

mod compiled;
mod generated;
mod media;
mod mutations;
mod random;
