//! Writes the kernel with its spill code.

use std::collections::BTreeMap;

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use rustc_hash::FxHashMap;
use texvisa_ir::visa::{Align, DataType, Inst, ScratchBlock, Storage, Var, VarDecl, VisaKernel};

use super::flow::Blocks;
use super::memory::Memory;
use super::reg_units::{RegUnits, SpillKind, UnitId, live_at};
use super::select::{How, Position, Reload, Selection, Spot};
use crate::liveness::Liveness;
use crate::uses_defs::Segment;

/// A kernel with spill code.
#[derive(Clone, Debug)]
pub struct SpilledKernel {
    /// The kernel.
    pub kernel: VisaKernel,
    /// By variable that spilling added: the one whose value it has, if it has one.
    pub(crate) copy_of: SecondaryMap<Var, PackedOption<Var>>,
    /// The instructions that compute a value again, in order.
    pub(crate) computed: Vec<u32>,
    /// By instruction: the instruction of the kernel before it was spilled that it is, or that it stands beside.
    pub sources: Vec<u32>,
    /// The defs that change a part of what is stored, in order.
    pub(super) kept: Vec<(u32, Var)>,
}

struct Rewriter<'a> {
    kernel: &'a VisaKernel,
    liveness: &'a Liveness,
    reg_units: &'a RegUnits,
    blocks: &'a Blocks,
    selection: &'a Selection,
    memory: &'a Memory,
    out: SpilledKernel,
    /// By register unit and web: the variable there.
    vars: BTreeMap<(UnitId, u32), Var>,
    /// By variable and other name of a register unit: that name of the variable.
    aliases: FxHashMap<(Var, Var), Var>,
    insts: Vec<Inst>,
}

/// Writes `kernel` as `selection` and `memory` say.
pub(super) fn rewrite(
    kernel: &VisaKernel,
    (liveness, reg_units, blocks): (&Liveness, &RegUnits, &Blocks),
    selection: &Selection,
    memory: &Memory,
) -> SpilledKernel {
    let out = SpilledKernel {
        kernel: VisaKernel { insts: Vec::new(), ..kernel.clone() },
        copy_of: SecondaryMap::new(),
        computed: Vec::new(),
        sources: Vec::new(),
        kept: Vec::new(),
    };
    let mut rewriter = Rewriter {
        kernel,
        liveness,
        reg_units,
        blocks,
        selection,
        memory,
        out,
        vars: BTreeMap::new(),
        aliases: FxHashMap::default(),
        insts: Vec::with_capacity(kernel.insts.len()),
    };
    rewriter.run();
    let Rewriter { mut out, insts, .. } = rewriter;
    out.kept.sort_unstable();
    out.kernel.insts = insts;
    out
}

impl Rewriter<'_> {
    fn run(&mut self) {
        let (kernel, blocks) = (self.kernel, self.blocks);
        let mut before: BTreeMap<u32, Vec<&Reload>> = BTreeMap::new();
        for reload in &self.selection.reloads {
            let at = match reload.position {
                Position::Before(inst) => inst,
                Position::End(block) => {
                    let last = blocks.ranges[block as usize].1 - 1;
                    let is_branch = matches!(kernel.insts[last as usize], Inst::Branch { .. } | Inst::Return);
                    if is_branch { last } else { last + 1 }
                }
            };
            before.entry(at).or_default().push(reload);
        }
        let mut stores = self.memory.stores.iter().peekable();
        let mut has_begun = false;
        for (index, inst) in (0..).zip(&kernel.insts) {
            if !has_begun && !matches!(inst, Inst::Label(_)) {
                has_begun = true;
                while let Some((_, reg_unit)) = stores.next_if(|(at, _)| at.is_none()) {
                    let var = self.reg_units.all[*reg_unit as usize].var;
                    self.moves((*reg_unit, var, true), index, |_| true);
                }
            }
            for reload in before.remove(&index).unwrap_or_default() {
                self.reload(reload, index);
            }
            let renamed = self.renamed(inst, |reg_unit| self.selection.places.get(&(index, reg_unit)).copied());
            for (_, reg_unit) in self.selection.kept.range((index, 0)..=(index, UnitId::MAX)) {
                let Some(place) = self.selection.places.get(&(index, *reg_unit)).copied() else { continue };
                let var = self.var(*reg_unit, place);
                for part in &self.reg_units.all[*reg_unit as usize].parts {
                    let name = self.name((*reg_unit, var), *part);
                    self.out.kept.push((self.insts.len() as u32, name));
                }
            }
            self.push(renamed, index);
            while let Some((_, reg_unit)) = stores.next_if(|(at, _)| *at == Some(index)) {
                let Some(place) = self.selection.places.get(&(index, *reg_unit)).copied() else { continue };
                let var = self.var(*reg_unit, place);
                // Parts that nothing needs any more are left out.
                let lives_on = |segments: &[Segment]| {
                    segments.iter().any(|(start, end)| *start <= index * 2 + 1 && *end > index * 2 + 2)
                };
                self.moves((*reg_unit, var, true), index, lives_on);
            }
        }
    }

    fn push(&mut self, inst: Inst, source: u32) {
        self.point_into(&inst);
        self.insts.push(inst);
        self.out.sources.push(source);
    }

    /// Has the address of an indirect operand taken of the variable into which it is to point.
    fn point_into(&mut self, inst: &Inst) {
        let Inst::IndirectMove(inst) = inst else { return };
        for operand in inst.indirect() {
            let takes = self.insts.iter_mut().rev().find_map(|before| match before {
                Inst::AddressAdd(add) if add.dst.address == operand.at.address => Some(add),
                _ => None,
            });
            if let (Some(add), Some(var)) = (takes, operand.of.expand()) {
                add.base.var = var;
            }
        }
    }

    /// Moves the parts of a register unit, which is in `var`, whose live range `counts`. What shares a register with a part moves
    /// with it, to where it is in memory as well.
    fn moves(&mut self, (reg_unit, var, store): (UnitId, Var, bool), source: u32, counts: impl Fn(&[Segment]) -> bool) {
        let of = &self.reg_units.all[reg_unit as usize];
        let start = self.memory.offsets[&reg_unit];
        for part in of.parts.iter().filter(|part| counts(self.liveness.segments(**part))) {
            let name = self.name((reg_unit, var), *part);
            let within = if of.parts.len() > 1 { self.kernel.backing(*part).1 } else { 0 };
            // Registers are moved as a whole, from the first in which the part is.
            let grf = self.kernel.grf();
            let block = ScratchBlock { store, var: name, of: *part, offset: start + grf.at(within) * grf.bytes() };
            self.push(Inst::Scratch(block), source);
        }
    }

    fn reload(&mut self, reload: &Reload, source: u32) {
        let var = self.var(reload.reg_unit, reload.place);
        match &reload.how {
            How::Load => {
                let point = match reload.position {
                    Position::Before(inst) => inst * 2,
                    Position::End(block) => self.blocks.ranges[block as usize].1 * 2 - 1,
                };
                self.moves((reload.reg_unit, var, false), source, |segments| live_at(segments, point));
            }
            How::Compute { inst, sources } => {
                let kernel = self.kernel;
                let mut inst = self.renamed(&kernel.insts[*inst as usize], |reg_unit| {
                    let own = (reg_unit == reload.reg_unit).then_some(reload.place);
                    own.or_else(|| sources.iter().find(|(id, _)| *id == reg_unit).map(|(_, place)| *place))
                });
                // Lanes that are pending have the value, too.
                if let Inst::Alu(alu) = &mut inst {
                    alu.exec.nomask = true;
                }
                self.out.computed.push(self.insts.len() as u32);
                self.push(inst, source);
            }
        }
    }

    /// `inst` on the variables of the places that `place` gives the register units.
    fn renamed(&mut self, inst: &Inst, place: impl Fn(UnitId) -> Option<Spot>) -> Inst {
        let kernel = self.kernel;
        let mut others: Vec<(Var, Var)> = Vec::new();
        kernel.for_each_access(inst, |access| {
            let Some(reg_unit) = self.reg_units.of(kernel, access.var) else { return };
            let Some(place) = place(reg_unit) else { return };
            let other = self.var(reg_unit, place);
            let own = self.reg_units.all[reg_unit as usize].var;
            if other != own {
                let name = self.name((reg_unit, other), access.var);
                others.push((access.var, name));
            }
        });
        if others.is_empty() {
            return *inst;
        }
        let other = |var| others.iter().find(|(own, _)| *own == var).map_or(var, |(_, other)| *other);
        self.out.kernel.renamed(inst, other)
    }

    /// The variable that a register unit is in at a place.
    fn var(&mut self, reg_unit: UnitId, place: Spot) -> Var {
        let of = &self.reg_units.all[reg_unit as usize];
        if of.class == SpillKind::Never || of.class == SpillKind::Fixed && place.as_part {
            return of.var;
        }
        let web = self.selection.web(place);
        if let Some(var) = self.vars.get(&(reg_unit, web)) {
            return *var;
        }
        let is_wide = self.selection.widened.contains(&reg_unit);
        let is_first = self.vars.range((reg_unit, 0)..=(reg_unit, u32::MAX)).next().is_none();
        let var = if is_first && of.class == SpillKind::Free && !is_wide { of.var } else { self.declare(reg_unit) };
        self.vars.insert((reg_unit, web), var);
        if var != of.var && of.parts.len() > 1 {
            // Coalescing must know all that is written.
            of.parts.iter().for_each(|part| _ = self.name((reg_unit, var), *part));
        }
        var
    }

    /// Declares a variable for a register unit. What is not whole registers begins where it begins in its own.
    fn declare(&mut self, reg_unit: UnitId) -> Var {
        let of = &self.reg_units.all[reg_unit as usize];
        let kernel = &mut self.out.kernel;
        let (decl, grf) = (kernel.vars[of.var], kernel.grf_bytes());
        let (start, align) = (kernel.bytes_in_register(of.var), kernel.vars[of.root].align);
        let var = if start == 0 && align == Align::Grf {
            kernel.vars.push(VarDecl { align: Align::Grf, storage: Storage::Own, ..decl })
        } else {
            let registers = kernel.vars.push(VarDecl {
                ty: DataType::Ud,
                elements: (of.registers * grf / 4) as u16,
                align: Align::Grf,
                storage: Storage::Own,
            });
            let storage = Storage::Subregister { of: registers, offset: start as u16 };
            kernel.vars.push(VarDecl { align, storage, ..decl })
        };
        self.out.copy_of[var] = Some(of.var).into();
        var
    }

    /// What is `name` of a register unit, the variable itself, a part or an alias of it, where the register unit is in `var`.
    fn name(&mut self, (reg_unit, var): (UnitId, Var), name: Var) -> Var {
        let own = self.reg_units.all[reg_unit as usize].var;
        if name == own || var == own {
            return if name == own { var } else { name };
        }
        if let Some(known) = self.aliases.get(&(var, name)) {
            return *known;
        }
        let decl = self.kernel.vars[name];
        let storage = match decl.storage {
            Storage::Alias { of } => Storage::Alias { of: self.name((reg_unit, var), of) },
            Storage::Subregister { of, offset } => Storage::Subregister { of: self.name((reg_unit, var), of), offset },
            storage => storage,
        };
        let other = self.out.kernel.vars.push(VarDecl { storage, ..decl });
        self.out.copy_of[other] = Some(name).into();
        self.aliases.insert((var, name), other);
        other
    }
}
