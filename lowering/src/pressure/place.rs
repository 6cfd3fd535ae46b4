//! Moves instructions to another block that the same lanes run the same number of times.
//!
//! Two blocks are alike in that if the first dominates the second, the second postdominates the first, and both are in
//! the same loop. Instructions without effect are moved twice: to the first such block in which their operands are
//! defined, and from there to the last before their readers, if fewer registers are live then. So what ends several live
//! ranges comes early, and what begins one comes late. Registers are counted in several ways ([`Sinking`]), as none is best
//! everywhere. A texture operation that does not depend on the neighbouring lanes is moved to its readers likewise, where nothing
//! is written on the way.

use cranelift_entity::{PrimaryMap, SecondaryMap, packed_option::PackedOption};
use smallvec::SmallVec;
use texvisa_ir::texture::{Block, InstData, InstId, Kernel, Op, Rounding, Scalar, Value, ValueDef};

use super::effect::Effects;
use super::live::{LiveValues, Placement};
use crate::analyses::Analyses;
use crate::uniformity::depends_on_other_lanes;

/// What counts where an instruction is to be moved down to its readers.
#[derive(Clone, Copy)]
pub struct Sinking {
    /// Whether a value that becomes live counts in part: its registers by the number of its readers in the block. So all of
    /// these are moved where one alone would not be.
    pub shared: bool,
    /// Whether what is computed for the instruction alone goes with it.
    pub with_operands: bool,
}

impl Sinking {
    /// All ways, of which no one is best everywhere.
    pub const ALL: [Sinking; 4] = [
        Sinking { shared: false, with_operands: false },
        Sinking { shared: false, with_operands: true },
        Sinking { shared: true, with_operands: false },
        Sinking { shared: true, with_operands: true },
    ];
}

/// For each block the next one that the same lanes run the same number of times.
struct Alike {
    next: SecondaryMap<Block, PackedOption<Block>>,
    /// The first of those that follow each other.
    first: SecondaryMap<Block, PackedOption<Block>>,
}

impl Alike {
    fn new(analyses: &Analyses) -> Alike {
        let flow = &analyses.flow;
        let count = flow.order.len();
        // By position: the nearest block that every path to the end passes; `count` is the end itself.
        let unknown = usize::MAX;
        let mut behind = vec![unknown; count + 1];
        behind[count] = count;
        let mut changed = true;
        while changed {
            changed = false;
            for (position, block) in flow.order.iter().enumerate().rev() {
                let successors = flow.successors(*block);
                let ends = successors.is_empty().then_some(count);
                let after = successors.iter().filter_map(|successor| flow.position(*successor));
                let known = after.chain(ends).filter(|after| behind[*after] != unknown);
                let meet = |mut left: usize, mut right: usize| {
                    while left != right {
                        let earlier = if left < right { &mut left } else { &mut right };
                        *earlier = behind[*earlier];
                    }
                    left
                };
                let Some(found) = known.reduce(meet) else { continue };
                changed |= std::mem::replace(&mut behind[position], found) != found;
            }
        }
        let mut alike = Alike { next: SecondaryMap::default(), first: SecondaryMap::default() };
        for (position, block) in flow.order.iter().enumerate() {
            let first = alike.first[*block].expand().unwrap_or(*block);
            alike.first[*block] = first.into();
            let mut walk = behind[position];
            while walk < count && flow.dominates(*block, flow.order[walk]) {
                let other = flow.order[walk];
                if analyses.loops.innermost(other) == analyses.loops.innermost(*block) {
                    alike.next[*block] = other.into();
                    alike.first[other] = first.into();
                    break;
                }
                walk = behind[walk];
            }
        }
        alike
    }

    /// `block` and those behind it.
    fn from(&self, block: Block) -> impl Iterator<Item = Block> {
        std::iter::successors(Some(block), |block| self.next[*block].expand())
    }
}

/// How many instructions, each read by the next alone, are followed up.
const MOST_OPERANDS: u32 = 3;

/// The instructions that read each value.
type ReadBy = SecondaryMap<Value, SmallVec<[InstId; 4]>>;

/// A kernel whose instructions are moved up as far as their operands allow.
pub struct Placer<'a> {
    kernel: &'a Kernel,
    analyses: &'a Analyses,
    live: &'a LiveValues,
    effects: &'a Effects,
    alike: Alike,
    /// By position of a block: how many blocks before it may write texels.
    writes_before: Vec<u32>,
    blocks: Placement,
    block_of: PrimaryMap<InstId, PackedOption<Block>>,
    /// The position of the block that each instruction was in.
    origin: SecondaryMap<InstId, u32>,
    /// The instructions that read a value.
    users: ReadBy,
    /// The instructions that read the registers of a value.
    readers: ReadBy,
}

impl<'a> Placer<'a> {
    /// None if there are no blocks to choose from.
    pub fn new(
        kernel: &'a Kernel,
        analyses: &'a Analyses,
        live: &'a LiveValues,
        effects: &'a Effects,
    ) -> Option<Placer<'a>> {
        let alike = Alike::new(analyses);
        if analyses.flow.order.iter().all(|block| alike.next[*block].is_none()) {
            return None;
        }
        let mut block_of: PrimaryMap<InstId, PackedOption<Block>> = kernel.insts.keys().map(|_| None.into()).collect();
        let mut blocks = Placement::default();
        let mut origin = SecondaryMap::with_capacity(kernel.insts.len());
        let mut writes_before = vec![0];
        for (position, block) in analyses.flow.order.iter().enumerate() {
            let insts = &kernel.blocks[*block].insts;
            for inst in insts {
                block_of[*inst] = (*block).into();
                origin[*inst] = position as u32;
            }
            blocks[*block].clone_from(insts);
            let writes = insts.iter().any(|inst| effects.of(kernel, *inst).may_change_texels());
            writes_before.push(writes_before[position] + u32::from(writes));
        }
        let (users, readers) = (ReadBy::with_capacity(kernel.values.len()), ReadBy::with_capacity(kernel.values.len()));
        let mut placer =
            Placer { kernel, analyses, live, effects, alike, writes_before, blocks, block_of, origin, users, readers };
        placer.hoist();
        for inst in analyses.flow.order.iter().flat_map(|block| &placer.blocks[*block]) {
            kernel.for_each_use(*inst, |value| placer.users[value].push(*inst));
            live.reads(*inst).iter().for_each(|value| placer.readers[*value].push(*inst));
        }
        Some(placer)
    }

    /// The instructions moved down to their readers where fewer registers are live then. Their order within a block is one in
    /// which it can be executed, no more.
    pub fn placed(&self, sinking: Sinking) -> Placement {
        let sinker = Sinker { placer: self, sinking, block_of: self.block_of.clone() };
        sinker.sink(self.blocks.clone())
    }

    /// Whether an instruction of `from` may be executed at the start of `to`, a later block, instead.
    fn may_sink(&self, inst: InstId, from: Block, to: Block) -> bool {
        let InstData::Texture(id) = self.kernel.insts[inst] else { return self.is_movable(inst) };
        let writes_before =
            |block: Block| self.analyses.flow.position(block).map(|position| self.writes_before[position]);
        !self.effects.of(self.kernel, inst).writes()
            && !depends_on_other_lanes(&self.kernel.textures[id])
            && writes_before(from) == writes_before(to)
    }

    /// Whether an instruction may be executed in another block.
    fn is_movable(&self, inst: InstId) -> bool {
        let kernel = self.kernel;
        let is_boolean = |value: Value| kernel.ty(value).scalar == Scalar::I1;
        match &kernel.insts[inst] {
            InstData::Vector { .. } | InstData::Extract { .. } => true,
            InstData::Plain { op, args } => {
                let across = op.reads_other_lanes() || matches!(op, Op::HardwareThreadId | Op::LaneId);
                !across
                    && op.rounding() == Rounding::Nearest
                    && !args[..op.arity()].iter().any(|arg| is_boolean(*arg))
                    && !kernel.results(inst).any(is_boolean)
            }
            _ => false,
        }
    }

    /// The block in which a value is defined now; none for a constant or an argument.
    fn definition(&self, value: Value) -> Option<Block> {
        match self.kernel.values[value].def {
            ValueDef::Result(inst, _) => self.block_of[inst].expand(),
            ValueDef::Param(block, _) => Some(block),
            ValueDef::Argument(_) | ValueDef::Constant(_) | ValueDef::Undefined | ValueDef::Missing => None,
        }
    }

    /// Moves instructions up as far as their operands allow.
    fn hoist(&mut self) {
        for block in &self.analyses.flow.order {
            let first = self.alike.first[*block].expand().unwrap_or(*block);
            if first == *block {
                continue;
            }
            let mut kept = Vec::new();
            for inst in std::mem::take(&mut self.blocks[*block]) {
                let mut to = *block;
                if self.is_movable(inst) {
                    let mut needed: SmallVec<[Block; 4]> = SmallVec::new();
                    self.kernel.for_each_use(inst, |value| needed.extend(self.definition(value)));
                    let has_operands = |to: &Block| needed.iter().all(|from| self.analyses.flow.dominates(*from, *to));
                    // Numbers alone stay where they are.
                    if !needed.is_empty() {
                        to = self.alike.from(first).find(has_operands).unwrap_or(*block);
                    }
                }
                if to == *block {
                    kept.push(inst);
                } else {
                    let end = self.blocks[to].len() - 1;
                    self.blocks[to].insert(end, inst);
                    self.block_of[inst] = to.into();
                }
            }
            self.blocks[*block] = kept;
        }
    }
}

/// Where an instruction of a block may be moved to one behind it.
#[derive(Clone, Copy)]
struct Move {
    block: Block,
    to: Block,
}

struct Sinker<'a> {
    placer: &'a Placer<'a>,
    sinking: Sinking,
    block_of: PrimaryMap<InstId, PackedOption<Block>>,
}

impl Sinker<'_> {
    fn sink(mut self, mut blocks: Placement) -> Placement {
        let order = &self.placer.analyses.flow.order;
        // What is moved to the front of a block, the first last.
        let mut front = Placement::default();
        for block in order.iter().rev() {
            // What came from above stands before the rest, and may go on.
            let moved = std::mem::take(&mut front[*block]);
            let own = std::mem::take(&mut blocks[*block]);
            let mut kept = Vec::with_capacity(own.len());
            for inst in moved.into_iter().rev().chain(own).rev() {
                let to = self.lower(inst, *block);
                if to == *block {
                    kept.push(inst);
                } else {
                    front[to].push(inst);
                    self.block_of[inst] = to.into();
                }
            }
            kept.reverse();
            blocks[*block] = kept;
        }
        for block in order {
            let moved = std::mem::take(&mut front[*block]);
            blocks[*block].splice(0..0, moved.into_iter().rev());
        }
        blocks
    }

    /// The block to which an instruction of `block` is best moved, itself or one behind it.
    fn lower(&self, inst: InstId, block: Block) -> Block {
        let Placer { kernel, analyses, live, alike, origin, users, .. } = self.placer;
        let flow = &analyses.flow;
        let stands_below = |inst: &InstId, to: Block| self.block(*inst).is_some_and(|from| flow.dominates(to, from));
        let serves =
            |to: Block| kernel.results(inst).all(|result| users[result].iter().all(|user| stands_below(user, to)));
        let may_sink = |to: Block| self.placer.may_sink(inst, block, to);
        let mut best = block;
        for to in alike.from(block).skip(1).take_while(|to| serves(*to) && may_sink(*to)) {
            if live.is_view(kernel, inst) {
                best = to;
                continue;
            }
            let gain: u32 = kernel.results(inst).map(|result| live.registers(result)).sum();
            let depth = if self.sinking.with_operands { MOST_OPERANDS } else { 0 };
            let cost = self.cost(inst, Move { block, to }, depth);
            let was_behind = flow.position(to).is_some_and(|to| to as u32 <= origin[inst]);
            if gain > cost || gain == cost && was_behind {
                best = to;
            }
        }
        best
    }

    /// The block that an instruction is in now.
    fn block(&self, inst: InstId) -> Option<Block> {
        self.block_of[inst].expand()
    }

    /// The registers of what becomes live up to `at.to`, if `inst` is moved there, and with it what is computed for it alone: up to
    /// `depth` instructions in a row.
    fn cost(&self, inst: InstId, at: Move, depth: u32) -> u32 {
        let Placer { kernel, analyses, live, users, readers, .. } = self.placer;
        let stands_below = |inst: &InstId| self.block(*inst).is_some_and(|from| analyses.flow.dominates(at.to, from));
        let mut seen: SmallVec<[Value; 8]> = SmallVec::new();
        for value in live.reads(inst) {
            let is_live = readers[*value].iter().any(|other| *other != inst && stands_below(other));
            if !is_live && !seen.contains(value) {
                seen.push(*value);
            }
        }
        let of_value = |value: Value| {
            let here = readers[value]
                .iter()
                .filter(|other| self.sinking.shared && self.block(**other) == Some(at.block))
                .count();
            let share = live.registers(value) / (here as u32).max(1);
            match kernel.values[value].def {
                ValueDef::Result(before, _)
                    if share > 0
                        && depth > 0
                        && users[value][..] == [inst]
                        && self.block(before) == Some(at.block)
                        && self.placer.may_sink(before, at.block, at.to) =>
                {
                    share.min(self.cost(before, at, depth - 1))
                }
                _ => share,
            }
        };
        seen.into_iter().map(of_value).sum()
    }
}
