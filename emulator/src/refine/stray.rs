//! Writes to undefined places.
//!
//! Where an address or a coordinate depends on undefined bits, the program may write anywhere in the resource, and the
//! machine writes to one place of which no run of the interpreter need know. What shows it is a work item that writes
//! elsewhere from run to run, or outside in some. One that only may write or not has in one of any two runs all places
//! that it has in the other.

use std::collections::BTreeMap;

use crate::environment::{Writer, Writers};

/// Bytes that are looked at together.
const BLOCK: usize = 256;

/// By run: the bytes that one work item writes there and does not write in every run, which rise.
type Places = Vec<Vec<usize>>;

/// Whether it depends on undefined bits where work items write to a resource, given who wrote in each run of the
/// interpreter.
pub(super) fn strays(runs: &[Option<&Writers>]) -> bool {
    // Outside is no place: whether there was a write counts, as another may have gone to where the item writes anyway.
    let mut outside =
        runs.iter().map(|run| run.map(|writers| writers.outside().collect::<Vec<_>>()).unwrap_or_default());
    let first = outside.next().unwrap_or_default();
    if outside.any(|items| items != first) {
        return true;
    }
    let mut shared: Places = vec![Vec::new(); runs.len()];
    let mut by_item: BTreeMap<u32, Places> = BTreeMap::new();
    let mut add = |item: u32, run: usize, place: usize| {
        by_item.entry(item).or_insert_with(|| vec![Vec::new(); runs.len()])[run].push(place);
    };
    let of = |run: Option<&Writers>, offset: usize| run.map_or(Writer::None, |writers| writers.of(offset));
    let size = runs.iter().flatten().map(|writers| writers.size()).max().unwrap_or(0);
    let is_written = |start: &usize| {
        let block = *start..size.min(start + BLOCK);
        runs.iter().flatten().any(|writers| !writers.is_nobody(block.clone()))
    };
    for offset in (0..size).step_by(BLOCK).filter(is_written).flat_map(|start| start..size.min(start + BLOCK)) {
        let first = runs.first().map_or(Writer::None, |run| of(*run, offset));
        if runs.iter().all(|run| of(*run, offset) == first) {
            continue;
        }
        for (run, writers) in runs.iter().enumerate() {
            match of(*writers, offset) {
                Writer::None => {}
                Writer::Item(item) => add(item, run, offset),
                Writer::Alike | Writer::Several | Writer::Unaligned => shared[run].push(offset),
            }
        }
    }
    let is_nested = |places: Places| are_nested(places.iter().map(Vec::as_slice).collect());
    // Bytes that several write may be any one's of them.
    let with_shared = |places: Places| {
        let both = places.into_iter().zip(&shared).map(|(mut own, shared)| {
            own.extend(shared);
            own.sort_unstable();
            own
        });
        both.collect()
    };
    !by_item.into_values().map(with_shared).all(is_nested) || !is_nested(shared.clone())
}

/// Whether of any two of these, which rise each, one has all that the other has.
fn are_nested(mut sets: Vec<&[usize]>) -> bool {
    sets.sort_unstable_by_key(|set| (set.len(), set.first().copied()));
    sets.dedup();
    sets.windows(2).all(|pair| {
        let mut larger = pair[1].iter();
        pair[0].iter().all(|place| larger.any(|other| other == place))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: usize = 1000;

    /// Whether runs stray in which these items write the bytes that begin there.
    fn stray<const N: usize>(runs: [&[(u32, usize)]; N]) -> bool {
        let runs = runs.map(|writes| {
            let mut writers = Writers::nobody(SIZE);
            for (item, offset) in writes {
                if *offset < SIZE {
                    writers.note(Writer::Item(*item), *offset, 4, false);
                } else {
                    writers.note_outside(*item);
                }
            }
            writers
        });
        strays(&runs.each_ref().map(Some))
    }

    #[test]
    fn whoever_writes_elsewhere_from_run_to_run_strays() {
        assert!(stray([&[(1, 0)], &[(1, 800)]]));
        assert!(stray([&[(1, 0), (1, 4)], &[], &[(1, 4), (1, 8)]]));
        assert!(stray([&[(1, 0)], &[(1, SIZE)]]));
        assert!(stray([&[(1, 0)], &[(1, 0), (1, SIZE)]]));
        assert!(stray([&[(1, 0)], &[(1, 2)]]));
    }

    #[test]
    fn whoever_only_may_write_does_not() {
        assert!(!stray([&[], &[]]));
        assert!(!stray([&[(1, 0)], &[], &[(1, 0), (1, 800)]]));
        assert!(!stray([&[(1, 0), (2, 8)], &[(2, 8)], &[(1, 0)]]));
        assert!(!stray([&[(1, 0), (1, SIZE)], &[(1, SIZE)]]));
    }

    #[test]
    fn bytes_that_several_write_are_each_ones() {
        // Both write the first dword in one run, and one of them another in the next.
        assert!(stray([&[(1, 0), (2, 0)], &[(1, 8), (2, 0)]]));
        assert!(!stray([&[(1, 0), (2, 0)], &[(1, 0)], &[(2, 0)]]));
    }
}
