//! Expressions: which value each is.

use naga::{Expression, Handle, Literal, TypeInner};
use smallvec::smallvec;
use texvisa_ir::texture::{Op, Type, Value};

use crate::operand::{Operand, Pointer, Scalars};
use crate::refusal::Untranslatable;
use crate::shape::{ValueShape, scalar_type};
use crate::ssa::Variables;
use crate::translator::Translator;

impl Translator<'_> {
    /// Evaluates an expression here and now.
    pub fn emit(&mut self, expression: Handle<Expression>) {
        let Some(frame) = self.frames.last() else { return };
        let span = frame.function.expressions.get_span(expression);
        self.set_span(span);
        let evaluated = match self.is_full(span) {
            true => Err(Untranslatable::consequence("the kernel is too large")),
            false => self.evaluate(expression),
        };
        let operand = match evaluated {
            Ok(operand) => operand,
            Err(refusal) => {
                self.refuse(span, refusal);
                // The others are looked at, too.
                let Ok(types) = self.shape_of(expression).and_then(|shape| self.types.scalar_types(shape)) else {
                    return;
                };
                Operand::Value(types.into_iter().map(|ty| self.builder.undefined(ty)).collect())
            }
        };
        let name = self.frames.last().and_then(|frame| frame.function.named_expressions.get(&expression));
        if let (Some(name), Operand::Value(scalars)) = (name, &operand) {
            self.name(name, scalars);
        }
        self.keep(expression, operand, true);
    }

    fn keep(&mut self, expression: Handle<Expression>, operand: Operand, is_defined_here: bool) {
        let current = self.current;
        if let Some(frame) = self.frames.last_mut() {
            frame.operands[expression.index()] = Some(operand);
            if let Some(block) = current.filter(|_| is_defined_here) {
                frame.defined.push((expression.index(), block));
            }
        }
    }

    /// Says what the result of a statement is.
    pub fn define(&mut self, expression: Handle<Expression>, operand: Operand) -> Result<(), Untranslatable> {
        self.keep(expression, operand, true);
        Ok(())
    }

    /// What an expression is.
    pub fn operand(&mut self, expression: Handle<Expression>) -> Result<Operand, Untranslatable> {
        match &self.frame()?.operands[expression.index()] {
            Some(Operand::Late(first, count)) => {
                let (first, count) = (*first, *count);
                let scalars = (0..count).map(|index| self.read_variable(Variables::following(first, index))).collect();
                Ok(Operand::Value(scalars))
            }
            Some(Operand::LeftOut) => {
                Err(Untranslatable::new("a pointer behind a `continue`, used in the continuing block; make it there"))
            }
            Some(operand) => Ok(operand.clone()),
            // Literals, variables and the like are never emitted. They are the same everywhere.
            None => {
                let operand = self.evaluate(expression)?;
                self.keep(expression, operand.clone(), false);
                Ok(operand)
            }
        }
    }

    /// Looks at what an expression is, without a copy of it.
    fn with_operand<T>(
        &mut self,
        expression: Handle<Expression>,
        look: impl FnOnce(&mut Self, &Operand) -> Result<T, Untranslatable>,
    ) -> Result<T, Untranslatable> {
        let index = expression.index();
        let known = self.frames.last_mut().and_then(|frame| frame.operands[index].take());
        let operand = match known {
            Some(late @ (Operand::Late(..) | Operand::LeftOut)) => {
                self.keep(expression, late, false);
                let operand = self.operand(expression)?;
                return look(self, &operand);
            }
            Some(operand) => operand,
            None => self.evaluate(expression)?,
        };
        let result = look(self, &operand);
        self.keep(expression, operand, false);
        result
    }

    /// The scalars of an expression.
    pub fn value(&mut self, expression: Handle<Expression>) -> Result<Scalars, Untranslatable> {
        match self.operand(expression)? {
            Operand::Value(scalars) => Ok(scalars),
            Operand::Pointer(_) => Err(Untranslatable::new("a pointer; expected a value")),
            _ => Err(Untranslatable::new("a texture or sampler; expected a value")),
        }
    }

    /// The one scalar of an expression.
    pub fn scalar(&mut self, expression: Handle<Expression>) -> Result<Value, Untranslatable> {
        match self.value(expression)?.as_slice() {
            [scalar] => Ok(*scalar),
            scalars => Err(Untranslatable::new(format!("{} scalars; expected one", scalars.len()))),
        }
    }

    /// The place that an expression points to.
    pub fn pointer(&mut self, expression: Handle<Expression>) -> Result<Pointer, Untranslatable> {
        match self.operand(expression)? {
            Operand::Pointer(pointer) => Ok(pointer),
            _ => Err(Untranslatable::new("expected a pointer")),
        }
    }

    fn evaluate(&mut self, expression: Handle<Expression>) -> Result<Operand, Untranslatable> {
        let function = self.frame()?.function;
        let value = match &function.expressions[expression] {
            Expression::FunctionArgument(index) => {
                let argument = self.frame()?.arguments.get(*index as usize);
                return argument.cloned().ok_or_else(|| Untranslatable::new("an argument that the call does not give"));
            }
            Expression::LocalVariable(handle) => {
                let local = self.frame()?.locals[handle.index()].clone();
                return local.ok_or_else(|| Untranslatable::consequence("a variable that could not be made"));
            }
            Expression::GlobalVariable(handle) => return self.global(*handle),
            Expression::Access { base, index } => return self.access(*base, *index),
            Expression::AccessIndex { base, index } => return self.access_index(*base, *index),
            Expression::Load { pointer } => {
                let pointer = self.pointer(*pointer)?;
                self.load(&pointer)?
            }
            Expression::Literal(literal) => self.literal(*literal)?,
            Expression::Constant(handle) => {
                if let Some(scalars) = self.constants.get(handle) {
                    return Ok(Operand::Value(scalars.clone()));
                }
                let constant = &self.source.module.constants[*handle];
                self.types.scalars(ValueShape::Named(constant.ty))?;
                let scalars = self.global_expression(constant.init)?;
                self.constants.insert(*handle, scalars.clone());
                scalars
            }
            Expression::Override(_) => return Err(Untranslatable::new("an override that has no value")),
            Expression::ZeroValue(ty) => self.zeros(ValueShape::Named(*ty))?,
            Expression::Compose { ty, components } => {
                let count = self.types.scalars(ValueShape::Named(*ty))?;
                let mut scalars = Scalars::with_capacity(count as usize);
                for component in components {
                    scalars.extend(self.value(*component)?);
                }
                scalars
            }
            Expression::Splat { size, value } => {
                let scalar = self.scalar(*value)?;
                std::iter::repeat_n(scalar, *size as usize).collect()
            }
            Expression::Swizzle { size, vector, pattern } => {
                let vector = self.value(*vector)?;
                pattern.iter().take(*size as usize).map(|component| vector[*component as usize]).collect()
            }
            Expression::ImageSample { .. } => self.image_sample(&function.expressions[expression])?,
            Expression::ImageLoad { image, coordinate, array_index, sample, level } => {
                self.image_load(*image, *coordinate, *array_index, *sample, *level)?
            }
            Expression::ImageQuery { image, query } => self.image_query(*image, query)?,
            Expression::Unary { op, expr } => self.unary(*op, *expr)?,
            Expression::Binary { op, left, right } => self.binary(*op, *left, *right)?,
            Expression::Select { condition, accept, reject } => {
                let (condition, accept, reject) = (self.value(*condition)?, self.value(*accept)?, self.value(*reject)?);
                let pairs = accept.into_iter().zip(reject).enumerate();
                pairs
                    .map(|(index, (accept, reject))| {
                        let condition = condition[if condition.len() == 1 { 0 } else { index }];
                        self.select(condition, accept, reject)
                    })
                    .collect()
            }
            Expression::Derivative { axis, ctrl, expr } => self.derivative(*axis, *ctrl, *expr)?,
            Expression::Relational { fun, argument } => self.relational(*fun, *argument)?,
            Expression::Math { fun, arg, arg1, arg2, arg3 } => self.math(*fun, *arg, [*arg1, *arg2, *arg3])?,
            Expression::As { expr, kind, convert } => self.convert_as(*expr, *kind, *convert)?,
            Expression::ArrayLength(pointer) => self.array_length(*pointer)?,
            Expression::CallResult(_)
            | Expression::AtomicResult { .. }
            | Expression::WorkGroupUniformLoadResult { .. }
            | Expression::SubgroupOperationResult { .. }
            | Expression::SubgroupBallotResult => {
                return Err(Untranslatable::consequence("a result of a statement that could not be translated"));
            }
            Expression::RayQueryVertexPositions { .. }
            | Expression::RayQueryProceedResult
            | Expression::RayQueryGetIntersection { .. } => {
                return Err(Untranslatable::new("a ray query, which texture IR does not have"));
            }
            Expression::CooperativeLoad { .. } | Expression::CooperativeMultiplyAdd { .. } => {
                return Err(Untranslatable::new("a cooperative matrix, which texture IR does not have"));
            }
        };
        Ok(Operand::Value(value))
    }

    /// An expression of the module, which is constant.
    pub fn global_expression(&mut self, expression: Handle<Expression>) -> Result<Scalars, Untranslatable> {
        match &self.source.module.global_expressions[expression] {
            Expression::Literal(literal) => self.literal(*literal),
            Expression::Constant(handle) => self.global_expression(self.source.module.constants[*handle].init),
            Expression::ZeroValue(ty) => self.zeros(ValueShape::Named(*ty)),
            Expression::Compose { components, .. } => {
                let mut scalars = Scalars::new();
                for component in components {
                    scalars.extend(self.global_expression(*component)?);
                }
                Ok(scalars)
            }
            Expression::Splat { size, value } => {
                let value = self.global_expression(*value)?;
                Ok((0..*size as usize).flat_map(|_| value.iter().copied()).collect())
            }
            Expression::Swizzle { size, vector, pattern } => {
                let vector = self.global_expression(*vector)?;
                Ok(pattern.iter().take(*size as usize).map(|component| vector[*component as usize]).collect())
            }
            Expression::Override(_) => Err(Untranslatable::new("an override that has no value")),
            _ => Err(Untranslatable::new("a constant expression that naga did not evaluate")),
        }
    }

    fn literal(&mut self, literal: Literal) -> Result<Scalars, Untranslatable> {
        let bits = match literal {
            Literal::F32(value) => u64::from(value.to_bits()),
            Literal::F16(value) => u64::from(value.to_bits()),
            Literal::U16(value) => u64::from(value),
            Literal::I16(value) => value as u64,
            Literal::U32(value) => u64::from(value),
            Literal::I32(value) => value as u64,
            Literal::U64(value) => value,
            Literal::I64(value) => value as u64,
            Literal::Bool(value) => u64::from(value),
            Literal::F64(_) | Literal::AbstractFloat(_) | Literal::AbstractInt(_) => {
                return Err(Untranslatable::new("a number of 64 bits that is no integer; expected f32 or f16"));
            }
        };
        let ty = scalar_type(literal.scalar())?;
        Ok(smallvec![self.builder.kernel_mut().constant_value(ty, bits)])
    }

    fn access_index(&mut self, base: Handle<Expression>, index: u32) -> Result<Operand, Untranslatable> {
        self.with_operand(base, |translator, operand| match operand {
            Operand::Pointer(pointer) => Ok(Operand::Pointer(translator.step(pointer, index)?)),
            Operand::Value(scalars) => {
                let shape = translator.shape_of(base)?;
                let element = translator.types.element(shape, index)?;
                let count = translator.types.scalars(element.shape)? as usize;
                let first = element.scalars as usize;
                let part = scalars.get(first..first + count);
                let part = part.ok_or_else(|| Untranslatable::new(format!("there is no element {index}")))?;
                Ok(Operand::Value(part.into()))
            }
            _ => Err(Untranslatable::new("an array of textures or samplers; bind each on its own")),
        })
    }

    fn access(&mut self, base: Handle<Expression>, index: Handle<Expression>) -> Result<Operand, Untranslatable> {
        let index = self.scalar(index)?;
        let index = self.index_word(index);
        self.with_operand(base, |translator, operand| match operand {
            Operand::Pointer(pointer) => Ok(Operand::Pointer(translator.step_by(pointer, index)?)),
            Operand::Value(scalars) => {
                let row = translator.types.row(translator.shape_of(base)?)?;
                let count =
                    row.count.ok_or_else(|| Untranslatable::new("an array without a size; expected a pointer"))?;
                let elements: Vec<&[Value]> = scalars.chunks(row.scalars.max(1) as usize).collect();
                let index = translator.clamped(index, count);
                Ok(Operand::Value(translator.chosen(index, &elements)))
            }
            _ => Err(Untranslatable::new("an array of textures or samplers; bind each on its own")),
        })
    }

    /// An index as a word. One of 64 bits that does not fit is beyond every array.
    pub fn index_word(&mut self, index: Value) -> Value {
        match self.ty(index) {
            Type::I64 => {
                let most = self.int(Type::I64, i64::from(u32::MAX));
                let least = self.op(Op::MinU, &[index, most]);
                self.builder.convert(Op::Trunc, least, Type::I32)
            }
            Type::I16 => self.builder.convert(Op::ZExt, index, Type::I32),
            _ => index,
        }
    }

    /// An index, at most the last of `count`.
    pub fn clamped(&mut self, index: Value, count: u32) -> Value {
        let last = count.saturating_sub(1);
        match self.constant(index) {
            Some(bits) => self.word((bits as u32).min(last)),
            None => {
                let last = self.word(last);
                self.op(Op::MinU, &[index, last])
            }
        }
    }

    /// The element that an index chooses, which is below their number: chosen bit by bit, so that n elements take n - 1
    /// selects a scalar.
    pub fn chosen(&mut self, index: Value, elements: &[&[Value]]) -> Scalars {
        if let Some(bits) = self.constant(index) {
            return elements.get(bits as usize).map_or_else(Scalars::new, |element| Scalars::from_slice(element));
        }
        let mut level: Vec<Scalars> = elements.iter().map(|element| Scalars::from_slice(element)).collect();
        let mut bit = 0;
        while level.len() > 1 {
            let mask = self.word(1 << bit);
            let zero = self.word(0);
            let masked = self.op(Op::And, &[index, mask]);
            let is_odd = self.op(Op::Ne, &[masked, zero]);
            level = level
                .chunks(2)
                .map(|pair| match pair {
                    [even, odd] => even.iter().zip(odd).map(|(even, odd)| self.select(is_odd, *odd, *even)).collect(),
                    rest => rest.first().cloned().unwrap_or_default(),
                })
                .collect();
            bit += 1;
        }
        level.pop().unwrap_or_default()
    }

    /// What a variable of the module is: a texture, a sampler, or a pointer.
    fn global(&mut self, handle: Handle<naga::GlobalVariable>) -> Result<Operand, Untranslatable> {
        let variable = &self.source.module.global_variables[handle];
        match self.types.inner(variable.ty) {
            TypeInner::Image { .. } | TypeInner::Sampler { .. } => Ok(Operand::Resource(handle)),
            TypeInner::BindingArray { .. } => {
                Err(Untranslatable::new("an array of bindings; bind each texture, sampler or buffer on its own"))
            }
            TypeInner::AccelerationStructure { .. } => {
                Err(Untranslatable::new("an acceleration structure, which texture IR does not have"))
            }
            _ => self.global_pointer(handle),
        }
    }
}
