//! What the instructions of a wave read and write: the environment itself or, where groups run at the same time, the
//! environment as it was before them, and a log of what they write.
//!
//! The logs are put into effect in the order of the groups, so that where several groups write to one place the last of
//! them wins, as it does when they run one after the other. A kernel that reads what it writes is not run so.

use crate::environment::{AccessError, BufferWrites, Environment};
use crate::unit::media::Block;
use crate::unit::{Channels, Parameters};

/// The memory of a wave.
pub(super) enum Memory<'e> {
    /// Every access has its effect at once.
    Direct(&'e mut Environment),
    /// Writes wait.
    Deferred(&'e Environment, Log),
}

/// Writes in their order.
#[derive(Debug, Default)]
pub(super) struct Log {
    writes: Vec<Write>,
    /// The bytes of the blocks among them, each with the work item that it is from.
    bytes: Vec<(u8, u32)>,
}

/// A write that waits. Whether its resource allows it has been asked.
#[derive(Clone, Copy, Debug)]
enum Write {
    /// An element of a buffer.
    Element { entry: u32, item: u32, offset: u64, value: u64, bytes: u8 },
    /// Channels of a texel, at a byte of a surface.
    Texel { entry: u32, item: u32, offset: usize, texel: Channels, mask: u8 },
    /// A media block, with the place of its first byte in the log.
    Block { entry: u32, block: Block, first: usize },
}

/// Elements that are written to one place.
pub(super) enum Writes<'m> {
    /// A buffer, at once.
    Direct(BufferWrites<'m>),
    /// The buffer at an entry, later.
    Deferred(u32, &'m mut Log),
    /// The local memory of a group.
    Local(&'m mut [u8]),
}

impl Writes<'_> {
    /// Writes a dword of each lane of `lanes`; `offsets` and `items` are those of the lanes, `values` their dwords.
    pub fn write_dwords(&mut self, lanes: u32, offsets: &[u64], values: &[[u8; 4]], items: &[u32]) {
        if let Writes::Direct(buffer) = self {
            return buffer.write_dwords(lanes, offsets, values, items);
        }
        for (lane, ((offset, value), item)) in offsets.iter().zip(values).zip(items).enumerate() {
            if lanes >> lane & 1 == 1 {
                self.write(*offset, 4, u32::from_le_bytes(*value).into(), *item);
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
    /// Puts the writes into effect.
    pub fn apply(self, environment: &mut Environment) {
        for write in self.writes {
            match write {
                Write::Element { entry, item, offset, value, bytes } => {
                    // That the entry is no surface has been asked.
                    let _ = environment.write(entry, offset, bytes.into(), value, item);
                }
                Write::Texel { entry, item, offset, texel, mask } => {
                    environment.write_texel(entry, offset, texel, mask, item);
                }
                Write::Block { entry, block, first } => {
                    // That the surface has the block has been asked.
                    let _ = environment.write_block(entry, &block, &self.bytes[first..]);
                }
            }
        }
    }
}

impl Memory<'_> {
    /// What is read.
    pub fn environment(&self) -> &Environment {
        match self {
            Memory::Direct(environment) => environment,
            Memory::Deferred(environment, _) => environment,
        }
    }

    /// The buffer at an entry, to be written, as [`Environment::writes`] has it.
    pub fn writes(&mut self, entry: u32) -> Result<Writes<'_>, AccessError> {
        Ok(match self {
            Memory::Direct(environment) => Writes::Direct(environment.writes(entry)?),
            Memory::Deferred(environment, log) => {
                environment.buffer(entry)?;
                Writes::Deferred(entry, log)
            }
        })
    }

    /// Writes channels of an element of a typed surface, as [`Environment::write_typed`] does.
    pub fn write_typed(
        &mut self,
        entry: u32,
        parameters: &Parameters,
        lane: usize,
        texel: Channels,
        mask: u8,
        item: u32,
    ) -> Result<(), AccessError> {
        match self {
            Memory::Direct(environment) => environment.write_typed(entry, parameters, lane, texel, mask, item),
            Memory::Deferred(environment, log) => {
                if let Some(offset) = environment.texel_offset(entry, parameters, lane)? {
                    log.writes.push(Write::Texel { entry, item, offset, texel, mask });
                }
                Ok(())
            }
        }
    }

    /// Writes a media block, as [`Environment::write_block`] does.
    pub fn write_block(&mut self, entry: u32, block: &Block, bytes: &[(u8, u32)]) -> Result<(), AccessError> {
        match self {
            Memory::Direct(environment) => environment.write_block(entry, block, bytes),
            Memory::Deferred(environment, log) => {
                environment.block_places(entry, block).map(drop)?;
                log.writes.push(Write::Block { entry, block: *block, first: log.bytes.len() });
                log.bytes.extend_from_slice(bytes);
                Ok(())
            }
        }
    }
}
