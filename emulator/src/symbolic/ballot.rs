//! Ballots.
//!
//! A predicate of zeros gets ones from a comparison that holds in each active lane. Moved to a variable, it is the active lanes, of
//! which those remain that have true.

use texvisa_ir::texture::{self, InstData, Op, Value};
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{Alu, AluOp, Dst, Exec, Pred, Src};

use super::checker::Checker;
use super::origins::Destination;
use super::source_index::Leaf;
use super::state::PredicateTerm;
use super::symbolic_value::{Scope, SymbolicValue, Term};

impl Checker<'_> {
    /// The comparison of a ballot: it holds in each lane, so that a predicate of zeros gets the active ones.
    pub(super) fn mark_active(&mut self, exec: Exec, dst: Pred, srcs: &[Src; 2], ballot: texture::InstId) {
        let state = self.predicate(dst);
        // A move takes a word at least (MOV, Notes).
        let moved = self.all_lanes | 0xffff;
        let is_cleared = state.holds == PredicateTerm::Lanes(0) && state.everywhere && state.lanes & moved == moved;
        // A NaN is not equal to itself.
        let is_own = match srcs {
            [Src::Register { var, .. }, other] if *other == srcs[0] => {
                self.kernel.vars.get(*var).is_some_and(|decl| !decl.ty.is_float())
            }
            _ => false,
        };
        if !is_cleared || !is_own || exec.nomask || self.claimed(dst).is_some() {
            self.wrong(
                || "an integer compared with itself, into a predicate of zeros".to_owned(),
                || "another comparison".to_owned(),
            );
        }
        self.set(dst, exec, PredicateTerm::Intermediate(ballot), false);
    }

    /// A move of a predicate to a variable: of a ballot, the active lanes or its operand.
    pub(super) fn move_predicate(&mut self, to: Dst, pred: Pred) {
        let ballot = self.source.and_then(|inst| match self.source_index.kernel.insts[inst] {
            InstData::Plain { op: Op::Ballot, args: [condition, ..] } => Some((inst, condition)),
            _ => None,
        });
        let (Some((inst, condition)), Some(dst)) = (ballot, self.destination(to.var)) else {
            return self.wrong(|| "a predicate that a ballot reads".to_owned(), || "another".to_owned());
        };
        self.summary.operands += 1;
        let lanes = Exec { nomask: false, ..Exec::all(self.kernel.simd.lanes(), 0) };
        let is_active = self.is_computed_by(pred, lanes, inst);
        let is_true = matches!(self.source_index.leaf(condition, 0), Leaf::Constant(bits) if bits & 1 == 1);
        let term = match self.result_of(&dst, inst) {
            Some(value) if is_active && is_true => Term::Value { value, element: 0 },
            None if is_active => Term::Intermediate(inst),
            None if self.holds_boolean(pred, lanes, condition) => Term::Operand { inst, operand: 0 },
            _ => {
                self.wrong(
                    || "the active lanes, or what the ballot reads of them".to_owned(),
                    || "another predicate".to_owned(),
                );
                Term::Unknown
            }
        };
        self.write(&dst, to.offset.into(), 1, SymbolicValue { term, scope: Scope::Uniform, bytes: dst.bytes as u8 });
    }

    /// The last instruction of a ballot: of the active lanes, those that have true.
    pub(super) fn active_with_true(
        &mut self,
        alu: &Alu,
        dst: &Destination<'_>,
        ballot: texture::InstId,
        condition: Value,
    ) {
        let is = |src: &Src, term| {
            let found = self.read(src, alu.exec);
            found.term == term && found.scope.serves(alu.exec)
        };
        let [active, given, _] = &alu.srcs;
        let right = is(active, Term::Intermediate(ballot))
            && match alu.op {
                AluOp::And => alu.predicate.is_none() && is(given, Term::Operand { inst: ballot, operand: 0 }),
                AluOp::Sel => is(given, Term::constant(0)) && self.selects_by(alu.predicate, alu.exec, condition),
                _ => false,
            };
        let result = self.result_of(dst, ballot);
        if !right || alu.saturate || result.is_none() {
            self.wrong_operands(&[condition], &alu.srcs[..alu.op.sources()], alu.exec);
        }
        let scope = if alu.exec.nomask { Scope::Uniform } else { Scope::Lanes { first: alu.exec.first } };
        let term = result.map_or(Term::Unknown, |value| Term::Value { value, element: 0 });
        self.put(alu, dst, term, scope);
    }

    /// The result of `inst`, if that is what the variable claims.
    fn result_of(&self, dst: &Destination<'_>, inst: texture::InstId) -> Option<Value> {
        match *dst.claim {
            Meaning::Value { value, .. } => {
                Some(value).filter(|value| self.source_index.definition(*value) == Some(inst))
            }
            _ => None,
        }
    }
}
