//! Checks by execution that vISA refines the texture IR that it was made from.
//!
//! Each round makes random inputs, with many at the edges of what is there, and runs on copies of them the interpreter
//! three times, with different bits for everything undefined, and the machine twice, with different poisons. A byte of
//! memory on which the runs of the interpreter agree is defined; both runs of the machine must have left the same
//! there. (One run has zeros for what is undefined: comparisons of undefined numbers with small ones come out alike in
//! the other two. A first run that meets nothing undefined stands for all.) Where they have not, the interpreter runs
//! many more times before that counts: a comparison of an undefined number with a great one comes out alike for most
//! bits. Where they then do not even agree on where a work item writes, nothing of that buffer or surface is defined.
//!
//! Left out are bytes on which two work items do not agree, as what is there depends on their order, and those that an
//! unaligned access may have touched; and inputs on which the program has no meaning at all: it does not end, samples a
//! surface in a way that no surface allows, or has work items race for local memory. A [`Summary`] counts all of these
//! by cause.
//!
//! What is equal: the bits, but that in a texel of 32-bit floats any NaN is as good as any other. Arithmetic makes one
//! NaN only, in both engines, as hardware documents neither sign nor payload of any.
//!
//! This says nothing of the texture unit itself, which both engines share.

mod difference;
mod inputs;
mod numbers;
mod round;
mod stray;
mod summary;
mod uses;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use rayon::prelude::*;
use texvisa_ir::texture::{Binding, InstData, Kernel as Text, KernelId, MemoryAccess, Module};
use texvisa_ir::visa::{Kernel, RegisterMap};

use crate::interp::{InterpError, Program};
use crate::machine::{Machine, MachineError};
use crate::unit::Precision;

use round::{Outcome, Round, Rounds};

pub use difference::{Difference, Place, Undefined};
pub use inputs::Inputs;
pub use summary::{Cause, Shortcoming, Skipped, Summary};

/// What can be chosen about a check.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Of the random inputs. Each round has a seed of its own, which a report names.
    pub seed: u64,
    /// How many inputs are tried.
    pub rounds: u32,
    /// The arithmetic of filters.
    pub precision: Precision,
    /// Whether float coordinates stay away from every edge and centre of a texel, of surfaces whose sizes are powers of
    /// two: for programs in which rounding may move a coordinate, such as those that add a texel offset to it.
    pub away_from_edges: bool,
}

impl Default for Options {
    /// A hundred rounds from seed 0, exact, with coordinates anywhere.
    fn default() -> Options {
        Options { seed: 0, rounds: 100, precision: Precision::Exact, away_from_edges: false }
    }
}

/// A check that failed, or that could not be made.
#[derive(Debug, thiserror::Error)]
pub enum RefineError {
    /// The texture IR cannot be interpreted.
    #[error("the texture IR cannot be interpreted: {0}")]
    Interpreter(#[from] InterpError),
    /// The machine refuses the program, or cannot run it to its end where the interpreter can.
    #[error("seed {seed}: the machine stops: {error}")]
    Machine {
        /// What repeats it, with one round.
        seed: u64,
        /// Why.
        error: MachineError,
    },
    /// The machine leaves other bytes.
    #[error("{0}")]
    Differs(Box<Refinement>),
}

/// How memory differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refinement {
    /// What repeats it, with one round.
    pub seed: u64,
    /// The first differences.
    pub differences: Vec<Difference>,
    /// How many buffer dwords and texels differ.
    pub count: u64,
}

impl fmt::Display for Refinement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {}: {} places differ", self.seed, self.count)?;
        self.differences.iter().try_for_each(|difference| write!(f, "\n  {difference}"))
    }
}

/// The most differences of a report.
const MAX_DIFFERENCES: usize = 8;

/// Checks `kernel`, with the registers of `map`, against kernel `id` of `module`.
///
/// # Errors
///
/// See [`RefineError`].
pub fn refine(
    module: &Module,
    id: KernelId,
    kernel: &Kernel,
    map: &RegisterMap,
    options: &Options,
) -> Result<Summary, RefineError> {
    let program = Program::new(module, id)?;
    let machine = Machine::new(kernel, map).map_err(|error| RefineError::Machine { seed: options.seed, error })?;
    let text = &module.kernels[id];
    let rounds = Rounds { module, id, kernel, options, program, machine, shared_entry: shared_entry(module, text) };
    let mut summary = Summary { writes: writes(text), ..Summary::default() };
    let mut endless = 0;
    let mut next = 0;
    while next < options.rounds {
        let batch = next..next.saturating_add(BATCH).min(options.rounds);
        next = batch.end;
        let hurry = endless >= PATIENCE;
        let rounds_of_batch: Vec<_> = batch.into_par_iter().map(|round| rounds.run(round, hurry)).collect();
        for round in rounds_of_batch {
            let Round { seed, endless: is_endless, outcome } = round?;
            endless += u32::from(is_endless);
            let known = match outcome {
                Outcome::Known(known) => known,
                // One at a time: that takes hundreds of memories, and the first that is confirmed is the last.
                Outcome::Differs(difference) => rounds.confirm(*difference, seed)?,
            };
            summary.add(seed, known)?;
        }
    }
    Ok(summary)
}

/// Whether a kernel has an operation that writes.
fn writes(kernel: &Text) -> bool {
    let mut insts = kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts);
    insts.any(|inst| match &kernel.insts[*inst] {
        InstData::Texture(id) => kernel.textures[*id].data.is_some(),
        InstData::Memory(id) => kernel.memories[*id].kind.access != MemoryAccess::Load,
        _ => false,
    })
}

/// A table entry for which the kernel has several names, and these.
fn shared_entry(module: &Module, kernel: &Text) -> Option<String> {
    let mut used: BTreeMap<u32, BTreeSet<&str>> = BTreeMap::new();
    for (surface, _) in kernel.references() {
        let Some(decl) = surface.and_then(|surface| module.surfaces.get(surface.surface)) else { continue };
        if let Binding::Table(entry) = decl.binding {
            used.entry(entry).or_default().insert(&decl.name);
        }
    }
    let (entry, names) = used.iter().find(|(_, names)| names.len() > 1)?;
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    Some(format!("entry {entry} is {}", names.join(" and ")))
}

/// How many rounds go on at the same time. It is the same on any number of cores, and so is what a check finds.
const BATCH: u32 = 8;
/// After how many inputs on which a program does not end those of the next batches get fewer instructions, so that a
/// check of a program that never does is not long.
const PATIENCE: u32 = 8;
