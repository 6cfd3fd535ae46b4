//! Which variables may share a register with others.
//!
//! A message reads and writes its operands from the start of a register on, and spill code moves whole registers, whatever else is in
//! them. What an instruction names otherwise may begin at any byte.

use std::cell::OnceCell;

use cranelift_entity::EntitySet;
use texvisa_ir::visa::{Inst, Var, VisaKernel};

/// The variables of a kernel that share no register, found when they are asked for.
pub(crate) struct SharedRegisters<'a> {
    kernel: &'a VisaKernel,
    /// Those that messages name.
    sent: OnceCell<EntitySet<Var>>,
    /// Those that spill code moves.
    spilled: OnceCell<EntitySet<Var>>,
}

impl<'a> SharedRegisters<'a> {
    /// Those of a kernel, none of them found yet.
    pub fn new(kernel: &'a VisaKernel) -> SharedRegisters<'a> {
        SharedRegisters { kernel, sent: OnceCell::new(), spilled: OnceCell::new() }
    }

    /// Whether a variable that backs itself may begin in the middle of a register, beside any other.
    pub fn may_begin_within(&self, root: Var) -> bool {
        // Of two that begin at one register, spill code would move both.
        self.spilled().is_empty() && !self.sent().contains(root)
    }

    /// Whether spill code moves a register unit: with all of its registers.
    pub fn is_spilled(&self, reg_unit: Var) -> bool {
        self.spilled().contains(self.kernel.backing(reg_unit).0)
    }

    fn spilled(&self) -> &EntitySet<Var> {
        self.spilled.get_or_init(|| {
            let mut spilled = EntitySet::new();
            spilled.extend(self.kernel.insts.iter().filter_map(|inst| match inst {
                Inst::Scratch(block) => Some(self.kernel.backing(block.var).0),
                _ => None,
            }));
            spilled
        })
    }

    fn sent(&self) -> &EntitySet<Var> {
        self.sent.get_or_init(|| {
            let mut sent = EntitySet::new();
            let takes_regions = |inst: &Inst| {
                matches!(inst, Inst::Alu(_) | Inst::Compare { .. } | Inst::CompareInto { .. } | Inst::IndirectMove(_))
            };
            for inst in self.kernel.insts.iter().filter(|inst| !takes_regions(inst)) {
                self.kernel.for_each_access(inst, |access| {
                    sent.insert(self.kernel.backing(access.var).0);
                });
            }
            sent
        })
    }
}
