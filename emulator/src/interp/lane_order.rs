//! The order in which work items execute atomic operations.

use crate::unit::MAX_LANES;

/// In which order work items execute atomic operations. The documents leave it open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum LaneOrder {
    /// In that of their numbers.
    #[default]
    Rising,
    /// In the opposite one; groups and hardware threads, too.
    Falling,
    /// The lanes of a thread in one that the number decides.
    Mixed(u8),
}

impl LaneOrder {
    /// Some orders besides the first.
    pub const OTHERS: [LaneOrder; 3] = [LaneOrder::Falling, LaneOrder::Mixed(5), LaneOrder::Mixed(19)];

    /// The lanes of a mask.
    pub(super) fn lanes(self, mask: u32) -> impl Iterator<Item = usize> {
        let lanes = MAX_LANES;
        let nth = move |index: usize| match self {
            LaneOrder::Rising => index,
            LaneOrder::Falling => lanes - 1 - index,
            // An odd step comes to every lane once.
            LaneOrder::Mixed(step) => index * (usize::from(step) | 1) % lanes,
        };
        (0..lanes).map(nth).filter(move |lane| mask >> lane & 1 == 1)
    }

    /// Groups or threads in this order.
    pub(super) fn arranged<T>(self, items: impl Iterator<Item = T>) -> Vec<T> {
        let mut items: Vec<T> = items.collect();
        if self == LaneOrder::Falling {
            items.reverse();
        }
        items
    }
}
