//! Operands that one message for all lanes alone reads.
//!
//! Rule: where every lane loads one dword, or stores the same at one offset, and an operation of the same block computes the
//! offset or what is stored, and nothing else reads that, the message has one lane. The variable of the operand is its
//! payload: it begins a register. A message of the narrowest execution size takes a copy for each of its lanes. Intel's
//! compiler sends `gather_scaled.4 (M1_NM, 1)` and `scatter_scaled.4 (M1_NM, 1)` for all such accesses. By pointer the message
//! has one lane in any case, and that holds of what is stored alone, as an address has two halves.

use cranelift_entity::EntitySet;
use smallvec::SmallVec;
use texvisa_ir::texture::{InstData, Kernel, MemoryAccess, MemoryOp, MemorySpace, Role, Scalar, Value};

use crate::analyses::Analyses;
use crate::parts::may_be_read_in_place;

/// What an access of one dword sends: the offset, and what is stored; `None` of another operation. `result` is what is loaded.
fn operands(kernel: &Kernel, op: &MemoryOp, result: Option<Value>) -> Option<SmallVec<[Value; 2]>> {
    let is_by_pointer = op.kind.space == MemorySpace::Pointer;
    let is_raw = is_by_pointer || matches!(op.kind.space, MemorySpace::Raw | MemorySpace::Local);
    let moved = match op.kind.access {
        MemoryAccess::Load => result,
        MemoryAccess::Store => op.values.first().copied(),
        _ => None,
    };
    let is_dword = |value: Value| kernel.ty(value).is_scalar() && kernel.ty(value).scalar.bits() == 32;
    if !is_raw || !moved.is_some_and(is_dword) {
        return None;
    }
    let offset = op.address(Role::X).filter(|_| !is_by_pointer);
    Some(offset.into_iter().chain(op.values.iter().copied()).collect())
}

/// The operands that a message for all lanes alone reads.
pub(super) fn lone_operands(kernel: &Kernel, analyses: &Analyses) -> EntitySet<Value> {
    let (mut lone, mut read) = (EntitySet::new(), EntitySet::new());
    let uniformity = &analyses.uniformity;
    if kernel.memories.is_empty() {
        return lone;
    }
    for block in &kernel.layout {
        let mut computed: EntitySet<Value> = EntitySet::new();
        for inst in &kernel.blocks[*block].insts {
            match &kernel.insts[*inst] {
                data @ InstData::Plain { op, .. } if op.result_count() == 1 && !may_be_read_in_place(data) => {
                    let is_dword = |value: &Value| matches!(kernel.ty(*value).scalar, Scalar::I32 | Scalar::F32);
                    let results = kernel.results(*inst).filter(is_dword);
                    computed.extend(results.filter(|result| uniformity.is_uniform(*result)));
                }
                InstData::Memory(id) => {
                    let result = kernel.result(*inst);
                    let Some(operands) = operands(kernel, &kernel.memories[*id], result) else { continue };
                    let address = kernel.memories[*id].address.iter().map(|(_, address)| *address);
                    let mut all = operands.iter().copied().chain(address).chain(result);
                    if all.all(|value| uniformity.is_uniform(value)) {
                        lone.extend(operands.into_iter().filter(|value| computed.contains(*value)));
                        computed.extend(result);
                    }
                }
                _ => {}
            }
        }
    }
    for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
        kernel.for_each_use(*inst, |value| {
            if !read.insert(value) {
                lone.remove(value);
            }
        });
    }
    lone
}
