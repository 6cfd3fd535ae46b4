//! Blocks of a hardware thread: a row of its lanes for each element.
//!
//! Rule: a block is loaded or stored by messages of 1, 2, 4 or 8 times 16 bytes (OWORD_LD_UNALIGNED, OWORD_ST), each of whole rows,
//! which lie in registers as they lie in memory. A row of each half of the lanes has to fill registers; where it does not, each
//! element becomes an access of which each lane has an address.
//!
//! Intel's compiler makes the same messages of `intel_sub_group_block_read` and `intel_sub_group_block_write` of a buffer
//! (`EmitPass::emitSimdBlockRead`, `emitSimdBlockWrite`).

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{
    InstData, InstId, Kernel, MemoryAccess, MemoryId, MemoryKind, MemoryOp, Op, Type, Value, ValueList,
};

use crate::insert::{Inserter, rebuild};
use crate::remark::Remarks;

/// The most bytes of a message.
const MOST_BYTES: u32 = 128;

/// Splits blocks into those of one message each, or into accesses of their elements; returns whether there was one.
pub fn split_blocks(kernel: &mut Kernel, target: Target, simd: SimdWidth, remarks: &mut Remarks) -> bool {
    let mut insts = kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts);
    if !insts.any(|inst| block_of(kernel, *inst).is_some()) {
        return false;
    }
    rebuild(kernel, |inserter, inst| {
        let Some((memory, value)) = block_of(inserter.kernel, inst) else { return inserter.keep(inst) };
        let ty = inserter.kernel.ty(value);
        let mut op = inserter.kernel.memories[memory].clone();
        let row = simd.lanes() * ty.scalar.bytes();
        let fills_registers = (row / simd.halves(target)).is_multiple_of(target.platform().grf_bytes);
        let parts = if fills_registers {
            rows_of_messages(u32::from(ty.lanes), row)
        } else {
            op = of_lanes(inserter, &op, ty.scalar.bytes());
            (0..ty.lanes).map(|element| (element.into(), 1)).collect()
        };
        let message = || if fills_registers { "rows are a message" } else { "lanes access elements" }.to_owned();
        remarks.add(inserter.kernel, "split_blocks", inst, message);
        if !op.values.is_empty() {
            for (index, (first, count)) in parts.iter().copied().enumerate() {
                let part = part_of(inserter, value, ty, first as u8, count);
                let moved = MemoryOp { values: std::iter::once(part).collect(), ..behind(inserter, &op, first * row) };
                let memory = InstData::Memory(inserter.kernel.memories.push(moved));
                if index + 1 < parts.len() {
                    inserter.append_without_result(memory);
                } else {
                    inserter.kernel.insts[inst] = memory;
                }
            }
            return inserter.keep(inst);
        }
        let load = |(first, count)| load(inserter, &op, first * row, Type::vector(ty.scalar, count));
        let elements: Vec<Value> = parts.into_iter().flat_map(load).collect();
        if let [element] = elements[..] {
            inserter.op(Op::Bitcast, &[element], ty);
            inserter.replace_with_last(inst);
        } else {
            let elements = ValueList::from_slice(&elements, &mut inserter.kernel.lists);
            inserter.kernel.insts[inst] = InstData::Vector { elements };
        }
        inserter.keep(inst);
    });
    true
}

/// The operation of a block, and what it returns or writes.
fn block_of(kernel: &Kernel, inst: InstId) -> Option<(MemoryId, Value)> {
    let InstData::Memory(id) = kernel.insts[inst] else { return None };
    let op = &kernel.memories[id];
    let value = kernel.result(inst).or(op.values.first().copied())?;
    op.kind.access.is_block().then_some((id, value))
}

/// The first row and the number of rows of each message.
fn rows_of_messages(rows: u32, row_bytes: u32) -> Vec<(u32, u8)> {
    let mut messages = Vec::new();
    let mut first = 0;
    while first < rows {
        let mut count = (MOST_BYTES / row_bytes).max(1);
        while count > rows - first {
            count /= 2;
        }
        messages.push((first, count as u8));
        first += count;
    }
    messages
}

/// The access of each lane's own element in the first row.
fn of_lanes(inserter: &mut Inserter<'_>, op: &MemoryOp, bytes: u32) -> MemoryOp {
    let access = if op.values.is_empty() { MemoryAccess::Load } else { MemoryAccess::Store };
    let mut own = MemoryOp { kind: MemoryKind { access, ..op.kind }, ..op.clone() };
    let mut offset = inserter.op(Op::LaneId, &[], Type::I32);
    if bytes > 1 {
        let bits = inserter.kernel.constant_value(Type::I32, bytes.trailing_zeros().into());
        offset = inserter.op(Op::Shl, &[offset, bits], Type::I32);
    }
    for (_, address) in &mut own.address {
        *address = inserter.op(Op::Add, &[*address, offset], Type::I32);
    }
    own
}

/// The operation so many bytes behind its address.
fn behind(inserter: &mut Inserter<'_>, op: &MemoryOp, bytes: u32) -> MemoryOp {
    let mut moved = op.clone();
    if bytes != 0 {
        let bytes = inserter.kernel.constant_value(Type::I32, bytes.into());
        for (_, address) in &mut moved.address {
            *address = inserter.op(Op::Add, &[*address, bytes], Type::I32);
        }
    }
    moved
}

/// Appends a load of type `ty`, so many bytes behind the address of `op`; returns the elements of its result.
fn load(inserter: &mut Inserter<'_>, op: &MemoryOp, bytes: u32, ty: Type) -> Vec<Value> {
    let moved = behind(inserter, op, bytes);
    let memory = inserter.kernel.memories.push(moved);
    let vector = inserter.append(InstData::Memory(memory), ty);
    if ty.is_scalar() {
        return vec![vector];
    }
    (0..ty.lanes).map(|index| element_of(inserter, vector, ty, index)).collect()
}

fn element_of(inserter: &mut Inserter<'_>, vector: Value, ty: Type, index: u8) -> Value {
    inserter.append(InstData::Extract { vector, index }, Type::scalar(ty.scalar))
}

/// The elements of a value of type `ty` from the element `first` on.
fn part_of(inserter: &mut Inserter<'_>, value: Value, ty: Type, first: u8, count: u8) -> Value {
    if count == ty.lanes {
        return value;
    }
    let elements: Vec<Value> = (first..first + count).map(|index| element_of(inserter, value, ty, index)).collect();
    if let [element] = elements[..] {
        return element;
    }
    let elements = ValueList::from_slice(&elements, &mut inserter.kernel.lists);
    inserter.append(InstData::Vector { elements }, Type::vector(ty.scalar, count))
}
