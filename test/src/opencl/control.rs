//! Statements, conditionals and loops.

use super::program::Generator;
use super::types::Type;

/// The deepest nesting.
const DEPTH: u32 = 3;

impl Generator {
    /// Writes statements until a share of the budget is spent. `is_divergent` says that not all work items of a group
    /// need come here.
    pub fn statements(&mut self, depth: u32, is_divergent: bool) {
        let share = if depth == 0 { self.budget } else { self.rng.u32(1..8).min(self.budget) };
        let end = self.budget - share;
        while self.budget > end {
            self.budget -= 1;
            self.statement(depth, is_divergent);
        }
    }

    fn statement(&mut self, depth: u32, is_divergent: bool) {
        match self.rng.u32(..100) {
            0..=17 => self.read_image(),
            18..=23 => self.write_image(),
            24..=30 => self.load(),
            31..=34 => self.store_something(),
            35..=41 => self.private(),
            42..=50 if !is_divergent && !self.has_returned => self.exchange(),
            51..=60 if depth < DEPTH => self.conditional(depth, is_divergent),
            61..=68 if depth < DEPTH => self.looped(depth, is_divergent),
            // A barrier in a loop must be reached in the next turn, too.
            69..=70 if depth == 0 || self.shared.is_none() => self.early_return(),
            71..=80 => self.assign(),
            _ => {
                let ty = self.ty();
                let expression = self.expression(ty);
                self.define(ty, &expression);
            }
        }
    }

    /// Writes an assignment to a variable, or to an element of it.
    fn assign(&mut self) {
        let mutable: Vec<usize> = (0..self.variables.len()).filter(|index| self.variables[*index].is_mutable).collect();
        if mutable.is_empty() {
            return self.store_something();
        }
        let index = self.pick(&mutable);
        let (name, ty) = (self.variables[index].name.clone(), self.variables[index].ty);
        if ty.count > 1 && self.one_in(3) {
            let element = self.rng.u32(..ty.count);
            let value = self.value(Type::scalar(ty.element));
            self.line(&format!("{name}.s{element:x} = {value};"));
        } else {
            let expression = self.expression(ty);
            self.line(&format!("{name} = {expression};"));
        }
        self.variables[index].is_used = false;
    }

    /// Statements in a scope of their own.
    fn scope(&mut self, depth: u32, is_divergent: bool) {
        let entered = self.variables.len();
        self.indent += 1;
        self.statements(depth, is_divergent);
        self.store_unused(entered);
        self.indent -= 1;
    }

    /// A condition, and whether it is the same in all work items.
    fn branch(&mut self) -> (String, bool) {
        if self.one_in(3) { ("a0 > 3".to_owned(), true) } else { (self.condition(), false) }
    }

    fn conditional(&mut self, depth: u32, is_divergent: bool) {
        let (condition, is_uniform) = self.branch();
        let is_divergent = is_divergent || !is_uniform;
        self.line(&format!("if ({condition}) {{"));
        self.scope(depth + 1, is_divergent);
        if self.one_in(2) {
            self.line("} else {");
            self.scope(depth + 1, is_divergent);
        }
        self.line("}");
    }

    /// A loop of at most four turns: a number of turns that is constant, the same in all work items, or each one's own.
    fn looped(&mut self, depth: u32, is_divergent: bool) {
        let (bound, is_uniform) = match self.rng.u32(..3) {
            0 => (format!("{}", self.rng.u32(1..5)), true),
            1 => ("(a0 & 3)".to_owned(), true),
            _ => (format!("(({}) & 3)", self.value(Type::INT)), false),
        };
        let jump = self.one_in(3);
        let is_divergent = is_divergent || !is_uniform || jump;
        let counter = format!("i{depth}");
        self.line(&format!("for (int {counter} = 0, n{depth} = {bound}; {counter} < n{depth}; {counter}++) {{"));
        self.constant(counter.clone(), Type::INT);
        self.scope(depth + 1, is_divergent);
        if jump {
            let condition = self.condition();
            let word = self.pick(&["break", "continue"]);
            self.line(&format!("  if ({condition}) {word};"));
            self.scope(depth + 1, is_divergent);
        }
        self.variables.retain(|variable| variable.name != counter);
        self.line("}");
    }

    /// A way on which the work item ends.
    fn early_return(&mut self) {
        let condition = self.condition();
        self.line(&format!("if ({condition}) {{"));
        self.indent += 1;
        self.store_something();
        self.line("return;");
        self.indent -= 1;
        self.line("}");
        self.has_returned = true;
    }
}
