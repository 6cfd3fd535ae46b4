//! Which work item wrote which byte of a resource.

use std::collections::BTreeSet;
use std::ops::Range;

/// The number that all work items have where they access memory by atomic operations: none of them disturbs another.
pub(crate) const ATOMIC_ITEM: u32 = u32::MAX - 2;

/// Who wrote a byte of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writer {
    /// No work item.
    None,
    /// This work item alone.
    Item(u32),
    /// Several work items, all the same bits.
    Alike,
    /// Several work items that do not agree. What is there depends on their order.
    Several,
    /// Among others an access that is not aligned. Nothing is known of what is there.
    Unaligned,
}

impl Writer {
    /// What is known of a byte after `self` wrote it, which left it as it was if it was `unchanged`, where `known` wrote
    /// before.
    fn after(self, known: Writer, unchanged: bool) -> Writer {
        match known {
            Writer::None => self,
            same if same == self => self,
            _ if self == Writer::Unaligned => self,
            Writer::Unaligned => Writer::Unaligned,
            Writer::Item(_) | Writer::Alike if unchanged && matches!(self, Writer::Item(_)) => Writer::Alike,
            _ => Writer::Several,
        }
    }
}

/// Bytes of a page, which has memory once something is noted of one of them. Programs write to little of what they
/// could.
const PAGE: usize = 256;

/// Who wrote each byte of a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writers {
    /// Bytes of the resource.
    size: usize,
    pages: Vec<Option<Box<[Writer; PAGE]>>>,
    /// The work items of which a write went nowhere, as no byte of the resource is there.
    outside: BTreeSet<u32>,
}

impl Writers {
    /// No writer of any of that many bytes.
    pub(crate) fn none(size: usize) -> Writers {
        Writers { size, pages: vec![None; size.div_ceil(PAGE)], outside: BTreeSet::new() }
    }

    /// The bytes of the resource.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// The work items that tried to write where the resource has no byte.
    pub(crate) fn outside(&self) -> impl Iterator<Item = u32> {
        self.outside.iter().copied()
    }

    /// Notes a write to where the resource has no byte.
    pub(crate) fn note_outside(&mut self, item: u32) {
        self.outside.insert(item);
    }

    /// Who wrote the byte at `offset`; `None` where the resource has no such byte.
    pub fn of(&self, offset: usize) -> Writer {
        match self.pages.get(offset / PAGE) {
            Some(Some(page)) => page[offset % PAGE],
            _ => Writer::None,
        }
    }

    /// Whether no work item wrote any of these bytes.
    pub fn is_unwritten(&self, bytes: Range<usize>) -> bool {
        let pages = bytes.start / PAGE..bytes.end.div_ceil(PAGE).min(self.pages.len());
        let mut noted = pages.filter(|page| self.pages[*page].is_some());
        noted.all(|page| {
            let inside = page * PAGE..(page + 1) * PAGE;
            (bytes.start.max(inside.start)..bytes.end.min(inside.end)).all(|offset| self.of(offset) == Writer::None)
        })
    }

    /// Notes a write to `bytes` bytes, as far as the resource has them, which left them as they were if it was `unchanged`.
    pub(crate) fn note(&mut self, writer: Writer, offset: usize, bytes: usize, unchanged: bool) {
        let end = self.size.min(offset.saturating_add(bytes));
        let mut start = offset;
        while start < end {
            let page = self.pages[start / PAGE].get_or_insert_with(|| Box::new([Writer::None; PAGE]));
            let stop = end.min(start - start % PAGE + PAGE);
            for known in &mut page[start % PAGE..][..stop - start] {
                *known = writer.after(*known, unchanged);
            }
            start = stop;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_may_reach_over_pages_and_beyond_the_end() {
        let mut writers = Writers::none(2 * PAGE + 10);
        let item = Writer::Item(3);
        writers.note(item, PAGE - 2, PAGE + 4, false);
        writers.note(item, 2 * PAGE + 9, 99, false);
        writers.note(item, usize::MAX, 4, false);
        let written = |offset: &usize| (PAGE - 2..2 * PAGE + 2).contains(offset) || *offset == 2 * PAGE + 9;
        for offset in 0..3 * PAGE {
            assert_eq!(writers.of(offset), if written(&offset) { item } else { Writer::None }, "{offset}");
        }
        for (range, expected) in [
            (0..PAGE - 2, true),
            (0..PAGE - 1, false),
            (2 * PAGE + 1..2 * PAGE + 2, false),
            (2 * PAGE + 2..2 * PAGE + 9, true),
            (2 * PAGE + 2..usize::MAX, false),
            (2 * PAGE + 10..usize::MAX, true),
            (0..0, true),
        ] {
            assert_eq!(writers.is_unwritten(range.clone()), expected, "{range:?}");
        }
    }

    #[test]
    fn where_nothing_is_written_nothing_is_noted() {
        let mut writers = Writers::none(PAGE);
        writers.note(Writer::Item(1), 5, 0, false);
        writers.note(Writer::Item(1), PAGE, 4, false);
        assert_eq!(writers, Writers::none(PAGE));
    }
}
