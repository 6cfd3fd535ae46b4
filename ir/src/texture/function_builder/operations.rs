//! Plain operations.

use super::super::entities::{InstId, Value};
use super::super::kernel::InstData;
use super::super::ops::{Op, Results};
use super::super::types::Type;
use super::builder::FunctionBuilder;
use super::error::{BuildError, invalid};
use super::handles::BuiltValue;

impl FunctionBuilder<'_> {
    /// Appends a plain operation; returns its first result. Of one that states the type of its result, see
    /// [`convert`](FunctionBuilder::convert).
    ///
    /// # Errors
    ///
    /// The number of operands, their types, or an operand of another builder.
    pub fn op(&mut self, op: Op, args: &[BuiltValue]) -> Result<BuiltValue, BuildError> {
        let inst = self.plain(op, args, None)?;
        Ok(self.only_result(inst))
    }

    /// Appends a plain operation with two results, such as a sum with its carry.
    ///
    /// # Errors
    ///
    /// Those of [`op`](FunctionBuilder::op), or it has one result.
    pub fn op_pair(&mut self, op: Op, args: &[BuiltValue]) -> Result<[BuiltValue; 2], BuildError> {
        if op.result_count() != 2 {
            return Err(invalid(format!("`{}` has one result; use an operation with two", op.name())));
        }
        let inst = self.plain(op, args, None)?;
        Ok([self.only_result(inst), self.result(inst, 1).unwrap_or(self.only_result(inst))])
    }

    /// Appends a conversion of `value` to another type.
    ///
    /// # Errors
    ///
    /// Those of [`op`](FunctionBuilder::op).
    pub fn convert(&mut self, op: Op, value: BuiltValue, to: Type) -> Result<BuiltValue, BuildError> {
        let inst = self.plain(op, &[value], Some(to))?;
        Ok(self.only_result(inst))
    }

    fn plain(&mut self, op: Op, args: &[BuiltValue], to: Option<Type>) -> Result<InstId, BuildError> {
        let values = self.values(args)?;
        if values.len() != op.arity() || values.len() > 3 {
            return Err(BuildError::Arity { op, given: args.len() });
        }
        let typed = if op == Op::Shuffle { values.first() } else { values.last() };
        let ty = typed.map_or(Type::I32, |value| self.builder.kernel().ty(*value));
        let result = match (op.results(), to) {
            (Results::Stated, Some(to)) => to,
            (Results::Stated, None) => {
                return Err(invalid(format!("`{}` states the type of its result; use `convert`", op.name())));
            }
            (_, Some(_)) => return Err(invalid(format!("`{}` converts nothing; use `op`", op.name()))),
            (Results::Same | Results::SameTwice, None) => ty,
            (Results::Bool, None) => Type::I1,
            (Results::I32, None) => Type::I32,
            (Results::TwiceAsWide, None) => ty.twice_as_wide(),
        };
        let mut operands = [values.first().copied().unwrap_or(Value::from_u32(0)); 3];
        operands.iter_mut().zip(&values).for_each(|(operand, value)| *operand = *value);
        self.append(InstData::Plain { op, args: operands }, &[result; 2][..op.result_count().clamp(1, 2)])
    }
}
