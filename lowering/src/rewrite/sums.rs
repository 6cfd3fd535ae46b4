//! Sums of three integers, on platforms that add three at once (XeHP_SDV and later).
//!
//! Rule: `add (add a, b), c` becomes `add3 a, b, c` if nothing else reads the inner sum and both are in one block, so
//! that no addition is moved into a loop. A third sum in a row begins the next three. The instruction takes a constant
//! of 16 bits as its last source; a sum with a larger one stays as it is.

use cranelift_entity::{EntitySet, SecondaryMap};
use texvisa_ir::target::Target;
use texvisa_ir::texture::{InstData, InstId, Kernel, Op, Type, Value, ValueDef};

use crate::insert::plain;
use crate::reads::Occurring;
use crate::remark::Remarks;

/// Fuses sums where `target` adds three integers at once; returns whether there was one.
pub fn fuse_sums(kernel: &mut Kernel, occurring: Occurring, target: Target, remarks: &mut Remarks) -> bool {
    if !target.platform().add3 || !occurring.any_op(&[Op::Add]) {
        return false;
    }
    let mut uses: SecondaryMap<Value, u32> = SecondaryMap::with_capacity(kernel.values.len());
    for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
        kernel.for_each_use(*inst, |value| uses[value] += 1);
    }
    let mut any = false;
    let mut fused: EntitySet<InstId> = EntitySet::new();
    for index in 0..kernel.layout.len() {
        let block = kernel.layout[index];
        // The sums of this block so far.
        let mut sums: EntitySet<InstId> = EntitySet::new();
        let mut insts = std::mem::take(&mut kernel.blocks[block].insts);
        for inst in &insts {
            let Some(args) = sum_of_two(kernel, *inst) else { continue };
            let inner = |value: Value| match kernel.values[value].def {
                ValueDef::Result(inner, _) if uses[value] == 1 && sums.contains(inner) => Some(inner),
                _ => None,
            };
            let found = args.iter().position(|arg| inner(*arg).is_some());
            match found.and_then(|index| Some((inner(args[index])?, args[1 - index]))) {
                Some((inner, last)) => {
                    let Some([a, b]) = sum_of_two(kernel, inner) else { continue };
                    let Some(terms) = constant_last(kernel, [a, b, last]) else { continue };
                    kernel.insts[*inst] = plain(Op::AddThree, &terms);
                    fused.insert(inner);
                    sums.remove(inner);
                    any = true;
                    remarks.add(kernel, "sums", *inst, || format!("{target} adds three integers at once"));
                }
                None => _ = sums.insert(*inst),
            }
        }
        insts.retain(|inst| !fused.contains(*inst));
        kernel.blocks[block].insts = insts;
    }
    any
}

/// The operands of a sum of two dwords.
fn sum_of_two(kernel: &Kernel, inst: InstId) -> Option<[Value; 2]> {
    match kernel.insts[inst] {
        InstData::Plain { op: Op::Add, args: [a, b, _] } if kernel.ty(a) == Type::I32 => Some([a, b]),
        _ => None,
    }
}

/// The terms with a constant behind the others; `None` if one is too large for the instruction.
fn constant_last(kernel: &Kernel, mut terms: [Value; 3]) -> Option<[Value; 3]> {
    let constant = |value: &Value| kernel.constant(*value).map(|bits| bits as u32 as i32);
    if terms.iter().filter_map(constant).any(|number| i16::try_from(number).is_err()) {
        return None;
    }
    terms.sort_by_key(|term| constant(term).is_some());
    Some(terms)
}
