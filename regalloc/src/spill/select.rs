//! Chooses what is in registers at each instruction: what is needed farthest in the future is left to memory (Belady).
//!
//! Blocks are taken in program order (Braun and Hack, "Register Spilling and Live-Range Splitting for SSA-Form Programs").
//! A block begins with what every block before it leaves in registers. A loop begins with what it uses, as far as the
//! registers hold that; what is missing is loaded once before the loop, and what the loop does not use stays in registers
//! only where the loop leaves room for it. At the end of a loop all that it began with is in registers again.
//!
//! What is in memory was stored where it was defined, so that nothing is stored here.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use texvisa_ir::visa::{Alu, AluOp, Inst, Src, Storage, VisaKernel};

use super::flow::Blocks;
use super::next_use::{NEVER, NextUses};
use super::reg_units::{RegUnits, SpillKind, UnitId};
use crate::control_flow::BlockIndex;

/// Where a register unit is in registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    /// Whether it is where it arrives or is returned; otherwise in registers of its own.
    pub as_part: bool,
    /// Which registers of its own: places that are one in the end have one number ([`Selection::web`]).
    node: u32,
}

/// The register units that are in registers.
type Resident = BTreeMap<UnitId, Spot>;

/// Where something is inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    /// Before an instruction.
    Before(u32),
    /// At the end of a block, before the branch that ends it.
    End(BlockIndex),
}

/// How a register unit comes into registers again.
#[derive(Clone, Debug)]
pub(super) enum How {
    /// From memory.
    Load,
    /// By the instruction that defines it, whose sources are in these places.
    Compute { inst: u32, sources: SmallVec<[(UnitId, Spot); 2]> },
}

/// A register unit that comes into registers again.
#[derive(Clone, Debug)]
pub(super) struct Reload {
    pub position: Position,
    pub reg_unit: UnitId,
    pub place: Spot,
    pub how: How,
}

/// What was chosen.
#[derive(Debug, Default)]
pub(super) struct Selection {
    pub reloads: Vec<Reload>,
    /// Where each register unit is that an instruction uses.
    pub places: FxHashMap<(u32, UnitId), Spot>,
    /// The uniform register units that take a whole register each, as they are moved to memory.
    pub widened: BTreeSet<UnitId>,
    /// The defs that change a part of what is stored, in order: what lanes that are pending have is stored with it.
    pub kept: BTreeSet<(u32, UnitId)>,
    /// The most registers that one instruction takes after all else has left, and the instruction.
    pub most: (u32, u32),
    parents: Vec<u32>,
}

impl Selection {
    /// The number that all places have which are one place.
    pub fn web(&self, place: Spot) -> u32 {
        let mut node = place.node;
        while self.parents[node as usize] != node {
            node = self.parents[node as usize];
        }
        node
    }

    fn new_place(&mut self, as_part: bool) -> Spot {
        self.parents.push(self.parents.len() as u32);
        Spot { as_part, node: self.parents.len() as u32 - 1 }
    }

    fn unite(&mut self, a: Spot, b: Spot) {
        let (a, b) = (self.web(a), self.web(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }
}

/// What the choice is made from.
pub(super) struct Selector<'a> {
    pub kernel: &'a VisaKernel,
    pub reg_units: &'a RegUnits,
    pub blocks: &'a Blocks,
    pub next: &'a NextUses,
    /// The registers that there are.
    pub limit: u32,
    /// Whether what is cheap is computed again and not loaded.
    pub computes: bool,
    /// By register unit, if it is an argument: those that are in one of its registers.
    shared: Vec<SmallVec<[UnitId; 4]>>,
    /// By instruction: the registers that everything which is live there takes.
    live_registers: Vec<u32>,
    /// What cannot be where it arrives at the start of a loop, since the loop spills it.
    banned: BTreeSet<(BlockIndex, UnitId)>,
    /// The register units that are stored. A def that changes a part of one is behind a load or another def in its block: in which
    /// registers pending lanes have the rest between blocks, liveness does not know.
    stored: BTreeSet<UnitId>,
    /// The register units that were loaded or defined so far in the block.
    here: BTreeSet<UnitId>,
    /// Those of them of which no other lane had a value that it needs, so that only the active lanes have one.
    fresh: BTreeSet<UnitId>,
    done: Selection,
    entries: Vec<Resident>,
    exits: Vec<Resident>,
}

impl<'a> Selector<'a> {
    pub fn new(
        kernel: &'a VisaKernel,
        (reg_units, blocks, next): (&'a RegUnits, &'a Blocks, &'a NextUses),
        limit: u32,
        computes: bool,
    ) -> Selector<'a> {
        let registers_of = |reg_unit: &super::reg_units::RegUnit| {
            let start = kernel.inputs.iter().find(|input| input.var == reg_unit.root).map_or(0, |input| input.offset);
            let first = u32::from(start) / kernel.grf_bytes();
            first..first + kernel.registers_of(reg_unit.root)
        };
        let inputs: Vec<(UnitId, std::ops::Range<u32>)> = (0..)
            .zip(&reg_units.all)
            .filter(|(_, reg_unit)| reg_unit.is_input)
            .map(|(id, reg_unit)| (id, registers_of(reg_unit)))
            .collect();
        let mut shared = vec![SmallVec::new(); if inputs.is_empty() { 0 } else { reg_units.all.len() }];
        for (id, own) in &inputs {
            let touch = |range: &std::ops::Range<u32>| range.start < own.end && own.start < range.end;
            shared[*id as usize] = inputs.iter().filter(|(_, range)| touch(range)).map(|(other, _)| *other).collect();
        }
        Selector {
            kernel,
            reg_units,
            blocks,
            next,
            limit,
            computes,
            shared,
            live_registers: live_registers(kernel, reg_units),
            banned: BTreeSet::new(),
            stored: BTreeSet::new(),
            here: BTreeSet::new(),
            fresh: BTreeSet::new(),
            done: Selection::default(),
            entries: Vec::new(),
            exits: Vec::new(),
        }
    }

    /// Makes the choice. It begins again as long as something turns out that is to be known before.
    pub fn select(mut self) -> Selection {
        loop {
            let count = self.blocks.ranges.len();
            self.done = Selection { widened: std::mem::take(&mut self.done.widened), ..Selection::default() };
            self.entries = vec![Resident::new(); count];
            self.exits = vec![Resident::new(); count];
            let banned = self.banned.len();
            for block in 0..self.blocks.count() {
                self.block(block);
            }
            let stored = self.stored.len();
            for reload in self.done.reloads.iter().filter(|reload| matches!(reload.how, How::Load)) {
                self.stored.insert(reload.reg_unit);
                if self.reg_units.all[reload.reg_unit as usize].is_uniform {
                    self.done.widened.insert(reload.reg_unit);
                }
            }
            if banned == self.banned.len() && stored == self.stored.len() {
                return self.done;
            }
        }
    }

    fn is_live(&self, reg_unit: UnitId, point: u32) -> bool {
        self.reg_units.is_live(reg_unit, point)
    }

    /// Whether a register unit is live at the end of a block.
    fn leaves_live(&self, block: BlockIndex, reg_unit: UnitId) -> bool {
        self.is_live(reg_unit, self.blocks.ranges[block as usize].1 * 2 - 1)
    }

    /// The registers that register units take which are in these places.
    fn size(&self, state: &Resident) -> u32 {
        let grf = self.kernel.grf();
        let (mut registers, mut dwords) = (0, 0);
        let mut roots: SmallVec<[u32; 32]> = SmallVec::new();
        let mut of_arguments: SmallVec<[u32; 32]> = SmallVec::new();
        for (id, place) in state {
            let reg_unit = &self.reg_units.all[*id as usize];
            let bytes = self.kernel.vars[reg_unit.root].bytes();
            match reg_unit.class {
                SpillKind::Fixed if !place.as_part => registers += reg_unit.registers,
                _ if reg_unit.is_input => {
                    let input = self.kernel.inputs.iter().find(|input| input.var == reg_unit.root);
                    let first = input.map_or(0, |input| u32::from(input.offset) / grf.bytes());
                    of_arguments.extend(first..first + self.kernel.registers_of(reg_unit.root));
                }
                SpillKind::Free if reg_unit.is_uniform && !self.done.widened.contains(id) => {
                    dwords += bytes.div_ceil(4)
                }
                SpillKind::Free => registers += reg_unit.registers,
                _ if reg_unit.is_uniform => dwords += bytes.div_ceil(4),
                _ => roots.push(reg_unit.root.as_u32()),
            }
        }
        for list in [&mut roots, &mut of_arguments] {
            list.sort_unstable();
            list.dedup();
        }
        let of_root = |root: &u32| grf.holding(self.kernel.vars[texvisa_ir::visa::Var::from_u32(*root)].bytes());
        registers += roots.iter().map(of_root).sum::<u32>() + of_arguments.len() as u32;
        registers + grf.holding(dwords * 4)
    }

    /// The register units that leave with one, because they share its registers.
    fn group(&self, state: &Resident, reg_unit: UnitId) -> SmallVec<[UnitId; 8]> {
        let place = state[&reg_unit];
        let of = &self.reg_units.all[reg_unit as usize];
        if of.class != SpillKind::Fixed || !place.as_part {
            return SmallVec::from_slice(&[reg_unit]);
        }
        if of.is_input {
            let mut group: SmallVec<[UnitId; 8]> = SmallVec::from_slice(&[reg_unit]);
            let mut next = 0;
            while next < group.len() {
                for other in &self.shared[group[next] as usize] {
                    if !group.contains(other) && state.get(other).is_some_and(|place| place.as_part) {
                        group.push(*other);
                    }
                }
                next += 1;
            }
            return group;
        }
        let with = |(id, place): &(&UnitId, &Spot)| place.as_part && self.reg_units.all[**id as usize].root == of.root;
        state.iter().filter(with).map(|(id, _)| *id).collect()
    }

    /// Has register units leave until the rest fits: the one that is needed last first. `distance` says how far the next need of one
    /// is, if it may leave.
    fn shrink(&self, state: &mut Resident, distance: impl Fn(UnitId) -> Option<u32>) {
        while self.size(state) > self.limit {
            // Uniform values come last: of those that share a register all would have to leave.
            let mut farthest: Option<(bool, u32, SmallVec<[UnitId; 8]>)> = None;
            let mut seen: BTreeSet<UnitId> = BTreeSet::new();
            for id in state.keys() {
                if seen.contains(id) || self.reg_units.all[*id as usize].class == SpillKind::Never {
                    continue;
                }
                let group = self.group(state, *id);
                seen.extend(group.iter().copied());
                let nearest =
                    group.iter().map(|id| distance(*id)).try_fold(NEVER, |nearest, one| Some(nearest.min(one?)));
                let Some(nearest) = nearest else { continue };
                let reg_unit = &self.reg_units.all[*id as usize];
                let frees =
                    !(reg_unit.is_uniform && reg_unit.class == SpillKind::Free && !self.done.widened.contains(id));
                if farthest.as_ref().is_none_or(|(known, far, _)| (frees, nearest) > (*known, *far)) {
                    farthest = Some((frees, nearest, group));
                }
            }
            let Some((.., group)) = farthest else { return };
            for id in group {
                state.remove(&id);
            }
        }
    }

    fn block(&mut self, block: BlockIndex) {
        let mut state = self.entry(block);
        self.entries[block as usize] = state.clone();
        self.here.clear();
        self.fresh.clear();
        let (start, end) = self.blocks.ranges[block as usize];
        for inst in start..end {
            self.instruction(block, inst, &mut state);
        }
        let leaving = self.blocks.successors[block as usize].clone();
        state.retain(|id, _| leaving.iter().any(|to| self.is_live(*id, self.blocks.ranges[*to as usize].0 * 2)));
        for to in leaving.into_iter().filter(|to| *to <= block) {
            self.close_loop(block, to, &mut state);
        }
        self.exits[block as usize] = state;
    }

    /// Puts what an instruction needs into registers, and what it defines.
    fn instruction(&mut self, block: BlockIndex, inst: u32, state: &mut Resident) {
        let uses = self.reg_units.uses(inst);
        let mut missing: SmallVec<[UnitId; 8]> = SmallVec::new();
        for used in uses {
            let is_part = self.reg_units.all[used.reg_unit as usize].class == SpillKind::Fixed;
            let found = state.get(&used.reg_unit).copied();
            let is_alone = self.fresh.contains(&used.reg_unit);
            let merges = used.needed && used.defines && !is_alone && self.stored.contains(&used.reg_unit);
            if merges {
                self.done.kept.insert((inst, used.reg_unit));
            }
            let fits = found.is_some_and(|place| {
                (place.as_part || !used.as_part || !is_part) && (!merges || self.here.contains(&used.reg_unit))
            });
            if used.needed && !fits {
                let stays = found.is_some_and(|place| place.as_part);
                let place = self.done.new_place(is_part && (used.as_part || stays));
                state.insert(used.reg_unit, place);
                // What nothing defines may have any content.
                let reg_unit = &self.reg_units.all[used.reg_unit as usize];
                if reg_unit.class != SpillKind::Never && (reg_unit.is_defined || reg_unit.is_input) {
                    missing.push(used.reg_unit);
                }
            } else if !used.needed {
                self.fresh.insert(used.reg_unit);
                let place = self.done.new_place(is_part);
                state.insert(used.reg_unit, place);
            }
        }
        let is_used = |id: UnitId| uses.iter().any(|used| used.reg_unit == id);
        let distance = |id: UnitId| self.next.from(self.blocks, self.reg_units, block, inst, id, true);
        self.shrink(state, |id| (!is_used(id)).then(|| distance(id)));
        if self.size(state) > self.limit {
            // What is needed of a response that holds too many registers has registers of its own, and so the others leave.
            for used in uses.iter().filter(|used| used.needed && !used.defines) {
                if self.size(state) <= self.limit || !state[&used.reg_unit].as_part || missing.contains(&used.reg_unit)
                {
                    continue;
                }
                let group = self.group(state, used.reg_unit);
                if group.iter().any(|id| uses.iter().any(|used| used.reg_unit == *id && used.defines)) {
                    continue;
                }
                let mut other = state.clone();
                for id in &group {
                    other.remove(id);
                }
                let own: SmallVec<[UnitId; 8]> = group.into_iter().filter(|id| is_used(*id)).collect();
                for id in &own {
                    let place = self.done.new_place(false);
                    other.insert(*id, place);
                }
                if self.size(&other) < self.size(state) {
                    *state = other;
                    missing.extend(own);
                }
            }
        }
        let size = self.size(state);
        if size > self.done.most.0 {
            self.done.most = (size, inst);
        }
        self.here.extend(missing.iter().copied());
        self.reload(Position::Before(inst), &missing, state);
        for used in uses {
            self.done.places.insert((inst, used.reg_unit), state[&used.reg_unit]);
            if used.defines {
                self.here.insert(used.reg_unit);
            }
        }
        if inst + 1 < self.blocks.ranges[block as usize].1 {
            state.retain(|id, _| self.reg_units.is_live(*id, inst * 2 + 2));
        }
    }

    /// Adds reloads of register units to their places: first what is loaded, from which the rest may be computed.
    fn reload(&mut self, position: Position, reg_units: &[UnitId], state: &Resident) {
        let reloads = reg_units.iter().map(|reg_unit| {
            let place = state[reg_unit];
            let how = self.computed(*reg_unit, state).filter(|_| !place.as_part).unwrap_or(How::Load);
            Reload { position, reg_unit: *reg_unit, place, how }
        });
        let (loads, computed): (Vec<_>, Vec<_>) = reloads.partition(|reload| matches!(reload.how, How::Load));
        self.done.reloads.extend(loads.into_iter().chain(computed));
    }

    /// How a register unit is computed again: by its only def, if that is one instruction on numbers, r0, and arguments that are in
    /// registers. Arguments never change, so that the value is the same for every lane.
    fn computed(&self, reg_unit: UnitId, state: &Resident) -> Option<How> {
        let of = &self.reg_units.all[reg_unit as usize];
        let inst = of.only_def.filter(|_| self.computes && of.class == SpillKind::Free)?;
        let Inst::Alu(alu) = &self.kernel.insts[inst as usize] else { return None };
        let var = self.reg_units.all[reg_unit as usize].var;
        let covers = {
            let write = self.kernel.destination_access(alu.dst, alu.exec, alu.op);
            self.kernel.unaliased(write.var) == var && write.start == 0 && write.end >= self.kernel.vars[var].bytes()
        };
        if alu.predicate.is_some() || alu.op == AluOp::Sel || !covers || rounds(self.kernel, alu) {
            return None;
        }
        let mut sources = SmallVec::new();
        for src in &alu.srcs[..alu.op.sources()] {
            let Src::Register { var, .. } = *src else { continue };
            match self.reg_units.of(self.kernel, var) {
                Some(id) => {
                    let source = &self.reg_units.all[id as usize];
                    let is_kept = source.is_input && !source.is_defined;
                    sources.push((id, *state.get(&id).filter(|_| is_kept)?));
                }
                None if self.kernel.vars[self.kernel.backing(var).0].storage == Storage::R0 => {}
                None => return None,
            }
        }
        Some(How::Compute { inst, sources })
    }

    /// The register units that every block before leaves in registers, or that none has a value of; and all others that are live.
    fn available(&mut self, block: BlockIndex) -> (Resident, Vec<UnitId>) {
        let point = self.blocks.ranges[block as usize].0 * 2;
        let before: SmallVec<[BlockIndex; 4]> =
            self.blocks.predecessors[block as usize].iter().copied().filter(|from| *from < block).collect();
        let (mut state, mut missing) = (Resident::new(), Vec::new());
        for id in 0..self.reg_units.all.len() as UnitId {
            if !self.is_live(id, point) {
                continue;
            }
            let class = self.reg_units.all[id as usize].class;
            let leaving = before.iter().filter(|from| self.leaves_live(**from, id));
            let places: SmallVec<[Option<Spot>; 4]> =
                leaving.map(|from| self.exits[*from as usize].get(&id).copied()).collect();
            let as_part =
                places.first().map_or(class == SpillKind::Fixed, |place| place.is_some_and(|place| place.as_part));
            let is_banned = as_part && self.banned.contains(&(block, id));
            let agree = places.iter().all(|place| place.is_some_and(|place| place.as_part == as_part));
            if agree && !is_banned || class == SpillKind::Never {
                let place = self.done.new_place(as_part);
                places.into_iter().flatten().for_each(|from| self.done.unite(place, from));
                state.insert(id, place);
            } else {
                missing.push(id);
            }
        }
        (state, missing)
    }

    /// What is in registers at the start of a block.
    fn entry(&mut self, block: BlockIndex) -> Resident {
        let (mut state, missing) = self.available(block);
        let Some(of_loop) = self.blocks.loops[block as usize] else {
            self.shrink(&mut state, |id| Some(self.next.at_start(block, id)));
            return state;
        };
        let range = self.blocks.ranges[block as usize].0..self.blocks.ranges[of_loop.last as usize].1;
        let is_needed = |id: UnitId| {
            let needed = &self.reg_units.all[id as usize].needed;
            needed.get(needed.partition_point(|at| *at < range.start)).is_some_and(|at| *at < range.end)
        };
        let before: SmallVec<[BlockIndex; 4]> =
            self.blocks.predecessors[block as usize].iter().copied().filter(|from| *from < block).collect();
        let mut wanted: Vec<(u32, UnitId)> =
            state.keys().chain(&missing).map(|id| (self.next.at_start(block, *id), *id)).collect();
        wanted.sort_unstable();
        let (used, through): (Vec<_>, Vec<_>) = wanted.into_iter().partition(|(_, id)| is_needed(*id));
        let mut chosen: Resident = state
            .iter()
            .filter(|(id, _)| self.reg_units.all[**id as usize].class == SpillKind::Never)
            .map(|(id, place)| (*id, *place))
            .collect();
        let mut loaded: Vec<UnitId> = Vec::new();
        for (_, id) in used {
            let place = match state.get(&id) {
                Some(place) => *place,
                None if self.can_load_before(block, &before, id, &loaded) => self.done.new_place(false),
                None => continue,
            };
            let known = chosen.insert(id, place);
            if self.size(&chosen) > self.limit && known.is_none() {
                chosen.remove(&id);
            } else if !state.contains_key(&id) {
                loaded.push(id);
            }
        }
        // What the loop does not use stays where the loop leaves room for it.
        let of_through: Resident = through.iter().filter_map(|(_, id)| Some((*id, *state.get(id)?))).collect();
        let most = range.map(|inst| self.live_registers[inst as usize]).max().unwrap_or(0);
        let mut room = (self.limit + self.size(&of_through)).saturating_sub(most);
        for (_, id) in through {
            let Some(place) = state.get(&id).copied() else { continue };
            let registers = self.size(&Resident::from([(id, place)]));
            if chosen.contains_key(&id) || registers > room {
                continue;
            }
            chosen.insert(id, place);
            if self.size(&chosen) > self.limit {
                chosen.remove(&id);
            } else {
                room -= registers;
            }
        }
        for from in before {
            self.load_before(block, from, &loaded, &chosen);
        }
        state = chosen;
        state
    }

    /// Whether a register unit can be loaded at the end of the blocks before a loop.
    fn can_load_before(&self, block: BlockIndex, before: &[BlockIndex], reg_unit: UnitId, loaded: &[UnitId]) -> bool {
        before.iter().filter(|from| self.leaves_live(**from, reg_unit)).all(|from| {
            if self.blocks.successors[*from as usize][..] == [block] {
                return true;
            }
            // Others that follow rely on what is in registers there.
            let mut state = self.exits[*from as usize].clone();
            let none = Spot { as_part: false, node: 0 };
            let is_elsewhere =
                loaded.iter().chain([&reg_unit]).any(|id| state.get(id).is_some_and(|place| place.as_part));
            state.extend(loaded.iter().chain([&reg_unit]).map(|id| (*id, none)));
            !is_elsewhere && self.size(&state) <= self.limit
        })
    }

    /// Loads register units at the end of a block before a loop that begins with `chosen`.
    fn load_before(&mut self, block: BlockIndex, from: BlockIndex, loaded: &[UnitId], chosen: &Resident) {
        let mut state = std::mem::take(&mut self.exits[from as usize]);
        let mut added: Vec<UnitId> = Vec::new();
        for id in loaded {
            if !self.leaves_live(from, *id) {
                continue;
            }
            match state.get(id) {
                Some(place) if !place.as_part => {
                    let place = *place;
                    self.done.unite(chosen[id], place);
                }
                _ => {
                    let place = self.done.new_place(false);
                    self.done.unite(chosen[id], place);
                    state.insert(*id, place);
                    added.push(*id);
                }
            }
        }
        if self.blocks.successors[from as usize][..] == [block] {
            self.shrink(&mut state, |id| (!chosen.contains_key(&id)).then_some(0));
        }
        self.reload(Position::End(from), &added, &state);
        self.exits[from as usize] = state;
    }

    /// At the end of a block that leads back to a loop's header: puts what the loop begins with into registers again.
    fn close_loop(&mut self, block: BlockIndex, header: BlockIndex, state: &mut Resident) {
        let mut added: Vec<UnitId> = Vec::new();
        let wanted = self.entries[header as usize].clone();
        for (id, place) in &wanted {
            if !self.leaves_live(block, *id) {
                continue;
            }
            match state.get(id).copied() {
                Some(found) if found.as_part == place.as_part => self.done.unite(*place, found),
                _ if place.as_part => drop(self.banned.insert((header, *id))),
                _ => {
                    let found = self.done.new_place(false);
                    self.done.unite(*place, found);
                    state.insert(*id, found);
                    added.push(*id);
                }
            }
        }
        self.shrink(state, |id| (!wanted.contains_key(&id)).then_some(0));
        self.reload(Position::End(block), &added, state);
    }
}

/// Whether what an instruction computes may depend on control register 0, which is not the same everywhere: how floats are rounded.
fn rounds(kernel: &VisaKernel, alu: &Alu) -> bool {
    let to = kernel.vars[alu.dst.var].ty;
    let of = |src: &Src| match *src {
        Src::Register { var, .. } => kernel.vars[var].ty,
        Src::Immediate { ty, .. } => ty,
        Src::Vector { ty, .. } => ty.element(),
    };
    let mut sources = alu.srcs[..alu.op.sources()].iter().map(of);
    let is_plain = alu.op == AluOp::Mov && !alu.saturate && sources.clone().all(|ty| ty == to);
    !is_plain && (to.is_float() || sources.any(|ty| ty.is_float()))
}

/// The registers that all register units which are live at each instruction take.
fn live_registers(kernel: &VisaKernel, reg_units: &RegUnits) -> Vec<u32> {
    let mut change = vec![0_i64; kernel.insts.len() + 2];
    for reg_unit in &reg_units.all {
        // Eighths of a register.
        let size = if reg_unit.is_uniform { 1 } else { 8 * i64::from(reg_unit.registers) };
        for (start, end) in &reg_unit.segments {
            change[*start as usize / 2] += size;
            change[end.div_ceil(2) as usize] -= size;
        }
    }
    let mut taken = 0;
    let at = change.into_iter().map(|change| {
        taken += change;
        (taken.max(0) as u32).div_ceil(8)
    });
    at.collect()
}
