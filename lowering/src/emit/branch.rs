//! The items of the text in their order, the branches between them, and the assignments to parameters on the way.
//!
//! Assignments on an edge happen at once: one whose destination another still reads has to wait, and a cycle of them is
//! broken by a temporary.

use smallvec::SmallVec;
use texvisa_ir::texture::{Block, InstData, Scalar, Value};
use texvisa_ir::visa::origin::{Meaning, Origin};
use texvisa_ir::visa::{BranchKind, DataType, Exec, Inst, Label, LabelKind, Predicate, Relation, Src, Storage, Var};

use super::home::{Home, nth};
use super::{Emitter, KEEP_DENORMALS, data_type};
use crate::Analyses;
use crate::order::{Exit, Item, Position};

/// One assignment: the parameter, and what it gets.
type Assignment = (Value, From);

/// What a parameter gets.
#[derive(Clone, Copy)]
enum From {
    /// A value.
    Value(Value),
    /// What a parameter was before the assignments: the first of its halves.
    Kept(Var),
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
            self.surface.entry = None;
            self.sampler.entry = None;
            if position == 0 {
                self.push(Inst::FloatControls(KEEP_DENORMALS));
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

    /// Gives the parameters of all blocks their homes: an edge may assign them before their block is written. Truth
    /// values come to a block as numbers; within it they are predicates.
    fn declare_params(&mut self) {
        for index in 0..self.analyses.order.items.len() {
            let Item::Block(block) = self.analyses.order.items[index] else { continue };
            for param in &self.kernel.blocks[block].params {
                self.define(*param);
                if self.kernel.ty(*param).scalar == Scalar::I1 {
                    self.carriers[*param] = self.home_var(*param).into();
                    self.homes[*param] = Home::Flag(self.new_flag(Some(*param)));
                }
            }
        }
    }

    fn block(&mut self, block: Block) {
        for param in &self.kernel.blocks[block].params {
            if self.kernel.ty(*param).scalar == Scalar::I1 {
                self.load_flag(*param);
            }
        }
        for inst in &self.kernel.blocks[block].insts {
            self.instruction(*inst);
        }
        if let Some(InstData::Jump(_)) = self.kernel.terminator(block).map(|inst| &self.kernel.insts[inst]) {
            self.assign(block, 0);
        }
    }

    fn load_flag(&mut self, param: Value) {
        let Some(carrier) = self.carriers[param].expand() else { return };
        let pred = self.flag(param);
        let uniform = self.is_uniform(param);
        for (exec, half) in self.flag_pieces(param) {
            let src = if uniform { Src::scalar(carrier) } else { Src::lanes(nth(carrier, half)) };
            let srcs = [src, Src::immediate(DataType::D, 0)];
            self.push(Inst::Compare { relation: Relation::Ne, exec, dst: pred, srcs });
        }
    }

    /// The branches at the end of an item, the conditional one first; none where the next item follows anyway.
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
            let mut parts = false;
            let mut predicate = None;
            if let (Some(taken), Some((block, condition))) = (taken, condition) {
                parts = self.analyses.uniformity.diverges(block);
                predicate = Some(Predicate::of(self.flag(condition), !taken));
            }
            let inst = if !parts && order.can_jump(position, to) {
                // One lane stands for all: they agree.
                let exec = Exec { nomask: false, ..Exec::SCALAR };
                Inst::Branch { kind: BranchKind::Jump, exec, predicate, target }
            } else {
                let exec = Exec::masked(self.simd_lanes(), 0);
                Inst::Branch { kind: BranchKind::Goto, exec, predicate, target }
            };
            self.push(inst);
        }
    }

    /// The assignments on the way from `block` to its successor `index`.
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
        self.origin = Origin::Edge(block, index);
        while let Some((first, _)) = pending.first().copied() {
            // None reads the parameter that it assigns itself: such are not pending.
            let is_read = |param: Value| pending.iter().any(|(_, from)| self.reads(*from, param));
            match pending.iter().position(|(param, _)| !is_read(*param)) {
                Some(free) => {
                    let (param, from) = pending.remove(free);
                    self.assign_one(param, from);
                }
                // Each parameter is still read by another: what the first one was is kept elsewhere.
                None => {
                    let kept = self.keep(first);
                    for (_, from) in &mut pending {
                        if self.reads(*from, first) {
                            *from = From::Kept(kept);
                        }
                    }
                }
            }
        }
        self.origin = Origin::Frame;
    }

    /// Whether an assignment changes what `from` is by assigning `param`. Truth values are read as predicates, which
    /// assignments do not change.
    fn reads(&self, from: From, param: Value) -> bool {
        let From::Value(value) = from else { return false };
        self.kernel.ty(param).scalar != Scalar::I1 && self.leaf(value, 0).0 == param
    }

    /// For each instruction that assigns `param`: its lanes, its destination and which half it is.
    fn param_pieces(&self, param: Value) -> impl Iterator<Item = (Exec, Var, u32)> + Clone + use<> {
        let first = self.carriers[param].expand().or_else(|| self.home_var(param));
        first.map(|first| self.pieces_from(first, self.is_uniform(param))).into_iter().flatten()
    }

    fn assign_one(&mut self, param: Value, from: From) {
        let scalar = self.kernel.ty(param).scalar;
        let ty = data_type(scalar);
        for (exec, var, half) in self.param_pieces(param) {
            let src = match from {
                // What is kept may be read as elements of another type, where a bit cast stands between.
                From::Kept(kept) if exec.lanes == 1 => Src::scalar(self.view(kept, ty)),
                From::Kept(kept) => Src::lanes(self.view(nth(kept, half), ty)),
                From::Value(value) if scalar == Scalar::I1 => match self.constant(value, 0) {
                    Some(bits) => Src::immediate(ty, bits & 1),
                    None => {
                        let flag = self.flag(value);
                        self.number_from_flag(exec, var, flag, 1);
                        continue;
                    }
                },
                From::Value(value) => self.source(value, 0, half, ty),
            };
            self.mov(exec, var, src);
        }
    }

    /// Copies what `param` is to variables of its own; returns the first.
    fn keep(&mut self, param: Value) -> Var {
        let ty = data_type(self.kernel.ty(param).scalar);
        let pieces = self.param_pieces(param);
        let kept: SmallVec<[Var; 2]> = pieces
            .clone()
            .map(|(exec, _, half)| {
                let meaning = Meaning::Value { value: param, element: 0, half: half as u8 };
                self.declare(ty, u32::from(exec.lanes), Storage::Own, meaning)
            })
            .collect();
        for ((exec, var, _), kept) in pieces.zip(&kept) {
            let src = if exec.lanes == 1 { Src::scalar(var) } else { Src::lanes(var) };
            self.mov(exec, *kept, src);
        }
        kept[0]
    }
}
