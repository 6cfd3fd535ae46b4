//! What a kernel runs on: surfaces, buffers and samplers by table entry, and the values of its arguments.
//!
//! The interpreter and the machine read and write memory here and nowhere else. Nothing outside a buffer or surface is
//! ever touched: reads give 0 and writes are dropped, as for raw and typed surfaces in Intel's vISA documents
//! (GATHER4_SCALED, SCATTER4_TYPED: Out-of-bound Access).
//!
//! # Example
//!
//! ```
//! use texvisa_emulator::environment::{ArgumentValue, Environment, Resource};
//! use texvisa_emulator::unit::{Description, Format, Surface, SurfaceKind};
//!
//! let mut environment = Environment::new();
//! environment.bind(0, Resource::Surface(Surface::new(Description::new(SurfaceKind::D2, Format::R8Uint, [4, 4, 1]))?));
//! environment.bind(1, Resource::Buffer(vec![0; 64]));
//! environment.set_argument(0, ArgumentValue::uniform(7));
//! assert_eq!(environment.surface(0).map(Surface::kind), Ok(SurfaceKind::D2));
//! assert!(environment.surface(1).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeMap;

use smallvec::SmallVec;
use texvisa_ir::collections::ShortList;
use texvisa_ir::texture::{Binding, Kernel, Module, SamplerDecl};

use crate::access_log::{AccessLog, BLOCK_ITEM, Store};
use crate::unit::media::{MediaRect, block_offsets, read_block};
use crate::unit::{self, Channels, Parameters, Precision, Sampler, Semantics, Surface, SurfaceKind};
pub use crate::writers::{Writer, Writers};

/// What an entry of the binding table holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Resource {
    /// A typed surface.
    Surface(Surface),
    /// Bytes.
    Buffer(Vec<u8>),
}

impl Resource {
    /// Its memory.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Resource::Surface(surface) => surface.bytes(),
            Resource::Buffer(bytes) => bytes,
        }
    }
}

/// The value of a kernel argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentValue {
    /// The bits of each element, the same for all work items.
    Uniform(ShortList<u64, 4>),
    /// The bits for each work item of the grid, x fastest.
    PerItem(Vec<u64>),
}

impl ArgumentValue {
    /// A scalar that is the same for all work items.
    pub fn uniform(bits: u64) -> ArgumentValue {
        ArgumentValue::Uniform([bits].into())
    }
}

/// An access that its resource does not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AccessError {
    /// A raw access to a typed surface, or a typed one to a buffer.
    #[error("entry {entry} holds {}; expected {}, which the kernel accesses", if *.holds_buffer { "a buffer" } else { "a typed surface" }, if *.holds_buffer { "a typed surface" } else { "a buffer" })]
    WrongResource {
        /// The entry.
        entry: u32,
        /// Whether it holds a buffer.
        holds_buffer: bool,
    },
    /// A block of a hardware thread that some of its work items do not execute.
    #[error(
        "lanes {active:#x} execute it; expected all of the hardware thread, {all:#x}, as the extension cl_intel_subgroups asks for"
    )]
    PartOfThread {
        /// The lanes that execute it, as bits.
        active: u32,
        /// Those of the hardware thread.
        all: u32,
    },
    /// A typed read of a format that only media blocks read.
    #[error("entry {entry} has the format {}, which only media blocks read; bind a surface of another format", format.name())]
    Video {
        /// The entry.
        entry: u32,
        /// Its format.
        format: unit::Format,
    },
    /// A media block of a surface that has none.
    #[error("entry {entry}: {reason}")]
    Block {
        /// The entry.
        entry: u32,
        /// Why.
        reason: unit::Unsupported,
    },
    /// A typed write to a format that cannot be written.
    #[error("entry {entry} has the format {}, which cannot be written; bind a surface of another format", format.name())]
    ReadOnlyFormat {
        /// The entry.
        entry: u32,
        /// Its format.
        format: unit::Format,
    },
    /// An atomic operation on a format that has none (TYPED_ATOMIC works on elements of 32 bits).
    #[error("entry {entry} has the format {}, which atomic operations do not take; bind a surface of R32_UINT or R32_SINT", format.name())]
    AtomicFormat {
        /// The entry.
        entry: u32,
        /// Its format.
        format: unit::Format,
    },
    /// A use of a sampler table entry that holds none.
    #[error("entry {entry} of the sampler table is empty; bind a sampler to it")]
    NoSampler {
        /// The entry.
        entry: u32,
    },
    /// An access to several elements by 32-bit offsets that begins below the greatest offset and ends behind it. Whether its last elements are
    /// outside of the memory or at its start is open: no document says how messages add their channels to an offset, and
    /// what is sent in parts adds in instructions, which wrap.
    #[error("the {bytes} bytes from offset {offset:#x} on pass the last of 32 bits; keep offsets below it")]
    PassesEnd {
        /// The offset.
        offset: u32,
        /// How many bytes are accessed.
        bytes: u32,
    },
}

/// Dwords that lanes write to a buffer: those of `lanes`, each `add` bytes behind its offset, modulo 2^64, for its work item.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dwords<'d> {
    pub lanes: u32,
    pub add: u64,
    pub offsets: &'d [[u8; 4]],
    pub values: &'d [[u8; 4]],
    pub items: &'d [u32],
}

impl Dwords<'_> {
    /// Calls `write` with the offset, the value and the work item of each.
    #[inline(always)]
    pub fn each(&self, mut write: impl FnMut(u64, [u8; 4], u32)) {
        let of_lanes = self.offsets.iter().zip(self.values).zip(self.items).enumerate();
        for (lane, ((offset, value), item)) in of_lanes {
            if self.lanes >> lane & 1 == 1 {
                write(u64::from(u32::from_le_bytes(*offset)).wrapping_add(self.add), *value, *item);
            }
        }
    }
}

/// A buffer that work items write to.
pub(crate) struct BufferWrites<'e> {
    entry: u32,
    bytes: &'e mut [u8],
    writers: Option<&'e mut Writers>,
    log: Option<&'e mut AccessLog>,
}

impl BufferWrites<'_> {
    /// Writes dwords, each unless a part of it is outside.
    #[inline]
    pub(crate) fn write_dwords(&mut self, dwords: &Dwords<'_>) {
        if self.writers.is_some() || self.log.is_some() {
            dwords.each(|offset, value, item| self.write(offset, 4, u32::from_le_bytes(value).into(), item));
            return;
        }
        dwords.each(|offset, value, _| {
            let start = usize::try_from(offset).unwrap_or(usize::MAX);
            if let Some(place) = self.bytes.get_mut(start..).and_then(|place| place.first_chunk_mut()) {
                *place = value;
            }
        });
    }

    /// Writes an element of 1 to 8 bytes unless a part of it is outside.
    pub(crate) fn write(&mut self, offset: u64, bytes: usize, value: u64, item: u32) {
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let Some(place) = self.bytes.get_mut(start..start.saturating_add(bytes)) else {
            return self.writers.iter_mut().for_each(|writers| writers.note_outside(item));
        };
        if let Some(writers) = &mut self.writers {
            let unchanged = *place == value.to_le_bytes()[..bytes];
            writers.note(Writer::Item(item), start, bytes, unchanged);
        }
        if let Some(log) = &mut self.log {
            let value = value & u64::MAX >> (64 - 8 * bytes.clamp(1, 8));
            let (entry, offset, bytes) = (self.entry, start, bytes as u8);
            log.store(Store { entry, offset, bytes, value, item, is_unknown: false, is_contested: false });
        }
        // Of a known size, so that a dword is not copied byte by byte.
        match place.first_chunk_mut() {
            Some(dword) if bytes == 4 => *dword = (value as u32).to_le_bytes(),
            _ => place.copy_from_slice(&value.to_le_bytes()[..bytes]),
        }
    }
}

/// What a kernel runs on.
///
/// Entries of the binding table and bindless handles are one number space, which the caller divides.
#[derive(Clone, Debug, PartialEq)]
pub struct Environment {
    resources: BTreeMap<u32, Resource>,
    samplers: BTreeMap<u32, Sampler>,
    arguments: Vec<Option<ArgumentValue>>,
    /// By entry: the offset of the first byte that a buffer holds, where that is not 0.
    first_bytes: BTreeMap<u32, u64>,
    /// By the name of its address: the entry of constant memory.
    constants: BTreeMap<String, u32>,
    /// The arithmetic of filters.
    pub precision: Precision,
    /// What the documents leave open.
    pub semantics: Semantics,
    /// The most instructions that one hardware thread may execute.
    pub step_limit: u64,
    null: Surface,
    /// Of the resources to which a write was tried since someone asked for it.
    writers: Option<BTreeMap<u32, Writers>>,
    /// What was done since someone asked for it.
    log: Option<Box<AccessLog>>,
}

impl Default for Environment {
    fn default() -> Environment {
        Environment::new()
    }
}

/// The most instructions of a hardware thread where the caller does not say.
pub const DEFAULT_STEP_LIMIT: u64 = 1 << 22;

/// The first entry of constant memory.
const CONSTANT_ENTRIES: u32 = 0xc000_0000;

/// The first byte that a buffer holds is at a multiple of so many bytes, so that what is aligned in what it holds is aligned in the
/// buffer.
const FIRST_BYTE_ALIGNMENT: u64 = 256;

/// Buffers lie this far apart in the address space.
const ADDRESS_BITS: u32 = 31;
/// The addresses from one buffer to the next.
pub(crate) const BUFFER_SPAN: u64 = 1 << ADDRESS_BITS;

impl Environment {
    /// Nothing.
    pub fn new() -> Environment {
        Environment {
            resources: BTreeMap::new(),
            samplers: BTreeMap::new(),
            arguments: Vec::new(),
            first_bytes: BTreeMap::new(),
            constants: BTreeMap::new(),
            precision: Precision::Exact,
            semantics: Semantics::default(),
            step_limit: DEFAULT_STEP_LIMIT,
            null: Surface::null(),
            writers: None,
            log: None,
        }
    }

    /// Binds a resource; returns what was there.
    pub fn bind(&mut self, entry: u32, resource: Resource) -> Option<Resource> {
        self.first_bytes.remove(&entry);
        self.resources.insert(entry, resource)
    }

    /// Says that the buffer bound to an entry holds only bytes from offset `first` on, a multiple of
    /// [`FIRST_BYTE_ALIGNMENT`]. What is before these is outside, as is what is behind them: a program that stores far from the
    /// start of a buffer is given no more than what it uses.
    pub(crate) fn begin_buffer_at(&mut self, entry: u32, first: u64) {
        self.first_bytes.insert(entry, first - first % FIRST_BYTE_ALIGNMENT);
    }

    /// The offset of the first byte that the buffer at an entry holds.
    pub(crate) fn first_byte(&self, entry: u32) -> u64 {
        self.first_bytes.get(&entry).copied().unwrap_or_default()
    }

    /// Binds a sampler; returns what was there.
    pub fn bind_sampler(&mut self, entry: u32, sampler: Sampler) -> Option<Sampler> {
        self.samplers.insert(entry, sampler)
    }

    /// Binds the samplers of `kernel`, a kernel of `module`, whose state the program itself defines.
    pub fn bind_constant_samplers(&mut self, module: &Module, kernel: &Kernel) {
        for sampler in kernel.references().filter_map(|(_, sampler)| sampler) {
            if let Some(SamplerDecl { binding: Binding::Table(entry), state: Some(state), .. }) =
                module.samplers.get(sampler.sampler)
            {
                self.bind_sampler(*entry, Sampler::from(*state));
            }
        }
    }

    /// Binds the constant memory and the global variables of `module`, at entries far from those of others, and gives its symbols their addresses.
    pub fn bind_constants(&mut self, module: &Module) {
        for (entry, constant) in (CONSTANT_ENTRIES..).zip(module.constants.values()) {
            self.bind(entry, Resource::Buffer(constant.bytes.clone()));
            self.constants.insert(constant.symbol.clone(), entry);
        }
    }

    /// The address of the constant memory of that name, where it is bound.
    pub fn constant_address(&self, symbol: &str) -> Option<u64> {
        self.constants.get(symbol).map(|entry| Environment::buffer_address(*entry))
    }

    /// Gives argument `index` of the kernel a value.
    pub fn set_argument(&mut self, index: usize, value: ArgumentValue) {
        if self.arguments.len() <= index {
            self.arguments.resize(index + 1, None);
        }
        self.arguments[index] = Some(value);
    }

    /// The value that argument `index` was given.
    pub fn argument(&self, index: usize) -> Option<&ArgumentValue> {
        self.arguments.get(index)?.as_ref()
    }

    /// What is bound to an entry.
    pub fn resource(&self, entry: u32) -> Option<&Resource> {
        self.resources.get(&entry)
    }

    /// What is bound to an entry, to be changed.
    pub fn resource_mut(&mut self, entry: u32) -> Option<&mut Resource> {
        self.resources.get_mut(&entry)
    }

    /// Everything that is bound, by entry.
    pub fn resources(&self) -> impl Iterator<Item = (u32, &Resource)> {
        self.resources.iter().map(|(entry, resource)| (*entry, resource))
    }

    /// The samplers that are bound, by entry.
    pub fn samplers(&self) -> impl Iterator<Item = (u32, &Sampler)> {
        self.samplers.iter().map(|(entry, sampler)| (*entry, sampler))
    }

    /// The surface at an entry; where nothing is bound the surface that is none.
    ///
    /// # Errors
    ///
    /// A buffer.
    pub fn surface(&self, entry: u32) -> Result<&Surface, AccessError> {
        match self.resources.get(&entry) {
            Some(Resource::Surface(surface)) => Ok(surface),
            Some(Resource::Buffer(_)) => Err(AccessError::WrongResource { entry, holds_buffer: true }),
            None => Ok(&self.null),
        }
    }

    /// The sampler at an entry.
    ///
    /// # Errors
    ///
    /// An empty entry.
    pub fn sampler(&self, entry: u32) -> Result<&Sampler, AccessError> {
        self.samplers.get(&entry).ok_or(AccessError::NoSampler { entry })
    }

    /// The address of the first byte of the buffer at an entry, for kernels that are given pointers.
    pub fn buffer_address(entry: u32) -> u64 {
        (u64::from(entry) + 1) << ADDRESS_BITS
    }

    /// The entry of the buffer that an address is in.
    pub fn buffer_entry(address: u64) -> Option<u32> {
        Environment::locate(address).map(|(entry, _)| entry)
    }

    /// The buffer entry and offset that an address means. Where no buffer is bound nothing is there.
    pub(crate) fn locate(address: u64) -> Option<(u32, u64)> {
        let entry = (address >> ADDRESS_BITS).checked_sub(1)?;
        let offset = address & ((1 << ADDRESS_BITS) - 1);
        Some((u32::try_from(entry).ok()?, offset))
    }

    /// From now on notes which work item writes what; earlier notes are forgotten.
    pub fn note_writers(&mut self) {
        self.writers = Some(BTreeMap::new());
    }

    /// From now on logs what is stored and loaded, and what is asked of the texture unit.
    pub(crate) fn log_accesses(&mut self) {
        let first_bytes = self.first_bytes.clone();
        self.log = Some(Box::new(AccessLog { first_bytes, ..AccessLog::default() }));
    }

    /// The log of accesses, where there is one.
    pub(crate) fn log(&mut self) -> Option<&mut AccessLog> {
        self.log.as_deref_mut()
    }

    /// Whether accesses are logged.
    pub(crate) fn is_logging(&self) -> bool {
        self.log.is_some()
    }

    /// Takes the log, to be given back by [`Environment::set_log`] where the run goes on.
    pub(crate) fn take_log(&mut self) -> Option<Box<AccessLog>> {
        self.log.take()
    }

    /// Gives the log back.
    pub(crate) fn set_log(&mut self, log: Option<Box<AccessLog>>) {
        self.log = log;
    }

    /// Who wrote each byte of a resource since [`Environment::note_writers`]; `None` where that was never asked for,
    /// and where no write was tried.
    pub fn writers(&self, entry: u32) -> Option<&Writers> {
        self.writers.as_ref()?.get(&entry)
    }

    /// The same of all resources, by entry.
    pub(crate) fn all_writers(&self) -> BTreeMap<u32, Writers> {
        self.writers.clone().unwrap_or_default()
    }

    /// Notes a write to bytes, which left them as they were if it was `unchanged`.
    fn note(&mut self, entry: u32, offset: usize, bytes: usize, writer: Writer, unchanged: bool) {
        if let Some(writers) = self.writers_of(entry) {
            writers.note(writer, offset, bytes, unchanged);
        }
    }

    /// Notes a write outside the resource.
    fn note_outside(&mut self, entry: u32, item: u32) {
        if let Some(writers) = self.writers_of(entry) {
            writers.note_outside(item);
        }
    }

    /// Where it is noted who writes to the resource at an entry, if anyone asked for it.
    fn writers_of(&mut self, entry: u32) -> Option<&mut Writers> {
        let size = self.resources.get(&entry).map_or(0, |resource| resource.bytes().len());
        noted(&mut self.writers, entry, size)
    }

    /// The bytes of the buffer at an entry; none where nothing is bound.
    ///
    /// # Errors
    ///
    /// A typed surface.
    pub(crate) fn buffer(&self, entry: u32) -> Result<&[u8], AccessError> {
        match self.resources.get(&entry) {
            Some(Resource::Buffer(bytes)) => Ok(bytes),
            Some(Resource::Surface(surface)) if surface.kind() != SurfaceKind::Null => {
                Err(AccessError::WrongResource { entry, holds_buffer: false })
            }
            _ => Ok(&[]),
        }
    }

    /// Reads an element of 1 to 8 bytes from a buffer; 0 where not all of it is inside.
    ///
    /// # Errors
    ///
    /// A typed surface.
    pub(crate) fn read(&self, entry: u32, offset: u64, bytes: usize) -> Result<u64, AccessError> {
        Ok(read_element(self.buffer(entry)?, offset, bytes))
    }

    /// Writes an element of 1 to 8 bytes to a buffer unless a part of it is outside.
    ///
    /// # Errors
    ///
    /// A typed surface.
    pub(crate) fn write(
        &mut self,
        entry: u32,
        offset: u64,
        bytes: usize,
        value: u64,
        item: u32,
    ) -> Result<(), AccessError> {
        self.writes(entry)?.write(offset, bytes, value, item);
        Ok(())
    }

    /// The buffer at an entry, to be written by work items.
    ///
    /// # Errors
    ///
    /// A typed surface.
    pub(crate) fn writes(&mut self, entry: u32) -> Result<BufferWrites<'_>, AccessError> {
        match self.resources.get_mut(&entry) {
            Some(Resource::Buffer(bytes)) => {
                let writers = noted(&mut self.writers, entry, bytes.len());
                Ok(BufferWrites { entry, bytes, writers, log: self.log.as_deref_mut() })
            }
            Some(Resource::Surface(surface)) if surface.kind() != SurfaceKind::Null => {
                Err(AccessError::WrongResource { entry, holds_buffer: false })
            }
            _ => Ok(BufferWrites { entry, bytes: &mut [], writers: None, log: None }),
        }
    }

    /// Notes that nothing is known of bytes after an access that is not aligned, of a work item.
    pub(crate) fn poison(&mut self, entry: u32, offset: u64, bytes: usize, item: u32) {
        if let (Some(log), Ok(offset)) = (&mut self.log, usize::try_from(offset)) {
            log.unknown(entry, offset, bytes, item);
        }
        let Some(writers) = self.writers_of(entry) else { return };
        match usize::try_from(offset) {
            Ok(offset) if offset < writers.size() => writers.note(Writer::Unaligned, offset, bytes, false),
            _ => writers.note_outside(item),
        }
    }

    /// Reads the element of a typed surface at the coordinates of a lane.
    ///
    /// # Errors
    ///
    /// A buffer; a format that has no texels.
    pub(crate) fn read_typed(&self, entry: u32, parameters: &Parameters, lane: usize) -> Result<Channels, AccessError> {
        let surface = self.surface(entry)?;
        if surface.format().is_video() {
            return Err(AccessError::Video { entry, format: surface.format() });
        }
        Ok(unit::typed_read(surface, parameters, lane))
    }

    /// Writes channels (bit 0 of `mask` is R) of the element of a typed surface at the coordinates of a lane, unless it
    /// is outside.
    ///
    /// # Errors
    ///
    /// A buffer; a format that cannot be written.
    pub(crate) fn write_typed(
        &mut self,
        entry: u32,
        parameters: &Parameters,
        lane: usize,
        texel: Channels,
        mask: u8,
        item: u32,
    ) -> Result<(), AccessError> {
        let offset = self.texel_offset(entry, parameters, lane)?;
        self.write_texel(entry, offset, texel, mask, item);
        Ok(())
    }

    /// The first byte of the element of a typed surface that a write at the coordinates of a lane changes, where there
    /// is one.
    ///
    /// # Errors
    ///
    /// A buffer; a format that cannot be written.
    pub(crate) fn texel_offset(
        &self,
        entry: u32,
        parameters: &Parameters,
        lane: usize,
    ) -> Result<Option<usize>, AccessError> {
        let surface = self.surface(entry)?;
        let format = surface.format();
        if !format.is_writable() {
            return Err(AccessError::ReadOnlyFormat { entry, format });
        }
        Ok(unit::typed_offset(surface, parameters, lane))
    }

    /// Writes channels of the element that begins at a byte of a typed surface, unless it is outside.
    pub(crate) fn write_texel(&mut self, entry: u32, offset: Option<usize>, texel: Channels, mask: u8, item: u32) {
        let Some(offset) = offset else { return self.note_outside(entry, item) };
        if let Some(Resource::Surface(surface)) = self.resources.get_mut(&entry)
            && let format = surface.format()
            && let bytes = format.bytes()
            && let Some(place) = surface.bytes_mut().get_mut(offset..offset + bytes)
        {
            let before: SmallVec<[u8; 16]> = SmallVec::from_slice(place);
            format.encode(texel, mask, place);
            let unchanged = place == before.as_slice();
            if let Some(log) = &mut self.log {
                log.store_bytes(entry, offset, place, item);
            }
            self.note(entry, offset, bytes, Writer::Item(item), unchanged);
        }
    }

    /// Executes an atomic operation on the element of a typed surface at the coordinates of a lane, for a work item;
    /// returns what it found, 0 outside.
    ///
    /// # Errors
    ///
    /// A buffer; a format other than R32_UINT and R32_SINT.
    pub(crate) fn update_typed(
        &mut self,
        entry: u32,
        parameters: &Parameters,
        lane: usize,
        item: u32,
        update: impl FnOnce(u32) -> u32,
    ) -> Result<u32, AccessError> {
        let surface = self.surface(entry)?;
        let format = surface.format();
        if !format.is_atomic() && surface.kind() != SurfaceKind::Null {
            return Err(AccessError::AtomicFormat { entry, format });
        }
        let offset = unit::typed_offset(surface, parameters, lane);
        let element = offset.and_then(|offset| surface.bytes().get(offset..)?.first_chunk());
        let before = element.map_or(0, |element| u32::from_le_bytes(*element));
        self.write_texel(entry, offset, [update(before), 0, 0, 0], 1, item);
        Ok(before)
    }

    /// Reads a media block, row after row without holes, and replaces what `bytes` had.
    ///
    /// # Errors
    ///
    /// A buffer; a surface that has no such block.
    pub(crate) fn read_block(&self, entry: u32, block: &MediaRect, bytes: &mut Vec<u8>) -> Result<(), AccessError> {
        read_block(self.surface(entry)?, block, bytes).map_err(|reason| AccessError::Block { entry, reason })
    }

    /// The bytes of the surface at an entry that a media block is, row after row without holes; `None` for those
    /// outside.
    ///
    /// # Errors
    ///
    /// As [`Environment::read_block`].
    pub(crate) fn block_offsets(
        &self,
        entry: u32,
        block: &MediaRect,
    ) -> Result<impl Iterator<Item = Option<usize>> + use<>, AccessError> {
        block_offsets(self.surface(entry)?, block).map_err(|reason| AccessError::Block { entry, reason })
    }

    /// Writes a media block, row after row without holes: of each byte its value and the work item that it is from.
    /// Nothing is written outside, and nothing is known of what a block is written to whose left edge is no multiple of
    /// 4 (MEDIA_ST).
    ///
    /// # Errors
    ///
    /// As [`Environment::read_block`].
    pub(crate) fn write_block(
        &mut self,
        entry: u32,
        block: &MediaRect,
        bytes: &[(u8, u32)],
    ) -> Result<(), AccessError> {
        if block.x % 4 != 0 {
            // The dwords that it would touch.
            let x = block.x & !3;
            let end = block.x.saturating_add(block.width as i32 + 3) & !3;
            let item = bytes.first().map_or(0, |(_, item)| *item);
            for offset in self.block_offsets(entry, &MediaRect { x, width: (end - x) as u32, ..*block })? {
                match offset {
                    Some(offset) => {
                        if let Some(log) = &mut self.log {
                            log.unknown(entry, offset, 1, item);
                        }
                        self.note(entry, offset, 1, Writer::Unaligned, false);
                    }
                    None => self.note_outside(entry, item),
                }
            }
            return Ok(());
        }
        for (offset, (value, item)) in self.block_offsets(entry, block)?.zip(bytes) {
            let (Some(offset), Some(Resource::Surface(surface))) = (offset, self.resources.get_mut(&entry)) else {
                self.note_outside(entry, *item);
                continue;
            };
            let Some(place) = surface.bytes_mut().get_mut(offset) else { continue };
            let unchanged = place == value;
            *place = *value;
            if let Some(log) = &mut self.log {
                log.store_bytes(entry, offset, &[*value], BLOCK_ITEM);
            }
            self.note(entry, offset, 1, Writer::Item(*item), unchanged);
        }
        Ok(())
    }
}

/// An element of 1 to 8 bytes of a buffer; 0 where not all of it is inside.
pub(crate) fn read_element(buffer: &[u8], offset: u64, bytes: usize) -> u64 {
    let start = usize::try_from(offset).unwrap_or(usize::MAX);
    let Some(found) = buffer.get(start..start.saturating_add(bytes)) else { return 0 };
    // Of a known size, so that a dword is not copied byte by byte.
    match found.first_chunk() {
        Some(dword) if bytes == 4 => u64::from(u32::from_le_bytes(*dword)),
        _ => {
            let mut element = [0; 8];
            element[..bytes].copy_from_slice(found);
            u64::from_le_bytes(element)
        }
    }
}

/// Where it is noted who writes to a resource of `size` bytes, if anyone asked for it.
fn noted(writers: &mut Option<BTreeMap<u32, Writers>>, entry: u32, size: usize) -> Option<&mut Writers> {
    Some(writers.as_mut()?.entry(entry).or_insert_with(|| Writers::none(size)))
}

#[cfg(test)]
mod tests {
    use texvisa_ir::texture::{MediaField, Role};

    use super::*;
    use crate::unit::{AddressMode, Description, Filter, Format};

    fn environment() -> Environment {
        let mut environment = Environment::new();
        environment.bind(1, Resource::Buffer((0..10).collect()));
        let surface = Surface::new(Description::new(SurfaceKind::D2, Format::Rg8Uint, [2, 2, 1])).expect("legal");
        environment.bind(2, Resource::Surface(surface));
        environment
    }

    #[test]
    fn a_buffer_that_begins_at_an_offset_has_it_as_its_first_byte() {
        let mut environment = environment();
        assert_eq!(environment.first_byte(1), 0);
        environment.begin_buffer_at(1, 4100);
        assert_eq!([1, 2].map(|entry| environment.first_byte(entry)), [4096, 0]);
        environment.bind(1, Resource::Buffer(Vec::new()));
        assert_eq!(environment.first_byte(1), 0);
    }

    #[test]
    fn nothing_outside_a_buffer_is_read_or_written() {
        let mut environment = environment();
        assert_eq!(environment.read(1, 2, 4), Ok(0x0504_0302));
        assert_eq!(environment.read(1, 8, 4), Ok(0));
        assert_eq!(environment.read(1, 8, 2), Ok(0x0908));
        assert_eq!(environment.read(1, u64::MAX, 8), Ok(0));
        assert_eq!(environment.read(7, 0, 4), Ok(0));
        assert!(environment.read(2, 0, 4).is_err());
        let before = environment.clone();
        environment.write(1, 7, 4, u64::MAX, 0).expect("a buffer");
        environment.write(7, 0, 4, u64::MAX, 0).expect("nothing bound");
        assert_eq!(environment, before);
    }

    #[test]
    fn writers_are_noted_by_byte() {
        let mut environment = environment();
        environment.note_writers();
        environment.write(1, 0, 4, 0, 5).expect("a buffer");
        environment.write(1, 2, 4, 0, 5).expect("a buffer");
        environment.write(1, 4, 4, 0, 6).expect("a buffer");
        environment.poison(1, 7, 99, 0);
        let writers = |environment: &Environment, bytes: std::ops::Range<usize>| -> Vec<Writer> {
            let writers = environment.writers(1).expect("it was written to");
            bytes.map(|offset| writers.of(offset)).collect()
        };
        let (five, six) = (Writer::Item(5), Writer::Item(6));
        assert_eq!(
            writers(&environment, 0..9),
            [five, five, five, five, Writer::Several, Writer::Several, six, Writer::Unaligned, Writer::Unaligned]
        );
        environment.poison(1, 4, 1, 0);
        environment.write(1, 7, 1, 0, 5).expect("a buffer");
        let writers = writers(&environment, 4..8);
        assert_eq!(writers, [Writer::Unaligned, Writer::Several, six, Writer::Unaligned]);
    }

    #[test]
    fn whoever_writes_outside_is_noted() {
        let mut environment = environment();
        let plane = Surface::new(Description::new(SurfaceKind::D2, Format::R8Unorm, [8, 2, 1])).expect("legal");
        environment.bind(3, Resource::Surface(plane));
        environment.note_writers();
        environment.write(1, 6, 4, 0, 5).expect("a buffer");
        environment.write(1, 7, 4, 0, 6).expect("a buffer");
        environment.poison(1, 8, 8, 7);
        environment.poison(1, 12, 8, 8);
        let mut parameters = Parameters::new();
        parameters.words_mut(Role::U).expect("a role of the unit")[..2].copy_from_slice(&[1, 2]);
        environment.write_typed(2, &parameters, 0, [0; 4], 0xf, 5).expect("writable");
        environment.write_typed(2, &parameters, 1, [0; 4], 0xf, 6).expect("writable");
        let block = |x, y| MediaRect { x, y, width: 4, height: 1, field: MediaField::Frame, plane: 0 };
        for (x, y, item) in [(0, 0, 5), (8, 0, 6), (1, 0, 7), (1, 2, 8)] {
            environment.write_block(3, &block(x, y), &[(0, item); 4]).expect("writable");
        }
        let outside = |entry| environment.writers(entry).map(|writers| writers.outside().collect::<Vec<_>>());
        assert_eq!([1, 2, 3].map(outside), [vec![6, 8], vec![6], vec![6, 8]].map(Some));
    }

    #[test]
    fn typed_writes_keep_what_is_not_in_their_mask() {
        let mut environment = environment();
        let mut parameters = Parameters::new();
        parameters.words_mut(Role::U).expect("a role of the unit")[3] = 1;
        environment.write_typed(2, &parameters, 3, [7, 300, 0, 0], 3, 0).expect("writable");
        environment.write_typed(2, &parameters, 3, [9, 9, 9, 9], 1, 0).expect("writable");
        assert_eq!(environment.read_typed(2, &parameters, 3), Ok([9, 255, 0, 1]));
        assert_eq!(environment.resource(2).map(|resource| resource.bytes()[..4].to_vec()), Some(vec![0, 0, 9, 255]));
        assert!(environment.read_typed(1, &parameters, 3).is_err());
    }

    #[test]
    fn addresses_find_their_buffer() {
        for entry in [0, 1, u32::MAX] {
            assert_eq!(Environment::locate(Environment::buffer_address(entry) + 12), Some((entry, 12)));
        }
        assert_eq!(Environment::locate(5), None);
        assert_eq!(Environment::locate(u64::MAX), None);
    }

    #[test]
    fn samplers_of_the_program_are_bound_for_the_kernel_that_uses_them() {
        let text = "surface t0: 2d f32 @ table 0
sampler s0 @ 3 = linear clamp_border unnormalized
sampler s1 @ 4
sampler s2 @ 3 = nearest mirror

kernel @first(%x: f32) {
^entry:
  %a = sample t0, s0 [lod: 0.0, u: %x, v: %x] -> f32x4
  %b = sample t0, s1 [lod: 0.0, u: %x, v: %x] -> f32x4
  return
}

kernel @second(%x: f32) {
^entry:
  %a = sample t0, s2 [lod: 0.0, u: %x, v: %x] -> f32x4
  return
}
";
        let module = texvisa_ir::texture::parse(text).expect("the text follows the grammar");
        let bound = |kernel: &str| {
            let mut environment = Environment::new();
            environment.bind_constant_samplers(&module, &module.kernels[module.kernel(kernel).expect("a kernel")]);
            environment.samplers().map(|(entry, state)| (entry, *state)).collect::<Vec<_>>()
        };
        let linear = Sampler {
            address: [AddressMode::ClampBorder; 3],
            min: Filter::Linear,
            mag: Filter::Linear,
            unnormalized: true,
            ..Sampler::default()
        };
        assert_eq!(bound("first"), [(3, linear)]);
        assert_eq!(bound("second"), [(3, Sampler { address: [AddressMode::Mirror; 3], ..Sampler::default() })]);
    }
}
