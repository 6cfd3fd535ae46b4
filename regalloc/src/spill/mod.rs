//! Spill code for kernels that need more registers than there are: moves to and from the scratch memory of the hardware
//! thread, chosen by next use.
//!
//! ```text
//! vISA, uncoalesced --RegUnits, Blocks, NextUses--> Selection --Memory, rewrite--> vISA with spill code
//!                              ^                                                   |
//!                              |  fewer registers, where they are not enough       v
//!                              +------------------------------------- coalesce, assign
//! ```
//!
//! [`spill()`] works on a kernel whose copies are not coalesced, as there nearly every variable is one value.
//!
//! - *Lanes*. A move has whole registers of all lanes, whichever are active, so that a pending lane keeps its part. To spill
//!   code the hardware thread is a sequential program, whose values have all lanes ([`flow`]). A def under the mask changes a part of
//!   what was there, where lanes that are pending still need that; then it is loaded before.
//! - *What leaves* is what is needed farthest in the future ([`select`], [`next_use`]). It was stored behind its defs, those from which
//!   a load can be reached ([`memory`]).
//! - *What is cheap* is computed again and not loaded: what one instruction makes of numbers, r0 and arguments that are in
//!   registers ([`select`]).
//! - *Live ranges are split* wherever something comes into registers again: there it gets registers of its own. Before a loop that uses
//!   it that is once, and not at each use.
//!
//! What is spilled, by kind: a value of lanes; a channel of a response, alone; an argument, out of the registers in which it arrives; a
//! uniform value, which shares its register where it is not spilled and has one of its own where it is, and which leaves
//! only where nothing else can; what has to lie in one run, as a whole: a payload of several parameters, or a response that is stored as it is.
//! Never spilled: r0, which moves need; predicates, which Intel's finalizer assigns.

mod flow;
mod memory;
mod next_use;
mod reg_units;
mod rewrite;
mod select;

use texvisa_ir::visa::{Inst, RegisterMap, ScratchBlock, VisaKernel};

use crate::assign::assign;
use crate::coalesce::{CoalesceReport, coalesce, coalesce_crowded};
use crate::control_flow::MissingLabel;
use crate::liveness::Liveness;
use flow::Blocks;
use memory::Memory;
use next_use::NextUses;
use reg_units::RegUnits;
use select::Selector;

pub use rewrite::SpilledKernel;

/// What the spill code of a kernel costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpillReport {
    /// Bytes of scratch memory.
    pub bytes: u32,
    /// Where they begin.
    pub start: u32,
    /// Variables that are stored, each time.
    pub stores: u32,
    /// Variables that are loaded, each time.
    pub loads: u32,
    /// Values that are computed again.
    pub computed: u32,
}

/// A kernel with spill code and its registers.
#[derive(Clone, Debug)]
pub struct Spilled {
    /// The kernel, its copies coalesced.
    pub code: SpilledKernel,
    /// Its registers.
    pub registers: RegisterMap,
    /// What it costs.
    pub report: SpillReport,
    /// How many copies coalescing removed.
    pub coalesced: CoalesceReport,
}

/// Why a kernel has no registers, although all that can be spilled was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpillError {
    /// An instruction takes more registers than there are.
    #[error(
        "instruction {inst} takes {wanted} registers, its operands and r0; expected at most {limit}, as there are no more"
    )]
    Operands {
        /// The instruction, of the kernel as it was given.
        inst: u32,
        /// The registers.
        wanted: u32,
        /// How many there are.
        limit: u32,
    },
    /// An argument arrives behind the last register.
    #[error("an argument ends at byte {end} of the registers; expected byte {limit} at the most, where they end")]
    Arguments {
        /// Its end.
        end: u32,
        /// The bytes of all registers.
        limit: u32,
    },
    /// What an instruction takes would fit, but not in rows as long as it needs.
    #[error("the operands of instruction {inst} fit into {limit} registers, but not in a row where that is needed")]
    Fragmented {
        /// The instruction, of the kernel as it was given.
        inst: u32,
        /// How many registers there are.
        limit: u32,
    },
    /// What is spilled ends behind the scratch memory that spill code reaches ([`ScratchBlock::MAX_BYTES`]).
    #[error(
        "spilled values end at byte {end} of scratch memory; expected byte {limit} at the most, which is the last that spill code reaches"
    )]
    Memory {
        /// Their end, behind private memory.
        end: u32,
        /// The bytes that spill code reaches.
        limit: u32,
    },
    /// A branch to a label that no block defines.
    #[error(transparent)]
    MissingLabel(#[from] MissingLabel),
}

/// Spills what a file of `registers` does not hold of `kernel`, whose copies are not coalesced, to scratch memory from byte
/// `start` on; coalesces its copies and assigns its registers.
///
/// # Errors
///
/// See [`SpillError`].
pub fn spill(kernel: &VisaKernel, registers: u32, start: u32) -> Result<Spilled, SpillError> {
    let liveness = Liveness::for_spilling(kernel, &[])?;
    let file = registers.saturating_mul(kernel.grf_bytes());
    let ends = kernel.inputs.iter().map(|input| u32::from(input.offset) + u32::from(input.bytes));
    if let Some(end) = ends.max().filter(|end| *end > file) {
        return Err(SpillError::Arguments { end, limit: file });
    }
    let reg_units = RegUnits::new(kernel, &liveness);
    let blocks = Blocks::new(&liveness.flow);
    let next = NextUses::new(&blocks, &reg_units);
    let start = start.min(ScratchBlock::MAX_BYTES).next_multiple_of(kernel.grf_bytes());
    let mut limit = registers.saturating_sub(1);
    loop {
        let selector = Selector::new(kernel, (&reg_units, &blocks, &next), limit, true);
        let selection = selector.select();
        let (most, inst) = selection.most;
        if most >= registers {
            return Err(SpillError::Operands { inst, wanted: most + 1, limit: registers });
        }
        let memory = Memory::new(&selection, &blocks, &reg_units, (kernel.grf_bytes(), start));
        if memory.end > ScratchBlock::MAX_BYTES {
            return Err(SpillError::Memory { end: memory.end, limit: ScratchBlock::MAX_BYTES });
        }
        let code = rewrite::rewrite(kernel, (&liveness, &reg_units, &blocks), &selection, &memory);
        let failed_at = match assigned(code, registers)? {
            Ok((code, map, coalesced)) => return Ok(finished(code, map, coalesced, &memory, start)),
            Err(inst) => inst,
        };
        // What was coalesced takes registers longer than its values are live, and free ones are not in a row.
        let fewer = limit - (limit / 16).max(1).min(limit);
        if limit == 0 {
            return Err(SpillError::Fragmented { inst: failed_at, limit: registers });
        }
        limit = fewer;
    }
}

/// A kernel with spill code, its registers, and how many copies were coalesced.
type Assigned = (SpilledKernel, RegisterMap, CoalesceReport);

/// Coalesces the copies of a kernel with spill code, fewer and fewer of them, until a file holds it; the instruction, of
/// the kernel before, at which the last attempt fails.
fn assigned(mut code: SpilledKernel, registers: u32) -> Result<Result<Assigned, u32>, MissingLabel> {
    let liveness = Liveness::for_spilling(&code.kernel, &code.kept)?;
    let as_it_is = code.kernel.vars.clone();
    let mut report = coalesce(&mut code.kernel, &liveness);
    let mut map = assign(&code.kernel, &liveness, registers);
    if map.is_err()
        && let Some(again) = coalesce_crowded(&mut code.kernel, &liveness, registers)
    {
        report = again;
        map = assign(&code.kernel, &liveness, registers);
    }
    if map.is_err() {
        code.kernel.vars = as_it_is;
        report.coalesced = 0;
        map = assign(&code.kernel, &liveness, registers);
    }
    Ok(match map {
        Ok(map) => Ok((code, map, report)),
        Err(error) => Err(code.sources[error.inst as usize]),
    })
}

fn finished(
    code: SpilledKernel,
    registers: RegisterMap,
    coalesced: CoalesceReport,
    memory: &Memory,
    start: u32,
) -> Spilled {
    let moved = |stored: bool| {
        let is_one = |inst: &&Inst| matches!(inst, Inst::Scratch(ScratchBlock { store, .. }) if *store == stored);
        code.kernel.insts.iter().filter(is_one).count() as u32
    };
    let report = SpillReport {
        bytes: memory.end - start,
        start,
        stores: moved(true),
        loads: moved(false),
        computed: code.computed.len() as u32,
    };
    Spilled { code, registers, report, coalesced }
}
