//! texvisa's emulator.
pub mod dispatch;
pub mod environment;
mod fill;
mod float;
pub mod unit;
pub use fill::Fill;
