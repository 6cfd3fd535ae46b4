//! Truth values in predicates.

use texvisa_ir::Bits;
use texvisa_ir::texture::{self, InstData, Op, Scalar, Value, ValueDef};
use texvisa_ir::visa::{Combine, Exec, Pred, Predicate, PredicateOp, Src};

use super::Checker;
use super::content::{Scope, What};
use super::facts::Leaf;

/// What a predicate holds besides what it is claimed to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Holds {
    #[default]
    Nothing,
    /// Something that this instruction computed.
    Work(texture::Inst),
    /// Whether every texel of this operation was resident.
    Residency(texture::Inst),
    /// What it is claimed to hold.
    Claim,
}

/// What is known of a predicate.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Truth {
    holds: Holds,
    /// The lanes that were written, as bits.
    lanes: u32,
    /// Whether they were written whatever lanes were active.
    everywhere: bool,
}

impl Checker<'_> {
    fn truth(&self, pred: Pred) -> Truth {
        self.truth.get(pred.as_u32() as usize).copied().unwrap_or_default()
    }

    fn claimed(&self, pred: Pred) -> Option<Value> {
        self.origins.preds[pred].filter(|value| self.facts.kernel.values.is_valid(*value))
    }

    fn set(&mut self, pred: Pred, exec: Exec, holds: Holds, everywhere: bool) {
        let Some(truth) = self.truth.get_mut(pred.as_u32() as usize) else { return };
        if truth.holds != holds {
            *truth = Truth { holds, lanes: 0, everywhere };
        }
        truth.lanes |= exec.lane_mask();
        truth.everywhere &= everywhere;
    }

    /// Whether the lanes of `exec` find in a predicate what it holds.
    fn serves(&self, pred: Pred, exec: Exec) -> bool {
        let truth = self.truth(pred);
        truth.lanes & exec.lane_mask() == exec.lane_mask() && (truth.everywhere || !exec.nomask)
    }

    /// Whether a predicate chooses, for each lane of `exec`, by the truth value `value`.
    pub(super) fn chooses(&self, predicate: Option<Predicate>, exec: Exec, value: Value) -> bool {
        predicate.is_some_and(|predicate| {
            !predicate.inverted && predicate.combine == Combine::None && self.is_truth(predicate.pred, exec, value)
        })
    }

    /// Whether a predicate holds the truth value `value` in the lanes of `exec`.
    fn is_truth(&self, pred: Pred, exec: Exec, value: Value) -> bool {
        let wanted = self.facts.leaf(value, 0);
        let found = self.claimed(pred).map(|claimed| self.facts.leaf(claimed, 0));
        let holds = self.truth(pred).holds == Holds::Claim && self.serves(pred, exec);
        match (wanted, found) {
            (Leaf::Undefined, _) => true,
            (Leaf::Constant(wanted), Some(Leaf::Constant(found))) => holds && wanted & 1 == found & 1,
            (wanted, found) => holds && found == Some(wanted),
        }
    }

    /// Whether a predicate holds something that `source` computed, in the lanes of `exec`.
    pub(super) fn is_made_by(&self, pred: Pred, exec: Exec, source: texture::Inst) -> bool {
        let made = match self.truth(pred).holds {
            Holds::Work(inst) => inst == source,
            Holds::Claim => self.claimed(pred).and_then(|value| self.facts.definition(value)) == Some(source),
            Holds::Residency(_) | Holds::Nothing => false,
        };
        made && self.serves(pred, exec)
    }

    /// Says that a predicate holds what `source` computed, or its result where that is claimed.
    pub(super) fn computed(&mut self, dst: Pred, exec: Exec, source: texture::Inst) {
        let holds = match self.claimed(dst) {
            None => Holds::Work(source),
            Some(value) if self.facts.definition(value) == Some(source) => Holds::Claim,
            Some(value) => {
                let expected = self.describe_value(value, 0);
                return self.wrong(|| format!("a predicate for {expected}"), || "another truth value".to_owned());
            }
        };
        self.set(dst, exec, holds, exec.nomask);
    }

    /// A truth value that comes to its block as a number.
    pub(super) fn arrived(&mut self, exec: Exec, dst: Pred, srcs: &[Src; 2]) {
        let number = self.read(&srcs[0], exec);
        let claimed = self.claimed(dst);
        let right = claimed.is_some_and(|value| {
            let is_param = matches!(self.facts.kernel.values[value].def, ValueDef::Param(..));
            let is_zero = matches!(srcs[1], Src::Immediate { bits: Bits::ZERO, .. });
            is_param && is_zero && self.facts.kernel.ty(value).scalar == Scalar::I1 && self.is(number, value, 0, exec)
        });
        if right {
            self.set(dst, exec, Holds::Claim, exec.nomask);
        } else {
            let expected = claimed.map_or("no comparison".to_owned(), |value| self.describe_value(value, 0));
            let found = self.describe(number);
            self.wrong(|| format!("{expected} for {exec}"), || found);
        }
    }

    /// Logic on predicates.
    pub(super) fn logic(&mut self, op: PredicateOp, exec: Exec, dst: Pred, srcs: [Pred; 2]) {
        let Some(source) = self.source else {
            return self.wrong(|| "no logic".to_owned(), || "some".to_owned());
        };
        let srcs = &srcs[..op.sources()];
        self.summary.operands += srcs.len();
        let right = match &self.facts.kernel.insts[source] {
            InstData::Plain { op: Op::And | Op::Or | Op::Xor, args } if op != PredicateOp::Not => {
                srcs.iter().zip(args).all(|(pred, arg)| self.is_truth(*pred, exec, *arg))
            }
            InstData::Plain { op, args } => srcs.iter().all(|pred| {
                let is_operand = args[..op.arity()]
                    .iter()
                    .any(|arg| self.facts.kernel.ty(*arg).scalar == Scalar::I1 && self.is_truth(*pred, exec, *arg));
                is_operand || self.is_made_by(*pred, exec, source)
            }),
            InstData::Texture(_) => srcs
                .iter()
                .all(|pred| self.truth(*pred).holds == Holds::Residency(source) && self.holds_lanes(*pred, exec)),
            _ => false,
        };
        if !right {
            self.wrong(|| format!("truth values of the operands for {exec}"), || "others".to_owned());
        }
        self.computed(dst, exec, source);
    }

    fn holds_lanes(&self, pred: Pred, exec: Exec) -> bool {
        !exec.nomask && self.truth(pred).lanes & exec.lane_mask() == exec.lane_mask()
    }

    /// A predicate that is set from the bits of a number: a constant, or a bit a lane that a message returned. Either
    /// heeds no execution mask (SETP, Semantics).
    pub(super) fn set_predicate(&mut self, exec: Exec, dst: Pred, src: Src) {
        let found = self.read(&src, exec);
        let claimed = self.claimed(dst);
        let leaf = claimed.map(|value| self.facts.leaf(value, 0));
        match (leaf, src, found.what) {
            (Some(Leaf::Undefined), Src::Immediate { .. }, _) => self.set(dst, exec, Holds::Claim, true),
            (Some(Leaf::Constant(truth)), Src::Immediate { bits, .. }, _) => {
                let all = exec.lane_mask() >> exec.first;
                let wanted = if truth & 1 == 1 { all } else { 0 };
                if bits.get() as u32 & all != wanted {
                    self.wrong(|| format!("bits {wanted:#x}"), || format!("{:#x}", bits.get()));
                }
                self.set(dst, exec, Holds::Claim, true);
            }
            (None, Src::Register { .. }, What::Residency(inst)) if Some(inst) == self.source => {
                if found.scope != (Scope::Lanes { first: exec.first }) {
                    let found = self.describe(found);
                    self.wrong(|| format!("residency of {exec}"), || found);
                }
                self.set(dst, exec, Holds::Residency(inst), false);
            }
            _ => {
                let found = self.describe(found);
                self.wrong(|| "a truth value, or residency".to_owned(), || found);
            }
        }
    }
}
