//! What can be in registers or in memory: the register units of a kernel, and what its instructions need of them.

use std::collections::{BTreeMap, BTreeSet};

use cranelift_entity::EntityRef;
use smallvec::SmallVec;
use texvisa_ir::visa::{Align, Inst, ScratchBlock, Storage, Var, VisaKernel};

use crate::liveness::Liveness;
use crate::ranges::join_touching;
use crate::uses_defs::{Segment, is_predicated, is_sparse};

/// The number of a register unit.
pub(super) type UnitId = u32;

/// The most registers of a run that is spilled: more than any payload or response has.
const MAX_RUN: u32 = 24;

/// How a register unit can be spilled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpillKind {
    /// Not at all: it has too many registers.
    Never,
    /// It has registers of its own, and any others will do. So has what has to lie in one run as a whole: a payload, or a response
    /// that is stored as it is.
    Free,
    /// It arrives or is returned as part of a run: an argument, or a channel of a response. Reloaded, it has registers of
    /// its own.
    Fixed,
}

/// A register unit, or several that have to lie in one run.
#[derive(Clone, Debug)]
pub(super) struct RegUnit {
    pub var: Var,
    /// The register units.
    pub parts: Vec<Var>,
    /// When one of them is live.
    pub segments: Vec<Segment>,
    /// The backing variable.
    pub root: Var,
    pub class: SpillKind,
    /// Whether it takes less than a register where it was not spilled.
    pub is_uniform: bool,
    /// The registers that it has where it is reloaded.
    pub registers: u32,
    /// Whether it is an argument.
    pub is_input: bool,
    /// The instructions that need its content, in order.
    pub needed: Vec<u32>,
    /// Whether an instruction defines it.
    pub is_defined: bool,
    /// The only instruction that defines it, if there is one and it is no argument.
    pub only_def: Option<u32>,
}

/// What an instruction does with a register unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnitUse {
    pub reg_unit: UnitId,
    /// Whether it needs what was there: it reads it, or changes a part.
    pub needed: bool,
    pub defines: bool,
    /// Whether it defines it as part of a larger variable, which has to be where it is.
    pub as_part: bool,
}

/// The register units of a kernel.
#[derive(Debug)]
pub(super) struct RegUnits {
    pub all: Vec<RegUnit>,
    /// By instruction: the end of its part of `uses`.
    ends: Vec<u32>,
    uses: Vec<UnitUse>,
    /// By variable: one more than the number of its register unit.
    unit_of: Vec<UnitId>,
}

impl RegUnits {
    pub fn new(kernel: &VisaKernel, liveness: &Liveness) -> RegUnits {
        let mut reg_units =
            RegUnits { all: Vec::new(), ends: Vec::new(), uses: Vec::new(), unit_of: vec![0; kernel.vars.len()] };
        let grf = kernel.grf();
        let in_runs = in_runs(kernel, liveness);
        let mut run_of: BTreeMap<Var, UnitId> = BTreeMap::new();
        for (part, _) in liveness.extents() {
            let root = kernel.backing(part).0;
            let is_run = in_runs.contains(&root) && root != part;
            if let Some(run) = run_of.get(&root).filter(|_| is_run) {
                reg_units.all[*run as usize].parts.push(part);
                reg_units.unit_of[part.index()] = run + 1;
                continue;
            }
            let var = if is_run { root } else { part };
            let decl = &kernel.vars[root];
            if matches!(decl.storage, Storage::R0 | Storage::Predefined(_)) {
                continue;
            }
            let is_input = kernel.inputs.iter().any(|input| input.var == root);
            let registers = kernel.registers_of(var);
            let in_whole = is_input || kernel.bytes_in_register(var) == 0;
            let class = match () {
                () if is_run && !is_input && registers <= MAX_RUN => SpillKind::Free,
                () if is_run || registers > ScratchBlock::MAX_REGISTERS || !in_whole => SpillKind::Never,
                () if is_input || var != root => SpillKind::Fixed,
                () => SpillKind::Free,
            };
            let is_uniform = decl.align != Align::Grf && decl.bytes() < grf.bytes() && decl.elements == 1;
            reg_units.all.push(RegUnit {
                var,
                parts: vec![part],
                segments: Vec::new(),
                root,
                class,
                is_uniform,
                registers,
                is_input,
                needed: Vec::new(),
                is_defined: false,
                only_def: None,
            });
            reg_units.unit_of[part.index()] = reg_units.all.len() as UnitId;
            if is_run {
                reg_units.unit_of[root.index()] = reg_units.all.len() as UnitId;
                run_of.insert(root, reg_units.all.len() as UnitId - 1);
            }
        }
        for reg_unit in &mut reg_units.all {
            let segments = reg_unit.parts.iter().flat_map(|part| liveness.segments(*part));
            reg_unit.segments = segments.copied().collect();
            join_touching(&mut reg_unit.segments);
        }
        reg_units.find_uses(kernel, liveness);
        reg_units
    }

    fn find_uses(&mut self, kernel: &VisaKernel, liveness: &Liveness) {
        let mut defs = vec![0_u32; self.all.len()];
        for (index, inst) in (0..).zip(&kernel.insts) {
            let mut uses: SmallVec<[UnitUse; 8]> = SmallVec::new();
            let partial = is_predicated(inst) || is_sparse(inst);
            kernel.for_each_access(inst, |access| {
                liveness.reg_units.for_each(&access, |var, start, end| {
                    let Some(reg_unit) = self.unit_of[var.index()].checked_sub(1) else { return };
                    let by_name = kernel.unaliased(access.var) == var;
                    let of = &self.all[reg_unit as usize];
                    let covers = match of.parts.len() {
                        1 => start == 0 && end >= kernel.vars[var].bytes(),
                        _ => access.var == of.root && access.start == 0 && access.end >= kernel.vars[of.root].bytes(),
                    };
                    let before =
                        access.write && !(covers && !partial && !access.masked) && self.is_live(reg_unit, index * 2);
                    let found = UnitUse {
                        reg_unit,
                        needed: !access.write || before,
                        defines: access.write,
                        as_part: access.write && !by_name,
                    };
                    match uses.iter_mut().find(|known| known.reg_unit == reg_unit) {
                        Some(known) => {
                            known.needed |= found.needed;
                            known.defines |= found.defines;
                            known.as_part |= found.as_part;
                        }
                        None => uses.push(found),
                    }
                });
            });
            for used in &uses {
                let reg_unit = &mut self.all[used.reg_unit as usize];
                if used.needed {
                    reg_unit.needed.push(index);
                }
                if used.defines {
                    reg_unit.is_defined = true;
                    defs[used.reg_unit as usize] += 1;
                    reg_unit.only_def = (defs[used.reg_unit as usize] == 1
                        && !reg_unit.is_input
                        && !partial
                        && reg_unit.parts.len() == 1)
                        .then_some(index);
                }
            }
            self.uses.extend(uses);
            self.ends.push(self.uses.len() as u32);
        }
    }

    /// What instruction `inst` does with register units.
    pub fn uses(&self, inst: u32) -> &[UnitUse] {
        let start = inst.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        &self.uses[start as usize..self.ends[inst as usize] as usize]
    }

    /// The register unit that a variable is, or names.
    pub fn of(&self, kernel: &VisaKernel, var: Var) -> Option<UnitId> {
        self.unit_of.get(kernel.unaliased(var).index())?.checked_sub(1)
    }

    /// Whether a register unit is live at a point.
    pub fn is_live(&self, reg_unit: UnitId, point: u32) -> bool {
        live_at(&self.all[reg_unit as usize].segments, point)
    }
}

/// The backing variables of which an instruction reads several register units at once, in order: these have to lie in one
/// run.
fn in_runs(kernel: &VisaKernel, liveness: &Liveness) -> BTreeSet<Var> {
    let mut found = BTreeSet::new();
    for inst in &kernel.insts {
        kernel.for_each_access(inst, |access| {
            if !access.write && !liveness.reg_units.is_register_unit(kernel.unaliased(access.var)) {
                found.insert(kernel.backing(access.var).0);
            }
        });
        if let Inst::Sampler(message) = inst {
            let mut roots: SmallVec<[Var; 12]> =
                kernel.raws(message.params).iter().map(|raw| kernel.backing(raw.var).0).collect();
            roots.sort_unstable();
            found.extend(roots.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]));
        }
    }
    found
}

/// Whether a point is in one of these segments, which are in order.
pub(super) fn live_at(segments: &[Segment], point: u32) -> bool {
    let behind = segments.partition_point(|segment| segment.0 <= point);
    behind > 0 && segments[behind - 1].1 > point
}
