//! What an element of an address variable points to.

use texvisa_ir::visa::DataType;

/// An element of an address variable.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pointer {
    /// The address in the register file.
    pub at: i64,
    /// The first byte of the variable that it points into, and the byte after its last. One that was never set points into
    /// none.
    pub start: i64,
    pub end: i64,
    /// How many lanes had their addresses computed together.
    pub lanes: u32,
}

impl Pointer {
    /// The address of an element of `ty` that begins `bytes` further on; `None` where none does.
    pub fn element(self, bytes: i64, ty: DataType) -> Option<usize> {
        let (at, size) = (self.at + bytes, i64::from(ty.bytes()));
        let is_inside = self.start <= at && at + size <= self.end;
        let is_whole = (at - self.start) % size == 0;
        usize::try_from(at).ok().filter(|_| is_inside && is_whole)
    }

    /// The addresses of the elements of the variable that a lane has: every so many `lanes`, counted from the element that
    /// begins `bytes` further on, and is outside.
    pub fn elements_of_lane(self, bytes: i64, ty: DataType, lanes: u32) -> impl Iterator<Item = usize> {
        let size = i64::from(ty.bytes());
        let step = size * i64::from(lanes.max(self.lanes).max(1));
        let first = (self.at + bytes - self.start).rem_euclid(step) / size * size;
        (self.start + first..=self.end - size).step_by(step as usize).filter_map(|at| usize::try_from(at).ok())
    }
}
