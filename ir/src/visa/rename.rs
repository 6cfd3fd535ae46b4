//! The same instruction on other variables, or with other predicates.

use super::address::{MoveDst, MoveSrc};
use super::entities::{Pred, Var};
use super::inst::Inst;
use super::kernel::VisaKernel;
use super::operand::{Dst, Raw, RawList, Src};

impl VisaKernel {
    /// `inst` with each variable that it names replaced by what `other` says. The operands of a message are appended to
    /// [`VisaKernel::raws`] where one of them is another.
    #[must_use]
    pub fn renamed(&mut self, inst: &Inst, mut other: impl FnMut(Var) -> Var) -> Inst {
        let mut inst = *inst;
        let mut dst = |dst: &mut Dst| dst.var = other(dst.var);
        match &mut inst {
            Inst::Alu(alu) => dst(&mut alu.dst),
            Inst::CompareInto { dst: to, .. }
            | Inst::MovePredicate { dst: to, .. }
            | Inst::SymbolAddress { dst: to, .. } => dst(to),
            Inst::BitFunction(function) => dst(&mut function.dst),
            Inst::Carry(carry) => [&mut carry.dst, &mut carry.carry].into_iter().for_each(dst),
            Inst::IndirectMove(inst) => {
                if let MoveDst::Direct(to) = &mut inst.dst {
                    dst(to);
                }
            }
            _ => {}
        }
        let mut src = |src: &mut Src| {
            if let Src::Register { var, .. } = src {
                *var = other(*var);
            }
        };
        match &mut inst {
            Inst::Alu(alu) => alu.srcs[..alu.op.sources()].iter_mut().for_each(src),
            Inst::Compare { srcs, .. } | Inst::CompareInto { srcs, .. } => srcs.iter_mut().for_each(src),
            Inst::BitFunction(function) => function.srcs.iter_mut().for_each(src),
            Inst::Carry(carry) => carry.srcs.iter_mut().for_each(src),
            Inst::AddressAdd(add) => src(&mut add.src),
            Inst::IndirectMove(inst) => {
                if let MoveSrc::Direct(from) = &mut inst.src {
                    src(from);
                }
            }
            Inst::SetPredicate { src: from, .. } | Inst::SetState { value: from, .. } => src(from),
            Inst::Sampler(message) => src(&mut message.offset),
            Inst::Media(block) => [&mut block.x, &mut block.y].into_iter().for_each(src),
            _ => {}
        }
        match &mut inst {
            Inst::AddressAdd(add) => add.base.var = other(add.base.var),
            Inst::IndirectMove(inst) => {
                if let MoveDst::Indirect(to, _) = &mut inst.dst {
                    to.of = to.of.expand().map(&mut other).into();
                }
                if let MoveSrc::Indirect(from, ..) = &mut inst.src {
                    from.of = from.of.expand().map(&mut other).into();
                }
            }
            Inst::Sampler(message) => {
                message.params = self.renamed_raws(message.params, &mut other);
                message.dst = message.dst.map(|raw| Raw { var: other(raw.var), ..raw });
            }
            Inst::DataPort(access) => {
                access.address =
                    access.address.map(|raw| raw.expand().map(|raw| Raw { var: other(raw.var), ..raw }).into());
                access.data.var = other(access.data.var);
            }
            Inst::Atomic(atomic) => {
                atomic.operands = self.renamed_raws(atomic.operands, &mut other);
                atomic.dst = atomic.dst.expand().map(|raw| Raw { var: other(raw.var), ..raw }).into();
            }
            Inst::Media(block) => block.data.var = other(block.data.var),
            Inst::Scratch(block) => block.var = other(block.var),
            _ => {}
        }
        inst
    }

    fn renamed_raws(&mut self, list: RawList, other: &mut impl FnMut(Var) -> Var) -> RawList {
        let raws: Vec<Raw> = self.raws(list).iter().map(|raw| Raw { var: other(raw.var), ..*raw }).collect();
        if raws == self.raws(list) { list } else { self.push_raws(&raws) }
    }
}

impl Inst {
    /// Replaces each predicate that it names by what `other` says.
    pub fn rename_preds(&mut self, other: impl Fn(Pred) -> Pred) {
        let predicate = match self {
            Inst::Alu(alu) => &mut alu.predicate,
            Inst::BitFunction(function) => &mut function.predicate,
            Inst::Carry(carry) => &mut carry.predicate,
            Inst::IndirectMove(inst) => &mut inst.predicate,
            Inst::Sampler(message) => &mut message.predicate,
            Inst::DataPort(access) => &mut access.predicate,
            Inst::Atomic(atomic) => &mut atomic.predicate,
            Inst::Branch { predicate, .. } => predicate,
            Inst::Predicate { dst, srcs, .. } => {
                *srcs = srcs.map(&other);
                return *dst = other(*dst);
            }
            Inst::Compare { dst: pred, .. }
            | Inst::SetPredicate { dst: pred, .. }
            | Inst::MovePredicate { src: pred, .. } => return *pred = other(*pred),
            _ => return,
        };
        if let Some(predicate) = predicate {
            predicate.pred = other(predicate.pred);
        }
    }
}
