//! Compute shaders, built as SPIR-V. Each invocation has its number, reads `input` words, and writes `output` words.

mod builder;
mod fill;
mod question;
mod rate;

pub(crate) use fill::fill;
pub use question::{Operation, Point, Question};
pub(crate) use question::{is_legal, shader as question};
pub(crate) use rate::rate;
pub use rate::{Access, OPERATIONS};

use crate::format::Texel;
use crate::image::Shape;

/// Invocations of a work group.
pub(crate) const GROUP: u32 = 64;

/// What a shader reads its texels from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Viewed {
    pub shape: Shape,
    pub texel: Texel,
    pub is_multisampled: bool,
}

/// A shader.
#[derive(Clone, Debug)]
pub(crate) struct Shader {
    /// SPIR-V.
    pub code: Vec<u32>,
    /// Words that an invocation reads.
    pub input: usize,
    /// Words that it writes.
    pub output: usize,
}
