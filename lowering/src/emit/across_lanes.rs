//! Emits operations that read other lanes: they go through variables that have all lanes of the thread one behind the other.

use std::ops::Range;

use texvisa_ir::texture::{self, CombinedLanes, InstData, Op, Scalar, Value, ValueDef};
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{
    Alu, AluOp, DataType, Dst, Exec, Inst, Modifier, Pred, Predicate, Region, Relation, Src, Storage, Var,
};

use super::elements::RowLayout;
use super::selection::{Selection, Signedness, selection};
use super::value_loc::ValueLoc;
use super::{Emitter, data_type, unsigned};

/// The instruction that combines two lanes, and the type that it works on.
fn combining(op: Op, scalar: Scalar) -> Option<(AluOp, DataType)> {
    let ty = data_type(scalar);
    match (op, selection(op)) {
        (Op::And, _) => Some((AluOp::And, ty)),
        (Op::Or, _) => Some((AluOp::Or, ty)),
        (Op::Xor, _) => Some((AluOp::Xor, ty)),
        (_, Selection::One(alu, Signedness::Unsigned, Modifier::None)) => Some((alu, unsigned(ty))),
        (_, Selection::One(alu, _, Modifier::None)) => Some((alu, ty)),
        _ => None,
    }
}

/// The unsigned type of the same size.
fn bits(ty: DataType) -> DataType {
    match ty {
        DataType::F => DataType::Ud,
        DataType::Hf => DataType::Uw,
        integer => unsigned(integer),
    }
}

/// The elements of `var` from element `first` on, one for each lane.
fn elements(var: Var, ty: DataType, first: u32) -> Src {
    Src::lanes(var).at((first * ty.bytes()) as u16)
}

/// The regions that read a lane of each quad, or of each pair of lanes.
const REGIONS: [Region; 2] =
    [Region { vertical: 4, width: 4, horizontal: 0 }, Region { vertical: 2, width: 2, horizontal: 0 }];

/// How many operations the number of a lane may be made by, one behind the other, to be known.
const MAX_DEPTH: u32 = 4;

impl Emitter<'_> {
    /// The value that a lane has. A lane that is known is read where it is, and so are lanes that a region reads; others are
    /// read where an address points. Registers of 64 bytes are left to comparisons with every lane: no oracle shows what
    /// their finalizer makes of addresses.
    pub(super) fn shuffle(&mut self, result: Value, value: Value, lane: Value) {
        let ty = data_type(self.kernel.ty(result).scalar);
        if self.is_uniform(value) {
            // A copy would have the operand's name.
            let bits = bits(ty);
            for (exec, var, _) in self.define(result) {
                let mut srcs = [self.source(value, 0, 0, bits), Src::immediate(bits, 0)];
                self.limit_immediates(exec, &mut srcs);
                let var = self.alias(var, bits);
                self.alu(AluOp::Or, exec, Dst::whole(var), &srcs);
            }
            return;
        }
        let lanes = self.simd_lanes();
        if let Some(lane) = self.constant(lane, 0) {
            let src = self.lane_of(value, ty, lane as u32 % lanes);
            if let Src::Register { var: of, offset, modifier: Modifier::None, .. } = src
                && self.lanes_in_place.contains(result)
            {
                self.locs[result] = ValueLoc::Lane { of, offset };
                return;
            }
            for (exec, var, _) in self.define(result) {
                self.mov(exec, var, src);
            }
            return;
        }
        let known: Option<Vec<u32>> = (0..lanes).map(|own| self.lane_for(lane, own, MAX_DEPTH)).collect();
        let are_compared = self.out.grf_bytes() > 32;
        for (exec, var, half) in self.define(result) {
            if let Some(src) = known.as_ref().and_then(|known| self.region_of(value, ty, known, exec, half)) {
                self.mov(exec, var, src);
                continue;
            }
            if !are_compared {
                let row = self.row_of_lanes(value, ty);
                self.move_indirect(row, RowLayout::single(ty), lane, half, exec, var);
                continue;
            }
            let read = if exec.lanes == 1 { Src::scalar(var) } else { Src::lanes(var) };
            let first = self.lane_of(value, ty, 0);
            self.mov(exec, var, first);
            for number in 1..lanes {
                let pred = self.temporary_predicate(exec);
                let wanted = self.source(lane, 0, half, DataType::D);
                let srcs = [wanted, Src::immediate(DataType::D, number.into())];
                self.push(Inst::Compare { relation: Relation::Eq, exec, dst: pred, srcs });
                let srcs = [self.lane_of(value, ty, number), read, Src::immediate(ty, 0)];
                let predicate = Some(Predicate::of(pred, false));
                let dst = Dst::whole(var);
                self.push(Inst::Alu(Alu { op: AluOp::Sel, saturate: false, exec, predicate, dst, srcs }));
            }
        }
    }

    /// The variable that has all lanes of a divergent value one behind the other.
    fn row_of_lanes(&mut self, value: Value, ty: DataType) -> Var {
        if self.halves == 1
            && let Src::Register { var, offset: 0, region: Region::CONTIGUOUS, .. } = self.source(value, 0, 0, ty)
            && u32::from(self.out.vars[var].elements) == self.simd_lanes()
        {
            return var;
        }
        if let Some(known) = self.indexed.lanes.get(&value) {
            return *known;
        }
        let row = self.declare(ty, self.simd_lanes(), Storage::Own, Meaning::Temporary);
        for half in 0..self.halves {
            let storage = Storage::Subregister { of: row, offset: (half * self.half_lanes * ty.bytes()) as u16 };
            let part = self.declare_copy(ty, self.half_lanes, storage, (value, 0, half));
            let src = self.source(value, 0, half, ty);
            self.mov(self.half(half), part, src);
        }
        self.indexed.lanes.insert(value, row);
        row
    }

    /// Which lane a number is in lane `own`, where it follows from the number of that lane alone.
    fn lane_for(&self, lane: Value, own: u32, depth: u32) -> Option<u32> {
        if let Some(bits) = self.constant(lane, 0) {
            return Some(bits as u32);
        }
        let ValueDef::Result(inst, _) = self.kernel.values[lane].def else { return None };
        let InstData::Plain { op, args: [left, right, _] } = self.kernel.insts[inst] else { return None };
        if op == Op::LaneId {
            return Some(own);
        }
        if !matches!(op, Op::And | Op::Or | Op::Xor) {
            return None;
        }
        let depth = depth.checked_sub(1)?;
        let (left, right) = (self.lane_for(left, own, depth)?, self.lane_for(right, own, depth)?);
        match op {
            Op::And => Some(left & right),
            Op::Or => Some(left | right),
            Op::Xor => Some(left ^ right),
            _ => None,
        }
    }

    /// What those lanes have of a value, one for each lane of `half`, where a region reads it.
    fn region_of(&mut self, value: Value, ty: DataType, lanes: &[u32], exec: Exec, half: u32) -> Option<Src> {
        let first = (half * self.half_lanes) as usize;
        let lanes = lanes.get(first..first + usize::from(exec.lanes))?;
        let start = *lanes.first()?;
        let is_read = |region: &Region| {
            (0..).zip(lanes).all(|(lane, read)| start + region.element(lane) == *read)
                && lanes.iter().all(|lane| lane / self.half_lanes == start / self.half_lanes)
        };
        let region =
            REGIONS.into_iter().find(is_read).filter(|region| ty.bytes() <= 4 && region.width <= exec.lanes)?;
        match self.lane_of(value, ty, start) {
            Src::Register { var, offset, modifier, .. } => Some(Src::Register { var, offset, region, modifier }),
            _ => None,
        }
    }

    /// What one lane has of a value that differs between lanes.
    fn lane_of(&mut self, value: Value, ty: DataType, lane: u32) -> Src {
        match self.source(value, 0, lane / self.half_lanes, ty) {
            Src::Register { var, offset, modifier, .. } => {
                let scalar = Src::Register { var, offset, region: Region::SCALAR, modifier };
                scalar.at((lane % self.half_lanes * ty.bytes()) as u16)
            }
            number => number,
        }
    }

    /// A bit for each active lane that has true. A predicate of zeros gets ones from a comparison that holds in each of them.
    pub(super) fn ballot(&mut self, result: Value, condition: Value) {
        let lanes = self.simd_lanes();
        // Of fewer lanes than 16, a move leaves the bits above them undefined.
        let cleared = lanes.max(16);
        let active = self.out.preds.push(cleared as u16);
        let zero = Src::immediate(DataType::Ud, 0);
        self.push(Inst::SetPredicate { exec: Exec::all(cleared, 0), dst: active, src: zero });
        // A comparison of words is one instruction for all lanes.
        let srcs = [Src::scalar(self.words_of_r0()); 2];
        self.push(Inst::Compare { relation: Relation::Eq, exec: Exec::masked(lanes, 0), dst: active, srcs });
        let is_true = self.constant(condition, 0).is_some_and(|bits| bits & 1 == 1);
        if is_true && self.is_uniform(result) {
            for (_, to, _) in self.define(result) {
                let dst = Dst::whole(self.alias(to, DataType::Ud));
                self.push(Inst::MovePredicate { dst, src: active });
            }
            return;
        }
        let active = Src::scalar(self.lanes_of(active));
        let pred = self.predicate(condition);
        let (op, predicate, given) = if self.is_uniform(condition) {
            (AluOp::Sel, Some(Predicate::of(pred, false)), zero)
        } else {
            // Lanes that are not active may have any bit there.
            (AluOp::And, None, Src::scalar(self.lanes_of(pred)))
        };
        for (exec, to, _) in self.define(result) {
            let dst = Dst::whole(self.alias(to, DataType::Ud));
            self.push(Inst::Alu(Alu { op, saturate: false, exec, predicate, dst, srcs: [active, given, zero] }));
        }
    }

    /// Register 0 as words, which any thread has.
    fn words_of_r0(&mut self) -> Var {
        let dwords = self.out.grf_bytes() / 4;
        let r0 = self.r0.unwrap_or_else(|| self.declare(DataType::Ud, dwords, Storage::R0, Meaning::Temporary));
        self.r0 = Some(r0);
        self.alias(r0, DataType::Uw)
    }

    /// A predicate as a number, of which bit i is that of lane i.
    fn lanes_of(&mut self, pred: Pred) -> Var {
        let var = self.single(DataType::Ud, Meaning::Temporary);
        self.push(Inst::MovePredicate { dst: Dst::whole(var), src: pred });
        var
    }

    /// An operation across lanes. All lanes of a variable get the identity, then the active ones their value. To reduce them,
    /// those of the upper half are combined with what the lower half has. Prefixes of integers are made in place; of a sum
    /// or a product of floats they depend on the order, which is that of [`scan`](Emitter::scan).
    pub(super) fn across_lanes(
        &mut self,
        inst: texture::InstId,
        lanes: CombinedLanes,
        op: Op,
        result: Value,
        arg: Value,
    ) {
        let scalar = self.kernel.ty(result).scalar;
        let Some((alu, ty)) = combining(op, scalar).filter(|(_, ty)| ty.bytes() == 2 || ty.bytes() == 4) else {
            return self.unsupported(inst, format!("an operation across lanes on {scalar}"));
        };
        let identity = Src::immediate(ty, op.identity(scalar));
        let count = self.simd_lanes();
        if lanes == CombinedLanes::All {
            let var = self.declare(ty, self.half_lanes, Storage::Own, Meaning::Temporary);
            self.fill_lanes(var, ty, 0..self.half_lanes, identity);
            for half in 0..self.halves {
                let src = self.source(arg, 0, half, ty);
                match half {
                    0 => self.alu(AluOp::Mov, self.half(half), Dst::whole(var), &[src]),
                    _ => self.alu(alu, self.half(half), Dst::whole(var), &[Src::lanes(var), src]),
                }
            }
            return self.reduce(alu, ty, var, result);
        }
        let is_exclusive = lanes == CombinedLanes::BeforeOwn;
        let before = match (ty.is_float(), is_exclusive) {
            (true, _) => count,
            // The lanes begin a register.
            (false, true) => self.out.grf_bytes() / ty.bytes(),
            (false, false) => 0,
        };
        let first = self.declare(ty, before + count, Storage::Own, Meaning::Temporary);
        if ty.is_float() {
            self.fill_lanes(first, ty, 0..before + count, identity);
        } else {
            if is_exclusive {
                // The whole register, though the last element alone is read: of the others nothing else would be written, so
                // that the variable would be live before.
                self.fill_lanes(first, ty, 0..before, identity);
            }
            self.fill_lanes(first, ty, before..before + count, identity);
        }
        for half in 0..self.halves {
            let src = self.source(arg, 0, half, ty);
            let offset = ((before + half * self.half_lanes) * ty.bytes()) as u16;
            self.alu(AluOp::Mov, self.half(half), Dst { var: first, offset, stride: 1 }, &[src]);
        }
        let combined = if ty.is_float() {
            let second = self.declare(ty, before + count, Storage::Own, Meaning::Temporary);
            self.fill_lanes(second, ty, 0..before, identity);
            self.scan(alu, ty, [first, second])
        } else {
            self.scan_in_place(alu, ty, first, before);
            first
        };
        for (exec, var, half) in self.define(result) {
            let var = self.alias(var, ty);
            self.mov(exec, var, elements(combined, ty, before + half * self.half_lanes - u32::from(is_exclusive)));
        }
    }

    /// Writes `src` to these elements of `var`.
    fn fill_lanes(&mut self, var: Var, ty: DataType, range: Range<u32>, src: Src) {
        let lanes = self.half_lanes.min(range.end - range.start);
        for first in range.step_by(lanes as usize) {
            let dst = Dst { var, offset: (first * ty.bytes()) as u16, stride: 1 };
            self.alu(AluOp::Mov, Exec::all(lanes, 0), dst, &[src]);
        }
    }

    /// Combines the upper half of the elements with the lower one until one is left.
    fn reduce(&mut self, alu: AluOp, ty: DataType, mut var: Var, result: Value) {
        let mut left = self.half_lanes / 2;
        while left > 1 {
            let next = self.declare(ty, left, Storage::Own, Meaning::Temporary);
            let exec = Exec::all(left, 0);
            self.alu(alu, exec, Dst::whole(next), &[elements(var, ty, 0), elements(var, ty, left)]);
            var = next;
            left /= 2;
        }
        for (exec, to, _) in self.define(result) {
            let to = self.alias(to, ty);
            let srcs = [Src::scalar(var), Src::scalar(var).at(ty.bytes() as u16)];
            self.alu(alu, exec, Dst::whole(to), &srcs);
        }
    }

    /// Combines elements in blocks of 2, 4 and so on, those from number `before` on: each of the upper half of a block with
    /// the last one of its lower half, which has all of that half. One instruction serves several blocks of 2 or 4.
    fn scan_in_place(&mut self, alu: AluOp, ty: DataType, var: Var, before: u32) {
        let count = self.simd_lanes();
        let at = |element: u32| ((before + element) * ty.bytes()) as u16;
        let mut combine = |lanes: u32, own: u32, last: u32, stride: u8, [own_region, last_region]: [Region; 2]| {
            let read = |element, region| Src::Register { var, offset: at(element), region, modifier: Modifier::None };
            let dst = Dst { var, offset: at(own), stride };
            self.alu(alu, Exec::all(lanes, 0), dst, &[read(own, own_region), read(last, last_region)]);
        };
        for first in (0..count).step_by(16) {
            let lanes = count.min(16);
            combine(lanes / 2, first + 1, first, 2, [Region::strided(2); 2]);
            combine(lanes / 4, first + 2, first + 1, 4, [Region::strided(4); 2]);
            combine(lanes / 4, first + 3, first + 1, 4, [Region::strided(4); 2]);
        }
        let mut half = 4;
        while half < count {
            for first in (half..count).step_by(2 * half as usize) {
                combine(half, first, first - 1, 1, [Region::CONTIGUOUS, Region::SCALAR]);
            }
            half *= 2;
        }
    }

    /// Combines each element with the one that stands 1, 2, 4 and so on before it, from one variable to the other by
    /// turns; returns the one with the last results. Each begins with as many identities as there are lanes.
    fn scan(&mut self, alu: AluOp, ty: DataType, [mut from, mut to]: [Var; 2]) -> Var {
        let count = self.simd_lanes();
        let lanes = self.context.target.platform().native_simd;
        let mut distance = 1;
        while distance < count {
            for first in (count..2 * count).step_by(lanes as usize) {
                let dst = Dst { var: to, offset: (first * ty.bytes()) as u16, stride: 1 };
                let srcs = [elements(from, ty, first), elements(from, ty, first - distance)];
                self.alu(alu, Exec::all(lanes, 0), dst, &srcs);
            }
            (from, to) = (to, from);
            distance *= 2;
        }
        from
    }
}
