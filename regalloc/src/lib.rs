//! Live ranges, coalescing and register assignment for vISA kernels, and the check of all three.
//!
//! ```text
//! vISA --Liveness, coalesce--> vISA without copies --assign--> RegisterMap
//!                              \_________________________________/
//!                                            check
//! ```
//!
//! [`Liveness`] finds when each register unit is live, for the lanes that run and for those that are pending at a join
//! point. [`coalesce()`] gives both sides of a copy one location where it can, so that payloads are consecutive
//! registers without copies. [`assign()`] gives each variable registers; its page says where a kernel that needs too
//! many of them ends. [`check()`] defines what it means that registers are right, and runs on every compilation; its
//! page says what a pending lane may lose. It shares no code with the others.
//!
//! No item here knows a texture or a dimension: only which variables instructions use and define.

mod assign;
mod check;
mod class_segments;
mod coalesce;
mod control_flow;
mod liveness;
mod register_units;
mod uses_defs;

#[cfg(test)]
#[path = "../tests/kernel/mod.rs"]
mod kernel;

pub use assign::{AssignError, assign};
pub use check::{Violation, ViolationKind, check};
pub use coalesce::{CoalesceReport, MAX_CLASS_REGISTERS, coalesce};
pub use control_flow::MissingLabel;
pub use liveness::Liveness;
pub use uses_defs::Segment;
