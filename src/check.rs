//! Checks that emitted vISA does what its source says.
//!
//! Two halves, each with its limits: see [`emulator::refine`](texvisa_emulator::refine). Neither says anything of the
//! texture unit itself.

use texvisa_emulator::refine::{self, RefineError, refine};
use texvisa_ir::texture::{KernelId, Module};

use crate::compile::Compiled;

pub use texvisa_emulator::refine::Options;

/// What a check that found nothing wrong has seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// By execution on random and boundary inputs.
    pub execution: refine::Summary,
}

/// A difference, or a program that cannot be checked.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// Execution found a difference, or could not be carried out.
    #[error(transparent)]
    Execution(#[from] RefineError),
}

/// Checks `compiled` against kernel `id` of `module`, which it was compiled from.
///
/// # Errors
///
/// See [`CheckError`].
pub fn check(module: &Module, id: KernelId, compiled: &Compiled, options: &Options) -> Result<Report, CheckError> {
    let execution = refine(module, id, &compiled.lowered.kernel, &compiled.registers, options)?;
    Ok(Report { execution })
}
