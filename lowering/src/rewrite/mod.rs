//! What the target lacks, said with what it has. Each rule is a file; none fires where the target needs it not.

mod divide;
mod ms_offset;
mod widen_integers;

pub use divide::expand_divisions;
pub use ms_offset::fold_ms_offsets;
pub use widen_integers::widen_integers;
