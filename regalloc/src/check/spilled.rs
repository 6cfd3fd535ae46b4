//! Spill code, as the check sees it.
//!
//! A kernel with spill code names several variables that are places of one: each has its value as long as that is not
//! defined again, and so has a place in scratch memory. Two things are shown.
//!
//! - *Without its spill code the kernel is what it was* ([`same_kernel`]), once each of these variables is called by the name of the
//!   one that it is a place of. So the meaning of a name is no claim of who spills.
//! - *Each place holds the last value where it is used* ([`SpillFacts`]). A store has the place in memory hold the variable where the
//!   registers did, for the followed lane, active or pending; a load has registers hold it where the memory did. Where the followed
//!   lane defines the variable at one place, the others hold it no more. What is computed again has one def, of what never
//!   changes, so that it holds the variable for every lane.

use std::ops::Range;

use cranelift_entity::{EntityRef, PrimaryMap};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use texvisa_ir::visa::asm::write_inst;
use texvisa_ir::visa::{AluOp, Inst, RegisterMap, ScratchBlock, Src, Storage, Var, VisaKernel};

use super::register_state::{RegisterState, dwords};
use super::value_set::{ValueSet, ValueSets};
use super::violation::{Violation, ViolationKind};
use crate::spill::SpilledKernel;

/// A variable and its places.
#[derive(Debug)]
struct Family {
    /// The variable.
    of: Var,
    /// The places in registers: as which variable each is held, and where it begins.
    members: SmallVec<[(Var, u32); 4]>,
    bytes: u32,
    /// The byte of scratch memory at which it begins, if it is there.
    scratch: Option<i64>,
}

/// The facts of the spill code of a kernel.
#[derive(Debug)]
pub(super) struct SpillFacts {
    families: Vec<Family>,
    /// The families of each variable that is held.
    of_held: FxHashMap<Var, SmallVec<[u32; 2]>>,
    /// The family of each variable that has several places.
    of: FxHashMap<Var, u32>,
    /// The instructions that compute a value again.
    computed: Vec<u32>,
    /// The first dword of scratch memory among those of a state, and its bytes, from the first that is used on.
    first_dword: u32,
    bytes: Range<u32>,
}

/// The bytes of the registers that `var` is in, which begins at an address.
pub(super) fn registers(kernel: &VisaKernel, address: u32, var: Var) -> Range<u32> {
    let (grf, end) = (kernel.grf(), address + kernel.vars[var].bytes());
    grf.at(address) * grf.bytes()..grf.round_up(end)
}

/// Where variables are in registers.
pub(super) struct HeldVariables<'a> {
    pub map: &'a RegisterMap,
    /// The byte at which each variable begins.
    pub addresses: &'a PrimaryMap<Var, u32>,
    /// As which variable the bytes of each are held.
    pub held_as: &'a PrimaryMap<Var, Var>,
}

impl SpillFacts {
    /// Finds the places of variables, and what has two places in memory, by instruction.
    pub fn new(
        before: &VisaKernel,
        code: &SpilledKernel,
        places: &HeldVariables<'_>,
    ) -> (SpillFacts, Vec<(u32, ViolationKind)>) {
        let kernel = &code.kernel;
        let mut moved = Vec::new();
        let blocks = |inst: &Inst| if let Inst::Scratch(block) = inst { Some(*block) } else { None };
        let moves: Vec<(u32, ScratchBlock)> =
            (0..).zip(&kernel.insts).filter_map(|(index, inst)| Some((index, blocks(inst)?))).collect();
        let sizes = moves.iter().map(|(_, block)| {
            let all = registers(kernel, places.addresses[block.var], block.var);
            (block.offset, block.offset.saturating_add(all.end - all.start))
        });
        let bytes = sizes.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).map_or(0..0, |(start, end)| start..end);
        let mut facts = SpillFacts {
            families: Vec::new(),
            of_held: FxHashMap::default(),
            of: FxHashMap::default(),
            computed: code.computed.clone(),
            first_dword: kernel.grf().round_up(places.map.bytes) / 4,
            bytes,
        };
        let copies = kernel.vars.keys().filter_map(|var| Some((var, code.copy_of[var].expand()?)));
        for (var, of) in copies.chain(moves.iter().map(|(_, block)| (block.var, block.of))) {
            let of = before.unaliased(of);
            facts.add(kernel, places, var, of);
            facts.add(kernel, places, of, of);
        }
        for (index, block) in moves {
            let address = places.addresses[block.var];
            let first = registers(kernel, address, block.var).start;
            let offset = i64::from(block.offset) + i64::from(address - first);
            let Some(family) = facts.of.get(&before.unaliased(block.of)) else { continue };
            let expected = *facts.families[*family as usize].scratch.get_or_insert(offset);
            if expected != offset {
                moved.push((index, ViolationKind::ScratchMoved { variable: block.of, offset, expected }));
            }
        }
        (facts, moved)
    }

    fn add(&mut self, kernel: &VisaKernel, places: &HeldVariables<'_>, var: Var, of: Var) {
        let number = *self.of.entry(of).or_insert_with(|| {
            let bytes = kernel.vars[of].bytes();
            self.families.push(Family { of, members: SmallVec::new(), bytes, scratch: None });
            self.families.len() as u32 - 1
        });
        let member = (places.held_as[var], places.addresses[var]);
        let members = &mut self.families[number as usize].members;
        if !members.contains(&member) {
            members.push(member);
            self.of_held.entry(member.0).or_default().push(number);
        }
    }

    /// The dwords of scratch memory.
    pub fn dwords(&self) -> u32 {
        (self.bytes.end - self.bytes.start).div_ceil(4).next_multiple_of(16)
    }

    /// Whether an instruction computes a value again.
    pub fn computes(&self, index: u32) -> bool {
        self.computed.binary_search(&index).is_ok()
    }

    /// The dword of a state that a byte of scratch memory is in.
    fn dword(&self, byte: u32) -> usize {
        (self.first_dword + (byte - self.bytes.start) / 4) as usize
    }

    /// Moves what a lane has, whether it is active or pending: of each variable in these registers that has its place in memory
    /// where they are moved to, or from. One block may move several, which share a register.
    pub fn apply(&self, block: &ScratchBlock, registers: &Range<u32>, state: &mut RegisterState, sets: &mut ValueSets) {
        let (of_registers, of_scratch) = ((registers.start / 4) as usize, self.dword(block.offset));
        let (from, to) = if block.store { (of_registers, of_scratch) } else { (of_scratch, of_registers) };
        let distance = i64::from(block.offset) - i64::from(registers.start);
        for dword in 0..((registers.end - registers.start) / 4) as usize {
            let mut moved: SmallVec<[Var; 4]> = SmallVec::new();
            for had in sets.variables(state.get(from + dword)) {
                let families: &[u32] = match block.store {
                    true => self.of_held.get(&had).map_or(&[], |families| families),
                    false => self.of.get(&had).map_or(&[], std::slice::from_ref),
                };
                for family in families.iter().map(|number| &self.families[*number as usize]) {
                    let is_there = |(member, address): &&(Var, u32)| {
                        (!block.store || *member == had)
                            && family.scratch == Some(i64::from(*address) + distance)
                            && dwords(*address, 0, family.bytes).contains(&(of_registers + dword))
                    };
                    let places = family.members.iter().filter(is_there);
                    moved.extend(places.map(|(member, _)| if block.store { family.of } else { *member }));
                }
            }
            let after = moved.into_iter().fold(ValueSet::EMPTY, |set, var| sets.with(set, var));
            state.change_one(to + dword, |_| after);
        }
    }

    /// A lane has defined these dwords of what is held as `held`: at other places they are not what they were.
    pub fn redefine(&self, held: Var, written: &Range<usize>, state: &mut RegisterState, sets: &mut ValueSets) {
        let Some(families) = self.of_held.get(&held) else { return };
        for number in families {
            let family = &self.families[*number as usize];
            for (_, own) in family.members.iter().filter(|(member, _)| *member == held) {
                // Of the variable.
                let start = (written.start as u32 * 4).max(*own);
                let end = (written.end as u32 * 4).min(own + family.bytes);
                if start >= end {
                    continue;
                }
                for (other, address) in family.members.iter().filter(|member| **member != (held, *own)) {
                    let there = dwords(*address, start - own, end - own);
                    state.change(there, |_, before| sets.retain(before, |member| member != *other));
                }
                if let Some(scratch) = family.scratch {
                    let first = (scratch + i64::from(start - own)) as u32;
                    let there = self.dword(first)..self.dword(first + (end - start - 1)) + 1;
                    for dword in there {
                        let before = state.get(dword);
                        let after = sets.retain(before, |member| member != family.of);
                        state.change_one(dword, |_| after);
                    }
                }
            }
        }
    }
}

/// The backing variables of which an instruction writes a part, and how many do.
fn written_units(kernel: &VisaKernel) -> FxHashMap<Var, u32> {
    let mut written: FxHashMap<Var, u32> = FxHashMap::default();
    for inst in &kernel.insts {
        kernel.for_each_access(inst, |access| {
            if access.write {
                *written.entry(kernel.backing(access.var).0).or_default() += 1;
            }
        });
    }
    written
}

/// Checks that a kernel without its spill code is `before`.
///
/// # Errors
///
/// The first difference.
pub(super) fn same_kernel(before: &VisaKernel, code: &SpilledKernel) -> Result<(), Vec<Violation>> {
    let mut kernel = code.kernel.clone();
    let text = |kernel: &VisaKernel, inst: Option<&Inst>| {
        let mut text = String::new();
        match inst {
            Some(inst) => write_inst(kernel, inst, &mut text),
            None => text.push_str("no instruction"),
        }
        format!("`{}`", text.trim())
    };
    let differ = |inst: u32, found: String, expected: String| {
        Err(vec![Violation { inst, kind: ViolationKind::OtherKernel { found, expected } }])
    };
    // What variables are places of, and that they are as long.
    for (var, decl) in &code.kernel.vars {
        let of = code.copy_of[var].expand();
        let as_declared = |other: Var| {
            before.vars.get(other).is_some_and(|other| (decl.ty, decl.elements) == (other.ty, other.elements))
        };
        let right = match of {
            None => var.index() >= before.vars.len() || as_declared(var),
            Some(of) => {
                let whole = code.kernel.unaliased(var);
                let same =
                    whole == var || code.copy_of[whole].expand().is_some_and(|place| place == before.unaliased(of));
                // A part of a place is where it is in the variable.
                let within = match (decl.storage, before.vars.get(of).map(|of| of.storage)) {
                    (Storage::Subregister { of: around, offset }, Some(own)) => match code.copy_of[around].expand() {
                        Some(place) => own == Storage::Subregister { of: place, offset },
                        None => true,
                    },
                    _ => true,
                };
                var.index() >= before.vars.len() && as_declared(of) && same && within
            }
        };
        if !right {
            let expected = format!("a variable of the type and size of {}", of.unwrap_or(var));
            return differ(0, format!("{var} of {} x {}", decl.elements, decl.ty), expected);
        }
    }
    if before.labels != code.kernel.labels || before.inputs != code.kernel.inputs {
        return differ(0, "other labels or arguments".to_owned(), "those of the kernel".to_owned());
    }
    let own_name = |var: Var| code.copy_of[var].expand().unwrap_or(var);
    let written = written_units(before);
    let mut rest = before.insts.iter();
    for (index, inst) in (0..).zip(&code.kernel.insts) {
        if let Inst::Scratch(block) = inst {
            if own_name(block.var) != block.of {
                return differ(index, text(&code.kernel, Some(inst)), format!("a move of {}", own_name(block.var)));
            }
            continue;
        }
        let inst = kernel.renamed(inst, own_name);
        if code.computed.binary_search(&index).is_ok() {
            if !is_only_def(before, &inst, &written) {
                let variable = if let Inst::Alu(alu) = inst { alu.dst.var } else { Var::new(0) };
                return Err(vec![Violation { inst: index, kind: ViolationKind::ComputedAgain { variable } }]);
            }
            continue;
        }
        let expected = rest.next();
        if !expected.is_some_and(|expected| same_inst((&kernel, inst), (before, *expected))) {
            return differ(index, text(&kernel, Some(&inst)), text(before, expected));
        }
    }
    match rest.next() {
        Some(left) => differ(code.kernel.insts.len() as u32, text(before, None), text(before, Some(left))),
        None => Ok(()),
    }
}

/// Whether two instructions of two kernels are one.
fn same_inst((kernel, inst): (&VisaKernel, Inst), (other_kernel, other): (&VisaKernel, Inst)) -> bool {
    match (inst, other) {
        (Inst::Sampler(mut message), Inst::Sampler(expected)) => {
            let same = kernel.raws(message.params) == other_kernel.raws(expected.params);
            message.params = expected.params;
            same && message == expected
        }
        (Inst::Atomic(mut atomic), Inst::Atomic(expected)) => {
            let same = kernel.raws(atomic.operands) == other_kernel.raws(expected.operands);
            atomic.operands = expected.operands;
            same && atomic == expected
        }
        (inst, other) => inst == other,
    }
}

/// Whether an instruction, for all lanes, is the only one of `kernel` that defines its variable, from what never changes, and
/// computes the same everywhere.
fn is_only_def(kernel: &VisaKernel, inst: &Inst, written: &FxHashMap<Var, u32>) -> bool {
    let Inst::Alu(alu) = inst else { return false };
    let root = |var: Var| kernel.backing(var).0;
    let is_argument = |var: Var| kernel.inputs.iter().any(|input| input.var == root(var));
    let keeps = |src: &Src| match src {
        Src::Register { var, .. } => {
            let never_written = !written.contains_key(&root(*var));
            (is_argument(*var) || kernel.vars[root(*var)].storage == Storage::R0) && never_written
        }
        Src::Immediate { .. } | Src::Vector { .. } => true,
    };
    let is_def = |def: &Inst| {
        let Inst::Alu(mut def) = *def else { return false };
        def.exec.nomask = true;
        def == *alu
    };
    let write = kernel.destination_access(alu.dst, alu.exec, alu.op);
    let whole = write.start == 0 && write.end >= kernel.vars[write.var].bytes() && alu.dst.stride == 1;
    // Control register 0 may have other bits here: how floats are rounded.
    let ty = |src: &Src| match *src {
        Src::Register { var, .. } => kernel.vars[var].ty,
        Src::Immediate { ty, .. } => ty,
        Src::Vector { ty, .. } => ty.element(),
    };
    let to = kernel.vars[alu.dst.var].ty;
    let is_moved = alu.op == AluOp::Mov && !alu.saturate && ty(&alu.srcs[0]) == to;
    let has_floats = to.is_float() || alu.srcs[..alu.op.sources()].iter().any(|src| ty(src).is_float());
    if has_floats && !is_moved {
        return false;
    }
    let alone = written.get(&root(alu.dst.var)) == Some(&1) && !is_argument(alu.dst.var);
    let sources = alu.srcs[..alu.op.sources()].iter().all(keeps);
    alu.predicate.is_none() && alu.exec.nomask && whole && alone && sources && kernel.insts.iter().any(is_def)
}
