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

/// What came of a round.
pub(super) struct Outcome {
    pub seed: u64,
    /// Whether the program did not end.
    pub endless: bool,
    /// What was compared, or why nothing was: the cause, and an example of it.
    pub result: Result<Comparison, (Cause, String)>,
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
    pub fn run(&self, round: u32, hurry: bool) -> Result<Outcome, RefineError> {
        let seed = seed(self.options.seed, round);
        let mut inputs = Inputs::new(self.module, self.id, self.kernel.simd, seed, self.options);
        if hurry {
            inputs.hurry(&self.module.kernels[self.id]);
        }
        let mut endless = false;
        let result = self.compare(&inputs, seed, &mut endless)?;
        Ok(Outcome { seed, endless, result })
    }

    fn compare(
        &self,
        inputs: &Inputs,
        seed: u64,
        endless: &mut bool,
    ) -> Result<Result<Comparison, (Cause, String)>, RefineError> {
        let fills =
            [Fill::constant(INTERPRETER_PATTERN), Fill::constant(0), Fill::differing(INTERPRETER_PATTERN, seed)];
        let mut expected = Vec::with_capacity(fills.len());
        let mut known = Ended::default();
        let mut failures = Vec::new();
        for fill in fills {
            match self.interpret(inputs, fill, &mut known)? {
                Ok(environment) => expected.push(environment),
                Err(error) => failures.push(error),
            }
            // A second failure says that this does not depend on what is undefined; a success, that it does.
            if !failures.is_empty() && expected.len() + failures.len() > 1 {
                break;
            }
            // All other runs would be the same.
            if failures.is_empty() && !known.took_undefined {
                break;
            }
        }
        if let Some(error) = failures.first() {
            *endless = matches!(error, InterpError::StepLimit { .. });
            let cause = if expected.is_empty() { self.cause(error) } else { Cause::Undefined };
            let example = match &self.shared_entry {
                Some(shared) if cause == Cause::SharedEntry => format!("{shared}; {error}"),
                _ => error.to_string(),
            };
            return Ok(Err((cause, example)));
        }
        let poisons = [Fill::constant(MACHINE_PATTERN), Fill::differing(MACHINE_PATTERN, seed)];
        let [plain, varied] = poisons.map(|poison| self.execute(inputs, poison, seed));
        let found = [&plain?, &varied?];
        let comparison = difference::compare(self.module, &expected, found, Defined::Bytes);
        if comparison.count == 0 || !known.took_undefined {
            return Ok(Ok(comparison));
        }
        for fill in Fill::edges_and_varied(seed >> 1).take(CONFIRMATIONS) {
            match self.interpret(inputs, fill, &mut known)? {
                Ok(environment) => expected.push(environment),
                Err(error) => return Ok(Err((Cause::Undefined, error.to_string()))),
            }
        }
        let comparison = difference::compare(self.module, &expected, found, Defined::Elements);
        if comparison.count > 0 && known.read_undefined {
            // A sum of many numbers that can be anything is a NaN for nearly all of them, and is not for some.
            return Ok(Err((Cause::LocalMemory, "a result is made of it".to_owned())));
        }
        Ok(Ok(comparison))
    }

    /// Memory after a run of the interpreter, or why the inputs have no meaning. `known` is what all runs that came to
    /// their end have met.
    fn interpret(
        &self,
        inputs: &Inputs,
        fill: Fill,
        known: &mut Ended,
    ) -> Result<Result<Environment, InterpError>, RefineError> {
        let mut environment = inputs.environment.clone();
        environment.note_writers();
        match self.program.run(&mut environment, &inputs.grid, self.kernel.simd, fill) {
            Ok(ended) => {
                known.read_undefined |= ended.read_undefined;
                known.took_undefined |= ended.took_undefined;
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

    /// Why inputs are left out on which every run of the interpreter fails.
    fn cause(&self, error: &InterpError) -> Cause {
        match error {
            InterpError::StepLimit { .. } => Cause::StepLimit,
            InterpError::Race { .. } => Cause::Race,
            _ if self.shared_entry.is_some() => Cause::SharedEntry,
            _ => Cause::Operation,
        }
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
