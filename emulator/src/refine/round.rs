//! One round: both engines on copies of the same inputs.

use texvisa_ir::texture::{KernelId, Module};
use texvisa_ir::visa::Kernel;

use super::difference::{self, Comparison, Defined};
use super::inputs::Inputs;
use super::summary::Cause;
use super::{Options, RefineError};
use crate::environment::Environment;
use crate::fill::Fill;
use crate::interp::{Ended, InterpError, Program};
use crate::machine::Machine;

/// What undefined bits are in the first run of each engine; in its last every byte is another.
const INTERPRETER_PATTERN: u64 = 0x6b6b_6b6b_6b6b_6b6b;
const MACHINE_PATTERN: u64 = 0xcdcd_cdcd_cdcd_cdcd;
/// How often the interpreter runs in addition where the machine left something else.
const CONFIRMATIONS: usize = 256;
/// Instructions of vISA that one of texture IR may take.
const MACHINE_STEPS: u64 = 64;

/// What all rounds have in common.
pub(super) struct Rounds<'a> {
    pub module: &'a Module,
    pub id: KernelId,
    pub kernel: &'a Kernel,
    pub options: &'a Options,
    pub program: Program<'a>,
    pub machine: Machine<'a>,
    /// What there is to say of declarations that share a table entry.
    pub shared_entry: Option<String>,
}

/// What a round has come to.
pub(super) struct Round {
    pub seed: u64,
    /// Whether the program did not end.
    pub endless: bool,
    pub outcome: Outcome,
}

pub(super) enum Outcome {
    Known(Known),
    /// The machine left something else than the first runs of the interpreter agree on.
    Differs(Box<Unconfirmed>),
}

/// What was compared, or why nothing was.
pub(super) type Known = Result<Comparison, LeftOut>;

/// Why a round was left out.
pub(super) struct LeftOut {
    pub cause: Cause,
    /// What was said of it.
    pub example: String,
}

/// A difference that more runs of the interpreter have to confirm.
pub(super) struct Unconfirmed {
    inputs: Inputs,
    /// Memory after each run of the interpreter, and what these have met.
    expected: Vec<Environment>,
    met: Ended,
    /// Memory after each run of the machine.
    found: [Environment; 2],
}

/// The seed of a round: that of the first is the given one, so that one round repeats it.
const fn seed(first: u64, round: u32) -> u64 {
    first.wrapping_add((round as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

impl Rounds<'_> {
    /// Runs one round; `hurry` says that programs which do not end were met before.
    ///
    /// # Errors
    ///
    /// The program cannot be executed at all.
    pub fn run(&self, round: u32, hurry: bool) -> Result<Round, RefineError> {
        let seed = seed(self.options.seed, round);
        let mut inputs = Inputs::new(self.module, self.id, self.kernel.simd, seed, self.options);
        if hurry {
            inputs.hurry(&self.module.kernels[self.id]);
        }
        let fills =
            [Fill::constant(INTERPRETER_PATTERN), Fill::constant(0), Fill::differing(INTERPRETER_PATTERN, seed)];
        let mut expected = Vec::with_capacity(fills.len());
        let mut met = Ended::default();
        let mut failures = Vec::new();
        for fill in fills {
            match self.interpret(&inputs, fill, &mut met)? {
                Ok(environment) => expected.push(environment),
                Err(error) => failures.push(error),
            }
            // A second failure says that this does not depend on what is undefined; a success, that it does.
            if !failures.is_empty() && expected.len() + failures.len() > 1 {
                break;
            }
            // All other runs would be the same.
            if failures.is_empty() && !met.took_undefined {
                break;
            }
        }
        if let Some(error) = failures.first() {
            let endless = matches!(error, InterpError::StepLimit { .. });
            let left_out = self.left_out(error, !expected.is_empty());
            return Ok(Round { seed, endless, outcome: Outcome::Known(Err(left_out)) });
        }
        let poisons = [Fill::constant(MACHINE_PATTERN), Fill::differing(MACHINE_PATTERN, seed)];
        let [plain, varied] = poisons.map(|poison| self.execute(&inputs, poison, seed));
        let found = [plain?, varied?];
        let comparison = difference::compare(self.module, &expected, found.each_ref(), Defined::Bytes);
        let outcome = match comparison.count {
            0 => Outcome::Known(Ok(comparison)),
            _ => Outcome::Differs(Box::new(Unconfirmed { inputs, expected, met, found })),
        };
        Ok(Round { seed, endless: false, outcome })
    }

    /// Confirms the difference of the round with that seed, or finds that it is none.
    ///
    /// # Errors
    ///
    /// The program cannot be executed at all.
    pub fn confirm(&self, difference: Unconfirmed, seed: u64) -> Result<Known, RefineError> {
        let Unconfirmed { inputs, mut expected, mut met, found } = difference;
        let others = if met.took_undefined { CONFIRMATIONS } else { 0 };
        for fill in Fill::edges_and_varied(seed >> 1).take(others) {
            match self.interpret(&inputs, fill, &mut met)? {
                Ok(environment) => expected.push(environment),
                Err(error) => return Ok(Err(LeftOut { cause: Cause::Undefined, example: error.to_string() })),
            }
        }
        let comparison = difference::compare(self.module, &expected, found.each_ref(), Defined::Elements);
        if comparison.count > 0 && met.read_undefined {
            // A sum of many numbers that can be anything is a NaN for nearly all of them, and is not for some.
            let example = "a result is made of it".to_owned();
            return Ok(Err(LeftOut { cause: Cause::LocalMemory, example }));
        }
        Ok(Ok(comparison))
    }

    /// Memory after a run of the interpreter, or why the inputs have no meaning; `met` is what all runs that came to
    /// their end have met.
    fn interpret(
        &self,
        inputs: &Inputs,
        fill: Fill,
        met: &mut Ended,
    ) -> Result<Result<Environment, InterpError>, RefineError> {
        let mut environment = inputs.environment.clone();
        environment.note_writers();
        match self.program.run(&mut environment, &inputs.grid, self.kernel.simd, fill) {
            Ok(ended) => {
                met.read_undefined |= ended.read_undefined;
                met.took_undefined |= ended.took_undefined;
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
    }

    /// Memory after a run of the machine.
    fn execute(&self, inputs: &Inputs, poison: Fill, seed: u64) -> Result<Environment, RefineError> {
        let mut environment = inputs.environment.clone();
        // The machine runs many instructions for one of the interpreter.
        environment.step_limit = environment.step_limit.saturating_mul(MACHINE_STEPS);
        self.machine
            .run(self.module, self.id, &mut environment, &inputs.grid, poison, None)
            .map_err(|error| RefineError::Machine { seed, error })?;
        Ok(environment)
    }

    /// Why inputs are left out on which the interpreter fails: in every run, or only where what is undefined makes it.
    fn left_out(&self, error: &InterpError, sometimes: bool) -> LeftOut {
        let cause = match (error, &self.shared_entry) {
            _ if sometimes => Cause::Undefined,
            (InterpError::StepLimit { .. }, _) => Cause::StepLimit,
            (InterpError::Race { .. }, _) => Cause::Race,
            (_, Some(shared)) => {
                return LeftOut { cause: Cause::SharedEntry, example: format!("{shared}; {error}") };
            }
            (_, None) => Cause::Operation,
        };
        LeftOut { cause, example: error.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_round_has_the_seed_that_was_given() {
        assert_eq!(seed(77, 0), 77);
        assert_ne!(seed(77, 1), seed(77, 2));
    }
}
