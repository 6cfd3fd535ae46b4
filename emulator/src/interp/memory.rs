//! Buffers, typed surfaces and pointers.
//!
//! An element that is not aligned to its size, or to a dword where it is larger, has no defined value: the data port
//! takes aligned addresses (GATHER4_SCALED). Lanes access memory in their order.

use texvisa_ir::texture::{AtomicOp, Inst, MemoryAccess, MemoryOp, MemoryPlace, Role, Scalar};

use super::{Engine, Failure, Lanes, Run, each_lane};
use crate::environment::Environment;
use crate::unit::MAX_LANES;

/// The largest piece that is read or written at once.
const DWORD: usize = 4;

impl Run<'_> {
    pub(super) fn memory(
        &mut self,
        engine: &mut Engine<'_>,
        inst: Inst,
        op: &MemoryOp,
        mask: u32,
    ) -> Result<(), Failure> {
        let entries = match op.surface {
            Some(surface) => self.entries(engine, self.program.module.surfaces[surface.surface].binding, surface.index),
            None => [0; MAX_LANES],
        };
        if op.kind.place == MemoryPlace::Typed {
            return self.typed(engine, inst, op, mask, &entries);
        }
        let Some(address) = op.address(Role::X) else { return Ok(()) };
        let addresses = self.read(engine, address, 0);
        // Where each lane's first element is; `None` where there is no memory.
        let places: [Option<(u32, u64)>; MAX_LANES] = std::array::from_fn(|lane| match op.kind.place {
            MemoryPlace::Pointer => Environment::locate(addresses[lane]),
            _ => Some((entries[lane], addresses[lane])),
        });
        match op.kind.access {
            MemoryAccess::Load => self.load(engine, inst, mask, &places),
            MemoryAccess::Store => self.store(engine, op, mask, &places),
            MemoryAccess::Atomic(atomic) => self.atomic(engine, inst, op, atomic, mask, &places),
        }
    }

    fn load(
        &mut self,
        engine: &mut Engine<'_>,
        inst: Inst,
        mask: u32,
        places: &[Option<(u32, u64)>; MAX_LANES],
    ) -> Result<(), Failure> {
        let Some(result) = self.program.kernel.result(inst) else { return Ok(()) };
        let ty = self.program.kernel.ty(result);
        let bytes = ty.scalar.bytes() as usize;
        for element in 0..usize::from(ty.lanes) {
            let mut lanes = [0; MAX_LANES];
            for lane in each_lane(mask) {
                lanes[lane] = match places[lane] {
                    Some((_, offset)) if !is_aligned(offset, bytes) => engine.fill.next_bits() & ty.scalar.mask(),
                    Some((entry, offset)) => read(engine.environment, entry, offset + (element * bytes) as u64, bytes)?,
                    None => 0,
                };
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
        places: &[Option<(u32, u64)>; MAX_LANES],
    ) -> Result<(), Failure> {
        let Some(value) = op.values.first().copied() else { return Ok(()) };
        let ty = self.program.kernel.ty(value);
        let bytes = ty.scalar.bytes() as usize;
        for element in 0..usize::from(ty.lanes) {
            let lanes = self.read(engine, value, element);
            for lane in each_lane(mask) {
                let Some((entry, offset)) = places[lane] else { continue };
                let start = offset + (element * bytes) as u64;
                if is_aligned(offset, bytes) {
                    write(engine.environment, entry, start, bytes, lanes[lane], self.wave.items[lane])?;
                } else {
                    spoil(engine.environment, entry, start, bytes);
                }
            }
        }
        Ok(())
    }

    fn atomic(
        &mut self,
        engine: &mut Engine<'_>,
        inst: Inst,
        op: &MemoryOp,
        atomic: AtomicOp,
        mask: u32,
        places: &[Option<(u32, u64)>; MAX_LANES],
    ) -> Result<(), Failure> {
        let Some(result) = self.program.kernel.result(inst) else { return Ok(()) };
        let scalar = self.program.kernel.ty(result).scalar;
        let bytes = scalar.bytes() as usize;
        let mut operands = [[0; MAX_LANES]; 2];
        for (operand, value) in operands.iter_mut().zip(&op.values) {
            *operand = self.read(engine, *value, 0);
        }
        let mut found: Lanes = [0; MAX_LANES];
        for lane in each_lane(mask) {
            let Some((entry, offset)) = places[lane] else { continue };
            if !is_aligned(offset, bytes) {
                found[lane] = engine.fill.next_bits() & scalar.mask();
                spoil(engine.environment, entry, offset, bytes);
                continue;
            }
            let before = read(engine.environment, entry, offset, bytes)?;
            let after = combine(atomic, scalar, before, operands[0][lane], operands[1][lane]);
            write(engine.environment, entry, offset, bytes, after, self.wave.items[lane])?;
            found[lane] = before;
        }
        self.assign(result, 0, mask, &found);
        Ok(())
    }

    fn typed(
        &mut self,
        engine: &mut Engine<'_>,
        inst: Inst,
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
        let parameters = &engine.scratch.parameters;
        if let Some(result) = self.program.kernel.result(inst) {
            let mut channels = [[0; MAX_LANES]; 4];
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
            let (item, parameters) = (self.wave.items[lane], &engine.scratch.parameters);
            engine.environment.write_typed(entries[lane], parameters, lane, texel, 0xf, item)?;
        }
        Ok(())
    }
}

fn is_aligned(offset: u64, bytes: usize) -> bool {
    offset.is_multiple_of(bytes.min(DWORD) as u64)
}

/// Reads an element dword by dword, each 0 where it is outside.
fn read(environment: &Environment, entry: u32, offset: u64, bytes: usize) -> Result<u64, Failure> {
    let low = environment.read(entry, offset, bytes.min(DWORD))?;
    let high = if bytes > DWORD { environment.read(entry, offset + DWORD as u64, DWORD)? } else { 0 };
    Ok(low | high << 32)
}

/// Writes an element dword by dword, each dropped where it is outside.
fn write(
    environment: &mut Environment,
    entry: u32,
    offset: u64,
    bytes: usize,
    value: u64,
    item: u32,
) -> Result<(), Failure> {
    environment.write(entry, offset, bytes.min(DWORD), value, item)?;
    if bytes > DWORD {
        environment.write(entry, offset + DWORD as u64, DWORD, value >> 32, item)?;
    }
    Ok(())
}

/// Notes that nothing is known of the dwords that an unaligned access may touch.
fn spoil(environment: &mut Environment, entry: u32, offset: u64, bytes: usize) {
    let start = offset & !(DWORD as u64 - 1);
    environment.spoil(entry, start, bytes.max(DWORD) + DWORD);
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
    };
    after & scalar.mask()
}
