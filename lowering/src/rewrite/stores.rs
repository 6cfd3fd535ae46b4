//! Stores of all lanes to one address.
//!
//! Rule: where every active lane of a thread stores to one address, one of their values is stored once: the greatest, as a
//! number without a sign. Whichever remains is as right as another, as nothing orders the stores. Where one message serves
//! all lanes that is no gain, so that it is done where a store is sent for each half of the lanes.
//!
//! Intel's compiler stores what the first active lane has (`EmitPass::UniformCopy`), which it finds by the predicate of the
//! active lanes and reads through an address. It has the same rule at every width.

use smallvec::SmallVec;
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{
    InstData, InstId, Kernel, MemoryAccess, MemoryId, MemorySpace, Op, Scalar, Type, Value, ValueDef,
};

use super::atomics::has_one_address;
use crate::insert::{Inserter, rebuild};
use crate::remark::Remarks;
use crate::uniformity::analyze_alone;

/// Stores once what all lanes store to one address; returns whether there was such a store.
pub fn combine_stores(kernel: &mut Kernel, target: Target, simd: SimdWidth, remarks: &mut Remarks) -> bool {
    if simd.lanes() == simd.exec_lanes(target) {
        return false;
    }
    let mut insts = kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts);
    if !insts.any(|inst| combinable(kernel, *inst).is_some_and(|(memory, _)| may_have_one_address(kernel, memory))) {
        return false;
    }
    let Some(uniformity) = analyze_alone(kernel) else { return false };
    let mut any = false;
    rebuild(kernel, |inserter, inst| {
        if let Some((memory, value)) = combinable(inserter.kernel, inst)
            && !uniformity.is_uniform(value)
            && has_one_address(inserter.kernel, memory, &uniformity)
        {
            let one = greatest(inserter, value);
            let mut once = inserter.kernel.memories[memory].clone();
            once.values[0] = one;
            inserter.kernel.insts[inst] = InstData::Memory(inserter.kernel.memories.push(once));
            remarks.add(inserter.kernel, "combine_stores", inst, || "all lanes store to one address".to_owned());
            any = true;
        }
        inserter.keep(inst);
    });
    any
}

/// The operation and the value of a store that may be made once.
fn combinable(kernel: &Kernel, inst: InstId) -> Option<(MemoryId, Value)> {
    let InstData::Memory(memory) = kernel.insts[inst] else { return None };
    let op = &kernel.memories[memory];
    let value = *op.values.first()?;
    let is_shared = matches!(op.kind.space, MemorySpace::Raw | MemorySpace::Local | MemorySpace::Pointer);
    let ty = kernel.ty(value);
    let fits = ty.is_scalar() && (8..=32).contains(&ty.scalar.bits());
    (op.kind.access == MemoryAccess::Store && is_shared && fits).then_some((memory, value))
}

/// Whether no argument that differs between lanes is found among what the address is computed from. Most stores need no
/// analysis of the kernel.
fn may_have_one_address(kernel: &Kernel, memory: MemoryId) -> bool {
    let mut left: SmallVec<[Value; 16]> = kernel.memories[memory].address.iter().map(|(_, value)| *value).collect();
    for _ in 0..LOOKED_AT {
        let Some(value) = left.pop() else { return true };
        match kernel.values[value].def {
            ValueDef::Argument(argument) if !kernel.arguments[argument as usize].uniform => return false,
            ValueDef::Result(inst, _) => match &kernel.insts[inst] {
                InstData::Plain { op, args } if !op.reads_other_lanes() => {
                    left.extend_from_slice(&args[..op.arity()]);
                }
                InstData::Extract { vector, .. } => left.push(*vector),
                _ => {}
            },
            _ => {}
        }
    }
    true
}

/// How many values are looked at for that.
const LOOKED_AT: usize = 64;

/// The bits of the greatest value of the active lanes, in an integer of the same size.
fn greatest(inserter: &mut Inserter<'_>, value: Value) -> Value {
    let ty = inserter.kernel.ty(value);
    let integer = match ty.scalar {
        Scalar::F32 => Type::I32,
        Scalar::F16 => Type::I16,
        _ => ty,
    };
    let bits = if ty == integer { value } else { inserter.op(Op::Bitcast, &[value], integer) };
    if integer == Type::I32 {
        return inserter.op(Op::ReduceMaxU, &[bits], integer);
    }
    let wide = inserter.op(Op::ZExt, &[bits], Type::I32);
    let greatest = inserter.op(Op::ReduceMaxU, &[wide], Type::I32);
    inserter.op(Op::Trunc, &[greatest], integer)
}
