//! Emits plain operations: [`selection`] says with which vISA instructions.

use smallvec::SmallVec;
use texvisa_ir::Bits;
use texvisa_ir::texture::{self, Op, Scalar, Value, ValueDef};
use texvisa_ir::visa::origin::{Meaning, Origin};
use texvisa_ir::visa::{
    Alu, AluOp, DataType, Dst, Exec, Inst, Modifier, Pred, PredicateOp, Relation, Src, Storage, Var, VectorType,
};

use super::numbers::large_number;
use super::selection::{Selection, Signedness, selection, works_on_halves, works_on_words};
use super::sign::modified;
use super::value_loc::ValueLoc;
use super::{Emitter, data_type, unsigned};
use crate::parts::bytes_of;

impl Emitter<'_> {
    pub(super) fn plain(&mut self, inst: texture::InstId, op: Op, args: &[Value]) {
        let Some(result) = self.kernel.result(inst) else { return };
        if self.changes_in_place.contains(result) {
            return;
        }
        if self.read_in_place.contains(result) {
            return;
        }
        if self.any_wide
            && op != Op::Bitcast
            && (self.is_too_wide(result) || args.iter().any(|arg| self.is_too_wide(*arg)))
        {
            return self.unsupported(inst, format!("`{}` on 64-bit integers", op.name()));
        }
        match selection(op) {
            Selection::One(alu, signedness, modifier) => {
                self.one(inst, op, alu, signedness, modifier, false, result, args)
            }
            Selection::Saturated(alu) => self.one(inst, op, alu, Signedness::AsIs, Modifier::None, true, result, args),
            Selection::Compare(relation, signedness, complement) => {
                self.compare(result, relation, signedness, complement, args[0], args[1]);
            }
            Selection::CompareTwice(relations, combine, complement) => {
                let pairs = relations.map(|relation| (relation, args[0], args[1]));
                self.compare_pairs(result, pairs, combine, complement);
            }
            Selection::CompareSelf(relation, combine) => {
                let pairs = [(relation, args[0], args[0]), (relation, args[1], args[1])];
                self.compare_pairs(result, pairs, combine, false);
            }
            Selection::Own => self.expand(inst, op, result, args),
        }
    }

    fn is_too_wide(&self, value: Value) -> bool {
        self.kernel.ty(value).scalar == Scalar::I64
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn one(
        &mut self,
        inst: texture::InstId,
        op: Op,
        alu: AluOp,
        signedness: Signedness,
        modifier: Modifier,
        saturate: bool,
        result: Value,
        args: &[Value],
    ) {
        let scalar = self.kernel.ty(result).scalar;
        let ty = data_type(scalar);
        let ty = if signedness == Signedness::Unsigned { unsigned(ty) } else { ty };
        match scalar {
            Scalar::F16 if !works_on_halves(alu) => {
                return self.through_floats(alu, result, args);
            }
            Scalar::I16 if !works_on_words(alu) => return self.unsupported(inst, format!("`{}` on i16", op.name())),
            Scalar::I8 if alu != AluOp::Mov => return self.unsupported(inst, format!("`{}` on i8", op.name())),
            _ => {}
        }
        if alu.sources() == 3 {
            args.iter().for_each(|arg| self.share_number(*arg, ty));
        }
        let written = self.narrowed[result].expand();
        for (exec, var, half) in self.define(written.unwrap_or(result)) {
            self.begin_alu(alu, saturate, exec, var);
            // Sources that may be immediates; an instruction takes at most one.
            let mut others = 0;
            for (index, arg) in args.iter().enumerate() {
                if let Some(var) = self.plain_lanes(*arg, 0, half, ty) {
                    self.set_source(index, Src::lanes(var));
                    continue;
                }
                others += 1;
                // A constant has no location and becomes an immediate.
                match self.kernel.values[*arg].def {
                    ValueDef::Constant(bits) => {
                        let number = if alu.sources() == 3 { self.numbers.get(bits, ty) } else { None };
                        let src = number.map_or(Src::Immediate { ty, bits }, Src::scalar);
                        self.set_source(index, src);
                    }
                    _ => {
                        let src = self.modified_source(*arg, half, ty);
                        self.set_source(index, src);
                    }
                }
            }
            let to = if written.is_some() { DataType::Ub } else { ty };
            if self.out.vars[var].ty != to || modifier != Modifier::None || others > 1 {
                self.change_alu(to, args.len(), modifier);
            }
        }
    }

    /// Moves `value` to a variable, unless it is in one, if it is a number that an instruction of three sources does not
    /// take as an immediate of type `ty`.
    pub(super) fn share_number(&mut self, value: Value, ty: DataType) {
        if let Some(bits) = large_number(self.kernel, value, ty)
            && self.numbers.get(bits, ty).is_none()
        {
            self.move_number(bits, ty, false);
        }
    }

    /// Moves the numbers to variables that all blocks can read.
    pub(super) fn hoist_numbers(&mut self) {
        for bits in std::mem::take(&mut self.hoisted) {
            self.move_number(bits, DataType::F, true);
        }
    }

    pub(super) fn move_number(&mut self, bits: Bits, ty: DataType, hoisted: bool) {
        let number = self.declare(ty, 1, Storage::Own, Meaning::Constant { bits });
        self.mov_as(Origin::Broadcast, Exec::SCALAR, number, Src::Immediate { ty, bits });
        self.numbers.add(bits, ty, number, hoisted);
    }

    /// Changes the instruction that was begun last: gives it a destination of type `ty`, its last source the modifier, and
    /// moves an immediate that it cannot have to a variable.
    #[inline(never)]
    fn change_alu(&mut self, ty: DataType, sources: usize, modifier: Modifier) {
        let Some((mut alu, origin)) = self.take_begun() else { return };
        let srcs = &mut alu.srcs[..sources];
        if let Some(last) = srcs.last_mut() {
            *last = modified(*last, modifier);
        }
        self.limit_immediates(alu.exec, srcs);
        let dst = Dst::whole(self.alias(alu.dst.var, ty));
        self.push_as(origin, Inst::Alu(Alu { dst, ..alu }));
    }

    /// Moves the first source to a variable if all are immediates, because an instruction takes at most one.
    pub(super) fn limit_immediates(&mut self, exec: Exec, srcs: &mut [Src]) {
        if srcs.len() < 2 || srcs.iter().any(|src| !matches!(src, Src::Immediate { .. })) {
            return;
        }
        if let Src::Immediate { ty, .. } = srcs[0] {
            let var = self.declare(ty, 1, Storage::Own, Meaning::Temporary);
            let exec = Exec { lanes: 1, nomask: true, ..exec };
            self.mov(exec, var, srcs[0]);
            srcs[0] = Src::scalar(var);
        }
    }

    fn through_floats(&mut self, alu: AluOp, result: Value, args: &[Value]) {
        for (exec, var, half) in self.define(result) {
            let elements = u32::from(exec.lanes);
            let mut srcs = [Src::immediate(DataType::F, 0); 3];
            for (index, arg) in args.iter().enumerate() {
                let wide = self.declare(DataType::F, elements, Storage::Own, Meaning::Temporary);
                let src = self.source(*arg, 0, half, DataType::Hf);
                self.mov(exec, wide, src);
                srcs[index] = if elements == 1 { Src::scalar(wide) } else { Src::lanes(wide) };
            }
            let wide = self.declare(DataType::F, elements, Storage::Own, Meaning::Temporary);
            self.alu(alu, exec, Dst::whole(wide), &srcs[..args.len()]);
            let src = if elements == 1 { Src::scalar(wide) } else { Src::lanes(wide) };
            self.mov(exec, var, src);
        }
    }

    fn compare(
        &mut self,
        result: Value,
        relation: Relation,
        signedness: Signedness,
        complement: bool,
        a: Value,
        b: Value,
    ) {
        let ty = data_type(self.kernel.ty(a).scalar);
        let ty = if signedness == Signedness::Unsigned { unsigned(ty) } else { ty };
        if let Some(mask) = self.booleans.mask(result) {
            return self.compare_to_mask(mask, relation, [a, b], ty);
        }
        let pred = self.new_predicate(result);
        let compared = if complement { self.intermediate_predicate(result) } else { pred };
        self.compare_into(compared, result, relation, [a, b], ty);
        if complement {
            self.combine_predicates(PredicateOp::Not, result, pred, [compared, compared], false);
        } else if !self.is_uniform(result) {
            self.booleans.add_comparison(result);
        }
        self.locs[result] = ValueLoc::Predicate(pred);
    }

    /// A source of a comparison. No instruction has a byte as an immediate: it is a word.
    fn compared(&mut self, value: Value, half: u32, ty: DataType) -> Src {
        match self.modified_source(value, half, ty) {
            Src::Immediate { ty: DataType::Ub, bits } => Src::immediate(DataType::Uw, bits.get()),
            Src::Immediate { ty: DataType::B, bits } => Src::immediate(DataType::W, bits.get() as i8 as u16 as u64),
            src => src,
        }
    }

    /// Emits a comparison that writes all ones or 0 to the variables of `mask`, which have the type of what is compared.
    fn compare_to_mask(&mut self, mask: Value, relation: Relation, args: [Value; 2], ty: DataType) {
        for (exec, var, half) in self.define(mask) {
            let mut srcs = args.map(|arg| self.compared(arg, half, ty));
            self.limit_immediates(exec, &mut srcs);
            let dst = Dst::whole(self.alias(var, ty));
            self.push(Inst::CompareInto { relation, exec, dst, srcs });
        }
    }

    /// Emits the comparison for each half, one directly behind the other: the register check recognises a uniform
    /// predicate by that.
    fn compare_into(&mut self, dst: Pred, result: Value, relation: Relation, args: [Value; 2], ty: DataType) {
        let mut settled: Option<([Src; 2], [Src; 2])> = None;
        let mut compares: SmallVec<[Inst; 2]> = SmallVec::new();
        let mut halves = self.predicate_halves(result);
        // The lanes of a comparison of dwords or floats write two registers at most, those of words twice as many lanes.
        if halves.len() > 1 && self.is_uniform(result) && matches!(ty, DataType::W | DataType::Uw) {
            halves = SmallVec::from_slice(&[(Exec::all(self.simd_lanes(), 0), 0)]);
        }
        for (exec, half) in halves {
            let given = args.map(|arg| self.compared(arg, half, ty));
            let srcs = match settled {
                Some((before, srcs)) if before == given => srcs,
                _ => {
                    let mut srcs = given;
                    self.limit_immediates(exec, &mut srcs);
                    settled = Some((given, srcs));
                    srcs
                }
            };
            compares.push(Inst::Compare { relation, exec, dst, srcs });
        }
        compares.into_iter().for_each(|compare| self.push(compare));
    }

    /// Emits logic on predicates; for the active lanes alone if the finalizer predicates comparisons by each other in its place.
    fn combine_predicates(&mut self, op: PredicateOp, result: Value, dst: Pred, srcs: [Pred; 2], compared: bool) {
        if compared || self.booleans.leaving.contains(result) {
            for (exec, _) in self.predicate_halves(result) {
                self.push(Inst::Predicate { op, exec, dst, srcs });
            }
            return;
        }
        let lanes = u32::from(self.out.preds[dst]);
        self.push(Inst::Predicate { op, exec: Exec::all(lanes, 0), dst, srcs });
    }

    fn compare_pairs(
        &mut self,
        result: Value,
        pairs: [(Relation, Value, Value); 2],
        combine: PredicateOp,
        complement: bool,
    ) {
        let pred = self.new_predicate(result);
        let compared = [self.intermediate_predicate(result), self.intermediate_predicate(result)];
        for (pred, (relation, a, b)) in compared.into_iter().zip(pairs) {
            self.compare_into(pred, result, relation, [a, b], data_type(self.kernel.ty(a).scalar));
        }
        let combined = if complement { compared[0] } else { pred };
        let divergent = !self.is_uniform(result);
        self.combine_predicates(combine, result, combined, compared, divergent);
        if complement {
            self.combine_predicates(PredicateOp::Not, result, pred, [combined, combined], false);
        } else if divergent {
            self.booleans.add_logic(result);
        }
        self.locs[result] = ValueLoc::Predicate(pred);
    }

    fn expand(&mut self, inst: texture::InstId, op: Op, result: Value, args: &[Value]) {
        let scalar = self.kernel.ty(result).scalar;
        match op {
            Op::And | Op::Or | Op::Xor if scalar == Scalar::I1 => self.logic_on_predicates(op, result, args),
            Op::And => self.one(inst, op, AluOp::And, Signedness::AsIs, Modifier::None, false, result, args),
            Op::Or => self.one(inst, op, AluOp::Or, Signedness::AsIs, Modifier::None, false, result, args),
            Op::Xor => self.one(inst, op, AluOp::Xor, Signedness::AsIs, Modifier::None, false, result, args),
            Op::Select if scalar == Scalar::I1 => self.select_predicates(result, args),
            Op::Select => self.select(result, args),
            Op::AddThree => self.add_three(inst, op, result, args),
            Op::DotS => self.dot_product(result, args, [DataType::D, DataType::D]),
            Op::DotU => self.dot_product(result, args, [DataType::Ud, DataType::Ud]),
            Op::DotSU => self.dot_product(result, args, [DataType::D, DataType::Ud]),
            _ if let (Some(pair), [a, b, c]) = (op.bitwise_pair(), args) => {
                self.bitwise_of_three(pair, result, [*a, *b, *c]);
            }
            Op::Concat => match bytes_of(self.kernel, inst) {
                Some(bytes) => self.concat(result, &bytes),
                None => self.concat(result, args),
            },
            Op::FDiv => self.divide(inst, result, args),
            Op::CountTrailingZeros if scalar == Scalar::I32 => self.trailing_zeros(result, args[0]),
            Op::AddCarry | Op::SubBorrow if scalar == Scalar::I32 => self.carry(inst, op, result, args),
            Op::FunnelShl if scalar == Scalar::I32 => self.funnel(result, args),
            Op::LaneId => self.lane_id(result),
            Op::Ballot => self.ballot(result, args[0]),
            Op::Shuffle => self.shuffle(result, args[0], args[1]),
            _ if let Some((lanes, combine)) = op.across_lanes() => {
                self.across_lanes(inst, lanes, combine, result, args[0]);
            }
            Op::HardwareThreadId => self.hardware_thread_id(inst, result),
            Op::Trunc
            | Op::ZExt
            | Op::SExt
            | Op::SToF
            | Op::UToF
            | Op::SToFZero
            | Op::UToFZero
            | Op::SToFUp
            | Op::UToFUp
            | Op::SToFDown
            | Op::UToFDown
            | Op::FTruncToZero
            | Op::FTruncToUp
            | Op::FTruncToDown
            | Op::FToS
            | Op::FToU
            | Op::FToSClamped
            | Op::FToUClamped
            | Op::FTruncTo
            | Op::FExtTo => {
                self.convert(op, result, args[0]);
            }
            // Emits nothing; its uses read the operand: see `Emitter::leaf`.
            Op::Bitcast => {}
            _ => self.unsupported(inst, format!("`{}` on {scalar}", op.name())),
        }
    }

    /// The numbers of the lanes: eight as one number, the others as sums. They are words, as Intel's compiler has them.
    fn lane_id(&mut self, result: Value) {
        let defs = self.define(result);
        let lanes = self.half_lanes;
        let numbers = self.declare(DataType::Uw, lanes, Storage::Own, Meaning::Temporary);
        let eight = Src::Vector { ty: VectorType::Uv, bits: 0x7654_3210 };
        self.alu(AluOp::Mov, Exec::all(8, 0), Dst::whole(numbers), &[eight]);
        let mut known = 8;
        while known < lanes {
            let dst = Dst { var: numbers, offset: (known * DataType::Uw.bytes()) as u16, stride: 1 };
            let more = [Src::lanes(numbers), Src::immediate(DataType::Uw, known.into())];
            self.alu(AluOp::Add, Exec::all(known, 0), dst, &more);
            known *= 2;
        }
        for (exec, var, half) in defs {
            match half {
                0 => self.mov(exec, var, Src::lanes(numbers)),
                _ => {
                    let first = Src::immediate(DataType::Uw, (half * lanes).into());
                    self.alu(AluOp::Add, exec, Dst::whole(var), &[Src::lanes(numbers), first]);
                }
            }
        }
    }

    fn logic_on_predicates(&mut self, op: Op, result: Value, args: &[Value]) {
        let everywhere = |value: &&Value| self.constant(**value, 0).is_some_and(|bits| bits & 1 == 1);
        if op == Op::Xor
            && let Some(index) = args.iter().position(|arg| everywhere(&arg))
        {
            let operand = self.predicate(args[1 - index]);
            let pred = self.new_predicate(result);
            self.combine_predicates(PredicateOp::Not, result, pred, [operand, operand], false);
            self.locs[result] = ValueLoc::Predicate(pred);
            return;
        }
        let op = match op {
            Op::And => PredicateOp::And,
            Op::Or => PredicateOp::Or,
            _ => PredicateOp::Xor,
        };
        let srcs = [self.predicate(args[0]), self.predicate(args[1])];
        let pred = self.new_predicate(result);
        let compared = op != PredicateOp::Xor && self.booleans.is_predicated([args[0], args[1]]);
        self.combine_predicates(op, result, pred, srcs, compared);
        if compared {
            self.booleans.add_logic(result);
        }
        self.locs[result] = ValueLoc::Predicate(pred);
    }

    /// `a ? b : c` on booleans: `(a & b) | (!a & c)`.
    fn select_predicates(&mut self, result: Value, args: &[Value]) {
        let [a, b, c] = [0, 1, 2].map(|index: usize| self.predicate(args[index]));
        let (then, otherwise) = (self.intermediate_predicate(result), self.intermediate_predicate(result));
        let pred = self.new_predicate(result);
        self.combine_predicates(PredicateOp::And, result, then, [a, b], false);
        self.combine_predicates(PredicateOp::Not, result, otherwise, [a, a], false);
        self.combine_predicates(PredicateOp::And, result, otherwise, [otherwise, c], false);
        self.combine_predicates(PredicateOp::Or, result, pred, [then, otherwise], false);
        self.locs[result] = ValueLoc::Predicate(pred);
    }

    fn select(&mut self, result: Value, args: &[Value]) {
        let pred = self.predicate(args[0]);
        let ty = data_type(self.kernel.ty(result).scalar);
        let written = self.narrowed[result].expand();
        for (exec, var, half) in self.define(written.unwrap_or(result)) {
            let mut srcs = [Src::immediate(ty, 0); 3];
            srcs[0] = self.modified_source(args[1], half, ty);
            srcs[1] = self.modified_source(args[2], half, ty);
            self.limit_immediates(exec, &mut srcs[..2]);
            let predicate = Some(texvisa_ir::visa::Predicate::of(pred, false));
            self.push(Inst::Alu(Alu { op: AluOp::Sel, saturate: false, exec, predicate, dst: Dst::whole(var), srcs }));
        }
    }

    /// A sum of three: one instruction where the platform has it.
    fn add_three(&mut self, inst: texture::InstId, op: Op, result: Value, args: &[Value]) {
        if self.context.target.platform().add3 {
            return self.one(inst, op, AluOp::Add3, Signedness::AsIs, Modifier::None, false, result, args);
        }
        let ty = data_type(self.kernel.ty(result).scalar);
        for (exec, var, half) in self.define(result) {
            let mut srcs = [0, 1].map(|index: usize| self.modified_source(args[index], half, ty));
            self.limit_immediates(exec, &mut srcs);
            let sum = self.declare(ty, exec.lanes.into(), Storage::Own, Meaning::Temporary);
            self.alu(AluOp::Add, exec, Dst::whole(sum), &srcs);
            let sum = if exec.lanes == 1 { Src::scalar(sum) } else { Src::lanes(sum) };
            let last = self.modified_source(args[2], half, ty);
            self.alu(AluOp::Add, exec, Dst::whole(var), &[sum, last]);
        }
    }

    /// A sum of four products of bytes, whose signs the types of the last two sources say. A number is no immediate of these:
    /// Intel's finalizer makes a word of a small one, and `dp4a` reads bytes of dwords.
    fn dot_product(&mut self, result: Value, args: &[Value], types: [DataType; 2]) {
        let types = [DataType::D, types[0], types[1]];
        self.share_number(args[0], types[0]);
        for (factor, ty) in args.iter().zip(types).skip(1) {
            if let ValueDef::Constant(bits) = self.kernel.values[*factor].def
                && self.numbers.get(bits, ty).is_none()
            {
                self.move_number(bits, ty, false);
            }
        }
        for (exec, var, half) in self.define(result) {
            let mut srcs = [0, 1, 2].map(|index: usize| self.numbered_source(args[index], half, types[index]));
            self.limit_immediates(exec, &mut srcs);
            self.alu(AluOp::Dp4a, exec, Dst::whole(var), &srcs);
        }
    }

    /// A source of an instruction that has three: a number that was moved to a variable is read there.
    fn numbered_source(&mut self, arg: Value, half: u32, ty: DataType) -> Src {
        let number = match self.kernel.values[arg].def {
            ValueDef::Constant(bits) => self.numbers.get(bits, ty),
            _ => None,
        };
        number.map_or_else(|| self.source(arg, 0, half, ty), Src::scalar)
    }

    /// A quotient of floats: `inv` if the dividend is 1, otherwise `div`.
    fn divide(&mut self, inst: texture::InstId, result: Value, args: &[Value]) {
        let one = match self.kernel.ty(result).scalar {
            Scalar::F16 => 0x3c00,
            _ => u64::from(1.0f32.to_bits()),
        };
        if self.kernel.constant(args[0]) == Some(one) {
            self.one(inst, Op::FDiv, AluOp::Inv, Signedness::AsIs, Modifier::None, false, result, &args[1..]);
        } else {
            self.one(inst, Op::FDiv, AluOp::Div, Signedness::AsIs, Modifier::None, false, result, args);
        }
    }

    /// The position of the lowest one. `fbl` returns all ones for zero, so the minimum of that and the width.
    fn trailing_zeros(&mut self, result: Value, arg: Value) {
        for (exec, var, half) in self.define(result) {
            let var = self.alias(var, DataType::Ud);
            let src = self.source(arg, 0, half, DataType::Ud);
            self.alu(AluOp::Fbl, exec, Dst::whole(var), &[src]);
            let lowest = if exec.lanes == 1 { Src::scalar(var) } else { Src::lanes(var) };
            self.alu(AluOp::Min, exec, Dst::whole(var), &[lowest, Src::immediate(DataType::Ud, 32)]);
        }
    }

    /// `a << c | b >> (32 - c)` for `c` modulo 32; for 0 the second term is 0. Of one operand it is a rotation.
    fn funnel(&mut self, result: Value, args: &[Value]) {
        if args[0] == args[1] && self.context.target.platform().rotate {
            return self.rotate(result, args[0], args[2]);
        }
        if let Some(amount) = self.constant(args[2], 0) {
            return self.constant_funnel(result, args, amount & 31);
        }
        for (exec, var, half) in self.define(result) {
            let elements = u32::from(exec.lanes);
            let read = |var| if elements == 1 { Src::scalar(var) } else { Src::lanes(var) };
            let [high, low, amount] = [0, 1, 2].map(|index: usize| self.source(args[index], 0, half, DataType::Ud));
            let own = Storage::Own;
            let [shift, rest, low_bits] =
                [0, 1, 2].map(|_| self.declare(DataType::Ud, elements, own, Meaning::Temporary));
            let pred = self.temporary_predicate(exec);
            let number = |bits| Src::immediate(DataType::Ud, bits);
            let mut srcs = [amount, number(31)];
            self.limit_immediates(exec, &mut srcs);
            self.alu(AluOp::And, exec, Dst::whole(shift), &srcs);
            self.alu(AluOp::Add, exec, Dst::whole(rest), &[read(shift).modified(Modifier::Negate), number(32)]);
            self.alu(AluOp::Shr, exec, Dst::whole(low_bits), &[low, read(rest)]);
            let compare = [read(shift), number(0)];
            self.push(Inst::Compare { relation: Relation::Ne, exec, dst: pred, srcs: compare });
            let predicate = Some(texvisa_ir::visa::Predicate::of(pred, false));
            let srcs = [read(low_bits), number(0), number(0)];
            let dst = Dst::whole(low_bits);
            self.push(Inst::Alu(Alu { op: AluOp::Sel, saturate: false, exec, predicate, dst, srcs }));
            self.alu(AluOp::Shl, exec, Dst::whole(rest), &[high, read(shift)]);
            let var = self.alias(var, DataType::Ud);
            self.alu(AluOp::Or, exec, Dst::whole(var), &[read(rest), read(low_bits)]);
        }
    }

    fn rotate(&mut self, result: Value, arg: Value, amount: Value) {
        for (exec, var, half) in self.define(result) {
            let mut srcs = [arg, amount].map(|arg| self.source(arg, 0, half, DataType::Ud));
            self.limit_immediates(exec, &mut srcs);
            let var = self.alias(var, DataType::Ud);
            self.alu(AluOp::Rol, exec, Dst::whole(var), &srcs);
        }
    }

    /// The same for an amount below 32 that is known. By 0 it is a shift by 0: a copy would have the operand's name.
    fn constant_funnel(&mut self, result: Value, args: &[Value], amount: u64) {
        for (exec, var, half) in self.define(result) {
            let elements = u32::from(exec.lanes);
            let var = self.alias(var, DataType::Ud);
            let mut shift = |op, arg: Value, amount: u64, to: Option<Var>| {
                let mut srcs = [self.source(arg, 0, half, DataType::Ud), Src::immediate(DataType::Ud, amount)];
                self.limit_immediates(exec, &mut srcs);
                let to = to.unwrap_or_else(|| self.declare(DataType::Ud, elements, Storage::Own, Meaning::Temporary));
                self.alu(op, exec, Dst::whole(to), &srcs);
                if elements == 1 { Src::scalar(to) } else { Src::lanes(to) }
            };
            if amount == 0 {
                shift(AluOp::Shl, args[0], 0, Some(var));
                continue;
            }
            let parts = [shift(AluOp::Shl, args[0], amount, None), shift(AluOp::Shr, args[1], 32 - amount, None)];
            self.alu(AluOp::Or, exec, Dst::whole(var), &parts);
        }
    }
}
