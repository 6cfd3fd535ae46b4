//! Differential execution: checks that vISA refines the texture IR that it was compiled from.
//!
//! A [check](refine()) makes a number of trials. Each trial generates random inputs from its seed, with many values at
//! the edges of resources and of what programs compare with. For a program that accesses memory far behind the start of a buffer, some
//! trials have a buffer that begins there. The interpreter runs the texture IR and the machine, the
//! emulator of vISA, runs the kernel, each on copies of these inputs:
//!
//! 1. The interpreter runs three times with different bits for undefined values: a pattern, zeros, and bits of which
//!    every byte differs from the pattern. Zeros are tried because a comparison of an undefined number with a small one
//!    often has the same result for the other two. If the first run uses no undefined bits, the others would be the
//!    same and do not run.
//! 2. The machine runs twice, with two patterns in registers that nothing wrote.
//! 3. A byte of memory is defined where the runs of the interpreter agree. Both runs of the machine must have left the
//!    same there.
//! 4. Where they have not, the interpreter runs 256 more times, because a comparison of an undefined number with a
//!    large constant has the same result for most bit patterns. Only a difference that remains is a [`Counterexample`].
//!    If these runs show that a work item writes to an undefined address, nothing in that buffer or surface is
//!    compared. A kernel with atomic operations is also run with its work items in three other orders, because what such
//!    an operation finds depends on it.
//!    A program that has read undefined bytes of local or private memory runs once more to find out what depends on
//!    them; this is not compared.
//! 5. The interpreter also runs 256 more times where the machine does not end and the interpreter did. A loop may be
//!    endless for one undefined bound alone.
//!
//! Where a run takes long, what depends on undefined values is followed after fewer runs, and the rest are made if a
//! difference remains. No trial follows when the [budget](TrialOptions::budget) of a check is spent.
//!
//! Where no trial could be compared, and one reached its step limit, a long one is tried last: the first hardware thread of a
//! group alone, which may execute many more instructions.
//!
//! What happened on the way is compared in the same manner: the values that each work item stored to a byte, in order,
//! and what each lane of a message asked of the texture unit. A compiler may order both anew, merge what is alike, and
//! drop messages of which nothing is read ([`AccessDifference`]).
//!
//! Bits are compared, except that in a texel of 32-bit floats any NaN equals any other. Arithmetic makes only one NaN
//! on both sides, as hardware documents neither sign nor payload of any.
//!
//! # What is not compared
//!
//! - Bytes for which several work items wrote different bits, as the result depends on their order; bytes that an
//!   unaligned access may have written; undefined values; and resources with a store to an undefined address.
//!   [`UncomparedBytes`] counts them by cause.
//! - Trials whose inputs the program is not defined for: it does not end, an operation does not suit its resource, or
//!   work items race for local memory. [`UncomparedTrials`] counts them by [`Cause`].
//!
//! A check that compared nothing says why ([`Summary::nothing_compared`]). Both sides ask the same texture unit, so
//! differential execution shows nothing of that unit.
//!
//! # Example
//!
//! ```
//! use texvisa_emulator::refine::{self, refine};
//! use texvisa_ir::target::{SimdWidth, Target};
//! use texvisa_ir::visa::RegisterMap;
//! use texvisa_lowering::{LoweringOptions, lower};
//!
//! let module = texvisa_ir::texture::parse("surface t0: 2d f32 @ table 0
//! surface b0: raw @ table 1
//! kernel @red(%x: i32, %y: i32) {
//! ^entry:
//!   %texel = load t0 [u: %x, v: %y, lod: 0] -> f32x4
//!   %red = extract f32x4 %texel, 0
//!   store_raw b0 [x: %x], f32 %red
//!   return
//! }")?;
//! let id = module.kernel("red").ok_or("no kernel")?;
//! let kernel = module.kernels[id].clone();
//! let kernel = lower(&module, kernel, Target::Tgllp, SimdWidth::Simd16, &LoweringOptions::default()).expect("it can be lowered").kernel;
//! let registers = RegisterMap::unbounded(&kernel);
//! let summary = refine(&module, id, &kernel, &registers, &refine::TrialOptions::default())?;
//! assert!(summary.compared_bytes > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accesses;
mod counterexample;
mod difference;
mod far;
mod grid;
mod inputs;
mod mode;
mod not_compared;
mod numbers;
mod one_way;
mod options;
mod ordinary;
mod summary;
mod trial;
mod undefined_address;
mod uses;

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use texvisa_ir::texture::{Binding, InstData, Kernel, KernelId, Module};
use texvisa_ir::visa::abi::ArgumentLayout;
use texvisa_ir::visa::{RegisterMap, VisaKernel};

use crate::approximation::Approximation;
use crate::interp::{BranchDirections, Program};
use crate::machine::{Machine, MachineError};

use trial::{Outcome, SoFar, Trial, Trials};

pub use accesses::AccessDifference;
pub use counterexample::{Counterexample, RefineError};
pub use difference::{Difference, MemoryLocation};
pub use inputs::Inputs;
pub use not_compared::{Cause, UncomparedBytes, UncomparedTrials};
pub use one_way::OneWayBranch;
pub use options::{FEW_BYTES, TrialOptions};
pub use summary::{NothingCompared, Summary};

/// Checks that `kernel`, with the registers of `map`, refines kernel `id` of `module`.
///
/// # Errors
///
/// See [`RefineError`].
pub fn refine(
    module: &Module,
    id: KernelId,
    kernel: &VisaKernel,
    map: &RegisterMap,
    options: &TrialOptions,
) -> Result<Summary, RefineError> {
    let machine = Machine::with_approximation(kernel, map, APPROXIMATION);
    refine_by(module, id, kernel, machine, options, true)
}

/// The same for a `kernel` that another compiler made of that kernel: each of its variables has registers of its own,
/// and its arguments are where `arguments` says, each by its number in the texture IR.
///
/// # Errors
///
/// See [`RefineError`].
pub fn refine_foreign(
    module: &Module,
    id: KernelId,
    kernel: &VisaKernel,
    arguments: ArgumentLayout,
    options: &TrialOptions,
) -> Result<Summary, RefineError> {
    let map = RegisterMap::unbounded(kernel);
    let machine = Machine::with_approximation(kernel, &map, APPROXIMATION);
    let machine = machine.map(|machine| machine.with_arguments(arguments));
    // A long trial has fewer work items than the group that the program requires, on which another compiler may rely.
    refine_by(module, id, kernel, machine, options, false)
}

fn refine_by(
    module: &Module,
    id: KernelId,
    kernel: &VisaKernel,
    machine: Result<Machine<'_>, MachineError>,
    options: &TrialOptions,
    may_be_long: bool,
) -> Result<Summary, RefineError> {
    let program = Program::new(module, id)?.with_approximation(APPROXIMATION);
    let machine = machine.map_err(|error| RefineError::Machine { seed: options.seed, error })?;
    let program = program.with_flushed_denormals(machine.flushed_denormals());
    let text = &module.kernels[id];
    let trials = Trials { module, id, kernel, options, program, machine, shared_entry: shared_entry(module, text) };
    let mut summary = Summary { writes: writes(text), ..Summary::default() };
    let mut taken = BranchDirections::default();
    let mut step_limits = 0;
    let mut next = 0;
    let mut spent: u64 = 0;
    let most = options.trials.saturating_add(options.further);
    while next < options.trials || next < most && summary.wants_more(next - options.trials) {
        if spent >= summary.allowance(options.budget) {
            summary.omitted_trials += options.trials.saturating_sub(next);
            break;
        }
        let end = if next < options.trials { options.trials } else { most };
        let batch = next..next.saturating_add(BATCH).min(end);
        next = batch.end;
        let so_far = SoFar { reached_limits: step_limits >= PATIENCE, compared_nothing: summary.compared_bytes == 0 };
        let batch: Vec<_> = batch.into_par_iter().map(|trial| trials.run(trial, so_far)).collect();
        for trial in batch {
            if spent >= summary.allowance(options.budget) {
                summary.omitted_trials += 1;
                continue;
            }
            let trial = trial?;
            step_limits += u32::from(trial.reached_step_limit);
            spent = spent.saturating_add(add(&trials, trial, &mut summary, &mut taken)?);
        }
    }
    if may_be_long && options.further > 0 && summary.may_be_long() {
        let long = trials.run_long()?;
        // One that does not end says nothing that the others have not said.
        if !long.is_endless() {
            add(&trials, long, &mut summary, &mut taken)?;
        }
    }
    (summary.branches, summary.one_way) = one_way::one_way(module, id, &taken);
    Ok(summary)
}

/// Adds a trial to `summary`, and the ways that its branches took to `taken`. Returns how many instructions the interpreter
/// executed. A difference is confirmed before: one at a time, as this takes hundreds of memories, and the first that is confirmed is
/// the last.
fn add(
    trials: &Trials<'_>,
    trial: Trial,
    summary: &mut Summary,
    taken: &mut BranchDirections,
) -> Result<u64, RefineError> {
    let Trial { seed, branches, mut executed, outcome, .. } = trial;
    let result = match outcome {
        Outcome::Compared(compared) => Ok(compared),
        Outcome::NotCompared(cause) => Err(cause),
        Outcome::Unconfirmed(difference) => {
            let (confirming, result) = trials.confirm(*difference, seed)?;
            executed = executed.saturating_add(confirming);
            result
        }
    };
    if result.is_ok() {
        taken.add(&branches);
    }
    summary.add(seed, result)?;
    Ok(executed)
}

/// How both engines round what hardware computes only nearly: alike, so that it is no difference where the source allows
/// it, and otherwise than exact results are rounded, so that it is one where the source does not. The same for every seed, so
/// that the seed of a trial repeats it.
const APPROXIMATION: Approximation = Approximation::Chosen(0x7e57);

/// Whether a kernel has an operation that writes.
fn writes(kernel: &Kernel) -> bool {
    let mut insts = kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts);
    insts.any(|inst| match &kernel.insts[*inst] {
        InstData::Texture(id) => kernel.textures[*id].data.is_some(),
        InstData::Memory(id) => kernel.memories[*id].kind.access.writes(),
        _ => false,
    })
}

/// A binding table entry that several declarations used by the kernel share, with their names.
fn shared_entry(module: &Module, kernel: &Kernel) -> Option<String> {
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

/// Trials that run in parallel. The number does not depend on the cores, so that neither does what a check finds.
const BATCH: u32 = 8;
/// After so many trials that reached the step limit, further batches have a smaller limit: a check of a program that
/// never ends must end soon.
const PATIENCE: u32 = 8;
