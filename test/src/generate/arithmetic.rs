//! Plain operations, with operands in the range for which they are defined; mostly.

use texvisa_ir::texture::{Builder, Op, Operands, Results, Scalar, Type, Value, ValueDef};

use super::config::INEXACT;
use super::generator::Generator;
use super::pool::Known;

impl Generator<'_> {
    /// Writes a plain operation, if there is one for the types of the configuration.
    pub fn plain(&mut self) {
        let Some(op) = self.rng.choice(&self.config.plain).copied() else { return };
        if !self.config.inexact && INEXACT.contains(&op) {
            return;
        }
        let admitted: Vec<Scalar> = self
            .config
            .scalars
            .iter()
            .copied()
            .filter(|scalar| op.operands() == Operands::None || op.admits(Type::scalar(*scalar)))
            .filter(|scalar| self.works_on(op, *scalar))
            .collect();
        // Wide types first: narrow ones come up often enough as they are.
        let wide: Vec<Scalar> = admitted.iter().copied().filter(|scalar| scalar.bits() == 32).collect();
        let pick_wide = !wide.is_empty() && !self.config.all_syntax && !self.one_in(6);
        let Some(scalar) = self.rng.choice(if pick_wide { &wide } else { &admitted }).copied() else { return };
        if op.states_result() {
            self.conversion(op, scalar);
        } else {
            self.arithmetic(op, Type::scalar(scalar));
        }
    }

    fn works_on(&self, op: Op, scalar: Scalar) -> bool {
        scalar != Scalar::I16 || self.config.plain_on_words.contains(&op)
    }

    fn arithmetic(&mut self, op: Op, ty: Type) {
        let mut operands: Vec<Known> = (0..op.arity()).map(|index| self.operand(op.operand_type(ty, index))).collect();
        let mut certain = !INEXACT.contains(&op);
        let careless = self.config.undefined && self.one_in(8);
        match op {
            Op::Shl | Op::ShrU | Op::ShrS | Op::DivS | Op::DivU | Op::RemS | Op::RemU if careless => certain = false,
            Op::Shl | Op::ShrU | Op::ShrS => {
                operands[1] = self.masked(operands[1], u64::from(ty.scalar.bits()) - 1);
            }
            // From 1 to 127, so that no quotient overflows.
            Op::DivS | Op::DivU | Op::RemS | Op::RemU => {
                let divisor = self.masked(operands[1], 0x7f);
                let one = self.builder.constant_int(ty, 1);
                let value = self.builder.op(Op::Or, ty, &[divisor.value, one]);
                operands[1] = Known { value, ..divisor };
            }
            // The other lane may not be active.
            Op::Shuffle => {
                certain = false;
                if !careless {
                    operands[1] = self.masked(operands[1], 7);
                }
            }
            _ => {}
        }
        certain &= operands.iter().all(|known| known.certain);
        let values: Vec<Value> = operands.iter().map(|known| known.value).collect();
        let value = self.builder.op(op, ty, &values);
        let result = match op.results() {
            Results::Bool => Type::I1,
            Results::I32 => Type::I32,
            Results::TwiceAsWide => ty.twice_as_wide(),
            Results::Same | Results::SameTwice | Results::Stated => ty,
        };
        self.define(value, result, certain);
        if op.results() == Results::SameTwice {
            let second = second_result(&self.builder, value);
            second.into_iter().for_each(|second| {
                self.define(second, ty, certain);
            });
        }
    }

    fn conversion(&mut self, op: Op, from: Scalar) {
        let converts = |to: &Scalar| op.converts(from, *to) && self.works_on(op, *to);
        let to: Vec<Scalar> = self.config.scalars.iter().copied().filter(converts).collect();
        let Some(to) = self.rng.choice(&to).copied() else { return };
        let (from, to) = (Type::scalar(from), Type::scalar(to));
        let mut operand = self.operand(from);
        let mut certain = true;
        if matches!(op, Op::FToS | Op::FToU) {
            if from == Type::F32 && to.scalar.bits() >= 16 && !(self.config.undefined && self.one_in(8)) {
                operand = self.clamped(operand, if op == Op::FToU { 0.0 } else { -1000.0 }, 1000.0);
            } else {
                certain = false;
            }
        }
        certain &= operand.certain;
        let value = self.builder.convert(op, operand.value, to);
        self.define(value, to, certain);
    }

    /// The bits of an integer that are in `mask`.
    pub fn masked(&mut self, known: Known, mask: u64) -> Known {
        let mask = self.builder.constant_int(known.ty, mask as i64);
        let value = self.builder.op(Op::And, known.ty, &[known.value, mask]);
        Known { value, ..known }
    }

    /// An `f32` brought between two bounds; the lower one for a NaN.
    fn clamped(&mut self, known: Known, low: f32, high: f32) -> Known {
        let (low, high) = (self.builder.constant_f32(low), self.builder.constant_f32(high));
        let raised = self.builder.op(Op::FMax, Type::F32, &[known.value, low]);
        let value = self.builder.op(Op::FMin, Type::F32, &[raised, high]);
        Known { value, ..known }
    }

    /// An `i1` that is certain: in scope, or a comparison.
    pub fn condition(&mut self) -> Value {
        if self.one_in(2)
            && let Some(known) = self.pool.pick(self.rng, Type::I1, true)
        {
            return known.value;
        }
        const COMPARISONS: [Op; 5] = [Op::Eq, Op::Ne, Op::LtS, Op::GeU, Op::LtU];
        let op = COMPARISONS[self.rng.usize(..COMPARISONS.len())];
        let left = match self.pool.pick(self.rng, Type::I32, true) {
            Some(known) => self.masked(known, 7),
            None => Known { value: self.x, ty: Type::I32, certain: true },
        };
        let bound = self.rng.i64(0..8);
        let right = self.builder.constant_int(Type::I32, bound);
        self.builder.op(op, Type::I32, &[left.value, right])
    }
}

fn second_result(builder: &Builder, first: Value) -> Option<Value> {
    let kernel = builder.kernel();
    match kernel.values[first].def {
        ValueDef::Result(inst, _) => kernel.result_at(inst, 1),
        _ => None,
    }
}
