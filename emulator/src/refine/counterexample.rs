//! What ends a check by differential execution.

use std::fmt;

use super::accesses::AccessDifference;
use super::difference::Difference;
use crate::interp::InterpError;
use crate::machine::MachineError;

/// A check that found a difference, or that could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RefineError {
    /// The texture IR cannot be interpreted.
    #[error("the texture IR cannot be interpreted: {0}")]
    Interpreter(#[from] InterpError),
    /// The machine refuses the program, or fails on inputs on which the interpreter succeeds.
    #[error("seed {seed}: the machine stops: {error}; one trial with this seed repeats it")]
    Machine {
        /// The seed of the trial: a check of one trial with it repeats the error.
        seed: u64,
        /// Why.
        error: MachineError,
    },
    /// The machine left other bytes than the interpreter, stored others on the way, or sent other messages.
    #[error("{0}")]
    Differs(Box<Counterexample>),
}

/// A trial after which memory differs, or in which the machine stored or asked something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The seed of the trial: a check of one trial with it repeats the difference.
    pub seed: u64,
    /// The first differences.
    pub differences: Vec<Difference>,
    /// How many buffer dwords and texels differ.
    pub count: u64,
    /// The first stores and messages that differ.
    pub accesses: Vec<AccessDifference>,
    /// How many bytes were stored otherwise, and how many lanes of messages asked something else.
    pub access_count: u64,
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counterexample { seed, differences, count, accesses, access_count } = self;
        write!(f, "seed {seed}: ")?;
        match count {
            0 => write!(f, "{access_count} stores or messages differ")?,
            _ => write!(f, "{count} dwords or texels differ")?,
        }
        f.write_str("; one trial with this seed repeats it")?;
        differences.iter().try_for_each(|difference| write!(f, "\n  {difference}"))?;
        accesses.iter().try_for_each(|difference| write!(f, "\n  {difference}"))
    }
}
