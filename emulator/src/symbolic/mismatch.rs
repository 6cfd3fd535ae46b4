//! Mismatches that the symbolic check reports.

use std::fmt;

use texvisa_ir::source::Location;
use texvisa_ir::texture::{self, InstId, Module};
use texvisa_ir::visa::{VisaKernel, asm};

/// A difference between vISA and its source.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub struct Mismatch {
    /// The vISA instruction: its index, and its text. `None` if an instruction is missing.
    pub inst: Option<(usize, String)>,
    /// The instruction of the source that it is part of, if that is known: its text and location.
    pub source_inst: Option<(String, Location)>,
    /// What the source requires.
    pub expected: String,
    /// What the vISA has.
    pub found: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.inst {
            Some((index, text)) => write!(f, "instruction {index} `{text}`")?,
            None => f.write_str("the kernel")?,
        }
        if let Some((text, location)) = &self.source_inst {
            write!(f, ", of `{text}`")?;
            if location.is_known() {
                write!(f, " at {location}")?;
            }
        }
        write!(f, ": expected {}, found {}; correct the instruction or its origin", self.expected, self.found)
    }
}

/// The most mismatches that are reported.
const LIMIT: usize = 64;

/// Collects mismatches.
pub(super) struct Mismatches<'k> {
    pub module: &'k Module,
    pub kernel: &'k VisaKernel,
    pub texture: &'k texture::Kernel,
    pub list: Vec<Mismatch>,
}

impl Mismatches<'_> {
    /// Adds a mismatch.
    pub fn add(
        &mut self,
        index: Option<usize>,
        source: Option<InstId>,
        expected: impl FnOnce() -> String,
        found: impl FnOnce() -> String,
    ) {
        if self.list.len() >= LIMIT {
            return;
        }
        let inst = index.and_then(|index| Some((index, self.kernel.insts.get(index)?))).map(|(index, inst)| {
            let mut text = String::new();
            asm::write_inst(self.kernel, inst, &mut text);
            (index, text.trim().to_owned())
        });
        let source_inst = source
            .filter(|inst| self.texture.insts.is_valid(*inst))
            .map(|inst| (texture::describe_inst(self.module, self.texture, inst), self.texture.location(inst)));
        self.list.push(Mismatch { inst, source_inst, expected: expected(), found: found() });
    }
}
