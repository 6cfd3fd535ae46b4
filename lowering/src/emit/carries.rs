//! Emits sums with a carry and differences with a borrow.
//!
//! Rules:
//!
//! - There is a carry where the sum is less than an operand, and a borrow where the first operand is less than the second.
//! - A carry that [`negated_carries`](super::negated_carries) has is not made a number: the comparison writes all ones or 0 to
//!   a variable, which is the carry negated, and its readers negate that again. So a 64-bit sum takes three instructions.
//!   `addc` takes as many, as its carry is moved from the accumulator, but at 16 lanes twice: the accumulator has the dwords
//!   of eight.

use texvisa_ir::texture::{InstId, Op, Value};
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{AluOp, DataType, Dst, Inst, Modifier, Relation};

use super::Emitter;
use super::selection::Signedness;
use super::value_loc::ValueLoc;

impl Emitter<'_> {
    /// A sum or a difference, and its carry or borrow.
    pub(super) fn carry(&mut self, inst: InstId, op: Op, result: Value, args: &[Value]) {
        let modifier = if op == Op::SubBorrow { Modifier::Negate } else { Modifier::None };
        self.one(inst, op, AluOp::Add, Signedness::AsIs, modifier, false, result, args);
        let Some(carry) = self.kernel.result_at(inst, 1) else { return };
        let is_negated = self.negated_carries.contains(carry);
        let defs = match is_negated {
            true => self.define_as(carry, |_| Meaning::Temporary),
            false => self.define(carry),
        };
        for (exec, var, half) in defs {
            let less = if op == Op::SubBorrow { [args[0], args[1]] } else { [result, args[0]] };
            let mut srcs = less.map(|value| self.source(value, 0, half, DataType::Ud));
            self.limit_immediates(exec, &mut srcs);
            if is_negated {
                let dst = Dst::whole(self.alias(var, DataType::Ud));
                self.push(Inst::CompareInto { relation: Relation::Lt, exec, dst, srcs });
            } else {
                let pred = self.temporary_predicate(exec);
                self.push(Inst::Compare { relation: Relation::Lt, exec, dst: pred, srcs });
                self.number_from_predicate(exec, var, pred, 1);
            }
        }
        if is_negated && let Some(first) = self.var_of(carry) {
            self.locs[carry] = ValueLoc::Negated { first, uniform: self.is_uniform(carry) };
        }
    }
}
