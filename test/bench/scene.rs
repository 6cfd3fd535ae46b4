//! What every side of the benchmark of the texture unit is asked.

use texvisa::ir::target::Target;

pub type Failed = Box<dyn std::error::Error>;

pub const TARGET: Target = Target::Tgllp;
/// Width and height of the picture.
pub const SIZE: u32 = 256;
/// How often each side is measured; the best counts.
pub const RUNS: u32 = 10;
/// Where in its texel a sample or gather is.
pub const INSIDE: [f32; 2] = [0.3, 0.6];
