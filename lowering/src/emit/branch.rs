//! Emits the items of the text in their order, the branches between them, and the assignments to block parameters.
//!
//! Rules:
//!
//! - The assignments of an edge are a parallel copy: an assignment is emitted once no other still reads its destination,
//!   and a cycle is broken by a temporary (Boissinot et al., "Revisiting out-of-SSA translation", section III.C).
//! - What is undefined is a move of `%null`, which the text leaves out (`VisaKernel::is_omitted`): register assignment and
//!   the checks see that the parameter has a value from there on. A boolean, of which a predicate is made, is zero.
//! - A branch is `goto` where lanes diverge and `jmp` where they do not: see [`order`](crate::order).

use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use texvisa_ir::texture::{Block, InstData, Rounding, Scalar, Value};
use texvisa_ir::visa::origin::{Meaning, Origin};
use texvisa_ir::visa::{BranchKind, DataType, Exec, Inst, Label, LabelKind, Predicate, Relation, Src, Storage, Var};

use super::value_loc::{ValueLoc, nth};
use super::{Emitter, KEEP_DENORMALS, data_type};
use crate::analyses::Analyses;
use crate::order::{Exit, Item, Position};

/// One assignment: the parameter, and the source.
type Assignment = (Value, From);

/// The source of an assignment.
#[derive(Clone, Copy)]
enum From {
    /// A value.
    Value(Value),
    /// The value that a parameter had before the assignments: the variable of its first half.
    Saved(Var),
}

impl Emitter<'_> {
    pub(super) fn items(&mut self) {
        let order = &self.analyses.order;
        self.labels = vec![None; order.items.len()];
        for position in 0..order.items.len() as Position {
            for target in self.branches(position).into_iter().map(|(_, target)| target) {
                if self.labels[target as usize].is_none() {
                    let label = self.new_label(target);
                    self.labels[target as usize] = Some(label);
                }
            }
        }
        self.declare_params();
        for position in 0..order.items.len() as Position {
            if let Some(label) = self.labels[position as usize] {
                self.push(Inst::Label(label));
            }
            for state in [&mut self.surface, &mut self.sampler, &mut self.bindless_surface, &mut self.bindless_sampler]
            {
                state.entry = None;
            }
            self.numbers.begin_block();
            self.indexed.begin_block();
            self.qwords.begin_block();
            self.payloads.clear();
            self.booleans.begin_block();
            if position == 0 {
                self.push(Inst::FloatControls { toggles: false, bits: KEEP_DENORMALS });
                self.constant_addresses();
                self.hoist_numbers();
            }
            match order.items[position as usize] {
                Item::Block(block) => self.block(block),
                Item::Edge(block, index) => self.assign(block, index),
                Item::Latch(_) => {}
                Item::End => self.push(Inst::Return),
            }
            self.branch(position);
        }
    }

    fn new_label(&mut self, position: Position) -> Label {
        let label = self.out.labels.push(LabelKind::Block);
        if let Item::Block(block) = self.analyses.order.items[position as usize]
            && let Some(name) = self.kernel.block_name(block)
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        {
            self.out.names.set_label(label, &format!("L{}_{name}", label.as_u32()));
        }
        label
    }

    /// Declares the parameters of all blocks first, because an edge may assign them before their block is emitted. Edges
    /// pass booleans as 0 or 1 in variables; the block makes predicates of them.
    fn declare_params(&mut self) {
        for index in 0..self.analyses.order.items.len() {
            let Item::Block(block) = self.analyses.order.items[index] else { continue };
            for param in &self.kernel.blocks[block].params {
                self.define(*param);
                if self.kernel.ty(*param).scalar == Scalar::I1 {
                    self.edge_vars[*param] = self.var_of(*param).into();
                    self.locs[*param] = ValueLoc::Predicate(self.new_predicate(*param));
                }
            }
        }
    }

    fn block(&mut self, block: Block) {
        for param in &self.kernel.blocks[block].params {
            if self.kernel.ty(*param).scalar == Scalar::I1 {
                self.load_predicate(*param);
            }
        }
        for inst in &self.kernel.blocks[block].insts {
            self.instruction(*inst);
        }
        self.end_qwords(block);
        self.set_rounding(Rounding::Nearest);
        if let Some(InstData::Jump(_)) = self.kernel.terminator(block).map(|inst| &self.kernel.insts[inst]) {
            self.assign(block, 0);
        }
    }

    fn load_predicate(&mut self, param: Value) {
        let Some(edge_var) = self.edge_vars[param].expand() else { return };
        let pred = self.predicate(param);
        let uniform = self.is_uniform(param);
        for (exec, half) in self.predicate_halves(param) {
            let src = if uniform { Src::scalar(edge_var) } else { Src::lanes(nth(edge_var, half)) };
            let srcs = [src, Src::immediate(DataType::D, 0)];
            self.push(Inst::Compare { relation: Relation::Ne, exec, dst: pred, srcs });
        }
    }

    /// The branches at the end of an item, the conditional one first; none where it falls through to the next item.
    fn branches(&self, position: Position) -> SmallVec<[(Option<bool>, Position); 2]> {
        let Analyses { flow, loops, order, .. } = self.analyses;
        let next = position + 1;
        let mut branches = SmallVec::new();
        match order.exit(flow, loops, position) {
            Exit::End => {}
            Exit::To(to) => {
                if to != next {
                    branches.push((None, to));
                }
            }
            Exit::Either(then, otherwise) if otherwise == next => branches.push((Some(true), then)),
            Exit::Either(then, otherwise) if then == next => branches.push((Some(false), otherwise)),
            Exit::Either(then, otherwise) => branches.extend([(Some(true), then), (None, otherwise)]),
        }
        branches
    }

    fn branch(&mut self, position: Position) {
        let order = &self.analyses.order;
        let condition = match order.items[position as usize] {
            Item::Block(block) => match self.kernel.terminator(block).map(|inst| &self.kernel.insts[inst]) {
                Some(InstData::Branch { condition, .. }) => Some((block, *condition)),
                _ => None,
            },
            _ => None,
        };
        for (taken, to) in self.branches(position) {
            let Some(target) = self.labels[to as usize] else { continue };
            let mut diverges = false;
            let mut predicate = None;
            if let (Some(taken), Some((block, condition))) = (taken, condition) {
                diverges = self.analyses.uniformity.diverges(block);
                predicate = Some(Predicate::of(self.predicate(condition), !taken));
            }
            let inst = if !diverges && order.can_jump(position, to) {
                // A scalar jump: all active lanes have the same condition.
                let exec = Exec { nomask: false, ..Exec::SCALAR };
                Inst::Branch { kind: BranchKind::Jump, exec, predicate, target }
            } else {
                let exec = Exec::masked(self.simd_lanes(), 0);
                Inst::Branch { kind: BranchKind::Goto, exec, predicate, target }
            };
            self.push(inst);
        }
    }

    /// Emits the assignments of the edge from `block` to its successor `index`.
    fn assign(&mut self, block: Block, index: u8) {
        let kernel = self.kernel;
        let call = kernel.successors(block)[usize::from(index)];
        let args = call.args.as_slice(&kernel.lists);
        let mut pending: SmallVec<[Assignment; 8]> = SmallVec::new();
        for (param, arg) in kernel.blocks[call.block].params.iter().zip(args) {
            if self.leaf(*arg, 0).0 != *param {
                pending.push((*param, From::Value(*arg)));
            }
        }
        if !self.indexed.elements.is_empty() {
            self.assign_rows_last(&mut pending);
        }
        self.origin = Origin::Edge(block, index);
        while let Some((first, _)) = pending.first().copied() {
            // An assignment of a parameter to itself was not added, so no assignment reads its own destination.
            let is_read = |param: Value| pending.iter().any(|(_, from)| self.reads(*from, param));
            match pending.iter().position(|(param, _)| !is_read(*param)) {
                Some(free) => {
                    let (param, from) = pending.remove(free);
                    self.assign_one(param, from);
                }
                // A cycle: the value of the first parameter is saved in a temporary.
                None => {
                    let saved = self.save(first);
                    for (_, from) in &mut pending {
                        if self.reads(*from, first) {
                            *from = From::Saved(saved);
                        }
                    }
                }
            }
        }
        self.origin = Origin::Frame;
    }

    /// Where a value goes to the row of an indexed vector and to other parameters, puts the others in front of all: the row is the
    /// last to read the value then, and may have its register. Otherwise the whole vector would be in other registers.
    fn assign_rows_last(&self, pending: &mut SmallVec<[Assignment; 8]>) {
        let rows = &self.indexed.elements;
        let source = |from: From| match from {
            From::Value(value) if self.constant(value, 0).is_none() => Some(self.leaf(value, 0)),
            _ => None,
        };
        let of_rows: FxHashSet<(Value, u8)> =
            pending.iter().filter(|(param, _)| rows.contains(*param)).filter_map(|(_, from)| source(*from)).collect();
        if !of_rows.is_empty() {
            pending.sort_by_key(|(param, from)| {
                rows.contains(*param) || source(*from).is_none_or(|source| !of_rows.contains(&source))
            });
        }
    }

    /// Whether assigning `param` changes `from`. Booleans are read as predicates, which assignments do not change.
    fn reads(&self, from: From, param: Value) -> bool {
        let From::Value(value) = from else { return false };
        self.kernel.ty(param).scalar != Scalar::I1 && self.leaf(value, 0).0 == param
    }

    /// The instructions that assign `param`: their execution size, destination and half.
    fn param_defs(&self, param: Value) -> impl Iterator<Item = (Exec, Var, u32)> + Clone + use<> {
        let first = self.edge_vars[param].expand().or_else(|| self.var_of(param));
        first.map(|first| self.half_defs(first, self.is_uniform(param))).into_iter().flatten()
    }

    fn assign_one(&mut self, param: Value, from: From) {
        let scalar = self.kernel.ty(param).scalar;
        let ty = data_type(scalar);
        for (exec, var, half) in self.param_defs(param) {
            let src = match from {
                // A bit cast may read the saved value as elements of another type.
                From::Saved(saved) if exec.lanes == 1 => Src::scalar(self.alias(saved, ty)),
                From::Saved(saved) => Src::lanes(self.alias(nth(saved, half), ty)),
                From::Value(value) if scalar == Scalar::I1 => match self.constant(value, 0) {
                    Some(bits) => Src::immediate(ty, bits & 1),
                    None => {
                        let pred = self.predicate(value);
                        self.number_from_predicate(exec, var, pred, 1);
                        continue;
                    }
                },
                From::Value(value) if self.is_undefined(value, 0) => self.nothing(),
                From::Value(value) => self.source(value, 0, half, ty),
            };
            self.mov(exec, var, src);
        }
    }

    /// Copies `param` to new variables; returns the first.
    fn save(&mut self, param: Value) -> Var {
        let ty = data_type(self.kernel.ty(param).scalar);
        let defs = self.param_defs(param);
        let saved: SmallVec<[Var; 2]> = defs
            .clone()
            .map(|(exec, _, half)| {
                let meaning = Meaning::Value { value: param, element: 0, half: half as u8 };
                self.declare(ty, u32::from(exec.lanes), Storage::Own, meaning)
            })
            .collect();
        for ((exec, var, _), saved) in defs.zip(&saved) {
            let src = if exec.lanes == 1 { Src::scalar(var) } else { Src::lanes(var) };
            self.mov(exec, *saved, src);
        }
        saved[0]
    }
}
