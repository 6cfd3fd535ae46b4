//! What the passes did, for whoever asks why a message is as it is.

use texvisa_ir::source::Location;
use texvisa_ir::texture::{Inst, Kernel};

/// One firing of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The rule, by the name of its pass.
    pub pass: &'static str,
    /// The instruction of the source that it changed.
    pub inst: Inst,
    /// Where that instruction stands in the source.
    pub location: Location,
    /// What was done, and why.
    pub message: String,
}

/// The remarks of one lowering. Messages are only made where somebody wants them.
#[derive(Debug, Default)]
pub struct Remarks {
    wanted: bool,
    list: Vec<Remark>,
}

impl Remarks {
    /// Collects remarks if `wanted`.
    pub fn new(wanted: bool) -> Remarks {
        Remarks { wanted, list: Vec::new() }
    }

    /// Notes what `pass` did to `inst`.
    pub fn add(&mut self, kernel: &Kernel, pass: &'static str, inst: Inst, message: impl FnOnce() -> String) {
        if self.wanted {
            self.list.push(Remark { pass, inst, location: kernel.location(inst), message: message() });
        }
    }

    /// The remarks in the order of the passes.
    pub fn into_list(self) -> Vec<Remark> {
        self.list
    }
}
