//! Checks by execution that vISA refines the texture IR that it was made from.
//!
//! Each round makes random inputs, with many at the edges of what is there, and runs on copies of them the interpreter
//! three times, with different bits for everything undefined, and the machine twice, with different poisons. A byte of
//! memory on which the runs of the interpreter agree is defined; both runs of the machine must have left the same
//! there. (One run has zeros for what is undefined: comparisons of undefined numbers with small ones come out alike in
//! the other two.) Where they have not, the interpreter runs many more times before that counts: a comparison of an
//! undefined number with a great one comes out alike for most bits.
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
mod summary;
mod uses;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use texvisa_ir::texture::{Binding, InstData, Kernel as Text, KernelId, MemoryAccess, Module};
use texvisa_ir::visa::{Kernel, RegisterMap};

use crate::environment::Environment;
use crate::fill::Fill;
use crate::interp::{InterpError, Program};
use crate::machine::{Machine, MachineError};
use crate::unit::Precision;

use difference::Defined;
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

/// What undefined bits are in the first run of each engine; in its second every byte is another.
const INTERPRETER_PATTERN: u64 = 0x6b6b_6b6b_6b6b_6b6b;
const MACHINE_PATTERN: u64 = 0xcdcd_cdcd_cdcd_cdcd;

/// The seed of a round: that of the first is the given one, so that one round repeats it.
const fn round_seed(seed: u64, round: u32) -> u64 {
    seed.wrapping_add((round as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

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
    let shared = shared_entry(module, text);
    let mut summary = Summary { writes: writes(text), ..Summary::default() };
    let mut endless = 0;
    for round in 0..options.rounds {
        let seed = round_seed(options.seed, round);
        let mut inputs = Inputs::new(module, id, kernel.simd, seed, options);
        if endless >= PATIENCE {
            inputs.hurry(text);
        }
        let read_undefined = Cell::new(false);
        let interpret = |fill: Fill| -> Result<Run, RefineError> {
            let mut environment = inputs.environment.clone();
            environment.note_writers();
            match program.run(&mut environment, &inputs.grid, kernel.simd, fill) {
                Ok(ended) => {
                    read_undefined.set(read_undefined.get() || ended.read_undefined);
                    Ok(Ok(environment))
                }
                Err(
                    error @ (InterpError::StepLimit { .. }
                    | InterpError::Race { .. }
                    | InterpError::Texture { .. }
                    | InterpError::Access { .. }),
                ) => Ok(Err(error)),
                Err(error) => Err(error.into()),
            }
        };
        let fills =
            [Fill::constant(INTERPRETER_PATTERN), Fill::constant(0), Fill::differing(INTERPRETER_PATTERN, seed)];
        let mut expected = Vec::with_capacity(fills.len());
        let mut failures = Vec::new();
        for fill in fills {
            match interpret(fill)? {
                Ok(environment) => expected.push(environment),
                Err(error) => failures.push(error),
            }
            // A second failure says that this does not depend on what is undefined; a success, that it does.
            if !failures.is_empty() && expected.len() + failures.len() > 1 {
                break;
            }
        }
        if let Some(error) = failures.first() {
            endless += u32::from(matches!(error, InterpError::StepLimit { .. }));
            let cause = if expected.is_empty() { cause(error, shared.as_deref()) } else { Cause::Undefined };
            summary.skip(cause, seed, || match &shared {
                Some(shared) if cause == Cause::SharedEntry => format!("{shared}; {error}"),
                _ => error.to_string(),
            });
            continue;
        }
        let execute = |fill: Fill| -> Result<Environment, RefineError> {
            let mut environment = inputs.environment.clone();
            // The machine runs many instructions for one of the interpreter.
            environment.step_limit = environment.step_limit.saturating_mul(MACHINE_STEPS);
            machine
                .run(module, id, &mut environment, &inputs.grid, fill, None)
                .map_err(|error| RefineError::Machine { seed, error })?;
            Ok(environment)
        };
        let poisons = [Fill::constant(MACHINE_PATTERN), Fill::differing(MACHINE_PATTERN, seed)];
        let [plain, varied] = poisons.map(execute);
        let found = [&plain?, &varied?];
        let mut comparison = difference::compare(module, &expected, found, Defined::Bytes);
        if comparison.count > 0 {
            let mut failure = None;
            for fill in Fill::edges_and_varied(seed >> 1).take(CONFIRMATIONS) {
                match interpret(fill)? {
                    Ok(environment) => expected.push(environment),
                    Err(error) => {
                        failure = Some(error);
                        break;
                    }
                }
            }
            if let Some(error) = failure {
                summary.skip(Cause::Undefined, seed, || error.to_string());
                continue;
            }
            comparison = difference::compare(module, &expected, found, Defined::Elements);
            if comparison.count > 0 && read_undefined.get() {
                // A sum of many numbers that can be anything is a NaN for nearly all of them, and is not for some.
                summary.skip(Cause::LocalMemory, seed, || "a result is made of it".to_owned());
                continue;
            }
        }
        summary.rounds += 1;
        summary.compared += comparison.compared;
        summary.undefined += comparison.undefined;
        if comparison.count > 0 {
            let refinement = Refinement { seed, differences: comparison.differences, count: comparison.count };
            return Err(RefineError::Differs(Box::new(refinement)));
        }
    }
    Ok(summary)
}

/// Memory after a run of the interpreter, or why the inputs have no meaning.
type Run = Result<Environment, InterpError>;

/// Why inputs are left out on which every run of the interpreter fails, where declarations may share an entry.
fn cause(error: &InterpError, shared: Option<&str>) -> Cause {
    match error {
        InterpError::StepLimit { .. } => Cause::StepLimit,
        InterpError::Race { .. } => Cause::Race,
        _ if shared.is_some() => Cause::SharedEntry,
        _ => Cause::Operation,
    }
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

/// After how many inputs on which a program does not end the others get fewer instructions, so that a check of a
/// program that never does is not long.
const PATIENCE: u32 = 8;
/// How often the interpreter runs in addition where the machine left something else.
const CONFIRMATIONS: usize = 256;
/// Instructions of vISA that one of texture IR may take.
const MACHINE_STEPS: u64 = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_round_has_the_seed_that_was_given() {
        assert_eq!(round_seed(77, 0), 77);
        assert_ne!(round_seed(77, 1), round_seed(77, 2));
    }
}
