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
use super::units::{Class, UnitId, Units};
use crate::control_flow::BlockIndex;

/// Where a unit is in registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Whether it is where it arrives or is returned; otherwise in registers of its own.
    pub as_part: bool,
    /// Which registers of its own: places that are one in the end have one number ([`Selection::web`]).
    node: u32,
}

/// The units that are in registers.
type State = BTreeMap<UnitId, Place>;

/// Where something is inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    /// Before an instruction.
    Before(u32),
    /// At the end of a block, before the branch that ends it.
    End(BlockIndex),
}

/// How a unit comes into registers again.
#[derive(Clone, Debug)]
pub(super) enum How {
    /// From memory.
    Load,
    /// By the instruction that defines it, whose sources are in these places.
    Compute { inst: u32, sources: SmallVec<[(UnitId, Place); 2]> },
}

/// A unit that comes into registers again.
#[derive(Clone, Debug)]
pub(super) struct Reload {
    pub position: Position,
    pub unit: UnitId,
    pub place: Place,
    pub how: How,
}

/// What was chosen.
#[derive(Debug, Default)]
pub(super) struct Selection {
    pub reloads: Vec<Reload>,
    /// Where each unit is that an instruction uses.
    pub places: FxHashMap<(u32, UnitId), Place>,
    /// The uniform units that take a whole register each, as they are moved to memory.
    pub widened: BTreeSet<UnitId>,
    /// The defs that change a part of what is stored, in order: what lanes that are pending have is stored with it.
    pub merged: BTreeSet<(u32, UnitId)>,
    /// The most registers that one instruction takes after all else has left, and the instruction.
    pub most: (u32, u32),
    parents: Vec<u32>,
}

impl Selection {
    /// The number that all places have which are one place.
    pub fn web(&self, place: Place) -> u32 {
        let mut node = place.node;
        while self.parents[node as usize] != node {
            node = self.parents[node as usize];
        }
        node
    }

    fn new_place(&mut self, as_part: bool) -> Place {
        self.parents.push(self.parents.len() as u32);
        Place { as_part, node: self.parents.len() as u32 - 1 }
    }

    fn unite(&mut self, a: Place, b: Place) {
        let (a, b) = (self.web(a), self.web(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }
}

/// What the choice is made from.
pub(super) struct Selector<'a> {
    pub kernel: &'a VisaKernel,
    pub units: &'a Units,
    pub blocks: &'a Blocks,
    pub next: &'a NextUses,
    /// The registers that there are.
    pub limit: u32,
    /// Whether what is cheap is computed again and not loaded.
    pub computes: bool,
    /// By unit, if it is an argument: those that are in one of its registers.
    shared: Vec<SmallVec<[UnitId; 4]>>,
    /// By instruction: the registers that everything which is live there takes.
    live_registers: Vec<u32>,
    /// What cannot be where it arrives at the start of a loop, since the loop spills it.
    banned: BTreeSet<(BlockIndex, UnitId)>,
    /// The units that are stored. A def that changes a part of one is behind a load or another def in its block: in which
    /// registers pending lanes have the rest between blocks, liveness does not know.
    stored: BTreeSet<UnitId>,
    /// The units that were loaded or defined so far in the block.
    here: BTreeSet<UnitId>,
    /// Those of them of which no other lane had a value that it needs, so that only the active lanes have one.
    fresh: BTreeSet<UnitId>,
    done: Selection,
    entries: Vec<State>,
    exits: Vec<State>,
}

impl<'a> Selector<'a> {
    pub fn new(
        kernel: &'a VisaKernel,
        (units, blocks, next): (&'a Units, &'a Blocks, &'a NextUses),
        limit: u32,
        computes: bool,
    ) -> Selector<'a> {
        let registers_of = |unit: &super::units::Unit| {
            let start = kernel.inputs.iter().find(|input| input.var == unit.root).map_or(0, |input| input.offset);
            let first = u32::from(start) / kernel.grf_bytes();
            first..first + kernel.registers_of(unit.root)
        };
        let shared = units.all.iter().map(|unit| {
            let own = registers_of(unit);
            let touches = |other: &super::units::Unit| {
                let range = registers_of(other);
                unit.is_input && other.is_input && range.start < own.end && own.start < range.end
            };
            (0..).zip(&units.all).filter(|(_, other)| touches(other)).map(|(id, _)| id).collect()
        });
        let shared = if units.all.iter().any(|unit| unit.is_input) { shared.collect() } else { Vec::new() };
        Selector {
            kernel,
            units,
            blocks,
            next,
            limit,
            computes,
            shared,
            live_registers: live_registers(kernel, units),
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
            self.entries = vec![State::new(); count];
            self.exits = vec![State::new(); count];
            let banned = self.banned.len();
            for block in 0..self.blocks.count() {
                self.block(block);
            }
            let stored = self.stored.len();
            for reload in self.done.reloads.iter().filter(|reload| matches!(reload.how, How::Load)) {
                self.stored.insert(reload.unit);
                if self.units.all[reload.unit as usize].is_uniform {
                    self.done.widened.insert(reload.unit);
                }
            }
            if banned == self.banned.len() && stored == self.stored.len() {
                return self.done;
            }
        }
    }

    fn is_live(&self, unit: UnitId, point: u32) -> bool {
        self.units.is_live(unit, point)
    }

    /// Whether a unit is live at the end of a block.
    fn leaves_live(&self, block: BlockIndex, unit: UnitId) -> bool {
        self.is_live(unit, self.blocks.ranges[block as usize].1 * 2 - 1)
    }

    /// The registers that units take which are in these places.
    fn size(&self, state: &State) -> u32 {
        let grf = self.kernel.grf();
        let (mut registers, mut dwords) = (0, 0);
        let mut roots: SmallVec<[u32; 32]> = SmallVec::new();
        let mut of_arguments: SmallVec<[u32; 32]> = SmallVec::new();
        for (id, place) in state {
            let unit = &self.units.all[*id as usize];
            let bytes = self.kernel.vars[unit.root].bytes();
            match unit.class {
                Class::Part if !place.as_part => registers += unit.registers,
                _ if unit.is_input => {
                    let input = self.kernel.inputs.iter().find(|input| input.var == unit.root);
                    let first = input.map_or(0, |input| u32::from(input.offset) / grf.bytes());
                    of_arguments.extend(first..first + self.kernel.registers_of(unit.root));
                }
                Class::Free if unit.is_uniform && !self.done.widened.contains(id) => dwords += bytes.div_ceil(4),
                Class::Free => registers += unit.registers,
                _ if unit.is_uniform => dwords += bytes.div_ceil(4),
                _ => roots.push(unit.root.as_u32()),
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

    /// The units that leave with one, because they share its registers.
    fn group(&self, state: &State, unit: UnitId) -> SmallVec<[UnitId; 8]> {
        let place = state[&unit];
        let of = &self.units.all[unit as usize];
        if of.class != Class::Part || !place.as_part {
            return SmallVec::from_slice(&[unit]);
        }
        if of.is_input {
            let mut group: SmallVec<[UnitId; 8]> = SmallVec::from_slice(&[unit]);
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
        let with = |(id, place): &(&UnitId, &Place)| place.as_part && self.units.all[**id as usize].root == of.root;
        state.iter().filter(with).map(|(id, _)| *id).collect()
    }

    /// Has units leave until the rest fits: the one that is needed last first. `distance` says how far the next need of one
    /// is, if it may leave.
    fn shrink(&self, state: &mut State, distance: impl Fn(UnitId) -> Option<u32>) {
        while self.size(state) > self.limit {
            // Uniform values come last: of those that share a register all would have to leave.
            let mut farthest: Option<(bool, u32, SmallVec<[UnitId; 8]>)> = None;
            let mut seen: BTreeSet<UnitId> = BTreeSet::new();
            for id in state.keys() {
                if seen.contains(id) || self.units.all[*id as usize].class == Class::Never {
                    continue;
                }
                let group = self.group(state, *id);
                seen.extend(group.iter().copied());
                let nearest =
                    group.iter().map(|id| distance(*id)).try_fold(NEVER, |nearest, one| Some(nearest.min(one?)));
                let Some(nearest) = nearest else { continue };
                let unit = &self.units.all[*id as usize];
                let frees = !(unit.is_uniform && unit.class == Class::Free && !self.done.widened.contains(id));
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
    fn instruction(&mut self, block: BlockIndex, inst: u32, state: &mut State) {
        let uses = self.units.uses(inst);
        let mut missing: SmallVec<[UnitId; 8]> = SmallVec::new();
        for used in uses {
            let is_part = self.units.all[used.unit as usize].class == Class::Part;
            let found = state.get(&used.unit).copied();
            let is_alone = self.fresh.contains(&used.unit);
            let merges = used.needs && used.defines && !is_alone && self.stored.contains(&used.unit);
            if merges {
                self.done.merged.insert((inst, used.unit));
            }
            let fits = found.is_some_and(|place| {
                (place.as_part || !used.as_part || !is_part) && (!merges || self.here.contains(&used.unit))
            });
            if used.needs && !fits {
                let stays = found.is_some_and(|place| place.as_part);
                let place = self.done.new_place(is_part && (used.as_part || stays));
                state.insert(used.unit, place);
                // What nothing defines may have any content.
                let unit = &self.units.all[used.unit as usize];
                if unit.class != Class::Never && (unit.is_defined || unit.is_input) {
                    missing.push(used.unit);
                }
            } else if !used.needs {
                self.fresh.insert(used.unit);
                let place = self.done.new_place(is_part);
                state.insert(used.unit, place);
            }
        }
        let is_used = |id: UnitId| uses.iter().any(|used| used.unit == id);
        let distance = |id: UnitId| self.next.from(self.blocks, self.units, block, inst, id, true);
        self.shrink(state, |id| (!is_used(id)).then(|| distance(id)));
        if self.size(state) > self.limit {
            // What is needed of a response that holds too many registers has registers of its own, and so the others leave.
            for used in uses.iter().filter(|used| used.needs && !used.defines) {
                if self.size(state) <= self.limit || !state[&used.unit].as_part || missing.contains(&used.unit) {
                    continue;
                }
                let group = self.group(state, used.unit);
                if group.iter().any(|id| uses.iter().any(|used| used.unit == *id && used.defines)) {
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
            self.done.places.insert((inst, used.unit), state[&used.unit]);
            if used.defines {
                self.here.insert(used.unit);
            }
        }
        if inst + 1 < self.blocks.ranges[block as usize].1 {
            state.retain(|id, _| self.units.is_live(*id, inst * 2 + 2));
        }
    }

    /// Adds reloads of units to their places: first what is loaded, from which the rest may be computed.
    fn reload(&mut self, position: Position, units: &[UnitId], state: &State) {
        let reloads = units.iter().map(|unit| {
            let place = state[unit];
            let how = self.computed(*unit, state).filter(|_| !place.as_part).unwrap_or(How::Load);
            Reload { position, unit: *unit, place, how }
        });
        let (loads, computed): (Vec<_>, Vec<_>) = reloads.partition(|reload| matches!(reload.how, How::Load));
        self.done.reloads.extend(loads.into_iter().chain(computed));
    }

    /// How a unit is computed again: by its only def, if that is one instruction on numbers, r0, and arguments that are in
    /// registers. Arguments never change, so that the value is the same for every lane.
    fn computed(&self, unit: UnitId, state: &State) -> Option<How> {
        let of = &self.units.all[unit as usize];
        let inst = of.only_def.filter(|_| self.computes && of.class == Class::Free)?;
        let Inst::Alu(alu) = &self.kernel.insts[inst as usize] else { return None };
        let var = self.units.all[unit as usize].var;
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
            match self.units.of(self.kernel, var) {
                Some(id) => {
                    let source = &self.units.all[id as usize];
                    let is_kept = source.is_input && !source.is_defined;
                    sources.push((id, *state.get(&id).filter(|_| is_kept)?));
                }
                None if self.kernel.vars[self.kernel.backing(var).0].storage == Storage::R0 => {}
                None => return None,
            }
        }
        Some(How::Compute { inst, sources })
    }

    /// The units that every block before leaves in registers, or that none has a value of; and all others that are live.
    fn available(&mut self, block: BlockIndex) -> (State, Vec<UnitId>) {
        let point = self.blocks.ranges[block as usize].0 * 2;
        let before: SmallVec<[BlockIndex; 4]> =
            self.blocks.predecessors[block as usize].iter().copied().filter(|from| *from < block).collect();
        let (mut state, mut missing) = (State::new(), Vec::new());
        for id in 0..self.units.all.len() as UnitId {
            if !self.is_live(id, point) {
                continue;
            }
            let class = self.units.all[id as usize].class;
            let leaving = before.iter().filter(|from| self.leaves_live(**from, id));
            let places: SmallVec<[Option<Place>; 4]> =
                leaving.map(|from| self.exits[*from as usize].get(&id).copied()).collect();
            let as_part = places.first().map_or(class == Class::Part, |place| place.is_some_and(|place| place.as_part));
            let is_banned = as_part && self.banned.contains(&(block, id));
            let agree = places.iter().all(|place| place.is_some_and(|place| place.as_part == as_part));
            if agree && !is_banned || class == Class::Never {
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
    fn entry(&mut self, block: BlockIndex) -> State {
        let (mut state, missing) = self.available(block);
        let Some(of_loop) = self.blocks.loops[block as usize] else {
            self.shrink(&mut state, |id| Some(self.next.from_start(block, id)));
            return state;
        };
        let range = self.blocks.ranges[block as usize].0..self.blocks.ranges[of_loop.last as usize].1;
        let is_needed = |id: UnitId| {
            let needs = &self.units.all[id as usize].needs;
            needs.get(needs.partition_point(|need| *need < range.start)).is_some_and(|need| *need < range.end)
        };
        let before: SmallVec<[BlockIndex; 4]> =
            self.blocks.predecessors[block as usize].iter().copied().filter(|from| *from < block).collect();
        let mut wanted: Vec<(u32, UnitId)> =
            state.keys().chain(&missing).map(|id| (self.next.from_start(block, *id), *id)).collect();
        wanted.sort_unstable();
        let (used, through): (Vec<_>, Vec<_>) = wanted.into_iter().partition(|(_, id)| is_needed(*id));
        let mut chosen: State = state
            .iter()
            .filter(|(id, _)| self.units.all[**id as usize].class == Class::Never)
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
        let of_through: State = through.iter().filter_map(|(_, id)| Some((*id, *state.get(id)?))).collect();
        let most = range.map(|inst| self.live_registers[inst as usize]).max().unwrap_or(0);
        let mut room = (self.limit + self.size(&of_through)).saturating_sub(most);
        for (_, id) in through {
            let Some(place) = state.get(&id).copied() else { continue };
            let registers = self.size(&State::from([(id, place)]));
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

    /// Whether a unit can be loaded at the end of the blocks before a loop.
    fn can_load_before(&self, block: BlockIndex, before: &[BlockIndex], unit: UnitId, loaded: &[UnitId]) -> bool {
        before.iter().filter(|from| self.leaves_live(**from, unit)).all(|from| {
            if self.blocks.successors[*from as usize][..] == [block] {
                return true;
            }
            // Others that follow rely on what is in registers there.
            let mut state = self.exits[*from as usize].clone();
            let none = Place { as_part: false, node: 0 };
            let is_elsewhere = loaded.iter().chain([&unit]).any(|id| state.get(id).is_some_and(|place| place.as_part));
            state.extend(loaded.iter().chain([&unit]).map(|id| (*id, none)));
            !is_elsewhere && self.size(&state) <= self.limit
        })
    }

    /// Loads units at the end of a block before a loop that begins with `chosen`.
    fn load_before(&mut self, block: BlockIndex, from: BlockIndex, loaded: &[UnitId], chosen: &State) {
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
    fn close_loop(&mut self, block: BlockIndex, header: BlockIndex, state: &mut State) {
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

/// The registers that all units which are live at each instruction take.
fn live_registers(kernel: &VisaKernel, units: &Units) -> Vec<u32> {
    let mut change = vec![0_i64; kernel.insts.len() + 2];
    for unit in &units.all {
        // Eighths of a register.
        let size = if unit.is_uniform { 1 } else { 8 * i64::from(unit.registers) };
        for (start, end) in &unit.segments {
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
