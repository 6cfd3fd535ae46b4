//! Options of the trials of differential execution.

use crate::unit::Precision;

/// Options of the trials of differential execution.
#[derive(Clone, Copy, Debug)]
pub struct TrialOptions {
    /// The seed of the first trial. Each trial has its own seed, which a counterexample names.
    pub seed: u64,
    /// How many trials are made.
    pub trials: u32,
    /// How many more are made, at most, where less than [`FEW_BYTES`] were compared in these; and if any, a long one where none could be
    /// compared, whatever the budget is.
    pub further: u32,
    /// How many instructions the interpreter executes, nearly, before no trial follows; twice as many where less than
    /// [`FEW_BYTES`] were compared. One instruction of a hardware thread is one, for all its lanes.
    pub budget: u64,
    /// The arithmetic of texture filters.
    pub precision: Precision,
    /// Keeps float coordinates away from edges and centres of texels, and makes all sizes powers of two: for programs
    /// in which rounding may move a coordinate, such as those that add a texel offset to it.
    pub away_from_edges: bool,
}

/// A kernel of which less than so many bytes were compared has hardly shown what it does: it may write only where a work
/// item is far enough from the edges of a picture.
pub const FEW_BYTES: u64 = 64;

/// Instructions that take a few seconds, with what the machine executes beside them.
const BUDGET: u64 = 1 << 25;

/// Further trials of a program that writes and of which bytes, many of them, were left, and none compared: a hundred of each
/// kind that may come together rarely.
pub(super) const SOME_TRIALS: u32 = 480;
/// Further trials of a program that writes and of which no trial could be compared; before them, each kind of inputs comes
/// as often as others.
pub(super) const FEW_TRIALS: u32 = 24;

impl Default for TrialOptions {
    /// A hundred trials from seed 0 and none further, as far as the usual budget reaches, with exact filters and
    /// coordinates anywhere.
    fn default() -> TrialOptions {
        let precision = Precision::Exact;
        TrialOptions { seed: 0, trials: 100, further: 0, budget: BUDGET, precision, away_from_edges: false }
    }
}
