//! Booleans in predicates.

use texvisa_ir::Bits;
use texvisa_ir::texture::{self, InstData, Op, Scalar, Value, ValueDef};
use texvisa_ir::visa::{Combine, Exec, Pred, Predicate, PredicateOp, Src};

use super::checker::Checker;
use super::source_index::Leaf;
use super::state::{PredicateState, PredicateTerm};
use super::symbolic_value::{Scope, Term};

impl Checker<'_> {
    pub(super) fn predicate(&self, pred: Pred) -> PredicateState {
        self.predicates.get(pred.as_u32() as usize).copied().unwrap_or_default()
    }

    pub(super) fn claimed(&self, pred: Pred) -> Option<Value> {
        self.origins.pred(pred).filter(|value| self.source_index.kernel.values.is_valid(*value))
    }

    pub(super) fn set(&mut self, pred: Pred, exec: Exec, holds: PredicateTerm, everywhere: bool) {
        let Some(state) = self.predicates.get_mut(pred.as_u32() as usize) else { return };
        if state.holds != holds {
            *state = PredicateState { holds, lanes: 0, everywhere };
        }
        state.lanes |= exec.lane_mask();
        state.everywhere &= everywhere;
    }

    /// Whether the predicate was written for all lanes of `exec`.
    fn serves(&self, pred: Pred, exec: Exec) -> bool {
        let state = self.predicate(pred);
        state.lanes & exec.lane_mask() == exec.lane_mask() && (state.everywhere || !exec.nomask)
    }

    /// Whether a predicate selects by the boolean `value` in each lane of `exec`.
    pub(super) fn selects_by(&self, predicate: Option<Predicate>, exec: Exec, value: Value) -> bool {
        predicate.is_some_and(|predicate| {
            !predicate.inverted && predicate.combine == Combine::None && self.holds_boolean(predicate.pred, exec, value)
        })
    }

    /// The lanes of `exec` that a predicate enables, where it was set to a number.
    pub(super) fn enabled_lanes(&self, predicate: Predicate, exec: Exec) -> Option<u32> {
        let is_plain = !predicate.inverted && predicate.combine == Combine::None && self.serves(predicate.pred, exec);
        match self.predicate(predicate.pred).holds {
            PredicateTerm::Lanes(lanes) if is_plain => Some(lanes & exec.lane_mask()),
            _ => None,
        }
    }

    /// Whether a predicate holds the boolean `value` in the lanes of `exec`.
    pub(super) fn holds_boolean(&self, pred: Pred, exec: Exec, value: Value) -> bool {
        let wanted = self.source_index.leaf(value, 0);
        let found = self.claimed(pred).map(|claimed| self.source_index.leaf(claimed, 0));
        let holds = self.predicate(pred).holds == PredicateTerm::Claim && self.serves(pred, exec);
        match (wanted, found) {
            (Leaf::Undefined, _) => true,
            (Leaf::Constant(wanted), Some(Leaf::Constant(found))) => holds && wanted & 1 == found & 1,
            (wanted, found) => holds && found == Some(wanted),
        }
    }

    /// Whether a predicate holds a result of `source` in the lanes of `exec`.
    pub(super) fn is_computed_by(&self, pred: Pred, exec: Exec, source: texture::InstId) -> bool {
        let made = match self.predicate(pred).holds {
            PredicateTerm::Intermediate(inst) => inst == source,
            PredicateTerm::Claim => {
                self.claimed(pred).and_then(|value| self.source_index.definition(value)) == Some(source)
            }
            PredicateTerm::Residency(_) | PredicateTerm::Lanes(_) | PredicateTerm::Nothing => false,
        };
        made && self.serves(pred, exec)
    }

    /// Sets a predicate that `source` computes: to the value of its origin, if that is the result, or else to an
    /// intermediate result.
    pub(super) fn computed(&mut self, dst: Pred, exec: Exec, source: texture::InstId) {
        let holds = match self.claimed(dst) {
            None => PredicateTerm::Intermediate(source),
            Some(value) if self.source_index.definition(value) == Some(source) => PredicateTerm::Claim,
            Some(value) => {
                let expected = self.describe_value(value, 0);
                return self.wrong(|| format!("a predicate for {expected}"), || "another boolean".to_owned());
            }
        };
        self.set(dst, exec, holds, exec.nomask);
    }

    /// A comparison that converts a boolean block parameter, which is a dword, to a predicate.
    pub(super) fn boolean_param(&mut self, exec: Exec, dst: Pred, srcs: &[Src; 2]) {
        let number = self.read(&srcs[0], exec);
        let claimed = self.claimed(dst);
        let right = claimed.is_some_and(|value| {
            let is_param = matches!(self.source_index.kernel.values[value].def, ValueDef::Param(..));
            let is_zero = matches!(srcs[1], Src::Immediate { bits: Bits::ZERO, .. });
            is_param
                && is_zero
                && self.source_index.kernel.ty(value).scalar == Scalar::I1
                && self.is(number, value, 0, exec)
        });
        if right {
            self.set(dst, exec, PredicateTerm::Claim, exec.nomask);
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
        // Logic for all lanes on booleans of the active ones makes a boolean of the active ones. That no lane reads what
        // it had before differential execution checks.
        let everywhere = srcs.iter().all(|pred| self.predicate(*pred).everywhere);
        let exec = Exec { nomask: exec.nomask && everywhere, ..exec };
        self.summary.operands += srcs.len();
        let right = match &self.source_index.kernel.insts[source] {
            InstData::Plain { op: Op::And | Op::Or | Op::Xor, args } if op != PredicateOp::Not => {
                srcs.iter().zip(args).all(|(pred, arg)| self.holds_boolean(*pred, exec, *arg))
            }
            // The complement is the exclusive or with true.
            InstData::Plain { op: Op::Xor, args: [a, b, _] } => {
                let is_true =
                    |arg: &Value| matches!(self.source_index.leaf(*arg, 0), Leaf::Constant(bits) if bits & 1 == 1);
                let complements = |arg: &Value, other: &Value| {
                    is_true(other) && srcs.iter().all(|pred| self.holds_boolean(*pred, exec, *arg))
                };
                complements(a, b) || complements(b, a)
            }
            InstData::Plain { op, args } => srcs.iter().all(|pred| {
                let is_operand = args[..op.arity()].iter().any(|arg| {
                    self.source_index.kernel.ty(*arg).scalar == Scalar::I1 && self.holds_boolean(*pred, exec, *arg)
                });
                is_operand || self.is_computed_by(*pred, exec, source)
            }),
            InstData::Texture(_) => srcs.iter().all(|pred| {
                self.predicate(*pred).holds == PredicateTerm::Residency(source) && self.holds_lanes(*pred, exec)
            }),
            _ => false,
        };
        if !right {
            self.wrong(|| format!("booleans of the operands for {exec}"), || "others".to_owned());
        }
        self.computed(dst, exec, source);
    }

    fn holds_lanes(&self, pred: Pred, exec: Exec) -> bool {
        !exec.nomask && self.predicate(pred).lanes & exec.lane_mask() == exec.lane_mask()
    }

    /// Whether the current instruction is part of an insertion, which moves the elements of lanes one by one, or of a ballot,
    /// which begins without lanes.
    fn names_lanes(&self) -> bool {
        self.source.is_some_and(|source| {
            matches!(
                self.source_index.kernel.insts[source],
                InstData::Insert { .. } | InstData::Plain { op: Op::Ballot, .. }
            )
        })
    }

    /// A predicate set from bits: of a constant, of the lanes of which an insertion moves elements, of those that a ballot begins
    /// with, or of the residency that a message returned. The execution mask has no effect on either (SETP, Semantics). That no
    /// lane reads what it had before differential execution checks.
    pub(super) fn set_predicate(&mut self, exec: Exec, dst: Pred, src: Src) {
        let found = self.read(&src, exec);
        let claimed = self.claimed(dst);
        let leaf = claimed.map(|value| self.source_index.leaf(value, 0));
        match (leaf, src, found.term) {
            (Some(Leaf::Undefined), Src::Immediate { .. }, _) => self.set(dst, exec, PredicateTerm::Claim, true),
            (Some(Leaf::Constant(boolean)), Src::Immediate { bits, .. }, _) => {
                let all = exec.lane_mask() >> exec.first;
                let wanted = if boolean & 1 == 1 { all } else { 0 };
                if bits.get() as u32 & all != wanted {
                    self.wrong(|| format!("bits {wanted:#x}"), || format!("{:#x}", bits.get()));
                }
                self.set(dst, exec, PredicateTerm::Claim, true);
            }
            (None, Src::Immediate { bits, .. }, _) if self.names_lanes() => {
                self.set(dst, exec, PredicateTerm::Lanes((bits.get() as u32) << exec.first), true);
            }
            (_, Src::Register { .. }, Term::Residency(inst)) if Some(inst) == self.source => {
                if found.scope != (Scope::Lanes { first: exec.first }) {
                    let found = self.describe(found);
                    self.wrong(|| format!("residency of {exec}"), || found);
                }
                match claimed {
                    None => self.set(dst, exec, PredicateTerm::Residency(inst), false),
                    Some(_) => self.computed(dst, Exec { nomask: false, ..exec }, inst),
                }
            }
            _ => {
                let found = self.describe(found);
                self.wrong(|| "a boolean, or residency".to_owned(), || found);
            }
        }
    }
}
