//! Conversions between types.

use texvisa_ir::texture::{Op, Scalar, Value};
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{Alu, AluOp, DataType, Dst, Exec, Inst, Pred, Predicate, Relation, Src, Var};

use super::{Emitter, Home, data_type, unsigned};

impl Emitter<'_> {
    /// A `mov` converts from the type of its source to that of its destination. Truth values are compared and selected.
    pub(super) fn convert(&mut self, op: Op, result: Value, arg: Value) {
        let from = self.kernel.ty(arg).scalar;
        let to = self.kernel.ty(result).scalar;
        if to == Scalar::I1 {
            return self.low_bit(result, arg);
        }
        let pieces = self.define(result);
        if from == Scalar::I1 {
            let flag = self.flag(arg);
            let truth = if op == Op::SExt { u64::MAX } else { 1 };
            for (exec, var, _) in pieces {
                self.number_from_flag(exec, var, flag, truth & to.mask());
            }
            return;
        }
        let (source, destination) = match op {
            Op::ZExt => (unsigned(data_type(from)), unsigned(data_type(to))),
            Op::UToF => (unsigned(data_type(from)), data_type(to)),
            Op::FToU => (data_type(from), unsigned(data_type(to))),
            _ => (data_type(from), data_type(to)),
        };
        for (exec, var, half) in pieces {
            let src = self.source(arg, 0, half, source);
            let var = self.view(var, destination);
            self.mov(exec, var, src);
        }
    }

    /// Whether the lowest bit is set. Where all lanes share the value, each half compares the one bit, so that it can be
    /// seen that all lanes decide alike.
    fn low_bit(&mut self, result: Value, arg: Value) {
        let pred = self.new_flag(Some(result));
        let shared = self.is_uniform(result).then(|| {
            let bit = self.single(DataType::D, Meaning::Temporary);
            self.lowest(Exec::SCALAR, Src::scalar(bit), bit, arg, 0)
        });
        for (exec, half) in self.flag_pieces(result) {
            let bit = shared.unwrap_or_else(|| {
                let bit = self.lanes(DataType::D, Meaning::Temporary);
                self.lowest(exec, Src::lanes(bit), bit, arg, half)
            });
            let srcs = [bit, Src::immediate(DataType::D, 0)];
            self.push(Inst::Compare { relation: Relation::Ne, exec, dst: pred, srcs });
        }
        self.homes[result] = Home::Flag(pred);
    }

    /// Puts the lowest bit of `arg` into `var`, which is read as `bit`; returns that.
    fn lowest(&mut self, exec: Exec, bit: Src, var: Var, arg: Value, half: u32) -> Src {
        let ty = data_type(self.kernel.ty(arg).scalar);
        let src = self.source(arg, 0, half, ty);
        self.mov(exec, var, src);
        self.alu(AluOp::And, exec, Dst::whole(var), &[bit, Src::immediate(DataType::D, 1)]);
        bit
    }

    /// `truth` where the predicate is set, otherwise 0.
    pub(super) fn number_from_flag(&mut self, exec: Exec, var: Var, flag: Pred, truth: u64) {
        let ty = self.out.vars[var].ty;
        let zero = Src::immediate(ty, 0);
        let mut srcs = [Src::immediate(ty, truth), zero, Src::immediate(DataType::Ud, 0)];
        self.settle_numbers(exec, &mut srcs[..2]);
        let predicate = Some(Predicate::of(flag, false));
        self.push(Inst::Alu(Alu { op: AluOp::Sel, saturate: false, exec, predicate, dst: Dst::whole(var), srcs }));
    }
}
