//! What a check by execution has seen, and what it has not.

use std::fmt;

use super::difference::{Comparison, Undefined};
use super::round::{Known, LeftOut};
use super::{RefineError, Refinement};

/// What a check that found nothing wrong has seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Rounds whose inputs had a meaning.
    pub rounds: u32,
    /// Rounds that were left out, by cause, each where it came up first.
    pub skipped: Vec<Skipped>,
    /// Whether the program has an operation that writes. One without leaves nothing to compare.
    pub writes: bool,
    /// Bytes that the program wrote and that were compared, of all rounds.
    pub compared: u64,
    /// Bytes that it wrote and that were undefined.
    pub undefined: Undefined,
}

impl Summary {
    /// How many rounds were left out.
    pub fn skipped_rounds(&self) -> u32 {
        self.skipped.iter().map(|skipped| skipped.rounds).sum()
    }

    /// Why nothing was compared, where that is so and there was something to compare.
    pub fn shortcoming(&self) -> Option<Shortcoming<'_>> {
        let rounds = self.rounds;
        if rounds == 0 {
            Some(Shortcoming::Skipped(&self.skipped))
        } else if self.compared > 0 || !self.writes {
            None
        } else if self.undefined.total() > 0 {
            Some(Shortcoming::Undefined { rounds, undefined: self.undefined })
        } else {
            Some(Shortcoming::Unwritten { rounds })
        }
    }

    /// Adds what came of the round with that seed.
    ///
    /// # Errors
    ///
    /// A difference.
    pub(super) fn add(&mut self, seed: u64, known: Known) -> Result<(), RefineError> {
        match known {
            Ok(Comparison { differences, count, .. }) if count > 0 => {
                return Err(RefineError::Differs(Box::new(Refinement { seed, differences, count })));
            }
            Ok(comparison) => {
                self.rounds += 1;
                self.compared += comparison.compared;
                self.undefined += comparison.undefined;
            }
            Err(LeftOut { cause, example }) => match self.skipped.iter_mut().find(|skipped| skipped.cause == cause) {
                Some(skipped) => skipped.rounds += 1,
                None => self.skipped.push(Skipped { cause, rounds: 1, seed, example }),
            },
        }
        Ok(())
    }
}

/// Why inputs are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// A wave executes more instructions than it may.
    #[error("the kernel does not end within the step limit")]
    StepLimit,
    /// A work item overwrites local memory that another has read, with no barrier between them.
    #[error("what the kernel means depends on the order of its work items")]
    Race,
    /// Work items read local memory that none has written, or that another writes with no barrier between them.
    #[error("local memory is read where nothing is defined")]
    LocalMemory,
    /// Declarations that the program uses have one entry of the binding table, and what is bound there is not as all of
    /// them want it.
    #[error("declarations of one table entry ask for different resources")]
    SharedEntry,
    /// A texture operation or an access that has no meaning on what is bound.
    #[error("an operation has no meaning on what is bound")]
    Operation,
    /// One of the above for some bits of what is undefined, and not for others: a condition, an address or an index.
    #[error("whether the kernel has a meaning depends on undefined values")]
    Undefined,
}

/// Rounds that were left out for one cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Why.
    pub cause: Cause,
    /// How many.
    pub rounds: u32,
    /// The seed of the first. One round repeats it.
    pub seed: u64,
    /// What stopped the interpreter there.
    pub example: String,
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} inputs: {} (seed {}: {})", self.rounds, self.cause, self.seed, self.example)
    }
}

/// Why a check by execution has shown nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortcoming<'a> {
    /// All rounds were left out.
    Skipped(&'a [Skipped]),
    /// The program has operations that write, and none of them wrote anything.
    Unwritten {
        /// The rounds.
        rounds: u32,
    },
    /// All that the program wrote is undefined.
    Undefined {
        /// The rounds.
        rounds: u32,
        /// The bytes.
        undefined: Undefined,
    },
}

impl fmt::Display for Shortcoming<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shortcoming::Skipped(skipped) => {
                f.write_str("nothing was executed; skipped")?;
                let mut separator = " ";
                for skipped in *skipped {
                    write!(f, "{separator}{skipped}")?;
                    separator = "; ";
                }
                Ok(())
            }
            Shortcoming::Unwritten { rounds } => {
                write!(f, "nothing was compared: {rounds} inputs were executed, and they write nothing")
            }
            Shortcoming::Undefined { rounds, undefined } => {
                write!(
                    f,
                    "nothing was compared: {rounds} inputs were executed, and all bytes that they write are undefined: {undefined}"
                )
            }
        }
    }
}
