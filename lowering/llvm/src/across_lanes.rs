//! Intel's intrinsics that read other lanes, and those that move one block of memory for a whole thread.

use texvisa_ir::texture::{CombinedLanes, Op, Scalar, Type, Value};

use crate::kernel::{ImportResult, Importer, unsupported};
use crate::llvm::Val;
use crate::shape::ElementVec;

/// The operations that lanes are combined by, at their numbers (CodeGenPublicEnums.h, `WaveOps`).
const COMBINING: [Op; 13] = [
    Op::Add,
    Op::Mul,
    Op::MinU,
    Op::MaxU,
    Op::MinS,
    Op::MaxS,
    Op::Or,
    Op::Xor,
    Op::And,
    Op::FAdd,
    Op::FMul,
    Op::FMin,
    Op::FMax,
];

impl<'c> Importer<'c> {
    /// `WaveShuffleIndex(value, lane, helper lanes)`: what that lane has.
    pub(crate) fn shuffle_index(&mut self, call: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let values = self.operand(call, 0)?;
        let lane = self.scalar_operand(call, 1)?;
        let lane = self.convert(Op::ZExt, lane, Type::I32);
        Ok(values.into_iter().map(|value| self.shuffled(value, lane)).collect())
    }

    /// `simdShuffleXor(value, number)`: what the lane has whose number is the own one, exclusive or the given.
    pub(crate) fn shuffle_xor(&mut self, call: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let (value, number) = (self.scalar_operand(call, 0)?, self.scalar_operand(call, 1)?);
        let own = self.operation(Op::LaneId, &[]);
        let lane = self.operation(Op::Xor, &[own, number]);
        Ok(ElementVec::from_slice(&[self.shuffled(value, lane)]))
    }

    /// What another lane has. Booleans are numbers on the way.
    fn shuffled(&mut self, value: Value, lane: Value) -> Value {
        match self.builder.kernel().ty(value) {
            Type::I1 => {
                let number = self.convert(Op::ZExt, value, Type::I32);
                let found = self.operation(Op::Shuffle, &[number, lane]);
                self.convert(Op::Trunc, found, Type::I1)
            }
            _ => self.operation(Op::Shuffle, &[value, lane]),
        }
    }

    /// `simdShuffleDown(current, next, distance)`: what the lane has that is `distance` behind the own one, where the
    /// lanes of `next` follow those of `current` (`EmitPass::emitSimdShuffleDown`).
    pub(crate) fn shuffle_down(&mut self, call: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let (current, next) = (self.scalar_operand(call, 0)?, self.scalar_operand(call, 1)?);
        let distance = self.scalar_operand(call, 2)?;
        let own = self.operation(Op::LaneId, &[]);
        let lane = self.operation(Op::Add, &[own, distance]);
        let count = self.operation(Op::SimdSize, &[]);
        let rest = self.operation(Op::Sub, &[lane, count]);
        let (current, next) = (self.shuffled(current, lane), self.shuffled(next, rest));
        let is_current = self.operation(Op::LtU, &[lane, count]);
        Ok(ElementVec::from_slice(&[self.operation(Op::Select, &[is_current, current, next])]))
    }

    /// `WaveAll(value, operation, helper lanes)`: all active lanes, combined.
    pub(crate) fn combined_lanes(&mut self, call: Val<'c>) -> ImportResult<ElementVec<Value>> {
        self.combined(call, CombinedLanes::All)
    }

    /// `WavePrefix(value, operation, inclusive, mask, helper lanes)`: the active lanes up to or before the own one,
    /// combined; of them those where the mask is set.
    pub(crate) fn prefix(&mut self, call: Val<'c>) -> ImportResult<ElementVec<Value>> {
        match [2, 3].map(|index| call.operand(index).and_then(Val::int)) {
            [Some(0), Some(1)] => self.combined(call, CombinedLanes::BeforeOwn),
            [Some(1), Some(1)] => self.combined(call, CombinedLanes::UpToOwn),
            [_, Some(1)] => unsupported("whether a prefix includes its own lane is not a constant; expected one"),
            _ => unsupported("a prefix of chosen lanes is not supported; expected one of all active lanes"),
        }
    }

    fn combined(&mut self, call: Val<'c>, lanes: CombinedLanes) -> ImportResult<ElementVec<Value>> {
        let value = self.scalar_operand(call, 0)?;
        let scalar = self.builder.kernel().ty(value).scalar;
        let number = call.operand(1).and_then(Val::int);
        let base = number.and_then(|number| COMBINING.get(usize::try_from(number).ok()?).copied());
        let base = base.filter(|base| matches!(base, Op::FAdd | Op::FMul | Op::FMin | Op::FMax) == scalar.is_float());
        let Some(op) = base.and_then(|base| base.combining(lanes)).filter(|_| scalar != Scalar::I1) else {
            return unsupported(format!(
                "the lanes' {scalar} cannot be combined by this operation; write it without it"
            ));
        };
        Ok(ElementVec::from_slice(&[self.operation(op, &[value])]))
    }

    /// `WaveBallot(boolean, helper lanes)`: bit i is what active lane i has, 0 for one that is not active.
    pub(crate) fn ballot(&mut self, call: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let boolean = self.scalar_operand(call, 0)?;
        Ok(ElementVec::from_slice(&[self.operation(Op::Ballot, &[boolean])]))
    }

    /// `WaveInverseBallot(bits, helper lanes)`: whether the bit of the own lane is set.
    pub(crate) fn inverse_ballot(&mut self, call: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let bits = self.scalar_operand(call, 0)?;
        let own = self.own_bit();
        let zero = self.builder.constant_int(Type::I32, 0);
        let bit = self.operation(Op::And, &[bits, own]);
        Ok(ElementVec::from_slice(&[self.operation(Op::Ne, &[bit, zero])]))
    }

    /// The bit of the own lane.
    fn own_bit(&mut self) -> Value {
        let own = self.operation(Op::LaneId, &[]);
        let one = self.builder.constant_int(Type::I32, 1);
        self.operation(Op::Shl, &[one, own])
    }
}
