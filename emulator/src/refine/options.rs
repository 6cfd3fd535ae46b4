//! Options of a check by differential execution.

use crate::unit::Precision;

/// Options of a check by differential execution.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The seed of the first trial. Each trial has its own seed, which a counterexample names.
    pub seed: u64,
    /// How many trials are made.
    pub trials: u32,
    /// The arithmetic of texture filters.
    pub precision: Precision,
    /// Keeps float coordinates away from edges and centres of texels, and makes all sizes powers of two: for programs
    /// in which rounding may move a coordinate, such as those that add a texel offset to it.
    pub away_from_edges: bool,
}

impl Default for Options {
    /// A hundred trials from seed 0, with exact filters and coordinates anywhere.
    fn default() -> Options {
        Options { seed: 0, trials: 100, precision: Precision::Exact, away_from_edges: false }
    }
}
