//! What the instructions of a hardware thread read and write: the environment itself or, where groups run at the same
//! time, the environment as it was before them, and a log of what they write. Threads of a lockstep group have such logs,
//! too.
//!
//! The logs are put into effect in the order of the groups and threads, so that where several write to one address the
//! last of them wins, as it does when they run one after the other. A kernel that reads what it writes is not run so.

use crate::access_log::AccessLog;
use crate::environment::{AccessError, BufferWrites, Dwords, Environment};
use crate::unit::media::MediaRect;
use crate::unit::{Channels, Parameters};

/// The memory of a hardware thread.
pub(super) enum Memory<'e> {
    /// Every access has its effect at once.
    Direct(&'e mut Environment),
    /// Writes are kept in a log.
    Deferred(&'e Environment, Log),
}

/// Writes in their order.
#[derive(Debug, Default)]
pub(super) struct Log {
    writes: Vec<Write>,
    /// The offsets, dwords and work items of those of several lanes.
    offsets: Vec<[u8; 4]>,
    values: Vec<[u8; 4]>,
    items: Vec<u32>,
    /// The bytes of the blocks among them, each with the work item that it is from.
    bytes: Vec<(u8, u32)>,
}

/// A write in a log. Its resource allows it.
#[derive(Clone, Copy, Debug)]
enum Write {
    /// An element of a buffer.
    Element { entry: u32, item: u32, offset: u64, value: u64, bytes: u8 },
    /// So many of the log's dwords, of which those of `lanes` go to a buffer, [`Dwords`].
    Dwords { entry: u32, lanes: u32, add: u64, count: usize },
    /// Channels of a texel, at a byte of a surface.
    Texel { entry: u32, item: u32, offset: Option<usize>, texel: Channels, mask: u8 },
    /// A media block, with the number of its bytes in the log.
    Block { entry: u32, block: MediaRect, count: usize },
}

/// Elements that are written to one address.
pub(super) enum Writes<'m> {
    /// A buffer, at once.
    Direct(BufferWrites<'m>),
    /// The buffer at an entry, later.
    Deferred(u32, &'m mut Log),
    /// The local memory of a group.
    Local(&'m mut [u8]),
}

impl Writes<'_> {
    /// Writes dwords, each unless a part of it is outside.
    pub fn write_dwords(&mut self, dwords: &Dwords<'_>) {
        match self {
            Writes::Direct(buffer) => buffer.write_dwords(dwords),
            Writes::Deferred(entry, log) => {
                let Dwords { lanes, add, offsets, values, items } = *dwords;
                let count = offsets.len().min(values.len()).min(items.len());
                log.writes.push(Write::Dwords { entry: *entry, lanes, add, count });
                log.offsets.extend_from_slice(&offsets[..count]);
                log.values.extend_from_slice(&values[..count]);
                log.items.extend_from_slice(&items[..count]);
            }
            Writes::Local(_) => {
                dwords.each(|offset, value, item| self.write(offset, 4, u32::from_le_bytes(value).into(), item));
            }
        }
    }

    /// Writes an element of 1 to 8 bytes unless a part of it is outside.
    pub fn write(&mut self, offset: u64, bytes: usize, value: u64, item: u32) {
        match self {
            Writes::Direct(buffer) => buffer.write(offset, bytes, value, item),
            Writes::Deferred(entry, log) => {
                log.writes.push(Write::Element { entry: *entry, item, offset, value, bytes: bytes as u8 });
            }
            Writes::Local(local) => {
                let start = usize::try_from(offset).unwrap_or(usize::MAX);
                if let Some(place) = local.get_mut(start..start.saturating_add(bytes)) {
                    place.copy_from_slice(&value.to_le_bytes()[..bytes]);
                }
            }
        }
    }
}

impl Log {
    /// A log with so many elements is full: some hundred kilobytes.
    const MOST: usize = 1 << 14;

    /// Whether the log is full.
    pub fn is_full(&self) -> bool {
        self.writes.len() + self.values.len() + self.bytes.len() >= Log::MOST
    }

    /// Drops all writes.
    pub fn clear(&mut self) {
        self.writes.clear();
        self.offsets.clear();
        self.values.clear();
        self.items.clear();
        self.bytes.clear();
    }

    /// The buffer at an entry, to be written, as [`Environment::writes`] has it.
    pub fn writes(&mut self, environment: &Environment, entry: u32) -> Result<Writes<'_>, AccessError> {
        environment.buffer(entry)?;
        Ok(Writes::Deferred(entry, self))
    }

    /// Writes channels of an element of a typed surface, as [`Environment::write_typed`] does.
    pub fn write_typed(&mut self, environment: &Environment, texel: &Texel<'_>) -> Result<(), AccessError> {
        let Texel { entry, parameters, lane, texel, mask, item } = *texel;
        let offset = environment.texel_offset(entry, parameters, lane)?;
        self.writes.push(Write::Texel { entry, item, offset, texel, mask });
        Ok(())
    }

    /// Writes a media block, as [`Environment::write_block`] does.
    pub fn write_block(
        &mut self,
        environment: &Environment,
        entry: u32,
        block: &MediaRect,
        bytes: &[(u8, u32)],
    ) -> Result<(), AccessError> {
        environment.block_offsets(entry, block).map(drop)?;
        self.writes.push(Write::Block { entry, block: *block, count: bytes.len() });
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// Puts the writes into effect and clears the log.
    pub fn apply(&mut self, environment: &mut Environment) {
        let (mut dwords, mut bytes) = (0, 0);
        for write in &self.writes {
            match *write {
                Write::Element { entry, item, offset, value, bytes } => {
                    // That the entry is no surface has been asked.
                    let _ = environment.write(entry, offset, bytes.into(), value, item);
                }
                Write::Dwords { entry, lanes, add, count } => {
                    let these = dwords..dwords + count;
                    dwords = these.end;
                    let (offsets, values) = (&self.offsets[these.clone()], &self.values[these.clone()]);
                    if let Ok(mut buffer) = environment.writes(entry) {
                        buffer.write_dwords(&Dwords { lanes, add, offsets, values, items: &self.items[these] });
                    }
                }
                Write::Texel { entry, item, offset, texel, mask } => {
                    environment.write_texel(entry, offset, texel, mask, item);
                }
                Write::Block { entry, block, count } => {
                    // That the surface has the block has been asked.
                    let _ = environment.write_block(entry, &block, &self.bytes[bytes..bytes + count]);
                    bytes += count;
                }
            }
        }
        self.clear();
    }

    /// Moves the writes of another log behind these.
    fn append(&mut self, other: &mut Log) {
        self.writes.append(&mut other.writes);
        self.offsets.append(&mut other.offsets);
        self.values.append(&mut other.values);
        self.items.append(&mut other.items);
        self.bytes.append(&mut other.bytes);
    }
}

/// Channels of an element of a typed surface at the coordinates of a lane, to be written for a work item.
#[derive(Clone, Copy)]
pub(super) struct Texel<'t> {
    pub entry: u32,
    pub parameters: &'t Parameters,
    pub lane: usize,
    pub texel: Channels,
    pub mask: u8,
    pub item: u32,
}

impl Memory<'_> {
    /// What is read.
    pub fn environment(&self) -> &Environment {
        match self {
            Memory::Direct(environment) => environment,
            Memory::Deferred(environment, _) => environment,
        }
    }

    /// The log of accesses, where one was asked for; see [`Environment::take_log`]. Nothing is logged where writes are
    /// deferred.
    pub fn take_access_log(&mut self) -> Option<Box<AccessLog>> {
        match self {
            Memory::Direct(environment) => environment.take_log(),
            Memory::Deferred(..) => None,
        }
    }

    /// The same to add to it.
    pub fn access_log(&mut self) -> Option<&mut AccessLog> {
        match self {
            Memory::Direct(environment) => environment.log(),
            Memory::Deferred(..) => None,
        }
    }

    /// Gives the log of accesses back.
    pub fn set_access_log(&mut self, log: Option<Box<AccessLog>>) {
        if let Memory::Direct(environment) = self {
            environment.set_log(log);
        }
    }

    /// Does the writes of a log, or keeps them behind the others.
    pub fn take(&mut self, log: &mut Log) {
        match self {
            Memory::Direct(environment) => log.apply(environment),
            Memory::Deferred(_, all) => all.append(log),
        }
    }

    /// The buffer at an entry, to be written, as [`Environment::writes`] has it.
    pub fn writes(&mut self, entry: u32) -> Result<Writes<'_>, AccessError> {
        match self {
            Memory::Direct(environment) => environment.writes(entry).map(Writes::Direct),
            Memory::Deferred(environment, log) => log.writes(environment, entry),
        }
    }

    /// Writes channels of an element of a typed surface, as [`Environment::write_typed`] does.
    pub fn write_typed(&mut self, texel: &Texel<'_>) -> Result<(), AccessError> {
        match self {
            Memory::Direct(environment) => {
                let Texel { entry, parameters, lane, texel, mask, item } = *texel;
                environment.write_typed(entry, parameters, lane, texel, mask, item)
            }
            Memory::Deferred(environment, log) => log.write_typed(environment, texel),
        }
    }

    /// Executes an atomic operation on an element of a typed surface, as [`Environment::update_typed`] does.
    pub fn update_typed(
        &mut self,
        entry: u32,
        parameters: &Parameters,
        lane: usize,
        item: u32,
        update: impl FnOnce(u32) -> u32,
    ) -> Result<u32, AccessError> {
        match self {
            Memory::Direct(environment) => environment.update_typed(entry, parameters, lane, item, update),
            // A kernel with one reads what it writes, and none such is run so.
            Memory::Deferred(environment, log) => {
                let [before, ..] = environment.read_typed(entry, parameters, lane)?;
                let texel = [update(before), 0, 0, 0];
                log.write_typed(environment, &Texel { entry, parameters, lane, texel, mask: 1, item })?;
                Ok(before)
            }
        }
    }

    /// Writes a media block, as [`Environment::write_block`] does.
    pub fn write_block(&mut self, entry: u32, block: &MediaRect, bytes: &[(u8, u32)]) -> Result<(), AccessError> {
        match self {
            Memory::Direct(environment) => environment.write_block(entry, block, bytes),
            Memory::Deferred(environment, log) => log.write_block(environment, entry, block, bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::Resource;

    /// However few the writes are that hold them, so many elements are enough; those of no lane hold some, too.
    #[test]
    fn a_log_is_full_of_what_it_holds() {
        let mut environment = Environment::new();
        environment.bind(0, Resource::Buffer(vec![0; 8]));
        let mut log = Log::default();
        let (offsets, values, items) = ([[4, 0, 0, 0]; 32], [[1, 2, 3, 4]; 32], [7; 32]);
        let dwords = Dwords { lanes: 0, add: 0, offsets: &offsets, values: &values, items: &items };
        // Each is a write and 32 elements.
        for turn in 0..=Log::MOST / 33 {
            assert!(!log.is_full(), "{turn}");
            log.writes(&environment, 0).expect("a buffer").write_dwords(&dwords);
        }
        assert!(log.is_full());
        log.apply(&mut environment);
        assert!(!log.is_full());
        assert_eq!(environment.resource(0).expect("bound").bytes(), [0; 8]);

        log.writes(&environment, 0).expect("a buffer").write_dwords(&Dwords { lanes: 2, ..dwords });
        log.writes(&environment, 0).expect("a buffer").write(0, 2, 0x0605, 7);
        log.apply(&mut environment);
        assert_eq!(environment.resource(0).expect("bound").bytes(), [5, 6, 0, 0, 1, 2, 3, 4]);
    }
}
