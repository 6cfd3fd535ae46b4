//! The counts of a check by differential execution that found no difference.

use std::fmt;
use std::ops::AddAssign;

use super::counterexample::{Counterexample, RefineError};
use super::not_compared::{Cause, NotCompared, UncomparedBytes, UncomparedTrials};
use super::one_way::OneWayBranch;
use super::options::{FEW_BYTES, FEW_TRIALS, SOME_TRIALS};
use super::trial::Compared;

/// What a check by differential execution compared, and what it did not.
///
/// Summaries of several programs can be added up, for a floor on what a test compares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Trials that were compared.
    pub trials: u32,
    /// Trials that were not, by cause, in the order of each cause's first.
    pub uncompared: Vec<UncomparedTrials>,
    /// Of the trials that were asked for, those that were not made: the budget of instructions was spent.
    pub omitted_trials: u32,
    /// Whether the program has an operation that writes. One without leaves nothing to compare.
    pub writes: bool,
    /// Bytes that the program wrote and that were compared, over all trials.
    pub compared_bytes: u64,
    /// Stores on the way that were compared, over all trials: those of a work item, element by element.
    pub compared_stores: u64,
    /// Messages to the texture unit that were compared, over all trials, lane by lane.
    pub compared_messages: u64,
    /// Trials of which not all stores and messages were compared: there were too many, or which there are depends on
    /// undefined values.
    pub partial_trials: u32,
    /// Branches of the source.
    pub branches: u64,
    /// Those of them that were not taken both ways in the trials that were compared.
    pub one_way: Vec<OneWayBranch>,
    /// Bytes that it wrote and that were not, over all trials that were compared.
    pub uncompared_bytes: UncomparedBytes,
}

impl Summary {
    /// How many trials were not compared.
    pub fn uncompared_trials(&self) -> u32 {
        self.uncompared.iter().map(|uncompared| uncompared.trials).sum()
    }

    /// Whether trials beyond the `further` that were made may show more of a program: it writes, and less than [`FEW_BYTES`]
    /// were compared. Where nothing was of many bytes, some are enough to see that each kind of inputs leaves it so; and few
    /// where no trial could be compared for a cause that other groups and numbers may not have.
    pub(super) fn wants_more(&self, further: u32) -> bool {
        let writes_little = self.compared_bytes > 0 || self.uncompared_bytes.total() < 16 * FEW_BYTES;
        let may_fit = self
            .uncompared
            .iter()
            .any(|uncompared| matches!(uncompared.cause, Cause::LocalMemory | Cause::Race | Cause::Undefined));
        let most = match (self.trials, writes_little) {
            (0, _) => {
                if may_fit {
                    FEW_TRIALS
                } else {
                    0
                }
            }
            (_, false) => SOME_TRIALS,
            (_, true) => u32::MAX,
        };
        self.writes && self.compared_bytes < FEW_BYTES && further < most
    }

    /// Whether a trial of many instructions may show something of a program: it writes, no trial could be compared, and one reached
    /// its step limit.
    pub(super) fn may_be_long(&self) -> bool {
        let reached_limit = |uncompared: &UncomparedTrials| uncompared.cause == Cause::StepLimit;
        self.writes && self.trials == 0 && self.uncompared.iter().any(reached_limit)
    }

    /// How many instructions of a `budget` may be executed before no trial follows: twice as many for a program that writes
    /// and of which little was compared.
    pub(super) fn allowance(&self, budget: u64) -> u64 {
        budget.saturating_mul(if self.writes && self.compared_bytes < FEW_BYTES { 2 } else { 1 })
    }

    /// Whether less than [`FEW_BYTES`] were compared of a program that wrote as many.
    pub fn is_short(&self) -> bool {
        self.compared_bytes < FEW_BYTES && self.compared_bytes + self.uncompared_bytes.total() >= FEW_BYTES
    }

    /// Why nothing was compared. `None` where something was, or where the program does not write.
    pub fn nothing_compared(&self) -> Option<NothingCompared<'_>> {
        let trials = self.trials;
        if trials == 0 {
            Some(NothingCompared::NoTrial(&self.uncompared))
        } else if self.compared_bytes > 0 || !self.writes {
            None
        } else if self.uncompared_bytes.total() > 0 {
            Some(NothingCompared::OnlyUndefined { trials, bytes: self.uncompared_bytes })
        } else {
            Some(NothingCompared::NothingWritten { trials })
        }
    }

    /// Adds the result of the trial with that seed.
    ///
    /// # Errors
    ///
    /// The trial found a difference.
    pub(super) fn add(&mut self, seed: u64, result: Result<Compared, NotCompared>) -> Result<(), RefineError> {
        match result {
            Ok(compared) if compared.differs() => {
                let Compared { memory, accesses } = compared;
                return Err(RefineError::Differs(Box::new(Counterexample {
                    seed,
                    differences: memory.differences,
                    count: memory.count,
                    accesses: accesses.differences,
                    access_count: accesses.count,
                })));
            }
            Ok(Compared { memory, accesses }) => {
                self.trials += 1;
                self.compared_bytes += memory.compared_bytes;
                self.uncompared_bytes += memory.uncompared_bytes;
                self.compared_stores += accesses.stores;
                self.compared_messages += accesses.messages;
                self.partial_trials += u32::from(accesses.is_partial);
            }
            Err(NotCompared { cause, example }) => {
                self.add_uncompared(UncomparedTrials { cause, trials: 1, seed, example });
            }
        }
        Ok(())
    }

    fn add_uncompared(&mut self, more: UncomparedTrials) {
        match self.uncompared.iter_mut().find(|uncompared| uncompared.cause == more.cause) {
            Some(uncompared) => uncompared.trials += more.trials,
            None => self.uncompared.push(more),
        }
    }
}

impl AddAssign for Summary {
    fn add_assign(&mut self, other: Summary) {
        self.trials += other.trials;
        self.omitted_trials += other.omitted_trials;
        other.uncompared.into_iter().for_each(|uncompared| self.add_uncompared(uncompared));
        self.writes |= other.writes;
        self.compared_bytes += other.compared_bytes;
        self.uncompared_bytes += other.uncompared_bytes;
        self.compared_stores += other.compared_stores;
        self.compared_messages += other.compared_messages;
        self.partial_trials += other.partial_trials;
        self.branches += other.branches;
        self.one_way.extend(other.one_way);
    }
}

/// Why a check by differential execution compared nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NothingCompared<'a> {
    /// No trial could be compared.
    NoTrial(&'a [UncomparedTrials]),
    /// The program has operations that write, and no trial executed one.
    NothingWritten {
        /// How many trials were executed.
        trials: u32,
    },
    /// All that the program wrote is undefined.
    OnlyUndefined {
        /// How many trials were executed.
        trials: u32,
        /// The bytes that it wrote.
        bytes: UncomparedBytes,
    },
}

impl fmt::Display for NothingCompared<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NothingCompared::NoTrial(uncompared) => {
                f.write_str("nothing was compared")?;
                let mut separator = ": ";
                for uncompared in *uncompared {
                    write!(f, "{separator}{uncompared}")?;
                    separator = "; ";
                }
                Ok(())
            }
            NothingCompared::NothingWritten { trials } => {
                write!(f, "nothing was compared: {trials} trials were executed, and the kernel wrote nothing")
            }
            NothingCompared::OnlyUndefined { trials, bytes } => {
                write!(
                    f,
                    "nothing was compared: {trials} trials were executed, and all bytes that the kernel wrote are undefined: {bytes}"
                )
            }
        }
    }
}
