//! Remarks: which rules the passes applied, and where. `texvisa explain` prints them.

use texvisa_ir::source::Location;
use texvisa_ir::texture::{InstId, Kernel};

/// One application of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The rule, by the name of its pass.
    pub pass: &'static str,
    /// The instruction of the source that it changed.
    pub inst: InstId,
    /// Where that instruction stands in the source.
    pub location: Location,
    /// What the pass did, and why.
    pub message: String,
}

/// The remarks of one lowering. Messages are formatted only if the caller asked for remarks.
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

    /// Goes on with those of earlier passes, and collects more if `wanted`.
    pub fn after(list: Vec<Remark>, wanted: bool) -> Remarks {
        Remarks { wanted, list }
    }

    /// Adds a remark of `pass` on `inst`.
    pub fn add(&mut self, kernel: &Kernel, pass: &'static str, inst: InstId, message: impl FnOnce() -> String) {
        if self.wanted {
            self.list.push(Remark { pass, inst, location: kernel.location(inst), message: message() });
        }
    }

    /// The remarks in the order of the passes.
    pub fn into_list(self) -> Vec<Remark> {
        self.list
    }
}
