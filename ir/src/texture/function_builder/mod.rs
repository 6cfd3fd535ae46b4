//! Builds a kernel call by call: what is wrong with a call is its error.
//!
//! - `builder`: the builder, and what its parts share.
//! - `error`, `handles`, `state`: what is wrong, what calls return, what is known on the way.
//! - `operations`, `vectors`, `textures`, `buffers`: what a block has.
//! - `positions`: where a lane is in the grid.
//! - `control`: blocks, and what ends them.
//! - `variables`: what may be assigned more than once becomes values and block parameters.

mod buffers;
mod builder;
mod control;
mod error;
mod handles;
mod operations;
mod positions;
mod state;
mod textures;
mod variables;
mod vectors;

pub use builder::FunctionBuilder;
pub use error::BuildError;
pub use handles::{BuiltBlock, BuiltValue, LocalVariable};
pub use vectors::BuiltMatrix;
