//! Carries that a comparison writes to a variable as all ones or 0, which is the carry negated.

use texvisa_ir::texture::{InstData, InstId, Op, Value};
use texvisa_ir::visa::{Alu, Exec, Modifier, Src};

use super::checker::Checker;
use super::origins::Destination;
use super::source_index::Leaf;
use super::symbolic_value::{Scope, Term};

impl Checker<'_> {
    /// Whether the current instruction of the source has a carry or a borrow: the instruction, and what is compared for it.
    pub(super) fn compared_for_carry(&self) -> Option<(InstId, [Value; 2])> {
        let inst = self.source?;
        match self.source_index.kernel.insts[inst] {
            InstData::Plain { op: Op::AddCarry, args: [a, ..] } => {
                Some((inst, [self.source_index.kernel.result(inst)?, a]))
            }
            InstData::Plain { op: Op::SubBorrow, args: [a, b, ..] } => Some((inst, [a, b])),
            _ => None,
        }
    }

    /// A comparison that finds the carry of an instruction. `alu` writes what it writes.
    pub(super) fn carry_to_mask(&mut self, alu: &Alu, dst: &Destination<'_>, inst: InstId, compared: [Value; 2]) {
        let mut pairs = compared.iter().zip(&alu.srcs);
        let right = pairs.all(|(arg, src)| self.is_operand(src, alu.exec, *arg, Modifier::None, inst));
        if !right {
            self.wrong_operands(&compared, &alu.srcs[..2], alu.exec);
        }
        let carry = self.source_index.kernel.result_at(inst, 1).filter(|_| right);
        let scope = if alu.exec.nomask { Scope::Uniform } else { Scope::Lanes { first: alu.exec.first } };
        self.put(alu, dst, carry.map_or(Term::Unknown, Term::Negated), scope);
    }

    /// Whether `arg` is a carry that is kept negated, and a sum or difference of integers reads it with the modifier that makes
    /// up for that.
    pub(super) fn is_negated_carry(
        &self,
        src: &Src,
        exec: Exec,
        arg: Value,
        modifier: Modifier,
        source: InstId,
    ) -> bool {
        let is_sum = matches!(
            self.source_index.kernel.insts[source],
            InstData::Plain { op: Op::Add | Op::Sub | Op::AddThree, .. }
        );
        let Src::Register { var, modifier: given, .. } = *src else { return false };
        let found = self.read(src, exec);
        let is_carry = matches!(
            (found.term, self.source_index.leaf(arg, 0)),
            (Term::Negated(carry), Leaf::Value { value, element: 0 }) if carry == value
        );
        let makes_up =
            matches!((modifier, given), (Modifier::None, Modifier::Negate) | (Modifier::Negate, Modifier::None));
        is_sum && is_carry && makes_up && found.scope.serves(exec) && !self.kernel.vars[var].ty.is_float()
    }
}
