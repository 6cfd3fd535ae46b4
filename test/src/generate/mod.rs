//! Random programs in texture IR, valid by construction.
//!
//! - [`module`] makes a module from a seed and a [`Config`]. The same seed and configuration make the same module.
//! - [`benchmark()`] makes a long kernel of plain texture work, for measurements.
//!
//! # What can be seen of a program
//!
//! Every value that a random program computes is used by another, or stored. Stores go to raw surfaces at byte
//! `16 * x + 1024 * slot`, where x is the lane's local id and slot is below [`SLOTS`], and to typed surfaces at
//! `u: x, v: slot` (in surfaces without a second coordinate at `u: x + 64 * slot`); no two lanes with different x below
//! 64 write to one place. A store in a loop overwrites that of the turn before.
//!
//! # What two executions may differ in
//!
//! Conditions, trip counts, addresses and indices are computed from *certain* values alone: values that are defined,
//! and that every correct execution has to the last bit. What else a program computes may be undefined (`undef`,
//! channels outside a mask, shifts by too much, other lanes' values) where [`Config::undefined`] says so, or inexact
//! (square roots and the like) where [`Config::inexact`] does.
//!
//! Loops run at most three times each.

mod arithmetic;
mod benchmark;
mod config;
mod control;
mod declarations;
mod generator;
mod media;
mod memory;
mod names;
mod pool;
mod texture;

pub use benchmark::benchmark;
pub use config::Config;
pub use generator::module;
pub use memory::SLOTS;
