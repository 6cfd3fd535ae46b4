//! Conditionals and loops.

use texvisa_ir::texture::{Block, Op, Type, Value};

use super::generator::Generator;
use super::pool::Known;

/// The loop around what is being written, as far as jumps out of its body need it.
#[derive(Clone, Copy)]
pub(super) struct Around<'l> {
    /// Where a turn ends early: the latch, which takes the values that the loop carries.
    latch: Block,
    /// Where the loop is left early: the exit, which takes the same.
    exit: Option<Block>,
    /// The types of these values.
    carried: &'l [Type],
}

/// A loop that is being written, from its header on.
struct Loop<'l> {
    depth: u32,
    header: Block,
    /// The turn, counted from 0, and the number of turns.
    turn: Value,
    bound: Value,
    /// What the loop carries besides the turn: parameters of the header, and their types.
    params: &'l [Value],
    carried: &'l [Type],
    /// The scope of the body.
    entered: usize,
}

/// The types that blocks take as parameters.
const PARAMETERS: [Type; 5] = [Type::I32, Type::F32, Type::I32, Type::F32, Type::I1];

impl Generator<'_> {
    /// Writes operations, conditionals and loops until a share of the budget is spent. The last block is left open.
    pub fn region(&mut self, depth: u32, around: Option<Around<'_>>) {
        let share = if depth == 0 { self.budget } else { self.rng.u32(..=self.budget.min(12)) };
        let end = self.budget - share;
        loop {
            if depth < self.config.depth && self.branches > 0 && self.one_in(5) {
                self.branches -= 1;
                match self.rng.u8(..8) {
                    0..=2 => self.looped(depth + 1, around),
                    3 => self.left_early(depth + 1, around),
                    _ => self.conditional(depth + 1, around),
                }
            }
            if self.budget <= end {
                return;
            }
            self.budget -= 1;
            self.operation();
        }
    }

    fn types(&mut self, most: u32) -> Vec<Type> {
        let known = |ty: &Type| self.config.scalars.contains(&ty.scalar);
        let known: Vec<Type> = PARAMETERS.into_iter().filter(known).collect();
        (0..self.rng.u32(..=most)).filter_map(|_| self.rng.choice(&known).copied()).collect()
    }

    fn operands(&mut self, types: &[Type]) -> Vec<Known> {
        types.iter().map(|ty| self.operand(*ty)).collect()
    }

    fn params(&mut self, block: Block, types: &[Type]) -> Vec<Value> {
        types.iter().map(|ty| self.builder.block_param(block, "", *ty)).collect()
    }

    /// What a region computes, and what of it goes to the block behind it; then everything of it is out of scope.
    fn arm(&mut self, depth: u32, around: Option<Around<'_>>, types: &[Type]) -> Vec<Known> {
        let entered = self.pool.enter();
        self.region(depth, around);
        let passed = self.operands(types);
        self.store_unused(entered);
        self.pool.leave(entered);
        passed
    }

    /// Two ways that meet again, one of which may be empty, and now and then both.
    fn conditional(&mut self, depth: u32, around: Option<Around<'_>>) {
        let condition = self.condition();
        let types = self.types(2);
        let join = self.new_block();
        if self.one_in(12) {
            let passed = [self.operands(&types), self.operands(&types)];
            self.builder.branch(condition, (join, &values(&passed[0])), (join, &values(&passed[1])));
            self.meet(join, &types, &passed);
            return;
        }
        let then = self.new_block();
        let otherwise = if self.one_in(3) {
            let passed = self.operands(&types);
            self.builder.branch(condition, (then, &[]), (join, &values(&passed)));
            passed
        } else {
            let block = self.new_block();
            self.builder.branch(condition, (then, &[]), (block, &[]));
            self.builder.switch_to(block);
            let passed = self.arm(depth, around, &types);
            self.builder.jump(join, &values(&passed));
            passed
        };
        self.builder.switch_to(then);
        let passed = self.arm(depth, around, &types);
        self.builder.jump(join, &values(&passed));
        self.meet(join, &types, &[passed, otherwise]);
    }

    /// Goes on in `join`, whose parameters are certain where all that is passed to them is.
    fn meet(&mut self, join: Block, types: &[Type], passed: &[Vec<Known>]) {
        for (index, param) in self.params(join, types).into_iter().enumerate() {
            let certain = passed.iter().all(|passed| passed[index].certain);
            self.define(param, types[index], certain);
        }
        self.builder.switch_to(join);
    }

    /// A way on which the kernel returns, the turn of the loop ends or the loop is left.
    fn left_early(&mut self, depth: u32, around: Option<Around<'_>>) {
        let condition = self.condition();
        let (then, join) = (self.new_block(), self.new_block());
        self.builder.branch(condition, (then, &[]), (join, &[]));
        self.builder.switch_to(then);
        let entered = self.pool.enter();
        self.region(depth, around);
        self.store_something();
        // What a loop carries is taken for certain by those who use it.
        let carried = around.map(|around| (around, self.certain_values(around.carried)));
        self.store_unused(entered);
        self.pool.leave(entered);
        match carried {
            Some((Around { exit: Some(exit), .. }, carried)) if self.one_in(2) => self.builder.jump(exit, &carried),
            Some((Around { latch, .. }, carried)) if !self.one_in(3) => self.builder.jump(latch, &carried),
            _ => self.builder.ret(),
        }
        self.builder.switch_to(join);
    }

    fn certain_values(&mut self, types: &[Type]) -> Vec<Value> {
        types.iter().map(|ty| self.certain(*ty)).collect()
    }

    /// A loop of at most three turns: a number of turns that is constant, the same in all lanes, or each lane's own.
    fn looped(&mut self, depth: u32, outer: Option<Around<'_>>) {
        let bound = match self.rng.u8(..3) {
            0 => {
                let turns = self.rng.i64(1..=3);
                self.builder.constant_int(Type::I32, turns)
            }
            _ => {
                let turns = Known { value: self.certain(Type::I32), ty: Type::I32, certain: true };
                self.masked(turns, 3).value
            }
        };
        let carried = self.types(3);
        let initial = self.certain_values(&carried);
        let zero = self.builder.constant_int(Type::I32, 0);
        let header = self.new_block();
        self.builder.jump(header, &with(zero, &initial));
        let turn = self.builder.block_param(header, "", Type::I32);
        let entered = self.pool.enter();
        self.define(turn, Type::I32, true);
        let params = self.params(header, &carried);
        for (param, ty) in params.iter().zip(&carried) {
            self.define(*param, *ty, true);
        }
        self.builder.switch_to(header);
        let written = Loop { depth, header, turn, bound, params: &params, carried: &carried, entered };
        if self.one_in(2) { self.tested_first(&written) } else { self.tested_last(&written, outer) }
    }

    /// The test is in the header; the exit takes what the loop carries.
    fn tested_first(&mut self, written: &Loop<'_>) {
        let Loop { depth, header, turn, bound, params, carried, entered } = *written;
        let (body, latch, exit) = (self.new_block(), self.new_block(), self.new_block());
        let go_on = self.builder.op(Op::LtU, Type::I32, &[turn, bound]);
        self.builder.branch(go_on, (body, &[]), (exit, params));
        self.builder.switch_to(body);
        self.region(depth, Some(Around { latch, exit: Some(exit), carried }));
        let next = self.certain_values(carried);
        self.store_unused(entered);
        self.pool.leave(entered);
        self.builder.jump(latch, &next);
        let next = self.params(latch, carried);
        self.builder.switch_to(latch);
        let one = self.builder.constant_int(Type::I32, 1);
        let turn = self.builder.op(Op::Add, Type::I32, &[turn, one]);
        self.builder.jump(header, &with(turn, &next));
        for (param, ty) in self.params(exit, carried).into_iter().zip(carried) {
            self.define(param, *ty, true);
        }
        self.builder.switch_to(exit);
    }

    /// The test is in the latch, and nothing else leads to the exit, so that what the body computes is there behind it.
    /// What leaves the body early ends a turn of the loop around it, or leaves that one.
    fn tested_last(&mut self, written: &Loop<'_>, outer: Option<Around<'_>>) {
        let Loop { depth, header, turn, bound, carried, entered, .. } = *written;
        let (latch, exit) = (self.new_block(), self.new_block());
        // Without a way to end a turn early, the body comes before the latch on every way.
        let around = Around { latch, exit: None, carried };
        let ends_early = self.one_in(3);
        self.region(depth, if ends_early { Some(around) } else { outer });
        let next = self.certain_values(carried);
        if ends_early {
            self.store_unused(entered);
            self.pool.leave(entered);
        }
        self.builder.jump(latch, &next);
        let next = self.params(latch, carried);
        for (param, ty) in next.iter().zip(carried) {
            self.define(*param, *ty, true);
        }
        self.builder.switch_to(latch);
        let one = self.builder.constant_int(Type::I32, 1);
        let turn = self.builder.op(Op::Add, Type::I32, &[turn, one]);
        let again = self.builder.op(Op::LtU, Type::I32, &[turn, bound]);
        self.builder.branch(again, (header, &with(turn, &next)), (exit, &[]));
        self.builder.switch_to(exit);
    }
}

fn values(known: &[Known]) -> Vec<Value> {
    known.iter().map(|known| known.value).collect()
}

fn with(first: Value, rest: &[Value]) -> Vec<Value> {
    std::iter::once(first).chain(rest.iter().copied()).collect()
}
