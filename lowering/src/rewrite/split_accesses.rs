//! Loads and stores of more dwords than one message moves for a lane: of more than four, or of several that may be at any byte.
//!
//! Rule: where lanes differ, such a load becomes loads of four dwords or one, as far as these are read, and their elements a
//! vector; a store becomes stores of one. Where all lanes store the same, one message stores a dword in each of eight lanes.
//! Where all lanes read the same, one message returns a block or, through a pointer and of local memory, a dword in each of eight lanes; such
//! a load is split where the narrowest message has more lanes. A block of local memory begins at a multiple of 16 bytes
//! (OWORD_LD, Offset), so that its offset is such a number, or said to be one; at others, and on platforms without such blocks,
//! eight dwords are a message.

use cranelift_entity::SecondaryMap;
use texvisa_ir::target::Target;
use texvisa_ir::texture::{
    Aligned, InstData, InstId, Kernel, MemoryAccess, MemoryId, MemoryOp, MemorySpace, Op, Role, Type, Value, ValueDef,
    ValueList,
};

use texvisa_ir::visa::DataPortOp;

use crate::insert::{Inserter, rebuild};
use crate::remark::Remarks;
use crate::uniformity::analyze_alone;

/// The most dwords of a lane that a message moves.
const MOST: u8 = 4;

/// The lanes of a message that moves a dword for each, of those behind one address.
pub const SPREAD: u8 = 8;

/// Splits the long loads and stores that are divergent, or that no message of `target` makes; returns whether there was one.
pub fn split_accesses(kernel: &mut Kernel, target: Target, remarks: &mut Remarks) -> bool {
    if !kernel
        .layout
        .iter()
        .flat_map(|block| &kernel.blocks[*block].insts)
        .any(|inst| long_load(kernel, *inst).is_some() || long_store(kernel, *inst).is_some())
    {
        return false;
    }
    let Some(uniformity) = analyze_alone(kernel) else { return false };
    let read = elements_read(kernel);
    let mut any = false;
    rebuild(kernel, |inserter, inst| {
        if let Some((memory, result)) = long_load(inserter.kernel, inst)
            && let is_uniform = uniformity.is_uniform(result)
            && (!is_uniform || !has_message(inserter.kernel, memory, result, target))
        {
            let op = &inserter.kernel.memories[memory];
            let most = if is_uniform && op.kind.space == MemorySpace::Local && !op.is_unaligned() && spreads(target) {
                SPREAD
            } else {
                most(op)
            };
            let elements = split(inserter, memory, inserter.kernel.ty(result), most, read[result]);
            let elements = ValueList::from_slice(&elements, &mut inserter.kernel.lists);
            inserter.kernel.insts[inst] = InstData::Vector { elements };
            remarks.add(inserter.kernel, "split_accesses", inst, || "lanes load different blocks".to_owned());
            any = true;
        }
        if let Some((memory, value)) = long_store(inserter.kernel, inst) {
            let address = &inserter.kernel.memories[memory].address;
            let is_uniform =
                uniformity.is_uniform(value) && address.iter().all(|(_, address)| uniformity.is_uniform(*address));
            if !is_uniform || !spreads(target) {
                split_store(inserter, inst, memory, value);
                let why = if is_uniform { "a message has more lanes than dwords" } else { "lanes store apart" };
                remarks.add(inserter.kernel, "split_accesses", inst, || why.to_owned());
                any = true;
            }
        }
        inserter.keep(inst);
    });
    any
}

/// The elements of each value that are read, in the low bits; all of those that something else than `extract` reads.
fn elements_read(kernel: &Kernel) -> SecondaryMap<Value, u32> {
    let mut read: SecondaryMap<Value, u32> = SecondaryMap::with_capacity(kernel.values.len());
    for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
        match &kernel.insts[*inst] {
            // No load has more than 32 elements; other vectors may.
            InstData::Extract { vector, index } => read[*vector] |= 1u32.checked_shl((*index).into()).unwrap_or(0),
            _ => kernel.for_each_use(*inst, |value| read[value] = u32::MAX),
        }
    }
    read
}

/// The operation and result of a load of more elements than a message returns to a lane.
fn long_load(kernel: &Kernel, inst: InstId) -> Option<(MemoryId, Value)> {
    let InstData::Memory(id) = kernel.insts[inst] else { return None };
    let result = kernel.result(inst).filter(|_| !kernel.memories[id].kind.access.is_block())?;
    (kernel.ty(result).lanes > most(&kernel.memories[id])).then_some((id, result))
}

/// The operation of a store of several dwords that may be at any byte, and what is stored.
fn long_store(kernel: &Kernel, inst: InstId) -> Option<(MemoryId, Value)> {
    let InstData::Memory(id) = kernel.insts[inst] else { return None };
    let op = &kernel.memories[id];
    let value = *op.values.first()?;
    let is_long = op.kind.access == MemoryAccess::Store && op.is_unaligned() && kernel.ty(value).lanes > 1;
    is_long.then_some((id, value))
}

/// Whether one message returns what all lanes load alike: a block, or a dword in each lane.
fn has_message(kernel: &Kernel, memory: MemoryId, result: Value, target: Target) -> bool {
    let op = &kernel.memories[memory];
    let is_spread = spreads(target) && kernel.ty(result).lanes == SPREAD;
    match op.kind.space {
        _ if op.is_unaligned() => spreads(target),
        MemorySpace::Pointer => is_spread,
        MemorySpace::Local => is_spread || is_local_block(kernel, op, target),
        _ => true,
    }
}

/// Whether the narrowest message of `target` has as many lanes as a message that moves a dword for each.
fn spreads(target: Target) -> bool {
    target.platform().native_simd == u32::from(SPREAD)
}

/// Whether several dwords that all lanes load alike are one a lane, in one register, where channels have one each: those of a buffer
/// or of local memory. At an offset that is a number it takes an instruction more: there only those of local memory are, where the
/// registers that it saves are needed.
pub(crate) fn is_loaded_by_lane(kernel: &Kernel, op: &MemoryOp, target: Target, are_needed: bool) -> bool {
    let is_number = || op.address(Role::X).is_some_and(|offset| kernel.constant(offset).is_some());
    let is_kept_apart = || is_number() && !(are_needed && op.kind.space == MemorySpace::Local);
    spreads(target) && matches!(op.kind.space, MemorySpace::Raw | MemorySpace::Local) && !is_kept_apart()
}

/// Whether a load from local memory begins where a block does, on a `target` that has such.
pub(crate) fn is_local_block(kernel: &Kernel, op: &MemoryOp, target: Target) -> bool {
    let unit = u64::from(DataPortOp::OwordLoad.offset_unit());
    let offset = op.address(Role::X).and_then(|offset| kernel.constant(offset));
    let begins_one = offset.map_or(op.aligned == Aligned::Oword, |offset| offset.is_multiple_of(unit));
    target.platform().local_blocks && begins_one && !op.is_unaligned()
}

/// The most elements that a message returns to a lane.
fn most(op: &MemoryOp) -> u8 {
    if op.is_unaligned() { 1 } else { MOST }
}

/// Loads of at most so many elements in place of a load of type `ty`, as far as these are `read`; returns its elements.
fn split(inserter: &mut Inserter<'_>, memory: MemoryId, ty: Type, most: u8, read: u32) -> Vec<Value> {
    let op = inserter.kernel.memories[memory].clone();
    debug_assert!(op.aligned != Aligned::Qword, "64 bits are no long load");
    let part = Type::vector(ty.scalar, most);
    let mut elements = Vec::with_capacity(ty.lanes.into());
    for first in (0..ty.lanes).step_by(part.lanes.into()) {
        let of_part = (1u64 << part.lanes) - 1;
        if u64::from(read) >> first & of_part == 0 {
            let undefined = inserter.kernel.undefined(Type::scalar(ty.scalar));
            elements.extend((0..part.lanes).map(|_| undefined));
            continue;
        }
        let mut moved: MemoryOp = op.clone();
        if first != 0 {
            move_address(inserter, &mut moved, u64::from(first) * u64::from(part.scalar.bytes()));
        }
        let moved = inserter.kernel.memories.push(moved);
        let vector = inserter.append(InstData::Memory(moved), part);
        if part.is_scalar() {
            elements.push(vector);
            continue;
        }
        let scalar = Type::scalar(ty.scalar);
        elements.extend((0..part.lanes).map(|index| inserter.append(InstData::Extract { vector, index }, scalar)));
    }
    elements
}

/// Stores of one element each in place of a store of `value`, the last of them by its own instruction.
fn split_store(inserter: &mut Inserter<'_>, inst: InstId, memory: MemoryId, value: Value) {
    let ty = inserter.kernel.ty(value);
    let scalar = Type::scalar(ty.scalar);
    for index in 0..ty.lanes {
        let mut moved = inserter.kernel.memories[memory].clone();
        moved.values[0] = match element(inserter.kernel, value, index) {
            // It may be the same in all lanes where others are not.
            Some(element) => element,
            None => inserter.append(InstData::Extract { vector: value, index }, scalar),
        };
        if index != 0 {
            move_address(inserter, &mut moved, u64::from(index) * u64::from(scalar.scalar.bytes()));
        }
        let moved = inserter.kernel.memories.push(moved);
        if index + 1 == ty.lanes {
            inserter.kernel.insts[inst] = InstData::Memory(moved);
        } else {
            inserter.append_without_result(InstData::Memory(moved));
        }
    }
}

/// The value that an instruction makes element `index` of a vector of.
fn element(kernel: &Kernel, vector: Value, index: u8) -> Option<Value> {
    let ValueDef::Result(inst, _) = kernel.values[vector].def else { return None };
    let InstData::Vector { elements } = &kernel.insts[inst] else { return None };
    elements.get(index.into(), &kernel.lists)
}

/// Adds bytes to an offset or an address.
fn move_address(inserter: &mut Inserter<'_>, op: &mut MemoryOp, bytes: u64) {
    let mut carry = None;
    for (role, address) in &mut op.address {
        let ty = inserter.kernel.ty(*address);
        *address = match role {
            Role::High => carry.map_or(*address, |carry| inserter.op(Op::Add, &[*address, carry], ty)),
            Role::Low => {
                let by = inserter.kernel.constant_value(ty, bytes);
                let low = inserter.op(Op::AddCarry, &[*address, by], ty);
                if let ValueDef::Result(inst, _) = inserter.kernel.values[low].def {
                    carry = Some(inserter.kernel.push_result(inst, ty));
                }
                low
            }
            _ => match inserter.kernel.constant(*address) {
                Some(number) => inserter.kernel.constant_value(ty, number.wrapping_add(bytes)),
                None => {
                    let by = inserter.kernel.constant_value(ty, bytes);
                    inserter.op(Op::Add, &[*address, by], ty)
                }
            },
        };
    }
}
