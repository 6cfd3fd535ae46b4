//! The uses and defs of each register unit, found in one walk in program order.
//!
//! Nearly every register unit is *local*: one full def, and uses after it in the same block. Of such a register unit
//! the live range is kept as one segment. Every other register unit has a list of its uses and defs. Of consecutive
//! uses in a block only the last is kept.

use cranelift_entity::EntityRef;
use texvisa_ir::visa::{Alu, AluOp, Dst, Exec, Inst, MoveDst, Src, Var, VarAccess, VisaKernel};

use crate::control_flow::{MissingLabel, ThreadFlow, ThreadFlowBuilder};
use crate::register_units::RegisterUnits;

/// A range of points, the last not included.
pub type Segment = (u32, u32);

/// A use or a def: the instruction, and in the three lowest bits whether it is a copy, which matters to a use, whether
/// it is a def, and whether that is a full one.
#[derive(Clone, Copy, Debug)]
pub struct UseDef(u32);

impl UseDef {
    fn new(inst: u32, is_copy: bool, is_def: bool, is_full_def: bool) -> UseDef {
        UseDef(inst << 3 | u32::from(is_copy) << 2 | u32::from(is_def) << 1 | u32::from(is_full_def))
    }

    /// The instruction.
    pub fn inst(self) -> u32 {
        self.0 >> 3
    }

    fn is_copy(self) -> bool {
        self.0 & 4 != 0
    }

    /// Whether it is a def.
    pub fn is_def(self) -> bool {
        self.0 & 2 != 0
    }

    /// Whether it is a def that leaves nothing of what was there.
    pub fn is_full_def(self) -> bool {
        self.0 & 1 != 0
    }

    /// The point until which the register unit is live because of it.
    pub fn end(self) -> u32 {
        let is_read_of_copy = self.is_copy() && !self.is_def();
        self.inst() * 2 + if is_read_of_copy { 1 } else { 2 }
    }
}

/// An instruction that copies one register unit to another.
#[derive(Clone, Copy, Debug)]
pub struct VarCopy {
    /// The instruction.
    pub inst: u32,
    /// The register unit that it defines.
    pub to: Var,
    /// The register unit that it uses.
    pub from: Var,
}

/// The live range of a register unit: one segment of a local register unit, the number of a list of any other.
#[derive(Clone, Copy, Debug, Default)]
pub struct LiveRange {
    /// The segment of a local register unit: from the point of its def, which is not 0, to the end of its last use.
    /// With a list: 0 and one more than the number of the list. 0 and 0 where no instruction names the register unit.
    segment: Segment,
}

impl LiveRange {
    /// The segment of a local register unit.
    #[inline]
    pub fn local(&self) -> Option<&Segment> {
        (self.segment.0 != 0).then_some(&self.segment)
    }

    /// The number of the list of any other register unit that an instruction names.
    #[inline]
    pub fn list(&self) -> Option<u32> {
        if self.segment.0 == 0 { self.segment.1.checked_sub(1) } else { None }
    }

    /// Whether the register unit is local so far, with its def behind `point`, at which a block begins.
    #[inline]
    fn is_local_since(&self, point: u32) -> bool {
        self.segment.0 > point
    }
}

/// The uses and defs of a register unit, from the last back to the first.
#[derive(Debug)]
pub struct UseDefList {
    /// The register unit.
    pub reg_unit: Var,
    /// The position of the last in [`UsesDefs::uses_defs`].
    last: u32,
}

/// The position of what comes before the first of a list.
const NO_USE_DEF: u32 = u32::MAX;

/// The uses and defs of the register units of a kernel.
#[derive(Debug)]
pub struct UsesDefs {
    /// By variable; empty for one that is no register unit.
    pub live_ranges: Vec<LiveRange>,
    /// The register units that are not local.
    pub lists: Vec<UseDefList>,
    /// The copies, in program order.
    pub copies: Vec<VarCopy>,
    /// The members of all lists, each with the position of the one before it in its list.
    uses_defs: Vec<(UseDef, u32)>,
}

/// Whether a predicate may keep `inst` from lanes that are active.
pub fn is_predicated(inst: &Inst) -> bool {
    let disables_lanes =
        !matches!(inst, Inst::Alu(alu) if alu.op == AluOp::Sel) && !matches!(inst, Inst::Branch { .. });
    disables_lanes && inst.predicate().is_some()
}

/// Whether `inst` writes only some of the bytes between the first and the last that it writes.
pub fn is_sparse(inst: &Inst) -> bool {
    let strided = |dst: &Dst, exec: &Exec| dst.stride > 1 && exec.lanes > 1;
    match inst {
        // The high halves begin at the next register.
        Inst::Alu(alu) => alu.op == AluOp::Madw || strided(&alu.dst, &alu.exec),
        Inst::CompareInto { dst, exec, .. } => strided(dst, exec),
        Inst::BitFunction(inst) => strided(&inst.dst, &inst.exec),
        Inst::Carry(inst) => strided(&inst.dst, &inst.exec) || strided(&inst.carry, &inst.exec),
        Inst::Media(block) => u32::from(block.width) != block.shape().pitch(),
        Inst::IndirectMove(inst) => matches!(inst.dst, MoveDst::Indirect(..)),
        _ => false,
    }
}

/// A walk in program order that records uses and defs.
struct Recorder<'a> {
    kernel: &'a VisaKernel,
    reg_units: &'a RegisterUnits,
    uses_defs: UsesDefs,
    flow: ThreadFlowBuilder,
    /// The current instruction.
    index: u32,
    is_copy: bool,
    /// Whether its defs are partial.
    is_partial: bool,
    /// The point at which the current block begins.
    block: u32,
    kept: &'a [(u32, Var)],
}

impl Recorder<'_> {
    /// Goes to an instruction.
    #[inline(always)]
    fn go_to(&mut self, index: u32, inst: &Inst) {
        // First, so that the kind of the instruction is tested once.
        let is_partial = is_predicated(inst) || is_sparse(inst);
        self.block = self.flow.instruction(self.kernel, index, inst) * 2;
        (self.index, self.is_copy, self.is_partial) = (index, false, is_partial);
    }

    /// Records the current instruction, an arithmetic one. Nearly all of its sources are local register units: then it
    /// does not matter which bytes it uses.
    #[inline]
    fn arithmetic(&mut self, alu: &Alu) {
        if let Some((to, from)) = self.kernel.alu_as_copy(alu) {
            let [to, from] = [to, from].map(|var| self.kernel.unaliased(var));
            self.uses_defs.copies.push(VarCopy { inst: self.index, to, from });
            self.is_copy = true;
        }
        for src in &alu.srcs[..alu.op.sources()] {
            if let Src::Register { var, .. } = *src
                && !self.read_local(var)
                && let Some(access) = self.kernel.source_access(*src, alu.exec)
            {
                self.access(access);
            }
        }
        let write = self.kernel.destination_access(alu.dst, alu.exec, alu.op);
        match self.reg_units.is_register_unit(write.var) {
            true => self.write(write.var, write.start, write.end),
            false => self.access(write),
        }
    }

    /// Records an access to each register unit of a variable.
    #[inline(never)]
    fn access(&mut self, access: VarAccess) {
        self.reg_units.for_each(&access, |reg_unit, start, end| match access.write {
            true => self.write(reg_unit, start, end),
            false => self.read(reg_unit),
        });
    }

    #[inline]
    fn read(&mut self, reg_unit: Var) {
        if !self.read_local(reg_unit) {
            self.uses_defs.add_to_list(reg_unit, UseDef::new(self.index, self.is_copy, false, false), self.block / 2);
        }
    }

    /// Records a use of a variable, if that is a register unit that is local so far, with its def in this block.
    #[inline]
    fn read_local(&mut self, var: Var) -> bool {
        let range = &mut self.uses_defs.live_ranges[var.index()];
        let is_local = range.is_local_since(self.block);
        if is_local {
            range.segment.1 = self.index * 2 + if self.is_copy { 1 } else { 2 };
        }
        is_local
    }

    /// Records a def of the bytes from `start` to `end` of a register unit.
    #[inline(always)]
    fn write(&mut self, reg_unit: Var, start: u32, end: u32) {
        let covers = start == 0 && end >= self.kernel.vars[reg_unit].bytes();
        let is_kept = !self.kept.is_empty() && self.kept.binary_search(&(self.index, reg_unit)).is_ok();
        let is_full_def = covers && !self.is_partial && !is_kept;
        let range = &mut self.uses_defs.live_ranges[reg_unit.index()];
        if is_full_def && range.segment == (0, 0) {
            range.segment = (self.index * 2 + 1, self.index * 2 + 2);
        } else {
            self.uses_defs.add_to_list(
                reg_unit,
                UseDef::new(self.index, self.is_copy, true, is_full_def),
                self.block / 2,
            );
        }
    }
}

impl UsesDefs {
    /// Finds the uses and defs of `kernel`, and its control flow. The defs of the instructions and register units of `kept`,
    /// in order, are partial.
    ///
    /// # Errors
    ///
    /// A branch to a label that no block defines.
    pub fn new(
        kernel: &VisaKernel,
        reg_units: &RegisterUnits,
        kept: &[(u32, Var)],
    ) -> Result<(UsesDefs, ThreadFlow), MissingLabel> {
        let uses_defs = UsesDefs {
            live_ranges: vec![LiveRange::default(); kernel.vars.len()],
            lists: Vec::new(),
            copies: Vec::new(),
            uses_defs: Vec::new(),
        };
        let flow = ThreadFlowBuilder::default();
        let mut recorder = Recorder {
            kernel,
            reg_units,
            uses_defs,
            flow,
            index: 0,
            is_copy: false,
            is_partial: false,
            block: 0,
            kept,
        };
        for (index, inst) in (0..).zip(&kernel.insts) {
            // Most are of this kind, which is tested once where it comes first.
            if let Inst::Alu(alu) = inst {
                recorder.go_to(index, inst);
                recorder.arithmetic(alu);
            } else {
                recorder.go_to(index, inst);
                kernel.for_each_access(inst, |access| recorder.access(access));
            }
        }
        Ok((recorder.uses_defs, recorder.flow.finish(kernel)?))
    }

    /// Adds a use or def to the list of a register unit, which is made where there is none yet. Of uses that follow
    /// each other in a block, which began at instruction `block`, the last is kept.
    fn add_to_list(&mut self, reg_unit: Var, use_def: UseDef, block: u32) {
        let range = &mut self.live_ranges[reg_unit.index()];
        let number = match range.list() {
            Some(number) => number as usize,
            None => {
                let was = std::mem::replace(range, LiveRange { segment: (0, self.lists.len() as u32 + 1) });
                self.lists.push(UseDefList { reg_unit, last: NO_USE_DEF });
                if let Some((start, end)) = was.local() {
                    let write = UseDef::new(start / 2, false, true, true);
                    self.push(self.lists.len() - 1, write);
                    if *end > write.end() {
                        // The last use: that of a copy ends where it defines.
                        self.push(self.lists.len() - 1, UseDef::new((end - 1) / 2, end % 2 == 1, false, false));
                    }
                }
                self.lists.len() - 1
            }
        };
        match self.uses_defs.get_mut(self.lists[number].last as usize) {
            Some((last, _)) if !use_def.is_def() && !last.is_def() && last.inst() >= block => *last = use_def,
            _ => self.push(number, use_def),
        }
    }

    fn push(&mut self, list: usize, use_def: UseDef) {
        let last = std::mem::replace(&mut self.lists[list].last, self.uses_defs.len() as u32);
        self.uses_defs.push((use_def, last));
    }

    /// Puts the uses and defs of `list` into `found`, in program order.
    pub fn of(&self, list: &UseDefList, found: &mut Vec<UseDef>) {
        found.clear();
        let mut next = list.last;
        while let Some((use_def, before)) = self.uses_defs.get(next as usize) {
            found.push(*use_def);
            next = *before;
        }
        found.reverse();
    }
}
