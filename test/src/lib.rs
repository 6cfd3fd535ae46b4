//! What the tests of texvisa share.
//!
//! - [`lit`] runs the tests that are written down in `.tex` and `.ll` files.
//! - [`finalizer`] asks Intel's assembler and finalizer what it makes of a program.
//! - [`process`] runs a program to its end, within a time limit.

pub mod finalizer;
pub mod lit;
pub mod process;
