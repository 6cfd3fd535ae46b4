//! The flag registers.

/// The lanes of which they hold booleans: f0 and f1 have 32 bits each.
pub const FLAG_LANES: u32 = 64;
