//! Atomic operations of all lanes on one address.
//!
//! Rule: where every active lane of a thread adds to one address, or subtracts from it, what they add is summed up and
//! added once, and each lane finds what was there and what the lanes before it have added. Other operations that combine
//! values in any order, `and`, `or`, `xor`, minima and maxima, are carried out once where nothing reads what they find.
//!
//! Intel's compiler has the same rule (`EmitPass::IsUniformAtomic`), but adds floats, too: their sum depends on its order.
//! The lanes of a thread may be executed in any order; that of their numbers is one.

use texvisa_ir::texture::{
    AtomicOp, CombinedLanes, InstData, InstId, Kernel, MemoryAccess, MemoryId, MemoryKind, MemoryOp, Op, Type, Value,
};

use crate::insert::{Inserter, plain, rebuild};
use crate::reads::Reads;
use crate::remark::Remarks;
use crate::uniformity::{Uniformity, analyze_alone};

/// Carries out once what all lanes do with one address; returns whether there was such an operation. `reads` says which
/// results are read.
pub fn combine_atomics(kernel: &mut Kernel, reads: &Reads, remarks: &mut Remarks) -> bool {
    let insts = kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts);
    if insts.filter_map(|inst| combinable(kernel, *inst, reads)).next().is_none() {
        return false;
    }
    let Some(uniformity) = analyze_alone(kernel) else { return false };
    let mut any = false;
    rebuild(kernel, |inserter, inst| {
        if let Some(atomic) = combinable(inserter.kernel, inst, reads)
            && has_one_address(inserter.kernel, atomic.memory, &uniformity)
        {
            combine(inserter, inst, &atomic);
            remarks.add(inserter.kernel, "combine_atomics", inst, || "all lanes access one address".to_owned());
            any = true;
        }
        inserter.keep(inst);
    });
    any
}

/// An atomic operation that combines the values of several lanes.
struct Combinable {
    memory: MemoryId,
    op: AtomicOp,
    /// What combines their values.
    combine: Op,
    value: Value,
    /// Whether something reads what it finds.
    is_read: bool,
}

fn combinable(kernel: &Kernel, inst: InstId, reads: &Reads) -> Option<Combinable> {
    let InstData::Memory(memory) = kernel.insts[inst] else { return None };
    let MemoryOp { kind, values, .. } = &kernel.memories[memory];
    let MemoryAccess::Atomic(op) = kind.access else { return None };
    let (combine, value) = (op.combining()?, *values.first()?);
    let is_read = kernel.result(inst).is_some_and(|result| reads.is_read(result));
    let adds = matches!(op, AtomicOp::Add | AtomicOp::Sub);
    let fits = kind.space.has_atomic_once() && kernel.ty(value) == Type::I32 && (adds || !is_read);
    fits.then_some(Combinable { memory, op, combine, value, is_read })
}

/// Whether all lanes access one address of one surface.
pub(super) fn has_one_address(kernel: &Kernel, memory: MemoryId, uniformity: &Uniformity) -> bool {
    let op = &kernel.memories[memory];
    let index = op.surface.and_then(|surface| surface.index);
    op.address.iter().map(|(_, address)| *address).chain(index).all(|value| uniformity.is_uniform(value))
}

/// Puts the operation on what all lanes have in place of `inst`, or before it where that becomes what each lane finds.
fn combine(inserter: &mut Inserter<'_>, inst: InstId, atomic: &Combinable) {
    let Combinable { memory, op, combine, value, is_read } = *atomic;
    let across = |lanes| combine.combining(lanes);
    let (Some(reduce), Some(scan)) = (across(CombinedLanes::All), across(CombinedLanes::BeforeOwn)) else { return };
    let all = inserter.op(reduce, &[value], Type::I32);
    let mut once = inserter.kernel.memories[memory].clone();
    once.kind = MemoryKind { access: MemoryAccess::AtomicOnce(op), ..once.kind };
    once.values[0] = all;
    let once = InstData::Memory(inserter.kernel.memories.push(once));
    if !is_read {
        inserter.kernel.insts[inst] = once;
        return;
    }
    let found = inserter.append(once, Type::I32);
    let before = inserter.op(scan, &[value], Type::I32);
    let step = if op == AtomicOp::Sub { Op::Sub } else { combine };
    inserter.kernel.insts[inst] = plain(step, &[found, before]);
}
