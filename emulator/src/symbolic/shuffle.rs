//! Shuffles: what another lane has.
//!
//! A lane that is known is read where it is, also by what reads the result, and so are lanes that a region reads. Others are read
//! where an address points, in a variable that has all lanes one behind the other: its offset is the number of the lane times
//! the bytes of an element. Or every lane is compared, and what it has chosen.

use texvisa_ir::Bits;
use texvisa_ir::texture::{self, InstData, Op, Value};
use texvisa_ir::visa::{Alu, AluOp, Exec, Indirect, IndirectRegion, Modifier, Region, Src};

use super::checker::Checker;
use super::origins::Destination;
use super::source_index::Leaf;
use super::symbolic_value::{Scope, Term};

impl Checker<'_> {
    /// An instruction of a shuffle that does not write its result: the offset of the lane, or a copy to the variable that has
    /// all lanes.
    pub(super) fn prepare_shuffle(&mut self, alu: &Alu, dst: &Destination<'_>, inst: texture::InstId, lane: Value) {
        if alu.op == AluOp::Mov {
            return self.copy(alu, dst);
        }
        let term = match (alu.op, alu.predicate, alu.srcs[1]) {
            (AluOp::Shl, None, Src::Immediate { bits, .. }) if !alu.saturate => {
                self.offset_of(&alu.srcs[0], bits.get(), alu.exec, lane, inst)
            }
            _ => None,
        };
        if term.is_none() {
            self.wrong(|| "the number of a lane times its bytes".to_owned(), || alu.op.name().to_owned());
        }
        let scope = if alu.exec == Exec::SCALAR { Scope::Uniform } else { Scope::Lanes { first: alu.exec.first } };
        self.put(alu, dst, term.unwrap_or(Term::Unknown), scope);
    }

    /// Whether an operand points at the lane `lane` of `value` in a variable that has all lanes.
    pub(super) fn points_at_lane(
        &self,
        operand: &Indirect,
        region: IndirectRegion,
        exec: Exec,
        value: Value,
        lane: Value,
    ) -> bool {
        let size = self.source_index.kernel.ty(value).scalar.bytes();
        let Some(pointer) = self.pointer_of(operand, size) else { return false };
        let decl = &self.kernel.vars[pointer.base.var];
        let is_in_place = match region {
            IndirectRegion::One(region) => pointer.exec == Exec::SCALAR && region == Region::SCALAR,
            IndirectRegion::EachRow { width, .. } => width == 1 && pointer.exec == exec,
        };
        let has_lanes = |first: u32| {
            let found = self.elements(pointer.base.var, decl, first * size, self.half_lanes);
            self.is(found, value, 0, Exec { lanes: self.half_lanes as u8, first: first as u8, nomask: false })
        };
        let lanes = self.kernel.simd.lanes();
        u32::from(decl.elements) == lanes
            && is_in_place
            && self.has_offset(&pointer, lane, size.trailing_zeros(), 0)
            && (0..lanes).step_by(self.half_lanes as usize).all(has_lanes)
    }

    /// The lane of `value` that all lanes of an instruction read.
    fn lane_of(&self, src: &Src, value: Value) -> Option<u8> {
        let Src::Register { var, offset, region: Region::SCALAR, modifier: Modifier::None } = *src else { return None };
        let found = self.elements(var, self.kernel.vars.get(var)?, offset.into(), 1);
        match found.scope {
            Scope::Lanes { first } | Scope::Copied { first } if self.source_index.leaf(value, 0).is(found) => {
                Some(first)
            }
            _ => None,
        }
    }

    /// Whether all lanes read, with that modifier, the lane that a shuffle asks for by its number, in the iteration of the shuffle.
    pub(super) fn is_lane_in_place(&self, src: &Src, arg: Value, modifier: Modifier) -> bool {
        let Src::Register { var, offset, region, modifier: given } = *src else { return false };
        let plain = Src::Register { var, offset, region, modifier: Modifier::None };
        let Some(shuffle) = self.source_index.definition(arg) else { return false };
        match self.source_index.kernel.insts[shuffle] {
            InstData::Plain { op: Op::Shuffle, args: [value, wanted, _] }
                if given == modifier && self.is_in_iteration_of(shuffle, value) =>
            {
                let lanes = u64::from(self.kernel.simd.lanes());
                match (self.source_index.leaf(wanted, 0), self.lane_of(&plain, value)) {
                    (Leaf::Constant(wanted), Some(lane)) => wanted % lanes == u64::from(lane),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Whether each lane reads the lane of `value` that `wanted` says, where that follows from the number of the own lane.
    fn reads_wanted_lanes(&self, src: &Src, exec: Exec, value: Value, wanted: Value) -> bool {
        let Src::Register { var, offset, region, modifier: modifier @ Modifier::None } = *src else { return false };
        let Some(decl) = self.kernel.vars.get(var) else { return false };
        (0..exec.lanes).all(|lane| {
            let element = region.element(lane.into()) * decl.ty.bytes();
            let offset = offset + element as u16;
            let read = self.lane_of(&Src::Register { var, offset, region: Region::SCALAR, modifier }, value);
            read.is_some() && read.map(u64::from) == self.lane_number_for(wanted, (exec.first + lane).into(), 8)
        })
    }

    /// The number that a value is in lane `own`, as far as bitwise operations make it of the lane's own number.
    fn lane_number_for(&self, value: Value, own: u64, depth: u32) -> Option<u64> {
        let value = match self.source_index.leaf(value, 0) {
            Leaf::Constant(number) => return Some(number),
            Leaf::Value { value, .. } => value,
            _ => return None,
        };
        let inst = self.source_index.definition(value)?;
        let InstData::Plain { op, args: [left, right, _] } = self.source_index.kernel.insts[inst] else { return None };
        let both = || {
            let depth = depth.checked_sub(1)?;
            Some((self.lane_number_for(left, own, depth)?, self.lane_number_for(right, own, depth)?))
        };
        match op {
            Op::LaneId => Some(own),
            Op::And => both().map(|(left, right)| left & right),
            Op::Or => both().map(|(left, right)| left | right),
            Op::Xor => both().map(|(left, right)| left ^ right),
            _ => None,
        }
    }

    /// Whether an instruction is a step of a shuffle: a copy of what the lanes have that are asked for, or of the first, or
    /// a choice between what another lane has and what was chosen so far.
    pub(super) fn is_shuffle_step(&self, alu: &Alu, source: texture::InstId, args: &[Value]) -> bool {
        let wanted = self.source_index.leaf(args[1], 0);
        // What is undefined in all lanes has no lane that must be read.
        let is_undefined = self.source_index.leaf(args[0], 0) == Leaf::Undefined
            && self.is_operand(&alu.srcs[0], alu.exec, args[0], Modifier::None, source);
        match alu.op {
            AluOp::Mov if self.reads_wanted_lanes(&alu.srcs[0], alu.exec, args[0], args[1]) => true,
            AluOp::Mov => match self.lane_of(&alu.srcs[0], args[0]) {
                Some(lane) => match wanted {
                    Leaf::Constant(wanted) => wanted % u64::from(self.kernel.simd.lanes()) == u64::from(lane),
                    _ => true,
                },
                None => is_undefined,
            },
            // A value that all lanes share.
            AluOp::Or => {
                let is_zero = matches!(alu.srcs[1], Src::Immediate { bits: Bits::ZERO, .. });
                is_zero && self.is_operand(&alu.srcs[0], alu.exec, args[0], Modifier::None, source)
            }
            AluOp::Sel => {
                let chosen = alu.predicate.is_some_and(|predicate| {
                    !predicate.inverted && self.is_computed_by(predicate.pred, alu.exec, source)
                });
                let before = self.read(&alu.srcs[1], alu.exec);
                let is_own = matches!(before.term, Term::Value { value, .. } if self.source_index.definition(value) == Some(source));
                let lane = self.lane_of(&alu.srcs[0], args[0]);
                let wanted = alu.predicate.zip(lane).map(|(predicate, lane)| (predicate.pred, u64::from(lane)));
                let is_wanted = wanted.is_some() && wanted == self.compared_lane;
                chosen && is_own && before.scope.serves(alu.exec) && (is_wanted || is_undefined)
            }
            _ => false,
        }
    }
}
