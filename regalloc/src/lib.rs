//! Places and registers for the variables of a vISA kernel.
//!
//! ```text
//! vISA --liveness, layout--> vISA with places --assign--> registers
//!                            \___________________/
//!                                    check
//! ```
//!
//! [`layout`] decides which variables share a backing variable, so that payloads are runs of registers without copies.
//! [`assign`] gives each backing variable registers. [`check`] says what it means that both are right, and always runs.
//! Nothing here knows a texture or a dimension: only what instructions read and write.

mod assign;
mod check;
mod contents;
mod events;
mod flow;
mod holders;
mod layout;
mod liveness;
mod rows;
mod units;

#[cfg(test)]
#[path = "../tests/kernel/mod.rs"]
mod kernel;

pub use assign::{AssignError, assign};
pub use check::{Violation, ViolationKind, check};
pub use flow::MissingLabel;
pub use layout::{LayoutReport, MAX_REGISTERS, layout};
pub use liveness::Liveness;
