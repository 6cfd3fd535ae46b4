//! One trial: both engines run on copies of the same inputs.

use texvisa_ir::texture::{KernelId, Module};
use texvisa_ir::visa::VisaKernel;

use super::accesses::{AccessComparison, ExpectedAccesses, arrange};
use super::counterexample::RefineError;
use super::difference::{self, Comparison, Granularity};
use super::inputs::Inputs;
use super::mode::{LONG, ORDINARY, RESTRAINED, USUAL_GROUP};
use super::not_compared::{Cause, NotCompared};
use super::options::{FEW_TRIALS, TrialOptions};
use crate::access_log::AccessLog;
use crate::environment::Environment;
use crate::interp::{BranchDirections, Ended, InterpError, LaneOrder, Program};
use crate::machine::{Machine, MachineError};
use crate::taint::Taint;
use crate::undef_bits::UndefBits;

/// The undefined bits of the first run of each engine. In its last run every byte differs.
const INTERPRETER_PATTERN: u64 = 0x6b6b_6b6b_6b6b_6b6b;
const MACHINE_PATTERN: u64 = 0xcdcd_cdcd_cdcd_cdcd;
/// How often the interpreter runs again before a difference is reported.
const CONFIRMATIONS: usize = 256;
/// How often it runs again, at least, before what depends on undefined values is followed instead.
const LEAST_CONFIRMATIONS: u64 = 32;
/// How many instructions the runs before that take, where they are more.
const CONFIRMATION_STEPS: u64 = 1 << 21;
/// How often inputs with small numbers are tried where a program does not end.
const RESTRAINED_TRIES: usize = 3;
/// How many vISA instructions one instruction of texture IR may become.
const MACHINE_STEPS: u64 = 64;

/// What all trials share.
pub(super) struct Trials<'a> {
    pub module: &'a Module,
    pub id: KernelId,
    pub kernel: &'a VisaKernel,
    pub options: &'a TrialOptions,
    pub program: Program<'a>,
    pub machine: Machine<'a>,
    /// A binding table entry that several declarations share, and their names, as a diagnostic.
    pub shared_entry: Option<String>,
}

/// What the trials before a batch came to.
#[derive(Clone, Copy)]
pub(super) struct SoFar {
    /// Whether several of them reached the step limit.
    pub reached_limits: bool,
    /// Whether no byte was compared.
    pub compared_nothing: bool,
}

/// The result of one trial.
pub(super) struct Trial {
    pub seed: u64,
    /// Whether the interpreter or the machine reached the step limit.
    pub reached_step_limit: bool,
    /// Which ways the interpreter took its branches.
    pub branches: BranchDirections,
    /// How many instructions the interpreter executed, in all runs.
    pub executed: u64,
    pub outcome: Outcome,
}

impl Trial {
    /// Whether the program does not end with these inputs.
    pub fn is_endless(&self) -> bool {
        matches!(self.outcome, Outcome::NotCompared(NotCompared { cause: Cause::StepLimit, .. }))
    }
}

pub(super) enum Outcome {
    Compared(Compared),
    NotCompared(NotCompared),
    /// The machine did something else than what the first runs of the interpreter agree on.
    Unconfirmed(Box<Unconfirmed>),
}

/// What came of comparing.
pub(super) struct Compared {
    /// What is left in memory.
    pub memory: Comparison,
    /// What was done on the way.
    pub accesses: AccessComparison,
}

impl Compared {
    /// Whether anything differs.
    pub fn differs(&self) -> bool {
        self.memory.count > 0 || self.accesses.count > 0
    }
}

/// A difference that more runs of the interpreter have to confirm.
pub(super) struct Unconfirmed {
    inputs: Inputs,
    expected: Expected,
    /// Memory after each run of the machine.
    found: [Environment; 2],
    /// What its first run did.
    log: AccessLog,
}

impl Unconfirmed {
    /// How often the interpreter runs again before what depends on undefined values is followed: fewer times where a
    /// run takes long.
    fn cheap_confirmations(&self) -> usize {
        let runs = (self.expected.memory.len() as u64).max(1);
        let steps = (self.expected.executed / runs).max(1);
        (CONFIRMATION_STEPS / steps).clamp(LEAST_CONFIRMATIONS, CONFIRMATIONS as u64) as usize
    }
}

/// How many instructions confirming a difference took, and what came of it.
pub(super) type Confirmed = (u64, Result<Compared, NotCompared>);

/// What the runs of the interpreter did.
#[derive(Default)]
struct Expected {
    /// Memory after each run.
    memory: Vec<Environment>,
    /// What they did on the way.
    accesses: Option<ExpectedAccesses>,
    /// What they met, together.
    met: Ended,
    /// How many instructions they executed, together, and those that failed.
    executed: u64,
}

impl Expected {
    /// Compares with what the machine did, apart from what is tainted.
    fn compare(
        &self,
        module: &Module,
        found: &[Environment; 2],
        log: &AccessLog,
        granularity: Granularity,
        taint: Option<&Taint>,
    ) -> Compared {
        let accesses = self.accesses.as_ref();
        Compared {
            memory: difference::compare(module, &self.memory, found.each_ref(), granularity, taint),
            accesses: accesses.map(|accesses| accesses.compare(module, log, taint)).unwrap_or_default(),
        }
    }
}

/// The seed of a trial. The first trial has the given seed, so that a check of one trial repeats any.
const fn seed(first: u64, trial: u32) -> u64 {
    first.wrapping_add((trial as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

impl Trials<'_> {
    /// Runs one trial, with fewer steps where earlier trials reached the step limit. Where the program does
    /// not end with the inputs of its seed, seeds follow of which numbers that may bound a loop are small.
    ///
    /// Of four further trials one takes such a seed, one a work group of a usual size, and one ordinary inputs while nothing was
    /// compared; later, one, one and three of eight, or one of eight.
    ///
    /// # Errors
    ///
    /// The program cannot be executed at all.
    pub fn run(&self, trial: u32, so_far: SoFar) -> Result<Trial, RefineError> {
        let mut seed = seed(self.options.seed, trial);
        let further = trial.checked_sub(self.options.trials);
        match further.map(|further| (further % if further < FEW_TRIALS { 4 } else { 8 }, so_far.compared_nothing)) {
            Some((0, _)) => seed = USUAL_GROUP.after(seed),
            Some((1, _)) => seed = RESTRAINED.after(seed),
            Some((2 | 6, true) | (4, _)) => seed = ORDINARY.after(seed),
            _ => {}
        }
        let mut first = self.run_seed(seed, so_far.reached_limits)?;
        if !first.is_endless() {
            return Ok(first);
        }
        for _ in 0..RESTRAINED_TRIES {
            seed = RESTRAINED.after(seed);
            let next = self.run_seed(seed, so_far.reached_limits)?;
            first.executed += next.executed;
            if !next.is_endless() {
                return Ok(Trial { reached_step_limit: true, executed: first.executed, ..next });
            }
        }
        Ok(first)
    }

    /// Runs a trial of many instructions.
    ///
    /// # Errors
    ///
    /// The program cannot be executed at all.
    pub fn run_long(&self) -> Result<Trial, RefineError> {
        self.run_seed(LONG.after(self.options.seed), false)
    }

    /// Runs the trial with `seed`.
    fn run_seed(&self, seed: u64, is_limited: bool) -> Result<Trial, RefineError> {
        let mut inputs = Inputs::new(self.module, self.id, self.kernel.simd, seed, self.options);
        if is_limited {
            inputs.hurry(&self.module.kernels[self.id]);
        }
        let undef_bits = [
            UndefBits::constant(INTERPRETER_PATTERN),
            UndefBits::constant(0),
            UndefBits::differing(INTERPRETER_PATTERN, seed),
        ];
        let mut expected = Expected::default();
        let mut failures = Vec::new();
        for undef in undef_bits {
            if let Err(error) = self.interpret(&inputs, undef, &mut expected)? {
                failures.push(error);
            }
            // After a failure, a second failure shows that it does not depend on undefined bits; a success shows that
            // it does.
            if !failures.is_empty() && expected.memory.len() + failures.len() > 1 {
                break;
            }
            // All other runs would be the same.
            if failures.is_empty() && !expected.met.took_undefined {
                break;
            }
        }
        if let Some(error) = failures.first() {
            let reached_step_limit = matches!(error, InterpError::StepLimit { .. });
            let outcome = Outcome::NotCompared(self.not_compared(error, !expected.memory.is_empty()));
            let executed = expected.executed;
            return Ok(Trial { seed, reached_step_limit, branches: BranchDirections::default(), executed, outcome });
        }
        let first = self.execute(&inputs, UndefBits::constant(MACHINE_PATTERN), seed, true);
        let second = self.execute(&inputs, UndefBits::differing(MACHINE_PATTERN, seed), seed, false);
        let (found, log) = match (first, second) {
            (Ok((first, log)), Ok((second, _))) => ([first, second], log),
            (Err(error), _) | (_, Err(error)) => {
                let outcome = self.endless(&inputs, error, &mut expected, seed)?;
                let (branches, executed) = (BranchDirections::default(), expected.executed);
                let outcome = Outcome::NotCompared(outcome);
                return Ok(Trial { seed, reached_step_limit: true, branches, executed, outcome });
            }
        };
        let compared = expected.compare(self.module, &found, &log, Granularity::Bytes, None);
        let (branches, executed) = (expected.met.branches.clone(), expected.executed);
        let outcome = match compared.differs() {
            false => Outcome::Compared(compared),
            true => Outcome::Unconfirmed(Box::new(Unconfirmed { inputs, expected, found, log })),
        };
        Ok(Trial { seed, reached_step_limit: false, branches, executed, outcome })
    }

    /// Runs the interpreter many more times on the inputs of a difference, and compares again.
    ///
    /// # Errors
    ///
    /// The program cannot be executed at all.
    pub fn confirm(&self, mut difference: Unconfirmed, seed: u64) -> Result<Confirmed, RefineError> {
        let before = difference.expected.executed;
        let undef_bits: Vec<UndefBits> = UndefBits::edges_and_varied(seed >> 1).take(CONFIRMATIONS).collect();
        let (first, rest) = undef_bits.split_at(difference.cheap_confirmations().min(undef_bits.len()));
        let mut result = self.confirm_with(&mut difference, first)?;
        // What depends on undefined values is not compared then, so that what differs is nearly always wrong. It is reported
        // if it differs for all bits that are tried.
        if !rest.is_empty() && result.as_ref().is_ok_and(Compared::differs) {
            result = self.confirm_with(&mut difference, rest)?;
        }
        Ok((difference.expected.executed - before, result))
    }

    /// Runs the interpreter with `undef_bits`, if it uses such bits at all, and compares again.
    fn confirm_with(
        &self,
        difference: &mut Unconfirmed,
        undef_bits: &[UndefBits],
    ) -> Result<Result<Compared, NotCompared>, RefineError> {
        let Unconfirmed { inputs, expected, found, log } = difference;
        let undef_bits = if expected.met.took_undefined { undef_bits } else { &[] };
        for undef in undef_bits {
            if let Err(error) = self.interpret(inputs, undef.clone(), expected)? {
                return Ok(Err(NotCompared { cause: Cause::Undefined, example: error.to_string() }));
            }
        }
        // What an atomic operation finds depends on the order of work items, and so may what follows from it.
        let orders: &[LaneOrder] = if self.program.has_atomics() { &LaneOrder::OTHERS } else { &[] };
        for order in orders {
            let undef = UndefBits::constant(INTERPRETER_PATTERN);
            if let Err(error) = self.interpret_in_order(inputs, undef, *order, expected)? {
                return Ok(Err(NotCompared { cause: Cause::Race, example: error.to_string() }));
            }
        }
        let mut compared = expected.compare(self.module, found, log, Granularity::Elements, None);
        let is_contested = expected.accesses.as_ref().is_some_and(ExpectedAccesses::has_contested_stores);
        let has_order = self.program.has_barrier();
        let is_open = expected.met.read_undefined || expected.met.took_undefined || is_contested || !has_order;
        if compared.differs() && is_open {
            // A sum of many undefined numbers is a NaN for nearly all bits, and is none for a few; a texel at an undefined
            // coordinate is at the edge for nearly all; a value of one lane in a hundred may be the one that matters. So what
            // depends on them is found by following them.
            let mut environment = inputs.environment.clone();
            let undef = UndefBits::constant(INTERPRETER_PATTERN);
            let executed = &mut expected.executed;
            let start = match expected.memory.first() {
                Some(memory) if !has_order => Taint::without_order(memory.all_writers()),
                _ => Taint::default(),
            };
            let taint = self.program.taint(&mut environment, &inputs.grid, self.kernel.simd, undef, start, executed)?;
            let cause = match (expected.met.read_undefined, taint.met_race) {
                (true, _) => Some((Cause::LocalMemory, "a condition depends on undefined bytes of it")),
                (false, true) => {
                    Some((Cause::Race, "a condition depends on which of several work items was the first"))
                }
                (false, false) => None,
            };
            if let Some((cause, example)) = cause.filter(|_| taint.everything) {
                return Ok(Err(NotCompared { cause, example: example.to_owned() }));
            }
            // Of both sides of a branch on an undefined value, what differs is the machine's fault.
            if !taint.everything {
                compared = expected.compare(self.module, found, log, Granularity::Elements, Some(&taint));
            }
        }
        Ok(Ok(compared))
    }

    /// Why a trial is not compared in which the machine reached the step limit and the first runs of the interpreter did
    /// not: with other undefined bits the interpreter does as well. A loop whose bound is a float that no integer has is
    /// endless for the greatest integer alone.
    ///
    /// # Errors
    ///
    /// The error of the machine, where this is not so.
    fn endless(
        &self,
        inputs: &Inputs,
        error: RefineError,
        expected: &mut Expected,
        seed: u64,
    ) -> Result<NotCompared, RefineError> {
        let is_endless = matches!(&error, RefineError::Machine { error: MachineError::StepLimit { .. }, .. });
        let runs = if is_endless && expected.met.took_undefined { CONFIRMATIONS } else { 0 };
        for undef in UndefBits::edges_and_varied(seed >> 1).take(runs) {
            if let Err(error) = self.interpret(inputs, undef, expected)? {
                return Ok(NotCompared { cause: Cause::Undefined, example: error.to_string() });
            }
        }
        Err(error)
    }

    /// Runs the interpreter, and adds to `expected` what a run did that ended; or says why these inputs cannot be
    /// compared.
    fn interpret(
        &self,
        inputs: &Inputs,
        undef: UndefBits,
        expected: &mut Expected,
    ) -> Result<Result<(), InterpError>, RefineError> {
        self.interpret_in_order(inputs, undef, LaneOrder::default(), expected)
    }

    /// The same with the work items of atomic operations in another order.
    fn interpret_in_order(
        &self,
        inputs: &Inputs,
        undef: UndefBits,
        order: LaneOrder,
        expected: &mut Expected,
    ) -> Result<Result<(), InterpError>, RefineError> {
        let mut environment = inputs.environment.clone();
        environment.note_writers();
        environment.log_accesses();
        let executed = &mut expected.executed;
        match self.program.run_in_order(&mut environment, &inputs.grid, self.kernel.simd, undef, order, executed) {
            Ok(ended) => {
                expected.met.read_undefined |= ended.read_undefined;
                expected.met.took_undefined |= ended.took_undefined;
                expected.met.branches.add(&ended.branches);
                let log = environment.take_log().map_or_else(AccessLog::default, |log| *log);
                match &mut expected.accesses {
                    Some(accesses) => accesses.add(log),
                    none => *none = Some(ExpectedAccesses::new(log)),
                }
                expected.memory.push(environment);
                Ok(Ok(()))
            }
            Err(
                error @ (InterpError::StepLimit { .. }
                | InterpError::Race { .. }
                | InterpError::Clobber { .. }
                | InterpError::Texture { .. }
                | InterpError::Access { .. }),
            ) => Ok(Err(error)),
            Err(error) => Err(error.into()),
        }
    }

    /// Memory after a run of the machine, and what it did where that is `logged`.
    fn execute(
        &self,
        inputs: &Inputs,
        undef: UndefBits,
        seed: u64,
        logged: bool,
    ) -> Result<(Environment, AccessLog), RefineError> {
        let mut environment = inputs.environment.clone();
        if logged {
            environment.log_accesses();
        }
        // The machine runs several instructions for one of the interpreter.
        environment.step_limit = environment.step_limit.saturating_mul(MACHINE_STEPS);
        self.machine
            .run(self.module, self.id, &mut environment, &inputs.grid, undef, None)
            .map_err(|error| RefineError::Machine { seed, error })?;
        let mut log = environment.take_log().map_or_else(AccessLog::default, |log| *log);
        arrange(&mut log);
        Ok((environment, log))
    }

    /// Why inputs on which the interpreter fails are not compared. `sometimes` says that it succeeded with other
    /// undefined bits.
    fn not_compared(&self, error: &InterpError, sometimes: bool) -> NotCompared {
        let cause = match (error, &self.shared_entry) {
            _ if sometimes => Cause::Undefined,
            (InterpError::StepLimit { .. }, _) => Cause::StepLimit,
            (InterpError::Race { .. } | InterpError::Clobber { .. }, _) => Cause::Race,
            (_, Some(shared)) => {
                return NotCompared { cause: Cause::SharedEntry, example: format!("{shared}; {error}") };
            }
            (_, None) => Cause::Operation,
        };
        NotCompared { cause, example: error.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_trial_has_the_given_seed() {
        assert_eq!(seed(77, 0), 77);
        assert_ne!(seed(77, 1), seed(77, 2));
    }
}
