//! Which bits a boolean's predicate has, and when instructions may write those of inactive lanes.
//!
//! - A uniform boolean is compared once, into a predicate of one bit, where each of its readers looks at the first bit
//!   alone: a `jmp`, an instruction on scalars, or logic whose result is such a boolean too. At SIMD32 that is one
//!   comparison for two, and half of a flag register. Every other boolean has a bit for each lane; if it is uniform, any
//!   instruction may then be predicated by it.
//! - Logic ignores the execution mask: the finalizer makes one instruction of it, but three for the active lanes of each
//!   half alone. What it writes for inactive lanes nothing reads, unless the boolean leaves its loop: lanes that left in
//!   an earlier iteration then need the bits that they have.
//! - A comparison that only a sign extension of its block reads writes all ones or 0 to a variable of the size of what it
//!   compares (CMP, Dst and Notes). It needs no predicate, and nothing is selected by one.
//! - `and` and `or` of what nothing else reads are for the active lanes if the later of both is a comparison, and the other
//!   a comparison or such logic in the same block: the finalizer predicates the later comparison by the other, and needs
//!   no logic. A comparison that it has predicated so it does not predicate again: logic of two such results is for all
//!   lanes.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntitySet, SecondaryMap};
use texvisa_ir::texture::{self, Block, InstData, InstId, Op, Scalar, Value, ValueDef};

use super::selection::is_one_comparison;
use crate::analyses::Analyses;
use crate::order::{Exit, Item, Position};
use crate::reads::Occurring;

/// What is known of the booleans of a kernel.
#[derive(Default)]
pub(super) struct Booleans {
    /// Those whose predicate has one bit.
    pub scalar: EntitySet<Value>,
    /// Those that are read outside of the innermost loop around their definition.
    pub leaving: EntitySet<Value>,
    /// Those that are read more than once.
    shared: EntitySet<Value>,
    /// What each comparison writes to a variable in place of a predicate: the result of the sign extension of it.
    masks: SecondaryMap<Value, PackedOption<Value>>,
    /// The comparisons of divergent values in the current block, and what is made of them for the active lanes.
    compared: SecondaryMap<Value, Option<Compared>>,
    /// How many there are.
    compared_count: u32,
}

/// A comparison of divergent values, or logic of such comparisons for the active lanes.
#[derive(Clone, Copy)]
struct Compared {
    /// How many of them the block computes before it.
    place: u32,
    /// Whether it is one comparison, so that the finalizer can predicate it by another boolean.
    is_comparison: bool,
}

impl Booleans {
    pub(super) fn new(kernel: &texture::Kernel, analyses: &Analyses, occurring: Occurring) -> Booleans {
        if !occurring.any_scalar(&[Scalar::I1]) {
            return Booleans::default();
        }
        let shared = shared_booleans(kernel);
        Booleans {
            scalar: scalar_booleans(kernel, analyses),
            leaving: leaving_booleans(kernel, analyses),
            masks: masks(kernel, &shared),
            shared,
            ..Booleans::default()
        }
    }

    /// What `comparison` writes to a variable in place of a predicate.
    pub(super) fn mask(&self, comparison: Value) -> Option<Value> {
        self.masks[comparison].expand()
    }

    /// Begins a block.
    pub(super) fn begin_block(&mut self) {
        self.compared.clear();
    }

    /// Adds a comparison of divergent values.
    pub(super) fn add_comparison(&mut self, value: Value) {
        self.add_compared(value, true);
    }

    /// Adds logic of comparisons for the active lanes.
    pub(super) fn add_logic(&mut self, value: Value) {
        self.add_compared(value, false);
    }

    fn add_compared(&mut self, value: Value, is_comparison: bool) {
        self.compared[value] = Some(Compared { place: self.compared_count, is_comparison });
        self.compared_count += 1;
    }

    /// Whether the finalizer predicates the later of these booleans by the other instead of combining them.
    pub(super) fn is_predicated(&self, values: [Value; 2]) -> bool {
        let [Some(a), Some(b)] = values.map(|value| self.compared[value].filter(|_| !self.shared.contains(value)))
        else {
            return false;
        };
        if a.place > b.place { a.is_comparison } else { b.is_comparison }
    }
}

/// The booleans that are read more than once.
fn shared_booleans(kernel: &texture::Kernel) -> EntitySet<Value> {
    let (mut read, mut shared) = (EntitySet::new(), EntitySet::new());
    for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
        kernel.for_each_use(*inst, |value| {
            if kernel.ty(value).scalar == Scalar::I1 && !read.insert(value) {
                shared.insert(value);
            }
        });
    }
    shared
}

/// The results of sign extensions of comparisons that nothing else reads, by the comparisons, where both are in one block
/// and the result has the size of what is compared.
fn masks(kernel: &texture::Kernel, shared: &EntitySet<Value>) -> SecondaryMap<Value, PackedOption<Value>> {
    let mut masks = SecondaryMap::default();
    let mut home: SecondaryMap<InstId, PackedOption<Block>> = SecondaryMap::default();
    for block in &kernel.layout {
        for inst in &kernel.blocks[*block].insts {
            let InstData::Plain { op, args } = &kernel.insts[*inst] else { continue };
            if is_one_comparison(*op) {
                home[*inst] = (*block).into();
            }
            if *op == Op::SExt
                && !shared.contains(args[0])
                && let ValueDef::Result(comparison, _) = kernel.values[args[0]].def
                && home[comparison].expand() == Some(*block)
                && let InstData::Plain { args: [compared, ..], .. } = kernel.insts[comparison]
                && let Some(result) = kernel.result(*inst)
                && kernel.ty(compared).scalar.bits() == kernel.ty(result).scalar.bits()
            {
                masks[args[0]] = result.into();
            }
        }
    }
    masks
}

/// The booleans that are read outside of the innermost loop around their definition.
fn leaving_booleans(kernel: &texture::Kernel, analyses: &Analyses) -> EntitySet<Value> {
    let loops = &analyses.loops;
    let mut leaving = EntitySet::new();
    if loops.loops.is_empty() {
        return leaving;
    }
    let is_boolean = |value: Value| kernel.ty(value).scalar == Scalar::I1;
    let mut defined: SecondaryMap<Value, PackedOption<Block>> = SecondaryMap::default();
    for block in &analyses.flow.order {
        let results = kernel.blocks[*block].insts.iter().flat_map(|inst| kernel.results(*inst));
        let values = results.chain(kernel.blocks[*block].params.iter().copied());
        values.filter(|value| is_boolean(*value)).for_each(|value| defined[value] = (*block).into());
    }
    for block in &analyses.flow.order {
        for inst in &kernel.blocks[*block].insts {
            kernel.for_each_use(*inst, |value| {
                let Some(around) = defined[value].expand().and_then(|defined| loops.innermost(defined)) else { return };
                // What an edge passes on is read where the edge leads.
                let outside = |call: &texture::BlockCall| !loops.contains(around, call.block);
                let leaves = kernel.insts[*inst].is_terminator() && kernel.successors(*block).iter().any(outside);
                if leaves || !loops.contains(around, *block) {
                    leaving.insert(value);
                }
            });
        }
    }
    leaving
}

/// The booleans of `kernel` for which one bit is enough.
fn scalar_booleans(kernel: &texture::Kernel, analyses: &Analyses) -> EntitySet<Value> {
    let mut scalar = EntitySet::new();
    for (value, data) in kernel.values.iter() {
        let is_computed = match data.def {
            ValueDef::Param(..) => true,
            ValueDef::Result(inst, _) => matches!(kernel.insts[inst], InstData::Plain { op, .. } if op != Op::Bitcast),
            _ => false,
        };
        if is_computed && data.ty.scalar == Scalar::I1 && analyses.uniformity.is_uniform(value) {
            scalar.insert(value);
        }
    }
    // The booleans that logic reads and makes have predicates of one size.
    let mut logic: Vec<InstId> = Vec::new();
    for (position, item) in (0..).zip(&analyses.order.items) {
        let Item::Block(block) = *item else { continue };
        for inst in &kernel.blocks[block].insts {
            match &kernel.insts[*inst] {
                InstData::Plain { op, args } => {
                    let args = &args[..op.arity()];
                    let Some(result) = kernel.result(*inst) else { continue };
                    if kernel.ty(result).scalar == Scalar::I1 {
                        if args.iter().any(|arg| kernel.ty(*arg).scalar == Scalar::I1) {
                            logic.push(*inst);
                        }
                    } else if !analyses.uniformity.is_uniform(result) {
                        args.iter().for_each(|arg| _ = scalar.remove(*arg));
                    }
                }
                InstData::Jump(_) | InstData::Branch { .. } => {
                    keep_read_by_branch(kernel, analyses, block, position, &mut scalar)
                }
                _ => kernel.for_each_use(*inst, |value| _ = scalar.remove(value)),
            }
        }
    }
    loop {
        let mut changed = false;
        for inst in &logic {
            let InstData::Plain { op, args } = &kernel.insts[*inst] else { continue };
            let Some(result) = kernel.result(*inst) else { continue };
            // That all lanes are true is no operand of a complement.
            let is_operand = |arg: &&Value| {
                kernel.ty(**arg).scalar == Scalar::I1 && !(*op == Op::Xor && kernel.constant(**arg) == Some(1))
            };
            let booleans = || args[..op.arity()].iter().filter(is_operand);
            if !scalar.contains(result) || booleans().any(|arg| !scalar.contains(*arg)) {
                changed |= scalar.remove(result);
                booleans().for_each(|arg| changed |= scalar.remove(*arg));
            }
        }
        if !changed {
            return scalar;
        }
    }
}

/// Removes from `scalar` what the branch at the end of `block` reads in more than its first bit: a condition by which
/// lanes diverge, or which decides a `goto`, and the argument of a divergent parameter.
fn keep_read_by_branch(
    kernel: &texture::Kernel,
    analyses: &Analyses,
    block: Block,
    position: Position,
    scalar: &mut EntitySet<Value>,
) {
    for call in kernel.successors(block) {
        let params = &kernel.blocks[call.block].params;
        for (param, arg) in params.iter().zip(call.args.as_slice(&kernel.lists)) {
            if !analyses.uniformity.is_uniform(*param) {
                scalar.remove(*arg);
            }
        }
    }
    let Some(InstData::Branch { condition, .. }) = kernel.terminator(block).map(|inst| &kernel.insts[inst]) else {
        return;
    };
    let Analyses { flow, loops, order, uniformity } = analyses;
    let jumps = match order.exit(flow, loops, position) {
        Exit::To(_) | Exit::End => true,
        // A branch around the assignments of an edge may become the branch behind them: see `shorten_branches`.
        Exit::Either(then, otherwise) => [then, otherwise].into_iter().all(|to| {
            let behind = match (order.items[to as usize], order.exit(flow, loops, to)) {
                (Item::Edge(..), Exit::To(target)) => order.can_jump(to, target),
                _ => true,
            };
            behind && order.can_jump(position, to)
        }),
    };
    if uniformity.diverges(block) || !jumps {
        scalar.remove(*condition);
    }
}
