//! Spills a kernel that needs more registers than there are, so that registers can be listed. Text and binary of vISA are
//! of the kernel before: Intel's finalizer assigns registers of its own, and spills.

use std::fmt::Write;

use texvisa_ir::source::Location;
use texvisa_ir::visa::origin::Origin;
use texvisa_ir::visa::verify::VisaError;
use texvisa_ir::visa::{self, Inst, RegisterMap, VisaKernel};
use texvisa_regalloc::{SpillError, SpillReport, Violation, check_spilled, spill, uncoalesce};

use crate::compile::{Compiled, joined};
use crate::explain;

/// A kernel with spill code, in registers of its target.
#[derive(Clone, Debug)]
pub struct SpilledForm {
    /// The kernel. It has no text or binary that Intel's tools read.
    pub kernel: VisaKernel,
    /// Its registers.
    pub registers: RegisterMap,
    /// What the spill code costs.
    pub report: SpillReport,
}

/// Why there is no kernel with spill code.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpillFailure {
    /// The registers do not hold it, whatever is spilled.
    #[error("{error}")]
    Unfit {
        /// Why.
        error: SpillError,
        /// Where in the source the instruction is from.
        location: Location,
    },
    /// The registers of the spilled kernel are wrong: a defect of texvisa.
    #[error("the registers of the spilled kernel are wrong, a defect of texvisa to report with the source: {}", joined(.0))]
    Registers(Vec<Violation>),
    /// The spilled kernel breaks rules of vISA: a defect of texvisa.
    #[error("the spilled kernel breaks rules of vISA, a defect of texvisa to report with the source: {}", joined(.0))]
    Emitted(Vec<VisaError>),
}

impl Compiled {
    /// The kernel with spill code, where its target's registers do not hold it ([`Compiled::spill`]), checked: it is this kernel without
    /// its spill code, its registers hold what they should, and it keeps to the rules of vISA.
    ///
    /// # Errors
    ///
    /// See [`SpillFailure`].
    pub fn spilled(&self) -> Result<SpilledForm, SpillFailure> {
        let kernel = self.uncoalesced();
        let private = self.lowered.texture.scratch_bytes.saturating_mul(kernel.simd.lanes());
        let spilled = spill(&kernel, kernel.target.platform().grf_count, private).map_err(|error| {
            let location = self.location_of(&error);
            SpillFailure::Unfit { error, location }
        })?;
        check_spilled(&kernel, &spilled.code, &spilled.registers).map_err(SpillFailure::Registers)?;
        let errors = visa::verify(&spilled.code.kernel);
        if !errors.is_empty() {
            return Err(SpillFailure::Emitted(errors));
        }
        Ok(SpilledForm { kernel: spilled.code.kernel, registers: spilled.registers, report: spilled.report })
    }

    /// The kernel as it was before its copies were coalesced: each variable that lowering declared has bytes of its own.
    fn uncoalesced(&self) -> VisaKernel {
        let mut kernel = self.unshortened.as_deref().unwrap_or(&self.lowered.kernel).clone();
        uncoalesce(&mut kernel, self.lowered.origins.vars.len());
        kernel
    }

    fn location_of(&self, error: &SpillError) -> Location {
        let (SpillError::Operands { inst, .. } | SpillError::Fragmented { inst, .. }) = error else {
            return Location::UNKNOWN;
        };
        match self.lowered.origins.insts.get(*inst as usize) {
            Some(Origin::Inst(inst)) => self.lowered.texture.location(*inst),
            _ => Location::UNKNOWN,
        }
    }
}

impl SpilledForm {
    /// The registers of each variable, one line each, how many of the target's are used, and the spill code: the number of
    /// each instruction of it.
    pub fn register_lines(&self) -> String {
        let mut text = explain::register_lines(&self.kernel, &self.registers);
        // Writing into a string does not fail.
        let _ = writeln!(text, "scratch memory from byte {}: {}", self.report.start, self.costs());
        for (index, inst) in self.kernel.insts.iter().enumerate() {
            let Inst::Scratch(block) = inst else { continue };
            let mut code = String::new();
            visa::asm::write_inst(&self.kernel, inst, &mut code);
            let grf = self.kernel.grf_bytes();
            let first = self.registers.address(&self.kernel, block.var) / grf;
            let last = first + self.kernel.registers_of(block.var) - 1;
            let registers = if first == last { format!("r{first}") } else { format!("r{first}-r{last}") };
            let _ = writeln!(text, "{index}: {}, {registers}", code.trim());
        }
        text
    }

    /// What the spill code costs, in words.
    pub fn costs(&self) -> String {
        let SpillReport { bytes, stores, loads, computed, .. } = self.report;
        format!("{bytes} bytes, {stores} stores, {loads} loads, {computed} values computed again")
    }
}
