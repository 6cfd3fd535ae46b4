//! Random programs in OpenCL C that Intel's compiler takes.
//!
//! [`program`] makes a program of one kernel, [`KERNEL`], from a seed. The same seed makes the same program.
//!
//! # What can be seen of a program
//!
//! What a program computes is used by something else, or stored. Each work item stores to [`PLACE`] bytes of its own in
//! a buffer, and to the texels of images that its ids name.
//!
//! # What a program leaves alone
//!
//! - Undefined behaviour: signed numbers are added and multiplied as unsigned ones, divisors are not zero, numbers are
//!   clamped where they are converted to narrower ones, private and local memory is written before it is read, and an
//!   index is below the length of what it counts.
//! - The order of work items: none reads what another has written, except in local memory, between two barriers. All work
//!   items of a group reach a barrier or none does.
//!
//! - What Intel's compiler is known to get wrong (docs/found.md): the sign of a zero of which `fabs` of a half float is
//!   taken, and the least number of which `abs` is taken.
//! - What texvisa is known not to take: conversions to floats that do not round to the nearest, conversions between
//!   floats and numbers of 64 bits, and images of several samples, of which LLVM does not read the dumps.
//!
//! Loops run at most four times each.

mod control;
mod expression;
mod image;
mod memory;
mod program;
mod resources;
mod types;

pub use program::{KERNEL, PLACE, program};
