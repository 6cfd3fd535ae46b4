//! Operations across the lanes of a hardware thread, which WGSL calls subgroups.

use naga::{CollectiveOperation, Expression, GatherMode, Handle, ScalarKind, SubgroupOperation as S};
use smallvec::smallvec;
use texvisa_ir::texture::{CombinedLanes, Op, Type, Value};

use crate::operand::Operand;
use crate::refusal::Untranslatable;
use crate::translator::Translator;

impl Translator<'_> {
    pub fn collective(
        &mut self,
        operation: S,
        lanes: CollectiveOperation,
        argument: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Result<(), Untranslatable> {
        let kind = self.scalar_of(argument)?.kind;
        let by_kind = |float, signed, unsigned| match kind {
            ScalarKind::Float => float,
            ScalarKind::Sint => signed,
            _ => unsigned,
        };
        let base = match operation {
            S::All | S::And => Op::And,
            S::Any | S::Or => Op::Or,
            S::Xor => Op::Xor,
            S::Add => by_kind(Op::FAdd, Op::Add, Op::Add),
            S::Mul => by_kind(Op::FMul, Op::Mul, Op::Mul),
            S::Min => by_kind(Op::FMin, Op::MinS, Op::MinU),
            S::Max => by_kind(Op::FMax, Op::MaxS, Op::MaxU),
        };
        let lanes = match lanes {
            CollectiveOperation::Reduce => CombinedLanes::All,
            CollectiveOperation::InclusiveScan => CombinedLanes::UpToOwn,
            CollectiveOperation::ExclusiveScan => CombinedLanes::BeforeOwn,
        };
        let op = base.combining(lanes).ok_or_else(|| {
            Untranslatable::new(format!("{operation:?} across lanes, which texture IR does not have"))
        })?;
        let value = self.value(argument)?;
        let combined = self.each(&[&value], |translator, of| translator.combined(op, of[0]));
        self.define(result, Operand::Value(combined))
    }

    /// A bit for each lane, whether its condition is true: of those that are active.
    pub fn ballot(
        &mut self,
        predicate: Option<Handle<Expression>>,
        result: Handle<Expression>,
    ) -> Result<(), Untranslatable> {
        let condition = match predicate {
            Some(predicate) => self.scalar(predicate)?,
            None => self.boolean(true),
        };
        let votes = self.op(Op::Ballot, &[condition]);
        let zero = self.word(0);
        self.define(result, Operand::Value(smallvec![votes, zero, zero, zero]))
    }

    /// The first word of a ballot; a hardware thread has at most 32 lanes.
    fn votes(&mut self, condition: Value) -> Value {
        let bit = self.builder.convert(Op::ZExt, condition, Type::I32);
        let lane = self.builder.op(Op::LaneId, Type::I32, &[]);
        let vote = self.op(Op::Shl, &[bit, lane]);
        self.op(Op::ReduceOr, &[vote])
    }

    /// Booleans are combined as words.
    fn combined(&mut self, op: Op, value: Value) -> Value {
        if self.ty(value) != Type::I1 {
            return self.op(op, &[value]);
        }
        let word = self.builder.convert(Op::ZExt, value, Type::I32);
        let combined = self.op(op, &[word]);
        let (one, zero) = (self.word(1), self.word(0));
        let bit = self.op(Op::And, &[combined, one]);
        self.op(Op::Ne, &[bit, zero])
    }

    pub fn gather_lanes(
        &mut self,
        mode: &GatherMode,
        argument: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Result<(), Untranslatable> {
        let mut own = || self.builder.op(Op::LaneId, Type::I32, &[]);
        let lane = match mode {
            GatherMode::Broadcast(lane) | GatherMode::Shuffle(lane) => self.scalar(*lane)?,
            GatherMode::ShuffleDown(by) => {
                let own = own();
                let by = self.scalar(*by)?;
                self.op(Op::Add, &[own, by])
            }
            GatherMode::ShuffleUp(by) => {
                let own = own();
                let by = self.scalar(*by)?;
                self.op(Op::Sub, &[own, by])
            }
            GatherMode::ShuffleXor(mask) => {
                let own = own();
                let mask = self.scalar(*mask)?;
                self.op(Op::Xor, &[own, mask])
            }
            GatherMode::BroadcastFirst => {
                let all = self.boolean(true);
                let active = self.votes(all);
                self.op(Op::CountTrailingZeros, &[active])
            }
            GatherMode::QuadBroadcast(number) => {
                let number = self.scalar(*number)?;
                self.lane_of_quad(number)
            }
            GatherMode::QuadSwap(direction) => self.lane_across(*direction),
        };
        let value = self.value(argument)?;
        let gathered = self.each(&[&value], |translator, of| {
            let ty = translator.ty(of[0]);
            translator.builder.op(Op::Shuffle, ty, &[of[0], lane])
        });
        self.define(result, Operand::Value(gathered))
    }
}
