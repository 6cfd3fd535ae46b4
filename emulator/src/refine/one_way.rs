//! Branches that no trial took both ways.

use std::fmt;

use texvisa_ir::source::Location;
use texvisa_ir::texture::{InstData, KernelId, Module, describe_inst};

use crate::interp::BranchDirections;

/// A branch of the source that was not taken both ways in the trials that were compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneWayBranch {
    /// Where it is.
    pub location: Location,
    /// Its text.
    pub inst: String,
    /// Whether its condition was ever true; `None` where no lane reached it.
    pub only: Option<bool>,
}

impl fmt::Display for OneWayBranch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.only {
            None => "never reached",
            Some(true) => "never false",
            Some(false) => "never true",
        };
        write!(f, "{}: `{}`: {what}", self.location, self.inst)
    }
}

/// The number of branches of a kernel, and those that were not taken both ways.
pub(super) fn one_way(module: &Module, id: KernelId, taken: &BranchDirections) -> (u64, Vec<OneWayBranch>) {
    let kernel = &module.kernels[id];
    let (mut count, mut found) = (0, Vec::new());
    for block in &kernel.layout {
        let branches = kernel.blocks[*block].insts.iter();
        for inst in branches.filter(|inst| matches!(kernel.insts[**inst], InstData::Branch { .. })) {
            count += 1;
            let only = match taken.of(*block) {
                [true, true] => continue,
                [false, false] => None,
                [only, _] => Some(only),
            };
            let inst_text = describe_inst(module, kernel, *inst);
            found.push(OneWayBranch { location: kernel.location(*inst), inst: inst_text, only });
        }
    }
    (count, found)
}
