//! What can be in registers or in memory: the register units of a kernel, and what its instructions need of them.

use cranelift_entity::EntityRef;
use smallvec::SmallVec;
use texvisa_ir::visa::{Align, Inst, ScratchBlock, Storage, Var, VisaKernel};

use crate::liveness::Liveness;
use crate::uses_defs::{is_predicated, is_sparse};

/// The number of a unit.
pub(super) type UnitId = u32;

/// How a register unit can be spilled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Not at all: it is part of what has to lie in one run, such as a payload, or has more registers than a block moves.
    /// Payloads are filled where they are sent, and live as long.
    Never,
    /// It has registers of its own, and any others will do.
    Free,
    /// It arrives or is returned as part of a run: an argument, or a channel of a response. Reloaded, it has registers of
    /// its own.
    Part,
}

/// A register unit.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub var: Var,
    /// The backing variable.
    pub root: Var,
    pub class: Class,
    /// Whether it takes less than a register where it was not spilled.
    pub is_uniform: bool,
    /// The registers that it has where it is reloaded.
    pub registers: u32,
    /// Whether it is an argument.
    pub is_input: bool,
    /// The instructions that need its content, in order.
    pub needs: Vec<u32>,
    /// Whether an instruction defines it.
    pub is_defined: bool,
    /// The only instruction that defines it, if there is one and it is no argument.
    pub only_def: Option<u32>,
}

/// What an instruction does with a unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnitUse {
    pub unit: UnitId,
    /// Whether it needs what was there: it reads it, or changes a part.
    pub needs: bool,
    pub defines: bool,
    /// Whether it defines it as part of a larger variable, which has to be where it is.
    pub as_part: bool,
}

/// The units of a kernel.
#[derive(Debug)]
pub(super) struct Units {
    pub all: Vec<Unit>,
    /// By instruction: the end of its part of `uses`.
    ends: Vec<u32>,
    uses: Vec<UnitUse>,
    /// By variable: one more than the number of its unit.
    unit_of: Vec<UnitId>,
}

impl Units {
    pub fn new(kernel: &VisaKernel, liveness: &Liveness) -> Units {
        let mut units =
            Units { all: Vec::new(), ends: Vec::new(), uses: Vec::new(), unit_of: vec![0; kernel.vars.len()] };
        let grf = kernel.grf();
        for (var, _) in liveness.extents() {
            let root = kernel.backing(var).0;
            let decl = &kernel.vars[root];
            if matches!(decl.storage, Storage::R0 | Storage::Predefined(_)) {
                continue;
            }
            let is_input = kernel.inputs.iter().any(|input| input.var == root);
            let registers = kernel.registers_of(var);
            let in_whole = is_input || kernel.bytes_in_register(var) == 0;
            let class = match () {
                () if registers > ScratchBlock::MAX_REGISTERS || !in_whole => Class::Never,
                () if is_input || var != root => Class::Part,
                () => Class::Free,
            };
            let is_uniform = decl.align != Align::Grf && decl.bytes() < grf.bytes() && decl.elements == 1;
            units.all.push(Unit {
                var,
                root,
                class,
                is_uniform,
                registers,
                is_input,
                needs: Vec::new(),
                is_defined: false,
                only_def: None,
            });
            units.unit_of[var.index()] = units.all.len() as UnitId;
        }
        units.find_uses(kernel, liveness);
        units
    }

    fn find_uses(&mut self, kernel: &VisaKernel, liveness: &Liveness) {
        let mut in_runs: Vec<Var> = Vec::new();
        let mut defs = vec![0_u32; self.all.len()];
        for (index, inst) in (0..).zip(&kernel.insts) {
            let mut uses: SmallVec<[UnitUse; 8]> = SmallVec::new();
            let partial = is_predicated(inst) || is_sparse(inst);
            kernel.for_each_access(inst, |access| {
                liveness.reg_units.for_each(&access, |var, start, end| {
                    let Some(unit) = self.unit_of[var.index()].checked_sub(1) else { return };
                    let by_name = kernel.unaliased(access.var) == var;
                    if !access.write && !by_name {
                        in_runs.push(self.all[unit as usize].root);
                    }
                    let covers = start == 0 && end >= kernel.vars[var].bytes() && !partial;
                    let before = access.write && !(covers && !access.masked) && live_at(liveness, var, index * 2);
                    let found = UnitUse {
                        unit,
                        needs: !access.write || before,
                        defines: access.write,
                        as_part: access.write && !by_name,
                    };
                    match uses.iter_mut().find(|known| known.unit == unit) {
                        Some(known) => {
                            known.needs |= found.needs;
                            known.defines |= found.defines;
                            known.as_part |= found.as_part;
                        }
                        None => uses.push(found),
                    }
                });
            });
            if let Inst::Sampler(message) = inst {
                let mut roots: SmallVec<[Var; 12]> =
                    kernel.raws(message.params).iter().map(|raw| kernel.backing(raw.var).0).collect();
                roots.sort_unstable();
                in_runs.extend(roots.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]));
            }
            for used in &uses {
                let unit = &mut self.all[used.unit as usize];
                if used.needs {
                    unit.needs.push(index);
                }
                if used.defines {
                    unit.is_defined = true;
                    defs[used.unit as usize] += 1;
                    unit.only_def = (defs[used.unit as usize] == 1 && !unit.is_input && !partial).then_some(index);
                }
            }
            self.uses.extend(uses);
            self.ends.push(self.uses.len() as u32);
        }
        in_runs.sort_unstable();
        in_runs.dedup();
        for unit in &mut self.all {
            // A variable by itself is a run by itself.
            if unit.var != unit.root && in_runs.binary_search(&unit.root).is_ok() {
                unit.class = Class::Never;
            }
        }
    }

    /// What instruction `inst` does with units.
    pub fn uses(&self, inst: u32) -> &[UnitUse] {
        let start = inst.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        &self.uses[start as usize..self.ends[inst as usize] as usize]
    }

    /// The unit that a variable is, or names.
    pub fn of(&self, kernel: &VisaKernel, var: Var) -> Option<UnitId> {
        self.unit_of.get(kernel.unaliased(var).index())?.checked_sub(1)
    }
}

/// Whether a variable is live at a point.
pub(super) fn live_at(liveness: &Liveness, var: Var, point: u32) -> bool {
    let segments = liveness.segments(var);
    let behind = segments.partition_point(|segment| segment.0 <= point);
    behind > 0 && segments[behind - 1].1 > point
}
