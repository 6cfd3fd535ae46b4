//! What work items did to memory and asked of the texture unit, in order.
//!
//! Both engines fill such a log where it is asked for ([`Environment::log_accesses`]); [`refine`](mod@crate::refine)
//! compares them. Memory alone does not show a store that a later one overwrites, nor a message whose parameter happens
//! not to matter for the texture that was bound.
//!
//! [`Environment::log_accesses`]: crate::environment::Environment

use std::collections::BTreeMap;

use texvisa_ir::texture::Role;

use crate::unit::{LodSource, Operation, Parameters, Request, offset_bits};

/// The number that all lanes have where they write a media block, which belongs to the hardware thread.
pub(crate) const BLOCK_ITEM: u32 = u32::MAX - 3;

/// The most stores, and the most lanes of messages, that a log keeps. A log that is full is not compared.
const MOST: usize = 1 << 15;
/// The most loads.
const MOST_LOADS: usize = 1 << 17;

/// Bytes that a work item wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Store {
    /// The binding table entry.
    pub entry: u32,
    /// The first byte.
    pub offset: usize,
    /// How many, 1 to 8.
    pub bytes: u8,
    /// They, the first in the lowest bits.
    pub value: u64,
    /// The work item.
    pub item: u32,
    /// Whether nothing is known of what is there.
    pub is_unknown: bool,
    /// Whether other lanes stored something else there at once, so that any of their values may remain.
    pub is_contested: bool,
}

/// What a message is, apart from its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AskedMessage {
    /// What it asks; `None` for a typed read of the data port.
    pub operation: Option<Operation>,
    /// Explicit with a level of zero is [`LodSource::Zero`].
    pub lod: LodSource,
    pub compare: bool,
    /// The channel that is gathered.
    pub channel: u8,
    /// The surface's table entry.
    pub surface: u32,
    /// The sampler's.
    pub sampler: Option<u32>,
}

/// How many parameters of a lane are kept: the roles of the texture unit and the high dword of the MCS value.
pub(crate) const COLUMNS: usize = Role::OffR as usize + 2;
/// The column of the high dword of the MCS value.
pub(crate) const MCS_HIGH: usize = COLUMNS - 1;

/// What one lane of a message asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ask {
    /// The first work item of its hardware thread.
    pub thread: u32,
    /// The work item; `None` where the message ran whatever lanes were active, for any of the thread.
    pub item: Option<u32>,
    pub message: AskedMessage,
    /// The parameters by role. Equal for messages that ask the same: offsets that are constants and those that are
    /// parameters are one, and part of the coordinates of loads.
    pub words: [u32; COLUMNS],
    /// Whether a layer came in a word of offsets, as a whole number.
    pub has_packed_layer: bool,
}

/// A dword that is loaded from a buffer, wholly or in part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Load {
    /// The first work item of the hardware thread.
    pub thread: u32,
    /// The binding table entry.
    pub entry: u32,
    /// Its number in the buffer.
    pub dword: u64,
}

/// What a run did, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct AccessLog {
    pub stores: Vec<Store>,
    pub asks: Vec<Ask>,
    pub loads: Vec<Load>,
    /// Whether not all loads are here: there are too many, or one is of an address outside of every buffer.
    pub has_lost_loads: bool,
    /// By entry: the offset that the first byte which a buffer holds has in it, where that is not 0. Offsets are from this byte on.
    pub first_bytes: BTreeMap<u32, u64>,
}

/// The work items of a message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MessageItems<'l> {
    /// The first work item of the hardware thread.
    pub thread: u32,
    /// The work item of each lane.
    pub lanes: &'l [u32],
    /// Whether it ran whatever lanes were active.
    pub is_for_all: bool,
}

impl MessageItems<'_> {
    /// The work item of a lane, where it is that one alone.
    fn of(&self, lane: usize) -> Option<u32> {
        if self.is_for_all { None } else { self.lanes.get(lane).copied() }
    }
}

impl AccessLog {
    /// The offset that the first byte which the buffer at an entry holds has in it.
    pub fn first_byte(&self, entry: u32) -> u64 {
        self.first_bytes.get(&entry).copied().unwrap_or_default()
    }

    /// Whether so much was done that not all of it is here.
    pub fn is_full(&self) -> bool {
        self.stores.len() >= MOST || self.asks.len() >= MOST
    }

    /// Notes a load of a byte offset for a lane of a thread; where both are alike, once for lanes one behind the other.
    pub fn load(&mut self, thread: u32, entry: u32, offset: u64) {
        let load = Load { thread, entry, dword: offset / 4 };
        match self.loads.last() {
            Some(last) if *last == load => {}
            _ if self.loads.len() == MOST_LOADS => self.has_lost_loads = true,
            _ => self.loads.push(load),
        }
    }

    /// Notes a store.
    pub fn store(&mut self, store: Store) {
        if self.stores.len() < MOST {
            self.stores.push(store);
        }
    }

    /// Notes that the stores from number `first` on are of lanes that stored to one address at once.
    pub fn contest(&mut self, first: usize) {
        for store in self.stores.iter_mut().skip(first) {
            store.is_contested = true;
        }
    }

    /// Notes a store of any number of bytes.
    pub fn store_bytes(&mut self, entry: u32, offset: usize, bytes: &[u8], item: u32) {
        for (index, part) in bytes.chunks(8).enumerate() {
            let value = part.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
            let (offset, bytes) = (offset + 8 * index, part.len() as u8);
            self.store(Store { entry, offset, bytes, value, item, is_unknown: false, is_contested: false });
        }
    }

    /// Notes that nothing is known of these bytes.
    pub fn unknown(&mut self, entry: u32, offset: usize, bytes: usize, item: u32) {
        for offset in (offset..offset.saturating_add(bytes)).step_by(8) {
            self.store(Store { entry, offset, bytes: 8, value: 0, item, is_unknown: true, is_contested: false });
        }
    }

    /// Notes what the lanes of a message ask of the texture unit.
    pub fn message(&mut self, request: &Request<'_>, surface: u32, sampler: Option<u32>, items: MessageItems<'_>) {
        for lane in request.each_lane() {
            self.ask(|| Ask {
                thread: items.thread,
                item: items.of(lane),
                has_packed_layer: request.parameters.packed_layer.is_some(),
                ..asked(request, surface, sampler, lane)
            });
        }
    }

    /// Notes a typed read of a lane.
    pub fn typed_read(&mut self, surface: u32, parameters: &Parameters, lane: usize, items: MessageItems<'_>) {
        self.ask(|| Ask {
            thread: items.thread,
            item: items.of(lane),
            message: AskedMessage {
                operation: None,
                lod: LodSource::Zero,
                compare: false,
                channel: 0,
                surface,
                sampler: None,
            },
            words: words(parameters, lane),
            has_packed_layer: false,
        });
    }

    fn ask(&mut self, ask: impl FnOnce() -> Ask) {
        if self.asks.len() < MOST {
            self.asks.push(ask());
        }
    }
}

/// The parameters of a lane.
fn words(parameters: &Parameters, lane: usize) -> [u32; COLUMNS] {
    let mut words = [0; COLUMNS];
    for (column, of_lanes) in parameters.given() {
        words[column] = of_lanes[lane];
    }
    words[MCS_HIGH] = parameters.mcs_high[lane];
    words
}

/// What a lane of a request asks, of no work item yet.
fn asked(request: &Request<'_>, surface: u32, sampler: Option<u32>, lane: usize) -> Ask {
    let Request { operation, lod, compare, channel, parameters, .. } = *request;
    let mut words = words(parameters, lane);
    let column = |role: Role| role as usize;
    let offset = request.offset_of(lane, offset_bits(operation)).map(|offset| offset as u32);
    let is_load = matches!(operation, Operation::Load | Operation::LoadSample | Operation::LoadCompression);
    for ((to, coordinate), offset) in OFFSETS.into_iter().zip([Role::U, Role::V, Role::R]).zip(offset) {
        words[column(to)] = if is_load { 0 } else { offset };
        if is_load {
            words[column(coordinate)] = words[column(coordinate)].wrapping_add(offset);
        }
    }
    // Words are what their low halves are (3D_LOAD, ld2dms_w).
    if matches!(operation, Operation::LoadSample | Operation::LoadCompression) {
        for role in [Role::U, Role::V, Role::R, Role::Si, Role::Lod] {
            words[column(role)] &= 0xffff;
        }
    }
    if let Some(layers) = &parameters.packed_layer {
        words[column(Role::R)] = layers[lane];
    }
    if !is_load && operation != Operation::Size {
        // The texture unit sees no sign of a zero.
        words[..MCS_HIGH].iter_mut().filter(|word| **word == 1 << 31).for_each(|word| *word = 0);
    }
    let is_level_zero = lod == LodSource::Explicit && words[column(Role::Lod)] == 0;
    let lod = if is_level_zero { LodSource::Zero } else { lod };
    let message = AskedMessage { operation: Some(operation), lod, compare, channel, surface, sampler };
    Ask { thread: 0, item: None, message, words, has_packed_layer: false }
}

const OFFSETS: [Role; 3] = [Role::OffU, Role::OffV, Role::OffR];
