//! What the tests of texvisa share.
//!
//! - [`lit`] runs the tests that are written down in `.tex` and `.ll` files.
//! - [`process`] runs a program to its end, within a time limit.

pub mod lit;
pub mod process;
