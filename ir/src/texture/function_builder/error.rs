//! What is wrong with a call of a builder.

use std::fmt;

use super::super::ops::Op;
use super::super::types::Type;
use super::super::verify::VerifyError;
use crate::source::Location;

/// Why a call of a [`FunctionBuilder`](super::FunctionBuilder) has done nothing.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// An operation has another number of operands.
    #[error("`{}` is given {given} operands; expected {}", .op.name(), .op.arity())]
    Arity {
        /// The operation.
        op: Op,
        /// How many operands it was given.
        given: usize,
    },
    /// A value, block or variable of another builder, or a surface or sampler of another module.
    #[error(
        "the {what} is of another kernel; expected one that this builder has returned, or that its module declares"
    )]
    Foreign {
        /// What it is.
        what: &'static str,
    },
    /// The instruction is not valid: everything that is wrong with it.
    #[error("{}", joined(.0))]
    Invalid(Vec<VerifyError>),
    /// No block was chosen, or it has its terminator.
    #[error("there is no block to append to; call `switch_to` with a block that has no terminator")]
    NoBlock,
    /// A block that is given arguments of other types than it has parameters.
    #[error("the block is given ({given}); expected ({expected})")]
    BlockArguments {
        /// The types that it was given.
        given: String,
        /// The types of its parameters.
        expected: String,
    },
    /// An edge to a block that was said to have no more.
    #[error("the block is sealed; seal it after its last predecessor has its terminator")]
    Sealed,
    /// Vectors of different lengths.
    #[error("a vector has {given} elements; expected {expected}, as the one that it goes with")]
    Lengths {
        /// The elements that it has.
        given: usize,
        /// The elements that the other has.
        expected: usize,
    },
    /// An axis that no grid has.
    #[error("the axis is {given}; expected 0, 1 or 2: x, y or z")]
    Axis {
        /// The axis.
        given: usize,
    },
    /// A buffer that the module does not declare.
    #[error("the module declares no raw surface at entry {binding} of the binding table; declare one")]
    NoBuffer {
        /// The entry.
        binding: u32,
    },
    /// A value of another type than that of the variable.
    #[error("the variable has type {expected} and the value {given}; expected one type for both")]
    VariableType {
        /// The type of the value.
        given: Type,
        /// The type of the variable.
        expected: Type,
    },
    /// A variable that is read where it has no value.
    #[error("variable {number} is read, and on a path to there nothing is assigned to it; assign a value first")]
    Unassigned {
        /// Its number, in the order in which variables were made.
        number: u32,
    },
}

fn joined(errors: &[VerifyError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// An error with these words.
pub(super) fn invalid(message: impl fmt::Display) -> BuildError {
    BuildError::Invalid(vec![VerifyError {
        kernel: None,
        inst: None,
        location: Location::UNKNOWN,
        message: message.to_string(),
    }])
}
