//! Finds stores to undefined addresses.
//!
//! Where an address or a coordinate depends on undefined bits, the program may write anywhere in the resource. The
//! machine then writes to one address, which none of the interpreter's runs need know. Two things show such a store: a
//! work item writes to different addresses in different runs, or it writes outside the resource in some runs only.
//!
//! If only *whether* a work item writes is undefined, not *where*, then it writes to a defined address in some runs and
//! not in others. The sets of bytes that it writes show this: of the sets of any two runs one contains the other, or
//! the same few sets recur.

use std::collections::BTreeMap;

use crate::environment::{Writer, Writers};

/// Bytes that are skipped as a whole if no run wrote to them.
const BLOCK: usize = 256;

/// A set of offsets that occurs in so many runs is one of few. An undefined address has the same value in a few of
/// hundreds of runs.
const FREQUENT: usize = 16;

/// For each run, the offsets that a work item writes in this run and not in every run, in rising order.
type OffsetsByRun = Vec<Vec<usize>>;

/// Whether a work item writes to an undefined address of a resource, given the writers of its bytes in each run of the
/// interpreter.
pub(super) fn writes_to_undefined_address(runs: &[Option<&Writers>]) -> bool {
    // An address outside the resource is not known, only that an item wrote to one.
    let mut outside =
        runs.iter().map(|run| run.map(|writers| writers.outside().collect::<Vec<_>>()).unwrap_or_default());
    let first = outside.next().unwrap_or_default();
    if outside.any(|items| items != first) {
        return true;
    }
    let mut shared: OffsetsByRun = vec![Vec::new(); runs.len()];
    let mut by_item: BTreeMap<u32, OffsetsByRun> = BTreeMap::new();
    let mut add = |item: u32, run: usize, offset: usize| {
        by_item.entry(item).or_insert_with(|| vec![Vec::new(); runs.len()])[run].push(offset);
    };
    let of = |run: Option<&Writers>, offset: usize| run.map_or(Writer::None, |writers| writers.of(offset));
    let size = runs.iter().flatten().map(|writers| writers.size()).max().unwrap_or(0);
    let is_written = |start: &usize| {
        let block = *start..size.min(start + BLOCK);
        runs.iter().flatten().any(|writers| !writers.is_unwritten(block.clone()))
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
    if differ(&shared) {
        return true;
    }
    by_item.into_values().any(|mut offsets| {
        // Each of several writers may have written any byte that they share.
        for (own, shared) in offsets.iter_mut().zip(&shared).filter(|(_, shared)| !shared.is_empty()) {
            own.extend(shared);
            own.sort();
        }
        differ(&offsets)
    })
}

/// Whether the sets of offsets are rare, and two of them each have an offset that the other lacks.
fn differ(offsets: &OffsetsByRun) -> bool {
    let mut sets: Vec<&[usize]> = offsets.iter().map(Vec::as_slice).collect();
    sets.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    let are_rare = sets.chunk_by(|a, b| a == b).any(|same| same.len() < FREQUENT);
    sets.dedup();
    let is_nested = |pair: &[&[usize]]| {
        let mut larger = pair[1].iter();
        pair[0].iter().all(|offset| larger.any(|other| other == offset))
    };
    are_rare && !sets.windows(2).all(is_nested)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: usize = 1000;

    /// The result for runs in which these items write four bytes at these offsets.
    fn is_undefined(runs: &[Vec<(u32, usize)>]) -> bool {
        let noted = |writes: &Vec<(u32, usize)>| {
            let mut writers = Writers::none(SIZE);
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
        writes_to_undefined_address(&runs.iter().map(Some).collect::<Vec<_>>())
    }

    /// Enough runs, each with the writes that `run` returns.
    fn runs(run: impl Fn(usize) -> Vec<(u32, usize)>) -> Vec<Vec<(u32, usize)>> {
        (0..10 * FREQUENT).map(run).collect()
    }

    #[test]
    fn an_address_is_undefined_if_it_differs_between_runs() {
        assert!(is_undefined(&runs(|run| vec![(1, 4 * run)])));
        assert!(is_undefined(&runs(|run| vec![(1, 2 * run)])));
        assert!(is_undefined(&runs(|run| vec![(1, 800), (1, 4 * run), (2, 900)])));
        // A rare store at one of few addresses.
        assert!(is_undefined(&runs(|run| if run % 16 == 0 { vec![(1, run)] } else { vec![] })));
    }

    #[test]
    fn an_address_is_undefined_if_some_runs_write_outside() {
        assert!(is_undefined(&[vec![(1, 0)], vec![(1, SIZE)]]));
        assert!(is_undefined(&[vec![(1, 0)], vec![(1, 0), (1, SIZE)]]));
        assert!(!is_undefined(&[vec![(1, 0), (1, SIZE)], vec![(1, SIZE)]]));
    }

    #[test]
    fn an_address_is_defined_if_only_the_condition_is_not() {
        assert!(!is_undefined(&[vec![], vec![]]));
        assert!(!is_undefined(&runs(|run| (0..run % 50).map(|store| (1, 4 * store)).collect())));
        assert!(!is_undefined(&runs(|run| if run % 2 == 0 { vec![(1, 0)] } else { vec![(1, 800)] })));
        // Each item has its own condition.
        assert!(!is_undefined(&runs(|run| (0..20)
            .filter(|item| run * item % 3 == 1)
            .map(|item| (item as u32, 4 * item))
            .collect())));
    }

    #[test]
    fn each_of_several_writers_may_have_written_a_byte() {
        // Both write the first dword in the first run, and different ones in the others.
        assert!(is_undefined(&runs(|run| vec![(1, 8 * run), (2, if run == 0 { 0 } else { 4 })])));
        assert!(is_undefined(&runs(|run| vec![(1, 4 * run), (2, 4 * run)])));
        assert!(!is_undefined(&[vec![(1, 0), (2, 0)], vec![(1, 0)], vec![(2, 0)]]));
    }
}
