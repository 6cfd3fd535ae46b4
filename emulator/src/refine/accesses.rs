//! Compares what runs of the interpreter and of the machine did on the way: each byte that a work item stored, each place
//! that it loaded from, and each message that it sent to the texture unit.
//!
//! A compiler may change these, and nothing else:
//!
//! - It may order stores to different bytes anew, split and merge them, and store what is there already once. So the
//!   values that a work item stored to a byte are compared, in order, where they changed. A store that all lanes make alike
//!   may be made by any of them: a byte has a set of such sequences, one for each work item. Where the lanes of a thread store
//!   several values to a byte at once, any of these may remain, and the others need not be stored. What follows from the one
//!   that remains is open.
//! - It may send messages to the texture unit in another order, merge equal ones, and drop those of which nothing is
//!   read. So each lane of a message must have asked what the source asks for that work item somewhere.
//!
//! - It may load in another order, once what the source loads twice, and split and merge loads, for any work item of a hardware
//!   thread. So each lane must begin to load at a dword of a buffer that the source loads for some work item of its thread. Blocks,
//!   local and private memory and addresses outside of every buffer are not compared.
//!
//! A byte of which the runs of the interpreter disagree is undefined, and so is a parameter. Atomic operations depend on the
//! order of work items: what they leave is compared in memory alone.

use std::fmt;

use smallvec::SmallVec;
use texvisa_ir::texture::{Module, Role, TextureKind};

use super::difference::name;
use crate::access_log::{AccessLog, Ask, COLUMNS, Load, MCS_HIGH, Store};
use crate::taint::Taint;
use crate::unit::{LodSource, Operation};
use crate::writers::ATOMIC_ITEM;

/// The most differences that a counterexample lists.
const MAX_DIFFERENCES: usize = 4;

/// Something that the machine did otherwise than the interpreter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccessDifference {
    /// The values that a byte was given.
    Store {
        /// The binding table entry.
        entry: u32,
        /// The surface's name in the module, where it has one.
        name: Option<String>,
        /// The byte.
        offset: usize,
        /// By work item: the values that the interpreter gave it, in order.
        expected: Vec<(u32, Vec<u8>)>,
        /// The values that the machine gave it.
        found: Vec<(u32, Vec<u8>)>,
    },
    /// A message that the source does not send.
    Message {
        /// The surface's name in the module, or its table entry.
        surface: String,
        /// The work item; `None` for a message that runs whatever lanes are active.
        item: Option<u32>,
        /// What was asked.
        found: String,
        /// The message of the source that is most alike, and in what the two differ.
        nearest: Option<(String, String)>,
    },
    /// A load from where the source loads nothing.
    Load {
        /// The surface's name in the module, or its table entry.
        surface: String,
        /// The first work item of the hardware thread.
        thread: u32,
        /// The first byte of the dword.
        offset: u64,
    },
}

impl fmt::Display for AccessDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AccessDifference::Store { entry, name, offset, expected, found } => {
                match name {
                    Some(name) => write!(f, "`{name}` (entry {entry})")?,
                    None => write!(f, "entry {entry}")?,
                }
                write!(f, ", byte {offset:#x}: expected stores of {}, found {}", Stores(expected), Stores(found))
            }
            AccessDifference::Load { surface, thread, offset } => write!(
                f,
                "the hardware thread of work item {thread} loads from byte {offset:#x} of {surface}, where the source loads nothing"
            ),
            AccessDifference::Message { surface, item, found, nearest } => {
                match item {
                    Some(item) => write!(f, "work item {item}")?,
                    None => f.write_str("a hardware thread")?,
                }
                write!(f, " sends {found} to {surface}; ")?;
                match nearest {
                    Some((nearest, differs)) => {
                        write!(f, "the source sends {nearest} there, and nothing more alike; {differs} differs")
                    }
                    None => f.write_str("the source sends nothing there"),
                }
            }
        }
    }
}

/// The values that work items gave a byte, for a diagnostic.
struct Stores<'s>(&'s [(u32, Vec<u8>)]);

impl fmt::Display for Stores<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("nothing");
        }
        for (index, (item, values)) in self.0.iter().take(MAX_DIFFERENCES).enumerate() {
            f.write_str(if index == 0 { "" } else { "; " })?;
            for (index, value) in values.iter().enumerate() {
                write!(f, "{}{value:02x}", if index == 0 { "" } else { ", then " })?;
            }
            write!(f, " by work item {item}")?;
        }
        Ok(())
    }
}

/// What the runs of the interpreter agree on.
#[derive(Debug)]
pub(super) struct ExpectedAccesses {
    first: AccessLog,
    /// By store: the bits on which the runs disagree.
    undefined_bits: Vec<u64>,
    /// By lane of a message: the parameters on which they disagree, as bits.
    undefined_words: Vec<u32>,
    /// Whether the runs did not even do the same things.
    stores_disagree: bool,
    asks_disagree: bool,
    loads_disagree: bool,
}

impl ExpectedAccesses {
    /// What one run did.
    pub fn new(mut log: AccessLog) -> ExpectedAccesses {
        arrange(&mut log);
        ExpectedAccesses {
            undefined_bits: vec![0; log.stores.len()],
            undefined_words: vec![0; log.asks.len()],
            stores_disagree: log.is_full(),
            asks_disagree: log.is_full(),
            loads_disagree: log.has_lost_loads,
            first: log,
        }
    }

    /// Takes another run into account.
    pub fn add(&mut self, mut log: AccessLog) {
        arrange(&mut log);
        self.loads_disagree |= log.loads != self.first.loads;
        let place = |store: &Store| Store { value: 0, is_contested: false, ..*store };
        let is_like = |(a, b): (&Store, &Store)| place(a) == place(b);
        if log.stores.len() == self.first.stores.len() && self.first.stores.iter().zip(&log.stores).all(is_like) {
            for ((first, other), undefined) in
                self.first.stores.iter_mut().zip(&log.stores).zip(&mut self.undefined_bits)
            {
                *undefined |= first.value ^ other.value;
                first.is_contested |= other.is_contested;
            }
        } else {
            self.stores_disagree = true;
        }
        let is_like = |(a, b): (&Ask, &Ask)| {
            let lod = a.message.lod;
            (a.item, a.message.operation, a.message.surface, a.message.sampler, lod)
                == (b.item, b.message.operation, b.message.surface, b.message.sampler, b.message.lod)
        };
        if log.asks.len() == self.first.asks.len() && self.first.asks.iter().zip(&log.asks).all(is_like) {
            for ((first, other), undefined) in self.first.asks.iter().zip(&log.asks).zip(&mut self.undefined_words) {
                let differs = |column: &usize| first.words[*column] != other.words[*column];
                *undefined |= (0..COLUMNS).filter(differs).fold(0, |all, column| all | 1 << column);
            }
        } else {
            self.asks_disagree = true;
        }
    }

    /// Whether lanes stored several values to one address at once. Which of them remains is open.
    pub fn has_contested_stores(&self) -> bool {
        self.first.stores.iter().any(|store| store.is_contested)
    }

    /// What the machine did otherwise, apart from what is tainted. `found` is arranged.
    pub fn compare(&self, module: &Module, found: &AccessLog, taint: Option<&Taint>) -> AccessComparison {
        let mut comparison = AccessComparison::default();
        match self.stores_disagree || found.is_full() {
            true => comparison.is_partial = true,
            false => self.compare_stores(module, found, taint, &mut comparison),
        }
        match self.asks_disagree || found.is_full() || taint.is_some_and(|taint| taint.messages) {
            true => comparison.is_partial = true,
            false => self.compare_asks(module, found, &mut comparison),
        }
        if !self.loads_disagree && !taint.is_some_and(|taint| taint.loads || taint.everything) {
            self.compare_loads(module, found, &mut comparison);
        }
        comparison
    }

    fn compare_loads(&self, module: &Module, found: &AccessLog, comparison: &mut AccessComparison) {
        if self.first.loads == found.loads {
            return;
        }
        for load in found.loads.iter().filter(|load| self.first.loads.binary_search(load).is_err()) {
            comparison.count += 1;
            if comparison.differences.len() < MAX_DIFFERENCES {
                let Load { thread, entry, dword } = *load;
                let surface = surface_name(module, entry);
                let offset = (4 * dword).wrapping_add(found.first_byte(entry));
                comparison.differences.push(AccessDifference::Load { surface, thread, offset });
            }
        }
    }

    fn compare_stores(
        &self,
        module: &Module,
        found: &AccessLog,
        taint: Option<&Taint>,
        comparison: &mut AccessComparison,
    ) {
        comparison.stores = self.first.stores.len() as u64;
        if self.first.stores == found.stores {
            return;
        }
        let log = found;
        let expected = stored_bytes(&self.first.stores, &self.undefined_bits);
        let found = stored_bytes(&log.stores, &[]);
        let (mut expected, mut found) = (expected.as_slice(), found.as_slice());
        while let Some(place) = expected.iter().chain(found).map(|byte| byte.place).min() {
            let mine = take_place(&mut expected, place);
            let theirs = take_place(&mut found, place);
            let is_tainted = taint.is_some_and(|taint| taint.has(place.0, place.1));
            if is_tainted || mine.iter().chain(theirs).any(|byte| byte.value.is_none() || byte.item == ATOMIC_ITEM) {
                continue;
            }
            if mine.iter().any(|byte| byte.is_contested) && is_one_of(mine, theirs) {
                continue;
            }
            let (mine, theirs) = (sequences(mine), sequences(theirs));
            if distinct(&mine) == distinct(&theirs) {
                continue;
            }
            comparison.count += 1;
            if comparison.differences.len() < MAX_DIFFERENCES {
                let (entry, offset) = place;
                let name = name(module, entry);
                comparison.differences.push(AccessDifference::Store {
                    entry,
                    name,
                    offset: offset + log.first_byte(entry) as usize,
                    expected: mine,
                    found: theirs,
                });
            }
        }
    }

    fn compare_asks(&self, module: &Module, found: &AccessLog, comparison: &mut AccessComparison) {
        comparison.messages = self.first.asks.len() as u64;
        if self.first.asks == found.asks {
            return;
        }
        let mut last = None;
        for ask in &found.asks {
            if last == Some(ask) {
                continue;
            }
            last = Some(ask);
            let candidates = self.candidates(ask);
            let is_same = |index: &usize| {
                let differing = differing(&self.first.asks[*index], ask, self.undefined_words[*index]);
                differing == Some(0)
            };
            if candidates.clone().any(|index| is_same(&index)) {
                continue;
            }
            comparison.count += 1;
            if comparison.differences.len() == MAX_DIFFERENCES {
                continue;
            }
            let nearest = candidates
                .filter(|index| self.first.asks[*index].message.surface == ask.message.surface)
                .min_by_key(|index| {
                    let differing = differing(&self.first.asks[*index], ask, self.undefined_words[*index]);
                    differing.map_or(u32::MAX, u32::count_ones)
                });
            let nearest = nearest.map(|index| {
                let expected = &self.first.asks[index];
                let differing = differing(expected, ask, self.undefined_words[index]);
                (describe(expected), differing.map_or_else(|| "the message".to_owned(), column_names))
            });
            let surface = surface_name(module, ask.message.surface);
            comparison.differences.push(AccessDifference::Message {
                surface,
                item: ask.item,
                found: describe(ask),
                nearest,
            });
        }
    }

    /// The messages of the source that a lane of a message may be: those of its work item, or of its hardware thread.
    fn candidates(&self, ask: &Ask) -> impl Iterator<Item = usize> + Clone + use<> {
        let asks = &self.first.asks;
        match ask.item {
            Some(_) => {
                let key = (ask.thread, ask.item);
                asks.partition_point(|other| (other.thread, other.item) < key)
                    ..asks.partition_point(|other| (other.thread, other.item) <= key)
            }
            None => {
                asks.partition_point(|other| other.thread < ask.thread)
                    ..asks.partition_point(|other| other.thread <= ask.thread)
            }
        }
    }
}

/// What a comparison of accesses found.
#[derive(Debug, Default)]
pub(super) struct AccessComparison {
    pub differences: Vec<AccessDifference>,
    pub count: u64,
    /// Stores and lanes of messages of the interpreter that were compared.
    pub stores: u64,
    pub messages: u64,
    /// Whether stores or messages were not compared: there are too many, or which there are depends on undefined values.
    pub is_partial: bool,
}

/// The name of the surface at a table entry, or the entry, for messages.
fn surface_name(module: &Module, entry: u32) -> String {
    name(module, entry).map_or_else(|| format!("entry {entry}"), |name| format!("`{name}`"))
}

/// Brings what each work item did together, in its order; what it loaded is a set.
pub(super) fn arrange(log: &mut AccessLog) {
    log.loads.sort_unstable();
    log.loads.dedup();
    if !log.stores.is_sorted_by_key(|store| store.item) {
        log.stores.sort_by_key(|store| store.item);
    }
    if !log.asks.is_sorted_by_key(|ask| (ask.thread, ask.item)) {
        log.asks.sort_by_key(|ask| (ask.thread, ask.item));
    }
}

/// A byte that a work item stored.
#[derive(Clone, Copy, Debug)]
struct StoredByte {
    /// Table entry and offset.
    place: (u32, usize),
    item: u32,
    /// `None` where it is undefined.
    value: Option<u8>,
    is_contested: bool,
}

/// The bytes of stores by place, and those of a work item in its order. `undefined` has the undefined bits of each.
fn stored_bytes(stores: &[Store], undefined: &[u64]) -> Vec<StoredByte> {
    let mut bytes = Vec::with_capacity(stores.len() * 4);
    for (index, store) in stores.iter().enumerate() {
        // An undefined number need not differ in each of its bytes.
        let undefined = undefined.get(index).copied().unwrap_or(0);
        let undefined = [undefined as u32, (undefined >> 32) as u32].map(|dword| dword != 0);
        for (offset, value) in store.value.to_le_bytes().into_iter().enumerate().take(store.bytes.into()) {
            let is_defined = !store.is_unknown && !undefined[offset / 4];
            let value = is_defined.then_some(value);
            let (place, is_contested) = ((store.entry, store.offset + offset), store.is_contested);
            bytes.push(StoredByte { place, item: store.item, value, is_contested });
        }
    }
    // Stable, so that the order of a work item stays.
    bytes.sort_by_key(|byte| (byte.place, byte.item));
    bytes
}

/// Whether one of the values that lanes store to a byte at once is stored, and nothing but what is expected of some work item.
fn is_one_of(expected: &[StoredByte], found: &[StoredByte]) -> bool {
    let is_expected = |byte: &StoredByte| expected.iter().any(|other| other.value == byte.value);
    let is_contested = |byte: &StoredByte| expected.iter().any(|other| other.is_contested && other.value == byte.value);
    found.iter().any(is_contested) && found.iter().all(is_expected)
}

/// Takes the bytes of a place from the front.
fn take_place<'b>(bytes: &mut &'b [StoredByte], place: (u32, usize)) -> &'b [StoredByte] {
    let end = bytes.iter().position(|byte| byte.place != place).unwrap_or(bytes.len());
    let (taken, rest) = bytes.split_at(end);
    *bytes = rest;
    taken
}

/// By work item: the values of a byte, without those that were there already.
fn sequences(bytes: &[StoredByte]) -> Vec<(u32, Vec<u8>)> {
    let chunks = bytes.chunk_by(|a, b| a.item == b.item);
    chunks
        .map(|bytes| {
            let mut values: Vec<u8> = bytes.iter().filter_map(|byte| byte.value).collect();
            values.dedup();
            (bytes[0].item, values)
        })
        .collect()
}

/// The different ones, in order.
fn distinct(sequences: &[(u32, Vec<u8>)]) -> SmallVec<[&[u8]; 4]> {
    let mut distinct: SmallVec<[&[u8]; 4]> = sequences.iter().map(|(_, values)| values.as_slice()).collect();
    distinct.sort_unstable();
    distinct.dedup();
    distinct
}

/// The parameters in which a message differs from one of the source, as bits; `None` where it is another message.
fn differing(expected: &Ask, found: &Ask, undefined: u32) -> Option<u32> {
    if expected.message != found.message {
        return None;
    }
    let columns = (0..COLUMNS).filter(|column| expected.words[*column] != found.words[*column]);
    let mut differing = columns.fold(0, |all, column| all | 1 << column) & !undefined;
    // A layer that shares a word with offsets is a whole number.
    if expected.has_packed_layer != found.has_packed_layer {
        differing &= !(1 << Role::R as u32);
    }
    Some(differing)
}

/// The names of parameters: `u and lod`.
fn column_names(columns: u32) -> String {
    let names: Vec<&str> = (0..COLUMNS).filter(|column| columns >> column & 1 == 1).map(column_name).collect();
    names.join(" and ")
}

fn column_name(column: usize) -> &'static str {
    match Role::all().nth(column) {
        Some(role) if column != MCS_HIGH => role.name(),
        _ => "mcsh",
    }
}

/// A message as a diagnostic has it: `sample [u: 3f800000, lod: 00000000]`.
fn describe(ask: &Ask) -> String {
    let is_it = |kind: &&TextureKind| Operation::of(**kind) == ask.message.operation;
    let mut text = String::from(match ask.message.operation {
        None => "a typed read",
        Some(_) => TextureKind::ALL.iter().find(is_it).map_or("a message", |kind| kind.name()),
    });
    text += match ask.message.lod {
        LodSource::Zero => "",
        LodSource::Explicit => " of a level",
        LodSource::Implicit => " of an implicit level",
        LodSource::Gradients => " of derivatives",
    };
    if ask.message.compare {
        text += " that compares";
    }
    let given = (0..COLUMNS).filter(|column| ask.words[*column] != 0);
    let given: Vec<String> =
        given.map(|column| format!("{}: {:08x}", column_name(column), ask.words[column])).collect();
    text + &format!(" [{}]", given.join(", "))
}
