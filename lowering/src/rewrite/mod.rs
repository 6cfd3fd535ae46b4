//! Rewrites of operations that the target lacks into operations that it has, one rule a file.

mod atomics;
mod booleans;
mod clamped_conversions;
mod convert_wide;
mod divide;
mod extrema;
mod merge_edges;
mod ms_offset;
mod negations;
mod packed_integers;
mod round_correctly;
mod serve_indices;
mod split_integers;
mod split_loads;
mod steps;
mod sums;
mod widen_halves;
mod widen_integers;

pub use atomics::combine_atomics;
pub use booleans::simplify_booleans;
pub use clamped_conversions::clamp_by_conversion;
pub use convert_wide::convert_wide;
pub use divide::{expand_divisions, expand_wide_divisions};
pub use extrema::choose_extrema;
pub use merge_edges::merge_edges;
pub use ms_offset::fold_ms_offsets;
pub use negations::cancel_negations;
pub use packed_integers::pack_integers;
pub use round_correctly::round_correctly;
pub use serve_indices::serve_indices;
pub use split_integers::split_integers;
pub use split_loads::split_loads;
pub use sums::fuse_sums;
pub use widen_halves::widen_halves;
pub use widen_integers::widen_integers;
