//! The work items of a run.

/// The work items of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// How many along x, y and z.
    pub items: [u32; 3],
    /// How many a group has.
    pub group: [u32; 3],
}
