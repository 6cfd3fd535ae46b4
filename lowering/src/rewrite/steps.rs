//! Writes expansions operation by operation.

use texvisa_ir::texture::{Op, Type, Value};

use crate::insert::Inserter;

/// Appends operations by the types of their results.
pub struct Steps<'s, 'k>(pub &'s mut Inserter<'k>);

impl Steps<'_, '_> {
    /// A float.
    pub fn float(&mut self, op: Op, args: &[Value]) -> Value {
        self.0.op(op, args, Type::F32)
    }

    /// A dword.
    pub fn int(&mut self, op: Op, args: &[Value]) -> Value {
        self.0.op(op, args, Type::I32)
    }

    /// A 64-bit integer.
    pub fn wide(&mut self, op: Op, args: &[Value]) -> Value {
        self.0.op(op, args, Type::I64)
    }

    /// An operation on a 64-bit integer and a constant.
    pub fn wide_with(&mut self, op: Op, value: Value, number: u64) -> Value {
        let number = self.0.kernel.constant_value(Type::I64, number);
        self.wide(op, &[value, number])
    }

    /// A condition.
    pub fn test(&mut self, op: Op, args: &[Value]) -> Value {
        self.0.op(op, args, Type::I1)
    }

    /// A constant dword.
    pub fn bits(&mut self, number: u32) -> Value {
        self.0.kernel.constant_value(Type::I32, number.into())
    }

    /// A constant float.
    pub fn number(&mut self, number: f32) -> Value {
        self.0.kernel.constant_value(Type::F32, number.to_bits().into())
    }

    /// An operation on a dword and a constant.
    pub fn with(&mut self, op: Op, value: Value, number: u32) -> Value {
        let number = self.bits(number);
        self.int(op, &[value, number])
    }

    /// A product with a constant.
    pub fn times(&mut self, value: Value, number: f32) -> Value {
        let number = self.number(number);
        self.float(Op::FMul, &[value, number])
    }

    /// 1 where a condition holds, otherwise 0.
    pub fn one_if(&mut self, condition: Value) -> Value {
        let [one, zero] = [self.bits(1), self.bits(0)];
        self.int(Op::Select, &[condition, one, zero])
    }

    /// A reciprocal as hardware estimates it.
    pub fn reciprocal(&mut self, value: Value) -> Value {
        let one = self.number(1.0);
        self.float(Op::FDiv, &[one, value])
    }
}
