//! Accesses of the data port, after GATHER_SCALED, SCATTER_SCALED, GATHER4_SCALED, SCATTER4_SCALED, GATHER4_TYPED and
//! SCATTER4_TYPED; and SVM_GATHER, SVM_SCATTER, SVM_GATHER4_SCALED and SVM_SCATTER4_SCALED;
//! and OWORD_LD_UNALIGNED, OWORD_LD and SVM_BLOCK_LD.
//!
//! Each message takes addresses of its alignment ([`DataPortOp::address_alignment`]); what another one does is documented
//! nowhere, so it reads undefined bits and writes nothing.
//!
//! Private memory is the thread's own, so that what it writes there has effect at once.

use smallvec::SmallVec;
use texvisa_ir::texture::Role;
use texvisa_ir::visa::{DataPort, DataPortOp, Exec, StateKind};

use super::engine::Engine;
use super::error::{Fault, Trap};
use super::memory::{Texel, Writes};
use super::operand::{Guard, OperandLayout, read, write};
use super::thread::Thread;
use crate::environment::{Dwords, Environment, read_element};
use crate::local::local_offset;
use crate::private::{private_offset, scratch_offset};
use crate::unit::MAX_LANES;

/// An access, resolved.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub exec: Exec,
    pub guard: Option<Guard>,
    op: DataPortOp,
    memory: Memory,
    /// Where the elements of each part of the address are.
    address: [Option<usize>; 4],
    data: usize,
    /// The channels, in order; one for bytes; the dwords of a block.
    channels: SmallVec<[u8; 4]>,
    mask: u8,
    /// Bytes that a lane has in memory, of one channel.
    bytes: usize,
    /// Bytes from one channel to the next in the registers; of qwords, from one to the next.
    step: usize,
    /// Bytes from one lane to the next in the registers.
    stride: usize,
}

/// What is accessed.
#[derive(Clone, Copy, Debug)]
enum Memory {
    /// What the table entry in a state variable, by its number, holds.
    Surface(usize),
    /// The group's local memory.
    Local,
    /// The thread's scratch memory.
    Scratch,
    /// What each lane's 64-bit address is in.
    Pointer,
}

/// Offsets of the lanes, little-endian.
type Offsets = [[u8; 4]; MAX_LANES];

const DWORD: u32 = 4;
const QWORD: usize = 8;

/// Resolves an access.
pub(super) fn resolve(layout: &OperandLayout<'_>, port: &DataPort) -> Result<Access, Fault> {
    let exec = port.exec;
    layout.exec(exec)?;
    let lanes = u64::from(exec.lanes);
    let elements = |raw, wanted: u32| {
        let given = layout.ty(raw)?.bytes();
        let expected = if wanted == DWORD { "4" } else { "8" };
        if given == wanted { Ok(()) } else { Err(Fault::ElementBytes { given, expected }) }
    };
    let mut address = [None; 4];
    for (place, raw) in address.iter_mut().zip(port.address) {
        if let Some(raw) = raw.expand() {
            elements(raw.var, port.op.address_bytes())?;
            *place = Some(layout.raw(raw, lanes * u64::from(port.op.address_bytes()))?);
        }
    }
    if address[0].is_none() {
        return Err(Fault::Missing("address"));
    }
    let stride = port.op.channel_bytes();
    if !port.op.is_block() {
        elements(port.data.var, stride)?;
    }
    let stride = stride as usize;
    if port.op.is_block() {
        // The dwords of one lane, one after the other, whatever the elements of the variable are.
        return Ok(Access {
            exec: Exec::SCALAR,
            guard: None,
            op: port.op,
            memory: memory(layout, port)?,
            address,
            data: layout.raw(port.data, port.bytes.into())?,
            channels: (0..port.bytes / DWORD as u8).collect(),
            mask: 0,
            bytes: DWORD as usize,
            step: DWORD as usize,
            stride,
        });
    }
    let (channels, bytes): (SmallVec<[u8; 4]>, usize) = if port.op.is_bytes() {
        if !matches!(port.bytes, 1 | 2 | 4) {
            return Err(Fault::ElementBytes { given: u32::from(port.bytes), expected: "1, 2 or 4" });
        }
        (SmallVec::from_slice(&[0]), usize::from(port.bytes))
    } else {
        // A qword is two dwords.
        let dwords = stride as u8 / DWORD as u8;
        (port.channels.iter().flat_map(|channel| dwords * channel..dwords * (channel + 1)).collect(), DWORD as usize)
    };
    if channels.is_empty() {
        return Err(Fault::Channels { given: 0 });
    }
    // A channel takes as many dwords as the access has lanes, or as a register has (GATHER4_SCALED, ch_start).
    let used = lanes as usize * stride;
    let step = used.next_multiple_of(layout.grf_bytes as usize);
    let last = channels.len() / (stride / DWORD as usize) - 1;
    let length = step * last + if port.op.reads() { step } else { used };
    Ok(Access {
        exec,
        guard: layout.guard(port.predicate, exec)?,
        op: port.op,
        memory: memory(layout, port)?,
        address,
        data: layout.raw(port.data, length as u64)?,
        channels,
        mask: port.channels.bits(),
        bytes,
        step,
        stride,
    })
}

/// What an access is of.
fn memory(layout: &OperandLayout<'_>, port: &DataPort) -> Result<Memory, Fault> {
    let Some(surface) = port.surface.expand() else {
        return if port.op.is_by_pointer() { Ok(Memory::Pointer) } else { Err(Fault::Missing("surface")) };
    };
    Ok(match layout.kernel.states.get(surface) {
        Some(StateKind::Local | StateKind::Scratch) if port.op.is_typed() => {
            return Err(Fault::Types("local or scratch memory has no typed elements"));
        }
        Some(StateKind::Scratch) if port.op.counts_owords() => {
            return Err(Fault::NotEmulated("a block of scratch memory by its number"));
        }
        Some(StateKind::Local) => Memory::Local,
        Some(StateKind::Scratch) => Memory::Scratch,
        _ => Memory::Surface(layout.state(surface)?),
    })
}

impl Access {
    /// The state variable that says what is accessed; `None` for local and scratch memory, and for
    /// 64-bit addresses.
    pub fn state(&self) -> Option<usize> {
        match self.memory {
            Memory::Surface(state) => Some(state),
            Memory::Local | Memory::Scratch | Memory::Pointer => None,
        }
    }

    /// Whether its addresses say what is accessed.
    pub fn is_by_pointer(&self) -> bool {
        matches!(self.memory, Memory::Pointer)
    }

    /// Whether it reads; otherwise it writes.
    pub fn reads(&self) -> bool {
        self.op.reads()
    }

    /// Executes the access for the lanes of `enabled`, counted from its first.
    pub fn execute(
        &self,
        engine: &mut Engine<'_, '_>,
        thread: &mut Thread,
        file: &mut [u8],
        enabled: u32,
    ) -> Result<(), Trap> {
        let entry = match self.memory {
            Memory::Surface(state) => Some(thread.states[state].ok_or(Trap::StateNotSet { what: "surface" })?),
            Memory::Local => None,
            Memory::Scratch => {
                let found = self.elements(file, self.address[0]);
                let mut offsets = [0; MAX_LANES];
                for (offset, found) in offsets.iter_mut().zip(found) {
                    *offset = scratch_offset(u32::from_le_bytes(*found));
                }
                self.private(thread, file, enabled, &offsets);
                return Ok(());
            }
            Memory::Pointer => return self.by_pointer(engine, thread, file, enabled),
        };
        let mut offsets: Offsets = [[0; 4]; MAX_LANES];
        match entry {
            Some(entry) if self.op.is_typed() => self.typed(engine, thread, file, enabled, entry),
            entry => {
                // A copy, because the destination may be where they are.
                let found = self.elements(file, self.address[0]);
                let unit = self.op.offset_unit();
                offsets.iter_mut().zip(found).for_each(|(offset, found)| {
                    // An offset behind all memory is one there, too.
                    let bytes = u32::from_le_bytes(*found).saturating_mul(unit);
                    *offset = if entry.is_some() { bytes } else { local_offset(bytes) }.to_le_bytes();
                });
                self.at_offsets(engine, thread, file, enabled, entry, &offsets)
            }
        }
    }

    fn at_offsets(
        &self,
        engine: &mut Engine<'_, '_>,
        thread: &mut Thread,
        file: &mut [u8],
        enabled: u32,
        entry: Option<u32>,
        offsets: &Offsets,
    ) -> Result<(), Trap> {
        let offsets = &offsets[..usize::from(self.exec.lanes)];
        match self.op.reads() {
            true => self.read(engine, thread, file, enabled, entry, offsets),
            false => self.write(engine, thread, file, enabled, entry, offsets),
        }
    }

    /// An access of private memory, by the offsets of the lanes.
    fn private(&self, thread: &mut Thread, file: &mut [u8], enabled: u32, offsets: &[u64; MAX_LANES]) {
        for (rank, channel) in self.channels.iter().enumerate() {
            for lane in self.lanes(enabled) {
                let offset = offsets[lane] + u64::from(u32::from(*channel) * DWORD);
                let is_aligned = offsets[lane].is_multiple_of(self.op.address_alignment().into());
                let register = self.register(rank, lane);
                if self.op.reads() {
                    let undefined = thread.fill.next_bits();
                    let byte = |index: usize| u64::from(thread.private.get(offset + index as u64).unwrap_or(0));
                    let found = (0..self.bytes).fold(0, |bits, index| bits | byte(index) << (8 * index));
                    let defined = if is_aligned { u64::MAX >> (64 - 8 * self.bytes) } else { 0 };
                    write(file, register, DWORD, found & defined | undefined & !defined);
                } else if is_aligned {
                    for (index, value) in read(file, register, DWORD).to_le_bytes()[..self.bytes].iter().enumerate() {
                        if let Some(place) = thread.private.get_mut(offset + index as u64) {
                            *place = *value;
                        }
                    }
                }
            }
        }
        if self.op.reads() {
            self.poison_rest(thread, file);
        }
    }

    /// An access by addresses: of private memory, and of the buffer that each is in, one after the other. Where neither
    /// is, a read gives 0 and a write is dropped.
    fn by_pointer(
        &self,
        engine: &mut Engine<'_, '_>,
        thread: &mut Thread,
        file: &mut [u8],
        enabled: u32,
    ) -> Result<(), Trap> {
        let start = self.address[0].unwrap_or_default();
        let mut entries = [None; MAX_LANES];
        let mut offsets: Offsets = [[0; 4]; MAX_LANES];
        let (mut private, mut private_offsets) = (0, [0; MAX_LANES]);
        for lane in self.lanes(enabled) {
            let address = read(file, start + lane * QWORD, QWORD as u32);
            if let Some(offset) = private_offset(address) {
                private |= 1 << lane;
                private_offsets[lane] = offset;
            }
            if let Some((entry, offset)) = Environment::locate(address) {
                entries[lane] = Some(entry);
                offsets[lane] = (offset as u32).to_le_bytes();
            }
        }
        if private != 0 {
            self.private(thread, file, private, &private_offsets);
        }
        let mut left = enabled & !private;
        while left != 0 {
            let entry = entries[left.trailing_zeros() as usize];
            let same = self.lanes(left).filter(|lane| entries[*lane] == entry).fold(0, |all, lane| all | 1 << lane);
            left &= !same;
            if entry.is_some() {
                self.at_offsets(engine, thread, file, same, entry, &offsets)?;
            } else if self.op.reads() {
                for rank in 0..self.channels.len() {
                    self.lanes(same).for_each(|lane| write(file, self.register(rank, lane), DWORD, 0));
                }
            }
        }
        Ok(())
    }

    fn lanes(&self, enabled: u32) -> impl Iterator<Item = usize> + use<> {
        (0..usize::from(self.exec.lanes)).filter(move |lane| enabled & 1 << lane != 0)
    }

    fn dword(&self, file: &[u8], part: usize, lane: usize) -> u32 {
        self.address[part].map_or(0, |start| read(file, start + lane * DWORD as usize, DWORD) as u32)
    }

    /// Where the dword of a channel (by its rank) and lane is in the registers.
    fn register(&self, rank: usize, lane: usize) -> usize {
        let dwords = self.stride / DWORD as usize;
        self.data + rank / dwords * self.step + lane * self.stride + rank % dwords * DWORD as usize
    }

    /// A read by byte offsets of the buffer at an entry or, without one, of local memory.
    fn read(
        &self,
        engine: &mut Engine<'_, '_>,
        thread: &mut Thread,
        file: &mut [u8],
        enabled: u32,
        entry: Option<u32>,
        offsets: &[[u8; 4]],
    ) -> Result<(), Trap> {
        let first_byte = entry.map_or(0, |entry| engine.memory.environment().first_byte(entry));
        let offset = |lane: usize, channel: u8| {
            let in_buffer = u64::from(u32::from_le_bytes(offsets[lane])) + u64::from(u32::from(channel) * DWORD);
            in_buffer.wrapping_sub(first_byte)
        };
        let logged = entry.filter(|_| !self.op.is_block());
        if let (Some(entry), Some(log)) = (logged, engine.memory.access_log()) {
            // A block, and the last channels of a lane, may have more than the source loads.
            let first = self.channels.first().copied().unwrap_or_default();
            self.lanes(enabled).for_each(|lane| log.load(thread.start.items[0], entry, offset(lane, first)));
        }
        let aligned = self.aligned(offsets, enabled);
        let memory = match entry {
            // What no lane accesses is not asked whether it is a buffer.
            _ if aligned == 0 => &[],
            Some(entry) => engine.memory.environment().buffer(entry)?,
            None => engine.local.as_slice(),
        };
        for (rank, channel) in self.channels.iter().enumerate() {
            for lane in self.lanes(enabled) {
                let undefined = thread.fill.next_bits();
                let is_aligned = aligned >> lane & 1 == 1;
                let found =
                    if is_aligned { read_element(memory, offset(lane, *channel), self.bytes) } else { undefined };
                // The upper bytes of a narrow read are undefined (GATHER_SCALED, Dst).
                let defined = u64::MAX >> (64 - 8 * self.bytes);
                let bits = found & defined | undefined & !defined;
                write(file, self.register(rank, lane), DWORD, bits);
            }
        }
        self.poison_rest(thread, file);
        Ok(())
    }

    /// A write likewise.
    fn write(
        &self,
        engine: &mut Engine<'_, '_>,
        thread: &mut Thread,
        file: &mut [u8],
        enabled: u32,
        entry: Option<u32>,
        offsets: &[[u8; 4]],
    ) -> Result<(), Trap> {
        let aligned = self.aligned(offsets, enabled);
        if aligned == 0 {
            return Ok(());
        }
        let active = thread.lanes.active;
        let first_byte = entry.map_or(0, |entry| engine.memory.environment().first_byte(entry));
        let mut writes = match entry {
            Some(entry) if engine.defers => thread.log.writes(engine.memory.environment(), entry)?,
            Some(entry) => engine.memory.writes(entry)?,
            None => Writes::Local(&mut engine.local),
        };
        let items = &thread.start.items;
        for (rank, channel) in self.channels.iter().enumerate() {
            let add = u64::from(u32::from(*channel) * DWORD).wrapping_sub(first_byte);
            let mut halves = [[0; 4]; MAX_LANES];
            let values = if self.stride == DWORD as usize {
                self.elements(file, Some(self.register(rank, 0)))
            } else {
                for (lane, half) in halves.iter_mut().enumerate().take(self.exec.lanes.into()) {
                    *half = (read(file, self.register(rank, lane), DWORD) as u32).to_le_bytes();
                }
                &halves[..self.exec.lanes.into()]
            };
            let mut write = |items: &[u32]| {
                let dwords = Dwords { lanes: aligned, add, offsets, values, items };
                if self.bytes == DWORD as usize {
                    return writes.write_dwords(&dwords);
                }
                dwords.each(|offset, value, item| {
                    writes.write(offset, self.bytes, u32::from_le_bytes(value).into(), item);
                });
            };
            if self.exec.nomask {
                // The lanes of the message write for each lane that is active.
                let active = (0..MAX_LANES).filter(|lane| active >> lane & 1 == 1);
                active.for_each(|lane| write(&[items[lane]; MAX_LANES]));
            } else {
                write(&items[usize::from(self.exec.first)..]);
            }
        }
        Ok(())
    }

    /// The elements of an operand that begins at an address, by lane.
    fn elements<'f>(&self, file: &'f [u8], address: Option<usize>) -> &'f [[u8; 4]] {
        let found = address.and_then(|start| file.get(start..)).unwrap_or_default().as_chunks().0;
        found.get(..self.exec.lanes.into()).unwrap_or_default()
    }

    /// The enabled lanes whose offsets are aligned, as bits.
    fn aligned(&self, offsets: &[[u8; 4]], enabled: u32) -> u32 {
        let rest = self.op.address_alignment() - 1;
        let all = offsets.iter().fold(0, |all, offset| all | u32::from_le_bytes(*offset));
        if all & rest == 0 {
            return enabled;
        }
        let is_aligned = |lane: &usize| u32::from_le_bytes(offsets[*lane]) & rest == 0;
        self.lanes(enabled).filter(is_aligned).fold(0, |aligned, lane| aligned | 1 << lane)
    }

    fn typed(
        &self,
        engine: &mut Engine<'_, '_>,
        thread: &mut Thread,
        file: &mut [u8],
        enabled: u32,
        entry: u32,
    ) -> Result<(), Trap> {
        engine.parameters.clear();
        for (part, role) in [Role::U, Role::V, Role::R, Role::Lod].into_iter().enumerate() {
            if let Some(words) = engine.parameters.words_mut(role) {
                for (lane, word) in words.iter_mut().take(usize::from(self.exec.lanes)).enumerate() {
                    *word = self.dword(file, part, lane);
                }
            }
        }
        if self.op.reads()
            && let Some(mut log) = engine.memory.take_access_log()
        {
            let items = thread.items(self.exec);
            self.lanes(enabled).for_each(|lane| log.typed_read(entry, &engine.parameters, lane, items));
            engine.memory.set_access_log(Some(log));
        }
        for lane in self.lanes(enabled) {
            if self.op.reads() {
                let texel = engine.memory.environment().read_typed(entry, &engine.parameters, lane)?;
                for (rank, channel) in self.channels.iter().enumerate() {
                    let value = u64::from(texel[usize::from(*channel)]);
                    write(file, self.register(rank, lane), DWORD, value);
                }
            } else {
                let mut texel = [0; 4];
                for (rank, channel) in self.channels.iter().enumerate() {
                    texel[usize::from(*channel)] = read(file, self.register(rank, lane), DWORD) as u32;
                }
                let item = thread.start.items[(usize::from(self.exec.first) + lane) % MAX_LANES];
                let texel = Texel { entry, parameters: &engine.parameters, lane, texel, mask: self.mask, item };
                if engine.defers {
                    thread.log.write_typed(engine.memory.environment(), &texel)?;
                } else {
                    engine.memory.write_typed(&texel)?;
                }
            }
        }
        if self.op.reads() {
            self.poison_rest(thread, file);
        }
        Ok(())
    }

    /// What is behind the last lane of a channel in its registers is undefined (GATHER4_SCALED, Dst).
    fn poison_rest(&self, thread: &mut Thread, file: &mut [u8]) {
        let used = usize::from(self.exec.lanes) * self.stride;
        for rank in 0..self.channels.len() / (self.stride / DWORD as usize) {
            let start = self.data + rank * self.step;
            if let Some(rest) = file.get_mut(start + used..start + self.step) {
                thread.fill.overwrite(rest);
            }
        }
    }
}
