//! texvisa's emulator.
pub mod decode;
pub mod dispatch;
pub mod environment;
mod fill;
mod float;
pub mod interp;
pub mod machine;
pub mod refine;
pub mod unit;
pub use fill::Fill;
