//! Writes to undefined places.
//!
//! Where an address or a coordinate depends on undefined bits, the program may write anywhere in the resource, and the
//! machine writes to one place of which no run of the interpreter need know. What shows it is a work item that writes
//! elsewhere from run to run, or that writes outside in some runs and not in others. One that only may write or not, to a
//! place that is defined, does not stray: either it has in one of any two runs all places that it has in the other, or it
//! has the same few places again and again.

use std::collections::BTreeMap;

use crate::environment::{Writer, Writers};

/// Bytes that are looked at together.
const BLOCK: usize = 256;

/// In how many runs a set of places is one that is chosen among few. An undefined address has each place in a few of
/// hundreds of runs.
const OFTEN: usize = 16;

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
    if wander(&shared) {
        return true;
    }
    by_item.into_values().any(|mut places| {
        // Bytes that several write may be any one's of them.
        for (own, shared) in places.iter_mut().zip(&shared).filter(|(_, shared)| !shared.is_empty()) {
            own.extend(shared);
            // Two that rise become one.
            own.sort();
        }
        wander(&places)
    })
}

/// Whether these places are of a writer that strays: sets that are rare, and two of which each has what the other lacks.
fn wander(places: &Places) -> bool {
    let mut sets: Vec<&[usize]> = places.iter().map(Vec::as_slice).collect();
    sets.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    let are_rare = sets.chunk_by(|a, b| a == b).any(|same| same.len() < OFTEN);
    sets.dedup();
    let is_nested = |pair: &[&[usize]]| {
        let mut larger = pair[1].iter();
        pair[0].iter().all(|place| larger.any(|other| other == place))
    };
    are_rare && !sets.windows(2).all(is_nested)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: usize = 1000;

    /// Whether runs stray in which these items write the bytes that begin there.
    fn stray(runs: &[Vec<(u32, usize)>]) -> bool {
        let noted = |writes: &Vec<(u32, usize)>| {
            let mut writers = Writers::nobody(SIZE);
            for (item, offset) in writes {
                if *offset < SIZE {
                    writers.note(Writer::Item(*item), *offset, 4, false);
                } else {
                    writers.note_outside(*item);
                }
            }
            writers
        };
        let runs: Vec<Writers> = runs.iter().map(noted).collect();
        strays(&runs.iter().map(Some).collect::<Vec<_>>())
    }

    /// As many runs as it takes, of which each has what `run` says.
    fn runs(run: impl Fn(usize) -> Vec<(u32, usize)>) -> Vec<Vec<(u32, usize)>> {
        (0..10 * OFTEN).map(run).collect()
    }

    #[test]
    fn whoever_writes_elsewhere_from_run_to_run_strays() {
        assert!(stray(&runs(|run| vec![(1, 4 * run)])));
        assert!(stray(&runs(|run| vec![(1, 2 * run)])));
        assert!(stray(&runs(|run| vec![(1, 800), (1, 4 * run), (2, 900)])));
        // Now and then at one of few places.
        assert!(stray(&runs(|run| if run % 16 == 0 { vec![(1, run)] } else { vec![] })));
    }

    #[test]
    fn whoever_writes_outside_now_and_then_strays() {
        assert!(stray(&[vec![(1, 0)], vec![(1, SIZE)]]));
        assert!(stray(&[vec![(1, 0)], vec![(1, 0), (1, SIZE)]]));
        assert!(!stray(&[vec![(1, 0), (1, SIZE)], vec![(1, SIZE)]]));
    }

    #[test]
    fn whoever_only_may_write_does_not() {
        assert!(!stray(&[vec![], vec![]]));
        assert!(!stray(&runs(|run| (0..run % 50).map(|store| (1, 4 * store)).collect())));
        assert!(!stray(&runs(|run| if run % 2 == 0 { vec![(1, 0)] } else { vec![(1, 800)] })));
        // Items that each have a condition of their own.
        assert!(!stray(&runs(|run| (0..20)
            .filter(|item| run * item % 3 == 1)
            .map(|item| (item as u32, 4 * item))
            .collect())));
    }

    #[test]
    fn bytes_that_several_write_are_each_ones() {
        // Both write the first dword in the first run, and each its own in the others.
        assert!(stray(&runs(|run| vec![(1, 8 * run), (2, if run == 0 { 0 } else { 4 })])));
        assert!(stray(&runs(|run| vec![(1, 4 * run), (2, 4 * run)])));
        assert!(!stray(&[vec![(1, 0), (2, 0)], vec![(1, 0)], vec![(2, 0)]]));
    }
}
