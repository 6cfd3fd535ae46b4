//! What the target lacks, said with what it has. Each rule is a file; none fires where the target needs it not.

mod divide;
mod ms_offset;

pub use divide::expand_divisions;
pub use ms_offset::fold_ms_offsets;
