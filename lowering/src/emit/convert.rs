//! Emits conversions between types.

use texvisa_ir::texture::{Op, Scalar, Value};
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{Alu, AluOp, DataType, Dst, Exec, Inst, Pred, Predicate, Region, Relation, Src, Var};

use super::value_loc::ValueLoc;
use super::{Emitter, data_type, unsigned};
use crate::parts::part_of;

impl Emitter<'_> {
    /// Emits a `mov`, which converts from the type of its source to that of its destination. A conversion to a boolean is
    /// a comparison, one from a boolean is a selection.
    pub(super) fn convert(&mut self, op: Op, result: Value, arg: Value) {
        let from = self.kernel.ty(arg).scalar;
        let to = self.kernel.ty(result).scalar;
        if to == Scalar::I1 {
            return self.low_bit(result, arg);
        }
        if self.narrowed[arg].expand() == Some(result) {
            // The operation has written it.
            return;
        }
        match (op, from, to) {
            (Op::Trunc, Scalar::I32 | Scalar::I16, Scalar::I8) => return self.truncate(result, arg, DataType::Ub),
            (Op::Trunc, Scalar::I32, Scalar::I16) => return self.truncate(result, arg, DataType::Uw),
            _ => {}
        }
        if op == Op::SExt && self.booleans.mask(arg) == Some(result) {
            // The comparison has written it.
            return;
        }
        let defs = self.define(result);
        if from == Scalar::I1 {
            let pred = self.predicate(arg);
            let when_true = if op == Op::SExt { u64::MAX } else { 1 };
            for (exec, var, _) in defs {
                self.number_from_predicate(exec, var, pred, when_true & to.mask());
            }
            return;
        }
        let (source, destination) = match op {
            Op::ZExt => (unsigned(data_type(from)), unsigned(data_type(to))),
            Op::UToF | Op::UToFZero | Op::UToFUp | Op::UToFDown => (unsigned(data_type(from)), data_type(to)),
            Op::FToU | Op::FToUClamped => (data_type(from), unsigned(data_type(to))),
            _ => (data_type(from), data_type(to)),
        };
        let clamps = matches!(op, Op::FToSClamped | Op::FToUClamped);
        for (exec, var, half) in defs {
            let src = self.source(arg, 0, half, source);
            let var = self.alias(var, destination);
            self.begin_alu(AluOp::Mov, clamps, exec, var);
            self.set_source(0, src);
        }
    }

    /// Moves the bytes or words that a truncation of dwords or words keeps.
    fn truncate(&mut self, result: Value, arg: Value, ty: DataType) {
        let to = self.kernel.ty(result).scalar;
        let (whole, first) = part_of(self.kernel, arg, to);
        let size = unsigned(data_type(self.kernel.ty(whole).scalar));
        for (exec, var, half) in self.define(result) {
            let src = match self.source(whole, 0, half, size) {
                Src::Register { var, offset, region, modifier } => {
                    let stride = size.bytes() / ty.bytes();
                    let region = if region == Region::SCALAR { region } else { Region::strided(stride as u8) };
                    Src::Register { var: self.alias(var, ty), offset: offset + first as u16, region, modifier }
                }
                Src::Immediate { bits, .. } => Src::immediate(DataType::Uw, bits.get() >> (8 * first) & to.mask()),
                src @ Src::Vector { .. } => src,
            };
            let var = self.alias(var, ty);
            self.mov(exec, var, src);
        }
    }

    /// Moves integers to their places in longer ones, from the lowest place on.
    pub(super) fn concat(&mut self, result: Value, args: &[Value]) {
        let ty = unsigned(data_type(self.kernel.ty(args[0]).scalar));
        for (exec, var, half) in self.define(result) {
            let places = self.alias(var, ty);
            let stride = if exec.lanes == 1 { 1 } else { args.len() as u8 };
            for (offset, arg) in (0..).step_by(ty.bytes() as usize).zip(args) {
                let src = match self.source(*arg, 0, half, ty) {
                    // vISA has no immediate of a byte.
                    Src::Immediate { bits, .. } if ty == DataType::Ub => Src::immediate(DataType::Uw, bits.get()),
                    src => src,
                };
                self.alu(AluOp::Mov, exec, Dst { var: places, offset, stride }, &[src]);
            }
        }
    }

    /// Compares the lowest bit with 0. If the value is uniform, both halves compare the same scalar: the register check
    /// recognises a uniform predicate by that.
    fn low_bit(&mut self, result: Value, arg: Value) {
        let pred = self.new_predicate(result);
        let scalar = self.is_uniform(result).then(|| {
            let bit = self.single(DataType::D, Meaning::Temporary);
            self.lowest(Exec::SCALAR, Src::scalar(bit), bit, arg, 0)
        });
        for (exec, half) in self.predicate_halves(result) {
            let bit = scalar.unwrap_or_else(|| {
                let bit = self.lanes(DataType::D, Meaning::Temporary);
                self.lowest(exec, Src::lanes(bit), bit, arg, half)
            });
            let srcs = [bit, Src::immediate(DataType::D, 0)];
            self.push(Inst::Compare { relation: Relation::Ne, exec, dst: pred, srcs });
        }
        self.locs[result] = ValueLoc::Predicate(pred);
    }

    /// Moves the lowest bit of `arg` to `var`, which is read as `bit`; returns `bit`.
    fn lowest(&mut self, exec: Exec, bit: Src, var: Var, arg: Value, half: u32) -> Src {
        let ty = data_type(self.kernel.ty(arg).scalar);
        let src = self.source(arg, 0, half, ty);
        self.mov(exec, var, src);
        self.alu(AluOp::And, exec, Dst::whole(var), &[bit, Src::immediate(DataType::D, 1)]);
        bit
    }

    /// Selects `when_true` where the predicate is set, otherwise 0.
    pub(super) fn number_from_predicate(&mut self, exec: Exec, var: Var, pred: Pred, when_true: u64) {
        let ty = self.out.vars[var].ty;
        let zero = Src::immediate(ty, 0);
        let mut srcs = [Src::immediate(ty, when_true), zero, Src::immediate(DataType::Ud, 0)];
        self.limit_immediates(exec, &mut srcs[..2]);
        let predicate = Some(Predicate::of(pred, false));
        self.push(Inst::Alu(Alu { op: AluOp::Sel, saturate: false, exec, predicate, dst: Dst::whole(var), srcs }));
    }
}
