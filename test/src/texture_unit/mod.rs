//! Bodies for fuzzing the texture unit and documents of conformance cases.
//!
//! A body takes a seed, or any bytes, and says what is wrong; a fuzzer of any kind can call it. That none panics and
//! none reads outside is shown by running them.

mod document;
mod request;

pub use document::{any_document, mutated};
pub use request::any_request;
