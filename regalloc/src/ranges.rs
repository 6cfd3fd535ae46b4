//! Ranges of numbers, in order.

/// Sorts ranges, and joins those that touch. The end of each is not included.
pub fn join_touching(ranges: &mut Vec<(u32, u32)>) {
    // Most are found in order.
    if !ranges.is_sorted() {
        ranges.sort_unstable();
    }
    ranges.dedup_by(|next, last| {
        let touches = next.0 <= last.1;
        if touches {
            last.1 = last.1.max(next.1);
        }
        touches
    });
}
