//! Random vISA kernels, and bodies for fuzzing both of their forms.
//!
//! The bodies take any bytes and say what is wrong; a fuzzer of any kind can call them. [`mutate()`] makes the bytes of
//! a form into others that are mostly wrong.

mod kernel;
mod mutate;
mod round_trip;

pub use kernel::kernel;
pub use mutate::mutate;
pub use round_trip::{any_binary, any_text, round_trip};
