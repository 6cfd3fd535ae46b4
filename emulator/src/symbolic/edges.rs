//! Assignments to block parameters on control-flow edges.
//!
//! The source assigns all parameters of a block at once; vISA writes them one after the other. A write therefore sets
//! the new value of a parameter ([`Term::NextParam`]), which nothing reads before the edge ends. A parameter whose old
//! value another assignment still reads is copied before.
//!
//! An edge is written once. A branch that skips an edge of identity copies alone repeats these before it.

use texvisa_ir::texture::{Block, Scalar, Value, ValueDef};
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{Alu, AluOp, DataType, Exec, Inst, Modifier, Src};

use super::checker::Checker;
use super::origins::{Destination, moved};
use super::source_index::Leaf;
use super::state::NO_VAR;
use super::symbolic_value::{Scope, SymbolicValue, Term};

impl Checker<'_> {
    pub(super) fn open_edge(&mut self, block: Block, successor: u8) {
        if self.edges.open == Some((block, successor)) {
            return;
        }
        self.close_edge();
        self.edges.open = Some((block, successor));
        self.edges.count += 1;
        self.block_insts = 0..0;
        self.begin_basic_block();
        let known = self.source_index.is_reachable(block)
            && self.source_index.kernel.successors(block).len() > usize::from(successor)
            && successor < 8;
        if !known {
            return self.wrong(|| "an edge of the source".to_owned(), || format!("successor {successor} of {block}"));
        }
        let written = &mut self.edges.written[block.as_u32() as usize];
        self.edges.again = std::mem::replace(written, *written | 1 << successor) & 1 << successor != 0;
    }

    /// Checks that an instruction of the open edge is an identity copy, if the edge was written before.
    pub(super) fn repeats_edge(&mut self, inst: &Inst) {
        let is_identity = matches!(inst, Inst::Alu(alu) if self.kernel.is_identity_copy(alu));
        if self.edges.open.is_some() && self.edges.again && !is_identity {
            self.wrong(|| "all copies of an edge together".to_owned(), || "more of them elsewhere".to_owned());
        }
    }

    /// Ends the current edge, if there is one.
    #[inline]
    pub(super) fn close_edge(&mut self) {
        if let Some((block, successor)) = self.edges.open {
            self.edges.open = None;
            self.edge_is_written(block, successor);
        }
    }

    /// Checks that each parameter that the edge changes has been written for all lanes.
    fn edge_is_written(&mut self, block: Block, successor: u8) {
        self.begin_basic_block();
        let all = self.all_lanes;
        let Some(call) = self.source_index.kernel.successors(block).get(usize::from(successor)) else { return };
        let args = call.args.as_slice(&self.source_index.kernel.lists);
        for (param, arg) in self.source_index.kernel.blocks[call.block].params.iter().zip(args) {
            if self.is_unchanged(*param, *arg) {
                continue;
            }
            let (edge, lanes) = self.edges.lanes[self.number(*param)];
            if edge != self.edges.count || lanes != all {
                let name = self.describe_value(*param, 0);
                let found = if edge == self.edges.count { lanes } else { 0 };
                let terminator = self.source_index.kernel.terminator(block);
                let expected = || format!("{name} assigned for lanes {all:#x} on the edge to {}", call.block);
                self.mismatches.add(Some(self.index), terminator, expected, || format!("for {found:#x}"));
            }
        }
    }

    /// Checks that each edge from `block` that assigns something has been written.
    pub(super) fn edges_are_written(&mut self, block: Block) {
        let source_index = &self.source_index;
        let written = self.edges.written[block.as_u32() as usize];
        for (successor, call) in source_index.kernel.successors(block).iter().enumerate() {
            let args = call.args.as_slice(&source_index.kernel.lists);
            let params = &source_index.kernel.blocks[call.block].params;
            let unchanged = params.iter().zip(args).all(|(param, arg)| self.is_unchanged(*param, *arg));
            if !unchanged && written & 1 << successor == 0 {
                let terminator = source_index.kernel.terminator(block);
                let expected = || format!("the parameters of {} assigned", call.block);
                self.mismatches.add(None, terminator, expected, || "no assignment".to_owned());
            }
        }
    }

    fn is_unchanged(&self, param: Value, arg: Value) -> bool {
        self.source_index.made_of(arg, 0) == Leaf::Value { value: param, element: 0 }
    }

    /// The number of a parameter (0 for other values, which `assigned` excludes).
    fn number(&self, param: Value) -> usize {
        self.source_index.param(param).unwrap_or(0)
    }

    /// The symbolic value that was written to a parameter, if the content is its new value.
    fn before_edge(&self, content: SymbolicValue) -> SymbolicValue {
        match content.term {
            Term::NextParam(param) => SymbolicValue { term: self.edges.made_of[self.number(param)], ..content },
            _ => content,
        }
    }

    /// The parameter that a variable holds, if the open edge assigns it, and the argument for it.
    fn assigned(&self, dst: &Destination<'_>) -> Option<(Value, Value)> {
        let (block, successor) = self.edges.open?;
        let Meaning::Value { value, .. } = *dst.claim else { return None };
        let call = self.source_index.kernel.successors(block).get(usize::from(successor))?;
        match self.source_index.kernel.values.get(value)?.def {
            ValueDef::Param(target, index) if target == call.block => {
                let arg = call.args.as_slice(&self.source_index.kernel.lists).get(index as usize)?;
                Some((value, *arg))
            }
            _ => None,
        }
    }

    /// An instruction of the open edge.
    #[inline(never)]
    pub(super) fn edge_alu(&mut self, alu: &Alu, dst: &Destination<'_>) {
        let found = match alu.op {
            AluOp::Mov if alu.predicate.is_none() && !alu.saturate => self.copied(&alu.srcs[0], alu.exec, dst.decl.ty),
            _ => SymbolicValue::UNKNOWN,
        };
        let found = self.before_edge(found);
        let Some((param, arg)) = self.assigned(dst) else {
            // A constant for a parameter, or a copy of a parameter that another assignment still reads.
            self.summary.copies += 1;
            return self.put(alu, dst, found.term, found.scope);
        };
        if self.saves_param(alu, param, arg, found) {
            self.summary.copies += 1;
            return self.put(alu, dst, found.term, found.scope);
        }
        let right = if self.source_index.kernel.ty(param).scalar == Scalar::I1 {
            self.is_boolean_as_number(alu, found, arg)
        } else {
            self.is(found, arg, 0, alu.exec)
        };
        if !right {
            let (param, arg) = (self.describe_value(param, 0), self.describe_value(arg, 0));
            let found = self.describe(found);
            self.wrong(|| format!("{param} = {arg} for lanes {}", alu.exec), || found);
        }
        let scope = if alu.exec.nomask { Scope::Uniform } else { Scope::Lanes { first: alu.exec.first } };
        self.summary.edge_copies += 1;
        let number = self.number(param);
        self.edges.made_of[number] = found.term;
        self.put(alu, dst, Term::NextParam(param), scope);
        self.assign(param, alu);
    }

    /// Whether an instruction copies the old value of a parameter for another assignment.
    fn saves_param(&self, alu: &Alu, param: Value, arg: Value, found: SymbolicValue) -> bool {
        let old = self.source_index.leaf(param, 0);
        let home = self.edges.vars[self.number(param)][self.half_of(alu)];
        let elsewhere = match home {
            NO_VAR => old != self.source_index.leaf(arg, 0),
            home => home != self.kernel.unaliased(alu.dst.var).as_u32(),
        };
        old != Leaf::Undefined && old.is(found) && elsewhere
    }

    fn half_of(&self, alu: &Alu) -> usize {
        usize::from(u32::from(alu.exec.first) >= self.half_lanes)
    }

    /// Adds the lanes for which a parameter is written, and checks that all edges write the same variable.
    fn assign(&mut self, param: Value, alu: &Alu) {
        let number = self.number(param);
        let all = self.all_lanes;
        let lanes = if alu.exec.nomask { all } else { alu.exec.lane_mask() };
        let half = self.half_of(alu);
        let var = self.kernel.unaliased(alu.dst.var).as_u32();
        let home = &mut self.edges.vars[number][half];
        if *home == NO_VAR {
            *home = var;
        }
        if *home != var {
            let name = self.describe_value(param, 0);
            self.wrong(|| format!("{name} in one variable"), || "a variable that other edges do not use".to_owned());
        }
        let (edge, written) = &mut self.edges.lanes[number];
        if *edge != self.edges.count {
            (*edge, *written) = (self.edges.count, 0);
        }
        *written |= lanes;
    }

    /// Whether an instruction converts the boolean `arg` to 1 or 0.
    fn is_boolean_as_number(&self, alu: &Alu, found: SymbolicValue, arg: Value) -> bool {
        match alu.op {
            AluOp::Mov => match self.source_index.leaf(arg, 0) {
                Leaf::Constant(bits) => found.term == Term::constant(bits & 1),
                Leaf::Undefined => true,
                Leaf::Value { .. } => false,
            },
            AluOp::Sel => {
                let numbers = [1, 0].into_iter().zip(alu.srcs);
                let mut right = numbers.map(|(number, src)| {
                    let found = self.read(&src, alu.exec);
                    found.term == Term::constant(number) && found.scope.serves(alu.exec)
                });
                right.all(|right| right) && self.selects_by(alu.predicate, alu.exec, arg)
            }
            _ => false,
        }
    }

    /// The symbolic value of a move of `src` to elements of type `ty`.
    #[inline(always)]
    pub(super) fn copied(&self, src: &Src, exec: Exec, ty: DataType) -> SymbolicValue {
        let (from, plain) = match *src {
            Src::Immediate { ty, .. } => (ty, true),
            Src::Vector { .. } => return SymbolicValue::UNKNOWN,
            Src::Register { var, modifier, .. } => match self.kernel.vars.get(var) {
                Some(decl) => (decl.ty, modifier == Modifier::None),
                None => return SymbolicValue::UNKNOWN,
            },
        };
        let found = self.read(src, exec);
        match found.scope.copied(exec) {
            Some(scope) if plain => SymbolicValue { scope, ..moved(found, from, ty) },
            _ => SymbolicValue::UNKNOWN,
        }
    }
}
