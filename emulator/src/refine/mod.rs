//! Checks by execution that vISA refines the texture IR that it was made from.
//!
//! Each round makes random inputs, with many at the edges of what is there, and runs on copies of them the interpreter
//! three times, with different bits for everything undefined, and the machine twice, with different poisons. A byte of
//! memory on which the runs of the interpreter agree is defined; both runs of the machine must have left the same there.
//! (The third run has zeros for what is undefined: comparisons of undefined numbers with small ones come out alike in the
//! other two.) Where they have not, the interpreter runs many more times before that counts: a comparison of an undefined
//! number with a great one comes out alike for most bits.
//!
//! Left out are bytes on which two work items do not agree, as what is there depends on their order; and inputs on which the program
//! has no meaning at all: it does not end, or samples a surface in a way that no surface allows.
//!
//! What is equal: the bits, but that in a texel of 32-bit floats any NaN is as good as any other. Arithmetic makes one
//! NaN only, in both engines, as hardware documents neither sign nor payload of any.
//!
//! This says nothing of the texture unit itself, which both engines share.

mod difference;
mod inputs;

use std::fmt;

use texvisa_ir::texture::{KernelId, Module};
use texvisa_ir::visa::{Kernel, RegisterMap};

use crate::environment::Environment;
use crate::fill::Fill;
use crate::interp::{InterpError, Program};
use crate::machine::{Machine, MachineError};
use crate::unit::Precision;

use difference::Defined;
pub use difference::{Difference, Place};
pub use inputs::Inputs;

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

/// What a check that found nothing wrong has seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Rounds whose inputs had a meaning.
    pub rounds: u32,
    /// Rounds whose inputs had none.
    pub meaningless: u32,
    /// Bytes that the program wrote and that were compared, of all rounds.
    pub compared: u64,
    /// Bytes that it wrote and that were undefined.
    pub undefined: u64,
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
    let mut summary = Summary::default();
    for round in 0..options.rounds {
        let seed = round_seed(options.seed, round);
        let inputs = Inputs::new(module, id, kernel.simd, seed, options);
        let interpret = |fill: Fill| -> Result<Option<Environment>, RefineError> {
            let mut environment = inputs.environment.clone();
            environment.note_writers();
            match program.run(&mut environment, &inputs.grid, kernel.simd, fill) {
                Ok(()) => Ok(Some(environment)),
                Err(InterpError::StepLimit { .. } | InterpError::Texture { .. } | InterpError::Access { .. }) => {
                    Ok(None)
                }
                Err(error) => Err(error.into()),
            }
        };
        let fills =
            [Fill::constant(INTERPRETER_PATTERN), Fill::differing(INTERPRETER_PATTERN, seed), Fill::constant(0)];
        let mut expected = Vec::with_capacity(fills.len());
        for fill in fills {
            expected.extend(interpret(fill)?);
        }
        if expected.len() < EXPECTATIONS {
            summary.meaningless += 1;
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
            for number in 0..CONFIRMATIONS {
                expected.extend(interpret(Fill::varied(seed.wrapping_add(number)))?);
            }
            if expected.len() < EXPECTATIONS + CONFIRMATIONS as usize {
                summary.meaningless += 1;
                continue;
            }
            comparison = difference::compare(module, &expected, found, Defined::Elements);
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

/// How often the interpreter runs.
const EXPECTATIONS: usize = 3;
/// How often it runs in addition where the machine left something else.
const CONFIRMATIONS: u64 = 64;
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
