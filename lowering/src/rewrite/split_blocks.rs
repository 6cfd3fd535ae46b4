//! Blocks of a hardware thread: a row of its lanes for each element.
//!
//! Rule: a block is loaded from the address of lane 0 by messages of 1, 2, 4 or 8 times 16 bytes (OWORD_LD_UNALIGNED), each
//! of whole rows, which lie in registers as they lie in memory. A row of each half of the lanes has to fill registers; where it
//! does not, each element becomes a load of which each lane has an address.
//!
//! Intel's compiler makes the same messages of `intel_sub_group_block_read` of a buffer (`EmitPass::emitSimdBlockRead`).

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{
    InstData, InstId, Kernel, MemoryAccess, MemoryId, MemoryKind, MemoryOp, Op, Type, Value, ValueList,
};

use crate::insert::{Inserter, rebuild};
use crate::remark::Remarks;
use crate::uniformity::analyze_alone;

/// The most bytes of a message.
const MOST_BYTES: u32 = 128;

/// Splits blocks into those of one message each, or into loads of their elements; returns whether there was one.
pub fn split_blocks(kernel: &mut Kernel, target: Target, simd: SimdWidth, remarks: &mut Remarks) -> bool {
    let mut insts = kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts);
    if !insts.any(|inst| block_of(kernel, *inst).is_some()) {
        return false;
    }
    let Some(uniformity) = analyze_alone(kernel) else { return false };
    rebuild(kernel, |inserter, inst| {
        let Some((memory, result)) = block_of(inserter.kernel, inst) else { return inserter.keep(inst) };
        let ty = inserter.kernel.ty(result);
        let mut op = inserter.kernel.memories[memory].clone();
        let zero = inserter.kernel.constant_value(Type::I32, 0);
        for (_, address) in op.address.iter_mut().filter(|(_, address)| !uniformity.is_uniform(*address)) {
            *address = inserter.op(Op::Shuffle, &[*address, zero], Type::I32);
        }
        let row = simd.lanes() * ty.scalar.bytes();
        let fills_registers = (row / simd.halves(target)).is_multiple_of(target.platform().grf_bytes);
        let elements: Vec<Value> = if fills_registers {
            let messages = rows_of_messages(u32::from(ty.lanes), row).into_iter();
            let load = |(first, count)| load(inserter, &op, first * row, Type::vector(ty.scalar, count));
            messages.flat_map(load).collect()
        } else {
            let own = of_lanes(inserter, &op, ty.scalar.bytes());
            let load = |element| load(inserter, &own, element * row, Type::scalar(ty.scalar));
            (0..u32::from(ty.lanes)).flat_map(load).collect()
        };
        let message = || if fills_registers { "rows are loaded by messages" } else { "lanes load elements" }.to_owned();
        remarks.add(inserter.kernel, "split_blocks", inst, message);
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

/// The operation and result of a load of a block.
fn block_of(kernel: &Kernel, inst: InstId) -> Option<(MemoryId, Value)> {
    let InstData::Memory(id) = kernel.insts[inst] else { return None };
    (kernel.memories[id].kind.access == MemoryAccess::LoadBlock).then_some((id, kernel.result(inst)?))
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

/// The load of each lane's own element in the first row.
fn of_lanes(inserter: &mut Inserter<'_>, op: &MemoryOp, bytes: u32) -> MemoryOp {
    let mut own = MemoryOp { kind: MemoryKind { access: MemoryAccess::Load, ..op.kind }, ..op.clone() };
    let lane = inserter.op(Op::LaneId, &[], Type::I32);
    let bits = inserter.kernel.constant_value(Type::I32, bytes.trailing_zeros().into());
    let offset = inserter.op(Op::Shl, &[lane, bits], Type::I32);
    for (_, address) in &mut own.address {
        *address = inserter.op(Op::Add, &[*address, offset], Type::I32);
    }
    own
}

/// Appends a load of type `ty`, so many bytes behind the address of `op`; returns the elements of its result.
fn load(inserter: &mut Inserter<'_>, op: &MemoryOp, bytes: u32, ty: Type) -> Vec<Value> {
    let mut moved = op.clone();
    if bytes != 0 {
        let bytes = inserter.kernel.constant_value(Type::I32, bytes.into());
        for (_, address) in &mut moved.address {
            *address = inserter.op(Op::Add, &[*address, bytes], Type::I32);
        }
    }
    let memory = inserter.kernel.memories.push(moved);
    let vector = inserter.append(InstData::Memory(memory), ty);
    if ty.is_scalar() {
        return vec![vector];
    }
    let scalar = Type::scalar(ty.scalar);
    (0..ty.lanes).map(|index| inserter.append(InstData::Extract { vector, index }, scalar)).collect()
}
