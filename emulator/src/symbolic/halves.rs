//! Integers that are made of two halves, or of which one is read.
//!
//! Each instruction moves one half: it reads or writes every other element of a variable whose elements are half as wide.

use texvisa_ir::texture::{self, Op, Value};
use texvisa_ir::visa::{Alu, AluOp, Exec, Modifier, Region, Src};

use super::checker::Checker;
use super::origins::Destination;
use super::register_contents::RootByte;
use super::source_index::Leaf;
use super::symbolic_value::{Scope, SymbolicValue, Term, ones};

impl Checker<'_> {
    /// An instruction of `trunc`, `isplit.high` or `iconcat`, whose result is `result`.
    pub(super) fn halves(
        &mut self,
        alu: &Alu,
        dst: &Destination<'_>,
        source: texture::InstId,
        op: Op,
        args: &[Value],
        result: Value,
    ) {
        let scope = if alu.exec.nomask { Scope::Uniform } else { Scope::Lanes { first: alu.exec.first } };
        let is_move = alu.op == AluOp::Mov && alu.predicate.is_none() && !alu.saturate;
        let whole = Term::Value { value: result, element: 0 };
        if op != Op::Concat {
            let first = if op == Op::HighHalf { dst.bytes } else { 0 };
            if !is_move || !self.reads_half(&alu.srcs[0], alu.exec, args[0], first, source) {
                self.wrong_operands(args, &alu.srcs[..1], alu.exec);
            }
            return self.put(alu, dst, whole, scope);
        }
        let lanes = u32::from(alu.exec.lanes);
        let operand = u32::from(alu.dst.offset) / dst.bytes;
        let in_place = u32::from(alu.dst.stride) == lanes.min(2);
        let is_operand = |arg: &Value| self.is_operand(&alu.srcs[0], alu.exec, *arg, Modifier::None, source);
        let mut right = is_move && in_place && args.get(operand as usize).is_some_and(is_operand);
        let term = Term::Operand { inst: source, operand: 0 };
        let low = SymbolicValue { term, scope, bytes: dst.bytes as u8 };
        if operand == 0 {
            let written = if right { low } else { SymbolicValue { term: Term::Unknown, ..low } };
            match lanes {
                1 => self.registers.write_at(dst.place, dst.bytes, written),
                _ => self.registers.write_every_other(dst.place, lanes, written),
            }
        } else {
            right &= self.low_half(dst.place, lanes, dst.bytes) == Some(low);
            let term = if right { whole } else { Term::Unknown };
            if let Some(dst) = self.destination(self.kernel.unaliased(dst.var)) {
                self.write(&dst, 0, lanes, SymbolicValue { term, scope, bytes: dst.bytes as u8 });
            }
        }
        if !right {
            self.wrong_operands(args, &alu.srcs[..1], alu.exec);
        }
    }

    /// What was written to the low halves at `place`.
    fn low_half(&self, place: RootByte, lanes: u32, bytes: u32) -> Option<SymbolicValue> {
        match lanes {
            1 => self.registers.find(place, bytes),
            _ => self.registers.every_other(place, lanes),
        }
    }

    /// Whether the lanes of `exec` read the half of `arg` that begins at byte `first`.
    fn reads_half(&self, src: &Src, exec: Exec, arg: Value, first: u32, source: texture::InstId) -> bool {
        match *src {
            Src::Immediate { ty, bits } => match self.source_index.leaf(arg, 0) {
                Leaf::Constant(whole) => whole >> (8 * first) & ones(ty.bytes()) == bits.get(),
                leaf => leaf == Leaf::Undefined,
            },
            Src::Register { var, offset, region, modifier: modifier @ Modifier::None } => {
                let Some(decl) = self.kernel.vars.get(var) else { return false };
                let whole = self.kernel.unaliased(var);
                let bytes = 2 * decl.ty.bytes();
                let in_place = self.kernel.vars[whole].ty.bytes() == bytes && u32::from(offset) % bytes == first;
                let region = match region {
                    Region::SCALAR => region,
                    _ if region == Region::strided(2) => Region::CONTIGUOUS,
                    _ => return false,
                };
                let offset = offset.wrapping_sub(first as u16);
                in_place
                    && self.is_operand(
                        &Src::Register { var: whole, offset, region, modifier },
                        exec,
                        arg,
                        modifier,
                        source,
                    )
            }
            _ => false,
        }
    }
}
