//! What depends on undefined bytes of local or private memory, or on the order of work items.
//!
//! A run that tracks it follows such bytes through values and memory, lane by lane: an instruction passes the taint of its
//! operands to its results, a store to the bytes that it writes, a load to what it reads. Where an address is tainted the
//! whole resource is; where a condition or a table entry is, everything is. It says too much where an operand does not matter,
//! as in a product with zero, and never too little.
//!
//! Where lanes store several values to a byte at once, any of them may remain. What is loaded from there is tainted; the byte is
//! not, since it must have one of these values. In a kernel without barriers, which of two work items is the first is open
//! everywhere: what one loads is tainted where another stores.

use std::collections::{BTreeMap, BTreeSet};

use crate::writers::{ATOMIC_ITEM, Writer, Writers};

/// What depends on undefined bytes of local or private memory, or on the order of work items.
#[derive(Clone, Debug, Default)]
pub(crate) struct Taint {
    /// Whether anything may: a condition or a table entry does.
    pub everything: bool,
    /// Whether a parameter of a message does.
    pub messages: bool,
    /// Whether the address of a load does.
    pub loads: bool,
    /// The table entries of which any byte may.
    pub resources: BTreeSet<u32>,
    /// Bytes, by table entry and offset.
    pub bytes: BTreeSet<(u32, u64)>,
    /// The same of the local memory of the group at work.
    local: BTreeSet<u64>,
    all_of_local: bool,
    /// Whether any private memory does.
    private: bool,
    /// The bytes to which lanes stored several values at once.
    contested: BTreeSet<(u32, u64)>,
    /// By table entry: who stores to each byte, where it is open which of two work items is the first.
    written: BTreeMap<u32, Writers>,
    /// Whether a work item loaded what depends on the order of work items.
    pub met_race: bool,
}

/// Where an element is.
#[derive(Clone, Copy)]
pub(crate) enum ElementLocation {
    /// An offset in the resource at a table entry.
    Resource(u32, u64),
    /// An offset in the local memory of the group.
    Local(u64),
    Private,
    Nowhere,
}

/// The bytes of the longest element; those of a typed one are not known.
const MAX_ELEMENT: usize = 8;

impl Taint {
    /// Of a run in which work items have no order, by what each stores.
    pub(crate) fn without_order(written: BTreeMap<u32, Writers>) -> Taint {
        Taint { written, ..Taint::default() }
    }

    /// Whether the byte at an offset of the resource at a table entry is tainted.
    pub(crate) fn has(&self, entry: u32, offset: usize) -> bool {
        self.everything || self.resources.contains(&entry) || self.bytes.contains(&(entry, offset as u64))
    }

    /// Whether what is read of the resource at a table entry may be tainted.
    pub(crate) fn touches(&self, entry: u32) -> bool {
        let has_one = |bytes: &BTreeSet<(u32, u64)>| bytes.range((entry, 0)..=(entry, u64::MAX)).next().is_some();
        self.resources.contains(&entry) || has_one(&self.bytes) || has_one(&self.contested)
    }

    /// Whether what is read of some resource may be tainted.
    pub(crate) fn touches_any(&self) -> bool {
        !self.resources.is_empty() || !self.bytes.is_empty() || !self.contested.is_empty()
    }

    /// A group starts, whose local memory nothing has tainted.
    pub(crate) fn begin_group(&mut self) {
        self.local.clear();
        self.all_of_local = false;
    }

    /// An element is written whose value or whose address is tainted.
    pub(crate) fn store(&mut self, location: ElementLocation, bytes: usize, value: bool, address: bool) {
        let range = |offset: u64| offset..offset.saturating_add(bytes as u64);
        match location {
            _ if !value && !address => {}
            ElementLocation::Resource(entry, _) if address => drop(self.resources.insert(entry)),
            ElementLocation::Resource(entry, offset) => self.bytes.extend(range(offset).map(|offset| (entry, offset))),
            ElementLocation::Local(_) if address => self.all_of_local = true,
            ElementLocation::Local(offset) => self.local.extend(range(offset)),
            ElementLocation::Private => self.private = true,
            // Had the address other bits, it might be anywhere.
            ElementLocation::Nowhere => self.everything |= address,
        }
    }

    /// Lanes store several values to an element at once.
    pub(crate) fn contest(&mut self, location: ElementLocation, bytes: usize) {
        // Of local and private memory this is a race.
        if let ElementLocation::Resource(entry, offset) = location {
            self.contested.extend((offset..offset.saturating_add(bytes as u64)).map(|offset| (entry, offset)));
        }
    }

    /// Whether what a work item reads of an element depends on the order of work items.
    fn is_raced(&self, location: ElementLocation, bytes: usize, item: u32) -> bool {
        let ElementLocation::Resource(entry, offset) = location else { return false };
        let end = offset.saturating_add(bytes as u64);
        let is_own = |byte: u64| match self.written.get(&entry).map(|writers| writers.of(byte as usize)) {
            None | Some(Writer::None) => true,
            // The order of atomic operations is tried (`LaneOrder`).
            Some(writer) => [item, ATOMIC_ITEM].map(Writer::Item).contains(&writer),
        };
        let is_contested = self.contested.range((entry, offset)..(entry, end)).next().is_some();
        is_contested || bytes <= MAX_ELEMENT && !(offset..end).all(is_own)
    }

    /// Whether what a work item reads of an element is tainted.
    pub(crate) fn load(&mut self, location: ElementLocation, bytes: usize, item: u32) -> bool {
        if self.is_raced(location, bytes, item) {
            self.met_race = true;
            return true;
        }
        let end = |offset: u64| offset.saturating_add(bytes as u64);
        match location {
            ElementLocation::Resource(entry, offset) => {
                self.resources.contains(&entry)
                    || self.bytes.range((entry, offset)..(entry, end(offset))).next().is_some()
            }
            ElementLocation::Local(offset) => {
                self.all_of_local || self.local.range(offset..end(offset)).next().is_some()
            }
            ElementLocation::Private => self.private,
            ElementLocation::Nowhere => false,
        }
    }
}
