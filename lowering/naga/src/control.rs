//! Statements: what is done, and in which order.

use naga::{Barrier, Expression, Function, Handle, Span, Statement, SwitchCase, SwitchValue};
use texvisa_ir::texture::{Op, SyncKind, Type};

use crate::operand::Operand;
use crate::refusal::Untranslatable;
use crate::shape::ValueShape;
use crate::ssa::Variables;
use crate::translator::{Frame, JumpLabel, Translator};

impl<'m> Translator<'m> {
    /// A block of statements, as far as something gets to them.
    pub fn block(&mut self, block: &'m naga::Block) {
        for (statement, span) in block.span_iter() {
            if self.current.is_none() || self.is_full(*span) {
                return;
            }
            self.set_span(*span);
            if let Err(refusal) = self.statement(statement, *span) {
                self.refuse(*span, refusal);
            }
        }
    }

    fn statement(&mut self, statement: &'m Statement, span: Span) -> Result<(), Untranslatable> {
        match statement {
            Statement::Emit(range) => {
                range.clone().for_each(|expression| self.emit(expression));
                Ok(())
            }
            Statement::Block(block) => {
                self.block(block);
                Ok(())
            }
            Statement::If { condition, accept, reject } => self.if_else(*condition, accept, reject),
            Statement::Switch { selector, cases } => self.switch(*selector, cases),
            Statement::Loop { body, continuing, break_if } => {
                self.repeat(body, continuing, *break_if);
                Ok(())
            }
            Statement::Break => {
                let mut label = self.breaks.pop().ok_or_else(|| Untranslatable::new("a `break` outside of a loop"))?;
                let block = self.target(&mut label);
                self.breaks.push(label);
                self.jump(block);
                Ok(())
            }
            Statement::Continue => {
                let mut label =
                    self.continues.pop().ok_or_else(|| Untranslatable::new("a `continue` outside of a loop"))?;
                let block = self.target(&mut label);
                self.continues.push(label);
                self.jump(block);
                Ok(())
            }
            Statement::Return { value } => self.return_value(*value),
            Statement::Kill => self.discard(),
            Statement::ControlBarrier(barrier) => self.barrier(*barrier, true),
            Statement::MemoryBarrier(barrier) => self.barrier(*barrier, false),
            Statement::Store { pointer, value } => {
                let pointer = self.pointer(*pointer)?;
                let value = self.value(*value)?;
                if !pointer.pointee.is_shared() {
                    return self.store(&pointer, &value);
                }
                self.unless_discarded(|translator| translator.store(&pointer, &value).map(|()| None)).map(|_| ())
            }
            Statement::ImageStore { image, coordinate, array_index, value } => {
                self.image_store(*image, *coordinate, *array_index, *value)
            }
            Statement::Atomic { pointer, fun, value, result } => self.atomic(*pointer, fun, *value, *result),
            Statement::ImageAtomic { image, coordinate, array_index, fun, value } => {
                self.image_atomic(*image, *coordinate, *array_index, fun, *value)
            }
            Statement::WorkGroupUniformLoad { pointer, result } => {
                self.barrier(Barrier::WORK_GROUP, true)?;
                let pointer = self.pointer(*pointer)?;
                let value = self.load(&pointer)?;
                self.barrier(Barrier::WORK_GROUP, true)?;
                self.define(*result, Operand::Value(value))
            }
            Statement::Call { function, arguments, result } => {
                let callee = &self.source.module.functions[*function];
                let mut given = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    given.push(self.operand(*argument)?);
                }
                let returned = self.call(callee, &self.source.info[*function], given, span)?;
                match (result, returned) {
                    (Some(result), Some(value)) => self.define(*result, value),
                    _ => Ok(()),
                }
            }
            Statement::SubgroupCollectiveOperation { op, collective_op, argument, result } => {
                self.collective(*op, *collective_op, *argument, *result)
            }
            Statement::SubgroupGather { mode, argument, result } => self.gather_lanes(mode, *argument, *result),
            Statement::SubgroupBallot { result, predicate } => self.ballot(*predicate, *result),
            Statement::RayQuery { .. } | Statement::RayPipelineFunction(_) => {
                Err(Untranslatable::new("ray tracing, which texture IR does not have"))
            }
            Statement::CooperativeStore { .. } => {
                Err(Untranslatable::new("cooperative matrices, which texture IR does not have"))
            }
        }
    }

    fn barrier(&mut self, barrier: Barrier, is_control: bool) -> Result<(), Untranslatable> {
        if barrier.contains(Barrier::SUB_GROUP) {
            // The lanes of a hardware thread run together.
            return Ok(());
        }
        for (flag, fence) in [
            (Barrier::STORAGE, SyncKind::Fence),
            (Barrier::WORK_GROUP, SyncKind::FenceLocal),
            (Barrier::TEXTURE, SyncKind::FenceTyped),
        ] {
            if barrier.contains(flag) {
                self.builder.sync(fence);
            }
        }
        if is_control {
            self.builder.sync(SyncKind::Barrier);
        }
        Ok(())
    }

    fn if_else(
        &mut self,
        condition: Handle<Expression>,
        accept: &'m naga::Block,
        reject: &'m naga::Block,
    ) -> Result<(), Untranslatable> {
        let condition = self.scalar(condition)?;
        let mut merge = JumpLabel::default();
        let then = self.create_block();
        let otherwise = if reject.is_empty() { self.target(&mut merge) } else { self.create_block() };
        self.branch(condition, then, otherwise);
        self.start_label(JumpLabel(Some(then)));
        self.block(accept);
        self.jump_label(&mut merge);
        if !reject.is_empty() {
            self.start_label(JumpLabel(Some(otherwise)));
            self.block(reject);
            self.jump_label(&mut merge);
        }
        self.start_label(merge);
        Ok(())
    }

    /// Jumps to a label, where something gets here.
    fn jump_label(&mut self, label: &mut JumpLabel) {
        if self.current.is_some() {
            let block = self.target(label);
            self.jump(block);
        }
    }

    fn switch(&mut self, selector: Handle<Expression>, cases: &'m [SwitchCase]) -> Result<(), Untranslatable> {
        let selector = self.scalar(selector)?;
        let ty = self.ty(selector);
        let mut labels = vec![JumpLabel::default(); cases.len()];
        let mut default = None;
        for (index, case) in cases.iter().enumerate() {
            let number = match case.value {
                SwitchValue::Default => {
                    default = Some(index);
                    continue;
                }
                SwitchValue::I32(number) => i64::from(number),
                SwitchValue::U32(number) => i64::from(number),
            };
            let number = self.int(ty, number);
            let is_case = self.op(Op::Eq, &[selector, number]);
            let then = self.target(&mut labels[index]);
            let next = self.create_block();
            self.branch(is_case, then, next);
            self.start_label(JumpLabel(Some(next)));
        }
        let mut merge = JumpLabel::default();
        match default {
            Some(index) => self.jump_label(&mut labels[index]),
            None => self.jump_label(&mut merge),
        }
        self.breaks.push(merge);
        for (index, case) in cases.iter().enumerate() {
            self.start_label(labels[index]);
            self.block(&case.body);
            match labels.get_mut(index + 1) {
                Some(next) if case.fall_through => self.jump_label(next),
                _ => {
                    let mut merge = self.breaks.pop().unwrap_or_default();
                    self.jump_label(&mut merge);
                    self.breaks.push(merge);
                }
            }
        }
        let merge = self.breaks.pop().unwrap_or_default();
        self.start_label(merge);
        Ok(())
    }

    fn repeat(&mut self, body: &'m naga::Block, continuing: &'m naga::Block, break_if: Option<Handle<Expression>>) {
        let header = self.create_block();
        self.jump(header);
        self.start(header);
        self.breaks.push(JumpLabel::default());
        self.continues.push(JumpLabel::default());
        let before = self.frames.last().map_or(0, |frame| frame.defined.len());
        self.block(body);
        let mut next = self.continues.pop().unwrap_or_default();
        if next.0.is_some() {
            self.make_late(before);
        }
        self.jump_label(&mut next);
        self.start_label(next);
        self.block(continuing);
        let mut exit = self.breaks.pop().unwrap_or_default();
        if self.current.is_some() {
            match break_if.map(|condition| self.scalar(condition)) {
                Some(Ok(condition)) => {
                    let exit = self.target(&mut exit);
                    self.branch(condition, exit, header);
                }
                Some(Err(refusal)) => self.refuse(Span::UNDEFINED, refusal),
                None => self.jump(header),
            }
        }
        self.variables.seal(header);
        self.start_label(exit);
    }

    /// Makes variables of the values that the body of a loop has defined: where a `continue` has left out their
    /// definition, the continuing block has none of them. WGSL forbids to use them there (section 9.4.4), naga does not.
    fn make_late(&mut self, before: usize) {
        let Some(frame) = self.frames.last_mut() else { return };
        for (index, block) in frame.defined.split_off(before) {
            let late = match &frame.operands[index] {
                Some(Operand::Value(scalars)) => {
                    let kernel = self.builder.kernel();
                    let mut first = None;
                    for scalar in scalars {
                        let variable = self.variables.declare(kernel.ty(*scalar));
                        self.variables.write(variable, block, *scalar);
                        first.get_or_insert(variable);
                    }
                    first.map(|first| Operand::Late(first, scalars.len() as u32))
                }
                Some(Operand::Pointer(pointer)) if pointer.pointee.is_moved() => Some(Operand::LeftOut),
                _ => None,
            };
            if late.is_some() {
                frame.operands[index] = late;
            }
        }
    }

    fn return_value(&mut self, value: Option<Handle<Expression>>) -> Result<(), Untranslatable> {
        if self.frame()?.exit.is_none() {
            self.ret();
            return Ok(());
        }
        if let (Some(value), Some((first, count))) = (value, self.frame()?.result) {
            let scalars = self.value(value)?;
            for (index, scalar) in (0..count).zip(scalars) {
                self.write_variable(Variables::following(first, index), scalar);
            }
        }
        let mut exit = self.frames.last_mut().and_then(|frame| frame.exit.take()).unwrap_or_default();
        self.jump_label(&mut exit);
        if let Some(frame) = self.frames.last_mut() {
            frame.exit = Some(exit);
        }
        Ok(())
    }

    /// A function in the place of its call; what it returns.
    pub fn call(
        &mut self,
        function: &'m Function,
        info: &'m naga::valid::FunctionInfo,
        arguments: Vec<Operand>,
        span: Span,
    ) -> Result<Option<Operand>, Untranslatable> {
        let result = match &function.result {
            Some(result) => Some(self.declare(ValueShape::Named(result.ty))?),
            None => None,
        };
        let (breaks, continues) = (std::mem::take(&mut self.breaks), std::mem::take(&mut self.continues));
        self.enter(function, info, arguments, result, Some(JumpLabel::default()));
        // A function that returns at its end goes on without a jump.
        match function.body.split_last() {
            Some((Statement::Return { value }, _)) => {
                let last = function.body.len() - 1;
                for (statement, at) in function.body.span_iter().take(last) {
                    if self.current.is_none() || self.is_full(*at) {
                        break;
                    }
                    self.set_span(*at);
                    if let Err(refusal) = self.statement(statement, *at) {
                        self.refuse(*at, refusal);
                    }
                }
                if self.current.is_some() {
                    self.write_result(*value, result)?;
                }
            }
            _ => self.block(&function.body),
        }
        let frame = self.frames.pop();
        (self.breaks, self.continues) = (breaks, continues);
        self.set_span(span);
        let mut exit = frame.and_then(|frame| frame.exit).unwrap_or_default();
        if exit.0.is_some() {
            self.jump_label(&mut exit);
            self.start_label(exit);
        }
        let Some((first, count)) = result else { return Ok(None) };
        let scalars = (0..count).map(|index| self.read_variable(Variables::following(first, index))).collect();
        Ok(Some(Operand::Value(scalars)))
    }

    fn write_result(
        &mut self,
        value: Option<Handle<Expression>>,
        result: Option<(crate::ssa::Variable, u32)>,
    ) -> Result<(), Untranslatable> {
        if let (Some(value), Some((first, count))) = (value, result) {
            let scalars = self.value(value)?;
            for (index, scalar) in (0..count).zip(scalars) {
                self.write_variable(Variables::following(first, index), scalar);
            }
        }
        Ok(())
    }

    /// Begins a function: its local variables have their first values.
    fn enter(
        &mut self,
        function: &'m Function,
        info: &'m naga::valid::FunctionInfo,
        arguments: Vec<Operand>,
        result: Option<(crate::ssa::Variable, u32)>,
        exit: Option<JumpLabel>,
    ) {
        self.frames.push(Frame {
            function,
            info,
            operands: vec![None; function.expressions.len()],
            defined: Vec::new(),
            arguments,
            locals: vec![None; function.local_variables.len()],
            result,
            exit,
        });
        for (handle, variable) in function.local_variables.iter() {
            let span = function.local_variables.get_span(handle);
            match self.local(ValueShape::Named(variable.ty), variable.init) {
                Ok(pointer) => {
                    if let Some(frame) = self.frames.last_mut() {
                        frame.locals[handle.index()] = Some(pointer);
                    }
                }
                Err(refusal) => self.refuse(span, refusal),
            }
        }
    }

    /// An entry point.
    pub fn entry_point(&mut self, name: &str, function: &'m Function, info: &'m naga::valid::FunctionInfo) {
        let span = self.source.spans.function(name);
        self.set_span(span);
        if let Err(refusal) = self.begin(function, info) {
            self.refuse(span, refusal);
            // Without inputs nothing can be looked at.
            return;
        }
        self.block(&function.body);
        self.ret();
        self.frames.pop();
    }

    fn begin(&mut self, function: &'m Function, info: &'m naga::valid::FunctionInfo) -> Result<(), Untranslatable> {
        let inputs = self.inputs(function)?;
        for (argument, input) in function.arguments.iter().zip(&inputs) {
            if let (Some(name), Operand::Value(scalars)) = (&argument.name, input) {
                self.name(name, scalars);
            }
        }
        self.clear_group_memory(info)?;
        self.enter(function, info, inputs, None, None);
        Ok(())
    }

    /// A loop that runs `count` times with the number of the iteration.
    pub fn counted_loop(&mut self, count: u32, mut body: impl FnMut(&mut Self, texvisa_ir::texture::Value)) {
        let counter = self.variables.declare(Type::I32);
        let zero = self.word(0);
        self.write_variable(counter, zero);
        let header = self.create_block();
        self.jump(header);
        self.start(header);
        let number = self.read_variable(counter);
        body(self, number);
        let one = self.word(1);
        let next = self.op(Op::Add, &[number, one]);
        self.write_variable(counter, next);
        let most = self.word(count);
        let again = self.op(Op::LtU, &[next, most]);
        let exit = self.create_block();
        self.branch(again, header, exit);
        self.variables.seal(header);
        self.start_label(JumpLabel(Some(exit)));
    }
}
