//! What depends on undefined bytes of local or private memory.
//!
//! A run that tracks it follows such bytes through values and memory, lane by lane: an instruction passes the taint of its
//! operands to its results, a store to the bytes that it writes, a load to what it reads. Where an address is tainted the
//! whole resource is; where a condition or a table entry is, everything is. It says too much where an operand does not matter,
//! as in a product with zero, and never too little.

use std::collections::BTreeSet;

/// What depends on undefined bytes of local or private memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Taint {
    /// Whether anything may: a condition or a table entry does.
    pub everything: bool,
    /// Whether a parameter of a message does.
    pub messages: bool,
    /// The table entries of which any byte may.
    pub resources: BTreeSet<u32>,
    /// Bytes, by table entry and offset.
    pub bytes: BTreeSet<(u32, u64)>,
    /// The same of the local memory of the group at work.
    local: BTreeSet<u64>,
    all_of_local: bool,
    /// Whether any private memory does.
    private: bool,
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

impl Taint {
    /// Whether the byte at an offset of the resource at a table entry is tainted.
    pub(crate) fn has(&self, entry: u32, offset: usize) -> bool {
        self.everything || self.resources.contains(&entry) || self.bytes.contains(&(entry, offset as u64))
    }

    /// Whether any byte of the resource at a table entry is tainted.
    pub(crate) fn touches(&self, entry: u32) -> bool {
        self.resources.contains(&entry) || self.bytes.range((entry, 0)..=(entry, u64::MAX)).next().is_some()
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

    /// Whether an element is tainted.
    pub(crate) fn load(&self, location: ElementLocation, bytes: usize) -> bool {
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
