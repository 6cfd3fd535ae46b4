//! Buffers, typed surfaces, pointers, local and private memory.
//!
//! An element whose address is not aligned as the operation needs it ([`MemoryOp::alignment`]) is undefined. Lanes access
//! memory in rising order, but for atomic operations in the order that is asked for ([`LaneOrder`](super::LaneOrder)).

use texvisa_ir::texture::{AtomicOp, InstId, MemoryAccess, MemoryOp, MemorySpace, Role, Scalar};

use super::{Engine, Failure, InterpretedThread, Lanes, each_lane};
use crate::environment::{AccessError, BUFFER_SPAN, Environment};
use crate::float::{canonical_f32, larger_f32, smaller_f32};
use crate::local::local_offset;
use crate::private::{private_offset, scratch_offset};
use crate::taint::ElementLocation;
use crate::unit::MAX_LANES;
use crate::writers::ATOMIC_ITEM;

/// The most bytes that are read or written at once.
const DWORD: usize = 4;

impl InterpretedThread<'_> {
    pub(super) fn memory(
        &mut self,
        engine: &mut Engine<'_>,
        inst: InstId,
        op: &MemoryOp,
        mask: u32,
    ) -> Result<(), Failure> {
        let entries = match op.surface {
            Some(surface) => self.entries(engine, self.program.module.surfaces[surface.surface].binding, surface.index),
            None => [0; MAX_LANES],
        };
        if op.kind.space == MemorySpace::Typed {
            return self.typed(engine, inst, op, mask, &entries);
        }
        let is_block = op.kind.access.is_block();
        let mut offsets = match (op.address(Role::X), op.address(Role::Low), op.address(Role::High)) {
            (Some(address), ..) => self.read(engine, address, 0),
            (None, Some(low), Some(high)) => {
                let (low, high) = (self.read(engine, low, 0), self.read(engine, high, 0));
                std::array::from_fn(|lane| low[lane] | high[lane] << 32)
            }
            _ => return Ok(()),
        };
        if is_block {
            if mask != self.thread.active {
                return Err(AccessError::PartOfThread { active: mask, all: self.thread.active }.into());
            }
            offsets = [offsets[0]; MAX_LANES];
        }
        let in_buffer =
            |entry, offset: u64| Address::Buffer(entry, offset.wrapping_sub(engine.environment.first_byte(entry)));
        let find = |lane: usize, offset: u64| match op.kind.space {
            MemorySpace::Local => Address::Local(local_offset(offset as u32).into()),
            MemorySpace::Scratch => Address::Private(scratch_offset(offset as u32)),
            MemorySpace::Pointer => match (Environment::locate(offset), private_offset(offset)) {
                (Some((entry, offset)), _) => in_buffer(entry, offset),
                (None, Some(offset)) => Address::Private(offset),
                (None, None) => Address::Nowhere,
            },
            MemorySpace::Raw | MemorySpace::Typed => in_buffer(entries[lane], offset),
        };
        let moved = op.values.first().copied().or(self.program.kernel.result(inst));
        let ty = moved.map(|value| self.program.kernel.ty(value));
        let mut addresses =
            Addresses { first: std::array::from_fn(|lane| find(lane, offsets[lane])), further: Vec::new() };
        if let Some(ty) = ty.filter(|_| op.is_unaligned()) {
            let offset_bits = if op.kind.space == MemorySpace::Pointer { u64::MAX } else { u32::MAX.into() };
            for element in 1..u64::from(ty.lanes) {
                let behind = element * u64::from(ty.scalar.bytes());
                let offset = |lane: usize| offsets[lane].wrapping_add(behind) & offset_bits;
                addresses.further.push(std::array::from_fn(|lane| find(lane, offset(lane))));
            }
        }
        if matches!(op.kind.space, MemorySpace::Raw | MemorySpace::Local)
            && addresses.further.is_empty()
            && let Some(ty) = ty.filter(|ty| ty.lanes > 1 || is_block)
        {
            let rows = if is_block { self.simd.lanes() } else { 1 };
            let bytes = u32::from(ty.lanes) * rows * ty.scalar.bytes();
            let alignment = op.alignment(ty.scalar.bytes());
            let passes = |lane: &usize| {
                offsets[*lane] + u64::from(bytes) > 1 << 32 && addresses.first[*lane].is_aligned(alignment)
            };
            if let Some(lane) = each_lane(mask).find(passes) {
                return Err(AccessError::PassesEnd { offset: offsets[lane] as u32, bytes }.into());
            }
        }
        match op.kind.access {
            MemoryAccess::Load | MemoryAccess::LoadBlock => self.load(engine, inst, op, mask, &addresses),
            MemoryAccess::Store => self.store(engine, op, mask, &addresses),
            MemoryAccess::StoreBlock => self.store_block(engine, op, mask, &addresses.first),
            MemoryAccess::Atomic(atomic) => self.atomic(engine, inst, op, atomic, mask, &addresses.first),
            MemoryAccess::AtomicOnce(atomic) => {
                // The first lane, for all.
                self.atomic(engine, inst, op, atomic, mask & mask.wrapping_neg(), &addresses.first)?;
                if let Some(result) = self.program.kernel.result(inst)
                    && mask != 0
                {
                    if self.loaded_taint != 0 {
                        self.loaded_taint = mask;
                    }
                    let found = self.read(engine, result, 0)[mask.trailing_zeros() as usize];
                    self.assign(result, 0, mask, &[found; MAX_LANES]);
                }
                Ok(())
            }
        }
    }

    fn load(
        &mut self,
        engine: &mut Engine<'_>,
        inst: InstId,
        op: &MemoryOp,
        mask: u32,
        addresses: &Addresses,
    ) -> Result<(), Failure> {
        let Some(result) = self.program.kernel.result(inst) else { return Ok(()) };
        let ty = self.program.kernel.ty(result);
        let bytes = ty.scalar.bytes() as usize;
        let alignment = op.alignment(ty.scalar.bytes());
        let is_by_pointer = op.kind.space == MemorySpace::Pointer;
        // A block has rows of an element for each lane.
        let is_block = op.kind.access.is_block();
        let row = if is_block { self.simd.lanes() as usize } else { 1 };
        for element in 0..usize::from(ty.lanes) {
            let mut lanes = [0; MAX_LANES];
            let behind = |lane: usize| (element * row + if is_block { lane } else { 0 }) * bytes;
            self.taint_loads(engine, mask, bytes, |lane| addresses.element(lane, element, behind(lane)).location());
            for lane in each_lane(mask) {
                let address = addresses.element(lane, element, behind(lane));
                let is_in_one = match address {
                    Address::Buffer(entry, offset) => {
                        let offset = offset.wrapping_add(engine.environment.first_byte(entry));
                        if is_by_pointer { offset + 8 <= BUFFER_SPAN } else { u32::try_from(offset).is_ok() }
                    }
                    _ => true,
                };
                if let Some(log) = engine.environment.log() {
                    let thread = self.thread.items[0];
                    match address {
                        Address::Buffer(entry, offset) if is_in_one => {
                            log.load(thread, entry, offset);
                            log.load(thread, entry, offset.wrapping_add(bytes as u64 - 1));
                        }
                        // Another element may be in a buffer, this one in the next, or, as offsets wrap, at the start.
                        Address::Buffer(..) | Address::Nowhere => log.has_lost_loads = true,
                        Address::Local(_) | Address::Private(_) => {}
                    }
                }
                engine.met_undefined = false;
                lanes[lane] = if addresses.first[lane].is_aligned(alignment) {
                    self.read_memory(engine, address, bytes, lane)?
                } else {
                    engine.undef.next_bits() & ty.scalar.mask()
                };
                self.loaded_taint |= u32::from(engine.met_undefined) << lane;
            }
            self.assign(result, element, mask, &lanes);
        }
        Ok(())
    }

    fn store(
        &mut self,
        engine: &mut Engine<'_>,
        op: &MemoryOp,
        mask: u32,
        addresses: &Addresses,
    ) -> Result<(), Failure> {
        let Some(value) = op.values.first().copied() else { return Ok(()) };
        let ty = self.program.kernel.ty(value);
        let bytes = ty.scalar.bytes() as usize;
        let alignment = op.alignment(ty.scalar.bytes());
        let Addresses { first: places, .. } = addresses;
        let first = places[mask.trailing_zeros() as usize % MAX_LANES];
        let has_one_address = mask.count_ones() > 1 && each_lane(mask).all(|lane| places[lane] == first);
        for element in 0..usize::from(ty.lanes) {
            let lanes = self.read(engine, value, element);
            let logged = engine.environment.log().map(|log| log.stores.len());
            self.taint_stores(engine, op, mask, bytes, |lane| {
                addresses.element(lane, element, element * bytes).location()
            });
            for lane in each_lane(mask) {
                let address = addresses.element(lane, element, element * bytes);
                if !places[lane].is_aligned(alignment) {
                    self.poison_memory(engine, address, bytes, lane);
                    continue;
                }
                // Lanes that write the same to one place of private memory do so at once.
                let agrees = |other: usize| places[other] == places[lane] && lanes[other] == lanes[lane];
                let together = match address {
                    Address::Private(_) => mask & super::lanes_where(agrees),
                    _ => 1 << lane,
                };
                if together.trailing_zeros() as usize == lane {
                    self.write_memory(engine, address, bytes, lanes[lane], lane, together)?;
                }
            }
            if let Some(taint) = &mut engine.taint {
                for lane in each_lane(mask) {
                    let differs = |other: usize| places[other] == places[lane] && lanes[other] != lanes[lane];
                    if each_lane(mask).any(differs) {
                        taint.contest(addresses.element(lane, element, element * bytes).location(), bytes);
                    }
                }
            }
            let differs = |lane: usize| lanes[lane] != lanes[mask.trailing_zeros() as usize];
            if has_one_address
                && each_lane(mask).any(differs)
                && let (Some(log), Some(logged)) = (engine.environment.log(), logged)
            {
                log.contest(logged);
            }
        }
        Ok(())
    }

    /// A row of the lanes for each element. What lanes without a work item write is open, and so is everything where the
    /// address is not aligned.
    fn store_block(
        &mut self,
        engine: &mut Engine<'_>,
        op: &MemoryOp,
        mask: u32,
        addresses: &[Address; MAX_LANES],
    ) -> Result<(), Failure> {
        let Some(value) = op.values.first().copied() else { return Ok(()) };
        let ty = self.program.kernel.ty(value);
        let (bytes, row) = (ty.scalar.bytes() as usize, self.simd.lanes() as usize);
        let is_aligned = addresses[0].is_aligned(op.alignment(ty.scalar.bytes()));
        for element in 0..usize::from(ty.lanes) {
            let lanes = self.read(engine, value, element);
            let place = |lane: usize| addresses[0].element((element * row + lane) * bytes);
            self.taint_stores(engine, op, mask, bytes, |lane| place(lane).location());
            for (lane, bits) in lanes.into_iter().enumerate().take(row) {
                if is_aligned && mask >> lane & 1 == 1 {
                    // The thread stores, and with it each of its work items.
                    for item in each_lane(mask) {
                        self.write_memory(engine, place(lane), bytes, bits, item, 1 << item)?;
                    }
                } else {
                    self.poison_memory(engine, place(lane), bytes, lane);
                }
            }
        }
        Ok(())
    }

    fn atomic(
        &mut self,
        engine: &mut Engine<'_>,
        inst: InstId,
        op: &MemoryOp,
        atomic: AtomicOp,
        mask: u32,
        addresses: &[Address; MAX_LANES],
    ) -> Result<(), Failure> {
        let Some(result) = self.program.kernel.result(inst) else { return Ok(()) };
        let scalar = self.program.kernel.ty(result).scalar;
        let bytes = scalar.bytes() as usize;
        let mut operands = [[0; MAX_LANES]; 2];
        for (operand, value) in operands.iter_mut().zip(&op.values) {
            *operand = self.read(engine, *value, 0);
        }
        let mut found: Lanes = [0; MAX_LANES];
        let mut earlier = 0;
        for lane in engine.order.lanes(mask) {
            let address = addresses[lane];
            let is_aligned = address.is_aligned(op.alignment(scalar.bytes()));
            // What a lane finds depends on what another has left.
            self.taint_loads(engine, 1 << lane, bytes, |_| address.location());
            self.taint_stores(engine, op, 1 << lane, bytes, |_| address.location());
            engine.met_undefined = false;
            // No memory keeps what earlier lanes have added to an address outside. Whether a lane finds it all the same is
            // open: it does where one operation serves all lanes (`MemoryAccess::AtomicOnce`).
            let adds = matches!(atomic, AtomicOp::Add | AtomicOp::Sub);
            if adds && is_aligned && engine.is_outside(address, bytes)? {
                let same = each_lane(earlier).filter(|other| addresses[*other] == address);
                let sum = same.fold(0u64, |sum, other| sum.wrapping_add(operands[0][other])) & scalar.mask();
                found[lane] = if sum == 0 { 0 } else { engine.undef.next_bits() & scalar.mask() };
                earlier |= 1 << lane;
                continue;
            }
            if !is_aligned {
                found[lane] = engine.undef.next_bits() & scalar.mask();
                engine.poison(address, bytes, ATOMIC_ITEM);
                continue;
            }
            let before = engine.read(address, bytes, ATOMIC_ITEM)?;
            let after = combine(atomic, scalar, before, operands[0][lane], operands[1][lane]);
            engine.write(address, bytes, after, ATOMIC_ITEM)?;
            self.loaded_taint |= u32::from(engine.met_undefined) << lane;
            found[lane] = before;
        }
        self.assign(result, 0, mask, &found);
        Ok(())
    }

    /// Reads an element for a lane.
    fn read_memory(
        &mut self,
        engine: &mut Engine<'_>,
        address: Address,
        bytes: usize,
        lane: usize,
    ) -> Result<u64, Failure> {
        let Address::Private(offset) = address else { return engine.read(address, bytes, self.thread.items[lane]) };
        let (found, defined) = self.private.read(offset, bytes, lane);
        engine.met_undefined |= defined != u64::MAX;
        Ok(if defined == u64::MAX { found } else { found | engine.undef.next_bits() & !defined })
    }

    /// Writes an element for a lane; to private memory for all lanes of `together`, as bits.
    fn write_memory(
        &mut self,
        engine: &mut Engine<'_>,
        address: Address,
        bytes: usize,
        value: u64,
        lane: usize,
        together: u32,
    ) -> Result<(), Failure> {
        match address {
            Address::Private(offset) => Ok(self.private.write(offset, bytes, value, together)?),
            _ => engine.write(address, bytes, value, self.thread.items[lane]),
        }
    }

    /// Poisons the dwords that an unaligned access of a lane may touch.
    fn poison_memory(&mut self, engine: &mut Engine<'_>, address: Address, bytes: usize, lane: usize) {
        match address {
            Address::Private(offset) => self.private.poison(first_dword(offset), bytes.max(DWORD) + DWORD),
            _ => engine.poison(address, bytes, self.thread.items[lane]),
        }
    }

    fn typed(
        &mut self,
        engine: &mut Engine<'_>,
        inst: InstId,
        op: &MemoryOp,
        mask: u32,
        entries: &[u32; MAX_LANES],
    ) -> Result<(), Failure> {
        engine.scratch.parameters.clear();
        for (role, value) in &op.address {
            let lanes = self.read(engine, *value, 0);
            if let Some(words) = engine.scratch.parameters.words_mut(*role) {
                *words = lanes.map(|bits| bits as u32);
            }
        }
        if op.kind.access != MemoryAccess::Store {
            // Any texel may be read.
            self.taint_loads(engine, mask, usize::MAX, |lane| ElementLocation::Resource(entries[lane], 0));
        }
        let is_followed = engine.taint.is_some() || self.program.samples_what_it_writes;
        if op.kind.access != MemoryAccess::Load && is_followed {
            let parameters = &engine.scratch.parameters;
            let mut texels = [ElementLocation::Nowhere; MAX_LANES];
            let mut bytes = 0;
            for lane in each_lane(mask) {
                let entry = entries[lane];
                if let Some(offset) = engine.environment.texel_offset(entry, parameters, lane)? {
                    texels[lane] = ElementLocation::Resource(entry, offset as u64);
                    bytes = engine.environment.surface(entry)?.format().bytes();
                    engine.unflushed.write(entry, offset, bytes, self.thread.items[0]);
                }
            }
            self.taint_stores(engine, op, mask, bytes, |lane| texels[lane]);
        }
        let parameters = &engine.scratch.parameters;
        if let (MemoryAccess::Atomic(atomic), Some(result)) = (op.kind.access, self.program.kernel.result(inst)) {
            let mut operands = [[0; MAX_LANES]; 2];
            for (operand, value) in operands.iter_mut().zip(&op.values) {
                *operand = self.read(engine, *value, 0);
            }
            let mut found: Lanes = [0; MAX_LANES];
            for lane in engine.order.lanes(mask) {
                let [value, second] = operands.map(|operand| operand[lane]);
                let update = |before: u32| combine(atomic, Scalar::I32, before.into(), value, second) as u32;
                let parameters = &engine.scratch.parameters;
                let (entry, item) = (entries[lane], ATOMIC_ITEM);
                found[lane] = engine.environment.update_typed(entry, parameters, lane, item, update)?.into();
            }
            self.assign(result, 0, mask, &found);
            return Ok(());
        }
        if let Some(result) = self.program.kernel.result(inst) {
            let mut channels = [[0; MAX_LANES]; 4];
            if let Some(mut log) = engine.environment.take_log() {
                each_lane(mask).for_each(|lane| log.typed_read(entries[lane], parameters, lane, self.items()));
                engine.environment.set_log(Some(log));
            }
            for lane in each_lane(mask) {
                let texel = engine.environment.read_typed(entries[lane], parameters, lane)?;
                for (channel, value) in channels.iter_mut().zip(texel) {
                    channel[lane] = u64::from(value);
                }
            }
            for (element, lanes) in channels.iter().enumerate() {
                self.assign(result, element, mask, lanes);
            }
            return Ok(());
        }
        let Some(value) = op.values.first().copied() else { return Ok(()) };
        let channels: [Lanes; 4] = std::array::from_fn(|element| self.read(engine, value, element));
        for lane in each_lane(mask) {
            let texel = channels.map(|channel| channel[lane] as u32);
            let (item, parameters) = (self.thread.items[lane], &engine.scratch.parameters);
            engine.environment.write_typed(entries[lane], parameters, lane, texel, 0xf, item)?;
        }
        Ok(())
    }
}

/// Where the lanes access memory.
struct Addresses {
    /// The address of each lane's first element.
    first: [Address; MAX_LANES],
    /// Those of the further elements where these may be at any byte: each is found on its own, as each is accessed so. The others
    /// are behind the first.
    further: Vec<[Address; MAX_LANES]>,
}

impl Addresses {
    /// The address of a lane's element, which is so many bytes behind the first.
    fn element(&self, lane: usize, element: usize, bytes: usize) -> Address {
        match element.checked_sub(1).and_then(|further| self.further.get(further)) {
            Some(own) => own[lane],
            None => self.first[lane].element(bytes),
        }
    }
}

/// The address of an element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Address {
    /// An offset in what the buffer at a binding table entry holds.
    Buffer(u32, u64),
    /// An offset in the group's local memory.
    Local(u64),
    /// An offset in the thread's private memory.
    Private(u64),
    /// An address without memory.
    Nowhere,
}

impl Address {
    /// Whether the address is a multiple of `alignment` bytes.
    fn is_aligned(self, alignment: u32) -> bool {
        match self {
            Address::Buffer(_, offset) | Address::Local(offset) | Address::Private(offset) => {
                offset.is_multiple_of(alignment.into())
            }
            Address::Nowhere => true,
        }
    }

    /// Where it is, for what depends on undefined bytes.
    fn location(self) -> ElementLocation {
        match self {
            Address::Buffer(entry, offset) => ElementLocation::Resource(entry, offset),
            Address::Local(offset) => ElementLocation::Local(offset),
            Address::Private(_) => ElementLocation::Private,
            Address::Nowhere => ElementLocation::Nowhere,
        }
    }

    /// The address that many bytes further on.
    fn element(self, bytes: usize) -> Address {
        match self {
            // An offset before the first byte that a buffer holds is modulo 2^64.
            Address::Buffer(entry, offset) => Address::Buffer(entry, offset.wrapping_add(bytes as u64)),
            Address::Local(offset) => Address::Local(offset + bytes as u64),
            Address::Private(offset) => Address::Private(offset + bytes as u64),
            Address::Nowhere => Address::Nowhere,
        }
    }
}

impl Engine<'_> {
    /// Whether some of an element has no memory.
    fn is_outside(&self, address: Address, bytes: usize) -> Result<bool, Failure> {
        Ok(match address {
            Address::Buffer(entry, offset) => {
                let length = self.environment.buffer(entry)?.len() as u64;
                offset.checked_add(bytes as u64).is_none_or(|end| end > length)
            }
            Address::Local(offset) => !self.local.has(offset, bytes),
            Address::Private(_) | Address::Nowhere => true,
        })
    }

    /// Reads an element dword by dword; a dword outside the buffer is 0.
    fn read(&mut self, address: Address, bytes: usize, item: u32) -> Result<u64, Failure> {
        let mut bits = 0;
        for start in (0..bytes).step_by(DWORD) {
            let part = match address.element(start) {
                Address::Buffer(entry, offset) => self.environment.read(entry, offset, bytes.min(DWORD))?,
                Address::Local(offset) => {
                    let (found, defined) = self.local.read(offset, bytes.min(DWORD), item);
                    self.met_undefined |= defined != u64::MAX;
                    // Undefined bits are only taken where they are needed.
                    if defined == u64::MAX { found } else { found | self.undef.next_bits() & !defined }
                }
                Address::Private(_) | Address::Nowhere => 0,
            };
            bits |= part << (8 * start);
        }
        Ok(bits)
    }

    /// Writes an element dword by dword; a dword outside the buffer is dropped.
    fn write(&mut self, address: Address, bytes: usize, value: u64, item: u32) -> Result<(), Failure> {
        for start in (0..bytes).step_by(DWORD) {
            let part = value >> (8 * start);
            match address.element(start) {
                Address::Buffer(entry, offset) => {
                    self.environment.write(entry, offset, bytes.min(DWORD), part, item)?;
                }
                Address::Local(offset) => self.local.write(offset, bytes.min(DWORD), part, item)?,
                Address::Private(_) | Address::Nowhere => {}
            }
        }
        Ok(())
    }

    /// Poisons the dwords that an unaligned access may touch.
    fn poison(&mut self, address: Address, bytes: usize, item: u32) {
        match address {
            Address::Buffer(entry, offset) => {
                self.environment.poison(entry, first_dword(offset), bytes.max(DWORD) + DWORD, item)
            }
            Address::Local(offset) => self.local.poison(first_dword(offset), bytes.max(DWORD) + DWORD),
            Address::Private(_) | Address::Nowhere => {}
        }
    }
}

/// The offset of the dword that a byte is in.
const fn first_dword(offset: u64) -> u64 {
    offset & !(DWORD as u64 - 1)
}

fn combine(atomic: AtomicOp, scalar: Scalar, before: u64, value: u64, second: u64) -> u64 {
    let signed = |bits: u64| {
        let unused = 64 - scalar.bits();
        (bits << unused) as i64
    };
    let after = match atomic {
        AtomicOp::Add => before.wrapping_add(value),
        AtomicOp::Sub => before.wrapping_sub(value),
        AtomicOp::And => before & value,
        AtomicOp::Or => before | value,
        AtomicOp::Xor => before ^ value,
        AtomicOp::MinS if signed(value) < signed(before) => value,
        AtomicOp::MaxS if signed(value) > signed(before) => value,
        AtomicOp::MinS | AtomicOp::MaxS => before,
        AtomicOp::MinU => before.min(value),
        AtomicOp::MaxU => before.max(value),
        AtomicOp::Exchange => value,
        AtomicOp::CompareExchange if before == value => second,
        AtomicOp::CompareExchange => before,
        AtomicOp::MinF => smaller_f32(before as u32, value as u32).into(),
        AtomicOp::MaxF => larger_f32(before as u32, value as u32).into(),
        AtomicOp::CompareExchangeF if f32::from_bits(before as u32) == f32::from_bits(value as u32) => second,
        AtomicOp::CompareExchangeF => before,
        AtomicOp::AddF => canonical_f32(f32::from_bits(before as u32) + f32::from_bits(value as u32)).into(),
    };
    after & scalar.mask()
}
