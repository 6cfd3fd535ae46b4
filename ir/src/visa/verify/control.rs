//! Execution masks, predicates, labels and branches.

use super::{Verifier, VisaErrorKind};
use crate::visa::entities::Pred;
use crate::visa::inst::Inst;
use crate::visa::kernel::LabelKind;
use crate::visa::operand::{Dst, Predicate};
use crate::visa::types::{DataType, Exec};

impl Verifier<'_> {
    /// The lanes of an instruction: a size, a mask that agrees with it, and lanes that the kernel has. Whether there
    /// are such lanes at all.
    pub(super) fn exec(&mut self, exec: Exec) -> bool {
        let (lanes, first) = (u32::from(exec.lanes), u32::from(exec.first));
        if !lanes.is_power_of_two() || lanes > 32 {
            self.error(VisaErrorKind::ExecSize { given: exec.lanes });
            return false;
        }
        // Masks begin at every fourth lane.
        if !first.is_multiple_of(lanes.max(4)) || first + lanes > 32 {
            self.error(VisaErrorKind::Mask { given: exec });
            return false;
        }
        let simd = self.kernel.simd;
        self.require(exec.nomask || !self.kernel.simd_stated || first + lanes <= simd.lanes(), || {
            VisaErrorKind::Width { given: exec, simd }
        });
        true
    }

    /// The predicate of an instruction.
    pub(super) fn predicate(&mut self, predicate: Option<Predicate>, exec: Exec) {
        if let Some(predicate) = predicate {
            self.predicate_bits(predicate.pred, exec);
        }
    }

    /// Whether `pred` has a bit for each lane.
    pub(super) fn predicate_bits(&mut self, pred: Pred, exec: Exec) {
        let given = self.kernel.preds[pred];
        let needed = u16::from(exec.first) + u16::from(exec.lanes);
        self.require(given >= needed, || VisaErrorKind::PredicateBits { given, needed });
    }

    /// Where the bits of a predicate go, and the predicate (MOV, Notes).
    pub(super) fn move_predicate(&mut self, dst: Dst, src: Pred) {
        self.destination(dst);
        let (ty, needed) = (self.kernel.vars[dst.var].ty, self.kernel.preds[src]);
        let fits = matches!(ty, DataType::Ub | DataType::Uw | DataType::Ud) && 8 * ty.bytes() >= u32::from(needed);
        self.require(fits, || VisaErrorKind::MovedPredicate { given: ty, needed });
    }

    /// Each label is placed once, and the label of each branch is placed.
    pub(super) fn labels(&mut self) {
        let kernel = self.kernel;
        let mut placed = vec![false; kernel.labels.len()];
        for (index, inst) in kernel.insts.iter().enumerate() {
            if let Inst::Label(label) = inst
                && kernel.labels[*label] != LabelKind::Unused
            {
                self.inst = Some(index);
                let twice = std::mem::replace(&mut placed[label.as_u32() as usize], true);
                self.require(!twice, || VisaErrorKind::LabelTwice);
            }
        }
        for (index, inst) in kernel.insts.iter().enumerate() {
            if let Inst::Branch { target, .. } = inst {
                self.inst = Some(index);
                self.require(placed[target.as_u32() as usize], || VisaErrorKind::NoLabel);
            }
        }
        self.inst = None;
    }
}
