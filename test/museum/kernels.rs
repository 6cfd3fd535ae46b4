//! Finds and changes instructions of a kernel.

use texvisa::ir::visa::{Alu, AluOp, DataType, Inst, Raw, SamplerMessage, Src, Storage, Var, VarDecl, VisaKernel};
use texvisa::lowering::Lowered;

/// The sampler message of that number.
pub fn message(kernel: &mut VisaKernel, number: usize) -> &mut SamplerMessage {
    let mut messages = kernel.insts.iter_mut().filter_map(|inst| match inst {
        Inst::Sampler(message) => Some(message),
        _ => None,
    });
    messages.nth(number).unwrap_or_else(|| panic!("no message of number {number}"))
}

/// The arithmetic instruction of that number among those that `suits`.
pub fn alu(kernel: &mut VisaKernel, number: usize, suits: impl Fn(&VisaKernel, &Alu) -> bool) -> &mut Alu {
    let of = |index: &usize| matches!(&kernel.insts[*index], Inst::Alu(alu) if suits(kernel, alu));
    let index = (0..kernel.insts.len()).filter(of).nth(number).unwrap_or_else(|| panic!("number {number}"));
    match &mut kernel.insts[index] {
        Inst::Alu(alu) => alu,
        _ => unreachable!("it was one"),
    }
}

/// Changes the parameters of the message of that number.
pub fn params(kernel: &mut VisaKernel, number: usize, change: impl FnOnce(&mut Vec<Raw>)) {
    let list = message(kernel, number).params;
    let mut raws = kernel.raws(list).to_vec();
    change(&mut raws);
    let list = kernel.push_raws(&raws);
    message(kernel, number).params = list;
}

/// The parameters of the message of that number.
pub fn params_of(kernel: &mut VisaKernel, number: usize) -> Vec<Raw> {
    let list = message(kernel, number).params;
    kernel.raws(list).to_vec()
}

/// The source of the copy that fills a slot of the message of that number.
pub fn slot_source(kernel: &mut VisaKernel, number: usize, slot: usize) -> &mut Src {
    let filled = params_of(kernel, number)[slot].var;
    &mut alu(kernel, 0, |_, alu| alu.op == AluOp::Mov && alu.dst.var == filled).srcs[0]
}

/// Takes an instruction away.
pub fn remove(lowered: &mut Lowered, index: usize) {
    lowered.kernel.insts.remove(index);
    lowered.origins.insts.remove(index);
}

/// The same bytes as `of` with elements of another type.
pub fn alias(kernel: &mut VisaKernel, of: Var, ty: DataType) -> Var {
    let decl = VarDecl { ty, storage: Storage::Alias { of }, ..kernel.vars[of] };
    kernel.vars.push(decl)
}
