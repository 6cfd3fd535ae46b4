//! Arithmetic, comparisons, choices and conversions, element by element.

use inkwell::llvm_sys::{LLVMIntPredicate, LLVMOpcode, LLVMRealPredicate};
use texvisa_ir::texture::{InstData, Op, Type, Value, ValueDef};

use crate::kernel::{ImportResult, Importer, unsupported};
use crate::llvm::Val;
use crate::shape::ElementVec;

impl<'c> Importer<'c> {
    /// Imports an instruction that works on each element alone.
    pub(crate) fn plain(&mut self, value: Val<'c>, opcode: LLVMOpcode) -> ImportResult<ElementVec<Value>> {
        match opcode {
            LLVMOpcode::LLVMFMul => return self.product(value),
            LLVMOpcode::LLVMFDiv => return self.quotient(value),
            LLVMOpcode::LLVMFAdd => return self.sum(value, Op::FAdd),
            LLVMOpcode::LLVMFSub => return self.sum(value, Op::FSub),
            _ => {}
        }
        if let Some(op) = arithmetic(opcode) {
            let operands = self.operands(value, op.arity() as u32)?;
            return self.elementwise(op, &operands);
        }
        if let Some(op) = conversion(opcode) {
            let types = self.types_of(value)?;
            let operand = self.operand(value, 0)?;
            if operand.len() != types.len() {
                return unsupported("the operand and the result have different numbers of elements; expected the same");
            }
            return Ok(operand.into_iter().zip(types).map(|(element, ty)| self.convert(op, element, ty)).collect());
        }
        match opcode {
            LLVMOpcode::LLVMSelect => self.select(value),
            LLVMOpcode::LLVMFreeze => self.freeze(value),
            LLVMOpcode::LLVMICmp => self.int_comparison(value),
            LLVMOpcode::LLVMFCmp => self.float_comparison(value),
            _ => unsupported("the instruction is not supported; write the kernel without it"),
        }
    }

    fn operands(&mut self, value: Val<'c>, count: u32) -> ImportResult<Vec<ElementVec<Value>>> {
        (0..count).map(|index| self.operand(value, index)).collect()
    }

    /// Appends `op` once for each element of the operands.
    pub(crate) fn elementwise(&mut self, op: Op, operands: &[ElementVec<Value>]) -> ImportResult<ElementVec<Value>> {
        let count = operands.first().map_or(0, |first| first.len());
        if operands.len() != op.arity() || operands.iter().any(|operand| operand.len() != count) {
            return unsupported("the operands have different numbers of elements; expected the same");
        }
        Ok((0..count)
            .map(|index| {
                let args: ElementVec<Value> = operands.iter().map(|operand| operand[index]).collect();
                self.operation(op, &args)
            })
            .collect())
    }

    /// Appends an operation that states no result type; returns its first result.
    pub(crate) fn operation(&mut self, op: Op, args: &[Value]) -> Value {
        let kernel = self.builder.kernel();
        let typed = if op == Op::Shuffle { args.first() } else { args.last() };
        let ty = typed.map_or(Type::I32, |value| kernel.ty(*value));
        let op = match op {
            // Booleans have only bitwise operations.
            Op::Add | Op::Sub if ty == Type::I1 => Op::Xor,
            Op::Mul if ty == Type::I1 => Op::And,
            op => op,
        };
        self.builder.op(op, ty, args)
    }

    /// The second result of the operation that `value` is the first of.
    pub(crate) fn second_result(&self, value: Value) -> Option<Value> {
        let kernel = self.builder.kernel();
        match kernel.values[value].def {
            ValueDef::Result(inst, _) => kernel.result_at(inst, 1),
            _ => None,
        }
    }

    /// Appends a conversion, where the type changes.
    pub(crate) fn convert(&mut self, op: Op, value: Value, to: Type) -> Value {
        let from = self.builder.kernel().ty(value);
        if from == to {
            return value;
        }
        if op == Op::Bitcast
            && let Some((Op::Bitcast, [original, ..])) = self.operation_of(value)
            && self.builder.kernel().ty(original) == to
        {
            return original;
        }
        // An integer as wide as the float is more than a boolean needs, and no conversion takes a boolean.
        let value = match op {
            Op::SToF if from == Type::I1 => self.builder.convert(Op::SExt, value, Type::I32),
            Op::UToF if from == Type::I1 => self.builder.convert(Op::ZExt, value, Type::I32),
            _ => value,
        };
        self.builder.convert(op, value, to)
    }

    /// The plain operation that `value` is the first result of.
    pub(crate) fn operation_of(&self, value: Value) -> Option<(Op, [Value; 3])> {
        let kernel = self.builder.kernel();
        match kernel.values[value].def {
            ValueDef::Result(inst, 0) => match &kernel.insts[inst] {
                InstData::Plain { op, args } => Some((*op, *args)),
                _ => None,
            },
            _ => None,
        }
    }

    fn select(&mut self, value: Val<'c>) -> ImportResult<ElementVec<Value>> {
        if let Some(magnitude) = self.magnitude(value)? {
            return Ok(ElementVec::from_slice(&[magnitude]));
        }
        let condition = self.operand(value, 0)?;
        let then = self.operand(value, 1)?;
        let otherwise = self.operand(value, 2)?;
        let choose = |index: usize| condition.get(if condition.len() == 1 { 0 } else { index }).copied();
        let mut chosen = ElementVec::new();
        for (index, (then, otherwise)) in then.into_iter().zip(otherwise).enumerate() {
            match choose(index) {
                Some(condition) => chosen.push(self.operation(Op::Select, &[condition, then, otherwise])),
                None => return unsupported("the operands have different numbers of elements; expected the same"),
            }
        }
        Ok(chosen)
    }

    /// A copy; an undefined value becomes 0, as every use of the result must see the same.
    fn freeze(&mut self, value: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let operand = self.operand(value, 0)?;
        let kernel = self.builder.kernel_mut();
        let freeze = |element: Value| match kernel.values[element] {
            data if data.def == ValueDef::Undefined => kernel.constant_value(data.ty, 0),
            _ => element,
        };
        Ok(operand.into_iter().map(freeze).collect())
    }

    fn int_comparison(&mut self, value: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let Some(op) = value.int_predicate().map(int_comparison) else {
            return unsupported("the instruction is not supported; write the kernel without it");
        };
        let operands = self.operands(value, 2)?;
        let [left, right] = operands.as_slice() else { return unsupported("expected two operands") };
        Ok(left.iter().zip(right).map(|(left, right)| self.compare(op, *left, *right)).collect())
    }

    /// Appends a comparison of integers. Booleans are compared as integers of 32 bits: true is -1 where the
    /// comparison is signed.
    pub(crate) fn compare(&mut self, op: Op, left: Value, right: Value) -> Value {
        if self.builder.kernel().ty(left) != Type::I1 {
            return self.operation(op, &[left, right]);
        }
        let is_signed = matches!(op, Op::LtS | Op::LeS | Op::GtS | Op::GeS);
        let widen = if is_signed { Op::SExt } else { Op::ZExt };
        let left = self.builder.convert(widen, left, Type::I32);
        let right = self.builder.convert(widen, right, Type::I32);
        self.operation(op, &[left, right])
    }

    fn float_comparison(&mut self, value: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let Some(predicate) = value.float_predicate() else {
            return unsupported("the instruction is not supported; write the kernel without it");
        };
        let operands = self.operands(value, 2)?;
        match float_comparison(predicate) {
            Ok(op) => self.elementwise(op, &operands),
            Err(always) => {
                let count = operands.first().map_or(0, |left| left.len());
                let constant = self.builder.constant_int(Type::I1, always.into());
                Ok(ElementVec::from_elem(constant, count))
            }
        }
    }
}

/// Operations whose result has the operands' type.
fn arithmetic(opcode: LLVMOpcode) -> Option<Op> {
    use LLVMOpcode as L;
    Some(match opcode {
        L::LLVMAdd => Op::Add,
        L::LLVMSub => Op::Sub,
        L::LLVMMul => Op::Mul,
        L::LLVMSDiv => Op::DivS,
        L::LLVMUDiv => Op::DivU,
        L::LLVMSRem => Op::RemS,
        L::LLVMURem => Op::RemU,
        L::LLVMAnd => Op::And,
        L::LLVMOr => Op::Or,
        L::LLVMXor => Op::Xor,
        L::LLVMShl => Op::Shl,
        L::LLVMLShr => Op::ShrU,
        L::LLVMAShr => Op::ShrS,
        L::LLVMFNeg => Op::FNeg,
        _ => return None,
    })
}

/// Operations that state the type of their result.
fn conversion(opcode: LLVMOpcode) -> Option<Op> {
    use LLVMOpcode as L;
    Some(match opcode {
        L::LLVMTrunc => Op::Trunc,
        L::LLVMZExt => Op::ZExt,
        L::LLVMSExt => Op::SExt,
        L::LLVMSIToFP => Op::SToF,
        L::LLVMUIToFP => Op::UToF,
        L::LLVMFPToSI => Op::FToS,
        L::LLVMFPToUI => Op::FToU,
        L::LLVMFPTrunc => Op::FTruncTo,
        L::LLVMFPExt => Op::FExtTo,
        _ => return None,
    })
}

fn int_comparison(predicate: LLVMIntPredicate) -> Op {
    use LLVMIntPredicate as P;
    match predicate {
        P::LLVMIntEQ => Op::Eq,
        P::LLVMIntNE => Op::Ne,
        P::LLVMIntSLT => Op::LtS,
        P::LLVMIntSLE => Op::LeS,
        P::LLVMIntSGT => Op::GtS,
        P::LLVMIntSGE => Op::GeS,
        P::LLVMIntULT => Op::LtU,
        P::LLVMIntULE => Op::LeU,
        P::LLVMIntUGT => Op::GtU,
        P::LLVMIntUGE => Op::GeU,
    }
}

/// The operation, or the constant that the comparison always is.
fn float_comparison(predicate: LLVMRealPredicate) -> Result<Op, bool> {
    use LLVMRealPredicate as P;
    Ok(match predicate {
        P::LLVMRealPredicateFalse => return Err(false),
        P::LLVMRealPredicateTrue => return Err(true),
        P::LLVMRealOEQ => Op::FEqO,
        P::LLVMRealONE => Op::FNeO,
        P::LLVMRealOLT => Op::FLtO,
        P::LLVMRealOLE => Op::FLeO,
        P::LLVMRealOGT => Op::FGtO,
        P::LLVMRealOGE => Op::FGeO,
        P::LLVMRealORD => Op::FOrd,
        P::LLVMRealUEQ => Op::FEqU,
        P::LLVMRealUNE => Op::FNeU,
        P::LLVMRealULT => Op::FLtU,
        P::LLVMRealULE => Op::FLeU,
        P::LLVMRealUGT => Op::FGtU,
        P::LLVMRealUGE => Op::FGeU,
        P::LLVMRealUNO => Op::FUno,
    })
}
