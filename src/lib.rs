//! placeholder
mod compile;
pub use compile::*;
